"""Gaining, trashing and discarding: what moves, what is noted, and what waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from reference_engine.dominion import costs, moving, patterns, standing, triggers
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked
from reference_engine.dominion.triggers import Event
from reference_engine.kernel.rules import rule


@rule("dominion-rules:gain", usual=(), mistakes={"not at all": lambda *_a, **_k: []})
def gain(game: Game, player: Player, source: Pile | Card, to: str) -> list[Tracked]:
    """
    A player gains the top card of a pile, or a card from elsewhere, into one of their zones.

    Returns the card where it was gained to, or nothing where something took the place of gaining it.
    """
    offered = Card(game.definitions[source.cards[0]], source.name) if isinstance(source, Pile) else source
    if triggers.replaced(game, Event("would gain", player, Tracked.here(offered), source=source)):
        return []
    card = moving.take_from(game, source) if isinstance(source, Pile) else source
    cost = cost_as_gained(game, card)
    moving.move(card, player[gained_to(game, card, to)])
    gained = Tracked.here(card)
    game.run.tell("{player} gains {card}", "dominion-rules:gain", player=player, card=card)
    player.log("gained", card)
    seen = patterns.seen(game, card, cost, exiled=exiled_as_gained(game, player, card))
    player.gains.append(seen)
    if game.phase == "buy":
        player.log("gained in the Buy phase", card)
    abilities = standing.abilities(game, card)
    triggers.happened(game, Event("gains", player, gained, abilities, number=len(player.gains), seen=seen))
    return [gained]


@rule("dominion-rules:cost-as-gained", usual=(), mistakes={"once it is there": lambda *_: None})
def cost_as_gained(game: Game, card: Card) -> int | None:
    """What waits for a card of some cost to be gained asks what it cost as it was gained, not what it costs then."""
    return costs.of(game, card)


@rule("dominion-rules:exiled-as-gained")
def exiled_as_gained(_game: Game, player: Player, card: Card) -> bool:
    """Whether a copy of a card is in Exile is asked as it is gained; one discarded from there for that still counts."""
    return any(standing.definition(each).name == standing.definition(card).name for each in player["exile"])


@rule("dominion-rules:gained-to", mistakes={"to the discard pile": lambda *_: "discard"})
def gained_to(_game: Game, card: Card, told: str) -> str:
    """A card that says where it is gained to goes there where it would go to the discard pile."""
    return card.own.gained_to or told if told == "discard" else told


@rule("dominion-rules:trash", mistakes={"not at all": lambda *_a, **_k: []})
def trash(game: Game, player: Player, cards: Sequence[Card]) -> list[Tracked]:
    """Cards are put into the trash together, then what waits for that happens; returns where the trash had them."""
    trashed: list[Tracked] = []
    for each in at_the_same_time(game, cards):
        events = [_trashed(game, player, card) for card in each]
        trashed.extend(Tracked.here(card) for card in each)
        triggers.happened(game, *events)
    return trashed


@rule(
    "dominion-rules:trash",
    usual=(),
    mistakes={"one after the other": lambda _rule, _game, cards: [[card] for card in cards]},
)
def at_the_same_time(_game: Game, cards: Sequence[Card]) -> Sequence[Sequence[Card]]:
    """Cards that one instruction trashes are in the trash before anything happens because of one of them."""
    return [cards]


def _trashed(game: Game, player: Player, card: Card) -> Event:
    """Put a card into the trash; return what happened to it, with the abilities that it had before."""
    abilities, previous = standing.abilities(game, card), card.place
    moving.move(card, game.shared["trash"])
    game.run.tell("{player} trashes {card}", "dominion-rules:trash", player=player, card=card)
    player.log("trashed", card)
    return Event("trashes", player, Tracked.here(card), abilities, previous)


def discard(game: Game, player: Player, cards: Sequence[Card]) -> list[Tracked]:
    """A player discards cards, and what waits for that happens; returns the cards in the discard pile."""
    events = [_discarded(game, player, card) for card in cards]
    discarded = [Tracked.here(card) for card in cards]
    for card in cards:
        game.run.tell("{player} discards {card}", None, player=player, card=card)
    counted = events if counts_as_discarding(game) else []
    triggers.happened(game, *counted, *(event for each in events for event in from_play(game, each)))
    return discarded


@rule("dominion-rules:discard")
def counts_as_discarding(game: Game) -> bool:
    """What waits for a card to be discarded does so outside Clean-up alone, whatever discards it in Clean-up."""
    return game.phase != "clean-up"


def discard_in_clean_up(game: Game, player: Player, cards: Sequence[Card]) -> None:
    """Discard cards in Clean-up, all at the same time; only what waits for leaving play then happens."""
    events = [_discarded(game, player, card) for card in cards]
    triggers.happened(game, *(event for each in events for event in from_play(game, each)))


def _discarded(game: Game, player: Player, card: Card) -> Event:
    """Put a card into the discard pile; return what happened to it, with the abilities that it had before."""
    abilities, previous = standing.abilities(game, card), card.place
    moving.move(card, player["discard"])
    return Event("discards", player, Tracked.here(card), abilities, previous)


@rule(
    "dominion-exchange:from-play-only",
    usual=(),
    mistakes={"never": lambda *_: (), "from anywhere": lambda _rule, _game, event: as_from_play(event)},
)
def from_play(game: Game, event: Event) -> tuple[Event, ...]:
    """Discarding a card from play is an event of its own; discarding it from elsewhere is not."""
    return as_from_play(event) if event.previous == "in_play" else ()


def as_from_play(event: Event) -> tuple[Event, ...]:
    """The event of a card's being discarded from play."""
    return (Event("discards from play", event.player, event.card, event.abilities),)
