package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.*;
import magic.exception.UndoClickedException;
import magic.model.*;
import magic.model.choice.*;
import magic.model.event.*;
import magic.model.stack.MagicItemOnStack;
import magic.model.target.*;

/** The player whom an event asks, as the engine's window would have them: what it lets them click on are a question's options. */
@Unasked.Rest(told = {"clearCardsToChoose", "clearValidChoices", "focusViewers", "setSourceCardDefinition", "showCardsToChoose",
    "showMessage", "updateGameView"})
abstract class Seat implements IUIGameController {
    /** What is asked for, where what the engine says of a choice has the beginning of such a word; the first counts. */
    private static final List<String> KINDS = List.of("sacrifice", "discard", "exile", "return", "copy");

    private final Run run;
    private final MagicEvent event;
    private final MagicChoice choice;
    final Asking asking;
    private List<Object> valid = List.of();
    /** Whether nothing can be chosen, too. */
    private boolean open;
    private Object clicked;
    /** The attackers, or blockers and what they block, that are still to be clicked on; null in any other choice. */
    private Deque<String> combat;
    /** Whether it is chosen what to become a copy of, and nothing was: the engine has been told yes by then. */
    private boolean copying;
    private boolean declined;

    Seat(Run run, MagicEvent event) {
        this.run = run;
        this.event = event;
        choice = event.getChoice();
        asking = new Asking(run, event.getPlayer().getName());
    }

    // --- an event with a choice --------------------------------------------------------------------------------------

    /** Returns what is chosen, as the engine wants it. */
    Object[] choose() {
        if (choice instanceof MagicRandomCardChoice) throw asking.lacks("cards at random");
        if (choice instanceof MagicCoinFlipChoice) throw asking.lacks("coins");
        if (choice instanceof MagicDeclareAttackersChoice) combat = run.script.attackers(event.getPlayer());
        if (choice instanceof MagicDeclareBlockersChoice) combat = run.script.blockers(event.getPlayer());
        boolean pays = event.isCost() || choice.getManaChoiceResultIndex() >= 0 || choice instanceof MagicOrChoice
                || choice instanceof MagicMayChoice;
        Object[] results = pays ? Purse.rich(event.getPlayer(), this::results) : results();
        // The engine does not ask where a player is the only possible target.
        if (aims()) Stream.of(results).filter(each -> each instanceof MagicPlayer && each != clicked).forEach(each -> aimed(List.of(each)));
        if (!declined) return results;
        Object[] none = new Object[results.length];
        none[0] = MagicRun.get(MagicChoice.class, "NO_CHOICE", null);
        return none;
    }

    private Object[] results() {
        try {
            return choice.getPlayerChoiceResults(this, run.game, event);
        } catch (UndoClickedException never) {
            throw new IllegalStateException(never);
        }
    }

    /** Whether a player has chosen to do what may be done, perhaps at a cost. */
    static boolean accepts(MagicEvent event, Object[] results) {
        return event.getChoice() instanceof MagicMayChoice && results.length > 0 && MagicChoice.isYesChoice(results[0]);
    }

    /** Whether targets are being chosen. */
    private boolean targets() {
        boolean targeted = choice.getTargetChoice().isTargeted() || choice instanceof MagicOrChoice;
        return targeted && event instanceof MagicStackGetChoicesEvent;
    }

    /** Whether what is chosen are the targets that an action names. */
    private boolean aims() {
        return targets() && run.announced.action.has("targets");
    }

    private Object aimed(List<Object> options) {
        List<Object> aimed = asking.told(true, options, 1, 1);
        if (aimed.isEmpty()) throw run.script.refused(run.announced.why, false);
        return aimed.get(0);
    }

    private String about() {
        return run.name(event.getSource());
    }

    /** What the engine says of the choice; of one for something on the stack, what that says. */
    private String said() {
        String said = run.game.getStack().stream().map(MagicItemOnStack::getEvent).filter(each -> event instanceof MagicStackGetChoicesEvent
                && each.getChoice() == choice).map(MagicEvent::getDescription).findFirst().orElse(event.getDescription());
        return (said + " " + choice.getDescription()).toLowerCase(Locale.ROOT);
    }

    // --- objects -----------------------------------------------------------------------------------------------------

    public void setValidChoices(Set<?> choices) { valid = List.copyOf(choices); }

    @Override
    public void waitForInput() {
        boolean mana = valid.stream().anyMatch(Purse::gives) && valid.stream().allMatch(each -> ((MagicPermanent) each).producesMana());
        if (combat != null) {
            clicked = combat.isEmpty() ? null : asking.named(valid, List.of(combat.poll())).get(0);
        } else if (mana) {
            clicked = valid.stream().filter(Purse::gives).min(Comparator.comparing(each -> ((MagicPermanent) each).getId())).orElseThrow();
        } else {
            clicked = pick(options());
        }
    }

