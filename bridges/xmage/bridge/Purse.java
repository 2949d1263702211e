package bridge;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.SpecialAction;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.constants.ManaType;
import mage.game.Game;
import mage.players.ManaPool;

/** How a player pays: with whatever a cost asks for, or, where the position tells of mana, from the pool alone. */
final class Purse {
    static final Map<String, ManaType> MANA = new LinkedHashMap<>();
    private static final int PLENTY = 20;

    static {
        List<ManaType> types = List.of(ManaType.WHITE, ManaType.BLUE, ManaType.BLACK, ManaType.RED, ManaType.GREEN, ManaType.COLORLESS);
        types.forEach(type -> MANA.put("WUBRGC".substring(MANA.size(), MANA.size() + 1), type));
    }

    private final Run run;
    /** Whether costs are paid from the pool alone. */
    private final boolean poor;
    /** What an action names to be paid with, and is not yet spent. */
    private final Map<ManaType, Integer> named = new EnumMap<>(ManaType.class);
    private final Set<ManaType> useless = EnumSet.noneOf(ManaType.class);
    private ManaType unlocked;
    private int before;

    Purse(Run run, boolean poor) {
        this.run = run;
        this.poor = poor;
    }

    /** The letter for a colour's name. */
    static String letter(String color) {
        return MANA.keySet().stream().filter(each -> MANA.get(each).name().equalsIgnoreCase(color)).findFirst().orElse(color);
    }

    /** Whether mana of this type would have to be in the pool, and is not. */
    boolean lacks(ManaPool pool, ManaType type) {
        return poor && pool.getMana().get(type) == 0;
    }

    /** From now on costs are paid from the pool alone by who is poor, and beside the pool by who is not. */
    void spendPool(ManaPool pool) {
        pool.setAutoPayment(poor);
        pool.setAutoPaymentRestricted(false);
    }

    /** An action begins; what it names is spent first, one mana of a type at a time, and then nothing else from the pool. */
    void open(ManaPool pool, Map<String, Integer> amounts) {
        named.clear();
        amounts.forEach((letter, amount) -> named.merge(MANA.get(letter), amount, Integer::sum));
        useless.clear();
        unlocked = null;
        if (!named.isEmpty()) pool.setAutoPayment(false);
    }

    /** The action has ended; tells whether all that it named has been spent. */
    boolean close(ManaPool pool) {
        note();
        boolean all = named.values().stream().allMatch(each -> each == 0);
        named.clear();
        spendPool(pool);
        return all;
    }

    /** Sees whether the mana that was unlocked last has been taken. */
    private void note() {
        if (unlocked != null && run.game.paid > before) {
            named.merge(unlocked, -1, Integer::sum);
            useless.clear();
        } else if (unlocked != null) {
            useless.add(unlocked);
        }
        unlocked = null;
    }

    private boolean unlock(ManaPool pool) {
        note();
        unlocked = named.keySet().stream().filter(each -> named.get(each) > 0 && !useless.contains(each)).findFirst().orElse(null);
        before = run.game.paid;
        if (unlocked != null) pool.unlockManaType(unlocked);
        return unlocked != null;
    }

    /** What the player could pay with, for the engine to see what can be cast. */
    ManaOptions available(ManaPool pool) {
        ManaOptions options = new ManaOptions();
        options.addMana(pool.getMana());
        pool.getConditionalMana().forEach(options::addMana);
        if (!poor) options.addMana(new Mana(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY));
        return options;
    }

    /** Puts mana for the rest of a cost where the engine takes it from; tells whether there is any. */
    boolean pay(Seat seat, Ability ability, ManaCost unpaid, Game game) {
        ManaPool pool = seat.getManaPool();
        if (unlock(pool)) return true;
        if (run.script.announced != null && !run.script.announced.costs.isEmpty()) {
            SpecialAction help = game.getState().getSpecialActions().getControlledBy(seat.getId(), true).values().stream()
                    .findFirst().orElse(null);
            if (help != null) return seat.activateAbility(help, game); // creatures that help to pay
        }
        if (poor) return false;
        Mana needed = new Mana();
        for (Object each : unpaid instanceof Collection<?> parts ? parts : List.of(unpaid)) {
            ((ManaCost) each).getOptions().stream().findFirst().ifPresent(needed::add);
        }
        if (needed.count() == 0) return false;
        pool.setAutoPayment(true);
        pool.addMana(needed, game, ability);
        return true;
    }
}
