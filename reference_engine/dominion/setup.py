"""Sets a position up from `given`, which has every short form written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reference_engine.dominion.definitions import Ability, Definitions
from reference_engine.dominion.objects import BLACK_MARKET, Card, Game, Pile, Player, Zone
from reference_engine.kernel.run import Run, Unsupported

Json = Mapping[str, Any]

ZONES = ("hand", "deck", "discard", "in_play", "set_aside", "exile", "tavern")
COUNTERS = ("villagers", "coffers", "debt", "victory")
LOGS = ("gained", "bought", "trashed", "exchanged")
SHARED = ("trash", "black_market", "hexes", "hexes_discarded")
_TABLE = {"players", "turn", "phase", "piles", "events", "wordings", *SHARED}


def set_up(run: Run, given: Json, definitions: Definitions) -> Game:
    """Return the position. Raises `Unsupported` for a card, or a part of a position, that the engine does not know."""
    names: Sequence[str] = given.get("players") or ()
    if not names:
        raise Unsupported("state", "a position without `players`")
    for key in given:
        if key not in _TABLE and key not in names:
            raise Unsupported("state", key)
    piles = {name: _pile(definitions, name, cards) for name, cards in _all_piles(given, len(names)).items()}
    shared = {name: Zone(name, None) for name in SHARED}
    for name, zone in shared.items():
        _fill(zone, given.get(name, ()), definitions, piles)
    for card in shared["black_market"]:
        card.home = BLACK_MARKET
    players = [_player(name, given.get(name, {}), definitions, piles) for name in names]
    turn = next((player for player in players if player.name == given.get("turn", names[0])), None)
    if turn is None:
        raise Unsupported("state", f"{given['turn']!r} is no player")
    game = Game(
        run,
        definitions,
        players,
        turn,
        given.get("phase", "action"),
        piles,
        shared,
        list(given.get("events", ())),
        _game_abilities(definitions, piles, given.get("events", ())),
    )
    for player in players:
        _standing_orders(game, player)
    return game


def _all_piles(given: Json, players: int) -> dict[str, int | Sequence[str]]:
    """The piles of the position, and the basic ones in their ordinary numbers."""
    victory = 8 if players == 2 else 12  # noqa: PLR2004 - the rulebook's table
    basic: dict[str, int | Sequence[str]] = {
        "Copper": 60 - 7 * players,
        "Silver": 40,
        "Gold": 30,
        "Estate": victory,
        "Duchy": victory,
        "Province": victory,
        "Curse": 10 * (players - 1),
    }
    return basic | dict(given.get("piles", {}))


def _pile(definitions: Definitions, name: str, cards: int | Sequence[str]) -> Pile:
    if isinstance(cards, int):
        return Pile(name, [name] * cards, definitions[name].supply, mixed=False)
    return Pile(name, list(cards), all(definitions[card].supply for card in cards), mixed=True)


def _game_abilities(
    definitions: Definitions, piles: Mapping[str, Pile], events: Sequence[str]
) -> list[tuple[str, Ability]]:
    """Abilities that work for everybody: of Landmarks, and of cards by their pile in the Supply."""
    found = []
    for name, pile in piles.items():
        if pile.supply and not pile.mixed:
            found += [(name, ability) for ability in definitions[name].abilities if ability.works_from == "supply"]
    for name in events:
        found += [(name, ability) for ability in definitions[name].abilities if ability.works_from == "game"]
    return found


def _player(name: str, given: Json, definitions: Definitions, piles: Mapping[str, Pile]) -> Player:
    player = Player(name, given.get("actions", 1), given.get("buys", 1), given.get("coins", 0))
    player.counters = {counter: given.get(counter, 0) for counter in COUNTERS}
    player.zones = {zone: Zone(zone, player) for zone in ZONES}
    for zone in ZONES:
        _fill(player.zones[zone], given.get(zone, ()), definitions, piles)
    player.pile_tokens = {pile: list(tokens) for pile, tokens in given.get("pile_tokens", {}).items()}
    player.estate_token = given.get("estate_token")
    player.logs = {log: list(given.get(log, ())) for log in LOGS}
    player.gained_last_turn = list(given.get("gained_last_turn", ()))
    return player


def _fill(zone: Zone, cards: Sequence[Json], definitions: Definitions, piles: Mapping[str, Pile]) -> None:
    if not isinstance(cards, list | tuple):
        raise Unsupported("state", f"a {zone.name} that is not written out")
    for facts in cards:
        if not isinstance(facts, dict) or "card" not in facts:
            raise Unsupported("state", "an object of which no card is told")
        name = facts["card"]
        own = definitions[name]
        home = facts.get("home", own.pile if own.pile in piles else "none")
        card = Card(own, None if home == "none" else home, facts.get("id"), zone)
        if "as" in facts:
            card.played_as = definitions[facts["as"]]
        card.in_effect = facts.get("in_effect", False)
        zone.cards.append(card)


def _standing_orders(game: Game, player: Player) -> None:
    """What an Event that was used before left in force for a player who has set a card aside under the Estate token."""
    if player.estate_token is None:
        return
    from reference_engine.dominion.context import Context
    from reference_engine.dominion.words import carry_out

    for name in game.events:
        definition = game.definitions[name]
        if "Event" in definition.types:
            lasting = [each for each in definition.play if "for the rest of the game" in each]
            carry_out(game, Context(player, None, about=name), lasting)
