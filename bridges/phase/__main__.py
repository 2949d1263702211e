# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/phase --checkout FOLDER --cards FILE`: phase.rs behind the protocol, on JSON lines.

Compiles the bridge with the engine of the checkout, which takes some minutes and is kept for the next time, cuts the
cards of the corpus out of the user's card data, and becomes the program.
"""

import argparse
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CARDS = HERE.parents[1] / "corpus" / "cards" / "mtg"
KIT = HERE.parent / "kit" / "python"
PROBE = Path("crates", "engine", "Cargo.toml")
"""A file of a checkout that the bridge builds on."""
PROGRAM = "phase-bridge"


def main() -> None:
    """Compile the bridge where it is not yet, and run it in place of this process."""
    parser = argparse.ArgumentParser(prog="python bridges/phase", description="phase.rs behind the protocol.")
    parser.add_argument(
        "--checkout",
        metavar="FOLDER",
        default=os.environ.get("PHASE_CHECKOUT"),
        help="where the checkout of phase.rs is (default: $PHASE_CHECKOUT)",
    )
    parser.add_argument(
        "--cards",
        metavar="FILE",
        default=os.environ.get("PHASE_CARDS"),
        help="card data as MTGJSON's AtomicCards.json (default: $PHASE_CARDS)",
    )
    parser.add_argument(
        "--engine-version",
        metavar="NAME",
        default=os.environ.get("PHASE_VERSION", "unknown"),
        help="its version or commit, for reports (default: $PHASE_VERSION)",
    )
    args = parser.parse_args()
    if not args.checkout:
        parser.error("no checkout of phase.rs: name one with --checkout or PHASE_CHECKOUT")
    if not (Path(args.checkout) / PROBE).is_file():
        parser.error(f"no checkout of phase.rs at {args.checkout}: {PROBE} is not there")
    if not args.cards or not Path(args.cards).is_file():
        parser.error("no card data: name MTGJSON's AtomicCards.json with --cards or PHASE_CARDS")
    cargo = shutil.which("cargo")
    if cargo is None:
        parser.error("cargo is needed (Rust 1.95 or newer)")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulings"
    cache.mkdir(parents=True, exist_ok=True)
    program = _compiled(cargo, Path(args.checkout).resolve(), cache, args.engine_version)
    cards, words = _data(Path(args.cards).resolve(), cache, parser)
    arguments = [str(program), str(cards), str(words), args.engine_version]
    os.execv(program, arguments)  # noqa: S606 - the engine's process is this one


def _compiled(cargo: str, checkout: Path, cache: Path, version: str) -> Path:
    """Return the bridge's program; ends the process with the compiler's words if it does not compile."""
    sources = sorted((HERE / "src").glob("*.rs"))
    manifest = (HERE / "Cargo.toml").read_text(encoding="utf-8")
    lock = checkout / "Cargo.lock"
    digest = _digest(*(source.read_bytes() for source in sources), manifest, str(checkout), version, lock.read_bytes())
    kept = cache / f"phase-{digest}"
    if kept.is_dir():
        return kept / PROGRAM
    fresh = Path(tempfile.mkdtemp(dir=cache))
    shutil.copytree(HERE / "src", fresh / "src")
    (fresh / "Cargo.toml").write_text(manifest.replace("ENGINE", str(checkout / PROBE.parent)), encoding="utf-8")
    shutil.copy(lock, fresh)
    target = cache / f"phase-target-{_digest(str(checkout))}"
    # the checkout's manifest names a feature of cargo that is not stable; the engine itself needs none
    environment = os.environ | {"RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(target)}
    command = [cargo, "build", "--release", *os.environ.get("PHASE_CARGO_OPTIONS", "").split()]
    came = subprocess.run(command, cwd=fresh, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if came.returncode:
        shutil.rmtree(fresh)
        sys.exit(f"the bridge does not compile against this version of the engine:\n{came.stderr}")
    shutil.copy(target / "release" / PROGRAM, fresh)
    try:
        fresh.rename(kept)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
    return kept / PROGRAM


def _data(cards: Path, cache: Path, parser: argparse.ArgumentParser) -> tuple[Path, Path]:
    """Return the corpus's cards out of the user's card data, and beside them the words of the corpus's card data."""
    sys.path.insert(1, str(KIT))
    table = importlib.import_module("words").table(CARDS)
    stat = cards.stat()
    digest = _digest(json.dumps(table), str(cards), str(stat.st_size), str(stat.st_mtime_ns))
    kept = cache / f"phase-cards-{digest}"
    if not kept.is_dir():
        try:
            every: dict[str, list[dict[str, Any]]] = json.loads(cards.read_text(encoding="utf-8"))["data"]
        except (ValueError, KeyError) as wrong:
            parser.error(f"{cards} is not as MTGJSON's AtomicCards.json: {wrong}")
        faces = [face for card in every.values() for face in card if "Creature" in face["types"]]
        types = sorted({subtype for face in faces for subtype in face["subtypes"]})
        mine = {name: card for name, card in every.items() if {name, name.split(" // ")[0]} & table.keys()}
        fresh = Path(tempfile.mkdtemp(dir=cache))
        (fresh / "cards.json").write_text(json.dumps({"data": mine}), encoding="utf-8")
        words = {"cards": table, "creature types": types}
        (fresh / "words.json").write_text(json.dumps(words), encoding="utf-8")
        try:
            fresh.rename(kept)
        except OSError:
            shutil.rmtree(fresh)
    return kept / "cards.json", kept / "words.json"


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    main()
