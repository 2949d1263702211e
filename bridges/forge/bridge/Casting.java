package bridge;

import forge.card.mana.*;
import forge.game.*;
import forge.game.ability.ApiType;
import forge.game.card.*;
import forge.game.cost.*;
import forge.game.mana.*;
import forge.game.player.Player;
import forge.game.spellability.*;
import forge.game.zone.ZoneType;
import java.util.*;
import kit.*;

/** A spell or ability that a player casts or activates, or whose effect asks for a cost: its announcement, targets and payment. */
record Casting(Run run, Seat seat, SpellAbility ability, boolean effect) {
    /** The costs that take objects of a player's, and what those are asked for. */
    private static final Map<Class<?>, String> KINDS = Map.of(CostSacrifice.class, "sacrifice", CostReturn.class, "return",
            CostExile.class, "exile", CostDiscard.class, "discard", CostTapType.class, "object", CostExiledMoveToGrave.class, "object");
    /** What else than a kind of objects can stand where a cost names one. */
    private static final Set<String> OTHERS = Set.of("All", "Hand", "OriginalHost", "Random");
    /** The costs that take no more than a number. */
    private static final Set<Class<?>> SIMPLE = Set.of(CostPartMana.class, CostTap.class, CostUntap.class, CostPayLife.class);

    private Card source() { return ability.getHostCard(); }
    private Player player() { return seat.getPlayer(); }
    private Asking asking() { return seat.asking; }

    /** Whether the position does not tell the player's mana, who then has whatever a cost asks for. */
    private boolean rich() { return !run.given.at(player().getName()).has("mana"); }

    // --- announcing --------------------------------------------------------------------------------------------------

    /** A spell with the costs that are paid besides, or in the place of its own. */
    SpellAbility way() {
        AlternativeCost other = ability.getAlternativeCost();
        String named = other == null ? "" : Script.word(other.name());
        boolean meant = other == null ? !ability.isBasicSpell() : run.announced.action.texts("with").contains(named);
        if (meant) run.announced.with(named);
        SpellAbility way = seat.getAbilityToPlay(source(), GameActionUtil.getAdditionalCostSpell(ability));
        return GameActionUtil.addOptionalCosts(way, GameActionUtil.getOptionalCostValues(way).stream()
                .filter(each -> run.announced.with(Script.word(each.getType().getName()))).toList());
    }

    /** Announces X, where something of the cost depends on it. */
    void announceX() {
        String announced = ability.getParamOrDefault("Announce", "X");
        boolean free = List.of("", "Count$xPaid").contains(ability.getSVar("X"));
        if (!announced.equals("X")) throw asking().lacks("what is announced as " + announced);
        if (!ability.hasParam("Announce") && !(ability.getPayCosts().hasXInAnyCostPart() && free)) return;
        Integer most = ability.getPayCosts().getMaxForNonManaX(ability, player(), true);
        ability.setXManaCostPaid(run.announced.x().orElseGet(
                () -> asking().number("number", seat.about(ability), 0, most == null ? Asking.MOST : Math.min(most, Asking.MOST))));
    }

