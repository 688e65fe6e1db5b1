//! Expressions: names and literals, and the way to the module that knows each operator.

use super::Analyzer;
use super::scopes::Entity;
use super::tree::{Expr, ExprKind, FunctionId, Lvalue, LvalueKind, Program, StringId, StringLiteral};
use crate::codes;
use crate::syntax::ast::{self, Expression, ExpressionKind};
use crate::syntax::literals::{self, Encoding, FloatLiteral, FloatSuffix, IntegerLength, IntegerLiteral};
use crate::syntax::names::Symbol;
use crate::types::{ArrayLength, Float, Integer, Qualified, Qualifiers, TypeId, TypeKind};
use cairn_base::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// An expression before the conversions its context asks for.
#[derive(Debug)]
pub(crate) enum Operand {
    Value(Expr),
    Object(Lvalue),
    /// A function's name, or what a pointer to a function points to is an [`Operand::Object`].
    Function {
        id: FunctionId,
        ty: TypeId,
        span: Span,
    },
}

impl Operand {
    pub(super) fn ty(&self, _program: &Program) -> Qualified {
        match self {
            Operand::Value(expr) => Qualified::plain(expr.ty),
            Operand::Object(lvalue) => lvalue.ty,
            Operand::Function { ty, .. } => Qualified::plain(*ty),
        }
    }
    pub(super) fn as_value(&self) -> Option<&Expr> {
        match self {
            Operand::Value(expr) => Some(expr),
            _ => None,
        }
    }
    pub(super) fn with_span(self, span: Span) -> Operand {
        match self {
            Operand::Value(expr) => Operand::Value(Expr { span, ..expr }),
            other => other,
        }
    }
}

