"""What the words of cards mean where no card of the corpus tells it: positions with cards of nobody's making."""

import pytest

from checker.model import Json
from checker.positions.vocabulary import Vocabulary
from checker.reading import schema
from reference_engine import Engine

ENGINE = Engine()


def played(given: Json, *actions: Json, cards: tuple[Json, ...], answers: tuple[Json, ...] = ()) -> Json:
    """The position after these actions."""
    outcome: Json = ENGINE.run(
        {
            "game": "dominion",
            "given": Vocabulary.of("dominion").given(given),
            "actions": list(actions),
            "cards": list(cards),
            "answers": list(answers),
        }
    )
    state: Json = outcome["state"]
    return state


def action(name: str, cost: int, *play: Json, **more: object) -> Json:
    return {"card": name, "types": ["Action"], "cost": cost, "play": list(play), **more}


def test_the_first_card_of_a_cost_is_the_first_that_cost_so_much_as_it_was_played() -> None:
    """Bridge cost 4 and makes itself cost 3; what then still costs 4 is the second such card."""
    first = {"plays": {"by": "you", "card": {"type": "Action", "cost": {"at least": 4}}, "first this turn": True}}
    reward = {"when": first, "from": "in play", "do": [{"+coins": 1}]}
    cards = (action("Reward", 2, abilities=[reward]), action("Tower", 5, {"+actions": 1}))
    given = {"alice": {"in_play": ["Reward"], "hand": ["Bridge", "Tower"], "actions": 2}}
    assert played(given, {"play": "Bridge"}, cards=cards)["alice"]["coins"] == 2
    assert played(given, {"play": "Bridge"}, {"play": "Tower"}, cards=cards)["alice"]["coins"] == 2


def test_what_follows_an_action_by_a_way_is_the_first_though_another_has_been_played_meanwhile() -> None:
    """Enchantress is about the first Action of a turn: the Signal, which had the Errand played before its own."""
    when = {"plays": {"by": "you", "card": {"type": "Attack"}}}
    prompter = {"when": when, "from": "hand", "do": [{"play": {"in": "hand", "card": "Errand"}}]}
    cards = (
        action("Prompter", 2, abilities=[prompter]),
        action("Errand", 2, {"+buys": 1}),
        action("Signal", 2, {"+coins": 3}) | {"types": ["Action", "Attack"]},
    )
    given = {
        "turn": "bob",
        "events": ["Way of the Chameleon"],
        "bob": {"hand": ["Enchantress"]},
        "alice": {"hand": ["Prompter", "Errand", "Signal"], "deck": ["Gold", "Gold", "Gold"]},
    }
    way = {"kind": "apply", "about": "Way of the Chameleon"}
    state = played(
        given,
        {"play": "Enchantress"},
        {"clean-up": "bob"},
        {"begin turn": "alice"},
        {"play": "Signal"},
        cards=cards,
        answers=(
            way | {"player": "bob", "choose": "decline"},
            way | {"choose": "decline"},
            way | {"choose": "apply"},
        ),
    )
    assert state["alice"]["buys"] == 2
    assert len(state["alice"]["deck"]) == 2
    assert state["alice"]["actions"] == 1


def test_clean_up_starts_for_the_player_whose_turn_it_is() -> None:
    broom = {"when": {"Clean-up starts": {"by": "you"}}, "do": [{"gain": "Silver"}]}
    cards = (action("Broom", 2, {"this turn": broom}),)
    given = {"piles": {"Silver": 40}, "alice": {"hand": ["Broom"]}}
    assert played(given, {"play": "Broom"}, {"clean-up": "alice"}, cards=cards)["piles"]["Silver"] == 39


def cheaper(kind: str, place: str, fact: Json) -> Json:
    """What makes something cost 1 less on your turn, as long as it is itself of its kind."""
    condition = {"your turn": True, "fits": {"card": "this", "is": {"type": kind}}}
    return {"card": "Sale", "types": [kind], "cost": 3, "abilities": [{"from": place, "if": condition, "holds": fact}]}


