# ruff: noqa: INP001 - a program, and no package
"""Scripts: each action is done by the engine's own functions, and its decisions are taken from the script."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import answers
from answers import Answers, Json, Over, Unsupported
from mtg import driver
from mtg.engine import env
from position import STEPS, UNSEEN, UNSET, Position

CLAIMS = {
    "actions": ["cast", "activate", "play", "attack", "block", "resolve", "pass to"],
    "unseen": UNSEEN, "unset": UNSET,
}  # fmt: skip

KINDS = {"target": "target", "sacrifice": "sacrifice", "discard": "discard", "cleanup_discard": "discard"}
"""The engine's decisions about objects that have a word in the protocol, by the key that the engine gives them."""

MAY = {"may_pay": ("pay", "pay"), "spell_you_do": ("may", "accept"), "combat_draw": ("may", "accept")}
"""Those that are yes or no: the kind, and the word for yes."""

CREATURE_DAMAGE = ("any_target", "creature_any", "creature_opponent")
"""Damage for which the engine picks the recipient without asking."""

_advance = env._advance_one  # noqa: SLF001
_resolve, _outputs = driver._resolve_top, driver._apply_outputs  # noqa: SLF001
_attackers, _blockers = driver.declare_attackers, driver.declare_blockers
_damage, _aura = driver._apply_damage, driver._attach_aura  # noqa: SLF001
# A cast spell stays on the stack until the script has it resolve, and declarations are made when the script makes them.
driver._resolve_stack = driver.declare_attackers = driver.declare_blockers = lambda *_: None  # noqa: SLF001
driver._apply_outputs = lambda *_: None  # noqa: SLF001


def describe() -> Json:
    """Return what the engine is and claims; which cards it plays is told case by case."""
    return {"protocol": 1, "name": "python-mtg", "games": {"mtg": CLAIMS}, "capabilities": ["choices"]}


def run(params: Json) -> Json:
    """Play a script from a position, and return what came of it."""
    return answers.play(params, "mtg", CLAIMS, lambda told, given: _Script(told, given).play())


