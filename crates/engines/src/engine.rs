//! The shape that all engines share: a problem, a budget and an observer in, an outcome out.
//!
//! What one engine needs beyond that (solvers, bounds, tables of its own) is its configuration: fields of the type
//! that implements [`Engine`]. Engines that work together hand each other [`Facts`], which claim nothing: whoever uses
//! them shows them first. Which engines a run uses, and when they start, is data of crate `verify`.

use crate::observer::Observer;
use cairn_base::{Budget, StopReason};
use cairn_ir::{Decision, ExprId, LoopPlace, ProcId, Program, PropertyId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What engines are asked: which of these properties the executions of a program can violate.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Proofs with expressions of their own share what they do not change.
    pub program: &'a Arc<Program>,
    /// Where executions start, each from an arbitrary state.
    pub entries: &'a [ProcId],
    /// The properties to decide. Checks of other properties still end executions.
    pub properties: &'a [PropertyId],
    /// What other engines have found out.
    pub facts: &'a Facts,
}

/// Conditions that may hold at the heads of loops whenever executions get there. An engine that is given some and finds more hands on
/// both, as expressions of one program.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The program that the conditions are expressions of: the one asked about and more expressions. None if there are no conditions.
    pub program: Option<Arc<Program>>,
    pub conditions: BTreeMap<LoopPlace, Vec<ExprId>>,
}

static NO_FACTS: Facts = Facts { program: None, conditions: BTreeMap::new() };

impl<'a> Problem<'a> {
    /// A problem about which nothing is known yet.
    pub fn new(program: &'a Arc<Program>, entries: &'a [ProcId], properties: &'a [PropertyId]) -> Self {
        Self { program, entries, properties, facts: &NO_FACTS }
    }
}

/// What a run of an engine came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Proofs and violations whose evidence convinced the observer, which was told of them as they fell; and what is not
    /// conclusive (bounded, unknown, unsupported), where the engine has something to say about it.
    pub decisions: Vec<Decision>,
    /// What may help other engines.
    pub facts: Facts,
    /// Properties that some execution violates if the engine is right, though it has none to show. Nothing is claimed of them.
    pub suspects: Vec<PropertyId>,
    /// No execution reaches the end or any check: the assumptions contradict each other.
    pub vacuous: bool,
    /// Every loop is over after a few iterations: unrolling them comes to an end, and its proofs need no invariants.
    pub unrolls: bool,
    /// Why the engine can do nothing for this program at all.
    pub refused: Option<String>,
    /// Why the run stopped early, if it did.
    pub stopped: Option<StopReason>,
    pub statistics: Statistics,
}

/// How much work a run was; zeros where an engine does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub terms: u64,
    pub sat_variables: u64,
    pub sat_clauses: u64,
    pub conflicts: u64,
    pub bound: u32,
    pub steps: u64,
    /// Questions to solvers, where an engine has no other measure.
    pub questions: u32,
}

/// What decides properties of programs.
pub trait Engine {
    /// The name that its decisions carry.
    fn name(&self) -> &'static str;
    /// Decides what it can of the properties that the observer does not know to be decided, and ends soon after the budget is used up.
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome;
}
