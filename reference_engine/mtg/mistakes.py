"""Mistakes that are made in place of a rule when it is broken on purpose, where they take more than a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.mtg.objects import GameObject, Player, Vacated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engine.mtg.events import CreateToken, Damage, Event, Move
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.language.context import Context
    from reference_engine.mtg.language.event_patterns import EventPattern
    from reference_engine.mtg.layers.layered_effect import Effect
    from reference_engine.mtg.replacing.candidate import Candidate
    from reference_engine.mtg.replacing.contained import Settle


def set_outright(_rule: Any, _game: Game, player: Player, new: int, _ctx: Context) -> list[Event]:
    """A life total becomes a number without a gain or loss (701.12c)."""
    player.life = new
    return []


def happens_besides(
    _rule: Any, _game: Game, event: Event, becomes: Event | list[Event] | None
) -> Event | list[Event] | None:
    """What is replaced happens all the same (614.6)."""
    return [event, *(becomes if isinstance(becomes, list) else [becomes] if becomes is not None else [])]


def used_up(_rule: Any, game: Game, others: Sequence[Candidate]) -> None:
    """What would have replaced an event that never happens is used up (614.7)."""
    from reference_engine.mtg.replacing import modification

    for each in others:
        modification.use_up(game, each, None)


def as_printed(_rule: Any, game: Game, event: Move) -> GameObject:
    """An entering permanent is judged by what is printed on it (614.12)."""
    from reference_engine.mtg.replacing.entering import build

    new = build(game, event)
    new.characteristics = new.printed
    return new


def as_it_would_exist(function: Any, game: Game, event: CreateToken) -> Move:
    """A token that is created is judged by what effects will make of it (701.7b)."""
    from reference_engine.mtg.replacing.entering import as_it_would_exist

    move: Move = function(game, event).but(under=event.player, **dict(event.token.enters))
    return move.but(arriving=as_it_would_exist(game, move))


def one_after_the_other(_rule: Any, game: Game, events: list[Event]) -> list[Event]:
    """An action that is taken on several objects is taken on one after the other (608.2f)."""
    from reference_engine.mtg.replacing.replacement import propose

    for each in events:
        propose(game, each)
    return []


def unasked(function: Any, game: Game, event: Event, _settle: Settle, parts: Any) -> Any:
    """What an event consists of is not replaced (616.1g)."""
    return function(game, event, lambda _game, part: [part], parts)


def one_by_one(function: Any, game: Game, dealt: list[Damage]) -> list[Event]:
    """Damage by one source is looked at separately for each whom it is dealt to (120.3f)."""
    return [each for damage in dealt for each in function(game, [damage])]


def of_its_source(function: Any, game: Game, ctx: Context) -> int:
    """An effect of a spell or ability dates from when its source does (613.7b)."""
    now: int = function(game, ctx)
    return now if ctx.source is None else ctx.source.timestamp


def as_at_first(function: Any, game: Game, order: list[Effect], layer: str) -> dict[Effect, list[Effect]]:
    """What depended on what before any effect of the layer was applied still does (613.8c)."""
    known, depends = game.run.mistaken.get(layer, ([], {}))
    if not all(effect in known for effect in order):
        game.run.mistaken[layer] = known, depends = list(order), function(game, order, layer)
    return {effect: [other for other in depends[effect] if other in order] for effect in order}


def remembers(function: Any, game: Game, old: GameObject, zone: str) -> GameObject:
    """What changes zones stays what it was (400.7)."""
    new: GameObject = function(game, old, zone)
    new.printed = new.characteristics = old.characteristics
    return new


def removed_too(_rule: Any, game: Game, obj: GameObject, _defender: Player) -> None:
    """What attacks a planeswalker or battle is removed from combat along with it (506.4c)."""
    for other in game.battlefield:
        if other.attacking is obj:
            other.attacking = None


def who_has_it_now(_rule: Any, game: Game, ctx: Context) -> list[Player]:
    """The defending player is who controls by now what was attacked (508.5)."""
    attacked: Any = getattr(ctx.event, "to", ctx.this.attacking)
    return [game.defender_of(attacked)]


def first_to_attack(_rule: Any, game: Game, _obj: GameObject) -> Any:
    """What enters attacking attacks the first player or permanent that can be attacked (508.4)."""
    from reference_engine.mtg.combat.attacking import attackable

    return attackable(game)[0]


def whose_it_was(_rule: Any, game: Game, attacked: Any) -> list[Any]:
    """What attacked a planeswalker or battle deals its damage to the player who defended that (510.1b)."""
    return [attacked.defender if isinstance(attacked, Vacated) else attacked]


def all_of_exile(_rule: Any, game: Game, _ctx: Context) -> list[GameObject]:
    """Any exiled card is taken for the one that a linked ability speaks of (607.2a)."""
    return list(game.exile)


def as_chosen(_rule: Any, game: Game, wanted: EventPattern, event: Damage, ctx: Context) -> bool:
    """A chosen source is taken as it was when it was chosen (609.7b, 615.9)."""
    from reference_engine.mtg.language.event_patterns import event_pattern

    data: Any = {**wanted.data, "source": {"is": wanted.data["source"]["is"], "in": "any"}}
    return event_pattern(data).fits(game, event, ctx)


def aims_at_itself(_rule: Any, game: Game, obj: GameObject) -> None:
    """A triggered ability without a legal target waits on the stack, with an illegal one (603.3d)."""
    from reference_engine.mtg.spells.targets import specs_of

    obj.casting.targets = {name: [obj] for name in specs_of(game, obj)}


def of_any_pair(_rule: Any, _game: Game, obj: GameObject, source: GameObject, _ctx: Context) -> bool:
    """It is asked what exiled the card, not for which of its abilities."""
    return obj.exiled_with is source
