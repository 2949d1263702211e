"""Whole positions are compared as far as both engines tell them, and what differs is cut down to what it needs."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from checker.engines import Description, EngineError, GameClaims
from checker.fuzz.draft import draft
from checker.fuzz.positions import Position
from checker.fuzz.shrink import shrunk
from checker.fuzz.trial import Alike, Apart, Seat, Trial, Untold
from checker.fuzz.whole import apart
from checker.model import Json
from checker.positions.compare import Difference
from checker.positions.vocabulary import Vocabulary

MAGIC = Vocabulary.of("mtg")
BEAR = {"id": "bear", "card": "Runeclaw Bear", "power": 2, "subtypes": ["Bear"]}
NAMED = frozenset({"bear"})


def state(**bear: Any) -> Json:
    return {"turn": "alice", "alice": {"life": 20, "battlefield": [{**BEAR, **bear}]}}


def paths(ours: Json, theirs: Json, *left_out: str) -> list[str]:
    return [difference.path for difference in apart(ours, theirs, MAGIC, NAMED, frozenset(left_out))]


def test_what_is_otherwise_is_told_with_its_place() -> None:
    assert paths(state(), state()) == []
    assert paths(state(), state(power=3)) == ["alice.battlefield.bear.power"]
    assert paths(state(), state(subtypes=["Elf"])) == ["alice.battlefield.bear.subtypes"]
    assert paths(state(), {**state(), "turn": "bob"}) == ["turn"]


def test_what_is_not_told_is_no_difference_but_what_is_usual_is_told_by_silence() -> None:
    silent = state()
    del silent["turn"], silent["alice"]["battlefield"][0]["power"]
    assert paths(state(), silent) == []
    assert paths(silent, state()) == []
    assert paths(state(tapped=True), state()) == ["alice.battlefield.bear.tapped"]


def test_words_of_their_own_and_what_is_left_out_do_not_count() -> None:
    assert paths(state(abilities=["flying"]), state(abilities=["Flying."])) == []
    assert paths(state(), state(power=3), "power") == []
    assert paths(state(), {"turn": "alice", "alice": {"life": 20}}, "battlefield") == []


def test_of_a_game_that_has_ended_only_the_end_counts() -> None:
    over: Json = {"over": True, "alice": {"lost": True, "won": False, "hand": ["Shock"], "life": 0}}
    cleared: Json = {"over": True, "alice": {"lost": False, "won": False, "hand": [], "life": -2}}
    assert paths(over, cleared) == []
    assert paths(over, {"over": False, "alice": {"lost": False, "won": True}}) == ["over", "alice.won"]
    assert {*paths({**over, "over": False}, {**cleared, "over": False})} == {"alice.lost", "alice.hand", "alice.life"}


def test_the_order_of_a_bag_does_not_count() -> None:
    assert paths(state(subtypes=["Bear", "Elf"]), state(subtypes=["Elf", "Bear"])) == []


def test_what_lies_elsewhere_is_told_once_for_each_zone() -> None:
    there: Json = {"alice": {"battlefield": [BEAR], "graveyard": []}}
    gone: Json = {"alice": {"battlefield": [], "graveyard": [BEAR]}}
    assert paths(there, gone) == ["alice.battlefield", "alice.graveyard"]
    assert paths(there, {"alice": {"graveyard": [BEAR]}}) == ["alice.battlefield", "alice.graveyard"]


def test_what_has_come_to_be_is_known_by_its_card() -> None:
    ours, theirs = ({"alice": {"battlefield": [{"id": name, "card": "Goblin"}]}} for name in ("goblin_1", "token"))
    assert paths(ours, theirs) == []
    assert paths(ours, {"alice": {"battlefield": [{"id": "goblin_1", "card": "Elf"}]}}) == ["alice.battlefield"]


def test_a_number_of_things_is_compared_with_how_many_there_are() -> None:
    assert paths(state(), {"alice": {"battlefield": 1}}) == []
    assert paths(state(), {"alice": {"battlefield": 2}}) == ["alice.battlefield"]


def test_a_player_of_whom_nothing_is_told_is_there_and_one_who_is_not_told_is_not() -> None:
    both: Json = {"alice": {}, "bob": {"life": 20}}
    assert paths(both, {"alice": {}, "bob": {}}) == []
    assert paths(both, {"alice": {}}) == ["bob"]


class Plays:
    """An engine that answers what it is told to, by the number of cards in alice's hand."""

    def __init__(self, *answers: Json | Exception) -> None:
        self.answers = answers
        self.asked: list[Json] = []

    def describe(self, *, rules: bool = False) -> Json:
        return {"rules": rules}

    def run(self, params: Json) -> Json:
        self.asked.append(params)
        if "options" in (answer := self.answers[min(len(self.asked), len(self.answers)) - 1]):  # type: ignore[operator]
            return {"choice": answer}
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stderr(self) -> str:
        return ""

    def close(self) -> None: ...


