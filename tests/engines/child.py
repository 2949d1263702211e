"""
A program that speaks the protocol and misbehaves in one way, named by its first argument.

It misbehaves on every run with the action `{bad: true}`, unless its fault is about starting or ending; any other run is
answered with the number of the process.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Request = dict[str, Any]
Misbehave = Callable[[Request], None]

FAULTS: dict[str, Misbehave] = {}
GAME = os.environ.get("RULINGS_TEST_GAME", "heaps")
DESCRIPTION = {"protocol": 1, "name": "child", "version": "1", "games": {GAME: {}}, "capabilities": []}
GOOD = {"state": {"alice": {"points": os.getpid(), "coins": 0}}}


SEEN: list[Any] = []
"""What the engine that changes its mind has been asked."""


def fault(name: str) -> Callable[[Misbehave], Misbehave]:
    def note(misbehave: Misbehave) -> Misbehave:
        FAULTS[name] = misbehave
        return misbehave

    return note


def says(name: str, text: str) -> None:
    """Add a fault that is a line in the place of an answer; `ID` stands for the request's id."""
    FAULTS[name] = lambda request: say(text.replace("ID", str(request["id"])))


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request: Request, result: object) -> None:
    say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")


says("garbage", "Loading cards...\n")
says("nan", '{"jsonrpc": "2.0", "id": ID, "result": {"state": {"alice": {"points": NaN}}}}\n')
says("deep", "[" * 200_000 + "]" * 200_000 + "\n")
says("no id", '{"jsonrpc": "2.0", "result": {"state": {}}}\n')
says("wrong id", '{"jsonrpc": "2.0", "id": 999999, "result": {"state": {}}}\n')
says("null id", '{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "unreadable"}}\n')
says("null id and a result", '{"jsonrpc": "2.0", "id": null, "result": {"state": {}}}\n')
says("both", '{"jsonrpc": "2.0", "id": ID, "result": {"state": {}}, "error": {}}\n')
says("error", '{"jsonrpc": "2.0", "id": ID, "error": {"code": -32603, "message": "boom", "data": ["a.c:7"]}}\n')
says("no line break", '{"jsonrpc": "2.0", "id": ID, "result": {"state": {}}}')
says("no version", '{"id": ID, "result": {"state": {}}}\n')


@fault("null id twice")
def _(request: Request) -> None:
    FAULTS["null id"](request)
    FAULTS["null id"](request)


@fault("crashes")
def _(_request: Request) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


@fault("exits")
def _(_request: Request) -> None:
    sys.exit(3)


@fault("hangs")
def _(_request: Request) -> None:
    time.sleep(60)


@fault("half a line")
def _(_request: Request) -> None:
    say('{"jsonrpc": "2.0", "id')
    os._exit(1)


@fault("half a line and hangs")
def _(_request: Request) -> None:
    say('{"jsonrpc": "2.0", "id')
    time.sleep(60)


@fault("not utf-8")
def _(_request: Request) -> None:
    sys.stdout.buffer.write(b'{"\xff": 1}\n')
    sys.stdout.flush()


@fault("long line")
def _(_request: Request) -> None:
    say('{"x": "' + "x" * 50_000_000 + '"}\n')


@fault("endless line")
def _(_request: Request) -> None:
    while True:
        say("x" * 100_000)


@fault("floods stderr")
def _(request: Request) -> None:
    for _ in range(50):
        sys.stderr.write("complaint " * 10_000)
    sys.stderr.write("the last complaint")
    sys.stderr.flush()
    answer(request, GOOD)


@fault("floods stderr for ever")
def _(_request: Request) -> None:
    while True:
        sys.stderr.write("complaint " * 10_000)


@fault("twice")
def _(request: Request) -> None:
    answer(request, GOOD)
    answer(request, GOOD)


@fault("answers for ever")
def _(request: Request) -> None:
    while True:
        answer(request, GOOD)


@fault("closes stdout")
def _(_request: Request) -> None:
    os.close(1)
    time.sleep(60)


@fault("leaves a child")
def _(_request: Request) -> None:
    subprocess.Popen(["sleep", "60"])
    sys.exit(3)


@fault("leaves a daemon")
def _(_request: Request) -> None:
    subprocess.Popen(["sleep", "60"], start_new_session=True)
    sys.exit(3)


@fault("leaves a daemon, and both hang")
def _(_request: Request) -> None:
    subprocess.Popen(["sh", "-c", "sleep 60 & sleep 60"], start_new_session=True)
    time.sleep(60)


@fault("starts a child that talks")
def _(_request: Request) -> None:
    subprocess.Popen([sys.executable, "-c", "while True: print('xxx')"])
    time.sleep(60)


@fault("kills its group")
def _(_request: Request) -> None:
    os.killpg(0, signal.SIGKILL)


