"""The turn (500 to 514): its steps, what happens as each begins and ends, which are skipped or added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg import floating_effects
from reference_engine.mtg.combat import combat_damage, declaring, removal
from reference_engine.mtg.events import Begin, Discard, DrawCards, Event, PutCounters, Untap
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.language.conditions import changes_for, says_of
from reference_engine.mtg.loops import Watch
from reference_engine.mtg.objects import ComingTurn, GameObject, Player
from reference_engine.mtg.permanents import phasing
from reference_engine.mtg.replacing.replacement import happen, propose, settle
from reference_engine.mtg.spells import mana, stack
from reference_engine.mtg.spells.timing import PHASE_OF, STEPS, Planned, is_held_back, planned
from reference_engine.mtg.state_based import checking

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_MOST = 400
"""How many steps or turns in a row may pass, or be skipped, before the one wanted is taken for one that never comes."""
_MAXIMUM_HAND_SIZE: Final = 7
"""The usual maximum hand size (402.2)."""
_MAIN: Final = ("precombat main", "postcombat main")


def steps_of_phase(phase: str) -> list[Planned]:
    """Return the steps of an additional phase (500.8): `beginning`, `combat` or `main`."""
    return planned(["postcombat main"] if phase == "main" else [step for step in STEPS if PHASE_OF[step] == phase])


def add_steps(game: Game, steps: list[Planned]) -> None:
    """Add steps directly after the phase that there is (500.8)."""
    plan, place = game.turn.plan, rest_of_phase(game)
    plan[place:place] = steps
    places = [place for place, each in enumerate(plan) if PHASE_OF[each.step] in _MAIN]
    if Planned(_MAIN[0], begins_phase=True) in plan:
        phases = main_phases(game, len(places))
        for place in places:
            plan[place] = replace(plan[place], step=phases.pop(0))


@rule("505.1a", usual=("reversed",))
def main_phases(_game: Game, number: int) -> list[str]:
    """Only the first main phase of a turn is the precombat main phase, even one that is added before the usual two."""
    return [_MAIN[place > 0] for place in range(number)]


@rule(
    "500.10",
    usual=("nothing",),
    mistakes={"the whole phase": lambda _rule, _game, step: steps_of_phase(PHASE_OF[step])},
)
def phase_for_one_step(_game: Game, step: str) -> list[Planned]:
    """A step that is added after a phase comes in a phase created for it, and the other steps of that are skipped."""
    return [Planned(step, begins_phase=True)]


@rule("500.10a")
def in_own_turn(game: Game, player: Player) -> bool:
    """A player who gets an additional step gets it in their own turn and in no other."""
    return game.active is player


def resolve_top(game: Game) -> None:
    """All players pass and the top object of the stack resolves (117.4)."""
    if not game.stack:
        raise Refused("the stack is empty", "117.4")
    stack.resolve_top(game)
    checking.check(game)
    game.run.moment()


def resolve_all(game: Game) -> None:
    """All players pass until the stack is empty."""
    watch = Watch()
    while game.stack and not game.over:
        resolve_top(game)
        watch.look(game)


def pass_to(game: Game, step: str, whose: Player | None) -> None:
    """All players pass until a step has begun."""
    for _ in range(_MOST):
        resolve_all(game)
        if game.over:
            return
        next_step(game)
        declaring.no_attackers_are_declared(game)
        if game.turn.step == step and (whose is None or game.active is whose):
            return
    raise Refused(f"the {step} step does not come", "500.11")


_DECLARED = {"declare attackers": "508.1", "declare blockers": "509.1"}


def go_to(game: Game, step: str) -> None:
    """
    Go on within this turn to a step, for attackers or blockers to be declared as it begins (508.1, 509.1).

    Raises `Refused` where it is not to come, or where a player has had priority in it.
    """
    if game.turn.step == step and not game.turn.declaring:
        raise Refused(f"what is declared in the {step} step is declared as it begins", _DECLARED[step])
    while game.turn.step != step:
        if step not in [each.step for each in game.turn.plan]:
            raise Refused(f"there is no {step} step to come this turn", "500.1")
        resolve_all(game)
        if game.over:
            raise Refused("the game is over", "104.1")
        next_step(game)
        if game.turn.step != step:
            declaring.no_attackers_are_declared(game)


def next_step(game: Game) -> None:
    """End the step and begin the next one that is not skipped."""
    end_step(game)
    for _ in range(_MOST):
        if not game.turn.plan:
            begin_turn(game)
        coming = game.turn.plan.pop(0)
        if _comes(game, coming.step) and not is_skipped(game, coming):
            begin_step(game, coming.step)
            return
        if not rest_of_phase(game):
            end_phase(game)


def _comes(game: Game, step: str) -> bool:
    """Say whether a step is there at all: those after the declaration of attackers only with attackers (508.8)."""
    if step in ("declare blockers", "combat damage"):
        return goes_on(game)
    return True


@rule("508.8")
def goes_on(game: Game) -> bool:
    """Combat goes on if a creature was declared or put attacking, even if none is left; else two steps are skipped."""
    return game.combat.attackers_came


@rule("614.10")
def is_skipped(game: Game, coming: Planned) -> bool:
    """A step or phase whose beginning is replaced with nothing is skipped."""
    begins = not coming.begins_phase or _phase_begins(game, PHASE_OF[coming.step])
    return not (begins and propose_step(game, coming.step))


def _phase_begins(game: Game, phase: str) -> bool:
    """Propose that a phase begins; say whether it does. If not, none of its steps comes."""
    if propose(game, Begin(player=game.active, phase=phase)):
        return True
    del game.turn.plan[: rest_of_phase(game)]
    return False


def rest_of_phase(game: Game) -> int:
    """Return how many of the steps to come belong to the phase that there is; another of its kind may follow it."""
    return next((place for place, step in enumerate(game.turn.plan) if step.begins_phase), len(game.turn.plan))


def propose_step(game: Game, step: str) -> bool:
    """Propose that a step begins; say whether it does. Its beginning is noticed by triggers once it is there."""
    game.turn.beginning = settle(game, Begin(player=game.active, step=step))
    return bool(game.turn.beginning)


def begin_step(game: Game, step: str) -> None:
    """Begin a step: what it does by itself, then what triggers at its beginning, then priority."""
    game.turn.step = step
    game.turn.before = len(game.turn.history)
    game.combat.declared.clear()
    game.unsettle()
    game.run.tell("{player}: {step}", "500.1", step=step, player=game.active)
    first, game.turn.first = game.turn.first, []
    for instructions, ctx in first:
        carry_out(game, instructions, ctx)
    if step == "untap":
        phase_in(game)
        untap(game)
    elif step == "upkeep":
        floating_effects.end_at(game, "your next upkeep", game.active)
    begun = [each for each in game.turn.beginning if isinstance(each, Begin)]
    happen(game, begun)
    if step == "draw":
        draw(game)
    elif step == "precombat main":
        lore(game)
    elif step == "combat damage":
        _combat_damage(game)
    elif step == "cleanup":
        cleanup(game)
    if not is_held_back(game):
        checking.check(game)
        game.run.moment()


def end_step(game: Game) -> None:
    """End a step, and with the last step of a phase that phase."""
    for end in as_it_ends(game):
        end(game)


@rule("500.5", usual=("reversed",))
def as_it_ends(game: Game) -> list[Callable[[Game], None]]:
    """Effects that last until the end of a phase expire as it ends, and then unspent mana empties."""
    return [mana.empty_pools] if rest_of_phase(game) else [end_phase, mana.empty_pools]


def end_phase(game: Game) -> None:
    """End a phase: with the combat phase, whichever was its last step, combat ends (508.1k, 509.1g)."""
    if PHASE_OF[game.turn.step] == "combat":
        removal.end_combat(game)
        until_end_of_combat(game)


@rule("500.5a")
def until_end_of_combat(game: Game) -> None:
    """Effects that last until end of combat end with the combat phase."""
    floating_effects.end_at(game, "end of combat")


@rule("502.1")
def phase_in(game: Game) -> None:
    """What had phased out under the active player's control phases in before anything untaps."""
    for obj in game.battlefield:
        if obj.phased_out and (obj.phased_with or obj.controller) in (game.active, *game.turn.passed):
            phasing.phase_in(game, obj)


