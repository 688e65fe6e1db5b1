//! Single-assignment form (Lourenço et al., "SPARK-BMC", figure 3): every assignment makes a new version of its
//! variable.
//!
//! In: a program whose entry has been inlined and unwound. Out: nested statements over versions `X#n`.
//! `X#1` is the value a variable begins with. Where the arms of an `if` meet, a variable that either
//! assigned gets a version that chooses between them, `X#6 := (c) ? X#4 : X#5`. At the end of a wrapper
//! each variable assigned in it gets a version too, which stays open: which value it has depends on the
//! exit that is taken, and the conditional normal form ([`guarded`](crate::guarded)) says so. Assignments
//! to parts of a variable assign all of it: `A#2 := store(A#1, i, x)`.
//!
//! Names: counters R and W of the paper are `current` and `last` here.
//!
//! Unsupported: memory. [`promote`](crate::promote) first; what is left of it is refused by name.

mod build;
mod live;
mod print;

pub use build::{of_entry, single_assignment};
pub(crate) use print::{never_passes, step_text};

use cairn_ir::{ExprId, Origin, Program, PropertyId, VarId};
use std::sync::Arc;

/// The form, and the program that owns its expressions and versions.
#[derive(Clone, Debug)]
pub struct SingleAssignment {
    /// The unwound program with a variable for each version. Its procedures are as they were.
    pub program: Program,
    pub body: Vec<Node>,
    /// The versions that are inputs whatever happens: arbitrary globals and the entry's parameters.
    pub inputs: Vec<VarId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub origin: Origin,
}

/// What is done to versions. Each version is the target of at most one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    Assign {
        target: VarId,
        value: ExprId,
    },
    /// The version is an input.
    Havoc {
        target: VarId,
    },
    Assume(ExprId),
    Check {
        property: PropertyId,
        condition: ExprId,
    },
    Event {
        name: Arc<str>,
        arguments: Vec<ExprId>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Step(Step),
    /// If `meets`, merges follow it; otherwise `then` leaves and the other arm is empty.
    If {
        condition: ExprId,
        then: Vec<Node>,
        otherwise: Vec<Node>,
        meets: bool,
    },
    Wrapper {
        id: usize,
        around_loop: bool,
        body: Vec<Node>,
    },
    /// Leaves a wrapper; after it the first of each pair has the value of the second.
    Exit {
        wrapper: usize,
        versions: Vec<(VarId, VarId)>,
    },
    Stop,
    Return,
}
