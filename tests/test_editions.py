"""What stands in an edition of the rules, and by which edition it is played: on a corpus of our own with five cases."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import checker
from checker import editions
from checker.cli import main
from checker.engines import Description
from checker.judging.claims import edition, outside
from checker.model import EACH, NEWEST, Case, Corpus
from checker.positions.vocabulary import Vocabulary
from checker.problems import UsageError

Json = dict[str, Any]

SOURCES = """\
games:
  dominion: {title: Harbour, publisher: Nobody, rules: book}
  mtg: {title: Quay, publisher: Nobody}
sources:
  page:
    title: A page about the rules
    game: dominion
    authority: secondary
    editions:
    - {edition: "2003-02-01", title: First}
    - {edition: "2006-01-01", title: Second}
    passages: {ships: {at: "top"}}
  book:
    title: The rules
    game: dominion
    authority: official
    editions:
    - {edition: "2001-05-01", title: First}
    - {edition: "2004", title: Second}
    - {edition: "later", title: Third}
    passages: {ships: {at: "top"}}
  quay:
    title: The rules of another game
    game: mtg
    authority: official
    editions:
    - {edition: "2010-01-01", title: First}
    passages: {ships: {at: "top"}}
"""

RULING = """\
ruling: dominion/harbour/{name}
statement: Ships are towed.
kind: must
cites:
- {{source: {source}, rule: "ships", edition: "{edition}"}}
{limits}cases:
- case: towed
  title: A ship is towed
{of_case}  given: {{alice: {{}}}}
  expect: {{alice: {{coins: 0}}}}
