"""Which one card more would bring the most of the cases that lie outside an engine's claims within them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from checker.editions import span
from checker.engines import Description
from checker.judging.claims import outside
from checker.model import Case, Corpus
from checker.positions.vocabulary import Vocabulary

MOST = 5
"""How many cards are told."""


def one_more(corpus: Corpus, engine: Description, cases: Sequence[Case]) -> list[tuple[str, int]]:
    """Return the cards for want of which alone cases are not claimed, with how many cases, the most first."""
    found: Counter[str] = Counter()
    for case in cases:
        claims = engine.games.get(case.game)
        if claims is None or claims.cards is None:
            continue
        vocabulary = Vocabulary.of(case.game)
        cards = vocabulary.cards(vocabulary.given(case.given))
        lacking = {*cards} - claims.cards - {card.get("card") for card in case.cards}
        if len(lacking) != 1:
            continue
        more = replace(claims, cards=claims.cards | lacking)
        if not outside(case, replace(engine, games={case.game: more}), cards, span(corpus, case), vocabulary):
            found.update(lacking)
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))[:MOST]
