"""What a person reads while a run goes on, and after it."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from pathlib import Path
from typing import TYPE_CHECKING

from checker.engines import UNENDED
from checker.judging.explore import key_of
from checker.judging.verdict import HARMLESS, Standing, Status, Verdict
from checker.model import EACH, NEWEST, Case, Json, Place
from checker.positions.compare import Difference, show
from checker.positions.shown import beside
from checker.prose import many
from checker.reading.locate import corpus_option, data
from checker.reports.afresh import Afresh
from checker.reports.by_ruling import ByRuling
from checker.reports.messages import lines as told_messages
from checker.reports.one_more import one_more
from checker.reports.progress import Bar
from checker.reports.script import played, where
from checker.reports.text import clean, ends, parted, shortened
from checker.running.runner import Ended, Event, Finished, Started, Summary

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from checker.running.baseline import Standings

MOST_RULINGS = 10
"""For how many rulings it is shown how often they are broken."""

DETAILED = 20
"""For how many failures everything is shown; the others get one line."""

SENT = 3
"""For how many unsupported cases it is shown what went to and fro, if that is asked for."""

SLOWEST = 10
"""How many of the cases that took longest are told."""

_STYLES = {Status.PASSED: "green", Status.UNSUPPORTED: "yellow"}


FIXED = "passes now; --prune-baseline takes it out"
"""What is told of a case that the baseline says fails."""

_STANDS = {
    Standing.NEW: "a new failure",
    Standing.OTHER: "not the failure in the baseline",
    Standing.FIXED: "the baseline says that it fails",
    Standing.KNOWN: "known",
}


class Terminal:
    """Shows each failure as it comes, and at the end how many cases had which result, out of how many."""

    def __init__(self, console: "Console", *, verbose: bool = False, limits: str = "") -> None:
        """Write to this console; `verbose` tells every case, and `limits` are the options for the engine's."""
        self._console = console
        self._verbose = verbose
        self._limits = limits
        self._spec = ""
        self._edition = NEWEST
        self._root = data("corpus")
        self._known = 0
        self._told = 0
        self._sent = 0
        """How many cases were sent, came back as unsupported, and have what went to and fro."""
        self._lacks: Counter[str] = Counter()
        self._run: Started | None = None
        self._unclaimed: list[Case] = []
        self._by_ruling = ByRuling()
        self._afresh = Afresh()
        self._slowest: list[tuple[float, str, int]] = []
        self._bar = Bar(console, "cases", 0)

    def hear(self, event: Event) -> None:
        """Write what an event tells."""
        match event:
            case Started():
                self._run = event
                self._spec, self._edition, self._root = event.spec, event.corpus.edition, event.corpus.root
                self._bar = Bar(self._console, "cases", event.selected)
            case Finished():
                self._known += 1
                self._finished(event)
                self._bar.reach(self._known)
            case Ended():
                self.close()
                self._ended(event.summary)

    def close(self) -> None:
        """Give the terminal back as it was, also if a run breaks off; can be called twice."""
        self._bar.clear()

    def _finished(self, event: Finished) -> None:
        status = event.verdict.status
        self._by_ruling.note(event)
        self._afresh.note(event)
        if self._verbose and event.verdict.runs:
            slow = (event.seconds, event.case.id, event.verdict.runs)
            self._slowest = nlargest(SLOWEST, (*self._slowest, slow))
        if status is Status.UNSUPPORTED:
            self._lacks[event.verdict.message] += 1
            self._unclaimed += [] if event.verdict.claimed else [event.case]
        if event.wrong:
            self._told += 1
        fixed = event.standing is Standing.FIXED
        detailed = event.wrong and not fixed and (self._verbose or self._told <= DETAILED)
        sent = status is Status.UNSUPPORTED and bool(event.verdict.messages)
        self._sent += sent
        sent = sent and (self._verbose or self._sent <= SENT)
        if sent or self._verbose or event.wrong:
            self._line(event)
        if detailed:
            self._detail(event)
        elif sent:
            self._say("\n".join((*told_messages(event.verdict), "")), "")

    def _line(self, event: Finished) -> None:
        from rich.text import Text

        status = event.verdict.status
        style = _STYLES.get(status, "bold red") if event.wrong or status in HARMLESS else "yellow"
        line = Text(f"{status} ", style=style).append(event.case.id, style="bold")
        if event.standing is not None:
            line.append(f" ({_STANDS[event.standing]})", style="bold magenta")
        if event.standing is Standing.FIXED:
            line.append(f"  {FIXED}", style="not bold")
        elif status is not Status.PASSED and not (event.wrong and self._told <= DETAILED):
            line.append(f"  {clean(where(event.case, event.verdict.message))}", style="not bold")
        self._console.print(line, soft_wrap=True)

    def _detail(self, event: Finished) -> None:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        case, verdict = event.case, event.verdict
        facts = Table.grid(padding=(0, 2))
        facts.add_column(style="dim", no_wrap=True)
        facts.add_column(overflow="fold")
        for name, text in _facts(event):
            facts.add_row(name, Text(text))
        self._console.print(Padding(facts, (0, 0, 0, 2)))
        if verdict.differences:
            self._console.print(Padding(_differences(case, verdict.differences), (1, 0, 1, 4)))
            for line in _ways(verdict):
                self._console.print(Padding(Text(line), (0, 0, 0, 2)))
        notes, said = parted(event.stderr)
        data = ", and the data of its error" if verdict.status is Status.ERROR else ""
        wrote = [*notes, *([f"its standard error{data}:", *ends(said)] if said.strip() else [])]
        if wrote:
            self._console.print(Padding(Text(clean("\n".join(wrote)), style="dim"), (0, 0, 0, 2)))
        if verdict.messages:
            self._say("\n".join(told_messages(verdict)), "")
        for name, text in (
            ("where", _nearby(case.place)),
            ("again", f"rulings check {shlex.quote(case.id)}{self._options()}"),
        ):  # not wrapped, since these are to be copied
            self._console.print(Text(f"  {name}  ", style="dim").append(text, style="not dim"), soft_wrap=True)
        self._console.print()

    def _options(self) -> str:
        """Return the options that run a case as it was run."""
        options = {
            "--engine": self._spec if self._spec != "reference" else "",
            "--edition": self._edition if self._edition != NEWEST else "",
        }
        named = "".join(f" {name} {shlex.quote(value)}" for name, value in options.items() if value)
        return named + self._limits + corpus_option(self._root)

    def _ended(self, summary: Summary) -> None:
        if self._told > DETAILED and not self._verbose:
            self._say(f"(of {many(self._told - DETAILED, 'failure')} only a line is shown; -v shows all of each)", "")
        if broken := self._by_ruling.told():
            self._say("\n".join(where_to_begin(broken)), "")
        if len(self._slowest) > 1:
            self._say("\n".join(slowest(self._slowest)), "")
        self._unsupported()
        for line in self._afresh.told():
            self._say(line, "yellow")
        if summary.against is not None:
            self._say("\n".join(compared(summary.against)), "yellow")
        good = summary.as_expected and not summary.interrupted and not summary.idle
        self._say(summed(summary), "green" if good else "bold red")

    def _unsupported(self) -> None:
        """Write what the engine lacks, and what would help most."""
        if self._sent > SENT and not self._verbose:
            left = many(self._sent - SENT, "unsupported case")
            self._say(f"(of {left} it is not shown what went to and fro; -v shows it of each)", "")
        told = self._lacks.most_common(None if self._verbose else 10)
        for lack, number in told:
            self._say(f"{number} unsupported: {clean(lack)}", "yellow")
        if others := self._lacks.total() - sum(number for _, number in told):
            self._say(f"{others} unsupported for other reasons; -v lists each", "yellow")
        if self._run is not None and (more := one_more(self._run.corpus, self._run.engine, self._unclaimed)):
            named = ", ".join(f"{card} ({many(number, 'case')})" for card, number in more)
            self._say(f"with one card more it would be sent more cases: {clean(named)}", "yellow")

    def _say(self, text: str, style: str) -> None:
        """Write text that is not wrapped; only on a terminal has it a style, which needs rich."""
        if not self._console.is_terminal:
            self._console.file.write(f"{text}\n")
            return
        from rich.text import Text

        self._console.print(Text(text, style=style), soft_wrap=True)


