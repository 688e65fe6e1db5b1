//! Calls: parameters copied in, contracts checked, results copied back (RM 6.4.1).
//!
//! Arrays and records are copied too, where GNAT may pass them by reference: the difference shows only in
//! programs whose parameters overlap, which [`super::aliasing`] refuses, and behind exceptions, where both are explored.

use super::checks::Unhandled;
use super::copy_back::CopyBack;
use super::{Lower, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, Meaning, ObjectRole, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::TypeKind;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Callee, CheckKind, Convert, ExprId, Origin, Place, Rounding, Sign, StatementKind, Unary, VarId};

impl Lowerer<'_> {
    /// The subprogram a name finally means.
    pub(super) fn meant(&self, mut id: SubprogramId) -> SubprogramId {
        let mut steps = 0;
        while let Meaning::Renames(target) = self.a.subprograms[id].meaning {
            id = target;
            steps += 1;
            if steps > 100 {
                break;
            }
        }
        id
    }

    pub(super) fn call_function(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<ExprId> {
        match self.call(id, arguments, span)? {
            Some(value) => Ok(value),
            None => self.refuse("procedure called as a function", span),
        }
    }

    pub(super) fn call_procedure(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<()> {
        self.call(id, arguments, span).map(|_| ())
    }

    fn call(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<Option<ExprId>> {
        let id = self.meant(id);
        let name = self.a.subprograms[id].name.clone();
        match self.a.subprograms[id].meaning.clone() {
            Meaning::Null => {
                for (argument, parameter) in arguments.iter().zip(self.a.subprograms[id].parameters.clone()) {
                    match self.a.is_scalar(parameter.ty) {
                        true => self.given(argument, parameter.ty).map(|_| ())?,
                        false => self.effects(argument)?,
                    }
                }
                Ok(None)
            }
            Meaning::Builtin(_) if self.is_users(id) && !self.a.subprograms[id].contract.is_empty() => {
                self.refuse("contract of an intrinsic subprogram", span)
            }
            Meaning::Builtin(builtin) => self.builtin(&builtin, id, arguments, span),
            Meaning::Unsupported(what) => self.refuse(format!("call of {name} ({what})"), span),
            Meaning::Operator(text) => self.refuse(format!("operator {text} as a procedure"), span),
            Meaning::Attribute(..) => self.refuse("attribute as a procedure", span),
            Meaning::Renames(_) => self.refuse("renaming in a circle", span),
            Meaning::Body(_) | Meaning::Missing if self.frame.pure_depth > 0 => {
                self.refuse("call in a specification", span)
            }
            Meaning::Body(_) | Meaning::Missing => self.call_body(id, arguments, span),
        }
    }

    /// Evaluates what can fail in an argument whose value nobody uses (text to be printed).
    fn effects(&mut self, e: &Expr) -> Lower<()> {
        match &e.kind {
            ExprKind::Text(_) => Ok(()),
            ExprKind::Binary(crate::sema::tree::BinaryOperator::Concatenate, l, r) => {
                self.effects(l)?;
                self.effects(r)
            }
            ExprKind::Attribute(attribute) if attribute.what == crate::sema::tree::AttributeKind::Image => {
                attribute.arguments.iter().try_for_each(|a| self.effects(a))
            }
            _ => self.expression(e).map(|_| ()),
        }
    }

    /// Calls a function with values of its `in` parameters.
    pub(super) fn call_with_values(&mut self, id: SubprogramId, values: Vec<ExprId>, span: Span) -> Lower<ExprId> {
        let id = self.meant(id);
        let subprogram = &self.a.subprograms[id];
        let plain = subprogram.contract.pre.is_empty() && matches!(subprogram.meaning, Meaning::Body(_));
        let captured = self.captures.get(&id).is_some_and(|c| !c.is_empty());
        let (Some(result), true) = (subprogram.result, plain && !captured && self.frame.pure_depth == 0) else {
            return self.refuse("equality of components by this function", span);
        };
        let mut arguments = Vec::new();
        for (value, parameter) in values.into_iter().zip(self.a.subprograms[id].parameters.clone()) {
            let ty = self.ir_type(parameter.ty, span)?;
            arguments.push(self.p.convert(Convert::Retype, value, ty)?);
        }
        let propagates = self.handles();
        let procedure = self.procedure(id, propagates, span)?;
        let ty = self.ir_type(result, span)?;
        let variable = self.temporary("result", ty);
        let mut results = vec![Place::var(variable)];
        let code = propagates.then(|| {
            let ty = self.code_type();
            self.temporary("exception", ty)
        });
        results.extend(code.map(Place::var));
        let call = StatementKind::Call { callee: Callee::Direct(procedure), arguments, results };
        self.emit(call, Origin::source(span));
        if let Some(code) = code {
            self.after_call(code, false, &[], span)?;
        }
        Ok(self.p.var(variable))
    }

    fn call_body(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<Option<ExprId>> {
        let propagates = self.handles();
        let procedure = match self.is_by_contract(id) {
            true => self.stand_in(id, span)?,
            false => self.procedure(id, propagates, span)?,
        };
        let parameters = self.a.subprograms[id].parameters.clone();
        let mut values: Vec<ExprId> = Vec::new();
        let mut substitutes: Vec<(EntityId, ExprId)> = Vec::new();
        let mut backs: Vec<CopyBack> = Vec::new();
        let mut indexes: Vec<Span> = Vec::new();
        for (parameter, actual) in parameters.iter().zip(arguments) {
            let scalar_out = self.gives_only(parameter.mode, parameter.ty);
            if parameter.mode != Mode::In {
                indexes.extend(self.indexes_once(actual)?);
            }
            if !scalar_out {
                let value = if parameter.mode == Mode::Out {
                    self.passed_out(actual, parameter.ty)?
                } else {
                    self.given(actual, parameter.ty)?
                };
                let value = if arguments.len() > 1 || !self.a.subprograms[id].contract.pre.is_empty() {
                    self.keep("argument", value, actual.span)
                } else {
                    value
                };
                substitutes.push((parameter.entity, value));
                values.push(value);
            }
            if parameter.mode != Mode::In {
                backs.push(self.way_back(parameter.ty, actual, span)?);
            }
        }
        self.aliasing_checks(id, arguments, span)?;
        let flags = self.flags_of_call(id, arguments)?;
        self.forget_indexes(&indexes);
        let outer = self.set_flags(&flags);
        let held =
            self.preconditions(id, &substitutes, span).and_then(|()| self.variant_at_call(id, &substitutes, span));
        self.restore_flags(outer);
        held?;
        let captures = self.captures.get(&id).cloned().unwrap_or_default();
        for &entity in captures.iter() {
            values.push(self.object(entity, span)?);
        }
        values.extend(flags.into_iter().map(|(_, flag)| flag));
        let mut results: Vec<Place> = Vec::new();
        let result = match self.a.subprograms[id].result {
            Some(ty) => {
                let ir_type = self.ir_type(ty, span)?;
                let variable = self.temporary("result", ir_type);
                results.push(Place::var(variable));
                Some(variable)
            }
            None => None,
        };
        results.extend(backs.iter().map(|b| Place::var(b.variable)));
        for &entity in captures.iter() {
            if self.assignable(entity) {
                let place = match self.frame.places.get(&entity) {
                    Some(place) => place.clone(),
                    None => Place::var(self.variable(entity, span)?),
                };
                results.push(place);
            }
        }
        let code = if propagates {
            let ty = self.code_type();
            let variable = self.temporary("exception", ty);
            results.push(Place::var(variable));
            Some(variable)
        } else {
            None
        };
        let call = StatementKind::Call { callee: Callee::Direct(procedure), arguments: values, results };
        self.emit(call, Origin::source(span));
        if let Some(code) = code {
            let missing = matches!(self.a.subprograms[id].meaning, Meaning::Missing);
            self.after_call(code, missing, &backs, span)?;
        }
        for back in backs {
            self.copy_back(&back, span)?;
        }
        Ok(result.map(|variable| self.p.var(variable)))
    }

    /// Whether a captured object may be changed by the callee.
    pub(super) fn assignable(&self, entity: EntityId) -> bool {
        match &self.a.entities[entity].kind {
            EntityKind::Object(object) => match object.role {
                ObjectRole::Variable => true,
                ObjectRole::Parameter(mode) => mode != Mode::In,
                _ => false,
            },
            _ => false,
        }
    }

    /// What an exception that comes out of a call does. One from a missing body that nobody here takes ends
    /// the program: that body's failure, not a property of this program.
    fn after_call(&mut self, code: VarId, missing: bool, backs: &[CopyBack], span: Span) -> Lower<()> {
        let ty = self.code_type();
        let zero = self.p.int_const(ty, 0)?;
        let value = self.p.var(code);
        let normal = self.p.binary(Binary::Equal, value, zero)?;
        let (good, bad) = (self.new_block("returned"), self.new_block("raised"));
        self.branch(normal, good, bad, Some(span));
        self.enter(bad);
        self.changed_before_exception(backs, span)?;
        let last = self.dispatch(value, span)?;
        match last {
            Unhandled::Elsewhere => {}
            Unhandled::Here if missing => {
                let never = self.p.bool_const(false);
                self.assume(never, span, "an exception of a missing body ends the program");
            }
            Unhandled::Here => self.must_not_propagate(span),
        }
        self.enter(good);
        Ok(())
    }

    /// Preconditions hold where the call stands.
    fn preconditions(&mut self, id: SubprogramId, substitutes: &[(EntityId, ExprId)], span: Span) -> Lower<()> {
        let clauses = self.a.subprograms[id].contract.pre.clone();
        if clauses.is_empty() {
            return Ok(());
        }
        self.with_substitutes(substitutes, |s| {
            for clause in &clauses {
                let condition = s.expression(&clause.condition)?;
                let text = format!("{} must hold for {}", s.text(clause.span), s.a.subprograms[id].name);
                let exception = s.a.standard.assertion_error;
                s.check_or_raise(CheckKind::Precondition, condition, exception, text, span);
            }
            Ok(())
        })
    }

    /// Values stand for entities while something is written.
    pub(super) fn with_substitutes(
        &mut self,
        substitutes: &[(EntityId, ExprId)],
        work: impl FnOnce(&mut Self) -> Lower<()>,
    ) -> Lower<()> {
        let mut outer = Vec::new();
        for (entity, value) in substitutes {
            outer.push((*entity, self.frame.substitutes.insert(*entity, *value)));
        }
        let result = work(self);
        for (entity, value) in outer {
            match value {
                Some(value) => self.frame.substitutes.insert(entity, value),
                None => self.frame.substitutes.remove(&entity),
            };
        }
        result
    }

    pub(super) fn is_users(&self, id: SubprogramId) -> bool {
        !self.sources.file(self.a.subprograms[id].span.file).name.starts_with(crate::sema::SHIPPED)
    }

    /// Subprograms of the shipped library that have a meaning of their own.
    fn builtin(&mut self, name: &str, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<Option<ExprId>> {
        let parameters = self.a.subprograms[id].parameters.clone();
        let result = self.a.subprograms[id].result;
        match (name, arguments, result) {
            (
                "shift_left" | "shift_right" | "shift_right_arithmetic" | "rotate_left" | "rotate_right",
                [value, amount],
                _,
            ) => {
                let natural = self.a.standard.natural;
                let x = self.given(value, parameters[0].ty)?;
                let n = self.given(amount, natural)?;
                self.shift(name, x, n, parameters[0].ty, span).map(Some)
            }
            ("sqrt", [value], Some(_)) => {
                let x = self.given(value, parameters[0].ty)?;
                let zero = self.constant(&crate::sema::value::Value::Real(num_traits::Zero::zero()), value.ty, span)?;
                let nonnegative = self.p.binary(Binary::FloatLessEqual, zero, x)?;
                let text = format!("the argument of {} must not be negative", self.text(span));
                self.check(CheckKind::Precondition, nonnegative, text, span);
                Ok(Some(self.p.unary(Unary::FloatSqrt(Rounding::NearestEven), x)?))
            }
            ("unchecked_conversion", [value], Some(target)) => {
                let x = self.given(value, parameters[0].ty)?;
                self.unchecked_conversion(x, parameters[0].ty, target, span).map(Some)
            }
            ("reraise_occurrence", [occurrence], None) => {
                let occurrence = self.expression(occurrence)?;
                let code = self.p.field(occurrence, 0)?;
                let ty = self.code_type();
                let code = self.p.convert(Convert::Truncate, code, ty)?;
                self.raise_code(code, span);
                Ok(None)
            }
            ("assert", [condition, ..], None) => {
                let value = self.expression(condition)?;
                let exception = self.a.standard.assertion_error;
                let text = format!("{} must hold", self.text(condition.span));
                self.check_or_raise(CheckKind::Assertion, value, exception, text, span);
                Ok(None)
            }
            _ => {
                let full = self.a.subprograms[id].name.clone();
                self.refuse(format!("call of {full}"), span)
            }
        }
    }

    fn shift(
        &mut self,
        name: &str,
        value: ExprId,
        amount: ExprId,
        ty: crate::sema::types::TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let width = self.width(ty);
        let ir_type = self.p.type_of(value);
        let amount_type = self.p.type_of(amount);
        let limit = self.p.int_const(amount_type, width)?;
        let n = match width.cmp(&32) {
            std::cmp::Ordering::Less => self.p.convert(Convert::Truncate, amount, ir_type)?,
            std::cmp::Ordering::Equal => self.p.convert(Convert::Retype, amount, ir_type)?,
            std::cmp::Ordering::Greater => self.p.convert(Convert::ZeroExtend, amount, ir_type)?,
        };
        let small = self.p.binary(Binary::Less(Sign::Unsigned), amount, limit)?;
        let zero = self.p.int_const(ir_type, 0)?;
        let _ = span;
        Ok(match name {
            "shift_left" => {
                let shifted = self.p.binary(Binary::ShiftLeft, value, n)?;
                self.p.if_else(small, shifted, zero)?
            }
            "shift_right" => {
                let shifted = self.p.binary(Binary::ShiftRight(Sign::Unsigned), value, n)?;
                self.p.if_else(small, shifted, zero)?
            }
            "shift_right_arithmetic" => {
                let most = self.p.int_const(ir_type, width - 1)?;
                let n = self.p.if_else(small, n, most)?;
                self.p.binary(Binary::ShiftRight(Sign::Signed), value, n)?
            }
            _ => {
                // Rotation by the amount modulo the width, a power of two for every shipped type.
                let mask = self.p.int_const(ir_type, width - 1)?;
                let n = self.p.binary(Binary::BitAnd, n, mask)?;
                let full = self.p.int_const(ir_type, width)?;
                let rest = self.p.binary(Binary::Subtract, full, n)?;
                let (up, down) = if name == "rotate_left" { (n, rest) } else { (rest, n) };
                let left = self.p.binary(Binary::ShiftLeft, value, up)?;
                let right = self.p.binary(Binary::ShiftRight(Sign::Unsigned), value, down)?;
                let rotated = self.p.binary(Binary::BitOr, left, right)?;
                let none = self.p.binary(Binary::Equal, n, zero)?;
                self.p.if_else(none, value, rotated)?
            }
        })
    }

    /// The same bits as another scalar type of the same size.
    fn unchecked_conversion(
        &mut self,
        value: ExprId,
        from: crate::sema::types::TypeId,
        to: crate::sema::types::TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let target = self.ir_type(to, span)?;
        let scalar = |s: &Self, t| s.a.is_scalar(t) && !s.a.is_boolean(t);
        if !scalar(self, from) || !scalar(self, to) {
            return self.refuse("unchecked conversion of composite types", span);
        }
        let float_width = |s: &Self, t| match s.a.kind(t) {
            TypeKind::Float { .. } => Some(s.format(t).width()),
            _ => None,
        };
        match (float_width(self, from), float_width(self, to)) {
            (None, None) if self.width(from) == self.width(to) => Ok(self.p.convert(Convert::Retype, value, target)?),
            (Some(w), None) if w == self.width(to) => Ok(self.p.convert(Convert::FloatToBits, value, target)?),
            (None, Some(w)) if w == self.width(from) => Ok(self.p.convert(Convert::BitsToFloat, value, target)?),
            _ => self.refuse("unchecked conversion between different sizes", span),
        }
    }
}
