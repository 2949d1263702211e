"""The bridges to real engines: what they say where no engine is at hand, and that an engine does what is known."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINES = {
    "pydominion": "PYDOMINION_PATH",
    "androminion": "ANDROMINION_CLASS_PATH",
    "xmage": "XMAGE_CLASS_PATH",
    "argentum": "ARGENTUM_CLASS_PATH",
    "forge": "FORGE_CLASS_PATH",
    "magarena": "MAGARENA_CLASS_PATH",
    "phase": "PHASE_CHECKOUT",
}
"""The bridges, and the variable that says where the engine of each is."""

PACKAGES = {"python-mtg": "mtg"}
"""The bridges whose engine is installed beside them, and the module that shows it."""

GAMES = {
    "pydominion": "dominion",
    "androminion": "dominion",
    "python-mtg": "mtg",
    "xmage": "mtg",
    "argentum": "mtg",
    "forge": "mtg",
    "magarena": "mtg",
    "phase": "mtg",
}

at_hand = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.skipif(not os.environ.get(where), reason=f"{where} names no {name}"))
        for name, where in ENGINES.items()
    ]
    + [
        pytest.param(name, marks=pytest.mark.skipif(find_spec(module) is None, reason=f"{name} is not installed"))
        for name, module in PACKAGES.items()
    ],
)


@cache
def bridge(name: str) -> str:
    """Return how a bridge is named, once it is built, which can take longer than a first answer may."""
    subprocess.run(
        [sys.executable, f"bridges/{name}"], cwd=ROOT, capture_output=True, input=b"", timeout=900, check=False
    )
    return f"cmd:{sys.executable} bridges/{name}"


def rulings(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "checker", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def start(name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    plain = {key: value for key, value in os.environ.items() if key not in ENGINES.values()}
    command = [sys.executable, f"bridges/{name}", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        input="",
        env={**plain, **variables},
    )


@pytest.mark.parametrize(("name", "where"), ENGINES.items())
def test_without_an_engine_a_bridge_says_how_to_name_one(name: str, where: str) -> None:
    came = start(name)
    assert came.returncode == 2
    assert where in came.stderr
    assert "Traceback" not in came.stderr


@pytest.mark.parametrize(("name", "where"), ENGINES.items())
def test_what_is_no_engine_is_told_and_not_tried(name: str, where: str, tmp_path: Path) -> None:
    came = start(name, **{where: str(tmp_path)})
    assert came.returncode == 2
    assert str(tmp_path) in came.stderr
    assert "Traceback" not in came.stderr


def test_a_class_path_needs_a_compiler(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "engine.jar", "w") as jar:
        jar.writestr("com/vdom/core/IndirectPlayer.class", "")
    came = start("androminion", "--class-path", str(tmp_path / "engine.jar"), PATH=str(tmp_path))
    assert came.returncode == 2
    assert "JDK" in came.stderr


@pytest.mark.slow
@at_hand
def test_the_doctor_finds_nothing_wrong(name: str) -> None:
    came = rulings("doctor", "--engine", bridge(name))
    assert came.returncode == 0, came.stdout


@pytest.mark.slow
@at_hand
def test_nothing_fails_but_what_is_known(name: str) -> None:
    came = rulings(
        "check", GAMES[name], "-j", "2", "--engine", bridge(name), "--baseline", f"bridges/{name}/baseline.yaml"
    )
    assert came.returncode == 0, came.stdout


CONTROLS = {
    "argentum": [
        (
            "mtg/replacement/turned-face-up#turned-up-by-an-opponent",
            "mtg/replacement/turned-face-up#counters-at-once",
        ),
        ("mtg/replacement/tokens-and-counters#copied-token-created", "mtg/replacement/tokens-and-counters#two-seasons"),
    ],
    "dominion": [
        ("dominion/exchange/player-orders#peasant-first", "dominion/exchange/player-orders#soldier-first"),
        ("dominion/exchange/player-orders#asked-for-the-order", "dominion/exchange/player-orders#all-outcomes"),
    ],
    "forge": [
        (
            "mtg/replacement/as-it-would-enter#orb-does-not-tap-itself",
            "mtg/replacement/as-it-would-enter#orb-taps-everybodys",
        ),
        ("mtg/type-changing/dependency#bell-then-urborg", "mtg/type-changing/dependency#urborg-then-bell"),
    ],
    "magarena": [
        ("mtg/exchange/all-or-nothing#source-gone", "mtg/exchange/control-needs-battlefield#totem"),
        ("mtg/type-changing/dependency#bell-then-urborg", "mtg/type-changing/dependency#urborg-then-bell"),
    ],
    "phase": [
        ("mtg/replacement/regeneration#already-tapped", "mtg/replacement/regeneration#destroyed-by-a-spell"),
        ("mtg/replacement/once-per-event#two-doublers", "mtg/replacement/once-per-event#one-doubler"),
    ],
    "xmage": [
        (
            "mtg/replacement/as-it-would-enter#ballista-under-dress-down",
            "mtg/replacement/as-it-would-enter#ballista-alone",
        ),
        ("mtg/replacement/redirection#player-has-left", "mtg/replacement/redirection#player-has-not-left"),
    ],
    "mtg": [
        ("mtg/replacement/definition#whole-event", "mtg/replacement/made-ahead-of-time#shield-with-nothing-pending"),
        ("mtg/replacement/tokens-and-counters#planeswalker-enters", "mtg/replacement/tokens-and-counters#two-seasons"),
    ],
}
"""Cases that an engine, or the engines of a game, get wrong, each with one that they get right."""


@at_hand
def test_a_deviation_has_a_control_that_passes(name: str) -> None:
    wrong, right = zip(*CONTROLS.get(name, CONTROLS[GAMES[name]]), strict=True)
    for cases, status in ((wrong, "failed"), (right, "passed")):
        came = rulings("check", *cases, "--engine", bridge(name), "--json")
        told = [json.loads(line) for line in came.stdout.splitlines()]
        assert [line["status"] for line in told if line["line"] == "result"] == [status] * len(cases)


def test_every_known_failure_has_its_reason() -> None:
    import yaml12

    for name in GAMES:
        baseline: Any = yaml12.read_yaml(ROOT / "bridges" / name / "baseline.yaml")
        assert [entry["case"] for entry in baseline["cases"] if not entry.get("reason")] == []


@pytest.mark.skipif(find_spec("mtg") is None, reason="python-mtg is not installed")
def test_python_mtg_is_asked_for_nothing_that_it_lacks() -> None:
    def run(number: int, alice: dict[str, object], *actions: object, bob: tuple[object, ...] = ()) -> str:
        empty = {"life": 20, "library": [{"card": "Wastes"}]}
        given: dict[str, object] = {"players": ["alice", "bob"], "turn": "alice", "step": "precombat main"}
        given |= {"alice": empty | alice, "bob": empty | {"battlefield": list(bob)}}
        return request(number, "run", game="mtg", given=given, actions=list(actions))

    edict, bear = {"card": "Diabolic Edict", "id": "edict"}, {"card": "Runeclaw Bear", "id": "bear"}
    murder, giant = {"card": "Murder", "id": "murder"}, {"card": "Hill Giant", "id": "giant"}
    came = served(
        [sys.executable, "bridges/python-mtg"],
        run(1, {"hand": [murder], "mana": {}}, {"cast": "murder", "targets": ["bear"]}, bob=(bear,)),
        run(2, {"hand": [{"card": "Clone"}]}),
        run(3, {"hand": [murder]}, {"cast": "murder", "targets": ["nothing"]}, bob=(bear,)),
        run(4, {"hand": [murder]}, {"cast": "murder", "targets": ["bear"]}, {"resolve": "all"}, bob=(bear, giant)),
        run(5, {"hand": [murder]}, {"cast": "murder", "targets": ["bear"]}, bob=(bear, giant)),
        run(6, {"hand": [edict]}, {"cast": "edict", "targets": ["bob"]}, {"resolve": "all"}, bob=(bear, giant)),
    )
    told = [response["result"] for response in came]
    assert told[0] == {"unsupported": {"what": "state", "name": "mana"}}
    assert told[1] == {"unsupported": {"what": "card", "name": "Clone"}}
    assert told[2]["refused"]["action"] == 0
    assert [card["id"] for card in told[3]["state"]["bob"]["graveyard"]] == ["bear"]
    assert [spell["id"] for spell in told[4]["state"]["stack"]] == ["murder"]
    assert sorted(told[5]["choice"]["options"]) == ["bear", "giant"]


TOY = """
import java.util.List;
import java.util.Map;
import java.util.Set;
import kit.Answers;
import kit.Server;

