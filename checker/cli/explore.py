"""`rulings explore`: every choice of a case, and every result that can be reached."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common, page
from checker.prose import many

if TYPE_CHECKING:
    from checker.judging.explore import Leaf
    from checker.model import Case, Json

_EXAMPLES = """\
  rulings explore dominion/exchange/player-orders#all-outcomes
  rulings explore player-orders#soldier-first --free    also leave open what the case scripts

exit codes: 0 it was shown, 2 wrong usage or a corpus that cannot be used,
3 the engine cannot be used or lists no options"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "explore",
        summary="shows every choice of a case and every result it can lead to",
        examples=_EXAMPLES,
    )
    parser.add_argument("case", metavar="CASE", help="a case")
    common.add_edition(parser)
    asking.add_engine(parser)
    parser.add_argument("--free", action="store_true", help="also leave open what the case scripts")
    parser.add_argument(
        "--limit", metavar="N", type=asking.count, default=200, help="show at most N results (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    page.add_pager(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import span
    from checker.engines import Description, EngineFailure
    from checker.judging.explore import TooManyChoices
    from checker.judging.play import OutsideClaims, Settled, prepare
    from checker.positions.vocabulary import Vocabulary

    corpus = common.corpus(args)
    case = asking.one_case(corpus, args.case)
    vocabulary = Vocabulary.of(case.game)
    leaves: list[Leaf] = []
    more = False
    try:
        with asking.opened(args) as engine:
            description = Description.of(engine.describe())
            play = prepare(case, engine, vocabulary, description, span(corpus, case), needing=("choices",), whole=True)
            start = play.run([], [])
            found = play.leaves(play.actions, [] if args.free else None)
            leaves = list(islice(found, args.limit))
            more = next(found, None) is not None
    except (OutsideClaims, EngineFailure, TooManyChoices, Settled) as failure:
        return asking.cannot_show(failure, args)
    before = vocabulary.answered(start.get("state", {}))
    results = [
        changes(before, vocabulary.answered(leaf.outcome["state"]))
        if "refused" not in leaf.outcome
        else {"refused": leaf.outcome["refused"]}
        for leaf in leaves
    ]
    if args.json:
        common.print_json(
            {
                "case": case.id,
                "complete": not more,
                "results": [
                    {"choices": list(leaf.choices), "result": result}
                    for leaf, result in zip(leaves, results, strict=True)
                ],
            }
        )
    else:
        _print(args, case, leaves, results, more=more)
    return common.AS_EXPECTED


def changes(before: "Json", after: "Json") -> "Json":
    """Return the parts of a position that changed, each by its path, as they are afterwards."""
    return dict(_changes(before, after, ""))


def _changes(before: Any, after: Any, path: str) -> Iterator[tuple[str, Any]]:
    from checker.positions.shown import brief_state

    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from _changes(before.get(key), after.get(key), f"{path}.{key}" if path else key)
    elif before != after and (before or after):
        yield path, brief_state(after)


def _telling(value: Any) -> Any:
    """Return a value without the facts of objects that say nothing: `null`, `false` and what is empty."""
    if isinstance(value, list):
        return [_telling(item) for item in value]
    if isinstance(value, dict):
        return {
            key: _telling(part) for key, part in value.items() if part not in (None, "", [], {}) and part is not False
        }
    return value


def _print(args: Namespace, case: "Case", leaves: "Sequence[Leaf]", results: "Sequence[Json]", *, more: bool) -> None:
    """Print the choices as a tree; results that are the same have the same number."""
    from rich.text import Text
    from rich.tree import Tree

    from checker.positions.compare import show
    from checker.reports.terminal import chosen
    from checker.reports.text import clean

    numbers: dict[str, int] = {}
    tree = Tree(Text(case.id, style="bold"))
    branches: dict[tuple[str, ...], Tree] = {(): tree}
    for leaf, result in zip(leaves, results, strict=True):
        path: tuple[str, ...] = ()
        for choice in leaf.choices:
            below = branches[path]
            path = (*path, repr(choice))
            if path not in branches:
                branches[path] = below.add(Text(chosen(choice)))
        lines = (clean(f"{where}: {show(_telling(value))}") for where, value in result.items())
        told = "\n".join(lines) or "nothing changes"
        number = numbers.get(told)
        if number is None:
            number = numbers[told] = len(numbers) + 1
            branches[path].add(Text(f"result {number}\n", style="green").append(told, style="default"))
        else:
            branches[path].add(Text(f"result {number}, as above", style="green"))
    different = "one result" if len(numbers) == 1 else f"{len(numbers)} different results"
    total = f"{many(len(leaves), 'way')} to choose, {different}"
    with page.paged(args) as console:
        console.print(tree)
        console.print(f"{total}; there are more, see --limit" if more else total)
        if case.choices and not args.free:
            console.print("Answers that the case scripts were taken as given; --free leaves them open too.")
