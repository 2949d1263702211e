package bridge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.Announced;
import kit.Answers;
import magic.exception.UndoClickedException;
import magic.model.IUIGameController;
import magic.model.MagicCardList;
import magic.model.MagicColor;
import magic.model.MagicManaCost;
import magic.model.MagicPermanent;
import magic.model.MagicPlayer;
import magic.model.MagicSource;
import magic.model.MagicSubType;
import magic.model.choice.MagicChoice;
import magic.model.choice.MagicCoinFlipChoice;
import magic.model.choice.MagicDeclareAttackersChoice;
import magic.model.choice.MagicDeclareBlockersChoice;
import magic.model.choice.MagicMayChoice;
import magic.model.choice.MagicOrChoice;
import magic.model.choice.MagicPlayChoiceResult;
import magic.model.choice.MagicRandomCardChoice;
import magic.model.choice.MagicTargetChoice;
import magic.model.choice.Offers;
import magic.model.event.MagicEvent;
import magic.model.event.MagicStackGetChoicesEvent;
import magic.model.event.MagicUniquenessEvent;
import magic.model.target.MagicTargetHint;
import magic.model.target.MagicTargetNone;
import magic.model.target.MagicTargetType;

/** Both players, as the engine's window would have them: what it lets them click on are the options of a question. */
final class Seat implements IUIGameController {
    /** The kinds of questions that the engine does not tell from others, and the kinds that their answers may have. */
    static final Map<String, Set<String>> AKIN = akin(Map.of(
            "object sacrifice discard exile return search copy player legend", "object sacrifice discard exile return attach search copy "
                    + "player legend target may library", "may pay", "may pay", "type color mana", "type color word mana", "mode", "word",
            "number", "number damage"));
    /** The kinds of answers that pick an object, and so tell whether one is picked. */
    private static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "search", "copy", "target");
    private static final Set<String> EVERY = Stream.concat(PICKS.stream(), Stream.of("may", "pay")).collect(Collectors.toSet());
    /** What is asked for, by the first of these words in what the engine says of the choice. */
    private static final Map<String, String> BY_WORD = Map.of("sacrific", "sacrifice", "discard", "discard", "exile", "exile", "return",
            "return", "copy", "copy");
    private static final int MOST = 20;

    private final Run run;
    private MagicEvent asking;
    private List<Object> valid = List.of();
    /** Whether nothing can be chosen, too. */
    private boolean open;
    private Object clicked;
    private Object chosen;
    /** What a player may do again and again, and was told by an answer how often. */
    private final Set<String> repeated = new HashSet<>();
    /** Whether it is chosen what to become a copy of, and nothing was: the engine has been told yes by then. */
    private boolean copying;
    private boolean declined;
    private final Deque<String> combat = new ArrayDeque<>();

    Seat(Run run) {
        this.run = run;
    }

    private static Map<String, Set<String>> akin(Map<String, String> told) {
        Map<String, Set<String>> kinds = new HashMap<>();
        told.forEach((some, others) -> List.of(some.split(" ")).forEach(kind -> kinds.put(kind, Set.of(others.split(" ")))));
        return kinds;
    }

    // --- an event with a choice ---------------------------------------------------------------------------------------

    /** Returns what is chosen for an event, as the engine wants it. */
    Object[] choose(MagicEvent event) {
        asking = event;
        open = false;
        copying = false;
        declined = false;
        combat.clear();
        chosen = null;
        MagicChoice choice = event.getChoice();
        if (choice instanceof MagicRandomCardChoice) throw run.answers.unsupported("choice", "cards at random");
        if (choice instanceof MagicCoinFlipChoice) throw run.answers.unsupported("choice", "coins");
        if (choice instanceof MagicDeclareAttackersChoice) combat.addAll(run.script.attackers());
        if (choice instanceof MagicDeclareBlockersChoice) combat.addAll(run.script.blockers(event.getPlayer()));
        boolean pays = choice.getManaChoiceResultIndex() >= 0 || choice instanceof MagicOrChoice || choice instanceof MagicMayChoice || event.isCost();
        Object[] results = pays ? Purse.rich(event.getPlayer(), () -> results(choice)) : results(choice);
        if (!combat.isEmpty()) throw run.script.refused(combat.peek() + " cannot attack or block", false);
        if (choice instanceof MagicDeclareAttackersChoice) run.script.fought("attack");
        if (choice instanceof MagicDeclareBlockersChoice && run.script.blocks(event.getPlayer())) run.script.fought("block");
        if (aims()) Stream.of(results).filter(each -> each instanceof MagicPlayer).forEach(this::aimed);
        if (!declined) return results;
        Object[] none = new Object[results.length];
        none[0] = Offers.NO;
        return none;
    }

    /** Whether a player has chosen to do what may be done, perhaps at a cost. */
    static boolean accepts(MagicEvent event, Object[] results) {
        return event.getChoice() instanceof MagicMayChoice && results.length > 0 && MagicChoice.isYesChoice(results[0]);
    }

    /** Whether what is chosen are the targets that an action names. */
    private boolean aims() {
        Announced announced = run.script.announced;
        boolean targeted = asking.getChoice().getTargetChoice().isTargeted() || asking.getChoice() instanceof MagicOrChoice;
        return announced != null && announced.action.has("targets") && targeted && asking instanceof MagicStackGetChoicesEvent;
    }

    /** The engine does not ask where a player is the only possible target. */
    private void aimed(Object target) {
        if (target == chosen) return;
        if (run.script.announced.aimed(List.of(run.names.of(target)), 1, 1).isEmpty()) {
            throw run.script.refused(run.script.announced.why, false);
        }
    }

    private Object[] results(MagicChoice choice) {
        try {
            return choice.getPlayerChoiceResults(this, run.game, asking);
        } catch (UndoClickedException never) {
            throw new IllegalStateException(never);
        }
    }

    private String player() {
        return asking.getPlayer().getName();
    }

    private String about() {
        return run.names.of(asking.getSource());
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override
    public void setValidChoices(Set<?> choices, boolean combatChoice) {
        valid = List.copyOf(choices);
    }

    @Override
    public void waitForInput() {
        clicked = null;
        if (asking.getChoice() instanceof MagicDeclareAttackersChoice || asking.getChoice() instanceof MagicDeclareBlockersChoice) {
            if (!combat.isEmpty()) clicked = fighter(combat.poll());
        } else if (valid.stream().anyMatch(Purse::gives) && valid.stream().allMatch(each -> ((MagicPermanent) each).producesMana())) {
            clicked = valid.stream().filter(Purse::gives).min(Comparator.comparing(each -> ((MagicPermanent) each).getId())).orElseThrow();
        } else {
            clicked = pick();
            chosen = clicked;
        }
    }

    private Object fighter(String name) {
        return valid.stream().filter(each -> name.equals(run.names.of(each))).findFirst()
                .orElseThrow(() -> run.script.refused(name + " cannot attack or block", false));
    }

    private Object pick() {
        List<Object> left = valid.stream().filter(each -> each != MagicTargetNone.getInstance() && !Purse.gives(each))
                .sorted(Comparator.comparing(each -> String.valueOf(run.names.of(each)))).toList();
        List<String> words = left.stream().map(each -> String.valueOf(run.names.of(each))).toList();
        if (words.isEmpty() && open) return null;
        if (words.isEmpty()) throw run.script.refused("the engine has nothing to choose from", false);
        String chosen = word(words);
        return chosen.equals(Answers.DECLINE) ? declined() : left.get(words.indexOf(chosen));
    }

    /** Nothing was chosen; where the engine wants something by now, anything will do. */
    private Object declined() {
        declined = copying;
        return copying ? valid.get(0) : null;
    }

    private String word(List<String> options) {
        Announced announced = run.script.announced;
        boolean targets = aims() || asking.getChoice().getTargetChoice().isTargeted() && asking instanceof MagicStackGetChoicesEvent;
        if (aims()) {
            List<String> aimed = announced.aimed(options, 1, 1);
            if (aimed.isEmpty()) throw run.script.refused(announced.why, false);
            return aimed.get(0);
        }
        if (announced != null && !targets) {
            List<String> paid = announced.paid(options, 1, 1);
            if (!paid.isEmpty()) return paid.get(0);
            boolean told = asking.isCost() && announced.action.has("costs") && announced.costs.isEmpty();
            if (told) throw run.script.refused("what is named for the costs is not enough", false);
        }
        List<String> words = new ArrayList<>(options);
        if (open || copying) words.add(Answers.DECLINE);
        return run.answers.one(player(), targets ? "target" : kind(), about(), words);
    }

    private String kind() {
        MagicTargetChoice choice = asking.getChoice().getTargetChoice();
        if (copying) return "copy";
        if (asking instanceof MagicUniquenessEvent) return "legend";
        if (choice.isValid() && choice.getTargetFilter().acceptType(MagicTargetType.Library)) return "search";
        if (valid.stream().allMatch(each -> each instanceof MagicPlayer)) return "player";
        String said = said();
        return Stream.of("sacrific", "discard", "exile", "return", "copy").filter(said::contains).map(BY_WORD::get).findFirst().orElse("object");
    }

    private String said() {
        return (asking.getDescription() + " " + asking.getChoice().getDescription()).toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T getChoiceClicked() {
        return (T) clicked;
    }

    @Override
    public boolean isActionClicked() {
        return clicked == null;
    }

    @Override
    public void enableForwardButton() {
        open = true;
    }

    @Override
    public void disableActionButton(boolean thinking) {
        open = false;
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean getMayChoice(MagicSource source, String description) {
        String said = (said() + " " + description).toLowerCase(Locale.ROOT);
        if (asking.isCost() && run.script.announced != null) return run.script.announced.with(said);
        if (asking.getChoice().getTargetChoice().isValid() && said.contains("copy") && !asking.getChoice().getTargetChoice().isTargeted()) {
            copying = true; // asked once, with what to become a copy of
            return true;
        }
        boolean may = run.answers.waits(player(), "may", about(), List.of("accept", Answers.DECLINE));
        boolean pay = run.answers.waits(player(), "pay", about(), List.of("pay", Answers.DECLINE));
        List<String> meant = run.answers.waiting(player(), PICKS, about());
        List<String> first = run.answers.waiting(player(), EVERY, about());
        if (meant != null && (!may && !pay || meant.equals(first))) { // what is picked is asked for next
            repeated.add(about() + said);
            return !meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE)) || !none();
        }
        if (first == null && repeated.contains(about() + said)) return false; // no more
        boolean pays = may == pay ? asking.getChoice().getManaChoiceResultIndex() >= 0 || said.contains("pay ") || said.contains("pays ") : pay;
        return run.answers.yes(player(), pays ? "pay" : "may", about(), pays ? "pay" : "accept");
    }

    /** Takes the answer that nothing is picked. */
    private boolean none() {
        MagicTargetChoice choice = asking.getChoice().getTargetChoice();
        if (!choice.isValid()) return true;
        setValidChoices(Set.copyOf(run.game.getLegalTargets(asking.getPlayer(), asking.getSource(), choice, MagicTargetHint.None)), false);
        List<String> words = valid.stream().map(run.names::of).filter(Objects::nonNull).sorted().toList();
        return run.answers.some(player(), kind(), about(), words, 0, words.size(), false).isEmpty();
    }

    @Override
    public boolean getPayBuyBackCostChoice(MagicSource source, String costText) {
        return run.script.announced != null && run.script.announced.with("buyback");
    }

    @Override
    public boolean getTakeMulliganChoice(MagicSource source, MagicPlayer player) {
        return false;
    }

    // --- words and numbers --------------------------------------------------------------------------------------------

    @Override
    public MagicColor getColorChoice(MagicSource source) {
        List<String> letters = Stream.of(MagicColor.values()).map(Telling::letter).toList();
        return MagicColor.values()[letters.indexOf(run.answers.one(player(), "color", about(), letters))];
    }

    @Override
    public MagicSubType getLandSubTypeChoice(MagicSource source) {
        List<MagicSubType> types = MagicSubType.ALL_BASIC_LANDS.stream().toList();
        List<String> words = types.stream().map(MagicSubType::toString).toList();
        return types.get(words.indexOf(run.answers.one(player(), "type", about(), words)));
    }

    @Override
    public int getModeChoice(MagicSource source, List<Integer> availableModes) {
        List<String> words = run.words.modes(source, Offers.modes((MagicOrChoice) asking.getChoice()));
        if (words.isEmpty()) throw run.answers.unsupported("choice", "modes without words");
        Announced announced = run.script.announced;
        List<String> options = availableModes.stream().map(each -> words.get(each - 1)).toList();
        boolean told = announced != null && !announced.modes.isEmpty();
        String mode = told ? announced.modes.poll() : run.answers.one(player(), "mode", about(), options);
        if (!options.contains(mode)) throw run.script.refused("no mode " + mode, false);
        return words.indexOf(mode) + 1;
    }

    @Override
    public int getPayManaCostXChoice(MagicSource source, int maximumX) {
        Announced announced = run.script.announced;
        if (announced == null || !announced.action.has("x")) {
            List<String> options = IntStream.rangeClosed(1, Math.min(maximumX, MOST)).mapToObj(String::valueOf).toList();
            return Integer.parseInt(run.answers.one(player(), "number", about(), options));
        }
        int x = announced.action.number("x", 0);
        if (x > maximumX) throw run.answers.unsupported("action", "so large an X");
        return x;
    }

    @Override
    public int getMultiKickerCountChoice(MagicSource source, MagicManaCost cost, int maximumCount, String name) {
        int count = 0;
        while (count < maximumCount && run.script.announced != null && run.script.announced.with(name)) count++;
        return count;
    }

    @Override
    public int getSingleKickerCountChoice(MagicSource source, MagicManaCost cost, String name) {
        return getMultiKickerCountChoice(source, cost, 1, name);
    }

    @Override
    public MagicPlayChoiceResult getPlayChoice(MagicSource source, List<MagicPlayChoiceResult> results) {
        throw new IllegalStateException("what is played is not asked here");
    }

    // --- nothing of the game itself -----------------------------------------------------------------------------------

    @Override
    public void haltGame() {
    }

    @Override
    public void runGame() {
    }

    @Override
    public void clearCardsToChoose() {
    }

    @Override
    public void clearValidChoices() {
    }

    @Override
    public void focusViewers(int handGraveyard) {
    }

    @Override
    public void pause(int time) {
    }

    @Override
    public void setSourceCardDefinition(MagicSource source) {
    }

    @Override
    public void showCardsToChoose(MagicCardList cards) {
    }

    @Override
    public void showMessage(MagicSource source, String message) {
    }

    @Override
    public void updateGameView() {
    }

    @Override
    public void refreshSidebarLayout() {
    }

    @Override
    public void setStackFastForward(boolean fast) {
    }

    @Override
    public boolean isStackFastForward() {
        return false;
    }

    @Override
    public void doStackItemPause() {
    }
}
