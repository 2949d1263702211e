package bridge;

import forge.card.CardRarity;
import forge.card.CardRules;
import forge.game.CardTraitBase;
import forge.game.card.Card;
import forge.game.keyword.Keyword;
import forge.game.keyword.KeywordInterface;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.SpellAbility;
import forge.game.staticability.StaticAbility;
import forge.game.trigger.Trigger;
import forge.item.PaperCard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import kit.CardData;
import kit.Facts;

/** What the card data calls abilities, targets and modes, beside the engine's abilities in printed order. */
final class Words {
    private static final Map<String, Map<String, String>> LABELS = new HashMap<>();
    /** The keys of the script of a basic land type's ability. */
    private static final Set<String> BASIC = Set.of("AB", "Cost", "Produced", "Secondary", "SpellDescription");
    private static final Set<String> LASTING = Set.of("static", "cannot");
    private static final Set<String> PASSIVE = Set.of("static", "replace", "prevent", "cannot");

    private final Run run;
    final CardData data;

    Words(Run run, CardData data) {
        this.run = run;
        this.data = data;
    }

    /** The card of a name as the engine prints it, or null. */
    static PaperCard paper(String name) {
        CardRules rules = Bridge.rules(name);
        return rules == null ? null : new PaperCard(rules, "???", CardRarity.Special);
    }

    /** The words of all abilities that an object has; the engine's own for one that the card data does not tell. */
    List<String> abilities(Card card) {
        List<String> told = new ArrayList<>();
        for (KeywordInterface keyword : card.getKeywords()) {
            if (real(keyword)) told.add(word(keyword));
        }
        for (SpellAbility each : card.getSpellAbilities()) {
            if (each.isActivatedAbility() && keyword(card, each) == null && !each.isMorphUp()) told.add(told(card, each));
        }
        for (CardTraitBase each : traits(card)) told.add(told(card, each));
        return told;
    }

    private String told(Card card, CardTraitBase trait) {
        String label = label(card, trait);
        return label == null ? trait.toString() : label;
    }

    private static boolean real(KeywordInterface keyword) {
        return keyword.getKeyword() != Keyword.UNDEFINED && !keyword.getOriginal().startsWith("ETBReplacement");
    }

    private static String word(KeywordInterface keyword) {
        String told = keyword.getOriginal().startsWith("Protection") || keyword.getKeyword() == Keyword.LANDWALK
                ? keyword.getOriginal() : keyword.getKeyword().toString();
        return Script.word(told.split(":")[0]);
    }

    /** Abilities that are neither activated nor of a keyword, as the engine has them: some of its keywords are whole sentences. */
    private static List<CardTraitBase> traits(Card card) {
        List<CardTraitBase> found = new ArrayList<>();
        Run.list(card.getTriggers()).stream().filter(each -> !each.hasParam("Secondary") && each.hasParam("TriggerDescription")).forEach(found::add);
        Run.list(card.getStaticAbilities()).stream().filter(each -> !each.hasParam("Secondary") && each.hasParam("Description")).forEach(found::add);
        Run.list(card.getReplacementEffects()).stream().filter(each -> !each.hasParam("Secondary")).forEach(found::add);
        found.removeIf(each -> keyword(card, each) != null);
        for (KeywordInterface each : card.getKeywords()) {
            if (real(each)) continue;
            each.getReplacements().stream().filter(one -> !found.contains(one)).forEach(found::add);
        }
        return found;
    }

    /** The keyword that an ability is of, or null. */
    private static KeywordInterface keyword(Card card, CardTraitBase trait) {
        return card.getKeywords().stream().filter(Words::real).filter(each -> each.getTriggers().contains(trait)
                || each.getReplacements().contains(trait) || each.getAbilities().contains(trait) || each.getStaticAbilities().contains(trait))
                .findFirst().orElse(null);
    }

    /** The word of one ability of an object, or null. */
    String label(Card card, CardTraitBase trait) {
        if (trait instanceof SpellAbility ability && basic(ability)) {
            return "tap for " + String.join("", Telling.produced(ability));
        }
        KeywordInterface keyword = keyword(card, trait);
        if (keyword != null) return word(keyword);
        for (String name : List.of(card.getName(), Run.printed(card))) {
            String word = labels(name).get(sign(trait));
            if (word != null) return word;
        }
        Set<String> copied = new LinkedHashSet<>(); // from a card that it was once a copy of
        run.game.getCardsInGame().forEach(each -> copied.add(labels(Run.printed(each)).get(sign(trait))));
        copied.remove(null);
        if (copied.size() == 1) return copied.iterator().next();
        Set<String> granted = new LinkedHashSet<>();
        run.game.getCardsInGame().forEach(each -> granted.addAll(data.grants(Run.printed(each))));
        return granted.size() == 1 ? granted.iterator().next() : null;
    }

