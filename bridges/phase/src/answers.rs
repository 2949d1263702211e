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

struct Question<'a> {
    of: &'a Asked,
    kind: &'a str,
    options: Vec<String>,
    many: Many,
}

impl Question<'_> {
    /// The places of what is chosen among the options, if it can be chosen.
    fn places(&self, chosen: &[String]) -> Option<Vec<usize>> {
        let mut places = Vec::new();
        for word in chosen {
            places.push((0..self.options.len()).find(|at| self.options[*at] == *word && !places.contains(at))?);
        }
        self.many.contains(&places.len()).then_some(places)
    }

    fn json(&self, kind: &str) -> Value {
        let mut made = json!({"player": self.of.player, "kind": kind, "options": numbers(&self.options)});
        if let Some(about) = &self.of.about {
            made["about"] = json!(about);
        }
        if self.many != (1..=1) {
            made["min"] = json!(self.many.start());
            made["max"] = json!(self.many.end());
        }
        made
    }
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

    /// Asks for some of the options and returns their places; all that have to be chosen are, unless an answer waits.
    pub fn some(&mut self, of: &Asked, kind: &str, options: Vec<String>, many: Many) -> Result<Vec<usize>, Over> {
        let question = Question { of, kind, options, many };
        let Some(index) = self.find(&question) else {
            let forced = question.options.len() == *question.many.start();
            return if forced {
                Ok((0..question.options.len()).collect())
            } else {
                Err(json!({"choice": question.json(kind)}))
            };
        };
        let chosen = words(&self.given[index]["choose"]);
        let Some(places) = question.places(&chosen) else {
            let reason = format!("not among the options of {kind}: {:?}", question.options);
            return Err(json!({"refused": {"answer": index, "reason": reason}}));
        };
        self.unused.retain(|at| *at != index);
        let mut record = question.json(self.given[index]["kind"].as_str().unwrap_or(kind));
        let told = numbers(&chosen);
        record["chosen"] = if record.get("min").is_some() { json!(told) } else { told[0].clone() };
        self.asked.push(record);
        Ok(places)
    }

    /// The answers not yet taken of this player about this object.
    fn fitting<'a>(&'a self, of: &'a Asked) -> impl Iterator<Item = usize> + 'a {
        let same = |at: usize, key: &str, value: &str| self.given[at].get(key).is_none_or(|told| told == value);
        let about = move |at: usize| of.about.as_ref().is_none_or(|about| same(at, "about", about));
        self.unused.iter().copied().filter(move |at| same(*at, "player", &of.player) && about(*at))
    }

    /// The first answer of the question's kind; or else, since the engine does not tell kinds apart as the protocol does,
    /// one that can be taken.
    fn find(&self, question: &Question) -> Option<usize> {
        let allowed = |at: &usize| question.places(&words(&self.given[*at]["choose"])).is_some();
        let kind = |at: &usize| self.given[*at]["kind"] == question.kind;
        self.fitting(question.of).find(kind).or_else(|| self.fitting(question.of).find(allowed))
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
