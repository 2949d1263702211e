package bridge;

import java.util.*;
import java.util.function.Supplier;
import java.util.stream.Stream;
import magic.model.*;
import magic.model.event.MagicEvent;
import magic.model.event.MagicManaActivation;

/** Mana for whatever a cost asks: sources that are there only while the engine asks what can be paid, and how. */
final class Purse {
    private static final int PLENTY = 25;
    private static final MagicCardDefinition SOURCE = new MagicCardDefinition();

    static {
        SOURCE.setName("mana");
        SOURCE.setDistinctName("mana");
        SOURCE.addManaAct(new MagicManaActivation(Stream.of(MagicManaType.values()).filter(MagicManaType::isValid).toList()) {
            @Override public Iterable<? extends MagicEvent> getCostEvent(MagicPermanent source) { return List.of(); }
        });
    }

    private Purse() { }

    static boolean gives(Object source) {
        return source instanceof MagicPermanent permanent && permanent.getCard().getCardDefinition() == SOURCE;
    }

    /** Does something while a player has all mana that there is; null for nobody. */
    static <T> T rich(MagicPlayer player, Supplier<T> task) {
        if (player == null) return task.get();
        List<MagicPermanent> sources = new ArrayList<>();
        for (int count = 0; count < PLENTY; count++) {
            long id = player.getGame().getUniqueId();
            MagicPermanent source = new MagicPermanent(id, new MagicCard(SOURCE, player, id), player);
            SOURCE.getManaActivations().forEach(source::addAbility);
            sources.add(source);
        }
        player.getPermanents().addAll(sources);
        try {
            return task.get();
        } finally {
            sources.forEach(player.getPermanents()::remove);
        }
    }
}
