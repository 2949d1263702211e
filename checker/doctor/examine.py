"""
Examines an adapter step by step: what was sent, what came, what is wrong with it and how to mend it.

The steps go from what every run needs (`describe`, `run`) to what keeps a run of thousands of cases going: lines that
cannot be read, requests that come many at a time, ends and restarts.
"""

from collections.abc import Iterator
from time import monotonic

from checker.doctor.examination import Advice, Examination, Finding, Step, Wrong
from checker.doctor.patient import Patient
from checker.doctor.steps import CLAIMED, PIPES_ONLY, STEPS
from checker.engines import EngineError, EngineFailure, Limits
from checker.model import Corpus


def examine(patient: Patient, corpus: Corpus, limits: Limits) -> Iterator[Step]:
    """Yield each step as it is done; a failed one without which nothing else can work is the last."""
    examination = Examination(patient, corpus, limits)
    for name, needed, step in STEPS:
        if step in PIPES_ONLY and not patient.pipes:
            continue
        if step in CLAIMED and CLAIMED[step] not in examination.told["capabilities"]:
            continue
        done = examination.step = Step(name)
        began = monotonic()
        failed: EngineFailure | None = None
        try:
            done.says = step(examination) or ""
        except Advice as advice:
            done.finding, done.says, done.mend = Finding.ADVICE, advice.says, advice.mend
        except Wrong as wrong:
            done.finding, done.says, done.mend = Finding.WRONG, wrong.says, wrong.mend
        except EngineFailure as failure:
            done.finding, done.says, failed = Finding.WRONG, failure.message, failure
        done.seconds = monotonic() - began
        if done.finding is Finding.WRONG:
            patient.restart()
        done.stderr = patient.stderr()
        if failed is not None:
            done.mend = mending(failed, done, begun=bool(examination.told), pipes=patient.pipes)
        yield done
        if done.finding is Finding.WRONG and needed:
            return
    patient.restart()


def mending(failure: EngineFailure, step: Step, *, begun: bool, pipes: bool) -> str:
    """Return how to mend it; of an adapter that has `begun` to answer, silence is no matter of flushing."""
    if type(failure) is EngineError:  # in the engine's own words, which say nothing of ours
        return _OWN_ERROR
    if begun and ("no line within" in failure.message or "no answer within" in failure.message):
        odd = not any(b'"method":"%b"' % method in step.sent[-1] for method in (b"run", b"describe"))
        return _LOST if not pipes else _SILENT if odd else _HANGS
    ended = not begun and not step.came and "ended with exit code" in failure.message
    if ended and step.stderr.strip() and not any(sign in failure.message for sign in _OF_THE_COMMAND):
        return _AT_ONCE
    hints = _HINTS if pipes else (*_POSTED, *_HINTS)
    return next((hint for sign, hint in hints if sign in failure.message), _GENERAL)


_OWN_ERROR = (
    "that is the engine's own error; what it does not know is not an error: "
    'answer {"unsupported": {"what": …, "name": …}}'
)
_GENERAL = "read docs/protocol.md for what is wanted here; what it wrote to its standard error may tell why"
_LIMITS = "--timeout gives more seconds for an answer, --start-timeout for the first"
_SILENT = f"answer every line, even one that makes no sense: with an error, and the id null if it has none; {_LIMITS}"
_HANGS = f"end each response with a line break and flush it, and let no run go on for ever; {_LIMITS}"
_LOST = f"answer each request, and let no run go on for ever; {_LIMITS}"
_AT_ONCE = "it ended before it answered anything; what it wrote to its standard error tells why"
_OF_THE_COMMAND = ("there is no file", "quote a name")
_NOT_RUN = "name the program that runs the file, as in 'cmd:node adapter.mjs', or make it one that may be run"
_HINTS = (
    ("there is no file", "name the file as it is found from this folder; a name with blanks in it is quoted"),
    ("quote a name", "the command is split at blanks as by a shell: --engine 'cmd:node \"my adapter.mjs\"'"),
    ("no such program", "name the program as a shell would find it; give a path for one in this folder: ./adapter"),
    ("Permission denied", _NOT_RUN),
    ("Exec format", _NOT_RUN),
    ("a result is an object", "return a mapping from `run` and `describe`, as docs/protocol.md describes results"),
    ("a result is JSON", "return nothing but what JSON has: mappings, lists, text, whole numbers"),
    ("the engine called exit", "raise an exception if something goes wrong in a run, and let the program go on"),
    ('a response says `"jsonrpc"', 'write `"jsonrpc": "2.0"` in each response, beside `id` and `result`'),
    ("an error is not as the protocol", 'answer {"error": {"code": -32603, "message": "…"}}, its message in one line'),
    ("an outcome has one of", 'put the position under `state`: {"result": {"state": {…}}}'),
    ("the engine speaks version", 'answer with `"protocol": 1`, a number'),
    ("wants it: unsupported:", 'answer {"unsupported": {"what": "card", "name": "…"}}'),
    ("wants it: state:", "give the position as an object, not as text, in the words of `given`"),
    (
        "wants it: choice",
        'ask {"player": …, "kind": …, "about": …, "options": […]}; an option is a word or a number, an object its id',
    ),
    ("a response is an object", "write nothing to standard output but responses, which are JSON objects"),
    ("byte order mark", "write UTF-8 without a byte order mark"),
    ("NaN is not JSON", "write whole numbers; JSON has no NaN"),
    ("looks like UTF-16", "set the encoding of standard output to UTF-8, whatever the system's is"),
    ("the line ends before the message", "write each message whole and on one line, without line breaks in it"),
    ("wrong at character", "write JSON as a library does: strings in double quotes, and no comma after the last part"),
    ("not JSON", "write nothing to standard output but responses: what is meant for people goes to standard error"),
    ("not UTF-8", "set the encoding of standard output to UTF-8, whatever the system's is"),
    ("no line within", f"end each response with a line break, and flush standard output after it; {_LIMITS}"),
    ("no answer within", f"answer every request; {_LIMITS}"),
    (
        "leave out what is null",
        "write only the one of the two that applies; JSON libraries can leave out the other",
    ),
    ("in the middle of a line", "end each response with a line break before the program ends"),
    ("closed its standard output", "keep standard output open until `shutdown`"),
    (
        "ended with exit code",
        "read requests in a loop until `shutdown` or the end of the input; what goes wrong in one is an `error`",
    ),
    ("was killed by", "it crashed; a core dump or its standard error may tell where"),
    ("certificate verify failed", "have the service show a certificate that is trusted here; SSL_CERT_FILE names more"),
    ("cannot be reached: [SSL", "give the address with http://, or have the service speak TLS"),
    ("cannot be reached", "start the engine, and check host and port"),
    ("redirects to", "give the address that the redirect names; redirects are not followed"),
    ("HTTP status 404", "give the whole address, with its path, at which the engine answers a POST"),
    ("HTTP status 4", "answer each POST with the status 200, an error too"),
    ("closed the connection", "answer every request; the server's own log may tell why it did not"),
    ("an answer packed as", "answer without Content-Encoding"),
    ("an answer of the type", "answer with the header Content-Type: application/json"),
)
"""What a failure's message says, and how to mend that."""

_POSTED = (
    ("no answer within", _LOST),
    ("an answer with nothing in it", "answer with the response, a JSON object, as the body"),
    ("not JSON", "answer with nothing but the response, a JSON object, as the body"),
    ("a response is an object", "answer with nothing but the response, a JSON object, as the body"),
)
"""The same of a server."""
