"""`rulings prove`: breaks each rule of an engine in turn and shows what the corpus notices."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common

if TYPE_CHECKING:
    from checker.model import Case, Corpus
    from checker.prove import Breakage, Proof

EXAMPLES = """\
  rulings prove                                          every rule of the reference engine
  rulings prove dominion --rule dominion-exchange:not-gained
  rulings prove dominion --all --json                    the whole matrix, rules by cases"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "prove",
        summary="break each rule of an engine in turn and show what the corpus notices",
        description=(
            "Breaks each rule of an engine in turn, in every way that the engine offers, and runs the cases that the "
            "rule has a part in. A broken rule that no case notices is a hole in the corpus."
        ),
        examples=EXAMPLES,
    )
    common.add_selection(parser)
    common.add_edition(parser)
    asking.add_engine(parser)
    parser.add_argument("--rule", metavar="RULE", action="append", help="break this rule only; may be repeated")
    parser.add_argument(
        "--all", action="store_true", help="run every case that a rule has a part in, not just until three notice"
    )
    parser.add_argument("-j", dest="jobs", metavar="N", type=_jobs, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _jobs(told: str) -> int:
    if not told.isdecimal() or not int(told):
        raise ArgumentTypeError(f"{told!r} is no number of processes")
    return int(told)


ENOUGH = 3
"""How many cases have to notice before the rest need not be run."""


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.editions import standing
    from checker.engines import Description, EngineFailure
    from checker.model import same_rule
    from checker.prove import breakages, reach, unnoticed_rulings
    from checker.query import find

    corpus = common.corpus(args)
    cases = standing(corpus, find(corpus, args.what, args.expression).cases)
    try:
        with asking.opened(args) as engine:
            description = Description.of(engine.describe(rules=True))
            reached = reach(corpus, cases, engine, description)
    except EngineFailure as failure:
        return asking.fail(str(failure), common.ENGINE_UNUSABLE)
    games = {case.game for case in cases}
    wanted = [
        each
        for each in breakages(description)
        if (each.game is None or each.game in games)
        and (not args.rule or any(same_rule(each.rule, rule) for rule in args.rule))
    ]
    if not wanted:
        return asking.fail("the engine has no such rule that can be broken", common.ENGINE_UNUSABLE)
    tasks = [(each, [case.id for case in cases if each.rule in reached[case.id]]) for each in wanted]
    proofs = list(_proofs(args, corpus, tasks))
    survivors = [proof for proof in proofs if proof.survives]
    holes = unnoticed_rulings(corpus, cases, proofs) if args.all and not args.rule else []
    if args.json:
        _print_json(proofs, holes)
    else:
        _print(args, proofs, holes)
    return common.NOT_AS_EXPECTED if survivors else common.AS_EXPECTED


_Task = tuple["Breakage", list[str]]


def _proofs(args: Namespace, corpus: "Corpus", tasks: Sequence[_Task]) -> "Iterator[Proof]":
    """Yield what came of each, in order; in several processes where that is asked for."""
    if args.jobs == 1:
        worker = _Worker(args, corpus)
        yield from map(worker.prove, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(args.jobs, initializer=_start, initargs=(args,)) as pool:
        yield from pool.map(_work, tasks, chunksize=4)


class _Worker:
    """A process's own corpus and engine."""

    def __init__(self, args: Namespace, corpus: "Corpus") -> None:
        from checker.engines import Description
        from checker.engines.spec import Limits, open_engine

        self._corpus = corpus
        self._engine = open_engine(args.engine, Limits(request=args.timeout))
        self._description = Description.of(self._engine.describe())
        self._enough = None if args.all else ENOUGH

    def prove(self, task: _Task) -> "Proof":
        from checker.prove import prove

        breakage, names = task
        cases: list[Case] = [self._corpus.cases[name] for name in names]
        return prove(self._corpus, cases, self._engine, self._description, breakage, enough=self._enough)


_worker: list[_Worker] = []


def _start(args: Namespace) -> None:
    _worker.append(_Worker(args, common.corpus(args)))


def _work(task: _Task) -> "Proof":
    return _worker[0].prove(task)


def _print_json(proofs: "Sequence[Proof]", holes: Sequence[str]) -> None:
    from checker.prove import as_json

    common.print_json(
        {
            "broken": [as_json(proof) for proof in proofs],
            "survivors": [proof.breakage.asked() for proof in proofs if proof.survives],
            "rulings whose own rule no case of theirs notices": list(holes),
        }
    )


def _print(args: Namespace, proofs: "Sequence[Proof]", holes: Sequence[str]) -> None:
    from rich.text import Text

    console = common.console(args)
    rule = ""
    for proof in proofs:
        if proof.breakage.rule != rule:
            rule = proof.breakage.rule
            console.print(Text(rule, style="bold"), soft_wrap=True)
        line = Text(f"  {proof.breakage.how}  ").append(_noticed(proof, every=args.all), style=_style(proof))
        console.print(line, soft_wrap=True)
    if holes:
        console.print(Text("\nRulings whose own rule no case of theirs notices:", style="bold"))
        for name in holes:
            console.print(Text(f"  {name}"), soft_wrap=True)
    console.print(Text(f"\n{summary(proofs)}", style="bold"), soft_wrap=True)


def _noticed(proof: "Proof", *, every: bool) -> str:
    if proof.fallen:
        more = "" if every or len(proof.fallen) < ENOUGH else " or more"
        return f"noticed by {len(proof.fallen)}{more} of {proof.touched} cases, {len(proof.citing)} citing it"
    if proof.breakage.harmless is not None:
        return f"noticed by none, rightly: {proof.breakage.harmless}"
    return "noticed by none" if proof.touched else "noticed by none, and no case reaches it"


def _style(proof: "Proof") -> str:
    return "bold red" if proof.survives else "green" if proof.citing else ""


def summary(proofs: "Sequence[Proof]") -> str:
    """Say in a line how much is noticed."""
    rules = {proof.breakage.rule for proof in proofs}
    live = [proof for proof in proofs if proof.breakage.harmless is None]
    noticed = [proof for proof in live if proof.fallen]
    citing = [proof for proof in noticed if proof.citing]
    return (
        f"{len(live)} ways to break {len(rules)} rules: {len(noticed)} noticed, {len(citing)} by cases that cite the "
        f"rule; {len(live) - len(noticed)} survive"
    )
