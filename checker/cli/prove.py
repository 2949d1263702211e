"""`rulings prove`: breaks each rule of an engine in turn and shows what the corpus notices."""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common
from checker.prose import many

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext

    from checker.engines import Description, Engine
    from checker.model import Case, Corpus
    from checker.prove import Breakage, Proof

_EXAMPLES = """\
  rulings prove                                          every rule of the reference engine
  rulings prove dominion --rule dominion-exchange:not-gained
  rulings prove dominion --all --json                    the whole matrix, rules by cases

exit codes: 0 every broken rule is noticed, 1 some are not, 2 wrong usage or a corpus that cannot be used,
3 the engine cannot be used"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "prove",
        summary="breaks each rule of an engine in turn and shows what the corpus notices",
        description=(
            "Breaks each rule of an engine in turn, in every way that the engine offers, and runs the cases that the "
            "rule has a part in. A broken rule that no case notices is a hole in the corpus. A case notices if its "
            "result differs or never comes, but not if the broken engine breaks down or calls something unsupported."
        ),
        examples=_EXAMPLES,
    )
    common.add_selection(parser)
    common.add_edition(parser)
    asking.add_engine(parser)
    parser.add_argument("--rule", metavar="RULE", action="append", help="break this rule only; may be repeated")
    parser.add_argument(
        "--all", action="store_true", help="run every case that a rule has a part in, not just until one notices"
    )
    parser.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=asking.jobs,
        help="N processes, or `auto` (default: 1; for an engine in Python as many as are worth it)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import standing
    from checker.engines import Description, EngineFailure
    from checker.finding.query import find
    from checker.prove import reach, unneeded, unnoticed_rulings

    corpus = common.corpus(args)
    cases = standing(corpus, find(corpus, args.what, args.expression).cases)
    if not cases:
        raise asking.no_cases(corpus)
    try:
        with asking.opened(args) as engine:
            description = Description.of(engine.describe(rules=True))
            wanted = _wanted(args, cases, description)
            if not wanted:
                return asking.fail(_nothing(description), common.ENGINE_UNUSABLE)
            jobs = args.jobs or asking.worth(engine, len(cases))
            reached = reach(corpus, cases, engine, description, jobs if _context(engine) else 1)
            # A case that little happens in is soon played, and has little that could hide what is broken.
            names = [case.id for case in cases]
            order = names if args.all else sorted(names, key=lambda name: len(reached[name]))
            tasks = [(each, [name for name in order if each.rule in reached[name]]) for each in wanted]
            proofs = _proofs(args, corpus, engine, tasks, jobs)
    except EngineFailure as failure:
        return asking.fail(str(failure), common.ENGINE_UNUSABLE)
    survivors = [proof for proof in proofs if proof.survives]
    whole = args.all and not args.rule
    holes = unnoticed_rulings(corpus, cases, proofs) if whole else []
    spare = unneeded(cases, proofs) if whole else []
    if args.json:
        _print_json(proofs, holes, spare)
    else:
        _print(args, proofs, holes, spare)
    return common.NOT_AS_EXPECTED if survivors else common.AS_EXPECTED


def _nothing(description: "Description") -> str:
    """Say why none of an engine's rules is broken."""
    if "broken" not in description.capabilities:
        return asking.TELLS_NO_RULES
    return "the engine has no such rule that can be broken"


def _wanted(args: Namespace, cases: "Sequence[Case]", description: "Description") -> "list[Breakage]":
    """Return the ways to break a rule that are asked for."""
    from checker.model import same_rule
    from checker.prove import breakages

    games = {case.game for case in cases}
    return [
        each
        for each in breakages(description)
        if (each.game is None or each.game in games)
        and (not args.rule or any(same_rule(each.rule, rule) for rule in args.rule))
    ]


_Task = tuple["Breakage", list[str]]


def _proofs(args: Namespace, corpus: "Corpus", engine: "Engine", tasks: Sequence[_Task], jobs: int) -> "list[Proof]":
    """Return the result of each, in order, using a number of processes."""
    if jobs == 1:
        return list(_counted(map(_Worker(args, corpus, engine).prove, tasks), len(tasks)))
    from concurrent.futures import ProcessPoolExecutor

    context = _context(engine)
    jobs = min(jobs, len(tasks))
    if context is not None:  # what is forked has the corpus and a warm engine already
        _worker[:] = [_Worker(args, corpus, engine)]
        pool = ProcessPoolExecutor(jobs, context)
    else:
        pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(args,))
    # The longest first, so that no process is left with one when the others have done.
    order = sorted(range(len(tasks)), key=lambda number: -len(tasks[number][1]))
    with pool:
        came = dict(zip(order, _counted(pool.map(_work, [tasks[number] for number in order]), len(tasks)), strict=True))
    return [came[number] for number in range(len(tasks))]


