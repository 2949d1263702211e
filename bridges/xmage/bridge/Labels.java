package bridge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mage.MageObject;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.SpecialAction;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.abilities.mana.AnyColorManaAbility;
import mage.abilities.mana.BasicManaAbility;
import mage.cards.Card;
import mage.constants.SubType;
import mage.game.permanent.Permanent;

/** What the card data calls the abilities that an object has now. */
final class Labels {
    private static final List<String> COLORS = List.of("W", "U", "B", "R", "G");
    private static final Map<String, SubType> BASIC = Map.of("W", SubType.PLAINS, "U", SubType.ISLAND, "B", SubType.SWAMP,
            "R", SubType.MOUNTAIN, "G", SubType.FOREST);

    private final Run run;

    Labels(Run run) {
        this.run = run;
    }

    /** A permanent's abilities in the words of the card data, or in the engine's where those tell nothing of them. */
    List<String> abilities(Permanent permanent) {
        List<String> told = new ArrayList<>();
        String before = null;
        for (Ability ability : permanent.getAbilities(run.game)) {
            if (Words.silent(ability) || ability instanceof SpecialAction) continue;
            if (everyColor(ability, permanent)) {
                COLORS.forEach(letter -> told.add("tap for " + letter));
                continue;
            }
            String word = Objects.requireNonNullElseGet(label(ability, permanent.getId()), ability::getRule);
            if (!word.equals(before) || !(ability instanceof ActivatedManaAbilityImpl)) told.add(word);
            before = word;
        }
        return told;
    }

    /** Whether an ability stands for those of all five basic land types, as the engine has it. */
    boolean everyColor(Ability ability, Card object) {
        return ability instanceof AnyColorManaAbility && object.isLand(run.game)
                && BASIC.values().stream().allMatch(type -> object.hasSubtype(type, run.game));
    }

    /** The word of one ability of an object, or null. */
    String label(Ability ability, UUID object) {
        String keyword = Words.keyword(ability);
        if (keyword != null) return keyword;
        Permanent permanent = run.game.getPermanent(object);
        if (ability instanceof BasicManaAbility mana && permanent != null && permanent.isLand(run.game)) {
            String letter = letters(mana).iterator().next();
            if (BASIC.containsKey(letter) && permanent.hasSubtype(BASIC.get(letter), run.game)) return "tap for " + letter;
        }
        String rule = Words.plain(ability);
        Card card = run.game.getCard(object);
        return Stream.of(run.names.printed(object), card == null ? "" : card.getName()).map(name -> run.words.labels(name).get(rule))
                .filter(Objects::nonNull).findFirst()
                .or(() -> only(run.game.permanents().stream()
                        .flatMap(each -> Stream.of(each, run.game.getCard(each.getId()))).filter(Objects::nonNull)
                        .flatMap(each -> run.words.data().grants(each.getName()).stream())))
                // from a card that it was once a copy of
                .or(() -> only(run.game.getCards().stream().map(each -> run.words.labels(each.getName()).get(rule))
                        .filter(Objects::nonNull)))
                .orElse(null);
    }

    private static Optional<String> only(Stream<String> words) {
        Set<String> found = words.collect(Collectors.toSet());
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    /** What a mana ability can produce. */
    Set<String> letters(ActivatedManaAbilityImpl ability) {
        Set<String> found = new LinkedHashSet<>();
        for (Mana mana : ability.getNetMana(run.game)) {
            if (mana.getAny() > 0) found.addAll(COLORS);
            Purse.MANA.forEach((letter, type) -> {
                if (mana.get(type) > 0) found.add(letter);
            });
        }
        return found;
    }

    /** The subtypes that an object in the game has. */
    Set<String> subtypes() {
        Stream<MageObject> objects = Stream.concat(run.game.getCards().stream(), run.game.permanents().stream());
        return objects.flatMap(each -> each.getSubtype(run.game).stream()).map(SubType::getDescription).collect(Collectors.toSet());
    }
}
