package bridge;

import java.util.*;
import java.util.function.BooleanSupplier;
import kit.MagicRun;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.costs.mana.ManaCost;
import mage.abilities.mana.ManaOptions;
import mage.constants.*;
import mage.game.Game;
import mage.players.PlayerImpl;

/** A player's mana: whatever a cost asks for, or, where the position tells of mana, what is in the pool. */
abstract class Purse extends PlayerImpl {
    static final Map<String, ManaType> MANA = Map.of("W", ManaType.WHITE, "U", ManaType.BLUE, "B", ManaType.BLACK,
            "R", ManaType.RED, "G", ManaType.GREEN, "C", ManaType.COLORLESS);
    private static final long serialVersionUID = 1L;
    private static final int PLENTY = 20;

    final transient Run run;
    /** Whether costs are paid from the pool alone: the position tells what is in it. */
    final boolean poor;

    Purse(String name, Run run) {
        super(name, RangeOfInfluence.ALL);
        this.run = run;
        poor = run.given.at(name).has("mana");
        spendPool(poor);
    }

    Purse(Purse other) {
        super(other);
        run = other.run;
        poor = other.poor;
    }

    /** What is in the pool, also what may be spent only on some things. */
    Map<String, Integer> mana() {
        Mana all = getManaPool().getMana();
        getManaPool().getConditionalMana().forEach(all::add);
        Map<String, Integer> told = new LinkedHashMap<>();
        MagicRun.MANA.forEach(letter -> told.put(letter, all.get(MANA.get(letter))));
        return told;
    }

    private void spendPool(boolean first) {
        getManaPool().setAutoPayment(first);
        getManaPool().setAutoPaymentRestricted(false);
    }

    /** Does something, and sees that it takes what is named of the pool, and no other mana. */
    boolean pay(Map<String, Integer> named, BooleanSupplier act) {
        Map<String, Integer> left = mana();
        named.forEach((letter, amount) -> left.merge(letter, -amount, Integer::sum));
        spendPool(poor || !named.isEmpty());
        boolean acted = act.getAsBoolean();
        Purse now = run.seat(getName()); // where nothing came of it, the engine has gone back
        now.spendPool(poor);
        if (!acted || named.isEmpty() || now.mana().equals(left)) return acted;
        throw run.answers.unsupported("action", "paying with mana that the engine does not take");
    }

    /** What there is to pay with, for the engine to see what can be cast. */
    @Override
    public ManaOptions getManaAvailable(Game game) {
        ManaOptions options = new ManaOptions();
        options.addMana(getManaPool().getMana());
        getManaPool().getConditionalMana().forEach(options::addMana);
        if (!poor) options.addMana(new Mana(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY));
        return options;
    }

    /** Puts mana for the rest of a cost where the engine takes it from; tells whether there is any. */
    @Override
    public boolean playMana(Ability ability, ManaCost unpaid, String promptText, Game game) {
        if (!run.announced.costs.isEmpty()) { // creatures that help to pay
            var helps = game.getState().getSpecialActions().getControlledBy(getId(), true).values().stream().findFirst();
            if (helps.isPresent()) return activateAbility(helps.get(), game);
        }
        Mana needed = new Mana();
        for (Object each : unpaid instanceof Collection<?> parts ? parts : List.of(unpaid)) {
            ((ManaCost) each).getOptions().stream().findFirst().ifPresent(needed::add);
        }
        if (poor || needed.count() == 0) return false;
        getManaPool().setAutoPayment(true);
        getManaPool().addMana(needed, game, ability);
        return true;
    }
}
