"""Instructions about objects: destroying, sacrificing, moving, tapping, countering, control, combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import exchange, floating_effects, library
from reference_engine.mtg.cards.abilities import Ability, ability
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.combat import removal
from reference_engine.mtg.events import (
    Counter,
    Damage,
    Destroy,
    Event,
    GainControl,
    Move,
    Regenerate,
    RemoveDamage,
    Sacrifice,
    Shuffle,
    Tap,
    Untap,
)
from reference_engine.mtg.instructions.registry import (
    Spec,
    attacked,
    moved,
    number_of,
    objects_of,
    players_of,
    remember,
    selected,
    taken,
    takes_from,
    verb,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents import phasing
from reference_engine.mtg.permanents.tokens import characteristics_listed
from reference_engine.mtg.permanents.transforming import may_transform
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.at_once import shuffled_for_arrivals
from reference_engine.mtg.replacing.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@verb("destroy")
def _destroy(game: Game, spec: Spec, ctx: Context) -> None:
    found = [obj for obj in objects_of(game, spec["destroy"], ctx) if obj.zone == "battlefield"]
    regenerate = "regenerate" not in spec
    happened = propose(game, *(ctx.makes(Destroy, object=obj, regenerate=regenerate) for obj in found))
    remember(ctx, spec, [event.object for event in happened if isinstance(event, Destroy)])


@verb("sacrifice")
def _sacrifice(game: Game, spec: Spec, ctx: Context) -> None:
    what = spec["sacrifice"]
    if isinstance(what, dict):
        what, spec = {"controller": "you", **what}, {"number": 1, **spec}
    events: list[Event] = []
    for player in players_of(game, spec, ctx):
        found = [
            obj
            for obj in objects_of(game, what, ctx.but(you=player))
            if obj.zone == "battlefield"
            and can_sacrifice(game, obj, player)
            and not sacrificed_already(game, obj)
            and not cant.happen(game, ctx.makes(Sacrifice, object=obj))
        ]
        if "number" in spec:
            found = taken(game, found, spec["number"], "sacrifice", player, ctx)
        if game.moment.collecting is not None:
            game.moment.sacrificed += found
        events += [ctx.makes(Sacrifice, object=obj) for obj in found]
    happened = propose(game, *events)
    done = [event.object for event in happened if isinstance(event, Sacrifice)]
    remember(ctx, spec, done)


@rule("701.21a")
def can_sacrifice(_game: Game, obj: GameObject, player: Player) -> bool:
    """A player cannot sacrifice what they do not control."""
    return obj.controller is player


@rule("701.21a")
def sacrificed_already(game: Game, obj: GameObject) -> bool:
    """To sacrifice a permanent is to move it, so one is not sacrificed for two events of the same time."""
    return obj in game.moment.sacrificed


@verb("exile")
def _exile(game: Game, spec: Spec, ctx: Context) -> None:
    if spec.get("position") == "top":
        found = _from_the_top(game, spec, ctx)
    else:
        found = [obj for _, objects in _chosen_by_each(game, spec, "exile", "exile", ctx) for obj in objects]
    found = _where_they_are_sought(spec, found)
    linked = ctx if "linked" in spec else None
    events = [ctx.makes(Move, object=obj, to="exile", face_down="face down" in spec, linked_by=linked) for obj in found]
    remember(ctx, spec, moved(propose(game, *events), found))


def _where_they_are_sought(spec: Spec, found: Iterable[GameObject]) -> list[GameObject]:
    """Return those of the objects that are in the zone which an instruction takes them `from`, if it names one."""
    return [obj for obj in found if spec.get("from", obj.zone) == obj.zone]


def _from_the_top(game: Game, spec: Spec, ctx: Context) -> list[GameObject]:
    """Return the cards on top of libraries that an instruction speaks of."""
    if not isinstance(spec["exile"], dict):
        raise Unsupported("word", f"the top of {spec['exile']!r}")
    owners = references.players(game, spec["exile"].get("owner", "you"), ctx)
    number = number_of(game, spec, ctx)
    return [card for player in owners for card in library.top(game, player, number)]


@verb("move")
def _move(game: Game, spec: Spec, ctx: Context) -> None:
    to = references.zone(spec["to"])
    attached_to = references.the_object(game, spec["attached to"], ctx) if "attached to" in spec else None
    counters = tuple((kind, amount(game, n, ctx)) for kind, n in spec.get("counters", {}).items())
    effects = spec.get("effects as it enters", ())
    added = tuple((ability(each["effect"]), ctx, each.get("until")) for each in effects)
    events = [
        ctx.makes(
            Move,
            object=obj,
            to=to,
            position=spec.get("position"),
            under=_under(game, spec, obj, player, ctx),
            tapped="tapped" in spec,
            face_down="face down" in spec,
            being=characteristics_listed(game, spec, ctx),
            back="transformed" in spec,
            attacking=attacked(game, spec, ctx),
            attached_to=attached_to,
            attached="attached to" in spec,
            counters=counters,
            added=added,
        )
        for player, objects in _chosen_by_each(game, spec, "move", "return", ctx)
        for obj in _where_they_are_sought(spec, objects)
        if not ("transformed" in spec and (has_one_face(game, obj) or does_not_transform(game, obj)))
    ]
    happened = propose(game, *(each for each in events if to != "battlefield" or each.under is not None))
    told = [event.object for event in events]
    remember(ctx, spec, moved(happened, told))
    if spec.get("position") == "shuffled":
        if shuffled_for_arrivals(game):
            told = [obj for obj in moved(happened, told) if obj.zone == "library"]
        _shuffle(game, spec["move"], told, ctx)


@rule("712.14a")
def has_one_face(_game: Game, obj: GameObject) -> bool:
    """A card that is not double-faced stays where it is if it would be put onto the battlefield transformed."""
    return obj.face is None or obj.face.back is None


@rule("712.14a")
def does_not_transform(game: Game, obj: GameObject) -> bool:
    """Until September 2025 a modal double-faced card, which could not transform, stayed where it was as well."""
    return not may_transform(game, obj)


def _under(game: Game, spec: Spec, obj: GameObject, player: Player, ctx: Context) -> Player | None:
    """Return under whose control an object is put onto the battlefield; of several each under its own owner's."""
    if "under" not in spec:
        return of_who_puts_it(game, player, ctx)
    told = spec["under"]
    if "owner of" in told:
        return obj.owner
    found = references.the_player(game, told, ctx)
    if found is None and not references.whose(told):
        raise Unsupported("word", f"under the control of {told!r}")
    return found


