"""`rulings rebase`: lets the corpus cite another edition of the rules."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.cli.plain import say
from checker.problems import UsageError
from checker.prose import many

if TYPE_CHECKING:
    from checker.model import Corpus
    from checker.rules_text.rebase import Plan

_EXAMPLES = """\
  rulings rebase MagicCompRules.txt --dry-run       what would be rewritten and what a person has to judge
  rulings rebase MagicCompRules.txt                 rewrite what is certain, and record its fingerprints

exit codes: 0 every citation is now of that edition, 1 some wait for a person, 2 wrong usage"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "rebase",
        summary="rewrites the corpus's citations to another edition",
        description=(
            "Rewrites the citations whose passages say the same in another edition, and those about which "
            "somebody has decided; lists the others. Files keep every other byte."
        ),
        examples=_EXAMPLES,
    )
    parser.add_argument("text", metavar="TEXT", help="the edition to cite from now on: a file or an http(s) address")
    parser.add_argument(
        "--source", metavar="SOURCE", help="the source that TEXT is an edition of, if several are numbered"
    )
    parser.add_argument("--against", metavar="EDITION", help="rewrite only what is cited from this edition")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker import writing
    from checker.rules_text import align, fetch, judge, rebase, record
    from checker.rules_text.document_gate import Source

    corpus = common.corpus(args) if args.dry_run else common.own_corpus(args)
    if Source.of(corpus, args.source) is not None:
        raise UsageError(
            f"`{args.source}` has no rule numbers to rewrite; its passages have names",
            "`rulings gate` tells which of them say something else now",
        )
    source = judge.source_of(corpus, args.source)
    text = fetch.read(args.text)
    plan = rebase.plan(judge.judge(corpus, source, text, args.against))
    files = list(rebase.rewritten(corpus, plan))
    if not args.dry_run and files:
        kept = [cite.rule for cite in judge.hanging(corpus, source) if cite.edition == text.edition]
        cited = {*kept, *(move.rule for move in plan.moves)}
        record.write(corpus.root, source, text.edition, align.passages(text), cited)
        for path, content in files:
            writing.whole(path, content)
    _print(args, corpus, source, plan, len(files))
    return common.NOT_AS_EXPECTED if plan.left else common.AS_EXPECTED


def _print(args: Namespace, corpus: "Corpus", source: str, plan: "Plan", files: int) -> None:
    from checker.rules_text import gate_report

    if args.json:
        moves = [
            {"ruling": move.ruling, "rule": move.cite.rule, "edition": move.cite.edition, "now": move.rule}
            for move in plan.moves
        ]
        left = [
            {
                "ruling": ruling,
                "rule": verdict.cite.rule,
                "edition": verdict.cite.edition,
                "why": gate_report.told(verdict),
            }
            for ruling, verdict in plan.left
        ]
        common.print_json({"edition": plan.edition, "rewritten": moves, "left": left})
        return
    for move in plan.moves:
        if move.rule != move.cite.rule:
            say(f"{move.ruling}: {move.cite.rule} ({move.cite.edition}) is now {move.rule}")
    if plan.left:
        say("\nTo judge, and left as they are:")
        for ruling, verdict in plan.left:
            say(f"  {ruling}: {verdict.cite.rule} ({verdict.cite.edition}): {gate_report.told(verdict)}")
    done = "would be rewritten" if args.dry_run else "rewritten"
    what = f"{many(len(plan.moves), 'citation')} in {many(files, 'file')}"
    say(f"\n{what} {done} to {plan.edition}; {len(plan.left)} left.")
    known = [edition["edition"] for edition in corpus.sources["sources"][source]["editions"]]
    if plan.edition not in known:
        say(
            f"The edition {plan.edition} is not among those of {source} in sources.yaml yet. "
            "Until it is entered there, `rulings validate` reports every citation of it."
        )
