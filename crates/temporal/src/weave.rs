//! Lets a program carry an automaton along: at every point straight-line statements move it.
//!
//! [`follow`] keeps the set of active states in Booleans, one per state; an event that leaves none active fails the
//! `check`. It decides what automata in YA say, and every finite part of what formulas say. [`choose`] keeps one run of a
//! Büchi automaton, whose choices are inputs: there is a run of the program that the automaton accepts exactly if some
//! choices show it. Nothing is assumed: a choice that is not possible leads into a state from which nothing is accepted.
//!
//! Both decide runs that end where they end. Of runs that do not, [`choose`] and [`follow`] tell by Booleans what happens
//! again and again ([`Woven::seen`]); they only ever set them, and whoever looks for cycles resets them.

mod choose;
mod follow;
mod guards;

pub use choose::choose;
pub use follow::{follow, taken};

use crate::leaves::Leaf;
use crate::points::Point;
use crate::typing::Scope;
use cairn_automata::monitor::{Guard, Monitor};
use cairn_ir::{ExprId, Program, PropertyId, VarId};

/// The name of the `event` statement that every step of the automaton makes, for whoever counts them.
pub const STEP: &str = "automaton step";

/// What is woven: the automaton, what its guards observe, and where.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub monitor: &'a Monitor,
    pub leaves: &'a [Leaf],
    pub points: &'a [Point],
    pub scope: &'a Scope,
    /// The check that fails.
    pub property: PropertyId,
    /// Conditions that hold again and again in the runs that count, as leaves.
    pub fair: &'a [usize],
}

/// What must hold of the active states when a run ends.
#[derive(Clone, Copy, Debug)]
pub enum Ending<'a> {
    Anything,
    /// One of them is accepting.
    Accepting,
    /// One of them accepts its last letter for ever: a condition per state.
    Stuttering(&'a [Guard]),
}

/// The program with the automaton.
#[derive(Clone, Debug)]
pub struct Woven {
    pub program: Program,
    /// Set when something that must happen again and again happens: the automaton comes into an accepting state, then each
    /// condition of fairness.
    pub seen: Vec<VarId>,
    /// Set by every step.
    pub stepped: VarId,
    /// Whether a loop without steps, in the state it has, is a run that the automaton accepts.
    pub stutters: ExprId,
    /// Inputs that the original program does not have.
    pub inputs: Vec<VarId>,
    /// The check that fails where the automaton would need two values of a variable at once.
    pub conflict: Option<PropertyId>,
}

/// The program that is asked which transitions of the automaton are taken.
#[derive(Clone, Debug)]
pub struct Taken {
    pub program: Program,
    /// Per transition of each state the check that fails where it is taken; none where no event can take it.
    pub checks: Vec<Vec<Option<PropertyId>>>,
    /// As in [`Woven`].
    pub conflict: Option<PropertyId>,
}
