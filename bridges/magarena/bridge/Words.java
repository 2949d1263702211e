package bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import kit.CardData;
import kit.Facts;
import magic.model.MagicCardDefinition;
import magic.model.MagicPermanent;
import magic.model.MagicSource;
import magic.model.event.MagicActivation;
import magic.model.event.MagicEquipActivation;
import magic.model.event.MagicLevelUpActivation;
import magic.model.event.MagicMorphActivation;
import magic.model.event.MagicOutlastActivation;

/** What the card data calls abilities and modes, beside the engine's abilities in printed order. */
final class Words {
    private static final List<Class<?>> KEYWORDS = List.of(MagicEquipActivation.class, MagicLevelUpActivation.class, MagicOutlastActivation.class);

    private final Run run;
    final CardData data;
    private final Map<MagicCardDefinition, Map<MagicActivation<?>, String>> labels = new HashMap<>();

    Words(Run run, CardData data) {
        this.run = run;
        this.data = data;
    }

    /** The words of a card's modes; an empty list if it has not so many. */
    List<String> modes(MagicSource source, int count) {
        return data.modes(Names.card(source) == null ? source.getName() : Names.card(source).getName(), count);
    }

    /** What the card data calls an activated ability of a permanent, or null. */
    String label(MagicActivation<?> activation, MagicPermanent permanent) {
        if (keyword(activation)) return activation.getText().toLowerCase(Locale.ROOT).split(" ")[0];
        String own = labels(permanent.getCardDefinition()).get(activation);
        if (own != null) return own;
        Set<String> granted = new LinkedHashSet<>();
        run.names.permanents().forEach(each -> granted.addAll(data.grants(each.getCard().getName())));
        return granted.size() == 1 && !permanent.getCardDefinition().getActivations().contains(activation) ? granted.iterator().next() : null;
    }

    /** What the card data calls a triggered ability of a source, if it has no other one. */
    String trigger(String card) {
        List<Facts> told = data.abilities(card).stream().filter(each -> each.text("form").equals("triggered")).toList();
        return told.size() == 1 ? told.get(0).text("label", "triggered") : "triggered";
    }

    private static boolean keyword(MagicActivation<?> activation) {
        return KEYWORDS.stream().anyMatch(each -> each.isInstance(activation));
    }

    private Map<MagicActivation<?>, String> labels(MagicCardDefinition card) {
        return labels.computeIfAbsent(card, unseen -> {
            List<MagicActivation<?>> all = new ArrayList<>(card.getActivations());
            all.removeIf(each -> keyword(each) || each instanceof MagicMorphActivation);
            // Those that a script writes out stand beside those that are read from its text, and not in printed order.
            if (all.stream().map(each -> each.getClass().getName().startsWith("magic.")).distinct().count() > 1) return Map.of();
            List<Facts> told = data.abilities(card.getName()).stream()
                    .filter(each -> each.text("form").equals("activated") && !each.is("mana")).toList();
            Map<String, String> found = new HashMap<>();
            Map<MagicActivation<?>, String> signs = new IdentityHashMap<>();
            all.forEach(each -> signs.put(each, String.valueOf(signs.size())));
            CardData.pair(told, all.stream().map(List::of).toList(), signs::get, found);
            Map<MagicActivation<?>, String> words = new IdentityHashMap<>();
            for (MagicActivation<?> each : all) {
                String loyalty = each.getText().replace('−', '-');
                String word = told.stream().filter(entry -> loyalty.equals(entry.text("loyalty"))).map(entry -> entry.text("label"))
                        .findFirst().orElse(found.get(signs.get(each)));
                if (word != null) words.put(each, word);
            }
            return words;
        });
    }
}
