# ruff: noqa: INP001 - a program, and no package
"""Positions: what a request gives becomes facts of the engine, and the engine's facts are told as a position."""

import functools
import re
from collections.abc import Iterator
from typing import Any

from answers import Json, Unsupported
from mtg import _corpus, driver, sim
from mtg import bridge_to_engine as cards

STEPS = {
    "untap": "untap", "upkeep": "upkeep", "draw": "draw", "precombat main": "precombat_main",
    "beginning of combat": "beginning_of_combat", "declare attackers": "declare_attackers",
    "declare blockers": "declare_blockers", "combat damage": "combat_damage", "end of combat": "end_of_combat",
    "postcombat main": "postcombat_main", "end step": "end", "cleanup": "cleanup",
}  # fmt: skip
"""The steps and their names in the engine."""

COUNTERS = {"+1/+1": "p1p1", "-1/-1": "m1m1"}
"""Counters whose names in the engine differ."""

UNSEEN = [
    "abilities", "types", "subtypes", "supertypes", "colors", "name", "mana_cost", "mana_value", "taps_for", "mana",
    "chosen", "damage", "copy_of", "face_down", "back", "phased_out", "exiled_with", "protector", "triggered",
    "gained", "lost_life", "cast", "lands_played", "extra_turns", "effects", "classified", "monarch", "copy",
]  # fmt: skip
"""What the engine does not tell: of derived values it gives out power, toughness and keywords only."""

UNSET = [
    *UNSEEN,
    "attacking",
    "blocking",
    "command",
    "commander",
    "drawn",
    "left",
    "lost",
    "outside",
    "stack",
    "token",
    "won",
]
"""What it cannot be given. A pool of mana, even an empty one, makes paying the point, and costs are none here."""

DESCRIBED = {
    "card_color", "card_power", "card_subtype", "card_toughness", "card_type", "has_supertype", "instance_of",
    "printed_control", "card_ability", "card_effect", "ability_trigger", "card_keyword", "keyword_param",
}  # fmt: skip
"""Facts that say what is printed on a card; any other fact of a card says how the engine plays it."""

SPELL = ["spell_effect", "spell_target", "spell_scope", "spell_damage", "spell_reanimate", "spell_dyn_effect"]
"""What the engine derives of a spell that it can resolve."""

MANA = ("white", "blue", "black", "red", "green", "colorless")


@functools.cache
def known() -> tuple[Any, dict[str, Json]]:
    """Return the engine's facts about cards and its cards by name; reading them takes two seconds."""
    return sim.load_db(), {card["name"]: card for card in _corpus.load_cards()}


