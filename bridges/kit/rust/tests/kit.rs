//! What bridges have of the kit, without an engine.

use kit::{claimed, unsupported, Announced, Answers, Asked, CardData, Ids, Over, Run, Script, Waits};
use serde_json::{json, Value};

fn options(words: &str) -> Vec<String> {
    words.split_whitespace().map(String::from).collect()
}

fn of(about: Option<&str>) -> Asked {
    Asked { player: "alice".to_string(), about: about.map(String::from) }
}

fn answers(given: Value) -> Answers {
    Answers::new(&json!({"answers": given}))
}

fn run(given: Value, action: Value) -> Run {
    let mut run = Run::new(&json!({"given": {"players": ["alice", "bob"]}, "answers": given}));
    run.announced = Announced::new(&action, "charm", "Charm", &CardData::default());
    run
}

#[test]
fn a_question_takes_the_first_answer_that_fits() {
    let given =
        json!([{"player": "bob", "choose": "a"}, {"kind": "copy", "choose": "a"}, {"about": "bat", "choose": "b"}]);
    let mut all = answers(given);
    assert_eq!(all.one(&of(Some("bat")), "object", options("a b")), Ok(1));
    let choice = all.one(&of(Some("bat")), "object", options("a b")).unwrap_err();
    assert_eq!(choice["choice"], json!({"player": "alice", "kind": "object", "about": "bat", "options": ["a", "b"]}));
    assert_eq!(all.outcome(Err(choice))["unused"], json!([0, 1]));
}

#[test]
fn where_little_is_told_of_questions_any_answer_fits_that_can_be_chosen() {
    let mut about = answers(json!([{"kind": "object", "about": "bat", "choose": "a"}]));
    assert!(about.one(&of(None), "object", options("a b")).unwrap_err().get("choice").is_some());
    about.loose = true;
    assert_eq!(about.one(&of(None), "object", options("a b")), Ok(0));
    let given =
        json!([{"kind": "copy", "choose": "c"}, {"kind": "target", "choose": "a"}, {"kind": "object", "choose": "b"}]);
    let mut all = answers(given);
    all.loose = true;
    assert_eq!(all.one(&of(None), "object", options("a b")), Ok(1));
    assert_eq!(all.one(&of(None), "object", options("a b")), Ok(0));
    assert!(all.one(&of(None), "object", options("a b")).unwrap_err().get("choice").is_some());
}

#[test]
fn what_cannot_be_chosen_is_refused_and_told_by_its_answer() {
    let refused = answers(json!([{"choose": "c"}])).one(&of(None), "object", options("a b")).unwrap_err();
    assert_eq!(refused["refused"]["answer"], 0);
    let mut twice = answers(json!([{"choose": ["a", "a"]}]));
    assert!(twice.some(&of(None), "object", options("a b"), 0..=2).unwrap_err().get("refused").is_some());
}

#[test]
fn not_to_do_it_is_one_of_the_options_or_none_of_them() {
    assert_eq!(answers(json!([{"choose": []}])).one(&of(None), "may", options("accept decline")), Ok(1));
    assert_eq!(answers(json!([{"choose": "decline"}])).some(&of(None), "object", options("a b"), 0..=2), Ok(vec![]));
}

#[test]
fn what_is_no_choice_is_not_asked() {
    let mut none = answers(json!([]));
    assert_eq!(none.one(&of(None), "object", options("a")), Ok(0));
    assert_eq!(none.some(&of(None), "object", options("a b"), 2..=2), Ok(vec![0, 1]));
    assert_eq!(none.order(&of(None), "order", options("a")), Ok(vec![0]));
    assert_eq!(none.order(&of(None), "order", options("a b")).unwrap_err()["choice"]["ordered"], true);
    assert_eq!(answers(json!([{"choose": ["b", "a"]}])).order(&of(None), "order", options("a b")), Ok(vec![1, 0]));
}

#[test]
fn what_was_chosen_is_told_with_the_kind_of_its_answer() {
    let mut all = answers(json!([{"kind": "number", "choose": 2}, {"kind": "object", "choose": ["b"]}]));
    all.loose = true;
    assert_eq!(all.one(&of(None), "damage", options("1 2")), Ok(1));
    assert_eq!(all.some(&of(None), "object", options("a b"), 0..=1), Ok(vec![1]));
    let told = all.outcome(Ok(json!({"state": {}})));
    assert_eq!(told["asked"][0], json!({"player": "alice", "kind": "number", "options": [1, 2], "chosen": 2}));
    assert_eq!(told["asked"][1]["chosen"], json!(["b"]));
    assert_eq!(all.outcome(Err(unsupported("card", "Bat"))), unsupported("card", "Bat"));
}

