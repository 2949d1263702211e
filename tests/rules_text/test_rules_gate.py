"""What the gate says of a small corpus."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.model import Case, Cite, Expectation, Place, Ruling
from checker.rules_text import fingerprint, record
from checker.rules_text.align import Fate, Kind
from checker.rules_text.gate_report import told
from checker.rules_text.judge import Verdict, hanging, in_force
from tests.rules_text.harbour_books import OLD
from tests.rules_text.harbour_corpus import DOCKING, findings, gate


def test_nothing_is_to_decide_about_the_edition_that_was_read(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(harbour, books["old"]) == 0
    out = capsys.readouterr().out
    assert "9 unchanged" in out
    assert "Nothing to decide." in out


def test_each_citation_is_told_what_became_of_it(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert findings(harbour, books["new"], capsys) == {
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
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate(harbour, books["new"], "--json") == 1
    document = json.loads(capsys.readouterr().out)
    waiting = [(each["rule"], each["part"]) for each in document["citations"] if each["judge"]]
    assert waiting == [("102.1", "example 1"), ("302.1", None), ("303.1", None), ("305.5", None)]
    assert document["waiting"] == 4
    assert document["out_of_force"] == 1  # the ruling that says itself that it ended with the first edition
    moved = next(each for each in document["citations"] if each["rule"] == "201.3")
    assert moved["now"] == ["201.4"]
    assert moved["number_now"] == "201.2"


def test_a_report_names_rulings_and_what_the_old_number_means_now(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    gate(harbour, books["new"])
    out = capsys.readouterr().out
    assert (
        "201.3, first sentence \u2013 the whole (2031-03-08): renumbered: now 201.4 (201.3 is now what was 201.2)"
        in out
    )
    assert "303.1 (2031-03-08): split into 303.1, 303.1a" in out
    assert "    harbour/ships/docking (no cases)" in out
    assert re.search(r"against 2032-06-06: .* only cross-references or punctuation changed, ", out)
    gate(harbour, books["new"], "--markdown")
    out = capsys.readouterr().out
    assert "| 302.1 (2031-03-08) | reworded, about " in out
    assert out.startswith("## harbour-rules, edition 2032-06-06")


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
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert gate(harbour, books["new"], *arguments) == 2
    assert message in capsys.readouterr().err


def test_a_document_without_numbers_wants_its_source_named(
    harbour: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Towing is what a tug does to a ship.\n", "utf-8")
    assert gate(harbour, str(page)) == 2
    assert "no numbered rules in it" in (said := capsys.readouterr().err)
    assert "a document without numbers, name its source with --source" in said
    assert gate(harbour, str(page), "--source", "harbour-rules") == 2
    assert "`sources.yaml` names the `passages`; `harbour-rules` has none" in capsys.readouterr().err


def test_without_fingerprints_nothing_is_said_and_the_alarm_is_on(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    record.path(harbour, "harbour-rules", OLD.edition).unlink()
    assert gate(harbour, books["new"]) == 1
    said = capsys.readouterr().out
    assert "nothing is recorded about this passage" in said
    assert said.count(f"`rulings gate TEXT --record`, with the text of {OLD.edition}, records what is cited from") == 1


def test_recording_tells_citations_of_rules_that_do_not_exist(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = harbour / "harbour/ships/docking.yaml"
    path.write_text(DOCKING.replace('"301.2"', '"301.9"'), "utf-8")
    assert gate(harbour, books["old"], "--record") == 1
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
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str], damage: Callable[[str], str]
) -> None:
    path = record.path(harbour, "harbour-rules", OLD.edition)
    path.write_text(damage(path.read_text("utf-8")), "utf-8")
    assert gate(harbour, books["new"]) == 2
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


def test_rule_numbers_are_told_in_the_order_in_which_they_stand() -> None:
    cite = Cite("harbour-rules", "614.6", "2031-03-08")
    fate = Fate(Kind.SPLIT, "614.6", ("614.10", "614.6b", "614.6a"), 0.5)
    assert told(Verdict(cite, fate, "", None, None, ())) == "split into 614.6a, 614.6b, 614.10"
