"""
A game of heaps, and engines that play it, some of them wrong; the checker knows nothing of it.

Each player has a `heap` of stones (a bag of cards) and `points`. `take: CARD` moves the first stone of that name from
the table to the heap of the player `by`; it is refused if there is none. `pick: N` asks the player to take N stones.
`ask: WORDS` asks one of the words and adds it as a stone.
"""

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

SCHEMA = {
    "type": "object",
    "x-player": {"$ref": "#/$defs/player"},
    "x-default-players": ["alice", "bob"],
    "properties": {
        "players": {"type": "array", "items": {"type": "string"}},
        "table": {"$ref": "#/$defs/zone"},
    },
    "$defs": {
        "player": {
            "type": "object",
            "properties": {"heap": {"$ref": "#/$defs/zone"}, "points": {"type": "integer", "default": 0}},
        },
        "zone": {
            "type": ["array", "object", "integer"],
            "x-order": "bag",
            "x-filler": "Pebble",
            "items": {
                "type": ["object", "string"],
                "properties": {"id": {"type": "string"}, "card": {"type": "string"}},
            },
        },
    },
}


def write_schema(folder: Path) -> Path:
    (folder / "heaps").mkdir(parents=True)
    (folder / "heaps" / "state.schema.json").write_text(json.dumps(SCHEMA))
    return folder


class RefusedError(Exception):
    pass


class OpenError(Exception):
    pass


class Toy:
    """Plays by the rules."""

    capabilities: tuple[str, ...] = ("choices", "moments")
    tells_asked = True

    def describe(self, params: dict[str, Any]) -> dict[str, Any]:
        assert params == {"protocol": 1}
        return {
            "protocol": 1,
            "name": type(self).__name__,
            "version": "1",
            "games": {"heaps": {}},
            "capabilities": list(self.capabilities),
        }

    def run(self, params: dict[str, Any]) -> dict[str, Any]:
        state = copy.deepcopy(params["given"])
        self.answers = list(params.get("answers", ()))
        self.taken: set[int] = set()
        self.asked: list[dict[str, Any]] = []
        self.budget = params.get("first", 0)
        self.by_itself: list[int] = []
        moments = []
        passed = []
        outcome: dict[str, Any] = {}
        for index, action in enumerate([*params["actions"], {}]):
            if index in params.get("checkpoints", ()):
                passed.append({"state": copy.deepcopy(state), "taken": sorted(self.taken)})
            try:
                self.act(state, action)
            except RefusedError as refusal:
                outcome = self.refuse(params, state, index, str(refusal))
                break
            except OpenError as question:
                outcome = {"choice": question.args[0]}
                break
            moments.append(copy.deepcopy(state))
        else:
            outcome = {"state": state}
        if params.get("moments"):
            outcome["moments"] = moments
        if "checkpoints" in params:
            outcome["checkpoints"] = passed
        if self.by_itself:
            outcome["first"] = self.by_itself
        if self.tells_asked:
            outcome["asked"] = self.asked
            outcome["unused"] = [place for place in range(len(self.answers)) if place not in self.taken]
        return outcome

    def refuse(self, _params: dict[str, Any], state: dict[str, Any], index: int, reason: str) -> dict[str, Any]:
        return {"refused": {"action": index, "reason": reason}, "state": state}

    def act(self, state: dict[str, Any], action: dict[str, Any]) -> None:
        by = action.get("by", state["players"][0])
        if "take" in action:
            self.take(state, by, action["take"])
        if "pick" in action:
            options = [stone["card"] for stone in state.get("table", ())]
            number = action["pick"]
            for card in self.ask(by, "pick", options, min=min(number, len(options)), max=number):
                self.take(state, by, card)
        if "ask" in action:
            chosen = self.ask(by, "word", action["ask"], about=action.get("about"))
            state[by].setdefault("heap", []).append({"card": str(chosen)})
        if "score" in action:
            state[by]["points"] += action["score"]

    def take(self, state: dict[str, Any], by: str, card: str) -> None:
        for stone in state.get("table", ()):
            if card in (stone["card"], stone.get("id")):
                state["table"].remove(stone)
                state[by].setdefault("heap", []).append(stone)
                return
        raise RefusedError(f"no {card} on the table")

    def ask(self, player: str, kind: str, options: list[Any], **more: Any) -> Any:
        question = {
            "player": player,
            "kind": kind,
            "options": options,
            **{key: v for key, v in more.items() if v is not None},
        }
        for place, answer in enumerate(self.answers):
            if place in self.taken or any(
                answer.get(key, question.get(key)) != question.get(key) for key in ("player", "kind", "about")
            ):
                continue
            self.taken.add(place)
            chosen = answer["choose"]
            assert not Counter(chosen if isinstance(chosen, list) else [chosen]) - Counter(options)
            self.asked.append({**question, "chosen": chosen})
            return chosen
        if len(self.by_itself) == self.budget:
            raise OpenError(question)
        chosen = options[: more["min"]] if "max" in more else options[0]
        self.by_itself.append(len(self.asked))
        self.taken.add(len(self.answers))
        self.answers.append({"choose": chosen})
        self.asked.append({**question, "chosen": chosen})
        return chosen


class Swift(Toy):
    """Tells checkpoints, and takes first answers itself."""

    capabilities = (*Toy.capabilities, "checkpoints", "first")


class Quiet(Toy):
    """Does not tell what it asked."""

    tells_asked = False


class Decides(Toy):
    """Cannot list its options; takes the first."""

    capabilities = ()

    def ask(self, player: str, kind: str, options: list[Any], **more: Any) -> Any:
        try:
            return super().ask(player, kind, options, **more)
        except OpenError:
            return options[: more["max"]] if "max" in more else options[0]


class Harms(Toy):
    """Takes a stone away before it refuses."""

    def refuse(self, _params: dict[str, Any], state: dict[str, Any], index: int, reason: str) -> dict[str, Any]:
        state.pop("table", None)
        return super().refuse(_params, state, index, reason)


class NeverRefuses(Toy):
    """Lets anything pass."""

    def take(self, state: dict[str, Any], by: str, card: str) -> None:
        try:
            super().take(state, by, card)
        except RefusedError:
            state[by].setdefault("heap", []).append({"card": card})


class FirstWordOnly(Toy):
    """Leaves an option out."""

    def ask(self, player: str, kind: str, options: list[Any], **more: Any) -> Any:
        return super().ask(player, kind, options[:1] if kind == "word" else options, **more)


class AsksForEver(Quiet):
    """Never takes an answer."""

    def run(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {"choice": {"player": "alice", "kind": "word", "options": ["yes", "no"]}}


class ChangesItsMind(Toy):
    """Asks otherwise each time."""

    runs = 0

    def ask(self, player: str, kind: str, options: list[Any], **more: Any) -> Any:
        self.runs += 1
        return super().ask(player, kind, [*options, f"option {self.runs}"], **more)


class Fails(Toy):
    """Raises."""

    def act(self, _state: dict[str, Any], _action: dict[str, Any]) -> None:
        raise KeyError("no such stone")


class Exits(Toy):
    """Ends the interpreter."""

    def act(self, _state: dict[str, Any], _action: dict[str, Any]) -> None:
        raise SystemExit(3)


class Lacks(Toy):
    """Says what it does not have."""

    def run(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {"unsupported": {"what": "card", "name": "Flint"}}


class Says(Toy):
    """Answers every run with what it was told to; for answers that the protocol does not allow."""

    outcome: Any = None

    def run(self, _params: dict[str, Any]) -> Any:
        return self.outcome
