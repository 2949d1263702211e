"""State-based actions (704): what the game does by itself whenever a player would receive priority."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import attacking, bestowing, cant, combat, effects, leaving, roles, telling, triggers, zones
from reference_engine.mtg.attaching import attachable, enchantable
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.commanders import put_aside
from reference_engine.mtg.conditions import ruling, says_of
from reference_engine.mtg.events import Cease, Destroy, Event, LoseGame, Move, RemoveCounters, Sacrifice, Unattach
from reference_engine.mtg.loops import Watch
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.protectors import choose_protector, needs_protector
from reference_engine.mtg.references import is_there
from reference_engine.mtg.replacement import propose
from reference_engine.mtg.same_result import once_for_all
from reference_engine.mtg.subtypes import PLANESWALKER_TYPES

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def check(game: Game) -> bool:
    """
    Perform state-based actions and put triggered abilities on the stack until neither is left to do (704.3).

    Say whether there were any.
    """
    if not _due(game):
        return False
    busy = False
    watch = Watch()
    while _due(game) and not game.over:
        if game.layered.stale:
            game.refresh()  # first, since what it makes different would else be news once all has been looked at
        if game.layered.handed:
            triggers.notice(game, (), game.index)
        game.unchecked.news = game.unchecked.stirred = False
        watch.look(game)
        effects.sweep(game)
        leaving.nobody_is_left_to_control(game)
        stop_fighting(game)
        if perform(game):
            busy = True
            continue
        triggers.state_triggers(game)
        if game.waiting:
            triggers.put_on_stack(game)
            busy = True
    return busy


def _due(game: Game) -> bool:
    """Say whether anything has happened that can cause state-based actions or triggers."""
    return game.unchecked.news or bool(game.waiting) or (game.unchecked.stirred and effects.some_depend(game))


@rule("506.4")
def stop_fighting(game: Game) -> None:
    """What can no longer fight is removed from combat, and so is what is attacked but no planeswalker or battle."""
    for obj in combat.fighters(game):
        if not attacking.can_fight(game.look(obj)):
            zones.stop_fighting(game, obj)
        attacked = obj.attacking
        if isinstance(attacked, GameObject) and game.look(attacked).types.isdisjoint(attacking.ATTACKED):
            zones.stop_being_attacked(game, attacked, game.defender_of(attacked))


@rule("704.3", usual=("never",))
def perform(game: Game) -> bool:
    """All state-based actions that apply are performed as a single event, again until there are none."""
    lose = [player for player in game.in_turn_order() if loses(game, player)] if game.unchecked.players_differ else []
    game.unchecked.players_differ = bool(lose) or any(out_of_life(game, player) for player in game.in_turn_order())
    game.unchecked.drew_from_nothing.clear()
    if game.layered.stale:
        game.refresh()
    _protect(game)
    events = [
        *(LoseGame(player=player) for player in lose),
        *_vanish(game),
        *_permanents(game),
        *put_aside(game),
    ]
    game.unchecked.deathtouched.clear()
    past = len(game.turn.history)
    if events:
        propose(game, *once_for_all(game, events))  # what was done instead of them counts too
    return len(game.turn.history) > past


def _protect(game: Game) -> None:
    """Battles get protectors where they need one (704.5x, 704.5y)."""
    for obj in game.permanents:
        if "Battle" in obj.characteristics.types and needs_protector(game, obj):
            before, obj.protector = game.defender_of(obj), choose_protector(game, obj)
            is_attacked_no_more(game, obj, before)


@rule("506.4")
def is_attacked_no_more(game: Game, battle: GameObject, before: Player) -> None:
    """A battle whose protector changes is removed from combat."""
    zones.stop_being_attacked(game, battle, before)


@rule("704.5a")
def out_of_life(_game: Game, player: Player) -> bool:
    """A player with 0 or less life loses the game."""
    return player.life <= 0


@rule("613.11", usual=("never",))
def lives_on(game: Game, player: Player) -> bool:
    """An effect can change the rule by which a player without life loses, and no other by which one does."""
    return says_of(game, player, "loses without life")


@rule("704.5b")
def out_of_cards(game: Game, player: Player) -> bool:
    """A player who has drawn from an empty library loses the game."""
    return player in game.unchecked.drew_from_nothing


@rule("704.5c")
def poisoned(_game: Game, player: Player) -> bool:
    """A player with ten or more poison counters loses the game."""
    return player.counters["poison"] >= 10  # noqa: PLR2004 - the rule's own number


def loses(game: Game, player: Player) -> bool:
    """Say whether a player loses by a state-based action, and tell why."""
    if out_of_life(game, player) and not lives_on(game, player):
        game.run.tell("{player} has {life} life", "704.5a", player=player, life=player.life)
    elif out_of_cards(game, player):
        game.run.tell("{player} has drawn from an empty library", "704.5b", player=player)
    elif poisoned(game, player):
        game.run.tell("{player} has ten or more poison counters", "704.5c", player=player)
    else:
        return False
    return True


def _vanish(game: Game) -> list[Event]:
    """Tokens and copies in other zones cease to exist (704.5d, 704.5e)."""
    if not game.ephemeral:
        return []
    places = [game.exile]
    for player in game.players:
        places += player.graveyard, player.hand, *(() if player.unopened is not None else (player.library,))
    return [
        Cease(object=obj)
        for place in places
        for obj in place
        if (obj.kind == "token" and ceases(game)) or (obj.kind == "copy" and copy_ceases(game))
    ]


@rule("704.5d", usual=("never",))
def ceases(_game: Game) -> bool:
    """A token in a zone other than the battlefield ceases to exist."""
    return True


@rule("704.5e", usual=("never",))
def copy_ceases(_game: Game) -> bool:
    """A copy of a spell in a zone other than the stack ceases to exist."""
    return True


def _permanents(game: Game) -> list[Event]:
    events: list[Event] = []
    for obj in game.permanents:
        what = game.look(obj)
        found: Event | None = None
        if "Creature" in what.types:
            found = _creature(game, obj)
        if found is None and "Planeswalker" in what.types and no_loyalty(game, obj):
            game.run.tell("{what} has no loyalty left", "704.5i", what=obj)
            found = Move(object=obj, to="graveyard")
        if found is None and "Battle" in what.types and _defeated(game, obj):
            game.run.tell("{what} has no defense left", "704.5v" if _waits(game, obj) else "704.5w", what=obj)
            found = Move(object=obj, to="graveyard")
        if found is None and "Saga" in what.subtypes and saga_over(game, obj):
            game.run.tell("The last chapter of {what} is over", "704.5s", what=obj)
            found = Sacrifice(object=obj)
        off = found is None and "Aura" in what.subtypes and not aura_stays(game, obj)
        if off and not bestowing.comes_off_instead(game, obj):
            game.run.tell("{what} is not attached to anything that it may be attached to", "704.5m", what=obj)
            found = Move(object=obj, to="graveyard")
        if found is None and obj.attached_to is not None and not stays_attached(game, obj):
            telling.comes_off(game, obj)
            found = Unattach(object=obj)
        if found is not None:
            events.append(found)
        if obj.counters:
            events += _annihilate(game, obj)
    return [*events, *_legends(game), *_worlds(game), *_gone(roles.surplus(game))]


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
    return bool(chapters) and obj.counters["lore"] >= max(chapters) and not chapter_waits(game, obj)


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


@rule("704.5q", usual=("nothing",))
def _annihilate(_game: Game, obj: GameObject) -> list[Event]:
    """+1/+1 and -1/-1 counters on one permanent are removed in pairs."""
    number = min(obj.counters["+1/+1"], obj.counters["-1/-1"])
    if not number:
        return []
    return [RemoveCounters(to=obj, kind=kind, amount=number) for kind in ("+1/+1", "-1/-1")]


def _legends(game: Game) -> list[Event]:
    events = _alone(game, _under_the_legend_rule(game), _name)
    if planeswalkers_are_unique(game):
        events += _alone(game, game.permanents, _planeswalker_types)
    return events


def _under_the_legend_rule(game: Game) -> list[GameObject]:
    """Return the permanents but those to which the legend rule, as an effect says, does not apply."""
    exempting = [entry for entry in ruling(game) if "legend rule" in entry.ability.data["static"]]
    return [
        obj
        for obj in game.permanents
        if not any(entry.ability.affects.matches(game, obj, entry.context) for entry in exempting)
    ]


def _alone(game: Game, there: Iterable[GameObject], words: Callable[[Characteristics], Iterable[str]]) -> list[Event]:
    """Return what becomes of permanents that share a word of which a player keeps only one."""
    found: dict[tuple[Player | None, str], list[GameObject]] = {}
    regardless = whoever_controls_them(game)
    for obj in there:
        for word in words(obj.characteristics):
            found.setdefault((None if regardless else obj.controller, word), []).append(obj)
    alike = [(player, same) for (player, _), same in found.items() if same[1:]]
    return [event for player, same in alike for event in (legend_rule(game, player, same) if player else _gone(same))]


def _name(what: Characteristics) -> Iterable[str]:
    return [what.name] if "Legendary" in what.supertypes and what.name else []


def _planeswalker_types(what: Characteristics) -> Iterable[str]:
    return what.subtypes & PLANESWALKER_TYPES


@rule("704.5j")
def whoever_controls_them(game: Game) -> bool:
    """Until July 2013 all legendary permanents of one name went, and whoever controlled them."""
    return game.edition < "2013-07"


@rule("306.4")
def planeswalkers_are_unique(game: Game) -> bool:
    """Until 2017 planeswalkers with a planeswalker type in common were to each other as legends of one name are."""
    return game.edition < "2017"


@rule("704.5j")
def legend_rule(game: Game, player: Player, same: list[GameObject]) -> list[Event]:
    """Of legendary permanents with the same name a player keeps one; the rest go to their owners' graveyards."""
    kept = game.choose(player, "legend", same)[0]
    game.run.tell("Of the legendary permanents with one name {player} keeps {kept}", "704.5j", player=player, kept=kept)
    return _gone(obj for obj in same if obj is not kept)


def _worlds(game: Game) -> list[Event]:
    there = [obj for obj in game.worlds if is_there(game, obj)]
    return world_rule(game, there) if there else []


@rule("704.5k", usual=("nothing",), mistakes={"the oldest stays": lambda _rule, _game, worlds: _gone(worlds[1:])})
def world_rule(game: Game, worlds: list[GameObject]) -> list[Event]:
    """All world permanents but the newest go to their owners' graveyards; all of them if several are the newest."""
    newest = [obj for obj in worlds if game.worlds[obj] == max(game.worlds[each] for each in worlds)]
    return _gone([obj for obj in worlds if newest != [obj]])


def _gone(objects: Iterable[GameObject]) -> list[Event]:
    return [Move(object=obj, to="graveyard") for obj in objects]


@rule("704.5n")
def stays_attached(game: Game, obj: GameObject) -> bool:
    """What is attached stays on a legal permanent only, and what may not be attached at all on none (704.5p)."""
    return attachable(game, obj, obj.attached_to) and not is_a_creature(game, obj)


@rule("704.5p")
def is_a_creature(game: Game, obj: GameObject) -> bool:
    """A creature does not stay attached to anything, whatever it may be attached to (301.5c)."""
    return "Creature" in game.look(obj).types
