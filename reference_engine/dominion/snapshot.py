"""Writes a position in the vocabulary of `schemas/dominion/state.schema.json`."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion.objects import BLACK_MARKET, Card, Game, Pile, Player, Zone
from reference_engine.dominion.setup import COUNTERS, LOGS, SHARED, ZONES

Json = dict[str, Any]


def snapshot(game: Game) -> Json:
    """The whole position."""
    state: Json = {
        "players": [player.name for player in game.players],
        "turn": game.turn.name,
        "phase": game.phase,
        "piles": {pile.name: _pile(pile) for pile in game.piles.values()},
        "events": list(game.events),
    }
    for name in SHARED:
        state[name] = _zone(game.shared[name])
    for player in game.players:
        state[player.name] = _player(player)
    return state


def _pile(pile: Pile) -> int | list[str]:
    return len(pile.cards) if all(card == pile.name for card in pile.cards) else list(pile.cards)


def _player(player: Player) -> Json:
    state: Json = {zone: _zone(player[zone]) for zone in ZONES}
    state |= {"actions": player.actions, "buys": player.buys, "coins": player.coins}
    state |= {counter: player.counters.get(counter, 0) for counter in COUNTERS}
    state |= {log: list(player.logs.get(log, ())) for log in LOGS}
    state["gained_last_turn"] = list(player.gained_last_turn)
    state["pile_tokens"] = {pile: list(tokens) for pile, tokens in player.pile_tokens.items() if tokens}
    if player.estate_token is not None:
        state["estate_token"] = player.estate_token
    return state


def _zone(zone: Zone) -> list[Json]:
    return [_card(card) for card in zone]


def _card(card: Card) -> Json:
    facts: Json = {"card": card.own.name}
    if card.id is not None:
        facts["id"] = card.id
    if card.played_as is not None and card.zone is not None and card.zone.name == "in_play":
        facts["as"] = card.played_as.name
    if card.in_effect:
        facts["in_effect"] = True
    if card.home != card.own.pile:
        facts["home"] = "none" if card.home in {None, BLACK_MARKET} else card.home
    return facts
