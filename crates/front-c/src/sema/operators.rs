//! Unary and binary operators, `?:`, comma.

use super::Analyzer;
use super::expressions::Operand;
use super::tree::{BinaryOperator, CastReason, Comparison, Expr, ExprKind, Lvalue, LvalueKind, UnaryOperator};
use crate::codes;
use crate::syntax::ast::{self, Expression};
use crate::types::{Qualified, TypeId, TypeKind};
use cairn_base::Span;

/// The operation of an operator that computes a number.
pub(super) fn arithmetic_operator(operator: ast::BinaryOperator) -> Option<BinaryOperator> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::Multiply => BinaryOperator::Multiply,
        B::Divide => BinaryOperator::Divide,
        B::Remainder => BinaryOperator::Remainder,
        B::Add => BinaryOperator::Add,
        B::Subtract => BinaryOperator::Subtract,
        B::ShiftLeft => BinaryOperator::ShiftLeft,
        B::ShiftRight => BinaryOperator::ShiftRight,
        B::BitAnd => BinaryOperator::BitAnd,
        B::BitXor => BinaryOperator::BitXor,
        B::BitOr => BinaryOperator::BitOr,
        _ => return None,
    })
}

fn comparison(operator: ast::BinaryOperator) -> Option<Comparison> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::Less => Comparison::Less,
        B::Greater => Comparison::Greater,
        B::LessEqual => Comparison::LessEqual,
        B::GreaterEqual => Comparison::GreaterEqual,
        B::Equal => Comparison::Equal,
        B::NotEqual => Comparison::NotEqual,
        _ => return None,
    })
}

/// Whether the operator wants integers on both sides.
pub(super) fn wants_integers(operator: BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(operator, Remainder | ShiftLeft | ShiftRight | BitAnd | BitXor | BitOr)
}

