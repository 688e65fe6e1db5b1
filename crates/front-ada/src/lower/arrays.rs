//! Arrays: bounds, positions, slices, concatenation, equality (RM 3.6, 4.1, 4.5).
//!
//! Elements sit at positions from 0 whatever the bounds, so sliding changes bounds only.

use super::{Lower, Lowerer};
use crate::sema::tree::{BinaryOperator, Domain, Expr, ExprKind, Member};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, CheckKind, Convert, ExprId, Place, Projection, Sign};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

/// Up to this many elements, copies are written out; beyond, they are loops.
const WRITTEN_OUT: u64 = 64;

/// An array value: with static bounds a plain array, otherwise the record that carries its bounds.
#[derive(Clone, Debug)]
pub(super) struct ArrayVal {
    pub value: ExprId,
    pub shape: Option<Vec<(BigInt, BigInt)>>,
    pub ty: TypeId,
}

pub(super) fn length_of(bounds: &(BigInt, BigInt)) -> u64 {
    (&bounds.1 - &bounds.0 + BigInt::one()).to_u64().unwrap_or(0)
}

impl Lowerer<'_> {
    /// Whether an expression makes an array whose bounds may be better known than its subtype says.
    pub(super) fn builds_array(&self, e: &Expr) -> bool {
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

    pub(super) fn array_value(&self, value: ExprId, ty: TypeId, span: Span) -> ArrayVal {
        ArrayVal { value, shape: self.static_shape(ty, span), ty }
    }

    pub(super) fn array(&mut self, e: &Expr) -> Lower<ArrayVal> {
        self.array_for(e, e.ty)
    }

    /// An array value; `target` gives the bounds an aggregate with `others` takes.
    pub(super) fn array_for(&mut self, e: &Expr, target: TypeId) -> Lower<ArrayVal> {
        let span = e.span;
        match &e.kind {
            ExprKind::Text(text) => self.text_array(text, e.ty, span),
            ExprKind::ArrayAggregate(aggregate) => self.array_aggregate(aggregate, e.ty, target, span),
            ExprKind::Slice(array, range) => self.slice(array, range, e.ty, span),
            ExprKind::DeltaArray(base, parts) => self.delta_array(base, parts, span),
            ExprKind::Binary(BinaryOperator::Concatenate, l, r) => self.concatenation(l, r, e.ty, span),
            ExprKind::Binary(op, l, r) => {
                let value = self.array_logical(*op, l, r, span)?;
                Ok(self.array_value(value, l.ty, span))
            }
            ExprKind::Unary(_, operand) => {
                let value = self.array_not(operand, span)?;
                Ok(self.array_value(value, operand.ty, span))
            }
            ExprKind::Qualify(inner) => {
                let inner = self.array_for(inner, e.ty)?;
                if self.a.array_bounds(e.ty, span).is_none() {
                    return Ok(inner);
                }
                let value = self.array_in_subtype(inner, e.ty, e.ty, span)?;
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
        let first = self.a.discrete_bounds(index).map_or(BigInt::one(), |b| b.0);
        let bounds = vec![(first.clone(), first + BigInt::from(text.len()) - 1)];
        let element = self.ir_type(component, span)?;
        let array_type = self.static_array_type(&bounds, element, ty)?;
        let mut items = Vec::new();
        for &code in text {
            items.push(self.integer(code, component, span)?);
        }
        let value = self.p.add_expr(ir::ExprKind::ArrayOf(items), array_type, Some(span))?;
        Ok(ArrayVal { value, shape: Some(bounds), ty })
    }

    /// Bounds of one dimension, as values of the index type.
    pub(super) fn bounds(&mut self, array: &ArrayVal, dimension: usize, span: Span) -> Lower<(ExprId, ExprId)> {
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

    fn index_type(&self, ty: TypeId, dimension: usize) -> TypeId {
        let index = self.a.index_types(ty).get(dimension).copied().unwrap_or(self.a.standard.integer);
        self.a.base(index)
    }

    /// The array of elements itself.
    fn data(&mut self, array: &ArrayVal) -> Lower<ExprId> {
        match array.shape {
            Some(_) => Ok(array.value),
            None => {
                let at = 2 * self.a.index_types(array.ty).len() as u32;
                Ok(self.p.field(array.value, at)?)
            }
        }
    }

    /// Position of the data in the record of an array without static bounds.
    pub(super) fn data_field(&self, ty: TypeId, span: Span) -> Option<u32> {
        match self.static_shape(ty, span) {
            Some(_) => None,
            None => Some(2 * self.a.index_types(ty).len() as u32),
        }
    }

    /// Number of elements of a dimension, as a position; 0 for null ranges.
    pub(super) fn length(&mut self, array: &ArrayVal, dimension: usize, span: Span) -> Lower<ExprId> {
        if let Some(shape) = &array.shape {
            let length = length_of(&shape[dimension]);
            return self.position(length);
        }
        let (low, high) = self.bounds(array, dimension, span)?;
        let index = self.index_type(array.ty, dimension);
        self.range_length(low, high, index)
    }

    fn range_length(&mut self, low: ExprId, high: ExprId, index: TypeId) -> Lower<ExprId> {
        let nonempty = self.less_equal(low, high, index)?;
        let last = self.position_between(low, high, index)?;
        let one = self.position(1)?;
        let length = self.p.binary(Binary::Add, last, one)?;
        let zero = self.position(0)?;
        Ok(self.p.if_else(nonempty, length, zero)?)
    }

    /// `value - low` as a position. The difference fits unsigned in the index type's own width.
    pub(super) fn position_between(&mut self, low: ExprId, value: ExprId, index: TypeId) -> Lower<ExprId> {
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

    pub(super) fn index(&mut self, array: &Expr, indexes: &[Expr], span: Span) -> Lower<ExprId> {
        let value = self.array(array)?;
        let positions = self.positions(&value, indexes, span)?;
        let mut result = self.data(&value)?;
        for position in positions {
            result = self.p.index(result, position)?;
        }
        Ok(result)
    }

    pub(super) fn index_positions(&mut self, array: &Expr, indexes: &[Expr], span: Span) -> Lower<Vec<ExprId>> {
        let value = self.array(array)?;
        self.positions(&value, indexes, span)
    }

    /// An array value given to a subtype: lengths must agree; bounds become those of the subtype.
    pub(super) fn array_in_subtype(&mut self, array: ArrayVal, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(to, span)?;
        let dimensions = self.a.index_types(to).len();
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
        if dimensions != 1 {
            return self.refuse("conversion of a multi-dimensional array with dynamic bounds", span);
        }
        let array = ArrayVal { value: self.keep("array", array.value, span), ..array };
        let index = self.index_type(to, 0);
        let length = self.length(&array, 0, span)?;
        let (low, high) = match &constrained {
            Some(ranges) if from != to || shape.is_none() => {
                let (low, high) = (self.bound(&ranges[0].low, index)?, self.bound(&ranges[0].high, index)?);
                let wanted = self.range_length(low, high, index)?;
                let same = self.p.binary(Binary::Equal, length, wanted)?;
                let text = format!("{} must have the length of the target", self.text(span));
                self.check(CheckKind::Length, same, text, span);
                (low, high)
            }
            _ => self.bounds(&array, 0, span)?,
        };
        let data = self.data(&array)?;
        match &shape {
            Some(bounds) => self.copy_elements(data, target, length_of(&bounds[0]), span),
            None => {
                let data_type = match self.p.types.kind(target) {
                    ir::TypeKind::Record(record) => record.fields.last().map(|f| f.ty),
                    _ => None,
                };
                let Some(data_type) = data_type else { return self.refuse("array", span) };
                let data = match &array.shape {
                    Some(bounds) => self.copy_elements(data, data_type, length_of(&bounds[0]), span)?,
                    None => data,
                };
                Ok(self.p.add_expr(ir::ExprKind::RecordOf(vec![low, high, data]), target, Some(span))?)
            }
        }
    }

    /// The first `length` elements of one array in an array of another type.
    fn copy_elements(&mut self, from: ExprId, to: ir::TypeId, length: u64, span: Span) -> Lower<ExprId> {
        let fixed = matches!(self.p.types.kind(to), ir::TypeKind::Array { length: Some(_), .. });
        if length <= WRITTEN_OUT {
            let mut items = Vec::new();
            for i in 0..length {
                let position = self.position(i)?;
                items.push(self.p.index(from, position)?);
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
        let count = self.position(length)?;
        let ty = self.position_type();
        self.count_loop_typed(count, ty, Sign::Unsigned, span, |s, i| {
            let element = s.p.index(from, i)?;
            s.assign(Place::var(result).then(Projection::Index(i)), element, span);
            Ok(())
        })?;
        Ok(self.p.var(result))
    }

    fn slice(&mut self, array: &Expr, range: &Range, ty: TypeId, span: Span) -> Lower<ArrayVal> {
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
                let target = self.ir_type(root, span)?;
                let target = match self.static_shape(root, span) {
                    Some(_) => return self.refuse("slice with dynamic bounds of a type with static ones", span),
                    None => target,
                };
                let value = self.p.add_expr(ir::ExprKind::RecordOf(vec![low, high, value]), target, Some(span))?;
                Ok(ArrayVal { value, shape: None, ty: root })
            }
        }
    }

    fn element_type(&mut self, data: ExprId, span: Span) -> Lower<ir::TypeId> {
        match self.p.types.kind(self.p.type_of(data)) {
            ir::TypeKind::Array { element, .. } => Ok(*element),
            _ => self.refuse("array", span),
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
    pub(super) fn assign_slice(
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

    fn concatenation(&mut self, l: &Expr, r: &Expr, ty: TypeId, span: Span) -> Lower<ArrayVal> {
        let component = self.a.component_type(ty).unwrap_or(ty);
        let element = self.ir_type(component, span)?;
        let index = self.a.index_types(ty).first().copied().unwrap_or(self.a.standard.positive);
        let first = self.a.discrete_bounds(index).map_or(BigInt::one(), |b| b.0);
        let part = |s: &mut Self, e: &Expr| -> Lower<ArrayVal> {
            if s.a.root(e.ty) == s.a.root(ty) {
                return s.array(e);
            }
            let value = s.given(e, component)?;
            let bounds = vec![(first.clone(), first.clone())];
            let array_type = s.static_array_type(&bounds, element, ty)?;
            let value = s.p.add_expr(ir::ExprKind::ArrayOf(vec![value]), array_type, Some(e.span))?;
            Ok(ArrayVal { value, shape: Some(bounds), ty })
        };
        let (left, right) = (part(self, l)?, part(self, r)?);
        let (Some(a), Some(b)) = (&left.shape, &right.shape) else {
            return self.refuse("concatenation of arrays with dynamic bounds", span);
        };
        let (n, m) = (length_of(&a[0]), length_of(&b[0]));
        let low = if n == 0 { b[0].0.clone() } else { a[0].0.clone() };
        let bounds = vec![(low.clone(), low + BigInt::from(n + m) - 1)];
        if n + m > 4096 {
            return self.refuse("concatenation of long arrays", span);
        }
        let mut items = Vec::new();
        for (array, count) in [(left.value, n), (right.value, m)] {
            for i in 0..count {
                let position = self.position(i)?;
                items.push(self.p.index(array, position)?);
            }
        }
        let target = self.static_array_type(&bounds, element, ty)?;
        let value = self.p.add_expr(ir::ExprKind::ArrayOf(items), target, Some(span))?;
        Ok(ArrayVal { value, shape: Some(bounds), ty })
    }

    /// Equal lengths and equal elements (RM 4.5.2(18)).
    pub(super) fn array_equality(&mut self, a: ArrayVal, b: ArrayVal, ty: TypeId, span: Span) -> Lower<ExprId> {
        if let (Some(x), Some(y)) = (&a.shape, &b.shape) {
            if !x.iter().map(length_of).eq(y.iter().map(length_of)) {
                return Ok(self.p.bool_const(false));
            }
            if self.bitwise(ty) {
                return Ok(self.p.binary(Binary::Equal, a.value, b.value)?);
            }
        }
        if self.a.index_types(ty).len() != 1 || self.frame.pure_depth > 0 {
            return self.refuse("equality of these arrays", span);
        }
        let component = self.a.component_type(ty).unwrap_or(ty);
        let (a, b) = (
            ArrayVal { value: self.keep("left", a.value, span), ..a },
            ArrayVal { value: self.keep("right", b.value, span), ..b },
        );
        let (n, m) = (self.length(&a, 0, span)?, self.length(&b, 0, span)?);
        let boolean = self.p.types.bool();
        let result = self.temporary("equal", boolean);
        let same = self.p.binary(Binary::Equal, n, m)?;
        self.assign_var(result, same, span);
        let zero = self.position(0)?;
        let steps = self.p.if_else(same, n, zero)?;
        let steps = self.keep("count", steps, span);
        let (x, y) = (self.data(&a)?, self.data(&b)?);
        let position = self.position_type();
        self.count_loop_typed(steps, position, Sign::Unsigned, span, |s, i| {
            let (p, q) = (s.p.index(x, i)?, s.p.index(y, i)?);
            let equal = s.value_equality(p, q, component, span)?;
            let so_far = s.p.var(result);
            let both = s.p.binary(Binary::And, so_far, equal)?;
            s.assign_var(result, both, span);
            Ok(())
        })?;
        Ok(self.p.var(result))
    }

    /// Whether equality of a type is equality of its representation.
    fn bitwise(&self, ty: TypeId) -> bool {
        match self.a.kind(ty) {
            TypeKind::Float { .. } => false,
            TypeKind::Array { component, .. } => {
                let span = Span { file: cairn_base::FileId(0), start: 0, end: 0 };
                self.bitwise(*component)
                    && (!self.a.is_array(*component) || self.static_shape(*component, span).is_some())
            }
            TypeKind::Record { components, .. } => components.iter().all(|c| c.guards.is_empty() && self.bitwise(c.ty)),
            _ => true,
        }
    }

    /// Lexicographic order of one-dimensional discrete arrays.
    pub(super) fn array_ordering(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, span: Span) -> Lower<ExprId> {
        let (a, b) = (self.array(l)?, self.array(r)?);
        let (Some(x), Some(y)) = (&a.shape, &b.shape) else {
            return self.refuse("ordering of arrays with dynamic bounds", span);
        };
        let (n, m) = (length_of(&x[0]), length_of(&y[0]));
        if n.min(m) > WRITTEN_OUT {
            return self.refuse("ordering of long arrays", span);
        }
        let strict = matches!(op, BinaryOperator::Less | BinaryOperator::Greater);
        let (a, b, n, m) = match op {
            BinaryOperator::Greater | BinaryOperator::GreaterEqual => (b.value, a.value, m, n),
            _ => (a.value, b.value, n, m),
        };
        let component = self.a.component_type(l.ty).unwrap_or(l.ty);
        let mut result = self.p.bool_const(if strict { n < m } else { n <= m });
        for i in (0..n.min(m)).rev() {
            let position = self.position(i)?;
            let (p, q) = (self.p.index(a, position)?, self.p.index(b, position)?);
            let below = self.less_equal(q, p, component)?;
            let below = self.p.not(below)?;
            let equal = self.p.binary(Binary::Equal, p, q)?;
            let rest = self.p.binary(Binary::And, equal, result)?;
            result = self.p.binary(Binary::Or, below, rest)?;
        }
        Ok(result)
    }

    pub(super) fn array_membership(&mut self, value: &Expr, choices: &[Member], span: Span) -> Lower<ExprId> {
        let tested = self.array(value)?;
        let mut result = self.p.bool_const(false);
        for choice in choices {
            let one = match choice {
                Member::Value(other) => {
                    let other = self.array(other)?;
                    self.array_equality(tested.clone(), other, value.ty, span)?
                }
                _ => return self.refuse("membership of an array in a subtype", span),
            };
            result = self.or(result, one)?;
        }
        Ok(result)
    }

    /// `and`, `or`, `xor` on arrays of Booleans, element by element.
    pub(super) fn array_logical(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, span: Span) -> Lower<ExprId> {
        let binary = match op {
            BinaryOperator::And => Binary::And,
            BinaryOperator::Or => Binary::Or,
            BinaryOperator::Xor => Binary::Xor,
            _ => return self.refuse(format!("`{}` on arrays", op.text()), span),
        };
        let (a, b) = (self.array(l)?, self.array(r)?);
        let (Some(x), Some(y)) = (&a.shape, &b.shape) else {
            return self.refuse("logical operator on arrays with dynamic bounds", span);
        };
        let (n, m) = (length_of(&x[0]), length_of(&y[0]));
        let same = self.p.bool_const(n == m);
        self.check(
            CheckKind::Length,
            same,
            format!("both operands of {} must have the same length", self.text(span)),
            span,
        );
        if n > 4096 {
            return self.refuse("logical operator on long arrays", span);
        }
        let mut items = Vec::new();
        for i in 0..n {
            let position = self.position(i)?;
            let (p, q) = (self.p.index(a.value, position)?, self.p.index(b.value, position)?);
            items.push(self.p.binary(binary, p, q)?);
        }
        let ty = self.p.type_of(a.value);
        Ok(self.p.add_expr(ir::ExprKind::ArrayOf(items), ty, Some(span))?)
    }

    pub(super) fn array_not(&mut self, operand: &Expr, span: Span) -> Lower<ExprId> {
        let array = self.array(operand)?;
        let Some(shape) = &array.shape else {
            return self.refuse("`not` on an array with dynamic bounds", span);
        };
        let mut items = Vec::new();
        for i in 0..length_of(&shape[0]).min(4096) {
            let position = self.position(i)?;
            let element = self.p.index(array.value, position)?;
            items.push(self.p.not(element)?);
        }
        let ty = self.p.type_of(array.value);
        Ok(self.p.add_expr(ir::ExprKind::ArrayOf(items), ty, Some(span))?)
    }

    /// Runs `body` for every value of a domain. The body ends its last block itself, at `next` or elsewhere.
    pub(super) fn iterate(
        &mut self,
        domain: &Domain,
        reverse: bool,
        span: Span,
        after: BlockId,
        body: &mut dyn FnMut(&mut Self, BlockId) -> Lower<()>,
    ) -> Lower<()> {
        let (entity, low, high, index, element) = match domain {
            Domain::Range(entity, range) => {
                let crate::sema::entities::EntityKind::Object(object) = &self.a.entities[*entity].kind else {
                    return self.refuse("loop parameter", span);
                };
                let index = self.a.base(self.settle(object.ty));
                let subtype = object.ty;
                let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
                let (low, high) = (self.keep("low", low, span), self.keep("high", high, span));
                let within = match (range.static_integers(), self.a.discrete_bounds(subtype)) {
                    (Some((low, high)), Some((first, last))) => low > high || (first <= low && high <= last),
                    _ => false,
                };
                if !within && !self.a.is_boolean(subtype) {
                    self.range_compatible(range, low, high, subtype, span)?;
                }
                (*entity, low, high, index, None)
            }
            Domain::Elements(entity, array) => {
                if self.a.index_types(array.ty).len() != 1 {
                    return self.refuse("iteration over a multi-dimensional array", span);
                }
                let value = self.array(array)?;
                let (low, high) = self.bounds(&value, 0, span)?;
                let index = self.index_type(array.ty, 0);
                (*entity, low, high, index, Some(array))
            }
        };
        let (low, high) =
            if element.is_some() { (self.keep("low", low, span), self.keep("high", high, span)) } else { (low, high) };
        let ir_type = self.ir_type(index, span)?;
        let e = &self.a.entities[entity];
        let (name, place) = (e.spelled.to_string(), e.span);
        let counter = match element {
            None => self.local(&name, ir_type, ir::VariableKind::Local, Some(place)),
            Some(_) => self.temporary("index", ir_type),
        };
        let head = self.new_block("loop");
        let nonempty = self.less_equal(low, high, index)?;
        let start = self.new_block("start");
        self.branch(nonempty, start, after, Some(span));
        self.enter(start);
        let (from, to) = if reverse { (high, low) } else { (low, high) };
        self.assign_var(counter, from, span);
        self.goto(head, Some(span));
        let next = self.new_block("next");
        self.enter(head);
        match element {
            None => {
                self.frame.variables.insert(entity, counter);
            }
            Some(array) => self.bind_element(entity, array, counter, low, index, span)?,
        }
        body(self, next)?;
        self.enter(next);
        let current = self.p.var(counter);
        let last = self.p.binary(Binary::Equal, current, to)?;
        let step = self.new_block("advance");
        self.branch(last, after, step, Some(span));
        self.enter(step);
        let advanced = self.advanced(current, index, reverse, span)?;
        self.assign_var(counter, advanced, span);
        self.goto(head, Some(span));
        Ok(())
    }

    fn advanced(&mut self, current: ExprId, index: TypeId, reverse: bool, span: Span) -> Lower<ExprId> {
        if self.a.is_boolean(index) {
            return Ok(self.p.not(current)?);
        }
        let one = self.integer(1, index, span)?;
        let op = if reverse { Binary::Subtract } else { Binary::Add };
        Ok(self.p.binary(op, current, one)?)
    }

    /// `for E of A`: E stands for the element, to read and to assign.
    fn bind_element(
        &mut self,
        entity: crate::sema::entities::EntityId,
        array: &Expr,
        counter: ir::VarId,
        low: ExprId,
        index: TypeId,
        span: Span,
    ) -> Lower<()> {
        let current = self.p.var(counter);
        let position = self.position_between(low, current, index)?;
        if let Ok(mut place) = self.place(array) {
            if let Some(data) = self.data_field(array.ty, span) {
                place = place.then(Projection::Field(data));
            }
            self.frame.places.insert(entity, place.then(Projection::Index(position)));
            return Ok(());
        }
        let value = self.array(array)?;
        let data = self.data(&value)?;
        let element = self.p.index(data, position)?;
        self.frame.substitutes.insert(entity, element);
        Ok(())
    }
}
