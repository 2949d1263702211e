"""Three editions of the rules of Harbour, a game that does not exist, with every slip that real editions have had."""

from checker.rules_text.read import Edition, parse

HEAD = """\
Harbour Comprehensive Rules

These rules are effective as of {date}.

Introduction

This document is for players. Subrules skip two letters; see rule 101.1 for what comes first.

Contents

1. The Game
100. General
101. The First Rules
102. Players
119. Cargo

2. Actions
200. General
201. Named Actions

3. Ships
300. General
301. Sailing
302. Docking
303. Storms
304. Crews
305. Wrecks
306. {tolls}

Glossary

Credits

"""

TAIL = """\
Glossary

Berth
1. The place where a ship lies.
2. An action. See rule 302, "Docking."

Cargo
Whatever a ship carries. See rule 119.

Credits

Design: Nobody at All

These rules are effective as of {date}.
"""

OLD_BODY = """\
1. The Game

100. General

100.1. Harbour is a game for two or more players, each of whom owns a fleet and a warehouse.

101. The First Rules

101.1. If a card says one thing and these rules another, the card is right.

101.2. A player who has to choose between two actions at the same time does so as rule 301.2 says.

101.3. Whoever holds the lantern plays first unless a storm is blowing.

102. Players

102.1. Each player keeps a hand of cards that no other player may look at.
Example: Ada shows Bo a card by mistake. Bo has to forget it.

102.2. A player whose fleet is lost has left the game.\u2028Example: Bo's last ship sinks, so Bo leaves.

119. Cargo

119.1. Cargo lies in the hold of a ship until it is unloaded at a quay.

119.1d. In a short game each hold has room for five crates rather than eight.

2. Actions

200. General

200.1. A named action means what section 2 says, whatever the card's picture shows.

201. Named Actions

201.1. Most verbs on cards have their ordinary meaning. A few have the meaning given here.

201.2. Ferry

201.2a To ferry a crate means to move it from one ship to another that lies at the same quay.

201.2b A crate that can't be moved isn't ferried, and nothing else about the instruction happens.

201.3. Trade

201.3a A card may tell two players to trade something, for example crates or ships, as part of its effect.

201.3b If the whole trade can't be completed, no part of the trade occurs.

201.3c If the same player owns both ships that are to be traded, the trade does nothing at all.

3. Ships

300. General

300.1. Ships are the cards with a hull printed on their lower left corner.

301. Sailing

301.2. When two ships leave the harbour at once, the smaller one goes first.

301.2a A ship without a captain can't leave the harbour under its own sail.

301.2b A ship that was towed during this turn stays where the tug has left it until the next dawn.

301.5 If a ship sails and unloads in one action, its owner decides which of the two comes first.

302. Docking

302.1. To dock a ship, its owner pays the harbour fee and turns the ship sideways at a free quay.

302.2. A docked ship may be repaired by its crew once in each turn if there is timber in the warehouse.

303. Storms

303.1. While a storm is blowing, no ship may leave the harbour or enter it. When the storm ends, every captain\
 draws a card, and the lantern goes to the player with the fewest ships.

304. Crews

304.1. Each sailor belongs to exactly one ship and can't be sent to another while the ship is at sea.

304.2. A sailor whose ship has sunk swims to the nearest quay and waits there for another captain.

305. Wrecks

305.4.Wrecks stay on the table face down for the rest of the game.

305.5. Nobody may salvage a wreck from which the anchor has been taken by the harbour master.

306. Tolls

306.1. The harbour master collects two coins from each ship that passes the chain.

306.2. A ship that flies the flag of the city passes the chain without paying anything.

"""

