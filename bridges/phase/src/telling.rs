//! The game's position in the vocabulary of positions.

use crate::position::{MANA, STEPS};
use crate::script::Run;
use engine::game::combat::AttackTarget;
use engine::game::game_object::{AttachTarget, GameObject};
use engine::types::ability::{AbilityDefinition, TargetRef};
use engine::types::game_state::{StackEntry, StackEntryKind, WaitingFor};
use engine::types::identifiers::ObjectId;
use engine::types::mana::ManaCost;
use engine::types::player::PlayerId;
use engine::types::zones::Zone;
use serde_json::{json, Map, Value};
use std::collections::BTreeSet;

/// What the engine does not tell, or not in these words.
pub const UNSEEN: [&str; 5] = ["abilities", "ability", "modes", "kicked", "effects"];

impl Run<'_> {
    pub fn tell(&mut self) -> Value {
        self.flush();
        self.name_tokens();
        let state = &self.state;
        let step = STEPS.iter().find(|(_, phase)| *phase == state.phase).map(|(word, _)| *word);
        let over = matches!(state.waiting_for, WaitingFor::GameOver { .. });
        let mut told = json!({
            "players": self.players, "turn": self.name(state.active_player), "step": self.step.unwrap_or(step.unwrap_or_default()),
            "turns": self.turns, "over": over, "triggered": self.triggered(),
            "extra_turns": state.extra_turns.iter().rev().map(|player| self.name(*player)).collect::<Vec<_>>(),
        });
        if let Some(monarch) = state.monarch {
            told["monarch"] = json!(self.name(monarch));
        }
        let stack: Vec<Value> = state.stack.iter().rev().map(|entry| self.stacked(entry)).collect();
        told["stack"] = json!(stack);
        for number in 0..self.players.len() {
            told[self.players[number].as_str()] = self.player_told(number);
        }
        told
    }

    fn triggered(&self) -> Value {
        let mut told = Map::new();
        for (id, _) in self.names.given() {
            told.insert(id.to_string(), json!(0));
        }
        for source in &self.fired {
            let entry = told.entry(self.called(*source)).or_insert(json!(0));
            *entry = json!(entry.as_u64().unwrap_or_default() + 1);
        }
        Value::Object(told)
    }

    fn player_told(&self, number: usize) -> Value {
        let state = &self.state;
        let player = &state.players[number];
        let mut counters = Map::new();
        for (kind, amount) in [("poison", player.poison_counters), ("energy", player.energy)] {
            if amount > 0 {
                counters.insert(kind.to_string(), json!(amount));
            }
        }
        for (kind, amount) in &player.player_counters {
            counters.insert(kind.to_string(), json!(amount));
        }
        let mana: Map<String, Value> = MANA
            .iter()
            .map(|(word, kind)| {
                ((*word).to_string(), json!(player.mana_pool.mana.iter().filter(|unit| unit.color == *kind).count()))
            })
            .collect();
        let winner = match &state.waiting_for {
            WaitingFor::GameOver { winner } => Some(*winner),
            _ => None,
        };
        let lost = player.is_eliminated || matches!(winner, Some(Some(winner)) if winner != player.id);
        let cast = state.spells_cast_this_turn_by_player.get(&player.id).map_or(0, Vec::len);
        let ids = |zone: Zone| -> Vec<ObjectId> {
            let all = match zone {
                Zone::Battlefield => &state.battlefield,
                Zone::Exile => &state.exile,
                Zone::Hand => &player.hand,
                Zone::Graveyard => &player.graveyard,
                _ => &player.library,
            };
            let mine = |object: &GameObject| match zone {
                Zone::Battlefield => object.controller == player.id,
                Zone::Exile => object.owner == player.id,
                _ => true,
            };
            let found = all.iter().copied();
            found.filter(|id| state.objects.get(id).is_some_and(|object| mine(object) && !object.is_emblem)).collect()
        };
        let told = |zone: Zone| ids(zone).into_iter().map(|id| self.object(id)).collect::<Vec<Value>>();
        let mut graveyard = told(Zone::Graveyard);
        graveyard.reverse();
        json!({
            "life": player.life, "counters": counters, "mana": mana, "lands_played": player.lands_played_this_turn,
            "drawn": player.cards_drawn_this_turn, "gained": player.life_gained_this_turn,
            "lost_life": player.life_lost_this_turn, "cast": cast, "lost": lost && !matches!(winner, Some(None)),
            "won": winner == Some(Some(player.id)), "left": player.is_eliminated,
            "battlefield": told(Zone::Battlefield), "hand": told(Zone::Hand), "library": told(Zone::Library),
            "graveyard": graveyard, "exile": told(Zone::Exile),
        })
    }

    fn object(&self, id: ObjectId) -> Value {
        let object = &self.state.objects[&id];
        let mut told = json!({"card": self.card(object)});
        if let Some(name) = self.names.id(id) {
            told["id"] = json!(name);
        }
        if object.zone != Zone::Battlefield {
            if let Some(link) = self.state.exile_links.iter().find(|link| link.exiled_id == id) {
                told["exiled_with"] = json!(self.called(link.source_id));
            }
            if self.names.id(id).is_none() {
                return told;
            }
        } else {
            self.permanent(object, &mut told);
        }
        told["counters"] = counters(object);
        self.derived(object, &mut told);
        told
    }

    fn permanent(&self, object: &GameObject, told: &mut Value) {
        let combat = self.state.combat.as_ref();
        let attack = combat.and_then(|combat| combat.attackers.iter().find(|one| one.object_id == object.id));
        let blocking = combat.and_then(|combat| combat.blocker_to_attacker.get(&object.id));
        told["owner"] = json!(self.name(object.owner));
        told["token"] = json!(object.is_token);
        told["tapped"] = json!(object.tapped);
        told["damage"] = json!(object.damage_marked);
        told["face_down"] = json!(object.face_down);
        told["back"] = json!(object.transformed);
        told["phased_out"] = json!(object.is_phased_out());
        told["summoning_sick"] = json!(object.summoning_sick);
        told["attached_to"] = match object.attached_to {
            Some(AttachTarget::Object(host)) => json!(self.called(host)),
            Some(AttachTarget::Player(player)) => json!(self.name(player)),
            None => Value::Null,
        };
        told["attacking"] = match attack.map(|one| one.attack_target) {
            Some(AttackTarget::Player(player)) => json!(self.name(player)),
            Some(AttackTarget::Planeswalker(id) | AttackTarget::Battle(id)) => json!(self.called(id)),
            None => Value::Null,
        };
        let blocked = blocking.into_iter().flatten().map(|id| self.called(*id));
        told["blocking"] = json!(blocked.collect::<Vec<_>>());
        told["chosen"] = self.chosen(object);
        told["taps_for"] = json!(object.abilities.iter().flat_map(taps_for).collect::<BTreeSet<_>>());
    }

    fn derived(&self, object: &GameObject, told: &mut Value) {
        let types = &object.card_types;
        let creature = types.core_types.iter().any(|each| each.to_string() == "Creature");
        let every = &self.state.all_creature_types;
        let mut subtypes = types.subtypes.clone();
        let has = |word: &String| subtypes.contains(word);
        if every.len() > 1 && every.iter().all(has) {
            subtypes.retain(|each| !every.contains(each));
            subtypes.push("every creature type".to_string());
        }
        told["name"] = json!(if object.face_down { "" } else { object.name.as_str() });
        told["supertypes"] = json!(types.supertypes.iter().map(ToString::to_string).collect::<Vec<_>>());
        told["types"] = json!(types.core_types.iter().map(ToString::to_string).collect::<Vec<_>>());
        told["subtypes"] = json!(subtypes);
        told["colors"] = json!(object.color.iter().map(letter).collect::<Vec<_>>());
        told["mana_cost"] = json!(mana_cost(&object.mana_cost));
        told["mana_value"] = json!(object.mana_cost.mana_value());
        told["power"] = if creature { json!(object.power) } else { Value::Null };
        told["toughness"] = if creature { json!(object.toughness) } else { Value::Null };
    }

    fn chosen(&self, object: &GameObject) -> Value {
        let mut told = Map::new();
        for attribute in &object.chosen_attributes {
            let made = serde_json::to_value(attribute).unwrap_or_default();
            let value = &made["value"];
            match made["type"].as_str().unwrap_or_default() {
                "Color" => told.insert("color".into(), json!(letter(value))),
                "CreatureType" | "BasicLandType" => told.insert("type".into(), value.clone()),
                "CardType" => told.insert("card type".into(), value.clone()),
                "CardName" => told.insert("name".into(), value.clone()),
                "Number" => told.insert("number".into(), value.clone()),
                "Player" => {
                    told.insert("player".into(), json!(value.as_u64().map(|place| &self.players[place as usize])))
                }
                _ => None,
            };
        }
        Value::Object(told)
    }

    fn stacked(&self, entry: &StackEntry) -> Value {
        let mut told = json!({"controller": self.name(entry.controller)});
        if let (StackEntryKind::Spell { .. }, Some(object)) = (&entry.kind, self.state.objects.get(&entry.id)) {
            told["card"] = json!(self.card(object));
            if let Some(name) = self.names.id(entry.id).filter(|_| !object.is_token) {
                told["id"] = json!(name);
            }
            told["copy"] = json!(object.is_token);
            told["face_down"] = json!(object.face_down);
            self.derived(object, &mut told);
        } else {
            told["ability_of"] = json!(self.called(entry.source_id));
        }
        let targets = entry.ability().map(|ability| ability.targets.clone()).unwrap_or_default();
        told["targets"] = json!(targets.iter().map(|target| self.target(target)).collect::<Vec<_>>());
        if let Some(x) = entry.ability().and_then(|ability| ability.chosen_x) {
            told["x"] = json!(x);
        }
        told
    }

    pub fn target(&self, target: &TargetRef) -> String {
        match target {
            TargetRef::Object(id) => self.called(*id),
            TargetRef::Player(player) => self.name(*player),
        }
    }

    pub fn on_battlefield(&self) -> impl Iterator<Item = &GameObject> {
        self.state.battlefield.iter().filter_map(|id| self.state.objects.get(id))
    }
}

