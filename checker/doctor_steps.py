"""The steps of an examination, from what every run needs to what keeps a run of thousands of cases going."""

import json
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from checker.claims import disowns
from checker.doctor_cases import answered, easiest, within
from checker.doctor_same import see_same
from checker.doctor_words import by_name_alone, in_claims, in_outcome
from checker.engines import Description, EngineError, EngineFailure, TimedOut, messages, wire
from checker.examination import Advice, Examination, Wrong
from checker.model import Json
from checker.patient import PATIENCE
from checker.prose import many
from checker.references import texts

NO_CARD = "No Such Card \u2013 \u00e9\u00e8"
"""The name of a card that there is not, with letters that only UTF-8 gets across."""

_SLOW_START, _SLOW_RUN = 5.0, 1.0
_MANY = 16


def _describe(e: Examination) -> str:
    began = monotonic()
    response = e.ask("describe", {"protocol": 1}, e.limits.start)
    e.told = messages.response(response)
    seconds = monotonic() - began
    if seconds > _SLOW_START:
        raise Advice(f"took {seconds:.1f} s to start", "load cards when they are first needed; each restart costs this")
    return f"answers in {seconds:.2f} s"


def _description(e: Examination) -> str:
    messages.description(e.told)
    known = {ruling.game for ruling in e.corpus}
    if not known & e.told["games"].keys():
        what = f"the corpus has no game {next(iter(e.told['games']))!r}" if e.told["games"] else "claims no game"
        raise Advice(what, f"the games of the corpus are {', '.join(sorted(known))}, spelled like this")
    lacking = [
        said for game in known & e.told["games"].keys() for said in in_claims(game, e.told["games"][game], e.corpus)
    ]
    if lacking:
        raise Advice(
            _and_more(lacking),
            "claim by the words of docs/formats.md, and cards by their names in the corpus",
        )
    games = ", ".join(
        f"{game} ({many(len(claims['cards']), 'card')})" if "cards" in claims else game
        for game, claims in e.told["games"].items()
    )
    return f"{e.told['name']} {e.told['version']}: {games}; {', '.join(e.told['capabilities']) or 'no capabilities'}"


def _claim_more(e: Examination) -> str:
    """Return what to claim; often it is only the card that fills libraries or decks that is not listed."""
    from checker.reports.one_more import one_more

    found = one_more(e.corpus, Description.of(e.told), [*e.corpus.cases.values()])
    cards = ", or with ".join(f"{card} {many(number, 'case')}" for card, number in found[:3])
    return "claim fewer limits, or more cards and actions" + (f"; with {cards} would be sent" if cards else "")


def _run(e: Examination) -> str:
    inside = within(e.corpus, Description.of(e.told))
    if not inside:
        e.request = {"game": next(iter(e.told["games"]), "dominion"), "given": {}, "actions": []}
        e.outcome = messages.outcome(messages.response(e.ask("run", e.request)))
        raise Advice("no case of the corpus lies within its claims", _claim_more(e))
    began = monotonic()
    first, request = inside[0]
    e.case, e.request = first, request
    e.outcome = messages.outcome(messages.response(e.ask("run", request)))
    seconds = monotonic() - began
    if seconds > _SLOW_RUN:
        raise Advice(f"took {seconds:.1f} s for one run", "do once, at the start, what every run needs")
    if "unsupported" in e.outcome:
        e.lacking.append((first, e.outcome["unsupported"]))
        if found := answered(e, inside[1:], "state", "choice", "refused"):
            e.case, e.request, e.outcome = found
    kind = next(word for word in messages.OUTCOMES if word in e.outcome)
    if kind == "unsupported":
        raise Advice(
            f"{first.id}: answers that it does not have {_lack(e.outcome['unsupported'])}",
            f"that is a good answer to begin with; an easy case to play is {easiest(e.corpus, inside).id}",
        )
    return f"{e.case.id}: answers with `{kind}`"


def _lack(lack: Json) -> str:
    return f"the {lack['what']} {lack.get('name', '')}".rstrip()


