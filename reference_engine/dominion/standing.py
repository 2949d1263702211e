"""What simply holds: abilities of cards in play, and effects that last for a while, which wait for no event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reference_engine.dominion import mistakes
from reference_engine.dominion.context import Context
from reference_engine.dominion.definitions import Ability, Definition
from reference_engine.dominion.objects import Card, Facts, Game, Player, Tracked, Until
from reference_engine.kernel.rules import rule


def holding(game: Game, fact: str) -> Iterator[tuple[Player, Facts]]:
    """Everything that holds now and tells of a fact, each for a player; whether anything else holds is not asked."""
    for player in game.players:
        for card in player["in_play"]:
            for ability in abilities(game, card):
                if ability.works_from == "in play" and (told := _told(game, player, card, ability, fact)):
                    yield player, told
    for each in game.lasting:
        if told := _told(game, each.player, each.source.card, each.ability, fact):
            yield each.player, told


def of_the_game(game: Game, fact: str) -> Iterator[Facts]:
    """Everything that holds now for everybody and tells of a fact; its `you` is the player whose turn it is."""
    for source, ability in game.game_abilities:
        if told := _told(game, game.turn, source, ability, fact):
            yield told


def _told(game: Game, you: Player, source: Card, ability: Ability, fact: str) -> Facts | None:
    """What an ability says of a fact; its condition, which may ask what else holds, is not looked at for any other."""
    facts = ability.holds
    return facts if facts is not None and fact in facts and met(game, you, source, ability) else None


def met(game: Game, you: Player, source: Card, ability: Ability) -> bool:
    """Whether the condition under which an ability holds is met, if it has one."""
    from reference_engine.dominion import patterns  # which asks what holds

    return not ability.condition or patterns.condition(Context(game, you, Tracked.here(source)), ability.condition)


def holds(game: Game, player: Player | None, fact: str) -> bool:
    """Whether a fact holds for a player."""
    return any(whose is player for whose, _ in holding(game, fact)) or any(of_the_game(game, fact))


def taking_debt(game: Game) -> Iterator[Player]:
    """Whoever takes the debt that the player whose turn it is would take."""
    return (whose for whose, _ in holding(game, "takes debt in place of"))


def of_the_trait(game: Game, pile: str, fact: str) -> Iterator[Facts]:
    """What the Trait on a pile says of a fact that holds of the cards from it."""
    for trait, ability in game.game_abilities:
        of_it = game.traits.get(pile) == trait.own.name
        if of_it and (told := _told(game, game.turn, trait, ability, fact)):
            yield told


def times_followed(game: Game, card: Card) -> int:
    """How often the instructions of a card are followed each time it is played."""
    word = "instructions followed"
    return next((facts[word] for facts in of_the_trait(game, card.home, word)), 1)


def has_more_to_do(game: Game, played: Tracked) -> bool:
    """Whether what a card did as it was played, in play or not, has still to do something on a later turn."""
    return any(each.source.stay is played.stay and each.until is not Until.TURN_ENDS for each in game.lasting)


def stays(game: Game, card: Card) -> bool:
    """Whether a card that is in play stays there in Clean-up."""
    return needed_in_play(game, card) or discards_none_from_play(game, card.owner)


@rule("dominion-rules:duration")
def needed_in_play(game: Game, card: Card) -> bool:
    """A card stays in play that is still to do something, or that shows that another one is."""
    return needed(game, Tracked.here(card))


def needed(game: Game, played: Tracked) -> bool:
    """Whether a card that was played, in play or not, is needed for what it did, or for what it had played."""
    return (
        has_more_to_do(game, played) or stays_with_what_it_played(game, played) or stays_for_what_it_left(game, played)
    )


def discards_none_from_play(game: Game, player: Player | None) -> bool:
    """Whether a player discards no card from play in this turn's Clean-up."""
    return holds(game, player, "keeps cards in play")


@rule("dominion-rules:throne-and-duration")
def stays_with_what_it_played(game: Game, played: Tracked) -> bool:
    """A card that played a Duration card several times stays in play as long as that does."""
    return any(
        by.stay is played.stay
        and each.card.stay is each.stay
        and "Duration" in types(game, each.card)
        and needed(game, each)
        for by, each in game.played_again
    )


