"""Two rules texts side by side, for `diff` and `history`."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from checker.rules_text.align import Alignment, Fate, Kind, align, passages
from checker.rules_text.read import Edition, Rule, parent
from checker.rules_text.words import Stretch, changes


@dataclass(frozen=True)
class Change:
    """What became of one rule, with what it said and says."""

    fate: Fate
    old: Rule | None
    new: tuple[Rule, ...]
    along: int = 0
    """How many rules below it moved with it, without any other change."""

    @property
    def stretches(self) -> list[Stretch]:
        """The change word by word; of a split rule, against its parts one after the other."""
        before = _whole(self.old) if self.old is not None else ""
        return changes(before, "\n".join(_whole(rule) for rule in self.new))


def _whole(rule: Rule) -> str:
    return "\n".join([rule.text, *(f"Example: {example}" for example in rule.examples)])


@dataclass(frozen=True)
class Comparison:
    """Everything that differs between two editions, in the newer order; what is gone is listed where it was."""

    old: Edition
    new: Edition
    alignment: Alignment
    changes: tuple[Change, ...]

    def counts(self) -> dict[Kind, int]:
        """Return how many rules there are of each kind of change."""
        found = Counter(fate.kind for fate in self.alignment.fates.values())
        found[Kind.NEW] = len(self.alignment.fresh)
        return {kind: found[kind] for kind in Kind if found[kind]}


def compare(old: Edition, new: Edition) -> Comparison:
    """Compare two editions."""
    alignment = align(passages(old), passages(new))
    return Comparison(old, new, alignment, tuple(_folded(list(_changes(old, new, alignment)), alignment)))


def _changes(old: Edition, new: Edition, alignment: Alignment) -> Iterator[Change]:
    """Yield every rule that changed: those of the newer text, and after each what disappeared from behind it."""
    gone: dict[str | None, list[Change]] = {}
    last: str | None = None
    for key, fate in alignment.fates.items():
        if fate.kind in (Kind.GONE, Kind.MERGED):
            rules = tuple(new.by_key[target] for target in fate.new)
            gone.setdefault(last, []).append(Change(fate, old.by_key[key], rules))
        elif fate.new:
            last = fate.new[0]
    yield from gone.get(None, ())
    for rule in new.rules:
        before = alignment.back.get(rule.key)
        fate = alignment.fates[before] if before is not None else alignment.fresh[rule.key]
        if fate.kind is not Kind.UNCHANGED and fate.source is None:  # a piece is shown with the rule it was split from
            rules = tuple(new.by_key[target] for target in fate.new)
            yield Change(fate, old.by_key[before] if before is not None else None, rules)
        yield from gone.get(rule.key, ())


def _folded(found: list[Change], alignment: Alignment) -> Iterator[Change]:
    """Leave out rules that only moved along with the rule above them, and count them there."""
    along: Counter[str] = Counter()
    kept: list[Change] = []
    for change in found:
        if change.fate.kind is Kind.RENUMBERED and change.old is not None and change.fate.same_text:
            above = _moved_with(change, alignment)
            if above is not None and not change.fate.examples:
                along[above] += 1
                continue
        kept.append(change)
    for change in kept:
        number = along[change.old.key] if change.old is not None else 0
        yield Change(change.fate, change.old, change.new, number) if number else change


def _moved_with(change: Change, alignment: Alignment) -> str | None:
    """Return the highest rule above that moved in the same way, keeping the rest of the number, if there is one."""
    assert change.old is not None
    found, old, new = None, change.old.number, change.new[0].number
    rest = ""
    while (above_old := parent(old)) and (above_new := parent(new)):
        rest = old[len(above_old) :] + rest
        fate = alignment.fates.get(above_old)
        if fate is None or fate.new[:1] != (above_new,) or not fate.moved or change.new[0].number != above_new + rest:
            break
        found, old, new = above_old, above_old, above_new
    return found


def within(change: Change, wanted: Collection[str]) -> bool:
    """Whether a change concerns one of the rules named, or something below one, by its old or new number."""
    numbers = [rule.number for rule in (change.old, *change.new) if rule is not None]
    return any(_below(number, each) for number in numbers for each in wanted)


def _below(number: str, wanted: str) -> bool:
    while number:
        if number == wanted:
            return True
        number = parent(number)
    return False