/// The types of mana that an ability produces whose only cost is to tap its source.
pub fn taps_for(ability: &AbilityDefinition) -> Vec<String> {
    let made = json!(ability);
    if made["cost"]["type"] == "Tap" && made["effect"]["type"] == "Mana" {
        produced(&made["effect"]["produced"])
    } else {
        Vec::new()
    }
}

/// The types of mana that the engine's description of a production names.
fn produced(made: &Value) -> Vec<String> {
    let listed = |key: &str| made[key].as_array().map(|colors| colors.iter().map(letter).collect());
    match made["type"].as_str().unwrap_or_default() {
        "Fixed" => listed("colors").unwrap_or_default(),
        "Colorless" => vec!["C".to_string()],
        "AnyOneColor" | "AnyCombination" => listed("color_options").unwrap_or_default(),
        other => vec![other.to_string()],
    }
}

pub fn letter<T: serde::Serialize>(color: &T) -> String {
    let color = serde_json::to_value(color).unwrap_or_default();
    let word = match color.as_str().unwrap_or_default() {
        "Blue" => "U",
        other => return other.chars().take(1).collect(),
    };
    word.to_string()
}

fn counters(object: &GameObject) -> Value {
    let mut told = Map::new();
    for (kind, amount) in object.counters.iter().filter(|(_, amount)| **amount > 0) {
        let word = match kind.as_str() {
            "P1P1" => "+1/+1",
            "M1M1" => "-1/-1",
            other => other,
        };
        told.insert(word.to_string(), json!(amount));
    }
    Value::Object(told)
}

