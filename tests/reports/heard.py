"""What reports hear of a run, with a verdict of each kind."""

from collections import Counter

from checker.engines import Description
from checker.judging.verdict import Status, Verdict
from checker.positions.compare import MISSING, Difference
from checker.running.runner import Ended, Event, Finished, Listener, Started, Summary
from tests.telling import case, corpus

CHOICE = {"player": "alice", "kind": "exchange", "about": "page", "choose": "decline"}

VERDICTS = [
    Verdict(Status.PASSED, runs=1),
    Verdict(
        Status.FAILED,
        "alice.discard: expected [Page], came [] (missing: Page)",
        (
            Difference("alice.discard", ["Page"], [], "missing: Page", (CHOICE,)),
            Difference("bob", {"coins": 1}, MISSING, "no such player"),
        ),
        3,
        {"game": "dominion", "given": {}, "actions": []},
        unasked=({"player": "alice", "kind": "order", "choose": "page"}, {**CHOICE, "choose": "exchange"}),
    ),
    Verdict(Status.REFUSED, "refused action 1, {play: page}: no Actions left"),
    Verdict(Status.UNSUPPORTED, "outside the engine's claims: the card Page", claimed=False),
    Verdict(Status.ERROR, "KeyError: \x00\x1b[31m & <boom> \ufffe\ud800"),
    Verdict(Status.TIMED_OUT, "no answer within 10 s"),
    Verdict(Status.CRASHED, "was killed by SIGSEGV"),
    Verdict(Status.PROTOCOL, "a line that is not JSON: Loading"),
]


def events() -> list[Event]:
    cases = [case(f"dominion/exchange/{'ab'[number % 2]}#case-{number}") for number in range(len(VERDICTS))]
    whole = corpus(*cases)
    counts = Counter(verdict.status for verdict in VERDICTS)
    return [
        Started("cmd:my engine", Description("mine", "1.2", {}), whole, len(cases), ("exchange", "-k", "case")),
        *(
            Finished(
                one, whole.rulings[one.ruling], verdict, 0.5, "noise\x07\n" if verdict.status is Status.CRASHED else ""
            )
            for one, verdict in zip(cases, VERDICTS, strict=True)
        ),
        Ended(Summary(counts, 20, 8, 7, 7, 12, 4.0)),
    ]


def told(report: Listener, *heard: Event) -> None:
    for event in heard:
        report.hear(event)