    private List<Object> options() {
        return valid.stream().filter(each -> each != MagicTargetNone.getInstance() && !Purse.gives(each))
                .sorted(Comparator.comparing(each -> String.valueOf(run.name(each)))).toList();
    }

    private Object pick(List<Object> options) {
        if (options.isEmpty() && !open) throw run.script.refused("the engine has nothing to choose from", false);
        if (aims()) return aimed(options);
        if (event.isCost() && run.announced.action.has("costs")) {
            if (run.announced.costs.isEmpty()) throw run.script.refused("what is named for the costs is not enough", false);
            List<Object> paid = asking.told(false, options, 1, 1);
            if (!paid.isEmpty()) return paid.get(0);
        }
        Object chosen = asking.one(kind(options), about(), options, open || copying);
        declined = copying && chosen == null;
        return declined ? options.get(0) : chosen; // where the engine wants something by now, anything will do
    }

    private String kind(List<Object> options) {
        MagicTargetChoice target = choice.getTargetChoice();
        if (targets()) return "target";
        if (copying) return "copy";
        if (event instanceof MagicUniquenessEvent) return "legend";
        if (target.isValid() && target.getTargetFilter().acceptType(MagicTargetType.Library)) return "search";
        if (options.stream().allMatch(each -> each instanceof MagicPlayer)) return "player";
        String said = said();
        return KINDS.stream().filter(kind -> said.contains(kind.substring(0, kind.length() - 1))).findFirst().orElse("object");
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T getChoiceClicked() {
        return (T) clicked;
    }

    @Override public boolean isActionClicked() { return clicked == null; }
    @Override public void enableForwardButton() { open = true; }
    public void disableActionButton() { open = false; }

    // --- yes or no ---------------------------------------------------------------------------------------------------

    public boolean getMayChoice(String description) {
        String said = (said() + " " + description).toLowerCase(Locale.ROOT);
        MagicTargetChoice target = choice.getTargetChoice();
        boolean picks = target.isValid() && !target.isTargeted();
        if (event.isCost() && run.announced != Announced.NONE) return run.announced.with(said);
        if (choice instanceof MagicScryChoice) { // whether the top card goes to the bottom
            return !asking.some("library", about(), List.of(event.getPlayer().getLibrary().getCardAtTop()), 0, 1).isEmpty();
        }
        copying = picks && said.contains("copy");
        if (copying) return true; // asked once, with what to become a copy of
        boolean pays = choice.getManaChoiceResultIndex() >= 0 || said.matches("(?s).*\\bpays? .*");
        return picks ? again(said, pays) : asking.decide(about(), pays);
    }

    /** Whether to do something to an object, which the engine may ask again where the rules have any number chosen at once. */
    private boolean again(String said, boolean pays) {
        List<String> meant = run.answers.waiting(event.getPlayer().getName(), Asking.PICKS, about());
        Set<String> every = new HashSet<>(Asking.PICKS);
        every.addAll(List.of("may", "pay"));
        List<String> first = run.answers.waiting(event.getPlayer().getName(), every, about());
        if (first == null && run.repeated.contains(about() + said)) return false; // no more
        if (meant == null || !meant.equals(first)) return asking.decide(about(), pays);
        run.repeated.add(about() + said);
        if (!meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE))) return true;
        valid = List.copyOf(run.game.getLegalTargets(event.getPlayer(), event.getSource(), choice.getTargetChoice(), MagicTargetHint.None));
        return !asking.some(kind(options()), about(), options(), 0, valid.size()).isEmpty(); // takes the answer
    }

    // --- words and numbers -------------------------------------------------------------------------------------------

    public MagicColor getColorChoice() {
        return asking.byWord("color", about(), List.of(MagicColor.values()), Telling::letter);
    }

    @Override
    public int getModeChoice(MagicSource source, List<Integer> availableModes) {
        String card = Run.card(source) == null ? source.getName() : Run.card(source).getName();
        int count = MagicRun.<MagicChoice[]>get(MagicOrChoice.class, "choices", choice).length;
        int mode = asking.mode(card, about(), count, availableModes.stream().map(each -> each - 1).toList(), false);
        if (mode < 0) throw run.script.refused("no such mode", false);
        return mode + 1;
    }

    public int getPayManaCostXChoice(int maximumX) {
        int x = run.announced.x().orElseGet(() -> asking.number("number", about(), 1, maximumX));
        if (x > maximumX) throw run.answers.unsupported("action", "so large an X");
        return x;
    }
}
