"""Mutation testing finds what the cases notice and what they do not."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

pytest.importorskip("mutmut")
pytest.importorskip("coverage")

from checker.problems import CorpusError
from tests import mutation
from tests.blocks import MUTATION, blocks
from tests.mutating.harmless import FOLDER, Harmless
from tests.mutating.mutants import (
    Mutant,
    codes_of,
    fits,
    functions,
    functions_by_line,
    of_decorators,
    put,
    statement,
    undecorated,
)

ROOT = Path(__file__).resolve().parent.parent


def tried(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.mutation", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_of_lines_that_have_not_changed_there_is_no_mutant() -> None:
    done = tried("--since", "HEAD", "--cases", "dominion/exchange/optional", "reference_engine/kernel/value.py")
    assert done.stdout.splitlines()[-1].startswith("0 mutants, "), done.stderr
    done = tried("--since", "no-such-commit", "reference_engine/kernel/value.py")
    assert done.returncode == 2
    assert "'no-such-commit' names no commit" in done.stderr


def test_lines_that_have_changed_are_found_in_a_file_that_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True)

    folder = tmp_path / "reference_engine"
    folder.mkdir()
    lines = [f"number_{number} = {number}" for number in range(20)]
    for name in ("before.py", "beside.py"):
        (folder / name).write_text("\n".join([*lines, name]))
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "as it was")
    git("mv", "reference_engine/before.py", "reference_engine/after.py")
    lines[3] = "number_3 = 4"
    (folder / "after.py").write_text("\n".join([*lines, "before.py", "more"]))
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    assert mutation.lines_since("HEAD", folder / "after.py") == {4, 21, 22}
    assert mutation.lines_since("HEAD", folder / "beside.py") == set()


def test_what_the_cases_notice_and_what_not() -> None:
    """The ruling's cases lower no cost to nothing; this is the command that `CONTRIBUTING.md` shows."""
    (shown,) = (block for _, block in blocks() if block.startswith(MUTATION))
    done = tried(*shown.removeprefix(MUTATION).removesuffix("|| true\n").split())
    assert done.returncode == 1, done.stderr
    *_, survivor, module, total = done.stdout.splitlines()
    assert survivor.strip() == "return max(1, definition.cost - less)"
    assert module == f"reference_engine/dominion/costs.py: {total}"
    mutants, noticed, left, unreached, harmless = (int(part.split()[0]) for part in total.split(","))
    assert mutants > 10
    assert (noticed, left, unreached, harmless) == (mutants - 1, 1, 0, 0)


def test_code_that_no_case_reaches_is_told() -> None:
    done = tried("--cases", "dominion/exchange/optional#declined", "--every", "5", "reference_engine/dominion/costs.py")
    assert done.returncode == 1, done.stderr
    assert "no case reaches" in done.stdout
    assert tried("--cases", "no/such", "reference_engine/dominion/costs.py").returncode == 2


TEXT = """
import functools

@functools.cache
def one(a):
    if (a
        and a > 1):
        return 1
    return (2 +
            a)

class Pair:
    @property
    def first(self):
        return [each for each in "ab"][0]
"""


def test_decorated_functions_get_the_code_of_a_changed_text() -> None:
    bare = undecorated(TEXT)
    assert [line for line in bare.splitlines() if line.strip().startswith("@")] == []
    assert len(bare.splitlines()) == len(TEXT.splitlines())
    names: dict[str, Any] = {}
    exec(compile(TEXT, "text", "exec"), names)  # noqa: S102 - our own
    pair, one = names["Pair"], names["one"]
    changed = bare.replace("[0]", "[1]").replace("return 1", "return 7")
    put([pair.first.fget, one.__wrapped__], functions(compile(changed, "text", "exec")))
    assert pair().first == "b"
    assert one(5) == 7


def test_what_stands_in_a_decorator_is_no_function_of_the_text_without() -> None:
    """Functions without a name are known by their order: those in decorators would stand before the others."""
    text = "def rule(way):\n    return lambda it: it\n@rule(lambda: 1)\ndef one():\n    return 2\nTWO = lambda: 3\n"
    every = [FunctionType(code, {}) for code in functions(compile(text, "text", "exec"))]
    assert [each.__code__.co_firstlineno for each in every if each.__name__ == "<lambda>"] == [3, 6, 2]
    assert [each.__code__.co_firstlineno for each in of_decorators(every, text)] == [3]


def test_a_function_made_on_import_is_given_no_other_surroundings() -> None:
    text = "def outer(name):\n    return lambda value: (name, value)\n"
    names: dict[str, Any] = {}
    exec(compile(text, "text", "exec"), names)  # noqa: S102 - our own
    inner = names["outer"]("a")
    assert fits([inner], functions(compile(text.replace("(name, value)", "(name, 1)"), "text", "exec")))
    assert not fits([inner], functions(compile(text.replace("(name, value)", "(1, value)"), "text", "exec")))


def test_a_function_is_known_by_its_place_though_others_before_it_were_never_made() -> None:
    text = "def outer(name):\n    if name == 'a':\n        return lambda: 1\n    return lambda: name\n"
    names: dict[str, Any] = {}
    exec(compile(text, "text", "exec"), names)  # noqa: S102 - our own
    inner = names["outer"]("b")
    changed = functions(compile(text.replace("lambda: name", "lambda: [name]"), "text", "exec"))
    assert fits([inner], changed, codes_of(text, "text"))
    put([inner], changed, codes_of(text, "text"))
    assert inner() == ["b"]


