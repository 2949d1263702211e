"""What is attached to what, as patterns of objects ask for it (301.5, 303.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.language import references
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.language.context import Context

Test = Callable[["Game", GameObject, "Context"], bool]


def has_attached(value: Any) -> Test:
    """Return a test of whether something of a kind is attached to an object, or was as that left."""
    from reference_engine.mtg.language.patterns import pattern

    what = pattern(value)

    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        if obj.gone:
            those = [references.as_it_was(game, each) for each in obj.had_attached]
        else:
            those = [each for each in game.battlefield if each.attached_to is obj]
        return any(what.matches(game, each, ctx) for each in those)

    return test


def attached_to(value: Any) -> Test:
    """Return a test of whether an object is attached to something of a kind, or was as it left."""
    from reference_engine.mtg.language.patterns import pattern

    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        host = obj.attached_to
        if obj.gone and isinstance(value, dict) and isinstance(host, GameObject):
            host = references.as_it_was(game, host)  # even if that has left, or phased out, at the same time
            return pattern(value).matches(game, host, ctx)
        return host in references.things(game, value, ctx)

    return test


@rule("303.4", usual=("always",))
def can_be_enchanted(game: Game, obj: GameObject, aura: GameObject) -> bool:
    """An Aura can enchant what its enchant ability allows, unless another effect keeps it from that."""
    from reference_engine.mtg.permanents.attaching import attachable

    return attachable(game, aura, obj)
