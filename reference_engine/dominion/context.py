"""Who carries out an instruction, on account of which card, and what came of the instructions before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from reference_engine.dominion.objects import Card, Pile, Player, Tracked
from reference_engine.kernel.run import Unsupported


@dataclass(eq=False)
class Context:
    """What the words of card data refer to while instructions are carried out."""

    you: Player
    this: Tracked | None
    """The card whose instructions they are."""
    it: Tracked | None = None
    """The card that the event was about which an ability waited for."""
    by: Player | None = None
    """Whose event that was."""
    about: str | None = None
    """What questions name as the thing they are about."""
    source: Pile | Card | None = None
    """Where the card of the event would come from, if it is about to be gained."""
    results: dict[str, list[Tracked]] = field(default_factory=dict)
    """The cards that the instructions so far have `gained`, `trashed`, `discarded`, `revealed` and so on."""

    def for_player(self, player: Player) -> Context:
        """The same instructions as somebody else carries them out."""
        return Context(player, self.this, self.it, self.by, self.about, self.source)

    def refer(self, word: str) -> Tracked | None:
        """The one card that a word means: `this`, `it`, or the last one that an instruction dealt with."""
        if word == "this":
            return self.this
        if word == "it":
            return self.it
        found = self.results.get(word)
        return found[-1] if found else None

    def cards(self, word: str) -> list[Card]:
        """All the cards that an instruction dealt with."""
        return [tracked.card for tracked in self.results.get(word, ())]

    def note(self, word: str, *cards: Card) -> None:
        """Remember what an instruction dealt with, where it has put it."""
        self.results.setdefault(word, []).extend(Tracked.here(card) for card in cards)


def known(word: object, kind: str) -> Unsupported:
    """What to raise for a word of card data that nothing here handles."""
    return Unsupported("word", f"{kind} {word!r}")
