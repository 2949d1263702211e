//! The cards that the user's data has, as the engine reads them, and what the corpus's card data calls their abilities.

use engine::database::synthesis::build_oracle_face;
use engine::database::CardDatabase;
use engine::game::coverage::{audit_semantic, card_face_gaps};
use engine::types::card::CardFace;
use engine::types::zones::Zone;
use serde_json::{json, Value};
use std::error::Error;
use std::path::Path;

/// Triggers as each step begins in which the engine gives nobody priority unless something has triggered.
const BELL: &str =
    "At the beginning of each upkeep, you gain 1 life.\nAt the beginning of each draw step, you gain 1 life.\n\
                    At the beginning of each combat, you gain 1 life.\nAt end of combat, you gain 1 life.";

pub struct Cards {
    pub database: CardDatabase,
    pub bell: CardFace,
    words: Value,
}

impl Cards {
    /// Reads the cards (a file as MTGJSON's `AtomicCards.json`) and the words beside them.
    pub fn load(cards: &str, words: &str) -> Result<Self, Box<dyn Error>> {
        let words = serde_json::from_str(&std::fs::read_to_string(words)?)?;
        let bell = json!({"name": "Bell", "text": BELL, "layout": "normal", "colors": [], "colorIdentity": [], "manaValue": 0.0,
            "identifiers": {}});
        let mut bell = build_oracle_face(&serde_json::from_value(bell)?, None);
        bell.triggers.iter_mut().for_each(|trigger| trigger.trigger_zones = vec![Zone::Command]);
        Ok(Self { bell, database: CardDatabase::from_mtgjson(Path::new(cards))?, words })
    }

    /// The cards of the corpus of which the engine's own reports say that it has understood every part.
    pub fn claimed(&self) -> Vec<&str> {
        let doubted: Vec<String> =
            audit_semantic(&self.database).flagged_cards.into_iter().map(|card| card.card_name).collect();
        let named = self.words["cards"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let named = named.filter(|name| !doubted.contains(&name.to_lowercase()));
        named.filter(|name| self.faces(name).is_some_and(|faces| faces.iter().all(|face| understood(face)))).collect()
    }

    /// The faces of a card by its full name.
    pub fn faces(&self, name: &str) -> Option<Vec<&CardFace>> {
        name.split(" // ").map(|face| self.database.get_face_by_name(face)).collect()
    }

    pub fn creature_types(&self) -> Vec<String> {
        crate::answers::words(&self.words["creature types"])
    }

    /// The card data's abilities of a card, in printed order.
    pub fn entries(&self, card: &str) -> &[Value] {
        let found = self.words["cards"][card]["abilities"].as_array();
        found.map_or(&[], Vec::as_slice)
    }

    /// The words that a card lets its controller choose from as it enters.
    pub fn choices(&self, card: &str) -> Vec<String> {
        crate::answers::words(&self.words["cards"][card]["choices"])
    }
}

fn understood(face: &CardFace) -> bool {
    card_face_gaps(face).is_empty() && face.parse_warnings.is_empty()
}
