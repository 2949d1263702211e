"""Instructions that make something last or come later: effects, delayed triggers, skipped and extra turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects
from reference_engine.mtg.cards.abilities import ability, delayed
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.instructions.registry import (
    Spec,
    number_of,
    objects_of,
    players_of,
    present,
    remember,
    verb,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import ComingTurn, GameObject, Player
from reference_engine.mtg.replacing.candidate import Candidate
from reference_engine.mtg.spells.casting import can_be_cast, can_pay_for, cast_for
from reference_engine.mtg.spells.copying_spells import change_a_target, choose_new_targets
from reference_engine.mtg.spells.timing import PHASE_OF
from reference_engine.mtg.spells.triggers import trigger
from reference_engine.mtg.turn import add_steps, in_own_turn, phase_for_one_step, steps_of_phase

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@verb("effect")
def _effect(game: Game, spec: Spec, ctx: Context) -> None:
    data = spec["effect"]
    made = ability(data)
    size = amount(game, data["shield"], ctx) if "shield" in data else None
    each = [ctx]
    if size is not None and "prevent" in data and isinstance(data["prevent"].get("to"), dict):
        made = _ONE_SHIELD.get(data, _of_one)
        each = [ctx.but(names={**ctx.names, "shielded": obj}) for obj in shielded(game, data["prevent"]["to"], ctx)]
    for own in each:
        floating_effects.begin(game, made, own, until=spec.get("until"), uses=spec.get("uses"), shield=size)


_ONE_SHIELD: Final[Memo[Any]] = Memo()


def _of_one(data: Any) -> Any:
    return ability({**data, "prevent": {**data["prevent"], "to": "shielded"}})


@rule("615.11", usual=(), mistakes={"the first only": lambda function, *told: function(*told)[:1]})
def shielded(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """An effect that prevents the next so much damage to each of several creatures makes a shield for each there is."""
    return references.objects(game, spec, ctx)


@verb("when")
def _when(game: Game, spec: Spec, ctx: Context) -> None:
    names = spoken_of_before(game, spec, ctx)
    floating = floating_effects.begin(game, delayed(spec), ctx.but(names=names), until=spec.get("until"))
    if floating is not None:
        floating.once_triggered = not spec.get("each time")


@rule("603.7c", usual=(), mistakes={"what comes later": lambda _rule, _game, _spec, ctx: ctx.names})
def spoken_of_before(game: Game, spec: Spec, ctx: Context) -> dict[str, Any]:
    """What a delayed ability that waits for a step or turn calls "it" is the object that what made it calls so."""
    about = None if ctx.event is None else ctx.event.subject
    begins = any(each.get("event") == "begin" for each in several(spec["when"]))
    if about is None or not begins or "it" in ctx.names:
        return ctx.names
    return {**ctx.names, "it": present(game, ctx, about)}


_REFLEXIVE: Final[Memo[Any]] = Memo()


@verb("then trigger")
def _then_trigger(game: Game, spec: Spec, ctx: Context) -> None:
    made = _REFLEXIVE.get(
        spec,
        lambda data: ability(
            {"triggered": {"event": "reflexive"}, "do": data["then trigger"], "targets": data.get("targets", {})}
        ),
    )
    lineage = of_new_events(game, ctx)
    trigger(game, made, ctx.but(transformed=floating_effects.transformed_by_then(game, ctx), lineage=lineage))


@rule("614.5", usual=(), mistakes={"of the one replaced": lambda _rule, _game, ctx: ctx.lineage})
def of_new_events(_game: Game, _ctx: Context) -> frozenset[Any]:
    """What an ability does that triggers on a replacement is no event in place of the one that was replaced."""
    return frozenset()


@verb("replacing")
def _replacing(game: Game, spec: Spec, ctx: Context) -> None:
    own = Candidate(ability(spec["replacing"]), ctx, game.key(), own=True)
    game.moment.self_replacing.append(own)
    try:
        carry_out(game, spec["do"], ctx)
    finally:
        game.moment.self_replacing.remove(own)


_PHASES: Final = frozenset(PHASE_OF.values())


def _turn_part(what: str) -> dict[str, Any]:
    """Return the event pattern of a turn, a phase or a step that is called by its word."""
    if what == "turn":
        return {"turn": True}
    return {"phase": what} if what in _PHASES else {"step": what}


@verb("skip")
def _skip(game: Game, spec: Spec, ctx: Context) -> None:
    part = _turn_part(spec["skip"])
    for player in players_of(game, spec, ctx):
        made = ability({"replace": {"event": "begin", **part, "player": "skipping"}, "with": "nothing"})
        names = {**ctx.names, "skipping": player}
        if spec.get("object") == "next turn":
            names["skipped turn"] = ComingTurn(player, next=True)
        elif "object" in spec:
            names["skipped turn"] = ctx.names.get(spec["object"])
        for uses in [None] if spec.get("number") == "all" else [1] * number_of(game, spec, ctx):
            floating_effects.begin(game, made, ctx.but(names=names), until=spec.get("until"), uses=uses)


@verb("extra turn")
def _extra_turn(game: Game, spec: Spec, ctx: Context) -> None:
    for player in references.players(game, spec["extra turn"], ctx):
        for _ in range(number_of(game, spec, ctx)):
            extra = ComingTurn(player)
            game.turn.extra.insert(0, extra)
            remember(ctx, spec, extra)


@verb("extra phase")
def _extra_phase(game: Game, spec: Spec, ctx: Context) -> None:
    add_steps(game, [step for phase in spec["extra phase"] for step in steps_of_phase(phase)])


@verb("extra step")
def _extra_step(game: Game, spec: Spec, ctx: Context) -> None:
    """`You` get the step `number` times after this phase."""
    if in_own_turn(game, ctx.controller):
        add_steps(game, phase_for_one_step(game, spec["extra step"]) * number_of(game, spec, ctx))


@verb("cast")
def _cast(game: Game, spec: Spec, ctx: Context) -> None:
    """`player` may cast what is meant without paying its mana cost, or for another cost; `as` names the spells."""
    transformed, cost = "transformed" in spec, spec.get("cost", "nothing")
    done: list[GameObject | None] = []
    for player in players_of(game, spec, ctx):
        for obj in objects_of(game, spec["cast"], ctx):
            able = can_be_cast(game, obj, player, transformed) and can_pay_for(game, obj, player, cost)
            if able and game.accepts(player, ctx.about):
                cast_for(game, obj, player, cost, transformed)
                done.append(obj.became)
    remember(ctx, spec, done)
    if not done:
        carry_out(game, spec.get("else", []), ctx)


@verb("choose targets")
def _choose_targets(game: Game, spec: Spec, ctx: Context) -> None:
    player = ctx.names.get("player")
    for obj in objects_of(game, spec["choose targets"], ctx):
        choose_new_targets(game, obj, player if isinstance(player, Player) else ctx.controller)


@verb("change a target")
def _change_a_target(game: Game, spec: Spec, ctx: Context) -> None:
    new = references.the_object(game, spec["to"], ctx)
    for obj in objects_of(game, spec["change a target"], ctx):
        if new is not None:
            change_a_target(game, obj, new, ctx)
