# ruff: noqa: INP001 - part of a program, and no package
"""What the card data calls abilities, targets and modes: the words that cases use, for a bridge that has other ones."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

CARDS = Path(__file__).resolve().parents[3] / "corpus" / "cards" / "mtg"
FORMS = ("spell", "static", "replace", "prevent", "cannot", "triggered", "activated")


def beside() -> dict[str, str]:
    """Return what a bridge in Java finds in its folder: the words of the corpus's cards."""
    return {"words.json": json.dumps(table(CARDS))}


def table(folder: Path) -> dict[str, Any]:
    """Return for each card of a folder its abilities in printed order, and those that it gives away."""
    import yaml12

    cards: list[Any] = [yaml12.read_yaml(path) for path in sorted(folder.glob("*.yaml"))]
    return {
        card["card"]: {
            "abilities": [_entry(ability) for ability in card.get("abilities", ())],
            "grants": _grants(card),
            "choices": _choices(card),
        }
        for card in cards
    }


def _choices(card: Mapping[str, Any]) -> list[str]:
    """Return the words that are chosen from as a card enters."""
    for ability in card.get("abilities", ()):
        told = ability.get("with") if isinstance(ability, Mapping) else None
        if isinstance(told, Mapping) and isinstance(told.get("choose"), list | Mapping):
            return list(told["choose"])
    return []


def _entry(ability: Any) -> dict[str, Any]:
    if not isinstance(ability, Mapping) or "keyword" in ability:
        return {"form": "keyword"}
    made: dict[str, Any] = {"form": next((form for form in FORMS if form in ability), "static")}
    if "label" in ability:
        made["label"] = ability["label"]
    if "activated" in ability and "targets" not in ability and "add mana" in str(ability.get("do")):
        made["mana"] = True
    cost = ability.get("activated")
    if isinstance(cost, Mapping) and "loyalty" in cost:
        made["loyalty"] = f"{cost['loyalty']:+d}" if cost["loyalty"] else "0"
    optional = [name for kind in ("additional", "alternative") for name in ability.get(kind) or ()]
    if optional:
        made["costs"] = optional
    modes = ability.get("modes")
    targets = list(ability.get("targets") or ())
    if isinstance(modes, Mapping):
        made["modes"] = list(modes)
        targets += [name for mode in modes.values() if isinstance(mode, Mapping) for name in mode.get("targets") or ()]
    if targets:
        made["targets"] = targets
    return made


def _grants(card: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return what abilities there are within a card's abilities, each once: those of a list, and those with a label."""
    within = (part for ability in card.get("abilities", ()) if isinstance(ability, Mapping) for part in ability.items())
    found = (told for key, part in within for told in _given(part, among=key == "abilities"))
    return [dict(told) for told in dict.fromkeys(tuple(sorted(told.items())) for told in found)]


def _given(part: Any, *, among: bool) -> Iterator[dict[str, str]]:
    """Yield the forms and labels of abilities in a part of the card data, which may be `among` abilities in a list."""
    if isinstance(part, Mapping):
        form = next((form for form in FORMS if form in part), None)
        if isinstance(part.get("label"), str):
            yield {"form": form or "static", "label": part["label"]}
        elif among and form:
            yield {"form": form}
        for key, below in part.items():
            yield from _given(below, among=key == "abilities")
    elif isinstance(part, list):
        for below in part:
            yield from _given(below, among=among)
