"""A card's data, read into what the engine works with. `schemas/dominion/card.schema.json` describes the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reference_engine.kernel.cards import Library
from reference_engine.kernel.run import Unsupported

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card does besides being played: it waits for an event, or holds as long as the card is somewhere."""

    when: str | None
    """The event that it waits for, or None for one that simply holds."""
    subject: Any
    """What the event has to be about: `this`, or a pattern with `by` and `card`."""
    works_from: str | None
    """The zone in which the card has to be; None for an ability about the card itself, wherever it is."""
    may: str | None
    """The word for using it, where the player may decline; None where it is not optional."""
    instead: bool
    """Whether it takes the place of the event that it waits for."""
    condition: Json | None
    do: tuple[Json, ...]
    holds: Json | None
    """What is so while it holds, for an ability that waits for nothing."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What one wording of a card says."""

    name: str
    types: tuple[str, ...]
    cost: int
    supply: bool
    """Whether its pile belongs to the Supply."""
    pile: str
    """The name of the pile that it is a card of."""
    play: tuple[Json, ...]
    abilities: tuple[Ability, ...]


class Definitions:
    """The definitions in use in one game: the newest wording of each card unless the position says otherwise."""

    def __init__(self, library: Library, own: Mapping[str, Json], wordings: Mapping[str, str]) -> None:
        self._library = library
        self._own = own
        self._wordings = wordings
        self._read: dict[str, Definition] = {}

    def __getitem__(self, name: str) -> Definition:
        found = self._read.get(name)
        if found is None:
            wording = self._wordings.get(name)
            if name in self._own:
                found = _define(self._own[name], wording)
            else:
                found = self._library.once((name, wording), lambda: _define(self._library[name], wording))
            self._read[name] = found
        return found


def _define(data: Json, wording: str | None) -> Definition:
    text = data
    if wording is not None and data.get("wording") != wording:
        earlier = [each for each in data.get("earlier", ()) if each["wording"] == wording]
        if not earlier:
            raise Unsupported("wording", f"{data['card']}: {wording}")
        text = {**data, "play": (), "abilities": (), **earlier[0]}
    return Definition(
        name=data["card"],
        types=tuple(text["types"]),
        cost=text["cost"],
        supply=data.get("supply", True),
        pile=data.get("pile", data["card"]),
        play=tuple(text.get("play", ())),
        abilities=tuple(ability_from(each) for each in text.get("abilities", ())),
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
        condition=data.get("if"),
        do=tuple(data.get("do", ())),
        holds=data.get("holds"),
    )
