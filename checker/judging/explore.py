"""
Explores every way in which the questions of a run can be answered.

An engine keeps nothing between runs, so a choice is explored by running again with one answer more. A leaf is a run
that ended without a question left open. Leaves come one by one, depth first, and nobody has to wait for the last.

An engine that can take the first answer to each question itself brings a leaf with every run; what is left to explore
are the other answers to the questions that it tells.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from checker.engines import BrokenProtocol
from checker.model import Json
from checker.positions.compare import show

Ask = Callable[[list[Json]], Json]
"""Runs the position with these answers and returns the outcome."""

_WHO = ("player", "kind", "about")
"""The keys by which an answer and a question are matched."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is explored before it is given up."""

    leaves: int = 5_000
    depth: int = 200
    """How many open questions one run may ask."""
    repeats: int = 40
    """How often the same question may be asked in a row."""


class NotTaken(BrokenProtocol):
    """An engine does not go on from a question that it was answered."""

    def __init__(self, message: str, question: Json) -> None:
        super().__init__(message)
        self.question = question


class TooManyChoices(Exception):  # noqa: N818 - says what there is, not what is wrong
    """There are more results than anybody wants to wait for; says how many were explored."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A question and the answer that it was given."""

    question: Json
    answer: Json
    scripted: bool = False
    place: int = 0
    """Which of all the questions that were asked it is, from 0, as far as the engine tells them."""
    times: int = 1
    """How often the answer is sent: an earlier question that has only this answer may use it up without being asked."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way in which a run can end."""

    outcome: Json
    answers: tuple[Json, ...]
    """All answers that were sent, including the scripted ones."""
    taken: tuple[Taken, ...]

    @property
    def choices(self) -> tuple[Json, ...]:
        """The choices that led there, beyond those that the case scripts."""
        return tuple(step.answer for step in self.taken if not step.scripted)

    @property
    def questions(self) -> Sequence[Json]:
        """All that was asked on the way, as far as the engine tells."""
        told: list[Json] | None = self.outcome.get("asked")
        return [step.question for step in self.taken] if told is None else told


def leaves(
    ask: Ask, scripted: Sequence[Json] = (), bounds: Bounds | None = None, *, watched: bool = False
) -> Iterator[Leaf]:
    """
    Yield every way in which a run can end, given the answers that are scripted.

    With `watched` the scripted answers are held back until a question asks for them, so that every question is seen
    even where an engine does not tell what it asked; this takes a run for each of them.

    Raises
    ------
    BrokenProtocol
        A question cannot be answered, an answer to it is not taken, or the engine asks otherwise on the same answers.
    TooManyChoices
        A bound was reached.

    """
    bounds = bounds or Bounds()
    sent_first = () if watched else tuple(scripted)
    waiting: list[Iterator[tuple[Taken, ...]]] = [iter([()])]
    before: list[Json] = [{}]
    """The outcome that each of `waiting` continues from."""
    found = 0
    while waiting:
        taken = next(waiting[-1], None)
        if taken is None:
            waiting.pop()
            before.pop()
            continue
        answers = (*sent_first, *_sent(taken))
        outcome = ask(list(answers))
        used_up = _used_up(outcome, taken)
        if used_up is not None and taken[used_up].times <= bounds.repeats:
            again = replace(taken[used_up], times=taken[used_up].times + 1)
            waiting.append(iter([(*taken[:used_up], again, *taken[used_up + 1 :])]))
            before.append(before[-1])
            continue
        _check_taken(outcome, before[-1], taken, len(sent_first))
        further = _by_itself(outcome)
        for place, step in further:
            _check_bounds(step.question, taken, bounds)
            waiting.append(_beside(taken, step))
            before.append({**outcome, "asked": outcome["asked"][:place]})
            taken = (*taken, step)
        if "choice" not in outcome:
            found += 1
            if found > bounds.leaves:
                raise TooManyChoices(f"gave up after {bounds.leaves:,} results; script more of the choices")
            yield Leaf(outcome, (*answers, *(step.answer for _, step in further)), taken)
            continue
        question = outcome["choice"]
        _check_bounds(question, taken, bounds)
        held_back = _next_scripted(question, scripted, taken) if watched else None
        waiting.append(_onward(taken, question, held_back, len(outcome.get("asked", ()))))
        before.append(outcome)


def _sent(taken: Sequence[Taken]) -> Iterator[Json]:
    for step in taken:
        yield from (step.answer,) * step.times


