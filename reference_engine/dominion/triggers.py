"""Events, the abilities that wait for them, and the order in which those are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reference_engine.dominion import exchange, moving, patterns, standing
from reference_engine.dominion.context import Context, unknown_word
from reference_engine.dominion.definitions import Ability, define
from reference_engine.dominion.objects import Card, Game, Lasting, Pile, Player, Seen, Tracked
from reference_engine.dominion.questions import may, next_of
from reference_engine.kernel.rules import rule


@dataclass(frozen=True, eq=False)
class Event:
    """Something that happened, or is about to, to a player and perhaps to a card."""

    kind: str
    """In the words of card data: `gains`, `trashes`, `discards`, `plays`, `buys`, `turn starts` and so on."""
    player: Player
    card: Tracked | None = None
    """The card, where the event has put it."""
    abilities: tuple[Ability, ...] | None = None
    """The abilities that the card had when it happened, for one that may have lost them by moving."""
    previous: str | None = None
    """The zone that the card came from."""
    source: Pile | Card | None = None
    """Where a card about to be gained would come from: a pile, or itself where it lies elsewhere."""
    number: int = 0
    """How many cards the player had gained or played this turn, this one among them, if that is the event."""
    seen: Seen | None = None
    """What the card was as it was gained, if that is the event."""


@dataclass(frozen=True, eq=False)
class Waiting:
    """An ability that waits for an event: whose it is, and from which card."""

    event: Event
    ability: Ability
    player: Player
    source: Tracked
    name: str
    lasting: Lasting | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it the same ability when the waiting ones are gathered again."""
        return self.player, self.event, self.ability, self.lasting or self.source.card

    def context(self, game: Game) -> Context:
        """What the ability's words refer to."""
        event = self.event
        before = self.lasting.results if self.lasting is not None else {}
        gains = event.number if event.kind == "gains" and event.player is self.player else None
        return Context(
            game,
            self.player,
            self.source,
            it=event.card,
            by=event.player,
            source=event.source,
            gains=gains,
            number=event.number,
            swaps=self.lasting.swaps_on(game.turns) if self.lasting is not None else None,
            before=before,
        )


def happened(game: Game, *events: Event) -> None:
    """Let every player in turn order use what waits for events that happened at the same time."""
    _use_in_order(game, events, instead=False)


def replaced(game: Game, event: Event) -> bool:
    """Offer what would take the place of an event about to happen; answer whether something did."""
    return _use_in_order(game, (event,), instead=True)


def _use_in_order(game: Game, events: tuple[Event, ...], *, instead: bool) -> bool:
    """Use waiting abilities one by one, gathering anew after each, since each may change what waits."""
    used: list[tuple[object, ...]] = []
    declined: list[tuple[Player, tuple[object, ...]]] = []
    to_ask = game.from_turn()
    while to_ask:
        player = to_ask[0]
        done = [*used, *(key for _, key in declined)]
        waiting = [
            each
            for event in events
            for each in _gather(game, player, event)
            if each.ability.instead is instead and each.key not in done
        ]
        if not waiting:
            to_ask = to_ask[1:]
            continue
        each = _next(game, player, waiting)
        if not _use(game, each):
            declined.append((player, each.key))
        elif instead:
            return True
        else:
            used.append(each.key)
            declined = [(who, key) for who, key in declined if who is player]  # others may want to now
            if asked_anew(game):
                to_ask = game.from_turn()
    return False


@rule("dominion-rules:asked-anew", usual=(), mistakes={"each player once": lambda *_: False})
def asked_anew(_game: Game) -> bool:
    """After each thing that a player does it is seen anew who has something to do, beginning with the first player."""
    return True


def _next(game: Game, player: Player, waiting: list[Waiting]) -> Waiting:
    """The ability to use next."""
    if len(waiting) == 1 or not chooses_order(game):
        return waiting[0]
    name = next_of(game, player, list(dict.fromkeys(each.name for each in waiting)))
    return of_one_name(game, player, [each for each in waiting if each.name == name])


@rule("dominion-exchange:player-orders", usual=("never",))
def chooses_order(game: Game) -> bool:
    """Where several abilities of a player wait for the same thing, the player decides which comes next."""
    return True


