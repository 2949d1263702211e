"""What a case did, for people: the position, the actions, and where between them something was looked at."""

import re
from collections.abc import Iterator

from checker.judging.claims import is_checkpoint
from checker.model import Case
from checker.prose import inline, lines

_STEP = re.compile(r"step (\d+)(?=:|$)")


def played(case: Case) -> Iterator[tuple[str, str]]:
    """Yield what was played, in named parts: cards that the case defines, position, actions, answers."""
    if case.cards:
        yield "cards", "\n".join(line for card in case.cards for line in lines(card))
    yield "given", "\n".join(lines(case.given)) or "as usual"
    if done := [inline(step) for step in case.steps if not is_checkpoint(step)]:
        yield "done", "\n".join(f"{number}. {action}" for number, action in enumerate(done, start=1))
    if case.choices:
        yield "chosen", "\n".join(inline(choice) for choice in case.choices)


def script(case: Case) -> Iterator[str]:
    """Yield in lines, for reports without tables, what was played."""
    for name, text in played(case):
        yield f"{name}:"
        yield from (f"  {line}" for line in text.splitlines())


def where(case: Case, path: str) -> str:
    """Return a path, or a message that begins with one, with the action before a checkpoint in place of its number."""
    step = _STEP.match(path)
    if step is None:
        return path
    before = sum(not is_checkpoint(one) for one in case.steps[: int(step[1])])
    return (f"after action {before}" if before else "at the start") + path[step.end() :]