@rule("502.3")
def untap(game: Game) -> None:
    """The active player untaps their permanents, all at once."""
    tapped = [obj for obj in game.permanents if obj.tapped and obj.controller is game.active and not left(game, obj)]
    if tapped:
        propose(game, *(Untap(object=obj) for obj in tapped))


@rule("502.3")
def left(game: Game, obj: GameObject) -> bool:
    """The active player determines beforehand what untaps, and may leave tapped what an effect lets them."""
    return bool(changes_for(game, obj, "may stay tapped")) and game.accepts(game.active, obj.word)


@rule("504.1")
def draw(game: Game) -> None:
    """The active player draws a card: what is about drawing one or more cards is about that, too."""
    propose(game, DrawCards(player=game.active, amount=1))


@rule("714.3c")
def lore(game: Game) -> None:
    """As the precombat main phase begins, a player puts a lore counter on each Saga they control that has chapters."""
    events: list[Event] = [
        PutCounters(to=obj, kind="lore", amount=1, by=game.active)
        for obj in game.permanents
        if obj.controller is game.active and "Saga" in game.look(obj).subtypes and _has_chapters(obj)
    ]
    if events:
        propose(game, *events)


def _has_chapters(obj: GameObject) -> bool:
    return any(held.ability.keyword == "chapter" for held in obj.characteristics.abilities)