class _Script:
    """A run of a script."""

    def __init__(self, params: Json, answers: Answers) -> None:
        self._actions: list[Json] = params["actions"]
        self._answers = answers
        self._position = Position(params["given"])
        self._state = self._position.state
        self._state["_policy"], self._state["_chance"] = self._decide, self._chance
        self._at = 0
        self._targets: dict[str, list[str]] = {}
        """The targets that the script named and the engine has not yet asked for, by spell or ability."""
        self._source = ""
        """What resolves, or is cast."""
        driver._apply_damage, driver._attach_aura = self._damage, self._attach  # noqa: SLF001

    def play(self) -> Json:
        """Do the actions, and return the position then."""
        verbs: dict[str, Callable[[Json], None]] = {
            "cast": self._cast, "activate": self._activate, "play": self._land, "attack": self._attack,
            "block": self._block, "resolve": self._resolve, "pass to": self._pass,
        }  # fmt: skip
        for at, action in enumerate(self._actions):
            self._at = at
            if self._state.get("_loser"):
                self._refuse("the game is over")
            for key in action.keys() - {*verbs, "player", "targets", "ability", "x", "of"}:
                raise Unsupported("action", f"{next(verb for verb in verbs if verb in action)} with {key}")
            before = self._position.read()
            try:
                if action.keys() & {"cast", "activate", "play"} and self._step in ("untap", "cleanup"):
                    self._refuse("the engine gives nobody priority in this step")
                verbs[next(verb for verb in verbs if verb in action)](action)
            except Over as over:
                if "refused" in over.outcome:
                    over.outcome["state"] = before
                raise
        return {"state": self._position.read()}

    # What players do

    def _cast(self, action: Json) -> None:
        spell = self._position.find(action["cast"], ("in_hand",))
        if spell is None:
            raise Unsupported("action", "cast from another zone than the hand")
        player = self._who(action, self._position.owners[spell])
        self._position.fund(player)
        probe = {**self._state, "has_priority": {(player,)}}
        if (player, spell) not in driver.run(probe, ["can_cast"])["can_cast"]:
            self._refuse(f"{action['cast']} cannot be cast now")
        self._aim(spell, action)
        rows = driver.run(self._state, ["spell_target"])["spell_target"]
        self._see_that_it_can_be(player, action, [row[1:] for row in rows if row[0] == spell])
        self._source = spell
        with_x = {"x_value": action["x"]} if "x" in action else {}
        self._force(with_x, driver._cast_spell, player, spell, sorted(self._position.names))  # noqa: SLF001

    def _activate(self, action: Json) -> None:
        if "x" in action:
            raise Unsupported("action", "activate with x")
        source = self._position.find(action["activate"], ("on_battlefield",))
        if source is None:
            raise Unsupported("action", "activate in another zone than the battlefield")
        player = self._who(action, self._position.controller(source))
        self._position.fund(player)
        if re.fullmatch(r"[+-]\d+|0", str(action.get("ability"))):
            self._activate_loyalty(action, source, player)
            return
        rows = [row for row in self._state.get("activated_ability", ()) if row[1] == source]
        if not rows or (len(rows) > 1 and "ability" in action):
            raise Unsupported("action", "activate an ability that the engine does not list by its number or alone")
        possible = [row for row in driver._activatable(self._state, player) if row in rows]  # noqa: SLF001
        if not possible:
            self._refuse(f"the ability of {action['activate']} cannot be activated now")
        if any(thing == possible[0][0] for thing, _ in self._state.get("on_stack", ())):
            raise Unsupported(
                "action", "activate an ability that is on the stack already: the engine tells them apart by name"
            )
        self._aim(possible[0][0], action)
        aims = [str(possible[0][6]).split("|")] if possible[0][4] == "ctarget" else []
        self._see_that_it_can_be(player, action, aims)
        self._source = source
        self._force({"activate": possible[0]}, driver._activate_phase, player, sorted(self._position.names))  # noqa: SLF001

    def _activate_loyalty(self, action: Json, source: str, player: str) -> None:
        loyal = driver._loyalty_activatable(self._state, player)  # noqa: SLF001
        possible = [row for row in loyal if row[0] == source and row[3] == int(action["ability"])]
        if not possible or not self._sorcery(player):
            self._refuse(f"the loyalty ability {action['ability']} cannot be activated now")
        self._source = f"{source}__loy__{possible[0][2]}"
        self._aim(self._source, action)
        self._force({"loyalty": possible[0]}, driver._activate_loyalty, player, sorted(self._position.names))  # noqa: SLF001

    def _land(self, action: Json) -> None:
        land = self._position.find(action["play"], ("in_hand",))
        player = self._who(action, self._position.owners.get(land or "", ""))
        if not self._sorcery(player) or land not in env._playable_lands(self._state, player):  # noqa: SLF001
            self._refuse(f"{action['play']} cannot be played now")
        driver._play_land(self._state, player, land)  # noqa: SLF001

    def _attack(self, action: Json) -> None:
        self._go(lambda: self._step == "declare_attackers", "declare attackers", declared=False)
        if self._state.get("_loser"):
            self._refuse("the game is over")
        wanted = frozenset(self._permanent(name) for name in action["attack"])
        others = [player for player in self._position.names if player != self._active]
        if len(others) > 1 or any(whom not in map(self._position.called, others) for whom in action["attack"].values()):
            raise Unsupported("action", "attack another than the only opponent")
        if wanted not in env._attack_options(self._state, self._active):  # noqa: SLF001
            self._refuse("these creatures cannot attack so")
        self._force({"attackers": wanted}, _attackers, self._active)
        self._enter()

    def _block(self, action: Json) -> None:
        self._go(lambda: self._step == "declare_blockers", "declare blockers", declared=False)
        if any(isinstance(whom, list) for whom in action["block"].values()):
            raise Unsupported("action", "block several attackers")
        wanted = frozenset((self._permanent(one), self._permanent(other)) for one, other in action["block"].items())
        defender = next(player for player in self._position.names if player != self._active)
        pairs = env._legal_block_pairs(self._state, defender)  # noqa: SLF001
        if not wanted <= {*pairs} or not env._required_blocks_ok(self._state, defender, wanted, pairs):  # noqa: SLF001
            self._refuse("these creatures cannot block so")
        self._force({"blocks": wanted}, _blockers, self._active)
        self._enter()

    def _resolve(self, action: Json) -> None:
        while self._stack:
            self._source = max(self._state["on_stack"], key=lambda row: row[1])[0]
            wanted = self._targets.get(self._source, [])
            _resolve(self._state)
            for afterwards in ("lifegain_triggers", "counter_placed_triggers", "you_do_costs"):
                getattr(driver, f"_fire_{afterwards}")(self._state)
            if wanted:
                raise Unsupported("choice", "a target: the engine picks it without asking")
            self._settle()
            if action.get("resolve") == "top":
                return

    def _pass(self, action: Json) -> None:
        if action["pass to"] not in STEPS:
            raise Unsupported("action", f"pass to {action['pass to']}")
        whose = self._position.players[action["of"]] if "of" in action else None
        step = STEPS[action["pass to"]]
        self._go(lambda: self._step == step and whose in (None, self._active), action["pass to"])

    # How the game goes on

    def _go(self, there: Callable[[], bool], where: str, *, declared: bool = True) -> None:
        """Go on until a step has begun; without `declared`, until its declaration is due."""
        for _ in range(200):
            self._resolve({})
            if self._state.get("_loser"):
                return
            turn = self._state["_turn"]
            _advance(self._state)
            if self._state["_turn"] > turn:
                self._position.drawn_before = dict(self._state.get("_draw_by", {}))
            due = self._step in ("declare_attackers", "declare_blockers")
            if due and not declared and there():
                return
            if due:
                self._state["attacks" if self._step == "declare_attackers" else "blocks"] = set()
            self._enter()
            if there():
                return
        self._refuse(f"{where} does not come")

    def _enter(self) -> None:
        """Have the engine do what happens as a step begins."""
        loser = _outputs(self._state, driver.run(self._state, driver.OUTPUTS), self._active)
        if loser:
            self._state["_loser"] = loser
        self._settle()

    def _settle(self) -> None:
        """Have the engine do its state-based actions, which it otherwise does as it goes from step to step."""
        nothing: dict[str, set[Any]] = {relation: set() for relation in driver.OUTPUTS}
        calm = {**self._state, "attacks": set(), "blocks": set(), "current_step": {("precombat_main",)}}
        for _ in range(10):
            moved = driver.run(calm, ["zone_change"])["zone_change"]
            loser = _outputs(self._state, {**nothing, "zone_change": moved}, self._active)
            if loser:
                self._state["_loser"] = loser
            if not moved or loser:
                return
            calm = {**self._state, **{key: calm[key] for key in ("attacks", "blocks", "current_step")}}

    def _force(self, decisions: Json, act: Callable[..., Any], *args: Any) -> None:
        self._state["_forced"] = decisions
        act(self._state, *args)
        self._state["_forced"] = {}
        self._settle()

    # What the engine decides

    def _decide(self, _state: Json, key: str, options: Any, _default: Any) -> Any:
        """Decide for a player by the script."""
        player = self._position.called(self._position.controller(self._source) or self._active)
        about = self._position.called(self._source) if self._source else None
        if key == "target" and self._targets.get(self._source):
            wanted = self._targets[self._source].pop(0)
            found = next((it for it in options if self._position.called(it) == wanted), None)
            if found is None:
                self._refuse(f"{wanted} cannot be a target")
            return found
        if key in KINDS:
            called = {self._position.called(it): it for it in options}
            if key != "target":
                it = next(iter(called.values()))
                player = self._position.called(self._position.owners.get(it) or self._position.controller(it))
            return self._answer(player, KINDS[key], about, called)
        if key in MAY:
            kind, yes = MAY[key]
            return self._answer(player, kind, about, {yes: True, "decline": False})
        if key in ("attackers", "blocks"):
            return frozenset()
        raise Unsupported("choice", key)

    def _answer(self, player: str, kind: str, about: str | None, called: dict[str, Any]) -> Any:
        return called[self._answers.one(player, kind, about, list(called))]

    def _chance(self, _state: Json, key: str, _options: Any, _weights: Any) -> Any:
        raise Unsupported("choice", key)

    def _damage(self, state: Json, label: str, amount: int, kind: str, player: str) -> None:
        if kind in CREATURE_DAMAGE:
            raise Unsupported("choice", "a target of damage: the engine picks it without asking")
        _damage(state, label, amount, kind, player)

    def _attach(self, state: Json, aura: str, player: str) -> None:
        wanted = self._targets.pop(aura, [])
        _aura(state, aura, player)
        host = next((host for attached, host in state["attached_to"] if attached == aura), None)
        if wanted and (host is None or self._position.called(host) != wanted[0]):
            raise Unsupported("choice", "what an Aura is attached to: the engine picks it without asking")

    # Small things

    def _aim(self, thing: str, action: Json) -> None:
        targets = action.get("targets", [])
        if isinstance(targets, dict):
            raise Unsupported("action", "targets by the names of the card's data")
        self._targets[thing] = list(targets)

    def _sorcery(self, player: str) -> bool:
        return player == self._active and self._step in ("precombat_main", "postcombat_main") and not self._stack

    def _see_that_it_can_be(self, player: str, action: Json, aims: Sequence[Sequence[str]]) -> None:
        """Refuse a target that is not among those which the engine would choose from, where it tells them."""
        targets = action.get("targets", [])
        if len(targets) != 1 or len(aims) != 1:
            return
        verb, payload, kind = aims[0]
        told = driver.run(self._state, ["controls", "power", "creature"])
        powers, creatures = {it: int(power) for it, power in told["power"]}, {it for (it,) in told["creature"]}
        offered: list[str] = []

        def note(_state: Json, _key: str, options: Sequence[str], default: str) -> str:
            offered.extend(options)
            return default

        probe = {**self._state, "_policy": note}
        driver._pick_target(probe, player, kind, verb, payload, told["controls"], powers, creatures)  # noqa: SLF001
        if targets[0] not in map(self._position.called, offered):
            self._refuse(f"{targets[0]} cannot be a target")

    def _who(self, action: Json, otherwise: str) -> str:
        return self._position.players[action["player"]] if "player" in action else otherwise

    def _permanent(self, name: str) -> str:
        found = self._position.find(name, ("on_battlefield",))
        if found is None:
            self._refuse(f"there is no {name} on the battlefield")
        return str(found)

    @property
    def _active(self) -> str:
        return str(next(iter(self._state["active_player"]))[0])

    @property
    def _step(self) -> str:
        return str(next(iter(self._state["current_step"]))[0])

    @property
    def _stack(self) -> bool:
        return bool(self._state.get("on_stack"))

    def _refuse(self, reason: str) -> None:
        raise Over({"refused": {"action": self._at, "reason": reason}})
