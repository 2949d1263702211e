"""
Changes the text of the reference engine bit by bit and looks which changes no case of the corpus notices.

    python tests/mutation.py [--cases WHAT]... [--every N] MODULE...

The mutants are mutmut's, and so is what is not worth one: see `tool.mutmut` in `pyproject.toml`. This is what drives
them. mutmut's own runner leaves decorated functions alone, which is every `@rule`, and starts pytest and reads the
corpus anew for each mutant. Here one process has read the corpus and imported the engine, and has played nothing yet;
each mutant is a fork of it, in which the functions of the module get the code of the changed text, decorated or not.
It plays the cases that reach the changed statement until one does not come out as it should.
"""

import argparse
import ast
import gc
import inspect
import os
import pickle
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any, TypeVar

import coverage

import reference_engine
from checker.corpus import load
from checker.engines import Description
from checker.engines.spec import open_engine
from checker.model import Case
from checker.problems import UsageError
from checker.query import find
from checker.runner import one
from checker.verdict import Status
from checker.vocabulary import Vocabulary

T = TypeVar("T")

ROOT = Path(reference_engine.__file__).resolve().parent.parent

MEMORY = 4 << 30
"""Bytes that a mutant may take: some make lists without end."""


@dataclass(frozen=True)
class Mutant:
    """A module's text with one change."""

    path: str
    line: int
    was: str
    now: str
    """The first line that differs, as it was and as it is."""
    codes: Sequence[CodeType]


@dataclass
class Judge:
    """The cases, on an engine that has played none of them: what it remembers of cards depends on its code."""

    cases: Sequence[Case]
    lines: dict[str, dict[int, set[int]]] = field(default_factory=dict)
    """By file and line, the cases that reach it."""
    seconds: dict[int, float] = field(default_factory=dict)
    """What a case takes."""
    quick: list[int] = field(default_factory=list)
    """The cases that noticed something, the last to do so first: they are the likeliest to notice the next."""

    def __post_init__(self) -> None:
        self._corpus = load()
        self._engine = open_engine("reference")
        self._description = Description.of(self._engine.describe(rules=True))  # imports every module
        for game in {case.game for case in self.cases}:
            Vocabulary.of(game)
        self._functions: dict[str, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                self._functions[each.__code__.co_filename].append(each)
        gc.freeze()  # what a collection touches is copied for each fork
        for index in range(len(self.cases)):
            self._explore(index)

    def play(self, index: int) -> bool:
        """Whether a case comes out as it should."""
        return one(self._corpus, self.cases[index], self._engine, self._description).verdict.status is Status.PASSED

    def _explore(self, index: int) -> None:
        """Note the lines that a case reaches, and that it comes out as it should while nothing is changed."""

        def watched() -> Any:
            began = process_time()
            watch = coverage.Coverage(data_file=None, config_file=False, include=[f"{ROOT}/reference_engine/*"])
            with watch.collect():
                passed = self.play(index)
            data = watch.get_data()
            return passed, process_time() - began, {file: data.lines(file) for file in data.measured_files()}

        told = in_a_fork(watched)
        if told is None or not told[0]:
            sys.exit(f"{self.cases[index].id} has to pass before anything is changed")
        _, self.seconds[index], reached = told
        for file, lines in reached.items():
            for line in lines:
                self.lines.setdefault(file, {}).setdefault(line, set()).add(index)

    def reaching(self, path: str, lines: range) -> list[int]:
        """The cases that reach one of the lines, those first that are likely to notice a change or quick."""
        known = self.lines.get(path, {})
        indexes = set[int]().union(*(known.get(line, ()) for line in lines))
        rank = {index: place for place, index in enumerate(self.quick)}
        return sorted(indexes, key=lambda index: (rank.get(index, len(rank)), self.seconds[index]))

    def can_try(self, mutant: Mutant) -> bool:
        """Whether a mutant can be made of the module that was imported; a few cannot, and are not counted."""
        return fits(self._functions[mutant.path], mutant.codes)

    def notices(self, mutant: Mutant, indexes: Sequence[int]) -> bool:
        """Whether one of the cases does not come out as it should; hanging and crashing are noticed as well."""

        def first() -> int:
            put(self._functions[mutant.path], mutant.codes)
            for index in indexes:
                signal.setitimer(signal.ITIMER_PROF, 1 + 5 * self.seconds[index])  # of CPU; its signal ends the process
                if not self.play(index):
                    return index
            return -1

        index = in_a_fork(first)
        if index is not None and index >= 0:
            if index in self.quick:
                self.quick.remove(index)
            self.quick.insert(0, index)
        return index != -1


def in_a_fork(task: Callable[[], Any]) -> Any:
    """What a task returns that is done in a fork of this process; None if the fork ends before it says."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(write, "wb") as told:
                pickle.dump(task(), told)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        said = told.read()
    os.waitpid(child, 0)
    return pickle.loads(said) if said else None  # noqa: S301 - our own


# --- mutants ---------------------------------------------------------------------------------------------------------


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield mutmut's mutants of a module's functions."""
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    text = undecorated(path.read_text(encoding="utf-8"))
    module, mutations, *_ = create_mutations(str(path), text)
    codes = functions(compile(text, str(path), "exec", dont_inherit=True))
    seen = {text.lower()}
    for each in mutations:
        if each.contained_by_top_level_function is None:
            continue
        changed = deep_replace(module, each.original_node, each.mutated_node).code
        if changed.lower() in seen:  # of the three changes of a word one is enough
            continue
        seen.add(changed.lower())
        new = functions(compile(changed, str(path), "exec", dont_inherit=True))
        if new != codes:
            yield Mutant(str(path), *difference(text, changed), new)


def undecorated(text: str) -> str:
    """The text with blank lines for decorators: the functions keep theirs, and mutmut leaves none of them out."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in node.decorator_list:
                lines[each.lineno - 1 : each.end_lineno] = [""] * ((each.end_lineno or 0) - each.lineno + 1)
    return "\n".join(lines) + "\n"


def difference(old: str, new: str) -> tuple[int, str, str]:
    """The number of the first line that differs, what it was, and what it is now unless it is gone."""
    before, after = old.splitlines(), new.splitlines()
    pairs = zip_longest(before, after, fillvalue="")
    line, was, now = next((line, was, now) for line, (was, now) in enumerate(pairs, 1) if was != now)
    return line, was.strip(), now.strip() if len(after) == len(before) else "(left out)"


def functions(code: CodeType) -> list[CodeType]:
    """The code of every function in it, also of those within others."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [each for each in inner if each.co_flags & inspect.CO_OPTIMIZED] + [
        each for outer in inner for each in functions(outer)
    ]


