//! What a solver of formulas can do, as small traits.
//!
//! A solver implements those it supports, so a missing ability is a compile error, not a surprise. The tests of each
//! are in [`conformance`](crate::conformance).
//!
//! Deliberately absent: interpolation. The built-in solver has none, and of the others only some offer it, each with
//! commands of its own and for other theories; no engine here needs it.

use cairn_base::Budget;
use cairn_term::{Assignment, EvalError, TermId, Terms, Value};

pub use crate::sat::UnknownReason;

/// The answer to a check. Only `Sat` and `Unsat` are conclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sat,
    Unsat,
    Unknown(UnknownReason),
}

/// Limits of one check beside the budget of the run; counted, so that results do not depend on time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub conflicts: Option<u64>,
}

/// Why a solver could not say what it was asked after a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the last check did not end in sat, so there is no model")]
    NoModel,
    #[error("the model could not be read: {0}")]
    Unreadable(String),
    #[error(transparent)]
    Evaluation(#[from] EvalError),
}

/// Collects assertions and decides them.
pub trait Solver {
    /// Name and version, for reports.
    fn name(&self) -> String;
    /// Adds a Boolean term. Never fails: what the solver cannot treat makes a later check `Unknown`.
    fn assert(&mut self, terms: &mut Terms, term: TermId);
    /// Decides the assertions together with `assumptions`, which hold for this call only. Afterwards the
    /// solver can be used again, whatever the outcome.
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, limits: Limits) -> Outcome;
}

/// Opens and closes scopes of assertions.
pub trait Incremental: Solver {
    fn push(&mut self);
    /// Forgets what was asserted since the matching [`push`](Self::push); without one, does nothing.
    fn pop(&mut self);
}

/// Forgets everything that it was told, and all terms with it: afterwards another context may be used.
pub trait Restarts: Solver {
    fn start_over(&mut self);
}

/// Reads the model after `Sat`.
pub trait Models: Solver {
    /// Values of the symbols that matter; any other may have any value of its sort.
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError>;
    /// The value of any term in the model.
    fn value(&mut self, terms: &mut Terms, term: TermId) -> Result<Value, ModelError> {
        let model = self.model(terms)?;
        Ok(cairn_term::evaluate(terms, term, &model)?)
    }
}

/// Reads, after `Unsat`, which assumptions were needed.
pub trait Cores: Solver {
    /// A subset of the assumptions of the last check that is unsatisfiable with the assertions; empty
    /// when the assertions alone are, or when the last check was not `Unsat`.
    fn unsat_core(&self) -> Vec<TermId>;
}

/// The answer to a question about Horn clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HornAnswer {
    /// The clauses have a solution: definitions of the predicates, as SMT-LIB, between brackets. Nobody has to believe it.
    Solved(String),
    /// They have none; how many steps the refutation takes, if it is told.
    Refuted(Option<u32>),
    Unknown,
}

/// Solves constrained Horn clauses.
pub trait HornClauses {
    /// Decides clauses: an SMT-LIB script of declarations and assertions, without `set-logic` and `check-sat`.
    fn solve(&self, clauses: &str, budget: &Budget) -> HornAnswer;
}
