package bridge

import com.wingedsheep.engine.core.AbilityFizzledEvent
import com.wingedsheep.engine.core.AbilityTriggeredEvent
import com.wingedsheep.engine.core.ActivateAbility
import com.wingedsheep.engine.core.GameEvent
import com.wingedsheep.engine.state.ComponentContainer
import com.wingedsheep.engine.state.components.battlefield.*
import com.wingedsheep.engine.state.components.combat.AttackingComponent
import com.wingedsheep.engine.state.components.combat.BlockingComponent
import com.wingedsheep.engine.state.components.identity.*
import com.wingedsheep.engine.state.components.player.*
import com.wingedsheep.engine.state.components.stack.*
import com.wingedsheep.sdk.core.*
import com.wingedsheep.sdk.model.EntityId
import kit.Answers
import kit.Ids
import kit.MagicRun

/** What the protocol calls the choices that the engine keeps for a permanent. */
private val CHOSEN = mapOf(
    "COLOR" to "color", "CREATURE_TYPE" to "type", "LAND_TYPE" to "type", "CARD_TYPE" to "card type", "CARD_NAME" to "name",
    "MODE" to "word", "OPPONENT" to "player", "CREATURE" to "object", "CHOSEN_NUMBER" to "number",
)
/** Why an ability that has triggered is not put on the stack. Those that are removed later have been on it, and have told so. */
private const val WITHOUT_TARGET = "No legal targets available"
/** What the engine does not tell. */
val UNSEEN = listOf("ability", "extra_turns", "kicked", "modes", "monarch")

/** The game's position in the vocabulary of positions. */
class Telling(game: Game) : kit.Telling<Game, EntityId, EntityId>(game) {
    private val state get() = run.state
    private val projected get() = state.projectedState

    override fun game(): Map<String, Any?> = Answers.map(
        "over", state.gameOver, "triggered", run.ids.triggered(run::name), "stack", state.stack.reversed().map(::onStack),
    )

    /** What an event says has triggered; for what the engine removes before it is on the stack it has no event of that kind. */
    fun triggered(event: GameEvent): EntityId? = when (event) {
        is AbilityTriggeredEvent -> event.sourceId
        is AbilityFizzledEvent -> event.sourceId.takeIf { event.reason == WITHOUT_TARGET }
        else -> null
    }

    override fun told(player: EntityId): Map<String, Any?> {
        val facts = run.of(player)!!
        return Answers.map(
            "life", facts.get<LifeTotalComponent>()!!.life, "counters", counters(facts), "mana", MagicRun.MANA.zip(pool(player, state)).toMap(),
            "lands_played", facts.get<LandsPlayedThisTurnComponent>()?.fromZones.orEmpty().size,
            "drawn", facts.get<CardsDrawnThisTurnComponent>()?.count ?: 0,
            "gained", facts.get<LifeGainedAmountThisTurnComponent>()?.amount ?: 0,
            "lost_life", facts.get<LifeLostAmountThisTurnComponent>()?.amount ?: 0,
            "cast", state.playerSpellsCastThisTurn[player] ?: 0,
            "lost", facts.has<PlayerLostComponent>(), "won", state.winnerId == player, "left", facts.has<PlayerLeftGameComponent>(),
        )
    }

    override fun zone(player: EntityId, zone: String): List<EntityId> =
        if (zone == "battlefield") state.getBattlefield().filter { run.controller(it) == player } else state.getZone(player, bridge.zone(zone))

    private fun counters(facts: ComponentContainer): Map<String, Any?> =
        facts.get<CountersComponent>()?.counters.orEmpty().let { counters(it.keys, ::word, it::getValue) }

    override fun id(entity: EntityId): String? = run.ids.id(entity)

    override fun printed(entity: EntityId): String = run.printed(entity)

    override fun card(entity: EntityId): Map<String, Any?> {
        val source = state.getBattlefield().firstOrNull { entity in run.of(it)?.get<LinkedExileComponent>()?.exiledIds.orEmpty() }
        return Answers.map("counters", counters(run.of(entity)!!), "exiled_with", source?.let(run::name))
    }

