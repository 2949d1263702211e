package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.legalactions.LegalAction
import com.wingedsheep.engine.state.components.combat.AttackingComponent
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.engine.state.components.stack.ChosenTarget
import com.wingedsheep.sdk.core.*
import com.wingedsheep.sdk.model.EntityId
import com.wingedsheep.sdk.scripting.*
import kit.Answers
import kit.Facts
import kit.MagicRun
import kit.MagicScript

/** How many times players pass, or declare nothing, before a script is given up. */
private const val LONG = 1000
private val SILENT = setOf("untap", "cleanup")
private val DECLARING = setOf(Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS)

/** The actions of a case, done one after the other by what the engine says can be done. */
class Script(private val game: Game, run: MagicRun) : MagicScript<MagicRun>(run) {
    private val answers = game.answers
    private val scripted = run.actions
    /** Who declares blockers, and which, each with what it blocks. */
    private var blocker: EntityId? = null
    private val blocks = mutableMapOf<EntityId, List<EntityId>>()

    fun play() {
        val silent = scripted.mapNotNull { it.text("pass to") }.firstOrNull { it in SILENT }
        if (silent != null) throw answers.unsupported("action", "pass to $silent, in which nobody has priority")
        repeat(LONG) {
            if (game.state.gameOver) throw finish()
            val player = game.state.priorityPlayerId ?: throw answers.unsupported("state", "a moment at which nobody has priority")
            val declaring = if (game.state.step in DECLARING) game.legal(player).map { it.action } else emptyList()
            when {
                declaring.any { it is DeclareAttackers } -> attackers(player)
                declaring.any { it is DeclareBlockers } -> blockers(player)
                !priority(player.value) -> carried(game.pass())
            }
        }
        throw answers.unsupported("action", "a step that does not come")
    }

    override fun state(): Map<String, Any?> = Telling(game).state()

    override fun turn(): Int = game.state.turnNumber

    override fun stepsSoFar(): Int = game.events.count { it is StepChangedEvent }

    override fun isIn(step: String, player: String?): Boolean =
        STEPS[game.state.step.ordinal] == step && (player == null || game.state.activePlayerId?.value == player)

    override fun stack(): List<EntityId> = game.state.stack.reversed()

    override fun actor(action: Facts): String? =
        action.text("player") ?: action.text("concede") ?: used(action)?.let(game::controller)?.value

    /** What an action is done with; of several objects of a name the player's own, not yet on the battlefield if that is so. */
    private fun used(action: Facts): EntityId? {
        val player = action.text("player") ?: game.state.activePlayerId?.value
        val found = game.all(`object`(action)).sortedBy { game.controller(it)?.value != player }
        return if (action.has("cast") || action.has("play")) found.firstOrNull { it !in game.state.getBattlefield() } else found.firstOrNull()
    }

    private fun refused(reason: String): Answers.Over = refused(reason, true)

    private fun carried(wrong: String?) {
        if (wrong != null) throw refused(wrong)
    }

    // Combat

    private fun attackers(player: EntityId) {
        val told = declared("attack")?.at("attack") ?: return carried(game.act(DeclareAttackers(player, emptyMap())))
        val attacks = told.keys().associate { name -> one(name) { game.controller(it) == player } to found(told.text(name)) }
        carried(game.act(DeclareAttackers(player, attacks)))
        done()
    }

    private fun blockers(player: EntityId) {
        blocks.clear()
        blocker = player
        block({ name -> game.all(name).any { game.controller(it) == player } }) { name, whom ->
            val attacker = one(whom) { game.of(it)?.has<AttackingComponent>() == true }
            blocks.merge(one(name) { game.controller(it) == player }, listOf(attacker)) { some, more -> some + more }
            true
        }
        if (blocks.isEmpty()) carried(game.act(DeclareBlockers(player, emptyMap())))
    }

    /** Declares the blockers, which the engine takes all at once. */
    override fun together(verb: String): String? = game.act(DeclareBlockers(blocker!!, blocks.toMap()))

    // What a player does with priority

    private fun one(name: String, fits: (EntityId) -> Boolean): EntityId = game.all(name).firstOrNull(fits) ?: found(name)

    private fun found(name: String): EntityId = game.find(name) ?: throw refused("there is no $name")

    override fun perform(action: Facts) {
        val player = game.state.priorityPlayerId!!
        if (action.has("concede")) return carried(game.act(Concede(player)))
        val verb = VERBS.first(action::has)
        val object_ = used(action) ?: throw refused("there is no ${action.text(verb)}")
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
        carried(game.act(done, pay)?.let { wrong -> if (done is CastSpell) withLife(done, pay, wrong) else wrong })
    }

    /** Pays Phyrexian mana that the pool does not have with life, for as few symbols as will do. */
    private fun withLife(spell: CastSpell, pay: List<Int>?, wrong: String): String? {
        val symbols = game.of(spell.cardId)?.get<CardComponent>()?.manaCost?.phyrexianSymbols.orEmpty().map { it.color }
        if (symbols.distinct().size > 1) throw answers.unsupported("action", "Phyrexian mana of several colours")
        val ways = (1..symbols.size).map { spell.copy(paymentStrategy = PaymentStrategy.Explicit(emptyList(), symbols.take(it))) }
        return if (ways.any { game.act(it, pay) == null }) null else wrong
    }

