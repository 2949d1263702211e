"""
What kind of ability or effect a wording makes.

A wording is read as a sentence: what introduces it (`When`, `As`, `If`), its subject, its verb and the rest. The rules
on wordings (603.1, 614.1a to 614.1e, 614.17, 615.1a, 205.1a, 205.1b) are then asked in turn; each of them looks at the
parts of the sentence and at no particular card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile

from reference_engine.kernel.rules import HasRun, rule
from reference_engine.kernel.run import Refused

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|\([^)]*\)")
_LABEL = re.compile(r"^[\w' -]+ — ")
_WORD = re.compile("[\\w'\u2019+/{}-]+|[,.:]")

_TRIGGERS = frozenset({"when", "whenever", "at"})
_SELF = frozenset(
    {"creature", "land", "artifact", "enchantment", "planeswalker", "battle", "permanent", "token", "card", "spell"}
    | {"aura", "equipment", "vehicle", "saga", "class", "room", "case", "siege", "fortification"}
)
_CONDITIONS = frozenset({("if",), ("as",), ("during",), ("until",), ("for",)})
"""How a sentence begins that says first under which condition something is so."""
_TYPES = frozenset(
    {"artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"}
)
_SUPERTYPES = frozenset({"basic", "legendary", "ongoing", "snow", "world"})
_COLORS = frozenset({"white", "blue", "black", "red", "green", "colorless"})
_BEING = frozenset({"is", "are", "become", "becomes", "it's", "they're", "he's", "she's"})
_OTHER_SUBJECTS = frozenset({"that", "x"})
"""What stands before the verb where it says which object is meant, or what X is."""
_ENDS = frozenset({".", ",", "with", "until", "in", "and", "equal", "by", "of", "among", "to"})
"""What comes after the words for what something is."""
_STATING = frozenset(
    {
        "is",
        "are",
        "get",
        "gets",
        "have",
        "has",
        "cost",
        "costs",
        "lose",
        "loses",
        "gain",
        "gains",
        "may",
        "don't",
        "doesn't",
    }
)
_STARTS_INSTRUCTION = frozenset(
    {"add", "attach", "choose", "copy", "counter", "create", "destroy", "detain", "discard", "distribute", "double"}
    | {"draw", "exchange", "exile", "explore", "fight", "flip", "gain", "goad", "investigate", "look", "lose"}
    | {"manifest", "mill", "move", "pay", "populate", "proliferate", "put", "regenerate", "remove", "return", "reveal"}
    | {"roll", "sacrifice", "scry", "search", "shuffle", "surveil", "take", "tap", "transform", "turn", "untap", "vote"}
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A wording taken apart. Words are in small letters; `written` keeps the letters as they were."""

    words: tuple[str, ...]
    written: tuple[str, ...]
    cost: bool
    """Whether a cost and a colon come first."""

    @property
    def head(self) -> str:
        """The word that introduces it; an empty one where nothing is said."""
        return (*self.words, "")[0]

    def clause(self) -> tuple[str, ...]:
        """What it says, without the conditions that come first."""
        return self.words[_after_conditions(self.words) :]

    def has(self, *run: str) -> bool:
        """Whether these words follow each other in it."""
        return any(self.words[start : start + len(run)] == run for start in range(len(self.words)))


def read(text: str) -> Wording:
    """Take a wording apart. What is quoted in it is another ability's; what stands in parentheses is a reminder."""
    plain = _LABEL.sub("", _QUOTED.sub("", text.strip()))
    before, colon, _after = plain.partition(":")
    cost = bool(colon) and "." not in before
    written = tuple(word.replace("\u2019", "'") for word in _WORD.findall(plain))
    return Wording(tuple(word.lower() for word in written), written, cost)


@rule("207.2a")
def is_a_reminder(game: HasRun, wording: Wording) -> bool:
    """What stands in parentheses is a reminder, which has no function in the game: it makes no ability."""
    return not wording.words


