//! A whole bridge, to an engine of Magic that knows two cards: `cargo run --example tiny`.

use kit::{list, number, unsupported, words, Announced, Asked, CardData, Over, Run, Script, Waits};
use serde_json::{json, Value};

/// What of a position the engine cannot be given.
const UNSET: [&str; 8] = ["stack", "mana", "counters", "exile", "graveyard", "owner", "effects", "extra_turns"];
const CARDS: [&str; 2] = ["Wastes", "Soul Conduit"];
/// The steps in which players get priority while nobody attacks.
const STEPS: [&str; 8] = [
    "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers", "end of combat", "postcombat main",
    "end step",
];

/// The engine: it does what it is told, and then waits. It takes mana for granted.
#[derive(Clone, Default)]
struct Engine {
    players: Vec<Player>,
    active: usize,
    turn: u64,
    step: usize,
    priority: usize,
    /// How many players have passed in succession.
    passed: usize,
    stack: Vec<Exchange>,
    /// Whether targets are to be chosen for the top of the stack.
    asks: bool,
}

#[derive(Clone, Default)]
struct Player {
    life: i64,
    gained: i64,
    lost_life: i64,
    left: bool,
    library: Vec<Card>,
    hand: Vec<Card>,
    battlefield: Vec<Card>,
}

#[derive(Clone, Default)]
struct Card {
    id: Value,
    name: String,
    tapped: bool,
}

/// The ability of Soul Conduit on the stack: two target players exchange life totals.
#[derive(Clone)]
struct Exchange {
    number: u64,
    source: Value,
    controller: usize,
    targets: Vec<usize>,
}

impl Engine {
    fn here(&self) -> Vec<usize> {
        (0..self.players.len()).filter(|place| !self.players[*place].left).collect()
    }

    fn next(&self, player: usize) -> usize {
        let count = self.players.len();
        (1..=count).map(|more| (player + more) % count).find(|place| !self.players[*place].left).unwrap_or(player)
    }

    fn activate(&mut self, player: usize, id: &Value) -> Result<(), String> {
        let mut own = self.players[player].battlefield.iter_mut();
        let source = own.find(|card| card.id == *id && card.name == "Soul Conduit" && !card.tapped);
        source.ok_or("there is nothing that can be activated")?.tapped = true;
        let number = self.stack.last().map_or(1, |top| top.number + 1);
        self.stack.push(Exchange { number, source: id.clone(), controller: player, targets: Vec::new() });
        self.asks = true;
        self.passed = 0;
        Ok(())
    }

    /// The players who can be the next target.
    fn legal(&self) -> Vec<usize> {
        let taken = self.stack.last().map_or(&[][..], |top| &top.targets);
        self.here().into_iter().filter(|place| !taken.contains(place)).collect()
    }

    fn choose(&mut self, target: usize) {
        if let Some(top) = self.stack.last_mut() {
            top.targets.push(target);
            self.asks = top.targets.len() < 2;
        }
    }

    fn pass(&mut self) {
        self.passed += 1;
        self.priority = self.next(self.priority);
        if self.passed < self.here().len() {
            return;
        }
        self.passed = 0;
        match self.stack.pop() {
            Some(top) => self.exchange(&top.targets),
            None => self.go_on(),
        }
        self.priority = if self.players[self.active].left { self.next(self.active) } else { self.active };
        self.lose();
    }

    /// An exchange is made in whole or not at all; each gains or loses what makes the total the other's.
    fn exchange(&mut self, targets: &[usize]) {
        if targets.iter().any(|place| self.players[*place].left) {
            return;
        }
        let totals = [self.players[targets[1]].life, self.players[targets[0]].life];
        for (place, total) in targets.iter().zip(totals) {
            let player = &mut self.players[*place];
            player.gained += (total - player.life).max(0);
            player.lost_life += (player.life - total).max(0);
            player.life = total;
        }
    }

    /// The next step begins, or the next turn.
    fn go_on(&mut self) {
        self.step = (self.step + 1) % STEPS.len();
        if self.step == 0 {
            self.turn += 1;
            self.active = self.next(self.active);
            self.players.iter_mut().for_each(|player| (player.gained, player.lost_life) = (0, 0));
            self.players[self.active].battlefield.iter_mut().for_each(|card| card.tapped = false);
        }
        let player = &mut self.players[self.active];
        if STEPS[self.step] == "draw" && player.library.is_empty() {
            self.leave(self.active);
        } else if STEPS[self.step] == "draw" {
            let card = player.library.remove(0);
            player.hand.push(card);
        }
    }

    fn lose(&mut self) {
        for place in self.here() {
            if self.players[place].life <= 0 {
                self.leave(place);
            }
        }
    }

    /// What is a player's leaves the game with the player.
    fn leave(&mut self, place: usize) {
        let player = &mut self.players[place];
        *player = Player { life: player.life, left: true, ..Player::default() };
        self.stack.retain(|each| each.controller != place);
        if self.priority == place {
            self.priority = self.next(place);
        }
    }
}

/// The bridge.
struct Bridge {
    run: Run,
    engine: Engine,
    origin: Engine,
}

impl Bridge {
    fn name(&self, place: usize) -> String {
        self.run.players[place].clone()
    }

    fn place(&self, name: &Value) -> usize {
        self.run.players.iter().position(|each| name == each).unwrap_or_default()
    }

