package bridge;

import forge.game.mana.Mana;
import forge.game.mana.ManaCostBeingPaid;
import forge.game.mana.ManaPool;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pays mana: out of the pool, by name, or with whatever a cost asks for. */
final class Purse {
    private final Player player;
    private final ManaPool pool;

    Purse(Player player) {
        this.player = player;
        pool = player.getManaPool();
    }

    /** Pays with mana that comes as it is needed and leaves the pool as it is. */
    boolean payFreely(ManaCostBeingPaid cost, SpellAbility ability) {
        List<Mana> kept = new ArrayList<>();
        pool.forEach(kept::add);
        kept.forEach(each -> pool.removeMana(each, false));
        while (!cost.isPaid() && spendOne(cost, ability, true)) {
            continue;
        }
        kept.forEach(each -> pool.addMana(each, false));
        return cost.isPaid();
    }

    private boolean spendOne(ManaCostBeingPaid cost, SpellAbility ability, boolean fresh) {
        for (boolean needed : new boolean[] {true, false}) {
            for (String letter : Telling.TYPES) {
                byte color = Telling.color(letter);
                if (needed && !cost.needsColor(color, pool) || !cost.isAnyPartPayableWith(color, pool)) continue;
                if (fresh) pool.addMana(Position.mana(letter, player), false);
                if (pool.tryPayCostWithColor(color, ability, cost)) return true;
                if (fresh) pool.clearPool(false);
            }
        }
        return false;
    }

    /** Pays with what is in the pool; with mana that is named, with that and no other. */
    boolean pay(ManaCostBeingPaid cost, SpellAbility ability, Map<String, Integer> named) {
        if (named == null) {
            while (!cost.isPaid() && spendOne(cost, ability, false)) {
                continue;
            }
            return cost.isPaid();
        }
        Map<String, Integer> left = new HashMap<>(named);
        for (String letter : named.keySet()) {
            while (left.get(letter) > 0 && pool.tryPayCostWithColor(Telling.color(letter), ability, cost)) left.merge(letter, -1, Integer::sum);
        }
        return cost.isPaid() && left.values().stream().allMatch(each -> each == 0);
    }

    /** Whether the pool pays for a cost; nothing is spent. */
    boolean affords(ManaCostBeingPaid cost, SpellAbility ability) {
        List<Mana> kept = new ArrayList<>();
        pool.forEach(kept::add);
        List<Mana> spent = new ArrayList<>(ability.getPayingMana());
        boolean paid = pay(cost, ability, null);
        ability.getPayingMana().clear();
        ability.getPayingMana().addAll(spent);
        List<Mana> now = new ArrayList<>();
        pool.forEach(now::add);
        now.forEach(each -> pool.removeMana(each, false));
        kept.forEach(each -> pool.addMana(each, false));
        return paid;
    }
}
