package bridge;

import java.lang.reflect.Constructor;
import java.text.Normalizer;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mage.cards.*;
import mage.constants.Rarity;

/** Makes the engine's cards by their names, from their classes: no card database is needed. */
final class CardMaker {
    private static final Map<String, Optional<Constructor<?>>> FOUND = new HashMap<>();

    private CardMaker() {
    }

    /** Returns a card; null if the engine has none of this name. */
    static Card make(String name, UUID owner) {
        Optional<Constructor<?>> constructor = FOUND.computeIfAbsent(name, CardMaker::find);
        if (constructor.isEmpty()) return null;
        try {
            return (Card) constructor.get().newInstance(owner, new CardSetInfo(name, "XXX", "1", Rarity.COMMON));
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine cannot make " + name, failure);
        }
    }

    private static Optional<Constructor<?>> find(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("[^A-Za-z0-9 -]", "");
        return Stream.of(plain.replace("-", ""), plain).map(CardMaker::capitals) // a word after a hyphen has a capital, or none
                .flatMap(word -> Stream.of(word.substring(0, 1).toLowerCase(Locale.ROOT) + "." + word, "basiclands." + word))
                .flatMap(CardMaker::constructor).findFirst();
    }

    private static String capitals(String words) {
        return Pattern.compile("[ -]*\\b(.)").matcher(words).replaceAll(first -> first.group(1).toUpperCase(Locale.ROOT))
                .replace(" ", "");
    }

    private static Stream<Constructor<?>> constructor(String name) {
        try {
            return Stream.of(Class.forName("mage.cards." + name).getConstructor(UUID.class, CardSetInfo.class));
        } catch (ReflectiveOperationException | NoClassDefFoundError none) {
            return Stream.empty(); // class files on a file system that ignores case fail the second way
        }
    }
}
