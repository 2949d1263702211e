"""Targets (115, 601.2c, 608.2b): what may be one, choosing, and whether they are still legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Unsupported
from reference_engine.mtg.characteristics import DAMAGEABLE, Characteristics
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, not_too_many, span
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import recipient
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Player, Thing, word_of
from reference_engine.mtg.permanents.attaching import can_enchant
from reference_engine.mtg.permanents.protection import cannot_be_target, player_cannot_be_target

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Spec = Mapping[str, Any]


def wanted(data: Mapping[str, Any], modes: tuple[str, ...]) -> dict[str, Spec]:
    """Return the targets that an ability asks for, by name, those of its chosen modes included."""
    parts = [data, *(data["modes"][mode] for mode in modes)]
    return {name: _in_full(spec) for part in parts for name, spec in part.get("targets", {}).items()}


def _in_full(spec: Any) -> Spec:
    """Return what a target has to be, if a list says what it may be."""
    full = spec if isinstance(spec, dict) and "target" in spec else {"target": spec}
    return {**full, "target": several(full["target"])}


def of_spell(game: Game, obj: GameObject) -> dict[str, Spec]:
    """Return the targets that a spell asks for, by name (303.4a for an Aura)."""
    what: Characteristics = game.look(obj)
    if what.types.isdisjoint({"Instant", "Sorcery"}):
        qualities = [held.ability.data["quality"] for held in what.abilities if held.ability.keyword == "enchant"]
        return {"enchant": {**_in_full(qualities[0]), "host": True}} if qualities else {}
    return {name: spec for data in spells(game, obj) for name, spec in wanted(data, obj.casting.modes).items()}


def spells(game: Game, obj: GameObject) -> list[Any]:
    """Return what an instant or sorcery tells to do, as card data."""
    return [part.data for held in game.look(obj).abilities for part in held.ability.parts if "spell" in part.data]


def possible(game: Game, spec: Spec, obj: GameObject, ctx: Context) -> list[Thing]:
    """Return what may legally be chosen for a target."""
    players = [each for each in game.in_turn_order() if legal(game, each, spec, obj, ctx)]
    objects = dict.fromkeys(each for what in spec["target"] for each in _objects_meant(game, what, ctx))
    return [*players, *(each for each in objects if _exposed(game, each, obj) and _host(game, each, spec, obj))]


def _objects_meant(game: Game, what: Any, ctx: Context) -> Sequence[GameObject]:
    if what == "any":
        return [each for each in game.battlefield if _damageable(game, each)]
    return pattern(what).find(game, ctx) if isinstance(what, dict) else ()


def legal(game: Game, thing: Thing, spec: Spec, obj: GameObject, ctx: Context) -> bool:
    """Say whether something is a legal target: it fits, it can be targeted, and it is not the spell itself."""
    if isinstance(thing, Player):
        fits = any(_may_be(game, thing, what, ctx) for what in spec["target"])
        left_alone = thing.left or player_cannot_be_target(game, thing, obj.controller)
        return fits and not left_alone and _host(game, thing, spec, obj)
    fits = any(_fits(game, thing, what, ctx) for what in spec["target"])
    return fits and _exposed(game, thing, obj) and _host(game, thing, spec, obj)


def _host(game: Game, thing: Thing, spec: Spec, obj: GameObject) -> bool:
    return "host" not in spec or follows_all(game, obj, thing)


@rule("702.5c", usual=("always",))
def follows_all(game: Game, aura: GameObject, thing: Thing) -> bool:
    """The target of an Aura spell has to be what all of its enchant abilities say."""
    return can_enchant(game, aura, thing)


def _exposed(game: Game, thing: GameObject, obj: GameObject) -> bool:
    """Say whether nothing keeps an object from being the target of a spell or ability, which is never its own."""
    if thing.key == obj.key or thing.gone or not references.is_there(game, thing):
        return False
    return not (thing.zone == "battlefield" and cannot_be_target(game, thing, obj))


def _may_be(game: Game, player: Player, what: Any, ctx: Context) -> bool:
    return what == "any" or (not isinstance(what, dict) and recipient(what)(game, player, ctx))


def _fits(game: Game, thing: GameObject, what: Any, ctx: Context) -> bool:
    if what == "any":
        return _damageable(game, thing)
    return isinstance(what, dict) and pattern(what).matches(game, thing, ctx)


def _damageable(game: Game, thing: GameObject) -> bool:
    return not game.look(thing).types.isdisjoint(DAMAGEABLE)


class _Named:
    """The targets that an action names: all of them in order, or some by the names that the data gives them."""

    def __init__(self, named: Any, specs: Mapping[str, Spec]) -> None:
        self._in_order = list(named) if isinstance(named, list) else None
        self._by_name: Mapping[str, Any] = named if isinstance(named, Mapping) else {}
        if unknown := self._by_name.keys() - specs.keys():
            raise Refused(f"no such target: {min(unknown)}", "601.2c")

    def take(self, name: str, most: int) -> list[str] | None:
        """Return the words for a target, of those in order as many as it takes; None where it is asked for."""
        if self._in_order is not None:
            words, self._in_order = self._in_order[:most], self._in_order[most:]
            return words
        return several(self._by_name[name]) if name in self._by_name else None

    def close(self) -> None:
        """Raise `Refused` if words are left over."""
        if self._in_order:
            raise Refused(f"{', '.join(self._in_order)}: more targets than are asked for", "601.2c")


def choose_all(
    game: Game,
    obj: GameObject,
    specs: Mapping[str, Spec],
    player: Player,
    ctx: Context,
    about: str,
    named: Any = None,
) -> dict[str, list[Thing]] | None:
    """Choose all targets, those named by the action or by asking; None where there is no legal one (603.3d)."""
    told = _Named(named, specs)
    chosen: dict[str, list[Thing]] = {}
    for place, (name, spec) in enumerate(specs.items(), start=1):
        options = _apart_from_others(possible(game, spec, obj, ctx), spec, chosen)
        least, most = span(game, spec.get("number", 1), ctx, len(options))
        most = min([most, *_shared_among(game, obj, name, ctx)])
        words = told.take(name, most)
        if words is not None:
            chosen[name] = _told(words, options, least, most)
        else:
            later = dict([*specs.items()][place:])
            options = [
                each
                for each in options
                if leaves_the_rest(game, obj, later, ctx.but(names={**ctx.names, name: [each]}))
            ]
            if least > min(most, len(options)):
                return None
            chosen[name] = _asked(game, _chooser(game, spec, player, ctx, about), options, about, least, most)
        ctx.names[name] = chosen[name]
    told.close()
    return chosen


@rule("601.2c", usual=("always",))
def leaves_the_rest(game: Game, obj: GameObject, later: Mapping[str, Spec], ctx: Context) -> bool:
    """A target is announced for each time that one is asked for: none is chosen that leaves another without one."""
    return can_be_chosen(game, obj, later, ctx)


def can_be_chosen(game: Game, obj: GameObject, specs: Mapping[str, Spec], ctx: Context) -> bool:
    """Say whether there is a legal choice of all targets that are asked for."""
    if not specs:
        return True
    (name, spec), *rest = specs.items()
    options = _apart_from_others(possible(game, spec, obj, ctx), spec, ctx.names)
    least, _ = span(game, spec.get("number", 1), ctx, len(options))
    return any(
        can_be_chosen(game, obj, dict(rest), ctx.but(names={**ctx.names, name: list(some)}))
        for some in combinations(options, least)
    )


def _apart_from_others(options: Iterable[Thing], spec: Spec, chosen: Mapping[str, Any]) -> list[Thing]:
    """Return the options that differ from the targets which a specification says its own have to differ from."""
    if "other" not in spec:
        return list(options)
    if spec["other"] not in chosen:
        raise Unsupported("word", f"another target than {spec['other']!r}, which is not chosen before")
    return [each for each in options if each not in chosen[spec["other"]]]


def _chooser(game: Game, spec: Spec, player: Player, ctx: Context, about: str) -> Player:
    """Return who chooses a target: its spell's or ability's controller, or whom that tells, one of several (601.7a)."""
    told = references.players(game, spec["by"], ctx) if "by" in spec else [player]
    return game.choose(player, "player", told, about)[0] if len(told) > 1 else told[0]


def _asked(game: Game, chooser: Player, options: list[Thing], about: str, least: int, most: int) -> list[Thing]:
    if (least, most) == (1, 1):
        return game.choose(chooser, "target", options, about)
    if (least, most) == (0, 1):
        return game.choose(chooser, "target", options, about, optional=True)
    return game.choose(chooser, "target", options, about, least, min(most, len(options)))


def divide(
    game: Game, obj: GameObject, player: Player, ctx: Context, announced: Mapping[str, int] | None = None
) -> None:
    """
    What a spell or ability divides among targets, if it has some, is divided as they are chosen, at least one to each.

    Raises `Refused` for a division that an action names and that is none or of nothing, `Unsupported` where no damage
    is divided, or not among targets.
    """
    for told in _instructions(game, obj):
        match told:
            case {"divided": True, "damage": number, "to": str(to)} if to in obj.casting.targets:
                if among := obj.casting.targets[to]:
                    obj.casting.divided = _divided(game, obj, player, amount(game, number, ctx), among, announced)
            case {"divided": bool()}:
                raise Unsupported("word", "what is divided, and among what")
    if announced and not obj.casting.divided:
        raise Refused(f"{obj} divides nothing among targets", "601.2d")


def _shared_among(game: Game, obj: GameObject, name: str, ctx: Context) -> list[int]:
    """Return what is divided among targets, of which each has to get 1: there are no more of them."""
    told = [each for each in _instructions(game, obj) if each.get("divided") is True and each.get("to") == name]
    return [amount(game, each["damage"], ctx) for each in told if "damage" in each]


def _instructions(game: Game, obj: GameObject) -> list[Any]:
    """Return the instructions of a spell or ability and of its modes as they stand, without those within others."""
    word, parts = ("spell", spells(game, obj)) if obj.ability is None else ("do", [obj.ability.data])
    modes = [data["modes"][mode].get("do") for data in parts for mode in obj.casting.modes if "modes" in data]
    return [each for told in [*modes, *(data.get(word) for data in parts)] for each in several(told or [])]


def _divided(
    game: Game, obj: GameObject, player: Player, number: int, among: list[Thing], announced: Mapping[str, int] | None
) -> dict[Thing, int]:
    if not announced:
        return shared_out(game, player, among, number)
    shares = {thing: announced.get(word_of(thing), 0) for thing in among}
    strangers = announced.keys() - {word_of(thing) for thing in among}
    if strangers or not is_shared_out(game, list(shares.values()), number):
        raise Refused(f"{obj} divides {number} among its targets", "601.2d")
    return shares


@rule("601.2d")
def is_shared_out(_game: Game, shares: Sequence[int], number: int) -> bool:
    """All of what is divided is shared out, and each target gets at least 1 of it."""
    return sum(shares) == number and min(shares) >= 1


def shared_out(game: Game, player: Player, among: list[Thing], total: int) -> dict[Thing, int]:
    """Ask a player how much of a number each of some things gets, at least 1 of it; some may be called alike."""
    shares: dict[Thing, int] = {}
    for place, thing in enumerate(among, start=1):
        rest, left = len(among) - place, total - sum(shares.values())
        numbers = list(range(1, not_too_many(left - rest) + 1)) if rest else [left]
        shares[thing] = game.ask_one(player, "damage", numbers, word_of(thing))
    return shares


def _told(words: list[str], options: list[Thing], least: int, most: int) -> list[Thing]:
    found: list[Thing] = []
    for word in words:
        fitting = next((each for each in options if word_of(each) == word and each not in found), None)
        if fitting is None:
            raise Refused(f"{word} is not a legal target", "601.2c")
        found.append(fitting)
    if not least <= len(found) <= most:
        raise Refused(f"{len(found)} targets instead of {least} to {most}", "601.2c")
    return found


def still_legal(game: Game, obj: GameObject, ctx: Context) -> dict[str, list[Thing]] | None:
    """Return the targets that are still legal, by name; None if there were targets and all are illegal now (608.2b)."""
    if not obj.casting.targets:
        return {}
    specs = specs_of(game, obj)
    targets = obj.casting.targets
    ctx.names.update(targets)
    left = {
        name: [each for each in things if name in specs and is_legal_still(game, each, specs[name], obj, ctx)]
        for name, things in targets.items()
    }
    unharmed = obj.ability is not None and obj.ability.data.get("resolves without targets")
    if any(targets.values()) and not any(left.values()) and not unharmed and does_not_resolve(game):
        game.run.tell("All targets of {what} are illegal", "608.2b", what=obj)
        return None
    obj.casting.unknown = frozenset(name for name, things in targets.items() if things and not left[name])
    return left


@rule("608.2b")
def is_legal_still(game: Game, thing: Thing, spec: Spec, obj: GameObject, ctx: Context) -> bool:
    """As a spell or ability resolves, each target is checked again."""
    return legal(game, thing, spec, obj, ctx)


@rule("608.2b", usual=("never",))
def does_not_resolve(_game: Game) -> bool:
    """A spell or ability all of whose targets are illegal does not resolve."""
    return True


def specs_of(game: Game, obj: GameObject) -> dict[str, Spec]:
    """Return what a spell or ability on the stack asks of its targets, by name."""
    return of_spell(game, obj) if obj.ability is None else wanted(obj.ability.data, obj.casting.modes)
