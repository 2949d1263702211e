package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.legalactions.LegalAction
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.engine.state.components.identity.MorphDataComponent
import com.wingedsheep.engine.state.components.stack.ChosenTarget
import com.wingedsheep.sdk.core.*
import com.wingedsheep.sdk.model.EntityId
import com.wingedsheep.sdk.scripting.*
import kit.Announced
import kit.Asking
import kit.Facts
import kit.MagicScript

private val SILENT = setOf("untap", "cleanup")
private val DECLARING = setOf(Step.DECLARE_ATTACKERS, Step.DECLARE_BLOCKERS)

/** The actions of a case, done one after the other by what the engine says can be done. */
class Script(game: Game) : MagicScript<Game, EntityId, EntityId, EntityId>(game) {
    /** Who is declared as an attacker or a blocker, each with what it attacks or blocks. */
    private val declared = mutableMapOf<EntityId, List<EntityId>>()

    fun play(): Nothing {
        val silent = run.actions.mapNotNull { it.text("pass to") }.firstOrNull { it in SILENT }
        if (silent != null) throw run.answers.unsupported("action", "pass to $silent, in which nobody has priority")
        while (!run.state.gameOver) {
            val player = run.state.priorityPlayerId ?: throw run.answers.unsupported("state", "a moment at which nobody has priority")
            val declaring = if (run.state.step in DECLARING) run.legal(player).map { it.action } else emptyList()
            when {
                declaring.any { it is DeclareAttackers } -> attackers(player)
                declaring.any { it is DeclareBlockers } -> blockers(player)
                !priority(player.value) -> carried(run.act(PassPriority(player)))
            }
        }
        throw finish()
    }

    override fun turn(): Int = run.state.turnNumber - FIRST_TURN + 1
    override fun stepsSoFar(): Int = run.events.count { it is StepChangedEvent }
    override fun step(): String = STEPS[run.state.step.ordinal]
    override fun active(): String? = run.state.activePlayerId?.value
    override fun stack(): List<EntityId> = run.state.stack.reversed()

    override fun holder(entity: EntityId): EntityId? = run.controller(entity)
    override fun printed(entity: EntityId): String = run.printed(entity)
    override fun concede(player: EntityId) = carried(run.act(Concede(player)))

    /** What an action is done with: of several objects of a name the player's own, and none on the battlefield to cast or play. */
    override fun find(name: String, player: EntityId, held: Boolean): EntityId? {
        val fits = { each: EntityId -> !held || each !in run.state.getBattlefield() }
        return run.find(name) { fits(it) && run.controller(it) == player } ?: run.find(name, fits)
    }

    fun found(name: String): EntityId = run.find(name) ?: throw refused("there is no $name", true)

    private fun carried(wrong: String?) {
        if (wrong != null) throw refused(wrong, true)
    }

    // Combat

    private fun attackers(player: EntityId) {
        declared.clear()
        attack(player) { attacker, whom -> declare(attacker, found(whom)) }
        if (declared.isEmpty()) carried(run.act(DeclareAttackers(player, emptyMap())))
    }

    private fun blockers(player: EntityId) {
        declared.clear()
        block(player, ::declare)
        if (declared.isEmpty()) carried(run.act(DeclareBlockers(player, emptyMap())))
    }

    private fun declare(one: EntityId, other: EntityId): Boolean =
        declared.merge(one, listOf(other)) { some, more -> some + more } != null

    /** Declares the creatures, which the engine takes all at once. */
    override fun together(verb: String, player: EntityId): String? =
        run.act(if (verb == "block") DeclareBlockers(player, declared.toMap())
            else DeclareAttackers(player, declared.mapValues { it.value.single() }))

    // What a player does with priority

    override fun knowsWhichCost(): Boolean = true

    /** What is meant is found as it is done, since that uses what the action names. */
    override fun meant(action: Facts, player: EntityId, source: EntityId): EntityId {
        val pay = action.numbers("pay")
        if (mana(pay).zip(pool(player, run.state), Int::minus).any { it > 0 }) throw refused("the mana is not in the pool", true)
        if (action.has("divide")) throw run.answers.unsupported("action", "dividing")
        return source
    }

