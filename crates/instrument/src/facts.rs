//! What relates the counters of the automaton to the variables of the program at the heads of loops, which Aoraï leaves to the
//! user (Stouls and Prevosto, "Aoraï Plugin Tutorial", end of section 4.2).
//!
//! Relations of a few shapes are written into the source with the automaton, and the source is proved: what is not proved is
//! taken out, until everything that is left is. So nothing is written that does not hold.

use crate::acsl::{Facts, Form};
use crate::model::Options;
use crate::modular::{Place, with_text};
use crate::names::Names;
use crate::{model, not_one_file, written};
use cairn_automata::condition::Relation;
use cairn_automata::monitor::{Guard, Value};
use cairn_base::{Budget, Span};
use cairn_front_c::outline::{Function, Loop};
use cairn_ir::{CheckKind, ProcId, TypeKind, VariableKind};
use cairn_verify::PropertyVerdict;
use cairn_verify::report::Report;
use cairn_verify::request::Request;
use cairn_verify::run::prove;
use cairn_verify::temporal::{Followed, TemporalRequest, followed};
use std::collections::BTreeSet;
use std::time::Duration;

const MOST_VARIABLES: usize = 4;
const MOST_REGISTERS: usize = 2;
const ROUNDS: usize = 6;
/// What all of it may take, and each question.
const MOST_TIME: Duration = Duration::from_secs(20);
const GOAL: Duration = Duration::from_secs(2);

/// The source with the automaton, and with the relations that are proved.
pub fn write(
    request: &Request,
    temporal: &TemporalRequest,
    options: &Options,
    place: Place,
    budget: &Budget,
) -> (Option<String>, Report) {
    let facts = match options.no_annotations {
        true => Facts::new(),
        false => found(request, temporal, options, place, budget).unwrap_or_default(),
    };
    crate::write(request, temporal, options, &facts, Form::Ghost, budget)
}

fn found(
    request: &Request,
    temporal: &TemporalRequest,
    options: &Options,
    place: Place,
    budget: &Budget,
) -> Option<Facts> {
    let (mut facts, counters) = candidates(request, temporal, budget)?;
    let most = budget.remaining().map_or(MOST_TIME, |left| (left / 2).min(MOST_TIME));
    let budget = budget.within(most);
    for _ in 0..ROUNDS {
        if facts.values().all(Vec::is_empty) || budget.look().is_err() {
            return None;
        }
        let (text, _) = crate::write(request, temporal, options, &facts, Form::Ghost, &budget);
        let own = with_text(request, &text?, place).ok()?;
        let asked = prove::Options { cache: None, strict: false, goal_timeout: GOAL };
        let report = prove::prove(&Request { every: true, ..own }, asked, &budget, &mut |_| {});
        if report.internal_error.is_some() || report.diagnostics.iter().any(|d| d.is_error()) {
            return None;
        }
        let before: usize = facts.values().map(Vec::len).sum();
        for all in facts.values_mut() {
            all.retain(|fact| is_proved(&report, fact));
            // Without a counter they say nothing that concerns the automaton.
            if !all.iter().any(|fact| counters.iter().any(|counter| words(fact).contains(&**counter))) {
                all.clear();
            }
        }
        if before == facts.values().map(Vec::len).sum::<usize>() {
            return Some(facts);
        }
    }
    None
}

/// Whether the relation is proved wherever it stands, where loops begin and where they go round.
fn is_proved(report: &Report, fact: &str) -> bool {
    let kinds = [CheckKind::InvariantInitial.name(), CheckKind::InvariantPreserved.name()];
    let own = report.properties.iter().filter(|p| kinds.contains(&&*p.kind) && p.description.ends_with(fact));
    let verdicts: Vec<PropertyVerdict> = own.map(|property| property.verdict).collect();
    verdicts.len() >= kinds.len() && verdicts.iter().all(|verdict| *verdict == PropertyVerdict::Proved)
}

