# ruff: noqa: INP001 - a program, and no package
"""Scripts: the engine plays its turns, and where it shows its menu, the script's next action is taken from it."""

from typing import Any

import answers
from answers import Answers, Json, Over, Unsupported
from dominion import Action, Phase, Piles
from dominion.Card import Card
from dominion.Option import Option
from position import UNSEEN, UNSET, WORDINGS, by_name, is_over, known, read, set_up
from questions import Player

CAPABILITIES = ["choices", "moments", "instruct"]
CLAIMS = {
    "actions": ["play", "buy", "pass to", "clean-up", "begin turn", "event"],
    "wordings": WORDINGS, "unseen": UNSEEN, "unset": UNSET,
}  # fmt: skip
STOPS = {"buy": Phase.BUY, "night": Phase.NIGHT, "clean-up": Phase.CLEANUP}
NEXT = {Phase.ACTION: Phase.BUY, Phase.BUY: Phase.NIGHT, Phase.NIGHT: Phase.CLEANUP}


def describe() -> Json:
    """Return what the engine is and claims."""
    games = {"dominion": {**CLAIMS, "cards": known()}}
    return {"protocol": 1, "name": "pydominion", "games": games, "capabilities": CAPABILITIES}


def run(params: Json) -> Json:
    """Play a script from a position, and return what came of it."""
    return answers.play(params, "dominion", CLAIMS, lambda told, given: _Script(told, given).play())


class _Script:
    """Where a run of a script is."""

    def __init__(self, params: Json, answers: Answers) -> None:
        self._actions: list[Json] = params["actions"]
        self._at = 0
        self._game = set_up(params["given"], answers)
        self._turn: Player = self._game.current_player
        self._considered = (-1, Json())
        """The action that was last looked for, and the position then; the engine goes through phases to find it."""
        self._moments: list[Json] | None = [] if params.get("moments") else None
        for player in self._game.player_list():
            player.menu = self._menu

    def play(self) -> Json:
        """Go through phases and turns until the script ends."""
        while True:
            if self._turn.phase == Phase.NONE:
                self._begin_turn()
            player = self._turn
            self._arrive(player.phase)
            match player.phase:
                case Phase.ACTION:
                    player.action_phase()
                case Phase.BUY:
                    player.buy_phase()
                case Phase.NIGHT:
                    player.night_phase()
                case Phase.CLEANUP:
                    self._clean_up(player)
            self._end_if_over()
            player.phase = NEXT.get(player.phase, player.phase)

    def _begin_turn(self) -> None:
        self._end_if_over()
        if is_over(self._game):
            self._refuse("the game is over")
        if "begin turn" not in self._next:
            self._refuse("the turn is over")
        player = by_name(self._game, self._next["begin turn"])
        if player is not self._game.player_to_left(self._game.current_player):
            self._refuse("another player's turn is next")
        self._turn = self._game.current_player = player
        self._at += 1
        player.start_turn()
        player.phase = Phase.ACTION

    def _clean_up(self, player: Player) -> None:
        self._end_if_over()
        if self._next.get("clean-up") != player.name:
            self._refuse("no phase of this turn is left in which that could be done")
        self._at += 1
        player.cleanup_phase()
        player.end_turn()
        self._game._turns.append(self._game.current_player.uuid)  # noqa: SLF001 - as the engine's own turn() notes it

    def _arrive(self, phase: Phase) -> None:
        while self._at < len(self._actions) and STOPS.get(self._next.get("pass to", "")) == phase:
            self._at += 1

    def _menu(self, player: Player, options: list[Option]) -> Option:
        """Choose from the menu of a phase by the script."""
        self._notice()
        if called := player.call(options):
            return called
        while self._at < len(self._actions) and "event" in self._next:
            whose = by_name(self._game, self._next["player"]) if "player" in self._next else player
            self._instruct(whose, self._next["event"])
            self._at += 1
        self._end_if_over()
        action = self._next
        if action.get("player", player.name) != player.name:
            raise Unsupported("action", "an action of another player")
        if chosen := self._offered(player, action, options):
            self._at += 1
            return chosen
        if "begin turn" in action:
            self._refuse("the turn is not over")
        if "pass to" in action and player.phase.value >= STOPS[action["pass to"]].value:
            self._refuse("that phase has passed")
        if "play" in action or "buy" in action:
            self._see_that_it_can_come(player, action)
        return next(option for option in options if option["action"] == Action.QUIT)

    def _offered(self, player: Player, action: Json, options: list[Option]) -> Option | None:
        for option in options:
            card: Any = option["card"]
            match option["action"]:
                case Action.PLAY | Action.SPEND if action.get("play") in (player.called(card), card.name):
                    return option
                case Action.BUY | Action.EVENT | Action.PROJECT if action.get("buy") == option["name"]:
                    return option
        return None

    def _see_that_it_can_come(self, player: Player, action: Json) -> None:
        """Refuse what the engine does not offer in this phase and would not in a later one."""
        if "buy" in action:
            if player.phase != Phase.ACTION:
                self._refuse(f"{action['buy']} is not offered to be bought")
            return
        named = action["play"]
        hand = player.piles[Piles.HAND]
        card = next((card for card in hand if named in (player.called(card), card.name)), None)
        later = card is not None and (
            (card.isTreasure() and player.phase == Phase.ACTION) or (card.isNight() and player.phase != Phase.NIGHT)
        )
        if not later:
            self._refuse(f"{action['play']} is not offered to be played")

    def _instruct(self, player: Player, event: Json) -> None:
        (word, what), *_ = event.items()
        match word:
            case "gain":
                if what not in self._game.card_piles:
                    self._refuse(f"no pile of {what}")
                player.gain_card(what)
            case "draw":
                player.pickup_cards(what)
            case "trash" | "discard":
                card, zone = self._find(player, what)
                if word == "trash":
                    player.trash_card(card)
                elif zone == Piles.HAND:
                    player.discard_card(card, zone)
                else:
                    player.discard_from_play(card)
            case _:
                raise Unsupported("action", f"event: {word}")
        self._notice()

    def _find(self, player: Player, what: str) -> tuple[Card, Piles]:
        for zone in (Piles.HAND, Piles.PLAYED, Piles.DURATION):
            for card in player.piles[zone]:
                if what in (player.called(card), card.name):
                    return card, zone
        self._refuse(f"no {what} in hand or in play")
        raise AssertionError

    @property
    def _next(self) -> Json:
        return self._actions[self._at] if self._at < len(self._actions) else {}

    def _end_if_over(self) -> None:
        if self._at >= len(self._actions):
            raise Over(self._outcome({"state": read(self._game, self._turn)}))
        if self._considered[0] != self._at:
            self._considered = (self._at, read(self._game, self._turn))

    def _refuse(self, reason: str) -> None:
        refused = {"action": self._at, "reason": reason}
        considered, before = self._considered
        state = before if considered == self._at else read(self._game, self._turn)
        raise Over(self._outcome({"refused": refused, "state": state}))

    def _notice(self) -> None:
        if self._moments is not None:
            self._moments.append(read(self._game, self._turn))

    def _outcome(self, outcome: Json) -> Json:
        if self._moments is not None and "state" in outcome:
            return {**outcome, "moments": [*self._moments, outcome["state"]]}
        return outcome
