package bridge;

import forge.game.card.Card;
import forge.game.card.CardCollection;
import forge.game.card.CardCollectionView;
import forge.game.card.CardLists;
import forge.game.card.CardPredicates.Presets;
import forge.game.card.CardPredicates;
import forge.game.cost.*;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.zone.ZoneType;
import java.util.List;
import kit.Answers;

/** With what a cost is paid: what the action names, or else what is answered. */
final class Paying extends CostDecisionMakerBase {
    private final Run run;
    private final Seat seat;
    private final SpellAbility ability;
    private final Card source;

    Paying(Run run, Seat seat, Player player, SpellAbility ability, boolean effect) {
        super(player, effect);
        this.run = run;
        this.seat = seat;
        this.ability = ability;
        source = ability.getHostCard();
    }

    @Override
    public boolean paysRightAfterDecision() {
        return true;
    }

    private PaymentDecision number(CostPart cost) {
        return PaymentDecision.number(cost.getAbilityAmount(ability));
    }

    private Answers.Over lacks(CostPart cost) {
        return run.answers.unsupported("action", "the cost " + cost);
    }

    /** Objects of the player's that a cost takes; null if there are too few. */
    private PaymentDecision cards(CostPart cost, String kind, CardCollectionView from) {
        if (cost.payCostFromSource()) return from.contains(source) ? PaymentDecision.card(source) : null;
        if (cost.getType().equals("OriginalHost")) return PaymentDecision.card(ability.getOriginalHost());
        CardCollectionView fit = CardLists.getValidCards(from, cost.getType().split(";"), player, source, ability);
        if (cost.getAmount().equals("All")) return PaymentDecision.card(fit);
        int number = cost.getAbilityAmount(ability);
        if (fit.size() < number) return null;
        return PaymentDecision.card(seat.spend(kind, source, Run.list(fit), number));
    }

    private CardCollectionView in(ZoneType zone) {
        return player.getCardsIn(zone);
    }

    @Override
    public PaymentDecision visit(CostSacrifice cost) {
        return cards(cost, "sacrifice", CardLists.filter(in(ZoneType.Battlefield), CardPredicates.canBeSacrificedBy(ability, isEffect())));
    }

    @Override
    public PaymentDecision visit(CostDiscard cost) {
        if (cost.getType().equals("Hand")) return PaymentDecision.card(in(ZoneType.Hand));
        if (cost.getType().equals("Random")) throw lacks(cost);
        return cards(cost, "discard", in(ZoneType.Hand));
    }

    @Override
    public PaymentDecision visit(CostExile cost) {
        if (cost.getType().equals("All")) return PaymentDecision.card(in(cost.getFrom()));
        if (cost.getFrom() == ZoneType.Library) return PaymentDecision.card(player.getCardsIn(ZoneType.Library, cost.getAbilityAmount(ability)));
        return cards(cost, "exile", in(cost.getFrom()));
    }

    @Override
    public PaymentDecision visit(CostReturn cost) {
        return cards(cost, "return", in(ZoneType.Battlefield));
    }

    @Override
    public PaymentDecision visit(CostTapType cost) {
        CardCollection untapped = CardLists.filter(in(ZoneType.Battlefield), Presets.UNTAPPED);
        if (!cost.getType().contains("+withTotalPowerGE")) return cards(cost, "tap", untapped);
        String[] parts = cost.getType().split("\\+withTotalPowerGE"); // crew
        List<Card> chosen = seat.spend("tap", source, Run.list(CardLists.getValidCards(untapped, parts[0].split(";"), player, source, ability)), 0);
        return chosen.stream().mapToInt(Card::getNetPower).sum() >= Integer.parseInt(parts[1]) ? PaymentDecision.card(chosen) : null;
    }

    @Override
    public PaymentDecision visit(CostReveal cost) {
        if (cost.getType().equals("Hand")) return PaymentDecision.card(in(ZoneType.Hand));
        return cards(cost, "reveal", player.getCardsIn(cost.getRevealFrom()));
    }

    @Override
    public PaymentDecision visit(CostPutCardToLib cost) {
        return cards(cost, "move", in(cost.getFrom()));
    }

    @Override
    public PaymentDecision visit(CostGainControl cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostRemoveCounter cost) {
        int number = cost.getAmount().equals("All") ? source.getCounters(cost.counter) : cost.getAbilityAmount(ability);
        if (cost.payCostFromSource()) return source.getCounters(cost.counter) < number ? null : PaymentDecision.card(source, number);
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostPutCounter cost) {
        if (cost.payCostFromSource()) return number(cost);
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostPayLife cost) {
        int life = cost.getAbilityAmount(ability);
        return player.canPayLife(life, isEffect(), ability) ? PaymentDecision.number(life) : null;
    }

    @Override
    public PaymentDecision visit(CostPayEnergy cost) {
        return cost.canPay(ability, player, isEffect()) ? number(cost) : null;
    }

    @Override
    public PaymentDecision visit(CostGainLife cost) {
        if (player.getOpponents().size() != 1) throw lacks(cost);
        PaymentDecision gains = PaymentDecision.players(Run.list(player.getOpponents()));
        gains.c = cost.getAbilityAmount(ability);
        return gains;
    }

    @Override
    public PaymentDecision visit(CostPartMana cost) {
        return PaymentDecision.number(0);
    }

    @Override
    public PaymentDecision visit(CostTap cost) {
        return number(cost);
    }

    @Override
    public PaymentDecision visit(CostUntap cost) {
        return number(cost);
    }

    @Override
    public PaymentDecision visit(CostDamage cost) {
        return number(cost);
    }

    @Override
    public PaymentDecision visit(CostDraw cost) {
        if (!cost.canPay(ability, player, isEffect())) return null;
        PaymentDecision draws = PaymentDecision.players(cost.getPotentialPlayers(player, ability));
        draws.c = cost.getAbilityAmount(ability);
        return draws;
    }

    @Override
    public PaymentDecision visit(CostMill cost) {
        return cost.canPay(ability, player, isEffect()) ? number(cost) : null;
    }

    @Override
    public PaymentDecision visit(CostAddMana cost) {
        return number(cost);
    }

    @Override
    public PaymentDecision visit(CostExert cost) {
        return cost.payCostFromSource() ? PaymentDecision.card(source) : null;
    }

    @Override
    public PaymentDecision visit(CostUnattach cost) {
        return PaymentDecision.card(source);
    }

    @Override
    public PaymentDecision visit(CostChooseCreatureType cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostExileFromStack cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostExiledMoveToGrave cost) {
        return cards(cost, "move", player.getGame().getCardsIn(ZoneType.Exile));
    }

    @Override
    public PaymentDecision visit(CostFlipCoin cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostRollDice cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostRevealChosenPlayer cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostRemoveAnyCounter cost) {
        throw lacks(cost);
    }

    @Override
    public PaymentDecision visit(CostUntapType cost) {
        throw lacks(cost);
    }
}
