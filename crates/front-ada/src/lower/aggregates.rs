//! Aggregates (RM 4.3).

use super::arrays::{ArrayVal, length_of};
use super::{Lower, Lowerer};
use crate::sema::tree::{ArrayAggregate, ArrayPart, ArrayValue, Expr, PartChoice};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Projection, Sign};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

/// An array in a variable, to change components of.
struct Changed {
    result: ir::VarId,
    /// The field of its components, if bounds are stored with them.
    data: Option<u32>,
    bounds: (ExprId, ExprId),
    index: TypeId,
    component: TypeId,
}

impl Lowerer<'_> {
    pub(super) fn record_aggregate(&mut self, values: &[Option<Expr>], ty: TypeId, span: Span) -> Lower<ExprId> {
        let Some(components) = self.a.components(ty) else { return self.refuse("record aggregate", span) };
        let target = self.ir_type(ty, span)?;
        let mut items = Vec::new();
        self.frame.discriminants.push(Vec::new());
        let result = self.record_items(values, &components, span, &mut items);
        self.frame.discriminants.pop();
        result?;
        let value = self.p.add_expr(ir::ExprKind::RecordOf(items), target, Some(span))?;
        let wanted = self.a.types[ty].discriminants.clone();
        for (i, expected) in wanted.unwrap_or_default().iter().enumerate() {
            let expected = self.bound(expected, components[i].ty)?;
            let found = self.p.field(value, i as u32)?;
            let equal = self.p.binary(Binary::Equal, found, expected)?;
            let text = format!("discriminant {} must have the value of the subtype", components[i].spelled);
            self.check(CheckKind::Discriminant, equal, text, span);
        }
        Ok(value)
    }

    pub(super) fn record_items(
        &mut self,
        values: &[Option<Expr>],
        components: &[Component],
        span: Span,
        items: &mut Vec<ExprId>,
    ) -> Lower<()> {
        for (component, value) in components.iter().zip(values) {
            let item = match value {
                Some(value) => self.given(value, component.ty)?,
                None if component.guards.is_empty() => {
                    self.default_value(component.ty, component.default.as_deref(), span)?
                }
                None => self.default_in_variant(component, components, span)?,
            };
            items.push(item);
            if component.discriminant
                && let Some(known) = self.frame.discriminants.last_mut()
            {
                known.push(item);
            }
        }
        Ok(())
    }

    pub(super) fn delta_record(&mut self, base: &Expr, changes: &[(usize, Expr)], span: Span) -> Lower<ExprId> {
        let components = self.a.components(base.ty).unwrap_or_default();
        let mut value = self.expression(base)?;
        for (at, change) in changes {
            let change = self.given(change, components[*at].ty)?;
            let ty = self.p.type_of(value);
            value = self.p.add_expr(ir::ExprKind::WithField(value, *at as u32, change), ty, Some(span))?;
        }
        Ok(value)
    }

    /// An array aggregate: bounds from the target, its choices, or the number of its values (RM 4.3.3).
    pub(super) fn array_aggregate(
        &mut self,
        aggregate: &ArrayAggregate,
        ty: TypeId,
        target: TypeId,
        span: Span,
    ) -> Lower<ArrayVal> {
        let dimensions = self.a.index_types(ty).len();
        let wanted = self.static_shape(target, span);
        let own = self.aggregate_bounds(aggregate, ty);
        let first = match (own, &wanted) {
            (Some(own), _) if aggregate.others.is_none() => Some(own),
            (_, Some(shape)) => Some(shape[aggregate.dimension.min(shape.len() - 1)].clone()),
            // `others` takes the bounds of the target, known or not.
            (own, None) => own.filter(|_| aggregate.others.is_none()),
        };
        let Some(bounds) = first else { return self.dynamic_aggregate(aggregate, ty, target, span) };
        if aggregate.others.is_none() {
            self.aggregate_in_index(&bounds, aggregate.dimension, ty, span);
        }
        let mut shape = vec![bounds.clone()];
        if dimensions > 1 {
            let Some(wanted) = wanted.or_else(|| self.nested_bounds(aggregate, ty)) else {
                return self.refuse("multi-dimensional aggregate without static bounds", span);
            };
            shape = wanted[aggregate.dimension..].to_vec();
            shape[0] = bounds.clone();
        }
        let value = self.static_aggregate(aggregate, ty, target, &shape, span)?;
        Ok(ArrayVal { value, shape: Some(shape), ty })
    }

    /// Bounds an aggregate gives itself must be values of the index subtype (RM 4.3.3(27)).
    fn aggregate_in_index(&mut self, bounds: &(BigInt, BigInt), dimension: usize, ty: TypeId, span: Span) {
        let index = self.a.index_types(ty).get(dimension).copied();
        let Some((index, (first, last))) = index.and_then(|i| Some((i, self.a.discrete_bounds(i)?))) else { return };
        let (low, high) = bounds;
        if low <= high && (*low < first || last < *high) {
            let wrong = self.p.bool_const(false);
            let text = format!("the bounds of the aggregate must be in {}", self.a.type_name(index));
            self.check(CheckKind::Range, wrong, text, span);
        }
    }

    /// Bounds of all dimensions from the aggregate itself: those of its first part stand for the rest.
    fn nested_bounds(&self, aggregate: &ArrayAggregate, ty: TypeId) -> Option<Vec<(BigInt, BigInt)>> {
        if aggregate.others.is_some() {
            return None;
        }
        let mut bounds = vec![self.aggregate_bounds(aggregate, ty)?];
        if aggregate.dimension + 1 < self.a.index_types(ty).len() {
            let first = aggregate.positional.first().or_else(|| match &aggregate.named.first()?.value {
                ArrayValue::Value(value) => Some(value),
                ArrayValue::Default => None,
            })?;
            let crate::sema::tree::ExprKind::ArrayAggregate(inner) = &first.kind else { return None };
            bounds.extend(self.nested_bounds(inner, ty)?);
        }
        Some(bounds)
    }

    fn aggregate_bounds(&self, aggregate: &ArrayAggregate, ty: TypeId) -> Option<(BigInt, BigInt)> {
        if !aggregate.positional.is_empty() {
            let index = *self.a.index_types(ty).get(aggregate.dimension)?;
            let (first, _) = self.a.discrete_bounds(index)?;
            let length = BigInt::from(aggregate.positional.len());
            return Some((first.clone(), first + length - 1));
        }
        let mut bounds: Option<(BigInt, BigInt)> = None;
        for choice in aggregate.named.iter().flat_map(|p| &p.choices) {
            let (low, high) = match choice {
                PartChoice::Value(v) => {
                    let v = v.value.as_ref()?.as_int()?.clone();
                    (v.clone(), v)
                }
                PartChoice::Range(range) => range.static_integers()?,
            };
            bounds = Some(match bounds {
                Some((a, b)) => (a.min(low), b.max(high)),
                None => (low, high),
            });
        }
        bounds
    }

    fn static_aggregate(
        &mut self,
        aggregate: &ArrayAggregate,
        ty: TypeId,
        target: TypeId,
        shape: &[(BigInt, BigInt)],
        span: Span,
    ) -> Lower<ExprId> {
        let component = self.a.component_type(ty).unwrap_or(ty);
        let element = self.ir_type(component, span)?;
        let element = if shape.len() > 1 { self.static_array_type(&shape[1..], element, ty)? } else { element };
        let array_type = self.static_array_type(shape, element_base(self, element, shape), ty)?;
        let _ = element;
        let length = length_of(&shape[0]);
        let low = shape[0].0.clone();
        let result = self.temporary("aggregate", array_type);
        match &aggregate.others {
            Some(others) if self.others_vary(aggregate, others, ty, component, shape, span) => {
                self.havoc(Place::var(result), span, "no initial value");
                self.others_one_by_one(aggregate, others, result, ty, target, component, shape, span)?;
            }
            Some(ArrayValue::Value(value)) if length as usize > aggregate.positional.len() => {
                // Evaluated once per element in Ada, but the same each time.
                let value = self.element(value, ty, target, component, shape)?;
                let filled = self.p.add_expr(ir::ExprKind::ArrayFill(value), array_type, Some(span))?;
                self.assign_var(result, filled, span);
            }
            Some(ArrayValue::Default) if shape.len() == 1 && length > 0 => {
                let default = self.default_of_components(ty);
                let filled = self.default_elements(shape, array_type, component, default.as_deref(), span)?;
                self.assign_var(result, filled, span);
            }
            _ => self.havoc(Place::var(result), span, "no initial value"),
        }
        let given = aggregate.positional.len() as u64;
        // A row of a matrix may also be too short: all rows have the same bounds (RM 4.3.3(28)).
        if given > length || (given > 0 && given < length && aggregate.others.is_none()) {
            let wrong = self.p.bool_const(false);
            self.check(CheckKind::Length, wrong, "the aggregate must have as many values as the array", span);
            return Ok(self.p.var(result));
        }
        for (i, value) in aggregate.positional.iter().enumerate() {
            let value = self.element(value, ty, target, component, shape)?;
            let position = self.position(i as u64)?;
            self.assign(Place::var(result).then(Projection::Index(position)), value, span);
        }
        for part in &aggregate.named {
            self.aggregate_part(part, result, ty, target, component, shape, &low)?;
        }
        Ok(self.p.var(result))
    }

    /// Whether `others` must be evaluated one by one: it has calls, or defaults that have, beside other values.
    fn others_vary(
        &self,
        aggregate: &ArrayAggregate,
        others: &ArrayValue,
        ty: TypeId,
        component: TypeId,
        shape: &[(BigInt, BigInt)],
        span: Span,
    ) -> bool {
        match others {
            ArrayValue::Value(value) => self.varies(value),
            ArrayValue::Default => {
                let beside = !aggregate.positional.is_empty() || !aggregate.named.is_empty();
                let default = self.default_of_components(ty);
                beside && shape.len() == 1 && !self.is_fixed(component, default.as_deref(), span)
            }
        }
    }

    /// `others` with a call is evaluated for each component that nothing else covers (RM 4.3.3(21)).
    #[allow(clippy::too_many_arguments)]
    fn others_one_by_one(
        &mut self,
        aggregate: &ArrayAggregate,
        others: &ArrayValue,
        result: ir::VarId,
        ty: TypeId,
        target: TypeId,
        component: TypeId,
        shape: &[(BigInt, BigInt)],
        span: Span,
    ) -> Lower<()> {
        let length = length_of(&shape[0]);
        if length > 4096 {
            return self.refuse("`others` with a call for so many components", span);
        }
        let mut covered: Vec<(BigInt, BigInt)> = Vec::new();
        for choice in aggregate.named.iter().flat_map(|p| &p.choices) {
            let bounds = match choice {
                PartChoice::Value(v) => v.value.as_ref().and_then(|v| v.as_int()).map(|v| (v.clone(), v.clone())),
                PartChoice::Range(range) => range.static_integers(),
            };
            let Some(bounds) = bounds else { return self.refuse("aggregate choice that is not static", span) };
            covered.push(bounds);
        }
        for i in aggregate.positional.len() as u64..length {
            let index = &shape[0].0 + BigInt::from(i);
            if covered.iter().any(|(low, high)| *low <= index && index <= *high) {
                continue;
            }
            let item = match others {
                ArrayValue::Value(value) => self.element(value, ty, target, component, shape)?,
                ArrayValue::Default => self.default_component(ty, component, span)?,
            };
            let position = self.position(i)?;
            self.assign(Place::var(result).then(Projection::Index(position)), item, span);
        }
        Ok(())
    }

    fn element(
        &mut self,
        value: &Expr,
        ty: TypeId,
        target: TypeId,
        component: TypeId,
        shape: &[(BigInt, BigInt)],
    ) -> Lower<ExprId> {
        if shape.len() > 1
            && let crate::sema::tree::ExprKind::ArrayAggregate(inner) = &value.kind
        {
            return self.static_aggregate(inner, ty, target, &shape[1..], value.span);
        }
        self.given(value, component)
    }

    #[allow(clippy::too_many_arguments)]
    fn aggregate_part(
        &mut self,
        part: &ArrayPart,
        result: ir::VarId,
        ty: TypeId,
        target: TypeId,
        component: TypeId,
        shape: &[(BigInt, BigInt)],
        low: &BigInt,
    ) -> Lower<()> {
        for choice in &part.choices {
            let bounds = match choice {
                PartChoice::Value(v) => v.value.as_ref().and_then(|v| v.as_int()).map(|v| (v.clone(), v.clone())),
                PartChoice::Range(range) => range.static_integers(),
            };
            let Some((from, to)) = bounds else { return self.refuse("aggregate choice that is not static", part.span) };
            if from > to {
                continue;
            }
            let inside = shape[0].0 <= from && to <= shape[0].1;
            if !inside {
                let wrong = self.p.bool_const(false);
                self.check(
                    CheckKind::Index,
                    wrong,
                    "the choices of the aggregate must be within the bounds",
                    part.span,
                );
                continue;
            }
            let start = (&from - low).to_u64().unwrap_or(0);
            let count = length_of(&(from, to));
            if count > 64 {
                let ArrayValue::Value(value) = &part.value else {
                    return self.refuse("`<>` for so many components", part.span);
                };
                self.part_loop(part, value, result, ty, target, component, shape, start, count)?;
                continue;
            }
            for i in start..start + count {
                self.bind_iterator(part, low + BigInt::from(i), ty)?;
                let item = match &part.value {
                    ArrayValue::Value(value) => self.element(value, ty, target, component, shape)?,
                    ArrayValue::Default if shape.len() == 1 => self.default_component(ty, component, part.span)?,
                    ArrayValue::Default => return self.refuse("`<>` for a row of a matrix", part.span),
                };
                let position = self.position(i)?;
                self.assign(Place::var(result).then(Projection::Index(position)), item, part.span);
            }
        }
        Ok(())
    }

    fn bind_iterator(&mut self, part: &ArrayPart, value: BigInt, ty: TypeId) -> Lower<()> {
        if let Some(iterator) = part.iterator {
            let index = self.a.index_types(ty).first().copied().unwrap_or(ty);
            let value = self.integer(value, self.a.base(index), part.span)?;
            self.frame.substitutes.insert(iterator, value);
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn part_loop(
        &mut self,
        part: &ArrayPart,
        value: &Expr,
        result: ir::VarId,
        ty: TypeId,
        target: TypeId,
        component: TypeId,
        shape: &[(BigInt, BigInt)],
        start: u64,
        count: u64,
    ) -> Lower<()> {
        let span = part.span;
        let position = self.position_type();
        let total = self.position(count)?;
        let offset = self.position(start)?;
        let index = self.a.base(self.a.index_types(ty).first().copied().unwrap_or(ty));
        let low = self.integer(shape[0].0.clone(), index, span)?;
        self.count_loop_typed(total, position, Sign::Unsigned, span, |s, i| {
            let at = s.p.binary(Binary::Add, i, offset)?;
            if let Some(iterator) = part.iterator {
                let target = s.ir_type(index, span)?;
                let width = s.width(index);
                let op = match width.cmp(&32) {
                    std::cmp::Ordering::Less => ir::Convert::Truncate,
                    std::cmp::Ordering::Equal => ir::Convert::Retype,
                    std::cmp::Ordering::Greater => ir::Convert::ZeroExtend,
                };
                let step = s.p.convert(op, at, target)?;
                let value = s.p.binary(Binary::Add, low, step)?;
                s.frame.substitutes.insert(iterator, value);
            }
            let item = s.element(value, ty, target, component, shape)?;
            s.assign(Place::var(result).then(Projection::Index(at)), item, span);
            Ok(())
        })
    }

    /// An aggregate whose bounds are known only at run time: `(others => V)` and `(L .. H => V)`.
    fn dynamic_aggregate(
        &mut self,
        aggregate: &ArrayAggregate,
        ty: TypeId,
        target: TypeId,
        span: Span,
    ) -> Lower<ArrayVal> {
        let component = self.a.component_type(ty).unwrap_or(ty);
        let root = self.a.root(ty);
        let target_type = self.ir_type(root, span)?;
        if self.a.index_types(ty).len() != 1 || self.static_shape(root, span).is_some() {
            return self.refuse("aggregate with dynamic bounds", span);
        }
        let subtype = self.a.index_types(ty)[0];
        let index = self.a.base(subtype);
        let (low, high, value) = match (aggregate.named.as_slice(), &aggregate.others) {
            ([ArrayPart { choices, iterator: None, value: ArrayValue::Value(value), .. }], None) => {
                match choices.as_slice() {
                    [PartChoice::Range(range)] if aggregate.positional.is_empty() => {
                        let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
                        // Bounds an aggregate gives itself are values of the index subtype (RM 4.3.3(27)).
                        self.range_compatible(range, low, high, subtype, span)?;
                        (low, high, value)
                    }
                    [PartChoice::Value(only)] if aggregate.positional.is_empty() => {
                        let range = Range { low: only.clone().into(), high: only.clone().into() };
                        let at = self.bound(only, index)?;
                        let at = self.keep("bound", at, span);
                        self.range_compatible(&range, at, at, subtype, span)?;
                        (at, at, value)
                    }
                    _ => return self.refuse("aggregate with dynamic bounds", span),
                }
            }
            (_, Some(ArrayValue::Value(value))) => {
                let (low, high) = match (self.a.array_bounds(target, span), self.frame.others.take()) {
                    (Some(ranges), _) => (self.bound(&ranges[0].low, index)?, self.bound(&ranges[0].high, index)?),
                    (None, Some(bounds)) => bounds,
                    (None, None) => return self.refuse("`others` without known bounds", span),
                };
                (low, high, value)
            }
            _ => return self.refuse("aggregate with dynamic bounds", span),
        };
        if self.varies(value) {
            return self.refuse("aggregate with dynamic bounds and a call for each component", span);
        }
        let value = self.given(value, component)?;
        let element = self.ir_type(component, span)?;
        let position = self.position_type();
        let data_type = self.p.types.plain(ir::TypeKind::Array { index: position, element, length: None });
        let data = self.p.add_expr(ir::ExprKind::ArrayFill(value), data_type, Some(span))?;
        let mut value = self.p.add_expr(ir::ExprKind::RecordOf(vec![low, high, data]), target_type, Some(span))?;
        if aggregate.others.is_some() && !(aggregate.positional.is_empty() && aggregate.named.is_empty()) {
            let result = self.temporary("aggregate", target_type);
            self.assign_var(result, value, span);
            self.positional_parts(&aggregate.positional, result, (low, high), index, component, span)?;
            let place = Changed { result, data: Some(2), bounds: (low, high), index, component };
            self.change_parts(&place, &aggregate.named, span)?;
            value = self.p.var(result);
        }
        Ok(ArrayVal { value, shape: None, ty: root })
    }

    /// The first values of an array with dynamic bounds; there must be room for them.
    fn positional_parts(
        &mut self,
        values: &[Expr],
        result: ir::VarId,
        (low, high): (ExprId, ExprId),
        index: TypeId,
        component: TypeId,
        span: Span,
    ) -> Lower<()> {
        if values.is_empty() {
            return Ok(());
        }
        let nonempty = self.less_equal(low, high, index)?;
        let last = self.position_between(low, high, index)?;
        let wanted = self.position(values.len() as u64 - 1)?;
        let room = self.p.binary(Binary::LessEqual(ir::Sign::Unsigned), wanted, last)?;
        let fits = self.and(nonempty, room)?;
        self.check(CheckKind::Length, fits, "the aggregate must have as many values as the array", span);
        for (i, value) in values.iter().enumerate() {
            let item = self.given(value, component)?;
            let position = self.position(i as u64)?;
            let place = Place::var(result).then(Projection::Field(2)).then(Projection::Index(position));
            self.assign(place, item, value.span);
        }
        Ok(())
    }

    pub(super) fn delta_array(&mut self, base: &Expr, parts: &[ArrayPart], span: Span) -> Lower<ArrayVal> {
        let array = self.array(base)?;
        let ty = self.p.type_of(array.value);
        let result = self.temporary("changed", ty);
        self.assign_var(result, array.value, span);
        let component = self.a.component_type(base.ty).unwrap_or(base.ty);
        let data = if array.shape.is_none() { Some(2) } else { None };
        let index = self.a.base(self.a.index_types(base.ty)[0]);
        let bounds = self.bounds(&array, 0, span)?;
        self.change_parts(&Changed { result, data, bounds, index, component }, parts, span)?;
        let value = self.p.var(result);
        Ok(ArrayVal { value, ..array })
    }

    /// Gives components of an array their values, one choice after the other.
    fn change_parts(&mut self, changed: &Changed, parts: &[ArrayPart], span: Span) -> Lower<()> {
        let Changed { result, data, bounds: (first, last), index, component } = *changed;
        for part in parts {
            let ArrayValue::Value(value) = &part.value else { return self.refuse("`<>` for a dynamic index", span) };
            for choice in &part.choices {
                let PartChoice::Value(at) = choice else {
                    if let PartChoice::Range(range) = choice
                        && let Some((from, to)) = range.static_integers()
                        && to.clone() - &from < BigInt::from(64)
                    {
                        let mut at = from;
                        while at <= to {
                            let value_at = self.integer(at.clone(), index, span)?;
                            self.delta_change(result, data, value_at, (first, last), index, value, component, part)?;
                            at += BigInt::one();
                        }
                        continue;
                    }
                    return self.refuse("range of components with dynamic or many indexes", span);
                };
                let at = self.expression(at)?;
                self.delta_change(result, data, at, (first, last), index, value, component, part)?;
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn delta_change(
        &mut self,
        result: ir::VarId,
        data: Option<u32>,
        at: ExprId,
        bounds: (ExprId, ExprId),
        index: TypeId,
        value: &Expr,
        component: TypeId,
        part: &ArrayPart,
    ) -> Lower<()> {
        if let Some(iterator) = part.iterator {
            self.frame.substitutes.insert(iterator, at);
        }
        let above = self.less_equal(bounds.0, at, index)?;
        let below = self.less_equal(at, bounds.1, index)?;
        let condition = self.and(above, below)?;
        self.check(
            CheckKind::Index,
            condition,
            "the index of the changed element must be within the bounds",
            part.span,
        );
        let value = self.given(value, component)?;
        let position = self.position_between(bounds.0, at, index)?;
        let mut place = Place::var(result);
        if let Some(data) = data {
            place = place.then(Projection::Field(data));
        }
        self.assign(place.then(Projection::Index(position)), value, part.span);
        Ok(())
    }
}

/// The innermost element type of nested arrays that `shape` describes.
fn element_base(lowerer: &Lowerer<'_>, element: ir::TypeId, shape: &[(BigInt, BigInt)]) -> ir::TypeId {
    let mut ty = element;
    for _ in 1..shape.len() {
        if let ir::TypeKind::Array { element, .. } = lowerer.p.types.kind(ty) {
            ty = *element;
        }
    }
    ty
}
