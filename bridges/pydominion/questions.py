# ruff: noqa: INP001 - a program, and no package
"""A player of pydominion whose questions are put in the words of the protocol."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from answers import DECLINE, Answers, Json, Unsupported
from dominion import Action, Phase, Piles, Whens
from dominion.Card import Card
from dominion.Option import Option
from dominion.TextPlayer import TextPlayer

Menu = Callable[["Player", list[Option]], Option]

SELECTIONS = {"Trash": "trash", "Get": "gain", "Discard": "discard", "Exile": "pick"}
"""What a selection of cards is for, by the verb that the engine shows beside each card."""

SELECTIONS_FOR = {
    "Disciple": "play", "Procession": "play", "Inn": "pick", "Scheme": "pick",
    "Graverobber": "gain", "Lurker": "gain", "Treasurer": "gain", "Royal Galley": "play",
    "Delay": "set-aside", "Necromancer": "play", "Swap": "pick",
}  # fmt: skip
"""The same where the engine shows no telling verb, by the card that asks."""

YES_OR_NO = (
    (r"Replace Traveller", "exchange", "exchange", None),
    (r"Swap (.+) for a Changeling\?", "exchange", "exchange", None),
    (r"From your Trader gain", "reveal", "reveal", None),
    (r"Trash the urchin\?", "trash", "trash", None),
    (r"Discard Market Square to gain a Gold\?", "discard", "discard", "Market Square"),
    (r"Gain a Gold from your Tunnel\?", "reveal", "reveal", None),
    (r"Where to put .+\?", "apply", "apply", None),
    (r"Trash cards\?", "trash", "trash", None),
    (r"Sailor lets you play .+ now", "play", "play", None),
    (r"Call Duplicate on .+\?", "call", "call", None),
    (r"Play Trail for ", "play", "play", None),
    (r"Un-exile (.+)", "discard", "discard", None),
    (r"Do you want to set .+ aside to play next turn\?", "set-aside", "set-aside", None),
)
"""Questions whose answers are true and false: the engine's prompt, the kind, the word for true, the card in hand that
the question is about where the engine does not tell which card asks."""

LISTS = (
    (r"Play which action card twice\?", "play"),
    (r"Play which action card from supply\?", "play"),
    (r"What card do you want to play\?", "play"),
    (r"What action card do you want to play\?", "play"),
    (r"Select Action from Supply to Trash", "trash"),
    (r"What action card do you want to imitate\?", "play"),
    (r"Pick a card to Exile", "pick"),
    (r"Trash Changeling to gain a card", "gain"),
    (r"Which stack do you want to add the .+ token to\?", "put-token"),
)
"""Questions whose answers are cards, or names of piles, or nothing."""

WORDS = (
    (r"Choose one\? ", "choose", {True: "trash", False: "gain"}),
    (r"Choose one\?", "choose", {"trash": "trash", "gain": "gain", "key": "key"}),
    (r"Pick one", "choose", {True: "trash", False: "gain"}),
    (r"Do you want to put .+ on the top of your deck\?", "topdeck", {Piles.TOPDECK: "topdeck", Piles.DISCARD: DECLINE}),
)
"""Questions whose answers are the engine's own words."""


