package bridge;

import static kit.Answers.map;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kit.Answers;
import kit.CardData;
import kit.Server;
import magic.data.CardDefinitions;
import magic.data.GeneralConfig;
import magic.data.settings.IntegerSetting;
import magic.model.MagicCardDefinition;

/** Magarena behind the protocol: plays each request from nothing. */
public final class Bridge {
    private static final String HOME = "https://github.com/magarena/magarena";
    private static final String EDITION = "2026-08-07";
    /** What the engine wants to find beside its card scripts; nothing is kept there. */
    private static final List<String> FOLDERS = List.of("decks", "mods", "scripts_missing", "scripts_orig", "logs", "duels",
            "players/human", "avatars", "firemind", "saved_games", "translations", "images", "reports", "themes", "stats");
    private static Path scripts;

    private Bridge() {
    }

    /** Argument: the engine's version for reports; words of the card data and the scripts' place stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        install();
        CardData data = CardData.read();
        Server.serve(() -> describe(arguments[0], data), params -> run(params, data));
        Runtime.getRuntime().halt(0); // the engine has threads of its own
    }

    /** Gives the engine a folder of its own, with the user's card scripts in it: it writes nothing into theirs. */
    private static void install() throws IOException {
        scripts = Path.of(Files.readString(Path.of("scripts.txt")));
        Path place = Path.of("").toAbsolutePath();
        System.setProperty("magarena.dir", place.toString());
        System.setProperty("rndSeed", "614");
        Path folder = place.resolve("Magarena");
        for (String each : FOLDERS) Files.createDirectories(folder.resolve(each));
        try {
            Files.createFile(folder.resolve("general.cfg"));
            Files.createSymbolicLink(folder.resolve("scripts"), scripts);
        } catch (FileAlreadyExistsException another) {
            // a process before this one, or beside it
        }
        GeneralConfig.getInstance().load();
        GeneralConfig.set(IntegerSetting.GAME_VOLUME, 0);
    }

    /** Returns a card by its name; null if the engine has none. */
    static MagicCardDefinition card(String name) {
        if (name.contains("//") || !Files.isRegularFile(scripts.resolve(CardDefinitions.getCanonicalName(name) + ".txt"))) return null;
        MagicCardDefinition found = CardDefinitions.getCard(name);
        return found.isToken() ? null : found;
    }

    private static Map<String, Object> run(Map<String, Object> params, CardData data) {
        Answers answers = new Answers(params, Seat.AKIN);
        try {
            new Run(params, answers, data).play();
        } catch (Answers.Over over) {
            return answers.outcome();
        }
        return answers.outcome();
    }

    private static Map<String, Object> describe(String version, CardData data) {
        List<String> cards = data.table().keys().stream().filter(name -> card(name) != null).sorted().toList();
        Map<String, Object> game = map("cards", cards, "actions", Script.KNOWN, "editions", List.of(EDITION), "unseen", Telling.UNSEEN,
                "unset", Position.UNSET);
        return map("protocol", 1, "name", "Magarena", "version", version, "homepage", HOME, "issues", HOME + "/issues",
                "capabilities", List.of("choices"), "games", map("mtg", game));
    }
}
