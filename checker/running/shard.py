"""Parts of a corpus that can be run separately: which part a case is in depends on its id alone."""

import re
from dataclasses import dataclass
from hashlib import sha256

from checker.problems import UsageError


@dataclass(frozen=True, slots=True)
class Shard:
    """One of a number of parts."""

    number: int
    """Counted from 1."""
    of: int

    @staticmethod
    def read(told: str) -> "Shard":
        """Read `I/N`; raises `UsageError`."""
        match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", told, re.ASCII)
        if match and 1 <= int(match[1]) <= int(match[2]):
            return Shard(int(match[1]), int(match[2]))
        raise UsageError(f"{told!r} is not a shard", "a shard is I/N with I from 1 to N, such as 1/4")

    def holds(self, case: str) -> bool:
        """Tell whether a case belongs to this part: by its id, so that no other case affects it."""
        return int.from_bytes(sha256(case.encode()).digest()[:8]) % self.of == self.number - 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
