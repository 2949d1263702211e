package bridge

import com.wingedsheep.sdk.model.CardDefinition
import com.wingedsheep.sdk.scripting.ActivatedAbility
import kit.CardData

/** Returns the words of a card's modes, in printed order. */
fun CardData.modes(card: String): List<String> = abilities(card).map { it.texts("modes") }.firstOrNull { it.isNotEmpty() }.orEmpty()

/** Returns the engine's activated ability that a case calls by a label or a number; null if that does not work out. */
fun CardData.ability(card: CardDefinition, wanted: String): ActivatedAbility? {
    val abilities = card.script.activatedAbilities.filter { !it.isEquipAbility }
    wanted.toIntOrNull()?.let { return abilities.getOrNull(it - 1) }
    val told = abilities(card.name).filter { it.text("form") == "activated" }
    return if (told.size == abilities.size) abilities.getOrNull(told.indexOfFirst { it.text("label") == wanted }) else null
}
