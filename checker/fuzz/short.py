"""Writes a written-out position in its short forms again, without its defaults."""

from collections.abc import Mapping
from typing import Any

from checker.model import Json
from checker.positions.nodes import ANY, CARD, ID, Node, Record, Zone
from checker.positions.shown import brief_state
from checker.positions.vocabulary import Vocabulary


def short(given: Json, vocabulary: Vocabulary) -> Json:
    """Return a position that has been written out as a case would tell it: `Vocabulary.given` of it says the same."""
    players = vocabulary.players(given)
    usual = vocabulary.given({"players": players})
    told: Json = {}
    for key, part in given.items():
        if key in players:
            below = _short(vocabulary.player, part, vocabulary.player.written)
            if below or key not in vocabulary.default_players:
                told[key] = below
        elif part != usual.get(key) and key != "players":
            told[key] = _without_usual(part, usual.get(key), vocabulary.top.fields.get(key, ANY))
    if players != vocabulary.players(vocabulary.given(told)):
        told = {"players": players, **told}
    return told


def _without_usual(part: Any, usual: Any, node: Node) -> Any:
    """Return what has to be said about the parts of a position that exist by default, such as piles."""
    if isinstance(node, Record) and isinstance(part, dict) and isinstance(usual, dict):
        return {key: _brief(below, ANY) for key, below in part.items() if below != usual.get(key)}
    return _brief(part, node)


def _short(record: Record, part: Mapping[str, Any], usual: Mapping[str, Any]) -> Json:
    return {
        key: _brief(below, record.fields.get(key, ANY))
        for key, below in part.items()
        if below != usual.get(key, [] if isinstance(record.fields.get(key), Zone) else None)
    }


def _brief(value: Any, node: Node) -> Any:
    if not isinstance(node, Zone) or not node.objects or not isinstance(value, list):
        return value
    if value == [{CARD: node.filler}] * len(value):
        return len(value)
    if all(ID in thing for thing in value):
        return {thing[ID]: brief_state({key: fact for key, fact in thing.items() if key != ID}) for thing in value}
    return [brief_state(thing) for thing in value]
