"""Expressions that select by words, as `-k` takes them: `vampire and not (bat or "blood moon")`."""

import re
from collections.abc import Callable

from checker.problems import UsageError

Test = Callable[[str], bool]

_DEEP = 50
"""How many `not` and parentheses may be nested."""
_SHOWN = 80
"""How many characters of a wrong expression are shown."""

_TOKEN = re.compile(r"""\(|\)|"[^"]+"|'[^']+'|[^\s()]+""")


def compile_expression(expression: str) -> Test:
    """
    Return a test of texts from an expression such as `vampire and not (bat or "blood moon")`.

    A word, or several in quotes, fits a text that holds it, whatever its case. Raises `UsageError` if the expression
    cannot be read.
    """
    tokens = _TOKEN.findall(expression)
    parser = _Expression(expression, tokens)
    test = parser.alternatives()
    if parser.tokens:
        raise parser.error(f"`{parser.tokens[0]}` stands where `and` or `or` is needed")
    return lambda text: test(text.lower())


class _Expression:
    """Reads `or` of `and` of `not` of words and parentheses."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text = text
        self.tokens = tokens
        self._depth = 0

    def error(self, message: str) -> UsageError:
        shown = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"
        return UsageError(f"the expression `{shown}` cannot be read: {message}", "an example: vampire and not bat")

    def _next(self, word: str) -> bool:
        if self.tokens and self.tokens[0].lower() == word:
            self.tokens.pop(0)
            return True
        return False

    def alternatives(self) -> Test:
        """Read parts joined by `or`."""
        tests = [self._all()]
        while self._next("or"):
            tests.append(self._all())
        return lambda text: any(test(text) for test in tests)

    def _all(self) -> Test:
        tests = [self._one()]
        while self._next("and"):
            tests.append(self._one())
        return lambda text: all(test(text) for test in tests)

    def _one(self) -> Test:
        self._depth += 1
        if self._depth > _DEEP:
            raise self.error(f"more than {_DEEP} nested `not` and parentheses")
        try:
            return self._part()
        finally:
            self._depth -= 1

    def _part(self) -> Test:
        if self._next("not"):
            test = self._one()
            return lambda text: not test(text)
        if self._next("("):
            test = self.alternatives()
            if not self._next(")"):
                raise self.error("a `)` is missing")
            return test
        if not self.tokens or self.tokens[0].lower() in {"and", "or", ")"}:
            raise self.error("a word is missing" + (f" before `{self.tokens[0]}`" if self.tokens else " at its end"))
        word = self.tokens.pop(0).strip("\"'").lower()
        return lambda text: word in text
