"""Continues a run that was cut off, from what its report holds."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from checker.engines import Description
from checker.model import Corpus
from checker.problems import UsageError
from checker.reports import reading
from checker.reports.reading import Report
from checker.running.runner import Finished


def cut_off(path: Path, corpus: Corpus) -> Report:
    """Return the report of a run of this corpus; raises `UsageError` if it is of another one."""
    report = reading.read(path)
    if report.corpus != corpus.digest:
        raise UsageError(
            f"{path} is about another state of the corpus", "results for two states cannot be in one report"
        )
    return report


def check_same(report: Report, description: Description, edition: str, selection: Sequence[str]) -> None:
    """Raise `UsageError` if a report is about another engine, edition or selection than the run that goes on."""
    engine = (description.name, description.version)
    if report.engine != engine:
        raise UsageError(f"{report.path} is about {' '.join(report.engine)}, and this is {' '.join(engine)}")
    if report.edition != edition:
        raise UsageError(
            f"{report.path} is as of the edition {report.edition}, and this is as of {edition}",
            "leave --edition out to go on with it",
        )
    before = report.header.get("selection", [])
    if list(before) != list(selection):
        said = " ".join(before) or "every case"
        raise UsageError(f"{report.path} is about other cases: {said}", "leave the selection out to go on with it")


def results(report: Report, corpus: Corpus) -> Iterator[Finished]:
    """Yield what a report knows already."""
    for line in report:
        case = corpus.cases.get(line["case"])
        if case is None:
            raise UsageError(f"{report.path} tells of `{line['case']}`, which the corpus does not have")
        yield Finished(
            case,
            corpus.rulings[case.ruling],
            reading.verdict(line),
            line.get("seconds", 0.0),
            line.get("stderr", ""),
            known=True,
        )


def take_up(report: Report) -> None:
    """Cut off what follows the last whole result of a report: half a line, or the footer of a stopped run."""
    with report.path.open("r+b") as stream:
        stream.truncate(report.length)
