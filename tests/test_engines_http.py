"""Engines behind an address, well behaved and not, and the server that makes any engine one of them."""

import contextlib
import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from checker.engines import BrokenProtocol, Crashed, EngineError, Limits, TimedOut, Unusable
from checker.engines.http import Http
from checker.engines.hub import Hub
from checker.engines.spec import open_engine
from checker.problems import UsageError
from checker.serve import Server
from tests.engines.web import BAD, GOOD, GOOD_STATE, Answer, Web, result, said, says


def drips(connection: socket.socket, _number: int) -> bool:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(100):
        time.sleep(0.05)
        connection.sendall(b"x")
    return False


def closes(_connection: socket.socket, _number: int) -> bool:
    return False


def breaks_off(connection: socket.socket, number: int) -> bool:
    connection.sendall(said("200 OK", result(number, GOOD_STATE))[:-5])
    return False


def floods(connection: socket.socket, _number: int) -> bool:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    for _ in range(40):
        connection.sendall(b"x" * (1 << 20))
    return False


def hints(connection: socket.socket, _number: int) -> bool:
    while True:
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n" * 1000)


def hangs(_connection: socket.socket, _number: int) -> bool:
    time.sleep(3)
    return False


FAULTS: dict[str, tuple[Answer, type[Exception], str]] = {
    "status 500": (says(lambda _: said("500 Oops", b"boom")), EngineError, "HTTP status 500 Oops: boom"),
    "status 404": (says(lambda _: said("404 Not Found", b"no")), BrokenProtocol, "HTTP status 404 Not Found, where"),
    "status 204": (says(lambda _: b"HTTP/1.1 204 No Content\r\n\r\n"), BrokenProtocol, "HTTP status 204"),
    "leads on": (
        says(lambda _: said("302 Found", b"", "Location: http://elsewhere/")),
        BrokenProtocol,
        "HTTP status 302 Found: redirects to http://elsewhere/; use that address",
    ),
    "a page": (
        says(lambda _: said("200 OK", b"<html>").replace(b"application/json", b"text/html")),
        BrokenProtocol,
        "an answer of the type text/html, not application/json: <html>",
    ),
    "packed": (
        says(lambda n: said("200 OK", gzip.compress(result(n, GOOD_STATE)), "Content-Encoding: gzip")),
        BrokenProtocol,
        "an answer packed as gzip, which nobody asked for",
    ),
    "not json": (says(lambda _: said("200 OK", b"Loading")), BrokenProtocol, "a line that is not JSON: Loading"),
    "nothing": (says(lambda _: said("200 OK", b"")), BrokenProtocol, "an answer with nothing in it: a response is"),
    "another id": (says(lambda n: said("200 OK", result(n + 1, {}))), BrokenProtocol, "a response to request"),
    "no id and a result": (
        says(lambda _: said("200 OK", result(0, GOOD_STATE).replace(b'"id": 0', b'"id": null'))),
        BrokenProtocol,
        "a response to request null; the request was",
    ),
    "a fraction for an id": (
        says(lambda n: said("200 OK", result(n, GOOD_STATE).replace(b'"id": %d' % n, b'"id": %d.0' % n))),
        BrokenProtocol,
        "a response to request ",
    ),
    "a list": (says(lambda _: said("200 OK", b"[]")), BrokenProtocol, "a response is an object"),
    "no http": (says(lambda _: b"hello there\r\n\r\n"), BrokenProtocol, "not HTTP: BadStatusLine"),
    "endless headers": (says(lambda _: b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500), BrokenProtocol, "not HTTP"),
    "closes": (closes, Crashed, "closed the connection before it answered"),
    "breaks off": (breaks_off, Crashed, "closed the connection in the middle of an answer"),
    "floods": (floods, BrokenProtocol, "an answer that is too long"),
    "other protocol": (
        says(lambda _: b"HTTP/1.1 101 Switching Protocols\r\n\r\n"),
        BrokenProtocol,
        "HTTP status 101 Switching Protocols",
    ),
    "endless hints": (hints, BrokenProtocol, "says 103 Early Hints again and again, and gives no answer"),
    "longer than there is room for": (
        says(lambda _: b"HTTP/1.1 200 OK\r\nContent-Length: 1" + b"0" * 14 + b"\r\n\r\n{}"),
        BrokenProtocol,
        "an answer that is too long",
    ),
    "longer than a number": (
        says(lambda _: b"HTTP/1.1 200 OK\r\nContent-Length: 1" + b"0" * 40 + b"\r\n\r\n{}"),
        BrokenProtocol,
        "an answer that is too long",
    ),
    "a piece longer than there is room for": (
        says(lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n{}"),
        TimedOut,
        "no answer within 1 s",
    ),
    "hangs": (hangs, TimedOut, "no answer within 1 s"),
    "drips": (drips, TimedOut, "no answer within 1 s"),
}


@pytest.fixture
def web() -> Iterator[Callable[[Answer], Web]]:
    made: list[Web] = []

    def make(bad: Answer) -> Web:
        made.append(Web(bad))
        return made[-1]

    yield make
    for one in made:
        one.listening.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_a_result_of_its_own_and_the_next_request_is_answered(
    web: Callable[[Answer], Web], fault: str
) -> None:
    bad, failure, message = FAULTS[fault]
    engine = Http(web(bad).address, Limits(request=1.0))
    assert engine.describe()["name"] == "web"
    with pytest.raises(failure) as raised:
        engine.run(BAD)
    assert type(raised.value) is failure
    assert str(raised.value).startswith(message)
    assert engine.run(GOOD) == GOOD_STATE
    engine.close()
    engine.close()


def test_one_connection_serves_many_requests_and_is_made_anew_when_closed(web: Callable[[Answer], Web]) -> None:
    def says_and_closes(connection: socket.socket, number: int) -> bool:
        connection.sendall(said("200 OK", result(number, GOOD_STATE)))
        return False

    server = web(says_and_closes)
    engine = Http(server.address)
    for _ in range(5):
        assert engine.run(GOOD) == GOOD_STATE
    assert server.connections == 1
    assert engine.run(BAD) == GOOD_STATE
    time.sleep(0.05)
    assert engine.run(GOOD) == GOOD_STATE  # the server has closed what it did not say it would close
    assert server.connections == 2
    assert engine.stderr() == ""  # a connection that lies idle may be closed
    engine.close()


def test_a_request_that_had_no_answer_on_a_kept_connection_is_made_again_and_that_is_noted(
    web: Callable[[Answer], Web],
) -> None:
    asked: list[int] = []

    def answers_every_other(connection: socket.socket, number: int) -> bool:
        asked.append(number)
        if len(asked) % 2:
            return False
        connection.sendall(said("200 OK", result(number, GOOD_STATE)))
        return True

    engine = Http(web(answers_every_other).address)
    engine.run(GOOD)
    assert engine.run(BAD) == GOOD_STATE
    assert len(asked) == 2
    assert engine.stderr() == (
        "(asked again of a fresh connection; before: closed the connection before it answered)\n"
    )
    engine.close()


def test_an_answer_given_twice_harms_nobody_else(web: Callable[[Answer], Web]) -> None:
    def twice(connection: socket.socket, number: int) -> bool:
        connection.sendall(said("200 OK", result(number, GOOD_STATE)))
        time.sleep(0.05)
        connection.sendall(said("200 OK", result(number, {"state": {"alice": {"points": 7}}})))
        return True

    engine = Http(web(twice).address)
    for _ in range(2):
        assert engine.run(GOOD) == GOOD_STATE
        assert engine.run(BAD) == GOOD_STATE
        time.sleep(0.1)
    assert engine.run(GOOD) == GOOD_STATE
    engine.close()


def test_an_answer_in_pieces(web: Callable[[Answer], Web]) -> None:
    def pieces(number: int) -> bytes:
        content = result(number, GOOD_STATE)
        parts = [content[at : at + 7] for at in range(0, len(content), 7)]
        told = b"".join(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in [*parts, b""])
        return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + told

    server = web(says(pieces))
    engine = Http(server.address, Limits(request=1e9))
    for _ in range(3):
        assert engine.run(BAD) == GOOD_STATE
    assert server.connections == 1
    engine.close()


def test_what_comes_before_an_answer_is_not_taken_for_it(web: Callable[[Answer], Web]) -> None:
    def early(number: int) -> bytes:
        hints = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\nContent-Length: 7\r\n\r\n"
        before = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + hints + hints
        return before + said("200 OK", result(number, GOOD_STATE))

    server = web(says(early))
    engine = Http(server.address, Limits(request=5.0))
    for _ in range(3):
        assert engine.run(BAD) == GOOD_STATE
        assert engine.run(GOOD) == GOOD_STATE
    assert server.connections == 1
    engine.close()


def test_an_address_that_is_none() -> None:
    for bad in ("http://", "http://user:word@host/", "http://host:port/", "http://a..com/", f"http://{'a' * 64}.com/"):
        with pytest.raises(UsageError, match="is not an address"):
            open_engine(bad)
    with pytest.raises(UsageError) as raised:
        open_engine("http://host/é n?x=%20&y")
    assert raised.value.hint == "perhaps http://host/%C3%A9%20n?x=%20&y"
    with pytest.raises(Unusable, match=r"does not answer describe: cannot be reached: .*; is it running\?"):
        open_engine("http://127.0.0.1:9").describe()


@pytest.fixture
def deaf() -> Iterator[tuple[str, str]]:
    """Two addresses: one where a connection is never taken, one where it is and nothing is read from it."""
    with (
        socket.create_server(("127.0.0.1", 0), backlog=0) as full,
        socket.create_server(("127.0.0.1", 0)) as silent,
        contextlib.ExitStack() as others,
    ):
        full.listen(0)
        for _ in range(3):  # as many as wait to be taken without being taken
            waits = others.enter_context(socket.socket())
            waits.setblocking(False)
            waits.connect_ex(full.getsockname())
        one, other = (f"http://127.0.0.1:{each.getsockname()[1]}" for each in (full, silent))
        yield one, other


@pytest.mark.parametrize("which", [0, 1], ids=["connecting", "sending"])
def test_who_waits_to_connect_or_to_send_keeps_nobody_else_waiting(
    web: Callable[[Answer], Web], deaf: tuple[str, str], which: int
) -> None:
    good = Http(web(closes).address)
    hub = Hub()
    told: list[str] = []

    def waits() -> None:
        engine = Http(deaf[which], Limits(request=0.5), hub.ready)
        with pytest.raises(TimedOut, match=r"no answer within 0\.5 s"):
            engine.run({**GOOD, "given": {"long": "x" * 20_000_000}})
        told.append("gave up")

    def goes_on() -> None:
        engine = Http(good.address, Limits(), hub.ready)
        for _ in range(50):
            assert engine.run(GOOD) == GOOD_STATE
        told.append("done")
        engine.close()

    hub.spawn(waits)
    hub.spawn(goes_on)
    while hub.turn():
        pass
    hub.close()
    assert told == ["done", "gave up"]


def test_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes a certificate, is not installed")
    names = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    made = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 {names} -keyout key.pem -out cert.pem"
    subprocess.run(made.split(), cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    with Server(open_engine("reference"), "127.0.0.1", 0) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        address = f"https://localhost:{server.server_port}"
        with pytest.raises(Unusable, match="certificate verify failed"):
            Http(address).describe()
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        engine = Http(address)
        assert engine.describe()["protocol"] == 1
        with pytest.raises(EngineError):
            engine.run({"long": "x" * 1_000_000})
        assert engine.describe()["protocol"] == 1
        engine.close()
        server.shutdown()
        thread.join()
