package bridge;

import forge.card.mana.*;
import forge.game.*;
import forge.game.ability.*;
import forge.game.ability.effects.CharmEffect;
import forge.game.card.*;
import forge.game.cost.*;
import forge.game.mana.ManaCostBeingPaid;
import forge.game.player.Player;
import forge.game.spellability.*;
import forge.game.zone.ZoneType;
import java.util.*;
import java.util.stream.IntStream;
import kit.Announced;
import kit.Asking;

/** How a player puts spells and abilities on the stack: ways, modes, X, targets and costs, in the engine's order. */
final class Table {
    private final Run run;
    private final Seat seat;

    Table(Run run, Seat seat) {
        this.run = run;
        this.seat = seat;
    }

    private Player player() {
        return seat.getPlayer();
    }

    /** What the action names, while it is announced by this player; null for what the engine has a player do. */
    private Announced announced() {
        return run.announced == Announced.NONE ? null : run.announced;
    }

    /** Plays what is not the action itself: what the action names is not meant for it. */
    boolean play(SpellAbility ability, boolean free, boolean atOnce, boolean targeting) {
        return run.script.apart(() -> put(ability, free, atOnce, targeting));
    }

    /** Puts a spell or an ability on the stack, or carries it out at once; returns whether that was done. */
    boolean put(SpellAbility wanted, boolean free, boolean atOnce, boolean targeting) {
        run.answers.goOn();
        wanted.setActivatingPlayer(player());
        Card card = wanted.getHostCard();
        if (wanted instanceof LandAbility) {
            if (!wanted.canPlay()) return false;
            wanted.resolve();
            run.game.updateLastStateForCard(card);
            return true;
        }
        boolean cast = wanted.isSpell() && !wanted.isCopied();
        boolean up = wanted.isSpell() && card.isFaceDown() && !wanted.isCastFaceDown();
        SpellAbility ability = cast ? way(wanted) : wanted;
        card.setSplitStateToPlayAbility(ability);
        if (cast && announced() != null && !ability.canPlay()) return false;
        if (up) card.forceTurnFaceUp();
        if (ability.getApi() == ApiType.Charm && !ability.isWrapper() && !CharmEffect.makeChoices(ability)) return false;
        run.game.getStack().freezeStack();
        if (ability.isSpell() && !card.isCopiedSpell()) ability.setHostCard(run.game.getAction().moveToStack(card, ability));
        if (!ability.isCopied()) ability.resetPaidHash();
        ability = GameActionUtil.addExtraKeywordCost(ability);
        CostPayment payment = new CostPayment(ability.getPayCosts(), ability);
        ability.clearManaPaid();
        announceX(ability);
        if (targeting && !ability.setupTargets() || !ability.canCastTiming(player()) || !ability.checkRestrictions(player())
                || !free && !payment.payCost(new Paying(run, seat, ability, false))) {
            run.game.getStack().clearFrozen();
            if (announced() == null && ability.isSpell()) throw seat.lacks("a spell that an effect casts in vain");
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
        boolean alternative = ability.getAlternativeCost() != null;
        if (announced() != null && (alternative || !ability.isBasicSpell())) {
            announced().with(alternative ? Script.word(ability.getAlternativeCost().name()) : "");
        }
        SpellAbility way = seat.getAbilityToPlay(ability.getHostCard(), GameActionUtil.getAdditionalCostSpell(ability));
        return GameActionUtil.addOptionalCosts(way, optional(GameActionUtil.getOptionalCostValues(way)));
    }

    List<OptionalCostValue> optional(List<OptionalCostValue> costs) {
        if (announced() == null) return List.of();
        return costs.stream().filter(each -> announced().with(Script.word(each.getType().getName()))).toList();
    }

    /** Puts what waits for a player on the stack: triggered abilities, and copies of spells. */
    void putOnStack(SpellAbility ability) {
        if (ability.isTrigger()) {
            play(ability, false, false, true);
            return;
        }
        if (ability.isCopied() && ability.isSpell() && !ability.getHostCard().isInZone(ZoneType.Stack)) {
            ability.setHostCard(run.game.getAction().moveToStack(ability.getHostCard(), ability));
        }
        if (ability.isCopied() && ability.isMayChooseNewTargets()) ability.setupNewTargets(player());
        run.game.getStack().add(ability);
    }

    // --- announcing ---------------------------------------------------------------------------------------------------

    /** Announces X, where something of the cost depends on it. */
    private void announceX(SpellAbility ability) {
        if (ability.isCopied() || ability.isWrapper()) return;
        String announced = ability.getParamOrDefault("Announce", "X");
        boolean free = List.of("", "Count$xPaid").contains(ability.getSVar("X"));
        if (!announced.equals("X")) throw seat.lacks("what is announced as " + announced);
        if (!ability.hasParam("Announce") && !(ability.getPayCosts().hasXInAnyCostPart() && free)) return;
        boolean told = announced() != null && announced().action.has("x");
        ability.setXManaCostPaid(told ? announced().action.number("x", 0)
                : seat.asking.number("number", run.name(ability.getHostCard()), 0, Asking.MOST));
    }

    List<AbilitySub> modes(SpellAbility ability, List<AbilitySub> possible, int least, int most) {
        List<Map<String, String>> all = ability.getAdditionalAbilityList("Choices").stream()
                .map(each -> each.getOriginalMapParams()).toList();
        List<String> words = run.data.modes(ability.getHostCard().getName(), all.size());
        if (words.isEmpty()) throw seat.lacks("modes that the card data does not tell");
        List<String> options = possible.stream().map(each -> words.get(all.indexOf(each.getOriginalMapParams()))).toList();
        List<String> chosen = announced() == null ? List.of() : announced().action.texts("modes");
        if (chosen.isEmpty()) {
            chosen = seat.words("mode", ability, options, least, most);
        } else if (!options.containsAll(chosen) || chosen.size() < least || chosen.size() > most) {
            throw run.script.refused("not these modes", false);
        }
        run.modes.put(ability.getId(), chosen);
        return new ArrayList<>(chosen.stream().map(each -> possible.get(options.indexOf(each))).toList());
    }

    // --- targets ------------------------------------------------------------------------------------------------------

    private List<GameObject> candidates(SpellAbility ability) {
        List<GameObject> found = new ArrayList<>();
        TargetRestrictions restrictions = ability.getTargetRestrictions();
        if (restrictions.getZone().contains(ZoneType.Stack)) {
            for (SpellAbilityStackInstance each : run.game.getStack()) {
                SpellAbility on = each.getSpellAbility(false); // as it is: two may be one object to the engine
                if (on != ability && ability.canTargetSpellAbility(on)) found.add(on);
            }
        }
        if (restrictions.getZone().stream().anyMatch(each -> each != ZoneType.Stack) || found.isEmpty()) {
            for (GameEntity each : restrictions.getAllCandidates(ability, true)) {
                if (!(each instanceof Card card) || !card.isInZone(ZoneType.Stack)) found.add(each);
            }
        }
        found.removeIf(each -> ability.getTargets().contains(each));
        return found;
    }

    /** Chooses the targets of one part of a spell: those that the action names, as many as leave enough for later parts. */
    boolean target(SpellAbility ability) {
        int least = ability.getMinTargets();
        int most = ability.getMaxTargets();
        Card card = ability.getHostCard();
        List<GameObject> options = candidates(ability);
        List<GameObject> chosen;
        if (announced() != null && announced().action.has("targets")) {
            int later = 0;
            for (SpellAbility each = ability.getSubAbility(); each != null; each = each.getSubAbility()) {
                if (each.usesTargeting()) later += each.getMinTargets();
            }
            int top = Math.max(least, Math.min(most, announced().targets.size() - later));
            List<String> names = top == 0 ? List.of() : announced().aimed(options.stream().map(run::name).toList(), least, top);
            chosen = seat.asking.named(options, names);
        } else {
            if (options.size() < least) return false;
            chosen = seat.pick("target", card, options, least, most);
        }
        if (chosen.size() < least) return false;
        for (GameObject each : chosen) {
            if (!candidates(ability).contains(each)) { // not beside those before it
                if (announced() != null && !announced().action.has("targets")) throw seat.lacks("targets that depend on each other");
                return false;
            }
            ability.getTargets().add(each);
        }
        return divided(ability) && ability.isTargetNumberValid();
    }

    /** Chooses new targets for a spell that has some, for the same shares. */
    boolean newTargets(SpellAbility ability, List<Integer> shares) {
        int number = ability.getTargets().size();
        ability.clearTargets();
        List<GameObject> options = candidates(ability);
        List<GameObject> chosen = options.size() < number ? List.of()
                : seat.pick("target", ability.getHostCard(), options, number, number);
        for (GameObject each : chosen) {
            ability.getTargets().add(each);
            if (!shares.isEmpty()) ability.addDividedAllocation(each, shares.get(ability.getTargets().size() - 1));
        }
        return !chosen.isEmpty();
    }

    /** Divides what is divided among the targets, at least one to each: as the action says, or as is answered. */
    private boolean divided(SpellAbility ability) {
        if (!ability.isDividedAsYouChoose() || ability.getTargets().isEmpty()) return true;
        List<GameEntity> chosen = ability.getTargets().getTargetEntities();
        List<String> names = chosen.stream().map(run::name).toList();
        Map<String, Integer> told = announced() == null ? Map.of() : announced().action.numbers("divide");
        int amount = ability.getStillToDivide();
        int rest = amount - chosen.size() + 1;
        if (rest < 1) return false;
        int many = names.size();
        List<Integer> shares = !told.isEmpty() ? names.stream().map(each -> told.getOrDefault(each, 0)).toList()
                : seat.asking.divide(names, Collections.nCopies(many, 1), Collections.nCopies(many, rest), amount, amount);
        IntStream.range(0, many).forEach(place -> ability.addDividedAllocation(chosen.get(place), shares.get(place)));
        return !shares.contains(0) && ability.getStillToDivide() == 0;
    }

    // --- mana and other costs -----------------------------------------------------------------------------------------

    boolean payable(Cost cost, SpellAbility ability) {
        return CostAdjustment.adjust(cost, ability).getCostParts().stream().allMatch(part -> part instanceof CostPartMana mana
                ? rich() || new Purse(player()).affords(new ManaCostBeingPaid(mana.getManaCostFor(ability)), ability)
                : part.canPay(ability, player(), true));
    }

    boolean pay(Cost cost, SpellAbility ability) {
        return new CostPayment(cost, ability).payCost(new Paying(run, seat, ability, true));
    }

    /** Whether the position does not tell the player's mana, who then has whatever a cost asks for. */
    private boolean rich() {
        return !run.told(player()).has("mana");
    }

    boolean pay(ManaCost cost, CostPartMana part, SpellAbility ability, boolean effect) {
        ManaCostBeingPaid left = new ManaCostBeingPaid(cost, part.getRestriction());
        Card card = ability.getHostCard();
        if (part.getAmountOfX() > 0 && !List.of("", "Count$xPaid").contains(card.getSVar("X"))) {
            ability.setXManaCostPaid(AbilityUtils.calculateAmount(card, "X", ability));
        }
        if (ability.getXManaCostPaid() != null) left.setXManaCostPaid(ability.getXManaCostPaid(), ability.getParam("XColor"));
        if (!effect) CostAdjustment.adjust(left, ability, new CardCollection(), false);
        if (ability.getTappedForConvoke() != null) {
            ability.getTappedForConvoke().forEach(each -> each.setTapped(false));
            ability.getTappedForConvoke().forEach(each -> each.tap(true));
            ability.clearTappedForConvoke();
        }
        Map<String, Integer> named = announced() == null ? Map.of() : announced().action.numbers("pay");
        Purse purse = new Purse(player());
        if (!rich()) phyrexian(left, ability, effect);
        boolean paid = rich() && named.isEmpty() ? purse.payFreely(left, ability) : purse.pay(left, ability, named);
        if (paid) card.setXManaCostPaidByColor(left.getXManaCostPaidByColor());
        return paid;
    }

    /** Pays life for Phyrexian mana that the pool does not pay. */
    private void phyrexian(ManaCostBeingPaid left, SpellAbility ability, boolean effect) {
        while (left.containsPhyrexianMana() && !new Purse(player()).affords(new ManaCostBeingPaid(left), ability)
                && player().canPayLife(2, effect, ability) && left.payPhyrexian()) {
            player().payLife(2, ability, effect);
            ability.setSpendPhyrexianMana(true);
        }
    }

    /** The creatures that the action names to be tapped for a spell, each for a colour of its own if that is asked for. */
    Map<Card, ManaCostShard> convoke(ManaCost cost, CardCollectionView untapped) {
        Map<Card, ManaCostShard> tapped = new HashMap<>();
        if (announced() == null) return tapped;
        List<Card> all = Run.list(untapped);
        for (Card each : seat.asking.<Card>named(all, announced().paid(all.stream().map(run::name).toList(), 0, all.size()))) {
            tapped.put(each, Run.list(cost).stream().filter(one -> !tapped.containsValue(one) && one != ManaCostShard.GENERIC
                    && (one.getColorMask() & each.getColor().getColor()) != 0).findFirst().orElse(ManaCostShard.GENERIC));
        }
        return tapped;
    }
}
