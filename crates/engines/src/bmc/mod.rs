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

use crate::backend::Solvers;
use crate::engine::{Engine, Outcome, Problem};
use crate::observer::Observer;
use cairn_base::Budget;
use cairn_ir::{BlockId, Decision, ProcId, PropertyId, Verdict};
use rustc_hash::FxHashMap;

pub(crate) use decide::any;
pub use decide::{Formula, formulas};

/// What its decisions carry.
const NAME: &str = "bmc";

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
    /// A fixed bound. Without one, bounds grow until everything is decided or the budget is used up.
    pub unwind: Option<u32>,
    pub unwinding: Unwinding,
    /// Bounds do not grow beyond this; there is a default.
    pub max_unwind: Option<u32>,
    /// With a fixed bound: which property is violated when a loop or recursion needs more.
    pub loops: FxHashMap<(ProcId, BlockId), PropertyId>,
    pub recursions: FxHashMap<ProcId, PropertyId>,
}

/// Decides each property asked for: an outcome has a decision for every one.
#[derive(Clone, Debug, Default)]
pub struct BoundedModelChecking {
    pub options: Options,
    pub solvers: Solvers,
}

impl Engine for BoundedModelChecking {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        match self.solvers.start(budget) {
            Ok(mut solver) => decide::Decider::new(problem, &self.options, budget, &mut *solver).run(observer),
            Err(reason) => {
                let unknown = |property: &PropertyId| Decision {
                    property: *property,
                    verdict: Verdict::Unknown(reason.clone()),
                    reachable: None,
                    bound: None,
                    engine: NAME,
                };
                let decisions = problem.properties.iter().map(unknown).collect();
                Outcome { decisions, stopped: budget.look().err(), ..Outcome::default() }
            }
        }
    }
}
