"""A small corpus that is as it should be, to be spoilt."""

from collections.abc import Callable
from pathlib import Path

SOURCES = """\
games:
  dominion: {title: Dominion, publisher: Rio Grande Games}
sources:
  dominion-exchange:
    title: Exchange
    game: dominion
    authority: secondary
    editions:
    - {edition: "2019-10-01", title: First}
    - {edition: "later", title: Second}
    passages:
      player-orders: {at: "somewhere"}
      only-later: {at: "elsewhere", editions: ["later"]}
"""
RULING = """\
ruling: dominion/exchange/player-orders
statement: Two Travellers are exchanged one after the other.
kind: must
cites:
- {source: dominion-exchange, rule: "player-orders", edition: "2019-10-01"}
cases:

- case: soldier-first
  title: A pile that the first exchange fills serves the second
  given:
    piles: {Peasant: 9, Soldier: 0, Fugitive: 5}
    alice: {in_play: {peasant: Peasant, soldier: Soldier}}
  actions:
  - clean-up: alice
  choices:
  - {player: alice, about: soldier, choose: exchange}
  expect:
    piles: {Peasant: 10}
    alice: {discard: [Fugitive, Soldier]}
"""
FILE = "dominion/exchange/player-orders.yaml"

Told = Callable[..., list[str]]
"""Runs `rulings validate` on the spoilt corpus, with these options; returns what it says is wrong."""


def spoil(corpus: Path, old: str, new: str, name: str = FILE) -> None:
    text = (corpus / name).read_text()
    assert old in text
    (corpus / name).write_text(text.replace(old, new, 1))


def bomb() -> bytes:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)]
    return "\n".join(rows).encode()
