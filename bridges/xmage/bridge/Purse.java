package bridge;

import java.util.*;
import kit.MagicRun;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.constants.ManaType;
import mage.game.Game;
import mage.players.ManaPool;

/** How a player pays: with whatever a cost asks for, or, where the position tells of mana, from the pool alone. */
final class Purse {
    static final List<String> COLORS = MagicRun.MANA.subList(0, 5);
    static final Map<String, ManaType> MANA = new LinkedHashMap<>();
    private static final int PLENTY = 20;

    static {
        List.of(ManaType.WHITE, ManaType.BLUE, ManaType.BLACK, ManaType.RED, ManaType.GREEN, ManaType.COLORLESS)
                .forEach(type -> MANA.put(MagicRun.MANA.get(MANA.size()), type));
    }

    private final Run run;
    /** Whether costs are paid from the pool alone. */
    private final boolean poor;
    /** The pool that is to be left by the action; null where the action does not say what it is paid with. */
    private Map<ManaType, Integer> left;

    Purse(Run run, boolean poor) {
        this.run = run;
        this.poor = poor;
    }

    /** The letter for a colour's name. */
    static String letter(String color) {
        return MANA.keySet().stream().filter(each -> MANA.get(each).name().equalsIgnoreCase(color)).findFirst().orElse(color);
    }

    /** All mana in a pool, also what may be spent only on some things. */
    static Mana all(ManaPool pool) {
        Mana all = pool.getMana();
        pool.getConditionalMana().forEach(all::add);
        return all;
    }

    /** Whether mana of this type would have to be in the pool, and is not. */
    boolean lacks(ManaPool pool, ManaType type) {
        return poor && pool.getMana().get(type) == 0;
    }

    /** An action begins; where it names mana, that of the pool is spent first by who has other mana as well. */
    void open(ManaPool pool, Map<String, Integer> named) {
        left = named.isEmpty() ? null : new EnumMap<>(ManaType.class);
        if (left != null) MANA.forEach((letter, type) -> left.put(type, all(pool).get(type) - named.getOrDefault(letter, 0)));
        spendPool(pool);
    }

    void spendPool(ManaPool pool) {
        pool.setAutoPayment(poor || left != null);
        pool.setAutoPaymentRestricted(false);
    }

    /** The action has ended; tells whether what it named has been spent, and no other. */
    boolean close(ManaPool pool) {
        boolean all = left == null || left.entrySet().stream().allMatch(each -> all(pool).get(each.getKey()) == each.getValue());
        left = null;
        spendPool(pool);
        return all;
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
        if (!run.announced.costs.isEmpty()) { // creatures that help to pay
            var helps = game.getState().getSpecialActions().getControlledBy(seat.getId(), true).values().stream().findFirst();
            if (helps.isPresent()) return seat.activateAbility(helps.get(), game);
        }
        if (poor) return false;
        Mana needed = new Mana();
        for (Object each : unpaid instanceof Collection<?> parts ? parts : List.of(unpaid)) {
            ((ManaCost) each).getOptions().stream().findFirst().ifPresent(needed::add);
        }
        if (needed.count() == 0) return false;
        seat.getManaPool().setAutoPayment(true);
        seat.getManaPool().addMana(needed, game, ability);
        return true;
    }
}
