//! Requests on standard input, responses one a line: what every program that answers the protocol does alike.

use serde_json::{json, Value};
use std::any::Any;
use std::io::{self, BufRead, Write};
use std::thread;

/// Engines that go through their own types by recursion need more than the usual stack.
const STACK: usize = 64 << 20;

/// Serves requests until `shutdown` or the end of the input. Each run has a thread of its own: a panic there is the
/// end of its request and of nothing else, and what is random by the thread begins the same each time.
pub fn serve(
    describe: impl Fn() -> Value,
    run: impl Fn(&Value) -> Value + Sync,
    mut responses: impl Write,
) -> io::Result<()> {
    for line in io::stdin().lock().split(b'\n') {
        let request: Value = serde_json::from_slice(&line?).unwrap_or_default();
        let method = request["method"].as_str().unwrap_or_default();
        let outcome = match method {
            _ if request.get("id").is_none() => Err((-32700, "no request can be read in this line".to_string())),
            "describe" => Ok(describe()),
            "run" => apart(|| run(&request["params"])).map_err(|why| (-32603, why)),
            "shutdown" => Ok(json!({})),
            _ => Err((-32601, "no such method".to_string())),
        };
        let mut response = json!({"jsonrpc": "2.0", "id": request["id"]});
        match outcome {
            Ok(result) => response["result"] = result,
            Err((code, message)) => response["error"] = json!({"code": code, "message": message}),
        }
        writeln!(responses, "{response}")?;
        responses.flush()?;
        if method == "shutdown" {
            break;
        }
    }
    Ok(())
}

/// Does something in a thread of its own; where it panics, returns the first line of what it said.
fn apart(act: impl FnOnce() -> Value + Send) -> Result<Value, String> {
    thread::scope(|scope| {
        let begun = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, act);
        begun.expect("a thread").join().map_err(|panic| format!("the engine panicked: {}", said(&*panic)))
    })
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let fixed = panic.downcast_ref::<&str>().copied();
    let said = fixed.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    said.and_then(|said| said.lines().next()).unwrap_or("without a word")
}
