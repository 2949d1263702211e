//! Sets a game up as a position says.

use crate::answers::{unsupported, Over};
use crate::cards::Cards;
use crate::script::Run;
use engine::game::deck_loading::create_object_from_card_face;
use engine::game::game_object::AttachTarget;
use engine::game::layers::evaluate_layers;
use engine::game::printed_cards::rehydrate_game_from_card_db;
use engine::game::zones::{add_to_zone, remove_from_zone};
use engine::types::ability::{ChosenAttribute, ContinuousModification, Duration, TargetFilter};
use engine::types::counter::{parse_counter_type, CounterType};
use engine::types::format::FormatConfig;
use engine::types::game_state::{GameState, WaitingFor};
use engine::types::identifiers::ObjectId;
use engine::types::mana::{ManaType, ManaUnit};
use engine::types::phase::Phase;
use engine::types::player::{PlayerCounterKind, PlayerId};
use engine::types::zones::Zone;
use serde_json::{json, Map, Value};

const SEED: u64 = 614;
const FIRST_TURN: u32 = 2;
/// What can be told of an object; whatever else is told is unsupported.
const FACTS: [&str; 13] = [
    "id",
    "card",
    "owner",
    "tapped",
    "damage",
    "counters",
    "attached_to",
    "summoning_sick",
    "timestamp",
    "chosen",
    "cast",
    "protector",
    "controller",
];
const PLAYER: [&str; 13] = [
    "life",
    "counters",
    "library",
    "hand",
    "battlefield",
    "graveyard",
    "exile",
    "outside",
    "mana",
    "lands_played",
    "drawn",
    "gained",
    "lost_life",
];
pub const STEPS: [(&str, Phase); 12] = [
    ("untap", Phase::Untap),
    ("upkeep", Phase::Upkeep),
    ("draw", Phase::Draw),
    ("precombat main", Phase::PreCombatMain),
    ("beginning of combat", Phase::BeginCombat),
    ("declare attackers", Phase::DeclareAttackers),
    ("declare blockers", Phase::DeclareBlockers),
    ("combat damage", Phase::CombatDamage),
    ("end of combat", Phase::EndCombat),
    ("postcombat main", Phase::PostCombatMain),
    ("end step", Phase::End),
    ("cleanup", Phase::Cleanup),
];
pub const MANA: [(&str, ManaType); 6] = [
    ("W", ManaType::White),
    ("U", ManaType::Blue),
    ("B", ManaType::Black),
    ("R", ManaType::Red),
    ("G", ManaType::Green),
    ("C", ManaType::Colorless),
];
/// Where mana comes from that a position tells to be in a pool.
const NOWHERE: ObjectId = ObjectId(u64::MAX - 1);

/// Whether a part of a position says nothing.
pub fn empty(told: &Value) -> bool {
    match told {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Number(number) => number.as_i64() == Some(0),
        _ => false,
    }
}

pub fn step(name: &str) -> Result<Phase, Over> {
    let found = STEPS.iter().find(|(word, _)| *word == name);
    found.map(|(_, phase)| *phase).ok_or_else(|| unsupported("state", &format!("step {name}")))
}

/// A game in which every object is in its place and the active player has priority.
pub fn set_up(run: &mut Run) -> Result<(), Over> {
    let given = run.given;
    for (key, told) in given.as_object().into_iter().flatten() {
        let known = ["players", "turn", "step", "turns", "over", "monarch"].contains(&key.as_str());
        if !known && !run.players.contains(key) && !empty(told) {
            return Err(unsupported("state", key));
        }
    }
    run.state = GameState::new(FormatConfig::standard(), u8::try_from(run.players.len()).unwrap_or_default(), SEED);
    run.state.all_creature_types = run.cards.creature_types();
    run.state.turn_number = FIRST_TURN;
    let mut permanents: Vec<(i64, PlayerId, &Value)> = Vec::new();
    for number in 0..run.players.len() {
        let told = &given[run.players[number].as_str()];
        let who = seat(number);
        for facts in list(told, "battlefield") {
            let order = i64::try_from(permanents.len()).unwrap_or_default();
            permanents.push((facts["timestamp"].as_i64().unwrap_or(order), who, facts));
        }
    }
    permanents.sort_by_key(|(order, _, _)| *order);
    let placed =
        permanents.iter().map(|(_, who, facts)| Ok((place(run, *who, facts, Zone::Battlefield)?, *who, *facts)));
    let placed: Vec<(ObjectId, PlayerId, &Value)> = placed.collect::<Result<_, Over>>()?;
    for number in 0..run.players.len() {
        // after the permanents: of effects without timestamps the engine takes those of older objects first
        set_player(run, seat(number), &given[run.players[number].as_str()])?;
    }
    if run.state.objects.values().any(|object| double_faced(run.cards, &object.base_name)) {
        rehydrate_game_from_card_db(&mut run.state, &run.cards.database);
    }
    for (object, who, facts) in placed {
        permanent(run, object, who, facts)?;
    }
    begin(run)
}

