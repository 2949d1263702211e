"""A position as a board: panels with values and zones, and frames in the zones; what changed is marked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.model import Case, Json
from checker.positions.naming import names, title
from checker.positions.nodes import CARD, ID, Node, Zone
from checker.positions.vocabulary import Vocabulary
from checker.prose import in_words, inline
from checker.site.cards import Cards
from checker.site.layout import Layout, differs, layout, quiet


@dataclass(frozen=True, slots=True)
class Mark:
    """A fact shown for an object."""

    text: str
    changed: bool = False
    expected: bool = False


@dataclass(slots=True)
class Frame:
    """A card, or several that cannot be told apart."""

    title: str
    card: str
    """The card whose page it links to."""
    id: str = ""
    type_line: str = ""
    corner: str = ""
    cost: str = ""
    hue: str = ""
    sideways: bool = False
    marks: tuple[Mark, ...] = ()
    count: int = 1
    came: str = ""
    """Where it came from: a zone's name, or `new`; nothing if it was here."""
    altered: frozenset[str] = frozenset()
    """Facts in the frame that have changed."""
    key: str = ""
    """What objects that are drawn as one have in common."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone and its contents."""

    label: str
    main: bool
    frames: list[Frame]
    count: int
    was: int | None = None
    """How many objects were in it before, if that was another number."""
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A number or a word of a panel, such as a life total."""

    label: str
    text: str
    was: str | None = None
    group: str = ""
    """The group it belongs to, such as the piles."""


@dataclass(slots=True)
class Panel:
    """What belongs to one player, or to nobody."""

    name: str
    active: bool = False
    values: list[Told] = field(default_factory=list)
    zones: list[ZoneView] = field(default_factory=list)

    @property
    def single(self) -> list[Told]:
        """The values that belong to no group."""
        return [told for told in self.values if not told.group]

    @property
    def groups(self) -> dict[str, list[Told]]:
        """The others, by group."""
        found: dict[str, list[Told]] = {}
        for told in self.values:
            if told.group:
                found.setdefault(told.group, []).append(told)
        return found


@dataclass(frozen=True, slots=True)
class Where:
    """Where an object was, and what it was."""

    player: str
    zone: str
    item: Json


Paths = frozenset[tuple[str, ...]]

_ASIDE = frozenset({"players", "turn", "classified", "triggered", "effects"})
"""What belongs to no panel: shown only where a case mentions it."""


class Drawing:
    """Draws the positions of one case, before and after, so that they can be laid side by side."""

    def __init__(self, case: Case, vocabulary: Vocabulary, cards: Cards, before: Json, after: Json | None) -> None:
        """Keep the two positions, both written out."""
        self.case = case
        self.vocabulary = vocabulary
        self.layout: Layout = layout(case.game)
        self.before = before
        self.after = after
        self._cards = cards
        self._own = cards.of(case)
        wanted = [case.expectation.expect, *case.expectation.possible, case.expectation.throughout]
        self.named: Paths = frozenset(path for part in (case.given, *wanted) if part for path in _named(part))
        self.expected = dict(_expected(case.expectation.expect or {}))
        self.was = {item[ID]: Where(player, zone, item) for player, zone, item in self._objects(before) if ID in item}
        self.now = {item[ID]: item for *_, item in self._objects(after or {}) if ID in item}

    @property
    def names(self) -> dict[str, str]:
        """The name of every object that has an id."""
        before = {name: self._title(where.item) for name, where in self.was.items()}
        return names(before, {name: self._title(item) for name, item in self.now.items()})

    def boards(self) -> tuple[list[Panel], list[Panel] | None]:
        """Return the panels before and after; what is worth showing on one side is shown on both."""
        first = self._panels(self.before, None)
        return first, self._panels(self.after, self.before) if self.after is not None else None

    # --- panels ------------------------------------------------------------------------------------------------------

    def _panels(self, state: Json, was: Json | None) -> list[Panel]:
        fields = self.vocabulary.top.fields
        shared = Panel("")
        self._fill(shared, fields, state, was, ())
        panels = [shared] if shared.values or shared.zones else []
        for name in state.get("players", ()):
            panel = Panel(name, active=state.get("turn") == name)
            here = state.get(name, {})
            self._fill(panel, self.vocabulary.player.fields, here, None if was is None else was.get(name, {}), (name,))
            panels.append(panel)
        return panels

    def _fill(
        self, panel: Panel, fields: Mapping[str, Node], state: Json, was: Json | None, path: tuple[str, ...]
    ) -> None:
        told = was if was is not None else self._other(path)
        for key, node in fields.items():
            if not (
                state.get(key) or told.get(key) or (*path, key) in self.named or (path and key in self.layout.always)
            ):
                continue  # most of a position is empty
            if not path and key in _ASIDE and key not in self._spoken:
                continue
            if isinstance(node, Zone) and node.objects and isinstance(state.get(key, []), list):
                if view := self._zone(key, node, state, was, path):
                    panel.zones.append(view)
            else:
                panel.values += self._values(key, state, was, path)
        panel.zones.sort(key=lambda view: not view.main)

    @property
    def _spoken(self) -> set[str]:
        return {path[0] for path in self.named} - {"players", "turn"}

    def _values(self, key: str, state: Json, was: Json | None, path: tuple[str, ...]) -> Iterator[Told]:
        here, there = state.get(key), (was if was is not None else self._other(path)).get(key)
        told = (*path, key) in self.named
        if here == there and not told and not (path and key in self.layout.always):
            return
        if isinstance(here, dict) or isinstance(there, dict):
            now, before = (side if isinstance(side, dict) else {} for side in (here, there))
            for name in dict.fromkeys((*now, *before)):
                new, old = now.get(name), before.get(name)
                named = (*path, key, name) in self.named
                if named or differs(new, old):
                    yield _told(name, new, old, shown=was is not None, group=in_words(key))
            return
        if told or differs(here, there) or (path and key in self.layout.always):
            default = (self.vocabulary.player if path else self.vocabulary.top).defaults.get(key)
            if not told and key not in self.layout.always and key in self.layout.quiet:
                return
            yield _told(in_words(key), default if here is None else here, there, shown=was is not None)

    def _other(self, path: tuple[str, ...]) -> Json:
        """Return the other side of a comparison, for the board of the position before."""
        other = self.after if self.after is not None else self.before
        for key in path:
            other = other.get(key, {})
        return other

    # --- zones -------------------------------------------------------------------------------------------------------

    def _zone(self, key: str, zone: Zone, state: Json, was: Json | None, path: tuple[str, ...]) -> ZoneView | None:
        here = state.get(key) or []
        there = (was if was is not None else self._other(path)).get(key) or []
        if not isinstance(there, list):
            there = []
        named = (*path, key) in self.named
        if not (named or here or there):
            return None
        if not (named or _informative(here, zone) or _informative(there, zone) or len(here) != len(there)):
            return None
        frames = self._frames(here, path, key, there if was is not None else None)
        count = len(here)
        return ZoneView(
            in_words(key),
            key in self.layout.main,
            _gathered(frames),
            count,
            was=len(there) if was is not None and len(there) != count else None,
            ordered=zone.ordered,
        )

    def _frames(self, items: list[Any], path: tuple[str, ...], key: str, there: list[Any] | None) -> list[Frame]:
        nameless = Counter(self._title(item) for item in there or () if isinstance(item, dict) and ID not in item)
        frames = []
        for item in items:
            if not isinstance(item, dict):
                continue
            frame = self._frame(item, path, key, changes=there is not None)
            if there is not None and ID not in item:
                if nameless[frame.title]:
                    nameless[frame.title] -= 1
                else:
                    frame.came = "new"
            frame.key = repr((frame.title, frame.came, frame.type_line, frame.corner, frame.marks, frame.sideways))
            frames.append(frame)
        return frames

    def _frame(self, item: Json, path: tuple[str, ...], zone: str, *, changes: bool) -> Frame:
        card = item[CARD] if isinstance(item.get(CARD), str) else ""
        name = item.get(ID, "")
        was = self.was.get(name) if changes and name else None
        differ = self._changed(item, was) if changes else frozenset()
        frame = plain_frame(self.layout, self._title(item), card, as_printed(self._data(card), item))
        frame.id = name if name in self.was else ""  # an engine's own id tells a reader nothing
        frame.sideways = bool(self.layout.sideways and item.get(self.layout.sideways))
        frame.marks = tuple(self._marks(item, path, differ, self.expected.get(name, {}) if changes else {}))
        frame.came = self._came(name, was, path, zone) if changes else ""
        frame.altered = self.layout.parts(differ)
        return frame

    def _came(self, name: str, was: Where | None, path: tuple[str, ...], zone: str) -> str:
        if not name:
            return ""
        if was is None:
            return "new"
        player = path[0] if path else ""
        if (was.player, was.zone) == (player, zone):
            return ""
        owner = f"{was.player}'s " if was.player and was.player != player else ""
        return f"from {owner}{in_words(was.zone)}"

    def _changed(self, item: Json, was: Where | None) -> frozenset[str]:
        """Return the facts that have changed."""
        if was is None:
            return frozenset()
        return frozenset(key for key in item if key in was.item and differs(item[key], was.item[key]))

    def _marks(self, item: Json, path: tuple[str, ...], differ: frozenset[str], wanted: Json) -> Iterator[Mark]:
        how = self.layout
        for key, value in item.items():
            if key in {ID, CARD}:
                continue
            expected = key in wanted and key not in how.framed
            changed = key in differ and key not in how.framed and key not in how.quiet and key != how.sideways
            usual = key not in how.unusual or not quiet(value) or (path and value == path[0])
            if expected or changed or not usual:
                yield Mark(self._mark(key, value), changed=changed, expected=expected)
        title = item.get(how.title)
        if title and item.get(CARD) and title != item[CARD]:
            yield Mark(f"card: {item[CARD]}")

    def _mark(self, key: str, value: Any) -> str:
        word = in_words(key)
        match value:
            case True:
                return word
            case dict() if key == "counters" and value:
                return ", ".join(f"{number} {kind} counter{'s' * (number != 1)}" for kind, number in value.items())
            case dict() if value:
                return ", ".join(f"{word} {name}: {inline(part)}" for name, part in value.items())
            case int() if not isinstance(value, bool):
                return f"{word} {value}"
        return f"{word}: {inline(value)}"

    # --- objects -----------------------------------------------------------------------------------------------------

    def _title(self, item: Json) -> str:
        return title(item, self.layout.title)

    def _data(self, card: Any) -> Json:
        if not isinstance(card, str):
            return {}
        return self._own.get(card) or self._cards.named(self.case.game, card)

    def _objects(self, state: Json) -> Iterator[tuple[str, str, Json]]:
        """Yield every object with its player and its zone."""
        top, player = self.vocabulary.top.zones, self.vocabulary.player.zones
        for name in ("", *state.get("players", ())):
            place, zones = (state.get(name, {}), player) if name else (state, top)
            for key in zones:
                items = place.get(key)
                for item in items if isinstance(items, list) else ():
                    if isinstance(item, dict):
                        yield name, key, item


def plain_frame(how: Layout, title: str, card: str, facts: Json) -> Frame:
    """Return the frame of a card with these facts, whatever zone it is in."""
    corner = [facts.get(key) for key in how.corner]
    return Frame(
        title=title,
        card=card,
        type_line=" — ".join(text for group in how.type_line if (text := " ".join(_words(facts, group, how.order)))),
        corner="/".join(map(str, corner)) if corner and None not in corner else "",
        cost=next((str(facts[key]) for key in how.cost if facts.get(key) is not None), ""),
        hue=how.hue(facts),
    )


def as_printed(card: Json, item: Json) -> Json:
    """Return an object's facts on top of its card's; words that the card has too keep the card's order."""
    facts = {**card, **item}
    for key in item.keys() & card.keys():
        words, printed = item[key], card[key]
        if isinstance(words, list) and isinstance(printed, list):
            places = {str(word): place for place, word in enumerate(printed)}
            facts[key] = sorted(words, key=lambda word: places.get(str(word), len(places)))
    return facts


