"""The site as files: everything is there, every link leads somewhere, nothing in a corpus can break a page."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from checker.cli import main
from checker.engines.in_process import InProcess
from checker.finding.moves import Move, moves
from checker.model import Corpus
from checker.reading.corpus import load
from checker.rules_text import record
from checker.site.engines import read
from checker.site.links import Links
from checker.site.pages import build
from checker.site.rules import Rules
from tests.site.fixtures import EVIL, LAST, Stub, hostile

KILOBYTE = 1024


class Page(HTMLParser):
    """What a page links to and says, and the tags it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.add(tag)
        if tag == "a" and "href" in told:
            self.links.append(told["href"] or "")
        assert not any(name.startswith("on") or name == "style" for name in told), told

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def pages(folder: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(folder.rglob("*.html")):
        yield path, Page(path.read_text(encoding="utf-8"))


LINK = re.compile(r'<(\w+)\b[^>]*? (?:href|src|action)="([^"]*)"')
ANCHOR = re.compile(r' id="([^"]*)"')


def test_every_link_leads_somewhere_and_nothing_comes_from_elsewhere(whole: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in whole.rglob("*.html")}
    anchors = {path: ANCHOR.findall(text) for path, text in texts.items()}
    files = {path for path in whole.rglob("*") if path.is_file()}
    wrong = []
    for path, text in texts.items():
        assert len(anchors[path]) == len(set(anchors[path])), path
        for tag, address in set(LINK.findall(text)):
            link = unescape(address)
            parts = urlsplit(link)
            if parts.scheme:
                assert tag == "a", f"{path} loads {link}"
                assert parts.scheme in {"http", "https"}, link
                continue
            assert not link.startswith("/"), f"{path}: {link} needs the root of a server"
            target = Path(normpath(path.parent / unquote(parts.path))) if parts.path else path
            if target not in files:
                wrong.append(f"{path}: {link}")
            elif parts.fragment and target in anchors and unquote(parts.fragment) not in anchors[target]:
                wrong.append(f"{path}: no {link}")
    assert not wrong[:10]


def test_every_ruling_case_rule_and_card_has_its_page(corpus: Corpus, whole: Path) -> None:
    links = Links()
    for name in (*map(links.ruling, corpus.rulings), *map(links.case, corpus.cases)):
        assert (whole / name).is_file()
        assert json.loads((whole / name).with_suffix(".json").read_bytes())
    for key in Rules(corpus).all:
        assert (whole / links.rule(key)).is_file()
    assert len(list((whole / "cards").rglob("*.html"))) == len(corpus.cards) + 1


def test_pages_are_small(corpus: Corpus, whole: Path) -> None:
    links = Links()
    beside = sum((whole / f"static/{name}").stat().st_size for name in ("style.css", "search.js", "icon.svg"))
    sizes = {name: (whole / links.ruling(name)).stat().st_size for name in corpus.rulings}
    assert max(sizes.values()) + beside < 60 * KILOBYTE, max(sizes, key=lambda name: sizes[name])


def test_a_case_tells_position_steps_result_reasons(corpus: Corpus, whole: Path) -> None:
    case = corpus.cases["dominion/exchange/player-orders#soldier-first"]
    page = Page((whole / "dominion/exchange/player-orders/soldier-first.html").read_text(encoding="utf-8"))
    text = " ".join(" ".join(page.text).split())
    for words in (
        case.title,
        " ".join(corpus.rulings[case.ruling].statement.split()),
        " ".join((case.why or "").split()),
        "Peasant 9 Soldier 0 Fugitive 5",
        "clean-up alice",
        "piles Peasant: 10; Soldier: 0; Fugitive: 4",
        "Alice exchanges Soldier for Fugitive",
        "agrees",
        "rulings check 'dominion/exchange/player-orders#soldier-first' --engine",
    ):
        assert words in text, words


def test_a_ruling_lists_its_cases_with_their_cards(whole: Path) -> None:
    page = (whole / "mtg/replacement/once-per-event.html").read_text(encoding="utf-8")
    assert "Gratuitous Violence · Runeclaw Bear" in page


def test_steps_call_players_by_name_wherever_in_a_sentence(whole: Path) -> None:
    page = Page((whole / "mtg/replacement/once-per-event/two-doublers.html").read_text(encoding="utf-8"))
    assert "deals 8 damage to Bob" in " ".join(" ".join(page.text).split())


def test_old_numbers_lead_to_new_ones(whole: Path) -> None:
    old = (whole / "rules/701.10b.html").read_text(encoding="utf-8")
    new = (whole / "rules/701.12b.html").read_text(encoding="utf-8")
    assert '<a class="rule" href="../rules/701.12b.html">701.12b</a>' in old
    assert '<a class="rule" href="../rules/701.10b.html">701.10b</a>' in new
    assert "control-of-permanents.html" in old
    assert "The rule that has this number today was" in old
    above = (whole / "rules/701.10.html").read_text(encoding="utf-8")
    assert "../rules/701.12.html" in above
    assert '<a class="rule" href="../rules/614.12c.html">' in (whole / "rules/614.12b.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("edition", "old", "new"),
    [  # read in the texts of both editions
        ("2013-11-01", "701.8b", "701.12b"),
        ("2013-11-01", "613.7a", "613.8a"),
        ("2013-11-01", "120.6a", "121.6a"),
        ("2013-11-01", "616.1e", "616.1f"),
        ("2024-03-08", "701.10b", "701.12b"),
        ("2024-03-08", "701.15a", "701.19a"),
        ("2024-03-08", "608.2m", "608.2n"),
        ("2025-09-19", "310.8", "310.9"),
    ],
)
def test_a_number_of_any_recorded_edition_leads_to_todays(
    corpus: Corpus, whole: Path, edition: str, old: str, new: str
) -> None:
    assert Move("mtg-cr", old, new, edition, "2026-08-07") in moves(corpus)
    page = (whole / f"rules/{old}.html").read_text(encoding="utf-8")
    assert re.search(rf'{edition}.* this was the number of what is now <a class="rule" href="../rules/{new}', page)
    assert f"{old}</a>" in (whole / f"rules/{new}.html").read_text(encoding="utf-8")


def test_every_number_cited_in_an_earlier_edition_stands_or_leads_on(corpus: Corpus) -> None:
    editions = [each["edition"] for each in corpus.sources["sources"]["mtg-cr"]["editions"]]
    newest = record.read(corpus.root, "mtg-cr", editions[-1])
    assert newest
    today = {passage.key: passage.wording for passage in newest.passages}
    known = Rules(corpus).all
    seen = 0
    for edition in editions[:-1]:
        then = record.read(corpus.root, "mtg-cr", edition)
        for passage in then.passages if then else ():
            if passage.sketch is None or today.get(passage.key) == passage.wording:
                continue  # not cited, or word for word where it was
            same = [key for key, wording in today.items() if wording == passage.wording]
            if same:
                seen += 1
                assert set(same) & set(known[passage.key].became), (edition, passage.key)
    assert seen > 10


def test_a_number_that_is_still_cited_is_not_sent_away(whole: Path, corpus: Corpus) -> None:
    rule = Rules(corpus).all["701.12"]
    assert rule.became == {
        "701.19": ["2013-05-01", "2013-11-01"],
        "701.14": ["2024-03-08", "2024-09-20"],
    }  # what was 701.12 then
    assert rule.now == []
    listed = (whole / "rules/index.html").read_text(encoding="utf-8")
    assert re.search(r"701\.10b</a> <span class=\"num\">→ 701\.12b", listed)
    assert not re.search(r"701\.12</a> <span class=\"num\">→", listed)


def test_the_same_corpus_gives_the_same_pages(part: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        build(load(part), tmp_path / name, InProcess(Stub))
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert files == sorted(
        path.relative_to(tmp_path / "two") for path in (tmp_path / "two").rglob("*") if path.is_file()
    )
    for path in files:
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes(), path


@pytest.mark.parametrize(
    "state",
    [
        {"players": None},
        {"players": [["alice"]]},
        {"players": ["alice"], "alice": None},
        {"players": ["alice"], "alice": 7},
        {"players": ["alice"], "alice": {"hand": [{"id": ["x"], "card": "Page"}]}},
        {"players": ["alice"], "alice": {"tokens": 5}, "piles": "none"},
    ],
    ids=str,
)
def test_an_answer_that_has_not_the_shape_of_a_position_breaks_no_page(
    part: Path, tmp_path: Path, state: dict[str, Any]
) -> None:
    class Odd(Stub):
        def run(self, params: dict[str, Any]) -> dict[str, Any]:
            return {"state": state} if params["actions"] else super().run(params)

    corpus = load(part)
    built = build(corpus, tmp_path / "site", InProcess(Odd))
    assert len(built.disagreeing) == len(corpus.cases)


def test_an_engine_that_differs_is_told_so(part: Path, tmp_path: Path) -> None:
    built = build(load(part), tmp_path, InProcess(Stub))
    assert "dominion/exchange/player-orders#soldier-first" in built.disagreeing
    text = (tmp_path / "dominion/exchange/player-orders/soldier-first.html").read_text(encoding="utf-8")
    assert "gets another result" in text
    assert '"lines tick"' not in text
    assert '<li class="ok">' not in text
    assert "&lt;b&gt;stub&lt;/b&gt;" in text


def test_the_command_says_what_it_wrote(part: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", str(tmp_path / "pages"), "--corpus", str(part)]) == 0
    assert re.search(r"[\d,]+ pages, \d+ of them of cases; begin with .*index\.html", capsys.readouterr().out)
    assert main(["site", "/dev/null/pages", "--corpus", str(part)]) == 2
    assert "cannot write" in capsys.readouterr().err


def report(
    path: Path,
    statuses: dict[str, str],
    started: str,
    engine: str = "an <i>engine</i>",
    rules: dict[str, list[str]] | None = None,
) -> Path:
    header: dict[str, Any] = {"line": "header", "report": 1, "rulings": "0", "corpus": {"hash": "x", "cases": 3}}
    lines = [{**header, "engine": {"spec": "s", "name": engine, "version": "1"}, "cases": 3, "started": started}]
    for case, status in statuses.items():
        lines.append({"line": "result", "case": case, "status": status, "runs": 1, "seconds": 0.1})
        lines[-1]["rules"] = (rules or {}).get(case, [])
        if status == "failed":
            lines[-1]["differences"] = [{"path": "trash", "expected": [], "actual": ["<script>alert(1)</script>"]}]
            lines[-1]["unasked"] = [{"player": "alice", "kind": "order", "choose": "<b>"}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_engines_have_a_matrix_and_a_page_each(part: Path, tmp_path: Path) -> None:
    case, other = (f"dominion/exchange/player-orders#{slug}" for slug in ("soldier-first", "peasant-first"))
    new = report(
        tmp_path / "new", {case: "failed", other: "passed", "gone/since/then#x": "crashed"}, "2026-02-01T00:00:00Z"
    )
    old = report(tmp_path / "old", {case: "passed", other: "passed"}, "2026-01-01T00:00:00Z")
    second = report(tmp_path / "second", {case: "unsupported"}, "2026-01-01T00:00:00Z", "../../second")
    words = [word for path in (new, old, second) for word in ("--report", str(path))]
    assert main(["site", str(tmp_path / "pages"), "--corpus", str(part), *words]) == 0
    matrix = Page((tmp_path / "pages/engines/index.html").read_text(encoding="utf-8"))
    assert "an <i>engine</i>" in matrix.text
    assert "i" not in matrix.tags
    (own,) = (
        path for path in matrix.links if "engine" in path and "/" in path and "second" not in path and "i-" in path
    )
    text = (tmp_path / "pages/engines" / own).resolve().read_text(encoding="utf-8")
    assert "passed → failed" in text
    assert "&lt;script&gt;alert(1)" in text
    assert "Unused: alice, order: &lt;b&gt; (an answer of the case that no question took)" in text
    assert "gone/since/then#x" in text


def test_a_report_may_hold_any_character(tmp_path: Path) -> None:
    name = "dominion/exchange/optional#declined"
    path = report(tmp_path / "odd", {name: "error"}, "2026-02-01T00:00:00Z")
    header, line = (json.loads(text) for text in path.read_text().splitlines())
    line["message"] = "\u2028\x85\ud800"
    told = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in (header, line))
    path.write_bytes(told.encode("utf-8", "backslashreplace"))
    assert read(path).results == {name: line}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it has no header"),
        ("no json\n{}\n", "this is not a line of a report"),
        ('{"line": "footer"}\n', "it has no header"),
    ],
)
def test_what_is_no_report_is_told(
    text: str, message: str, part: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report").write_text(text)
    assert main(["site", str(tmp_path / "p"), "--corpus", str(part), "--report", str(tmp_path / "report")]) == 2
    assert message in capsys.readouterr().err


# --- a corpus that means harm ----------------------------------------------------------------------------------------


def test_harm_is_shown_as_text(tmp_path: Path) -> None:
    corpus = load(hostile(tmp_path / "corpus"))
    build(corpus, tmp_path / "out" / "site", InProcess(Stub))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["site"]
    for path, page in pages(tmp_path / "out/site"):
        assert not {"img", "b2"} & page.tags, path
        assert not any(urlsplit(link).scheme == "javascript" for link in page.links), path
        source = path.read_text(encoding="utf-8")
        assert "<script>alert" not in source
        assert source.count("<script") == 1
    case = Page((tmp_path / "out/site/dominion/evil/r-0/c-0.html").read_text(encoding="utf-8"))
    assert any(EVIL in text for text in case.text)
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")]
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[a-z0-9/.-]+", name) and len(name) < 250 for name in names)


def test_very_many_cases(large: Path) -> None:
    assert (large / "index.html").stat().st_size < 60 * KILOBYTE
    assert (large / f"dominion/evil/r-{LAST}.html").stat().st_size < 60 * KILOBYTE
    assert len(list((large / "dominion/evil").rglob("c-*.html"))) == 50 * (LAST + 1)