def _claims(e: Examination) -> str:
    description = Description.of(e.told)
    denied = [
        f"{case.id}: says that it does not have {_lack(lack)}, which it claims"
        for case, lack in e.lacking
        if case.game in description.games and disowns(lack, case.game, description)
    ]
    if denied:
        listed = any(lack["what"] == "action" for _, lack in e.lacking)
        in_part = (
            "leave out the list of `actions` if it knows one of them only for some cards"
            if listed
            else "of a card that it has in part, say which `action` it lacks"
        )
        raise Wrong(
            _and_more(denied),
            f"take out of `describe` what it does not have; {in_part}; a run counts such a case as a breach of the "
            "protocol",
        )
    return "lacks nothing that it claims"


def _and_more(said: list[str]) -> str:
    more = len(said) - 1
    return f"{said[0]} (and {more} more)" if more else said[0]


def _words(e: Examination) -> str:
    if e.case is None or e.request is None:
        return "no case lies within its claims"
    outcomes = [(e.request, e.outcome)]
    if "choices" in e.told["capabilities"]:
        open_ = [
            (case, {**run, "answers": []}) for case, run in within(e.corpus, Description.of(e.told)) if case.choices
        ]
        if found := answered(e, open_, "choice"):
            outcomes.append(found[1:])
    unknown = [
        said
        for request, outcome in outcomes
        for said in in_outcome(request["game"], outcome, request["given"].get("players", ()), e.corpus)
    ]
    if unknown:
        raise Advice(_and_more(unknown), "docs/formats.md has the words; a fact with another name is not compared")
    if all("unsupported" in outcome for _, outcome in outcomes):
        return "no answer had any; play a case first"
    return "are those of the game"


def _again(e: Examination) -> str:
    assert e.request is not None
    now, mend = messages.response(e.ask("run", e.request)), "keep nothing from one run to the next; seed what is random"
    see_same(e.outcome, now, "the same request got another answer", mend)
    e.patient.restart()
    now = messages.response(e.ask("run", e.request, e.limits.start))
    mend = "let a run depend on its parameters alone; seed what is random"
    see_same(e.outcome, now, "a fresh process answers differently", mend)
    return "the same answer, also from a fresh process" if e.patient.pipes else "the same answer"


def _checkpoints(e: Examination) -> str:
    assert e.request is not None
    request = e.request
    done = request["actions"]
    numbers = list(range(len(done) + 1))
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "checkpoints": numbers})))
    if "state" not in outcome or "refused" in outcome:
        return "the case does not come to its end"
    mend = "give under `checkpoints`, in order, the state after each of these numbers of actions"
    told = outcome.get("checkpoints", ())
    if len(told) != len(numbers):
        raise Wrong(f"was asked for {len(numbers)} checkpoints, and gives {len(told)}", mend)
    for number, there in zip(numbers, told, strict=True):
        alone = messages.outcome(messages.response(e.ask("run", {**request, "actions": done[:number]})))
        if alone.get("state") != there["state"]:
            raise Wrong(f"gives another state after {number} actions than a run of those actions alone", mend)
    return f"gives the state at {len(numbers)} points of one run"


def _first(e: Examination) -> str:
    scripted = [run for case, run in within(e.corpus, Description.of(e.told)) if case.choices]
    if not scripted:
        return "no case within its claims scripts a choice"
    request = {**scripted[0], "answers": []}
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "first": 1})))
    asked = outcome.get("asked", ())
    if outcome.get("first") != [0] or not asked or "chosen" not in asked[0]:
        raise Wrong(
            "leaves the first question open, or does not say which answer it took by itself",
            "take the first option, tell the question with `chosen` under `asked`, and its index there under `first`",
        )
    answer = {key: asked[0][key] for key in ("player", "kind", "about") if key in asked[0]}
    request["answers"] = [{**answer, "choose": asked[0]["chosen"]}]
    again = messages.outcome(messages.response(e.ask("run", request)))
    ends = [word for word in messages.OUTCOMES if word in outcome]
    if any(again.get(word) != outcome[word] for word in ends):
        raise Wrong(
            "goes on differently than when the same answer is sent",
            "an answer that the engine takes by itself counts as if it followed those of `answers`",
        )
    return "takes the first answer by itself, and goes on as if it had been sent"


