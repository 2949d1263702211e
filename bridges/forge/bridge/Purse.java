package bridge;

import forge.game.mana.*;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import java.util.*;
import kit.MagicRun;

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
        List<Mana> kept = empty();
        spend(cost, ability, true);
        kept.forEach(each -> pool.addMana(each, false));
        return cost.isPaid();
    }

    private List<Mana> empty() {
        List<Mana> kept = Run.list(pool);
        kept.forEach(each -> pool.removeMana(each, false));
        return kept;
    }

    private boolean spend(ManaCostBeingPaid cost, SpellAbility ability, boolean fresh) {
        while (!cost.isPaid() && (spendOne(cost, ability, fresh, true) || spendOne(cost, ability, fresh, false))) {
            continue;
        }
        return cost.isPaid();
    }

    private boolean spendOne(ManaCostBeingPaid cost, SpellAbility ability, boolean fresh, boolean needed) {
        for (String letter : MagicRun.MANA) {
            byte color = Telling.color(letter);
            if (needed && !cost.needsColor(color, pool) || !cost.isAnyPartPayableWith(color, pool)) continue;
            if (fresh) pool.addMana(Position.mana(letter, player), false);
            if (pool.tryPayCostWithColor(color, ability, cost)) return true;
            if (fresh) pool.clearPool(false);
        }
        return false;
    }

    /** Pays with what is in the pool; with mana that is named, with that and no other. */
    boolean pay(ManaCostBeingPaid cost, SpellAbility ability, Map<String, Integer> named) {
        if (named.isEmpty()) return spend(cost, ability, false);
        boolean all = true;
        for (String letter : named.keySet()) {
            byte color = Telling.color(letter);
            for (int each = named.get(letter); each > 0; each--) all &= pool.tryPayCostWithColor(color, ability, cost);
        }
        return all && cost.isPaid();
    }

    /** Whether the pool pays for a cost; nothing is spent. */
    boolean affords(ManaCostBeingPaid cost, SpellAbility ability) {
        List<Mana> kept = Run.list(pool);
        List<Mana> spent = new ArrayList<>(ability.getPayingMana());
        boolean paid = spend(cost, ability, false);
        ability.getPayingMana().clear();
        ability.getPayingMana().addAll(spent);
        empty();
        kept.forEach(each -> pool.addMana(each, false));
        return paid;
    }
}
