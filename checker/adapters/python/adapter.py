"""
An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.

Go on at the three places marked HERE. Nothing but responses may be written to standard output.
"""

import json
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]

NAME, VERSION, GAME = "@NAME@", "0.1", "@GAME@"

# HERE (1): the cards that your engine knows, by their English names.
CARDS: frozenset[str] = frozenset()


class UnsupportedError(Exception):
    """The engine lacks something: a game, a card, an action, a capability."""


def describe() -> Json:
    """
    Return what the engine is and claims.

    With `"cards": sorted(CARDS)` in the game's claims, cases with other cards are not even sent. Add the capability
    `choices` when `run` can answer with a question and all its options.
    """
    return {"protocol": 1, "name": NAME, "version": VERSION, "games": {GAME: {}}, "capabilities": []}


def example(position: Json, action: Json) -> None:
    """Do an action such as `{"example": "alice"}` in the position."""
    raise UnsupportedError("action", next(iter(action)))


# HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
ACTIONS: dict[str, Callable[[Json, Json], None]] = {"example": example}


def run(params: Json) -> Json:
    """Return what comes of a position and a script."""
    if params["game"] != GAME:
        raise UnsupportedError("game", params["game"])
    position = params["given"]
    for card in cards(position):
        if card not in CARDS:
            raise UnsupportedError("card", card)
    # HERE (3): set your engine up from `position`, let the actions happen in it, and read the position back.
    # What of it your engine cannot be given is unsupported, {"what": "state", "name": "counters"}: passed over,
    # it would make cases fail for what the engine never knew.
    # For a question that `params["answers"]` does not answer, return {"choice": {"player": ..., "kind": ...,
    # "options": [...]}}; for an action that the rules forbid, {"refused": {"action": index, "reason": "..."}}.
    for action in params["actions"]:
        verb = next((key for key in action if key in ACTIONS), None)
        if verb is None:
            raise UnsupportedError("action", next(iter(action), ""))
        ACTIONS[verb](position, action)
    return {"state": position}


def cards(part: Any) -> Iterator[str]:
    """Yield the name of every card in a position."""
    if isinstance(part, dict):
        if isinstance(part.get("card"), str):
            yield part["card"]
        for value in part.values():
            yield from cards(value)
    elif isinstance(part, list):
        for value in part:
            yield from cards(value)


def respond(line: bytes) -> tuple[Json, bool]:
    """Return the response to a request, and whether it was the last."""
    try:
        request = json.loads(line)
        number, method = request["id"], request["method"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return error(None, -32700, "no request can be read in this line"), False
    try:
        match method:
            case "describe":
                result = describe()
            case "run":
                result = run(request["params"])
            case "shutdown":
                result = {}
            case _:
                return error(number, -32601, f"no method {method!r}"), False
    except UnsupportedError as lack:
        what, name = lack.args
        result = {"unsupported": {"what": what, "name": name}}
    except Exception as wrong:  # noqa: BLE001 - whatever goes wrong in one run must not end the others
        traceback.print_exc()  # to standard error, which is shown with the case
        return error(number, -32603, f"{type(wrong).__name__}: {wrong}"), False
    return {"jsonrpc": "2.0", "id": number, "result": result}, method == "shutdown"


def error(number: Any, code: int, message: str) -> Json:
    """Return the response to a request that could not be handled."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def main() -> None:
    """Answer requests until `shutdown` or the end of the input."""
    for line in sys.stdin.buffer:
        response, last = respond(line)
        sys.stdout.buffer.write(json.dumps(response).encode() + b"\n")
        sys.stdout.buffer.flush()
        if last:
            break


if __name__ == "__main__":
    main()
