"""`rulings validate`: whether the corpus keeps to its schemas and conventions."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.problems import Problem, UsageError
from checker.prose import many
from checker.reading.locate import data, shown

if TYPE_CHECKING:
    from checker.model import Corpus
    from checker.reading.corpus import Reading

_EXAMPLES = """\
  rulings validate                                       the whole corpus
  rulings validate corpus/dominion/exchange/nocturne.yaml   what is wrong with one file
  rulings validate --deep                                also play the cases, on the reference engine
  rulings validate --corpus my-corpus --json             another corpus, for another program

exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage or no corpus"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers,
        "validate",
        summary="checks the corpus against its schemas and conventions",
        description=(
            "Checks every file of the corpus: the YAML, the schemas, and that whatever is named exists - sources, "
            "editions, passages, rulings, cards, objects, players. Reports everything wrong, with file and line. "
            "It does not play the cases; --deep does, and so does `rulings check`."
        ),
        examples=_EXAMPLES,
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        default=[],
        type=common.named,
        help="report only what is wrong with these files or folders",
    )
    parser.add_argument(
        "--deep", action="store_true", help="also play the cases: each has to pass, and to be able to fail"
    )
    parser.add_argument("--json", action="store_true", help="print what is wrong as JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.reading.conventions import problems
    from checker.reading.corpus import read

    for path in args.paths:
        if not path.exists():
            raise UsageError(f"there is no file or folder `{path}`", _meant(path, args.corpus))
    root = args.corpus or _root_of(args.paths)
    if root is None:
        common.tell_of_another()
    reading = read(root, lines=True)
    _check_within(args.paths, reading.corpus.root)
    part = _part(reading.corpus, args.paths)
    found = _sorted(each for each in (*reading.problems, *problems(reading, part)) if _within(each, args.paths))
    played = args.deep and not found
    if played:
        from checker.judging.deep import problems as deep_problems
        from checker.running.forked import worth

        found = _sorted(deep_problems(part, jobs=worth(len(part.cases))))
    if args.json:
        common.print_json([_plain(problem) for problem in found])
    else:
        _tell(args, reading, found, played=played)
    return common.NOT_AS_EXPECTED if found else common.AS_EXPECTED


def _meant(path: Path, corpus: Path | None) -> str | None:
    """Return the file of a ruling or the folder of a topic whose id was given instead."""
    root = corpus or data("corpus")
    ruling = str(path).partition("#")[0]
    there = next((file for file in (root / ruling, root / f"{ruling}.yaml") if file.exists()), None)
    return f"files are named here, not ids: `{shown(there)}`" if there and not path.is_absolute() else None


def _root_of(paths: list[Path]) -> Path | None:
    """Return the corpus that the files are in; None for the one that is shipped."""
    for path in paths:
        for folder in (path.resolve(), *path.resolve().parents):
            if (folder / "sources.yaml").is_file():
                return folder
    return None


def _check_within(paths: list[Path], root: Path) -> None:
    """Refuse files that belong to no corpus or to another: to say that nothing is wrong would not be true."""
    here = root.resolve()
    for path in paths:
        there = path.resolve()
        if not there.is_relative_to(here) and not here.is_relative_to(there):
            raise UsageError(
                f"`{path}` is not in the corpus {root}",
                "a corpus is a folder with `sources.yaml`; name another one with --corpus DIR",
            )


def _within(problem: Problem, paths: list[Path]) -> bool:
    return problem.place is None or _lies_in(problem.place.path, paths)


def _lies_in(path: Path, paths: list[Path]) -> bool:
    return not paths or any(path.resolve().is_relative_to(folder.resolve()) for folder in paths)


def _part(corpus: "Corpus", paths: list[Path]) -> "Corpus":
    """Return the corpus with those rulings alone that lie in some of the paths."""
    rulings = {name: ruling for name, ruling in corpus.rulings.items() if _lies_in(ruling.place.path, paths)}
    return replace(corpus, rulings=rulings)


def _sorted(found: Iterable[Problem]) -> list[Problem]:
    return sorted(dict.fromkeys(found), key=_order)


def _order(problem: Problem) -> tuple[str, int]:
    return (str(problem.place.path), problem.place.line) if problem.place else ("", 0)


def _plain(problem: Problem) -> dict[str, Any]:
    place = problem.place
    return {
        "path": str(place.path) if place else None,
        "line": (place.line or None) if place else None,
        "message": problem.message,
        "hint": problem.hint,
    }


def _tell(args: Namespace, reading: "Reading", found: list[Problem], *, played: bool) -> None:
    from rich.text import Text

    from checker.reports.text import clean

    console = common.console(args)
    for problem in found:
        line = Text()
        if problem.place:
            line.append(clean(f"{problem.place}: "), style="bold")
        line.append(clean(problem.message), style="red")
        if problem.hint:
            line.append(clean(f"; {problem.hint}"))
        console.print(line, soft_wrap=True)
    corpus = reading.corpus
    counted = ", ".join(
        many(len(things), noun)
        for things, noun in ((corpus.rulings, "ruling"), (corpus.cases, "case"), (corpus.cards, "card"))
    )
    if not found:
        console.print(f"Nothing is wrong: {counted}.", style="green")
        return
    files = len({problem.place.path for problem in found if problem.place})
    things = f"{many(len(found), 'thing')} {'is' if len(found) == 1 else 'are'}"
    console.print(f"{things} wrong, in {many(files, 'file')}; read: {counted}.")
    if args.deep and not played:
        console.print("The cases were not played: first the files have to be right.")
