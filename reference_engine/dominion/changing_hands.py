"""Gaining, trashing and discarding: what moves, what is noted, and what waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from reference_engine.dominion import moving, standing, triggers
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked, Zone
from reference_engine.dominion.triggers import Event
from reference_engine.kernel.rules import rule


@rule("dominion-rules:gain", mistakes={"not at all": lambda *_a, **_k: None})
def gain(game: Game, player: Player, source: Pile | Card, to: str, *, top: bool = True) -> Card | None:
    """
    A player gains the top card of a pile, or a card from elsewhere.

    Returns the card, or None where something took the place of gaining it.
    """
    offered = Card(game.definitions[source.cards[0]], source.name) if isinstance(source, Pile) else source
    if triggers.replaced(game, Event("would gain", player, Tracked.here(offered), source=source)):
        return None
    if isinstance(source, Pile):
        if not source.cards:
            return None
        card = moving.take_from(game, source, player[to], top=top)
    else:
        card = source
        moving.move(card, player[to], top=top)
    game.run.tell("{player} gains {card}", "dominion-rules:gain", player=player, card=card)
    player.logs.setdefault("gained", []).append(card.own.name)
    if game.phase == "buy" and player is game.turn:
        player.logs.setdefault("gained in buy phase", []).append(card.own.name)
    triggers.happened(game, Event("gains", player, Tracked.here(card)))
    return card


@rule("dominion-rules:trash", says="{player} trashes {card}", mistakes={"not at all": lambda *_a, **_k: None})
def trash(game: Game, player: Player, card: Card) -> Tracked | None:
    """A card is put into the trash, and what waits for that happens; returns the card where the trash had it."""
    abilities = standing.abilities(game, card, player)
    moving.move(card, game.shared["trash"])
    trashed = Tracked.here(card)
    player.logs.setdefault("trashed", []).append(card.own.name)
    triggers.happened(game, Event("trashes", player, trashed, abilities))
    return trashed


def trash_from_supply(game: Game, player: Player, pile: Pile) -> Card:
    """A player trashes the top card of a pile; it has been nobody's card."""
    card = moving.take_from(game, pile, game.shared["trash"])
    player.logs.setdefault("trashed", []).append(card.own.name)
    triggers.happened(game, Event("trashes", player, Tracked.here(card), previous="supply"))
    return card


def discard(game: Game, player: Player, cards: Sequence[Card]) -> None:
    """A player discards cards from anywhere but play, and what waits for that happens."""
    events = []
    for card in cards:
        abilities = standing.abilities(game, card, player)
        previous = card.zone.name if card.zone else None
        moving.move(card, player["discard"])
        game.run.tell("{player} discards {card}", None, player=player, card=card)
        events.append(Event("discards", player, Tracked.here(card), abilities, previous))
    triggers.happened(game, *events, *(event for each in events for event in from_play(game, each)))


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
    return (Event("discards from play", event.player, event.card, event.abilities, event.previous),)


def discard_in_clean_up(game: Game, player: Player, cards: Sequence[Card]) -> None:
    """Discard cards in Clean-up, all at the same time; only what waits for leaving play then happens."""
    events: list[Event] = []
    for card in cards:
        abilities = standing.abilities(game, card, player)
        previous = card.zone.name if card.zone else None
        moving.move(card, player["discard"])
        events.extend(from_play(game, Event("discards in Clean-up", player, Tracked.here(card), abilities, previous)))
    triggers.happened(game, *events)


def destination(player: Player, word: str) -> tuple[Zone, bool]:
    """The zone that a card goes to, and whether on top, by a word of card data."""
    return (player["deck"], True) if word == "deck" else (player[word], False)
