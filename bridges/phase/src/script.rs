//! The script: each action done through the engine's own actions, which it refuses where the rules, as it knows them, forbid it.

use crate::answers::{unsupported, words, Answers, Over};
use crate::cards::Cards;
use crate::position;
use crate::telling::taps_for;
use engine::game::engine::apply_as_current;
use engine::game::layers::evaluate_layers;
use engine::types::ability::AbilityKind;
use engine::types::actions::GameAction;
use engine::types::events::GameEvent;
use engine::types::game_state::{GameState, StackEntryKind, WaitingFor};
use engine::types::identifiers::ObjectId;
use engine::types::keywords::Keyword;
use engine::types::mana::ManaUnit;
use engine::types::phase::Phase;
use engine::types::player::PlayerId;
use engine::types::zones::Zone;
use serde_json::{json, Value};
use std::collections::{HashMap, HashSet, VecDeque};

pub const VERBS: [&str; 10] =
    ["cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede"];
/// Where mana comes from that a player has for whatever is to be paid.
const PURSE: ObjectId = ObjectId(u64::MAX);
const PURSE_SIZE: usize = 30;
const LONG: usize = 2000;

/// Which of the engine's objects bears which id of the position.
#[derive(Default)]
pub struct Names {
    ids: HashMap<ObjectId, String>,
    objects: HashMap<String, ObjectId>,
    given: Vec<(String, ObjectId)>,
    counts: HashMap<String, usize>,
    pub printed: HashMap<ObjectId, String>,
}

impl Names {
    pub fn register(&mut self, id: &str, object: ObjectId) {
        self.ids.insert(object, id.to_string());
        self.objects.insert(id.to_string(), object);
        self.given.push((id.to_string(), object));
    }

    pub fn given(&self) -> impl Iterator<Item = (&str, ObjectId)> {
        self.given.iter().map(|(id, object)| (id.as_str(), *object))
    }

    pub fn id(&self, object: ObjectId) -> Option<&str> {
        self.ids.get(&object).map(String::as_str)
    }

    pub fn object(&self, id: &str) -> Option<ObjectId> {
        self.objects.get(id).copied()
    }
}

/// What an action announces, as far as the engine has not yet asked for it.
#[derive(Default)]
pub struct Announced {
    pub source: Option<ObjectId>,
    pub targeted: bool,
    pub targets: VecDeque<Vec<String>>,
    pub modes: Vec<String>,
    pub with: Vec<String>,
    pub costs: Vec<String>,
    pub x: Option<u64>,
    pub divide: Value,
}

pub struct Run<'a> {
    pub cards: &'a Cards,
    pub given: &'a Value,
    pub state: GameState,
    pub players: Vec<String>,
    pub names: Names,
    pub answers: Answers,
    pub announced: Option<Announced>,
    pub damage: HashMap<String, Value>,
    /// The sources of abilities that have triggered.
    pub fired: Vec<ObjectId>,
    /// The step that the position is in, where the engine has gone on from it by itself.
    pub step: Option<&'static str>,
    pub copying: Option<ObjectId>,
    /// How many turns have begun, the first included.
    pub turns: usize,
    seen: HashSet<ObjectId>,
    rich: Vec<bool>,
    at: usize,
    bell: Option<ObjectId>,
    /// The game as it was before the action at hand.
    origin: Option<GameState>,
    observed: Option<&'a Vec<Value>>,
    /// The libraries that the engine has shuffled, with the cards that lay in them then.
    shuffled: HashMap<PlayerId, Vec<ObjectId>>,
}

/// Plays a request and returns its outcome.
pub fn run(cards: &Cards, params: &Value) -> Value {
    if params["game"] != "mtg" {
        return unsupported("game", params["game"].as_str().unwrap_or_default());
    }
    let given = &params["given"];
    let players = words(&given["players"]);
    let rich = players.iter().map(|player| given[player.as_str()]["mana"].is_null()).collect();
    let list = |key: &str| params[key].as_array().cloned().unwrap_or_default();
    let mut run = Run {
        cards,
        given,
        state: GameState::default(),
        rich,
        players,
        names: Names::default(),
        answers: Answers::new(list("answers")),
        announced: None,
        damage: HashMap::new(),
        fired: Vec::new(),
        step: None,
        copying: None,
        turns: 1,
        seen: HashSet::new(),
        at: 0,
        bell: None,
        origin: None,
        observed: params["observe"].as_array(),
        shuffled: HashMap::new(),
    };
    let mut outcome = match run.play(&list("actions"), &list("answers")) {
        Ok(outcome) | Err(outcome) => outcome,
    };
    if outcome.get("unsupported").is_none() {
        outcome["asked"] = json!(run.answers.asked);
        outcome["unused"] = json!(run.answers.unused());
    }
    outcome
}