fn double_faced(cards: &Cards, name: &str) -> bool {
    cards
        .database
        .get_by_name(name)
        .is_none_or(|rules| engine::database::synthesis::layout_faces(&rules.layout).len() > 1)
}

fn begin(run: &mut Run) -> Result<(), Over> {
    let given = run.given;
    let turn = given["turn"].as_str().and_then(|name| run.player(name)).unwrap_or_default();
    let phase = step(given["step"].as_str().unwrap_or("precombat main"))?;
    if matches!(
        phase,
        Phase::Untap
            | Phase::DeclareAttackers
            | Phase::DeclareBlockers
            | Phase::CombatDamage
            | Phase::EndCombat
            | Phase::Cleanup
    ) {
        return Err(unsupported("state", &format!("step {}", given["step"])));
    }
    let state = &mut run.state;
    state.active_player = turn;
    state.priority_player = turn;
    state.current_starting_player = turn;
    state.phase = phase;
    state.waiting_for = WaitingFor::Priority { player: turn };
    state.monarch =
        given["monarch"].as_str().and_then(|name| run.players.iter().position(|each| each == name)).map(seat);
    state.layers_dirty = true;
    evaluate_layers(state);
    Ok(())
}

pub fn seat(number: usize) -> PlayerId {
    PlayerId(u8::try_from(number).unwrap_or_default())
}

fn list<'a>(told: &'a Value, zone: &str) -> &'a [Value] {
    told[zone].as_array().map_or(&[], Vec::as_slice)
}

