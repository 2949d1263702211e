"""`rulings coverage`: what the corpus covers, and what it does not."""

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common
from checker.cli.plain import say

if TYPE_CHECKING:
    from checker.finding.coverage import Line
    from checker.finding.query import Found
    from checker.model import Corpus

_EXAMPLES = """\
  rulings coverage dominion                rules and passages against cases
  rulings coverage dominion --by card      cards against cases
  rulings coverage --by engine --gaps      rules of the reference engine that no case reaches

exit codes: 0 it was counted, 2 wrong usage or a corpus that cannot be used, 3 the engine cannot be used"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "coverage",
        summary="shows what the corpus covers and what it does not",
        description=(
            "Counts rulings and cases for each rule and passage, ruling, card, or rule of an engine. Cases are counted "
            "separately by what they show: that something happens, that it does not, or which choices there are."
        ),
        examples=_EXAMPLES,
    )
    common.add_selection(parser)
    common.add_edition(parser)
    parser.add_argument(
        "--by",
        choices=("rule", "ruling", "card", "engine"),
        default="rule",
        help="what to count cases for (default: %(default)s)",
    )
    parser.add_argument("--gaps", action="store_true", help="only what no case covers")
    asking.add_engine(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.engines import EngineFailure
    from checker.finding.query import find, in_force

    corpus = common.corpus(args)
    found = in_force(corpus, find(corpus, args.what, args.expression))
    try:
        lines = _lines(args, corpus, found)
    except EngineFailure as failure:
        return asking.fail(str(failure), common.ENGINE_UNUSABLE)
    gaps = [line for line in lines if not line.total and line.why_not is None]
    told = gaps if args.gaps else lines
    if args.json:
        common.print_json([_json(line) for line in told])
    else:
        _print(told)
        say(f"{len(lines)} in all, {len(gaps)} that no case covers")
    return common.AS_EXPECTED


def _lines(args: Namespace, corpus: "Corpus", found: "Found") -> "list[Line]":
    from checker.finding import coverage

    if args.by == "ruling":
        return coverage.by_ruling(found.rulings)
    if args.by == "card":
        return coverage.by_card(corpus, found.cases)
    if args.by == "engine":
        return _engine(args, corpus, found)
    return coverage.by_rule(corpus, found.rulings)


def _engine(args: Namespace, corpus: "Corpus", found: "Found") -> "list[Line]":
    from checker.engines import Description, EngineFailure
    from checker.finding.coverage import by_engine_rule
    from checker.prove import reach

    with asking.opened(args) as engine:
        description = Description.of(engine.describe(rules=True))
        if "broken" not in description.capabilities:
            raise EngineFailure(asking.TELLS_NO_RULES)
        reached = reach(corpus, found.cases, engine, description, asking.worth(engine, len(found.cases)))
    games = {case.game for case in found.cases}
    rules = [rule["rule"] for rule in description.rules if rule.get("game") in {None, *games}]
    return by_engine_rule(rules, found.cases, reached, corpus)


def _json(line: "Line") -> dict[str, Any]:
    told: dict[str, Any] = {"name": line.name, "rulings": line.rulings, "cases": dict(line.cases)}
    if line.why_not is not None:
        told["why_not"] = line.why_not
    return told


def _print(lines: "Sequence[Line]") -> None:
    from checker.finding.coverage import Kind

    heads = ("rulings", *(kind.value for kind in Kind))
    width = max([len(line.name) for line in lines] + [4])
    say(f"{'':{width}}  " + "  ".join(f"{head:>8}" for head in heads))
    for line in lines:
        counts = (line.rulings, *(line.cases.get(kind, 0) for kind in Kind))
        row = "  ".join(f"{count or '-':>8}" for count in counts)
        say(f"{line.name:{width}}  {row}{f'  {line.why_not}' if line.why_not else ''}")
