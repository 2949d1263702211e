package bridge;

import com.google.gson.JsonObject;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import mage.MageObject;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.Mode;
import mage.abilities.Modes;
import mage.abilities.SpecialAction;
import mage.abilities.TriggeredAbility;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.cards.Card;
import mage.cards.Cards;
import mage.cards.decks.Deck;
import mage.choices.Choice;
import mage.choices.ChoiceColor;
import mage.constants.ManaType;
import mage.constants.MultiAmountType;
import mage.constants.Outcome;
import mage.constants.RangeOfInfluence;
import mage.game.Game;
import mage.game.draft.Draft;
import mage.game.events.GameEvent;
import mage.game.match.Match;
import mage.game.permanent.Permanent;
import mage.game.tournament.Tournament;
import mage.players.ManaPoolItem;
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
    private static final Set<String> WORDS = Set.of("type", "word", "name", "color", "mode", "mana");
    private static final Pattern CHANGE = Pattern.compile("^Change this \\d+ of \\d+ target");
    private static final int MOST = 20;

    private final transient Run run;
    /** Whether costs are paid from the pool alone. */
    private final transient boolean poor;
    /** What an action names to be paid with, and is not yet spent; null if it names nothing. */
    private transient Map<ManaType, Integer> named;
    private final transient Set<ManaType> useless;
    private transient ManaType unlocked;
    private transient int before;
    /** What was in the pool before mana for a cost was put beside it. */
    private transient List<ManaPoolItem> kept;
    /** A source whose optional copying was accepted, to be declined where it asks what to copy. */
    private transient UUID copier;
    /** A spell whose targets are kept. */
    private transient UUID keeper;
    /** Whether a triggered ability is being put on the stack. */
    private transient boolean putting;

    Seat(String name, Run run, boolean poor) {
        super(name, RangeOfInfluence.ALL);
        this.run = run;
        this.poor = poor;
        useless = EnumSet.noneOf(ManaType.class);
        human = false;
        userData = UserData.getDefaultUserDataView();
        setTestMode(true);
        setFastFailInTestMode(true);
        spendPool();
    }

    private Seat(Seat other) {
        super(other);
        run = other.run;
        poor = other.poor;
        named = other.named;
        useless = other.useless;
        unlocked = other.unlocked;
        before = other.before;
        kept = other.kept;
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

    private String about(Ability source) {
        String name = source == null ? null : run.names.of(source.getSourceId());
        return name == null ? run.game.about() : name;
    }

    // --- priority and combat ------------------------------------------------------------------------------------------

    @Override
    public boolean priority(Game game) {
        settle();
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
        possible.stream().filter(each -> !target.contains(each)).filter(each -> cards == null
                ? target.canTarget(chooser, each, source, game)
                : ((TargetCard) target).canTarget(chooser, each, source, cards, game)).map(each -> Map.entry(each, String.valueOf(run.names.of(each))))
                .sorted(Map.Entry.comparingByValue()).forEach(each -> options.put(each.getKey(), each.getValue()));
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
        if (action == null || !action.has("divide")) {
            throw Over.unsupported("choice", "how something is divided");
        }
        Set<UUID> possible = target.possibleTargets(target.getAffectedAbilityControllerId(getId()), source, game);
        for (Map.Entry<String, com.google.gson.JsonElement> each : action.getAsJsonObject("divide").entrySet()) {
            for (UUID one : possible) {
                if (each.getKey().equals(run.names.of(one)) && !target.contains(one)) {
                    target.addTarget(one, each.getValue().getAsInt(), source, game);
                    run.script.targets.remove(List.of(each.getKey()));
                    return true;
                }
            }
        }
        return false;
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
                return poor && getManaPool().getMana().get(Position.manaType(color)) == 0;
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
        if (run.script.announcing != null && choice.isKeyChoice() && String.valueOf(choice.getMessage()).endsWith("alternative cost")) {
            choice.setChoiceByKey(alternative(choice));
            return true;
        }
        Map<String, String> options = new LinkedHashMap<>(); // the engine's word or key by ours
        Collection<String> offered = choice.isKeyChoice() ? choice.getKeyChoices().keySet() : choice.getChoices();
        String message = String.valueOf(choice.getMessage()).toLowerCase(Locale.ROOT);
        String kind;
        boolean colors = choice instanceof ChoiceColor || choice.isManaColorChoice();
        for (String each : offered) {
            options.put(colors ? letter(each) : each, each);
        }
        if (choice.isManaColorChoice()) {
            kind = "mana";
        } else if (colors) {
            kind = "color";
        } else if (message.contains("name")) {
            kind = "name";
        } else if (message.contains("type")) {
            kind = "type";
        } else {
            kind = "word";
        }
        String about = run.game.about();
        List<String> words = kind.equals("word") ? run.words.choices(run.game.aboutCard(), options.size()) : List.of();
        if (!options.keySet().containsAll(words)) { // the engine's words, in the order of the card's
            Map<String, String> renamed = new LinkedHashMap<>();
            options.values().forEach(each -> renamed.put(words.get(renamed.size()), each));
            options.clear();
            options.putAll(renamed);
        }
        String chosen;
        if (kind.equals("mana") && options.containsKey(run.script.manaColor)) {
            chosen = run.script.manaColor;
            run.script.manaColor = null;
        } else if (!run.started) {
            chosen = run.position.chosen(kind, options.keySet());
        } else {
            Set<String> few = new LinkedHashSet<>(options.keySet());
            if (few.size() > MOST) { // those that mean something here, or two that stand for all
                List<String> first = few.stream().sorted().limit(2).toList();
                few.retainAll(run.telling.subtypes());
                if (few.isEmpty()) {
                    few.addAll(first);
                }
                options.keySet().stream().filter(each -> run.answers.waits(getName(), kind, WORDS, about, List.of(each)))
                        .forEach(few::add);
            }
            chosen = run.answers.one(getName(), kind, WORDS, about, new ArrayList<>(few));
        }
        if (choice.isKeyChoice()) {
            choice.setChoiceByKey(options.get(chosen));
        } else {
            choice.setChoice(options.get(chosen));
        }
        return true;
    }

    /** The alternative cost that the action names, where the card has one; else none. */
    private String alternative(Choice choice) {
        List<String> keys = new ArrayList<>(choice.getKeyChoices().keySet());
        Script script = run.script;
        boolean named = run.words.entries(script.printed(script.announcedSource)).stream()
                .anyMatch(each -> each.costs().size() == 1 && script.with.removeAll(each.costs()));
        return named ? keys.get(0) : keys.stream().filter(each -> choice.getKeyChoices().get(each)
                .startsWith("Cast with no alternative cost")).findFirst().orElse(keys.get(0));
    }

    static String letter(String color) {
        switch (color.toLowerCase(Locale.ROOT)) {
            case "white":
                return "W";
            case "blue":
                return "U";
            case "black":
                return "B";
            case "red":
                return "R";
            case "green":
                return "G";
            case "colorless":
                return "C";
            default:
                return color;
        }
    }

    @Override
    public Mode chooseMode(Modes modes, Ability source, Game game) {
        List<Mode> available = new ArrayList<>(modes.getAvailableModes(source, game));
        if (!modes.isMayChooseSameModeMoreThanOnce()) {
            available.removeIf(each -> modes.getSelectedModes().contains(each.getId()));
        }
        available.removeIf(each -> !each.getTargets().canChoose(getId(), source, game));
        if (available.isEmpty()) {
            return null;
        }
        List<Mode> all = new ArrayList<>(modes.values());
        List<String> words = run.words.entries(run.script.printed(source.getSourceId())).stream().map(Words.Entry::modes)
                .filter(each -> each.size() == all.size()).findFirst().orElse(null);
        if (words == null) {
            throw Over.unsupported("choice", "modes without words");
        }
        Map<String, Mode> options = new LinkedHashMap<>();
        available.forEach(each -> options.put(words.get(all.indexOf(each)), each));
        if (run.script.announcing != null && run.script.announcing.has("modes")) {
            String wanted = run.script.modes.poll();
            return wanted == null ? null : options.get(wanted);
        }
        boolean may = modes.getSelectedModes().size() >= modes.getMinModes();
        List<String> offered = new ArrayList<>(options.keySet());
        if (may) {
            offered.add(Answers.DECLINE);
        }
        String chosen = run.answers.one(getName(), "mode", Set.of("word"), about(source), offered);
        return options.get(chosen);
    }

    @Override
    public int announceX(int min, int max, String message, Game game, Ability source, boolean isManaPay) {
        JsonObject action = run.script.announcing;
        if (action != null && action.has("x")) {
            return action.get("x").getAsInt();
        }
        return number("number", min, max, about(source));
    }

    @Override
    public int getAmount(int min, int max, String message, Ability source, Game game) {
        return number("number", min, max, about(source));
    }

    private int number(String kind, int min, int max, String about) {
        if (min >= max) {
            return min;
        }
        List<String> options = new ArrayList<>();
        for (int each = min; each <= Math.min(max, min + MOST); each++) {
            options.add(String.valueOf(each));
        }
        return Integer.parseInt(run.answers.one(getName(), kind, Set.of("number", "damage"), about, options));
    }

    @Override
    public List<Integer> getMultiAmountWithIndividualConstraints(Outcome outcome, List<MultiAmountMessage> messages, int totalMin,
            int totalMax, MultiAmountType type, Game game) {
        List<Integer> amounts = new ArrayList<>();
        int left = totalMax;
        JsonObject announced = run.script.damage.entrySet().stream().filter(each -> named(type, each.getKey()))
                .map(Map.Entry::getValue).findFirst().orElse(null);
        if (announced != null) {
            messages.forEach(each -> amounts.add(announced.has(recipient(each)) ? announced.get(recipient(each)).getAsInt() : 0));
            int sum = amounts.stream().mapToInt(each -> each).sum();
            if (sum < totalMin || sum > totalMax) {
                throw run.script.refusedDamage();
            }
            return amounts;
        }
        for (int place = 0; place < messages.size(); place++) {
            MultiAmountMessage message = messages.get(place);
            int others = messages.subList(place + 1, messages.size()).stream().mapToInt(each -> each.max).sum();
            int least = Math.max(message.min, totalMin - (totalMax - left) - others);
            int amount = number("damage", least, Math.min(message.max, left), recipient(message));
            amounts.add(amount);
            left -= amount;
        }
        return amounts;
    }

    private boolean named(MultiAmountType type, String creature) {
        UUID object = run.names.object(creature);
        Permanent permanent = object == null ? null : run.game.getPermanent(object);
        return permanent != null && type.getHeader().contains(permanent.getLogName());
    }

    /** The permanent that a line of the engine's dialogue is about, which names it by the first digits of its number. */
    private String recipient(MultiAmountMessage message) {
        List<String> found = run.game.getBattlefield().getAllActivePermanents().stream()
                .filter(each -> message.message.contains(each.getLogName())).map(each -> run.names.of(each.getId())).toList();
        if (found.size() != 1) {
            throw Over.unsupported("choice", "damage assigned among several of one name");
        }
        return found.get(0);
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
        return number("roll", 1, sides, null);
    }

    // --- mana ---------------------------------------------------------------------------------------------------------

    /** From now on costs are paid from the pool alone by who is poor, and beside the pool by who is not. */
    void spendPool() {
        getManaPool().setAutoPayment(poor);
        getManaPool().setAutoPaymentRestricted(false);
    }

    /** Spends what is named first, one mana of a type at a time, and nothing else from the pool. */
    void spendNamed(JsonObject amounts) {
        named = new EnumMap<>(ManaType.class);
        amounts.entrySet().forEach(each -> named.merge(Position.manaType(each.getKey()), each.getValue().getAsInt(), Integer::sum));
        useless.clear();
        unlocked = null;
        getManaPool().setAutoPayment(false);
    }

    /** Whether all that is named has been spent. */
    boolean spentNamed() {
        note();
        boolean all = named.values().stream().allMatch(each -> each == 0);
        named = null;
        return all;
    }

    /** Sees whether the mana that was unlocked last has been taken. */
    private void note() {
        if (unlocked != null && run.game.paid > before) {
            named.merge(unlocked, -1, Integer::sum);
            useless.clear();
        } else if (unlocked != null) {
            useless.add(unlocked);
        }
        unlocked = null;
    }

    private boolean unlock() {
        note();
        unlocked = named.keySet().stream().filter(each -> named.get(each) > 0 && !useless.contains(each)).findFirst().orElse(null);
        before = run.game.paid;
        if (unlocked != null) {
            getManaPool().unlockManaType(unlocked);
        }
        return unlocked != null;
    }

    /** Puts back what was in the pool before a cost was paid beside it. */
    void settle() {
        if (kept != null) {
            List<ManaPoolItem> before = new ArrayList<>(kept);
            kept = null;
            getManaPool().getManaItems().forEach(each -> before.add(each.copy()));
            getManaPool().restoreMana(before);
            spendPool();
        }
    }

    @Override
    public ManaOptions getManaAvailable(Game game) {
        ManaOptions options = new ManaOptions();
        options.addMana(getManaPool().getMana());
        getManaPool().getConditionalMana().forEach(options::addMana);
        if (!poor) {
            options.addMana(new Mana(MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST));
        }
        return options;
    }

    @Override
    public boolean playMana(Ability ability, ManaCost unpaid, String promptText, Game game) {
        if (named != null && unlock()) {
            return true;
        }
        if (!run.script.costs.isEmpty()) {
            SpecialAction help = game.getState().getSpecialActions().getControlledBy(getId(), true).values().stream()
                    .findFirst().orElse(null);
            if (help != null) { // creatures that help to pay
                return activateAbility(help, game);
            }
        }
        if (poor) {
            return false;
        }
        if (kept == null) {
            kept = new ArrayList<>();
            getManaPool().getManaItems().forEach(each -> kept.add(each.copy()));
            getManaPool().restoreMana(new ArrayList<>());
        }
        Mana needed = new Mana();
        for (Object each : unpaid instanceof Collection ? (Collection<?>) unpaid : List.of(unpaid)) {
            ManaOptions options = ((ManaCost) each).getOptions();
            if (!options.isEmpty()) {
                needed.add(options.iterator().next());
            }
        }
        if (needed.count() == 0) {
            return false;
        }
        getManaPool().setAutoPayment(true);
        getManaPool().addMana(needed, game, ability);
        return true;
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
