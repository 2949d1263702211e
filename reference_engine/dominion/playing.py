"""Playing a card: it comes into play, what waits for that happens, and its instructions are carried out."""

from __future__ import annotations

from reference_engine.dominion import moving, standing, triggers
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Game, Player, Tracked
from reference_engine.dominion.triggers import Event
from reference_engine.kernel.rules import rule


@rule("dominion-rules:play", says="{player} plays {card}")
def play(game: Game, player: Player, card: Card, *, times: int = 1, because_of: Card | None = None) -> None:
    """A card is put into play and its instructions are carried out, once or several times."""
    moving.move(card, player["in_play"])
    this = Tracked.here(card)
    for _ in range(times):
        carry_out_play(game, player, this)
    if because_of is not None and card.in_effect and times > 1:
        because_of.keeps.append(card)


def carry_out_play(game: Game, player: Player, this: Tracked) -> None:
    """What happens each time a card is played, wherever it has got to by then."""
    from reference_engine.dominion.words import carry_out  # the words use this module too

    around, game.immune = game.immune, set()
    context = Context(player, this, about=this.card.ref)
    standing.speaks(game, this.card.own.name)
    said = standing.instructions(game, this.card, player)
    if said and "play as" in said[0]:  # what it is comes before all that waits for it to be played
        carry_out(game, context, said[:1])
        said = () if this.card.played_as is None else standing.instructions(game, this.card, player)
    tokens(game, player, this.card)
    triggers.happened(game, Event("plays", player, this))
    carry_out(game, context, said)
    game.immune = around


@rule("dominion-rules:pile-tokens")
def tokens(game: Game, player: Player, card: Card) -> None:
    """A player who plays a card from a pile with their tokens on it first gets what the tokens say."""
    for token in player.pile_tokens.get(card.home or "", ()):
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
def unaffected(game: Game, player: Player, card: Card | None) -> bool:
    """An Attack does nothing to a player who has revealed a defence against it or has a lasting one."""
    attack = card is not None and "Attack" in standing.definition(card).types
    return attack and (player in game.immune or standing.holds(game, player, "unaffected by Attacks"))
