"""Adapters to begin with, one for each language: see `rulings new-adapter`."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from checker import writing
from checker.problems import UsageError

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Language:
    """What an adapter in a language is made of, and how it is run."""

    files: Mapping[str, str]
    """Where each file goes, by its name here."""
    run: str
    """The command that runs it, in its folder."""
    made: str
    """What building or running it leaves in its folder, which git is to ignore."""
    build: str = ""
    """What has to be done before, if anything."""
    setup: str = ""
    """What a CI job needs for it, as steps of a workflow."""


ORIGIN = "git+https://github.com/OWNER/rulings@VERSION"
"""What stands for an origin that is not known."""
_REPORTS = "*.jsonl\nrulings.xml\n"
"""What git is to ignore of what `rulings check` writes in a folder, by the names that the docs and the workflow use."""
_SETUP = "    - uses: actions/setup-{0}@v4\n      with: {{{1}}}\n"
LANGUAGES: Mapping[str, Language] = {
    "python": Language({"python/adapter.py": "adapter.py"}, "python adapter.py", "__pycache__/"),
    "node": Language(
        {"node/adapter.mjs": "adapter.mjs"},
        "node adapter.mjs",
        "node_modules/",
        setup=_SETUP.format("node", "node-version: 22"),
    ),
    "java": Language(
        {"java/Adapter.java": "Adapter.java", "java/Json.java": "Json.java"},
        "java -cp build Adapter",
        "/build/",
        "javac -d build Adapter.java Json.java",
        _SETUP.format("java", "distribution: temurin, java-version: 21"),
    ),
    "go": Language(
        {"go/main.go": "main.go", "go/go.mod": "go.mod"},
        "./adapter",
        "/adapter",
        "go build -o adapter .",
        _SETUP.format("go", "go-version: stable, cache: false"),
    ),
    "rust": Language(
        {
            "rust/src/main.rs": "src/main.rs",
            "rust/src/server.rs": "src/server.rs",
            "rust/Cargo.toml": "Cargo.toml",
        },
        "target/release/adapter",
        "/target/",
        "cargo build --release",
    ),
}


def write(language: str, folder: Path, *, game: str, name: str) -> list[Path]:
    """
    Write an adapter into a folder, which is made; return the files, the one to go on with first.

    Raises `UsageError` if a file already exists, or cannot be written.
    """
    kind = LANGUAGES[language]
    texts = {folder / to: (_HERE / source).read_text(encoding="utf-8") for source, to in kind.files.items()}
    for source, to in (("workflow.yml", ".github/workflows/rulings.yml"), ("README.md", "README.md")):
        texts[folder / to] = (_HERE / "common" / source).read_text(encoding="utf-8")
    texts[folder / ".gitignore"] = f"{kind.made}\n{_REPORTS}"
    there = next((path for path in texts if os.path.lexists(path)), None)  # a link that leads nowhere is there, too
    if there is not None:
        raise UsageError(f"{there} already exists", "name another folder")
    build = f"    - run: {kind.build}\n" if kind.build else ""
    words = {
        "@NAME@": name,
        "@GAME@": game,
        "@RUN@": kind.run,
        "@BUILD@\n": f"{kind.build}\n" if kind.build else "",
        "    - name: '@SETUP@'\n": kind.setup + build,
        "@FIRST@": next(iter(kind.files.values())),
        "@ORIGIN@": origin(),
    }
    word = re.compile("|".join(map(re.escape, words)))
    writing.ready(*texts)
    for path, text in texts.items():
        writing.whole(path, word.sub(lambda found: words[found[0]], text))
    return list(texts)


def origin() -> str:
    """Return what pip installs this rulings from, with its commit, if that was a repository; else `ORIGIN`."""
    try:
        told = distribution("rulings").read_text("direct_url.json")  # PEP 610
    except PackageNotFoundError:
        told = None
    direct = json.loads(told or "{}")
    repository = direct.get("vcs_info")
    if not repository:
        return ORIGIN
    return f"{repository['vcs']}+{direct['url']}@{repository['commit_id']}"