    private fun spell(action: Facts, legal: List<LegalAction>, card: EntityId): CastSpell? {
        val down = action.tells("face down")
        val ways = legal.filter { (it.action as? CastSpell)?.let { cast -> cast.cardId == card && cast.castFaceDown == down } == true }
        val with = action.texts("with")
        val open = ways.map { (it.action as CastSpell).chosenModes }
        val asked = !action.has("modes") && open.all { it.size == 1 } && open.distinct().size > 1
        val words = if (asked) listOf(mode(action, card, open.flatten())) else action.texts("modes")
        val modes = words.map { word -> modes(card).indexOf(word).also { if (it < 0) throw refused("there is no mode $word") } }
        val fit = ways.filter { way ->
            val cast = way.action as CastSpell
            val named = "${way.actionType} ${cast.alternativeCostType} ${cast.declaredCostSlot}".lowercase()
            with.all { it.lowercase() in named } && (with.isNotEmpty() || !optional(cast)) &&
                (cast.chosenModes.isEmpty() || cast.chosenModes == modes)
        }
        val unknown = with.filter { it in game.engine.data.costs(printed(card)) }
        if (unknown.isNotEmpty() && fit.isEmpty() && ways.isNotEmpty()) throw answers.unsupported("word", unknown.joinToString())
        val way = fit.firstOrNull() ?: ways.singleOrNull { with.isEmpty() && modes.isEmpty() } ?: return null
        val cast = way.action as CastSpell
        val targets = targets(action, way, card)
        return cast.copy(
            targets = targets, xValue = action.text("x")?.toInt() ?: cast.xValue, paymentStrategy = PaymentStrategy.FromPool,
            chosenModes = modes.ifEmpty { cast.chosenModes }, modeTargetsOrdered = if (modes.size == 1) listOf(targets) else cast.modeTargetsOrdered,
            damageDistribution = divided(action), additionalCostPayment = costs(action, way) ?: cast.additionalCostPayment,
            alternativePayment = if (action.at("costs").has("convoke")) convoked(action, way) else cast.alternativePayment,
        ).also { if (modes.size > 1 && targets.isNotEmpty()) throw answers.unsupported("action", "targets of several modes") }
    }

    private fun mode(action: Facts, card: EntityId, open: List<Int>): String {
        val words = open.distinct().map { modes(card).getOrNull(it) ?: throw answers.unsupported("choice", "modes of ${action.text("cast")}") }
        return answers.one(game.state.priorityPlayerId!!.value, "mode", game.name(card), words)
    }

    /** Creatures tapped for generic mana. */
    private fun convoked(action: Facts, way: LegalAction): AlternativePaymentChoice {
        val creatures = action.at("costs").texts("convoke").map(::found)
        val able = way.convokeCreatures.orEmpty().map { it.entityId }
        if (!able.containsAll(creatures)) throw refused("not all of these can be tapped for convoke")
        return AlternativePaymentChoice(convokedCreatures = creatures.associateWith { ConvokePayment() })
    }

    private fun optional(cast: CastSpell) = cast.useAlternativeCost || cast.useWithoutPayingManaCost || cast.declaredCostSlot != null ||
        cast.giftRecipient != null || cast.casualtyCreature != null || cast.conspiredCreatures.isNotEmpty() || cast.splicedCardIds.isNotEmpty()

    private fun modes(entity: EntityId): List<String> = game.engine.data.modes(printed(entity))

    private fun printed(entity: EntityId): String = game.of(entity)?.get<CardComponent>()?.name ?: game.name(entity)

    private fun ability(action: Facts, legal: List<LegalAction>, source: EntityId): GameAction? {
        val wanted = action.text("ability")
        if (wanted == "crew") {
            val crew = action.at("costs").texts("tap").map(::found)
            return legal.map { it.action }.filterIsInstance<CrewVehicle>().firstOrNull { it.vehicleId == source }?.copy(crewCreatures = crew)
        }
        val cycling = legal.map { it.action }.filterIsInstance<CycleCard>().firstOrNull { it.cardId == source }
        if (cycling != null) return cycling.copy(paymentStrategy = PaymentStrategy.FromPool)
        var ways = legal.filter { (it.action as? ActivateAbility)?.sourceId == source }
        if (wanted != null && ways.isNotEmpty()) {
            val card = game.engine.cards.find(printed(source))
            val known = card?.let { game.engine.data.ability(it, wanted) } ?: throw answers.unsupported("word", wanted)
            ways = ways.filter { (it.action as ActivateAbility).abilityId == known.id }
        }
        val several = ways.distinctBy { (it.action as ActivateAbility).abilityId }.size > 1
        if (several) throw answers.unsupported("action", "an ability that is not named")
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
        return game.engine.data.targets(printed(source), named.keys()).flatMap { named.texts(it) }.map(::found)
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
            else -> {
                val kind = if (word == "tap") "object" else word
                val left = options.toMutableList()
                answers.some(way.action.playerId.value, kind, null, options.map(game::name), count, count, false)
                    .map { name -> left.removeAt(left.indexOfFirst { game.name(it) == name }) }
            }
        }
        if (told.has("reveal") || told.has("move")) throw answers.unsupported("action", "costs: ${told.keys()}")
        return AdditionalCostPayment(
            sacrificedPermanents = paid("sacrifice", wanted?.validSacrificeTargets.orEmpty(), wanted?.sacrificeCount ?: 0),
            discardedCards = paid("discard", wanted?.validDiscardTargets.orEmpty(), wanted?.discardCount ?: 0),
            exiledCards = paid("exile", wanted?.validExileTargets.orEmpty(), wanted?.exileMinCount ?: 0),
            tappedPermanents = paid("tap", wanted?.validTapTargets.orEmpty(), wanted?.tapCount ?: 0),
            bouncedPermanents = paid("return", wanted?.validBounceTargets.orEmpty(), wanted?.bounceCount ?: 0),
        )
    }
}
