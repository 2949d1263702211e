"""A rule's life through several editions, by following what it says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checker.problems import UsageError
from checker.rules_text.align import Alignment, Fate, Kind, align, passages
from checker.rules_text.compare import Change
from checker.rules_text.read import Edition, Rule


@dataclass(frozen=True)
class Station:
    """The rule in one edition, and what became of it since the previous one."""

    edition: str
    rule: Rule | None
    """`None` if the edition does not have it."""
    change: Change | None = None
    """What happened since the previous edition; `None` for the first, and if it was in neither."""


def life(number: str, editions: Sequence[Edition], given_in: str | None = None) -> list[Station]:
    """
    Follow a rule through editions, in the order of their dates; texts of one date in the order given.

    `number` is its number in the edition `given_in`, or else in the newest edition that has such a number. Raises
    `UsageError` if there is none.
    """
    ordered = _ordered(editions)
    start = _start(number, ordered, given_in)
    prepared = [passages(edition) for edition in ordered]
    steps = [align(old, new) for old, new in pairwise(prepared)]
    keys: list[str | None] = [None] * len(ordered)
    keys[start] = number
    changes: list[Change | None] = [None] * len(ordered)
    for at, change in _backward(number, start, ordered, steps):
        changes[at] = change
        if change.fate.old is not None:
            keys[at - 1] = change.fate.old
    for at, change in _forward(number, start, ordered, steps):
        changes[at] = change
        keys[at] = change.fate.new[0] if change.fate.new else None
    return [
        Station(_label(edition, ordered), edition.by_key[key] if key is not None else None, change)
        for edition, key, change in zip(ordered, keys, changes, strict=True)
    ]


def _ordered(editions: Sequence[Edition]) -> list[Edition]:
    """Return the texts by their dates, those of one date as they were given: a draft may bear that of the original."""
    different = [edition for at, edition in enumerate(editions) if edition not in editions[:at]]
    return sorted(different, key=lambda edition: edition.effective)


def _label(edition: Edition, among: Sequence[Edition]) -> str:
    labels = {edition.told_from(other) for other in among}
    return max(labels, key=len)


def _start(number: str, ordered: Sequence[Edition], given_in: str | None) -> int:
    if given_in is not None and given_in not in [edition.edition for edition in ordered]:
        raise UsageError(f"no text given is the edition `{given_in}`: {', '.join(each.edition for each in ordered)}")
    for at in range(len(ordered) - 1, -1, -1):
        if number in ordered[at].by_key and given_in in (None, ordered[at].edition):
            return at
    where = given_in if given_in is not None else "any text given"
    raise UsageError(f"there is no rule `{number}` in {where}")


def _backward(
    key: str, start: int, ordered: Sequence[Edition], steps: Sequence[Alignment]
) -> Iterator[tuple[int, Change]]:
    for at in range(start, 0, -1):
        step, old, new = steps[at - 1], ordered[at - 1], ordered[at]
        before = step.back.get(key)
        if before is not None:
            yield at, _change(step.fates[before], old, new)
        else:
            fate = step.fresh[key]
            yield at, _change(fate, old, new)
            if fate.source is None:
                return
            before = fate.source  # its life before is that of the rule it was split from
        key = before


def _forward(
    key: str, start: int, ordered: Sequence[Edition], steps: Sequence[Alignment]
) -> Iterator[tuple[int, Change]]:
    for at in range(start + 1, len(ordered)):
        fate = steps[at - 1].fates[key]
        yield at, _change(fate, ordered[at - 1], ordered[at])
        if not fate.new:
            return
        key = fate.new[0]


def _change(fate: Fate, old: Edition, new: Edition) -> Change:
    source = fate.old if fate.old is not None else fate.source
    if fate.kind is Kind.NEW and source is not None:
        fate = Fate(Kind.SPLIT, source, fate.new, fate.likeness)
    return Change(fate, old.by_key[source] if source is not None else None, tuple(new.by_key[key] for key in fate.new))
