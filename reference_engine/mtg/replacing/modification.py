"""What a replacement effect makes of an event: parts of it changed, something else, or nothing (614.1, 614.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress, cycle, islice
from operator import not_
from typing import TYPE_CHECKING, Any, TypeVar

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.events import (
    AddMana,
    Begin,
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    DrawCards,
    Event,
    Instructed,
    LoseMana,
    Move,
    Regenerate,
    Search,
    TurnFaceUp,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, not_too_many
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import Player
from reference_engine.mtg.permanents.tokens import Tokens, by_kind, specification, together, token_name, total
from reference_engine.mtg.replacing import at_once, cant, entering, prevention
from reference_engine.mtg.replacing.damage_results import can_be_dealt_damage
from reference_engine.mtg.zones import face_up_by_default

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating, Shield
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacing.candidate import Candidate

E = TypeVar("E", bound=Event)
_BY_WORD = {"doubled": 2, "tripled": 3}


def possible(game: Game, candidate: Candidate, event: Event) -> bool:
    """Say whether an effect can do to the event what it says; a redirection that cannot does nothing (614.9)."""
    change = candidate.effect.data.get("with")
    if isinstance(event, Damage) and isinstance(change, dict) and "to" in change:
        return can_redirect(game, event, new_recipient(game, candidate, event))
    if isinstance(event, Destroy) and regenerates(candidate.effect.data.get("do")):
        return can_be_regenerated(game, event)
    return True


def regenerates(instructions: Any) -> bool:
    """Say whether instructions regenerate something: those of a shield, or of a static ability (701.19b)."""
    return any(isinstance(each, dict) and "regenerate" in each for each in several(instructions))


@rule("701.19c")
def can_be_regenerated(game: Game, event: Destroy) -> bool:
    """What cannot be regenerated is destroyed; what would regenerate it is not applied."""
    return event.regenerate and not cant.happen(game, Regenerate(object=event.object))


def new_recipient(game: Game, candidate: Candidate, event: Event) -> Any:
    """Return whom or what damage would be redirected to, None if that is nothing any more."""
    return next(iter(references.things(game, candidate.effect.data["with"]["to"], candidate.context.at(event))), None)


@rule("614.9")
def can_redirect(game: Game, event: Damage, recipient: Any) -> bool:
    """Damage is redirected only to and from what is still there and can be dealt damage."""
    return all(can_be_dealt_damage(game, each) for each in (recipient, event.to))


def use_up(game: Game, candidate: Candidate, event: Event | None) -> None:
    """Count a use of an effect that applies a limited number of times."""
    if candidate.floating is not None and candidate.floating.uses is not None:
        count_use(game, candidate.floating, event)


@rule("614.3")
def count_use(game: Game, floating: Floating, event: Event | None) -> None:
    """An effect for the next time, or so many times, lasts until it is used up."""
    prevention.count_use(game, floating, event)


def apply(game: Game, candidate: Candidate, event: Event) -> Event | list[Event] | None:
    """Apply a replacement effect to an event; return what becomes of it, None for nothing."""
    if not isinstance(event, CreateToken) or not event.token.besides:
        return _applied(game, candidate, event)
    kinds = each_kind(game, event)
    ctx = candidate.context
    fitting = [any(what.fits(game, each, ctx) for what in candidate.effect.events) for each in kinds]
    concerned, others = (list(compress(kinds, which)) for which in (fitting, map(not_, fitting)))
    becomes = _applied(game, candidate, together(concerned))
    if not others:
        return becomes
    parts = becomes if isinstance(becomes, list) else [becomes] if becomes is not None else []
    created = [each for each in parts if isinstance(each, CreateToken)]
    besides = [each for each in parts if not isinstance(each, CreateToken)]
    tokens = together([*(kind for each in created for kind in by_kind(game, each)), *others])
    return [*besides, tokens]


@rule("614.1", usual=(), mistakes={"the first": lambda found, game, event: found(game, event)[:1]})
def each_kind(game: Game, event: CreateToken) -> list[CreateToken]:
    """Tokens of one kind can be replaced that are created with others: an event is replaced as a whole or in part."""
    return by_kind(game, event)


def _applied(game: Game, candidate: Candidate, event: Event) -> Event | list[Event] | None:
    data = candidate.effect.data
    names = {**candidate.context.names, "this ability": candidate.effect}
    ctx = candidate.context.but(event=event, names=names, lineage=event.lineage)
    change = data.get("with")
    if "first" in data:
        event = entering.do_first(game, event, data["first"], ctx)
    besides = _besides(game, event, data, ctx) if "then" in data else []
    if change == "nothing":
        return None
    floating = candidate.floating
    if floating is not None and floating.shield is not None and isinstance(event, Damage):
        return shared_out(game, floating.shield, event, change, ctx)
    if change is not None:
        new = changed(game, event, change, ctx)
        return [new, *besides] if besides else new
    if "do" in data:
        if isinstance(event, CreateToken):
            ctx = ctx.but(event=event.but(amount=total(event)))
        return Instructed(instructions=data["do"], context=ctx)
    return event


def otherwise(game: Game, candidate: Candidate, event: Event) -> Event:
    """Return what becomes of an event to which an optional effect is not applied."""
    change = candidate.effect.data.get("otherwise")
    return event if change is None else changed(game, event, change, candidate.context.at(event))


@rule(
    "614.3",
    usual=(),
    mistakes={"all of it": lambda _r, game, _f, event, change, ctx: [changed(game, event, change, ctx)]},
)
def shared_out(game: Game, shield: Shield, event: Damage, change: Any, ctx: Context) -> list[Event]:
    """An effect for an amount of damage lasts until that amount is used up, and changes no more of it."""
    part = min(event.amount, prevention.meant_for(shield, event))
    shield.left -= part
    return [event.but(amount=event.amount - part), changed(game, event.but(amount=part), change, ctx)]


def _besides(game: Game, event: Event, data: Any, ctx: Context) -> list[Event]:
    """Return what happens besides an event that is changed, at the same time; what cannot comes at once afterwards."""
    besides = at_once.events_besides(game, data["then"], ctx) if isinstance(data.get("with"), dict) else None
    if besides is None:
        _afterwards(game, event, data["then"], ctx)
    return besides or []


def _afterwards(game: Game, event: Event, then: Any, ctx: Context) -> None:
    if isinstance(event, Begin) and first_of_the_next(game):
        game.turn.first.append((then, ctx))
    else:
        game.moment.after.append((then, ctx))


@rule("614.10b", usual=("never",))
def first_of_the_next(_game: Game) -> bool:
    """What follows a skip is done first in the next step, phase or turn that really happens."""
    return True


def changed(game: Game, event: Event, change: Mapping[str, Any], ctx: Context) -> Event:
    """Return an event with the parts changed that `change` names."""
    for word, value in sorted(change.items(), key=_where_first):
        event = _changed_in(game, event, word, value, change, ctx)
    return event


def _where_first(told: tuple[str, Any]) -> bool:
    """Put first where something goes: with what it arrives there comes after."""
    return told[0] != "to"


def _changed_in(game: Game, event: Event, word: str, value: Any, change: Mapping[str, Any], ctx: Context) -> Event:
    """Return an event changed in one respect. Raises `Unsupported` for a word that it has not."""
    if word == "and token":
        return _and_token(game, event, value, change.get("number"), ctx)
    if word == "number":  # of the tokens besides
        return event
    if word in _CHANGES:
        return _CHANGES[word](game, event, value, ctx)
    if isinstance(event, Move | TurnFaceUp | Discard):
        made: Event = entering.changed(game, event, word, value, change, ctx)
        return made
    raise Unsupported("word", f"with {word!r}")


def _player(game: Game, event: Event, value: Any, ctx: Context) -> Event:
    player = references.the_player(game, value, ctx)
    return drawn_instead(game, event, player) if isinstance(event, Draw) else event.but(player=player)


@rule("121.2a", usual=(), mistakes={"a single draw": lambda _rule, _game, event, player: event.but(player=player)})
def drawn_instead(_game: Game, event: Draw, player: Player | None) -> DrawCards:
    """Who draws a card in place of another's draw is told to draw one card, which can become several."""
    return event.part(DrawCards, player=player, amount=1)