    /** Characteristics as they are now: by the engine's layers on the battlefield, else as printed. */
    override fun characteristics(entity: EntityId): Map<String, Any?> {
        val card = run.of(entity)!!.get<CardComponent>()!!
        val values = projected.getProjectedValues(entity)
        val line = card.typeLine
        val words = values?.types ?: (line.supertypes.map { it.name } + line.cardTypes.map { it.name })
        val subtypes = values?.subtypes ?: (line.subtypes.map { it.value } + projected.crossZoneGrantedSubtypes(state, entity))
        val every = subtypes.containsAll(Subtype.ALL_CREATURE_TYPES)
        val colors = values?.colors ?: card.colors.map { it.name }
        val creature = "CREATURE" in words || values == null && line.isVehicle
        val down = values?.isFaceDown == true
        return Answers.map(
            "name", if (down) "" else Ids.plain(values?.name ?: card.name),
            "supertypes", Supertype.entries.filter { it.name in words }.map { it.displayName },
            "types", CardType.entries.filter { it.name in words }.map { it.displayName },
            "subtypes", subtypes(subtypes, every) { it in Subtype.ALL_CREATURE_TYPES },
            "colors", Color.entries.filter { it.name in colors }.map { it.symbol.toString() },
            "mana_cost", if (down) "" else card.manaCost.toString(), "mana_value", if (down) 0 else card.manaValue,
            "power", (if (values != null) values.power else card.baseStats?.basePower).takeIf { creature },
            "toughness", (if (values != null) values.toughness else card.baseStats?.baseToughness).takeIf { creature },
        )
    }

    override fun permanent(entity: EntityId): Map<String, Any?> {
        val facts = run.of(entity)!!
        val told = Answers.map(
            "owner", facts.get<OwnerComponent>()?.playerId?.value, "token", facts.has<TokenComponent>(), "tapped", facts.has<TappedComponent>(),
            "damage", facts.get<DamageComponent>()?.amount ?: 0, "counters", counters(facts), "face_down", facts.has<FaceDownComponent>(),
            "back", facts.get<DoubleFacedComponent>()?.isBack == true, "phased_out", facts.has<PhasedOutComponent>(),
            "summoning_sick", facts.has<SummoningSicknessComponent>(), "chosen", chosen(facts),
            "attached_to", facts.get<AttachedToComponent>()?.let { run.name(it.targetId) },
            "attacking", facts.get<AttackingComponent>()?.let { run.name(it.defenderId) },
            "blocking", facts.get<BlockingComponent>()?.blockedAttackerIds.orEmpty().map(run::name),
            "protector", facts.get<ProtectorComponent>()?.let { run.name(it.playerId) },
        )
        if (run.looksAt("battlefield", true)) told["taps_for"] = taps(entity)
        abilities(entity)?.let { told["abilities"] = it }
        return told
    }

    private fun chosen(facts: ComponentContainer): Map<String, Any?> {
        val card = facts.get<CardComponent>()?.name.orEmpty()
        return facts.get<CastChoicesComponent>()?.chosen.orEmpty().filterKeys { it.name in CHOSEN }.map { (slot, value) ->
            CHOSEN.getValue(slot.name) to when (value) {
                is ChoiceValue.ColorChoice -> value.color.symbol.toString()
                is ChoiceValue.TextChoice -> if (slot.name == "MODE") run.choice(card, value.text) else value.text
                is ChoiceValue.EntityChoice -> run.name(value.entityId)
                is ChoiceValue.NumberChoice -> value.amount
                else -> null
            }
        }.toMap()
    }

