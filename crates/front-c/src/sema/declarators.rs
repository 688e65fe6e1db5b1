//! Declarators: pointers, arrays and functions around a type.

use super::Analyzer;
use super::scopes::{Entity, Scope};
use super::specifiers::qualifiers;
use super::tree::{Expr, ExprKind, Linkage, Storage, Variable, VariableId, VariableRole};
use crate::codes;
use crate::syntax::ast::{self, ArraySize, Declarator, Derivation, Parameters, ParametersKind};
use crate::types::{ArrayLength, FunctionType, Qualified, Qualifiers, TypeId, TypeKind};
use cairn_base::Span;
use num_traits::ToPrimitive;

/// Parameters of a function declarator.
pub(super) struct ParameterList {
    /// Types, adjusted and unqualified.
    pub(super) types: Vec<TypeId>,
    /// In order. (Old-style names have no variables here.)
    pub(super) variables: Vec<VariableId>,
    pub(super) variadic: bool,
    pub(super) prototype: bool,
    /// The scope the parameters are bound in, for the body of a definition.
    pub(super) scope: Scope,
}

impl Analyzer<'_> {
    /// The type of what the declarator declares.
    pub(super) fn declared_type(&mut self, base: Qualified, declarator: &Declarator) -> Qualified {
        self.derive(base, &declarator.derivations, declarator.span)
    }
    /// Applies derivations from the last to the first.
    pub(super) fn derive(&mut self, base: Qualified, derivations: &[Derivation], span: Span) -> Qualified {
        let mut ty = base;
        for derivation in derivations.iter().rev() {
            ty = match derivation {
                Derivation::Pointer { qualifiers: q, attributes } => {
                    let attributes = self.attributes([&attributes[..]]);
                    let pointer = Qualified::new(self.types().pointer(ty), qualifiers(*q));
                    self.attributed_type(pointer, &attributes)
                }
                Derivation::Array { size, span, .. } => self.array_type(ty, size, *span),
                Derivation::Function(parameters) => {
                    let list = self.parameters(parameters, false);
                    self.function_type(ty, &list, span)
                }
            };
        }
        ty
    }
    pub(super) fn function_type(&mut self, result: Qualified, list: &ParameterList, span: Span) -> Qualified {
        let types = &self.program.types;
        if types.is_array(result.ty) || types.is_function(result.ty) {
            let message = format!("a function cannot return `{}`", types.show(result.ty));
            self.error(codes::BAD_DECLARATION, span, message);
            return Qualified::plain(self.types().error());
        }
        let function = FunctionType {
            result: result.ty,
            parameters: list.types.clone(),
            variadic: list.variadic,
            prototype: list.prototype,
        };
        Qualified::plain(self.types().function(function))
    }
    fn array_type(&mut self, element: Qualified, size: &ArraySize, span: Span) -> Qualified {
        let types = &self.program.types;
        let problem = match types.kind(element.ty) {
            TypeKind::Function(_) => Some("an array of functions is not possible".to_string()),
            TypeKind::Void => Some("an array of `void` is not possible".to_string()),
            _ if !types.is_complete(element.ty) => {
                Some(format!("the elements have the incomplete type `{}`", types.show(element.ty)))
            }
            _ => None,
        };
        if let Some(message) = problem {
            self.error(codes::INCOMPLETE, span, message);
            return Qualified::plain(self.types().error());
        }
        let length = match size {
            ArraySize::Unknown => ArrayLength::Unknown,
            ArraySize::Star => ArrayLength::Star,
            ArraySize::Expression(e) => self.array_length(e),
        };
        if let ArrayLength::Known(length) = length {
            let bytes = self.program.types.size_of_qualified(element).and_then(|size| size.checked_mul(length));
            if bytes.is_none_or(|b| b > i64::MAX as u64) && !self.program.types.is_variable_length(element.ty) {
                self.error(codes::BAD_DECLARATION, span, "the array is too large");
                return Qualified::plain(self.types().error());
            }
        }
        Qualified::plain(self.types().array(element, length))
    }
    fn array_length(&mut self, expression: &ast::Expression) -> ArrayLength {
        let value = self.value(expression);
        if self.program.types.is_error(value.ty) {
            return ArrayLength::Known(1);
        }
        if !self.program.types.is_integer(value.ty) {
            let message = format!("the length of an array is an integer, not `{}`", self.show(value.ty));
            self.error(codes::TYPE_MISMATCH, expression.span, message);
            return ArrayLength::Known(1);
        }
        if let Some(length) = self.evaluate_integer(&value) {
            return match length.to_u64() {
                Some(length) => ArrayLength::Known(length),
                None => {
                    let message = format!("the length of an array cannot be {length}");
                    self.error(codes::BAD_DECLARATION, expression.span, message);
                    ArrayLength::Known(1)
                }
            };
        }
        if self.prototype_depth > 0 {
            return ArrayLength::Star;
        }
        if self.function.is_none() {
            let message = "the length of an array outside of functions must be constant";
            self.error(codes::NOT_CONSTANT, expression.span, message);
            return ArrayLength::Known(1);
        }
        let span = expression.span;
        let length = self.new_length(span);
        let size = self.types().size_type();
        let value = self.implied_cast(value, size);
        let void = self.types().void();
        self.pending_lengths.push(Expr { kind: ExprKind::SetLength(length, Box::new(value)), ty: void, span });
        ArrayLength::Variable(length)
    }
    /// The lengths met in declarators since the last call: to be evaluated where the declarator stands.
    pub(super) fn take_lengths(&mut self) -> Vec<Expr> {
        std::mem::take(&mut self.pending_lengths)
    }

    /// In a definition the lengths of variable-length parameters are evaluated on entry; in a mere declaration never.
    pub(super) fn parameters(&mut self, parameters: &Parameters, definition: bool) -> ParameterList {
        let mut list = ParameterList {
            types: vec![],
            variables: vec![],
            variadic: false,
            prototype: false,
            scope: Scope::default(),
        };
        let ParametersKind::Prototype { parameters, is_variadic } = &parameters.kind else { return list };
        (list.variadic, list.prototype) = (*is_variadic, true);
        self.scopes.push(Scope::default());
        self.prototype_depth += u32::from(!definition);
        for parameter in parameters {
            let base = self.specifiers(&parameter.specifiers, false);
            let ty = self.declared_type(base.ty, &parameter.declarator);
            let attributes = self.attributes([&parameter.declarator.attributes[..], &parameter.attributes[..]]);
            let ty = self.attributed_type(ty, &attributes);
            let ty = self.adjusted_parameter(ty, parameter.declarator.derivations.first());
            let variable = self.parameter_variable(parameter.declarator.name, ty, parameter.span);
            if !parameter.is_forward {
                list.types.push(ty.ty);
                list.variables.push(variable);
            }
        }
        self.prototype_depth -= u32::from(!definition);
        list.scope = self.scopes.pop().unwrap_or_default();
        list
    }
    pub(super) fn parameter_variable(
        &mut self,
        name: Option<ast::Identifier>,
        ty: Qualified,
        span: Span,
    ) -> VariableId {
        let span = name.map_or(span, |n| n.span);
        let text = match name {
            Some(name) => self.text(name.symbol),
            None => "".into(),
        };
        let id = self.program.variables.push(Variable {
            name: text.clone(),
            ty,
            storage: Storage::Parameter,
            linkage: Linkage::None,
            role: VariableRole::Source,
            function: self.function.as_ref().map(|f| f.id),
            initializer: None,
            defined: true,
            address_taken: false,
            aligned: None,
            flexible_elements: 0,
            weak: false,
            register: false,
            span,
        });
        if let Some(name) = name {
            // GNU's forward declarations of parameters are declared again.
            if let Some(Entity::Variable { ty: earlier, .. }) = self.lookup_here(name.symbol)
                && earlier.ty != ty.ty
            {
                self.error(codes::REDEFINED, span, format!("parameter `{text}` is declared twice"));
            }
            self.bind(name.symbol, Entity::Variable { id, ty, span });
        }
        id
    }
    /// Arrays and functions become pointers.
    pub(super) fn adjusted_parameter(&mut self, ty: Qualified, outermost: Option<&Derivation>) -> Qualified {
        match *self.program.types.kind(ty.ty) {
            TypeKind::Array(element, _) => {
                let own = match outermost {
                    Some(Derivation::Array { qualifiers: q, .. }) => qualifiers(*q),
                    _ => Qualifiers::NONE,
                };
                // The outermost length is only a promise of the caller; it is not part of the type.
                Qualified::new(self.types().pointer(element), own)
            }
            TypeKind::Function(_) => Qualified::plain(self.types().pointer(ty)),
            _ => ty,
        }
    }
}
