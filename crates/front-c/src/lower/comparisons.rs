//! What two evaluations of the same comparison may tell: of pointers whose object is gone, of string literals that may
//! share their storage, and of functions that compare the elements of an array.

use super::{Lower, Lowerer, Refusal, visit};
use crate::sema::tree::StringId;
use crate::types::TypeKind;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, ExprId, ExprKind, Unary, Value};
use std::rc::Rc;

/// More places where literals may coincide than this are not told apart.
const MOST_PLACES: usize = 128;

/// Literals that may overlap: the first begins so many units inside the second.
pub type SharedPlace = (StringId, StringId, u64);

impl Lowerer<'_> {
    /// Whether a function that the program gives to `qsort` or `bsearch` may do something that can be seen later.
    pub fn comparisons_are_seen(&mut self) -> bool {
        let summaries = self.function_summaries();
        self.address_taken.iter().any(|id| {
            let function = &self.c.functions[*id];
            let ty = self.c.types.function_type(function.ty);
            let compares = ty.is_none_or(|ty| {
                let pointers = ty.parameters.iter().all(|p| matches!(self.c.types.kind(*p), TypeKind::Pointer(_)));
                !ty.prototype || (ty.parameters.len() == 2 && pointers && self.c.types.is_integer(ty.result))
            });
            // An empty body stands for one that is put in its place later.
            let is_empty = function.body.as_ref().is_none_or(|body| body.block.statements.is_empty());
            compares && (is_empty || summaries.can_be_seen(*id))
        })
    }

    /// Whether two pointers are equal, where the objects they point into decide that.
    pub fn same_place(&mut self, left: ExprId, right: ExprId, of_characters: bool, span: Span) -> Lower<ExprId> {
        let equal = self.p.binary(Binary::Equal, left, right)?;
        if self.frame.is_constant
            || self.is_fixed(left) && self.is_fixed(right)
            || self.is_null(left)
            || self.is_null(right)
        {
            return Ok(equal);
        }
        let (left, right) = (self.keep("left", left, span), self.keep("right", right, span));
        let mut open = Vec::new();
        for side in [left, right] {
            if !self.is_fixed(side) {
                open.push(self.is_gone(side)?);
            }
        }
        if of_characters {
            open.extend(self.may_share_storage(left, right, span)?);
        }
        let Some(first) = open.first().copied() else { return Ok(equal) };
        let mut either = first;
        for other in &open[1..] {
            either = self.p.binary(Binary::Or, either, *other)?;
        }
        for side in [left, right] {
            // Null is no address of an object, whether it lives or not.
            let null = self.p.null();
            let points = self.p.binary(Binary::NotEqual, side, null)?;
            either = self.p.binary(Binary::And, either, points)?;
        }
        let same = self.p.binary(Binary::SameObject, left, right)?;
        let other = self.not(same)?;
        either = self.p.binary(Binary::And, either, other)?;
        let truth = self.p.types.bool();
        let chance = self.arbitrary("equal", truth, span, "whether two objects share their place");
        let chance = self.p.binary(Binary::And, either, chance)?;
        let equal = self.p.binary(Binary::Equal, left, right)?;
        Ok(self.p.binary(Binary::Or, equal, chance)?)
    }
    /// An address that needs no life to be known.
    fn is_fixed(&self, e: ExprId) -> bool {
        matches!(&self.p.expr(e).kind, ExprKind::Const(_))
    }
    fn is_null(&self, e: ExprId) -> bool {
        matches!(&self.p.expr(e).kind, ExprKind::Const(Value::Pointer(p)) if p.is_null())
    }
    /// It points into an object whose life is over: another object may lie in its place now.
    fn is_gone(&mut self, pointer: ExprId) -> Lower<ExprId> {
        let null = self.p.null();
        let number = self.p.binary(Binary::SameObject, pointer, null)?;
        let live = self.p.unary(Unary::PointerIsLive, pointer)?;
        let fine = self.p.binary(Binary::Or, number, live)?;
        self.not(fine)
    }
    /// Whether the pointers point to places of literals that may be one place.
    fn may_share_storage(&mut self, left: ExprId, right: ExprId, span: Span) -> Lower<Vec<ExprId>> {
        let shared = self.shared_literals();
        if shared.len() > MOST_PLACES {
            return Err(Refusal::at("comparing addresses where many string literals may share their storage", span));
        }
        let mut conditions = Vec::new();
        let (left_at, right_at) =
            (self.p.unary(Unary::PointerOffset, left)?, self.p.unary(Unary::PointerOffset, right)?);
        for (tail, whole, distance) in shared.iter().copied() {
            let (tail, whole) = (self.string(tail)?, self.string(whole)?);
            let tail = self.p.address_of(ir::Place::var(tail))?;
            let whole = self.p.address_of(ir::Place::var(whole))?;
            for ((a, a_at), (b, b_at)) in [((left, left_at), (right, right_at)), ((right, right_at), (left, left_at))] {
                let in_tail = self.p.binary(Binary::SameObject, a, tail)?;
                let in_whole = self.p.binary(Binary::SameObject, b, whole)?;
                let both = self.p.binary(Binary::And, in_tail, in_whole)?;
                let distance = self.p.int_const(self.p.type_of(a_at), distance)?;
                let moved = self.p.binary(Binary::Add, a_at, distance)?;
                let meets = self.p.binary(Binary::Equal, moved, b_at)?;
                conditions.push(self.p.binary(Binary::And, both, meets)?);
            }
        }
        Ok(conditions)
    }
    /// The literals of the program whose address is used and of which one is a tail of the other.
    fn shared_literals(&mut self) -> Rc<[SharedPlace]> {
        if let Some(known) = &self.shared_strings {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let used = visit::kept_strings(self.c);
        for (n, a) in used.iter().enumerate() {
            for b in &used[n + 1..] {
                let (x, y) = (&self.c.strings[*a], &self.c.strings[*b]);
                if x.ty == y.ty || self.stride_of_units(*a) == self.stride_of_units(*b) {
                    let unit = self.stride_of_units(*a);
                    if y.units.ends_with(&x.units) {
                        found.push((*a, *b, unit * (y.units.len() - x.units.len()) as u64));
                    } else if x.units.ends_with(&y.units) {
                        found.push((*b, *a, unit * (x.units.len() - y.units.len()) as u64));
                    }
                }
            }
        }
        let found: Rc<[SharedPlace]> = found.into();
        self.shared_strings = Some(Rc::clone(&found));
        found
    }
    /// Bytes of a character of a literal.
    fn stride_of_units(&self, id: StringId) -> u64 {
        let literal = &self.c.strings[id];
        self.size(literal.ty).unwrap_or(1) / (literal.units.len() as u64).max(1)
    }
}
