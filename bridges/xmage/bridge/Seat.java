package bridge;

import java.io.Serializable;
import java.util.*;
import java.util.stream.Stream;
import kit.Announced;
import kit.Answers;
import kit.Asking;
import mage.MageObject;
import mage.abilities.*;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.cards.*;
import mage.cards.decks.Deck;
import mage.choices.*;
import mage.constants.*;
import mage.game.Game;
import mage.game.draft.Draft;
import mage.game.events.GameEvent;
import mage.game.match.Match;
import mage.game.permanent.Permanent;
import mage.game.tournament.Tournament;
import mage.players.PlayerImpl;
import mage.players.net.UserData;
import mage.target.*;
import mage.target.common.*;
import mage.util.MultiAmountMessage;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
final class Seat extends PlayerImpl {
    private static final long serialVersionUID = 1L;

    private final transient Run run;
    final transient Purse purse;
    final transient Asking asking;
    /** A source whose optional copying was accepted, to be declined where it asks what to copy. */
    private transient UUID copier;
    /** What several objects were chosen for at once; the engine asks again whether there are to be more. */
    private transient Target answered;
    /** Whether a triggered ability is being put on the stack. */
    private transient boolean putting;

    Seat(String name, Run run, boolean poor) {
        super(name, RangeOfInfluence.ALL);
        this.run = run;
        purse = new Purse(run, poor);
        asking = new Asking(run, name);
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
        purse.spendPool(getManaPool());
    }

    private Seat(Seat other) {
        super(other);
        run = other.run;
        purse = other.purse;
        asking = other.asking;
        copier = other.copier;
    }

    @Override public Seat copy() { return new Seat(this); }

    @Override
    public boolean getStrictChooseMode() {
        return true; // the engine asks also where there is one possible target
    }

    /** What a question of an ability is about. */
    private String about(Ability source) {
        String name = source == null ? null : run.names.of(source.getSourceId());
        return name == null ? run.game.about() : name;
    }

    /** What a question is about that asks whom a creature attacks which was put onto the battlefield attacking: the newest one. */
    private String joining() {
        Stream<Permanent> others = run.game.permanents().stream().filter(each -> each.isControlledBy(getId()) && !each.isAttacking());
        return others.reduce((one, other) -> other.getCreateOrder() > one.getCreateOrder() ? other : one)
                .map(each -> run.names.of(each.getId())).orElseGet(run.game::about);
    }

