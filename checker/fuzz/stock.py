"""
What positions are grown with: the things that a game's cases have, each where some case has it.

Nothing here knows a game. What can lie in a zone is what lies there in some case; which numbers a player can have are
those that some case gives.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from checker.engines import GameClaims
from checker.fuzz.positions import Position
from checker.judging.claims import actions
from checker.model import Case, Json
from checker.positions.nodes import CARD, ID, Value, Zone
from checker.positions.vocabulary import Vocabulary, objects
from checker.reading.references import in_action, texts

_OFTEN = {"another": 6, "instead": 2, "less": 1, "number": 1}
"""The ways to change a position, and how often in ten each is taken."""
_MORE = "more"
"""The id of an added object."""
_THIS = "this"
"""In what is done with an object: the object itself."""

Deed = tuple[Json, ...]
"""What is done with an object: an action, and what follows it if that has to do with nothing in particular."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The things that can be added to a position."""

    things: Mapping[str, Sequence[Json]]
    """By the zone of a player in which they lie: objects that name no other object, and no player."""
    numbers: Mapping[str, Sequence[int]]
    """By the word for a number of a player's: what it is in some case."""
    deeds: Mapping[tuple[str, str], Sequence[Deed]] = field(default_factory=dict)
    """By the zone and the card of an object of a player's: what is done in some case with such an object alone."""


def gathered(cases: Iterable[Case], vocabulary: Vocabulary, claims: Sequence[GameClaims]) -> Stock:
    """Return what the cases of a game have, as far as each of the engines claims it."""
    things: dict[str, dict[str, Json]] = {}
    numbers: dict[str, set[int]] = {}
    deeds: dict[tuple[str, str], dict[str, Deed]] = {}
    for case in cases:
        given = vocabulary.given(case.given)
        players = vocabulary.players(given)
        names = {*vocabulary.ids(given), *vocabulary.cards(given), *players}
        own = {card.get(CARD) for card in case.cards}
        for place, deed in _deeds(case, given, players, names):
            if all(each.actions is None or not each.actions.isdisjoint(action) for action in deed for each in claims):
                deeds.setdefault(place, {})[repr(deed)] = deed
        for key, part in ((key, part) for name in players for key, part in given.get(name, {}).items()):
            node = vocabulary.player.fields.get(key)
            if isinstance(node, Zone) and node.objects and isinstance(part, list):
                for thing in part:
                    alone = {word: fact for word, fact in thing.items() if word != ID}
                    if _stands_alone(alone, names) and thing.get(CARD) not in own and _claimed(alone, claims):
                        things.setdefault(key, {})[repr(alone)] = alone
            elif isinstance(node, Value) and type(part) is int and all(key not in each.unset for each in claims):
                numbers.setdefault(key, set()).add(part)
    return Stock(
        {key: list(found.values()) for key, found in things.items()},
        {key: sorted(found) for key, found in numbers.items() if len(found) > 1},
        {place: list(found.values()) for place, found in deeds.items()},
    )


def _deeds(case: Case, given: Json, players: Iterable[str], names: set[str]) -> Iterator[tuple[tuple[str, str], Deed]]:
    """Yield what a case does with an object of a player's that names nothing else, by the object's zone and card."""
    places = {
        thing[ID]: (key, thing[CARD])
        for name in players
        for key, part in given.get(name, {}).items()
        if isinstance(part, list)
        for thing in part
        if isinstance(thing, dict) and ID in thing
    }
    done = actions(case)
    for number, action in enumerate(done):
        (name, *others) = names.intersection(texts(action)) or [None]
        # An object may be called by a word of an action, such as `top`.
        objects_by_verb = {each.path: each.name for each in in_action(case.game, action, ()) if each.kind == "object"}
        verb = next((word for word in action if objects_by_verb.get((word,)) == name), None)
        if name in places and not others and verb is not None:
            after = [each for each in done[number + 1 : number + 2] if names.isdisjoint(texts(each))]
            yield places[name], ({**action, verb: _THIS}, *after)


def _stands_alone(thing: Json, names: set[str]) -> bool:
    return names.isdisjoint(texts([fact for word, fact in thing.items() if word != CARD]))


def _claimed(thing: Json, claims: Sequence[GameClaims]) -> bool:
    return all(
        (each.cards is None or thing.get(CARD) in each.cards) and each.unset.isdisjoint(thing) for each in claims
    )


def grown(position: Position, stock: Stock, random: Random) -> Position:
    """Return a position like another, with one or two changes; what is done stays, and something may be added."""
    given, done = deepcopy(position.given), [*position.actions]
    fixed = frozenset(texts([*position.actions, *position.answers]))
    for _ in range(random.choice((1, 1, 2))):
        (how,) = random.choices(tuple(_OFTEN), tuple(_OFTEN.values()))
        player: Json = given[random.choice(given["players"])]
        if how == "another" or (how == "instead" and not _instead(player, fixed, stock, random)):
            place = random.randint(0, len(done))
            done[place:place] = _another(given, player, fixed, stock, random)
        elif how == "less":
            _less(given, player, fixed, random)
        elif how == "number" and stock.numbers:
            key = random.choice(sorted(stock.numbers))
            player[key] = random.choice(stock.numbers[key])
    return replace(position, given=given, actions=tuple(done))


def _another(given: Json, player: Json, fixed: frozenset[str], stock: Stock, random: Random) -> Deed:
    """
    Add a thing to a zone, and return what is done with it; the more things are known for a zone, the likelier it is.

    One whose card is spoken of by its name is not told from the others of that name, so it has no id.
    """
    keys = sorted(stock.things)
    if not keys:
        return ()
    (key,) = random.choices(keys, [len(stock.things[key]) for key in keys])
    there = {thing[ID] for thing in objects(given)}
    name = next(name for name in (_MORE, *(f"{_MORE}_{number}" for number in range(2, 1_000))) if name not in there)
    thing = deepcopy(random.choice(stock.things[key]))
    if thing.get(CARD) in fixed:
        player[key] = [thing, *player.get(key, ())]
        return ()
    player[key] = [{ID: name, **thing}, *player.get(key, ())]
    deed = random.choice([(), *stock.deeds.get((key, thing.get(CARD, "")), ())])
    return tuple({word: name if what == _THIS else what for word, what in action.items()} for action in deed)


def _instead(player: Json, fixed: frozenset[str], stock: Stock, random: Random) -> bool:
    """Replace a thing with another, under the same id; tell whether that can be done."""
    named = [
        (key, place)
        for key, part in player.items()
        if key in stock.things and isinstance(part, list)
        for place, thing in enumerate(part)
        if ID in thing
    ]
    if not named:
        return False
    key, place = random.choice(named)
    thing = random.choice(stock.things[key])
    if thing.get(CARD) in fixed:  # spoken of by its name, which would mean this one as well
        return False
    player[key][place] = {ID: player[key][place][ID], **deepcopy(thing)}
    return True


def _less(given: Json, player: Json, fixed: frozenset[str], random: Random) -> None:
    """Take out a thing that nothing else refers to."""
    said = [*texts([fact for thing in objects(given) for word, fact in thing.items() if word != ID])]
    spoken_of = fixed.union(said)
    spare: list[tuple[list[Any], Json]] = [
        (part, thing)
        for part in player.values()
        if isinstance(part, list)
        for thing in part
        if isinstance(thing, dict) and ID in thing and thing[ID] not in spoken_of
    ]
    if spare:
        part, thing = random.choice(spare)
        part.remove(thing)