class Fails(Plays):
    def run(self, _params: Json) -> Json:
        raise EngineError("boom 17")


def seat(engine: Plays, *capabilities: str, **claims: Any) -> Seat:
    told = Description("some", "1", {"mtg": GameClaims(**claims)}, frozenset(capabilities or {"choices"}))
    return Seat("some", engine, told)


def position(*actions: Json, **alice: Any) -> Position:
    return Position("a/b#c", "mtg", MAGIC.given({"alice": alice}), actions, ())


def tried(ours: Plays, *others: Plays, ignored: frozenset[str] = frozenset()) -> Any:
    return Trial(seat(ours), [seat(other) for other in others], ignored).play(position())


def test_engines_that_make_the_same_of_it_are_alike() -> None:
    assert tried(Plays({"state": state()}), Plays({"state": state()})) == Alike()


def test_only_what_all_others_have_alike_is_told() -> None:
    ours, three, four = (Plays({"state": state(power=power)}) for power in (2, 3, 4))
    found = tried(ours, three, three)
    assert isinstance(found, Apart)
    assert [str(difference) for difference in found.differences] == ["alice.battlefield.bear.power: expected 2, came 3"]
    assert found.kinds == {"battlefield.power"}
    assert tried(ours, three, four) == Alike()
    assert tried(ours, three, Plays({"unsupported": {"what": "card"}})) == Untold()
    assert tried(ours, three, ignored=frozenset({"power"})) == Alike()


def test_who_refuses_what_the_other_does_differs_and_who_refuses_it_too_does_not() -> None:
    refuses = Plays({"refused": {"action": 0, "reason": "no"}})
    earlier = Plays({"refused": {"action": 1, "reason": "no"}})
    does = Plays({"state": state()})
    assert tried(refuses, Plays({"refused": {"action": 0, "reason": "never"}})) == Alike()
    for pair in ((refuses, does), (does, refuses), (refuses, earlier)):
        found = tried(*pair)
        assert isinstance(found, Apart)
        assert found.kinds == {"refused"}


def test_what_is_done_once_a_game_has_ended_is_left_out() -> None:
    refused: Json = {"refused": {"action": 1, "reason": "the game is over"}}
    ended, other = Plays(refused, {"state": {"over": True}}), Plays({"state": {"over": True}})
    cast, resolve = {"cast": "bolt"}, {"resolve": "all"}
    assert Trial(seat(ended), [seat(other)]).play(position(cast, resolve)) == Alike()
    assert [asked["actions"] for asked in other.asked] == [[cast]]
    goes_on = Trial(seat(Plays(refused, {"state": state()})), [seat(other)]).play(position(cast, resolve))
    assert isinstance(goes_on, Apart)
    assert goes_on.kinds == {"refused"}


