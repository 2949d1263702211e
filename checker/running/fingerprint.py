"""Tells whether two failures of a case are the same one."""

import json
import re
from hashlib import sha256

from checker.judging.verdict import Status, Verdict

_FLEETING = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d+)?")
"""What changes in a message from run to run: addresses, process numbers, times."""


def fingerprint(verdict: Verdict) -> str:
    """
    Return a short digest of what went wrong in a case; an empty one if it passed.

    It is made of the status and the differences, whatever their order and whichever choices led to them. Where there
    are none it is made of the message, without the numbers in it; that an answer took too long is all there is to say.
    """
    if verdict.status is Status.PASSED:
        return ""
    told: list[object] = [str(verdict.status)]
    if verdict.differences:
        # By way of JSON, so that what was read from a report is the same as what was written to it.
        lines = [one.json() for one in verdict.differences]
        told += sorted(
            {
                json.dumps([line["path"], line["expected"], line.get("actual")], sort_keys=True, default=str)
                for line in lines
            }
        )
    elif verdict.status is not Status.TIMED_OUT:
        told.append(_FLEETING.sub("#", verdict.message))
    return sha256(json.dumps(told).encode("utf-8", "backslashreplace")).hexdigest()[:16]
