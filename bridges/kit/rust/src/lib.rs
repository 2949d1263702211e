//! What bridges in Rust do alike: programs between `rulings` and an engine. `examples/tiny.rs` is a whole one.
//!
//! Every bridge has use for `serve`, `claimed` and `Answers`, whatever the game. For one of Magic `play` follows the
//! script of a request on whatever is a `Script`: an engine that is told what to do and then waits. One that calls its
//! players back becomes one that waits by running in a thread, with players who hand each question over a channel.

mod announced;
mod answers;
mod card_data;
mod facts;
mod ids;
mod output;
mod run;
mod script;
#[path = "../../../../checker/adapters/rust/src/server.rs"]
mod server;

pub use announced::Announced;
pub use answers::{claimed, unsupported, Answers, Asked, Many, Over, DECLINE};
pub use card_data::CardData;
pub use facts::{list, merge, number, pairs, subtypes, tells, text, words};
pub use ids::Ids;
pub use output::take_output;
pub use run::Run;
pub use script::{description, play, Script, Waits, VERBS};
pub use server::serve;
