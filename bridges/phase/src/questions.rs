//! The engine's questions as the protocol's choices, with the options that the engine offers.

use crate::answers::{unsupported, words, Asked, Many, Over, DECLINE};
use crate::cards::cards;
use crate::position::number;
use crate::script::Run;
use crate::telling::letter;
use engine::types::ability::{ChoiceType, ModalChoice};
use engine::types::game_state::{
    CombatDamageAssignmentMode, DamageSlot, ManaChoice, ManaChoicePrompt, ShardChoice, ShardOptions,
};
use engine::types::{GameAction as Does, WaitingFor as Asks, *};
use serde_json::{json, Value};

type Done = Result<Does, Over>;

/// So many types are offered one by one.
const MANY: usize = 20;

impl Run {
    /// Answers the question that the engine waits with.
    pub fn question(&mut self) -> Result<(), Over> {
        let waiting = self.state.waiting_for.clone();
        let scripted = self.announced.source.is_some() || !self.damage.is_empty();
        let asked = json!(waiting);
        let player = serde_json::from_value(asked["data"]["player"].clone()).unwrap_or_default();
        let of = Asked { player: self.name(player), about: self.about(&asked["data"]) };
        let action = match waiting {
            Asks::TargetSelection { target_slots, selection, .. }
            | Asks::TriggerTargetSelection { target_slots, selection, .. } => {
                let optional = target_slots[selection.current_slot].optional;
                Does::ChooseTarget { target: self.one_target(&of, &selection.current_legal_targets, optional)? }
            }
            Asks::ReplacementChoice { candidate_descriptions, .. } => {
                Does::ChooseReplacement { index: self.replacement(of, &candidate_descriptions.concat())? }
            }
            Asks::CopyTargetChoice { .. } => Does::ChooseTarget { target: self.copying.take().map(TargetRef::Object) },
            Asks::ModeChoice { modal, .. } => Does::SelectModes { indices: self.modes(&of, &modal)? },
            Asks::NamedChoice { choice_type, options, .. } => {
                Does::ChooseOption { choice: self.word(&of, &choice_type, options)? }
            }
            Asks::OptionalEffectChoice { .. } => Does::DecideOptionalEffect { accept: self.whether(&of, "may")? },
            Asks::UnlessPayment { .. } => Does::PayUnlessCost { pay: self.whether(&of, "pay")? },
            Asks::OptionalCostChoice { .. } => {
                // the next of those that the action names
                Does::DecideOptionalCost { pay: self.announced.with.pop().is_some() }
            }
            Asks::PhyrexianPayment { shards, .. } => {
                let life = |options| options == ShardOptions::LifeOnly;
                let choice = |options| if life(options) { ShardChoice::PayLife } else { ShardChoice::PayMana };
                Does::SubmitPhyrexianChoices { choices: shards.iter().map(|shard| choice(shard.options)).collect() }
            }
            Asks::ChooseXValue { .. } => {
                Does::ChooseX { value: self.announced.x.ok_or_else(|| unsupported("choice", "a value of X"))? }
            }
            Asks::ChooseManaColor { choice: ManaChoicePrompt::SingleColor { options }, .. } => {
                let chosen = self.answers.one(&of, "mana", options.iter().map(letter).collect())?;
                Does::ChooseManaColor { choice: ManaChoice::SingleColor(options[chosen]) }
            }
            Asks::ChooseLegend { candidates, .. } => {
                Does::ChooseLegend { keep: self.some(&of, "legend", &candidates, 1..=1)?[0] }
            }
            Asks::CrewVehicle { vehicle_id, eligible_creatures: able, .. } => {
                let crew = std::mem::take(&mut self.announced.costs);
                let told = able.iter().copied().filter(|each| crew.contains(&self.called(*each))).collect();
                let asked = crew.is_empty().then(|| self.some(&of, "object", &able, 1..=able.len()));
                Does::CrewVehicle { vehicle_id, creature_ids: asked.unwrap_or(Ok(told))? }
            }
            Asks::AssignCombatDamage { attacker_id, total_damage, blockers, trample, .. } => {
                self.combat_damage(of, attacker_id, total_damage, &blockers, trample.is_some())?
            }
            _ => self.cards(&of, &asked)?,
        };
        self.act(action).map_err(|why| match scripted {
            true => self.refused(&why),
            false => unsupported("choice", &format!("the engine does not take what it offered: {why}")),
        })
    }

