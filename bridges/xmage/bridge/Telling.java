package bridge;

import static kit.Answers.map;

import java.util.*;
import java.util.stream.*;
import kit.MagicRun;
import mage.ObjectColor;
import mage.abilities.*;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.keyword.KickerAbility;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.Card;
import mage.constants.*;
import mage.counters.*;
import mage.game.*;
import mage.game.permanent.*;
import mage.game.stack.*;
import mage.util.CardUtil;
import mage.watchers.common.*;

/** The game's position in the vocabulary of positions. */
final class Telling extends kit.Telling<Run, Seat, Card> {
    /** The names under which the engine keeps what was chosen for a permanent, and the words for them. */
    private static final Map<String, String> CHOSEN = Map.of("_color", "color", "_type", "type", "_modeChoice", "word",
            "_player", "player", "BasicLandType", "type", "_opponent", "player", "NAMED_CARD", "name");

    Telling(Run run) { super(run); }

    @Override
    protected Map<String, Object> game() {
        Table game = run.game;
        run.tokens();
        List<String> extra = new ArrayList<>();
        game.getState().getTurnMods().stream().filter(each -> each.isExtraTurn())
                .forEach(each -> extra.add(0, run.name(each.getPlayerId())));
        return known("turn", run.script.active(), "turns", game.getTurnNum(), "over", game.checkIfGameIsOver(),
                "extra_turns", extra, "stack", game.getStack().stream().map(this::onStack).toList(),
                "triggered", run.ids.counted(run.triggered, run::name), "monarch", run.name(game.getMonarchId()),
                "step", run.script.step());
    }

    @Override protected Seat player(String name) { return run.seat(name); }

    @Override
    protected Map<String, Object> told(Seat seat) {
        GameState state = run.game.getState();
        UUID player = seat.getId();
        return map("life", seat.getLife(), "counters", counters(seat.getCountersAsCopy()), "mana", seat.mana(),
                "lands_played", seat.getLandsPlayed(), "won", seat.hasWon(), "left", seat.hasLeft(),
                "lost", seat.hasLost() && !seat.hasDrew(), // who draws the game has lost it, to the engine
                "drawn", state.getWatcher(CardsDrawnThisTurnWatcher.class).getCardsDrawnThisTurn(player),
                "gained", state.getWatcher(PlayerGainedLifeWatcher.class).getLifeGained(player),
                "lost_life", state.getWatcher(PlayerLostLifeWatcher.class).getLifeLost(player),
                "cast", state.getWatcher(SpellsCastWatcher.class).getCount(player));
    }

    @Override
    protected List<? extends Card> zone(Seat seat, String zone) {
        if (zone.equals("battlefield")) {
            return run.game.getBattlefield().getAllPermanents().stream().filter(each -> each.isControlledBy(seat.getId())).toList();
        }
        if (zone.equals("exile")) return List.copyOf(run.game.getExile().getCardsOwned(run.game, seat.getId()));
        Collection<UUID> cards = switch (zone) {
            case "hand" -> seat.getHand();
            case "library" -> seat.getLibrary().getCardList();
            case "graveyard" -> seat.getGraveyard();
            default -> seat.getSideboard();
        };
        return cards.stream().map(run.game::getCard).filter(Objects::nonNull).toList();
    }

    private static Map<String, Object> counters(Counters counters) {
        return positive(counters.values().stream().collect(Collectors.toMap(Counter::getName, Counter::getCount)));
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
        Map<String, Object> told = map("face_down", card.isFaceDown(run.game) ? true : null);
        if (!card.getCounters(run.game).isEmpty()) told.put("counters", counters(card.getCounters(run.game)));
        for (Permanent each : run.game.permanents()) {
            UUID zone = CardUtil.getExileZoneId(run.game, each.getId(), each.getZoneChangeCounter(run.game));
            boolean beside = run.game.getExile().getExileZones().stream().anyMatch(every -> every.contains(card.getId())
                    && (every.getId().equals(zone) || every.getName().startsWith(each.getIdName() + " ")));
            boolean imprinted = each.getImprinted() != null && each.getImprinted().contains(card.getId())
                    && run.game.getState().getZone(card.getId()) == Zone.EXILED;
            if (imprinted || beside) told.put("exiled_with", run.name(each.getId()));
        }
        return told;
    }

