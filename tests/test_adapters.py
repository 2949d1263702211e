"""The adapters to begin with have nothing wrong with them, and bring what they need."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checker.adapters import LANGUAGES, ORIGIN, write
from checker.cli import main
from checker.problems import UsageError
from tests.bridges.rust import skip_without_crates

ROOT = Path(__file__).resolve().parent.parent
CHILD = Path(__file__).parent / "engines" / "child.py"
PYTHON = shlex.quote(sys.executable)


TOOLS = {"python": "python3", "node": "node", "java": "javac", "go": "go", "rust": "cargo"}


def built(language: str, folder: Path) -> str:
    """Write an adapter and build it; return the engine that it is, or skip where the language is not installed."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    write(language, folder, game="dominion", name="mine")
    return build(language, folder)


def build(language: str, folder: Path) -> str:
    """Build the adapter in a folder; return the engine that it is."""
    kind = LANGUAGES[language]
    if kind.build:
        environment = os.environ | {"CARGO_TARGET_DIR": str(folder / "target"), "CARGO_NET_RETRY": "0"}
        try:
            done = subprocess.run(
                shlex.split(kind.build.replace("--release", "")),
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
        except subprocess.TimeoutExpired:
            pytest.skip("building takes more than a minute here")
        skip_without_crates(done)
        assert done.returncode == 0, done.stderr
    return f"cmd:{kind.run.replace('release', 'debug')}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_adapter_to_begin_with_passes_the_doctor_and_brings_a_report(
    language: str, few: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = built(language, tmp_path / "adapter")
    monkeypatch.chdir(tmp_path / "adapter")
    capsys.readouterr()
    code = main([*few, "doctor", "--engine", engine, "--timeout", "5", "--json"])
    steps = {step["step"]: step for step in json.loads(capsys.readouterr().out)}
    assert code == 0, steps
    assert {name for name, step in steps.items() if step["finding"] != "ok"} <= {"plays a case"}
    assert main([*few, "check", "dominion/exchange/optional", "--engine", engine, "--window", "4"]) == 3
    told = capsys.readouterr()
    assert re.search(r"run: \d+ unsupported, so that nothing was checked \(", told.out.splitlines()[-1])
    assert told.err == "rulings: the engine calls every case unsupported: nothing was checked\n"


@pytest.mark.parametrize(
    ("language", "run", "wrong", "shown"),
    [
        ("python", '    position = params["given"]', "    alice = {}['alice']", "alice = {}['alice']"),
        ("node", "  if (game !== GAME)", "  null.alice;", "at run (file:"),
        ("go", "	if asked.Game != game", '	object(nil)["alice"] = 1', "main.run("),
    ],
)
def test_where_an_adapter_went_wrong_is_shown(
    language: str,
    run: str,
    wrong: str,
    shown: str,
    few: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine = built(language, tmp_path / "adapter")
    monkeypatch.chdir(tmp_path / "adapter")
    program = Path(next(iter(LANGUAGES[language].files.values())))
    text = program.read_text()
    assert run in text
    program.write_text(text.replace(run, f"{wrong}\n{run}"))
    build(language, Path())
    main([*few, "check", "dominion/exchange/optional#declined", "--engine", engine, "--json"])
    (told,) = [line for line in map(json.loads, capsys.readouterr().out.splitlines()) if line["line"] == "result"]
    assert told["status"] == "error"
    assert shown in told["stderr"]


def test_in_go_what_comes_first_is_named_first_however_its_maps_are_walked(tmp_path: Path) -> None:
    adapter = tmp_path / "adapter"
    built("go", adapter)
    given = {"players": ["alice"], "alice": {"hand": []}}
    far = {"alice": {zone: [{"card": f"{zone} {n}"} for n in range(9)] for zone in ("hand", "deck", "in_play")}}
    asked = [
        {"game": "dominion", "given": given, "actions": [{"play": "page", "by": "alice", "at": 1}]},
        *[{"game": "dominion", "given": far, "actions": []}] * 20,
    ]
    lines = [json.dumps({"jsonrpc": "2.0", "id": n, "method": "run", "params": one}) for n, one in enumerate(asked)]
    done = subprocess.run(
        adapter / "adapter", input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True
    )
    lacks = [json.loads(line)["result"]["unsupported"] for line in done.stdout.splitlines()]
    assert lacks == [{"what": "action", "name": "play"}, *[{"what": "card", "name": "deck 0"}] * 20]


def test_the_search_of_the_guide_lists_the_case_that_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (ROOT / "docs" / "adapters.md").read_text()
    ((words, case),) = re.findall(r"^rulings search (.+)\nrulings show '(.+)'$", guide, re.MULTILINE)
    assert main(["search", *words.split()]) == 0
    ruling, _, slug = case.partition("#")
    assert f"\n    #{slug}  " in capsys.readouterr().out.partition(f"{ruling}\n")[2].partition("\ndominion/")[0]


def test_the_example_of_the_guide_passes_its_case(
    few: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = (ROOT / "docs" / "adapters.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    (adapter, *_) = write("python", tmp_path / "adapter", game="dominion", name="mine")
    begin, main_, end = adapter.read_text().partition('if __name__ == "__main__":')
    adapter.write_text(begin + example + main_ + end)
    engine = f"cmd:{PYTHON} {adapter}"
    assert main([*few, "check", "dominion/exchange/optional#declined", "--engine", engine]) == 0
    assert "1 run: 1 passed" in capsys.readouterr().out
    assert main([*few, "check", "dominion/exchange/optional#declined", "--engine", engine, "--json"]) == 0
    assert main([*few, "doctor", "--engine", engine, "--timeout", "20"]) == 0


def test_the_service_of_the_guide_passes_the_doctor(
    few: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    guide = (ROOT / "docs" / "adapters.md").read_text()
    (example,) = re.findall(r"^```js\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    assert '.listen(8000, "127.0.0.1")' in example
    told = example.replace("(8000,", "(0,").replace(
        '"127.0.0.1");', '"127.0.0.1", function () { console.log(this.address().port); });'
    )
    (adapter, *_) = write("node", tmp_path, game="dominion", name="mine")
    adapter.write_text(adapter.read_text().partition("for await (const line of")[0] + told)
    with subprocess.Popen(["node", adapter.name], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        try:
            engine = f"http://127.0.0.1:{int(service.stdout.readline())}"
            assert main([*few, "doctor", "--engine", engine, "--timeout", "5"]) == 0
            assert ": 0 wrong, " in capsys.readouterr().out
        finally:
            service.kill()


@pytest.mark.parametrize(("called", "language"), [("JavaScript", "node"), ("js", "node"), ("golang", "go")])
def test_languages_are_known_by_their_other_names(called: str, language: str, tmp_path: Path) -> None:
    assert main(["new-adapter", called, str(tmp_path / "mine")]) == 0
    assert all((tmp_path / "mine" / name).exists() for name in LANGUAGES[language].files.values())


def test_adapters_are_short_and_come_with_ci(tmp_path: Path) -> None:
    import yaml

    for language in LANGUAGES:
        files = write(language, tmp_path / language, game="mtg", name="mine")
        main_file = files[0].read_text()
        assert len(main_file.splitlines()) < 200
        assert main_file.count("HERE (") == 3
        assert not any("@" in word for path in files for word in path.read_text().split() if word.isupper())
        workflow = tmp_path / language / ".github" / "workflows" / "rulings.yml"
        text = workflow.read_text()
        assert f"rulings check mtg --engine 'cmd:{LANGUAGES[language].run}'" in text
        steps = yaml.safe_load(text)["jobs"]["rulings"]["steps"]
        assert [step for step in steps if step.get("run") == LANGUAGES[language].build or not LANGUAGES[language].build]
    with pytest.raises(UsageError, match="already exists"):
        write("java", tmp_path / "java", game="mtg", name="mine")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("language", LANGUAGES)
def test_git_ignores_what_is_built_and_reported_and_nothing_else(language: str, tmp_path: Path) -> None:
    kind = LANGUAGES[language]
    files = write(language, tmp_path, game="dominion", name="mine")
    made = {
        "python": "__pycache__/adapter.cpython-311.pyc",
        "node": "node_modules/engine/index.js",
        "java": "build/Adapter.class",
        "go": "adapter",
        "rust": "target/release/adapter",
    }
    assert kind.build == "" or kind.run.split()[0].removeprefix("./") in {"java", made[language]}
    for name in (made[language], "first.jsonl", "rulings.xml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "known.yaml").touch()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    listed = ["git", "ls-files", "--others", "--exclude-standard"]
    there = subprocess.run(listed, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.split()
    assert {*there} == {path.relative_to(tmp_path).as_posix() for path in files} | {"known.yaml"}


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        (None, ORIGIN),
        ({"url": "file:///somewhere", "dir_info": {"editable": True}}, ORIGIN),
        (
            {"url": "https://forge.example/rulings", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}},
            "git+https://forge.example/rulings@c0ffee",
        ),
    ],
)
def test_ci_installs_rulings_from_where_it_came(
    told: object, origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return json.dumps(told) if told and name == "direct_url.json" else None

    monkeypatch.setattr("checker.adapters.distribution", lambda _name: Installed())
    write("python", tmp_path / "adapter", game="dominion", name="mine")
    assert f"pip install '{origin}'" in (tmp_path / "adapter" / ".github" / "workflows" / "rulings.yml").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cobol", "x"], "no adapter to begin with in `cobol`, only in python, node, java, go, rust; any language"),
        (["java", "x", "--game", "chess"], "there is no game 'chess'"),
        (["java", "x", "--name", 'a"b'], "cannot be used in source code"),
        (["java", "/proc/nothing/x"], "cannot write"),
        (["java", "ring"], "cannot write ring"),
    ],
)
def test_what_cannot_be_written_is_told(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ring").symlink_to("ring")
    assert main(["new-adapter", *words]) == 2
    assert message in capsys.readouterr().err


def test_nothing_is_half_written_and_no_link_is_followed(tmp_path: Path) -> None:
    taken, linked = tmp_path / "taken", tmp_path / "linked"
    taken.mkdir()
    (taken / ".github").touch()
    with pytest.raises(UsageError, match="Not a directory"):
        write("python", taken, game="dominion", name="mine")
    assert [*taken.iterdir()] == [taken / ".github"]
    linked.mkdir()
    (linked / "adapter.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(UsageError, match="already exists"):
        write("python", linked, game="dominion", name="mine")
    assert not (tmp_path / "elsewhere.py").exists()


def test_a_name_stands_as_it_is(tmp_path: Path) -> None:
    write("python", tmp_path, game="dominion", name="@GAME@ of @RUN@")
    assert '"@GAME@ of @RUN@", "0.1", "dominion"' in (tmp_path / "adapter.py").read_text()


def test_what_to_do_next_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-adapter", "python", "mine"]) == 0
    said = capsys.readouterr().out
    assert "rulings doctor --engine 'cmd:python adapter.py'" in said
    assert 'NAME, VERSION, GAME = "mine", "0.1", "dominion"' in Path("mine/adapter.py").read_text()


def test_what_to_type_next_can_be_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my adapter"
    assert main(["new-adapter", "node", str(folder)]) == 0
    assert f"  cd '{folder}'\n" in capsys.readouterr().out