"""

RULINGS = {
    "always": ("book", "later", "", ""),
    "old": ("book", "2001-05-01", 'until: "2001-05-01"\n', ""),
    "new": ("book", "later", 'from: "later"\n', ""),
    "page": ("page", "2006-01-01", 'from: "2006-01-01"\n', ""),
    "case": ("book", "later", "", '  from: "2004"\n  until: "2004"\n'),
}

STANDS = {
    "2001-05-01": {"always", "old"},
    "2004": {"always", "case"},
    "later": {"always", "new", "page"},
    NEWEST: {"always", "new", "page"},
    EACH: set(RULINGS),
}


class Recorder:
    """An engine that answers every case alike and remembers by which edition it was to play."""

    def __init__(self, *claims: str, wrong: bool = False) -> None:
        self.told: list[str | None] = []
        self.claims = claims
        self.coins = int(wrong)

    def describe(self, _params: Json) -> Json:
        claims = {"editions": list(self.claims)} if self.claims else {}
        return {"protocol": 1, "name": "recorder", "version": "1", "games": {"dominion": claims}, "capabilities": []}

    def run(self, params: Json) -> Json:
        self.told.append(params.get("edition"))
        return {"state": {"alice": {"coins": self.coins}}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    (folder / "dominion" / "harbour").mkdir(parents=True)
    (folder / "sources.yaml").write_text(SOURCES)
    for name, (source, of, limits, of_case) in RULINGS.items():
        text = RULING.format(name=name, source=source, edition=of, limits=limits, of_case=of_case)
        (folder / "dominion" / "harbour" / f"{name}.yaml").write_text(text)
    return folder


@pytest.fixture
def corpus(root: Path) -> Corpus:
    return checker.load(root)


Cli = Callable[..., tuple[int, str, str]]
"""Runs a command with words; returns the exit code and what it printed, on both streams."""


@pytest.fixture
def cli(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    (root.parent / "recorder_engine.py").write_text(
        "import json\n\n\nclass Engine:\n"
        "    def describe(self, _):\n"
        '        return {"protocol": 1, "name": "recorder", "version": "1", "games": {"dominion": {}},'
        ' "capabilities": ["trace"]}\n\n'
        "    def run(self, params):\n"
        '        return {"state": {"alice": {"coins": 0}}, "trace": [{"text": str(params.get("edition"))}]}\n'
    )
    monkeypatch.chdir(root.parent)
    monkeypatch.syspath_prepend(str(root.parent))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def run(command: str, *words: str) -> tuple[int, str, str]:
        code = main([command, "--corpus", str(root), *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


ENGINE = ("--engine", "python:recorder_engine:Engine")


def names(cases: Iterable[Case]) -> set[str]:
    return {case.ruling.rpartition("/")[2] for case in cases}


@pytest.mark.parametrize("told", STANDS)
def test_what_stands_in_an_edition(corpus: Corpus, told: str) -> None:
    there = editions.at(corpus, told)
    assert names(editions.standing(there, there.cases.values())) == STANDS[told]


@pytest.mark.parametrize("limits", ['from: "2003-02-01"\n', ""])
def test_what_stands_from_the_first_edition_of_another_document_does_not_stand_before(root: Path, limits: str) -> None:
    text = RULING.format(name="page", source="page", edition="2003-02-01", limits=limits, of_case="")
    (root / "dominion" / "harbour" / "page.yaml").write_text(text)
    corpus = checker.load(root)
    ruling = corpus.rulings["dominion/harbour/page"]
    older = () if limits else ("2001-05-01",)
    assert editions.stands_in(corpus, ruling) == (*older, "2004", "later")


@pytest.mark.parametrize(
    ("known", "of_another", "current"),
    [
        (("2003-02-01", "2006-01-01"), "2003-02-01", "2003-02-01"),
        (("2003-02-01", "2006-01-01"), "2004", "2003-02-01"),
        (("2003-02-01", "2006-01-01"), "2001-05-01", "2003-02-01"),  # none is as old: the oldest that is known
        (("2003-02-01", "2006-01-01"), "2007-07-07", "2006-01-01"),
        (("2003-02-01", "2006-01-01"), "later", "2006-01-01"),
        (("2003-02-01", "undated"), "2020-01-01", "2003-02-01"),  # what bears no date is newer than every date
        (("2003-02-01", "undated"), "undated", "undated"),
        (("2019", "2022"), "2019-10-01", "2019"),
    ],
)
def test_which_edition_of_a_document_was_current_then(known: tuple[str, ...], of_another: str, current: str) -> None:
    assert editions.as_of(known, of_another) == current


def played(corpus: Corpus, engine: Recorder, told: str) -> list[tuple[str, str, str | None]]:
    """Run a corpus and return for each case its name, what came of it, and the edition that the engine was told."""
    came = []
    for case, verdict in checker.check(corpus, engine=engine, edition=told):
        asked = engine.told.pop() if engine.told else None
        came.append((case.ruling.rpartition("/")[2], str(verdict.status), asked))
    return sorted(came)


def test_an_engine_is_told_the_edition_that_it_is_to_play_by(corpus: Corpus) -> None:
    assert played(corpus, Recorder(), "2004") == [("always", "passed", "2004"), ("case", "passed", "2004")]
    assert played(corpus, Recorder(), "later") == [(name, "passed", "later") for name in ("always", "new", "page")], (
        "also where it is the newest, since the engine may know a newer one"
    )


def test_an_engine_plays_by_the_newest_untold_and_by_an_older_one_where_a_case_stands_only_there(
    corpus: Corpus,
) -> None:
    assert {asked for _, _, asked in played(corpus, Recorder(), NEWEST)} == {None}
    assert played(corpus, Recorder(), EACH) == [
        ("always", "passed", None),
        ("case", "passed", "2004"),
        ("new", "passed", None),
        ("old", "passed", "2001-05-01"),
        ("page", "passed", None),
    ]


def test_an_engine_of_an_older_edition_plays_what_stands_there_too(corpus: Corpus) -> None:
    assert played(corpus, Recorder("2001-05-01", "2004"), NEWEST) == [
        ("always", "passed", "2004"),
        ("new", "unsupported", None),
        ("page", "unsupported", None),
    ]


def test_with_an_edition_named_an_engine_plays_by_that_one_or_not_at_all(corpus: Corpus) -> None:
    assert {came for _, came, _ in played(corpus, Recorder("2004"), "later")} == {"unsupported"}
    assert {asked for _, _, asked in played(corpus, Recorder("2004", "later"), "2004")} == {"2004"}
    (case,) = (case for case in corpus.cases.values() if "always" in case.id)
    description = Description.of(Recorder("2004").describe({}))
    span = editions.span(editions.at(corpus, "later"), case)
    assert outside(case, description, (), span, Vocabulary.of(case.game)) == "the edition later"


def test_an_edition_that_came_out_since_is_taken_for_the_newest_rules(corpus: Corpus) -> None:
    assert {came for _, came, _ in played(corpus, Recorder("2099-01-01"), NEWEST)} == {"passed"}
    assert {came for _, came, _ in played(corpus, Recorder("2099-01-01"), "2004")} == {"unsupported"}


def test_a_case_that_stands_only_then_is_not_played_by_rules_of_another_time(corpus: Corpus) -> None:
    (case,) = (case for case in corpus.cases.values() if "old" in case.id)
    description = Description.of(Recorder("2004", "later").describe({}))
    span = editions.span(replace(corpus, edition=EACH), case)
    assert outside(case, description, (), span, Vocabulary.of(case.game)) == "the edition 2001-05-01"
    assert edition(case, Description.of(Recorder().describe({})), span) == "2001-05-01"


def test_an_unknown_edition_is_told_with_those_that_there_are(corpus: Corpus, cli: Cli) -> None:
    with pytest.raises(UsageError) as raised:
        editions.at(corpus, "2005")
    assert raised.value.message == "there is no edition `2005`"
    hint = "dominion has 2001-05-01, 2004, later; mtg has 2010-01-01; or say `newest` or `each`"
    assert raised.value.hint == hint
    for command in ("check", "list", "prove", "coverage"):
        assert cli(command, "--edition", "2005") == (2, "", f"rulings: there is no edition `2005`; {hint}\n")
    code, _, said = cli("check", "--edition", "2006-01-01")
    assert code == 2, "an edition of a page is no edition of the game's rules"
    assert hint in said


def test_the_summary_counts_what_is_not_in_force(cli: Cli) -> None:
    code, out, _ = cli("check", *ENGINE)
    assert code == 0
    assert "5 cases in the corpus, 3 selected (2 not in force), 3 within the engine's claims, 3 run" in out
    _, out, _ = cli("check", *ENGINE, "--edition", "2004")
    assert "5 cases in the corpus, 2 selected as of 2004 (3 not in force)" in out
    _, out, _ = cli("check", *ENGINE, "--edition", "each")
    assert "5 cases in the corpus, 5 within" in out


def test_what_is_named_and_not_in_force_is_no_silent_success(cli: Cli) -> None:
    code, _, said = cli("check", "old", *ENGINE)
    assert code == 2
    assert "of 1 case selected none is in force in the newest edition" in said
    assert cli("check", "old", *ENGINE, "--edition", "2001-05-01")[0] == 0
    code, _, said = cli("explain", "dominion/harbour/old#towed", *ENGINE, "--edition", "newest")
    assert (code, said) == (
        2,
        (
            "rulings: `dominion/harbour/old#towed` is not in force in the newest edition; "
            "it is in force until 2001-05-01\n"
        ),
    )


def test_a_case_is_explained_by_the_edition_in_which_it_stands(cli: Cli) -> None:
    _, out, _ = cli("explain", "dominion/harbour/old#towed", *ENGINE)
    assert "by the edition 2001-05-01" in out
    _, out, _ = cli("explain", "dominion/harbour/always#towed", *ENGINE, "--edition", "2004", "--json")
    assert json.loads(out)["edition"] == "2004"
    assert "edition" not in json.loads(cli("explain", "dominion/harbour/always#towed", *ENGINE, "--json")[1])


def test_readers_are_told_the_limits(cli: Cli) -> None:
    assert "until 2001-05-01; `rulings check --edition 2001-05-01` plays it" in cli("show", "old")[1]
    assert "plays it" not in cli("show", "new")[1]
    assert cli("list", "old")[1].endswith("Ships are towed. (until 2001-05-01)\n")
    assert "A ship is towed (from 2004 until 2004)" in cli("list", "case", "--cases")[1]
    assert "dominion/harbour/old  until 2001-05-01" in cli("search", "ships")[1]
    assert {line["until"] for line in json.loads(cli("list", "--json")[1])} == {None, "2001-05-01"}


def test_what_was_in_force_only_in_the_past_is_found_after_the_rest(cli: Cli) -> None:
    found = {hit["ruling"].rpartition("/")[2]: hit["score"] for hit in json.loads(cli("search", "ships", "--json")[1])}
    assert found.keys() == RULINGS.keys()
    assert all(found["old"] < score for name, score in found.items() if name != "old")


def test_lists_and_counts_can_be_as_of_an_edition(cli: Cli) -> None:
    listed = cli("list", "--ids", "--edition", "2004")[1].split()
    assert listed == ["dominion/harbour/always", "dominion/harbour/case"]
    assert len(cli("list", "--ids")[1].split()) == 5, "unless told, everything is listed"
    assert len(json.loads(cli("coverage", "--by", "ruling", "--json")[1])) == 5
    code, out, _ = cli("coverage", "--by", "ruling", "--json", "--edition", "newest")
    assert code == 0
    assert {line["name"].rpartition("/")[2]: sum(line["cases"].values()) for line in json.loads(out)} == {
        "always": 1,
        "case": 0,
        "new": 1,
        "page": 1,
    }


def header(path: Path) -> Json:
    told: Json = json.loads(path.read_text().splitlines()[0])
    return told


def test_reports_carry_the_edition(cli: Cli, tmp_path: Path) -> None:
    from checker.reading.schema import fits

    for told, left_out in ((NEWEST, 2), (EACH, 0), ("2004", 3)):
        cli("check", *ENGINE, "--edition", told, "--report", f"jsonl={told}.jsonl")
        line = header(tmp_path / f"{told}.jsonl")
        assert (line["edition"], line["out_of_force"]) == (told, left_out)
        assert fits("report", line)
    cli("check", *ENGINE, "--report", "jsonl=default.jsonl")
    assert header(tmp_path / "default.jsonl")["edition"] == NEWEST


def test_reports_of_two_editions_are_not_put_together(cli: Cli, tmp_path: Path) -> None:
    for shard, told in ((1, NEWEST), (2, NEWEST), (2, "later")):
        cli("check", *ENGINE, "--edition", told, "--shard", f"{shard}/2", "--report", f"jsonl={shard}-{told}.jsonl")
    code, _, said = cli("merge", "1-newest.jsonl", "2-later.jsonl", "-o", "whole.jsonl")
    assert code == 2
    assert "2-later.jsonl is as of the edition later, 1-newest.jsonl as of newest" in said
    assert cli("merge", "1-newest.jsonl", "2-newest.jsonl", "-o", "whole.jsonl")[0] == 0
    whole = header(tmp_path / "whole.jsonl")
    assert (whole["edition"], whole["out_of_force"], whole["cases"]) == (NEWEST, 2, 3)


def test_a_merged_report_keeps_its_edition(cli: Cli, tmp_path: Path) -> None:
    for shard in (1, 2):
        cli("check", *ENGINE, "--edition", "2004", "--shard", f"{shard}/2", "--report", f"jsonl={shard}.jsonl")
    assert cli("merge", "1.jsonl", "2.jsonl", "-o", "whole.jsonl")[0] == 0
    assert cli("check", *ENGINE, "--resume", "whole.jsonl")[0] == 0, "there is nothing left to do"
    assert header(tmp_path / "whole.jsonl")["selection"] == ["--edition", "2004"]


def test_a_run_is_gone_on_with_as_of_its_own_edition(cli: Cli, tmp_path: Path) -> None:
    cli("check", *ENGINE, "--edition", "2004", "--resume", "run.jsonl")
    kept = tmp_path / "run.jsonl"
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:2]))
    code, _, said = cli("check", *ENGINE, "--edition", "later", "--resume", "run.jsonl")
    assert code == 2
    assert "run.jsonl is as of the edition 2004, and this is as of later" in said
    code, out, _ = cli("check", "--resume", "run.jsonl")
    assert code == 0
    assert "2 selected as of 2004 (3 not in force)" in out
    assert [json.loads(line)["line"] for line in kept.read_text().splitlines()] == ["header", *["result"] * 2, "footer"]


def test_results_of_two_editions_are_not_compared(cli: Cli) -> None:
    for told in ("2004", "later"):
        cli("check", *ENGINE, "--edition", told, "--report", f"jsonl={told}.jsonl")
    code, _, said = cli("compare", "2004.jsonl", "later.jsonl")
    assert code == 2
    assert "is as of the edition later, and not 2004; results for two editions cannot be compared" in said
    code, out, _ = cli("compare", ENGINE[1], "2004.jsonl")
    assert code == 0
    assert "2 same" in out, "the engine is run as of the report's edition"
    assert cli("compare", "2004.jsonl", ENGINE[1], "--edition", "later")[0] == 2


def test_a_baseline_counts_each_edition_for_itself(cli: Cli) -> None:
    cli("check", *ENGINE, "--write-baseline", "known.yaml")
    code, out, _ = cli("check", *ENGINE, "--baseline", "known.yaml", "--edition", "2004")
    assert code == 0, "fewer cases stand in that edition, and that is no loss"
    assert "there were" not in out
