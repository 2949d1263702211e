"""Which words of an adapter the game does not have, or otherwise: in its claims, in its positions, in its questions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.editions import of_game
from checker.hints import did_you_mean
from checker.model import Corpus, Json, card_slug
from checker.positions.vocabulary import Vocabulary
from checker.reading import schema
from checker.reading.schema_errors import problems
from checker.reading.yaml_strict import Document

_LONG = 7
"""From how many letters a name is hardly like another's by chance."""


def in_claims(game: str, claims: Json, corpus: Corpus) -> Iterator[str]:
    """Yield, as sentences, what an engine claims of a game under words that the game does not have."""
    if not schema.exists(f"{game}/state"):
        return
    vocabulary = Vocabulary.of(game)
    yield from _not_of_the_game("actions", claims.get("actions", ()), _verbs(game))
    facts = vocabulary.all_facts()
    for claim in ("unseen", "unset"):
        yield from _not_of_the_game(claim, claims.get(claim, ()), facts)
    named = {card_slug(name): name for name in _cards(game, corpus, vocabulary)} if "cards" in claims else {}
    for card in claims.get("cards", ()):
        if (known := named.get(card_slug(card), card)) != card:
            yield f"claims the card {card!r}, which the corpus calls {known!r}"
    for card, meant in _misspelt(claims.get("cards", ()), named):
        yield f"claims the card {card!r}, which no case has; did you mean `{meant}`?"
    yield from _of_no_edition(claims.get("editions", ()), of_game(corpus, game))


def _misspelt(cards: Iterable[str], named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield claimed cards that no case has and one that a case has and is not claimed, if a slip parts their names."""
    slugs = {card_slug(card): card for card in cards}
    slips = {slip: name for slug, name in named.items() if slug not in slugs for slip in _slips(slug)}
    for slug, card in slugs.items():
        if slug not in named and len(slug) >= _LONG:
            yield from ((card, slips[slip]) for slip in [*filter(slips.__contains__, _slips(slug))][:1])


def _slips(word: str) -> Iterator[str]:
    """Yield a word without one of its letters, or with all: what words have in common that a slip of the pen parts."""
    yield word
    yield from (word[:place] + word[place + 1 :] for place in range(len(word)))


def _of_no_edition(claimed: Sequence[str], known: Sequence[str]) -> Iterator[str]:
    """Yield, as a sentence, that no edition is known of those that are claimed, if none is newer than all that are."""
    if claimed and known and not set(claimed).intersection(known) and max(claimed) < known[-1]:
        names = ", ".join(map(repr, claimed))
        yield f"claims no edition that the corpus has, only {names}: it is asked by the newest of {', '.join(known)}"


def in_outcome(game: str, outcome: Json, players: Sequence[str], corpus: Corpus) -> Iterator[str]:
    """Yield, as sentences, the words of an answer that no position and no question has."""
    if isinstance(outcome.get("state"), dict):
        vocabulary = Vocabulary.of(game)
        named = {card_slug(name): name for name in _cards(game, corpus, vocabulary)}
        for card in sorted(vocabulary.cards(outcome["state"])):
            if (called := named.get(card_slug(card), card)) != card:
                yield f"a position has the card {card!r}, which the corpus calls {called!r}"
        for path, known in vocabulary.unknown(outcome["state"], players):
            yield _sentence(f"a position has no {path!r}", path.rpartition(".")[2], known)
    kinds = _kinds(game)
    for question in (*outcome.get("asked", ()), *([outcome["choice"]] if "choice" in outcome else ())):
        if players and question["player"] not in players:
            yield _sentence(f"asks {question['player']!r}, who is not a player", question["player"], players)
        if kinds and question["kind"] not in kinds:
            yield _sentence(f"there is no question of the kind {question['kind']!r}", question["kind"], kinds)


def of_another_kind(game: str, outcome: Json) -> Iterator[str]:
    """Yield, as sentences, what stands in a position as no position has it, such as a number that is text."""
    told = _told(outcome.get("state", {}))
    if schema.fits(f"{game}/state", told):
        return
    for problem in problems(f"{game}/state", Document(Path(), told)):
        yield f"in its position {problem.message}" + (f"; {problem.hint}" if problem.hint else "")


def _told(value: Any) -> Any:
    """Return a value without its keys that are `null`, which is the same as to leave them out."""
    if isinstance(value, dict):
        return {key: _told(part) for key, part in value.items() if part is not None}
    return [_told(part) for part in value] if isinstance(value, list) else value


def by_name_alone(game: str, given: Json, corpus: Corpus) -> str | None:
    """Return the key under which a position lists cards by name alone, such as those of piles."""
    known = {slug for each, slug in corpus.cards if each == game}
    for key, part in given.items():
        if isinstance(part, dict) and part and all(card_slug(name) in known for name in part):
            return key
    return None


def _not_of_the_game(claim: str, words: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    there = set(known)
    for word in words:
        if there and word not in there:
            yield _sentence(f"claims under `{claim}` what the game does not have, {word!r}", word, there)


def _sentence(said: str, word: str, known: Iterable[str]) -> str:
    hint = did_you_mean(word, known)
    return f"{said}; {hint}" if hint else said


def _verbs(game: str) -> set[str]:
    return set(schema.node(f"{game}/action").schema.get("properties", ())) if schema.exists(f"{game}/action") else set()


def _kinds(game: str) -> set[str]:
    if not schema.exists(f"{game}/choice"):
        return set()
    return {kind["const"] for kind in schema.node(f"{game}/choice").schema.get("oneOf", ()) if "const" in kind}


def _cards(game: str, corpus: Corpus, vocabulary: Vocabulary) -> set[str]:
    cases = (case for case in corpus.cases.values() if case.game == game)
    return {name for case in cases for name in vocabulary.cards(vocabulary.given(case.given))}
