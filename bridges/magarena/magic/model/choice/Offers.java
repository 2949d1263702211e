package magic.model.choice;

import java.lang.reflect.Field;
import magic.model.event.MagicSourceActivation;

/** What the engine makes of its players' choices, which is visible in this package only. */
public final class Offers {
    /** The first of a choice's results, where a player does not do what may be done. */
    public static final Object NO = MagicChoice.NO_CHOICE;

    private Offers() {
    }

    /** Returns the choice to play a card or ability. */
    public static MagicPlayChoiceResult play(MagicSourceActivation<?> activation) {
        return new MagicPlayChoiceResult(activation);
    }

    /** Returns how many modes there are to choose from, those that are not possible now among them. */
    public static int modes(MagicOrChoice choice) {
        try {
            Field choices = MagicOrChoice.class.getDeclaredField("choices");
            choices.setAccessible(true);
            return ((MagicChoice[]) choices.get(choice)).length;
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine keeps its modes elsewhere", failure);
        }
    }
}
