"""The steps of an examination, from what every run needs to what keeps a run of thousands of cases going."""

from collections.abc import Callable

from checker.doctor import asking, lasting, playing, returning, unknown
from checker.doctor.examination import Examination

STEPS: tuple[tuple[str, bool, Callable[[Examination], str]], ...] = (
    ("starts and answers `describe`", True, playing.describe),
    ("says what it is and claims", True, playing.description),
    ("plays a case", True, playing.run),
    ("the words of its answers", False, playing.words),
    ("answers the same again", False, playing.again),
    ("gives back what it was given", False, returning.back),
    ("asks what is left open", False, asking.questions),
    ("keeps to what it claims", False, playing.claims),
    ("several points of one run", False, playing.checkpoints),
    ("goes on by itself", False, playing.first),
    ("an unknown card", False, unknown.card),
    ("an unknown card by its name alone", False, unknown.name),
    ("an unknown action", False, unknown.action),
    ("an unknown game", False, unknown.game),
    ("an unknown method", False, unknown.method),
    ("a line that is not JSON", False, lasting.noise),
    ("other ids", False, lasting.ids),
    ("several requests at once", False, lasting.several),
    ("a long line", False, lasting.large),
    ("ends when told", False, lasting.shutdown),
    ("ends with its input", False, lasting.end_of_input),
    ("starts again", False, lasting.restart),
)
"""Name, whether nothing else can work without it, and what does it."""

PIPES_ONLY = {lasting.shutdown, lasting.end_of_input, lasting.restart}

CLAIMED = {playing.checkpoints: "checkpoints", playing.first: "first", asking.questions: "choices"}
"""The capability without which a step is left out."""
