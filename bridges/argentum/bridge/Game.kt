package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.legalactions.EnumerationMode
import com.wingedsheep.engine.legalactions.LegalAction
import com.wingedsheep.engine.state.ComponentContainer
import com.wingedsheep.engine.state.GameState
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.engine.state.components.identity.OwnerComponent
import com.wingedsheep.engine.state.components.identity.TokenComponent
import com.wingedsheep.engine.state.components.player.ManaPoolComponent
import com.wingedsheep.engine.state.components.stack.ActivatedAbilityOnStackComponent
import com.wingedsheep.engine.state.components.stack.TriggeredAbilityOnStackComponent
import com.wingedsheep.sdk.core.Zone
import com.wingedsheep.sdk.model.EntityId
import kit.Announced
import kit.Ids
import kit.MagicRun

private const val PLENTY = 1000
private val HIDDEN = setOf(Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.EXILE)

private fun ManaPoolComponent.restricted() =
    MagicRun.MANA.map { letter -> restrictedMana.count { (it.color?.symbol ?: 'C').toString() == letter } }

/** Returns the mana in a player's pool, in the order of types, what only some things can be paid with included. */
fun pool(player: EntityId, state: GameState): List<Int> = state.getEntity(player)!!.get<ManaPoolComponent>()!!.let { pool ->
    listOf(pool.white, pool.blue, pool.black, pool.red, pool.green, pool.colorless).zip(pool.restricted(), Int::plus)
}

fun GameState.having(player: EntityId, mana: List<Int>): GameState = updateEntity(player) { facts ->
    val pool = facts.get<ManaPoolComponent>()!!
    val rest = mana.zip(pool.restricted()) { all, restricted -> maxOf(0, all - restricted) }
    facts.with(pool.copy(white = rest[0], blue = rest[1], black = rest[2], red = rest[3], green = rest[4], colorless = rest[5]))
}

/** Returns amounts of mana by type as a position tells them. */
fun mana(told: Map<String, Int>): List<Int> = MagicRun.MANA.map { told[it] ?: 0 }

/** One request's game: the engine's state, what its objects are called, and the way to do something in it. */
class Game(val engine: Engine, request: Request) : MagicRun<EntityId>(request) {
    val players: List<EntityId> = given.texts("players").map(EntityId::of)
    var state = GameState()
    /** What has happened, the oldest first. */
    val events = mutableListOf<GameEvent>()
    /** The cards that objects were at the beginning, or as they came. */
    val printed = mutableMapOf<EntityId, String>()
    val ids = Ids<EntityId>()
    val script = Script(this)
    private val telling = Telling(this)
    /** What was announced for an ability, by its source: the engine asks for its modes, and the targets of those, as it resolves. */
    var later: Pair<EntityId, Announced>? = null
    /** Libraries whose order is chance, with the cards in them then. */
    private val shuffled = mutableMapOf<EntityId, Set<EntityId>>()

    init {
        Position(this).set()
    }

    override fun player(name: String): EntityId = EntityId.of(name)

    fun of(entity: EntityId): ComponentContainer? = state.getEntity(entity)

    /** Returns what an object is called; an ability on the stack is called as its source. */
    override fun name(entity: Any): String = (entity as EntityId).let { ids.id(it) ?: source(it)?.let(::name) ?: printed(it) }

    private fun source(entity: EntityId): EntityId? = of(entity)?.let {
        it.get<ActivatedAbilityOnStackComponent>()?.sourceId ?: it.get<TriggeredAbilityOnStackComponent>()?.sourceId
    }

    /** Returns the name of an object's card. */
    fun printed(entity: EntityId): String = printed[entity] ?: of(entity)?.get<CardComponent>()?.name ?: entity.value

    /** Returns the object or player of an id, or one that has a name and fits, the battlefield first. */
    fun find(name: String, fits: (EntityId) -> Boolean = { true }): EntityId? {
        val seen = state.getBattlefield() + state.stack.reversed() + players.flatMap { player -> HIDDEN.flatMap { state.getZone(player, it) } }
        return ids.key(name) ?: players.firstOrNull { it.value == name }
            ?: seen.firstOrNull { ids.id(it) == null && printed(it) == name && fits(it) }
    }

    /** Returns the player who controls an object, or owns a card. */
    fun controller(entity: EntityId): EntityId? =
        state.projectedState.getController(entity) ?: of(entity)?.get<OwnerComponent>()?.playerId

    /** Returns the card data's word for one that is chosen as a card enters. */
    fun choice(card: String, word: String): String = data.choices(card).firstOrNull { plain(it) == plain(word) } ?: word

    private fun plain(word: String): String = word.lowercase().filter(Char::isLetterOrDigit)

    fun legal(player: EntityId): List<LegalAction> = engine.legal.enumerate(filled(), player, EnumerationMode.ACTIONS_ONLY)

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
            came.events.mapNotNull(telling::triggered).forEach(ids::triggered)
            state.getBattlefield().filter { it !in printed }.forEach {
                printed[it] = Ids.plain(printed(it))
                if (of(it)!!.has<TokenComponent>()) ids.token(it, printed(it))
            }
            chance(came.events)
            next = state.pendingDecision?.let { SubmitDecision(it.playerId, Question(this, it).answer()) }
        }
        return null
    }

    private fun chance(events: List<GameEvent>) {
        if (events.any { it is CoinFlipEvent }) throw answers.unsupported("choice", "the result of a coin")
        val known = shuffled.all { (player, cards) -> state.getZone(player, Zone.LIBRARY).toSet() == cards }
        if (!known) throw answers.unsupported("choice", "the order of a shuffled library")
        for (event in events.filterIsInstance<LibraryShuffledEvent>()) {
            val cards = state.getZone(event.playerId, Zone.LIBRARY)
            if (cards.map(::name).distinct().size > 1) shuffled[event.playerId] = cards.toSet()
        }
    }

    // A player whose mana the position does not tell pays what is asked, and keeps in the pool what is there.

    private fun unlimited() = players.filter { !given.at(it.value).has("mana") }

    private fun filled(): GameState = unlimited().fold(state) { made, player ->
        made.having(player, pool(player, made).map { it + PLENTY })
    }

    private fun GameState.emptied(before: GameState): GameState = unlimited().fold(this) { made, player ->
        made.having(player, pool(player, made).zip(pool(player, before)) { now, then ->
            if (now < PLENTY / 2) now else maxOf(then, now - PLENTY)
        })
    }

    private fun GameState.unspent(before: GameState, player: EntityId, pay: List<Int>): GameState {
        if (pool(player, this).any { it > 0 }) throw answers.unsupported("action", "paying with mana that the engine does not take")
        return having(player, pool(player, before).zip(pay, Int::minus))
    }
}