def _words(facts: Json, keys: Iterable[str], order: Mapping[str, int]) -> Iterator[str]:
    for key in keys:
        words = facts.get(key)
        if isinstance(words, list):
            yield from sorted(map(str, words), key=lambda word: order.get(word, len(order)))


def _informative(items: Any, zone: Zone) -> bool:
    """Tell whether a zone holds more than a number of its fillers."""
    if not isinstance(items, list):
        return False
    return any(not isinstance(item, dict) or ID in item or item.get(CARD) != zone.filler for item in items)


def _gathered(frames: list[Frame]) -> list[Frame]:
    """Draw adjacent frames that cannot be told apart as one."""
    gathered: list[Frame] = []
    for frame in frames:
        if gathered and not frame.id and not gathered[-1].id and gathered[-1].key == frame.key:
            gathered[-1].count += 1
        else:
            gathered.append(frame)
    return gathered


def _told(label: str, value: Any, was: Any, *, shown: bool, group: str = "") -> Told:
    """Make a value; with `shown`, say what it was before if that differs."""
    old = inline(was) if shown and differs(value, was) else None
    return Told(label, "none" if value is None else inline(value), "none" if old == "not there" else old, group)


def _named(state: Json) -> Iterator[tuple[str, ...]]:
    """Yield the paths that a part of a position names, as deep as a drawing looks."""
    for key, value in state.items():
        yield (key,)
        for below, part in value.items() if isinstance(value, dict) else ():
            yield key, below
            if isinstance(part, dict):
                yield from ((key, below, name) for name in part)


def _expected(state: Any) -> Iterator[tuple[str, Json]]:
    """Yield what is expected of each object that is named by id."""
    for key, value in state.items() if isinstance(state, dict) else ():
        if isinstance(value, dict):
            yield key, value
            yield from _expected(value)
