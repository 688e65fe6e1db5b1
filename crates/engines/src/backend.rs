//! What engines need of a solver: models, and a word about its effort.

use cairn_solvers::abilities::Models;

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
}
