import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kit.Announced;
import kit.Answers;
import kit.Asking;
import kit.CardData;
import kit.Facts;
import kit.Ids;
import kit.MagicRun;
import kit.Server;

public final class Asks {
    private static final class Nothing extends MagicRun<String> {
        Nothing(Map<String, Object> params, Answers answers) {
            super(new Request(params, answers, new CardData(Facts.of(params).at("cards told")), List.of()));
            announced = new Announced(Facts.of(params).at("asks").at("action"), "", data);
            started = true;
        }

        @Override
        public String player(String name) {
            return name;
        }

        @Override
        public String name(Object object) {
            return String.valueOf(object);
        }
    }

    public static void main(String[] arguments) throws java.io.IOException {
        Server.serve(() -> Answers.map("name", "toy"), params -> {
            Answers answers = new Answers(params);
            try {
                Facts asks = Facts.of(params).at("asks");
                Object came = came(new Asking(new Nothing(params, answers), "alice"), asks, asks.texts("from"));
                throw answers.end(Answers.map("came", came));
            } catch (Answers.Over over) {
                return answers.outcome();
            }
        });
    }

    private static Object came(Asking asking, Facts asks, List<String> from) {
        int least = asks.number("least", 0);
        int most = asks.number("most", 9);
        return switch (asks.text("what")) {
            case "one" -> asking.one("object", "it", from, asks.is("optional"));
            case "some" -> asking.some("object", "it", from, least, most);
            case "copied" -> asking.copies("it") ? asking.one("copy", "it", from, false) : null;
            case "pick" -> asking.pick("object", "it", from, least, most);
            case "enough" -> asking.enough("it", from, word -> word.equals("imp") ? -1 : word.length() / 3, least);
            case "chosen" -> asking.chosen(asks.is("targets"), "object", "it", from, least, most);
            case "first" -> asking.first(from);
            case "replacement" -> asking.replacement("it", from, word -> word.equals("elf") ? "twice" : "no more");
            case "order" -> asking.order("library", null, from);
            case "few" -> asking.few("type", "it", from, List.of("Elf"));
            case "word" -> asking.few("word", "it", "Charm", from, List.of());
            case "told" -> asking.told(asks.is("targets"), from, least, most);
            case "shuffled" -> asking.shuffled(from, "bear"::equals);
            case "byWord" -> asking.byWord("color", "it", from, word -> word.substring(0, 1));
            case "byMana" -> asking.byMana("it", from, word -> word.substring(0, 1));
            case "modes" -> asking.modes("Charm", "it", 3, List.of(0, 2), least, most);
            case "mode" -> asking.mode("Charm", "it", 3, List.of(0, 2), asks.is("optional"));
            case "number" -> asking.number("number", "it", least, most);
            case "shared" -> {
                Map<String, Integer> shares = new HashMap<>();
                boolean all = asking.shared(from, most, shares::put);
                yield Answers.map("all", all, "shares", shares);
            }
            case "decide" -> asking.decide("it", asks.is("pays"));
            case "divide" -> {
                List<Integer> leasts = Collections.nCopies(from.size(), least);
                yield asking.divide(null, from, leasts, Collections.nCopies(from.size(), most), 3, 3);
            }
            default -> tokens(from);
        };
    }

    private static Map<String, Integer> tokens(List<String> names) {
        Ids<Integer> ids = new Ids<>();
        ids.register("bear", -1);
        for (int key = 0; key < names.size(); key++) ids.token(key, names.get(key));
        ids.triggered(0);
        ids.triggered(0);
        return ids.triggered(ids::id);
    }
}
