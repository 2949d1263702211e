package bridge;

import forge.game.spellability.SpellAbilityStackInstance;
import forge.util.MyRandom;
import java.util.*;
import java.util.stream.IntStream;
import kit.MagicRun;

/** What the rules leave to chance, asked for where it matters: coins and dice; nothing else of it is played. */
final class Chance extends Random {
    private static final long serialVersionUID = 1L;
    private final transient Run run;

    private Chance(Run run) {
        this.run = run;
    }

    /** Lets the engine draw from here. */
    static void install(Run run) {
        MagicRun.set(MyRandom.class, "random", null, new Chance(run));
    }

    /** What falls, for whose spell or ability resolves, by what that comes from. */
    private String rolled(List<String> sides) {
        SpellAbilityStackInstance top = run.game.getStack().peek();
        if (top == null) return run.answers.one(run.turn(), "roll", null, sides);
        return run.answers.one(top.getActivatingPlayer().getName(), "roll", run.name(top.getSourceCard()), sides);
    }

    @Override public boolean nextBoolean() { return rolled(List.of("heads", "tails")).equals("heads"); }

    @Override
    public int nextInt(int bound) {
        String asking = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> name.startsWith("forge.") || name.equals("java.util.Collections")).findFirst().orElse(""));
        if (asking.endsWith("RollDiceEffect")) {
            return Integer.parseInt(rolled(IntStream.rangeClosed(1, bound).mapToObj(String::valueOf).toList())) - 1;
        }
        if (bound > 1 && (asking.equals("forge.util.Aggregates") || asking.startsWith("forge.game.ability"))) {
            throw run.answers.unsupported("choice", "something at random");
        }
        return 0; // how a library is shuffled is asked for elsewhere, and the rest is for display
    }
}
