"""
Tells which scripted answers of a case no question took.

A case that fails may do so for a question that the engine did not ask, or asked under another name: the script then
says one thing and the run went another way. Nothing is judged by it; it shows where to look.
"""

from checker.engines import EngineFailure
from checker.judging.explore import Leaf, TooManyChoices, fits
from checker.judging.play import Play, Settled
from checker.model import Json

MOST = 20
"""After how many runs it is given up."""


def unasked(play: Play) -> tuple[Json, ...]:
    """
    Return the scripted answers that no question took, whichever way the case went.

    Where an engine chooses for itself and does not say what it left unused, or where there are too many ways, nothing
    is known, and nothing returned.
    """
    scripted = play.case.choices
    left = set(range(len(scripted)))
    looking = play.of_the_whole()
    looking.messages = None
    try:
        for leaf in looking.leaves(looking.actions, watched=looking.can("choices")):
            told = _left(leaf, scripted, watched=looking.can("choices"))
            if told is None or "refused" in leaf.outcome:
                return ()
            left &= told
            if not left or looking.runs >= MOST:
                break
        else:
            return tuple(scripted[place] for place in sorted(left))
    except (Settled, EngineFailure, TooManyChoices):
        pass  # the case itself has told what there is to tell
    return ()


def _left(leaf: Leaf, scripted: tuple[Json, ...], *, watched: bool) -> set[int] | None:
    """Return the places of the scripted answers that one run left; None if that cannot be known."""
    if not watched and "asked" not in leaf.outcome:
        unused = leaf.outcome.get("unused")
        return None if unused is None else set(unused)
    left = dict(enumerate(scripted))
    questions = [step.question for step in leaf.taken if step.scripted] if watched else leaf.questions
    for question in questions:
        place = next((place for place, answer in left.items() if fits(answer, question)), None)
        if place is not None:
            del left[place]
    return set(left)
