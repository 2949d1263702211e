"""
Changes the text of the reference engine bit by bit and looks which changes no case of the corpus notices.

    python -m tests.mutation [--cases WHAT]... [--every N] [--since COMMIT] [--harmless FOLDER] MODULE...

The mutants are mutmut's, and so is what is not worth one: see `tool.mutmut` in `pyproject.toml`. This is what drives
them. mutmut's own runner leaves decorated functions alone, which is every `@rule`, and starts pytest and reads the
corpus anew for each mutant. Here one process has read the corpus and imported the engine, and has played nothing yet;
each mutant is a fork of it, in which the functions of the module get the code of the changed text, decorated or not.
It plays the cases that reach the changed statement until one does not come out as it should.

Changes that no game can notice are declared in `tests/harmless`, with the reason. They are tried as well and counted
apart; a declaration that a case contradicts, or that no change is like any more, makes the command fail.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
from collections.abc import Container, Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from checker.finding.query import find
from checker.problems import CorpusError, UsageError
from checker.reading.corpus import load
from tests.mutating.harmless import FOLDER, Harmless
from tests.mutating.judge import ROOT, Judge
from tests.mutating.mutants import Mutant, functions, mutants, statement, undecorated


@dataclass
class Tally:
    """What came of a module's mutants."""

    mutants: int = 0
    noticed: int = 0
    unreached: int = 0
    harmless: int = 0
    mistaken: int = 0
    """Declarations of harmless changes that do not hold."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def left(self) -> int:
        """The mutants that cases reach and do not notice."""
        return self.mutants - self.noticed - self.unreached - self.harmless

    def __str__(self) -> str:
        counts = (
            f"{self.mutants} mutants, {self.noticed} noticed, {self.left} not, {self.unreached} that no case reaches"
        )
        return f"{counts}, {self.harmless} harmless"


@dataclass
class Printer:
    """Prints the mutants that are worth a look, those of one line together."""

    name: Path
    line: int = 0

    def tell(self, mutant: Mutant, reach: int, remark: str = "") -> None:
        """Print one, with how many cases reach it; if none does, its line alone says all."""
        if mutant.line != self.line:
            self.line = mutant.line
            cases = f"{reach} cases reach" if reach else "no case reaches"
            print(f"{self.name}:{self.line}: in {mutant.function}, {cases} {mutant.was}")
        if reach:
            print(f"    {mutant.now}{remark}", flush=True)


def lines_since(commit: str, path: Path) -> set[int]:
    """
    Return the lines of a file that have come or changed since a commit, whatever the file was called then.

    Raises `UsageError` if there is no such commit.
    """
    command = ["git", "diff", "--unified=0", "--find-renames", "--no-prefix", commit, "--", "reference_engine"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode:
        raise UsageError(f"{commit!r} names no commit", told.stderr.strip())
    _, _, there = f"\n{told.stdout}".partition(f"\n+++ {path.relative_to(ROOT)}\n")
    hunks = re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", there.partition("\ndiff --git ")[0], re.MULTILINE)
    return {line for first, count in hunks for line in range(int(first), int(first) + int(count or 1))}


def run(judge: Judge, path: Path, declared: Harmless, every: int = 1, lines: Container[int] | None = None) -> Tally:
    """Try a module's mutants, or those of some lines, print what nothing notices, and return how many there were."""
    tally = Tally()
    name = path.relative_to(ROOT)
    text = undecorated(path.read_text(encoding="utf-8"))
    tree = ast.parse(text)
    same = Mutant(str(path), 1, "", "", "", functions(compile(text, str(path), "exec", dont_inherit=True)))
    if judge.notices(same, judge.reaching(same.path, range(len(text)))[:50]):
        sys.exit(f"{name}: a case fails although nothing was changed")
    printer = Printer(name)
    for number, mutant in enumerate(filter(judge.can_try, mutants(path))):
        harmless = declared.covers(mutant)
        if number % every or (lines is not None and mutant.line not in lines):
            continue
        indexes = judge.reaching(mutant.path, statement(tree, mutant.line))
        noticed = bool(indexes) and judge.notices(mutant, indexes)
        tally += Tally(1, int(noticed and not harmless), int(not indexes and not harmless), int(harmless))
        if harmless and noticed:
            tally.mistaken += 1
            printer.tell(mutant, len(indexes), " (declared harmless, but noticed)")
        elif not harmless and not noticed:
            printer.tell(mutant, len(indexes))
    for each in declared.stale():
        tally.mistaken += 1
        print(f"stale: {each}")
    return tally


def modules(named: Sequence[str]) -> Iterator[Path]:
    """Yield the modules that are named, alone or by their folder, but not those that are not worth changing."""
    from mutmut.configuration import config

    for name in named:
        path = (ROOT / name).resolve()
        for each in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if config().should_mutate(each.relative_to(ROOT)):
                yield each


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 if something was not noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("modules", nargs="+", metavar="MODULE", help="a file or a folder of reference_engine")
    parser.add_argument("--cases", action="append", metavar="WHAT", help="of the cases, what a word names, as `614.5`")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the mutants, each Nth")
    parser.add_argument("--since", metavar="COMMIT", help="of the mutants, those of lines that changed since then")
    parser.add_argument(
        "--harmless", type=Path, default=FOLDER, metavar="FOLDER", help="where harmless changes are declared"
    )
    given = parser.parse_args(words)
    folder = given.harmless.resolve()
    os.chdir(ROOT)  # mutmut reads the configuration of the folder it is in
    try:
        declared = {path: Harmless.of(path, ROOT / "reference_engine", folder) for path in modules(given.modules)}
        lines = {path: lines_since(given.since, path) if given.since else None for path in declared}
        judge = Judge(find(load(), given.cases or ()).cases)
    except UsageError as wrong:
        parser.error(wrong.message)
    except CorpusError as wrong:
        parser.error(str(wrong))
    total = Tally()
    for path, harmless in declared.items():
        tally = run(judge, path, harmless, given.every, lines[path])
        print(f"{path.relative_to(ROOT)}: {tally}", flush=True)
        total += tally
    print(total)
    return int(bool(total.left or total.unreached or total.mistaken))


if __name__ == "__main__":
    sys.exit(main())
