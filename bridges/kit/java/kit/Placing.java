package kit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Puts a position of Magic together, for a bridge's run `R`, out of an engine's players `P` and cards `C`. */
public abstract class Placing<R extends MagicRun, P, C> {
    private static final List<String> ZONES = List.of("library", "hand", "graveyard", "outside");

    protected final R run;
    protected final List<Placed> permanents = new ArrayList<>();

    /** What is told of a permanent, its controller, and its card. */
    public final class Placed {
        public final Facts facts;
        public final P controller;
        public final C card;
        private final int timestamp;

        Placed(Facts facts, P controller, C card) {
            this.facts = facts;
            this.controller = controller;
            this.card = card;
            timestamp = facts.number("timestamp", permanents.size());
        }
    }

    protected Placing(R run) {
        this.run = run;
    }

    /** Returns a player by name. */
    protected abstract P player(String name);

    /** Returns a new card of a name; null if the engine has none. */
    protected abstract C card(String name, Facts facts, P owner);

    /** Puts cards into a zone: the top of the library first, and of the graveyard the oldest. */
    protected abstract void fill(P player, String zone, List<C> cards);

    /** Sets a player's life, counters and the like. */
    protected abstract void tell(P player, Facts told);

    /** Puts a permanent onto the battlefield, in the order of timestamps. */
    protected abstract void put(Placed placed);

    /** Attaches a permanent to the object or player that is called so, and the like, when all are there. */
    protected abstract void relate(Placed placed);

    /** Exiles a card, perhaps with a permanent. */
    protected abstract void exile(P owner, Facts facts, C card);

    /** Places everything. */
    protected final void place() {
        List<String> players = run.given.texts("players");
        for (String name : players) {
            P player = player(name);
            Facts told = run.given.at(name);
            for (String zone : ZONES) {
                List<Facts> cards = new ArrayList<>(told.list(zone));
                if (zone.equals("graveyard")) Collections.reverse(cards);
                fill(player, zone, cards.stream().map(facts -> card(facts, player)).toList());
            }
            for (Facts facts : told.list("battlefield")) {
                permanents.add(new Placed(facts, player, card(facts, facts.has("owner") ? player(facts.text("owner")) : player)));
            }
            tell(player, told);
        }
        permanents.sort(Comparator.comparingInt(each -> each.timestamp));
        permanents.forEach(this::put);
        permanents.forEach(this::relate);
        for (String name : players) {
            run.given.at(name).list("exile").forEach(facts -> exile(player(name), facts, card(facts, player(name))));
        }
    }

    private C card(Facts facts, P owner) {
        if (!facts.has("card")) throw run.answers.unsupported("state", "an object without a card");
        C card = card(facts.text("card"), facts, owner);
        if (card == null) throw run.answers.unsupported("card", facts.text("card"));
        return card;
    }

    /** Returns the step that the position is in; ends the run in the middle of combat, and where nobody gets priority. */
    protected final String step() {
        String step = run.given.text("step", "precombat main");
        List<String> steps = MagicScript.STEPS;
        int place = steps.indexOf(step);
        boolean fights = place > steps.indexOf("beginning of combat") && place < steps.indexOf("end of combat");
        if (fights || step.equals("untap") || step.equals("cleanup")) throw run.answers.unsupported("state", "step " + step);
        return step;
    }
}
