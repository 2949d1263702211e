"""What a player may cast or play from where (601.3), and what it costs in all (601.2f)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.run import Refused
from reference_engine.mtg import costs, library, references
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.characteristics import symbols
from reference_engine.mtg.conditions import holds
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.patterns import pattern
from reference_engine.mtg.timing import sorcery_speed

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@dataclass(frozen=True, slots=True)
class Permission:
    """How a card may be cast: for which cost, where that is not its mana cost."""

    cost: Any = None
    paid: list[str] = field(default_factory=list)
    of: Any = None
    """The key of the effect that allows it, where one does."""


def to_cast(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> Permission | None:
    """Return how a player may cast a card now, or None if not at all."""
    what = game.look(obj)
    if "Land" in what.types or obj.kind != "card" or obj.zone == "battlefield":
        return None
    found = _alternative(game, obj, player, action)
    if action.get("face down"):
        if not any(held.ability.keyword in ("morph", "megamorph") for held in what.abilities):
            return None
        found = Permission("{3}")
    if found is None and obj.zone == "hand" and obj.owner is player:
        found = Permission()
    allowed, of = _allowing(game, obj, player)
    if found is None and allowed is not None:
        found = Permission("nothing" if allowed.get("free") else allowed.get("cost"), of=of)
    if found is None:
        return None
    fast = "Instant" in what.types or "flash" in what.keywords or bool(allowed and allowed.get("at any time"))
    return found if fast or sorcery_speed(game, player) else None


def _alternative(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> Permission | None:
    """Return the alternative cost that the action names or that the zone asks for (118.9)."""
    for held in game.look(obj).abilities:
        for part in held.ability.parts:
            for word, data in (part.data.get("alternative") or {}).items():
                zone = data.get("from", "hand")
                told = word in action.get("with", ())
                if obj.zone == zone and obj.owner is player and (told or zone != "hand"):
                    if not holds(game, data.get("if"), Context(obj, player)):
                        continue
                    return Permission(data["cost"], [] if told else [word])
    return None


def _allowing(game: Game, obj: GameObject, player: Player) -> tuple[Mapping[str, Any] | None, Any]:
    """Return what allows a player to cast a card from where it is, with the key of that effect."""
    for ctx, what, of in _permissions(game):
        if "cast" in what or "play" in what:
            spec = what.get("cast") or what.get("play")
            if not references.is_player(game, player, what.get("player", "you"), ctx):
                continue
            if what.get("top of library") and not _on_top(game, obj, player):
                continue
            if pattern(spec).matches(game, obj, ctx):
                return what, of
    return None, None


def _on_top(game: Game, obj: GameObject, player: Player) -> bool:
    return obj.zone == "library" and bool(player.library) and obj is library.at(game, player, 0)


def _permissions(game: Game) -> list[tuple[Context, Mapping[str, Any], Any]]:
    found: list[tuple[Context, Mapping[str, Any], Any]] = []
    for entry in game.index.ruling:
        what = entry.ability.data["static"]
        ctx = entry.context
        if "allows" in what and holds(game, what.get("if"), ctx):
            found.append((ctx, what["allows"], entry.key))
    return found


def to_play(game: Game, obj: GameObject, player: Player) -> tuple[bool, Any]:
    """Say whether a player may play a land from where it is, with the key of the effect that allows it."""
    if obj.zone == "hand" and obj.owner is player:
        return True, None
    what, of = _allowing(game, obj, player)
    return what is not None and "play" in what, of


def use_up(game: Game, of: Any) -> None:
    """Count a use of an effect that allows something a limited number of times."""
    for floating in [each for each in game.floating if of is not None and each.key == of and each.uses is not None]:
        assert floating.uses is not None
        floating.uses -= 1
        if floating.uses <= 0:
            game.floating.remove(floating)
            game.renew()


def extra_lands(game: Game, player: Player) -> int:
    """Return how many additional lands a player may play each turn (305.2)."""
    return sum(
        what["lands"]
        for ctx, what, _of in _permissions(game)
        if "lands" in what and references.is_player(game, player, what.get("player", "you"), ctx)
    )


def total_cost(game: Game, spell: GameObject, player: Player, how: Permission, ctx: Context) -> list[Any]:
    """Return what a spell costs in all: mana cost or alternative, additional costs, increases, reductions (601.2f)."""
    base = costs.parts(game.look(spell).cost if how.cost is None else how.cost)
    base += _additional(game, spell)
    more, less = _changes(game, "cast", spell, player)
    return _reduced([*base, *more], less, ctx.casting.x)


def _additional(game: Game, spell: GameObject) -> list[Any]:
    found: list[Any] = []
    known: set[str] = set()
    for held in game.look(spell).abilities:
        for part in held.ability.parts:
            for word, data in (part.data.get("additional") or {}).items():
                known.add(word)
                times = spell.casting.paid.count(word)
                if data.get("required"):
                    times = 1
                    if word not in spell.casting.paid:
                        spell.casting.paid.append(word)
                if times > 1 and not data.get("multiple"):
                    raise Refused(f"{word} can be paid once", "601.2b")
                found += costs.parts(data["cost"]) * times
            known |= set(part.data.get("alternative") or {})
        if held.ability.keyword in ("kicker", "multikicker"):
            known.add("kicker")
            times = spell.casting.paid.count("kicker")
            if times > 1 and held.ability.keyword == "kicker":
                raise Refused("kicker can be paid once", "601.2b")
            found += costs.parts(held.ability.data.get("cost")) * times
    unknown = set(spell.casting.paid) - known
    if unknown:
        raise Refused(f"{spell} has no cost {min(unknown)!r}", "601.2b")
    return found


def activation_cost(game: Game, obj: GameObject, player: Player, ability: Any, x: int = 0) -> list[Any]:
    """Return what activating an ability costs in all (602.2b)."""
    more, less = _changes(game, "activate", obj, player)
    return _reduced([*costs.parts(ability.cost), *more], less, x)


def _changes(game: Game, verb: str, obj: GameObject, player: Player) -> tuple[list[Any], list[str]]:
    more: list[Any] = []
    less: list[str] = []
    for entry in game.index.ruling:
        change = entry.ability.data["static"].get("costs")
        ctx = entry.context
        if not change or verb not in change or not holds(game, entry.ability.data["static"].get("if"), ctx):
            continue
        if "by" in change and not references.is_player(game, player, change["by"], ctx):
            continue
        if pattern(change[verb]).describes(game, obj, ctx):
            more += costs.parts(change.get("more"))
            if "less" in change:
                told = change["less"]
                less += (
                    symbols(told) if isinstance(told, str) and told.startswith("{") else [str(amount(game, told, ctx))]
                )
    return more, less


def _reduced(cost: list[Any], less: list[str], x: int) -> list[Any]:
    """
    Return a cost less generic and coloured mana (601.2f), X counted as what was chosen for it.

    What is too much of a colour reduces the generic mana (118.7b, 118.7c).
    """
    if not less:
        return cost
    mana = costs.mana_of(cost)
    rest = [part for part in cost if not costs.is_mana(part)]
    generic = sum(x if symbol == "X" else int(symbol) for symbol in mana if symbol == "X" or symbol.isdigit())
    colored = [symbol for symbol in mana if symbol != "X" and not symbol.isdigit()]
    for symbol in less:
        if symbol.isdigit():
            generic = max(0, generic - int(symbol))
        elif symbol in colored:
            colored.remove(symbol)
        else:
            generic = max(0, generic - 1)
    text = (f"{{{generic}}}" if generic else "") + "".join(f"{{{symbol}}}" for symbol in colored)
    return [*([text] if text else []), *rest]
