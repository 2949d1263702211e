"""Phasing (702.26): permanents phase out, with what is attached to them, and in again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.combat.removal import remove_from_combat
from reference_engine.mtg.objects import Counters, GameObject, Player
from reference_engine.mtg.permanents.attaching import no_longer_attached
from reference_engine.mtg.spells import bestowing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def phase_out_together(game: Game, objects: Sequence[GameObject]) -> None:
    """Let permanents phase out at the same time, with what is attached to them, and leave combat (702.26b)."""
    out: dict[GameObject, GameObject | Player | None] = {}
    for obj in directly(game, objects):
        game.look(obj)
        _note(game, out, obj, obj.controller)
    for obj in objects:
        if obj not in out:  # Auras that enchant one another
            _note(game, out, obj, obj.attached_to)
    for each in out:
        each.last_there = as_it_is_now(game, each)
    for each in out:
        remove_from_combat(game, each)
    for each, along in out.items():
        each.phased_out, each.phased_with = True, along
    game.renew()


def _note(game: Game, out: dict[GameObject, GameObject | Player | None], obj: GameObject, along: Any) -> None:
    """Note along with what a permanent phases out, or under whose control, and with it what is attached to it."""
    out[obj] = along
    leaving = [obj]
    for host in leaving:
        attached = [each for each in attached_things(game, host) if each not in out]
        out |= dict.fromkeys(attached, host)
        leaving += attached


@rule("702.26h", mistakes={"directly too": lambda _rule, _game, objects: list(objects)}, usual=())
def directly(_game: Game, objects: Sequence[GameObject]) -> list[GameObject]:
    """What is attached to something that phases out at the same time phases out indirectly only."""
    return [obj for obj in objects if not any(host in objects for host in hosts(obj))]


def hosts(obj: GameObject) -> Iterator[GameObject]:
    """Yield what an object is attached to, what that is attached to, and so on; Auras may enchant one another."""
    host, passed = obj.attached_to, [obj]
    while isinstance(host, GameObject) and host not in passed:
        yield host
        passed.append(host)
        host = host.attached_to


def as_it_is_now(game: Game, obj: GameObject) -> GameObject:
    """Return what is known last of a permanent that phases out now (608.2h)."""
    return replace(
        obj,
        gone=True,
        counters=Counters(obj.counters),
        blocking=[*obj.blocking],
        copying=[*obj.copying],
        had_attached=[each for each in game.permanents if each.attached_to is obj],
    )


@rule("702.26g", usual=("nothing",))
def attached_things(game: Game, obj: GameObject) -> list[GameObject]:
    """What is attached to a permanent phases out with it, and phases in with it and not by itself."""
    return [each for each in game.permanents if each.attached_to is obj]


def phase_in(game: Game, obj: GameObject) -> None:
    """Let a permanent phase in, at the same time as what phased out along with it."""
    coming = [obj]
    for host in coming:
        coming += [each for each in game.battlefield if each.phased_with is host and each not in coming]
    for each in coming:
        each.phased_out = False
    for each in coming:
        if has_nothing_to_be_on(game, each):
            each.attached_to = None  # nothing triggers on that (702.26j)
            no_longer_attached(game, each)
            bestowing.cease(game, each)
    game.renew()


@rule("702.26i")
def has_nothing_to_be_on(_game: Game, obj: GameObject) -> bool:
    """What was attached to something that has left its zone, or to a player who has left, phases in unattached."""
    host = obj.attached_to
    return host.left if isinstance(host, Player) else host is not None and host.gone
