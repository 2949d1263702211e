# ruff: noqa: INP001 - a program, and no package
"""Answers of a script to an engine's questions, and the ways in which a run can end before its script does."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]

DECLINE = "decline"
"""The option of not doing what may be done."""


class Over(Exception):  # noqa: N818 - it is no error
    """The run ends here; `outcome` is what to answer, without what was asked on the way."""

    def __init__(self, outcome: Json) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


class Unsupported(Over):
    """The engine lacks something."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__({"unsupported": {"what": what, "name": name}})


class Answers:
    """The answers that a request brings, and what has been asked so far."""

    def __init__(self, answers: Sequence[Json]) -> None:
        self._given = list(answers)
        self._taken: set[int] = set()
        self.asked: list[Json] = []

    @property
    def unused(self) -> list[int]:
        """The answers that no question took, counted from 0."""
        return [index for index in range(len(self._given)) if index not in self._taken]

    def one(self, player: str, kind: str, about: str | None, options: Sequence[str]) -> str:
        """Ask for exactly one of some options and return it."""
        return str(self._ask(_question(player, kind, about, options))[0])

    def some(
        self,
        player: str,
        kind: str,
        about: str | None,
        options: Sequence[str],
        least: int,
        most: int,
        ordered: bool = False,
    ) -> list[str]:
        """Ask for several of some options and return them."""
        bounds = {"min": least, "max": most} | ({"ordered": True} if ordered else {})
        return self._ask(_question(player, kind, about, options) | bounds)

    def _ask(self, question: Json) -> list[str]:
        index = next((i for i in self.unused if _fits(self._given[i], question)), None)
        if index is None:
            raise Over({"choice": question})
        self._taken.add(index)
        told = self._given[index]["choose"]
        chosen = list(told) if isinstance(told, list) else [told]
        if "max" not in question and not chosen:
            chosen = [DECLINE]
        elif "max" in question and told == DECLINE:
            chosen = []
        least, most = question.get("min", 1), question.get("max", 1)
        left = list(question["options"])
        for option in chosen:
            if option not in left:
                raise Over({"refused": {"answer": index, "reason": f"{option} is not among {question['options']}"}})
            left.remove(option)
        if not least <= len(chosen) <= most:
            raise Over({"refused": {"answer": index, "reason": f"takes {least} to {most} of {question['options']}"}})
        self.asked.append({**question, "chosen": chosen if "max" in question else chosen[0]})
        return chosen


def play(params: Json, game: str, claims: Json, script: Callable[[Json, Answers], Json]) -> Json:
    """
    Return what comes of a request; `script` plays it.

    What lies outside the bridge's claims - another game, actions, facts that cannot be given - is unsupported.
    """
    answers = Answers(params.get("answers", []))
    try:
        if params["game"] != game:
            raise Unsupported("game", params["game"])
        if params.get("cards"):
            raise Unsupported("capability", "define-card")
        for action in params["actions"]:
            if not action.keys() & {*claims["actions"]}:
                raise Unsupported("action", " ".join(action) or "nothing")
        for fact in _told(params["given"]):
            if fact in claims["unset"]:
                raise Unsupported("state", fact)
        outcome = script(params, answers)
    except Over as over:
        outcome = over.outcome
    return outcome if "unsupported" in outcome else {**outcome, "asked": answers.asked, "unused": answers.unused}


def _told(value: Any) -> Iterator[str]:
    """Yield the keys that have more than nothing."""
    if isinstance(value, dict):
        for key, part in value.items():
            if part:
                yield key
            yield from _told(part)
    elif isinstance(value, list):
        for part in value:
            yield from _told(part)


def _question(player: str, kind: str, about: str | None, options: Sequence[str]) -> Json:
    question: Json = {"player": player, "kind": kind, "options": list(options)}
    return question if about is None else {**question, "about": about}


def _fits(answer: Json, question: Json) -> bool:
    return all(answer[key] == question.get(key) for key in ("player", "kind", "about") if key in answer)
