"""`rulings explain`: what happens in a case, step by step, by which rule."""

from argparse import Namespace
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common, page

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.judging.explore import Leaf
    from checker.model import Case, Json

_EXAMPLES = """\
  rulings explain dominion/exchange/not-gained#watchtower
  rulings explain dominion/exchange/player-orders#all-outcomes --way 2    with the open choices made another way

exit codes: 0 it was shown, 2 wrong usage or a corpus that cannot be used,
3 the engine cannot be used or reports no steps"""

_DEEP = 12
"""The deepest indent of a step, however deep it lies within others."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "explain",
        summary="shows what happens in a case, step by step and by which rule",
        examples=_EXAMPLES,
    )
    parser.add_argument("case", metavar="CASE", help="a case")
    common.add_edition(parser)
    asking.add_engine(parser)
    parser.add_argument(
        "--way",
        metavar="N",
        type=asking.count,
        default=1,
        help="the Nth way to make the choices left open (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    page.add_pager(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import span
    from checker.engines import Description, EngineFailure
    from checker.judging.explore import TooManyChoices
    from checker.judging.play import OutsideClaims, Settled, prepare
    from checker.positions.naming import named, of_positions
    from checker.positions.vocabulary import Vocabulary
    from checker.site.layout import layout

    corpus = common.corpus(args)
    case = asking.one_case(corpus, args.case)
    vocabulary = Vocabulary.of(case.game)
    try:
        with asking.opened(args) as engine:
            description = Description.of(engine.describe())
            play = prepare(case, engine, vocabulary, description, span(corpus, case), needing=("trace",), whole=True)
            ways = play.leaves(play.actions, also={"trace": True})
            last = deque(enumerate(islice(ways, args.way), start=1), maxlen=1)
            more = next(ways, None) is not None
    except (OutsideClaims, EngineFailure, TooManyChoices, Settled) as failure:
        return asking.cannot_show(failure, args)
    there, leaf = last[0]
    if there < args.way:
        how_many = "is one way" if there == 1 else f"are {there} ways"
        return asking.fail(f"there {how_many} to make the choices, so there is no --way {args.way}", common.WRONG_USAGE)
    if args.json:
        common.print_json(_json(case, leaf, play.edition))
        return common.AS_EXPECTED
    after = vocabulary.answered(leaf.outcome.get("state", {}))
    names = of_positions(vocabulary.given(case.given), after, layout(case.game).title)
    with page.paged(args) as console:
        sheet = page.Page(console)
        _head(sheet, case, leaf, play.edition)
        _steps(sheet, leaf, lambda text: named(text, names, vocabulary.words))
        sheet.section("The ruling")
        sheet.text(corpus.rulings[case.ruling].statement)
        sheet.text(", ".join(dict.fromkeys(cite.key for cite in case.cites)))
        if more:
            sheet.line()
            sheet.text(f"Choices are left open: see --way {args.way + 1}, or rulings explore", indent=0)
        sheet.print()
    return common.AS_EXPECTED


def _json(case: "Case", leaf: "Leaf", edition: str | None) -> "Json":
    told: Json = {"case": case.id, "choices": list(leaf.choices), "steps": leaf.outcome.get("trace", [])}
    if edition is not None:
        told["edition"] = edition
    if "refused" in leaf.outcome:
        told["refused"] = leaf.outcome["refused"]
    return told


def _head(sheet: page.Page, case: "Case", leaf: "Leaf", edition: str | None) -> None:
    from checker.reports.terminal import chosen

    sheet.head(case.id, f"by the edition {edition}" if edition is not None else "")
    sheet.text(case.title, indent=0)
    if case.why:
        sheet.section("Why")
        sheet.text(case.why)
    if leaf.choices:
        sheet.section("Where it is chosen")
        sheet.lines(map(chosen, leaf.choices))


def _steps(sheet: page.Page, leaf: "Leaf", reading: "Callable[[str], str]") -> None:
    """Print the steps, each with its rule; what does not fit on a line continues further in."""
    from checker.reports.text import clean

    sheet.section("What happens")
    steps = leaf.outcome.get("trace", [])
    refusal = leaf.outcome.get("refused")
    if refusal is not None:
        steps = [*steps, {**refusal, "text": f"refused: {refusal['reason']}"}]
    for step in steps:
        margin = "  " * (min(step.get("depth", 0), _DEEP) + 1)
        rule = clean(step.get("rule", ""))
        told = " ".join(clean(reading(step["text"])).split())
        filled = sheet.fill(f"{told}  {rule}".rstrip(), margin, len(margin) + 4)
        sheet.line(filled.removesuffix(rule), (rule, "cyan") if filled.endswith(rule) else "")
    if not steps:
        sheet.text("nothing: the position is the point")