    /** The abilities that a permanent has, its own by the card data's words; null where it has others that the engine has no word for. */
    private fun abilities(entity: EntityId): List<String>? {
        val values = projected.getProjectedValues(entity) ?: return null
        val card = run.of(entity)!!.get<CardComponent>()!!
        val name = run.of(entity)!!.get<CopyOfComponent>()?.copiedCardDefinitionId?.substringBefore('#') ?: card.name
        val given = listOf(
            state.grantedActivatedAbilities.map { it.entityId }, state.grantedStaticAbilities.map { it.entityId },
            state.grantedReplacementEffects.map { it.entityId },
        ).any { entity in it }
        val triggered = state.grantedTriggeredAbilities.filter { it.entityId == entity }.map { "triggered" }
        val known = name in run.data.table().keys() || !card.hasActivatedAbility && card.oracleText.isEmpty()
        if (given || !known && !values.isFaceDown) return null
        val granted = run.engine.services.castPermissionUtils.getStaticGrantedAbilitiesWithGranter(entity, state)
            .map { run.data.grants(run.printed(it.granterId)).singleOrNull() ?: return null }
        val keywords = (values.keywords - AbilityFlag.entries.map { it.name }.toSet())
            .map { word -> Keyword.entries.firstOrNull { it.name == word }?.displayName?.lowercase() ?: return null }
        // Station is no keyword of the engine's, but an ability that counts in a way of its own.
        val station = run.engine.cards.find(name)?.script?.activatedAbilities.orEmpty().filter { "StationCharge" in "$it" }.map { "station" }
        val own = station + run.data.abilities(name).filter { it.text("form") !in setOf("keyword", "spell") }.map { it.text("label", it.text("form")) }
        val types = BASICS.filterKeys { "LAND" in values.types && it in values.subtypes && (!values.lostAllAbilities || values.basicLandTypesSetByEffect) }
        return keywords + granted + triggered + own.filterNot { values.isFaceDown || values.lostAllAbilities } + types.values.map { "tap for $it" }
    }

    /** Finds what a permanent can be tapped for by letting the engine do it. */
    private fun taps(entity: EntityId): List<String> {
        val controller = projected.getController(entity) ?: return emptyList()
        val rested = state.copy(priorityPlayerId = controller).updateEntity(entity) { it.without<TappedComponent>().without<SummoningSicknessComponent>() }
        val found = mutableSetOf<String>()
        for (legal in run.engine.legal.enumerateManaAbilities(rested, controller)) {
            val action = legal.action as? ActivateAbility ?: continue
            if (action.sourceId != entity || legal.additionalCostInfo != null) continue
            val colors = if (legal.requiresManaColorChoice) legal.availableManaColors ?: Color.entries else listOf(null)
            for (color in colors) {
                val came = run.engine.processor.process(rested, action.copy(manaColorChoice = color)).result
                if (came.error != null) continue
                pool(controller, came.state).zip(pool(controller, rested)).forEachIndexed { place, (now, then) ->
                    if (now > then) found += MagicRun.MANA[place]
                }
            }
        }
        return found.toList()
    }

    private fun onStack(entity: EntityId): Map<String, Any?> {
        val facts = run.of(entity)!!
        val told = Answers.map("targets", facts.get<TargetsComponent>()?.targets.orEmpty().map { run.name(target(it)) })
        facts.get<SpellOnStackComponent>()?.let {
            told += known("card", run.printed(entity), "id", id(entity), "controller", it.casterId.value, "x", it.xValue, "face_down", it.castFaceDown)
            told += characteristics(entity)
        }
        facts.get<ActivatedAbilityOnStackComponent>()?.let {
            told += known("ability_of", run.name(it.sourceId), "controller", it.controllerId.value, "x", it.xValue)
        }
        facts.get<TriggeredAbilityOnStackComponent>()?.let {
            told += known("ability_of", run.name(it.sourceId), "controller", it.controllerId.value)
        }
        return told
    }

    private fun target(chosen: ChosenTarget): EntityId = when (chosen) {
        is ChosenTarget.Player -> chosen.playerId
        is ChosenTarget.Permanent -> chosen.entityId
        is ChosenTarget.Card -> chosen.cardId
        is ChosenTarget.Spell -> chosen.spellEntityId
    }
}
