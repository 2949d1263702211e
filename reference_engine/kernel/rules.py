"""
Rules as objects: every rule that the engine follows is a small function that bears its number.

    @rule("614.5")
    def one_opportunity(game: Game, effect: Effect, event: Event) -> bool:
        '''An effect that has already changed this event is not asked again.'''

The first argument leads to the run (`.run`). Where somebody looks on, that notes which rules were reached, tells the
trace what happened and may say that this rule is broken. How a rule can be broken follows from what it answers: a
question may always or never be answered with yes, a procedure may be skipped, a number be off by one, a sequence be
empty or reversed. Where another mistake is more plausible it is declared beside the rule.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from reference_engine.kernel.run import Run


class HasRun(Protocol):
    """Anything that belongs to one run of a script."""

    @property
    def run(self) -> Run: ...


P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=HasRun)

Mistake = Callable[..., Any]
"""Called as `mistake(function, *arguments)` in place of `function(*arguments)`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the engine: its citation key, what it says, and the ways to break it."""

    key: str
    summary: str
    name: str
    mistakes: Mapping[str, Mistake]
    harmless: Mapping[str, str]
    """Mistakes that make no difference, each with the reason."""


_RULES: dict[str, Rule] = {}


def rules() -> Iterator[Rule]:
    """Every rule that has been imported, in the order of its definition."""
    return iter(_RULES.values())


def find(key: str, how: str) -> Rule | None:
    """The rule function that `broken: {rule: key, how: how}` means; `how` is `function: way`."""
    found = _RULES.get(how.partition(":")[0])
    return found if found and found.key == key and how.partition(": ")[2] in found.mistakes else None


def rule(
    key: str,
    *,
    says: str = "",
    mistakes: Mapping[str, Mistake] | None = None,
    usual: Collection[str] | None = None,
    harmless: Mapping[str, str] | None = None,
) -> Callable[[Callable[Concatenate[C, P], R]], Callable[Concatenate[C, P], R]]:
    """
    Mark a function as the rule that citations call `key`.

    `says` is a sentence for the trace with the function's arguments in braces; a question that is answered with no is
    not told. `mistakes` adds ways to break it to those that follow from the type of its answer; where only some of
    those are mistakes, since a rule that always says yes is not broken by saying so, `usual` names them. `harmless`
    names those that make no difference to any game, with the reason.
    """

    def decorate(function: Callable[Concatenate[C, P], R]) -> Callable[Concatenate[C, P], R]:
        name = f"{function.__module__.removeprefix('reference_engine.')}.{function.__qualname__}"
        summary = (function.__doc__ or "").strip().partition("\n")[0]
        ways = {**_usual_mistakes(function, usual), **(mistakes or {})}
        _RULES[name] = Rule(key, summary, name, ways, harmless or {})

        def watched(run: Run, *args: Any, **kwargs: Any) -> Any:
            run.reached.add(key)
            broken = run.broken
            if (broken is None or broken[0] != name) and (not says or run.trace is None):
                return function(*args, **kwargs)
            return _watched(run, name, key, says, function, *args, **kwargs)

        return functools.wraps(function)(_asked(function, watched))

    return decorate


def _asked(function: Callable[..., Any], watched: Callable[..., Any]) -> Any:
    """
    Return what is called in a rule's place: the rule itself, unless somebody looks on.

    A rule is asked some hundred times a run. To hand on arguments whose number is known costs a quarter of what it
    costs to pack and unpack them, hence one form for each number that rules have; they are given by place.
    """

    def one(game: Any, /) -> Any:
        run = game.run
        return function(game) if run.plain else watched(run, game)

    def two(game: Any, a: Any, /) -> Any:
        run = game.run
        return function(game, a) if run.plain else watched(run, game, a)

    def three(game: Any, a: Any, b: Any, /) -> Any:
        run = game.run
        return function(game, a, b) if run.plain else watched(run, game, a, b)

    def four(game: Any, a: Any, b: Any, c: Any, /) -> Any:
        run = game.run
        return function(game, a, b, c) if run.plain else watched(run, game, a, b, c)

    def any_number(game: Any, /, *args: Any, **kwargs: Any) -> Any:
        run = game.run
        return function(game, *args, **kwargs) if run.plain else watched(run, game, *args, **kwargs)

    code = function.__code__
    plain = not (function.__defaults__ or code.co_kwonlyargcount or code.co_flags & _PACKING)
    return {1: one, 2: two, 3: three, 4: four}.get(code.co_argcount if plain else 0, any_number)


_PACKING = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def _watched(
    run: Run,
    name: str,
    key: str,
    says: str,
    function: Callable[..., R],
    *args: Any,
    **kwargs: Any,
) -> R:
    """Apply a rule that is broken, or that a trace is to tell of."""
    broken = run.broken
    call = functools.partial(broken[1], function) if broken is not None and broken[0] == name else function
    if run.trace is None:
        return call(*args, **kwargs)
    told = run.trace.open(key, _sentence(says, function, args, kwargs)) if says else None
    try:
        answer = call(*args, **kwargs)
    finally:
        if told is not None:
            run.trace.close()
    if told is not None and answer is False:
        run.trace.drop(told)
    return answer


def _sentence(says: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return says.format(**bound.arguments)


def _usual_mistakes(function: Callable[..., Any], wanted: Collection[str] | None) -> dict[str, Mistake]:
    """The ways to break a function that follow from the type of its answer, or those of them that are wanted."""
    every = _all_mistakes(str(function.__annotations__.get("return")))
    return every if wanted is None else {way: every[way] for way in wanted}


def _all_mistakes(answer: str) -> dict[str, Mistake]:
    if answer == "bool":
        return {"always": lambda _function, *_a, **_k: True, "never": lambda _function, *_a, **_k: False}
    if answer == "None":
        return {"skipped": lambda _function, *_a, **_k: None}
    if answer == "int":
        return {
            "one more": lambda function, *a, **k: function(*a, **k) + 1,
            "none": lambda _function, *_a, **_k: 0,
        }
    if answer.startswith(("list[", "tuple[", "Sequence[")):
        return {
            "nothing": lambda function, *a, **k: type(function(*a, **k))(),
            "reversed": lambda function, *a, **k: type(function(*a, **k))(reversed(function(*a, **k))),
        }
    return {}
