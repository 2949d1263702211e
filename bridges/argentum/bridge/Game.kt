package bridge

import com.wingedsheep.engine.core.AbilityTriggeredEvent
import com.wingedsheep.engine.core.CoinFlipEvent
import com.wingedsheep.engine.core.GameAction
import com.wingedsheep.engine.core.GameEvent
import com.wingedsheep.engine.core.LibraryShuffledEvent
import com.wingedsheep.engine.core.PassPriority
import com.wingedsheep.engine.core.SubmitDecision
import com.wingedsheep.engine.legalactions.EnumerationMode
import com.wingedsheep.engine.legalactions.LegalAction
import com.wingedsheep.engine.state.ComponentContainer
import com.wingedsheep.engine.state.GameState
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.engine.state.components.identity.OwnerComponent
import com.wingedsheep.engine.state.components.identity.TokenComponent
import com.wingedsheep.engine.state.components.player.ManaPoolComponent
import com.wingedsheep.sdk.core.Zone
import com.wingedsheep.sdk.model.EntityId
import kit.Answers
import kit.Facts

private const val PLENTY = 1000
private const val LETTERS = "WUBRGC"
private val HIDDEN = setOf(Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.EXILE)

private fun ManaPoolComponent.restricted(letter: Char) = restrictedMana.count { (it.color?.symbol ?: 'C') == letter }

/** Returns the mana in a player's pool by type, in the order of `LETTERS`, what only some things can be paid with included. */
fun pool(player: EntityId, state: GameState): List<Int> = state.getEntity(player)!!.get<ManaPoolComponent>()!!.let { pool ->
    listOf(pool.white, pool.blue, pool.black, pool.red, pool.green, pool.colorless)
        .zip(LETTERS.map(pool::restricted)) { some, other -> some + other }
}

private fun GameState.having(player: EntityId, mana: List<Int>): GameState = updateEntity(player) { facts ->
    val pool = facts.get<ManaPoolComponent>()!!
    val rest = mana.zip(LETTERS.map(pool::restricted)) { all, restricted -> maxOf(0, all - restricted) }
    facts.with(pool.copy(white = rest[0], blue = rest[1], black = rest[2], red = rest[3], green = rest[4], colorless = rest[5]))
}

/** Returns amounts of mana by type as a position tells them. */
fun mana(told: Map<String, Int>): List<Int> = LETTERS.map { told[it.toString()] ?: 0 }

/** Modes and targets that an action has named for a spell or an ability of an object. */
class Plan(val source: EntityId, val modes: List<String>, val targets: List<EntityId>)

/** One request's game: the engine's state, what its objects are called, and the way to do something in it. */
class Game(val engine: Engine, val given: Facts, private val observed: List<List<String>>, val answers: Answers) {
    val players: List<EntityId> = given.texts("players").map(EntityId::of)
    var state = GameState()
        private set
    /** What has happened, the oldest first. */
    val events = mutableListOf<GameEvent>()
    /** The cards that objects were at the beginning; the names that tokens have got. */
    val printed = mutableMapOf<EntityId, String>()
    /** The objects that have an id. */
    val ids = mutableSetOf<EntityId>()
    /** The damage that creatures are to assign in combat, as far as that was announced. */
    var announced: () -> Map<String, Map<String, Int>> = { emptyMap() }
    /** What the last action announced, for an engine that asks for some of it later. */
    var planned: Plan? = null
    private val tokens = mutableMapOf<EntityId, String>()
    private val questions = Questions(this)
    /** Libraries whose order is chance, with the cards in them then. */
    private val shuffled = mutableMapOf<EntityId, List<EntityId>>()

    init {
        state = Position(this).set()
    }

    fun of(entity: EntityId): ComponentContainer? = state.getEntity(entity)

    fun facts(player: EntityId): Facts = given.at(player.value)

    /** Returns what an object or a player is called. */
    fun name(entity: EntityId): String = when {
        entity in players || entity in ids -> entity.value
        else -> tokens[entity] ?: printed[entity] ?: of(entity)?.get<CardComponent>()?.name ?: entity.value
    }

