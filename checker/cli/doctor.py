"""`rulings doctor`: examines an adapter step by step."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common
from checker.cli.plain import say
from checker.prose import many

if TYPE_CHECKING:
    from checker.doctor.examination import Step
    from checker.doctor.patient import Patient

_EXAMPLES = """\
  rulings doctor --engine 'cmd:java -jar adapter.jar'
  rulings doctor --engine http://localhost:8000 -v

exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage, 3 the adapter does not answer at all"""

_SHOWN = 160
"""How much of a message is shown; -v shows all."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "doctor",
        summary="examines an adapter: what is wrong with it, and how to mend it",
        description="Walks the protocol with an adapter step by step, shows what was sent and what came back, and says "
        "what is wrong and how to mend it. Ends with 1 if anything is wrong, with 3 if it does not answer at all.",
        examples=_EXAMPLES,
    )
    asking.add_engine(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="show every message in full")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.doctor.examination import Finding
    from checker.doctor.examine import examine
    from checker.engines import Unusable

    corpus = common.corpus(args)
    steps = []
    try:
        patient = _patient(args)
    except Unusable as failure:
        return asking.unusable(failure)
    try:
        for step in examine(patient, corpus, asking.limits(args)):
            steps.append(step)
            if not args.json:
                _tell(step, verbose=args.verbose)
    finally:
        patient.restart()
    wrong = [step for step in steps if step.finding is Finding.WRONG]
    advice = [step for step in steps if step.finding is Finding.ADVICE]
    if args.json:
        common.print_json([_json(step) for step in steps])
    else:
        say()
        say(f"{many(len(steps), 'step')}: {len(wrong)} wrong, {len(advice)} with advice")
    if wrong and wrong[0] is steps[0]:
        return common.ENGINE_UNUSABLE
    return common.NOT_AS_EXPECTED if wrong else common.AS_EXPECTED


def _patient(args: Namespace) -> "Patient":
    from checker.doctor.patient import PipedPatient, PostedPatient
    from checker.engines.child import Child
    from checker.engines.http import Http
    from checker.engines.spec import open_engine

    limits = asking.limits(args)
    engine = open_engine(args.engine, limits)  # tells of a spec that is none
    if isinstance(engine, Http):
        return PostedPatient(args.engine, limits)
    if isinstance(engine, Child):
        return PipedPatient(engine.command, limits)
    return PipedPatient((sys.executable, "-m", "checker", "serve", "--stdio", args.engine), limits)


def _tell(step: "Step", *, verbose: bool) -> None:
    from checker.doctor.examination import Finding
    from checker.reports.text import ends

    say(f"{step.finding:<7} {step.name}{': ' if step.says else ''}{step.says}")
    if step.mend:
        say(f"        {'mend it' if step.finding is Finding.WRONG else 'better'}: {step.mend}")
    if verbose or step.finding is Finding.WRONG or step.name.startswith("starts and"):
        for mark, lines in (("->", step.sent), ("<-", step.came)):
            for line in lines[: None if verbose else 2]:
                say(f"        {mark} {_shown(line, verbose=verbose)}")
    if step.finding is Finding.WRONG and step.sent and not step.came:
        say("        <- nothing")
    if step.stderr.strip() and (verbose or step.finding is Finding.WRONG):
        for told in ends(step.stderr):
            say(f"        its standard error: {told}")


def _shown(line: bytes, *, verbose: bool) -> str:
    """Return a line as it went over the wire, with invisible characters as escapes."""
    from checker.reports.text import clean

    text = clean(line.rstrip(b"\n").decode("utf-8", "backslashreplace")) or "(empty)"
    if verbose or len(text) <= _SHOWN:
        return text
    return f"{text[:_SHOWN]} … ({len(line):,} bytes)"


def _json(step: "Step") -> dict[str, Any]:
    return {
        "step": step.name,
        "finding": str(step.finding),
        "says": step.says,
        "mend": step.mend,
        "sent": [line.decode("utf-8", "backslashreplace") for line in step.sent],
        "came": [line.decode("utf-8", "backslashreplace") for line in step.came],
        "seconds": round(step.seconds, 3),
        "stderr": step.stderr,
    }