def _unknown_method(e: Examination) -> str:
    response = e.ask("no-such-method", {})
    code = response.get("error", {}).get("code") if isinstance(response.get("error"), dict) else None
    if code is None:
        raise Wrong("does not answer with an error", 'answer {"error": {"code": -32601, "message": "…"}}')
    if code != -32601:  # noqa: PLR2004 - JSON-RPC's number
        raise Advice(f"answers with the code {code}", "JSON-RPC's number for an unknown method is -32601")
    return "answers with an error, and goes on"


def _unknown_card(e: Examination) -> str:
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
        return f"answers that it does not have the {lack['what']} {lack.get('name', '')}".rstrip()
    if lack.get("name") != NO_CARD:
        raise Advice(
            f"names the card as {messages.brief(lack.get('name', ''))}", "repeat the name as it came, in UTF-8"
        )
    return "answers that it does not have the card, by its name"


def _unknown_name(e: Examination) -> str:
    """Try a card that is known by its name alone, as those are by which a game names its piles."""
    assert e.request is not None
    given = e.request["given"]
    if (where := by_name_alone(e.request["game"], given, e.corpus)) is None:
        return "the case has none"
    more = {**given, where: {**given[where], NO_CARD: 5}}
    lack = messages.outcome(messages.response(e.ask("run", {**e.request, "given": more}))).get("unsupported")
    if not lack:
        raise Advice(
            f"plays on with a card that does not exist under `{where}`, where only its name appears",
            'answer {"unsupported": {"what": "card", "name": "…"}}: that card may be the point of a case',
        )
    return f"answers that it does not have {_lack(lack)}"


def _zones(given: Json) -> Iterator[list[Json]]:
    """Yield the lists of cards in a position, wherever they are."""
    for value in given.values():
        if isinstance(value, dict):
            yield from _zones(value)
        elif isinstance(value, list) and value and isinstance(value[0], dict) and "card" in value[0]:
            yield value


def _unknown_action(e: Examination) -> str:
    assert e.request is not None
    request = {**e.request, "actions": [{"no such action": True}], "answers": []}
    outcome = messages.outcome(messages.response(e.ask("run", request)))
    if "unsupported" not in outcome:
        raise Wrong(
            f"answers with `{next(iter(outcome))}` to an action that does not exist",
            'answer {"unsupported": {"what": "action", "name": "…"}}',
        )
    return f"answers that it does not have the {outcome['unsupported']['what']}"


def _unknown_game(e: Examination) -> str:
    assert e.request is not None
    outcome = messages.outcome(messages.response(e.ask("run", {**e.request, "game": "no-such-game"})))
    mend = 'answer {"unsupported": {"what": "game", "name": "…"}}'
    lack = outcome.get("unsupported")
    if lack and lack["what"] != "game":
        raise Advice(f"answers that it does not have the {lack['what']}, of a game that does not exist", mend)
    if not lack:
        raise Wrong("plays a game that does not exist", mend)
    return "answers that it does not have the game"


def _noise(e: Examination) -> str:
    e.send(b"this is not JSON\n")
    response = e.receive()
    if "error" not in response:
        raise Wrong("takes a line that is not JSON for a request", "answer with the error -32700 and the id null")
    if response.get("id") is not None:
        raise Advice("names a request in its answer to noise", "the id is null where it could not be read")
    e.ask("describe", {"protocol": 1})
    return "answers with an error, and goes on"


def _ids(e: Examination) -> str:
    for number in ("a text \u2013 \u00e9", 2**53 - 1, 0):
        line = wire.encode({"jsonrpc": "2.0", "id": number, "method": "describe", "params": {"protocol": 1}})
        e.exchange(line, number)
    return "repeats whatever id a request has"


