"""The corpus is read whole, its parts are found by what people call them, and a shipped corpus is as it should be."""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.documenting.command_docs import commands
from checker.finding.expression import compile_expression
from checker.finding.query import find, texts_of
from checker.finding.search import looked_up, search, stems
from checker.model import Case, Corpus, card_slug
from checker.problems import UsageError
from checker.reading import references, yaml_subset
from checker.reading.corpus import load, read
from checker.reading.locate import data
from reference_engine.kernel.cards import file_name

ORDERS = "dominion/exchange/player-orders"


def test_the_slow_reading_is_the_same(corpus: Corpus) -> None:
    reading = read(lines=True)
    assert reading.problems == ()
    assert reading.corpus == corpus


def test_the_fast_reader_reads_nearly_all() -> None:
    """A guard that turns everything down would be right, and useless."""
    paths = sorted(data("corpus").glob("dominion/**/*.yaml"))
    slow = [path.name for path in paths if not yaml_subset._fast(path.read_text("utf-8"))[0]]
    assert len(slow) <= len(paths) // 5, slow


def test_each_case_knows_its_line(corpus: Corpus) -> None:
    for case in corpus.cases.values():
        line = case.place.path.read_text("utf-8").splitlines()[case.place.line - 1]
        assert f"case: {case.slug}" in line


def test_ids(corpus: Corpus) -> None:
    assert list(corpus.rulings) == sorted(corpus.rulings)
    for ruling in corpus:
        assert ruling.place.path.as_posix().endswith(f"{ruling.id}.yaml")
        for case in ruling.cases:
            assert (case.ruling, case.game) == (ruling.id, ruling.game)
            assert case.cites[: len(ruling.cites)] == ruling.cites
            assert corpus.cases[case.id] is case


def test_the_digest_is_of_content_and_names(tmp_path: Path, corpus: Corpus) -> None:
    shutil.copytree(data("corpus"), tmp_path / "a")
    assert load(tmp_path / "a").digest == corpus.digest
    (tmp_path / "a/notes.txt").write_text("no part of the corpus")
    (tmp_path / "a/.hidden").mkdir()
    (tmp_path / "a/.hidden/x.yaml").write_text("nor this")
    assert load(tmp_path / "a").digest == corpus.digest
    file = next((tmp_path / "a/cards").rglob("*.yaml"))
    file.write_bytes(file.read_bytes() + b"# changed\n")
    assert load(tmp_path / "a").digest != corpus.digest


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Band of Misfits", "band-of-misfits"),
        ("Kraken's Eye", "krakens-eye"),
        ("Kraken\u2019s Eye", "krakens-eye"),
        ("Fire // Ice", "fire-ice"),
        ("Borrowing 100,000 Arrows", "borrowing-100-000-arrows"),
        ("+2 Mace", "2-mace"),
    ],
)
def test_card_slug(name: str, slug: str) -> None:
    assert card_slug(name) == slug


@given(st.text())
def test_a_slug_is_its_own_slug(name: str) -> None:
    assert card_slug(card_slug(name)) == card_slug(name)


@given(st.text() | st.text("'\u2019\u00e9 -/aB1"))
def test_the_engine_looks_for_a_card_where_the_checker_does(name: str) -> None:
    """The two share the folder of cards, and no code."""
    assert file_name(name) == f"{card_slug(name)}.yaml"


def test_cards_are_found_by_name(corpus: Corpus) -> None:
    assert corpus.card("dominion", "Treasure Hunter") == corpus.cards["dominion", "treasure-hunter"]
    assert corpus.card("dominion", "No Such Card") is None


# What a case names


def test_references() -> None:
    state = {
        "turn": "bob",
        "piles": {"Knights": ["Dame Anna"]},
        "trash": ["Gold", {"id": "old", "card": "Estate"}],
        "alice": {"hand": {"bat": "Bat"}, "deck": 3, "gained": ["Silver"], "estate_token": "Peasant"},
    }
    found = {(one.kind, one.name) for one in references.in_state("dominion", state, ())}
    assert found == {
        ("player", "bob"),
        *(("card", name) for name in ("Dame Anna", "Gold", "Estate", "Bat", "Silver", "Peasant")),
        ("id", "old"),
        ("id", "bat"),
    }
    assert references.players("dominion", state) == {"alice", "bob"}
    action = {"play": "bat", "player": "carol"}
    assert [(one.kind, one.name) for one in references.in_action("dominion", action, ())] == [
        ("object", "bat"),
        ("player", "carol"),
    ]


# Finding


def ids(cases: Iterable[Case]) -> set[str]:
    return {case.id for case in cases}


@pytest.mark.parametrize(
    "word",
    [
        ORDERS,
        f"{ORDERS}/",
        "player-orders",
        "dominion-exchange:player-orders",
        "dominion/exchange/player*",
    ],
)
def test_a_ruling_by_its_names(corpus: Corpus, word: str) -> None:
    found = find(corpus, [word])
    assert corpus.rulings[ORDERS] in found.rulings
    assert ids(corpus.rulings[ORDERS].cases) <= ids(found.cases)


def test_a_case_by_its_id_brings_its_ruling(corpus: Corpus) -> None:
    case = corpus.rulings[ORDERS].cases[0]
    found = find(corpus, [case.id])
    assert found.cases == (case,)
    assert found.rulings == (corpus.rulings[ORDERS],)


def test_a_case_by_the_end_of_its_id(corpus: Corpus) -> None:
    case = corpus.rulings[ORDERS].cases[0]
    for word in (f"player-orders#{case.slug}", f"exchange/player-orders#{case.slug}"):
        assert find(corpus, word).cases == (case,)
    for word in (f"orders#{case.slug}", f"/{ORDERS}#", "player-orders#"):
        with pytest.raises(UsageError):
            find(corpus, word)


