# ruff: noqa: INP001 - a program, and no package
"""Positions: what a request gives is set up by the engine's own means, and what the engine holds is read from it."""

import functools
import random
from collections.abc import Iterator

from answers import Answers, Json, Unsupported
from dominion import Phase, Piles, Token, game_setup
from dominion.Card import Card
from dominion.CardPile import CardPile
from dominion.Game import Game
from dominion.PlayArea import PlayArea
from questions import Player, state_of_turn

WORDINGS = {
    "Band of Misfits": ["2025", "newest"], "Hermit": ["2022", "newest"], "Journey": ["2023", "newest"],
    "Mission": ["2015"], "Overlord": ["2019"], "Scheme": ["2017", "newest"], "Trader": ["2011"],
    "Urchin": ["2012", "newest"],
}  # fmt: skip
"""Which wordings of a card the engine plays, where there are several."""

ZONES = {
    "hand": Piles.HAND, "deck": Piles.DECK, "discard": Piles.DISCARD, "in_play": Piles.PLAYED,
    "exile": Piles.EXILE, "tavern": Piles.RESERVE, "set_aside": Piles.DEFER,
}  # fmt: skip
COUNTERS = ("actions", "buys", "coins", "villagers", "coffers", "debt")
PHASES = {"action": Phase.ACTION, "buy": Phase.BUY, "night": Phase.NIGHT, "clean-up": Phase.CLEANUP, "over": Phase.NONE}
UNSEEN = ["black_market", "estate_token", "gained_last_turn"]
"""What the engine has no place for."""
UNSET = ["as", "bought", "exchanged", "gained", "home", "traits", "trashed", *UNSEEN]
"""What it cannot be given: a card that is played as another or has no pile, and what was done before."""

PREFIXES = ("Card", "BaseCard", "Traveller", "PrizeCard", "Castle", "Heirloom", "Shelter", "Split")
BESIDES = ("Event", "Landmark")
MIXED = {"Knights": "KnightCard", "Ruins": "RuinCard"}
"""Mixed piles and the prefix of the files of their cards."""


class AbsentPile(CardPile):
    """A pile that the engine always sets up and that the position does not have: empty, and nothing returns to it."""

    def __init__(self, game: Game, name: str) -> None:
        super().__init__(game)
        self.name = name

    def add(self, card: Card) -> None:  # noqa: ARG002 - the engine's signature
        raise Unsupported("state", f"a game without a pile of {self.name}")


@functools.cache
def mixed(prefix: str) -> dict[str, type[Card]]:
    """Return the cards of a mixed pile by name."""
    return dict(game_setup.get_card_classes(prefix, "dominion/cards"))


@functools.cache
def classes() -> dict[str, dict[str, type[Card]]]:
    """Return the engine's cards by prefix and name; reading them all takes a second."""
    game_setup.parse_args(Game.__new__(Game), oldcards=True)
    found: dict[str, dict[str, type[Card]]] = _read_classes()
    return found


def known() -> list[str]:
    """Return the names of what can be in a game."""
    names = {name for prefix in (*PREFIXES, *BESIDES, "Hex") for name in classes()[prefix]}
    return sorted(names.union(*(mixed(prefix) for prefix in MIXED.values())))


def set_up(given: Json, answers: Answers) -> Game:
    """
    Return a game in the position that is given.

    Raises `Unsupported` for a card, a wording or a fact that the engine does not have.
    """
    _check(given)
    random.seed(0)
    names = {"Curse", *_named(given)}
    events = given.get("events", [])
    game = Game(
        numplayers=len(given["players"]),
        initcards=sorted({_pile_of(name) for name in names if _prefix(name) in ("Card", "BaseCard", *MIXED.values())}),
        events=[name for name in events if name in classes()["Event"]],
        landmarks=[name for name in events if name in classes()["Landmark"]],
        num_stacks=0, oldcards=True, shelters=False, quiet=True,
    )  # fmt: skip
    game_setup.TextPlayer = Player
    PlayArea.shuffle = lambda _area: None  # starting decks, which are put away at once
    game.start_game(list(given["players"]))
    for name in names:
        if _prefix(name) not in ("Card", "BaseCard", *MIXED.values()):
            game_setup.use_card_pile(game, None, name, force=True, card_type=_prefix(name))
    for player in game.player_list():
        player.answers, player.names = answers, {}
    _set_piles(game, given.get("piles", {}))
    _set_common(game, given)
    for player in game.player_list():
        _set_player(game, player, given[player.name], whole=player.name == given["turn"])
    PlayArea.shuffle = _shuffle
    game.current_player = by_name(game, given["turn"])
    game.current_player.phase = PHASES[given.get("phase", "action")]
    game.current_player.misc = {"is_start": True, "cleaned": False}
    return game


