"""Whether an adapter asks what is left open, in words that an answer can be matched by, and takes each answer."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from checker.doctor.cases import Within, answered, inside
from checker.doctor.examination import Advice, Examination, Wrong
from checker.doctor.words import in_outcome
from checker.engines import messages
from checker.judging.explore import answering, answers_to, describe, fits
from checker.model import Case, Json
from checker.positions.compare import show
from checker.positions.vocabulary import Vocabulary
from checker.prose import many
from checker.reading.references import texts

_KINDS, _FURTHER = 3, 50
"""How many kinds of questions are tried, and in how many cases a further one is looked for."""

_ANSWERS = 8
"""How many answers to a question are tried."""

_REPEATS = 10
"""How often in a row a question may come again: of two coins the second is asked for as the first."""

_DEPTH = 40
"""How many questions of one run are answered."""

_FEW = 3
"""In how many cases that script a choice an engine may go on without a question: a rule may be unknown to it."""

_TAKE = (
    "a question takes the first unused answer whose `player`, `kind` and `about` are its own; go through the actions "
    "again from the beginning, and ask only what no answer fits"
)
_OFFER = "offer exactly what is then accepted, in the words in which it is sent back"
_WORDS = (
    "docs/formats.md has the kinds of questions and the words of their options; `about` and options name an object by "
    "its id from `given`, or else by its name"
)


def questions(e: Examination) -> str:
    """It asks what a case leaves open, and goes on with each answer that it offers."""
    played: list[Case] = []
    seen: dict[str, str] = {}
    rest = _open(e)
    while len(seen) < _KINDS:
        if (found := answered(e, rest, "choice", played=played, afresh=True)) is None:
            break
        case, request, outcome = found
        rest = rest[[each.id for each, _ in rest].index(case.id) + 1 :][:_FURTHER]
        if (kind := outcome["choice"]["kind"]) not in seen:
            seen[kind] = _asked(e, case, request, outcome["choice"])
    if seen:
        return "; ".join(seen.values())
    left_open = [case for case in played if case.choices]
    if len(left_open) >= _FEW:
        raise Advice(
            f"asks nothing in {many(len(left_open), 'case')} whose choices were left open, such as {left_open[0].id}",
            "ask what no answer fits, or do not claim `choices`",
        )
    return "no case within its claims leads to a question"


def _asked(e: Examination, case: Case, request: Json, question: Json) -> str:
    """See that a question is asked in words that the game has, and each answer to it is taken."""
    odd = [*_odd(e, case, request, question)]
    causes = odd or [*_unheard(e, case, request, question)]
    tried = [*islice(answers_to(question), _ANSWERS)]
    try:
        for chosen in tried[1:]:
            _see_taken(e, request, [question], [answering(question, chosen)])
        _see_end(e, request, question)
    except Wrong as wrong:
        raise Wrong("; ".join([f"{case.id}: {wrong.says}", *causes]), wrong.mend) from None
    if odd:
        raise Advice(f"{case.id}: {'; '.join(odd)}", _WORDS)
    return f"{case.id}: {question['kind']}, and takes {many(len(tried), 'answer')}"


def _open(e: Examination) -> list[Within]:
    """Return the cases without their answers; first those that choose an id of `given`, then other choices."""
    there = [(case, {**run, "answers": []}) for case, run in inside(e)]
    return sorted(
        there,
        key=lambda one: (
            not _chosen_by_id(*one),
            not one[0].choices,
            not (one[0].expectation.possible or one[0].expectation.offered),
        ),
    )


def _chosen_by_id(case: Case, run: Json) -> list[str]:
    """Return the ids of a position that a case chooses, and may choose."""
    if case.expectation.refused is not None:
        return []
    ids = Vocabulary.of(case.game).ids(run["given"])
    return [word for answer in case.choices for word in _listed(answer) if word in ids]


def _listed(answer: Json) -> list[Any]:
    return answer["choose"] if isinstance(answer["choose"], list) else [answer["choose"]]


def _see_end(e: Examination, request: Json, question: Json) -> None:
    """See that a run comes to an end if each question gets the first answer that it allows."""
    asked, answers, repeated = [question], [answering(question, next(answers_to(question)))], 0
    while (further := _see_taken(e, request, asked, answers)) is not None and len(asked) < _DEPTH:
        repeated = repeated + 1 if further == asked[-1] else 0
        if repeated == _REPEATS:
            says = f"asks the same question forever, though {show(answers[-1]['choose'])} is answered each time"
            raise Wrong(f"{says}: {describe(further)}", _TAKE)
        asked.append(further)
        answers.append(answering(further, next(answers_to(further))))


def _see_taken(e: Examination, request: Json, asked: list[Json], answers: list[Json]) -> Json | None:
    """See that the last answer is taken; return what is asked next, if anything is."""
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "answers": answers})))
    refused, last = outcome.get("refused", {}), len(answers) - 1
    if refused.get("answer") == last:
        raise Wrong(f"refuses {show(answers[last]['choose'])}, which it offered: {describe(asked[last])}", _OFFER)
    if last in outcome.get("unused", ()) and not refused:
        raise Wrong(f"does not take an answer to its own question: {describe(asked[last])}", _TAKE)
    further: Json | None = outcome.get("choice")
    return further


def _odd(e: Examination, case: Case, request: Json, question: Json) -> Iterator[str]:
    """Yield, as sentences, what is odd about the words of a question, judged by those of the case that leads to it."""
    yield from in_outcome(case.game, {"choice": question}, request["given"]["players"], e.corpus)
    fitting = [answer for answer in case.choices if fits(answer, question)]
    if not fitting and any(fits({**answer, "about": question.get("about")}, question) for answer in case.choices):
        yield from _unheard(e, case, request, question)
    lacking = [word for word in _chosen_by_id(case, request) if word not in question["options"]]
    if not fitting or not {*_listed(fitting[0])}.intersection(lacking):
        return
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "answers": list(case.choices)})))
    if "answer" in outcome.get("refused", {}):
        yield f"the case answers {show(lacking[0])}, an id that is not among the options of {describe(question)}"


def _unheard(e: Examination, case: Case, request: Json, question: Json) -> Iterator[str]:
    """Yield, as a sentence, that a question is about what the case does not name; it may be a new object."""
    if (about := question.get("about")) is None:
        return
    ids = Vocabulary.of(case.game).ids(request["given"])
    named = {*ids, *texts([request["given"], request["actions"], list(case.choices)])}
    if about not in named and e.corpus.card(case.game, about) is None:
        yield f"it asks about {show(about)}, which is no id of the position, no player and no card"
