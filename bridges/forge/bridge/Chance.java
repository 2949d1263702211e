package bridge;

import forge.game.spellability.SpellAbilityStackInstance;
import forge.util.MyRandom;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What the rules leave to chance, asked for where it matters: coins and dice; nothing else of it is played. */
final class Chance extends Random {
    private static final long serialVersionUID = 1L;
    private final transient Run run;

    private Chance(Run run) {
        this.run = run;
    }

    /** Lets the engine draw from here. */
    static void install(Run run) {
        try {
            Field field = MyRandom.class.getDeclaredField("random");
            field.setAccessible(true);
            field.set(null, new Chance(run));
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine keeps its random numbers elsewhere", failure);
        }
    }

    /** Whose spell or ability resolves, or else whose turn it is. */
    private String player() {
        SpellAbilityStackInstance top = run.game.getStack().peek();
        return top == null ? run.turn() : top.getActivatingPlayer().getName();
    }

    /** What falls, by what the spell or ability that resolves comes from. */
    private String rolled(List<String> sides) {
        SpellAbilityStackInstance top = run.game.getStack().peek();
        return run.answers.one(player(), "roll", top == null ? null : run.name(top.getSourceCard()), sides);
    }

    @Override
    public boolean nextBoolean() {
        return rolled(List.of("heads", "tails")).equals("heads");
    }

    @Override
    public int nextInt(int bound) {
        String asking = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                .filter(name -> name.startsWith("forge.") || name.equals("java.util.Collections")).findFirst().orElse(""));
        if (asking.endsWith("RollDiceEffect")) {
            List<String> sides = IntStream.rangeClosed(1, bound).mapToObj(String::valueOf).toList();
            return Integer.parseInt(rolled(sides)) - 1;
        }
        if (bound > 1 && (asking.equals("forge.util.Aggregates") || asking.startsWith("forge.game.ability"))) {
            throw run.answers.unsupported("choice", "something at random");
        }
        return 0; // how a library is shuffled is asked for elsewhere, and the rest is for display
    }
}
