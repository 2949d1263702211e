//! What the card data of Magic calls abilities, targets, modes and costs: the words that cases use, as `words.py` tells
//! them.

use crate::facts::{list, pairs, words};
use serde_json::Value;

/// By the names of cards.
#[derive(Default)]
pub struct CardData(pub Value);

impl CardData {
    pub fn names(&self) -> impl Iterator<Item = &String> {
        pairs(&self.0).map(|(name, _)| name)
    }

    /// A card's abilities in printed order.
    pub fn abilities(&self, card: &str) -> impl Iterator<Item = &Value> {
        list(&self.0[card]["abilities"])
    }

    /// A card's abilities of one form in printed order.
    pub fn of_form<'a>(&'a self, card: &str, form: &'a str) -> Vec<&'a Value> {
        self.abilities(card).filter(|entry| entry["form"] == form).collect()
    }

    /// The words of the modes of a card that has so many.
    pub fn modes(&self, card: &str, count: usize) -> Option<Vec<String>> {
        self.abilities(card).map(|entry| words(&entry["modes"])).find(|modes| modes.len() == count)
    }

    /// Targets in the order of the card's data, where an action names what each of them is.
    pub fn targets(&self, card: &str, told: &Value) -> Vec<String> {
        if !told.is_object() {
            return words(told);
        }
        let orders = self.abilities(card).map(|entry| words(&entry["targets"]));
        let order = orders.into_iter().find(|order| pairs(told).all(|(name, _)| order.contains(name)));
        order.iter().flatten().flat_map(|name| words(&told[name])).collect()
    }
}
