"""`rulings merge`: puts the reports of shards together into one."""

from argparse import Namespace
from typing import Any

from checker.cli import common

_EXAMPLES = """\
  rulings merge 1.jsonl 2.jsonl 3.jsonl -o whole.jsonl
  rulings merge shards/*.jsonl --incomplete -o part.jsonl   continue with: rulings check --resume part.jsonl

exit codes: 0 they were merged, 2 wrong usage or reports that do not belong together"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "merge",
        summary="merges the reports of shards",
        description="Merges the reports of the shards of one run. It refuses reports of another state of the corpus, "
        "of another engine or selection, of the same shard twice, and reports that were cut off.",
        examples=_EXAMPLES,
    )
    parser.add_argument("reports", metavar="REPORT", nargs="+", type=common.named, help="a report of JSON lines")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=common.output,
        help="where to write; standard output if left out, or `-`",
    )
    parser.add_argument(
        "--incomplete", action="store_true", help="accept reports that were cut off, and missing shards"
    )


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from contextlib import ExitStack

    from checker import writing
    from checker.problems import UsageError
    from checker.reports import opened, reading
    from checker.reports.jsonl import written
    from checker.running.merge import merged

    if args.output and any(
        args.output.exists() and args.output.samefile(path) for path in args.reports if path.exists()
    ):
        raise UsageError(f"{args.output} is one of the reports", "write to another file")
    writing.ready(args.output)
    lines = merged([reading.read(path) for path in args.reports], incomplete=args.incomplete)
    with ExitStack() as files:
        if args.output is None:
            common.json_stdout().writelines(map(written, lines))
            return common.AS_EXPECTED
        stream = opened(args.output, files)
        try:
            stream.writelines(map(written, lines))
            stream.flush()
        except OSError as error:
            raise UsageError(f"cannot write {args.output}: {error.strerror}") from error
    return common.AS_EXPECTED
