"""The doctor finds what is wrong with an adapter, and tells how to mend it."""

import json
import re
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.doctor.cases import easiest, within
from checker.engines import Description, GameClaims
from checker.engines.spec import open_engine
from checker.model import Corpus
from checker.positions.vocabulary import Vocabulary
from checker.serve import Server
from tests.serving import serving

ROOT = Path(__file__).resolve().parent.parent
CHILD = Path(__file__).parent / "engines" / "child.py"
PYTHON = shlex.quote(sys.executable)


Examine = Callable[..., tuple[int, dict[str, dict[str, Any]]]]


@pytest.fixture
def examined(few: list[str], capsys: pytest.CaptureFixture[str]) -> Examine:
    """Return what the doctor finds of an engine, asked with some options."""

    def examine(engine: str, *words: str) -> tuple[int, dict[str, dict[str, Any]]]:
        capsys.readouterr()
        code = main([*few, "doctor", "--engine", engine, "--timeout", "1", "--json", *words])
        return code, {step["step"]: step for step in json.loads(capsys.readouterr().out)}

    return examine


def test_the_reference_engine_is_well(examined: Examine) -> None:
    code, steps = examined("reference", "--timeout", "20")
    assert code == 0
    assert {step["finding"] for step in steps.values()} == {"ok"}
    assert len(steps) == 22