fn number(told: &Value) -> u32 {
    told.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

fn set_player(run: &mut Run, who: PlayerId, told: &Value) -> Result<(), Over> {
    for (key, value) in told.as_object().into_iter().flatten() {
        if !PLAYER.contains(&key.as_str()) && !empty(value) {
            return Err(unsupported("state", key));
        }
    }
    if !list(told, "outside").is_empty() {
        return Err(unsupported("state", "cards outside the game"));
    }
    let player = &mut run.state.players[usize::from(who.0)];
    player.life = told["life"].as_i64().and_then(|life| i32::try_from(life).ok()).unwrap_or(20);
    player.lands_played_this_turn = u8::try_from(number(&told["lands_played"])).unwrap_or_default();
    player.cards_drawn_this_turn = number(&told["drawn"]);
    player.life_gained_this_turn = number(&told["gained"]);
    player.life_lost_this_turn = number(&told["lost_life"]);
    for (kind, amount) in told["counters"].as_object().into_iter().flatten() {
        match kind.as_str() {
            "poison" => player.poison_counters = number(amount),
            "energy" => player.energy = number(amount),
            "experience" => drop(player.player_counters.insert(PlayerCounterKind::Experience, number(amount))),
            _ => return Err(unsupported("state", &format!("{kind} counters of a player"))),
        }
    }
    for (word, color) in MANA {
        for _ in 0..number(&told["mana"][word]) {
            player.mana_pool.mana.push(ManaUnit::new(color, NOWHERE, false, Vec::new()));
        }
    }
    for facts in list(told, "library") {
        place(run, who, facts, Zone::Library)?;
    }
    for facts in list(told, "hand") {
        place(run, who, facts, Zone::Hand)?;
    }
    for facts in list(told, "graveyard").iter().rev() {
        place(run, who, facts, Zone::Graveyard)?;
    }
    for facts in list(told, "exile") {
        place(run, who, facts, Zone::Exile)?;
    }
    Ok(())
}

/// Makes an object and puts it where it belongs; of a library the top card comes first, as the engine has it.
fn place(run: &mut Run, who: PlayerId, facts: &Value, zone: Zone) -> Result<ObjectId, Over> {
    for (key, value) in facts.as_object().into_iter().flatten() {
        if !FACTS.contains(&key.as_str()) && !empty(value) {
            return Err(unsupported("state", key));
        }
    }
    let name = facts["card"].as_str().ok_or_else(|| unsupported("state", "an object without a card"))?;
    let owner = facts["owner"].as_str().and_then(|name| run.player(name)).unwrap_or(who);
    let faces = run.cards.faces(name).ok_or_else(|| unsupported("card", name))?;
    let face = faces.first().ok_or_else(|| unsupported("card", name))?;
    let object = create_object_from_card_face(&mut run.state, face, owner);
    remove_from_zone(&mut run.state, object, Zone::Library, owner);
    add_to_zone(&mut run.state, object, zone, owner);
    if let Some(made) = run.state.objects.get_mut(&object) {
        made.zone = zone;
    }
    run.names.printed.insert(object, name.to_string());
    if let Some(id) = facts["id"].as_str() {
        run.names.register(id, object);
    }
    Ok(object)
}

fn permanent(run: &mut Run, id: ObjectId, who: PlayerId, facts: &Value) -> Result<(), Over> {
    let attached = match facts["attached_to"].as_str() {
        Some(name) => Some(match (run.names.object(name), run.player(name)) {
            (Some(host), _) => AttachTarget::Object(host),
            (None, Some(player)) => AttachTarget::Player(player),
            _ => return Err(unsupported("state", &format!("attached to {name}"))),
        }),
        None => None,
    };
    let chosen = facts["chosen"].as_object().map_or_else(|| Ok(Vec::new()), |told| attributes(run, told))?;
    if run.state.objects.get(&id).is_some_and(|object| object.owner != who) {
        // the engine gives a permanent back to its owner unless an effect says otherwise
        let this = TargetFilter::SpecificObject { id };
        run.state.add_transient_continuous_effect(
            id,
            who,
            Duration::Permanent,
            this,
            vec![ContinuousModification::ChangeController],
            None,
        );
    }
    let Some(object) = run.state.objects.get_mut(&id) else { return Ok(()) };
    object.controller = who;
    object.tapped = facts["tapped"] == true;
    object.damage_marked = number(&facts["damage"]);
    object.summoning_sick = facts["summoning_sick"] == true;
    object.entered_battlefield_turn = Some(FIRST_TURN - 1);
    object.attached_to = attached;
    object.chosen_attributes = chosen;
    if facts["cast"] == true {
        object.cast_from_zone = Some(Zone::Hand);
    }
    for (kind, printed) in [(CounterType::Loyalty, object.loyalty), (CounterType::Defense, object.defense)] {
        if let (true, Some(amount)) = (facts.get("counters").is_none_or(empty), printed) {
            object.counters.insert(kind, amount);
        }
    }
    for (kind, amount) in facts["counters"].as_object().into_iter().flatten() {
        let kind = parse_counter_type(kind);
        match kind {
            CounterType::Loyalty => object.loyalty = Some(number(amount)),
            CounterType::Defense => object.defense = Some(number(amount)),
            _ => {}
        }
        object.counters.insert(kind, number(amount));
    }
    if let Some(AttachTarget::Object(host)) = attached {
        if let Some(host) = run.state.objects.get_mut(&host) {
            host.attachments.push(id);
        }
    }
    Ok(())
}

/// Choices made for a permanent, in the engine's words.
fn attributes(run: &Run, told: &Map<String, Value>) -> Result<Vec<ChosenAttribute>, Over> {
    let mut made = Vec::new();
    for (kind, value) in told {
        let word = value.as_str().unwrap_or_default();
        let basic = ["Plains", "Island", "Swamp", "Mountain", "Forest"].contains(&word);
        let attribute = match kind.as_str() {
            "color" => json!({"type": "Color", "value": color_name(word)}),
            "type" if basic => json!({"type": "BasicLandType", "value": word}),
            "type" => json!({"type": "CreatureType", "value": word}),
            "card type" => json!({"type": "CardType", "value": word}),
            "name" => json!({"type": "CardName", "value": word}),
            "number" => json!({"type": "Number", "value": value}),
            "player" => json!({"type": "Player", "value": run.player(word).map(|player| player.0)}),
            _ => return Err(unsupported("state", &format!("chosen {kind}"))),
        };
        let attribute = serde_json::from_value(attribute);
        made.push(attribute.map_err(|_| unsupported("state", &format!("chosen {kind} {word}")))?);
    }
    Ok(made)
}

pub fn color_name(letter: &str) -> &str {
    match letter {
        "W" => "White",
        "U" => "Blue",
        "B" => "Black",
        "R" => "Red",
        "G" => "Green",
        "C" => "Colorless",
        other => other,
    }
}
