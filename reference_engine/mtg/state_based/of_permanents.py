"""State-based actions that look at one permanent at a time: what is dead, spent, defeated, or attached to nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import telling
from reference_engine.mtg.events import Destroy, Event, Move, RemoveCounters, Sacrifice, Unattach
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.permanents.attaching import attachable, enchantable
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.spells import bestowing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def of_permanents(game: Game, there: Sequence[GameObject]) -> list[Event]:
    """Return what becomes of permanents, each by what it is itself."""
    events: list[Event] = []
    for obj in there:
        if obj.counters:
            events += _annihilate(game, obj)  # before it leaves, if it does at the same time
        event = _fate(game, obj)
        if event is not None:
            events.append(event)
    return events


def _fate(game: Game, obj: GameObject) -> Event | None:
    """Return what becomes of a permanent, None if it stays as it is; of several such events the first is enough."""
    what = game.look(obj)
    if "Creature" in what.types and (event := _creature(game, obj)) is not None:
        return event
    if "Planeswalker" in what.types and no_loyalty(game, obj):
        game.run.tell("{what} has no loyalty left", "704.5i", what=obj)
        return Move(object=obj, to="graveyard")
    if "Battle" in what.types and _defeated(game, obj):
        game.run.tell("{what} has no defense left", "704.5v" if _waits(game, obj) else "704.5w", what=obj)
        return Move(object=obj, to="graveyard")
    if "Saga" in what.subtypes and saga_over(game, obj):
        game.run.tell("The last chapter of {what} is over", "704.5s", what=obj)
        return Sacrifice(object=obj)
    if "Aura" in what.subtypes and obj.attached_to is not None and comes_off_first(game, obj):
        telling.comes_off(game, obj)
        return Unattach(object=obj)
    if "Aura" in what.subtypes and not aura_stays(game, obj) and not bestowing.comes_off_instead(game, obj):
        game.run.tell("{what} is not attached to anything that it may be attached to", "704.5m", what=obj)
        return Move(object=obj, to="graveyard")
    if obj.attached_to is not None and not stays_attached(game, obj):
        telling.comes_off(game, obj)
        return Unattach(object=obj)
    return None


def _creature(game: Game, obj: GameObject) -> Event | None:
    toughness = game.look(obj).toughness or 0
    if zero_toughness(game, toughness):
        game.run.tell("{what} has toughness {number}", "704.5f", what=obj, number=toughness)
        return Move(object=obj, to="graveyard")
    lethal = lethally_damaged(game, obj, toughness)
    if not lethal and not deathtouched(game, obj):
        return None
    event = Destroy(object=obj)
    if cant.happen(game, event):
        return None
    if lethal:
        game.run.tell("{what} has lethal damage: {n} on toughness {t}", "704.5g", what=obj, n=obj.damage, t=toughness)
    else:
        game.run.tell("{what} was dealt damage by a source with deathtouch", "704.5h", what=obj)
    return event


@rule("704.5f")
def zero_toughness(_game: Game, toughness: int) -> bool:
    """A creature with toughness 0 or less is put into its owner's graveyard; regeneration cannot help."""
    return toughness <= 0


@rule("704.5g")
def lethally_damaged(_game: Game, obj: GameObject, toughness: int) -> bool:
    """A creature with damage equal to its toughness or more has been dealt lethal damage and is destroyed."""
    return toughness <= obj.damage


@rule("704.5h")
def deathtouched(game: Game, obj: GameObject) -> bool:
    """A creature that was dealt damage by a source with deathtouch is destroyed."""
    return obj in game.unchecked.deathtouched


@rule("704.5i")
def no_loyalty(_game: Game, obj: GameObject) -> bool:
    """A planeswalker with loyalty 0 is put into its owner's graveyard."""
    return obj.counters["loyalty"] <= 0


