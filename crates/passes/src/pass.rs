//! The shape every pass has: a program in, a program and a [`BackMap`] out.
//!
//! What all passes keep: ids of types, procedures, globals and properties mean the same before and after;
//! entries and their parameters are the same; and an execution of the new program asks for the same
//! inputs in the same order as the execution of the old one that it stands for. The last is why no pass
//! removes a statement that takes an input: which of them are executed depends on the execution, so
//! without them a counterexample could not be carried back by its inputs alone.

use crate::layout::Ordered;
use crate::unwinding::UnwindingProperties;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, Counterexample, ProcId, PropertyId, typing::TypeError};

/// Carries answers about the new program back to the old one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackMap {
    /// What the passes did, in order; each keeps ids and inputs as said above.
    passes: Vec<&'static str>,
}

impl BackMap {
    pub fn of(pass: &'static str) -> Self {
        Self { passes: vec![pass] }
    }
    /// First `self`, then `next`.
    pub fn then(mut self, next: BackMap) -> Self {
        self.passes.extend(next.passes);
        self
    }
    /// The passes on the way, in the order they ran.
    pub fn passes(&self) -> &[&'static str] {
        &self.passes
    }
    pub fn property(&self, property: PropertyId) -> PropertyId {
        property
    }
    /// An execution of the new program as one of the old.
    pub fn counterexample(&self, found: &Counterexample) -> Counterexample {
        found.clone()
    }
}

/// What a pass returns.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The new program, and which of its blocks are the heads of which loops of the old one.
    pub result: UnwindingProperties,
    pub back: BackMap,
}

impl UnwindingProperties {
    /// Gives a procedure another body, whose block `place[b]` stands for block `b` of the present one.
    pub(crate) fn replace_body(&mut self, procedure: ProcId, body: Ordered) {
        let moved = |(owner, head): (ProcId, BlockId)| {
            let new = if owner == procedure { body.place.get(head.index()).copied().flatten() } else { Some(head) };
            new.map(|head: BlockId| (owner, head))
        };
        let loops = std::mem::take(&mut self.loops).into_iter();
        self.loops = loops.filter_map(|(head, property)| Some((moved(head)?, property))).collect();
        let copies = std::mem::take(&mut self.copies).into_iter();
        self.copies = copies.filter_map(|(head, place)| Some((moved(head)?, place))).collect();
        self.program.procedures[procedure].blocks = body.blocks;
    }
}

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
    pub entry: ProcId,
    /// The bound for loops and recursions; its meaning is in [`unwinding`](crate::unwinding).
    pub bound: u32,
    pub unwinding: Unwinding,
    /// Slice for this property; without one nothing is sliced.
    pub property: Option<PropertyId>,
    /// A pass that would make more statements and blocks than this refuses.
    pub size_limit: usize,
}

impl Options {
    pub const SIZE_LIMIT: usize = 4_000_000;

    pub fn new(entry: ProcId) -> Self {
        Self { entry, bound: 1, unwinding: Unwinding::Assert, property: None, size_limit: Self::SIZE_LIMIT }
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
