package bridge;

import static kit.Answers.map;

import com.google.common.collect.Lists;
import forge.card.*;
import forge.card.mana.*;
import forge.game.*;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.cost.*;
import forge.game.keyword.*;
import forge.game.phase.*;
import forge.game.player.*;
import forge.game.replacement.ReplacementEffect;
import forge.game.spellability.*;
import forge.game.staticability.StaticAbility;
import forge.game.trigger.Trigger;
import forge.game.zone.*;
import java.util.*;
import java.util.stream.*;
import kit.*;

/** The game's position in the vocabulary of positions, with what the card data calls the engine's abilities. */
final class Telling extends kit.Telling<Run, Player, Card> implements Labels.Of<CardTraitBase> {
    /** The keys of the script of a basic land type's ability. */
    private static final Set<String> BASIC = Set.of("AB", "Cost", "Produced", "Secondary", "SpellDescription");
    /** How much of an ability's words are looked for in the card's text. */
    private static final int BEGINNING = 30;

    final Labels<CardTraitBase> labels = new Labels<>(run, this);

    Telling(Run run) { super(run); }

    @Override
    protected Map<String, Object> game() {
        Collection<?> extra = (Collection<?>) MagicRun.get(PhaseHandler.class, "extraTurns", run.game.getPhaseHandler());
        return known("over", run.game.isGameOver(), "monarch", run.name(run.game.getMonarch()),
                "extra_turns", Lists.reverse(extra.stream().skip(1) // above who is next otherwise
                        .map(each -> ((ExtraTurn) each).getPlayer().getName()).toList()),
                "stack", Run.list(run.game.getStack()).stream().map(this::onStack).toList(),
                "triggered", run.ids.triggered(run.ids::id));
    }

    @Override
    protected Map<String, Object> told(Player player) {
        PlayerOutcome outcome = player.getOutcome();
        boolean lost = outcome != null && !outcome.hasWon() && outcome.lossState != null;
        return map("life", player.getLife(), "counters", counters(player.getCounters()),
                "mana", MagicRun.mana(letter -> player.getManaPool().getAmountOfColor(color(letter))),
                "lands_played", player.getLandsPlayedThisTurn(), "drawn", player.getNumDrawnThisTurn(),
                "gained", player.getLifeGainedThisTurn(), "lost_life", player.getLifeLostThisTurn(),
                "cast", player.getSpellsCastThisTurn(), "lost", lost, "left", lost,
                "won", run.game.isGameOver() && outcome != null && outcome.hasWon());
    }

    static PlayerZone zoneOf(Player player, String zone) {
        return player.getZone(zone.equals("outside") ? ZoneType.Sideboard : ZoneType.smartValueOf(zone));
    }

    @Override
    protected List<Card> zone(Player player, String zone) {
        return run.script.plays(player) ? Run.list(zoneOf(player, zone).getCards(false)) : List.of();
    }

    /** The engine's number of a type of mana. */
    static byte color(String letter) {
        return letter.equals("C") ? (byte) ManaAtom.COLORLESS : MagicColor.fromName(Script.word(letter));
    }

    private static Map<String, Object> counters(Map<CounterType, Integer> all) {
        return counters(all.keySet(), each -> Script.word(each.getName()), all::get);
    }

    @Override protected String id(Card card) { return run.id(card); }

    @Override
    protected String printed(Card card) {
        return card.isToken() ? run.ids.token(card.getId()) : Run.printed(card);
    }

    @Override
    protected Map<String, Object> card(Card card) {
        return map("counters", counters(card.getCounters()), "face_down", card.isFaceDown() ? true : null,
                "exiled_with", card.isInZone(ZoneType.Exile) ? run.name(card.getExiledWith()) : null);
    }

    @Override
    protected Map<String, Object> characteristics(Card card) {
        CardTypeView type = card.getType();
        boolean creature = card.isCreature() || !card.isInPlay() && type.hasSubtype("Vehicle");
        return map("name", card.isFaceDown() ? "" : Ids.plain(card.getName()), "supertypes", words(type.getSupertypes()),
                "types", words(type.getCoreTypes()).stream().map(each -> each.replace("Tribal", "Kindred")).toList(), "subtypes",
                subtypes(words(type.getSubtypes()), type.hasAllCreatureTypes(), CardType::isACreatureType),
                "colors", MagicRun.COLORS.stream().filter(letter -> (card.getColor().getColor() & color(letter)) != 0).toList(),
                "mana_cost", card.getManaCost().isNoCost() ? "" : card.getManaCost().toString(), "mana_value", card.getCMC(),
                "power", creature ? card.getNetPower() : null, "toughness", creature ? card.getNetToughness() : null);
    }

    @Override
    protected Map<String, Object> permanent(Card card) {
        Combat combat = run.game.getCombat();
        GameEntity attacked = combat != null && combat.isAttacking(card) ? combat.getDefenderByAttacker(card) : null;
        boolean gone = attacked instanceof Card other && !other.isInPlay(); // has no name, once removed from combat
        List<Card> blocked = combat == null ? List.of() : Run.list(combat.getAttackersBlockedBy(card));
        Stream<SpellAbility> taps = Run.list(card.getManaAbilities()).stream()
                .filter(each -> each.getPayCosts().hasTapCost() && each.getPayCosts().hasOnlySpecificCostType(CostTap.class));
        return map("owner", card.getOwner().getName(), "token", card.isToken(), "tapped", card.isTapped(),
                "damage", card.getDamage(), "counters", counters(card.getCounters()), "face_down", card.isFaceDown(),
                "back", card.isBackSide(), "phased_out", card.isPhasedOut(), "summoning_sick", card.hasSickness(),
                "attached_to", run.name(card.getEntityAttachedTo()), "attacking", gone ? null : run.name(attacked),
                "blocking", blocked.stream().map(run::name).toList(), "chosen", chosen(card),
                "abilities", abilities(card),
                "taps_for", taps.flatMap(each -> produced(each).stream()).distinct().toList());
    }

