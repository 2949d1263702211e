"""Joins the reports of parts of a run; refuses anything by which the whole would claim what nobody ran."""

from collections import Counter
from collections.abc import Iterator, Sequence

from checker.model import Json
from checker.problems import UsageError
from checker.prose import many
from checker.reports.reading import Report


def merged(reports: Sequence[Report], *, incomplete: bool = False) -> Iterator[Json]:
    """
    Yield the lines of one report made from several.

    Raises `UsageError`, before the first line, for reports of other corpora, engines or selections, for the same part
    twice, for a part that is missing and for one that was cut off; with `incomplete`, the last two are taken, and
    the footer is left out where something is missing, so that the whole can be gone on with.
    """
    first = reports[0]
    _check_same(reports)
    if not incomplete:
        _check_once(reports)
    lacks = _lacks(reports)
    if lacks and not incomplete:
        raise UsageError(lacks, "--incomplete accepts what there is")
    _check_apart(reports)
    return _lines(first, reports, whole=not lacks)


def _check_same(reports: Sequence[Report]) -> None:
    first = reports[0]
    for report in reports[1:]:
        if report.corpus != first.corpus:
            raise UsageError(f"{report.path} and {first.path} are about different states of the corpus")
        if report.engine != first.engine:
            raise UsageError(
                f"{report.path} is about {' '.join(report.engine)}, {first.path} about {' '.join(first.engine)}"
            )
        if report.edition != first.edition:
            raise UsageError(
                f"{report.path} is as of the edition {report.edition}, {first.path} as of {first.edition}",
                "results for two editions cannot be in one report",
            )
        if report.selection != first.selection:
            raise UsageError(f"{report.path} and {first.path} are parts of different selections")
        if (report.shard is None) != (first.shard is None) or (
            report.shard and first.shard and report.shard.of != first.shard.of
        ):
            raise UsageError(f"{report.path} and {first.path} are not shards of the same number")


def _check_once(reports: Sequence[Report]) -> None:
    known: dict[int, Report] = {}
    for report in reports:
        if report.shard is not None and (other := known.setdefault(report.shard.number, report)) is not report:
            raise UsageError(f"{other.path} and {report.path} are the same shard, {report.shard}")


def _lacks(reports: Sequence[Report]) -> str:
    """Return what is missing from the whole, or nothing."""
    for report in reports:
        if not report.complete:
            why = "it has no footer" if report.footer is None else "it was stopped before its end"
            return f"{report.path} is not complete: {why}; {report.results:,} of {many(report.header['cases'], 'case')}"
    shards = {report.shard.number for report in reports if report.shard}
    of = reports[0].shard.of if reports[0].shard else 0
    missing = [str(number) for number in range(1, of + 1) if number not in shards]
    return f"shard {', '.join(missing)} of {of} is missing" if missing else ""


def _check_apart(reports: Sequence[Report]) -> None:
    known: dict[str, Report] = {}
    for report in reports:
        for line in report:
            other = known.setdefault(line["case"], report)
            if other is not report:
                raise UsageError(f"{report.path} and {other.path} both tell of `{line['case']}`")


def _lines(first: Report, reports: Sequence[Report], *, whole: bool) -> Iterator[Json]:
    header = {**first.header, "cases": sum(report.header["cases"] for report in reports)}
    header["selection"] = [*first.selection, *_edition(first)]
    header["out_of_force"] = sum(report.header.get("out_of_force", 0) for report in reports)
    if not whole:
        header["cases"] = max(header["cases"], sum(report.results for report in reports))
    starts = [report.header["started"] for report in reports if "started" in report.header]
    yield {**header, **({"started": min(starts)} if starts else {})}
    counts: Counter[str] = Counter()
    for report in reports:
        for line in report:
            counts[line["status"]] += 1
            yield line
    if not whole:
        return
    footers = [report.footer for report in reports if report.footer is not None]
    yield {
        "line": "footer",
        "counts": dict(counts),
        "cases": footers[0]["cases"],
        "claimed": sum(footer["claimed"] for footer in footers),
        "run": sum(footer["run"] for footer in footers),
        "seconds": round(sum(footer.get("seconds", 0.0) for footer in footers), 6),
    }


def _edition(report: Report) -> list[str]:
    """Return the option for the edition, if the selection had one."""
    return ["--edition", report.edition] if "--edition" in report.header.get("selection", ()) else []
