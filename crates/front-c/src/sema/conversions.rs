//! Conversions: from objects to values, promotions, usual arithmetic conversions, assignment, casts.

use super::Analyzer;
use super::expressions::Operand;
use super::tree::{
    Cast, CastKind, CastReason, Expr, ExprKind, InitItem, InitValue, Initializer, Lvalue, LvalueKind, PathStep,
    Program, VariableRole,
};
use crate::codes;
use crate::syntax::ast;
use crate::types::{ArrayLength, Float, Integer, Qualified, TypeId, TypeKind, Types};
use cairn_base::Span;
use num_bigint::BigInt;

impl Analyzer<'_> {
    /// The value of an expression: loaded, decayed.
    pub(crate) fn value(&mut self, expression: &ast::Expression) -> Expr {
        let operand = self.operand(expression);
        self.rvalue(operand)
    }
    pub(super) fn rvalue(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value(expr) => expr,
            Operand::Function { id, ty, span } => {
                let ty = self.types().pointer_to(ty);
                Expr { kind: ExprKind::FunctionAddress(id), ty, span }
            }
            Operand::Object(lvalue) => self.load(lvalue),
        }
    }
    pub(super) fn load(&mut self, lvalue: Lvalue) -> Expr {
        let span = lvalue.span;
        let ty = lvalue.ty.ty;
        match *self.program.types.kind(ty) {
            TypeKind::Array(element, _) => {
                self.take_address(&lvalue);
                let ty = self.types().pointer(element);
                Expr { kind: ExprKind::Decay(Box::new(lvalue)), ty, span }
            }
            // `*p` with `void *p`: nothing is read.
            TypeKind::Void => match lvalue.kind {
                LvalueKind::Deref(pointer) => self.cast(*pointer, CastKind::ToVoid, CastReason::Implied, ty),
                _ => self.error_value(span),
            },
            TypeKind::Function(_) => match lvalue.kind {
                LvalueKind::Deref(pointer) => *pointer,
                _ => self.error_value(span),
            },
            TypeKind::Record(record) if self.program.types.records[record].members.is_none() => {
                let message = format!("a value of the incomplete type `{}` is used", self.show(ty));
                self.error(codes::INCOMPLETE, span, message);
                self.error_value(span)
            }
            _ => Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span },
        }
    }
    /// Marks the variable whose address leaves the expression.
    pub(super) fn take_address(&mut self, lvalue: &Lvalue) {
        let mut at = lvalue;
        loop {
            match &at.kind {
                LvalueKind::Variable(id) | LvalueKind::CompoundLiteral(id, _) | LvalueKind::Temporary(id, _) => {
                    self.program.variables[*id].address_taken = true;
                    return;
                }
                LvalueKind::Index(inner, _) | LvalueKind::Member(inner, _) => at = inner,
                LvalueKind::Deref(_) | LvalueKind::String(_) | LvalueKind::Unsupported(_) => return,
            }
        }
    }

    pub(super) fn cast(&mut self, expr: Expr, kind: CastKind, reason: CastReason, ty: TypeId) -> Expr {
        let span = expr.span;
        Expr { kind: ExprKind::Cast(Cast { kind, reason }, Box::new(expr)), ty, span }
    }
    /// What converting a value of one type to another does; `None` if C has no such conversion.
    pub(super) fn conversion_kind(&self, from: TypeId, to: TypeId) -> Option<CastKind> {
        let types = &self.program.types;
        let (from_kind, to_kind) = (types.kind(from), types.kind(to));
        Some(match (from_kind, to_kind) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => CastKind::Same,
            (_, TypeKind::Void) => CastKind::ToVoid,
            (TypeKind::Float(_), TypeKind::Bool) => CastKind::FloatToBool,
            (TypeKind::Pointer(_), TypeKind::Bool) => CastKind::PointerToBool,
            (_, TypeKind::Bool) if types.is_integer(from) => CastKind::IntegerToBool,
            (TypeKind::Float(_), TypeKind::Float(_)) => CastKind::Float,
            (TypeKind::Float(_), _) if types.is_integer(to) => CastKind::FloatToInteger,
            (_, TypeKind::Float(_)) if types.is_integer(from) => CastKind::IntegerToFloat,
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                if types.is_function(a.ty) == types.is_function(b.ty) {
                    CastKind::Pointer
                } else {
                    CastKind::FunctionPointer
                }
            }
            (TypeKind::Pointer(_), _) if types.is_integer(to) => CastKind::PointerToInteger,
            (_, TypeKind::Pointer(_)) if types.is_integer(from) => CastKind::IntegerToPointer,
            _ if types.is_integer(from) && types.is_integer(to) => CastKind::Integer,
            (TypeKind::Record(_), TypeKind::Record(_)) if types.compatible(from, to) => CastKind::Same,
            (TypeKind::VaList, TypeKind::VaList) => CastKind::Same,
            _ => return None,
        })
    }
    /// Converts where the kind of conversion exists for sure; a type of the same id needs none.
    pub(super) fn convert(&mut self, expr: Expr, ty: TypeId, reason: CastReason) -> Expr {
        if expr.ty == ty {
            return expr;
        }
        let mut kind = self.conversion_kind(expr.ty, ty).unwrap_or(CastKind::Same);
        let expr = if kind == CastKind::Integer { without_promotion(expr) } else { expr };
        if kind == CastKind::IntegerToPointer && self.is_null_constant(&expr) {
            kind = CastKind::NullToPointer;
        }
        self.cast(expr, kind, reason, ty)
    }
    pub(super) fn implied_cast(&mut self, expr: Expr, ty: TypeId) -> Expr {
        self.convert(expr, ty, CastReason::Implied)
    }
    /// An integer constant expression with value 0, or such a one cast to `void *`.
    pub(super) fn is_null_constant(&self, expr: &Expr) -> bool {
        let types = &self.program.types;
        match &expr.kind {
            ExprKind::Integer(value) => types.is_integer(expr.ty) && *value == BigInt::ZERO,
            ExprKind::Cast(cast, inner) if cast.reason == CastReason::Explicit && types.is_pointer(expr.ty) => {
                let plain_void =
                    types.pointee(expr.ty).is_some_and(|p| p == Qualified::plain(p.ty) && types.is_void(p.ty));
                plain_void && types.is_integer(inner.ty) && self.is_null_constant(inner)
            }
            _ => types.is_integer(expr.ty) && self.evaluate_integer(expr).is_some_and(|v| v == BigInt::ZERO),
        }
    }

    /// Integer promotion; floats and pointers stay.
    pub(super) fn promote(&mut self, expr: Expr) -> Expr {
        let ty = self.promoted_type(&expr);
        self.convert(expr, ty, CastReason::Promotion)
    }
    pub(super) fn promoted_type(&mut self, expr: &Expr) -> TypeId {
        let promoted = match bit_field_width(&self.program, expr) {
            Some(bits) => self.program.types.promoted_bit_field(expr.ty, bits),
            None => self.program.types.promoted_integer(expr.ty),
        };
        match promoted {
            Some(integer) => self.types().integer(integer),
            None => expr.ty,
        }
    }
    /// The usual arithmetic conversions of two arithmetic operands.
    pub(super) fn balance(&mut self, left: Expr, right: Expr) -> Option<(Expr, Expr, TypeId)> {
        let (left, right) = (self.promote(left), self.promote(right));
        let common = self.types().common_type(left.ty, right.ty)?;
        let left = self.convert(left, common, CastReason::Arithmetic);
        let right = self.convert(right, common, CastReason::Arithmetic);
        Some((left, right, common))
    }
    /// Default argument promotion.
    pub(super) fn default_promote(&mut self, expr: Expr) -> Expr {
        let types = &self.program.types;
        let ty = match types.kind(expr.ty) {
            TypeKind::Float(Float::Float) => self.types().float(Float::Double),
            _ if types.is_integer(expr.ty) => self.promoted_type(&expr),
            _ => expr.ty,
        };
        self.convert(expr, ty, CastReason::DefaultArgument)
    }
    /// What is tested against zero must be a scalar.
    pub(crate) fn condition(&mut self, expression: &ast::Expression) -> Expr {
        let value = self.value(expression);
        self.scalar(value)
    }
    pub(super) fn scalar(&mut self, value: Expr) -> Expr {
        let types = &self.program.types;
        match types.kind(value.ty) {
            TypeKind::Error => value,
            TypeKind::Complex(_) | TypeKind::Vector(..) => {
                let int = self.types().int();
                self.unsupported(int, value.span, "complex or vector arithmetic")
            }
            _ if types.is_scalar(value.ty) => value,
            _ => {
                let message = format!("a number or pointer is needed here, not `{}`", self.show(value.ty));
                self.error(codes::TYPE_MISMATCH, value.span, message);
                self.error_value(value.span)
            }
        }
    }

    /// Converts as if by assignment. Where gcc only warns, so do we.
    pub(super) fn assign_convert(&mut self, expr: Expr, target: TypeId, reason: CastReason) -> Expr {
        let (from, span) = (expr.ty, expr.span);
        if from == target {
            return expr;
        }
        let types = &self.program.types;
        if types.is_error(from) || types.is_error(target) {
            return Expr { ty: target, ..expr };
        }
        if let (TypeKind::Complex(_) | TypeKind::Vector(..), _) | (_, TypeKind::Complex(_) | TypeKind::Vector(..)) =
            (types.kind(from), types.kind(target))
        {
            return self.unsupported(target, span, "complex or vector arithmetic");
        }
        if let Some(member) = self.transparent_member(target, &expr) {
            return self.transparent_union_value(expr, target, member, reason);
        }
        match self.conversion_kind(from, target) {
            None | Some(CastKind::ToVoid) => {
                let message =
                    format!("a value of type `{}` cannot become one of type `{}`", self.show(from), self.show(target));
                self.error(codes::TYPE_MISMATCH, span, message);
                self.error_value(span)
            }
            Some(kind) => {
                if let Some(doubt) = self.doubtful(&expr, target, kind) {
                    self.warn(codes::DOUBTFUL_CONVERSION, span, doubt);
                }
                self.convert(expr, target, reason)
            }
        }
    }
    /// Conversions between pointers and integers, or between unrelated pointers, that have no cast.
    fn doubtful(&self, expr: &Expr, target: TypeId, kind: CastKind) -> Option<String> {
        let types = &self.program.types;
        match kind {
            CastKind::IntegerToPointer if self.is_null_constant(expr) => None,
            CastKind::IntegerToPointer | CastKind::PointerToInteger => {
                Some(format!("`{}` becomes `{}` without a cast", types.show(expr.ty), types.show(target)))
            }
            CastKind::FunctionPointer if self.is_null_constant(expr) => None,
            CastKind::Pointer | CastKind::FunctionPointer => {
                let (from, to) = (types.pointee(expr.ty)?, types.pointee(target)?);
                let related = types.is_void(from.ty)
                    || types.is_void(to.ty)
                    || types.compatible(from.ty, to.ty)
                    || same_but_sign(types, from.ty, to.ty)
                    || types.array_parts(from.ty).is_some()
                    || types.array_parts(to.ty).is_some();
                (!related).then(|| {
                    format!("`{}` becomes `{}`, an unrelated pointer type", types.show(expr.ty), types.show(target))
                })
            }
            _ => None,
        }
    }
    /// The member of a transparent union that takes the argument.
    fn transparent_member(&self, target: TypeId, expr: &Expr) -> Option<usize> {
        let members = self.program.types.members(target)?;
        if !members.attributes.transparent || self.program.types.record_of(expr.ty).is_some() {
            return None;
        }
        let types = &self.program.types;
        let null = self.is_null_constant(expr);
        let fits = |field: &TypeId| types.is_pointer(*field) && (null || types.is_pointer(expr.ty));
        let exact = members.fields.iter().position(|f| types.compatible(f.ty.ty, expr.ty));
        exact.or_else(|| members.fields.iter().position(|f| fits(&f.ty.ty)))
    }
    fn transparent_union_value(&mut self, expr: Expr, target: TypeId, member: usize, reason: CastReason) -> Expr {
        let span = expr.span;
        let field = self.program.types.members(target).map(|m| m.fields[member].ty.ty);
        let ty = field.unwrap_or(expr.ty);
        let value = self.convert(expr, ty, reason);
        self.union_value(target, member, value, span)
    }
    /// A union value with one member set.
    pub(super) fn union_value(&mut self, target: TypeId, member: usize, value: Expr, span: Span) -> Expr {
        let qualified = Qualified::plain(target);
        let variable = self.hidden_variable("union", qualified, VariableRole::CompoundLiteral, span);
        let path = vec![PathStep::Field(member)];
        let item = InitItem { path, ty: value.ty, value: InitValue::Expr(value), span };
        let initializer = Initializer { zero_fill: true, items: vec![item], span };
        let kind = LvalueKind::CompoundLiteral(variable, Box::new(initializer));
        self.load(Lvalue { kind, ty: qualified, span })
    }

    /// `(type) value`.
    pub(super) fn explicit_cast(&mut self, expr: Expr, target: Qualified, span: Span) -> Expr {
        let ty = target.ty;
        let types = &self.program.types;
        if types.is_error(expr.ty) || types.is_error(ty) {
            return Expr { ty, span, ..expr };
        }
        if types.is_void(ty) {
            return Expr { span, ..self.cast(expr, CastKind::ToVoid, CastReason::Explicit, ty) };
        }
        if let (TypeKind::Complex(_) | TypeKind::Vector(..), _) | (_, TypeKind::Complex(_) | TypeKind::Vector(..)) =
            (types.kind(expr.ty), types.kind(ty))
        {
            return self.unsupported(ty, span, "complex or vector arithmetic");
        }
        if let Some(members) = types.members(ty) {
            // GNU: cast to a union by one of its members' types.
            let member = members.fields.iter().position(|f| types.compatible(f.ty.ty, expr.ty));
            let is_union =
                types.record_of(ty).is_some_and(|r| types.records[r].kind == crate::types::RecordKind::Union);
            if let (Some(member), true, false) = (member, is_union, types.compatible(expr.ty, ty)) {
                return self.union_value(ty, member, expr, span);
            }
        }
        match self.conversion_kind(expr.ty, ty) {
            Some(CastKind::Same) if !types.compatible(expr.ty, ty) => self.bad_cast(&expr, ty, span),
            Some(mut kind) => {
                if expr.ty == ty {
                    kind = CastKind::Same;
                } else if kind == CastKind::IntegerToPointer && self.is_null_constant(&expr) {
                    kind = CastKind::NullToPointer;
                }
                Expr { span, ..self.cast(expr, kind, CastReason::Explicit, ty) }
            }
            None => self.bad_cast(&expr, ty, span),
        }
    }
    fn bad_cast(&mut self, expr: &Expr, ty: TypeId, span: Span) -> Expr {
        let message = format!("`{}` cannot be cast to `{}`", self.show(expr.ty), self.show(ty));
        self.error(codes::TYPE_MISMATCH, span, message);
        self.error_value(span)
    }
    /// The number of elements as an expression, if the array's length is known at all.
    pub(super) fn array_length_value(&mut self, length: ArrayLength, span: Span) -> Option<Expr> {
        let ty = self.types().size_type();
        match length {
            ArrayLength::Known(n) => Some(Expr { kind: ExprKind::Integer(n.into()), ty, span }),
            ArrayLength::Variable(id) => {
                let variable = self.program.lengths[id];
                let lvalue = Lvalue { kind: LvalueKind::Variable(variable), ty: Qualified::plain(ty), span };
                Some(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span })
            }
            ArrayLength::Unknown | ArrayLength::Star => None,
        }
    }
}