    private Map<String, String> labels(String card) {
        Map<String, String> known = LABELS.get(card);
        if (known == null) {
            known = match(card);
            LABELS.put(card, known);
        }
        return known;
    }

    private Map<String, String> match(String name) {
        Map<String, String> found = new HashMap<>();
        PaperCard paper = data.table().has(name) ? paper(name) : null;
        if (paper == null) return found;
        Card card = Card.fromPaperCard(paper, run.players.values().iterator().next());
        List<CardTraitBase> activated = new ArrayList<>();
        Run.list(card.getSpellAbilities()).stream().filter(each -> each.isActivatedAbility() && keyword(card, each) == null
                && !basic(each) && !each.isMorphUp()).forEach(activated::add);
        List<Facts> told = data.abilities(name).stream().filter(each -> each.text("form").equals("activated")).toList();
        pair(found, told, activated);
        for (CardTraitBase each : activated) {
            String cost = each.getParamOrDefault("Cost", "").replaceAll("AddCounter<(\\w+)/LOYALTY>", "+$1").replaceAll("SubCounter<(\\w+)/LOYALTY>", "-$1");
            told.stream().filter(entry -> cost.equals(entry.text("loyalty"))).forEach(entry -> found.put(sign(each), entry.text("label")));
        }
        List<CardTraitBase> traits = traits(card);
        pair(found, data.abilities(name).stream().filter(each -> each.text("form").equals("triggered")).toList(),
                traits.stream().filter(each -> each instanceof Trigger).toList());
        List<Facts> passive = data.abilities(name).stream().filter(each -> PASSIVE.contains(each.text("form"))).toList();
        pair(found, passive, traits.stream().filter(each -> !(each instanceof Trigger)).toList());
        pair(found, passive.stream().filter(each -> LASTING.contains(each.text("form"))).toList(),
                traits.stream().filter(each -> each instanceof StaticAbility).toList());
        pair(found, passive.stream().filter(each -> !LASTING.contains(each.text("form"))).toList(),
                traits.stream().filter(each -> each instanceof ReplacementEffect).toList());
        return found;
    }

    /** Matches by printed order where both have as many; passive ones only where all are of one kind to the engine. */
    private static void pair(Map<String, String> found, List<Facts> told, List<CardTraitBase> scripted) {
        List<CardTraitBase> traits = printed(scripted);
        if (traits.stream().map(Object::getClass).map(Words::kind).distinct().count() > 1) return;
        CardData.pair(told, traits.stream().map(List::of).toList(), Words::sign, found);
    }

    /** Abilities in the order in which they stand in the card's text, which need not be that of the engine's script. */
    private static List<CardTraitBase> printed(List<CardTraitBase> traits) {
        if (traits.size() < 2) return traits;
        String text = traits.get(0).getHostCard().getRules().getOracleText();
        Map<CardTraitBase, Integer> places = new IdentityHashMap<>();
        for (CardTraitBase each : traits) {
            String own = each.getParamOrDefault("SpellDescription", each.getParamOrDefault("TriggerDescription", each.getParamOrDefault("Description", "")));
            String told = own.replace("CARDNAME", each.getHostCard().getName()).replace("NICKNAME", each.getHostCard().getName().split(",")[0]);
            int place = told.isEmpty() ? -1 : text.indexOf(told.substring(0, Math.min(30, told.length())));
            if (place < 0) return traits;
            places.put(each, place);
        }
        return traits.stream().sorted(Comparator.comparing(places::get)).toList();
    }

    private static Class<?> kind(Class<?> type) {
        return ReplacementEffect.class.isAssignableFrom(type) ? ReplacementEffect.class : StaticAbility.class.isAssignableFrom(type) ? StaticAbility.class
                : SpellAbility.class.isAssignableFrom(type) ? SpellAbility.class : Trigger.class;
    }

    /** Whether an ability is the one of a basic land type. */
    private static boolean basic(SpellAbility ability) {
        return ability.isManaAbility() && BASIC.equals(ability.getOriginalMapParams().keySet());
    }

    /** What an ability says in the engine's own script. */
    private static String sign(CardTraitBase trait) {
        return kind(trait.getClass()).getSimpleName() + new TreeMap<>(trait.getOriginalMapParams());
    }
}
