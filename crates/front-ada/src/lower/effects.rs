//! Which objects each subprogram reads and changes, itself or through what it calls: to know whether a parameter
//! overlaps with an object that the body also reaches by name.
//!
//! A least fixed point over the call graph. Objects are told apart by record components, not by indexes. A
//! subprogram without a body changes what its `Global` lists.

use super::visit::{self, Met};
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, Meaning, Subprogram, SubprogramId};
use crate::sema::tree::{Domain, Expr, ExprKind, Item, Scheme, StatementKind};
use crate::syntax::ast::Mode;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// An object, or the component of it that a path of components leads to.
pub(crate) type Part = (EntityId, Vec<usize>);

#[derive(Clone, Default)]
pub(crate) struct Effects {
    pub(crate) reads: BTreeSet<Part>,
    pub(crate) writes: BTreeSet<Part>,
}

/// The arrays whose elements the parameters of `for E of A` stand for.
pub(crate) type Elements = FxHashMap<EntityId, Part>;

/// The part that a name stands for, as far as components tell it.
pub(crate) fn part(e: &Expr, elements: &Elements) -> Option<Part> {
    part_and_end(e, elements).map(|(part, _)| part)
}

/// Also whether the name goes on behind the path, so that no component can follow.
fn part_and_end(e: &Expr, elements: &Elements) -> Option<(Part, bool)> {
    match &e.kind {
        ExprKind::Object(entity) => match elements.get(entity) {
            Some(array) => Some((array.clone(), true)),
            None => Some(((*entity, Vec::new()), false)),
        },
        ExprKind::Component(record, at) => {
            let ((entity, mut path), ended) = part_and_end(record, elements)?;
            if !ended {
                path.push(*at);
            }
            Some(((entity, path), ended))
        }
        ExprKind::Index(array, _) | ExprKind::Slice(array, _) => {
            part_and_end(array, elements).map(|(part, _)| (part, true))
        }
        ExprKind::Convert(inner) | ExprKind::Qualify(inner) => part_and_end(inner, elements),
        _ => None,
    }
}

/// Whether two parts share anything.
pub(crate) fn overlap(a: &Part, b: &Part) -> bool {
    a.0 == b.0 && a.1.iter().zip(&b.1).all(|(x, y)| x == y)
}

/// The effects of every subprogram on objects that are not its own, and what loop parameters stand for.
pub(crate) fn effects(a: &Analysis) -> (Vec<Effects>, Elements) {
    let mut gathered = Gathered::default();
    let mut all = Vec::new();
    for (_, subprogram) in a.subprograms.iter() {
        all.push(gathered.subprogram(a, subprogram));
    }
    let outside = |part: &Part, id: SubprogramId| a.entities[part.0].owner != Some(id);
    for (id, _) in a.subprograms.iter() {
        let (mine, _) = &mut all[id.0 as usize];
        mine.reads.retain(|part| outside(part, id));
        mine.writes.retain(|part| outside(part, id));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (id, _) in a.subprograms.iter() {
            for callee in all[id.0 as usize].1.clone() {
                let theirs = all[callee.0 as usize].0.clone();
                let mine = &mut all[id.0 as usize].0;
                let before = mine.reads.len() + mine.writes.len();
                mine.reads.extend(theirs.reads.into_iter().filter(|part| outside(part, id)));
                mine.writes.extend(theirs.writes.into_iter().filter(|part| outside(part, id)));
                changed |= mine.reads.len() + mine.writes.len() > before;
            }
        }
    }
    (all.into_iter().map(|(effects, _)| effects).collect(), gathered.elements)
}

