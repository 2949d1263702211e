package bridge;

import static kit.Answers.map;

import java.util.*;
import java.util.stream.*;
import kit.*;
import mage.*;
import mage.abilities.*;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.*;
import mage.abilities.mana.*;
import mage.cards.Card;
import mage.constants.*;
import mage.counters.*;
import mage.game.*;
import mage.game.permanent.*;
import mage.game.stack.*;
import mage.util.CardUtil;
import mage.watchers.common.*;

/** The game's position in the vocabulary of positions, with what the card data calls the engine's abilities. */
final class Telling extends kit.Telling<Run, Seat, Card> implements Labels.Of<Ability> {
    /** The names under which the engine keeps what was chosen for a permanent, and the words for them. */
    private static final Map<String, String> CHOSEN = Map.of("_color", "color", "_type", "type", "_modeChoice", "word",
            "_player", "player", "BasicLandType", "type", "_opponent", "player", "NAMED_CARD", "name");
    private static final List<SubType> BASIC = List.of(SubType.PLAINS, SubType.ISLAND, SubType.SWAMP, SubType.MOUNTAIN,
            SubType.FOREST);

    final Labels<Ability> labels = new Labels<>(run, this);

    Telling(Run run) { super(run); }

    @Override
    protected Map<String, Object> game() {
        Run.Table game = run.game;
        List<String> extra = new ArrayList<>(game.getState().getTurnMods().stream().filter(each -> each.isExtraTurn())
                .map(each -> run.name(each.getPlayerId())).toList());
        Collections.reverse(extra);
        return known("over", game.checkIfGameIsOver(), "extra_turns", extra, "monarch", run.name(game.getMonarchId()),
                "stack", game.getStack().stream().map(this::onStack).toList(), "triggered", run.ids.triggered(run::name));
    }

    @Override
    protected Map<String, Object> told(Seat seat) {
        GameState state = run.game.getState();
        UUID player = seat.getId();
        return map("life", seat.getLife(), "counters", counters(seat.getCountersAsCopy()), "mana", seat.mana(),
                "lands_played", run.game.isActivePlayer(player) ? seat.getLandsPlayed() : 0, // counted until the next turn
                "won", seat.hasWon(), "left", seat.hasLeft(),
                "lost", seat.hasLost() && !seat.hasDrew(), // who draws the game has lost it, to the engine
                "drawn", state.getWatcher(CardsDrawnThisTurnWatcher.class).getCardsDrawnThisTurn(player),
                "gained", state.getWatcher(PlayerGainedLifeWatcher.class).getLifeGained(player),
                "lost_life", state.getWatcher(PlayerLostLifeWatcher.class).getLifeLost(player),
                "cast", state.getWatcher(SpellsCastWatcher.class).getCount(player));
    }

    @Override
    protected List<? extends Card> zone(Seat seat, String zone) {
        Stream<? extends Card> cards = switch (zone) {
            case "battlefield" -> run.game.getBattlefield().getAllPermanents().stream().filter(each -> each.isControlledBy(seat.getId()));
            case "exile" -> run.game.getExile().getCardsOwned(run.game, seat.getId()).stream();
            case "library" -> seat.getLibrary().getCardList().stream().map(run.game::getCard);
            default -> seat.cards(zone).stream().map(run.game::getCard).filter(Objects::nonNull);
        };
        return cards.toList();
    }

    private static Map<String, Object> counters(Counters all) {
        return counters(all.values(), Counter::getName, Counter::getCount);
    }

    @Override protected String id(Card card) { return run.id(card.getId()); }

    @Override
    protected String printed(Card object) {
        Card card = run.game.getCard(object.getId());
        boolean token = object instanceof PermanentToken || card == null;
        return token ? run.ids.token(object.getId()) : card.getMainCard().getName();
    }

    @Override
    protected Map<String, Object> card(Card card) {
        Map<String, Object> counters = counters(card.getCounters(run.game));
        Stream<Permanent> sources = run.game.permanents().stream().filter(each -> holds(each, card.getId()));
        return known("face_down", card.isFaceDown(run.game) ? true : null, "counters", counters.isEmpty() ? null : counters,
                "exiled_with", sources.map(run::name).findFirst().orElse(null));
    }

