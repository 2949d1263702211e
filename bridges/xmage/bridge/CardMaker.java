package bridge;

import java.text.Normalizer;
import java.util.*;
import java.util.regex.Pattern;
import mage.cards.*;
import mage.constants.Rarity;

/** Makes the engine's cards by their names, from their classes: no card database is needed. */
final class CardMaker {
    private CardMaker() {
    }

    /** Returns a card; null if the engine has none of this name. */
    static Card make(String name, UUID owner) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("[^A-Za-z0-9 -]", "");
        for (String words : List.of(plain.replace("-", ""), plain)) { // a word after a hyphen has a capital, or none
            String type = Pattern.compile("[ -]*\\b(.)").matcher(words).replaceAll(first -> first.group(1).toUpperCase(Locale.ROOT));
            for (String folder : List.of(type.substring(0, 1).toLowerCase(Locale.ROOT), "basiclands")) {
                try {
                    Class<?> found = Class.forName("mage.cards." + folder + "." + type);
                    CardSetInfo set = new CardSetInfo(name, "XXX", "1", Rarity.COMMON);
                    return (Card) found.getConstructor(UUID.class, CardSetInfo.class).newInstance(owner, set);
                } catch (ClassNotFoundException | NoClassDefFoundError none) {
                    continue; // class files on a file system that ignores case fail the second way
                } catch (ReflectiveOperationException failure) {
                    throw new IllegalStateException("the engine cannot make " + name, failure);
                }
            }
        }
        return null;
    }
}