@pytest.mark.parametrize(("line", "lines"), [(6, range(6, 8)), (7, range(6, 8)), (8, range(8, 9)), (10, range(9, 11))])
def test_a_change_is_reached_by_what_reaches_its_statement(line: int, lines: range) -> None:
    assert statement(ast.parse(TEXT), line) == lines


def test_a_survivor_is_told_with_its_function() -> None:
    tree = ast.parse(TEXT)
    assert [functions_by_line(tree).get(line) for line in (1, 6, 15)] == [None, "one", "Pair.first"]


def declared(folder: Path, text: str) -> Harmless:
    file = folder / "harmless" / "game" / "part.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return Harmless.of(folder / "game" / "part.py", folder, folder / "harmless")


def mutant(was: str, now: str, function: str = "one") -> Mutant:
    return Mutant("part.py", 7, was, now, function, ())


def test_harmless_changes_are_those_that_are_listed(tmp_path: Path) -> None:
    found = declared(tmp_path, "- {in: one, was: a = 1, now: [a = 2, a = 3], because: nothing reads it}\n")
    assert found.covers(mutant("a = 1", "a = 2"))
    assert not found.covers(mutant("a = 1", "a = 4"))
    assert not found.covers(mutant("a = 1", "a = 2", "other"))
    assert [each for each in found.stale() if "`a = 3`" in each] == [*found.stale()] != []
    found.covers(mutant("a = 1", "a = 3"))
    assert [*found.stale()] == []


def test_without_a_list_every_change_of_the_line_is_harmless(tmp_path: Path) -> None:
    found = declared(tmp_path, "- {in: one, was: a = 1, because: nothing reads it}\n")
    assert ["a = 1" in each for each in found.stale()] == [True]
    assert found.covers(mutant("a = 1", "a = 2"))
    assert [*found.stale()] == []
    assert not Harmless.of(tmp_path / "game" / "other.py", tmp_path, tmp_path / "harmless").covers(mutant("a = 1", ""))


def test_without_a_line_every_change_of_the_function_is_harmless(tmp_path: Path) -> None:
    found = declared(tmp_path, "- {in: one, because: it is done before any game}\n")
    assert found.covers(mutant("a = 1", "a = 2"))
    assert found.covers(mutant("b = 1", "b = 2"))
    assert not found.covers(mutant("a = 1", "a = 2", "other"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- {in: one, was: a = 1}", "part.yaml:1: `because` is missing"),
        ("- {in: one, now: [a = 2], because: it is}", "`was` is missing"),
        ("- {in: one, was: a = 1, because: ' '}", "`because` is missing"),
        ("- {in: one, was: a = 1, because: it is, for: ever}", "no `for`"),
        ("- {in: one, was: a = 1, now: a = 2, because: it is}", "no list of lines"),
        ("- in: one\n  was: a = 1\n  because: it is\n- 7", "part.yaml:4: this is no entry"),
        ("in: one", "this is no entry"),
    ],
)
def test_a_declaration_says_why(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(CorpusError, match="an entry is") as wrong:
        declared(tmp_path, text + "\n")
    assert told in str(wrong.value)


def test_what_is_declared_is_tried_and_has_to_hold(tmp_path: Path) -> None:
    file = tmp_path / "dominion" / "context.yaml"
    file.parent.mkdir()
    function, was = "Context.__post_init__", "self.results = defaultdict(list, self.before)"
    kept = {"in": function, "was": was, "now": [was.replace("list", "None")], "because": "no word means nothing here"}
    noticed = {"in": function, "was": was, "now": ["self.results = None"], "because": "it is said"}
    stale = {"in": function, "was": "gone", "because": "it is said"}
    arguments = ["--cases", "dominion/exchange/not-trashed", "reference_engine/dominion/context.py"]

    file.write_text(json.dumps([kept]))
    done = tried("--harmless", str(tmp_path), *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("0 not, 0 that no case reaches, 1 harmless\n")

    file.write_text(json.dumps([kept, noticed, stale]))
    done = tried("--harmless", str(tmp_path), *arguments)
    assert done.returncode == 1
    assert f"{noticed['now'][0]} (declared harmless, but noticed)" in done.stdout
    assert "`gone`" in done.stdout

    file.write_text(json.dumps([{"in": function, "was": was}]))
    done = tried("--harmless", str(tmp_path), *arguments)
    assert done.returncode == 2
    assert "`because` is missing" in done.stderr


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.yaml")), ids=lambda file: str(file.relative_to(FOLDER)))
def test_what_is_declared_stands_in_the_engine(file: Path) -> None:
    """That the change is still made only the command can tell; that the line is still there can be told at once."""
    module = (ROOT / "reference_engine" / file.relative_to(FOLDER)).with_suffix(".py")
    text = module.read_text(encoding="utf-8")
    names = functions_by_line(ast.parse(text))
    stands = {(names.get(number, ""), line.strip()) for number, line in enumerate(text.splitlines(), 1)}
    functions = {function for function, _ in stands}
    for each in Harmless.of(module, ROOT / "reference_engine").entries:
        assert (each.function, each.was) in stands if each.was else each.function in functions
