//! The order in which library units are elaborated (RM 10.2), and calls that come too early for any order,
//! among library units as within one declarative part.
//!
//! In: the parts of all units (specification, body) with what each names and what each executes. Out: their
//! items in an order where a part comes after the specifications it names, and after the bodies whose
//! subprograms its elaboration calls, directly or through others (GNAT's static model: as if every such
//! unit had `Elaborate_All`). Where there is no such order, the call is an error: it would raise
//! Program_Error, or only works by luck.

use super::Analysis;
use super::entities::{Meaning, SubprogramId};
use super::tree::{ExprKind, Item};
use crate::lower::visit::{self, Met};
use cairn_base::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The specification or the body of a unit.
pub(super) struct Part {
    pub unit: Rc<str>,
    pub body: bool,
    /// Units whose specifications come before.
    pub needs: Vec<String>,
    /// Units whose bodies come before, by pragma `Elaborate` or (`true`) `Elaborate_All`.
    pub elaborates: Vec<(String, bool)>,
    /// A specification whose body follows at once, by `Elaborate_Body`.
    pub with_body: bool,
    pub items: Vec<Item>,
}

impl Part {
    pub(super) fn name(&self) -> String {
        format!("the {} of `{}`", if self.body { "body" } else { "specification" }, self.unit)
    }
}

/// A subprogram called before its body is elaborated.
pub(super) struct TooEarly {
    pub subprogram: SubprogramId,
    pub place: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

struct Order {
    /// Per part: the parts before it.
    needs: Vec<Vec<usize>>,
    /// Per part: subprograms its elaboration calls, with the part and item that elaborates their bodies.
    calls: Vec<Vec<Call>>,
    marks: Vec<Mark>,
    order: Vec<usize>,
    /// What was placed last waits for a part that is not finished.
    circular: bool,
    too_early: Vec<TooEarly>,
}

struct Call {
    from_item: usize,
    subprogram: SubprogramId,
    place: Span,
    part: usize,
    item: usize,
}

/// Items of each part, in order of elaboration.
type Sorted = Vec<(Rc<str>, Vec<Item>)>;

pub(super) fn order(a: &Analysis, parts: Vec<Part>) -> (Sorted, Vec<TooEarly>) {
    let mut bodies: FxHashMap<SubprogramId, (usize, usize)> = FxHashMap::default();
    for (at, part) in parts.iter().enumerate() {
        for (i, item) in part.items.iter().enumerate() {
            if let Some(id) = elaborated(item) {
                bodies.insert(id, (at, i));
            }
        }
    }
    let needs: Vec<Vec<usize>> = (0..parts.len()).map(|at| needed(&parts, at)).collect();
    let calls: Vec<Vec<Call>> = parts.iter().map(|part| calls_of(a, &part.items, &bodies)).collect();
    let direct: Vec<BTreeSet<usize>> = needs
        .iter()
        .zip(&calls)
        .enumerate()
        .map(|(at, (needs, calls))| {
            needs.iter().copied().chain(calls.iter().map(|call| call.part)).filter(|&i| i != at).collect()
        })
        .collect();
    let refused = super::elaboration_open::refused(a, &parts, &direct);
    let inner = inner_calls(a, &parts);
    let marks = vec![Mark::New; parts.len()];
    let mut order = Order { needs, calls, marks, order: Vec::new(), circular: false, too_early: Vec::new() };
    for at in 0..parts.len() {
        order.visit(at);
    }
    order.too_early.extend(inner);
    order.too_early.sort_by_key(|call| call.place);
    order.too_early.dedup_by_key(|call| call.place);
    let (sequence, too_early) = (order.order, order.too_early);
    let with_refused = |(part, mut refused): (Part, Vec<Item>)| {
        refused.extend(part.items);
        Some((part.unit, refused))
    };
    let mut parts: Vec<Option<(Rc<str>, Vec<Item>)>> = parts.into_iter().zip(refused).map(with_refused).collect();
    let sorted = sequence.into_iter().filter_map(|at| parts[at].take());
    (sorted.collect(), too_early)
}

/// The parts before a part: specifications that it names, its own, and bodies that pragmas ask for.
fn needed(parts: &[Part], at: usize) -> Vec<usize> {
    let part = &parts[at];
    let mut found: BTreeSet<usize> = BTreeSet::new();
    for (i, other) in parts.iter().enumerate().filter(|(i, _)| *i != at) {
        let named = part.needs.iter().any(|n| **n == *other.unit);
        let own = part.body && other.unit == part.unit;
        let at_once = other.body && named && other.unit != part.unit && has_body_at_once(parts, &other.unit);
        if (!other.body && (named || own)) || at_once {
            found.insert(i);
        }
    }
    for (unit, all) in &part.elaborates {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut work = vec![unit.clone()];
        while let Some(unit) = work.pop() {
            if !seen.insert(unit.clone()) {
                continue;
            }
            for (i, other) in parts.iter().enumerate().filter(|(_, other)| *other.unit == *unit) {
                if i != at && other.unit != part.unit {
                    found.insert(i);
                }
                if *all {
                    work.extend(other.needs.iter().cloned());
                }
            }
        }
    }
    found.into_iter().collect()
}

fn has_body_at_once(parts: &[Part], unit: &str) -> bool {
    parts.iter().any(|part| !part.body && part.with_body && *part.unit == *unit)
}

/// Calls that come before the body they need in one declarative part of a subprogram or block (RM 3.11(9)).
fn inner_calls(a: &Analysis, parts: &[Part]) -> Vec<TooEarly> {
    let mut found = Vec::new();
    let mut check = |met: Met<'_>| {
        let Met::Declarations(items) = met else { return };
        let bodies: FxHashMap<SubprogramId, (usize, usize)> =
            items.iter().enumerate().filter_map(|(at, item)| elaborated(item).map(|id| (id, (0, at)))).collect();
        if bodies.is_empty() {
            return;
        }
        let early = calls_of(a, items, &bodies).into_iter().filter(|call| call.item > call.from_item);
        found.extend(early.map(|call| TooEarly { subprogram: call.subprogram, place: call.place }));
    };
    for (_, subprogram) in a.subprograms.iter() {
        if let Meaning::Body(body) = &subprogram.meaning {
            visit::body(body, &mut check);
        }
    }
    for item in parts.iter().flat_map(|part| &part.items) {
        if let Item::Statements(list) = item {
            visit::statements(list, &mut check);
        }
    }
    found
}

