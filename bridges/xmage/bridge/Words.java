package bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import kit.CardData;
import kit.Facts;
import mage.abilities.Ability;
import mage.abilities.ActivatedAbility;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpellAbility;
import mage.abilities.StaticAbility;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.Card;

/** What the card data calls abilities, targets and modes, beside the engine's abilities in printed order. */
final class Words {
    private static final UUID NOBODY = new UUID(0, 0);

    private final CardData data;
    private final Map<String, Map<String, String>> labels = new HashMap<>();

    Words(CardData data) {
        this.data = data;
    }

    CardData data() {
        return data;
    }

    /**
     * The words of a card's printed abilities by the engine's rules text: label or form, by their place in the list. Where the
     * engine and the card data do not have as many abilities, the activated ones alone may still agree; loyalty abilities are known
     * by their costs.
     */
    Map<String, String> labels(String name) {
        return labels.computeIfAbsent(name, unseen -> {
            Map<String, String> found = new LinkedHashMap<>();
            Card card = data.table().has(name) ? Cards.make(name, NOBODY) : null;
            if (card == null) return found;
            List<Facts> entries = data.abilities(name).stream().filter(each -> !each.text("form").matches("keyword|spell")).toList();
            List<Ability> abilities = card.getAbilities().stream().filter(each -> !silent(each) && keyword(each) == null).toList();
            List<List<Ability>> printed = printed(abilities, entries.size());
            if (!CardData.pair(entries, printed, Words::plain, found)) {
                CardData.pair(entries.stream().filter(each -> each.text("form").equals("activated")).toList(),
                        printed.stream().filter(group -> group.get(0) instanceof ActivatedAbility).toList(), Words::plain, found);
            }
            entries.stream().filter(entry -> entry.has("loyalty")).forEach(entry -> abilities.stream()
                    .filter(each -> each.getRule().startsWith(entry.text("loyalty") + ":"))
                    .forEach(each -> found.put(plain(each), entry.text("label"))));
            return found;
        });
    }

    /** The engine's abilities; several mana abilities in turn are one, for a colour each, if there are too many otherwise. */
    private static List<List<Ability>> printed(List<Ability> abilities, int wanted) {
        List<List<Ability>> printed = new ArrayList<>();
        Ability before = null;
        for (Ability ability : abilities) {
            boolean more = ability instanceof ActivatedManaAbilityImpl && before instanceof ActivatedManaAbilityImpl;
            if (!more || abilities.size() == wanted) printed.add(new ArrayList<>());
            printed.get(printed.size() - 1).add(ability);
            before = ability;
        }
        return printed;
    }

    /** An ability's text without what differs between two objects that have it. */
    static String plain(Ability ability) {
        return ability.getRule().replaceAll("[^A-Za-z0-9{}+:-]+", " ").trim().toLowerCase(Locale.ROOT);
    }

    /** Whether an ability is no more than the engine's way to do things. */
    static boolean silent(Ability ability) {
        return ability instanceof SpellAbility || ability instanceof PlayLandAbility
                || ability instanceof StaticAbility && (!ability.getRuleVisible()
                || !ability.getEffects().isEmpty() && ability.getEffects().stream().allMatch(each -> each instanceof InfoEffect));
    }

    /** A keyword ability's word, by the engine's class; null for any other ability. */
    static String keyword(Ability ability) {
        for (Class<?> each = ability.getClass(); each != null; each = each.getSuperclass()) {
            if (each.getName().startsWith("mage.abilities.keyword.")) {
                String name = each.getSimpleName().replaceAll("Ability$", "");
                return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
