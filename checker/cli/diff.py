"""`rulings diff`: what changed between two rules texts, rule by rule and word by word."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.cli.plain import say
from checker.problems import UsageError
from checker.prose import many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.rules_text.compare import Change, Comparison

_EXAMPLES = """\
  rulings diff 20240308.txt 20260807.txt            everything that changed
  rulings diff 20240308.txt 20260807.txt 614 701.12 only these rules and their subrules
  rulings diff OLD NEW --kind reworded --kind new   only these kinds of change

exit codes: 0 the texts could be compared, 2 wrong usage or a text that cannot be read"""

KINDS = (
    *("references", "examples", "renumbered", "reworded", "renumbered-and-reworded"),
    *("split", "merged", "gone", "new"),
)


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "diff",
        summary="shows what changed between two rules texts, word by word",
        description="Follows every rule by what it says from one edition to the other, whatever its number.",
        examples=_EXAMPLES,
    )
    parser.add_argument("old", metavar="OLD", help="the older rules text: a file or an http(s) address")
    parser.add_argument("new", metavar="NEW", help="the newer one")
    parser.add_argument("rules", metavar="RULE", nargs="*", default=[], help="only these rules and their subrules")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind of change; may be repeated")
    parser.add_argument("--json", action="store_true", help="print the changes as JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.rules_text import compare, fetch

    comparison = compare.compare(fetch.read(args.old), fetch.read(args.new))
    for wanted in args.rules:
        if wanted not in comparison.old.by_key and wanted not in comparison.new.by_key:
            raise UsageError(f"neither {comparison.old.edition} nor {comparison.new.edition} has a rule `{wanted}`")
    chosen = [
        change
        for change in comparison.changes
        if (not args.rules or compare.within(change, args.rules))
        and (not args.kind or str(change.fate.kind) in args.kind)
    ]
    if args.json:
        common.print_json(_as_json(comparison, chosen))
    else:
        _print(args, comparison, chosen)
    return common.AS_EXPECTED


def _as_json(comparison: "Comparison", chosen: "Sequence[Change]") -> dict[str, Any]:
    return {
        "old": comparison.old.edition,
        "new": comparison.new.edition,
        "counts": {str(kind): number for kind, number in comparison.counts().items()},
        "changes": [
            {
                "kind": str(change.fate.kind),
                "old": change.fate.old,
                "new": list(change.fate.new),
                "likeness": round(change.fate.likeness, 3),
                "along": change.along,
                "words": [[stretch.kind, stretch.text] for stretch in change.stretches],
            }
            for change in chosen
        ],
    }


def _print(args: Namespace, comparison: "Comparison", chosen: "Sequence[Change]") -> None:
    from checker.rules_text import words

    counted = ", ".join(f"{number} {kind.words}" for kind, number in comparison.counts().items())
    old, new = comparison.old, comparison.new
    say(f"From {old.told_from(new)} to {new.told_from(old)}: {counted}.")
    for edition in (old, new):
        if edition.duplicates:
            say(f"Used twice in {edition.edition}: {', '.join(edition.duplicates)}; the second is marked (2).")
    for change in chosen:
        say(f"\n{title(change)}")
        if worth_showing(change):
            print_words(args, change)
        else:
            for rule in change.new if len(change.new) > 1 else ():
                say(f"  {rule.key}: {words.opening(rule.text)}")


def title(change: "Change") -> str:
    """Return what became of a rule, on one line."""
    fate, kind = change.fate, change.fate.kind.words
    if fate.old is None:
        return f"{fate.new[0]}: new"
    heading = f" ({change.new[0].text})" if change.new and len(change.new[0].text) < _HEADING else ""
    here = f"{fate.old} -> {', '.join(fate.new)}" if fate.new and fate.new != (fate.old,) else fate.old
    along = f", with {many(change.along, 'rule')} below it" if change.along else ""
    return f"{here}{heading}: {kind}{along}"


_HEADING = 40


def worth_showing(change: "Change") -> bool:
    """Whether there are words to show: not if only the number changed, or a rule was taken apart and nothing else."""
    if len(change.new) > 1:
        return any(stretch.kind != "same" for stretch in change.stretches)
    return not (change.fate.kind.value == "renumbered" and change.fate.same_text and not change.fate.examples)


def print_words(args: Namespace, change: "Change") -> None:
    """Print a change word by word: in colour on a terminal, else marked with brackets and signs."""
    from checker.rules_text import words

    stretches = change.stretches
    if not sys.stdout.isatty():
        say("  " + words.plain(stretches))
        return
    from rich.padding import Padding
    from rich.text import Text

    from checker.reports.text import clean

    styles = {"same": "", "gone": "red strike", "new": "green"}
    text = Text()
    for at, stretch in enumerate(words.shortened(stretches)):
        text.append(" " if at else "").append(clean(stretch.text), styles[stretch.kind])
    common.console(args).print(Padding(text, (0, 0, 0, 2)))