#[test]
fn what_is_not_claimed_is_unsupported() {
    let lacks = |params: Value| claimed(&params, "mtg", &["cast"], &["dark"]).err();
    let given = |bat: Value| json!({"game": "mtg", "given": {"alice": {"hand": [bat]}}, "actions": [{"cast": "bat"}]});
    assert_eq!(lacks(json!({"game": "chess"})), Some(unsupported("game", "chess")));
    assert_eq!(lacks(json!({"game": "mtg", "cards": [{}]})), Some(unsupported("capability", "define-card")));
    assert_eq!(lacks(json!({"game": "mtg", "actions": [{"dance": 1}]})), Some(unsupported("action", "dance")));
    assert_eq!(lacks(given(json!({"dark": true}))), Some(unsupported("state", "dark")));
    assert_eq!(lacks(given(json!({"dark": false}))), None);
}

#[test]
fn tokens_have_ids_by_their_names() {
    let mut ids = Ids::default();
    ids.register("soldier_1", 7);
    for (object, name) in [(8, "Soldier"), (9, "Urza's Saga-Thing"), (8, "Soldier")] {
        ids.token(object, name);
    }
    assert_eq!(
        (ids.id(8), ids.id(9), ids.object("soldier_1")),
        (Some("soldier_2"), Some("urzas_saga_thing_1"), Some(7))
    );
    let counted = ids.counted(options("soldier_2 Bat soldier_2"));
    assert_eq!(json!(counted), json!({"soldier_1": 0, "soldier_2": 2, "urzas_saga_thing_1": 0, "Bat": 1}));
}

#[test]
fn the_words_of_the_card_data() {
    let abilities =
        json!([{"form": "activated", "targets": ["first", "second"]}, {"form": "spell", "modes": ["draw", "burn"]}]);
    let data = CardData(json!({"Charm": {"abilities": abilities}}));
    assert_eq!(data.targets("Charm", &json!({"second": "b", "first": ["a", "c"]})), options("a c b"));
    assert_eq!(data.targets("Charm", &json!(["b", "a"])), options("b a"));
    assert_eq!(data.targets("Bat", &json!({"only": "a"})), Vec::<String>::new());
    assert_eq!((data.modes("Charm", 2), data.modes("Charm", 3)), (Some(options("draw burn")), None));
    assert_eq!((data.of_form("Charm", "spell").len(), data.names().count()), (1, 1));
}

#[test]
fn targets_are_those_of_the_action() {
    let mut told = run(json!([]), json!({"targets": ["bob", "bat"]}));
    assert_eq!(told.target(&of(None), options("alice bob"), false), Ok(Some(1)));
    assert!(told.target(&of(None), options("alice"), false).unwrap_err().get("refused").is_some());
    assert_eq!(told.target(&of(None), options("alice bob"), true), Ok(None));
    assert!(told.target(&of(None), options("alice bob"), false).unwrap_err().get("choice").is_some());
    let mut asked = run(json!([{"kind": "target", "choose": "bob"}]), json!({}));
    assert_eq!(asked.target(&of(None), options("alice bob"), true), Ok(Some(1)));
}

#[test]
fn costs_and_modes_are_those_of_the_action() {
    let mut told = run(json!([]), json!({"costs": {"sacrifice": "bat"}, "modes": ["burn"]}));
    assert!(!told.announced.is_paid());
    assert_eq!(told.costs(&of(None), "sacrifice", options("elf bat"), 1..=1), Ok(vec![1]));
    assert_eq!(told.modes(&of(None), options("draw burn"), 1..=1), Ok(vec![1]));
    assert!(told.announced.is_paid());
    let mut asked = run(json!([{"kind": "sacrifice", "choose": "elf"}, {"kind": "mode", "choose": "draw"}]), json!({}));
    assert_eq!(asked.costs(&of(None), "sacrifice", options("elf bat"), 1..=1), Ok(vec![0]));
    assert_eq!(asked.modes(&of(None), options("draw burn"), 1..=1), Ok(vec![0]));
}

