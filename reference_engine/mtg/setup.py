"""Builds a game from the position that a case gives, in which every short form is written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reference_engine.kernel.cards import Library
from reference_engine.kernel.run import Run, Unsupported
from reference_engine.mtg import floating_effects
from reference_engine.mtg.cards.abilities import Ability, Static, ability
from reference_engine.mtg.cards.definitions import Face, face
from reference_engine.mtg.characteristics import NOTHING
from reference_engine.mtg.game import Game
from reference_engine.mtg.language.context import Context, linked
from reference_engine.mtg.monarch import become
from reference_engine.mtg.objects import (
    Casting,
    ComingTurn,
    Commander,
    Copying,
    Counters,
    GameObject,
    Mana,
    Player,
    Unopened,
)
from reference_engine.mtg.permanents.phasing import hosts
from reference_engine.mtg.spells.timing import STEPS, planned
from reference_engine.mtg.zones import hide

Json = Mapping[str, Any]


def build(run: Run, params: Json, library: Library, edition: str) -> Game:
    """Return the game of a case's position. Raises `Unsupported` for what this engine does not have."""
    given: Json = params["given"]
    game = Game(run, library, edition)
    before = game.time()
    game.defined = {card["card"]: card for card in params.get("cards", ())}
    game.players = [Player(name, seat) for seat, name in enumerate(given["players"])]
    game.active = game.turn.regular = _player(game, given["turn"])
    game.turn.step = given["step"]
    game.turn.number = given["turns"]
    game.turn.extra = [ComingTurn(_player(game, name)) for name in given["extra_turns"]]
    if "monarch" in given:
        become(game, _player(game, given["monarch"]))
    later: list[tuple[GameObject, Json]] = []
    for player in game.players:
        _player_state(game, player, _told(given, player.name), later)
    for obj, facts in later:
        _relations(game, obj, facts)
    if any(obj.attached_to for obj, _ in later):
        _attached_after_their_hosts(game)
    for facts in reversed(given.get("stack", ())):
        _spell(game, facts)
    for effect in given.get("effects", ()):
        _effect(game, effect, before)
    game.turn.plan = planned(STEPS[STEPS.index(game.turn.step) + 1 :])
    _begin(game, later)
    return game


def _begin(game: Game, told: Sequence[tuple[GameObject, Json]]) -> None:
    """Work out what everything is; from now on permanents can change hands."""
    game.renew()
    game.refresh()
    if any(obj.text_from or obj.copied_by for obj in game.battlefield):
        for obj, facts in told:  # only now is it known which effects give objects the abilities that they have
            _remembered(game, obj, facts)
        game.renew()
    game.layered.begun = True


def _player(game: Game, name: str) -> Player:
    found = game.player_named(name)
    if found is None:
        raise Unsupported("state", f"{name!r} is not a player")
    return found


def _told(given: Json, name: str) -> Json:
    try:
        found: Json = given[name]
    except KeyError:
        raise Unsupported("state", f"a player {name!r} of whom nothing is told") from None
    return found


_PLAIN = frozenset({"life", "lands_played", "drawn", "gained", "lost_life", "cast", "lost", "won", "left"})
"""The parts of a player's state that are kept as given."""
_ZONES = frozenset({"battlefield", "hand", "library", "graveyard", "exile", "command", "outside"})


def _player_state(game: Game, player: Player, state: Json, later: list[tuple[GameObject, Json]]) -> None:
    for word, told in state.items():
        if word in _PLAIN:
            setattr(player, word, told)
        elif word == "counters":
            player.counters = Counters(told)
        elif word == "mana":
            player.pays = True
            player.pool = [Mana(kind) for kind, number in told.items() for _ in range(number)]
        elif word in _ZONES:
            _zone(game, player, word, told, later)
        else:
            raise Unsupported("state", word)


_NAMED = frozenset({"card", "id"})
_KEPT = frozenset({"tapped", "damage", "face_down", "back", "phased_out"})
"""The facts of an object that are kept as given."""
_FACTS = _NAMED | _KEPT | {
    "owner", "counters", "attached_to", "copy_of", "chosen", "summoning_sick", "exiled_with", "protector",
    "commander",
}  # fmt: skip


def _zone(game: Game, player: Player, zone: str, listed: Sequence[Json], later: list[tuple[GameObject, Json]]) -> None:
    if zone == "library":
        alone = [item["card"] for item in listed if len(item) == 1]
        if len(alone) == len(listed):
            _unopened(game, player, alone)
            return
    for item in listed:
        if item.keys() <= _NAMED:
            _enters(game, _plain(game, player, zone, item["card"], game.key()), item)
        else:
            later.append((_object(game, player, zone, item), item))


def _unopened(game: Game, player: Player, names: list[str]) -> None:
    """Give a player a library whose cards become objects when they are looked at; their numbers are theirs already."""
    for name in dict.fromkeys(names):
        face_of(game, name)
    keys = game.reserve(len(names))

    def cards() -> list[GameObject]:
        return [_plain(game, player, "library", name, next(keys)) for name in names]

    player.unopened = Unopened(names, cards)


def face_of(game: Game, name: str) -> Face:
    """Return a card by name: one that the case defines, or one of the library. Raises `Unsupported` for others."""
    found = game.faces[name] = face(game.defined[name] if name in game.defined else game.library[name])
    game.elsewhere = game.elsewhere or found.elsewhere
    return found


