"""Whether an adapter answers a request as it did before, and where two of its answers part."""

from typing import Any

from checker.doctor.examination import Advice, Wrong
from checker.engines import messages
from checker.judging.claims import lack_in_words
from checker.model import Json
from checker.positions.compare import MISSING, show


def see_same(before: Json, now: Json, says: str, mend: str) -> None:
    """
    See that an answer is the one that came before.

    Of several things that a case needs and an engine lacks, it may name another each time: a run says `unsupported`
    either way. That is advice, since the tally of what is missing then comes out otherwise at each run.
    """
    if now == before:
        return
    if "unsupported" in now and "unsupported" in before:
        raise Advice(
            f"lacks {lack_in_words(before['unsupported'])} at first and {lack_in_words(now['unsupported'])} then",
            "name first what comes first; some languages walk through a mapping in another order each time",
        )
    raise Wrong(f"{says}: {parting(before, now)}", mend)


def parting(before: Any, now: Any, path: str = "") -> str:
    """Return the first place where two JSON values part, with both."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in (*before, *(key for key in now if key not in before)):
            one, other = before.get(key, MISSING), now.get(key, MISSING)
            if one != other:
                return parting(one, other, f"{path}.{key}" if path else key)
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, (one, other) in enumerate(zip(before, now, strict=True)):
            if one != other:
                return parting(one, other, f"{path}[{place}]")
    return f"{path or 'all of it'} was {messages.brief(show(before))}, and is {messages.brief(show(now))}"
