"""Sets a position up from `given`, which has every short form written out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Any

from reference_engine.dominion import costs, playing
from reference_engine.dominion.context import Context
from reference_engine.dominion.definitions import Ability, Definition, Definitions
from reference_engine.dominion.objects import BLACK_MARKET, Card, Game, Pile, Player, Seen, Tracked, Zone
from reference_engine.dominion.standing import definition, says
from reference_engine.dominion.words import carry_out
from reference_engine.kernel.run import Run, Unsupported

Json = Mapping[str, Any]

ZONES = ("hand", "deck", "discard", "in_play", "set_aside", "exile", "tavern")
COUNTERS = ("villagers", "coffers", "debt", "victory")
LOGS = ("gained", "bought", "trashed", "exchanged")
SHARED = ("trash", "black_market", "hexes", "hexes_discarded", "way_card")
PLAYER = {"actions", "buys", "coins", *COUNTERS, *LOGS, "gained_last_turn"}
_TABLE = {"players", "turn", "phase", "piles", "events", "traits", "wordings", *SHARED}


def set_up(run: Run, given: Json, definitions: Definitions) -> Game:
    """Return the position. Raises `Unsupported` for a card, or a part of a position, that the engine does not know."""
    _check(given, {"players", "turn", "phase", "piles"})
    names: Sequence[str] = given["players"]
    _check(given, set(names))
    for name in names:
        _check(given[name], PLAYER)
    if unknown := sorted(given.keys() - _TABLE - set(names)):
        raise Unsupported("state", unknown[0])
    piles = {name: _pile(definitions, name, cards) for name, cards in given["piles"].items()}
    players = [_player(name, given[name], definitions) for name in names]
    turn = {player.name: player for player in players}.get(given["turn"])
    if turn is None:
        raise Unsupported("state", f"{given['turn']!r} is not a player")
    events, traits = given.get("events", ()), given.get("traits", {})
    game = Game(
        run,
        definitions,
        players,
        turn,
        given["phase"],
        piles,
        _zones(SHARED, None, given, definitions),
        list(events),
        _game_abilities(definitions, piles, [*events, *traits.values()]),
        last_ordinary=turn,
        traits=traits,
    )
    for card in game.shared["black_market"]:
        card.home = BLACK_MARKET
    for pile in piles.values():
        if pile.known_by is None:  # an empty pile is known by what has come from it
            _know(pile, next((card.own for card in _cards(game) if card.home == pile.name), None))
    for player in players:
        _in_force(game, player, given[player.name])
    for player in players:
        player.gains = [_gained(game, name) for name in player.logs["gained"]]
    return game


def _gained(game: Game, name: str) -> Seen:
    """A card that was gained before counts with the types that are printed on it, and what it costs in the position."""
    known, home = game.definitions[name], _home(game, name)
    return Seen(known, home, known.types, costs.cost(game, known, home, known.types))


def _home(game: Game, name: str) -> str:
    """The pile that a card of a name is in or comes from, as far as the position tells, or else the one of its name."""
    piles = (pile.name for pile in game.piles.values() if name in pile.cards)
    homes = (card.home for card in _cards(game) if card.own.name == name)
    return next(chain(piles, homes, [name]))


def _cards(game: Game) -> Iterator[Card]:
    """Every card that is in no pile."""
    for zones in (game.shared, *(player.zones for player in game.players)):
        yield from chain.from_iterable(zones.values())


def _check(part: Json, needed: Collection[str]) -> None:
    """Raise `Unsupported` for what leaves out a default, which is for the asker to write out."""
    if lacking := sorted(needed - part.keys()):
        raise Unsupported("state", f"a position without `{lacking[0]}`")


def _pile(definitions: Definitions, name: str, cards: int | Sequence[str]) -> Pile:
    if isinstance(cards, int):
        return Pile(name, [name] * cards, definitions[name].supply, name)
    supply = all(definitions[card].supply for card in cards)
    return Pile(name, list(cards), supply, cards[0] if cards else None, mixed=True)


def _know(pile: Pile, card: Definition | None) -> None:
    """Tell of an empty pile what a card says that has been in it, if there is one."""
    if card is not None:
        pile.known_by, pile.supply = card.name, card.supply


def _game_abilities(
    definitions: Definitions, piles: Mapping[str, Pile], events: Sequence[str]
) -> list[tuple[Card, Ability]]:
    """Abilities that work for everybody: of Landmarks, Ways and Traits, and of cards by their pile in the Supply."""
    found: list[tuple[Card, Ability]] = []
    supply = [name for name, pile in piles.items() if pile.supply and not pile.mixed]
    for names, place in ((supply, "supply"), (events, "game")):
        for card in (Card(definitions[name]) for name in names):
            found += [(card, ability) for ability in card.own.abilities if ability.works_from == place]
    return found


def _player(name: str, given: Json, definitions: Definitions) -> Player:
    player = Player(name, given["actions"], given["buys"], given["coins"])
    player.counters = {counter: given[counter] for counter in COUNTERS}
    player.zones = _zones(ZONES, player, given, definitions)
    player.pile_tokens = {pile: list(tokens) for pile, tokens in given.get("pile_tokens", {}).items()}
    if unknown := sorted({*chain(*player.pile_tokens.values())} - playing.TOKENS):
        raise Unsupported("state", f"a {unknown[0]} token on a pile")
    if (set_aside := given.get("estate_token")) is not None:
        player.estate_token = Card(definitions[set_aside], set_aside)
    player.logs = {log: list(given[log]) for log in LOGS}
    player.gained_last_turn = list(given["gained_last_turn"])
    return player


def _zones(names: Iterable[str], owner: Player | None, given: Json, definitions: Definitions) -> dict[str, Zone]:
    """Zones with the cards that a part of the position has in them."""
    zones = {name: Zone(name, owner) for name in names}
    for name, zone in zones.items():
        zone.cards = [_card(facts, zone, definitions) for facts in _written_out(given.get(name, ()))]
    return zones


def _written_out(cards: Any) -> Sequence[Json]:
    if not isinstance(cards, list | tuple):
        raise Unsupported("state", "a zone that is not written out")
    if any("card" not in facts for facts in cards):
        raise Unsupported("state", "an object of which no card is told")
    return cards


def _card(facts: Json, zone: Zone, definitions: Definitions) -> Card:
    card = Card(definitions[facts["card"]], facts.get("home", facts["card"]), facts.get("id"), zone)
    if "as" in facts:
        card.played_as = definitions[facts["as"]]
    return card


def _in_force(game: Game, player: Player, given: Json) -> None:
    """What was done before the position still has a part in it: Durations in play, and an Event with its token."""
    waiting = [*compress(player["in_play"], (facts.get("in_effect") for facts in given.get("in_play", ())))]
    going_on = [card for card in waiting if _go_on(game, player, card)]
    others = [card for card in waiting if card not in going_on]
    for card in others:  # it has played a Duration more than once, and waits beside it
        if not (going_on and plays_again(card)):
            raise Unsupported("state", f"{card} in effect")
        game.played_again.extend((Tracked.here(card), Tracked.here(each)) for each in going_on)
    if len(others) == len(going_on) == 1:
        for _ in range(plays_again(others[0])):
            _go_on(game, player, going_on[0])
    if player.estate_token is None:
        return
    for name in game.events:
        event = Card(game.definitions[name])
        if "Event" in event.own.types and _go_on(game, player, event):
            player.bought_in[name] = _BEFORE


def plays_again(card: Card) -> int:
    """How often a card by what it says plays another once more, which it or something else has played."""
    more: int = sum(each.get("times", 1) - 1 for each in definition(card).play)
    return more + says(definition(card), {"that say": "replay"})


def _go_on(game: Game, player: Player, card: Card) -> bool:
    """Do again what a card does that lasts beyond the turn; say whether there is anything."""
    lasting = [each for each in definition(card).play if not _LASTING.isdisjoint(each)]
    carry_out(Context(game, player, Tracked.here(card)), lasting)
    return lasting != []


_BEFORE = -1
"""Stands for the turns before the position."""
_LASTING = frozenset({"for the rest of the game", "next turn", "until next turn"})
