//! phase.rs behind the protocol, on JSON lines: `bridge CARDS WORDS VERSION`.

mod answers;
mod cards;
mod position;
mod questions;
mod script;
mod telling;

use cards::{cards, Cards};
use serde_json::{json, Value};
use std::error::Error;
use std::io::{self, BufRead, Write};

const HOME: &str = "https://github.com/phase-rs/phase";
const STACK: usize = 64 << 20;

fn describe(version: &str) -> Value {
    let listed = |words: &str| json!(words.split(' ').collect::<Vec<_>>());
    let game = json!({"cards": cards().claimed(), "actions": script::VERBS, "unseen": listed(telling::UNSEEN),
        "unset": listed(position::UNSET)});
    json!({"protocol": 1, "name": "phase.rs", "version": version, "games": {"mtg": game}, "capabilities": ["choices"],
        "homepage": HOME, "issues": format!("{HOME}/issues")})
}

/// Plays a request in a thread of its own, in which the engine's tables begin with the same numbers each time; the
/// engine's recursion over its own types needs more than the usual stack.
fn played(params: Value) -> Result<Value, (i32, String)> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || script::run(&params));
    thread.expect("a thread").join().map_err(|_| (-32000, "the engine panicked".to_string()))
}

/// Chance for this process, in the place of the system's: always the same, so that the engine goes through its hash
/// tables in the same order each time.
///
/// # Safety
/// `buffer` has room for `length` bytes, as the system's function of this name demands.
#[no_mangle]
pub unsafe extern "C" fn getrandom(buffer: *mut u8, length: usize, _flags: u32) -> isize {
    std::ptr::write_bytes(buffer, 7, length);
    isize::try_from(length).unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, cards, words, version] = arguments.as_slice() else {
        return Err("usage: bridge CARDS WORDS VERSION".into());
    };
    Cards::read(cards, words)?;
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request = serde_json::from_str::<Value>(&line?);
        let method = request.as_ref().ok().and_then(|request| request["method"].as_str());
        let result = match (method, &request) {
            (Some("describe"), _) => Ok(describe(version)),
            (Some("shutdown"), _) => Ok(json!({})),
            (Some("run"), Ok(request)) => played(request["params"].clone()),
            (_, Ok(_)) => Err((-32601, "no such method".to_string())),
            (_, Err(wrong)) => Err((-32700, wrong.to_string())),
        };
        let mut response = json!({"jsonrpc": "2.0", "id": request.as_ref().ok().map(|request| &request["id"])});
        match result {
            Ok(result) => response["result"] = result,
            Err((code, message)) => response["error"] = json!({"code": code, "message": message}),
        }
        writeln!(output, "{response}")?;
        output.flush()?;
        if method == Some("shutdown") {
            break;
        }
    }
    Ok(())
}
