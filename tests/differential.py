"""
Shows where engines that others wrote agree with each other and the reference engine does not agree with them.

    python -m tests.differential --engine SPEC [--engine SPEC]... [--vary N] [--seed N] [WHAT]...

The cases say little of a position; here all of it is held against what other engines make of it: the positions that the
cases come to, after each action, and with `--vary` others like them, each with a permanent or two more that the cases
never thought of. A position counts where every engine plays it. What is printed is a mistake of the reference engine,
one that the others share, or a question that the text does not settle: read the rule before anything else.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any

from checker.corpus import load
from checker.engines import Engine, EngineFailure
from checker.engines.spec import open_engine
from checker.problems import UsageError
from checker.query import find
from tests.differing.compare import otherwise
from tests.differing.positions import Position, permanents, positions, varied


def played(wanted: Sequence[Position], spec: str) -> list[Any]:
    """Return what an engine makes of each position; None where it comes to none."""
    engine = open_engine(spec)
    try:
        engine.describe()
        return [_state(engine, each) for each in wanted]
    finally:
        engine.close()


def _state(engine: Engine, position: Position) -> Any:
    try:
        outcome = engine.run(position.request)
    except EngineFailure:
        return None
    return None if "refused" in outcome else outcome.get("state")


def more(some: Sequence[Position], cards: Sequence[str], count: int, random: Random) -> Iterator[Position]:
    """Yield variations of positions of Magic, if there are any."""
    base = [each for each in some if each.request["game"] == "mtg"]
    for _ in range(count if base else 0):
        yield varied(random.choice(base), cards, random)


def told(wanted: Iterable[Position], ours: Iterable[Any], theirs: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield a paragraph for each case and place in which the others agree against the reference engine."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for position, state, others in zip(wanted, ours, theirs, strict=True):
        if state is None or None in others:
            continue
        for each in otherwise(state, others):
            if (position.case, each.path) not in seen:
                seen.add((position.case, each.path))
                request = json.dumps(position.request)
                yield f"{position.case}: {'.'.join(each.path)}: {each.ours}, the others {each.theirs}\n    {request}"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 if the others agree on anything against the reference engine."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("what", nargs="*", metavar="WHAT", help="of the cases, what a word names, as `614.5`")
    parser.add_argument("--engine", action="append", required=True, metavar="SPEC", help="as for `rulings check`")
    parser.add_argument("--vary", type=int, default=0, metavar="N", help="so many variations besides")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where chance begins (default: %(default)s)")
    given = parser.parse_args(words)
    try:
        corpus = load()
        wanted = list(positions(corpus, find(corpus, given.what).cases))
        wanted += more(wanted, permanents(corpus.root / "cards" / "mtg"), given.vary, Random(given.seed))
        with ProcessPoolExecutor() as processes:
            ours, *theirs = processes.map(partial(played, wanted), ["reference", *given.engine])
    except UsageError as wrong:
        parser.error(wrong.message)
    except EngineFailure as failure:
        sys.exit(failure.message)
    found = list(told(wanted, ours, list(zip(*theirs, strict=True))))
    for paragraph in found:
        print(paragraph)
    common = sum(None not in states for states in zip(ours, *theirs, strict=True))
    print(f"{len(wanted)} positions, {common} that all engines play, {len(found)} places in which the others differ")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
