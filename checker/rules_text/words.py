"""What changed in a passage, word by word, so that a person sees it at a glance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from checker.rules_text.normal import normal

_AROUND = 8
"""How many unchanged words are shown on each side of a change."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words that stayed, went or came."""

    kind: Literal["same", "gone", "new"]
    text: str


def changes(old: str, new: str) -> list[Stretch]:
    """Return both texts as one sequence of stretches; an edition's typing habits are no change."""
    before, after = normal(old).split(), normal(new).split()
    found: list[Stretch] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(Stretch("same", " ".join(before[a:b])))
            continue
        if b > a:
            found.append(Stretch("gone", " ".join(before[a:b])))
        if d > c:
            found.append(Stretch("new", " ".join(after[c:d])))
    return found


def shortened(stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the stretches without what is far from any change."""
    for at, stretch in enumerate(stretches):
        words = stretch.text.split()
        head = 0 if at == 0 else _AROUND
        tail = 0 if at == len(stretches) - 1 else _AROUND
        if stretch.kind == "same" and len(words) > head + tail + 2:
            kept = [*words[:head], "[...]", *words[len(words) - tail :]]
            yield Stretch("same", " ".join(kept))
        else:
            yield stretch


def opening(text: str) -> str:
    """Return the words with which a text begins."""
    words = normal(text).split()
    return " ".join([*words[: 2 * _AROUND], *(["[...]"] if len(words) > 2 * _AROUND else [])])


def plain(stretches: Sequence[Stretch]) -> str:
    """Return a line with `[-what went-]` and `{+what came+}`, as wdiff and git write it."""
    form = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}
    return " ".join(form[stretch.kind].format(stretch.text) for stretch in shortened(stretches))