    override fun act(action: Facts, player: EntityId, source: EntityId): Boolean {
        val pay = if (action.has("pay")) mana(action.numbers("pay")) else null
        val all = run.announced
        val done = Meaning(run, action, source).action()
        val wrong = if (done == null) all.why else run.act(done, pay)?.let { if (done is CastSpell) withLife(done, pay, it) else it }
        if (action.has("activate")) run.later = source to Announced(action, run.printed(source), run.data)
        else if (wrong == null && all.modes.isNotEmpty()) throw run.answers.unsupported("action", "several modes")
        if (wrong != null && all !== Announced.NONE) all.why = wrong
        return wrong == null
    }

    /** Pays Phyrexian mana that the pool does not have with life, for as few symbols as will do. */
    private fun withLife(spell: CastSpell, pay: List<Int>?, wrong: String): String? {
        val symbols = run.of(spell.cardId)?.get<CardComponent>()?.manaCost?.phyrexianSymbols.orEmpty().map { it.color }
        if (symbols.distinct().size > 1) throw run.answers.unsupported("action", "Phyrexian mana of several colours")
        val ways = (1..symbols.size).map { spell.copy(paymentStrategy = PaymentStrategy.Explicit(emptyList(), symbols.take(it))) }
        return if (ways.any { run.act(it, pay) == null }) null else wrong
    }
}

/** What an action means of all that the engine lets its player do. */
class Meaning(private val game: Game, private val action: Facts, private val source: EntityId) {
    private val player = game.state.priorityPlayerId!!
    private val asking = Asking(game, player.value)
    private val about = game.name(source)
    private val legal = game.legal(player).filter { it.affordable }

    fun action(): GameAction? = when {
        action.has("play") -> legal.map { it.action }.firstOrNull { it is PlayLand && it.cardId == source }
        action.has("turn face up") -> faceUp()
        action.has("cast") -> spell()
        else -> ability()
    }

    /** Turning it face up for the cost of the keyword that is named, or else for the first of its costs. */
    private fun faceUp(): TurnFaceUp? {
        val ways = game.of(source)?.get<MorphDataComponent>()?.procedures.orEmpty().map { it.label.lowercase() }
        val way = ways.indexOfFirst { action.texts("with").isEmpty() || it in action.texts("with") }
        return legal.map { it.action }.filterIsInstance<TurnFaceUp>().firstOrNull { it.sourceId == source && it.procedureIndex == way }
            ?.copy(paymentStrategy = PaymentStrategy.FromPool, xValue = action.text("x")?.toInt())
    }

    private fun x(way: LegalAction): Int? = if (way.hasXCost) game.announced.x().let { if (it.isPresent) it.asInt else null } else null

    private fun spell(): CastSpell? {
        val all = legal.filter { it.action is CastSpell && (it.action as CastSpell).cardId == source }
            .filter { (it.action as CastSpell).castFaceDown == action.tells("face down") }
        val with = action.texts("with")
        val named = all.filter { way -> if (with.isEmpty()) "With" !in way.actionType else with.all { it in way.actionType.lowercase() } }
        if (named.isEmpty() && all.isNotEmpty() && game.announced.lacks() != null) {
            throw game.answers.unsupported("action", "to pay ${game.announced.lacks()}")
        }
        val way = mode(named.ifEmpty { all.filter { with.isEmpty() } }) ?: return null
        with.distinct().forEach { _ -> game.announced.with(way.actionType.lowercase()) }
        val cast = way.action as CastSpell
        val targets = targets(way, cast.targets)
        return cast.copy(
            targets = targets, xValue = x(way) ?: cast.xValue, paymentStrategy = PaymentStrategy.FromPool,
            modeTargetsOrdered = if (cast.chosenModes.size == 1) listOf(targets) else cast.modeTargetsOrdered,
            additionalCostPayment = costs(way) ?: cast.additionalCostPayment, alternativePayment = convoked(way),
        )
    }

    /** Of ways that differ by their modes, that with the mode that is told or chosen. */
    private fun mode(ways: List<LegalAction>): LegalAction? {
        val modes = ways.map { (it.action as CastSpell).chosenModes }
        if (modes.none { it.size == 1 }) return ways.firstOrNull()
        if (game.announced.modes.size > 1) return null
        val card = game.printed(source)
        val count = game.data.abilities(card).maxOf { it.texts("modes").size }
        val mode = asking.mode(card, about, count, modes.flatten().distinct(), false)
        return ways.getOrNull(modes.indexOf(listOf(mode)))
    }

