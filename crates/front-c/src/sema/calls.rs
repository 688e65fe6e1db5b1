//! Calls: of functions, through pointers, of names nobody declared.

use super::Analyzer;
use super::expressions::Operand;
use super::scopes::Entity;
use super::tree::{Callee, CastReason, Expr, ExprKind};
use crate::codes;
use crate::cprover::typing::Inside;
use crate::syntax::ast::{Expression, ExpressionKind};
use crate::syntax::names::Symbol;
use crate::types::{FunctionType, TypeId};
use cairn_base::{Diagnostic, Span};
use std::sync::Arc;

impl Analyzer<'_> {
    pub(super) fn call(&mut self, callee: &Expression, arguments: &[Expression], span: Span) -> Operand {
        if let ExpressionKind::Name(name) = callee.kind {
            let known = self.lookup(name).is_some();
            if !known && self.logic.inside != Inside::Code {
                let text = self.text(name);
                if let Some(value) = self.earlier_value(&text, arguments, span) {
                    return Operand::Value(value);
                }
            }
            if let Some(result) = self.builtin_call(name, known, arguments, span) {
                return result;
            }
            if !known {
                self.declare_implicitly(name, arguments.len(), callee.span);
            }
        }
        let callee = self.value(callee);
        let arguments = arguments.iter().map(|argument| self.value(argument)).collect();
        Operand::Value(self.call_value(callee, arguments, span))
    }
    /// Calls what a pointer to a function points to.
    pub(super) fn call_value(&mut self, callee: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        let types = &self.program.types;
        let function = types.pointee(callee.ty).and_then(|pointee| types.function_type(pointee.ty)).cloned();
        let Some(function) = function else {
            if !types.is_error(callee.ty) {
                let message = format!("`{}` is not a function", types.show(callee.ty));
                self.error(codes::BAD_CALL, callee.span, message);
            }
            return self.error_value(span);
        };
        let arguments = self.arguments(&function, &callee, arguments, span);
        let ty = function.result;
        if !self.program.types.is_void(ty) && !self.program.types.is_complete(ty) {
            let message = format!("the function returns the incomplete type `{}`", self.show(ty));
            self.error(codes::INCOMPLETE, span, message);
        }
        let callee = match callee.kind {
            ExprKind::FunctionAddress(id) => Callee::Direct(id),
            _ => Callee::Pointer(Box::new(callee)),
        };
        Expr { kind: ExprKind::Call { callee, arguments }, ty, span }
    }
    fn arguments(&mut self, function: &Arc<FunctionType>, callee: &Expr, given: Vec<Expr>, span: Span) -> Vec<Expr> {
        let wanted = function.parameters.len();
        if function.prototype && (given.len() < wanted || (given.len() > wanted && !function.variadic)) {
            let message = format!(
                "too {} arguments: {} given, {}{wanted} wanted",
                if given.len() < wanted { "few" } else { "many" },
                given.len(),
                if function.variadic { "at least " } else { "" }
            );
            let mut error = Diagnostic::error(codes::BAD_CALL, message).at(span, "");
            if let ExprKind::FunctionAddress(id) = callee.kind {
                error = error.and_at(self.program.functions[id].span, "declared here");
            }
            self.report(error);
        }
        let mut parameters = function.parameters.iter();
        given
            .into_iter()
            .map(|argument| match parameters.next() {
                Some(&ty) => self.assign_convert(argument, ty, CastReason::Argument),
                None => self.extra_argument(argument),
            })
            .collect()
    }
    fn extra_argument(&mut self, argument: Expr) -> Expr {
        if self.program.types.is_void(argument.ty) {
            self.error(codes::TYPE_MISMATCH, argument.span, "an argument of type `void`");
            return self.error_value(argument.span);
        }
        self.default_promote(argument)
    }
    /// C89: a function that is called without a declaration returns `int`. The C library's functions have their own
    /// types, as in gcc, if the call fits them.
    fn declare_implicitly(&mut self, name: Symbol, arguments: usize, span: Span) {
        let text = self.text(name);
        let known = self.library_type(&text).filter(|&ty| {
            let function = self.program.types.function_type(ty);
            function.is_some_and(|f| {
                !f.prototype || arguments == f.parameters.len() || (f.variadic && arguments > f.parameters.len())
            })
        });
        let ty = match known {
            Some(ty) => ty,
            None => {
                let result = self.types().int();
                let function = FunctionType { result, parameters: Vec::new(), variadic: false, prototype: false };
                self.types().function(function)
            }
        };
        if !text.starts_with("__CPROVER_") && !text.starts_with("__VERIFIER_") && !text.starts_with("nondet_") {
            self.warn(codes::IMPLICIT, span, format!("`{text}` is called without a declaration"));
        }
        let entity = self.implicit_function(name, ty, span);
        if let Some(scope) = self.scopes.first_mut() {
            scope.ordinary.insert(name, entity);
        }
    }
    /// A call of a function of the C library by name, as some builtins are.
    pub(super) fn library_call(&mut self, name: &str, arguments: Vec<Expr>, span: Span) -> Option<Expr> {
        let ty = self.library_type(name)?;
        let id = match self.names.find(name) {
            Some(symbol) => match self.lookup_file_scope(symbol) {
                Some(Entity::Function { id, .. }) => id,
                _ => match self.implicit_function(symbol, ty, span) {
                    Entity::Function { id, .. } => id,
                    _ => return None,
                },
            },
            None => self.hidden_library_function(name, ty, span),
        };
        let pointer = self.pointer_to_function(ty);
        let callee = Expr { kind: ExprKind::FunctionAddress(id), ty: pointer, span };
        Some(self.call_value(callee, arguments, span))
    }
    fn pointer_to_function(&mut self, ty: TypeId) -> TypeId {
        self.types().pointer_to(ty)
    }
    fn lookup_file_scope(&self, name: Symbol) -> Option<Entity> {
        self.scopes.first()?.ordinary.get(&name).cloned()
    }
}
