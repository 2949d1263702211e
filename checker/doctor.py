"""
Examines an adapter step by step: what was sent, what came, what is wrong with it and how to mend it.

The steps go from what every run needs (`describe`, `run`) to what keeps a run of thousands of cases going: lines that
cannot be read, requests that come many at a time, ends and restarts.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic
from typing import Any

from checker.claims import actions, edition, outside
from checker.editions import span
from checker.engines import Description, EngineFailure, TimedOut, messages, wire
from checker.engines.spec import Limits
from checker.model import Case, Corpus, Json
from checker.patient import PATIENCE, Patient
from checker.vocabulary import Vocabulary

NO_CARD = "No Such Card \u2013 \u00e9\u00e8"
"""The name of a card that there is not, with letters that only UTF-8 gets across."""


class Finding(StrEnum):
    """How a step went."""

    OK = "ok"
    ADVICE = "advice"
    WRONG = "wrong"


@dataclass(slots=True)
class Step:
    """One thing that was tried."""

    name: str
    finding: Finding = Finding.OK
    says: str = ""
    """What was found, in a line."""
    mend: str = ""
    """How to mend it."""
    sent: list[bytes] = field(default_factory=list)
    came: list[bytes] = field(default_factory=list)
    seconds: float = 0.0
    stderr: str = ""


_SLOW_START, _SLOW_RUN = 5.0, 1.0
_MANY = 16


class Wrong(Exception):  # noqa: N818 - what is wrong with the patient
    """A step went wrong: what was found, and how to mend it."""

    def __init__(self, says: str, mend: str) -> None:
        super().__init__(says)
        self.says = says
        self.mend = mend


class Advice(Wrong):
    """A step went well enough; it could go better."""


@dataclass(slots=True)
class Examination:
    """A patient, and what is known of it so far."""

    patient: Patient
    corpus: Corpus
    limits: Limits
    told: Json = field(default_factory=dict)
    case: Case | None = None
    request: Json | None = None
    """The run that is tried."""
    outcome: Any = None
    numbers: int = 0
    step: Step = field(default_factory=lambda: Step(""))

    def ask(self, method: str, params: Json | None = None, seconds: float | None = None) -> Json:
        """Send a request and return its response; raises `EngineFailure`."""
        self.numbers += 1
        return self.exchange(wire.request(self.numbers, method, params), self.numbers, seconds)

    def exchange(self, line: bytes, number: Any, seconds: float | None = None) -> Json:
        """Send a line and return the response that it gets, which has to bear this id."""
        self.send(line)
        response = self.receive(seconds)
        if "id" not in response:
            raise Wrong("the response bears no id", "copy `id` from the request into the response")
        if response["id"] != number or type(response["id"]) is not type(number):
            raise Wrong(
                f"the response is for request {messages.brief(response['id'])}, asked was {number!r}",
                "copy `id` from the request as it is, a number as a number and a text as a text",
            )
        return response

    def send(self, line: bytes) -> None:
        """Send a line and note it."""
        self.step.sent.append(line)
        self.patient.send(line)

    def receive(self, seconds: float | None = None) -> Json:
        """Return the message that comes, and note it; raises `EngineFailure`."""
        line = self.patient.receive(seconds or self.limits.request)
        self.step.came.append(line)
        told: Json = wire.decode(line)
        return told


def examine(patient: Patient, corpus: Corpus, limits: Limits) -> Iterator[Step]:
    """Yield each step as it is done; after one without which nothing else can work, there are no more."""
    examination = Examination(patient, corpus, limits)
    for name, needed, step in _STEPS:
        if step in _PIPES_ONLY and not patient.pipes:
            continue
        done = examination.step = Step(name)
        began = monotonic()
        try:
            done.says = step(examination) or ""
        except Advice as advice:
            done.finding, done.says, done.mend = Finding.ADVICE, advice.says, advice.mend
        except Wrong as wrong:
            done.finding, done.says, done.mend = Finding.WRONG, wrong.says, wrong.mend
        except EngineFailure as failure:
            done.finding, done.says = Finding.WRONG, failure.message
            done.mend = next((hint for sign, hint in _HINTS if sign in failure.message), _GENERAL)
        done.seconds = monotonic() - began
        if done.finding is Finding.WRONG:
            patient.restart()
        done.stderr = patient.stderr()
        yield done
        if done.finding is Finding.WRONG and needed:
            return
    patient.restart()


_GENERAL = "read docs/protocol.md for what is wanted here; what it wrote to its standard error may tell why"
_HINTS = (
    ("no such program", "name the program as a shell would find it; give a path for one in this folder: ./adapter"),
    ("a response is an object", "write nothing to standard output but responses, which are JSON objects"),
    ("not JSON", "write nothing to standard output but responses: what is meant for people goes to standard error"),
    ("not UTF-8", "set the encoding of standard output to UTF-8, whatever the system's is"),
    ("no line within", "end each response with a line break, and flush standard output after it"),
    ("no answer within", "answer every request; the time limit is --timeout"),
    ("in the middle of a line", "end each response with a line break before the program ends"),
    ("closed its standard output", "keep standard output open until `shutdown`"),
    (
        "ended with exit code",
        "read requests in a loop until `shutdown` or the end of the input; what goes wrong in one is an `error`",
    ),
    ("was killed by", "it crashed; a core dump or its standard error may tell where"),
    ("cannot be reached", "start the engine, and check host and port"),
    ("type", "answer with the header Content-Type: application/json"),
)


# --- the steps -------------------------------------------------------------------------------------------------------


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
        raise Advice(what, f"the games of the corpus are {', '.join(sorted(known))}, written so")
    games = ", ".join(
        f"{game} ({len(claims['cards'])} cards)" if "cards" in claims else game
        for game, claims in e.told["games"].items()
    )
    return f"{e.told['name']} {e.told['version']}: {games}; {', '.join(e.told['capabilities']) or 'no capabilities'}"


def _run(e: Examination) -> str:
    e.case, e.request = _first_case(e.corpus, Description.of(e.told))
    if e.case is None:
        e.request = {"game": next(iter(e.told["games"]), "dominion"), "given": {}, "actions": []}
        e.outcome = messages.outcome(messages.response(e.ask("run", e.request)))
        raise Advice("no case of the corpus lies within its claims", "claim fewer limits, or more cards and actions")
    began = monotonic()
    e.outcome = messages.outcome(messages.response(e.ask("run", e.request)))
    seconds = monotonic() - began
    if seconds > _SLOW_RUN:
        raise Advice(f"took {seconds:.1f} s for one run", "do once, at the start, what every run needs")
    kind = next(word for word in messages.OUTCOMES if word in e.outcome)
    if kind == "unsupported":
        lack = e.outcome["unsupported"]
        raise Advice(
            f"{e.case.id}: answers that it does not have the {lack['what']} {lack.get('name', '')}".rstrip(),
            "that is a good answer to begin with; play this case next",
        )
    return f"{e.case.id}: answers with `{kind}`"


def _again(e: Examination) -> str:
    assert e.request is not None
    if messages.response(e.ask("run", e.request)) != e.outcome:
        raise Wrong("the same request got another answer", "keep nothing from one run to the next; seed what is random")
    e.patient.restart()
    if messages.response(e.ask("run", e.request, e.limits.start)) != e.outcome:
        raise Wrong(
            "a fresh process answers otherwise", "let a run depend on its parameters alone; seed what is random"
        )
    return "the same answer, also from a fresh process" if e.patient.pipes else "the same answer"


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
    outcome = messages.outcome(messages.response(e.ask("run", {**e.request, "given": given})))
    lack = outcome.get("unsupported", {})
    if lack.get("what") != "card":
        raise Wrong("plays on with a card that there is not", 'answer {"unsupported": {"what": "card", "name": "…"}}')
    if lack.get("name") != NO_CARD:
        raise Advice(
            f"names the card as {messages.brief(lack.get('name', ''))}", "repeat the name as it came, in UTF-8"
        )
    return "answers that it does not have the card, by its name"


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
            f"answers with `{next(iter(outcome))}` to an action that there is not",
            'answer {"unsupported": {"what": "action", "name": "…"}}',
        )
    return f"answers that it does not have the {outcome['unsupported']['what']}"


def _unknown_game(e: Examination) -> str:
    assert e.request is not None
    outcome = messages.outcome(messages.response(e.ask("run", {**e.request, "game": "no-such-game"})))
    if outcome.get("unsupported", {}).get("what") != "game":
        raise Wrong("plays a game that there is not", 'answer {"unsupported": {"what": "game", "name": "…"}}')
    return "answers that it does not have the game"


def _noise(e: Examination) -> str:
    e.send(b"this is not JSON\n")
    response = e.receive()
    if "error" not in response:
        raise Wrong("takes a line that is no JSON for a request", "answer with the error -32700 and the id null")
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
        if response.get("id") not in left:
            raise Wrong(
                f"answers request {messages.brief(response.get('id'))} twice, or one that was never made",
                "answer each request once, with its own id",
            )
        left.discard(response["id"])
        if messages.response(response) != e.outcome:
            raise Wrong("answers otherwise when several requests wait", "keep nothing from one run to the next")
    return f"answers {_MANY} requests that were sent at once"


def _large(e: Examination) -> str:
    assert e.request is not None
    request = {**e.request, "game": "x" * 400_000}
    messages.outcome(messages.response(e.ask("run", request)))
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
    if told != e.told:
        raise Wrong("describes itself otherwise after a restart", "let `describe` tell what the program can do, always")
    return "killed and started again, it says the same of itself"


def _first_case(corpus: Corpus, description: Description) -> tuple[Case | None, Json | None]:
    """Return a case within the claims and its first run; one that scripts its choices rather than one that does not."""
    inside: list[tuple[int, str, Case, Json]] = []
    for case in corpus.cases.values():
        if case.game not in description.games:
            continue
        vocabulary = Vocabulary.of(case.game)
        given = vocabulary.given(case.given)
        if outside(case, description, vocabulary.cards(given), span(corpus, case), vocabulary):
            continue
        request: Json = {"game": case.game, "given": given, "actions": actions(case), "answers": list(case.choices)}
        if (named := edition(case, description, span(corpus, case))) is not None:
            request["edition"] = named
        if case.cards:
            request["cards"] = list(case.cards)
        inside.append((len(json.dumps(request)), case.id, case, request))
    if not inside:
        return None, None
    _, _, case, request = min(inside, key=lambda one: one[:2])
    return case, request


_STEPS: tuple[tuple[str, bool, Callable[[Examination], str]], ...] = (
    ("starts and answers `describe`", True, _describe),
    ("says what it is and claims", True, _description),
    ("plays a case", True, _run),
    ("answers the same again", False, _again),
    ("an unknown card", False, _unknown_card),
    ("an unknown action", False, _unknown_action),
    ("an unknown game", False, _unknown_game),
    ("an unknown method", False, _unknown_method),
    ("a line that is no JSON", False, _noise),
    ("other ids", False, _ids),
    ("several requests at once", False, _many),
    ("a long line", False, _large),
    ("ends when told", False, _shutdown),
    ("ends with its input", False, _end_of_input),
    ("starts again", False, _restart),
)
"""Name, whether nothing else can work without it, and what does it."""

_PIPES_ONLY = {_shutdown, _end_of_input, _restart}
