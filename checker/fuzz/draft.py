"""Writes a position at which engines differ as a case of a ruling, for a person to check by the rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from checker.fuzz.short import short
from checker.fuzz.trial import Apart, of_position
from checker.model import Json
from checker.positions.nodes import CARD
from checker.positions.shown import brief_state
from checker.positions.vocabulary import Vocabulary

_WIDE = 110


def draft(apart: Apart, name: str) -> Json:
    """
    Return a case that expects what the first engine has where the others have something else.

    What it expects is no ruling before somebody has read the rules: it is what one engine makes of them.
    """
    position = apart.position
    vocabulary = Vocabulary.of(position.game)
    told: Json = {"case": name, "given": short(position.given, vocabulary)}
    if position.cards:
        told["cards"] = list(position.cards)
    refused = apart.state.get("refused", {}).get("action")
    carried_out = refused is None and any(not of_position(difference) for difference in apart.differences)
    actions = [*position.actions]
    if carried_out and actions:
        actions = [*actions[:-1], {"legal": actions[-1:]}]
    told["actions"] = actions
    if position.answers:
        told["choices"] = list(position.answers)
    if refused is not None:
        told["refused"] = refused + 1
    elif not carried_out:
        told["expect"] = _expected(apart)
    elif not actions:
        told |= {"unchanged": True, "expect": _as_given(apart, told["given"])}
    return told


def written(case: Json) -> str:
    """Return a case as YAML, in the form that the corpus has."""
    import yaml

    class Dumper(yaml.SafeDumper):
        """Writes the same thing twice where it occurs twice; a corpus may not have anchors."""

        def ignore_aliases(self, _data: Any) -> bool:
            return True

    text: str = yaml.dump(
        [case], Dumper=Dumper, sort_keys=False, default_flow_style=None, width=_WIDE, allow_unicode=True
    )
    return text


def _expected(apart: Apart) -> Json:
    """Return what the first engine has where the others differ."""
    expected: Json = {}
    for difference in apart.differences:
        _put(expected, difference.path.split("."), _listed(difference.expected))
    return expected


def _as_given(apart: Apart, given: Json) -> Json:
    """Return what lies in the zones of a position over which an engine breaks down, with nothing done."""
    state = apart.state.get("state", apart.position.given)
    parts = {
        player: part for player, part in given.items() if isinstance(part, dict) and isinstance(state.get(player), dict)
    }
    return {
        player: {zone: _listed(state[player][zone]) for zone in part if isinstance(state[player].get(zone), list)}
        for player, part in parts.items()
    }


def _listed(value: Any) -> Any:
    """Return the objects of a zone by their names, where these tell them apart."""
    if not isinstance(value, list) or not all(isinstance(thing, dict) for thing in value):
        return value
    names = [thing.get(CARD) for thing in value]
    return names if len({*names} - {None}) == len(names) else [brief_state(thing) for thing in value]


def _put(expected: Json, path: list[str], value: Any) -> None:
    """Put a value where a path leads, unless something there says more."""
    part = expected
    for key in path[:-1]:
        part = part.setdefault(key, {})
        if not isinstance(part, dict):
            return
    part.setdefault(path[-1], value)


def rules(trace: list[Json]) -> Iterator[str]:
    """Yield the rules that the steps of a run cite, each once, the rarest first."""
    counts = Counter(step["rule"] for step in trace if step.get("rule"))
    yield from sorted(counts, key=counts.__getitem__)
