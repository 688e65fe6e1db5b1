//! What functions and loops of the source are specified to do to the automaton.

use crate::analysis::{Active, OfLoop, Sets};
use crate::model::{Model, Own, all, any, or_bracketed};
use crate::words::Dialect;
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::Guard;
use cairn_ir::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// The clauses of a contract: what comes first, and behind what is there.
#[derive(Clone, Default, Debug)]
pub struct Contract {
    pub requires: Vec<String>,
    /// Behaviours: name, `assumes` clauses, `ensures` clauses.
    pub behaviors: Vec<(String, Vec<String>, Vec<String>)>,
}

pub fn contract(model: &Model, own: &Own) -> Result<Contract, String> {
    let call = (EventKind::Call, own.id);
    let sets = match model.before(call) {
        Some(sets) => Some(sets),
        None if model.analysis.is_some() => Some(BTreeSet::new()),
        None => None,
    };
    let words = model.words(call, Dialect::Acsl, &model.result);
    let mut made = Contract::default();
    match &sets {
        Some(sets) => made.requires.push(all(model.conditions(sets))),
        None => made.requires.push(model.some_active()),
    }
    made.requires.extend(model.registers_before(call));
    let is_called = sets.as_ref().is_none_or(|sets| !sets.is_empty());
    let is_start = model.followed.entries.contains(&own.id);
    // Nobody shows where runs start what an event needs: it must hold by itself there.
    let is_assumed = is_start && model.options.assumes_nothing;
    if own.is_observed && is_called && !is_assumed {
        made.requires.extend(model.can_step(call, sets.as_ref(), &words)?);
        made.requires.extend(model.one_value(call, sets.as_ref(), &words)?);
    }
    let accepting = (is_start && model.followed.accepting).then(|| model.accepting());
    let Some(of_function) = model.analysis.and_then(|analysis| analysis.functions.get(&own.id)) else {
        if is_called {
            let ensures = vec![accepting.unwrap_or_else(|| model.some_active())];
            made.behaviors.push(("Buchi_property_behavior".into(), Vec::new(), ensures));
        }
        return Ok(made);
    };
    let several = of_function.behind.len() > 1;
    for (number, (before, behind)) in of_function.behind.iter().enumerate() {
        let mut ensures = Vec::new();
        if own.is_observed {
            ensures.extend(returned(model, own, behind)?);
        }
        ensures.extend(model.conditions(&behind.keys().cloned().collect()));
        ensures.extend(model.registers(own.id, behind, &|name| format!("\\old({name})")));
        ensures.extend(accepting.clone());
        let name = match several {
            true => format!("Buchi_property_behavior_in_{number}"),
            false => "Buchi_property_behavior".into(),
        };
        let assumes = if several { vec![model.set(before)] } else { Vec::new() };
        made.behaviors.push((name, assumes, ensures));
    }
    Ok(made)
}

/// What a state that is active behind the return says of the result.
fn returned(model: &Model, own: &Own, behind: &Sets) -> Result<Vec<String>, String> {
    let event = (EventKind::Return, own.id);
    let words = model.words(event, Dialect::Acsl, "\\result");
    let taken = model.transitions(event);
    let states: Active = behind.keys().flatten().copied().collect();
    let mut found = Vec::new();
    for state in states {
        let guards: Vec<Guard> = taken
            .iter()
            .filter(|(_, transition, _)| transition.target == state)
            .map(|(.., guard)| guard.clone())
            .collect();
        let speaks_of_registers = |guard: &Guard| {
            let mut any = false;
            guard.visit(&mut |_| {}, &mut |_| any = true);
            any
        };
        if guards.is_empty() || guards.iter().any(|g| *g == Guard::Constant(true) || speaks_of_registers(g)) {
            continue;
        }
        let text = words.guard(&Guard::or(guards))?;
        found.push(format!("{} ==> {}", model.is_active(state, true), or_bracketed(&text)));
    }
    Ok(found)
}

/// The invariants of a loop, and whether they need the flag that tells its first iteration.
pub fn invariants(model: &Model, own: &Own, head: Option<BlockId>, flag: &str) -> (Vec<String>, bool) {
    let of_function = model.analysis.and_then(|analysis| analysis.functions.get(&own.id));
    let Some(of_function) = of_function else { return (vec![model.some_active()], false) };
    let Some(of_loop) = head.and_then(|head| of_function.loops.get(&head)) else {
        // Nothing comes here.
        return (Vec::new(), false);
    };
    let mut found = Vec::new();
    let mut needs_flag = false;
    let several = of_function.behind.len() > 1;
    let entered: BTreeSet<&Active> = of_loop.first.keys().chain(of_loop.later.keys()).collect();
    for before in entered {
        let mut own_facts = one(model, own, of_loop, before, flag, &mut needs_flag);
        if several {
            let condition = format!("\\at({}, Pre)", model.set(before));
            own_facts = own_facts.iter().map(|fact| format!("{condition} ==> {}", or_bracketed(fact))).collect();
        }
        found.extend(own_facts);
    }
    (found, needs_flag)
}

fn one(model: &Model, own: &Own, of_loop: &OfLoop, before: &Active, flag: &str, needs_flag: &mut bool) -> Vec<String> {
    let nothing = Sets::new();
    let first = of_loop.first.get(before).unwrap_or(&nothing);
    let later = of_loop.later.get(before).unwrap_or(&nothing);
    let keys = |sets: &Sets| sets.keys().cloned().collect::<BTreeSet<_>>();
    let both: BTreeSet<Active> = keys(first).union(&keys(later)).cloned().collect();
    let mut found = model.conditions(&both);
    let differ = !later.is_empty() && !first.is_empty() && keys(first) != keys(later);
    if differ {
        *needs_flag = true;
        found.extend(only(model, &both, &keys(first)).map(|fact| format!("{flag} != 0 ==> {fact}")));
        found.extend(only(model, &both, &keys(later)).map(|fact| format!("{flag} == 0 ==> {fact}")));
    }
    let mut together: Sets = BTreeMap::new();
    for (set, known) in first.iter().chain(later) {
        let joined = match together.get(set) {
            Some(old) => old.iter().zip(known).map(|(a, b)| a.join(b)).collect(),
            None => known.clone(),
        };
        together.insert(set.clone(), joined);
    }
    found.extend(model.registers(own.id, &together, &|name| format!("\\at({name}, Pre)")));
    found
}

/// Which of all sets these are.
fn only(model: &Model, all: &BTreeSet<Active>, these: &BTreeSet<Active>) -> Option<String> {
    let every: Vec<&Active> = all.iter().collect();
    let parts = these.iter().map(|set| model.told_apart(set, &every));
    (these.len() < all.len()).then(|| or_bracketed(&any(parts)))
}
