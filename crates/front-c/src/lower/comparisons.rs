//! What two evaluations of the same comparison may tell: of pointers whose object is gone, of string literals that may
//! share their storage, and of functions that compare the elements of an array.

use super::{Lower, Lowerer, Refusal, visit};
use crate::sema::tree::StringId;
use crate::types::TypeKind;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, ExprId, ExprKind, Unary, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// More places where literals may coincide than this, and more literals, are not told apart.
const MOST_PLACES: usize = 128;
const MOST_LITERALS: usize = 256;

/// Literals that may share their storage.
#[derive(Debug, Default)]
pub struct SharedLiterals {
    /// Literals with one text each.
    texts: Vec<Vec<StringId>>,
    /// Texts that may overlap: the first begins so many bytes inside the second.
    places: Vec<(usize, usize, u64)>,
}

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
    pub fn is_gone(&mut self, pointer: ExprId) -> Lower<ExprId> {
        let null = self.p.null();
        let number = self.p.binary(Binary::SameObject, pointer, null)?;
        let live = self.p.unary(Unary::PointerIsLive, pointer)?;
        let fine = self.p.binary(Binary::Or, number, live)?;
        self.not(fine)
    }
    /// Whether the pointers point to places of literals that may be one place.
    fn may_share_storage(&mut self, left: ExprId, right: ExprId, span: Span) -> Lower<Vec<ExprId>> {
        let shared = self.shared_literals();
        if shared.places.len() > MOST_PLACES || shared.texts.iter().map(Vec::len).sum::<usize>() > MOST_LITERALS {
            return Err(Refusal::at("comparing addresses where many string literals may share their storage", span));
        }
        let mut conditions = Vec::new();
        if shared.places.is_empty() {
            return Ok(conditions);
        }
        let (left_at, right_at) =
            (self.p.unary(Unary::PointerOffset, left)?, self.p.unary(Unary::PointerOffset, right)?);
        let mut inside = Vec::new();
        for text in &shared.texts {
            inside.push((self.is_in_one_of(left, text)?, self.is_in_one_of(right, text)?));
        }
        for (tail, whole, distance) in shared.places.iter().copied() {
            let ways = [
                (inside[tail].0, inside[whole].1, left_at, right_at),
                (inside[tail].1, inside[whole].0, right_at, left_at),
            ];
            for (in_tail, in_whole, tail_at, whole_at) in ways.into_iter().take(if tail == whole { 1 } else { 2 }) {
                let both = self.p.binary(Binary::And, in_tail, in_whole)?;
                let distance = self.p.int_const(self.p.type_of(tail_at), distance)?;
                let moved = self.p.binary(Binary::Add, tail_at, distance)?;
                let meets = self.p.binary(Binary::Equal, moved, whole_at)?;
                conditions.push(self.p.binary(Binary::And, both, meets)?);
            }
        }
        Ok(conditions)
    }
    /// Whether a pointer points into one of some literals.
    fn is_in_one_of(&mut self, pointer: ExprId, literals: &[StringId]) -> Lower<ExprId> {
        let mut inside = self.p.bool_const(false);
        for (number, literal) in literals.iter().enumerate() {
            let literal = self.string(*literal)?;
            let literal = self.p.address_of(ir::Place::var(literal))?;
            let same = self.p.binary(Binary::SameObject, pointer, literal)?;
            inside = if number == 0 { same } else { self.p.binary(Binary::Or, inside, same)? };
        }
        Ok(inside)
    }
    /// The literals of the program whose address is used and of which one is a tail of the other, or equal.
    fn shared_literals(&mut self) -> Rc<SharedLiterals> {
        if let Some(known) = &self.shared_strings {
            return Rc::clone(known);
        }
        let mut texts: BTreeMap<(u64, &[u32]), Vec<StringId>> = BTreeMap::new();
        for id in visit::kept_strings(self.c) {
            let literal = &self.c.strings[id];
            texts.entry((self.stride_of_units(id), &literal.units)).or_default().push(id);
        }
        let keys: Vec<(u64, &[u32])> = texts.keys().copied().collect();
        let mut found = SharedLiterals::default();
        let mut numbers: Vec<Option<usize>> = vec![None; keys.len()];
        let mut number = |at: usize, found: &mut SharedLiterals| {
            *numbers[at].get_or_insert_with(|| {
                found.texts.push(texts[&keys[at]].clone());
                found.texts.len() - 1
            })
        };
        for (n, (unit, tail)) in keys.iter().enumerate() {
            if texts[&keys[n]].len() > 1 {
                let own = number(n, &mut found);
                found.places.push((own, own, 0));
            }
            for (m, (other, whole)) in keys.iter().enumerate() {
                if m != n && unit == other && whole.ends_with(tail) {
                    let (tail_at, whole_at) = (number(n, &mut found), number(m, &mut found));
                    found.places.push((tail_at, whole_at, unit * (whole.len() - tail.len()) as u64));
                }
            }
        }
        let found = Rc::new(found);
        self.shared_strings = Some(Rc::clone(&found));
        found
    }
    /// Bytes of a character of a literal.
    fn stride_of_units(&self, id: StringId) -> u64 {
        let literal = &self.c.strings[id];
        self.size(literal.ty).unwrap_or(1) / (literal.units.len() as u64).max(1)
    }
}