public final class Toy {
    public static void main(String[] arguments) throws java.io.IOException {
        Server.serve(Toy::describe, Toy::run);
    }

    static Map<String, Object> describe() {
        System.out.println("an engine prints");
        return Answers.map("name", "toy");
    }

    static Map<String, Object> run(Map<String, Object> params) {
        System.out.println("and prints");
        Answers answers = new Answers(params, Map.of("trash", Set.of("discard")));
        try {
            answers.actions(params, "toy", List.of("go"));
            answers.given(params, List.of("dark"));
            Object chosen = switch ((String) params.get("ask")) {
                case "some" -> answers.some("alice", "trash", "bat", List.of("a", "b", "b"), 0, 2, false);
                case "one" -> answers.one("alice", "exchange", "page", List.of("exchange", "decline"));
                case "two" -> answers.some("alice", "trash", null, List.of("a", "b", "3"), 2, 2, false);
                case "three" -> answers.some("alice", "trash", null, List.of("a", "b", "c"), 3, 3, true);
                case "twice" -> answers.one("alice", "trash", null, List.of("a", "b"))
                        + answers.one("alice", "trash", null, List.of("a", "b"));
                case "only" -> answers.one("alice", "trash", null, List.of("a"));
                case "echo" -> params.get("value");
                default -> throw new IllegalStateException("a fault\\nof two lines");
            };
            throw answers.end(Answers.map("chosen", chosen));
        } catch (Answers.Over over) {
            return answers.outcome();
        }
    }
}
"""

ANSWERS = """
import json, sys
sys.path.insert(0, "bridges/kit/python")
import serve
from answers import play

