//! Operators on arrays: concatenation, equality, order, logical operators, membership (RM 4.5).
//!
//! With static bounds a result is written out as an expression; otherwise loops fill it.

use super::{ArrayVal, WRITTEN_OUT, length_of};
use crate::lower::{Lower, Lowerer};
use crate::sema::tree::{BinaryOperator, Expr, Member};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Projection, Sign, VarId};
use num_bigint::BigInt;
use num_traits::One;

impl Lowerer<'_> {
    pub(in crate::lower) fn concatenation(&mut self, l: &Expr, r: &Expr, ty: TypeId, span: Span) -> Lower<ArrayVal> {
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
            return self.dynamic_concatenation(left, right, ty, element, span);
        };
        let (n, m) = (length_of(&a[0]), length_of(&b[0]));
        if n + m > 4096 {
            return self.dynamic_concatenation(left, right, ty, element, span);
        }
        let low = if n == 0 { b[0].0.clone() } else { a[0].0.clone() };
        let bounds = vec![(low.clone(), low + BigInt::from(n + m) - 1)];
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

    /// The result starts where the left operand starts, or is the right one if the left is empty
    /// (RM 4.5.3(6)); its last index must be one of the index subtype.
    fn dynamic_concatenation(
        &mut self,
        left: ArrayVal,
        right: ArrayVal,
        ty: TypeId,
        element: ir::TypeId,
        span: Span,
    ) -> Lower<ArrayVal> {
        let left = ArrayVal { value: self.keep("left", left.value, span), ..left };
        let right = ArrayVal { value: self.keep("right", right.value, span), ..right };
        let (n, m) = (self.length(&left, 0, span)?, self.length(&right, 0, span)?);
        let (n, m) = (self.keep("length", n, span), self.keep("length", m, span));
        let index = self.index_type(ty, 0);
        let ((low, _), (other_low, other_high)) = (self.bounds(&left, 0, span)?, self.bounds(&right, 0, span)?);
        let zero = self.position(0)?;
        let empty = self.p.binary(Binary::Equal, n, zero)?;
        let first = self.p.if_else(empty, other_low, low)?;
        let first = self.keep("first", first, span);
        let last = self.last_index(first, n, m, ty, span)?;
        // Without elements on the left, the bounds are those of the right operand, null or not.
        let last = self.p.if_else(empty, other_high, last)?;
        let last = self.keep("last", last, span);
        let root = self.a.root(ty);
        let target = self.dynamic_array_type(root, element, span)?;
        let data_type = self.data_type(target, span)?;
        let result = self.temporary("joined", data_type);
        let (x, y) = (self.data(&left)?, self.data(&right)?);
        self.fill_from(result, x, None, n, left.shape.as_ref().map(|s| length_of(&s[0])), span)?;
        self.fill_from(result, y, Some(n), m, right.shape.as_ref().map(|s| length_of(&s[0])), span)?;
        let _ = index;
        let data = self.p.var(result);
        let value = self.with_bounds(vec![(first, last)], data, target, span)?;
        Ok(ArrayVal { value, shape: None, ty: root })
    }

    /// `first + n + m - 1`, checked against the index subtype.
    fn last_index(&mut self, first: ExprId, n: ExprId, m: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        let subtype = self.a.index_types(ty).first().copied().unwrap_or(self.a.standard.positive);
        let index = self.a.base(subtype);
        if self.a.is_boolean(index) {
            return self.refuse("concatenation of arrays indexed by Booleans", span);
        }
        let width = self.width(index).max(32) + 3;
        let wide = self.p.types.int(width);
        let start = self.extend(first, index, width)?;
        let extended = |s: &mut Self, e| s.p.convert(ir::Convert::ZeroExtend, e, wide);
        let (n, m) = (extended(self, n)?, extended(self, m)?);
        let count = self.p.binary(Binary::Add, n, m)?;
        let end = self.p.binary(Binary::Add, start, count)?;
        let one = self.p.int_const(wide, 1)?;
        let last = self.p.binary(Binary::Subtract, end, one)?;
        if let Some((_, high)) = self.a.discrete_bounds(subtype).or_else(|| self.a.base_bounds(index)) {
            let high = self.p.int_const(wide, high)?;
            let zero = self.p.int_const(wide, 0)?;
            let fits = self.p.binary(Binary::LessEqual(Sign::Signed), last, high)?;
            let null = self.p.binary(Binary::Equal, count, zero)?;
            let condition = self.or(null, fits)?;
            let text = format!("the last index of {} must be in {}", self.text(span), self.a.type_name(subtype));
            self.check(CheckKind::Range, condition, text, span);
        }
        let target = self.ir_type(index, span)?;
        Ok(self.p.convert(ir::Convert::Truncate, last, target)?)
    }

    /// Copies `count` elements to the positions from `offset` on.
    fn fill_from(
        &mut self,
        result: VarId,
        from: ExprId,
        offset: Option<ExprId>,
        count: ExprId,
        fixed: Option<u64>,
        span: Span,
    ) -> Lower<()> {
        let step = |s: &mut Self, i: ExprId| -> Lower<()> {
            let at = match offset {
                Some(offset) => s.p.binary(Binary::Add, offset, i)?,
                None => i,
            };
            let element = s.p.index(from, i)?;
            s.assign(Place::var(result).then(Projection::Index(at)), element, span);
            Ok(())
        };
        if let Some(length) = fixed.filter(|&n| n <= WRITTEN_OUT) {
            for i in 0..length {
                let position = self.position(i)?;
                step(self, position)?;
            }
            return Ok(());
        }
        let ty = self.position_type();
        self.count_loop_typed(count, ty, Sign::Unsigned, span, step)
    }

    /// Equal lengths and equal elements (RM 4.5.2(18)).
    pub(in crate::lower) fn array_equality(
        &mut self,
        a: ArrayVal,
        b: ArrayVal,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if let (Some(x), Some(y)) = (&a.shape, &b.shape) {
            if !x.iter().map(length_of).eq(y.iter().map(length_of)) {
                return Ok(self.p.bool_const(false));
            }
            if self.bitwise(ty) {
                return Ok(self.p.binary(Binary::Equal, a.value, b.value)?);
            }
        }
        if self.frame.pure_depth > 0 {
            return self.refuse("equality of these arrays", span);
        }
        let component = self.a.component_type(ty).unwrap_or(ty);
        let (a, b) = (
            ArrayVal { value: self.keep("left", a.value, span), ..a },
            ArrayVal { value: self.keep("right", b.value, span), ..b },
        );
        let boolean = self.p.types.bool();
        let result = self.temporary("equal", boolean);
        let mut same = self.p.bool_const(true);
        let mut lengths = Vec::new();
        for dimension in 0..self.a.index_types(ty).len() {
            let (n, m) = (self.length(&a, dimension, span)?, self.length(&b, dimension, span)?);
            let equal = self.p.binary(Binary::Equal, n, m)?;
            same = self.and(same, equal)?;
            lengths.push(n);
        }
        // Two arrays without elements are equal whatever their other lengths are.
        if lengths.len() > 1 {
            let (x, y) = (self.is_empty(&a, span)?, self.is_empty(&b, span)?);
            let empty = self.and(x, y)?;
            same = self.or(same, empty)?;
        }
        self.assign_var(result, same, span);
        let zero = self.position(0)?;
        let same = self.p.var(result);
        lengths[0] = self.p.if_else(same, lengths[0], zero)?;
        let counts: Vec<ExprId> = lengths.into_iter().map(|n| self.keep("count", n, span)).collect();
        let (x, y) = (self.data(&a)?, self.data(&b)?);
        self.equal_elements(x, y, &counts, component, result, span)?;
        Ok(self.p.var(result))
    }

    fn is_empty(&mut self, array: &ArrayVal, span: Span) -> Lower<ExprId> {
        let zero = self.position(0)?;
        let mut any = self.p.bool_const(false);
        for dimension in 0..self.a.index_types(array.ty).len() {
            let length = self.length(array, dimension, span)?;
            let none = self.p.binary(Binary::Equal, length, zero)?;
            any = self.or(any, none)?;
        }
        Ok(any)
    }

    /// Takes from `result` what unequal elements refute, dimension by dimension.
    fn equal_elements(
        &mut self,
        x: ExprId,
        y: ExprId,
        counts: &[ExprId],
        component: TypeId,
        result: VarId,
        span: Span,
    ) -> Lower<()> {
        let [count, inner @ ..] = counts else {
            let equal = self.component_equality(x, y, component, span)?;
            let so_far = self.p.var(result);
            let both = self.p.binary(Binary::And, so_far, equal)?;
            self.assign_var(result, both, span);
            return Ok(());
        };
        let position = self.position_type();
        self.count_loop_typed(*count, position, Sign::Unsigned, span, |s, i| {
            let (p, q) = (s.p.index(x, i)?, s.p.index(y, i)?);
            s.equal_elements(p, q, inner, component, result, span)
        })
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
            TypeKind::Record { .. } if self.user_equality(ty).is_some() => false,
            TypeKind::Record { components, .. } => components.iter().all(|c| {
                let span = c.span;
                let fixed = !self.a.is_array(c.ty) || self.static_shape(c.ty, span).is_some();
                c.guards.is_empty() && fixed && self.bitwise(c.ty)
            }),
            _ => true,
        }
    }

    /// Lexicographic order of one-dimensional discrete arrays.
    pub(in crate::lower) fn array_ordering(
        &mut self,
        op: BinaryOperator,
        l: &Expr,
        r: &Expr,
        span: Span,
    ) -> Lower<ExprId> {
        let (a, b) = (self.array(l)?, self.array(r)?);
        let strict = matches!(op, BinaryOperator::Less | BinaryOperator::Greater);
        let (a, b) = match op {
            BinaryOperator::Greater | BinaryOperator::GreaterEqual => (b, a),
            _ => (a, b),
        };
        let component = self.a.component_type(l.ty).unwrap_or(l.ty);
        let (Some(x), Some(y)) = (&a.shape, &b.shape) else {
            return self.dynamic_ordering(a, b, strict, component, span);
        };
        let (n, m) = (length_of(&x[0]), length_of(&y[0]));
        if n.min(m) > WRITTEN_OUT {
            return self.dynamic_ordering(a, b, strict, component, span);
        }
        let mut result = self.p.bool_const(if strict { n < m } else { n <= m });
        for i in (0..n.min(m)).rev() {
            let position = self.position(i)?;
            let (p, q) = (self.p.index(a.value, position)?, self.p.index(b.value, position)?);
            let below = self.less_equal(q, p, component)?;
            let below = self.p.not(below)?;
            let equal = self.p.binary(Binary::Equal, p, q)?;
            let rest = self.p.binary(Binary::And, equal, result)?;
            result = self.p.binary(Binary::Or, below, rest)?;
        }
        Ok(result)
    }

    /// The first elements that differ decide; without any, the lengths.
    fn dynamic_ordering(
        &mut self,
        a: ArrayVal,
        b: ArrayVal,
        strict: bool,
        component: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let (a, b) = (
            ArrayVal { value: self.keep("left", a.value, span), ..a },
            ArrayVal { value: self.keep("right", b.value, span), ..b },
        );
        let (n, m) = (self.length(&a, 0, span)?, self.length(&b, 0, span)?);
        let (n, m) = (self.keep("length", n, span), self.keep("length", m, span));
        let order = if strict { Binary::Less(Sign::Unsigned) } else { Binary::LessEqual(Sign::Unsigned) };
        let by_length = self.p.binary(order, n, m)?;
        let boolean = self.p.types.bool();
        let result = self.temporary("before", boolean);
        self.assign_var(result, by_length, span);
        let shorter = self.p.binary(Binary::Less(Sign::Unsigned), n, m)?;
        let count = self.p.if_else(shorter, n, m)?;
        let count = self.keep("count", count, span);
        let (x, y) = (self.data(&a)?, self.data(&b)?);
        let after = self.new_block("ordered");
        let position = self.position_type();
        self.count_loop_typed(count, position, Sign::Unsigned, span, |s, i| {
            let (p, q) = (s.p.index(x, i)?, s.p.index(y, i)?);
            let equal = s.p.binary(Binary::Equal, p, q)?;
            let (differ, same) = (s.new_block("differ"), s.new_block("same"));
            s.branch(equal, same, differ, Some(span));
            s.enter(differ);
            let below = s.less_equal(p, q, component)?;
            s.assign_var(result, below, span);
            s.goto(after, Some(span));
            s.enter(same);
            Ok(())
        })?;
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(result))
    }

    pub(in crate::lower) fn array_membership(&mut self, value: &Expr, choices: &[Member], span: Span) -> Lower<ExprId> {
        let tested = self.array(value)?;
        let tested = ArrayVal { value: self.keep("tested", tested.value, span), ..tested };
        let mut result = self.p.bool_const(false);
        for choice in choices {
            let one = |s: &mut Self| match choice {
                Member::Value(other) => {
                    let other = s.array(other)?;
                    s.array_equality(tested.clone(), other, value.ty, span)
                }
                Member::Subtype(ty) => s.array_in_bounds(&tested, *ty, span),
                Member::Range(_) => s.refuse("membership of an array in a range", span),
            };
            result = self.decided_by(BinaryOperator::OrElse, result, span, one)?;
        }
        Ok(result)
    }

    /// Whether an array has the bounds of a subtype and keeps its predicates.
    fn array_in_bounds(&mut self, array: &ArrayVal, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut result = self.p.bool_const(true);
        for (dimension, range) in self.a.array_bounds(ty, span).unwrap_or_default().iter().enumerate() {
            let index = self.index_type(ty, dimension);
            let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
            let (first, last) = self.bounds(array, dimension, span)?;
            let a = self.p.binary(Binary::Equal, first, low)?;
            let b = self.p.binary(Binary::Equal, last, high)?;
            let both = self.and(a, b)?;
            result = self.and(result, both)?;
        }
        if self.a.types[ty].predicates.is_empty() {
            return Ok(result);
        }
        // The predicate is for values of the subtype; its bounds are not asked for again.
        let root = self.a.root(ty);
        let value = self.array_in_subtype(array.clone(), array.ty, root, span)?;
        for predicate in self.a.types[ty].predicates.clone() {
            result = self.decided_by(BinaryOperator::AndThen, result, span, |s| s.predicate(&predicate, value, ty))?;
        }
        Ok(result)
    }

    /// `and`, `or`, `xor` on arrays of Booleans, element by element.
    pub(in crate::lower) fn array_logical(
        &mut self,
        op: BinaryOperator,
        l: &Expr,
        r: &Expr,
        span: Span,
    ) -> Lower<ArrayVal> {
        let binary = match op {
            BinaryOperator::And => Binary::And,
            BinaryOperator::Or => Binary::Or,
            BinaryOperator::Xor => Binary::Xor,
            _ => return self.refuse(format!("`{}` on arrays", op.text()), span),
        };
        let (a, b) = (self.array(l)?, self.array(r)?);
        let (a, b) = (
            ArrayVal { value: self.keep("left", a.value, span), ..a },
            ArrayVal { value: self.keep("right", b.value, span), ..b },
        );
        let (n, m) = (self.length(&a, 0, span)?, self.length(&b, 0, span)?);
        let same = match (&a.shape, &b.shape) {
            (Some(x), Some(y)) => self.p.bool_const(length_of(&x[0]) == length_of(&y[0])),
            _ => self.p.binary(Binary::Equal, n, m)?,
        };
        let text = format!("both operands of {} must have the same length", self.text(span));
        self.check(CheckKind::Length, same, text, span);
        if self.constant_bool(same) == Some(false) {
            return Ok(a);
        }
        let (x, y) = (self.data(&a)?, self.data(&b)?);
        self.element_by_element(a, n, span, |s, i| {
            let (p, q) = (s.p.index(x, i)?, s.p.index(y, i)?);
            Ok(s.p.binary(binary, p, q)?)
        })
    }

    pub(in crate::lower) fn array_not(&mut self, operand: &Expr, span: Span) -> Lower<ArrayVal> {
        let array = self.array(operand)?;
        let array = ArrayVal { value: self.keep("operand", array.value, span), ..array };
        let n = self.length(&array, 0, span)?;
        let x = self.data(&array)?;
        self.element_by_element(array, n, span, |s, i| {
            let element = s.p.index(x, i)?;
            Ok(s.p.not(element)?)
        })
    }

    /// An array with the bounds of `like` whose elements `make` gives.
    fn element_by_element(
        &mut self,
        like: ArrayVal,
        count: ExprId,
        span: Span,
        make: impl Fn(&mut Self, ExprId) -> Lower<ExprId>,
    ) -> Lower<ArrayVal> {
        let fixed = like.shape.as_ref().map(|s| length_of(&s[0]));
        let data = self.data(&like)?;
        let data_type = self.p.type_of(data);
        if let Some(length) = fixed.filter(|&n| n <= 4096) {
            let mut items = Vec::new();
            for i in 0..length {
                let position = self.position(i)?;
                items.push(make(self, position)?);
            }
            let value = self.p.add_expr(ir::ExprKind::ArrayOf(items), data_type, Some(span))?;
            return Ok(ArrayVal { value, ..like });
        }
        let result = self.temporary("elements", data_type);
        let position = self.position_type();
        self.count_loop_typed(count, position, Sign::Unsigned, span, |s, i| {
            let item = make(s, i)?;
            s.assign(Place::var(result).then(Projection::Index(i)), item, span);
            Ok(())
        })?;
        let data = self.p.var(result);
        if fixed.is_some() {
            return Ok(ArrayVal { value: data, ..like });
        }
        let bounds = self.all_bounds(&like, span)?;
        let ty = self.p.type_of(like.value);
        let value = self.with_bounds(bounds, data, ty, span)?;
        Ok(ArrayVal { value, ..like })
    }
}
