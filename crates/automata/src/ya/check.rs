//! What makes an automaton in YA meaningless: states that are not defined, variables without a value, alternatives behind
//! `other`. Names of the program are not looked at here.

use super::{Action, Basic, Element, File, Guard, Named, State, Transition};
use crate::codes;
use crate::condition::{Condition, Operand};
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub fn check(file: &File) -> Vec<Diagnostic> {
    let mut found = states(file);
    found.extend(other_is_last(file));
    found.extend(observables(file));
    found.extend(assigned_once(file));
    // Ways through states that do not exist say nothing about variables.
    if found.is_empty() {
        found.extend(variables(file));
    }
    found
}

fn states(file: &File) -> Vec<Diagnostic> {
    let targets = file.states.iter().flat_map(|state| state.transitions.iter().map(|t| &t.target));
    let named = file.initial.iter().chain(&file.accepting).chain(targets);
    let mut told = BTreeSet::new();
    let missing = named.filter(|named| file.state(&named.name).is_none() && told.insert(&named.name));
    let mut found: Vec<Diagnostic> = missing.map(no_such_state).collect();
    if file.initial.is_empty() {
        let place = file.states.first().map(|state| state.name.span);
        let error = Diagnostic::error(codes::NO_INITIAL, "no state is initial").help("name one with `%init: S;`");
        found.push(match place {
            Some(span) => error.at(span, "the first state"),
            None => error,
        });
    }
    if let (true, [_, second, ..]) = (file.deterministic, file.initial.as_slice()) {
        let message = "a deterministic automaton has one initial state";
        found.push(Diagnostic::error(codes::NO_INITIAL, message).at(second.span, "a second one"));
    }
    found
}

fn no_such_state(named: &Named) -> Diagnostic {
    let help = format!("define it; a state that is never left is written `{0} : -> {0};`", named.name);
    let message = format!("the state `{}` is not defined", named.name);
    Diagnostic::error(codes::NO_SUCH_STATE, message).at(named.span, "").help(help)
}

fn other_is_last(file: &File) -> Vec<Diagnostic> {
    let misplaced = |state: &State| {
        let before = state.transitions.len().saturating_sub(1);
        let spans = state.transitions[..before].iter().filter_map(|t| match t.guard {
            Guard::Other(span) => Some(span),
            _ => None,
        });
        spans.collect::<Vec<_>>()
    };
    let spans = file.states.iter().flat_map(misplaced);
    let message = "`other` is the last alternative of its state";
    spans.map(|span| Diagnostic::error(codes::OTHER_NOT_LAST, message).at(span, "")).collect()
}

fn observables(file: &File) -> Vec<Diagnostic> {
    let Some(observed) = &file.observables else { return Vec::new() };
    let mut found = Vec::new();
    each_function(file, &mut |name, span| {
        if !observed.iter().any(|one| one.name == name) {
            let message = format!("`{name}` is not among the observables");
            found.push(Diagnostic::error(codes::OBSERVABLES, message).at(span, "").help("add it to `%observables`"));
        }
    });
    found
}

/// The functions whose calls and returns the guards name.
pub fn functions(file: &File) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    each_function(file, &mut |name, _| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_string());
        }
    });
    names
}

fn each_function<'a>(file: &'a File, look: &mut impl FnMut(&'a str, Span)) {
    for guard in file.states.iter().flat_map(|state| &state.transitions).map(|t| &t.guard) {
        let Guard::Sequence(element) = guard else { continue };
        visit(element, &mut |part| match part {
            Part::Condition(condition) => {
                condition.visit_events(&mut |event| look(&event.function, event.span));
                condition.visit_operands(&mut |operand| match operand {
                    Operand::Parameter { function, span, .. } => look(function, *span),
                    Operand::Result { function: Some(function), span } => look(function, *span),
                    _ => {}
                });
            }
            Part::Call(function) => look(&function.name, function.span),
            Part::Bound(_) => {}
        });
    }
}

