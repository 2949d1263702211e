"""`rulings list`: what rulings and cases there are."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import common, page
from checker.prose import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from checker.model import Case, Ruling

_EXAMPLES = """\
  rulings list                        every ruling
  rulings list --cases 614.5          the cases about a rule
  rulings list -k 'vampire or bat'    by words of ids and titles
  rulings list --kind must --disputed
  rulings list --edition newest       what is in force today
  rulings list --json                 for other programs

exit codes: 0 something was found, 1 nothing was, 2 wrong usage or a corpus that cannot be used"""

_KINDS = ("must", "may", "definition", "example", "note")


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(subparsers, "list", summary="lists rulings or cases", examples=_EXAMPLES)
    common.add_selection(parser)
    common.add_edition(parser)
    parser.add_argument("--cases", action="store_true", help="list cases, not rulings")
    parser.add_argument("--kind", choices=_KINDS, help="only rulings of this kind")
    parser.add_argument("--disputed", action="store_true", help="only readings that are in doubt")
    parser.add_argument("--superseded", action="store_true", help="only readings that have been replaced")
    parser.add_argument("--ids", action="store_true", help="print only ids, one per line")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    page.add_pager(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.finding.query import find, in_force

    corpus = common.corpus(args)
    found = in_force(corpus, find(corpus, args.what, args.expression))
    rulings = [ruling for ruling in found.rulings if _wanted(args, ruling)]
    ids = {ruling.id for ruling in rulings}
    cases = [case for case in found.cases if case.ruling in ids]
    if args.json:
        common.print_json([_case(case) for case in cases] if args.cases else [_ruling(ruling) for ruling in rulings])
    elif args.ids:
        for thing in cases if args.cases else rulings:
            sys.stdout.write(f"{thing.id}\n")
    else:
        _tell(args, rulings, cases)
    return common.AS_EXPECTED if (cases if args.cases else rulings) else common.NOT_AS_EXPECTED


def _wanted(args: Namespace, ruling: "Ruling") -> bool:
    return (
        (args.kind is None or ruling.kind == args.kind)
        and (not args.disputed or ruling.disputed is not None)
        and (not args.superseded or ruling.superseded is not None)
    )


def _ruling(ruling: "Ruling") -> dict[str, Any]:
    return {
        "id": ruling.id,
        "kind": ruling.kind,
        "statement": ruling.statement,
        "cites": [cite.key for cite in ruling.cites],
        "cases": [case.id for case in ruling.cases],
        "disputed": ruling.disputed,
        "superseded": ruling.superseded,
        "from": ruling.from_edition,
        "until": ruling.until_edition,
        "path": str(ruling.place),
    }


def _case(case: "Case") -> dict[str, Any]:
    return {
        "id": case.id,
        "title": case.title,
        "cites": list(dict.fromkeys(cite.key for cite in case.cites)),
        "from": case.from_edition,
        "until": case.until_edition,
        "path": str(case.place),
    }


def _tell(args: Namespace, rulings: "list[Ruling]", cases: "list[Case]") -> None:
    rows = (
        [(case.id, case.title + _limits(case)) for case in cases]
        if args.cases
        else [_row(ruling) for ruling in rulings]
    )
    if not common.console(args).is_terminal:  # for `grep` and `cut`
        sys.stdout.writelines("\t".join(row) + "\n" for row in rows)
        return
    with page.paged(args) as console:
        if console.width < page.NARROW:
            sheet = page.Page(console)
            for name, *_, says in rows:
                sheet.head(name, "")
                sheet.text(says)
            sheet.print()
        elif rows:
            console.print(_table(rows, cases=args.cases))
        console.print(f"{many(len(rulings), 'ruling')}, {many(len(cases), 'case')}", style="dim")


def _table(rows: "Sequence[tuple[str, ...]]", *, cases: bool) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", expand=True)
    for name in ("case", "shows") if cases else ("ruling", "cases", "kind", "says"):
        last = name in {"shows", "says"}
        justify: Any = "right" if name == "cases" else "left"
        table.add_column(name, no_wrap=True, overflow="ellipsis", justify=justify, ratio=1 if last else None)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _row(ruling: "Ruling") -> tuple[str, ...]:
    mark = " (disputed)" if ruling.disputed else " (superseded)" if ruling.superseded else ""
    says = " ".join(ruling.statement.split()) + _limits(ruling)
    return ruling.id, str(len(ruling.cases)), ruling.kind + mark, says


def _limits(thing: "Ruling | Case") -> str:
    from checker.editions import limits_of

    return f" ({limits})" if (limits := limits_of(thing)) else ""
