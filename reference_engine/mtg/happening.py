"""How events happen: for each kind, what changes in the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import graveyards, happened_this_turn, invalidation, last_known, library, telling, zones
from reference_engine.mtg.combat import removal
from reference_engine.mtg.events import (
    AddMana,
    Attach,
    BecomeMonstrous,
    Cast,
    Cease,
    Counter,
    Damage,
    Draw,
    DrawCards,
    Event,
    GainLife,
    Instructed,
    LoseGame,
    LoseLife,
    LoseMana,
    Move,
    Proliferate,
    PutCounters,
    Regenerate,
    RemoveCounters,
    RemoveDamage,
    Scry,
    Shuffle,
    Tap,
    Transform,
    TurnFaceUp,
    Unattach,
    Untap,
    WinGame,
)
from reference_engine.mtg.layers import timestamps
from reference_engine.mtg.leaving_the_game import leave, of_losers
from reference_engine.mtg.objects import Commander, Copying, GameObject, Mana, Player
from reference_engine.mtg.permanents import attaching, proliferating, siege, transforming
from reference_engine.mtg.replacing.at_once import carry_on
from reference_engine.mtg.spells import bestowing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def _propose(game: Game, *events: Event) -> list[Event]:
    from reference_engine.mtg.replacing.replacement import propose  # which lets events happen in turn

    return propose(game, *events)


def perform_all(game: Game, events: Sequence[Event]) -> list[Event]:
    """Let events happen at the same time; return them as they happened."""
    if len(events) > 1:
        events = library.shuffled_first(game, library.arranged(game, graveyards.arranged(game, events)))
    leaving = [event.object for event in events if isinstance(event, Move)]
    if len(leaving) > 1:
        timestamps.simultaneous_timestamps(game, events)
    if len(events) > 1 and sum(isinstance(event, timestamps.RENEWING) for event in events) > 1:
        events = timestamps.renewed_in_order(game, events)
    losing = [event.player for event in events if isinstance(event, LoseGame)]
    known = last_known.now(game, [*leaving, *of_losers(game, losing)] if losing else leaving)
    telling.each(game, telling.begins, events)
    happened = _one_by_one(game, losers_leave_last(game, losers_do_not_win(game, events)) if losing else events)
    last_known.keep(known)
    invalidation.note(game, events)
    noted, game.moment.noted = game.moment.noted, []
    game.turn.history += noted
    happened += noted
    happened_this_turn.note(game, happened)
    for event in events:
        if isinstance(event, Instructed):
            carry_on(game, event)
    return happened


def _one_by_one(game: Game, events: Sequence[Event]) -> list[Event]:
    """Change the game as each event says, except for instructions, which come after all others."""
    happened: list[Event] = []
    for event in events:
        if isinstance(event, Instructed):
            continue
        how = _HOW.get(type(event))
        done = event if how is None else how(game, event)
        if done is not None:
            happened.append(done)
            game.turn.history.append(done)
            telling.each(game, telling.happened, (done,))
    return happened


@rule("104.3f", usual=(), mistakes={"wins": lambda _rule, _game, events: events})
def losers_do_not_win(_game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """A player who would both win and lose at the same time loses."""
    losing = {event.player for event in events if isinstance(event, LoseGame)}
    return [event for event in events if not isinstance(event, WinGame) or event.player not in losing]


@rule("104.5", usual=(), mistakes={"at once": lambda _rule, _game, events: events})
def losers_leave_last(_game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Who loses leaves the game when that has happened, and with it whatever happens at the same time."""
    return sorted(events, key=lambda event: isinstance(event, LoseGame)) if len(events) > 1 else events


def _damage(game: Game, event: Damage) -> Event:
    to = event.to
    if isinstance(to, GameObject):
        to.damaged_by.add(event.source.key)
        if event.marked:
            mark_damage(game, to, event.amount)
        if event.deadly:
            game.unchecked.deathtouched.add(to)
    elif event.combat and event.source.commander is not None:
        dealt_by_a_commander(game, to, event.source.commander, event.amount)
    game.run.tell("{source} deals {n} damage to {to}", "120.3", source=event.source, n=event.amount, to=to)
    return event


