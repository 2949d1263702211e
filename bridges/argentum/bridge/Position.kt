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

/** The turn in which positions are: no player's first one, for in that some things are not as in others. */
const val FIRST_TURN = 10
private val STARTS = setOf(Step.UPKEEP, Step.DRAW, Step.PRECOMBAT_MAIN, Step.BEGIN_COMBAT, Step.POSTCOMBAT_MAIN, Step.END)
/** What of a position cannot be set up. */
val UNSET = listOf(
    "effects", "extra_turns", "stack", "monarch", "command", "back", "phased_out", "token", "copy_of", "attacking", "blocking", "protector",
)
private val BASIC = setOf("Plains", "Island", "Swamp", "Mountain", "Forest")
private val SIZES = listOf("PLUS" to "+", "MINUS" to "-", "ONE" to "1", "ZERO" to "0")

/** Returns what a kind of counter is called, such as `+1/+1` or `first strike`. */
fun word(counter: CounterType): String {
    val parts = counter.name.split('_')
    if (parts.size != 4) return parts.joinToString(" ").lowercase()
    val (first, second) = parts.map { part -> SIZES.firstOrNull { it.first == part }?.second ?: part }.chunked(2).map { it.joinToString("") }
    return "$first/$second"
}

/** Puts the engine's state together as its own builders of scenarios do: from cards and components, without casting anything. */
class Position(private val game: Game) {
    private var state = GameState()
    private val handler = StaticAbilityHandler(game.engine.cards.registry)
    private val attached = mutableListOf<Pair<EntityId, String>>()
    private var made = 0

    fun set(): GameState {
        val given = game.given
        val step = Step.entries[MagicScript.STEPS.indexOf(given.text("step", "precombat main"))]
        if (step !in STARTS) lack("step ${given.text("step")}")
        val active = EntityId.of(given.text("turn", game.players.first().value))
        state = state.copy(
            turnOrder = game.players, activePlayerId = active, priorityPlayerId = active,
            phase = step.phase, step = step, turnNumber = FIRST_TURN,
        )
        game.players.forEach(::player)
        val battlefield = game.players.flatMap { player -> game.facts(player).list("battlefield").map { player to it } }
        battlefield.withIndex().sortedBy { it.value.second.number("timestamp", it.index) }.forEach { permanent(it.value.first, it.value.second) }
        attached.forEach { (aura, name) -> attach(aura, name) }
        game.players.forEach(::others)
        return state
    }

    private fun lack(what: String): Nothing = throw game.answers.unsupported("state", what)

    private fun player(player: EntityId) {
        val facts = game.facts(player)
        listOf("cast", "lost", "won", "left").firstOrNull(facts::tells)?.let { lack(it) }
        val lands = facts.number("lands_played", 0)
        var made = ComponentContainer.of(
            PlayerComponent(player.value), LifeTotalComponent(facts.number("life", 20)), ManaPoolComponent(), LandDropsComponent(1 - lands, 1),
        )
        val pool = mana(facts.numbers("mana"))
        made = made.with(ManaPoolComponent(pool[0], pool[1], pool[2], pool[3], pool[4], pool[5]))
        if (facts.tells("drawn")) made = made.with(CardsDrawnThisTurnComponent(facts.number("drawn", 0)))
        if (facts.tells("gained")) made = made.with(LifeGainedThisTurnComponent).with(LifeGainedAmountThisTurnComponent(facts.number("gained", 0)))
        if (facts.tells("lost_life")) made = made.with(LifeLostThisTurnComponent).with(LifeLostAmountThisTurnComponent(facts.number("lost_life", 0)))
        if (facts.tells("counters")) made = made.with(counters(facts.numbers("counters")))
        state = state.withEntity(player, made)
        for (zone in listOf(Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.BATTLEFIELD, Zone.EXILE, Zone.COMMAND, Zone.SIDEBOARD)) {
            state = state.copy(zones = state.zones + (ZoneKey(player, zone) to emptyList()))
        }
    }

    private fun others(player: EntityId) {
        val facts = game.facts(player)
        facts.list("hand").forEach { card(player, it, Zone.HAND) }
        facts.list("library").forEach { card(player, it, Zone.LIBRARY) }
        facts.list("graveyard").reversed().forEach { card(player, it, Zone.GRAVEYARD) }
        facts.list("outside").forEach { card(player, it, Zone.SIDEBOARD) }
        for (told in facts.list("exile")) {
            if (told.tells("face_down")) lack("face down in exile")
            val card = card(player, told, Zone.EXILE)
            val source = told.text("exiled_with")?.let { game.find(it) ?: lack("exiled with $it") } ?: continue
            state = state.updateEntity(source) {
                it.with(LinkedExileComponent(it.get<LinkedExileComponent>()?.exiledIds.orEmpty() + card))
            }
        }
    }