def slowest(cases: Sequence[tuple[float, str, int]]) -> Iterator[str]:
    """Yield in lines which cases took longest."""
    yield "the slowest cases:"
    wide = len(f"{cases[0][0]:.3f}")
    for seconds, case, runs in cases:
        yield f"  {f'{seconds:.3f}':>{wide}} s  {case} ({many(runs, 'run')})"


def where_to_begin(broken: Sequence[tuple[Case, int, int]]) -> Iterator[str]:
    """Yield in lines which rulings are broken most."""
    yield "not as expected, by ruling, with the shortest of its cases to begin with:"
    shown = broken[:MOST_RULINGS]
    wide = max(len(f"{wrong} of {run}") for _, wrong, run in shown)
    for case, wrong, run in shown:
        yield f"  {f'{wrong} of {run}':>{wide}}  {case.id}"
    if more := len(broken) - len(shown):
        yield f"  and {many(more, 'ruling')} more"


def summed(summary: Summary) -> str:
    """Return a summary in a line or two, always with its denominators."""
    counts = ", ".join(f"{summary.counts[status]} {status}" for status in Status if summary.counts[status])
    if summary.idle:
        counts += ", so that nothing was checked"
    selected = f", {summary.selected:,} selected" if summary.selected != summary.cases else ""
    if summary.edition not in {NEWEST, EACH}:
        selected += f" as of {summary.edition}"
    if summary.out_of_force:
        selected += f" ({summary.out_of_force:,} not in force)"
    known = sum(summary.counts.values())
    stopped = ""
    if known < summary.selected:
        how = "interrupted" if summary.interrupted else "stopped"
        stopped = f"{how} with {many(summary.selected - known, 'case')} to go; "
    return (
        f"{many(summary.cases, 'case')} in the corpus{selected}, {summary.claimed:,} within the engine's claims, "
        f"{summary.run:,} run: {stopped}{counts or 'nothing'} ({many(summary.asked, 'run')}, {summary.seconds:.2f} s)"
    )


