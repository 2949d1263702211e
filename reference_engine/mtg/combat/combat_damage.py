"""Combat damage (510): who deals it in which step, what is assigned to what, and that it is dealt at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg import mistakes
from reference_engine.mtg.combat.assignment_order import keeps_to_the_rules, settle_orders
from reference_engine.mtg.combat.removal import attackers_and_blockers
from reference_engine.mtg.combat.trample import Assigned, Reserve
from reference_engine.mtg.events import Damage
from reference_engine.mtg.language.conditions import changes_for
from reference_engine.mtg.objects import GameObject, Player, Thing, Vacated, word_of
from reference_engine.mtg.replacing.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


class Step(Enum):
    """Which of the combat damage steps of its combat phase a step is (510.4)."""

    ONLY = auto()
    FIRST = auto()
    """The one in which first and double strikers deal damage."""
    SECOND = auto()


def step_that_begins(game: Game) -> Step:
    """Return which combat damage step it is that begins now."""
    return _step_for(game, attackers_and_blockers(game))


def _step_for(game: Game, strikers: Sequence[GameObject]) -> Step:
    """Return which step comes next, if these alone decide whether there is one for first strike."""
    if game.combat.first_strikers:
        return Step.SECOND
    return Step.FIRST if any(_strikes_first(game, obj) for obj in strikers) else Step.ONLY


def _strikes_first(game: Game, obj: GameObject) -> bool:
    return not game.look(obj).keywords.isdisjoint({"first strike", "double strike"})


def deal_damage(game: Game, step: Step) -> None:
    """Assign and deal the combat damage of one step (510.1, 510.2)."""
    dealing = [obj for obj in attackers_and_blockers(game) if deals_now(game, obj, step)]
    if step is Step.FIRST:
        game.combat.first_strikers = {obj.key for obj in dealing}
    events = [
        Damage(source=obj, to=thing, amount=number, combat=True)
        for obj, shares in assigned(game, dealing).items()
        for thing, number in shares.items()
    ]
    for obj in dealing:
        game.combat.assigned.pop(obj.key, None)  # what it deals in a second step is announced for that
    if events:
        propose(game, *events)


@rule("510.4")
def deals_now(game: Game, obj: GameObject, step: Step) -> bool:
    """First strikers deal damage in a step of their own; double strikers in both."""
    match step:
        case Step.ONLY:
            return True
        case Step.FIRST:
            return _strikes_first(game, obj)
        case Step.SECOND:
            return obj.key not in game.combat.first_strikers or "double strike" in game.look(obj).keywords


def assigned(game: Game, dealing: Sequence[GameObject]) -> dict[GameObject, dict[Thing, int]]:
    """Return the damage that creatures assign (510.1): what was announced, and what is asked for now."""
    shares, left = _announced(game, dealing)
    while left:
        obj = left.pop(0)
        shares[obj] = _asked(game, obj, shares, _reserves(game, left))
    settle_orders(game, shares)
    return shares


def _announced(
    game: Game, dealing: Sequence[GameObject]
) -> tuple[dict[GameObject, dict[Thing, int]], list[GameObject]]:
    """Return what was announced of the damage that creatures assign, and those of which nothing was."""
    those = [
        obj
        for obj in sorted(dealing, key=lambda obj: obj.attacking is None)
        if "Creature" in game.look(obj).types and assigns_damage(game, _assigning(game, obj))
    ]
    left = [obj for obj in those if obj.key not in game.combat.assigned]
    shares = {obj: _told(game, obj) for obj in those if obj.key in game.combat.assigned}
    if not keeps_to_the_rules(game, shares, _reserves(game, left)):
        raise Refused("lethal damage has to be assigned to what blocks first", "510.1e")
    return shares, left


def _reserves(game: Game, left: Sequence[GameObject]) -> list[Reserve]:
    return [Reserve(obj, _assigning(game, obj), _recipients(game, obj)) for obj in left]


def _assigning(game: Game, obj: GameObject) -> int:
    what = game.look(obj)
    return (what.toughness if changes_for(game, obj, "assigns") else what.power) or 0


@rule("510.1a", harmless={"always": "assigned damage of 0 or less would not be dealt (614.7a)"})
def assigns_damage(_game: Game, power: int) -> bool:
    """A creature that would assign 0 or less combat damage assigns none."""
    return power > 0


def announce_damage(game: Game, obj: GameObject, shares: Mapping[str, int]) -> None:
    """
    Announce how a creature will assign its combat damage. Raises `Refused` where it cannot, as things stand.

    What changes until the damage is dealt may make the assignment illegal still.
    """
    if obj not in attackers_and_blockers(game):
        raise Refused(f"{obj} neither attacks nor blocks", "510.1")
    game.combat.assigned[obj.key] = dict(shares)
    _told(game, obj)
    step = _step_for(game, [obj])
    _announced(game, [each for each in attackers_and_blockers(game) if deals_now(game, each, step)])


def _recipients(game: Game, obj: GameObject) -> list[Thing]:
    if obj.attacking is None:
        return [each for each in obj.blocking if not each.gone]
    blockers: list[Thing] = [each for each in game.battlefield if obj in each.blocking]
    attacked = [thing for thing in attacked_now(game, obj.attacking) if is_in_the_game(game, thing)]
    if not obj.blocked:
        return attacked
    if "trample" in game.look(obj).keywords:
        return [*blockers, *attacked]
    return blockers


@rule("800.4e", usual=("always",))
def is_in_the_game(_game: Game, thing: Thing) -> bool:
    """No combat damage is assigned to a player who has left the game."""
    return not (isinstance(thing, Player) and thing.left)


@rule("510.1b", usual=("nothing",), mistakes={"its defender": mistakes.whose_it_was})
def attacked_now(_game: Game, attacked: Thing | Vacated) -> list[Thing]:
    """A creature assigns damage to what it attacks; one that attacks nothing any more assigns none."""
    return [] if isinstance(attacked, Vacated) else [attacked]


def _told(game: Game, obj: GameObject) -> dict[Thing, int]:
    """Return what was announced of a creature's damage. Raises `Refused` where it cannot assign it so by itself."""
    told, to = game.combat.assigned[obj.key], _recipients(game, obj)
    words = {word_of(thing): thing for thing in to}
    if not told.keys() <= words.keys():
        raise Refused(f"{obj} cannot assign damage to that", "510.1e")
    shares = {thing: told.get(word, 0) for word, thing in words.items()}
    if to and sum(shares.values()) != _assigning(game, obj):
        raise Refused(f"{obj} cannot assign its damage that way", "510.1e")
    return shares


def _asked(game: Game, obj: GameObject, others: Assigned, later: Sequence[Reserve]) -> dict[Thing, int]:
    """Ask for one recipient after another; the last gets the rest, which limits what those before it may get."""
    left, to, shares = _assigning(game, obj), _recipients(game, obj), dict[Thing, int]()
    while to[1:]:
        thing = to.pop(0)
        options = []
        for number in range(left + 1):
            now, reserves = {**shares, thing: number}, [Reserve(obj, left - number, to), *later]
            if not to[1:]:
                now, reserves = {**now, to[0]: left - number}, [*later]
            if keeps_to_the_rules(game, {**others, obj: now}, reserves):
                options.append(number)
        shares[thing] = game.ask_one(obj.controller, "damage", options, word_of(thing))
        left -= shares[thing]
    return {**shares, to[0]: left} if to else {}
