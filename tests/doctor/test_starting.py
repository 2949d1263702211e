"""What keeps a program from starting, or a server from answering, is told as what it is."""

from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from checker.cli import main
from checker.doctor.examination import Step
from checker.doctor.examine import mending
from checker.engines import Crashed, TimedOut
from tests.doctor.conftest import Examine
from tests.serving import serving
from tests.test_doctor import PYTHON

BEGINS = "starts and answers `describe`"


@pytest.mark.parametrize(
    ("command", "says", "mend"),
    [
        ("{python} adaptr.py", "there is no file 'adaptr.py' in ", "name the file as it is found from this folder"),
        ("{python} {here}/of mine/adapter.py",
         "quote a name with blanks in it: '{here}/of mine/adapter.py'", "split at blanks"),
        ("{here}/adapter.py", "Permission denied: '{here}/adapter.py'; perhaps 'cmd:python {here}", "name the"),
        ("{python} -c 'null.a'", "ended with exit code 1", "wrote to its standard error tells why"),
    ],
)  # fmt: skip
def test_a_program_that_does_not_start_is_told_by_its_command(
    command: str, says: str, mend: str, tmp_path: Path, examined: Examine, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "of mine").mkdir()
    for name in ("of mine/adapter.py", "adapter.py"):
        (tmp_path / name).write_text("")
    engine = f"cmd:{command.format(python=PYTHON, here=tmp_path)}"
    _, steps = examined(engine)
    assert says.format(here=tmp_path) in steps[BEGINS]["says"]
    assert "no file 'null.a'" not in steps[BEGINS]["says"]
    assert mend in steps[BEGINS]["mend"]
    assert main(["check", "dominion/exchange/optional", "--engine", engine]) == 3
    assert says.format(here=tmp_path) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("status", "kind", "body", "came", "mend"),
    [
        (404, "text/plain", b"nope", ["nope"], "the whole address, with its path"),
        (200, "text/plain", b"{}", ["{}"], "with the header Content-Type: application/json"),
        (200, "application/json", b"", [], "answer with the response, a JSON object, as the body"),
        (200, "application/json", b"<html>", ["<html>"], "nothing but the response, a JSON object, as the body"),
    ],
)
def test_the_body_that_a_server_sent_is_shown(
    status: int, kind: str, body: bytes, came: list[str], mend: str, examined: Examine
) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with serving(Handler) as address:
        _, steps = examined(address)
    assert steps[BEGINS]["came"] == came
    assert mend in steps[BEGINS]["mend"]


def test_a_server_without_tls_is_not_asked_to_start(examined: Examine) -> None:
    with serving(BaseHTTPRequestHandler) as address:
        _, steps = examined(address.replace("http:", "https:"))
    assert "give the address with http://" in steps[BEGINS]["mend"]


def test_a_certificate_that_is_not_trusted_is_named() -> None:
    failure = Crashed("cannot be reached: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed")
    assert "SSL_CERT_FILE" in mending(failure, Step(""), begun=False, pipes=False)


@pytest.mark.parametrize(
    ("sent", "pipes", "mend"),
    [
        ('"method":"run"', True, "and let no run go on for ever"),
        ('"method":"no-such-method"', True, "answer every line, even one that makes no sense"),
        ('"method":"no-such-method"', False, "answer each request, and let no run go on for ever"),
    ],
)
def test_who_is_silent_is_told_what_was_asked(sent: str, pipes: bool, mend: str) -> None:
    step = Step("", sent=[sent.encode()])
    assert mend in mending(TimedOut("no line within 1 s"), step, begun=True, pipes=pipes)