@rule("110.2a", usual=(), mistakes={"who tells it": lambda _rule, _game, _player, ctx: ctx.controller})
def of_who_puts_it(_game: Game, player: Player, _ctx: Context) -> Player:
    """What a player is told to put onto the battlefield enters under that player's control."""
    return player


def _shuffle(game: Game, what: Any, objects: Sequence[GameObject], ctx: Context) -> None:
    """Shuffle each library that something is shuffled into, once for all of it."""
    told = several(what)
    owners = [obj.owner for obj in objects] + whose_objects(game, told, ctx) + whose_sets(game, told, ctx)
    propose(game, *(ctx.makes(Shuffle, player=player) for player in dict.fromkeys(owners)))


@rule("701.24c", usual=("nothing",))
def whose_objects(game: Game, told: list[Any], ctx: Context) -> list[Player]:
    """A library into which specific objects were to be shuffled is shuffled even if they are not where expected."""
    if shuffled_for_arrivals(game):
        return []
    return [obj.owner for each in told if isinstance(each, str) for obj in references.objects(game, each, ctx)]


@rule("701.24d", usual=("nothing",))
def whose_sets(game: Game, told: list[Any], ctx: Context) -> list[Player]:
    """A library into which a set of objects was to be shuffled is shuffled even if there are none in the set."""
    sets = [each for each in told if isinstance(each, dict) and "owner" in each]
    return [player for each in sets for player in references.players(game, each["owner"], ctx)]


def _chosen_by_each(
    game: Game, spec: Spec, word: str, kind: str, ctx: Context
) -> list[tuple[Player, list[GameObject]]]:
    """Return what is moved or exiled by whom; where several players are told to do it, each chooses among their own."""
    found: list[tuple[Player, list[GameObject]]] = []
    players = players_of(game, spec, ctx)
    for player in players:
        there = objects_of(game, spec[word], ctx)
        own = [obj for obj in there if takes_from(spec, word, players, player, _whose(obj))]
        found.append((player, selected(game, spec, "own", kind, player, ctx.but(names={**ctx.names, "own": own}))))
    return found


def _whose(obj: GameObject) -> Player:
    return obj.controller if obj.zone == "battlefield" else obj.owner


@verb("tap")
def _tap(game: Game, spec: Spec, ctx: Context) -> None:
    if ctx.entering and spec["tap"] == "this":
        ctx.this.tapped = True  # it enters so, and does not become tapped
        return
    propose(game, *(ctx.makes(Tap, object=obj) for obj in objects_of(game, spec["tap"], ctx)))


