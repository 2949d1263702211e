"""
Compares what a case expects with what an engine answered.

An expectation is a part of a position. Only what it names is compared, in the way that the game's vocabulary tells: a
list is the whole of a zone (in order, or as a bag), a mapping names some of the objects in it, a number counts them. Of
what is counted by kinds, such as counters, a mapping names some kinds, and an empty one says that there is nothing.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from checker.model import Json
from checker.positions.nodes import ANY, CARD, ID, Node, Record, Value, Zone, listed
from checker.positions.shown import beside, brief_state
from checker.positions.vocabulary import Vocabulary


class _Missing:
    """What an engine did not give at all."""

    def __repr__(self) -> str:
        return "nothing"

    def __reduce__(self) -> str:
        return "MISSING"  # there is one only, also for what was judged elsewhere


MISSING: Final = _Missing()


_SHOWN = 8
"""How many objects of a zone are told in the place of one that is not there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where what came is not what was expected."""

    path: str
    """Where in the position, as keys with dots between them, or which part of the case."""
    expected: Any
    actual: Any = MISSING
    """`MISSING` where the engine gave nothing at all."""
    note: str = ""
    """What distinguishes the two, where that is hard to see: what is missing, what is too many."""
    choices: tuple[Json, ...] = ()
    """The choices that led there, beyond those that the case scripts."""

    def json(self) -> Json:
        """Return it as a line of a report has it; nothing is expected where a refusal should have left nothing."""
        told: Json = {"path": self.path, "expected": None if self.expected is MISSING else self.expected}
        if self.actual is not MISSING:
            told["actual"] = self.actual
        if self.choices:
            told["choices"] = list(self.choices)
        return told

    def after(self, choices: tuple[Json, ...]) -> "Difference":
        """Return the same difference, found after these choices."""
        return replace(self, choices=choices)

    def whole(self) -> str:
        """Return it with all that came, also what nobody looked at, and without its note."""
        return f"{self.path}: expected {show(self.expected)}, came {show(self.actual)}"

    def __str__(self) -> str:
        said = f"{self.path}: expected {show(self.expected)}, came {show(beside(self.expected, self.actual))}"
        return f"{said} ({self.note})" if self.note else said


def differences(expected: Json, actual: Json, vocabulary: Vocabulary) -> list[Difference]:
    """
    Return where a position is not what was expected, or nothing.

    Both may use the short forms. Only what is looked at is written out, since an engine may tell far more.
    """
    found = _differences(expected, actual, vocabulary)
    return [_with_whereabouts(difference, actual, vocabulary) for difference in found]


def same(expected: Json, actual: Json, vocabulary: Vocabulary) -> bool:
    """Tell whether a position is what was expected, without saying where it is not."""
    return next(_differences(expected, actual, vocabulary), None) is None


def _differences(expected: Json, actual: Json, vocabulary: Vocabulary) -> Iterator[Difference]:
    for key, part in expected.items():
        if key in vocabulary.top.fields:
            node = vocabulary.top.fields[key]
            came = actual.get(key, vocabulary.top.defaults.get(key, MISSING))
            found = _compare(node, part, came, key)
            yield from found if key in actual else _of_a_default(found, came)
        elif key in actual:
            yield from _compare(vocabulary.player, part, actual[key], key)
        else:
            yield Difference(key, part, MISSING, "no such player")


def _compare(node: Node, expected: Any, actual: Any, path: str) -> list[Difference]:
    match node:
        case Record() if isinstance(expected, dict):
            return _compare_record(node, expected, actual, path)
        case Zone():
            return _compare_zone(node, expected, actual, path)
        case _ if _same(expected, actual):
            return []
        case Value(symbols=True) if _symbols(expected) == _symbols(actual):
            return []
        case _:
            return [Difference(path, expected, actual, _of_another_type(expected, actual))]


def _symbols(row: Any) -> Any:
    """Return the symbols of a row such as `{2}{U}`, in an order that says nothing."""
    return sorted(row.split("}")) if isinstance(row, str) else row


def _of_another_type(expected: Any, actual: Any) -> str:
    """Return what distinguishes two values that read alike."""
    if type(expected) is type(actual) or show(expected) != show(actual):
        return ""
    return f"expected {_typed(expected)}, came {_typed(actual)}"


def _typed(value: Any) -> str:
    return repr(MISSING) if value is MISSING else json.dumps(value)


def _same(expected: Any, actual: Any) -> bool:
    """Tell whether two values are the same JSON value; `null` is the same as nothing."""
    if expected is None:
        return actual is None or actual is MISSING
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    return bool(expected == actual)


def _compare_record(record: Record, expected: Mapping[str, Any], actual: Any, path: str) -> list[Difference]:
    if actual is MISSING:
        actual = {}
    if not isinstance(actual, dict):
        return [Difference(path, expected, actual, "not an object")]
    if not expected and isinstance(record.rest, Value) and any(actual.values()):
        return [Difference(path, expected, actual, "there are some")]
    found: list[Difference] = []
    for key, part in expected.items():
        node = record.fields.get(key, record.rest or ANY)
        came = actual.get(key, MISSING)
        if came is MISSING and not isinstance(node, Zone):
            # A default that fills a zone says what `given` means; an engine that names no zone has an empty one.
            came = record.defaults.get(key, MISSING)
        differs = _compare(node, part, came, f"{path}.{key}")
        found += differs if key in actual else _of_a_default(differs, came)
    return found


def _of_a_default(found: list[Difference], came: Any) -> list[Difference]:
    """Say of a value that an engine left out that it is the default: perhaps it gave it under another name."""
    if came is MISSING:
        return found
    return [one if one.note else replace(one, note="left out: this is the default") for one in found]


def _compare_zone(zone: Zone, expected: Any, actual: Any, path: str) -> list[Difference]:
    actual = [] if actual is MISSING or actual is None else listed(zone, actual)
    if isinstance(expected, bool) or isinstance(actual, bool) or not isinstance(actual, list | int):
        same = _same(expected, actual)
        return [] if same else [Difference(path, expected, actual, _of_another_type(expected, actual))]
    if isinstance(expected, int):
        count = actual if isinstance(actual, int) else len(actual)
        return [] if count == expected else [Difference(path, expected, brief_state(actual), _how_many(actual))]
    if isinstance(expected, list):
        if isinstance(actual, int):
            note = "" if actual == 0 else "only their number was told"
            return [] if actual == len(expected) == 0 else [Difference(path, expected, actual, note)]
        compare = _compare_sequence if zone.ordered else _compare_bag
        return compare(zone, expected, actual, path)
    if isinstance(expected, dict) and zone.objects:
        return _compare_named(zone, expected, actual, path)
    return [Difference(path, expected, brief_state(actual))]


def _how_many(actual: Any) -> str:
    return f"there are {len(actual)}" if isinstance(actual, list) else ""


def _compare_named(zone: Zone, expected: Mapping[str, Any], actual: Any, path: str) -> list[Difference]:
    """Compare the objects that a mapping names by id; the others in the zone do not matter."""
    there: dict[str, list[Json]] = {}
    for item in actual if isinstance(actual, list) else ():
        if _has_id(item):
            there.setdefault(item[ID], []).append(item)
    found: list[Difference] = []
    for name, facts in expected.items():
        where = f"{path}.{name}"
        if facts is None:
            if name in there:
                found.append(Difference(where, None, brief_state(there[name][0]), f"{name} is there"))
        elif name not in there:
            found.append(Difference(where, facts, MISSING))
        elif len(there[name]) > 1:
            found.append(Difference(where, facts, brief_state(there[name]), f"{len(there[name])} objects bear this id"))
        else:
            found += _compare(zone.item, _facts(facts), there[name][0], where)
    return found


def _has_id(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get(ID), str)


def _facts(item: Any) -> Any:
    """Return what a member of a zone is expected to be; a bare name is its card."""
    return {CARD: item} if isinstance(item, str) else item


def _matcher(zone: Zone) -> Callable[[Any, Any], bool]:
    def matches(expected: Any, actual: Any) -> bool:
        if not zone.objects:
            return not _compare(zone.item, expected, actual, "")
        wanted, came = _facts(expected), _facts(actual)
        return not _other_card(wanted, came) and not _compare(zone.item, wanted, came, "")

    return matches


def _other_card(expected: Any, actual: Any) -> bool:
    """Tell whether two objects have names that differ, which is checked before all else is compared."""
    if not isinstance(expected, dict) or not isinstance(actual, dict):
        return False
    return CARD in expected and CARD in actual and not _same(expected[CARD], actual[CARD])


def _compare_sequence(zone: Zone, expected: list[Any], actual: list[Any], path: str) -> list[Difference]:
    matches = _matcher(zone)
    for place, (wanted, came) in enumerate(zip(expected, actual, strict=False)):
        if not matches(wanted, came):
            note = f"at place {place + 1}: {show(beside(expected, came))} instead of {show(wanted)}"
            return [Difference(path, expected, brief_state(actual), note)]
    if len(expected) == len(actual):
        return []
    if len(expected) > len(actual):
        note = f"missing at the end: {_listed(expected[len(actual) :])}"
    else:
        note = f"too many at the end: {_listed(beside(expected, actual[len(expected) :]))}"
    return [Difference(path, expected, brief_state(actual), note)]


def _compare_bag(zone: Zone, expected: list[Any], actual: list[Any], path: str) -> list[Difference]:
    """Compare two bags: each thing expected needs its own thing that came, and none may be left over."""
    if _same_names(zone, expected, actual):
        return []
    missing, surplus = unmatched(expected, actual, _matcher(zone))
    if not missing and not surplus:
        return []
    notes = []
    if missing:
        notes.append(f"missing: {_listed(missing)}")
    if surplus:
        notes.append(f"too many: {_listed(beside(expected, surplus))}")
    return [Difference(path, expected, brief_state(actual), "; ".join(notes))]


def _same_names(zone: Zone, expected: list[Any], actual: list[Any]) -> bool:
    """Tell whether bare names are expected and are what came, so that nothing need be matched."""
    if not zone.objects or len(expected) != len(actual) or not all(isinstance(name, str) for name in expected):
        return False
    names: list[Any] = [item.get(CARD) if isinstance(item, dict) else item for item in actual]
    return all(isinstance(name, str) for name in names) and sorted(names) == sorted(expected)


def unmatched(
    expected: Sequence[Any], actual: Sequence[Any], matches: Callable[[Any, Any], bool]
) -> tuple[list[Any], list[Any]]:
    """
    Pair as much of what was expected with what came as can be, and return what is left over on either side.

    Since an expectation may fit several things, and a thing several expectations, the first fit will not do: this is a
    matching in a bipartite graph, found by augmenting paths (Kuhn 1955, Berge 1957).
    """
    fits = [[place for place, came in enumerate(actual) if matches(wanted, came)] for wanted in expected]
    taker: dict[int, int] = {}

    def place(start: int) -> bool:
        """Find a place for one more expectation, moving others where need be."""
        came_from: dict[int, int] = {}
        waiting = [start]
        while waiting:
            wanted = waiting.pop()
            for candidate in fits[wanted]:
                if candidate in came_from:
                    continue
                came_from[candidate] = wanted
                if candidate in taker:
                    waiting.append(taker[candidate])
                    continue
                _shift(candidate, start, came_from, taker)
                return True
        return False

    missing = [wanted for number, wanted in enumerate(expected) if not place(number)]
    return missing, [came for number, came in enumerate(actual) if number not in taker]


def _shift(free: int, start: int, came_from: Mapping[int, int], taker: dict[int, int]) -> None:
    """Give a free place to the expectation that found it, the place that it held to the one before, and so on."""
    held = {wanted: candidate for candidate, wanted in taker.items()}
    while True:
        wanted = came_from[free]
        taker[free] = wanted
        if wanted == start:
            return
        free = held[wanted]


def _with_whereabouts(difference: Difference, actual: Json, vocabulary: Vocabulary) -> Difference:
    """Say where an object is if it was expected elsewhere, or what is in its place, if nothing bears its id."""
    zone, _, name = difference.path.rpartition(".")
    if difference.actual is not MISSING or difference.note or not zone:
        return difference
    zoned = _zoned(vocabulary.answered(actual), "")
    for path, item in zoned:
        if item.get(ID) == name:
            return replace(difference, note=f"{name} is in {path}")
    return replace(difference, note=_in_its_place(name, [item for path, item in zoned if path == zone]))


def _in_its_place(name: str, there: Sequence[Json]) -> str:
    """Say that none of the objects in a zone has an id, and what these are: perhaps one lost it, or bears another."""
    if not there:
        return ""
    lost = [item.get(CARD, "an object") for item in there if not _has_id(item)]
    ids = [item[ID] for item in there if _has_id(item)]
    told = [f"without an id there: {_listed(lost[:_SHOWN])}"] if lost else []
    told += [f"ids there: {_listed(ids[:_SHOWN])}"] if ids else []
    more = ", …" if max(len(lost), len(ids)) > _SHOWN else ""
    return f"no object there has the id {name}; {'; '.join(told)}{more}"


def _zoned(value: Any, path: str) -> list[tuple[str, Json]]:
    """Return every listed object, with the path of its zone."""
    if isinstance(value, dict):
        return [found for key, part in value.items() for found in _zoned(part, f"{path}.{key}" if path else key)]
    if isinstance(value, list):
        return [(path, item) for item in value if isinstance(item, dict)]
    return []


# --- showing ---------------------------------------------------------------------------------------------------------


def project(expected: Any, actual: Any) -> Any:
    """Return the part of a position that an expectation looks at, to be shown beside it."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return {key: project(part, actual[key]) for key, part in expected.items() if key in actual}
    return brief_state(actual)


def _listed(items: Sequence[Any]) -> str:
    """Return things as `2 Copper, Silver`."""
    counts = Counter(show(brief_state(item)) for item in items)
    return ", ".join(f"{number} {item}" if number > 1 else item for item, number in counts.items())


def show(value: Any) -> str:
    """Return a value as it would stand in a case: YAML on one line."""
    if value is MISSING:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {show(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(item) for item in value) + "]"
    return str(value)
