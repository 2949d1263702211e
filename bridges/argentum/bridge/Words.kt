package bridge

import com.wingedsheep.sdk.model.CardDefinition
import com.wingedsheep.sdk.scripting.ActivatedAbility
import kit.Facts

/** What the card data calls abilities, targets and modes, beside the engine's abilities in printed order. */
class Words(private val table: Facts) {
    val names: Set<String> get() = table.keys()

    private fun entries(card: String): List<Facts> = table.at(card).list("abilities")

    /** Returns the words of a card's modes, in printed order. */
    fun modes(card: String): List<String> = entries(card).map { it.texts("modes") }.firstOrNull { it.isNotEmpty() }.orEmpty()

    /** Returns the words that are chosen from as a card enters, in printed order. */
    fun choices(card: String): List<String> = table.at(card).texts("choices")

    /** Returns the names of targets in the order of the card's data. */
    fun ordered(card: String, targets: Set<String>): List<String> =
        entries(card).map { it.texts("targets") }.firstOrNull { it.containsAll(targets) }?.filter { it in targets } ?: targets.toList()

    /** Returns the engine's activated ability that a case calls by a label or a number; null if that does not work out. */
    fun ability(card: CardDefinition, wanted: String): ActivatedAbility? {
        val abilities = card.script.activatedAbilities.filter { !it.isEquipAbility }
        wanted.toIntOrNull()?.let { return abilities.getOrNull(it - 1) }
        val told = entries(card.name).filter { it.text("form") == "activated" }
        return if (told.size == abilities.size) abilities.getOrNull(told.indexOfFirst { it.text("label") == wanted }) else null
    }
}