def _counted(proofs: "Iterable[Proof]", total: int) -> "Iterator[Proof]":
    """Show somebody at a terminal how far it is."""
    seen = sys.stderr.isatty()
    for done, proof in enumerate(proofs, start=1):
        if seen:
            sys.stderr.write(f"\r{done:,} of {total:,} broken")
        yield proof
    if seen:
        sys.stderr.write("\r\x1b[K")


def _context(engine: "Engine") -> "ForkContext | None":
    """Return how to fork, for an engine in this process; None if that is impossible, or would share a pipe."""
    from multiprocessing import get_all_start_methods, get_context

    from checker.engines.in_process import InProcess

    return get_context("fork") if isinstance(engine, InProcess) and "fork" in get_all_start_methods() else None


class _Worker:
    """A process's corpus and engine."""

    def __init__(self, args: Namespace, corpus: "Corpus", engine: "Engine") -> None:
        from checker.engines import Description

        self._corpus = corpus
        self._engine = engine
        self._description = Description.of(engine.describe())
        self._every = args.all

    def prove(self, task: _Task) -> "Proof":
        from checker.prove import prove

        breakage, names = task
        cases: list[Case] = [self._corpus.cases[name] for name in names]
        return prove(self._corpus, cases, self._engine, self._description, breakage, every=self._every)


_worker: list[_Worker] = []


def _start(args: Namespace) -> None:
    from checker.engines.spec import open_engine

    _worker.append(_Worker(args, common.corpus(args), open_engine(args.engine, asking.limits(args))))


def _work(task: _Task) -> "Proof":
    return _worker[0].prove(task)


def _print_json(proofs: "Sequence[Proof]", holes: Sequence[str], spare: Sequence[str]) -> None:
    from checker.prove import as_json

    common.print_json(
        {
            "broken": [as_json(proof) for proof in proofs],
            "survivors": [proof.breakage.asked() for proof in proofs if proof.survives],
            "holes": list(holes),
            "spare": list(spare),
        }
    )


def _print(args: Namespace, proofs: "Sequence[Proof]", holes: Sequence[str], spare: Sequence[str]) -> None:
    from rich.text import Text

    from checker.reports.text import clean

    console = common.console(args)
    rule = ""
    unreached = [proof for proof in proofs if not proof.touched and proof.breakage.harmless is None]
    few = bool(args.rule) or len(unreached) <= len(proofs) / 2  # else the cases are about something else
    for proof in proofs:
        if proof in unreached and not few:
            continue
        if proof.breakage.rule != rule:
            rule = proof.breakage.rule
            console.print(Text(clean(rule), style="bold"), soft_wrap=True)
        noticed = clean(_noticed(proof, every=args.all))
        line = Text(f"  {clean(proof.breakage.how)}  ").append(noticed, style=_style(proof))
        console.print(line, soft_wrap=True)
    if not few:
        told = f"\n{many(len(unreached), 'way')} to break a rule that no case here reaches; --json lists which."
        console.print(Text(told), soft_wrap=True)
    if holes:
        console.print(Text("\nRulings whose own rule no case of theirs notices:", style="bold"))
        for name in holes:
            console.print(Text(f"  {name}"), soft_wrap=True)
    if spare:
        one = "s" * (len(spare) == 1)
        told = f"\n{many(len(spare), 'case')} notice{one} nothing that others don't; --json lists which."
        console.print(Text(told), soft_wrap=True)
    console.print(Text(f"\n{summary(proofs)}", style="bold"), soft_wrap=True)


def _noticed(proof: "Proof", *, every: bool) -> str:
    if proof.fallen and every:
        return f"noticed by {len(proof.fallen)} of {many(proof.touched, 'case')}, {len(proof.citing)} citing it"
    if proof.fallen:
        return f"noticed by {proof.fallen[0]}{', which cites it' if proof.citing else ''}"
    if proof.breakage.harmless is not None:
        return f"noticed by none, rightly: {proof.breakage.harmless}"
    return "noticed by none" if proof.touched else "noticed by none, and no case reaches it"


def _style(proof: "Proof") -> str:
    return "bold red" if proof.survives else "green" if proof.citing else ""


def summary(proofs: "Sequence[Proof]") -> str:
    """Return on one line how much is noticed."""
    rules = {proof.breakage.rule for proof in proofs}
    live = [proof for proof in proofs if proof.breakage.harmless is None]
    noticed = [proof for proof in live if proof.fallen]
    citing = [proof for proof in noticed if proof.citing]
    left = len(live) - len(noticed)
    return (
        f"{many(len(live), 'way')} to break {many(len(rules), 'rule')}: {len(noticed)} noticed, "
        f"{len(citing)} by cases that cite the rule; {left} survive{'s' * (left == 1)}"
    )
