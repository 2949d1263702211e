"""A site that several processes write is the site that one writes, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.engines.in_process import InProcess
from checker.engines.spec import open_engine
from checker.reading.corpus import load
from checker.site.core import Site
from checker.site.pages import Built, build
from checker.site.scenes import Stage
from tests.site.fixtures import ROOT, Stub, hostile

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
    pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning"),  # the tests' own runner has threads
]


def tree(folder: Path) -> dict[str, bytes]:
    """Every file with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def same(corpus: Path, folder: Path, engine: Callable[[], InProcess]) -> Built:
    """Build a site in one process and in three, hold the one to the other, and return what was built."""
    one, three = (build(load(corpus), folder / str(jobs), engine(), jobs=jobs) for jobs in (1, 3))
    assert one == three
    assert tree(folder / "1") == tree(folder / "3")
    return three


def test_one_process_and_three_write_the_same_bytes(part: Path, tmp_path: Path) -> None:
    engine = open_engine("reference")
    assert isinstance(engine, InProcess)
    assert not same(part, tmp_path, lambda: engine).disagreeing


def test_addresses_that_look_alike_are_the_same_from_every_process(tmp_path: Path) -> None:
    corpus = hostile(tmp_path / "corpus", rulings=1)
    file = corpus / "dominion/evil/r-0.yaml"
    text = file.read_text(encoding="utf-8")
    for number, rule in enumerate(("p/q", "P/Q", "p-q", "P-Q")):  # each is the first that some process hears of
        case = f"- case: c-{number}\n"
        text = text.replace(case, f'{case}  cites: [{{source: evil, rule: "{rule}", edition: late}}]\n')
    file.write_text(text, encoding="utf-8")
    assert same(corpus, tmp_path, lambda: InProcess(Stub)).cases == 4
    assert len(list((tmp_path / "3/rules").rglob("p-q*.html"))) == 4


def test_what_an_engine_raises_is_told_of_the_case_by_every_process(part: Path, tmp_path: Path) -> None:
    class Raising(Stub):
        def run(self, params: dict[str, Any]) -> dict[str, Any]:
            if params["actions"]:
                raise ArithmeticError("too hard")
            return super().run(params)

    built = same(part, tmp_path, lambda: InProcess(Raising))
    assert len(built.disagreeing) == built.cases
    told = (tmp_path / "3/dominion/exchange/player-orders/soldier-first.html").read_text(encoding="utf-8")
    assert "ArithmeticError: too hard" in told


def test_what_a_process_that_dies_leaves_is_written_all_the_same(part: Path, tmp_path: Path) -> None:
    here = os.getpid()

    class Deadly(Stub):
        def run(self, params: dict[str, Any]) -> dict[str, Any]:
            if os.getpid() != here and params["actions"]:
                os.kill(os.getpid(), signal.SIGKILL)
            return super().run(params)

    same(part, tmp_path, lambda: InProcess(Deadly))


@pytest.mark.parametrize(("jobs", "place"), [(1, "in-the-way"), (3, "in-the-way"), (1, "full"), (3, "full")])
def test_a_folder_that_a_process_cannot_write_is_told_in_a_line(
    part: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    jobs: int,
    place: str,
) -> None:
    monkeypatch.setattr("checker.cli.asking.worth", lambda *_: jobs)
    ruling = tmp_path / "site/mtg/exchange/definition"
    ruling.parent.mkdir(parents=True)
    if place == "full":
        if not Path("/dev/full").exists():
            pytest.skip("there is nothing here that is always full")
        ruling.mkdir()
        case = next(iter(load(part).rulings["mtg/exchange/definition"].cases))
        (ruling / f"{case.slug}.html").symlink_to("/dev/full")
    else:
        ruling.write_text("")
    assert main(["site", str(tmp_path / "site"), "--corpus", str(part)]) == 2
    told = capfd.readouterr()
    (line,) = told.err.splitlines()
    assert "cannot write " in line
    assert not told.out


def test_a_disk_that_gets_full_in_the_middle_of_a_file_is_told(part: Path, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    site = Site(load(part), tmp_path, Stage(load(part), InProcess(Stub)), ())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        site.write("static/whole.js", b"x" * 1000)
        with pytest.raises(OSError, match="too large"):
            site.write("static/search-index.js", b"x" * 1001)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_cannot_be_copied_is_told_with_its_reason(
    part: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is nothing here that is always full")
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/card.schema.json").symlink_to("/dev/full")
    assert main(["site", str(tmp_path), "--corpus", str(part)]) == 2
    assert capsys.readouterr().err == f"rulings: cannot write {tmp_path}: No space left on device\n"


@pytest.mark.parametrize(("engine", "processes"), [("python:watched:Engine", 3), ("cmd:python -m watched", 1)])
def test_an_engine_in_this_process_is_forked_and_no_other(
    part: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, processes: int
) -> None:
    monkeypatch.setenv("SEEN", str(tmp_path / "seen"))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    monkeypatch.setattr("checker.running.forked.processors", lambda: 3)
    monkeypatch.setattr("checker.running.forked.active_count", lambda: 1)
    monkeypatch.setattr("checker.running.forked._WORTH", 1)
    (tmp_path / "seen").mkdir()
    (tmp_path / "watched.py").write_text(
        "import os, pathlib, sys\n"
        "from reference_engine import Engine as Right\n"
        "from reference_engine.kernel.service import serve\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        pathlib.Path(os.environ['SEEN'], str(os.getpid())).touch()\n"
        "        return super().run(params)\n"
        "if __name__ == '__main__':\n"
        "    serve(Engine(), sys.stdin, sys.stdout)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["site", str(tmp_path / "site"), "--corpus", str(part), "--engine", engine]) == 0
    assert len(list((tmp_path / "seen").iterdir())) == processes


def test_an_interrupt_ends_every_process(tmp_path: Path) -> None:
    code = (
        "import sys; from checker import cli; from checker.running import forked; "
        "forked.processors = lambda: 3; sys.exit(cli.main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "site", str(tmp_path / "site")]
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as run:
        while run.poll() is None and not list((tmp_path / "site").rglob("exchange/*/*.html")):
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does it: every process hears of it
        told, warned = run.communicate()
    assert (run.returncode, told, warned) == (130, b"", b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


def test_a_page_of_another_origin_is_not_written_over(
    part: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = tmp_path / "index.html"
    theirs.write_text("mine")
    assert main(["site", str(tmp_path), "--corpus", str(part)]) == 2
    assert "has an `index.html` of another origin" in capsys.readouterr().err
    assert [theirs.read_text(), *tmp_path.iterdir()] == ["mine", theirs]