@pytest.mark.parametrize(
    ("sale", "where"),
    [
        (cheaper("Action", "in play", {"costs less": 1}), {"alice": {"in_play": ["Sale"], "coins": 2}}),
        (cheaper("Landmark", "game", {"costs less": 1}), {"events": ["Sale"], "alice": {"coins": 2}}),
        (cheaper("Trait", "game", {"its pile costs less": 1}), {"traits": {"Silver": "Sale"}, "alice": {"coins": 2}}),
    ],
)
def test_whether_something_holds_is_asked_of_the_player_and_the_card(sale: Json, where: Json) -> None:
    given = {"phase": "buy", "piles": {"Silver": 40}, **where}
    assert played(given, {"buy": "Silver"}, cards=(sale,))["piles"]["Silver"] == 39


def test_an_empty_pile_may_be_one_that_nothing_has_come_from() -> None:
    given = {"phase": "buy", "piles": {"Silver": 40, "Ruins": []}, "alice": {"coins": 3}}
    assert played(given, {"buy": "Silver"}, cards=())["piles"]["Silver"] == 39


def test_what_holds_for_everybody_can_depend_on_a_cost() -> None:
    """Truce keeps Attacks off while the player whose turn it is has a card in play that costs $4 or more."""
    dear = {"count": {"of": {"in": "in play", "card": {"cost": {"at least": 4}}}, "is": {"at least": 1}}}
    truce = {"from": "game", "if": dear, "holds": {"unaffected by Attacks": True}}
    cards = (
        {"card": "Truce", "types": ["Landmark"], "cost": 0, "abilities": [truce]},
        action("Lane", 0, abilities=[{"from": "in play", "holds": {"costs less": 2}}]),
    )
    for in_play, left in ([], 5), (["Lane"], 3):
        alice = {"in_play": in_play, "hand": ["Militia"]}
        given = {"events": ["Truce"], "alice": alice, "bob": {"hand": ["Copper"] * 5}}
        answers = ({"player": "bob", "kind": "discard", "choose": ["Copper", "Copper"]},) if in_play else ()
        assert len(played(given, {"play": "Militia"}, cards=cards, answers=answers)["bob"]["hand"]) == left


WAITS = {"when": {"gains": {"by": "you"}}, "do": [{"+coins": 1}]}
REPLACES = {"when": {"would gain": {"by": "you"}}, "from": "game", "do": [{"gain": "Silver"}]}


@pytest.mark.parametrize(
    "said",
    [
        action("Choosy", 3, {"discard": {"in": "hand", "count": 2, "may": True}}),
        action("Choosy", 3, {"discard": {"in": "hand", "down to": 2, "may": True}}),
        action("Choosy", 3, {"discard": {"in": "hand", "up to": 2, "may": True}}),
        action("Idle", 3, abilities=[WAITS]),
        action("Idle", 3, {"this turn": {**WAITS, "from": "hand"}}),
        action("Idle", 3, {"for the rest of the game": [{**WAITS, "from": "in play"}]}),
        action("Seldom", 3, abilities=[{**WAITS, "from": "in play", "once": True}]),
        action("Seldom", 3, earlier=[{"wording": "1", "abilities": [{**WAITS, "from": "in play", "once": True}]}]),
        action("Too Late", 3, abilities=[{**WAITS, "from": "in play", "instead": True}]),
        action("Too Early", 3, abilities=[REPLACES]),
        action("Discount", 3, abilities=[{"holds": {"costs less": 1}}]),
        action("Discount", 3, abilities=[{"from": "hand", "holds": {"costs less": 1}}]),
    ],
)
def test_what_would_be_passed_over_is_no_card(said: Json) -> None:
    assert not schema.fits("dominion/card", said)


@pytest.mark.parametrize(
    "said",
    [
        action("Choosy", 3, {"discard": {"in": "hand", "may": True}}, {"discard": "this"}),
        action("Alert", 3, {"this turn": {**WAITS, "once": True}}, abilities=[{**WAITS, "from": "in play"}]),
        action("Early", 3, abilities=[{**REPLACES, "instead": True}]),
        action("Discount", 3, abilities=[{"from": "game", "holds": {"costs less": 1}}]),
        action("Own Discount", 3, abilities=[{"holds": {"this costs less": 1}}]),
    ],
)
def test_what_would_not_is(said: Json) -> None:
    assert schema.fits("dominion/card", said)
