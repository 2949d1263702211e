"""Plays a position on every engine and reports where they differ."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from checker.engines import BrokenProtocol, Description, Engine, EngineFailure, GameClaims, TimedOut, Unusable
from checker.fuzz.positions import Position
from checker.fuzz.short import short
from checker.fuzz.whole import apart, lies_as_given
from checker.judging.explore import answering, answers_to, key_of
from checker.model import Json
from checker.positions.compare import Difference, show
from checker.positions.vocabulary import Vocabulary

_QUESTIONS = 60
"""How many questions a position may ask beyond those that the case answers."""
_ANSWERS = 200
"""From how many of a question's answers one is chosen at random."""
_PLAYED = "a position"
_SHAPELESS = "a state that is not a position"
_FAILS, _REFUSED = "answer", "refused"
"""The places of differences outside a position, such as a crash or a refusal."""


@dataclass(frozen=True, slots=True)
class Seat:
    """An engine, and what it says of itself."""

    spec: str
    """How it was named."""
    engine: Engine
    description: Description

    def claims(self, game: str) -> GameClaims:
        """Return what the engine claims of a game; one that it does not play has no claims."""
        return self.description.games.get(game, GameClaims(cards=frozenset()))

    def can_play(self, position: Position) -> bool:
        """Tell whether a position lies within what the engine claims."""
        claims = self.claims(position.game)
        if position.answers and "choices" not in self.description.capabilities:
            return False
        vocabulary = Vocabulary.of(position.game)
        if claims.unset and not claims.unset.isdisjoint(vocabulary.told(short(position.given, vocabulary))):
            return False
        if claims.actions is not None and any(claims.actions.isdisjoint(action) for action in position.actions):
            return False
        own = {card.get("card") for card in position.cards}
        return claims.cards is None or all(
            card in claims.cards or card in own for card in vocabulary.cards(position.given)
        )


@dataclass(frozen=True, slots=True)
class Apart:
    """The engines differ."""

    position: Position
    """The position, with every question answered."""
    state: Json
    """The first engine's result: a position, or `refused`."""
    differences: tuple[Difference, ...]
    """In each, `expected` is what the first engine has and `actual` what the others have."""
    slow: bool = False
    """Whether an engine used up its time, so that it had better not be tried often."""

    @property
    def kinds(self) -> frozenset[str]:
        """What the differences are about, whatever the objects and players are called."""
        words = Vocabulary.of(self.position.game).all_facts()
        return frozenset(_kind(difference, words) for difference in self.differences)


@dataclass(frozen=True, slots=True)
class Alike:
    """The engines agree."""


@dataclass(frozen=True, slots=True)
class Untold:
    """Nothing can be said of it: an engine does not play it, or asks what the first one does not ask."""


Outcome = Apart | Alike | Untold


def of_position(difference: Difference) -> bool:
    """Tell whether a difference is one between positions that engines reached."""
    return difference.path not in {_FAILS, _REFUSED}


def _kind(difference: Difference, facts: AbstractSet[str]) -> str:
    if difference.path == _FAILS:
        first_fails = difference.actual == _PLAYED
        said = re.findall(r"[^\W\d_]+", str(difference.expected if first_fails else difference.actual))
        return f"{_FAILS} {'of the first ' if first_fails else ''}({' '.join(said)[:80]})"
    words = [word for word in difference.path.split(".") if word in facts]
    return ".".join(words) or difference.path


@dataclass(frozen=True, slots=True)
class Trial:
    """The engines that are compared: the others with the first."""

    first: Seat
    others: Sequence[Seat]
    ignored: AbstractSet[str] = frozenset()
    """The words for facts that are not compared."""

    def play(self, position: Position, random: Random | None = None) -> Outcome:
        """
        Play a position on all engines.

        Questions that no answer fits are answered as chance has it, or with the first that can be; answers that the
        first engine refuses are left out. Where there are several others, only that counts which all have alike.
        """
        if not all(seat.can_play(position) for seat in (self.first, *self.others)):
            return Untold()
        try:
            answered, ours = self._answered(position, random)
        except EngineFailure as failure:
            _raise_unusable(failure)
            answered, ours = position, {_FAILS: failure.message}
        if "refused" not in ours and "state" in ours and not _is_position(ours["state"], Vocabulary.of(position.game)):
            ours = {_FAILS: _SHAPELESS}
        if not {"state", "refused", _FAILS} & ours.keys() or not all(seat.can_play(answered) for seat in self.others):
            return Untold()
        found: list[list[Difference]] = []
        slow = False
        for seat in self.others:
            try:
                differences = _differences(
                    answered, ours, seat.engine.run(answered.request), self._left_out(seat, answered)
                )
            except EngineFailure as failure:
                _raise_unusable(failure)
                slow = slow or isinstance(failure, TimedOut)
                differences = None if _FAILS in ours else [Difference(_FAILS, _PLAYED, failure.message)]
            if differences is None:
                return Untold()
            found.append(differences)
        alike = tuple(_common(found))
        return Apart(answered, ours, alike, slow) if alike else Alike()

    def settled(self, position: Position) -> bool:
        """
        Tell whether a player can act in a position as it is given, as far as the engines tell.

        Where the rules do something before anybody can, or the game has ended, no game comes to it: engines need not
        notice that alike, and some do not before something is done.
        """
        try:
            answered, ours = self._answered(position.until(0), None)
            outcomes = [ours, *(seat.engine.run(answered.request) for seat in self.others)]
        except EngineFailure as failure:
            _raise_unusable(failure)
            return True
        vocabulary = Vocabulary.of(position.game)
        states = (outcome["state"] for outcome in outcomes if "state" in outcome)
        return all(_is_settled(state, position, vocabulary) for state in states if _is_position(state, vocabulary))

    def _left_out(self, seat: Seat, position: Position) -> AbstractSet[str]:
        """Return the words for what is not compared: what is ignored, and what either engine cannot tell."""
        return self.ignored | self.first.claims(position.game).unseen | seat.claims(position.game).unseen

    def _answered(self, position: Position, random: Random | None) -> tuple[Position, Json]:
        """Return a position with an answer to each question that the first engine asks, and what came of it."""
        answers = [*position.answers]
        for _ in range(_QUESTIONS):
            outcome = self.first.engine.run(replace(position, answers=tuple(answers)).request)
            question, refused = outcome.get("choice"), outcome.get("refused", {}).get("answer")
            if refused is not None:
                if refused >= len(answers):
                    raise BrokenProtocol(f"refuses answer {refused + 1}, but was given {len(answers)}")
                del answers[refused]
                continue
            if question is None:
                unused = set(outcome.get("unused", ()))
                used = tuple(answer for place, answer in enumerate(answers) if place not in unused)
                return self._to_the_end(replace(position, answers=used), outcome)
            answers.append(_answer(question, random))
        return replace(position, answers=tuple(answers)), outcome

    def _to_the_end(self, position: Position, outcome: Json) -> tuple[Position, Json]:
        """Return a position without what is still to be done when its game has ended: not all engines refuse that."""
        action = outcome.get("refused", {}).get("action", 0)
        if not action:
            return position, outcome
        before = position.until(action)
        come_to = self.first.engine.run(before.request)
        over = any(come_to.get("state", {}).get(word) is True for word in Vocabulary.of(position.game).ends)
        return (before, come_to) if over else (position, outcome)


