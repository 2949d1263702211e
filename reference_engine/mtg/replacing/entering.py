"""How a permanent enters (614.1c, 614.1d, 614.12, 614.13), and the same for one that is turned face up (614.1e)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import Discard, Event, Move, TurnFaceUp
from reference_engine.mtg.floating_effects import Floating, Settled, begun
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context, linked
from reference_engine.mtg.language.word_choices import choose_word
from reference_engine.mtg.layers.copiable_values import copiable_values
from reference_engine.mtg.layers.copying import enters_as, prototype_values, values_of, with_exceptions
from reference_engine.mtg.layers.explain import explain_entering
from reference_engine.mtg.layers.supposing import as_things_are, supposed
from reference_engine.mtg.objects import Copying, GameObject, Kind, Player
from reference_engine.mtg.permanents.tokens import new_id
from reference_engine.mtg.zones import carry_effects

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Counters: TypeAlias = tuple[tuple[str, int], ...]

_STATUS: Final = {"tapped": "tapped", "back": "back"}
"""The words for how a permanent enters, and the part of the event that each is."""


@rule("614.12", usual=(), mistakes={"as printed": mistakes.as_printed})
def as_it_would_exist(game: Game, event: Move) -> GameObject:
    """A permanent is judged as it would exist: as changed so far, by its own abilities and by effects that exist."""
    new = build(game, event)
    game.look(new)
    new.characteristics = copiable_values(game, new)
    if (
        judged_alone(game)
        or game.layered.sight.zones
        or any(_goes_on(each, new) for each in game.floating)
        or any("static" in part.data for held in new.characteristics.abilities for part in held.ability.parts)
        or event.added
        or event.counters
        or event.put
    ):
        _provisional(game, new, event)
        new.choose(event.chosen)  # for the text that it has then, if that is another (607.5)
        explain_entering(game, new)
    return new


def build(game: Game, event: Move) -> GameObject:
    """Return the permanent that an object would become, without its characteristics."""
    old = event.object
    of_spell = old.zone == "stack" and becomes_permanent(game, event)
    back = event.back and old.face is not None and old.face.back is not None
    printed = _printed(old, back, of_spell)
    under = event.under
    if under is None:
        raise Unsupported("word", f"under the control of no player: {old}")
    time = entering_time(game)
    kind = kind_of_permanent(game, old)
    new = GameObject(
        key=-old.key,  # the same however often it is worked out anew
        owner=under if kind == "token" and owned_where_it_enters(game) else old.owner,
        controller=under,
        zone="battlefield",
        timestamp=time,
        face=old.face,
        kind=kind,
        id=new_id(game, printed.name) if kind == "token" and old.id is None else old.id,
        card=old.card,
        commander=old.commander,
        printed=printed,
        base_controller=by_default(game, event) if of_spell else under,
        tapped=event.tapped,
        face_down=event.face_down,
        being=event.being,
        back=back,
        attached_to=event.attached_to,
    )
    if of_spell:
        new.casting = old.casting
        new.copying += still_a_copy(game, old)
    new.copying += [Copying(values, time, until) for values, until in event.copying]
    new.entered_as = [(time, change) for change in event.entered_as]
    new.choose(event.chosen)
    new.named_on_entering.update(event.named_on_entering)
    new.entered_with = new.text
    new.manifested = event.manifested
    if event.linked:
        link(game, new, event.linked)
    if of_spell:
        carry_effects(game, old, new)
    return new


@rule("400.7d", usual=("always",))
def becomes_permanent(_game: Game, event: Move) -> bool:
    """A spell becomes a permanent as it resolves; what is put onto the battlefield in another way was no spell."""
    return event.as_it_resolves


@rule("400.7a", usual=(), mistakes={"as printed": lambda _rule, _game, _old: []})
def still_a_copy(_game: Game, old: GameObject) -> list[Copying]:
    """What a permanent spell has become a copy of it is still as the permanent, for as long as that lasts."""
    return old.copying


def _printed(old: GameObject, back: bool, of_spell: bool) -> Characteristics:
    """Return what is printed on what an object would become, on its back if that is to be up."""
    printed = old.printed
    if old.face is not None and old.kind == "card":
        printed = old.face.back.characteristics if back and old.face.back else old.face.characteristics
    return prototype_values(printed) if old.prototyped and of_spell else printed


@rule("111.2")
def owned_where_it_enters(game: Game) -> bool:
    """In the rules of 2013 a token's owner was who controlled it as it entered, and not who created it."""
    return game.of_2013


@rule("110.2b", usual=(), mistakes={"who has it as it resolves": lambda _rule, _game, event: event.under})
def by_default(game: Game, event: Move) -> Player | None:
    """The default controller of a permanent is who put its spell on the stack, even if another has control of that."""
    spell = event.object
    taken = event.under is spell.controller and not its_own_from_the_start(game)
    return spell.base_controller if taken else event.under


@rule("110.2b")
def its_own_from_the_start(game: Game) -> bool:
    """In the rules of 2013 the default controller was whoever had control of the spell as it resolved."""
    return game.of_2013


