"""An installed package has the corpus and the schemas with it, and works from any folder."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's contents, as they lie in `site-packages`."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def rulings(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from checker.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=site.parent,
        env=os.environ | {"PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_wheel_has_what_the_checkout_has(unpacked: Path) -> None:
    for folder in ("corpus", "schemas"):
        there = {path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.*") if path.is_file()}
        packed = {
            path.relative_to(unpacked / "rulings_data" / folder)
            for path in (unpacked / "rulings_data" / folder).rglob("*.*")
            if path.is_file()
        }
        assert packed == there
    assert not (unpacked / "tests").exists()


def test_installed_check_runs_the_corpus_it_came_with(unpacked: Path) -> None:
    done = rulings(unpacked, "check", "dominion/exchange/optional")
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout


@pytest.fixture
def of_dominion(unpacked: Path, tmp_path: Path) -> Path:
    """What was installed, less the rulings on Magic: it is read many times."""
    site = tmp_path / "site"
    shutil.copytree(unpacked, site)
    for folder in ("mtg", "cards/mtg"):
        shutil.rmtree(site / "rulings_data" / "corpus" / folder)
    return site


def test_what_was_installed_is_not_taken_for_the_corpus_that_lies_here(of_dominion: Path) -> None:
    shutil.copytree(of_dominion / "rulings_data" / "corpus", of_dominion.parent / "corpus")
    ruling = of_dominion.parent / "corpus/dominion/exchange/optional.yaml"
    assert rulings(of_dominion, "show", "dominion/exchange/optional").stderr == ""
    ruling.write_text(ruling.read_text().replace("Exchanging a Traveller is optional", "Exchanging one is optional"))
    for words in (["show", "dominion/exchange/optional"], ["validate"], ["check", "dominion/exchange/optional"]):
        done = rulings(of_dominion, *words)
        assert done.stderr == (
            "rulings: this reads the installed corpus; the one in ./corpus is another, and `--corpus corpus` reads it\n"
        )
        assert "Exchanging one" not in done.stdout
        assert rulings(of_dominion, *words, "--corpus", "corpus").stderr == ""


def test_what_was_installed_is_not_written_to(unpacked: Path) -> None:
    text = str(ROOT / "tests/rules_text/harbour/2031-03-08.txt")
    decision = ["--decide", "mtg/replacement/instead", "--as", "stands", "--by", "me", "--why", "so"]
    for words in (["gate", text, "--record"], ["gate", text, *decision], ["rebase", text]):
        done = rulings(unpacked, *words)
        assert (done.returncode, done.stderr.partition(";")[0]) == (
            2,
            "rulings: the installed corpus is not written to, since the next installation would undo it",
        )
    assert rulings(unpacked, "rebase", text, "--dry-run").returncode != 2


def test_installed_engine_runs_as_a_child(unpacked: Path) -> None:
    engine = f"cmd:{sys.executable} -m reference_engine"
    done = rulings(unpacked, "check", "dominion/exchange/optional", "--engine", engine)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("words", [("check",), ("validate", "--corpus", str(ROOT / "corpus"))])
def test_packages_without_their_data_say_so(tmp_path: Path, words: tuple[str, ...], *, archived: bool) -> None:
    """As where only they were copied, or where all is in an archive that Python imports from."""
    for package in ("checker", "reference_engine"):
        shutil.copytree(ROOT / package, tmp_path / "copied" / package, ignore=shutil.ignore_patterns("__pycache__"))
    if archived:
        shutil.make_archive(str(tmp_path / "archive"), "zip", tmp_path / "copied")
    place = tmp_path / ("archive.zip" if archived else "copied")
    said = rulings(place, *words)
    assert said.returncode == 2, said.stderr
    assert re.fullmatch(rf"rulings: rulings lacks its own folder `\w+`, which is not at {place}/.*\n", said.stderr)
