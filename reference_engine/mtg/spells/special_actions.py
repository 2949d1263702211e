"""Special actions (116.2): playing a land (305), turning a face-down permanent face up (708.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg.cards.keywords import TURNS_FACE_UP
from reference_engine.mtg.events import Move, PlayLand, TurnFaceUp
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import Casting, GameObject, Player
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.entering import as_it_would_be_face_up
from reference_engine.mtg.replacing.replacement import happen, propose
from reference_engine.mtg.spells import costs, permissions
from reference_engine.mtg.spells.casting import mentions_x
from reference_engine.mtg.spells.timing import sorcery_speed

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Held
    from reference_engine.mtg.game import Game


def play_land(game: Game, obj: GameObject, player: Player) -> None:
    """Play a land (305.1). Raises `Refused` where that is illegal."""
    if "Land" not in game.look(obj).types:
        raise Refused(f"{obj} is not a land", "305.1")
    if not sorcery_speed(game, player):
        raise Refused("a land is played only in a main phase of one's own turn with an empty stack", "305.1")
    if player.lands_played >= 1 + permissions.extra_lands(game, player):
        raise Refused("no land play is left this turn", "305.2")
    how = permissions.to_play(game, obj, player)
    if how is None:
        raise Refused(f"{player} cannot play {obj} from there", "305.1")
    if cant.happen(game, PlayLand(object=obj, player=player)):
        raise Refused(f"{obj} cannot be played", "614.17")
    player.lands_played += 1
    game.run.tell("{player} plays {land}", "305.1", player=player, land=obj)
    propose(game, Move(object=obj, to="battlefield", under=player))
    if obj.became is None:
        raise Refused(f"{obj} cannot be put onto the battlefield", "116.2a")
    played(game, PlayLand(object=obj.became, player=player))
    permissions.use_up(game, how)


@rule("305.1")
def played(game: Game, event: PlayLand) -> None:
    """Once a land has been put onto the battlefield by playing it, what triggers on that does so (603.2)."""
    happen(game, [event])


def turn_face_up(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> None:
    """Turn a face-down permanent up for its morph cost, or its mana cost. Raises `Refused` where that is illegal."""
    if not obj.face_down or obj.controller is not player or obj not in game.permanents:
        raise Refused(f"{obj} is not a face-down permanent of {player}", "708.7")
    found = face_up_abilities(game, obj)
    ways = {held.ability.keyword: held.ability.data["cost"] for held in found if held.ability.keyword in TURNS_FACE_UP}
    if for_its_mana_cost(game, obj):
        ways = {"": costs.parts(obj.printed.cost), **(ways if by_either_procedure(game) else {})}
    way = next(iter([*action.get("with", ()), *ways]), None)
    if way not in ways:
        raise Refused(f"nothing allows {obj} to be turned face up", "702.37e")
    if cant.happen(game, TurnFaceUp(object=obj)):
        raise Refused(f"{obj} cannot be turned face up", "614.17")
    number = _x_of(obj, ways[way] if way else None, action)
    costs.pay(game, ways[way], player, Context(obj, casting=Casting(x=number), cause=paid_for(game)))
    counters = (("+1/+1", 1),) if way == "megamorph" else ()  # 702.37b
    propose(game, TurnFaceUp(object=obj, counters=counters))


def _x_of(obj: GameObject, cost: Any, action: Mapping[str, Any]) -> int:
    """Return X of a morph or disguise cost (107.3d), and of the permanent's abilities (702.37f, 702.168e)."""
    number: int = action.get("x", 0)
    if mentions_x(cost):
        obj.casting = replace(obj.casting, x=number)
    elif "x" in action:
        raise Refused(f"{obj} is turned face up for no cost with X", "107.3d")
    return number


@rule("116.2b", usual=(), mistakes={"a spell or ability": lambda _rule, _game: "cost"})
def paid_for(_game: Game) -> str:
    """To turn a permanent face up is a special action, whose cost is no cost of a spell or ability, nor an effect."""
    return "special action"


@rule("701.40c", usual=("never",))
def by_either_procedure(_game: Game) -> bool:
    """A manifested card with morph or disguise is turned face up for the cost of that or for its mana cost."""
    return True


@rule("701.40b", usual=("never",))
def for_its_mana_cost(_game: Game, obj: GameObject) -> bool:
    """A manifested permanent is turned face up for its mana cost, if the card is a creature card and has one."""
    return obj.manifested and "Creature" in obj.printed.types and bool(obj.printed.cost)


@rule("702.37e", usual=(), mistakes={"as printed": lambda _rule, _game, obj: obj.printed.abilities})
def face_up_abilities(game: Game, obj: GameObject) -> Sequence[Held]:
    """What would have no morph cost if it were face up cannot be turned face up for one."""
    return as_it_would_be_face_up(game, TurnFaceUp(object=obj)).abilities
