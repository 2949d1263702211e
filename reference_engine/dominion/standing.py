"""What simply holds: abilities of cards in play, and effects that last for a while, which wait for no event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference_engine.dominion.definitions import Ability, Definition
from reference_engine.dominion.objects import Card, Facts, Game, Player
from reference_engine.kernel.rules import rule


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that holds for a player."""

    player: Player
    facts: Facts
    name: str
    """The card or Event that says so."""


def holding(game: Game) -> Iterator[Holding]:
    """Everything that holds now."""
    for player in game.players:
        for card in player["in_play"]:
            for ability in definition(card).abilities:
                if ability.holds is not None and ability.works_from == "in play":
                    yield Holding(player, ability.holds, card.own.name)
    for lasting in game.lasting:
        if lasting.ability.holds is not None:
            yield Holding(lasting.player, lasting.ability.holds, lasting.name)


def holds(game: Game, player: Player, fact: str) -> bool:
    """Whether a fact holds for a player."""
    return any(fact in each.facts for each in holding(game) if each.player is player)


def speaks(game: Game, name: str) -> None:
    """Note that what a card says had a part, as a rule that was reached."""
    game.run.reached.add(f"dominion-cards:{name}")


def definition(card: Card) -> Definition:
    """What a card is now: itself, or what it is being played as."""
    return card.played_as or card.own


def borrowed(game: Game, card: Card, owner: Player | None) -> Definition | None:
    """The card whose abilities and types another has besides its own, by an effect on all cards of its name."""
    if owner is None or owner.estate_token is None:
        return None
    for lasting in game.lasting:
        facts = lasting.ability.holds
        if facts is not None and lasting.player is owner and facts.get("is also set-aside card") == card.own.name:
            speaks(game, lasting.name)
            return game.definitions[owner.estate_token]
    return None


def abilities(game: Game, card: Card, owner: Player | None) -> tuple[Ability, ...]:
    """The abilities that a card has now."""
    lender = borrowed(game, card, owner)
    return definition(card).abilities + (lender.abilities if lender else ())


def types(game: Game, card: Card, owner: Player | None) -> tuple[str, ...]:
    """The types that a card has now."""
    lender = borrowed(game, card, owner)
    lent = ("Action",) if _is_lent(game, card, owner) else ()
    return definition(card).types + (lender.types if lender else ()) + lent


@rule(
    "dominion-rules:dividing-line", mistakes={"all that the card says": lambda _rule, _game, card, _owner: _all(card)}
)
def instructions(game: Game, card: Card, owner: Player | None) -> tuple[Facts, ...]:
    """Playing a card does what it says above its dividing line; what stands below happens at its own time."""
    lender = borrowed(game, card, owner)
    lent: tuple[Facts, ...] = ({"play set-aside card": True},) if _is_lent(game, card, owner) else ()
    return definition(card).play + (lender.play if lender else ()) + lent


def _all(card: Card) -> tuple[Facts, ...]:
    """A plausible mistake: to do at once what a card says for another time."""
    return definition(card).play + tuple(each for ability in definition(card).abilities for each in ability.do)


def _is_lent(game: Game, card: Card, owner: Player | None) -> bool:
    """Whether a card is also an Action that plays the card set aside under the Estate token."""
    for each in holding(game):
        if each.player is owner and each.facts.get("plays set-aside card") == card.own.name:
            speaks(game, each.name)
            return True
    return False