#[test]
fn what_has_enough_together_is_asked_for_one_after_another() {
    let mut several = run(json!([{"choose": "bear"}, {"choose": "elf"}, {"choose": "decline"}]), json!({}));
    assert_eq!(several.enough(&of(None), options("elf bear ox"), &[1, 1, 0], 2), Ok(vec![1, 0]));
    let mut open = run(json!([]), json!({}));
    let choice = open.enough(&of(None), options("bear imp elf"), &[1, -1, 1], 2).unwrap_err();
    assert_eq!(choice["choice"]["options"], json!(["bear", "elf"]));
    assert_eq!(open.enough(&of(None), options("bear imp"), &[1, -1], 1), Ok(vec![0]));
    assert_eq!(open.enough(&of(None), options("bear imp"), &[1, -1], 2), Ok(vec![]));
    let mut told = run(json!([]), json!({"costs": {"tap": ["imp"]}}));
    assert_eq!(told.enough(&of(None), options("bear imp"), &[1, -1], 1), Ok(vec![1]));
}

#[test]
fn whether_is_asked_in_the_word_of_the_answer() {
    assert_eq!(run(json!([{"kind": "pay", "choose": "pay"}]), json!({})).whether(&of(None), "may"), Ok(true));
    assert_eq!(run(json!([{"choose": "decline"}]), json!({})).whether(&of(None), "may"), Ok(false));
}

#[test]
fn of_many_words_few_are_offered() {
    let many: Vec<String> = (0..30).map(|number| format!("Type{number}")).collect();
    let offered = |given: Value, met: &str| {
        run(given, json!({})).word(&of(None), "type", &many, &options(met)).unwrap_err()["choice"]["options"].clone()
    };
    assert_eq!(offered(json!([]), "Elf"), json!(["Type0", "Type1"]));
    assert_eq!(offered(json!([]), "Type7 Type5"), json!(["Type5", "Type7"]));
    let answered = json!([{"kind": "type", "choose": "Type9"}]);
    assert_eq!(run(answered, json!({})).word(&of(None), "type", &many, &options("Type5")), Ok(9));
}

#[test]
fn damage_is_dealt_as_announced_or_asked_for() {
    let to = options("bat elf");
    let mut told = run(json!([]), json!({}));
    told.damage.insert("bear".to_string(), json!({"bat": 2, "elf": 1}));
    assert_eq!(told.shares("bear", "alice", &to, 3, true), Ok(vec![2, 1]));
    let mut asked = run(json!([{"kind": "damage", "about": "bat", "choose": 1}]), json!({}));
    assert_eq!(asked.shares("bear", "alice", &to, 3, true), Ok(vec![1, 2]));
    assert!(asked.shares("bear", "alice", &to, 3, false).unwrap_err().get("choice").is_some());
}

/// A game that has nothing but steps and a stack.
struct Steps {
    run: Run,
    step: usize,
    stack: Vec<u64>,
    cast: u64,
    /// Whether Alice was made a target without anybody being asked.
    aims: bool,
    before: usize,
    passed: bool,
    over: bool,
}

const STEPS: [&str; 4] = ["upkeep", "precombat main", "declare attackers", "postcombat main"];

impl Script for Steps {
    fn run(&mut self) -> &mut Run {
        &mut self.run
    }

    fn set_up(&mut self) -> Result<(), Over> {
        Ok(())
    }

    fn state(&self) -> Value {
        json!({"step": self.moment().1, "turn": self.active(), "stack": self.stack, "damage": self.run.damage})
    }

    fn waits(&self) -> Waits {
        match self.step % 4 {
            _ if self.over => Waits::Over,
            2 => Waits::Attackers(self.active()),
            _ => Waits::Priority(if self.passed { "carol".to_string() } else { self.active() }),
        }
    }

    fn answer(&mut self) -> Result<(), Over> {
        Err(unsupported("choice", "there is none"))
    }

    fn active(&self) -> String {
        self.run.players[self.step / 4 % 2].clone()
    }

    fn moment(&self) -> (u64, String) {
        (self.step as u64 / 4, STEPS[self.step % 4].to_string())
    }

    fn stack(&self) -> Vec<u64> {
        self.stack.iter().rev().copied().collect()
    }

    fn begin(&mut self) {
        self.before = self.step;
    }