impl Analyzer<'_> {
    pub(super) fn unary(&mut self, operator: ast::UnaryOperator, inner: &Expression, span: Span) -> Operand {
        use ast::UnaryOperator as U;
        match operator {
            U::Dereference => {
                let value = self.value(inner);
                self.dereference(value, span)
            }
            U::AddressOf => Operand::Value(self.address_of(inner, span)),
            U::PreIncrement => Operand::Value(self.step(inner, false, false, span)),
            U::PreDecrement => Operand::Value(self.step(inner, true, false, span)),
            U::PostIncrement => Operand::Value(self.step(inner, false, true, span)),
            U::PostDecrement => Operand::Value(self.step(inner, true, true, span)),
            U::Not => {
                let value = self.condition(inner);
                let ty = self.types().int();
                Operand::Value(Expr { kind: ExprKind::Not(Box::new(value)), ty, span })
            }
            U::Plus | U::Minus | U::Complement => Operand::Value(self.sign(operator, inner, span)),
            U::Real | U::Imaginary => {
                let value = self.value(inner);
                let real = self.program.types.is_arithmetic(value.ty) && operator == U::Real;
                if real {
                    return Operand::Value(value);
                }
                let ty = match *self.program.types.kind(value.ty) {
                    TypeKind::Complex(float) => self.types().float(float),
                    _ => value.ty,
                };
                let kind = LvalueKind::Unsupported("complex arithmetic".into());
                Operand::Object(Lvalue { kind, ty: Qualified::plain(ty), span })
            }
        }
    }
    fn sign(&mut self, operator: ast::UnaryOperator, inner: &Expression, span: Span) -> Expr {
        use ast::UnaryOperator as U;
        let value = self.value(inner);
        let types = &self.program.types;
        if self.is_opaque_number(value.ty) {
            return self.unsupported(value.ty, span, "complex or vector arithmetic");
        }
        let fits = if operator == U::Complement { types.is_integer(value.ty) } else { types.is_arithmetic(value.ty) };
        if !fits {
            if !types.is_error(value.ty) {
                let message = format!("`{}` cannot be applied to `{}`", operator.text(), self.show(value.ty));
                self.error(codes::TYPE_MISMATCH, span, message);
            }
            return self.error_value(span);
        }
        let value = self.promote(value);
        let ty = value.ty;
        let operator = match operator {
            U::Minus => UnaryOperator::Negate,
            U::Complement => UnaryOperator::BitNot,
            _ => return Expr { span, ..value },
        };
        Expr { kind: ExprKind::Unary(operator, Box::new(value)), ty, span }
    }
    pub(super) fn is_opaque_number(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Complex(_) | TypeKind::Vector(..))
    }

    pub(super) fn binary(
        &mut self,
        operator: ast::BinaryOperator,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Expr {
        use ast::BinaryOperator as B;
        match operator {
            B::Comma => {
                let (left, right) = (self.value(left), self.value(right));
                let ty = right.ty;
                return Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), ty, span };
            }
            B::LogicalAnd | B::LogicalOr | B::Implies => return self.logical(operator, left, right, span),
            _ => {}
        }
        let (left, right) = (self.value(left), self.value(right));
        self.binary_values(operator, left, right, span)
    }
    fn logical(&mut self, operator: ast::BinaryOperator, left: &Expression, right: &Expression, span: Span) -> Expr {
        use ast::BinaryOperator as B;
        let (left, right) = (self.condition(left), self.condition(right));
        let (left, right) = (self.promote(left), self.promote(right));
        let ty = self.types().int();
        let kind = match operator {
            B::LogicalAnd => ExprKind::And(Box::new(left), Box::new(right)),
            B::Implies => {
                let negated = Expr { span: left.span, kind: ExprKind::Not(Box::new(left)), ty };
                ExprKind::Or(Box::new(negated), Box::new(right))
            }
            _ => ExprKind::Or(Box::new(left), Box::new(right)),
        };
        Expr { kind, ty, span }
    }
    pub(super) fn binary_values(&mut self, operator: ast::BinaryOperator, left: Expr, right: Expr, span: Span) -> Expr {
        let types = &self.program.types;
        if types.is_error(left.ty) || types.is_error(right.ty) {
            return self.error_value(span);
        }
        if self.is_opaque_number(left.ty) || self.is_opaque_number(right.ty) {
            let ty = if self.is_opaque_number(left.ty) { left.ty } else { right.ty };
            return self.unsupported(ty, span, "complex or vector arithmetic");
        }
        let (left_pointer, right_pointer) = (types.is_pointer(left.ty), types.is_pointer(right.ty));
        if let Some(comparison) = comparison(operator) {
            return self.compare(comparison, left, right, span);
        }
        use ast::BinaryOperator as B;
        match operator {
            B::Add if left_pointer || right_pointer => {
                let (pointer, index) = if left_pointer { (left, right) } else { (right, left) };
                self.pointer_add(pointer, index, false, span)
            }
            B::Subtract if left_pointer && right_pointer => self.pointer_difference(left, right, span),
            B::Subtract if left_pointer => self.pointer_add(left, right, true, span),
            _ => match arithmetic_operator(operator) {
                Some(operation) => self.arithmetic(operation, operator.text(), left, right, span),
                None => self.error_value(span),
            },
        }
    }
    fn arithmetic(&mut self, operation: BinaryOperator, text: &str, left: Expr, right: Expr, span: Span) -> Expr {
        let types = &self.program.types;
        let fits = |ty: TypeId| if wants_integers(operation) { types.is_integer(ty) } else { types.is_arithmetic(ty) };
        if !fits(left.ty) || !fits(right.ty) {
            let message = format!("`{text}` cannot combine `{}` and `{}`", self.show(left.ty), self.show(right.ty));
            self.error(codes::TYPE_MISMATCH, span, message);
            return self.error_value(span);
        }
        let (left, right, ty) = match operation {
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let (left, right) = (self.promote(left), self.promote(right));
                let ty = left.ty;
                (left, right, ty)
            }
            _ => match self.balance(left, right) {
                Some(balanced) => balanced,
                None => return self.error_value(span),
            },
        };
        Expr { kind: ExprKind::Binary(operation, Box::new(left), Box::new(right)), ty, span }
    }
    /// Pointers may move over objects of complete type; GNU C lets `void` and functions have size 1.
    pub(super) fn check_movable(&mut self, pointer: TypeId, span: Span) {
        let Some(pointee) = self.program.types.pointee(pointer) else { return };
        let types = &self.program.types;
        let allowed = types.is_complete(pointee.ty) || types.is_void(pointee.ty) || types.is_function(pointee.ty);
        if !allowed {
            let message = format!("arithmetic on a pointer to the incomplete type `{}`", self.show(pointee.ty));
            self.error(codes::INCOMPLETE, span, message);
        }
    }
    pub(super) fn pointer_add(&mut self, pointer: Expr, index: Expr, negative: bool, span: Span) -> Expr {
        if !self.program.types.is_integer(index.ty) {
            let message = format!("a pointer moves by an integer, not by `{}`", self.show(index.ty));
            self.error(codes::TYPE_MISMATCH, span, message);
            return self.error_value(span);
        }
        self.check_movable(pointer.ty, span);
        let index = self.promote(index);
        let ty = pointer.ty;
        let kind = ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), negative };
        Expr { kind, ty, span }
    }
    fn pointer_difference(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        self.check_movable(left.ty, span);
        let types = &self.program.types;
        let related = match (types.pointee(left.ty), types.pointee(right.ty)) {
            (Some(a), Some(b)) => types.compatible(a.ty, b.ty),
            _ => false,
        };
        if !related {
            let message =
                format!("pointers of types `{}` and `{}` are subtracted", self.show(left.ty), self.show(right.ty));
            self.error(codes::TYPE_MISMATCH, span, message);
        }
        let ty = self.types().difference_type();
        Expr { kind: ExprKind::PointerDifference(Box::new(left), Box::new(right)), ty, span }
    }
    pub(super) fn compare(&mut self, comparison: Comparison, left: Expr, right: Expr, span: Span) -> Expr {
        if let Some(condition) = self.compare_records(comparison, &left, &right, span) {
            return condition;
        }
        let types = &self.program.types;
        let int = self.program.types.is_arithmetic(left.ty) && types.is_arithmetic(right.ty);
        let (left, right) = if int {
            match self.balance(left, right) {
                Some((left, right, _)) => (left, right),
                None => return self.error_value(span),
            }
        } else {
            match self.balance_pointers(left, right, span) {
                Some(pair) => pair,
                None => return self.error_value(span),
            }
        };
        let ty = self.types().int();
        Expr { kind: ExprKind::Compare(comparison, Box::new(left), Box::new(right)), ty, span }
    }
    /// Makes both operands of a comparison pointers of one type.
    fn balance_pointers(&mut self, left: Expr, right: Expr, span: Span) -> Option<(Expr, Expr)> {
        let types = &self.program.types;
        let (a, b) = (types.pointee(left.ty), types.pointee(right.ty));
        match (a, b) {
            (Some(a), Some(b)) => {
                let related = types.compatible(a.ty, b.ty) || types.is_void(a.ty) || types.is_void(b.ty);
                if !related && !self.is_null_constant(&left) && !self.is_null_constant(&right) {
                    let message = format!(
                        "pointers of types `{}` and `{}` are compared",
                        self.show(left.ty),
                        self.show(right.ty)
                    );
                    self.warn(codes::DOUBTFUL_CONVERSION, span, message);
                }
                // The left one decides, unless it is null.
                if self.is_null_constant(&left) && !self.is_null_constant(&right) {
                    let ty = right.ty;
                    return Some((self.implied_cast(left, ty), right));
                }
                let ty = left.ty;
                let right = self.implied_cast(right, ty);
                Some((left, right))
            }
            (Some(_), None) if types.is_integer(right.ty) => {
                self.check_null_comparison(&right, span);
                let ty = left.ty;
                let right = self.implied_cast(right, ty);
                Some((left, right))
            }
            (None, Some(_)) if types.is_integer(left.ty) => {
                self.check_null_comparison(&left, span);
                let ty = right.ty;
                let left = self.implied_cast(left, ty);
                Some((left, right))
            }
            _ => {
                let message = format!("`{}` and `{}` cannot be compared", self.show(left.ty), self.show(right.ty));
                self.error(codes::TYPE_MISMATCH, span, message);
                None
            }
        }
    }
    fn check_null_comparison(&mut self, integer: &Expr, span: Span) {
        if !self.is_null_constant(integer) {
            self.warn(codes::DOUBTFUL_CONVERSION, span, "a pointer is compared with an integer");
        }
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expression,
        then: Option<&Expression>,
        otherwise: &Expression,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let condition = self.promote(condition);
        match then {
            Some(then) => {
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                let (then, otherwise, ty) = self.unify(then, otherwise, span);
                let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
                Expr { kind, ty, span }
            }
            None => {
                let shared = Expr { kind: ExprKind::Shared, ty: condition.ty, span: condition.span };
                let otherwise = self.value(otherwise);
                let (converted, otherwise, ty) = self.unify(shared, otherwise, span);
                let kind = ExprKind::Elvis {
                    condition: Box::new(condition),
                    converted: Box::new(converted),
                    otherwise: Box::new(otherwise),
                };
                Expr { kind, ty, span }
            }
        }
    }
    /// Brings the branches of `?:` to one type.
    fn unify(&mut self, then: Expr, otherwise: Expr, span: Span) -> (Expr, Expr, TypeId) {
        let types = &self.program.types;
        let (a, b) = (then.ty, otherwise.ty);
        if types.is_error(a) || types.is_error(b) {
            let ty = if types.is_error(a) { b } else { a };
            return (then, otherwise, ty);
        }
        if types.is_arithmetic(a) && types.is_arithmetic(b) {
            if let Some((left, right, ty)) = self.balance(then, otherwise) {
                return (left, right, ty);
            }
            let error = self.error_value(span);
            let ty = error.ty;
            return (error.clone(), error, ty);
        }
        if types.is_void(a) || types.is_void(b) {
            let void = self.types().void();
            let then = self.implied_cast(then, void);
            let otherwise = self.implied_cast(otherwise, void);
            return (then, otherwise, void);
        }
        if let Some(ty) = self.common_pointer(&then, &otherwise, span) {
            let then = self.convert(then, ty, CastReason::Arithmetic);
            let otherwise = self.convert(otherwise, ty, CastReason::Arithmetic);
            return (then, otherwise, ty);
        }
        if self.program.types.compatible(a, b) {
            let otherwise = self.implied_cast(otherwise, a);
            return (then, otherwise, a);
        }
        let message = format!("the branches of `?:` have the types `{}` and `{}`", self.show(a), self.show(b));
        self.error(codes::TYPE_MISMATCH, span, message);
        let ty = self.types().error();
        (then, otherwise, ty)
    }
    fn common_pointer(&mut self, then: &Expr, otherwise: &Expr, span: Span) -> Option<TypeId> {
        let types = &self.program.types;
        let (a, b) = (types.pointee(then.ty), types.pointee(otherwise.ty));
        match (a, b) {
            (Some(_), None) if types.is_integer(otherwise.ty) => {
                self.check_null_comparison(otherwise, span);
                Some(then.ty)
            }
            (None, Some(_)) if types.is_integer(then.ty) => {
                self.check_null_comparison(then, span);
                Some(otherwise.ty)
            }
            (Some(a), Some(b)) => {
                if self.is_null_constant(then) {
                    return Some(otherwise.ty);
                }
                if self.is_null_constant(otherwise) {
                    return Some(then.ty);
                }
                let qualifiers = a.qualifiers.union(b.qualifiers);
                let types = &self.program.types;
                let pointee = if types.compatible(a.ty, b.ty) {
                    self.types().composite(a.ty, b.ty)
                } else {
                    if !types.is_void(a.ty) && !types.is_void(b.ty) {
                        let message = format!(
                            "the branches of `?:` have the pointer types `{}` and `{}`",
                            types.show(then.ty),
                            types.show(otherwise.ty)
                        );
                        self.warn(codes::DOUBTFUL_CONVERSION, span, message);
                    }
                    self.types().void()
                };
                Some(self.types().pointer(Qualified::new(pointee, qualifiers)))
            }
            _ => None,
        }
    }
}