@rule("704.5s")
def saga_over(game: Game, obj: GameObject) -> bool:
    """A Saga with chapters whose last has come, and none of whose abilities waits, is sacrificed."""
    chapters = [held.ability.data["n"] for held in game.look(obj).abilities if held.ability.keyword == "chapter"]
    if not chapters and not goes_without_chapters(game):
        return False
    return obj.counters["lore"] >= max(chapters, default=0) and not chapter_waits(game, obj)


@rule("714.4")
def goes_without_chapters(game: Game) -> bool:
    """Until June 2025 a Saga without chapters was sacrificed as well, its final chapter number being 0 (714.2d)."""
    return game.edition < "2025-06"


def _defeated(game: Game, obj: GameObject) -> bool:
    return siege_defeated(game, obj) if _waits(game, obj) else no_defense(game, obj)


def _waits(game: Game, battle: GameObject) -> bool:
    """Say whether a battle stays while an ability of it waits."""
    return "Siege" in game.look(battle).subtypes or every_battle_waits(game)


@rule("704.5v")
def every_battle_waits(game: Game) -> bool:
    """Until 2026 a battle was kept by its ability that waited, whether it was a Siege or not."""
    return game.edition < "2026"


@rule("704.5v")
def siege_defeated(game: Game, obj: GameObject) -> bool:
    """A Siege with defense 0 is put into its owner's graveyard, but not while its ability waits."""
    return obj.counters["defense"] <= 0 and not ability_waits(game, obj)


@rule("704.5w")
def no_defense(_game: Game, obj: GameObject) -> bool:
    """A battle that isn't a Siege is put into its owner's graveyard as soon as its defense is 0."""
    return obj.counters["defense"] <= 0


@rule(
    "714.4", usual=(), mistakes={"any ability": lambda _rule, game, saga: bool(_triggered(game, saga, {"activated"}))}
)
def chapter_waits(game: Game, saga: GameObject) -> bool:
    """A Saga is kept by a chapter ability that has triggered and not yet left the stack, and by no other ability."""
    return any("chapter" in (data.get("if") or ()) for data in _triggered(game, saga))


def ability_waits(game: Game, obj: GameObject) -> bool:
    """Say whether an ability of an object has triggered and not yet left the stack."""
    return bool(_triggered(game, obj))


def _triggered(game: Game, obj: GameObject, also: Collection[str] = ()) -> list[Any]:
    """Return the triggered abilities of an object that wait or are on the stack, as card data."""
    there: list[Any] = [*game.stack, *game.waiting]
    return [
        each.ability.data
        for each in there
        if each.source is obj and not {"triggered", *also}.isdisjoint(each.ability.data)
    ]


@rule("704.5m")
def aura_stays(game: Game, obj: GameObject) -> bool:
    """An Aura that is attached to nothing, or to something illegal, is put into its owner's graveyard."""
    return enchantable(game, obj, obj.attached_to)


@rule("303.4d", usual=("never",))
def comes_off_first(game: Game, obj: GameObject) -> bool:
    """An Aura that is also a creature becomes unattached, and only then is put into its owner's graveyard."""
    return "Creature" in game.look(obj).types


@rule("704.5n")
def stays_attached(game: Game, obj: GameObject) -> bool:
    """What is attached stays on a legal permanent only, and what may not be attached at all on none (704.5p)."""
    return attachable(game, obj, obj.attached_to) and not is_a_creature(game, obj)


@rule("704.5p")
def is_a_creature(game: Game, obj: GameObject) -> bool:
    """A creature does not stay attached to anything, whatever it may be attached to (301.5c)."""
    return "Creature" in game.look(obj).types


@rule("704.5q", usual=("nothing",))
def _annihilate(_game: Game, obj: GameObject) -> list[Event]:
    """+1/+1 and -1/-1 counters on one permanent are removed in pairs."""
    number = min(obj.counters["+1/+1"], obj.counters["-1/-1"])
    if not number:
        return []
    return [RemoveCounters(to=obj, kind=kind, amount=number) for kind in ("+1/+1", "-1/-1")]
