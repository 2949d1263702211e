//! The script: each action done through the engine's own actions, which it refuses where the rules, as it knows them,
//! forbid it.

use crate::answers::{pairs, unsupported, words, Answers, Over};
use crate::cards::cards;
use crate::position::{self, MANA};
use crate::telling::taps_for;
use engine::game::combat::AttackTarget;
use engine::game::engine::apply_as_current;
use engine::game::game_object::GameObject;
use engine::types::*;
use serde_json::{json, Value};
use std::collections::{HashMap, VecDeque};

pub const VERBS: [&str; 10] =
    ["cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede"];
/// Where mana comes from that a player has for whatever is to be paid.
const PURSE: ObjectId = ObjectId(u64::MAX);
const PURSE_SIZE: usize = 30;
/// So much the engine does in a run that comes to an end.
const LONG: usize = 5000;

/// What an action announces, as far as the engine has not yet asked for it.
#[derive(Default)]
pub struct Announced {
    pub source: Option<ObjectId>,
    pub targeted: bool,
    pub targets: VecDeque<String>,
    pub modes: Vec<String>,
    pub with: Vec<String>,
    pub costs: Vec<String>,
    pub x: Option<u32>,
}

#[derive(Default)]
pub struct Run {
    pub given: Value,
    pub state: GameState,
    pub players: Vec<String>,
    /// Which of the engine's objects bears which id, and which cards are printed on them.
    pub ids: Vec<(String, ObjectId)>,
    pub printed: HashMap<ObjectId, String>,
    pub answers: Answers,
    pub announced: Announced,
    pub damage: HashMap<String, Value>,
    /// What has triggered, with the sources.
    pub fired: HashMap<ObjectId, ObjectId>,
    /// The step that the script has passed to, where the engine has gone on from it by itself.
    pub step: Option<Phase>,
    pub copying: Option<ObjectId>,
    /// How many turns have begun, the first included, and how much has been done.
    pub turns: usize,
    acts: usize,
    at: usize,
    bell: Option<ObjectId>,
    /// The game as it was before the action at hand.
    origin: GameState,
}

/// Plays a request and returns its outcome.
pub fn run(params: &Value) -> Value {
    if params["game"] != "mtg" {
        return unsupported("game", params["game"].as_str().unwrap_or_default());
    }
    let list = |key: &str| params[key].as_array().cloned().unwrap_or_default();
    let (given, players) = (params["given"].clone(), words(&params["given"]["players"]));
    let mut run = Run { given, players, answers: Answers::new(list("answers")), turns: 1, ..Run::default() };
    let mut outcome = match run.play(&list("actions")) {
        Ok(()) => json!({"state": run.tell()}),
        Err(outcome) => outcome,
    };
    if outcome.get("unsupported").is_none() {
        outcome["asked"] = json!(run.answers.asked);
        outcome["unused"] = json!(run.answers.unused);
    }
    outcome
}

impl Run {
    fn play(&mut self, actions: &[Value]) -> Result<(), Over> {
        position::set_up(self)?;
        if actions.last().is_some_and(|action| action.get("assign damage").is_some()) {
            return Err(unsupported("action", "assigning damage that is not dealt"));
        }
        for (at, action) in actions.iter().enumerate() {
            self.at = at;
            self.step = None;
            self.origin = self.state.clone();
            let verb = VERBS.into_iter().find(|verb| action.get(verb).is_some());
            let unknown = || unsupported("action", pairs(action).next().map_or("", |(key, _)| key));
            match verb.ok_or_else(unknown)? {
                "resolve" => self.resolve(&action["resolve"]),
                "pass to" => self.pass_to(action),
                "attack" => self.attack(&action["attack"]),
                "block" => self.block(&action["block"]),
                "assign damage" => {
                    self.damage
                        .extend(pairs(&action["assign damage"]).map(|(name, told)| (name.clone(), told.clone())));
                    Ok(())
                }
                "concede" => {
                    let player_id = self.player(&action["concede"]).unwrap_or_default();
                    self.carry_out(GameAction::Concede { player_id })
                }
                verb => self.announce(verb, action),
            }?;
            if self.state.rng != self.origin.rng {
                return Err(unsupported("choice", "what chance decides: the engine draws lots by itself"));
            }
        }
        Ok(())
    }

    pub fn player(&self, told: &Value) -> Option<PlayerId> {
        self.players.iter().position(|each| told == each).map(position::seat)
    }

    pub fn object(&self, id: &str) -> Option<ObjectId> {
        self.ids.iter().find(|(name, _)| name == id).map(|(_, object)| *object)
    }

