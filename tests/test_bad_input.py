"""Bad input gets one clear message with file and line, the right exit code, and never a traceback."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main
from checker.locate import data

SOURCES = """\
games:
  dominion: {title: Dominion, publisher: Rio Grande Games}
sources:
  dominion-exchange:
    title: Exchange
    game: dominion
    authority: secondary
    editions:
    - {edition: "2019-10-01", title: First}
    - {edition: "later", title: Second}
    passages:
      player-orders: {at: "somewhere"}
      only-later: {at: "elsewhere", editions: ["later"]}
"""
RULING = """\
ruling: dominion/exchange/player-orders
statement: Two Travellers are exchanged one after the other.
kind: must
cites:
- {source: dominion-exchange, rule: "player-orders", edition: "2019-10-01"}
cases:

- case: soldier-first
  title: A pile that the first exchange fills serves the second
  given:
    piles: {Peasant: 9, Soldier: 0, Fugitive: 5}
    alice: {in_play: {peasant: Peasant, soldier: Soldier}}
  actions:
  - clean-up: alice
  choices:
  - {player: alice, about: soldier, choose: exchange}
  expect:
    piles: {Peasant: 10}
    alice: {discard: [Fugitive, Soldier]}
"""
FILE = "dominion/exchange/player-orders.yaml"
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


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small corpus that is as it should be; tests spoil it."""
    monkeypatch.chdir(tmp_path)
    root = tmp_path / "corpus"
    (root / "dominion/exchange").mkdir(parents=True)
    (root / "cards/dominion").mkdir(parents=True)
    (root / "sources.yaml").write_text(SOURCES)
    (root / FILE).write_text(RULING)
    shipped = Path(__file__).parent.parent / "corpus/cards/dominion"
    for name in ("peasant", "soldier", "fugitive"):
        shutil.copy(shipped / f"{name}.yaml", root / "cards/dominion")
    return root


Told = Callable[..., list[str]]