def _many(e: Examination) -> str:
    assert e.request is not None
    first = e.numbers + 1
    for number in range(first, first + _MANY):
        e.send(wire.request(number, "run", e.request))
    e.numbers += _MANY
    left = set(range(first, first + _MANY))
    for _ in range(_MANY):
        response = e.receive()
        if response.get("id") not in [*left]:  # which can be anything, a list too
            raise Wrong(
                f"answers request {messages.brief(response.get('id'))} twice, or one that was never made",
                "answer each request once, with its own id",
            )
        left.discard(response["id"])
        says, mend = "answers differently when several requests wait", "keep nothing from one run to the next"
        see_same(e.outcome, messages.response(response), says, mend)
    return f"answers {_MANY} requests that were sent at once"


def _large(e: Examination) -> str:
    assert e.request is not None
    request = {**e.request, "game": "x" * 400_000}
    try:
        messages.outcome(messages.response(e.ask("run", request)))
    except EngineError:  # it has read the line
        raise
    except EngineFailure as failure:
        raise Wrong(
            failure.message,
            "read a line to its end, however long it is; some languages' readers of lines stop at 64 KB",
        ) from failure
    return "reads a line of 400 KB"


def _shutdown(e: Examination) -> str:
    messages.response(e.ask("shutdown"))
    began = monotonic()
    while monotonic() - began < PATIENCE:
        try:
            e.patient.receive(PATIENCE)
        except TimedOut:
            break
        except EngineFailure:
            e.patient.restart()
            return f"answers, and ends after {monotonic() - began:.2f} s"
    raise Wrong("does not end after `shutdown`", "end the process after the answer, also where threads are left")


def _end_of_input(e: Examination) -> str:
    e.ask("describe", {"protocol": 1}, e.limits.start)
    seconds = e.patient.restart(ending=True)
    if seconds >= PATIENCE:
        raise Wrong(
            f"goes on {PATIENCE:g} s after its input ended", "end the process when standard input ends; do not wait"
        )
    return f"ends {seconds:.2f} s after its input"


def _restart(e: Examination) -> str:
    e.ask("describe", {"protocol": 1}, e.limits.start)
    e.patient.restart()
    told = messages.response(e.ask("describe", {"protocol": 1}, e.limits.start))
    if _unordered(told) != _unordered(e.told):
        raise Wrong("describes itself differently after a restart", "let `describe` always say what the program can do")
    return "killed and started again, it says the same of itself"


def _unordered(told: Any) -> Any:
    """Return a description to compare: the order of a list in it means nothing."""
    if isinstance(told, dict):
        return {key: _unordered(part) for key, part in told.items()}
    return sorted(map(json.dumps, told)) if isinstance(told, list) else told


STEPS: tuple[tuple[str, bool, Callable[[Examination], str]], ...] = (
    ("starts and answers `describe`", True, _describe),
    ("says what it is and claims", True, _description),
    ("plays a case", True, _run),
    ("the words of its answers", False, _words),
    ("keeps to what it claims", False, _claims),
    ("answers the same again", False, _again),
    ("several points of one run", False, _checkpoints),
    ("goes on by itself", False, _first),
    ("an unknown card", False, _unknown_card),
    ("an unknown card by its name alone", False, _unknown_name),
    ("an unknown action", False, _unknown_action),
    ("an unknown game", False, _unknown_game),
    ("an unknown method", False, _unknown_method),
    ("a line that is not JSON", False, _noise),
    ("other ids", False, _ids),
    ("several requests at once", False, _many),
    ("a long line", False, _large),
    ("ends when told", False, _shutdown),
    ("ends with its input", False, _end_of_input),
    ("starts again", False, _restart),
)
"""Name, whether nothing else can work without it, and what does it."""

PIPES_ONLY = {_shutdown, _end_of_input, _restart}

CLAIMED = {_checkpoints: "checkpoints", _first: "first"}
"""The capability without which a step is left out."""
