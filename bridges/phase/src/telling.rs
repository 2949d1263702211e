//! The game's position in the vocabulary of positions.

use crate::position::{word, MANA};
use crate::script::Game;
use engine::game::combat::AttackTarget;
use engine::game::game_object::{AttachTarget, GameObject};
use engine::types::*;
use kit::{list, merge, subtypes, text};
use serde::Serialize;
use serde_json::{json, Value};
use std::collections::BTreeSet;

/// What the engine does not tell, or not in these words.
pub const UNSEEN: [&str; 6] = ["abilities", "ability", "modes", "kicked", "effects", "protector"];

impl Game {
    pub fn tell(&self) -> Value {
        let state = &self.state;
        let triggered = self.ids.counted(self.fired.values().map(|source| self.called(*source)));
        let mut told = json!({
            "players": self.run.players, "turn": self.name(state.active_player), "step": word(state.phase),
            "turns": self.turns, "over": matches!(state.waiting_for, WaitingFor::GameOver { .. }),
            "triggered": triggered, "monarch": state.monarch.map(|player| self.name(player)),
            "extra_turns": state.extra_turns.iter().rev().map(|player| self.name(*player)).collect::<Vec<_>>(),
            "stack": state.stack.iter().rev().map(|entry| self.stacked(entry)).collect::<Vec<_>>(),
        });
        for player in &state.players {
            told[self.name(player.id)] = self.player_told(player);
        }
        told
    }

    fn player_told(&self, player: &Player) -> Value {
        let state = &self.state;
        let winner = match &state.waiting_for {
            WaitingFor::GameOver { winner } => *winner,
            _ => None,
        };
        let lost = player.is_eliminated || winner.is_some_and(|winner| winner != player.id);
        let pool = |kind| player.mana_pool.mana.iter().filter(|unit| unit.color == kind).count();
        let mana: Value = MANA.iter().map(|kind| (letter(kind), pool(*kind))).collect();
        let poison = Some(player.poison_counters).filter(|number| *number > 0);
        let counters: Value = poison.map(|number| ("poison", number)).into_iter().collect();
        let has = |id: &&ObjectId, whose: fn(&GameObject) -> PlayerId| whose(&state.objects[*id]) == player.id;
        let battlefield = state.battlefield.iter().filter(|id| has(id, |object| object.controller));
        let exile = state.exile.iter().filter(|id| has(id, |object| object.owner));
        json!({
            "life": player.life, "counters": counters, "mana": mana,
            "lands_played": player.lands_played_this_turn, "drawn": player.cards_drawn_this_turn,
            "gained": player.life_gained_this_turn, "lost_life": player.life_lost_this_turn,
            "cast": state.spells_cast_this_turn_by_player.get(&player.id).map_or(0, Vec::len),
            "lost": lost, "won": winner == Some(player.id), "left": player.is_eliminated,
            "hand": self.zone(player.hand.iter()), "library": self.zone(player.library.iter()),
            "battlefield": self.zone(battlefield), "exile": self.zone(exile),
            "graveyard": self.zone(player.graveyard.iter().rev()),
        })
    }

