package bridge;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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
    private static final Set<String> WORDS = Set.of("type", "word", "name", "color", "mode", "mana");
    private static final int MOST = 20;

    private final Run run;

    Dialogs(Run run) {
        this.run = run;
    }

    /** One of the engine's words: a colour, a type, a name, an anchor word. */
    void word(String player, Choice choice) {
        if (run.script.announcing != null && choice.isKeyChoice() && String.valueOf(choice.getMessage()).endsWith("alternative cost")) {
            choice.setChoiceByKey(alternative(choice));
            return;
        }
        Map<String, String> options = new LinkedHashMap<>(); // the engine's word or key by ours
        Collection<String> offered = choice.isKeyChoice() ? choice.getKeyChoices().keySet() : choice.getChoices();
        String message = String.valueOf(choice.getMessage()).toLowerCase(Locale.ROOT);
        String kind;
        boolean colors = choice instanceof ChoiceColor || choice.isManaColorChoice();
        for (String each : offered) {
            options.put(colors ? letter(each) : each, each);
        }
        if (choice.isManaColorChoice()) {
            kind = "mana";
        } else if (colors) {
            kind = "color";
        } else if (message.contains("name")) {
            kind = "name";
        } else if (message.contains("type")) {
            kind = "type";
        } else {
            kind = "word";
        }
        String about = run.game.about();
        List<String> words = kind.equals("word") ? run.words.choices(run.game.aboutCard(), options.size()) : List.of();
        if (!options.keySet().containsAll(words)) { // the engine's words, in the order of the card's
            Map<String, String> renamed = new LinkedHashMap<>();
            options.values().forEach(each -> renamed.put(words.get(renamed.size()), each));
            options.clear();
            options.putAll(renamed);
        }
        String chosen;
        if (kind.equals("mana") && options.containsKey(run.script.manaColor)) {
            chosen = run.script.manaColor;
            run.script.manaColor = null;
        } else if (!run.started) {
            chosen = run.position.chosen(kind, options.keySet());
        } else {
            Set<String> few = new LinkedHashSet<>(options.keySet());
            if (few.size() > MOST) { // those that mean something here, or two that stand for all
                List<String> first = few.stream().sorted().limit(2).toList();
                few.retainAll(run.labels.subtypes());
                if (few.isEmpty()) {
                    few.addAll(first);
                }
                options.keySet().stream().filter(each -> run.answers.waits(player, kind, WORDS, about, List.of(each)))
                        .forEach(few::add);
            }
            chosen = run.answers.one(player, kind, WORDS, about, new ArrayList<>(few));
        }
        if (choice.isKeyChoice()) {
            choice.setChoiceByKey(options.get(chosen));
        } else {
            choice.setChoice(options.get(chosen));
        }
    }

    /** The alternative cost that the action names, where the card has one; else none. */
    private String alternative(Choice choice) {
        List<String> keys = new ArrayList<>(choice.getKeyChoices().keySet());
        Script script = run.script;
        boolean named = run.words.entries(script.printed(script.announcedSource)).stream()
                .anyMatch(each -> each.costs().size() == 1 && script.with.removeAll(each.costs()));
        return named ? keys.get(0) : keys.stream().filter(each -> choice.getKeyChoices().get(each)
                .startsWith("Cast with no alternative cost")).findFirst().orElse(keys.get(0));
    }

    static String letter(String color) {
        switch (color.toLowerCase(Locale.ROOT)) {
            case "white":
                return "W";
            case "blue":
                return "U";
            case "black":
                return "B";
            case "red":
                return "R";
            case "green":
                return "G";
            case "colorless":
                return "C";
            default:
                return color;
        }
    }

    /** One of the modes of a spell or ability; null for no further one. */
    Mode mode(Seat seat, Modes modes, Ability source, Game game) {
        List<Mode> available = new ArrayList<>(modes.getAvailableModes(source, game));
        if (!modes.isMayChooseSameModeMoreThanOnce()) {
            available.removeIf(each -> modes.getSelectedModes().contains(each.getId()));
        }
        available.removeIf(each -> !each.getTargets().canChoose(seat.getId(), source, game));
        if (available.isEmpty()) {
            return null;
        }
        List<Mode> all = new ArrayList<>(modes.values());
        List<String> words = run.words.entries(run.script.printed(source.getSourceId())).stream().map(Words.Entry::modes)
                .filter(each -> each.size() == all.size()).findFirst().orElse(null);
        if (words == null) {
            throw Over.unsupported("choice", "modes without words");
        }
        Map<String, Mode> options = new LinkedHashMap<>();
        available.forEach(each -> options.put(words.get(all.indexOf(each)), each));
        if (run.script.announcing != null && run.script.announcing.has("modes")) {
            String wanted = run.script.modes.poll();
            return wanted == null ? null : options.get(wanted);
        }
        boolean may = modes.getSelectedModes().size() >= modes.getMinModes();
        List<String> offered = new ArrayList<>(options.keySet());
        if (may) {
            offered.add(Answers.DECLINE);
        }
        String chosen = run.answers.one(seat.getName(), "mode", Set.of("word"), seat.about(source), offered);
        return options.get(chosen);
    }

    /** A number from a range, of which a beginning is offered if it is long. */
    int number(String player, String kind, int min, int max, String about) {
        if (min >= max) {
            return min;
        }
        List<String> options = new ArrayList<>();
        for (int each = min; each <= Math.min(max, min + MOST); each++) {
            options.add(String.valueOf(each));
        }
        return Integer.parseInt(run.answers.one(player, kind, Set.of("number", "damage"), about, options));
    }

    /** How much damage is assigned to each: as announced, or asked one after another. */
    List<Integer> damage(String player, List<MultiAmountMessage> messages, int totalMin, int totalMax, MultiAmountType type) {
        List<Integer> amounts = new ArrayList<>();
        int left = totalMax;
        JsonObject announced = run.script.damage.entrySet().stream().filter(each -> named(type, each.getKey()))
                .map(Map.Entry::getValue).findFirst().orElse(null);
        if (announced != null) {
            messages.forEach(each -> amounts.add(announced.has(recipient(each)) ? announced.get(recipient(each)).getAsInt() : 0));
            int sum = amounts.stream().mapToInt(each -> each).sum();
            if (sum < totalMin || sum > totalMax) {
                throw run.script.refusedDamage();
            }
            return amounts;
        }
        for (int place = 0; place < messages.size(); place++) {
            MultiAmountMessage message = messages.get(place);
            int others = messages.subList(place + 1, messages.size()).stream().mapToInt(each -> each.max).sum();
            int least = Math.max(message.min, totalMin - (totalMax - left) - others);
            int amount = number(player, "damage", least, Math.min(message.max, left), recipient(message));
            amounts.add(amount);
            left -= amount;
        }
        return amounts;
    }

    private boolean named(MultiAmountType type, String creature) {
        UUID object = run.names.object(creature);
        Permanent permanent = object == null ? null : run.game.getPermanent(object);
        return permanent != null && type.getHeader().contains(permanent.getLogName());
    }

    /** The permanent that a line of the engine's dialogue is about, which names it by the first digits of its number. */
    private String recipient(MultiAmountMessage message) {
        List<String> found = run.game.getBattlefield().getAllActivePermanents().stream()
                .filter(each -> message.message.contains(each.getLogName())).map(each -> run.names.of(each.getId())).toList();
        if (found.size() != 1) {
            throw Over.unsupported("choice", "damage assigned among several of one name");
        }
        return found.get(0);
    }
}
