//! The facade: a request in, a report out.
//!
//! - [`request`]: what is asked; [`report`]: what is answered, whose serialised form is the JSON report;
//! - [`input`]: files to program ([`modules`]: modules of LLVM that must be made first); [`select`]: entries, and which checks are kept;
//! - [`run`]: the work on its own thread, within the budget; [`evidence`]: counterexamples replayed before
//!   they are reported; [`settled`]: the verdicts by the rules of the interface, which everything below reads; [`assemble`]: the report;
//! - [`examined`]: what a run looked at, and what it left out;
//! - [`replay`]: a report's counterexamples run again; [`stages`]: exports and intermediate forms; [`solvers`];
//! - [`cover`]: executions for every statement, branch and condition;
//! - [`competition`]: the answer that the verification competition wants of a run;
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
mod competition;
pub mod cover;
pub mod evidence;
pub mod examined;
pub mod flow_graph;
pub mod input;
mod involved;
pub mod modules;
pub mod replay;
pub mod report;
pub mod request;
pub mod run;
pub mod select;
pub mod settled;
pub mod solvers;
pub mod stages;
pub mod temporal;

pub use cairn_ir::{CheckKind, CheckSelection, selection};
pub use report::{ExitCode, PropertyReport, PropertyVerdict, Report, RunVerdict};
pub use request::{EngineChoice, InputFile, Request, Unwinding};
pub use run::{Snapshot, Stage, check};