@pytest.fixture
def served() -> Iterator[str]:
    with Server(open_engine("reference"), "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server.address
        server.shutdown()
        thread.join()


def test_an_engine_behind_an_address_is_examined_too(served: str, examined: Examine) -> None:
    code, steps = examined(served, "--timeout", "20")
    assert code == 0
    assert {step["finding"] for step in steps.values()} == {"ok"}
    assert "ends when told" not in steps


@pytest.mark.parametrize(
    ("status", "mend"),
    [
        (404, "the whole address, with its path"),
        (405, "with the status 200"),
        (302, "the address that the redirect names"),
        (0, "the server's own log"),
    ],
)
def test_what_is_wrong_with_a_server_is_told_as_of_a_server(status: int, mend: str, examined: Examine) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if status:
                self.send_response(status)
                if status < 400:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
            self.close_connection = True

        def log_message(self, *_: object) -> None: ...

    with serving(Handler) as address:
        _, steps = examined(address)
    assert mend in steps["starts and answers `describe`"]["mend"], steps


ADAPTER = """
import json, sys, time
# BEFORE
DESCRIPTION = {"protocol": 1, "name": "a", "version": "1", "games": {"dominion": {}}, "capabilities": []}
count = 0
for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError:
        response = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "what?"}}  # NOISE
        print(json.dumps(response), flush=True)
        continue
    id, method, params = request["id"], request["method"], request.get("params", {})
    count += 1
    # REQUEST
    if method == "describe":
        answer = {"result": DESCRIPTION}
    elif method == "shutdown":
        answer = {"result": {}}
    elif method != "run":
        answer = {"error": {"code": -32601, "message": "no such method"}}  # METHOD
    elif params["game"] != "dominion":
        answer = {"result": {"unsupported": {"what": "game"}}}  # GAME
    else:
        names = [card["card"] for zone in params["given"]["alice"].values() if isinstance(zone, list) for card in zone
                 if isinstance(card, dict)]
        answer = {"result": {"unsupported": {"what": "card", "name": names[0] if names else "?"}}}
    # ANSWER
    print(json.dumps({"jsonrpc": "2.0", "id": id, **answer}), flush=True)
    if method == "shutdown":
        break
# END
"""


CLAIMS = "DESCRIPTION['capabilities'] = ['{}']; answer = answer if method != 'run' else {{'result': {}}}"
UNREAD = "{'error': {'code': -32700, 'message': '?'}}"
OTHER_STATES = "{'state': {}, 'checkpoints': [{'state': {'n': n}, 'taken': []} for n in params.get('checkpoints', ())]}"
QUESTION = "{'player': 'alice', 'kind': 'may', 'options': [1, 2], 'chosen': 1}"
OTHER_WAYS = f"{{'state': {{'n': len(params['answers'])}}, 'asked': [{QUESTION}], 'first': [0]}}"


@pytest.mark.parametrize(
    ("place", "code", "step", "mend"),
    [
        ("# BEFORE", "print('Welcome')", "starts and answers `describe`", "nothing to standard output but responses"),
        ("# BEFORE", "raise SystemExit(2)", "starts and answers `describe`", "read requests in a loop"),
        ("# BEFORE", "time.sleep(9)", "starts and answers `describe`", "with a line break, and flush"),
        ("# ANSWER", "DESCRIPTION.pop('name', 0)", "says what it is and claims", "docs/protocol.md"),
        ("# ANSWER", "answer['extra'] = 1", "starts and answers `describe`", "docs/protocol.md"),
        ("# ANSWER", "answer = answer if method != 'run' else {'result': {'state': {'n': count}}}",
         "answers the same again", "keep nothing from one run to the next"),
        ("# ANSWER", "answer = answer if method != 'run' else {'result': {'state': {}}}",
         "an unknown card", '{"unsupported": {"what": "card"'),
        ("# ANSWER", "answer = answer if method != 'run' else {'result': {'state': {}}}",
         "an unknown action", '{"unsupported": {"what": "action"'),
        ("# ANSWER", "answer = answer if method != 'run' else {'result': {'state': {}}}",
         "an unknown game", '{"unsupported": {"what": "game"'),
        ("# ANSWER", CLAIMS.format("checkpoints", "{'state': {}}"),
         "several points of one run", "give under `checkpoints`, in order"),
        ("# ANSWER", CLAIMS.format("checkpoints", OTHER_STATES),
         "several points of one run", "the state after each of these numbers of actions"),
        ("# ANSWER", CLAIMS.format("first", "{'state': {}}"),
         "goes on by itself", "tell the question with `chosen` under `asked`"),
        ("# ANSWER", CLAIMS.format("first", OTHER_WAYS),
         "goes on by itself", "counts as if it followed those of `answers`"),
        ("# REQUEST", "method = 'describe' if 'such' in method else method", "an unknown method", "-32601"),
        ("# REQUEST", "if 'such-method' in line: continue", "an unknown method", "answer every line, even one that"),
        ("# NOISE", "\n        continue", "a line that is not JSON", "and the id null"),
        ("# NOISE", "\n        raise", "a line that is not JSON", "read requests in a loop"),
        ("# ANSWER", "id = str(id) if id == 0 else id", "other ids", "copy `id` from the request as it is"),
        ("# ANSWER", "id = id if method == 'describe' or id < 16 else 16", "several requests at once", "its own id"),
        ("# ANSWER", "id = [id] if method == 'run' and id > 24 else id", "several requests at once", "its own id"),
        ("# REQUEST", "if len(line) > 99999: break", "a long line", "stop at 64 KB"),
        ("# ANSWER", f"id, answer = (None, {UNREAD}) if len(line) > 99999 else (id, answer)",
         "a long line", "however long it is"),
        ("# ANSWER", "print(json.dumps({'jsonrpc': '2.0', 'id': id, **answer}), flush=True)",
         "plays a case", "with one line that has its id"),
        ("# ANSWER", "answer['error'] = None", "starts and answers `describe`", "can leave out the other"),
        ("# BEFORE", "print(json.dumps({'id': 1}, indent=1))", "starts and answers `describe`", "without line breaks"),
        ("# BEFORE", "print('{\"id\": 1,}')", "starts and answers `describe`", "no comma after the last"),
        ("# BEFORE", "print('[INFO] loading')", "starts and answers `describe`", "nothing to standard output but"),
        ("# ANSWER", "if method == 'shutdown': method = 'go on'", "ends when told", "end the process after"),
        ("# END", "time.sleep(9)", "ends with its input", "do not wait"),
    ],
)  # fmt: skip
def test_each_fault_is_found_and_how_to_mend_it_told(
    place: str,
    code: str,
    step: str,
    mend: str,
    tmp_path: Path,
    examined: Examine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("checker.doctor.lasting", "checker.doctor.patient"):
        monkeypatch.setattr(f"{module}.PATIENCE", 0.5)
    program = tmp_path / "adapter.py"
    program.write_text(ADAPTER.replace(place, code))
    exit_code, steps = examined(f"cmd:{PYTHON} {program}", "--start-timeout", "1")
    assert steps[step]["finding"] == "wrong", steps[step]
    assert mend in steps[step]["mend"]
    assert steps[step]["sent"] or step == "says what it is and claims"
    assert exit_code == (3 if step.startswith("starts and") else 1)


RUNS = "answer = answer if method != 'run' else {{'result': {}}}"
GAME = "DESCRIPTION['games']['dominion'] = {}"
UNKNOWN = "; answer = answer if 'No Such' not in json.dumps(params) else {}"
PLAYS_ON = UNKNOWN.format("{'result': {'state': {}}}")
FAILS = UNKNOWN.format("{'error': {'code': 1, 'message': 'no such card'}}")
LACKS = "{'unsupported': {'what': 'action'}}"
LACKS_CLEAN_UP = "{'unsupported': {'what': 'action', 'name': 'clean-up'}}"
OF_OTHER_WORDS = "{'state': {'alice': {'inPlay': []}}}"
KIND = "{'choice': {'player': 'alice', 'kind': 'exchanges', 'options': ['a']}}"
ERROR = "answer = {'error': {'code': -32603, 'message': 'TypeError: of no type'}} if 'no such' in line else answer"


@pytest.mark.parametrize(
    ("place", "code", "step", "finding", "says", "mend"),
    [
        ("# ANSWER", RUNS.format("{'state': {'n': count}}"),
         "answers the same again", "wrong", "got another answer: state.n was 2, and is 3", "keep nothing"),
        ("# ANSWER", RUNS.format("{'unsupported': {'what': 'card', 'name': f'Card {count}'}}"),
         "answers the same again", "advice", "lacks the card Card 2 at first and the card Card", "name first what"),
        ("# ANSWER", RUNS.format("{'unsupported': {'what': 'card', 'name': f'Card {count}'}}"),
         "several requests at once", "advice", "at first and the card Card", "name first what comes first"),
        ("# ANSWER", RUNS.format("{'state': {'piles': {'Page': '9'}}}"),
         "the words of its answers", "advice", 'has to be a whole number or a list, and is "9"', "docs/formats.md"),
        ("# ANSWER", RUNS.format("{'state': {'phase': None, 'piles': {'Page': 9, 'Copper': None}}}"),
         "the words of its answers", "ok", "", ""),
        ("# ANSWER", RUNS.format("{'State': {}}"),
         "plays a case", "wrong", "this one has State", "put the position under `state`"),
        ("# ANSWER", RUNS.format("{'state': '{}'}"),
         "plays a case", "wrong", 'is not of type "object"', "as an object, not as text"),
        ("# ANSWER", "answer = answer if method != 'run' else {'error': 'no such card'}",
         "plays a case", "wrong", "an error is not as the protocol wants it", '"code": -32603'),
        ("# ANSWER", "DESCRIPTION['protocol'] = '1'",
         "says what it is and claims", "wrong", 'version "1" of the protocol', '`"protocol": 1`, a number'),
        ("# BEFORE", "print('\\ufeff{}')",
         "starts and answers `describe`", "wrong", "byte order mark", "without a byte order mark"),
        ("# BEFORE", "print('[NaN]')", "starts and answers `describe`", "wrong", "(NaN is not JSON)", "has no NaN"),
        ("# ANSWER", ERROR, "an unknown action", "wrong", "TypeError", "the engine's own error"),
        ("# GAME", "; answer['result']['unsupported'] = {'what': 'card', 'name': 'Page'}",
         "an unknown game", "advice", "does not have the card, of a game that does not exist", '"what": "game"'),
        ("# ANSWER", RUNS.format("{'unsupported': {'what': 'card', 'name': 'Gold'}}"),
         "an unknown card", "ok", "does not have the card Gold", ""),
        ("# ANSWER", GAME.format("{'cards': ['Page', 'Copper', 'Estate']}") + PLAYS_ON,
         "an unknown card", "advice", "plays on with a card that does not exist; it is sent only cards that it claims",
         '{"unsupported": {"what": "card"'),
        ("# ANSWER", GAME.format("{'cards': ['Page', 'Copper', 'Estate']}") + FAILS,
         "an unknown card", "advice", "no such card", '{"unsupported": {"what": "card"'),
        ("# ANSWER", GAME.format("{'cards': sorted(['Page', 'Copper'], reverse=bool(id % 2))}"),
         "starts again", "ok", "the same of itself", ""),
        ("# ANSWER", GAME.format("{'cards': ['copper', 'Page']}"),
         "says what it is and claims", "advice", "claims the card 'copper', which the corpus calls 'Copper'", "names"),
        ("# ANSWER", GAME.format("{'actions': ['cleanup']}"),
         "says what it is and claims", "advice", "'cleanup'; did you mean `clean-up`?", "docs/formats.md"),
        ("# ANSWER", GAME.format("{'unset': ['piletokens', 'hands']}"),
         "says what it is and claims", "advice", "did you mean `pile_tokens`? (and 1 more)", "docs/formats.md"),
        ("# ANSWER", RUNS.format("{'state': {'alice': {'inPlay': []}}}"),
         "the words of its answers", "advice", "has no 'alice.inPlay'; did you mean `in_play`?", "not compared"),
        ("# ANSWER", RUNS.format("{'state': {'alicia': {'hand': []}}}"),
         "the words of its answers", "advice", "has no 'alicia'; did you mean `alice`?", "not compared"),
        ("# ANSWER", RUNS.format("{'state': {'alice': {'hand': [{'card': 'copper'}]}}}"),
         "the words of its answers", "advice", "the card 'copper', which the corpus calls 'Copper'", "not compared"),
        ("# ANSWER", RUNS.format(f"{OF_OTHER_WORDS} if len(params['actions']) > 1 else {LACKS}"),
         "the words of its answers", "advice", "has no 'alice.inPlay'; did you mean `in_play`?", "not compared"),
        ("# ANSWER", "", "plays a case", "advice", "does not have the card", "an easy case to play is dominion/"),
        ("# ANSWER", "", "the words of its answers", "ok", "no answer had any", ""),
        ("# ANSWER", "", "keeps to what it claims", "ok", "lacks nothing that it claims", ""),
        ("# ANSWER", GAME.format("{'cards': ['Page', 'Peasant', 'Copper', 'Treasure Hunter', 'Estate', 'Fugitive']}"),
         "keeps to what it claims", "wrong", "which it claims", "take out of `describe`"),
        ("# ANSWER", GAME.format("{'actions': ['clean-up']}") + f"; {RUNS.format(LACKS_CLEAN_UP)}",
         "keeps to what it claims", "wrong", "the action clean-up, which it claims", "leave out the list of `actions`"),
        ("# ANSWER", RUNS.format("{'state': {}}"),
         "an unknown card by its name alone", "advice", "that does not exist under `piles`", '"what": "card"'),
        ("# ANSWER", "", "an unknown card by its name alone", "ok", "does not have the card", ""),
        ("# ANSWER", "id = str(id)",
         "starts and answers `describe`", "wrong", 'for request "1"; asked was 1', "copy `id`"),
        ("# ANSWER", f"DESCRIPTION['capabilities'] = ['choices']; {RUNS.format(KIND.replace('alice', 'Alice'))}",
         "the words of its answers", "advice", "asks 'Alice', who is not a player; did you mean `alice`?", "not"),
        ("# ANSWER", f"DESCRIPTION['capabilities'] = ['choices']; {RUNS.format(KIND)}",
         "the words of its answers", "advice", "the kind 'exchanges'; did you mean `exchange`?", "not compared"),
    ],
)  # fmt: skip
def test_what_is_odd_is_told_for_what_it_is(
    place: str,
    code: str,
    step: str,
    finding: str,
    says: str,
    mend: str,
    tmp_path: Path,
    examined: Examine,
) -> None:
    program = tmp_path / "adapter.py"
    program.write_text(ADAPTER.replace(place, code))
    _, steps = examined(f"cmd:{PYTHON} {program}")
    assert (steps[step]["finding"], says in steps[step]["says"]) == (finding, True), steps[step]
    assert mend in steps[step].get("mend", ""), steps[step]


def test_what_is_well_is_not_found_wrong(tmp_path: Path, examined: Examine) -> None:
    program = tmp_path / "adapter.py"
    program.write_text(ADAPTER)
    code, steps = examined(f"cmd:{PYTHON} {program}", "--timeout", "20")
    assert (code, [name for name, step in steps.items() if step["finding"] == "wrong"]) == (0, [])


@pytest.mark.parametrize(
    ("answer", "says", "mend"),
    [
        ("return None", "a result is an object; this is null", "return a mapping from `run`"),
        ("return {'state': {1, 2}}", "a result is JSON", "nothing but what JSON has"),
        ("raise SystemExit(3)", "the engine called exit(3)", "let the program go on"),
        ("raise KeyError('boom')", "KeyError: 'boom'", "the engine's own error"),
    ],
)
def test_what_is_wrong_with_a_class_is_told_as_of_a_program(
    answer: str,
    says: str,
    mend: str,
    few: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "of_a_class.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        f"        {answer}\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "of_a_class", raising=False)
    assert main([*few, "doctor", "--engine", "python:of_a_class:Engine", "--json"]) == 1
    steps = {step["step"]: step for step in json.loads(capsys.readouterr().out)}
    assert says in steps["plays a case"]["says"]
    assert mend in steps["plays a case"]["mend"]


@pytest.mark.parametrize("fault", ["crashes at start", "hangs at start", "banner", "another version", "none"])
def test_the_doctor_never_falls_ill(fault: str, few: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main([*few, "doctor", "--engine", f"cmd:{PYTHON} {CHILD} {fault!r}", "--timeout", "0.5", "--start-timeout", "0.5"])
    said = capsys.readouterr()
    assert not re.search("^Traceback", said.out + said.err, re.MULTILINE)
    assert re.match(r"\d+ steps?: ", said.out.splitlines()[-1])


def test_a_case_that_is_played_is_found_among_many_that_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = (
        'answer = answer if method != "run" or [{"attack": {"bear": "bob"}}] != params["actions"][:1] else '
        '{"result": {"state": {}}}'
    )
    lacks = '"unsupported": {"what": "card", "name": str(params["given"].get("alice", {}).get("battlefield"))}'
    source = ADAPTER.replace(
        "# ANSWER", f"answer = {{'result': {{{lacks}}}}} if method == 'run' else answer\n    {played}"
    )
    program = tmp_path / "adapter.py"
    program.write_text(source.replace("dominion", "mtg"))
    main(["doctor", "--engine", f"cmd:{PYTHON} {program}", "--json"])
    steps = {step["step"]: step for step in json.loads(capsys.readouterr().out)}
    assert steps["plays a case"]["says"].endswith("answers with `state`"), steps["plays a case"]
    assert len(steps["plays a case"]["sent"]) <= 2


def test_the_easiest_case_takes_few_words_that_many_take(corpus: Corpus) -> None:
    cases = within(corpus, Description("a", "1", {"mtg": GameClaims()}))
    cards = {case.id: {*Vocabulary.of("mtg").cards(run["given"])} for case, run in cases}
    case = easiest(corpus, cases)
    found = case.id
    assert case.given
    assert not {"players", "carol", "effects", "lost", "turns"} & {*case.given}
    assert case.expectation.refused is None
    assert not any("classify" in step for step in case.steps)
    assert len(cards[found]) <= 2
    assert all(sum(card in there for there in cards.values()) > 10 for card in cards[found])
    assert easiest(corpus, cases[:1]) is cases[0][0]


# --- adapters to begin with ------------------------------------------------------------------------------------------


def test_who_claims_all_cards_but_the_one_that_fills_decks_is_told(
    examined: Examine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no_coppers.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def describe(self, params):\n"
        "        told = super().describe(params)\n"
        "        return {**told, 'games': {'dominion': {'cards': ['Page', 'Treasure Hunter']}}}\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    _, steps = examined("python:no_coppers:Engine", "--timeout", "20")
    step = steps["plays a case"]
    assert step["says"] == "no case of the corpus lies within its claims"
    assert re.search("cards and actions; with Copper [0-9]+ cases? would be sent$", step["mend"])
