package bridge

import com.wingedsheep.engine.core.ActivateAbility
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
import kit.MagicScript

private val NAMED = mapOf("WHITE" to "W", "BLUE" to "U", "BLACK" to "B", "RED" to "R", "GREEN" to "G")
private val ALL = Subtype.ALL_CREATURE_TYPES.toSet()
private val BASICS = mapOf("Plains" to "W", "Island" to "U", "Swamp" to "B", "Mountain" to "R", "Forest" to "G")
private val CHOSEN = mapOf(
    "COLOR" to "color", "CREATURE_TYPE" to "type", "LAND_TYPE" to "type", "CARD_TYPE" to "card type", "CARD_NAME" to "name",
    "MODE" to "word", "OPPONENT" to "player", "CREATURE" to "object", "CHOSEN_NUMBER" to "number",
)

fun target(chosen: ChosenTarget): EntityId = when (chosen) {
    is ChosenTarget.Player -> chosen.playerId
    is ChosenTarget.Permanent -> chosen.entityId
    is ChosenTarget.Card -> chosen.cardId
    is ChosenTarget.Spell -> chosen.spellEntityId
}

/** The game's position in the vocabulary of positions. */
class Telling(private val game: Game) {
    private val state = game.state
    private val projected = state.projectedState

    fun state(): Map<String, Any?> {
        val told = Answers.map(
            "players", game.players.map { it.value }, "turn", state.activePlayerId?.value,
            "step", MagicScript.STEPS[state.step.ordinal], "turns", state.turnNumber - FIRST_TURN + 1,
            "over", state.gameOver, "triggered", game.triggered(), "stack", state.stack.reversed().map(::onStack),
        )
        game.players.forEach { told[it.value] = player(it) }
        return told
    }

    private fun player(player: EntityId): Map<String, Any?> {
        val facts = game.of(player)!!
        val battlefield = state.getBattlefield().filter { (projected.getController(it) ?: controller(it)) == player }
        return Answers.map(
            "life", facts.get<LifeTotalComponent>()!!.life, "counters", counters(facts),
            "mana", "WUBRGC".map { it.toString() }.zip(pool(player, state)).toMap(),
            "lands_played", facts.get<LandsPlayedThisTurnComponent>()?.fromZones.orEmpty().size,
            "drawn", facts.get<CardsDrawnThisTurnComponent>()?.count ?: 0,
            "gained", facts.get<LifeGainedAmountThisTurnComponent>()?.amount ?: 0,
            "lost_life", facts.get<LifeLostAmountThisTurnComponent>()?.amount ?: 0,
            "cast", state.playerSpellsCastThisTurn[player] ?: 0,
            "lost", facts.has<PlayerLostComponent>(), "won", state.winnerId == player, "left", facts.has<PlayerLeftGameComponent>(),
            "battlefield", battlefield.map(::permanent), "hand", cards(player, Zone.HAND), "library", cards(player, Zone.LIBRARY),
            "graveyard", cards(player, Zone.GRAVEYARD).reversed(), "exile", cards(player, Zone.EXILE), "outside", cards(player, Zone.SIDEBOARD),
        )
    }

    private fun controller(entity: EntityId) = game.of(entity)?.get<ControllerComponent>()?.playerId

    private fun counters(facts: ComponentContainer): Map<String, Int> =
        facts.get<CountersComponent>()?.counters.orEmpty().filterValues { it > 0 }.mapKeys { word(it.key) }

    private fun cards(player: EntityId, zone: Zone): List<Map<String, Any?>> = state.getZone(player, zone).map { card ->
        val told = Answers.map("card", game.printed[card] ?: game.name(card))
        if (card in game.ids) {
            told["id"] = card.value
            told.putAll(derived(card))
            counters(game.of(card)!!).takeIf { it.isNotEmpty() }?.let { told["counters"] = it }
            val source = state.getBattlefield().firstOrNull { card in game.of(it)?.get<LinkedExileComponent>()?.exiledIds.orEmpty() }
            if (source != null && zone == Zone.EXILE) told["exiled_with"] = game.name(source)
        }
        told
    }

    /** Characteristics as they are now: by the engine's layers on the battlefield, else as printed. */
    private fun derived(entity: EntityId): Map<String, Any?> {
        val card = game.of(entity)?.get<CardComponent>() ?: return emptyMap()
        val values = projected.getProjectedValues(entity)
        val line = card.typeLine
        val words = values?.types ?: (line.supertypes.map { it.name } + line.cardTypes.map { it.name })
        val subtypes = values?.subtypes ?: (line.subtypes.map { it.value } + projected.crossZoneGrantedSubtypes(state, entity))
        val creature = "CREATURE" in words || values == null && line.isVehicle
        val down = values?.isFaceDown == true
        return Answers.map(
            "name", if (down) "" else values?.name ?: card.name,
            "supertypes", Supertype.entries.filter { it.name in words }.map { it.displayName },
            "types", CardType.entries.filter { it.name in words }.map { it.displayName },
            "subtypes", if (subtypes.containsAll(Subtype.ALL_CREATURE_TYPES)) subtypes - ALL + "every creature type" else subtypes.toList(),
            "colors", (values?.colors ?: card.colors.map { it.name }).mapNotNull { NAMED[it] },
            "mana_cost", if (down) "" else card.manaCost.toString(), "mana_value", if (down) 0 else card.manaValue,
            "power", if (!creature) null else if (values != null) values.power else card.baseStats?.basePower,
            "toughness", if (!creature) null else if (values != null) values.toughness else card.baseStats?.baseToughness,
        )
    }

