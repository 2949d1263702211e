"""The server that offers an engine to others over HTTP."""

import http.client
import json
import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from checker.cli import main
from checker.engines import EngineError
from checker.engines.http import Http
from checker.engines.spec import open_engine
from checker.serve import Server


@pytest.fixture
def served() -> Iterator[Server]:
    with Server(open_engine("reference"), "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_the_served_engine_answers_as_it_does_in_process(served: Server, capsys: pytest.CaptureFixture[str]) -> None:
    def results(*engine: str) -> list[tuple[str, str, int]]:
        assert main(["check", "dominion/exchange/optional", "--json", *engine]) == 0
        lines = map(json.loads, capsys.readouterr().out.splitlines())
        return [(line["case"], line["status"], line["runs"]) for line in lines if line["line"] == "result"]

    assert results("--engine", served.address) == results() != []


def test_many_connections_at_once_are_taken(served: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "dominion", "--engine", served.address, "-j", "64"]) == 0, capsys.readouterr().out


def test_what_is_told_of_an_error_beside_its_message_is_kept(served: Server) -> None:
    engine = Http(served.address)
    with pytest.raises(EngineError, match=r"^[^(]*\(-32603\)$"):
        engine.run({"game": "dominion"})
    assert engine.stderr().startswith("Traceback")
    assert engine.stderr() == ""
    engine.close()


def test_what_others_may_reach_tells_no_stack_trace() -> None:
    with Server(open_engine("reference"), "0.0.0.0", 0) as server:  # noqa: S104 - that is the point
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        engine = Http(f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(EngineError, match=r"^[^(]*\(-32603\)$"):
            engine.run({"game": "dominion"})
        assert engine.stderr() == ""
        engine.close()
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("method", "headers", "body", "status"),
    [
        ("GET", {}, None, 405),
        ("POST", {"Content-Type": "text/plain"}, b"{}", 415),
        ("POST", {"Content-Type": "application/json", "Host": "evil.example"}, b"{}", 403),
        ("POST", {"Content-Type": "application/json", "Content-Length": "99999999999"}, b"", 413),
        ("POST", {"Content-Type": "application/json", "Content-Length": "9" * 5000}, b"", 413),
        ("POST", {"Content-Type": "application/json", "Content-Length": "-1"}, b"", 411),
        ("POST", {"Content-Type": "application/json"}, b"{", 200),
        ("POST", {"Content-Type": "application/json"}, b'{"id": 1, "method": "nothing"}', 200),
        ("POST", {"Content-Type": "application/json"}, b'{"id": 1, "method": "run", "params": {}}', 200),
    ],
)
def test_the_server_refuses_what_is_no_request(
    served: Server, method: str, headers: dict[str, str], body: bytes | None, status: int
) -> None:
    client = http.client.HTTPConnection("127.0.0.1", served.server_port, timeout=10)
    client.request(method, "/", body, headers)
    response = client.getresponse()
    assert response.status == status
    assert json.loads(response.read())["error"]["message"]
    client.close()


@pytest.mark.parametrize(("length", "ends"), [(1000, socket.SHUT_WR), (1000, None), (44, None)])
def test_of_a_client_that_goes_away_the_server_says_nothing(
    served: Server, capfd: pytest.CaptureFixture[str], length: int, ends: int | None
) -> None:
    head = f"POST / HTTP/1.1\r\nContent-Type: application/json\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
    served.turn.acquire()
    with socket.create_connection(("127.0.0.1", served.server_port)) as client:
        client.sendall(head.encode() + b'{"jsonrpc":"2.0","id":1,"method":"describe"}')
        if ends is None:  # so that it is told of as a reset
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            client.shutdown(ends)
            assert client.recv(1) == b""  # of half a request there is nothing to answer
    served.turn.release()
    engine = Http(served.address)
    assert engine.describe()["name"]
    engine.close()
    assert capfd.readouterr().err == ""
