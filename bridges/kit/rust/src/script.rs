//! A script of Magic, followed on an engine that is told what to do and then waits.

use crate::answers::{claimed, unsupported, Over};
use crate::facts::{list, pairs, text, words};
use crate::run::Run;
use serde_json::{json, Value};

pub const VERBS: [&str; 10] =
    ["cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede"];
/// So often somebody passes in a run that comes to an end.
const LONG: usize = 5000;

/// What an engine waits for, and from whom.
#[derive(PartialEq)]
pub enum Waits {
    Priority(String),
    Attackers(String),
    Blockers(String),
    /// An answer to a question.
    Answer,
    /// Nothing: the game is over.
    Over,
}

/// What a bridge tells of itself; `home` is the engine's page, which has one for issues below it.
pub fn description(name: &str, version: &str, home: &str, claims: Value) -> Value {
    json!({"protocol": 1, "name": name, "version": version, "games": {"mtg": claims}, "capabilities": ["choices"],
        "homepage": home, "issues": format!("{home}/issues")})
}

/// Returns the outcome of a request; `unset` are the facts that the engine cannot be given.
pub fn play<S: Script>(params: &Value, unset: &[&str], script: impl FnOnce(Run) -> S) -> Value {
    if let Err(over) = claimed(params, "mtg", &VERBS, unset) {
        return over;
    }
    let mut script = script(Run::new(params));
    let actions: Vec<&Value> = list(&params["actions"]).collect();
    let came = script.follow(&actions);
    script.run().answers.outcome(came)
}

/// What a bridge has to say of its engine, and to do with it; the script is followed by what is there already.
pub trait Script: Sized {
    fn run(&mut self) -> &mut Run;

    /// Sets the game up as the position says.
    fn set_up(&mut self) -> Result<(), Over>;

    /// The game's position in the vocabulary of positions.
    fn state(&self) -> Value;

    fn waits(&self) -> Waits;

    /// Answers the question that the engine waits with.
    fn answer(&mut self) -> Result<(), Over>;

    /// Whose turn it is.
    fn active(&self) -> String;

    /// The number of the turn, and the word of the step.
    fn moment(&self) -> (u64, String);

    /// What is on the stack, the top first, by numbers that stay.
    fn stack(&self) -> Vec<u64>;

    /// The player who has priority passes, or nobody attacks, or nobody blocks.
    fn pass(&mut self) -> Result<(), Over>;

    /// Casts, activates, plays or turns face up.
    fn perform(&mut self, verb: &str, action: &Value) -> Result<(), Over>;

    /// Declares attackers, each with whom it attacks.
    fn attack(&mut self, _attacks: &[(String, String)]) -> Result<(), Over> {
        Err(unsupported("action", "attack"))
    }

    /// Declares those blockers that are of the player who is asked, each with whom it blocks; returns the others.
    fn block(&mut self, _blocks: Vec<(String, String)>) -> Result<Vec<(String, String)>, Over> {
        Err(unsupported("action", "block"))
    }

    fn concede(&mut self, player: &str) -> Result<(), Over>;

    /// What the top of the stack is aimed at, for an engine that takes some targets without asking for them.
    fn aimed(&self) -> Vec<String> {
        Vec::new()
    }

    /// An action begins: what the game is now can be kept.
    fn begin(&mut self) {}

    /// Goes back to the game as it was when the action began; false if that cannot be done.
    fn undo(&mut self) -> bool {
        false
    }

    /// The engine waits: a look at what has come about, such as tokens, which need ids.
    fn look(&mut self) -> Result<(), Over> {
        Ok(())
    }

    /// Passes on the way to a step; false if this is no place to stop even though it is that step.
    fn pass_toward(&mut self, _step: &str) -> Result<bool, Over> {
        self.pass().map(|()| true)
    }

    /// Answers the engine's questions until it waits for something else.
    fn settle(&mut self) -> Result<(), Over> {
        self.look()?;
        while self.waits() == Waits::Answer {
            self.answer()?;
            self.look()?;
        }
        Ok(())
    }

    /// Follows the script to its end.
    fn follow(&mut self, actions: &[&Value]) -> Result<Value, Over> {
        self.set_up()?;
        self.begin();
        self.settle()?;
        if actions.last().map_or(false, |action| action.get("assign damage").is_some()) {
            return Err(unsupported("action", "assigning damage that is not dealt"));
        }
        for (at, action) in actions.iter().enumerate() {
            self.run().at = at;
            self.begin();
            self.act(action).map_err(|mut over| {
                if over["refused"].get("action").is_some() && self.undo() {
                    over["state"] = self.state();
                }
                over
            })?;
        }
        Ok(json!({"state": self.state()}))
    }