/// A promotion keeps the value, so a conversion to another integer type can start from the unpromoted one.
fn without_promotion(expr: Expr) -> Expr {
    match expr.kind {
        ExprKind::Cast(Cast { kind: CastKind::Integer, reason: CastReason::Promotion }, inner) => *inner,
        _ => expr,
    }
}

/// `char` against `unsigned char` and the like: gcc is silent about such pointers.
fn same_but_sign(types: &Types, a: TypeId, b: TypeId) -> bool {
    match (types.integer_of(a), types.integer_of(b)) {
        (Some(a), Some(b)) => Integer::to_unsigned(a) == Integer::to_unsigned(b),
        _ => false,
    }
}

/// Width of the bit-field whose value this is.
pub(super) fn bit_field_width(program: &Program, expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Load(lvalue) | ExprKind::Assign(lvalue, _) => lvalue_bits(program, lvalue),
        ExprKind::CompoundAssign(node) => lvalue_bits(program, &node.target),
        ExprKind::Step(node) if !node.postfix => lvalue_bits(program, &node.target),
        ExprKind::Comma(_, last) => bit_field_width(program, last),
        _ => None,
    }
}

/// Width of the bit-field an lvalue designates.
pub(super) fn lvalue_bits(program: &Program, lvalue: &Lvalue) -> Option<u32> {
    let LvalueKind::Member(base, field) = &lvalue.kind else { return None };
    program.types.members(base.ty.ty)?.fields.get(*field)?.bits
}

/// Bits of a value that is still a bit-field's: what was assigned to one, or comes behind a comma.
pub(crate) fn value_bits(program: &Program, value: &Expr) -> Option<u32> {
    match &value.kind {
        ExprKind::Assign(target, _) | ExprKind::Load(target) => lvalue_bits(program, target),
        ExprKind::CompoundAssign(assign) => lvalue_bits(program, &assign.target),
        ExprKind::Step(step) => lvalue_bits(program, &step.target),
        ExprKind::Comma(_, last) => value_bits(program, last),
        _ => None,
    }
}