    /** Creatures tapped for generic mana. */
    private fun convoked(way: LegalAction): AlternativePaymentChoice? {
        val able = way.convokeCreatures.orEmpty().map { it.entityId }
        val creatures = asking.told(false, able, 0, able.size)
        return if (creatures.isEmpty()) null else AlternativePaymentChoice(convokedCreatures = creatures.associateWith { ConvokePayment() })
    }

    private fun ability(): GameAction? {
        val cycling = legal.map { it.action }.filterIsInstance<CycleCard>().firstOrNull { it.cardId == source }
        if (cycling != null) return cycling.copy(paymentStrategy = PaymentStrategy.FromPool)
        val named = action.text("ability")?.let(::labelled)
        val ways = legal.filter { (it.action as? ActivateAbility)?.sourceId == source }
            .filter { named == null || (it.action as ActivateAbility).abilityId == named.id }
        if (ways.distinctBy { (it.action as ActivateAbility).abilityId }.size > 1) {
            throw game.answers.unsupported("action", "an ability that is not named")
        }
        val way = ways.firstOrNull() ?: return null
        val done = way.action as ActivateAbility
        val colors = (way.availableManaColors ?: Color.entries).associateBy { it.symbol.toString() }
        return done.copy(
            targets = targets(way, done.targets), xValue = x(way) ?: done.xValue, paymentStrategy = PaymentStrategy.FromPool,
            manaColorChoice = if (way.requiresManaColorChoice) colors[asking.word("mana", about, colors.keys)] else done.manaColorChoice,
            costPayment = costs(way) ?: done.costPayment,
        )
    }

    /** The ability of a card that a case calls by a label or a number, found from the printed order. */
    private fun labelled(wanted: String): ActivatedAbility {
        val card = game.printed(source)
        val abilities = game.engine.cards.find(card)?.script?.activatedAbilities.orEmpty().filter { !it.isEquipAbility }
        val told = game.data.abilities(card).filter { it.text("form") == "activated" }
        val place = wanted.toIntOrNull()?.minus(1) ?: if (told.size == abilities.size) told.indexOfFirst { it.text("label") == wanted } else -1
        return abilities.getOrNull(place) ?: throw game.answers.unsupported("word", wanted)
    }

    /** The targets that the action names, of which the engine says whether they can be, or that are chosen. */
    private fun targets(way: LegalAction, given: List<ChosenTarget>): List<ChosenTarget> {
        val told = generateSequence(game.announced.targets::poll).flatten().map(game.script::found).toList()
        if (told.isNotEmpty() || action.has("targets")) return told.map(::chosen)
        val slots = way.targetRequirements?.map { Triple(it.validTargets, it.minTargets, it.maxTargets) }
            ?: if (way.requiresTargets) listOf(Triple(way.validTargets.orEmpty(), way.minTargets, way.targetCount)) else return given
        return slots.flatMap { (options, least, most) -> asking.some("target", about, options, least, most) }.map(::chosen)
    }

    private fun chosen(entity: EntityId): ChosenTarget = when (entity) {
        in game.players -> ChosenTarget.Player(entity)
        in game.state.stack -> ChosenTarget.Spell(entity)
        in game.state.getBattlefield() -> ChosenTarget.Permanent(entity)
        else -> game.state.zones.entries.first { entity in it.value }.key.let { ChosenTarget.Card(entity, it.ownerId, it.zoneType) }
    }

    /** Costs other than mana, as the action names them, or as they are chosen where there is a choice. */
    private fun costs(way: LegalAction): AdditionalCostPayment? = way.additionalCostInfo?.let { wanted ->
        fun paid(kind: String, options: List<EntityId>?, count: Int): List<EntityId> =
            asking.told(false, options.orEmpty(), count, count).ifEmpty { asking.some(kind, null, options.orEmpty(), count, count) }
        AdditionalCostPayment(
            sacrificedPermanents = paid("sacrifice", wanted.validSacrificeTargets, wanted.sacrificeCount),
            discardedCards = paid("discard", wanted.validDiscardTargets, wanted.discardCount),
            exiledCards = paid("exile", wanted.validExileTargets, wanted.exileMinCount),
            tappedPermanents = paid("object", wanted.validTapTargets, wanted.tapCount),
            bouncedPermanents = paid("return", wanted.validBounceTargets, wanted.bounceCount),
        )
    }
}