@rule("dominion-rules:same-time", usual=(), mistakes={"the first": lambda _rule, _game, _player, waiting: waiting[0]})
def of_one_name(game: Game, player: Player, waiting: list[Waiting]) -> Waiting:
    """What one card or Event does several times, each time with another card, comes in an order of choice."""
    if waiting[0].ability.may is not None:  # then a player can decline what comes first
        return waiting[0]
    by_card: dict[str, Waiting] = {}
    for each in waiting:
        by_card.setdefault(_deals_with(each, each.context(game)), each)
    return by_card[next_of(game, player, list(by_card), about=waiting[0].name)]


def _deals_with(waiting: Waiting, context: Context) -> str:
    """The card that an ability would move or play, or else that of its event; its own if there is none."""
    cards = context.refer(_word_for_what_it_moves(waiting.ability) or "it")
    return [*cards, waiting.source][0].card.ref


def _word_for_what_it_moves(ability: Ability) -> str | None:
    """The word for known cards that an ability begins with moving or playing."""
    match ability.do[:1]:
        case [{"play": str(word)} | {"play where it is": str(word)} | {"set aside": str(word)} | {"put": str(word)}]:
            return word
    return None


def _use(game: Game, waiting: Waiting) -> bool:
    """Use an ability, if its player wants to where it is optional; answer whether it was used."""
    from reference_engine.dominion.words import carry_out  # the words use this module too

    ability, context = waiting.ability, waiting.context(game)
    if ability.may is not None and not (
        _could_do_something(game, ability, context) and _is_wanted(game, waiting, ability.may, context)
    ):
        return False
    if waiting.lasting is None:
        carry_out(context, ability.do)
        return True
    _use_up(game, waiting.lasting)
    outer = game.immune, game.immune_to
    game.immune, game.immune_to = set(waiting.lasting.unaffected), waiting.source.stay
    carry_out(context, ability.do)
    game.immune, game.immune_to = outer
    return True


def _use_up(game: Game, lasting: Lasting) -> None:
    """What an effect has set up for one use is over once it has been used: for good, or for the turn."""
    if lasting.once == "a turn":
        lasting.not_in = game.turns
    elif lasting.once:
        game.lasting.remove(lasting)


def _is_wanted(game: Game, waiting: Waiting, word: str, context: Context) -> bool:
    """Whether a player uses an ability that they may use."""
    if not is_optional(game) or may(context, word, _about(waiting.ability, context)):
        return True
    game.run.tell("{player} declines ({name})", None, player=waiting.player, name=waiting.name)
    return False


@rule("dominion-exchange:optional", usual=("never",))
def is_optional(game: Game) -> bool:
    """What a player may do, they may decline."""
    return True


def _exchange_of(ability: Ability, context: Context) -> tuple[Tracked, str] | None:
    """The exchange that an ability begins with: the card to return, and the name of the other."""
    match ability.do[0]:
        case {"exchange": other}:
            word, name = next(iter(other.items()))
            return context.refer(word)[-1], name
    return None


def _could_do_something(game: Game, ability: Ability, context: Context) -> bool:
    """
    Whether an ability could be used at all.

    One is not offered that could only exchange what cannot be exchanged, or move what it has lost track of; but a
    player can have something else done, to no effect, instead of what would happen.
    """
    if (found := _exchange_of(ability, context)) is not None:
        return exchange.possible(game, *found)
    word = _word_for_what_it_moves(ability)
    return word is None or ability.instead or any(moving.still_there(game, each) for each in context.refer(word))


def _about(ability: Ability, context: Context) -> str:
    """The card that the question is about: the one to be returned in an exchange, else the ability's own."""
    found = _exchange_of(ability, context) if ability.may == "exchange" else None
    return found[0].card.ref if found else context.about


def _gather(game: Game, player: Player, event: Event) -> Iterator[Waiting]:
    """The abilities that wait for an event and that a player carries out."""
    for ability, source, name, lasting in _abilities(game, player, event):
        if ability.when == event.kind:
            standing.speaks(game, source.card.own.name)
            waiting = Waiting(event, ability, lasting.player if lasting else player, source, name, lasting)
            if _is_about(game, waiting) and patterns.condition(waiting.context(game), ability.condition):
                yield waiting


