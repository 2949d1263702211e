//! The engine's questions as the protocol's choices, with the options that the engine offers.

use crate::answers::{unsupported, words, Over, Question, DECLINE};
use crate::position::color_name;
use crate::script::Run;
use crate::telling::letter;
use engine::types::ability::TargetRef;
use engine::types::identifiers::ObjectId;
use engine::types::player::PlayerId;
use serde_json::{json, Value};

const MOST: usize = 20;
/// Questions for objects: where the engine lists them, the kind, how many, and whether they pay for what is announced.
const SELECTIONS: [(&str, &str, &str, &str, bool); 24] = [
    ("DiscardChoice", "cards", "discard", "count", false),
    ("DiscardToHandSize", "cards", "discard", "count", false),
    ("ConniveDiscard", "cards", "discard", "count", false),
    ("WardDiscardChoice", "cards", "discard", "", false),
    ("DiscardForCost", "cards", "discard", "count", true),
    ("DiscardForManaAbility", "cards", "discard", "count", true),
    ("SacrificeForCost", "permanents", "sacrifice", "count", true),
    ("WardSacrificeChoice", "permanents", "sacrifice", "", false),
    ("ReturnToHandForCost", "permanents", "return", "count", true),
    ("UnlessBounceChoice", "permanents", "return", "", false),
    ("ExileForCost", "cards", "exile", "count", true),
    ("ExileFromBattlefieldForManaAbility", "permanents", "exile", "count", true),
    ("TapCreaturesForSpellCost", "creatures", "object", "count", true),
    ("TapCreaturesForManaAbility", "creatures", "object", "count", true),
    ("BlightChoice", "creatures", "object", "count", true),
    ("EffectZoneChoice", "cards", "object", "count", false),
    ("SearchChoice", "cards", "search", "count", false),
    ("ChooseFromZoneChoice", "cards", "object", "count", false),
    ("RevealChoice", "cards", "object", "", false),
    ("DigChoice", "selectable_cards", "object", "keep_count", false),
    ("ManifestDreadChoice", "cards", "object", "", false),
    ("ChooseRingBearer", "candidates", "object", "", false),
    ("PopulateChoice", "valid_tokens", "object", "", false),
    ("DrawnThisTurnTopdeckChoice", "cards", "object", "count", false),
];

fn id(told: &Value) -> Option<ObjectId> {
    serde_json::from_value(told.clone()).ok()
}

