"""Where a rules text comes from: a file, or an address, fetched once a day and up to a size limit."""

import hashlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

from checker.reading import kept
from checker.reports.text import clean
from checker.rules_text.decode import LIMIT, RulesTextError
from checker.rules_text.documents import Document
from checker.rules_text.documents import read as read_text
from checker.rules_text.read import Edition, parse

_DAY = 24 * 60 * 60
_DEADLINE = 60.0
"""Seconds that the whole download may take."""


def read(where: str) -> Edition:
    """
    Read the rules text in a file or at an `http://` or `https://` address.

    Raises `RulesTextError` if it is not there, too large, or no rules text.
    """
    if _is_address(where):
        return parse(_from_web(where, parse), where)
    return parse(_from_file(where), where)


def read_document(where: str) -> Document:
    """Read a document without numbers in a file, or the plain text at an address, as `read` does a rules text."""
    if _is_address(where):
        return read_text(_from_web(where, read_text), where)
    return read_text(_from_file(where), where)


def _is_address(where: str) -> bool:
    scheme, colon, _ = where.partition("://")
    if colon and scheme.isalpha() and scheme.lower() not in ("http", "https") and not Path(where).exists():
        raise RulesTextError(f"{where}: {scheme} addresses are not fetched; expected a file, http:// or https://")
    return bool(colon) and scheme.lower() in ("http", "https")


def _from_file(where: str) -> bytes:
    if not where:
        raise RulesTextError("the name of the rules text is empty; expected a file, http:// or https://")
    path = Path(where)
    try:
        if path.is_dir():
            raise RulesTextError(f"{path}: this is a folder; expected the plain text of the rules (.txt)")
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except FileNotFoundError:
        raise RulesTextError(f"{path}: there is no such file") from None
    except OSError as error:
        raise RulesTextError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > LIMIT:
        raise _too_large(str(path))
    return data


def _too_large(where: str) -> RulesTextError:
    return RulesTextError(f"{where}: more than {LIMIT >> 20} MB; no rules text is so large")


def _from_web(address: str, reads: Callable[[bytes, str], object]) -> bytes:
    copy = kept.folder("rules-texts") / (hashlib.sha256(address.encode()).hexdigest()[:32] + ".txt")
    try:
        if time.time() - copy.stat().st_mtime < _DAY:
            return copy.read_bytes()
    except OSError:
        pass
    try:
        data = _download(address)
    except RulesTextError as error:
        if not copy.is_file():
            raise
        sys.stderr.write(f"rulings: {clean(str(error))}; using the copy of an earlier day\n")
        return copy.read_bytes()
    reads(data, address)  # what cannot be read is not worth keeping
    kept.write(copy, data)
    return data


def _download(address: str) -> bytes:
    import requests

    deadline = time.monotonic() + _DEADLINE
    try:
        with requests.Session() as session:
            session.max_redirects = 5
            with session.get(address, stream=True, timeout=(10, 30)) as response:
                if not response.ok:
                    raise RulesTextError(f"{address}: the server answers {response.status_code} {response.reason}")
                parts, size = [], 0
                for part in response.iter_content(1 << 16):
                    parts.append(part)
                    size += len(part)
                    if size > LIMIT:
                        raise _too_large(address)
                    if time.monotonic() > deadline:
                        raise RulesTextError(f"{address}: not there after {_DEADLINE:.0f} seconds")
                return b"".join(parts)
    except requests.Timeout:
        raise RulesTextError(f"{address}: cannot be fetched: the server does not answer") from None
    except requests.ConnectionError:
        raise RulesTextError(f"{address}: cannot be fetched: the server cannot be reached") from None
    except (requests.RequestException, ValueError) as error:  # some names of hosts are refused by what lies below
        raise RulesTextError(f"{address}: cannot be fetched: {error}") from None
