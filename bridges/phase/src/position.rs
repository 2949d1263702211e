//! Sets a game up as a position says.

use crate::cards::cards;
use crate::script::Game;
use crate::telling::letter;
use engine::game::deck_loading::create_object_from_card_face;
use engine::game::game_object::AttachTarget;
use engine::game::layers::evaluate_layers;
use engine::game::zones::{add_to_zone, remove_from_zone};
use engine::types::*;
use kit::{list, number, pairs, text, unsupported, Over};
use serde_json::{json, Value};

const SEED: u64 = 614;
const FIRST_TURN: u32 = 2;
/// What of a position the engine is not given.
pub const UNSET: [&str; 15] = [
    "effects", "stack", "extra_turns", "command", "commander", "outside", "face_down", "back", "phased_out", "token",
    "copy_of", "exiled_with", "left", "lost", "protector",
];
/// The steps in the engine's order.
const STEPS: [&str; 12] = [
    "untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers", "declare blockers",
    "combat damage", "end of combat", "postcombat main", "end step", "cleanup",
];
pub const MANA: [ManaType; 6] =
    [ManaType::White, ManaType::Blue, ManaType::Black, ManaType::Red, ManaType::Green, ManaType::Colorless];
/// Where mana comes from that a position tells to be in a pool.
const NOWHERE: ObjectId = ObjectId(u64::MAX - 1);

pub fn seat(number: usize) -> PlayerId {
    PlayerId(u8::try_from(number).unwrap_or_default())
}

pub fn word(step: Phase) -> &'static str {
    STEPS[step as usize]
}

/// The step that the script means, if the engine can be stopped there.
pub fn step(told: &str) -> Result<Phase, Over> {
    use Phase::*;
    let stops = [Upkeep, Draw, PreCombatMain, BeginCombat, DeclareBlockers, EndCombat, PostCombatMain, End];
    let found = stops.into_iter().find(|step| told == word(*step));
    found.ok_or_else(|| unsupported("action", &format!("stopping in the step {told:?}")))
}

/// A game in which every object is in its place and the active player has priority.
pub fn set_up(game: &mut Game) -> Result<(), Over> {
    let given = game.run.given.clone();
    let phase = step(text(&given["step"]))?;
    if matches!(phase, Phase::DeclareBlockers | Phase::EndCombat) {
        return Err(unsupported("state", "the middle of combat"));
    }
    game.state = GameState::new(FormatConfig::standard(), seat(game.run.players.len()).0, SEED);
    game.state.all_creature_types = cards().creature_types.clone();
    game.state.turn_number = FIRST_TURN;
    let seats: Vec<(PlayerId, &Value)> =
        (0..).map(seat).zip(game.run.players.iter().map(|name| &given[name])).collect();
    let mut permanents = Vec::new();
    for (who, told) in &seats {
        for facts in list(&told["battlefield"]) {
            permanents.push((place(game, *who, facts, Zone::Battlefield)?, *who, facts));
        }
    }
    for (who, told) in &seats {
        // after the permanents: of effects without timestamps the engine takes those of older objects first
        player(game, *who, told)?;
    }
    for (object, who, facts) in permanents {
        permanent(game, object, who, facts)?;
    }
    let (turn, monarch) = (game.player(text(&given["turn"])).unwrap_or_default(), game.player(text(&given["monarch"])));
    let state = &mut game.state;
    state.active_player = turn;
    state.lands_played_this_turn = state.players[usize::from(turn.0)].lands_played_this_turn;
    state.priority_player = turn;
    state.current_starting_player = turn;
    state.phase = phase;
    state.waiting_for = WaitingFor::Priority { player: turn };
    state.monarch = monarch;
    state.layers_dirty = true;
    evaluate_layers(state);
    Ok(())
}

