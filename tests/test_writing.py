"""Files are written whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from checker import writing
from checker.problems import UsageError
from checker.prose import many


def test_what_stood_there_is_left_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "decisions.json"
    file.write_text("hours of work")

    def full(path: Path, _data: bytes) -> int:
        path.open("wb").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UsageError, match=r"cannot write .*decisions\.json: No space left on device"):
        writing.whole(file, "less")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("decisions.json", "hours of work")]


def test_a_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "known.yaml", tmp_path / "link.yaml"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    writing.whole(link, "after")
    assert (file.read_text(), file.stat().st_mode & 0o777, link.is_symlink()) == ("after", 0o640, True)
    file.chmod(0o600)
    writing.whole(file, "after")
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "known.yaml"
    file.write_text("before")

    def interrupted(_one: Path, _other: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writing.whole(file, "after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("known.yaml", "before")]


def test_a_folder_is_made_and_a_device_is_written_to(tmp_path: Path) -> None:
    writing.whole(tmp_path / "new" / "folder" / "file.txt", "content")
    assert (tmp_path / "new" / "folder" / "file.txt").read_text() == "content"
    writing.whole(Path("/dev/null"), "content")
    with pytest.raises(UsageError, match=r"cannot write /dev/full: No space left"):
        writing.whole(Path("/dev/full"), "content")
    with pytest.raises(UsageError, match=r"cannot write .*: Is a directory"):
        writing.whole(tmp_path, "content")


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there.txt"
    there.write_text("before")
    writing.ready(there, tmp_path / "new" / "other.txt", Path("/dev/null"), None, tmp_path / ("\N{BAT}" * 63))
    writing.whole(tmp_path / ("\N{BAT}" * 63), "content")
    assert there.read_text() == "before"
    assert list((tmp_path / "new").iterdir()) == []
    for path, why in ((tmp_path, "Is a directory"), (there / "file", "Not a directory")):
        with pytest.raises(UsageError, match=f"cannot write .*: {why}"):
            writing.ready(path)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UsageError, match=r"cannot write .*: Permission denied"):
        writing.ready(there)


def test_a_pipe_is_written_to() -> None:
    reads, writes = os.pipe()
    path = Path(f"/proc/self/fd/{writes}")
    if not path.exists():
        pytest.skip("no pipe has a path here")
    writing.ready(path)
    writing.whole(path, "content")
    os.close(writes)
    assert os.read(reads, 100) == b"content"
    os.close(reads)


def test_numbers_with_nouns() -> None:
    assert [many(number, "case") for number in (0, 1, 2, 2187)] == ["0 cases", "1 case", "2 cases", "2,187 cases"]
