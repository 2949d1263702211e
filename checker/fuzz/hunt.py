"""Grows positions, plays them, and reports where engines differ, each way of differing once."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from checker.editions import Span, span
from checker.fuzz.positions import Position, of_case, of_script
from checker.fuzz.shrink import shrunk
from checker.fuzz.stock import Stock, gathered, grown
from checker.fuzz.trial import Apart, Outcome, Trial, Untold, of_position
from checker.model import Case, Corpus
from checker.positions.vocabulary import Vocabulary


@dataclass(slots=True)
class Tally:
    """The counts of the positions so far."""

    played: int = 0
    """Played by all engines, with the same result or not."""
    untold: int = 0
    """An engine does not play it, or asks what the first does not ask."""
    apart: int = 0
    """Of those played: how often the engines differ, though perhaps as they did before."""
    kinds: Counter[str] = field(default_factory=Counter)
    """What the engines differ in, and how often."""

    @property
    def positions(self) -> int:
        """All of them."""
        return self.played + self.untold


@dataclass(slots=True)
class Hunt:
    """Looks for positions at which engines differ, the same ones each time for the same seed."""

    corpus: Corpus
    cases: Sequence[Case]
    """The cases that positions are grown from."""
    trial: Trial
    seed: int = 0
    tally: Tally = field(default_factory=Tally)
    _stocks: dict[str, Stock] = field(default_factory=dict)
    _bases: dict[str, tuple[Position, ...]] = field(default_factory=dict)
    _known: dict[str, set[str]] = field(default_factory=dict)
    """What engines were found to differ in, by the case that the position grew from."""
    _told: set[tuple[str, ...]] = field(default_factory=set)

    def found(self, number: int, after_each: Callable[[int], None] = lambda _: None) -> Iterator[Apart]:
        """
        Yield what is found at so many positions, each made as small as it can be.

        The first position of a case is its own, the others are grown from it if that is played. `after_each` of them
        is told how many there were by then. Raises `Unusable` if an engine does not start any more.
        """
        random = Random(self.seed)
        cases = [*self.cases]
        seen: set[str] = set()
        while cases and self.tally.positions < number:
            case = random.choice(cases)
            base = self._base(case, random)
            if base is None:
                cases.remove(case)
                continue
            first = case.id not in seen
            seen.add(case.id)
            untold = self.tally.untold
            yield from self._tried(base if first else grown(base, self._stock(case), random), random)
            if first and self.tally.untold > untold:
                cases.remove(case)  # of what would grow from it, hardly any would be played
            after_each(self.tally.positions)

    def found_in_cases(self, after_each: Callable[[int], None] = lambda _: None) -> Iterator[Apart]:
        """
        Yield what is found at the positions of the cases themselves, along each of the ways that they can go.

        `after_each` case is told how many there were by then. Raises `Unusable` if an engine does not start any more.
        """
        for number, case in enumerate(self.cases, start=1):
            for way in self._ways(case):
                if self._claimed(way):
                    yield from self._tried(way)
            after_each(number)

    def _base(self, case: Case, random: Random) -> Position | None:
        """Return a case's position along one of its ways, whole or cut short."""
        if case.id not in self._bases:
            self._bases[case.id] = tuple(way for way in self._ways(case) if self._claimed(way))
        bases = self._bases[case.id]
        if not bases:
            return None
        way = random.choice(bases)
        return way.until(random.choice((len(way.actions), random.randint(0, len(way.actions)))))

    def _ways(self, case: Case) -> Iterator[Position]:
        """Yield the ways in which a case can go on the first engine, if all engines claim what it has."""
        first, played_by = self.trial.first, self._played_by(case)
        if played_by is None or not self._claimed(of_script(case)):
            return iter(())
        return of_case(case, first.engine, first.description, played_by)

    def _claimed(self, position: Position) -> bool:
        """Tell whether all engines claim a position: grown from another, hardly any would be one that they claim."""
        return all(seat.can_play(position) for seat in (self.trial.first, *self.trial.others))

    def _played_by(self, case: Case) -> Span | None:
        """Return the editions of the rules by which all engines may play a case; None if there are none."""
        claims = (seat.claims(case.game).editions for seat in (self.trial.first, *self.trial.others))
        return span(self.corpus, case).narrowed(editions for editions in claims if editions is not None)

    def _stock(self, case: Case) -> Stock:
        if case.game not in self._stocks:
            claims = [seat.claims(case.game) for seat in (self.trial.first, *self.trial.others)]
            cases = [other for other in self.corpus.cases.values() if other.game == case.game]
            self._stocks[case.game] = gathered(cases, Vocabulary.of(case.game), claims)
        return self._stocks[case.game]

    def _tried(self, position: Position, random: Random | None = None) -> Iterator[Apart]:
        outcome = self._played(position, random)
        self.tally.untold += isinstance(outcome, Untold)
        self.tally.played += not isinstance(outcome, Untold)
        if not isinstance(outcome, Apart):
            return
        self.tally.apart += 1
        known = self._known.setdefault(position.case, set())
        for kind in sorted(outcome.kinds - known):
            if kind in known:
                continue
            least = self._least(outcome, kind)
            # What comes only together with what is known of the case is likely to come of it.
            new = known.isdisjoint(least.kinds)
            known |= {kind, *least.kinds}
            what = _what(least)
            if new and what not in self._told:
                self._told.add(what)
                self.tally.kinds.update(least.kinds)
                yield least

    def _played(self, position: Position, random: Random | None = None) -> Outcome:
        """Play a position; nothing is said of one in which the rules do something before a player can."""
        outcome = self.trial.play(position, random)
        return Untold() if isinstance(outcome, Apart) and not self.trial.settled(position) else outcome

    def _least(self, found: Apart, kind: str) -> Apart:
        """Return the smallest position found at which the engines still differ in this way."""
        least = found

        def stays(position: Position) -> bool:
            nonlocal least
            outcome = self._played(position)
            if isinstance(outcome, Apart) and kind in outcome.kinds:
                least = outcome
                return True
            return False

        if not found.slow:
            shrunk(found.position, stays)
        return least


def _what(apart: Apart) -> tuple[str, ...]:
    """Return what makes two findings the same: what the engines differ in, and the cards that it takes."""
    cards = Vocabulary.of(apart.position.game).cards(apart.position.given)
    return (*sorted(apart.kinds), "", *(sorted(cards) if any(map(of_position, apart.differences)) else ()))
