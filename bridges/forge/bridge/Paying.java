package bridge;

import forge.card.mana.*;
import forge.game.card.*;
import forge.game.cost.*;
import forge.game.mana.*;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.zone.ZoneType;
import java.util.*;
import kit.Answers;
import kit.MagicRun;

/** How a player pays for a spell or ability: with what the action names, or else with what is answered. */
final class Paying {
    /** The costs that take objects of a player's, and what those are asked for. */
    private static final Map<Class<?>, String> KINDS = Map.of(CostSacrifice.class, "sacrifice", CostReturn.class, "return",
            CostExile.class, "exile", CostDiscard.class, "discard", CostTapType.class, "object",
            CostExiledMoveToGrave.class, "object");
    /** What else than a kind of objects can stand where a cost names one. */
    private static final Set<String> OTHERS = Set.of("All", "Hand", "OriginalHost", "Random");

    /** The costs that take no more than a number. */
    private static final Set<Class<?>> SIMPLE = Set.of(CostPartMana.class, CostTap.class, CostUntap.class, CostPayLife.class);

    private final Run run;
    private final Table table;
    private final SpellAbility ability;
    /** Whether it is an effect that asks for a cost. */
    private final boolean effect;
    private final Card source;
    private final Player player;
    /** Whether the position does not tell the player's mana, who then has whatever a cost asks for. */
    private final boolean rich;

    Paying(Table table, SpellAbility ability, boolean effect) {
        run = table.run;
        this.table = table;
        this.ability = ability;
        this.effect = effect;
        source = ability.getHostCard();
        player = table.getPlayer();
        rich = !run.given.at(player.getName()).has("mana");
    }

    boolean can(Cost cost) {
        return CostAdjustment.adjust(cost, ability).getCostParts().stream().allMatch(part -> part instanceof CostPartMana mana
                ? rich || affords(new ManaCostBeingPaid(mana.getManaCostFor(ability))) : part.canPay(ability, player, effect));
    }

    /** Pays one part of a cost after another; false where one cannot be paid. */
    boolean pay(Cost cost) {
        List<CostPart> parts = CostAdjustment.adjust(cost, ability).getCostPartsWithZeroMana();
        for (CostPart part : parts) {
            run.game.costPaymentStack.push(part, new CostPayment(cost, ability));
            boolean paid = part.canPay(ability, player, effect) && part.payAsDecided(player, with(part), ability, effect);
            run.game.costPaymentStack.pop();
            if (!paid) return false;
        }
        parts.stream().filter(CostPartWithList.class::isInstance).forEach(each -> ((CostPartWithList) each).resetLists());
        return true;
    }

    private Answers.Over lacks(CostPart cost) {
        return run.answers.unsupported("action", "the cost " + cost);
    }

    private PaymentDecision with(CostPart cost) {
        if (KINDS.containsKey(cost.getClass())) return PaymentDecision.card(objects(cost));
        int number = cost.getAbilityAmount(ability);
        boolean own = cost.payCostFromSource();
        if (own && cost instanceof CostRemoveCounter && !cost.getAmount().equals("All")) return PaymentDecision.card(source, number);
        if (own && cost instanceof CostPutCounter || SIMPLE.contains(cost.getClass())) return PaymentDecision.number(number);
        boolean given = cost instanceof CostGainLife && player.getOpponents().size() == 1;
        if (!given && !(cost instanceof CostDraw)) throw lacks(cost);
        PaymentDecision decision = PaymentDecision.players(given ? player.getOpponents()
                : ((CostDraw) cost).getPotentialPlayers(player, ability));
        decision.c = number;
        return decision;
    }

