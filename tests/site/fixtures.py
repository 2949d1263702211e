"""Sites to look at: of the whole corpus, of a part of it, of a corpus that means harm."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from checker.engines.in_process import InProcess
from checker.reading.corpus import load
from checker.site.pages import build
from tests.blocks import blocks, run_block
from tests.once import once, shared

if TYPE_CHECKING:  # it need not be there
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent.parent
LAST = 99 if os.environ.get("RULINGS_SLOW") else 9
"""The number of the last ruling of a large corpus, in which each has 50 cases."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the corpus that is shipped, as the README's commands build it."""
    block = next(block for page, block in blocks() if page == "README.md" and block.startswith("rulings site "))
    return once(shared(tmp_path_factory) / "whole", partial(run_block, block)) / block.split()[2]


@pytest.fixture(scope="session")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus: two rulings of each game, and all sources and cards."""
    folder = tmp_path_factory.mktemp("part") / "corpus"
    for name in ("sources.yaml", "cards"):
        source = ROOT / "corpus" / name
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    for name in (
        "dominion/exchange/player-orders",
        "dominion/exchange/optional",
        "mtg/exchange/definition",
        "mtg/replacement/once-per-event",
    ):
        target = folder / f"{name}.yaml"
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / "corpus" / f"{name}.yaml").read_text(encoding="utf-8")
        target.write_text(text, encoding="utf-8")
    return folder


EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'{{ 7*7 }}{% raw %}"
RIGHT_TO_LEFT = "\u05e9\u05dc\u05d5\u05dd \u0627\u0644\u0639\u0631\u0628\u064a\u0629"
"""Peace in Hebrew, between marks that turn the direction round, and Arabic in Arabic."""
SOURCES = """\
games:
  dominion: {title: "<script>alert(0)</script>", publisher: nobody}
sources:
  evil:
    title: "<b>evil</b>"
    game: dominion
    authority: official
    url: "javascript:alert(3)"
    editions:
    - {edition: "../../x", title: a}
    - {edition: "late", title: b}
"""


def hostile(folder: Path, rulings: int = 3, cases: int = 4) -> Path:
    """A corpus that keeps to its schema and says nothing good."""
    (folder / "dominion/evil").mkdir(parents=True)
    (folder / "sources.yaml").write_text(SOURCES, encoding="utf-8")
    rules = ["../../etc/passwd", "a/b", "A/B", "con", "", "1.2.3.4", "9" * 300, "<script>", RIGHT_TO_LEFT, "6\u00b2.1"]
    for number in range(rulings):
        cites = "".join(
            f"- {{source: evil, rule: {json.dumps(rule or '-')}, edition: {json.dumps(edition)}}}\n"
            for rule in (rules if number < 3 else rules[:1])
            for edition in ("../../x", "late")
        )
        listed = "".join(
            f"- case: c-{case}\n  title: {json.dumps(f'{EVIL} {RIGHT_TO_LEFT} {number} {case}')}\n"
            f"  why: {json.dumps(EVIL)}\n"
            f"  given: {{alice: {{hand: {{x: {json.dumps(EVIL)}, two: Copper, z: {json.dumps(RIGHT_TO_LEFT)}}}}}}}\n"
            f"  actions: [{{play: x}}]\n  expect: {{alice: {{hand: {{x: null}}}}, piles: {{{json.dumps(EVIL)}: 1}}}}\n"
            for case in range(cases)
        )
        head = f"ruling: dominion/evil/r-{number}\nstatement: {json.dumps(EVIL)}\nkind: must\n"
        text = f"{head}cites:\n{cites}cases:\n{listed}"
        (folder / f"dominion/evil/r-{number}.yaml").write_text(text, encoding="utf-8")
    return folder


class Stub:
    """Answers every position with itself, quickly."""

    def describe(self, _params: dict[str, Any]) -> dict[str, Any]:
        games: dict[str, Any] = {"dominion": {}, "mtg": {}}
        return {"protocol": 1, "name": "<b>stub</b>", "version": "1", "games": games, "capabilities": ["choices"]}

    def run(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"state": params["given"]}


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a large corpus that means harm: of 5,000 cases if there is time."""

    def make(folder: Path) -> None:
        corpus = load(hostile(folder / "corpus", rulings=LAST + 1, cases=50))
        assert build(corpus, folder / "site", InProcess(Stub, trusted=True)).cases == 50 * (LAST + 1)

    return once(shared(tmp_path_factory) / "large", make) / "site"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where it is missing, what needs it is skipped."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield chromium
        chromium.close()
