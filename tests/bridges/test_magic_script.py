"""How bridges in Java follow a script of Magic, on a game that has nothing but steps and a stack."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

TOY = """
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kit.Answers;
import kit.Facts;
import kit.MagicRun;
import kit.MagicScript;
import kit.Server;

public final class Steps extends MagicScript<Steps.Nothing> {
    private final List<String> stack = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private int step = 3;

    static final class Nothing extends MagicRun {
        Nothing(Map<String, Object> params, Answers answers) {
            super(new Request(params, answers, null, List.of()));
        }

        @Override
        public String name(Object object) {
            return String.valueOf(object);
        }
    }

    private Steps(Nothing run) {
        super(run);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        Server.serve(() -> Answers.map("name", "toy"), params -> {
            Answers answers = new Answers(params);
            try {
                throw new Steps(new Nothing(params, answers)).play();
            } catch (Answers.Over over) {
                return answers.outcome();
            }
        });
    }

    private Answers.Over play() {
        while (step < 100 * 13) {
            String word = step();
            boolean attacks = word.equals("declare attackers") && declared("attack") != null;
            if (attacks) done();
            boolean quick = word.equals("untap") || word.equals("cleanup");
            boolean passed = quick || !priority(active()) && !priority(other());
            if (passed && !stack.isEmpty()) {
                done.add(stack.remove(0));
            } else if (passed) {
                if (quick) passing();
                step++;
            }
            if (done.contains("end")) return finish();
        }
        throw new IllegalStateException("too long a game");
    }

    @Override
    protected String active() {
        return step / 13 % 2 == 0 ? "alice" : "bob";
    }

    private String other() {
        return step / 13 % 2 == 0 ? "bob" : "alice";
    }

    @Override
    protected Map<String, Object> state() {
        return Answers.map("step", step(), "turn", active(), "stack", List.copyOf(stack),
                "done", List.copyOf(done), "damage", damage());
    }

    @Override
    protected int turn() {
        return step / 13;
    }

    @Override
    protected int stepsSoFar() {
        return step;
    }

    @Override
    public String step() {
        return STEPS.get(step % 13);
    }

    @Override
    protected List<?> stack() {
        return stack;
    }

    @Override
    protected String actor(Facts action) {
        String player = action.text("player", "alice");
        return player.equals("nobody") ? null : player;
    }

    @Override
    protected void perform(Facts action) {
        if (object(action).equals("no")) throw refused("no", true);
        stack.add(0, object(action));
    }
}
"""


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    if not shutil.which("javac"):
        pytest.skip("no JDK")
    folder = tmp_path_factory.mktemp("steps")
    (folder / "Steps.java").write_text(TOY, encoding="utf-8")
    script = (
        "import sys; sys.path.insert(0, 'bridges/kit/python'); from pathlib import Path; import compiled\n"
        "print(compiled.compiled('steps', 'javac', '', [Path(sys.argv[1])]))"
    )
    made = [sys.executable, "-c", script, str(folder / "Steps.java")]
    env = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    kept = subprocess.run(made, cwd=ROOT, capture_output=True, text=True, check=True, env=env).stdout.strip()
    return ["java", "-cp", kept, "Steps"]


def play(command: list[str], *actions: dict[str, Any]) -> Any:
    params = {"game": "mtg", "given": {}, "actions": list(actions)}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": params})
    came = subprocess.run(command, input=f"{line}\n", capture_output=True, text=True, check=True, timeout=300)
    return json.loads(came.stdout)["result"]


BOLT, SHOCK, END = {"cast": "bolt"}, {"cast": "shock", "player": "bob"}, {"cast": "end"}


@pytest.mark.parametrize(
    ("actions", "state"),
    [
        ((), {"step": "precombat main", "stack": [], "done": []}),
        ((BOLT,), {"stack": ["bolt"], "done": []}),
        ((BOLT, SHOCK, {"resolve": "top"}), {"stack": ["bolt"], "done": ["shock"]}),
        ((BOLT, SHOCK, {"resolve": "all"}), {"stack": [], "done": ["shock", "bolt"]}),
        ((BOLT, {"pass to": "end step"}), {"step": "end step", "turn": "alice", "done": ["bolt"]}),
        (({"pass to": "precombat main"},), {"step": "precombat main", "turn": "bob"}),
        (({"pass to": "precombat main", "of": "alice"},), {"step": "precombat main", "turn": "alice"}),
        (({"pass to": "cleanup"},), {"step": "cleanup", "turn": "alice"}),
        (({"pass to": "untap"}, {"pass to": "upkeep"}), {"step": "upkeep", "turn": "bob"}),
        (({"attack": {"bear": "bob"}}, BOLT), {"step": "declare attackers", "stack": ["bolt"]}),
        (({"assign damage": {"bear": {"bob": 2}}}, BOLT), {"damage": {"bear": {"bob": 2}}}),
        ((END, {"resolve": "all"}, {"pass to": "upkeep"}), {"done": ["end"]}),
    ],
)
def test_a_script_is_followed(command: list[str], actions: tuple[dict[str, Any], ...], state: dict[str, Any]) -> None:
    came = play(command, *actions)["state"]
    assert {key: came[key] for key in state} == state


@pytest.mark.parametrize(
    ("actions", "index", "told"),
    [
        (({"resolve": "top"},), 0, True),
        ((BOLT, {"cast": "no"}), 1, True),
        (({"cast": "bolt", "player": "nobody"},), 0, True),
        (({"cast": "bolt", "player": "carol"},), 0, True),
        (({"pass to": "end step"}, {"attack": {"bear": "bob"}}), 1, False),
        (({"pass to": "cleanup"}, BOLT), 1, False),
        (({"pass to": "untap"}, SHOCK), 1, False),
        ((END, {"resolve": "all"}, BOLT), 2, True),
    ],
)
def test_what_cannot_be_done_is_refused(
    command: list[str], actions: tuple[dict[str, Any], ...], index: int, told: bool
) -> None:
    came = play(command, *actions)
    assert came["refused"]["action"] == index
    assert ("state" in came) == told


@pytest.mark.parametrize(
    "action", [{"pass to": "upkeep", "of": "carol"}, {"assign damage": {"bear": {"bob": 2}}}, {"dance": 1}]
)
def test_what_never_comes_is_unsupported(command: list[str], action: dict[str, Any]) -> None:
    assert play(command, action)["unsupported"]["what"] == "action"
