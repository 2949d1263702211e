"""The commands that read the corpus: what they print, for people and for programs, and their exit codes."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from checker import cli, prose
from checker.cli import asking, diff, list_, main
from checker.engines import Limits
from checker.finding.query import texts_of
from checker.model import Corpus
from checker.reading import schema
from checker.rules_text.align import Kind
from checker.running import baseline

Capture = pytest.CaptureFixture[str]
PROGRAM = [sys.executable, "-c", "import sys; from checker.cli import main; sys.exit(main())"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "COLUMNS": "100"}


def run(capsys: Capture, *words: str, code: int = 0) -> str:
    assert main(words) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_help(capsys: Capture) -> None:
    out = run(capsys, "--help")
    for command in ("validate", "list", "show", "search"):
        assert f"    {command} " in out
    assert "exit codes:" in out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_of_each_command_has_examples(capsys: Capture, command: str) -> None:
    out = run(capsys, command, "--help")
    assert "examples:" in out
    assert f"rulings {command}" in out.split("examples:")[1]


def test_what_a_help_says_without_importing_it_is_so(capsys: Capture) -> None:
    assert (*list_._KINDS,) == (*schema.node("ruling").schema["properties"]["kind"]["enum"],)
    assert {*diff.KINDS, "unchanged"} == {*map(str, Kind)}
    assert (Limits().request, Limits().start) == (asking._SECONDS, asking._START_SECONDS)
    help_ = " ".join(run(capsys, "check", "--help").split())
    assert f"without failing: {', '.join(baseline.KINDS)}" in help_


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_says_what_a_command_does_in_lines_that_fit(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    usage, _, told = run(capsys, command, "--help").partition("\n\n")
    assert usage.startswith("usage:")
    assert max(map(len, told.partition("\n\n")[0].splitlines())) <= 60


def test_without_a_command_the_help_is_shown(capsys: Capture) -> None:
    assert "commands:" in run(capsys, code=2)


def test_version(capsys: Capture) -> None:
    assert run(capsys, "--version").startswith("rulings ")


def test_validate_says_that_nothing_is_wrong(capsys: Capture, tmp_path: Path) -> None:
    """That nothing is with what is shipped, `test_docs` finds by the command of the README."""
    (tmp_path / "sources.yaml").write_text("games: {}\nsources: {}\n")
    assert run(capsys, "validate", "--corpus", str(tmp_path)) == "Nothing is wrong: 0 rulings, 0 cases, 0 cards.\n"


def test_validate_as_json(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "sources.yaml").write_text("games: {}\nsources: {}\n")
    assert json.loads(run(capsys, "validate", "--corpus", str(tmp_path), "--json")) == []
    (tmp_path / "dominion/exchange").mkdir(parents=True)
    (tmp_path / "dominion/exchange/x.yaml").write_text("ruling: dominion/exchange/x\nkind: yes\n")
    found = json.loads(run(capsys, "validate", "--corpus", str(tmp_path), "--json", code=1))
    assert [(one["line"], one["path"].endswith("x.yaml")) for one in found] == [(2, True)]
    assert found[0]["message"] == "`yes` is not text in every YAML library"
    assert found[0]["hint"] == 'write "yes"'


def test_the_corpus_is_named_before_the_command_or_after_it(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "sources.yaml").write_text("games: {}\nsources: {}\n")
    for words in (("--corpus", str(tmp_path), "list"), ("list", "--no-color", "--corpus", str(tmp_path))):
        assert run(capsys, *words, code=1) == ""


def test_list(capsys: Capture, corpus: Corpus) -> None:
    rows = [line.split("\t") for line in run(capsys, "list").splitlines()]
    assert [row[0] for row in rows] == list(corpus.rulings)
    assert sum(int(row[1]) for row in rows) == len(corpus.cases)
    cases = run(capsys, "list", "--cases", "--ids").split()
    assert cases == list(corpus.cases)
    found = json.loads(run(capsys, "list", "--json", "player-orders"))
    assert found[0]["id"] == "dominion/exchange/player-orders"
    assert found[0]["cites"][0].startswith("dominion-exchange:")


def test_list_filters(capsys: Capture, corpus: Corpus) -> None:
    disputed = run(capsys, "list", "--disputed", "--ids").split()
    assert disputed == [ruling.id for ruling in corpus if ruling.disputed]
    must = run(capsys, "list", "--kind", "must", "--ids").split()
    assert must == [ruling.id for ruling in corpus if ruling.kind == "must"]
    some = run(capsys, "list", "-k", "vampire and not bat", "--cases", "--ids").split()
    assert some == [case.id for case in corpus.cases.values() if "vampire" in text(case) and "bat" not in text(case)]
    assert run(capsys, "list", "-k", "no-such-thing", "--ids", code=1) == ""


def text(case: object) -> str:
    return f"{getattr(case, 'id')} {getattr(case, 'title')}".lower()  # noqa: B009


def test_show_a_ruling(capsys: Capture, corpus: Corpus) -> None:
    ruling = corpus.rulings["dominion/exchange/not-gained"]
    out = run(capsys, "show", ruling.id)
    assert " ".join(ruling.statement.split()) in " ".join(out.split())
    assert "Exchange, in the Dominion Strategy Wiki, edition" in out
    for case in ruling.cases:
        assert f"#{case.slug}  " in out
    assert not [line for line in out.splitlines() if line != line.rstrip() or len(line) > 100]


def test_show_a_case(capsys: Capture, corpus: Corpus) -> None:
    case = corpus.cases["dominion/exchange/vampire-bat#vampire-to-bat"]
    out = run(capsys, "show", case.id)
    for part in (
        case.title,
        "Position",
        "piles: Vampire 9",
        "Actions",
        "2.  play: vampire",
        "Result",
        "trash: nothing",
        "Why",
    ):
        assert part in out
    assert "alice (gain): chooses Duchy" in out


def test_show_every_case(capsys: Capture, corpus: Corpus) -> None:
    out = " ".join(run(capsys, "show", "dominion", "--cases").split())
    assert all(case.title in out for case in corpus.cases.values() if case.game == "dominion")


def test_what_states_a_rule_is_shown_before_what_mentions_it(capsys: Capture, corpus: Corpus) -> None:
    found = json.loads(run(capsys, "show", "--json", "614.12"))
    whole = [len(one["cases"]) == len(corpus.rulings[one["ruling"]].cases) for one in found]
    assert whole == sorted(whole, reverse=True)
    assert {True, False} == set(whole)


def test_show_as_json(capsys: Capture) -> None:
    found = json.loads(run(capsys, "show", "--json", "dominion/exchange/vampire-bat#vampire-to-bat"))
    assert [one["ruling"] for one in found] == ["dominion/exchange/vampire-bat"]
    assert [case["case"] for case in found[0]["cases"]] == ["vampire-to-bat"]


def test_search(capsys: Capture) -> None:
    assert run(capsys, "search", "vampire", "bat").startswith("dominion/exchange/vampire-bat\n")
    found = json.loads(run(capsys, "search", "vampire", "bat", "--json", "--limit", "2"))
    assert found[0]["ruling"] == "dominion/exchange/vampire-bat"
    assert len(found) == 2
    nothing = run(capsys, "search", "qqqqqq", code=1)
    assert nothing == "Nothing fits. `rulings list` lists all rulings; their words are English.\n"
    assert json.loads(run(capsys, "search", "qqqqqq", "--json", code=1)) == []
    told = run(capsys, "search", "vampire", "bat", "qqqqqq", "--limit", "1")
    assert "Nowhere in the corpus: `qqqqqq`." in told
    assert told.count("\n    #") == 3
    cases = json.loads(run(capsys, "search", "vampire", "bat", "--json", "--limit", "1"))[0]["cases"]
    assert f"\n    and {len(cases) - 3} cases more; --json has all\n" in told
    cases = [len(hit["cases"]) for hit in json.loads(run(capsys, "search", "trader", "--json"))]
    assert run(capsys, "search", "trader").count(" more; --json has all\n") == sum(number > 3 for number in cases)


def test_initials_find_every_case_of_a_card(capsys: Capture, corpus: Corpus) -> None:
    found = json.loads(run(capsys, "search", "RIP", "--json", "--limit", "100"))
    wanted = {case.id for case in corpus.cases.values() if "Rest in Peace" in texts_of(case)}
    assert len(wanted) > 5
    assert wanted <= {case["id"] for hit in found for case in hit["cases"]}


def test_a_word_that_is_not_known_is_split_only_where_its_parts_stand_together(capsys: Capture) -> None:
    assert "Nothing fits" in run(capsys, "search", "deadpool", code=1)
    assert "dominion/exchange/changeling" in run(capsys, "search", "changling", "--limit", "1")
    assert "Nowhere in the corpus: `bloodmoon`" in run(capsys, "search", "bloodmoon")


def test_a_color_is_a_colour(capsys: Capture) -> None:
    told = ("search", "is the color of an animated land unchanged", "--json", "--limit", "3")
    assert "mtg/type-changing/animated-land" in {hit["ruling"] for hit in json.loads(run(capsys, *told))}


def test_a_number_finds_the_rules_below_it_and_no_longer_number(capsys: Capture, corpus: Corpus) -> None:
    found = json.loads(run(capsys, "search", "614.1", "--json", "--limit", "100"))
    rulings = corpus.rulings
    rules = {cite.rule for hit in found for cite in rulings[hit["ruling"]].cites}
    assert {"614.1a", "614.1e"} <= rules
    assert "mtg/replacement/anchor-words" not in {hit["ruling"] for hit in found}


def test_a_number_of_an_earlier_edition_is_found_by_what_it_meant(capsys: Capture) -> None:
    out = " ".join(run(capsys, "search", "701.8b").split())
    assert "701.8b: in the editions 2013-05-01 and 2013-11-01 it was the number of what is now 701.12b" in out
    assert out.startswith("mtg/exchange/")
    for asked in ("701.8b?", "(701.8b):", "701.8b?!"):
        assert " ".join(run(capsys, "search", asked).split()) == out
    assert main(["show", "701.8b"]) == 2
    assert "what is now 701.12b" in capsys.readouterr().err
    assert "it was the number of" not in run(capsys, "search", "life", "totals")


def test_a_number_that_means_something_today_is_meant_so_and_what_it_meant_is_told(capsys: Capture) -> None:
    out = run(capsys, "search", "(119.8)")
    assert out.startswith("mtg/exchange/life-totals\n")
    assert "119.8: in the edition" in out


def test_prose() -> None:
    position = {"piles": {"Bat": 9}, "alice": {"in_play": {"bat": None}, "hand": [], "deck": ["Gold", {"card": "Bat"}]}}
    assert list(prose.lines(position)) == [
        "piles: Bat 9",
        "alice:",
        "  in play: bat: not there",
        "  hand: nothing",
        "  deck: Gold, (card: Bat)",
    ]


# What may go wrong outside


def test_a_folder_that_is_gone_is_no_fault_of_ours(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert main(["check", "dominion/exchange/optional", "--engine", "python:some.module:Engine"]) == 2
    assert "the folder in which this was started is gone" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "code", "told"),
    [
        ("orjson.missing", 2, "the package `orjson` is not installed"),
        ("checker.missing", 70, "a fault of rulings itself"),
    ],
)
def test_a_package_that_is_not_installed_is_no_fault_of_ours(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, module: str, code: int, told: str
) -> None:
    monkeypatch.delenv("RULINGS_DEBUG", raising=False)
    monkeypatch.setattr("checker.reading.corpus.load", lambda *_, **__: import_module(module))
    assert main(["list"]) == code
    assert told in capsys.readouterr().err


def test_an_internal_fault_is_told_in_a_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("something\nodd")

    monkeypatch.delenv("RULINGS_DEBUG", raising=False)
    monkeypatch.setattr("checker.reading.corpus.load", fail)
    assert main(["list"]) == 70
    err = capsys.readouterr().err
    assert "a fault of rulings itself" in err
    assert "RuntimeError: something odd" in err
    assert "RULINGS_DEBUG=1" in err
    assert "Traceback" not in err
    monkeypatch.setenv("RULINGS_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main(["list"])


class PanicException(BaseException):
    pass


@pytest.mark.parametrize("told", [KeyboardInterrupt(), PanicException("failed to import: KeyboardInterrupt()")])
def test_ctrl_c(told: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise told

    monkeypatch.setattr("checker.reading.corpus.load", interrupt)
    assert main(["list"]) == 130
    assert capsys.readouterr() == ("", "")


def test_nobody_reads_to_the_end() -> None:
    with subprocess.Popen(
        [*PROGRAM, "show", "dominion", "--cases"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 130


def test_help_needs_nothing_heavy() -> None:
    code = "import sys; from checker.cli import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=ENVIRONMENT)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"rich", "yaml", "yaml12", "jsonschema", "jsonschema_rs", "requests", "subprocess", "hashlib"}


def test_a_pipe_gets_no_colour() -> None:
    done = subprocess.run([*PROGRAM, "list"], capture_output=True, check=True, env=ENVIRONMENT)
    assert b"\x1b" not in done.stdout
