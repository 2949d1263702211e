package bridge

import com.wingedsheep.engine.registry.CardRegistry
import com.wingedsheep.sdk.model.CardDefinition
import io.github.classgraph.ClassGraph
import java.text.Normalizer

private const val TOKENS = "com.wingedsheep.mtg.sets.tokens.PredefinedTokens"
private const val CARDS = "com.wingedsheep.mtg.sets.definitions"

/** The engine's cards, each read from its class when it is first named: all of them would take seconds. */
class Cards {
    val registry = CardRegistry()
    private val read = mutableMapOf<String, CardDefinition?>()
    /** The classes that have cards, by the names that the engine gives to files of cards. */
    private val classes: Map<String, List<String>> =
        ClassGraph().acceptPackages(CARDS).scan().use { it.getResourcesWithExtension("class").paths }
            .filter { it.endsWith("Kt.class") }.map { it.removeSuffix(".class").replace('/', '.') }
            .groupBy { plain(it.substringAfterLast('.').removeSuffix("Kt")) }

    init {
        runCatching { tokens() } // an engine without its own tokens' cards still has the others
    }

    /** Returns a card by its English name, or null if the engine does not have it. */
    fun find(name: String): CardDefinition? = read.getOrPut(name) {
        val likely = classes[plain(name)] ?: classes.filterKeys { it.endsWith("basiclands") }.values.flatten()
        val found = likely.asSequence().flatMap(::defined).firstOrNull { it.name == name || it.backFace?.name == name }
        found?.let(registry::register)
        found?.let { registry.getCard(name) } // a token of that name is no card
    }

    private fun defined(name: String): List<CardDefinition> = Class.forName(name).methods
        .filter { it.parameterCount == 0 && it.returnType == CardDefinition::class.java }
        .map { it.invoke(null) as CardDefinition }

    private fun tokens() {
        val all = Class.forName(TOKENS)
        val found = all.methods.first { it.name == "getAllTokens" }.invoke(all.getField("INSTANCE").get(null))
        (found as Iterable<*>).forEach { registry.register(it as CardDefinition) }
    }

    private fun plain(name: String): String =
        Normalizer.normalize(name, Normalizer.Form.NFD).filter { it.isLetterOrDigit() && it.code < 128 }.lowercase()
}
