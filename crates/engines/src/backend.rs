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

/// The solver that is always there.
pub fn built_in() -> Box<dyn Backend> {
    Box::new(Nothing)
}

/// Answers nothing.
struct Nothing;

impl cairn_solvers::abilities::Solver for Nothing {
    fn name(&self) -> String {
        "none".into()
    }
    fn assert(&mut self, _: &mut cairn_term::Terms, _: cairn_term::TermId) {}
    fn check(
        &mut self,
        _: &mut cairn_term::Terms,
        _: &[cairn_term::TermId],
        _: &cairn_base::Budget,
        _: cairn_solvers::abilities::Limits,
    ) -> cairn_solvers::abilities::Outcome {
        cairn_solvers::abilities::Outcome::Unknown(cairn_solvers::abilities::UnknownReason::GaveUp("no solver".into()))
    }
}

impl Models for Nothing {
    fn model(
        &mut self,
        _: &mut cairn_term::Terms,
    ) -> Result<cairn_term::Assignment, cairn_solvers::abilities::ModelError> {
        Err(cairn_solvers::abilities::ModelError::NoModel)
    }
}

impl Backend for Nothing {}
