"""The site in a browser: the search finds, nothing is fetched from elsewhere, everybody can read it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from checker.engines import Description
from checker.engines.in_process import InProcess, Plays
from checker.finding.search import stems
from checker.model import Corpus
from checker.reading.corpus import load
from checker.running.runner import verdicts
from checker.site.pages import build
from reference_engine import Engine as Right
from tests.dominion.wrong_engines import BROKEN, Broken, NeverAsks
from tests.serving import serving
from tests.site.fixtures import LAST, ROOT, Stub, hostile
from tests.site.tab import Tab
from tests.site.test_pages import report

if TYPE_CHECKING:  # it need not be there
    from playwright.sync_api import Browser, Page, ViewportSize

WIDE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 360, "height": 740}
SMALL: ViewportSize = {"width": 320, "height": 568}
"""A small phone, and what is left of a screen that is magnified fourfold (WCAG 1.4.10)."""
BLOOD_MOON = "mtg/replacement/as-it-would-enter/tapped-land-under-blood-moon.html"
SOME = (
    "index.html",
    BLOOD_MOON,
    "mtg/replacement/tokens-and-counters/chatterfang-with-season.html",
    "dominion/exchange/player-orders/soldier-first.html",
    "mtg/replacement/as-it-would-enter.html",
    "mtg/index.html",
    "rules/index.html",
    "rules/701.10b.html",
    "cards/index.html",
    "cards/mtg/blood-moon.html",
    "docs/index.html",
    "docs/protocol.html",
    "docs/formats.html",
)
READ = (
    "index.html",
    BLOOD_MOON,
    "mtg/exchange/definition.html",
    "mtg/replacement/tokens-and-counters/chatterfang-with-season.html",
    "dominion/exchange/player-orders/soldier-first.html",
    "rules/701.10b.html",
    "mtg/index.html",
    "docs/protocol.html",
)
"""One of each kind of page, the chief ones first."""


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport=WIDE)
    tab = Tab(context.new_page())
    yield tab
    context.close()
    assert tab.wrong == []


@pytest.mark.parametrize(
    ("words", "kind", "address"),
    [
        ("blood moon", "card", "cards/mtg/blood-moon.html"),
        ("blod moon", "case", "blood-moon"),
        ("701.10b", "rule", "rules/701.10b.html"),
        ("701.12b", "rule", "rules/701.12b.html"),
        ("RIP", "card", "cards/mtg/rest-in-peace.html"),
        ("rule 614.12", "rule", "rules/614.12.html"),
        ("614.1", "rule", "rules/614.1.html"),
        ("peasant soldier order", "case", "player-orders"),
        ("exchange life totals", "ruling", "mtg/exchange/life-totals.html"),
        ("vampire bat", "ruling", "dominion/exchange/vampire-bat.html"),
    ],
)
def test_search_finds(tab: Tab, whole: Path, words: str, kind: str, address: str) -> None:
    tab.open(whole, "index.html")
    found = tab.search(words)
    assert any(one == kind and address in where for one, _, where in found[:3]), found


QUESTIONS = [
    ("bloodmoon with urborg", "type-changing/dependency/"),
    ("life link and exchange", "mtg/exchange/life-change-triggers"),
    ("how do layers work", "type-changing/started-in-an-earlier-layer"),
    ("page not in play at cleanup", "dominion/exchange/from-play-only"),
    ("does Blood Moon stop a land from entering tapped", "under-blood-moon.html"),
    ("does a Clone choose a creature type of its own", "copy-chooses-again.html"),
    ("who chooses which replacement effect applies first", "mtg/replacement/order-of-application"),
    ("what happens to damage that cannot be prevented", "unpreventable"),
    ("what happens when I skip my draw step", "mtg/replacement/skip"),
    ("how many tokens with two Doubling Seasons?", "tokens-and-counters/two-seasons.html"),
    ("does zero damage get doubled", "mtg/replacement/zero-damage"),
    ("is Gilded Drake sacrificed if it has no target", "mtg/exchange/all-or-nothing/drake-"),
    ("who controls a spell exchanged with Perplexing Chimera", "mtg/exchange/spell-control"),
    ("what does Urborg do to Blood Moon", "type-changing/dependency/"),
    ("does Humility remove the abilities of Opalescence", "type-changing/started-in-an-earlier-layer"),
    ("is a changeling every creature type when Conspiracy is out", "type-changing/conspiracy"),
    ("what if there is no Soldier left when I discard a Peasant", "dominion/exchange/player-orders"),
    ("does exchanging a card count as gaining it", "dominion/exchange/not-gained"),
    ("swap power and toughness with a +1/+1 counter", "mtg/exchange/power-and-toughness"),
    ("does aura swap work with an opponent's aura", "mtg/exchange/aura-swap"),
    ("do I have to exchange my Page", "dominion/exchange/optional"),
    ("does exchanging count as gaining", "dominion/exchange/not-gained"),
    ("trader reaction silver instead of province", "dominion/exchange/trader"),
    ("does indestructible save from wrath", "mtg/type-changing/darksteel-citadel"),
    ("can a Shelter be exchanged", "dominion/exchange/no-pile"),
    ("can a card be exchanged that Watchtower put onto the deck", "dominion/exchange/gained-card-moved"),
]
"""What people ask, and where the answer stands that comes first."""


@pytest.mark.parametrize(("question", "address"), QUESTIONS)
def test_a_question_is_answered_at_the_top_of_the_page(tab: Tab, whole: Path, question: str, address: str) -> None:
    page = tab.open(whole, "index.html")
    found = tab.paste(question)
    assert address in found[0][2], found[:4]
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(re.escape(address)))
    told = page.locator("h1, .because, .lead").all()
    assert len(told) > 1
    boxes = [part.bounding_box() for part in told]
    assert all(box is not None and box["y"] < WIDE["height"] for box in boxes)


def test_words_are_cut_alike_in_the_browser_and_in_the_terminal(tab: Tab, whole: Path, corpus: Corpus) -> None:
    page = tab.open(whole, "index.html")
    tab.search("x")
    words = sorted({word for case in corpus.cases.values() for word in re.findall(r"[a-z]+", case.title.lower())})
    words += [
        "there's",
        "doesn\u2019t",
        "swapped",
        "newer",
        "can't",
        "players\u2019",
        "701.12b",
        "tapped",
        "copies",
        "copied",
        "plays",
        "dying",
        "pass",
        "spelling",
        "Ghazb\u00e1n",
    ]
    assert page.evaluate("words => words.map(RULINGS_STEMS)", words) == [list(stems(word)) for word in words]


def test_an_old_number_leads_to_the_new_one(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, "docs/index.html")
    tab.search("701.10b")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/701.10b.html")
    page.locator(".moved a", has_text="701.12b").first.click()
    page.wait_for_url("**/rules/701.12b.html")
    assert "Control of permanents" in page.locator("main").inner_text()


def test_search_by_keyboard_alone(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, "mtg/exchange/definition.html")
    page.keyboard.press("/")
    page.keyboard.type("chatterfang season")
    page.wait_for_selector(".found a[aria-selected=true]")
    first = page.locator("#q").get_attribute("aria-activedescendant")
    page.keyboard.press("ArrowDown")
    assert page.locator("#q").get_attribute("aria-activedescendant") != first
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/chatterfang*.html")


def test_the_key_that_the_search_shows_is_no_part_of_what_is_searched(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, "index.html")  # where the search has the focus to begin with
    page.keyboard.press("/")
    page.keyboard.type("1/1")
    assert page.locator("#q").input_value() == "1/1"


TYPED_WHILE_IT_COMES = """() => {
  const input = document.getElementById("q");
  for (const text of ["c", "ch", "chatterfang season"]) {
    input.value = text;
    input.dispatchEvent(new Event("input"));
  }
  return document.querySelectorAll("script[src$='search-index.js']").length;
}"""


def test_the_index_is_fetched_once_whatever_is_typed_meanwhile(tab: Tab, whole: Path) -> None:
    """Else the list would be made anew when the others come, and forget what is selected."""
    page = tab.open(whole, "mtg/exchange/definition.html")
    assert page.evaluate(TYPED_WHILE_IT_COMES) == 1
    page.wait_for_selector(".found a[aria-selected=true]")
    assert "Chatterfang" in page.locator(".found").inner_text()


def test_nothing_found_is_said(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, "index.html")
    assert tab.search("qqqqqqqq") == []
    assert "Nothing fits" in page.locator(".found").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".found").is_hidden()


def test_a_search_can_be_linked_to(tab: Tab, whole: Path) -> None:
    page = tab.page
    page.goto(f"{(whole / 'index.html').as_uri()}?q=gilded+drake")
    page.wait_for_selector(".found a")
    assert "Gilded Drake" in page.locator(".found").inner_text()


@pytest.mark.parametrize("name", SOME)
def test_pages_open_without_complaint_and_fit_a_phone(tab: Tab, whole: Path, name: str) -> None:
    page = tab.open(whole, name)
    for size in (SMALL, NARROW, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.locator("h1").count() >= 1


def test_an_option_is_not_broken_within_a_word_on_a_phone(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, "docs/commands.html")
    page.set_viewport_size(SMALL)
    option = page.locator("td code", has_text="--edition EDITION").first
    assert option.evaluate("it => it.getClientRects().length") <= 2


def axe() -> str:
    """Axe's script: of the folder that `AXE` names, or of the environment that the tests run in."""
    for folder in (os.environ.get("AXE", ""), f"{sys.prefix}/node_modules/axe-core", f"{ROOT}/node_modules/axe-core"):
        script = Path(folder) / "axe.min.js"
        if folder and script.is_file():
            return script.read_text(encoding="utf-8")
    pytest.skip("axe-core is not installed: npm install --no-save --prefix .venv axe-core@4")


