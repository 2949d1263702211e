"""Prevention of damage (615): all of it, some of it, or up to a shield's worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from reference_engine.kernel.rules import rule
from reference_engine.mtg import cant
from reference_engine.mtg.abilities import Prevention
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import Damage, Event, Prevent
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Floating, Game
    from reference_engine.mtg.replacement import Candidate


def apply(game: Game, candidate: Candidate, event: Event) -> Event | None:
    """Apply a prevention effect to damage; return the damage that is left, None for none (615.6)."""
    assert isinstance(event, Damage)
    ctx = candidate.context.at(event)
    prevented = 0
    told = Prevent(source=event.source, to=event.to, amount=0)
    if not unpreventable(game, event):
        prevented = min(event.amount, _capacity(game, candidate, event, ctx))
        told = told.but(amount=prevented)
        if candidate.floating is not None:
            reduce_shield(game, candidate.floating, prevented)
        if prevented:
            game.noted.append(told)
    then = candidate.effect.data.get("then")
    if then is not None:
        after = ctx.at(told)
        after.names = {**after.names, "damage": event.amount}
        game.pending_after.append((then, after))
    left = event.amount - prevented
    return event.but(amount=left) if left > 0 else None


def _capacity(game: Game, candidate: Candidate, event: Damage, ctx: Context) -> int:
    if candidate.floating is not None and candidate.floating.shield is not None:
        return candidate.floating.shield
    told: Any = candidate.effect.data.get("amount", "all")
    if told == "all":
        return event.amount
    return max(0, amount(game, told, ctx))


@rule("615.7")
def shield_order(game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """Of damage by several sources at once, the shielded player chooses which a shield for an amount prevents."""
    left = list(events)
    first: list[Event] = []
    for floating in game.floating:
        if floating.shield is None or not isinstance(floating.ability, Prevention):
            continue
        while True:
            fitting = [each for each in left if isinstance(each, Damage) and _shields(game, floating, each)]
            if len(fitting) < 2 or _total(first) >= floating.shield:  # noqa: PLR2004 - one needs no choice
                break
            player = fitting[0].affected
            assert player is not None
            chooser = player if isinstance(player, Player) else player.controller
            sources = [each.source for each in fitting]
            if len({each.word for each in sources}) == 1 or _total(fitting) <= floating.shield:
                break
            taken = game.choose(chooser, "prevent", sources)[0]
            place = next(
                place
                for place, each in enumerate(left)
                if isinstance(each, Damage) and each.source is taken and _shields(game, floating, each)
            )
            first.append(left.pop(place))
    return (*first, *left)


def _total(events: Sequence[Event]) -> int:
    return sum(each.amount for each in events if isinstance(each, Damage))


def _shields(game: Game, floating: Floating, event: Event) -> TypeGuard[Damage]:
    if not isinstance(event, Damage) or not isinstance(floating.ability, Prevention):
        return False
    ctx = floating.context.at(event)
    return any(each.matches(game, event, ctx) for each in floating.ability.events)


@rule("615.12")
def unpreventable(game: Game, event: Damage) -> bool:
    """Damage that cannot be prevented is not reduced, though the effects are applied."""
    return event.unpreventable or cant.happen(game, Prevent(source=event.source, to=event.to, amount=event.amount))


@rule("615.7")
def reduce_shield(game: Game, floating: Floating, prevented: int) -> None:
    """Preventing 1 damage reduces a shield by 1; an effect for the next time is used up (615.8)."""
    if floating.shield is not None:
        floating.shield -= prevented
        if floating.shield <= 0 and floating in game.floating:
            game.floating.remove(floating)
    elif floating.uses is not None and prevented:
        floating.uses -= 1
        if floating.uses <= 0:
            game.floating.remove(floating)
