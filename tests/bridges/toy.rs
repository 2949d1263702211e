//! Asks what a test wants to be asked, over what bridges in Rust share.

use kit::{claimed, Answers, Asked, Over};
use serde_json::{json, Value};

fn run(params: &Value) -> Value {
    engine::play();
    let mut answers = Answers::new(params);
    let came = claimed(params, "toy", &["go"], &["dark"]).and_then(|()| chosen(params, &mut answers));
    answers.outcome(came.map(|chosen| json!({ "chosen": chosen })))
}

fn chosen(params: &Value, answers: &mut Answers) -> Result<Value, Over> {
    let about = |about: &str| Asked { player: "alice".to_string(), about: Some(about.to_string()) };
    let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
    match params["ask"].as_str() {
        Some("some") => {
            let places = answers.some(&about("bat"), "trash", words("a b b"), 0..=2)?;
            Ok(places.into_iter().map(|place| json!(words("a b b")[place])).collect())
        }
        Some("one") => {
            let place = answers.one(&about("page"), "exchange", words("exchange decline"))?;
            Ok(json!(words("exchange decline")[place]))
        }
        Some("echo") => Ok(params["value"].clone()),
        _ => panic!("a fault\nof two lines"),
    }
}

fn describe() -> Value {
    println!("and prints");
    json!({"name": "toy"})
}

fn main() -> std::io::Result<()> {
    let responses = kit::take_output()?;
    kit::serve(describe, run, responses)
}
