"""`rulings fuzz`: compares engines in positions that no case has."""

import json
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common
from checker.cli.plain import say
from checker.prose import many

if TYPE_CHECKING:
    from checker.fuzz.hunt import Hunt
    from checker.fuzz.trial import Apart, Seat, Trial
    from checker.model import Case, Corpus, Json

_EXAMPLES = """\
  rulings fuzz --engine 'cmd:my-engine'                    a hundred positions
  rulings fuzz mtg/exchange -n 2000 --engine python:my.engine:Engine
  rulings fuzz --engine 'cmd:one' --engine 'cmd:other'     where these two agree, and the reference engine does not
  rulings fuzz --against 'cmd:main' --engine 'cmd:branch'  two versions of an engine
  rulings fuzz --cases --engine 'cmd:my-engine'            what cases that pass do not look at

exit codes: 0 no differences, 1 some differences, 2 wrong usage or a corpus that cannot be used,
3 an engine cannot be used, 130 interrupted"""

_FEW = 0.2
"""Of what part of the positions it is few if all engines play no more."""
_KINDS = 12
"""How many kinds of differences are counted at the end."""
_RULES = 12
"""How many of the rules that the first engine used are listed."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "fuzz",
        summary="compares an engine with another in positions grown from the corpus",
        description="Compares an engine with the reference engine in positions that no case has: plays positions grown "
        "at random from those of the cases, compares everything that results, and reports where the two differ, each "
        "time with the smallest position found that shows it, written as a case. The rules have to say which is right.",
        examples=_EXAMPLES,
    )
    common.add_selection(parser)
    common.add_edition(parser, default=None)
    parser.add_argument(
        "--engine",
        metavar="SPEC",
        action="append",
        required=True,
        help=f"{asking.SPEC}; of several, only differences that all of them share are reported",
    )
    parser.add_argument(
        "--against", metavar="SPEC", default="reference", help="the engine to compare with (default: reference)"
    )
    asking.add_limits(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "-n",
        dest="number",
        metavar="N",
        type=asking.count,
        default=100,
        help="how many positions (default: %(default)s)",
    )
    which.add_argument(
        "--cases",
        action="store_true",
        help="play the positions of the cases themselves, along each way that they can go, and grow none",
    )
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        type=common.named,
        help="leave out the cases of this file, which are known to fail",
    )
    parser.add_argument(
        "--seed", metavar="N", type=_seed, default=0, help="the random seed: the same number gives the same positions"
    )
    parser.add_argument(
        "--most",
        metavar="N",
        type=asking.count,
        default=10,
        help="stop after this many differences (default: %(default)s)",
    )
    parser.add_argument(
        "--ignore",
        metavar="FACT",
        action="append",
        default=[],
        help="do not compare this fact, named by its word in a position",
    )
    parser.add_argument("--json", action="store_true", help="print JSON lines, each with the request that shows it")


def _seed(told: str) -> int:
    if not told.isascii() or not told.isdigit():
        raise ArgumentTypeError(f"{told!r} is not a whole number")
    return int(told)


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.engines import Unusable
    from checker.fuzz.hunt import Hunt
    from checker.fuzz.trial import Trial
    from checker.model import NEWEST

    args.edition = args.edition or NEWEST
    corpus = common.corpus(args)
    cases = _cases(args, corpus)
    ignored = _ignored(args, {case.game for case in cases})
    with ExitStack() as opened:
        try:
            first, *others = [_seat(args, spec, opened) for spec in (args.against, *args.engine)]
            hunt = Hunt(corpus, cases, Trial(first, others, ignored), args.seed)
            found, interrupted = _hunt(args, hunt)
        except Unusable as failure:
            return asking.unusable(failure)
    for line in _summary(args, hunt, found):
        say(line)
    if interrupted:
        return common.INTERRUPTED
    return common.NOT_AS_EXPECTED if found else common.AS_EXPECTED


def _cases(args: Namespace, corpus: "Corpus") -> "list[Case]":
    """Return the cases that are selected, but for those that are known to fail."""
    from checker.editions import standing
    from checker.finding.query import find
    from checker.running import baseline

    known = baseline.load(args.baseline).entries if args.baseline is not None else {}
    cases = [case for case in standing(corpus, find(corpus, args.what, args.expression).cases) if case.id not in known]
    if not cases:
        raise asking.no_cases(corpus)
    return cases


def _hunt(args: Namespace, hunt: "Hunt") -> tuple[int, bool]:
    """Report each difference as it is found; return how many there were, and whether a person stopped it."""
    from checker.reports.progress import Bar

    number = len(hunt.cases) if args.cases else args.number
    bar = Bar(common.console(args), "cases" if args.cases else "positions", number)
    after_each: Callable[[int], None] = (lambda _: None) if args.json else bar.reach
    differences = hunt.found_in_cases(after_each) if args.cases else hunt.found(number, after_each)
    found = 0
    try:
        for found, apart in enumerate(islice(differences, args.most), start=1):
            bar.clear()
            _tell(args, found, apart, hunt)
    except KeyboardInterrupt:
        return found, True
    finally:
        bar.clear()
    return found, False


def _ignored(args: Namespace, games: "Iterable[str]") -> frozenset[str]:
    from checker.hints import did_you_mean
    from checker.positions.vocabulary import Vocabulary
    from checker.problems import UsageError

    facts = {word for game in games for word in Vocabulary.of(game).all_facts()}
    for word in args.ignore:
        if word not in facts:
            hint = did_you_mean(word, sorted(facts)) or "docs/formats.md has the words of a position"
            raise UsageError(f"there is no fact `{word}`", hint)
    return frozenset(args.ignore)


def _seat(args: Namespace, spec: str, opened: ExitStack) -> "Seat":
    from checker.engines import Description
    from checker.engines.spec import open_engine
    from checker.fuzz.trial import Seat

    engine = open_engine(spec, asking.limits(args))
    opened.callback(engine.close)
    return Seat(spec, engine, Description.of(engine.describe()))


def _tell(args: Namespace, number: int, apart: "Apart", hunt: "Hunt") -> None:
    """Report one difference."""
    from checker.fuzz.draft import draft, written

    case = draft(apart, f"difference-{number}")
    if args.json:
        told = {
            "from": apart.position.case,
            "differences": [difference.json() for difference in apart.differences],
            "rules": _rules(apart, hunt.trial),
            "notes": dict(_notes(apart, hunt.corpus)),
            "case": case,
            "request": apart.position.request,
        }
        common.json_stdout().write(f"{_line(told)}\n")
    else:
        for line in _lines(args, number, apart, hunt):
            say(line)
        say()
        for line in written(case).splitlines():
            say(f"    {line}")
        say()
    sys.stdout.flush()


def _line(told: "Json") -> str:
    return json.dumps(told, ensure_ascii=False)


def _lines(args: Namespace, number: int, apart: "Apart", hunt: "Hunt") -> Iterator[str]:
    from checker.positions.compare import show
    from checker.reports.text import shortened

    trial = hunt.trial
    others = " and ".join(seat.spec for seat in trial.others)
    yield f"{number}. {'from' if args.cases else 'grown from'} {apart.position.case}"
    for difference in apart.differences:
        note = f" ({difference.note})" if difference.note else ""
        yield f"   {difference.path}{note}"
        for name, value in ((trial.first.spec, difference.expected), (others, difference.actual)):
            yield f"     {name}: {shortened(show(value))}"
    if rules := _rules(apart, trial):
        yield f"   {trial.first.spec} went by {', '.join(rules)}"
    for card, note in _notes(apart, hunt.corpus):
        yield f"   {card}, as the corpus has it: {note}"


def _rules(apart: "Apart", trial: "Trial") -> list[str]:
    """Return the rules that the first engine used, if it tells, the rarest first."""
    from checker.engines import EngineFailure
    from checker.fuzz.draft import rules

    if "trace" not in trial.first.description.capabilities:
        return []
    try:
        outcome = trial.first.engine.run({**apart.position.request, "trace": True})
    except EngineFailure:
        return []
    return list(islice(rules(outcome.get("trace", [])), _RULES))


def _notes(apart: "Apart", corpus: "Corpus") -> Iterator[tuple[str, str]]:
    """Yield what the corpus notes on its data of a card: mostly that a part of the card is left out."""
    from checker.positions.vocabulary import Vocabulary
    from checker.reading.yaml_subset import read

    game = apart.position.game
    for card in Vocabulary.of(game).cards(apart.position.given):
        place = corpus.card(game, card)
        note = read(place.path.read_bytes(), place.path).get("notes") if place is not None else None
        if note:
            yield card, " ".join(note.split())


def _few(hunt: "Hunt") -> Iterator[str]:
    """Say how more would be played, where hardly any were."""
    games = {case.game for case in hunt.cases}
    listed = all(seat.claims(game).cards is not None for seat in hunt.trial.others for game in games)
    if hunt.tally.played < hunt.tally.positions * _FEW and not listed:
        yield "few were played: an engine that lists its `cards` when it describes itself is sent no others"


def _summary(args: Namespace, hunt: "Hunt", found: int) -> Iterator[str]:
    tally = hunt.tally
    told = {
        "positions": tally.positions,
        "played": tally.played,
        "apart": tally.apart,
        "found": found,
        "kinds": dict(tally.kinds.most_common()),
        "seed": args.seed,
    }
    if args.json:
        yield _line(told)
        return
    positions = many(tally.positions, "position") + ("" if args.cases else f" (seed {args.seed})")
    if not tally.played:
        yield f"{positions}, and none that all engines play"
        yield from _few(hunt)
        return
    apart = f"{tally.apart:,} of them not alike" if tally.apart else "all of them alike"
    yield f"{positions}: {tally.played:,} played by all, {apart}; {many(found, 'difference')} told"
    if tally.untold:
        yield f"{many(tally.untold, 'position')} not played: an engine lacks something, or asks what another does not"
    yield from _few(hunt)
    if tally.kinds:
        yield f"they are about {', '.join(f'{kind} {count}' for kind, count in tally.kinds.most_common(_KINDS))}"
    if found == args.most:
        yield f"stopped after {many(found, 'difference')}; --most has more"
