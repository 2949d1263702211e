package bridge;

import java.util.*;
import java.util.function.*;
import kit.*;
import mage.*;
import mage.abilities.*;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.keyword.CrewAbility;
import mage.abilities.mana.ManaOptions;
import mage.cards.*;
import mage.choices.*;
import mage.constants.*;
import mage.game.Game;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.players.PlayerImpl;
import mage.players.net.UserData;
import mage.target.*;
import mage.target.common.*;
import mage.util.MultiAmountMessage;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
@Unasked.Rest(told = {"abort", "skip"})
abstract class Seat extends PlayerImpl {
    static final Map<String, ManaType> MANA = Map.of("W", ManaType.WHITE, "U", ManaType.BLUE, "B", ManaType.BLACK,
            "R", ManaType.RED, "G", ManaType.GREEN, "C", ManaType.COLORLESS);
    private static final int PLENTY = 20;

    final Run run;
    final Asking asking;
    /** Whether costs are paid from the pool alone: the position tells what is in it. */
    private final boolean poor;
    /** What several objects were chosen for at once; the engine asks again whether there are to be more. */
    private Target answered;
    /** Whether a triggered ability is being put on the stack. */
    private boolean putting;

    Seat(String name, Run run) {
        super(name, RangeOfInfluence.ALL);
        this.run = run;
        asking = new Asking(run, name);
        poor = run.given.at(name).has("mana");
        spendPool(poor);
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
    }

    Seat(Seat other) {
        super(other);
        run = other.run;
        asking = other.asking;
        poor = other.poor;
    }

    /** The cards in a zone of the player's own, but for the library. */
    Cards cards(String zone) { return zone.equals("hand") ? getHand() : zone.equals("graveyard") ? getGraveyard() : getSideboard(); }

    @Override public WholeSeat copy() { return new WholeSeat(this); }
    @Override public boolean getStrictChooseMode() { return true; } // the engine asks also where there is one possible target

    /** What a question of an ability is about. */
    private String about(Ability source) {
        String name = run.name(source);
        return name == null ? run.name(run.game.about()) : name;
    }

    /** The permanents that a line of the engine's may be about, which names them by the first digits of their numbers. */
    private List<Permanent> logged(String line) {
        return run.game.permanents().stream().filter(each -> line.contains(each.getLogName())).toList();
    }