def fits(functions: Iterable[FunctionType], codes: Sequence[CodeType]) -> bool:
    """Whether functions can be given codes: one made within another on import keeps what it sees around it."""
    new = dict(placed(codes, key=lambda code: code))
    old = placed(functions, key=lambda function: function.__code__)
    return all(new[key].co_freevars == each.__code__.co_freevars for key, each in old if key in new)


def put(functions: Iterable[FunctionType], codes: Sequence[CodeType]) -> None:
    """Give functions other code, each that of its name and place."""
    new = dict(placed(codes, key=lambda code: code))
    for key, function in placed(functions, key=lambda function: function.__code__):
        if key in new:
            function.__code__ = new[key]


def placed(things: Iterable[T], key: Callable[[T], CodeType]) -> Iterator[tuple[tuple[str, int], T]]:
    """Each with the name of its code and how many others of that name stand before it."""
    lines: dict[str, list[int]] = {}
    for thing in sorted(things, key=lambda thing: key(thing).co_firstlineno):
        code = key(thing)
        known = lines.setdefault(code.co_qualname, [])
        if code.co_firstlineno not in known:
            known.append(code.co_firstlineno)
        yield (code.co_qualname, known.index(code.co_firstlineno)), thing


def statement(tree: ast.AST, line: int) -> range:
    """The lines of the innermost statement around a line; of one that holds others, those before the first of them."""
    around = [
        node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    inner = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    body = getattr(inner, "body", None) or getattr(inner, "cases", None)
    if not body:
        return range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return range(inner.lineno, max(first.lineno, inner.lineno + 1))


# --- the command -----------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What came of a module's mutants."""

    mutants: int = 0
    noticed: int = 0
    unreached: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.mutants + other.mutants, self.noticed + other.noticed, self.unreached + other.unreached)

    def __str__(self) -> str:
        left = self.mutants - self.noticed - self.unreached
        return f"{self.mutants} mutants, {self.noticed} noticed, {left} not, {self.unreached} that no case reaches"


def run(judge: Judge, path: Path, every: int = 1) -> Tally:
    """Try a module's mutants, print those that nothing notices, and return how many there were."""
    tally = Tally()
    name = path.relative_to(ROOT)
    text = undecorated(path.read_text(encoding="utf-8"))
    tree = ast.parse(text)
    same = Mutant(str(path), 1, "", "", functions(compile(text, str(path), "exec", dont_inherit=True)))
    if judge.notices(same, judge.reaching(same.path, range(len(text)))[:50]):
        sys.exit(f"{name}: a case fails although nothing was changed")
    told = 0
    for mutant in islice(filter(judge.can_try, mutants(path)), 0, None, every):
        tally.mutants += 1
        indexes = judge.reaching(mutant.path, statement(tree, mutant.line))
        if not indexes:
            tally.unreached += 1
        elif judge.notices(mutant, indexes):
            tally.noticed += 1
            continue
        if mutant.line != told:
            told = mutant.line
            print(f"{name}:{told}: {f'{len(indexes)} cases reach' if indexes else 'no case reaches'} {mutant.was}")
        if indexes:
            print(f"    {mutant.now}", flush=True)
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
    given = parser.parse_args(words)
    os.chdir(ROOT)  # mutmut reads the configuration of the folder it is in
    try:
        judge = Judge(find(load(), given.cases or ()).cases)
    except UsageError as wrong:
        parser.error(wrong.message)
    total = Tally()
    for path in modules(given.modules):
        tally = run(judge, path, given.every)
        print(f"{path.relative_to(ROOT)}: {tally}", flush=True)
        total += tally
    print(total)
    return int(total.noticed < total.mutants)


if __name__ == "__main__":
    sys.exit(main())