@fault("stops itself")
def _(_request: Request) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@fault("unknown signal")
def _(_request: Request) -> None:
    os.kill(os.getpid(), signal.SIGRTMIN + 5)


@fault("eats memory")
def _(_request: Request) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(16 << 20))


@fault("closes stdin and hangs")
def _(_request: Request) -> None:
    os.close(0)
    time.sleep(60)


@fault("wrong answer")
def _(request: Request) -> None:
    answer(request, {"state": {"alice": {"coins": 7}}})


@fault("changes its answer")
def _(request: Request) -> None:
    answer(request, {"state": {"alice": {"coins": time.monotonic_ns()}}})


@fault("changes its mind")
def _(request: Request) -> None:
    played = {key: value for key, value in request["params"].items() if key != "observe"}
    wrong = played not in SEEN
    SEEN.append(played)
    answer(request, {"state": {"alice": {"coins": 7 if wrong else 0}}})


@fault("late")
def _(request: Request) -> None:
    time.sleep(2.0)
    answer(request, GOOD)


@fault("byte by byte")
def _(request: Request) -> None:
    for letter in json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": GOOD}) + "\r\n":
        say(letter)


@fault("talks after the answer")
def _(request: Request) -> None:
    answer(request, GOOD)
    say("done\n")


@fault("crashes after the answer")
def _(request: Request) -> None:
    answer(request, GOOD)
    os._exit(9)


@fault("asks, though it does not claim to")
def _(request: Request) -> None:
    answer(request, {"choice": {"player": "alice", "kind": "x", "options": ["a"]}})


@fault("lies in describe")
def _(request: Request) -> None:
    answer(request, {"unsupported": {"what": "game", "name": GAME}})


@fault("lacks something")
def _(request: Request) -> None:
    answer(request, {"unsupported": {"what": "card", "name": "Flint"}})


@fault("refuses")
def _(request: Request) -> None:
    answer(request, {"refused": {"action": 0, "reason": "no"}})


@fault("ignores sigterm and hangs")
def _(_request: Request) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)


says("empty line", "\n")
says("byte order mark", "\ufeff{}\n")
says("a list", "[]\n")
says("no outcome", '{"jsonrpc": "2.0", "id": ID, "result": {}}\n')
says("result is text", '{"jsonrpc": "2.0", "id": ID, "result": "fine"}\n')
says("two outcomes", '{"jsonrpc": "2.0", "id": ID, "result": {"state": {}, "choice": {}}}\n')
says("id as text", '{"jsonrpc": "2.0", "id": "ID", "result": {"state": {}}}\n')
says("huge number", '{"jsonrpc": "2.0", "id": ID, "result": {"state": {"alice": {"coins": 1' + "0" * 5000 + "}}}}\n")
says("half a surrogate", '{"jsonrpc": "2.0", "id": ID, "result": {"refused": {"action": 0, "reason": "\\ud800"}}}\n')


def start(name: str) -> None:
    match name:
        case "crashes at start":
            sys.stderr.write("no Java found\n")
            sys.exit(2)
        case "hangs at start":
            time.sleep(60)
        case "banner":
            say("Welcome to the engine\n")
        case "ignores sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


def describe(name: str, request: Request) -> None:
    answer(request, {"protocol": 2} if name == "another version" else DESCRIPTION)
    if name == "closes stdin":
        os.close(0)
    if name in {"reads nothing", "closes stdin"}:
        time.sleep(60)


def run(name: str, request: Request) -> None:
    if name == "answers at length":
        answer(request, {"state": {"alice": {"coins": 0, "log": "y" * 900_000}}})
        return
    for action in request["params"]["actions"]:
        if action.get("fault") in FAULTS:
            FAULTS[action["fault"]](request)
            return
    if {"bad": True} in request["params"]["actions"]:
        if name in FAULTS:
            FAULTS[name](request)
        else:
            answer(request, GOOD)
        return
    answer(request, GOOD)
    if name == "exits early":
        sys.exit(0)


def shutdown(name: str, request: Request) -> None:
    match name:
        case "crashes at shutdown":
            os.abort()
        case "leaves a daemon at the end":
            subprocess.Popen(["sleep", "60"], start_new_session=True)
    answer(request, {})


def main(name: str) -> None:
    start(name)
    goes_on = name in {"ignores shutdown", "ignores sigterm"}
    kept: list[str] = []
    for line in sys.stdin:
        if name == "answers backwards" and '"run"' in line:  # eight at a time, the last first
            kept.append(line)
            if len(kept) == 8:
                for each in reversed(kept):
                    run(name, json.loads(each))
                kept.clear()
            continue
        request = json.loads(line)
        if request["method"] == "describe":
            describe(name, request)
        elif request["method"] == "run":
            run(name, request)
        elif not goes_on:
            shutdown(name, request)
            return
    if goes_on:
        time.sleep(60)


main(sys.argv[1])