impl Run<'_> {
    /// Answers the question that the engine waits with.
    pub fn question(&mut self) -> Result<(), Over> {
        let asked = serde_json::to_value(&self.state.waiting_for).unwrap_or_default();
        let (kind, data) = (asked["type"].as_str().unwrap_or_default().to_string(), &asked["data"]);
        let player: PlayerId = serde_json::from_value(data["player"].clone()).unwrap_or_default();
        let who = self.name(player);
        let about = self.about(data);
        let about = about.as_deref();
        if let Some(row) = SELECTIONS.iter().find(|row| row.0 == kind) {
            return self.selection(*row, data, &who, about);
        }
        let action = match kind.as_str() {
            "TargetSelection" | "TriggerTargetSelection" => self.targets(data, &who, about)?,
            "MultiTargetSelection" => {
                let options = objects(&data["legal_targets"]);
                let (least, most) = (count(&data["min_targets"]), count(&data["max_targets"]));
                let chosen = self.some(&who, "target", about, &options, least, most)?;
                json!({"type": "SelectTargets", "data": {"targets": chosen.iter().map(|id| TargetRef::Object(*id)).collect::<Vec<_>>()}})
            }
            "ReplacementChoice" => self.replacement(&who)?,
            "CopyTargetChoice" => {
                let options = objects(&data["valid_targets"]);
                let chosen = match self.copying.take().filter(|wanted| options.contains(wanted)) {
                    Some(wanted) => wanted,
                    None => self.some(&who, "copy", about, &options, 1, 1)?[0],
                };
                json!({"type": "ChooseTarget", "data": {"target": TargetRef::Object(chosen)}})
            }
            "ModeChoice" | "AbilityModeChoice" => self.modes(data, &who, about)?,
            "NamedChoice" => self.word(data, &who, about)?,
            "OptionalEffectChoice"
            | "OpponentMayChoice"
            | "TributeChoice"
            | "CommanderZoneChoice"
            | "MiracleReveal"
            | "MadnessCastOffer" => {
                let accept = self.whether(&who, "may", about)?;
                json!({"type": "DecideOptionalEffect", "data": {"accept": accept}})
            }
            "UnlessPayment" => json!({"type": "PayUnlessCost", "data": {"pay": self.whether(&who, "pay", about)?}}),
            "CombatTaxPayment" => {
                json!({"type": "PayCombatTax", "data": {"accept": self.whether(&who, "pay", about)?}})
            }
            "OptionalCostChoice" | "DefilerPayment" => {
                json!({"type": "DecideOptionalCost", "data": {"pay": self.with()}})
            }
            "EvokeCostChoice" => json!({"type": "ChooseEvokeCost", "data": {"use_evoke": self.with()}}),
            "OverloadCostChoice" => json!({"type": "ChooseOverloadCost", "data": {"use_overload": self.with()}}),
            "WarpCostChoice" => json!({"type": "ChooseWarpCost", "data": {"use_warp": self.with()}}),
            "ManaPayment" if data["convoke_mode"].is_null() => json!({"type": "PassPriority"}),
            "PhyrexianPayment" => {
                let shards = data["shards"].as_array().into_iter().flatten();
                let choices = shards
                    .map(|shard| json!({"type": if shard["options"] == "LifeOnly" { "PayLife" } else { "PayMana" }}));
                json!({"type": "SubmitPhyrexianChoices", "data": {"choices": choices.collect::<Vec<_>>()}})
            }
            "ChooseXValue" => {
                let told = self.announced.as_ref().and_then(|announced| announced.x);
                let value = match told {
                    Some(x) => x,
                    None => self.number(&who, about, 0, data["max"].as_u64().unwrap_or_default())?,
                };
                json!({"type": "ChooseX", "data": {"value": value}})
            }
            "PayAmountChoice" => {
                let (least, most) =
                    (data["min"].as_u64().unwrap_or_default(), data["max"].as_u64().unwrap_or_default());
                json!({"type": "SubmitPayAmount", "data": {"amount": self.number(&who, about, least, most)?}})
            }
            "ChooseManaColor" => self.mana(&data["choice"], &who, about)?,
            "ChooseLegend" => {
                let kept = self.some(&who, "legend", None, &objects(&data["candidates"]), 1, 1)?[0];
                json!({"type": "ChooseLegend", "data": {"keep": kept}})
            }
            "DamageSourceChoice" => {
                let source = self.some(&who, "object", about, &objects(&data["options"]), 1, 1)?[0];
                json!({"type": "ChooseDamageSource", "data": {"source": source}})
            }
            "ProliferateChoice" => {
                let eligible: Vec<TargetRef> = serde_json::from_value(data["eligible"].clone()).unwrap_or_default();
                let options = eligible.iter().map(|target| self.target(target)).collect::<Vec<_>>();
                let most = options.len();
                let chosen = self.ask(&who, "object", about, options, 0, most)?;
                let chosen: Vec<&TargetRef> = chosen.iter().map(|place| &eligible[*place]).collect();
                json!({"type": "SelectTargets", "data": {"targets": chosen}})
            }
            "DistributeAmong" => self.divide(data, &who)?,
            "AssignCombatDamage" => self.combat_damage(data, &who)?,
            "CrewVehicle" => {
                let options = objects(&data["eligible_creatures"]);
                let announced = self.announced.as_mut().map(|all| std::mem::take(&mut all.costs)).unwrap_or_default();
                let crew = if announced.is_empty() {
                    self.some(&who, "object", about, &options, 0, options.len())?
                } else {
                    options.into_iter().filter(|each| announced.contains(&self.called(*each))).collect()
                };
                json!({"type": "CrewVehicle", "data": {"vehicle_id": data["vehicle_id"], "creature_ids": crew}})
            }
            "BattleProtectorChoice" => {
                let players: Vec<PlayerId> = serde_json::from_value(data["candidates"].clone()).unwrap_or_default();
                let options = players.iter().map(|player| self.name(*player)).collect();
                let chosen = players[self.answers.one(&who, "protector", about, options)?];
                json!({"type": "ChooseBattleProtector", "data": {"protector": chosen}})
            }
            other => return Err(unsupported("choice", other)),
        };
        self.submit(&action)
    }

    fn submit(&mut self, action: &Value) -> Result<(), Over> {
        let announcing = self.announced.is_some();
        self.act(action).map_err(|why| {
            if announcing {
                json!({"refused": {"action": null, "reason": why}})
            } else {
                unsupported("choice", &format!("the engine does not take what it offered: {why}"))
            }
        })
    }

    /// What a question is about: the source that it names, or else what resolves.
    fn about(&self, data: &Value) -> Option<String> {
        let named = ["source_id", "object_id", "conniver_id", "attacker_id"].iter().find_map(|key| id(&data[*key]));
        let pending = || id(&data["pending_cast"]["object_id"]).or_else(|| id(&data["pending_effect"]["source_id"]));
        let announced = || self.announced.as_ref().and_then(|announced| announced.source);
        Some(self.called(named.or_else(pending).or_else(announced)?))
    }

    fn ask(
        &mut self,
        who: &str,
        kind: &str,
        about: Option<&str>,
        options: Vec<String>,
        least: usize,
        most: usize,
    ) -> Result<Vec<usize>, Over> {
        if least == 1 && most == 1 {
            if options.is_empty() {
                return Err(unsupported("choice", &format!("{kind} without options")));
            }
            return Ok(vec![self.answers.one(who, kind, about, options)?]);
        }
        self.answers.ask(&Question { player: who, kind, about, options, least, most, single: false, ordered: false })
    }

    fn some(
        &mut self,
        who: &str,
        kind: &str,
        about: Option<&str>,
        options: &[ObjectId],
        least: usize,
        most: usize,
    ) -> Result<Vec<ObjectId>, Over> {
        if options.len() == 1 && least == 1 {
            let named = self.answers.waits(who, about, &[kind]);
            if named.is_none() {
                return Ok(vec![options[0]]);
            }
        }
        let named = options.iter().map(|each| self.called(*each)).collect();
        let chosen = self.ask(who, kind, about, named, least, most)?;
        Ok(chosen.into_iter().map(|place| options[place]).collect())
    }

    /// Whether something is done that may be done: in the word of the answer that waits, else of the kind.
    fn whether(&mut self, who: &str, kind: &str, about: Option<&str>) -> Result<bool, Over> {
        if let Some((_, chosen)) =
            self.answers.waits(who, about, &["sacrifice", "discard", "exile", "return", "object", "search"])
        {
            if self.answers.waits(who, about, &["may", "pay"]).is_none() {
                return Ok(!chosen.is_empty() && chosen != [DECLINE]); // what is chosen then says that it is done
            }
        }
        let waiting = self.answers.waits(who, about, &["may", "pay"]).map(|(kind, _)| kind);
        let kind = waiting.unwrap_or_else(|| kind.to_string());
        let yes = if kind == "pay" { "pay" } else { "accept" };
        Ok(self.answers.one(who, &kind, about, vec![yes.to_string(), DECLINE.to_string()])? == 0)
    }

    fn number(&mut self, who: &str, about: Option<&str>, least: u64, most: u64) -> Result<u64, Over> {
        let options: Vec<String> = (least..=most.min(least + MOST as u64)).map(|each| each.to_string()).collect();
        if options.len() == 1 {
            return Ok(least);
        }
        Ok(least + self.answers.one(who, "number", about, options)? as u64)
    }

    /// Whether a cost that may be chosen is: the next of those that the action names.
    fn with(&mut self) -> bool {
        let Some(announced) = self.announced.as_mut() else { return false };
        let named = !announced.with.is_empty();
        if named {
            announced.with.remove(0);
        }
        named
    }

    fn selection(
        &mut self,
        row: (&str, &str, &str, &str, bool),
        data: &Value,
        who: &str,
        about: Option<&str>,
    ) -> Result<(), Over> {
        let (asked, field, kind, how_many, cost) = row;
        let options = objects(&data[field]);
        let most = if how_many.is_empty() { 1 } else { count(&data[how_many]) }.min(options.len());
        let free = data["up_to"] == true || data["optional"] == true;
        let least = if free { data["min_count"].as_u64().unwrap_or_default() as usize } else { most };
        let kind = match (asked, data["effect_kind"].as_str(), data["destination"].as_str()) {
            ("EffectZoneChoice", Some("Sacrifice"), _) => "sacrifice",
            ("EffectZoneChoice", Some("Discard"), _) => "discard",
            ("EffectZoneChoice", _, Some("Exile")) => "exile",
            ("EffectZoneChoice", _, Some(_)) => "return",
            _ => kind,
        };
        let announced = if cost { self.announced.as_mut().map(|all| std::mem::take(&mut all.costs)) } else { None };
        let announced = announced.unwrap_or_default();
        let chosen = if announced.is_empty() {
            self.some(who, kind, about, &options, least, most)?
        } else {
            let mut chosen = Vec::new();
            for name in announced.iter().take(most) {
                let Some(found) =
                    options.iter().copied().find(|each| self.called(*each) == *name && !chosen.contains(each))
                else {
                    return Err(json!({"refused": {"action": null, "reason": format!("{name} cannot pay for it")}}));
                };
                chosen.push(found);
            }
            chosen
        };
        let action = match asked {
            "ChooseRingBearer" | "PopulateChoice" => {
                json!({"type": "ChooseTarget", "data": {"target": TargetRef::Object(chosen[0])}})
            }
            _ => json!({"type": "SelectCards", "data": {"cards": chosen}}),
        };
        self.submit(&action)
    }

    fn targets(&mut self, data: &Value, who: &str, about: Option<&str>) -> Result<Value, Over> {
        let slot = count(&data["selection"]["current_slot"]);
        let legal: Vec<TargetRef> =
            serde_json::from_value(data["selection"]["current_legal_targets"].clone()).unwrap_or_default();
        let mut options: Vec<String> = legal.iter().map(|target| self.target(target)).collect();
        let optional = data["target_slots"][slot]["optional"] == true;
        // beyond the targets that an action names, the engine asks for what is a choice of another kind to the script
        let scripted = self
            .announced
            .as_mut()
            .filter(|announced| announced.targeted && (optional || !announced.targets.is_empty()));
        let chosen = if let Some(announced) = scripted {
            let next = announced.targets.front_mut().and_then(|group| (!group.is_empty()).then(|| group.remove(0)));
            if announced.targets.front().is_some_and(Vec::is_empty) {
                announced.targets.pop_front();
            }
            match next {
                Some(name) => Some(options.iter().position(|option| *option == name).ok_or_else(
                    || json!({"refused": {"action": null, "reason": format!("{name} cannot be a target; {options:?} can")}}),
                )?),
                None if optional => None,
                None => return Err(json!({"refused": {"action": null, "reason": "too few targets"}})),
            }
        } else {
            if optional {
                options.push(DECLINE.to_string());
            }
            let place = self.answers.one(who, "target", about, options)?;
            (place < legal.len()).then_some(place)
        };
        Ok(json!({"type": "ChooseTarget", "data": {"target": chosen.map(|place| &legal[place])}}))
    }

    /// Which replacement effect comes first, or whether one is applied that may be; whether to copy and what is one question.
    fn replacement(&mut self, who: &str) -> Result<Value, Over> {
        let Some(pending) = self.state.pending_replacement.clone() else {
            return Err(unsupported("choice", "a replacement effect"));
        };
        let affected = pending.proposed.affected_object_id();
        let about = affected
            .map_or_else(|| self.name(pending.proposed.affected_player(&self.state)), |object| self.called(object));
        if !pending.is_optional {
            let mut order: Vec<usize> = (0..pending.candidates.len()).collect();
            order.sort_by_key(|place| (pending.candidates[*place].source.0, pending.candidates[*place].index));
            let options = order.iter().map(|place| self.called(pending.candidates[*place].source)).collect();
            let index = order[self.answers.one(who, "replacement", Some(&about), options)?];
            return Ok(json!({"type": "ChooseReplacement", "data": {"index": index}}));
        }
        let before = self.state.clone();
        let accept = json!({"type": "ChooseReplacement", "data": {"index": 0}});
        self.submit(&accept)?;
        let next = serde_json::to_value(&self.state.waiting_for).unwrap_or_default();
        self.state = before;
        let source = self.called(pending.candidates[0].source);
        if next["type"] == "CopyTargetChoice" {
            let found = objects(&next["data"]["valid_targets"]);
            let mut options: Vec<String> = found.iter().map(|each| self.called(*each)).collect();
            options.push(DECLINE.to_string());
            let place = self.answers.one(who, "copy", Some(&source), options)?;
            self.copying = found.get(place).copied();
            return Ok(json!({"type": "ChooseReplacement", "data": {"index": usize::from(self.copying.is_none())}}));
        }
        let asks = json!(self.state.waiting_for)["data"]["candidate_descriptions"][0]
            .as_str()
            .unwrap_or_default()
            .to_lowercase();
        let kind = if asks.contains("pay ") { "pay" } else { "may" };
        let accept = self.whether(who, kind, Some(&source))?;
        Ok(json!({"type": "ChooseReplacement", "data": {"index": usize::from(!accept)}}))
    }

    fn modes(&mut self, data: &Value, who: &str, about: Option<&str>) -> Result<Value, Over> {
        let source = id(&data["source_id"]).or_else(|| id(&data["pending_cast"]["object_id"]));
        let entries =
            self.cards.entries(source.and_then(|source| self.names.printed.get(&source)).map_or("", String::as_str));
        let total = count(&data["modal"]["mode_count"]);
        let all = entries.iter().map(|entry| words(&entry["modes"])).find(|modes| modes.len() == total);
        let all = all.ok_or_else(|| unsupported("choice", "modes without words"))?;
        let (least, most) = (count(&data["modal"]["min_choices"]), count(&data["modal"]["max_choices"]));
        let announced =
            self.announced.as_mut().map(|announced| std::mem::take(&mut announced.modes)).unwrap_or_default();
        let indices: Vec<usize> = if announced.is_empty() {
            let used: Vec<usize> = serde_json::from_value(data["unavailable_modes"].clone()).unwrap_or_default();
            let left: Vec<usize> = (0..total).filter(|mode| !used.contains(mode)).collect();
            let options = left.iter().map(|mode| all[*mode].clone()).collect();
            self.ask(who, "mode", about, options, least, most)?.into_iter().map(|place| left[place]).collect()
        } else {
            announced.iter().filter_map(|mode| all.iter().position(|each| each == mode)).collect()
        };
        Ok(json!({"type": "SelectModes", "data": {"indices": indices}}))
    }

    /// One of the engine's words: a colour, a type, a name, a number, a player.
    fn word(&mut self, data: &Value, who: &str, about: Option<&str>) -> Result<Value, Over> {
        let kind = data["choice_type"].as_str().map(ToString::to_string);
        let kind = kind
            .or_else(|| data["choice_type"].as_object().and_then(|map| map.keys().next().cloned()))
            .unwrap_or_default();
        let mut offered = words(&data["options"]);
        let kind = match kind.as_str() {
            "Color" => "color",
            "CreatureType" | "BasicLandType" | "LandType" | "CardType" => "type",
            "CardName" => "name",
            "NumberRange" => "number",
            "Player" | "Opponent" => "player",
            _ => "word",
        };
        if kind == "name" && offered.is_empty() {
            offered = self.names.printed.values().cloned().chain(self.answers.waiting()).collect();
            offered.sort();
            offered.dedup();
            self.state.all_card_names = self.cards.database.card_names().into();
        }
        if kind == "type" && offered.len() > MOST {
            let here: Vec<String> =
                self.state.objects.values().flat_map(|object| object.card_types.subtypes.clone()).collect();
            let wanted = self.answers.waiting();
            let mut few: Vec<String> = offered.iter().filter(|each| here.contains(each)).cloned().collect();
            if few.is_empty() {
                few.extend(offered.iter().take(2).cloned()); // two stand for all that mean nothing here
            }
            offered.retain(|each| few.contains(each) || wanted.contains(each));
        }
        let card = id(&data["source_id"]).and_then(|source| self.names.printed.get(&source)).map_or("", String::as_str);
        let labels = self.cards.choices(card);
        let options = match kind {
            "color" => offered.iter().map(letter).collect(),
            "word" if labels.len() == offered.len() => labels,
            "player" => (0..self.players.len())
                .map(|place| self.players[place].clone())
                .filter(|name| {
                    self.player(name).is_some_and(|player| {
                        offered.contains(&player.0.to_string()) || offered.contains(&format!("Player {}", player.0 + 1))
                    })
                })
                .collect(),
            _ => offered.clone(),
        };
        if options.len() != offered.len() {
            return Err(unsupported("choice", "words of the engine's own"));
        }
        let place = self.answers.one(who, kind, about, options)?;
        Ok(json!({"type": "ChooseOption", "data": {"choice": offered[place]}}))
    }

    fn mana(&mut self, prompt: &Value, who: &str, about: Option<&str>) -> Result<Value, Over> {
        let data = if prompt["data"].is_null() { prompt } else { &prompt["data"] };
        let offered = words(&data["options"]);
        if prompt["type"] != "SingleColor" {
            return Err(unsupported("choice", "a combination of mana"));
        }
        let options: Vec<String> = offered.iter().map(letter).collect();
        let place = self.answers.one(who, "mana", about, options)?;
        let color = color_name(&letter(&offered[place])).to_string();
        Ok(json!({"type": "ChooseManaColor", "data": {"choice": {"type": "SingleColor", "data": color}}}))
    }

    fn divide(&mut self, data: &Value, who: &str) -> Result<Value, Over> {
        let targets: Vec<TargetRef> = serde_json::from_value(data["targets"].clone()).unwrap_or_default();
        let told = self.announced.as_ref().map(|announced| announced.divide.clone()).unwrap_or_default();
        let mut left = data["total"].as_u64().unwrap_or_default();
        let mut made = Vec::new();
        for (place, target) in targets.iter().enumerate() {
            let name = self.target(target);
            let amount = match told[name.as_str()].as_u64() {
                Some(amount) => amount,
                None if place + 1 == targets.len() => left,
                None => {
                    let options: Vec<String> = (1..=left).map(|each| each.to_string()).collect();
                    self.answers.one(who, "damage", Some(&name), options)? as u64 + 1
                }
            };
            left = left.saturating_sub(amount);
            made.push(json!([target, amount]));
        }
        Ok(json!({"type": "DistributeAmong", "data": {"distribution": made}}))
    }

    fn combat_damage(&mut self, data: &Value, who: &str) -> Result<Value, Over> {
        let attacker = id(&data["attacker_id"]).map(|id| self.called(id)).unwrap_or_default();
        let total = data["total_damage"].as_u64().unwrap_or_default();
        let trample = !data["trample"].is_null();
        let told = self.damage.remove(&attacker);
        let mut left = total;
        let mut made = Vec::new();
        let blockers: Vec<ObjectId> =
            data["blockers"].as_array().into_iter().flatten().filter_map(|slot| id(&slot["blocker_id"])).collect();
        for (place, blocker) in blockers.iter().enumerate() {
            let name = self.called(*blocker);
            let amount = match &told {
                Some(told) => told[name.as_str()].as_u64().unwrap_or_default(),
                None if place + 1 == blockers.len() && !trample => left,
                None => {
                    let options: Vec<String> = (0..=left).map(|each| each.to_string()).collect();
                    self.answers.one(who, "damage", Some(&name), options)? as u64
                }
            };
            left = left.saturating_sub(amount);
            made.push(json!([blocker, amount]));
        }
        let trampling = if trample { left } else { 0 };
        Ok(
            json!({"type": "AssignCombatDamage", "data": {"mode": "Normal", "assignments": made, "trample_damage": trampling, "controller_damage": 0}}),
        )
    }
}

fn objects(told: &Value) -> Vec<ObjectId> {
    serde_json::from_value(told.clone()).unwrap_or_default()
}

fn count(told: &Value) -> usize {
    told.as_u64().unwrap_or_default() as usize
}
