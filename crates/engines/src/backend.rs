//! What engines need of a solver: models, and a word about its effort.

use cairn_solvers::abilities::{Cores, Models};
use cairn_solvers::builtin::Builtin;
use cairn_term::TermId;

/// How much a solver has done so far; zeros where it does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

/// A solver that engines can use.
pub trait Backend: Models {
    fn effort(&self) -> Effort {
        Effort::default()
    }
    /// After an unsatisfiable question: assumptions that made it so; none if the solver does not tell.
    fn core(&self) -> Option<Vec<TermId>> {
        None
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
    fn core(&self) -> Option<Vec<TermId>> {
        Some(self.unsat_core())
    }
}
