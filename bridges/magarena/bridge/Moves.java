package bridge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import kit.Facts;
import magic.model.MagicCard;
import magic.model.MagicPermanent;
import magic.model.MagicPlayer;
import magic.model.MagicSource;
import magic.model.event.MagicActivation;
import magic.model.event.MagicMorphActivation;
import magic.model.event.MagicMorphCastActivation;
import magic.model.event.MagicSourceActivation;

/** What a player can do, as the engine says, by the words in which an action asks for it. */
final class Moves {
    private final Run run;

    Moves(Run run) {
        this.run = run;
    }

    /** What an action does with an object; null if the engine does not let the player do it. */
    MagicSourceActivation<?> meant(Facts action, MagicPlayer player, Object object) {
        if (object == null) return null;
        List<MagicSourceActivation<?>> all = new ArrayList<>(((MagicSource) object).getSourceActivations());
        if (action.has("activate")) {
            all = activated(action, all, object);
        } else if (action.has("turn face up")) {
            all.removeIf(each -> !(each.activation instanceof MagicMorphActivation));
        } else if (object instanceof MagicCard card) {
            boolean land = card.getCardDefinition().isLand();
            all = land == action.has("play") ? spells(action, all) : List.of();
        } else {
            return null;
        }
        return all.stream().filter(each -> possible(each, player)).findFirst().orElse(null);
    }

    private boolean possible(MagicSourceActivation<?> each, MagicPlayer player) {
        Collection<?> held = player.getSourceActivations();
        boolean holds = held.stream().anyMatch(other -> ((MagicSourceActivation<?>) other).source == each.source);
        return holds && Purse.rich(player, () -> each.canPlay(run.game, player, false));
    }

    /** What casts a card: for its cost, or in the way that the action tells. */
    private List<MagicSourceActivation<?>> spells(Facts action, List<MagicSourceActivation<?>> all) {
        List<MagicSourceActivation<?>> fit = new ArrayList<>(all);
        fit.removeIf(each -> each.activation instanceof MagicMorphCastActivation != action.is("face down"));
        List<MagicSourceActivation<?>> named = fit.stream().filter(each -> action.texts("with").contains(word(each))).toList();
        if (!named.isEmpty()) return named;
        List<MagicSourceActivation<?>> plain = fit.stream().filter(each -> word(each).equals("cast")).toList();
        return plain.isEmpty() ? fit : plain;
    }

    /** How the engine calls a way to cast or an ability. */
    String word(MagicSourceActivation<?> each) {
        return each.activation.getText().toLowerCase(Locale.ROOT);
    }

    private List<MagicSourceActivation<?>> activated(Facts action, List<MagicSourceActivation<?>> all, Object object) {
        if (!(object instanceof MagicPermanent permanent)) {
            return all.stream().filter(each -> !word(each).equals("cast")).toList(); // of a card in a hand or graveyard
        }
        all.removeIf(each -> each.activation instanceof MagicMorphActivation);
        String label = action.text("ability");
        if (label == null && all.size() > 1) throw run.answers.unsupported("action", "an ability that is not named");
        if (all.isEmpty() || label != null && label.startsWith("tap for ")) return mana(permanent);
        if (label == null) return all;
        if (label.matches("\\d+")) return all.stream().skip(Integer.parseInt(label) - 1).limit(1).toList();
        List<MagicSourceActivation<?>> found = all.stream().filter(each -> label.equals(label(each.activation, permanent))).toList();
        boolean unknown = all.stream().anyMatch(each -> label(each.activation, permanent) == null);
        if (found.isEmpty() && unknown) throw run.answers.unsupported("action", "an ability whose label the engine's abilities do not tell");
        return found.isEmpty() ? mana(permanent) : found;
    }

    private String label(MagicActivation<?> activation, MagicPermanent permanent) {
        return run.words.label(activation, permanent);
    }

    /** The engine has mana only as a cost is paid: it has no pool. */
    private List<MagicSourceActivation<?>> mana(MagicPermanent permanent) {
        if (permanent.producesMana()) throw run.answers.unsupported("action", "a mana ability by itself");
        return List.of();
    }
}
