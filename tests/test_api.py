"""What Python programs may use: every name is there, is documented, and the examples of the docs run."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import checker

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_every_name_is_there_and_is_documented() -> None:
    table = PAGE[PAGE.index("| name |") :]
    for name in checker.__all__:
        assert getattr(checker, name).__doc__, name
        assert re.search(rf"`{name}[`(]", table), name
    assert dir(checker) == sorted(checker.__all__)
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = checker.nothing_such


def test_names_come_late() -> None:
    heavy = "{'rich', 'checker.reading.corpus', 'jsonschema_rs'}"
    code = f"import sys, checker; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(("code", "answer"), EXAMPLES)
def test_examples_of_the_docs_give_the_stated_answers(
    code: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(code, "docs/python.md", "exec"), {"__name__": "example"})  # noqa: S102
    assert capsys.readouterr().out == answer


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


def test_an_open_engine_can_be_shared() -> None:
    corpus = checker.load()
    engine = checker.open_engine("reference")
    for what in ("dominion/exchange/optional", "dominion/exchange/needs-a-copy"):
        statuses = {verdict.status for _, verdict in checker.check(corpus, [what], engine=engine)}
        assert statuses == {checker.Status.PASSED}
    engine.close()


def test_results_are_those_of_the_engine_that_is_named() -> None:
    class Idle:
        def describe(self, _params: dict[str, Any]) -> dict[str, Any]:
            return {"protocol": 1, "name": "idle", "version": "1", "games": {"dominion": {}}, "capabilities": []}

        def run(self, params: dict[str, Any]) -> dict[str, Any]:
            return {"state": params["given"]}

    corpus = checker.load()
    case = corpus.cases["dominion/exchange/optional#declined"]
    (ours,), (theirs,) = checker.results(corpus, case), checker.results(corpus, case, engine=Idle())
    assert not ours["outcome"]["state"]["alice"]["in_play"]
    assert theirs["outcome"]["state"]["alice"]["in_play"] == [{"id": "page", "card": "Page"}]


def test_one_name_need_not_stand_in_a_list(tmp_path: Path) -> None:
    corpus = checker.load()
    one = "dominion/exchange/optional#declined"
    assert [case.id for case in checker.find(corpus, one).cases] == [one]
    assert [verdict.status for _, verdict in checker.check(corpus, one)] == [checker.Status.PASSED]
    with pytest.raises(checker.CorpusError, match="this is not a corpus"):
        checker.load(str(tmp_path))


def test_what_names_nothing_is_an_error() -> None:
    with pytest.raises(checker.UsageError, match="nothing is called"):
        list(checker.check(checker.load(), ["no such thing"]))
