"""
Mana (106): pools, restrictions on what mana may be spent on, and what happens when it is.

A player whose mana the position does not tell has whatever a cost asks for. One who has a pool pays from it: colourless
symbols first, then coloured ones, with mana that cannot pay generic mana, or else with the mana that came first, unless
the action says which mana is spent. A hybrid symbol is paid by the half that takes less mana, unless the rest could not
be paid then.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Unsupported
from reference_engine.mtg.cards.abilities import ability, delayed
from reference_engine.mtg.events import Event, LoseMana, PayLife
from reference_engine.mtg.floating_effects import begin
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Mana, Player
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells.triggers import trigger

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_KNOWN: Final = re.compile(r"[WUBRGC]|(\d+|[WUBRGC])/[WUBRG](/P)?|[WUBRG]/P")
"""The mana symbols that a cost can have besides numbers and X (107.4)."""


def symbols_of(cost: Sequence[str], x: int) -> list[str]:
    """Return the single mana that the symbols of a cost ask for, generic ones as `1`, `-1` for one of those less."""
    return [each for symbol in cost for each in _single(symbol, x)]


def _single(symbol: str, x: int) -> list[str]:
    if symbol == "X":
        return ["1"] * x
    if symbol.isdigit():
        return ["1"] * int(symbol)
    if symbol.startswith("-"):
        return ["-1"] * int(symbol[1:])
    if _KNOWN.fullmatch(symbol):
        return [symbol]
    raise Unsupported("word", f"mana symbol {{{symbol}}}")


def means(
    game: Game, cost: Sequence[str], player: Player, ctx: Context, use: Any, told: Mapping[str, int] | None = None
) -> tuple[list[Mana], list[Event]] | None:
    """
    Return the mana of the pool, and the payment of life, with which a player can pay the symbols of a cost.

    Of Phyrexian symbols as few as possible are paid with life (107.4f). None where the cost cannot be paid.
    """
    from reference_engine.mtg.spells.costs import event_impossible

    left = symbols_of(cost, ctx.casting.x)
    if told is None and not player.pays:
        return [], []
    usable = [each for each in player.pool if spendable(game, each, use)]
    pool = usable if told is None else _named(usable, told)
    free = as_though_of(game, player)
    for by_life in _paid_with_life(left):
        rest = list((Counter(left) - Counter(by_life)).elements())
        chosen = _assignment(game, rest, pool, free, None if told is None else len(pool))
        if chosen is not None:
            payment = PayLife(player=player, amount=2 * len(by_life), cause=ctx.cause)
            if not by_life:
                return chosen, []
            return None if event_impossible(game, payment) or payment.amount > player.life else (chosen, [payment])
    return None


def _paid_with_life(symbols: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield which of the Phyrexian symbols could be paid with life, as few as possible first."""
    phyrexian = sorted(symbol for symbol in symbols if symbol.endswith("/P"))
    for number in range(len(phyrexian) + 1):
        yield from dict.fromkeys(itertools.combinations(phyrexian, number))


def spend(game: Game, player: Player, chosen: Iterable[Mana], payment: Sequence[Event]) -> None:
    """Spend the mana of the pool, and pay the life, that was found for a cost."""
    if payment:
        propose(game, *payment)
    for each in chosen:
        player.pool.remove(each)
        game.unsettle()


def _named(pool: list[Mana], told: Mapping[str, int]) -> list[Mana]:
    """Return the mana that an action says is spent."""
    found: list[Mana] = []
    for kind, number in told.items():
        there = [each for each in pool if each.kind == kind][:number]
        if len(there) < number:
            raise Refused(f"there is not enough {kind} mana in the pool", "601.2h")
        found += there
    return found


def _assignment(
    game: Game, wanted: list[str], pool: list[Mana], free: Collection[str], number: int | None
) -> list[Mana] | None:
    """Return mana of a pool, so much if that is told, that pays the symbols; None if there is none that does."""
    plain = [symbol for symbol in wanted if "/" not in symbol and symbol != "-1"]
    hybrids = [halves(game, symbol) for symbol in wanted if "/" in symbol]
    less = wanted.count("-1")
    for symbols in sorted((reduced(game, [*plain, *way], less) for way in ways(hybrids)), key=len):
        chosen = _fitting(game, sorted(symbols, key=lambda symbol: (symbol == "1", symbol != "C")), pool, free)
        if chosen is not None and number in {None, len(chosen)}:
            return chosen
    return None


