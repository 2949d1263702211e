package bridge;

import java.io.Serializable;
import java.util.*;
import java.util.stream.Stream;
import kit.*;
import mage.*;
import mage.abilities.*;
import mage.cards.*;
import mage.choices.*;
import mage.constants.*;
import mage.game.Game;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.players.net.UserData;
import mage.target.*;
import mage.target.common.*;
import mage.util.MultiAmountMessage;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
@Unasked.Rest(told = {"abort", "skip"})
abstract class Seat extends Purse {
    private static final long serialVersionUID = 1L;

    final transient Asking asking;
    /** A source whose optional copying was accepted, to be declined where it asks what to copy. */
    private transient UUID copier;
    /** What several objects were chosen for at once; the engine asks again whether there are to be more. */
    private transient Target answered;
    /** Whether a triggered ability is being put on the stack. */
    private transient boolean putting;

    Seat(String name, Run run) {
        super(name, run);
        asking = new Asking(run, name);
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
    }

    Seat(Seat other) {
        super(other);
        asking = other.asking;
        copier = other.copier;
    }

    @Override public WholeSeat copy() { return new WholeSeat(this); }
    @Override public boolean getStrictChooseMode() { return true; } // the engine asks also where there is one possible target

    /** What a question of an ability is about. */
    private String about(Ability source) {
        String name = run.name(source);
        return name == null ? run.name(run.game.about()) : name;
    }

    /** What a question is about that asks whom a creature attacks: one that has to, or was put onto the battlefield attacking, the newest. */
    private String attacking(Target target) {
        if (target.getTargetName().endsWith("(must attack effect)")) return named(target.getTargetName());
        return run.game.permanents().stream().filter(each -> each.isControlledBy(getId()) && !each.isAttacking())
                .max(Comparator.comparing(Permanent::getCreateOrder)).map(run::name).orElseGet(() -> about(null));
    }

