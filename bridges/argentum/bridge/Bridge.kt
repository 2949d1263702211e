package bridge

import com.wingedsheep.engine.core.ActionProcessor
import com.wingedsheep.engine.core.EngineServices
import com.wingedsheep.engine.legalactions.LegalActionEnumerator
import kit.Answers
import kit.CardData
import kit.Facts
import kit.MagicRun
import kit.MagicScript
import kit.Server
import java.nio.file.Files
import java.nio.file.Path

private const val EDITION = "2026-08-07"

/** The engine and the words of the card data: what all runs share, for nothing of it changes. */
class Engine(val data: CardData) {
    val cards = Cards()
    val services = EngineServices(cards.registry)
    val processor = ActionProcessor(services, computeUndo = false)
    val legal = with(services) {
        LegalActionEnumerator(cardRegistry, manaSolver, costCalculator, predicateEvaluator, conditionEvaluator, turnManager)
    }

    @Suppress("UNCHECKED_CAST")
    fun run(params: Map<String, Any?>): Map<String, Any?> {
        val answers = Answers(params as Map<String, Any>, AKIN)
        try {
            val run = object : MagicRun(MagicRun.Request(params, answers, data, UNSET)) {
                override fun name(thing: Any?) = thing.toString()
            }
            val observed = (params["observe"] as? List<*>).orEmpty().map { Facts.texts(it) }
            val game = Game(this, run.given, observed, answers)
            val script = Script(game, run)
            game.announced = script::damage
            script.play()
        } catch (_: Answers.Over) {
        }
        return answers.outcome()
    }

    fun describe(version: String): Map<String, Any?> = Answers.map(
        "protocol", 1, "name", "Argentum", "version", version,
        "games", Answers.map("mtg", Answers.map(
            "cards", data.table().keys().filter { cards.find(it) != null }, "actions", MagicScript.VERBS, "editions", listOf(EDITION),
            "unseen", listOf("ability", "kicked", "modes", "monarch"), "unset", UNSET,
        )),
        "capabilities", listOf("choices"),
        "homepage", "https://github.com/wingedsheep/argentum-engine",
        "issues", "https://github.com/wingedsheep/argentum-engine/issues",
    )
}

/** Arguments: the engine's version for reports, and the file with the words of the card data. */
fun main(arguments: Array<String>) {
    val engine = Engine(CardData(Facts.read(Files.readString(Path.of(arguments[1])))))
    Server.serve({ engine.describe(arguments[0]) }, engine::run)
}
