"""
A kept-alive connection for the standard library's HTTP client, with a deadline and a size limit for each answer.

Nothing here blocks but the look-up of a name, which is the system's: wherever a socket is not ready, what is given as
`wait` is called, so that other work can go on while one server is slow to take a connection or to answer.
"""

import contextlib
import errno
import http.client
import io
import os
import select
import socket
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol, TypeVar, cast

from checker.engines import BrokenProtocol

T = TypeVar("T")

TOO_LONG = "an answer that is too long"

_ON_THE_WAY = range(102, 200)
"""The statuses after which the answer is still to come; 100 the client knows, and after 101 none comes."""

_HEADS_AT_MOST = 100
"""How many of them may come."""

_HEADERS_AT_MOST = 64 << 10
_LONGEST = 20 * 24 * 60 * 60
"""The seconds for which a system can be told to wait, or a little less."""


class Wait(Protocol):
    """Waits until a descriptor can be read or written to, or for a number of seconds; says whether it can."""

    def __call__(self, descriptor: int, seconds: float, *, to_write: bool = False) -> bool: ...


def ready(descriptor: int, seconds: float, *, to_write: bool = False) -> bool:
    """Wait for a descriptor, doing nothing else."""
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
    return bool(poll.poll(min(max(seconds, 0.0), _LONGEST) * 1000))


class Connection:
    """
    A connection to a server, in place of the client's own socket.

    Opening, sending and receiving raise `TimeoutError` once the deadline has passed, and `OSError`.
    """

    def __init__(self, host: str, port: int | None, secure: bool, wait: Wait) -> None:
        """Keep the address; the connection is made when it is first opened."""
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self.http = kind(host, port)
        self.http.response_class = _Response
        self._secure = secure
        self._wait = wait
        self._socket: socket.socket | None = None
        self._deadline = 0.0
        self._left = 0

    def open(self, deadline: float, most: int) -> None:
        """Connect if necessary; the next answer has until a time of `monotonic`, and may have so many bytes."""
        self._deadline, self._left = deadline, most + _HEADERS_AT_MOST
        if self._socket is None:
            self._connect()
            if self._secure:
                self._secure_it()
            self.http.sock = self  # the client asks us for what it takes from a socket

    def gone(self) -> bool:
        """Tell whether the other side closed it while it lay idle, as it may; of TLS that is not seen."""
        if self._socket is None or self._secure:
            return False
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except OSError as error:
            return not isinstance(error, BlockingIOError)

    def finish(self) -> None:
        """Close the connection for good."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()

    def sendall(self, content: bytes) -> None:
        """Send all of it."""
        left = memoryview(content)

        def send(sock: socket.socket) -> int:
            return sock.send(left)

        while left:
            left = left[self._once_ready(send, to_write=True) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return what an answer is read from."""
        return io.BufferedReader(_Incoming(self), 64 << 10)

    def close(self) -> None:
        """Do nothing: the client closes before it has read to the end; see `finish`."""

    def receive_into(self, buffer: memoryview) -> int:
        """Read what is there, or wait for it as long as the answer may take."""
        count = self._once_ready(lambda sock: sock.recv_into(buffer))
        self._left -= count
        if self._left < 0:
            raise BrokenProtocol(TOO_LONG)
        return count

    def _connect(self) -> None:
        """Connect to the first of the host's addresses that accepts."""
        addresses = socket.getaddrinfo(self.http.host, self.http.port, type=socket.SOCK_STREAM)
        failure: OSError = OSError("the host has no address")
        for family, kind, protocol, _, address in addresses:
            self._socket = socket.socket(family, kind, protocol)
            self._socket.setblocking(False)
            try:
                code = self._socket.connect_ex(address)
                if code in {errno.EINPROGRESS, errno.EWOULDBLOCK}:
                    self._await(to_write=True)
                    code = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if code == 0:
                    self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return
                failure = OSError(code, os.strerror(code))
            except OSError:
                self.finish()
                raise
            self.finish()
        self._socket = None
        raise failure

    def _secure_it(self) -> None:
        """Put TLS around the connection."""
        import ssl

        assert self._socket is not None
        context = ssl.create_default_context()
        context.set_alpn_protocols(["http/1.1"])
        secured = context.wrap_socket(self._socket, server_hostname=self.http.host, do_handshake_on_connect=False)
        self._socket = secured
        self._once_ready(lambda _: secured.do_handshake())

    def _once_ready(self, work: Callable[[socket.socket], T], *, to_write: bool = False) -> T:
        """Do something with the socket as soon as that does not block."""
        while True:
            assert self._socket is not None
            try:
                return work(self._socket)
            except (BlockingIOError, InterruptedError):
                waits_to_write = to_write
            except OSError as error:  # TLS says in its own way what it waits for
                if type(error).__name__ not in {"SSLWantReadError", "SSLWantWriteError"}:
                    raise
                waits_to_write = type(error).__name__ == "SSLWantWriteError"
            self._await(to_write=waits_to_write)

    def _await(self, *, to_write: bool) -> None:
        assert self._socket is not None
        left = self._deadline - monotonic()
        if left <= 0 or not self._wait(self._socket.fileno(), left, to_write=to_write):
            raise TimeoutError


class _Response(http.client.HTTPResponse):
    """An answer, before which others may come that only tell that it is under way, such as 103, early hints."""

    def begin(self) -> None:
        """Read the head of the answer itself."""
        for _ in range(_HEADS_AT_MOST):
            super().begin()
            if self.status not in _ON_THE_WAY:
                return
            self.headers = cast("http.client.HTTPMessage", None)  # or it takes the head for one that it has read
        raise BrokenProtocol(f"says {self.status} {self.reason} again and again, and gives no answer")


class _Incoming(io.RawIOBase):
    """The bytes that come on a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes."""
        return self._connection.receive_into(memoryview(buffer))
