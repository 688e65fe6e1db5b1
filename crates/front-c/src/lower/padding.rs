//! Bytes and bits of structures that belong to no member.
//!
//! Nobody sees them in most programs, and there they have no place in the program form. Where pointers to such
//! structures become pointers to something else, they are hidden components of the structure
//! ([`ir::layout::padding`]): arbitrary in objects that live in a block, initialised or not (C17 6.2.6.1p6), zero in
//! static ones and in parts that an initialiser does not mention (6.7.9p10, p21), copied and kept like members.

use super::types::Slot;
use super::{Lower, Lowerer};
use crate::sema::tree::{Callee, CastKind, Expr, ExprKind, Lvalue, LvalueKind, Program};
use crate::types::{Qualified, RecordId, RecordKind, TypeId, TypeKind, Types};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{ExprId, Value};
use rustc_hash::FxHashSet;

/// Functions whose result is new memory.
const ALLOCATORS: [&str; 6] = ["malloc", "calloc", "aligned_alloc", "memalign", "valloc", "alloca"];

/// Whether the program may look at bytes of structures otherwise than by their members.
pub fn is_observed(c: &Program) -> bool {
    let types = &c.types;
    let mut conversions = 0i64;
    let leads = |ty: TypeId| Search { types, seen: FxHashSet::default() }.leads_to_padding(ty);
    let changes = |e: &Expr| match &e.kind {
        ExprKind::Cast(cast, inner) => match cast.kind {
            CastKind::Pointer | CastKind::FunctionPointer => {
                let [from, to] = [inner.ty, e.ty].map(|ty| types.pointee(ty).map(|pointee| pointee.ty));
                from != to && !is_new_memory(c, inner) && (leads(inner.ty) || leads(e.ty))
            }
            CastKind::PointerToInteger => leads(inner.ty),
            CastKind::IntegerToPointer => leads(e.ty),
            _ => false,
        },
        // What lies beside a member is reached from it.
        ExprKind::AddressOf(l) | ExprKind::Decay(l) => is_part_of_gapped(types, l),
        _ => false,
    };
    super::visit::walk_program(c, &mut |e: &Expr| {
        conversions += i64::from(changes(e));
        // What is released is not looked at.
        if let ExprKind::Call { callee: Callee::Direct(function), arguments } = &e.kind
            && &*c.functions[*function].name == "free"
        {
            conversions -= arguments.iter().filter(|argument| changes(argument)).count() as i64;
        }
    });
    conversions > 0 || c.variables.iter().any(|(_, v)| Search { types, seen: FxHashSet::default() }.meets_union(v.ty))
}

/// Whether a place is a member of a structure with padding.
fn is_part_of_gapped(types: &Types, place: &Lvalue) -> bool {
    match &place.kind {
        LvalueKind::Member(record, _) => {
            matches!(types.kind(record.ty.ty), TypeKind::Record(id) if has_gaps(types, *id))
                || is_part_of_gapped(types, record)
        }
        LvalueKind::Index(array, _) => is_part_of_gapped(types, array),
        _ => false,
    }
}

fn is_new_memory(c: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Call { callee: Callee::Direct(function), .. } => ALLOCATORS.contains(&&*c.functions[*function].name),
        ExprKind::Builtin(crate::sema::tree::Builtin::Alloca, _) => true,
        _ => false,
    }
}

/// Whether some bit of a structure belongs to no named member.
fn has_gaps(types: &Types, id: RecordId) -> bool {
    let Some(members) = &types.records[id].members else { return false };
    let bits = |f: &crate::types::Field| match f.bits {
        Some(width) => u64::from(if f.name.is_some() { width } else { 0 }),
        None => types.size_of_qualified(f.ty).unwrap_or(0) * 8,
    };
    members.fields.iter().map(bits).sum::<u64>() < members.size * 8
}

/// A walk through types, which may lead back to themselves.
struct Search<'a> {
    types: &'a Types,
    seen: FxHashSet<TypeId>,
}

