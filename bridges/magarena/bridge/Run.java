package bridge;

import static kit.Answers.map;

import java.io.IOException;
import java.util.*;
import java.util.stream.Stream;
import kit.*;
import magic.model.*;
import magic.model.action.*;
import magic.model.choice.MagicPlayChoiceResult;
import magic.model.event.*;
import magic.model.phase.*;
import magic.model.stack.*;

/** Magarena behind the protocol: one request, what its parts share, and the engine's loop from one event to the next. */
public final class Run extends MagicRun<MagicPlayer> {
    /** More events than any case has; there is a loop. */
    private static final int LONG = 2000;
    /** What the engine has no word for, or does not have at all. */
    private static final List<String> UNSEEN = List.of("abilities", "chosen", "mana", "modes", "outside", "phased_out", "protector");
    /** The engine assigns combat damage by itself. */
    private static final List<String> KNOWN = MagicScript.VERBS.stream().filter(each -> !each.equals("assign damage")).toList();

    final Telling telling = new Telling(this);
    final Script script = new Script(this);
    final Ids<MagicCard> ids = new Ids<>();
    /** What a player may do again and again, and was told by an answer how often. */
    final Set<String> repeated = new HashSet<>();
    final MagicGame game;
    private int noted;
    private int events;
    int steps;

    private Run(Request request) {
        super(request);
        if (actions.stream().anyMatch(each -> each.has("assign damage") || each.has("pay") || each.has("divide"))) {
            throw answers.unsupported("action", "assigning damage, dividing or paying with mana that is named");
        }
        Position position = new Position(this);
        game = position.game();
        for (MagicPlayer player : game.getPlayers()) players.put(player.getName(), player);
        position.begin();
        noted = game.getNumActions();
        started = true;
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
            if (!script.priority(event.getPlayer().getName())) execute(MagicPlayChoiceResult.PASS);
        } else {
            execute(event.hasChoice() ? new WholeSeat(this, event).choose() : MagicEvent.NO_CHOICE_RESULTS);
        }
    }

    void execute(Object... results) {
        MagicEvent event = game.getNextEvent();
        boolean pays = event.isCost() || Seat.accepts(event, results);
        watched(pays ? event.getPlayer() : null, () -> game.executeNextEvent(results));
    }

    private void phase() {
        MagicPhase before = game.getPhase();
        MagicStep part = game.getStep();
        MagicItemOnStack top = part == MagicStep.Resolve ? game.getStack().peek() : null;
        boolean pays = top != null && Seat.accepts(top.getEvent(), top.getChoiceResults());
        watched(pays ? top.getController() : null, game::executePhase);
        if (game.getPhase() != before) steps++;
        boolean silent = before.getType() == MagicPhaseType.Untap || before.getType() == MagicPhaseType.Cleanup;
        if (silent && part == MagicStep.Begin && game.getStep() == MagicStep.NextPhase) script.passing();
    }

    /** Does something and sees what has been done; the engine may look once more whether a player can pay, if one does. */
    private void watched(MagicPlayer payer, Runnable task) {
        Purse.rich(payer, () -> {
            task.run();
            return null;
        });
        List<MagicAction> all = List.copyOf(game.getActions());
        for (MagicAction action : all.subList(Math.min(noted, all.size()), all.size())) {
            if (action instanceof EnqueueTriggerAction) {
                MagicTriggerOnStack trigger = get(EnqueueTriggerAction.class, "trigger", action);
                ids.triggered(card(trigger.getSource()));
            }
            if (action instanceof ShuffleLibraryAction) {
                shuffled(get(ShuffleLibraryAction.class, "player", action), get(ShuffleLibraryAction.class, "oldLibrary", action));
            }
        }
        noted = all.size();
    }

    /** A library that was shuffled keeps its order, unless it is looked at: then the order is a choice. */
    private void shuffled(MagicPlayer player, MagicCardList before) {
        MagicCardList library = player.getLibrary();
        List<MagicCard> others = new ArrayList<>(library);
        others.removeAll(before);
        boolean alike = before.stream().map(MagicCard::getName).distinct().count() < 2;
        if (!alike && !library.containsAll(before)) throw answers.unsupported("choice", "cards out of a library that was just shuffled");
        before.retainAll(library);
        Collections.reverse(before);
        List<MagicCard> order = new ArrayList<>(new Asking(this, player.getName()).shuffled(before, each -> ids.id(each) != null));
        Collections.reverse(order);
        library.clear();
        Stream.of(order, others).forEach(library::addAll);
    }

    // --- names: a card is the same in each zone ----------------------------------------------------------------------

    @Override
    public String name(Object object) {
        if (object instanceof MagicPlayer player) return player.getName();
        if (object instanceof MagicItemOnStack item) return name(item.getSource());
        MagicCard card = card(object);
        if (card == null) return null;
        if (card.isToken()) tokens();
        String id = ids.id(card);
        return id != null ? id : object instanceof MagicPermanent permanent ? permanent.getName() : card.getName();
    }

    /** The card that an object is, or null. */
    static MagicCard card(Object object) {
        return object instanceof MagicPermanent permanent ? permanent.getCard() : object instanceof MagicCard card ? card : null;
    }

    List<MagicPermanent> permanents() {
        return players.values().stream().flatMap(each -> each.getPermanents().stream())
                .sorted(Comparator.comparingLong(MagicPermanent::getId)).toList();
    }

    @Override
    protected void tokens() {
        permanents().stream().filter(MagicPermanent::isToken).forEach(each -> ids.token(each.getCard(), each.getName()));
    }

    /** The permanent or the card of a name; of several of one name, one of this player's. Null if there is none. */
    MagicObject find(String name, MagicPlayer player) {
        if (name == null) return null;
        MagicCard meant = ids.key(name);
        Stream<Collection<? extends MagicObject>> zones = Stream.of(player, player.getOpponent()).flatMap(each -> Stream.of(
                each.getPermanents(), each.getHand(), each.getGraveyard(), each.getExile(), each.getLibrary()));
        return zones.flatMap(Collection::stream).filter(each -> meant != null ? card(each) == meant : ids.id(card(each)) == null
                && List.of(name(each), card(each).getName()).contains(name)).findFirst().map(MagicObject.class::cast).orElse(meant);
    }

    /** The permanent of a name, one of this player's if there are several; null if there is none. */
    MagicPermanent permanent(String name, MagicPlayer player) {
        return find(name, player) instanceof MagicPermanent permanent ? permanent : null;
    }
}
