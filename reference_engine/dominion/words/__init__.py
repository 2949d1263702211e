"""
The instructions of card data: one handler a word.

An instruction is a mapping whose first key is its word. `schemas/dominion/card.schema.json` describes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reference_engine.dominion.context import Context, unknown_word
from reference_engine.dominion.words import bonuses, cards, flow, lasting, special
from reference_engine.dominion.words.handler import Handler

HANDLERS: Mapping[str, Handler] = {
    **bonuses.HANDLERS,
    **cards.HANDLERS,
    **flow.HANDLERS,
    **lasting.HANDLERS,
    **special.HANDLERS,
}
"""Every word that an instruction can begin with."""


def carry_out(context: Context, instructions: Iterable[Mapping[str, Any]]) -> None:
    """Carry out instructions in order. Raises `Unsupported` for a word that nothing handles."""
    for instruction in instructions:
        word = next(iter(instruction))
        handler = HANDLERS.get(word)
        if handler is None:
            raise unknown_word(word, "instruction")
        handler(context, instruction[word], instruction)
