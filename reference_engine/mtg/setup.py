"""Builds a game from the position that a case gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference_engine.kernel.cards import Library
from reference_engine.kernel.run import Run, Unsupported
from reference_engine.mtg import effects, turn
from reference_engine.mtg.abilities import ability
from reference_engine.mtg.amounts import MANY
from reference_engine.mtg.characteristics import Characteristics, Held, keywords_of, land_abilities
from reference_engine.mtg.context import Context
from reference_engine.mtg.definitions import Face, face
from reference_engine.mtg.game import ComingTurn, Game
from reference_engine.mtg.monarch import become
from reference_engine.mtg.objects import Casting, Copying, Counters, GameObject, Mana, Player, Unopened

Json = Mapping[str, Any]

TOP = frozenset(
    {
        "players", "turn", "step", "turns", "extra_turns",
        "stack", "effects", "triggered", "over", "monarch", "classified",
    }
)  # fmt: skip
FILLER = "Wastes"
_LIBRARY = 10
_ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command", "outside")


def build(run: Run, params: Json, library: Library) -> Game:
    """Return the game of a case's position. Raises `Unsupported` for what this engine does not have."""
    given: Json = params["given"]
    game = Game(run, library, edition=params.get("edition"))
    game.defined = {str(card["card"]): card for card in params.get("cards") or ()}
    _players(game, given)
    game.active = _player(game, given.get("turn", game.players[0].name))
    game.step = given.get("step", "precombat main")
    game.turns = given.get("turns", 1)
    game.extra_turns = [ComingTurn(_player(game, name)) for name in given.get("extra_turns") or ()]
    if "monarch" in given:
        become(game, _player(game, given["monarch"]))
    later: list[tuple[GameObject, Json]] = []
    for player in game.players:
        _player_state(game, player, given.get(player.name) or {}, later)
    for obj, facts in later:
        _relations(game, obj, facts)
    game.battlefield.sort(key=lambda obj: obj.timestamp)
    _stack(game, given.get("stack") or ())
    for place, effect in enumerate(given.get("effects") or ()):
        _effect(game, effect, place)
    _turn(game)
    return game


def _turn(game: Game) -> None:
    """Plan the rest of the turn, and let what is due happen before the first action."""
    step = "combat damage" if game.step == "first-strike damage" else game.step
    if step not in turn.STEPS:
        raise Unsupported("state", f"step {step!r}")
    game.plan = list(turn.STEPS[turn.STEPS.index(step) + 1 :])
    game.regular = game.active
    game.turn_began = 0
    for obj in game.battlefield:
        if obj.attacking is not None and any(obj in each.blocking for each in game.battlefield):
            obj.blocked = True
    game.renew()


def _players(game: Game, given: Json) -> None:
    names = list(given.get("players") or [name for name in given if name not in TOP])
    for extra in ("bob", "alice"):
        if len(names) < 2 and extra not in names:  # noqa: PLR2004 - a game needs two players
            names.append(extra)
    game.players = [Player(name, seat) for seat, name in enumerate(names)]
    for name in given:
        if name not in TOP and name not in names:
            raise Unsupported("state", f"{name!r} is no player")


def _player(game: Game, name: str) -> Player:
    found = game.player_named(name)
    if found is None:
        raise Unsupported("state", f"{name!r} is no player")
    return found


_NUMBERS = frozenset({"life", "lands_played", "drawn", "gained", "lost_life", "cast"})
_FLAGS = frozenset({"lost", "won", "left"})


def _player_state(game: Game, player: Player, state: Json, later: list[tuple[GameObject, Json]]) -> None:
    for word, told in state.items():
        if word in _NUMBERS:
            setattr(player, word, told)
        elif word in _FLAGS:
            setattr(player, word, bool(told))
        elif word == "counters":
            player.counters = Counters((kind, number) for kind, number in (told or {}).items() if number)
        elif word == "mana":
            player.pays = True
            player.pool = [Mana(kind) for kind, number in told.items() for _ in range(number)]
        elif word not in _ZONES:
            raise Unsupported("state", word)
    for zone in _ZONES:
        if zone in state or zone == "library":
            _zone(game, player, zone, state.get(zone, _LIBRARY), later)


def _zone(game: Game, player: Player, zone: str, listed: Any, later: list[tuple[GameObject, Json]]) -> None:
    names = _names(listed) if zone == "library" else None
    if names is not None:
        _unopened(game, player, names)
        return
    for item in items(listed):
        if item.keys() <= _NAMED:
            plain(game, player, zone, item["card"], item.get("id"))
        else:
            later.append((_object(game, player, zone, item), item))


_NAMED = frozenset({"card", "id"})


