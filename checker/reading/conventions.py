"""
What a corpus has to respect beyond its schemas: whatever is named exists.

These checks matter to those who write rulings, so `rulings validate` runs them and other commands do not.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, cached_property, partial

from checker.editions import as_of
from checker.hints import did_you_mean, listing
from checker.judging.claims import is_checkpoint
from checker.model import CARDS, Case, Cite, Json, Ruling, card_slug
from checker.positions.vocabulary import Vocabulary
from checker.problems import Problem
from checker.reading import references, schema
from checker.reading.card_words import undefined
from checker.reading.corpus import SOURCES, Reading
from checker.reading.known_cards import Cards, means_nothing, small
from checker.reading.locate import data
from checker.reading.references import Reference
from checker.reading.schema_errors import where
from checker.reading.yaml_strict import Document, JsonPath
from checker.rules_text import record

_Numbers = Callable[[str, str], frozenset[str]]  # of the rules of a source's edition; none if nothing is recorded of it


def problems(reading: Reading, rulings: Iterable[Ruling] | None = None) -> list[Problem]:
    """
    Return what is wrong with a corpus that was read with lines, besides what its reading found.

    Of its rulings all are looked at, or those given. Nothing is looked at where the sources could not be read, since
    nearly everything hangs on them.
    """
    if any(problem.place and problem.place.path.name == SOURCES for problem in reading.problems):
        return []
    cards = Cards(reading)
    found = [*_source_problems(reading), *cards.problems]
    numbers = cache(partial(record.numbers, reading.corpus.root))
    for ruling in reading.corpus if rulings is None else rulings:
        found += _RulingCheck(reading, ruling, cards, numbers).problems()
    return found


def _source_problems(reading: Reading) -> Iterator[Problem]:
    document = next((file for path, file in reading.documents.items() if path.name == SOURCES), None)
    if document is None:
        return
    games = reading.corpus.sources["games"]
    for name, source in reading.corpus.sources["sources"].items():
        at: JsonPath = ("sources", name)
        if source["game"] not in games:
            message = f"source `{name}`: there is no game `{source['game']}`"
            yield Problem(document.place((*at, "game")), message, did_you_mean(source["game"], games))
        editions = [edition["edition"] for edition in source["editions"]]
        for index, edition in enumerate(editions):
            if edition in editions[:index]:
                place = document.place((*at, "editions", index, "edition"))
                yield Problem(place, f"source `{name}`: the edition `{edition}` appears a second time")
        for passage, facts in source.get("passages", {}).items():
            for index, edition in enumerate(facts.get("editions", ())):
                if edition not in editions:
                    place = document.place((*at, "passages", passage, "editions", index))
                    message = f"source `{name}`, passage `{passage}`: there is no edition `{edition}`"
                    yield Problem(place, message, f"there are {listing(editions, 'and')}")


class _RulingCheck:
    """Checks one ruling."""

    def __init__(self, reading: Reading, ruling: Ruling, cards: Cards, numbers: _Numbers) -> None:
        self.numbers = numbers
        self.corpus = reading.corpus
        self.ruling = ruling
        self.cards = cards
        self.document: Document = reading.documents[ruling.place.path]
        self.value: Json = self.document.value
        self.unread = {problem.place.path for problem in reading.problems if problem.place is not None}
        """Files of which something else is told that is wrong."""

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the ruling and its cases."""
        games = self.corpus.sources["games"]
        if self.ruling.game not in games:
            hint = did_you_mean(self.ruling.game, games) or f"`{SOURCES}` lists the games"
            yield self.fault(("ruling",), f"there is no game `{self.ruling.game}`", hint)
            return
        for index, cite in enumerate(self.value["cites"]):
            yield from self._cite(cite, ("cites", index))
        yield from self._editions(self.value, ())
        yield from self._links()
        for index, (case, value) in enumerate(zip(self.ruling.cases, self.value.get("cases", ()), strict=True)):
            at: JsonPath = ("cases", index)
            for number, cite in enumerate(value.get("cites", ())):
                yield from self._cite(cite, (*at, "cites", number))
            yield from self._editions(value, at)
            if schema.exists(f"{case.game}/state"):
                yield from _CaseCheck(self, case, value, at).problems()

    def fault(self, path: JsonPath, message: str, hint: str | None = None, *, key: bool = False) -> Problem:
        """Return what is wrong at a path, or with the last key of it."""
        prefix = where(self.value, path[:-1] if key else path)
        return Problem(self.document.place(path), f"{prefix}: {message}" if prefix else message, hint)

    def _cite(self, value: Json, path: JsonPath) -> Iterator[Problem]:
        cite = Cite(**value)
        sources = self.corpus.sources["sources"]
        source = sources.get(cite.source)
        if source is None:
            hint = did_you_mean(cite.source, sources) or f"`{SOURCES}` lists the sources"
            yield self.fault((*path, "source"), f"there is no source `{cite.source}`", hint)
            return
        if source["game"] != self.ruling.game:
            yield self.fault((*path, "source"), f"`{cite.source}` is a source of another game, `{source['game']}`")
        editions = [edition["edition"] for edition in source["editions"]]
        if cite.edition not in editions:
            message = f"`{cite.source}` has no edition `{cite.edition}`"
            yield self.fault((*path, "edition"), message, f"it has {listing(editions, 'and')}")
        passages = source.get("passages")
        if passages is not None:
            passage = passages.get(cite.rule)
            if passage is None:
                hint = did_you_mean(cite.rule, passages) or f"`{SOURCES}` lists its passages"
                yield self.fault((*path, "rule"), f"`{cite.source}` has no passage `{cite.rule}`", hint)
            elif cite.edition in editions and cite.edition not in passage.get("editions", editions):
                message = f"the passage `{cite.rule}` is not in the edition `{cite.edition}` of `{cite.source}`"
                yield self.fault((*path, "edition"), message, f"it is in {listing(passage['editions'], 'and')}")
        elif source["authority"] == "card" and cite.rule not in (
            names := self.cards.names.get(self.ruling.game, set())
        ):
            hint = did_you_mean(cite.rule, names) or "a passage of such a source is a card's name"
            yield self.fault((*path, "rule"), f"there is no card `{cite.rule}`", hint)
        elif (numbers := self.numbers(cite.source, cite.edition)) and cite.rule not in numbers:
            message = f"the edition `{cite.edition}` of `{cite.source}` has no rule `{cite.rule}`"
            yield self.fault((*path, "rule"), message, did_you_mean(cite.rule, numbers))

    def _editions(self, value: Json, path: JsonPath) -> Iterator[Problem]:
        """Check `from` and `until`, which are editions of the chief source."""
        chief = self.value["cites"][0]["source"]
        editions = self.corpus.editions.get(chief)
        if editions is None:
            return
        known = True
        for key in ("from", "until"):
            if key in value and value[key] not in editions:
                known = False
                message = f"the chief source, `{chief}`, has no edition `{value[key]}`"
                hint = f"it has {listing(editions, 'and')}{self._elsewhere(editions, value[key])}"
                yield self.fault((*path, key), message, hint)
        both = known and "from" in value and "until" in value
        if both and editions.index(value["from"]) > editions.index(value["until"]):
            yield self.fault((*path, "until"), f"`{value['until']}` comes before `{value['from']}`")

    def _elsewhere(self, chief: tuple[str, ...], edition: str) -> str:
        """Return what to do about an edition that another source of the game has instead of the chief one, if any."""
        sources = self.corpus.sources["sources"]
        other = next(
            (
                name
                for name, editions in self.corpus.editions.items()
                if edition in editions and sources[name]["game"] == self.ruling.game
            ),
            None,
        )
        if other is None:
            return ""
        return (
            f"; `{edition}` is an edition of `{other}`: name the one that was current then, "
            f"`{as_of(chief, edition)}`, or put what follows `{other}` into a ruling that cites `{other}` first"
        )

    def _links(self) -> Iterator[Problem]:
        for key in ("differs_from", "see"):
            for index, other in enumerate(self.value.get(key, ())):
                if other == self.ruling.id:
                    yield self.fault((key, index), "a ruling does not refer to itself")
                elif other not in self.corpus.rulings and self.corpus.root / f"{other}.yaml" not in self.unread:
                    hint = did_you_mean(other, self.corpus.rulings)
                    yield self.fault((key, index), f"there is no ruling `{other}`", hint)


