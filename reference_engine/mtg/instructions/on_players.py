"""Instructions about players: damage, life, cards, mana, winning and losing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import library
from reference_engine.mtg.characteristics import Characteristics, symbols
from reference_engine.mtg.events import (
    AddMana,
    Damage,
    Discard,
    DrawCards,
    Event,
    GainLife,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    Proliferate,
    Scry,
    Search,
    Shuffle,
    WinGame,
)
from reference_engine.mtg.exchange import life_becomes
from reference_engine.mtg.instructions.registry import (
    Spec,
    moved,
    players_of,
    remember,
    results,
    selected,
    taken,
    verb,
    verb_by_number,
    verb_by_player,
    verb_of_players,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, none_if_negative, not_too_many
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.copiable_values import DISGUISED
from reference_engine.mtg.monarch import become
from reference_engine.mtg.objects import GameObject, Player, Thing
from reference_engine.mtg.replacing.damage_results import can_be_dealt_damage
from reference_engine.mtg.replacing.excess_damage import dealt_elsewhere
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import costs

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@verb("damage")
def _damage(game: Game, spec: Spec, ctx: Context) -> None:
    sources = references.known(game, spec.get("by", "this"), ctx)
    if not sources:
        return
    source = sources[0]
    to = references.things(game, spec["to"], ctx)
    many = _division(game, spec, to, ctx)
    unpreventable = "unpreventable" in spec
    dealt = [
        ctx.makes(Damage, source=source, to=thing, amount=many[thing], unpreventable=unpreventable)
        for thing in to
        if can_be_dealt_damage(game, thing)
    ]
    if "excess to" in spec:
        dealt = dealt_elsewhere(game, dealt, references.things(game, spec["excess to"], ctx))
    happened = propose(game, *dealt)
    remember(ctx, spec, [event.to for event in happened if isinstance(event, Damage)])


def _division(game: Game, spec: Spec, to: list[Thing], ctx: Context) -> dict[Thing, int]:
    """What each is dealt: of damage divided by choice as was announced, whoever of the targets is left (608.2b)."""
    if spec.get("divided") is True:
        return {thing: ctx.casting.divided[thing] for thing in to}
    if not to:
        return {}
    number = amount(game, spec["damage"], ctx)
    return dict.fromkeys(to, evenly(game, number, to) if "divided" in spec else number)


@rule("608.2h")
def evenly(_game: Game, number: int, to: list[Thing]) -> int:
    """What is divided evenly leaves no choice, and is divided on resolution among the targets that are left."""
    return number // len(to)


@verb_by_number("draw")
def _draw(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    drawn: list[GameObject] = []
    for player in one_after_another(game, players):
        told = ctx.makes(DrawCards, player=player, amount=not_too_many(number))
        propose(game, told)
        drawn += told.drawn
    remember(ctx, spec, drawn)


@rule("121.2c", usual=("reversed",))
def one_after_another(_game: Game, players: list[Player]) -> list[Player]:
    """Of several players who draw, the active one performs all of their draws first, then the others in turn order."""
    return players


@verb("discard")
def _discard(game: Game, spec: Spec, ctx: Context) -> None:
    told = [
        ctx.makes(Discard, object=card, player=player)
        for player in players_of(game, spec, ctx)
        for card in _to_discard(game, spec, player, ctx)
    ]
    remember(ctx, spec, moved(propose(game, *told), [event.object for event in told]))


def _to_discard(game: Game, spec: Spec, player: Player, ctx: Context) -> list[GameObject]:
    """Return the cards that a player discards: what matches in a hand or has a name, or so many of their hand."""
    what = spec["discard"]
    if "in" in what if isinstance(what, dict) else isinstance(ctx.names.get(what), list):
        return selected(game, spec, what, "discard", player, ctx)
    number = min(none_if_negative(game, amount(game, what, ctx)), len(player.hand))
    return game.choose(player, "discard", player.hand, ctx.about, number, number)


@verb_by_number("mill")
def _mill(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    happened = propose(game, *(ctx.makes(Mill, player=player, amount=number) for player in players))
    remember(ctx, spec, milled(game, happened))


@rule("701.17d", usual=(), mistakes={"the first alone": lambda function, game, happened: function(game, happened)[:1]})
def milled(game: Game, happened: Sequence[Event]) -> list[GameObject]:
    """What is said about a milled card is said about each of them, wherever in a public zone they are (701.17c)."""
    cards = [event.object for event in happened if isinstance(event, Move) and event.origin == "library"]
    return [card for card in moved(happened, cards) if in_a_public_zone(game, card)]


@rule("701.17c")
def in_a_public_zone(_game: Game, card: GameObject) -> bool:
    """A milled card can be found where it went from the library, if that is a public zone."""
    return card.zone not in references.HIDDEN


@verb_by_number("manifest")
def _manifest(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    remember(ctx, spec, [each for player in players for _ in range(number) for each in manifest(game, player, ctx)])


@verb_by_number("cloak")
def _cloak(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    being = cloaked(game)
    done = [manifest(game, player, ctx, being) for player in players for _ in range(number)]
    remember(ctx, spec, [each for one in done for each in one])


@rule("701.40a", usual=("nothing",))
def manifest(game: Game, player: Player, ctx: Context, being: Characteristics | None = None) -> list[GameObject]:
    """The top card of a library is put onto the battlefield face down; of several one after the other (701.40e)."""
    cards = library.top(game, player, 1)
    how = {"to": "battlefield", "under": player, "face_down": True, "manifested": True, "being": being}
    return results(propose(game, *(ctx.makes(Move, object=card, **how) for card in cards)))


@rule("701.58a", usual=(), mistakes={"without ward": lambda _rule, _game: None})
def cloaked(_game: Game) -> Characteristics:
    """To cloak a card is to put it onto the battlefield as a face-down 2/2 creature with ward {2}."""
    return DISGUISED


@verb_by_number("gain life")
def _gain_life(game: Game, _spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    propose(game, *(ctx.makes(GainLife, player=player, amount=number) for player in players))


@verb_by_number("lose life")
def _lose_life(game: Game, spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    losses = [ctx.makes(LoseLife, player=player, amount=number) for player in players]
    happened = propose(game, *losses)
    remember(ctx, spec, sum(each.amount for each in happened if isinstance(each, LoseLife)))


@verb_by_number("set life")
def _set_life(game: Game, _spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    propose(game, *(change for player in players for change in life_becomes(game, player, number, ctx)))


@verb_by_player("add mana")
def _add_mana(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    kinds = _kinds(game, spec["add mana"], ctx, player) * amount(game, spec.get("number", 1), ctx)
    use = {"only": spec.get("only"), "never": spec.get("not for"), "spent": spec.get("spent"), "context": ctx}
    propose(game, ctx.makes(AddMana, object=ctx.this, player=player, kinds=kinds, **use))


def _kinds(game: Game, told: Any, ctx: Context, player: Player) -> tuple[str, ...]:
    """Return the types of the mana to add, chosen by the player if there is a choice."""
    if told == "chosen":
        color = ctx.chosen.get("color")
        return (color,) if color else ()  # no mana of a type that is not defined (106.5)
    if told == "any color" or isinstance(told, list):
        options = "WUBRG" if isinstance(told, str) else [symbol for each in told for symbol in symbols(each)]
        return (game.ask_one(player, "mana", options, ctx.about),)
    found = symbols(told)
    if not found:
        raise Unsupported("word", f"add mana {told!r}")
    return found


@verb_of_players("double mana")
def _double_mana(game: Game, ctx: Context, players: list[Player]) -> None:
    for player in players:
        kinds = tuple(each.kind for each in player.pool)
        propose(game, ctx.makes(AddMana, object=ctx.this, player=player, kinds=kinds))


@verb_of_players("shuffle")
def _shuffle(game: Game, ctx: Context, players: list[Player]) -> None:
    propose(game, *(ctx.makes(Shuffle, player=player) for player in players))


@verb("search")
def _search(game: Game, spec: Spec, ctx: Context) -> None:
    for players in searching_together(game, players_of(game, spec, ctx)):
        happened = propose(game, *(ctx.makes(Search, player=player) for player in players))
        searches = [each for each in happened if isinstance(each, Search)]
        propose(game, *(move for search in searches for move in _find(game, spec, ctx, search)))
        propose(game, *(ctx.makes(Shuffle, player=player) for player in players))


@rule("701.23i", usual=(), mistakes={"in turn": lambda _rule, _game, players: [[each] for each in players]})
def searching_together(_game: Game, players: list[Player]) -> list[list[Player]]:
    """Of several players who search at once each decides in turn order what to find, and then all of it moves."""
    return [players]


def _find(game: Game, spec: Spec, ctx: Context, search: Search) -> list[Event]:
    """Find cards and put them where they are told to go."""
    to, player, tapped = references.zone(spec["to"]), search.player, "tapped" in spec
    cards: list[GameObject] = []
    for what in in_one_search(game, spec):
        if not isinstance(what, dict):
            raise Unsupported("word", f"search for {what!r}")
        there = references.objects(game, {**what, "in": "library"}, ctx)
        left = [card for card in there if card.owner is player and card not in cards]
        own = [card for card in left if in_that_portion(game, search, card)]
        number = spec.get("number", "up to 1" if has_a_stated_quality(game, what) else 1)
        cards += taken(game, own, number, "search", player, ctx)
    return [ctx.makes(Move, object=card, to=to, under=player, tapped=tapped) for card in cards]


@rule("701.23h", usual=(), mistakes={"the first": lambda function, game, spec: function(game, spec)[:1]})
def in_one_search(_game: Game, spec: Spec) -> list[Any]:
    """Several cards that are searched for before one shuffle are found in one search."""
    return several(spec["search"])


@rule("701.23d", usual=("always",))
def has_a_stated_quality(_game: Game, what: Spec) -> bool:
    """Who searches for a card of a stated quality need not find it (701.23b); simply for a card, it is found."""
    return not what.keys() <= {"in", "owner"}


@rule("701.23f", usual=("always",))
def in_that_portion(game: Game, search: Search, card: GameObject) -> bool:
    """Where a portion of a library is searched in place of all of it, only cards in that portion are found."""
    return search.top is None or card in library.top(game, search.player, search.top)


@verb_by_number("scry")
def _scry(game: Game, _spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    propose(game, *(ctx.makes(Scry, player=player, amount=number, about=ctx.about) for player in players))


@verb_by_number("proliferate")
def _proliferate(game: Game, _spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    propose(game, *(ctx.makes(Proliferate, player=player, amount=number, about=ctx.about) for player in players))


@verb_by_number("surveil")
def _surveil(game: Game, _spec: Spec, ctx: Context, number: int, players: list[Player]) -> None:
    for player in players:
        cards = library.top(game, player, number)
        away = game.choose(player, "return", cards, ctx.about, 0, len(cards))
        left = [card for card in cards if card not in away]
        up = game.choose(player, "library", left, ctx.about, len(left), len(left), ordered=True)
        player.library[:] = [*away, *up, *(card for card in player.library if card not in cards)]
        propose(game, *(ctx.makes(Move, object=card, to="graveyard") for card in away))


@verb_by_player("pay life")
def _pay_life(game: Game, spec: Spec, ctx: Context, player: Player) -> None:
    most = player.life if costs.payable(game, {"pay life": 1}, player, ctx) else 0
    paid = game.ask_one(player, "number", range(most + 1), ctx.about)
    costs.pay(game, {"pay life": paid}, player, ctx)
    remember(ctx, spec, paid)


@verb_of_players("win")
def _win(game: Game, ctx: Context, players: list[Player]) -> None:
    if game.players[2:] and by_the_loss_of_the_others(game):
        losing = dict.fromkeys(each for player in players if not player.left for each in game.opponents(player))
        propose(game, *(ctx.makes(LoseGame, player=player) for player in losing))
    else:
        propose(game, *(ctx.makes(WinGame, player=player) for player in players))


@rule("104.2b")
def by_the_loss_of_the_others(game: Game) -> bool:
    """In the rules of 2013 an effect by which a player would win made all opponents lose if there were several."""
    return game.of_2013


@verb_of_players("lose")
def _lose(game: Game, ctx: Context, players: list[Player]) -> None:
    propose(game, *(ctx.makes(LoseGame, player=player) for player in players))


@verb_of_players("monarch")
def _monarch(game: Game, _ctx: Context, players: list[Player]) -> None:
    for player in players:
        become(game, player)
