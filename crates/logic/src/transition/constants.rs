//! State variables that are always the same constant are replaced by it.

use super::{Constant, System, Target, VariableId};
use cairn_term::TermId;
use rustc_hash::FxHashMap;

/// Replaces them; true if there were any.
pub(super) fn replace(system: &mut System) -> bool {
    let found: FxHashMap<VariableId, TermId> =
        system.variables.ids().filter_map(|id| constant_of(system, id).map(|value| (id, value))).collect();
    if found.is_empty() {
        return false;
    }
    remember(system, &found);
    let map: FxHashMap<TermId, TermId> =
        found.iter().map(|(id, value)| (system.variables[*id].symbol, *value)).collect();
    let System { terms, steps, places, .. } = system;
    for step in steps.iter_mut() {
        step.guard = terms.substitute(step.guard, &map);
        step.updates.retain(|(variable, _)| !found.contains_key(variable));
        step.updates.iter_mut().for_each(|(_, value)| *value = terms.substitute(*value, &map));
    }
    let ids: Vec<_> = places.ids().collect();
    for id in ids {
        places[id].live.retain(|variable| !found.contains_key(variable));
        places[id].inputs.iter_mut().for_each(|input| input.when = terms.substitute(input.when, &map));
    }
    true
}

/// What proofs may need to know of variables that are none any more.
fn remember(system: &mut System, found: &FxHashMap<VariableId, TermId>) {
    let mut ids: Vec<VariableId> = found.keys().copied().collect();
    ids.sort_unstable();
    for id in ids {
        let Some(source) = system.variables[id].source.clone() else { continue };
        let places = system.places.values().filter(|place| place.live.contains(&id));
        let at = places.filter_map(|place| place.block).collect();
        system.constants.push(Constant { source, value: found[&id], at });
    }
}

/// The only value that any step gives to a variable where it matters.
fn constant_of(system: &System, variable: VariableId) -> Option<TermId> {
    let mut value = None;
    for step in &system.steps {
        let Target::Place(to) = step.to else { continue };
        if !system.places[to].live.contains(&variable) {
            continue;
        }
        let after = system.after(step, variable);
        let unchanged = after == system.variables[variable].symbol && system.places[step.from].live.contains(&variable);
        if unchanged {
            continue;
        }
        if !system.terms.is_constant(after) || value.is_some_and(|known| known != after) {
            return None;
        }
        value = Some(after);
    }
    value.filter(|_| !system.places[System::START].live.contains(&variable))
}