    /** The types of mana that an ability can produce. */
    static List<String> produced(SpellAbility ability) {
        return MagicRun.MANA.stream().filter(letter -> Run.list(ability.getAllManaParts()).stream()
                .anyMatch(part -> part.canProduce(letter, ability))).toList();
    }

    private Map<String, Object> chosen(Card card) {
        List<String> colors = words(card.getChosenColors());
        String type = card.hasChosenType() ? card.getChosenType() : null;
        String mode = Objects.requireNonNullElse(card.getChosenMode(), "");
        String word = run.data.choices(card.getName()).stream().filter(mode::equalsIgnoreCase).findFirst().orElse(mode);
        return known("color", colors.size() == 1 ? MagicColor.toShortString(colors.get(0)) : null,
                "name", card.getNamedCard().isEmpty() ? null : card.getNamedCard(), "number", card.getChosenNumber(),
                "player", run.name(card.getChosenPlayer()), "object", card.hasChosenCard() ? run.name(card.getChosenCard()) : null,
                "word", word.isEmpty() ? null : word,
                type != null && CardType.CoreType.isValidEnum(type) ? "card type" : "type", type);
    }

    private Map<String, Object> onStack(SpellAbilityStackInstance item) {
        SpellAbility ability = item.getSpellAbility(true);
        Card card = ability.getHostCard();
        List<String> targets = ability.getAllTargetChoices().stream().flatMap(List::stream).map(run::name)
                .filter(Objects::nonNull).toList();
        Map<String, Object> told = known("controller", ability.getActivatingPlayer().getName(), "targets", targets,
                "modes", run.modes.getOrDefault(ability.getId(), List.of()), "x", ability.getXManaCostPaid());
        if (ability.isSpell()) {
            long kicked = Stream.of(OptionalCost.Kicker1, OptionalCost.Kicker2).filter(ability::isOptionalCostPaid).count();
            told.putAll(known("card", Run.printed(card), "copy", ability.isCopied(), "face_down", card.isFaceDown() ? true : null,
                    "kicked", (int) kicked, "id", ability.isCopied() ? null : run.id(card), "abilities", abilities(card)));
            told.putAll(characteristics(card));
        } else {
            String label = word(card, ability.isTrigger() ? ability.getTrigger() : ability);
            String form = ability.isTrigger() ? "triggered" : "activated";
            told.putAll(map("ability_of", run.name(card), "ability", label == null ? form : label));
        }
        return told;
    }

    // --- abilities ---------------------------------------------------------------------------------------------------

    /** The words of all abilities that an object has; the engine's own for one that the card data does not tell. */
    List<String> abilities(Card card) {
        Stream<String> keywords = card.getKeywords().stream().filter(Telling::real).map(Telling::word);
        return Stream.concat(keywords, traits(card)
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
    private static Stream<CardTraitBase> traits(Card card) {
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
        return card.getKeywords().stream().filter(Telling::real).filter(each -> Stream.of(each.getTriggers(), each.getReplacements(),
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
        return keyword != null ? word(keyword) : labels.label(trait, List.of(card.getName(), Run.printed(card)));
    }

    @Override
    public List<CardTraitBase> printed(String name) {
        Card card = Position.make(name, null);
        return card == null ? List.of() : traits(card).filter(each -> !basic(each)).toList();
    }

    @Override
    public int place(CardTraitBase trait) {
        Card card = trait.getHostCard();
        String own = Stream.of("SpellDescription", "TriggerDescription", "Description")
                .map(key -> trait.getParamOrDefault(key, "")).filter(told -> !told.isEmpty()).findFirst().orElse("-");
        String told = own.replace("CARDNAME", card.getName()).replace("NICKNAME", card.getName().split(",")[0]);
        return card.getRules().getOracleText().indexOf(told.substring(0, Math.min(BEGINNING, told.length())));
    }

    @Override
    public String form(CardTraitBase trait) {
        if (trait instanceof ReplacementEffect) return "replace";
        return trait instanceof StaticAbility ? "static" : trait instanceof Trigger ? "triggered" : "activated";
    }

    @Override
    public String sign(CardTraitBase trait) {
        return form(trait) + new TreeMap<>(trait.getOriginalMapParams()); // what it says in the engine's script
    }

    @Override
    public boolean mana(CardTraitBase trait) {
        return trait instanceof SpellAbility ability && ability.isManaAbility();
    }

    @Override
    public String loyalty(CardTraitBase trait) {
        return trait.getParamOrDefault("Cost", "").replaceAll("AddCounter<(\\w+)/LOYALTY>", "+$1")
                .replaceAll("SubCounter<(\\w+)/LOYALTY>", "-$1");
    }

    @Override
    public Collection<String> names() {
        return Run.list(run.game.getCardsInGame()).stream().map(Run::printed).toList();
    }
}
