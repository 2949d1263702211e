"""What a handler of an instruction is, and how handlers carry out instructions within theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reference_engine.dominion.context import Context

Instruction = Mapping[str, Any]
Handler = Callable[[Context, Any, Instruction], None]
"""Takes the context, what stands under the word, and the whole instruction."""


def within(context: Context, instructions: Iterable[Instruction]) -> None:
    """Carry out the instructions that stand within another."""
    from reference_engine.dominion.words import carry_out  # which imports this module

    carry_out(context, instructions)
