//! Array values given to subtypes: lengths agree, bounds slide (RM 4.6).
//!
//! Data with static bounds and data without are different types of the program, so going from one to the
//! other copies elements; between two values without static bounds only the bounds change.

use super::{ArrayVal, WRITTEN_OUT, length_of};
use crate::lower::{Lower, Lowerer};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Place, Projection, Sign};

impl Lowerer<'_> {
    /// An array value given to a subtype: lengths must agree; bounds become those of the subtype.
    pub(in crate::lower) fn array_in_subtype(
        &mut self,
        array: ArrayVal,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let target = self.ir_type(to, span)?;
        let shape = self.static_shape(to, span);
        if let (Some(a), Some(b)) = (&array.shape, &shape) {
            let same = a.iter().map(length_of).eq(b.iter().map(length_of));
            if !same {
                let wrong = self.p.bool_const(false);
                let text = format!("{} must have the length of {}", self.text(span), self.a.type_name(to));
                self.check(CheckKind::Length, wrong, text, span);
                return self.arbitrary(to, span);
            }
            return Ok(self.p.convert(Convert::Retype, array.value, target)?);
        }
        let constrained = self.a.array_bounds(to, span);
        if constrained.is_none() && array.shape.is_none() {
            return Ok(self.p.convert(Convert::Retype, array.value, target)?);
        }
        let array = ArrayVal { value: self.keep("array", array.value, span), ..array };
        let bounds = match &constrained {
            Some(ranges) if from != to || shape.is_none() => self.bounds_in_subtype(&array, ranges, to, span)?,
            _ => self.all_bounds(&array, span)?,
        };
        let data = self.data(&array)?;
        if let Some(shape) = &shape {
            let lengths: Vec<u64> = shape.iter().map(length_of).collect();
            return self.copy_elements(data, target, &lengths, span);
        }
        let data_type = self.data_type(target, span)?;
        let data = match &array.shape {
            Some(shape) => {
                let lengths: Vec<u64> = shape.iter().map(length_of).collect();
                self.copy_elements(data, data_type, &lengths, span)?
            }
            None => data,
        };
        self.with_bounds(bounds, data, target, span)
    }

    /// The bounds of a constrained subtype, after the check that lengths agree.
    fn bounds_in_subtype(
        &mut self,
        array: &ArrayVal,
        ranges: &[Range],
        to: TypeId,
        span: Span,
    ) -> Lower<Vec<(ExprId, ExprId)>> {
        let mut bounds = Vec::new();
        for (dimension, range) in ranges.iter().enumerate() {
            let index = self.index_type(to, dimension);
            let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
            self.assume_small(low, high, index, span)?;
            let wanted = self.range_length(low, high, index)?;
            let length = self.length(array, dimension, span)?;
            let same = self.p.binary(Binary::Equal, length, wanted)?;
            let text = format!("{} must have the length of the target", self.text(span));
            self.check(CheckKind::Length, same, text, span);
            bounds.push((low, high));
        }
        Ok(bounds)
    }

    pub(in crate::lower) fn all_bounds(&mut self, array: &ArrayVal, span: Span) -> Lower<Vec<(ExprId, ExprId)>> {
        (0..self.a.index_types(array.ty).len()).map(|dimension| self.bounds(array, dimension, span)).collect()
    }

    /// The record `(first, last, …, data)`.
    pub(in crate::lower) fn with_bounds(
        &mut self,
        bounds: Vec<(ExprId, ExprId)>,
        data: ExprId,
        ty: ir::TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let mut fields: Vec<ExprId> = bounds.into_iter().flat_map(|(low, high)| [low, high]).collect();
        fields.push(data);
        Ok(self.p.add_expr(ir::ExprKind::RecordOf(fields), ty, Some(span))?)
    }

    /// The type of the data in a record that carries bounds.
    pub(in crate::lower) fn data_type(&mut self, record: ir::TypeId, span: Span) -> Lower<ir::TypeId> {
        let last = match self.p.types.kind(record) {
            ir::TypeKind::Record(record) => record.fields.last().map(|f| f.ty),
            _ => None,
        };
        match last {
            Some(ty) => Ok(ty),
            None => self.refuse("array", span),
        }
    }

    /// The first elements of each dimension, in an array of another type.
    fn copy_elements(&mut self, from: ExprId, to: ir::TypeId, lengths: &[u64], span: Span) -> Lower<ExprId> {
        let [length, inner @ ..] = lengths else { return Ok(from) };
        let fixed = matches!(self.p.types.kind(to), ir::TypeKind::Array { length: Some(_), .. });
        if lengths.iter().fold(1u64, |n, &l| n.saturating_mul(l)) <= WRITTEN_OUT {
            let element = self.element_of(to, span)?;
            let mut items = Vec::new();
            for i in 0..*length {
                let position = self.position(i)?;
                let item = self.p.index(from, position)?;
                items.push(self.copy_elements(item, element, inner, span)?);
            }
            if fixed {
                return Ok(self.p.add_expr(ir::ExprKind::ArrayOf(items), to, Some(span))?);
            }
            let zero = self.temporary("elements", to);
            let mut result = self.p.var(zero);
            for (i, item) in items.into_iter().enumerate() {
                let position = self.position(i as u64)?;
                result = self.p.add_expr(ir::ExprKind::Update(result, position, item), to, Some(span))?;
            }
            return Ok(result);
        }
        let result = self.temporary("elements", to);
        self.copy_loop(from, Place::var(result), lengths, span)?;
        Ok(self.p.var(result))
    }

    fn copy_loop(&mut self, from: ExprId, to: Place, lengths: &[u64], span: Span) -> Lower<()> {
        let [length, inner @ ..] = lengths else {
            self.assign(to, from, span);
            return Ok(());
        };
        let count = self.position(*length)?;
        let ty = self.position_type();
        self.count_loop_typed(count, ty, Sign::Unsigned, span, |s, i| {
            let element = s.p.index(from, i)?;
            s.copy_loop(element, to.then(Projection::Index(i)), inner, span)
        })
    }

    fn element_of(&mut self, array: ir::TypeId, span: Span) -> Lower<ir::TypeId> {
        match self.p.types.kind(array) {
            ir::TypeKind::Array { element, .. } => Ok(*element),
            _ => self.refuse("array", span),
        }
    }

    pub(in crate::lower) fn element_type(&mut self, data: ExprId, span: Span) -> Lower<ir::TypeId> {
        let ty = self.p.type_of(data);
        self.element_of(ty, span)
    }
}
