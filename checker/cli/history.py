"""`rulings history`: a rule's life through the editions given."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.cli.plain import say

if TYPE_CHECKING:
    from checker.rules_text.life import Station

_EXAMPLES = """\
  rulings history 701.12 20240308.txt 20250404.txt 20260807.txt
  rulings history 701.10 *.txt --in 2024-03-08      the rule that had this number then

exit codes: 0 the rule was found, 2 wrong usage or a text that cannot be read"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "history",
        summary="follows a rule through editions by what it says",
        description="Follows a rule through editions by what it says, whatever its number in each.",
        examples=_EXAMPLES,
    )
    parser.add_argument("rule", metavar="RULE", help="its number in the newest text that has this number")
    parser.add_argument(
        "texts", metavar="TEXT", nargs="+", help="rules texts, in any order: files or http(s) addresses"
    )
    parser.add_argument(
        "--in", dest="given_in", metavar="EDITION", help="RULE is its number in this edition, such as 2024-03-08"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.rules_text import fetch
    from checker.rules_text.life import life

    stations = life(args.rule, [fetch.read(text) for text in args.texts], args.given_in)
    if args.json:
        common.print_json([_as_json(station) for station in stations])
    else:
        for station in stations:
            _print(args, station)
    return common.AS_EXPECTED


def _as_json(station: "Station") -> dict[str, Any]:
    change = station.change
    return {
        "edition": station.edition,
        "rule": station.rule.key if station.rule is not None else None,
        "kind": str(change.fate.kind) if change is not None else None,
        "likeness": round(change.fate.likeness, 3) if change is not None else None,
        "words": [[stretch.kind, stretch.text] for stretch in change.stretches] if change is not None else [],
    }


def _print(args: Namespace, station: "Station") -> None:
    from checker.cli.diff import print_words, worth_showing

    number = station.rule.key if station.rule is not None else "-"
    change = station.change
    if change is None:
        said = "not in it" if station.rule is None else "as it was" if args.given_in == station.edition else ""
    else:
        said = change.fate.kind.words
        if change.fate.kind.value == "split":
            said = f"split from {change.fate.old}"
    say(f"{station.edition}  {number:<10}  {said}".rstrip())
    if change is not None and change.fate.kind.value != "unchanged" and worth_showing(change):
        print_words(args, change)
    elif station.rule is not None and change is None:
        say(f"  {' '.join(station.rule.text.split())}")
