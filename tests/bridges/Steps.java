import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.Answers;
import kit.CardData;
import kit.Facts;
import kit.MagicRun;
import kit.MagicScript;
import kit.Server;

public final class Steps extends MagicScript<Steps.Nothing, String, String, String> {
    private final List<String> stack = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private int step = 3;

    static final class Nothing extends MagicRun<String> {
        Nothing(Map<String, Object> params, Answers answers) {
            super(new Request(params, answers, new CardData(Facts.NONE), List.of()));
        }

        @Override
        public String player(String name) {
            return name.equals("nobody") ? null : name;
        }

        @Override
        public String name(Object object) {
            return String.valueOf(object);
        }
    }

    private Steps(Nothing run) {
        super(run);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        Server.serve(() -> Answers.map("name", "toy"), params -> {
            Answers answers = new Answers(params);
            try {
                throw new Steps(new Nothing(params, answers)).play();
            } catch (Answers.Over over) {
                return answers.outcome();
            }
        });
    }

    private Answers.Over play() {
        while (step < 100 * 13) {
            String word = step();
            boolean attacks = word.equals("declare attackers") && declared("attack") != null;
            if (attacks) done();
            boolean quick = word.equals("untap") || word.equals("cleanup");
            boolean passed = quick || !priority(active()) && !priority(other());
            if (passed && !stack.isEmpty()) {
                done.add(stack.remove(0));
            } else if (passed) {
                if (quick) passing();
                step++;
            }
            if (done.contains("end")) return finish();
        }
        throw new IllegalStateException("too long a game");
    }

    @Override
    protected String active() {
        return step / 13 % 2 == 0 ? "alice" : "bob";
    }

    private String other() {
        return step / 13 % 2 == 0 ? "bob" : "alice";
    }

    @Override
    protected Map<String, Object> state() {
        return Answers.map("step", step(), "turn", active(), "stack", List.copyOf(stack),
                "done", List.copyOf(done), "damage", damage());
    }

    @Override
    protected int turn() {
        return step / 13;
    }

    @Override
    protected int stepsSoFar() {
        return step;
    }

    @Override
    public String step() {
        return STEPS.get(step % 13);
    }

    @Override
    protected List<?> stack() {
        return stack;
    }

    @Override
    protected String find(String name, String player, boolean held) {
        return name;
    }

    @Override
    protected String holder(String object) {
        return "alice";
    }

    @Override
    protected String printed(String object) {
        return object;
    }

    @Override
    protected String meant(Facts action, String player, String object) {
        return object.equals("no") ? null : object;
    }

    @Override
    protected boolean act(Facts action, String player, String object) {
        stack.add(0, object);
        return true;
    }

    @Override
    protected void concede(String player) {
        done.add(player + " is gone");
    }
}
