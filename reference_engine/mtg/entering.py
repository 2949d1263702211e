"""How a permanent enters (614.1c, 614.1d, 614.12, 614.13), and the same for one that is turned face up (614.1e)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import references
from reference_engine.mtg.abilities import Static, ability
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.context import Context
from reference_engine.mtg.copy_values import copied, enters_as
from reference_engine.mtg.events import Event, Move, TurnFaceUp
from reference_engine.mtg.objects import Copying, GameObject, Player
from reference_engine.mtg.words import choose_word
from reference_engine.mtg.zones import carry_effects

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacement import Candidate

_STATUS: Final = frozenset({"tapped", "face down", "back", "transformed"})


def _as_printed(_rule: Any, game: Game, event: Move) -> GameObject:
    new = _build(game, event)
    new.characteristics = new.printed
    return new


@rule("614.12", usual=(), mistakes={"as printed": _as_printed})
def as_it_would_exist(game: Game, event: Move) -> GameObject:
    """A permanent is judged as it would exist: as changed so far, by its own abilities and by effects that exist."""
    from reference_engine.mtg.layers.copying import copiable_values
    from reference_engine.mtg.layers.explain import explain_entering

    new = _build(game, event)
    game.look(new)
    if judged_alone(game):
        _alone(game, new)
        return new
    if (
        game.layered
        or any(part.zones and part.data.get("static") for held in new.printed.abilities for part in held.ability.parts)
        or event.added
        or new.counters
    ):
        _provisional(game, new, event)
        if game.run.trace is not None:
            explain_entering(game, new, copiable_values(game, new))
    else:
        new.characteristics = copiable_values(game, new)
    return new


def _build(game: Game, event: Move) -> GameObject:
    old = event.object
    back = event.back and old.face is not None and old.face.back is not None
    printed = old.printed
    if old.face is not None and old.kind == "card":
        printed = old.face.back.characteristics if back and old.face.back else old.face.characteristics
    under = event.under or (old.controller if old.zone == "stack" else old.owner)
    time = entering_time(game)
    new = GameObject(
        key=-old.key,  # the same however often it is worked out anew
        owner=old.owner,
        controller=under,
        zone="battlefield",
        timestamp=time,
        face=old.face,
        kind=kind_of_permanent(game, old),
        id=old.id,
        card=old.card,
        printed=printed,
        base_controller=under,
        tapped=event.tapped,
        face_down=event.face_down,
        back=back,
        attached_to=event.attached_to,
    )
    if old.zone == "stack":
        new.copying = list(old.copying)
        new.casting = old.casting
    new.copying += [Copying(values, time) for values in event.copying]
    new.entered_as = [(time, change) for change in event.entered_as]
    new.chosen = dict(event.chosen)
    new.moved.update(event.moved)
    if event.linked:
        link(game, new, event.linked)
    if old.zone == "stack":
        carry_effects(game, old, new)
    return new


@rule("608.3f", usual=(), mistakes={"stays a copy": lambda _rule, _game, old: old.kind})
def kind_of_permanent(_game: Game, old: GameObject) -> str:
    """A copy of a permanent spell becomes a token as it resolves."""
    return "token" if old.kind == "copy" else old.kind


@rule("613.7d", usual=("none",))
def entering_time(game: Game) -> int:
    """A permanent dates from when it enters."""
    return game.time()


@rule("614.14")
def link(_game: Game, new: GameObject, cards: tuple[GameObject, ...]) -> None:
    """What a replacement effect of a permanent exiled as it entered is what the permanent's other ability speaks of."""
    new.linked = list(cards)
    for each in cards:
        each.exiled_with = new


@rule("614.12")
def judged_alone(game: Game) -> bool:
    """Until 2017 continuous effects of other sources were ignored."""
    return game.edition is not None and game.edition < "2017"