NEW_BODY = """\
1. The Game

100. General

100.1. Harbour is a game for two or more players, each of whom owns a fleet and a warehouse.

101. The First Rules

101.1. If a card says one thing and these rules another, the card is right.

101.2. A player who has to choose between two actions at the same time does so as rule 301.3 says.

101.3. Whoever holds the lantern plays first, unless a storm is blowing!

102. Players

102.1. Each player keeps a hand of cards that no other player may look at.
Example: Ada shows Bo a card on purpose. Bo is allowed to remember it.

102.2. A player whose fleet is lost has left the game.
Example: Bo's last ship sinks, so Bo leaves.

119. Cargo

119.1. Cargo lies in the hold of a ship until it is unloaded at a quay.

119.1d. In a short game each hold has room for five crates rather than eight.

2. Actions

200. General

200.1. A named action means what section 2 says, whatever the card's picture shows.

201. Named Actions

201.1. Most verbs on cards have their ordinary meaning. A few have the meaning given here.

201.2. Anchor

201.2a To anchor a ship means to put an anchor marker on it, so that no tide can carry the ship away.

201.3. Ferry

201.3a To ferry a crate means to move it from one ship to another that lies at the same quay.

201.3b A crate that can't be moved isn't ferried, and nothing else about the instruction happens.

201.4. Trade

201.4a A card may tell two players to trade something, for example crates or ships, as part of its effect.

201.4b If the whole trade can't be completed, no part of the trade occurs.

201.4c If the same player owns both ships that are to be traded, the trade does nothing at all.

3. Ships

300. General

300.1. Ships are the cards with a hull printed on their lower left corner.

301. Sailing

301.2. When two ships leave the harbour at once, the smaller one goes first.

301.2a A ship without a captain can't leave the harbour under its own sail.

301.2b A captain who commands several vessels may give the same order to all of them in a single breath.

301.2c A ship that was towed during this turn stays where the tug has left it until the next dawn.

301.5 If a ship sails and unloads in one action, its owner decides which of the two comes first.

302. Docking

302.1. To dock a ship, its owner pays the harbour fee and turns the ship sideways at any quay that is free and deep.

302.2. The harbour master may close a quay for one round by placing the red lamp upon it.

302.3. A docked ship may be repaired by its crew twice in each turn if there is timber or tar in the warehouse.

303. Storms

303.1. While a storm is blowing, no ship may leave the harbour or enter it.

303.1a When the storm ends, every captain draws a card, and the lantern goes to the player with the fewest ships.

304. Crews

304.1. Each sailor belongs to exactly one ship and can't be sent to another while the ship is at sea. A sailor\
 whose ship has sunk swims to the nearest quay and waits there for another captain.

305. Wrecks

305.4.Wrecks stay on the table face down for the rest of the game.

306. Duties

306.1. The harbour master collects two coins from each ship that passes the chain.

306.2. A ship that flies the flag of the city passes the chain without paying anything.

"""

# The third edition numbers a rule twice, as happened in 2024, and brings back the wording of 302.1.
LATE_BODY = NEW_BODY.replace("any quay that is free and deep", "a free quay").replace(
    "302.3. A docked", "302.2. A docked"
)

EXPECTED = {
    "101.2": ("references", ["101.2"]),
    "101.3": ("references", ["101.3"]),
    "102.1": ("examples", ["102.1"]),
    "201.2": ("renumbered", ["201.3"]),
    "201.2a": ("renumbered", ["201.3a"]),
    "201.2b": ("renumbered", ["201.3b"]),
    "201.3": ("renumbered", ["201.4"]),
    "201.3a": ("renumbered", ["201.4a"]),
    "201.3b": ("renumbered", ["201.4b"]),
    "201.3c": ("renumbered", ["201.4c"]),
    "301.2b": ("renumbered", ["301.2c"]),
    "302.1": ("reworded", ["302.1"]),
    "302.2": ("renumbered-and-reworded", ["302.3"]),
    "303.1": ("split", ["303.1", "303.1a"]),
    "304.1": ("reworded", ["304.1"]),
    "304.2": ("merged", ["304.1"]),
    "305.5": ("gone", []),
    "306": ("reworded", ["306"]),
}
"""What became of each rule from the first edition to the second, worked out by hand; all others are unchanged."""

NEW_RULES = {"201.2": None, "201.2a": None, "301.2b": None, "302.2": None, "303.1a": "303.1"}
"""Rules of the second edition that no rule of the first became, with what they were split from."""


def text(body: str, date: str, tolls: str = "Tolls") -> str:
    return HEAD.format(date=date, tolls=tolls) + body + TAIL.format(date=date)


OLD_TEXT = text(OLD_BODY, "March 8, 2031")
NEW_TEXT = text(NEW_BODY, "June 6, 2032", "Duties")
LATE_TEXT = text(LATE_BODY, "August 7, 2033", "Duties")


def edition(content: str) -> Edition:
    return parse(content.encode(), "a test's text")


OLD, NEW, LATE = edition(OLD_TEXT), edition(NEW_TEXT), edition(LATE_TEXT)
