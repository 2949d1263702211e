"""
Where the reference engine's time goes: `python tests/benchmarks/where_time_goes.py [mtg|dominion] [ROWS]`.

Plays every request that judging the game's cases makes, once to warm up, once for the clock and once under the
profiler. It prints milliseconds of CPU a run, calls a run, and the functions that cost the most by themselves and with
what they call. A profiler makes small functions look dearer than they are: of two versions believe the clock, taken as
the least of several measurements.
"""

import copy
import cProfile
import pstats
import sys
import time

from checker.engines import Description, Engine
from checker.engines.spec import open_engine
from checker.judging.judge import judge
from checker.model import Json
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load


class Recorder:
    """An engine that keeps what it is asked and hands it on."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.requests: list[Json] = []

    def describe(self, *, rules: bool = False) -> Json:
        return self._engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        self.requests.append(copy.deepcopy(params))
        return self._engine.run(params)

    def stderr(self) -> str:
        return self._engine.stderr()

    def close(self) -> None:
        self._engine.close()


def requests(game: str, engine: Engine) -> tuple[int, list[Json]]:
    """Return how many cases a game has, and every request that judging them makes."""
    recorder = Recorder(engine)
    description = Description.of(recorder.describe())
    vocabulary = Vocabulary.of(game)
    cases = [case for case in load().cases.values() if case.game == game]
    for case in cases:
        judge(case, recorder, vocabulary, description)
    return len(cases), recorder.requests


def play(engine: Engine, asked: list[Json]) -> float:
    """Play all requests and return the seconds of CPU that it took."""
    before = time.process_time()
    for params in asked:
        engine.run(params)
    return time.process_time() - before


def tell(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main(game: str = "mtg", rows: str = "40") -> None:
    """Print the clock and the profile."""
    engine = open_engine("reference")
    cases, asked = requests(game, engine)
    least = min(play(engine, asked) for _ in range(3))
    tell(f"{cases} cases, {len(asked)} runs, {least:.3f} s, {least / len(asked) * 1000:.3f} ms a run")
    profile = cProfile.Profile()
    profile.runcall(play, engine, asked)
    stats = pstats.Stats(profile)
    total: int = stats.total_calls  # type: ignore[attr-defined]  # typeshed does not know it
    tell(f"{total / len(asked):.0f} calls a run")
    for order in ("tottime", "cumtime"):
        stats.sort_stats(order).print_stats("reference_engine", int(rows))


if __name__ == "__main__":
    main(*sys.argv[1:3])
