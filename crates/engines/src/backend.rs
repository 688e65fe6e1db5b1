//! What engines need of a solver: models, cores, and a word about its effort; and where they get one.

use cairn_base::Budget;
use cairn_solvers::abilities::{Cores, Models, Restarts};
use cairn_solvers::builtin::Builtin;
use cairn_solvers::process::ProcessSolver;
use std::sync::Arc;

/// How much a solver has done so far; zeros where it does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

/// A solver that engines can use.
pub trait Backend: Models + Cores + Restarts {
    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// The solver that is always there.
pub fn built_in() -> Box<dyn Backend> {
    Box::new(Builtin::new())
}

impl Backend for Builtin {
    fn effort(&self) -> Effort {
        let done = self.statistics();
        Effort { variables: done.variables, clauses: done.clauses, conflicts: done.conflicts }
    }
}

impl Backend for ProcessSolver {}

type Start = dyn Fn(&Budget) -> Result<Box<dyn Backend>, String> + Send + Sync;

/// Starts solvers, each new: for engines that need one, or one after the other.
#[derive(Clone)]
pub struct Solvers(Arc<Start>);

impl Solvers {
    /// An error of `start` says why there is no solver and what to do.
    pub fn new(start: impl Fn(&Budget) -> Result<Box<dyn Backend>, String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(start))
    }
    pub fn built_in() -> Self {
        Self::new(|_| Ok(built_in()))
    }
    pub fn start(&self, budget: &Budget) -> Result<Box<dyn Backend>, String> {
        (self.0)(budget)
    }
}

impl Default for Solvers {
    fn default() -> Self {
        Self::built_in()
    }
}

impl std::fmt::Debug for Solvers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Solvers")
    }
}
