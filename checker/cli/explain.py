"""`rulings explain`: what happens in a case, step by step, by which rule."""

from argparse import Namespace
from itertools import islice
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common

if TYPE_CHECKING:
    from checker.explore import Leaf
    from checker.model import Case, Json

EXAMPLES = """\
  rulings explain dominion/exchange/not-gained#watchtower
  rulings explain dominion/exchange/player-orders#all-outcomes --way 2    with the choices left open made another way"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers, "explain", summary="show what happens in a case, step by step and by which rule", examples=EXAMPLES
    )
    parser.add_argument("case", metavar="CASE", help="a case")
    common.add_edition(parser)
    asking.add_engine(parser)
    parser.add_argument(
        "--way",
        metavar="N",
        type=int,
        default=1,
        help="where choices are left open: the Nth way to make them (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import span
    from checker.engines import Description, EngineFailure
    from checker.explore import TooManyChoices
    from checker.play import OutsideClaims, Settled, prepare
    from checker.vocabulary import Vocabulary

    corpus = common.corpus(args)
    case = asking.one_case(corpus, args.case)
    vocabulary = Vocabulary.of(case.game)
    try:
        with asking.opened(args) as engine:
            description = Description.of(engine.describe())
            play = prepare(case, engine, vocabulary, description, span(corpus, case), needing=("trace",))
            ways = play.leaves(play.actions, also={"trace": True})
            leaf = next(islice(ways, max(args.way, 1) - 1, None), None)
            more = next(ways, None) is not None
    except (OutsideClaims, EngineFailure, TooManyChoices, Settled) as failure:
        return asking.fail(str(failure), common.ENGINE_UNUSABLE)
    if leaf is None:
        return asking.fail(f"there is no way {args.way} to make the choices", common.WRONG_USAGE)
    if args.json:
        common.print_json(_json(case, leaf, play.edition))
    else:
        _print(args, case, leaf, play.edition, more=more)
    return common.AS_EXPECTED


def _json(case: "Case", leaf: "Leaf", edition: str | None) -> "Json":
    told: Json = {"case": case.id, "choices": list(leaf.choices), "steps": leaf.outcome.get("trace", [])}
    if edition is not None:
        told["edition"] = edition
    if "refused" in leaf.outcome:
        told["refused"] = leaf.outcome["refused"]
    return told


def _print(args: Namespace, case: "Case", leaf: "Leaf", edition: str | None, *, more: bool) -> None:
    from rich.text import Text

    from checker.reports.terminal import chosen

    console = common.console(args)
    console.print(Text(case.id, style="bold").append(f"  {case.title}", style="not bold"), soft_wrap=True)
    if edition is not None:
        console.print(Text(f"by the edition {edition}", style="dim"), soft_wrap=True)
    for choice in leaf.choices:
        console.print(Text(f"where {chosen(choice)}", style="dim"), soft_wrap=True)
    for step in leaf.outcome.get("trace", ()):
        line = Text("  " * (step.get("depth", 0) + 1)).append(step["text"])
        if "rule" in step:
            line.append(f"  {step['rule']}", style="cyan")
        console.print(line, soft_wrap=True)
    if "refused" in leaf.outcome:
        refusal = leaf.outcome["refused"]
        console.print(Text(f"  refused: {refusal['reason']}  ").append(refusal.get("rule", ""), style="cyan"))
    if more:
        console.print(Text(f"choices are left open; see --way {max(args.way, 1) + 1}, or rulings explore", style="dim"))
