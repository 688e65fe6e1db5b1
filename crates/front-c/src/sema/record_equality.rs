//! `==` and `!=` of structures, which C does not have and the harnesses of CBMC use: member by member.
//!
//! In: two structures of one type. Out: a condition over their members. Deliberately absent: what has no members that can be
//! compared one by one (unions, floats, whose bits CBMC compares, and long arrays), and operands with side effects: these
//! are unsupported where they stand.

use super::Analyzer;
use super::tree::{Comparison, Expr, ExprKind, Lvalue, LvalueKind};
use crate::codes;
use crate::types::{ArrayLength, Qualified, RecordKind, TypeId, TypeKind};
use cairn_base::Span;

/// Conditions over more parts than this are not made.
const MOST_PARTS: usize = 256;

/// Corresponding parts of two structures that are compared.
type Parts = Vec<(Lvalue, Lvalue)>;

impl Analyzer<'_> {
    /// None if these are not structures of one type, or the comparison is one of order.
    pub(super) fn compare_records(
        &mut self,
        comparison: Comparison,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let types = &self.program.types;
        let equal = match comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return None,
        };
        let is_record = matches!(types.kind(left.ty), TypeKind::Record(_));
        if !is_record || !types.compatible(left.ty, right.ty) {
            return None;
        }
        let message = "C does not compare structures: their members are compared one by one, as CBMC does";
        self.warn(codes::RECORD_EQUALITY, span, message);
        let int = self.types().int();
        let (Some(a), Some(b)) = (object(left), object(right)) else {
            return Some(self.unsupported(int, span, "comparing structures that have to be computed first"));
        };
        let mut parts = Parts::new();
        if let Err(what) = self.add_parts(a.clone(), b.clone(), &mut parts) {
            return Some(self.unsupported(int, span, format!("comparing structures with {what}")));
        }
        let mut all = self.int_constant(1, span);
        for (a, b) in parts {
            let (a, b) = (load(a, span), load(b, span));
            let same = self.compare(Comparison::Equal, a, b, span);
            all = Expr { kind: ExprKind::And(Box::new(all), Box::new(same)), ty: int, span };
        }
        Some(if equal { all } else { Expr { kind: ExprKind::Not(Box::new(all)), ty: int, span } })
    }
    fn add_parts(&mut self, a: Lvalue, b: Lvalue, parts: &mut Parts) -> Result<(), &'static str> {
        if parts.len() >= MOST_PARTS {
            return Err("so many parts");
        }
        match self.program.types.kind(a.ty.ty).clone() {
            TypeKind::Record(id) if self.program.types.records[id].kind == RecordKind::Union => Err("unions"),
            TypeKind::Record(_) => {
                let members = self.program.types.members(a.ty.ty).map(|m| m.fields.clone()).unwrap_or_default();
                // Bits without a name are no part of the value.
                let is_part = |bits: Option<u32>, named: bool| bits.is_none() || named;
                for (number, field) in members.iter().enumerate().filter(|(_, f)| is_part(f.bits, f.name.is_some())) {
                    let kind = |of: &Lvalue| LvalueKind::Member(Box::new(of.clone()), number);
                    self.add_parts(part(kind(&a), field.ty, &a), part(kind(&b), field.ty, &b), parts)?;
                }
                Ok(())
            }
            TypeKind::Array(element, ArrayLength::Known(count)) if count <= MOST_PARTS as u64 => {
                for number in 0..count {
                    let mut kind = |of: &Lvalue| {
                        let size = self.types().size_type();
                        let index = self.integer_constant(number, size, of.span);
                        LvalueKind::Index(Box::new(of.clone()), Box::new(index))
                    };
                    let (left, right) = (kind(&a), kind(&b));
                    self.add_parts(part(left, element, &a), part(right, element, &b), parts)?;
                }
                Ok(())
            }
            TypeKind::Array(..) => Err("arrays that are long or of no fixed length"),
            _ if self.is_compared_by_value(a.ty.ty) => {
                parts.push((a, b));
                Ok(())
            }
            _ => Err("members that are no integers or pointers"),
        }
    }
    fn is_compared_by_value(&self, ty: TypeId) -> bool {
        self.program.types.is_integer(ty) || self.program.types.is_pointer(ty)
    }
}

fn part(kind: LvalueKind, ty: Qualified, of: &Lvalue) -> Lvalue {
    Lvalue { kind, ty, span: of.span }
}

fn load(l: Lvalue, span: Span) -> Expr {
    let ty = l.ty.ty;
    Expr { kind: ExprKind::Load(Box::new(l)), ty, span }
}

/// The object that a value is read from, if reading it again for every member is the same.
fn object(e: &Expr) -> Option<&Lvalue> {
    match &e.kind {
        ExprKind::Load(l) if is_steady(l) => Some(l),
        _ => None,
    }
}

fn is_steady(l: &Lvalue) -> bool {
    !l.ty.qualifiers.volatile
        && match &l.kind {
            LvalueKind::Variable(_) => true,
            LvalueKind::Deref(pointer) => is_steady_value(pointer),
            LvalueKind::Index(array, index) => is_steady(array) && is_steady_value(index),
            LvalueKind::Member(record, _) => is_steady(record),
            _ => false,
        }
}

fn is_steady_value(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) => is_steady(l),
        ExprKind::Cast(_, inner) => is_steady_value(inner),
        ExprKind::Binary(_, a, b) => is_steady_value(a) && is_steady_value(b),
        ExprKind::PointerAdd { pointer, index, .. } => is_steady_value(pointer) && is_steady_value(index),
        _ => false,
    }
}
