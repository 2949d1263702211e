"""What several engines say alike of a position, and the reference engine otherwise."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

UNTOLD = frozenset({"abilities", "exiled_with", "library", "summoning_sick"})
"""What is left out: engines have their own words for abilities, count haste in or not, and know shuffled libraries."""


@dataclass(frozen=True)
class Otherwise:
    """A place of the position, what the reference engine has there, and what all others have."""

    path: tuple[str, ...]
    ours: str
    theirs: str


def otherwise(ours: Any, theirs: Sequence[Any], path: tuple[str, ...] = ()) -> Iterator[Otherwise]:
    """Yield where all of `theirs`, which are one at least, are alike and `ours` is not."""
    every = (ours, *theirs)
    if all(isinstance(each, Mapping) for each in every):
        for key in sorted(set[str]().union(*every)):
            if key not in UNTOLD and all(key in each for each in every):
                yield from otherwise(ours[key], [each[key] for each in theirs], (*path, key))
    elif all(_objects(each) for each in every):
        yield from otherwise(_by_name(ours), [_by_name(each) for each in theirs], path)
        yield from _missing(_by_name(ours), [_by_name(each) for each in theirs], path)
    else:
        first, *rest = map(_plain, theirs)
        if all(each == first for each in rest) and first != _plain(ours):
            yield Otherwise(path, str(ours), str(theirs[0]))


def _objects(told: Any) -> bool:
    return isinstance(told, list) and bool(told) and all(isinstance(each, Mapping) for each in told)


def _by_name(objects: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return objects by their ids, those that have none by their names, numbered."""
    found: dict[str, Any] = {}
    names = Counter[str]()
    for each in objects:
        name = str(each.get("id") or each.get("card") or each.get("ability_of"))
        names[name] += 1
        found[f"{name} {names[name]}" if names[name] > 1 else name] = each
    return found


def _missing(
    ours: Mapping[str, Any], theirs: Sequence[Mapping[str, Any]], path: tuple[str, ...]
) -> Iterator[Otherwise]:
    for name in sorted(set[str]().union(ours, *theirs)):
        there = {name in each for each in theirs}
        if there == {name not in ours}:
            yield Otherwise((*path, name), *(("there", "not there") if name in ours else ("not there", "there")))


def _plain(told: Any) -> Any:
    """Return a list without its order: only libraries have one that counts."""
    return sorted(map(repr, told)) if isinstance(told, list) else told
