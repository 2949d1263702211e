"""Conditions: what card data says has to be true."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import happened_this_turn
from reference_engine.mtg.events import Event, TurnFaceUp
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import BOUNDS, amount, compare
from reference_engine.mtg.language.context import Context, named_on_entering
from reference_engine.mtg.language.event_patterns import event_pattern
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells.timing import PHASE_OF, is_step

if TYPE_CHECKING:
    from reference_engine.mtg.ability_index import Entry, Index
    from reference_engine.mtg.game import Game


def rule_changes(game: Game, there: Index | None = None) -> list[Entry]:
    """Return the static abilities that change rules, not characteristics (613.11), and whose conditions hold."""
    return [
        entry
        for entry in (there or game.index).rule_changing
        if all(holds(game, condition, entry.context) for condition in entry.ability.conditions)
    ]


def says_of(game: Game, player: Player, word: str) -> bool:
    """Say whether a static ability that changes rules says something of a player."""
    return any(
        word in what and references.is_player(game, player, what["affects"], entry.context)
        for entry in rule_changes(game)
        if (what := entry.ability.data["static"])
    )


def changes_for(game: Game, obj: GameObject, word: str) -> list[Any]:
    """Return what static abilities that change rules say of an object under this word."""
    return [
        what[word]
        for entry in rule_changes(game)
        if word in (what := entry.ability.data["static"]) and entry.ability.affects.matches(game, obj, entry.context)
    ]


def holds(game: Game, condition: Any, ctx: Context) -> bool:
    """Say whether everything that a condition names is true."""
    return condition is None or all(_WORDS[word](game, value, ctx, condition) for word, value in condition.items())


def _amount(game: Game, value: Any, ctx: Context, condition: Any) -> bool:
    bounds = {word: condition[word] for word in BOUNDS if word in condition}
    return compare(game, amount(game, value, ctx), bounds, ctx)


def _is(game: Game, value: Any, ctx: Context, condition: Any) -> bool:
    found = references.the_known(game, condition["object"], ctx)
    what = pattern(value)
    return found is not None and not (what.told and found.gone) and what.describes(game, found, ctx)


def _chosen(game: Game, value: Any, ctx: Context, _condition: Any) -> bool:
    return has_anchor(game, chosen_by_now(game, ctx), value) or value in (*ctx.casting.modes, *_words(ctx))


@rule("614.12c")
def has_anchor(_game: Game, chosen: Mapping[str, Any], word: str) -> bool:
    """A permanent has the ability behind an anchor word as long as that word was chosen as it entered."""
    return word in chosen.values()


@rule("614.1e", usual=(), mistakes={"before": lambda _rule, _game, ctx: ctx.chosen})
def chosen_by_now(_game: Game, ctx: Context) -> Mapping[str, Any]:
    """What is chosen as a permanent is turned face up counts for all that is done as that happens."""
    return {**ctx.chosen, **dict(ctx.event.chosen)} if isinstance(ctx.event, TurnFaceUp) else ctx.chosen


def _words(ctx: Context) -> list[Any]:
    return [word for word in ctx.names.values() if isinstance(word, str)]


def _this_turn(game: Game, value: Any, ctx: Context, _condition: Any) -> bool:
    return _happened(game, game.turn.history, value, ctx)


def _this_step(game: Game, value: Any, ctx: Context, _condition: Any) -> bool:
    return _happened(game, game.turn.history[game.turn.before :], value, ctx)


def _happened(game: Game, events: Sequence[Event], wanted: Any, ctx: Context) -> bool:
    wanted, own = event_pattern(wanted), ctx.but(you=ctx.controller)
    return any(happened_this_turn.matched(game, wanted, event, own) for event in events)


def _phase(game: Game, value: Any, _ctx: Context, _condition: Any) -> bool:
    return bool(PHASE_OF[game.turn.step] == value)


def _chapter(_game: Game, value: Any, ctx: Context, _condition: Any) -> bool:
    """Say whether the counters that were put made so many lore counters of fewer, whatever is there by now (714.2b)."""
    event: Any = ctx.event
    return bool(event.total - event.amount < int(value) <= event.total)


def times_paid(game: Game, word: str, ctx: Context) -> int:
    """Return how often an additional or alternative cost was paid for the object that asks."""
    return 0 if was_another_cost(game, word, ctx) else ctx.this.casting.paid.count(word)


@rule("607.2i", usual=("never",))
def was_another_cost(_game: Game, word: str, ctx: Context) -> bool:
    """That an additional cost was paid counts for the abilities printed with it, and not for those of a copy effect."""
    return ctx.own_text is not None and any(
        word in held.ability.data.get("additional", ()) for held in ctx.this.printed.abilities
    )


@rule("702.138b")
def has_escaped(_game: Game, ctx: Context) -> bool:
    """What was cast with an escape ability has escaped; a copy of it was not cast, whatever costs are copied."""
    return ctx.this.casting.was_cast


def _for_any(game: Game, value: Any, ctx: Context, condition: Any) -> bool:
    name = condition.get("as", "each")
    return any(
        holds(game, condition["holds"], ctx.but(names={**ctx.names, name: thing}))
        for thing in references.things(game, value, ctx)
    )


_WORDS: Mapping[str, Callable[[Any, Any, Context, Any], bool]] = {
    "exists": lambda g, v, c, _d: bool(references.things(g, v, c)),
    "none": lambda g, v, c, _d: not references.things(g, v, c),
    "object": lambda _g, _v, _c, _d: True,
    "is": _is,
    "amount": _amount,
    **{word: lambda _g, _v, _c, _d: True for word in BOUNDS},
    "chosen": _chosen,
    "paid": lambda g, v, c, _d: times_paid(g, v, c) > 0,
    "escaped": lambda g, v, c, _d: ("escape" in c.this.casting.paid and has_escaped(g, c)) is v,
    "turn of": lambda g, v, c, _d: references.is_player(g, g.active, v, c),
    "step": lambda g, v, _c, _d: is_step(g, v),
    "phase": _phase,
    "this turn": _this_turn,
    "this step": _this_step,
    "did": lambda g, v, c, _d: bool(c.names.get(v) or named_on_entering(g, v, c)),
    "for any": _for_any,
    "holds": lambda _g, _v, _c, _d: True,
    "as": lambda _g, _v, _c, _d: True,
    "chapter": _chapter,
    "not": lambda g, v, c, _d: not holds(g, v, c),
    "any": lambda g, v, c, _d: any(holds(g, each, c) for each in v),
    "all": lambda g, v, c, _d: all(holds(g, each, c) for each in v),
}
"""What each word asks of the game (g), what stands under it (v), the context (c) and the whole condition (d)."""