def test_a_position_is_settled_if_the_rules_leave_it_as_it_is_given() -> None:
    there = position({"cast": "bolt"}, battlefield={"bear": "Runeclaw Bear"})
    gone: Json = {"turn": "alice", "alice": {"graveyard": [BEAR]}}

    def settled(engine: Plays) -> bool:
        return Trial(seat(engine), []).settled(there)

    assert settled(plays := Plays({"state": state(tapped=True)}))
    assert plays.asked[0]["actions"] == []
    assert not settled(Plays({"state": gone}))
    assert not settled(Plays({"state": state() | {"over": True}}))
    asks: Json = {"player": "alice", "kind": "legend", "options": ["bear", "other"]}
    assert not settled(Plays(asks, {"state": gone}))
    assert settled(Plays({"refused": {"action": 0, "reason": "no"}})), "nothing is known of it"
    assert settled(Fails())


def test_a_failure_is_a_difference_unless_both_fail() -> None:
    found = tried(Plays({"state": state()}), Fails())
    assert isinstance(found, Apart)
    assert [difference.path for difference in found.differences] == ["answer"]
    assert found.kinds == {"answer (boom)"}
    assert isinstance(tried(Fails(), Plays({"state": state()})), Apart)
    assert tried(Fails(), Fails()) == Untold()


def test_questions_of_the_first_are_answered_and_further_ones_of_another_tell_nothing() -> None:
    asks: Json = {"player": "alice", "kind": "may", "options": ["accept", "decline"]}
    other = Plays({"state": state()})
    assert tried(Plays(asks, {"state": state()}), other) == Alike()
    assert other.asked[0]["answers"] == [{"player": "alice", "kind": "may", "choose": "accept"}]
    assert tried(Plays({"state": state()}), Plays(asks)) == Untold()


def test_what_the_case_chose_and_is_not_offered_any_more_is_left_out() -> None:
    case, chance = {"choose": "bear"}, {"player": "alice", "kind": "may", "choose": "accept"}
    asks: Json = {"player": "alice", "kind": "may", "options": ["accept"]}
    ours = Plays({"refused": {"answer": 0, "reason": "not offered"}}, asks, {"state": state()})
    other = Plays({"state": state()})
    there = replace(position(), answers=(case,))
    assert Trial(seat(ours), [seat(other)]).play(there) == Alike()
    assert [asked["answers"] for asked in ours.asked] == [[case], [], [chance]]
    assert other.asked[0]["answers"] == [chance]


def test_nothing_is_said_of_an_answer_that_went_to_a_question_which_the_first_does_not_ask() -> None:
    copy, order = {"player": "alice", "kind": "copy", "about": "clone"}, {"player": "alice", "kind": "order"}
    ours = Plays({"state": state(), "asked": [{**copy, "options": ["bear"], "chosen": "bear"}]})
    refused: Json = {"refused": {"answer": 1, "reason": "not offered"}}
    assert tried(ours, Plays({**refused, "asked": [order]})) == Untold()
    for asked in ([], [copy]):
        assert isinstance(tried(ours, Plays({**refused, "asked": asked})), Apart)


def test_an_engine_is_asked_nothing_that_it_does_not_claim() -> None:
    other = Plays({"state": state(power=3)})
    shy = seat(other, cards=frozenset({"Forest"}))
    one = Trial(seat(Plays({"state": state()})), [shy])
    assert one.play(position(hand=["Runeclaw Bear"])) == Untold()
    assert not other.asked
    acts = Trial(seat(Plays({"state": state()})), [seat(other, actions=frozenset({"attack"}))])
    assert acts.play(position({"cast": "bear"})) == Untold()
    assert not other.asked
    chooses = seat(other, "trace")
    asks: Json = {"player": "alice", "kind": "may", "options": ["accept", "decline"]}
    assert Trial(seat(Plays(asks, {"state": state()})), [chooses]).play(position()) == Untold()
    assert not other.asked


