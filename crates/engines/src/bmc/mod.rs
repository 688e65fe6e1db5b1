//! Bounded model checking.

use crate::observer::Observer;
use cairn_base::{Budget, StopReason};
use cairn_ir::{Decision, ProcId, Program, PropertyId};

/// What happens to executions that need more iterations than the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unwinding {
    /// They violate an `unwinding` property of the loop.
    #[default]
    Assert,
    /// They are not considered: the answer holds for the others only.
    Assume,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where executions start; each entry is explored from an arbitrary state.
    pub entries: Vec<ProcId>,
    /// A fixed bound. Without one, bounds grow until everything is decided or the budget is used up.
    pub unwind: Option<u32>,
    pub unwinding: Unwinding,
    /// The properties to decide; all others are neither checked nor assumed to hold… see `run`.
    pub properties: Vec<PropertyId>,
    /// Stop growing the bound beyond this.
    pub max_unwind: Option<u32>,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One for each property asked for; with a fixed bound and [`Unwinding::Assert`] also the unwinding and
    /// recursion properties that were needed (added to the copy of the program in `program`).
    pub decisions: Vec<Decision>,
    /// Why the run stopped early, if it did.
    pub stopped: Option<StopReason>,
    /// Whether any execution at all reaches the end or a check (false: contradictory assumptions).
    pub vacuous: bool,
    pub statistics: Statistics,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub terms: u64,
    pub sat_variables: u64,
    pub sat_clauses: u64,
    pub conflicts: u64,
    pub bound: u32,
    pub steps: u64,
}

/// Decides the properties of a program.
pub fn run(program: &Program, options: &Options, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
    let _ = (program, options, budget, observer);
    Outcome::default()
}
