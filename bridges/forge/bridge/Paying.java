package bridge;

import forge.game.card.*;
import forge.game.card.CardPredicates.Presets;
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

    Paying(Run run, Seat seat, SpellAbility ability, boolean effect) {
        super(seat.getPlayer(), effect);
        this.run = run;
        this.seat = seat;
        this.ability = ability;
        source = ability.getHostCard();
    }

    @Override public boolean paysRightAfterDecision() { return true; }

    private Answers.Over lacks(CostPart cost) {
        return run.answers.unsupported("action", "the cost " + cost);
    }

    /** Players to whom something happens. */
    private PaymentDecision players(CostPart cost, List<Player> players) {
        if (!cost.canPay(ability, player, isEffect())) return null;
        PaymentDecision decision = PaymentDecision.players(players);
        decision.c = cost.getAbilityAmount(ability);
        return decision;
    }

    /** Objects of the player's that a cost takes; null if there are too few. */
    private PaymentDecision cards(CostPart cost, String kind, CardCollectionView from) {
        if (cost.payCostFromSource()) return from.contains(source) ? PaymentDecision.card(source) : null;
        if (cost.getType().equals("OriginalHost")) return PaymentDecision.card(ability.getOriginalHost());
        if (cost.getType().equals("Random")) throw lacks(cost);
        if (cost.getType().equals("Hand") || cost.getType().equals("All")) return PaymentDecision.card(from);
        CardCollectionView fit = CardLists.getValidCards(from, cost.getType().split(";"), player, source, ability);
        if (cost.getAmount().equals("All")) return PaymentDecision.card(fit);
        int number = cost.getAbilityAmount(ability);
        return fit.size() < number ? null : PaymentDecision.card(seat.spend(kind, source, fit, number, number));
    }

    private CardCollectionView exile() {
        return player.getGame().getCardsIn(ZoneType.Exile);
    }

    private CardCollectionView in(ZoneType zone) {
        return player.getCardsIn(zone);
    }

    @Override
    public PaymentDecision visit(CostSacrifice cost) {
        var allowed = CardPredicates.canBeSacrificedBy(ability, isEffect());
        return cards(cost, "sacrifice", CardLists.filter(in(ZoneType.Battlefield), allowed));
    }

    @Override
    public PaymentDecision visit(CostExile cost) {
        if (cost.getFrom() != ZoneType.Library) return cards(cost, "exile", in(cost.getFrom()));
        return PaymentDecision.card(player.getCardsIn(ZoneType.Library, cost.getAbilityAmount(ability)));
    }

    @Override
    public PaymentDecision visit(CostTapType cost) {
        CardCollection untapped = CardLists.filter(in(ZoneType.Battlefield), Presets.UNTAPPED);
        String[] parts = cost.getType().split("\\+withTotalPowerGE");
        if (parts.length < 2) return cards(cost, "object", untapped);
        CardCollectionView fit = CardLists.getValidCards(untapped, parts[0].split(";"), player, source, ability); // for a crew
        List<Card> chosen = seat.spend("object", source, fit, 0, fit.size());
        int power = chosen.stream().mapToInt(Card::getNetPower).sum();
        return power >= Integer.parseInt(parts[1]) ? PaymentDecision.card(chosen) : null;
    }

    @Override
    public PaymentDecision visit(CostRemoveCounter cost) {
        int number = cost.getAmount().equals("All") ? source.getCounters(cost.counter) : cost.getAbilityAmount(ability);
        if (!cost.payCostFromSource()) throw lacks(cost);
        return source.getCounters(cost.counter) < number ? null : PaymentDecision.card(source, number);
    }

    @Override
    public PaymentDecision visit(CostPutCounter cost) {
        if (!cost.payCostFromSource()) throw lacks(cost);
        return PaymentDecision.number(cost.getAbilityAmount(ability));
    }

    @Override
    public PaymentDecision visit(CostGainLife cost) {
        if (player.getOpponents().size() != 1) throw lacks(cost);
        return players(cost, Run.list(player.getOpponents()));
    }

    @Override
    public PaymentDecision visit(CostPayLife cost) {
        int life = cost.getAbilityAmount(ability);
        return player.canPayLife(life, isEffect(), ability) ? PaymentDecision.number(life) : null;
    }

    @Override public PaymentDecision visit(CostDiscard cost) { return cards(cost, "discard", in(ZoneType.Hand)); }
    @Override public PaymentDecision visit(CostReturn cost) { return cards(cost, "return", in(ZoneType.Battlefield)); }
    @Override public PaymentDecision visit(CostReveal cost) { return cards(cost, "object", in(ZoneType.Hand)); }
    @Override public PaymentDecision visit(CostPutCardToLib cost) { return cards(cost, "object", in(cost.getFrom())); }
    @Override public PaymentDecision visit(CostExiledMoveToGrave cost) { return cards(cost, "object", exile()); }
    @Override public PaymentDecision visit(CostDraw cost) { return players(cost, cost.getPotentialPlayers(player, ability)); }
    @Override public PaymentDecision visit(CostPartMana cost) { return PaymentDecision.number(0); }
    @Override public PaymentDecision visit(CostTap cost) { return PaymentDecision.number(1); }
    @Override public PaymentDecision visit(CostUntap cost) { return PaymentDecision.number(1); }
    @Override public PaymentDecision visit(CostPayEnergy cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostDamage cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostMill cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostAddMana cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostExert cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostUnattach cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostGainControl cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostChooseCreatureType cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostExileFromStack cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostFlipCoin cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostRollDice cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostRevealChosenPlayer cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostRemoveAnyCounter cost) { throw lacks(cost); }
    @Override public PaymentDecision visit(CostUntapType cost) { throw lacks(cost); }
}
