//! Values of static objects: folded to numbers, or to the address of something plus an offset.

use super::Analyzer;
use super::constants::{Base, Constant, Evaluator};
use super::tree::{Cast, CastKind, CastReason, Expr, ExprKind, Lvalue, LvalueKind};
use crate::codes;
use crate::types::{Integer, Qualified, TypeId};
use cairn_base::Span;
use num_bigint::BigInt;
use num_traits::Zero;

impl Analyzer<'_> {
    /// The expression as a constant; an error if it is none.
    pub(super) fn static_value(&mut self, expr: Expr) -> Expr {
        if self.program.types.is_error(expr.ty) {
            return expr;
        }
        let mut evaluator = Evaluator::new(&self.program, true);
        let constant = evaluator.expr(&expr);
        let (overflow, unsupported) = (evaluator.overflow, evaluator.unsupported);
        self.warn_overflow(overflow);
        let span = expr.span;
        match constant {
            Some(Constant::Integer(value)) => {
                let value = if self.program.types.is_integer(expr.ty) {
                    self.program.types.wrap(&value, expr.ty)
                } else {
                    value
                };
                Expr { kind: ExprKind::Integer(value), ..expr }
            }
            Some(Constant::Float(value)) => Expr { kind: ExprKind::Float(value), ..expr },
            Some(Constant::Address(..)) if is_plain(&expr) => expr,
            Some(Constant::Address(base, offset)) => self.address_constant(base, offset, expr.ty, span),
            None if unsupported => expr,
            None => {
                self.error(codes::NOT_CONSTANT, span, "the initialiser of a static object must be constant");
                expr
            }
        }
    }
    /// `(type) ((char *) &base + offset)`.
    fn address_constant(&mut self, base: Base, offset: BigInt, ty: TypeId, span: Span) -> Expr {
        let char_type = self.types().integer(Integer::Char);
        let char_pointer = self.types().pointer_to(char_type);
        let mut address = match base {
            Base::Variable(id) => {
                let lvalue = self.variable_lvalue(id, span);
                let ty = self.types().pointer(lvalue.ty);
                Expr { kind: ExprKind::AddressOf(Box::new(lvalue)), ty, span }
            }
            Base::String(id) => {
                let array = Qualified::plain(self.program.strings[id].ty);
                let lvalue = Lvalue { kind: LvalueKind::String(id), ty: array, span };
                let ty = self.types().pointer(array);
                Expr { kind: ExprKind::AddressOf(Box::new(lvalue)), ty, span }
            }
            Base::Function(id) => {
                let function = self.program.functions[id].ty;
                let ty = self.types().pointer_to(function);
                Expr { kind: ExprKind::FunctionAddress(id), ty, span }
            }
            Base::Label(id) => Expr { kind: ExprKind::LabelAddress(id), ty: char_pointer, span },
        };
        if !offset.is_zero() {
            let index = self.types().difference_type();
            let index = Box::new(self.integer_constant(offset, index, span));
            let pointer = Box::new(self.convert(address, char_pointer, CastReason::Implied));
            let kind = ExprKind::PointerAdd { pointer, index, negative: false };
            address = Expr { kind, ty: char_pointer, span };
        }
        self.convert(address, ty, CastReason::Implied)
    }
}

/// Addresses that lowering reads as they are: of a named part of an object, under casts between pointers.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => true,
        ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => is_plain_object(lvalue),
        ExprKind::Cast(Cast { kind: CastKind::Pointer | CastKind::FunctionPointer, .. }, inner) => is_plain(inner),
        _ => false,
    }
}

fn is_plain_object(lvalue: &Lvalue) -> bool {
    match &lvalue.kind {
        LvalueKind::Variable(_) | LvalueKind::String(_) => true,
        LvalueKind::Member(base, _) => is_plain_object(base),
        LvalueKind::Index(base, index) => matches!(index.kind, ExprKind::Integer(_)) && is_plain_object(base),
        _ => false,
    }
}
