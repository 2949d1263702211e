package bridge;

import java.io.IOException;
import java.nio.file.*;
import java.util.List;
import magic.data.CardDefinitions;
import magic.data.GeneralConfig;
import magic.data.settings.IntegerSetting;
import magic.model.MagicCardDefinition;

/** Finds the engine's cards in the user's scripts; the engine gets a folder of its own, and writes nothing into theirs. */
final class CardFinder {
    /** What the engine wants to find beside its card scripts; nothing is kept there. */
    private static final List<String> FOLDERS = List.of("decks", "mods", "scripts_missing", "scripts_orig", "logs", "duels",
            "players/human", "avatars", "firemind", "saved_games", "translations", "images", "reports", "themes", "stats");
    private static Path scripts;

    private CardFinder() { }

    /** Makes the folder; where the scripts are stands in the working directory. To be called before any of the engine's classes. */
    static void install() throws IOException {
        scripts = Path.of(Files.readString(Path.of("data.txt")));
        Path folder = Path.of("Magarena").toAbsolutePath();
        System.setProperty("magarena.dir", folder.getParent().toString());
        System.setProperty("rndSeed", "1");
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
}