    /** What can be a target, beside those that have been chosen. */
    List<GameObject> candidates() {
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

    /** Divides what is divided among the targets, at least one to each. */
    boolean divided() {
        List<GameEntity> chosen = ability.getTargets().getTargetEntities();
        return !ability.isDividedAsYouChoose() || chosen.isEmpty()
                || asking().shared(chosen, ability.getStillToDivide(), ability::addDividedAllocation);
    }

    // --- what an effect asks for -------------------------------------------------------------------------------------

    /** The kind of a question about objects, by what the ability does with them. */
    static String kind(SpellAbility ability, Iterable<?> options) {
        boolean attaches = ability != null && ability.getApi() == ApiType.Attach && !ability.hasParam("Move"); // an Aura enters
        if (!attaches && Run.list(options).stream().allMatch(each -> each instanceof Player)) return "player";
        if (ability == null || ability.getApi() == null) return "object";
        if (Seat.has(ability, ApiType.Clone)) return "copy";
        return switch (ability.getApi()) {
            case Attach -> attaches ? "attach" : "object"; // what is there is moved
            case InternalLegendaryRule -> "legend";
            case ReplaceDamage, ReplaceSplitDamage -> "prevent";
            case ChangeZone, Dig, DigUntil -> moved(ability.getParam("Destination"), ability.getParam("Origin"));
            default -> "object";
        };
    }

    static String moved(Object destination, Object origin) {
        if (String.valueOf(origin).contains("Library")) return "search";
        return String.valueOf(destination).equals("Exile") ? "exile" : "return";
    }

    // --- costs -------------------------------------------------------------------------------------------------------

    boolean can(Cost cost) {
        return CostAdjustment.adjust(cost, ability).getCostParts().stream().allMatch(part -> part instanceof CostPartMana mana
                ? rich() || affords(new ManaCostBeingPaid(mana.getManaCostFor(ability))) : part.canPay(ability, player(), effect));
    }

    /** Pays one part of a cost after another; false where one cannot be paid. */
    boolean pay(Cost cost) {
        List<CostPart> parts = CostAdjustment.adjust(cost, ability).getCostPartsWithZeroMana();
        for (CostPart part : parts) {
            run.game.costPaymentStack.push(part, new CostPayment(cost, ability));
            boolean paid = part.canPay(ability, player(), effect) && part.payAsDecided(player(), with(part), ability, effect);
            run.game.costPaymentStack.pop();
            if (!paid) return false;
        }
        parts.stream().filter(CostPartWithList.class::isInstance).forEach(each -> ((CostPartWithList) each).resetLists());
        return true;
    }

    private Answers.Over lacks(CostPart cost) { return run.answers.unsupported("action", "the cost " + cost); }

    private PaymentDecision with(CostPart cost) {
        if (KINDS.containsKey(cost.getClass())) return PaymentDecision.card(objects(cost));
        int number = cost.getAbilityAmount(ability);
        boolean own = cost.payCostFromSource();
        if (own && cost instanceof CostRemoveCounter && !cost.getAmount().equals("All")) return PaymentDecision.card(source(), number);
        if (own && cost instanceof CostPutCounter || SIMPLE.contains(cost.getClass())) return PaymentDecision.number(number);
        boolean given = cost instanceof CostGainLife && player().getOpponents().size() == 1;
        if (!given && !(cost instanceof CostDraw)) throw lacks(cost);
        PaymentDecision decision = PaymentDecision.players(given ? player().getOpponents()
                : ((CostDraw) cost).getPotentialPlayers(player(), ability));
        decision.c = number;
        return decision;
    }

    private List<Card> objects(CostPart cost) {
        if (cost.payCostFromSource()) return List.of(source());
        if (cost instanceof CostExile || OTHERS.contains(cost.getType()) || cost.getAmount().equals("All")) throw lacks(cost);
        CardCollectionView from = cost instanceof CostExiledMoveToGrave ? run.game.getCardsIn(ZoneType.Exile)
                : player().getCardsIn(cost instanceof CostDiscard ? ZoneType.Hand : ZoneType.Battlefield);
        String[] parts = cost.getType().split("\\+withTotalPowerGE");
        List<Card> fit = Run.list(CardLists.getValidCards(from, parts[0].split(";"), player(), source(), ability));
        fit.removeIf(each -> cost instanceof CostTapType ? each.isTapped()
                : cost instanceof CostSacrifice && !each.canBeSacrificedBy(ability, effect));
        int number = cost.getAbilityAmount(ability);
        String about = run.name(source());
        if (parts.length == 1) return asking().chosen(false, KINDS.get(cost.getClass()), about, fit, number, number);
        int power = Integer.parseInt(parts[1]);
        List<Card> crew = asking().enough(about, fit, Card::getNetPower, power);
        if (crew.stream().mapToInt(Card::getNetPower).sum() >= power) return crew;
        throw run.script.refused("too little power", false);
    }

    // --- mana --------------------------------------------------------------------------------------------------------

    boolean pay(ManaCost cost, CostPartMana part) {
        ManaCostBeingPaid left = new ManaCostBeingPaid(cost, part.getRestriction());
        if (part.getAmountOfX() > 0 && !List.of("", "Count$xPaid").contains(source().getSVar("X"))) throw lacks(part);
        if (ability.getXManaCostPaid() != null) left.setXManaCostPaid(ability.getXManaCostPaid(), ability.getParam("XColor"));
        if (!effect) CostAdjustment.adjust(left, ability, new CardCollection(), false);
        ability.getTappedForConvoke().forEach(each -> each.setTapped(false));
        ability.getTappedForConvoke().forEach(each -> each.tap(true));
        ability.clearTappedForConvoke();
        while (!rich() && left.containsPhyrexianMana() && !affords(new ManaCostBeingPaid(left))
                && player().canPayLife(2, effect, ability) && left.payPhyrexian()) {
            player().payLife(2, ability, effect);
            ability.setSpendPhyrexianMana(true);
        }
        List<Byte> told = new ArrayList<>();
        run.announced.action.numbers("pay")
                .forEach((letter, number) -> told.addAll(Collections.nCopies(number, Telling.color(letter))));
        ManaPool pool = player().getManaPool();
        boolean paid = told.isEmpty() ? spend(left, rich() ? new ManaPool(player()) : pool)
                : told.stream().allMatch(each -> spendOne(left, each, pool)) && left.isPaid();
        if (paid) source().setXManaCostPaidByColor(left.getXManaCostPaidByColor());
        return paid;
    }

    /** Spends what is in a pool, or whatever the cost asks for. */
    private boolean spend(ManaCostBeingPaid cost, ManaPool pool) {
        while (!cost.isPaid() && MagicRun.MANA.stream().anyMatch(letter -> spendOne(cost, letter, pool))) {
            continue;
        }
        return cost.isPaid();
    }

    private boolean spendOne(ManaCostBeingPaid cost, String letter, ManaPool pool) {
        if (rich()) pool.addMana(mana(letter, player()), false);
        return spendOne(cost, Telling.color(letter), pool);
    }

    /** Spends one mana of a colour, first what is for some things only; the engine would take the oldest. */
    private boolean spendOne(ManaCostBeingPaid cost, byte color, ManaPool pool) {
        List<Mana> candidates = Run.list(pool);
        candidates.removeIf(each -> each.getColor() != color || !pays(each, cost.getSourceRestriction()));
        candidates.sort(Comparator.comparing(each -> !each.isRestricted()));
        return candidates.stream().anyMatch(each -> pool.tryPayCostWithMana(ability, cost, each, false)
                && ability.getPayingMana().addAll(0, List.of(each)));
    }

    /** Whether mana may be spent on the ability, and comes from what its cost asks for. */
    private boolean pays(Mana mana, String source) {
        return (mana.getManaAbility() == null || mana.getManaAbility().meetsManaRestrictions(ability))
                && (source == null || source.isBlank() || mana.getSourceCard().getType().hasStringType(source));
    }

    /** Whether the player's mana pays for a cost; nothing is spent. */
    private boolean affords(ManaCostBeingPaid cost) {
        ManaPool copy = new ManaPool(player());
        player().getManaPool().forEach(each -> copy.addMana(each, false));
        List<Mana> spent = new ArrayList<>(ability.getPayingMana());
        boolean paid = spend(cost, copy);
        ability.getPayingMana().clear();
        ability.getPayingMana().addAll(spent);
        return paid;
    }

    /** One mana of a type, from no source of the game's. */
    static Mana mana(String letter, Player player) { return new Mana(Telling.color(letter), new Card(-1, player.getGame()), null); }

    /** The creatures that the action names to be tapped for a spell, each for a colour of its own if that is asked for. */
    Map<Card, ManaCostShard> convoke(ManaCost cost, CardCollectionView untapped) {
        Map<Card, ManaCostShard> tapped = new HashMap<>();
        for (Card each : asking().<Card>told(false, untapped, 0, untapped.size())) {
            tapped.put(each, Run.list(cost).stream().filter(one -> !tapped.containsValue(one) && one != ManaCostShard.GENERIC
                    && (one.getColorMask() & each.getColor().getColor()) != 0).findFirst().orElse(ManaCostShard.GENERIC));
        }
        return tapped;
    }
}
