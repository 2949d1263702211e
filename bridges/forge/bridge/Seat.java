package bridge;

import com.google.common.base.Predicate;
import forge.LobbyPlayer;
import forge.card.*;
import forge.game.*;
import forge.game.ability.ApiType;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.keyword.Keyword;
import forge.game.player.*;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.*;
import forge.game.trigger.WrappedAbility;
import forge.game.zone.ZoneType;
import forge.util.collect.FCollectionView;
import java.util.*;
import java.util.stream.Stream;
import kit.MagicRun;
import kit.Unasked;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.Pair;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
@Unasked.Rest(told = {"reveal", "notifyOfValue", "resetAtEndOfTurn"})
abstract class Seat extends Table {

    /** What may become a copy, where that was accepted: it can be declined where it asks what to copy. */
    private Card copier;

    Seat(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby, run);
    }

    // --- priority and combat ------------------------------------------------------------------------------------------

    @Override public List<SpellAbility> chooseSpellAbilityToPlay() { return run.script.priority(player); }
    @Override public boolean playChosenSpellAbility(SpellAbility ability) { return true; } // done as the script came to it
    @Override public void declareAttackers(Player attacker, Combat combat) { run.script.attackers(attacker, combat); }
    @Override public void declareBlockers(Player defender, Combat combat) { run.script.blockers(defender, combat); }
    public CardCollection orderBlockers(CardCollection blockers) { return blockers; }
    public CardCollection orderAttackers(CardCollection attackers) { return attackers; }

    /** Damage by recipient; null stands for the player or permanent that is attacked. */
    public Map<Card, Integer> assignCombatDamage(Card attacker, CardCollectionView blockers, int dealt, GameEntity defender) {
        boolean several = blockers.size() > 1;
        List<Card> recipients = Run.list(blockers);
        if (recipients.isEmpty() || defender != null && attacker.hasKeyword(Keyword.TRAMPLE)) recipients.add(null);
        Map<String, Integer> told = run.script.damage().remove(run.name(attacker));
        if (told == null && several && recipients.contains(null)) throw asking.lacks("damage that tramples over several");
        List<Integer> least = recipients.stream().map(each -> several || each == null ? 0
                : Math.min(dealt, Math.max(0, each.getLethalDamage()))).toList();
        List<Integer> shares = asking.divide(told, recipients.stream().map(each -> run.name(each == null ? defender : each)).toList(),
                least, Collections.nCopies(recipients.size(), dealt), dealt, dealt);
        if (shares.stream().mapToInt(each -> each).sum() != dealt) throw run.script.refusedDamage();
        Map<Card, Integer> made = new LinkedHashMap<>();
        for (int place = 0; place < recipients.size(); place++) made.put(recipients.get(place), shares.get(place));
        return made;
    }

    /** The engine is done with a step. */
    @Override
    public void autoPassCancel() {
        if (player == run.game.getPhaseHandler().getPlayerTurn() && run.started) run.script.cleanup();
    }

    // --- whether to ---------------------------------------------------------------------------------------------------

    public boolean confirmAction(SpellAbility ability, String message) {
        if (message != null && message.startsWith("Cancel ")) return true; // of the engine's own dialog
        return has(ability, ApiType.Clone) || asking.decide(about(ability), false); // asked where it is chosen what to copy
    }

    @Override
    public boolean confirmTrigger(WrappedAbility ability) {
        boolean costs = !ability.getWrappedAbility().getParamOrDefault("Cost", "0").equals("0"); // declined by not paying
        return costs || asking.decide(about(ability.getWrappedAbility()), false);
    }

    public boolean confirmReplacementEffect(ReplacementEffect effect, SpellAbility ability) {
        if (!has(ability, ApiType.Clone)) return asking.decide(run.name(effect.getHostCard()), false);
        copier = ability.getHostCard();
        return true;
    }

    // --- objects ------------------------------------------------------------------------------------------------------

    @Override public boolean isGuiPlayer() { return true; } // several cards are chosen at once

    /** The kind of a question about objects, by what the ability does with them. */
    private static String kind(SpellAbility ability, Iterable<?> options) {
        boolean attaches = ability != null && ability.getApi() == ApiType.Attach && !ability.hasParam("Move"); // an Aura enters
        if (!attaches && Run.list(options).stream().allMatch(each -> each instanceof Player)) return "player";
        if (ability == null || ability.getApi() == null) return "object";
        if (has(ability, ApiType.Clone)) return "copy";
        return switch (ability.getApi()) {
            case Attach -> attaches ? "attach" : "object"; // what is there is moved
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

    private <T> T object(SpellAbility ability, Iterable<? extends T> from, boolean optional) {
        boolean copies = copier != null && ability != null && copier.equals(ability.getHostCard());
        if (copies) copier = null;
        boolean whether = optional && has(ability, ApiType.ExchangeZone) && from.iterator().hasNext(); // is asked first
        if (whether && !asking.decide(about(ability), false)) return null;
        return pickOne(kind(ability, from), about(ability), from, optional && !whether || copies);
    }

    public CardCollectionView chooseCardsForEffect(CardCollectionView from, SpellAbility ability, int least, int most, boolean optional) {
        if (least == 1 && most == 1) return new CardCollection(Stream.ofNullable(object(ability, from, optional)).toList());
        return new CardCollection(this.<Card>pick(kind(ability, from), about(ability), from, optional ? 0 : least, most));
    }

    public <T extends GameEntity> T chooseSingleEntityForEffect(FCollectionView<T> from, SpellAbility ability, boolean optional,
            Map<String, Object> params) {
        Object attacker = params == null ? null : params.get("Attacker");
        if (attacker != null) return pickOne("object", run.name(attacker), from, optional);
        return object(ability, from, optional);
    }

    public <T> List<T> chooseEntitiesForEffect(FCollectionView<T> from, int least, int most, SpellAbility ability) {
        return pick(kind(ability, from), about(ability), from, least, most);
    }

    public Card chooseSingleCardForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from,
            boolean optional) {
        return pickOne(moved(to, origin), about(ability), from, optional);
    }

    public List<Card> chooseCardsForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from,
            int least, int most) {
        return pick(moved(to, origin), about(ability), from, least, most);
    }

    public CardCollectionView choosePermanentsToSacrifice(SpellAbility ability, int least, int most, CardCollectionView valid) {
        return new CardCollection(this.<Card>pick("sacrifice", about(ability), valid, least, most));
    }

    public CardCollectionView chooseCardsToDiscardFrom(SpellAbility ability, CardCollection valid, int least, int most) {
        return new CardCollection(this.<Card>pick("discard", about(ability), valid, least, most));
    }

    @Override
    public CardCollection chooseCardsToDiscardToMaximumHandSize(int number) {
        return new CardCollection(this.<Card>pick("discard", null, player.getCardsIn(ZoneType.Hand), number, number));
    }

    @Override
    public Pair<SpellAbilityStackInstance, GameObject> chooseTarget(SpellAbility ability,
            List<Pair<SpellAbilityStackInstance, GameObject>> targets) {
        GameObject chosen = pickOne("object", about(ability), targets.stream().map(Pair::getRight).toList(), false);
        return targets.stream().filter(each -> each.getRight() == chosen).findFirst().orElse(null);
    }

    public SpellAbility chooseSingleSpellForEffect(List<SpellAbility> abilities, SpellAbility ability) {
        return abilities.size() == 1 ? abilities.get(0) : pickOne("object", about(ability), abilities, false);
    }

    // --- effects ------------------------------------------------------------------------------------------------------

    public List<SpellAbility> chooseSpellAbilitiesForEffect(List<SpellAbility> abilities, SpellAbility ability, int number) {
        String card = ability.getHostCard().getName();
        List<String> words = run.data.choices(card);
        if (words.size() != abilities.size()) throw asking.lacks("one of several effects of " + card);
        List<String> chosen = pick("word", about(ability), words, number, number);
        return chosen.stream().map(each -> abilities.get(words.indexOf(each))).toList();
    }

    public ReplacementEffect chooseSingleReplacementEffect(List<ReplacementEffect> effects) {
        Map<String, List<String>> said = new HashMap<>(); // what else an object's effects say is told apart by a number
        List<String> names = effects.stream().map(each -> {
            String name = run.name(each.getHostCard());
            List<String> texts = said.computeIfAbsent(name, unused -> new ArrayList<>());
            if (!texts.contains(each.toString())) texts.add(each.toString());
            int place = texts.indexOf(each.toString());
            return place == 0 ? name : name + " " + (place + 1);
        }).toList();
        Set<String> distinct = new TreeSet<>(names);
        if (distinct.size() == 1) return effects.get(0);
        List<Object> about = run.affected.getOrDefault(effects.get(0), Set.of()).stream()
                .filter(each -> each == player || each instanceof Card card && card.getController() == player)
                .filter(each -> effects.stream().allMatch(other -> run.affected.getOrDefault(other, Set.of()).contains(each))).toList();
        String of = about.size() == 1 ? run.name(about.get(0)) : null;
        return effects.get(names.indexOf(asking.word("replacement", of, distinct)));
    }

    // --- colours, types, names, numbers -------------------------------------------------------------------------------

    public byte chooseColor(SpellAbility ability, ColorSet colors) {
        List<String> letters = MagicRun.COLORS.stream().filter(each -> colors.hasAnyColor(Telling.color(each))).toList();
        boolean mana = has(ability, ApiType.Mana, ApiType.ManaReflected);
        return Telling.color(asking.word(mana ? "mana" : "color", about(ability), letters));
    }

    public List<String> chooseColors(SpellAbility ability, int least, int most, List<String> options) {
        List<String> letters = options.stream().map(each -> MagicColor.toShortString(each)).toList();
        List<String> chosen = pick("color", about(ability), letters, least, most);
        return chosen.stream().map(each -> options.get(letters.indexOf(each))).toList();
    }

    public String chooseSomeType(SpellAbility ability, Collection<String> valid, List<String> invalid) {
        Set<String> types = new TreeSet<>(valid);
        if (invalid != null) types.removeAll(invalid);
        Set<String> met = new HashSet<>();
        run.game.getCardsInGame().forEach(each -> each.getType().getSubtypes().forEach(met::add));
        return asking.few("type", about(ability), types, met);
    }

    public String chooseCardName(SpellAbility ability, Predicate<ICardFace> valid) {
        Set<String> names = new TreeSet<>(run.words.names());
        List<String> named = run.answers.waiting(player.getName(), Set.of("name"), about(ability));
        if (named != null) names.addAll(named);
        names.removeIf(each -> Library.rules(each) == null || !valid.apply(Library.rules(each).getMainPart()));
        return asking.word("name", about(ability), names);
    }

    public CounterType chooseCounterType(List<CounterType> options) {
        if (options.size() == 1) return options.get(0);
        throw asking.lacks("a kind of counters");
    }

    public boolean chooseBinary(SpellAbility ability, BinaryChoiceType kind) {
        if (kind == BinaryChoiceType.HeadsOrTails) return true; // whoever calls, calls heads
        // What a player may do is leave it tapped.
        if (kind == BinaryChoiceType.UntapOrLeaveTapped) return !asking.decide(about(ability), false);
        throw asking.lacks(String.valueOf(kind));
    }

    /** How much of a shield is for whom, asked for each point of it. */
    @Override
    public Map<GameEntity, Integer> divideShield(Card source, Map<GameEntity, Integer> dealt, int amount) {
        Map<GameEntity, Integer> left = new LinkedHashMap<>();
        dealt.keySet().stream().sorted(Comparator.comparing(run::name)).forEach(each -> left.put(each, dealt.get(each)));
        Map<GameEntity, Integer> shares = new HashMap<>();
        int all = Math.min(amount, dealt.values().stream().mapToInt(each -> each).sum());
        for (int point = 0; point < all; point++) {
            GameEntity next = asking.one("prevent", run.name(source), left.keySet(), false);
            shares.merge(next, 1, Integer::sum);
            if (left.merge(next, -1, Integer::sum) == 0) left.remove(next);
        }
        return shares;
    }

    // --- order --------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView orderMoveToZoneList(CardCollectionView cards, ZoneType to, SpellAbility source) {
        if (to != ZoneType.Library || cards.size() < 2 || has(source, ApiType.Shuffle)) return cards;
        throw asking.lacks("an order of cards that are put into a library");
    }

    /** What of the cards that are looked at goes to the bottom, and the order of those and of the rest. */
    @Override
    public ImmutablePair<CardCollection, CardCollection> arrangeForScry(CardCollection top) {
        String about = about(run.game.getStack().peekAbility());
        List<Card> below = asking.some("library", about, Run.list(top), 0, top.size());
        List<Card> rest = top.stream().filter(each -> !below.contains(each)).toList();
        return ImmutablePair.of(new CardCollection(asking.order("library", about, rest)),
                new CardCollection(asking.order("library", about, below)));
    }

    @Override
    public CardCollectionView cheatShuffle(CardCollectionView shuffled) {
        return new CardCollection(asking.shuffled(Run.list(player.getCardsIn(ZoneType.Library)), each -> run.id(each) != null));
    }
}
