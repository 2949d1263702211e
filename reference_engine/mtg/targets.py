"""Targets (115, 601.2c, 608.2b): what may be one, choosing, and whether they are still legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg import cant, references
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.context import Context
from reference_engine.mtg.event_patterns import recipient
from reference_engine.mtg.events import Target
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.patterns import pattern

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Thing = GameObject | Player
_SPAN = re.compile(r"(\d+) to (\d+)")
_DAMAGEABLE = frozenset({"Creature", "Planeswalker", "Battle"})


def wanted(data: Mapping[str, Any], modes: tuple[str, ...]) -> dict[str, Any]:
    """Return the targets that an ability asks for, by name, those of its chosen modes included."""
    found = dict(data.get("targets") or {})
    for mode in modes:
        found |= (data.get("modes") or {}).get(mode, {}).get("targets") or {}
    return found


def of_spell(game: Game, obj: GameObject) -> dict[str, Any]:
    """Return the targets that a spell asks for, by name (303.4a for an Aura)."""
    found: dict[str, Any] = {}
    what: Characteristics = game.look(obj)
    permanent = what.types.isdisjoint({"Instant", "Sorcery"})
    for held in what.abilities:
        if permanent:
            if held.ability.keyword == "enchant" and "Aura" in what.subtypes:
                found["enchant"] = held.ability.data["quality"]
            continue
        for part in held.ability.parts:
            if "spell" in part.data:
                found |= wanted(part.data, obj.casting.modes)
    return found


def possible(game: Game, spec: Any, obj: GameObject, ctx: Context) -> list[Thing]:
    """Return what may legally be chosen for a target."""
    what = spec["target"] if isinstance(spec, Mapping) and "target" in spec else spec
    things = [*_players_meant(game, what, ctx), *_objects_meant(game, what, ctx)]
    return [each for each in things if legal(game, each, what, obj, ctx)]


def _players_meant(game: Game, what: Any, _ctx: Context) -> list[Thing]:
    whats = what if isinstance(what, list) else [what]
    if any(isinstance(each, str) or "player" in each for each in whats):
        return list(game.in_turn_order())
    return []


def _objects_meant(game: Game, what: Any, ctx: Context) -> list[Thing]:
    found: list[Thing] = []
    for each in what if isinstance(what, list) else [what]:
        if each == "any":
            found += [obj for obj in game.battlefield if not game.look(obj).types.isdisjoint(_DAMAGEABLE)]
        elif isinstance(each, Mapping) and "player" not in each:
            found += [obj for obj in pattern(each).find(game, ctx) if obj not in found]
    return found


def legal(game: Game, thing: Thing, what: Any, obj: GameObject, ctx: Context) -> bool:
    """Say whether something is a legal target: it fits, it can be targeted, and it is not the spell itself."""
    if thing is obj or (isinstance(thing, GameObject) and thing.gone) or not _fits(game, thing, what, ctx):
        return False
    if isinstance(thing, GameObject) and thing.zone == "battlefield" and shielded(game, thing, obj):
        return False
    if isinstance(thing, Player) and thing is not obj.controller and player_has_hexproof(game, thing):
        return False
    return not cant.happen(game, Target(to=thing, source=obj, by=obj.controller))


def _fits(game: Game, thing: Thing, what: Any, ctx: Context) -> bool:
    for each in what if isinstance(what, list) else [what]:
        if each == "any":
            if isinstance(thing, Player) or not game.look(thing).types.isdisjoint(_DAMAGEABLE):
                return True
        elif isinstance(each, Mapping) and "player" not in each:
            if isinstance(thing, GameObject) and pattern(each).matches(game, thing, ctx):
                return True
        elif isinstance(thing, Player) and not thing.left and recipient(each)(game, thing, ctx):
            return True
    return False


def shielded(game: Game, thing: GameObject, obj: GameObject) -> bool:
    """Say whether a keyword keeps a permanent from being the target of a spell or ability."""
    words = game.look(thing).keywords
    return (
        ("shroud" in words and has_shroud(game))
        or ("hexproof" in words and has_hexproof(game, thing, obj.controller) and keeps_off(game, thing, obj))
        or ("protection" in words and protected_as_target(game, thing, obj.source or obj))
    )


@rule("702.11c")
def player_has_hexproof(game: Game, player: Player) -> bool:
    """A player with hexproof cannot be the target of opponents' spells and abilities."""
    return any(
        "hexproof" in (what.get("adds") or {}).get("abilities", ())
        and references.is_player(game, player, what["affects"], entry.context)
        for entry in game.index.ruling
        if references.means_players((what := entry.ability.data["static"]).get("affects"))
    )


