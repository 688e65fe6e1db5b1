//! The transition form: what a program does, as places and guarded updates between them.
//!
//! In: a program of one entry. Out: a [`System`]. Its [`Place`]s are the start and the loop heads; a [`Step`] leads from one to
//! the next under a guard, and says what the state variables are then. State variables are scalars and arrays: a variable of the
//! program has one for each of its scalars, a memory object one for each scalar of its contents and one for whether it
//! lives, a pointer one for its object and one for how far it points into it, each unless that is always the same.
//!
//! ```text
//! transition system main
//!
//! property 0 main.assertion.1
//!
//! state i (_ BitVec 32)
//!
//! place start
//!   go loop
//!     i := #x00000000
//!
//! place loop (i)
//!   when (bvult i #x0000000a)
//!     go loop
//!       i := (bvadd i #x00000001)
//!   when (not (bvult i #x0000000a))
//!     violates 0
//! ```
//!
//! - A step may lead to a place, [violate a property](Target::Violates), [end](Target::End) the execution, or be one that is
//!   [not followed](Target::Lost), with a reason. Clients must treat the last as they treat violations: what comes
//!   after it is not known, so nothing is proved unless no execution gets there.
//! - Every place has its inputs: arbitrary values, chosen anew each time an execution is there. With the state and the inputs
//!   chosen at most one step of a place can be taken; where none can, an assumption has failed.
//! - Executions begin at the first place, in any state in which [`System::initial`] holds.
//! - [`of_entry`] makes the form, [`text`] prints and reads it, [`check`] finds what is not well formed, [`interpret`] runs it.
//!
//! Deliberately absent: recursion, addresses as numbers, objects of a size that is not known. They are refused, or lost
//! where an execution comes to them.

mod build;
pub mod check;
mod constants;
mod guards;
pub mod interpret;
mod prune;
mod shape;
pub mod text;

pub use build::{of_entry, of_flat};

use cairn_base::{Table, define_id};
use cairn_ir::{BlockId, PropertyId, VarId};
use cairn_passes::horn::Step as PathStep;
use cairn_term::{SortId, TermId, Terms};

define_id!(
    /// A state variable.
    VariableId,
    "state"
);
define_id!(
    /// A place of a transition system.
    PlaceId,
    "place"
);

/// A state variable: its value at a place is what the last step said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub sort: SortId,
    /// Stands for the value before a step, in guards and updates.
    pub symbol: TermId,
    /// What it is in the program, calls inlined; none where no expression says it (parts of pointers, allocations), and for
    /// systems that were read.
    pub source: Option<Source>,
}

/// A scalar of a variable of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub variable: VarId,
    pub path: Vec<PathStep>,
}

/// An arbitrary value that is chosen at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub symbol: TermId,
    /// The executions that ask for it; they do in the order of the list.
    pub when: TermId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub name: String,
    /// The loop head it stands for; none for the start.
    pub block: Option<BlockId>,
    /// The state variables that matter here.
    pub live: Vec<VariableId>,
    pub inputs: Vec<Input>,
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Place(PlaceId),
    /// A bad state.
    Violates(PropertyId),
    /// The execution is over.
    End,
    /// The execution is not followed, and why.
    Lost(String),
}

/// A guarded update.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: PlaceId,
    pub guard: TermId,
    pub to: Target,
    /// The variables that change. Others that are live at the target stay as they are.
    pub updates: Vec<(VariableId, TermId)>,
}

/// A program as a transition system.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub name: String,
    pub terms: Terms,
    pub variables: Table<VariableId, Variable>,
    /// The first is where executions begin.
    pub places: Table<PlaceId, Place>,
    pub steps: Vec<Step>,
    /// What holds of the state variables at the first place; none: anything.
    pub initial: Option<TermId>,
    /// Places that executions must come to again and again to count, for properties about what happens eventually.
    pub fairness: Vec<PlaceId>,
    /// The properties that steps violate, with their names.
    pub properties: Vec<(PropertyId, String)>,
}

impl System {
    /// Where executions begin.
    pub const START: PlaceId = PlaceId(0);

    pub fn steps_from(&self, place: PlaceId) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.from == place)
    }
    /// The value of a variable after a step.
    pub fn after(&self, step: &Step, variable: VariableId) -> TermId {
        let changed = step.updates.iter().find(|(changed, _)| *changed == variable);
        changed.map_or(self.variables[variable].symbol, |(_, value)| *value)
    }
}

/// Why a program has no transition form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);
