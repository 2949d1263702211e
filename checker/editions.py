"""
Which rulings and cases are in force in an edition of a game's rules, and by which edition a case is played.

A game has one document whose editions are the game's own (`rules` in `sources.yaml`). `from` and `until` are editions
of a ruling's chief source; where that is another document, that edition of it counts which was current then.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from checker.model import EACH, NEWEST, Case, Corpus, Ruling
from checker.problems import UsageError

_DATED = re.compile(r"\d{4}(-\d{2}){0,2}")


@dataclass(frozen=True, slots=True)
class Span:
    """The editions by which a case may be played."""

    names: tuple[str, ...] = ()
    """The oldest first; none where the corpus knows of none."""
    tell: bool = False
    """Whether an engine has to be told the last of them; by default it plays by the newest that there is."""
    game: tuple[str, ...] = ()
    """All editions that the corpus knows of the game's rules."""

    def claimed(self, claims: Iterable[str]) -> str | None:
        """Return the newest of them that an engine claims, if it claims any."""
        known = frozenset(claims)
        return next((name for name in reversed(self.names) if name in known), None)

    def outside(self, claims: Iterable[str]) -> bool:
        """
        Tell whether an engine claims editions, and none of these.

        One that claims only editions that the corpus does not know, such as one that came out since, is taken to play
        by the newest rules.
        """
        known = frozenset(claims)
        unknown = known.isdisjoint(self.game) and not self.tell
        return bool(self.names) and known.isdisjoint(self.names) and not unknown

    def narrowed(self, claims: Iterable[Iterable[str]]) -> "Span | None":
        """
        Return the editions of these by which several engines can play that make these claims; None if there are none.

        What has the newest of them stays as it is: nobody need be told to play by what is usual.
        """
        known = [names for each in claims if not (names := frozenset(each)).isdisjoint(self.game) or self.tell]
        common = tuple(name for name in self.names if all(name in names for names in known))
        if common[-1:] == self.names[-1:]:
            return self
        return replace(self, names=common, tell=True) if common else None


ANY = Span()
"""Nothing is known of editions: an engine plays by the one that it takes for the newest."""


def of_game(corpus: Corpus, game: str) -> tuple[str, ...]:
    """Return the editions of a game's rules, the oldest first."""
    rules = corpus.sources.get("games", {}).get(game, {}).get("rules")
    if rules is None:
        sources = corpus.sources.get("sources", {})
        rules = next((name for name, source in sources.items() if source.get("game") == game), "")
    return corpus.editions.get(rules, ())


def as_of(editions: tuple[str, ...], edition: str) -> str:
    """
    Return which of a document's editions was current when another document had `edition`.

    That is the one of the same name, or else the newest that bears no later date. What bears no date is taken to be
    newer than everything that does.
    """
    if edition in editions or not _DATED.fullmatch(edition):
        return edition if edition in editions else editions[-1]
    return next((name for name in reversed(editions) if _DATED.fullmatch(name) and name <= edition), editions[0])


def _place(editions: tuple[str, ...], edition: str) -> int:
    """Return the place of the one that was current when another document had `edition`; -1 before the first."""
    current = editions.index(as_of(editions, edition))
    before = current == 0 and all(_DATED.fullmatch(name) for name in (edition, editions[0])) and edition < editions[0]
    return -1 if before else current


def stands_in(corpus: Corpus, thing: Ruling | Case) -> tuple[str, ...]:
    """Return the editions of its game's rules in which a ruling or a case is in force, the oldest first."""
    names = of_game(corpus, thing.game)
    chief = corpus.editions.get(thing.cites[0].source, ()) if thing.cites else ()
    first = chief.index(thing.from_edition) if thing.from_edition in chief else -1
    last = chief.index(thing.until_edition) if thing.until_edition in chief else len(chief)
    if first < 0 and last == len(chief):
        return names
    return tuple(name for name in names if first <= _place(chief, name) <= last)


def stands(corpus: Corpus, thing: Ruling | Case) -> bool:
    """Tell whether a ruling or a case is in force in the edition as of which the corpus is used."""
    names = of_game(corpus, thing.game)
    if corpus.edition == EACH or not names:
        return True
    wanted = names[-1] if corpus.edition == NEWEST else corpus.edition
    return wanted in names and (not limits_of(thing) or wanted in stands_in(corpus, thing))


def standing(corpus: Corpus, cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return those of the cases that are in force in the edition as of which the corpus is used."""
    return tuple(case for case in cases if stands(corpus, case))


def span(corpus: Corpus, case: Case) -> Span:
    """
    Return the editions by which a case may be played.

    Of a corpus as of one edition that is this edition alone. Otherwise it is each in which the case stands: an engine
    that does not know the newest plays by the newest that it knows.
    """
    if corpus.edition not in {NEWEST, EACH}:
        return Span((corpus.edition,), tell=True, game=of_game(corpus, case.game))
    game = of_game(corpus, case.game)
    names = stands_in(corpus, case) if limits_of(case) else game
    return Span(names, tell=names[-1:] != game[-1:], game=game)


def at(corpus: Corpus, edition: str) -> Corpus:
    """
    Return a corpus as of an edition, `NEWEST` or `EACH`.

    Raises `UsageError`, with what there is, for an edition that no game of the corpus has.
    """
    there = {game: of_game(corpus, game) for game in corpus.sources.get("games", {})}
    if edition not in {NEWEST, EACH} and not any(edition in names for names in there.values()):
        known = [f"{game} has {', '.join(names)}" for game, names in there.items() if names]
        raise UsageError(f"there is no edition `{edition}`", "; ".join([*known, f"or say `{NEWEST}` or `{EACH}`"]))
    return corpus if corpus.edition == edition else replace(corpus, edition=edition)


def as_told(corpus: Corpus) -> str:
    """Return as of what a corpus is used, for a sentence: `the edition 2024-03-08`."""
    told = {NEWEST: "the newest edition", EACH: "any edition"}
    return told.get(corpus.edition, f"the edition {corpus.edition}")


def limits_of(thing: Ruling | Case) -> str:
    """Return the limits of a ruling or a case, as `from 2024-03-08`, or nothing."""
    first, last = thing.from_edition, thing.until_edition
    return " ".join(part for part in (first and f"from {first}", last and f"until {last}") if part)
