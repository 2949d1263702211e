"""The trace: what happened, step within step, each with the rule by which it happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Trace:
    """Steps in order. A step that is open holds those that come before it is closed."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    _depth: int = 0

    def note(self, rule: str | None, text: str) -> dict[str, Any]:
        """Add a step."""
        step: dict[str, Any] = {"text": text, "depth": self._depth}
        if rule is not None:
            step["rule"] = rule
        self.steps.append(step)
        return step

    def open(self, rule: str | None, text: str) -> dict[str, Any]:
        """Add a step that holds the following ones."""
        step = self.note(rule, text)
        self._depth += 1
        return step

    def close(self) -> None:
        """End the step that was opened last."""
        self._depth -= 1

    def drop(self, step: dict[str, Any]) -> None:
        """Take back a step that turned out to be none, such as a question answered with no."""
        index = next(index for index, each in enumerate(self.steps) if each is step)
        for inner in self.steps[index + 1 :]:
            inner["depth"] = max(0, inner["depth"] - 1)
        del self.steps[index]
