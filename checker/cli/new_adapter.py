"""`rulings new-adapter`: writes an adapter to begin with."""

import os
import shlex
from argparse import Namespace
from pathlib import Path
from typing import Any

from checker.cli import common
from checker.cli.plain import say

_EXAMPLES = """\
  rulings new-adapter java my-adapter
  rulings new-adapter rust my-adapter --game mtg --name 'Argentum adapter'

exit codes: 0 it was written, 2 wrong usage, or something already exists"""

_ALSO = {
    **dict.fromkeys(("javascript", "js", "node.js", "nodejs"), "node"),
    **dict.fromkeys(("py", "python3"), "python"),
    "golang": "go",
    "rs": "rust",
}
"""What else languages are called."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "new-adapter",
        summary="writes an adapter to start from",
        description="Writes a small adapter that answers the protocol, passes `rulings doctor`, and marks what to "
        "fill in; with a CI file and a .gitignore.",
        examples=_EXAMPLES,
    )
    parser.add_argument("language", metavar="LANGUAGE", help="python, node (for JavaScript), java, go or rust")
    parser.add_argument("folder", metavar="DIR", type=common.named, help="where to write; it is created")
    parser.add_argument("--game", metavar="GAME", default="dominion", help="what it plays (default: %(default)s)")
    parser.add_argument("--name", metavar="NAME", help="what it is called; the folder's name if left out")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.adapters import LANGUAGES, write
    from checker.hints import did_you_mean
    from checker.problems import UsageError
    from checker.reading.locate import data

    args.language = _ALSO.get(args.language.lower(), args.language)
    if args.language not in LANGUAGES:
        raise UsageError(
            f"there is no adapter to begin with in `{args.language}`, only in {', '.join(LANGUAGES)}",
            "any language that reads and writes lines will do: translate the Python one, by docs/protocol.md, "
            "and let `rulings doctor` say what is left",
        )
    games = sorted(path.parent.name for path in data("schemas").glob("*/state.schema.json"))
    if args.game not in games:
        raise UsageError(
            f"there is no game {args.game!r}", did_you_mean(args.game, games) or f"there are {', '.join(games)}"
        )
    name = args.name or Path(os.path.abspath(args.folder)).name  # noqa: PTH100 - which follows no links
    if not name.isprintable() or any(sign in name for sign in "\"\\'{}$"):
        raise UsageError(f"{name!r} cannot be used in source code", "give a plain name with --name")
    language = LANGUAGES[args.language]
    for path in write(args.language, args.folder, game=args.game, name=name):
        say(str(path))
    say()
    say("and now:")
    for line in (
        f"cd {shlex.quote(str(args.folder))}",
        language.build,
        f"rulings doctor --engine 'cmd:{language.run}'",
        f"rulings check {args.game} --engine 'cmd:{language.run}'",
    ):
        if line:
            say(f"  {line}")
    return common.AS_EXPECTED
