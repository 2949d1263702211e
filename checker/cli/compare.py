"""`rulings compare`: two reports or two engines, case by case."""

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common
from checker.cli.plain import say, warn
from checker.prose import many

if TYPE_CHECKING:
    from checker.engines import Description, Engine
    from checker.judging.verdict import Verdict
    from checker.reports.reading import Report
    from checker.running.changes import Compared, Known

_EXAMPLES = """\
  rulings compare before.jsonl after.jsonl                what a change to an engine did
  rulings compare reference 'cmd:my-engine' --json        two engines on the same cases
  rulings compare main.jsonl 'cmd:my-engine' -k vampire   a report and an engine
  rulings compare a.jsonl b.jsonl --fail-on broken        as a gate

exit codes: 0 nothing got worse, 1 something did, 2 wrong usage or a corpus that cannot be used,
3 the engine cannot be used"""

_SHOWN = 50
"""How many cases of each kind are listed."""

_APART = 2
"""Of a case that is wrong in another way, how many differences are listed that only the one or the other has."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "compare",
        summary="compares two reports or two engines, case by case",
        description="Compares the results of each case: same, fixed, broken, otherwise (wrong in another way), gained "
        "and lost (newly supported, or no longer), only-first, only-second. Ends with 1 if anything got worse.",
        examples=_EXAMPLES,
    )
    for name in ("first", "second"):
        parser.add_argument(name, metavar=name.upper(), help="a report of JSON lines, or an engine as for `check`")
    common.add_selection(parser)
    common.add_edition(parser, default=None)
    asking.add_limits(parser)
    parser.add_argument(
        "--fail-on",
        metavar="KINDS",
        default=None,
        help="which kinds to end with 1 for, separated by commas, or `none` (default: broken,lost,only-first)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


@dataclass(frozen=True, slots=True)
class _Side:
    name: str
    corpus: str
    edition: str
    known: "dict[str, Known]"
    report: "Report | None" = None


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.engines import Unusable
    from checker.running.changes import compare

    gate = _gate(args)
    try:
        first, second = _sides(args)
    except Unusable as failure:
        return asking.unusable(failure)
    compared = list(compare(first.known, second.known))
    if first.corpus != second.corpus:
        warn("the two are about different states of the corpus; a case may have changed between them")
    counts = Counter(str(one.change) for one in compared)
    if args.json:
        common.print_json(
            {
                "first": first.name,
                "second": second.name,
                "same_corpus": first.corpus == second.corpus,
                "counts": dict(counts),
                "cases": [_json(one) for one in compared if one.change != "same"],
            }
        )
    else:
        for line in _told(first, second, compared, counts):
            say(line)
    return common.NOT_AS_EXPECTED if gate & counts.keys() else common.AS_EXPECTED


def _gate(args: Namespace) -> set[str]:
    from checker.problems import UsageError
    from checker.running.changes import WORSE, Change

    if args.fail_on is None:
        return {str(kind) for kind in WORSE}
    told = {word.strip() for word in args.fail_on.split(",") if word.strip()} - {"none"}
    unknown = sorted(told - {str(kind) for kind in Change})
    if unknown:
        raise UsageError(f"there is no kind of change {unknown[0]!r}", f"there are {', '.join(Change)} and none")
    return told


def _sides(args: Namespace) -> tuple[_Side, _Side]:
    """Read reports and run engines, these on the cases and as of the edition of a report if there is one."""
    from checker.problems import UsageError

    told = (args.first, args.second)
    sides = {name: _reported(args, Path(name)) for name in told if Path(name).is_file()}
    for side in sides.values():
        args.edition = args.edition or side.edition
        if side.edition != args.edition:
            raise UsageError(
                f"{side.name} is as of the edition {side.edition}, and not {args.edition}",
                "results for two editions cannot be compared",
            )
    report = next((side.report for side in sides.values()), None)
    if report is not None and not args.what:
        args.what, before = report.chosen
        both = [words for words in (before, args.expression) if words is not None]
        args.expression = " and ".join(f"({words})" for words in both) or None
    for name in told:
        if name not in sides and ":" not in name and (Path(name).suffix or "/" in name):
            raise UsageError(f"there is no report {name}", "`rulings check --report jsonl=FILE` writes one")
    with ExitStack() as ends:  # whatever is no engine, or is not there, is told before any is kept busy
        engines = [None if name in sides else _opened(args, name, ends) for name in told]
        pairs = zip(told, engines, strict=True)
        first, second = (_played(args, engine, report) if engine else sides[name] for name, engine in pairs)
    return first, second


def _reported(args: Namespace, path: Path) -> _Side:
    from checker.reports import reading

    report = reading.read(path)
    wanted = _wanted(args)
    known = {line["case"]: _known(reading.verdict(line)) for line in report if wanted(line["case"])}
    if not report.complete:
        warn(f"{path} was cut off; it has {report.results:,} of {many(report.header['cases'], 'case')}")
    return _Side(f"{path} ({' '.join(report.engine)})", report.corpus, report.edition, known, report)


def _wanted(args: Namespace) -> "Callable[[str], bool]":
    """Return whether a case of a report is selected; one that the corpus does not have goes by its id alone."""
    from checker.finding.expression import compile_expression
    from checker.finding.query import find

    if not args.what and args.expression is None:
        return lambda _name: True
    corpus = common.corpus(args)
    fits = compile_expression(args.expression) if args.expression is not None else lambda _text: True
    named = {case.id for case in find(corpus, args.what).cases} if args.what else None

    def wanted(name: str) -> bool:
        title = corpus.cases[name].title if name in corpus.cases else ""
        return (named is None or name in named) and fits(f"{name} {title}")

    return wanted


@dataclass(frozen=True, slots=True)
class _Opened:
    """An engine that has told what it is."""

    spec: str
    engine: "Engine"
    description: "Description"


def _opened(args: Namespace, spec: str, ends: ExitStack) -> _Opened:
    """Ask an engine what it is; it is closed as `ends` is. Raises `UsageError` and `Unusable`."""
    from checker.engines import Description
    from checker.engines.spec import NoEngineError, open_engine
    from checker.problems import UsageError

    try:
        engine = open_engine(spec, asking.limits(args))
    except NoEngineError as error:
        raise UsageError(f"{error.message}, and no report", error.hint) from error
    ends.callback(engine.close)
    return _Opened(spec, engine, Description.of(engine.describe()))


def _played(args: Namespace, opened: _Opened, beside: "Report | None") -> _Side:
    from checker.editions import standing
    from checker.finding.query import find
    from checker.running.runner import verdicts

    corpus = common.corpus(args)
    cases = standing(corpus, find(corpus, args.what, args.expression).cases)
    if beside is not None and beside.shard is not None:
        cases = tuple(case for case in cases if beside.shard.holds(case.id))
    description = opened.description
    known = {done.case.id: _known(done.verdict) for done in verdicts(corpus, cases, opened.engine, description)}
    return _Side(f"{opened.spec} ({description.name} {description.version})", corpus.digest, corpus.edition, known)


def _known(verdict: "Verdict") -> "Known":
    from checker.running.baseline import Outcome
    from checker.running.changes import Known
    from checker.running.fingerprint import fingerprint

    told = dict.fromkeys(one.whole() for one in verdict.differences)
    return Known(Outcome(verdict.status, fingerprint(verdict)), verdict.message, tuple(told))


def _json(one: "Compared") -> dict[str, Any]:
    told: dict[str, Any] = {"case": one.case, "change": str(one.change)}
    for name, known in (("first", one.first), ("second", one.second)):
        if known is not None:
            told[name] = {"status": str(known.outcome.status), "message": known.message}
    return told


def _told(first: _Side, second: _Side, compared: "Sequence[Compared]", counts: Counter[str]) -> Iterator[str]:
    from checker.reports.text import clean
    from checker.running.changes import MEANING, Change

    yield f"first   {clean(first.name)}"
    yield f"second  {clean(second.name)}"
    for change in (kind for kind in Change if kind is not Change.SAME):
        group = [one for one in compared if one.change is change]
        if not group:
            continue
        yield ""
        yield f"{change}: {MEANING[change]}"
        for one in group[:_SHOWN]:
            statuses = " -> ".join(str(known.outcome.status) if known else "-" for known in (one.first, one.second))
            shown = one.second if one.second and one.second.message else one.first
            now, before = _apart(one)
            message = f"  {clean(shown.message)[:160]}" if shown and shown.message and not now + before else ""
            yield f"  {one.case}  {statuses}{message}"
            yield from (f"    first   {clean(told)[:160]}" for told in before)
            yield from (f"    second  {clean(told)[:160]}" for told in now)
        if len(group) > _SHOWN:
            yield f"  and {many(len(group) - _SHOWN, 'case')} more; --json has all"
    yield ""
    yield ", ".join(f"{counts[kind]:,} {kind}" for kind in Change if counts[kind]) or "no cases"


def _apart(one: "Compared") -> tuple[list[str], list[str]]:
    """Return in what the second of two wrong results differs from the first, and the first from it."""
    from checker.running.changes import Change

    if one.change is not Change.OTHERWISE or one.first is None or one.second is None:
        return [], []
    first, second = one.first.differences, one.second.differences
    now = [told for told in second or (one.second.message,) if told not in first]
    before = [told for told in first or (one.first.message,) if told not in second]
    return _briefly(now), _briefly(before)


def _briefly(told: list[str]) -> list[str]:
    more = len(told) - _APART
    return [*told[:_APART], f"and {many(more, 'difference')} more"] if more > 0 else told
