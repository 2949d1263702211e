package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.handlers.actions.decision.DecisionValidators
import com.wingedsheep.engine.replacement.sourceEntityId
import com.wingedsheep.sdk.core.Color
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.sdk.core.Subtype
import com.wingedsheep.sdk.model.EntityId
import kit.Answers

/** The engine does not tell what it asks an object, a word or a yes for: an answer to one of these takes the question. */
val AKIN: Map<String, Set<String>> = mapOf(
    "object" to setOf(
        "sacrifice", "discard", "exile", "return", "search", "copy", "attach", "target", "legend", "player", "protector", "prevent", "may",
        "library",
    ),
    "word" to setOf("type", "color", "name", "mode", "number", "player", "protector", "object", "may", "pay", "copy", "order"),
    "may" to setOf("pay", "copy", "exile", "sacrifice", "discard", "return", "search", "attach"),
    "color" to setOf("mana"), "number" to setOf("damage"), "order" to setOf("library", "object"), "damage" to setOf("prevent", "number"),
)
private val VERBS_OF_CARDS = listOf("sacrifice", "discard", "exile", "return", "search", "copy", "attach")
private const val YES = "accept"
private const val PAY = "pay"
private val PAYING = Regex("\\bpay\\b", RegexOption.IGNORE_CASE)

/** What the engine asks, as questions of the protocol with the options that the engine has. */
class Questions(private val game: Game) {
    fun answer(decision: PendingDecision): DecisionResponse = when (decision) {
        is ChooseTargetsDecision -> TargetsResponse(decision.id, announced(decision) ?: decision.targetRequirements.associate {
            it.index to targets(decision, decision.legalTargets[it.index].orEmpty(), it.minTargets, it.maxTargets)
        })
        is SelectCardsDecision -> CardsSelectedResponse(
            decision.id, picked(decision, kind(decision), decision.options, decision.minSelections, decision.maxSelections, decision.ordered),
        )
        is SearchLibraryDecision -> CardsSelectedResponse(
            decision.id, picked(decision, "search", decision.options, decision.minSelections, decision.maxSelections),
        )
        is YesNoDecision -> YesNoResponse(decision.id, yes(decision))
        is BatchYesNoDecision -> BatchYesNoResponse(decision.id, yes(decision), false)
        is ChooseModeDecision -> ModesChosenResponse(decision.id, modes(decision))
        is ChooseColorDecision -> ColorChosenResponse(decision.id, color(decision))
        is ChooseNumberDecision ->
            NumberChosenResponse(decision.id, one(decision, "number", (decision.minValue..decision.maxValue).map(Int::toString)).toInt())
        is ChooseOptionDecision -> OptionChosenResponse(decision.id, option(decision))
        is ChooseReplacementDecision -> changed(decision)
        is DistributeDecision -> DistributionResponse(decision.id, if ("prevention" in decision.prompt) prevented(decision) else shares(decision))
        is OrderObjectsDecision -> OrderedResponse(decision.id, ordered(decision, "order", decision.objects))
        is ReorderLibraryDecision -> OrderedResponse(decision.id, ordered(decision, "library", decision.cards))
        is SelectManaSourcesDecision -> ManaSourcesSelectedResponse(decision.id, autoPay = true, declined = false)
            .let { if (decision.canDecline && !paid(decision)) it.copy(autoPay = false, declined = true) else it }
        is CombatResolutionDecision -> CombatResolutionResponse(decision.id, combat(decision))
        else -> throw game.answers.unsupported("choice", decision::class.simpleName.orEmpty())
    }

    private fun about(decision: PendingDecision): String? = decision.context.sourceId?.let(game::name)

    private fun one(decision: PendingDecision, kind: String, options: List<String>, about: String? = about(decision)): String =
        game.answers.one(decision.playerId.value, kind, about, options)

    /** Asks for objects; the first of several of one name is as good as another. */
    private fun picked(
        decision: PendingDecision, kind: String, options: List<EntityId>, least: Int, most: Int, ordered: Boolean = false,
    ): List<EntityId> {
        val names = options.map(game::name)
        val limit = minOf(most, options.size)
        if (limit == 0 || !ordered && least == options.size) return options.take(limit)
        val chosen = if (limit == 1) listOf(one(decision, kind, if (least == 0) names + Answers.DECLINE else names)) - Answers.DECLINE
            else game.answers.some(decision.playerId.value, kind, about(decision), names, least, limit, ordered)
        val left = options.toMutableList()
        return chosen.map { name -> left.removeAt(left.indexOfFirst { game.name(it) == name }) }
    }