fn elaborated(item: &Item) -> Option<SubprogramId> {
    match item {
        Item::Elaborated(id) => Some(*id),
        _ => None,
    }
}

/// Every subprogram that elaborating a declarative part may call.
fn calls_of(a: &Analysis, items: &[Item], bodies: &FxHashMap<SubprogramId, (usize, usize)>) -> Vec<Call> {
    let mut found = Vec::new();
    for (from_item, item) in items.iter().enumerate() {
        let mut work: Vec<(SubprogramId, Span)> = Vec::new();
        let mut place = item_span(item);
        let mut direct = |met: Met<'_>| match met {
            Met::Expression(e) if matches!(e.kind, ExprKind::Call(..)) => place = Some(e.span),
            Met::Expression(_) | Met::Declarations(_) | Met::Statement(_) => {}
            Met::Call(id) => work.extend(place.map(|p| (id, p))),
        };
        visit::items(std::slice::from_ref(item), &mut direct);
        let mut seen: FxHashSet<SubprogramId> = FxHashSet::default();
        while let Some((subprogram, place)) = work.pop() {
            if !seen.insert(subprogram) {
                continue;
            }
            if let Some(&(part, item)) = bodies.get(&subprogram) {
                found.push(Call { from_item, subprogram, place, part, item });
            }
            let mut next = |met: Met<'_>| {
                if let Met::Call(id) = met {
                    work.push((id, place));
                }
            };
            match &a.subprograms[subprogram].meaning {
                Meaning::Body(body) => visit::body(body, &mut next),
                Meaning::Renames(target) => next(Met::Call(*target)),
                _ => {}
            }
        }
    }
    found
}

pub(super) fn item_span(item: &Item) -> Option<Span> {
    match item {
        Item::Object { span, .. } | Item::ConstraintCheck { span, .. } | Item::Unsupported(_, span) => Some(*span),
        Item::Statements(list) => list.first().map(|s| s.span),
        Item::Named(name) => Some(name.span),
        Item::InitialCondition { check, .. } => Some(check.span),
        Item::Elaborated(_) => None,
    }
}

impl Order {
    /// Places a part after everything it needs. Depth is bounded by the number of units.
    fn visit(&mut self, at: usize) {
        if self.marks[at] != Mark::New {
            return;
        }
        self.marks[at] = Mark::Open;
        for need in self.needs[at].clone() {
            // Specifications alone have no circles: this one waits for a body that a call asked for.
            self.circular |= self.marks[need] == Mark::Open;
            self.visit(need);
        }
        for call in std::mem::take(&mut self.calls[at]) {
            self.circular = self.marks[call.part] == Mark::Open && call.part != at;
            self.visit(call.part);
            let later = call.part == at && call.item > call.from_item;
            if (self.circular || later) && !self.too_early.iter().any(|t| t.place == call.place) {
                self.too_early.push(TooEarly { subprogram: call.subprogram, place: call.place });
            }
            self.circular = false;
        }
        self.marks[at] = Mark::Done;
        self.order.push(at);
    }
}