def by_name(game: Game, name: str) -> Player:
    """Return a player."""
    found: Player = next(player for player in game.player_list() if player.name == name)
    return found


def is_over(game: Game) -> bool:
    """Return whether the engine ends the game after a turn; it does not do so for piles that the position lacks."""
    absent = [pile for pile in game.card_piles.values() if isinstance(pile, AbsentPile)]
    for pile in absent:
        pile.cards = [Card()]
    over = bool(game.isGameOver())
    for pile in absent:
        pile.cards = []
    return over


def read(game: Game, turn: Player) -> Json:
    """Return the position in the words of the protocol; where a turn is extra, the engine already names who is next."""
    state: Json = {
        "players": [player.name for player in reversed(game.player_list())],
        "turn": turn.name,
        "phase": next(word for word, phase in PHASES.items() if phase == turn.phase),
        "piles": {
            name: _pile(name, pile) for name, pile in game.card_piles.items() if not isinstance(pile, AbsentPile)
        },
        "trash": [_card(turn, card) for card in game.trash_pile],
        "hexes": [hx.name for hx in reversed(game.hexes)],
        "hexes_discarded": [hx.name for hx in game.discarded_hexes],
    }
    for player in game.player_list():
        state[player.name] = _read_player(player)
    return state


def _read_player(player: Player) -> Json:
    zones: Json = {zone: [_card(player, card) for card in player.piles[pile]] for zone, pile in ZONES.items()}
    zones["deck"].reverse()  # the engine draws from the end
    areas = [area for area in player.specials.values() if isinstance(area, PlayArea)]  # where a card sets others aside
    zones["set_aside"] += [_card(player, card) for area in areas for card in area]
    zones["in_play"] += [{**_card(player, card), "in_effect": True} for card in player.piles[Piles.DURATION]]
    tokens: dict[str, list[str]] = {}
    for token, pile in player.tokens.items():
        if pile and token != Token.ESTATE:
            tokens.setdefault(pile, []).append(str(token).lower())
    counters = {name: getattr(player, name).get() for name in COUNTERS}
    return zones | counters | state_of_turn(player) | {"pile_tokens": tokens, "victory": sum(player.score.values())}


def _card(player: Player, card: Card) -> Json:
    return {"card": card.name} | ({"id": player.names[card]} if card in player.names else {})


def _pile(name: str, pile: CardPile) -> int | list[str]:
    return [card.name for card in reversed(pile.cards)] if name in MIXED else len(pile.cards)


def _check(given: Json) -> None:
    wordings = given.get("wordings", {})
    names = set(_named(given)) | set(given.get("events", [])) | {card["card"] for card in given.get("hexes", [])}
    for name in sorted(names):
        if name not in known() and name not in MIXED:
            raise Unsupported("card", name)
        if wordings.get(name, "newest") not in WORDINGS.get(name, [wordings.get(name, "newest")]):
            raise Unsupported("wording", f"{name} {wordings.get(name, 'newest')}")


def _cards(given: Json) -> Iterator[Json]:
    yield from given.get("trash", [])
    for player in given["players"]:
        for zone in ZONES:
            yield from given[player].get(zone, [])


def _named(given: Json) -> Iterator[str]:
    for name, content in given.get("piles", {}).items():
        yield name
        yield from content if isinstance(content, list) else ()
    yield from (card["card"] for card in _cards(given))