fn player(game: &mut Game, who: PlayerId, told: &Value) -> Result<(), Over> {
    let player = &mut game.state.players[usize::from(who.0)];
    player.life = told["life"].as_i64().and_then(|life| i32::try_from(life).ok()).unwrap_or(20);
    player.lands_played_this_turn = u8::try_from(number(&told["lands_played"])).unwrap_or_default();
    player.cards_drawn_this_turn = number(&told["drawn"]);
    player.life_gained_this_turn = number(&told["gained"]);
    player.life_lost_this_turn = number(&told["lost_life"]);
    for (kind, amount) in pairs(&told["counters"]) {
        if kind != "poison" {
            return Err(unsupported("state", &format!("{kind} counters of a player")));
        }
        player.poison_counters = number(amount);
    }
    for kind in MANA {
        for _ in 0..number(&told["mana"][letter(&kind)]) {
            player.mana_pool.mana.push(ManaUnit::new(kind, NOWHERE, false, Vec::new()));
        }
    }
    for (word, zone) in [("library", Zone::Library), ("hand", Zone::Hand), ("exile", Zone::Exile)] {
        for facts in list(&told[word]) {
            place(game, who, facts, zone)?;
        }
    }
    for facts in list(&told["graveyard"]).rev() {
        place(game, who, facts, Zone::Graveyard)?;
    }
    Ok(())
}

/// Makes an object of the engine's in a zone; of a library the top card comes first.
pub fn put(state: &mut GameState, face: &CardFace, owner: PlayerId, zone: Zone) -> ObjectId {
    let object = create_object_from_card_face(state, face, owner);
    remove_from_zone(state, object, Zone::Library, owner);
    add_to_zone(state, object, zone, owner);
    if let Some(made) = state.objects.get_mut(&object) {
        made.zone = zone;
        made.is_emblem = zone == Zone::Command;
    }
    object
}

fn place(game: &mut Game, who: PlayerId, facts: &Value, zone: Zone) -> Result<ObjectId, Over> {
    let name = text(&facts["card"]);
    let owner = game.player(text(&facts["owner"])).unwrap_or(who);
    let face = cards().database.get_face_by_name(name).ok_or_else(|| unsupported("card", name))?;
    let object = put(&mut game.state, face, owner, zone);
    game.printed.insert(object, name.to_string());
    facts["id"].as_str().into_iter().for_each(|id| game.ids.register(id, object));
    Ok(object)
}

fn permanent(game: &mut Game, id: ObjectId, who: PlayerId, facts: &Value) -> Result<(), Over> {
    let host = text(&facts["attached_to"]);
    let object = game.permanent_called(host).map(AttachTarget::Object);
    let attached = object.or_else(|| game.player(host).map(AttachTarget::Player));
    if attached.is_none() && !host.is_empty() {
        return Err(unsupported("state", &format!("attached to {host}")));
    }
    if game.state.objects[&id].owner != who {
        // the engine gives a permanent back to its owner unless an effect says otherwise
        let (this, change) = (TargetFilter::SpecificObject { id }, ContinuousModification::ChangeController);
        game.state.add_transient_continuous_effect(id, who, Duration::Permanent, this, vec![change], None);
    }
    if let Some(host) = attached.and_then(|host| game.state.objects.get_mut(&host.as_object()?)) {
        host.attachments.push(id);
    }
    let Some(object) = game.state.objects.get_mut(&id) else { return Ok(()) };
    object.controller = who;
    object.tapped = facts["tapped"] == true;
    object.damage_marked = number(&facts["damage"]);
    object.summoning_sick = facts["summoning_sick"] == true;
    object.entered_battlefield_turn = Some(FIRST_TURN - 1);
    object.attached_to = attached;
    for (kind, value) in pairs(&facts["chosen"]) {
        object.chosen_attributes.push(chosen(kind, value)?);
    }
    if let Some(loyalty) = object.loyalty {
        object.counters.insert(CounterType::Loyalty, loyalty);
    }
    for (kind, amount) in pairs(&facts["counters"]) {
        object.counters.insert(parse_counter_type(kind), number(amount));
    }
    object.loyalty = object.counters.get(&CounterType::Loyalty).copied();
    Ok(())
}

/// A choice made for a permanent, in the engine's words.
fn chosen(kind: &str, value: &Value) -> Result<ChosenAttribute, Over> {
    let kinds = match kind {
        "color" => ["Color"].as_slice(),
        "type" => &["BasicLandType", "CreatureType"],
        _ => &[],
    };
    let color = MANA.iter().find(|color| *value == letter(color));
    let word = color.map_or_else(|| value.clone(), |color| json!(color));
    let made = kinds.iter().find_map(|kind| serde_json::from_value(json!({"type": kind, "value": word})).ok());
    made.ok_or_else(|| unsupported("state", &format!("chosen {kind} {value}")))
}
