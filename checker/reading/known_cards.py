"""What the cards of a corpus are called and mention, each card checked against its schema on the way."""

import re
from collections.abc import Iterable
from pathlib import Path

from checker.hints import did_you_mean
from checker.model import CARDS, card_slug
from checker.problems import CorpusError, Problem
from checker.reading import references, schema, yaml_subset
from checker.reading.card_words import Undefined, undefined
from checker.reading.corpus import SOURCES, Reading
from checker.reading.schema_errors import problems as misfits


class Cards:
    """The cards of the corpus, each checked against its schema."""

    def __init__(self, reading: Reading) -> None:
        self.problems: list[Problem] = []
        self.names: dict[str, set[str]] = {}
        """The cards that each game has."""
        self.words: dict[str, set[str]] = {}
        """Every text in the data of a game's cards: the names of tokens, piles and the like are among them."""
        self.small: dict[str, set[str]] = {}
        """The words of these texts as ids have them."""
        games = reading.corpus.sources["games"]
        for (game, slug), place in reading.corpus.cards.items():
            if game not in games:
                hint = did_you_mean(game, games) or f"`{SOURCES}` lists the games"
                self.problems.append(Problem(place, f"there is no game `{game}`", hint))
            else:
                self._read(game, slug, place.path)

    def _read(self, game: str, slug: str, path: Path) -> None:
        try:
            document = yaml_subset.read_with_lines(path.read_bytes(), path)
        except OSError:
            return  # the reading of the corpus has told it
        except CorpusError as error:
            self.problems += error.problems
            return
        name = f"{game}/card"
        if schema.exists(name) and not schema.fits(name, document.value):
            self.problems += misfits(name, document)
        elif schema.exists(name):
            for word in undefined(game, document.value):
                self.problems.append(Problem(document.place(word.path), *means_nothing(word)))
        card = document.value.get("card") if isinstance(document.value, dict) else None
        if not isinstance(card, str):
            return
        if card_slug(card) != slug:
            hint = f"the file of that card is `{CARDS}/{game}/{card_slug(card)}.yaml`"
            self.problems.append(Problem(document.place(("card",)), f"`card` is `{card}`", hint))
        self.names.setdefault(game, set()).add(card)
        texts = set(references.texts(document.value))
        self.words.setdefault(game, set()).update(texts)
        self.small.setdefault(game, set()).update(small(texts))


def small(texts: Iterable[str]) -> set[str]:
    """Return the words of texts as ids have them."""
    return {word for text in texts for word in re.findall("[a-z0-9]+", text.lower().replace("'", ""))}


def means_nothing(word: Undefined) -> tuple[str, str]:
    """Return what is wrong with a word of card data that nothing defines, and what would be right."""
    hint = did_you_mean(word.word, word.known)
    return f"`{word.word}` means nothing in this card's data", hint or (
        "use a word that every card has, or a name that the card gives to a target or with `as`"
    )
