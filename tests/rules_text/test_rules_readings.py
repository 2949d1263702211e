"""Passages that a ruling cites in two editions, and texts that are older than what was read."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from tests.rules_text.harbour_books import LATE_TEXT, NEW, NEW_TEXT, OLD, OLD_TEXT

SOURCES = """\
games:
  harbour: {title: Harbour, publisher: Nobody}
sources:
  harbour-rules:
    title: Harbour Comprehensive Rules
    game: harbour
    authority: official
    editions:
    - {edition: "2031-03-08", title: 8 March 2031}
    - {edition: "2032-06-06", title: 6 June 2032}
"""
Gate = Callable[..., tuple[int, str]]


def ruling(name: str, *cites: str, cases: str = "", more: str = "") -> str:
    lines = "".join(f"- {{source: harbour-rules, {cite}}}\n" for cite in cites)
    return f"ruling: harbour/ships/{name}\nstatement: It is so.\nkind: note\n{more}cites:\n{lines}{cases}"


def cite(rule: str, edition: str = OLD.edition, part: str = "") -> str:
    return f'rule: "{rule}", edition: "{edition}"' + (f", part: {part}" if part else "")


def case(name: str, *cites: str, more: str = "") -> str:
    lines = "".join(f"  - {{source: harbour-rules, {each}}}\n" for each in cites)
    listed = f"  cites:\n{lines}" if cites else ""
    return f"- case: {name}\n  title: It is so\n{more}{listed}  given: {{}}\n  expect: {{life: 1}}\n"


@pytest.fixture
def gate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Gate:
    """Return a gate that is told the rulings, records both editions, and holds a text against them."""
    root = tmp_path / "corpus"
    (root / "harbour" / "ships").mkdir(parents=True)
    (root / "sources.yaml").write_text(SOURCES, "utf-8")
    texts = {"old": OLD_TEXT, "new": NEW_TEXT, "late": LATE_TEXT}

    def run(text: str, rulings: dict[str, str], *more: str, command: str = "gate") -> tuple[int, str]:
        for name, content in rulings.items():
            (root / "harbour" / "ships" / f"{name}.yaml").write_text(content, "utf-8")
        for name, content in texts.items():
            (tmp_path / f"{name}.txt").write_text(content, "utf-8")
        for name in ("old", "new"):
            main(["gate", str(tmp_path / f"{name}.txt"), "--corpus", str(root), "--record"])
        if text not in texts:
            (tmp_path / "given.txt").write_text(text, "utf-8")
            text = "given"
        capsys.readouterr()
        code = main([command, str(tmp_path / f"{text}.txt"), "--corpus", str(root), *more])
        return code, capsys.readouterr().out

    return run


def waiting(told: str) -> set[tuple[str, str, str | None]]:
    """Return the citations that wait for a decision."""
    found = json.loads(told)
    return {
        (each["rule"], each["edition"], each["part"])
        for each in found["citations"]
        if each["judge"]
        and not each["later"]
        and any(hanger["decision"] is None and hanger["again"] is None for hanger in each["rulings"])
    }


BOTH = ruling("docking", cite("302.1"), cite("302.1", NEW.edition))


def test_what_was_read_again_needs_no_decision(gate: Gate) -> None:
    code, out = gate("new", {"docking": BOTH})
    assert code == 0
    assert "Read again since:\n  302.1 (2031-03-08): reworded" in out
    assert "harbour/ships/docking (no cases): cites 302.1 of 2032-06-06 too" in out
    assert out.endswith("Nothing to decide.\n")
    assert "### Read again since" in gate("new", {}, "--markdown")[1]


def test_the_newest_reading_is_what_the_next_change_puts_in_question(gate: Gate) -> None:
    code, out = gate("late", {"docking": BOTH}, "--json")  # the third edition went back to the first one's words
    assert code == 1
    assert waiting(out) == {("302.1", NEW.edition, None)}


def test_another_rulings_reading_helps_nobody(gate: Gate) -> None:
    rulings = {"docking": ruling("docking", cite("302.1")), "other": ruling("other", cite("302.1", NEW.edition))}
    code, out = gate("new", rulings, "--json")
    assert (code, waiting(out)) == (1, {("302.1", OLD.edition, None)})


def test_the_number_alone_is_no_reading_of_the_passage(gate: Gate) -> None:
    """302.2 was reworded and is 302.3; the 302.2 of the newer edition is another rule."""
    code, out = gate("new", {"a": ruling("a", cite("302.2"), cite("302.2", NEW.edition))}, "--json")
    assert (code, waiting(out)) == (1, {("302.2", OLD.edition, None)})
    code, out = gate("new", {"a": ruling("a", cite("302.2"), cite("302.3", NEW.edition))}, "--json")
    assert (code, waiting(out)) == (0, set())


def test_an_example_is_read_again_with_an_example(gate: Gate) -> None:
    old = cite("102.1", part="example 1")
    code, out = gate("new", {"a": ruling("a", old, cite("102.1", NEW.edition))}, "--json")
    assert (code, waiting(out)) == (1, {("102.1", OLD.edition, "example 1")})
    code, out = gate("new", {"a": ruling("a", old, cite("102.1", NEW.edition, "example 1"))}, "--json")
    assert (code, waiting(out)) == (0, set())


def test_a_cases_reading_counts_for_that_case_alone(gate: Gate) -> None:
    one, other = case("one", cite("302.1"), cite("302.1", NEW.edition)), case("other", cite("302.1"))
    code, out = gate("new", {"a": ruling("a", cite("101.2"), cases=f"cases:\n{one}{other}")}, "--json")
    assert (code, waiting(out)) == (1, {("302.1", OLD.edition, None)})
    both = case("other", cite("302.1"), cite("302.1", NEW.edition))
    code, out = gate("new", {"a": ruling("a", cite("101.2"), cases=f"cases:\n{one}{both}")}, "--json")
    assert (code, waiting(out)) == (0, set())
    lone = f"cases:\n{case('other', cite('302.1'))}"
    code, out = gate("new", {"a": ruling("a", cite("302.1", NEW.edition), cases=lone)}, "--json")
    assert (code, waiting(out)) == (0, set()), "what the ruling has read counts for its cases"


def test_a_piece_that_a_rule_was_split_into_is_a_reading_of_it(gate: Gate) -> None:
    for piece in ("303.1", "303.1a"):
        code, out = gate("new", {"a": ruling("a", cite("303.1"), cite(piece, NEW.edition))}, "--json")
        assert (code, waiting(out)) == (0, set())


def test_an_older_text_raises_no_alarm_and_tells_what_was_otherwise(gate: Gate) -> None:
    cites = [cite(rule, NEW.edition) for rule in ("302.1", "201.2a", "201.4b", "303.1")]
    code, out = gate("old", {"a": ruling("a", *cites)})
    assert code == 0
    assert "Read in a later edition, and different in this one:" in out
    assert "201.2a (2032-06-06): gone" in out
    assert "302.1 (2032-06-06): reworded" in out
    assert "Nothing to decide." in out
    told: dict[str, Any] = json.loads(gate("old", {}, "--json")[1])
    assert told["waiting"] == 0
    assert {each["rule"]: each["later"] for each in told["citations"]} == dict.fromkeys(
        ("302.1", "201.2a", "201.4b", "303.1"), True
    )


def test_a_text_between_two_readings_raises_no_alarm(gate: Gate) -> None:
    between = NEW_TEXT.replace("June 6, 2032", "January 1, 2032").replace("free and deep", "free or dry")
    assert gate(between, {"docking": BOTH})[0] == 0
    assert gate(between, {"docking": ruling("docking", cite("302.1"))})[0] == 1


def test_cases_of_other_editions_are_left_out(gate: Gate) -> None:
    limits = {"then": '  until: "2031-03-08"\n', "now": '  from: "2032-06-06"\n'}
    cases = "".join(case(name, cite("302.1"), more=more) for name, more in limits.items())
    told = json.loads(gate("new", {"a": ruling("a", cite("101.2"), cases=f"cases:\n{cases}")}, "--json")[1])
    hanging = {each["rule"]: each["rulings"][0]["cases"] for each in told["citations"]}
    assert hanging == {"101.2": ["harbour/ships/a#now"], "302.1": ["harbour/ships/a#now"]}


def test_rebase_rewrites_what_cases_cite_besides_their_ruling(gate: Gate, tmp_path: Path) -> None:
    def text(number: str, edition: str) -> str:
        both = case("one", cite(f"{number}b", edition)) + case("other", cite(f"{number}c", edition))
        return ruling("a", cite("101.2", NEW.edition), cases=f"cases:\n{both}")

    code, out = gate("new", {"a": text("201.3", OLD.edition)}, command="rebase")
    assert code == 0
    assert "2 citations in 1 file rewritten" in out
    assert (tmp_path / "corpus/harbour/ships/a.yaml").read_text("utf-8") == text("201.4", NEW.edition)


def test_rebase_leaves_what_is_cited_as_it_was_beside_what_it_became(gate: Gate, tmp_path: Path) -> None:
    rulings = {"a": ruling("a", cite("201.3b"), cite("201.4b", NEW.edition), cite("101.2"))}
    code, out = gate("new", rulings, command="rebase")
    assert code == 0
    assert "1 citation in 1 file rewritten" in out
    after = (tmp_path / "corpus/harbour/ships/a.yaml").read_text("utf-8")
    assert after == ruling("a", cite("201.3b"), cite("201.4b", NEW.edition), cite("101.2", NEW.edition))