def _amount(game: Game, event: Event, value: Any, ctx: Context) -> Event:
    if not hasattr(event, "amount"):
        raise Unsupported("word", "amount of an event without one")
    factor = _BY_WORD.get(value) if isinstance(value, str) else None
    if factor is not None:
        new = event.amount * factor
        if isinstance(event, CreateToken):
            event = event.but(token=event.token.times(factor))
    elif value == "halved":
        new = event.amount // 2
    else:
        new = max(0, amount(game, value, ctx.at(event)))
    if isinstance(event, AddMana):
        return event.but(kinds=tuple(islice(cycle(event.kinds), not_too_many(new))))
    return so_many_drawn(game, event, new) if isinstance(event, DrawCards) else event.but(amount=new)


@rule("614.11b", usual=(), mistakes={"those too": lambda _rule, _game, event, number: event.but(amount=number)})
def so_many_drawn(_game: Game, event: DrawCards, number: int) -> DrawCards:
    """What is done further with a card drawn is not done with the cards that are drawn in its place."""
    return event.but(amount=number, drawn=[])


def _to(game: Game, event: Event, value: Any, ctx: Context) -> Event:
    if isinstance(event, Move):
        hidden = event.face_down and not face_up_by_default(game)
        return event.but(to=references.zone(value), face_down=hidden, counters=(), arriving=None, linked_by=ctx)
    if isinstance(event, Discard):
        return event.but(to=references.zone(value))
    found = references.things(game, value, ctx)
    return event.but(to=game.choose(ctx.controller, "object", found, ctx.about)[0])


