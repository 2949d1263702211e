"""Every command of the README and the docs runs, every option stands in them, every link leads somewhere."""

import re
from argparse import ArgumentParser
from pathlib import Path

import pytest

from checker import load
from checker.documenting import command_docs
from checker.site.docs import documents
from tests.blocks import MUTATION, OF_ALL, PAGES, ROOT, blocks, of_few_cases, run_block
from tests.once import once, shared

EXAMPLE = re.compile(r"^```yaml\n# from (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


@pytest.mark.parametrize(("page", "block"), blocks())
def test_commands_of_the_docs_run(
    page: str, block: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> None:
    if block.startswith("rulings site ") and page == "README.md":
        assert list(request.getfixturevalue("whole").parent.glob("*.db"))  # they ran there
    elif block.startswith(MUTATION):
        pytest.importorskip("mutmut")  # then `test_mutation` runs it
    elif block.startswith(OF_ALL):
        run_block(block, tmp_path)
    else:
        run_block(block, tmp_path, once(shared(tmp_path_factory) / "of few cases", of_few_cases))


def links() -> list[tuple[Path, str]]:
    found = [(page, target) for page in PAGES for target in LINK.findall(page.read_text(encoding="utf-8"))]
    return [(page, target) for page, target in found if "://" not in target]


@pytest.mark.parametrize(("page", "target"), links())
def test_links_between_pages_lead_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


@pytest.mark.parametrize(("name", "parser"), list(command_docs.commands()))
def test_every_command_and_option_is_told(name: str, parser: ArgumentParser) -> None:
    section = (
        (ROOT / "docs/commands.md").read_text(encoding="utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    )
    told = set(re.findall(r"`(-[^ `]+|[A-Z][A-Z_-]*)", section))
    there = {word for action in command_docs.options(parser) for word in action.option_strings or [str(action.metavar)]}
    assert there <= told, "python -m checker.documenting.command_docs > docs/commands.md"
    assert {word for word in told if word.startswith("-")} <= there, (
        "python -m checker.documenting.command_docs > docs/commands.md"
    )


def test_a_case_that_a_page_shows_is_that_of_the_corpus() -> None:
    shown = [found for page in PAGES for found in EXAMPLE.findall(page.read_text(encoding="utf-8"))]
    assert shown
    for path, case in shown:
        assert f"\n{case}" in (ROOT / path).read_text(encoding="utf-8"), path


def test_the_readme_counts_what_the_corpus_has() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| [^|]+ \| (\d+) \| ([\d,]+) \| [^|]+ \|$", readme, re.MULTILINE)
    corpus = load()
    topics = ("mtg/replacement/", "mtg/exchange/", "mtg/type-changing/", "dominion/exchange/")
    assert [(int(rulings), int(cases.replace(",", ""))) for rulings, cases in told] == [
        tuple(sum(name.startswith(topic) for name in ids) for ids in (corpus.rulings, corpus.cases)) for topic in topics
    ]


def test_every_page_is_reached_from_the_readme_and_from_the_site() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    engines = (ROOT / "docs/engines/README.md").read_text(encoding="utf-8")
    on_site = {document.name for document in documents()}
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").as_posix()
        assert f"docs/{name}" in readme or name.removeprefix("engines/") in engines, name
        assert name.removesuffix(".md").replace("/", "-") in on_site