def test_a_card_names_every_case_that_has_it_though_few_cite_what_is_printed_on_it(corpus: Corpus) -> None:
    playing = {case.id for case in corpus.cases.values() if "Lightning Bolt" in texts_of(case)}
    citing = ids(find(corpus, "mtg-cards:Lightning Bolt").cases)
    assert playing - citing
    assert ids(find(corpus, "Lightning Bolt").cases) == playing | citing


def test_a_misspelt_topic_is_taken_for_the_topic_first(corpus: Corpus) -> None:
    with pytest.raises(UsageError) as said:
        find(corpus, "mtg/exchage")
    assert (said.value.hint or "").startswith("did you mean `mtg/exchange` or ")


def test_a_report_of_an_engines_fault_names_the_cases_made_of_it_and_a_repository_those_of_all_its_reports(
    corpus: Corpus,
) -> None:
    reported = {case.id: (*case.found, *case.control) for case in corpus.cases.values()}
    one = "magefree/mage#9444"
    assert ids(find(corpus, one).cases) == {name for name, reports in reported.items() if one in reports} != set()
    of_all = {name for name, reports in reported.items() if any(re.match("magefree/mage[#@]", it) for it in reports)}
    assert ids(find(corpus, "magefree/mage").cases) == of_all
    with pytest.raises(UsageError):
        find(corpus, "magefree/mage#944")


def test_what_the_examples_of_commands_name_is_there(corpus: Corpus) -> None:
    for name, command in commands():
        for word in re.findall(r"[\w/-]+#[\w-]+", command.epilog or ""):
            assert find(corpus, word).cases, (name, word)


def test_all_by_game_and_topic(corpus: Corpus) -> None:
    everything = find(corpus)
    assert len(everything.cases) == len(corpus.cases)
    assert all(
        case.id.startswith("dominion/exchange/") for case in find(corpus, ["exchange"]).cases if case.game == "dominion"
    )
    assert ids(find(corpus, ["dominion"]).cases) == {case.id for case in everything.cases if case.game == "dominion"}


def test_by_card(corpus: Corpus) -> None:
    for word in ("Travelling Fair", "travelling fair"):
        found = find(corpus, [word])
        assert any(case.slug == "travelling-fair" for case in found.cases)
        assert len(found.cases) < len(corpus.cases) / 4


def test_what_is_named_twice_is_there_once_and_in_order(corpus: Corpus) -> None:
    names = [case.id for case in find(corpus, ["dominion", "exchange", ORDERS]).cases]
    assert len(names) == len(set(names))
    assert names == [name for name in corpus.cases if name in set(names)]


@pytest.mark.parametrize(
    ("word", "hint"),
    [("player-ordrs", "`player-orders`"), ("Travelling Fiar", "`Travelling Fair`"), ("zzzz", "rulings search zzzz")],
)
def test_what_is_not_there(corpus: Corpus, word: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        find(corpus, [ORDERS, word])
    assert f"`{word}`" in error.value.message
    assert hint in (error.value.hint or "")


@pytest.mark.parametrize(
    ("expression", "fits"),
    [
        ("vampire", True),
        ("VAMP", True),
        ("vampire and bat", True),
        ("vampire and not bat", False),
        ("not vampire or bat", True),
        ("not (vampire or bat)", False),
        ("not not vampire", True),
        ("not vampire and hermit", False),
        ("hermit or (bat and not hermit)", True),
        ("dominion/exchange#one", False),
        ('"one a vampire" and bat', True),
        ("'a vampire one'", False),
        ('"not"', False),
    ],
)
def test_expressions(expression: str, fits: bool) -> None:
    assert compile_expression(expression)("dominion/exchange/vampire-bat#one A Vampire") is fits


@pytest.mark.parametrize("expression", ["", "and", "a and", "a or or b", "(a", "a)", "a b", '"a b', "not", "()"])
def test_expressions_that_cannot_be_read(expression: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        compile_expression(expression)


@given(st.text(alphabet="ab ()andortn\"'", max_size=20))
def test_an_expression_is_read_or_refused(expression: str) -> None:
    try:
        test = compile_expression(expression)
    except UsageError:
        return
    assert test("a b and") in {True, False}


# Searching


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("vampire bat", "dominion/exchange/vampire-bat"),
        ("hermit madman", "dominion/exchange/hermit-madman"),
        ("black market", "dominion/exchange/black-market-deck"),
        ("changelings", "dominion/exchange/changeling"),
        ("not gained", "dominion/exchange/not-gained"),
        ("vampyre batt", "dominion/exchange/vampire-bat"),
    ],
)
def test_the_best_comes_first(corpus: Corpus, words: str, best: str) -> None:
    assert search(corpus, words.split())[0].ruling.id == best


def test_nothing_fits(corpus: Corpus) -> None:
    assert search(corpus, ["qqqqqqq"]) == []
    assert search(corpus, ["the", "..."]) == []


def test_words_that_stand_nowhere_are_told(corpus: Corpus) -> None:
    hits, unknown = looked_up(corpus, ["exchange", "Jötun", "the", "qqqqqqq", "qqqqqqq"])
    assert (bool(hits), unknown) == (True, ["jotun", "qqqqqqq"])
    assert looked_up(corpus, ["does", "Page", "exchanged"])[1] == []


def test_accents_are_not_asked_for() -> None:
    assert stems("Ghazbán Ogre") == stems("ghazban ogre") == stems("Ghazba\u0301n OGRE")


def test_stems() -> None:
    assert stems("Exchanged, exchanging; exchanges") == ("exchang",) * 3
    assert stems("the 614.5 of 701.12b") == ("614.5", "701.12b")
