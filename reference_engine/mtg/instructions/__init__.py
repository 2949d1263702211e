"""Instructions: what spells and abilities tell to do, one handler for each verb of card data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
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
        VERBS[verb_of(spec)](game, spec, ctx)
        floating_effects.end_what_is_over(game)
        if game.combat.attackers_came and game.layered.stale:
            game.refresh()  # at once, since what is no creature for a moment leaves combat


def verb_of(spec: Any) -> str:
    """Return the verb of an instruction: the first of its words that is one."""
    if isinstance(spec, dict):
        words: list[str] = list(spec)
        for word in words:
            if word in VERBS:
                return word
    raise Unsupported("word", f"instruction {spec!r}")