def _position(_game: Game, event: Event, value: Any, _ctx: Context) -> Event:
    if value == "shuffled":  # which is another event besides; an instruction in its place tells it
        raise Unsupported("word", "with a position that is shuffled")
    return event.but(position=value)


def _only(event: Event, kind: type[E]) -> E:
    """Return an event of the kind that can be changed so. Raises `Unsupported` for another one."""
    if not isinstance(event, kind):
        raise Unsupported("word", f"a change that is one of {kind.__name__}, for {type(event).__name__}")
    return event


def _kind(game: Game, event: Event, value: Any, ctx: Context) -> Event:
    if isinstance(event, LoseMana):
        return event.but(becomes=value)
    event = _only(event, AddMana)
    if value == "any color":
        value = game.ask_one(event.player, "mana", "WUBRG", ctx.about)
    named = mana_named(game, ctx.names["this ability"])
    return event.but(kinds=tuple(value if not named or kind in named else kind for kind in event.kinds))


@rule("106.12b", usual=(), mistakes={"all of it": lambda _rule, _game, _effect: frozenset()})
def mana_named(_game: Game, effect: Any) -> frozenset[str]:
    """An effect about mana of a certain type changes that mana, and none of another type that is produced with it."""
    return frozenset(kind for each in effect.events for kind in several(each.data.get("kind", [])))


def _top(_game: Game, event: Event, value: Any, _ctx: Context) -> Event:
    return _only(event, Search).but(top=value)


def _token(game: Game, event: Event, value: Any, ctx: Context) -> Event:
    event, number = _only(event, CreateToken), total(_only(event, CreateToken))
    kinds = [_entering_alike(game, event, each, ctx) for each in several(value)]
    return together([event.but(token=each, amount=number, object=None) for each in kinds])


def _either_token(game: Game, event: Event, value: list[Mapping[str, Any]], ctx: Context) -> Event:
    kinds = {token_name(game, each, several(each.get("subtypes", []))): each for each in value}
    chosen = game.ask_one(_only(event, CreateToken).player, "word", list(kinds), ctx.about)
    return _token(game, event, kinds[chosen], ctx)


def _and_token(game: Game, event: Event, value: Any, number: int | None, ctx: Context) -> Event:
    event = _only(event, CreateToken)
    many = total(event) if number is None else number
    return event.but(token=event.token.and_also(_entering_alike(game, event, value, ctx), many))


def _entering_alike(game: Game, event: CreateToken, value: Any, ctx: Context) -> Tokens:
    """Return other tokens; how they enter is not replaced. What they copy is chosen, where several are meant."""
    if isinstance(value.get("copy of"), dict):
        options = references.objects(game, value["copy of"], ctx)
        (model,) = game.choose(event.player, "copy", options, ctx.about)
        ctx, value = ctx.but(names={**ctx.names, "model": model}), {**value, "copy of": "model"}
    return specification(game, value, ctx, **dict(event.token.enters))


_CHANGES: Mapping[str, Callable[[Any, Event, Any, Context], Event]] = {
    "amount": _amount,
    "to": _to,
    "player": _player,
    "position": _position,
    "kind": _kind,
    "top": _top,
    "token": _token,
    "either token": _either_token,
}
