"""A turn: its phases, what ends and begins with them, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Collection

from reference_engine.dominion import gain_trash_discard, moving, standing, triggers
from reference_engine.dominion.objects import ExtraTurn, Game, Player, Until
from reference_engine.dominion.questions import next_of
from reference_engine.dominion.triggers import Event
from reference_engine.kernel.rules import rule

PHASES = ("action", "buy", "night", "clean-up", "over")
HAND_SIZE = 5
"""How many cards a player draws at the end of Clean-up."""
EMPTY_PILES = 3
"""With how many empty piles in the Supply the game ends for few players."""
FEW_PLAYERS = 4
"""How many players are few: for more it takes one empty pile more."""


@rule("dominion-rules:phases")
def go_to(game: Game, phase: str) -> None:
    """The phases of a turn come in order; each one ends before the next begins, and none comes twice."""
    while PHASES.index(game.phase) < PHASES.index(phase):
        if game.phase == "buy":
            triggers.happened(game, Event("Buy phase ends", game.turn))
        game.phase = PHASES[PHASES.index(game.phase) + 1]
        if game.phase == "clean-up":
            triggers.happened(game, Event("Clean-up starts", game.turn))


@rule("dominion-rules:buy-phase-again", says="{player} returns to the Action phase")
def return_to_action_phase(game: Game, player: Player) -> None:
    """
    Some cards have a player return from the Buy phase to the Action phase.

    The Buy phase comes again after that, from its beginning, whatever was bought and gained in the one before it.
    """
    leave_buy_phase(game, player)
    game.phase, game.buying = "action", False
    begin_anew(game, player)


@rule("dominion-rules:buy-phase-ends")
def leave_buy_phase(game: Game, player: Player) -> None:
    """A Buy phase that is left for the Action phase has ended, and what waits for its end happens."""
    triggers.happened(game, Event("Buy phase ends", player))


@rule("dominion-rules:buy-phase-again")
def begin_anew(_game: Game, player: Player) -> None:
    """What was gained in one Buy phase does not count in the next."""
    player.logs["gained in the Buy phase"] = []


@rule("dominion-rules:clean-up", says="{player} cleans up")
def clean_up(game: Game, player: Player) -> None:
    """
    Discard what is in play and in hand, then draw a new hand; the turn ends.

    The player may discard in any order. Play comes first here: it lets Reactions in hand be used on what then happens,
    and a player who discards the hand first could as well leave them unused.
    """
    go_to(game, "clean-up")
    for each in whose_cards_leave_play(game):
        leaving = [card for card in each["in_play"] if not standing.stays(game, card)]
        gain_trash_discard.discard_in_clean_up(game, each, leaving)
    gain_trash_discard.discard_in_clean_up(game, player, list(player["hand"]))
    moving.draw(game, player, HAND_SIZE)
    triggers.happened(game, Event("turn ends", player))
    game.lasting = [each for each in game.lasting if each.until is not Until.TURN_ENDS]
    player.gained_last_turn = list(player.logs.get("gained", ()))
    game.phase, game.controller = "over", None


@rule("dominion-rules:clean-up-of-others", usual=(), mistakes={"their own": lambda _rule, game: [game.turn]})
def whose_cards_leave_play(game: Game) -> list[Player]:
    """What other players have played in a turn is discarded in its Clean-up too."""
    return game.from_turn()


@rule("dominion-rules:turn-order", says="{player}'s turn begins")
def begin(game: Game, player: Player) -> None:
    """A player's turn begins: one Action, one Buy, coins for nobody, and what waits for its start happens."""
    game.extra_turns = possible_extra_turns(game)  # the others have failed
    game.in_extra_turn = bool(game.extra_turns)
    if game.in_extra_turn:
        extra = next_extra_turn(game, player)
        game.extra_turns.remove(extra)
        game.controller = extra.controller
        game.lasting.extend(extra.lasting)
    else:
        game.last_ordinary = player
    game.turns += 1
    game.face_down.clear()
    game.previous = game.turn
    game.turn, game.phase, game.buying = player, "action", False
    player.actions, player.buys = 1, 1
    for each in game.players:
        each.coins = 0
        each.logs.clear()
        each.gains.clear()
        each.plays.clear()
    game.lasting = [
        each for each in game.lasting if not (each.until is Until.NEXT_TURN_BEGINS and each.player is player)
    ]
    triggers.happened(game, Event("turn starts", player))


@rule("dominion-rules:game-end", usual=("never",))
def has_ended(game: Game) -> bool:
    """The game ends with a turn after which three piles of the Supply are empty, or four, or one that ends it alone."""
    empty = [pile for pile in game.piles.values() if pile.supply and not pile.cards]
    known = [game.definitions[pile.known_by] for pile in empty if pile.known_by]
    enough = EMPTY_PILES + (len(game.players) > FEW_PLAYERS)
    return len(empty) >= enough or any(each.ends_game for each in known)


def next_player(game: Game) -> Player:
    """Whose turn comes next: an extra turn's, or that of the player to the left of who took the last ordinary one."""
    extra = {each.player for each in possible_extra_turns(game)}
    return first_to_take(game, extra) if extra else game.neighbour(game.last_ordinary, 1)


@rule(
    "dominion-rules:extra-turns-of-several",
    mistakes={"whose was set up first": lambda _rule, game, _players: possible_extra_turns(game)[0].player},
)
def first_to_take(game: Game, players: Collection[Player]) -> Player:
    """Of several players with an extra turn to come it is the next in turn order, beginning with whose turn ended."""
    return next(player for player in game.from_turn() if player in players)


def next_extra_turn(game: Game, player: Player) -> ExtraTurn:
    """The extra turn of a player that comes next."""
    theirs: dict[str, ExtraTurn] = {}
    for each in game.extra_turns:
        if each.player is player:
            theirs.setdefault(each.name, each)
    return theirs[next_of(game, player, to_choose_from(game, list(theirs)))]


@rule(
    "dominion-rules:extra-turns",
    usual=(),
    mistakes={"the one set up first": lambda _rule, _game, names: names[:1]},
)
def to_choose_from(_game: Game, names: list[str]) -> list[str]:
    """A player with several extra turns to come chooses which comes next; what that makes one too many fails."""
    return names


def possible_extra_turns(game: Game) -> list[ExtraTurn]:
    """The extra turns set up that can still be taken, in the order in which they were set up."""
    return [each for each in game.extra_turns if not one_too_many(game, each)]


def one_too_many(game: Game, extra: ExtraTurn) -> bool:
    """Whether an extra turn is not taken because of the turns before it."""
    return (extra.not_third and would_be_third(game, extra.player)) or (
        extra.not_second_extra and would_be_second_extra(game)
    )


@rule("dominion-rules:extra-turns", usual=("never",))
def would_be_third(game: Game, player: Player) -> bool:
    """Since 2023 most of what gives an extra turn gives none that would be its player's third turn in a row."""
    return game.turn is player and game.previous is player


@rule("dominion-rules:extra-turns", usual=("never",))
def would_be_second_extra(game: Game) -> bool:
    """Since 2023 Possession gives no extra turn right after another extra turn, whosesoever that was."""
    return game.in_extra_turn