def ways(hybrids: Iterable[Sequence[Sequence[str]]]) -> Iterable[list[str]]:
    """Return what can be paid for hybrid symbols: each set of symbols once, so that many alike are few ways."""
    found: dict[tuple[str, ...], list[str]] = {(): []}
    for either in hybrids:
        longer: dict[tuple[str, ...], list[str]] = {}
        for way, half in itertools.product(found.values(), either):
            longer.setdefault(tuple(sorted([*way, *half])), [*way, *half])
        found = longer
    return found.values()


def _fitting(game: Game, symbols: list[str], pool: list[Mana], free: Collection[str]) -> list[Mana] | None:
    """Return mana that pays symbols of which each can be paid in one way only."""
    left = list(pool)
    chosen: list[Mana] = []
    for symbol in symbols:
        as_any = "any type" in free or ("any color" in free and not colorless(game, symbol))
        any_kind = symbol == "1" or as_any
        able = [each for each in left if (any_kind or each.kind == symbol) and pays_for(game, each, symbol)]
        if not able:
            return None
        fitting = min(able, key=lambda each: each.never != "generic")  # what could be generic is left for that
        left.remove(fitting)
        chosen.append(fitting)
    return chosen


@rule(
    "107.4e",
    usual=(),
    mistakes={
        "one half only": lambda function, game, symbol: function(game, symbol)[:1],
        "one mana for a number": lambda function, game, symbol: tuple(
            ("1",) if "1" in way else way for way in function(game, symbol)
        ),
    },
)
def halves(_game: Game, symbol: str) -> tuple[tuple[str, ...], ...]:
    """A hybrid symbol is paid in one of two ways: by either half, of which a number is so much mana of any type."""
    ways = (("1",) * int(half) if half.isdigit() else (half,) for half in symbol.split("/"))
    return tuple(sorted(ways, key=len))


@rule("601.2f", usual=(), mistakes={"not those of hybrid symbols": lambda _rule, _game, symbols, _less: symbols})
def reduced(_game: Game, symbols: list[str], less: int) -> list[str]:
    """How a hybrid symbol is paid is announced before costs are reduced (601.2b): generic halves are reduced, too."""
    kept = [symbol for symbol in symbols if symbol != "1"]
    return [*kept, *["1"] * max(0, len(symbols) - len(kept) - less)]


@rule("107.4c")
def colorless(_game: Game, symbol: str) -> bool:
    """The colourless symbol is paid with colourless mana only, which is mana of no colour (106.1b)."""
    return symbol == "C"


@rule("106.6")
def pays_for(_game: Game, mana: Mana, symbol: str) -> bool:
    """Mana may be restricted to what is not generic in a cost."""
    return symbol != "1" or mana.never != "generic"


@rule("609.4b", usual=("nothing",))
def as_though_of(game: Game, player: Player) -> list[str]:
    """An effect may let a player spend mana as though it were of any colour, or of any type."""
    told = [(entry.ability.data["static"], entry.context) for entry in rule_changes(game)]
    return [
        what["spends"]
        for what, ctx in told
        if "spends" in what and references.is_player(game, player, what["affects"], ctx)
    ]


@rule("106.6")
def spendable(game: Game, mana: Mana, use: Any) -> bool:
    """Mana may be restricted in what it can be spent on."""
    return (mana.only is None or _meant(game, mana, mana.only, use)) and not (
        isinstance(mana.never, dict) and _meant(game, mana, mana.never, use)
    )


def _meant(game: Game, mana: Mana, told: Any, use: Any) -> bool:
    """Say whether a use of mana is one of those allowed."""
    what, obj = use
    return what in told and pattern(told[what]).means(game, obj, surroundings(mana))


def surroundings(mana: Mana) -> Context:
    """Return what the words of restricted mana, and of mana with additional effects, refer to."""
    assert mana.context is not None
    return mana.context


@rule("106.4")
def empty_pools(game: Game) -> None:
    """Unspent mana is lost as a step or phase ends (500.5)."""
    unspent = [LoseMana(player=player, mana=each) for player in game.players for each in player.pool]
    if unspent:
        propose(game, *unspent)


def riders(game: Game, spent: list[Mana], obj: GameObject, event: Event) -> None:
    """Apply the additional effects of spent mana to what it was spent on (106.6)."""
    for each in spent:
        if each.spent is not None:
            once_for_each(game, each, obj, event)


@rule("106.6a")
def once_for_each(game: Game, mana: Mana, obj: GameObject, event: Event) -> None:
    """What follows from spending mana follows once for each mana, also for mana that was added by increasing it."""
    ctx = surroundings(mana)
    told = mana.spent
    if "when" in told:
        made = delayed(told)
        if any(each.matches(game, event, ctx) for each in made.events):
            trigger(game, made, ctx.at(event))
        return
    begin(game, ability(told), ctx.but(names={**ctx.names, "it": obj}), until=told.get("until"))
