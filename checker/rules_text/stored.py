"""The corpus's JSON files about rules texts: read and checked against their schemas."""

import json
import re
from pathlib import Path

from checker.model import Json, Place
from checker.problems import CorpusError, Problem

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read(path: Path, schema: str, written_by: str) -> Json | None:
    """
    Return the content of a file, `None` if there is no such file.

    Raises `CorpusError` if it is no JSON or does not fit its schema; `written_by` is the command that writes it.
    """
    from checker.reading.schema import fits

    try:
        text = path.read_text("utf-8")
        value = json.loads(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()  # two halves make a character, one makes none
    except FileNotFoundError:
        return None
    except OSError as error:
        raise damaged(path, f"it cannot be read: {error.strerror}", written_by) from None
    except json.JSONDecodeError as error:
        raise damaged(path, f"this is not JSON: {error.msg}", written_by, error.lineno) from None
    except (UnicodeError, RecursionError):
        raise damaged(path, "this is not JSON in UTF-8", written_by) from None
    if fits(schema, value):
        return dict(value)
    from checker.reading.schema_errors import problems
    from checker.reading.yaml_strict import Document

    raise CorpusError(problems(schema, Document(path, value)))


def damaged(path: Path, message: str, written_by: str, line: int = 0) -> CorpusError:
    """Return the error for a file that is not what its command wrote."""
    return CorpusError([Problem(Place(path, line), message, f"`{written_by}` writes it")])
