package bridge;

import forge.LobbyPlayer;
import forge.card.mana.*;
import forge.game.*;
import forge.game.ability.*;
import forge.game.ability.effects.CharmEffect;
import forge.game.card.*;
import forge.game.cost.*;
import forge.game.player.*;
import forge.game.spellability.*;
import forge.game.trigger.WrappedAbility;
import forge.game.zone.ZoneType;
import forge.util.ITriggerEvent;
import java.util.*;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.Announced;
import kit.Asking;

/** How a player puts spells and abilities on the stack: ways, modes, X, targets and costs, in the engine's order. */
abstract class Table extends PlayerController {
    final Run run;
    final Asking asking;

    Table(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby);
        this.run = run;
        asking = new Asking(run, player.getName());
    }

    /** What a question of an ability is about; the rule about legends is of no object. */
    final String about(SpellAbility ability) {
        return ability == null || ability.getApi() == ApiType.InternalLegendaryRule ? null : run.name(ability.getHostCard());
    }

    /** The parts of an ability, one after another. */
    static Stream<SpellAbility> parts(SpellAbility ability) {
        return Stream.iterate(ability, Objects::nonNull, SpellAbility::getSubAbility);
    }

    static boolean has(SpellAbility ability, ApiType... any) {
        return parts(ability).anyMatch(each -> List.of(any).contains(each.getApi()));
    }

    /** What can be chosen, without what the engine puts between for display. */
    private static <T> List<T> options(Iterable<? extends T> from) {
        return Run.list(from).stream().filter(each -> !(each instanceof Card card && card.getName().startsWith("--")))
                .<T>map(each -> each).toList();
    }

    /** Asks for one of several objects; null for none. */
    final <T> T pickOne(String kind, String about, Iterable<? extends T> from, boolean optional) {
        return asking.one(kind, about, options(from), optional);
    }

    /** Asks for some of several objects, or words. */
    final <T> List<T> pick(String kind, String about, Iterable<? extends T> from, int least, int most) {
        if (least != 1 || most != 1) return asking.some(kind, about, options(from), least, most);
        return Stream.ofNullable(this.<T>pickOne(kind, about, from, false)).toList();
    }

    // --- on the stack -------------------------------------------------------------------------------------------------

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
        SpellAbility ability = wanted.isSpell() ? way(wanted) : wanted;
        if (ability.getApi() == ApiType.Charm && !ability.isWrapper() && !CharmEffect.makeChoices(ability)) return false;
        run.game.getStack().freezeStack();
        if (ability.isSpell()) ability.setHostCard(run.game.getAction().moveToStack(card, ability));
        ability.resetPaidHash();
        ability = GameActionUtil.addExtraKeywordCost(ability);
        ability.clearManaPaid();
        announceX(ability);
        if (targeting && !ability.setupTargets() || !ability.canCastTiming(player) || !ability.checkRestrictions(player)
                || !paying(ability, false).pay(ability.getPayCosts())) {
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

    /** A spell with the costs that are paid besides, or in the place of its own. */
    private SpellAbility way(SpellAbility ability) {
        AlternativeCost other = ability.getAlternativeCost();
        if (other != null || !ability.isBasicSpell()) run.announced.with(other == null ? "" : Script.word(other.name()));
        SpellAbility way = getAbilityToPlay(ability.getHostCard(), GameActionUtil.getAdditionalCostSpell(ability));
        return GameActionUtil.addOptionalCosts(way, GameActionUtil.getOptionalCostValues(way).stream()
                .filter(each -> run.announced.with(Script.word(each.getType().getName()))).toList());
    }

    @Override
    public SpellAbility getAbilityToPlay(Card card, List<SpellAbility> abilities, ITriggerEvent event) {
        if (abilities.size() > 1) throw asking.lacks("which of several ways to play " + card.getName());
        return abilities.isEmpty() ? null : abilities.get(0);
    }

    /** Puts what waits for a player on the stack: triggered abilities, and copies of spells. */
    @Override
    public void orderAndPlaySimultaneousSa(List<SpellAbility> abilities) {
        abilities.stream().filter(SpellAbility::isTrigger).forEach(each -> run.triggered.merge(each.getHostCard().getId(), 1, Integer::sum));
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
        if (has(ability.getWrappedAbility(), ApiType.Mana)) run.triggered.merge(host.getId(), 1, Integer::sum);
        play(ability, true, true); // to the engine a trigger, but nothing that waits on the stack
    }

    @Override public boolean playSaFromPlayEffect(SpellAbility ability) { return play(ability, false, true); }

    @Override
    public void playSpellAbilityNoStack(SpellAbility ability, boolean newTargets) {
        Cost cost = ability.isTrigger() && ability.hasParam("Cost") ? ability.getPayCosts() : null;
        boolean asks = cost != null && !cost.isMandatory() && !ability.getParam("Cost").equals("0");
        boolean pays = !asks || paying(ability, true).can(cost) && asking.decide(about(ability), true);
        if (pays) play(ability, true, newTargets); // the engine's window can be closed
    }

    // --- announcing ---------------------------------------------------------------------------------------------------

    /** Announces X, where something of the cost depends on it. */
    private void announceX(SpellAbility ability) {
        String announced = ability.getParamOrDefault("Announce", "X");
        boolean free = List.of("", "Count$xPaid").contains(ability.getSVar("X"));
        if (!announced.equals("X")) throw asking.lacks("what is announced as " + announced);
        if (!ability.hasParam("Announce") && !(ability.getPayCosts().hasXInAnyCostPart() && free)) return;
        Integer most = ability.getPayCosts().getMaxForNonManaX(ability, player, true);
        ability.setXManaCostPaid(run.announced.x().orElseGet(
                () -> asking.number("number", about(ability), 0, most == null ? Asking.MOST : Math.min(most, Asking.MOST))));
    }

    public List<AbilitySub> chooseModeForAbility(SpellAbility ability, List<AbilitySub> possible, int least, int most) {
        List<Map<String, String>> all = ability.getAdditionalAbilityList("Choices").stream()
                .map(each -> each.getOriginalMapParams()).toList();
        List<String> words = run.data.modes(ability.getHostCard().getName(), all.size());
        if (words.isEmpty()) throw asking.lacks("modes that the card data does not tell");
        List<String> options = possible.stream().map(each -> words.get(all.indexOf(each.getOriginalMapParams()))).toList();
        List<String> chosen = run.announced.action.texts("modes");
        if (chosen.isEmpty()) {
            chosen = pick("mode", about(ability), options, least, most);
        } else if (!options.containsAll(chosen) || chosen.size() < least || chosen.size() > most) {
            throw run.script.refused("not these modes", false);
        }
        run.modes.put(ability.getId(), chosen);
        return new ArrayList<>(chosen.stream().map(each -> possible.get(options.indexOf(each))).toList());
    }

    // --- targets ------------------------------------------------------------------------------------------------------

    private List<GameObject> candidates(SpellAbility ability) {
        List<GameObject> found = new ArrayList<>();
        List<ZoneType> zones = ability.getTargetRestrictions().getZone();
        if (zones.contains(ZoneType.Stack)) { // as it is: two may be one object to the engine
            run.game.getStack().forEach(each -> found.add(each.getSpellAbility(false)));
            found.removeIf(each -> each == ability || !ability.canTargetSpellAbility((SpellAbility) each));
        }
        if (found.isEmpty() || zones.stream().anyMatch(each -> each != ZoneType.Stack)) {
            found.addAll(ability.getTargetRestrictions().getAllCandidates(ability, true));
        }
        found.removeIf(each -> each instanceof Card card && card.isInZone(ZoneType.Stack) || ability.getTargets().contains(each));
        return found;
    }

    /** Chooses the targets of one part of a spell: those that the action names, as many as leave enough for later parts. */
    @Override
    public boolean chooseTargetsFor(SpellAbility ability) {
        int least = ability.getMinTargets();
        int later = parts(ability).skip(1).filter(SpellAbility::usesTargeting).mapToInt(SpellAbility::getMinTargets).sum();
        boolean told = run.announced.action.has("targets");
        int left = told ? run.announced.targets.size() - later : Integer.MAX_VALUE;
        int most = Math.max(least, Math.min(ability.getMaxTargets(), left));
        List<GameObject> options = candidates(ability);
        List<GameObject> chosen = most == 0 ? List.of() : told ? asking.told(true, options, least, most)
                : pick("target", about(ability), options, least, most);
        for (GameObject each : chosen) {
            if (!candidates(ability).contains(each)) { // not beside those before it
                if (run.announced != Announced.NONE && !told) throw asking.lacks("targets that depend on each other");
                return false;
            }
            ability.getTargets().add(each);
        }
        return divided(ability) && ability.isTargetNumberValid();
    }

    /** Divides what is divided among the targets, at least one to each. */
    private boolean divided(SpellAbility ability) {
        List<GameEntity> chosen = ability.getTargets().getTargetEntities();
        if (!ability.isDividedAsYouChoose() || chosen.isEmpty()) return true;
        int amount = ability.getStillToDivide();
        Map<String, Integer> told = run.announced.action.has("divide") ? run.announced.action.numbers("divide") : null;
        List<Integer> shares = asking.divide(told, chosen.stream().map(run::name).toList(), Collections.nCopies(chosen.size(), 1),
                Collections.nCopies(chosen.size(), amount - chosen.size() + 1), amount, amount);
        IntStream.range(0, shares.size()).forEach(place -> ability.addDividedAllocation(chosen.get(place), shares.get(place)));
        return !shares.contains(0) && ability.getStillToDivide() == 0;
    }

    /** Chooses new targets for a spell that has some, for the same shares. */
    public TargetChoices chooseNewTargetsFor(SpellAbility ability, boolean optional) {
        if (!ability.usesTargeting() || optional && !asking.decide(about(ability), false)) return null;
        TargetChoices before = ability.getTargets();
        List<Integer> shares = ability.isDividedAsYouChoose() ? new ArrayList<>(before.getDividedValues()) : List.of();
        ability.clearTargets();
        List<GameObject> options = candidates(ability);
        if (options.size() < before.size()) throw asking.lacks("new targets of which there are too few");
        for (GameObject each : pick("target", about(ability), options, before.size(), before.size())) {
            ability.getTargets().add(each);
            if (!shares.isEmpty()) ability.addDividedAllocation(each, shares.get(ability.getTargets().size() - 1));
        }
        return ability.getTargets();
    }

    // --- costs --------------------------------------------------------------------------------------------------------

    private Paying paying(SpellAbility ability, boolean effect) {
        return new Paying(this, ability, effect);
    }

    public boolean payManaCost(ManaCost cost, CostPartMana part, SpellAbility ability, boolean effect) {
        return paying(ability, effect).pay(cost, part);
    }

    public boolean payCostToPreventEffect(Cost cost, SpellAbility ability) {
        Paying paying = paying(ability, true);
        return paying.can(cost) && asking.decide(about(ability), true) && paying.pay(cost);
    }

    public Map<Card, ManaCostShard> chooseCardsForConvokeOrImprovise(SpellAbility ability, ManaCost cost, CardCollectionView untapped) {
        return paying(ability, false).convoke(cost, untapped);
    }
}
