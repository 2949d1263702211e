"""Choices of words: a colour, a type, a name, a number, a player, an anchor word, an object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.objects import Player
from reference_engine.mtg.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

CARD_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery")


def choose_word(game: Game, player: Player, what: Any, about: str) -> tuple[str, Any]:
    """Ask a player for what card data calls `choose`; return the kind under which it is known, and what was chosen."""
    if isinstance(what, list):
        return "word", game.ask_one(player, "word", what, about)
    if what in ("player", "opponent"):
        others = game.in_turn_order() if what == "player" else game.opponents(player)
        return "player", game.choose(player, "player", others, about)[0]
    if what == "source":
        return "object", game.choose(player, "object", _sources(game), about)[0]
    if what not in _ASKED:
        raise Unsupported("word", f"choose {what!r}")
    known_as, kind, options = _ASKED[what]
    return known_as, game.ask_one(player, kind, options(game, what), about)


def _answers(game: Game, kind: str) -> list[Any]:
    return [answer["choose"] for answer in game.run.answers if answer.get("kind") in (kind, None)]


def _types(game: Game, what: str) -> list[str]:
    if what == "basic land type":
        return list(BASIC_LAND_TYPES)
    if what == "land type":
        return sorted(LAND_TYPES)
    seen = {word for obj in game.everything() for word in game.look(obj).subtypes if word in CREATURE_TYPES}
    seen |= {word for word in _answers(game, "type") if isinstance(word, str) and word in CREATURE_TYPES}
    return sorted(seen) or ["Human"]


@rule("609.7a", usual=(), mistakes={"permanents only": lambda _rule, game: list(game.battlefield)})
def _sources(game: Game) -> list[Any]:
    """Permanents, spells on the stack and what is in the command zone can be chosen as a source of damage."""
    return [*game.battlefield, *(obj for obj in game.stack if obj.kind != "ability"), *game.command]


def _names(game: Game, lands: bool) -> list[str]:
    seen = {
        game.look(obj).name
        for obj in game.everything()
        if game.look(obj).name and (lands or "Land" not in game.look(obj).types)
    }
    seen |= {word for word in _answers(game, "name") if isinstance(word, str)}
    return sorted(seen)


def _numbers(game: Game) -> list[int]:
    return sorted({0, 1, 2, 3} | {word for word in _answers(game, "number") if isinstance(word, int) and word >= 0})


_ASKED: Mapping[str, tuple[str, str, Callable[[Any, str], Sequence[str | int]]]] = {
    "color": ("color", "color", lambda _game, _what: "WUBRG"),
    "creature type": ("type", "type", _types),
    "basic land type": ("type", "type", _types),
    "land type": ("type", "type", _types),
    "card type": ("card type", "type", lambda _game, _what: CARD_TYPES),
    "card name": ("name", "name", lambda game, _what: _names(game, lands=True)),
    "nonland card name": ("name", "name", lambda game, _what: _names(game, lands=False)),
    "number": ("number", "number", lambda game, _what: _numbers(game)),
}
"""What can be chosen: the kind under which it is known, the kind of question, and the options."""
