//! Calls: matching arguments to parameters (RM 6.4), choosing among overloaded subprograms.

use super::entities::*;
use super::tree::{Expr, ExprKind};
use super::types::*;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Association, BinaryOperator, Expression, ExpressionKind, Mode, UnaryOperator};
use cairn_base::Span;
use std::rc::Rc;

/// For each parameter, which argument (by position in the call) it gets; `None` for its default.
type Matching = Vec<Option<usize>>;

impl Analyzer<'_> {
    pub(super) fn functions_named(&mut self, prefix: &Expression) -> Vec<SubprogramId> {
        let mut found = self.subprograms_named(prefix);
        found.retain(|&id| self.a.subprograms[id].result.is_some());
        found
    }

    pub(super) fn subprograms_named(&mut self, prefix: &Expression) -> Vec<SubprogramId> {
        let entities = self.entities_of(prefix).unwrap_or_default();
        entities
            .into_iter()
            .filter_map(|e| match self.a.entities[e].kind {
                EntityKind::Subprogram(id) => Some(id),
                _ => None,
            })
            .collect()
    }

    /// Pairs arguments with parameters by position and name; `None` if they do not fit in number or name.
    fn match_arguments(&self, id: SubprogramId, arguments: &[Association]) -> Option<Matching> {
        let parameters = &self.a.subprograms[id].parameters;
        let mut matching: Matching = vec![None; parameters.len()];
        for (at, argument) in arguments.iter().enumerate() {
            if argument.iteration.is_some() {
                return None;
            }
            let slot = match argument.choices.as_slice() {
                [] => at,
                [Expression { kind: ExpressionKind::Name(symbol), .. }] => {
                    parameters.iter().position(|p| p.symbol == *symbol)?
                }
                _ => return None,
            };
            match matching.get_mut(slot) {
                Some(place @ None) => *place = Some(at),
                _ => return None,
            }
        }
        let complete = matching.iter().zip(parameters).all(|(m, p)| m.is_some() || p.default.is_some());
        complete.then_some(matching)
    }

    pub(super) fn arguments_fit(&mut self, id: SubprogramId, arguments: &[Association]) -> bool {
        let Some(matching) = self.match_arguments(id, arguments) else { return false };
        matching.iter().enumerate().all(|(i, slot)| {
            let Some(at) = *slot else { return true };
            let types = self.candidates(&arguments[at].value);
            let wanted = self.a.subprograms[id].parameters[i].ty;
            types.iter().any(|&t| self.a.fits(t, wanted))
        })
    }

    /// Chooses the subprogram a call means; the result must fit `expected` if that is given.
    pub(super) fn choose(
        &mut self,
        ids: &[SubprogramId],
        arguments: &[Association],
        expected: Option<TypeId>,
        name: &Expression,
    ) -> Resolved<SubprogramId> {
        let mut fitting: Vec<SubprogramId> =
            ids.iter().copied().filter(|&id| self.arguments_fit(id, arguments)).collect();
        if let Some(expected) = expected {
            fitting.retain(|&id| self.a.subprograms[id].result.is_some_and(|r| self.a.fits(r, expected)));
        }
        match fitting.as_slice() {
            [one] => Ok(*one),
            [] => self.no_subprogram(ids, arguments, name),
            _ => {
                // Prefer the one whose parameter types are candidates of the arguments themselves.
                let exact: Vec<SubprogramId> =
                    fitting.iter().copied().filter(|&id| self.exact(id, arguments)).collect();
                match exact.as_slice() {
                    [one] => Ok(*one),
                    _ => {
                        let text = self.text(name.span).to_string();
                        self.error(
                            codes::AMBIGUOUS,
                            name.span,
                            format!("several declarations of `{text}` fit this call"),
                        )
                    }
                }
            }
        }
    }

    fn exact(&mut self, id: SubprogramId, arguments: &[Association]) -> bool {
        let Some(matching) = self.match_arguments(id, arguments) else { return false };
        matching.iter().enumerate().all(|(i, slot)| {
            let Some(at) = *slot else { return true };
            let types = self.candidates(&arguments[at].value);
            let wanted = self.a.root(self.a.subprograms[id].parameters[i].ty);
            let integer = self.a.standard.integer;
            types.contains(&wanted)
                || (types.contains(&UNIVERSAL_INTEGER) && wanted == integer)
                || (types.contains(&ANY_STRING) && wanted == self.a.standard.string)
        })
    }

    fn no_subprogram<T>(&mut self, ids: &[SubprogramId], arguments: &[Association], name: &Expression) -> Resolved<T> {
        for argument in arguments {
            if self.candidates(&argument.value).is_empty() {
                self.resolve_any(&argument.value)?;
            }
        }
        // With one candidate, say which argument is wrong.
        if let [id] = ids
            && let Some(matching) = self.match_arguments(*id, arguments)
        {
            for (i, slot) in matching.iter().enumerate() {
                let Some(at) = *slot else { continue };
                let wanted = self.a.subprograms[*id].parameters[i].ty;
                self.resolve(&arguments[at].value, wanted)?;
            }
        }
        let text = self.text(name.span).to_string();
        self.error(codes::NO_MATCH, name.span, format!("no declaration of `{text}` fits this call"))
    }

    /// The arguments of a chosen subprogram, in order of its parameters.
    pub(super) fn arguments(&mut self, id: SubprogramId, arguments: &[Association], span: Span) -> Resolved<Vec<Expr>> {
        let Some(matching) = self.match_arguments(id, arguments) else {
            return self.error(codes::NO_MATCH, span, "the arguments do not fit the parameters");
        };
        let mut result = Vec::new();
        for (i, slot) in matching.iter().enumerate() {
            let parameter = self.a.subprograms[id].parameters[i].clone();
            let argument = match slot {
                Some(at) => self.resolve(&arguments[*at].value, parameter.ty)?,
                None => match parameter.default {
                    Some(default) => (*default).clone(),
                    None => return self.error(codes::NO_MATCH, span, "an argument is missing"),
                },
            };
            if parameter.mode != Mode::In && !self.is_variable(&argument) {
                return self.error(codes::NOT_A_VARIABLE, argument.span, "an `out` argument must be a variable");
            }
            result.push(argument);
        }
        Ok(result)
    }

    /// Builds the call, or the operator if the subprogram is another name of one.
    pub(super) fn finish_call(&mut self, id: SubprogramId, arguments: Vec<Expr>, span: Span) -> Resolved<Expr> {
        let subprogram = &self.a.subprograms[id];
        let Some(result) = subprogram.result else {
            return self.error(codes::TYPE_MISMATCH, span, "a procedure gives no value");
        };
        match subprogram.meaning.clone() {
            Meaning::Renames(target) => {
                let arguments = self.inherited_arguments(target, arguments);
                let call = self.finish_call(target, arguments, span)?;
                // An inherited operation gives a value of the derived type (RM 3.4(21)).
                if self.a.root(call.ty) == self.a.root(result) {
                    return Ok(call);
                }
                Ok(Expr { kind: ExprKind::Convert(Box::new(call)), ty: result, span, value: None })
            }
            Meaning::Operator(text) => self.operator_call(&text, arguments, result, span),
            Meaning::Attribute(what, ty) => {
                let found = self.attribute_call(what, ty, arguments, span);
                self.adapt(found, result)
            }
            _ => Ok(Expr { kind: ExprKind::Call(id, arguments), ty: result, span, value: None }),
        }
    }

    /// A subprogram inherited by a derived type takes values of the parent type (RM 3.4(22)).
    pub(super) fn inherited_arguments(&self, target: SubprogramId, arguments: Vec<Expr>) -> Vec<Expr> {
        let parameters = &self.a.subprograms[target].parameters;
        let convert = |(argument, parameter): (Expr, &Parameter)| {
            if self.a.root(argument.ty) == self.a.root(parameter.ty) || self.a.is_pseudo(argument.ty) {
                return argument;
            }
            let (ty, span) = (self.a.base(parameter.ty), argument.span);
            Expr { kind: ExprKind::Convert(Box::new(argument)), ty, span, value: None }
        };
        arguments.into_iter().zip(parameters).map(convert).collect()
    }

    fn operator_call(&mut self, text: &Rc<str>, mut arguments: Vec<Expr>, ty: TypeId, span: Span) -> Resolved<Expr> {
        let base = |s: &Self, t: TypeId| if s.a.is_array(t) { t } else { s.a.base(t) };
        let ty = base(self, ty);
        match (arguments.pop(), arguments.pop()) {
            (Some(right), Some(left)) => match binary_operator(text) {
                Some(op) => Ok(self.fold_binary(op, left, right, ty, span)),
                None => self.error(codes::NO_MATCH, span, format!("`{text}` is not a binary operator")),
            },
            (Some(operand), None) => match unary_operator(text) {
                Some(op) => Ok(self.fold_unary(op, operand, ty, span)),
                None => self.error(codes::NO_MATCH, span, format!("`{text}` is not a unary operator")),
            },
            _ => self.error(codes::NO_MATCH, span, "an operator needs operands"),
        }
    }

    /// Whether an expression names something that can be assigned.
    pub(super) fn is_variable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(entity) => match &self.a.entities[*entity].kind {
                EntityKind::Object(object) => match &object.renames {
                    Some(target) => self.is_variable(target),
                    None => matches!(
                        object.role,
                        ObjectRole::Variable | ObjectRole::Parameter(Mode::Out | Mode::InOut) | ObjectRole::Subject
                    ),
                },
                _ => false,
            },
            ExprKind::Component(inner, _) | ExprKind::Index(inner, _) | ExprKind::Slice(inner, _) => {
                self.is_variable(inner)
            }
            ExprKind::Convert(inner) => self.is_variable(inner),
            ExprKind::Unsupported(_) => true,
            _ => false,
        }
    }
}

/// The operator a symbol such as `+` or `and` stands for, with two operands.
pub fn binary_operator(text: &str) -> Option<BinaryOperator> {
    use BinaryOperator::*;
    [
        And,
        Or,
        Xor,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Concatenate,
        Multiply,
        Divide,
        Mod,
        Rem,
        Power,
    ]
    .into_iter()
    .find(|op| op.text() == text)
}

pub fn unary_operator(text: &str) -> Option<UnaryOperator> {
    use UnaryOperator::*;
    [Plus, Minus, Abs, Not].into_iter().find(|op| op.text() == text)
}
