# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/phase --checkout FOLDER --cards FILE`: phase.rs behind the protocol, on JSON lines.

Compiles the bridge with the engine of the checkout, which takes some minutes and is kept for the next time, cuts the
cards of the corpus out of the user's card data, and becomes the program.
"""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from compiled import built, kept  # noqa: E402 - found only now
from launch import VERSION, add_options  # noqa: E402
from words import CARDS, table  # noqa: E402

ENGINE = Path("crates", "engine")
"""Where in a checkout the bridge finds what it builds on."""
VARIABLES = {"RUSTC_BOOTSTRAP": "1"}
"""The checkout's manifest names a feature of cargo that is not stable; the engine itself needs none."""


def main() -> None:
    """Compile the bridge where it is not yet, and run it in place of this process."""
    parser = argparse.ArgumentParser(prog="python bridges/phase", description="phase.rs behind the protocol.")
    add_options(
        parser,
        ("--checkout", "FOLDER", "PHASE_CHECKOUT", "where the checkout of phase.rs is"),
        ("--cards", "FILE", "PHASE_CARDS", "card data as MTGJSON's AtomicCards.json"),
        ("--engine-version", "NAME", "PHASE_VERSION", VERSION),
    )
    args = parser.parse_args()
    if not args.checkout:
        parser.error("no checkout of phase.rs: name one with --checkout or PHASE_CHECKOUT")
    if not (Path(args.checkout) / ENGINE).is_dir():
        parser.error(f"no checkout of phase.rs at {args.checkout}: {ENGINE} is not there")
    if not args.cards or not Path(args.cards).is_file():
        parser.error("no card data: name MTGJSON's AtomicCards.json with --cards or PHASE_CARDS")
    cargo = shutil.which("cargo")
    if cargo is None:
        parser.error("cargo is needed (Rust 1.95 or newer)")
    version = args.engine_version or "unknown"
    program = built(HERE, cargo, Path(args.checkout).resolve(), ENGINE, version, VARIABLES)
    data = _data(Path(args.cards).resolve(), parser)
    arguments = [str(program), str(data / "cards.json"), str(data / "words.json"), version]
    os.execv(program, arguments)  # noqa: S606 - the engine's process is this one


def _data(cards: Path, parser: argparse.ArgumentParser) -> Path:
    """Return the folder with the corpus's cards out of the user's card data, and the words of the corpus's own."""
    mine = table(CARDS)

    def fill(fresh: Path) -> None:
        try:
            every = json.loads(cards.read_text(encoding="utf-8"))["data"]
        except (ValueError, KeyError) as wrong:
            parser.error(f"{cards} is not as MTGJSON's AtomicCards.json: {wrong}")
        faces = [face for card in every.values() for face in card if "Creature" in face["types"]]
        data = {name: card for name, card in every.items() if {name, name.split(" // ")[0]} & mine.keys()}
        words = {"cards": mine, "creature types": sorted({subtype for face in faces for subtype in face["subtypes"]})}
        (fresh / "cards.json").write_text(json.dumps({"data": data}), encoding="utf-8")
        (fresh / "words.json").write_text(json.dumps(words), encoding="utf-8")

    stat = cards.stat()
    return kept("phase-cards", [json.dumps(mine), str(cards), str(stat.st_size), str(stat.st_mtime_ns)], fill)


if __name__ == "__main__":
    main()
