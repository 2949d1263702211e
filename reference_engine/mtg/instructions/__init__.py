"""Instructions: what spells and abilities tell to do, one handler for each verb of card data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import floating_effects
from reference_engine.mtg.instructions.registry import VERBS
from reference_engine.mtg.language.context import Context

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def carry_out(game: Game, instructions: Any, ctx: Context) -> None:
    """Carry out one instruction, or several in order. Raises `Unsupported` for a verb that there is not."""
    for spec in several(instructions):
        if game.over:
            return
        if ctx.casting.unknown and needs_what_is_unknown(game, spec, ctx):
            ctx.names |= dict.fromkeys(several(spec.get("as") or []), 0)  # nothing that could be spoken of later
            continue
        verb = verb_of(spec)
        if "number" in spec and verb in _ALL_MEANT:
            raise Unsupported("word", f"{verb} a number of what is meant, and not all of it")
        VERBS[verb](game, spec, ctx)
        floating_effects.end_what_is_over(game)
        if game.combat.attackers_came and game.layered.stale:
            game.refresh()  # at once, since what is no creature for a moment leaves combat


def carry_out_meanwhile(game: Game, instructions: Any, ctx: Context) -> None:
    """Carry out what another effect says, while a spell or ability may be in the middle of what it does itself."""
    moment = game.moment
    own, moment.self_replacing = moment.self_replacing, replacing_others(game)
    try:
        carry_out(game, instructions, ctx)
    finally:
        moment.self_replacing = own


@rule("614.15", usual=(), mistakes={"whatever happens": lambda _rule, game: game.moment.self_replacing})
def replacing_others(_game: Game) -> list[Any]:
    """A self-replacement effect replaces what its own spell or ability does, and nothing that another effect does."""
    return []


_ALL_MEANT: Final = frozenset(
    {"destroy", "tap", "untap", "regenerate", "phase out", "counter", "gain control", "transform", "turn face up"}
    | {"turn face down", "unattach", "attach", "remove damage", "remove from combat"}
)
"""The verbs that are about all objects that are meant; `choose` can take some of them before."""


@rule("608.2b", usual=("never",))
def needs_what_is_unknown(game: Game, spec: Any, ctx: Context) -> bool:
    """What needs information about an illegal target does not happen; in the rules of 2013 that could be had."""
    return not game.of_2013 and _asks_about(spec, ctx.casting.unknown)


def _asks_about(spec: Any, names: frozenset[str]) -> bool:
    """Say whether an instruction, without those within it, looks up a number, or what there is, of one of these."""
    if isinstance(spec, list):
        return any(_asks_about(each, names) for each in spec)
    return isinstance(spec, dict) and any(
        (word in _NUMBERS and value in tuple(names)) or (word not in _APART and _asks_about(value, names))
        for word, value in spec.items()
    )


_NUMBERS: Final = frozenset(
    {"power of", "toughness of", "mana value of", "life of", "starting life of", "counters on", "controller", "owner"}
    | {"gained by", "lost by", "cast by", "of"}
)
"""Under which words stands what a number, or what there is of a kind, is looked up of."""
_APART: Final = frozenset({"then", "else", "do", "may", "adds"})
"""Words under which are other instructions, and what is added: nothing, where there is no such number."""


def verb_of(spec: Any) -> str:
    """Return the verb of an instruction: the first of its words that is one."""
    if isinstance(spec, dict):
        words: list[str] = list(spec)
        for word in words:
            if word in VERBS:
                return word
    raise Unsupported("word", f"instruction {spec!r}")