def script(params, answers):
    if params["ask"] == "some":
        chosen = answers.some("alice", "trash", "bat", ["a", "b", "b"], 0, 2)
    elif params["ask"] == "one":
        chosen = answers.one("alice", "exchange", "page", ["exchange", "decline"])
    elif params["ask"] == "echo":
        chosen = params["value"]
    else:
        raise ValueError("a fault\\nof two lines")
    return {"chosen": chosen}

def run(params):
    print("an engine prints")
    return play(params, "toy", {"actions": ["go"], "unset": ["dark"]}, script)

responses = serve.take_output()
serve.serve({"describe": lambda _params: {"name": "toy"}, "run": run}, responses)
"""


JAVA = pytest.param("java", marks=pytest.mark.skipif(not shutil.which("javac"), reason="no JDK"))


@pytest.fixture(scope="module", params=["python", JAVA, "rust"])
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of a toy that uses what bridges in a language share."""
    if request.param == "python":
        return [sys.executable, "-c", ANSWERS]
    if request.param == "rust":
        return [str(request.getfixturevalue("cargo")("build", "--examples") / "toy")]
    folder = tmp_path_factory.mktemp("toy")
    (folder / "Toy.java").write_text(TOY, encoding="utf-8")
    script = (
        "import os, sys; sys.path.insert(0, 'bridges/kit/python'); from pathlib import Path; import compiled\n"
        "print(compiled.compiled('toy', 'javac', '', [Path(sys.argv[1])]))"
    )
    command = [sys.executable, "-c", script, str(folder / "Toy.java")]
    env = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    kept = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=env).stdout.strip()
        for _ in range(2)
    ]
    assert kept[0] == kept[1]  # compiled once
    return ["java", "-cp", kept[0], "Toy"]


def served(command: list[str], *lines: str) -> list[dict[str, Any]]:
    """Return what a program responds to lines."""
    given = "".join(f"{line}\n" for line in lines)
    came = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in came.stdout.splitlines()]


