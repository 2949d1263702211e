//! What an action tells of the spell or ability that is being announced.

use crate::card_data::CardData;
use crate::facts::{pairs, words};
use serde_json::Value;
use std::collections::VecDeque;

/// What an action tells, as far as the engine has not yet asked for it; by default nothing is announced.
#[derive(Default)]
pub struct Announced {
    /// What the protocol calls the object that it is done with.
    pub about: Option<String>,
    /// The card whose abilities that has.
    pub card: String,
    /// Whether the action names targets, and all that it names.
    pub targeted: bool,
    pub named: Vec<String>,
    pub targets: VecDeque<String>,
    pub modes: Vec<String>,
    pub with: Vec<String>,
    pub costs: Vec<String>,
    pub x: Option<u32>,
}

impl Announced {
    /// An action with an object that is called so, and has the abilities of a card.
    pub fn new(action: &Value, about: &str, card: &str, data: &CardData) -> Self {
        let named = data.targets(card, &action["targets"]);
        Self {
            about: Some(about.to_string()),
            card: card.to_string(),
            targeted: action.get("targets").is_some(),
            targets: named.clone().into(),
            named,
            modes: words(&action["modes"]),
            with: words(&action["with"]),
            costs: pairs(&action["costs"]).flat_map(|(_, objects)| words(objects)).collect(),
            x: action["x"].as_u64().and_then(|x| u32::try_from(x).ok()),
        }
    }

    /// Whether the engine has asked for all the modes and costs.
    pub fn is_paid(&self) -> bool {
        self.modes.is_empty() && self.with.is_empty() && self.costs.is_empty()
    }
}