    private fun definition(facts: Facts): CardDefinition {
        val name = facts.text("card") ?: lack("an object without a card")
        return game.engine.cards.find(name) ?: throw game.answers.unsupported("card", name)
    }

    private fun card(player: EntityId, facts: Facts, zone: Zone): EntityId {
        val card = definition(facts)
        val entity = EntityId.of(facts.text("id") ?: "card-${++made}")
        if (facts.has("id")) game.ids += entity
        game.printed[entity] = card.name
        val made = CardEntityFactory.create(card, EntityId.of(facts.text("owner", player.value)))
        state = state.withEntity(entity, made).addToZone(ZoneKey(player, zone), entity)
        if (facts.tells("counters")) state = state.updateEntity(entity) { it.with(counters(facts.numbers("counters"))) }
        return entity
    }

    private fun counters(told: Map<String, Int>) =
        CountersComponent(told.mapKeys { (kind, _) -> CounterType.entries.firstOrNull { word(it) == kind } ?: lack("$kind counters") })

    private fun permanent(player: EntityId, facts: Facts) {
        val card = definition(facts)
        val entity = card(player, facts, Zone.BATTLEFIELD)
        var made = state.getEntity(entity)!!.with(ControllerComponent(player)).with(BattlefieldEntryTimestampComponent(state.timestamp))
        if (facts.tells("tapped")) made = made.with(TappedComponent)
        if (facts.tells("summoning_sick")) made = made.with(SummoningSicknessComponent)
        if (facts.tells("damage")) made = made.with(DamageComponent(facts.number("damage", 0)))
        facts.at("chosen").keys().forEach { made = chosen(made, card, it, facts.at("chosen").text(it)) }
        if (facts.tells("face_down")) {
            val mode = FaceDownTurnUp.castMode(card) ?: lack("${card.name} face down")
            val up = FaceDownTurnUp.dataFor(card, made.get<CardComponent>()!!.cardDefinitionId, mode)
            made = made.with(FaceDownComponent).with(FaceDownModeComponent(mode)).with(up ?: lack("${card.name} face down"))
        } else {
            made = whole(made, card, facts.numbers("counters")["lore"] ?: 0)
        }
        state = state.withEntity(entity, made).tick()
        facts.text("attached_to")?.let { attached += entity to it }
    }

    /** Adds what a permanent has of its card beside its characteristics. */
    private fun whole(bare: ComponentContainer, card: CardDefinition, lore: Int): ComponentContainer {
        var made = bare
        if (card.isClass) made = made.with(ClassLevelComponent(currentLevel = 1))
        if (card.isSaga) made = made.with(SagaComponent(card.sagaChapters.map { it.chapter }.filter { it <= lore }.toSet()))
        card.backFace?.let { made = made.with(DoubleFacedComponent(card.name, it.name, DoubleFacedComponent.Face.FRONT)) }
        return handler.addReplacementEffectComponent(handler.addContinuousEffectComponent(made, card), card)
    }

    private fun chosen(made: ComponentContainer, card: CardDefinition, what: String, told: String): ComponentContainer = when (what) {
        "color" -> made.withCastChoice(ChoiceSlot.COLOR, ChoiceValue.ColorChoice(Color.entries.first { it.symbol.toString() == told }))
        "type" -> made.withCastChoice(if (told in BASIC) ChoiceSlot.LAND_TYPE else ChoiceSlot.CREATURE_TYPE, ChoiceValue.TextChoice(told))
        "card type" -> made.withCastChoice(ChoiceSlot.CARD_TYPE, ChoiceValue.TextChoice(told))
        "name" -> made.withCastChoice(ChoiceSlot.CARD_NAME, ChoiceValue.TextChoice(told))
        "player" -> made.withCastChoice(ChoiceSlot.OPPONENT, ChoiceValue.EntityChoice(EntityId.of(told)))
        else -> lack("${card.name} with a chosen $what")
    }

    private fun attach(aura: EntityId, name: String) {
        val host = EntityId.of(name).takeIf { it in game.players || it in game.ids } ?: lack("attached to $name")
        state = state.updateEntity(aura) { it.with(AttachedToComponent(host)) }
            .updateEntity(host) { it.with(AttachmentsComponent(it.get<AttachmentsComponent>()?.attachedIds.orEmpty() + aura)) }
    }
}