class Player(TextPlayer):
    """Asks the script where the engine would ask at the terminal, and notes what the engine keeps no list of."""

    answers: Answers
    menu: Menu
    names: dict[Card, str]
    """The cards that have an id."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.exchanged: list[str] = []
        self.before: dict[str, int] = {}
        """How much of what the engine has noted since the player's own turn began is older than this turn."""
        super().__init__(*args, **kwargs)

    def output(self, msg: str, end: str = "\n") -> None:
        """Say nothing; the engine formats every line for a terminal."""

    def user_input(self, options: list[Option], prompt: str) -> Option:
        """Take the next action of the script; all that comes here is the menu of a phase."""
        if any(isinstance(option["action"], Action) for option in options):
            return self.menu(self, options)
        raise Unsupported("choice", prompt)

    def card_sel(self, num: int = 1, **kwargs: Any) -> list[Card]:
        """Ask which cards are taken."""
        kind = SELECTIONS.get(kwargs.get("verbs", ("",))[0]) or SELECTIONS_FOR.get(self._asking_name())
        if kind is None:
            raise Unsupported("choice", str(kwargs.get("prompt", "Select which card?")))
        source = self.select_source(**kwargs)
        types = self._type_selector(kwargs.get("types", {}))
        shown = self._card_sel_options(1, False, [], types, source, kwargs, ("", ""))
        cards = [option["card"] for option in shown]
        forced = bool(kwargs.get("force"))
        if kwargs.get("anynum"):
            return self._several(kind, cards, 0, len(cards))
        if num != 1:
            return self._several(kind, cards, num if forced else 0, num)
        chosen = self._one_card(kind, cards, optional=not forced)
        return [] if chosen is None else [chosen]

    def card_pile_sel(self, num: int = 1, **kwargs: Any) -> list[Any]:  # noqa: ARG002 - the engine's signature
        """Choose piles, for which the protocol has no words."""
        raise Unsupported("choice", str(kwargs.get("prompt", "Select which card pile?")))

    def plr_choose_options(self, prompt: str, *choices: tuple[str, Any]) -> Any:
        """Ask which of some things is done."""
        if prompt == "What to do with Watchtower?":
            return self._watchtower()
        for pattern, kind, word, card in YES_OR_NO:
            if found := re.match(pattern, prompt):
                about = self._in_hand(card) if card else found[1] if found.groups() else self._asking()
                return self.answers.one(self.name, kind, about, self._words(choices, word)) == word
        for pattern, kind, words in WORDS:
            if re.fullmatch(pattern, prompt) and {value for _, value in choices} <= words.keys():
                chosen = self.answers.one(self.name, kind, self._asking(), [words[value] for _, value in choices])
                return next(value for value, word in words.items() if word == chosen)
        for pattern, kind in LISTS:
            if re.match(pattern, prompt):
                return self._of_list(kind, [value for _, value in choices])
        raise Unsupported("choice", prompt)

    def replace_card(self, src: Card, dst: str, **kwargs: Any) -> None:
        """Note which card goes back to its pile."""
        super().replace_card(src, dst, **kwargs)
        if src.location == Piles.CARDPILE:
            self.exchanged.append(src.name)

    def _gain_card_replace(self, old_card: Card, new_card_name: str) -> Card:
        if new_card_name == "Changeling":
            self.exchanged.append(old_card.name)
        return super()._gain_card_replace(old_card, new_card_name)

    def discard_from_play(self, card: Card) -> None:
        """Discard one card as Clean-up does with all; what comes in its place is discarded from the hand then."""
        before = list(self.piles[Piles.HAND])
        self.hook_discard_this_card(card, Piles.PLAYED)
        for other in self.relevant_cards():
            other.hook_discard_any_card(game=self.game, player=self, card=card)
        for zone in (Piles.PLAYED, Piles.DURATION):
            if card in self.piles[zone]:
                self.piles[zone].remove(card)
                self.discard_card(card, Piles.PLAYED, hook=False)
        for taken in [other for other in self.piles[Piles.HAND] if other not in before]:
            self.discard_card(taken, Piles.HAND, hook=False)

    def start_turn(self) -> None:
        """Begin the turn; all that is done in it is counted anew, which the engine does for its player alone."""
        for player in self.game.player_list():
            player.exchanged = []
            player.before = {} if player is self else {what: len(cards) for what, cards in player.stats.items()}
        super().start_turn()

    def call(self, options: list[Option]) -> Option | None:
        """Ask about each card that may be called now; the engine offers it among the actions of the Action phase."""
        for option in options:
            if (
                option["action"] == Action.RESERVE
                and self.phase == Phase.ACTION
                and self._may_be_called(option["card"])
            ):
                about = self.called(option["card"])
                if self.answers.one(self.name, "call", about, ["call", DECLINE]) == "call":
                    return option
        self.misc["is_start"] = False
        return None

    def _may_be_called(self, card: Card) -> bool:
        """Whether a card is called at the start of the turn, which this is, or once an Action has been played."""
        return bool(self.misc["is_start"]) or card.when == Whens.POSTACTION

    def called(self, card: Card) -> str:
        """Return what a script calls a card: its id, or else its name."""
        return self.names.get(card, str(card.name))

    def _asking_name(self) -> str:
        return str(self.currcards[-1].name) if self.currcards else ""

    def _asking(self) -> str | None:
        return self.called(self.currcards[-1]) if self.currcards else None

    def _in_hand(self, name: str) -> str:
        return self.called(next(card for card in self.piles[Piles.HAND] if card.name == name))

    @staticmethod
    def _words(choices: Sequence[tuple[str, Any]], word: str) -> list[str]:
        return sorted((word if value else DECLINE for _, value in choices), key=lambda told: told == DECLINE)

    def _watchtower(self) -> str:
        """Ask in two steps what the engine asks in one: may it be revealed, and what then."""
        about = self._asking()
        if self.answers.one(self.name, "reveal", about, ["reveal", DECLINE]) == DECLINE:
            return "nothing"
        return {"trash": "trash", "topdeck": "top"}[self.answers.one(self.name, "choose", about, ["trash", "topdeck"])]

    def _of_list(self, kind: str, values: list[Any]) -> Any:
        if all(value is None or isinstance(value, Card) for value in values):
            return self._one_card(kind, [value for value in values if value], optional=None in values)
        words = [value for value in values if value is not None] + ([DECLINE] if None in values else [])
        chosen = self.answers.one(self.name, kind, self._asking(), words)
        return None if chosen == DECLINE else chosen

    def _one_card(self, kind: str, cards: Sequence[Card], *, optional: bool) -> Card | None:
        if not cards:
            return None
        options = [self.called(card) for card in cards]
        chosen = self.answers.one(self.name, kind, self._asking(), [*options, *([DECLINE] if optional else [])])
        return None if chosen == DECLINE else cards[options.index(chosen)]

    def _several(self, kind: str, cards: Sequence[Card], least: int, most: int) -> list[Card]:
        if least > len(cards):
            raise RuntimeError(f"the engine asks for {least} of {len(cards)} cards, and lets nobody end the selection")
        options = [self.called(card) for card in cards]
        if not options:
            return []
        chosen = self.answers.some(self.name, kind, self._asking(), options, least, min(most, len(cards)))
        left, taken = Counter(chosen), []
        for card, option in zip(cards, options, strict=True):
            if left[option]:
                left[option] -= 1
                taken.append(card)
        return taken


def state_of_turn(player: Player) -> Json:
    """Return what a state says of what a player did this turn."""
    noted = {
        what: [card.name for card in player.stats[what][player.before.get(what, 0) :]]
        for what in ("gained", "bought", "trashed")
    }
    return {**noted, "exchanged": player.exchanged}