/// The effects of elaborating a declarative part, calls included.
pub(crate) fn of_items(a: &Analysis, items: &[Item], all: &[Effects], elements: &Elements) -> Effects {
    let mut gathered = Gathered { elements: elements.clone(), ..Gathered::default() };
    let (mut effects, mut calls) = (Effects::default(), Vec::new());
    visit::items(items, &mut |met| match met {
        Met::Call(id) => calls.push(id),
        Met::Expression(e) => gathered.expression(a, e, &mut effects),
        Met::Statement(kind) => gathered.statement(a, kind, &mut effects),
        Met::Declarations(_) => {}
    });
    for item in items {
        if let Item::Object { entity, .. } = item {
            effects.writes.insert((*entity, Vec::new()));
        }
    }
    for id in calls {
        if let Some(theirs) = all.get(id.0 as usize) {
            effects.reads.extend(theirs.reads.iter().cloned());
            effects.writes.extend(theirs.writes.iter().cloned());
        }
    }
    effects
}

#[derive(Default)]
struct Gathered {
    elements: Elements,
    /// Names inside longer names: what counts is the longer one.
    inner: FxHashSet<*const Expr>,
}

impl Gathered {
    /// What a subprogram does itself, and which ones it calls.
    fn subprogram(&mut self, a: &Analysis, subprogram: &Subprogram) -> (Effects, Vec<SubprogramId>) {
        let (mut effects, mut calls) = (Effects::default(), Vec::new());
        let mut visit = |met: Met<'_>| match met {
            Met::Call(id) => calls.push(id),
            Met::Expression(e) => self.expression(a, e, &mut effects),
            Met::Statement(kind) => self.statement(a, kind, &mut effects),
            Met::Declarations(_) => {}
        };
        match &subprogram.meaning {
            Meaning::Body(body) => visit::body(body, &mut visit),
            Meaning::Renames(target) => visit(Met::Call(*target)),
            _ => {}
        }
        let contract = &subprogram.contract;
        let guards = contract.cases.iter().filter_map(|(guard, _)| guard.as_ref());
        let clauses = contract.pre.iter().chain(&contract.post).chain(&contract.refined_post);
        for clause in clauses.chain(guards).chain(contract.cases.iter().map(|(_, consequence)| consequence)) {
            visit::expression(&clause.condition, &mut visit);
        }
        if let (Meaning::Missing, Some(listed)) = (&subprogram.meaning, &contract.writes) {
            effects.writes.extend(listed.iter().map(|&entity| (entity, Vec::new())));
        }
        (effects, calls)
    }

    fn expression(&mut self, a: &Analysis, e: &Expr, effects: &mut Effects) {
        if let ExprKind::Call(id, arguments) = &e.kind {
            self.changed_actuals(a, *id, arguments, effects);
        }
        if let ExprKind::Component(inner, _) | ExprKind::Convert(inner) = &e.kind {
            self.inner.insert(std::ptr::from_ref(&**inner));
        }
        if let ExprKind::Index(inner, _) | ExprKind::Slice(inner, _) = &e.kind {
            self.inner.insert(std::ptr::from_ref(&**inner));
        }
        if !self.inner.contains(&std::ptr::from_ref(e)) {
            effects.reads.extend(part(e, &self.elements));
        }
    }

    fn statement(&mut self, a: &Analysis, kind: &StatementKind, effects: &mut Effects) {
        match kind {
            StatementKind::Assign(target, _) => effects.writes.extend(part(target, &self.elements)),
            StatementKind::Call(id, arguments) => self.changed_actuals(a, *id, arguments, effects),
            StatementKind::Loop { scheme: Scheme::For { domain: Domain::Elements(entity, array), .. }, .. } => {
                if let Some(part) = part(array, &self.elements) {
                    self.elements.insert(*entity, part);
                }
            }
            _ => {}
        }
    }

    fn changed_actuals(&mut self, a: &Analysis, id: SubprogramId, arguments: &[Expr], effects: &mut Effects) {
        let parameters = a.subprograms[id].parameters.iter();
        for (_, actual) in parameters.zip(arguments).filter(|(parameter, _)| parameter.mode != Mode::In) {
            effects.writes.extend(part(actual, &self.elements));
        }
    }
}
