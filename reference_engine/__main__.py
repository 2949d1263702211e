"""`python -m reference_engine`: the reference engine as a child process on JSON lines."""

import argparse
import sys
from pathlib import Path

from reference_engine.engine import Engine
from reference_engine.kernel.service import serve


def main() -> None:
    """Serve requests from standard input until `shutdown` or its end."""
    parser = argparse.ArgumentParser(
        prog="python -m reference_engine",
        description="Plays scripts by the rules: JSON-RPC requests on standard input, responses on standard output.",
    )
    parser.add_argument(
        "--cards", type=Path, metavar="DIR", help="the folder of cards; those that come with the engine if not given"
    )
    args = parser.parse_args()
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(Engine(args.cards), sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
