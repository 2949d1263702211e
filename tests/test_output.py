"""What commands print as JSON is as `schemas/output.schema.json` describes it, here and in every other test."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checker.cli import list_, main, parser
from checker.reading import schema
from tests.outputs import contract

DEFINITIONS = schema.schemas()["output"]["$defs"]
DECLINED = "dominion/exchange/optional#declined"


def with_json() -> Iterator[str]:
    """Yield the commands that take `--json`."""
    choices: Any = next(action.choices for action in parser()._actions if action.dest == "command")
    for name, command in choices.items():
        if any("--json" in action.option_strings for action in command._actions):
            yield name


def test_every_command_that_prints_json_has_a_definition() -> None:
    named = {name for name in DEFINITIONS if DEFINITIONS[name]["description"].startswith(f"`rulings {name}`: ")}
    assert named == {*with_json()} - {"check"}  # whose lines are those of a report


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    main([*words, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("list", "--cases"),
        ("show", "mtg"),
        ("show", "dominion"),
        ("show", "614.12"),
        ("search", "does", "a", "copy", "enter", "tapped"),
        ("explore", DECLINED, "--free"),
        ("explore", "dominion/exchange/player-orders#all-outcomes"),
        ("explain", DECLINED),
        ("explain", "mtg/replacement/as-it-would-enter-until-2017#own-ability"),
        ("coverage", "dominion"),
        ("coverage", "--by", "ruling"),
        ("coverage", "mtg/exchange", "--by", "card"),
        ("coverage", "dominion/exchange/optional", "--by", "engine"),
        ("compare", "reference", "reference", "dominion/exchange/optional"),
        ("prove", "dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--all"),
    ],
)
def test_what_is_printed_is_as_agreed(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *words)
    assert found
    assert contract(words[0]).is_valid(found)


def test_what_is_wrong_with_a_corpus(tmp_path: Path, few: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(few[1], corpus)
    file = corpus / "dominion" / "exchange" / "optional.yaml"
    file.write_text(file.read_text().replace("kind: may", "kidn: may"))
    (corpus / "dominion" / "exchange" / "empty.yaml").touch()
    found = told(capsys, "validate", "--corpus", str(corpus))
    assert {type(each["line"]) for each in found} >= {int}
    assert contract("validate").is_valid(found)


def test_the_lines_of_fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taps.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        outcome = super().run(params)\n"
        "        for player in outcome.get('state', {}).values():\n"
        "            if isinstance(player, dict):\n"
        "                for thing in (player.get('battlefield') or []):\n"
        "                    thing['tapped'] = True\n"
        "        return outcome\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    main(["fuzz", "mtg/replacement/as-it-would-enter", "--engine", "python:taps:Engine", "-n", "5", "--json"])
    *differences, totals = map(json.loads, capsys.readouterr().out.splitlines())
    assert differences
    assert "positions" in totals
    assert all(contract("fuzz").is_valid(line) for line in (*differences, totals))


@pytest.mark.parametrize("command", sorted({*with_json()} - {"check"}))
def test_what_is_not_agreed_is_noticed(command: str) -> None:
    """The comparison that every other test makes is no empty one."""
    assert not contract(command).is_valid([{"more": 1}])
    assert not contract(command).is_valid({"more": 1})
    assert not contract(command).is_valid(None)


def test_the_comparison_is_made_wherever_a_test_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_, "_ruling", lambda _: {"more": 1})
    with pytest.raises(pytest.fail.Exception, match="more"):
        main(["list", "--json"])
