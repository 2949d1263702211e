"""`rulings cite-check`: stale and wrong rule numbers in anybody's source code."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker import writing
from checker.cli import common
from checker.cli.plain import say, warn
from checker.problems import UsageError
from checker.prose import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.rules_text.stale import Found, Judge
    from checker.rules_text.tree import Tree

_EXAMPLES = """\
  rulings cite-check src --rules MagicCompRules.txt                      numbers that do not exist
  rulings cite-check src --rules NEW.txt --was OLD.txt                   and those that moved, or mean another rule now
  rulings cite-check src --rules NEW.txt --was OLD.txt --fix             rewrite what is certain
  rulings cite-check . --rules NEW.txt --was OLD.txt --sarif cites.sarif

exit codes: 0 every citation is right, 1 some are stale or wrong, 2 wrong usage or a text that cannot be read"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "cite-check",
        summary="finds stale and wrong rule numbers in source code",
        description=(
            "Finds citations of rules in source trees (CR 614.5, rules 701.12a-c, [CR#614.5], 614.1a in a comment) and "
            "compares them with a rules text."
        ),
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        type=common.named,
        help="files and folders; of a git checkout, what git does not ignore",
    )
    parser.add_argument("--rules", metavar="TEXT", required=True, help="the rules text that citations have to match")
    parser.add_argument("--was", metavar="OLD", help="the rules text that the citations were written for")
    parser.add_argument("--fix", action="store_true", help="rewrite the numbers of rules that only moved; needs --was")
    parser.add_argument(
        "--reworded", action="store_true", help="also list citations of rules with the same number and new words"
    )
    parser.add_argument(
        "--sarif", metavar="FILE", type=common.file, help="also write the findings to FILE as SARIF 2.1.0"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.rules_text import fetch, stale
    from checker.rules_text.tree import Tree

    found: list[Found] = []
    fixed: set[Path] = set()
    if args.fix and not args.was:
        raise UsageError("--fix needs --was OLD: without the text that the numbers come from nothing is certain")
    writing.ready(args.sarif)
    judge = stale.Judge(fetch.read(args.rules), fetch.read(args.was) if args.was else None)
    if judge.was is not None and judge.was == judge.rules:
        raise UsageError(
            f"--rules and --was are the same text, of {judge.was.edition}",
            "--was is the text that the numbers were written for",
        )
    tree = Tree(args.paths)
    for path, data in tree.contents():
        found += judge.file(path, data)
    found = stale.settled(found, judge.tally)
    if args.fix:
        fixed = _fix(found)
    if args.sarif:
        _write_sarif(args.sarif, [each for each in found if each.path not in fixed or each.replacement is None], judge)
    left = [each for each in found if each.finding.stale and not (each.path in fixed and each.replacement is not None)]
    _print(args, judge, tree, found, left)
    return common.NOT_AS_EXPECTED if left else common.AS_EXPECTED


def _fix(found: "Sequence[Found]") -> "set[Path]":
    """Rewrite files; return those that were."""
    from checker.rules_text import stale

    done: set[Path] = set()
    for path in dict.fromkeys(each.path for each in found if each.replacement is not None):
        try:
            data = path.read_bytes()
            writing.whole(path, stale.fixed(data, [each for each in found if each.path == path]))
        except OSError as error:
            warn(f"{path}: cannot be rewritten: {error.strerror}")
        except UsageError as error:
            warn(error.message)
        except ValueError as error:
            warn(f"{path}: changed meanwhile, and left as it is: {error}")
        else:
            done.add(path)
    return done


def _write_sarif(file: Path, found: "Sequence[Found]", judge: "Judge") -> None:
    from importlib.metadata import version

    from checker.rules_text import sarif

    log = sarif.log(found, judge.rules.edition, version("rulings"))
    writing.whole(file, json.dumps(log, indent=1) + "\n")


def _print(args: Namespace, judge: "Judge", tree: "Tree", found: "Sequence[Found]", left: "Sequence[Found]") -> None:
    from checker.rules_text import stale

    still = set(map(id, left))
    shown = [each for each in found if id(each) in still or (args.reworded and not each.finding.stale)]
    rewritten = sum(each.finding.stale for each in found) - len(left)
    tally = judge.tally
    if args.json:
        document = {
            "edition": judge.rules.edition,
            "was": judge.was.edition if judge.was is not None else None,
            "files": tree.files,
            "citations": tally.citations,
            "rewritten": rewritten,
            "counts": {str(finding): number for finding, number in stale.counts(found).items()},
            "findings": [_as_json(each) for each in shown],
        }
        common.print_json(document)
        return
    for each in shown:
        say(f"{each.path}:{each.line}:{each.column}: {each.mention.number}: {each.message}")
    left_out = {
        "too large": tree.large,
        "cannot be read": tree.unreadable,
        "not text in UTF-8 or the like": tree.binary,
    }
    for why, files in left_out.items():
        for file in files:
            warn(f"{file}: not looked at, {why}")
    kinds = ", ".join(
        f"{number} {finding.replace('-', ' ')}{'s' * (number != 1)}" for finding, number in stale.counts(found).items()
    )
    right = "all of them right" if tally.citations else "nothing to compare with the rules"
    citations = many(tally.citations, "citation")
    say(f"{citations} in {tally.files} of {tree.files} files; {kinds or right}.")
    if args.fix:
        say(f"{rewritten} rewritten, {len(left)} left.")
    if tally.fit_new > tally.fit_old:
        assert judge.was is not None
        both = tally.fit_new + tally.fit_old
        say(
            f"Of {many(both, 'citation')} that only one of the two texts explains, {tally.fit_new} are of the newer: "
            f"this tree is of a newer text than {judge.was.edition}{'; nothing was rewritten' if args.fix else ''}."
        )


def _as_json(found: "Found") -> dict[str, Any]:
    return {
        "path": found.path.as_posix(),
        "line": found.line,
        "column": found.column,
        "rule": found.mention.number,
        "finding": str(found.finding),
        "now": list(found.now),
        "message": found.message,
        "certain": found.replacement is not None,
    }
