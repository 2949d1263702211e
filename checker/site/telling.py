"""Puts actions, answers, expectations and steps into words, with links to cards and rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from checker.judging.claims import is_checkpoint
from checker.judging.explore import Leaf, answering
from checker.model import Case, Json
from checker.positions.naming import mentions, of_players
from checker.positions.shown import brief_state
from checker.prose import capital, in_words, inline
from checker.site.layout import differs

_NUMBER = re.compile(r"\b\d{2,4}(?:\.\d+[a-z]*)?\b")
_BELOW = Markup(' <span class="sep">\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}</span> ')
"""Separates a part of a position from what is in it."""

Link = Callable[[str], str | None]
"""Gives the address of the page for a name; None if there is none."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action, or what is looked at between two actions."""

    text: Markup
    number: int = 0
    """Counted from 1; 0 for a step that does nothing."""
    label: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is expected, or that changed."""

    where: Markup
    what: Markup


@dataclass(frozen=True, slots=True)
class Happened:
    """A step of an engine's trace; the same step several times in a row counts as one."""

    text: Markup
    rule: str
    href: str | None
    depth: int
    times: int


@dataclass(slots=True)
class Branch:
    """A node in the tree of choices, with what can be chosen next; a result if nothing is left to choose."""

    text: Markup
    below: "list[Branch]"
    result: int = 0
    lines: tuple[Line, ...] = ()
    """The result, if it has not been shown before."""


