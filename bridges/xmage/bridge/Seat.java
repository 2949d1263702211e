package bridge;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import kit.Announced;
import kit.Answers;
import mage.MageObject;
import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.abilities.TriggeredAbility;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.cards.Card;
import mage.cards.Cards;
import mage.cards.decks.Deck;
import mage.choices.Choice;
import mage.constants.MultiAmountType;
import mage.constants.Outcome;
import mage.constants.RangeOfInfluence;
import mage.game.Game;
import mage.game.draft.Draft;
import mage.game.events.GameEvent;
import mage.game.match.Match;
import mage.game.tournament.Tournament;
import mage.players.PlayerImpl;
import mage.players.net.UserData;
import mage.target.Target;
import mage.target.TargetAmount;
import mage.target.TargetCard;
import mage.target.TargetPlayer;
import mage.target.common.TargetCardInLibrary;
import mage.target.common.TargetDiscard;
import mage.target.common.TargetSacrifice;
import mage.util.MultiAmountMessage;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
final class Seat extends PlayerImpl {
    private static final long serialVersionUID = 1L;
    /** What is asked for, by what the engine says of the choice: the end of a sentence, the kind of target, or what it is good for. */
    private static final Map<String, String> BY_NAME = Map.of("(legendary rule)?", "legend", "protector for ", "protector");
    private static final Map<Class<?>, String> BY_TARGET = Map.of(TargetSacrifice.class, "sacrifice", TargetDiscard.class, "discard",
            TargetCardInLibrary.class, "search", TargetPlayer.class, "player");
    private static final Map<Outcome, String> BY_OUTCOME = Map.of(Outcome.Copy, "copy", Outcome.Sacrifice, "sacrifice",
            Outcome.Discard, "discard", Outcome.Exile, "exile", Outcome.ReturnToHand, "return");
    /** The kinds of answers that pick an object, and so tell whether one is picked. */
    private static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "search", "copy", "target");

    private final transient Run run;
    final transient Purse purse;
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
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
        purse.spendPool(getManaPool());
    }

    private Seat(Seat other) {
        super(other);
        run = other.run;
        purse = other.purse;
        copier = other.copier;
    }

    @Override
    public Seat copy() {
        return new Seat(this);
    }

    @Override
    public boolean getStrictChooseMode() {
        return true; // the engine asks also where there is one possible target
    }

    /** What a question of an ability is about. */
    String about(Ability source) {
        String name = source == null ? null : run.names.of(source.getSourceId());
        return name == null ? run.game.about() : name;
    }

    // --- priority, combat and mana ------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        run.names.nameTokens();
        if (!run.started) run.position.begin();
        run.started = true;
        if (run.script.priority(getName())) return true;
        pass(game);
        return false;
    }

    @Override
    public void selectAttackers(Game game, UUID attackingPlayerId) {
        run.script.attackers(this);
    }

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

    @Override
    public ManaOptions getManaAvailable(Game game) {
        return purse.available(getManaPool());
    }

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
        Announced announced = run.script.announced;
        UUID chooser = target.getAffectedAbilityControllerId(getId());
        Map<UUID, String> options = new LinkedHashMap<>();
        target.possibleTargets(chooser, source, run.game, cards).stream().filter(each -> !target.contains(each) && (cards == null
                ? target.canTarget(chooser, each, source, run.game)
                : cards.contains(each) && ((TargetCard) target).canTarget(chooser, each, source, cards, run.game)))
                .map(each -> Map.entry(each, String.valueOf(run.names.of(each)))).sorted(Map.Entry.comparingByValue())
                .forEach(each -> options.put(each.getKey(), each.getValue()));
        int free = target.getMaxNumberOfTargets() == 0 ? options.size() : target.getMaxNumberOfTargets() - target.getSize();
        int min = Math.max(0, Math.min(target.getMinNumberOfTargets() - target.getSize(), options.size()));
        int max = Math.min(free, options.size());
        boolean told = announced != null && announced.action.has("targets");
        boolean all = targets ? told && announced.targets.isEmpty()
                : announced != null && announced.action.has("costs") && announced.costs.isEmpty();
        if (max <= 0 || min == 0 && (!run.started || all || target == answered)) return false;
        List<String> words = List.copyOf(options.values());
        List<String> chosen = announced == null || targets ? List.of() : announced.paid(words, min, max);
        if (announced != null && targets && !announced.targets.isEmpty()) {
            chosen = announced.aimed(words, min, max);
        } else if (chosen.isEmpty()) {
            chosen = asked(kind(outcome, target, targets && (announced != null || putting) && !told), source, words, min, max, free == 1);
            answered = free == 1 ? null : target;
        }
        for (String word : chosen) {
            UUID one = options.keySet().stream().filter(each -> options.get(each).equals(word)).findFirst().orElseThrow();
            options.remove(one);
            if (cards == null && !target.canTarget(chooser, one, source, run.game)) { // not beside those before it
                announced.why = word + " cannot be a target with the others";
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

    private List<String> asked(String kind, Ability source, List<String> options, int min, int max, boolean single) {
        String about = about(source);
        boolean copies = source != null && source.getSourceId().equals(copier);
        if (copies) copier = null;
        int least = copies ? 0 : min;
        if (!single) return run.answers.some(getName(), kind, about, options, least, max, false);
        List<String> words = new ArrayList<>(options);
        if (least == 0) words.add(Answers.DECLINE);
        String chosen = run.answers.one(getName(), kind, about, words);
        return chosen.equals(Answers.DECLINE) ? List.of() : List.of(chosen);
    }

    /** What an object is asked for; a target only where the rules choose one, and not wherever the engine calls it so. */
    private static String kind(Outcome outcome, Target target, boolean aims) {
        String name = String.valueOf(target.getTargetName()).toLowerCase(Locale.ROOT);
        if (aims) return "target";
        return BY_NAME.keySet().stream().filter(name::contains).map(BY_NAME::get).findFirst()
                .or(() -> BY_TARGET.keySet().stream().filter(each -> each.isInstance(target)).map(BY_TARGET::get).findFirst())
                .orElseGet(() -> BY_OUTCOME.getOrDefault(outcome, "object"));
    }

    @Override
    public boolean chooseTargetAmount(Outcome outcome, TargetAmount target, Ability source, Game game) {
        target.prepareAmount(source, game);
        Announced announced = run.script.announced;
        if (target.getAmountRemaining() <= 0) return false;
        if (announced == null || !announced.action.has("targets")) throw run.answers.unsupported("choice", "how something is divided");
        if (announced.targets.isEmpty()) return false;
        String name = announced.targets.peek().get(0);
        UUID one = target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game).stream()
                .filter(each -> name.equals(run.names.of(each)) && !target.contains(each)).findFirst().orElse(null);
        if (one == null) {
            announced.why = name + " cannot be a target";
            return false;
        }
        announced.targets.pop();
        int most = target.getAmountRemaining() - announced.targets.size(); // at least one for each of the others
        int least = announced.targets.isEmpty() ? most : 1;
        int share = announced.action.at("divide").number(name, 0);
        target.addTarget(one, share > 0 ? share : run.dialogs.number(getName(), "damage", least, most, name), source, game);
        return true;
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
        String said = message.toLowerCase(Locale.ROOT);
        Announced announced = run.script.announced;
        if (!run.started) return false;
        // The engine asks where the rules leave no choice, and which side of a coin is to be called.
        if (said.startsWith("draw game because of infinite looping") || said.startsWith("heads or tails")) return true;
        if (announced != null && source != null && source.getSourceId().equals(run.script.source)) {
            if (said.startsWith("pay 2 life instead of {")) { // Phyrexian mana
                return purse.lacks(getManaPool(), Purse.MANA.get(message.replaceAll(".*\\{([WUBRG]).*", "$1")));
            }
            return announced.with(said);
        }
        if (outcome == Outcome.Copy && source != null) {
            copier = source.getSourceId();
            return true; // asked once, where it is chosen what to copy
        }
        String about = about(source);
        if (said.startsWith("change this ") && run.answers.waiting(getName(), Set.of("may"), run.game.resolving()) != null) {
            about = run.game.resolving(); // new targets are what the object says that is resolving
        }
        return decide(said, about);
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source, Game game) {
        return chooseUse(outcome, message, source, game);
    }

    private boolean decide(String said, String about) {
        boolean may = run.answers.waits(getName(), "may", about, List.of("accept", Answers.DECLINE));
        boolean pay = run.answers.waits(getName(), "pay", about, List.of("pay", Answers.DECLINE));
        List<String> meant = run.answers.waiting(getName(), PICKS, about);
        if (meant != null && !may && !pay) { // what is picked is asked for next
            return !meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE));
        }
        boolean pays = may == pay ? said.startsWith("pay ") || said.contains(" pay ") : pay;
        return run.answers.yes(getName(), pays ? "pay" : "may", about, pays ? "pay" : "accept");
    }

    // --- words, modes, numbers ----------------------------------------------------------------------------------------

    @Override
    public boolean choose(Outcome outcome, Choice choice, Game game) {
        run.dialogs.word(getName(), choice);
        return true;
    }

    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        return run.dialogs.mode(this, modes, source, game);
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean isManaPay) {
        Announced announced = run.script.announced;
        if (announced == null || !announced.action.has("x")) return getAmount(min, max, message, source, game);
        int x = announced.action.number("x", 0);
        if (x < min || x > max) throw run.script.refused("X cannot be " + x, false);
        return x;
    }

    @Override
    public int getAmount(int min, int max, String message, Ability source, Game game) {
        return run.dialogs.number(getName(), "number", min, max, about(source));
    }

    @Override
    public List<Integer> getMultiAmountWithIndividualConstraints(Outcome outcome, List<MultiAmountMessage> messages, int totalMin,
            int totalMax, MultiAmountType type, Game game) {
        return run.dialogs.damage(getName(), messages, totalMin, totalMax, type);
    }

    @Override
    public boolean choosePile(Outcome outcome, String message, List<? extends Card> pile1, List<? extends Card> pile2, Game game) {
        throw run.answers.unsupported("choice", "piles");
    }

    @Override
    public boolean chooseMulligan(Game game) {
        return false;
    }

    @Override
    public boolean flipCoinResult(Game game) {
        return run.answers.one(getName(), "roll", run.game.resolving(), List.of("heads", "tails")).equals("heads");
    }

    @Override
    public int rollDieResult(int sides, Game game) {
        return run.dialogs.number(getName(), "roll", 1, sides, run.game.resolving());
    }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public int chooseReplacementEffect(Map<String, String> effectsMap, Map<String, MageObject> objectsMap, Game game) {
        List<String> options = new ArrayList<>();
        effectsMap.forEach((key, text) -> {
            MageObject object = objectsMap.get(key);
            options.add(object == null ? text : String.valueOf(run.names.of(object.getId())));
        });
        if (options.size() < 2 || !run.started) return 0;
        return options.indexOf(run.answers.one(getName(), "replacement", run.game.about(), options.stream().distinct().sorted().toList()));
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        Map<String, TriggeredAbility> options = new TreeMap<>();
        abilities.forEach(each -> options.putIfAbsent(String.valueOf(run.names.of(each.getSourceId())), each));
        if (options.size() == 1) return abilities.get(0); // of one object, or of several that nobody can tell apart
        return options.get(run.answers.one(getName(), "order", null, List.copyOf(options.keySet())));
    }

    @Override
    public void shuffleLibrary(Ability source, Game game) {
        if (game.replaceEvent(GameEvent.getEvent(GameEvent.EventType.SHUFFLE_LIBRARY, playerId, source, playerId))) return;
        List<UUID> left = new ArrayList<>(library.getCardList());
        boolean told = left.stream().anyMatch(each -> run.names.id(each) != null);
        if (run.started && told && left.size() > 1 && run.looksAt("library")) {
            List<String> order = new ArrayList<>(run.answers.some(getName(), "shuffle", null, left.stream().map(run.names::of).toList(),
                    left.size(), left.size(), true));
            Collections.reverse(order);
            library.clear();
            for (String name : order) {
                UUID one = left.stream().filter(card -> name.equals(run.names.of(card))).findFirst().orElseThrow();
                left.remove(one);
                library.putOnTop(game.getCard(one), game);
            }
        }
        game.fireEvent(GameEvent.getEvent(GameEvent.EventType.LIBRARY_SHUFFLED, playerId, source, playerId));
    }

    // --- nothing of the game itself -----------------------------------------------------------------------------------

    @Override
    public void abort() {
    }

    @Override
    public void skip() {
    }

    @Override
    public void sideboard(Match match, Deck deck) {
    }

    @Override
    public void construct(Tournament tournament, Deck deck) {
    }

    @Override
    public void pickCard(List<Card> cards, Deck deck, Draft draft) {
    }
}
