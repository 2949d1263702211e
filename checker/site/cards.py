"""The data of the corpus's cards: read once, looked up by name."""

from functools import cached_property
from typing import Any

from checker.model import Case, Corpus, Json, Place, card_slug
from checker.problems import CorpusError
from checker.reading import schema
from checker.reading.yaml_subset import read

Key = tuple[str, str]
"""A game and the slug of a card's name."""


class Cards:
    """The data of every card of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        """Keep where the cards are; each is read when it is first asked for."""
        self._places = corpus.cards
        self._known: dict[Key, Json] = {}
        self._by_name: dict[Key, Key | None] = {}

    @cached_property
    def all(self) -> list[tuple[str, Json]]:
        """Every card's game and data, in the order of games and names."""
        found = [(game, self.data((game, slug))) for game, slug in sorted(self._places)]
        return [(game, data) for game, data in found if data]

    def data(self, key: Key) -> Json:
        """Return a card's data; nothing if there is no such card, or if its file does not hold one."""
        if key not in self._known:
            self._known[key] = _read(key[0], self._places.get(key))
        return self._known[key]

    def named(self, game: str, name: str) -> Json:
        """Return the data of the card with a name."""
        key = self._key(game, name)
        return self.data(key) if key else {}

    def has(self, game: str, name: str) -> bool:
        """Tell whether the corpus has data for a card."""
        return self._key(game, name) is not None

    def _key(self, game: str, name: str) -> Key | None:
        asked = (game, name)
        if asked not in self._by_name:
            key = (game, card_slug(name))
            self._by_name[asked] = key if key in self._places else None
        return self._by_name[asked]

    def of(self, case: Case) -> dict[str, Json]:
        """Return the cards that a case defines for itself, by name."""
        return {card["card"]: card for card in case.cards if isinstance(card.get("card"), str)}


def _read(game: str, place: Place | None) -> Json:
    if place is None:
        return {}
    try:
        data: Any = read(place.path.read_bytes(), place.path)
    except (OSError, CorpusError):
        return {}
    name = f"{game}/card"
    if schema.exists(name) and not schema.fits(name, data):  # `rulings validate` tells why
        return {}
    return data if isinstance(data, dict) and isinstance(data.get("card"), str) else {}