def request(number: object, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def asking(number: object, **params: object) -> str:
    return request(number, "run", **{"game": "toy", "given": {}, "actions": [], **params})


@pytest.mark.parametrize(
    ("answers", "asked", "came"),
    [
        ([], "one", {"choice": ["exchange", "decline"]}),
        ([{"kind": "gain", "choose": "Gold"}, {"choose": "exchange"}], "one", {"chosen": "exchange", "unused": [0]}),
        ([{"player": "bob", "choose": "exchange"}], "one", {"choice": ["exchange", "decline"]}),
        ([{"about": "page", "choose": []}], "one", {"chosen": "decline", "unused": []}),
        ([{"about": "page", "choose": ["exchange"]}], "one", {"chosen": "exchange", "unused": []}),
        ([{"about": "page", "choose": "gold"}], "one", {"refused": 0}),
        ([{"choose": ["b", "b"]}], "some", {"chosen": ["b", "b"], "unused": []}),
        ([{"choose": "b"}], "some", {"chosen": ["b"], "unused": []}),
        ([{"choose": "decline"}], "some", {"chosen": [], "unused": []}),
        ([{"choose": ["a", "a"]}], "some", {"refused": 0}),
        ([{"choose": ["a", "b", "b"]}], "some", {"refused": 0}),
    ],
)
def test_a_question_takes_the_first_answer_that_fits(
    kit: list[str], answers: list[object], asked: str, came: dict[str, object]
) -> None:
    told = served(kit, asking(1, ask=asked, answers=answers))[0]["result"]
    short = {
        "chosen": told.get("chosen"),
        "unused": told.get("unused"),
        "choice": told.get("choice", {}).get("options"),
        "refused": told.get("refused", {}).get("answer"),
    }
    assert {key: short[key] for key in came} == came


def test_values_go_through_a_kit_unchanged(kit: list[str]) -> None:
    values: list[object] = [
        {},
        [],
        {"a": [1, -2, True, False, None], "b": {"c": ""}},
        'quotes " and \\ and / and \n \t \x01',
        "Ω \u2014 𝄞",
        [9007199254740991, 2147483648, -2147483649],
    ]
    came = served(kit, *(asking(number, ask="echo", value=value) for number, value in enumerate(values)))
    assert [response["id"] for response in came] == list(range(len(values)))
    assert [response["result"]["chosen"] for response in came] == values


def test_what_a_kit_cannot_answer_is_an_error_and_it_goes_on(kit: list[str]) -> None:
    lines = [
        "{",
        "[]",
        "null",
        '{"id": 1.5}',
        request("x", "dance"),
        asking(3, ask="fault"),
        request(4, "describe"),
        request(5, "shutdown"),
    ]
    came = served(kit, *lines, request(6, "describe"))
    assert [response.get("error", {}).get("code") for response in came[4:]] == [-32601, -32603, None, None]
    assert [response["id"] for response in came[4:]] == ["x", 3, 4, 5]
    assert all(response["error"] for response in came[:4])
    assert "a fault" in came[5]["error"]["message"]
    assert "\n" not in came[5]["error"]["message"]
    assert came[6]["result"]["name"] == "toy"


@pytest.mark.parametrize(
    ("params", "lack"),
    [
        ({"game": "chess"}, ("game", "chess")),
        ({"cards": [{"card": "Opal"}]}, ("capability", "define-card")),
        ({"actions": [{"go": 1}, {"dance": "bat"}]}, ("action", "dance")),
        ({"given": {"alice": {"hand": [{"card": "Bat", "dark": True}]}}}, ("state", "dark")),
        ({"given": {"alice": {"dark": [], "hand": [{"card": "Bat", "dark": False}]}}, "actions": [{"go": 1}]}, None),
    ],
)
def test_what_a_bridge_does_not_claim_is_unsupported(
    kit: list[str], params: dict[str, object], lack: tuple[str, str] | None
) -> None:
    told = served(kit, asking(1, ask="echo", value=1, **params))[0]["result"]
    wanted = {"unsupported": {"what": lack[0], "name": lack[1]}} if lack else {"chosen": 1, "asked": [], "unused": []}
    assert told == wanted


@pytest.mark.parametrize(
    ("answers", "asked", "came"),
    [
        ([{"kind": "discard", "choose": "c"}], "two", {"choice": ["a", "b", 3], "unused": [0]}),
        ([{"kind": "discard", "choose": ["a", 3]}], "two", {"chosen": ["a", "3"]}),
        (
            [{"kind": "discard", "choose": ["a", "b"]}, {"kind": "trash", "choose": ["b", 3]}],
            "two",
            {"chosen": ["a", "b"], "unused": [1]},
        ),
        ([{"kind": "gain", "choose": ["a", "b"]}], "two", {"choice": ["a", "b", 3]}),
        ([{"choose": "a"}, {"choose": "b"}], "two", {"chosen": ["a", "b"], "unused": []}),
        ([{"choose": "a"}, {"choose": "a"}], "two", {"refused": 0, "unused": [1]}),
        ([{"choose": ["a", "b"]}], "twice", {"chosen": "ab", "unused": []}),
        ([{"choose": ["a", "c"]}], "twice", {"choice": ["a", "b"], "unused": []}),
        ([{"choose": ["3", "b"]}, {"choose": "c"}], "two", {"chosen": ["3", "b"], "unused": [1]}),
        ([{"choose": "a"}, {"choose": "b"}, {"choose": "a"}], "three", {"chosen": ["a", "b", "c"], "unused": [2]}),
        ([], "only", {"chosen": "a"}),
        ([{"choose": "b"}], "only", {"refused": 0}),
    ],
)
@pytest.mark.parametrize("kit", [JAVA], indirect=True)  # no other kit has it
def test_answers_for_an_engine_that_tells_little_of_its_questions(
    kit: list[str], answers: list[object], asked: str, came: dict[str, object]
) -> None:
    told = served(kit, asking(1, ask=asked, answers=answers))[0]["result"]
    short = {
        **told,
        "choice": told.get("choice", {}).get("options"),
        "refused": told.get("refused", {}).get("answer"),
    }
    assert {key: short[key] for key in came} == came
