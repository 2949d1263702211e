"""Changes that no game can notice: for each module of the engine, a file of its path in `tests/harmless` lists them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checker.problems import CorpusError, Problem
from checker.reading.yaml_subset import read_with_lines
from tests.mutating.mutants import Mutant

FOLDER = Path(__file__).resolve().parent.parent / "harmless"

HINT = (
    "an entry is {in: function, was: line, now: [changed line], because: why no game can tell}; "
    "without `now` it is every change of the line, without `was` of the function"
)


@dataclass(frozen=True)
class Entry:
    """A line of a function, or all of it, and which of the changes make no difference."""

    function: str
    was: str | None
    """The line; None means every line of the function."""
    now: tuple[str, ...]
    """The changed lines; none of them means every change."""
    because: str

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Entry":
        """An entry of a file that has no fault."""
        return cls(data["in"], data.get("was"), tuple(data.get("now", ())), data["because"])

    def covers(self, mutant: Mutant) -> bool:
        """Whether it speaks of that mutant."""
        line = self.was is None or self.was == mutant.was
        return self.function == mutant.function and line and (not self.now or mutant.now in self.now)


@dataclass
class Harmless:
    """What is declared of one module."""

    file: Path
    entries: tuple[Entry, ...]
    _met: set[tuple[Entry, str]] = field(default_factory=set)

    @staticmethod
    def of(module: Path, engine: Path, folder: Path = FOLDER) -> "Harmless":
        """Read what is declared of a module of the engine; `CorpusError` says what is wrong with it."""
        file = folder / module.relative_to(engine).with_suffix(".yaml")
        if not file.exists():
            return Harmless(file, ())
        document = read_with_lines(file.read_bytes(), file)
        data: list[Any] = document.value if isinstance(document.value, list) else [None]
        wrong = [(number, fault(each)) for number, each in enumerate(data)]
        problems = [Problem(document.place((number,)), each, HINT) for number, each in wrong if each is not None]
        if problems:
            raise CorpusError(problems)
        return Harmless(file, tuple(Entry.read(each) for each in data))

    def covers(self, mutant: Mutant) -> bool:
        """Whether a mutant is declared; remembers that it was met."""
        found = [each for each in self.entries if each.covers(mutant)]
        self._met |= {(each, mutant.now) for each in found}
        return bool(found)

    def stale(self) -> Iterator[str]:
        """Yield what no mutant met so far is like."""
        for each in self.entries:
            met = {now for entry, now in self._met if entry == each}
            if not met:
                yield f"{self.file}: in {each.function}, none of its changes is made: `{each.was or 'all of it'}`"
                continue
            for now in each.now:
                if now not in met:
                    yield f"{self.file}: in {each.function}, `{each.was}` is never changed to `{now}`"


def fault(data: object) -> str | None:
    """What is wrong with an entry as it was read."""
    if not isinstance(data, dict):
        return "this is no entry"
    if unknown := sorted(data.keys() - {"in", "was", "now", "because"}):
        return f"an entry has no `{unknown[0]}`"
    for key in ("in", "was", "because"):
        text = data.get(key, None if key != "was" or "now" in data else "any")
        if not (isinstance(text, str) and text.strip()):
            return f"`{key}` is missing"
    now = data.get("now", [""])
    if not (isinstance(now, list) and now and all(isinstance(each, str) for each in now)):
        return "`now` is no list of lines"
    return None
