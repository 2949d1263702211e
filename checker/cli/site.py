"""`rulings site`: writes the rulings as pages that need no server."""

from argparse import Namespace
from typing import Any

from checker.cli import asking, common
from checker.cli.plain import say
from checker.prose import many

_EXAMPLES = """\
  rulings site pages                                 then open pages/index.html
  rulings site pages --report forge.jsonl --report xmage.jsonl   with a page for each engine
  rulings check --engine 'cmd:my-engine' --report jsonl=mine.jsonl; rulings site pages --report mine.jsonl

exit codes: 0 it was written, 2 wrong usage or a corpus that cannot be used, 3 the engine cannot be used"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "site",
        summary="writes the rulings as pages that need no server",
        description="Writes a page for each ruling, case, rule and card, each case played and drawn, with a search.",
        examples=_EXAMPLES,
    )
    parser.add_argument("folder", metavar="DIR", type=common.named, help="where to write; it is created if missing")
    parser.add_argument(
        "--report",
        metavar="FILE",
        type=common.named,
        action="append",
        default=[],
        help="an engine's report, as `check --report jsonl=FILE` writes it; with an older one of the same engine, "
        "its page shows what changed",
    )
    asking.add_engine(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.engines import Unusable
    from checker.site.engines import read
    from checker.site.pages import build

    corpus = common.corpus(args)
    reports = [read(path) for path in args.report]
    try:
        with asking.opened(args) as engine:
            engine.describe()  # it is made by then, and threads that it has are seen
            built = build(corpus, args.folder, engine, reports, asking.worth(engine, len(corpus.cases)))
    except Unusable as failure:
        return asking.unusable(failure)
    say(f"{many(built.pages, 'page')}, {built.cases:,} of them of cases; begin with {args.folder / 'index.html'}")
    if built.disagreeing:
        where = many(len(built.disagreeing), "case")
        say(f"in {where} the engine's result differs from the corpus; the pages say how")
    return common.AS_EXPECTED
