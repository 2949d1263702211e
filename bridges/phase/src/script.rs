//! The script's actions, done through the engine's own: it refuses what the rules, as it knows them, forbid.

use crate::cards::cards;
use crate::position::{self, MANA};
use crate::telling::taps_for;
use engine::game::combat::AttackTarget;
use engine::game::engine::apply_as_current;
use engine::game::game_object::GameObject;
use engine::types::*;
use kit::{text, unsupported, Announced, Ids, Over, Run, Script, Waits};
use serde_json::{json, Value};
use std::collections::HashMap;

/// Where mana comes from that a player has for whatever is to be paid.
const PURSE: ObjectId = ObjectId(u64::MAX);
const PURSE_SIZE: usize = 30;

pub struct Game {
    pub run: Run,
    pub state: GameState,
    pub ids: Ids<ObjectId>,
    /// Which cards are printed on the engine's objects.
    pub printed: HashMap<ObjectId, String>,
    /// What has triggered, with the sources.
    pub fired: HashMap<ObjectId, ObjectId>,
    pub copying: Option<ObjectId>,
    /// How many turns have begun, the first included.
    pub turns: usize,
    bell: Option<ObjectId>,
    /// The game as it was before the action at hand.
    origin: GameState,
}

impl Game {
    pub fn new(mut run: Run) -> Self {
        run.answers.loose = true;
        Self {
            run,
            state: GameState::default(),
            ids: Ids::default(),
            printed: HashMap::new(),
            fired: HashMap::new(),
            copying: None,
            turns: 1,
            bell: None,
            origin: GameState::default(),
        }
    }

    pub fn player(&self, told: &str) -> Option<PlayerId> {
        self.run.players.iter().position(|each| told == each).map(position::seat)
    }

    /// Has the engine carry out an action of its own; where it does not, nothing has happened.
    pub fn act(&mut self, action: GameAction) -> Result<(), String> {
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
        self.act(action).map_err(|why| self.run.refused(&why))
    }

    /// Everybody whose mana is not told has what a cost asks for.
    fn fund(&mut self) {
        let purse = MANA.iter().flat_map(|kind| vec![ManaUnit::new(*kind, PURSE, false, Vec::new()); PURSE_SIZE]);
        for (player, name) in self.state.players.iter_mut().zip(&self.run.players) {
            if self.run.given[name]["mana"].is_null() {
                player.mana_pool.mana.splice(0..0, purse.clone());
            }
        }
    }

    /// An object by its id; or by its name, a player's or to block another's, in a zone in which it can be meant.
    fn find(&self, name: &str, verb: &str, player: PlayerId) -> Result<ObjectId, Over> {
        let there = !matches!(verb, "cast" | "play");
        let meant = |object: &&GameObject| {
            let whose = (object.controller == player) == (verb != "block");
            (object.zone == Zone::Battlefield) == there && object.name == name && whose
        };
        let by_name = || self.state.objects.values().filter(meant).map(|object| object.id).min_by_key(|id| id.0);
        let found = self.ids.object(name).or_else(by_name).filter(|id| self.state.objects.contains_key(id));
        found.ok_or_else(|| self.run.refused(&format!("there is no {name}")))
    }

    /// The engine's action for an ability that the script names by its label.
    fn activation(&self, object: ObjectId, label: &Value) -> Result<GameAction, Over> {
        let held = &self.state.objects[&object];
        let active = |place: &usize| held.abilities[*place].kind == AbilityKind::Activated;
        let own: Vec<usize> = (0..held.abilities.len()).filter(active).collect();
        if own.is_empty() && held.keywords.iter().any(|each| matches!(each, Keyword::Crew(_))) {
            return Ok(GameAction::CrewVehicle { vehicle_id: object, creature_ids: Vec::new() });
        }
        if own.is_empty() && held.keywords.contains(&Keyword::Station) {
            return Ok(GameAction::ActivateStation { spacecraft_id: object, creature_id: None });
        }
        if own.is_empty() {
            return Err(self.run.refused("it has no ability that can be activated"));
        }
        let entries = cards().data.of_form(&held.name, "activated");
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

    /// Takes the bell away, and tells whether it has rung.
    fn take_bell(&mut self) -> bool {
        let Some(bell) = self.bell.take() else { return false };
        let before = self.state.stack.len();
        self.state.stack.retain(|entry| entry.source_id != bell);
        self.state.command_zone.retain(|id| *id != bell);
        self.state.objects.remove(&bell);
        self.state.stack.len() < before
    }
}

impl Script for Game {
    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn set_up(&mut self) -> Result<(), Over> {
        position::set_up(self)
    }

    fn state(&self) -> Value {
        self.tell()
    }

    fn waits(&self) -> Waits {
        match self.state.waiting_for {
            WaitingFor::Priority { player } => Waits::Priority(self.name(player)),
            WaitingFor::DeclareAttackers { player, .. } => Waits::Attackers(self.name(player)),
            WaitingFor::DeclareBlockers { player, .. } => Waits::Blockers(self.name(player)),
            WaitingFor::GameOver { .. } => Waits::Over,
            _ => Waits::Answer,
        }
    }

