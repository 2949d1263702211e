"""A card's data, read into what the engine works with. `schemas/dominion/card.schema.json` describes the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from reference_engine.kernel.cards import Library
from reference_engine.kernel.run import Unsupported

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card does besides being played: it waits for an event, or holds as long as the card is somewhere."""

    when: str | None
    """The event that it waits for, or None for one that simply holds."""
    subject: Any
    """What the event has to be about: `this`, or a mapping that says `by` whom and which `card`."""
    works_from: str | None
    """The zone in which the card has to be; None for an ability about the card itself, wherever it is."""
    may: str | None
    """The word for using it, where the player may decline; None where it is not optional."""
    instead: bool
    """Whether it takes the place of the event that it waits for."""
    condition: Json
    do: tuple[Json, ...]
    holds: Json | None
    """What is so while it holds, for an ability that waits for nothing."""

    @property
    def of_that_player(self) -> bool:
        """Whether all that it does is done by the player whose event it waits for."""
        return len(self.do) == 1 and "that player" in self.do[0]


@dataclass(frozen=True, slots=True)
class Definition:
    """What one wording of a card says."""

    name: str
    types: tuple[str, ...]
    cost: int
    """What it costs in coins."""
    debt: int
    """What it costs besides in debt."""
    potions: int
    """What it costs besides in Potions."""
    supply: bool
    """Whether its pile belongs to the Supply."""
    once: Literal["a turn", "a game"] | None
    """How seldom a player can buy it; None where that is not told."""
    ends_game: bool
    """Whether the game ends once its pile is empty."""
    gained_to: str | None
    """Where it is gained to, whatever gains it; None where that is left to what gains it."""
    play: tuple[Json, ...]
    abilities: tuple[Ability, ...]


class Definitions(dict[str, Definition]):
    """
    The definitions in use in one game, read when they are first asked for.

    They are the newest wording of each card unless the position says otherwise; a card of the script's own has one.
    """

    def __init__(self, library: Library, own: Mapping[str, Json], wordings: Mapping[str, str]) -> None:
        self._library = library
        self._own = own
        self._wordings = wordings

    def __missing__(self, name: str) -> Definition:
        if name in self._own:
            found = define(self._own[name])
        else:
            wording = self._wordings.get(name)
            found = self._library.once((name, wording), lambda: define(_worded(self._library[name], wording)))
        self[name] = found
        return found


def _worded(data: Json, wording: str | None) -> Json:
    """A card's data in one of its wordings; an earlier one says what differs from the newest."""
    wordings = {None: data, data.get("wording"): data}
    wordings |= {each["wording"]: {**data, **each} for each in data.get("earlier", ())}
    if wording not in wordings:
        raise Unsupported("wording", f"{data['card']}: {wording}")
    return wordings[wording]


def define(data: Json) -> Definition:
    """Read a card's data in one wording."""
    return Definition(
        name=data["card"],
        types=tuple(data["types"]),
        cost=data["cost"],
        debt=data.get("debt", 0),
        potions=data.get("potions", 0),
        supply=data.get("supply", True),
        once="a game" if "Project" in data["types"] else data.get("once"),
        ends_game=bool(data.get("ends the game")),
        gained_to=data.get("gained to"),
        play=tuple(data.get("play", ())),
        abilities=tuple(ability_from(each) for each in data.get("abilities", ())),
    )


def ability_from(data: Json) -> Ability:
    """Read an ability, of a card or one that an instruction sets up."""
    when, subject = next(iter(data["when"].items())) if "when" in data else (None, None)
    return Ability(
        when=when,
        subject=subject,
        works_from=data.get("from"),
        may=data.get("may"),
        instead=data.get("instead", False),
        condition=data.get("if", {}),
        do=tuple(data.get("do", ())),
        holds=data.get("holds"),
    )
