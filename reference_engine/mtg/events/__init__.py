"""
Events (614.1): what would happen and, once it has, what did.

An event is a value. Replacing one makes another; `lineage` tells which effects have had their chance at it and at what
it has been before.
"""

from __future__ import annotations

from reference_engine.mtg.events.base import (
    Event,
    Instructed,
)
from reference_engine.mtg.events.of_objects import (
    Attach,
    Cease,
    Counter,
    CreateToken,
    Destroy,
    Discard,
    GainControl,
    Move,
    PutCounters,
    Regenerate,
    RemoveCounters,
    Sacrifice,
    Tap,
    Transform,
    TurnFaceUp,
    Unattach,
    Untap,
)
from reference_engine.mtg.events.of_play import (
    Activate,
    Attack,
    BecomeBlocked,
    Begin,
    Block,
    Cast,
    PlayLand,
    Target,
)
from reference_engine.mtg.events.of_players import (
    AddMana,
    Damage,
    Draw,
    DrawCards,
    GainLife,
    LoseGame,
    LoseLife,
    Mill,
    PayLife,
    Prevent,
    Roll,
    Search,
    Shuffle,
    WinGame,
)

__all__ = [
    "Activate",
    "AddMana",
    "Attach",
    "Attack",
    "BecomeBlocked",
    "Begin",
    "Block",
    "Cast",
    "Cease",
    "Counter",
    "CreateToken",
    "Damage",
    "Destroy",
    "Discard",
    "Draw",
    "DrawCards",
    "Event",
    "GainControl",
    "GainLife",
    "Instructed",
    "LoseGame",
    "LoseLife",
    "Mill",
    "Move",
    "PayLife",
    "PlayLand",
    "Prevent",
    "PutCounters",
    "Regenerate",
    "RemoveCounters",
    "Roll",
    "Sacrifice",
    "Search",
    "Shuffle",
    "Tap",
    "Target",
    "Transform",
    "TurnFaceUp",
    "Unattach",
    "Untap",
    "WinGame",
]
