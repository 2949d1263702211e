package bridge;

import com.google.common.base.Predicate;
import forge.LobbyPlayer;
import forge.card.*;
import forge.card.mana.*;
import forge.deck.*;
import forge.game.*;
import forge.game.ability.ApiType;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.cost.*;
import forge.game.keyword.*;
import forge.game.mana.*;
import forge.game.player.*;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.*;
import forge.game.trigger.WrappedAbility;
import forge.game.zone.ZoneType;
import forge.util.ITriggerEvent;
import forge.util.collect.FCollectionView;
import java.util.*;
import kit.Answers;
import kit.Asking;
import kit.MagicRun;
import kit.Unasked;
import org.apache.commons.lang3.tuple.Pair;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
@Unasked.Rest(told = {"reveal", "notifyOfValue", "resetAtEndOfTurn"})
abstract class Seat extends PlayerController {
    static final List<String> COLORS = MagicRun.MANA.subList(0, 5);

    final Run run;
    private final Table table;
    final Asking asking;
    /** An object whose optional copying was accepted, to be declined where it asks what to copy. */
    private Card copier;

    Seat(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby);
        this.run = run;
        table = new Table(run, this);
        asking = new Asking(run, player.getName());
    }

    /** Ends the run, since the bridge has no way for a question. */
    final Answers.Over lacks(String question) {
        return run.answers.unsupported("choice", question);
    }

    // --- picking ------------------------------------------------------------------------------------------------------

    /** Asks for some of several objects. */
    <T> List<T> pick(String kind, Card about, Iterable<? extends T> from, int least, int most) {
        if (least != 1 || most != 1) return asking.some(kind, run.name(about), options(from), least, most);
        T one = pickOne(kind, about, from, false);
        return one == null ? List.of() : List.of(one);
    }

    /** Asks for one of several objects; null for none. */
    private <T> T pickOne(String kind, Card about, Iterable<? extends T> from, boolean optional) {
        return asking.one(kind, run.name(about), options(from), optional);
    }

    /** What can be chosen, without what the engine puts between for display. */
    private static <T> List<T> options(Iterable<? extends T> from) {
        List<T> options = new ArrayList<>(Run.list(from));
        options.removeIf(each -> each instanceof Card card && card.getName().startsWith("--"));
        return options;
    }

    /** What a cost is paid with: as the action names it, or as it is answered. */
    List<Card> spend(String kind, Card source, CardCollectionView from, int least, int most) {
        List<Card> options = Run.list(from);
        List<Card> told = asking.told(false, options, least, most);
        return told.isEmpty() ? pick(kind, source, options, least, most) : told;
    }

    private boolean decide(Card about, boolean pays) {
        return asking.decide(run.name(about), pays);
    }

    private static boolean has(SpellAbility ability, ApiType api) {
        for (SpellAbility each = ability; each != null; each = each.getSubAbility()) {
            if (each.getApi() == api) return true;
        }
        return false;
    }

    /** The kind of a question about objects, by what the ability does with them. */
    private static String kind(SpellAbility ability, Iterable<?> options) {
        if (Run.list(options).stream().allMatch(each -> each instanceof Player)) return "player";
        if (ability == null || ability.getApi() == null) return "object";
        if (has(ability, ApiType.Clone)) return "copy";
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

    private static String moved(Object destination, Object origin) {
        if (String.valueOf(origin).contains("Library")) return "search";
        return String.valueOf(destination).equals("Exile") ? "exile" : "return";
    }

    private static Card host(SpellAbility ability) {
        return ability == null ? null : ability.getHostCard();
    }

    private <T> T entity(SpellAbility ability, Iterable<? extends T> options, boolean optional) {
        boolean decline = copier != null && copier.equals(host(ability));
        if (decline) copier = null;
        boolean rule = ability != null && ability.getApi() == ApiType.InternalLegendaryRule;
        boolean whether = optional && ability != null && ability.getApi() == ApiType.ExchangeZone; // is asked first
        if (whether && !(options(options).isEmpty() || decide(host(ability), false))) return null;
        return pickOne(kind(ability, options), rule ? null : host(ability), options, optional && !whether || decline);
    }

    /** Words of the card data: one, or some. */
    List<String> words(String kind, SpellAbility ability, List<String> words, int least, int most) {
        String about = run.name(host(ability));
        if (least == 1 && most == 1) return List.of(asking.word(kind, about, words));
        return run.answers.some(player.getName(), kind, about, words, least, most, false);
    }

    // --- priority, combat, playing ------------------------------------------------------------------------------------

    @Override public List<SpellAbility> chooseSpellAbilityToPlay() { return run.script.priority(player); }

    @Override
    public boolean playChosenSpellAbility(SpellAbility ability) {
        return true; // done already, as the script came to it
    }

    /** Plays what an action asks for; returns whether that was done. */
    boolean play(SpellAbility ability) {
        return table.put(ability, false, false, true);
    }

    @Override public void declareAttackers(Player attacker, Combat combat) { run.script.attackers(attacker, combat); }
    @Override public void declareBlockers(Player defender, Combat combat) { run.script.blockers(defender, combat); }

    @Override public CardCollection orderBlockers(Card attacker, CardCollection blockers) { return blockers; }
    @Override public CardCollection orderAttackers(Card blocker, CardCollection attackers) { return attackers; }
    @Override public List<Card> chooseCardsForSplice(SpellAbility ability, List<Card> cards) { return List.of(); }

    @Override
    public void orderAndPlaySimultaneousSa(List<SpellAbility> abilities) {
        List<SpellAbility> left = new ArrayList<>(abilities);
        left.stream().filter(SpellAbility::isTrigger)
                .forEach(each -> run.triggered.merge(each.getHostCard().getId(), 1, Integer::sum));
        while (!left.isEmpty()) {
            SpellAbility next = asking.first(left);
            left.remove(next);
            table.putOnStack(next);
        }
    }

    @Override
    public void playTrigger(Card host, WrappedAbility ability, boolean mandatory) {
        if (has(ability.getWrappedAbility(), ApiType.Mana)) run.triggered.merge(host.getId(), 1, Integer::sum);
        table.play(ability, false, true, true); // to the engine a trigger, but nothing that waits on the stack
    }

    @Override
    public boolean playSaFromPlayEffect(SpellAbility ability) {
        return table.play(ability, false, false, true);
    }

    @Override
    public void playSpellAbilityNoStack(SpellAbility ability, boolean newTargets) {
        Cost cost = ability.isTrigger() && ability.hasParam("Cost") ? ability.getPayCosts() : null;
        boolean asks = cost != null && !cost.isMandatory() && !ability.getParam("Cost").equals("0");
        if (asks && !(table.payable(cost, ability) && decide(host(ability), true))) return; // the engine's window can be closed
        table.play(ability, false, true, newTargets);
    }

    @Override public boolean chooseTargetsFor(SpellAbility ability) { return table.target(ability); }

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
    public Pair<SpellAbilityStackInstance, GameObject> chooseTarget(SpellAbility ability,
            List<Pair<SpellAbilityStackInstance, GameObject>> targets) {
        GameObject chosen = pickOne("object", host(ability), targets.stream().map(Pair::getRight).toList(), false);
        return targets.stream().filter(each -> each.getRight() == chosen).findFirst().orElse(null);
    }

    /** Damage by recipient; null stands for the player or permanent that is attacked. */
    @Override
    public Map<Card, Integer> assignCombatDamage(Card attacker, CardCollectionView blockers, CardCollectionView remaining, int dealt,
            GameEntity defender, boolean override) {
        List<Card> recipients = Run.list(blockers);
        List<Integer> least = new ArrayList<>(blockers.size() > 1 ? Collections.nCopies(blockers.size(), 0)
                : recipients.stream().map(each -> Math.min(dealt, Math.max(0, each.getLethalDamage()))).toList());
        if (recipients.isEmpty() || defender != null && attacker.hasKeyword(Keyword.TRAMPLE)) {
            recipients.add(null);
            least.add(0);
        }
        List<String> names = recipients.stream().map(each -> run.name(each == null ? defender : each)).toList();
        Map<String, Integer> told = run.script.damage().remove(run.name(attacker));
        if (told == null && blockers.size() > 1 && recipients.contains(null)) throw lacks("damage that tramples over several");
        List<Integer> shares = told != null ? names.stream().map(each -> told.getOrDefault(each, 0)).toList()
                : asking.divide(names, least, Collections.nCopies(names.size(), dealt), dealt, dealt);
        if (shares.stream().mapToInt(each -> each).sum() != dealt) throw run.script.refusedDamage();
        Map<Card, Integer> made = new LinkedHashMap<>();
        for (int place = 0; place < recipients.size(); place++) made.put(recipients.get(place), shares.get(place));
        return made;
    }

    @Override
    public SpellAbility getAbilityToPlay(Card card, List<SpellAbility> abilities, ITriggerEvent event) {
        if (abilities.size() > 1) throw lacks("which of several ways to play " + card.getName());
        return abilities.isEmpty() ? null : abilities.get(0);
    }

    // --- paying, and whether to ---------------------------------------------------------------------------------------

    @Override
    public boolean payManaCost(ManaCost cost, CostPartMana part, SpellAbility ability, String prompt, ManaConversionMatrix matrix,
            boolean effect) {
        return table.pay(cost, part, ability, effect);
    }

    @Override
    public boolean payCostToPreventEffect(Cost cost, SpellAbility ability, boolean paid, FCollectionView<Player> payers) {
        return table.payable(cost, ability) && decide(host(ability), true) && table.pay(cost, ability);
    }

    @Override
    public boolean confirmAction(SpellAbility ability, PlayerActionConfirmMode mode, String message) {
        if (message != null && message.startsWith("Cancel ")) return true; // of the engine's own dialog
        if (has(ability, ApiType.Clone)) return true; // asked where it is chosen what to copy
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
        if (!has(ability, ApiType.Clone)) return decide(effect.getHostCard(), false);
        copier = ability.getHostCard();
        return true;
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView choosePermanentsToSacrifice(SpellAbility ability, int least, int most, CardCollectionView valid,
            String message) {
        return new CardCollection(pick("sacrifice", host(ability), valid, least, most));
    }

    @Override
    public CardCollectionView chooseCardsForEffect(CardCollectionView from, SpellAbility ability, String title, int least, int most,
            boolean optional, Map<String, Object> params) {
        int fewest = optional ? 0 : least;
        if (least != 1 || most != 1) return new CardCollection(pick(kind(ability, from), host(ability), from, fewest, most));
        Card chosen = entity(ability, from, optional);
        return chosen == null ? CardCollection.EMPTY : new CardCollection(chosen);
    }

    @Override
    public <T extends GameEntity> T chooseSingleEntityForEffect(FCollectionView<T> from, DelayedReveal reveal, SpellAbility ability,
            String title, boolean optional, Player related, Map<String, Object> params) {
        if (params != null && params.get("Attacker") instanceof Card attacker) return pickOne("object", attacker, from, optional);
        return entity(ability, from, optional);
    }

    @Override
    public <T extends GameEntity> List<T> chooseEntitiesForEffect(FCollectionView<T> from, int least, int most, DelayedReveal reveal,
            SpellAbility ability, String title, Player related, Map<String, Object> params) {
        return pick(kind(ability, from), host(ability), from, least, most);
    }

    @Override
    public Card chooseSingleCardForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from,
            DelayedReveal reveal, String prompt, boolean optional, Player decider) {
        return pickOne(moved(to, origin), host(ability), from, optional);
    }

    @Override
    public List<Card> chooseCardsForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from,
            int least, int most, DelayedReveal reveal, String prompt, Player decider) {
        return pick(moved(to, origin), host(ability), from, least, most);
    }

    @Override
    public CardCollectionView chooseCardsToDiscardFrom(Player from, SpellAbility ability, CardCollection valid, int least, int most) {
        return new CardCollection(pick("discard", host(ability), valid, least, most));
    }

    @Override
    public CardCollection chooseCardsToDiscardToMaximumHandSize(int number) {
        return new CardCollection(pick("discard", null, player.getCardsIn(ZoneType.Hand), number, number));
    }

    @Override
    public Map<Card, ManaCostShard> chooseCardsForConvokeOrImprovise(SpellAbility ability, ManaCost cost, CardCollectionView untapped,
            boolean improvise) {
        return table.convoke(cost, untapped);
    }

    // --- abilities, modes and replacement effects ---------------------------------------------------------------------

    @Override
    public List<AbilitySub> chooseModeForAbility(SpellAbility ability, List<AbilitySub> possible, int least, int most,
            boolean repeat) {
        return table.modes(ability, possible, least, most);
    }

    @Override
    public List<SpellAbility> chooseSpellAbilitiesForEffect(List<SpellAbility> abilities, SpellAbility ability, String title,
            int number, Map<String, Object> params) {
        if (abilities.size() <= number) return abilities;
        String card = ability.getHostCard().getName();
        boolean choice = run.data.choices(card).size() == abilities.size();
        List<String> words = choice ? run.data.choices(card) : run.data.modes(card, abilities.size());
        if (words.isEmpty()) throw lacks("one of several effects of " + card);
        List<String> chosen = words(choice ? "word" : "mode", ability, words, number, number);
        return chosen.stream().map(each -> abilities.get(words.indexOf(each))).toList();
    }

    @Override
    public SpellAbility chooseSingleSpellForEffect(List<SpellAbility> abilities, SpellAbility ability, String title,
            Map<String, Object> params) {
        return pickOne("object", host(ability), abilities, false);
    }

    @Override
    public ReplacementEffect chooseSingleReplacementEffect(String prompt, List<ReplacementEffect> effects) {
        run.answers.goOn();
        List<String> names = effects.stream().map(each -> run.name(each.getHostCard())).toList();
        Set<String> distinct = new TreeSet<>(names);
        if (distinct.size() == 1) return effects.get(0);
        Set<Object> about = new LinkedHashSet<>(run.affected.getOrDefault(effects.get(0), Set.of()));
        effects.forEach(each -> about.retainAll(run.affected.getOrDefault(each, Set.of())));
        about.removeIf(each -> each instanceof Player other ? other != player : ((Card) each).getController() != player);
        String of = about.size() == 1 ? run.name(about.iterator().next()) : null;
        return effects.get(names.indexOf(asking.word("replacement", of, distinct)));
    }

    // --- colours, types, names, numbers -------------------------------------------------------------------------------

    private byte color(SpellAbility ability, Card about, List<String> letters) {
        boolean mana = ability != null && ability.isManaAbility() || has(ability, ApiType.Mana)
                || has(ability, ApiType.ManaReflected);
        String letter = letters.size() == 1 ? letters.get(0) : asking.word(mana ? "mana" : "color", run.name(about), letters);
        return letter.equals("C") ? 0 : Telling.color(letter);
    }

    private static List<String> letters(ColorSet colors) {
        return COLORS.stream().filter(each -> colors.hasAnyColor(Telling.color(each))).toList();
    }

    @Override
    public byte chooseColor(String message, SpellAbility ability, ColorSet colors) {
        return letters(colors).isEmpty() ? 0 : color(ability, host(ability), letters(colors));
    }

    @Override
    public List<String> chooseColors(String message, SpellAbility ability, int least, int most, List<String> options) {
        List<String> letters = options.stream().map(each -> MagicColor.toShortString(each)).toList();
        return words("color", ability, letters, least, most).stream().map(each -> options.get(letters.indexOf(each))).toList();
    }

    @Override
    public String chooseSomeType(String kind, SpellAbility ability, Collection<String> valid, List<String> invalid,
            boolean optional) {
        Set<String> types = new TreeSet<>(valid);
        if (invalid != null) types.removeAll(invalid);
        Set<String> met = new HashSet<>();
        run.game.getCardsInGame().forEach(each -> each.getType().getSubtypes().forEach(met::add));
        return asking.few("type", run.name(host(ability)), types, met);
    }

    @Override
    public String chooseCardName(SpellAbility ability, Predicate<ICardFace> valid, String cards, String message) {
        Set<String> names = new TreeSet<>(run.words.names());
        List<String> named = run.answers.waiting(player.getName(), Set.of("name"), run.name(host(ability)));
        if (named != null) names.addAll(named);
        names.removeIf(each -> {
            CardRules rules = Library.rules(each);
            return rules == null || !valid.apply(rules.getMainPart());
        });
        return asking.word("name", run.name(host(ability)), names);
    }

    @Override
    public int chooseNumber(SpellAbility ability, String title, int least, int most) {
        return asking.number("number", run.name(host(ability)), least, most);
    }

    @Override
    public int chooseNumber(SpellAbility ability, String title, List<Integer> values, Player related) {
        if (values.size() == 1) return values.get(0);
        return Integer.parseInt(asking.word("number", run.name(host(ability)), values.stream().map(String::valueOf).toList()));
    }

    @Override
    public boolean chooseBinary(SpellAbility ability, String question, BinaryChoiceType kind, Boolean otherwise) {
        if (kind == BinaryChoiceType.HeadsOrTails) return true; // whoever calls, calls heads
        throw lacks(String.valueOf(kind));
    }

    @Override
    public CounterType chooseCounterType(List<CounterType> options, SpellAbility ability, String prompt, Map<String, Object> params) {
        if (options.size() == 1) return options.get(0);
        throw lacks("a kind of counters");
    }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView orderMoveToZoneList(CardCollectionView cards, ZoneType to, SpellAbility source) {
        if (to != ZoneType.Library || has(source, ApiType.Shuffle)) return cards;
        boolean below = source != null && source.getParamOrDefault("LibraryPosition", "0").startsWith("-");
        List<Card> sorted = asking.order("library", run.name(host(source)), Run.list(cards));
        return new CardCollection(below ? com.google.common.collect.Lists.reverse(sorted) : sorted);
    }

    @Override
    public CardCollectionView cheatShuffle(CardCollectionView shuffled) {
        List<Card> before = Run.list(player.getCardsIn(ZoneType.Library));
        boolean known = before.stream().anyMatch(each -> run.id(each) != null);
        return new CardCollection(run.started && known && run.looksAt("library", true) ? asking.order("shuffle", null, before)
                : before);
    }

    @Override
    public void autoPassCancel() {
        if (player == run.game.getPhaseHandler().getPlayerTurn() && run.started) run.script.cleanup();
    }

    @Override
    public boolean isGuiPlayer() {
        return true; // several cards are chosen at once
    }

}
