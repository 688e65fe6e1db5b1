//! Transition systems, run on concrete inputs.

use super::{PlaceId, System, Target, VariableId};
use cairn_ir::PropertyId;
use cairn_term::{Assignment, Evaluator, SortId, Value};
use rustc_hash::FxHashMap;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Violates(PropertyId),
    End,
    Lost(String),
    /// No step could be taken: an assumption failed.
    Stuck,
    /// It had not ended after as many steps as allowed.
    Running,
}

/// Gives the value of an input that an execution asks for.
pub type Choose<'a> = dyn FnMut(&System, &str, SortId) -> Value + 'a;

/// Runs a system from its start for at most so many steps. The state variables of the start, if it has any, are all zero.
pub fn interpret(system: &System, choose: &mut Choose<'_>, most: usize) -> Outcome {
    let mut at = System::START;
    let zero = |id: &VariableId| (*id, Value::default_of(&system.terms, system.variables[*id].sort));
    let mut state: FxHashMap<VariableId, Value> = system.places[at].live.iter().map(zero).collect();
    for _ in 0..most {
        let assignment = assignment(system, at, &state, choose);
        let mut values = Evaluator::new(&system.terms, &assignment);
        let taken = system.steps_from(at).find(|step| values.holds(step.guard).unwrap_or(false));
        let Some(step) = taken else { return Outcome::Stuck };
        match &step.to {
            Target::Violates(property) => return Outcome::Violates(*property),
            Target::End => return Outcome::End,
            Target::Lost(why) => return Outcome::Lost(why.clone()),
            Target::Place(to) => {
                let mut next = FxHashMap::default();
                for variable in &system.places[*to].live {
                    if let Ok(value) = values.value(system.after(step, *variable)) {
                        next.insert(*variable, value);
                    }
                }
                (at, state) = (*to, next);
            }
        }
    }
    Outcome::Running
}

/// The state, and the inputs of the place: those that are asked for are chosen, the others are zero.
fn assignment(
    system: &System,
    at: PlaceId,
    state: &FxHashMap<VariableId, Value>,
    choose: &mut Choose<'_>,
) -> Assignment {
    let mut assignment = Assignment::new();
    for (variable, value) in state {
        if let Some(symbol) = system.terms.as_symbol(system.variables[*variable].symbol) {
            assignment.set(symbol, value.clone());
        }
    }
    for input in &system.places[at].inputs {
        let Some(symbol) = system.terms.as_symbol(input.symbol) else { continue };
        let sort = system.terms.symbol_sort(symbol);
        let asked = Evaluator::new(&system.terms, &assignment).holds(input.when).unwrap_or(true);
        let value = match asked {
            true => choose(system, system.terms.symbol_name(symbol), sort),
            false => Value::default_of(&system.terms, sort),
        };
        assignment.set(symbol, value);
    }
    assignment
}
