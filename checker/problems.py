"""What is wrong with a corpus or with a command line, for a person to read."""

from collections.abc import Sequence
from dataclasses import dataclass

from checker.model import Place


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where it is, and perhaps what would be right."""

    place: Place | None
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}" + (f"; {self.hint}" if self.hint else "")


class CorpusError(Exception):
    """A corpus cannot be used as it is; carries everything that was found wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class UsageError(Exception):
    """The command line asks for something impossible; carries what would be right as `hint`."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
