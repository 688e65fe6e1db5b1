//! The conventions of the verification competition SV-COMP: [`task`] definitions (`.yml`), property files (`.prp`,
//! [`specification`]) and [`witness`]es in; the form of the competition's answer.
//!
//! Deliberately absent: deciding the answer, which reads what a run has settled (`competition` in `crates/verify`).
//!
//! A run about a property makes only the checks that speak of it, and is otherwise a run like any other. The answer
//! is careful: `true` only of a verified run, `false(…)` only of a replayed violation of just this property.

pub mod digest;
pub mod specification;
pub mod task;
pub mod witness;
mod yaml;

pub use specification::Specification;
pub use task::Task;

use serde::{Deserialize, Serialize};

/// The part of a report that the competition reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompetitionReport {
    pub property: String,
    /// `true`, `false(PART)` or `unknown`.
    pub answer: String,
    /// What the task definition expects.
    pub expected: Option<String>,
}

/// What a run is asked in the words of the competition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub specification: Specification,
    /// The answer that the task definition expects.
    pub expected: Option<String>,
}

impl Question {
    /// Whether checks of this version speak of it.
    pub fn is_decided(&self) -> bool {
        self.specification.is_decided()
    }
}
