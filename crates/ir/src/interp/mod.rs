//! The interpreter: runs a program on given inputs. It is the referee on which every counterexample is
//! replayed, so it is simple before it is fast, and shares no evaluation code with terms or engines.
//!
//! In: a program, an entry, [`Inputs`], [`Limits`]. Out: an [`Execution`]: how it ended and where, the
//! inputs it used, and if asked for a [`Trace`].
//!
//! What the program form leaves open is decided here:
//! - All arguments of an expression are evaluated, from left to right ([`plan`]).
//! - An input that is not of the type asked for ends the execution ([`Outcome::BadInput`]); NaNs become
//!   the one NaN.
//! - A load is valid if all bytes of the loaded type lie in one live object, a store if all bytes of the
//!   place's type do. An index outside an array in an assigned place makes the assignment do nothing.
//! - `live` ends the variable's previous object. An activation's objects end when it returns.
//! - An allocation of more than 2^62 bytes, and a base address that is null, not aligned to 16, beyond the
//!   pointer's width or overlapping another exposed object, make an execution that is not considered
//!   ([`Outcome::AssumptionFailed`]).
//! - Quantifiers are evaluated if their variables have at most 2^20 values together, not counting those for which the
//!   conditions that guard the body ([`ranges`]) fail.
//! - `old` means something only in the `ensures` of a procedure without body; contracts are otherwise not
//!   looked at.
//!
//! No program makes it panic, also none that well-formedness checking would refuse: what makes no sense ends
//! the execution with [`Outcome::BadProgram`].

mod applications;
mod domain;
mod enumerate;
mod eval;
mod exact;
mod floats;
mod frame;
mod inputs;
mod integers;
mod machine;
mod math;
mod memory;
mod operations;
mod place;
mod plan;
mod ranges;
mod statement;
mod trace;

#[cfg(test)]
mod tests;

pub use enumerate::{Enumeration, enumerate_inputs};
pub use inputs::{GivenInputs, InputKind, InputRequest, Inputs, UsedInput};
pub use memory::{ObjectInfo, ObjectKind};
pub use trace::{Effect, Location, PlaceStep, ResolvedPlace, Step, StepKind, Trace, path_to};

use crate::check::PropertyId;
use crate::expr::ExprId;
use crate::layout::Layout;
use crate::program::{BlockId, ProcId, Program};
use crate::value::ObjectId;
use cairn_base::{Budget, Span};
use plan::Plan;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The entry returned.
    Finished,
    /// A `stop` was reached, or an indirect call that went to none of its candidates.
    Stopped,
    /// A check was false.
    Violated(PropertyId),
    /// This is no execution of the program: an assumption was false.
    AssumptionFailed,
    OutOfSteps,
    TooManyCalls,
    TooMuchMemory,
    OutOfInputs,
    BadInput(String),
    /// Something the interpreter cannot do, in words.
    Unsupported(String),
    /// The program is not well formed.
    BadProgram(String),
}

/// Where an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub procedure: ProcId,
    pub block: BlockId,
    /// Index of the statement in the block; the number of statements for the terminator.
    pub statement: usize,
    pub span: Option<Span>,
}

/// What an execution may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Statements and terminators, and instances of quantified formulas.
    pub steps: u64,
    pub call_depth: u32,
    pub memory_bytes: u64,
    pub loop_bounds: Option<LoopBounds>,
    /// How many steps of the trace are kept; 0 records none.
    pub trace_steps: usize,
    /// Asked now and then; used up, it counts as out of steps.
    pub budget: Option<Budget>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 10_000_000,
            call_depth: 10_000,
            memory_bytes: 1 << 30,
            loop_bounds: None,
            trace_steps: 0,
            budget: None,
        }
    }
}

/// The bound that unwinding properties speak of.
#[derive(Clone, Debug, Default)]
pub struct LoopBounds {
    pub bound: u32,
    /// Per loop head the blocks of the loop (with the head) and the property violated by the arrival number
    /// `bound + 1` at the head since the loop was entered.
    pub loops: FxHashMap<(ProcId, BlockId), (FxHashSet<BlockId>, PropertyId)>,
    /// Violated by more than `bound` activations of the procedure at once.
    pub recursion: FxHashMap<ProcId, PropertyId>,
}

#[derive(Clone, Debug)]
pub struct Execution {
    pub outcome: Outcome,
    /// Where it ended; none if it never began.
    pub at: Option<Position>,
    pub steps: u64,
    pub inputs: Vec<UsedInput>,
    /// All objects, by [`ObjectId`].
    pub objects: Vec<ObjectInfo>,
    /// Per property, whether a check of it was executed.
    pub reached: Vec<bool>,
    pub trace: Trace,
}

impl Execution {
    /// The variable or procedure an object is, or its number.
    pub fn object_name(&self, program: &Program, id: ObjectId) -> String {
        match self.objects.get(id.0 as usize) {
            Some(info) => inputs::object_words(program, info.kind, id),
            None => "?".into(),
        }
    }
}

/// A program made ready to run, once or many times.
pub struct Interpreter<'p> {
    program: &'p Program,
    layout: Layout<'p>,
    plans: Vec<OnceCell<Plan>>,
    slots: frame::Slots,
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program) -> Self {
        let plans = (0..program.expr_count()).map(|_| OnceCell::new()).collect();
        let layout = Layout::new(&program.types, program.target);
        Self { program, layout, plans, slots: frame::Slots::new(program) }
    }
    pub fn run(&self, entry: ProcId, inputs: &mut dyn Inputs, limits: &Limits) -> Execution {
        machine::Machine::new(self, inputs, limits).run(entry)
    }
    fn plan(&self, expr: ExprId) -> Result<&Plan, Outcome> {
        match self.plans.get(expr.0 as usize) {
            Some(cell) => Ok(cell.get_or_init(|| Plan::new(self.program, expr))),
            None => Err(Outcome::BadProgram(format!("there is no expression {expr:?}"))),
        }
    }
}

/// Runs a program once.
pub fn run(program: &Program, entry: ProcId, inputs: &mut dyn Inputs, limits: &Limits) -> Execution {
    Interpreter::new(program).run(entry, inputs, limits)
}
