"""One run of a script: the answers it was given, the questions it asked, and what is noted on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from reference_engine.kernel.observed import Observed
from reference_engine.kernel.trace import Trace

Word = str | int
"""An option of a question, and so an answer to it."""


@dataclass(frozen=True, slots=True)
class Question:
    """
    A question to a player: which of the options to take.

    Exactly one unless `least` and `most` say how many; then the answer is a list, in the order of taking where
    `ordered`.
    """

    player: str
    kind: str
    options: tuple[Word, ...]
    about: str | None = None
    least: int = 0
    most: int | None = None
    ordered: bool = False

    def as_json(self) -> dict[str, Any]:
        """The question as the protocol writes it."""
        question: dict[str, Any] = {"player": self.player, "kind": self.kind, "options": list(self.options)}
        if self.about is not None:
            question["about"] = self.about
        if self.most is not None:
            question |= {"min": self.least, "max": self.most}
        if self.ordered:
            question["ordered"] = True
        return question

    def forced(self) -> list[Word] | None:
        """What has to be taken where there is only one way to answer."""
        if self.most is None:
            return [self.options[0]] if len(self.options) == 1 else None
        if self.most == 0:
            return []
        if self.least == self.most == len(self.options) and (not self.ordered or len(set(self.options)) == 1):
            return list(self.options)
        return None

    def first(self) -> Word | list[Word]:
        """The first of its answers: the first option, or as few as it takes."""
        return self.options[0] if self.most is None else list(self.options[: self.least])

    def complaint(self, chosen: Any) -> str | None:
        """Why this is no answer to the question, or None if it is one."""
        if self.most is None:
            return None if chosen in self.options and not isinstance(chosen, bool) else f"{chosen!r} is not offered"
        if not isinstance(chosen, list):
            return "the answer is a list of options"
        if not self.least <= len(chosen) <= self.most:
            return f"takes {self.least} to {self.most} of the options, not {len(chosen)}"
        left = list(self.options)
        for word in chosen:
            if word not in left:
                return f"{word!r} is not offered, or not that often"
            left.remove(word)
        return None


class Halt(Exception):  # noqa: N818 - it ends a run early and is no error
    """A run that ends before the last action."""


@dataclass
class Unanswered(Halt):
    """A question that no answer fits."""

    question: Question


@dataclass
class Refused(Halt):
    """An action that the rules do not allow."""

    reason: str
    rule: str | None = None


@dataclass
class AnswerRefused(Halt):
    """An answer that is not among the options."""

    answer: int
    reason: str


@dataclass
class Unsupported(Halt):
    """Something that this engine does not have: `what` is a word of the protocol, `name` which one."""

    what: str
    name: str


@dataclass
class Run:
    """What belongs to one run and to nothing else; no state outlives it."""

    answers: Sequence[dict[str, Any]] = ()
    """Those that it was given, and after them those that it took itself."""
    first: int = 0
    """How many questions that no answer fits it answers itself, with the first answer that there is."""
    trace: Trace | None = None
    broken: tuple[str, Callable[..., Any]] | None = None
    """The name of a rule function, and the mistake made in its place."""
    mistaken: dict[str, Any] = field(default_factory=dict)
    """What a mistake that is made on purpose keeps from one time to the next."""
    observed: Observed = field(default_factory=Observed)
    moments: Callable[[], dict[str, Any]] | None = None
    """Gives the state, where somebody wants to see it whenever a player could act."""
    plain: bool = field(init=False)
    """Whether nobody looks on: no trace, no rule broken."""
    reached: set[str] = field(default_factory=set)
    asked: list[dict[str, Any]] = field(default_factory=list)
    by_itself: list[int] = field(default_factory=list)
    """Which of `asked` it answered itself, by index."""
    seen: list[dict[str, Any]] = field(default_factory=list)
    passed: list[dict[str, Any]] = field(default_factory=list)
    """The checkpoints that it came by."""
    _taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.plain = self.trace is None and self.broken is None

    def ask(self, question: Question) -> list[Word]:
        """
        Return what the player takes.

        A question with one way to answer it is not asked. Any other takes the first answer not yet taken that fits it.
        Raises `Unanswered` where there is none and it is not to take one itself, `AnswerRefused` where it is not among
        the options, and `Unsupported` for a question that has no options at all.
        """
        if question.most is None and not question.options:
            raise Unsupported("choice", f"{question.kind} of nothing")
        forced = question.forced()
        if forced is not None:
            self._take_as_given(question, forced)
            return forced
        self.moment()
        for index, answer in enumerate(self.answers):
            if index not in self._taken and _fits(answer, question):
                chosen = answer.get("choose")
                complaint = question.complaint(chosen)
                if complaint is not None:
                    raise AnswerRefused(index, complaint)
                return self._answered(question, index, chosen)
        if len(self.by_itself) >= self.first:
            raise Unanswered(question)
        self.by_itself.append(len(self.asked))
        who = {key: value for key, value in question.as_json().items() if key in _WHO}
        self.answers = [*self.answers, who | {"choose": question.first()}]
        return self._answered(question, len(self.answers) - 1, question.first())

    def _answered(self, question: Question, index: int, chosen: Any) -> list[Word]:
        self._taken.add(index)
        self.asked.append(question.as_json() | {"chosen": chosen})
        return chosen if isinstance(chosen, list) else [chosen]

    def _take_as_given(self, question: Question, forced: list[Word]) -> None:
        """Use up an answer that says what had to be taken anyway: an engine may ask such a question all the same."""
        for index, answer in enumerate(self.answers):
            if index not in self._taken and _fits(answer, question):
                chosen = answer.get("choose")
                if (chosen if isinstance(chosen, list) else [chosen]) == forced:
                    self._taken.add(index)
                return

    def taken(self) -> list[int]:
        """The answers that questions took, by index."""
        return sorted(self._taken)

    def unused(self) -> list[int]:
        """The answers that no question took, by index."""
        return [index for index in range(len(self.answers)) if index not in self._taken]

    def moment(self) -> None:
        """A player could act now: keep the state if somebody wants to see it."""
        if self.moments is not None:
            self.seen.append(self.moments())

    def tell(self, text: str, rule: str | None = None, **names: Any) -> None:
        """Add a sentence to the trace, with `names` put in for the braces, where there is a trace."""
        if self.trace is not None:
            self.trace.note(rule, text.format(**names) if names else text)


_WHO = ("player", "kind", "about")


def _fits(answer: dict[str, Any], question: Question) -> bool:
    return (
        answer.get("player", question.player) == question.player
        and answer.get("kind", question.kind) == question.kind
        and answer.get("about", question.about) == question.about
    )
