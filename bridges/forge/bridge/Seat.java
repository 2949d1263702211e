package bridge;

import com.google.common.base.Predicate;
import forge.LobbyPlayer;
import forge.card.*;
import forge.card.mana.*;
import forge.game.*;
import forge.game.ability.*;
import forge.game.ability.effects.CharmEffect;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.cost.*;
import forge.game.keyword.Keyword;
import forge.game.player.*;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.*;
import forge.game.trigger.WrappedAbility;
import forge.game.zone.ZoneType;
import forge.util.ITriggerEvent;
import forge.util.collect.FCollectionView;
import java.util.*;
import java.util.stream.*;
import kit.*;
import org.apache.commons.lang3.tuple.*;

/** A player who does what the script says and answers what the engine asks with the script's answers. */
@Unasked.Rest(told = {"reveal", "notifyOfValue", "resetAtEndOfTurn"})
abstract class Seat extends PlayerController {
    final Run run;
    final Asking asking;

    Seat(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby);
        this.run = run;
        asking = new Asking(run, player.getName());
    }

    /** What a question of an ability is about; the rule about legends is of no object. */
    final String about(SpellAbility ability) {
        return ability == null || ability.getApi() == ApiType.InternalLegendaryRule ? null : run.name(ability);
    }

    /** The parts of an ability, one after another. */
    static Stream<SpellAbility> parts(SpellAbility ability) {
        return Stream.iterate(ability, Objects::nonNull, SpellAbility::getSubAbility);
    }

    static boolean has(SpellAbility ability, ApiType... any) {
        return parts(ability).anyMatch(each -> List.of(any).contains(each.getApi()));
    }

    // --- on the stack ------------------------------------------------------------------------------------------------

    /** Plays what is not the action itself: what the action names is not meant for it. */
    private boolean play(SpellAbility ability, boolean atOnce, boolean targeting) {
        return run.script.apart(() -> put(ability, atOnce, targeting));
    }

    /** Puts a spell or an ability on the stack, or carries it out at once; returns whether that was done. */
    final boolean put(SpellAbility wanted, boolean atOnce, boolean targeting) {
        wanted.setActivatingPlayer(player);
        Card card = wanted.getHostCard();
        if (wanted instanceof LandAbility) {
            wanted.resolve();
            run.game.updateLastStateForCard(card);
            return true;
        }
        SpellAbility ability = wanted.isSpell() ? casting(wanted, false).way() : wanted;
        if (ability.getApi() == ApiType.Charm && !ability.isWrapper() && !CharmEffect.makeChoices(ability)) return false;
        run.game.getStack().freezeStack();
        if (ability.isSpell()) ability.setHostCard(run.game.getAction().moveToStack(card, ability));
        ability.resetPaidHash();
        ability = GameActionUtil.addExtraKeywordCost(ability);
        ability.clearManaPaid();
        casting(ability, false).announceX();
        if (targeting && !ability.setupTargets() || !ability.canCastTiming(player) || !ability.checkRestrictions(player)
                || !casting(ability, false).pay(ability.getPayCosts())) {
            run.game.getStack().clearFrozen();
            if (run.announced == Announced.NONE && ability.isSpell()) throw asking.lacks("a spell that an effect casts in vain");
            return false;
        }
        if (atOnce) {
            AbilityUtils.resolve(ability);
            run.game.getStack().unfreezeStack();
        } else {
            run.game.getStack().addAndUnfreeze(ability);
        }
        return true;
    }

    @Override
    public SpellAbility getAbilityToPlay(Card card, List<SpellAbility> abilities, ITriggerEvent event) {
        if (abilities.size() > 1) throw asking.lacks("which of several ways to play " + card.getName());
        return abilities.isEmpty() ? null : abilities.get(0);
    }

    /** Puts what waits for a player on the stack: triggered abilities, and copies of spells. */
    @Override
    public void orderAndPlaySimultaneousSa(List<SpellAbility> abilities) {
        abilities.stream().filter(SpellAbility::isTrigger).forEach(each -> run.ids.triggered(each.getHostCard().getId()));
        List<SpellAbility> left = new ArrayList<>(abilities);
        while (!left.isEmpty()) {
            SpellAbility next = asking.first(left);
            left.remove(next);
            if (next.isTrigger()) {
                play(next, false, true);
                continue;
            }
            if (next.isSpell()) next.setHostCard(run.game.getAction().moveToStack(next.getHostCard(), next));
            if (next.isMayChooseNewTargets()) next.setupNewTargets(player);
            run.game.getStack().add(next);
        }
    }

    public void playTrigger(Card host, WrappedAbility ability) {
        if (has(ability.getWrappedAbility(), ApiType.Mana)) run.ids.triggered(host.getId());
        play(ability, true, true); // to the engine a trigger, but nothing that waits on the stack
    }

    @Override public boolean playSaFromPlayEffect(SpellAbility ability) { return play(ability, false, true); }

    @Override
    public void playSpellAbilityNoStack(SpellAbility ability, boolean newTargets) {
        Cost cost = ability.isTrigger() && ability.hasParam("Cost") ? ability.getPayCosts() : null;
        boolean asks = cost != null && !cost.isMandatory() && !ability.getParam("Cost").equals("0");
        boolean pays = !asks || casting(ability, true).can(cost) && asking.decide(about(ability), true);
        if (pays) play(ability, true, newTargets); // the engine's window can be closed
    }

    public List<AbilitySub> chooseModeForAbility(SpellAbility ability, List<AbilitySub> possible, int least, int most) {
        List<Map<String, String>> all = ability.getAdditionalAbilityList("Choices").stream()
                .map(each -> each.getOriginalMapParams()).toList();
        List<Integer> places = possible.stream().map(each -> all.indexOf(each.getOriginalMapParams())).toList();
        String card = ability.getHostCard().getName();
        List<Integer> chosen = asking.modes(card, about(ability), all.size(), places, least, most);
        run.modes.put(ability.getId(), chosen.stream().map(run.data.modes(card, all.size())::get).toList());
        return new ArrayList<>(chosen.stream().map(each -> possible.get(places.indexOf(each))).toList());
    }

    /** Chooses the targets of one part of a spell: those that the action names, as many as leave enough for later parts. */
    @Override
    public boolean chooseTargetsFor(SpellAbility ability) {
        int least = ability.getMinTargets();
        int later = parts(ability).skip(1).filter(SpellAbility::usesTargeting).mapToInt(SpellAbility::getMinTargets).sum();
        boolean told = run.announced.action.has("targets");
        int left = told ? run.announced.targets.size() - later : Integer.MAX_VALUE;
        int most = Math.max(least, Math.min(ability.getMaxTargets(), left));
        List<GameObject> options = casting(ability, false).candidates();
        List<GameObject> chosen = most == 0 ? List.of() : told ? asking.told(true, options, least, most)
                : asking.pick("target", about(ability), options, least, most);
        boolean added = asking.added(chosen, each -> casting(ability, false).candidates().contains(each), ability.getTargets()::add);
        return added && casting(ability, false).divided() && ability.isTargetNumberValid();
    }

    /** Chooses new targets for a spell that has some, for the same shares. */
    public TargetChoices chooseNewTargetsFor(SpellAbility ability, boolean optional) {
        if (!ability.usesTargeting() || optional && !asking.decide(about(ability), false)) return null;
        TargetChoices before = ability.getTargets();
        List<Integer> shares = ability.isDividedAsYouChoose() ? new ArrayList<>(before.getDividedValues()) : List.of();
        ability.clearTargets();
        List<GameObject> options = casting(ability, false).candidates();
        if (options.size() < before.size()) throw asking.lacks("new targets of which there are too few");
        for (GameObject each : asking.<GameObject>pick("target", about(ability), options, before.size(), before.size())) {
            ability.getTargets().add(each);
            if (!shares.isEmpty()) ability.addDividedAllocation(each, shares.get(ability.getTargets().size() - 1));
        }
        return ability.getTargets();
    }

    Casting casting(SpellAbility ability, boolean effect) { return new Casting(run, this, ability, effect); }

    public boolean payManaCost(ManaCost cost, CostPartMana part, SpellAbility ability, boolean effect) {
        return casting(ability, effect).pay(cost, part);
    }

    public boolean payCostToPreventEffect(Cost cost, SpellAbility ability) {
        Casting casting = casting(ability, true);
        return casting.can(cost) && asking.decide(about(ability), true) && casting.pay(cost);
    }

    public Map<Card, ManaCostShard> chooseCardsForConvokeOrImprovise(SpellAbility ability, ManaCost cost, CardCollectionView untapped) {
        return casting(ability, false).convoke(cost, untapped);
    }

    // --- priority and combat -----------------------------------------------------------------------------------------

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
        boolean told = run.script.damage().containsKey(run.name(attacker));
        if (!told && several && recipients.contains(null)) throw asking.lacks("damage that tramples over several");
        List<String> names = recipients.stream().map(each -> run.name(each == null ? defender : each)).toList();
        List<Integer> least = recipients.stream().map(each -> several || each == null ? 0
                : Math.min(dealt, Math.max(0, each.getLethalDamage()))).toList();
        List<Integer> most = Collections.nCopies(names.size(), dealt);
        Iterator<Integer> shares = asking.damage(run.name(attacker), names, least, most, dealt, dealt, null).iterator();
        Map<Card, Integer> made = new LinkedHashMap<>();
        recipients.forEach(each -> made.put(each, shares.next()));
        return made;
    }

    /** The engine is done with a step. */
    @Override
    public void autoPassCancel() {
        if (player == run.game.getPhaseHandler().getPlayerTurn() && run.started) run.script.cleanup();
    }

    // --- whether to --------------------------------------------------------------------------------------------------

    public boolean confirmAction(SpellAbility ability, String message) {
        if (message != null && message.startsWith("Cancel ")) return true; // of the engine's own dialog
        boolean chooses = has(ability, ApiType.Clone) && !ability.usesTargeting(); // asked where it is chosen what to copy
        return chooses || asking.decide(about(ability), false);
    }

    @Override
    public boolean confirmTrigger(WrappedAbility ability) {
        boolean costs = !ability.getWrappedAbility().getParamOrDefault("Cost", "0").equals("0"); // declined by not paying
        return costs || asking.decide(about(ability.getWrappedAbility()), false);
    }

    public boolean confirmReplacementEffect(ReplacementEffect effect, SpellAbility ability) {
        return has(ability, ApiType.Clone) ? asking.copies(about(ability)) : asking.decide(run.name(effect), false);
    }

    // --- objects -----------------------------------------------------------------------------------------------------

    /** Objects that are chosen as an ability resolves; before an exchange of zones it is asked whether there is to be one. */
    private <T> List<T> objects(SpellAbility ability, Iterable<? extends T> from, int least, int most, boolean optional) {
        boolean whether = optional && has(ability, ApiType.ExchangeZone) && from.iterator().hasNext();
        if (whether && !asking.decide(about(ability), false)) return List.of();
        boolean may = optional && !whether;
        return least == 1 && most == 1 ? asking.perhaps(Casting.kind(ability, from), about(ability), from, may)
                : asking.some(Casting.kind(ability, from), about(ability), from, may ? 0 : least, most);
    }

    public CardCollectionView chooseCardsForEffect(CardCollectionView from, SpellAbility ability, int least, int most, boolean optional) {
        return new CardCollection(this.<Card>objects(ability, from, least, most, optional));
    }

    public <T extends GameEntity> T chooseSingleEntityForEffect(FCollectionView<T> all, SpellAbility ability, boolean optional,
            Map<String, Object> params) {
        List<T> from = Run.list(all);
        from.removeIf(each -> each.getName().startsWith("--")); // what the engine puts between for display
        Object attacker = params == null ? null : params.get("Attacker");
        if (attacker != null) return asking.one("object", run.name(attacker), from, optional);
        return this.<T>objects(ability, from, 1, 1, optional).stream().findFirst().orElse(null);
    }

    public <T> List<T> chooseEntitiesForEffect(FCollectionView<T> from, int least, int most, SpellAbility ability) {
        return objects(ability, from, least, most, false);
    }

    public Card chooseSingleCardForZoneChange(ZoneType to, List<ZoneType> origin, SpellAbility ability, CardCollection from,
            boolean optional) {
        return asking.one(Casting.moved(to, origin), about(ability), from, optional);
    }

    public CardCollectionView choosePermanentsToSacrifice(SpellAbility ability, int least, int most, CardCollectionView valid) {
        return new CardCollection(asking.<Card>pick("sacrifice", about(ability), valid, least, most));
    }

    public CardCollectionView chooseCardsToDiscardFrom(SpellAbility ability, CardCollection valid, int least, int most) {
        return new CardCollection(asking.<Card>pick("discard", about(ability), valid, least, most));
    }

    @Override
    public CardCollection chooseCardsToDiscardToMaximumHandSize(int number) {
        return new CardCollection(asking.<Card>pick("discard", null, player.getCardsIn(ZoneType.Hand), number, number));
    }

    @Override
    public Pair<SpellAbilityStackInstance, GameObject> chooseTarget(SpellAbility ability,
            List<Pair<SpellAbilityStackInstance, GameObject>> targets) {
        return asking.one("object", about(ability), targets, false);
    }

    public SpellAbility chooseSingleSpellForEffect(List<SpellAbility> abilities, SpellAbility ability) {
        return abilities.size() == 1 ? abilities.get(0) : asking.one("object", about(ability), abilities, false);
    }

    // --- effects -----------------------------------------------------------------------------------------------------

    public List<SpellAbility> chooseSpellAbilitiesForEffect(List<SpellAbility> abilities, SpellAbility ability, int number) {
        String card = ability.getHostCard().getName();
        List<String> words = run.data.choices(card);
        if (words.size() != abilities.size()) throw asking.lacks("one of several effects of " + card);
        List<String> chosen = asking.pick("word", about(ability), words, number, number);
        return chosen.stream().map(each -> abilities.get(words.indexOf(each))).toList();
    }

    public ReplacementEffect chooseSingleReplacementEffect(List<ReplacementEffect> effects) {
        Set<Object> about = new HashSet<>(run.affected.getOrDefault(effects.get(0), Set.of()));
        effects.forEach(each -> about.retainAll(run.affected.getOrDefault(each, Set.of())));
        about.removeIf(each -> each != player && !(each instanceof Card card && card.getController() == player));
        return asking.replacement(about.size() == 1 ? run.name(about.iterator().next()) : null, effects, Object::toString);
    }

    // --- colours, types, names, numbers ------------------------------------------------------------------------------

    public byte chooseColor(SpellAbility ability, ColorSet colors) {
        List<String> letters = MagicRun.COLORS.stream().filter(each -> colors.hasAnyColor(Telling.color(each))).toList();
        boolean mana = has(ability, ApiType.Mana, ApiType.ManaReflected);
        return Telling.color(asking.word(mana ? "mana" : "color", about(ability), letters));
    }

    public List<String> chooseColors(SpellAbility ability, int least, int most, List<String> options) {
        List<String> letters = options.stream().map(each -> MagicColor.toShortString(each)).toList();
        List<String> chosen = asking.pick("color", about(ability), letters, least, most);
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
        Set<String> names = new TreeSet<>(run.telling.names());
        List<String> named = run.answers.waiting(player.getName(), Set.of("name"), about(ability));
        if (named != null) names.addAll(named);
        Stream<ICardFace> faces = names.stream().map(Position::rules).filter(Objects::nonNull)
                .flatMap(each -> Stream.of(each.getMainPart(), each.getOtherPart())) // each half or face has a name
                .filter(each -> each != null && valid.apply(each));
        return asking.word("name", about(ability), faces.map(ICardFace::getName).collect(Collectors.toCollection(TreeSet::new)));
    }

    public CounterType chooseCounterType(List<CounterType> options) {
        if (options.size() == 1) return options.get(0);
        throw asking.lacks("a kind of counters");
    }

    public boolean chooseBinary(SpellAbility ability, BinaryChoiceType kind) {
        return switch (kind) {
            case HeadsOrTails -> true; // whoever calls, calls heads
            case UntapOrLeaveTapped -> !asking.decide(about(ability), false); // what a player may do is leave it tapped
            default -> throw asking.lacks(String.valueOf(kind));
        };
    }

    // --- order -------------------------------------------------------------------------------------------------------

    @Override
    public CardCollectionView orderMoveToZoneList(CardCollectionView cards, ZoneType to, SpellAbility source) {
        if (to != ZoneType.Library || cards.size() < 2 || has(source, ApiType.Shuffle)) return cards;
        throw asking.lacks("an order of cards that are put into a library");
    }

    @Override
    public CardCollectionView cheatShuffle(CardCollectionView shuffled) {
        List<Card> library = Run.list(player.getCardsIn(ZoneType.Library));
        return new CardCollection(asking.shuffled(library, each -> run.id(each) != null));
    }
}
