"""Files that are no YAML, no text, or no files; links to folders."""

import os
from pathlib import Path

import pytest

from tests.bad_input.spoiling import FILE, RULING, Told, bomb


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


@pytest.mark.parametrize("link", ["a_ring", "dominion/ring", "dominion/exchange/ring"])
@pytest.mark.parametrize("to", [".", "..", "dominion", "dominion/exchange"])
def test_a_link_back_into_the_corpus_is_not_followed(corpus: Path, told: Told, link: str, to: str) -> None:
    (corpus / link).symlink_to(corpus / to)
    assert told() == []


def test_links_in_a_ring_are_followed_once(corpus: Path, told: Told, tmp_path: Path) -> None:
    (corpus / "dominion/exchange").rename(tmp_path / "elsewhere")
    (corpus / "dominion/exchange").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere/ring").symlink_to(tmp_path / "elsewhere")
    assert told() == []


def test_a_corpus_can_be_a_link(corpus: Path, told: Told, tmp_path: Path) -> None:
    corpus.rename(tmp_path / "elsewhere")
    corpus.symlink_to(tmp_path / "elsewhere")
    (corpus / FILE).write_text("")
    assert told() != []