@rule("603.1")
def is_triggered(game: HasRun, wording: Wording) -> bool:
    """A triggered ability begins with when, whenever or at."""
    return wording.head in _TRIGGERS


@rule("602.1")
def is_activated(game: HasRun, wording: Wording) -> bool:
    """An activated ability is a cost, a colon and an effect."""
    return wording.cost


@rule("614.1e")
def as_turned_face_up(game: HasRun, wording: Wording) -> bool:
    """What happens as a permanent is turned face up is a replacement effect."""
    return wording.head == "as" and wording.has("turned", "face", "up")


@rule("614.1c")
def enters_with_or_as(game: HasRun, wording: Wording) -> bool:
    """That this permanent enters with or as something, or what is done as it enters, is a replacement effect."""
    entering = _entering(wording)
    if entering is None or not _is_itself(entering.subject):
        return False
    return entering.head == "as" or entering.rest[:1] in {("with",), ("as",)}


@rule("614.1d")
def enters_somehow(game: HasRun, wording: Wording) -> bool:
    """What says how this permanent, or a group of objects, enters is a replacement effect."""
    entering = _entering(wording)
    return entering is not None and bool(entering.rest)


@rule("614.1b")
def skips(game: HasRun, wording: Wording) -> bool:
    """What has a player skip something is a replacement effect."""
    return bool({"skip", "skips"} & set(wording.clause()))


@rule("614.1a")
def says_instead(game: HasRun, wording: Wording) -> bool:
    """What says "instead" is a replacement effect."""
    return "instead" in wording.words


@rule("614.8")
def regenerates(game: HasRun, wording: Wording) -> bool:
    """To regenerate is a replacement effect: "instead" is implied."""
    return not {"regenerate", "regenerates"}.isdisjoint(wording.clause())


@rule("615.1a")
def prevents(game: HasRun, wording: Wording) -> bool:
    """A prevention effect says "prevent"."""
    forms = {"prevent", "prevents", "prevented"}
    return not forms.isdisjoint(wording.clause()) and not wording.has("can't", "be", "prevented")


@rule("614.17")
def forbids(game: HasRun, wording: Wording) -> bool:
    """What says that something can't happen is an effect of its own kind, and no replacement effect."""
    return bool({"can't", "cannot"} & set(wording.clause()))


@rule("205.1b")
def keeps_types(game: HasRun, wording: Wording) -> bool:
    """An effect keeps the earlier types if it says so, or makes an artifact creature."""
    made = _what_it_becomes(wording)
    if made is None:
        return False
    return not {"addition", "still"}.isdisjoint(wording.words) or ("artifact", "creature") in pairwise(made)


@rule("205.1a")
def sets_types(game: HasRun, wording: Wording) -> bool:
    """An effect that sets a type without a word about keeping the earlier ones replaces those of its kind."""
    return _what_it_becomes(wording) is not None


@dataclass(frozen=True, slots=True)
class _Entering:
    head: str
    subject: tuple[str, ...]
    rest: tuple[str, ...]


def _entering(wording: Wording) -> _Entering | None:
    """Who enters and how, where that is what a sentence of the wording says and not what it waits or asks for."""
    for sentence in _sentences(wording.words):
        if sentence[0] in _TRIGGERS or sentence[0] == "if":
            continue
        for place, word in enumerate(sentence):
            subject, rest = sentence[:place], sentence[place + 1 :]
            if word in {"enter", "enters"} and subject[-1:] != ("that",):
                return _Entering(sentence[0], subject, rest[2:] if rest[:2] == ("the", "battlefield") else rest)
            if word == ",":
                break
    return None


