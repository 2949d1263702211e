"""
Finds cases that fail, that could not fail, or that rest on other rules than they cite, by playing them.

A case has to show something: what it expects must not hold before anything is done, the choices that it scripts must be
asked for, and the rules that it cites must have had a part in it. An expectation that names only what the actions left
alone is among the first: if none of it changed and it holds afterwards, it held before. A case of which none of this
is to be said has to pass as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from checker.editions import span
from checker.engines import Description, Engine, EngineFailure
from checker.judging.claims import is_checkpoint
from checker.judging.explore import Leaf, TooManyChoices
from checker.judging.judge import judge
from checker.judging.play import OutsideClaims, Play, Settled, prepare
from checker.judging.reached import rules_reached
from checker.judging.verdict import Status
from checker.model import Case, Corpus, Json, Ruling, same_rule
from checker.positions.compare import differences, show
from checker.positions.vocabulary import Vocabulary
from checker.problems import Problem
from checker.reading.locate import corpus_option
from checker.running.forked import spread


@dataclass(frozen=True, slots=True)
class Played:
    """The results of a case, beside the position that it starts from."""

    before: Json | None
    """The position as the engine sets it up; None if it asks a question even for that."""
    leaves: tuple[Leaf, ...]
    reached: frozenset[str]
    """The rules that played a part, if the engine can tell."""


def problems(corpus: Corpus, engine: Engine | None = None, jobs: int = 1) -> Iterator[Problem]:
    """
    Yield what is wrong with the cases of a corpus when they are played, on the reference engine unless told.

    In several `jobs` they are played by processes that are forked from this one, for an engine in it.

    Raises `Unusable` if the engine does not say what it is. An engine without `trace` cannot tell which rules had a
    part, and nothing is said of that then.
    """
    if engine is None:
        from checker.engines.spec import open_engine

        engine = open_engine("reference")
    description = Description.of(engine.describe(rules=True))

    def told(case: Case) -> list[tuple[str, str | None]]:
        ruling = corpus.rulings[case.ruling]
        return [*_case(corpus, ruling, case, engine, description)] or [*_fails(corpus, case, engine, description)]

    cases = [case for ruling in corpus for case in ruling.cases]
    for case, messages in zip(cases, spread(told, cases, jobs), strict=True):
        for message, hint in messages:
            yield Problem(case.place, f"{case.id}: {message}", hint)


_Told = Iterator[tuple[str, str | None]]


def _case(corpus: Corpus, ruling: Ruling, case: Case, engine: Engine, description: Description) -> _Told:
    vocabulary = Vocabulary.of(case.game)
    try:
        play = prepare(case, engine, vocabulary, description, span(corpus, case), whole=True)
        played = _play(case, play, traced="trace" in description.capabilities)
    except (OutsideClaims, EngineFailure, Settled, TooManyChoices) as failure:
        yield f"cannot be played to see whether it can fail: {failure}", None
        return
    yield from _holds_before(ruling, case, played, vocabulary)
    yield from _unasked(case, played)
    if "trace" in description.capabilities:
        yield from _unreached(case, played, description)


def _fails(corpus: Corpus, case: Case, engine: Engine, description: Description) -> _Told:
    """Report a case that does not pass, such as one with an answer that is not an option."""
    verdict = judge(case, engine, Vocabulary.of(case.game), description, span=span(corpus, case))
    if verdict.status is not Status.PASSED:
        hint = f"the case or the engine is wrong; `rulings check '{case.id}'{corpus_option(corpus.root)}` tells more"
        yield f"does not pass: {verdict.message}", hint


def _play(case: Case, play: Play, *, traced: bool) -> Played:
    start = play.run([], [])
    leaves = tuple(play.leaves(play.actions, also={"trace": True} if traced else {}))
    reached = rules_reached(case, play, leaves) if traced else ()
    return Played(play.vocabulary.answered(start["state"]) if "state" in start else None, leaves, frozenset(reached))


def _holds_before(ruling: Ruling, case: Case, played: Played, vocabulary: Vocabulary) -> _Told:
    wanted = case.expectation
    results = [wanted.expect] if wanted.expect is not None else list(wanted.possible)
    before = played.before
    if before is None or not results:
        return
    holds = all(not differences(result, before, vocabulary) for result in results)
    if case.unchanged and not holds:
        yield "says `unchanged`, but what it expects does not hold before the actions", "leave `unchanged` out"
    elif case.unchanged and not any(_shows_a_change(other) for other in ruling.cases):
        yield "says that nothing happens, but no case of the ruling shows anything happening", "add one that does"
    elif holds and not case.unchanged and not _shows_otherwise(case, before, vocabulary):
        yield (
            f"could not fail: what it expects holds before the actions too ({show(results[0])})",
            "expect something that changes, or say `unchanged: true` if nothing happening is the point",
        )


def _shows_a_change(case: Case) -> bool:
    wanted = case.expectation
    return not case.unchanged and bool(wanted.expect is not None or wanted.possible or wanted.offered)


def _shows_otherwise(case: Case, before: Json, vocabulary: Vocabulary) -> bool:
    """Tell whether a case says more than what its result is: what is asked or allowed, or what was so in between."""
    wanted = case.expectation
    looks = [step for step in case.steps if is_checkpoint(step)]
    return bool(wanted.refused is not None or wanted.offered or wanted.not_offered) or any(
        "expect" not in look or differences(look["expect"], before, vocabulary) for look in looks
    )


def _unasked(case: Case, played: Played) -> _Told:
    """Find scripted choices that no question used, whatever was chosen elsewhere."""
    unused = [set(leaf.outcome["unused"]) if "unused" in leaf.outcome else set() for leaf in played.leaves]
    for number, choice in enumerate(case.choices):
        if unused and all(number in one for one in unused):
            yield f"choice {number + 1}, {show(choice)}, answers no question", "remove it or correct it"


def _unreached(case: Case, played: Played, description: Description) -> _Told:
    """
    Find cases in which no rule played a part that they cite and the engine has.

    A passage that the engine follows by a card's data alone, and has no rule for, is nothing that a trace could show.
    """
    reached = played.reached
    has = reached | {rule["rule"] for rule in description.rules}
    followed = [cite for cite in case.cites if any(same_rule(cite.key, rule) for rule in has)]
    if followed and not any(same_rule(cite.key, rule) for cite in followed for rule in reached):
        rules = _listed([cite.key for cite in followed])
        had = f"had: {_listed(sorted(reached))}" if reached else "no rule had a part; does the case do anything?"
        yield f"none of the rules that it cites had a part in it: {rules}", had


def _listed(words: Sequence[Any]) -> str:
    few = list(dict.fromkeys(words))[:8]
    return ", ".join(map(str, few)) + (", …" if len(few) < len(set(words)) else "")