@rule("702.18a", usual=("never",))
def has_shroud(_game: Game) -> bool:
    """A permanent with shroud cannot be the target of spells or abilities."""
    return True


@rule("702.11b")
def has_hexproof(_game: Game, thing: GameObject, controller: Player) -> bool:
    """A permanent with hexproof cannot be the target of its controller's opponents."""
    return controller is not thing.controller


@rule("702.11d", usual=("always",))
def keeps_off(game: Game, thing: GameObject, obj: GameObject) -> bool:
    """Hexproof from a quality keeps off spells that have it and abilities that have it or whose source has."""
    held = [each.ability.data for each in game.look(thing).abilities if each.ability.keyword == "hexproof"]
    tests = [recipient(each["quality"]) for each in held if "quality" in each]
    return len(tests) < len(held) or any(
        test(game, each, Context(thing)) for test in tests for each in (obj, obj.source) if each is not None
    )


@rule("702.16b", usual=("never",))
def protected_as_target(game: Game, thing: GameObject, source: GameObject) -> bool:
    """A permanent with protection cannot be the target of what has the quality."""
    return protected(game, thing, source)


@rule("702.16a")
def protected(game: Game, thing: GameObject, source: GameObject) -> bool:
    """Protection is from every object that has the quality named."""
    for held in game.look(thing).abilities:
        if held.ability.keyword == "protection":
            quality = held.ability.data["quality"]
            if recipient(quality)(game, source, Context(thing)):
                return True
    return False


def choose_all(
    game: Game,
    obj: GameObject,
    specs: Mapping[str, Any],
    player: Player,
    ctx: Context,
    about: str | None,
    named: Any = None,
) -> dict[str, list[Thing]] | None:
    """Choose all targets, those named by the action or by asking; None where there is no legal one (603.3d)."""
    chosen: dict[str, list[Thing]] = {}
    rest = list(named) if isinstance(named, list) else None
    for name, spec in specs.items():
        chooser = player
        if isinstance(spec, Mapping) and "by" in spec and "target" in spec:
            chooser = references.the_player(game, spec["by"], ctx) or player
        options = [each for each in possible(game, spec, obj, ctx) if not _excluded(spec, each, chosen)]
        least, most = number(game, spec, ctx, len(options))
        if isinstance(named, Mapping) and name in named:
            told = named[name]
            chosen[name] = _told(game, told if isinstance(told, list) else [told], options, least, most)
        elif rest is not None:
            take = rest[:most] if len(specs) > 1 else rest
            rest = rest[len(take) :]
            chosen[name] = _told(game, take, options, least, most)
        elif least > len(options):
            return None
        elif (least, most) == (1, 1):
            chosen[name] = game.choose(chooser, "target", options, about)
        elif (least, most) == (0, 1):
            chosen[name] = game.choose(chooser, "target", options, about, optional=True) if options else []
        else:
            chosen[name] = game.choose(chooser, "target", options, about, least, min(most, len(options)))
        ctx.names[name] = chosen[name]
    return chosen


@rule("601.2d")
def divide(game: Game, obj: GameObject, player: Player, ctx: Context) -> None:
    """
    What a spell or ability divides among targets is divided as they are chosen, at least one to each.

    Raises `Refused` for a division that an action names and that is none.
    """
    from reference_engine.mtg.game import word_of

    shares = obj.casting.divided
    for spec in _divided(_data(game, obj), obj.casting.modes):
        among = [word_of(thing) for thing in obj.casting.targets.get(str(spec["to"]), ())]
        total = amount(game, spec["damage"], ctx)
        if shares and (shares.keys() != set(among) or sum(shares.values()) != total):
            raise Refused(f"{obj} divides {total} among its targets", "601.2d")
        if not shares and len(among) > 1:
            shares.update(shared_out(game, player, among, total))


