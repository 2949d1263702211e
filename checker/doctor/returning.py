"""Whether an adapter gives back the objects that a position has, by the ids that it was given."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from checker.doctor.cases import Within, answered, inside
from checker.doctor.examination import Advice, Examination, Wrong
from checker.hints import listing
from checker.model import Json, card_slug
from checker.positions.nodes import CARD, ID
from checker.positions.vocabulary import Vocabulary, objects
from checker.prose import many

_TRIED, _SEVERAL = 4, 2
"""How many cases are tried, since in one the rules may move all at once; and how many objects a list should have."""

_SHOWN = 3
"""How many ids are named of those that are there twice."""

_GIVE = (
    "give at least what `observe` names, in the words of `given`; what the engine cannot tell is claimed under `unseen`"
)
_TABLE = (
    "keep a table of the ids of `given`, and write each beside its object's `card`; a case looks an object up by it"
)


def back(e: Examination) -> str:
    """With nothing done, the objects of a position are still there, each with its id and no other with the same."""
    if e.case is None or "unsupported" in e.outcome:
        return "no case was played"
    seen: set[tuple[str, ...]] = set()
    number, without, doubts = 0, [], []
    rest = [*_untouched(e)]
    for _ in range(_TRIED):
        rest.sort(key=lambda one: _newness(one[1], seen))
        if (found := answered(e, rest, "state", afresh=True)) is None:
            break
        case, request, outcome = found
        rest = rest[[each.id for each, _ in rest].index(case.id) + 1 :]
        seen.update(_given(request))
        try:
            came, lost = _see_back(request, outcome["state"], Vocabulary.of(case.game))
        except _MovedError as moved:
            doubts.append(Wrong(f"{case.id}: {moved}", _GIVE))
        except Wrong as wrong:
            raise type(wrong)(f"{case.id}: {wrong.says}", wrong.mend) from None
        else:
            number += came
            without += [f"{case.id}: {each}" for each in lost]
    if without and not number:
        raise Advice(without[0] + (f" (and {len(without) - 1} more)" if without[1:] else ""), _TABLE)
    if doubts and (not number or len(doubts) > 1):
        raise doubts[0]
    if not number:
        return "no case that it plays has an object with an id"
    return f"{many(number, 'object')} with an id" + (f"; {without[0]}" if without else "")


class _MovedError(Exception):
    """Something is not where it was given; by the rules it may have gone at once."""


def _newness(request: Json, seen: set[tuple[str, ...]]) -> tuple[bool, bool]:
    """Return by what to sort cases: first those with lists that none had yet, and with several objects in one."""
    given = _given(request)
    return given.keys() <= seen, max(map(len, given.values())) < _SEVERAL


def _untouched(e: Examination) -> Iterator[Within]:
    """Yield the cases without their actions, asking for the lists in which objects have ids."""
    for case, run in inside(e):
        unseen = set(e.told["games"][case.game].get("unseen", ()))
        if ID not in unseen and (observe := [path for path in _lists(run["given"], ()) if unseen.isdisjoint(path)]):
            yield case, {**run, "actions": [], "answers": [], "observe": observe}


def _given(request: Json) -> dict[tuple[str, ...], list[Json]]:
    """Return the objects with ids that were given, by the lists that are asked for."""
    return {tuple(path): [*objects(_at(request["given"], path))] for path in request["observe"]}


def _see_back(request: Json, told: Json, vocabulary: Vocabulary) -> tuple[int, list[str]]:
    """
    See that what was given is in a position that came; return how many ids are, and where there rightly may be none.

    That is in a list in an order, such as a library, whose cards an engine may not tell apart.
    """
    state = vocabulary.answered(told)
    given = _given(request)
    names = {thing[ID] for thing in objects(state) if isinstance(thing[ID], str)}
    observed = [thing[ID] for path in given for thing in objects(_at(state, path)) if isinstance(thing[ID], str)]
    if twice := [name for name, number in Counter(observed).items() if number > 1]:
        raise Wrong(f"several objects of its position have the id {listing(twice[:_SHOWN], 'and')}", _TABLE)
    lost: list[str] = []
    for path, things in given.items():
        there = _at(state, path)
        missing = [thing for thing in things if thing[ID] not in names]
        said = [*filter(None, (_instead(thing, path, there, things) for thing in missing))]
        zone = {**vocabulary.top.zones, **vocabulary.player.zones}.get(path[-1])
        if said and not (zone and zone.ordered and not any(ID in each for each in objects(there))):
            raise Advice(said[0], _TABLE)
        lost += said[:1]
        if missing and not said:
            where = f"`{'.'.join(path)}` is {'without it' if there else 'not there, though `observe` names it'}"
            raise _MovedError(f"no object has the id `{missing[0][ID]}`, which was given; {where}")
    return len(names.intersection(thing[ID] for things in given.values() for thing in things)), lost


def _instead(thing: Json, path: Sequence[str], there: Any, given: Sequence[Json]) -> str:
    """Return, as a sentence, what is there in place of an object with the id that was given; or nothing."""
    card, known = str(thing.get(CARD)), [each[ID] for each in given]
    others = [each for each in there if isinstance(each, dict)] if isinstance(there, list) else []
    like = [each for each in others if card_slug(str(each.get(CARD))) == card_slug(card) and each.get(ID) not in known]
    if not like:
        return ""
    other = f"with the id `{like[0][ID]}`" if like[0].get(ID) else "without one"
    return f"no object has the id `{thing[ID]}`; `{'.'.join(path)}` has a {card} {other}"


def _lists(part: Any, path: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield the paths of the lists in a position that have an object with an id."""
    if isinstance(part, dict):
        for key, below in part.items():
            yield from _lists(below, (*path, key))
    elif isinstance(part, list) and any(isinstance(thing, dict) and ID in thing for thing in part):
        yield [*path]


def _at(state: Any, path: Sequence[str]) -> Any:
    for key in path:
        state = state.get(key) if isinstance(state, dict) else None
    return state