    pub fn id(&self, object: ObjectId) -> Option<&str> {
        self.ids.iter().find(|(_, each)| *each == object).map(|(id, _)| id.as_str())
    }

    /// Ends the run with the refusal of the action at hand.
    pub fn refused(&mut self, reason: &str) -> Over {
        self.state = std::mem::take(&mut self.origin);
        json!({"refused": {"action": self.at, "reason": reason}, "state": self.tell()})
    }

    /// Has the engine carry out an action of its own; where it does not, nothing has happened.
    pub fn act(&mut self, action: GameAction) -> Result<(), String> {
        self.acts += 1;
        assert!(self.acts < LONG, "this does not come to an end");
        let before = self.state.clone();
        self.fund();
        let result = apply_as_current(&mut self.state, action);
        for player in &mut self.state.players {
            player.mana_pool.mana.retain(|unit| unit.source_id != PURSE);
        }
        let done = result.map_err(|why| {
            self.state = before;
            why.to_string()
        })?;
        self.turns += done.events.iter().filter(|event| matches!(event, GameEvent::TurnStarted { .. })).count();
        for entry in &self.state.stack {
            if matches!(entry.kind, StackEntryKind::TriggeredAbility { .. }) && Some(entry.source_id) != self.bell {
                self.fired.insert(entry.id, entry.source_id);
            }
        }
        Ok(())
    }

    /// Does what the script's action comes to, or ends the run with its refusal.
    fn carry_out(&mut self, action: GameAction) -> Result<(), Over> {
        self.act(action).map_err(|why| self.refused(&why))?;
        self.settle()
    }

    /// Everybody whose mana is not told has what a cost asks for.
    fn fund(&mut self) {
        let purse = MANA.iter().flat_map(|kind| vec![ManaUnit::new(*kind, PURSE, false, Vec::new()); PURSE_SIZE]);
        for (player, name) in self.state.players.iter_mut().zip(&self.players) {
            if self.given[name]["mana"].is_null() {
                player.mana_pool.mana.splice(0..0, purse.clone());
            }
        }
    }

