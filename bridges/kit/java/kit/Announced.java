package kit;

import java.util.*;

/** What an action tells of the spell or ability that is being announced, as far as the engine has not yet asked for it. */
public final class Announced {
    /** What there is while nothing is announced. */
    public static final Announced NONE = new Announced(Facts.NONE, "", new CardData(Facts.NONE));

    public final Facts action;
    public final Deque<List<String>> targets = new ArrayDeque<>();
    public final List<String> costs = new ArrayList<>();
    private final List<String> with;
    private final List<String> optional;
    public final Deque<String> modes;
    private boolean x;
    /** Why the engine does not take it. */
    public String why = "the engine does not carry it out";

    /** An action with an object that has a name. */
    public Announced(Facts action, String name, CardData cards) {
        this.action = action;
        optional = cards.costs(name);
        with = new ArrayList<>(action.texts("with"));
        modes = new ArrayDeque<>(action.texts("modes"));
        x = action.has("x") && !action.has("turn face up");
        action.at("costs").keys().forEach(each -> costs.addAll(action.at("costs").texts(each)));
        if (action.get("targets") instanceof List) {
            action.texts("targets").forEach(each -> targets.add(List.of(each)));
        } else {
            cards.targets(name, action.at("targets").keys()).forEach(each -> targets.add(action.at("targets").texts(each)));
        }
    }

    /** Tells whether the action names the cost that is asked for by a text, and uses it. */
    public boolean with(String text) {
        String wanted = with.stream().filter(each -> text.contains(each) || optional.equals(List.of(each))).findFirst().orElse(null);
        return with.remove(wanted);
    }

    /** Returns the value that the action names for X, and uses it; nothing if it names none. */
    public OptionalInt x() {
        x = false;
        return action.has("x") ? OptionalInt.of(action.number("x", 0)) : OptionalInt.empty();
    }

    /** Returns what the action names for its costs, and uses it, where this is what is asked for; an empty list otherwise. */
    public List<String> paid(List<String> options, int min, int max) {
        List<String> fit = costs.stream().filter(options::contains).limit(max).toList();
        if (fit.size() < min) return List.of();
        costs.removeAll(fit);
        return fit;
    }

    /** Returns what the card data names as a cost, and the engine has not asked for; null if there is none. */
    public String lacks() {
        return !with.isEmpty() && optional.containsAll(with) ? String.join(" and ", with) : null;
    }

    /** Returns why an action that was carried out is not possible as it stands, if it names more than was asked for; else null. */
    public String unused() {
        if (!targets.isEmpty()) return "more targets than there can be";
        if (!costs.isEmpty()) return "the costs do not take " + String.join(" and ", costs);
        if (x) return "there is no X";
        return with.isEmpty() ? null : "there is nothing to pay called " + String.join(" and ", with);
    }

    /** Returns the next targets that the action names, and uses them; an empty list if they cannot be targets. */
    public List<String> aimed(List<String> options, int min, int max) {
        List<String> left = new ArrayList<>(options);
        List<String> chosen = new ArrayList<>();
        while (chosen.size() < max && !targets.isEmpty() && left.containsAll(targets.peek())) {
            targets.peek().forEach(left::remove);
            chosen.addAll(targets.pop());
        }
        if (chosen.isEmpty() || chosen.size() < min) {
            why = targets.isEmpty() ? "too few targets" : String.join(" and ", targets.peek()) + " cannot be a target";
            return List.of();
        }
        return chosen;
    }
}
