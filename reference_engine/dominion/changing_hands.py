"""Gaining, trashing and discarding: what moves, what is noted, and what waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from reference_engine.dominion import moving, patterns, standing, triggers
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
    moving.move(card, player[gained_to(game, card, to)])
    gained = Tracked.here(card)
    game.run.tell("{player} gains {card}", "dominion-rules:gain", player=player, card=card)
    player.log("gained", card)
    player.gains.append(patterns.seen(game, card))
    if game.phase == "buy" and player is game.turn:
        player.log("gained in the Buy phase", card)
    abilities = standing.abilities(game, card)
    triggers.happened(game, Event("gains", player, gained, abilities, number=len(player.gains)))
    return [gained]


@rule("dominion-rules:gained-to", mistakes={"to the discard pile": lambda *_: "discard"})
def gained_to(_game: Game, card: Card, told: str) -> str:
    """A card that says where it is gained to goes there where it would go to the discard pile."""
    return card.own.gained_to or told if told == "discard" else told


@rule("dominion-rules:trash", says="{player} trashes {card}", mistakes={"not at all": lambda *_a, **_k: None})
def trash(game: Game, player: Player, card: Card) -> Tracked | None:
    """A card is put into the trash, and what waits for that happens; returns the card where the trash had it."""
    abilities, previous = standing.abilities(game, card), card.place
    moving.move(card, game.shared["trash"])
    trashed = Tracked.here(card)
    player.log("trashed", card)
    triggers.happened(game, Event("trashes", player, trashed, abilities, previous))
    return trashed


def discard(game: Game, player: Player, cards: Sequence[Card]) -> list[Tracked]:
    """A player discards cards, and what waits for that happens; returns the cards in the discard pile."""
    events = [_discarded(game, player, card) for card in cards]
    discarded = [Tracked.here(card) for card in cards]
    for card in cards:
        game.run.tell("{player} discards {card}", None, player=player, card=card)
    triggers.happened(game, *events, *(event for each in events for event in from_play(game, each)))
    return discarded


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
