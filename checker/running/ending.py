"""What asks a process to end, and is taken like a person's interrupt: what is known is told, and engines are ended."""

import signal
from typing import Final

ENDS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""A service's request to end, and the end of a terminal, which some systems do not have."""
