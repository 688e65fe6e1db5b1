//! Runs a program on all inputs, where these are few: what tests compare engines with.
//!
//! Depth first over the inputs: each execution is run from the start, with the inputs of the one before
//! except that the last one that has another value gets it.

use super::domain;
use super::{Execution, InputRequest, Inputs, Interpreter, Limits, Outcome};
use crate::check::PropertyId;
use crate::layout::Layout;
use crate::program::{ProcId, Program};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What all executions together came to.
#[derive(Clone, Debug, Default)]
pub struct Enumeration {
    /// Violated properties, each with the inputs of the first execution that violates it.
    pub violated: BTreeMap<PropertyId, Vec<Value>>,
    /// Properties of which a check was executed.
    pub reached: BTreeSet<PropertyId>,
    pub executions: u64,
    /// Executions that returned, stopped or violated something (not those an assumption excludes).
    pub considered: u64,
    /// Every input had all its values, and every execution came to its end: nothing ran out, nothing was
    /// unsupported.
    pub complete: bool,
    /// The first execution that did not come to its end, if any.
    pub problem: Option<Outcome>,
}

impl Enumeration {
    pub fn is_violated(&self, property: PropertyId) -> bool {
        self.violated.contains_key(&property)
    }
}

/// The inputs of one execution as numbers of values, and how many values each has.
struct Odometer<'l, 'p> {
    layout: &'l Layout<'p>,
    digits: Vec<(u64, u64)>,
    position: usize,
    /// An input has values that are not tried.
    partial: bool,
}

impl Odometer<'_, '_> {
    /// The next combination; false after the last.
    fn advance(&mut self) -> bool {
        self.position = 0;
        while let Some((number, count)) = self.digits.pop() {
            if number + 1 < count {
                self.digits.push((number + 1, count));
                return true;
            }
        }
        false
    }
}

impl Inputs for Odometer<'_, '_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        let count = match request.count {
            Some(length) => domain::count_array(self.layout, request.ty, length),
            None => domain::count(self.layout, request.ty),
        };
        // What cannot be counted gets its zero value only.
        let Some(count) = count else {
            self.partial = true;
            return match request.count {
                Some(length) => {
                    let zero = self.layout.zero(request.ty)?;
                    Some(Value::Array(crate::value::ArrayValue::filled(Some(length), zero)))
                }
                None => self.layout.zero(request.ty),
            };
        };
        if self.position == self.digits.len() {
            self.digits.push((0, count));
        }
        let number = self.digits[self.position].0;
        self.position += 1;
        match request.count {
            Some(length) => domain::nth_array(self.layout, request.ty, length, number),
            None => domain::nth(self.layout, request.ty, number),
        }
    }
}

/// Runs up to `max_executions` executions of an entry, each within the limits.
pub fn enumerate_inputs(program: &Program, entry: ProcId, limits: &Limits, max_executions: u64) -> Enumeration {
    let interpreter = Interpreter::new(program);
    let layout = Layout::new(&program.types, program.target);
    let mut odometer = Odometer { layout: &layout, digits: Vec::new(), position: 0, partial: false };
    let mut result = Enumeration { complete: true, ..Enumeration::default() };
    loop {
        if result.executions >= max_executions {
            result.complete = false;
            return result;
        }
        let execution = interpreter.run(entry, &mut odometer, limits);
        result.count(execution);
        if !odometer.advance() {
            result.complete &= !odometer.partial;
            return result;
        }
    }
}

impl Enumeration {
    fn count(&mut self, execution: Execution) {
        self.executions += 1;
        let reached = execution.reached.iter().enumerate().filter(|(_, reached)| **reached);
        self.reached.extend(reached.map(|(i, _)| PropertyId(i as u32)));
        match execution.outcome {
            Outcome::Finished | Outcome::Stopped => self.considered += 1,
            Outcome::AssumptionFailed => {}
            Outcome::Violated(property) => {
                self.considered += 1;
                self.violated
                    .entry(property)
                    .or_insert_with(|| execution.inputs.into_iter().map(|input| input.value).collect());
            }
            other => {
                self.complete = false;
                self.problem.get_or_insert(other);
            }
        }
    }
}
