"""Who carries out an instruction, for which card, and the results of the instructions before it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked
from reference_engine.kernel.run import Unsupported


@dataclass(eq=False)
class Context:
    """What the words of card data refer to while instructions are carried out."""

    game: Game
    you: Player
    this: Tracked
    """The card whose instructions they are; of an Event, Landmark or Hex one that lies nowhere."""
    about: str = ""
    """What questions name as the thing they are about: that card, unless told."""
    it: Tracked | None = None
    """The card that the event was about which an ability waited for, if it was about one."""
    by: Player | None = None
    """Whose event that was."""
    source: Pile | Card | None = None
    """Where the card of the event would come from, if it is about to be gained."""
    gains: int | None = None
    """How many cards `you` had gained this turn when a card was gained, for what waited for that."""
    number: int = 0
    """How many cards the player of that event had gained or played this turn, if the event was one of those."""
    swaps: Player | None = None
    """Who is given cards for coins, and coins for cards."""
    before: Mapping[str, list[Tracked]] = field(default_factory=dict)
    """What instructions had dealt with when these were set up."""
    results: defaultdict[str, list[Tracked]] = field(init=False)
    """The cards that the last instructions to do so have `gained`, `trashed`, `discarded`, `revealed` and so on."""

    def __post_init__(self) -> None:
        self.about = self.about or self.this.card.ref
        self.results = defaultdict(list, self.before)

    def for_player(self, player: Player) -> Context:
        """The same instructions as somebody else carries them out."""
        return replace(self, you=player)

    def refer(self, word: str) -> Sequence[Tracked]:
        """The cards that a word means: `this`, `it`, or those that instructions dealt with."""
        if word == "this":
            return [self.this]
        if word == "it":
            return [self.it or self.this]
        return self.results[word]

    def note(self, word: str, *cards: Card) -> None:
        """Remember what an instruction dealt with, where it lies now, for those that come after it."""
        self.results[word] = [Tracked.here(card) for card in cards]


def unknown_word(word: object, kind: str) -> Unsupported:
    """The exception to raise for a word of card data that nothing here handles."""
    return Unsupported("word", f"{kind} {word!r}")