def test_what_is_no_position_is_told_and_harms_nothing() -> None:
    for odd in ({"alice": 3}, {"alice": {"battlefield": [7]}}, {"alice": {"battlefield": "x"}}, {"players": 1}):
        found = tried(Plays({"state": state()}), Plays({"state": odd}))
        assert isinstance(found, Apart), odd
        assert [difference.path for difference in found.differences] == ["answer"], odd
        found = tried(Plays({"state": odd}), Plays({"state": state()}))
        assert found.differences == (Difference("answer", "a state that is not a position", "a position"),), odd
        assert Trial(seat(Plays({"state": odd})), [seat(Plays({"state": odd}))]).settled(position()), odd


def test_an_answer_that_was_never_given_cannot_be_refused() -> None:
    found = tried(Plays({"refused": {"answer": 0, "reason": "no"}}), Plays({"state": state()}))
    assert [difference.expected for difference in found.differences] == ["refuses answer 1, but was given 0"]


def test_an_engine_is_given_nothing_that_it_cannot_be_given() -> None:
    other = Plays({"state": state(power=3)})
    shy = seat(other, unset=frozenset({"tapped", "counters"}))
    one = Trial(seat(Plays({"state": state()})), [shy])
    assert one.play(position(battlefield={"bear": {"card": "Runeclaw Bear", "tapped": True}})) == Untold()
    assert not other.asked
    assert isinstance(one.play(position(battlefield={"bear": "Runeclaw Bear"})), Apart), "what is usual is not told"


def test_in_which_order_others_tell_things_does_not_count() -> None:
    one, other = (Plays({"state": {"alice": {"hand": hand}}}) for hand in (["Shock", "Forest"], ["Forest", "Shock"]))
    found = tried(Plays({"state": {"alice": {"hand": ["Forest"]}}}), one, other)
    assert isinstance(found, Apart)


def counted(stays: Callable[[Position], bool]) -> tuple[Callable[[Position], bool], list[Position]]:
    tried: list[Position] = []

    def count(position: Position) -> bool:
        tried.append(position)
        return stays(position)

    return count, tried


def test_all_goes_that_is_not_needed() -> None:
    large = position(
        {"cast": "bolt"},
        {"resolve": "all"},
        life=7,
        hand={"bolt": "Lightning Bolt", "other": "Shock"},
        battlefield={"bear": {"card": "Runeclaw Bear", "tapped": True}, "elf": "Llanowar Elves"},
    )

    def needed(there: Position) -> bool:
        ids = MAGIC.ids(there.given)
        return "bear" in ids and "bolt" in ids and {"cast": "bolt"} in there.actions

    stays, asked = counted(needed)
    small = shrunk(large, stays)
    assert small.actions == ({"cast": "bolt"},)
    assert small.given == MAGIC.given(
        {"alice": {"hand": {"bolt": "Lightning Bolt"}, "battlefield": {"bear": BEAR["card"]}}}
    )
    assert len(asked) < 60
    assert large.given["alice"]["life"] == 7


def test_a_position_of_which_all_is_needed_stays() -> None:
    large = position({"cast": "bolt"}, hand={"bolt": "Lightning Bolt"}, life=3)
    assert shrunk(large, lambda there: there == large) == large


def test_no_more_than_so_many_are_tried() -> None:
    stays, asked = counted(lambda _: False)
    shrunk(position({"cast": "bolt"}, hand={f"card_{number}": "Shock" for number in range(50)}), stays, tries=9)
    assert len(asked) == 9


def test_a_difference_without_a_place_is_called_what_it_is() -> None:
    found = Apart(position(), {}, (Difference("over", expected=True, actual=False),))
    assert found.kinds == {"over"}


def test_a_position_over_which_an_engine_breaks_down_is_expected_as_it_is() -> None:
    found = tried(Plays({"state": state()}), Fails())
    given = position(battlefield={"bear": "Runeclaw Bear"})
    for each in (found, tried(Fails(), Plays({"state": state()}))):
        told = draft(replace(each, position=given), "over")
        assert told["expect"] == {"alice": {"battlefield": ["Runeclaw Bear"]}}
        assert told["unchanged"], "it holds before anything is done, since nothing is"
