"""Instructions about players: damage, life, cards, mana, winning and losing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import references
from reference_engine.mtg.amounts import amount, not_too_many
from reference_engine.mtg.characteristics import symbols
from reference_engine.mtg.contained import top_of_library
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import (
    AddMana,
    Damage,
    Discard,
    DrawCards,
    GainLife,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    Search,
    Shuffle,
    WinGame,
)
from reference_engine.mtg.instructions.registry import (
    bounds,
    objects_of,
    players_of,
    remember,
    results,
    verb,
)
from reference_engine.mtg.monarch import become
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Spec = dict[str, Any]


@verb("damage")
def _damage(game: Game, spec: Spec, ctx: Context) -> None:
    source = references.the_object(game, spec.get("by", "this"), ctx)
    if source is None:
        return
    to = references.things(game, spec["to"], ctx)
    many = _division(ctx, to) if "divided" in spec else dict.fromkeys(to, amount(game, spec["damage"], ctx))
    unpreventable = "unpreventable" in spec
    propose(
        game,
        *(
            ctx.makes(Damage, source=source, to=thing, amount=many[thing], unpreventable=unpreventable)
            for thing in to
            if _can_be_dealt_damage(game, thing)
        ),
    )


def _division(ctx: Context, to: list[references.Thing]) -> dict[references.Thing, int]:
    """What each gets of divided damage: as was announced, whoever of the targets is left (608.2b)."""
    from reference_engine.mtg.game import word_of

    return {thing: ctx.casting.divided[word_of(thing)] for thing in to}


def _can_be_dealt_damage(game: Game, thing: references.Thing) -> bool:
    """Damage is dealt to players, and to permanents that are creatures, planeswalkers or battles (120.1)."""
    return isinstance(thing, Player) or not (
        thing.gone or game.look(thing).types.isdisjoint({"Creature", "Planeswalker", "Battle"})
    )


@verb("draw")
def _draw(game: Game, spec: Spec, ctx: Context) -> None:
    number = not_too_many(amount(game, spec["draw"], ctx))
    drawn: list[GameObject] = []
    for player in players_of(game, spec, ctx):
        told = ctx.makes(DrawCards, player=player, amount=number)
        propose(game, told)
        drawn += told.drawn
    remember(ctx, spec, drawn)


@verb("discard")
def _discard(game: Game, spec: Spec, ctx: Context) -> None:
    events = []
    for player in players_of(game, spec, ctx):
        cards = _to_discard(game, spec, player, ctx)
        events += [ctx.makes(Discard, object=card, player=player) for card in cards]
    happened = propose(game, *events)
    remember(ctx, spec, results(happened))


def _to_discard(game: Game, spec: Spec, player: Player, ctx: Context) -> list[GameObject]:
    """Return the cards that a player discards: those of a name, or so many of the hand, or of what matches in it."""
    what = spec["discard"]
    if isinstance(what, str) and isinstance(ctx.names.get(what), list):
        return objects_of(game, what, ctx)
    there, told = player.hand, what
    if isinstance(what, dict) and "in" in what:
        there, told = objects_of(game, what, ctx), spec.get("number", 1)
    least, most = bounds(game, told, ctx, len(there))
    return game.choose(player, "discard", there, ctx.about, min(least, len(there)), min(most, len(there)))


@verb("mill")
def _mill(game: Game, spec: Spec, ctx: Context) -> None:
    number = amount(game, spec["mill"], ctx)
    propose(game, *(ctx.makes(Mill, player=player, amount=number) for player in players_of(game, spec, ctx)))


@verb("gain life")
def _gain_life(game: Game, spec: Spec, ctx: Context) -> None:
    number = amount(game, spec["gain life"], ctx)
    if is_a_gain(game, number):
        propose(
            game,
            *(ctx.makes(GainLife, player=player, amount=number) for player in players_of(game, spec, ctx)),
        )


@rule("119.10", usual=("always",))
def is_a_gain(_game: Game, number: int) -> bool:
    """A gain of no life is no gain, so that nothing replaces it and nothing triggers."""
    return number > 0


@verb("lose life")
def _lose_life(game: Game, spec: Spec, ctx: Context) -> None:
    number = amount(game, spec["lose life"], ctx)
    players = players_of(game, spec, ctx) if number > 0 else []
    happened = propose(game, *(ctx.makes(LoseLife, player=player, amount=number) for player in players))
    remember(ctx, spec, sum(each.amount for each in happened if isinstance(each, LoseLife)))


@verb("set life")
def _set_life(game: Game, spec: Spec, ctx: Context) -> None:
    number = amount(game, spec["set life"], ctx)
    for player in players_of(game, spec, ctx):
        set_life(game, player, number, ctx)


def set_life(game: Game, player: Player, number: int, ctx: Context) -> None:
    """Make a life total become a number: the player gains or loses the difference (119.5)."""
    if number > player.life:
        propose(game, ctx.makes(GainLife, player=player, amount=number - player.life))
    elif number < player.life:
        propose(game, ctx.makes(LoseLife, player=player, amount=player.life - number))


@verb("add mana")
def _add_mana(game: Game, spec: Spec, ctx: Context) -> None:
    assert ctx.source is not None
    for player in players_of(game, spec, ctx):
        kinds = _kinds(game, spec["add mana"], ctx, player) * amount(game, spec.get("number", 1), ctx)
        use = {"only": spec.get("only"), "spent": spec.get("spent"), "context": ctx}
        propose(game, ctx.makes(AddMana, object=ctx.source, player=player, kinds=kinds, **use))


def _kinds(game: Game, told: Any, ctx: Context, player: Player) -> tuple[str, ...]:
    """Return the types of the mana that is told, taken by the player where there is a choice."""
    if told == "chosen":
        assert ctx.source is not None
        color = ctx.source.chosen.get("color")
        return (color,) if color else ()  # no mana of a type that is not defined (106.5)
    if told == "any color":
        return (game.ask_one(player, "mana", "WUBRG", ctx.about),)
    if isinstance(told, list):
        return (game.ask_one(player, "mana", [each.strip("{}") for each in told], ctx.about),)
    found = symbols(told)
    if not found:
        raise Unsupported("word", f"add mana {told!r}")
    return found


@verb("double mana")
def _double_mana(game: Game, spec: Spec, ctx: Context) -> None:
    assert ctx.source is not None
    for player in references.players(game, spec["double mana"], ctx):
        kinds = tuple(each.kind for each in player.pool)
        if kinds:
            propose(game, ctx.makes(AddMana, object=ctx.source, player=player, kinds=kinds))


@verb("shuffle")
def _shuffle(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(Shuffle, player=player) for player in references.players(game, spec["shuffle"], ctx)))


@verb("search")
def _search(game: Game, spec: Spec, ctx: Context) -> None:
    for player in players_of(game, spec, ctx):
        if propose(game, ctx.makes(Search, player=player)):
            _find(game, spec, player, ctx)
        propose(game, ctx.makes(Shuffle, player=player))


def _find(game: Game, spec: Spec, player: Player, ctx: Context) -> None:
    """Find cards with a stated quality, or fewer (701.23b), and put them where they are told to go."""
    what = {**spec["search"], "in": "library", "owner": "you"}
    found = references.objects(game, what, ctx.but(you=player))
    _least, most = bounds(game, spec.get("number", 1), ctx, len(found))
    if most == 1:
        cards = game.choose(player, "search", found, ctx.about, optional=True)
    else:
        cards = game.choose(player, "search", found, ctx.about, 0, min(most, len(found)))
    tapped = "tapped" in spec
    moves = [ctx.makes(Move, object=card, to=spec["to"], under=player, tapped=tapped) for card in cards]
    propose(game, *moves)


@verb("scry")
def _scry(game: Game, spec: Spec, ctx: Context) -> None:
    for player in players_of(game, spec, ctx):
        cards = top_of_library(game, player, amount(game, spec["scry"], ctx))
        down = game.choose(player, "library", cards, ctx.about, 0, len(cards), ordered=True)
        left = [card for card in cards if card not in down]
        up = game.choose(player, "library", left, ctx.about, len(left), len(left), ordered=True)
        player.library[:] = [*up, *(card for card in player.library if card not in cards), *down]


@verb("win")
def _win(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(WinGame, player=player) for player in references.players(game, spec["win"], ctx)))


@verb("lose")
def _lose(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(LoseGame, player=player) for player in references.players(game, spec["lose"], ctx)))


@verb("monarch")
def _monarch(game: Game, spec: Spec, ctx: Context) -> None:
    become(game, references.the_player(game, spec["monarch"], ctx))