@pytest.fixture
def told(corpus: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run `rulings validate` on the spoilt corpus; return what it says is wrong."""

    def run(*options: str) -> list[str]:
        code = main(["validate", "--corpus", str(corpus), *options])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert err == ""
        *found, last = out.splitlines()
        assert code == (1 if found else 0), out
        assert ("Nothing is wrong" in last) == (not found)
        return found

    return run


def spoil(corpus: Path, old: str, new: str, name: str = FILE) -> None:
    text = (corpus / name).read_text()
    assert old in text
    (corpus / name).write_text(text.replace(old, new, 1))


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


def bomb() -> bytes:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)]
    return "\n".join(rows).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bomb(), f"corpus/{FILE}:1: the anchor `&a0` is not allowed here"),
        (b"", f"corpus/{FILE}: the file is empty"),
        (b"[]", f"corpus/{FILE}:1: has to be a mapping, and is a list"),
        (RULING.replace("Two", "Zwölf").encode("latin-1"), f"corpus/{FILE}:2: the file is not UTF-8: byte 0xF6"),
        (RULING.encode("utf-16"), "save it as UTF-8"),
        (b"\xef\xbb\xbf" + RULING.encode(), f"corpus/{FILE}:1: the file begins with a byte order mark"),
        (b"a: " + b"x" * (1 << 20), f"corpus/{FILE}: the file has 1,048,579 bytes; the limit is 1,048,576"),
        (b"- " * 50000 + b"x", "more than 32 nested mappings and sequences"),
        (b'a: 1\nb: "open\nc: d\n', "quoted scalar found unexpected end of stream, which begins in line 2"),
        (b"a: " + b"9" * 5000, "`" + "9" * 60 + "…` is not text"),
        (
            RULING.replace("kind: must", "<<<<<<< HEAD\nkind: must\n=======\nkind: may\n>>>>>>> other").encode(),
            f"corpus/{FILE}:3: a conflict is left: `<<<<<<<`; keep what is right of the two sides",
        ),
        (b"\x00\x01\x02", f"corpus/{FILE}:1: the character U+0000 is not allowed here"),
    ],
)
def test_a_file_that_is_no_ruling(corpus: Path, told: Told, content: bytes, message: str) -> None:
    (corpus / FILE).write_bytes(content)
    assert any(message in one for one in told())


def test_a_case_that_is_nothing_is_told_once(corpus: Path, told: Told) -> None:
    (corpus / FILE).write_text(RULING[: RULING.index("cases:")] + "cases: [null]\n")
    assert [one.partition(": ")[2] for one in told() if "cases[1]" in one] == [
        "`cases[1]`: has to be a mapping, and is `null`"
    ]


@pytest.mark.parametrize("name", ["dominion/exchange/lost.yaml", "cards/dominion/lost.yaml"])
def test_a_file_that_cannot_be_read(corpus: Path, told: Told, name: str) -> None:
    (corpus / name).parent.mkdir(parents=True, exist_ok=True)
    (corpus / name).symlink_to("nowhere.yaml")
    assert told() == [f"corpus/{name}: the file cannot be read: No such file or directory"]


@pytest.mark.parametrize("name", ["dominion/exchange/lost.yaml", "cards/dominion/lost.yaml"])
def test_what_has_no_end_is_not_read(corpus: Path, told: Told, name: str) -> None:
    (corpus / name).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(corpus / name)
    assert told() == [f"corpus/{name}: this is not a regular file but a pipe, a device or the like"]


@pytest.mark.parametrize("ending", [".yml", ".YAML", ".Yml"])
def test_a_file_with_another_ending(corpus: Path, told: Told, ending: str) -> None:
    (corpus / f"dominion/exchange/other{ending}").write_text("x")
    assert f"the name ends with `{ending}`" in told()[0]


@pytest.mark.parametrize("name", ["dominion/exchange/other.yaml", "cards/dominion/other.yaml"])
def test_a_folder_that_is_called_as_a_file(corpus: Path, told: Told, name: str) -> None:
    (corpus / name).mkdir()
    assert told() == [f"corpus/{name}: this is not a regular file but a folder"]


def test_a_link_to_a_folder_is_followed(corpus: Path, told: Told, tmp_path: Path) -> None:
    (corpus / "cards").rename(tmp_path / "elsewhere")
    (corpus / "cards").symlink_to(tmp_path / "elsewhere")
    assert told() == []
    (tmp_path / "elsewhere/dominion/soldier.yaml").unlink()
    assert any("there is no card `Soldier`; " in one for one in told())


def test_links_in_a_ring_are_followed_once(corpus: Path, told: Told) -> None:
    (corpus / "dominion/ring").symlink_to(corpus)
    assert told() == []


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


def wrong(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that cannot be; return the one line that it tells."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", [["list"], ["show", "exchange"], ["search", "x"], ["validate"]])
def test_a_folder_without_a_corpus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "rulings: " in wrong(capsys, *command, "--corpus", "nowhere")
    (tmp_path / "empty").mkdir()
    told = wrong(capsys, *command, "--corpus", "empty")
    assert told.startswith("rulings: empty: this is not a corpus; a corpus is a folder with `sources.yaml`")


def test_other_commands_refuse_a_spoilt_corpus(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(corpus, "kind: must", "kidn: must")
    assert wrong(capsys, "list", "--corpus", str(corpus)) == (
        f"rulings: corpus/{FILE}:3: unknown key `kidn`; did you mean `kind`?\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lst"], "rulings: there is no command `lst`; did you mean `list`?\n"),
        (["show", "vampir"], "rulings: nothing is called `vampir`; did you mean `vampire`"),
        (["show", "-1"], "rulings: nothing is called `-1`"),
        (["show", "hand"], "rulings: nothing is called `hand`"),
        (["show", "701.99z"], "rulings: nothing is called `701.99z`"),
        (["list", "-k", "(" * 3000], "more than 50 nested `not` and parentheses"),
        (["list", "-k", "not " * 3000 + "a"], "more than 50 nested `not` and parentheses"),
        (["list", "-k", "a and"], "rulings: the expression `a and` cannot be read: a word is missing at its end"),
        (["validate", "nowhere.yaml"], "rulings: there is no file or folder `nowhere.yaml`\n"),
        (["validate", "mtg/exchange"], "`mtg/exchange`; files are named here, not ids: `"),
        (["validate", "mtg/exchange/zones#a"], "corpus/mtg/exchange/zones.yaml`\n"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert message in wrong(capsys, *words)


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [(b"kidn: must\n", 1), (bomb(), 1), (b"\xff\xfe\x00", 1)],
)
def test_as_a_program(corpus: Path, spoilt: bytes, code: int) -> None:
    (corpus / FILE).write_bytes(spoilt)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from checker.cli import main; sys.exit(main())",
            "validate",
            "--corpus",
            corpus,
        ],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert done.returncode == code
    assert done.stderr == b""
    assert f"corpus/{FILE}".encode() in done.stdout