    /// What a question is about: the source that it names, or else what is announced.
    fn about(&self, data: &Value) -> Option<String> {
        let named = [&data["source_id"], &data["pending_cast"]["object_id"], &data["pending_effect"]["source_id"]];
        let named = named.into_iter().find_map(|id| serde_json::from_value(id.clone()).ok());
        Some(self.called(named.or(self.announced.source)?))
    }

    fn some(&mut self, of: &Asked, kind: &str, options: &[ObjectId], many: Many) -> Result<Vec<ObjectId>, Over> {
        let named = options.iter().map(|each| self.called(*each)).collect();
        let chosen = self.answers.some(of, kind, named, many)?;
        Ok(chosen.into_iter().map(|place| options[place]).collect())
    }

    /// Questions for cards or permanents, of which the engine tells how many are to be taken.
    fn cards(&mut self, of: &Asked, asked: &Value) -> Done {
        let (name, data) = (asked["type"].as_str().unwrap_or_default(), &asked["data"]);
        let listed = ["selectable_cards", "cards", "permanents"].into_iter().find_map(|key| data.get(key));
        let count = ["keep_count", "count", "remaining"].into_iter().find_map(|key| data[key].as_u64());
        let (Some(listed), Some(count)) = (listed, count) else { return Err(unsupported("choice", name)) };
        let options: Vec<ObjectId> = serde_json::from_value(listed.clone()).unwrap_or_default();
        let most = options.len().min(count as usize);
        let least = if data["up_to"] == true { 0 } else { most };
        let what = format!("{name} {}", data["effect_kind"]).to_lowercase();
        let kind = ["sacrifice", "discard", "search"].into_iter().find(|kind| what.contains(kind));
        let kind = kind.unwrap_or(if data["destination"].is_null() { "object" } else { "return" });
        Ok(Does::SelectCards { cards: self.some(of, kind, &options, least..=most)? })
    }

    /// Whether something is done that may be done: in the word of the answer that waits, else of the kind.
    fn whether(&mut self, of: &Asked, kind: &str) -> Result<bool, Over> {
        let kind = ["may", "pay"].into_iter().find(|kind| self.answers.waits(of, kind)).unwrap_or(kind);
        let yes = if kind == "pay" { "pay" } else { "accept" };
        Ok(self.answers.one(of, kind, vec![yes.to_string(), DECLINE.to_string()])? == 0)
    }

    fn one_target(&mut self, of: &Asked, legal: &[TargetRef], optional: bool) -> Result<Option<TargetRef>, Over> {
        let options: Vec<String> = legal.iter().map(|target| self.target(target)).collect();
        // beyond the targets that an action names, the engine asks for what is a choice of another kind to the script
        let announced = &mut self.announced;
        let scripted = announced.targeted && (optional || !announced.targets.is_empty());
        let place = match announced.targets.pop_front() {
            _ if !scripted => self.answers.one(of, "target", options)?,
            None => return Ok(None),
            Some(name) => {
                let place = options.iter().position(|option| *option == name);
                place.ok_or_else(|| self.refused(&format!("{name} cannot be a target; {options:?} can")))?
            }
        };
        Ok(Some(legal[place].clone()))
    }

