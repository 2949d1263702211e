"""Declaring attackers (508.1) and blockers (509.1): whether a declaration is legal, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg.cards.keywords import LANDWALK
from reference_engine.mtg.combat.attacking import attackable, can_attack_or_block, can_be_attacked
from reference_engine.mtg.events import Attack, BecomeBlocked, Block, Event, Tap
from reference_engine.mtg.language.conditions import changes_for, rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import recipient
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Player, Thing
from reference_engine.mtg.permanents.protection import protected
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_LANDWALK = frozenset({"landwalk", *LANDWALK})


def declare_attackers(game: Game, attackers: Mapping[GameObject, Thing]) -> None:
    """Declare attackers (508.1). Raises `Refused` where a declaration is illegal."""
    if game.active in game.combat.declared:
        raise Refused("attackers are declared once, as the step begins", "508.1")
    game.combat.declared.add(game.active)
    alone = len(attackers) == 1
    for obj, attacked in attackers.items():
        _check_attacker(game, obj, attacked, alone)
    _check_requirements(game, attackers)
    tapping = [Tap(object=obj) for obj in attackers if "vigilance" not in game.look(obj).keywords]
    if tapping:
        propose(game, *tapping)  # before they are attacking creatures and have what those have (508.1f, 508.1k)
    for obj, attacked in attackers.items():
        obj.attacking = attacked
        game.combat.attackers_came = True
    game.unsettle()
    if attackers:
        propose(
            game,
            *(Attack(object=obj, to=to, defender=game.defender_of(to), alone=alone) for obj, to in attackers.items()),
        )


def no_attackers_are_declared(game: Game) -> None:
    """Go on with no attackers if the step is the one for them. Raises `Refused` where a creature has to attack."""
    if game.turn.step == "declare attackers" and not game.over:
        _check_requirements(game, ())


def _check_requirements(game: Game, attackers: Iterable[GameObject]) -> None:
    if requirements(game, attackers) < most_requirements(game):
        raise Refused("more creatures that attack if able could attack", "508.1d")


def _check_attacker(game: Game, obj: GameObject, attacked: Thing, alone: bool) -> None:
    what = game.look(obj)
    if not (obj in game.permanents and can_attack_or_block(what)) or obj.controller is not game.active:
        raise Refused(f"{obj} is not a creature of the active player", "508.1a")
    if obj.tapped:
        raise Refused(f"{obj} is tapped", "508.1a")
    if not rested(game, obj):
        raise Refused(f"{obj} has come under its controller's control this turn", "302.6")
    if not can_be_attacked(game, attacked):
        raise Refused(f"{attacked} cannot be attacked by {game.active}", "508.1b")
    if "defender" in what.keywords and kept_from_attacking(game, obj):
        raise Refused(f"{obj} has defender", "702.3b")
    if cant.happen(game, Attack(object=obj, to=attacked, defender=game.defender_of(attacked), alone=alone)):
        raise Refused(f"{obj} cannot attack", "508.1c")


@rule("302.6")
def rested(game: Game, obj: GameObject) -> bool:
    """A creature attacks only if its controller has controlled it since the turn began, unless it has haste."""
    return not obj.sick or "haste" in game.look(obj).keywords


@rule("702.3b")
def kept_from_attacking(game: Game, obj: GameObject) -> bool:
    """A creature with defender cannot attack, unless it may as though it had none."""
    return not _as_though(game, obj)


def _as_though(game: Game, obj: GameObject) -> bool:
    return any(
        "attack" in allowed and pattern(allowed["attack"]).matches(game, obj, entry.context)
        for entry in rule_changes(game)
        if (allowed := entry.ability.data["static"].get("allows"))
    )


def requirements(game: Game, attackers: Iterable[GameObject]) -> int:
    """Return how many requirements to attack are obeyed if these creatures do."""
    return sum(len(changes_for(game, obj, "must")) for obj in attackers)


@rule("508.1d")
def most_requirements(game: Game) -> int:
    """As many requirements to attack have to be obeyed as can be without disobeying a restriction."""
    bound = [obj for obj in game.battlefield if changes_for(game, obj, "must")]
    if not bound:
        return 0
    together = [obj for obj in game.battlefield if _could_attack(game, obj, alone=False)]
    groups = [[obj] for obj in bound if _could_attack(game, obj, alone=True)]
    return max(requirements(game, group) for group in (*groups, together if len(together) > 1 else []))


def _could_attack(game: Game, obj: GameObject, alone: bool) -> bool:
    for attacked in attackable(game):
        with suppress(Refused):
            _check_attacker(game, obj, attacked, alone)
            return True
    return False


def declare_blockers(game: Game, blocks: Mapping[GameObject, Sequence[GameObject]]) -> None:
    """Declare blockers (509.1). Raises `Refused` where a declaration is illegal."""
    declaring = {obj.controller for obj in blocks}
    if declaring & game.combat.declared:
        raise Refused("blockers are declared once, as the step begins", "509.1")
    game.combat.declared |= declaring
    for obj, attackers in blocks.items():
        _check_blocker(game, obj, attackers)
    blocked = [each for attackers in blocks.values() for each in attackers]
    for each in blocked:
        if blocked.count(each) == 1 and "menace" in game.look(each).keywords:
            raise Refused(f"{each} can be blocked only by two or more creatures", "702.111b")
        if blocked.count(each) < needed(game, each):
            raise Refused(f"{each} can be blocked only by more creatures", "509.1b")
    events: list[Event] = []
    newly: list[Event] = []
    for obj, attackers in blocks.items():
        obj.blocking = list(attackers)
        becomes_a_blocker(game, obj)
        for each in attackers:
            if not each.blocked:
                each.blocked = True
                newly.append(BecomeBlocked(object=each, defender=obj.controller))
            events.append(Block(object=obj, to=each, further=each is not attackers[0]))
    game.unsettle()
    if events:
        propose(game, *events, *newly)


@rule("509.1g")
def becomes_a_blocker(_game: Game, obj: GameObject) -> None:
    """A creature that blocks is a blocking creature until it is out of combat, even if nothing is left to block."""
    obj.blocks = True


@rule("509.1b")
def needed(game: Game, attacker: GameObject) -> int:
    """Return the fewest creatures that can block an attacker, as abilities and effects say."""
    return max(changes_for(game, attacker, "blockers"), default=1)


def _check_blocker(game: Game, obj: GameObject, attackers: Sequence[GameObject]) -> None:
    what = game.look(obj)
    if not (obj in game.permanents and can_attack_or_block(what)):
        raise Refused(f"{obj} is not a creature", "509.1a")
    if obj.tapped:
        raise Refused(f"{obj} is tapped", "509.1a")
    if len(attackers) > 1 + more_blocks(game, obj):
        raise Refused(f"{obj} can block only one attacker", "509.1a")
    if len(set(attackers)) < len(attackers):
        raise Refused(f"{obj} cannot block the same attacker twice", "509.1a")
    for each in attackers:
        if each.attacking is None or game.defender_of(each.attacking) is not obj.controller:
            raise Refused(f"{each} is not attacking {obj.controller}", "509.1a")
        if not can_block(game, obj, each):
            raise Refused(f"{obj} cannot block {each}", "509.1b")


@rule("509.1a")
def more_blocks(game: Game, obj: GameObject) -> int:
    """A creature blocks one attacker: return how many more abilities and effects let it block."""
    return sum(allowed.get("block", 0) for allowed in changes_for(game, obj, "allows"))


@rule("509.1b")
def can_block(game: Game, obj: GameObject, attacker: GameObject) -> bool:
    """Evasion abilities and other restrictions say what a creature cannot block."""
    own, other = game.look(obj), game.look(attacker)
    if "flying" in other.keywords and own.keywords.isdisjoint({"flying", "reach"}):
        return False
    if ("shadow" in other.keywords) != ("shadow" in own.keywords):
        return False
    if ("protection" in other.keywords and cannot_be_blocked(game, attacker, obj)) or (
        not other.keywords.isdisjoint(_LANDWALK) and walks(game, attacker, obj.controller)
    ):
        return False
    return not cant.happen(game, Block(object=obj, to=attacker))


@rule("702.14c")
def walks(game: Game, attacker: GameObject, defending: Player) -> bool:
    """A creature with landwalk cannot be blocked while the defending player controls a land of that kind."""
    ctx = Context(attacker)
    wanted = [
        held.ability.data["quality"] for held in game.look(attacker).abilities if held.ability.keyword in _LANDWALK
    ]
    lands = [obj for obj in game.permanents if obj.controller is defending and "Land" in game.look(obj).types]
    return any(recipient(each)(game, land, ctx) for each in wanted for land in lands)


@rule("702.16f", usual=("never",))
def cannot_be_blocked(game: Game, attacker: GameObject, blocker: GameObject) -> bool:
    """An attacking creature with protection cannot be blocked by creatures that have the quality."""
    return protected(game, attacker, blocker)
