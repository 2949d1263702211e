"""What changed between two texts, and a rule followed through editions."""

import json
import sys
from pathlib import Path

import pytest

from checker.cli import main


def test_diff_shows_every_change_once(books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", books["old"], books["new"]]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "From 2031-03-08 to 2032-06-06: 29 unchanged, 2 only cross-references or punctuation changed, "
    )
    assert "\n201.3 -> 201.4 (Trade): renumbered, with 3 rules below it\n" in out
    assert "201.3a" not in out
    assert "sideways at [-a-] {+any quay that is+} free [-quay.-] {+and deep.+}" in out
    assert "\n201.2: new\n" in out
    assert "\n305.5: gone\n  [-Nobody may salvage" in out
    assert "[-301.2-] {+301.3+}" in out
    assert "\n303.1 -> 303.1, 303.1a: split\n  303.1: " in out
    assert "\n303.1a" not in out


def test_diff_on_a_terminal_strikes_out_what_went(
    books: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(["diff", books["old"], books["new"], "302.2"])
    out = capsys.readouterr().out
    assert "\x1b[9;31monce\x1b[0m \x1b[32mtwice\x1b[0m" in out
    assert "[-once-]" not in out
    steering = tmp_path / "steering.txt"
    steering.write_bytes(Path(books["new"]).read_bytes().replace(b"twice", b"\x1b[5mtwice"))
    main(["diff", books["old"], str(steering), "302.2"])
    assert "\x1b[32m\\x1b[5mtwice\x1b[0m" in capsys.readouterr().out


def test_of_a_rule_that_was_only_taken_apart_it_is_told_how_each_part_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "These rules are effective as of March 8, 2031.\n\n101. Trade\n\n101.1. "
    first = "A trade moves goods from one ship in the harbour to another while both of them lie at one quay."
    second = "No ship trades twice on one day, and none trades by night unless a lamp burns on its quay all the while."
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(f"{head}{first} {second}\n\n101.2. Storms end trade.\n")
    new.write_text(f"{head.replace('2031', '2032')}{first}\n\n101.1a {second}\n\n101.2. Storms end trade.\n")
    assert main(["diff", str(old), str(new)]) == 0
    assert capsys.readouterr().out.split("\n\n")[1] == (
        "101.1 -> 101.1, 101.1a: split\n"
        "  101.1: A trade moves goods from one ship in the harbour to another while both of them [...]\n"
        "  101.1a: No ship trades twice on one day, and none trades by night unless a lamp burns [...]\n"
    )


def test_diff_of_some_rules_and_kinds(books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", books["old"], books["new"], "302", "--kind", "reworded", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert [change["old"] for change in document["changes"]] == ["302.1"]
    assert main(["diff", books["old"], books["new"], "999"]) == 2
    assert "has a rule `999`" in capsys.readouterr().err


def test_diff_of_a_text_with_itself_shows_nothing(books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", books["late"], books["late"]]) == 0
    assert capsys.readouterr().out == (
        "From 2033-08-07 to 2033-08-07: 50 unchanged.\n"
        "Used twice in 2033-08-07: 302.2; the second is marked (2).\n"
        "Used twice in 2033-08-07: 302.2; the second is marked (2).\n"
    )


def test_a_draft_that_bears_the_date_of_its_original_is_another_text(
    books: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = Path(books["new"])
    draft = tmp_path / "draft.txt"
    draft.write_text(original.read_text(encoding="utf-8").replace("\n303.1a ", "\n303.1b "), encoding="utf-8")
    assert main(["diff", books["new"], str(draft)]) == 0
    assert f"From 2032-06-06 ({original}) to 2032-06-06 ({draft}): " in capsys.readouterr().out
    assert main(["history", "303.1a", books["new"], str(draft)]) == 0
    out = capsys.readouterr().out
    assert f"2032-06-06 ({original})  303.1a" in out
    assert f"2032-06-06 ({draft})  303.1b      renumbered" in out
    (tmp_path / "source.c").write_text("// CR 303.1a\n")
    assert main(["cite-check", str(tmp_path / "source.c"), "--rules", str(draft), "--was", books["new"]]) == 1
    assert "303.1a: renumbered: now 303.1b" in capsys.readouterr().out


def history(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[tuple[str | None, str | None]]:
    assert main(["history", *arguments, "--json"]) == 0
    return [(each["rule"], each["kind"]) for each in json.loads(capsys.readouterr().out)]


def test_history_follows_a_rule_not_a_number(books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    texts = [books["late"], books["old"], books["new"]]
    assert history(["201.4", *texts], capsys) == [("201.3", None), ("201.4", "renumbered"), ("201.4", "unchanged")]
    assert history(["201.3", *texts], capsys) == [("201.2", None), ("201.3", "renumbered"), ("201.3", "unchanged")]
    old = ["201.3", *texts, "--in", "2031-03-08"]
    assert history(old, capsys) == [("201.3", None), ("201.4", "renumbered"), ("201.4", "unchanged")]
    assert history(["201.2", *texts], capsys) == [(None, None), ("201.2", "new"), ("201.2", "unchanged")]
    assert history(["303.1a", *texts], capsys) == [("303.1", None), ("303.1a", "split"), ("303.1a", "unchanged")]
    gone = history(["305.5", *texts], capsys)
    assert gone == [("305.5", None), (None, "gone"), (None, None)]


def test_history_of_a_rule_that_never_was(books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "999.1", books["old"]]) == 2
    assert "there is no rule `999.1`" in capsys.readouterr().err
    assert main(["history", "101.1", books["old"], "--in", "1999-01-01"]) == 2