    /// Gives tokens that are new their ids, the oldest first.
    pub fn name_tokens(&mut self) {
        let new = self.on_battlefield().filter(|object| object.is_token && self.id(object.id).is_none());
        for (object, name) in new.map(|object| (object.id, object.base_name.clone())).collect::<Vec<_>>() {
            let name = name.to_lowercase().replace(['\'', '’'], "");
            let parts = name.split(|each: char| !each.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
            let word = parts.collect::<Vec<_>>().join("_");
            let free = (1..).map(|number| format!("{word}_{number}")).find(|id| self.object(id).is_none());
            self.ids.extend(free.map(|id| (id, object)));
        }
    }

    /// Answers the engine's questions until somebody has priority or declares attackers or blockers.
    pub fn settle(&mut self) -> Result<(), Over> {
        use WaitingFor::{DeclareAttackers, DeclareBlockers, GameOver, Priority};
        self.name_tokens();
        let there = |waiting: &WaitingFor| {
            matches!(waiting, Priority { .. } | DeclareAttackers { .. } | DeclareBlockers { .. } | GameOver { .. })
        };
        while !there(&self.state.waiting_for) {
            self.question()?;
            self.name_tokens();
        }
        Ok(())
    }

    fn over(&self) -> bool {
        matches!(self.state.waiting_for, WaitingFor::GameOver { .. })
    }

    /// The player who has priority passes; nobody attacks or blocks.
    fn pass(&mut self) -> Result<(), Over> {
        let action = match self.state.waiting_for {
            WaitingFor::DeclareAttackers { .. } => GameAction::DeclareAttackers { attacks: Vec::new() },
            WaitingFor::DeclareBlockers { .. } => GameAction::DeclareBlockers { assignments: Vec::new() },
            _ => GameAction::PassPriority,
        };
        self.act(action).map_err(|why| unsupported("action", &format!("passing: {why}")))?;
        self.settle()
    }

    fn announce(&mut self, verb: &str, action: &Value) -> Result<(), Over> {
        let lacking = [&action["face down"], &action["pay"], &action["costs"]["convoke"]];
        if lacking.into_iter().any(|told| !told.is_null()) {
            return Err(unsupported("action", "casting face down, or paying with mana or creatures that are named"));
        }
        let told = self.player(&action["player"]);
        let name = action[verb].as_str().unwrap_or_default();
        let object_id = self.find(name, verb, told.unwrap_or(self.state.active_player))?;
        let held = &self.state.objects[&object_id];
        let (card_id, actor) = (held.card_id, told.unwrap_or(held.controller));
        let (stack, phase) = (self.state.stack.len(), self.state.phase);
        let late = |state: &GameState| state.stack.len() != stack || state.phase != phase;
        let priority = WaitingFor::Priority { player: actor };
        self.until(|waiting| *waiting == priority, late, "the player does not get priority")?;
        let done = match verb {
            "cast" => GameAction::CastSpell { object_id, card_id, targets: Vec::new() },
            "play" => return self.carry_out(GameAction::PlayLand { object_id, card_id }),
            "turn face up" => GameAction::TurnFaceUp { object_id },
            _ => self.activation(object_id, &action["ability"])?,
        };
        let targets = self.targets_in_order(object_id, &action["targets"]);
        self.announced = Announced {
            source: Some(object_id),
            targeted: action.get("targets").is_some(),
            targets: targets.clone().into(),
            modes: words(&action["modes"]),
            with: words(&action["with"]),
            costs: pairs(&action["costs"]).flat_map(|(_, objects)| words(objects)).collect(),
            x: action["x"].as_u64().and_then(|x| u32::try_from(x).ok()),
        };
        self.carry_out(done)?;
        let left = std::mem::take(&mut self.announced);
        if !left.targets.is_empty() {
            // the engine takes a target without asking where there is but one; another that the script names is no target
            let top = self.state.stack.back().and_then(|entry| entry.ability());
            let taken = top.iter().flat_map(|ability| &ability.targets);
            let taken: Vec<String> = taken.map(|target| self.target(target)).collect();
            if taken.is_empty() {
                return Err(unsupported("action", "targets that the engine does not ask for"));
            }
            if taken != targets {
                return Err(self.refused(&format!("the targets can only be {taken:?}")));
            }
        }
        if !left.with.is_empty() || !left.costs.is_empty() || !left.modes.is_empty() {
            return Err(unsupported("action", "costs or modes that the engine does not ask for"));
        }
        Ok(())
    }

    /// The targets in the order of the card's data.
    fn targets_in_order(&self, object: ObjectId, told: &Value) -> Vec<String> {
        let Some(named) = told.as_object() else { return words(told) };
        let entries = cards().entries(self.printed.get(&object).map_or("", String::as_str)).iter();
        let order = entries.map(|entry| words(&entry["targets"]));
        let order = order.into_iter().find(|order| named.keys().all(|name| order.contains(name)));
        order.iter().flatten().filter_map(|name| named.get(name)).flat_map(words).collect()
    }

    /// An object by its id; or by its name, a player's or to block another's, in a zone in which the script can mean it.
    fn find(&mut self, name: &str, verb: &str, player: PlayerId) -> Result<ObjectId, Over> {
        let there = !matches!(verb, "cast" | "play");
        let meant = |object: &&GameObject| {
            let whose = (object.controller == player) == (verb != "block");
            (object.zone == Zone::Battlefield) == there && object.name == name && whose
        };
        let by_name = || self.state.objects.values().filter(meant).map(|object| object.id).min_by_key(|id| id.0);
        let found = self.object(name).or_else(by_name).filter(|id| self.state.objects.contains_key(id));
        found.ok_or_else(|| self.refused(&format!("there is no {name}")))
    }

    /// All pass until the game waits for something; the action is refused if it is too late for that.
    fn until(
        &mut self,
        there: impl Fn(&WaitingFor) -> bool,
        late: impl Fn(&GameState) -> bool,
        why: &str,
    ) -> Result<(), Over> {
        while !there(&self.state.waiting_for) {
            self.pass()?;
            if self.over() || late(&self.state) {
                return Err(self.refused(why));
            }
        }
        Ok(())
    }

    /// The engine's action for an ability that the script names by its label.
    fn activation(&mut self, object: ObjectId, label: &Value) -> Result<GameAction, Over> {
        let held = &self.state.objects[&object];
        let active = |place: &usize| held.abilities[*place].kind == AbilityKind::Activated;
        let own: Vec<usize> = (0..held.abilities.len()).filter(active).collect();
        if own.is_empty() && held.keywords.iter().any(|each| matches!(each, Keyword::Crew(_))) {
            return Ok(GameAction::CrewVehicle { vehicle_id: object, creature_ids: Vec::new() });
        }
        if own.is_empty() {
            return Err(self.refused("it has no ability that can be activated"));
        }
        let entries = cards().entries(&held.name).iter().filter(|entry| entry["form"] == "activated");
        let entries: Vec<&Value> = entries.collect();
        let told = entries.iter().position(|entry| entry["label"] == *label);
        let loyalty = told.and_then(|place| entries[place]["loyalty"].as_str()?.parse::<i64>().ok());
        let fits = |place: &usize| match (label.as_str().and_then(|label| label.strip_prefix("tap for ")), loyalty) {
            (Some(color), _) => taps_for(&held.abilities[*place]) == [color],
            (None, Some(cost)) => json!(held.abilities[*place])["cost"]["amount"] == cost,
            (None, None) => label.is_null() && own.len() == 1,
        };
        let alike = own.len() == entries.len() && loyalty.is_none();
        let place = own.iter().copied().find(fits).or_else(|| told.filter(|_| alike).map(|place| own[place]));
        let place = place.ok_or_else(|| unsupported("action", "an ability that cannot be told from others"))?;
        Ok(GameAction::ActivateAbility { source_id: object, ability_index: place })
    }

    fn resolve(&mut self, what: &Value) -> Result<(), Over> {
        let top = self.state.stack.back().map(|entry| entry.id);
        if what == "top" && top.is_none() {
            return Err(self.refused("the stack is empty"));
        }
        while !self.over() && self.state.stack.iter().any(|entry| what != "top" || Some(entry.id) == top) {
            self.pass()?;
        }
        Ok(())
    }

    fn pass_to(&mut self, action: &Value) -> Result<(), Over> {
        let wanted = position::step(&action["pass to"])?;
        let rings = matches!(wanted, Phase::Upkeep | Phase::Draw | Phase::BeginCombat | Phase::EndCombat);
        let whose = self.player(&action["of"]);
        let before = (self.state.turn_number, self.state.phase);
        let mut left = false;
        while !self.over() {
            if rings {
                // the engine gives nobody priority in a step in which nothing has triggered
                let owner = self.state.active_player;
                self.bell = Some(position::put(&mut self.state, &cards().bell, owner, Zone::Command));
            }
            let passed = self.pass();
            let rang = self.take_bell();
            passed?;
            left |= before != (self.state.turn_number, self.state.phase);
            let player = self.state.active_player;
            let there = self.state.phase == wanted && whose.is_none_or(|whose| whose == player);
            if left && there && (!rings || rang) && self.state.waiting_for == (WaitingFor::Priority { player }) {
                self.step = Some(wanted);
                break;
            }
        }
        Ok(())
    }

    /// Takes the bell away, and tells whether it has rung.
    fn take_bell(&mut self) -> bool {
        let Some(bell) = self.bell.take() else { return false };
        let before = self.state.stack.len();
        self.state.stack.retain(|entry| entry.source_id != bell);
        self.state.command_zone.retain(|id| *id != bell);
        self.state.objects.remove(&bell);
        self.state.stack.len() < before
    }

    fn attack(&mut self, told: &Value) -> Result<(), Over> {
        self.combat(|waiting| matches!(waiting, WaitingFor::DeclareAttackers { .. }))?;
        let mut attacks = Vec::new();
        for (attacker, whom) in pairs(told) {
            let planeswalker = self.on_battlefield().find(|object| *whom == self.called(object.id));
            let planeswalker = planeswalker.map(|object| AttackTarget::Planeswalker(object.id));
            let target = self.player(whom).map(AttackTarget::Player).or(planeswalker);
            let target = target.ok_or_else(|| self.refused(&format!("there is no {whom}")))?;
            attacks.push((self.find(attacker, "attack", self.state.active_player)?, target));
        }
        self.carry_out(GameAction::DeclareAttackers { attacks })
    }

    /// Each player declares blockers in turn.
    fn block(&mut self, told: &Value) -> Result<(), Over> {
        let mut blocks: HashMap<PlayerId, Vec<(ObjectId, ObjectId)>> = HashMap::new();
        let active = self.state.active_player;
        for (blocker, whom) in pairs(told) {
            let blocker = self.find(blocker, "block", active)?;
            for attacker in words(whom) {
                let pair = (blocker, self.find(&attacker, "attack", active)?);
                blocks.entry(self.state.objects[&blocker].controller).or_default().push(pair);
            }
        }
        while !blocks.is_empty() {
            self.combat(|waiting| matches!(waiting, WaitingFor::DeclareBlockers { .. }))?;
            let WaitingFor::DeclareBlockers { player, .. } = self.state.waiting_for else { break };
            self.carry_out(GameAction::DeclareBlockers { assignments: blocks.remove(&player).unwrap_or_default() })?;
        }
        Ok(())
    }

    /// Passes until somebody declares attackers or blockers in this turn.
    fn combat(&mut self, declares: impl Fn(&WaitingFor) -> bool) -> Result<(), Over> {
        let (turn, began) = (self.state.turn_number, self.state.phase);
        let past = |phase| phase == Phase::PostCombatMain && phase != began;
        let late = |state: &GameState| state.turn_number != turn || past(state.phase);
        self.until(declares, late, "nobody can attack or block")
    }
}
