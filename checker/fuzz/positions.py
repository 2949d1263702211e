"""Positions to compare engines in: a case along one of the ways it can go, as one request."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice

from checker.editions import ANY, Span
from checker.engines import Description, Engine, EngineFailure
from checker.judging.claims import actions
from checker.judging.explore import TooManyChoices
from checker.judging.play import OutsideClaims, Settled, prepare
from checker.model import Case, Json
from checker.positions.vocabulary import Vocabulary

_WAYS = 20
"""How many of the ways that a case can go are explored."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position, what is done in it and how questions are answered."""

    case: str
    """The case that it is grown from."""
    game: str
    given: Json
    """Written out, as it is sent to an engine."""
    actions: tuple[Json, ...]
    answers: tuple[Json, ...]
    cards: tuple[Json, ...] = ()
    """The cards that are defined for it."""
    edition: str | None = None
    """The edition of the rules that the engines are told to play by, if it is not the newest."""

    @property
    def request(self) -> Json:
        """The parameters of `run`."""
        told: Json = {"game": self.game, "given": self.given}
        if self.edition is not None:
            told["edition"] = self.edition
        if self.cards:
            told["cards"] = list(self.cards)
        return {**told, "actions": list(self.actions), "answers": list(self.answers)}

    def until(self, number: int) -> "Position":
        """Return the same position with at most this many of the actions."""
        return replace(self, actions=self.actions[:number])


def _given(case: Case, vocabulary: Vocabulary) -> Json:
    """Return a case's position written out, in which no two players share what can be changed."""
    return {key: deepcopy(part) for key, part in vocabulary.given(case.given).items()}


def of_script(case: Case) -> Position:
    """Return a case's position with all that is done in it and no answers yet, by no edition in particular."""
    given = _given(case, Vocabulary.of(case.game))
    return Position(case.id, case.game, given, tuple(actions(case)), (), tuple(case.cards))


def of_case(case: Case, engine: Engine, description: Description, played_by: Span = ANY) -> Iterator[Position]:
    """
    Yield the ways in which a case can go on an engine, the first of them, each with every question answered.

    `played_by` are the editions by which it may be played. There are no ways where the engine does not play the case or
    refuses what is done in it.
    """
    vocabulary = Vocabulary.of(case.game)
    try:
        play = prepare(case, engine, vocabulary, description, played_by, whole=True)
        for leaf in islice(play.leaves(play.actions), _WAYS):
            if "refused" not in leaf.outcome:
                given = _given(case, vocabulary)
                yield Position(
                    case.id, case.game, given, tuple(play.actions), leaf.answers, tuple(case.cards), play.edition
                )
    except (OutsideClaims, Settled, TooManyChoices, EngineFailure):
        return
