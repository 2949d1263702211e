"""Plays a script: sets the position up, performs the actions in order, and says how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from reference_engine.kernel import rules
from reference_engine.kernel.observed import Observed
from reference_engine.kernel.run import AnswerRefused, Refused, Run, Unanswered, Unsupported
from reference_engine.kernel.trace import Trace

Json = dict[str, Any]


class Table(Protocol):
    """A game in progress."""

    def perform(self, action: Json) -> None:
        """Carry out an action; raise a `Halt` where it cannot be."""

    def state(self) -> Json:
        """The position in the game's vocabulary."""

    def close(self) -> None:
        """
        Take the game apart once nobody looks at it any more.

        Players know their cards and cards their owners. Parted, all of it is freed at once; to find it would else take
        the collector of cycles a tenth of a run's time.
        """


SetUp = Callable[[Run, Json], Table]
"""Builds a table from the parameters of `run`."""


def play(set_up: SetUp, params: Json) -> Json:
    """Return the outcome of a `run` request, as `schemas/protocol.schema.json` describes it."""
    run = Run(
        answers=params.get("answers", ()),
        trace=Trace() if params.get("trace") else None,
        broken=_broken(params.get("broken")),
        first=params.get("first", 0),
        observed=Observed(params.get("observe")),
    )
    try:
        outcome = _perform(set_up, run, params)
    except Unanswered as stop:
        outcome = {"choice": stop.question.as_json()}
    except AnswerRefused as stop:
        outcome = {"refused": {"answer": stop.answer, "reason": stop.reason}}
    except Unsupported as stop:
        outcome = {"unsupported": {"what": stop.what, "name": stop.name}}
    if run.asked:
        outcome["asked"] = run.asked
    if run.by_itself:
        outcome["first"] = run.by_itself
    if "state" in outcome and (unused := run.unused()):
        outcome["unused"] = unused
    if params.get("checkpoints"):
        outcome["checkpoints"] = run.passed
    if params.get("moments"):
        outcome["moments"] = run.seen
    if run.trace is not None:
        outcome |= {"trace": run.trace.steps, "reached": sorted(run.reached)}
    return outcome


def _perform(set_up: SetUp, run: Run, params: Json) -> Json:
    table = set_up(run, params)
    try:
        return _acted(set_up, table, run, params)
    finally:
        run.moments = None
        table.close()


def _acted(set_up: SetUp, table: Table, run: Run, params: Json) -> Json:
    """Perform the actions and return how they ended."""
    actions: Sequence[Json] = params["actions"]
    checkpoints: Sequence[int] = params.get("checkpoints", ())
    if params.get("moments"):
        run.moments = table.state
    run.moment()
    for index, action in enumerate(actions):
        if index in checkpoints:
            run.passed.append({"state": table.state(), "taken": run.taken()})
        try:
            table.perform(action)
        except Refused as stop:
            if stop.rule is not None:
                run.reached.add(stop.rule)
            return _refusal(set_up, params, run, index, stop)
        run.moment()
    state = table.state()
    if len(actions) in checkpoints:
        run.passed.append({"state": state, "taken": run.taken()})
    return {"state": state}


def _refusal(set_up: SetUp, params: Json, run: Run, index: int, stop: Refused) -> Json:
    """
    The outcome of an action that the rules do not allow.

    Whatever was done before it turned out to be illegal is taken back: the state is that of a fresh run without it. A
    checker that looks at nothing of it is told none.
    """
    refused: Json = {"action": index, "reason": stop.reason}
    if stop.rule is not None:
        refused["rule"] = stop.rule
    if run.observed.nothing:
        return {"refused": refused}
    before = Run(run.answers, broken=run.broken, observed=run.observed)
    table = set_up(before, params)
    for action in params["actions"][:index]:
        table.perform(action)
    state = table.state()
    table.close()
    return {"refused": refused, "state": state}


def _broken(broken: Json | None) -> tuple[str, Callable[..., Any]] | None:
    if broken is None:
        return None
    found = rules.find(broken["rule"], broken["how"])
    if found is None:
        raise Unsupported("capability", f"broken {broken['rule']}: {broken['how']}")
    return found.name, found.mistakes[broken["how"].partition(": ")[2]]
