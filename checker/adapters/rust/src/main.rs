//! An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.
//!
//! Go on at the three places marked HERE. Nothing but responses may be written to standard output; use `eprintln!`.
//! A panic ends no more than its request.

mod server;

use serde_json::{json, Value};

const NAME: &str = "@NAME@";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const GAME: &str = "@GAME@";

// HERE (1): the cards that your engine knows, by their English names.
const CARDS: &[&str] = &[];

/// What the engine lacks: a game, a card, an action, a capability; and which.
struct Unsupported(&'static str, String);

/// What the engine is and claims. With `"cards": CARDS` in the game's claims, cases with other cards are not even sent.
/// Add the capability `choices` when `run` can answer with a question and all its options.
fn describe() -> Value {
    json!({"protocol": 1, "name": NAME, "version": VERSION, "games": {GAME: {}}, "capabilities": []})
}

// HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
fn act(_position: &mut Value, action: &Value) -> Result<(), Unsupported> {
    let verb = action.as_object().and_then(|keys| keys.keys().next());
    match verb.map(String::as_str) {
        // Some("example") => ...
        other => Err(Unsupported("action", other.unwrap_or_default().to_string())),
    }
}

fn run(params: &Value) -> Result<Value, Unsupported> {
    let game = params["game"].as_str().expect("a game");
    if game != GAME {
        return Err(Unsupported("game", game.to_string()));
    }
    let mut position = params["given"].clone();
    require_cards(&position)?;
    // HERE (3): set your engine up from `position`, let the actions happen in it, and read the position back.
    // What of it your engine cannot be given is unsupported, {"what": "state", "name": "counters"}: passed over,
    // it would make cases fail for what the engine never knew.
    // For a question that `answers` does not answer, return {"choice": {"player", "kind", "options"}}; for an action
    // that the rules forbid, {"refused": {"action": index, "reason": "..."}}.
    for action in params["actions"].as_array().expect("actions") {
        act(&mut position, action)?;
    }
    Ok(json!({"state": position}))
}

fn require_cards(part: &Value) -> Result<(), Unsupported> {
    match part {
        Value::Object(object) => {
            if let Some(card) = object.get("card").and_then(Value::as_str) {
                if !CARDS.contains(&card) {
                    return Err(Unsupported("card", card.to_string()));
                }
            }
            object.values().try_for_each(require_cards)
        }
        Value::Array(list) => list.iter().try_for_each(require_cards),
        _ => Ok(()),
    }
}

fn outcome(params: &Value) -> Value {
    match run(params) {
        Ok(outcome) => outcome,
        Err(Unsupported(what, name)) => json!({"unsupported": {"what": what, "name": name}}),
    }
}

fn main() -> std::io::Result<()> {
    server::serve(describe, outcome, std::io::stdout())
}