def _names(listed: Any) -> list[str] | None:
    """Return the cards of a zone where nothing but their names is told, else None."""
    if isinstance(listed, Mapping):
        return None
    told = items(listed)
    return [item["card"] for item in told] if all(item.keys() == {"card"} for item in told) else None


def _unopened(game: Game, player: Player, names: list[str]) -> None:
    """Give a player a library whose cards become objects when they are looked at; their numbers are theirs already."""
    for name in dict.fromkeys(names):
        face_of(game, name)
    key, time = game.reserve(len(names))

    def cards() -> list[GameObject]:
        numbered = enumerate(names, start=1)
        return [_plain(game, player, "library", name, key + place, time + place) for place, name in numbered]

    player.unopened = Unopened(names, cards)


def items(listed: Any) -> list[Json]:
    """Return the objects of a zone that is told in any of its forms."""
    if isinstance(listed, int):
        if listed > MANY:
            raise Unsupported("state", f"{listed} objects, where {MANY} are the most")
        return [{"card": FILLER}] * listed
    if isinstance(listed, Mapping):
        return [{"id": name, **_facts(item)} for name, item in listed.items() if item is not None]
    return [_facts(item) for item in listed]


def _facts(item: Any) -> Json:
    if isinstance(item, str):
        return {"card": item}
    if "card" not in item:
        raise Unsupported("state", "an object of which no card is told")
    facts: Json = item
    return facts


def face_of(game: Game, name: str) -> Face:
    """Return a card by name: one that the case defines, or one of the library. Raises `Unsupported` for others."""
    found = game.faces.get(name)
    if found is not None:
        return found
    found = game.faces[name] = face(game.defined[name] if name in game.defined else game.library[name])
    game.elsewhere = game.elsewhere or found.elsewhere
    return found


_FACTS = frozenset(
    {
        "id", "card", "owner", "controller", "tapped", "damage", "counters", "face_down", "back", "phased_out",
        "attached_to", "token", "copy_of", "chosen",
        "summoning_sick", "attacking", "blocking", "timestamp", "exiled_with",
        "protector", "cast", "name", "supertypes", "types", "subtypes", "colors", "mana_cost", "mana_value", "power",
        "toughness", "abilities", "taps_for", "ability_of", "ability", "targets", "x", "modes", "kicked", "copy",
    }
)  # fmt: skip


def plain(game: Game, player: Player, zone: str, name: str, known_as: str | None = None) -> None:
    """Put a card of which nothing but the name is told, and perhaps an id, into a zone."""
    obj = _plain(game, player, zone, name, game.key(), game.time())
    if zone == "battlefield":
        _counters(obj, {}, obj.printed)
    obj.id = known_as
    _enters(game, obj)


def _enters(game: Game, obj: GameObject) -> None:
    if obj.id is not None:
        game.by_id[obj.id] = obj
        game.ids_given.add(obj.id)
        game.triggered[obj.id] = 0
    game.zone_of(obj).append(obj)


def _plain(game: Game, player: Player, zone: str, name: str, key: int, time: int) -> GameObject:
    printed = face_of(game, name)
    values = printed.characteristics
    return GameObject(key, player, player, zone, time, printed, "card", None, name, values, values, player)


def _object(game: Game, player: Player, zone: str, facts: Json) -> GameObject:
    if not _FACTS.issuperset(facts):
        raise Unsupported("state", next(word for word in facts if word not in _FACTS))
    token = bool(facts.get("token"))
    game.ephemeral = game.ephemeral or token or bool(facts.get("copy"))
    printed_face = None if token and "types" in facts else face_of(game, facts["card"])
    printed = _token_values(facts) if printed_face is None else printed_face.characteristics
    if facts.get("back") and printed_face is not None and printed_face.back is not None:
        printed = printed_face.back.characteristics
    owner = _player(game, facts["owner"]) if "owner" in facts else player
    time = facts.get("timestamp", game.time())
    obj = GameObject(
        key=game.key(),
        owner=owner,
        controller=player,
        zone=zone,
        timestamp=time,
        face=printed_face,
        kind="token" if token else "card",
        id=facts.get("id"),
        card=facts["card"],
        printed=printed,
        characteristics=printed,
        base_controller=player,
        tapped=bool(facts.get("tapped")),
        damage=facts.get("damage", 0),
        face_down=bool(facts.get("face_down")),
        back=bool(facts.get("back")),
        phased_out=bool(facts.get("phased_out")),
        sick=bool(facts.get("summoning_sick")),
    )
    _counters(obj, facts, printed)
    if "copy_of" in facts:
        obj.copying.append(Copying(face_of(game, facts["copy_of"]).characteristics, time))
    if facts.get("cast"):
        obj.casting = Casting(was_cast=True)
    _enters(game, obj)
    return obj


