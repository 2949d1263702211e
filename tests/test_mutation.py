"""Mutation testing finds what the cases notice and what they do not."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mutmut")
pytest.importorskip("coverage")
sys.path.insert(0, str(Path(__file__).parent))

from mutation import fits, functions, put, statement, undecorated

ROOT = Path(__file__).resolve().parent.parent


def tried(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tests" / "mutation.py"), *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_what_the_cases_notice_and_what_not() -> None:
    """The case lowers costs by 1, and none to nothing."""
    done = tried("--cases", "dominion/exchange/changeling#reduced-to-three", "reference_engine/dominion/costs.py")
    assert done.returncode == 1, done.stderr
    *_, survivor, module, total = done.stdout.splitlines()
    assert survivor.strip() == "return max(1, definition.cost - sum(reductions(game)))"
    assert module == f"reference_engine/dominion/costs.py: {total}"
    mutants, noticed, left, unreached = (int(part.split()[0]) for part in total.split(","))
    assert mutants > 10
    assert (noticed, left, unreached) == (mutants - 1, 1, 0)


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
    names: dict[str, object] = {}
    exec(compile(TEXT, "text", "exec"), names)  # noqa: S102 - our own
    pair, one = names["Pair"], names["one"]
    changed = bare.replace("[0]", "[1]").replace("return 1", "return 7")
    put([pair.first.fget, one.__wrapped__], functions(compile(changed, "text", "exec")))  # type: ignore[attr-defined]
    assert pair().first == "b"  # type: ignore[operator]
    assert one(5) == 7  # type: ignore[operator]


def test_a_function_made_on_import_is_given_no_other_surroundings() -> None:
    text = "def outer(name):\n    return lambda value: (name, value)\n"
    names: dict[str, object] = {}
    exec(compile(text, "text", "exec"), names)  # noqa: S102 - our own
    inner = names["outer"]("a")  # type: ignore[operator]
    assert fits([inner], functions(compile(text.replace("(name, value)", "(name, 1)"), "text", "exec")))
    assert not fits([inner], functions(compile(text.replace("(name, value)", "(1, value)"), "text", "exec")))


@pytest.mark.parametrize(("line", "lines"), [(6, range(6, 8)), (7, range(6, 8)), (8, range(8, 9)), (10, range(9, 11))])
def test_a_change_is_reached_by_what_reaches_its_statement(line: int, lines: range) -> None:
    assert statement(ast.parse(TEXT), line) == lines
