"""Rule citations in source trees: what is stale, what is rewritten."""

import errno
import json
import os
import subprocess
from pathlib import Path

import pytest

from checker.cli import main
from checker.rules_text.beside import line_of
from checker.rules_text.scan import Mention
from checker.rules_text.stale import Judge, fixed
from tests.rules_text.harbour_books import NEW, NEW_TEXT, OLD, OLD_TEXT


@pytest.fixture
def books(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("old.txt", OLD_TEXT), ("new.txt", NEW_TEXT)):
        (tmp_path / name).write_text(text, "utf-8")
    return str(tmp_path / "old.txt"), str(tmp_path / "new.txt")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "trade.py").write_text(
        "# CR 201.3: trade\n"
        "# rules 201.3a-c, on what a trade is\n"
        "# CR 301.2b: a towed ship waits for the dawn\n"
        "# CR 302.1: the harbour fee\n"
        "# CR 303.1: a storm\n"
        "# CR 305.5: salvage of a wreck\n"
        "# CR 404.4: nothing\n",
        "utf-8",
    )
    (root / "ferry.md").write_bytes("Zu rule 201.2a \u2013 \u00fcber crates, die man ferried.\r\n".encode())
    (root / "data.bin").write_bytes(b"\0CR 404.4")
    (root / "node_modules").mkdir()
    (root / "node_modules" / "x.js").write_text("// CR 404.4")
    return root


def run(tree: Path, books: tuple[str, str], *more: str) -> int:
    return main(["cite-check", str(tree), "--rules", books[1], "--was", books[0], *more])


def lines(text: str) -> list[str]:
    return [line.rpartition("/")[2] for line in text.splitlines()]


