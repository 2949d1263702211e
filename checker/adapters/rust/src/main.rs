//! An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.
//!
//! Go on at the three places marked HERE. Nothing but responses may be written to standard output; use `eprintln!`.

use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

const NAME: &str = "@NAME@";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const GAME: &str = "@GAME@";

// HERE (1): the cards that your engine knows, by their English names.
const CARDS: &[&str] = &[];

/// Why a run has no result.
enum Failure {
    /// The engine lacks something: a game, a card, an action, a capability.
    Unsupported(&'static str, String),
    /// The request cannot be played at all.
    Broken(&'static str),
}

/// What the engine is and claims. With `"cards": CARDS` in the game's claims, cases with other cards are not even sent.
/// Add the capability `choices` when `run` can answer with a question and all its options.
fn describe() -> Value {
    json!({"protocol": 1, "name": NAME, "version": VERSION, "games": {GAME: {}}, "capabilities": []})
}

// HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
fn act(_position: &mut Value, action: &Value) -> Result<(), Failure> {
    let verb = action.as_object().and_then(|keys| keys.keys().next());
    match verb.map(String::as_str) {
        // Some("example") => ...
        other => Err(Failure::Unsupported("action", other.unwrap_or_default().to_string())),
    }
}

fn run(params: &Value) -> Result<Value, Failure> {
    let game = params["game"].as_str().ok_or(Failure::Broken("no game"))?;
    if game != GAME {
        return Err(Failure::Unsupported("game", game.to_string()));
    }
    let mut position = params["given"].clone();
    require_cards(&position)?;
    // HERE (3): set your engine up from `position`, let the actions happen in it, and read the position back.
    // For a question that `answers` does not answer, return {"choice": {"player", "kind", "options"}}; for an action
    // that the rules forbid, {"refused": {"action": index, "reason": "..."}}.
    for action in params["actions"].as_array().ok_or(Failure::Broken("no actions"))? {
        act(&mut position, action)?;
    }
    Ok(json!({"state": position}))
}

fn require_cards(part: &Value) -> Result<(), Failure> {
    match part {
        Value::Object(object) => {
            if let Some(card) = object.get("card").and_then(Value::as_str) {
                if !CARDS.contains(&card) {
                    return Err(Failure::Unsupported("card", card.to_string()));
                }
            }
            object.values().try_for_each(require_cards)
        }
        Value::Array(list) => list.iter().try_for_each(require_cards),
        _ => Ok(()),
    }
}

fn respond(request: &Value) -> Value {
    let id = &request["id"];
    let outcome = match request["method"].as_str() {
        Some("describe") => Ok(describe()),
        Some("run") => run(&request["params"]),
        Some("shutdown") => Ok(json!({})),
        _ => return error(id, -32601, "no such method"),
    };
    match outcome {
        Ok(value) => json!({"jsonrpc": "2.0", "id": id, "result": value}),
        Err(Failure::Unsupported(what, name)) => {
            json!({"jsonrpc": "2.0", "id": id, "result": {"unsupported": {"what": what, "name": name}}})
        }
        Err(Failure::Broken(why)) => error(id, -32602, why),
    }
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?).unwrap_or_default();
        let response = match request.get("id") {
            Some(_) => respond(&request),
            None => error(&Value::Null, -32700, "no request can be read in this line"),
        };
        writeln!(out, "{response}")?;
        out.flush()?;
        if request["method"] == "shutdown" {
            break;
        }
    }
    Ok(())
}
