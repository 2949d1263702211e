"""
Which rules had a part in a case, by the engine's own trace.

A case is more than its actions: what it says to be legal or illegal on the way is looked at in runs of their own, and
the rules that decide those have a part in the case like any others.
"""

from collections.abc import Iterable, Iterator

from checker.judging.claims import is_checkpoint
from checker.judging.explore import Leaf
from checker.judging.play import Play
from checker.model import Case, Json


def rules_reached(case: Case, play: Play, leaves: Iterable[Leaf]) -> set[str]:
    """
    Return the rules that had a part in what a case comes to or in what it says to be legal or not.

    `leaves` are those of its actions, played with a trace. Raises what playing raises.
    """
    reached: set[str] = set()
    for leaf in leaves:
        reached.update(leaf.outcome.get("reached", ()))
    for tried in _tried(case):
        for leaf in play.leaves(tried, also={"trace": True}):
            reached.update(leaf.outcome.get("reached", ()))
    return reached


def _tried(case: Case) -> Iterator[list[Json]]:
    """Yield the runs that look whether an action would be legal."""
    done: list[Json] = []
    for step in case.steps:
        for action in (*step.get("legal", ()), *step.get("illegal", ())):
            yield [*done, action]
        if not is_checkpoint(step):
            done.append(step)