/// What an element of a sequence is made of.
pub(super) enum Part<'a> {
    Condition(&'a Condition),
    Call(&'a Named),
    Bound(&'a Operand),
}

pub(super) fn visit<'a>(element: &'a Element, look: &mut impl FnMut(Part<'a>)) {
    match element {
        Element::Condition(condition) => look(Part::Condition(condition)),
        Element::Repeated { body, repetition } => {
            look(Part::Bound(&repetition.least));
            if let Some(most) = &repetition.most {
                look(Part::Bound(most));
            }
            match &**body {
                Basic::Group(all) => all.iter().for_each(|one| visit(one, look)),
                Basic::Call { function, before, inside, after } => {
                    look(Part::Call(function));
                    look(Part::Condition(before));
                    inside.iter().for_each(|one| visit(one, look));
                    look(Part::Condition(after));
                }
            }
        }
    }
}

fn assigned_once(file: &File) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for transition in file.states.iter().flat_map(|state| &state.transitions) {
        let mut seen = BTreeSet::new();
        for action in &transition.actions {
            let name = &action.variable.name;
            if !seen.insert(name) {
                let message = format!("`${name}` is assigned twice on this transition");
                found.push(Diagnostic::error(codes::VARIABLE, message).at(action.variable.span, "the second time"));
            }
            found.extend(declared(file, name, action.variable.span));
        }
    }
    found
}

fn declared(file: &File, name: &str, span: Span) -> Option<Diagnostic> {
    if file.variables.iter().any(|variable| variable.name == name) {
        return None;
    }
    let help = format!("declare it before the states: `${name} : int;`");
    let message = format!("the variable `${name}` is not declared");
    Some(Diagnostic::error(codes::VARIABLE, message).at(span, "").help(help))
}

/// Every variable has a value on every way from an initial state to a use.
fn variables(file: &File) -> Vec<Diagnostic> {
    let assigned = assigned_on_every_way(file);
    let mut found = Vec::new();
    for state in &file.states {
        let Some(known) = assigned.get(state.name.name.as_str()) else { continue };
        for transition in &state.transitions {
            let mut known = known.clone();
            for (name, span) in uses_of_guard(&transition.guard) {
                found.extend(declared(file, name, span).or_else(|| without_value(&known, name, span)));
            }
            for Action { variable, value } in &transition.actions {
                for (name, span) in uses_of(value) {
                    found.extend(declared(file, name, span).or_else(|| without_value(&known, name, span)));
                }
                known.insert(&variable.name);
            }
        }
    }
    found
}

fn without_value(known: &BTreeSet<&str>, name: &str, span: Span) -> Option<Diagnostic> {
    let message = format!("`${name}` may have no value here");
    let help = "assign it on every way from the initial state to this one";
    (!known.contains(name)).then(|| Diagnostic::error(codes::VARIABLE, message).at(span, "").help(help))
}

fn uses_of(operand: &Operand) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    operand.visit(&mut |part| {
        if let Operand::Variable(name, span) = part {
            found.push((name.as_str(), *span));
        }
    });
    found
}

fn uses_of_guard(guard: &Guard) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    if let Guard::Sequence(element) = guard {
        visit(element, &mut |part| match part {
            Part::Condition(condition) => condition.visit_operands(&mut |operand| {
                if let Operand::Variable(name, span) = operand {
                    found.push((name.as_str(), *span));
                }
            }),
            Part::Bound(operand) => found.extend(uses_of(operand)),
            Part::Call(_) => {}
        });
    }
    found
}

/// The variables that have a value in each reachable state: a forward must-analysis over the graph.
fn assigned_on_every_way(file: &File) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut open: Vec<&str> = Vec::new();
    for initial in &file.initial {
        known.insert(&initial.name, BTreeSet::new());
        open.push(&initial.name);
    }
    while let Some(name) = open.pop() {
        let Some(state) = file.state(name) else { continue };
        for Transition { actions, target, .. } in &state.transitions {
            let mut after = known[name].clone();
            after.extend(actions.iter().map(|action| action.variable.name.as_str()));
            let joined = match known.get(target.name.as_str()) {
                Some(before) => before.intersection(&after).copied().collect(),
                None => after,
            };
            if known.get(target.name.as_str()) != Some(&joined) {
                known.insert(&target.name, joined);
                open.push(&target.name);
            }
        }
    }
    known
}