@verb("untap")
def _untap(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(ctx.makes(Untap, object=obj) for obj in objects_of(game, spec["untap"], ctx)))


_REGENERATION = {
    "replace": {"event": "destroy", "object": "shielded"},
    "do": {"regenerate": "shielded"},
    "uses": 1,
}
"""The shield that regenerating makes (701.19a), in the words of card data."""


@verb("regenerate")
def _regenerate(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["regenerate"], ctx):
        if isinstance(ctx.event, Destroy):  # of a shield or a static ability (701.19b)
            regenerated(game, obj, ctx)
        else:
            shield = ctx.but(names={**ctx.names, "shielded": obj})
            floating_effects.begin(game, _SHIELD.get(spec, _shield), shield, until="end of turn", uses=1)


def _shield(spec: Spec) -> Ability:
    """Make an instruction's shield, with what it says to do if the permanent regenerates this way."""
    return ability({**_REGENERATION, "do": [_REGENERATION["do"], *several(spec.get("then", []))]})


_SHIELD: Final[Memo[Ability]] = Memo()


@rule("614.8")
def regenerated(game: Game, obj: GameObject, ctx: Context) -> None:
    """What is destroyed the next time regenerates instead."""
    propose(game, ctx.makes(Regenerate, object=obj))


@verb("remove damage")
def _remove_damage(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(RemoveDamage(object=obj) for obj in objects_of(game, spec["remove damage"], ctx)))


@verb("counter")
def _counter(game: Game, spec: Spec, ctx: Context) -> None:
    found = [obj for obj in objects_of(game, spec["counter"], ctx) if obj.zone == "stack"]
    happened = propose(game, *(ctx.makes(Counter, object=obj) for obj in found))
    remember(ctx, spec, [event.object for event in happened if isinstance(event, Counter)])


@verb("gain control")
def _gain_control(game: Game, spec: Spec, ctx: Context) -> None:
    players = players_of(game, spec, ctx)
    if len(players) > 1 or not (players or references.whose(spec["player"])):
        raise Unsupported("word", f"gain control, by {len(players)} players")
    player = next(iter(players), None)
    if not somebody(game, player):
        return
    taker = player or ctx.controller
    found = objects_of(game, spec["gain control"], ctx)
    taken_over = [(obj, taker) for obj in found if not cant.happen(game, GainControl(object=obj, player=taker))]
    handing = floating_effects.Handing(taken_over, ctx, spec.get("until"))
    if game.moment.collecting is None:
        floating_effects.give_control(game, handing)
    else:
        game.moment.handings.append(handing)


@rule("608.2b", usual=("always",))
def somebody(_game: Game, player: Player | None) -> bool:
    """What is to be done for the controller of an illegal target, who cannot be known, is not done."""
    return player is not None


@verb("exchange")
def _exchange(game: Game, spec: Spec, ctx: Context) -> None:
    remember(ctx, spec, exchange.carry_out(game, spec["exchange"], ctx, spec.get("until")))


@verb("phase out")
def _phase_out(game: Game, spec: Spec, ctx: Context) -> None:
    phasing.phase_out_together(game, objects_of(game, spec["phase out"], ctx))


@verb("remove from combat")
def _remove_from_combat(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["remove from combat"], ctx):
        removal.remove_from_combat(game, obj)


@verb("fight")
def _fight(game: Game, spec: Spec, ctx: Context) -> None:
    found = [obj for each in spec["fight"] for obj in objects_of(game, each, ctx)]
    creatures = [obj for obj in found if can_fight(game, obj)]
    if len(creatures) == len(spec["fight"]):
        first, second = creatures
        blows = [(first, second, 1), (second, first, 1)]
        if first is second and in_one_blow(game):
            blows = [(first, second, 2)]
        propose(
            game,
            *(
                ctx.makes(Damage, source=one, to=other, amount=times * (game.look(one).power or 0))
                for one, other, times in blows
            ),
        )


@rule("701.14b")
def can_fight(game: Game, obj: GameObject) -> bool:
    """What is no creature on the battlefield any more does not fight, nor does what should fight with it."""
    return obj.zone == "battlefield" and "Creature" in game.look(obj).types


@rule("701.14c")
def in_one_blow(game: Game) -> bool:
    """A creature that fights itself deals itself twice its power; in the rules of 2013 it dealt its power twice."""
    return not game.of_2013
