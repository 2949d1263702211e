"""What commands print on a terminal: a pager where there is much, lines that fit, nothing of it when piped."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-c", "import sys; from checker.cli import main; sys.exit(main())"]
LONG = ("show", "dominion/exchange/changeling")
PAGER = f"{sys.executable} -c \"import sys; print('PAGED', len(sys.stdin.read().splitlines()))\""


def on_terminal(*words: str, columns: int = 80, rows: int = 24, **environment: str) -> str:
    """Run a command on a terminal of a size and return what it shows, without colour."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "PAGER", "NO_COLOR"}}
    process = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=inner,
        stderr=inner,
        env={**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **environment},
    )
    os.close(inner)
    told = b""
    try:
        while part := os.read(outer, 65536):
            told += part
    except OSError:  # the other side has closed, and that is how Linux says so
        pass
    os.close(outer)
    assert process.wait(30) == 0, told.decode()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told.decode()).replace("\r\n", "\n")


def test_what_is_long_is_paged() -> None:
    told = on_terminal(*LONG, PAGER=PAGER)
    assert re.fullmatch(r"PAGED \d{2,}\n", told), told


@pytest.mark.parametrize(
    ("words", "pager"),
    [
        ((*LONG, "--no-pager"), PAGER),
        (LONG, ""),
        (LONG, "cat"),
        (LONG, "no-such-program-anywhere"),
        (LONG, "an unclosed ' quote"),
    ],
)
def test_there_need_not_be_a_pager(words: tuple[str, ...], pager: str) -> None:
    told = on_terminal(*words, PAGER=pager)
    assert told.startswith("dominion/exchange/changeling  may\n")
    assert "PAGED" not in told


def test_what_is_short_is_not_paged() -> None:
    assert "PAGED" not in on_terminal("search", "--limit", "1", "vampire", PAGER=PAGER)
    assert "PAGED" not in on_terminal(*LONG, rows=500, PAGER=PAGER)


def test_a_reader_may_stop_reading() -> None:
    assert on_terminal("show", "mtg/exchange/control-of-permanents", "--cases", PAGER=f"{sys.executable} -c pass") == ""


def test_more_seconds_are_not_offered_to_an_answer_that_lacks_only_its_line_break(tmp_path: Path) -> None:
    answers = '{"jsonrpc": "2.0", "id": 1, "result": %s}'
    games = '{"protocol": 1, "name": "x", "version": "1", "games": {"dominion": {}}, "capabilities": []}'
    script = f"read x; echo '{answers % games}'; read x; printf '{answers % '{}'}'; sleep 9"
    (tmp_path / "engine.sh").write_text(script)
    engine = f"cmd:sh {tmp_path / 'engine.sh'}"
    command = [sys.executable, "-m", "checker", "check", "dominion", "-x", "--timeout", "0.5", "--engine", engine]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert "bytes came without a line break" in " ".join(told.split())
    assert "gives an answer more seconds" not in told


def test_a_terminal_of_no_columns_has_some() -> None:
    command = [sys.executable, "-m", "checker", "search", "vampire"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "0"})
    assert run.stdout.startswith("dominion/exchange/vampire-bat\n")


def test_what_the_locale_has_no_letter_for_is_written_as_an_escape_and_json_is_utf_8() -> None:
    command = [sys.executable, "-m", "checker", "show", "mtg/replacement/cant#classed-after-a-condition"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    plain = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    assert b"can\\u2019t gain life" in plain
    told = subprocess.run([*command, "--json"], capture_output=True, check=True, env=environment).stdout
    assert "can\u2019t gain life".encode() in told


def test_where_nobody_listens_nothing_is_told() -> None:
    command = [sys.executable, "-m", "checker", "search", "vampire"]
    run = subprocess.run(f"{shlex.join(command)} <&- >&-", shell=True, stderr=subprocess.PIPE, check=False)  # noqa: S602
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
def test_where_nothing_can_be_told_the_exit_code_is_right() -> None:
    command = [sys.executable, "-m", "checker", "check", "no such thing"]
    with Path("/dev/full").open("w") as full:
        assert subprocess.run(command, stderr=full, check=False).returncode == 2
        assert subprocess.run(command, stderr=full, stdout=full, check=False).returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["--version"], ["list"]])
