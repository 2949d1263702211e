package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.legalactions.LegalAction
import com.wingedsheep.engine.state.components.combat.AttackersDeclaredThisCombatComponent
import com.wingedsheep.engine.state.components.combat.BlockersDeclaredThisCombatComponent
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.engine.state.components.identity.OwnerComponent
import com.wingedsheep.engine.state.components.stack.ChosenTarget
import com.wingedsheep.sdk.core.*
import com.wingedsheep.sdk.model.EntityId
import com.wingedsheep.sdk.scripting.AdditionalCostPayment
import kit.Answers
import kit.Facts

val VERBS = listOf("cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede")
private const val LONG = 300

/** The actions of a case, done one after the other by what the engine says can be done. */
class Script(private val game: Game, private val actions: List<Facts>) {
    private val answers = game.answers
    private var index = 0

    fun play() {
        while (index < actions.size) {
            val action = actions[index]
            if (game.state.gameOver && !action.has("resolve") && !action.has("pass to")) throw refused("the game is over")
            when (VERBS.first(action::has)) {
                "resolve" -> resolve(action)
                "pass to" -> passTo(action)
                "attack" -> attack(action)
                "block" -> block(action)
                "assign damage" -> action.at("assign damage").keys().forEach { game.announced[it] = action.at("assign damage").numbers(it) }
                "concede" -> carried(game.act(Concede(EntityId.of(action.text("concede")))))
                else -> perform(action)
            }
            index++
        }
        throw answers.end(Answers.map("state", Telling(game).state()))
    }

    private fun refused(reason: String): Answers.Over =
        answers.end(Answers.map("refused", Answers.map("action", index, "reason", reason), "state", Telling(game).state()))

    private fun carried(wrong: String?) {
        if (wrong != null) throw refused(wrong)
    }

    // Passing

    /** Has whoever has priority pass, or declare that nothing attacks or blocks, until something is so. */
    private fun until(done: () -> Boolean) {
        repeat(LONG) {
            if (game.state.gameOver || done()) return
            val player = game.state.priorityPlayerId ?: throw answers.unsupported("state", "a moment at which nobody has priority")
            carried(if (declares(player)) none(player) else game.pass())
        }
        throw answers.unsupported("action", "a step that does not come")
    }

    private fun declares(player: EntityId): Boolean = game.legal(player).any { it.action is DeclareAttackers || it.action is DeclareBlockers }

    private fun none(player: EntityId): String? =
        game.act(if (player == game.state.activePlayerId) DeclareAttackers(player, emptyMap()) else DeclareBlockers(player, emptyMap()))

    private fun resolve(action: Facts) {
        if (action.text("resolve") == "all") return until { game.state.stack.isEmpty() }
        val top = game.state.stack.lastOrNull() ?: throw refused("the stack is empty")
        until { top !in game.state.stack }
    }

    private fun passTo(action: Facts) {
        val step = STEPS.getValue(action.text("pass to"))
        if (!step.hasPriority) throw answers.unsupported("action", "pass to ${action.text("pass to")}")
        val before = game.events.size
        until {
            val begun = game.events.subList(before, game.events.size).any { it is StepChangedEvent && it.newStep == step }
            begun && game.state.step == step && (!action.has("of") || game.state.activePlayerId?.value == action.text("of")) && !declaring()
        }
    }

    private fun declaring(): Boolean = game.state.priorityPlayerId?.let(::declares) == true

    // Combat

    private fun attack(action: Facts) {
        val turn = game.state.turnNumber
        val player = game.state.activePlayerId!!
        until { game.state.turnNumber != turn || game.state.step == Step.DECLARE_ATTACKERS && game.of(player)?.has<AttackersDeclaredThisCombatComponent>() != true }
        if (game.state.turnNumber != turn) throw refused("there is no such step to come")
        val told = action.at("attack")
        carried(game.act(DeclareAttackers(player, told.keys().associate { found(it) to found(told.text(it)) })))
    }

    private fun block(action: Facts) {
        val turn = game.state.turnNumber
        val told = action.at("block")
        val blocks = told.keys().associate { found(it) to told.texts(it).map(::found) }
        val player = controller(blocks.keys.first())
        until {
            game.state.turnNumber != turn || game.state.step == Step.DECLARE_BLOCKERS && game.state.priorityPlayerId == player &&
                game.of(player)?.has<BlockersDeclaredThisCombatComponent>() != true
        }
        if (game.state.turnNumber != turn) throw refused("there is no such step to come")
        carried(game.act(DeclareBlockers(player, blocks)))
    }

    // What a player does with priority

    private fun found(name: String): EntityId = game.find(name) ?: throw refused("there is no $name")