def _prefix(name: str) -> str:
    found = [prefix for prefix in PREFIXES if name in classes()[prefix]]
    return found[0] if found else next((prefix for prefix in MIXED.values() if name in mixed(prefix)), "Card")


def _pile_of(name: str) -> str:
    return next((pile for pile, prefix in MIXED.items() if name in mixed(prefix)), name)


def _made(game: Game, name: str) -> Card:
    made = mixed(_prefix(name))[name]() if _prefix(name) in MIXED.values() else classes()[_prefix(name)][name]()
    game.cards[made.uuid] = made
    return made


def _set_piles(game: Game, piles: Json) -> None:
    wanted = piles
    for name in list(game.card_piles):
        if name not in wanted:
            game.card_piles[name] = AbsentPile(game, name)
    for name, content in wanted.items():
        cards = [_made(game, name) for _ in range(content)] if isinstance(content, int) else None
        if name not in game.card_piles or (cards and name in MIXED):
            raise Unsupported("state", f"a pile of {name}")
        pile = game.card_piles[name]
        pile.cards = [_made(game, card) for card in reversed(content)] if cards is None else cards
        for card in pile.cards:
            card.location = Piles.CARDPILE


def _set_common(game: Game, given: Json) -> None:
    game.trash_pile.empty()
    for told in given.get("trash", []):
        card = _made(game, told["card"])
        card.location = Piles.TRASH
        _name(game, card, told)
        game.trash_pile.addToTop(card)
    game.hexes = [game.card_mapping["Hex"][card["card"]]() for card in reversed(given.get("hexes", []))]
    game.discarded_hexes = [game.card_mapping["Hex"][card["card"]]() for card in given.get("hexes_discarded", [])]


def _set_player(game: Game, player: Player, given: Json, *, whole: bool) -> None:
    for pile in player.piles.values():
        pile.empty()
    for zone, pile in ZONES.items():
        for told in given.get(zone, []):
            card = _made(game, told["card"])
            _name(game, card, told)
            player.add_card(card, Piles.DURATION if told.get("in_effect") else pile)
    for name in COUNTERS:
        if name in given and (whole or name not in ("actions", "buys", "coins")):
            getattr(player, name).set(given[name])
    words = {str(token).lower(): token for token in Token}
    for token, pile in ((token, pile) for pile, tokens in given.get("pile_tokens", {}).items() for token in tokens):
        player.place_token(words[token], pile)
    if given.get("victory"):
        player.add_score("tokens", given["victory"])


def _name(game: Game, card: Card, told: Json) -> None:
    """Give a card the id that it has in the position."""
    if "id" in told:
        for player in game.player_list():
            player.names[card] = told["id"]


def _shuffle(area: PlayArea) -> None:
    """Ask in which order cards come to lie, where that can matter."""
    cards = list(area)
    if len({card.name for card in cards}) <= 1:
        return
    owner: Player = next(player for player in area.game.player_list() if area in player.piles.values())
    names = [owner.called(card) for card in cards]
    order = owner.answers.some(owner.name, "shuffle", None, names, len(names), len(names), ordered=True)
    left = dict(enumerate(cards))
    found = [left.pop(next(i for i, card in left.items() if owner.called(card) == name)) for name in order]
    # The discard pile is turned over when it becomes the deck; a deck has its top at the end.
    area._cards = found if area is owner.piles[Piles.DISCARD] else found[::-1]  # noqa: SLF001


def _shuffle_hexes(game: Game) -> None:
    """Ask in which order the discarded Hexes come to lie; the engine takes for granted that there are some."""
    if not game.discarded_hexes:
        raise Unsupported("state", "a Hex when none is left")
    names = [hx.name for hx in game.discarded_hexes]
    player = game.current_player
    order = player.answers.some(player.name, "shuffle", None, names, len(names), len(names), ordered=True)
    game.hexes = sorted(game.discarded_hexes, key=lambda hx: -order.index(hx.name))  # taken from the end
    game.discarded_hexes = []


Game.cleanup_hexes = _shuffle_hexes
_read_classes = game_setup.get_available_card_classes
game_setup.get_available_card_classes = classes