def _used_up(outcome: Json, taken: Sequence[Taken]) -> int | None:
    """
    Return which answer an earlier question used up, one that had no other answer and was not asked because of that.

    Such a question takes an answer as given, since a case may script what another engine asks. The question that the
    answer was for then gets the answer to a later one, or one that the engine takes itself, or is asked again.
    """
    if "asked" not in outcome:
        return None
    asked: Sequence[Json] = outcome["asked"]
    for number, step in enumerate(taken):
        told = asked[step.place] if step.place < len(asked) else None
        if told is None and "refused" not in outcome:
            return number if "choice" in outcome and _alike(step.question, outcome["choice"]) else None
        if told is not None:
            if "chosen" not in told or not _alike(step.question, told):
                return None
            if step.place in outcome.get("first", ()):
                return number
            if _same(step.question, told["chosen"], step.answer["choose"]):
                continue
        return number if any(fits(other.answer, step.question) for other in taken[number + 1 :]) else None
    return None


def check_answered(outcome: Json, answers: Sequence[Json]) -> None:
    """Raise `BrokenProtocol` if an engine chose without saying so: what else it could have chosen is never explored."""
    asked = outcome.get("asked", ())
    taken = len({*range(len(answers))}.difference(outcome.get("unused", ()))) + len(outcome.get("first", ()))
    if len(asked) <= taken:
        return
    chosen = [question for question in asked if len([*islice(answers_to(question), 2)]) > 1]
    if len(chosen) > taken:
        raise BrokenProtocol(
            f"had {taken} answers for {len(chosen)} questions, and chose by itself: {describe(chosen[taken])}"
        )


def _same(question: Json, one: Any, other: Any) -> bool:
    """Tell whether two answers to a question are the same."""
    if one == other or question.get("ordered") or not (isinstance(one, list) and isinstance(other, list)):
        return bool(one == other)
    return Counter(one) == Counter(other)


def _by_itself(outcome: Json) -> list[tuple[int, Taken]]:
    """Return the questions that the engine answered itself, each with its place among all that were asked."""
    asked = outcome.get("asked", ())
    told = []
    for place in outcome.get("first", ()):
        if place >= len(asked) or "chosen" not in asked[place]:
            raise BrokenProtocol(f"took the first answer to question {place}, which `asked` does not list")
        question = {key: value for key, value in asked[place].items() if key != "chosen"}
        told.append((place, Taken(question, answering(question, asked[place]["chosen"]), place=place)))
    return told


def _beside(taken: tuple[Taken, ...], step: Taken) -> Iterator[tuple[Taken, ...]]:
    """Yield the answers so far and one more, for each answer but the one that the engine took itself."""
    took = step.answer["choose"]
    offered = False
    for chosen in answers_to(step.question):
        if _same(step.question, chosen, took):
            offered = True
        else:
            yield (*taken, replace(step, answer=answering(step.question, chosen)))
    if not offered:
        raise BrokenProtocol(f"takes {show(took)}, which it does not offer: {describe(step.question)}")


def key_of(asked: Json) -> Json:
    """Return that by which a question and an answer to it are matched: who is asked, what kind of thing, about what."""
    return {key: asked[key] for key in _WHO if key in asked}


def answering(question: Json, chosen: Any) -> Json:
    """Return the answer to a question that chooses this."""
    return {**key_of(question), "choose": chosen}


def _onward(
    taken: tuple[Taken, ...], question: Json, held_back: Json | None, place: int
) -> Iterator[tuple[Taken, ...]]:
    """Yield the answers so far and one more, for each answer that the question allows."""
    if held_back is not None:
        yield (*taken, Taken(question, answering(question, held_back["choose"]), scripted=True, place=place))
        return
    for chosen in answers_to(question):
        yield (*taken, Taken(question, answering(question, chosen), place=place))


def _next_scripted(question: Json, scripted: Sequence[Json], taken: tuple[Taken, ...]) -> Json | None:
    """Return the first scripted answer not yet taken that fits a question."""
    left = list(scripted)
    for step in taken:
        if step.scripted:
            left.remove(next(answer for answer in left if fits(answer, step.question)))
    return next((answer for answer in left if fits(answer, question)), None)


def fits(pattern: Json, question: Json) -> bool:
    """Tell whether an answer or an offer is for a question: what it leaves out fits any."""
    return all(pattern[key] == question.get(key) for key in _WHO if key in pattern)


