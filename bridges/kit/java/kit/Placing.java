package kit;

import java.util.*;

/** Puts a position of Magic together, for a bridge's run `R`, out of an engine's players `P` and cards `C`. */
public abstract class Placing<R extends MagicRun<P>, P, C> {
    private static final List<String> ZONES = List.of("library", "hand", "graveyard", "outside");

    protected final R run;
    protected final List<Placed<P, C>> permanents = new ArrayList<>();

    /** What is told of a permanent, its controller, its card, and when it got there. */
    public record Placed<P, C>(Facts facts, P controller, C card, int timestamp) {
    }

    protected Placing(R run) {
        this.run = run;
    }

    /** Returns a new card of a name; null if the engine has none. */
    protected abstract C card(String name, Facts facts, P owner);

    /** Puts cards into a zone: the top of the library first, and of the graveyard the oldest. */
    protected abstract void fill(P player, String zone, List<C> cards);

    /** Sets a player's life, counters and the like. */
    protected abstract void tell(P player, Facts told);

    /** Puts a permanent onto the battlefield, in the order of timestamps. */
    protected abstract void put(Placed<P, C> placed);

    /** Attaches a permanent to the object or player that is called so; false if there is none, or none yet. */
    protected abstract boolean attach(Placed<P, C> placed, String to);

    /** Exiles a card, perhaps with a permanent. */
    protected abstract void exile(P owner, Facts facts, C card);

    /** Places everything. */
    protected final void place() {
        List<String> players = run.given.texts("players");
        for (String name : players) {
            P player = run.player(name);
            Facts told = run.given.at(name);
            for (String zone : ZONES) {
                List<Facts> cards = new ArrayList<>(told.list(zone));
                if (zone.equals("graveyard")) Collections.reverse(cards);
                fill(player, zone, cards.stream().map(facts -> card(facts, player)).toList());
            }
            for (Facts facts : told.list("battlefield")) {
                C card = card(facts, facts.has("owner") ? run.player(facts.text("owner")) : player);
                permanents.add(new Placed<>(facts, player, card, facts.number("timestamp", permanents.size())));
            }
            tell(player, told);
        }
        permanents.sort(Comparator.comparingInt(each -> each.timestamp));
        List<Placed<P, C>> apart = new ArrayList<>();
        for (Placed<P, C> each : permanents) {
            put(each);
            if (each.facts.has("attached_to")) apart.add(each);
            // at once: engines date from then what an Aura does, and what is placed next is younger
            apart.removeIf(one -> attach(one, one.facts.text("attached_to")));
        }
        if (!apart.isEmpty()) throw run.answers.unsupported("state", "attached to " + apart.get(0).facts.text("attached_to"));
        for (String name : players) {
            run.given.at(name).list("exile").forEach(facts -> exile(run.player(name), facts, card(facts, run.player(name))));
        }
    }

    private C card(Facts facts, P owner) {
        if (!facts.has("card")) throw run.answers.unsupported("state", "an object without a card");
        C card = card(facts.text("card"), facts, owner);
        if (card == null) throw run.answers.unsupported("card", facts.text("card"));
        return card;
    }

    /** Tells whether a permanent is face down; ends the run where it cannot be turned face up by morph. */
    protected final boolean faceDown(Facts facts, boolean morph) {
        if (facts.is("face_down") && !morph) throw run.answers.unsupported("state", "face_down without morph");
        return facts.is("face_down");
    }

    /** Returns the counters of a permanent; where none are told, those of the loyalty that is printed on it, of which 0 is none. */
    protected static Map<String, Integer> counters(Facts facts, int loyalty) {
        return facts.has("counters") || loyalty == 0 ? facts.numbers("counters") : Map.of("loyalty", loyalty);
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
