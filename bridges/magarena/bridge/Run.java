package bridge;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.Answers;
import kit.CardData;
import kit.Facts;
import magic.model.MagicCard;
import magic.model.MagicCardList;
import magic.model.MagicGame;
import magic.model.MagicPlayer;
import magic.model.action.EnqueueTriggerAction;
import magic.model.action.MagicAction;
import magic.model.action.ShuffleLibraryAction;
import magic.model.choice.MagicPlayChoiceResult;
import magic.model.event.MagicEvent;
import magic.model.event.MagicPriorityEvent;
import magic.model.phase.MagicPhase;
import magic.model.phase.MagicPhaseType;
import magic.model.phase.MagicStep;
import magic.model.stack.MagicItemOnStack;
import magic.model.stack.MagicTriggerOnStack;

/** One request: what its parts share, and the engine's own loop, which goes from one event to the next. */
final class Run {
    /** More events than any case has; there is a loop. */
    private static final int LONG = 2000;

    final Facts given;
    final Answers answers;
    final Words words;
    final Names names = new Names(this);
    final Script script;
    final Seat seat = new Seat(this);
    final Map<String, MagicPlayer> players = new LinkedHashMap<>();
    /** How often abilities of an object have triggered. */
    final Map<String, Integer> triggered = new HashMap<>();
    final MagicGame game;
    private final Object observed;
    private int noted;
    private int events;
    int steps;

    Run(Map<String, Object> params, Answers answers, CardData data) {
        this.answers = answers;
        script = new Script(this, answers.actions(params, "mtg", Script.KNOWN));
        given = answers.given(params, Position.UNSET);
        observed = params.get("observe");
        words = new Words(this, data);
        Position position = new Position(this);
        game = position.game();
        for (MagicPlayer player : game.getPlayers()) players.put(player.getName(), player);
        position.place();
        noted = game.getNumActions();
    }

    void play() {
        while (!game.isFinished()) step();
        throw script.finish();
    }

    /** What the engine does next: an event, with what a player chooses for it, or a part of a step. */
    void step() {
        if (++events > LONG) throw new IllegalStateException("the engine goes round in a circle");
        if (!game.hasNextEvent()) {
            phase();
            return;
        }
        MagicEvent event = game.getNextEvent();
        if (event instanceof MagicPriorityEvent) {
            names.nameTokens();
            if (!script.priority(event.getPlayer().getName())) execute(new Object[] {MagicPlayChoiceResult.PASS});
        } else {
            execute(event.hasChoice() ? seat.choose(event) : MagicEvent.NO_CHOICE_RESULTS);
        }
    }

    void execute(Object[] results) {
        MagicEvent event = game.getNextEvent();
        freely(event.isCost() || Seat.accepts(event, results), event.getPlayer(), () -> game.executeNextEvent(results));
        note();
    }

    /** Does something in which the engine may look once more whether a cost can be paid. */
    private static void freely(boolean pays, MagicPlayer player, Runnable task) {
        if (!pays) {
            task.run();
            return;
        }
        Purse.rich(player, () -> {
            task.run();
            return null;
        });
    }

    private void phase() {
        MagicPhase before = game.getPhase();
        MagicStep part = game.getStep();
        MagicItemOnStack top = part == MagicStep.Resolve ? game.getStack().peek() : null;
        freely(top != null && Seat.accepts(top.getEvent(), top.getChoiceResults()), top == null ? null : top.getController(), game::executePhase);
        note();
        if (game.getPhase() != before) steps++;
        boolean silent = before.getType() == MagicPhaseType.Untap || before.getType() == MagicPhaseType.Cleanup;
        if (silent && part == MagicStep.Begin && game.getStep() == MagicStep.NextPhase) script.passing();
    }

    /** Looks at what has been done since the last time. */
    private void note() {
        List<MagicAction> all = new ArrayList<>(game.getActions());
        for (MagicAction action : all.subList(Math.min(noted, all.size()), all.size())) {
            if (action instanceof EnqueueTriggerAction) {
                triggered.merge(String.valueOf(names.of(((MagicTriggerOnStack) field(action, "trigger")).getSource())), 1, Integer::sum);
            }
            if (action instanceof ShuffleLibraryAction) shuffled((MagicPlayer) field(action, "player"), (MagicCardList) field(action, "oldLibrary"));
        }
        noted = all.size();
    }

    private static Object field(Object owner, String name) {
        try {
            Field field = owner.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("an action of the engine has no " + name, failure);
        }
    }

    /** A library that was shuffled keeps its order, unless it is looked at: then the order is a choice. */
    private void shuffled(MagicPlayer player, MagicCardList before) {
        MagicCardList library = player.getLibrary();
        List<MagicCard> order = new ArrayList<>(before);
        order.retainAll(library);
        boolean alike = before.stream().map(MagicCard::getName).distinct().count() < 2;
        if (order.size() < before.size() && !alike) throw answers.unsupported("choice", "cards out of a library that was just shuffled");
        List<MagicCard> others = new ArrayList<>(library);
        others.removeAll(order);
        if (order.stream().anyMatch(each -> names.id(each) != null) && !alike && looksAt("library")) {
            Collections.reverse(order);
            List<String> top = answers.some(player.getName(), "shuffle", null, order.stream().map(names::of).toList(), order.size(), order.size(), true);
            List<MagicCard> left = new ArrayList<>(order);
            order.clear();
            for (String name : top) {
                MagicCard one = left.stream().filter(each -> name.equals(names.of(each))).findFirst().orElseThrow();
                left.remove(one);
                order.add(0, one);
            }
        }
        library.clear();
        library.addAll(order);
        library.addAll(others);
    }

    /** Whether something is looked at whose path has this key. */
    private boolean looksAt(String key) {
        return !(observed instanceof List<?> paths) || paths.stream().anyMatch(path -> ((List<?>) path).contains(key));
    }
}
