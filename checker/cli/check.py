"""`rulings check`: runs cases on an engine."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker import writing
from checker.cli import asking, common, failed
from checker.cli.plain import say, warn
from checker.problems import UsageError
from checker.prose import many
from checker.running import collecting, forked

if TYPE_CHECKING:
    from checker.engines import Engine
    from checker.model import Case, Corpus
    from checker.reports.reading import Report
    from checker.running.baseline import Baseline
    from checker.running.runner import Finished, Listener, Source, Summary

_EXAMPLES = """\
  rulings check                                     every case, on the reference engine
  rulings check dominion/exchange 614.5             a topic, and whatever cites a rule
  rulings check -k 'not vampire' -x                 stop at the first failure
  rulings check --engine 'cmd:python my_engine.py'  a program that speaks the protocol
  rulings check 'optional#declined' --messages      what was asked and answered, if it fails
  rulings check --engine python:my.module:Engine    a Python class
  rulings check --engine http://localhost:8000      an engine behind an address
  rulings check -j 4 --window 8                     four processes, eight requests under way in each
  rulings check --shard 2/5 --report jsonl=2.jsonl  a fifth of the cases; see `rulings merge`
  rulings check --resume run.jsonl                  keep a report, and resume from it
  rulings check --failed first.jsonl                what failed in that report, on the same engine
  rulings check --baseline known.yaml               only known failures are allowed
  rulings check mtg --edition 2024-03-08            what was in force then, by the rules of that edition
  rulings check --report junit=results.xml          for a CI service

exit codes: 0 all is as expected, 1 something is not, 2 wrong usage or a corpus that cannot be used,
3 the engine cannot be used or plays none of the cases, 130 interrupted"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(subparsers, "check", summary="runs cases on an engine", examples=_EXAMPLES)
    common.add_selection(parser)
    common.add_edition(parser, default=None)
    parser.add_argument("--shard", metavar="I/N", help="of these, one of N parts; a case's id decides which it is in")
    parser.add_argument(
        "--failed",
        metavar="REPORT",
        type=common.named,
        help="of these, those not as expected in REPORT (JSON lines), by default on the engine of that report",
    )
    parser.add_argument(
        "-x",
        "--fail-fast",
        dest="max_fail",
        action="store_const",
        const=1,
        help="stop at the first case that is not as expected, as with --max-fail 1",
    )
    parser.add_argument("--max-fail", metavar="N", type=asking.count, help="stop when N cases are not as expected")
    asking.add_engine(parser)
    parser.set_defaults(engine=None)
    _add_width(parser)
    known = parser.add_argument_group("known failures")
    known.add_argument(
        "--baseline", metavar="FILE", type=common.named, help="only the failures listed in FILE are allowed"
    )
    known.add_argument("--write-baseline", metavar="FILE", type=common.file, help="write what fails to FILE")
    known.add_argument(
        "--prune-baseline", action="store_true", help="remove from the baseline what passes or no longer exists"
    )
    known.add_argument(
        "--tolerate",
        metavar="KIND",
        action="append",
        default=[],
        help="report this kind of deviation from the baseline without failing: new, other, fixed, unknown, fewer",
    )
    told = parser.add_argument_group("what is reported")
    told.add_argument(
        "--report",
        metavar="KIND[=FILE]",
        action="append",
        default=[],
        help="also write a report: jsonl, junit, markdown or badge to a FILE; github writes annotations",
    )
    told.add_argument(
        "--resume", metavar="FILE", type=common.file, help="keep a report in FILE, and resume from what is in it"
    )
    told.add_argument("--json", action="store_true", help="write the report to standard output, as JSON lines")
    told.add_argument(
        "--messages", action="store_true", help="with each case that does not pass, all requests and answers"
    )
    told.add_argument("-v", "--verbose", action="store_true", help="list every case, and the slowest")