@rule("903.10a")
def dealt_by_a_commander(_game: Game, player: Player, commander: Commander, amount: int) -> None:
    """The combat damage that a commander deals a player counts over the whole game, whoever controls the commander."""
    player.dealt_by[commander] = player.dealt_by.get(commander, 0) + amount


@rule("120.3e")
def mark_damage(_game: Game, obj: GameObject, amount: int) -> None:
    """Damage dealt to a creature is marked on it."""
    obj.damage += amount


def _draw(game: Game, event: Draw) -> Event | None:
    if event.object is None:
        game.unchecked.drew_from_nothing.add(event.player)
        return None
    event.player.drawn += 1
    return event


def _draw_cards(game: Game, event: DrawCards) -> Event:
    for _ in range(event.amount):
        event.drawn.extend(one_after_the_other(game, event))
    return event


@rule("614.11a")
def one_after_the_other(game: Game, event: DrawCards) -> list[GameObject]:
    """Cards are drawn one at a time; what replaces a draw is carried out before the next draw."""
    return really_drawn(game, _propose(game, event.part(Draw, player=event.player)))


@rule("614.11b", usual=("nothing",))
def really_drawn(_game: Game, happened: Sequence[Event]) -> list[GameObject]:
    """What is done further with a card drawn is not done with cards drawn because the draw was replaced."""
    return [
        each.object.became
        for each in happened
        if isinstance(each, Draw) and each.object is not None and each.object.became is not None
    ]


def _gain_life(_game: Game, event: GainLife) -> Event | None:
    if event.amount <= 0:
        return None
    event.player.life += event.amount
    event.player.gained += event.amount
    return event


def _lose_life(_game: Game, event: LoseLife) -> Event | None:
    if event.amount <= 0:
        return None
    event.player.life -= event.amount
    event.player.lost_life += event.amount
    return event


def _put_counters(game: Game, event: PutCounters) -> Event | None:
    if event.amount <= 0:
        return None
    event.to.counters[event.kind] += event.amount
    if isinstance(event.to, GameObject):
        event.to.counter_times[event.kind] = game.time()
    return event.but(total=event.to.counters[event.kind])


def _remove_counters(game: Game, event: RemoveCounters) -> Event | None:
    there = event.to.counters[event.kind]
    removed = min(there, event.amount)
    if removed <= 0:
        return None
    if removed < there:
        event.to.counters[event.kind] = there - removed
        return event.but(amount=removed, left=there - removed)
    del event.to.counters[event.kind]
    if event.kind == "defense" and isinstance(event.to, GameObject) and siege.waits_for_defeat(game, event.to):
        siege.defeated(game, event.to)
    return event.but(amount=removed)


def _tap(_game: Game, event: Tap) -> Event | None:
    if event.object.tapped:
        return None
    event.object.tapped = True
    return event


def _untap(_game: Game, event: Untap) -> Event | None:
    if not event.object.tapped:
        return None
    event.object.tapped = False
    return event


def _add_mana(_game: Game, event: AddMana) -> Event:
    event.player.pool += [Mana(kind, event.only, event.never, event.spent, event.context) for kind in event.kinds]
    return event


def _lose_mana(_game: Game, event: LoseMana) -> Event:
    if event.becomes is None:
        event.player.pool.remove(event.mana)
    else:
        event.mana.kind = event.becomes
    return event


def _unattach(game: Game, event: Unattach) -> Event:
    event = event.but(was_on=event.object.attached_to)
    event.object.attached_to = None
    attaching.no_longer_attached(game, event.object)
    bestowing.cease(game, event.object)
    game.reconsider()
    return event


