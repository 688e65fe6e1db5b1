//! The facade: a request in, a report out.
//!
//! - [`request`]: what is asked; [`report`]: what is answered, whose serialised form is the JSON report;
//! - [`input`]: files to program ([`modules`]: modules of LLVM that must be made first); [`selection`]: which checks are made; [`select`]: entries, and those checks kept;
//! - [`run`]: the work on its own thread, within the budget; [`evidence`]: counterexamples replayed before
//!   they are reported; [`settled`]: the verdicts by the rules of the interface, which everything below reads; [`assemble`]: the report;
//! - [`examined`]: what a run looked at, and what it left out;
//! - [`replay`]: a report's counterexamples run again; [`native`]: as compiled programs; [`stages`]: exports and intermediate forms; [`solvers`];
//! - [`invariants`]: what proofs say about the loops of the source, written into it or as a witness;
//! - [`svcomp`]: tasks, properties and answers of the verification competition;
//! - [`codec`]: values in JSON without loss; [`codes`]: diagnostics about usage.
//!
//! Invariants: `violated` is reported only with a counterexample that the interpreter replayed; a panic or a
//! replay that disagrees is an internal error, which is never a pass; the budget is honoured even by an engine
//! that does not notice it.
//!
//! Deliberately absent: printing, the environment, the file system, exiting. That is `cli`.

pub mod assemble;
pub mod automaton;
pub mod codec;
pub mod codes;
mod digest;
pub mod evidence;
pub mod examined;
pub mod input;
pub mod invariants;
pub mod modules;
pub mod native;
pub mod replay;
pub mod report;
pub mod request;
pub mod run;
pub mod select;
pub mod selection;
pub mod settled;
pub mod solvers;
pub mod stages;
pub mod svcomp;
pub mod temporal;

pub use cairn_ir::CheckKind;
pub use report::{ExitCode, PropertyReport, PropertyVerdict, Report, RunVerdict};
pub use request::{EngineChoice, InputFile, Request, Unwinding};
pub use run::{Snapshot, Stage, check};
pub use selection::CheckSelection;
