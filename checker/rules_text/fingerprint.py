"""
What is kept of a passage instead of its text: two digests and a sketch.

The digest tells whether the passage is the same; the digest of its wording, whether more than references and
punctuation changed. The sketch is bottom-k MinHash (Broder 1997): of the hashes of all runs of three words, the
smallest `SKETCH` ones. Most rules have fewer runs than that, so that the sketch is all of them and every measure
taken from it is exact; of longer rules it is a fair sample. A library (datasketch) would bring NumPy, which alone
takes longer to import than a whole edition takes to read.
"""

from base64 import b85decode, b85encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from zlib import crc32

SKETCH = 128
"""How many hashes a stored sketch has at most."""
_RUN = 3
_KEPT = 0xFFFFFF
"""Three bytes of each hash are kept: two rules of 200 words share one by chance once in 400 pairs."""


def digest(text: str) -> str:
    """Return 64 bits of a text's BLAKE2 digest, in hexadecimal."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Sketch:
    """Hashes of a passage's runs of words."""

    runs: frozenset[int]
    whole: bool = True
    """Whether `runs` has every hash; if not, it has the smallest `SKETCH`."""

    @property
    def reach(self) -> int:
        """The largest hash up to which `runs` is complete."""
        return _KEPT if self.whole else max(self.runs)

    def stored(self) -> "Sketch":
        """Return it no larger than a file should hold."""
        if len(self.runs) <= SKETCH:
            return self
        return Sketch(frozenset(sorted(self.runs)[:SKETCH]), whole=False)


def sketch(words: Sequence[str]) -> Sketch:
    """Return the sketch of a passage's words."""
    return Sketch(frozenset(runs(["^", *words, "$"])))


def runs(words: Sequence[str]) -> list[int]:
    """Return the hash of each run of three words, in order; of fewer words, that of them all."""
    return [_mixed(crc32(" ".join(words[at : at + _RUN]).encode())) for at in range(max(1, len(words) - _RUN + 1))]


def _mixed(value: int) -> int:
    """Spread a checksum, so that the smallest of many are a fair sample of them (the finaliser of MurmurHash3)."""
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return (value ^ (value >> 16)) & _KEPT


def sampled(*sketches: Sketch) -> list[frozenset[int]]:
    """Return comparable samples: of each sketch the hashes up to where all of them are complete."""
    reach = min(each.reach for each in sketches)
    if reach == _KEPT:
        return [each.runs for each in sketches]
    return [frozenset(run for run in each.runs if run <= reach) for each in sketches]


def likeness(one: Sketch, other: Sketch) -> float:
    """Return how alike two passages are, from 0 to 1 (Dice's measure over runs of words)."""
    first, second = sampled(one, other)
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 0.0


def within(part: Sketch, whole: Sketch) -> float:
    """Return how much of `part` is found in `whole`, from 0 to 1."""
    first, second = sampled(part, whole)
    return len(first & second) / len(first) if first else 0.0


def left(part: Sketch, once: Sketch, now: Sketch | None) -> float:
    """
    Return how much of what `part` has from `once` is no longer in `now`, from 0 to 1.

    Distinguishes a piece that was taken out of a rule (1) from a rule that is only worded like it (0).
    """
    if now is None:
        return 1.0
    first, second, third = sampled(part, once, now)
    common = first & second
    return len(common - third) / len(common) if common else 0.0


def packed(runs: Iterable[int]) -> str:
    """Return hashes as text for a file: three bytes each, ascending, in base 85."""
    return b85encode(b"".join(run.to_bytes(3, "big") for run in sorted(runs))).decode()


def unpacked(text: str) -> frozenset[int]:
    """Read what `packed` wrote; raises `ValueError` for anything else."""
    data = b85decode(text)
    if len(data) % 3:
        raise ValueError("a sketch is a whole number of hashes of three bytes")
    return frozenset(int.from_bytes(data[at : at + 3], "big") for at in range(0, len(data), 3))
