"""How much of what an engine answered is shown beside what was expected: it may tell far more than was looked at."""

from typing import Any

from checker.positions.nodes import CARD, ID


def beside(expected: Any, actual: Any) -> Any:
    """Return what came as it is shown beside what was expected: of each object only facts that this looks at."""
    named = _keys(expected)
    return _only(named | {CARD, ID} if named else {CARD}, actual)


def _keys(value: Any) -> set[str]:
    """Return every key in a value, however deep."""
    if isinstance(value, dict):
        return {*value}.union(*map(_keys, value.values()))
    return set().union(*map(_keys, value)) if isinstance(value, list) else set()


def _only(keys: set[str], value: Any) -> Any:
    if isinstance(value, list):
        return [_only(keys, item) for item in value]
    if isinstance(value, dict):
        kept = {key: _only(keys, part) for key, part in value.items() if CARD not in value or key in keys}
        return brief_state(kept)
    return value


def brief_state(value: Any) -> Any:
    """Return a written-out value in its short form, if that loses nothing."""
    if isinstance(value, list):
        return [brief_state(item) for item in value]
    if isinstance(value, dict) and set(value) == {CARD}:
        return value[CARD]
    if isinstance(value, dict):
        return {key: brief_state(part) for key, part in value.items()}
    return value
