"""What went to and fro between the checker and an engine, as its author reads it: JSON, no more of it than is new."""

import json
from collections.abc import Iterator
from typing import Any

from checker.judging.verdict import Message, Status, Verdict
from checker.model import Json
from checker.reports.text import clean, shortened

MOST = 20
"""How many requests of a case are shown, and one more if that is the one that shows the failure."""

_WIDE = 100
"""A value that is longer than this is put on several lines."""
_LEAST = 40
"""How much fits on a line however deep it lies."""


def lines(verdict: Verdict) -> Iterator[str]:
    """Yield in lines what was asked and what came of it."""
    messages, shows = verdict.messages, verdict.request
    asked = max(verdict.runs, len(messages))
    shown = [*range(min(MOST, len(messages)))]
    shown += [number for number in range(MOST, len(messages)) if messages[number].request == shows][:1]
    what = "came back unsupported" if verdict.status is Status.UNSUPPORTED else "shows the failure"
    before = 0
    for number in shown:
        message = messages[number]
        mark = f", which {what}" if message.request == shows else ""
        yield f"  request {number + 1} of {asked}{mark}{_beginning(number, before)}"
        yield from _request(message.request, messages[before].request if number else {})
        yield from _answer(message, messages[before].answer if number else None)
        before = number
    if asked > len(shown):
        yield "  the report that `rulings check --report jsonl=FILE` writes has more of them"


def _beginning(number: int, before: int) -> str:
    return f": as request {before + 1}, except" if number else ""


def _request(request: Json, before: Json) -> Iterator[str]:
    """Yield a request, or what it has that the one before it had not."""
    for key, value in request.items():
        known = before.get(key)
        if isinstance(value, list) and known and value[: len(known)] == known != value:
            yield from _key("->", key, value[len(known) :], "and then ")
        elif key not in before or known != value:
            yield from _key("->", key, value)
    for key in before:
        if key not in request:
            yield f"    -> {key} is left out"
    if request == before:
        yield "    -> nothing: it is asked again"


def _answer(message: Message, before: Json | None) -> Iterator[str]:
    if message.answer is not None and message.answer == before:
        yield "    <- the same"
        return
    if message.answer is not None:
        for key, value in message.answer.items():
            yield from _key("<-", key, value)
        return
    yield f"    <- {clean(message.failure)}"
    if message.came:
        yield from (f"    <- {clean(line)}" for line in shortened(message.came).splitlines())


def _key(mark: str, key: str, value: Any, more: str = "") -> Iterator[str]:
    first, *others = laid_out(value, len(key) + len(more) + 2)
    yield f"    {mark} {clean(key)}: {more}{first}"
    yield from (f"       {line}" for line in others)


def laid_out(value: Any, taken: int = 0, wide: int = _WIDE) -> list[str]:
    """
    Return JSON in lines, as much on each as fits.

    `taken` is how much of the first line is taken, `wide` how long each may be.
    """
    whole = clean(json.dumps(value, ensure_ascii=False))
    if len(whole) + taken <= wide or not isinstance(value, dict | list) or not value:
        return [whole]
    if isinstance(value, dict):
        named = [(f"{clean(json.dumps(key, ensure_ascii=False))}: ", part) for key, part in value.items()]
    else:
        named = [("", part) for part in value]
    wide = max(_LEAST, wide - 2)
    inner = [""]
    for number, (name, part) in enumerate(named, start=1):
        first, *others = laid_out(part, len(name) + 1, wide)
        comma = "," if number < len(named) else ""
        if not others and len(inner[-1]) + len(name) + len(first) + 2 <= wide:
            inner[-1] += f"{' ' if inner[-1] else ''}{name}{first}{comma}"
            continue
        inner += [f"{name}{first}", *others]
        inner[-1] += comma
        if others:
            inner.append("")
    begins, ends = "{}" if isinstance(value, dict) else "[]"
    return [begins, *(f"  {line}" for line in inner if line), ends]
