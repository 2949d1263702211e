"""What rebase writes into a small corpus."""

import json
from pathlib import Path

import pytest

from checker.cli import main
from checker.rules_text import record
from tests.rules_text.harbour_books import NEW
from tests.rules_text.harbour_corpus import STORMS, TRADE, WRECKS, gate


def test_rebase_rewrites_what_is_certain_and_nothing_else(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    trade = harbour / "harbour/actions/trade.yaml"
    trade.write_bytes(TRADE.replace("\n", "\r\n").encode())
    assert main(["rebase", books["new"], "--corpus", str(harbour)]) == 1
    out = capsys.readouterr().out
    assert "harbour/actions/trade: 201.3 (2031-03-08) is now 201.4" in out
    assert "The edition 2032-06-06 is not among those of harbour-rules in sources.yaml yet. Until it is entered" in out
    expected = (
        TRADE.replace('"201.3b", edition: "2031-03-08"', '"201.4b", edition: "2032-06-06"')
        .replace("'201.3'", "'201.4'")
        .replace('edition: "2031-03-08"\n  part', 'edition: "2032-06-06"\n  part')
    )
    assert trade.read_bytes() == expected.replace("\n", "\r\n").encode()
    docking = (harbour / "harbour/ships/docking.yaml").read_text("utf-8")
    assert 'rule: "302.1", edition: "2031-03-08"' in docking  # reworded: for a person
    assert 'rule: "301.2", edition: "2032-06-06"' in docking
    assert (harbour / "harbour/ships/wrecks.yaml").read_text("utf-8") == WRECKS
    showing = (harbour / "harbour/players/showing.yaml").read_text("utf-8")
    assert 'rule: "102.1", edition: "2031-03-08", part: example 1' in showing
    assert 'rule: "102.1", edition: "2032-06-06"}' in showing


def test_rebase_records_what_it_cites_and_leaves_the_gate_as_open_as_it_was(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rebase", books["new"], "--corpus", str(harbour)])
    kept = record.read(harbour, "harbour-rules", NEW.edition)
    assert kept is not None
    assert {passage.key for passage in kept.passages if passage.text} == {"101.2", "102.1", "201.4", "201.4b", "301.2"}
    capsys.readouterr()
    gate(harbour, books["new"])
    assert "4 decisions are waiting." in capsys.readouterr().out
    before = {path: path.read_bytes() for path in harbour.rglob("*.*")}
    main(["rebase", books["new"], "--corpus", str(harbour)])
    assert {path: path.read_bytes() for path in harbour.rglob("*.*")} == before


def test_rebase_follows_decisions(harbour: Path, books: dict[str, str]) -> None:
    for ruling in ("harbour/ships/docking", "harbour/ships/storms", "harbour/players/showing"):
        gate(harbour, books["new"], "--decide", ruling, "--as", "stands", "--by", "Bo", "--why", "read")
    assert main(["rebase", books["new"], "--corpus", str(harbour)]) == 1  # what is gone or split has no one number
    assert 'rule: "302.1", edition: "2032-06-06"' in (harbour / "harbour/ships/docking.yaml").read_text("utf-8")
    assert (harbour / "harbour/ships/storms.yaml").read_text("utf-8") == STORMS


def test_rebase_leaves_what_was_retired_where_it_is(harbour: Path, books: dict[str, str]) -> None:
    retired = ("--decide", "harbour/ships/docking", "--as", "retired", "--by", "Bo", "--why", "no longer so")
    assert gate(harbour, books["new"], *retired) == 0
    main(["rebase", books["new"], "--corpus", str(harbour)])
    assert 'rule: "302.1", edition: "2031-03-08"' in (harbour / "harbour/ships/docking.yaml").read_text("utf-8")


def test_a_dry_run_writes_nothing(harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in harbour.rglob("*.*")}
    main(["rebase", books["new"], "--corpus", str(harbour), "--dry-run", "--json"])
    assert len(json.loads(capsys.readouterr().out)["rewritten"]) == 5
    assert {path: path.read_bytes() for path in harbour.rglob("*.*")} == before
