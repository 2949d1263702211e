package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Labels;
import kit.MagicRun;
import mage.MageObject;
import mage.Mana;
import mage.abilities.*;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.*;
import mage.abilities.mana.*;
import mage.cards.Card;
import mage.constants.SubType;
import mage.game.permanent.Permanent;

/** What the card data calls the engine's abilities. */
final class Words extends Labels<Run, Ability> {
    private static final List<SubType> BASIC = List.of(SubType.PLAINS, SubType.ISLAND, SubType.SWAMP, SubType.MOUNTAIN,
            SubType.FOREST);

    Words(Run run) { super(run); }

    @Override
    protected List<Ability> printed(String name) {
        Card card = Position.make(name, new UUID(0, 0));
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

    private Stream<MageObject> objects() {
        return Stream.concat(run.game.getCards().stream(), run.game.permanents().stream());
    }

    @Override protected Collection<String> names() { return objects().map(MageObject::getName).toList(); }

    /** The subtypes that objects in the game have. */
    List<String> subtypes() {
        return objects().flatMap(each -> each.getSubtype(run.game).stream()).map(SubType::getDescription).toList();
    }

    /** A permanent's abilities in the words of the card data, or in the engine's where those tell nothing of them. */
    List<String> abilities(Permanent permanent) {
        List<String> told = new ArrayList<>();
        for (Ability ability : permanent.getAbilities(run.game)) {
            if (silent(ability) || ability instanceof SpecialAction) continue;
            boolean every = BASIC.stream().allMatch(type -> permanent.hasSubtype(type, run.game)); // then the engine has one for all
            if (every && ability instanceof AnyColorManaAbility && permanent.isLand(run.game)) {
                MagicRun.COLORS.forEach(letter -> told.add("tap for " + letter));
            } else {
                String word = Objects.requireNonNullElseGet(word(ability, permanent.getId()), ability::getRule);
                if (!mana(ability) || !told.contains(word)) told.add(word);
            }
        }
        return told;
    }

    /** The word of one ability of an object, or null. */
    String word(Ability ability, UUID object) {
        if (keyword(ability) != null) return keyword(ability);
        Permanent permanent = run.game.getPermanent(object);
        if (ability instanceof BasicManaAbility && permanent != null && permanent.isLand(run.game)) {
            String letter = letters(ability).iterator().next();
            int type = MagicRun.COLORS.indexOf(letter);
            if (type >= 0 && permanent.hasSubtype(BASIC.get(type), run.game)) return "tap for " + letter;
        }
        Card card = run.game.getCard(object);
        return label(ability, run.printed(object), card == null ? "" : card.getName());
    }

    /** What a mana ability can produce. */
    Set<String> letters(Ability ability) {
        Set<String> found = new LinkedHashSet<>();
        for (Mana mana : ((ActivatedManaAbilityImpl) ability).getNetMana(run.game)) {
            if (mana.getAny() > 0) found.addAll(MagicRun.COLORS);
            MagicRun.MANA.stream().filter(letter -> mana.get(Purse.MANA.get(letter)) > 0).forEach(found::add);
        }
        return found;
    }

    /** Whether an ability is no more than the engine's way to do things. */
    private static boolean silent(Ability ability) {
        return ability instanceof SpellAbility && keyword(ability) == null || ability instanceof PlayLandAbility
                || ability instanceof StaticAbility && (!ability.getRuleVisible()
                || !ability.getEffects().isEmpty() && ability.getEffects().stream().allMatch(each -> each instanceof InfoEffect));
    }

    /** A keyword ability's word, by the engine's class; null for any other ability. */
    private static String keyword(Ability ability) {
        if (ability instanceof EquipAbility) return ability.getRule().split(" ?(\\{|&|you control)")[0].toLowerCase(Locale.ROOT);
        return Stream.<Class<?>>iterate(ability.getClass(), Objects::nonNull, Class::getSuperclass)
                .filter(each -> each.getName().startsWith("mage.abilities.keyword.") && each != StationLevelAbility.class).findFirst()
                .map(each -> each.getSimpleName().replaceAll("Ability$", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT))
                .orElse(null);
    }
}
