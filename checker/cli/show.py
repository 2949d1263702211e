"""`rulings show`: a ruling or a case to read."""

import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from checker.cli import common
from checker.prose import inline, lines

if TYPE_CHECKING:
    from rich.console import Console

    from checker.model import Case, Cite, Corpus, Ruling
    from checker.query import Found

_EXAMPLES = """\
  rulings show dominion/exchange/not-gained        a ruling, with its cases in a line each
  rulings show dominion/exchange/nocturne#vampire  a case: position, actions, result, reasons
  rulings show 701.12b                             what the corpus has about a rule
  rulings show "Travelling Fair"                   or about a card
  rulings show dominion/exchange/not-gained --cases   with every case in full

exit codes: 0 it was found, 2 it was not, or a corpus that cannot be used"""

_MANY = 3
"""More rulings than this are told in short."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(
        subparsers, "show", summary="shows a ruling or a case, to read", examples=_EXAMPLES
    )
    parser.add_argument("what", metavar="WHAT", nargs="+", help=common.WHAT)
    parser.add_argument("--cases", action="store_true", help="show the cases in full")
    parser.add_argument("--json", action="store_true", help="print it as JSON, as its file has it")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.query import find

    corpus = common.corpus(args)
    found = find(corpus, args.what)
    if args.json:
        common.print_json(list(_documents(found)))
        return common.AS_EXPECTED
    console = common.console(args)
    wanted = {case.id for case in found.cases}
    asked_for_cases = any("#" in word for word in args.what) or len(found.cases) == 1
    for number, ruling in enumerate(found.rulings):
        if number:
            console.print()
        cases = [case for case in ruling.cases if case.id in wanted]
        if asked_for_cases or args.cases:
            if args.cases and not asked_for_cases:
                _show_ruling(console, corpus, ruling, ())
            for case in cases:
                _show_case(console, corpus, ruling, case)
        else:
            _show_ruling(console, corpus, ruling, cases, short=len(found.rulings) > _MANY)
    return common.AS_EXPECTED


def _documents(found: "Found") -> Iterator[dict[str, Any]]:
    """Yield the rulings as their files have them, each with only the cases that were asked for."""
    from checker.yaml_subset import read

    wanted = {case.id for case in found.cases}
    for ruling in found.rulings:
        document = read(ruling.place.path.read_bytes(), ruling.place.path)
        if "cases" in document:
            document["cases"] = [case for case in document["cases"] if f"{ruling.id}#{case['case']}" in wanted]
        yield document


def _show_ruling(
    console: "Console", corpus: "Corpus", ruling: "Ruling", cases: "Iterable[Case]", *, short: bool = False
) -> None:
    _head(console, ruling.id, ruling.kind)
    _text(console, ruling.statement, indent=0)
    if not short:
        for label, text in (("Disputed", ruling.disputed), ("Superseded", ruling.superseded), ("Notes", ruling.notes)):
            if text:
                _section(console, label)
                _text(console, text)
        if limits := _limits(corpus, ruling):
            _section(console, "Stands")
            _text(console, limits)
        _section(console, "Cites")
        _cites(console, corpus, ruling.cites)
        for label, others in (("Differs from", ruling.differs_from), ("See", ruling.see)):
            if others:
                _section(console, label)
                _lines(console, others)
    listed = list(cases)
    if listed:
        if not short:
            _section(console, "Cases")
        for case in listed:
            _bullet(console, f"#{case.slug}", case.title)


def _show_case(console: "Console", corpus: "Corpus", ruling: "Ruling", case: "Case") -> None:
    _head(console, case.id, str(case.place))
    _text(console, f"{case.title}.", indent=0)
    _section(console, "The ruling")
    _text(console, ruling.statement)
    if limits := _limits(corpus, case):
        _section(console, "Stands")
        _text(console, limits)
    if case.cards:
        _section(console, "Cards of its own")
        for card in case.cards:
            _lines(console, lines(card))
    _section(console, "Position")
    _lines(console, lines(case.given) if case.given else ["as usual"])
    if case.steps:
        _section(console, "Actions")
        _lines(console, _steps(case))
    if case.choices:
        _section(console, "Choices")
        _lines(console, (_question(choice, "choose", "chooses") for choice in case.choices))
    _show_expectation(console, case)
    if case.why:
        _section(console, "Why")
        _text(console, case.why)
    _section(console, "Cites")
    _cites(console, corpus, case.cites)
    for label, reports in (("Engines had it wrong", case.found), ("Taken for a fault", case.control)):
        if reports:
            _section(console, label)
            _lines(console, reports)


def _show_expectation(console: "Console", case: "Case") -> None:
    expectation = case.expectation
    if expectation.refused is not None:
        _section(console, "Refused")
        _lines(console, [f"action {expectation.refused + 1}"])
    if expectation.offered:
        _section(console, "Asked, with exactly these options")
        _lines(console, (_question(offer, "options", "may choose") for offer in expectation.offered))
    if expectation.not_offered:
        _section(console, "Not offered")
        _lines(console, (_question(offer, "option", "never") for offer in expectation.not_offered))
    if expectation.throughout:
        _section(console, "At every moment")
        _lines(console, lines(expectation.throughout))
    if expectation.expect:
        _section(console, "Result" + (", the same as before" if case.unchanged else ""))
        _lines(console, lines(expectation.expect))
    for number, result in enumerate(expectation.possible, start=1):
        _section(console, f"Possible result {number} of {len(expectation.possible)}")
        _lines(console, lines(result))


def _steps(case: "Case") -> Iterator[str]:
    number = 0
    for step in case.steps:
        if step.keys() & {"expect", "legal", "illegal"}:
            for label, key in (("now", "expect"), ("could", "legal"), ("could not", "illegal")):
                if key in step:
                    parts = [step[key]] if key == "expect" else step[key]
                    yield from (f"     {label}: {inline(part)}" for part in parts)
        else:
            number += 1
            yield f"{number:>2}.  {inline(step)}"


def _question(question: dict[str, Any], key: str, verb: str) -> str:
    who = question.get("player", "any player")
    kind = f" ({question['kind']})" if "kind" in question else ""
    about = f", about {question['about']}" if "about" in question else ""
    answer = f": {verb} {inline(question[key])}" if key in question else ": is not asked"
    return f"{who}{kind}{about}{answer}"


def _limits(corpus: "Corpus", thing: "Ruling | Case") -> str:
    """Say in which editions a ruling or a case stands, and if not in the newest, how to play it."""
    from checker.editions import stands, stands_in, told

    limits = told(thing)
    if not limits or stands(corpus, thing):
        return limits
    return f"{limits}; `rulings check --edition {stands_in(corpus, thing)[-1]}` plays it"


def _cites(console: "Console", corpus: "Corpus", cites: "Iterable[Cite]") -> None:
    sources = corpus.sources["sources"]
    for cite in dict.fromkeys(cites):
        source = sources.get(cite.source, {})
        facts = source.get("passages", {}).get(cite.rule, {})
        part = f", {cite.part}" if cite.part else ""
        at = f" - {facts['at']}" if "at" in facts else ""
        _bullet(console, f"{cite.rule}{part}", f"{source.get('title', cite.source)}, edition {cite.edition}{at}")


def _head(console: "Console", title: str, aside: str) -> None:
    from rich.text import Text

    console.print(Text.assemble((title, "bold"), ("  " + aside, "dim")), soft_wrap=True)


def _section(console: "Console", label: str) -> None:
    from rich.text import Text

    console.print()
    console.print(Text(label, style="cyan"))


def _text(console: "Console", text: str, indent: int = 2) -> None:
    _hanging(console, text.strip(), "", " " * indent, indent)


def _lines(console: "Console", texts: Iterable[str]) -> None:
    for text in texts:
        _hanging(console, text, "", "  ", len(text) - len(text.lstrip()) + 4)


def _bullet(console: "Console", name: str, text: str) -> None:
    _hanging(console, name, text, "  ", 6)


def _hanging(console: "Console", first: str, rest: str, margin: str, indent: int) -> None:
    """Print a line after a margin, and what does not fit on it further in; before a `rest`, `first` stands out."""
    from rich.text import Text

    whole = f"{first}  {rest}" if rest else first
    width = max(40, console.width)
    filled = textwrap.fill(whole, width, initial_indent=margin, subsequent_indent=" " * indent, break_on_hyphens=False)
    text = Text(filled)
    if rest:
        text.stylize("bold", len(margin), len(margin) + len(first))
    console.print(text, soft_wrap=True)
