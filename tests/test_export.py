"""The rulings as data: nothing is lost, everything is described, the same corpus gives the same bytes."""

import csv
import io
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from checker.cli import main
from checker.export import write
from checker.export.datasette import metadata
from checker.export.describe import markdown
from checker.export.documents import case_document, expectation
from checker.export.sqlite import SEARCHED, VIEWS, database
from checker.export.tables import TABLES
from checker.model import Cite, Corpus
from checker.reading import schema
from checker.reading.corpus import load
from checker.reading.yaml_subset import read
from tests.telling import CITES, case
from tests.telling import corpus as telling

ROOT = Path(__file__).resolve().parent.parent
DATA = (ROOT / "docs/data.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def db(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("db") / "rulings.db"
    path.write_bytes(database(corpus))
    return path


def ask(db: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(db)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_the_document_has_every_file_as_it_stands(corpus: Corpus) -> None:
    document = json.loads(write.whole(corpus))
    assert schema.fits("export", document)
    rulings = {ruling["ruling"]: ruling for ruling in document["rulings"]}
    cards = {(game, card["card"]): card for game, some in document["cards"].items() for card in some}
    files = [path for path in (ROOT / "corpus").rglob("*.yaml") if path.name != "sources.yaml"]
    assert len(files) == len(rulings) + len(cards)
    for path in files:
        value = read(path.read_bytes(), path)
        known = rulings[value["ruling"]] if "ruling" in value else cards[path.parent.name, value["card"]]
        assert known == value
    sources = ROOT / "corpus/sources.yaml"
    assert read(sources.read_bytes(), sources) == {key: document[key] for key in ("games", "sources")}


def test_each_line_is_a_case_and_fits_its_schema(corpus: Corpus) -> None:
    import jsonschema_rs

    registry = jsonschema_rs.Registry([(each["$id"], each) for each in schema.schemas().values()])
    wanted = {"$ref": f"{schema.BASE}export.schema.json#/$defs/case"}
    validator = jsonschema_rs.validator_for(wanted, registry=registry)
    lines = [json.loads(line) for line in write.lines(corpus).splitlines()]
    assert [line["case"] for line in lines] == list(corpus.cases)
    for line in lines:
        assert validator.is_valid(line), line["case"]
        assert len(line["position"]["players"]) > 1


def test_rows_tell_what_a_case_adds_to_its_ruling_and_which_reports_were_right() -> None:
    own = replace(
        case("dominion/exchange/a#own", refused=0),
        cites=(*CITES, Cite("mtg-cr", "614.6", "2024-03-08")),
        found=("owner/engine#1",),
        control=("owner/engine#2",),
    )
    one = telling(own, case("dominion/exchange/b#case"))
    rulings = {
        name: replace(ruling, see=("dominion/exchange/c",), differs_from=("dominion/exchange/d",))
        for name, ruling in one.rulings.items()
    }
    one = replace(one, rulings=rulings)
    rows = {table.name: list(table.rows(one)) for table in TABLES if table.name in {"cites", "related", "reports"}}
    rules = [(ruling, name, rule) for ruling, name, _, _, rule, *_ in rows["cites"] if ruling.endswith("/a")]
    assert rules == [
        ("dominion/exchange/a", None, "optional"),
        ("dominion/exchange/a", None, "614.5"),
        ("dominion/exchange/a", "dominion/exchange/a#own", "614.6"),
    ]
    assert rows["related"][:2] == [
        ("dominion/exchange/a", "see", "dominion/exchange/c"),
        ("dominion/exchange/a", "differs from", "dominion/exchange/d"),
    ]
    assert [(report, verdict) for _, report, _, _, verdict in rows["reports"]] == [
        ("owner/engine#1", "fault"),
        ("owner/engine#2", "no fault"),
    ]
    assert expectation(own)["refused"] == {"action": 1}


def test_a_line_has_all_that_a_case_expects_and_when_it_is_in_force() -> None:
    page, offer = {"alice": {"hand": ["Page"]}}, {"kind": "exchange", "options": ["decline"]}
    expected = {
        "expect": page,
        "possible": [page],
        "offered": [offer],
        "not_offered": [offer],
        "throughout": page,
    }
    one = replace(
        case("dominion/exchange/a#own", **{key: tuple(v) if isinstance(v, list) else v for key, v in expected.items()}),
        from_edition="2012",
        until_edition="2019",
        cards=({"card": "My Own"},),
        choices=({"choose": "decline"},),
        found=("owner/engine#1",),
        control=("owner/engine#2",),
    )
    ruling = replace(telling(one).rulings["dominion/exchange/a"], kind="may")
    line = case_document(ruling, one)
    told = {
        **expected,
        "kind": "may",
        "from": "2012",
        "until": "2019",
        "defines": [{"card": "My Own"}],
        "choices": [{"choose": "decline"}],
        "found": ["owner/engine#1"],
        "control": ["owner/engine#2"],
    }
    assert {key: line.get(key) for key in told} == told
    assert "refused" not in line


def test_a_card_that_costs_nothing_has_a_cost(db: Path) -> None:
    assert ask(db, "SELECT cost FROM cards WHERE card IN ('Copper', 'Island') ORDER BY card") == [("0",), (None,)]


def test_numbers_of_cases_are_those_that_can_be_counted(corpus: Corpus, db: Path) -> None:
    assert not ask(db, "SELECT id FROM rulings WHERE cases != (SELECT count(*) FROM cases WHERE ruling = rulings.id)")
    assert not ask(
        db,
        "SELECT card FROM card_index AS one WHERE cases != "
        "(SELECT count(*) FROM case_cards WHERE game = one.game AND card = one.card)",
    )
    resting = {
        key: len({case.id for case in corpus.cases.values() if any(cite.key == key for cite in case.cites)})
        for key in ("614.12", "614.5", "dominion-exchange:optional")
    }
    told = ask(db, "SELECT key, cases FROM rule_index")
    assert {key: number for key, number in told if key in resting} == resting


def test_a_number_moves_from_the_older_edition_to_the_newer(db: Path) -> None:
    moved = ask(db, "SELECT old_edition, new_edition FROM moved WHERE source = 'mtg-cr'")
    assert moved
    assert all(str(old) < str(new) for old, new in moved)


def test_what_is_cited_under_one_number_in_both_editions_has_not_moved(tmp_path: Path) -> None:
    def cites(edition: str, *rules: str) -> tuple[Cite, ...]:
        return tuple(Cite("mtg-cr", rule, edition) for rule in rules)

    whole = telling(case("mtg/exchange/a#case"))
    here = cites("2013", "701.8", "701.9", "heading") + cites("2026", "701.9", "701.12", "title")
    one = replace(case("mtg/exchange/a#case"), cites=here + cites("2013", "100.1") + cites("2026", "100.2"))
    ruling = replace(whole.rulings["mtg/exchange/a"], cites=here, cases=(one,))
    editions = [{"edition": edition, "title": edition} for edition in ("2013", "2026")]
    source = {"game": "mtg", "title": "Rules", "authority": "official", "editions": editions}
    path = tmp_path / "rulings.db"
    path.write_bytes(database(replace(whole, rulings={ruling.id: ruling}, sources={"sources": {"mtg-cr": source}})))
    assert ask(path, "SELECT old_rule, old_edition, new_rule, new_edition FROM moved") == [
        ("701.8", "2013", "701.12", "2026")
    ]


def test_the_same_corpus_gives_the_same_bytes(part: Path) -> None:
    once, again = load(part), load(part)
    for form in (write.whole, write.lines, database):
        assert form(once) == form(again)
    assert dict(write.tables(once)) == dict(write.tables(again))


def test_csv_has_the_rows_of_the_database(corpus: Corpus, db: Path) -> None:
    for name, content in write.tables(corpus):
        rows = list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))
        told = ask(db, f'SELECT * FROM "{name}" ORDER BY rowid')  # noqa: S608
        assert len(rows) == len(told) + 1
        for row, known in zip(rows[1:], told, strict=True):
            assert row == ["" if value is None else str(value) for value in known]