    private fun ordered(decision: PendingDecision, kind: String, objects: List<EntityId>) =
        picked(decision, kind, objects, objects.size, objects.size, true)

    private fun kind(decision: SelectCardsDecision): String {
        if (decision.options.all { it in game.players }) return "player"
        if (game.answers.waits(decision.playerId.value, "object", about(decision), decision.options.map(game::name))) return "object"
        val told = "${decision.prompt} ${decision.selectedLabel}".lowercase()
        return VERBS_OF_CARDS.firstOrNull { it in told } ?: "object"
    }

    /** What "may" be done to a target is to the engine a target that need not be chosen. */
    private fun targets(decision: PendingDecision, options: List<EntityId>, least: Int, most: Int): List<EntityId> {
        val player = decision.playerId.value
        val asked = least == 0 && game.answers.waits(player, "may", about(decision), listOf(YES, Answers.DECLINE))
        if (asked && !game.answers.yes(player, "may", about(decision), YES)) return emptyList()
        return picked(decision, "target", options, if (asked) 1 else least, most)
    }

    /** Targets of a mode that the engine lets be chosen only as the ability resolves. */
    private fun announced(decision: ChooseTargetsDecision): Map<Int, List<EntityId>>? {
        val targets = game.planned?.takeIf { it.source == decision.context.sourceId && it.modes.isNotEmpty() }?.targets.orEmpty()
        val only = decision.targetRequirements.singleOrNull()?.index ?: return null
        return if (targets.isNotEmpty() && decision.legalTargets[only].orEmpty().containsAll(targets)) mapOf(only to targets) else null
    }

    private fun yes(decision: PendingDecision): Boolean {
        if (PAYING in decision.prompt) return paid(decision)
        val player = decision.playerId.value
        val told = game.answers.waiting(player, AKIN.getValue("may") + "may", about(decision))
        return if (told != null && told.firstOrNull() !in setOf(YES, PAY, Answers.DECLINE)) true // the answer to what comes next says it
            else if (told == listOf(PAY)) paid(decision) else game.answers.yes(player, "may", about(decision), YES)
    }

    private fun paid(decision: PendingDecision): Boolean = game.answers.yes(decision.playerId.value, "pay", about(decision), PAY)

    private fun modes(decision: ChooseModeDecision): List<Int> {
        val words = decision.context.sourceId?.let { game.engine.data.modes(game.printed[it] ?: game.name(it)) }.orEmpty()
        val open = decision.modes.filter { it.available }
        if (words.size != decision.modes.size) throw game.answers.unsupported("choice", "modes: ${decision.prompt}")
        val names = open.map { words[it.index] }
        if (decision.minModes == 1 && decision.maxModes == 1) return listOf(words.indexOf(mode(decision, names)))
        val player = decision.playerId.value
        return game.answers.some(player, "mode", about(decision), names, decision.minModes, decision.maxModes, false).map(words::indexOf)
    }

    private fun mode(decision: PendingDecision, words: List<String>): String =
        game.planned?.takeIf { it.source == decision.context.sourceId }?.modes?.singleOrNull { it in words } ?: one(decision, "mode", words)

    private fun color(decision: ChooseColorDecision): Color {
        val letters = decision.availableColors.associateBy { it.symbol.toString() }
        return letters.getValue(one(decision, "color", letters.keys.toList()))
    }

    /** A question with words for options: replacement effects, players, types, or the words of a card. */
    private fun option(decision: ChooseOptionDecision): Int {
        val replacing = game.state.continuationStack.lastOrNull() as? ReplacementChoiceContinuation
        if (replacing != null && replacing.decisionId == decision.id) {
            val sources = replacing.options.map { it.sourceEntityId(game.state)?.let(game::name) ?: it.description }
            return sources.indexOf(one(decision, "replacement", sources, decision.playerId.value))
        }
        val source = decision.context.sourceId?.let { game.printed[it] }.orEmpty()
        val known = game.engine.data.choices(source)
        val texts = decision.options.map { game.choice(source, it) }
        val words = if (known.size == texts.size && texts.none { it in known }) known else texts // by their printed order
        val modes = game.engine.data.modes(source)
        if (modes.size == words.size) return modes.indexOf(mode(decision, modes))
        val kind = when {
            words.all { EntityId.of(it) in game.players } -> "player"
            words.all { it in TYPES || it in Subtype.ALL_CREATURE_TYPES } -> "type"
            words.all { it.toIntOrNull() != null } -> "number"
            else -> "word"
        }
        val offered = if (kind == "type" && words.size > TYPES.size) inGame(decision, words) else words
        return words.indexOf(one(decision, kind, offered))
    }