def _sentences(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sentences of a wording, each without its full stop."""
    return [tuple(sentence) for stop, sentence in groupby(words, ".".__eq__) if not stop]


def _is_itself(subject: tuple[str, ...]) -> bool:
    """Whether the subject is the permanent whose ability it is: `this creature`, `have this land`."""
    return len(subject) >= 2 and subject[-2] == "this" and subject[-1] in _SELF  # noqa: PLR2004 - two words


def _what_it_becomes(wording: Wording) -> tuple[str, ...] | None:
    """The words for what something is or becomes, where they name a type; nothing else is a change of type."""
    for start, stop in _statements(wording.words):
        for place in range(start, stop):
            if wording.words[place] in _BEING and wording.words[place - 1] not in _OTHER_SUBJECTS:
                made = tuple(takewhile(lambda word: word not in _ENDS, wording.words[place + 1 : stop]))
                if any(map(_names_a_type, made, wording.written[place + 1 :])):
                    return made
    return None


def _statements(words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where each sentence of a wording begins and ends without its condition, be that before or after it."""
    found, start = [], 0
    for stop in [place for place, word in enumerate((*words, ".")) if word == "."]:
        start += _after_conditions(words[start:stop])
        end = next((place for place in range(start, stop) if _is_condition(words[place:])), stop)
        found.append((start, end))
        start = stop + 1
    return found


def _after_conditions(words: tuple[str, ...]) -> int:
    """Where what is said begins after the conditions that come first, as in `during your turn, as long as ...,`."""
    start = 0
    while words[start : start + 1] in _CONDITIONS and "," in words[start:]:
        start = words.index(",", start) + 1
    return start


def _is_condition(words: tuple[str, ...]) -> bool:
    return words[0] in {"if", "unless"} or words[:3] == ("as", "long", "as")


def _names_a_type(word: str, written: str) -> bool:
    """Whether a word is a card type, a supertype, or, by its capital letter, a subtype."""
    singular = word.removesuffix("s")
    return (
        word in _SUPERTYPES
        or bool({word, singular} & (_TYPES | {"type"}))
        or (written[:1].isupper() and word not in _COLORS)
    )


@rule("610.2")
def waits_for_later(game: HasRun, wording: Wording) -> bool:
    """An instruction that is followed by what is to trigger later creates a delayed triggered ability."""
    return any(sentence[0] in _TRIGGERS for sentence in _sentences(wording.words))


def _instructs(game: HasRun, wording: Wording) -> bool:
    """Whether a wording tells somebody to do something, rather than stating what is so; a keyword is no sentence."""
    clause = wording.clause()
    if "." not in clause:
        return False
    return clause[0] in _STARTS_INSTRUCTION or _is_of_life(clause) or not _STATING & set(clause)


def _is_of_life(clause: tuple[str, ...]) -> bool:
    """Whether somebody gains or loses life: so much life, that much life, half of their life."""
    verbs = {"gain", "gains", "lose", "loses"}
    return any("life" in clause[place : place + 5] for place, word in enumerate(clause) if word in verbs)


_KINDS: tuple[tuple[Callable[[HasRun, Wording], bool], str, str], ...] = (
    (is_triggered, "triggered", "603.1"),
    (is_activated, "activated", "602.1"),
    (as_turned_face_up, "replacement", "614.1e"),
    (enters_with_or_as, "replacement", "614.1c"),
    (enters_somehow, "replacement", "614.1d"),
    (skips, "replacement", "614.1b"),
    (says_instead, "replacement", "614.1a"),
    (regenerates, "replacement", "614.8"),
    (prevents, "prevention", "615.1a"),
    (forbids, "cannot", "614.17"),
    (keeps_types, "type adding", "205.1b"),
    (sets_types, "type replacing", "205.1a"),
    (waits_for_later, "one-shot", "610.2"),
    (_instructs, "one-shot", "610.1"),
)
"""What a wording may be, and by which rule; the first that fits is what it is."""


def classify(game: HasRun, text: str) -> dict[str, str]:
    """Return what kind of ability or effect a wording makes, and the rule that makes it one; refuse what makes none."""
    wording = read(text)
    if is_a_reminder(game, wording):
        raise Refused("a wording that says nothing makes no ability", "207.2a")
    for fits, kind, number in _KINDS:
        if fits(game, wording):
            return {"as": kind, "rule": number}
    return {"as": "static", "rule": "604.1"}