def _attach(game: Game, event: Attach) -> Event | None:
    if attached_already(game, event.object, event.to):
        return None
    event.object.attached_to = event.to
    attached_anew(game, event.object)
    attaching.attached(game, event.object)
    return event


@rule("701.3b", usual=("never",))
def attached_already(_game: Game, obj: GameObject, to: Any) -> bool:
    """To attach something to what it is attached to already does nothing."""
    return obj.attached_to is to


@rule("613.7e")
def attached_anew(game: Game, obj: GameObject) -> None:
    """What becomes attached gets a new timestamp."""
    obj.timestamp = game.time()


@rule("613.7f")
def turned_anew(game: Game, obj: GameObject) -> None:
    """A permanent that turns face up or face down gets a new timestamp; in the rules of 2013 it did not."""
    if not game.of_2013:
        obj.timestamp = game.time()


def _counter(game: Game, event: Counter) -> Event:
    if event.object.kind == "ability":
        zones.cease(game, event.object)
    return event


@rule("701.19a")
def take_regenerated_from_combat(game: Game, obj: GameObject) -> None:
    """An attacking or blocking creature that regenerates is removed from combat; what is merely attacked is not."""
    if obj.attacking is not None or obj.blocks:
        removal.remove_from_combat(game, obj)


@rule("701.19a")
def remove_damage(_game: Game, obj: GameObject) -> None:
    """All damage marked on a permanent that regenerates is removed."""
    obj.damage = 0


def _remove_damage(_game: Game, event: RemoveDamage) -> Event:
    event.object.damage = 0
    return event


def _regenerate(game: Game, event: Regenerate) -> Event | None:
    obj = event.object
    if obj.gone:
        return None
    remove_damage(game, obj)
    take_regenerated_from_combat(game, obj)
    return event


def _turn_face_up(game: Game, event: TurnFaceUp) -> Event:
    obj = event.object
    obj.face_down = obj.manifested = False
    turned_anew(game, obj)
    now = game.time()
    obj.copying += [Copying(values, now, until) for values, until in event.copying]
    obj.choose(event.chosen)
    obj.entered_as.extend((now, change) for change in event.entered_as)
    return event


def _become_monstrous(_game: Game, event: BecomeMonstrous) -> Event:
    event.object.monstrous = True
    return event


def _cease(game: Game, event: Cease) -> Event:
    zones.cease(game, event.object)
    return event


def _cast(game: Game, event: Cast) -> Event:
    event.object.casting.before = sum(player.cast for player in game.players)
    event.player.cast += 1
    return event.but(number=event.player.cast)


def _shuffle(game: Game, event: Shuffle) -> Event:
    library.mix(game, event.player)
    return event


def _lose_game(game: Game, event: LoseGame) -> Event | None:
    if event.player.lost:
        return None
    event.player.lost = True
    leave(game, event.player)
    return event


def _win_game(game: Game, event: WinGame) -> Event | None:
    if game.over:
        return None
    event.player.won = game.over = True
    return event


_HOW: dict[type[Event], Callable[[Game, Any], Event | None]] = {
    Damage: _damage,
    Draw: _draw,
    DrawCards: _draw_cards,
    GainLife: _gain_life,
    LoseLife: _lose_life,
    PutCounters: _put_counters,
    RemoveCounters: _remove_counters,
    RemoveDamage: _remove_damage,
    Tap: _tap,
    Untap: _untap,
    AddMana: _add_mana,
    LoseMana: _lose_mana,
    Scry: library.scry,
    Proliferate: proliferating.proliferate,
    Attach: _attach,
    Unattach: _unattach,
    Cease: _cease,
    Counter: _counter,
    Regenerate: _regenerate,
    TurnFaceUp: _turn_face_up,
    Transform: transforming.transform,
    BecomeMonstrous: _become_monstrous,
    Cast: _cast,
    Shuffle: _shuffle,
    LoseGame: _lose_game,
    WinGame: _win_game,
    Move: zones.move,
}
