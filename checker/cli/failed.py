"""What `rulings check --failed` runs: the cases that an earlier report tells to be not as expected."""

from argparse import Namespace
from typing import TYPE_CHECKING

from checker.cli import common
from checker.cli.plain import say, warn
from checker.problems import UsageError
from checker.prose import many

if TYPE_CHECKING:
    from checker.model import Corpus
    from checker.reports.reading import Report


class NothingLeftError(Exception):
    """There is nothing to run again, and nothing wrong with that; says why."""


def take(args: Namespace, corpus: "Corpus") -> None:
    """
    Select what was not as expected in an earlier report; the engine and the edition are its own unless told.

    Raises `NothingLeftError`, and `UsageError` where it cannot be known that nothing failed.
    """
    from checker.finding.query import find
    from checker.reports.reading import read, wrong

    report = read(args.failed)
    args.engine = args.engine or report.header["engine"]["spec"]
    args.edition = args.edition or report.edition
    found = [line["case"] for line in report if wrong(line)]
    if not found:
        raise _none(report)
    selected = {case.id for case in find(corpus, args.what, args.expression).cases}
    gone = [case for case in found if case not in corpus.cases]
    args.what, args.expression = [case for case in found if case in selected], None
    if gone:
        lost = f"{many(len(gone), 'case')} that the corpus does not have, such as `{gone[0]}`"
        if gone == found:
            raise UsageError(f"all that is not as expected in {args.failed} is {lost}")
        warn(f"left out of what is not as expected in {args.failed}: {lost}")
    if not args.what:
        raise NothingLeftError(f"none of what is not as expected in {args.failed} is selected; nothing is left to run")


def _none(report: "Report") -> Exception:
    """Return why there is nothing to run again where a report has no failure."""
    if report.complete:
        return NothingLeftError(f"in {report.path} everything is as expected; nothing is left to run")
    return UsageError(
        f"in {report.path} nothing has failed so far, but it is not complete",
        f"`rulings check --resume {report.path}` goes on with it",
    )


def tell(args: Namespace, why: NothingLeftError) -> int:
    """Say that there is nothing to run, beside the JSON if that is asked for, and return the exit code."""
    (warn if args.json else say)(str(why))
    return common.AS_EXPECTED