def _alone(game: Game, new: GameObject) -> None:
    """Work out what the permanent would be by itself: its own static abilities, and what changed it on the stack."""
    from reference_engine.mtg.layers import apply_layers

    kept = game.battlefield, game.floating, game.stack
    game.battlefield, game.stack = [new], []
    game.floating = [each for each in kept[1] if each.locked is not None and new in each.locked]
    game.refreshing = True
    try:
        apply_layers(game)
    finally:
        game.refreshing = False
        game.battlefield, game.floating, game.stack = kept
        game.stale = True


def _provisional(game: Game, new: GameObject, event: Move) -> None:
    """Work out what the permanent would be if it were on the battlefield now."""
    from reference_engine.mtg.game import Floating
    from reference_engine.mtg.layers import apply_layers

    extra = [
        Floating(static, ctx, new.timestamp, ("entering", place), locked=[new])
        for place, (static, ctx) in enumerate(event.added)
    ]
    effects, touched = (game.layered, game.seen, game.watchful), list(game.touched)
    before = [(obj, obj.characteristics, obj.controller) for obj in (*game.battlefield, *game.stack, *touched)]
    game.battlefield.append(new)
    game.floating += extra
    game.refreshing = True
    try:
        apply_layers(game)
    finally:
        game.refreshing = False
        game.battlefield.remove(new)
        for each in extra:
            game.floating.remove(each)
        for obj in game.touched:
            obj.characteristics = obj.printed
        for obj, characteristics, controller in before:
            obj.characteristics, obj.controller = characteristics, controller
        (game.layered, game.seen, game.watchful), game.touched = effects, touched


@rule("613.7m")
def simultaneous_timestamps(game: Game, events: Sequence[Event]) -> None:
    """Of objects that enter together the active player's are older; each player orders their own."""
    new = [event.arriving for event in events if isinstance(event, Move) and event.arriving is not None]
    if len(new) < 2:  # noqa: PLR2004 - one needs no order
        return
    for player in game.in_turn_order():
        own = [obj for obj in new if obj.controller is player]
        if sum(_affects_others(obj) for obj in own) > 1:
            own = game.choose(player, "order", own, None, len(own), len(own), ordered=True)
        for obj in own:
            obj.timestamp = game.time()


def _affects_others(obj: GameObject) -> bool:
    """Say whether an object has effects whose order with others can mean something."""
    return any(
        isinstance(part, Static) and bool(part.layers) and part.affects.reference is None
        for held in obj.characteristics.abilities
        for part in held.ability.parts
    )


def do_first(game: Game, event: Event, instructions: Any, ctx: Context) -> Event:
    """Do what comes before a permanent enters; it may move other objects (614.13)."""
    from reference_engine.mtg.instructions import carry_out

    ctx.entering = True
    before = dict(ctx.names)
    carry_out(game, instructions, ctx)
    ctx.entering = False
    done = tuple((name, value) for name, value in ctx.names.items() if name not in before)
    if not isinstance(event, Move):
        return event
    new = event.arriving
    if new is not None and new.tapped:
        event = event.but(tapped=True)
    if new is not None and new.counters:
        event = event.but(counters=event.counters + tuple(new.counters.items()))
    linked = event.linked if new is None else tuple(new.linked)
    changed_event: Event = _again(event.but(moved=event.moved + done, linked=linked))
    return changed_event


def may_be_moved(game: Game, ctx: Context, obj: GameObject) -> bool:
    """Say whether an object may be chosen to change zones by what is done now."""
    return not ctx.entering or not (enters_too(game, obj) or moved_already(game, obj))


@rule("614.13a")
def enters_too(game: Game, obj: GameObject) -> bool:
    """What enters at the same time cannot be chosen to change zones for an entering-effect."""
    return obj in game.arriving


@rule("614.13b")
def moved_already(game: Game, obj: GameObject) -> bool:
    """One object cannot be chosen more than once to change zones by entering-effects."""
    return obj.key in game.entering_moved