def test_a_report_of_rulings_cites_what_the_corpus_does_and_is_left_out(
    tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.jsonl"
    assert main(["check", "dominion/exchange/optional#declined", "--report", f"jsonl={report}"]) == 0
    report.write_text(report.read_text("utf-8") + '{"line":"result","message":"CR 404.4"}\n', "utf-8")
    capsys.readouterr()
    assert main(["cite-check", str(report), "--rules", books[1]]) == 0
    assert capsys.readouterr().out.startswith("0 citations in 0 of 1 files")


def test_its_own_findings_are_no_source(tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert run(tree, books, "--sarif", str(tree / "cites.sarif")) == 1
        told.append(capsys.readouterr().out.replace("of 3 files", "of 2 files"))
    assert told[0] == told[1]


def test_without_an_older_text_only_what_does_not_exist_is_told(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cite-check", str(tree), "--rules", books[1]]) == 1
    assert lines(capsys.readouterr().out) == [
        "trade.py:2:16: 201.3c: there is no such rule in 2032-06-06; 201.3 has 201.3a to 201.3b",
        "trade.py:6:6: 305.5: there is no such rule in 2032-06-06; 305 has only 305.4",
        "trade.py:7:6: 404.4: there is no such rule in 2032-06-06",
        "9 citations in 2 of 2 files; 3 missing rules.",
    ]


def test_with_an_older_text_each_is_told_where_it_is_now(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tree, books) == 1
    assert lines(capsys.readouterr().out) == [
        "ferry.md:1:9: 201.2a: renumbered: now 201.3a; 201.2a is now a new rule",
        "trade.py:1:6: 201.3: renumbered: now 201.4; 201.3 is now what was 201.2",
        "trade.py:2:9: 201.3a: renumbered: now 201.4a; 201.3a is now what was 201.2a",
        "trade.py:2:16: 201.3c: renumbered: now 201.4c",
        "trade.py:3:6: 301.2b: renumbered: now 301.2c; 301.2b is now a new rule",
        "trade.py:5:6: 303.1: split",
        "trade.py:6:6: 305.5: gone",
        "trade.py:7:6: 404.4: there is no such rule in 2032-06-06 nor in 2031-03-08",
        "9 citations in 2 of 2 files; 1 missing rule, 5 moved rules, 1 split rule, 1 gone rule, 1 reworded rule.",
    ]
    run(tree, books, "--reworded")
    assert "trade.py:4:6: 302.1: reworded" in capsys.readouterr().out


def test_fix_rewrites_what_is_certain_byte_for_byte(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = (tree / "trade.py").read_text("utf-8")
    assert run(tree, books, "--fix") == 1
    assert "5 rewritten, 3 left." in capsys.readouterr().out
    expected = before.replace("CR 201.3:", "CR 201.4:").replace("201.3a-c", "201.4a-c").replace("301.2b", "301.2c")
    assert (tree / "trade.py").read_text("utf-8") == expected
    assert (tree / "ferry.md").read_bytes() == "Zu rule 201.3a \u2013 \u00fcber crates, die man ferried.\r\n".encode()


def test_fixing_twice_does_no_harm(tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(tree, books, "--fix")
    once = (tree / "trade.py").read_bytes(), (tree / "ferry.md").read_bytes()
    capsys.readouterr()
    run(tree, books, "--fix")
    assert ((tree / "trade.py").read_bytes(), (tree / "ferry.md").read_bytes()) == once
    assert "nothing was rewritten" in capsys.readouterr().out


def test_words_beside_a_number_outweigh_it(tmp_path: Path, books: tuple[str, str]) -> None:
    file = tmp_path / "mixed.py"
    file.write_text(
        "# CR 201.3: what players trade\n"
        "# CR 201.3b: if the whole trade can't be completed, no part occurs\n"
        "\n\n\n\n" + "#" * 300 + "\n"
        "# CR 201.3a: to ferry a crate is to move it from one ship to another at the same quay\n"
    )
    assert run(file, books, "--fix") == 1
    fixed = file.read_text().splitlines()
    assert fixed[0] == "# CR 201.4: what players trade"
    assert fixed[-1].startswith("# CR 201.3a: to ferry")  # already the newer number


def test_a_number_in_doubt_anywhere_moves_only_where_words_back_it(tmp_path: Path, books: tuple[str, str]) -> None:
    tree = tmp_path / "doubt"
    tree.mkdir()
    (tree / "a.py").write_text("# CR 201.2a: the anchor and the tide\n")  # what the number means in the newer text
    (tree / "b.py").write_text("# CR 201.2a\n")
    (tree / "c.py").write_text("# CR 201.2a: to ferry between ships at the same quay\n# CR 305.5\n")
    assert run(tree, books, "--fix") == 1
    assert (tree / "a.py").read_text() == "# CR 201.2a: the anchor and the tide\n"
    assert (tree / "b.py").read_text() == "# CR 201.2a\n"
    assert (tree / "c.py").read_text().startswith("# CR 201.3a: to ferry")


def test_a_number_beside_another_rules_heading_is_left(tmp_path: Path, books: tuple[str, str]) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("# CR 301.2b: Docking\n")
    assert run(file, books, "--fix") == 1
    assert file.read_text() == "# CR 301.2b: Docking\n"


SALVAGE = "nobody may salvage a wreck from which the anchor has been taken by the harbour master"
TOWED = "a ship that was towed stays where the tug has left it until the next dawn"


def test_a_line_that_names_another_edition_is_left(tmp_path: Path, books: tuple[str, str]) -> None:
    for line in (f"// 20200601 - CR 301.2b: {TOWED}", f"// CR 301.2b (2030-01-02): {TOWED}"):
        file = tmp_path / "dated.rs"
        file.write_text(line + "\n")
        assert run(file, books, "--fix") == 1
        assert file.read_text() == line + "\n"
    file.write_text(f"// 20310308 - CR 301.2b: {TOWED}\n")  # the older text's own date
    assert run(file, books, "--fix") == 0
    assert "301.2c" in file.read_text()


def test_a_number_whose_words_are_another_rules_is_left(
    tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "older.rs"
    file.write_text(f"// CR 301.2b\n// {SALVAGE}\n")  # a number of a still older text
    assert run(file, books, "--fix") == 1
    assert "but the words beside it fit 305.5 better" in capsys.readouterr().out
    assert file.read_text().startswith("// CR 301.2b\n")


def test_forms_of_a_word_are_one(tmp_path: Path, books: tuple[str, str]) -> None:
    file = tmp_path / "forms.rs"
    file.write_text("// CR 201.2a: anchoring ships, anchor markers and tides\n")  # the newer text's number
    assert run(file, books, "--fix") == 1
    assert "201.2a" in file.read_text()


def test_in_a_tree_of_several_editions_only_what_words_back_is_rewritten(
    tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mixed.rs"
    bare, backed = "// CR 301.2b", f"// CR 301.2b: {TOWED}"
    strange = "".join(f"// CR 404.{number}: nothing\n\n" for number in range(1, 4))
    file.write_text(f"{bare}\n\n{backed}\n\n")
    run(file, books, "--fix")
    assert file.read_text().count("301.2c") == 2
    file.write_text(f"{bare}\n\n{backed}\n\n{strange}")
    run(file, books, "--fix")
    assert file.read_text().splitlines()[0] == bare
    assert file.read_text().splitlines()[2] == backed.replace("301.2b", "301.2c")
    told = "301.2b is now a new rule; not certain, as the tree cites several editions"
    assert told in capsys.readouterr().out


def test_two_texts_of_one_edition_tell_nothing(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tree, (books[1], books[1])) == 2
    assert "the same text, of 2032-06-06" in capsys.readouterr().err


def test_a_file_that_cannot_be_rewritten_keeps_what_it_has(
    tree: Path, books: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in tree.iterdir() if path.is_file()}

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:5])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run(tree, books, "--fix") == 1
    told = capsys.readouterr()
    assert "trade.py: No space left on device" in told.err
    assert "0 rewritten" in told.out
    assert {path: path.read_bytes() for path in tree.iterdir() if path.is_file()} == before


def test_a_link_hides_no_file(tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(tree, books)
    before = capsys.readouterr().out
    (tree / "a.py").symlink_to("trade.py")
    run(tree, books)
    assert capsys.readouterr().out == before


def test_a_named_file_that_is_no_text_is_told(
    tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wide.txt"
    file.write_bytes("see CR 201.3\n".encode("utf-16"))
    assert run(file, books) == 0
    assert "wide.txt: not looked at, not text in UTF-8" in capsys.readouterr().err


def test_a_link_stays_a_link_and_a_file_keeps_its_permissions(tree: Path, books: tuple[str, str]) -> None:
    (tree / "trade.py").chmod(0o750)
    link = tree.parent / "link.py"
    link.symlink_to(tree / "trade.py")
    run(link, books, "--fix")
    assert link.is_symlink()
    assert b"CR 201.4:" in (tree / "trade.py").read_bytes()
    assert (tree / "trade.py").stat().st_mode & 0o777 == 0o750


def test_a_file_named_twice_is_looked_at_once(tree: Path, books: tuple[str, str]) -> None:
    other = tree / ".." / "tree"
    assert main(["cite-check", str(tree), str(other), "--rules", books[1], "--was", books[0], "--fix"]) == 1
    assert "CR 201.4: trade" in (tree / "trade.py").read_text("utf-8")
    assert "201.5" not in (tree / "trade.py").read_text("utf-8")


def test_a_file_that_changed_meanwhile_is_left(tmp_path: Path) -> None:
    judge = Judge(NEW, OLD)
    data = b"// CR 301.2b: towed\n"
    found = judge.file(tmp_path / "x.rs", data)
    assert fixed(data, found) == b"// CR 301.2c: towed\n"
    with pytest.raises(ValueError, match="is no longer there"):
        fixed(b"//  CR 301.2b: towed\n", found)


@pytest.mark.skipif("RULINGS_SARIF_SCHEMA" not in os.environ, reason="RULINGS_SARIF_SCHEMA names no file")
def test_sarif_fits_the_schema_of_oasis(tree: Path, books: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    import jsonschema

    monkeypatch.chdir(tree)
    schema = json.loads(Path(os.environ["RULINGS_SARIF_SCHEMA"]).read_text("utf-8"))
    for more in ((), ("--reworded",), ("--fix",)):
        main(["cite-check", ".", "--rules", books[1], "--was", books[0], "--sarif", "out.sarif", *more])
        jsonschema.validators.validator_for(schema)(schema).validate(json.loads(Path("out.sarif").read_text("utf-8")))


def test_a_sarif_that_cannot_be_written_is_told_before_anything_is_rewritten(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = {file: file.read_bytes() for file in tree.rglob("*") if file.is_file()}
    assert run(tree, books, "--fix", "--sarif", str(tree)) == 2
    assert f"cannot write {tree}: Is a directory" in capsys.readouterr().err
    assert {file: file.read_bytes() for file in tree.rglob("*") if file.is_file()} == before


def test_a_path_that_is_no_utf_8_is_told_in_sarif(tmp_path: Path, books: tuple[str, str]) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    try:
        (root / os.fsdecode(b"\xff.c")).write_text("// CR 404.4")
    except OSError:
        pytest.skip("the file system takes only UTF-8")
    assert run(root, books, "--sarif", str(tmp_path / "s.sarif")) == 1
    (result,) = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("/%FF.c")


def test_of_a_line_that_a_machine_wrote_only_what_stands_nearby_is_looked_at(
    tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    number = 500
    text = "/* \u00fc */ 'CR 201.3',\n" + "'\u00fc CR 201.3'," * number
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "one.js").write_text(text, "utf-8")
    assert run(tmp_path / "tree", books, "--json") == 1
    first, second, *_, last = json.loads(capsys.readouterr().out)["findings"]
    assert [(each["line"], each["column"]) for each in (first, second, last)] == [(1, 13), (2, 7), (2, number * 13 - 6)]
    data = text.encode()
    middle = Mention("201.3", place := data.index(b"201.3", len(data) // 2), place + 5)
    start, end = line_of(data, middle)
    assert start < place < end < start + 5_000 < len(data)


def test_a_range_that_no_longer_holds_together_is_left(tmp_path: Path, books: tuple[str, str]) -> None:
    file = tmp_path / "range.py"
    file.write_text("# rules 301.2a-b, on ships without a captain and towed ones\n")
    assert run(file, books, "--fix") == 1
    assert "301.2a-b" in file.read_text()  # 301.2a to 301.2c would take in a new rule


def test_a_clean_tree_is_clean(tmp_path: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "clean.py"
    file.write_text("# CR 101.1: cards first\n")
    assert run(file, books) == 0
    assert capsys.readouterr().out == "1 citation in 1 of 1 files; all of them right.\n"


def test_json_says_the_same(tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tree, books, "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["citations"] == 9
    assert document["counts"]["moved-rule"] == 5
    first = document["findings"][0]
    assert (first["line"], first["column"], first["now"], first["certain"]) == (1, 9, ["201.3a"], True)


def test_sarif_has_a_result_with_a_fix_for_each(
    tree: Path, books: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree)
    assert main(["cite-check", ".", "--rules", books[1], "--was", books[0], "--sarif", "out.sarif"]) == 1
    log = json.loads((tree / "out.sarif").read_text("utf-8"))
    assert log["version"] == "2.1.0"
    run = log["runs"][0]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == 9
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        text = (tree / place["artifactLocation"]["uri"]).read_bytes().decode().splitlines()
        region = place["region"]
        cited = text[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
        assert result["message"]["text"].split(":")[0].endswith(cited)
    assert sum("fixes" in result for result in run["results"]) == 5


def test_git_says_what_belongs_to_a_tree(
    tree: Path, books: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", "init", "-q", str(tree)], check=True, env=environment)
    (tree / ".gitignore").write_text("node_modules/\ntrade.py\n")
    run(tree, books)
    out = capsys.readouterr().out
    assert "ferry.md" in out
    assert "trade.py" not in out


def test_a_rules_text_in_the_tree_is_not_looked_at(tmp_path: Path, books: tuple[str, str]) -> None:
    tree = tmp_path / "docs"
    tree.mkdir()
    rules = "".join(f"999.{number}. Boats wait, see rule 998.{number}.\n\n" for number in range(1, 400))
    (tree / "rules.txt").write_text(rules)
    assert run(tree, books) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--rules", "{new}"], "there is no such file or folder"),
        (["{new}", "--rules", "{new}", "--fix"], "--fix needs --was"),
        (["{new}", "--rules", "nowhere.txt"], "there is no such file"),
        (["{new}", "--rules", "{new}", "--sarif", "/dev/null/x.sarif"], "cannot write /dev/null/x.sarif"),
    ],
)
def test_wrong_usage_is_told(
    books: tuple[str, str], capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["cite-check", *(argument.format(new=books[1]) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err
