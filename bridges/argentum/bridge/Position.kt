package bridge

import com.wingedsheep.engine.core.CardEntityFactory
import com.wingedsheep.engine.handlers.effects.FaceDownTurnUp
import com.wingedsheep.engine.mechanics.layers.StaticAbilityHandler
import com.wingedsheep.engine.state.*
import com.wingedsheep.engine.state.components.battlefield.*
import com.wingedsheep.engine.state.components.identity.*
import com.wingedsheep.engine.state.components.player.*
import com.wingedsheep.sdk.core.*
import com.wingedsheep.sdk.model.CardDefinition
import com.wingedsheep.sdk.model.EntityId
import com.wingedsheep.sdk.scripting.ChoiceSlot
import kit.Facts
import kit.MagicScript
import kit.Placing

/** The turn in which positions are: no player's first one, for in that some things are not as in others. */
const val FIRST_TURN = 10
/** What of a position cannot be set up. */
val UNSET = listOf(
    "effects", "extra_turns", "stack", "monarch", "command", "commander", "back", "phased_out", "token", "copy_of", "attacking",
    "blocking", "protector", "cast", "lost", "won", "left",
)
val BASICS = mapOf("Plains" to "W", "Island" to "U", "Swamp" to "B", "Mountain" to "R", "Forest" to "G")

/** Returns what a kind of counter is called, such as `+1/+1` or `first strike`. */
fun word(counter: CounterType): String {
    val size = counter.name.replace("PLUS_", "+").replace("MINUS_", "-").replace("ONE", "1").replace("ZERO", "0")
    return if (size[0] in "+-") size.replace('_', '/') else counter.name.replace('_', ' ').lowercase()
}

/** Returns the zone of a word. */
fun zone(word: String): Zone = Zone.entries.firstOrNull { it.name.equals(word, ignoreCase = true) } ?: Zone.SIDEBOARD

/** Puts the engine's state together as its own builders of scenarios do: from cards and components, without casting anything. */
class Position(game: Game) : Placing<Game, EntityId, EntityId>(game) {
    private val handler = StaticAbilityHandler(game.engine.cards.registry)

    fun set() {
        val step = Step.entries[MagicScript.STEPS.indexOf(step())]
        val active = EntityId.of(run.turn())
        run.state = GameState(
            turnOrder = run.players, activePlayerId = active, priorityPlayerId = active,
            phase = step.phase, step = step, turnNumber = FIRST_TURN,
        )
        place()
    }

    private fun lack(what: String): Nothing = throw run.answers.unsupported("state", what)

    private fun change(entity: EntityId, change: (ComponentContainer) -> ComponentContainer) {
        run.state = run.state.updateEntity(entity, change)
    }

    override fun card(name: String, facts: Facts, owner: EntityId): EntityId? {
        val card = run.engine.cards.find(name) ?: return null
        val entity = EntityId.of(facts.text("id") ?: "card-${run.printed.size}")
        if (facts.has("id")) run.ids.register(entity.value, entity)
        run.printed[entity] = card.name
        run.state = run.state.withEntity(entity, CardEntityFactory.create(card, owner).counting(facts))
        return entity
    }

    private fun ComponentContainer.counting(facts: Facts): ComponentContainer {
        val counters = facts.numbers("counters").mapKeys { (kind, _) ->
            CounterType.entries.firstOrNull { word(it) == kind } ?: lack("$kind counters")
        }
        return if (counters.isEmpty()) this else with(CountersComponent(counters))
    }

    override fun fill(player: EntityId, zone: String, cards: List<EntityId>) =
        cards.forEach { run.state = run.state.addToZone(ZoneKey(player, zone(zone)), it) }

    override fun tell(player: EntityId, told: Facts) {
        val pool = mana(told.numbers("mana"))
        val (gained, lost) = listOf("gained", "lost_life").map { told.number(it, 0) }
        var made = ComponentContainer.of(
            PlayerComponent(player.value), LifeTotalComponent(told.number("life", 20)),
            LandDropsComponent(1 - told.number("lands_played", 0), 1), CardsDrawnThisTurnComponent(told.number("drawn", 0)),
            ManaPoolComponent(pool[0], pool[1], pool[2], pool[3], pool[4], pool[5]),
        )
        if (gained > 0) made = made.with(LifeGainedThisTurnComponent).with(LifeGainedAmountThisTurnComponent(gained))
        if (lost > 0) made = made.with(LifeLostThisTurnComponent).with(LifeLostAmountThisTurnComponent(lost))
        run.state = run.state.withEntity(player, made.counting(told))
    }