fn candidates(request: &Request, temporal: &TemporalRequest, budget: &Budget) -> Option<(Facts, Vec<String>)> {
    let text = request.inputs.first().map(|input| input.text.clone()).unwrap_or_default();
    let several = request.inputs.len() > 1;
    let (facts, _) = followed(request, temporal, budget, move |mut followed| {
        followed.monitor = model::without_dead(std::mem::take(&mut followed.monitor));
        let Some(outline) = &followed.outline else { return Err(not_one_file(several)) };
        // It is refused here if it is refused at all.
        written(&followed, outline, &text, &Options::default(), &Facts::new(), Form::Ghost)?;
        let names = Names::new(&followed.monitor, &text);
        let mut facts = Facts::new();
        for function in &outline.functions {
            let Some(id) = followed.program.find_procedure(&function.name) else { continue };
            for one in &function.loops {
                let of_loop = of_loop(&followed, &names, &text, (id, function), one);
                facts.insert(one.span.start, of_loop);
            }
        }
        Ok(((facts, names.registers), Vec::new()))
    });
    facts
}

fn of_loop(
    followed: &Followed,
    names: &Names,
    text: &str,
    (id, function): (ProcId, &Function),
    one: &Loop,
) -> Vec<String> {
    let mut found = Vec::new();
    let variables = variables(followed, text, (id, function), one);
    for (register, counter) in names.registers.iter().enumerate().take(MOST_REGISTERS) {
        let bound = bound(followed, register);
        for v in &variables {
            found.push(format!("{v} >= 0"));
            found.push(format!("{counter} == \\at({v}, LoopEntry) - {v}"));
            found.push(format!("{counter} == {v} - \\at({v}, LoopEntry)"));
            found.push(format!("{counter} == {v}"));
            if let Some(bound) = &bound {
                found.push(format!("{v} <= {bound}"));
                found.push(format!("{v} + {counter} <= {bound}"));
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|fact| seen.insert(fact.clone()));
    found
}

/// The largest number that a counter is compared with.
fn bound(followed: &Followed, register: usize) -> Option<num_bigint::BigInt> {
    let mut all = Vec::new();
    let states = &followed.monitor.states;
    for transition in states.iter().flat_map(|state| &state.transitions) {
        let mut conditions = Vec::new();
        crate::analysis::collect(&transition.guard, &mut conditions);
        all.extend(conditions.into_iter().filter_map(|one| match one {
            Guard::Relation(Relation::Less, Value::Register(own), Value::Integer(bound)) if own == register => {
                Some(bound)
            }
            _ => None,
        }));
    }
    all.into_iter().max()
}

/// Integers of the function that the loop speaks of and that are known in front of it.
fn variables(followed: &Followed, text: &str, (id, function): (ProcId, &Function), one: &Loop) -> Vec<String> {
    let inside = words(part(text, one.span));
    let all = followed.program.variables.iter().filter(|(_, variable)| variable.procedure == Some(id));
    let own: Vec<_> = all.filter(|(_, variable)| !variable.temporary).collect();
    let is_once = |name: &str| own.iter().filter(|(_, other)| &**other.shown_name() == name).count() == 1;
    let is_parameter = |name: &str| function.parameters.iter().any(|(own, _)| own == name);
    let mut found: Vec<String> = Vec::new();
    for (_, variable) in &own {
        let name = variable.shown_name();
        let is_integer = matches!(followed.program.types.kind(variable.ty), TypeKind::Int(_));
        let is_visible = match variable.span {
            _ if is_parameter(name) => true,
            Some(span) => variable.kind == VariableKind::Local && reaches(text, span, one.span),
            None => false,
        };
        if is_integer && is_visible && is_once(name) && inside.contains(&**name) && !found.contains(&name.to_string()) {
            found.push(name.to_string());
        }
    }
    found.truncate(MOST_VARIABLES);
    found
}

fn part(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

/// Whether no block ends between a declaration and the loop behind it.
fn reaches(text: &str, declaration: Span, one: Span) -> bool {
    let Some(between) = text.get(declaration.end as usize..one.start as usize) else { return false };
    let mut depth = 0;
    // A declaration in brackets belongs to what follows them.
    between.chars().all(|c| {
        depth += i32::from(c == '{' || c == '(') - i32::from(c == '}' || c == ')');
        depth >= 0
    })
}