    /** Whether a permanent has exiled a card. */
    private boolean holds(Permanent permanent, UUID card) {
        UUID zone = CardUtil.getExileZoneId(run.game, permanent.getId(), permanent.getZoneChangeCounter(run.game));
        return run.game.getExile().getExileZones().stream().anyMatch(each -> each.contains(card) && (each.getId().equals(zone)
                || each.getName().startsWith(permanent.getIdName() + " ") || permanent.getImprinted().contains(card)));
    }

    @Override
    protected Map<String, Object> characteristics(Card object) {
        Run.Table game = run.game;
        boolean creature = object.isCreature(game) || !(object instanceof Permanent) && object.hasSubtype(SubType.VEHICLE, game);
        boolean down = object instanceof Permanent permanent && permanent.isFaceDown(game);
        return map("name", down ? "" : object instanceof PermanentToken ? Ids.plain(object.getName()) : object.getName(),
                "supertypes", words(object.getSuperType(game)), "types", words(new LinkedHashSet<>(object.getCardType(game))),
                "subtypes", subtypes(object), "colors", colors(object.getColor(game)),
                "mana_cost", cost(object.getManaCost().getText()), "mana_value", object.getManaValue(),
                "power", creature ? object.getPower().getValue() : null,
                "toughness", creature ? object.getToughness().getValue() : null);
    }

    private List<String> subtypes(Card object) {
        boolean lands = object.isAllNonbasicLandTypes(run.game);
        List<String> words = subtypes(object.getSubtype(run.game), object.isAllCreatureTypes(run.game), SubType.getCreatureTypes()::contains);
        return Stream.concat(words.stream(), words(lands ? SubType.getNonbasicLandTypes() : List.of()).stream()).distinct().toList();
    }

    private static List<String> colors(ObjectColor color) {
        return MagicRun.COLORS.stream().filter(color.toString()::contains).toList();
    }

    @Override
    protected Map<String, Object> permanent(Card object) {
        Run.Table game = run.game;
        Permanent permanent = (Permanent) object;
        UUID host = permanent.getAttachedTo(); // one that is no Aura any more keeps the number of what has gone
        Stream<Permanent> blocked = permanent.getBlockingRefs().stream().map(each -> each.getPermanent(game))
                .filter(each -> each != null && each.isAttacking()); // the engine keeps those that are gone, too
        return map("owner", run.name(permanent.getOwnerId()), "token", permanent instanceof PermanentToken,
                "tapped", permanent.isTapped(), "damage", permanent.getDamage(), "counters", counters(permanent.getCounters(game)),
                "face_down", permanent.isFaceDown(game), "back", permanent.isTransformed(), "phased_out", !permanent.isPhasedIn(),
                "summoning_sick", permanent.hasSummoningSickness(),
                "attached_to", permanent.hasSubtype(SubType.AURA, game) ? run.name(host) : there(host),
                "attacking", attacked(permanent), "blocking", blocked.map(run::name).toList(),
                "chosen", chosen(permanent), "abilities", abilities(permanent, permanent.getId()), "taps_for", taps(permanent),
                "protector", run.name(permanent.getProtectorId()));
    }

    /** Whom a permanent attacks; a planeswalker that is gone, or was removed from combat, is attacked no more. */
    String attacked(Permanent permanent) {
        return permanent.isAttacking() ? there(run.game.getCombat().getDefenderId(permanent.getId())) : null;
    }

    /** The name of a player or permanent that is still there. */
    private String there(UUID id) {
        return run.game.getPlayer(id) == null && run.game.getPermanent(id) == null ? null : run.name(id);
    }

    /** The types of mana that a permanent's abilities give for no more than to tap it. */
    private List<String> taps(Permanent permanent) {
        return permanent.getAbilities(run.game).stream()
                .filter(each -> mana(each) && each.getManaCosts().isEmpty() && each.getCosts().size() == 1
                        && each.getCosts().get(0) instanceof TapSourceCost)
                .flatMap(each -> letters(each).stream()).distinct().toList();
    }

