//! Evidence re-checked against the original program.
//!
//! [`replay`] runs a counterexample in the interpreter and accepts it only if the execution fails at exactly
//! the property that was named. The accepted [`Replay`] carries the inputs with their names and the trace, in
//! which [`relevant`](Replay::relevant) marks the steps the failure depends on ([`slice`]).
//!
//! [`recheck`] judges proofs by invariants and induction: it walks the program symbolically and asks a solver.
//!
//! Deliberately absent: engines and passes, whose mistakes must not be shared; display of values. Replaying uses
//! neither terms nor solvers.

pub mod control;
mod omitted;
mod postorder;
pub mod recheck;
pub mod slice;

pub use omitted::Skipped;

use cairn_base::Span;
use cairn_ir::interp::{self, Execution, GivenInputs, Limits, Outcome};
use cairn_ir::{Counterexample, Program, PropertyId, TypeId, Value};
use std::collections::BTreeMap;

/// How many of the last steps a replay keeps, unless the limits say otherwise.
pub const DEFAULT_TRACE_STEPS: usize = 100_000;

/// A counterexample that does what it claims.
#[derive(Clone, Debug)]
pub struct Replay {
    pub property: PropertyId,
    pub inputs: Vec<NamedInput>,
    pub execution: Execution,
    /// Per step of the trace, whether the failure depends on it.
    pub relevant: Vec<bool>,
    /// What branches would have assigned on the ways that they did not take, by the number of the step.
    pub skipped: BTreeMap<usize, Skipped>,
}

/// An input as people know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedInput {
    pub name: String,
    /// Type of the value; with `count`, of the elements of the array it is.
    pub ty: TypeId,
    pub count: Option<u64>,
    pub value: Value,
    pub span: Option<Span>,
}

/// What the interpreter did instead of failing at the property. Reported as an internal error: an engine
/// claimed what is not so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayMismatch {
    #[error("`{found}` is violated instead of `{wanted}`")]
    OtherProperty { wanted: String, found: String },
    #[error("the execution returns without violating `{wanted}`")]
    NoViolation { wanted: String },
    #[error("the execution is excluded by an assumption before it violates `{wanted}`")]
    Excluded { wanted: String },
    #[error("{given} inputs are given, and more are asked for")]
    TooFewInputs { given: usize },
    #[error("{0}")]
    BadInput(String),
    #[error("{0} ran out during the replay")]
    RanOut(&'static str),
    #[error("the replay meets what the interpreter does not support: {0}")]
    Unsupported(String),
    #[error("the program is not well formed: {0}")]
    BadProgram(String),
}

/// Runs a counterexample on the program it is about.
pub fn replay(
    program: &Program,
    counterexample: &Counterexample,
    property: PropertyId,
    limits: &Limits,
) -> Result<Replay, ReplayMismatch> {
    let mut limits = limits.clone();
    if limits.trace_steps == 0 {
        limits.trace_steps = DEFAULT_TRACE_STEPS;
    }
    let mut inputs = GivenInputs::new(counterexample.inputs.clone());
    let execution = interp::run(program, counterexample.entry, &mut inputs, &limits);
    let given = counterexample.inputs.len();
    judge(program, &execution.outcome, property, given)?;
    let inputs = execution.inputs.iter().map(|input| NamedInput {
        name: input.name(program, &execution),
        ty: input.request.ty,
        count: input.request.count,
        value: input.value.clone(),
        span: input.request.span,
    });
    let inputs = inputs.collect();
    let slice::Slice { relevant, skipped } = slice::slice(program, &execution);
    Ok(Replay { property, inputs, execution, relevant, skipped })
}

fn judge(program: &Program, outcome: &Outcome, property: PropertyId, given: usize) -> Result<(), ReplayMismatch> {
    let name = |id: PropertyId| program.properties.get(id).map_or(format!("{id:?}"), |p| p.name.to_string());
    let wanted = || name(property);
    Err(match outcome {
        Outcome::Violated(found) if *found == property => return Ok(()),
        Outcome::Violated(found) => ReplayMismatch::OtherProperty { wanted: wanted(), found: name(*found) },
        Outcome::Finished | Outcome::Stopped => ReplayMismatch::NoViolation { wanted: wanted() },
        Outcome::AssumptionFailed => ReplayMismatch::Excluded { wanted: wanted() },
        Outcome::OutOfInputs => ReplayMismatch::TooFewInputs { given },
        Outcome::BadInput(why) => ReplayMismatch::BadInput(why.clone()),
        Outcome::OutOfSteps => ReplayMismatch::RanOut("the step budget"),
        Outcome::TooManyCalls => ReplayMismatch::RanOut("the depth of calls"),
        Outcome::TooMuchMemory => ReplayMismatch::RanOut("the memory"),
        Outcome::Unsupported(what) => ReplayMismatch::Unsupported(what.clone()),
        Outcome::BadProgram(what) => ReplayMismatch::BadProgram(what.clone()),
    })
}

#[cfg(test)]
mod tests;