    fn told(&self, place: usize) -> Value {
        let player = &self.engine.players[place];
        let cards = |zone: &[Card]| -> Vec<Value> {
            zone.iter().map(|card| json!({"id": card.id, "card": card.name, "tapped": card.tapped})).collect()
        };
        json!({"life": player.life, "gained": player.gained, "lost_life": player.lost_life, "left": player.left,
            "lost": player.left, "won": self.engine.here() == [place], "library": cards(&player.library),
            "hand": cards(&player.hand), "battlefield": cards(&player.battlefield)})
    }
}

impl Script for Bridge {
    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn set_up(&mut self) -> Result<(), Over> {
        let given = &self.run.given;
        let step = STEPS.iter().position(|step| given["step"] == *step);
        self.engine.step = step.ok_or_else(|| unsupported("state", "a step in which nobody has priority"))?;
        self.engine.active = self.place(&given["turn"]);
        self.engine.priority = self.engine.active;
        for name in &self.run.players {
            let told = &given[name];
            let life = told["life"].as_i64().unwrap_or(20);
            let mut player = Player { life, ..Player::default() };
            let zones = [&mut player.library, &mut player.hand, &mut player.battlefield];
            for (zone, cards) in zones.into_iter().zip(["library", "hand", "battlefield"]) {
                for card in list(&told[cards]) {
                    let name = words(&card["card"]).concat();
                    if !CARDS.contains(&name.as_str()) {
                        return Err(unsupported("card", &name));
                    }
                    zone.push(Card { id: card["id"].clone(), name, tapped: card["tapped"] == true });
                }
            }
            player.gained = number(&told["gained"]).into();
            player.lost_life = number(&told["lost_life"]).into();
            self.engine.players.push(player);
        }
        Ok(())
    }

    fn state(&self) -> Value {
        let engine = &self.engine;
        let on_stack = |each: &Exchange| {
            let targets: Vec<String> = each.targets.iter().map(|place| self.name(*place)).collect();
            json!({"ability_of": each.source, "controller": self.name(each.controller), "targets": targets})
        };
        let mut told = json!({"players": self.run.players, "turn": self.active(), "step": STEPS[engine.step],
            "turns": engine.turn, "over": self.waits() == Waits::Over,
            "stack": engine.stack.iter().rev().map(on_stack).collect::<Vec<_>>()});
        for place in 0..engine.players.len() {
            told[self.name(place)] = self.told(place);
        }
        told
    }

    fn waits(&self) -> Waits {
        match &self.engine {
            engine if engine.here().len() < 2 => Waits::Over,
            engine if engine.asks => Waits::Answer,
            engine => Waits::Priority(self.name(engine.priority)),
        }
    }

    fn answer(&mut self) -> Result<(), Over> {
        let legal = self.engine.legal();
        let of = Asked { player: self.name(self.engine.priority), about: self.run.announced.about.clone() };
        let options = legal.iter().map(|place| self.name(*place)).collect();
        let chosen = self.run.target(&of, options, false)?;
        chosen.into_iter().for_each(|place| self.engine.choose(legal[place]));
        Ok(())
    }

    fn active(&self) -> String {
        self.name(self.engine.active)
    }

    fn moment(&self) -> (u64, String) {
        (self.engine.turn, STEPS[self.engine.step].to_string())
    }

    fn stack(&self) -> Vec<u64> {
        self.engine.stack.iter().rev().map(|each| each.number).collect()
    }

    fn begin(&mut self) {
        self.origin = self.engine.clone();
    }

    fn undo(&mut self) -> bool {
        self.engine = self.origin.clone();
        true
    }

    fn pass(&mut self) -> Result<(), Over> {
        self.engine.pass();
        Ok(())
    }

    fn perform(&mut self, verb: &str, action: &Value) -> Result<(), Over> {
        if verb != "activate" {
            return Err(unsupported("action", verb));
        }
        let id = &action["activate"];
        let named = self.run.players.iter().position(|name| action["player"] == *name);
        let holds = |place: &usize| self.engine.players[*place].battlefield.iter().any(|card| card.id == *id);
        let holder = self.engine.here().into_iter().find(holds);
        let player = named.or(holder).ok_or_else(|| self.run.refused("nobody has it"))?;
        self.until_priority(&self.name(player))?;
        self.run.announced = Announced::new(action, &words(id).concat(), "Soul Conduit", &CardData::default());
        self.engine.activate(player, id).map_err(|why| self.run.refused(&why))
    }

    fn concede(&mut self, player: &str) -> Result<(), Over> {
        self.engine.leave(self.place(&json!(player)));
        Ok(())
    }
}

kit::without_chance!();

fn main() -> std::io::Result<()> {
    let responses = kit::take_output()?;
    let claims = json!({"cards": CARDS, "actions": ["activate", "resolve", "pass to", "concede"], "unset": UNSET,
        "unseen": ["abilities", "triggered", "drawn", "cast", "types", "name"]});
    let bridge = |run| Bridge { run, engine: Engine { turn: 1, ..Engine::default() }, origin: Engine::default() };
    let home = "https://example.org/tiny";
    kit::serve(
        || kit::description("tiny", env!("CARGO_PKG_VERSION"), home, claims.clone()),
        |params| kit::play(params, &UNSET, bridge),
        responses,
    )
}
