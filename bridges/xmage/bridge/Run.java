package bridge;

import java.io.IOException;
import java.util.*;
import java.util.stream.Stream;
import kit.CountedIds;
import kit.MagicRun;
import mage.game.GameOptions;
import mage.util.RandomUtil;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/** XMage behind the protocol: one request, and what its parts share. */
public final class Run extends MagicRun {
    final Names names = new Names(this);
    final Map<String, Seat> seats = new LinkedHashMap<>();
    final Position position = new Position(this);
    final Telling telling = new Telling(this);
    final Words words = new Words(this);
    final Script script = new Script(this);
    final Table game = new Table(this);

    private Run(Request request) {
        super(request);
    }

    /** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        Logger.getRootLogger().removeAllAppenders();
        Logger.getRootLogger().addAppender(new NullAppender());
        CountedIds.install();
        serve("XMage", arguments[0], "https://github.com/magefree/mage", Position.UNSET, request -> new Run(request).play());
    }

    @Override public String name(Object object) { return names.of((UUID) object); }

    private void play() {
        RandomUtil.setSeed(0);
        GameOptions options = new GameOptions();
        options.testMode = true;
        options.skipInitShuffling = true;
        options.rollbackTurnsAllowed = false;
        game.setGameOptions(options);
        position.seat();
        UUID active = seats.get(turn()).getId();
        game.setStartingPlayerId(active);
        try {
            game.start(active);
        } catch (RuntimeException | LinkageError wrong) { // there is none, or another process has it
            boolean names = Stream.iterate((Throwable) wrong, Objects::nonNull, Throwable::getCause)
                    .anyMatch(each -> String.valueOf(each).matches(".*(can't find card names|CardRepository|cardsDao).*"));
            if (!names) throw wrong;
            throw answers.unsupported("choice", "a card name, for which the engine has no database here");
        }
        throw script.finish();
    }
}
