"""A program that speaks the protocol and misbehaves in one way, named by its first argument."""

import json
import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1]
DESCRIPTION = {"protocol": 1, "name": "child", "version": "1", "games": {"heaps": {}}, "capabilities": []}
runs = 0
held = []


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request, result):
    say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")


def run(request):
    """Misbehave on any run with the action `bad`; otherwise give the number of the process."""
    global runs
    runs += 1
    good = {"state": {"alice": {"points": os.getpid()}}}
    if {"bad": True} not in request["params"]["actions"]:
        answer(request, good)
        if FAULT == "exits early":
            sys.exit(0)
        return
    match FAULT:
        case "crashes":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exits":
            sys.exit(3)
        case "hangs":
            time.sleep(60)
        case "half a line":
            say('{"jsonrpc": "2.0", "id')
            os._exit(1)
        case "half a line and hangs":
            say('{"jsonrpc": "2.0", "id')
            time.sleep(60)
        case "garbage":
            say("Loading cards...\n")
        case "not utf-8":
            sys.stdout.buffer.write(b'{"\xff": 1}\n')
            sys.stdout.flush()
        case "nan":
            say('{"jsonrpc": "2.0", "id": %d, "result": {"state": {"alice": {"points": NaN}}}}\n' % request["id"])
        case "deep":
            say("[" * 200_000 + "]" * 200_000 + "\n")
        case "wrong id":
            request["id"] = 999_999
            answer(request, good)
        case "no id":
            say('{"jsonrpc": "2.0", "result": {"state": {}}}\n')
        case "null id":
            say('{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "unreadable"}}\n')
        case "both":
            say('{"jsonrpc": "2.0", "id": %d, "result": {"state": {}}, "error": {}}\n' % request["id"])
        case "error":
            say('{"jsonrpc": "2.0", "id": %d, "error": {"code": -32603, "message": "boom"}}\n' % request["id"])
        case "no version":
            say('{"id": %d, "result": {"state": {}}}\n' % request["id"])
        case "long line":
            say('{"x": "' + "x" * 50_000_000 + '"}\n')
        case "endless line":
            while True:
                say("x" * 100_000)
        case "floods stderr":
            for _ in range(50):
                sys.stderr.write("complaint " * 10_000)
            sys.stderr.write("the last complaint")
            sys.stderr.flush()
            answer(request, good)
        case "floods stderr for ever":
            while True:
                sys.stderr.write("complaint " * 10_000)
        case "twice":
            answer(request, good)
            answer(request, good)
        case "closes stdout":
            os.close(1)
            time.sleep(60)
        case "leaves a child":
            subprocess.Popen(["sleep", "60"])
            sys.exit(3)
        case _:
            answer(request, good)


def main():
    if FAULT == "crashes at start":
        sys.stderr.write("no Java found\n")
        sys.exit(2)
    if FAULT == "hangs at start":
        time.sleep(60)
    if FAULT == "banner":
        say("Welcome to the engine\n")
    if FAULT == "ignores sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        request = json.loads(line)
        match request["method"]:
            case "describe":
                answer(request, {"protocol": 2} if FAULT == "another version" else DESCRIPTION)
                if FAULT == "reads nothing":
                    time.sleep(60)
                if FAULT == "closes stdin":
                    os.close(0)
                    time.sleep(60)
            case "run":
                run(request)
            case "shutdown":
                if FAULT in {"ignores shutdown", "ignores sigterm"}:
                    continue
                answer(request, {})
                return
    if FAULT in {"ignores shutdown", "ignores sigterm"}:
        time.sleep(60)


main()