def compared(standings: "Standings") -> Iterator[str]:
    """Yield in lines how a run compares with its baseline."""
    for name in standings.unknown:
        meant = f"; {standings.meant[name]}" if name in standings.meant else ""
        yield f"the baseline lists {clean(name)}, which the corpus does not have{meant}"
    if standings.fewer:
        now, before = standings.fewer
        yield (
            f"{many(now, 'case')} within the engine's claims; "
            f"there were {before:,} when the baseline was written (fewer)"
        )
    if standings.fewer_played and not standings.fewer:
        now, before = standings.fewer_played
        yield f"{many(now, 'case')} played; there were {before:,} when the baseline was written (fewer)"
    nothing = "fewer cases" if standings.found["fewer"] else "clean"
    named = {
        "new": standings.counts[Standing.NEW],
        "failing in another way (other)": standings.counts[Standing.OTHER],
        "passing now (fixed)": standings.counts[Standing.FIXED],
        "for no case (unknown)": len(standings.unknown),
        "known": standings.counts[Standing.KNOWN],
    }
    yield "against the baseline: " + (", ".join(f"{count} {name}" for name, count in named.items() if count) or nothing)


def _facts(event: Finished) -> Iterator[tuple[str, str]]:
    """Yield what is told of a case that is not as expected, but for the differences."""
    case, verdict = event.case, event.verdict
    rules = ", ".join(dict.fromkeys(f"{cite.key} ({cite.edition})" for cite in case.cites))
    for name, text in (
        ("case", case.title),
        ("rule", event.ruling.statement),
        ("why", case.why),
        ("doubt", event.ruling.disputed),
        ("cites", rules),
    ):
        if text:
            yield name, " ".join(text.split())
    yield from played(case)
    if not verdict.differences:
        yield "came", clean(verdict.message)
    if verdict.status is Status.TIMED_OUT and UNENDED not in verdict.message:
        yield "limit", "--timeout gives an answer more seconds"


def _differences(case: Case, found: tuple[Difference, ...]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("", "expected", "came"):
        table.add_column(name, overflow="fold")
    shown = ((one, show(one.expected), show(beside(one.expected, one.actual))) for one in found)
    once = list({(one.path, expected, came): (one, expected, came) for one, expected, came in shown}.values())
    for one, expected, came in once[:10]:
        note = f"\n({shortened(one.note)})" if one.note else ""
        row = (where(case, one.path), shortened(expected), f"{shortened(came)}{note}")
        table.add_row(*(Text(clean(told)) for told in row))
    if len(once) > 10:  # noqa: PLR2004 - as many as are read
        table.add_row(f"and {len(once) - 10} more", "", "")
    return table


def _nearby(place: Place) -> str:
    """Return a place by its path from here, if that is shorter."""
    here = Path.cwd()
    path = place.path.relative_to(here) if place.path.is_relative_to(here) else place.path
    return str(Place(path, place.line))


def differences(case: Case, verdict: Verdict) -> Iterator[str]:
    """Yield in lines, for reports without tables, where what came was not what was expected, and by which choices."""
    yield from dict.fromkeys(where(case, str(one)) for one in verdict.differences)
    yield from _ways(verdict)


def _ways(verdict: Verdict) -> Iterator[str]:
    """Yield in lines the choices that led to differences, and which answers of the case were not among them."""
    ways = dict.fromkeys(told for one in verdict.differences if (told := _choices(one.choices)))
    for number, choices in enumerate(ways):
        yield f"{'or   ' if number else 'after'}  {choices}"
    if verdict.unasked:
        yield f"unused {never_asked(verdict.unasked)}"


def _choices(choices: tuple[Json, ...]) -> str:
    """Return choices as `alice exchange soldier: decline; ...`."""
    return "; ".join(chosen(choice) for choice in choices)


def chosen(choice: Json) -> str:
    """Return one choice as `alice, exchange, soldier: decline`."""
    who = ", ".join(map(str, key_of(choice).values()))
    return clean(f"{who}: {show(choice['choose'])}")


def never_asked(answers: Sequence[Json]) -> str:
    """Return scripted answers that no question took, and that this is what they are."""
    which = "an answer" if len(answers) == 1 else "answers"
    return f"{_choices(tuple(answers))} ({which} of the case that no question took)"
