package bridge

import com.wingedsheep.engine.core.ActionProcessor
import com.wingedsheep.engine.core.EngineServices
import com.wingedsheep.engine.legalactions.LegalActionEnumerator
import kit.MagicRun

/** The engine with its cards: what all runs share, for nothing of it changes. */
class Engine {
    val cards = Cards()
    val services = EngineServices(cards.registry)
    val processor = ActionProcessor(services, computeUndo = false)
    val legal = with(services) {
        LegalActionEnumerator(cardRegistry, manaSolver, costCalculator, predicateEvaluator, conditionEvaluator, turnManager)
    }
}

/** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
fun main(arguments: Array<String>) {
    val engine = Engine()
    MagicRun.serve(
        "Argentum", arguments[0], "https://github.com/wingedsheep/argentum-engine", UNSET,
        { data -> mapOf("cards" to data.table().keys().filter { engine.cards.find(it) != null }, "unseen" to UNSEEN) },
        { request -> Game(engine, request).script.play() },
    )
}