    // --- priority and combat ------------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        run.tokens();
        if (!run.started) run.position.begin();
        run.started = true;
        run.script.forced(this);
        if (run.script.priority(getName())) return true;
        pass(game);
        return false;
    }

    @Override public void selectAttackers(Game game, UUID player) { run.script.attackers(this); }
    @Override public void selectBlockers(Ability source, Game game, UUID player) { run.script.blockers(this, player); }

    @Override
    public boolean triggerAbility(TriggeredAbility ability, Game game) {
        putting = true;
        try {
            return super.triggerAbility(ability, game);
        } finally {
            putting = false;
        }
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game) {
        return pick(outcome, target, source, null, false);
    }

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game, Map<String, Serializable> options) {
        return pick(outcome, target, source, null, false);
    }

    @Override
    public boolean choose(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return pick(outcome, target, source, cards, false);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Target target, Ability source, Game game) {
        return pick(outcome, target, source, null, !target.isNotTarget());
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return pick(outcome, target, source, cards, !target.isNotTarget() && source != null);
    }

    private boolean pick(Outcome outcome, Target target, Ability source, Cards cards, boolean targets) {
        UUID chooser = target.getAffectedAbilityControllerId(getId());
        List<UUID> options = target.possibleTargets(chooser, source, run.game, cards).stream().filter(each -> !target.contains(each)
                && (cards == null ? target.canTarget(chooser, each, source, run.game)
                : cards.contains(each) && ((TargetCard) target).canTarget(chooser, each, source, cards, run.game)))
                .sorted(Comparator.comparing(each -> String.valueOf(run.name(each)))).toList();
        int free = target.getMaxNumberOfTargets() == 0 ? options.size() : target.getMaxNumberOfTargets() - target.getSize();
        boolean fails = target instanceof TargetCardInLibrary && !target.isRequired(); // what is there need not be found
        int min = fails ? 0 : Math.max(0, Math.min(target.getMinNumberOfTargets() - target.getSize(), options.size()));
        int max = Math.min(free, options.size());
        boolean told = run.announced.action.has(targets ? "targets" : "costs");
        boolean more = targets ? !run.announced.targets.isEmpty() : !run.announced.costs.isEmpty();
        boolean onTop = outcome == Outcome.ReturnToHand && target instanceof TargetCardInHand;
        if (onTop) throw asking.lacks("cards put on top one after the other");
        if (max <= 0 || min == 0 && (!run.started || told && !more || target == answered)) return false;
        String attacker = target instanceof TargetDefender ? attacking(target) : null;
        String entering = attaching(target) ? run.name(run.find(target.getChooseHint().replaceAll("^to attach | to$", ""), getId(), true)) : null;
        List<UUID> chosen = more ? asking.told(targets, options, min, max)
                : Stream.ofNullable(run.script.attackedBy(attacker)).filter(options::contains).toList();
        if (chosen.isEmpty() && !(targets && more)) {
            String kind = targets && (putting || run.announced != Announced.NONE) && !told ? "target" : kind(outcome, target);
            String about = Stream.of(attacker, entering).filter(Objects::nonNull).findFirst().orElseGet(() -> about(source));
            boolean copies = source != null && source.getSourceId().equals(copier);
            if (copies) copier = null;
            chosen = free != 1 ? asking.some(kind, about, options, copies ? 0 : min, max)
                    : Stream.ofNullable(asking.one(kind, about, options, copies || min == 0)).toList();
            answered = free == 1 ? null : target;
        }
        for (UUID one : chosen) {
            if (cards == null && !target.canTarget(chooser, one, source, run.game)) { // not beside those before it
                if (!run.announced.action.has("targets")) throw asking.lacks("targets that depend on each other");
                run.announced.why = run.name(one) + " cannot be a target with the others";
                return false;
            }
            if (targets) {
                target.addTarget(one, source, run.game);
            } else {
                target.add(one, run.game);
            }
        }
        return !chosen.isEmpty();
    }

    /** Whether it is asked what an Aura is attached to that enters without being cast. */
    private static boolean attaching(Target target) {
        return String.valueOf(target.getChooseHint()).startsWith("to attach ");
    }

    /** What an object is asked for; a target only where the rules choose one, and not wherever the engine calls it so. */
    private static String kind(Outcome outcome, Target target) {
        String name = String.valueOf(target.getTargetName()).toLowerCase(Locale.ROOT);
        if (name.contains("(legendary rule)?")) return "legend";
        if (name.contains("protector for ")) return "protector";
        if (attaching(target)) return "attach";
        if (target instanceof TargetSacrifice) return "sacrifice";
        if (target instanceof TargetDiscard) return "discard";
        if (target instanceof TargetCardInLibrary) return "search";
        if (target instanceof TargetPlayer) return "player";
        if (name.contains("(surveil)")) return "return";
        return switch (outcome) {
            case Copy, Sacrifice, Discard, Exile -> outcome.name().toLowerCase(Locale.ROOT);
            case ReturnToHand, PutCreatureInPlay -> "return";
            default -> "object";
        };
    }

    @Override
    public boolean chooseTargetAmount(Outcome outcome, TargetAmount target, Ability source, Game game) {
        target.prepareAmount(source, game);
        if (target.getAmountRemaining() <= 0) return false;
        if (!run.announced.action.has("targets")) throw asking.lacks("how something is divided");
        List<UUID> chosen = asking.told(true, target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game)
                .stream().filter(each -> !target.contains(each)).toList(), 1, 1);
        if (chosen.isEmpty()) return false;
        String name = run.name(chosen.get(0));
        int most = target.getAmountRemaining() - run.announced.targets.size(); // at least one for each of the others
        int share = run.announced.action.at("divide").number(name, 0);
        int amount = share > 0 ? share : asking.number("damage", name, run.announced.targets.isEmpty() ? most : 1, most);
        target.addTarget(chosen.get(0), amount, source, game);
        return true;
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
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
        if (outcome == Outcome.Copy && source != null) {
            copier = source.getSourceId();
            return true; // asked once, where it is chosen what to copy
        }
        // The engine asks in the untap step whether to untap, and says so alone what; what a player may do is leave it tapped.
        if (said.startsWith("untap ") && game.getTurnStepType() == PhaseStep.UNTAP) return !asking.decide(named(message), false);
        if (said.contains(" enter the battlefield with ")) return asking.decide(run.name(run.game.about()), false);
        String resolving = run.name(run.game.resolving());
        boolean changes = said.startsWith("change this ") // new targets are what the object says that is resolving
                && run.answers.waiting(getName(), Set.of("may"), resolving) != null;
        return asking.decide(changes ? resolving : about(source), said.startsWith("pay ") || said.contains(" pay "));
    }

    /** The permanent that the engine names in what it says, as in the untap step; else what its other questions are about. */
    private String named(String message) {
        return run.game.permanents().stream().filter(each -> message.contains(each.getLogName())).map(run::name).findFirst()
                .orElseGet(() -> about(null));
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source, Game game) {
        boolean flips = message.equals("Choose which flip to keep");
        boolean named = message.startsWith("Choose ") && yes != null; // what the buttons say
        List<String> words = flips ? List.of("heads", "tails") : named ? List.of(yes, no) : List.of("land", "nonland");
        if (flips || words.get(1).equals(no)) return asking.word(flips ? "roll" : "word", about(source), words).equals(words.get(0));
        return chooseUse(outcome, message, source, game);
    }

    // --- words, modes, numbers ----------------------------------------------------------------------------------------

    /** One of the engine's words: a colour, a type, a name, an anchor word, an alternative cost. */
    @Override
    public boolean choose(Outcome outcome, Choice choice, Game game) {
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
        String kind = choice.isManaColorChoice() ? "mana" : colors ? "color" : message.contains("name") ? "name"
                : message.contains("type") ? "type" : "word";
        List<String> words = kind.equals("word") ? run.data.choices(run.printed(run.game.about())) : List.of();
        boolean ours = words.size() == offered.size() && !offered.containsAll(words); // the engine's are in the order of the card's
        List<String> options = ours ? words : offered.stream().map(each -> colors ? letter(each) : each).toList();
        UUID about = run.announced == Announced.NONE ? run.game.about() : run.script.source;
        List<String> meant = kind.equals("word") ? run.answers.waiting(run.name(getId()), Set.of(kind), run.name(about)) : null;
        if (meant != null && !options.containsAll(meant)) throw asking.lacks("words that the card data does not tell");
        String said = run.started ? asking.few(kind, run.name(about), options, run.words.subtypes()) : run.position.chosen(options);
        return offered.get(options.indexOf(said));
    }

    /** The letter for a colour's name. */
    private static String letter(String color) {
        return MANA.keySet().stream().filter(each -> MANA.get(each).name().equalsIgnoreCase(color)).findFirst().orElse(color);
    }

    /** One of the modes of a spell or ability; null for no further one. */
    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        List<Mode> all = List.copyOf(modes.values());
        List<Integer> possible = modes.getAvailableModes(source, game).stream()
                .filter(each -> each.getTargets().canChoose(getId(), source, game) && (modes.isMayChooseSameModeMoreThanOnce()
                        || !modes.getSelectedModes().contains(each.getId()))).map(all::indexOf).toList();
        boolean enough = modes.getSelectedModes().size() >= modes.getMinModes();
        int chosen = possible.isEmpty() ? -1 : asking.mode(run.printed(source.getSourceId()), about(source), all.size(), possible, enough);
        return chosen < 0 ? null : all.get(chosen);
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean isManaPay) {
        int x = run.announced.x().orElseThrow(() -> asking.lacks("X"));
        if (x < min || x > max) throw run.script.refused("X cannot be " + x, false);
        return x;
    }

    /** How much damage is assigned to each: as announced, or asked one after another. */
    @Override
    public List<Integer> getMultiAmountWithIndividualConstraints(Outcome outcome, List<MultiAmountMessage> messages, int totalMin,
            int totalMax, MultiAmountType type, Game game) {
        List<String> names = messages.stream().map(each -> run.name(logged(each.message))).toList();
        Permanent dealer = logged(type.getHeader());
        Map<String, Integer> told = run.script.damage().remove(run.name(dealer));
        List<Integer> amounts = asking.divide(told, names, messages.stream().map(each -> each.min).toList(),
                messages.stream().map(each -> each.max).toList(), totalMin, totalMax);
        if (told == null) return amounts;
        String beyond = run.telling.attacked(dealer); // who gets what is not assigned to the blockers of one with trample
        boolean all = told.keySet().stream().allMatch(each -> names.contains(each) || each.equals(beyond))
                && told.values().stream().mapToInt(each -> each).sum() == totalMax;
        if (!all || !MultiAmountType.isGoodValues(amounts, messages, totalMin, totalMax)) throw run.script.refusedDamage();
        return amounts;
    }

    /** The permanent that a line of the engine's dialogue is about, which names it by the first digits of its number. */
    private Permanent logged(String line) {
        List<Permanent> found = run.game.permanents().stream().filter(each -> line.contains(each.getLogName())).toList();
        if (found.size() != 1) throw asking.lacks("damage assigned among several of one name");
        return found.get(0);
    }

    @Override
    public boolean flipCoinResult(Game game) {
        return asking.word("roll", run.name(run.game.resolving()), List.of("heads", "tails")).equals("heads");
    }

    @Override
    public Cards discard(int amount, boolean random, boolean payForCost, Ability source, Game game) {
        if (!random) return super.discard(amount, false, payForCost, source, game);
        List<Card> chosen = asking.some("discard", about(source), List.copyOf(getHand().getCards(game)), amount, amount);
        return discard(new CardsImpl(chosen), payForCost, source, game);
    }

    @Override public int rollDieResult(int sides, Game game) { throw asking.lacks("dice"); }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public int chooseReplacementEffect(Map<String, String> effectsMap, Map<String, MageObject> objectsMap, Game game) {
        List<String> options = effectsMap.keySet().stream().map(key -> objectsMap.get(key) == null ? effectsMap.get(key)
                : String.valueOf(run.name(objectsMap.get(key)))).toList();
        if (options.size() < 2 || !run.started) return 0;
        return options.indexOf(asking.word("replacement", about(null), new TreeSet<>(options)));
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        return asking.first(abilities.stream().sorted(Comparator.comparing(each -> String.valueOf(run.name(each)))).toList());
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
