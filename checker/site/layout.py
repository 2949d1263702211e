"""How positions of a game are drawn: what `x-show` in its state schema says."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from checker.model import Json
from checker.reading.schema import exists, schemas


@dataclass(frozen=True)
class Layout:
    """What stands where in a drawing; everything has a sensible default, so a game need not say anything."""

    main: frozenset[str] = frozenset()
    """Zones that are drawn large."""
    always: frozenset[str] = frozenset()
    """Values of a player that are shown even if the case does not mention them."""
    title: str = "name"
    cost: tuple[str, ...] = ()
    type_line: tuple[tuple[str, ...], ...] = ()
    """Facts whose words make the type line, in groups with a dash between them."""
    order: Mapping[str, int] = field(default_factory=dict)
    """Where words of the type line stand if they have a usual place."""
    corner: tuple[str, ...] = ()
    """Facts shown in the lower corner of a frame."""
    sideways: str = ""
    """The fact by which a card is turned sideways."""
    marks: frozenset[str] = frozenset()
    """Facts that are shown for an object wherever they are not as usual."""
    quiet: frozenset[str] = frozenset()
    """Facts that are shown only where a case expects them."""
    tint: str = ""
    """The fact that gives a frame its hue."""
    hues: Mapping[str, str] = field(default_factory=dict)
    several: str = ""
    """The hue of a card with several."""

    @cached_property
    def framed(self) -> frozenset[str]:
        """Facts that the frame itself shows."""
        return frozenset({self.title, *self.cost, *self.lined, *self.corner})

    @cached_property
    def lined(self) -> tuple[str, ...]:
        """Facts that make up the type line."""
        return tuple(key for group in self.type_line for key in group)

    @cached_property
    def unusual(self) -> frozenset[str]:
        """Facts that are shown for an object, if in no other way, wherever they are not as usual."""
        return self.marks | {self.sideways}

    def parts(self, facts: Collection[str]) -> frozenset[str]:
        """Return the parts of a frame that show some of these facts."""
        shown = {"title": (self.title,), "cost": self.cost, "type line": self.lined, "corner": self.corner}
        return frozenset(part for part, keys in shown.items() if any(key in facts for key in keys))

    def hue(self, facts: Json) -> str:
        """Return the hue of a card with these facts."""
        words = facts.get(self.tint)
        if words is None:  # a card as such, of which no engine has said anything: what it costs tells
            words = [word for word in dict.fromkeys(_symbols(facts, self.cost)) if word in self.hues]
        if not isinstance(words, list) or not words:
            return ""
        if self.several and len(words) > 1:
            return self.several
        return next((hue for word, hue in self.hues.items() if word in words), "")


def _symbols(facts: Json, keys: tuple[str, ...]) -> list[str]:
    return [symbol for key in keys for symbol in re.findall(r"\{([^{}]*)\}", str(facts.get(key, "")))]


@cache
def layout(game: str) -> Layout:
    """Return how a game's positions are drawn."""
    name = f"{game}/state"
    told: Json = schemas()[name].get("x-show", {}) if exists(name) else {}
    frame: Json = told.get("frame", {})
    tint: Json = told.get("tint", {})
    return Layout(
        main=frozenset(told.get("main", ())),
        always=frozenset(told.get("always", ())),
        title=frame.get("title", "name"),
        cost=tuple(frame.get("cost", ())),
        type_line=tuple(map(tuple, frame.get("type line", ()))),
        order={word: place for place, word in enumerate(frame.get("order", ()))},
        corner=tuple(frame.get("corner", ())),
        sideways=frame.get("sideways", ""),
        marks=frozenset(told.get("marks", ())),
        quiet=frozenset(told.get("quiet", ())),
        tint=tint.get("by", ""),
        hues=tint.get("hues", {}),
        several=tint.get("several", ""),
    )


def differs(one: Any, other: Any) -> bool:
    """Tell whether two values differ in anything that matters."""
    return bool(one != other) and bool(quiet(one) != quiet(other))


def quiet(value: Any) -> Any:
    """Return a value without what tells nothing: `null`, `false`, 0, and what is empty or holds only such things."""
    if isinstance(value, dict):
        return {key: left for key, part in value.items() if (left := quiet(part))} or None
    return value or None
