package bridge;

import forge.CardStorageReader;
import forge.StaticData;
import forge.card.*;
import forge.game.card.CardUtil;
import forge.item.PaperCard;
import forge.util.*;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;

/** The engine's cards, out of its own folder. */
final class Library {
    private static final Map<String, CardRules> RULES = new HashMap<>();
    private static CardStorageReader cards;

    private Library() {
    }

    /** Reads the scripts of tokens; those of cards are read as they come up. */
    static void load(Path res) throws IOException {
        PrintStream responses = System.out;
        System.setOut(System.err); // the engine says what it has loaded
        Localizer.getInstance().initialize("en-US", res.resolve("languages").toString());
        Lang.createInstance("en-US");
        String none = Files.createTempDirectory("forge").toString();
        cards = new CardStorageReader(res.resolve("cardsfolder").toString(), null, true);
        CardStorageReader tokens = new CardStorageReader(res.resolve("tokenscripts").toString(), null, false);
        new StaticData(cards, tokens, null, null, none, none, res.resolve("blockdata").toString(), "", "", true, true, false);
        Files.delete(Path.of(none));
        types(Files.readAllLines(res.resolve("lists").resolve("TypeLists.txt")));
        Files.readAllLines(res.resolve("lists").resolve("NonStackingKWList.txt")).stream().filter(each -> each.length() > 1)
                .forEach(CardUtil.NON_STACKING_LIST::add);
        System.setOut(responses);
    }

    /** Reads which subtypes there are: under a heading for each card type, a subtype a line, perhaps with its plural. */
    private static void types(List<String> lines) {
        Map<String, Set<String>> lists = Map.of("Basic", CardType.Constant.BASIC_TYPES, "Land", CardType.Constant.LAND_TYPES,
                "Creature", CardType.Constant.CREATURE_TYPES, "Spell", CardType.Constant.SPELL_TYPES,
                "Enchantment", CardType.Constant.ENCHANTMENT_TYPES, "Artifact", CardType.Constant.ARTIFACT_TYPES,
                "Walker", CardType.Constant.WALKER_TYPES);
        Set<String> types = null;
        for (String line : lines) {
            if (line.startsWith("[")) {
                types = lists.get(line.replaceAll("\\[|Types\\]", ""));
            } else if (types != null && line.length() > 1) {
                String[] forms = line.split(":");
                types.add(forms[0]);
                if (forms.length > 1) CardType.Constant.pluralTypes.put(forms[0], forms[1]);
            }
        }
        CardType.Constant.LOADED.set();
    }

    /** A card's rules by its name, or by that of its first face; null if the engine has no such card. */
    static CardRules rules(String name) {
        return RULES.computeIfAbsent(name, wanted -> {
            CardRules found = cards.attemptToLoadCard(wanted);
            return found != null && (found.getName().equals(wanted) || found.getMainPart().getName().equals(wanted)) ? found : null;
        });
    }

    /** The card of a name as the engine prints it, or null. */
    static PaperCard paper(String name) {
        CardRules rules = rules(name);
        return rules == null ? null : new PaperCard(rules, "???", CardRarity.Special);
    }
}