class Position:
    """A game of the engine, with the names that a case gives to players and objects."""

    def __init__(self, given: Json) -> None:
        self.players = {name: f"p{number}" for number, name in enumerate(given["players"], 1)}
        self.names = {inside: name for name, inside in self.players.items()}
        self.owners: dict[str, str] = {}
        self.cards: dict[str, str] = {}
        """The printed names of the objects that the position gave."""
        self.drawn_before: dict[str, int] = {}
        """How many cards each player had drawn as this turn began; the engine's count goes on from turn to turn."""
        self._ids: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        turn = self.players[given.get("turn", given["players"][0])]
        self.state: dict[str, Any] = {
            "current_step": {(STEPS[given.get("step", "precombat main")],)}, "active_player": {(turn,)},
            "is_player": {(player,) for player in self.names}, "_lib_order": {player: [] for player in self.names},
            "_explicit_lands": True, "_turn": 0,
        }  # fmt: skip
        for relation in ("life", "poison", "counter", "tapped", "attacks", "blocks", "on_battlefield", "in_hand",
                         "in_library", "graveyard", "exile", "_land_played", "attached_to"):  # fmt: skip
            self.state[relation] = set()
        for name, inside in self.players.items():
            self._set_player(inside, given[name])
        cards._materialize_printed(self.state)  # noqa: SLF001 - as the engine's own set-up ends
        for name in self.players:
            self._attach(given[name])
        for name in sorted(set(self.cards.values())):
            self._see_that_it_is_played(name)

    def called(self, thing: str) -> str:
        """Return what a case calls a player or an object: the id, or else the name."""
        return self.names.get(thing) or self._ids.get(thing) or self.cards.get(thing) or self._token(thing)

    def card(self, thing: str) -> str:
        """Return the printed name of an object, or a token's name."""
        return self.cards.get(thing) or self._token(thing).rpartition("_")[0].replace("_", " ").title()

    def find(self, called: str, zones: tuple[str, ...]) -> str | None:
        """Return the object that a case calls so, if it is in one of some zones."""
        return next((thing for zone in zones for thing in self.zone(zone) if self.called(thing) == called), None)

    def zone(self, relation: str) -> list[str]:
        """Return the objects in a zone of the engine, of all players."""
        return sorted(row[-1] for row in self.state.get(relation, ()))

    def controller(self, thing: str) -> str:
        """Return who controls an object on the battlefield, or else its owner."""
        controls = driver.run(self.state, ["controls"])["controls"]
        return next((player for player, other in controls if other == thing), self.owners.get(thing, ""))

    def fund(self, player: str) -> None:
        """Give a player mana for whatever is to be paid, since costs are no point here."""
        driver._set_floating(self.state, player, dict.fromkeys(MANA, 50))  # noqa: SLF001
        for relation, rows in (
            ("mana_pool", {(player, color, 50) for color in MANA}),
            ("mana_available", {(player, 50 * len(MANA))}),
        ):
            others = {row for row in self.state.get(relation, ()) if row[0] != player}
            self.state[relation] = others | rows

    def read(self) -> Json:
        """Return the position in the words of the protocol, as far as the engine tells it."""
        loser, step = self.state.get("_loser"), next(iter(self.state["current_step"]))[0]
        state: Json = {
            "players": list(self.players),
            "turn": self.names[next(iter(self.state["active_player"]))[0]],
            "step": next(word for word, inside in STEPS.items() if inside == step),
            "turns": self.state["_turn"] + 1,
            "over": loser is not None,
            "stack": [
                self._stacked(thing) for thing, _ in sorted(self.state.get("on_stack", ()), key=lambda it: -it[1])
            ],
        }
        told = driver.run(self.state, ["controls", "creature", "power", "eff_toughness"])
        for name, inside in self.players.items():
            mine = {thing for player, thing in told["controls"] if player == inside}
            state[name] = {
                "life": next(amount for player, amount in self.state["life"] if player == inside),
                "counters": {
                    kind: dict(self.state[kind])[inside] for kind in ("poison",) if inside in dict(self.state[kind])
                },
                "battlefield": [self._permanent(it, told) for it in self.zone("on_battlefield") if it in mine],
                "library": [self._object(thing) for thing in self.state["_lib_order"][inside]],
                "drawn": self.state.get("_draw_by", {}).get(inside, 0) - self.drawn_before.get(inside, 0),
                "lost": loser == inside,
                "won": loser is not None and loser != inside and len(self.players) == 2,  # noqa: PLR2004
            } | {
                zone: [self._object(thing) for thing in self.zone(relation) if self.owners.get(thing) == inside]
                for zone, relation in (("hand", "in_hand"), ("graveyard", "graveyard"), ("exile", "exile"))
            }
        return state

    def _permanent(self, thing: str, told: dict[str, set[Any]]) -> Json:
        creature = (thing,) in told["creature"]
        values = {word: dict(told[relation]).get(thing) for word, relation in (
            ("power", "power"), ("toughness", "eff_toughness"))}  # fmt: skip
        hosts = [host for attached, host in self.state["attached_to"] if attached == thing]
        words = {inside: word for word, inside in COUNTERS.items()}
        facts: Json = {
            "tapped": (thing,) in self.state["tapped"],
            "counters": {words.get(kind, kind): int(n) for it, kind, n in self.state["counter"] if it == thing and n},
            "attached_to": self.called(hosts[0]) if hosts else None,
            "summoning_sick": (thing,) in self.state.get("_sick", set()),
            "attacking": next((self.called(whom) for it, whom in self.state["attacks"] if it == thing), None),
            "blocking": [self.called(whom) for it, whom in self.state["blocks"] if it == thing],
            "token": thing not in self.cards,
        }
        numbers = {word: int(value) if creature and value is not None else None for word, value in values.items()}
        return self._object(thing) | facts | numbers

    def _stacked(self, thing: str) -> Json:
        ability = self.state.get("_ability_effect", {}).get(thing)
        return {"ability_of": self.called(ability[3])} if ability else self._object(thing)

    def _object(self, thing: str) -> Json:
        name = self._ids.get(thing) or (None if thing in self.cards else self._token(thing))
        return {"card": self.card(thing)} | ({"id": name} if name else {})

    def _token(self, thing: str) -> str:
        """Return the id of what came to be on the way; `1_1_white_soldier_creature#2` is what the engine says."""
        if thing not in self._tokens:
            spec = driver._parse_token_spec(thing.partition("#")[0])  # noqa: SLF001
            name = "_".join(spec.get("subtypes") or [thing.partition("#")[0]])
            number = 1 + sum(re.fullmatch(rf"{name}_\d+", other) is not None for other in self._tokens.values())
            self._tokens[thing] = f"{name}_{number}"
        return self._tokens[thing]

    def _set_player(self, inside: str, told: Json) -> None:
        if "mana" in told:
            raise Unsupported("state", "mana")
        self.state["life"].add((inside, told["life"]))
        for kind, amount in told.get("counters", {}).items():
            if kind != "poison":
                raise Unsupported("state", f"{kind} counters of a player")
            self.state["poison"].add((inside, amount))
        for zone, relation in (("battlefield", "on_battlefield"), ("hand", "in_hand"), ("library", "in_library"),
                               ("graveyard", "graveyard"), ("exile", "exile")):  # fmt: skip
            for facts in told.get(zone, []):
                thing = self._make(inside, facts)
                self.state[relation].add((inside, thing) if relation in ("in_hand", "in_library") else (thing,))
                if zone == "library":
                    self.state["_lib_order"][inside].append(thing)

    def _make(self, inside: str, facts: Json) -> str:
        name, owner = facts["card"], self.players[facts["owner"]] if "owner" in facts else inside
        db, corpus = known()
        if name not in corpus:
            raise Unsupported("card", name)
        thing = f"{cards.slug(name)}_{len(self.cards)}"
        self.cards[thing], self.owners[thing] = name, owner
        if "id" in facts:
            self._ids[thing] = facts["id"]
        found, _ = cards.card_facts(name, inside, thing, db, corpus)
        for relation, rows in found.items():
            self.state.setdefault(relation, set()).update(rows)
        for word in corpus[name].get("types") or []:
            self.state.setdefault("spell_type", set()).add((thing, word.lower()))
        self.state.setdefault("mana_cost", set()).add((thing, cards._mana_value(corpus[name].get("manaCost"))))  # noqa: SLF001
        cards._register_colored(self.state, thing, corpus[name])  # noqa: SLF001
        if facts.get("tapped"):
            self.state["tapped"].add((thing,))
        if facts.get("summoning_sick"):
            self.state.setdefault("_sick", set()).add((thing,))
        for kind, amount in facts.get("counters", {}).items():
            self.state["counter"].add((thing, COUNTERS.get(kind, kind), amount))
        return thing

    def _attach(self, told: Json) -> None:
        for facts in told.get("battlefield", []):
            if facts.get("attached_to"):
                thing = next(it for it, name in self._ids.items() if name == facts["id"]) if "id" in facts else None
                host = next((it for it in self.zone("on_battlefield") if self.called(it) == facts["attached_to"]), None)
                if thing is None or host is None or (thing,) in self.state.get("aura_control", set()):
                    raise Unsupported("state", "attached_to")
                self.state["attached_to"].add((thing, host))

    def _see_that_it_is_played(self, name: str) -> None:
        """Raise `Unsupported` for a card of which the engine says, or its facts show, that it leaves words out."""
        db, corpus = known()
        found, left_out = cards.card_facts(name, "p1", "probe", db, corpus)
        thing = next(it for it, card in self.cards.items() if card == name)
        played = {*found} - DESCRIBED or any(
            row[0] == thing for rows in driver.run(self.state, SPELL).values() for row in rows
        )
        if left_out or not (played or all(_keywords(corpus[name]))):
            raise Unsupported("card", name)


def _keywords(card: Json) -> Iterator[bool]:
    """Tell of each ability of a card whether it is no more than a keyword or the mana of a basic land."""
    words = tuple(word.lower() for word in card.get("keywords") or ())
    for line in re.sub(r"\([^)]*\)", "", card.get("text") or "").splitlines():
        for part in re.split(r"[,;]", line):
            if part.strip():
                yield part.strip().lower().startswith(words) if words else False