def _combat_damage(game: Game) -> None:
    step = combat_damage.step_that_begins(game)
    if step is combat_damage.Step.FIRST:
        game.turn.step = "first-strike damage"
        game.turn.plan.insert(0, Planned("combat damage"))
    combat_damage.deal_damage(game, step)


def cleanup(game: Game) -> None:
    """Discard to the maximum hand size, remove damage, end what lasts until end of turn (514)."""
    surplus = len(game.active.hand) - _MAXIMUM_HAND_SIZE
    if surplus >= 1 and not has_no_maximum(game, game.active):
        cards = game.choose(game.active, "discard", game.active.hand, None, surplus, surplus)
        propose(game, *(Discard(object=card, player=game.active) for card in cards))
    wear_off(game)
    if another_cleanup(game, checking.check(game)):
        game.turn.plan.insert(0, Planned("cleanup"))


@rule("514.3a", usual=("never",))
def another_cleanup(_game: Game, busy: bool) -> bool:
    """A cleanup step with state-based actions or triggers is followed by another; players act in it before that."""
    return busy


@rule("514.2")
def wear_off(game: Game) -> None:
    """All damage is removed, and what lasts until end of turn or this turn ends, at the same time."""
    for obj in game.battlefield:
        obj.damage = 0
    floating_effects.end_at(game, "end of turn")


def has_no_maximum(game: Game, player: Player) -> bool:
    """Say whether an effect leaves a player no maximum hand size (402.2)."""
    return says_of(game, player, "maximum hand size")


def begin_turn(game: Game) -> None:
    """Begin the next turn that is not skipped: an extra turn if one waits, else that of the next player (500.7)."""
    turn = game.turn
    for _ in range(_MOST):
        extra = turn.extra.pop(0) if turn.extra else None
        player = _next_in_turn_order(game) if extra is None else extra.player
        if does_not_begin(game, player):
            turn_would_begin(game, player)
            continue
        # The old turn is over, so that what waits for the end of turns has ended before the next can be skipped.
        begun = settle(game, Begin(player=player, turn=True, extra=extra is not None))
        if turn_is_skipped(game, begun):
            continue
        _between_turns(game, player)
        happen(game, begun)
        if extra is not None:
            extra.number = turn.number
        turn.plan = planned(STEPS)
        return
    raise Refused("no turn begins", "500.11")


def _next_in_turn_order(game: Game) -> Player:
    """Let the turn of the next player come up, which is then the last regular one even if it does not begin."""
    turn = game.turn
    turn.regular = game.players[(turn.regular.seat + 1) % len(game.players)]
    return turn.regular


@rule("800.4k", usual=("never",))
def does_not_begin(_game: Game, player: Player) -> bool:
    """A turn that would be one of a player who has left does not begin."""
    return player.left


def turn_would_begin(game: Game, player: Player) -> None:
    """Let be over what waits for the turn of a player who has left, as that would have begun."""
    last_until_then(game, player)
    phased_out_until_then(game, player)


@rule("800.4m")
def last_until_then(game: Game, player: Player) -> None:
    """What lasts until the next turn of a player who has left ends when that turn would have begun."""
    floating_effects.end(game, lambda each: floating_effects.ends_in_a_turn_of(game, each, player))


@rule("702.26n")
def phased_out_until_then(game: Game, player: Player) -> None:
    """What had phased out under the control of a player who has left phases in in the next untap step after that."""
    game.turn.passed.add(player)


@rule("614.10a")
def turn_is_skipped(_game: Game, begun: list[Event]) -> bool:
    """A turn whose beginning is replaced with nothing does not happen; the next that is not skipped begins."""
    return not begun


def _between_turns(game: Game, player: Player) -> None:
    """Go from one turn to the next: what is counted each turn starts again, and "until your next turn" is over."""
    game.active = player
    game.turn.number += 1
    game.turn.history.clear()
    game.turn.known.clear()
    game.turn.activated.clear()
    for each in game.players:
        each.lands_played = each.drawn = each.gained = each.lost_life = each.cast = 0
    for obj in game.battlefield:
        obj.damaged_by.clear()
        obj.loyalty_activated = False
    for floating in game.floating:
        bound = floating.context.names.get("skipped turn")
        if isinstance(bound, ComingTurn) and bound.next and bound.number is None and bound.player is player:
            bound.number = game.turn.number
    floating_effects.end_at(game, "your next turn", player)
    game.unsettle()
    game.index  # noqa: B018 - works out who controls what now
    controlled_as_it_begins(game, player)


@rule("302.6")
def controlled_as_it_begins(game: Game, player: Player) -> None:
    """What a player controls as their turn begins, what lasted until then being over, they control since then."""
    for obj in game.battlefield:
        if obj.controller is player:
            obj.sick = False