    /** A word of a text, and the word that takes its place. */
    private fun changed(decision: ChooseReplacementDecision): DecisionResponse {
        if (decision.fromOptions.any { it !in TYPES && it !in Subtype.ALL_CREATURE_TYPES }) {
            throw game.answers.unsupported("choice", "words other than types: ${decision.prompt}")
        }
        val from = decision.fromOptions.indexOf(one(decision, "type", inGame(decision, decision.fromOptions)))
        val open = decision.allowedToByFrom.getOrNull(from)?.map { decision.toOptions[it] } ?: decision.toOptions
        return ReplacementChosenResponse(decision.id, from, decision.toOptions.indexOf(one(decision, "type", inGame(decision, open))))
    }

    /** Of creature types, those that an object in the game has or an answer names. */
    private fun inGame(decision: PendingDecision, types: List<String>): List<String> {
        val there = game.state.entities.values.flatMap { it.get<CardComponent>()?.typeLine?.subtypes.orEmpty() }.map { it.value }
        val named = game.answers.waiting(decision.playerId.value, setOf("type"), about(decision)).orEmpty()
        return types.filter { it in there || it in named }.ifEmpty { types }
    }

    /** A shield is used on the damage of one source after the other. */
    private fun prevented(decision: DistributeDecision): Map<EntityId, Int> {
        var left = decision.totalAmount
        val shares = mutableMapOf<EntityId, Int>()
        while (left > 0 && shares.size < decision.targets.size) {
            val source = picked(decision, "prevent", decision.targets - shares.keys, 1, 1).single()
            shares[source] = minOf(left, decision.maxPerTarget[source] ?: left)
            left -= shares.getValue(source)
        }
        return decision.targets.associateWith { shares[it] ?: 0 }
    }

    private fun shares(decision: DistributeDecision): Map<EntityId, Int> {
        var left = decision.totalAmount
        return decision.targets.withIndex().associate { (place, target) ->
            val later = (decision.targets.size - place - 1) * decision.minPerTarget
            val most = minOf(left - later, decision.maxPerTarget[target] ?: left)
            val least = if (place == decision.targets.lastIndex && !decision.allowPartial) most else decision.minPerTarget
            val share = if (least == most) most else one(decision, "damage", (least..most).map(Int::toString), game.name(target)).toInt()
            left -= share
            target to share
        }
    }

    /** Damage in combat: as it was announced, or asked for one recipient after the other, of what the engine allows. */
    private fun combat(decision: CombatResolutionDecision): List<DamageEdgeAmount> {
        val made = decision.edges.associate { it.id to it.amount }.toMutableMap()
        for ((source, edges) in decision.edges.filter { it.editableBy == decision.playerId }.groupBy { it.sourceId }) {
            val told = game.announced()[game.name(source)]
            if (told != null) {
                edges.forEach { made[it.id] = told[game.name(it.targetId)] ?: 0 }
                continue
            }
            var ways = divisions(edges.sumOf { it.amount }, edges.map { it.maximum }).filter { way ->
                val tried = (made + edges.map { it.id }.zip(way)).map { DamageEdgeAmount(it.key, it.value) }
                DecisionValidators.validate(decision, CombatResolutionResponse(decision.id, tried)) == null
            }
            edges.forEachIndexed { place, edge ->
                val shares = ways.map { it[place] }.distinct().sorted()
                val share = shares.singleOrNull() ?: one(decision, "damage", shares.map(Int::toString), game.name(edge.targetId)).toInt()
                ways = ways.filter { it[place] == share }
                made[edge.id] = share
            }
        }
        return made.map { DamageEdgeAmount(it.key, it.value) }
    }

    private fun divisions(total: Int, most: List<Int>): List<List<Int>> = if (most.isEmpty()) listOf(emptyList<Int>()).filter { total == 0 }
        else (0..minOf(total, most.first())).flatMap { share -> divisions(total - share, most.drop(1)).map { listOf(share) + it } }

    private companion object {
        val TYPES = setOf("Plains", "Island", "Swamp", "Mountain", "Forest")
    }
}
