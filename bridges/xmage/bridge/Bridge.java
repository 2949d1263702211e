package bridge;

import static kit.Answers.map;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import kit.CardData;
import kit.Server;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/** XMage behind the protocol. */
public final class Bridge {
    private static final String HOME = "https://github.com/magefree/mage";
    private static final String EDITION = "2026-08-07";

    private Bridge() {
    }

    /** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        Logger.getRootLogger().removeAllAppenders();
        Logger.getRootLogger().addAppender(new NullAppender());
        Chance.install();
        Words words = new Words(CardData.read());
        Server.serve(() -> describe(arguments[0]), params -> Run.play(params, words));
        Runtime.getRuntime().halt(0); // the engine may have threads of its own
    }

    private static Map<String, Object> describe(String version) {
        Map<String, Object> claims = map("actions", Script.VERBS, "editions", List.of(EDITION), "unset", Position.UNSET);
        return map("protocol", 1, "name", "XMage", "version", version, "homepage", HOME, "issues", HOME + "/issues",
                "capabilities", List.of("choices"), "games", map("mtg", claims));
    }
}
