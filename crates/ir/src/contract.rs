//! What a source promises of a procedure or a loop: contracts.
//!
//! Front ends write them down; one pass of the crate `passes` turns them into checks and assumptions, and takes them
//! out of the program. Nothing behind that pass looks at a contract, but for `ensures` of a procedure without body,
//! which says what a call may return. Conditions are pure: what a clause needs statements for is `dropped`, by name.
//!
//! - `old e` is the value at the entry of the procedure, in postconditions, loop invariants and variants.
//! - Labels (`\at`, `'Loop_Entry`) have no form here: a front end saves the value in a local where the label stands.
//! - Contracts of blocks have none either: their clauses are checks where the block begins and ends.

use crate::expr::{ExprId, Place};
use crate::types::TypeId;
use cairn_base::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a procedure promises. `ensures` may use the results, and [`Old`](crate::ExprKind::Old).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    pub requires: Vec<ExprId>,
    pub ensures: Vec<ExprId>,
    /// Follow from `requires` at the entry: behaviours are complete, or disjoint.
    pub obligations: Vec<ExprId>,
    /// Hold where the whole execution is stopped inside.
    pub exits: Vec<ExprId>,
    /// What the procedure may assign beyond its locals and what it allocates; none given means anything.
    pub assigns: Option<Vec<Location>>,
    /// Pointers to what it may release; none given means anything.
    pub frees: Option<Vec<ExprId>>,
    /// Decreases with every recursive call, compared from the first on, and is never negative there.
    pub decreases: Vec<ExprId>,
    /// How people read the clauses.
    pub texts: Texts,
    /// What named cases of the contract assume at the entry, for properties that speak of them. It promises nothing.
    pub behaviors: Vec<(Arc<str>, Vec<ExprId>)>,
    /// Clauses that a front end could not say here. Whatever depends on them is not supported.
    pub dropped: Vec<Dropped>,
}

/// What a loop promises, on its head block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopContract {
    /// Hold whenever the head is reached.
    pub invariants: Vec<ExprId>,
    /// Decrease with every iteration, compared from the first on, and are not negative when one begins.
    pub variants: Vec<ExprId>,
    /// What the loop may assign; none given means anything.
    pub assigns: Option<Vec<Location>>,
    pub texts: Texts,
    pub dropped: Vec<Dropped>,
}

/// Names and texts of clauses, by condition.
pub type Texts = FxHashMap<ExprId, Arc<str>>;

/// A clause that has no form here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The clause in the words of its source.
    pub text: Arc<str>,
    pub span: Option<Span>,
}

/// What may be assigned, read in the state where the procedure or the loop is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub region: Region,
    /// Only if this holds there: the `assumes` of a behaviour.
    pub when: Option<ExprId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Region {
    Place(Place),
    /// The elements `pointer[low] .. pointer[high]`, both included; bounds are mathematical integers.
    Elements {
        pointer: ExprId,
        element: TypeId,
        low: ExprId,
        high: ExprId,
    },
    /// The whole object that the pointer points into.
    Object(ExprId),
}

impl From<Place> for Location {
    fn from(place: Place) -> Self {
        Self { region: Region::Place(place), when: None }
    }
}

impl Location {
    /// Calls `visit` with each expression in the location, in order.
    pub fn for_each_expr(&self, mut visit: impl FnMut(ExprId)) {
        match &self.region {
            Region::Place(place) => place.for_each_expr(&mut visit),
            Region::Elements { pointer, low, high, .. } => [*pointer, *low, *high].into_iter().for_each(&mut visit),
            Region::Object(pointer) => visit(*pointer),
        }
        self.when.into_iter().for_each(visit);
    }
    pub fn place(&self) -> Option<&Place> {
        match &self.region {
            Region::Place(place) => Some(place),
            _ => None,
        }
    }
}

impl Contract {
    /// Whether the source says anything of the procedure.
    pub fn is_empty(&self) -> bool {
        *self == Self { behaviors: self.behaviors.clone(), ..Self::default() }
    }
    /// All conditions that are read in the state at the entry.
    pub fn before(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.requires.iter().chain(&self.obligations).chain(self.frees.iter().flatten()).chain(&self.decreases).copied()
    }
    /// All conditions that may speak of the end and of the entry.
    pub fn after(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.ensures.iter().chain(&self.exits).copied()
    }
}