    private fun controller(entity: EntityId): EntityId =
        game.state.projectedState.getController(entity) ?: game.of(entity)?.get<OwnerComponent>()?.playerId ?: throw refused("nobody controls it")

    private fun perform(action: Facts) {
        val verb = VERBS.first(action::has)
        val object_ = found(action.text(verb))
        val player = action.text("player")?.let(EntityId::of) ?: controller(object_)
        val passed = mutableSetOf<EntityId>()
        while (game.state.priorityPlayerId != player) {
            if (!passed.add(game.state.priorityPlayerId ?: throw refused("nobody has priority"))) throw refused("${player.value} does not get priority")
            carried(game.pass())
        }
        val pay = if (action.has("pay")) mana(action.numbers("pay")) else null
        if (pay != null && pay.zip(pool(player, game.state)).any { (wanted, there) -> wanted > there }) throw refused("the mana is not in the pool")
        val legal = game.legal(player).filter { it.affordable }
        val done = when (verb) {
            "play" -> legal.map { it.action }.firstOrNull { it is PlayLand && it.cardId == object_ }
            "turn face up" -> legal.map { it.action }.filterIsInstance<TurnFaceUp>().firstOrNull { it.sourceId == object_ }
                ?.copy(paymentStrategy = PaymentStrategy.FromPool, xValue = action.text("x")?.toInt())
            "cast" -> spell(action, legal, object_)
            else -> ability(action, legal, object_)
        } ?: throw refused("the engine does not allow it now")
        game.planned = Plan(object_, action.texts("modes"), action.get("targets")?.let { targets(action, object_) }.orEmpty())
        carried(game.act(done, pay))
    }

    private fun spell(action: Facts, legal: List<LegalAction>, card: EntityId): CastSpell? {
        val down = action.tells("face down")
        val ways = legal.filter { (it.action as? CastSpell)?.let { cast -> cast.cardId == card && cast.castFaceDown == down } == true }
        val with = action.texts("with")
        val modes = action.texts("modes").map { word -> modes(card).indexOf(word).also { if (it < 0) throw answers.unsupported("word", word) } }
        val fit = ways.filter { way ->
            val cast = way.action as CastSpell
            val named = "${way.actionType} ${cast.alternativeCostType} ${cast.declaredCostSlot}".lowercase()
            with.all { it.lowercase() in named } && (with.isNotEmpty() || !optional(cast)) && (cast.chosenModes.isEmpty() || cast.chosenModes == modes)
        }
        if (with.isNotEmpty() && fit.isEmpty() && ways.isNotEmpty()) throw answers.unsupported("word", with.joinToString())
        val way = fit.firstOrNull() ?: ways.singleOrNull { with.isEmpty() && modes.isEmpty() } ?: return null
        val cast = way.action as CastSpell
        val targets = targets(action, way, card)
        return cast.copy(
            targets = targets, xValue = action.text("x")?.toInt() ?: cast.xValue, paymentStrategy = PaymentStrategy.FromPool,
            chosenModes = modes.ifEmpty { cast.chosenModes }, modeTargetsOrdered = if (modes.size == 1) listOf(targets) else cast.modeTargetsOrdered,
            damageDistribution = divided(action), additionalCostPayment = costs(action, way) ?: cast.additionalCostPayment,
        ).also { if (modes.size > 1 && targets.isNotEmpty()) throw answers.unsupported("action", "targets of several modes") }
    }

    private fun optional(cast: CastSpell) = cast.useAlternativeCost || cast.useWithoutPayingManaCost || cast.declaredCostSlot != null ||
        cast.giftRecipient != null || cast.casualtyCreature != null || cast.conspiredCreatures.isNotEmpty() || cast.splicedCardIds.isNotEmpty()

    private fun modes(entity: EntityId): List<String> = game.engine.words.modes(printed(entity))

    private fun printed(entity: EntityId): String = game.of(entity)?.get<CardComponent>()?.name ?: game.name(entity)

    private fun ability(action: Facts, legal: List<LegalAction>, source: EntityId): GameAction? {
        val wanted = action.text("ability")
        if (wanted == "crew") {
            val crew = action.at("costs").texts("tap").map(::found)
            return legal.map { it.action }.filterIsInstance<CrewVehicle>().firstOrNull { it.vehicleId == source }?.copy(crewCreatures = crew)
        }
        legal.map { it.action }.filterIsInstance<CycleCard>().firstOrNull { it.cardId == source }?.let { return it.copy(paymentStrategy = PaymentStrategy.FromPool) }
        var ways = legal.filter { (it.action as? ActivateAbility)?.sourceId == source }
        if (wanted != null && ways.isNotEmpty()) {
            val card = game.engine.cards.find(printed(source))
            val known = card?.let { game.engine.words.ability(it, wanted) } ?: throw answers.unsupported("word", wanted)
            ways = ways.filter { (it.action as ActivateAbility).abilityId == known.id }
        }
        if (ways.distinctBy { (it.action as ActivateAbility).abilityId }.size > 1) throw answers.unsupported("action", "an ability that is not named")
        val way = ways.firstOrNull() ?: return null
        val done = way.action as ActivateAbility
        return done.copy(
            targets = targets(action, way, source), xValue = action.text("x")?.toInt() ?: done.xValue, paymentStrategy = PaymentStrategy.FromPool,
            manaColorChoice = if (way.requiresManaColorChoice) color(way, source) else done.manaColorChoice,
            damageDistribution = divided(action), costPayment = costs(action, way) ?: done.costPayment,
        )
    }

