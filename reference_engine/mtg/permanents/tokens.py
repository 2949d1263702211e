"""Tokens (111): what is created, and how each comes onto the battlefield."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.characteristics import Characteristics, Held, keywords_of, land_abilities, printed
from reference_engine.mtg.events import CreateToken, Move
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, not_too_many
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.colors import letters
from reference_engine.mtg.layers.copying import copied, faces_of_a_copy
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """What kind of token is created, and which others besides."""

    values: Characteristics
    face: Any = None
    back: bool = False
    """Whether it is its back face that these are the values of."""
    enters: tuple[tuple[str, Any], ...] = ()
    besides: tuple[tuple[Tokens, int], ...] = ()

    def and_also(self, other: Tokens, number: int) -> Tokens:
        """Return the same with others besides."""
        return replace(self, besides=(*self.besides, (other, number)))

    def times(self, factor: int) -> Tokens:
        """Return the same with the others multiplied."""
        return replace(self, besides=tuple((other, number * factor) for other, number in self.besides))


def by_kind(game: Game, event: CreateToken) -> list[CreateToken]:
    """Return an event for each kind of token that one creates, with the token as it would be."""
    if not event.token.besides:
        return [event]
    kinds = [(replace(event.token, besides=()), event.amount), *event.token.besides]
    parts = [event.but(token=token, amount=number) for token, number in kinds]
    return [each.but(object=as_a_token(game, each)) for each in parts]


def together(kinds: Iterable[CreateToken]) -> CreateToken:
    """Return one event that creates what several do, each of them tokens of one kind."""
    first, *others = kinds
    token = first.token
    for each in others:
        token = token.and_also(each.token, each.amount)
    return first.but(token=token)


def total(event: CreateToken) -> int:
    """Return how many tokens an event creates, of whatever kind."""
    besides: int = sum(number for _, number in event.token.besides)
    return event.amount + besides


def specification(game: Game, data: Mapping[str, Any], ctx: Context, **enters: Any) -> Tokens:
    """Read what card data says of a token."""
    how = tuple(enters.items())
    if "copy of" in data:
        if isinstance(data["copy of"], dict):
            raise Unsupported("word", "a copy of one that is chosen as the token is created")
        original = to_copy(game, data["copy of"], ctx)
        if original is None:
            raise Unsupported("word", f"a copy of {data['copy of']!r}, where there is none")
        game.look(original)
        values = copied(game, original, data.get("except"), ctx)
        return Tokens(values, faces_of_a_copy(game, original, data.get("except"), ctx), back_is_up(game, original), how)
    return Tokens(values_told(game, data, ctx), enters=how)


@rule("707.8a")
def back_is_up(_game: Game, original: GameObject) -> bool:
    """A token that is a copy of a double-faced permanent with its back face up has its back face up, too."""
    return original.back


@rule("111.12", usual=(), mistakes={"its source": lambda found, game, told, ctx: found(game, told, ctx) or ctx.source})
def to_copy(game: Game, told: Any, ctx: Context) -> GameObject | None:
    """Return what a token is to be a copy of; if that does not exist, no token is created."""
    return references.the_known(game, told, ctx)


def _set(value: Any) -> frozenset[str]:
    return frozenset() if value is None else frozenset(several(value))


def values_told(game: Game, data: Mapping[str, Any], ctx: Context) -> Characteristics:
    """Return the characteristics that card data lists for a token, or for what is face down."""
    subtypes = several(data.get("subtypes", []))
    held = printed(ability(each) for each in data.get("abilities", ()))
    types = _set(data.get("types")) or frozenset({"Creature"})
    held += of_its_land_types(game, types, frozenset(subtypes))
    return Characteristics(
        name=token_name(game, data, subtypes),
        colors=letters(data.get("colors") or [], ctx),
        supertypes=_set(data.get("supertypes")),
        types=types,
        subtypes=frozenset(subtypes),
        power=amount(game, data["power"], ctx) if "power" in data else None,
        toughness=amount(game, data["toughness"], ctx) if "toughness" in data else None,
        abilities=held,
        keywords=keywords_of(held),
    )


@rule("305.6", usual=("nothing",))
def of_its_land_types(_game: Game, types: frozenset[str], subtypes: frozenset[str]) -> tuple[Held, ...]:
    """What is created or turned face down as a land with a basic land type has the mana ability of that."""
    return land_abilities(types, subtypes)


@rule("708.2", usual=(), mistakes={"as usual": lambda _rule, _game, _spec, _ctx: None})
def characteristics_listed(game: Game, spec: Mapping[str, Any], ctx: Context) -> Characteristics | None:
    """What is face down has the characteristics that are listed for it and no others, which are its copiable values."""
    return values_told(game, spec["being"], ctx).but(name="") if "being" in spec else None


@rule("111.4", usual=(), mistakes={"nameless": lambda _rule, _game, data, _subtypes: str(data.get("name") or "")})
def token_name(_game: Game, data: Mapping[str, Any], subtypes: list[str]) -> str:
    """A token without a name of its own is called by its subtypes and the word Token; that word is left out."""
    return str(data.get("name") or " ".join(subtypes))


@rule("111.8", usual=("always",))
def stays_where_it_is(_game: Game, token: GameObject) -> bool:
    """A token that has left the battlefield can't move to another zone or come back; nor is it cast."""
    return token.zone not in ("battlefield", "nowhere")


def births(game: Game, event: CreateToken) -> list[Move]:
    """Return the coming onto the battlefield of tokens of one kind."""
    return [_birth(game, event, event.token) for _ in range(not_too_many(event.amount))]


def _birth(game: Game, event: CreateToken, token: Tokens) -> Move:
    obj = token_object(game, event.player, token.values)
    obj.face = token.face
    obj.id = new_id(game, token.values.name)
    game.by_id[obj.id] = obj
    return event.part(Move, object=obj, to="battlefield", under=event.player, back=token.back, **dict(token.enters))


def as_a_token(game: Game, event: CreateToken) -> GameObject:
    """Return one of the tokens as it would be, for effects to look at."""
    return token_object(game, event.player, event.token.values)


def token_object(game: Game, owner: Player, values: Characteristics) -> GameObject:
    """Return a token that is nowhere yet."""
    game.ephemeral = True
    return GameObject(
        key=game.key(),
        owner=owner,
        controller=owner,
        zone="nowhere",
        timestamp=0,
        kind="token",
        card=values.name,
        printed=values,
        characteristics=values,
    )


def new_id(game: Game, name: str) -> str:
    """Return the id of a token: its name in lower case, without apostrophes, or `token`, with the first free number."""
    stem = re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")) or "token"
    number = 1
    while f"{stem}_{number}" in game.by_id:
        number += 1
    return f"{stem}_{number}"
