//! What can go wrong with a solver process, in words a user can act on.

use cairn_base::StopReason;
use cairn_base::process::{Ending, StartError};
use thiserror::Error;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProcessError {
    #[error("the solver `{program}` is not installed: no such program was found")]
    Missing { program: String },
    #[error("the solver `{program}` does not start: {reason}")]
    Start { program: String, reason: String },
    #[error("the solver `{program}` ended in the middle of the dialogue ({status}){}", said(.stderr))]
    Died { program: String, status: String, stderr: String },
    /// It answered `(error "…")`.
    #[error("the solver `{program}` refused the input: {message}")]
    Refused { program: String, message: String },
    #[error("the solver `{program}` answered nonsense: expected {expected}, got `{answer}`")]
    Nonsense { program: String, expected: String, answer: String },
    /// It says it has no such command or option.
    #[error("the solver `{program}` does not support {what}")]
    Unsupported { program: String, what: String },
    #[error("the dialogue with `{program}` cannot be logged: {reason}")]
    Log { program: String, reason: String },
    /// Not an error of the solver: our own budget ended, and the process was killed.
    #[error("{}", .0.words())]
    Stopped(StopReason),
}

impl From<StartError> for ProcessError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Missing { program } => ProcessError::Missing { program },
            StartError::Failed { program, reason } => ProcessError::Start { program, reason },
        }
    }
}

impl ProcessError {
    pub(super) fn died(program: &str, ending: Ending) -> Self {
        ProcessError::Died { program: program.to_string(), status: ending.status, stderr: ending.stderr }
    }
}

fn said(stderr: &str) -> String {
    let text = stderr.trim();
    if text.is_empty() { String::new() } else { format!(": {text}") }
}