@rule("608.3f", usual=(), mistakes={"stays a copy": lambda _rule, _game, old: old.kind})
def kind_of_permanent(_game: Game, old: GameObject) -> Kind:
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
        each.exiled_with, each.exiled_for = new, linked(new.text)


@rule("614.12")
def judged_alone(game: Game) -> bool:
    """Until 2017 what enters was judged without the continuous effects of other sources."""
    return game.edition < "2017"


def _goes_on(floating: Floating, new: GameObject) -> bool:
    """Say whether an effect that changed a spell goes on applying to the permanent (400.7a)."""
    return floating.affects(new)


def _provisional(game: Game, new: GameObject, event: Move) -> None:
    """Work out what the permanent would be if it were on the battlefield now."""
    there = game.battlefield, game.stack, game.floating
    before = as_things_are(game)
    if judged_alone(game):  # by its own abilities and by what changed it on the stack
        game.battlefield, game.stack = [new], []
        game.floating = [each for each in game.floating if _goes_on(each, new)]
    else:
        added = [Floating(each, ctx, begun(game, ctx), None, settled=Settled([new])) for each, ctx, _ in event.added]
        game.battlefield, game.floating = [*game.battlefield, new], [*game.floating, *added]
    for kind, number in (*event.counters, *((each.kind, each.amount) for each in event.put)):
        new.counters[kind] += number
        new.counter_times[kind] = new.timestamp
    new.characteristics = supposed(game, new, before)
    new.counters.clear()
    new.counter_times.clear()
    game.battlefield, game.stack, game.floating = there


@rule("708.11", usual=(), mistakes={"as printed": lambda _rule, _game, event: event.object.printed})
def as_it_would_be_face_up(game: Game, event: TurnFaceUp) -> Characteristics:
    """What is turned face up is judged as it would be after that: as changed so far, and by effects that exist."""
    obj = event.object
    game.look(obj)
    was = obj.face_down, obj.copying, obj.entered_as
    before = as_things_are(game)
    obj.face_down = False
    obj.copying = [*obj.copying, *(Copying(values, game.time()) for values, _until in event.copying)]
    obj.entered_as = [*obj.entered_as, *((game.time(), change) for change in event.entered_as)]
    found = supposed(game, obj, before)
    obj.face_down, obj.copying, obj.entered_as = was
    return found


def do_first(game: Game, event: Event, instructions: Any, ctx: Context) -> Event:
    """Do what comes before a permanent enters; it may move other objects (614.13)."""
    from reference_engine.mtg.instructions import carry_out

    before = dict(ctx.names)
    carry_out(game, instructions, ctx.but(entering=True))
    done = tuple((name, value) for name, value in ctx.names.items() if name not in before)
    if not isinstance(event, Move):
        return event
    new = event.arriving
    assert new is not None
    return event.but(
        arriving=None,
        tapped=new.tapped,
        named_on_entering=event.named_on_entering + done,
        linked=tuple(new.linked),
        put=(*event.put, *new.put),
    )


def may_be_moved(game: Game, ctx: Context, obj: GameObject) -> bool:
    """Say whether an object may be chosen to change zones by what is done now."""
    return not ctx.entering or not (enters_too(game, obj) or moved_already(game, obj))


@rule("614.13a")
def enters_too(game: Game, obj: GameObject) -> bool:
    """What enters at the same time cannot be chosen to change zones for an entering-effect."""
    return obj in game.moment.arriving


@rule("614.13b")
def moved_already(game: Game, obj: GameObject) -> bool:
    """One object cannot be chosen more than once to change zones by entering-effects."""
    return obj.key in game.moment.chosen_to_move


def changed(
    game: Game, event: Move | TurnFaceUp | Discard, word: str, value: Any, change: Mapping[str, Any], ctx: Context
) -> Any:
    """Return how a permanent enters, also by being discarded, changed in one respect."""
    if word == "copy of":
        assert not isinstance(event, Discard)  # nothing enters as a copy by being discarded
        return _copy(game, event, change, ctx)
    if "copy of" in change:
        return event  # only together with the copying
    if word == "counters":
        return _again(event.but(counters=event.counters + counted(game, value, ctx)))
    if isinstance(event, Discard):
        raise Unsupported("word", f"with {word!r}")
    if word == "choose":
        kind, chosen = choice_as_it_enters(game, event, value)
        return _again(event.but(chosen=(*event.chosen, (kind, chosen))))
    if word in ("sets", "adds"):
        return _sets(game, event, word, change, ctx)
    if not isinstance(event, Move):
        raise Unsupported("word", f"with {word!r}")
    if word in _STATUS:
        return _again(event.but(**{_STATUS[word]: value}))
    if word == "controller":
        (player,) = game.choose(ctx.controller, "player", references.players(game, value, ctx), ctx.about)
        return _again(event.but(under=player))
    raise Unsupported("word", f"with {word!r}")


