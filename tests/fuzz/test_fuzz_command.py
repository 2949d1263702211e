"""`rulings fuzz`, from end to end."""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from checker import check, load
from checker.cli import main
from checker.fuzz.hunt import Hunt
from checker.fuzz.trial import Apart, Trial
from checker.judging.verdict import Status
from checker.model import Corpus, Json
from reference_engine import Engine as Reference

ROOT = Path(__file__).resolve().parent.parent.parent
LIAR = """
import os
import reference_engine

class Liar(reference_engine.Engine):
    def run(self, params):
        outcome = super().run(params)
        state = outcome.get("state", {})
        if "Sliver" in str(params):
            raise KeyError("no slivers 17")
        if "Aerie Ouphes" in str(params) and "refused" not in outcome and params["actions"]:
            return {"refused": {"action": len(params["actions"]) - 1, "reason": "not so"}, "state": state}
        for player in state.get("players", ()):
            for thing in state[player].get("battlefield", ()):
                if thing["card"] == "Clone":
                    thing["tapped"] = not thing.get("tapped")
        return outcome


class Old(reference_engine.Engine):
    def describe(self, params):
        told = super().describe(params)
        told["games"]["mtg"]["editions"] = [os.environ["EDITION"]]
        return told
"""
LATE = """
import reference_engine

class Late(reference_engine.Engine):
    def run(self, params):
        return super().run(params) if params["actions"] else {"state": params["given"]}
"""
HANGS = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "run":
        with open("runs", "a") as runs:
            runs.write("run\\n")
        time.sleep(60)
    games = {"dominion": {}}
    told = {"protocol": 1, "name": "hangs", "version": "1", "games": games, "capabilities": ["choices"]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": told}), flush=True)
"""

SMALL = """
import reference_engine

class Lists(reference_engine.Engine):
    def describe(self, params):
        told = super().describe(params)
        cards = ["Gratuitous Violence", "Runeclaw Bear", "Wastes"]
        told["games"]["mtg"] = {"cards": cards, "actions": ["attack", "pass to"]}
        return told


class Keeps(reference_engine.Engine):
    def describe(self, params):
        return {**super().describe(params), "games": {"mtg": {}}}

    def run(self, params):
        if "Gratuitous Violence" in str(params):
            return super().run(params)
        return {"unsupported": {"what": "card"}}
"""


@pytest.fixture
def fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    (tmp_path / "liar.py").write_text(LIAR, encoding="utf-8")
    (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return lambda *words: main(["fuzz", *words])


def test_an_engine_differs_from_itself_nowhere(fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz("--engine", "reference", "-n", "150") == 0
    assert capsys.readouterr().out == (
        "150 positions (seed 0): 150 played by all, all of them alike; 0 differences told\n"
    )


def test_who_waits_at_a_terminal_sees_how_far_it_is(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checker.reports.progress._LONG", 0.0)
    words = ("mtg/replacement/as-it-would-enter", "Clone", "--engine", "python:liar:Liar", "-n", "40", "--most", "1")
    assert fuzz(*words) == 1
    piped = capsys.readouterr().out
    assert "positions ━" not in piped
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert fuzz(*words) == 1
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().out)
    assert "positions ━" in shown
    assert set(piped.splitlines()) <= {line.rpartition("\r")[2] for line in shown.splitlines()}
    assert fuzz(*words, "--json") == 1
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines())


def test_what_an_engine_has_wrong_is_told_as_a_case_that_fails(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("mtg/replacement/as-it-would-enter", "mtg-cards:Clone", "--engine", "python:liar:Liar", "-n", "60")
    assert fuzz(*words) == 1
    told = capsys.readouterr().out
    assert "battlefield.clone.tapped\n     reference: false\n     python:liar:Liar: true\n" in told
    assert "reference went by " in told
    assert "they are about " in told
    assert fuzz(*words) == 1
    assert capsys.readouterr().out == told, "the same seed finds the same"

    drafts = [line[4:] for line in told.splitlines() if line.startswith("    ") and not line.startswith("     r")]
    cases = yaml.safe_load("\n".join(line for line in drafts if not line.startswith(" python:")))
    clones = [case for case in cases if "tapped" in str(case.get("expect"))]
    assert clones
    assert all(len(case["given"]) <= 2 for case in clones)
    corpus = made(tmp_path, cases)
    assert {verdict.status for _, verdict in check(corpus)} == {Status.PASSED}
    assert {verdict.status for _, verdict in check(corpus, engine="python:liar:Liar")} <= {
        Status.FAILED,
        Status.REFUSED,
        Status.ERROR,
    }


def made(folder: Path, cases: list[dict[str, object]]) -> Corpus:
    """Return a corpus of one ruling with these cases."""
    root = folder / "corpus"
    (root / "mtg" / "replacement").mkdir(parents=True)
    (root / "cards").symlink_to(ROOT / "corpus" / "cards")
    (root / "sources.yaml").write_text((ROOT / "corpus" / "sources.yaml").read_text(encoding="utf-8"))
    ruling = {
        "ruling": "mtg/replacement/drafts",
        "statement": "What an engine was found to do otherwise.",
        "kind": "must",
        "cites": [{"source": "mtg-cr", "rule": "614.12", "edition": "2026-08-07"}],
        "cases": [{"title": "A draft", **case} for case in cases],
    }
    (root / "mtg" / "replacement" / "drafts.yaml").write_text(yaml.safe_dump(ruling, sort_keys=False), encoding="utf-8")
    return load(root)


def test_json_has_a_line_for_each_with_the_request(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz("Clone", "--engine", "python:liar:Liar", "-n", "40", "--most", "2", "--json") == 1
    *found, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["from"].partition("/")[0] for each in found] == ["mtg", "mtg"]
    assert all({"game", "given", "actions", "answers"} <= each["request"].keys() for each in found)
    assert all(each["differences"] and each["case"]["case"].startswith("difference-") for each in found)
    assert total["found"] == 2
    assert total["positions"] >= total["played"] >= total["apart"] >= 2


def test_it_is_told_what_the_data_of_a_card_leave_out(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fuzz("Clone", "--engine", "python:liar:Liar", "-n", "40", "--most", "1", "--json")
    assert json.loads(capsys.readouterr().out.splitlines()[0])["notes"] == {}
    corpus = tmp_path / "corpus"
    shutil.copytree(ROOT / "corpus", corpus)
    clone = corpus / "cards" / "mtg" / "clone.yaml"
    clone.write_text(clone.read_text(encoding="utf-8") + "notes: Its art is left out.\n", encoding="utf-8")
    fuzz("--corpus", str(corpus), "Clone", "--engine", "python:liar:Liar", "-n", "40", "--most", "1")
    assert "   Clone, as the corpus has it: Its art is left out.\n" in capsys.readouterr().out


def test_a_fact_can_be_ignored(fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    words = ("mtg/type-changing/not-copied", "--engine", "python:liar:Liar", "-n", "60")
    assert fuzz(*words, "-k", "clone") == 1
    assert "battlefield.tapped" in capsys.readouterr().out
    fuzz(*words, "-k", "clone", "--ignore", "tapped")
    assert "battlefield.tapped" not in capsys.readouterr().out


@pytest.mark.parametrize(("edition", "played"), [("2013-11-01", True), ("2099-01-01", True)])
def test_all_play_by_the_newest_edition_that_all_claim(
    edition: str,
    played: bool,
    fuzz: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str | None] = []
    run = Reference.run

    def noting(engine: Reference, params: Json) -> Json:
        asked.append(params.get("edition"))
        return run(engine, params)

    monkeypatch.setattr(Reference, "run", noting)
    monkeypatch.setenv("EDITION", edition)
    assert fuzz("mtg/exchange", "--engine", "python:liar:Old", "-n", "30") == 0
    assert ("30 played by all" in capsys.readouterr().out) is played
    assert {*asked} == {edition if edition < "2026" else None}


def test_positions_are_grown_from_those_that_the_engine_claims(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz("mtg/replacement", "--engine", "python:small:Lists", "-n", "40") == 0
    assert "40 played by all" in capsys.readouterr().out
    assert fuzz("mtg/replacement", "--engine", "python:small:Keeps", "-n", "40") == 0
    assert "few were played: an engine that lists its `cards`" in capsys.readouterr().out


def test_nothing_more_is_grown_from_what_an_engine_does_not_play(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    some = ("mtg/replacement/once-per-event", "mtg/replacement/skip")  # Gratuitous Violence is in some of these
    assert fuzz(*some, "--engine", "python:small:Keeps", "-n", "300") == 0
    told = capsys.readouterr().out
    assert int(re.findall(r"(\d+) played by all", told)[0]) > 200
    assert re.search(r"^\d+ positions not played: an engine lacks something", told, re.MULTILINE)


def test_where_all_is_played_that_is_not_told_otherwise(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz("mtg/replacement", "--engine", "reference", "-n", "20") == 0
    assert "few were played" not in capsys.readouterr().out


def test_where_nothing_is_played_by_all_that_is_told(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITION", "2013-11-01")
    words = ("mtg/exchange", "--engine", "python:liar:Old", "--edition", "2026-08-07")
    assert fuzz(*words) == 0
    assert capsys.readouterr().out == "0 positions (seed 0), and none that all engines play\n"


def test_what_was_found_by_then_is_summed_up_when_a_person_stops_it(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Hunt.found

    def stopped(hunt: Hunt, number: int, _each: object) -> Iterator[Apart]:
        yield next(found(hunt, number))
        raise KeyboardInterrupt

    monkeypatch.setattr(Hunt, "found", stopped)
    assert fuzz("Clone", "--engine", "python:liar:Liar", "-n", "100") == 130
    assert "; 1 difference told\n" in capsys.readouterr().out


def test_when_an_engine_notices_what_the_rules_do_before_anybody_can_act_is_no_difference(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late.py").write_text(LATE, encoding="utf-8")
    words = ("mtg/replacement/state-based-actions#siege-without-defense", "--engine", "python:late:Late", "-n", "10")
    assert fuzz(*words) == 0
    monkeypatch.setattr(Trial, "settled", lambda *_: True)
    assert fuzz(*words) == 1
    assert "alice.battlefield" in capsys.readouterr().out


def test_an_engine_that_hangs_is_told_once_and_not_tried_again_and_again(
    fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "hangs.py").write_text(HANGS, encoding="utf-8")
    command = f"cmd:{sys.executable} {tmp_path / 'hangs.py'}"
    assert fuzz("dominion/exchange/optional", "--engine", command, "--timeout", "0.3", "-n", "4") == 1
    told = capsys.readouterr().out
    assert told.count("grown from") == 1
    assert "no answer" in told
    assert len((tmp_path / "runs").read_text(encoding="utf-8").split()) <= 2 * 4, "twice for each position"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--engine", "reference", "--ignore", "taped"], 2, "there is no fact `taped`; did you mean `tapped`?"),
        (["--engine", "cmd:no-such-program"], 3, "no such program"),
        (["--engine", "reference", "--against", "cmd:no-such-program"], 3, "no such program"),
        (["--engine", "reference", "-k", "nothing and everything"], 2, "no case is selected"),
        (["--engine", "reference", "-n", "0"], 2, "not a whole number of at least 1"),
        (["--engine", "reference", "--seed", "-1"], 2, "-1"),
        ([], 2, "--engine"),
    ],
)
def test_what_cannot_be_done_is_told(
    words: list[str], code: int, told: str, fuzz: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz(*words) == code
    assert told in capsys.readouterr().err
