"""Findings as SARIF 2.1.0 (OASIS), for code scanning."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from checker.rules_text.stale import Finding, Found

_ABOUT = {
    Finding.MISSING: "The rules text has no rule of this number.",
    Finding.MOVED: "The rule has another number now.",
    Finding.MOVED_REWORDED: "The rule has another number and other words now.",
    Finding.SPLIT: "The rule was split into several.",
    Finding.MERGED: "The rule is part of another rule now.",
    Finding.GONE: "The rule is no longer there.",
    Finding.UNSURE: "The number changed its meaning, and the words beside it fit the newer one.",
    Finding.REWORDED: "The rule says it in other words now.",
}
_LEVELS = {Finding.REWORDED: "note", Finding.UNSURE: "note", Finding.MISSING: "error"}


def log(found: Sequence[Found], edition: str, version: str) -> dict[str, Any]:
    """Return a log of one run."""
    kinds = list(Finding)
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rulings cite-check",
                        "semanticVersion": version,
                        "rules": [
                            {
                                "id": str(kind),
                                "shortDescription": {"text": _ABOUT[kind]},
                                "defaultConfiguration": {"level": _LEVELS.get(kind, "warning")},
                            }
                            for kind in kinds
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "properties": {"edition": edition},
                "results": [_result(each, kinds.index(each.finding)) for each in found],
            }
        ],
    }


def _result(found: Found, index: int) -> dict[str, Any]:
    artifact = {"uri": quote(os.fsencode(_relative(found.path)))}
    region = {"startLine": found.line, "startColumn": found.column, "endColumn": found.end_column}
    identity = f"{found.mention.number}\0{found.finding}\0{found.source_line.strip()}"
    result: dict[str, Any] = {
        "ruleId": str(found.finding),
        "ruleIndex": index,
        "level": _LEVELS.get(found.finding, "warning"),
        "message": {"text": f"{found.mention.number}: {found.message}."},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {"citation/v1": hashlib.sha256(identity.encode()).hexdigest()[:32]},
    }
    if found.replacement is not None:
        change = {"deletedRegion": region, "insertedContent": {"text": found.replacement.decode()}}
        result["fixes"] = [
            {
                "description": {"text": f"Cite {found.now[0]}."},
                "artifactChanges": [{"artifactLocation": artifact, "replacements": [change]}],
            }
        ]
    return result


def _relative(path: Path) -> str:
    """Return a path as code scanning wants it: from where the command runs, if the file is there."""
    absolute, here = path.resolve(), Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()