def _again(event: Any) -> Any:
    """The permanent as it would exist has to be worked out anew."""
    return event.but(arriving=None) if isinstance(event, Move) else event


@rule("614.12a", usual=(), mistakes={"not made": lambda _rule, _game, _event, _what: ("word", None)})
def choice_as_it_enters(game: Game, event: Move | TurnFaceUp, what: Any) -> tuple[str, Any]:
    """A choice that an entering-effect asks for is made before the permanent enters."""
    subject = event.object if isinstance(event, TurnFaceUp) else event.arriving or as_it_would_exist(game, event)
    kind, chosen = choose_word(game, subject.controller, what, subject.word)
    return kind, chosen.name if isinstance(chosen, Player) else chosen


def _sets(game: Game, event: Move | TurnFaceUp, word: str, change: Mapping[str, Any], ctx: Context) -> Any:
    told = {word: change[word]}
    if "power" in change.get("sets", ()) or is_copiable(game):
        return _again(event.but(entered_as=(*event.entered_as, enters_as(game, told, ctx))))
    if not isinstance(event, Move):
        raise Unsupported("word", f"with {word!r}")
    static = ability({"static": {"affects": "this", **told}})
    return _again(event.but(added=(*event.added, (static, ctx, None))))


@rule("707.2")
def is_copiable(game: Game) -> bool:
    """In the rules of 2013 whatever a permanent was said to be as it entered was copiable, and not its size alone."""
    return game.of_2013


def _copy(game: Game, event: Move | TurnFaceUp, change: Mapping[str, Any], ctx: Context) -> Any:
    """Return how a permanent enters as a copy; if nothing is copied, nothing else of the change applies either."""
    subject = event.subject
    assert subject is not None
    effect = ctx.names["this ability"]
    found = references.objects(game, change["copy of"], ctx)
    if effect.optional:
        found = [obj for obj in found if not leads_back(event, effect, obj)]
    if found:
        found = game.choose(subject.controller, "copy", found, subject.word, optional=effect.optional)
    if not found:
        return event
    linked_to_the_last_copy(game, subject, ctx)
    exceptions = dict(change.get("except", {}))
    also, counters = exceptions.pop("also", None), exceptions.pop("counters", {})
    if "as" in change:
        ctx.names[change["as"]] = found

    def as_a_copy(original: Characteristics, told: Mapping[str, Any]) -> tuple[Characteristics, Any]:
        values = with_exceptions(game, original, told, ctx, subject)
        return values, _again(event.but(copying=(*event.copying, (values, change.get("until")))))

    values, copy = as_a_copy(values_of(game, found[0]), exceptions)
    if also is not None and applies_too(game, also, ctx.at(_arriving(game, copy))):
        _, copy = as_a_copy(values, also)
    added = counted(game, counters, ctx.at(_arriving(game, copy)))
    copied = (*event.copied, (effect, found[0]))
    event = copy.but(copied=copied, besides=of_the_last_copy(game, event.besides, added))
    besides = {word: value for word, value in change.items() if word not in ("copy of", "except", "until", "as")}
    for word, value in besides.items():
        event = changed(game, event, word, value, besides, ctx)
    return _again(event)


def leads_back(event: Move | TurnFaceUp, effect: Any, obj: GameObject) -> bool:
    """Say whether it is a copy of that by that effect already: who always chose it again would be asked for ever."""
    return (effect, obj) in event.copied


@rule("707.9g")
def linked_to_the_last_copy(game: Game, subject: GameObject, ctx: Context) -> None:
    """What is linked to a copy effect does not trigger if another copy effect is applied after it."""
    game.moment.after = [(then, each) for then, each in game.moment.after if each is ctx or not _copied(each, subject)]


def _copied(ctx: Context, subject: GameObject) -> bool:
    """Say whether these are the surroundings of a copy effect on what enters."""
    effect = ctx.names.get("this ability")
    change = None if effect is None else effect.data.get("with")
    same = ctx.source is not None and ctx.source.key == subject.key
    return same and isinstance(change, dict) and "copy of" in change


@rule("707.9f", usual=("always",))
def applies_too(game: Game, also: Mapping[str, Any], ctx: Context) -> bool:
    """An exception for copies of some kind applies only if the copy would be of that kind without it."""
    return holds(game, also["if"], ctx)


def _arriving(game: Game, event: Move | TurnFaceUp) -> Event:
    """Return an event with the permanent as it would exist after it."""
    return event.but(arriving=as_it_would_exist(game, event)) if isinstance(event, Move) else event


def counted(game: Game, counters: Mapping[str, Any], ctx: Context) -> Counters:
    """Return counters, with how many of each kind."""
    return tuple((kind, amount(game, number, ctx)) for kind, number in counters.items())


@rule("707.9e", usual=(), mistakes={"all the same": lambda _rule, _game, before, added: before + added})
def of_the_last_copy(_game: Game, _before: Counters, added: Counters) -> Counters:
    """What a copy effect does besides does not happen if another copy effect is applied after it."""
    return added
