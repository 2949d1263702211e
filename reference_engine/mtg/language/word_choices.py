"""Choices of words: a colour, a type, a name, a number, a player, an anchor word, an object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.definitions import face
from reference_engine.mtg.cards.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.language.names import names_of
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def choose_word(game: Game, player: Player, what: Any, about: str | None, but: Any = None) -> tuple[str, Any]:
    """Ask a player for what card data calls `choose`; return the kind under which it is known, and what was chosen."""
    if isinstance(what, list):
        return "word", game.ask_one(player, "word", what, about)
    if what in ("player", "opponent"):
        those = game.opponents(player) if what == "opponent" else game.in_turn_order()
        return "player", game.choose(player, "player", those, about)[0]
    if what not in _ASKED:
        raise Unsupported("word", f"choose {what!r}")
    kind, options = _ASKED[what]
    offered = [word for word in options(game) if word != but]
    return kind, game.ask_one(player, kind, offered or _one_of_those_that_nothing_has(game, what, but), about)


def _one_of_those_that_nothing_has(game: Game, what: str, but: Any) -> list[str]:
    """Where no object has what is to be chosen, each that there is can be, with the same result: return the first."""
    if what == "nonbasic land card name":
        return [
            next(name for name in game.library.names() if _is_a_nonbasic_land(face(game.library[name]).characteristics))
        ]
    return [min(CREATURE_TYPES - {but})]


def _answers(game: Game, kind: str) -> set[str]:
    """Return the scripted answers to questions of a kind, since any existing name or type can be chosen."""
    told = (answer["choose"] for answer in game.run.answers if answer.get("kind") in (kind, None))
    return {word for word in told if isinstance(word, str)}


def _colors(_game: Game) -> str:
    return "WUBRG"


def _basic_land_types(_game: Game) -> list[str]:
    return list(BASIC_LAND_TYPES)


def _creature_types(game: Game) -> list[str]:
    """Return the creature types that can matter: those that something in the game has, and what is answered."""
    seen = {word for obj in game.everything() for word in game.look(obj).subtypes}
    return sorted(CREATURE_TYPES & (seen | _answers(game, "type")))


def _names(game: Game) -> list[str]:
    return _of_cards(game, lambda _what: True)


def _nonland_names(game: Game) -> list[str]:
    return _of_cards(game, lambda what: "Land" not in what.types)


def _nonbasic_land_names(game: Game) -> list[str]:
    return _of_cards(game, _is_a_nonbasic_land)


def _is_a_nonbasic_land(what: Characteristics) -> bool:
    return "Land" in what.types and "Basic" not in what.supertypes


def _of_cards(game: Game, fits: Callable[[Characteristics], bool]) -> list[str]:
    """
    Return names to choose from: those of the cards of this game that are printed so, whatever they are now (201.4a).

    One name of a split card is chosen, and not both (201.4b), and that of a back face may be (201.4d).
    """
    faces = [each.characteristics for face in game.faces.values() for each in (face, face.back) if each is not None]
    printed = {name: each for each in faces for name in names_of(game, each.name)}
    there = {name for name, each in printed.items() if fits(each)}
    return sorted(there | {name for name in _answers(game, "name") - printed.keys() if _may_be_one(game, name, fits)})


def _may_be_one(game: Game, name: str, fits: Callable[[Characteristics], bool]) -> bool:
    """Say whether a name that is answered is that of a card as is asked for, or of none known that could tell."""
    try:
        data = game.defined[name] if name in game.defined else game.library[name]
    except Unsupported:
        return True
    return fits(face(data).characteristics)


_ASKED: Mapping[str, tuple[str, Callable[[Any], Sequence[str]]]] = {
    "color": ("color", _colors),
    "creature type": ("type", _creature_types),
    "basic land type": ("type", _basic_land_types),
    "card name": ("name", _names),
    "nonland card name": ("name", _nonland_names),
    "nonbasic land card name": ("name", _nonbasic_land_names),
}
"""What can be chosen: the kind of question, under which what is chosen is known, and the options."""
