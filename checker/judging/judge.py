"""Judges one case on one engine: runs it as often as its choices need, and says whether the rules were kept."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Never

from checker.editions import ANY, Span
from checker.engines import (
    BrokenProtocol,
    Crashed,
    Description,
    Engine,
    EngineError,
    EngineFailure,
    TimedOut,
    Unusable,
)
from checker.judging.claims import is_checkpoint
from checker.judging.explore import Bounds, Leaf, TooManyChoices, fits
from checker.judging.play import Found, OutsideClaims, Play, Settled, prepare
from checker.judging.unasked import unasked
from checker.judging.verdict import Message, Status, Verdict
from checker.model import Case, Json
from checker.positions.compare import MISSING, Difference, differences, project, same, show
from checker.positions.vocabulary import Vocabulary

UNSEEN: Mapping[str, Any] = {"observe": []}
"""Observes nothing of the state: what matters is whether an action is refused."""

TOLD_LEAVES = 3
"""For how many failing results the differences are reported."""

_STATUS: Mapping[type[EngineFailure], Status] = {
    TimedOut: Status.TIMED_OUT,
    Crashed: Status.CRASHED,
    BrokenProtocol: Status.PROTOCOL,
    EngineError: Status.ERROR,
    Unusable: Status.CRASHED,
    EngineFailure: Status.ERROR,
}


def judge(
    case: Case,
    engine: Engine,
    vocabulary: Vocabulary,
    description: Description,
    *,
    span: Span = ANY,
    bounds: Bounds | None = None,
    messages: bool = False,
    closely: bool = False,
) -> Verdict:
    """
    Run a case and compare what came with what it expects.

    `span` are the editions by which it may be played. Whatever the engine does, the result is a verdict; with
    `messages`, one that does not say `passed` bears all that went to and fro. With `closely` a case that fails is
    looked at once more, for which of its scripted answers no question took; its runs do not count.
    """
    try:
        play = prepare(case, engine, vocabulary, description, span, bounds=bounds)
    except OutsideClaims as lacks:
        return Verdict(Status.UNSUPPORTED, str(lacks), claimed=False)
    noted: list[Message] | None = [] if messages else None
    play.messages = noted
    verdict = _judged(play)
    if closely and verdict.status is Status.FAILED and case.choices:
        verdict = replace(verdict, unasked=unasked(play))
    return replace(verdict, messages=tuple(noted)) if noted and verdict.status is not Status.PASSED else verdict


def _judged(play: Play) -> Verdict:
    try:
        return _verdict(play, [] if _goes_well(play) else _steadily(play))
    except Settled as settled:
        return Verdict(settled.status, settled.message, (), play.runs, play.request)
    except TooManyChoices as limit:
        return Verdict(Status.ERROR, str(limit), (), play.runs, play.request)
    except EngineFailure as failure:
        status = next(status for kind, status in _STATUS.items() if isinstance(failure, kind))
        return Verdict(status, failure.message, (), play.runs, play.request)


def _goes_well(play: Play) -> bool:
    """
    Tell whether a case comes out as it should when its checkpoints are looked at in the runs that go on to its end.

    That saves a run for each of them; a case that does not go well is then judged step by step. Where an action is to
    be refused the runs do not go on to the end, and an engine that does not claim it cannot do this.
    """
    stops = [*_stops(play.case)]
    if not stops or not play.can("checkpoints") or play.case.expectation.refused is not None:
        return False
    try:
        return not _at_the_end(play, stops)
    except Settled:
        return False  # by other choices an earlier action may be refused, which is then what is told


def _steadily(play: Play) -> list[Found]:
    """
    Judge a case; one that fails is played once more, and has to fail in the same way.

    A run is a function of its parameters alone, so that whatever else comes the second time breaks the protocol. An
    author who is told so need not look for the rule that was broken. The second time the whole position is asked for,
    and tells where a thing is that was expected elsewhere. An engine may then ask for the order of a library, which it
    need not where nobody looks at one: how many of the results differ so is not compared.
    """
    found = [*_along_the_way(play), *_at_the_end(play)]
    if not found:
        return found
    again = play.of_the_whole()
    then = [*_along_the_way(again), *_at_the_end(again)]
    play.runs += again.runs
    first, last = _results(found), _results(then)
    if first.keys() != last.keys():
        at_first = next((str(one.difference) for result, one in first.items() if result not in last), "nothing else")
        at_last = next((str(one.difference) for result, one in last.items() if result not in first), "not so")
        raise BrokenProtocol(f"another result when played again: at first {at_first}; then {at_last}")
    return [Found(one.difference, first[_result(one)].request) for one in then]


def _results(found: Sequence[Found]) -> dict[str, Found]:
    """Return what was found by what differs, whichever choices led there; the first of each."""
    results: dict[str, Found] = {}
    for one in found:
        results.setdefault(_result(one), one)
    return results


def _result(found: Found) -> str:
    return repr(replace(found.difference, note="", choices=()))


def _verdict(play: Play, found: Sequence[Found]) -> Verdict:
    if not found:
        return Verdict(Status.PASSED, runs=play.runs)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return Verdict(
        Status.FAILED,
        f"{found[0].difference}{more}",
        tuple(one.difference for one in found),
        play.runs,
        found[0].request,
    )


def _refused(outcome: Json, actions: Sequence[Json]) -> Never:
    refusal = outcome["refused"]
    if "action" in refusal:
        index = refusal["action"]
        if index >= len(actions):
            raise BrokenProtocol(f"refuses action {index}, counted from 0, of {len(actions)}")
        what = f"action {index + 1}, {show(actions[index])}"
    else:
        what = f"answer {refusal['answer'] + 1}"
    rule = f" ({refusal['rule']})" if "rule" in refusal else ""
    raise Settled(Status.REFUSED, f"refused {what}: {refusal['reason']}{rule}")


# --- checkpoints -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stop:
    """A checkpoint on the way."""

    done: Sequence[Json]
    """The actions before it."""
    step: Json
    where: str


def _stops(case: Case) -> Iterator[_Stop]:
    done: list[Json] = []
    number = 0
    for place, step in enumerate(case.steps, start=1):
        if is_checkpoint(step):
            yield _Stop(tuple(done), step, f"step {place}")
            continue
        if number != case.expectation.refused:  # what is refused does not happen
            done.append(step)
        number += 1


def _along_the_way(play: Play) -> Iterator[Found]:
    """Judge the checkpoints: each looks at a run of the actions before it, over all choices that lead there."""
    for stop in _stops(play.case):
        failing = 0
        for leaf in play.leaves(stop.done):
            if "refused" in leaf.outcome:
                _refused(leaf.outcome, stop.done)
            found = [*_checkpoint(play, stop, leaf)]
            yield from found
            failing += bool(found)
            if failing >= TOLD_LEAVES:
                break


def _passing_by(play: Play, stops: Sequence[_Stop], leaf: Leaf, seen: dict[str, list[Json]]) -> Iterator[Found]:
    """
    Judge the checkpoints that a run to the end passed, except those `seen` already by the same choices.

    An engine may be mistaken in which answers were taken by then, so another state there is looked at too.
    """
    told = leaf.outcome.get("checkpoints", ())
    if len(told) != len(_numbers(stops)):
        raise BrokenProtocol(f"gives {len(told)} checkpoints of the {len(_numbers(stops))} that it passed")
    came = dict(zip(_numbers(stops), told, strict=True))
    for stop in stops:
        at = came[len(stop.done)]
        if (last := max(at["taken"], default=-1)) >= len(leaf.answers):
            raise BrokenProtocol(f"reports answer {last + 1} at a checkpoint, but was given {len(leaf.answers)}")
        unused = [place for place in range(len(leaf.answers)) if place not in at["taken"]]
        way = f"{stop.where} {[leaf.answers[place] for place in at['taken']]}"
        if at["state"] not in (before := seen.setdefault(way, [])):
            before.append(at["state"])
            yield from _checkpoint(play, stop, replace(leaf, outcome={"state": at["state"], "unused": unused}))


def _numbers(stops: Sequence[_Stop]) -> list[int]:
    return list(dict.fromkeys(len(stop.done) for stop in stops))


def _checkpoint(play: Play, stop: _Stop, leaf: Leaf) -> Iterator[Found]:
    done, step, where = stop.done, stop.step, stop.where
    if "expect" in step:
        yield from play.differ(step["expect"], leaf.outcome["state"], f"{where}: ", leaf)
    unused = set(leaf.outcome.get("unused", ()))
    answers = [answer for place, answer in enumerate(leaf.answers) if place not in unused]
    for action in step.get("legal", ()):
        # Whatever else it says to be refused, the action was not done.
        if all("refused" in after.outcome for after in play.leaves([*done, action], answers, UNSEEN)):
            yield play.found(Difference(f"{where}: legal", action, "refused"), leaf)
    for action in step.get("illegal", ()):
        if not all(_is_refused(after, len(done)) for after in play.leaves([*done, action], answers, UNSEEN)):
            yield play.found(Difference(f"{where}: illegal", action, "not refused"), leaf)


def _is_refused(leaf: Leaf, action: int) -> bool:
    return bool(leaf.outcome.get("refused", {}).get("action") == action)


# --- the result ------------------------------------------------------------------------------------------------------


def _at_the_end(play: Play, stops: Sequence[_Stop] = ()) -> list[Found]:
    """Judge what came of the whole script, over all choices, and the checkpoints that the runs are to come by."""
    wanted = play.case.expectation
    also: Json = {"moments": True} if wanted.throughout is not None else {}
    if stops:
        also["checkpoints"] = _numbers(stops)
    seen: dict[str, list[Json]] = {}
    questions: dict[str, Json] = {}
    found: list[Found] = []
    reached: set[int] = set()
    failing = 0
    watched = False
    looks = bool(wanted.offered or wanted.not_offered)
    ways = play.leaves(play.actions, also=also)
    while (leaf := next(ways, None)) is not None:
        if looks and _must_watch(play, leaf) and not watched:
            watched, ways = True, play.leaves(play.actions, also=also, watched=True)
            continue
        if looks:
            questions.update({repr(question): question for question in leaf.questions})
        differs = [*_leaf(play, leaf, reached), *(_passing_by(play, stops, leaf, seen) if stops else ())]
        failing += bool(differs)
        if failing <= TOLD_LEAVES:
            found += differs
        elif not (wanted.possible or wanted.offered):
            break  # one more result would tell nothing new
    found += [
        play.found(Difference(f"possible {number + 1}", result, MISSING, "no choices lead to it"))
        for number, result in enumerate(wanted.possible)
        if number not in reached
    ]
    return [*found, *(play.found(difference) for difference in _offers(play.case, list(questions.values())))]


def _must_watch(play: Play, leaf: Leaf) -> bool:
    """Tell whether questions that were given scripted answers would be missed."""
    return bool(play.case.choices) and "asked" not in leaf.outcome


def _leaf(play: Play, leaf: Leaf, reached: set[int]) -> Iterator[Found]:
    """Judge one result, and note which of the `possible` ones it is."""
    wanted = play.case.expectation
    outcome = leaf.outcome
    if "refused" in outcome:
        if outcome["refused"].get("action") != wanted.refused or wanted.refused is None:
            _refused(outcome, play.actions)
        yield from _refusal(play, leaf, wanted.refused)
        return
    state = outcome["state"]
    if wanted.refused is not None:
        action = play.actions[wanted.refused] if wanted.refused < len(play.actions) else {}
        yield play.found(Difference("refused", action, "carried out"), leaf)
        return
    if wanted.expect is not None:
        yield from play.differ(wanted.expect, state, "", leaf)
    if wanted.possible:
        fitting = [number for number, result in enumerate(wanted.possible) if same(result, state, play.vocabulary)]
        reached.update(fitting)
        if not fitting:
            came = play.vocabulary.answered(state)
            looked_at = {key: part for result in wanted.possible for key, part in project(result, came).items()}
            yield play.found(Difference("possible", list(wanted.possible), looked_at, "not among them"), leaf)
    if wanted.throughout is not None:
        yield from _moments(play, leaf, wanted.throughout)


def _moments(play: Play, leaf: Leaf, throughout: Json) -> Iterator[Found]:
    moments = leaf.outcome.get("moments")
    if not moments:
        raise BrokenProtocol("gives no moments, though it claims the capability and was asked for them")
    for number, state in enumerate(moments, start=1):
        found = play.differ(throughout, state, f"moment {number} of {len(moments)}: ", leaf)
        if found:
            yield from found
            return


def _refusal(play: Play, leaf: Leaf, action: int) -> Iterator[Found]:
    """Check that a refusal left the position as it was before the refused action."""
    wanted = play.case.expectation.expect
    state = leaf.outcome.get("state")
    request = play.request
    if state is None and wanted is None:
        return
    before = play.run(play.actions[:action], leaf.answers)
    if "state" not in before or "refused" in before:
        raise BrokenProtocol(f"goes differently before action {action + 1} when that action is left out")
    if state is not None:
        was, now = play.vocabulary.answered(before["state"]), play.vocabulary.answered(state)
        # Each way round, since a comparison looks at what its first side names.
        harm = differences(was, now, play.vocabulary) or [
            Difference(other.path, other.actual, other.expected, other.note)
            for other in differences(now, was, play.vocabulary)
        ]
        for difference in harm:
            yield Found(
                replace(difference, path=f"after the refusal: {difference.path}", choices=leaf.choices), request or {}
            )
    if wanted is not None:
        yield from play.differ(wanted, before["state"], "", leaf)


def _offers(case: Case, questions: Sequence[Json]) -> Iterator[Difference]:
    """Judge which questions were asked, and with which options."""
    for number, offer in enumerate(case.expectation.offered, start=1):
        asked = [question for question in questions if fits(offer, question)]
        if not any(_same_options(question, offer["options"]) for question in asked):
            came = [question["options"] for question in asked]
            note = "" if asked else "no such question was asked"
            actual = MISSING if not came else came[0] if len(came) == 1 else came
            yield Difference(f"offered {number}", offer, actual, note)
    for number, offer in enumerate(case.expectation.not_offered, start=1):
        for question in questions:
            if fits(offer, question) and ("option" not in offer or offer["option"] in question["options"]):
                yield Difference(f"not_offered {number}", offer, question, "was asked")
                break


def _same_options(question: Json, options: Sequence[Any]) -> bool:
    """Tell whether a question has exactly these options; how many of each matters only where several are taken."""
    if "max" in question:
        return Counter(question["options"]) == Counter(options)
    return set(question["options"]) == set(options)