    /// Which replacement effect comes first, or whether one is applied that may be; whether to copy and what is one
    /// question.
    fn replacement(&mut self, mut of: Asked, description: &str) -> Result<usize, Over> {
        let Some(pending) = self.state.pending_replacement.clone() else {
            return Err(unsupported("choice", "a replacement effect"));
        };
        if !pending.is_optional {
            let player = || self.name(pending.proposed.affected_player(&self.state));
            of.about = Some(pending.proposed.affected_object_id().map_or_else(player, |object| self.called(object)));
            let options = pending.candidates.iter().map(|each| self.called(each.source)).collect();
            return self.answers.one(&of, "replacement", options);
        }
        of.about = Some(self.called(pending.candidates[0].source));
        let before = self.state.clone();
        let accepted = self.act(Does::ChooseReplacement { index: 0 });
        let after = std::mem::replace(&mut self.state, before);
        accepted.map_err(|why| unsupported("choice", &why))?;
        if let Asks::CopyTargetChoice { valid_targets, .. } = after.waiting_for {
            let named = valid_targets.iter().map(|each| self.called(*each));
            let options = named.chain([DECLINE.to_string()]).collect();
            self.copying = valid_targets.get(self.answers.one(&of, "copy", options)?).copied();
            return Ok(usize::from(self.copying.is_none()));
        }
        let kind = if description.to_lowercase().contains("pay ") { "pay" } else { "may" };
        Ok(usize::from(!self.whether(&of, kind)?))
    }

    fn modes(&mut self, of: &Asked, modal: &ModalChoice) -> Result<Vec<usize>, Over> {
        let told = std::mem::take(&mut self.announced.modes);
        let entries = cards().entries(self.announced.source.map_or("", |source| &self.printed[&source]));
        let all = entries.iter().map(|entry| words(&entry["modes"])).find(|modes| modes.len() == modal.mode_count);
        let all = all.ok_or_else(|| unsupported("choice", "modes without words"))?;
        if told.is_empty() {
            return self.answers.some(of, "mode", all, modal.min_choices..=modal.max_choices);
        }
        Ok(told.iter().filter_map(|mode| all.iter().position(|each| each == mode)).collect())
    }

    /// A colour or a type; of many types those that matter, and two that stand for all the others.
    fn word(&mut self, of: &Asked, kind: &ChoiceType, mut offered: Vec<String>) -> Result<String, Over> {
        let kind = match kind {
            ChoiceType::Color => "color",
            ChoiceType::CreatureType | ChoiceType::BasicLandType | ChoiceType::LandType => "type",
            _ => return Err(unsupported("choice", "words of the engine's own")),
        };
        if offered.len() > MANY {
            let here = self.state.objects.values().flat_map(|object| object.card_types.subtypes.iter().cloned());
            let mut few: Vec<String> = here.filter(|each| offered.contains(each)).collect();
            let others = if few.is_empty() { 2 } else { 0 };
            few.extend(offered.iter().take(others).cloned().chain(self.answers.waiting()));
            offered.retain(|each| few.contains(each));
        }
        let options = if kind == "color" { offered.iter().map(letter).collect() } else { offered.clone() };
        Ok(offered.swap_remove(self.answers.one(of, kind, options)?))
    }

    fn combat_damage(&mut self, mut of: Asked, by: ObjectId, total: u32, to: &[DamageSlot], trample: bool) -> Done {
        let told = self.damage.remove(&self.called(by));
        let mut left = total;
        let mut assignments = Vec::new();
        for (place, blocker) in to.iter().enumerate() {
            let name = self.called(blocker.blocker_id);
            let amount = match &told {
                Some(told) => number(&told[&name]),
                None if place + 1 == to.len() && !trample => left,
                None => {
                    of.about = Some(name);
                    let options: Vec<u32> = (0..=left).collect();
                    options[self.answers.one(&of, "damage", options.iter().map(ToString::to_string).collect())?]
                }
            };
            left = left.saturating_sub(amount);
            assignments.push((blocker.blocker_id, amount));
        }
        let mode = CombatDamageAssignmentMode::Normal;
        let trample_damage = if trample { left } else { 0 };
        Ok(Does::AssignCombatDamage { mode, assignments, trample_damage, controller_damage: 0 })
    }
}
