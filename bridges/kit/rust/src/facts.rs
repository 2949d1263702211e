//! JSON, read as positions and actions have it.

use serde_json::{json, Value};

/// Reads `x` as `[x]`, and nothing as `[]`.
pub fn words(told: &Value) -> Vec<String> {
    match told {
        Value::Array(list) => list.iter().flat_map(words).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}

/// Words, and numbers where they are numbers.
pub(crate) fn numbers(words: &[String]) -> Vec<Value> {
    words.iter().map(|word| word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number))).collect()
}

/// What an object of JSON has.
pub fn pairs(told: &Value) -> impl Iterator<Item = (&String, &Value)> {
    told.as_object().into_iter().flatten()
}

/// What a list of JSON has.
pub fn list(told: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    told.as_array().into_iter().flatten()
}

/// A text; an empty one where there is none.
pub fn text(told: &Value) -> &str {
    told.as_str().unwrap_or_default()
}

/// A number; 0 where there is none.
pub fn number(told: &Value) -> u32 {
    told.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

/// Whether it is more than what stands for nothing: null, false, 0, an empty text, list or object.
pub fn tells(told: &Value) -> bool {
    let nothing = [json!(null), json!(false), json!(0), json!(""), json!([]), json!({})];
    !nothing.contains(told)
}

/// Adds to an object of JSON.
pub fn merge(told: &mut Value, more: Value) {
    if let (Value::Object(told), Value::Object(more)) = (told, more) {
        told.extend(more);
    }
}

/// Subtypes as positions tell them: every creature type in one word, where it has them all.
pub fn subtypes(own: &[String], every: &[String]) -> Vec<String> {
    if every.len() < 2 || !every.iter().all(|word| own.contains(word)) {
        return own.to_vec();
    }
    let others = own.iter().filter(|word| !every.contains(word)).cloned();
    others.chain(["every creature type".to_string()]).collect()
}