@pytest.mark.parametrize(
    ("scheme", "size", "names"),
    [("light", WIDE, SOME), ("light", NARROW, READ[:3]), ("dark", WIDE, READ), ("dark", NARROW, READ[:3])],
)
def test_everybody_can_read_it(
    browser: Browser, whole: Path, scheme: Literal["light", "dark"], size: ViewportSize, names: tuple[str, ...]
) -> None:
    script = axe()
    found = []
    context = browser.new_context(viewport=size, color_scheme=scheme)
    tab = Tab(context.new_page())
    for name in names:
        page = tab.open(whole, name)
        if name == "index.html":
            tab.search("blood moon")
        found += violations(page, script, name)
    context.close()
    assert found == []


def violations(page: Page, script: str, name: str) -> list[str]:
    page.evaluate(script)
    told = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{name}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in told["violations"]]


def test_it_works_below_any_address(tab: Tab, whole: Path) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with serving(partial(Quiet, directory=str(whole.parent))) as address:
        page = tab.page
        page.goto(f"{address}/{whole.name}/{BLOOD_MOON}")
        tab.search("confusion in the ranks")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(rf"/{whole.name}/.*confusion-in-the-ranks"))
        assert page.locator("h1").is_visible()


def test_without_scripts_there_is_a_way_to_everything(browser: Browser, whole: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((whole / "index.html").as_uri())
    assert "needs JavaScript" in page.locator("noscript").inner_html()  # which this way of having none does not show
    page.get_by_role("link", name="Replacement").click()
    page.get_by_role("link", name="As it would enter", exact=False).first.click()
    page.get_by_role("link", name="A nonbasic land that would enter tapped").click()
    assert page.locator(".verdict").is_visible()
    context.close()


def test_paper_has_the_case_and_not_the_search(tab: Tab, whole: Path) -> None:
    page = tab.open(whole, BLOOD_MOON)
    page.emulate_media(media="print")
    assert page.locator(".top").is_hidden()
    assert page.locator(".stage").is_visible()


def reported(corpus: Corpus, folder: Path, title: str, engine: Plays, started: str) -> Path:
    """A report of what an engine makes of a corpus."""
    connected = InProcess(lambda: engine)
    description = Description.of(connected.describe())
    finished = list(verdicts(corpus, corpus.cases.values(), connected, description))
    statuses = {each.case.id: str(each.verdict.status) for each in finished}
    rules = {each.case.id: [cite.key for cite in each.case.cites] for each in finished}
    return report(folder / f"{title}-{started}", statuses, started, title, rules)


def test_wrong_engines_are_told_with_what_they_have_wrong_and_what_has_changed(
    tab: Tab, part: Path, tmp_path: Path
) -> None:
    from checker.site.engines import read

    corpus = load(part)
    fixed, asks = "fixes the order", "never asks"
    files = [
        reported(corpus, tmp_path, fixed, Broken(BROKEN[fixed]), "2026-01-01T00:00:00Z"),
        reported(corpus, tmp_path, asks, NeverAsks(), "2026-01-01T00:00:00Z"),
        reported(corpus, tmp_path, asks, Right(), "2026-02-01T00:00:00Z"),
    ]
    build(corpus, tmp_path / "site", InProcess(Stub), map(read, files))
    page = tab.open(tmp_path / "site", "engines/index.html")
    rows = {
        row.locator("th a").inner_text(): row.locator("td").all_inner_texts() for row in page.locator("tbody tr").all()
    }
    assert "✗" in rows["Player orders"][0]
    assert rows["Optional"][1].endswith("✓")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE["width"]
    page.get_by_role("link", name=asks).click()
    told = page.locator("main").inner_text()
    assert "failed → passed" in told
    assert "Nothing that was run" in told
    page.go_back()
    page.get_by_role("link", name=fixed).click()
    told = page.locator(".faults").first.inner_text()
    assert "dominion-exchange:player-orders" in told


def test_pages_of_engines_are_for_everybody(browser: Browser, part: Path, tmp_path: Path) -> None:
    from checker.site.engines import read

    script, corpus = axe(), load(part)
    told = reported(corpus, tmp_path, "never asks", NeverAsks(), "2026-01-01T00:00:00Z")
    build(corpus, tmp_path / "site", InProcess(Stub), [read(told)])
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    found = []
    for name in ("index", "never-asks"):
        page.goto((tmp_path / f"site/engines/{name}.html").as_uri())
        found += violations(page, script, name)
    context.close()
    assert found == []


def test_harm_does_none(tab: Tab, tmp_path: Path) -> None:
    corpus = load(hostile(tmp_path / "corpus"))
    build(corpus, tmp_path / "site", InProcess(Stub))
    for path in sorted((tmp_path / "site").rglob("*.html"))[::3]:
        page = tab.open(tmp_path / "site", path.relative_to(tmp_path / "site").as_posix())
        assert page.locator("h1").count() == 1 or "docs" in path.parts
    page = tab.open(tmp_path / "site", "index.html")
    found = tab.search("alert")
    assert found
    assert "<script>alert(1)</script>" in found[0][1]
    assert page.locator(".found img").count() == 0


def test_one_of_very_many_cases_is_found(tab: Tab, large: Path) -> None:
    tab.open(large, "index.html")
    assert any(f"r-{LAST}/c-49" in address for _, _, address in tab.search(f"alert {LAST} onerror 49"))