def test_what_nobody_can_be_told_has_not_gone_well(words: list[str]) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "checker", *words]
    with Path("/dev/full").open("w") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, text=True, check=False)
    assert (run.returncode, run.stderr) == (2, "rulings: cannot write: No space left on device\n")


def test_what_an_engine_has_closed_is_no_fault_of_ours(tmp_path: Path) -> None:
    (tmp_path / "closes.py").write_text(
        "import os\n"
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        os.closerange(1, 2)\n"
        "        return super().run(params)\n"
    )
    command = [sys.executable, "-m", "checker", "check", "dominion/exchange/optional#declined"]
    run = subprocess.run(
        [*command, "--engine", "python:closes:Engine"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (run.returncode, run.stderr) == (2, "rulings: cannot write: Bad file descriptor\n")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the system has no name for standard output")
@pytest.mark.parametrize("file", ["/dev/stdout", "out"])
def test_a_report_is_not_written_over_what_is_told(file: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "checker", "check", "dominion/exchange/optional#declined"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for words in (["--report", f"jsonl={file}"], ["--json", "--report", f"junit={file}"], ["--resume", file]):
        with (tmp_path / "out").open("w") as out:
            run = subprocess.run(
                [*command, *words], stdout=out, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment,
                check=False,
            )  # fmt: skip
        assert (run.returncode, (tmp_path / "out").read_text()) == (2, "")
        assert f"standard output goes to {file} too" in run.stderr
    piped = [*command, "--report", "jsonl=/dev/stdout"]
    done = subprocess.run(piped, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 4), done.stderr


def test_a_pipe_has_no_pager() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PAGER": PAGER}
    done = subprocess.run([*PROGRAM, *LONG], capture_output=True, check=True, env=environment)
    assert b"PAGED" not in done.stdout
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize(
    "words",
    [
        ("show", "mtg/replacement/as-it-would-enter"),
        ("show", "mtg/replacement/as-it-would-enter#tapped-land-under-blood-moon"),
        ("explain", "mtg/type-changing/dependency#urborg-then-blood-moon"),
        ("explain", "dominion/exchange/player-orders#soldier-first"),
        ("explore", "dominion/exchange/player-orders#all-outcomes"),
        ("search", "does", "blood", "moon", "stop", "a", "land"),
        ("list", "dominion"),
        ("list", "dominion", "--cases"),
    ],
)
def test_lines_fit_a_narrow_terminal(words: tuple[str, ...], columns: int) -> None:
    told = on_terminal(*words, "--no-pager", columns=columns)
    lines = told.splitlines()
    assert len(lines) > 5
    # A word that is longer than a line, such as an id, is not broken.
    assert [
        line for line in lines if len(line) > columns and len(line.split()) > 1 and len(line.split()[-1]) < 20
    ] == []


def test_an_explanation_calls_things_by_name_and_tells_why() -> None:
    told = on_terminal("explain", "mtg/type-changing/dependency#urborg-then-blood-moon", "--no-pager", columns=200)
    for line in (
        "Blood Moon after Urborg - Urborg is a Mountain and no land is a Swamp",
        "Bob casts Blood Moon  601.2i",
        "although it is newer, since that depends on it  613.8b",
        "Urborg, Tomb of Yawgmoth gains the subtype Mountain  613.1d",
        'Urborg, Tomb of Yawgmoth loses all its abilities ("swamps"); gains tap for red  305.7',
    ):
        assert line in told
    assert re.search(r"^Why\n  Blood Moon would remove Urborg's ability", told, re.MULTILINE)
    assert re.search(r"^The ruling\n  Within a layer", told, re.MULTILINE)


def test_an_explanation_calls_players_by_name_wherever_in_a_sentence() -> None:
    told = on_terminal("explain", "mtg/replacement/once-per-event#two-doublers", "--no-pager", columns=200)
    steps = told.partition("What happens\n")[2].partition("\nThe ruling")[0]
    assert "deals 8 damage to Bob" in steps
    assert re.findall(r"\b(?:alice|bob)\b", steps) == []
