"""Text that an engine had a say in, made fit to be read and to be parsed."""

import re

_UNFIT = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Return a text with the characters that XML cannot hold or that steer a terminal written as escapes."""
    return _UNFIT.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
