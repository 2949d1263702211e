"""Writes a position in the vocabulary of `schemas/dominion/state.schema.json`."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion.objects import BLACK_MARKET, Card, Game, Pile, Player, Tracked, Zone
from reference_engine.dominion.setup import LOGS, SHARED, ZONES
from reference_engine.dominion.standing import definition, has_more_to_do, needed

Json = dict[str, Any]


def snapshot(game: Game) -> Json:
    """The position, or what is looked at of it."""
    looks_at = game.run.observed.looks_at
    state: Json = {
        "players": [player.name for player in game.players],
        "turn": game.turn.name,
        "phase": game.phase,
        "piles": {pile.name: _pile(pile) for pile in game.piles.values()},
        "events": list(game.events),
        "traits": dict(game.traits),
    }
    state |= {name: _zone(game, game.shared[name]) for name in SHARED if looks_at(name)}
    state |= {player.name: _player(game, player) for player in game.players}
    return state


def _pile(pile: Pile) -> int | list[str]:
    return list(pile.cards) if pile.mixed else len(pile.cards)


def _player(game: Game, player: Player) -> Json:
    state: Json = {zone: _zone(game, player[zone]) for zone in game.run.observed.of(player.name, ZONES)}
    if player is game.turn and game.phase != "over":  # nobody else has any
        state |= {"actions": player.actions, "buys": player.buys, "coins": player.coins}
    state |= player.counters
    state |= {log: list(player.logs.get(log, ())) for log in LOGS}
    state["gained_last_turn"] = list(player.gained_last_turn)
    state["pile_tokens"] = {pile: list(tokens) for pile, tokens in player.pile_tokens.items() if tokens}
    if player.estate_token is not None:
        state["estate_token"] = player.estate_token.own.name
    return state


def _zone(game: Game, zone: Zone) -> list[Json]:
    return [_card(game, card) for card in zone]


def _in_effect(game: Game, played: Tracked) -> bool:
    """Say whether a card is still needed; rules are asked only where a card may stay for another."""
    return has_more_to_do(game, played) or (bool(game.played_again or game.left_in_place) and needed(game, played))


def _card(game: Game, card: Card) -> Json:
    facts: Json = {"card": card.own.name}
    if card.id is not None:
        facts["id"] = card.id
    if (played_as := definition(card)) is not card.own:
        facts["as"] = played_as.name
    if _in_effect(game, Tracked.here(card)):
        facts["in_effect"] = True
    if card.home != card.own.name:
        facts["home"] = "none" if card.home == BLACK_MARKET else card.home
    return facts
