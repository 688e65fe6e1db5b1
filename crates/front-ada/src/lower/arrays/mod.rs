//! Arrays: values, bounds and positions (RM 3.6, 4.1.1).
//!
//! Elements sit at positions from 0 whatever the bounds, so sliding changes bounds only. Slices, operators,
//! conversions to subtypes and loops over elements stand in modules of their own.

mod iteration;
mod operators;
mod slices;
mod subtypes;

use super::{Lower, Lowerer};
use crate::sema::tree::{BinaryOperator, Expr, ExprKind};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Sign};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

/// Up to this many elements, copies are written out; beyond, they are loops.
const WRITTEN_OUT: u64 = 64;

/// An array value: with static bounds a plain array, otherwise the record that carries its bounds.
#[derive(Clone, Debug)]
pub(in crate::lower) struct ArrayVal {
    pub value: ExprId,
    pub shape: Option<Vec<(BigInt, BigInt)>>,
    pub ty: TypeId,
}

pub(in crate::lower) fn length_of(bounds: &(BigInt, BigInt)) -> u64 {
    (&bounds.1 - &bounds.0 + BigInt::one()).to_u64().unwrap_or(0)
}

impl Lowerer<'_> {
    /// Whether an expression makes an array whose bounds may be better known than its subtype says.
    pub(in crate::lower) fn builds_array(&self, e: &Expr) -> bool {
        matches!(
            e.kind,
            ExprKind::Text(_)
                | ExprKind::ArrayAggregate(_)
                | ExprKind::Slice(..)
                | ExprKind::DeltaArray(..)
                | ExprKind::Qualify(_)
                | ExprKind::Binary(..)
                | ExprKind::Unary(..)
        )
    }

    pub(in crate::lower) fn array_value(&self, value: ExprId, ty: TypeId, span: Span) -> ArrayVal {
        ArrayVal { value, shape: self.static_shape(ty, span), ty }
    }

    pub(in crate::lower) fn array(&mut self, e: &Expr) -> Lower<ArrayVal> {
        self.array_for(e, e.ty)
    }

    /// An array value; `target` gives the bounds an aggregate with `others` takes.
    pub(in crate::lower) fn array_for(&mut self, e: &Expr, target: TypeId) -> Lower<ArrayVal> {
        let span = e.span;
        match &e.kind {
            ExprKind::Text(text) => self.text_array(text, e.ty, span),
            ExprKind::ArrayAggregate(aggregate) => self.array_aggregate(aggregate, e.ty, target, span),
            ExprKind::Slice(array, range) => self.slice(array, range, e.ty, span),
            ExprKind::DeltaArray(base, parts) => self.delta_array(base, parts, span),
            ExprKind::Binary(BinaryOperator::Concatenate, l, r) => self.concatenation(l, r, e.ty, span),
            ExprKind::Binary(op, l, r) => self.array_logical(*op, l, r, span),
            ExprKind::Unary(_, operand) => self.array_not(operand, span),
            ExprKind::Qualify(inner) => {
                let found = self.array_for(inner, e.ty)?;
                let predicates = !self.a.types[e.ty].predicates.is_empty();
                if self.a.array_bounds(e.ty, span).is_none() && !predicates {
                    return Ok(found);
                }
                let value = self.array_in_subtype(found, e.ty, e.ty, span)?;
                if predicates {
                    self.given_predicates(inner, value, e.ty)?;
                }
                Ok(self.array_value(value, e.ty, span))
            }
            _ => {
                let value = self.expression(e)?;
                Ok(self.array_value(value, e.ty, span))
            }
        }
    }

    fn text_array(&mut self, text: &[u32], ty: TypeId, span: Span) -> Lower<ArrayVal> {
        let component = self.a.component_type(ty).unwrap_or(ty);
        let index = self.a.index_types(ty).first().copied().unwrap_or(self.a.standard.positive);
        let Some((first, _)) = self.a.discrete_bounds(index) else {
            return self.refuse("string literal with a dynamic lower bound", span);
        };
        let bounds = vec![(first.clone(), first + BigInt::from(text.len()) - 1)];
        let element = self.ir_type(component, span)?;
        let array_type = self.static_array_type(&bounds, element, ty)?;
        let mut items = Vec::new();
        for &code in text {
            // Characters belong to the component subtype (RM 4.2(10)).
            let item = self.integer(code, component, span)?;
            items.push(self.give_subtype(item, self.a.base(component), component, span)?);
        }
        let value = self.p.add_expr(ir::ExprKind::ArrayOf(items), array_type, Some(span))?;
        Ok(ArrayVal { value, shape: Some(bounds), ty })
    }

    /// Bounds of one dimension, as values of the index type.
    pub(in crate::lower) fn bounds(
        &mut self,
        array: &ArrayVal,
        dimension: usize,
        span: Span,
    ) -> Lower<(ExprId, ExprId)> {
        let index = self.index_type(array.ty, dimension);
        match &array.shape {
            Some(shape) => {
                let (low, high) = shape[dimension.min(shape.len() - 1)].clone();
                Ok((self.integer(low, index, span)?, self.integer(high, index, span)?))
            }
            None => {
                let at = 2 * dimension as u32;
                Ok((self.p.field(array.value, at)?, self.p.field(array.value, at + 1)?))
            }
        }
    }

    pub(in crate::lower) fn index_type(&self, ty: TypeId, dimension: usize) -> TypeId {
        let index = self.a.index_types(ty).get(dimension).copied().unwrap_or(self.a.standard.integer);
        self.a.base(index)
    }

    /// The array of elements itself.
    pub(in crate::lower) fn data(&mut self, array: &ArrayVal) -> Lower<ExprId> {
        match array.shape {
            Some(_) => Ok(array.value),
            None => {
                let at = 2 * self.a.index_types(array.ty).len() as u32;
                Ok(self.p.field(array.value, at)?)
            }
        }
    }

    /// Position of the data in the record of an array without static bounds.
    pub(in crate::lower) fn data_field(&self, ty: TypeId, span: Span) -> Option<u32> {
        match self.static_shape(ty, span) {
            Some(_) => None,
            None => Some(2 * self.a.index_types(ty).len() as u32),
        }
    }

    /// Number of elements of a dimension, as a position; 0 for null ranges.
    pub(in crate::lower) fn length(&mut self, array: &ArrayVal, dimension: usize, span: Span) -> Lower<ExprId> {
        if let Some(shape) = &array.shape {
            let length = length_of(&shape[dimension]);
            return self.position(length);
        }
        let (low, high) = self.bounds(array, dimension, span)?;
        let index = self.index_type(array.ty, dimension);
        self.range_length(low, high, index)
    }

    pub(in crate::lower) fn range_length(&mut self, low: ExprId, high: ExprId, index: TypeId) -> Lower<ExprId> {
        let nonempty = self.less_equal(low, high, index)?;
        let last = self.position_between(low, high, index)?;
        let one = self.position(1)?;
        let length = self.p.binary(Binary::Add, last, one)?;
        let zero = self.position(0)?;
        Ok(self.p.if_else(nonempty, length, zero)?)
    }

    /// `value - low` as a position. The difference fits unsigned in the index type's own width.
    pub(in crate::lower) fn position_between(&mut self, low: ExprId, value: ExprId, index: TypeId) -> Lower<ExprId> {
        let target = self.position_type();
        if self.a.is_boolean(index) {
            let a = self.p.convert(Convert::BoolToInt, value, target)?;
            let b = self.p.convert(Convert::BoolToInt, low, target)?;
            return Ok(self.p.binary(Binary::Subtract, a, b)?);
        }
        if let (ir::ExprKind::Const(ir::Value::Int(a)), ir::ExprKind::Const(ir::Value::Int(b))) =
            (&self.p.expr(low).kind, &self.p.expr(value).kind)
        {
            let difference = match self.sign(index) {
                Sign::Signed => b.signed() - a.signed(),
                Sign::Unsigned => BigInt::from(b.unsigned().clone()) - BigInt::from(a.unsigned().clone()),
            };
            return Ok(self.p.int_const(target, difference)?);
        }
        let zero = matches!(&self.p.expr(low).kind, ir::ExprKind::Const(ir::Value::Int(b)) if b.is_zero());
        let difference = if zero { value } else { self.p.binary(Binary::Subtract, value, low)? };
        let width = self.width(index);
        let op = match width.cmp(&32) {
            std::cmp::Ordering::Less => Convert::ZeroExtend,
            std::cmp::Ordering::Equal => Convert::Retype,
            std::cmp::Ordering::Greater => Convert::Truncate,
        };
        Ok(self.p.convert(op, difference, target)?)
    }

    /// Checks indexes against the bounds and gives the positions they stand for.
    fn positions(&mut self, array: &ArrayVal, indexes: &[Expr], span: Span) -> Lower<Vec<ExprId>> {
        let mut result = Vec::new();
        for (dimension, index) in indexes.iter().enumerate() {
            let (low, high) = self.bounds(array, dimension, span)?;
            let ty = self.index_type(array.ty, dimension);
            let value = self.expression(index)?;
            let static_in = match (&index.value, &array.shape) {
                (Some(crate::sema::value::Value::Int(v)), Some(shape)) => {
                    shape[dimension].0 <= *v && *v <= shape[dimension].1
                }
                _ => self.index_included(index, array, dimension),
            };
            if !static_in {
                let above = self.less_equal(low, value, ty)?;
                let below = self.less_equal(value, high, ty)?;
                let condition = self.and(above, below)?;
                let text =
                    format!("index {} must be in {}", self.text(index.span), self.bounds_text(array, dimension, ty));
                self.check(CheckKind::Index, condition, text, index.span);
            }
            result.push(self.position_between(low, value, ty)?);
        }
        let _ = span;
        Ok(result)
    }

    /// Whether the index's subtype alone keeps it within static bounds. Only loop parameters count: a
    /// variable without an initial value may hold anything, so its subtype proves nothing.
    fn index_included(&self, index: &Expr, array: &ArrayVal, dimension: usize) -> bool {
        let ExprKind::Object(entity) = index.kind else { return false };
        let crate::sema::entities::EntityKind::Object(object) = &self.a.entities[entity].kind else { return false };
        if object.role != crate::sema::entities::ObjectRole::Iterator {
            return false;
        }
        let (Some(shape), Some((low, high))) = (&array.shape, self.a.discrete_bounds(object.ty)) else { return false };
        shape[dimension].0 <= low && high <= shape[dimension].1
    }

    fn bounds_text(&self, array: &ArrayVal, dimension: usize, ty: TypeId) -> String {
        match &array.shape {
            Some(shape) => {
                let (low, high) = &shape[dimension];
                format!("{} .. {}", self.literal_text(low, ty), self.literal_text(high, ty))
            }
            None => "the bounds of the array".into(),
        }
    }

    pub(in crate::lower) fn index(&mut self, array: &Expr, indexes: &[Expr], span: Span) -> Lower<ExprId> {
        let value = self.array(array)?;
        let positions = self.positions(&value, indexes, span)?;
        let mut result = self.data(&value)?;
        for position in positions {
            result = self.p.index(result, position)?;
        }
        Ok(result)
    }

    pub(in crate::lower) fn index_positions(
        &mut self,
        array: &Expr,
        indexes: &[Expr],
        span: Span,
    ) -> Lower<Vec<ExprId>> {
        let value = self.array(array)?;
        self.positions(&value, indexes, span)
    }
}
