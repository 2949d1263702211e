"""An adapter under examination: what was sent to it, what came, and what is known of it so far."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from checker.doctor.patient import Patient
from checker.engines import EngineFailure, Limits, messages, wire
from checker.model import Case, Corpus, Json


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
    within: list[tuple[Case, Json]] | None = None
    """The cases within its claims, once they are looked for; see `cases.inside`."""
    case: Case | None = None
    request: Json | None = None
    """The run that is tried."""
    outcome: Any = None
    lacking: list[tuple[Case, Json]] = field(default_factory=list)
    """What it said that it does not have, and in which case."""
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
            raise Wrong("the response has no id", "copy `id` from the request into the response, beside `result`")
        named = response["id"]
        if named is None and isinstance(response.get("error"), dict):
            raise Wrong(
                f"says that it cannot read this request: {messages.brief(response['error'].get('message', ''))}",
                "read a line to its end, however long it is, as JSON in UTF-8",
            )
        if type(named) is int and type(number) is int and 0 < named < min(number, self.numbers + 1):
            raise Wrong(
                f"request {named} is answered a second time", "answer each request with one line that has its id"
            )
        if named != number or type(named) is not type(number):
            raise Wrong(
                f"the response is for request {messages.brief(json.dumps(named))}; asked was {json.dumps(number)}",
                "copy `id` from the request as it is, a number as a number and a text as a text",
            )
        return response

    def send(self, line: bytes) -> None:
        """Send a line and note it."""
        self.step.sent.append(line)
        self.patient.send(line)

    def receive(self, seconds: float | None = None) -> Json:
        """Return the message that comes, and note it; raises `EngineFailure`."""
        try:
            line = self.patient.receive(seconds or self.limits.request)
        except EngineFailure as failure:
            if failure.came:  # such as the page that goes with HTTP's status 404
                self.step.came.append(failure.came.encode())
            raise
        self.step.came.append(line)
        told: Json = wire.decode(line)
        return told
