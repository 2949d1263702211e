"""What is wrong in a ruling, a card or the sources is told once, with file and line and what would be right."""

import json
import shutil
from pathlib import Path

import pytest

from checker.cli import main
from checker.reading.locate import data
from tests.bad_input.spoiling import FILE, RULING, Told, spoil

NAMED = """\
ruling: mtg/topic/named
statement: Objects are named by keys.
kind: must
cites:
- {source: mtg-cr, rule: "614.5", edition: "2026-08-07"}
cases:

- case: one
  title: One
  given:
    alice: {battlefield: {bear: Runeclaw Bear, wall: Runeclaw Bear}}
    bob: {life: 20}
  actions:
  - attack: {BEAR: PLAYER}
  - block: {WALL: bear}
  - assign damage: {BEAR: {WALL: 2}}
  - {cast: wall, divide: {BEAR: 3}}
  expect:
    bob: {life: 18}
"""


def test_no_word_of_a_file_steers_the_terminal(corpus: Path, told: Told) -> None:
    spoil(corpus, "{in_play", '{"\\e[31mred": 1, "\\e[31mred": 2, in_play')
    assert any("the key `\\x1b[31mred` appears a second time" in line for line in told())


def test_an_edition_of_another_source_is_told_apart_from_one_that_there_is_not(corpus: Path, told: Told) -> None:
    book = 'rulebook: {title: Rules, game: dominion, authority: official, editions: [{edition: "2022", title: Second}]}'
    other = book.replace("rulebook", "chess-book").replace("game: dominion", "game: chess").replace("2022", "1999")
    games = "  chess: {title: Chess, publisher: FIDE}\nsources:\n"
    spoil(corpus, "sources:\n", f"{games}  {book}\n  {other}\n", "sources.yaml")
    spoil(corpus, "  given:", '  from: "2022"\n  until: "1999"\n  given:')
    first, second = told()
    assert first.endswith(
        "the chief source, `dominion-exchange`, has no edition `2022`; it has `2019-10-01` and `later`; `2022` is an "
        "edition of `rulebook`: name the one that was current then, `2019-10-01`, or put what follows `rulebook` into "
        "a ruling that cites `rulebook` first"
    )
    assert second.endswith("has no edition `1999`; it has `2019-10-01` and `later`"), "another game has other documents"


def test_a_ruling_that_cannot_be_read_is_there_for_those_that_refer_to_it(corpus: Path, told: Told) -> None:
    other = RULING.replace("player-orders\nstatement", "other\nstatement").replace(
        "cases:\n", "see: [dominion/exchange/player-orders, dominion/exchange/nothing]\ncases:\n"
    )
    (corpus / "dominion/exchange/other.yaml").write_text(other)
    spoil(corpus, "kind: must", "kidn: must")
    first, second = sorted(told())
    assert "other.yaml:6: `see[2]`: there is no ruling `dominion/exchange/nothing`" in first
    assert "player-orders.yaml:3: unknown key `kidn`" in second


def test_a_rule_has_to_be_in_the_recorded_edition_that_is_cited(corpus: Path, told: Told) -> None:
    book = 'rulebook: {title: Rules, game: dominion, authority: official, editions: [{edition: "2022", title: Second}]}'
    spoil(corpus, "sources:\n", f"sources:\n  {book}\n", "sources.yaml")
    spoil(corpus, "cites:\n", 'cites:\n- {source: rulebook, rule: "12.4", edition: "2022"}\n')
    assert told() == [], "nothing is recorded of that edition"
    record = {
        "source": "rulebook",
        "edition": "2022",
        "outline": ["c98311a9cc 12.3", "af998bad4a 12.5"],
        "passages": {},
    }
    (corpus / "fingerprints/rulebook").mkdir(parents=True)
    (corpus / "fingerprints/rulebook/2022.json").write_text(json.dumps(record))
    (problem,) = told()
    assert problem.endswith("`rulebook` has no rule `12.4`; did you mean `12.5` or `12.3`?")