    override fun put(placed: Placed<EntityId, EntityId>) {
        val facts = placed.facts
        val card = run.engine.cards.find(run.printed(placed.card))!!
        fill(placed.controller, "battlefield", listOf(placed.card))
        change(placed.card) { bare ->
            var made = bare.with(ControllerComponent(placed.controller)).with(BattlefieldEntryTimestampComponent(run.state.timestamp))
            if (facts.tells("tapped")) made = made.with(TappedComponent)
            if (facts.tells("summoning_sick")) made = made.with(SummoningSicknessComponent)
            if (!facts.has("counters")) made = entering(made, card)
            if (facts.tells("damage")) made = made.with(DamageComponent(facts.number("damage", 0)))
            facts.at("chosen").keys().forEach { made = chosen(made, it, facts.at("chosen").text(it)) }
            if (facts.tells("face_down")) down(made, card) else whole(made, card, facts.numbers("counters")["lore"] ?: 0)
        }
        run.state = run.state.tick()
    }

    /** Adds the counters that a planeswalker or a battle enters with. */
    private fun entering(bare: ComponentContainer, card: CardDefinition): ComponentContainer {
        val counters = listOf(CounterType.LOYALTY to card.startingLoyalty, CounterType.DEFENSE to card.startingDefense)
        val own = counters.mapNotNull { (kind, number) -> number?.let { kind to it } }.toMap()
        return if (own.isEmpty()) bare else bare.with(CountersComponent(own))
    }

    private fun down(made: ComponentContainer, card: CardDefinition): ComponentContainer {
        val mode = FaceDownTurnUp.castMode(card) ?: lack("${card.name} face down")
        val up = FaceDownTurnUp.dataFor(card, made.get<CardComponent>()!!.cardDefinitionId, mode)
        return made.with(FaceDownComponent).with(FaceDownModeComponent(mode)).with(up ?: lack("${card.name} face down"))
    }

    /** Adds what a permanent has of its card beside its characteristics. */
    private fun whole(bare: ComponentContainer, card: CardDefinition, lore: Int): ComponentContainer {
        var made = bare
        if (card.isClass) made = made.with(ClassLevelComponent(currentLevel = 1))
        if (card.isSaga) made = made.with(SagaComponent(card.sagaChapters.map { it.chapter }.filter { it <= lore }.toSet()))
        card.backFace?.let { made = made.with(DoubleFacedComponent(card.name, it.name, DoubleFacedComponent.Face.FRONT)) }
        return handler.addReplacementEffectComponent(handler.addContinuousEffectComponent(made, card), card)
    }

    private fun chosen(made: ComponentContainer, what: String, told: String): ComponentContainer = when (what) {
        "color" -> made.withCastChoice(ChoiceSlot.COLOR, ChoiceValue.ColorChoice(Color.fromSymbol(told.single())!!))
        "type" -> made.withCastChoice(if (told in BASICS) ChoiceSlot.LAND_TYPE else ChoiceSlot.CREATURE_TYPE, ChoiceValue.TextChoice(told))
        else -> lack("a chosen $what")
    }

    override fun attach(placed: Placed<EntityId, EntityId>, to: String): Boolean {
        val host = run.ids.key(to) ?: run.players.firstOrNull { it.value == to } ?: return false
        change(placed.card) { it.with(AttachedToComponent(host)) }
        change(host) { it.with(AttachmentsComponent(it.get<AttachmentsComponent>()?.attachedIds.orEmpty() + placed.card)) }
        return true
    }

    override fun exile(owner: EntityId, facts: Facts, card: EntityId) {
        if (facts.tells("face_down")) lack("face down in exile")
        fill(owner, "exile", listOf(card))
        val source = facts.text("exiled_with")?.let { run.find(it) ?: lack("exiled with $it") } ?: return
        change(source) { it.with(LinkedExileComponent(it.get<LinkedExileComponent>()?.exiledIds.orEmpty() + card)) }
    }
}
