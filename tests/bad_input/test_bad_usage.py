"""A wrong command line or a bad corpus gets one clear message, the right exit code, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from checker.cli import main
from checker.reading.locate import data
from tests.bad_input.spoiling import FILE, bomb, spoil


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
        env={**os.environ, "PYTHONPATH": str(data("corpus").parent)},
    )
    assert done.returncode == code
    assert done.stderr == b""
    assert f"corpus/{FILE}".encode() in done.stdout