@rule("dominion-rules:left-in-place")
def stays_for_what_it_left(game: Game, played: Tracked) -> bool:
    """A card that had another played where it lies stays in play as long as that one would."""
    return any(needed(game, each) for by, each in game.left_in_place if by.stay is played.stay)


def speaks(game: Game, name: str) -> None:
    """Note that what a card says had a part, as a rule that was reached."""
    game.run.reached.add(f"dominion-cards:{name}")


def definition(card: Card) -> Definition:
    """What a card is now: itself, or in play what it is being played as."""
    return card.played_as if card.played_as is not None and card.place == "in_play" else card.own


def _said(game: Game, player: Player | None, fact: str, name: str) -> bool:
    """Whether an Event that a player used before says this of cards of a name."""
    for lasting in game.lasting:
        facts = lasting.ability.holds or {}
        if lasting.player is player and facts.get(fact) == name:
            speaks(game, lasting.name)
            return True
    return False


def borrowed(game: Game, card: Card) -> Definition | None:
    """The card whose abilities and types another has besides its own, by an effect on all cards of its name."""
    owner = card.owner
    if owner is None or owner.estate_token is None or not _said(game, owner, "is also set-aside card", card.own.name):
        return None
    return owner.estate_token.own


def abilities(game: Game, card: Card) -> tuple[Ability, ...]:
    """The abilities that a card has now."""
    lender = borrowed(game, card)
    return definition(card).abilities + (lender.abilities if lender else ())


def types(game: Game, card: Card) -> tuple[str, ...]:
    """The types that a card has now."""
    lender = borrowed(game, card)
    return definition(card).types + (lender.types if lender else ()) + _lent_types(game, definition(card))


def types_in_pile(game: Game, defined: Definition) -> tuple[str, ...]:
    """The types that a card in a pile has now."""
    return defined.types + _lent_types(game, defined)


@rule("dominion-rules:action-pile", usual=(), mistakes={"as its cards are": lambda _rule, *args: types_in_pile(*args)})
def types_of_pile(_game: Game, defined: Definition) -> tuple[str, ...]:
    """A pile to put a token on is of the types printed on its cards, whatever those are on a player's turns."""
    return defined.types


def _lent_types(game: Game, defined: Definition) -> tuple[str, ...]:
    """The types that cards have on a player's turns by what that player once did, whosesoever they are."""
    return tuple(_lent(game, defined))


def _lent(game: Game, defined: Definition) -> Iterator[str]:
    for lasting in game.lasting:
        facts = lasting.ability.holds or {}
        if lasting.player is not game.turn:
            continue
        if facts.get("plays set-aside card") == defined.name:
            speaks(game, lasting.name)
            yield from facts["also of types"]
        if facts.get("also Treasures") in defined.types and says(defined, facts):
            speaks(game, lasting.name)
            yield "Treasure"


def says(defined: Definition, facts: Facts) -> bool:
    """Whether a card has a word in its instructions or its abilities."""
    return _has_word(facts["that say"], [defined.play, *(ability.do for ability in defined.abilities)])


def _has_word(word: str, part: Any) -> bool:
    if isinstance(part, Mapping):
        return word in part or any(_has_word(word, each) for each in part.values())
    return isinstance(part, list | tuple) and any(_has_word(word, each) for each in part)


_LENT: tuple[Facts, ...] = ({"play set-aside card": True},)


@rule("dominion-rules:dividing-line", mistakes={"all that the card says": mistakes.all_at_once})
def instructions(game: Game, card: Card) -> tuple[Facts, ...]:
    """Playing a card does what it says above its dividing line; what stands below happens at its own time."""
    lender = borrowed(game, card)
    return definition(card).play + (lender.play if lender else ()) + lent_instructions(game, definition(card))


def lent_instructions(game: Game, defined: Definition) -> tuple[Facts, ...]:
    """What cards of a name say besides on a player's turns by what that player once did, whosesoever they are."""
    return _LENT if _said(game, game.turn, "plays set-aside card", defined.name) else ()
