package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Labels;
import mage.MageObject;
import mage.Mana;
import mage.abilities.*;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.mana.*;
import mage.cards.Card;
import mage.constants.SubType;
import mage.game.permanent.Permanent;

/** What the card data calls the engine's abilities. */
final class Words extends Labels<Run, Ability> {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final List<SubType> BASIC = List.of(SubType.PLAINS, SubType.ISLAND, SubType.SWAMP, SubType.MOUNTAIN,
            SubType.FOREST);

    Words(Run run) {
        super(run);
    }

    @Override
    protected List<Ability> printed(String name) {
        Card card = CardMaker.make(name, NOBODY);
        if (card == null) return List.of();
        return card.getAbilities().stream().filter(each -> !silent(each) && keyword(each) == null).toList();
    }

    @Override
    protected String form(Ability ability) {
        return ability instanceof TriggeredAbility ? "triggered" : ability instanceof ActivatedAbility ? "activated" : "passive";
    }

    @Override
    protected String sign(Ability ability) {
        return ability.getRule().replaceAll("[^A-Za-z0-9{}+:-]+", " ").trim().toLowerCase(Locale.ROOT);
    }

    @Override protected boolean mana(Ability ability) { return ability instanceof ActivatedManaAbilityImpl; }

    @Override
    protected String loyalty(Ability ability) {
        return ability instanceof LoyaltyAbility ? ability.getRule().split(":")[0] : null;
    }

    @Override
    protected Collection<String> names() {
        return Stream.concat(run.game.getCards().stream(), run.game.permanents().stream()).map(MageObject::getName).toList();
    }

    /** A permanent's abilities in the words of the card data, or in the engine's where those tell nothing of them. */
    List<String> abilities(Permanent permanent) {
        List<String> told = new ArrayList<>();
        String before = null;
        for (Ability ability : permanent.getAbilities(run.game)) {
            if (silent(ability) || ability instanceof SpecialAction) continue;
            if (everyColor(ability, permanent)) {
                Purse.COLORS.forEach(letter -> told.add("tap for " + letter));
                continue;
            }
            String word = Objects.requireNonNullElseGet(word(ability, permanent.getId()), ability::getRule);
            if (!word.equals(before) || !mana(ability)) told.add(word);
            before = word;
        }
        return told;
    }

    /** Whether an ability stands for those of all five basic land types, as the engine has it. */
    boolean everyColor(Ability ability, Card object) {
        return ability instanceof AnyColorManaAbility && object.isLand(run.game)
                && BASIC.stream().allMatch(type -> object.hasSubtype(type, run.game));
    }

    /** The word of one ability of an object, or null. */
    String word(Ability ability, UUID object) {
        if (keyword(ability) != null) return keyword(ability);
        Permanent permanent = run.game.getPermanent(object);
        if (ability instanceof BasicManaAbility mana && permanent != null && permanent.isLand(run.game)) {
            String letter = letters(mana).iterator().next();
            int type = Purse.COLORS.indexOf(letter);
            if (type >= 0 && permanent.hasSubtype(BASIC.get(type), run.game)) return "tap for " + letter;
        }
        Card card = run.game.getCard(object);
        return label(ability, run.names.printed(object), card == null ? "" : card.getName());
    }

    /** What a mana ability can produce. */
    Set<String> letters(ActivatedManaAbilityImpl ability) {
        Set<String> found = new LinkedHashSet<>();
        for (Mana mana : ability.getNetMana(run.game)) {
            if (mana.getAny() > 0) found.addAll(Purse.COLORS);
            Purse.MANA.forEach((letter, type) -> {
                if (mana.get(type) > 0) found.add(letter);
            });
        }
        return found;
    }

    /** The subtypes that objects in the game have. */
    List<String> subtypes() {
        Stream<MageObject> objects = Stream.concat(run.game.getCards().stream(), run.game.permanents().stream());
        return objects.flatMap(each -> each.getSubtype(run.game).stream()).map(SubType::getDescription).toList();
    }

    /** Whether an ability is no more than the engine's way to do things. */
    private static boolean silent(Ability ability) {
        return ability instanceof SpellAbility || ability instanceof PlayLandAbility
                || ability instanceof StaticAbility && (!ability.getRuleVisible()
                || !ability.getEffects().isEmpty() && ability.getEffects().stream().allMatch(each -> each instanceof InfoEffect));
    }

    /** A keyword ability's word, by the engine's class; null for any other ability. */
    private static String keyword(Ability ability) {
        for (Class<?> each = ability.getClass(); each != null; each = each.getSuperclass()) {
            if (each.getName().startsWith("mage.abilities.keyword.")) {
                String name = each.getSimpleName().replaceAll("Ability$", "");
                return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
