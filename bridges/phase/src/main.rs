//! phase.rs behind the protocol, on JSON lines: `bridge CARDS WORDS VERSION`.

mod answers;
mod cards;
mod position;
mod questions;
mod script;
mod telling;

use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

const HOME: &str = "https://github.com/phase-rs/phase";
const STACK: usize = 64 << 20;

fn describe(cards: &cards::Cards, version: &str) -> Value {
    let game = json!({"cards": cards.claimed(), "actions": script::VERBS, "unseen": telling::UNSEEN});
    json!({"protocol": 1, "name": "phase.rs", "version": version, "games": {"mtg": game}, "capabilities": ["choices"],
        "homepage": HOME, "issues": format!("{HOME}/issues")})
}

fn respond(cards: &cards::Cards, version: &str, request: &Value) -> Value {
    let id = &request["id"];
    let result = match request["method"].as_str() {
        Some("describe") => describe(cards, version),
        Some("shutdown") => json!({}),
        Some("run") => match played(cards, &request["params"]) {
            Ok(outcome) => outcome,
            Err(panic) => {
                let told = panic.downcast_ref::<String>().cloned();
                let told = told.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
                return error(id, -32000, &format!("the engine panicked: {}", told.replace('\n', " ")));
            }
        },
        _ => return error(id, -32601, "no such method"),
    };
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// Plays a request in a thread of its own, in which the engine's tables begin with the same numbers each time; the engine's
/// recursion over its own types needs more than the usual stack.
fn played(cards: &cards::Cards, params: &Value) -> std::thread::Result<Value> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || script::run(cards, params));
        thread.expect("a thread").join()
    })
}

/// Chance for this process, in the place of the system's: always the same, so that the engine goes through its hash tables in the
/// same order each time.
///
/// # Safety
/// `buffer` has room for `length` bytes, as the system's function of this name demands.
#[no_mangle]
pub unsafe extern "C" fn getrandom(buffer: *mut u8, length: usize, _flags: u32) -> isize {
    std::ptr::write_bytes(buffer, 7, length);
    isize::try_from(length).unwrap_or_default()
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

fn serve() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, cards, words, version] = arguments.as_slice() else {
        eprintln!("usage: bridge CARDS WORDS VERSION");
        std::process::exit(2);
    };
    let cards = cards::Cards::load(cards, words).unwrap_or_else(|wrong| {
        eprintln!("the cards cannot be read: {wrong}");
        std::process::exit(2);
    });
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let (response, last) = match serde_json::from_str::<Value>(&line) {
            Ok(request) => (respond(&cards, version, &request), request["method"] == "shutdown"),
            Err(wrong) => (error(&Value::Null, -32700, &wrong.to_string()), false),
        };
        writeln!(output, "{response}")?;
        output.flush()?;
        if last {
            break;
        }
    }
    Ok(())
}

fn main() {
    if serve().is_err() {
        std::process::exit(1);
    }
}