    fn zone<'a>(&self, ids: impl Iterator<Item = &'a ObjectId>) -> Vec<Value> {
        ids.map(|id| self.told(&self.state.objects[id])).collect()
    }

    fn told(&self, object: &GameObject) -> Value {
        let (id, permanent) = (self.ids.id(object.id), object.zone == Zone::Battlefield);
        let mut told = json!({"card": self.card(object.id)});
        if permanent {
            merge(&mut told, self.permanent(object));
        } else if let Some(link) = self.state.exile_links.iter().find(|link| link.exiled_id == object.id) {
            told["exiled_with"] = json!(self.called(link.source_id));
        }
        if id.is_some() || permanent {
            merge(&mut told, self.derived(object));
        }
        id.into_iter().for_each(|id| told["id"] = json!(id));
        told
    }

    fn permanent(&self, object: &GameObject) -> Value {
        let combat = self.state.combat.as_ref();
        let attack = combat.and_then(|combat| combat.attackers.iter().find(|one| one.object_id == object.id));
        let blocking = combat.and_then(|combat| combat.blocker_to_attacker.get(&object.id));
        json!({
            "owner": self.name(object.owner), "token": object.is_token, "tapped": object.tapped,
            "damage": object.damage_marked, "face_down": object.face_down, "back": object.transformed,
            "phased_out": object.is_phased_out(), "summoning_sick": object.summoning_sick, "chosen": chosen(object),
            "attached_to": object.attached_to.map(|host| match host {
                AttachTarget::Object(host) => self.called(host),
                AttachTarget::Player(player) => self.name(player),
            }),
            "attacking": attack.map(|one| match one.attack_target {
                AttackTarget::Player(player) => self.name(player),
                AttackTarget::Planeswalker(id) | AttackTarget::Battle(id) => self.called(id),
            }),
            "blocking": blocking.into_iter().flatten().map(|id| self.called(*id)).collect::<Vec<_>>(),
            "taps_for": object.abilities.iter().flat_map(taps_for).collect::<BTreeSet<_>>(),
        })
    }

    fn derived(&self, object: &GameObject) -> Value {
        let types: Vec<String> = object.card_types.core_types.iter().map(ToString::to_string).collect();
        let supertypes: Vec<String> = object.card_types.supertypes.iter().map(ToString::to_string).collect();
        let subtypes = subtypes(&object.card_types.subtypes, &self.state.all_creature_types);
        let creature = types.iter().any(|each| each == "Creature");
        json!({
            "name": if object.face_down { "" } else { &object.name },
            "supertypes": supertypes, "types": types, "subtypes": subtypes, "counters": counters(object),
            "colors": object.color.iter().map(letter).collect::<Vec<_>>(),
            "mana_cost": mana_cost(&object.mana_cost), "mana_value": object.mana_cost.mana_value(),
            "power": object.power.filter(|_| creature), "toughness": object.toughness.filter(|_| creature),
        })
    }

    fn stacked(&self, entry: &StackEntry) -> Value {
        let targets = entry.ability().map(|ability| ability.targets.as_slice()).unwrap_or_default();
        let targets: Vec<String> = targets.iter().map(|target| self.target(target)).collect();
        let mut told = match (&entry.kind, self.state.objects.get(&entry.id)) {
            (StackEntryKind::Spell { .. }, Some(object)) => {
                let mut told = json!({"copy": object.is_token, "face_down": object.face_down});
                merge(&mut told, self.derived(object));
                merge(&mut told, self.told(object));
                told
            }
            _ => json!({"ability_of": self.called(entry.source_id)}),
        };
        merge(&mut told, json!({"controller": self.name(entry.controller), "targets": targets}));
        told
    }

    pub fn target(&self, target: &TargetRef) -> String {
        match target {
            TargetRef::Object(id) => self.called(*id),
            TargetRef::Player(player) => self.name(*player),
        }
    }

    pub fn permanent_called(&self, told: &str) -> Option<ObjectId> {
        self.state.battlefield.iter().copied().find(|id| told == self.called(*id))
    }

    pub fn name(&self, player: PlayerId) -> String {
        self.run.players[usize::from(player.0)].clone()
    }

    /// The printed name of a card, or a token's name at its creation.
    pub fn card(&self, id: ObjectId) -> &str {
        let made = || self.state.objects.get(&id).map(|object| &object.base_name);
        self.printed.get(&id).or_else(made).map_or("", String::as_str)
    }

    pub fn called_each(&self, objects: &[ObjectId]) -> Vec<String> {
        objects.iter().map(|id| self.called(*id)).collect()
    }

    /// What the protocol calls an object: its id, or else its name.
    pub fn called(&self, id: ObjectId) -> String {
        self.ids.id(id).unwrap_or_else(|| self.card(id)).to_string()
    }
}

fn chosen(object: &GameObject) -> Value {
    let known = |made: Value| match made["type"].as_str()? {
        "Color" => Some(("color", json!(letter(&made["value"])))),
        "CreatureType" | "BasicLandType" => Some(("type", made["value"].clone())),
        _ => None,
    };
    object.chosen_attributes.iter().filter_map(|attribute| known(json!(attribute))).collect()
}

/// The types of mana that an ability produces whose only cost is to tap its source.
pub fn taps_for(ability: &AbilityDefinition) -> Vec<String> {
    let made = json!(ability);
    let produced = &made["effect"]["produced"];
    let listed = |key: &str| list(&produced[key]).map(letter).collect();
    match produced["type"].as_str() {
        _ if made["cost"]["type"] != "Tap" => Vec::new(),
        Some("Fixed") => listed("colors"),
        Some("Colorless") => vec!["C".to_string()],
        Some("AnyOneColor" | "AnyCombination") => listed("color_options"),
        other => other.into_iter().map(ToString::to_string).collect(),
    }
}

/// A colour or a symbol of mana in letters: `U` for `Blue`, `2/W` for `TwoWhite`.
pub fn letter<T: Serialize>(color: &T) -> String {
    let word = text(&json!(color)).replace("Two", "2").replace("Blue", "U");
    word.chars().filter(|each| !each.is_lowercase()).map(String::from).collect::<Vec<_>>().join("/")
}

fn counters(object: &GameObject) -> Value {
    let word = |kind: &str| kind.replace("P1P1", "+1/+1").replace("M1M1", "-1/-1");
    let there = object.counters.iter().filter(|(_, amount)| **amount > 0);
    there.map(|(kind, amount)| (word(&kind.as_str()), *amount)).collect()
}

fn mana_cost(cost: &ManaCost) -> String {
    let made = json!(cost);
    let shards: Vec<String> = list(&made["shards"]).map(letter).collect();
    let generic = made["generic"].as_u64().unwrap_or_default();
    let number = (generic > 0 || (shards.is_empty() && made["type"] == "Cost")).then(|| generic.to_string());
    let (variable, colored): (Vec<String>, Vec<String>) = shards.into_iter().partition(|shard| shard == "X");
    variable.into_iter().chain(number).chain(colored).map(|symbol| format!("{{{symbol}}}")).collect()
}
