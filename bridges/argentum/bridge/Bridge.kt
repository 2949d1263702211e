package bridge

import com.wingedsheep.engine.core.ActionProcessor
import com.wingedsheep.engine.core.EngineServices
import com.wingedsheep.engine.legalactions.LegalActionEnumerator
import kit.Answers
import kit.Facts
import kit.Server
import java.nio.file.Files
import java.nio.file.Path

private const val EDITION = "2026-08-07"

/** The engine and the words of the card data: what all runs share, for nothing of it changes. */
class Engine(words: Facts) {
    val cards = Cards()
    val words = Words(words)
    val services = EngineServices(cards.registry)
    val processor = ActionProcessor(services, computeUndo = false)
    val legal = with(services) {
        LegalActionEnumerator(cardRegistry, manaSolver, costCalculator, predicateEvaluator, conditionEvaluator, turnManager)
    }

    @Suppress("UNCHECKED_CAST")
    fun run(params: Map<String, Any?>): Map<String, Any?> {
        val answers = Answers(params as Map<String, Any>, AKIN)
        try {
            val actions = answers.actions(params, "mtg", VERBS)
            val observed = (params["observe"] as? List<*>).orEmpty().map { Facts.texts(it) }
            Script(Game(this, Facts.of(params["given"]), observed, answers), actions).play()
        } catch (_: Answers.Over) {
        }
        return answers.outcome()
    }

    fun describe(version: String): Map<String, Any?> = Answers.map(
        "protocol", 1, "name", "Argentum", "version", version,
        "games", Answers.map("mtg", Answers.map(
            "cards", words.names.filter { cards.find(it) != null }, "actions", VERBS.toList(), "editions", listOf(EDITION),
            "unseen", listOf("abilities", "ability", "kicked", "modes", "monarch"), "unset", UNSET,
        )),
        "capabilities", listOf("choices"),
        "homepage", "https://github.com/wingedsheep/argentum-engine",
        "issues", "https://github.com/wingedsheep/argentum-engine/issues",
    )
}

/** Argument: the engine's version for reports. The words of the card data stand beside, in `words.json`. */
fun main(arguments: Array<String>) {
    val engine = Engine(Facts.read(Files.readString(Path.of("words.json"))))
    Server.serve({ engine.describe(arguments[0]) }, engine::run)
}
