package bridge;

import forge.deck.Deck;
import forge.game.Game;
import forge.game.GameEntity;
import forge.game.GameEntityCounterTable;
import forge.game.GameRules;
import forge.game.GameStage;
import forge.game.GameType;
import forge.game.Match;
import forge.game.ability.AbilityKey;
import forge.game.card.Card;
import forge.game.card.CardDamageMap;
import forge.game.player.Player;
import forge.game.player.RegisteredPlayer;
import forge.game.replacement.ReplacementEffect;
import forge.game.replacement.ReplacementHandler;
import forge.game.replacement.ReplacementLayer;
import forge.game.replacement.ReplacementType;
import forge.game.spellability.SpellAbility;
import forge.game.spellability.SpellAbilityStackInstance;
import forge.game.zone.ZoneType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import kit.Answers;
import kit.CardData;
import kit.Facts;

/** One request: what its parts share, and which of the engine's objects is called what. */
final class Run {
    final Facts given;
    final Facts request;
    final Answers answers;
    final Words words;
    final Game game;
    final Script script;
    final Map<String, Player> players = new LinkedHashMap<>();
    /** How often abilities of an object have triggered, by the engine's number. */
    final Map<Integer, Integer> triggered = new HashMap<>();
    /** What an effect would change that waits to be applied. */
    final Map<ReplacementEffect, Set<Object>> affected = new IdentityHashMap<>();
    /** The modes that were chosen for spells and abilities, by the engine's number. */
    final Map<Integer, List<String>> modes = new HashMap<>();
    private final Map<Integer, String> ids = new HashMap<>();
    private final Map<String, Integer> tokens = new HashMap<>();
    boolean started;

    Run(Map<String, Object> params, Answers answers, CardData data) {
        request = Facts.of(params);
        this.answers = answers;
        script = new Script(this, answers.actions(params, "mtg", Script.VERBS));
        given = answers.given(params, Position.UNSET);
        List<RegisteredPlayer> seats = new ArrayList<>();
        for (String name : given.texts("players")) {
            RegisteredPlayer seat = new RegisteredPlayer(new Deck(name));
            seat.setPlayer(new Lobby(name, this));
            seats.add(seat);
        }
        GameRules rules = new GameRules(GameType.Constructed);
        Match match = new Match(rules, seats, "case");
        game = new Game(seats, rules, match);
        words = new Words(this, data);

        game.getPlayers().forEach(player -> players.put(player.getName(), player));
        watch();
    }

    /** Plays the script; the run ends by what the answers have been told. */
    void play() {
        Chance.install(this);
        game.subscribeToEvents(script);
        game.setAge(GameStage.Play);
        Player first = players.get(turn());
        game.setStartingPlayer(first);
        game.getPhaseHandler().startFirstTurn(first, () -> {
            new Position(this).place();
            started = true;
        });
        script.gameOver();
    }

    String turn() {
        return given.text("turn", given.texts("players").get(0));
    }

    Facts told(Player player) {
        return given.at(player.getName());
    }

    Seat seat(Player player) {
        return (Seat) player.getController();
    }

    /** Whether a path is looked at that has this key. */
    boolean looksAt(String key) {
        return request.get("observe") instanceof List<?> paths && paths.stream().anyMatch(path -> ((List<?>) path).contains(key));
    }

    /** Notes what the engine's replacement effects would change: it asks for one of them without saying that. */
    private void watch() {
        try {
            Field field = Game.class.getDeclaredField("replacementHandler");
            field.setAccessible(true);
            field.set(game, new ReplacementHandler(game) {
                @Override
                public List<ReplacementEffect> getReplacementList(ReplacementType event, Map<AbilityKey, Object> params, ReplacementLayer layer) {
                    Object about = params.get(AbilityKey.Affected);
                    List<ReplacementEffect> found = super.getReplacementList(event, params, layer);
                    if (event != ReplacementType.DamageDone) affected.clear();
                    found.forEach(each -> affected.computeIfAbsent(each, unused -> new HashSet<>()).add(about));
                    return found;
                }

                @Override
                public void runReplaceDamage(boolean combat, CardDamageMap damage, CardDamageMap prevented, GameEntityCounterTable counters, SpellAbility cause) {
                    affected.clear();
                    super.runReplaceDamage(combat, damage, prevented, counters, cause);
                }
            });
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine keeps its replacement effects elsewhere", failure);
        }
    }