    fn undo(&mut self) -> bool {
        self.step = self.before;
        true
    }

    fn pass(&mut self) -> Result<(), Over> {
        self.passed = !self.passed && self.step % 4 != 2;
        if !self.passed && self.stack.pop().is_none() {
            self.step += 1;
        }
        Ok(())
    }

    fn perform(&mut self, _verb: &str, action: &Value) -> Result<(), Over> {
        self.until_priority(action["player"].as_str().unwrap_or("alice"))?;
        self.run.announced = Announced::new(action, "spell", "Spell", &CardData::default());
        self.aims = action["cast"] == "aimed";
        self.cast += 1;
        self.stack.push(self.cast);
        Ok(())
    }

    fn attack(&mut self, _attacks: &[(String, String)]) -> Result<(), Over> {
        self.step += 1;
        Ok(())
    }

    fn concede(&mut self, _player: &str) -> Result<(), Over> {
        self.over = true;
        Ok(())
    }

    fn aimed(&self) -> Vec<String> {
        options(if self.aims { "alice" } else { "" })
    }
}

fn came(actions: Value) -> Value {
    let params = json!({"game": "mtg", "given": {"players": ["alice", "bob"]}, "actions": actions});
    let steps =
        |run| Steps { run, step: 1, stack: vec![], cast: 0, aims: false, before: 0, passed: false, over: false };
    kit::play(&params, &[], steps)
}

#[test]
fn a_script_is_followed() {
    let cast = || json!({"cast": "spell"});
    assert_eq!(came(json!([]))["state"]["step"], "precombat main");
    assert_eq!(came(json!([cast(), cast(), {"resolve": "top"}]))["state"]["stack"], json!([1]));
    assert_eq!(came(json!([cast(), cast(), {"resolve": "all"}]))["state"]["stack"], json!([]));
    assert_eq!(came(json!([{"cast": "spell", "player": "carol"}]))["state"]["stack"], json!([1]));
    assert_eq!(came(json!([{"cast": "aimed", "targets": ["alice"]}]))["state"]["stack"], json!([1]));
    assert_eq!(came(json!([{"attack": {"bear": "bob"}}]))["state"]["step"], "postcombat main");
    let later = |of: &str| came(json!([{"pass to": "upkeep", "of": of}]))["state"]["turn"].clone();
    assert_eq!((later("bob"), later("alice")), (json!("bob"), json!("alice")));
    assert_eq!(came(json!([{"pass to": "precombat main"}]))["state"]["turn"], "bob");
    let damage = json!([{"assign damage": {"bear": {"bat": 2}}}, {"pass to": "upkeep"}]);
    assert_eq!(came(damage)["state"]["damage"], json!({"bear": {"bat": 2}}));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_game_as_it_was() {
    let refused = |actions: Value, at: usize, step: &str| {
        let told = came(actions);
        assert_eq!((&told["refused"]["action"], &told["state"]["step"]), (&json!(at), &json!(step)), "{told}");
    };
    refused(json!([{"resolve": "top"}]), 0, "precombat main");
    refused(json!([{"cast": "spell", "player": "dave"}]), 0, "precombat main");
    refused(json!([{"cast": "aimed", "targets": ["bob"]}]), 0, "precombat main");
    refused(json!([{"cast": "spell", "x": 1}]), 0, "precombat main");
    refused(json!([{"pass to": "postcombat main"}, {"attack": {"bear": "bob"}}]), 1, "postcombat main");
    refused(json!([{"concede": "bob"}, {"cast": "spell", "player": "carol"}]), 1, "precombat main");
}

#[test]
fn what_the_engine_does_not_ask_for_or_do_is_unsupported() {
    let lack = |actions: Value| came(actions)["unsupported"]["name"].as_str().unwrap_or_default().to_string();
    assert_eq!(lack(json!([{"cast": "spell", "targets": ["bob"]}])), "targets that the engine does not ask for");
    assert_eq!(lack(json!([{"cast": "spell", "with": ["kicker"]}])), "costs or modes that the engine does not ask for");
    assert_eq!(lack(json!([{"assign damage": {"bear": {"bat": 2}}}])), "assigning damage that is not dealt");
    assert_eq!(lack(json!([{"pass to": "cleanup"}])), "passing without end");
    assert_eq!(lack(json!([{"resolve": "all"}, {"dance": 1}])), "dance");
}
