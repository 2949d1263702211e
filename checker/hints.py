"""What may have been meant by a word that nothing has, as part of a sentence."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """Return a hint with the words most like the one given; None if none is like it."""
    lower = {known.lower(): known for known in words}
    close = [lower[match] for match in get_close_matches(word.lower(), lower, 3, 0.7)]
    return f"did you mean {listing(close, 'or')}?" if close else None


def listing(words: Sequence[str], conjunction: str) -> str:
    """Return words in backticks as a list in a sentence."""
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}" if len(quoted) > 1 else "".join(quoted)