def changed(
    game: Game, event: Move | TurnFaceUp, word: str, value: Any, change: Mapping[str, Any], ctx: Context
) -> Any:
    """Return how a permanent enters, changed in one respect."""
    if word == "except":
        return event
    if word == "counters":
        added = tuple((kind, amount(game, number, ctx)) for kind, number in value.items())
        return event.but(counters=event.counters + added)
    if word == "choose":
        kind, chosen = choice_as_it_enters(game, event, value, ctx)
        return _again(event.but(chosen=(*event.chosen, (kind, chosen))))
    if word in ("sets", "adds"):
        return _sets(game, event, word, change, ctx)
    if word == "copy of":
        return _copy(game, event, value, change, ctx)
    if not isinstance(event, Move):
        raise Unsupported("word", f"with {word!r}")
    if word in _STATUS:
        name = {"face down": "face_down", "transformed": "back"}.get(word, word)
        return _again(event.but(**{name: bool(value)}))
    if word == "controller":
        return _again(event.but(under=references.the_player(game, value, ctx)))
    if word == "attached to":
        things = references.things(game, value, ctx)
        return _again(event.but(attached_to=things[0] if things else None))
    raise Unsupported("word", f"with {word!r}")


def _again(event: Any) -> Any:
    """The permanent as it would exist has to be worked out anew."""
    return event.but(arriving=None) if isinstance(event, Move) else event


@rule("614.12a")
def choice_as_it_enters(game: Game, event: Move | TurnFaceUp, what: Any, ctx: Context) -> tuple[str, Any]:
    """A choice that an entering-effect asks for is made before the permanent enters."""
    subject = event.arriving if isinstance(event, Move) else event.object
    assert subject is not None
    return choose_word(game, subject.controller, what, subject.word, ctx)


def _sets(game: Game, event: Move | TurnFaceUp, word: str, change: Mapping[str, Any], ctx: Context) -> Any:
    sets = change.get("sets") or {}
    if word == "adds" and ("power" in sets or "toughness" in sets):
        return event  # done together with what is set
    if "power" in sets or "toughness" in sets:
        return _again(event.but(entered_as=(*event.entered_as, enters_as(game, change, ctx))))
    if not isinstance(event, Move):
        raise Unsupported("word", f"with {word!r}")
    static = ability({"static": {"affects": "this", word: change[word]}})
    return _again(event.but(added=(*event.added, (static, ctx))))


def copiable(game: Game, candidate: Candidate, event: Event) -> list[GameObject]:
    """Return what an entering permanent may become a copy of: not what enters with it."""
    spec = candidate.effect.data["with"]["copy of"]
    return _models(game, spec, event.subject, candidate.context.at(event))


def _models(game: Game, spec: Any, subject: GameObject | None, ctx: Context) -> list[GameObject]:
    found = references.objects(game, spec, ctx)
    return [obj for obj in found if obj is not subject and not enters_too(game, obj)]


def _copy(game: Game, event: Move | TurnFaceUp, what: Any, change: Mapping[str, Any], ctx: Context) -> Any:
    subject = event.arriving if isinstance(event, Move) else event.object
    assert subject is not None
    found = _models(game, what, subject, ctx.at(event))
    if not found:
        return event
    if isinstance(what, Mapping):
        chooser: Player = subject.controller
        optional = ctx.names.get("optional copy", True)
        chosen = game.choose(chooser, "copy", found, subject.word, optional=bool(optional))
    else:
        chosen = found[:1]
    if not chosen:
        return event
    exceptions = change.get("except") or {}
    values = copied(game, chosen[0], exceptions, ctx, subject)
    event = event.but(copying=(*event.copying, values))
    if exceptions.get("counters"):
        more = tuple((kind, amount(game, number, ctx)) for kind, number in exceptions["counters"].items())
        event = event.but(counters=event.counters + more)
    return _again(event)
