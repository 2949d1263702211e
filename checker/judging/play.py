"""A case's position on an engine: every request that the case makes, and what came back."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from checker.editions import ANY, Span
from checker.engines import BrokenProtocol, Description, Engine, EngineFailure
from checker.judging.asked import oddities
from checker.judging.claims import actions, disowns, edition, lack_in_words, outside
from checker.judging.explore import Bounds, Leaf, NotTaken, check_answered, leaves
from checker.judging.verdict import Message, Status
from checker.model import Case, Json
from checker.positions.compare import Difference, differences
from checker.positions.vocabulary import Vocabulary

MOST_NOTED = 500
"""How many requests of a case are kept; one that leads to thousands of results does not fill the memory."""

NOTHING_MORE: Final[Mapping[str, Any]] = {}
"""Asks for no moments and no trace."""


class Settled(Exception):  # noqa: N818 - not an error
    """The case needs no further runs: this is its result."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class Found:
    """A difference, and the run that shows it."""

    difference: Difference
    request: Json


class OutsideClaims(Exception):  # noqa: N818 - not an error
    """A case cannot be played on an engine, by what the engine says about itself; says what it lacks."""


def prepare(
    case: Case,
    engine: Engine,
    vocabulary: Vocabulary,
    description: Description,
    span: Span = ANY,
    *,
    needing: Sequence[str] = (),
    bounds: Bounds | None = None,
    whole: bool = False,
) -> "Play":
    """
    Return a case ready to be played; raises `OutsideClaims`.

    `span` are the editions by which it may be played; `needing` are capabilities that are wanted besides those that the
    case needs. For the rest see `Play`.
    """
    given = vocabulary.given(case.given)
    claims = description.games.get(case.game)
    cards = vocabulary.cards(given) if claims is not None and claims.cards is not None else ()
    lacks = outside(case, description, cards, span, vocabulary)
    for capability in needing:
        if not lacks and capability not in description.capabilities:
            lacks = f"the capability {capability}"
    if lacks:
        raise OutsideClaims(f"outside the engine's claims: {lacks}")
    return Play(
        case,
        engine,
        vocabulary,
        given,
        description=description,
        edition=edition(case, description, span),
        bounds=bounds,
        whole=whole,
    )


class Play:
    """A case's position on an engine: makes requests, counts them, remembers the last."""

    def __init__(
        self,
        case: Case,
        engine: Engine,
        vocabulary: Vocabulary,
        given: Json,
        *,
        description: Description,
        edition: str | None = None,
        bounds: Bounds | None = None,
        whole: bool = False,
    ) -> None:
        """
        Keep what every request of the case says.

        `whole` says that all of the position is wanted and not only what the case looks at.
        """
        self.case = case
        self.vocabulary = vocabulary
        self.actions = actions(case)
        self.runs = 0
        self.request: Json | None = None
        self.messages: list[Message] | None = None
        """All that goes to and fro; None if nobody wants to know."""
        self.edition = edition
        self._engine = engine
        self._description = description
        self._chooses = "choices" not in description.capabilities
        self._bounds = bounds or Bounds()
        self._said: Json = {"game": case.game, "given": given}
        if edition is not None:
            self._said["edition"] = edition
        if case.cards:
            self._said["cards"] = list(case.cards)
        # Whether a refusal left the position unharmed is to be seen by the whole of it.
        whole = whole or case.expectation.refused is not None
        self._observe: Json = {} if whole else {"observe": vocabulary.observed(case)}

    def run(self, actions: Sequence[Json], answers: Sequence[Json], also: Mapping[str, Any] = NOTHING_MORE) -> Json:
        """
        Run these actions with these answers and return the outcome; `also` are further parameters of the run.

        Raises `Settled` where the engine does not have something, and `EngineFailure`.
        """
        self.request = {**self._said, "actions": list(actions), "answers": list(answers), **self._observe, **also}
        self.runs += 1
        outcome = self._engine.run(self.request) if self.messages is None else self._noted(self.request, self.messages)
        if "unsupported" in outcome:
            lack = outcome["unsupported"]
            if disowns(lack, self.case.game, self._description):
                raise BrokenProtocol(f"says that it does not have {lack_in_words(lack)}, which it claims")
            raise Settled(Status.UNSUPPORTED, f"the engine does not have {lack_in_words(lack)}")
        if self._chooses and "choice" in outcome:
            raise BrokenProtocol("asks a question, though it does not claim the capability choices")
        if not self._chooses:
            check_answered(outcome, answers)
        return outcome

    def _noted(self, request: Json, messages: list[Message]) -> Json:
        """Run, and note what came of it."""
        try:
            outcome = self._engine.run(request)
        except EngineFailure as failure:
            _note(Message(request, failure=failure.message, came=failure.came), messages)
            raise
        _note(Message(request, outcome), messages)
        return outcome

    def leaves(
        self,
        actions: Sequence[Json],
        answers: Sequence[Json] | None = None,
        also: Mapping[str, Any] = NOTHING_MORE,
        *,
        watched: bool = False,
    ) -> Iterator[Leaf]:
        """
        Yield every way in which these actions can end, given the case's scripted answers, or those given.

        `also` are further parameters of the runs; for `watched`, and what is raised besides what `run` raises, see
        `checker.judging.explore.leaves`.
        """
        scripted = self.case.choices if answers is None else answers
        if self.can("first") and not watched:
            also = {**also, "first": self._bounds.repeats}
        try:
            yield from leaves(lambda answers: self.run(actions, answers, also), scripted, self._bounds, watched=watched)
        except NotTaken as failure:
            odd = oddities(failure.question, self._said["given"], self.vocabulary)
            raise BrokenProtocol("; ".join((failure.message, *odd))) from failure

    def of_the_whole(self) -> "Play":
        """Return the same with requests that ask for the whole position."""
        other = copy(self)
        other.runs = 0
        other._observe = {}  # noqa: SLF001 - it is of this class
        return other

    def can(self, capability: str) -> bool:
        """Tell whether the engine claims a capability."""
        return capability in self._description.capabilities

    def differ(self, expected: Json, state: Json, where: str, leaf: Leaf) -> list[Found]:
        """Compare a position that an engine gave with what is expected there."""
        return [
            self.found(replace(difference, path=f"{where}{difference.path}"), leaf)
            for difference in differences(expected, state, self.vocabulary)
        ]

    def found(self, difference: Difference, leaf: Leaf | None = None) -> Found:
        """Return a difference together with the last request, which showed it."""
        assert self.request is not None
        return Found(difference.after(leaf.choices) if leaf else difference, self.request)


def _note(message: Message, messages: list[Message]) -> None:
    if len(messages) < MOST_NOTED:
        messages.append(message)
