package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Announced;
import kit.Answers;
import kit.Asking;
import magic.exception.UndoClickedException;
import magic.model.*;
import magic.model.choice.*;
import magic.model.event.*;
import magic.model.stack.MagicItemOnStack;
import magic.model.target.*;

/** Both players, as the engine's window would have them: what it lets them click on are the options of a question. */
final class Seat implements IUIGameController {
    /** What is asked for, where what the engine says of a choice has the beginning of such a word; the first counts. */
    private static final Map<String, String> KINDS = new LinkedHashMap<>();
    /** The kinds of answers that tell what is done to an object. */
    private static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "search", "target");

    static {
        List.of("sacrifice", "discard", "exile", "return", "copy").forEach(word -> KINDS.put(word.substring(0, word.length() - 1), word));
    }

    private final Run run;
    private MagicEvent event;
    private Asking asking;
    private List<Object> valid = List.of();
    /** Whether nothing can be chosen, too. */
    private boolean open;
    private Object clicked;
    /** The attackers, or blockers and what they block, that are still to be clicked on. */
    private Deque<String> combat = new ArrayDeque<>();
    /** Whether it is chosen what to become a copy of, and nothing was: the engine has been told yes by then. */
    private boolean copying;
    private boolean declined;
    /** What a player may do again and again, and was told by an answer how often. */
    private final Set<String> repeated = new HashSet<>();

    Seat(Run run) {
        this.run = run;
    }

    // --- an event with a choice ---------------------------------------------------------------------------------------

    /** Returns what is chosen for an event, as the engine wants it. */
    Object[] choose(MagicEvent asked) {
        event = asked;
        asking = run.names.asking(event.getPlayer());
        open = false;
        copying = false;
        declined = false;
        clicked = null;
        MagicChoice choice = event.getChoice();
        if (choice instanceof MagicRandomCardChoice) throw run.answers.unsupported("choice", "cards at random");
        if (choice instanceof MagicCoinFlipChoice) throw run.answers.unsupported("choice", "coins");
        if (choice instanceof MagicDeclareAttackersChoice) combat = run.script.attackers(event.getPlayer());
        if (choice instanceof MagicDeclareBlockersChoice) combat = run.script.blockers(event.getPlayer());
        boolean pays = event.isCost() || choice.getManaChoiceResultIndex() >= 0 || choice instanceof MagicOrChoice
                || choice instanceof MagicMayChoice;
        Object[] results = pays ? Purse.rich(event.getPlayer(), () -> results(choice)) : results(choice);
        if (aims()) Stream.of(results).filter(each -> each instanceof MagicPlayer && each != clicked).forEach(this::aimed);
        if (!declined) return results;
        Object[] none = new Object[results.length];
        none[0] = Offers.NO;
        return none;
    }

    private Object[] results(MagicChoice choice) {
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
        boolean targeted = event.getChoice().getTargetChoice().isTargeted() || event.getChoice() instanceof MagicOrChoice;
        return targeted && event instanceof MagicStackGetChoicesEvent;
    }

    /** Whether what is chosen are the targets that an action names. */
    private boolean aims() {
        return targets() && run.announced != Announced.NONE && run.announced.action.has("targets");
    }

    /** The engine does not ask where a player is the only possible target. */
    private void aimed(Object target) {
        if (run.announced.aimed(List.of(run.names.of(target)), 1, 1).isEmpty()) {
            throw run.script.refused(run.announced.why, false);
        }
    }

    private String about() {
        return run.names.of(event.getSource());
    }

    /** What the engine says of the choice; of one for something on the stack, what that says. */
    private String said() {
        String said = run.game.getStack().stream().map(MagicItemOnStack::getEvent).filter(each -> event instanceof MagicStackGetChoicesEvent
                && each.getChoice() == event.getChoice()).map(MagicEvent::getDescription).findFirst().orElse(event.getDescription());
        return (said + " " + event.getChoice().getDescription()).toLowerCase(Locale.ROOT);
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override public void setValidChoices(Set<?> choices, boolean fighting) { valid = List.copyOf(choices); }

    @Override
    public void waitForInput() {
        boolean mana = valid.stream().anyMatch(Purse::gives) && valid.stream().allMatch(each -> ((MagicPermanent) each).producesMana());
        if (event.getChoice() instanceof MagicDeclareAttackersChoice || event.getChoice() instanceof MagicDeclareBlockersChoice) {
            clicked = combat.isEmpty() ? null : asking.named(valid, List.of(combat.poll())).get(0);
        } else if (mana) {
            clicked = valid.stream().filter(Purse::gives).min(Comparator.comparing(each -> ((MagicPermanent) each).getId())).orElseThrow();
        } else {
            clicked = pick(options());
        }
    }

    private List<Object> options() {
        return valid.stream().filter(each -> each != MagicTargetNone.getInstance() && !Purse.gives(each))
                .sorted(Comparator.comparing(each -> String.valueOf(run.names.of(each)))).toList();
    }

    private Object pick(List<Object> options) {
        if (options.isEmpty() && !open) throw run.script.refused("the engine has nothing to choose from", false);
        List<String> words = options.stream().map(run.names::of).toList();
        Announced announced = run.announced;
        if (aims()) {
            List<String> aimed = announced.aimed(words, 1, 1);
            if (aimed.isEmpty()) throw run.script.refused(announced.why, false);
            return asking.named(options, aimed).get(0);
        }
        if (announced != Announced.NONE && event.isCost()) {
            List<String> paid = announced.paid(words, 1, 1);
            if (!paid.isEmpty()) return asking.named(options, paid).get(0);
            boolean all = announced.action.has("costs") && announced.costs.isEmpty();
            if (all) throw run.script.refused("what is named for the costs is not enough", false);
        }
        Object chosen = asking.one(kind(options), about(), options, open || copying);
        declined = copying && chosen == null;
        return declined ? options.get(0) : chosen; // where the engine wants something by now, anything will do
    }

    private String kind(List<Object> options) {
        MagicTargetChoice choice = event.getChoice().getTargetChoice();
        if (targets()) return "target";
        if (copying) return "copy";
        if (event instanceof MagicUniquenessEvent) return "legend";
        if (choice.isValid() && choice.getTargetFilter().acceptType(MagicTargetType.Library)) return "search";
        if (options.stream().allMatch(each -> each instanceof MagicPlayer)) return "player";
        return KINDS.keySet().stream().filter(said()::contains).map(KINDS::get).findFirst().orElse("object");
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T getChoiceClicked() {
        return (T) clicked;
    }

    @Override public boolean isActionClicked() { return clicked == null; }
    @Override public void enableForwardButton() { open = true; }
    @Override public void disableActionButton(boolean thinking) { open = false; }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean getMayChoice(MagicSource source, String description) {
        String said = (said() + " " + description).toLowerCase(Locale.ROOT);
        MagicTargetChoice choice = event.getChoice().getTargetChoice();
        if (event.isCost() && run.announced != Announced.NONE) return run.announced.with(said);
        if (event.getChoice() instanceof MagicScryChoice) { // whether the top card goes to the bottom
            return !asking.some("library", about(), List.of(event.getPlayer().getLibrary().getCardAtTop()), 0, 1).isEmpty();
        }
        copying = choice.isValid() && !choice.isTargeted() && said.contains("copy");
        if (copying) return true; // asked once, with what to become a copy of
        boolean pays = event.getChoice().getManaChoiceResultIndex() >= 0 || said.matches("(?s).*\\bpays? .*");
        return choice.isValid() && !choice.isTargeted() ? again(said, pays) : asking.decide(about(), pays);
    }

    /** Whether to do something to an object, which the engine may ask again where the rules have any number chosen at once. */
    private boolean again(String said, boolean pays) {
        List<String> meant = run.answers.waiting(event.getPlayer().getName(), PICKS, about());
        Set<String> every = new HashSet<>(PICKS);
        every.addAll(List.of("may", "pay"));
        List<String> first = run.answers.waiting(event.getPlayer().getName(), every, about());
        if (first == null && repeated.contains(about() + said)) return false; // no more
        if (meant == null || !meant.equals(first)) return asking.decide(about(), pays);
        repeated.add(about() + said);
        if (!meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE))) return true;
        setValidChoices(Set.copyOf(run.game.getLegalTargets(event.getPlayer(), event.getSource(), event.getChoice().getTargetChoice(),
                MagicTargetHint.None)), false);
        return !asking.some(kind(options()), about(), options(), 0, valid.size()).isEmpty(); // takes the answer
    }

    @Override public boolean getTakeMulliganChoice(MagicSource source, MagicPlayer player) { return false; }

    // --- words and numbers --------------------------------------------------------------------------------------------

    @Override
    public MagicColor getColorChoice(MagicSource source) {
        List<String> letters = Stream.of(MagicColor.values()).map(Telling::letter).toList();
        return MagicColor.values()[letters.indexOf(asking.word("color", about(), letters))];
    }

    @Override
    public MagicSubType getLandSubTypeChoice(MagicSource source) {
        List<MagicSubType> types = List.copyOf(MagicSubType.ALL_BASIC_LANDS);
        List<String> words = types.stream().map(MagicSubType::toString).toList();
        return types.get(words.indexOf(asking.word("type", about(), words)));
    }

    @Override
    public int getModeChoice(MagicSource source, List<Integer> availableModes) {
        String card = Names.card(source) == null ? source.getName() : Names.card(source).getName();
        List<String> words = run.data.modes(card, Offers.modes((MagicOrChoice) event.getChoice()));
        if (words.isEmpty()) throw run.answers.unsupported("choice", "modes without words");
        Announced announced = run.announced;
        List<String> options = availableModes.stream().map(each -> words.get(each - 1)).toList();
        String mode = announced != Announced.NONE && !announced.modes.isEmpty() ? announced.modes.poll() : asking.word("mode", about(), options);
        if (!options.contains(mode)) throw run.script.refused("no mode " + mode, false);
        return words.indexOf(mode) + 1;
    }

    @Override
    public int getPayManaCostXChoice(MagicSource source, int maximumX) {
        Announced announced = run.announced;
        if (announced == Announced.NONE || !announced.action.has("x")) return asking.number("number", about(), 1, maximumX);
        int x = announced.action.number("x", 0);
        if (x > maximumX) throw run.answers.unsupported("action", "so large an X");
        return x;
    }

    @Override
    public int getMultiKickerCountChoice(MagicSource source, MagicManaCost cost, int maximumCount, String name) {
        int count = 0;
        while (count < maximumCount && run.announced != Announced.NONE && run.announced.with(name)) count++;
        return count;
    }

    @Override
    public int getSingleKickerCountChoice(MagicSource source, MagicManaCost cost, String name) {
        return getMultiKickerCountChoice(source, cost, 1, name);
    }

    @Override
    public boolean getPayBuyBackCostChoice(MagicSource source, String costText) {
        return run.announced != Announced.NONE && run.announced.with("buyback");
    }

    @Override
    public MagicPlayChoiceResult getPlayChoice(MagicSource source, List<MagicPlayChoiceResult> results) {
        throw new IllegalStateException("what is played is not asked here");
    }

    // --- nothing of the game itself -----------------------------------------------------------------------------------

    @Override public void haltGame() { }
    @Override public void runGame() { }
    @Override public void clearCardsToChoose() { }
    @Override public void clearValidChoices() { }
    @Override public void focusViewers(int handGraveyard) { }
    @Override public void pause(int time) { }
    @Override public void setSourceCardDefinition(MagicSource source) { }
    @Override public void showCardsToChoose(MagicCardList cards) { }
    @Override public void showMessage(MagicSource source, String message) { }
    @Override public void updateGameView() { }
    @Override public void refreshSidebarLayout() { }
    @Override public void setStackFastForward(boolean fast) { }
    @Override public boolean isStackFastForward() { return false; }
    @Override public void doStackItemPause() { }
}