def _is_position(state: Json, vocabulary: Vocabulary) -> bool:
    return vocabulary.shaped(vocabulary.answered(state))


def _is_settled(state: Json, position: Position, vocabulary: Vocabulary) -> bool:
    """Tell whether the game goes on in a state, with every object where it was given."""
    return not any(state.get(word) is True for word in vocabulary.ends) and lies_as_given(
        state, position.given, vocabulary
    )


def _differences(position: Position, ours: Json, theirs: Json, left_out: AbstractSet[str]) -> list[Difference] | None:
    """Return where two outcomes differ; None if nothing can be said of that."""
    if _FAILS in ours:
        return [Difference(_FAILS, ours[_FAILS], _PLAYED)] if "state" in theirs else None
    if "refused" in ours or "refused" in theirs:
        return None if _strays(ours, theirs) else _refusals(position, ours.get("refused"), theirs)
    if "state" not in theirs:
        return None
    vocabulary = Vocabulary.of(position.game)
    if not _is_position(theirs["state"], vocabulary):
        return [Difference(_FAILS, _PLAYED, _SHAPELESS)]
    return apart(ours["state"], theirs["state"], vocabulary, vocabulary.ids(position.given).keys(), left_out)


def _strays(ours: Json, theirs: Json) -> bool:
    """Tell whether an answer may be refused because an earlier one went to a question the first does not ask."""
    questions = [key_of(each) for each in ours.get("asked", ())]
    asked = theirs.get("asked", ())
    return "answer" in theirs.get("refused", {}) and any(key_of(each) not in questions for each in asked)


def _raise_unusable(failure: EngineFailure) -> None:
    if isinstance(failure, Unusable):
        raise failure


def _answer(question: Json, random: Random | None) -> Json:
    possible = answers_to(question)
    chosen = next(possible)
    if random is not None:
        chosen = random.choice([chosen, *(answer for _, answer in zip(range(_ANSWERS), possible, strict=False))])
    return answering(question, chosen)


def _refusals(position: Position, ours: Json | None, theirs: Json) -> list[Difference] | None:
    """Compare what two engines refuse: an action, or an answer, which is to offer other options."""
    refused = theirs.get("refused")
    if ours is not None and refused is not None:
        same = ours.get("action", -1) == refused.get("action", -1)
        return [] if same else [Difference(_REFUSED, _refusal(position, ours), _refusal(position, refused))]
    if ours is not None:
        return [Difference(_REFUSED, _refusal(position, ours), "carried out")] if "state" in theirs else None
    assert refused is not None
    return [Difference(_REFUSED, "carried out", _refusal(position, refused))]


def _refusal(position: Position, refused: Json) -> str:
    if "action" not in refused:
        return f"answer {refused.get('answer', 0) + 1}: {refused['reason']}"
    action: Any = refused["action"]
    what = show(position.actions[action]) if action < len(position.actions) else "nothing"
    return f"action {action + 1}, {what}: {refused['reason']}"


def _common(found: Sequence[Sequence[Difference]]) -> Iterator[Difference]:
    """Yield the differences that all have."""
    first, *rest = found
    for difference in first:
        if all(any(_same(difference, other) for other in others) for others in rest):
            yield difference


def _same(one: Difference, other: Difference) -> bool:
    return one.path == other.path and (not of_position(one) or _plain(one.actual) == _plain(other.actual))


def _plain(value: Any) -> Any:
    """Return a result in a form in which order does not matter, except for the few things that have one."""
    return Counter(map(show, value)) if isinstance(value, list) else show(value)