def _abilities(game: Game, player: Player, event: Event) -> Iterator[tuple[Ability, Tracked, str, Lasting | None]]:
    """All abilities that a player could carry out at an event: of its card, of their cards, of piles, lasting ones."""
    if event.card is not None and event.player is player:
        card = event.card.card
        own = event.abilities if event.abilities is not None else standing.abilities(game, card)
        yield from ((ability, event.card, card.ref, None) for ability in own if ability.subject == "this")
    for zone in ("hand", "in_play", "tavern"):
        place = zone.replace("_", " ")
        for source in tuple(player[zone].cards):
            for ability in standing.abilities(game, source):
                if ability.works_from == place:
                    yield ability, Tracked.here(source), source.ref, None
    mat = of_the_exile_mat(game) if len(player["exile"]) else ()
    for source, ability in (*game.game_abilities, *mat):
        yield ability, Tracked.here(source), source.ref, None
    for lasting in list(game.lasting):
        if done_by(game, event, lasting) is player and event.player not in lasting.unaffected and due(game, lasting):
            yield lasting.ability, lasting.source, lasting.name, lasting


def _whose(_rule: object, _game: Game, _event: Event, lasting: Lasting) -> Player:
    return lasting.player


@rule("dominion-rules:same-time", usual=(), mistakes={"whose effect it is": _whose})
def done_by(_game: Game, event: Event, lasting: Lasting) -> Player:
    """What an effect has another player do is put in order by that player, with what else they do then."""
    return event.player if lasting.ability.of_that_player else lasting.player


@rule("dominion-rules:duration", usual=("always",))
def due(game: Game, lasting: Lasting) -> bool:
    """What is to be done on the next turn is not done in this one, even if it is set up as this one starts."""
    return lasting.not_in != game.turns


_COPIES = {"in": "exile", "card": {"same name as": "it", "other": "it"}}
_EXILE_MAT = Card(
    define(
        {
            "card": "Exile mat",
            "types": ["Mat"],
            "cost": 0,
            "abilities": [
                {
                    "when": {"gains": {"by": "you"}},
                    "if": {"count": {"of": _COPIES, "is": {"at least": 1}}},
                    "may": "discard",
                    "do": [{"discard": {**_COPIES, "down to": 0}}],
                }
            ],
        }
    )
)
"""What the mat lets its owner do, in the words of card data; questions call it by its name."""


@rule("dominion-rules:exile", usual=("nothing",))
def of_the_exile_mat(_game: Game) -> tuple[tuple[Card, Ability], ...]:
    """A player who gains a card may discard all other copies of it from their Exile mat."""
    return tuple((_EXILE_MAT, ability) for ability in _EXILE_MAT.own.abilities)


def _is_about(game: Game, waiting: Waiting) -> bool:
    """Whether an ability waits for an event of just this player and this card."""
    subject = waiting.ability.subject
    if subject == "this":
        return _is_of_its_card(waiting)
    return _player_fits(game, subject["by"], waiting) and _card_fits(game, subject, waiting)


def _is_of_its_card(waiting: Waiting) -> bool:
    """Whether the event is about the card whose ability it is."""
    card = waiting.event.card
    return card is not None and card.card is waiting.source.card


def _player_fits(game: Game, word: object, waiting: Waiting) -> bool:
    match word:
        case "you":
            return waiting.event.player is waiting.player
        case "another player":
            return waiting.event.player is not waiting.player
        case "another player on their turn":
            return waiting.event.player is not waiting.player and waiting.event.player is game.turn
        case "any player":
            return True
        case "the player whose turn it is":
            return waiting.event.player is game.turn
        case _:
            raise unknown_word(word, "player")


def _card_fits(game: Game, subject: Mapping[str, object], waiting: Waiting) -> bool:
    if "another" in subject and _is_of_its_card(waiting):
        return False
    if "own" in subject and waiting.event.previous == "supply":
        return False
    context, kind = waiting.context(game), subject.get("card")
    if kind is not None and not _is_of_kind(context, kind, waiting.event):
        return False
    return "first this turn" not in subject or _so_far(waiting, context, kind) == 1


def _is_of_kind(context: Context, kind: object, event: Event) -> bool:
    """Whether an event is about a card of a kind: that it was as it was gained, if that is the event."""
    if event.seen is not None:
        return patterns.seen_fits(context, kind, event.seen)
    return event.card is not None and patterns.card_fits(context, kind, event.card.card)


def _so_far(waiting: Waiting, context: Context, pattern: object) -> int:
    """How many cards of a kind the player had gained this turn by then, where that is the event, or else played."""
    event = waiting.event
    cards = event.player.gains if event.kind == "gains" else event.player.plays
    return sum(patterns.seen_fits(context, pattern, each) for each in cards[: event.number])
