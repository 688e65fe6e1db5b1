//! Assignment, compound assignment, `++` and `--`.

use super::Analyzer;
use super::conversions::lvalue_bits;
use super::expressions::Operand;
use super::operators::{arithmetic_operator, wants_integers};
use super::tree::{
    BinaryOperator, Cast, CastReason, CompoundAssign, CompoundOperation, Expr, ExprKind, Lvalue, LvalueKind, Step,
};
use crate::codes;
use crate::syntax::ast::{self, Expression};
use crate::types::{Qualified, TypeId};
use cairn_base::Span;

impl Analyzer<'_> {
    /// What may be assigned: an object that is not constant, not an array, and complete.
    pub(super) fn modifiable(&mut self, expression: &Expression) -> Option<Lvalue> {
        let operand = self.operand(expression);
        let Operand::Object(lvalue) = operand else {
            if !self.program.types.is_error(operand.ty(&self.program).ty) {
                self.error(codes::NOT_ASSIGNABLE, expression.span, "this is a value, not an object to assign to");
            }
            return None;
        };
        let types = &self.program.types;
        let ty = lvalue.ty;
        if types.is_error(ty.ty) {
            return None;
        }
        let problem = if matches!(lvalue.kind, LvalueKind::Unsupported(_)) {
            None
        } else if ty.qualifiers.constant || self.has_constant_member(ty.ty) {
            Some("a `const` object cannot be assigned".to_string())
        } else if types.is_array(ty.ty) {
            Some("an array cannot be assigned".to_string())
        } else if types.is_function(ty.ty) || types.is_void(ty.ty) || !types.is_complete(ty.ty) {
            Some(format!("`{}` is not the type of an object that can be assigned", types.show(ty.ty)))
        } else {
            None
        };
        match problem {
            Some(message) => {
                self.error(codes::NOT_ASSIGNABLE, expression.span, message);
                None
            }
            None => Some(lvalue),
        }
    }
    fn has_constant_member(&self, ty: TypeId) -> bool {
        let Some(members) = self.program.types.members(ty) else { return false };
        members.fields.iter().any(|field| {
            let inner = self.program.types.innermost_element(field.ty);
            inner.qualifiers.constant || self.has_constant_member(inner.ty)
        })
    }
    pub(super) fn assignment(
        &mut self,
        operator: Option<ast::BinaryOperator>,
        target: &Expression,
        value: &Expression,
        span: Span,
    ) -> Expr {
        let lvalue = self.modifiable(target);
        let value = self.value(value);
        let Some(lvalue) = lvalue else { return self.error_value(span) };
        if let LvalueKind::Unsupported(what) = &lvalue.kind {
            let what = what.clone();
            return self.unsupported(lvalue.ty.ty, span, what);
        }
        match operator.map(arithmetic_operator) {
            None => {
                let ty = lvalue.ty.ty;
                let value = self.assign_convert(value, ty, CastReason::Assignment);
                Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty, span }
            }
            Some(Some(operation)) => self.compound_assignment(operation, lvalue, value, span),
            Some(None) => self.error_value(span),
        }
    }
    /// The type an object's value has once promoted.
    fn promoted_object(&mut self, lvalue: &Lvalue) -> TypeId {
        let promoted = match lvalue_bits(&self.program, lvalue) {
            Some(bits) => self.program.types.promoted_bit_field(lvalue.ty.ty, bits),
            None => self.program.types.promoted_integer(lvalue.ty.ty),
        };
        match promoted {
            Some(integer) => self.types().integer(integer),
            None => lvalue.ty.ty,
        }
    }
    /// The cast between two types, if one is needed.
    fn cast_between(&self, from: TypeId, to: TypeId, reason: CastReason) -> Option<Cast> {
        if from == to {
            return None;
        }
        self.conversion_kind(from, to).map(|kind| Cast { kind, reason })
    }
    fn compound_assignment(&mut self, operation: BinaryOperator, target: Lvalue, value: Expr, span: Span) -> Expr {
        let ty = target.ty.ty;
        if self.program.types.is_error(value.ty) {
            return self.error_value(span);
        }
        if self.is_opaque_number(ty) || self.is_opaque_number(value.ty) {
            return self.unsupported(ty, span, "complex or vector arithmetic");
        }
        if self.program.types.is_pointer(ty) {
            return self.compound_pointer(operation, target, value, span);
        }
        let types = &self.program.types;
        let fits = |ty: TypeId| if wants_integers(operation) { types.is_integer(ty) } else { types.is_arithmetic(ty) };
        if !fits(ty) || !fits(value.ty) {
            let message = format!("`{}` and `{}` cannot be combined", self.show(ty), self.show(value.ty));
            self.error(codes::TYPE_MISMATCH, span, message);
            return self.error_value(span);
        }
        let shift = matches!(operation, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let promoted = self.promoted_object(&target);
        let (value, computation) = if shift {
            (self.promote(value), promoted)
        } else {
            let right = self.promote(value);
            let Some(common) = self.types().common_type(promoted, right.ty) else { return self.error_value(span) };
            (self.convert(right, common, CastReason::Arithmetic), common)
        };
        let before = self.cast_between(ty, computation, CastReason::Arithmetic);
        let after = self.cast_between(computation, ty, CastReason::Assignment);
        let operation = CompoundOperation::Arithmetic(operation);
        let node = CompoundAssign { target, operation, value, computation, before, after };
        Expr { kind: ExprKind::CompoundAssign(Box::new(node)), ty, span }
    }
    fn compound_pointer(&mut self, operation: BinaryOperator, target: Lvalue, value: Expr, span: Span) -> Expr {
        let ty = target.ty.ty;
        let negative = match operation {
            BinaryOperator::Add => false,
            BinaryOperator::Subtract => true,
            _ => {
                self.error(codes::TYPE_MISMATCH, span, format!("this cannot be done to `{}`", self.show(ty)));
                return self.error_value(span);
            }
        };
        if !self.program.types.is_integer(value.ty) {
            let message = format!("a pointer moves by an integer, not by `{}`", self.show(value.ty));
            self.error(codes::TYPE_MISMATCH, span, message);
            return self.error_value(span);
        }
        self.check_movable(ty, span);
        let value = self.promote(value);
        let operation = CompoundOperation::PointerAdd { negative };
        let node = CompoundAssign { target, operation, value, computation: ty, before: None, after: None };
        Expr { kind: ExprKind::CompoundAssign(Box::new(node)), ty, span }
    }
    pub(super) fn step(&mut self, inner: &Expression, decrement: bool, postfix: bool, span: Span) -> Expr {
        let Some(target) = self.modifiable(inner) else { return self.error_value(span) };
        let ty = target.ty.ty;
        if self.is_opaque_number(ty) || matches!(target.kind, LvalueKind::Unsupported(_)) {
            return self.unsupported(ty, span, "complex or vector arithmetic");
        }
        if !self.program.types.is_scalar(ty) {
            let message = format!("`{}` cannot be stepped", self.show(ty));
            self.error(codes::TYPE_MISMATCH, span, message);
            return self.error_value(span);
        }
        let computation = if self.program.types.is_pointer(ty) {
            self.check_movable(ty, span);
            ty
        } else {
            self.promoted_object(&target)
        };
        let before = self.cast_between(ty, computation, CastReason::Promotion);
        let after = self.cast_between(computation, ty, CastReason::Assignment);
        let node = Step { target, decrement, postfix, computation, before, after };
        Expr { kind: ExprKind::Step(Box::new(node)), ty, span }
    }
    /// An lvalue for a hidden or source variable.
    pub(super) fn variable_lvalue(&self, id: super::tree::VariableId, span: Span) -> Lvalue {
        let ty: Qualified = self.program.variables[id].ty;
        Lvalue { kind: LvalueKind::Variable(id), ty, span }
    }
}
