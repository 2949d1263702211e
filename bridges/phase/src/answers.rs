//! The answers that a request brings, and what has been asked so far.

use serde_json::{json, Value};

pub const DECLINE: &str = "decline";

/// Kinds of questions that the engine does not tell apart as the protocol does: an answer of a related kind fits where what it
/// chooses is among the options.
const KIN: [&[&str]; 3] = [
    &["object", "sacrifice", "discard", "exile", "return", "search", "attach", "target", "copy"],
    &["may", "pay", "exchange"],
    &["type", "word", "name", "color", "mode", "mana"],
];

/// How a run ends before its script does: the outcome to answer with.
pub type Over = Value;

pub fn unsupported(what: &str, name: &str) -> Over {
    json!({"unsupported": {"what": what, "name": name}})
}

pub struct Question<'a> {
    pub player: &'a str,
    pub kind: &'a str,
    pub about: Option<&'a str>,
    pub options: Vec<String>,
    pub least: usize,
    pub most: usize,
    pub single: bool,
    pub ordered: bool,
}

impl Question<'_> {
    fn allows(&self, chosen: &[String]) -> bool {
        let mut left = self.options.clone();
        for word in chosen {
            match left.iter().position(|option| option == word) {
                Some(place) => left.remove(place),
                None => return false,
            };
        }
        (self.least..=self.most).contains(&chosen.len())
    }

    fn json(&self, kind: &str) -> Value {
        let options: Vec<Value> = self.options.iter().map(|option| word(option)).collect();
        let mut made = json!({"player": self.player, "kind": kind, "options": options});
        if let Some(about) = self.about {
            made["about"] = json!(about);
        }
        if !self.single {
            made["min"] = json!(self.least);
            made["max"] = json!(self.most);
            if self.ordered {
                made["ordered"] = json!(true);
            }
        }
        made
    }

    fn fits(&self, answer: &Value, kind: bool) -> bool {
        let same = |key: &str, value: &str| answer.get(key).is_none_or(|told| told == value);
        same("player", self.player)
            && self.about.is_none_or(|about| same("about", about))
            && if kind { same("kind", self.kind) } else { self.kin(answer["kind"].as_str().unwrap_or_default()) }
    }

    fn kin(&self, kind: &str) -> bool {
        KIN.iter().any(|kin| kin.contains(&kind) && kin.contains(&self.kind))
    }
}

pub struct Answers {
    given: Vec<Value>,
    taken: Vec<bool>,
    pub asked: Vec<Value>,
}

impl Answers {
    pub fn new(given: Vec<Value>) -> Self {
        Self { taken: vec![false; given.len()], given, asked: Vec::new() }
    }

    /// Asks for exactly one of some options and returns its place among them.
    pub fn one(&mut self, player: &str, kind: &str, about: Option<&str>, options: Vec<String>) -> Result<usize, Over> {
        let question = Question { player, kind, about, options, least: 1, most: 1, single: true, ordered: false };
        Ok(self.ask(&question)?[0])
    }

    /// Asks and returns the places of what is chosen.
    pub fn ask(&mut self, question: &Question) -> Result<Vec<usize>, Over> {
        let Some(index) = self.find(question) else {
            if !question.single && question.options.len() == question.least && !question.ordered {
                return Ok((0..question.least).collect()); // nothing to choose
            }
            return Err(json!({"choice": question.json(question.kind)}));
        };
        let mut used = vec![index];
        let mut chosen = self.chosen(index, question);
        while !question.single && chosen.len() < question.least {
            // several answers, each with one of what the engine asks for at once
            let next = (0..self.given.len())
                .find(|other| !self.taken[*other] && !used.contains(other) && question.fits(&self.given[*other], true));
            let Some(next) = next else { break };
            chosen.extend(words(&self.given[next]["choose"]));
            used.push(next);
        }
        if !question.allows(&chosen) {
            let reason = format!("not among the options of {}: {:?}", question.kind, question.options);
            return Err(json!({"refused": {"answer": index, "reason": reason}}));
        }
        for index in used {
            self.taken[index] = true;
        }
        let kind = self.given[index]["kind"].as_str().unwrap_or(question.kind).to_string();
        let mut record = question.json(&kind);
        let told: Vec<Value> = chosen.iter().map(|each| word(each)).collect();
        record["chosen"] = if question.single { told[0].clone() } else { json!(told) };
        self.asked.push(record);
        let mut left: Vec<Option<&String>> = question.options.iter().map(Some).collect();
        let places = chosen.iter().map(|each| {
            let place = left.iter().position(|option| *option == Some(each)).unwrap_or_default();
            left[place] = None;
            place
        });
        Ok(places.collect())
    }

    /// Whether an answer waits for this player that is of one of these kinds, and which.
    pub fn waits(&self, player: &str, about: Option<&str>, kinds: &[&str]) -> Option<(String, Vec<String>)> {
        let same = |answer: &Value, key: &str, value: &str| answer.get(key).is_none_or(|told| told == value);
        (0..self.given.len()).filter(|index| !self.taken[*index]).map(|index| &self.given[index]).find_map(|answer| {
            let kind = answer["kind"].as_str()?;
            let fits = same(answer, "player", player) && about.is_none_or(|about| same(answer, "about", about));
            (fits && kinds.contains(&kind)).then(|| (kind.to_string(), words(&answer["choose"])))
        })
    }

    /// The words that answers not yet taken choose.
    pub fn waiting(&self) -> Vec<String> {
        let left = (0..self.given.len()).filter(|index| !self.taken[*index]);
        left.flat_map(|index| words(&self.given[index]["choose"])).collect()
    }

    pub fn unused(&self) -> Vec<usize> {
        (0..self.taken.len()).filter(|index| !self.taken[*index]).collect()
    }

    fn chosen(&self, index: usize, question: &Question) -> Vec<String> {
        let chosen = words(&self.given[index]["choose"]);
        if question.single && chosen.is_empty() {
            return vec![DECLINE.to_string()];
        }
        if !question.single && chosen == [DECLINE] && !question.options.iter().any(|option| option == DECLINE) {
            return Vec::new();
        }
        chosen
    }

    fn find(&self, question: &Question) -> Option<usize> {
        let free = || (0..self.given.len()).filter(|index| !self.taken[*index]);
        let named = |index: &usize| self.given[*index].get("kind").is_some();
        let allowed = |index: &usize| question.allows(&self.chosen(*index, question));
        free().find(|index| question.fits(&self.given[*index], true) && (named(index) || allowed(index))).or_else(
            || free().find(|index| named(index) && question.fits(&self.given[*index], false) && allowed(index)),
        )
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

fn word(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number))
}
