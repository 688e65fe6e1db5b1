//! How allocated memory is represented. C asks for bytes and uses them as something else; memory held as elements of
//! what it is used as says more about its pointers and its numbers than memory held as bytes.
//!
//! Any choice is right: what the elements do not fit is read as unknown and makes the object unknown when it is
//! written. So this only guesses, from the types of what the program loads and stores through pointers.

use cairn_ir::{ExprId, ExprKind, Layout, Place, PlaceBase, Program, StatementKind, TypeId, TypeKind};
use std::collections::BTreeMap;

/// Types of what pointers are used for, with their sizes, those used most first; bytes not among them.
pub struct Uses {
    types: Vec<(TypeId, u64)>,
}

impl Uses {
    pub fn of(program: &Program, layout: &Layout) -> Self {
        let mut counts: BTreeMap<TypeId, usize> = BTreeMap::new();
        let mut used = |ty: TypeId| *counts.entry(program.types.shape(ty)).or_default() += 1;
        let mut place = |place: &Place| {
            if let PlaceBase::Deref(_, ty) = place.base {
                used(ty);
            }
        };
        for statement in program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|b| &b.statements) {
            match &statement.kind {
                StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => place(target),
                StatementKind::Call { results, .. } => results.iter().for_each(&mut place),
                _ => {}
            }
        }
        for i in 0..program.expr_count() {
            let expr = program.expr(ExprId(i as u32));
            match &expr.kind {
                ExprKind::Load(_) => used(expr.ty),
                ExprKind::Contents(_) => {
                    if let TypeKind::Array { element, .. } = program.types.kind(expr.ty) {
                        used(*element);
                    }
                }
                ExprKind::AddressOf(Place { base: PlaceBase::Deref(_, ty), .. }) => used(*ty),
                _ => {}
            }
        }
        let mut types: Vec<(TypeId, u64)> = counts.keys().filter_map(|ty| Some((*ty, layout.size(*ty)?))).collect();
        types.retain(|(_, size)| *size > 1);
        types.sort_by_key(|(ty, _)| (std::cmp::Reverse(counts[ty]), *ty));
        Self { types }
    }
    /// What to hold so many bytes (if that is known) as; none for bytes.
    pub fn element(&self, program: &Program, bytes: Option<u64>) -> Option<TypeId> {
        let is_record = |ty: TypeId| matches!(program.types.kind(ty), TypeKind::Record(_));
        let exact = self.types.iter().find(|(ty, size)| is_record(*ty) && Some(*size) == bytes);
        let fits = |size: u64| bytes.is_none_or(|bytes| bytes % size == 0);
        let scalar = self.types.iter().find(|(ty, size)| !is_record(*ty) && fits(*size));
        exact.or(scalar).map(|(ty, _)| *ty)
    }
}
