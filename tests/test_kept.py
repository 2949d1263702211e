"""What was read of a corpus is kept for the next time, and is never out of date."""

import os
import shutil
from pathlib import Path

import pytest

from checker.problems import CorpusError
from checker.reading import kept, schema, yaml_subset
from checker.reading.corpus import load, read
from checker.reading.locate import data


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A part of the corpus that is large enough to be kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(data("corpus") / "dominion", tmp_path / "corpus" / "dominion")
    shutil.copy(data("corpus") / "sources.yaml", tmp_path / "corpus")
    return tmp_path / "corpus"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read, not remembered."""
    names: list[str] = []
    read = yaml_subset.read

    def watched(content: bytes, path: Path) -> object:
        names.append(path.stem)
        return read(content, path)

    monkeypatch.setattr(yaml_subset, "read", watched)
    return names


def test_nothing_is_read_twice_and_the_corpus_is_the_same(root: Path, reads: list[str]) -> None:
    first = load(root)
    assert len(reads) > 20
    reads.clear()
    assert load(root) == first
    assert reads == []


def test_who_reads_with_lines_leaves_what_is_kept_alone(root: Path, reads: list[str]) -> None:
    load(root)
    reads.clear()
    read(root, lines=True)
    load(root)
    assert reads == []


def test_a_changed_file_is_read_again_and_what_is_gone_is_forgotten(root: Path, reads: list[str]) -> None:
    load(root)
    reads.clear()
    changed, gone = sorted((root / "dominion").rglob("*.yaml"))[:2]
    changed.write_text(changed.read_text("utf-8") + "\n# more\n", "utf-8")
    gone.unlink()
    corpus = load(root)
    assert reads == [changed.stem]
    assert not [ruling for ruling in corpus if ruling.place.path.name == gone.name]
    (store,) = kept.folder("corpus").iterdir()
    size = store.stat().st_size
    load(root)
    assert store.stat().st_size == size
    assert reads == [changed.stem]


def test_a_changed_schema_makes_it_worthless(root: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    load(root)
    reads.clear()
    monkeypatch.setattr(schema, "files", lambda: [data("schemas") / "ruling.schema.json"])
    load(root)
    assert len(reads) > 20


def test_a_file_with_a_mistake_is_found_every_time(root: Path) -> None:
    wrong = min((root / "dominion").rglob("*.yaml"))
    wrong.write_text(wrong.read_text("utf-8").replace("kind:", "sort:"), "utf-8")
    for _ in range(2):
        with pytest.raises(CorpusError, match="sort"):
            load(root)


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"[]", b'{"judges": "other", "values": {}}', b'{"values": 1}'])
def test_rubbish_in_the_folder_does_no_harm(root: Path, content: bytes) -> None:
    corpus = load(root)
    (store,) = kept.folder("corpus").iterdir()
    store.write_bytes(content)
    assert load(root) == corpus
    assert len(store.read_bytes()) > len(content)


def test_where_nothing_can_be_kept_all_is_read(root: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    assert load(root) == load(root)
    assert len(set(reads)) * 2 == len(reads)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError))
    assert load(root)


def test_a_cache_folder_without_its_whole_path_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("", "here", "./here"):
        monkeypatch.setenv("XDG_CACHE_HOME", name)
        assert kept.folder("corpus") == tmp_path / ".cache" / "rulings" / "corpus"


def test_a_small_corpus_is_not_kept(root: Path) -> None:
    shutil.rmtree(root / "dominion")
    load(root)
    assert not kept.folder("corpus").exists()
