package bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.Announced;
import kit.Facts;
import kit.MagicScript;
import magic.model.MagicPermanent;
import magic.model.MagicPlayer;
import magic.model.MagicSource;
import magic.model.action.LoseGameAction;
import magic.model.choice.Offers;
import magic.model.event.MagicSourceActivation;
import magic.model.phase.MagicCombatDamagePhase;
import magic.model.phase.MagicPhaseType;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript {
    /** The engine assigns combat damage by itself. */
    static final List<String> KNOWN = VERBS.stream().filter(each -> !each.equals("assign damage")).toList();
    private static final Map<MagicPhaseType, String> WORDS = Map.ofEntries(Map.entry(MagicPhaseType.Untap, "untap"),
            Map.entry(MagicPhaseType.Upkeep, "upkeep"), Map.entry(MagicPhaseType.Draw, "draw"),
            Map.entry(MagicPhaseType.FirstMain, "precombat main"), Map.entry(MagicPhaseType.BeginOfCombat, "beginning of combat"),
            Map.entry(MagicPhaseType.DeclareAttackers, "declare attackers"), Map.entry(MagicPhaseType.DeclareBlockers, "declare blockers"),
            Map.entry(MagicPhaseType.EndOfCombat, "end of combat"), Map.entry(MagicPhaseType.SecondMain, "postcombat main"),
            Map.entry(MagicPhaseType.EndOfTurn, "end step"), Map.entry(MagicPhaseType.Cleanup, "cleanup"));

    private final Run run;
    private final Moves moves;
    /** The spell or ability that is being announced, or null. */
    Announced announced;

    Script(Run run, List<Facts> actions) {
        super(run.answers, actions);
        this.run = run;
        moves = new Moves(run);
    }

    /** The step that the game is in, by its word. */
    String word() {
        if (run.game.getPhase() == MagicCombatDamagePhase.First) return "first-strike damage";
        return WORDS.getOrDefault(run.game.getPhase().getType(), "combat damage");
    }

    @Override
    protected Map<String, Object> state() {
        return new Telling(run).state();
    }

    @Override
    protected int turn() {
        return run.game.getTurn();
    }

    @Override
    protected int stepsSoFar() {
        return run.steps;
    }

    @Override
    protected boolean isIn(String step, String player) {
        return word().equals(step) && (player == null || player.equals(run.game.getTurnPlayer().getName()));
    }

    @Override
    protected List<?> stack() {
        return List.copyOf(run.game.getStack());
    }

    private Object found(Facts action) {
        MagicPlayer player = run.players.get(action.text("player"));
        return run.names.find(object(action), player == null ? run.game.getTurnPlayer() : player);
    }

    @Override
    protected String actor(Facts action) {
        Object object = found(action);
        MagicPlayer holder = object instanceof MagicSource source ? source.getController() : null;
        String name = action.text("player", action.text("concede", holder == null ? null : holder.getName()));
        return run.players.containsKey(name) ? name : null;
    }

    @Override
    protected void perform(Facts action) {
        MagicPlayer player = run.players.get(actor(action));
        if (action.has("concede")) {
            run.game.setConceded(true);
            run.game.doAction(new LoseGameAction(player, " concedes."));
            return;
        }
        if (action.has("pay")) throw run.answers.unsupported("action", "paying with mana that is named");
        if (action.has("divide")) throw run.answers.unsupported("action", "dividing");
        Object object = found(action);
        MagicSourceActivation<?> meant = moves.meant(action, player, object);
        if (meant == null) throw refused("the engine does not allow it now", true);
        Announced all = new Announced(action, Names.card(object).getName(), run.words.data);
        if (action.texts("with").contains(moves.word(meant))) all.with(moves.word(meant));
        announced = action.has("cast") || action.has("activate") ? all : null; // what is asked otherwise is no part of paying
        run.execute(new Object[] {Offers.play(meant)});
        while (run.game.hasNextEvent() && !run.game.isFinished()) run.step();
        announced = null;
        if (!all.modes.isEmpty()) throw refused("more modes than there can be", false);
        if (all.unused() != null && !action.has("play")) throw refused(all.unused(), false);
    }

    /** Attackers or blockers have been declared, as the script says. */
    void fought(String verb) {
        if (declared(verb) != null) done();
    }

    /** Whom to declare as attackers. */
    List<String> attackers() {
        if (declared("attack") == null) return List.of();
        Facts attacks = declared("attack").at("attack");
        if (!attacks.keys().stream().map(attacks::text).allMatch(run.players::containsKey)) {
            throw run.answers.unsupported("action", "attacking something else than a player");
        }
        return List.copyOf(attacks.keys());
    }

    /** Whether the script has a player declare blockers. */
    boolean blocks(MagicPlayer player) {
        return declared("block") != null && declared("block").at("block").keys().stream()
                .allMatch(name -> run.names.find(name, player) instanceof MagicPermanent blocker && blocker.getController() == player);
    }

    /** Whom to declare as blockers, each with the attacker that it blocks. */
    List<String> blockers(MagicPlayer player) {
        if (declared("block") == null) return List.of();
        Facts blocks = declared("block").at("block");
        List<String> names = new ArrayList<>();
        for (String name : blocks.keys()) {
            if (!(run.names.find(name, player) instanceof MagicPermanent blocker) || blocker.getController() != player) {
                throw refused(name + " cannot block", false);
            }
            if (blocks.texts(name).size() != 1) throw run.answers.unsupported("action", "blocking several");
            names.add(name);
            names.addAll(blocks.texts(name));
        }
        return names;
    }
}
