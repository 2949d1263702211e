package bridge

import com.wingedsheep.engine.registry.CardRegistry
import com.wingedsheep.sdk.model.CardDefinition
import java.io.File
import java.text.Normalizer
import java.util.zip.ZipFile

private const val TOKENS = "com.wingedsheep.mtg.sets.tokens.PredefinedTokens"
private val PLACE = Regex("com/wingedsheep/mtg/sets/definitions/\\w+/cards/([A-Za-z0-9_]+)Kt\\.class")

/** The engine's cards, each read from its class when it is first named: all of them would take seconds. */
class Cards {
    val registry = CardRegistry()
    private val read = mutableMapOf<String, CardDefinition?>()
    private val classes: Map<String, List<String>> = names().groupBy { plain(it.substringAfterLast('.').removeSuffix("Kt")) }

    init {
        runCatching { tokens() } // an engine without its own tokens' cards still has the others
    }

    /** Returns a card by its English name, or null if the engine does not have it. */
    fun find(name: String): CardDefinition? {
        if (name in read) return read[name]
        val likely = classes[plain(name)].orEmpty().ifEmpty { classes.filterKeys { it.endsWith("basiclands") }.values.flatten() }
        val found = likely.asSequence().flatMap(::defined).firstOrNull { it.name == name || it.backFace?.name == name }
        if (found != null) registry.register(found)
        read[name] = found?.let { registry.getCard(name) } // a token of that name is no card
        return read[name]
    }

    private fun defined(name: String): List<CardDefinition> = Class.forName(name).methods
        .filter { it.parameterCount == 0 && it.returnType == CardDefinition::class.java }
        .map { it.invoke(null) as CardDefinition }

    private fun tokens() {
        val all = Class.forName(TOKENS)
        val found = all.methods.first { it.name == "getAllTokens" }.invoke(all.getField("INSTANCE").get(null))
        (found as Iterable<*>).forEach { registry.register(it as CardDefinition) }
    }

    /** The classes that have cards, by the names that the engine gives to files of cards. */
    private fun names(): List<String> = System.getProperty("java.class.path").split(File.pathSeparator).map(::File).flatMap { entry ->
        when {
            entry.isDirectory -> entry.walk().filter { it.extension == "class" }.map { it.relativeTo(entry).invariantSeparatorsPath }.toList()
            entry.isFile -> ZipFile(entry).use { jar -> jar.entries().asSequence().map { it.name }.toList() }
            else -> emptyList()
        }
    }.filter(PLACE::matches).map { it.removeSuffix(".class").replace('/', '.') }

    private fun plain(name: String): String =
        Normalizer.normalize(name, Normalizer.Form.NFD).filter { it.isLetterOrDigit() && it.code < 128 }.lowercase()
}