    private fun permanent(entity: EntityId): Map<String, Any?> {
        val facts = game.of(entity)!!
        val told = Answers.map("card", game.printed[entity])
        if (entity in game.ids) told["id"] = entity.value
        else if (facts.has<TokenComponent>()) told["id"] = game.name(entity)
        told.putAll(derived(entity))
        told.putAll(Answers.map(
            "owner", facts.get<OwnerComponent>()?.playerId?.value, "token", facts.has<TokenComponent>(), "tapped", facts.has<TappedComponent>(),
            "damage", facts.get<DamageComponent>()?.amount ?: 0, "counters", counters(facts), "face_down", facts.has<FaceDownComponent>(),
            "back", facts.get<DoubleFacedComponent>()?.isBack == true, "phased_out", facts.has<PhasedOutComponent>(),
            "summoning_sick", facts.has<SummoningSicknessComponent>(),
            "attached_to", facts.get<AttachedToComponent>()?.let { game.name(it.targetId) },
            "attacking", facts.get<AttackingComponent>()?.let { game.name(it.defenderId) },
            "blocking", facts.get<BlockingComponent>()?.blockedAttackerIds.orEmpty().map(game::name),
            "chosen", chosen(facts),
        ))
        facts.get<ProtectorComponent>()?.let { told["protector"] = game.name(it.playerId) }
        if (game.observed("battlefield")) told["taps_for"] = taps(entity)
        abilities(entity)?.let { told["abilities"] = it }
        return told
    }

    private fun chosen(facts: ComponentContainer): Map<String, Any?> {
        val card = facts.get<CardComponent>()?.name.orEmpty()
        return facts.get<CastChoicesComponent>()?.chosen.orEmpty().filterKeys { it.name in CHOSEN }.map { (slot, value) ->
            CHOSEN.getValue(slot.name) to when (value) {
                is ChoiceValue.ColorChoice -> value.color.symbol.toString()
                is ChoiceValue.TextChoice -> if (slot.name == "MODE") game.choice(card, value.text) else value.text
                is ChoiceValue.EntityChoice -> game.name(value.entityId)
                is ChoiceValue.NumberChoice -> value.amount
                else -> null
            }
        }.toMap()
    }

    /** The abilities that a permanent has, its own by the card data's words; null where it has others that the engine has no word for. */
    private fun abilities(entity: EntityId): List<String>? {
        val values = projected.getProjectedValues(entity) ?: return null
        val card = game.of(entity)!!.get<CardComponent>()!!
        val given = listOf(
            state.grantedActivatedAbilities.map { it.entityId }, state.grantedTriggeredAbilities.map { it.entityId },
            state.grantedStaticAbilities.map { it.entityId }, state.grantedReplacementEffects.map { it.entityId },
        ).any { entity in it } || game.engine.services.castPermissionUtils.getStaticGrantedActivatedAbilities(entity, state).isNotEmpty()
        val known = card.name in game.engine.data.table().keys() || !card.hasActivatedAbility && card.oracleText.isEmpty()
        if (given || !known && !values.isFaceDown) return null
        val keywords = values.keywords.map { word -> Keyword.entries.firstOrNull { it.name == word }?.displayName?.lowercase() ?: return null }
        val own = game.engine.data.abilities(card.name).filter { it.text("form") !in setOf("keyword", "spell") }.map { it.text("label", it.text("form")) }
        val types = if ("LAND" in values.types) BASICS.filterKeys { it in values.subtypes }.values.map { "tap for $it" } else emptyList()
        return keywords + (if (values.isFaceDown || values.lostAllAbilities) emptyList() else own) +
            (if (values.lostAllAbilities && !values.basicLandTypesSetByEffect) emptyList() else types)
    }

    /** Finds what a permanent can be tapped for by letting the engine do it. */
    private fun taps(entity: EntityId): List<String> {
        val controller = projected.getController(entity) ?: return emptyList()
        val rested = state.copy(priorityPlayerId = controller).updateEntity(entity) { it.without<TappedComponent>().without<SummoningSicknessComponent>() }
        val found = mutableSetOf<String>()
        for (legal in game.engine.legal.enumerateManaAbilities(rested, controller)) {
            val action = legal.action as? ActivateAbility ?: continue
            if (action.sourceId != entity || legal.additionalCostInfo != null) continue
            val colors = if (legal.requiresManaColorChoice) legal.availableManaColors ?: Color.entries else listOf(null)
            for (color in colors) {
                val came = game.engine.processor.process(rested, action.copy(manaColorChoice = color)).result
                if (came.error != null) continue
                pool(controller, came.state).zip(pool(controller, rested)).forEachIndexed { place, (now, then) ->
                    if (now > then) found += "WUBRGC"[place].toString()
                }
            }
        }
        return found.toList()
    }

    private fun onStack(entity: EntityId): Map<String, Any?> {
        val facts = game.of(entity)!!
        val told = Answers.map("targets", facts.get<TargetsComponent>()?.targets.orEmpty().map { game.name(target(it)) })
        facts.get<SpellOnStackComponent>()?.let { spell ->
            told["card"] = game.printed[entity] ?: game.name(entity)
            if (entity in game.ids) told["id"] = entity.value
            told.putAll(derived(entity))
            told["controller"] = spell.casterId.value
            told["x"] = spell.xValue
            told["face_down"] = spell.castFaceDown
        }
        facts.get<ActivatedAbilityOnStackComponent>()?.let { told.putAll(ability(it.sourceId, it.controllerId) + ("x" to it.xValue)) }
        facts.get<TriggeredAbilityOnStackComponent>()?.let { told.putAll(ability(it.sourceId, it.controllerId)) }
        if (told["x"] == null) told.remove("x")
        return told
    }

    private fun ability(source: EntityId, controller: EntityId): Map<String, Any?> =
        Answers.map("ability_of", game.name(source), "controller", controller.value)
}
