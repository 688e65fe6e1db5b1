//! Loops over discrete ranges and over the elements of arrays (RM 5.5).

use super::ArrayVal;
use crate::lower::copy_back::Target;
use crate::lower::cuts::Counter;
use crate::lower::{Lower, Lowerer};
use crate::sema::tree::{Domain, Expr, ExprKind};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, ExprId, Place, Projection};

/// The array a loop goes through.
enum Elements {
    /// Of a variable, from a position on if it is a slice.
    Of(Place, Option<ExprId>),
    Value(ExprId),
}

impl Lowerer<'_> {
    /// Runs `body` for every value of a domain. The body ends its last block itself, at `next` or elsewhere.
    pub(in crate::lower) fn iterate(
        &mut self,
        domain: &Domain,
        reverse: bool,
        span: Span,
        after: BlockId,
        body: &mut dyn FnMut(&mut Self, BlockId) -> Lower<()>,
    ) -> Lower<()> {
        let indexes = match domain {
            Domain::Elements(_, array) => self.indexes_once(array)?,
            Domain::Range(..) => Vec::new(),
        };
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
                (*entity, low, high, index, Some(self.elements(array, &value, span)?))
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
            Some(elements) => self.bind_element(entity, elements, counter, low, index)?,
        }
        self.frame.counters.push(Counter { variable: counter, low, high, index });
        let written = body(self, next);
        self.frame.counters.pop();
        written?;
        self.forget_indexes(&indexes);
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

    /// What `for E of A` goes through: a variable, whose elements may be assigned, or a value made once.
    fn elements(&mut self, array: &Expr, value: &ArrayVal, span: Span) -> Lower<Elements> {
        let is_name = matches!(array.kind, ExprKind::Object(_) | ExprKind::Component(..) | ExprKind::Index(..));
        if is_name && let Ok(place) = self.place(array) {
            let place = match self.data_field(array.ty, span) {
                Some(data) => place.then(Projection::Field(data)),
                None => place,
            };
            return Ok(Elements::Of(place, None));
        }
        if let ExprKind::Slice(whole, range) = &array.kind
            && let Ok(Target::Slice { data, offset, .. }) = self.slice_named(whole, range, span)
        {
            return Ok(Elements::Of(data, Some(offset)));
        }
        let data = self.data(value)?;
        Ok(Elements::Value(self.keep("elements", data, span)))
    }

    /// `for E of A`: E stands for the element, to read and to assign.
    fn bind_element(
        &mut self,
        entity: crate::sema::entities::EntityId,
        elements: Elements,
        counter: ir::VarId,
        low: ExprId,
        index: TypeId,
    ) -> Lower<()> {
        let current = self.p.var(counter);
        let position = self.position_between(low, current, index)?;
        match elements {
            Elements::Of(place, offset) => {
                let position = match offset {
                    Some(offset) => self.p.binary(Binary::Add, offset, position)?,
                    None => position,
                };
                self.frame.places.insert(entity, place.then(Projection::Index(position)));
            }
            Elements::Value(data) => {
                let element = self.p.index(data, position)?;
                self.frame.substitutes.insert(entity, element);
            }
        }
        Ok(())
    }
}
