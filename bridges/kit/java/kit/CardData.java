package kit;

import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.function.Predicate;

/** What the card data calls abilities, targets, modes and costs: the words that cases use, as `words.py` tells them. */
public record CardData(Facts table) {
    private static final Set<String> USED = Set.of("activated", "triggered");

    /** Reads what the launcher has put into the working directory. */
    public static CardData read() throws IOException {
        return new CardData(Facts.read(Files.readString(Path.of("words.json"))));
    }

    /** Returns a card's abilities in printed order. */
    public List<Facts> abilities(String card) {
        return table.at(card).list("abilities");
    }

    /** Returns the words of abilities that a card gives to others. */
    public List<String> grants(String card) {
        return grants(card, form -> true);
    }

    /** Returns the words of those that trigger, of those that are activated, or of all others that a card gives to others. */
    public List<String> grants(String card, String form) {
        return grants(card, told -> told.equals(form) || !USED.contains(told) && !USED.contains(form));
    }

    private List<String> grants(String card, Predicate<String> form) {
        return table.at(card).list("grants").stream().filter(each -> form.test(each.text("form")))
                .map(each -> each.text("label", each.text("form"))).toList();
    }

    /** Returns the words that a card lets its controller choose from as it enters, in printed order. */
    public List<String> choices(String card) {
        return table.at(card).texts("choices");
    }

    /** Returns the words of the modes of a card that has so many; an empty list if there is none. */
    public List<String> modes(String card, int count) {
        return abilities(card).stream().map(each -> each.texts("modes")).filter(modes -> modes.size() == count)
                .findFirst().orElse(List.of());
    }

    /** Returns the names of targets in the order of the card's data. */
    public List<String> targets(String card, Collection<String> wanted) {
        return abilities(card).stream().map(each -> each.texts("targets")).filter(names -> names.containsAll(wanted)).findFirst()
                .orElse(List.copyOf(wanted)).stream().filter(wanted::contains).toList();
    }

    /** Returns the costs that may be paid besides, or in the place of a card's own. */
    public List<String> costs(String card) {
        return abilities(card).stream().flatMap(each -> each.texts("costs").stream()).toList();
    }
}