    private fun color(way: LegalAction, source: EntityId): Color {
        val letters = (way.availableManaColors ?: Color.entries).associateBy { it.symbol.toString() }
        return letters.getValue(answers.one(way.action.playerId.value, "mana", game.name(source), letters.keys.toList()))
    }

    private fun divided(action: Facts): Map<EntityId, Int>? =
        if (action.has("divide")) action.numbers("divide").mapKeys { found(it.key) } else null

    private fun targets(action: Facts, way: LegalAction, source: EntityId): List<ChosenTarget> {
        if (action.has("targets")) return targets(action, source).map(::chosen)
        val slots = way.targetRequirements?.map { Triple(it.validTargets, it.minTargets, it.maxTargets) }
            ?: if (way.requiresTargets) listOf(Triple(way.validTargets.orEmpty(), way.minTargets, way.targetCount)) else emptyList()
        val given = (way.action as? CastSpell)?.targets ?: (way.action as? ActivateAbility)?.targets
        if (slots.isEmpty()) return given.orEmpty()
        return slots.filter { it.first.isNotEmpty() || it.second > 0 }.flatMap { (options, least, most) ->
            val names = options.map(game::name)
            val player = way.action.playerId.value
            val picked = if (most == 1 && least == 1) listOf(answers.one(player, "target", game.name(source), names))
                else answers.some(player, "target", game.name(source), names, least, minOf(most, names.size), false)
            picked.map { name -> chosen(options.first { game.name(it) == name }) }
        }
    }

    /** The targets that an action names, in the order of the card's data. */
    private fun targets(action: Facts, source: EntityId): List<EntityId> {
        if (action.get("targets") !is Map<*, *>) return action.texts("targets").map(::found)
        val named = action.at("targets")
        return game.engine.words.ordered(printed(source), named.keys()).flatMap { named.texts(it) }.map(::found)
    }

    private fun chosen(entity: EntityId): ChosenTarget = when {
        entity in game.players -> ChosenTarget.Player(entity)
        entity in game.state.stack -> ChosenTarget.Spell(entity)
        entity in game.state.getBattlefield() -> ChosenTarget.Permanent(entity)
        else -> {
            val place = game.state.zones.entries.firstOrNull { entity in it.value }?.key ?: throw refused("${entity.value} is nowhere")
            ChosenTarget.Card(entity, place.ownerId, place.zoneType)
        }
    }

    /** Costs other than mana, as the action names them; where there is no choice, what there is. */
    private fun costs(action: Facts, way: LegalAction): AdditionalCostPayment? {
        val wanted = way.additionalCostInfo
        val told = action.at("costs")
        if (wanted == null && told.keys().isEmpty()) return null
        fun paid(word: String, options: List<EntityId>, count: Int): List<EntityId> = when {
            told.has(word) -> told.texts(word).map(::found)
            options.isEmpty() || count == 0 -> emptyList()
            options.size == count -> options
            else -> answers.some(way.action.playerId.value, if (word == "tap") "object" else word, null, options.map(game::name), count, count, false)
                .map { name -> options.first { game.name(it) == name } }
        }
        if (told.has("convoke") || told.has("reveal") || told.has("move")) throw answers.unsupported("action", "costs: ${told.keys()}")
        return AdditionalCostPayment(
            sacrificedPermanents = paid("sacrifice", wanted?.validSacrificeTargets.orEmpty(), wanted?.sacrificeCount ?: 0),
            discardedCards = paid("discard", wanted?.validDiscardTargets.orEmpty(), wanted?.discardCount ?: 0),
            exiledCards = paid("exile", wanted?.validExileTargets.orEmpty(), wanted?.exileMinCount ?: 0),
            tappedPermanents = paid("tap", wanted?.validTapTargets.orEmpty(), wanted?.tapCount ?: 0),
            bouncedPermanents = paid("return", wanted?.validBounceTargets.orEmpty(), wanted?.bounceCount ?: 0),
        )
    }
}