def _add_width(parser: Any) -> None:
    """Add the options that say how much is under way at a time."""
    group = parser.add_argument_group("how much at a time")
    group.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=asking.jobs,
        help="N processes, or `auto` (default: 1; for the reference engine as many as are worth it)",
    )
    group.add_argument(
        "--window", metavar="N", type=asking.at_a_time, default=1, help="N requests under way in each (default: 1)"
    )
    group.add_argument(
        "--executor", choices=("local", "dask"), default="local", help="where to run; dask needs --scheduler"
    )
    group.add_argument("--scheduler", metavar="ADDRESS", help="the dask scheduler, such as tcp://host:8786")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be run, and what is known of it."""

    corpus: "Corpus"
    cases: "tuple[Case, ...]"
    selection: tuple[str, ...]
    out_of_force: int
    baseline: "Baseline | None"
    before: "Report | None"


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    _contradictions(args)
    try:
        plan = _plan(args)
    except failed.NothingLeftError as why:
        return failed.tell(args, why)
    if not plan.cases:
        raise _nothing(plan)
    writing.ready(args.write_baseline, args.baseline if args.prune_baseline else None, *_reports(args))
    return _run(args, plan)


def _run(args: Namespace, plan: _Plan) -> int:
    from checker.engines import Unusable
    from checker.running.runner import run as run_cases

    try:
        # Once more, since now what has been read is there, and stays.
        with collecting.seldom(), ExitStack() as files, asking.opened(args) as engine:
            engine.describe()  # before anything of an earlier run is written over
            _check_same(plan, engine)
            listeners = _listeners(args, plan, files)
            summary = run_cases(
                plan.corpus,
                plan.cases,
                engine,
                args.engine,
                listeners,
                selection=plan.selection,
                out_of_force=plan.out_of_force,
                max_fail=args.max_fail,
                source=_source(args, plan, engine),
                known=_known(plan),
                baseline=plan.baseline,
                messages=args.messages,
            )
    except Unusable as failure:
        return asking.unusable(failure)
    return _code(args, summary, listeners)


def _code(args: Namespace, summary: "Summary", listeners: "list[Listener]") -> int:
    """Return the exit code of a run that has ended, and say which reports are not whole."""
    lost = [why for listener in listeners if (why := getattr(listener, "lost", ""))]
    for why in lost:
        warn(why)
    for refusal in (error for listener in listeners if (error := getattr(listener, "refusal", None))):
        raise refusal
    for written in (told for listener in listeners if (told := getattr(listener, "written", ""))):
        (warn if args.json else say)(written)
    if summary.interrupted:
        return common.INTERRUPTED
    if lost:
        return common.WRONG_USAGE
    if not summary.claimed and not args.shard:
        return asking.fail(
            "none of the cases lies within the engine's claims; `rulings doctor` says which claims no case fits",
            common.ENGINE_UNUSABLE,
        )
    if not summary.as_expected and (args.baseline or not args.write_baseline):
        return common.NOT_AS_EXPECTED
    if summary.idle and not args.shard:
        return asking.fail("the engine calls every case unsupported: nothing was checked", common.ENGINE_UNUSABLE)
    return common.AS_EXPECTED


def _reports(args: Namespace) -> list[Path]:
    """Return the files of the reports that are asked for."""
    from checker.reports import report_file

    return [file for told in args.report if (file := report_file(told))]


def _contradictions(args: Namespace) -> None:
    """Refuse options that do not go together, before anything is run or written."""
    if args.scheduler is not None and args.executor != "dask":
        raise UsageError("--scheduler is for dask", "add --executor dask")
    if args.executor == "dask" and not args.scheduler:
        raise UsageError("--executor dask needs a scheduler", "name it with --scheduler tcp://host:8786")
    if args.failed and args.resume:
        raise UsageError("--failed and --resume each say which cases are run", "leave one of them out")
    if args.json and "github" in args.report:
        raise UsageError("--json and --report github both write to standard output", "leave one of them out")
    written = [*_reports(args), *(file for file in (args.resume, args.write_baseline) if file)]
    for number, file in enumerate(written):
        if _takes_our_output(file):
            raise UsageError(
                f"standard output goes to {file} too, and one would overwrite the other",
                "give the report a file of its own; --json alone writes JSON lines to standard output",
            )
        if file != args.write_baseline and _same(file, args.baseline):
            raise UsageError(f"{file} is the baseline, and would be overwritten", "give the report a file of its own")
        same = any(os.path.realpath(other) == os.path.realpath(file) for other in written[:number])
        if same and (file.is_file() or not file.exists()):
            raise UsageError(f"{file} would be written twice", "give each report a file of its own")


def _takes_our_output(file: Path) -> bool:
    """Whether standard output has been sent to this file, by a shell; in a pipe or a terminal both have their place."""
    try:
        return file.is_file() and os.path.samestat(file.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):  # it is closed, or no file of the system's
        return False


def _same(file: Path, other: Path | None) -> bool:
    return other is not None and file.is_file() and other.is_file() and file.samefile(other)


def _plan(args: Namespace) -> _Plan:
    """Read the corpus, and what earlier runs left; what is not named is as in the report that is gone on from."""
    from checker.editions import at, standing
    from checker.finding.query import find
    from checker.model import NEWEST

    corpus = common.corpus(args)
    if args.failed:
        failed.take(args, corpus)
        corpus = at(corpus, args.edition)
    before = _before(args, corpus)
    if before is not None:
        if args.engine is None:
            args.engine = before.header["engine"]["spec"]
        args.edition = args.edition or before.edition
        corpus = at(corpus, args.edition)
        if not args.what and not args.expression and not args.shard:
            args.what, args.expression = before.chosen
            args.shard = str(before.shard) if before.shard else None
    if args.engine is None:
        args.engine = "reference"
    cases = find(corpus, args.what, args.expression).cases
    selection = [*args.what, *(("-k", args.expression) if args.expression else ())]
    if corpus.edition != NEWEST:
        selection += ["--edition", corpus.edition]
    if args.shard:
        from checker.running.shard import Shard

        shard = Shard.read(args.shard)
        cases = tuple(case for case in cases if shard.holds(case.id))
        selection += ["--shard", str(shard)]
        if args.failed and not cases:
            raise failed.NothingLeftError(f"what is not as expected in {args.failed} is in other shards")
    in_force = standing(corpus, cases)
    return _Plan(corpus, in_force, tuple(selection), len(cases) - len(in_force), _baseline(args), before)


def _before(args: Namespace, corpus: "Corpus") -> "Report | None":
    """Return the report of the run that is resumed."""
    begun = args.resume and args.resume.exists() and (not args.resume.is_file() or args.resume.stat().st_size)
    if not begun:
        return None
    from checker.running.resume import cut_off

    return cut_off(args.resume, corpus)


def _nothing(plan: _Plan) -> UsageError:
    """Return why there is nothing to run, and what would be right."""
    from checker.editions import as_told

    if not plan.out_of_force:
        return asking.no_cases(plan.corpus)
    return UsageError(
        f"of {many(plan.out_of_force, 'case')} selected none is in force in {as_told(plan.corpus)}",
        "`rulings show` says in which a ruling is; --edition each runs every case",
    )


def _baseline(args: Namespace) -> "Baseline | None":
    if not (args.baseline or args.tolerate or args.prune_baseline):
        return None
    from checker.running.baseline import KINDS, load

    for kind in args.tolerate:
        if kind not in KINDS:
            raise UsageError(f"nothing of the kind {kind!r} can be tolerated", f"there are {', '.join(KINDS)}")
    if args.prune_baseline and not args.baseline:
        raise UsageError("--prune-baseline needs the file", "name it with --baseline FILE")
    if args.tolerate and not args.baseline:
        raise UsageError("--tolerate is about a baseline", "name it with --baseline FILE")
    return load(args.baseline, args.tolerate) if args.baseline else None


def _check_same(plan: _Plan, engine: "Engine") -> None:
    if plan.before is not None:
        from checker.engines import Description
        from checker.running.resume import check_same

        check_same(plan.before, Description.of(engine.describe()), plan.corpus.edition, plan.selection)


def _known(plan: _Plan) -> "Iterator[Finished]":
    if plan.before is None:
        return iter(())
    from checker.running.resume import results

    return results(plan.before, plan.corpus)


def _source(args: Namespace, plan: _Plan, engine: "Engine") -> "Source | None":
    """Return what runs the cases; None for one after the other."""
    corpus = plan.corpus
    if args.executor == "dask":
        from checker.running.executor import Dask

        dask = Dask(args.scheduler, args.engine, asking.limits(args), messages=args.messages)
        return lambda cases: dask.verdicts(corpus, cases, engine)
    if args.engine == "reference" and args.window == 1 and forked.possible():
        jobs = args.jobs or forked.worth(len(plan.cases))
        if jobs == 1:
            return None
        return lambda cases: forked.verdicts(corpus, cases, engine, jobs, messages=args.messages)
    if args.jobs in (None, 1) and args.window == 1:
        return None
    from checker.running.parallel import Width, verdicts

    width = Width(args.jobs or 1, args.window)
    limits = asking.limits(args)
    return lambda cases: verdicts(corpus, cases, args.engine, engine, limits, width, messages=args.messages)


def _listeners(args: Namespace, plan: _Plan, files: ExitStack) -> "list[Listener]":
    from checker.reports import on_output, open_report, open_summary

    listeners = [open_report(told, files) for told in args.report]
    listeners += open_summary(files)
    listeners += _keeping(args, plan, files)
    listeners += _baseline_writers(args, plan)
    if args.json:
        from checker.reports.jsonl import JsonLines

        return [on_output(JsonLines(common.json_stdout()), listeners), *listeners]
    from checker.reports.terminal import Terminal

    terminal = Terminal(common.console(args), verbose=args.verbose, limits=asking.told_limits(args))
    files.callback(terminal.close)
    return [on_output(terminal, listeners), *listeners]


def _keeping(args: Namespace, plan: _Plan, files: ExitStack) -> "Iterator[Listener]":
    """Yield the report that `--resume` keeps; nothing is added to one that is complete."""
    if args.resume and (plan.before is None or not plan.before.complete):
        from checker.reports import InFile, alone, opened
        from checker.reports.jsonl import JsonLines
        from checker.running.resume import take_up

        stream = opened(args.resume, files, mode="a")
        alone(stream, args.resume)
        if plan.before is not None:
            take_up(plan.before)
        yield InFile(JsonLines(stream, goes_on=plan.before is not None), args.resume)


def _baseline_writers(args: Namespace, plan: _Plan) -> "Iterator[Listener]":
    if not (args.prune_baseline or args.write_baseline):
        return
    from checker.reports.baseline import BaselineWriter
    from checker.running.baseline import Baseline, load

    if args.prune_baseline:
        assert plan.baseline is not None
        yield BaselineWriter(args.baseline, plan.baseline, prune=True)
    if args.write_baseline:
        there = args.write_baseline.exists() and args.write_baseline.stat().st_size
        yield BaselineWriter(args.write_baseline, load(args.write_baseline) if there else Baseline())
