//! Expressions to terms: a value is the list of its leaves ([`shape`](super::shape)).

use super::execute::{Encoder, State};
use super::{Refused, refuse};
use crate::scalars;
use cairn_ir::{
    ArrayValue, Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Projection, Sign, TypeId, TypeKind, Value,
};
use cairn_term::integers::Exact;
use cairn_term::{BvValue, Op, TermId};
use num_bigint::BigInt;

pub(super) type Leaves = Vec<TermId>;
type Made<T> = Result<T, Refused>;

/// Arrays of more elements are not compared.
const MOST_COMPARED: u64 = 1024;

fn known(term: Option<TermId>) -> Made<TermId> {
    term.ok_or_else(|| Refused("pointers have no Horn clauses".into()))
}

impl Encoder<'_> {
    pub fn scalar(&mut self, state: &State, expr: ExprId) -> Made<TermId> {
        match self.eval(state, expr)?[..] {
            [term] => Ok(term),
            _ => refuse("a value that is no scalar where one is needed"),
        }
    }

    pub fn eval(&mut self, state: &State, expr: ExprId) -> Made<Leaves> {
        let program = self.program;
        let node = program.expr(expr);
        let ty = node.ty;
        Ok(match &node.kind {
            ExprKind::Const(value) => self.constant(value, ty)?,
            ExprKind::Var(var) => self.read(state, *var)?,
            ExprKind::Unary(op, a) => {
                let a = self.scalar(state, *a)?;
                vec![known(scalars::unary(&mut self.terms, *op, a))?]
            }
            ExprKind::Binary(op, a, b) => vec![self.binary(state, *op, *a, *b)?],
            ExprKind::FusedMultiplyAdd(rounding, [a, b, c]) => {
                let (a, b, c) = (self.scalar(state, *a)?, self.scalar(state, *b)?, self.scalar(state, *c)?);
                let mode = scalars::rounding(&mut self.terms, *rounding);
                vec![self.terms.fp_fma(mode, a, b, c)]
            }
            ExprKind::Convert(Convert::Retype, a) => self.eval(state, *a)?,
            ExprKind::Convert(op, a) => {
                let a = self.scalar(state, *a)?;
                vec![known(scalars::convert(&mut self.terms, *op, a, program.types.kind(ty)))?]
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.scalar(state, *condition)?;
                let (a, b) = (self.eval(state, *then)?, self.eval(state, *otherwise)?);
                self.choose(condition, &a, &b)
            }
            ExprKind::Index(array, index) => {
                let array_type = program.type_of(*array);
                let (array, index) = (self.eval(state, *array)?, self.scalar(state, *index)?);
                self.select(state, &array, array_type, index)?
            }
            ExprKind::Update(array, index, value) => {
                let array = self.eval(state, *array)?;
                let (index, value) = (self.scalar(state, *index)?, self.eval(state, *value)?);
                self.store(state, &array, ty, index, &value)?
            }
            ExprKind::Field(record, n) => {
                let (record, range) = (self.eval(state, *record)?, self.field_range(program.type_of(*record), *n)?);
                record[range].to_vec()
            }
            ExprKind::WithField(record, n, value) => {
                let (mut record, value) = (self.eval(state, *record)?, self.eval(state, *value)?);
                record.splice(self.field_range(ty, *n)?, value);
                record
            }
            ExprKind::RecordOf(items) => {
                let items = items.iter().map(|item| self.eval(state, *item));
                items.collect::<Made<Vec<Leaves>>>()?.concat()
            }
            ExprKind::ArrayFill(item) => {
                let item = self.eval(state, *item)?;
                self.filled(&item, ty)?
            }
            ExprKind::ArrayOf(items) => {
                let items = items.iter().map(|item| self.eval(state, *item)).collect::<Made<Vec<Leaves>>>()?;
                self.array_of(items, ty)?
            }
            ExprKind::Forall(..) | ExprKind::Exists(..) => return refuse("quantifiers have no Horn clauses"),
            ExprKind::Member(..) | ExprKind::WithMember(..) => return refuse("unions have no Horn clauses"),
            ExprKind::Old(_) => return refuse("old values have no Horn clauses"),
            ExprKind::Apply(..) => return refuse("logic functions have no Horn clauses"),
            ExprKind::AddressOf(_) | ExprKind::ProcedureAddress(_) | ExprKind::Load(_) | ExprKind::Contents(_) => {
                return refuse("pointers have no Horn clauses");
            }
        })
    }

    // ---- constants ----

    fn constant(&mut self, value: &Value, ty: TypeId) -> Made<Leaves> {
        match (value, self.program.types.kind(ty).clone()) {
            (Value::Record(items), TypeKind::Record(record)) => {
                let items = items.iter().zip(&record.fields).map(|(item, field)| self.constant(item, field.ty));
                Ok(items.collect::<Made<Vec<Leaves>>>()?.concat())
            }
            (Value::Array(ArrayValue::Dense(items)), TypeKind::Array { element, .. }) => {
                let items = items.iter().map(|item| self.constant(item, element)).collect::<Made<Vec<Leaves>>>()?;
                self.array_of(items, ty)
            }
            (Value::Array(ArrayValue::Sparse { default, entries }), TypeKind::Array { element, .. }) => {
                let default = self.constant(default, element)?;
                let mut array = self.filled(&default, ty)?;
                for (index, value) in entries {
                    let (index, value) = (self.index_constant(ty, index)?, self.constant(value, element)?);
                    array = self.store(&State::default(), &array, ty, index, &value)?;
                }
                Ok(array)
            }
            _ => Ok(vec![known(scalars::constant(&mut self.terms, value))?]),
        }
    }

    pub fn zero(&mut self, ty: TypeId) -> Made<Leaves> {
        match self.program.types.kind(ty).clone() {
            TypeKind::Record(record) => {
                let items = record.fields.iter().map(|field| self.zero(field.ty));
                Ok(items.collect::<Made<Vec<Leaves>>>()?.concat())
            }
            TypeKind::Array { element, .. } => {
                let zero = self.zero(element)?;
                self.filled(&zero, ty)
            }
            scalar => Ok(vec![known(scalars::zero(&mut self.terms, &scalar))?]),
        }
    }

    // ---- operators ----

    fn binary(&mut self, state: &State, op: Binary, a: ExprId, b: ExprId) -> Made<TermId> {
        let ty = self.program.type_of(a);
        if matches!(op, Binary::Equal | Binary::NotEqual) {
            let (x, y) = (self.eval(state, a)?, self.eval(state, b)?);
            let equal = self.equal(&x, &y, ty)?;
            return Ok(if op == Binary::Equal { equal } else { self.terms.not(equal) });
        }
        let (x, y) = (self.scalar(state, a)?, self.scalar(state, b)?);
        let plain = known(scalars::binary(&mut self.terms, op, x, y))?;
        Ok(self.exact(state, op, x, y).filter(|_| !self.terms.is_constant(plain)).unwrap_or(plain))
    }

    /// A symbol for a sum, difference or product that is known not to wrap here: a check before it says so. It is
    /// only used where that holds, so its image over integers needs no correction.
    fn exact(&mut self, state: &State, op: Binary, x: TermId, y: TermId) -> Option<TermId> {
        let (term_op, overflows): (Op, fn(Sign) -> Binary) = match op {
            Binary::Add => (Op::BvAdd, Binary::AddOverflows),
            Binary::Subtract => (Op::BvSub, Binary::SubtractOverflows),
            Binary::Multiply => (Op::BvMul, Binary::MultiplyOverflows),
            _ => return None,
        };
        for sign in [Sign::Signed, Sign::Unsigned] {
            let overflow = scalars::binary(&mut self.terms, overflows(sign), x, y)?;
            let fits = self.terms.not(overflow);
            if state.facts.contains(&fits) {
                let exact = Exact::Result { op: term_op, operands: [x, y], is_signed: sign == Sign::Signed };
                let plain = scalars::binary(&mut self.terms, op, x, y)?;
                return Some(self.exact_symbol(exact, plain));
            }
        }
        None
    }

    pub fn choose(&mut self, condition: TermId, a: &[TermId], b: &[TermId]) -> Leaves {
        a.iter().zip(b).map(|(a, b)| self.terms.ite(condition, *a, *b)).collect()
    }

    fn equal(&mut self, a: &[TermId], b: &[TermId], ty: TypeId) -> Made<TermId> {
        match self.program.types.kind(ty).clone() {
            TypeKind::Record(record) => {
                let mut all = self.terms.tt();
                for (n, field) in record.fields.iter().enumerate() {
                    let range = self.field_range(ty, n as u32)?;
                    let same = self.equal(&a[range.clone()], &b[range], field.ty)?;
                    all = self.terms.and(all, same);
                }
                Ok(all)
            }
            TypeKind::Array { element, length, .. } => {
                let Some(length) = length.filter(|length| *length <= MOST_COMPARED) else {
                    return refuse("comparisons of long arrays have no Horn clauses");
                };
                let mut all = self.terms.tt();
                for i in 0..length {
                    let index = self.index_constant(ty, &BigInt::from(i))?;
                    let (x, y) = (self.element(a, ty, index)?, self.element(b, ty, index)?);
                    let same = self.equal(&x, &y, element)?;
                    all = self.terms.and(all, same);
                }
                Ok(all)
            }
            _ => Ok(self.terms.eq(a[0], b[0])),
        }
    }

    // ---- records and arrays ----

    fn field_range(&mut self, record: TypeId, n: u32) -> Made<std::ops::Range<usize>> {
        let TypeKind::Record(fields) = self.program.types.kind(record).clone() else {
            return refuse("unions have no Horn clauses");
        };
        let mut start = 0;
        for field in &fields.fields[..n as usize] {
            start += self.shapes.leaves(&mut self.terms, field.ty)?.len();
        }
        Ok(start..start + self.shapes.leaves(&mut self.terms, fields.fields[n as usize].ty)?.len())
    }

    fn array_parts(&self, ty: TypeId) -> Made<(TypeId, TypeId, Option<u64>)> {
        match *self.program.types.kind(ty) {
            TypeKind::Array { index, element, length } => Ok((index, element, length)),
            _ => refuse("an index into something that is no array"),
        }
    }

    fn index_constant(&mut self, array: TypeId, index: &BigInt) -> Made<TermId> {
        let (index_type, ..) = self.array_parts(array)?;
        Ok(match *self.program.types.kind(index_type) {
            TypeKind::Int(width) => self.terms.bv(BvValue::from_bigint(width, index)),
            _ => self.terms.int_const(index.clone()),
        })
    }

    fn filled(&mut self, item: &[TermId], ty: TypeId) -> Made<Leaves> {
        let (_, _, length) = self.array_parts(ty)?;
        if self.shapes.is_expanded(&mut self.terms, ty) {
            return Ok(item.repeat(length.unwrap_or(0) as usize));
        }
        let leaves = self.shapes.leaves(&mut self.terms, ty)?;
        Ok(leaves.iter().zip(item).map(|(leaf, item)| self.terms.const_array(leaf.sort, *item)).collect())
    }

    fn array_of(&mut self, items: Vec<Leaves>, ty: TypeId) -> Made<Leaves> {
        if self.shapes.is_expanded(&mut self.terms, ty) {
            return Ok(items.concat());
        }
        let mut array = self.zero(ty)?;
        for (i, item) in items.iter().enumerate() {
            let index = self.index_constant(ty, &BigInt::from(i))?;
            array = self.store(&State::default(), &array, ty, index, item)?;
        }
        Ok(array)
    }

    /// Whether an index exists, unless that is known.
    fn outside(&mut self, state: &State, ty: TypeId, index: TermId) -> Made<Option<TermId>> {
        let (index_type, _, length) = self.array_parts(ty)?;
        let Some(length) = length else { return Ok(None) };
        let exists = match *self.program.types.kind(index_type) {
            TypeKind::Int(width) if width < 64 && length >= 1 << width => return Ok(None),
            TypeKind::Int(width) => {
                let length = self.terms.bv_u64(width, length);
                self.terms.bv_ult(index, length)
            }
            _ => {
                let (zero, length) = (self.terms.int_i64(0), self.terms.int_const(length.into()));
                let (low, high) = (self.terms.le(zero, index), self.terms.lt(index, length));
                self.terms.and(low, high)
            }
        };
        let is_known = self.terms.as_bool_const(exists) == Some(true) || state.facts.contains(&exists);
        Ok((!is_known).then(|| self.terms.not(exists)))
    }

    /// The index, for use where it exists.
    fn existing(&mut self, ty: TypeId, index: TermId) -> Made<TermId> {
        let (index_type, _, length) = self.array_parts(ty)?;
        let (TypeKind::Int(width), Some(limit)) = (self.program.types.kind(index_type), length) else {
            return Ok(index);
        };
        let is_small = *width > 64 || limit <= 1 << (width - 1);
        if self.terms.is_constant(index) || limit == 0 || !is_small {
            return Ok(index);
        }
        Ok(self.exact_symbol(Exact::Below { of: [index], limit }, index))
    }

    /// Reading where nothing exists gives zero.
    fn select(&mut self, state: &State, array: &[TermId], ty: TypeId, index: TermId) -> Made<Leaves> {
        let value = self.element(array, ty, index)?;
        let (_, element, _) = self.array_parts(ty)?;
        match self.outside(state, ty, index)? {
            None => Ok(value),
            Some(outside) => {
                let zero = self.zero(element)?;
                Ok(self.choose(outside, &zero, &value))
            }
        }
    }

    /// The element at an index that exists.
    fn element(&mut self, array: &[TermId], ty: TypeId, index: TermId) -> Made<Leaves> {
        let (_, element, length) = self.array_parts(ty)?;
        if !self.shapes.is_expanded(&mut self.terms, ty) {
            let index = self.existing(ty, index)?;
            return Ok(array.iter().map(|column| self.terms.select(*column, index)).collect());
        }
        let parts = self.shapes.leaves(&mut self.terms, element)?.len();
        let length = length.unwrap_or(0) as usize;
        let mut value = array[(length - 1) * parts..].to_vec();
        for i in (0..length - 1).rev() {
            let here = self.index_constant(ty, &BigInt::from(i))?;
            let here = self.terms.eq(index, here);
            value = self.choose(here, &array[i * parts..(i + 1) * parts], &value);
        }
        Ok(value)
    }

    /// Writing where nothing exists changes nothing.
    fn store(&mut self, state: &State, array: &[TermId], ty: TypeId, index: TermId, value: &[TermId]) -> Made<Leaves> {
        if self.shapes.is_expanded(&mut self.terms, ty) {
            let parts = value.len();
            let mut changed = Vec::with_capacity(array.len());
            for (i, old) in array.chunks(parts.max(1)).enumerate() {
                let here = self.index_constant(ty, &BigInt::from(i))?;
                let here = self.terms.eq(index, here);
                changed.extend(self.choose(here, value, old));
            }
            return Ok(changed);
        }
        let place = self.existing(ty, index)?;
        let stored: Leaves =
            array.iter().zip(value).map(|(column, item)| self.terms.store(*column, place, *item)).collect();
        match self.outside(state, ty, index)? {
            None => Ok(stored),
            Some(outside) => Ok(self.choose(outside, array, &stored)),
        }
    }

    // ---- places ----

    /// The variable's value after a part of it was assigned.
    pub fn assign(&mut self, state: &mut State, place: &Place, value: Leaves) -> Made<()> {
        let PlaceBase::Var(var) = place.base else { return refuse("pointers have no Horn clauses") };
        self.plain(var)?;
        let new = match place.path.is_empty() {
            true => value,
            false => {
                let whole = self.read(state, var)?;
                self.replaced(state, &whole, self.program.variables[var].ty, &place.path, value)?
            }
        };
        state.set(var, new);
        Ok(())
    }

    fn replaced(
        &mut self,
        state: &State,
        whole: &[TermId],
        ty: TypeId,
        path: &[Projection],
        value: Leaves,
    ) -> Made<Leaves> {
        let Some((first, rest)) = path.split_first() else { return Ok(value) };
        match first {
            Projection::Field(n) => {
                let TypeKind::Record(record) = self.program.types.kind(ty).clone() else {
                    return refuse("unions have no Horn clauses");
                };
                let range = self.field_range(ty, *n)?;
                let part = self.replaced(state, &whole[range.clone()], record.fields[*n as usize].ty, rest, value)?;
                let mut whole = whole.to_vec();
                whole.splice(range, part);
                Ok(whole)
            }
            Projection::Index(index) => {
                let (_, element, _) = self.array_parts(ty)?;
                let index = self.scalar(state, *index)?;
                let value = match rest.is_empty() {
                    true => value,
                    false => {
                        let old = self.select(state, whole, ty, index)?;
                        self.replaced(state, &old, element, rest, value)?
                    }
                };
                self.store(state, whole, ty, index, &value)
            }
            Projection::Member(_) => refuse("unions have no Horn clauses"),
        }
    }
}
