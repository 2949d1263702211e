"""What is odd about a question that an engine asks and whose answers it does not take."""

from collections.abc import Iterator

from checker.hints import did_you_mean
from checker.model import Json
from checker.positions.vocabulary import Vocabulary
from checker.reading import schema


def oddities(question: Json, given: Json, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield what a question names that its game or the written-out position that it is about does not have."""
    players = vocabulary.players(given)
    kinds = _kinds(vocabulary.game)
    if kinds and question.get("kind") not in kinds:
        yield _told("the game has no kind of question", question.get("kind"), kinds)
    if question.get("player") not in [None, *players]:
        yield _told("there is no player", question["player"], players)
    ids = vocabulary.ids(given)
    if question.get("about") not in [None, *players, *ids, *vocabulary.cards(given)]:
        yield _told("nothing that was given is", question["about"], [*players, *ids])


def _kinds(game: str) -> list[str]:
    name = f"{game}/choice"
    return [kind["const"] for kind in schema.schemas()[name]["oneOf"]] if name in schema.schemas() else []


def _told(what: str, named: object, known: list[str]) -> str:
    hint = did_you_mean(str(named), known)
    return f"{what} `{named}`{f' ({hint})' if hint else ''}"