def test_nothing_is_wrong(told: Told) -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("kind: must", "kidn: must", 3, "unknown key `kidn`; did you mean `kind`?"),
        ("  expect:\n    piles", "  expect:\n    pile", 18, "unknown key `pile`; did you mean `piles`?"),
        ("Peasant: 9", "Peasant: [9]", 11, "`given.piles.Peasant[1]`: has to be text, and is the number 9"),
        ("kind: must", "kind: must\nkind: may", 4, "the key `kind` appears a second time; line 3 has it already"),
        ('"player-orders"', "614.5", 5, '`614.5` is not text in every YAML library; write "614.5"'),
        ('"player-orders"', "614", 5, '`cites[1].rule`: has to be text, and is the number 614; write "614" in quotes'),
        ('"player-orders"', '"player-order"', 5, "no passage `player-order`; did you mean `player-orders`?"),
        ('"player-orders"', '"only-later"', 5, "`only-later` is not in the edition `2019-10-01`"),
        ('"2019-10-01"', '"2018"', 5, "has no edition `2018`; it has `2019-10-01` and `later`"),
        ("source: dominion-exchange", "source: dominion-exchnge", 5, "no source `dominion-exchnge`; did you mean"),
        (
            "kind: must",
            'kind: must\nfrom: "soon"',
            4,
            "`from`: the chief source, `dominion-exchange`, has no edition `soon`",
        ),
        ("kind: must", 'kind: must\nfrom: "later"\nuntil: "2019-10-01"', 5, "`2019-10-01` comes before `later`"),
        (
            "kind: must",
            "kind: must\nsee: [dominion/exchange/player-order]",
            4,
            "no ruling `dominion/exchange/player-order`",
        ),
        ("Soldier}}", "Soldier}, deck: 10001}", 12, "`given.alice.deck`: may be at most 10000"),
        ("Soldier: 0", "Soldeir: 0", 11, "there is no card `Soldeir`; did you mean `Soldier`?"),
        ("Soldier}}", "Soldeir}}", 12, "there is no card `Soldeir`; did you mean `Soldier`?"),
        ("[Fugitive, Soldier]", "[Fugitve, Soldier]", 19, "there is no card `Fugitve`; did you mean `Fugitive`?"),
        (
            "discard: [Fugitive",
            "discard: {soldir: Soldier}, hand: [Fugitive",
            19,
            "no object `soldir` in `given`; did you mean `soldier`?",
        ),
        ("about: soldier", "about: soldir", 16, "there is no object `soldir` in `given`; did you mean `soldier`?"),
        ("- clean-up: alice", "- play: soldir", 14, "there is no object `soldir` in `given`"),
        ("- clean-up: alice", "- clean-up: alcie", 14, "there is no player `alcie`; did you mean `alice`?"),
        ("    alice: {discard", "    alcie: {discard", 19, "there is no player `alcie`; did you mean `alice`?"),
        (
            "peasant: Peasant,",
            "soldier: Peasant}, hand: {",
            12,
            "two objects are called `soldier`; the other is in line 12",
        ),
        ("  expect:", "  refused: {action: 2}\n  expect:", 17, "there is no action 2; there are 1"),
        ("  expect:", "  possible: [{trash: []}, {trash: []}]\n  throughout:", 17, "this result is listed twice"),
        ("ruling: dominion/exchange/player-orders", "ruling: dominion/exchange/orders", 1, "the path makes it"),
        ("statement: Two", "statement: *two", 2, "the alias `*two`"),
        ("statement: Two", "statement: Two: three", 2, "not YAML: mapping values are not allowed in this context"),
        ("statement: Two", "statement: Two: three", 2, "; text with a colon and a blank in it goes in quotes"),
        ("  given:", "   given:", 10, "; keys begin in one column"),
        (
            "{Peasant: 10}",
            "{Peasant: 10.0}",
            18,
            '`10.0` is not text in every YAML library; write "10.0" for text, or 10',
        ),
        ("  actions:", "   actions:", 13, "; the keys of a mapping begin in one column, and a quote is closed"),
        ("kind: must", "kind must", 4, "; a colon and a blank come after a key"),
        ("Soldier}}", "Soldier}", 13, "; a comma is missing, or what was opened is not closed"),
        ("- clean-up: alice", "- clean-up: @alice", 14, "; text that begins with such a character goes in quotes"),
        ("{Peasant: 10}", "{Peasnt: 10}", 18, "the position has no `Peasnt`; did you mean `Peasant`?"),
    ],
)
def test_a_spoilt_ruling(corpus: Path, told: Told, old: str, new: str, line: int, message: str) -> None:
    spoil(corpus, old, new)
    found = told()
    assert any(message in one for one in found), found
    assert found[0].startswith(f"corpus/{FILE}:{line}: "), found