impl Search<'_> {
    /// Whether values of the type, or what pointers in them lead to, have padding.
    fn leads_to_padding(&mut self, ty: TypeId) -> bool {
        if !self.seen.insert(ty) {
            return false;
        }
        match self.types.kind(ty).clone() {
            TypeKind::Pointer(to) => self.leads_to_padding(to.ty),
            TypeKind::Array(element, _) => self.leads_to_padding(element.ty),
            TypeKind::Record(id) => {
                let structure = self.types.records[id].kind == RecordKind::Struct;
                structure && has_gaps(self.types, id)
                    || self.types.records[id].fields().iter().any(|f| self.leads_to_padding(f.ty.ty))
            }
            _ => false,
        }
    }
    /// Whether a value of the type, or what pointers in it lead to, has a union with padding in a member.
    fn meets_union(&mut self, ty: Qualified) -> bool {
        if !self.seen.insert(ty.ty) {
            return false;
        }
        match self.types.kind(ty.ty).clone() {
            TypeKind::Pointer(to) => self.meets_union(to),
            TypeKind::Array(element, _) => self.meets_union(element),
            TypeKind::Record(id) => {
                let union = self.types.records[id].kind == RecordKind::Union;
                let fields = self.types.records[id].fields();
                let mut inner = Search { types: self.types, seen: FxHashSet::default() };
                union && fields.iter().any(|f| inner.leads_to_padding(f.ty.ty))
                    || fields.iter().any(|f| self.meets_union(f.ty))
            }
            _ => false,
        }
    }
}

impl Lowerer<'_> {
    /// The hidden components of a structure.
    pub fn padding_of(&mut self, fields: &[ir::Field], size: u64, starts_behind: bool) -> Vec<ir::Field> {
        // Elements of a flexible array member may lie in the padding at the end.
        if !self.padding_is_observed && !starts_behind {
            return Vec::new();
        }
        let target = self.p.target;
        ir::layout::padding(&mut self.p.types, target, fields, size)
    }
    /// A structure in a block before its members are initialised: zero but for what belongs to no member.
    pub fn open_structure(&mut self, id: RecordId, span: Span) -> Lower<ExprId> {
        let shape = self.record(id)?;
        let zero = self.zero_of(shape.ty)?;
        let structure = self.c.types.records[id].kind == RecordKind::Struct;
        if !self.padding_is_observed || self.frame.is_constant || !structure || !has_gaps(&self.c.types, id) {
            return Ok(zero);
        }
        let (ir::TypeKind::Record(record), ir::ExprKind::Const(Value::Record(items))) =
            (self.p.types.kind(shape.ty).clone(), self.p.expr(zero).kind.clone())
        else {
            return Ok(zero);
        };
        let named: Vec<bool> = self.c.types.records[id].fields().iter().map(|f| f.name.is_some()).collect();
        let mut parts = Vec::new();
        for (number, (field, item)) in record.fields.iter().zip(items).enumerate() {
            let in_unit: Vec<_> = shape
                .slots
                .iter()
                .enumerate()
                .filter_map(|(n, slot)| match slot {
                    Slot::Bits { component, bits } if *component as usize == number => Some((named[n], *bits)),
                    _ => None,
                })
                .collect();
            let used: u32 = in_unit.iter().filter(|(named, _)| *named).map(|(_, bits)| bits.width).sum();
            let open = !in_unit.is_empty() && in_unit.iter().any(|(_, bits)| bits.unit > used);
            let part = match field.is_padding() || open {
                false => self.p.constant(item, field.ty)?,
                true => {
                    let mut part = self.arbitrary("padding", field.ty, span, ir::InputRole::Uninitialized);
                    for (_, bits) in in_unit.into_iter().filter(|(named, _)| *named) {
                        let ty = self.p.types.int(bits.width);
                        let none = self.zero_of(ty)?;
                        part = self.with_bits(part, bits, none)?;
                    }
                    part
                }
            };
            parts.push(part);
        }
        Ok(self.p.add_expr(ir::ExprKind::RecordOf(parts), shape.ty, None)?)
    }
}
