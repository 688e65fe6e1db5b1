//! What can be wrong with SMT-LIB text, and where.

use crate::typing::SortError;

/// A place in a text: both numbers count from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}:{}: {kind}", place.line, place.column)]
pub struct ReadError {
    pub place: Place,
    pub kind: ReadErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadErrorKind {
    #[error("the text ends inside {0}")]
    UnexpectedEnd(&'static str),
    #[error("`)` without `(`")]
    Unbalanced,
    #[error("character `{0}` cannot begin anything here")]
    Character(char),
    #[error("expected {0}")]
    Expected(&'static str),
    #[error("unknown name `{0}`")]
    Unknown(String),
    #[error("`{0}` is declared twice")]
    Twice(String),
    #[error("{0}")]
    Sort(#[from] SortError),
    #[error("not supported: {0}")]
    Unsupported(String),
    #[error("the solver answers: {0}")]
    Solver(String),
}

impl Place {
    /// Where a byte offset lies.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { line: count(before.matches('\n').count() + 1), column: count(before[line_start..].chars().count() + 1) }
    }
}
