"""The subtypes, each with the card type that it goes with (205.3). One in none of these lists goes with creatures."""

from __future__ import annotations

from functools import cache
from typing import Final

BASIC_LAND_TYPES: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The basic land types, each with the mana that it gives (305.6)."""

EVERY_CREATURE_TYPE: Final = "every creature type"
"""Stands for all of them, as changeling gives them."""


def _listed(words: str) -> frozenset[str]:
    """Return the words of a list; a space within one of them is written `_`."""
    return frozenset(word.replace("_", " ") for word in words.split())


LAND_TYPES: Final = _listed(
    """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp Tower Town Urza's
    """
)
"""205.3i"""
ARTIFACT_TYPES: Final = _listed(
    """
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold Incubator Infinity Junk
    Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle Vibranium
    """
)
"""205.3g"""
ENCHANTMENT_TYPES: Final = _listed(
    """
    Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine
    """
)
"""205.3h"""
PLANESWALKER_TYPES: Final = _listed(
    """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti Davriel Dellian
    Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon Grist Guff Huatli Jace Jared Jaya
    Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis
    Oko Quintorius Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo Tezzeret Tibalt
    Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel
    """
)
"""205.3j"""
SPELL_TYPES: Final = _listed(
    """
    Adventure Arcane Lesson Omen Trap
    """
)
"""205.3k"""
CREATURE_TYPES: Final = _listed(
    """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
    Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder
    Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg C'tan Camarid Camel Capybara Caribou Carrier Cat Centaur
    Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile Custodes Cyberman Cyclops
    Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix
    Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eternal Eye Faerie
    Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gamma Gargoyle Germ Giant Giraffe Gith Glimmer Gnoll Gnome
    Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog Hellion Hero
    Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena Illusion Imp Incarnation Inhuman Inkling
    Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin Knight Kobold Kor Kraken Kree Lamia
    Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard Llama Lobster Manticore Masticore Mercenary Merfolk
    Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic
    Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg
    Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot
    Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat
    Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist
    Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Shi'ar Siren
    Skeleton Skrull Skunk Slith Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper
    Sphinx Spider Spike Spirit Splinter Sponge Spy Squid Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle
    Tetravite Thalakos Thopter Thrull Tiefling Time_Lord Toy Treefolk Trilobite Triskelavite Troll Turtle Tyranid
    Unicorn Utrom Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale
    Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
    """
)
"""205.3m"""
BATTLE_TYPES: Final = _listed(
    """
    Siege
    """
)
"""205.3q"""

SETS: Final = {
    "land types": LAND_TYPES,
    "artifact types": ARTIFACT_TYPES,
    "enchantment types": ENCHANTMENT_TYPES,
    "planeswalker types": PLANESWALKER_TYPES,
    "spell types": SPELL_TYPES,
    "battle types": BATTLE_TYPES,
    "creature types": CREATURE_TYPES | {EVERY_CREATURE_TYPE},
}
"""The sets of subtypes by the words of card data."""

_CARD_TYPES: Final = {
    "land types": ("Land",),
    "artifact types": ("Artifact",),
    "enchantment types": ("Enchantment",),
    "planeswalker types": ("Planeswalker",),
    "spell types": ("Instant", "Sorcery"),
    "battle types": ("Battle",),
    "creature types": ("Creature", "Kindred"),
}
_CREATURES = "creature types"
_OTHERS: Final = {subtype: name for name, members in SETS.items() if name != _CREATURES for subtype in members}
"""The set of each subtype that is no creature type."""


def set_of(subtype: str) -> str:
    """Return the set that a subtype belongs to; one that is in no list is taken for a creature type."""
    return _OTHERS.get(subtype, _CREATURES)


@cache
def correlated(subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """Return the subtypes that go with one of the card types (205.1a)."""
    there = {name for name, card_types in _CARD_TYPES.items() if not types.isdisjoint(card_types)}
    return frozenset(subtype for subtype in subtypes if set_of(subtype) in there)


def without(subtypes: frozenset[str], lost: frozenset[str]) -> frozenset[str]:
    """Return subtypes without those that are lost: of every creature type all others are left."""
    if EVERY_CREATURE_TYPE in subtypes and EVERY_CREATURE_TYPE not in lost and not lost.isdisjoint(CREATURE_TYPES):
        return (subtypes - {EVERY_CREATURE_TYPE} | CREATURE_TYPES) - lost
    return subtypes - lost


def share_creature_type(some: frozenset[str], others: frozenset[str]) -> bool:
    """Say whether two objects with these subtypes have a creature type in common."""
    mine, theirs = (frozenset(each for each in those if set_of(each) == _CREATURES) for those in (some, others))
    if EVERY_CREATURE_TYPE in mine | theirs:
        return bool(mine and theirs)
    return not mine.isdisjoint(theirs)