    /** Returns the objects and players of a name, the battlefield first; an id has one. */
    fun all(name: String): List<EntityId> {
        val named = EntityId.of(name)
        if (named in players || named in ids) return listOf(named)
        val seen = state.getBattlefield() + state.stack.reversed() + players.flatMap { player -> HIDDEN.flatMap { state.getZone(player, it) } }
        return seen.filter { it !in ids && name(it) == name }
    }

    fun find(name: String): EntityId? = all(name).firstOrNull()

    /** Returns the player who controls an object, or owns a card. */
    fun controller(entity: EntityId): EntityId? =
        state.projectedState.getController(entity) ?: of(entity)?.get<OwnerComponent>()?.playerId

    /** Returns the card data's word for one that is chosen as a card enters. */
    fun choice(card: String, word: String): String = engine.data.choices(card).firstOrNull { plain(it) == plain(word) } ?: word

    private fun plain(word: String): String = word.lowercase().filter(Char::isLetterOrDigit)

    /** Tells whether a part of the position is looked at. */
    fun observed(part: String): Boolean = observed.isEmpty() || observed.any { part in it }

    fun legal(player: EntityId): List<LegalAction> = engine.legal.enumerate(filled(), player, EnumerationMode.ACTIONS_ONLY)

    fun pass() = state.priorityPlayerId?.let { act(PassPriority(it)) }

    /** Has the engine do something and answers what it asks; returns why it does not, or null. */
    fun act(action: GameAction, pay: List<Int>? = null): String? {
        var next: GameAction? = action
        var mana = pay
        while (next != null) {
            val before = state
            val came = engine.processor.process(mana?.let { before.having(action.playerId, it) } ?: filled(), next).result
            came.error?.let { return it }
            state = mana?.let { came.state.unspent(before, action.playerId, it) } ?: came.state.emptied(before)
            mana = null
            events += came.events
            name()
            chance(came.events)
            next = state.pendingDecision?.let { SubmitDecision(it.playerId, questions.answer(it)) }
        }
        return null
    }

    /** Returns how often an ability of each object has triggered. */
    fun triggered(): Map<String, Int> =
        ids.associate { it.value to 0 } + events.filterIsInstance<AbilityTriggeredEvent>().groupingBy { name(it.sourceId) }.eachCount()

    private fun name() {
        for (entity in state.getBattlefield()) {
            if (entity in printed) continue
            val card = of(entity)?.get<CardComponent>()?.name.orEmpty().removeSuffix(" Token")
            printed[entity] = card
            if (of(entity)?.has<TokenComponent>() == true) {
                val word = card.lowercase().replace(Regex("[^a-z0-9]+"), "_")
                tokens[entity] = "${word}_${tokens.values.count { it.substringBeforeLast('_') == word } + 1}"
            }
        }
    }

    private fun chance(events: List<GameEvent>) {
        if (events.any { it is CoinFlipEvent }) throw answers.unsupported("choice", "the result of a coin")
        for ((player, cards) in shuffled) {
            if (state.getZone(player, Zone.LIBRARY).toSet() != cards.toSet()) throw answers.unsupported("choice", "the order of a shuffled library")
        }
        for (event in events.filterIsInstance<LibraryShuffledEvent>()) {
            val cards = state.getZone(event.playerId, Zone.LIBRARY)
            if (cards.map(::name).toSet().size > 1) shuffled[event.playerId] = cards
        }
    }

    // A player whose mana the position does not tell pays what is asked, and keeps in the pool what is there.

    private fun unlimited(player: EntityId) = !facts(player).has("mana")

    private fun filled(): GameState = players.filter(::unlimited).fold(state) { made, player ->
        made.having(player, pool(player, made).map { it + PLENTY })
    }

    private fun GameState.emptied(before: GameState): GameState = players.filter(::unlimited).fold(this) { made, player ->
        made.having(player, pool(player, made).zip(pool(player, before)) { now, then ->
            if (now < PLENTY / 2) now else maxOf(then, now - PLENTY)
        })
    }

    private fun GameState.unspent(before: GameState, player: EntityId, pay: List<Int>): GameState {
        if (pool(player, this).any { it > 0 }) throw answers.unsupported("action", "paying with mana that the engine does not take")
        return having(player, pool(player, before).zip(pay) { then, spent -> then - spent })
    }
}
