//! What of an automaton no execution uses, so that a property that says nothing shows. Only known once every execution is known
//! to follow the automaton.

use super::question::Question;
use super::words::Words;
use crate::report::{PropertyVerdict, TransitionReport, UnusedReport};
use crate::request::Request;
use crate::run::{Shared, lock, portfolio_on};
use crate::settled::Settled;
use cairn_automata::monitor::Monitor;
use cairn_base::Budget;
use cairn_ir::PropertyId;
use cairn_temporal::weave::{self, Parts};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What the question may cost: it is asked after the verdict is known.
const MOST_TIME: Duration = Duration::from_secs(10);
const MOST_TRANSITIONS: usize = 400;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Taken,
    Never,
    Open,
}

pub fn unused(
    question: &Question,
    monitor: &Monitor,
    parts: Parts,
    request: &Request,
    budget: &Budget,
    shared: &Shared,
) -> Option<UnusedReport> {
    let count: usize = monitor.states.iter().map(|state| state.transitions.len()).sum();
    if count > MOST_TRANSITIONS {
        return None;
    }
    let taken = weave::taken(&question.program, parts);
    let own = Shared::default();
    lock(&own).sources = lock(shared).sources.clone();
    let most = budget.remaining().map_or(MOST_TIME, |left| (left / 2).min(MOST_TIME));
    if taken.checks.iter().flatten().any(Option::is_some) {
        portfolio_on(taken.program, request, &budget.within(most), &own);
    }
    let mut known = lock(&own);
    let settled = Settled::take(&mut known, None);
    // A bug of ours shows in the report of the property itself, or spoils nothing.
    let is_spoilt = known.internal_error.is_some();
    let verdicts: BTreeMap<PropertyId, PropertyVerdict> =
        settled.rulings().map(|(id, ruling)| (id, ruling.verdict())).collect();
    let of = |check: &Option<PropertyId>| match check.as_ref().map(|id| verdicts.get(id)) {
        None => Use::Never,
        Some(Some(PropertyVerdict::Proved)) if !is_spoilt => Use::Never,
        Some(Some(PropertyVerdict::Violated)) => Use::Taken,
        _ => Use::Open,
    };
    let uses: Vec<Vec<Use>> = taken.checks.iter().map(|own| own.iter().map(of).collect()).collect();
    Some(told(&Words::new(question, monitor), monitor, &uses))
}

fn told(words: &Words, monitor: &Monitor, uses: &[Vec<Use>]) -> UnusedReport {
    let all = monitor.states.iter().enumerate();
    let all = all.flat_map(|(from, state)| state.transitions.iter().enumerate().map(move |(n, t)| (from, n, t)));
    let reached: BTreeSet<usize> = all
        .clone()
        .filter(|(from, number, _)| uses[*from][*number] != Use::Never)
        .map(|(.., transition)| transition.target)
        .chain(monitor.initial.iter().copied())
        .collect();
    let name = |state: usize| monitor.states[state].name.clone();
    let known = led_to(monitor);
    let of = |wanted: Use| {
        let own = all.clone().filter(|(from, number, _)| known.contains(from) && uses[*from][*number] == wanted);
        let mut list: Vec<TransitionReport> = Vec::new();
        for (from, _, transition) in own {
            let guard = words.guard(&transition.guard);
            let one = TransitionReport { from: name(from), guard, to: name(transition.target) };
            if !list.contains(&one) {
                list.push(one);
            }
        }
        list
    };
    let states = known.iter().copied().filter(|state| !reached.contains(state)).map(name).collect();
    UnusedReport { states, transitions: of(Use::Never), open: of(Use::Open) }
}

/// The states that some way leads to, and those that the property writes.
fn led_to(monitor: &Monitor) -> BTreeSet<usize> {
    let named = (0..monitor.states.len()).filter(|state| monitor.states[*state].is_named);
    let mut open: Vec<usize> = monitor.initial.iter().copied().chain(named).collect();
    let mut found = BTreeSet::new();
    while let Some(state) = open.pop() {
        if found.insert(state) {
            open.extend(monitor.states[state].transitions.iter().map(|transition| transition.target));
        }
    }
    found
}
