"""What the corpus is made of: rulings with their citations and cases, as read from its files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

Json = dict[str, Any]
"""A JSON object, such as a position or an action in a game's vocabulary."""

CARDS = "cards"
"""The folder of a corpus in which its cards are, in a folder for each game."""

NEWEST = "newest"
"""As of the newest edition of each game's rules: what stands today."""
EACH = "each"
"""As of no edition in particular: everything, each case by the newest edition in which it stands."""


@lru_cache(1 << 14)  # some hundred names, asked for of each text of each case
def card_slug(name: str) -> str:
    """Return the name of a card's file: lower case, without apostrophes and accents, hyphens between words."""
    plain = re.sub("['\u2019\u0300-\u036f]", "", normalize("NFD", name.lower()))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, counted from 1; line 0 stands for the file as a whole."""

    path: Path
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a passage stands: a source, a rule in it, and the edition that was read."""

    source: str
    rule: str
    edition: str
    part: str | None = None

    @property
    def key(self) -> str:
        """The rule by the name that engines use: its number, or source and name where rules bear no number."""
        return self.rule if self.rule[:1].isdigit() else f"{self.source}:{self.rule}"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a case expects; each part is described in `schemas/ruling.schema.json`."""

    expect: Json | None = None
    possible: tuple[Json, ...] = ()
    refused: int | None = None
    """The refused action, counted from 0 over actions alone; the file counts from 1."""
    offered: tuple[Json, ...] = ()
    not_offered: tuple[Json, ...] = ()
    throughout: Json | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """
    A position, what is done in it, and what the rules make of it.

    Each part is described in `schemas/ruling.schema.json`.
    """

    id: str
    """`<ruling>#<slug>`, everywhere and for good."""
    game: str
    title: str
    place: Place
    given: Json
    steps: tuple[Json, ...]
    """Actions and checkpoints, in order."""
    choices: tuple[Json, ...]
    expectation: Expectation
    cites: tuple[Cite, ...]
    """The ruling's citations, then the case's own."""
    cards: tuple[Json, ...] = ()
    why: str | None = None
    from_edition: str | None = None
    """The first edition of the chief source in which the case stands; the ruling's unless the case has its own."""
    until_edition: str | None = None
    """The last one."""
    found: tuple[str, ...] = ()
    control: tuple[str, ...] = ()
    unchanged: bool = False

    @property
    def ruling(self) -> str:
        """The id of the ruling that the case belongs to."""
        return self.id.partition("#")[0]

    @property
    def slug(self) -> str:
        """The case's name within its ruling."""
        return self.id.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Ruling:
    """
    One thing that the rules say, where they say it, and the cases that pin it down.

    Each part is described in `schemas/ruling.schema.json`.
    """

    id: str
    statement: str
    kind: str
    cites: tuple[Cite, ...]
    place: Place
    cases: tuple[Case, ...]
    from_edition: str | None = None
    until_edition: str | None = None
    disputed: str | None = None
    superseded: str | None = None
    differs_from: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    notes: str | None = None

    @property
    def game(self) -> str:
        """The game whose rules it tells."""
        return self.id.partition("/")[0]


@dataclass(frozen=True)
class Corpus:
    """Every ruling of a folder, with the sources and cards that they rest on."""

    root: Path
    rulings: Mapping[str, Ruling]
    """By id, in the order of ids."""
    sources: Json
    """`sources.yaml` as it stands."""
    files: Sequence[str] = ()
    """Every file of it, relative to `root`, sorted."""
    edition: str = NEWEST
    """As of which edition it is looked at: a name, `NEWEST` or `EACH`; see `checker/editions.py`."""

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.rulings.values())

    def card(self, game: str, name: str) -> Place | None:
        """Return where a card's data is; None if the corpus has none."""
        return self.cards.get((game, card_slug(name)))

    @cached_property
    def cards(self) -> Mapping[tuple[str, str], Place]:
        """Where each card's data is, by game and the slug of its name; see `card_slug`."""
        cards = ((name, name.removesuffix(".yaml").split("/")) for name in self.files if is_card(name))
        return {(game, slug): Place(self.root / name) for name, (_, game, slug) in cards}

    @cached_property
    def digest(self) -> str:
        """A digest of every file that can be read, so that two reports can be seen to be about the same corpus."""
        from hashlib import sha256  # late: to read what is asked for needs none

        digest = sha256()
        for name in self.files:
            with suppress(OSError):
                content = (self.root / name).read_bytes()
                digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    @cached_property
    def editions(self) -> Mapping[str, tuple[str, ...]]:
        """The editions of each source, the oldest first."""
        sources = self.sources.get("sources", {}).items()
        return {name: tuple(each["edition"] for each in source.get("editions", ())) for name, source in sources}

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """Every case by id, in the order of rulings and of each file."""
        return {case.id: case for ruling in self.rulings.values() for case in ruling.cases}


def is_card(name: str) -> bool:
    """Tell whether a file of a corpus is a card's: in `cards`, in the folder of its game."""
    return name.startswith(f"{CARDS}/") and name.count("/") == 2  # noqa: PLR2004 - the two slashes around the game


def report_address(report: str) -> str:
    """Return where a public report can be read, which is `owner/repository#number` or `owner/repository@commit`."""
    repository, mark, which = re.split("([#@])", report, maxsplit=1)
    return f"https://github.com/{repository}/{'issues' if mark == '#' else 'commit'}/{which}"


def same_rule(one: str, other: str) -> bool:
    """Tell whether two rules are one, or one is a part of the other: `701.12` and `701.12b`."""
    short, long = sorted((one, other), key=len)
    rest = long[len(short) :]
    return long.startswith(short) and not rest[:1].isdigit() and ":" not in rest
