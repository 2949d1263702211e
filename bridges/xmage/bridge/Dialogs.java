package bridge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import kit.Answers;
import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.choices.Choice;
import mage.choices.ChoiceColor;
import mage.constants.MultiAmountType;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.util.MultiAmountMessage;

/** The engine's questions about words, modes and numbers. */
final class Dialogs {
    private static final int MOST = 20;

    private final Run run;

    Dialogs(Run run) {
        this.run = run;
    }

    /** One of the engine's words: a colour, a type, a name, an anchor word, an alternative cost. */
    void word(String player, Choice choice) {
        Collection<String> offered = choice.isKeyChoice() ? choice.getKeyChoices().keySet() : choice.getChoices();
        String message = String.valueOf(choice.getMessage()).toLowerCase(Locale.ROOT);
        if (run.script.announced != null && choice.isKeyChoice() && message.endsWith("alternative cost")) {
            choice.setChoiceByKey(alternative(choice));
            return;
        }
        boolean colors = choice instanceof ChoiceColor || choice.isManaColorChoice();
        String kind = choice.isManaColorChoice() ? "mana" : colors ? "color" : message.contains("name") ? "name"
                : message.contains("type") ? "type" : "word";
        List<String> words = kind.equals("word") ? run.words.data().choices(run.game.aboutCard()) : List.of();
        boolean ours = words.size() == offered.size() && !offered.containsAll(words); // the engine's words are in the order of the card's
        Map<String, String> options = new LinkedHashMap<>(); // the engine's word or key by ours
        for (String each : offered) {
            options.put(colors ? Purse.letter(each) : ours ? words.get(options.size()) : each, each);
        }
        String chosen = options.get(one(player, kind, options.keySet()));
        if (choice.isKeyChoice()) {
            choice.setChoiceByKey(chosen);
        } else {
            choice.setChoice(chosen);
        }
    }

    private String one(String player, String kind, Set<String> options) {
        if (!run.started) return run.position.chosen(options);
        String about = run.game.about();
        String color = run.script.manaColor;
        if (kind.equals("mana") && options.contains(color)) {
            run.script.manaColor = null;
            return color;
        }
        Set<String> few = new LinkedHashSet<>(options);
        if (few.size() > MOST) { // those that mean something here, or two that stand for all
            few.retainAll(run.labels.subtypes());
            if (few.isEmpty()) options.stream().sorted().limit(2).forEach(few::add);
            options.stream().filter(each -> run.answers.waits(player, kind, about, List.of(each))).forEach(few::add);
        }
        return run.answers.one(player, kind, about, List.copyOf(few));
    }

    /** The alternative cost that the action names, where the card has one; else none. */
    private String alternative(Choice choice) {
        List<String> keys = List.copyOf(choice.getKeyChoices().keySet());
        return run.script.announced.with("") ? keys.get(0) : keys.stream().filter(each -> choice.getKeyChoices().get(each)
                .startsWith("Cast with no alternative cost")).findFirst().orElse(keys.get(0));
    }

    /** One of the modes of a spell or ability; null for no further one. */
    Mode mode(Seat seat, Modes modes, Ability source, Game game) {
        List<Mode> available = modes.getAvailableModes(source, game).stream()
                .filter(each -> each.getTargets().canChoose(seat.getId(), source, game) && (modes.isMayChooseSameModeMoreThanOnce()
                        || !modes.getSelectedModes().contains(each.getId()))).toList();
        if (available.isEmpty()) return null;
        List<Mode> all = List.copyOf(modes.values());
        List<String> words = run.words.data().modes(run.names.printed(source.getSourceId()), all.size());
        if (words.isEmpty()) throw run.answers.unsupported("choice", "modes without words");
        Map<String, Mode> options = new LinkedHashMap<>();
        available.forEach(each -> options.put(words.get(all.indexOf(each)), each));
        if (run.script.announced != null && run.script.announced.action.has("modes")) return options.get(run.script.announced.modes.poll());
        List<String> offered = new ArrayList<>(options.keySet());
        if (modes.getSelectedModes().size() >= modes.getMinModes()) offered.add(Answers.DECLINE);
        return options.get(run.answers.one(seat.getName(), "mode", seat.about(source), offered));
    }

    /** A number from a range, of which a beginning is offered if it is long. */
    int number(String player, String kind, int min, int max, String about) {
        if (min >= max) return min;
        List<String> options = IntStream.rangeClosed(min, Math.min(max, min + MOST)).mapToObj(String::valueOf).toList();
        return Integer.parseInt(run.answers.one(player, kind, about, options));
    }

    /** How much damage is assigned to each: as announced, or asked one after another. */
    List<Integer> damage(String player, List<MultiAmountMessage> messages, int totalMin, int totalMax, MultiAmountType type) {
        Map<String, Integer> announced = run.script.damage().entrySet().stream().filter(each -> named(type, each.getKey()))
                .map(Map.Entry::getValue).findFirst().orElse(null);
        List<Integer> amounts = new ArrayList<>();
        int left = totalMax;
        int others = messages.stream().mapToInt(each -> each.max).sum();
        for (MultiAmountMessage message : messages) {
            others -= message.max;
            int least = Math.max(message.min, totalMin - (totalMax - left) - others);
            int amount = announced != null ? announced.getOrDefault(recipient(message), 0)
                    : number(player, "damage", least, Math.min(message.max, left), recipient(message));
            amounts.add(amount);
            left -= amount;
        }
        if (left < 0 || totalMax - left < totalMin) throw run.script.refusedDamage();
        return amounts;
    }

    private boolean named(MultiAmountType type, String creature) {
        UUID object = run.names.find(creature);
        Permanent permanent = object == null ? null : run.game.getPermanent(object);
        return permanent != null && type.getHeader().contains(permanent.getLogName());
    }

    /** The permanent that a line of the engine's dialogue is about, which names it by the first digits of its number. */
    private String recipient(MultiAmountMessage message) {
        List<String> found = run.game.permanents().stream()
                .filter(each -> message.message.contains(each.getLogName())).map(each -> run.names.of(each.getId())).toList();
        if (found.size() != 1) throw run.answers.unsupported("choice", "damage assigned among several of one name");
        return found.get(0);
    }
}
