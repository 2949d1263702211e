"""Effects on damage from a source of a player's choice (609.7): the source is looked at again as it deals damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import Prevention
from reference_engine.mtg.events import Damage
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import EventPattern

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def fits(game: Game, wanted: EventPattern, effect: Any, event: Damage, ctx: Context) -> bool:
    """Say whether damage is what an effect of a resolved spell or ability watches for."""
    source = wanted.data.get("source")
    if not isinstance(source, dict) or "is" not in source or len(source) == 1:
        return wanted.fits(game, event, ctx)
    if isinstance(effect, Prevention):
        return shield_looks_again(game, wanted, event, ctx)
    return source_as_it_is(game, wanted, event, ctx)


@rule("609.7b", usual=(), mistakes={"as it was chosen": mistakes.as_chosen})
def source_as_it_is(game: Game, wanted: EventPattern, event: Damage, ctx: Context) -> bool:
    """The properties of a chosen source are checked again when it would deal damage."""
    return wanted.fits(game, event, ctx)


@rule("615.9", usual=(), mistakes={"as it was chosen": mistakes.as_chosen})
def shield_looks_again(game: Game, wanted: EventPattern, event: Damage, ctx: Context) -> bool:
    """A shield against a chosen source prevents nothing once the source no longer has the properties."""
    return source_as_it_is(game, wanted, event, ctx)
