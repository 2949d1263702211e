"""Playing a card: it comes into play, what waits for that happens, and its instructions are carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reference_engine.dominion import mistakes, moving, patterns, standing, triggers
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Facts, Game, Player, Tracked
from reference_engine.dominion.triggers import Event
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported

TOKENS = frozenset({"+1 card", "+1 action", "+1 buy", "+1 coin", "-2 cost"})
"""The tokens on piles that the engine knows: those of which playing a card takes notice, and that of costs."""
_DEEPEST = 30
"""How many cards may be played, each within the one before: one that a script defines could play itself for ever."""


@rule("dominion-rules:play", says="{player} plays {card}", mistakes={"not at all": lambda *_a, **_k: None})
def play(game: Game, player: Player, card: Card, *, times: int = 1) -> Tracked | None:
    """A card is put into play and its instructions are carried out, once or several times; returns it in play."""
    card.played_as = None
    moving.move(card, player["in_play"])
    this = Tracked.here(card)
    for _ in range(times):
        carry_out_play(game, player, this)
    return this


def carry_out_play(game: Game, player: Player, this: Tracked) -> None:
    """What happens each time a card is played, wherever it has got to by then."""
    from reference_engine.dominion.words import carry_out  # the words use this module too

    game.being_played += 1
    if game.being_played > _DEEPEST:
        raise Unsupported("state", f"more than {_DEEPEST} cards played, each within the one before")
    outer = game.immune, game.immune_to
    context = Context(game, player, this)
    standing.speaks(game, this.card.own.name)
    said = standing.instructions(game, this.card)
    if any("play as" in each for each in said):  # what it is comes before all that waits for it to be played
        carry_out(context, said)
        known = this.card.played_as or this.card.own  # if it could be nothing, it says the same, to no effect
        said = known.play + standing.lent_instructions(game, known)
    game.immune, game.immune_to = defended(game, this.card), this.stay
    player.plays.append(patterns.seen(game, this.card))
    number = len(player.plays)
    tokens(game, player, this.card)
    triggers.happened(game, Event("plays", player, this, number=number))
    if not uses_a_way(game, Event("chooses a Way", player, this, number=number)):
        follow(context, said, number)
    game.immune, game.immune_to = outer  # the Attack in the middle of which this was played
    game.being_played -= 1
    triggers.happened(game, Event("finishes playing", player, this, number=number))


def follow(context: Context, said: Sequence[Facts], number: int) -> None:
    """Follow what a card says as the so-manieth that the player plays this turn, as often as it is to be followed."""
    from reference_engine.dominion.words import carry_out  # the words use this module too

    game = context.game
    if not does_something_else(game, Event("would follow instructions", context.you, context.this, number=number)):
        for _ in range(standing.times_followed(game, context.this.card)):
            carry_out(replace(context), said)  # each time with nothing dealt with yet


@rule("dominion-rules:instead-of-instructions", usual=("never",))
def uses_a_way(game: Game, event: Event) -> bool:
    """A Way lets a player do something else than follow what the card that they play says."""
    return triggers.replaced(game, event)


@rule("dominion-rules:instead-of-instructions", usual=("never",))
def does_something_else(game: Game, event: Event) -> bool:
    """An effect can have a player do something else than what the card that they play says."""
    return triggers.replaced(game, event)


@rule("dominion-rules:play-elsewhere", usual=(), mistakes={"found there": mistakes.moves_itself_from_there})
def play_where_it_is(game: Game, player: Player, played: Tracked) -> None:
    """What a card says that is played without coming into play is carried out, but does not move the card."""
    carry_out_play(game, player, played)


@rule("dominion-rules:pile-tokens")
def tokens(game: Game, player: Player, card: Card) -> None:
    """A player who plays a card from a pile with their tokens on it first gets what the tokens say."""
    for token in player.pile_tokens.get(card.home, ()):
        match token:
            case "+1 card":
                moving.draw(game, player, 1)
            case "+1 action":
                player.actions += 1
            case "+1 buy":
                player.buys += 1
            case "+1 coin":
                player.coins += 1


@rule("dominion-rules:unaffected", says="{player} is not affected by the Attack")
def unaffected(game: Game, player: Player, this: Tracked) -> bool:
    """An Attack that is played does nothing to a player who has revealed a defence against it or has a lasting one."""
    return is_played(game, this) and player in game.immune


@rule("dominion-rules:unaffected")
def is_played(game: Game, this: Tracked) -> bool:
    """A defence is one against what comes of playing an Attack card, and not against what it does as it is gained."""
    return this.stay is game.immune_to


def defended(game: Game, card: Card) -> set[Player]:
    """Who has a lasting defence against Attacks, if that is what is played."""
    if "Attack" not in standing.types(game, card):
        return set()
    return {player for player in game.players if standing.holds(game, player, "unaffected by Attacks")}
