//! The answers that a request brings, and what has been asked so far.

use serde_json::{json, Value};
use std::ops::RangeInclusive;

pub const DECLINE: &str = "decline";

/// How a run ends before its script does: the outcome to answer with.
pub type Over = Value;

pub fn unsupported(what: &str, name: &str) -> Over {
    json!({"unsupported": {"what": what, "name": name}})
}

/// Who is asked, and about which object.
pub struct Asked {
    pub player: String,
    pub about: Option<String>,
}

/// How many of the options are chosen.
pub type Many = RangeInclusive<usize>;

/// The places of what is chosen among the options, if it can be chosen.
fn places(options: &[String], many: &Many, chosen: &[String]) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for word in chosen {
        places.push((0..options.len()).find(|at| options[*at] == *word && !places.contains(at))?);
    }
    many.contains(&places.len()).then_some(places)
}

#[derive(Default)]
pub struct Answers {
    given: Vec<Value>,
    pub unused: Vec<usize>,
    pub asked: Vec<Value>,
}

impl Answers {
    pub fn new(given: Vec<Value>) -> Self {
        Self { unused: (0..given.len()).collect(), given, asked: Vec::new() }
    }

    /// Asks for exactly one of some options and returns its place among them.
    pub fn one(&mut self, of: &Asked, kind: &str, options: Vec<String>) -> Result<usize, Over> {
        Ok(self.some(of, kind, options, 1..=1)?[0])
    }

    /// Asks for some of the options and returns their places; all that have to be chosen are, unless an answer waits: the first
    /// of the question's kind; or else, since the engine does not tell kinds apart as the protocol does, one that fits.
    pub fn some(&mut self, of: &Asked, kind: &str, options: Vec<String>, many: Many) -> Result<Vec<usize>, Over> {
        let mut asked = json!({"player": of.player, "kind": kind, "options": numbers(&options)});
        of.about.iter().for_each(|about| asked["about"] = json!(about));
        if many != (1..=1) {
            asked["min"] = json!(many.start());
            asked["max"] = json!(many.end());
        }
        let chosen = |at: usize| words(&self.given[at]["choose"]);
        let same = self.fitting(of).find(|at| self.given[*at]["kind"] == kind);
        let other = || self.fitting(of).find(|at| places(&options, &many, &chosen(*at)).is_some());
        let Some(index) = same.or_else(other) else {
            let forced = options.len() == *many.start();
            return if forced { Ok((0..options.len()).collect()) } else { Err(json!({"choice": asked})) };
        };
        let chosen = chosen(index);
        let Some(places) = places(&options, &many, &chosen) else {
            let reason = format!("not among the options of {kind}: {options:?}");
            return Err(json!({"refused": {"answer": index, "reason": reason}}));
        };
        self.unused.retain(|at| *at != index);
        asked["kind"] = json!(self.given[index]["kind"].as_str().unwrap_or(kind));
        let told = numbers(&chosen);
        asked["chosen"] = if many == (1..=1) { told[0].clone() } else { json!(told) };
        self.asked.push(asked);
        Ok(places)
    }

    /// The answers not yet taken of this player about this object.
    fn fitting<'a>(&'a self, of: &'a Asked) -> impl Iterator<Item = usize> + 'a {
        let same = |at: usize, key: &str, value: &str| self.given[at].get(key).is_none_or(|told| told == value);
        let about = move |at: usize| of.about.as_ref().is_none_or(|about| same(at, "about", about));
        self.unused.iter().copied().filter(move |at| same(*at, "player", &of.player) && about(*at))
    }

    /// Whether an answer waits that is of this kind.
    pub fn waits(&self, of: &Asked, kind: &str) -> bool {
        self.fitting(of).any(|at| self.given[at]["kind"] == kind)
    }

    /// The words that answers not yet taken choose.
    pub fn waiting(&self) -> Vec<String> {
        self.unused.iter().flat_map(|at| words(&self.given[*at]["choose"])).collect()
    }
}

/// Reads `x` as `[x]`.
pub fn words(told: &Value) -> Vec<String> {
    match told {
        Value::Array(list) => list.iter().flat_map(words).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}

/// Words, and numbers where they are numbers.
fn numbers(words: &[String]) -> Vec<Value> {
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