def answers_to(question: Json) -> Iterator[Any]:
    """
    Yield every answer that a question allows, each once.

    Options that are the same word are things that nobody can tell apart, so that which of them is taken makes no
    difference. Raises `BrokenProtocol` for a question that has no answer.
    """
    options = question["options"]
    if "max" not in question:
        if not options:
            raise BrokenProtocol(f"a question without options: {describe(question)}")
        yield from dict.fromkeys(options)
        return
    least, most = question["min"], question["max"]
    if least > most or least > len(options):
        raise BrokenProtocol(f"takes {least} to {most} of {len(options)} options: {describe(question)}")
    pick = _sequences if question.get("ordered") else _bags
    counts: Counter[Any] = Counter(options)
    for number in range(least, min(most, len(options)) + 1):
        for chosen in pick(counts, number):
            yield list(chosen)


def _bags(counts: Counter[Any], number: int) -> Iterator[tuple[Any, ...]]:
    """Yield each bag of so many things once."""
    if not number:
        yield ()
        return
    if not counts:
        return
    first, there = next(iter(counts.items()))
    others = Counter({option: count for option, count in counts.items() if option != first})
    for taken in range(min(there, number), -1, -1):
        for rest in _bags(others, number - taken):
            yield (first,) * taken + rest


def _sequences(counts: Counter[Any], number: int) -> Iterator[tuple[Any, ...]]:
    """Yield each order of so many things once."""
    if not number:
        yield ()
        return
    for option, there in counts.items():
        if there:
            left = counts.copy()
            left[option] -= 1
            for rest in _sequences(left, number - 1):
                yield (option, *rest)


def describe(question: Json) -> str:
    """Return a question as a person would write it."""
    about = f" about {question['about']}" if "about" in question else ""
    shown = list(islice(question.get("options", ()), 8))
    more = ", …" if len(question.get("options", ())) > len(shown) else ""
    return f"{question.get('kind')}{about}, to {question.get('player')}: [{', '.join(map(show, shown))}{more}]"


def _check_bounds(question: Json, taken: tuple[Taken, ...], bounds: Bounds) -> None:
    if "chosen" in question:
        raise BrokenProtocol(f"an open question that says what was chosen: {describe(question)}")
    repeated = 0
    for step in reversed(taken):
        if step.question != question:
            break
        repeated += 1
    if repeated >= bounds.repeats:
        sent = show(taken[-1].answer)
        raise NotTaken(f"asks the same question forever: {describe(question)}; each time it was sent {sent}", question)
    if len(taken) >= bounds.depth:
        raise TooManyChoices(f"gave up after {bounds.depth} questions in one run, the last {describe(question)}")


def _check_taken(outcome: Json, before: Json, taken: tuple[Taken, ...], first: int) -> None:
    """Check that the last answer was taken, and that all before it went as it did without that answer."""
    sent = [step for step in taken for _ in range(step.times)]
    refused = outcome.get("refused", {}).get("answer")
    if refused is not None and refused >= first:
        if refused >= first + len(sent):
            raise BrokenProtocol(f"refuses answer {refused}, of {first + len(sent)}")
        step = sent[refused - first]
        if not step.scripted:
            refuses = f"refuses {show(step.answer['choose'])}, which it offered"
            raise NotTaken(f"{refuses}: {describe(step.question)}", step.question)
    if not taken:
        return
    last = taken[-1]
    if first + len(sent) - 1 in outcome.get("unused", ()) and refused is None:
        raise NotTaken(f"does not take an answer to its own question: {describe(last.question)}", last.question)
    asked = outcome.get("asked")
    told_before = "asked" in before or (not first and len(taken) == 1)
    if asked is None or not told_before or "refused" in outcome:
        return
    same = [*before.get("asked", ()), last.question]
    came = asked[: len(same)]
    if len(came) < len(same) or not all(map(_alike, same, came)):
        raise BrokenProtocol(
            f"asks something else when run again with the same answers: at first {_listed(same)}; then {_listed(came)}"
        )


def _listed(questions: Sequence[Json]) -> str:
    return "; ".join(map(describe, questions[-2:])) or "nothing"


def _alike(one: Json, other: Json) -> bool:
    if any(one.get(key) != other.get(key) for key in _WHO):
        return False
    return bool(one["options"] == other["options"]) or Counter(one["options"]) == Counter(other["options"])