    @Override
    protected Map<String, Object> characteristics(Card object) {
        Table game = run.game;
        boolean creature = object.isCreature(game) || !(object instanceof Permanent) && object.hasSubtype(SubType.VEHICLE, game);
        boolean down = object instanceof Permanent permanent && permanent.isFaceDown(game);
        return map("name", down ? "" : object instanceof PermanentToken ? kit.Ids.plain(object.getName()) : object.getName(),
                "supertypes", words(object.getSuperType(game)), "types", words(new LinkedHashSet<>(object.getCardType(game))),
                "subtypes", subtypes(object), "colors", colors(object.getColor(game)),
                "mana_cost", String.join("", object.getManaCost().getText()), "mana_value", object.getManaValue(),
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
        Table game = run.game;
        Permanent permanent = (Permanent) object;
        Stream<Permanent> blocked = permanent.getBlockingRefs().stream().map(each -> each.getPermanent(game))
                .filter(each -> each != null && each.isAttacking()); // the engine keeps those that are gone, too
        return map("owner", run.name(permanent.getOwnerId()), "token", permanent instanceof PermanentToken,
                "tapped", permanent.isTapped(), "damage", permanent.getDamage(), "counters", counters(permanent.getCounters(game)),
                "face_down", permanent.isFaceDown(game), "back", permanent.isTransformed(), "phased_out", !permanent.isPhasedIn(),
                "summoning_sick", permanent.hasSummoningSickness(), "attached_to", attached(permanent),
                "attacking", attacked(permanent), "blocking", blocked.map(each -> run.name(each.getId())).toList(),
                "chosen", chosen(permanent), "abilities", run.words.abilities(permanent), "taps_for", taps(permanent),
                "protector", run.name(permanent.getProtectorId()));
    }

    /** What a permanent is attached to; one that is no Aura any more keeps the number of what has gone. */
    private String attached(Permanent permanent) {
        UUID host = permanent.getAttachedTo();
        boolean gone = run.game.getPermanent(host) == null && run.game.getPlayer(host) == null;
        return gone && !permanent.hasSubtype(SubType.AURA, run.game) ? null : run.name(host);
    }

    /** Whom a permanent attacks; a planeswalker that is gone, or was removed from combat, is attacked no more. */
    String attacked(Permanent permanent) {
        UUID defender = permanent.isAttacking() ? run.game.getCombat().getDefenderId(permanent.getId()) : null;
        return run.game.getPlayer(defender) == null && run.game.getPermanent(defender) == null ? null : run.name(defender);
    }

    /** The types of mana that a permanent's abilities give for no more than to tap it. */
    private List<String> taps(Permanent permanent) {
        return permanent.getAbilities(run.game).stream()
                .filter(each -> each instanceof ActivatedManaAbilityImpl && each.getManaCosts().isEmpty()
                        && each.getCosts().size() == 1 && each.getCosts().get(0) instanceof TapSourceCost)
                .flatMap(each -> run.words.letters(each).stream()).distinct().toList();
    }

    private Map<String, Object> chosen(Permanent permanent) {
        Map<String, Object> told = map();
        CHOSEN.forEach((suffix, word) -> {
            Object value = run.game.getState().getValue(permanent.getId() + suffix);
            if (value instanceof ObjectColor color) value = colors(color).size() == 1 ? colors(color).get(0) : null;
            if (value instanceof SubType type) value = type.getDescription();
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
                    "kicked", KickerAbility.getKickedCounter(run.game, ability)));
            told.putAll(characteristics(spell));
        } else {
            String label = run.words.word(ability, object.getSourceId());
            told.putAll(map("ability_of", run.name(object.getSourceId()),
                    "ability", label == null ? run.words.form(ability) : label));
        }
        return told;
    }
}