class _CaseCheck:
    """Checks that what a case names is there."""

    def __init__(self, ruling: _RulingCheck, case: Case, value: Json, at: JsonPath) -> None:
        self.ruling = ruling
        self.case = case
        self.value = value
        self.at = at
        self.players = references.players(case.game, value["given"])

    @cached_property
    def given(self) -> list[Reference]:
        """What the position names."""
        return list(references.in_state(self.case.game, self.value["given"], (*self.at, "given")))

    @cached_property
    def ids(self) -> set[str]:
        """The objects that the position names."""
        return {reference.name for reference in self.given if reference.kind == "id"}

    @cached_property
    def own_cards(self) -> set[str]:
        """The cards that the case defines."""
        return {card["card"] for card in self.case.cards if isinstance(card.get("card"), str)}

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the case."""
        yield from self._position()
        yield from self._own_cards()
        yield from self._refused()
        game = self.case.game
        for key in ("expect", "throughout"):
            if key in self.value:
                yield from self._result(self.value[key], (*self.at, key))
        for index, state in enumerate(self.value.get("possible", ())):
            yield from self._result(state, (*self.at, "possible", index))
            if state in self.value["possible"][:index]:
                yield self.ruling.fault((*self.at, "possible", index), "this result is listed twice")
        for index, step in enumerate(self.value.get("actions", ())):
            path: JsonPath = (*self.at, "actions", index)
            if not is_checkpoint(step):
                yield from self._named(references.in_action(game, step, path))
            if "expect" in step:
                yield from self._result(step["expect"], (*path, "expect"))
            for key in ("legal", "illegal"):
                for number, action in enumerate(step.get(key, ())):
                    yield from self._named(references.in_action(game, action, (*path, key, number)))
        yield from self._questions()

    def _position(self) -> Iterator[Problem]:
        seen: dict[str, JsonPath] = {}
        for reference in self.given:
            if reference.kind == "id":
                if reference.name in seen:
                    line = self.ruling.document.place(seen[reference.name]).line
                    message = f"two objects are called `{reference.name}`"
                    yield self.ruling.fault(reference.path, message, f"the other is in line {line}")
                seen[reference.name] = reference.path
            elif reference.kind == "card" and reference.name not in self._names:
                yield self._unknown_card(reference, self._names)
            elif reference.kind == "player" and reference.name not in self.players:
                yield self._unknown_player(reference)
        for key in self._counted:
            for name, there in self.value["given"].get(key, {}).items():
                # One that is mixed is called as nothing in it is.
                if isinstance(there, int) and name not in self._names:
                    yield self._unknown_card(Reference("card", name, (*self.at, "given", key, name)), self._names)
        for name in sorted(self.ids & self.players):
            yield self.ruling.fault((*self.at, "given"), f"`{name}` names both a player and an object")

    def _own_cards(self) -> Iterator[Problem]:
        for index, card in enumerate(self.value.get("cards", ())):
            for word in undefined(self.case.game, card):
                message, hint = means_nothing(word)
                yield self.ruling.fault((*self.at, "cards", index, *word.path), message, hint)

    def _refused(self) -> Iterator[Problem]:
        actions = sum(not is_checkpoint(step) for step in self.case.steps)
        refused = self.case.expectation.refused
        if refused is not None and refused >= actions:
            message = f"there is no action {refused + 1}" if actions else "the case has no actions"
            yield self.ruling.fault((*self.at, "refused", "action"), message, f"there are {actions}")

    def _result(self, state: Json, path: JsonPath) -> Iterator[Problem]:
        known = schema.node(f"{self.case.game}/state").schema.get("properties", {})
        for key in state:
            if key not in known and key not in self.players:
                hint = did_you_mean(key, [*known, *self.players])
                yield self.ruling.fault((*path, key), f"there is no player `{key}`", hint, key=True)
        for key, there in self._counted.items():
            for name in state[key] if isinstance(state.get(key), dict) else ():
                if name not in there:
                    hint = did_you_mean(name, there)
                    yield self.ruling.fault((*path, key, name), f"the position has no `{name}`", hint, key=True)
        yield from self._named(references.in_state(self.case.game, state, path))

    @cached_property
    def _counted(self) -> dict[str, Json]:
        """What the position has under keys that hold something by default, such as piles; no play adds to them."""
        vocabulary = Vocabulary.of(self.case.game)
        given = vocabulary.given(self.value["given"]) if vocabulary.by_players else {}
        return {key: given[key] for key in vocabulary.by_players}

    def _questions(self) -> Iterator[Problem]:
        for key in ("choices", "offered", "not_offered"):
            for index, question in enumerate(self.value.get(key, ())):
                path: JsonPath = (*self.at, key, index)
                kinds: dict[str, references.Kind] = {"about": "object", "player": "player"}
                named = [Reference(kinds[word], question[word], (*path, word)) for word in kinds if word in question]
                yield from self._named(named)

    def _named(self, named: Iterable[Reference]) -> Iterator[Problem]:
        """Check what is named outside `given`."""
        for reference in named:
            match reference.kind:
                case "player" if reference.name not in self.players:
                    yield self._unknown_player(reference)
                case "id" if reference.name not in self.ids and not self._is_token(reference.name):
                    yield self._dangling(reference)
                case "object" if references.is_id(reference.name):
                    known = self.ids, self.players, *self._words
                    if not (self._is_among(reference.name, *known) or self._is_token(reference.name)):
                        yield self._dangling(reference)
                case "card" | "object" if not self._is_among(reference.name, self.ids, self._names, *self._words):
                    yield self._unknown_card(reference, self._names)

    @staticmethod
    def _is_among(name: str, *known: Collection[str]) -> bool:  # to unite them takes longer than to look in each
        return any(name in each for each in known)

    @cached_property
    def _names(self) -> set[str]:
        shared = self.ruling.cards.names.get(self.case.game, set())
        return self.own_cards | shared if self.own_cards else shared

    @cached_property
    def _words(self) -> tuple[set[str], set[str]]:
        """What the cards' data mentions, such as tokens: objects that come into being may be named so."""
        return self.ruling.cards.words.get(self.case.game, set()), set(references.texts(list(self.case.cards)))

    def _is_token(self, name: str) -> bool:
        """Tell whether an id can be a token's: words of cards' data in lower case, and a number."""
        *stem, number = name.split("_")
        known = self.ruling.cards.small.get(self.case.game, set()), small(self._words[1])
        return bool(stem) and number.isdigit() and all(self._is_among(word, *known) for word in stem)

    def _dangling(self, reference: Reference) -> Problem:
        message = f"there is no object `{reference.name}` in `given`"
        hint = did_you_mean(reference.name, self.ids | (self.players if reference.kind == "object" else set()))
        if hint is None and self.ids:
            hint = (
                f"there are {listing(sorted(self.ids), 'and')}" if len(self.ids) > 1 else f"there is `{min(self.ids)}`"
            )
        key = reference.path[-1] == reference.name and reference.kind == "id"
        return self.ruling.fault(reference.path, message, hint, key=key)

    def _unknown_card(self, reference: Reference, names: set[str]) -> Problem:
        hint = did_you_mean(reference.name, names)
        if hint is None:
            file = f"{CARDS}/{self.case.game}/{card_slug(reference.name)}.yaml"
            hint = f"a card's data is in `{file}`, or in the case's `cards`"
            if (shipped := data("corpus") / file).is_file():  # which another corpus does not have of itself
                hint += f"; the corpus that is shipped has it, to be copied: {shipped}"
        return self.ruling.fault(reference.path, f"there is no card `{reference.name}`", hint)

    def _unknown_player(self, reference: Reference) -> Problem:
        hint = did_you_mean(reference.name, self.players) or f"there are {listing(sorted(self.players), 'and')}"
        return self.ruling.fault(reference.path, f"there is no player `{reference.name}`", hint)
