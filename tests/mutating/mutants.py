"""
The mutants of a module: each a text with one change, and the code that its functions get from it.

They are mutmut's, without what its configuration leaves out. mutmut makes none of a decorated function, which is every
`@rule`; so the decorators are taken out of the text first, and the functions of the imported module keep theirs.
"""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Mutant:
    """A module's text with one change."""

    path: str
    line: int
    was: str
    now: str
    """The first line that differs, as it was and as it is."""
    function: str
    """The qualified name of the function that it stands in."""
    codes: Sequence[CodeType]


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield mutmut's mutants of a module's functions."""
    from libcst import Module
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    text = undecorated(path.read_text(encoding="utf-8"))
    module, mutations, *_ = create_mutations(str(path), text)
    tree = ast.parse(text)
    names = functions_by_line(tree)
    codes = functions(compile(tree, str(path), "exec", dont_inherit=True))
    seen = {text.lower()}
    for each in mutations:
        if each.contained_by_top_level_function is None:
            continue
        replaced = deep_replace(module, each.original_node, each.mutated_node)
        assert isinstance(replaced, Module)
        changed = replaced.code
        if changed.lower() in seen:  # of the three changes of a word one is enough
            continue
        seen.add(changed.lower())
        new = functions(compile(changed, str(path), "exec", dont_inherit=True))
        if new != codes:
            line, was, now = difference(text, changed)
            yield Mutant(str(path), line, was, now, names.get(line, ""), new)


def undecorated(text: str) -> str:
    """The text with blank lines for decorators: the functions keep theirs, and mutmut leaves none of them out."""
    without = decorators(text)
    return "\n".join("" if number in without else line for number, line in enumerate(text.splitlines(), 1)) + "\n"


def decorators(text: str) -> set[int]:
    """The lines in which decorators stand."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    spans = [(each.lineno, each.end_lineno or each.lineno) for node in found for each in node.decorator_list]
    return {line for first, last in spans for line in range(first, last + 1)}


def difference(old: str, new: str) -> tuple[int, str, str]:
    """The number of the first line that differs, what it was, and what it is now unless it is gone."""
    before, after = old.splitlines(), new.splitlines()
    pairs = zip_longest(before, after, fillvalue="")
    line, was, now = next((line, was, now) for line, (was, now) in enumerate(pairs, 1) if was != now)
    return line, was.strip(), now.strip() if len(after) == len(before) else "(left out)"


def functions_by_line(tree: ast.AST) -> dict[int, str]:
    """The qualified name of the innermost function or class around each line that has one, as `Class.method`."""
    names: dict[int, str] = {}

    def note(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{outer}.{child.name}" if outer else child.name
                names.update(dict.fromkeys(range(child.lineno, (child.end_lineno or child.lineno) + 1), name))
                note(child, name)
            elif not isinstance(child, ast.expr):
                note(child, outer)

    note(tree, "")
    return names


def functions(code: CodeType) -> list[CodeType]:
    """The code of every function in it, also of those within others."""
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [each for each in inner if each.co_flags & inspect.CO_OPTIMIZED] + [
        each for outer in inner for each in functions(outer)
    ]


def fits(functions: Iterable[FunctionType], codes: Sequence[CodeType], among: Sequence[CodeType] = ()) -> bool:
    """Whether functions can be given codes: one made within another on import keeps what it sees around it."""
    new = dict(placed(codes, key=lambda code: code))
    old = placed(functions, key=lambda function: function.__code__, among=among)
    return all(new[key].co_freevars == each.__code__.co_freevars for key, each in old if key in new)


def of_decorators(functions: Iterable[FunctionType], text: str) -> list[FunctionType]:
    """Those of a module's functions that stand in decorators, and so not in the text without them."""
    lines = decorators(text)
    codes = [(each, each.__code__) for each in functions]
    return [each for each, code in codes if code.co_name == "<lambda>" and code.co_firstlineno in lines]


def put(functions: Iterable[FunctionType], codes: Sequence[CodeType], among: Sequence[CodeType] = ()) -> None:
    """Give functions other code, each that of its name and place."""
    new = dict(placed(codes, key=lambda code: code))
    for key, function in placed(functions, key=lambda function: function.__code__, among=among):
        if key in new:
            function.__code__ = new[key]


def codes_of(text: str, path: str) -> list[CodeType]:
    """The code of every function of a module, but for those that stand in decorators."""
    lines = decorators(text)
    every = functions(compile(text, path, "exec", dont_inherit=True))
    return [each for each in every if each.co_name != "<lambda>" or each.co_firstlineno not in lines]


def placed(
    things: Iterable[T], key: Callable[[T], CodeType], among: Iterable[CodeType] = ()
) -> Iterator[tuple[tuple[str, int], T]]:
    """
    Each with the name of its code and how many others of that name stand before it.

    Of what is made within a function there need not be all: `among` has the codes of all that their text can make.
    """
    lines: dict[str, list[int]] = {}
    for name, line in sorted({(code.co_qualname, code.co_firstlineno) for code in among}):
        lines.setdefault(name, []).append(line)
    for thing in sorted(things, key=lambda thing: key(thing).co_firstlineno):
        code = key(thing)
        known = lines.setdefault(code.co_qualname, [])
        if code.co_firstlineno not in known:
            known.append(code.co_firstlineno)
        yield (code.co_qualname, known.index(code.co_firstlineno)), thing


def statement(tree: ast.AST, line: int) -> range:
    """The lines of the innermost statement around a line; of one that holds others, those before the first of them."""
    around = [
        node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    inner = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    body = getattr(inner, "body", None) or getattr(inner, "cases", None)
    if not body:
        return range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return range(inner.lineno, max(first.lineno, inner.lineno + 1))
