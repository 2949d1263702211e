package bridge;

import forge.CardStorageReader;
import forge.StaticData;
import forge.card.CardRules;
import forge.card.CardType;
import forge.game.card.CardUtil;
import forge.util.Lang;
import forge.util.Localizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kit.Answers;
import kit.CardData;
import kit.Server;

/** Forge behind the protocol: plays each request from nothing. */
public final class Bridge {
    private static final String EDITION = "2026-08-07";
    private static final Map<String, CardRules> RULES = new HashMap<>();
    private static CardStorageReader cards;

    private Bridge() {
    }

    /** Argument: the engine's version for reports; its `res` folder stands in FORGE_RES, and the words of the card data here. */
    public static void main(String[] arguments) throws IOException {
        Path res = Path.of(System.getenv("FORGE_RES"));
        CardData data = CardData.read();
        Server.serve(() -> {
            load(res);
            return describe(arguments[0]);
        }, params -> {
            load(res);
            return run(params, data);
        });
        Runtime.getRuntime().halt(0); // the engine has threads of its own
    }

    /** Reads the scripts of tokens; those of cards are read as they come up. */
    private static void load(Path res) {
        if (cards != null) return;
        try {
            Localizer.getInstance().initialize("en-US", res.resolve("languages").toString());
            Lang.createInstance("en-US");
            Path none = Files.createTempDirectory("forge");
            cards = new CardStorageReader(res.resolve("cardsfolder").toString(), null, true);
            CardStorageReader tokens = new CardStorageReader(res.resolve("tokenscripts").toString(), null, false);
            new StaticData(cards, tokens, null, null, none.toString(), none.toString(), res.resolve("blockdata").toString(), "", "", true, true, false);
            Files.delete(none);
            types(res.resolve("lists").resolve("TypeLists.txt"));
            for (String keyword : Files.readAllLines(res.resolve("lists").resolve("NonStackingKWList.txt"))) {
                if (keyword.length() > 1) CardUtil.NON_STACKING_LIST.add(keyword);
            }
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Reads which subtypes there are: under a heading for each card type, a subtype a line, perhaps with its plural. */
    private static void types(Path file) throws IOException {
        Map<String, Set<String>> lists = Map.of("[BasicTypes]", CardType.Constant.BASIC_TYPES, "[LandTypes]", CardType.Constant.LAND_TYPES,
                "[CreatureTypes]", CardType.Constant.CREATURE_TYPES, "[SpellTypes]", CardType.Constant.SPELL_TYPES,
                "[EnchantmentTypes]", CardType.Constant.ENCHANTMENT_TYPES, "[ArtifactTypes]", CardType.Constant.ARTIFACT_TYPES,
                "[WalkerTypes]", CardType.Constant.WALKER_TYPES);
        Set<String> types = null;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("[")) {
                types = lists.get(line);
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

    private static Map<String, Object> run(Map<String, Object> params, CardData data) {
        Answers answers = new Answers(params, Seat.AKIN);
        try {
            new Run(params, answers, data).play();
        } catch (Answers.Over over) {
            return answers.outcome();
        } catch (StackOverflowError | java.util.regex.PatternSyntaxException loop) {
            throw new IllegalStateException("the engine goes round in a circle");
        }
        return answers.outcome();
    }

    private static Map<String, Object> describe(String version) {
        Map<String, Object> game = Answers.map("actions", Script.VERBS, "editions", List.of(EDITION), "unset", Position.UNSET);
        return Answers.map("protocol", 1, "name", "Forge", "version", version, "games", Answers.map("mtg", game),
                "capabilities", List.of("choices"), "homepage", "https://github.com/Card-Forge/forge",
                "issues", "https://github.com/Card-Forge/forge/issues");
    }
}
