//! Bounded model checking: forward symbolic execution, and one incremental solver that decides all
//! properties.
//!
//! The road: `cairn_logic` executes the program, its loops unrolled ([`unroll`]), into conditions over terms;
//! [`decide`] asks the solver which properties can be violated and whether the unrolling was complete;
//! `cairn_logic::inputs` turns models into counterexamples.
//!
//! Without a fixed bound, bounds grow and the program is executed again. Everything is named by its
//! place in the unrolled program, so a longer run builds the same terms as a shorter one, and the
//! solver has seen most of them already.
//!
//! Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs" (1999); Clarke, Kroening,
//! Lerda, "A Tool for Checking ANSI-C Programs" (2004). Departing from the latter, states are merged at
//! every join and assumptions are not part of path conditions.

mod decide;
mod unroll;

use crate::backend::Backend;
use crate::observer::Observer;
use cairn_base::{Budget, StopReason};
use cairn_ir::{BlockId, Decision, ProcId, Program, PropertyId};
use rustc_hash::FxHashMap;

pub(crate) use decide::any;
pub use decide::{Formula, formulas};

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
    /// The properties to decide. Checks of other properties still end executions.
    pub properties: Vec<PropertyId>,
    /// Bounds do not grow beyond this; there is a default.
    pub max_unwind: Option<u32>,
    /// With a fixed bound: which property is violated when a loop or recursion needs more.
    pub loops: FxHashMap<(ProcId, BlockId), PropertyId>,
    pub recursions: FxHashMap<ProcId, PropertyId>,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One for each property asked for.
    pub decisions: Vec<Decision>,
    /// Why the run stopped early, if it did.
    pub stopped: Option<StopReason>,
    /// No execution reaches the end or any check: the assumptions contradict each other.
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
pub fn run(
    program: &Program,
    options: &Options,
    budget: &Budget,
    solver: &mut dyn Backend,
    observer: &mut dyn Observer,
) -> Outcome {
    decide::Decider::new(program, options, budget, solver).run(observer)
}
