//! phase.rs behind the protocol, on JSON lines: `bridge CARDS WORDS VERSION`.

mod cards;
mod position;
mod questions;
mod script;
mod telling;

use cards::Cards;
use script::Game;
use serde_json::{json, Value};
use std::error::Error;

const HOME: &str = "https://github.com/phase-rs/phase";

kit::without_chance!();

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, cards, words, version] = arguments.as_slice() else {
        return Err("usage: bridge CARDS WORDS VERSION".into());
    };
    let responses = kit::take_output()?;
    let cards = Cards::read(cards, words)?;
    let describe = || {
        let (seen, set) = (telling::UNSEEN, position::UNSET);
        let claims = json!({"cards": cards.claimed(), "actions": kit::VERBS, "unseen": seen, "unset": set});
        kit::description("phase.rs", version, HOME, claims)
    };
    let run = |params: &Value| kit::play(params, &position::UNSET, Game::new);
    Ok(kit::serve(describe, run, responses)?)
}
