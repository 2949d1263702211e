"""A table of Dominion: carries out the actions of a script."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import buying, costs, gain_trash_discard, moving, playing, setup, standing, turn
from reference_engine.dominion.context import Context
from reference_engine.dominion.definitions import Definitions
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked
from reference_engine.dominion.snapshot import snapshot
from reference_engine.dominion.words import carry_out
from reference_engine.kernel.cards import Library
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Run, Unsupported

Json = dict[str, Any]

EDITIONS = ("2019-10-01", "later")
"""The editions of the page on exchange that this engine plays by. They differ in no rule; cards name their wordings."""


def set_up(run: Run, params: Json, library: Library) -> Table:
    """Return the table for a `run` request."""
    edition = params.get("edition")
    if edition is not None and edition not in EDITIONS:
        raise Unsupported("edition", str(edition))
    own = {card["card"]: card for card in params.get("cards", ())}
    given = params["given"]
    definitions = Definitions(library, own, given.get("wordings", {}))
    return Table(setup.set_up(run, given, definitions))


class Table:
    """A game in progress."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def state(self) -> Json:
        """The position."""
        return snapshot(self.game)

    def close(self) -> None:
        """Break the references between players, zones and cards."""
        for player in self.game.players:
            player.gains.clear()
            player.plays.clear()
        for zones in (self.game.shared, *(player.zones for player in self.game.players)):
            for zone in zones.values():
                zone.cards.clear()
            zones.clear()

    def perform(self, action: Json) -> None:
        """Carry out an action. Raises `Refused` where the rules do not allow it, before anything has changed."""
        game = self.game
        player = self._player(action["player"]) if "player" in action else game.turn
        match action:
            case {"play": ref}:
                _play(game, player, ref)
            case {"buy": name}:
                _buy(game, player, name)
            case {"pass to": phase}:
                _pass_to(game, player, phase)
            case {"clean-up": name}:
                _clean_up(game, self._player(name))
            case {"begin turn": name}:
                _begin_turn(game, self._player(name))
            case {"event": instruction}:
                _instruct(game, player, instruction)
            case _:
                raise Unsupported("action", ", ".join(action))

    def _player(self, name: str) -> Player:
        for player in self.game.players:
            if player.name == name:
                return player
        raise Refused(f"there is no player {name}")


def _find(player: Player, ref: str, *zones: str) -> Card:
    """A card by its id, or by its name where it has none."""
    for zone in zones:
        for card in player[zone]:
            if ref in {card.id, card.own.name}:
                return card
    raise Refused(f"{player} has no {ref} in {' or '.join(zones).replace('_', ' ')}")


def _in_turn(game: Game, player: Player) -> None:
    if player is not game.turn:
        raise Refused(f"it is not {player}'s turn", "dominion-rules:phases")


_PHASE_OF = (("Action", "action"), ("Treasure", "buy"), ("Night", "night"))


def _play(game: Game, player: Player, ref: str) -> None:
    _in_turn(game, player)
    card = _find(player, ref, "hand")
    types = standing.types(game, card)
    phases = [phase for each, phase in _PHASE_OF if each in types and _still_to_come(game, phase)]
    if not phases:
        raise Refused(f"{card} cannot be played in this phase", "dominion-rules:phases")
    phase = next((each for each in phases if each != "action" or player.actions), None)
    if phase is None:
        raise Refused("no Actions are left", "dominion-rules:phases")
    if phase == "buy" and game.buying and treasures_come_first(game):
        raise Refused("Treasures are played before anything is bought", "dominion-rules:buy")
    if phase == "action":
        player.actions -= 1
    turn.go_to(game, phase)
    playing.play(game, player, card)


@rule("dominion-rules:buy", usual=("never",))
def treasures_come_first(game: Game) -> bool:
    """In the Buy phase a player plays Treasures first and then buys; once something is bought, no more are played."""
    return True


def _still_to_come(game: Game, phase: str) -> bool:
    return turn.PHASES.index(game.phase) <= turn.PHASES.index(phase)


def _buy(game: Game, player: Player, name: str) -> None:
    _in_turn(game, player)
    if not _still_to_come(game, "buy"):
        raise Refused("the Buy phase is over", "dominion-rules:phases")
    pile = None if name in game.events else _in_supply(game, name)
    definition = game.definitions[name]
    if pile is None and not buying.on_sale(game, player, definition):
        raise Refused(f"{player} cannot buy {name}", "dominion-rules:events-and-projects")
    types = standing.types_in_pile(game, definition)
    price = costs.cost(game, definition, pile.name, types) if pile else definition.cost
    if player.buys == 0:
        raise Refused("no Buys are left", "dominion-rules:buy")
    if player.coins < price:
        raise Refused(f"{name} costs {price}, and {player} has {player.coins}", "dominion-rules:buy")
    if definition.potions:
        raise Refused(f"{name} costs a Potion, and {player} has none", "dominion-rules:buy")
    if not (buying.may_buy_cards if pile else buying.may_buy)(game, player):
        raise Refused(f"{player} may not buy {name}", "dominion-rules:buy")
    turn.go_to(game, "buy")
    game.buying = True
    player.buys -= 1
    player.coins -= price
    buying.take_debt(game, player, definition)
    if pile is None:
        standing.speaks(game, name)
        player.bought_in[name] = game.turns
        carry_out(Context(game, player, Tracked.here(Card(definition))), definition.play)
    else:
        player.logs.setdefault("bought", []).append(name)
        gain_trash_discard.gain(game, player, pile, "discard")


def _in_supply(game: Game, name: str) -> Pile:
    """The pile of the Supply with a card of this name on top. Raises `Refused` if there is none."""
    pile = game.pile_of(name)
    if pile is None or not pile.supply:
        raise Refused(f"there is no {name} in the Supply", "dominion-rules:supply")
    return pile


def _pass_to(game: Game, player: Player, phase: str) -> None:
    _in_turn(game, player)
    if game.phase == phase or not _still_to_come(game, phase):
        raise Refused(f"the {phase} phase has begun", "dominion-rules:phases")
    turn.go_to(game, phase)


def _clean_up(game: Game, player: Player) -> None:
    if player is not game.turn or game.phase == "over":
        raise Refused(f"it is not {player}'s turn", "dominion-rules:phases")
    turn.clean_up(game, player)


def _begin_turn(game: Game, player: Player) -> None:
    if game.phase != "over":
        raise Refused(f"{game.turn}'s turn has not ended", "dominion-rules:turn-order")
    if turn.has_ended(game):
        raise Refused("the game has ended", "dominion-rules:game-end")
    expected = turn.next_player(game)
    if player is not expected:
        raise Refused(f"the next turn is {expected}'s", "dominion-rules:turn-order")
    turn.begin(game, player)


def _instruct(game: Game, player: Player, instruction: Json) -> None:
    match instruction:
        case {"gain": name}:
            gain_trash_discard.gain(game, player, _in_supply(game, name), "discard")
        case {"trash": ref}:
            gain_trash_discard.trash(game, player, [_find(player, ref, "hand", "in_play")])
        case {"discard": ref}:
            gain_trash_discard.discard(game, player, [_find(player, ref, "hand", "in_play")])
        case {"draw": count}:
            moving.draw(game, player, count)
        case _:
            raise Unsupported("action", f"event {', '.join(instruction)}")
