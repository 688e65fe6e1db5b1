//! Slices: their checks, values and assignment (RM 4.1.2).

use super::{ArrayVal, WRITTEN_OUT, length_of};
use crate::lower::{Lower, Lowerer};
use crate::sema::tree::Expr;
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Projection, Sign};

impl Lowerer<'_> {
    pub(in crate::lower) fn slice(&mut self, array: &Expr, range: &Range, ty: TypeId, span: Span) -> Lower<ArrayVal> {
        let source = self.array(array)?;
        let source = ArrayVal { value: self.keep("array", source.value, span), ..source };
        let index = self.index_type(array.ty, 0);
        let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
        let (low, high) = (self.keep("low", low, span), self.keep("high", high, span));
        self.slice_check(&source, low, high, index, span)?;
        let (first, _) = self.bounds(&source, 0, span)?;
        let offset = self.position_between(first, low, index)?;
        let data = self.data(&source)?;
        let element = self.element_type(data, span)?;
        let position = self.position_type();
        match range.static_integers() {
            Some(bounds) => {
                let shape = vec![bounds];
                let target = self.static_array_type(&shape, element, ty)?;
                let value = self.shifted(data, offset, target, Some(length_of(&shape[0])), None, span)?;
                Ok(ArrayVal { value, shape: Some(shape), ty })
            }
            None => {
                let data_type = self.p.types.plain(ir::TypeKind::Array { index: position, element, length: None });
                let length = self.range_length(low, high, index)?;
                let value = self.shifted(data, offset, data_type, None, Some(length), span)?;
                let root = self.a.root(array.ty);
                let target = self.dynamic_array_type(root, element, span)?;
                let value = self.p.add_expr(ir::ExprKind::RecordOf(vec![low, high, value]), target, Some(span))?;
                Ok(ArrayVal { value, shape: None, ty: root })
            }
        }
    }

    /// A non-null slice must lie within the bounds (RM 4.1.2(7)).
    fn slice_check(&mut self, source: &ArrayVal, low: ExprId, high: ExprId, index: TypeId, span: Span) -> Lower<()> {
        let (first, last) = self.bounds(source, 0, span)?;
        let null = self.less_equal(low, high, index)?;
        let null = self.p.not(null)?;
        let above = self.less_equal(first, low, index)?;
        let below = self.less_equal(high, last, index)?;
        let within = self.and(above, below)?;
        let condition = self.or(null, within)?;
        let text = format!("slice {} must be within the bounds", self.text(span));
        self.check(CheckKind::Index, condition, text, span);
        Ok(())
    }

    /// Elements from `offset` on, as an array of type `to`.
    fn shifted(
        &mut self,
        data: ExprId,
        offset: ExprId,
        to: ir::TypeId,
        fixed: Option<u64>,
        dynamic: Option<ExprId>,
        span: Span,
    ) -> Lower<ExprId> {
        if let Some(length) = fixed.filter(|&n| n <= WRITTEN_OUT) {
            let mut items = Vec::new();
            for i in 0..length {
                let step = self.position(i)?;
                let at = self.p.binary(Binary::Add, offset, step)?;
                items.push(self.p.index(data, at)?);
            }
            return Ok(self.p.add_expr(ir::ExprKind::ArrayOf(items), to, Some(span))?);
        }
        let offset = self.keep("offset", offset, span);
        let data = self.keep("source", data, span);
        let result = self.temporary("slice", to);
        let count = match (fixed, dynamic) {
            (_, Some(count)) => count,
            (Some(length), None) => self.position(length)?,
            (None, None) => self.position(0)?,
        };
        let ty = self.position_type();
        self.count_loop_typed(count, ty, Sign::Unsigned, span, |s, i| {
            let at = s.p.binary(Binary::Add, offset, i)?;
            let element = s.p.index(data, at)?;
            s.assign(Place::var(result).then(Projection::Index(i)), element, span);
            Ok(())
        })?;
        Ok(self.p.var(result))
    }

    /// Assignment to a slice: element by element, from a value evaluated before.
    pub(in crate::lower) fn assign_slice(
        &mut self,
        array: &Expr,
        range: &Range,
        value: &Expr,
        slice_type: TypeId,
        span: Span,
    ) -> Lower<()> {
        let target = self.array(array)?;
        let index = self.index_type(array.ty, 0);
        let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
        let (low, high) = (self.keep("low", low, span), self.keep("high", high, span));
        self.slice_check(&target, low, high, index, span)?;
        let source = self.array_for(value, slice_type)?;
        let source = ArrayVal { value: self.keep("value", source.value, span), ..source };
        let (wanted, found) = (self.range_length(low, high, index)?, self.length(&source, 0, span)?);
        let same = self.p.binary(Binary::Equal, wanted, found)?;
        self.check(
            CheckKind::Length,
            same,
            format!("{} must have the length of the slice", self.text(value.span)),
            value.span,
        );
        let (first, _) = self.bounds(&target, 0, span)?;
        let offset = self.position_between(first, low, index)?;
        let offset = self.keep("offset", offset, span);
        let mut place = self.place(array)?;
        if let Some(data) = self.data_field(array.ty, span) {
            place = place.then(Projection::Field(data));
        }
        let data = self.data(&source)?;
        let fixed = source.shape.as_ref().map(|s| length_of(&s[0])).or(range.static_integers().map(|b| length_of(&b)));
        if let Some(length) = fixed.filter(|&n| n <= WRITTEN_OUT) {
            for i in 0..length {
                let step = self.position(i)?;
                let at = self.p.binary(Binary::Add, offset, step)?;
                let element = self.p.index(data, step)?;
                self.assign(place.clone().then(Projection::Index(at)), element, span);
            }
            return Ok(());
        }
        let ty = self.position_type();
        self.count_loop_typed(wanted, ty, Sign::Unsigned, span, |s, i| {
            let at = s.p.binary(Binary::Add, offset, i)?;
            let element = s.p.index(data, i)?;
            s.assign(place.clone().then(Projection::Index(at)), element, span);
            Ok(())
        })
    }
}
