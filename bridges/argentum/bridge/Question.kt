package bridge

import com.wingedsheep.engine.core.*
import com.wingedsheep.engine.handlers.actions.decision.DecisionValidators
import com.wingedsheep.engine.state.components.identity.CardComponent
import com.wingedsheep.sdk.core.Subtype
import com.wingedsheep.sdk.model.EntityId
import kit.Asking

private val VERBS_OF_CARDS = listOf("sacrifice", "discard", "exile", "return", "search", "copy", "attach")
private val PAYING = Regex("\\bpay\\b", RegexOption.IGNORE_CASE)
private val TYPES = BASICS.keys + Subtype.ALL_CREATURE_TYPES

/** Something that the engine asks, as a question of the protocol with the options that the engine has. */
class Question(private val game: Game, private val asked: PendingDecision) {
    private val asking = Asking(game, asked.playerId.value)
    private val about = asked.context.sourceId?.let(game::name)

    fun answer(): DecisionResponse = when (asked) {
        is ChooseTargetsDecision -> TargetsResponse(asked.id, asked.targetRequirements.associate {
            it.index to targets(asked.legalTargets[it.index].orEmpty(), it.minTargets, it.maxTargets)
        })
        is SelectCardsDecision ->
            CardsSelectedResponse(asked.id, picked(kind(asked), asked.options, asked.minSelections, asked.maxSelections))
        is YesNoDecision -> YesNoResponse(asked.id, asking.decide(about, PAYING in asked.prompt))
        is BatchYesNoDecision -> BatchYesNoResponse(asked.id, asking.decide(about, PAYING in asked.prompt), false)
        is ChooseOptionDecision -> OptionChosenResponse(asked.id, option(asked))
        is ChooseReplacementDecision -> changed(asked)
        is DistributeDecision -> DistributionResponse(asked.id, prevented(asked))
        is OrderObjectsDecision -> OrderedResponse(asked.id, asking.order("order", about, asked.objects))
        is ReorderLibraryDecision -> OrderedResponse(asked.id, asking.order("library", about, asked.cards))
        is SelectManaSourcesDecision -> {
            val pays = !asked.canDecline || asking.decide(about, true)
            ManaSourcesSelectedResponse(asked.id, autoPay = pays, declined = !pays)
        }
        is CombatResolutionDecision -> CombatResolutionResponse(asked.id, combat(asked))
        else -> throw lacks(asked::class.simpleName.orEmpty())
    }

    private val later = game.later?.takeIf { it.first == asked.context.sourceId && it.second.action.has("modes") }?.second

    private fun targets(options: List<EntityId>, least: Int, most: Int): List<EntityId> {
        val told = later?.targets.orEmpty().flatten().mapNotNull { game.find(it) }
        return if (told.isNotEmpty() && options.containsAll(told)) told else picked("target", options, least, most)
    }

    private fun lacks(what: String) = game.answers.unsupported("choice", what)

    private fun picked(kind: String, options: List<EntityId>, least: Int, most: Int): List<EntityId> =
        if (most == 1) listOfNotNull(asking.one(kind, about, options, least == 0)) else asking.some(kind, about, options, least, most)

    private fun kind(asked: SelectCardsDecision): String {
        if (asked.options.all { it in game.players }) return "player"
        val told = "${asked.prompt} ${asked.selectedLabel}".lowercase()
        return VERBS_OF_CARDS.firstOrNull { it in told } ?: "object"
    }

    /** A question with words for options: players, types, modes, or the words of a card. */
    private fun option(asked: ChooseOptionDecision): Int {
        val source = asked.context.sourceId?.let(game::printed).orEmpty()
        val known = game.data.choices(source)
        val texts = asked.options.map { game.choice(source, it) }
        val words = if (known.size == texts.size && texts.none { it in known }) known else texts // by their printed order
        val modes = game.data.modes(source, words.size)
        return when {
            modes.isNotEmpty() -> modes.indexOf(later?.modes?.firstOrNull { it in modes } ?: asking.word("mode", about, modes))
            words.all { EntityId.of(it) in game.players } -> words.indexOf(asking.word("player", about, words))
            words.all { it in TYPES } -> words.indexOf(type(words))
            words.all { it.toIntOrNull() != null } -> words.indexOf(asking.word("number", about, words))
            else -> words.map { if (it in known) it else it.replaceFirstChar(Char::lowercase) } // not as a sentence begins
                .let { it.indexOf(asking.word("word", about, it)) }
        }
    }

    private fun type(types: List<String>): String {
        val there = game.state.entities.values.flatMap { it.get<CardComponent>()?.typeLine?.subtypes.orEmpty() }.map { it.value }
        return asking.few("type", about, types, there)
    }

    /** A word of a text, and the word that takes its place. */
    private fun changed(asked: ChooseReplacementDecision): DecisionResponse {
        if (!TYPES.containsAll(asked.fromOptions)) throw lacks("words other than types: ${asked.prompt}")
        val from = asked.fromOptions.indexOf(type(asked.fromOptions))
        val open = asked.allowedToByFrom.getOrNull(from)?.map { asked.toOptions[it] } ?: asked.toOptions
        return ReplacementChosenResponse(asked.id, from, asked.toOptions.indexOf(type(open)))
    }

    /** A shield is used on the damage of one source after the other. */
    private fun prevented(asked: DistributeDecision): Map<EntityId, Int> {
        if ("prevention" !in asked.prompt) throw lacks("how to divide: ${asked.prompt}")
        val shares = asked.targets.associateWith { 0 }.toMutableMap()
        val open = asked.targets.toMutableList()
        var left = asked.totalAmount
        while (left > 0 && open.isNotEmpty()) {
            val source = asking.one("prevent", about, open, false)
            val share = minOf(left, asked.maxPerTarget[source] ?: left)
            shares[source] = share
            left -= share
            open -= source
        }
        return shares
    }

    /** Damage in combat: as it was announced, or asked for one recipient after the other, of what the engine allows. */
    private fun combat(asked: CombatResolutionDecision): List<DamageEdgeAmount> {
        val made = asked.edges.associate { it.id to it.amount }.toMutableMap()
        for ((source, edges) in asked.edges.filter { it.editableBy == asked.playerId }.groupBy { it.sourceId }) {
            val told = game.script.damage()[game.name(source)]
            var ways = if (told != null) listOf(edges.map { told[game.name(it.targetId)] ?: 0 })
                else divisions(edges.sumOf { it.amount }, edges.map { it.maximum }).filter { way ->
                    val tried = (made + edges.map { it.id }.zip(way)).map { DamageEdgeAmount(it.key, it.value) }
                    DecisionValidators.validate(asked, CombatResolutionResponse(asked.id, tried)) == null
                }
            edges.forEachIndexed { place, edge ->
                val shares = ways.map { it[place] }.distinct().sorted()
                val share = shares.singleOrNull() ?: asking.word("damage", game.name(edge.targetId), shares.map(Int::toString)).toInt()
                ways = ways.filter { it[place] == share }
                made[edge.id] = share
            }
        }
        return made.map { DamageEdgeAmount(it.key, it.value) }
    }

    private fun divisions(total: Int, most: List<Int>): List<List<Int>> = if (most.isEmpty()) listOf(emptyList<Int>()).filter { total == 0 }
        else (0..minOf(total, most.first())).flatMap { share -> divisions(total - share, most.drop(1)).map { listOf(share) + it } }
}
