"""
Engines for Dominion that are wrong on purpose, each with one fault that it is named for.

Most play by the reference engine with one of its rules broken; some spoil what a right engine does, the way an engine
with other insides would get it wrong.
"""

from dataclasses import dataclass
from typing import Any

from reference_engine import Engine

Json = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """A rule, and how an engine breaks it."""

    rule: str
    how: str


BROKEN = {
    "counts an exchange as a gain": Fault("dominion-exchange:not-gained", "dominion.exchange.receive: gained"),
    "trashes the returned card": Fault("dominion-exchange:not-trashed", "dominion.exchange.put_back: trashed"),
    "exchanges a Traveller discarded from anywhere": Fault(
        "dominion-exchange:from-play-only", "dominion.gain_trash_discard.from_play: from anywhere"
    ),
    "exchanges although the pile is empty": Fault(
        "dominion-exchange:needs-a-copy", "dominion.exchange.copy_available: always"
    ),
    "fixes the order": Fault("dominion-exchange:player-orders", "dominion.triggers.chooses_order: never"),
    "lets nobody decline": Fault("dominion-exchange:optional", "dominion.triggers.is_optional: never"),
    "returns a card to the pile of what it was played as": Fault(
        "dominion-exchange:borrowed-abilities",
        "dominion.exchange.pile_to_return_to: the pile of what it was played as",
    ),
    "takes the Black Market deck for a pile": Fault(
        "dominion-exchange:black-market-deck", "dominion.exchange.pile_it_came_from: the deck is one"
    ),
    "exchanges cards that have no pile": Fault("dominion-exchange:no-pile", "dominion.exchange.has_pile: always"),
    "reaches no pile outside the Supply": Fault(
        "dominion-exchange:non-supply", "dominion.exchange.taking_part: the Supply alone"
    ),
    "does the half of an exchange that it can": Fault(
        "dominion-exchange:nocturne", "dominion.exchange.exchange: by halves"
    ),
    "exchanges on playing a card instead of on discarding it": Fault(
        "dominion-rules:dividing-line", "dominion.standing.instructions: all that the card says"
    ),
    "follows a card that has moved": Fault("dominion-rules:lose-track", "dominion.moving.still_there: always"),
}


class Broken(Engine):
    """The reference engine with one rule broken."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self._fault = fault

    def run(self, params: Json) -> Json:
        return super().run(params | {"broken": {"rule": self._fault.rule, "how": self._fault.how}})


class Spoilt(Engine):
    """An engine that spoils what the reference engine does."""

    rule: str
    """The one that it breaks."""


class ForgetsTheReturnedCard(Spoilt):
    """Takes the new card, but never puts the old one back onto its pile."""

    rule = "dominion-exchange:traveller-procedure"

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        state = outcome.get("state", {})
        for player in state.get("players", ()):
            for card in state[player]["exchanged"]:
                if isinstance(state["piles"].get(card), int):
                    state["piles"][card] -= 1
        return outcome


class TakesTheNewCardInHand(Spoilt):
    """Puts the card that was exchanged for into the hand."""

    rule = "dominion-exchange:definition"

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        state = outcome.get("state", {})
        for player in state.get("players", ()):
            own = state[player]
            for _ in own["exchanged"]:
                own["hand"].append(own["discard"].pop())
        return outcome


class NeverAsks(Spoilt):
    """Takes every offer to exchange, whatever its player would have answered."""

    rule = "dominion-exchange:optional"

    def run(self, params: Json) -> Json:
        answers = [answer for answer in params.get("answers", ()) if answer["choose"] != "decline"]
        while True:
            outcome = super().run(params | {"answers": answers})
            question = outcome.get("choice", {})
            if question.get("kind") != "exchange":
                return outcome
            answers.append({"kind": "exchange", "choose": "exchange"})


SPOILT = (ForgetsTheReturnedCard, TakesTheNewCardInHand, NeverAsks)
