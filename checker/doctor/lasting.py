"""What keeps a run of thousands of cases going: odd lines, many requests at once, an end and a new beginning."""

import json
from time import monotonic
from typing import Any

from checker.doctor.examination import Advice, Examination, Wrong
from checker.doctor.patient import PATIENCE
from checker.doctor.same import see_same
from checker.engines import EngineError, EngineFailure, TimedOut, messages, wire

_MANY = 16


def noise(e: Examination) -> str:
    """A line that is not JSON has an error for an answer, and ends nothing."""
    e.send(b"this is not JSON\n")
    response = e.receive()
    if "error" not in response:
        raise Wrong("takes a line that is not JSON for a request", "answer with the error -32700 and the id null")
    if response.get("id") is not None:
        raise Advice("names a request in its answer to noise", "the id is null where it could not be read")
    e.ask("describe", {"protocol": 1})
    return "answers with an error, and goes on"


def ids(e: Examination) -> str:
    """An answer has the id of its request, whatever that is."""
    for number in ("a text \u2013 \u00e9", 2**53 - 1, 0):
        line = wire.encode({"jsonrpc": "2.0", "id": number, "method": "describe", "params": {"protocol": 1}})
        e.exchange(line, number)
    return "repeats whatever id a request has"


def several(e: Examination) -> str:
    """Several requests at once are answered, each once."""
    assert e.request is not None
    first = e.numbers + 1
    for number in range(first, first + _MANY):
        e.send(wire.request(number, "run", e.request))
    e.numbers += _MANY
    left = set(range(first, first + _MANY))
    for _ in range(_MANY):
        response = e.receive()
        if response.get("id") not in [*left]:  # which can be anything, a list too
            raise Wrong(
                f"answers request {messages.brief(response.get('id'))} twice, or one that was never made",
                "answer each request once, with its own id",
            )
        left.discard(response["id"])
        says, mend = "answers differently when several requests wait", "keep nothing from one run to the next"
        see_same(e.outcome, messages.response(response), says, mend)
    return f"answers {_MANY} requests that were sent at once"


def large(e: Examination) -> str:
    """A long line is read whole."""
    assert e.request is not None
    request = {**e.request, "game": "x" * 400_000}
    try:
        messages.outcome(messages.response(e.ask("run", request)))
    except EngineError:  # it has read the line
        raise
    except EngineFailure as failure:
        raise Wrong(
            failure.message,
            "read a line to its end, however long it is; some languages' readers of lines stop at 64 KB",
        ) from failure
    return "reads a line of 400 KB"


def shutdown(e: Examination) -> str:
    """It ends when told."""
    messages.response(e.ask("shutdown"))
    began = monotonic()
    while monotonic() - began < PATIENCE:
        try:
            e.patient.receive(PATIENCE)
        except TimedOut:
            break
        except EngineFailure:
            e.patient.restart()
            return f"answers, and ends after {monotonic() - began:.2f} s"
    raise Wrong("does not end after `shutdown`", "end the process after the answer, also where threads are left")


def end_of_input(e: Examination) -> str:
    """It ends with its input."""
    e.ask("describe", {"protocol": 1}, e.limits.start)
    seconds = e.patient.restart(ending=True)
    if seconds >= PATIENCE:
        raise Wrong(
            f"goes on {PATIENCE:g} s after its input ended", "end the process when standard input ends; do not wait"
        )
    return f"ends {seconds:.2f} s after its input"


def restart(e: Examination) -> str:
    """Killed and started again it says the same of itself."""
    e.ask("describe", {"protocol": 1}, e.limits.start)
    e.patient.restart()
    told = messages.response(e.ask("describe", {"protocol": 1}, e.limits.start))
    if _unordered(told) != _unordered(e.told):
        raise Wrong("describes itself differently after a restart", "let `describe` always say what the program can do")
    return "killed and started again, it says the same of itself"


def _unordered(told: Any) -> Any:
    """Return a description to compare: the order of a list in it means nothing."""
    if isinstance(told, dict):
        return {key: _unordered(part) for key, part in told.items()}
    return sorted(map(json.dumps, told)) if isinstance(told, list) else told