class Teller:
    """Puts one case into words: knows what its ids stand for."""

    def __init__(
        self,
        case: Case,
        players: Iterable[str],
        names: Mapping[str, str],
        card: Link,
        rule: Link,
        zones: frozenset[str],
    ) -> None:
        """Keep the names of players and ids, and how cards and rules are found."""
        self._case = case
        self._players = of_players(players)
        self._names = names
        self._card = card
        self._rule = rule
        self._zones = zones
        self._told: dict[str, Markup] = {}

    # --- words -------------------------------------------------------------------------------------------------------

    def name(self, word: str) -> Markup:
        """Return an object or a card by name, with a link if it has a page; any other word as it stands."""
        told = self._told.get(word)
        if told is None:
            known = self._names.get(word)
            title = known or word
            href = self._card(re.sub(r" \([a-z0-9_]+\)$", "", title) if known else word)
            told = Markup('<a href="{}">{}</a>').format(href, title) if href else escape(title)
            self._told[word] = told
        return told

    def value(self, value: Any) -> Markup:
        """Return a value on one line, with names for ids."""
        match value:
            case str():
                return self.name(value)
            case list() if value:
                return Markup(", ").join(_counted([self.value(part) for part in value]))
            case dict() if value:
                return Markup(", ").join(
                    Markup("{} {}").format(self.name(key if key in self._names else in_words(key)), self._below(part))
                    for key, part in value.items()
                )
        return escape(inline(value))

    def _below(self, value: Any) -> Markup:
        nested = isinstance(value, list | dict) and len(value) > 1
        return Markup("({})").format(self.value(value)) if nested else self.value(value)

    def prose(self, text: str) -> Markup:
        """Return a text of the corpus with links at the rule numbers that have pages."""
        return prose(text, self._rule)

    # --- the script --------------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[Step]:
        """Yield the script, step by step."""
        number = 0
        for step in self._case.steps:
            if is_checkpoint(step):
                if "expect" in step:
                    lines = [Markup("{}: {}").format(line.where, line.what) for line in self.expected(step["expect"])]
                    yield Step(Markup("; ").join(lines), label="here")
                for key, label in (("legal", "could be done"), ("illegal", "could not be done")):
                    yield from (Step(self.action(action), label=label) for action in step.get(key, ()))
            else:
                number += 1
                yield Step(self.action(step), number, refused=self._case.expectation.refused == number - 1)

    def action(self, action: Json) -> Markup:
        """Return an action: its verb, its object, and its other parts."""
        parts = []
        for place, (key, value) in enumerate(action.items()):
            told = self._targets(value) if key in {"attack", "block"} and isinstance(value, dict) else self.value(value)
            form = "<b>{}</b> {}" if place == 0 else '<span class="with">{}</span> {}'
            parts.append(Markup(form).format(in_words(key), told))  # noqa: S704 - the form is ours
        return Markup(" ").join(parts)

    def _targets(self, pairs: Json) -> Markup:
        return Markup(", ").join(
            Markup("{} → {}").format(self.name(who), self.value(whom)) for who, whom in pairs.items()
        )

    def choice(self, answer: Json) -> Markup:
        """Return an answer to a question."""
        about = Markup(" about {}").format(self.name(answer["about"])) if "about" in answer else ""
        kind = f" ({answer['kind']})" if "kind" in answer else ""
        chosen = answer.get("choose")
        told = self.value(chosen) if chosen != [] else "none"
        return Markup("<b>{}</b>{}{}: {}").format(answer.get("player", "any player"), kind, about, told)

    def offer(self, offer: Json) -> Markup:
        """Return a question with its options, or with the option that it must not have."""
        told = self.choice(answering(offer, ""))
        options = offer.get("options", [offer["option"]] if "option" in offer else None)
        return Markup("{}{}").format(told, "this is not asked" if options is None else self.value(options))

    # --- positions ---------------------------------------------------------------------------------------------------

    def expected(self, state: Json) -> Iterator[Line]:
        """Yield a part of a position, a line for each value."""
        yield from self._lines(state, ())

    def _lines(self, value: Any, path: tuple[str, ...]) -> Iterator[Line]:
        if isinstance(value, dict) and value and not self._plain(value, path):
            for key, part in value.items():
                yield from self._lines(part, (*path, key))
        else:
            where = _BELOW.join(self._where(path))
            yield Line(where, Markup("not there") if value is None else self._facts(value))

    def _plain(self, value: Json, path: tuple[str, ...]) -> bool:
        """Tell whether a mapping reads best on one line: the facts of an object, or numbers."""
        return bool(path) and (path[-1] in self._names or all(isinstance(part, int) for part in value.values()))

    def _facts(self, value: Any) -> Markup:
        if isinstance(value, dict) and value:
            return Markup("; ").join(
                Markup("{}: {}").format(in_words(key), self._fact(part)) for key, part in value.items()
            )
        if value == []:
            return Markup("empty")
        return self.value(value)

    def _fact(self, value: Any) -> Markup:
        """Return a fact of an object: a word in it names a card only if it is an object's id."""
        match value:
            case str() if value not in self._names:
                return escape(value)
            case list() if value:
                return Markup(", ").join(self._fact(part) for part in value)
        return self.value(value)

    def _where(self, path: tuple[str, ...]) -> list[Markup]:
        return [self.name(part) if part in self._names else escape(in_words(part)) for part in path]

    def changes(self, before: Json, after: Json) -> tuple[Line, ...]:
        """Return what differs between two positions, each place once, as it is in the second."""
        return tuple(self._changes(before, after, ()))

    def _changes(self, before: Any, after: Any, path: tuple[str, ...]) -> Iterator[Line]:
        if isinstance(before, dict) and isinstance(after, dict):
            for key in dict.fromkeys((*before, *after)):
                if before.get(key) != after.get(key):  # most of a position stays as it is
                    yield from self._changes(before.get(key), after.get(key), (*path, key))
        elif differs(before, after):
            where = _BELOW.join(self._where(path))
            if isinstance(before, list) and isinstance(after, list):
                yield Line(where, self._zone(before, after))
            else:
                yield Line(where, self._facts(after))

    def _zone(self, before: list[Any], after: list[Any]) -> Markup:
        """Return how a zone changed: what arrived and what left."""
        if all(not isinstance(item, dict) for item in (*before, *after)):
            return self._facts(after)
        old, new = [_who(item) for item in before], [_who(item) for item in after]
        came = _without(new, old)
        gone = _without(old, new)
        told = [Markup("+ {}").format(self.name(name)) for name in came]
        told += [Markup("\N{MINUS SIGN} {}").format(self.name(name)) for name in gone]
        if told:
            return Markup(", ").join(_counted(told))
        return Markup("; ").join(self._altered(before, after)) or Markup("in another order")

    def _altered(self, before: list[Any], after: list[Any]) -> Iterator[Markup]:
        was = {_who(item): item for item in before if isinstance(item, dict)}
        for item in after:
            if not isinstance(item, dict):
                continue
            old = was.get(_who(item), {})
            facts = {key: brief_state(part) for key, part in item.items() if differs(part, old.get(key))}
            if facts:
                yield Markup("{} ({})").format(self.name(_who(item)), self._facts(facts))

    # --- what happened -----------------------------------------------------------------------------------------------

    def happened(self, trace: Sequence[Json]) -> Iterator[Happened]:
        """Yield the steps of an engine."""
        told = ((self._step(step.get("text", "")), step.get("rule", ""), step.get("depth", 0)) for step in trace)
        for (text, rule, depth), same in groupby(told):
            yield Happened(text, rule, self._rule(rule) if rule else None, min(depth, 6), sum(1 for _ in same))

    def _step(self, text: str) -> Markup:
        """Return a step with names for ids where it refers to players and objects."""
        told, end = [], 0
        for start, stop in mentions(text, {**self._players, **self._names}, self._zones):
            word = text[start:stop]
            told += [escape(text[end:start] if end else capital(text[:start]))]
            told += [escape(self._players[word]) if word in self._players else self.name(word)]
            end = stop
        told.append(escape(text[end:] if end else capital(text)))
        return Markup("".join(told))  # noqa: S704 - every part has been escaped

    def tree(self, leaves: Sequence[Leaf], results: Sequence[tuple[Line, ...]]) -> tuple[list[Branch], int]:
        """Return the choices as a tree, and how many different results there are."""
        top: list[Branch] = []
        numbers: dict[str, int] = {}
        for leaf, lines in zip(leaves, results, strict=True):
            below = top
            for choice in leaf.choices:
                text = self.choice(choice)
                if not below or below[-1].text != text or below[-1].result:
                    below.append(Branch(text, []))
                below = below[-1].below
            told = repr(lines)
            first = told not in numbers
            number = numbers.setdefault(told, len(numbers) + 1)
            below.append(Branch(Markup(), [], number, lines if first else ()))
        return top, len(numbers)


def prose(text: str, rule: Link) -> Markup:
    """Return a text with links at the rule numbers that have pages."""
    told, end = Markup(), 0
    for found in _NUMBER.finditer(text):
        href = rule(found[0])
        if href:
            told += escape(text[end : found.start()]) + Markup('<a class="rule" href="{}">{}</a>').format(
                href, found[0]
            )
            end = found.end()
    return told + escape(text[end:])


def _who(item: Any) -> str:
    return str(item.get("id") or item.get("card") or item.get("name")) if isinstance(item, dict) else str(item)


def _without(some: list[str], others: list[str]) -> list[str]:
    left = list(others)
    kept = []
    for one in some:
        if one in left:
            left.remove(one)
        else:
            kept.append(one)
    return kept


def _counted(told: list[Markup]) -> Iterator[Markup]:
    for text, same in groupby(told):
        number = sum(1 for _ in same)
        yield Markup("{} \N{MULTIPLICATION SIGN}{}").format(text, number) if number > 1 else text
