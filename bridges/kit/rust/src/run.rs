//! One request of Magic: what all parts of a bridge share, and how the words of an action answer what the engine asks.

use crate::announced::Announced;
use crate::answers::{Answers, Asked, Many, Over, DECLINE};
use crate::facts::{number, words};
use serde_json::{json, Value};
use std::collections::HashMap;

/// So many words are offered one by one.
const MANY: usize = 20;

pub struct Run {
    /// The position that the request gives.
    pub given: Value,
    pub players: Vec<String>,
    pub answers: Answers,
    pub announced: Announced,
    /// How creatures are to assign their damage, as far as that was announced and is not yet asked for.
    pub damage: HashMap<String, Value>,
    /// The place of the action at hand.
    pub(crate) at: usize,
    /// How often somebody has passed.
    pub(crate) passes: usize,
}

impl Run {
    pub fn new(params: &Value) -> Self {
        Self {
            players: words(&params["given"]["players"]),
            given: params["given"].clone(),
            answers: Answers::new(params),
            announced: Announced::default(),
            damage: HashMap::new(),
            at: 0,
            passes: 0,
        }
    }

    /// Ends the run with the refusal of the action at hand.
    pub fn refused(&self, reason: &str) -> Over {
        json!({"refused": {"action": self.at, "reason": reason}})
    }

    /// The next target that the action names, by its place among those that there can be; none where all are named and no
    /// more is needed. Where the action names no targets, or too few, it is asked for.
    pub fn target(&mut self, of: &Asked, options: Vec<String>, optional: bool) -> Result<Option<usize>, Over> {
        let announced = &mut self.announced;
        let scripted = announced.targeted && (optional || !announced.targets.is_empty());
        match announced.targets.pop_front() {
            _ if !scripted => self.answers.one(of, "target", options).map(Some),
            None => Ok(None),
            Some(name) => match options.iter().position(|option| *option == name) {
                None => Err(self.refused(&format!("{name} cannot be a target; {options:?} can"))),
                place => Ok(place),
            },
        }
    }

    /// What the action names for its costs, by the places among what can be taken; asked for where it names nothing.
    pub fn costs(&mut self, of: &Asked, kind: &str, options: Vec<String>, many: Many) -> Result<Vec<usize>, Over> {
        let told = std::mem::take(&mut self.announced.costs);
        if told.is_empty() {
            return self.answers.some(of, kind, options, many);
        }
        Ok((0..options.len()).filter(|place| told.contains(&options[*place])).collect())
    }

    /// What the action names for its costs, or else objects that are asked for, one after another, that have enough together:
    /// any with which enough can still be had, and none where it is enough already.
    pub fn enough(&mut self, of: &Asked, options: Vec<String>, has: &[i32], needed: i32) -> Result<Vec<usize>, Over> {
        if !self.announced.costs.is_empty() {
            let most = options.len();
            return self.costs(of, "object", options, 0..=most);
        }
        let mut lacking = needed;
        let mut chosen = Vec::new();
        loop {
            let left: Vec<usize> = (0..options.len()).filter(|place| !chosen.contains(place)).collect();
            let most: i32 = left.iter().map(|place| has[*place].max(0)).sum();
            let fit: Vec<usize> = left.into_iter().filter(|place| most + has[*place].min(0) >= lacking).collect();
            if fit.is_empty() {
                return Ok(chosen);
            }
            let mut offered: Vec<String> = fit.iter().map(|place| options[*place].clone()).collect();
            if lacking <= 0 {
                offered.push(DECLINE.to_string());
            }
            match fit.get(self.answers.one(of, "object", offered)?) {
                None => return Ok(chosen),
                Some(place) => chosen.push(*place),
            }
            lacking -= chosen.last().map_or(0, |place| has[*place]);
        }
    }

    /// The modes that the action names, by their places among all of the card's; asked for where it names none.
    pub fn modes(&mut self, of: &Asked, all: Vec<String>, many: Many) -> Result<Vec<usize>, Over> {
        let told = std::mem::take(&mut self.announced.modes);
        if told.is_empty() {
            return self.answers.some(of, "mode", all, many);
        }
        Ok(told.iter().filter_map(|mode| all.iter().position(|each| each == mode)).collect())
    }

    /// Whether something is done that may be done: in the word of the answer that waits, else of the kind.
    pub fn whether(&mut self, of: &Asked, kind: &str) -> Result<bool, Over> {
        let kind = ["may", "pay"].into_iter().find(|kind| self.answers.waits(of, kind)).unwrap_or(kind);
        let yes = if kind == "pay" { "pay" } else { "accept" };
        Ok(self.answers.one(of, kind, vec![yes.to_string(), DECLINE.to_string()])? == 0)
    }

    /// One of some words, by its place; of many those are offered that are met in the game or answered, and two others
    /// where none is met.
    pub fn word(&mut self, of: &Asked, kind: &str, words: &[String], met: &[String]) -> Result<usize, Over> {
        let mut few: Vec<usize> = (0..words.len()).collect();
        if words.len() > MANY {
            let others = if words.iter().any(|word| met.contains(word)) { 0 } else { 2 };
            let also = self.answers.waiting();
            few.retain(|place| *place < others || met.contains(&words[*place]) || also.contains(&words[*place]));
        }
        let options = few.iter().map(|place| words[*place].clone()).collect();
        Ok(few[self.answers.one(of, kind, options)?])
    }

    /// How much of a creature's damage each is dealt: as announced, or else asked for one after another; the last gets
    /// the rest, if `all` of it is dealt to them.
    pub fn shares(&mut self, by: &str, player: &str, to: &[String], total: u32, all: bool) -> Result<Vec<u32>, Over> {
        let told = self.damage.remove(by);
        let mut left = total;
        let mut shares = Vec::new();
        for (place, name) in to.iter().enumerate() {
            let share = match &told {
                Some(told) => number(&told[name]),
                None if all && place + 1 == to.len() => left,
                None => {
                    let of = Asked { player: player.to_string(), about: Some(name.clone()) };
                    let options: Vec<u32> = (0..=left).collect();
                    options[self.answers.one(&of, "damage", options.iter().map(ToString::to_string).collect())?]
                }
            };
            left = left.saturating_sub(share);
            shares.push(share);
        }
        Ok(shares)
    }
}
