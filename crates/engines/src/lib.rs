//! Engines: a program in, a decision per property out. All have the shape of [`engine::Engine`].
//!
//! - [`bmc`]: bounded model checking by forward symbolic execution; [`integers`]: its solvers over mathematical
//!   integers;
//! - [`intervals`]: abstract interpretation; proves what follows from intervals, and gives the others invariants;
//! - [`induction`]: k-induction with guessed and suggested invariants, on the symbolic execution of `bmc`;
//! - [`concrete`]: executions on extreme inputs, for violations that lie too many iterations away for the others;
//! - [`quantifiers`]: quantified conditions for the built-in solver, by instances;
//! - [`chc`]: Horn clauses, solved by other programs; proofs by the invariants they find;
//! - [`ic3`]: property-directed reachability on the bits of the state, for controllers and protocols;
//! - [`termination`]: what might decrease in loops, for proofs that executions end.
//!
//! Engines know no source language, print nothing, and stop soon after their budget says so. What they
//! claim is re-checked by crate `witness`, which shares no code with them.

pub mod backend;
pub mod bmc;
pub mod chc;
pub mod concrete;
pub mod engine;
pub mod ic3;
pub mod induction;
pub mod integers;
pub mod intervals;
pub mod observer;
pub mod quantifiers;
pub mod termination;

pub use backend::{Backend, Effort, Solvers};
pub use engine::{Engine, Facts, Outcome, Problem, Statistics};
pub use observer::{Observer, Progress, Silent};
