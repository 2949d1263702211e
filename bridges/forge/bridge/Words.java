package bridge;

import forge.game.CardTraitBase;
import forge.game.card.Card;
import forge.game.keyword.*;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.SpellAbility;
import forge.game.staticability.StaticAbility;
import forge.game.trigger.Trigger;
import java.util.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.Labels;

/** What the card data calls the engine's abilities. */
final class Words extends Labels<Run, CardTraitBase> {
    /** The keys of the script of a basic land type's ability. */
    private static final Set<String> BASIC = Set.of("AB", "Cost", "Produced", "Secondary", "SpellDescription");
    /** How much of an ability's words are looked for in the card's text. */
    private static final int BEGINNING = 30;

    Words(Run run) {
        super(run);
    }

    /** The words of all abilities that an object has; the engine's own for one that the card data does not tell. */
    List<String> abilities(Card card) {
        Stream<String> keywords = card.getKeywords().stream().filter(Words::real).map(Words::word);
        return Stream.concat(keywords, printed(card)
                .map(each -> Objects.requireNonNullElseGet(word(card, each), each::toString))).toList();
    }

    private static boolean real(KeywordInterface keyword) {
        return keyword.getKeyword() != Keyword.UNDEFINED && !keyword.getOriginal().startsWith("ETBReplacement");
    }

    private static String word(KeywordInterface keyword) {
        String told = keyword.getOriginal().startsWith("Protection") || keyword.getKeyword() == Keyword.LANDWALK
                ? keyword.getOriginal() : keyword.getKeyword().toString();
        return Script.word(told.split(":")[0]);
    }

    /** The activated abilities of an object, in the engine's order. */
    static List<CardTraitBase> activated(Card card) {
        return Run.list(card.getSpellAbilities()).stream().filter(each -> each.isActivatedAbility() && !each.isMorphUp())
                .map(CardTraitBase.class::cast).toList();
    }

    /** Abilities that are not of a keyword, as the engine has them: some of its keywords are whole sentences. */
    private static Stream<CardTraitBase> printed(Card card) {
        Set<CardTraitBase> found = new LinkedHashSet<>();
        Run.list(card.getTriggers()).stream().filter(each -> each.hasParam("TriggerDescription")).forEach(found::add);
        Run.list(card.getStaticAbilities()).stream().filter(each -> each.hasParam("Description")).forEach(found::add);
        found.addAll(Run.list(card.getReplacementEffects()));
        found.removeIf(each -> each.hasParam("Secondary"));
        card.getKeywords().forEach(each -> found.addAll(each.getReplacements()));
        return Stream.concat(activated(card).stream(), found.stream()).filter(each -> keyword(card, each) == null);
    }

    /** The keyword that an ability is of, or null. */
    private static KeywordInterface keyword(Card card, CardTraitBase trait) {
        return card.getKeywords().stream().filter(Words::real).filter(each -> Stream.of(each.getTriggers(), each.getReplacements(),
                each.getAbilities(), each.getStaticAbilities()).anyMatch(all -> all.contains(trait))).findFirst().orElse(null);
    }

    /** Whether an ability is the one of a basic land type. */
    private boolean basic(CardTraitBase trait) {
        return mana(trait) && BASIC.equals(trait.getOriginalMapParams().keySet());
    }

    /** The word of one ability of an object, or null. */
    String word(Card card, CardTraitBase trait) {
        if (basic(trait)) return "tap for " + String.join("", Telling.produced((SpellAbility) trait));
        KeywordInterface keyword = keyword(card, trait);
        return keyword != null ? word(keyword) : label(trait, card.getName(), Run.printed(card));
    }

    @Override
    protected List<CardTraitBase> printed(String name) {
        if (Library.paper(name) == null) return List.of();
        Card card = Card.fromPaperCard(Library.paper(name), null);
        return printed(card).filter(each -> !basic(each)).collect(Collectors.groupingBy(this::form))
                .values().stream().flatMap(each -> each.stream().allMatch(one -> place(one) >= 0)
                        ? each.stream().sorted(Comparator.comparing(Words::place)) : each.stream()).toList();
    }

    /** Where an ability stands in the card's text, whose order need not be that of the engine's script; -1 if it is not found. */
    private static int place(CardTraitBase trait) {
        Card card = trait.getHostCard();
        String own = Stream.of("SpellDescription", "TriggerDescription", "Description")
                .map(key -> trait.getParamOrDefault(key, "")).filter(told -> !told.isEmpty()).findFirst().orElse("-");
        String told = own.replace("CARDNAME", card.getName()).replace("NICKNAME", card.getName().split(",")[0]);
        return card.getRules().getOracleText().indexOf(told.substring(0, Math.min(BEGINNING, told.length())));
    }

    @Override
    protected String form(CardTraitBase trait) {
        if (trait instanceof ReplacementEffect) return "replace";
        return trait instanceof StaticAbility ? "static" : trait instanceof Trigger ? "triggered" : "activated";
    }

    @Override
    protected String sign(CardTraitBase trait) {
        return form(trait) + new TreeMap<>(trait.getOriginalMapParams()); // what it says in the engine's script
    }

    @Override
    protected boolean mana(CardTraitBase trait) {
        return trait instanceof SpellAbility ability && ability.isManaAbility();
    }

    @Override
    protected String loyalty(CardTraitBase trait) {
        return trait.getParamOrDefault("Cost", "").replaceAll("AddCounter<(\\w+)/LOYALTY>", "+$1")
                .replaceAll("SubCounter<(\\w+)/LOYALTY>", "-$1");
    }

    @Override
    protected Collection<String> names() {
        return Run.list(run.game.getCardsInGame()).stream().map(Run::printed).toList();
    }
}