def test_an_action_names_objects_by_its_keys_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mtg/topic").mkdir(parents=True)
    (tmp_path / "cards/mtg").mkdir(parents=True)
    shutil.copy(data("corpus") / "sources.yaml", tmp_path)
    shutil.copy(data("corpus") / "cards/mtg/runeclaw-bear.yaml", tmp_path / "cards/mtg")

    def told(bear: str, wall: str, player: str) -> list[str]:
        text = NAMED.replace("BEAR", bear).replace("WALL", wall).replace("PLAYER", player)
        (tmp_path / "mtg/topic/named.yaml").write_text(text)
        main(["validate", "--corpus", str(tmp_path)])
        lines = capsys.readouterr().out.splitlines()
        return [line.partition("no object ")[2] for line in lines if "there is no object" in line]

    assert told("bear", "wall", "bob") == []
    bear, wall, bob = (
        f"`{name}` in `given`; did you mean `{meant}`?"
        for name, meant in (("baer", "bear"), ("wlal", "wall"), ("bobb", "bob"))
    )
    assert told("baer", "wlal", "bobb") == [bear, bob, wall, bear, wall, bear]


def test_a_case_that_is_there_twice(corpus: Path, told: Told) -> None:
    text = (corpus / FILE).read_text()
    (corpus / FILE).write_text(text + text[text.index("- case:") :])
    assert told() == [f"corpus/{FILE}:20: the case `soldier-first` appears a second time; line 8 has it already"]


def test_a_card_that_is_not_there(corpus: Path, told: Told) -> None:
    (corpus / "cards/dominion/soldier.yaml").unlink()
    assert any("there is no card `Soldier`; " in one for one in told())


def test_a_card_that_only_the_shipped_corpus_has(corpus: Path, told: Told) -> None:
    (corpus / "cards/dominion/soldier.yaml").unlink()
    shipped = data("corpus") / "cards/dominion/soldier.yaml"
    assert any(f"the corpus that is shipped has it, to be copied: {shipped}" in one for one in told())


def test_a_card_under_a_wrong_name(corpus: Path, told: Told) -> None:
    (corpus / "cards/dominion/soldier.yaml").rename(corpus / "cards/dominion/soldat.yaml")
    assert any("the file of that card is `cards/dominion/soldier.yaml`" in one for one in told())


def test_a_card_that_does_not_fit(corpus: Path, told: Told) -> None:
    (corpus / "cards/dominion/peasant.yaml").write_text("card: Peasant\nwhatever: 1\n")
    found = told()
    assert any(one.startswith("corpus/cards/dominion/peasant.yaml:") for one in found), found


def test_a_case_that_is_nothing_is_told_once(corpus: Path, told: Told) -> None:
    (corpus / FILE).write_text(RULING[: RULING.index("cases:")] + "cases: [null]\n")
    assert [one.partition(": ")[2] for one in told() if "cases[1]" in one] == [
        "`cases[1]`: has to be a mapping, and is `null`"
    ]


def test_only_what_was_asked_for_is_told(corpus: Path, told: Told) -> None:
    spoil(corpus, "kind: must", "kidn: must")
    assert told("corpus/cards") == []
    assert len(told(f"corpus/{FILE}")) == 1


def test_all_that_is_wrong_is_told_at_once(corpus: Path, told: Told) -> None:
    spoil(corpus, "about: soldier", "about: soldir")
    spoil(corpus, "[Fugitive, Soldier]", "[Fugitve, Soldier]")
    (corpus / "dominion/exchange/empty.yaml").touch()
    (corpus / "dominion/exchange/other.yaml").write_text("kidn: must\n")
    lines = [one.split(" ")[0] for one in told()]
    assert f"corpus/{FILE}:16:" in lines
    assert f"corpus/{FILE}:19:" in lines
    assert "corpus/dominion/exchange/empty.yaml:" in lines
    assert "corpus/dominion/exchange/other.yaml:1:" in lines


def test_wrong_sources_are_told_without_what_hangs_on_them(corpus: Path, told: Told) -> None:
    spoil(corpus, 'at: "somewhere"', "att: x", "sources.yaml")
    where = "`sources.dominion-exchange.passages.player-orders`"
    assert told() == [f"corpus/sources.yaml:12: {where}: unknown key `att`; did you mean `at`?"]