    fn answer(&mut self) -> Result<(), Over> {
        self.question()
    }

    fn look(&mut self) -> Result<(), Over> {
        let permanents = self.state.battlefield.iter().map(|id| &self.state.objects[id]);
        permanents.filter(|object| object.is_token).for_each(|token| self.ids.token(token.id, &token.base_name));
        match self.state.rng == self.origin.rng {
            true => Ok(()),
            false => Err(unsupported("choice", "what chance decides: the engine draws lots by itself")),
        }
    }

    fn active(&self) -> String {
        self.name(self.state.active_player)
    }

    fn moment(&self) -> (u64, String) {
        (self.state.turn_number.into(), position::word(self.state.phase).to_string())
    }

    fn stack(&self) -> Vec<u64> {
        self.state.stack.iter().rev().map(|entry| entry.id.0).collect()
    }

    fn begin(&mut self) {
        self.origin = self.state.clone();
    }

    fn undo(&mut self) -> bool {
        self.state = std::mem::take(&mut self.origin);
        true
    }

    fn pass(&mut self) -> Result<(), Over> {
        let action = match self.state.waiting_for {
            WaitingFor::DeclareAttackers { .. } => GameAction::DeclareAttackers { attacks: Vec::new() },
            WaitingFor::DeclareBlockers { .. } => GameAction::DeclareBlockers { assignments: Vec::new() },
            _ => GameAction::PassPriority,
        };
        self.act(action).map_err(|why| unsupported("action", &format!("passing: {why}")))
    }

    /// The engine gives nobody priority in a step in which nothing has triggered: there a bell has to ring.
    fn pass_toward(&mut self, step: &str) -> Result<bool, Over> {
        let wanted = position::step(step)?;
        if !matches!(wanted, Phase::Upkeep | Phase::Draw | Phase::BeginCombat | Phase::EndCombat) {
            return self.pass().map(|()| true);
        }
        let owner = self.state.active_player;
        self.bell = Some(position::put(&mut self.state, &cards().bell, owner, Zone::Command));
        self.pass()?;
        self.settle()?;
        Ok(self.take_bell())
    }

    fn perform(&mut self, verb: &str, action: &Value) -> Result<(), Over> {
        let lacking = [&action["face down"], &action["pay"], &action["costs"]["convoke"]];
        if lacking.into_iter().any(|told| !told.is_null()) {
            return Err(unsupported("action", "casting face down, or paying with mana or creatures that are named"));
        }
        let told = self.player(text(&action["player"]));
        let name = text(&action[verb]);
        let object_id = self.find(name, verb, told.unwrap_or(self.state.active_player))?;
        let held = &self.state.objects[&object_id];
        let (card_id, actor) = (held.card_id, told.unwrap_or(held.controller));
        self.until_priority(&self.name(actor))?;
        let done = match verb {
            "cast" => GameAction::CastSpell { object_id, card_id, targets: Vec::new() },
            "play" => return self.carry_out(GameAction::PlayLand { object_id, card_id }),
            "turn face up" => GameAction::TurnFaceUp { object_id },
            _ => self.activation(object_id, &action["ability"])?,
        };
        self.run.announced = Announced::new(action, &self.called(object_id), self.card(object_id), &cards().data);
        self.carry_out(done)
    }

    fn attack(&mut self, attacks: &[(String, String)]) -> Result<(), Over> {
        let mut declared = Vec::new();
        for (attacker, whom) in attacks {
            let planeswalker = self.permanent_called(whom).map(AttackTarget::Planeswalker);
            let target = self.player(whom).map(AttackTarget::Player).or(planeswalker);
            let target = target.ok_or_else(|| self.run.refused(&format!("there is no {whom}")))?;
            declared.push((self.find(attacker, "attack", self.state.active_player)?, target));
        }
        self.carry_out(GameAction::DeclareAttackers { attacks: declared })
    }

    fn block(&mut self, blocks: Vec<(String, String)>) -> Result<Vec<(String, String)>, Over> {
        let WaitingFor::DeclareBlockers { player, .. } = self.state.waiting_for else { return Ok(blocks) };
        let active = self.state.active_player;
        let (mut assignments, mut others) = (Vec::new(), Vec::new());
        for (blocker, attacker) in blocks {
            let pair = (self.find(&blocker, "block", active)?, self.find(&attacker, "attack", active)?);
            match self.state.objects[&pair.0].controller == player {
                true => assignments.push(pair),
                false => others.push((blocker, attacker)),
            }
        }
        self.carry_out(GameAction::DeclareBlockers { assignments }).map(|()| others)
    }

    fn aimed(&self) -> Vec<String> {
        let top = self.state.stack.back().and_then(|entry| entry.ability());
        top.iter().flat_map(|ability| &ability.targets).map(|target| self.target(target)).collect()
    }

    fn concede(&mut self, player: &str) -> Result<(), Over> {
        let player_id = self.player(player).unwrap_or_default();
        self.carry_out(GameAction::Concede { player_id })
    }
}
