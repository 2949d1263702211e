package magic.model.stack;

import magic.model.event.MagicActivation;

/** Where what is on the stack comes from, which is visible in this package only. */
public final class Origins {
    private Origins() {
    }

    /** Returns the activated ability that put something on the stack; null if it was none. */
    public static MagicActivation<?> activation(MagicItemOnStack item) {
        return item.getActivation();
    }
}