def shared_out(game: Game, player: Player, among: list[str], total: int) -> dict[str, int]:
    """Ask a player how much of a number each of some things gets, at least 1 of it."""
    shares: dict[str, int] = {}
    for place, word in enumerate(among, start=1):
        rest, left = len(among) - place, total - sum(shares.values())
        numbers = list(range(1, left - rest + 1)) if rest else [left]
        shares[word] = game.ask_one(player, "damage", numbers, word)
    return shares


def _divided(data: Any, modes: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
    """Yield the instructions that divide something, those of the chosen modes included."""
    if isinstance(data, list):
        for each in data:
            yield from _divided(each, modes)
    elif isinstance(data, Mapping):
        if data.get("divided"):
            yield data
        for word, value in data.items():
            yield from _divided([value[mode] for mode in modes] if word == "modes" else value, modes)


def _data(game: Game, obj: GameObject) -> list[Any]:
    if obj.ability is not None:
        return [obj.ability.data]
    return [part.data for held in game.look(obj).abilities for part in held.ability.parts if "spell" in part.data]


def _excluded(spec: Any, thing: Thing, chosen: Mapping[str, list[Thing]]) -> bool:
    other = spec.get("other") if isinstance(spec, Mapping) and "target" in spec else None
    names = [] if other is None else other if isinstance(other, list) else [other]
    return any(thing in chosen.get(name, ()) for name in names)


def number(game: Game, spec: Any, ctx: Context, there: int) -> tuple[int, int]:
    """Return how few and how many targets there may be."""
    told = spec.get("number", 1) if isinstance(spec, Mapping) and "target" in spec else 1
    if told == "any":
        return 0, there
    if isinstance(told, str) and (span := _SPAN.fullmatch(told)):
        return int(span[1]), min(int(span[2]), there)
    if isinstance(told, str) and told.startswith("up to "):
        word = told.removeprefix("up to ")
        return 0, int(word) if word.isdigit() else amount(game, word, ctx)
    exact = amount(game, told, ctx)
    return exact, exact


def _told(game: Game, words: list[str], options: list[Thing], least: int, most: int) -> list[Thing]:
    found: list[Thing] = []
    for word in words:
        thing = game.player_named(word) or game.find(word)
        fitting = (
            thing
            if thing in options
            else next(
                (each for each in options if isinstance(each, GameObject) and each.word == word and each not in found),
                None,
            )
        )
        if fitting is None:
            raise Refused(f"{word} is no legal target", "601.2c")
        found.append(fitting)
    if not least <= len(found) <= most:
        raise Refused(f"{len(found)} targets instead of {least} to {most}", "601.2c")
    return found


def still_legal(game: Game, obj: GameObject, ctx: Context) -> dict[str, list[Thing]] | None:
    """Return the targets that are still legal, by name; None if there were targets and all are illegal now (608.2b)."""
    if not obj.casting.targets:
        return {}
    specs = specs_of(game, obj)
    ctx.names.update(obj.casting.targets)
    left: dict[str, list[Thing]] = {}
    total = kept = 0
    for name, things in obj.casting.targets.items():
        spec = specs.get(name, "any")
        what = spec["target"] if isinstance(spec, Mapping) and "target" in spec else spec
        left[name] = [each for each in things if is_legal_still(game, each, what, obj, ctx)]
        total += len(things)
        kept += len(left[name])
    unharmed = obj.ability is not None and obj.ability.data.get("resolves without targets")
    if total and not kept and not unharmed and does_not_resolve(game):
        game.run.tell("All targets of {what} are illegal", "608.2b", what=obj)
        return None
    return left


@rule("608.2b")
def is_legal_still(game: Game, thing: Thing, what: Any, obj: GameObject, ctx: Context) -> bool:
    """As a spell or ability resolves, each target is checked again."""
    return legal(game, thing, what, obj, ctx)


@rule("608.2b", usual=("never",))
def does_not_resolve(_game: Game) -> bool:
    """A spell or ability all of whose targets are illegal does not resolve."""
    return True


def specs_of(game: Game, obj: GameObject) -> dict[str, Any]:
    """Return what a spell or ability on the stack asks of its targets, by name."""
    if obj.kind == "ability":
        assert obj.ability is not None
        return wanted(obj.ability.data, obj.casting.modes)
    return of_spell(game, obj)
