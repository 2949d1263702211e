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
import kit.MagicRun;

/** The engine's cards, out of its own folder. */
final class Library {
    private static final Map<String, CardRules> RULES = new HashMap<>();
    private static CardStorageReader cards;

    private Library() { }

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
        FileSection.parseSections(Files.readAllLines(res.resolve("lists/TypeLists.txt"))).forEach(Library::types);
        CardType.Constant.LOADED.set();
        Files.readAllLines(res.resolve("lists/NonStackingKWList.txt")).stream().filter(each -> each.length() > 1)
                .forEach(CardUtil.NON_STACKING_LIST::add);
        System.setOut(responses);
    }

    /** Takes the subtypes of one heading, such as `LandTypes`: each perhaps with its plural. */
    @SuppressWarnings("unchecked")
    private static void types(String heading, List<String> lines) {
        String field = heading.replace("Types", "_TYPES").toUpperCase(Locale.ROOT);
        for (String[] forms : lines.stream().map(line -> line.split(":")).toList()) {
            ((Set<String>) MagicRun.get(CardType.Constant.class, field, null)).add(forms[0]);
            if (forms.length > 1) CardType.Constant.pluralTypes.put(forms[0], forms[1]);
        }
    }

    /** A card's rules by its name, or by that of its first face; null if the engine has no such card. */
    static CardRules rules(String name) {
        return RULES.computeIfAbsent(name, wanted -> {
            CardRules found = cards.attemptToLoadCard(wanted); // which may be of another name
            return found != null && List.of(found.getName(), found.getMainPart().getName()).contains(wanted) ? found : null;
        });
    }

    /** The card of a name as the engine prints it, or null. */
    static PaperCard paper(String name) {
        CardRules rules = rules(name);
        return rules == null ? null : new PaperCard(rules, "???", CardRarity.Special);
    }
}
