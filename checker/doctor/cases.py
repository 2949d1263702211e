"""Which cases an examination plays: the shortest within the claims that is answered as a step needs it."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from checker.doctor.examination import Examination
from checker.editions import span
from checker.engines import Description, EngineError, messages
from checker.judging.claims import actions, edition, outside
from checker.model import Case, Corpus, Json, card_slug
from checker.positions.vocabulary import Vocabulary
from checker.reading import schema
from checker.reading.references import texts

_SEARCH = 10.0
"""For how many seconds cases are tried to find one that is answered as it has to be for a step."""

Within = tuple[Case, Json]
"""A case within an engine's claims, and its run."""


def within(corpus: Corpus, description: Description) -> list[Within]:
    """Return the cases within the claims and their runs, the shortest first."""
    inside: list[tuple[int, str, Case, Json]] = []
    for case in corpus.cases.values():
        if case.game not in description.games:
            continue
        vocabulary = Vocabulary.of(case.game)
        given = vocabulary.given(case.given)
        if outside(case, description, vocabulary.cards(given), span(corpus, case), vocabulary):
            continue
        request: Json = {"game": case.game, "given": given, "actions": actions(case), "answers": list(case.choices)}
        if (named := edition(case, description, span(corpus, case))) is not None:
            request["edition"] = named
        if case.cards:
            request["cards"] = list(case.cards)
        inside.append((len(json.dumps(request)), case.id, case, request))
    return [(case, request) for _, _, case, request in sorted(inside, key=lambda one: one[:2])]


def bare(game: str) -> Json:
    """Return a position of a game as a request has it, without a card."""
    if not schema.exists(f"{game}/state"):
        return {"players": ["alice", "bob"]}
    given = Vocabulary.of(game).given({})
    return {key: _without_cards(part) if isinstance(part, dict) else part for key, part in given.items()}


def _without_cards(part: Json) -> Json:
    """Return a player's part of a position without the lists of objects, such as a library."""
    return {key: value for key, value in part.items() if not (isinstance(value, list) and any(value))}


def inside(e: Examination) -> list[Within]:
    """Return the cases within the claims of the engine that is examined, the shortest first."""
    if e.within is None:
        e.within = within(e.corpus, Description.of(e.told))
    return e.within


def answered(
    e: Examination,
    cases: Sequence[Within],
    *kinds: str,
    played: list[Case] | None = None,
    afresh: bool = False,
) -> tuple[Case, Json, Json] | None:
    """
    Return the first of these cases that gets such an answer; an engine is not asked again for what it lacks.

    Those that are played to another end are added to `played`. With `afresh` nothing counts that it was seen to
    lack before, such as with other actions, and an error of the engine's is raised only if no later case does better.
    """
    lacks = set() if afresh else {str(lack.get("name", "")) for _, lack in e.lacking}
    until = monotonic() + _SEARCH
    error: EngineError | None = None
    for case, request in cases:
        if monotonic() > until:
            break
        if not lacks.isdisjoint((*texts(request["given"]), *(verb for step in request["actions"] for verb in step))):
            continue
        noted = len(e.step.sent), len(e.step.came)
        try:
            outcome = messages.outcome(messages.response(e.ask("run", request)))
        except EngineError as failure:
            if not afresh:
                raise
            error = error or failure
            continue
        if any(kind in outcome for kind in kinds):
            return case, request, outcome
        if "unsupported" in outcome:
            e.lacking.append((case, outcome["unsupported"]))
            lacks.add(str(outcome["unsupported"].get("name", "")))
        elif played is not None and "state" in outcome:
            played.append(case)
        del e.step.sent[noted[0] :], e.step.came[noted[1] :]  # of hundreds of tries nobody reads what went to and fro
    if error is not None:
        raise error
    return None


def easiest(corpus: Corpus, cases: Sequence[Within]) -> Case:
    """Return the case to begin with: of few cards, actions and facts, and such as many other cases have too."""
    # A case without a position or a result, or with a refusal, shows little of the way there and back.
    cases = [
        (case, run)
        for case, run in cases
        if case.given and case.expectation.expect and case.expectation.refused is None
    ] or cases
    # In a position that is written out, ids are no keys: what is one there too is a fact, or a player at the table.
    facts = {key for _, run in cases for key in _keys(run["given"])}
    needs = [
        {text for text in texts(run["given"]) if (case.game, card_slug(text)) in corpus.cards}.union(
            (verb for step in run["actions"] for verb in step),
            facts.intersection(_keys([case.given, case.expectation.expect])),
        )
        for case, run in cases
    ]
    spread = Counter(word for words in needs for word in words)
    place = min(range(len(cases)), key=lambda at: (sum(1 / spread[word] for word in needs[at]), at))
    return cases[place][0]


def _keys(part: Any) -> Iterator[str]:
    """Yield every key in a part of a position."""
    if isinstance(part, Mapping):
        yield from part
    for one in part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ():
        yield from _keys(one)
