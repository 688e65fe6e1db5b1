//! Which variables of enclosing subprograms each nested subprogram uses, itself or through what it calls.
//!
//! Such variables are passed to it and back. A least fixed point over the call graph.

use super::visit::{self, Met};
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, EntityKind, Meaning, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
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
        {
            let mut visit = |met: Met<'_>| match met {
                Met::Call(id) => callees.push(id),
                Met::Expression(e) => note(a, e, &mut bounds, &mut mine),
                Met::Declarations(_) => {}
            };
            match &subprogram.meaning {
                Meaning::Body(body) => visit::body(body, &mut visit),
                Meaning::Renames(target) => visit(Met::Call(*target)),
                _ => {}
            }
            let contract = &subprogram.contract;
            for clause in contract.pre.iter().chain(&contract.post) {
                visit::expression(&clause.condition, &mut visit);
            }
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

/// Notes the object an expression names, and those its subtype depends on.
fn note(a: &Analysis, e: &Expr, bounds: &mut Bounds, out: &mut BTreeSet<EntityId>) {
    out.extend(bounds.of(a, e.ty).iter());
    if let ExprKind::Object(entity) = e.kind
        && let EntityKind::Object(object) = &a.entities[entity].kind
        && object.value.is_none()
    {
        out.insert(entity);
    }
}

/// The objects that bounds of types are, those of components included.
#[derive(Default)]
struct Bounds(FxHashMap<TypeId, Rc<[EntityId]>>);

impl Bounds {
    fn of(&mut self, a: &Analysis, ty: TypeId) -> Rc<[EntityId]> {
        if let Some(known) = self.0.get(&ty) {
            return Rc::clone(known);
        }
        let (mut found, mut seen, mut work) = (BTreeSet::new(), BTreeSet::new(), vec![ty]);
        while let Some(ty) = work.pop() {
            if !seen.insert(ty) {
                continue;
            }
            let own = &a.types[ty];
            for range in own.range.iter().chain(own.bounds.iter().flatten()) {
                for bound in [&range.low, &range.high] {
                    if let ExprKind::Object(entity) = bound.kind {
                        found.insert(entity);
                    }
                }
            }
            match a.kind(ty) {
                TypeKind::Array { component, .. } => work.push(*component),
                TypeKind::Record { components, .. } => work.extend(components.iter().map(|c| c.ty)),
                _ => {}
            }
        }
        let found: Rc<[EntityId]> = found.into_iter().collect();
        self.0.insert(ty, Rc::clone(&found));
        found
    }
}