    private Map<String, Object> chosen(Permanent permanent) {
        Map<String, Object> told = map();
        CHOSEN.forEach((suffix, word) -> {
            Object value = run.game.getState().getValue(permanent.getId() + suffix);
            if (value instanceof ObjectColor color) value = colors(color).size() == 1 ? colors(color).get(0) : null;
            if (value instanceof UUID object) value = run.name(object);
            if (value != null) told.put(word, value.toString());
        });
        return told;
    }

    private Map<String, Object> onStack(StackObject object) {
        Ability ability = object.getStackAbility();
        List<String> targets = ability.getTargets().stream().flatMap(each -> each.getTargets().stream()).map(run::name).toList();
        Map<String, Object> told = map("controller", run.name(object.getControllerId()), "targets", targets);
        if (object instanceof Spell spell) {
            Modes modes = spell.getSpellAbility().getModes();
            List<UUID> all = List.copyOf(modes.keySet());
            List<String> words = run.data.modes(spell.getCard().getName(), all.size());
            told.putAll(known("card", spell.getCard().getMainCard().getName(), "copy", spell.isCopy(),
                    "id", spell.isCopy() ? null : run.id(spell.getSourceId()),
                    "face_down", spell.isFaceDown(run.game), "x", CardUtil.getSourceCostsTagX(run.game, ability, 0),
                    "modes", words.isEmpty() ? words : modes.getSelectedModes().stream().map(each -> words.get(all.indexOf(each))).toList(),
                    "kicked", KickerAbility.getKickedCounter(run.game, ability), "abilities", abilities(spell, spell.getSourceId())));
            told.putAll(characteristics(spell));
        } else {
            String label = word(ability, object.getSourceId());
            told.putAll(map("ability_of", run.name(object.getSourceId()), "ability", label == null ? form(ability) : label));
        }
        return told;
    }

    // --- abilities ---------------------------------------------------------------------------------------------------

    @Override
    public List<Ability> printed(String name) {
        Card card = Position.make(name);
        return card == null ? List.of() : card.getAbilities().stream().filter(each -> !silent(each) && keyword(each) == null).toList();
    }

    @Override
    public String form(Ability ability) {
        return ability instanceof TriggeredAbility ? "triggered" : ability instanceof ActivatedAbility ? "activated" : "passive";
    }

    @Override
    public String sign(Ability ability) {
        return ability.getRule().replaceAll("[^A-Za-z0-9{}+:-]+", " ").trim().toLowerCase(Locale.ROOT);
    }

    @Override public boolean mana(Ability ability) { return ability instanceof ActivatedManaAbilityImpl; }

    @Override public String loyalty(Ability ability) { return ability.getRule().split(":")[0]; }

    private Stream<MageObject> objects() {
        return Stream.concat(run.game.getCards().stream(), run.game.permanents().stream());
    }

    @Override public Collection<String> names() { return objects().map(MageObject::getName).toList(); }

    /** The subtypes that objects in the game have. */
    List<String> subtypes() { return objects().flatMap(each -> each.getSubtype(run.game).stream()).map(SubType::getDescription).toList(); }

    /** A permanent's or spell's abilities in the words of the card data, or in the engine's where those tell nothing of them. */
    private List<String> abilities(Card object, UUID id) {
        List<String> told = new ArrayList<>();
        boolean every = object.isLand(run.game) && BASIC.stream().allMatch(type -> object.hasSubtype(type, run.game));
        for (Ability ability : object.getAbilities(run.game)) {
            if (silent(ability) || ability instanceof SpecialAction) continue;
            if (every && ability instanceof AnyColorManaAbility) { // the engine has one for all basic land types
                MagicRun.COLORS.forEach(letter -> told.add("tap for " + letter));
                continue;
            }
            String word = Objects.requireNonNullElseGet(word(ability, id), ability::getRule);
            if (!mana(ability) || !told.contains(word)) told.add(word);
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
        return labels.label(ability, run.names(object));
    }

    /** What a mana ability can produce. */
    Set<String> letters(Ability ability) {
        Set<String> found = new LinkedHashSet<>();
        for (Mana mana : ((ActivatedManaAbilityImpl) ability).getNetMana(run.game)) {
            if (mana.getAny() > 0) found.addAll(MagicRun.COLORS);
            MagicRun.MANA.stream().filter(letter -> mana.get(Seat.MANA.get(letter)) > 0).forEach(found::add);
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
