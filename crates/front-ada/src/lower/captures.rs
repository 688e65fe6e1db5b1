//! Which variables of enclosing subprograms each nested subprogram uses, itself or through what it calls.
//!
//! Such variables are passed to it and back. A least fixed point over the call graph.

use super::visit::{self, Met};
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, EntityKind, Meaning, ObjectRole, SubprogramId};
use crate::sema::tree::{Expr, ExprKind, Item};
use crate::sema::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) fn captures(a: &Analysis) -> FxHashMap<SubprogramId, Rc<Vec<EntityId>>> {
    let mut used: Vec<BTreeSet<EntityId>> = Vec::new();
    let mut calls: Vec<Vec<SubprogramId>> = Vec::new();
    let mut bounds = Bounds::default();
    for (_, subprogram) in a.subprograms.iter() {
        let (mut mine, mut callees) = (BTreeSet::new(), Vec::new());
        for ty in subprogram.parameters.iter().map(|p| p.ty).chain(subprogram.result) {
            bounds.note(a, ty, &mut mine, &mut callees);
        }
        {
            let mut visit = |met: Met<'_>| match met {
                Met::Call(id) => callees.push(id),
                Met::Expression(e) => note(a, e, &mut bounds, &mut mine, &mut callees),
                Met::Declarations(list) => list.iter().for_each(|item| {
                    if let Item::Object { entity, .. } = item
                        && let EntityKind::Object(object) = &a.entities[*entity].kind
                    {
                        bounds.note(a, object.ty, &mut mine, &mut callees);
                    }
                }),
                Met::Statement(_) => {}
            };
            match &subprogram.meaning {
                Meaning::Body(body) => visit::body(body, &mut visit),
                Meaning::Renames(target) => visit(Met::Call(*target)),
                _ => {}
            }
            let contract = &subprogram.contract;
            for clause in contract.pre.iter().chain(&contract.post).chain(&contract.refined_post) {
                visit::expression(&clause.condition, &mut visit);
            }
            contract.variant.iter().for_each(|(_, measure)| visit::expression(measure, &mut visit));
            for (guard, consequence) in &contract.cases {
                if let Some(guard) = guard {
                    visit::expression(&guard.condition, &mut visit);
                }
                visit::expression(&consequence.condition, &mut visit);
            }
        }
        used.push(mine);
        calls.push(callees);
    }
    let outside = |entity: EntityId, id: SubprogramId| match a.entities[entity].owner {
        None => false,
        Some(owner) => owner != id,
    };
    for (id, _) in a.subprograms.iter() {
        used[id.0 as usize].retain(|&e| outside(e, id));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (id, _) in a.subprograms.iter() {
            for callee in calls[id.0 as usize].clone() {
                let more: Vec<EntityId> = used[callee.0 as usize]
                    .iter()
                    .copied()
                    .filter(|&e| outside(e, id) && !used[id.0 as usize].contains(&e))
                    .collect();
                changed |= !more.is_empty();
                used[id.0 as usize].extend(more);
            }
        }
    }
    a.subprograms.iter().map(|(id, _)| (id, Rc::new(used[id.0 as usize].iter().copied().collect()))).collect()
}

/// Notes the object an expression names, and what its subtype depends on.
fn note(a: &Analysis, e: &Expr, bounds: &mut Bounds, out: &mut BTreeSet<EntityId>, callees: &mut Vec<SubprogramId>) {
    bounds.note(a, e.ty, out, callees);
    if let ExprKind::Object(entity) = e.kind
        && let EntityKind::Object(object) = &a.entities[entity].kind
        && object.value.is_none()
    {
        out.insert(entity);
    }
}

/// What a type depends on: the objects its bounds are, and the objects and functions its predicates and invariants
/// name; those of components included.
#[derive(Default)]
struct Bounds(FxHashMap<TypeId, Rc<Needed>>);

#[derive(Default)]
struct Needed {
    objects: BTreeSet<EntityId>,
    calls: Vec<SubprogramId>,
}

impl Bounds {
    fn note(&mut self, a: &Analysis, ty: TypeId, out: &mut BTreeSet<EntityId>, callees: &mut Vec<SubprogramId>) {
        let needed = self.of(a, ty);
        out.extend(needed.objects.iter());
        callees.extend(needed.calls.iter());
    }

    fn of(&mut self, a: &Analysis, ty: TypeId) -> Rc<Needed> {
        if let Some(known) = self.0.get(&ty) {
            return Rc::clone(known);
        }
        let (mut found, mut seen, mut work) = (Needed::default(), BTreeSet::new(), vec![ty]);
        while let Some(ty) = work.pop() {
            if !seen.insert(ty) {
                continue;
            }
            let own = &a.types[ty];
            for range in own.range.iter().chain(own.bounds.iter().flatten()) {
                for bound in [&range.low, &range.high] {
                    if let ExprKind::Object(entity) = bound.kind {
                        found.objects.insert(entity);
                    }
                }
            }
            let root = &a.types[a.root(ty)];
            for predicate in own.predicates.iter().chain(&root.invariants).chain(&root.initial_conditions) {
                condition_needs(a, &predicate.condition, &mut found);
            }
            match a.kind(ty) {
                TypeKind::Array { component, .. } => work.push(*component),
                TypeKind::Record { components, .. } => work.extend(components.iter().map(|c| c.ty)),
                _ => {}
            }
        }
        let found = Rc::new(found);
        self.0.insert(ty, Rc::clone(&found));
        found
    }
}

/// What the condition of a type names beside the value it is about.
fn condition_needs(a: &Analysis, condition: &Expr, found: &mut Needed) {
    visit::expression(condition, &mut |met| match met {
        Met::Call(id) => found.calls.push(id),
        Met::Expression(e) => {
            if let ExprKind::Object(entity) = e.kind
                && let EntityKind::Object(object) = &a.entities[entity].kind
                && object.value.is_none()
                && matches!(object.role, ObjectRole::Variable | ObjectRole::Constant | ObjectRole::Parameter(_))
            {
                found.objects.insert(entity);
            }
        }
        Met::Declarations(_) | Met::Statement(_) => {}
    });
}