impl<'a> Run<'a> {
    fn play(&mut self, actions: &[Value], answers: &[Value]) -> Result<Value, Over> {
        if let Some(kind) =
            ["shuffle", "roll"].iter().find(|kind| answers.iter().any(|answer| answer["kind"] == **kind))
        {
            return Err(unsupported("choice", &format!("{kind}: the engine draws lots by itself")));
        }
        position::set_up(self)?;
        for (at, action) in actions.iter().enumerate() {
            self.at = at;
            if action.get("assign damage").is_some() && at + 1 == actions.len() {
                return Err(unsupported("action", "assigning damage that is not dealt"));
            }
            self.step = None;
            self.origin = Some(self.state.clone());
            self.perform(action)?;
        }
        let moved = self
            .shuffled
            .iter()
            .any(|(player, cards)| !self.state.players[usize::from(player.0)].library.iter().eq(cards));
        if moved || (!self.shuffled.is_empty() && self.looks_at("library")) {
            return Err(unsupported("choice", "shuffle: the engine draws lots by itself"));
        }
        Ok(json!({"state": self.tell()}))
    }

    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|each| each == name).map(position::seat)
    }

    /// Whether a part of the state that ends with this word, or lies below it, will be looked at.
    pub fn looks_at(&self, word: &str) -> bool {
        self.observed.is_none_or(|paths| paths.iter().any(|path| words(path).iter().any(|part| part == word)))
    }

    fn perform(&mut self, action: &Value) -> Result<(), Over> {
        let verb = VERBS.iter().find(|verb| action.get(**verb).is_some());
        match *verb.ok_or_else(|| {
            unsupported(
                "action",
                &action.as_object().map(|all| all.keys().next()).into_iter().flatten().cloned().collect::<String>(),
            )
        })? {
            "resolve" => self.resolve(action),
            "pass to" => self.pass_to(action),
            "attack" => self.attack(action),
            "block" => self.block(action),
            "assign damage" => {
                let told = action["assign damage"].as_object().into_iter().flatten();
                self.damage.extend(told.map(|(creature, damage)| (creature.clone(), damage.clone())));
                Ok(())
            }
            "concede" => {
                let player = self.player(action["concede"].as_str().unwrap_or_default());
                self.act(&json!({"type": "Concede", "data": {"player_id": player}}))
                    .map_err(|why| self.refused(&why))?;
                self.settle()
            }
            verb => self.announce(verb, action),
        }
    }

    /// Ends the run with the refusal of the action at hand.
    pub fn refused(&mut self, reason: &str) -> Over {
        if let Some(before) = self.origin.take() {
            self.state = before;
        }
        json!({"refused": {"action": self.at, "reason": reason}, "state": self.tell()})
    }

    // --- the engine's actions -----------------------------------------------------------------------------------------

    /// Has the engine carry out an action of its own; where it does not, nothing has happened.
    pub fn act(&mut self, action: &Value) -> Result<(), String> {
        let action: GameAction =
            serde_json::from_value(action.clone()).map_err(|wrong| format!("{action}: {wrong}"))?;
        let before = self.state.clone();
        self.fund();
        let result = apply_as_current(&mut self.state, action);
        for player in &mut self.state.players {
            player.mana_pool.mana.retain(|unit| unit.source_id != PURSE);
        }
        match result {
            Ok(done) => {
                let begun = done.events.iter().filter(|event| matches!(event, GameEvent::TurnStarted { .. }));
                self.turns += begun.count();
                self.watch(&before);
                Ok(())
            }
            Err(why) => {
                self.state = before;
                Err(why.to_string())
            }
        }
    }

    /// Everybody whose mana is not told has what a cost asks for.
    fn fund(&mut self) {
        let paying = self.announced.as_ref().and_then(|announced| announced.source).is_some();
        for (player, rich) in self.state.players.iter_mut().zip(&self.rich) {
            if *rich {
                let kinds = position::MANA.iter().flat_map(|(_, kind)| std::iter::repeat_n(*kind, PURSE_SIZE));
                let purse: Vec<ManaUnit> = kinds.map(|kind| ManaUnit::new(kind, PURSE, false, Vec::new())).collect();
                let own = std::mem::take(&mut player.mana_pool.mana);
                player.mana_pool.mana = if paying { [purse, own].concat() } else { [own, purse].concat() };
            }
        }
    }

    /// Notes what has triggered, and which libraries whose cards differ have been shuffled.
    fn watch(&mut self, before: &GameState) {
        if before.rng != self.state.rng {
            for (player, was) in self.state.players.iter().zip(&before.players) {
                let differ = player.library.iter().any(|id| {
                    self.names.printed.get(id) != player.library.front().and_then(|id| self.names.printed.get(id))
                });
                if player.library != was.library && differ {
                    self.shuffled.insert(player.id, player.library.iter().copied().collect());
                }
            }
        }
        for entry in &self.state.stack {
            let trigger = matches!(entry.kind, StackEntryKind::TriggeredAbility { .. });
            if self.seen.insert(entry.id) && trigger && Some(entry.source_id) != self.bell {
                self.fired.push(entry.source_id);
            }
        }
    }

    pub fn flush(&mut self) {
        if self.state.layers_dirty {
            evaluate_layers(&mut self.state);
        }
    }

    /// Gives tokens that are new their ids, the oldest first.
    pub fn name_tokens(&mut self) {
        let new = self.on_battlefield().filter(|object| object.is_token && self.names.id(object.id).is_none());
        let mut new: Vec<(ObjectId, String)> = new.map(|object| (object.id, object.base_name.clone())).collect();
        new.sort_by_key(|(object, _)| object.0);
        for (object, name) in new {
            let letters = name.to_lowercase().replace(['\'', '’'], "");
            let parts: Vec<&str> =
                letters.split(|each: char| !each.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
            let word = parts.join("_");
            let count = self.names.counts.entry(word.clone()).or_insert(0);
            *count += 1;
            let id = format!("{word}_{count}");
            self.names.ids.insert(object, id.clone());
            self.names.objects.insert(id, object);
        }
    }

    /// Answers the engine's questions until somebody has priority or declares attackers or blockers.
    pub fn settle(&mut self) -> Result<(), Over> {
        for _ in 0..LONG {
            self.name_tokens();
            match self.state.waiting_for {
                WaitingFor::Priority { .. }
                | WaitingFor::DeclareAttackers { .. }
                | WaitingFor::DeclareBlockers { .. }
                | WaitingFor::GameOver { .. } => return Ok(()),
                _ => self.question()?,
            }
        }
        Err(unsupported("choice", "questions without end"))
    }

    fn holder(&self) -> Option<PlayerId> {
        match self.state.waiting_for {
            WaitingFor::Priority { player } => Some(player),
            _ => None,
        }
    }

    fn over(&self) -> bool {
        matches!(self.state.waiting_for, WaitingFor::GameOver { .. })
    }

    /// The player who has priority passes; nobody attacks or blocks.
    fn pass(&mut self) -> Result<(), Over> {
        let action = match self.state.waiting_for {
            WaitingFor::DeclareAttackers { .. } => json!({"type": "DeclareAttackers", "data": {"attacks": []}}),
            WaitingFor::DeclareBlockers { .. } => json!({"type": "DeclareBlockers", "data": {"assignments": []}}),
            _ => json!({"type": "PassPriority"}),
        };
        self.act(&action).map_err(|why| unsupported("action", &format!("passing: {why}")))?;
        self.settle()
    }

    // --- actions ------------------------------------------------------------------------------------------------------

    fn announce(&mut self, verb: &str, action: &Value) -> Result<(), Over> {
        if action.get("face down").is_some() || action.get("pay").is_some() {
            return Err(unsupported("action", "casting face down, or paying with mana that is named"));
        }
        if action["costs"].get("convoke").is_some() {
            return Err(unsupported("action", "convoke"));
        }
        let name = action[verb].as_str().unwrap_or_default();
        let told = action["player"].as_str().and_then(|player| self.player(player));
        let Some(object) = self.find(name, verb, told.unwrap_or(self.state.active_player)) else {
            return Err(self.refused(&format!("there is no {name}")));
        };
        let held = &self.state.objects[&object];
        let owner = if matches!(held.zone, Zone::Battlefield | Zone::Stack) { held.controller } else { held.owner };
        let actor = told.unwrap_or(owner);
        self.give_priority(actor)?;
        let card_id = self.state.objects[&object].card_id;
        let done = match verb {
            "cast" => json!({"type": "CastSpell", "data": {"object_id": object, "card_id": card_id, "targets": []}}),
            "play" => json!({"type": "PlayLand", "data": {"object_id": object, "card_id": card_id}}),
            "turn face up" => json!({"type": "TurnFaceUp", "data": {"object_id": object}}),
            _ => self.activation(object, action)?,
        };
        let told = self.announcement(object, action);
        if verb != "play" {
            self.announced = Some(told);
        }
        let refusal = match self.act(&done) {
            Ok(()) => self.settle().err(),
            Err(why) => Some(json!({"refused": {"action": self.at, "reason": why}})),
        };
        let left = self.announced.take();
        if let Some(outcome) = refusal {
            if outcome["refused"].get("action").is_none() {
                return Err(outcome); // no refusal of the action: a question, an answer that does not fit, or a lack
            }
            let reason = outcome["refused"]["reason"].as_str().unwrap_or_default().to_string();
            return Err(self.refused(&reason));
        }
        let left = left.unwrap_or_default();
        if !left.targets.is_empty() {
            self.compare(&left, action)?;
        }
        if !left.with.is_empty() || !left.costs.is_empty() || !left.modes.is_empty() {
            return Err(unsupported("action", "costs or modes that the engine does not ask for"));
        }
        Ok(())
    }

    /// The engine takes a target without asking where there is but one; another that the script names is no target.
    fn compare(&mut self, left: &Announced, action: &Value) -> Result<(), Over> {
        let wanted = left.source.map(|source| self.targets_in_order(source, &action["targets"])).unwrap_or_default();
        let wanted: Vec<String> = wanted.into_iter().flatten().collect();
        let top = self.state.stack.back().and_then(|entry| entry.ability());
        let taken: Vec<String> =
            top.map(all_targets).unwrap_or_default().iter().map(|target| self.target(target)).collect();
        if wanted == taken {
            return Ok(());
        }
        if taken.is_empty() {
            return Err(unsupported("action", "targets that the engine does not ask for"));
        }
        Err(self.refused(&format!("the targets can only be {taken:?}")))
    }

    fn announcement(&self, object: ObjectId, action: &Value) -> Announced {
        let costs = action["costs"].as_object().into_iter().flatten();
        Announced {
            source: Some(object),
            targeted: action.get("targets").is_some(),
            targets: self.targets_in_order(object, &action["targets"]),
            modes: words(&action["modes"]),
            with: words(&action["with"]),
            costs: costs.flat_map(|(_, objects)| words(objects)).collect(),
            x: action["x"].as_u64(),
            divide: action["divide"].clone(),
        }
    }

    /// The targets in the order of the card's data, each with the objects or players that it is.
    fn targets_in_order(&self, object: ObjectId, told: &Value) -> VecDeque<Vec<String>> {
        match told {
            Value::Array(list) => list.iter().map(words).collect(),
            Value::Object(named) => {
                let entries = self.cards.entries(self.names.printed.get(&object).map_or("", String::as_str));
                let order = entries.iter().map(|entry| words(&entry["targets"]));
                let order = order.into_iter().find(|order| named.keys().all(|name| order.contains(name)));
                let order = order.unwrap_or_else(|| named.keys().cloned().collect());
                order.iter().filter_map(|name| named.get(name)).map(words).collect()
            }
            _ => VecDeque::new(),
        }
    }

    /// An object by its id; or by its name, a player's, in a zone in which the script can mean it.
    fn find(&self, name: &str, verb: &str, whose: PlayerId) -> Option<ObjectId> {
        let state = &self.state;
        let player = &state.players[usize::from(whose.0)];
        let zones = match verb {
            "cast" | "play" => vec![&player.hand, &player.graveyard, &state.exile, &player.library],
            _ => vec![&state.battlefield],
        };
        let named = |id: &&ObjectId| {
            state.objects.get(id).is_some_and(|object| {
                let his = if object.zone == Zone::Battlefield { object.controller } else { object.owner };
                object.name == name && his == whose
            })
        };
        let by_name = || zones.into_iter().flatten().find(named).copied();
        self.names.object(name).or_else(by_name).filter(|id| state.objects.contains_key(id))
    }

    /// The others pass until a player has priority.
    fn give_priority(&mut self, player: PlayerId) -> Result<(), Over> {
        let stack = self.state.stack.len();
        let phase = self.state.phase;
        for _ in 0..self.players.len() {
            match self.holder() {
                Some(holder) if holder == player => return Ok(()),
                Some(_) => self.pass()?,
                None => break,
            }
            if self.state.stack.len() != stack || self.state.phase != phase {
                break;
            }
        }
        Err(self.refused("the player does not get priority"))
    }

    /// The engine's action for an ability that the script names by its label or number.
    fn activation(&mut self, object: ObjectId, action: &Value) -> Result<Value, Over> {
        let held = &self.state.objects[&object];
        let abilities = held.abilities.iter().enumerate();
        let own: Vec<usize> =
            abilities.filter(|(_, each)| each.kind == AbilityKind::Activated).map(|(place, _)| place).collect();
        let printed = if self.cards.database.get_face_by_name(&held.name).is_some() {
            held.name.clone()
        } else {
            held.base_name.clone()
        };
        let entries = self.cards.entries(&printed);
        let activated: Vec<&Value> = entries.iter().filter(|entry| entry["form"] == "activated").collect();
        let place = match &action["ability"] {
            Value::Null if own.len() == 1 => Some(own[0]),
            Value::Number(number) => number.as_u64().and_then(|number| own.get(number as usize - 1)).copied(),
            Value::String(label) => {
                let told = activated.iter().position(|entry| entry["label"] == *label);
                let loyalty =
                    told.and_then(|place| activated[place]["loyalty"].as_str()).and_then(|cost| cost.parse().ok());
                let fits = |place: &&usize| match (label.strip_prefix("tap for "), loyalty) {
                    (Some(color), _) => taps_for(&held.abilities[**place]) == [color],
                    (None, Some(cost)) => json!(held.abilities[**place])["cost"]["amount"].as_i64() == Some(cost),
                    _ => false,
                };
                let alike = own.len() == activated.len();
                own.iter()
                    .find(fits)
                    .copied()
                    .or_else(|| told.filter(|_| alike && loyalty.is_none()).map(|place| own[place]))
            }
            _ => None,
        };
        if own.is_empty() && held.keywords.iter().any(|each| matches!(each, Keyword::Crew(_))) {
            return Ok(json!({"type": "CrewVehicle", "data": {"vehicle_id": object, "creature_ids": []}}));
        }
        if own.is_empty() {
            return Err(self.refused("it has no ability that can be activated"));
        }
        let place = place.ok_or_else(|| unsupported("action", "an ability that cannot be told from others"))?;
        Ok(json!({"type": "ActivateAbility", "data": {"source_id": object, "ability_index": place}}))
    }

    fn resolve(&mut self, action: &Value) -> Result<(), Over> {
        let Some(top) = self.state.stack.back().map(|entry| entry.id) else {
            return if action["resolve"] == "top" { Err(self.refused("the stack is empty")) } else { Ok(()) };
        };
        for _ in 0..LONG {
            let waits = self.state.stack.iter().any(|entry| action["resolve"] != "top" || entry.id == top);
            if self.over() || !waits {
                return Ok(());
            }
            self.pass()?;
        }
        Err(unsupported("action", "a stack that does not become empty"))
    }

    fn pass_to(&mut self, action: &Value) -> Result<(), Over> {
        let (word, wanted) = *position::STEPS
            .iter()
            .find(|(word, _)| action["pass to"] == *word)
            .ok_or_else(|| unsupported("action", &format!("pass to {}", action["pass to"])))?;
        let rings = matches!(wanted, Phase::Upkeep | Phase::Draw | Phase::BeginCombat | Phase::EndCombat);
        let whose = action["of"].as_str().and_then(|name| self.player(name));
        if matches!(wanted, Phase::Untap | Phase::Cleanup | Phase::CombatDamage) {
            return Err(unsupported("action", &format!("pass to {word}")));
        }
        let mut before = (self.state.turn_number, self.state.phase);
        let mut left = false;
        for _ in 0..LONG {
            if self.over() {
                return Ok(());
            }
            if rings {
                self.hang_bell();
            }
            let passed = self.pass();
            let rang = self.take_bell();
            passed?;
            let now = (self.state.turn_number, self.state.phase);
            left |= now != before;
            before = now;
            let whose = whose.is_none_or(|player| self.state.active_player == player);
            let declares = matches!(
                self.state.waiting_for,
                WaitingFor::DeclareAttackers { .. } | WaitingFor::DeclareBlockers { .. }
            );
            if left
                && now.1 == wanted
                && whose
                && !declares
                && (!rings || rang)
                && self.holder() == Some(self.state.active_player)
            {
                self.step = Some(word);
                return Ok(());
            }
            left &= now.1 != wanted || !whose || rang;
        }
        Err(unsupported("action", &format!("{word} does not come")))
    }

    /// Hangs up what rings as a step begins: the engine gives nobody priority in a step in which nothing has triggered.
    fn hang_bell(&mut self) {
        let owner = self.state.active_player;
        let bell = engine::game::deck_loading::create_object_from_card_face(&mut self.state, &self.cards.bell, owner);
        engine::game::zones::remove_from_zone(&mut self.state, bell, Zone::Library, owner);
        engine::game::zones::add_to_zone(&mut self.state, bell, Zone::Command, owner);
        if let Some(made) = self.state.objects.get_mut(&bell) {
            made.zone = Zone::Command;
            made.is_emblem = true;
        }
        self.bell = Some(bell);
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

    fn attack(&mut self, action: &Value) -> Result<(), Over> {
        let turn = self.state.turn_number;
        while !matches!(self.state.waiting_for, WaitingFor::DeclareAttackers { .. }) {
            if self.over() || self.state.turn_number != turn || self.state.phase == Phase::PostCombatMain {
                return Err(self.refused("nobody can attack"));
            }
            self.pass()?;
        }
        let mut attacks = Vec::new();
        for (attacker, whom) in action["attack"].as_object().into_iter().flatten() {
            let whom = whom.as_str().unwrap_or_default();
            let found = || self.state.battlefield.iter().find(|id| self.called(**id) == whom).copied();
            let target = match (self.player(whom), found()) {
                (Some(player), _) => json!({"type": "Player", "data": player}),
                (None, Some(object)) => {
                    let types = &self.state.objects[&object].card_types.core_types;
                    let battle = types.iter().any(|each| each.to_string() == "Battle");
                    json!({"type": if battle { "Battle" } else { "Planeswalker" }, "data": object})
                }
                _ => return Err(self.refused(&format!("{whom} cannot be attacked"))),
            };
            let Some(attacker) = self.find(attacker, "attack", self.state.active_player) else {
                return Err(self.refused(&format!("there is no {attacker}")));
            };
            attacks.push(json!([attacker, target]));
        }
        let done = self.act(&json!({"type": "DeclareAttackers", "data": {"attacks": attacks}}));
        done.map_err(|why| self.refused(&why))?;
        self.settle()
    }

    fn block(&mut self, action: &Value) -> Result<(), Over> {
        let turn = self.state.turn_number;
        let mut blocks = Vec::new();
        let mut defender = None;
        for (blocker, whom) in action["block"].as_object().into_iter().flatten() {
            let others =
                self.state.players.iter().map(|player| player.id).filter(|player| *player != self.state.active_player);
            let Some(object) = others.into_iter().find_map(|player| self.find(blocker, "block", player)) else {
                return Err(self.refused(&format!("there is no {blocker}")));
            };
            defender = Some(self.state.objects[&object].controller);
            for name in words(whom) {
                let Some(attacker) = self.find(&name, "attack", self.state.active_player) else {
                    return Err(self.refused(&format!("there is no {name}")));
                };
                blocks.push(json!([object, attacker]));
            }
        }
        loop {
            if let WaitingFor::DeclareBlockers { player, .. } = self.state.waiting_for {
                if defender.is_none_or(|defender| defender == player) {
                    break;
                }
            }
            if self.over() || self.state.turn_number != turn || self.state.phase == Phase::PostCombatMain {
                return Err(self.refused("nobody can block"));
            }
            self.pass()?;
        }
        let done = self.act(&json!({"type": "DeclareBlockers", "data": {"assignments": blocks}}));
        done.map_err(|why| self.refused(&why))?;
        self.settle()
    }
}

/// The targets of an ability and of what it goes on with, in order.
fn all_targets(ability: &engine::types::ability::ResolvedAbility) -> Vec<engine::types::ability::TargetRef> {
    let mut found = ability.targets.clone();
    if let Some(next) = &ability.sub_ability {
        found.extend(all_targets(next).into_iter().filter(|target| !ability.targets.contains(target)));
    }
    found
}