    fn act(&mut self, action: &Value) -> Result<(), Over> {
        let verb = VERBS.into_iter().find(|verb| action.get(verb).is_some()).unwrap_or_default();
        let told = &action[verb];
        match verb {
            "resolve" => self.resolve(told == "top"),
            "pass to" => self.pass_to(text(told), action["of"].as_str()),
            "attack" => {
                self.until_declared(|waits| matches!(waits, Waits::Attackers(_)))?;
                self.attack(&each(told))?;
                self.settle()
            }
            "block" => {
                let mut blocks = each(told);
                while !blocks.is_empty() {
                    self.until_declared(|waits| matches!(waits, Waits::Blockers(_)))?;
                    blocks = self.block(blocks)?;
                    self.settle()?;
                }
                Ok(())
            }
            "assign damage" => {
                let told = pairs(told).map(|(name, told)| (name.clone(), told.clone()));
                self.run().damage.extend(told);
                Ok(())
            }
            "concede" => {
                self.concede(text(told))?;
                self.settle()
            }
            verb => {
                self.perform(verb, action)?;
                self.settle()?;
                self.used()
            }
        }
    }

    /// Ends the run where the engine has not asked for all that the action names. Where it took a target without asking,
    /// since there is but one, another that the action names is no target.
    fn used(&mut self) -> Result<(), Over> {
        let left = std::mem::take(&mut self.run().announced);
        let unasked = |what| Err(unsupported("action", &format!("{what} that the engine does not ask for")));
        if !left.targets.is_empty() {
            match self.aimed() {
                aimed if aimed == left.named => {}
                aimed if aimed.is_empty() => return unasked("targets"),
                aimed => return Err(self.run().refused(&format!("the targets can only be {aimed:?}"))),
            }
        }
        if left.x.is_some() {
            Err(self.run().refused("there is no X"))
        } else if left.is_paid() {
            Ok(())
        } else {
            unasked("costs or modes")
        }
    }

    fn over(&self) -> bool {
        self.waits() == Waits::Over
    }

    /// Passes, though not without end.
    fn pass_on(&mut self, step: Option<&str>) -> Result<bool, Over> {
        self.run().passes += 1;
        if self.run().passes > LONG {
            return Err(unsupported("action", "passing without end"));
        }
        let stops = match step {
            Some(step) => self.pass_toward(step)?,
            None => self.pass().map(|()| true)?,
        };
        self.settle()?;
        Ok(stops)
    }

    /// All pass until the game waits for something; the action is refused if it is too late for that.
    fn until(&mut self, there: impl Fn(&Waits) -> bool, late: impl Fn(&Self) -> bool, why: &str) -> Result<(), Over> {
        while !there(&self.waits()) {
            if self.over() {
                return Err(self.run().refused("the game is over"));
            }
            self.pass_on(None)?;
            if late(self) {
                return Err(self.run().refused(why));
            }
        }
        Ok(())
    }

    /// All pass until a player has priority, in this step and with nothing resolved.
    fn until_priority(&mut self, player: &str) -> Result<(), Over> {
        let before = (self.stack().len(), self.moment());
        let late = |script: &Self| (script.stack().len(), script.moment()) != before;
        let priority = Waits::Priority(player.to_string());
        self.until(|waits| *waits == priority, late, "the player does not get priority")
    }

    /// All pass until somebody declares attackers or blockers in this turn.
    fn until_declared(&mut self, declares: impl Fn(&Waits) -> bool) -> Result<(), Over> {
        let (turn, began) = self.moment();
        let late = |script: &Self| {
            let (now, step) = script.moment();
            now != turn || (step == "postcombat main" && step != began)
        };
        self.until(declares, late, "nobody can attack or block")
    }

    /// All pass until the top of the stack is gone from it, or all of the stack.
    fn resolve(&mut self, top: bool) -> Result<(), Over> {
        let there = self.stack();
        if top && there.is_empty() {
            return Err(self.run().refused("the stack is empty"));
        }
        while !self.over() && self.stack().iter().any(|each| !top || *each == there[0]) {
            self.pass_on(None)?;
        }
        Ok(())
    }

    /// All pass until the active player has priority in a step that is to come.
    fn pass_to(&mut self, step: &str, of: Option<&str>) -> Result<(), Over> {
        let before = self.moment();
        let mut left = false;
        while !self.over() {
            let stops = self.pass_on(Some(step))?;
            left = left || self.moment() != before;
            let there = self.moment().1 == step && of.map_or(true, |of| self.active() == of);
            if stops && left && there && self.waits() == Waits::Priority(self.active()) {
                break;
            }
        }
        Ok(())
    }
}

/// The pairs of a declaration; one that names several has one for each.
fn each(told: &Value) -> Vec<(String, String)> {
    pairs(told).flat_map(|(name, whom)| words(whom).into_iter().map(move |whom| (name.clone(), whom))).collect()
}
