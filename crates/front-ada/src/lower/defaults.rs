//! Default initialization (RM 3.3.1): what objects hold when nothing is given. What has no default may hold anything, in each
//! component something else.

use super::arrays::length_of;
use super::{Lower, Lowerer};
use crate::sema::tree::{ArrayValue, Expr, ExprKind};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{ExprId, Place, Projection};
use num_bigint::BigInt;

/// Components of arrays with at most this many are written out, of others in a loop.
const WRITTEN_OUT: u64 = 64;

impl Lowerer<'_> {
    /// A component of a variant takes its default only if it exists.
    pub(super) fn default_in_variant(
        &mut self,
        component: &Component,
        components: &[Component],
        span: Span,
    ) -> Lower<ExprId> {
        let known = self.frame.discriminants.last().cloned().unwrap_or_default();
        let mut exists = self.p.bool_const(true);
        for guard in &component.guards {
            let (Some(&value), Some(of)) = (known.get(guard.discriminant), components.get(guard.discriminant)) else {
                return self.refuse("variant part", span);
            };
            let holds = self.guard_of_value(guard, value, of.ty, span)?;
            exists = self.and(exists, holds)?;
        }
        let ir_type = self.ir_type(component.ty, span)?;
        let result = self.temporary("component", ir_type);
        match self.constant_bool(exists) {
            Some(true) => return self.default_value(component.ty, component.default.as_deref(), span),
            Some(false) => {
                self.havoc(Place::var(result), span, "no such component");
                return Ok(self.p.var(result));
            }
            None => {}
        }
        let (inside, outside, after) = (self.new_block("exists"), self.new_block("absent"), self.new_block("variant"));
        self.branch(exists, inside, outside, Some(span));
        self.enter(inside);
        let value = self.default_value(component.ty, component.default.as_deref(), span)?;
        self.assign_var(result, value, span);
        self.goto(after, Some(span));
        self.enter(outside);
        self.havoc(Place::var(result), span, "no such component");
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(result))
    }

    /// The value an object of a type has when nothing is given: defaults, and otherwise anything.
    pub(super) fn default_value(&mut self, ty: TypeId, default: Option<&Expr>, span: Span) -> Lower<ExprId> {
        if let Some(default) = default {
            return self.given(default, ty);
        }
        let value = self.default_of_type(ty, span)?;
        self.default_conditions(value, ty, span)?;
        Ok(value)
    }

    fn default_of_type(&mut self, ty: TypeId, span: Span) -> Lower<ExprId> {
        let ir_type = self.ir_type(ty, span)?;
        let default = self.a.types[ty].default.clone().or_else(|| self.a.types[self.a.root(ty)].default.clone());
        match self.a.kind(ty).clone() {
            TypeKind::Record { components, .. } => {
                let values = match self.a.types[ty].discriminants.clone() {
                    Some(given) => {
                        components.iter().enumerate().map(|(i, _)| given.get(i).map(|g| (**g).clone())).collect()
                    }
                    None => vec![None; components.len()],
                };
                let mut items = Vec::new();
                self.frame.discriminants.push(Vec::new());
                let result = self.record_items(&values, &components, span, &mut items);
                self.frame.discriminants.pop();
                result?;
                Ok(self.p.add_expr(ir::ExprKind::RecordOf(items), ir_type, Some(span))?)
            }
            TypeKind::Array { component, .. } => self.default_array(ty, component, default.as_deref(), span),
            _ => match default {
                Some(default) => self.given(&default, ty),
                None => {
                    let var = self.temporary("uninitialized", ir_type);
                    self.havoc(Place::var(var), span, "no initial value");
                    Ok(self.p.var(var))
                }
            },
        }
    }

    fn default_array(&mut self, ty: TypeId, component: TypeId, default: Option<&Expr>, span: Span) -> Lower<ExprId> {
        let ir_type = self.ir_type(ty, span)?;
        let has_default = default.is_some() || self.has_default(component) || self.checks_default(component);
        match self.static_shape(ty, span) {
            // Without components nothing is initialized.
            Some(shape) if has_default && shape.iter().all(|bounds| length_of(bounds) > 0) => {
                self.default_elements(&shape, ir_type, component, default, span)
            }
            Some(_) => {
                let var = self.temporary("uninitialized", ir_type);
                self.havoc(Place::var(var), span, "no initial value");
                Ok(self.p.var(var))
            }
            None => self.default_dynamic_array(ty, component, default.filter(|_| has_default), has_default, span),
        }
    }

    /// All components of an array with static bounds by default: each for itself, unless they are all the same.
    pub(super) fn default_elements(
        &mut self,
        shape: &[(BigInt, BigInt)],
        ir_type: ir::TypeId,
        component: TypeId,
        default: Option<&Expr>,
        span: Span,
    ) -> Lower<ExprId> {
        if self.is_fixed(component, default, span) {
            let mut types = vec![ir_type];
            for _ in 1..shape.len() {
                let ir::TypeKind::Array { element, .. } = self.p.types.kind(types[types.len() - 1]) else { break };
                types.push(*element);
            }
            let mut value = self.default_value(component, default, span)?;
            for ty in types.into_iter().rev() {
                value = self.p.add_expr(ir::ExprKind::ArrayFill(value), ty, Some(span))?;
            }
            return Ok(value);
        }
        let var = self.temporary("uninitialized", ir_type);
        self.havoc(Place::var(var), span, "no initial value");
        self.default_one_by_one(Place::var(var), shape, component, default, span)?;
        Ok(self.p.var(var))
    }
    fn default_one_by_one(
        &mut self,
        place: Place,
        shape: &[(BigInt, BigInt)],
        component: TypeId,
        default: Option<&Expr>,
        span: Span,
    ) -> Lower<()> {
        let Some((bounds, rest)) = shape.split_first() else {
            let value = self.default_value(component, default, span)?;
            self.assign(place, value, span);
            return Ok(());
        };
        let length = length_of(bounds);
        if length > WRITTEN_OUT {
            let last = self.position(length - 1)?;
            return self.for_positions(last, span, &mut |s, at| {
                s.default_one_by_one(place.clone().then(Projection::Index(at)), rest, component, default, span)
            });
        }
        for i in 0..length {
            let at = self.position(i)?;
            self.default_one_by_one(place.clone().then(Projection::Index(at)), rest, component, default, span)?;
        }
        Ok(())
    }
    /// A loop over the positions from 0 to the last one.
    fn for_positions(
        &mut self,
        last: ExprId,
        span: Span,
        body: &mut dyn FnMut(&mut Self, ExprId) -> Lower<()>,
    ) -> Lower<()> {
        let ty = self.position_type();
        let counter = self.temporary("position", ty);
        let zero = self.position(0)?;
        self.assign_var(counter, zero, span);
        let (head, step, after) = (self.new_block("loop"), self.new_block("advance"), self.new_block("end_loop"));
        self.goto(head, Some(span));
        self.enter(head);
        let at = self.p.var(counter);
        body(self, at)?;
        let done = self.p.binary(ir::Binary::Equal, at, last)?;
        self.branch(done, after, step, Some(span));
        self.enter(step);
        let one = self.position(1)?;
        let next = self.p.binary(ir::Binary::Add, at, one)?;
        self.assign_var(counter, next, span);
        self.goto(head, Some(span));
        self.enter(after);
        Ok(())
    }

    /// An array whose bounds come from its subtype. (Components of several dimensions stay arbitrary.)
    fn default_dynamic_array(
        &mut self,
        ty: TypeId,
        component: TypeId,
        default: Option<&Expr>,
        has_default: bool,
        span: Span,
    ) -> Lower<ExprId> {
        let ir_type = self.ir_type(ty, span)?;
        let var = self.temporary("uninitialized", ir_type);
        self.havoc(Place::var(var), span, "no initial value");
        let Some(ranges) = self.a.array_bounds(ty, span) else {
            return self.refuse("object of an unconstrained array type without bounds", span);
        };
        for (dimension, range) in ranges.iter().enumerate() {
            let index = self.a.index_types(ty)[dimension];
            let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
            self.assume_small(low, high, index, span)?;
            let at = 2 * dimension as u32;
            self.assign(Place::var(var).then(Projection::Field(at)), low, span);
            self.assign(Place::var(var).then(Projection::Field(at + 1)), high, span);
        }
        if ranges.len() != 1 && self.checks_default(component) {
            return self.refuse("default initialization of a matrix of this type", span);
        }
        if !has_default || ranges.len() != 1 {
            return Ok(self.p.var(var));
        }
        let index = self.a.base(self.a.index_types(ty)[0]);
        let whole = self.p.var(var);
        let (low, high) = (self.p.field(whole, 0)?, self.p.field(whole, 1)?);
        let some = self.less_equal(low, high, index)?;
        let (inside, after) = (self.new_block("components"), self.new_block("initialized"));
        self.branch(some, inside, after, Some(span));
        self.enter(inside);
        let data = Place::var(var).then(Projection::Field(2));
        if self.is_fixed(component, default, span) {
            let element = self.default_value(component, default, span)?;
            let old = self.p.field(whole, 2)?;
            let data_type = self.p.type_of(old);
            let filled = self.p.add_expr(ir::ExprKind::ArrayFill(element), data_type, Some(span))?;
            self.assign(data, filled, span);
        } else {
            let last = self.position_between(low, high, index)?;
            let last = self.keep("last", last, span);
            self.for_positions(last, span, &mut |s, at| {
                s.default_one_by_one(data.clone().then(Projection::Index(at)), &[], component, default, span)
            })?;
        }
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(var))
    }

    /// Whether a value is another one each time it is made: by a call, or because part of it has no value.
    pub(super) fn varies(&self, e: &Expr) -> bool {
        let mut found = false;
        super::visit::expression(e, &mut |met| match met {
            super::visit::Met::Call(_) => found = true,
            super::visit::Met::Expression(e) => {
                if let ExprKind::RecordAggregate(values) = &e.kind {
                    let components = self.a.components(e.ty).unwrap_or_default();
                    let mut defaults = components.iter().zip(values).filter(|(_, value)| value.is_none());
                    found |= !defaults.all(|(c, _)| self.is_fixed(c.ty, c.default.as_deref(), e.span));
                }
                if let ExprKind::ArrayAggregate(aggregate) = &e.kind {
                    let parts = aggregate.named.iter().map(|part| &part.value).chain(aggregate.others.as_ref());
                    found |= parts.into_iter().any(|value| matches!(value, ArrayValue::Default));
                }
            }
            super::visit::Met::Declarations(_) | super::visit::Met::Statement(_) => {}
        });
        found
    }
    /// Whether the default value of a type is the same for all objects made now.
    pub(super) fn is_fixed(&self, ty: TypeId, default: Option<&Expr>, span: Span) -> bool {
        if let Some(default) = default {
            return !self.varies(default);
        }
        let own = self.a.types[ty].default.as_ref().or_else(|| self.a.types[self.a.root(ty)].default.as_ref());
        match self.a.kind(ty) {
            TypeKind::Record { components, .. } => {
                components.iter().all(|c| c.guards.is_empty() && self.is_fixed(c.ty, c.default.as_deref(), span))
            }
            TypeKind::Array { component, .. } => {
                self.static_shape(ty, span).is_some() && self.is_fixed(*component, own.map(|d| &**d), span)
            }
            _ => own.is_some_and(|default| !self.varies(default)),
        }
    }

    /// A component initialized by default: by what the array type says, or the component's type (RM 4.3.3(23.1)).
    pub(super) fn default_component(&mut self, array: TypeId, component: TypeId, span: Span) -> Lower<ExprId> {
        let default = self.default_of_components(array);
        self.default_value(component, default.as_deref(), span)
    }
    pub(super) fn default_of_components(&self, array: TypeId) -> Option<std::rc::Rc<Expr>> {
        let own = self.a.types[array].default.clone();
        own.or_else(|| self.a.types[self.a.root(array)].default.clone())
    }

    pub(super) fn has_default(&self, ty: TypeId) -> bool {
        if self.a.types[ty].default.is_some() || self.a.types[self.a.root(ty)].default.is_some() {
            return true;
        }
        match self.a.kind(ty) {
            TypeKind::Record { components, .. } => {
                components.iter().any(|c| c.default.is_some() || c.discriminant || self.has_default(c.ty))
            }
            TypeKind::Array { component, .. } => self.has_default(*component),
            _ => false,
        }
    }
}
