//! Places that no step leads to and state variables that nobody looks at are removed: a variable matters at a place if a guard or an input there is about it, or a value
//! that matters after a step.

use super::{PlaceId, System, Target, Variable, VariableId};
use cairn_base::Table;
use cairn_base::ids::Id;
use cairn_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn prune(system: &mut System) {
    drop_unreached(system);
    let by_symbol: FxHashMap<TermId, VariableId> =
        system.variables.iter().map(|(id, variable)| (variable.symbol, id)).collect();
    let variables_of = |system: &System, terms: &[TermId]| -> Vec<VariableId> {
        let symbols = system.terms.symbols_of_all(terms).into_iter().map(|s| system.terms.symbol_term(s));
        symbols.filter_map(|symbol| by_symbol.get(&symbol).copied()).collect()
    };
    let mut matters: Vec<FxHashSet<VariableId>> = vec![FxHashSet::default(); system.places.len()];
    let mut read: FxHashMap<TermId, Vec<VariableId>> = FxHashMap::default();
    for step in &system.steps {
        matters[step.from.index()].extend(variables_of(system, &[step.guard]));
        for (_, value) in &step.updates {
            read.entry(*value).or_insert_with(|| variables_of(system, &[*value]));
        }
    }
    for (id, place) in system.places.iter() {
        let conditions: Vec<TermId> = place.inputs.iter().map(|input| input.when).collect();
        matters[id.index()].extend(variables_of(system, &conditions));
    }
    loop {
        let mut changed = false;
        for step in &system.steps {
            let Target::Place(to) = step.to else { continue };
            for variable in matters[to.index()].clone() {
                match step.updates.iter().find(|(changed, _)| *changed == variable) {
                    Some((_, value)) => {
                        for used in &read[value] {
                            changed |= matters[step.from.index()].insert(*used);
                        }
                    }
                    None => changed |= matters[step.from.index()].insert(variable),
                }
            }
        }
        if !changed {
            break;
        }
    }
    keep(system, &matters);
}

/// Removes places that no step leads to.
fn drop_unreached(system: &mut System) {
    let mut reached = FxHashSet::default();
    let mut open = vec![System::START];
    while let Some(place) = open.pop() {
        if reached.insert(place) {
            let targets = system.steps_from(place).filter_map(|step| match step.to {
                Target::Place(to) => Some(to),
                _ => None,
            });
            open.extend(targets);
        }
    }
    let mut kept = Table::new();
    let mut new_ids: FxHashMap<PlaceId, PlaceId> = FxHashMap::default();
    for (id, place) in system.places.iter().filter(|(id, _)| reached.contains(id)) {
        new_ids.insert(id, kept.push(place.clone()));
    }
    system.places = kept;
    system.steps.retain(|step| reached.contains(&step.from));
    for step in &mut system.steps {
        step.from = new_ids[&step.from];
        if let Target::Place(to) = &mut step.to {
            *to = new_ids[to];
        }
    }
    system.fairness = system.fairness.iter().filter_map(|place| new_ids.get(place).copied()).collect();
}

fn keep(system: &mut System, matters: &[FxHashSet<VariableId>]) {
    let mut kept: Table<VariableId, Variable> = Table::new();
    let mut new_ids: FxHashMap<VariableId, VariableId> = FxHashMap::default();
    for (id, variable) in system.variables.iter() {
        if matters.iter().any(|place| place.contains(&id)) {
            new_ids.insert(id, kept.push(variable.clone()));
        }
    }
    system.variables = kept;
    let ids: Vec<PlaceId> = system.places.ids().collect();
    for id in ids {
        let own = &matters[id.index()];
        let live = system.places[id].live.iter().filter(|variable| own.contains(variable));
        system.places[id].live = live.map(|variable| new_ids[variable]).collect();
    }
    for step in &mut system.steps {
        if let Target::Place(to) = step.to {
            step.updates.retain(|(variable, _)| matters[to.index()].contains(variable));
        }
        step.updates.iter_mut().for_each(|(variable, _)| *variable = new_ids[variable]);
    }
}
