//! The answers that a request brings, and what has been asked so far.

use serde_json::{json, Value};

pub const DECLINE: &str = "decline";

/// Kinds of questions that the engine does not tell apart as the protocol does: an answer of a related kind fits where
/// what it chooses is among the options.
const KIN: [&[&str]; 3] = [
    &["object", "sacrifice", "discard", "exile", "return", "search", "target", "copy"],
    &["may", "pay"],
    &["type", "color", "mode", "mana"],
];

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

struct Question<'a> {
    of: &'a Asked,
    kind: &'a str,
    options: Vec<String>,
    least: usize,
    most: usize,
}

impl Question<'_> {
    /// The places of what is chosen among the options, if it can be chosen.
    fn places(&self, chosen: &[String]) -> Option<Vec<usize>> {
        let mut places = Vec::new();
        for word in chosen {
            places.push((0..self.options.len()).find(|at| self.options[*at] == *word && !places.contains(at))?);
        }
        (self.least..=self.most).contains(&places.len()).then_some(places)
    }

    fn json(&self, kind: &str) -> Value {
        let mut made = json!({"player": self.of.player, "kind": kind, "options": numbers(&self.options)});
        if let Some(about) = &self.of.about {
            made["about"] = json!(about);
        }
        if self.most > 1 || self.least == 0 {
            made["min"] = json!(self.least);
            made["max"] = json!(self.most);
        }
        made
    }

    fn fits(&self, answer: &Value) -> bool {
        let same = |key: &str, value: &str| answer.get(key).is_none_or(|told| told == value);
        same("player", &self.of.player) && self.of.about.as_ref().is_none_or(|about| same("about", about))
    }
}

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
        Ok(self.some(of, kind, options, 1, 1)?[0])
    }

    /// Asks for some of the options and returns their places.
    pub fn some(
        &mut self,
        of: &Asked,
        kind: &str,
        options: Vec<String>,
        least: usize,
        most: usize,
    ) -> Result<Vec<usize>, Over> {
        let question = Question { of, kind, options, least, most };
        let Some(index) = self.find(&question) else { return Err(json!({"choice": question.json(kind)})) };
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

    /// The first answer of the question's kind, or else one of a related kind that can be taken.
    fn find(&self, question: &Question) -> Option<usize> {
        let allowed = |at: &usize| question.places(&words(&self.given[*at]["choose"])).is_some();
        let kind = |at: &usize| self.given[*at]["kind"].as_str();
        let kin = |at: &usize| {
            KIN.iter().any(|kin| kin.contains(&question.kind) && kind(at).is_some_and(|kind| kin.contains(&kind)))
        };
        let fitting = || self.unused.iter().copied().filter(|at| question.fits(&self.given[*at]));
        let exact = |at: &usize| kind(at).map_or_else(|| allowed(at), |kind| kind == question.kind);
        fitting().find(exact).or_else(|| fitting().find(|at| kin(at) && allowed(at)))
    }

    /// Whether an answer waits that is of this kind.
    pub fn waits(&self, of: &Asked, kind: &str) -> bool {
        let question = Question { of, kind, options: Vec::new(), least: 0, most: 0 };
        self.unused.iter().any(|at| self.given[*at]["kind"] == kind && question.fits(&self.given[*at]))
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
