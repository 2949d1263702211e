package bridge;

import static kit.Answers.map;

import java.io.IOException;
import java.util.*;
import java.util.stream.Stream;
import kit.MagicRun;
import kit.MagicScript;
import magic.model.*;
import magic.model.action.EnqueueTriggerAction;
import magic.model.action.MagicAction;
import magic.model.action.ShuffleLibraryAction;
import magic.model.choice.MagicPlayChoiceResult;
import magic.model.event.MagicEvent;
import magic.model.event.MagicPriorityEvent;
import magic.model.phase.*;
import magic.model.stack.MagicItemOnStack;
import magic.model.stack.MagicTriggerOnStack;

/** Magarena behind the protocol: one request, what its parts share, and the engine's loop from one event to the next. */
public final class Run extends MagicRun {
    /** More events than any case has; there is a loop. */
    private static final int LONG = 2000;
    /** What the engine has no word for, or does not have at all. */
    private static final List<String> UNSEEN = List.of("abilities", "chosen", "mana", "modes", "outside", "phased_out", "protector");
    /** The engine assigns combat damage by itself. */
    private static final List<String> KNOWN = MagicScript.VERBS.stream().filter(each -> !each.equals("assign damage")).toList();

    final Names names = new Names(this);
    final Words words = new Words(this);
    final Telling telling = new Telling(this);
    final Script script = new Script(this);
    final Seat seat = new Seat(this);
    final Map<String, MagicPlayer> players = new LinkedHashMap<>();
    /** How often abilities of an object have triggered. */
    final Map<String, Integer> triggered = new HashMap<>();
    final MagicGame game;
    private int noted;
    private int events;
    int steps;

    private Run(Request request) {
        super(request);
        if (actions.stream().anyMatch(each -> !Collections.disjoint(each.keys(), List.of("assign damage", "pay", "divide")))) {
            throw answers.unsupported("action", "assigning damage, dividing or paying with mana that is named");
        }
        Position position = new Position(this);
        game = position.game();
        for (MagicPlayer player : game.getPlayers()) players.put(player.getName(), player);
        position.begin();
        noted = game.getNumActions();
    }

    /**
     * All cards are read at the start: the engine numbers them as they are read, and goes through permanents by these numbers.
     * Argument: the engine's version for reports; words of the card data and the scripts' place stand in the working
     * directory.
     */
    public static void main(String[] arguments) throws IOException {
        CardFinder.install();
        serve("Magarena", arguments[0], "https://github.com/magarena/magarena", Position.UNSET,
                data -> map("actions", KNOWN, "unseen", UNSEEN, "cards", data.table().keys().stream()
                        .filter(name -> CardFinder.card(name) != null).sorted().toList()),
                request -> new Run(request).play());
    }

    @Override public String name(Object object) { return names.of(object); }

    private void play() {
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
            names.tokens();
            if (!script.priority(event.getPlayer().getName())) execute(MagicPlayChoiceResult.PASS);
        } else {
            execute(event.hasChoice() ? seat.choose(event) : MagicEvent.NO_CHOICE_RESULTS);
        }
    }

    void execute(Object... results) {
        MagicEvent event = game.getNextEvent();
        freely(event.isCost() || Seat.accepts(event, results), event.getPlayer(), () -> game.executeNextEvent(results));
    }

    private void phase() {
        MagicPhase before = game.getPhase();
        MagicStep part = game.getStep();
        MagicItemOnStack top = part == MagicStep.Resolve ? game.getStack().peek() : null;
        boolean pays = top != null && Seat.accepts(top.getEvent(), top.getChoiceResults());
        freely(pays, pays ? top.getController() : null, game::executePhase);
        if (game.getPhase() != before) steps++;
        boolean silent = before.getType() == MagicPhaseType.Untap || before.getType() == MagicPhaseType.Cleanup;
        if (silent && part == MagicStep.Begin && game.getStep() == MagicStep.NextPhase) script.passing();
    }

    /** Does something in which the engine may look once more whether a cost can be paid, and sees what has been done. */
    private void freely(boolean pays, MagicPlayer player, Runnable task) {
        if (pays) {
            Purse.rich(player, () -> {
                task.run();
                return null;
            });
        } else {
            task.run();
        }
        List<MagicAction> all = List.copyOf(game.getActions());
        for (MagicAction action : all.subList(Math.min(noted, all.size()), all.size())) {
            if (action instanceof EnqueueTriggerAction) {
                MagicTriggerOnStack trigger = (MagicTriggerOnStack) get(EnqueueTriggerAction.class, "trigger", action);
                triggered.merge(String.valueOf(names.of(trigger.getSource())), 1, Integer::sum);
            }
            if (action instanceof ShuffleLibraryAction) {
                shuffled((MagicPlayer) get(ShuffleLibraryAction.class, "player", action),
                        (MagicCardList) get(ShuffleLibraryAction.class, "oldLibrary", action));
            }
        }
        noted = all.size();
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
        if (order.stream().anyMatch(each -> names.ids.id(each) != null) && !alike && looksAt("library", true)) {
            Collections.reverse(order);
            order = new ArrayList<>(names.asking(player).order("shuffle", null, order));
            Collections.reverse(order);
        }
        library.clear();
        Stream.of(order, others).forEach(library::addAll);
    }
}
