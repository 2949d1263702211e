"""The engine as the protocol sees it: what it claims, and how it runs a script."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from reference_engine.kernel import rules, script
from reference_engine.kernel.cards import Library, shipped

Json = dict[str, Any]

VERSION = "0.1.0"
GAMES = ("dominion", "mtg")
CAPABILITIES = ("choices", "moments", "define-card", "instruct", "trace", "broken", "checkpoints", "first")


class Engine:
    """Plays scripts. Nothing is kept between two of them but cards once read."""

    def __init__(self, cards: Path | None = None) -> None:
        """Take the cards of a folder with a folder for each game it is to play, or those that come with the engine."""
        folder = cards or shipped("corpus/cards")
        self._libraries = {game: Library(folder / game) for game in GAMES if (folder / game).is_dir()}

    def describe(self, params: Json) -> Json:
        """Say what the engine is and claims; which of its rules can be broken only if that is asked."""
        told: Json = {
            "protocol": 1,
            "name": "rulings reference engine",
            "version": VERSION,
            "games": {game: {"cards": list(library.names())} for game, library in self._libraries.items()},
            "capabilities": list(CAPABILITIES),
        }
        if params.get("rules"):
            told["rules"] = self._breakable()
        return told

    def run(self, params: Json) -> Json:
        """
        Run a script and return its outcome.

        What does not fit the schemas is unsupported. Raises `ValueError` for what is no `run` request at all.
        """
        game = params.get("game")
        if not isinstance(game, str):
            raise ValueError("not a request: it does not say which `game`")  # noqa: TRY004 - by the protocol it is one kind
        library = self._libraries.get(game)
        if library is None:
            return {"unsupported": {"what": "game", "name": game}}
        table = import_module(f"reference_engine.{game}.table")
        try:
            return script.play(partial(_set_up, table.set_up, library), params)
        except Exception:
            from reference_engine.kernel.misfit import misfit  # late: it reads the schemas

            found = misfit(params)
            if found is None:
                raise
            return {"unsupported": {"what": found[0], "name": found[1]}}

    def _breakable(self) -> list[Json]:
        from pkgutil import walk_packages

        for game in self._libraries:
            package = import_module(f"reference_engine.{game}")
            for module in walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)  # some are imported only when they are needed
        return [
            {
                "rule": each.key,
                "game": each.name.partition(".")[0],
                "summary": each.summary,
                "how": [f"{each.name}: {way}" for way in each.mistakes],
                "harmless": {f"{each.name}: {way}": reason for way, reason in each.harmless.items()},
            }
            for each in rules.rules()
            if each.mistakes and each.name.partition(".")[0] in self._libraries
        ]


def _set_up(set_up: Any, library: Library, run: Any, params: Json) -> script.Table:
    table: script.Table = set_up(run, params, library)
    return table
