package bridge;

import com.google.common.base.Predicate;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimap;
import forge.LobbyPlayer;
import forge.card.CardRules;
import forge.card.ColorSet;
import forge.card.ICardFace;
import forge.card.MagicColor;
import forge.card.mana.ManaCost;
import forge.card.mana.ManaCostShard;
import forge.deck.Deck;
import forge.deck.DeckSection;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.GameObject;
import forge.game.GameType;
import forge.game.ability.ApiType;
import forge.game.card.Card;
import forge.game.card.CardCollection;
import forge.game.card.CardCollectionView;
import forge.game.card.CardView;
import forge.game.card.CounterType;
import forge.game.combat.Combat;
import forge.game.cost.Cost;
import forge.game.cost.CostPart;
import forge.game.cost.CostPartMana;
import forge.game.keyword.KeywordInterface;
import forge.game.mana.Mana;
import forge.game.mana.ManaConversionMatrix;
import forge.game.player.DelayedReveal;
import forge.game.player.Player;
import forge.game.player.PlayerActionConfirmMode;
import forge.game.player.PlayerController;
import forge.game.player.PlayerView;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.AbilitySub;
import forge.game.spellability.OptionalCostValue;
import forge.game.spellability.SpellAbility;
import forge.game.spellability.SpellAbilityStackInstance;
import forge.game.spellability.TargetChoices;
import forge.game.trigger.WrappedAbility;
import forge.game.zone.ZoneType;
import forge.item.PaperCard;
import forge.util.ITriggerEvent;
import forge.util.collect.FCollectionView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import kit.Answers;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.Pair;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
final class Seat extends PlayerController {
    private static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "attach", "search", "copy",
            "player", "legend", "protector", "target", "prevent");
    /** Kinds of questions that the engine does not always tell apart. */
    static final Map<String, Set<String>> AKIN = new HashMap<>();

    static {
        PICKS.forEach(kind -> AKIN.put(kind, PICKS));
    }

    private final Run run;
    private final Table table;
    /** An object whose optional copying was accepted, to be declined where it asks what to copy. */
    private Card copier;

    Seat(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby);
        this.run = run;
        table = new Table(run, this);
    }

    String name() {
        return player.getName();
    }

    private Answers.Over lacks(String what) {
        return run.answers.unsupported("choice", what);
    }

    // --- picking ------------------------------------------------------------------------------------------------------

    /** Asks for some of several objects; nothing is asked where there is nothing to choose. */
    <T> List<T> pick(String kind, Object about, Iterable<? extends T> from, int least, int most) {
        run.answers.goOn();
        List<T> options = options(from);
        int top = Math.min(most, options.size());
        if (top <= 0) return new ArrayList<>();
        if (least == 1 && most == 1) return List.of(one(kind, about, options, false));
        List<String> names = options.stream().map(run::name).toList();
        if (least >= options.size() && !run.answers.waits(name(), kind, run.name(about), names)) return options;
        return Run.meant(options, run.answers.some(name(), kind, run.name(about), names, Math.min(least, top), top, false), run::name);
    }

    /** Asks for one of several objects; null for none. */
    <T> T pickOne(String kind, Object about, Iterable<? extends T> from, boolean optional) {
        run.answers.goOn();
        List<T> options = options(from);
        if (options.isEmpty()) return null;
        String of = run.name(about);
        List<String> names = new ArrayList<>(options.stream().map(run::name).toList());
        names.add(Answers.DECLINE);
        if (optional && !run.answers.waits(name(), kind, of, names) && run.answers.waits(name(), "may", of, List.of("accept", Answers.DECLINE))) {
            return run.answers.yes(name(), "may", of, "accept") ? one(kind, about, options, false) : null;
        }
        return one(kind, about, options, optional);
    }

    private <T> T one(String kind, Object about, List<T> options, boolean optional) {
        List<String> names = new ArrayList<>(options.stream().map(run::name).distinct().toList());
        String of = run.name(about);
        if (!optional && options.size() == 1 && !run.answers.waits(name(), kind, of, names)) return options.get(0);
        if (optional) names.add(Answers.DECLINE);
        String chosen = run.answers.one(name(), kind, of, names);
        return chosen.equals(Answers.DECLINE) ? null : Run.meant(options, List.of(chosen), run::name).get(0);
    }

    /** What can be chosen, without what the engine puts between for display. */
    private static <T> List<T> options(Iterable<? extends T> from) {
        List<T> options = new ArrayList<>(Run.list(from));
        options.removeIf(each -> each instanceof Card card && card.getName().startsWith("--"));
        return options;
    }

    /** What a cost is paid with: as the action names it, or as it is answered. */
    List<Card> spend(String kind, Card source, List<Card> from, int number) {
        List<String> named = run.script.announcing == null ? List.of() : run.script.announcing.at("costs").texts(kind);
        if (!named.isEmpty()) {
            List<String> names = from.stream().map(run::name).toList();
            if (!names.containsAll(named)) throw run.script.refuse(named + " cannot pay for it", false);
            return Run.meant(from, named, run::name);
        }
        return pick(kind.equals("tap") || kind.equals("reveal") || kind.equals("move") ? "object" : kind, source, from, number, number == 0 ? from.size() : number);
    }

    /** Whether to do what may be done, or to pay; where a waiting answer says what it is done to, that says so. */
    private boolean decide(Object about, boolean pays) {
        run.answers.goOn();
        String of = run.name(about);
        boolean may = run.answers.waits(name(), "may", of, List.of("accept", Answers.DECLINE));
        boolean pay = run.answers.waits(name(), "pay", of, List.of("pay", Answers.DECLINE));
        List<String> meant = may || pay ? null : run.answers.waiting(name(), PICKS, of);
        if (meant != null) return !meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE));
        return pays ? may && !pay ? run.answers.yes(name(), "may", of, "accept") : run.answers.yes(name(), "pay", of, "pay")
                : pay && !may ? run.answers.yes(name(), "pay", of, "pay") : run.answers.yes(name(), "may", of, "accept");
    }

    private static boolean copies(SpellAbility ability) {
        for (SpellAbility each = ability; each != null; each = each.getSubAbility()) {
            if (each.getApi() == ApiType.Clone) return true;
        }
        return false;
    }

    /** The kind of a question about objects, by what the ability does with them. */
    private static String kind(SpellAbility ability, Iterable<?> options) {
        if (Run.list(options).stream().allMatch(each -> each instanceof Player)) return "player";
        if (ability == null || ability.getApi() == null) return "object";
        if (copies(ability)) return "copy";
        return switch (ability.getApi()) {
            case Sacrifice, SacrificeAll -> "sacrifice";
            case Discard -> "discard";
            case Attach -> "attach";
            case InternalLegendaryRule -> "legend";
            case ReplaceDamage, ReplaceSplitDamage -> "prevent";
            case ChangeZone, Dig, DigUntil -> moved(ability.getParam("Destination"), ability.getParam("Origin"));
            default -> "object";
        };
    }

    private static String moved(String destination, String origin) {
        if (origin != null && origin.contains("Library")) return "search";
        return "Exile".equals(destination) ? "exile" : "return";
    }

    private static Card host(SpellAbility ability) {
        return ability == null ? null : ability.getHostCard();
    }

    private <T> T entity(SpellAbility ability, Iterable<? extends T> options, boolean optional) {
        boolean decline = copier != null && ability != null && copier.equals(ability.getHostCard());
        if (decline) copier = null;
        if (optional && ability != null && ability.getApi() == ApiType.ExchangeZone) {
            return options(options).isEmpty() || !decide(host(ability), false) ? null : pickOne("object", host(ability), options, false);
        }
        return pickOne(kind(ability, options), about(ability), options, optional || decline);
    }

    /** What a question is about; nothing, where the rules ask. */
    private static Card about(SpellAbility ability) {
        return ability == null || ability.getApi() == ApiType.InternalLegendaryRule ? null : ability.getHostCard();
    }

    // --- priority, combat, playing ------------------------------------------------------------------------------------

    @Override
    public List<SpellAbility> chooseSpellAbilityToPlay() {
        return run.script.priority(player);
    }

    @Override
    public boolean playChosenSpellAbility(SpellAbility ability) {
        return true; // done already, as the script came to it
    }

    /** Plays what an action asks for. */
    void play(SpellAbility ability) {
        if (!table.announced(ability)) throw run.script.refuse("the engine does not carry it out", false);
    }

    @Override
    public void declareAttackers(Player attacker, Combat combat) {
        run.script.attackers(attacker, combat);
    }

    @Override
    public void declareBlockers(Player defender, Combat combat) {
        run.script.blockers(defender, combat);
    }

    @Override
    public void orderAndPlaySimultaneousSa(List<SpellAbility> abilities) {
        List<SpellAbility> left = new ArrayList<>(abilities);
        for (SpellAbility each : left) {
            if (each.isTrigger()) run.triggered.merge(each.getHostCard().getId(), 1, Integer::sum);
        }
        while (!left.isEmpty()) {
            List<String> names = left.stream().map(run::name).distinct().toList();
            String chosen = names.size() == 1 ? names.get(0) : run.answers.one(name(), "order", null, names);
            SpellAbility next = left.stream().filter(each -> chosen.equals(run.name(each))).findFirst().orElseThrow();
            left.remove(next);
            table.putOnStack(next);
        }
    }

    @Override
    public void playTrigger(Card host, WrappedAbility ability, boolean mandatory) {
        table.play(ability, false, true, true); // to the engine a trigger, but nothing that waits on the stack
    }

    @Override
    public boolean playSaFromPlayEffect(SpellAbility ability) {
        return table.play(ability, false, false, true);
    }

    @Override
    public void playSpellAbilityForFree(SpellAbility ability, boolean newTargets) {
        table.play(ability, true, false, newTargets);
    }

    @Override
    public void playSpellAbilityNoStack(SpellAbility ability, boolean newTargets) {
        table.play(ability, false, true, newTargets);
    }

    @Override
    public boolean chooseTargetsFor(SpellAbility ability) {
        return table.target(ability);
    }

    @Override
    public TargetChoices chooseNewTargetsFor(SpellAbility ability, Predicate<GameObject> filter, boolean optional) {
        SpellAbility targeting = ability.isWrapper() ? ((WrappedAbility) ability).getWrappedAbility() : ability;
        if (!targeting.usesTargeting() || optional && !decide(host(targeting), false)) return null;
        TargetChoices before = targeting.getTargets();
        List<Integer> shares = targeting.isDividedAsYouChoose() ? new ArrayList<>(before.getDividedValues()) : List.of();
        if (table.newTargets(targeting, shares)) return targeting.getTargets();
        targeting.setTargets(before);
        return null;
    }

    @Override
    public Pair<SpellAbilityStackInstance, GameObject> chooseTarget(SpellAbility ability, List<Pair<SpellAbilityStackInstance, GameObject>> targets) {
        GameObject chosen = pickOne("target", host(ability), targets.stream().map(Pair::getRight).toList(), false);
        return targets.stream().filter(each -> each.getRight() == chosen).findFirst().orElse(null);
    }

    @Override
    public Map<Card, Integer> assignCombatDamage(Card attacker, CardCollectionView blockers, CardCollectionView remaining, int dealt, GameEntity defender, boolean override) {
        return table.divide(attacker, blockers, dealt, defender);
    }

    @Override
    public SpellAbility getAbilityToPlay(Card card, List<SpellAbility> abilities, ITriggerEvent event) {
        if (abilities.size() < 2) return abilities.isEmpty() ? null : abilities.get(0);
        List<SpellAbility> plain = abilities.stream().filter(each -> each.getAlternativeCost() == null && !each.getOptionalCosts().iterator().hasNext()).toList();
        if (plain.size() == 1) return plain.get(0);
        throw lacks("which of several ways to play " + card.getName());
    }

    @Override
    public List<OptionalCostValue> chooseOptionalCosts(SpellAbility ability, List<OptionalCostValue> costs) {
        return table.optional(ability, costs);
    }

    @Override
    public Integer announceRequirements(SpellAbility ability, String announce) {
        return table.announce(ability, announce);
    }

    @Override
    public int chooseNumberForKeywordCost(SpellAbility ability, Cost cost, KeywordInterface keyword, String prompt, int most) {
        return table.paid(Script.word(keyword.getKeyword().toString()));
    }

    // --- paying -------------------------------------------------------------------------------------------------------

    @Override
    public boolean payManaCost(ManaCost cost, CostPartMana part, SpellAbility ability, String prompt, ManaConversionMatrix matrix, boolean effect) {
        return table.pay(cost, part, ability, effect);
    }

    @Override
    public boolean payCostToPreventEffect(Cost cost, SpellAbility ability, boolean paid, FCollectionView<Player> payers) {
        return table.payable(cost, ability) && decide(host(ability), true) && table.pay(cost, ability);
    }

    @Override
    public boolean payManaOptional(Card card, Cost cost, SpellAbility ability, String prompt, ManaPaymentPurpose purpose) {
        return table.payable(cost, ability) && decide(card, true) && table.pay(cost, ability);
    }

    @Override
    public boolean confirmPayment(CostPart part, String question, SpellAbility ability) {
        return decide(host(ability), true);
    }

    // --- yes or no ----------------------------------------------------------------------------------------------------

    @Override
    public boolean confirmAction(SpellAbility ability, PlayerActionConfirmMode mode, String message) {
        if (message != null && message.startsWith("Cancel ")) return true; // of the engine's own dialog
        if (copies(ability)) return true; // asked where it is chosen what to copy
        return decide(host(ability), false);
    }

    @Override
    public boolean confirmTrigger(WrappedAbility ability) {
        SpellAbility wrapped = ability.getWrappedAbility();
        if (wrapped.hasParam("Cost") && !wrapped.getParam("Cost").equals("0")) return true; // declined by not paying
        return decide(host(ability), false);
    }

    @Override
    public boolean confirmReplacementEffect(ReplacementEffect effect, SpellAbility ability, GameEntity affected, String question) {
        if (copies(ability)) {
            copier = ability.getHostCard();
            return true;
        }
        return decide(effect.getHostCard(), false);
    }

    @Override
    public boolean confirmStaticApplication(Card host, GameEntity affected, String logic, String message) {
        return decide(host, false);
    }

    @Override
    public boolean confirmBidAction(SpellAbility ability, PlayerActionConfirmMode mode, String message, int bid, Player winner) {
        throw lacks("a bid");
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView choosePermanentsToSacrifice(SpellAbility ability, int least, int most, CardCollectionView valid, String message) {
        return new CardCollection(pick("sacrifice", host(ability), valid, least, most));
    }

    @Override
    public CardCollectionView choosePermanentsToDestroy(SpellAbility ability, int least, int most, CardCollectionView valid, String message) {
        return new CardCollection(pick("object", host(ability), valid, least, most));
    }

    @Override
    public CardCollectionView chooseCardsForEffect(CardCollectionView from, SpellAbility ability, String title, int least, int most, boolean optional, Map<String, Object> params) {
        if (least > 1 || most > 1 || least == 0) return new CardCollection(pick(kind(ability, from), host(ability), from, optional ? 0 : least, most));
        Card chosen = entity(ability, from, optional);
        return chosen == null ? CardCollection.EMPTY : new CardCollection(chosen);
    }

    @Override
    public <T extends GameEntity> T chooseSingleEntityForEffect(FCollectionView<T> from, DelayedReveal reveal, SpellAbility ability, String title, boolean optional, Player related, Map<String, Object> params) {
        return entity(ability, from, optional);
    }

    @Override
    public <T extends GameEntity> List<T> chooseEntitiesForEffect(FCollectionView<T> from, int least, int most, DelayedReveal reveal, SpellAbility ability, String title, Player related, Map<String, Object> params) {
        return pick(kind(ability, from), host(ability), from, least, most);
    }

    @Override
    public Card chooseSingleCardForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from, DelayedReveal reveal, String prompt, boolean optional, Player decider) {
        return pickOne(moved(String.valueOf(to), String.valueOf(origin)), host(ability), from, optional);
    }

    @Override
    public List<Card> chooseCardsForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from, int least, int most, DelayedReveal reveal, String prompt, Player decider) {
        return pick(moved(String.valueOf(to), String.valueOf(origin)), host(ability), from, least, most);
    }

    @Override
    public CardCollection chooseCardsForEffectMultiple(Map<String, CardCollection> from, SpellAbility ability, String title, boolean optional) {
        CardCollection chosen = new CardCollection();
        from.values().forEach(each -> chosen.addAll(pick("object", host(ability), each, optional ? 0 : 1, 1)));
        return chosen;
    }

    @Override
    public CardCollectionView chooseCardsToDiscardFrom(Player from, SpellAbility ability, CardCollection valid, int least, int most) {
        return new CardCollection(pick("discard", host(ability), valid, least, most));
    }

    @Override
    public CardCollectionView chooseCardsToDiscardUnlessType(int least, CardCollectionView hand, String type, SpellAbility ability) {
        throw lacks("discarding unless it is of a type");
    }

    @Override
    public CardCollection chooseCardsToDiscardToMaximumHandSize(int number) {
        return new CardCollection(pick("discard", null, player.getCardsIn(ZoneType.Hand), number, number));
    }

    @Override
    public CardCollectionView chooseCardsToDelve(int generic, CardCollection graveyard) {
        return new CardCollection(pick("exile", null, graveyard, 0, Math.min(generic, graveyard.size())));
    }

    @Override
    public CardCollectionView chooseCardsToRevealFromHand(int least, int most, CardCollectionView valid) {
        return new CardCollection(pick("object", null, valid, least, most));
    }

    @Override
    public Map<Card, ManaCostShard> chooseCardsForConvokeOrImprovise(SpellAbility ability, ManaCost cost, CardCollectionView untapped, boolean improvise) {
        return table.convoke(cost, untapped);
    }

    @Override
    public List<Card> chooseCardsForSplice(SpellAbility ability, List<Card> cards) {
        return List.of();
    }

    @Override
    public List<Card> exertAttackers(List<Card> attackers) {
        return List.of();
    }

    @Override
    public Card chooseProtectionShield(GameEntity damaged, List<String> options, Map<String, Card> choices) {
        throw lacks("a shield");
    }

    // --- abilities and modes ------------------------------------------------------------------------------------------

    @Override
    public List<AbilitySub> chooseModeForAbility(SpellAbility ability, List<AbilitySub> possible, int least, int most, boolean repeat) {
        return table.modes(ability, possible, least, most, repeat);
    }

    @Override
    public List<SpellAbility> chooseSpellAbilitiesForEffect(List<SpellAbility> abilities, SpellAbility ability, String title, int number, Map<String, Object> params) {
        return table.words(ability, abilities, number);
    }

    @Override
    public SpellAbility chooseSingleSpellForEffect(List<SpellAbility> abilities, SpellAbility ability, String title, Map<String, Object> params) {
        if (abilities.size() < 2) return abilities.isEmpty() ? null : abilities.get(0);
        return pickOne("object", host(ability), abilities, false);
    }

    @Override
    public ReplacementEffect chooseSingleReplacementEffect(String prompt, List<ReplacementEffect> effects) {
        run.answers.goOn();
        List<String> names = effects.stream().map(each -> run.name(each.getHostCard())).toList();
        List<String> distinct = List.copyOf(new TreeSet<>(names));
        if (distinct.size() == 1) return effects.get(0);
        Set<Object> about = new LinkedHashSet<>(run.affected.getOrDefault(effects.get(0), Set.of()));
        effects.forEach(each -> about.retainAll(run.affected.getOrDefault(each, Set.of())));
        about.removeIf(each -> each instanceof Player other ? other != player : ((Card) each).getController() != player);
        String of = about.size() == 1 ? run.name(about.iterator().next()) : null;
        return effects.get(names.indexOf(run.answers.one(name(), "replacement", of, distinct)));
    }

    // --- colours, types, names, numbers -------------------------------------------------------------------------------

    private String letter(SpellAbility ability, Card about, List<String> letters) {
        if (letters.size() == 1) return letters.get(0);
        boolean mana = ability != null && (ability.isManaAbility() || ability.getApi() == ApiType.Mana || ability.getApi() == ApiType.ManaReflected);
        return run.answers.one(name(), mana ? "mana" : "color", run.name(about), letters);
    }

    private static List<String> letters(ColorSet colors) {
        return Telling.TYPES.stream().filter(each -> !each.equals("C") && colors.hasAnyColor(Telling.color(each))).toList();
    }

    @Override
    public byte chooseColor(String message, SpellAbility ability, ColorSet colors) {
        if (letters(colors).isEmpty()) return 0;
        return MagicColor.fromName(Script.word(letter(ability, host(ability), letters(colors))));
    }

    @Override
    public byte chooseColorAllowColorless(String message, Card card, ColorSet colors) {
        List<String> letters = new ArrayList<>(letters(colors));
        letters.add("C");
        String chosen = letter(null, card, letters);
        return chosen.equals("C") ? 0 : MagicColor.fromName(Script.word(chosen));
    }

    @Override
    public List<String> chooseColors(String message, SpellAbility ability, int least, int most, List<String> options) {
        List<String> letters = options.stream().map(each -> MagicColor.toShortString(each)).toList();
        List<String> chosen = most == 1 ? List.of(letter(ability, host(ability), letters))
                : run.answers.some(name(), "color", run.name(host(ability)), letters, least, most, false);
        return chosen.stream().map(each -> options.get(letters.indexOf(each))).toList();
    }

    @Override
    public Map<Byte, Integer> specifyManaCombo(SpellAbility ability, ColorSet colors, int amount, boolean different) {
        Map<Byte, Integer> made = new HashMap<>();
        List<String> letters = new ArrayList<>(letters(colors));
        for (int one = 0; one < amount; one++) {
            String chosen = letter(ability, host(ability), letters);
            if (different) letters.remove(chosen);
            made.merge(MagicColor.fromName(Script.word(chosen)), 1, Integer::sum);
        }
        return made;
    }

    @Override
    public String chooseSomeType(String kind, SpellAbility ability, Collection<String> valid, List<String> invalid, boolean optional) {
        Set<String> types = new TreeSet<>(valid);
        if (invalid != null) types.removeAll(invalid);
        if (types.size() > 12) {
            Set<String> seen = new TreeSet<>();
            run.game.getCardsInGame().forEach(each -> each.getType().getSubtypes().forEach(seen::add));
            List<String> named = run.answers.waiting(name(), Set.of("type"), run.name(host(ability)));
            if (named != null) seen.addAll(named);
            types.retainAll(seen);
        }
        if (types.isEmpty()) throw lacks("a type that no object has");
        return run.answers.one(name(), "type", run.name(host(ability)), List.copyOf(types));
    }

    @Override
    public String chooseCardName(SpellAbility ability, Predicate<ICardFace> valid, String cards, String message) {
        Set<String> names = new TreeSet<>();
        run.game.getCardsInGame().forEach(each -> names.add(Run.printed(each)));
        List<String> named = run.answers.waiting(name(), Set.of("name"), run.name(host(ability)));
        if (named != null) names.addAll(named);
        names.removeIf(each -> {
            CardRules rules = Bridge.rules(each);
            return rules == null || !valid.apply(rules.getMainPart());
        });
        return run.answers.one(name(), "name", run.name(host(ability)), List.copyOf(names));
    }

    @Override
    public String chooseCardName(SpellAbility ability, List<ICardFace> faces, String message) {
        return run.answers.one(name(), "name", run.name(host(ability)), faces.stream().map(ICardFace::getName).toList());
    }

    @Override
    public ICardFace chooseSingleCardFace(SpellAbility ability, String message, Predicate<ICardFace> valid, String name) {
        return Bridge.rules(chooseCardName(ability, valid, "", message)).getMainPart();
    }

    @Override
    public int chooseNumber(SpellAbility ability, String title, int least, int most) {
        return number(ability, IntStream.rangeClosed(least, Math.min(most, least + Table.MOST)).boxed().toList());
    }

    @Override
    public int chooseNumber(SpellAbility ability, String title, List<Integer> values, Player related) {
        return number(ability, values);
    }

    int number(SpellAbility ability, List<Integer> values) {
        if (values.size() == 1) return values.get(0);
        return Integer.parseInt(run.answers.one(name(), "number", run.name(host(ability)), values.stream().map(String::valueOf).toList()));
    }

    @Override
    public boolean chooseBinary(SpellAbility ability, String question, BinaryChoiceType kind, Boolean otherwise) {
        if (kind == BinaryChoiceType.HeadsOrTails) return true; // whoever calls, calls heads
        throw lacks(String.valueOf(kind));
    }

    @Override
    public boolean chooseFlipResult(SpellAbility ability, Player flipper, boolean[] results, boolean call) {
        throw lacks("one of several flips");
    }

    @Override
    public CounterType chooseCounterType(List<CounterType> options, SpellAbility ability, String prompt, Map<String, Object> params) {
        if (options.size() == 1) return options.get(0);
        throw lacks("a kind of counters");
    }

    @Override
    public String chooseProtectionType(String message, SpellAbility ability, List<String> choices) {
        List<String> letters = choices.stream().map(each -> MagicColor.toShortString(each)).toList();
        return choices.get(letters.indexOf(letter(null, host(ability), letters)));
    }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView orderMoveToZoneList(CardCollectionView cards, ZoneType to, SpellAbility source) {
        for (SpellAbility each = source; each != null; each = each.getSubAbility()) {
            if (each.getApi() == ApiType.Shuffle) return cards;
        }
        if (to != ZoneType.Library || cards.size() < 2 || Run.list(cards).stream().map(run::name).distinct().count() < 2) return cards;
        List<Card> sorted = Run.meant(Run.list(cards), run.answers.some(name(), "library", run.name(host(source)),
                Run.list(cards).stream().map(run::name).toList(), cards.size(), cards.size(), true), run::name);
        if (source != null && source.getParamOrDefault("LibraryPosition", "0").startsWith("-")) Collections.reverse(sorted);
        return new CardCollection(sorted);
    }

    @Override
    public CardCollectionView cheatShuffle(CardCollectionView shuffled) {
        List<Card> before = Run.list(player.getCardsIn(ZoneType.Library));
        boolean known = before.stream().anyMatch(each -> run.id(each) != null);
        if (!run.started || !known || before.size() < 2 || !run.looksAt("library")) return new CardCollection(before);
        List<String> names = new ArrayList<>(before.stream().map(run::name).toList());
        List<String> order = new ArrayList<>();
        while (names.stream().distinct().count() > 1) {
            String next = run.answers.one(name(), "shuffle", null, names.stream().distinct().toList());
            names.remove(next);
            order.add(next);
        }
        order.addAll(names);
        return new CardCollection(Run.meant(before, order, run::name));
    }

    @Override
    public CardCollection orderBlockers(Card attacker, CardCollection blockers) {
        return blockers;
    }

    @Override
    public CardCollection orderBlocker(Card attacker, Card blocker, CardCollection before) {
        CardCollection all = new CardCollection(before);
        all.add(blocker);
        return all;
    }

    @Override
    public CardCollection orderAttackers(Card blocker, CardCollection attackers) {
        return attackers;
    }

    @Override
    public ImmutablePair<CardCollection, CardCollection> arrangeForScry(CardCollection top) {
        throw lacks("scry");
    }

    @Override
    public ImmutablePair<CardCollection, CardCollection> arrangeForSurveil(CardCollection top) {
        throw lacks("surveil");
    }

    @Override
    public boolean willPutCardOnTop(Card card) {
        throw lacks("top or bottom");
    }

    @Override
    public boolean chooseCardsPile(SpellAbility ability, CardCollectionView one, CardCollectionView other, String up) {
        throw lacks("piles");
    }

    @Override
    public Map<GameEntity, Integer> divideShield(Card source, Map<GameEntity, Integer> affected, int amount) {
        throw lacks("a divided shield");
    }

    @Override
    public Object vote(SpellAbility ability, String prompt, List<Object> options, ListMultimap<Object, Player> votes, Player voter) {
        throw lacks("a vote");
    }

    @Override
    public boolean isGuiPlayer() {
        return true; // several cards are chosen at once
    }

    // --- nothing of a case --------------------------------------------------------------------------------------------

    @Override
    public Mana chooseManaFromPool(List<Mana> mana) {
        return mana.get(0);
    }

    @Override
    public Card chooseDungeon(Player player, List<PaperCard> dungeons, String message) {
        throw lacks("a dungeon");
    }

    @Override
    public void autoPassCancel() {
        if (player == run.game.getPhaseHandler().getPlayerTurn() && run.started) run.script.cleanup();
    }

    @Override
    public void reveal(CardCollectionView cards, ZoneType zone, Player owner, String message) {
    }

    @Override
    public void reveal(List<CardView> cards, ZoneType zone, PlayerView owner, String message) {
    }

    @Override
    public void notifyOfValue(SpellAbility ability, GameObject target, String value) {
    }

    @Override
    public Player chooseStartingPlayer(boolean first) {
        return player;
    }

    @Override
    public List<PaperCard> sideboard(Deck deck, GameType type, String message) {
        return null;
    }

    @Override
    public List<PaperCard> chooseCardsYouWonToAddToDeck(List<PaperCard> losses) {
        return List.of();
    }

    @Override
    public List<SpellAbility> chooseSaToActivateFromOpeningHand(List<SpellAbility> usable) {
        return List.of();
    }

    @Override
    public CardCollectionView getCardsToMulligan(Player first) {
        return null;
    }

    @Override
    public boolean mulliganKeepHand(Player player, int cards) {
        return true;
    }

    @Override
    public CardCollectionView londonMulliganReturnCards(Player player, int cards) {
        return CardCollection.EMPTY;
    }

    @Override
    public boolean confirmMulliganScry(Player player) {
        return false;
    }

    @Override
    public void revealAnte(String message, Multimap<Player, PaperCard> cards) {
    }

    @Override
    public void revealAISkipCards(String message, Map<Player, Map<DeckSection, List<? extends PaperCard>>> cards) {
    }

    @Override
    public void resetAtEndOfTurn() {
    }

    @Override
    public void awaitNextInput() {
    }

    @Override
    public void cancelAwaitNextInput() {
    }
}