    // --- names --------------------------------------------------------------------------------------------------------

    void register(String id, Card card) {
        ids.put(card.getId(), id);
    }

    Set<Map.Entry<Integer, String>> named() {
        return ids.entrySet();
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void nameTokens() {
        list(game.getCardsIncludePhasingIn(ZoneType.Battlefield)).stream().filter(each -> each.isToken() && !ids.containsKey(each.getId()))
                .sorted(java.util.Comparator.comparingInt(Card::getId)).forEach(each -> {
                    String word = plain(each.getName()).toLowerCase(Locale.ROOT).replaceAll("['’]", "").replaceAll("[^a-z0-9]+", "_");
                    register(word + "_" + tokens.merge(word, 1, Integer::sum), each);
                });
    }

    String id(Card card) {
        return ids.get(card.getId());
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String name(Object object) {
        if (object == null) return null;
        if (object instanceof Player player) return player.getName();
        if (object instanceof SpellAbilityStackInstance item) return name(item.getSourceCard());
        if (object instanceof SpellAbility ability) return name(ability.getHostCard());
        if (!(object instanceof Card card)) return String.valueOf(object);
        if (card.isImmutable() && card.getEffectSource() != null) return name(card.getEffectSource());
        if (card.isToken()) nameTokens();
        String id = id(card);
        return id != null ? id : printed(card);
    }

    static String printed(Card card) {
        return card.getPaperCard() == null || card.isToken() ? plain(card.getName()) : card.getPaperCard().getName();
    }

    /** A name without what the engine adds to those of tokens. */
    static String plain(String name) {
        return name.replaceAll(" Token$", "");
    }

    /** The object or player of a name; null if there is none. Of several of one name, that of the player whose turn it is. */
    GameEntity found(String name) {
        return found(name, game.getPhaseHandler().getPlayerTurn());
    }

    /** The object or player of a name; of several of one name, that of some player. */
    GameEntity found(String name, Player whose) {
        Player player = players.get(name);
        if (player != null) return player;
        Card other = null;
        for (ZoneType zone : List.of(ZoneType.Battlefield, ZoneType.Stack, ZoneType.Hand, ZoneType.Graveyard, ZoneType.Exile, ZoneType.Library,
                ZoneType.Sideboard, ZoneType.Command)) {
            for (Card card : game.getCardsIncludePhasingIn(zone)) {
                if (name.equals(id(card))) return card;
                if (id(card) != null || !name.equals(printed(card)) && !name.equals(plain(card.getName()))) continue;
                if (card.getController() == whose) return card;
                other = other == null ? card : other;
            }
        }
        return other;
    }

    /** Which of several objects are meant by some names, each once. */
    static <T> List<T> meant(List<T> objects, List<String> names, java.util.function.Function<T, String> namer) {
        List<T> left = new ArrayList<>(objects);
        List<T> chosen = new ArrayList<>();
        for (String name : names) {
            T one = left.stream().filter(each -> name.equals(namer.apply(each))).findFirst().orElseThrow();
            left.remove(one);
            chosen.add(one);
        }
        return chosen;
    }

    /** The engine's collections as lists. */
    static <T> List<T> list(Iterable<T> things) {
        List<T> list = new ArrayList<>();
        things.forEach(list::add);
        return list;
    }

    List<String> names(List<?> objects) {
        return objects.stream().map(this::name).filter(Objects::nonNull).toList();
    }
}