def _counters(obj: GameObject, facts: Json, printed: Characteristics) -> None:
    obj.counters = Counters((kind, number) for kind, number in (facts.get("counters") or {}).items() if number)
    if obj.zone == "battlefield" and "counters" not in facts:
        if printed.loyalty is not None:
            obj.counters["loyalty"] = printed.loyalty
        if printed.defense is not None:
            obj.counters["defense"] = printed.defense
    obj.counter_times = dict.fromkeys(obj.counters, obj.timestamp)


def _token_values(facts: Json) -> Characteristics:
    held = tuple(
        Held(ability(each), "text", ("text", place)) for place, each in enumerate(facts.get("abilities") or ())
    )
    types = frozenset(facts.get("types") or ())
    subtypes = frozenset(facts.get("subtypes") or ())
    return Characteristics(
        name=facts.get("name", facts["card"]),
        cost=facts.get("mana_cost", ""),
        colors=frozenset(facts.get("colors") or ()),
        supertypes=frozenset(facts.get("supertypes") or ()),
        types=types,
        subtypes=subtypes,
        power=facts.get("power"),
        toughness=facts.get("toughness"),
        abilities=held + land_abilities(types, subtypes),
        keywords=keywords_of(held),
    )


def _relations(game: Game, obj: GameObject, facts: Json) -> None:
    """What ties an object to others, which are all there by now."""
    if facts.get("attached_to") is not None:
        obj.attached_to = _thing(game, facts["attached_to"])
    if facts.get("attacking") is not None:
        obj.attacking = _thing(game, facts["attacking"])
    for name in facts.get("blocking") or ():
        attacker = _thing(game, name)
        assert isinstance(attacker, GameObject)
        obj.blocking.append(attacker)
    if facts.get("exiled_with") is not None:
        holder = _thing(game, facts["exiled_with"])
        assert isinstance(holder, GameObject)
        holder.linked.append(obj)
        obj.exiled_with = holder
    if "protector" in facts:
        obj.protector = _player(game, facts["protector"])
    for kind, value in (facts.get("chosen") or {}).items():
        obj.chosen[kind] = _thing(game, value) if kind in ("player", "object") else value


def _thing(game: Game, name: str) -> Any:
    found = game.player_named(name) or game.find(name)
    if found is None:
        raise Unsupported("state", f"nothing is called {name!r}")
    return found


def _stack(game: Game, listed: Any) -> None:
    from reference_engine.mtg.stack import ability_object

    for facts in reversed(items(listed)):
        player = _player(game, facts["controller"]) if "controller" in facts else game.active
        if "ability_of" in facts:
            source = _thing(game, facts["ability_of"])
            there = [part for held in source.printed.abilities for part in held.ability.parts]
            wanted = facts.get("ability")
            found = next((each for each in there if wanted is None or each.label == wanted), None)
            if found is None:
                raise Unsupported("state", f"no ability {wanted!r}")
            obj = ability_object(game, found, source, player, Context(source, player), Casting())
            obj.id = facts.get("id")
            game.stack.append(obj)
            if obj.id is not None:
                game.by_id[obj.id] = obj
        else:
            obj = _object(game, player, "stack", {key: value for key, value in facts.items() if key != "targets"})
            obj.casting = Casting(was_cast=not facts.get("copy"))
            obj.kind = "copy" if facts.get("copy") else "card"
        obj.casting.x = facts.get("x", 0)
        obj.casting.modes = tuple(facts.get("modes") or ())
        obj.casting.paid = ["kicker"] * int(facts.get("kicked") or 0)
        if obj.context is not None:
            obj.context.casting = obj.casting
        _stack_targets(game, obj, list(facts.get("targets") or ()))


def _stack_targets(game: Game, obj: GameObject, names: list[str]) -> None:
    from reference_engine.mtg import targets
    from reference_engine.mtg.instructions.registry import bounds

    wanted = targets.specs_of(game, obj)
    for name, spec in wanted.items():
        _least, most = bounds(game, spec.get("number", 1), Context(obj, obj.controller), len(names))
        take, names = (names[:most], names[most:]) if len(wanted) > 1 else (names, [])
        obj.casting.targets[name] = [_thing(game, each) for each in take]


def _effect(game: Game, told: Json, place: int) -> None:
    player = _player(game, told["controller"])
    ctx = Context(None, player, names={"you": player})
    time = told.get("timestamp", place - 1000)
    game.renew()
    effects.begin(
        game,
        ability(told["effect"]),
        ctx,
        until=told.get("until"),
        uses=told.get("uses"),
        shield=told["effect"].get("shield") if isinstance(told["effect"], Mapping) else None,
        timestamp=time,
    )