def test_rows_find_what_they_refer_to(corpus: Corpus, db: Path) -> None:
    assert ask(db, "PRAGMA foreign_key_check") == []
    assert ask(db, "PRAGMA integrity_check") == [("ok",)]
    assert ask(db, "SELECT count(*) FROM cases") == [(len(corpus.cases),)]
    assert ask(db, "SELECT count(*) FROM rulings") == [(len(corpus.rulings),)]


def test_tables_and_views_are_described(db: Path) -> None:
    assert markdown() in DATA, "python -m checker.export.describe"
    there = {str(name) for (name,) in ask(db, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    shown = {name for name in there if not re.search(r"_fts_|^sqlite_", name)}
    assert shown == {*(table.name for table in TABLES), "about", *VIEWS, *(f"{name}_fts" for name in SEARCHED)}
    told = {name for (name,) in ask(db, "SELECT name FROM about")}
    assert told == {*(table.name for table in TABLES), *VIEWS, "corpus"}
    for name in VIEWS:
        assert ask(db, f"SELECT * FROM {name} LIMIT 1")  # noqa: S608


def test_comments_of_columns_are_kept(db: Path) -> None:
    ((sql,),) = ask(db, "SELECT sql FROM sqlite_master WHERE name = 'cases'")
    assert "-- what it shows" in str(sql)


def examples() -> list[tuple[str, str]]:
    """The queries of the docs, each with its stated answer."""
    blocks = re.findall(r"^```console\n(.*?)^```", DATA, re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = part.partition("\n")
            query = re.fullmatch(r'sqlite3 rulings\.db "(.*)"', command)
            assert query, command
            found.append((query[1].replace('\\"', '"'), answer))
    assert len(found) > 5
    return found


@pytest.mark.parametrize(("query", "answer"), examples())
def test_queries_of_the_docs_give_the_stated_answers(query: str, answer: str, db: Path) -> None:
    rows = ask(db, query)
    assert "".join("|".join("" if value is None else str(value) for value in row) + "\n" for row in rows) == answer
    if program := shutil.which("sqlite3"):
        done = subprocess.run([program, db, query], capture_output=True, text=True, check=True)
        assert done.stdout == answer


def other_programs() -> list[str]:
    """The lines of the docs that ask another program than `rulings` or `sqlite3` about an export."""
    (block,) = re.findall(r"^```text\n((?:(?:jq|duckdb) .*\n)+)```", DATA, re.MULTILINE)
    return str(block).splitlines()


@pytest.fixture(scope="module")
def exported(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    (folder / "cases.jsonl").write_bytes(write.lines(corpus))
    (folder / "tables").mkdir()
    (folder / "tables" / "cases.csv").write_bytes(dict(write.tables(corpus))["cases"])
    return folder


@pytest.mark.parametrize("line", other_programs())
def test_other_programs_read_what_is_exported(line: str, exported: Path) -> None:
    program, path = shlex.split(line)[0], f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    if not shutil.which(program, path=path):
        pytest.skip(f"{program} is not installed")
    environment = os.environ | {"PATH": path}
    done = subprocess.run(
        ["bash", "-c", line], cwd=exported, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 5


def test_datasette_is_told_of_what_is_there(db: Path) -> None:
    document = json.loads(metadata())
    told = document["databases"][db.stem]
    for name, table in told["tables"].items():
        columns = {column for (_, column, *_) in ask(db, f"PRAGMA table_info({name})")}
        assert columns
        assert {*table.get("columns", ()), *table.get("facets", ()), table.get("label_column", "game")} <= {
            *columns,
            "game",
        }
    values = {"card": "Vampire", "other_card": "Watchtower", "rule": "dominion-exchange:no-pile"}
    connection = sqlite3.connect(db)
    try:
        for query in told["queries"].values():
            assert connection.execute(query["sql"], values).fetchall(), query["title"]
    finally:
        connection.close()


@pytest.mark.parametrize("name", SEARCHED)
def test_datasette_finds_the_full_text_search(db: Path, name: str) -> None:
    """It looks for the name of the table in double quotes or in brackets."""
    found = ask(db, f"SELECT name FROM sqlite_master WHERE sql LIKE '%VIRTUAL TABLE%USING FTS%content=\"{name}\"%'")  # noqa: S608
    assert found == [(f"{name}_fts",)]


def test_search_finds_words_in_any_form(db: Path) -> None:
    found = ask(db, "SELECT id FROM cases_fts WHERE cases_fts MATCH 'exchanging travellers' ORDER BY rank LIMIT 5")
    assert found
    assert all("exchange" in str(name) for (name,) in found)


def test_the_command_writes_files(part: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form, name in (
        ("json", "a.json"),
        ("jsonl", "a.jsonl"),
        ("sqlite", "a.db"),
        ("csv", "tables"),
        ("datasette", "a"),
    ):
        assert main(["export", "--corpus", str(part), "--to", form, "-o", str(tmp_path / "deep" / name)]) == 0
        assert (tmp_path / "deep" / name).exists()
    assert (tmp_path / "deep/tables/cases.csv").read_bytes().startswith(b"id,ruling,number,title,")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "csv"], "several tables need a folder"),
        (["--to", "csv", "-o", __file__], "test_export.py is a file; several tables need a folder"),
        (["--to", "csv", "--table", "nothing"], "there is no table `nothing`; there are games, sources,"),
        (["--to", "json", "--table", "cases"], "--table does not go with this format"),
        (["--to", "json", "-o", "/dev/null/x"], "cannot write /dev/null/x"),
        (["--corpus", "none", "--to", "json", "-o", "/dev/null/x"], "cannot write /dev/null/x"),
        (["--to", "sqlite", "-o", "out/"], "out/ is the name of a folder; name a file in it, such as out/rulings.db"),
        (["--to", "csv", "--table", "cites", "-o", "out/"], "name a file in it, such as out/cites.csv"),
        (["--to", "json", "-o", ""], "the name is empty"),
    ],
)
def test_what_cannot_be_written_is_told(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words]) == 2
    assert message in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_no_database_is_written_to_a_terminal(
    part: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["export", "--corpus", str(part), "--to", "sqlite"]) == 2
    told = capsys.readouterr()
    assert told.err == "rulings: a database does not belong on a terminal; name a file with -o\n"
    assert told.out == ""


def test_tables_go_to_a_folder_whether_or_not_its_name_ends_as_one(part: Path, tmp_path: Path) -> None:
    for name in ("with/", "without"):
        assert main(["export", "--corpus", str(part), "--to", "csv", "-o", f"{tmp_path}/{name}"]) == 0
    with_, without = ({path.name for path in (tmp_path / name).iterdir()} for name in ("with", "without"))
    assert with_ == without > {"cases.csv", "rulings.csv"}


def test_a_hyphen_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "--to", "csv", "--table", "games", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"game,")
    assert not [*tmp_path.iterdir()]


def test_a_card_that_is_none_is_told_with_its_line_or_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "corpus"
    (root / "dominion" / "exchange").mkdir(parents=True)
    shutil.copy(ROOT / "corpus" / "sources.yaml", root)
    shutil.copy(ROOT / "corpus" / "dominion" / "exchange" / "optional.yaml", root / "dominion" / "exchange")
    (root / "cards" / "dominion").mkdir(parents=True)
    (root / "cards" / "dominion" / "page.yaml").write_text("card: Page\ntypes: 5\n")
    for form in ("json", "csv", "sqlite"):
        assert main(["export", "--to", form, "--corpus", str(root), "-o", str(tmp_path / form)]) == 2
        assert "page.yaml:2: `types`: has to be a list, and is the number 5" in capsys.readouterr().err
    assert main(["site", str(tmp_path / "site"), "--corpus", str(root)]) == 0
