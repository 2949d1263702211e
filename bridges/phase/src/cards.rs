//! The cards that the user's data has, as the engine reads them, and what the corpus's card data calls their abilities.

use engine::database::synthesis::{build_oracle_face, layout_faces};
use engine::database::CardDatabase;
use engine::game::coverage::{audit_semantic, card_face_gaps};
use engine::types::card::CardFace;
use engine::types::zones::Zone;
use kit::{words, CardData};
use serde_json::{json, Value};
use std::error::Error;
use std::path::Path;
use std::sync::OnceLock;

/// Triggers as each step begins in which the engine gives nobody priority unless something has triggered.
const BELL: &str = "At the beginning of each upkeep, you gain 1 life.\n\
    At the beginning of each draw step, you gain 1 life.\n\
    At the beginning of each combat, you gain 1 life.\n\
    At end of combat, you gain 1 life.";

static CARDS: OnceLock<Cards> = OnceLock::new();

pub struct Cards {
    pub database: CardDatabase,
    pub bell: CardFace,
    pub data: CardData,
    pub creature_types: Vec<String>,
}

/// The cards, once they are read.
pub fn cards() -> &'static Cards {
    CARDS.get().expect("cards")
}

impl Cards {
    /// Reads the cards (a file as MTGJSON's `AtomicCards.json`) and the words beside them.
    pub fn read(cards: &str, beside: &str) -> Result<&'static Self, Box<dyn Error>> {
        let bell = json!({"name": "Bell", "text": BELL, "layout": "normal", "colors": [], "colorIdentity": [],
            "manaValue": 0.0, "identifiers": {}});
        let mut bell = build_oracle_face(&serde_json::from_value(bell)?, None);
        bell.triggers.iter_mut().for_each(|trigger| trigger.trigger_zones = vec![Zone::Command]);
        let mut told: Value = serde_json::from_str(&std::fs::read_to_string(beside)?)?;
        let (data, creature_types) = (CardData(told["cards"].take()), words(&told["creature types"]));
        let database = CardDatabase::from_mtgjson(Path::new(cards))?;
        Ok(CARDS.get_or_init(|| Self { bell, database, data, creature_types }))
    }

    /// The cards of the corpus of which the engine's own reports say that it has understood every part; not those with
    /// two faces, of which it plays the first alone where the card data is of this form.
    pub fn claimed(&self) -> Vec<&String> {
        let doubted = audit_semantic(&self.database).flagged_cards;
        let understood = |name: &&String| {
            let faces = self.database.get_by_name(name).map(|card| layout_faces(&card.layout)).unwrap_or_default();
            let plain = |face: &CardFace| card_face_gaps(face).is_empty() && face.parse_warnings.is_empty();
            matches!(faces.as_slice(), [face] if plain(face))
        };
        let doubted = |name: &&String| doubted.iter().any(|card| card.card_name == name.to_lowercase());
        self.data.names().filter(|name| !doubted(name)).filter(understood).collect()
    }
}
