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
    division = _division(spec, ctx, to)
    events = []
    for thing in to:
        each = ctx.but(affected=thing if isinstance(thing, GameObject) else None)
        number = division[thing] if division else amount(game, spec["damage"], each)
        if isinstance(thing, GameObject) and (thing.gone or thing.zone != "battlefield"):
            continue
        if isinstance(thing, Player) or not game.look(thing).types.isdisjoint({"Creature", "Planeswalker", "Battle"}):
            events.append(
                ctx.makes(
                    Damage,
                    source=source,
                    to=thing,
                    amount=number,
                    unpreventable="unpreventable" in spec,
                )
            )
    propose(game, *events)


def _division(spec: Spec, ctx: Context, to: list[Any]) -> dict[Any, int] | None:
    """What each gets of divided damage: as was announced, whoever of the targets is left (608.2b)."""
    from reference_engine.mtg.game import word_of

    return {thing: ctx.casting.divided[word_of(thing)] for thing in to} if spec.get("divided") else None


@verb("draw")
def _draw(game: Game, spec: Spec, ctx: Context) -> None:
    number = not_too_many(amount(game, spec["draw"], ctx))
    drawn: list[GameObject] = []
    for player in players_of(game, spec, ctx):
        if number > 0:
            told = ctx.makes(DrawCards, player=player, amount=number)
            propose(game, told)
            drawn += told.drawn
    remember(ctx, spec, drawn)


@verb("discard")
def _discard(game: Game, spec: Spec, ctx: Context) -> None:
    what = spec["discard"]
    events = []
    for player in players_of(game, spec, ctx):
        if what == "hand":
            cards = list(player.hand)
        elif isinstance(what, dict) or (
            isinstance(what, str) and what not in ("X", "amount") and what not in ctx.names
        ):
            cards = [card for card in objects_of(game, what, ctx) if card.zone == "hand"]
            if isinstance(what, dict) and "count" not in what:
                least, most = bounds(game, spec.get("number", 1), ctx, len(cards))
                cards = game.choose(player, "discard", cards, ctx.about, min(least, len(cards)), min(most, len(cards)))
        elif isinstance(what, str) and isinstance(ctx.names.get(what), list):
            cards = [card for card in ctx.names[what] if not card.gone]
        else:
            number = min(amount(game, what, ctx), len(player.hand))
            cards = game.choose(player, "discard", player.hand, ctx.about, number, number)
        events += [ctx.makes(Discard, object=card, player=player) for card in cards]
    happened = propose(game, *events)
    remember(ctx, spec, results(happened))


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
        kinds = _kinds(game, spec, ctx, player)
        propose(
            game,
            AddMana(
                object=ctx.source,
                player=player,
                kinds=tuple(kinds),
                only=spec.get("only"),
                spent=spec.get("spent"),
                context=ctx,
                cause=ctx.cause,
                by=ctx.controller,
                lineage=ctx.lineage,
            ),
        )


@verb("double mana")
def _double_mana(game: Game, spec: Spec, ctx: Context) -> None:
    assert ctx.source is not None
    for player in references.players(game, spec["double mana"], ctx):
        kinds = tuple(each.kind for each in player.pool)
        if kinds:
            propose(game, ctx.makes(AddMana, object=ctx.source, player=player, kinds=kinds))


def _kinds(game: Game, spec: Spec, ctx: Context, player: Player) -> list[str]:
    told = spec["add mana"]
    number = amount(game, spec.get("number", 1), ctx)
    if told == "chosen":
        color = ctx.source.chosen.get("color") if ctx.source is not None else None
        return [str(color)] * number if color else []
    if told == "any color":
        return [game.ask_one(player, "mana", list("WUBRG"), ctx.about)] * number
    if told == "any combination":
        return [game.ask_one(player, "mana", list("WUBRG"), ctx.about) for _ in range(number)]
    if isinstance(told, list):
        words = [each.strip("{}") if each.count("{") == 1 else each for each in told]
        taken = game.ask_one(player, "mana", words, ctx.about)
        return (list(symbols(taken)) or [taken]) * number
    if told in ctx.names:
        return [str(ctx.names[told])] * number
    found = symbols(told)
    if not found:
        raise Unsupported("word", f"add mana {told!r}")
    return [mana for symbol in found for mana in (["C"] * int(symbol) if symbol.isdigit() else [symbol])] * number


@verb("shuffle")
def _shuffle(game: Game, spec: Spec, ctx: Context) -> None:
    for player in references.players(game, spec["shuffle"], ctx):
        shuffle(game, player)


def shuffle(game: Game, player: Player) -> None:
    """Shuffle a library (701.24)."""
    propose(game, Shuffle(player=player))


@verb("search")
def _search(game: Game, spec: Spec, ctx: Context) -> None:
    for player in players_of(game, spec, ctx):
        if not propose(game, ctx.makes(Search, player=player)):
            continue
        own = ctx.but(names={**ctx.names})
        what = {**spec["search"], "in": "library", "owner": "you"}
        found = references.objects(game, what, own.but(you=player))
        _least, most = bounds(game, spec.get("number", 1), ctx, len(found))
        if most == 1:
            cards = game.choose(player, "search", found, ctx.about, optional=True) if found else []
        else:
            cards = game.choose(player, "search", found, ctx.about, 0, min(most, len(found)))
        moves = [
            ctx.makes(Move, object=card, to=spec.get("to", "hand"), under=player, tapped=bool(spec.get("tapped")))
            for card in cards
        ]
        propose(game, *moves)
        shuffle(game, player)


@verb("scry")
def _scry(game: Game, spec: Spec, ctx: Context) -> None:
    for player in players_of(game, spec, ctx):
        cards = top_of_library(game, player, amount(game, spec["scry"], ctx))
        down = game.choose(player, "library", cards, ctx.about, 0, len(cards)) if cards else []
        for card in down:
            player.library.remove(card)
            player.library.append(card)


@verb("win")
def _win(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(WinGame, player=player) for player in references.players(game, spec["win"], ctx)))


@verb("lose")
def _lose(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(LoseGame, player=player) for player in references.players(game, spec["lose"], ctx)))


@verb("monarch")
def _monarch(game: Game, spec: Spec, ctx: Context) -> None:
    become(game, references.the_player(game, spec["monarch"], ctx))