impl Analyzer<'_> {
    pub(crate) fn operand(&mut self, expression: &Expression) -> Operand {
        let span = expression.span;
        use ExpressionKind as E;
        match &expression.kind {
            E::Integer(literal) => Operand::Value(self.integer_literal(literal, span)),
            E::Float(literal) => Operand::Value(self.float_literal(literal, span)),
            E::Character(literal) => Operand::Value(self.character_literal(literal, span)),
            E::String(literal) => Operand::Object(self.string_lvalue(literal, span)),
            E::Name(name) => self.name(*name, span),
            E::Unary(operator, inner) => self.unary(*operator, inner, span),
            E::Binary(operator, left, right) => Operand::Value(self.binary(*operator, left, right, span)),
            E::Assign(operator, target, value) => Operand::Value(self.assignment(*operator, target, value, span)),
            E::Conditional(condition, then, otherwise) => {
                Operand::Value(self.conditional(condition, then.as_deref(), otherwise, span))
            }
            E::Cast(name, inner) => Operand::Value(self.cast_expression(name, inner, span)),
            E::CompoundLiteral(name, list) => self.compound_literal(name, list, span),
            E::Call(callee, arguments) => self.call(callee, arguments, span),
            E::Index(base, index) => self.index(base, index, span),
            E::Member(base, name) => self.member_access(base, *name, span),
            E::Arrow(base, name) => self.arrow_access(base, *name, span),
            E::Statement(compound) => Operand::Value(self.statement_expression(compound, span)),
            E::LabelAddress(name) => Operand::Value(self.label_address(*name, span)),
            E::VaArg(list, name) => Operand::Value(self.va_arg(list, name, span)),
            E::Choose(condition, then, otherwise) => self.choose(condition, then, otherwise, span),
            E::Generic { selector, associations } => self.generic(selector, associations, span),
            E::Quantified { is_universal, variables, body } => {
                Operand::Value(self.quantified(*is_universal, variables, body, span))
            }
            E::SizeofExpression(_)
            | E::SizeofType(_)
            | E::AlignofExpression(_)
            | E::AlignofType(_)
            | E::Offsetof(..)
            | E::TypesCompatible(..)
            | E::ConvertVector(..) => Operand::Value(self.query(expression)),
        }
    }
    pub(super) fn integer_constant(&mut self, value: impl Into<BigInt>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(value.into()), ty, span }
    }
    pub(super) fn int_constant(&mut self, value: i64, span: Span) -> Expr {
        let ty = self.types().int();
        self.integer_constant(value, ty, span)
    }

    fn integer_literal(&mut self, literal: &IntegerLiteral, span: Span) -> Expr {
        if literal.is_imaginary {
            let ty = self.types().intern(TypeKind::Complex(Float::Double));
            return self.unsupported(ty, span, "complex arithmetic");
        }
        use Integer::*;
        let candidates: &[Integer] = match (literal.length, literal.is_unsigned, literal.is_decimal) {
            (IntegerLength::Plain, false, true) => &[Int, Long, LongLong, Int128],
            (IntegerLength::Plain, false, false) => {
                &[Int, UnsignedInt, Long, UnsignedLong, LongLong, UnsignedLongLong, Int128]
            }
            (IntegerLength::Plain, true, _) => &[UnsignedInt, UnsignedLong, UnsignedLongLong],
            (IntegerLength::Long, false, true) => &[Long, LongLong, Int128],
            (IntegerLength::Long, false, false) => &[Long, UnsignedLong, LongLong, UnsignedLongLong],
            (IntegerLength::Long, true, _) => &[UnsignedLong, UnsignedLongLong],
            (IntegerLength::LongLong, false, true) => &[LongLong, Int128],
            (IntegerLength::LongLong, false, false) => &[LongLong, UnsignedLongLong],
            (IntegerLength::LongLong, true, _) => &[UnsignedLongLong],
        };
        let value = BigInt::from(literal.value);
        for &integer in candidates {
            let ty = self.types().integer(integer);
            if self.program.types.fits(&value, ty) {
                return self.integer_constant(value, ty, span);
            }
        }
        let ty = self.types().integer(UnsignedInt128);
        self.integer_constant(value, ty, span)
    }
    fn float_literal(&mut self, literal: &FloatLiteral, span: Span) -> Expr {
        let float = match literal.suffix {
            FloatSuffix::None => Float::Double,
            FloatSuffix::Float => Float::Float,
            FloatSuffix::LongDouble => Float::LongDouble,
            FloatSuffix::Float16 => Float::Float16,
            FloatSuffix::Float32 => Float::Float32,
            FloatSuffix::Float64 => Float::Float64,
            FloatSuffix::Float128 => Float::Float128,
            FloatSuffix::Float32x => Float::Float32x,
            FloatSuffix::Float64x => Float::Float64x,
            FloatSuffix::Decimal32 | FloatSuffix::Decimal64 | FloatSuffix::Decimal128 => {
                let ty = self.types().float(Float::Double);
                return self.unsupported(ty, span, "decimal floating point");
            }
        };
        if literal.is_imaginary {
            let ty = self.types().intern(TypeKind::Complex(float));
            return self.unsupported(ty, span, "complex arithmetic");
        }
        let ty = self.types().float(float);
        match super::floats::parse(float, &literal.digits) {
            Some(value) => Expr { kind: ExprKind::Float(value), ty, span },
            None => {
                self.error(codes::BAD_LITERAL, span, format!("`{}` is not a number", literal.digits));
                self.error_value(span)
            }
        }
    }
    fn character_literal(&mut self, literal: &literals::CharacterLiteral, span: Span) -> Expr {
        let ty = match literal.encoding {
            Encoding::Plain => self.types().int(),
            Encoding::Utf8 => self.types().integer(Integer::UnsignedChar),
            other => self.character_type(other),
        };
        let value = self.program.types.wrap(&literal.value.into(), ty);
        self.integer_constant(value, ty, span)
    }
    /// Element type of string literals.
    fn character_type(&mut self, encoding: Encoding) -> TypeId {
        let integer = match encoding {
            Encoding::Plain | Encoding::Utf8 => Integer::Char,
            Encoding::Wide => self.program.types.target.wide_character(),
            Encoding::Char16 => Integer::UnsignedShort,
            Encoding::Char32 => Integer::UnsignedInt,
        };
        self.types().integer(integer)
    }
    /// The literal as an object, with its terminating zero.
    pub(super) fn string_lvalue(&mut self, literal: &literals::StringLiteral, span: Span) -> Lvalue {
        let element = self.character_type(literal.encoding);
        let units: Vec<u32> = literal.units.iter().copied().chain([0]).collect();
        let (id, ty) = self.new_string(units.into(), Qualified::plain(element), span);
        Lvalue { kind: LvalueKind::String(id), ty: Qualified::plain(ty), span }
    }
    fn intern_string(&mut self, units: Vec<u32>, element: Qualified, span: Span) -> (StringId, TypeId) {
        let ty = self.types().array(element, ArrayLength::Known(units.len() as u64));
        let units: Arc<[u32]> = units.into();
        if let Some(&id) = self.strings.get(&(units.clone(), ty)) {
            return (id, ty);
        }
        let (id, ty) = self.new_string(units.clone(), element, span);
        self.strings.insert((units, ty), id);
        (id, ty)
    }
    /// Every literal is an object of its own; whether equal ones are one is asked where addresses are compared.
    fn new_string(&mut self, units: Arc<[u32]>, element: Qualified, span: Span) -> (StringId, TypeId) {
        let ty = self.types().array(element, ArrayLength::Known(units.len() as u64));
        (self.program.strings.push(StringLiteral { units, ty, span }), ty)
    }

    fn name(&mut self, name: Symbol, span: Span) -> Operand {
        let entity = match self.lookup(name) {
            Some(entity) => entity.clone(),
            None => return self.unknown_name(name, span),
        };
        match entity {
            Entity::Variable { id, ty, .. } => Operand::Object(Lvalue { kind: LvalueKind::Variable(id), ty, span }),
            Entity::Function { id, ty, .. } => Operand::Function { id, ty, span },
            Entity::Constant { ty, value, .. } => Operand::Value(self.integer_constant(value, ty, span)),
            Entity::Typedef { .. } => {
                let message = format!("`{}` is a type, not a value", self.text(name));
                self.error(codes::TYPE_MISMATCH, span, message);
                Operand::Value(self.error_value(span))
            }
        }
    }
    fn unknown_name(&mut self, name: Symbol, span: Span) -> Operand {
        let text = self.text(name);
        if let Some(value) = self.return_value(&text, span) {
            return Operand::Value(value);
        }
        match &*text {
            // The largest object of CBMC's memory: pointers with 8 bits for the object, one for the sign of the offset.
            "__CPROVER_max_malloc_size" => {
                let ty = self.types().size_type();
                return Operand::Value(self.integer_constant(num_bigint::BigInt::from(1u64 << 55), ty, span));
            }
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => return self.function_name(span),
            _ => {}
        }
        self.error(codes::UNDECLARED, span, format!("`{text}` is not declared"));
        Operand::Value(self.error_value(span))
    }
    /// `__func__`: a constant array with the name of the function.
    fn function_name(&mut self, span: Span) -> Operand {
        // No name yet among the parameters of a definition.
        let function = self.function.as_ref().and_then(|function| self.program.functions.get(function.id));
        let text = function.map_or_else(|| "".into(), |function| function.name.clone());
        let char_type = self.types().integer(Integer::Char);
        let element = Qualified::new(char_type, Qualifiers { constant: true, ..Qualifiers::NONE });
        let units = text.bytes().map(u32::from).chain([0]).collect();
        let (id, ty) = self.intern_string(units, element, span);
        if let Some(function) = &mut self.function {
            function.name_string = Some(id);
        }
        Operand::Object(Lvalue { kind: LvalueKind::String(id), ty: Qualified::plain(ty), span })
    }
    fn label_address(&mut self, name: ast::Identifier, span: Span) -> Expr {
        let void = self.types().void();
        let ty = self.types().pointer_to(void);
        match self.use_label(name) {
            Some(label) => {
                if let Some(function) = &mut self.function {
                    function.labels[label].address_taken = true;
                }
                Expr { kind: ExprKind::LabelAddress(label), ty, span }
            }
            None => self.error_value(span),
        }
    }
    fn cast_expression(&mut self, name: &ast::TypeName, inner: &Expression, span: Span) -> Expr {
        let before = self.pending_lengths.len();
        let target = self.type_name(name);
        let lengths = self.pending_lengths.split_off(before);
        let value = self.value(inner);
        let result = self.explicit_cast(value, target, span);
        self.after_lengths(lengths, result)
    }
    /// Lengths of variable-length arrays in a type name are evaluated before the expression.
    pub(super) fn after_lengths(&mut self, lengths: Vec<Expr>, expr: Expr) -> Expr {
        lengths.into_iter().rev().fold(expr, |expr, length| {
            let (ty, span) = (expr.ty, expr.span);
            Expr { kind: ExprKind::Comma(Box::new(length), Box::new(expr)), ty, span }
        })
    }
    fn statement_expression(&mut self, compound: &ast::Compound, span: Span) -> Expr {
        if self.function.is_none() {
            self.error(codes::BAD_STATEMENT, span, "a statement expression stands outside of functions");
            return self.error_value(span);
        }
        let (block, value) = self.compound_with_value(compound);
        let ty = match &value {
            Some(value) => value.ty,
            None => self.types().void(),
        };
        Expr { kind: ExprKind::Statement(Box::new(block), value.map(Box::new)), ty, span }
    }
}
