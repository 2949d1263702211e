"""A web server written out by hand, so that it can do anything."""

import json
import socket
import threading
from collections.abc import Callable
from typing import Any

DESCRIPTION = {"protocol": 1, "name": "web", "version": "1", "games": {"heaps": {}}, "capabilities": []}
GOOD = {"game": "heaps", "given": {}, "actions": []}
BAD = {**GOOD, "actions": [{"bad": True}]}
Answer = Callable[[socket.socket, int], bool]
"""Answers a request with the id on a connection; says whether the connection stays."""


def said(status: str, content: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(content)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def result(number: int, value: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": value}).encode()


GOOD_STATE = {"state": {"alice": {"points": 1}}}


def says(make: Callable[[int], bytes]) -> Answer:
    def answer(connection: socket.socket, number: int) -> bool:
        connection.sendall(make(number))
        return True

    return answer


class Web:
    """A web server written out by hand, so that it can do anything; it misbehaves on the action `bad`."""

    def __init__(self, bad: Answer) -> None:
        self.bad = bad
        self.connections = 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}/engine"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rb") as lines:
                while lines.readline():
                    length = 0
                    while (header := lines.readline().strip().lower()) != b"":
                        if header.startswith(b"content-length:"):
                            length = int(header.partition(b":")[2])
                    request = json.loads(lines.read(length))
                    if not self._answer(connection, request):
                        return
        except OSError:
            pass

    def _answer(self, connection: socket.socket, request: dict[str, Any]) -> bool:
        if {"bad": True} in request["params"].get("actions", ()):
            return self.bad(connection, request["id"])
        value = DESCRIPTION if request["method"] == "describe" else GOOD_STATE
        connection.sendall(said("200 OK", result(request["id"], value)))
        return True
