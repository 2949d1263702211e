import java.util.List;
import java.util.Map;
import java.util.Set;
import kit.Answers;
import kit.Server;

public final class Toy {
    public static void main(String[] arguments) throws java.io.IOException {
        Server.serve(Toy::describe, Toy::run);
    }

    static Map<String, Object> describe() {
        System.out.println("an engine prints");
        return Answers.map("name", "toy");
    }

    static Map<String, Object> run(Map<String, Object> params) {
        System.out.println("and prints");
        Answers answers = new Answers(params, Map.of("trash", Set.of("discard")));
        try {
            answers.actions(params, "toy", List.of("go"));
            answers.given(params, List.of("dark"));
            Object chosen = switch ((String) params.get("ask")) {
                case "some" -> answers.some("alice", "trash", "bat", List.of("a", "b", "b"), 0, 2, false);
                case "one" -> answers.one("alice", "exchange", "page", List.of("exchange", "decline"));
                case "two" -> answers.some("alice", "trash", null, List.of("a", "b", "3"), 2, 2, false);
                case "three" -> answers.some("alice", "trash", null, List.of("a", "b", "c"), 3, 3, true);
                case "twice" -> answers.one("alice", "trash", null, List.of("a", "b"))
                        + answers.one("alice", "trash", null, List.of("a", "b"));
                case "only" -> answers.one("alice", "trash", null, List.of("a"));
                case "echo" -> params.get("value");
                default -> throw new IllegalStateException("a fault\nof two lines");
            };
            throw answers.end(Answers.map("chosen", chosen));
        } catch (Answers.Over over) {
            return answers.outcome();
        }
    }
}