    private List<Card> objects(CostPart cost) {
        if (cost.payCostFromSource()) return List.of(source);
        if (cost instanceof CostExile || OTHERS.contains(cost.getType()) || cost.getAmount().equals("All")) throw lacks(cost);
        CardCollectionView from = cost instanceof CostExiledMoveToGrave ? run.game.getCardsIn(ZoneType.Exile)
                : player.getCardsIn(cost instanceof CostDiscard ? ZoneType.Hand : ZoneType.Battlefield);
        String[] parts = cost.getType().split("\\+withTotalPowerGE");
        List<Card> fit = Run.list(CardLists.getValidCards(from, parts[0].split(";"), player, source, ability));
        fit.removeIf(each -> cost instanceof CostTapType ? each.isTapped()
                : cost instanceof CostSacrifice && !each.canBeSacrificedBy(ability, effect));
        int number = cost.getAbilityAmount(ability);
        if (parts.length == 1) return spend(KINDS.get(cost.getClass()), fit, number, number);
        List<Card> crew = spend("object", fit, 0, fit.size());
        if (crew.stream().mapToInt(Card::getNetPower).sum() >= Integer.parseInt(parts[1])) return crew;
        throw run.script.refused("too little power", false);
    }

    /** Objects that the action names, or that are answered. */
    private List<Card> spend(String kind, List<Card> options, int least, int most) {
        List<Card> told = table.asking.told(false, options, least, most);
        return told.isEmpty() ? table.pick(kind, run.name(source), options, least, most) : told;
    }

    // --- mana ---------------------------------------------------------------------------------------------------------

    boolean pay(ManaCost cost, CostPartMana part) {
        ManaCostBeingPaid left = new ManaCostBeingPaid(cost, part.getRestriction());
        if (part.getAmountOfX() > 0 && !List.of("", "Count$xPaid").contains(source.getSVar("X"))) throw lacks(part);
        if (ability.getXManaCostPaid() != null) left.setXManaCostPaid(ability.getXManaCostPaid(), ability.getParam("XColor"));
        if (!effect) CostAdjustment.adjust(left, ability, new CardCollection(), false);
        ability.getTappedForConvoke().forEach(each -> each.setTapped(false));
        ability.getTappedForConvoke().forEach(each -> each.tap(true));
        ability.clearTappedForConvoke();
        while (!rich && left.containsPhyrexianMana() && !affords(new ManaCostBeingPaid(left))
                && player.canPayLife(2, effect, ability) && left.payPhyrexian()) {
            player.payLife(2, ability, effect);
            ability.setSpendPhyrexianMana(true);
        }
        List<Byte> told = new ArrayList<>();
        run.announced.action.numbers("pay")
                .forEach((letter, number) -> told.addAll(Collections.nCopies(number, Telling.color(letter))));
        ManaPool pool = player.getManaPool();
        boolean paid = told.isEmpty() ? spend(left, rich ? new ManaPool(player) : pool)
                : told.stream().allMatch(each -> pool.tryPayCostWithColor(each, ability, left)) && left.isPaid();
        if (paid) source.setXManaCostPaidByColor(left.getXManaCostPaidByColor());
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
        if (rich) pool.addMana(mana(letter, player), false);
        return pool.tryPayCostWithColor(Telling.color(letter), ability, cost);
    }

    /** Whether the player's mana pays for a cost; nothing is spent. */
    private boolean affords(ManaCostBeingPaid cost) {
        ManaPool copy = new ManaPool(player);
        player.getManaPool().forEach(each -> copy.addMana(each, false));
        List<Mana> spent = new ArrayList<>(ability.getPayingMana());
        boolean paid = spend(cost, copy);
        ability.getPayingMana().clear();
        ability.getPayingMana().addAll(spent);
        return paid;
    }

    /** One mana of a type, from no source of the game's. */
    static Mana mana(String letter, Player player) {
        return new Mana(Telling.color(letter), new Card(-1, player.getGame()), null);
    }

    /** The creatures that the action names to be tapped for a spell, each for a colour of its own if that is asked for. */
    Map<Card, ManaCostShard> convoke(ManaCost cost, CardCollectionView untapped) {
        Map<Card, ManaCostShard> tapped = new HashMap<>();
        List<Card> all = Run.list(untapped);
        for (Card each : table.asking.<Card>told(false, all, 0, all.size())) {
            tapped.put(each, Run.list(cost).stream().filter(one -> !tapped.containsValue(one) && one != ManaCostShard.GENERIC
                    && (one.getColorMask() & each.getColor().getColor()) != 0).findFirst().orElse(ManaCostShard.GENERIC));
        }
        return tapped;
    }
}