def _plain(game: Game, player: Player, zone: str, name: str, key: int) -> GameObject:
    """Return a card of which only the name is given, and perhaps an id."""
    printed = face_of(game, name)
    values = printed.characteristics
    return GameObject(key, player, player, zone, key, printed, "card", None, name, values, values)


def _enters(game: Game, obj: GameObject, facts: Json) -> None:
    obj.id = facts.get("id")
    if obj.id is not None:
        game.by_id[obj.id] = obj
        game.turn.triggered[obj.id] = 0
    game.zone_of(obj).append(obj)
    if obj.zone == "battlefield" or "counters" in facts:
        _counters(obj, facts)


def _object(game: Game, player: Player, zone: str, facts: Json) -> GameObject:
    """Return a card of which more is given. Raises `Unsupported` for facts that it cannot have."""
    if not _FACTS.issuperset(facts):
        raise Unsupported("state", next(word for word in facts if word not in _FACTS))
    obj = _plain(game, player, zone, facts["card"], game.key())
    for word in _KEPT.intersection(facts):
        setattr(obj, word, facts[word])
    if "owner" in facts:
        obj.owner = _player(game, facts["owner"])
        obj.base_controller = player
    if facts.get("commander"):
        obj.commander = Commander()
    if facts.get("summoning_sick"):
        obj.sick = True
    if obj.back:
        back = game.faces[facts["card"]].back
        if back is None:
            raise Unsupported("state", f"the back of {facts['card']}")
        obj.printed = obj.characteristics = back.characteristics
    if zone == "exile" and obj.face_down:
        hide(game, obj)
    if "copy_of" in facts:
        obj.copying.append(Copying(face_of(game, facts["copy_of"]).characteristics, obj.timestamp))
    _enters(game, obj, facts)
    return obj


def _counters(obj: GameObject, facts: Json) -> None:
    """Give an object the counters given, or a permanent those with which it enters by its loyalty or defense."""
    told = facts.get("counters")
    if told is None:
        values = NOTHING if obj.face_down else obj.copying[0].values if obj.copying else obj.printed
        numbers = {"loyalty": values.loyalty, "defense": values.defense}
        told = {kind: number for kind, number in numbers.items() if number is not None}
    obj.counters = Counters(told)
    obj.counter_times = dict.fromkeys(told, obj.timestamp)


def _relations(game: Game, obj: GameObject, facts: Json) -> None:
    """Tie an object to others, all of which exist by now."""
    if facts.get("attached_to") is not None:
        host = obj.attached_to = _thing(game, facts["attached_to"])
        if obj.phased_out and isinstance(host, GameObject) and host.phased_out and host.phased_with is not obj:
            obj.phased_with = host  # 702.26g
    if "protector" in facts:
        obj.protector = _player(game, facts["protector"])
    _remembered(game, obj, facts)


def _remembered(game: Game, obj: GameObject, facts: Json) -> None:
    """Note what was exiled with an object, and chosen for it, by the abilities that it has."""
    if "exiled_with" in facts:
        obj.exiled_with = _thing(game, facts["exiled_with"])
        obj.exiled_for = linked(obj.exiled_with.text)
        if obj not in obj.exiled_with.linked:
            obj.exiled_with.linked.append(obj)
    if "chosen" in facts:
        obj.choices = {obj.text: dict(facts["chosen"])}


def _attached_after_their_hosts(game: Game) -> None:
    """Let what is attached to something date from after that (613.7e), wherever it is listed."""
    times = [obj.timestamp for obj in game.battlefield]
    for obj, time in zip(sorted(game.battlefield, key=_place), times, strict=True):
        obj.timestamp = time
        obj.counter_times = dict.fromkeys(obj.counter_times, time)
        for copy in obj.copying:
            copy.timestamp = time


def _place(obj: GameObject) -> tuple[int, ...]:
    """Return where an object comes among the others: where it is listed, or else right after what it is attached to."""
    place: tuple[int, ...] = ()
    for each in reversed([obj, *hosts(obj)]):
        place = max((each.timestamp,), (*place, each.timestamp))
    return place


def _thing(game: Game, name: str) -> Any:
    found = game.player_named(name) or game.find(name)
    if found is None:
        raise Unsupported("state", f"nothing is called {name!r}")
    return found


def _spell(game: Game, facts: Json) -> None:
    """Put a spell without choices on the stack, or a copy of one."""
    if not _SPELL.issuperset(facts):
        raise Unsupported("state", next(word for word in facts if word not in _SPELL))
    obj = _plain(game, game.active, "stack", facts["card"], game.key())
    obj.casting = Casting(was_cast=True)
    if facts.get("copy"):
        obj.kind = "copy"
        obj.casting = Casting()
        game.ephemeral = True
    _enters(game, obj, facts)


_SPELL = _NAMED | {"copy"}


def _effect(game: Game, told: Json, timestamp: int) -> None:
    """Begin an effect that is in force in the position."""
    ctx = Context(None, _player(game, told["controller"]))
    game.renew()
    until, uses = told.get("until"), told.get("uses")
    made = ability(told["effect"])
    floating_effects.begin(
        game,
        made,
        ctx,
        until=until,
        uses=uses,
        shield=made.data.get("shield"),
        locked=_phased_out(game, made),
        timestamp=timestamp,
    )


def _phased_out(game: Game, made: Ability) -> list[GameObject] | None:
    """Return the one permanent that an effect is about if it is phased out, which does not end the effect (702.26f)."""
    named = game.by_id.get(made.affects.reference or "") if isinstance(made, Static) else None
    return [named] if named is not None and named.phased_out else None
