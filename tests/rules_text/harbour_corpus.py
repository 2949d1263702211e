"""A small corpus that cites the first edition of those rules, and what the gate says of it."""

import json
from pathlib import Path

import pytest

from checker.cli import main

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


def gate(corpus: Path, text: str, *more: str) -> int:
    return main(["gate", text, "--corpus", str(corpus), *more])


def findings(corpus: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str | None], str]:
    gate(corpus, text, "--json")
    found = json.loads(capsys.readouterr().out)["citations"]
    return {(each["rule"], each["part"]): each["kind"] for each in found}