fn mana_cost(cost: &ManaCost) -> String {
    let made = serde_json::to_value(cost).unwrap_or_default();
    let mut told = String::new();
    let shards: Vec<&str> = made["shards"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    told.extend(shards.iter().filter(|shard| **shard == "X").map(|_| "{X}"));
    let generic = made["generic"].as_u64().unwrap_or_default();
    if generic > 0 || (shards.is_empty() && made["type"] == "Cost") {
        told += &format!("{{{generic}}}");
    }
    for shard in shards.into_iter().filter(|shard| *shard != "X") {
        let parts = shard.split_inclusive(|_: char| true).collect::<String>();
        let mut symbols: Vec<String> = Vec::new();
        let mut word = String::new();
        for each in parts.chars() {
            if each.is_uppercase() && !word.is_empty() {
                symbols.push(std::mem::take(&mut word));
            }
            word.push(each);
        }
        symbols.push(word);
        let symbols: Vec<String> = symbols.iter().map(|each| symbol(each)).collect();
        told += &format!("{{{}}}", symbols.join("/"));
    }
    told
}

fn symbol(word: &str) -> String {
    match word {
        "Two" => "2".to_string(),
        "Blue" => "U".to_string(),
        other => other.chars().take(1).collect(),
    }
}

impl Run<'_> {
    pub fn name(&self, player: PlayerId) -> String {
        self.players[usize::from(player.0)].clone()
    }

    /// The printed name of a card, or a token's name at its creation.
    fn card(&self, object: &GameObject) -> String {
        self.names.printed.get(&object.id).cloned().unwrap_or_else(|| object.base_name.clone())
    }

    /// What the protocol calls an object: its id, or else its name.
    pub fn called(&self, id: ObjectId) -> String {
        let name = || self.state.objects.get(&id).map(|object| self.card(object));
        self.names.id(id).map(ToString::to_string).or_else(name).unwrap_or_else(|| format!("object {}", id.0))
    }
}
