"""`rulings search`: finds rulings by words."""

from argparse import ArgumentParser, Namespace
from typing import Any

from checker.cli import asking, common, page
from checker.prose import many

_EXAMPLES = """\
  rulings search vampire bat
  rulings search exchanged but not gained
  rulings search travler --limit 3          a misspelling does no harm
  rulings search 701.12b --json

exit codes: 0 something was found, 1 nothing was, 2 wrong usage or a corpus that cannot be used"""

_CASES = 3
"""How many of a ruling's cases are shown, the best of those that fit."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "search",
        summary="finds rulings by words, best match first",
        description="Looks for words in ids, titles, statements, citations, cards and reasons.",
        examples=_EXAMPLES,
    )
    parser.add_argument("words", metavar="WORD", nargs="+", help="words, beginnings of words, rule numbers, cards")
    parser.add_argument("--limit", metavar="N", type=asking.count, default=10, help="show at most N rulings (10)")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    page.add_pager(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import limits_of
    from checker.finding.query import cited_today, moved_number
    from checker.finding.search import looked_up

    corpus = common.corpus(args)
    asked = " ".join(args.words).split()
    moved = list(dict.fromkeys(told for word in asked if (told := moved_number(corpus, word))))
    today = cited_today(corpus)  # what bears such a number today is meant first
    words = [*asked, *(told.rpartition(" ")[2] for told in moved if told.partition(":")[0] not in today)]
    hits, unknown = looked_up(corpus, words)
    hits = hits[: args.limit]
    if args.json:
        common.print_json(
            [
                {
                    "ruling": hit.ruling.id,
                    "score": round(hit.score, 3),
                    "statement": hit.ruling.statement,
                    "from": hit.ruling.from_edition,
                    "until": hit.ruling.until_edition,
                    "cases": [{"id": case.id, "title": case.title} for case in hit.cases],
                }
                for hit in hits
            ]
        )
        return common.AS_EXPECTED if hits else common.NOT_AS_EXPECTED
    with page.paged(args) as console:
        sheet = page.Page(console)
        for hit in hits:
            sheet.head(hit.ruling.id, limits_of(hit.ruling))
            sheet.text(hit.ruling.statement)
            for case in hit.cases[:_CASES]:
                sheet.bullet(f"  #{case.slug}", case.title)
            if (more := len(hit.cases) - _CASES) > 0:
                sheet.text(f"and {many(more, 'case')} more; --json has all", indent=4)
        for told in moved:
            sheet.line()
            sheet.text(told, indent=0)
        if hits and unknown:
            told = ", ".join(f"`{word}`" for word in unknown)
            sheet.line()
            sheet.text(f"Nowhere in the corpus: {told}. What is found has other words, or similar ones.", indent=0)
        if not hits:
            sheet.text("Nothing fits. `rulings list` lists all rulings; their words are English.", indent=0)
        sheet.print()
    return common.AS_EXPECTED if hits else common.NOT_AS_EXPECTED
