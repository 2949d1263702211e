"""What can be chosen as a source of damage (120.7, 609.7a)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several, words
from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability, Prevention, Replacement
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("609.7a", usual=(), mistakes={"permanents only": lambda _rule, game: game.permanents})
def sources(game: Game) -> list[GameObject]:
    """A chosen source is a permanent, a spell, what is referred to by what waits, or in the command zone."""
    on_stack = [obj if obj.ability is None else obj.source for obj in game.stack]
    found = [*game.permanents, *filter(None, on_stack), *_referred_to(game), *game.command]
    return [obj for obj in dict.fromkeys(found) if is_there(game, obj)]


def _referred_to(game: Game) -> list[GameObject]:
    """Return what the objects on the stack, the effects on events and the delayed triggers refer to."""
    return [obj for obj in (*_by_the_stack(game), *by_what_waits(game)) if isinstance(obj, GameObject)]


def _by_the_stack(game: Game) -> Iterator[Any]:
    for obj in game.stack:
        for chosen in obj.casting.targets.values():
            yield from chosen
        if obj.ability is not None and obj.context is not None:
            yield from _names(obj.ability, obj.context)
            yield from of_its_event(game, obj.ability, obj.context, obj.casting.targets)


@rule("609.7a", usual=("nothing",))
def of_its_event(_game: Game, ability: Ability, ctx: Context, targets: Collection[str]) -> list[Any]:
    """A triggered ability on the stack refers to what took part in the event that it speaks of, gone or not."""
    meant_otherwise = {*targets, *ctx.names}  # by the ability's own names
    spoken_of = {_PARTS[word] for word in words(ability.data) if word in _PARTS and word not in meant_otherwise}
    return [getattr(ctx.event, part, None) for part in sorted(spoken_of)]


_PARTS: Mapping[str, str] = {"it": "subject", "source": "source", "recipient": "to"}
"""The parts of events by the words for them."""


@rule("609.7a", usual=("nothing",))
def by_what_waits(game: Game) -> list[Any]:
    """What a replacement or prevention effect or a delayed triggered ability refers to may be gone already."""
    waiting = [each for each in game.floating if isinstance(each.ability, Replacement | Prevention)]
    return [obj for each in (*waiting, *game.delayed) for obj in _names(each.ability, each.context)]


def _names(ability: Ability, ctx: Context) -> Iterator[Any]:
    """Yield what the words of an ability name."""
    for word in words(ability.data):
        if word in ctx.names:
            yield from several(ctx.names[word])
        elif word == "this":
            yield ctx.source
