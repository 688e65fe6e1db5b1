//! What is not well formed in a transition system, in words.

use super::{System, Target, VariableId};
use cairn_base::ids::Id;
use cairn_term::TermId;
use rustc_hash::FxHashSet;

/// The complaints about a system; none if it is well formed.
pub fn check(system: &System) -> Vec<String> {
    let mut complaints = Vec::new();
    if system.places.is_empty() {
        return vec!["there is no place to start at".into()];
    }
    let allowed: Vec<FxHashSet<TermId>> = system
        .places
        .values()
        .map(|place| {
            let state = place.live.iter().map(|variable| system.variables[*variable].symbol);
            state.chain(place.inputs.iter().map(|input| input.symbol)).collect()
        })
        .collect();
    for (number, step) in system.steps.iter().enumerate() {
        let mut complain = |what: String| complaints.push(format!("step {number}: {what}"));
        if !system.terms.is_bool(step.guard) {
            complain("the guard is no condition".into());
        }
        let values = step.updates.iter().map(|(_, value)| *value);
        for symbol in system.terms.symbols_of_all(&values.chain([step.guard]).collect::<Vec<_>>()) {
            if !allowed[step.from.index()].contains(&system.terms.symbol_term(symbol)) {
                complain(format!("`{}` is not known at the place", system.terms.symbol_name(symbol)));
            }
        }
        let mut changed = FxHashSet::default();
        for (variable, value) in &step.updates {
            let known = &system.variables[*variable];
            if system.terms.sort_of(*value) != known.sort {
                complain(format!("`{}` gets a value of another sort", known.name));
            }
            if !changed.insert(*variable) {
                complain(format!("`{}` gets two values", known.name));
            }
        }
        let Target::Place(to) = step.to else { continue };
        let from: FxHashSet<VariableId> = system.places[step.from].live.iter().copied().collect();
        for variable in &system.places[to].live {
            if !changed.contains(variable) && !from.contains(variable) {
                complain(format!("`{}` has no value", system.variables[*variable].name));
            }
        }
    }
    complaints
}
