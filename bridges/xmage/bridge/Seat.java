package bridge;

import com.google.gson.JsonObject;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
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
    private static final Set<String> KIN = Set.of("object", "sacrifice", "discard", "exile", "return", "attach", "search", "copy",
            "player", "legend", "protector", "target", "may", "order", "library", "prevent", "replacement");
    private static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "search", "copy", "target");
    private static final Set<String> ASKS = Set.of("may", "pay");
    private static final Pattern CHANGE = Pattern.compile("^Change this \\d+ of \\d+ target");

    private final transient Run run;
    final transient Purse purse;
    /** A source whose optional copying was accepted, to be declined where it asks what to copy. */
    private transient UUID copier;
    /** A spell whose targets are kept. */
    private transient UUID keeper;
    /** Whether a triggered ability is being put on the stack. */
    private transient boolean putting;

    Seat(String name, Run run, boolean poor) {
        super(name, RangeOfInfluence.ALL);
        this.run = run;
        purse = new Purse(run, poor);
        human = false;
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
        setFastFailInTestMode(true);
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

    // --- priority and combat ------------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        purse.settle(getManaPool());
        return run.script.priority(this);
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

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game) {
        return pick(outcome, target, source, game, null, false);
    }

    @Override
    public boolean choose(Outcome outcome, Target target, Ability source, Game game, Map<String, Serializable> options) {
        return pick(outcome, target, source, game, null, false);
    }

    @Override
    public boolean choose(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return pick(outcome, target, source, game, cards, false);
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Target target, Ability source, Game game) {
        return pick(outcome, target, source, game, null, !target.isNotTarget());
    }

    @Override
    public boolean chooseTarget(Outcome outcome, Cards cards, TargetCard target, Ability source, Game game) {
        return pick(outcome, target, source, game, cards, !target.isNotTarget() && source != null);
    }

    private boolean pick(Outcome outcome, Target target, Ability source, Game game, Cards cards, boolean targets) {
        UUID chooser = target.getAffectedAbilityControllerId(getId());
        Set<UUID> possible = target.possibleTargets(chooser, source, game, cards);
        if (cards != null) {
            possible.retainAll(cards);
        }
        Map<UUID, String> options = new LinkedHashMap<>();
        possible.stream().filter(each -> !target.contains(each))
                .filter(each -> cards == null ? target.canTarget(chooser, each, source, game)
                        : ((TargetCard) target).canTarget(chooser, each, source, cards, game))
                .map(each -> Map.entry(each, String.valueOf(run.names.of(each)))).sorted(Map.Entry.comparingByValue()).forEach(each -> options.put(each.getKey(), each.getValue()));
        int min = Math.max(0, Math.min(target.getMinNumberOfTargets() - target.getSize(), options.size()));
        int max = target.getMaxNumberOfTargets() == 0 ? options.size()
                : Math.min(target.getMaxNumberOfTargets() - target.getSize(), options.size());
        Script script = run.script;
        if (options.isEmpty() || max <= 0 || !run.started && min == 0
                || min == 0 && targets && script.announcing != null && script.targeted && script.targets.isEmpty()) {
            return false;
        }
        List<String> chosen;
        if (script.announcing != null && targets && !script.targets.isEmpty()) {
            chosen = announced(target, options, min, max);
            if (chosen == null) {
                return false;
            }
        } else if (script.announcing != null && named(options, min, max) != null) {
            chosen = named(options, min, max);
            script.costs.removeAll(chosen);
        } else {
            chosen = asked(outcome, target, source, options, min, max, targets);
        }
        for (String each : chosen) {
            UUID one = options.entrySet().stream().filter(option -> option.getValue().equals(each)).findFirst().get().getKey();
            options.remove(one);
            if (cards == null && !target.canTarget(chooser, one, source, game)) { // not beside those before it
                script.why = each + " cannot be a target with the others";
                return false;
            }
            if (targets) {
                target.addTarget(one, source, game);
            } else {
                target.add(one, game);
            }
        }
        return !chosen.isEmpty();
    }

    private List<String> announced(Target target, Map<UUID, String> options, int min, int max) {
        List<String> left = new ArrayList<>(options.values());
        List<String> chosen = new ArrayList<>();
        Script script = run.script;
        while (chosen.size() < max && !script.targets.isEmpty()) {
            List<String> group = script.targets.peek();
            if (!left.containsAll(group)) {
                if (chosen.size() >= min && !chosen.isEmpty()) {
                    break;
                }
                script.why = String.join(" and ", group) + " cannot be a target";
                return null;
            }
            script.targets.pop();
            group.forEach(left::remove);
            chosen.addAll(group);
        }
        if (chosen.size() < min) {
            script.why = "too few targets";
            return null;
        }
        return chosen.isEmpty() ? null : chosen;
    }

    /** What the action names for its costs, where this is what is asked for. */
    private List<String> named(Map<UUID, String> options, int min, int max) {
        List<String> fit = run.script.costs.stream().filter(options::containsValue).limit(max).toList();
        return fit.isEmpty() || fit.size() < min ? null : fit;
    }

    private List<String> asked(Outcome outcome, Target target, Ability source, Map<UUID, String> options, int min, int max,
            boolean targets) {
        boolean announced = targets && (run.script.announcing != null || putting); // else the engine only calls it a target
        String kind = announced ? "target" : kind(outcome, target);
        Set<String> kin = announced && !run.script.targeted ? Set.of() : KIN;
        String about = source == null && kind.equals("legend") ? null : about(source);
        List<String> words = new ArrayList<>(options.values());
        boolean may = min == 0;
        if (source != null && source.getSourceId().equals(copier)) {
            copier = null;
            may = true;
            min = 0;
        }
        if (max == 1 && target.getMaxNumberOfTargets() - target.getSize() == 1) {
            if (may) {
                words.add(Answers.DECLINE);
            }
            String chosen = run.answers.one(getName(), kind, kin, about, words);
            return chosen.equals(Answers.DECLINE) ? List.of() : List.of(chosen);
        }
        return run.answers.some(getName(), kind, kin, about, words, min, max, false);
    }

    private static String kind(Outcome outcome, Target target) {
        String name = String.valueOf(target.getTargetName()).toLowerCase(Locale.ROOT);
        if (name.endsWith("(legendary rule)?")) {
            return "legend";
        }
        if (name.startsWith("protector for ")) {
            return "protector";
        }
        if (target instanceof TargetSacrifice) {
            return "sacrifice";
        }
        if (target instanceof TargetDiscard) {
            return "discard";
        }
        if (target instanceof TargetCardInLibrary) {
            return "search";
        }
        if (target instanceof TargetPlayer) {
            return "player";
        }
        switch (outcome) {
            case Copy:
                return "copy";
            case Sacrifice:
                return "sacrifice";
            case Discard:
                return "discard";
            case Exile:
                return "exile";
            case ReturnToHand:
                return "return";
            default:
                return "object";
        }
    }

    @Override
    public boolean chooseTargetAmount(Outcome outcome, TargetAmount target, Ability source, Game game) {
        target.prepareAmount(source, game);
        if (target.getAmountRemaining() <= 0) {
            return false;
        }
        JsonObject action = run.script.announcing;
        if (action == null || !action.has("targets")) {
            throw Over.unsupported("choice", "how something is divided");
        }
        if (run.script.targets.isEmpty()) {
            return false;
        }
        String name = run.script.targets.peek().get(0);
        UUID one = target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game).stream()
                .filter(each -> name.equals(run.names.of(each)) && !target.contains(each)).findFirst().orElse(null);
        if (one == null) {
            run.script.why = name + " cannot be a target";
            return false;
        }
        run.script.targets.pop();
        int most = target.getAmountRemaining() - run.script.targets.size(); // at least one for each of the others
        JsonObject shares = action.has("divide") ? action.getAsJsonObject("divide") : new JsonObject();
        int amount = shares.has(name) ? shares.get(name).getAsInt()
                : run.dialogs.number(getName(), "damage", run.script.targets.isEmpty() ? most : 1, most, name);
        target.addTarget(one, amount, source, game);
        return true;
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean chooseUse(Outcome outcome, String message, Ability source, Game game) {
        return chooseUse(outcome, message, null, null, null, source, game);
    }

    @Override
    public boolean chooseUse(Outcome outcome, String message, String second, String yes, String no, Ability source, Game game) {
        Script script = run.script;
        if (!run.started) {
            return false;
        }
        String said = message.toLowerCase(Locale.ROOT);
        if (said.startsWith("draw game because of infinite looping")) {
            return true; // the engine asks where the rules leave no choice
        }
        if (script.announcing != null && source != null && source.getSourceId().equals(script.announcedSource)) {
            if (said.startsWith("pay 2 life instead of {")) { // Phyrexian mana
                String color = message.replaceAll(".*\\{([WUBRG]).*", "$1");
                return purse.lacks(getManaPool(), Position.manaType(color));
            }
            List<String> costs = run.words.entries(script.printed(script.announcedSource)).stream()
                    .flatMap(each -> each.costs().stream()).toList();
            String wanted = script.with.stream().filter(each -> said.contains(each) || costs.equals(List.of(each)))
                    .findFirst().orElse(null);
            return wanted != null && script.with.remove(wanted);
        }
        if (outcome == Outcome.Copy && source != null) {
            copier = source.getSourceId();
            return true; // asked once, where it is chosen what to copy
        }
        boolean again = CHANGE.matcher(message).find();
        if (again && source != null && source.getId().equals(keeper)) {
            return false; // what was said of one target of a spell is said of all
        }
        boolean accepted = decide(outcome, message, said, about(source), again);
        keeper = again && !accepted && source != null ? source.getId() : null;
        return accepted;
    }

    private boolean decide(Outcome outcome, String message, String said, String about, boolean again) {
        if (again && run.answers.waiting(getName(), Set.of("may"), run.game.resolving()) != null) {
            about = run.game.resolving(); // new targets are what the object says that is resolving
        }
        List<String> meant = run.answers.waiting(getName(), PICKS, about);
        if (meant != null && !run.answers.waits(getName(), "may", ASKS, about, List.of("accept", "pay", Answers.DECLINE))) {
            return !meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE)); // what is picked is asked for next
        }
        boolean pays = said.startsWith("pay ") || said.contains(" pay ");
        String accept = pays ? "pay" : "accept";
        if (!pays && run.answers.waits(getName(), "pay", Set.of(), about, List.of("pay", Answers.DECLINE))
                && !run.answers.waits(getName(), "may", Set.of(), about, List.of("accept", Answers.DECLINE))) {
            accept = "pay";
        } else if (pays && run.answers.waits(getName(), "may", Set.of(), about, List.of("accept", Answers.DECLINE))
                && !run.answers.waits(getName(), "pay", Set.of(), about, List.of("pay", Answers.DECLINE))) {
            accept = "accept";
        }
        String kind = accept.equals("pay") ? "pay" : "may";
        return run.answers.one(getName(), kind, ASKS, about, List.of(accept, Answers.DECLINE)).equals(accept);
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
        JsonObject action = run.script.announcing;
        if (action != null && action.has("x")) {
            return action.get("x").getAsInt();
        }
        return run.dialogs.number(getName(), "number", min, max, about(source));
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
        throw Over.unsupported("choice", "piles");
    }

    @Override
    public boolean chooseMulligan(Game game) {
        return false;
    }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public int chooseReplacementEffect(Map<String, String> effectsMap, Map<String, MageObject> objectsMap, Game game) {
        List<String> keys = new ArrayList<>(effectsMap.keySet());
        List<String> options = new ArrayList<>();
        for (String key : keys) {
            MageObject object = objectsMap.get(key);
            options.add(object == null ? effectsMap.get(key) : String.valueOf(run.names.of(object.getId())));
        }
        if (options.size() < 2 || !run.started) {
            return 0;
        }
        List<String> sorted = options.stream().distinct().sorted().toList();
        String chosen = run.answers.one(getName(), "replacement", Set.of(), run.game.about(), sorted);
        return options.indexOf(chosen);
    }

    @Override
    public TriggeredAbility chooseTriggeredAbility(List<TriggeredAbility> abilities, Game game) {
        Map<String, TriggeredAbility> options = new java.util.TreeMap<>();
        abilities.forEach(each -> options.putIfAbsent(String.valueOf(run.names.of(each.getSourceId())), each));
        if (options.size() == 1) {
            return abilities.get(0); // of one object, or of several that nobody can tell apart
        }
        return options.get(run.answers.one(getName(), "order", Set.of(), null, new ArrayList<>(options.keySet())));
    }

    @Override
    public void shuffleLibrary(Ability source, Game game) {
        if (game.replaceEvent(GameEvent.getEvent(GameEvent.EventType.SHUFFLE_LIBRARY, playerId, source, playerId))) {
            return;
        }
        List<UUID> cards = library.getCardList();
        boolean told = cards.stream().anyMatch(each -> run.names.id(each) != null);
        if (run.started && told && cards.size() > 1 && run.looksAt("library")) {
            List<String> options = cards.stream().map(run.names::of).toList();
            List<String> order = run.answers.some(getName(), "shuffle", Set.of("library"), null, options, options.size(),
                    options.size(), true);
            List<UUID> left = new ArrayList<>(cards);
            List<Card> sorted = new ArrayList<>();
            for (String each : order) {
                UUID one = left.stream().filter(card -> each.equals(run.names.of(card))).findFirst().get();
                left.remove(one);
                sorted.add(game.getCard(one));
            }
            library.clear();
            for (int place = sorted.size() - 1; place >= 0; place--) {
                library.putOnTop(sorted.get(place), game);
            }
        }
        game.fireEvent(GameEvent.getEvent(GameEvent.EventType.LIBRARY_SHUFFLED, playerId, source, playerId));
    }

    @Override
    public boolean flipCoinResult(Game game) {
        return run.answers.one(getName(), "roll", Set.of(), null, List.of("heads", "tails")).equals("heads");
    }

    @Override
    public int rollDieResult(int sides, Game game) {
        return run.dialogs.number(getName(), "roll", 1, sides, null);
    }

    // --- mana ---------------------------------------------------------------------------------------------------------

    @Override
    public ManaOptions getManaAvailable(Game game) {
        return purse.available(getManaPool());
    }

    @Override
    public boolean playMana(Ability ability, ManaCost unpaid, String promptText, Game game) {
        return purse.pay(this, ability, unpaid, game);
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
