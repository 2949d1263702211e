"""Starts the command `rulings`, so that an interrupt while it is being loaded ends it without a traceback, too."""

_INTERRUPTED = 130


def main() -> int:
    """Load and run the command line, and return its exit code."""
    try:
        from checker.cli import main as run

        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED
