"""What the gate says of a small corpus, what a decision does to it, and what rebase writes."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main
from checker.model import Case, Cite, Expectation, Place, Ruling
from checker.rules_text import decisions, fingerprint, record
from checker.rules_text.align import Fate, Kind
from checker.rules_text.gate_report import told
from checker.rules_text.judge import Verdict, hanging, in_force
from tests.rules_text.harbour_books import NEW, NEW_TEXT, OLD

SOURCES = """\
games:
  harbour:
    title: Harbour
    publisher: Nobody

sources:
  harbour-rules:
    title: Harbour Comprehensive Rules
    game: harbour
    authority: official
    editions:
    - edition: "2031-03-08"
      title: 8 March 2031
"""

# Comments, quotes and line ends of every sort, which have to stay as they are.
TRADE = """\
ruling: harbour/actions/trade
statement: A trade happens as a whole or not at all.   # 201.3b, as it was
kind: note
cites:
- {source: harbour-rules, rule: "201.3b", edition: "2031-03-08"}
- source: harbour-rules
  rule: '201.3'
  edition: "2031-03-08"
  part: first sentence \u2013 the whole
"""
DOCKING = """\
ruling: harbour/ships/docking
statement: A ship docks for a fee.
kind: note
cites:
- {source: harbour-rules, rule: "302.1", edition: "2031-03-08"}
- {source: harbour-rules, rule: "301.2", edition: "2031-03-08"}
"""
SHOWING = """\
ruling: harbour/players/showing
statement: A hand that was shown is forgotten.
kind: note
cites:
- {source: harbour-rules, rule: "102.1", edition: "2031-03-08", part: example 1}
- {source: harbour-rules, rule: "102.1", edition: "2031-03-08"}
- {source: harbour-rules, rule: "101.2", edition: "2031-03-08"}
"""
WRECKS = """\
ruling: harbour/ships/wrecks
statement: A wreck without an anchor stays.
kind: note
until: "2031-03-08"
cites:
- {source: harbour-rules, rule: "305.5", edition: "2031-03-08"}
"""
STORMS = """\
ruling: harbour/ships/storms
statement: A storm keeps ships where they are.
kind: note
cites:
- {source: harbour-rules, rule: "303.1", edition: "2031-03-08"}
- {source: harbour-rules, rule: "305.5", edition: "2031-03-08"}
"""
FILES = {
    "sources.yaml": SOURCES,
    "harbour/actions/trade.yaml": TRADE,
    "harbour/ships/docking.yaml": DOCKING,
    "harbour/players/showing.yaml": SHOWING,
    "harbour/ships/wrecks.yaml": WRECKS,
    "harbour/ships/storms.yaml": STORMS,
}


@pytest.fixture
def corpus(tmp_path: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> Path:
    root = tmp_path / "corpus"
    for name, content in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    assert main(["gate", books["old"], "--corpus", str(root), "--record"]) == 0
    assert "8 passages of 2031-03-08" in capsys.readouterr().out
    return root


def gate(corpus: Path, text: str, *more: str) -> int:
    return main(["gate", text, "--corpus", str(corpus), *more])


def findings(corpus: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str | None], str]:
    gate(corpus, text, "--json")
    found = json.loads(capsys.readouterr().out)["citations"]
    return {(each["rule"], each["part"]): each["kind"] for each in found}


def test_nothing_is_to_decide_about_the_edition_that_was_read(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(corpus, books["old"]) == 0
    out = capsys.readouterr().out
    assert "9 unchanged" in out
    assert "Nothing to decide." in out


def test_each_citation_is_told_what_became_of_it(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert findings(corpus, books["new"], capsys) == {
        ("101.2", None): "references",
        ("102.1", None): "examples",
        ("102.1", "example 1"): "examples",
        ("201.3", "first sentence \u2013 the whole"): "renumbered",
        ("201.3b", None): "renumbered",
        ("301.2", None): "unchanged",
        ("302.1", None): "reworded",
        ("303.1", None): "split",
        ("305.5", None): "gone",
    }


def test_what_waits_hangs_on_changed_words_and_on_a_cited_example(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(corpus, books["new"], "--json") == 1
    document = json.loads(capsys.readouterr().out)
    waiting = [(each["rule"], each["part"]) for each in document["citations"] if each["judge"]]
    assert waiting == [("102.1", "example 1"), ("302.1", None), ("303.1", None), ("305.5", None)]
    assert document["waiting"] == 4
    assert document["out_of_force"] == 1  # the ruling that says itself that it ended with the first edition
    moved = next(each for each in document["citations"] if each["rule"] == "201.3")
    assert moved["now"] == ["201.4"]
    assert moved["number_now"] == "201.2"


def test_a_report_names_rulings_and_what_the_old_number_means_now(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    gate(corpus, books["new"])
    out = capsys.readouterr().out
    assert (
        "201.3, first sentence \u2013 the whole (2031-03-08): renumbered: now 201.4 (201.3 is now what was 201.2)"
        in out
    )
    assert "303.1 (2031-03-08): split into 303.1, 303.1a" in out
    assert "    harbour/ships/docking (no cases)" in out
    assert re.search(r"against 2032-06-06: .* only cross-references or punctuation changed, ", out)
    gate(corpus, books["new"], "--markdown")
    out = capsys.readouterr().out
    assert "| 302.1 (2031-03-08) | reworded, about " in out
    assert out.startswith("## harbour-rules, edition 2032-06-06")


def test_a_decision_ends_the_alarm_until_the_words_change_again(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    decide = ["--as", "stands", "--by", "Ada", "--why", "a fee is a fee", "--date", "2032-06-07"]
    assert gate(corpus, books["new"], "--decide", "harbour/ships/docking", *decide) == 0
    capsys.readouterr()
    gate(corpus, books["new"])
    out = capsys.readouterr().out
    assert "stands, says Ada on 2032-06-07: a fee is a fee" in out
    assert "3 decisions are waiting." in out
    assert "rulings rebase TEXT" in out
    assert out.endswith("and --decide RULING --as … --by … --why … records a decision.\n")
    # The third edition went back to the old words, so there the decision is not even needed.
    assert findings(corpus, books["late"], capsys)[("302.1", None)] == "unchanged"
    again = NEW_TEXT.replace("free and deep", "free, deep and dry")
    Path(books["new"]).write_text(again, "utf-8")
    gate(corpus, books["new"])
    assert "4 decisions are waiting." in capsys.readouterr().out


def test_a_decision_about_an_example_names_it(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    gate(corpus, books["new"], "--json")
    open_ = json.loads(capsys.readouterr().out)["citations"]
    (ruling,) = {each["ruling"] for one in open_ if one["rule"] == "102.1" for each in one["rulings"]}
    assert gate(corpus, books["new"], "--decide", ruling, "--as", "stands", "--by", "Ada", "--why", "read") == 0
    assert capsys.readouterr().out.endswith(f"{ruling} stands, on 102.1, example 1\n")


def test_all_decided_is_nothing_to_decide(corpus: Path, books: dict[str, str]) -> None:
    for ruling in ("harbour/ships/docking", "harbour/ships/storms", "harbour/players/showing"):
        decide = ["--as", "changed", "--by", "Bo", "--why", "rewritten"]
        assert gate(corpus, books["new"], "--decide", ruling, *decide) == 0
    assert gate(corpus, books["new"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--decide", "harbour/ships/docking"], "needs --as, --by and --why"),
        (["--as", "stands"], "belong to --decide"),
        (
            ["--decide", "harbour/actions/trad", "--as", "stands", "--by", "x", "--why", "y"],
            "there is no ruling `harbour/actions/trad`; did you mean `harbour/actions/trade`",
        ),
        (["--decide", "harbour/none", "--as", "stands", "--by", "x", "--why", "y"], "there is no ruling"),
        (["--decide", "harbour/actions/trade", "--as", "stands", "--by", "x", "--why", "y"], "no decision is waiting"),
        (
            ["--decide", "harbour/ships/docking", "--as", "stands", "--by", "x", "--why", "y", "--date", "soon"],
            "not a date",
        ),
        (["--source", "nothing"], "there is no source"),
        (["--against", "1999-01-01"], "nothing is cited from"),
    ],
)
def test_wrong_usage_is_told(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert gate(corpus, books["new"], *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_document_without_numbers_wants_its_source_named(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Towing is what a tug does to a ship.\n", "utf-8")
    assert gate(corpus, str(page)) == 2
    assert "no numbered rules in it" in (said := capsys.readouterr().err)
    assert "a document without numbers, name its source with --source" in said
    assert gate(corpus, str(page), "--source", "harbour-rules") == 2
    assert "`sources.yaml` names the `passages`; `harbour-rules` has none" in capsys.readouterr().err


def test_without_fingerprints_nothing_is_said_and_the_alarm_is_on(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    record.path(corpus, "harbour-rules", OLD.edition).unlink()
    assert gate(corpus, books["new"]) == 1
    said = capsys.readouterr().out
    assert "nothing is recorded about this passage" in said
    assert said.count(f"`rulings gate TEXT --record`, with the text of {OLD.edition}, records what is cited from") == 1


def test_recording_tells_citations_of_rules_that_do_not_exist(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = corpus / "harbour/ships/docking.yaml"
    path.write_text(DOCKING.replace('"301.2"', '"301.9"'), "utf-8")
    assert gate(corpus, books["old"], "--record") == 1
    assert "2031-03-08 has no rule 301.9; harbour/ships/docking cites it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"source": "harbour-rules"', '"source": "other"'),
        lambda text: text.replace('"whole": true', '"whole": 1'),
        lambda text: text.replace(' 302.1"', ' 302.7"'),
        lambda text: text.replace(' 302.1"', ' 302.1\\ud800"'),
        lambda _: "[" * 100_000,
    ],
)
def test_damaged_fingerprints_are_told(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str], damage: Callable[[str], str]
) -> None:
    path = record.path(corpus, "harbour-rules", OLD.edition)
    path.write_text(damage(path.read_text("utf-8")), "utf-8")
    assert gate(corpus, books["new"]) == 2
    assert path.name in capsys.readouterr().err


def test_a_sketch_of_a_long_rule_is_a_sample_that_still_measures() -> None:
    words = [f"word{number}" for number in range(600)]
    whole = fingerprint.sketch(words)
    half = fingerprint.sketch(words[:300])
    assert len(whole.stored().runs) == 128
    assert not whole.stored().whole
    assert fingerprint.within(half, whole.stored()) > 0.9
    assert 0.35 < fingerprint.within(whole.stored(), half) < 0.65
    assert fingerprint.likeness(whole.stored(), whole) == 1.0


def test_a_rulings_citation_carries_all_its_cases_and_a_cases_own_only_that_case() -> None:
    chief = Cite("rules", "614.5", "1")
    own = Cite("rules", "614.6", "1")
    other = Cite("cards", "Ghoul", "1")

    def case(slug: str, *cites: Cite) -> Case:
        return Case(f"g/t/r#{slug}", "g", slug, Place(Path("r.yaml")), {}, (), (), Expectation(), (chief, *cites))

    ruling = Ruling("g/t/r", "", "must", (chief,), Place(Path("r.yaml")), (case("one"), case("two", own, other, chief)))
    assert hanging([ruling], "rules") == {
        chief: {"g/t/r": ("g/t/r#one", "g/t/r#two")},
        own: {"g/t/r": ("g/t/r#two",)},
    }


@pytest.mark.parametrize(
    ("first", "last", "edition", "expected"),
    [
        (None, None, "2031-03-08", True),
        ("2031-03-08", "2031-03-08", "2031-03-08", True),
        ("2032-06-06", None, "2031-03-08", False),
        (None, "2031-03-08", "2032-06-06", False),
    ],
)
def test_rulings_of_other_editions_are_left_out(
    first: str | None, last: str | None, edition: str, expected: bool
) -> None:
    ruling = Ruling("g/t/r", "", "must", (), Place(Path("r.yaml")), (), from_edition=first, until_edition=last)
    assert in_force(ruling, edition) is expected


# -- rebase


def test_rebase_rewrites_what_is_certain_and_nothing_else(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    trade = corpus / "harbour/actions/trade.yaml"
    trade.write_bytes(TRADE.replace("\n", "\r\n").encode())
    assert main(["rebase", books["new"], "--corpus", str(corpus)]) == 1
    out = capsys.readouterr().out
    assert "harbour/actions/trade: 201.3 (2031-03-08) is now 201.4" in out
    assert "The edition 2032-06-06 is not among those of harbour-rules in sources.yaml yet." in out
    expected = (
        TRADE.replace('"201.3b", edition: "2031-03-08"', '"201.4b", edition: "2032-06-06"')
        .replace("'201.3'", "'201.4'")
        .replace('edition: "2031-03-08"\n  part', 'edition: "2032-06-06"\n  part')
    )
    assert trade.read_bytes() == expected.replace("\n", "\r\n").encode()
    docking = (corpus / "harbour/ships/docking.yaml").read_text("utf-8")
    assert 'rule: "302.1", edition: "2031-03-08"' in docking  # reworded: for a person
    assert 'rule: "301.2", edition: "2032-06-06"' in docking
    assert (corpus / "harbour/ships/wrecks.yaml").read_text("utf-8") == WRECKS
    showing = (corpus / "harbour/players/showing.yaml").read_text("utf-8")
    assert 'rule: "102.1", edition: "2031-03-08", part: example 1' in showing
    assert 'rule: "102.1", edition: "2032-06-06"}' in showing


def test_rebase_records_what_it_cites_and_leaves_the_gate_as_open_as_it_was(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rebase", books["new"], "--corpus", str(corpus)])
    kept = record.read(corpus, "harbour-rules", NEW.edition)
    assert kept is not None
    assert {passage.key for passage in kept.passages if passage.text} == {"101.2", "102.1", "201.4", "201.4b", "301.2"}
    capsys.readouterr()
    gate(corpus, books["new"])
    assert "4 decisions are waiting." in capsys.readouterr().out
    before = {path: path.read_bytes() for path in corpus.rglob("*.*")}
    main(["rebase", books["new"], "--corpus", str(corpus)])
    assert {path: path.read_bytes() for path in corpus.rglob("*.*")} == before


def test_rebase_follows_decisions(corpus: Path, books: dict[str, str]) -> None:
    for ruling in ("harbour/ships/docking", "harbour/ships/storms", "harbour/players/showing"):
        gate(corpus, books["new"], "--decide", ruling, "--as", "stands", "--by", "Bo", "--why", "read")
    assert main(["rebase", books["new"], "--corpus", str(corpus)]) == 1  # what is gone or split has no one number
    assert 'rule: "302.1", edition: "2032-06-06"' in (corpus / "harbour/ships/docking.yaml").read_text("utf-8")
    assert (corpus / "harbour/ships/storms.yaml").read_text("utf-8") == STORMS


def test_rebase_leaves_what_was_retired_where_it_is(corpus: Path, books: dict[str, str]) -> None:
    retired = ("--decide", "harbour/ships/docking", "--as", "retired", "--by", "Bo", "--why", "no longer so")
    assert gate(corpus, books["new"], *retired) == 0
    main(["rebase", books["new"], "--corpus", str(corpus)])
    assert 'rule: "302.1", edition: "2031-03-08"' in (corpus / "harbour/ships/docking.yaml").read_text("utf-8")


def test_a_dry_run_writes_nothing(corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in corpus.rglob("*.*")}
    main(["rebase", books["new"], "--corpus", str(corpus), "--dry-run", "--json"])
    assert len(json.loads(capsys.readouterr().out)["rewritten"]) == 5
    assert {path: path.read_bytes() for path in corpus.rglob("*.*")} == before


def test_rule_numbers_are_told_in_the_order_in_which_they_stand() -> None:
    cite = Cite("harbour-rules", "614.6", "2031-03-08")
    fate = Fate(Kind.SPLIT, "614.6", ("614.10", "614.6b", "614.6a"), 0.5)
    assert told(Verdict(cite, fate, "", None, None, ())) == "split into 614.6a, 614.6b, 614.10"


def of_the_example(corpus: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str | None]:
    """What became of the cited example, and what is decided about it."""
    capsys.readouterr()
    gate(corpus, text, "--json")
    found = json.loads(capsys.readouterr().out)["citations"]
    (one,) = (each for each in found if each["part"] == "example 1")
    return one["example"], one["rulings"][0]["decision"]


PURPOSE = "Example: Ada shows Bo a card on purpose. Bo is allowed to remember it."


def test_a_decision_about_an_example_holds_for_that_example_alone(
    corpus: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    decided = ("--decide", "harbour/players/showing", "--as", "stands", "--by", "A", "--why", "the same point")
    assert gate(corpus, books["new"], *decided) == 0
    assert of_the_example(corpus, books["new"], capsys) == ("changed", "stands")
    again = corpus.parent / "again.txt"
    assert PURPOSE in NEW_TEXT
    again.write_text(NEW_TEXT.replace(PURPOSE, "Example: Ada shows Bo a card by accident."), "utf-8")
    assert of_the_example(corpus, str(again), capsys) == ("changed", None)


def test_an_example_in_another_place_is_to_be_looked_at(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mistake = "Example: Ada shows Bo a card by mistake. Bo has to forget it."
    for examples, example in ((mistake, "same"), (f"Example: Cy shows nobody a card.\n\n{mistake}", "moved")):
        text = corpus.parent / f"{example}.txt"
        text.write_text(NEW_TEXT.replace(PURPOSE, examples), "utf-8")
        assert of_the_example(corpus, str(text), capsys) == (example, None)


def test_of_two_decisions_about_one_thing_the_later_counts(tmp_path: Path) -> None:
    made = [
        decisions.Decision("a/b/c", "1.1", "2031-03-08", None, "1.1", "0" * 16, verdict, "A", "2032-07-01", "read")
        for verdict in ("stands", "retired")
    ]
    (tmp_path / "decisions").mkdir()
    decisions.add(tmp_path, "harbour-rules", made)
    (told,) = decisions.read(tmp_path, "harbour-rules").values()
    assert told.decision == "retired"
