//! What all passes share: their options, and why they refuse.
//!
//! A pass is a function from a [`Derived`](crate::Derived) program to the next one; what it must keep and carry is said
//! there. The size of what passes make is metered, because inlining and unwinding can make programs as large as they like.

use cairn_ir::{ProcId, typing::TypeError};

/// What happens to executions that need more than the bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Unwinding {
    /// They violate an `unwinding` or `recursion` property.
    #[default]
    Assert,
    /// They are not considered.
    Assume,
}

/// What passes are told.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where executions start.
    pub entries: Vec<ProcId>,
    /// The bound for loops and recursions; its meaning is in [`bounds`](crate::bounds).
    pub bound: u32,
    pub unwinding: Unwinding,
    /// A pass that would make more statements and blocks than this refuses.
    pub size_limit: usize,
}

impl Options {
    pub const SIZE_LIMIT: usize = 4_000_000;

    pub fn new(entries: &[ProcId]) -> Self {
        Self { entries: entries.to_vec(), bound: 1, unwinding: Unwinding::Assert, size_limit: Self::SIZE_LIMIT }
    }
    /// The entry, for passes that look at one.
    pub fn entry(&self) -> ProcId {
        self.entries.first().copied().unwrap_or(ProcId(0))
    }
}

/// Why a pass refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("{pass}: {what} in `{procedure}` is not supported")]
    Unsupported { pass: &'static str, what: String, procedure: String },
    #[error("{pass}: the result would have more than {limit} statements; choose a smaller bound")]
    TooLarge { pass: &'static str, limit: usize },
    #[error("{pass}: `{procedure}` has no body")]
    NoBody { pass: &'static str, procedure: String },
    #[error("{pass}: `{procedure}` has a loop or a call, which earlier passes remove")]
    NotUnwound { pass: &'static str, procedure: String },
    /// A pass made an ill-typed expression: a mistake in the pass or a program that is not well formed.
    #[error("{pass}: {error}")]
    IllTyped { pass: &'static str, error: TypeError },
}

/// Counts what a pass makes, and refuses beyond the limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    pass: &'static str,
    limit: usize,
    used: usize,
}

impl Meter {
    pub fn new(pass: &'static str, limit: usize) -> Self {
        Self { pass, limit, used: 0 }
    }
    pub fn spend(&mut self, amount: usize) -> Result<(), Error> {
        self.used = self.used.saturating_add(amount);
        if self.used > self.limit { Err(Error::TooLarge { pass: self.pass, limit: self.limit }) } else { Ok(()) }
    }
}
