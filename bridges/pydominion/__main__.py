# ruff: noqa: INP001 - a program, and no package
"""`python bridges/pydominion --engine-path DIR`: pydominion behind the protocol, on JSON lines."""

import argparse
import contextlib
import importlib
import os
import subprocess
import sys
from pathlib import Path

KIT = Path(__file__).resolve().parent.parent / "kit" / "python"

HOME = "https://github.com/dwagon/pydominion"


def main() -> None:
    """Serve requests from standard input until `shutdown` or its end."""
    parser = argparse.ArgumentParser(prog="python bridges/pydominion", description=__doc__.split(": ")[1])
    parser.add_argument(
        "--engine-path",
        metavar="DIR",
        type=Path,
        default=os.environ.get("PYDOMINION_PATH"),
        help="a checkout of pydominion (default: $PYDOMINION_PATH)",
    )
    args = parser.parse_args()
    if args.engine_path is None or not (args.engine_path / "dominion" / "Game.py").is_file():
        parser.error(f"no checkout of pydominion at {args.engine_path}: name one with --engine-path or PYDOMINION_PATH")
    root = args.engine_path.resolve()
    sys.path[1:1] = [str(KIT), str(root)]
    serve = importlib.import_module("serve")
    responses = serve.take_output()
    os.chdir(root)  # the engine looks for its cards below the working directory
    try:
        importlib.import_module("dominion.Game")  # before its other modules, which import one another
        script = importlib.import_module("script")
    except ImportError as wrong:
        parser.error(f"pydominion cannot be loaded: {wrong}; its requirements.txt tells what it needs")
    serve.serve(
        {
            "describe": lambda _params: {
                **script.describe(),
                "version": _version(root),
                "homepage": HOME,
                "issues": f"{HOME}/issues",
            },
            "run": script.run,
        },
        responses,
    )


def _version(root: Path) -> str:
    """Return the commit of a checkout, or that it is unknown."""
    asked = ["git", "-C", str(root), "rev-parse", "--short=12", "HEAD"]
    if (root / ".git").exists():
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            return subprocess.run(  # noqa: S603 - a fixed program
                asked, capture_output=True, text=True, check=True, timeout=5
            ).stdout.strip()
    return os.environ.get("PYDOMINION_VERSION", "unknown")


if __name__ == "__main__":
    main()
