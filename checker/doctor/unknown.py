"""Whether an adapter says so where it meets what it does not know: a card, an action, a game, a method."""

import json
from collections.abc import Iterator

from checker.doctor.examination import Advice, Examination, Wrong
from checker.doctor.words import by_name_alone
from checker.engines import EngineError, messages
from checker.judging.claims import lack_in_words
from checker.model import Json
from checker.reading.references import texts

NO_CARD = "No Such Card \u2013 \u00e9\u00e8"
"""The name of a card that there is not, with letters that only UTF-8 gets across."""


def method(e: Examination) -> str:
    """A method that there is not has the error that JSON-RPC has for it."""
    response = e.ask("no-such-method", {})
    code = response.get("error", {}).get("code") if isinstance(response.get("error"), dict) else None
    if code is None:
        raise Wrong("does not answer with an error", 'answer {"error": {"code": -32601, "message": "…"}}')
    if code != -32601:  # noqa: PLR2004 - JSON-RPC's number
        raise Advice(f"answers with the code {code}", "JSON-RPC's number for an unknown method is -32601")
    return "answers with an error, and goes on"


def card(e: Examination) -> str:
    """A position with a card that there is not is unsupported."""
    assert e.request is not None
    given = json.loads(json.dumps(e.request["given"]))
    places = [place for zone in _zones(given) for place in zone if "card" in place]
    if not places:
        return "the case has no card to try this with"
    for place in places:
        place["card"] = NO_CARD
    mend = 'answer {"unsupported": {"what": "card", "name": "…"}}'
    never = "cards" in e.told["games"].get(e.request["game"], {})
    try:
        outcome = messages.outcome(messages.response(e.ask("run", {**e.request, "given": given})))
    except EngineError as failure:
        if never:
            raise Advice(f"{failure.message}; it is sent only cards that it claims", mend) from failure
        raise
    lack = outcome.get("unsupported")
    if not lack and never:
        raise Advice("plays on with a card that does not exist; it is sent only cards that it claims", mend)
    if not lack:
        raise Wrong("plays on with a card that does not exist", mend)
    other = lack["what"] != "card" or lack.get("name") in set(texts(given)) - {NO_CARD}
    if other:  # such as a card that a pile is named after
        return f"answers that it does not have {lack_in_words(lack)}"
    if lack.get("name") != NO_CARD:
        raise Advice(
            f"names the card as {messages.brief(lack.get('name', ''))}", "repeat the name as it came, in UTF-8"
        )
    return "answers that it does not have the card, by its name"


def name(e: Examination) -> str:
    """A card that there is not is unsupported by its name alone too, which is all that tells of a pile."""
    assert e.request is not None
    given = e.request["given"]
    if (where := by_name_alone(e.request["game"], given, e.corpus)) is None:
        return "nothing of the case lists cards by name alone, such as piles do"
    more = {**given, where: {**given[where], NO_CARD: 5}}
    lack = messages.outcome(messages.response(e.ask("run", {**e.request, "given": more}))).get("unsupported")
    if not lack:
        raise Advice(
            f"plays on with a card that does not exist under `{where}`, where only its name appears",
            'answer {"unsupported": {"what": "card", "name": "…"}}: that card may be the point of a case',
        )
    return f"answers that it does not have {lack_in_words(lack)}"


def _zones(given: Json) -> Iterator[list[Json]]:
    """Yield the lists of cards in a position, wherever they are."""
    for value in given.values():
        if isinstance(value, dict):
            yield from _zones(value)
        elif isinstance(value, list) and value and isinstance(value[0], dict) and "card" in value[0]:
            yield value


def action(e: Examination) -> str:
    """An action that there is not is unsupported."""
    assert e.request is not None
    request = {**e.request, "actions": [{"no such action": True}], "answers": []}
    outcome = messages.outcome(messages.response(e.ask("run", request)))
    if "unsupported" not in outcome:
        raise Wrong(
            f"answers with `{next(iter(outcome))}` to an action that does not exist",
            'answer {"unsupported": {"what": "action", "name": "…"}}',
        )
    return f"answers that it does not have the {outcome['unsupported']['what']}"


def game(e: Examination) -> str:
    """A game that there is not is unsupported."""
    assert e.request is not None
    outcome = messages.outcome(messages.response(e.ask("run", {**e.request, "game": "no-such-game"})))
    mend = 'answer {"unsupported": {"what": "game", "name": "…"}}'
    lack = outcome.get("unsupported")
    if lack and lack["what"] != "game":
        raise Advice(f"answers that it does not have the {lack['what']}, of a game that does not exist", mend)
    if not lack:
        raise Wrong("plays a game that does not exist", mend)
    return "answers that it does not have the game"
