"""Positions are taken from cases, grown, and written short again."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.engines import Description, GameClaims
from checker.engines.spec import open_engine
from checker.fuzz.positions import Position, of_case
from checker.fuzz.short import short
from checker.fuzz.stock import Stock, gathered, grown
from checker.model import Corpus, Json
from checker.positions.vocabulary import Vocabulary
from checker.reading.references import texts

ANY_CARD = GameClaims()
MAGIC = Vocabulary.of("mtg")


@pytest.fixture(scope="module")
def stock(corpus: Corpus) -> Stock:
    return gathered((case for case in corpus.cases.values() if case.game == "mtg"), MAGIC, [ANY_CARD])


def ways(corpus: Corpus, case: str) -> list[Position]:
    engine = open_engine("reference")
    return [*of_case(corpus.cases[case], engine, Description.of(engine.describe()))]


def test_a_case_has_a_position_for_each_way_in_which_it_can_go(corpus: Corpus) -> None:
    (way,) = ways(corpus, "dominion/exchange/player-orders#soldier-first")
    assert [answer["choose"] for answer in way.answers] == ["soldier", "exchange", "exchange"]
    assert way.request["actions"] == [{"clean-up": "alice"}]
    assert way.until(0).request["actions"] == []
    assert len(ways(corpus, "dominion/exchange/player-orders#all-outcomes")) > 1


def test_a_case_that_is_refused_has_none(corpus: Corpus) -> None:
    refused = next(case.id for case in corpus.cases.values() if case.expectation.refused is not None)
    assert not ways(corpus, refused)


def test_a_card_that_a_case_defines_goes_with_its_position(corpus: Corpus) -> None:
    case = next(case for case in corpus.cases.values() if case.cards and case.expectation.refused is None)
    assert ways(corpus, case.id)[0].request["cards"] == list(case.cards)


def test_the_stock_names_no_other_object_and_no_player(corpus: Corpus, stock: Stock) -> None:
    assert {"battlefield", "hand", "graveyard"} <= stock.things.keys()
    assert {3, 20} <= {*stock.numbers["life"]}
    own = {card["card"] for case in corpus.cases.values() for card in case.cards}
    for thing in (thing for things in stock.things.values() for thing in things):
        assert "id" not in thing
        assert "attached_to" not in thing
        assert thing["card"] not in own


def test_the_stock_has_nothing_that_an_engine_does_not_claim(corpus: Corpus) -> None:
    cases = [case for case in corpus.cases.values() if case.game == "mtg"]
    shy = GameClaims(cards=frozenset({"Blood Moon", "Forest"}), unset=frozenset({"tapped", "life"}))
    narrow = gathered(cases, MAGIC, [ANY_CARD, shy])
    assert {thing["card"] for things in narrow.things.values() for thing in things} == {"Blood Moon", "Forest"}
    assert not any("tapped" in thing for things in narrow.things.values() for thing in things)
    assert "life" not in narrow.numbers


def a_position(corpus: Corpus) -> Position:
    case = corpus.cases["mtg/replacement/enters#under-blood-moon"]
    return Position(case.id, "mtg", MAGIC.given(case.given), tuple(case.steps), ())


def test_a_position_is_grown_alike_by_the_same_chance_and_left_as_it_was(stock: Stock, corpus: Corpus) -> None:
    position = a_position(corpus)
    before = deepcopy(position.given)
    seeds = range(200)
    found = [grown(position, stock, Random(seed)) for seed in seeds]
    assert found == [grown(position, stock, Random(seed)) for seed in seeds]
    assert position.given == before
    longer = [each for each in found if each.actions != position.actions]
    assert 10 < len(longer) < 100
    for each in longer:
        left = [action for action in each.actions if action in position.actions]
        assert left == [*position.actions]
    assert sum(each.given != before for each in found) > 180


def test_what_is_done_to_stays_there_and_every_name_is_one_object(stock: Stock, corpus: Corpus) -> None:
    position = a_position(corpus)
    spoken_of = {*texts(list(position.actions))} & MAGIC.ids(position.given).keys()
    assert spoken_of
    for seed in range(500):
        given = grown(position, stock, Random(seed)).given
        names = [thing["id"] for name in given["players"] for thing in things(given[name]) if "id" in thing]
        assert len(names) == len({*names})
        assert spoken_of <= {*names}


def test_what_is_spoken_of_by_its_name_is_not_mixed_up_with_what_is_added() -> None:
    bears = Stock({"battlefield": [{"card": "Runeclaw Bear"}], "hand": [{"card": "Hill Giant"}]}, {})
    given = MAGIC.given({"alice": {"battlefield": {"wall": "Wall of Wood"}}})
    position = Position("a/b#c", "mtg", given, ({"attack": {"Runeclaw Bear": "bob"}},), ())
    added = [thing for seed in range(100) for thing in battlefield(grown(position, bears, Random(seed)))]
    assert {thing.get("id") for thing in added if thing["card"] == "Runeclaw Bear"} == {None}
    unspoken = replace(position, actions=())
    added = [thing for seed in range(100) for thing in battlefield(grown(unspoken, bears, Random(seed)))]
    assert {"wall", "more"} <= {thing["id"] for thing in added if thing["card"] == "Runeclaw Bear"}


def test_what_cases_do_with_a_card_alone_is_done_with_one_that_is_added(corpus: Corpus) -> None:
    some = [corpus.cases[f"dominion/exchange/{name}"] for name in ("vampire-bat#bat-trashes-one", "nocturne#bat")]
    dominion = Vocabulary.of("dominion")
    stock = gathered(some, dominion, [ANY_CARD])
    assert stock.deeds == {("hand", "Bat"): [({"play": "this"},)]}
    assert not gathered(some, dominion, [GameClaims(actions=frozenset({"buy"}))]).deeds
    before = {"clean-up": "alice"}
    position = Position("a/b#c", "dominion", dominion.given({}), (before,), ())
    bats = [grown(position, stock, Random(seed)) for seed in range(200)]
    assert [each for each in bats if each.actions in (({"play": "more"}, before), (before, {"play": "more"}))]


def test_players_of_whom_a_case_tells_nothing_have_nothing_in_common(stock: Stock, corpus: Corpus) -> None:
    position = ways(corpus, "mtg/replacement/skipping#none-for-who-had-left-before")[0]
    assert {name for name, told in position.given.items() if told == position.given["alice"]} == {"alice", "carol"}
    for seed in range(100):
        given = grown(position, stock, Random(seed)).given
        names = [thing["id"] for name in given["players"] for thing in things(given[name]) if "id" in thing]
        assert len(names) == len({*names})


def test_what_is_done_to_an_object_is_told_from_a_word_by_which_one_is_called(corpus: Corpus) -> None:
    case = corpus.cases["mtg/replacement/state-based-actions#saga-with-another-ability-on-the-stack"]
    assert "top" in MAGIC.ids(MAGIC.given(case.given))
    assert not any(
        "resolve" in each for deeds in gathered([case], MAGIC, [ANY_CARD]).deeds.values() for (each, *_) in deeds
    )


def battlefield(position: Position) -> list[Json]:
    players = (position.given[name] for name in position.given["players"])
    return [thing for player in players for thing in player.get("battlefield", ())]


def things(player: Json) -> list[Json]:
    return [thing for part in player.values() if isinstance(part, list) for thing in part]


def full(value: Any) -> Any:
    """Return a position without zones of which only is told that they are empty, which is the same as nothing."""
    return {key: full(part) for key, part in value.items() if part != []} if isinstance(value, dict) else value


def test_what_is_written_short_says_the_same(corpus: Corpus) -> None:
    for case in corpus.cases.values():
        vocabulary = Vocabulary.of(case.game)
        written = vocabulary.given(case.given)
        assert full(vocabulary.given(short(written, vocabulary))) == full(written), case.id


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_grown_position_written_short_says_the_same(seed: int, corpus: Corpus, stock: Stock) -> None:
    random = Random(seed)
    case = random.choice([case for case in corpus.cases.values() if case.game == "mtg"])
    given = grown(Position(case.id, "mtg", MAGIC.given(case.given), (), ()), stock, random).given
    assert full(MAGIC.given(short(given, MAGIC))) == full(given)
