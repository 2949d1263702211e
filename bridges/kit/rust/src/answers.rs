//! The answers that a request brings, what has been asked so far, and the ways in which a run ends before its script.

use crate::facts::{list, numbers, pairs, tells, text, words};
use serde_json::{json, Value};
use std::ops::RangeInclusive;

/// The option of not doing what may be done.
pub const DECLINE: &str = "decline";

/// How a run ends before its script does: the outcome to answer with, without what was asked on the way.
pub type Over = Value;

/// The engine lacks something.
pub fn unsupported(what: &str, name: &str) -> Over {
    json!({"unsupported": {"what": what, "name": name}})
}

/// Ends a run that asks for what a bridge does not claim: another game, another action, facts that cannot be given.
pub fn claimed(params: &Value, game: &str, verbs: &[&str], unset: &[&str]) -> Result<(), Over> {
    if params["game"] != game {
        return Err(unsupported("game", text(&params["game"])));
    }
    if tells(&params["cards"]) {
        return Err(unsupported("capability", "define-card"));
    }
    for action in list(&params["actions"]) {
        if !verbs.iter().any(|verb| action.get(verb).is_some()) {
            return Err(unsupported("action", pairs(action).next().map_or("", |(key, _)| key)));
        }
    }
    lacking(&params["given"], unset).map_or(Ok(()), |fact| Err(unsupported("state", fact)))
}

/// A fact among some that is told anywhere in a position.
fn lacking<'a>(told: &'a Value, unset: &[&str]) -> Option<&'a str> {
    let own = pairs(told).find(|(key, value)| unset.contains(&key.as_str()) && tells(value));
    let within = || pairs(told).map(|(_, part)| part).chain(list(told)).find_map(|part| lacking(part, unset));
    own.map(|(key, _)| key.as_str()).or_else(within)
}

/// Who is asked, and about which object.
pub struct Asked {
    pub player: String,
    pub about: Option<String>,
}

/// How many of the options are chosen.
pub type Many = RangeInclusive<usize>;

const ONE: Many = 1..=1;

pub struct Answers {
    given: Vec<Value>,
    /// For an engine that tells little of its questions: where no answer of a question's kind waits, it takes one of
    /// another that chooses among its options; and what is about nothing takes an answer about something.
    pub loose: bool,
    unused: Vec<usize>,
    asked: Vec<Value>,
}

impl Answers {
    /// The answers of a request.
    pub fn new(params: &Value) -> Self {
        let given: Vec<Value> = list(&params["answers"]).cloned().collect();
        Self { unused: (0..given.len()).collect(), given, loose: false, asked: Vec::new() }
    }

    /// The outcome to answer with: what a run comes to, and which questions took which answers.
    pub fn outcome(&self, came: Result<Value, Over>) -> Value {
        let mut outcome = came.unwrap_or_else(|over| over);
        if outcome.get("unsupported").is_none() {
            outcome["asked"] = json!(self.asked);
            outcome["unused"] = json!(self.unused);
        }
        outcome
    }

    /// Asks for exactly one of some options, and returns its place among them.
    pub fn one(&mut self, of: &Asked, kind: &str, options: Vec<String>) -> Result<usize, Over> {
        Ok(self.some(of, kind, options, ONE)?[0])
    }

    /// Asks for some of the options, and returns their places.
    pub fn some(&mut self, of: &Asked, kind: &str, options: Vec<String>, many: Many) -> Result<Vec<usize>, Over> {
        self.ask(of, kind, &options, &many, false)
    }

    /// Asks for an order of all the options, and returns their places.
    pub fn order(&mut self, of: &Asked, kind: &str, options: Vec<String>) -> Result<Vec<usize>, Over> {
        self.ask(of, kind, &options, &(options.len()..=options.len()), true)
    }

    /// Where all the options have to be chosen they are, unless an answer waits; an order is asked for all the same.
    fn ask(
        &mut self,
        of: &Asked,
        kind: &str,
        options: &[String],
        many: &Many,
        ordered: bool,
    ) -> Result<Vec<usize>, Over> {
        let mut asked = json!({"player": of.player, "kind": kind, "options": numbers(options)});
        of.about.iter().for_each(|about| asked["about"] = json!(about));
        if *many != ONE {
            asked["min"] = json!(many.start());
            asked["max"] = json!(many.end());
        }
        if ordered {
            asked["ordered"] = json!(true);
        }
        match self.find(of, kind, options, many) {
            Some(index) => self.take(index, asked, options, many),
            None if options.len() == *many.start() && !(ordered && options.len() > 1) => {
                Ok((0..options.len()).collect())
            }
            None => Err(json!({"choice": asked})),
        }
    }

    /// Takes an answer, and returns the places of what it chooses; ends the run where that cannot be chosen.
    fn take(&mut self, index: usize, mut asked: Value, options: &[String], many: &Many) -> Result<Vec<usize>, Over> {
        let chosen = self.chosen(index, many);
        let places = places(options, many, &chosen).ok_or_else(|| {
            let reason = format!("not among the options of {}: {options:?}", text(&asked["kind"]));
            json!({"refused": {"answer": index, "reason": reason}})
        })?;
        self.unused.retain(|at| *at != index);
        let told = numbers(&chosen);
        asked["chosen"] = if *many == ONE { told[0].clone() } else { json!(told) };
        if let Some(kind) = self.given[index].get("kind") {
            asked["kind"] = kind.clone();
        }
        self.asked.push(asked);
        Ok(places)
    }

    /// The first answer of a question's kind, or else one of another that fits.
    fn find(&self, of: &Asked, kind: &str, options: &[String], many: &Many) -> Option<usize> {
        let fits = |at: &usize| self.loose && places(options, many, &self.chosen(*at, many)).is_some();
        self.fitting(of).find(|at| self.is(*at, "kind", kind)).or_else(|| self.fitting(of).find(fits))
    }

    /// What an answer chooses; not doing what may be done is `decline` of one, and nothing of several.
    fn chosen(&self, at: usize, many: &Many) -> Vec<String> {
        let chosen = words(&self.given[at]["choose"]);
        match chosen.as_slice() {
            [] if *many == ONE => vec![DECLINE.to_string()],
            [word] if *many != ONE && word == DECLINE => Vec::new(),
            _ => chosen,
        }
    }

    /// Whether an answer has this value, or none.
    fn is(&self, at: usize, key: &str, value: &str) -> bool {
        self.given[at].get(key).map_or(true, |told| told == value)
    }

    /// The answers not yet taken of this player about this object.
    fn fitting<'a>(&'a self, of: &'a Asked) -> impl Iterator<Item = usize> + 'a {
        let about = move |at: usize| match &of.about {
            Some(about) => self.is(at, "about", about),
            None => self.loose || self.given[at].get("about").is_none(),
        };
        self.unused.iter().copied().filter(move |at| self.is(*at, "player", &of.player) && about(*at))
    }

    /// Whether an answer waits that says it is of this kind.
    pub fn waits(&self, of: &Asked, kind: &str) -> bool {
        self.fitting(of).any(|at| self.given[at]["kind"] == kind)
    }

    /// The words that answers not yet taken choose.
    pub fn waiting(&self) -> Vec<String> {
        self.unused.iter().flat_map(|at| words(&self.given[*at]["choose"])).collect()
    }
}

/// The places of what is chosen among the options, if it can be chosen.
fn places(options: &[String], many: &Many, chosen: &[String]) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for word in chosen {
        places.push((0..options.len()).find(|at| options[*at] == *word && !places.contains(at))?);
    }
    many.contains(&places.len()).then_some(places)
}
