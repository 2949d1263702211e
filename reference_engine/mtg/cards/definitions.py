"""Cards as they are printed: the facts of a card's data, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.abilities import BATTLEFIELD, STACK, Ability, ability
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.characteristics import (
    Characteristics,
    colors_of,
    combined,
    keywords_of,
    land_abilities,
    printed,
)

_FACTS = frozenset(
    {
        "card", "cost", "colors", "supertypes", "types", "subtypes", "power", "toughness", "loyalty", "defense",
        "abilities", "back", "modal", "notes",
    }
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Face:
    """One face of a card."""

    characteristics: Characteristics
    abilities: tuple[Ability, ...]
    back: Face | None
    modal: bool
    """Whether it is the front of a modal double-faced card, whose faces are independent (712.3)."""
    elsewhere: bool
    """Whether an ability of it works in a zone other than the battlefield and the stack."""


_MEMO: Memo[Face] = Memo()


def face(data: Mapping[str, Any]) -> Face:
    """Read a card. Raises `Unsupported` for words that card data does not have."""
    return _MEMO.get(data, _read)


def _read(data: Mapping[str, Any]) -> Face:
    unknown = set(data) - _FACTS
    if unknown:
        raise Unsupported("word", f"card {min(unknown)!r}")
    told = data.get("abilities") or []
    abilities = tuple(ability(each) for each in told)
    held = printed(abilities)
    types = frozenset(data.get("types") or ())
    subtypes = frozenset(data.get("subtypes") or ())
    cost = data.get("cost") or _of_both_halves(abilities)
    colors = frozenset(data["colors"]) if data.get("colors") is not None else colors_of(cost)
    held += land_abilities(types, subtypes)
    characteristics = Characteristics(
        name=str(data["card"]),
        cost=cost,
        colors=colors,
        supertypes=frozenset(data.get("supertypes") or ()),
        types=types,
        subtypes=subtypes,
        power=_number(data.get("power")),
        toughness=_number(data.get("toughness")),
        loyalty=_number(data.get("loyalty")),
        defense=_number(data.get("defense")),
        abilities=held,
        keywords=keywords_of(held),
    )
    elsewhere = any(not part.zones <= (BATTLEFIELD | STACK) for each in abilities for part in each.parts)
    back = face(data["back"]) if data.get("back") else None
    return Face(characteristics, abilities, back, bool(data.get("modal")), elsewhere)


def _of_both_halves(abilities: tuple[Ability, ...]) -> str:
    """Return the mana cost of a split card: those of its halves combined (709.4b). Its modes are the halves."""
    modes = [mode for each in abilities for mode in (each.data.get("modes") or {}).values()]
    return combined(mode.get("cost", "") for mode in modes)


def _number(value: Any) -> int | None:
    """Return a printed number; a star counts as 0 until an ability defines it (208.2a), in `1+*` as well."""
    return sum(int(part) for part in value.split("+") if part.isdigit()) if isinstance(value, str) else value