    // --- priority and combat -----------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        if (!run.started) run.position.begin();
        run.started = true;
        run.script.forced(this);
        if (run.script.priority(getName())) return true;
        pass(game);
        return false;
    }

    public void selectAttackers() { run.script.attackers(this); }
    public void selectBlockers(UUID player) { run.script.blockers(this, player); }

    @Override
    public boolean triggerAbility(TriggeredAbility ability, Game game) {
        putting = true;
        boolean put = super.triggerAbility(ability, game);
        putting = false;
        return put;
    }

    // --- mana: whatever a cost asks for, or, where the position tells of mana, what is in the pool -------------------

    /** What is in the pool, also what may be spent only on some things. */
    Map<String, Integer> mana() {
        Mana all = getManaPool().getMana();
        getManaPool().getConditionalMana().forEach(all::add);
        return MagicRun.mana(letter -> all.get(MANA.get(letter)));
    }

    private void spendPool(boolean first) {
        getManaPool().setAutoPayment(first);
        getManaPool().setAutoPaymentRestricted(false);
    }

    /** Does something, and sees that it takes what is named of the pool, and no other mana. */
    boolean pay(Map<String, Integer> named, BooleanSupplier act) {
        Map<String, Integer> left = mana();
        named.forEach((letter, amount) -> left.merge(letter, -amount, Integer::sum));
        spendPool(poor || !named.isEmpty());
        boolean acted = act.getAsBoolean();
        Seat now = run.player(getName()); // where nothing came of it, the engine has gone back
        now.spendPool(poor);
        if (!acted || named.isEmpty() || now.mana().equals(left)) return acted;
        throw run.answers.unsupported("action", "paying with mana that the engine does not take");
    }

    /** What there is to pay with, for the engine to see what can be cast. */
    @Override
    public ManaOptions getManaAvailable(Game game) {
        ManaOptions options = new ManaOptions();
        options.addMana(getManaPool().getMana());
        getManaPool().getConditionalMana().forEach(options::addMana);
        if (!poor) options.addMana(new Mana(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY));
        return options;
    }

    /** Puts mana for the rest of a cost where the engine takes it from; tells whether there is any. */
    public boolean playMana(Ability ability, ManaCost unpaid, Game game) {
        if (!run.announced.costs.isEmpty()) { // creatures that help to pay
            var helps = game.getState().getSpecialActions().getControlledBy(getId(), true).values().stream().findFirst();
            if (helps.isPresent()) return activateAbility(helps.get(), game);
        }
        Mana needed = new Mana();
        for (Object each : unpaid instanceof Collection<?> parts ? parts : List.of(unpaid)) {
            ((ManaCost) each).getOptions().stream().findFirst().ifPresent(needed::add);
        }
        if (poor || needed.count() == 0) return false;
        getManaPool().setAutoPayment(true);
        getManaPool().addMana(needed, game, ability);
        return true;
    }

    // --- objects -----------------------------------------------------------------------------------------------------

    public boolean choose(Outcome outcome, Target target, Ability source) {
        return pick(outcome, target, source, null, false);
    }

    public boolean choose(Outcome outcome, Cards cards, TargetCard target, Ability source) {
        return pick(outcome, target, source, cards, false);
    }

    public boolean chooseTarget(Outcome outcome, Target target, Ability source) {
        return pick(outcome, target, source, null, !target.isNotTarget());
    }

    public boolean chooseTarget(Outcome outcome, Cards cards, TargetCard target, Ability source) {
        return pick(outcome, target, source, cards, !target.isNotTarget() && source != null);
    }

    private boolean pick(Outcome outcome, Target target, Ability source, Cards cards, boolean targets) {
        UUID chooser = target.getAffectedAbilityControllerId(getId());
        List<UUID> options = run.byName(target.possibleTargets(chooser, source, run.game, cards).stream().filter(each -> cards == null
                ? target.canTarget(chooser, each, source, run.game)
                : ((TargetCard) target).canTarget(chooser, each, source, cards, run.game)).toList());
        int free = target.getMaxNumberOfTargets() == 0 ? options.size() : target.getMaxNumberOfTargets() - target.getSize();
        boolean fails = target instanceof TargetCardInLibrary && !target.isRequired(); // what is there need not be found
        int min = fails ? 0 : Math.max(0, Math.min(target.getMinNumberOfTargets() - target.getSize(), options.size()));
        int max = Math.min(free, options.size());
        boolean told = run.announced.action.has(targets ? "targets" : "costs");
        boolean more = targets ? !run.announced.targets.isEmpty() : !run.announced.costs.isEmpty();
        if (outcome == Outcome.ReturnToHand && target instanceof TargetCardInHand) {
            throw asking.lacks("cards put on top one after the other");
        }
        if (max <= 0 || min == 0 && (!run.started || told && !more || target == answered)) return false;
        if (!run.started && options.contains(run.position.protector())) {
            target.add(run.position.protector(), run.game);
            return true;
        }
        String about = about(target, source);
        if (source instanceof CrewAbility && !targets) {
            ToIntFunction<UUID> power = each -> run.game.getPermanent(each).getPower().getValue();
            int needed = (Integer) MagicRun.get(CrewAbility.class, "value", source);
            answered = target;
            return asking.added(asking.enough(about, options, power, needed), one -> true, one -> target.add(one, run.game));
        }
        List<UUID> chosen = more ? asking.told(targets, options, min, max) : List.of();
        if (chosen.isEmpty() && !(targets && more)) {
            boolean aims = targets && (putting || run.announced != Announced.NONE) && !told;
            String kind = aims ? "target" : kind(outcome, target);
            chosen = free == 1 ? asking.perhaps(kind, about, options, min == 0) : asking.some(kind, about, options, min, max);
            answered = free == 1 ? null : target;
        }
        Consumer<UUID> adds = targets ? one -> target.addTarget(one, source, run.game) : one -> target.add(one, run.game);
        return asking.added(chosen, one -> cards != null || target.canTarget(chooser, one, source, run.game), adds) && !chosen.isEmpty();
    }

    /** What it is about that an object is asked for: the newest creature, where it is what one attacks that enters. */
    private String about(Target target, Ability source) {
        if (!(target instanceof TargetDefender)) return about(source);
        if (target.getTargetName().endsWith("(must attack effect)")) throw asking.lacks("whom it has to attack");
        return run.game.permanents().stream().filter(each -> each.isControlledBy(getId()) && !each.isAttacking())
                .max(Comparator.comparing(Permanent::getCreateOrder)).map(run::name).orElseGet(() -> about(null));
    }

    /** What an object is asked for; a target only where the rules choose one, and not wherever the engine calls it so. */
    private static String kind(Outcome outcome, Target target) {
        String name = String.valueOf(target.getTargetName()).toLowerCase(Locale.ROOT);
        if (name.contains("(legendary rule)?")) return "legend";
        if (name.contains("protector for ")) return "protector";
        if (String.valueOf(target.getChooseHint()).startsWith("to attach ")) return "attach";
        if (target instanceof TargetSacrifice) return "sacrifice";
        if (target instanceof TargetDiscard) return "discard";
        if (target instanceof TargetCardInLibrary) return "search";
        if (target instanceof TargetPlayer) return "player";
        return switch (outcome) {
            case Copy, Sacrifice, Discard, Exile -> outcome.name().toLowerCase(Locale.ROOT);
            case ReturnToHand, PutCreatureInPlay -> "return";
            default -> "object";
        };
    }

    public boolean chooseTargetAmount(TargetAmount target, Ability source, Game game) {
        target.prepareAmount(source, game);
        if (target.getAmountRemaining() <= 0) return false;
        if (!run.announced.action.has("targets")) throw asking.lacks("how something is divided");
        List<UUID> options = List.copyOf(target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game));
        List<UUID> chosen = asking.told(true, options, 1, target.getAmountRemaining());
        return asking.shared(chosen, target.getAmountRemaining(),
                (each, share) -> target.addTarget(each, share, source, game));
    }

    // --- yes or no ---------------------------------------------------------------------------------------------------

    public boolean chooseUse(Outcome outcome, String message, Ability source) {
        String said = message.toLowerCase(Locale.ROOT);
        if (!run.started) return false;
        // The engine asks where the rules leave no choice, and which side of a coin is to be called.
        if (said.startsWith("draw game because of infinite looping") || said.startsWith("heads or tails")) return true;
        if (source instanceof TriggeredAbility trigger && trigger.isOptional() // what was accepted is asked once more
                && said.startsWith("put ") && said.endsWith(" from your hand onto the battlefield?")) return true;
        if (run.announced != Announced.NONE && source != null && source.getSourceId().equals(run.script.source)) {
            if (!said.startsWith("pay 2 life instead of {")) return run.announced.with(said);
            return poor && mana().get(message.replaceAll(".*\\{([WUBRG]).*", "$1")) == 0; // Phyrexian mana
        }
        // The engine names the first each time, whichever it means.
        if (said.startsWith("change target from ")) throw asking.lacks("which of several targets is changed");
        if (outcome == Outcome.Copy && source != null && !(source instanceof TriggeredAbility)) return asking.copies(about(source));
        // The engine asks in the untap step whether to untap, and says so alone what; what a player may do is leave it tapped.
        if (said.startsWith("untap ") && run.game.getTurnStepType() == PhaseStep.UNTAP) {
            return !asking.decide(logged(message).stream().map(run::name).findFirst().orElse(null), false);
        }
        if (said.contains(" enter the battlefield with ")) return asking.decide(run.name(run.game.about()), false);
        String resolving = run.name(run.game.resolving());
        boolean changes = said.startsWith("change this ") // new targets are what the object says that is resolving
                && run.answers.waiting(getName(), Set.of("may"), resolving) != null;
        return asking.decide(changes ? resolving : about(source), said.startsWith("pay ") || said.contains(" pay "));
    }

    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source) {
        if (message.equals("Choose which flip to keep")) return asking.heads(about(source));
        if (!message.startsWith("Choose ") || yes == null) return chooseUse(outcome, message, source);
        List<String> words = List.of(letter(yes), letter(no)); // what the buttons say
        String kind = outcome == Outcome.PutManaInPool ? "mana" : "word";
        return asking.word(kind, about(source), words).equals(words.get(0));
    }

    // --- words, modes, numbers ---------------------------------------------------------------------------------------

    /** One of the engine's words: a colour, a type, a name, an anchor word, an alternative cost. */
    public boolean choose(Choice choice) {
        List<String> offered = List.copyOf(choice.isKeyChoice() ? choice.getKeyChoices().keySet() : choice.getChoices());
        boolean alternative = run.announced != Announced.NONE && String.valueOf(choice.getMessage()).endsWith("alternative cost");
        if (alternative && !run.announced.with("")) throw asking.lacks("a card's own cost, where it has another");
        String chosen = alternative ? offered.get(0) : word(choice, offered);
        if (choice.isKeyChoice()) {
            choice.setChoiceByKey(chosen);
        } else {
            choice.setChoice(chosen);
        }
        return true;
    }

    private String word(Choice choice, List<String> offered) {
        String message = String.valueOf(choice.getMessage()).toLowerCase(Locale.ROOT);
        boolean colors = choice instanceof ChoiceColor || choice.isManaColorChoice();
        List<String> options = offered.stream().map(each -> colors ? letter(each) : each).toList();
        String kind = choice.isManaColorChoice() ? "mana" : colors ? "color"
                : message.contains("type") ? "type" : "word";
        String about = run.name(run.announced == Announced.NONE ? run.game.about() : run.script.source);
        String said = !run.started ? run.position.chosen(options)
                : asking.few(kind, about, run.printed(run.game.about()), options, run.telling.subtypes());
        return offered.get(options.indexOf(said));
    }

    private static String letter(String color) {
        return MANA.keySet().stream().filter(each -> MANA.get(each).name().equalsIgnoreCase(color)).findFirst().orElse(color);
    }

    /** One of the modes of a spell or ability; null for no further one. */
    public Mode chooseMode(Modes modes, Ability source) {
        List<Mode> all = List.copyOf(modes.values());
        List<Integer> possible = modes.getAvailableModes(source, run.game).stream()
                .filter(each -> each.getTargets().canChoose(getId(), source, run.game) && (modes.isMayChooseSameModeMoreThanOnce()
                        || !modes.getSelectedModes().contains(each.getId()))).map(all::indexOf).toList();
        boolean enough = modes.getSelectedModes().size() >= modes.getMinModes();
        int chosen = possible.isEmpty() ? -1 : asking.mode(run.printed(source.getSourceId()), about(source), all.size(), possible, enough);
        return chosen < 0 ? null : all.get(chosen);
    }

    public int announceX(int min, int max) {
        int x = run.announced.x().orElseThrow(() -> asking.lacks("X"));
        if (x < min || x > max) throw run.script.refused("X cannot be " + x, false);
        return x;
    }

    /** How much damage is assigned to each: as announced, or asked one after another. */
    public List<Integer> getMultiAmountWithIndividualConstraints(List<MultiAmountMessage> messages, int least, int most,
            MultiAmountType type) {
        Permanent dealer = dealt(type.getHeader());
        String beyond = run.telling.attacked(dealer); // who gets what is not assigned to the blockers of one with trample
        List<Integer> amounts = asking.damage(run.name(dealer), messages.stream().map(each -> run.name(dealt(each.message))).toList(),
                messages.stream().map(each -> each.min).toList(), messages.stream().map(each -> each.max).toList(), least, most, beyond);
        if (!MultiAmountType.isGoodValues(amounts, messages, least, most)) throw run.script.refusedDamage();
        return amounts;
    }

    private Permanent dealt(String line) {
        if (logged(line).size() != 1) throw asking.lacks("damage assigned among several of one name");
        return logged(line).get(0);
    }

    // --- chance and order --------------------------------------------------------------------------------------------

    @Override public boolean flipCoinResult(Game game) { return asking.heads(run.name(run.game.resolving())); }
    @Override public int rollDieResult(int sides, Game game) { throw asking.lacks("dice"); }

    /** Discards cards that are chosen, also where the rules have them chosen at random. */
    @Override
    public Cards discard(int amount, boolean random, boolean payForCost, Ability source, Game game) {
        return super.discard(amount, false, payForCost, source, game);
    }

    public int chooseReplacementEffect(Map<String, String> effects, Map<String, MageObject> objects) {
        List<Object> all = new ArrayList<>(effects.keySet());
        all.replaceAll(each -> objects.get(each) == null ? effects.get(each) : objects.get(each));
        return all.size() < 2 || !run.started ? 0 : all.indexOf(asking.replacement(run.name(run.game.affected()), all, each -> ""));
    }

    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities) {
        return asking.first(run.byName(abilities));
    }

    @Override
    public boolean putCardsOnTopOfLibrary(Cards cards, Game game, Ability source, boolean anyOrder) {
        List<UUID> order = new ArrayList<>(asking.order("library", about(source), List.copyOf(cards)));
        Collections.reverse(order);
        order.forEach(each -> super.putCardsOnTopOfLibrary(new CardsImpl(game.getCard(each)), game, source, true));
        return true;
    }

    @Override
    public boolean putCardsOnBottomOfLibrary(Cards cards, Game game, Ability source, boolean anyOrder) {
        asking.order("library", about(source), List.copyOf(cards))
                .forEach(each -> super.putCardsOnBottomOfLibrary(new CardsImpl(game.getCard(each)), game, source, true));
        return true;
    }

    @Override
    public void shuffleLibrary(Ability source, Game game) {
        if (game.replaceEvent(GameEvent.getEvent(GameEvent.EventType.SHUFFLE_LIBRARY, playerId, source, playerId))) return;
        List<UUID> order = asking.shuffled(library.getCardList(), each -> run.id(each) != null);
        library.clear();
        order.forEach(each -> library.putOnBottom(game.getCard(each), game));
        game.fireEvent(GameEvent.getEvent(GameEvent.EventType.LIBRARY_SHUFFLED, playerId, source, playerId));
    }
}