    // --- priority, combat and mana ------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        run.names.tokens();
        if (!run.started) run.position.begin();
        run.started = true;
        if (run.script.priority(getName())) return true;
        pass(game);
        return false;
    }

    @Override public void selectAttackers(Game game, UUID attackingPlayerId) { run.script.attackers(this); }

    @Override
    public void selectBlockers(Ability source, Game game, UUID defendingPlayerId) {
        run.script.blockers(this, defendingPlayerId);
    }

    @Override
    public boolean triggerAbility(TriggeredAbility ability, Game game) {
        putting = true;
        try {
            return super.triggerAbility(ability, game);
        } finally {
            putting = false;
        }
    }

    @Override public ManaOptions getManaAvailable(Game game) { return purse.available(getManaPool()); }

    @Override
    public boolean playMana(Ability ability, ManaCost unpaid, String promptText, Game game) {
        return purse.pay(this, ability, unpaid, game);
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
        Announced announced = run.announced;
        UUID chooser = target.getAffectedAbilityControllerId(getId());
        List<UUID> options = target.possibleTargets(chooser, source, run.game, cards).stream().filter(each -> !target.contains(each)
                && (cards == null ? target.canTarget(chooser, each, source, run.game)
                : cards.contains(each) && ((TargetCard) target).canTarget(chooser, each, source, cards, run.game)))
                .sorted(Comparator.comparing(each -> String.valueOf(run.names.of(each)))).toList();
        int free = target.getMaxNumberOfTargets() == 0 ? options.size() : target.getMaxNumberOfTargets() - target.getSize();
        boolean fails = target instanceof TargetCardInLibrary && !target.isRequired(); // what is there need not be found
        int min = fails ? 0 : Math.max(0, Math.min(target.getMinNumberOfTargets() - target.getSize(), options.size()));
        int max = Math.min(free, options.size());
        boolean told = announced != Announced.NONE && announced.action.has("targets");
        boolean all = targets ? told && announced.targets.isEmpty()
                : announced != Announced.NONE && announced.action.has("costs") && announced.costs.isEmpty();
        if (max <= 0 || min == 0 && (!run.started || all || target == answered)) return false;
        List<String> words = options.stream().map(each -> String.valueOf(run.names.of(each))).toList();
        List<UUID> chosen = announced == Announced.NONE || targets ? List.of() : asking.named(options, announced.paid(words, min, max));
        if (announced != Announced.NONE && targets && !announced.targets.isEmpty()) {
            chosen = asking.named(options, announced.aimed(words, min, max));
        } else if (chosen.isEmpty()) {
            String kind = targets && (announced != Announced.NONE || putting) && !told ? "target" : kind(outcome, target);
            chosen = asked(kind, target instanceof TargetDefender ? joining() : about(source), source, options, min, max, free == 1);
            answered = free == 1 ? null : target;
        }
        for (UUID one : chosen) {
            if (cards == null && !target.canTarget(chooser, one, source, run.game)) { // not beside those before it
                if (!told) throw run.answers.unsupported("choice", "targets that depend on each other");
                announced.why = run.names.of(one) + " cannot be a target with the others";
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

    private List<UUID> asked(String kind, String about, Ability source, List<UUID> options, int min, int max, boolean single) {
        boolean copies = source != null && source.getSourceId().equals(copier);
        if (copies) copier = null;
        int least = copies ? 0 : min;
        if (!single) return asking.some(kind, about, options, least, max);
        return Stream.ofNullable(asking.one(kind, about, options, least == 0)).toList();
    }

    /** What an object is asked for; a target only where the rules choose one, and not wherever the engine calls it so. */
    private static String kind(Outcome outcome, Target target) {
        String name = String.valueOf(target.getTargetName()).toLowerCase(Locale.ROOT);
        if (name.contains("(legendary rule)?")) return "legend";
        if (name.contains("protector for ")) return "protector";
        if (target instanceof TargetSacrifice) return "sacrifice";
        if (target instanceof TargetDiscard) return "discard";
        if (target instanceof TargetCardInLibrary) return "search";
        if (target instanceof TargetPlayer) return "player";
        return switch (outcome) {
            case Copy -> "copy";
            case Sacrifice -> "sacrifice";
            case Discard -> "discard";
            case Exile -> "exile";
            case ReturnToHand, PutCreatureInPlay -> "return";
            default -> "object";
        };
    }

    @Override
    public boolean chooseTargetAmount(Outcome outcome, TargetAmount target, Ability source, Game game) {
        target.prepareAmount(source, game);
        Announced announced = run.announced;
        if (target.getAmountRemaining() <= 0) return false;
        boolean told = announced != Announced.NONE && announced.action.has("targets");
        if (!told) throw run.answers.unsupported("choice", "how something is divided");
        List<UUID> options = target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game).stream()
                .filter(each -> !target.contains(each)).toList();
        List<String> named = announced.aimed(options.stream().map(run.names::of).toList(), 1, 1);
        if (named.isEmpty()) return false;
        int most = target.getAmountRemaining() - announced.targets.size(); // at least one for each of the others
        int share = announced.action.at("divide").number(named.get(0), 0);
        int amount = share > 0 ? share : asking.number("damage", named.get(0), announced.targets.isEmpty() ? most : 1, most);
        target.addTarget(asking.named(options, named).get(0), amount, source, game);
        return true;
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
        String said = message.toLowerCase(Locale.ROOT);
        Announced announced = run.announced;
        if (!run.started) return false;
        // The engine asks where the rules leave no choice, and which side of a coin is to be called.
        if (said.startsWith("draw game because of infinite looping") || said.startsWith("heads or tails")) return true;
        if (source instanceof TriggeredAbility trigger && trigger.isOptional() // what was accepted is asked once more
                && said.startsWith("put ") && said.endsWith(" from your hand onto the battlefield?")) return true;
        if (announced != Announced.NONE && source != null && source.getSourceId().equals(run.script.source)) {
            if (said.startsWith("pay 2 life instead of {")) { // Phyrexian mana
                return purse.lacks(getManaPool(), Purse.MANA.get(message.replaceAll(".*\\{([WUBRG]).*", "$1")));
            }
            return announced.with(said);
        }
        if (said.startsWith("change target from ")) { // the engine names the first each time, whichever it means
            throw run.answers.unsupported("choice", "which of several targets is changed");
        }
        if (outcome == Outcome.Copy && source != null) {
            copier = source.getSourceId();
            return true; // asked once, where it is chosen what to copy
        }
        boolean changes = said.startsWith("change this ") // new targets are what the object says that is resolving
                && run.answers.waiting(getName(), Set.of("may"), run.game.resolving()) != null;
        return asking.decide(changes ? run.game.resolving() : about(source), said.startsWith("pay ") || said.contains(" pay "));
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source, Game game) {
        return chooseUse(outcome, message, source, game);
    }

    // --- words, modes, numbers ----------------------------------------------------------------------------------------

    /** One of the engine's words: a colour, a type, a name, an anchor word, an alternative cost. */
    @Override
    public boolean choose(Outcome outcome, Choice choice, Game game) {
        List<String> offered = List.copyOf(choice.isKeyChoice() ? choice.getKeyChoices().keySet() : choice.getChoices());
        String message = String.valueOf(choice.getMessage()).toLowerCase(Locale.ROOT);
        if (run.announced != Announced.NONE && choice.isKeyChoice() && message.endsWith("alternative cost")) {
            choice.setChoiceByKey(alternative(choice, offered));
            return true;
        }
        boolean colors = choice instanceof ChoiceColor || choice.isManaColorChoice();
        String kind = choice.isManaColorChoice() ? "mana" : colors ? "color" : message.contains("name") ? "name"
                : message.contains("type") ? "type" : "word";
        List<String> words = kind.equals("word") ? run.data.choices(run.game.aboutCard()) : List.of();
        boolean ours = words.size() == offered.size() && !offered.containsAll(words); // the engine's are in the order of the card's
        List<String> options = ours ? words : offered.stream().map(each -> colors ? Purse.letter(each) : each).toList();
        String about = run.announced == Announced.NONE ? run.game.about() : run.names.of(run.script.source);
        String said = run.started ? asking.few(kind, about, options, run.words.subtypes()) : run.position.chosen(options);
        String chosen = offered.get(options.indexOf(said));
        if (choice.isKeyChoice()) {
            choice.setChoiceByKey(chosen);
        } else {
            choice.setChoice(chosen);
        }
        return true;
    }

    /** The alternative cost that the action names, where the card has one; else none. */
    private String alternative(Choice choice, List<String> keys) {
        return run.announced.with("") ? keys.get(0) : keys.stream().filter(each -> choice.getKeyChoices().get(each)
                .startsWith("Cast with no alternative cost")).findFirst().orElse(keys.get(0));
    }

    /** One of the modes of a spell or ability; null for no further one. */
    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        Announced announced = run.announced;
        List<Mode> available = modes.getAvailableModes(source, game).stream()
                .filter(each -> each.getTargets().canChoose(getId(), source, game) && (modes.isMayChooseSameModeMoreThanOnce()
                        || !modes.getSelectedModes().contains(each.getId()))).toList();
        if (available.isEmpty()) return null;
        List<Mode> all = List.copyOf(modes.values());
        List<String> words = run.data.modes(run.names.printed(source.getSourceId()), all.size());
        if (words.isEmpty()) throw run.answers.unsupported("choice", "modes without words");
        List<String> options = new ArrayList<>(available.stream().map(each -> words.get(all.indexOf(each))).toList());
        if (modes.getSelectedModes().size() >= modes.getMinModes()) options.add(Answers.DECLINE);
        String chosen = announced != Announced.NONE && announced.action.has("modes") ? announced.modes.poll()
                : asking.word("mode", about(source), options);
        return words.contains(chosen) && options.contains(chosen) ? all.get(words.indexOf(chosen)) : null;
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean isManaPay) {
        Announced announced = run.announced;
        if (announced == Announced.NONE || !announced.action.has("x")) return getAmount(min, max, message, source, game);
        int x = announced.action.number("x", 0);
        if (x < min || x > max) throw run.script.refused("X cannot be " + x, false);
        return x;
    }

    @Override
    public int getAmount(int min, int max, String message, Ability source, Game game) {
        return asking.number("number", about(source), min, max);
    }

    /** How much damage is assigned to each: as announced, or asked one after another. */
    @Override
    public List<Integer> getMultiAmountWithIndividualConstraints(Outcome outcome, List<MultiAmountMessage> messages, int totalMin,
            int totalMax, MultiAmountType type, Game game) {
        List<String> names = messages.stream().map(each -> run.names.of(logged(each.message).getId())).toList();
        Permanent dealer = logged(type.getHeader());
        Map<String, Integer> announced = run.script.damage().remove(run.names.of(dealer.getId()));
        if (announced == null) {
            return asking.divide(names, messages.stream().map(each -> each.min).toList(),
                    messages.stream().map(each -> each.max).toList(), totalMin, totalMax);
        }
        List<Integer> amounts = names.stream().map(each -> announced.getOrDefault(each, 0)).toList();
        String beyond = run.telling.attacked(dealer); // who gets what is not assigned to the blockers of one with trample
        boolean all = announced.keySet().stream().allMatch(each -> names.contains(each) || each.equals(beyond))
                && announced.values().stream().mapToInt(each -> each).sum() == totalMax;
        if (!all || !MultiAmountType.isGoodValues(amounts, messages, totalMin, totalMax)) throw run.script.refusedDamage();
        return amounts;
    }

    /** The permanent that a line of the engine's dialogue is about, which names it by the first digits of its number. */
    private Permanent logged(String line) {
        List<Permanent> found = run.game.permanents().stream().filter(each -> line.contains(each.getLogName())).toList();
        if (found.size() != 1) throw run.answers.unsupported("choice", "damage assigned among several of one name");
        return found.get(0);
    }

    @Override
    public boolean choosePile(Outcome outcome, String message, List<? extends Card> pile1, List<? extends Card> pile2, Game game) {
        throw run.answers.unsupported("choice", "piles");
    }

    @Override public boolean chooseMulligan(Game game) { return false; }

    @Override
    public boolean flipCoinResult(Game game) {
        return asking.word("roll", run.game.resolving(), List.of("heads", "tails")).equals("heads");
    }

    @Override public int rollDieResult(int sides, Game game) { return asking.number("roll", run.game.resolving(), 1, sides); }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public int chooseReplacementEffect(Map<String, String> effectsMap, Map<String, MageObject> objectsMap, Game game) {
        List<String> options = effectsMap.keySet().stream().map(key -> objectsMap.get(key) == null ? effectsMap.get(key)
                : String.valueOf(run.names.of(objectsMap.get(key).getId()))).toList();
        if (options.size() < 2 || !run.started) return 0;
        return options.indexOf(asking.word("replacement", run.game.about(), new TreeSet<>(options)));
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        List<UUID> sources = abilities.stream().map(Ability::getSourceId)
                .sorted(Comparator.comparing(each -> String.valueOf(run.names.of(each)))).toList();
        UUID chosen = asking.first(sources);
        return abilities.stream().filter(each -> each.getSourceId().equals(chosen)).findFirst().orElseThrow();
    }

    @Override
    public void shuffleLibrary(Ability source, Game game) {
        if (game.replaceEvent(GameEvent.getEvent(GameEvent.EventType.SHUFFLE_LIBRARY, playerId, source, playerId))) return;
        List<UUID> cards = library.getCardList();
        boolean told = cards.stream().anyMatch(each -> run.names.id(each) != null);
        if (run.started && told && run.looksAt("library", true)) {
            List<UUID> order = asking.order("shuffle", null, cards);
            library.clear();
            order.forEach(each -> library.putOnBottom(game.getCard(each), game));
        }
        game.fireEvent(GameEvent.getEvent(GameEvent.EventType.LIBRARY_SHUFFLED, playerId, source, playerId));
    }

    // --- nothing of the game itself -----------------------------------------------------------------------------------

    @Override public void abort() { }
    @Override public void skip() { }
    @Override public void sideboard(Match match, Deck deck) { }
    @Override public void construct(Tournament tournament, Deck deck) { }
    @Override public void pickCard(List<Card> cards, Deck deck, Draft draft) { }
}
