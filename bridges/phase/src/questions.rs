//! The engine's questions as the protocol's choices, with the options that the engine offers.

use crate::cards::cards;
use crate::script::Game;
use crate::telling::letter;
use engine::types::ability::{ChoiceType, ModalChoice};
use engine::types::game_state::{
    CombatDamageAssignmentMode, DamageSlot, ManaChoice, ManaChoicePrompt, ShardChoice, ShardOptions,
};
use engine::types::{GameAction as Does, WaitingFor as Asks, *};
use kit::{text, unsupported, Asked, Many, Over, DECLINE};
use serde_json::{json, Value};

type Done = Result<Does, Over>;

impl Game {
    /// Answers the question that the engine waits with.
    pub fn question(&mut self) -> Result<(), Over> {
        let waiting = self.state.waiting_for.clone();
        let scripted = self.run.announced.about.is_some() || !self.run.damage.is_empty();
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
            Asks::OptionalEffectChoice { .. } => Does::DecideOptionalEffect { accept: self.run.whether(&of, "may")? },
            Asks::MadnessCastOffer { object_id, .. } => {
                let of = Asked { about: Some(self.called(object_id)), ..of };
                match self.run.whether(&of, "may")? {
                    true => Does::CastSpellAsMadness { object_id, card_id: self.state.objects[&object_id].card_id },
                    false => Does::DecideOptionalEffect { accept: false },
                }
            }
            Asks::UnlessPayment { .. } => Does::PayUnlessCost { pay: self.run.whether(&of, "pay")? },
            Asks::OptionalCostChoice { .. } => {
                // the next of those that the action names
                Does::DecideOptionalCost { pay: self.run.announced.with.pop().is_some() }
            }
            Asks::PhyrexianPayment { shards, .. } => {
                let life = |options| options == ShardOptions::LifeOnly;
                let choice = |options| if life(options) { ShardChoice::PayLife } else { ShardChoice::PayMana };
                Does::SubmitPhyrexianChoices { choices: shards.iter().map(|shard| choice(shard.options)).collect() }
            }
            Asks::ChooseXValue { .. } => {
                Does::ChooseX { value: self.run.announced.x.take().ok_or_else(|| unsupported("choice", "a value of X"))? }
            }
            Asks::ChooseManaColor { choice: ManaChoicePrompt::SingleColor { options }, .. } => {
                let chosen = self.run.answers.one(&of, "mana", options.iter().map(letter).collect())?;
                Does::ChooseManaColor { choice: ManaChoice::SingleColor(options[chosen]) }
            }
            Asks::ChooseLegend { candidates, .. } => {
                Does::ChooseLegend { keep: self.some(&of, "legend", &candidates, 1..=1)?[0] }
            }
            Asks::CrewVehicle { vehicle_id, crew_power, eligible_creatures: able, .. } => {
                let powers: Vec<i32> = able.iter().map(|id| self.state.objects[id].power.unwrap_or(0)).collect();
                let crew = self.run.enough(&of, self.called_each(&able), &powers, crew_power as i32)?;
                Does::CrewVehicle { vehicle_id, creature_ids: crew.into_iter().map(|place| able[place]).collect() }
            }
            Asks::StationTarget { spacecraft_id, eligible_creatures: able, .. } => {
                let named = self.called_each(&able);
                let tapped = self.run.costs(&of, "object", named, 1..=1)?;
                Does::ActivateStation { spacecraft_id, creature_id: tapped.first().map(|place| able[*place]) }
            }
            Asks::AssignCombatDamage { attacker_id, total_damage, blockers, trample, .. } => {
                self.combat_damage(&of, attacker_id, total_damage, &blockers, trample.is_some())?
            }
            _ => self.cards(&of, &asked)?,
        };
        self.act(action).map_err(|why| match scripted {
            true => self.run.refused(&why),
            false => unsupported("choice", &format!("the engine does not take what it offered: {why}")),
        })
    }

    /// What a question is about: the source that it names, or else what is announced.
    fn about(&self, data: &Value) -> Option<String> {
        let named = [&data["source_id"], &data["pending_cast"]["object_id"], &data["pending_effect"]["source_id"]];
        let named = named.into_iter().find_map(|id| serde_json::from_value(id.clone()).ok());
        named.map(|id| self.called(id)).or_else(|| self.run.announced.about.clone())
    }

    fn some(&mut self, of: &Asked, kind: &str, options: &[ObjectId], many: Many) -> Result<Vec<ObjectId>, Over> {
        let chosen = self.run.answers.some(of, kind, self.called_each(options), many)?;
        Ok(chosen.into_iter().map(|place| options[place]).collect())
    }

    /// Questions for cards or permanents, of which the engine tells how many are to be taken.
    fn cards(&mut self, of: &Asked, asked: &Value) -> Done {
        let (name, data) = (text(&asked["type"]), &asked["data"]);
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

    fn one_target(&mut self, of: &Asked, legal: &[TargetRef], optional: bool) -> Result<Option<TargetRef>, Over> {
        let options = legal.iter().map(|target| self.target(target)).collect();
        Ok(self.run.target(of, options, optional)?.map(|place| legal[place].clone()))
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
            return self.run.answers.one(&of, "replacement", options);
        }
        of.about = Some(self.called(pending.candidates[0].source));
        let before = self.state.clone();
        let accepted = self.act(Does::ChooseReplacement { index: 0 });
        let after = std::mem::replace(&mut self.state, before);
        accepted.map_err(|why| unsupported("choice", &why))?;
        if let Asks::CopyTargetChoice { valid_targets, .. } = after.waiting_for {
            let named = valid_targets.iter().map(|each| self.called(*each));
            let options = named.chain([DECLINE.to_string()]).collect();
            self.copying = valid_targets.get(self.run.answers.one(&of, "copy", options)?).copied();
            return Ok(usize::from(self.copying.is_none()));
        }
        let kind = if description.to_lowercase().contains("pay ") { "pay" } else { "may" };
        Ok(usize::from(!self.run.whether(&of, kind)?))
    }

    fn modes(&mut self, of: &Asked, modal: &ModalChoice) -> Result<Vec<usize>, Over> {
        let all = cards().data.modes(&self.run.announced.card, modal.mode_count);
        let all = all.ok_or_else(|| unsupported("choice", "modes without words"))?;
        self.run.modes(of, all, modal.min_choices..=modal.max_choices)
    }

    /// A colour or a type, of which those matter that something in the game has.
    fn word(&mut self, of: &Asked, kind: &ChoiceType, mut offered: Vec<String>) -> Result<String, Over> {
        let (kind, words) = match kind {
            ChoiceType::Color => ("color", offered.iter().map(letter).collect()),
            ChoiceType::CreatureType | ChoiceType::BasicLandType | ChoiceType::LandType => ("type", offered.clone()),
            _ => return Err(unsupported("choice", "words of the engine's own")),
        };
        let met = self.state.objects.values().flat_map(|object| object.card_types.subtypes.iter().cloned());
        let chosen = self.run.word(of, kind, &words, &met.collect::<Vec<_>>())?;
        Ok(offered.swap_remove(chosen))
    }

    fn combat_damage(&mut self, of: &Asked, by: ObjectId, total: u32, to: &[DamageSlot], trample: bool) -> Done {
        let names: Vec<String> = to.iter().map(|slot| self.called(slot.blocker_id)).collect();
        let shares = self.run.shares(&self.called(by), &of.player, &names, total, !trample)?;
        let rest = total.saturating_sub(shares.iter().sum());
        Ok(Does::AssignCombatDamage {
            mode: CombatDamageAssignmentMode::Normal,
            assignments: to.iter().map(|slot| slot.blocker_id).zip(shares).collect(),
            trample_damage: if trample { rest } else { 0 },
            controller_damage: 0,
        })
    }
}
