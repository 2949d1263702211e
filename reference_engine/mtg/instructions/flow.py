"""Instructions that govern others: conditions, options, payments, repetition, choices."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects, library
from reference_engine.mtg.events import Flip, Roll
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.instructions.options import possible
from reference_engine.mtg.instructions.registry import (
    Spec,
    objects_of,
    of_all,
    players_of,
    remember,
    selected,
    takes_from,
    verb,
    verb_by_number,
    verb_by_player,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, not_too_many, span
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.damage_sources import sources
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.language.word_choices import choose_word
from reference_engine.mtg.objects import Player
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import costs

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def _follow(game: Game, spec: Spec, ctx: Context, done: bool) -> None:
    carry_out(game, spec.get("then" if done else "else") or [], ctx)


@verb("if")
def _if(game: Game, spec: Spec, ctx: Context) -> None:
    _follow(game, spec, ctx, holds(game, spec["if"], ctx))


@verb_by_player("may")
def _may(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    own = ctx if player is ctx.controller else ctx.but(names={**ctx.names, "player": player})
    done = possible(game, spec["may"], player, own) and game.accepts(who_chooses(game, player, ctx), ctx.about)
    if done:
        carry_out(game, spec["may"], own)
        ctx.names.update({name: each for name, each in own.names.items() if name != "player"})
    remember(ctx, spec, done)
    _follow(game, spec, ctx, done)


@rule("800.4g", usual=(), mistakes={"its controller": lambda _rule, _game, _player, ctx: ctx.controller})
def who_chooses(game: Game, player: Player, ctx: Context) -> Player:
    """A choice of a player who has left is made by another whom the controller chooses, an opponent for an opponent."""
    if not player.left:
        return player
    there = game.in_turn_order()
    rivals = [each for each in there if each is not ctx.controller]
    chosen: Player = game.choose(ctx.controller, "player", rivals or there, ctx.about)[0]
    return chosen


@verb_by_player("pay")
def _pay(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    cost = costs.parts(spec["pay"]) * times_over(game, spec, ctx)
    can = is_there_to_pay(game, player) and costs.payable(game, cost, player, ctx)
    if ctx.entering:
        can = payable_with_the_others(game, can)
    done = can and game.accepts(player, ctx.about, "pay", "pay")
    if done:
        costs.pay(game, cost, player, ctx)
    remember(ctx, spec, done)
    _follow(game, spec, ctx, done)


@rule("800.4f", usual=("always",))
def is_there_to_pay(_game: Game, player: Player) -> bool:
    """A cost that a player who has left would have to pay is not paid."""
    return not player.left


@rule("702.24a")
def times_over(game: Game, spec: Spec, ctx: Context) -> int:
    """A cumulative cost is paid as often as there are counters, all of it or nothing."""
    return amount(game, spec.get("times", 1), ctx)


@rule("614.12b", usual=("always",))
def payable_with_the_others(_game: Game, payable: bool) -> bool:
    """A permanent's cost as it enters can be chosen only if what others that enter with it cost leaves enough."""
    return payable


@verb("for each")
def _for_each(game: Game, spec: Spec, ctx: Context) -> None:
    known: dict[str, list[Any]] = defaultdict(list)
    for thing in references.things(game, spec["for each"], ctx):
        inner = ctx.but(names={**ctx.names, spec["as"]: thing})
        carry_out(game, spec["do"], inner)
        for name, each in inner.names.items():
            if name != spec["as"] and ctx.names.get(name) is not each:
                known[name].append(each)
                ctx.names[name] = each
    ctx.names.update({name: of_all(values) for name, values in known.items() if values[1:]})


@verb_by_player("choose")
def _choose(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    what, player = spec["choose"], who_chooses(game, player, ctx)
    if isinstance(what, dict) and "number" in spec:
        remember(ctx, spec, selected(game, spec, what, "object", player, ctx))
    elif isinstance(what, dict) or (isinstance(what, str) and what in ctx.names):
        found = references.things(game, what, ctx)
        remember(ctx, spec, game.choose(player, "object", found, ctx.about) if found else [])
    elif what == "source":
        wanted = pattern(spec.get("is", {"in": "any"}))
        found = [each for each in sources(game) if wanted.describes(game, each, ctx)]
        remember(ctx, spec, game.choose(player, "object", found, ctx.about) if found else [])
    else:
        remember(ctx, spec, choose_word(game, player, what, ctx.about, spec.get("other than"))[1])


@verb("do")
def _do(game: Game, spec: Spec, ctx: Context) -> None:
    moment = game.moment
    moment.collecting = []
    doomed, moment.sacrificed = moment.sacrificed, []
    try:
        carry_out(game, _as_they_enter(spec["do"]), ctx)
    finally:
        events, moment.collecting = moment.collecting, None
        handings, moment.handings = moment.handings, []
        moment.sacrificed = doomed
    floating_effects.give_control(game, *handings)
    if events:
        propose(game, *events)


def _as_they_enter(instructions: Spec | list[Spec]) -> list[Spec]:
    """Join to what enters the effects that say what it is: they apply as it enters (611.2e)."""
    joined: list[Spec] = []
    for each in several(instructions):
        effect = each.get("effect")
        affects = effect.get("static", {}).get("affects") if isinstance(effect, dict) else None
        mover = next((move for move in joined if "as" in move and move["as"] == affects), None)
        if mover is None:
            joined.append(dict(each))
        else:
            mover.setdefault("effects as it enters", []).append(each)
    return joined


@verb_by_player("roll")
def _roll(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    rolled = game.ask_one(player, "roll", list(range(1, not_too_many(spec["roll"]) + 1)), ctx.about)
    roll = ctx.makes(Roll, player=player, sides=spec["roll"], result=[rolled])
    propose(game, roll)
    remember(ctx, spec, roll.amount)


@verb_by_player("flip")
def _flip(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    for flip in propose(game, ctx.makes(Flip, player=player)):
        if isinstance(flip, Flip):
            _follow(game, spec, ctx, _flipped(game, flip, ctx) == "heads")


def _flipped(game: Game, flip: Flip, ctx: Context) -> str:
    """Flip the coins; the player ignores all but one of them."""
    results = [game.ask_one(flip.player, "roll", ["heads", "tails"], ctx.about) for _ in range(flip.amount)]
    return str(game.ask_one(flip.player, "roll", list(dict.fromkeys(results)), ctx.about))


@verb_by_player("reveal")
def _reveal(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    """Show cards, which changes nothing here: a position tells all of them anyway. How many are shown may count."""
    if "number" in spec:
        players, there = players_of(game, spec, ctx), objects_of(game, spec["reveal"], ctx)
        found = [obj for obj in there if takes_from(spec, "reveal", players, player, obj.owner)]
        least, most = (min(number, len(found)) for number in span(game, spec["number"], ctx, len(found)))
        remember(ctx, spec, game.choose(player, "object", found, ctx.about, least, most))


@verb_by_player("reveal until")
def _reveal_until(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    what, rest, found = pattern(spec["reveal until"]), [], []
    for place in range(len(player.library)):
        card = library.at(game, player, place)
        if what.describes(game, card, ctx):
            found = [card]
            break
        rest.append(card)
    ctx.names[spec["rest"]] = rest
    remember(ctx, spec, found)


@verb_by_number("look")
def _look(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    seen = [(player, place) for player in players for place in range(min(number, len(player.library)))]
    remember(ctx, spec, [library.at(game, player, place) for player, place in seen])
