package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import mage.abilities.Ability;
import mage.abilities.ActivatedAbility;
import mage.abilities.LoyaltyAbility;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpellAbility;
import mage.abilities.StaticAbility;
import mage.abilities.TriggeredAbility;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.Card;

/** What the card data calls abilities, targets and modes, beside the engine's abilities in printed order. */
final class Words {
    private final JsonObject table;
    private final Map<String, Map<String, String>> labels = new HashMap<>();

    Words(JsonObject table) {
        this.table = table;
    }

    /** One printed ability in the card data. */
    record Entry(String form, String label, boolean mana, List<String> targets, List<String> modes, List<String> costs,
            String loyalty) {
    }

    List<Entry> entries(String card) {
        List<Entry> found = new ArrayList<>();
        if (table.has(card)) {
            for (JsonElement each : table.getAsJsonObject(card).getAsJsonArray("abilities")) {
                JsonObject entry = each.getAsJsonObject();
                found.add(new Entry(entry.get("form").getAsString(),
                        entry.has("label") ? entry.get("label").getAsString() : null,
                        entry.has("mana"), list(entry, "targets"), list(entry, "modes"), list(entry, "costs"),
                        entry.has("loyalty") ? entry.get("loyalty").getAsString() : null));
            }
        }
        return found;
    }

    /** The labels of abilities that a card gives to others. */
    List<String> grants(String card) {
        return table.has(card) ? list(table.getAsJsonObject(card), "grants") : List.of();
    }

    /** The words that a card lets its controller choose from as it enters, where it has so many. */
    List<String> choices(String card, int count) {
        List<String> found = table.has(card) ? list(table.getAsJsonObject(card), "choices") : List.of();
        return found.size() == count ? found : List.of();
    }

    private static List<String> list(JsonObject object, String key) {
        List<String> found = new ArrayList<>();
        if (object.has(key)) {
            JsonArray array = object.getAsJsonArray(key);
            array.forEach(each -> found.add(each.getAsString()));
        }
        return found;
    }

    /**
     * The words of a card's printed abilities by the engine's rules text: label or form, by their place in the list. Empty
     * where the engine and the card data do not have as many abilities.
     */
    Map<String, String> labels(String card) {
        return labels.computeIfAbsent(card, this::match);
    }

    private Map<String, String> match(String name) {
        Map<String, String> found = new LinkedHashMap<>();
        if (!table.has(name)) {
            return found;
        }
        Card card = Cards.make(name, new UUID(0, 0));
        List<Entry> entries = entries(name).stream()
                .filter(entry -> !entry.form().equals("keyword") && !entry.form().equals("spell")).toList();
        List<Ability> abilities = card.getAbilities().stream().filter(each -> !silent(each) && keyword(each) == null).toList();
        boolean merge = abilities.size() != entries.size();
        List<List<Ability>> printed = new ArrayList<>();
        boolean before = false;
        for (Ability ability : abilities) {
            boolean mana = ability instanceof ActivatedManaAbilityImpl;
            if (merge && mana && before) { // one for each colour, where the card has one ability
                printed.get(printed.size() - 1).add(ability);
            } else {
                printed.add(new ArrayList<>(List.of(ability)));
            }
            before = mana;
        }
        List<Entry> told = entries;
        if (told.size() == printed.size()) {
            for (int place = 0; place < told.size(); place++) {
                String word = told.get(place).label() != null ? told.get(place).label() : told.get(place).form();
                for (Ability ability : printed.get(place)) {
                    found.put(plain(ability), word);
                }
            }
        } else { // the activated abilities alone may still agree
            List<Entry> first = told.stream().filter(entry -> entry.form().equals("activated")).toList();
            List<List<Ability>> second = printed.stream().filter(group -> group.get(0) instanceof ActivatedAbility).toList();
            if (first.size() == second.size()) {
                for (int place = 0; place < first.size(); place++) {
                    String word = first.get(place).label() != null ? first.get(place).label() : "activated";
                    for (Ability ability : second.get(place)) {
                        found.put(plain(ability), word);
                    }
                }
            }
            for (Entry entry : first) {
                second.stream().map(group -> group.get(0)).filter(ability -> ability instanceof LoyaltyAbility
                        && entry.loyalty() != null && ability.getRule().startsWith(entry.loyalty() + ":"))
                        .forEach(ability -> found.put(plain(ability), entry.label()));
            }
        }
        return found;
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

    static String form(Ability ability) {
        if (ability instanceof TriggeredAbility) {
            return "triggered";
        }
        if (ability instanceof ActivatedAbility) {
            return "activated";
        }
        return ability instanceof StaticAbility ? "static" : "spell";
    }
}
