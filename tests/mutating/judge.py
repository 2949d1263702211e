"""The cases as judge of mutants, each of which is tried in a fork of the one process that has read the corpus."""

import gc
import os
import pickle
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import TypeVar

import coverage

import reference_engine
from checker.engines import Description
from checker.engines.spec import open_engine
from checker.judging.verdict import Status
from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from checker.running.runner import one
from tests.mutating.mutants import Mutant, codes_of, fits, of_decorators, put

T = TypeVar("T")

ROOT = Path(reference_engine.__file__).resolve().parent.parent

MEMORY = 4 << 30
"""Bytes that a mutant may take: some make lists without end."""


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
        self._codes: dict[str, list[CodeType]] = {}
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

        def watched() -> tuple[bool, float, dict[str, list[int]]]:
            began = process_time()
            watch = coverage.Coverage(data_file=None, config_file=False, include=[f"{ROOT}/reference_engine/*"])
            with watch.collect():
                passed = self.play(index)
            data = watch.get_data()
            return passed, process_time() - began, {file: data.lines(file) or [] for file in data.measured_files()}

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
        return fits(self._functions[mutant.path], mutant.codes, self._codes_of(mutant.path))

    def _codes_of(self, path: str) -> list[CodeType]:
        """The codes of a module's text; of the functions it made on import, those of decorators are no longer known."""
        if path not in self._codes:
            text = Path(path).read_text(encoding="utf-8")
            for each in of_decorators(self._functions[path], text):
                self._functions[path].remove(each)
            self._codes[path] = codes_of(text, path)
        return self._codes[path]

    def notices(self, mutant: Mutant, indexes: Sequence[int]) -> bool:
        """Whether one of the cases does not come out as it should; hanging and crashing are noticed as well."""

        def first() -> int:
            put(self._functions[mutant.path], mutant.codes, self._codes_of(mutant.path))
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


def in_a_fork(task: Callable[[], T]) -> T | None:
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
