//! Questions about types, and expressions that choose by type: `sizeof`, `_Alignof`, `offsetof`, `_Generic`,
//! `__builtin_choose_expr`, `va_arg`, quantifiers.

use super::Analyzer;
use super::conversions::{lvalue_bits, value_bits};
use super::expressions::Operand;
use super::scopes::Scope;
use super::tree::{BinaryOperator, CastReason, Expr, ExprKind, Lvalue, VariableRole};
use crate::codes;
use crate::syntax::ast::{self, Designator, Expression, ExpressionKind, TypeName};
use crate::types::{Qualified, TypeKind};
use cairn_base::Span;
use num_bigint::BigInt;

impl Analyzer<'_> {
    pub(super) fn query(&mut self, expression: &Expression) -> Expr {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::SizeofExpression(inner) => self.size_of_expression(inner, span),
            ExpressionKind::SizeofType(name) => {
                let before = self.pending_lengths.len();
                let ty = self.type_name(name);
                let lengths = self.pending_lengths.split_off(before);
                let size = self.size_value(ty, span);
                self.after_lengths(lengths, size)
            }
            ExpressionKind::AlignofExpression(inner) => {
                let operand = self.unevaluated(inner);
                let ty = operand.ty(&self.program);
                let own = match &operand {
                    Operand::Object(Lvalue { kind: super::tree::LvalueKind::Variable(id), .. }) => {
                        self.program.variables[*id].aligned
                    }
                    _ => None,
                };
                let natural = self.program.types.align_of_qualified(ty);
                self.size_constant(own.unwrap_or(natural).max(natural), span)
            }
            ExpressionKind::AlignofType(name) => {
                let alignment = self.type_name_alignment(name);
                self.size_constant(alignment, span)
            }
            ExpressionKind::Offsetof(name, path) => self.offset_of(name, path, span),
            ExpressionKind::TypesCompatible(left, right) => {
                let (left, right) = (self.type_name(left), self.type_name(right));
                let same = self.program.types.compatible(left.ty, right.ty);
                self.int_constant(i64::from(same), span)
            }
            ExpressionKind::ConvertVector(value, name) => {
                self.unevaluated(value);
                let ty = self.type_name(name);
                self.unsupported(ty.ty, span, "vector arithmetic")
            }
            _ => self.error_value(span),
        }
    }
    fn unevaluated(&mut self, expression: &Expression) -> Operand {
        self.unevaluated += 1;
        let operand = self.operand(expression);
        self.unevaluated -= 1;
        operand
    }
    fn size_constant(&mut self, value: u64, span: Span) -> Expr {
        let ty = self.types().size_type();
        self.integer_constant(value, ty, span)
    }
    fn size_of_expression(&mut self, inner: &Expression, span: Span) -> Expr {
        let before = self.pending_lengths.len();
        let operand = self.unevaluated(inner);
        let lengths = self.pending_lengths.split_off(before);
        if let Operand::Object(lvalue) = &operand
            && lvalue_bits(&self.program, lvalue).is_some()
        {
            self.error(codes::TYPE_MISMATCH, span, "`sizeof` cannot be applied to a bit-field");
            return self.error_value(span);
        }
        // gcc: what was assigned to a bit-field has a type of its width.
        if let Some(bits) = operand.as_value().and_then(|value| value_bits(&self.program, value)) {
            return self.size_constant(u64::from(bits).div_ceil(8).next_power_of_two(), span);
        }
        let ty = operand.ty(&self.program);
        let size = self.size_value(ty, span);
        self.after_lengths(lengths, size)
    }
    /// The size of a type: a constant, or computed from the lengths of variable-length arrays.
    pub(super) fn size_value(&mut self, ty: Qualified, span: Span) -> Expr {
        let types = &self.program.types;
        if let Some(size) = types.size_of_qualified(ty) {
            return self.size_constant(size, span);
        }
        if let Some((element, length)) = types.array_parts(ty.ty)
            && let Some(length) = self.array_length_value(length, span)
        {
            let element = self.size_value(element, span);
            let ty = element.ty;
            let kind = ExprKind::Binary(BinaryOperator::Multiply, Box::new(length), Box::new(element));
            return Expr { kind, ty, span };
        }
        let message = format!("the size of the incomplete type `{}` is not known", self.show(ty.ty));
        self.error(codes::INCOMPLETE, span, message);
        self.error_value(span)
    }
    fn offset_of(&mut self, name: &TypeName, path: &[Designator], span: Span) -> Expr {
        let mut ty = self.type_name(name);
        let mut constant = BigInt::ZERO;
        let mut indices: Vec<Expr> = Vec::new();
        for designator in path {
            match designator {
                Designator::Field(field) => {
                    // gcc takes `array->member`: the first element's.
                    while let Some((element, _)) = self.program.types.array_parts(ty.ty) {
                        ty = element;
                    }
                    let text = self.text(field.symbol);
                    let types = &self.program.types;
                    let steps = types.record_of(ty.ty).and_then(|record| types.find_member(record, &text));
                    let Some(steps) = steps else {
                        if !types.is_error(ty.ty) {
                            let message = format!("`{}` has no member `{text}`", types.show(ty.ty));
                            self.error(codes::NO_MEMBER, field.span, message);
                        }
                        return self.error_value(span);
                    };
                    for step in steps {
                        let Some(field) = types.members(ty.ty).and_then(|m| m.fields.get(step)) else { break };
                        constant += field.byte_offset();
                        ty = field.ty;
                    }
                }
                Designator::Index(index) => {
                    let Some((element, _)) = self.program.types.array_parts(ty.ty) else {
                        self.error(codes::TYPE_MISMATCH, span, format!("`{}` has no elements", self.show(ty.ty)));
                        return self.error_value(span);
                    };
                    let value = self.value(index);
                    let size = self.program.types.size_of_qualified(element).unwrap_or(0);
                    match self.evaluate_integer(&value) {
                        Some(index) => constant += index * size,
                        None => indices.push(self.scaled(value, size, span)),
                    }
                    ty = element;
                }
                Designator::Range(..) => return self.error_value(span),
            }
        }
        let size_type = self.types().size_type();
        let constant = self.program.types.wrap(&constant, size_type);
        let constant = self.integer_constant(constant, size_type, span);
        indices.into_iter().fold(constant, |sum, index| {
            let kind = ExprKind::Binary(BinaryOperator::Add, Box::new(sum), Box::new(index));
            Expr { kind, ty: size_type, span }
        })
    }
    /// `(size_t) index * size`.
    fn scaled(&mut self, index: Expr, size: u64, span: Span) -> Expr {
        let ty = self.types().size_type();
        let index = self.implied_cast(index, ty);
        let size = self.size_constant(size, span);
        Expr { kind: ExprKind::Binary(BinaryOperator::Multiply, Box::new(index), Box::new(size)), ty, span }
    }

    pub(super) fn choose(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
        span: Span,
    ) -> Operand {
        match self.constant_integer(condition) {
            Some(value) if value != BigInt::ZERO => self.operand(then).with_span(span),
            Some(_) => self.operand(otherwise).with_span(span),
            None => Operand::Value(self.error_value(span)),
        }
    }
    pub(super) fn generic(
        &mut self,
        selector: &Expression,
        associations: &[(Option<TypeName>, Expression)],
        span: Span,
    ) -> Operand {
        let operand = self.unevaluated(selector);
        let selected = self.rvalue(operand).ty;
        if self.program.types.is_error(selected) {
            return Operand::Value(self.error_value(span));
        }
        let mut chosen = None;
        for (name, result) in associations {
            let Some(name) = name else { continue };
            let ty = self.type_name(name);
            // A value has no qualifiers, so a qualified type is never chosen.
            if ty == Qualified::plain(ty.ty) && self.program.types.compatible(ty.ty, selected) {
                chosen = Some(result);
                break;
            }
        }
        let default = associations.iter().find(|(name, _)| name.is_none()).map(|(_, result)| result);
        match chosen.or(default) {
            Some(result) => self.operand(result).with_span(span),
            None => {
                let message = format!("no association of `_Generic` fits `{}`", self.show(selected));
                self.error(codes::TYPE_MISMATCH, span, message);
                Operand::Value(self.error_value(span))
            }
        }
    }
    pub(super) fn va_arg(&mut self, list: &Expression, name: &TypeName, span: Span) -> Expr {
        let ty = self.type_name(name);
        let Some(list) = self.va_list(list) else { return self.error_value(span) };
        if !self.program.types.is_complete(ty.ty) {
            let message = format!("`va_arg` of the incomplete type `{}`", self.show(ty.ty));
            self.error(codes::INCOMPLETE, span, message);
            return self.error_value(span);
        }
        Expr { kind: ExprKind::VaArg(Box::new(list)), ty: ty.ty, span }
    }
    /// An object of type `va_list`.
    pub(super) fn va_list(&mut self, expression: &Expression) -> Option<Lvalue> {
        let operand = self.operand(expression);
        let ty = operand.ty(&self.program).ty;
        if matches!(self.program.types.kind(ty), TypeKind::VaList) {
            match operand {
                Operand::Object(lvalue) => return Some(lvalue),
                Operand::Value(value) => {
                    let (ty, span) = (Qualified::plain(value.ty), value.span);
                    let id = self.hidden_variable("list", ty, VariableRole::Temporary, span);
                    let kind = super::tree::LvalueKind::Temporary(id, Box::new(value));
                    return Some(Lvalue { kind, ty, span });
                }
                Operand::Function { .. } => {}
            }
        }
        if !self.program.types.is_error(ty) {
            let message = format!("a `va_list` is needed here, not `{}`", self.show(ty));
            self.error(codes::TYPE_MISMATCH, expression.span, message);
        }
        None
    }
    pub(super) fn quantified(
        &mut self,
        universal: bool,
        declarations: &[ast::Declaration],
        body: &Expression,
        span: Span,
    ) -> Expr {
        self.scopes.push(Scope::default());
        let mut variables = Vec::new();
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers, false);
            for declarator in &declaration.declarators {
                let ty = self.declared_type(base.ty, &declarator.declarator);
                variables.push(self.parameter_variable(declarator.declarator.name, ty, declarator.span));
            }
        }
        let body = self.condition(body);
        self.scopes.pop();
        let ty = self.types().bool();
        let body = self.convert(body, ty, CastReason::Implied);
        Expr { kind: ExprKind::Quantified { universal, variables, body: Box::new(body) }, ty, span }
    }
}
