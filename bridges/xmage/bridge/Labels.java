package bridge;

import com.google.gson.JsonArray;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
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
    static final Map<String, SubType> BASIC = Map.of("W", SubType.PLAINS, "U", SubType.ISLAND, "B", SubType.SWAMP,
            "R", SubType.MOUNTAIN, "G", SubType.FOREST);

    private final Run run;

    Labels(Run run) {
        this.run = run;
    }

    /** A permanent's abilities in the words of the card data, or in the engine's where those tell nothing of them. */
    JsonArray abilities(Permanent permanent) {
        JsonArray told = new JsonArray();
        String before = null;
        for (Ability ability : permanent.getAbilities(run.game)) {
            if (silent(ability)) {
                continue;
            }
            if (everyColor(ability, permanent)) {
                List.of("W", "U", "B", "R", "G").forEach(letter -> told.add("tap for " + letter));
                continue;
            }
            String word = label(ability, permanent.getId());
            if (word == null) {
                word = ability.getRule();
            }
            if (!word.equals(before) || !(ability instanceof ActivatedManaAbilityImpl)) {
                told.add(word);
            }
            before = word;
        }
        return told;
    }

    /** Whether an ability stands for those of all five basic land types, as the engine has it. */
    boolean everyColor(Ability ability, Permanent permanent) {
        return ability instanceof AnyColorManaAbility && permanent.isLand(run.game) && BASIC.values().stream()
                .allMatch(type -> permanent.hasSubtype(type, run.game));
    }

    private static boolean silent(Ability ability) {
        return Words.silent(ability) || ability instanceof SpecialAction;
    }

    /** The word of one ability of an object, or null. */
    String label(Ability ability, UUID object) {
        String keyword = Words.keyword(ability);
        if (keyword != null) {
            return keyword;
        }
        Permanent permanent = run.game.getPermanent(object);
        if (ability instanceof BasicManaAbility && permanent != null && permanent.isLand(run.game)) {
            String letter = Telling.mana((ActivatedManaAbilityImpl) ability, run.game).stream().findFirst().orElse("C");
            SubType type = BASIC.get(letter);
            if (type != null && permanent.hasSubtype(type, run.game)) {
                return "tap for " + letter;
            }
        }
        String rule = Words.plain(ability);
        Card card = run.game.getCard(object);
        for (String name : new String[] {run.script.printed(object), card == null ? "" : card.getName()}) {
            String word = run.words.labels(name).get(rule);
            if (word != null) {
                return word;
            }
        }
        Set<String> granted = new LinkedHashSet<>();
        for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
            granted.addAll(run.words.grants(each.getName()));
            Card of = run.game.getCard(each.getId());
            if (of != null) {
                granted.addAll(run.words.grants(of.getName()));
            }
        }
        if (granted.size() == 1) {
            return granted.iterator().next();
        }
        Set<String> copied = new LinkedHashSet<>(); // from a card that it was once a copy of
        run.game.getCards().forEach(each -> copied.add(run.words.labels(each.getName()).getOrDefault(rule, "")));
        copied.remove("");
        return copied.size() == 1 ? copied.iterator().next() : null;
    }

    /** The subtypes that an object in the game has. */
    Set<String> subtypes() {
        Set<String> found = new LinkedHashSet<>();
        for (Card card : run.game.getCards()) {
            card.getSubtype(run.game).forEach(each -> found.add(each.getDescription()));
        }
        for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
            each.getSubtype(run.game).forEach(type -> found.add(type.getDescription()));
        }
        return found;
    }
}
