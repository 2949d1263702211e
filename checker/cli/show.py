"""`rulings show`: shows a ruling or a case."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from checker.cli import common, page
from checker.prose import inline, lines

if TYPE_CHECKING:
    from rich.console import Console

    from checker.model import Case, Cite, Corpus, Ruling
    from checker.query import Found

_EXAMPLES = """\
  rulings show dominion/exchange/not-gained        a ruling, with one line for each of its cases
  rulings show dominion/exchange/nocturne#vampire  a case: position, actions, result, reasons
  rulings show 701.12b                             what the corpus has about a rule
  rulings show "Travelling Fair"                   or about a card
  rulings show dominion/exchange/not-gained --cases   with every case in full

exit codes: 0 it was found, 2 it was not, or the corpus cannot be used"""

_MANY = 3
"""More rulings than this are shown in brief."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser: ArgumentParser = common.command(subparsers, "show", summary="shows a ruling or a case", examples=_EXAMPLES)
    parser.add_argument("what", metavar="WHAT", nargs="+", help=common.WHAT)
    parser.add_argument("--cases", action="store_true", help="show the cases in full")
    parser.add_argument("--json", action="store_true", help="print it as JSON, as its file has it")
    page.add_pager(parser)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.query import find

    corpus = common.corpus(args)
    found = find(corpus, args.what)
    if args.json:
        common.print_json(list(_documents(found)))
        return common.AS_EXPECTED
    with page.paged(args) as console:
        _show(console, corpus, found, args)
    return common.AS_EXPECTED


def _show(console: "Console", corpus: "Corpus", found: "Found", args: Namespace) -> None:
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
    page.head(console, ruling.id, ruling.kind)
    page.text(console, ruling.statement, indent=0)
    if not short:
        for label, text in (("Disputed", ruling.disputed), ("Superseded", ruling.superseded), ("Notes", ruling.notes)):
            if text:
                page.section(console, label)
                page.text(console, text)
        if limits := _limits(corpus, ruling):
            page.section(console, "Stands")
            page.text(console, limits)
        page.section(console, "Cites")
        _cites(console, corpus, ruling.cites)
        for label, others in (("Differs from", ruling.differs_from), ("See", ruling.see)):
            if others:
                page.section(console, label)
                page.lines(console, others)
    listed = list(cases)
    if listed:
        if not short:
            page.section(console, "Cases")
        for case in listed:
            page.bullet(console, f"#{case.slug}", case.title)


def _show_case(console: "Console", corpus: "Corpus", ruling: "Ruling", case: "Case") -> None:
    page.head(console, case.id, str(case.place))
    page.text(console, f"{case.title}.", indent=0)
    page.section(console, "The ruling")
    page.text(console, ruling.statement)
    if limits := _limits(corpus, case):
        page.section(console, "Stands")
        page.text(console, limits)
    if case.cards:
        page.section(console, "Cards defined here")
        for card in case.cards:
            page.lines(console, lines(card))
    page.section(console, "Position")
    page.lines(console, lines(case.given) if case.given else ["as usual"])
    if case.steps:
        page.section(console, "Actions")
        page.lines(console, _steps(case))
    if case.choices:
        page.section(console, "Choices")
        page.lines(console, (_question(choice, "choose", "chooses") for choice in case.choices))
    _show_expectation(console, case)
    if case.why:
        page.section(console, "Why")
        page.text(console, case.why)
    page.section(console, "Cites")
    _cites(console, corpus, case.cites)
    for label, reports in (("Engines had it wrong", case.found), ("Taken for a fault", case.control)):
        if reports:
            page.section(console, label)
            page.lines(console, reports)


def _show_expectation(console: "Console", case: "Case") -> None:
    expectation = case.expectation
    if expectation.refused is not None:
        page.section(console, "Refused")
        page.lines(console, [f"action {expectation.refused + 1}"])
    if expectation.offered:
        page.section(console, "Asked, with exactly these options")
        page.lines(console, (_question(offer, "options", "may choose") for offer in expectation.offered))
    if expectation.not_offered:
        page.section(console, "Not offered")
        page.lines(console, (_question(offer, "option", "never") for offer in expectation.not_offered))
    if expectation.throughout:
        page.section(console, "At every moment")
        page.lines(console, lines(expectation.throughout))
    if expectation.expect:
        page.section(console, "Result" + (", the same as before" if case.unchanged else ""))
        page.lines(console, lines(expectation.expect))
    for number, result in enumerate(expectation.possible, start=1):
        page.section(console, f"Possible result {number} of {len(expectation.possible)}")
        page.lines(console, lines(result))


def _steps(case: "Case") -> Iterator[str]:
    from checker.claims import is_checkpoint

    number = 0
    for step in case.steps:
        if is_checkpoint(step):
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
    """Say in which editions a ruling or a case is in force, and if not in the newest, how to play it."""
    from checker.editions import limits_of, stands, stands_in

    limits = limits_of(thing)
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
        page.bullet(console, f"{cite.rule}{part}", f"{source.get('title', cite.source)}, edition {cite.edition}{at}")
