package bridge;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import mage.cards.Card;
import mage.cards.CardSetInfo;
import mage.constants.Rarity;

/** Makes the engine's cards by their names, from their classes: no card database is needed. */
final class Cards {
    private static final Map<String, Constructor<?>> FOUND = new HashMap<>();

    private Cards() {
    }

    static Card make(String name, UUID owner) {
        Constructor<?> constructor = FOUND.computeIfAbsent(name, Cards::find);
        if (constructor == null) {
            throw Over.unsupported("card", name);
        }
        try {
            return (Card) constructor.newInstance(owner, new CardSetInfo(name, "XXX", "1", Rarity.COMMON));
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine cannot make " + name, failure);
        }
    }

    private static Constructor<?> find(String name) {
        String plain = java.text.Normalizer.normalize(name, java.text.Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        StringBuilder joined = new StringBuilder();
        StringBuilder split = new StringBuilder();
        for (String word : plain.replaceAll("[^A-Za-z0-9 -]", "").split("[ ]+")) {
            if (!word.isEmpty()) {
                joined.append(capital(word.replace("-", "")));
                for (String part : word.split("-")) {
                    split.append(capital(part));
                }
            }
        }
        List<String> classes = new ArrayList<>();
        for (String each : List.of(joined.toString(), split.toString())) {
            if (!each.isEmpty()) {
                classes.add("mage.cards." + each.substring(0, 1).toLowerCase(Locale.ROOT) + "." + each);
                classes.add("mage.cards.basiclands." + each);
            }
        }
        for (String each : classes) {
            try {
                return Class.forName(each).getConstructor(UUID.class, CardSetInfo.class);
            } catch (ClassNotFoundException | NoClassDefFoundError none) {
                continue; // class files on a file system that ignores case fail the second way
            } catch (NoSuchMethodException other) {
                return null;
            }
        }
        return null;
    }

    private static String capital(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
