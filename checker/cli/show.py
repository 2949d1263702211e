"""`rulings show`: shows a ruling or a case."""

from argparse import ArgumentParser, Namespace
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from checker.cli import common, page
from checker.prose import inline, lines

if TYPE_CHECKING:
    from checker.finding.query import Found
    from checker.model import Case, Cite, Corpus, Ruling

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
    from checker.finding.query import find

    corpus = common.corpus(args)
    found = find(corpus, args.what)
    if args.json:
        common.print_json(list(_documents(found)))
        return common.AS_EXPECTED
    with page.paged(args) as console:
        _show(page.Page(console), corpus, found, args)
    return common.AS_EXPECTED


def _show(sheet: page.Page, corpus: "Corpus", found: "Found", args: Namespace) -> None:
    wanted = {case.id for case in found.cases}
    asked_for_cases = any("#" in word for word in args.what) or len(found.cases) == 1
    for number, ruling in enumerate(_whole_first(found.rulings, wanted)):
        if number:
            sheet.line()
        cases = [case for case in ruling.cases if case.id in wanted]
        if asked_for_cases or args.cases:
            if args.cases and not asked_for_cases:
                _show_ruling(sheet, corpus, ruling, ())
            for case in cases:
                _show_case(sheet, corpus, ruling, case)
                sheet.print()
        else:
            _show_ruling(sheet, corpus, ruling, cases, short=len(found.rulings) > _MANY)
        sheet.print()


def _whole_first(rulings: "Iterable[Ruling]", wanted: "Container[str]") -> "list[Ruling]":
    """Return those first that are meant with all of their cases: of a rule's number, those that state the rule."""
    return sorted(rulings, key=lambda ruling: any(case.id not in wanted for case in ruling.cases))


def _documents(found: "Found") -> Iterator[dict[str, Any]]:
    """Yield the rulings as their files have them, each with only the cases that were asked for."""
    from checker.reading.yaml_subset import read

    wanted = {case.id for case in found.cases}
    for ruling in _whole_first(found.rulings, wanted):
        document = read(ruling.place.path.read_bytes(), ruling.place.path)
        if "cases" in document:
            document["cases"] = [case for case in document["cases"] if f"{ruling.id}#{case['case']}" in wanted]
        yield document


def _show_ruling(
    sheet: page.Page, corpus: "Corpus", ruling: "Ruling", cases: "Iterable[Case]", *, short: bool = False
) -> None:
    sheet.head(ruling.id, ruling.kind)
    sheet.text(ruling.statement, indent=0)
    if not short:
        for label, text in (("Disputed", ruling.disputed), ("Superseded", ruling.superseded), ("Notes", ruling.notes)):
            if text:
                sheet.section(label)
                sheet.text(text)
        if limits := _limits(corpus, ruling):
            sheet.section("Stands")
            sheet.text(limits)
        sheet.section("Cites")
        _cites(sheet, corpus, ruling.cites)
        for label, others in (("Differs from", ruling.differs_from), ("See", ruling.see)):
            if others:
                sheet.section(label)
                sheet.lines(others)
    listed = list(cases)
    if listed:
        if not short:
            sheet.section("Cases")
        for case in listed:
            sheet.bullet(f"#{case.slug}", case.title)


def _show_case(sheet: page.Page, corpus: "Corpus", ruling: "Ruling", case: "Case") -> None:
    sheet.head(case.id, str(case.place))
    sheet.text(f"{case.title}.", indent=0)
    sheet.section("The ruling")
    sheet.text(ruling.statement)
    if limits := _limits(corpus, case):
        sheet.section("Stands")
        sheet.text(limits)
    if case.cards:
        sheet.section("Cards defined here")
        for card in case.cards:
            sheet.lines(lines(card))
    sheet.section("Position")
    sheet.lines(lines(case.given) if case.given else ["as usual"])
    if case.steps:
        sheet.section("Actions")
        sheet.lines(_steps(case))
    if case.choices:
        sheet.section("Choices")
        sheet.lines(_question(choice, "choose", "chooses") for choice in case.choices)
    _show_expectation(sheet, case)
    if case.why:
        sheet.section("Why")
        sheet.text(case.why)
    sheet.section("Cites")
    _cites(sheet, corpus, case.cites)
    for label, reports in (("Engines had it wrong", case.found), ("Taken for a fault", case.control)):
        if reports:
            sheet.section(label)
            sheet.lines(reports)


def _show_expectation(sheet: page.Page, case: "Case") -> None:
    expectation = case.expectation
    if expectation.refused is not None:
        sheet.section("Refused")
        sheet.lines([f"action {expectation.refused + 1}"])
    if expectation.offered:
        sheet.section("Asked, with exactly these options")
        sheet.lines(_question(offer, "options", "may choose") for offer in expectation.offered)
    if expectation.not_offered:
        sheet.section("Not offered")
        sheet.lines(_question(offer, "option", "never") for offer in expectation.not_offered)
    if expectation.throughout:
        sheet.section("At every moment")
        sheet.lines(lines(expectation.throughout))
    if expectation.expect:
        sheet.section("Result" + (", the same as before" if case.unchanged else ""))
        sheet.lines(lines(expectation.expect))
    for number, result in enumerate(expectation.possible, start=1):
        sheet.section(f"Possible result {number} of {len(expectation.possible)}")
        sheet.lines(lines(result))


def _steps(case: "Case") -> Iterator[str]:
    from checker.judging.claims import is_checkpoint

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


def _cites(sheet: page.Page, corpus: "Corpus", cites: "Iterable[Cite]") -> None:
    sources = corpus.sources["sources"]
    for cite in dict.fromkeys(cites):
        source = sources.get(cite.source, {})
        facts = source.get("passages", {}).get(cite.rule, {})
        part = f", {cite.part}" if cite.part else ""
        at = f" - {facts['at']}" if "at" in facts else ""
        sheet.bullet(f"{cite.rule}{part}", f"{source.get('title', cite.source)}, edition {cite.edition}{at}")
