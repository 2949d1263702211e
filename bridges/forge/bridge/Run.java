package bridge;

import forge.LobbyPlayer;
import forge.card.CardStateName;
import forge.deck.Deck;
import forge.game.*;
import forge.game.ability.AbilityKey;
import forge.game.card.*;
import forge.game.player.*;
import forge.game.replacement.*;
import forge.game.spellability.*;
import forge.game.staticability.StaticAbility;
import forge.game.trigger.Trigger;
import forge.game.zone.ZoneType;
import forge.util.MyRandom;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import kit.Ids;
import kit.MagicRun;
import org.apache.commons.lang3.tuple.Pair;

/** Forge behind the protocol: one request, and what its parts share. */
public final class Run extends MagicRun<Player> {
    /** What the engine keeps in hash tables by numbers that go on from game to game; each game is to go the same way. */
    private static final List<Class<?>> COUNTING = List.of(ReplacementEffect.class, Trigger.class, StaticAbility.class,
            SpellAbility.class, SpellAbilityStackInstance.class);
    /** Where objects are looked for by their names. */
    private final List<ZoneType> zones = List.of(ZoneType.Battlefield, ZoneType.Stack, ZoneType.Hand, ZoneType.Graveyard,
            ZoneType.Exile, ZoneType.Library, ZoneType.Sideboard, ZoneType.Command);

    final Game game;
    final Script script = new Script(this);
    final Telling telling = new Telling(this);
    final Ids<Integer> ids = new Ids<>();
    /** What an effect would change that waits to be applied. */
    final Map<ReplacementEffect, Set<Object>> affected = new IdentityHashMap<>();
    /** The modes that were chosen for spells and abilities, by the engine's number. */
    final Map<Integer, List<String>> modes = new HashMap<>();

    private Run(Request request) {
        super(request);
        COUNTING.forEach(each -> set(each, "maxId", null, 0));
        List<RegisteredPlayer> seats = given.texts("players").stream()
                .map(name -> new RegisteredPlayer(new Deck(name)).setPlayer(new Lobby(name))).toList();
        GameRules rules = new GameRules(GameType.Constructed);
        game = new Game(seats, rules, new Match(rules, seats, "case"));
        game.getPlayers().forEach(player -> players.put(player.getName(), player));
        set(Game.class, "replacementHandler", game, new Watch());
        set(MyRandom.class, "random", null, new Chance());
    }

    /** Argument: the engine's version for reports; where its folder is, and the words of the card data, stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        Position.load(Path.of(Files.readString(Path.of("data.txt"))));
        serve("Forge", arguments[0], "https://github.com/Card-Forge/forge", Position.UNSET, request -> new Run(request).play());
    }

    private void play() {
        game.subscribeToEvents(script);
        game.setAge(GameStage.Play);
        Player first = player(turn());
        game.setStartingPlayer(first);
        game.getPhaseHandler().startFirstTurn(first, () -> {
            new Position(this).stand();
            started = true;
        });
        throw script.finish();
    }

    /** Who takes a seat at the engine's table. */
    private final class Lobby extends LobbyPlayer implements IGameEntitiesFactory {
        Lobby(String name) { super(name); }

        @Override
        public Player createIngamePlayer(Game game, int id) {
            Player player = new Player(getName(), game, id);
            player.setFirstController(new WholeSeat(game, player, this, Run.this));
            return player;
        }

        @Override
        public PlayerController createMindSlaveController(Player master, Player slave) {
            throw answers.unsupported("choice", "a player who is controlled by another");
        }

        @Override public void hear(LobbyPlayer player, String message) { }
    }

    /** Notes what the engine's replacement effects would change: it asks for one of them without saying that. */
    private final class Watch extends ReplacementHandler {
        Watch() { super(game); }

        @Override
        public List<ReplacementEffect> getReplacementList(ReplacementType event, Map<AbilityKey, Object> params,
                ReplacementLayer layer) {
            List<ReplacementEffect> found = super.getReplacementList(event, params, layer);
            if (event != ReplacementType.DamageDone) affected.clear();
            Object changed = params.get(event == ReplacementType.ProduceMana ? AbilityKey.Player : AbilityKey.Affected); // who gets mana
            found.forEach(each -> affected.computeIfAbsent(each, unused -> new HashSet<>()).add(changed));
            return found;
        }

        @Override
        public void runReplaceDamage(boolean combat, CardDamageMap damage, CardDamageMap prevented, GameEntityCounterTable counters,
                SpellAbility cause) {
            affected.clear();
            super.runReplaceDamage(combat, damage, prevented, counters, cause);
        }
    }

    /** What the rules leave to chance: coins are asked for, and nothing else of it is played. */
    private final class Chance extends Random {
        @Override
        public boolean nextBoolean() {
            SpellAbilityStackInstance top = game.getStack().peek();
            Player who = top == null ? player(turn()) : top.getActivatingPlayer();
            return answers.one(who.getName(), "roll", name(top), List.of("heads", "tails")).equals("heads");
        }

        @Override
        public int nextInt(int bound) {
            String asking = StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                    .filter(name -> name.startsWith("forge.") || name.equals("java.util.Collections")).findFirst().orElse(""));
            if (bound > 1 && (asking.equals("forge.util.Aggregates") || asking.startsWith("forge.game.ability"))) {
                throw answers.unsupported("choice", "something at random");
            }
            return 0; // how a library is shuffled is asked for elsewhere, and the rest is for display
        }
    }

    // --- names -------------------------------------------------------------------------------------------------------

    @Override
    protected void tokens() {
        list(game.getCardsIncludePhasingIn(ZoneType.Battlefield)).stream().filter(Card::isToken)
                .sorted(Comparator.comparingInt(Card::getId)).forEach(this::token);
    }

    /** Gives a token its id by the name that it was created with: one that enters as a copy has another. */
    private void token(Card card) {
        ids.token(card.getId(), card.isBackSide() ? card.getName() : card.getOriginalState(CardStateName.Original).getName());
    }

    String id(Card card) { return ids.id(card.getId()); }

    @Override
    public String name(Object object) {
        if (object == null) return null;
        if (object instanceof Player player) return player.getName();
        if (object instanceof SpellAbilityStackInstance item) return name(item.getSourceCard());
        if (object instanceof CardTraitBase trait) return name(trait.getHostCard());
        if (object instanceof Pair<?, ?> pair) return name(pair.getRight());
        if (!(object instanceof Card card)) return String.valueOf(object);
        if (card.isImmutable() && card.getEffectSource() != null) return name(card.getEffectSource());
        if (card.isToken()) {
            tokens();
            token(card); // as it is created
        }
        return id(card) != null ? id(card) : printed(card);
    }

    static String printed(Card card) {
        return card.getPaperCard() == null || card.isToken() ? Ids.plain(card.getName()) : card.getPaperCard().getName();
    }

    /** The object or player of a name, of several of one name that of some player; null if there is none. */
    GameEntity found(String name, Player whose) {
        if (players.containsKey(name)) return players.get(name);
        Comparator<Card> known = Comparator.comparing(each -> id(each) == null);
        return zones.stream().flatMap(zone -> list(game.getCardsIncludePhasingIn(zone)).stream())
                .filter(each -> id(each) == null ? List.of(printed(each), Ids.plain(each.getName())).contains(name) : name.equals(id(each)))
                .min(known.thenComparing(each -> each.getController() != whose)).orElse(null);
    }
}
