//! The table of expressions.

use super::{Facts, Validator};
use crate::expr::{Binary, Expr, ExprId, ExprKind, PlaceBase, Unary};
use crate::layout::canonical_float;
use crate::text::codes::{BAD_EXPRESSION, BAD_ID};
use crate::types::{TypeId, TypeKind};
use crate::typing;
use crate::value::{ArrayValue, Byte, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed};

impl Validator<'_> {
    pub(super) fn expressions(&mut self) {
        let program = self.program;
        for variable in program.variables.values() {
            let exists = (variable.ty.0 as usize) < program.types.len();
            let message = || format!("the type of `{}` does not exist", variable.name);
            if !self.require(exists, BAD_ID, message) {
                return;
            }
        }
        for (id, expr) in program.exprs.iter() {
            if !self.refers_backwards(id, expr) {
                self.report_at(BAD_ID, format!("{id:?} refers to what does not exist before it"), expr.span);
                return;
            }
            if let Err(error) = typing::check(program, &expr.kind, expr.ty) {
                self.report_at(BAD_EXPRESSION, error.0, expr.span);
            } else if let ExprKind::Const(value) = &expr.kind
                && let Some(problem) = self.value_problem(value, expr.ty)
            {
                self.report_at(BAD_EXPRESSION, problem, expr.span);
            }
            let facts = self.facts_of(expr);
            if facts.old && matches!(expr.kind, ExprKind::Old(inner) if self.facts(inner).old) {
                self.report_at(BAD_EXPRESSION, "`old` within `old`", expr.span);
            }
            self.facts.push(facts);
        }
    }
    /// Whether everything an expression names exists, and its operands stand before it.
    fn refers_backwards(&self, id: ExprId, expr: &Expr) -> bool {
        let program = self.program;
        let type_exists = |ty: TypeId| (ty.0 as usize) < program.types.len();
        let mut sound = type_exists(expr.ty);
        expr.kind.for_each_child(|child| sound &= child.0 < id.0);
        sound &= match &expr.kind {
            ExprKind::Var(variable) => program.variables.get(*variable).is_some(),
            ExprKind::ProcedureAddress(procedure) | ExprKind::Apply(procedure, _) => {
                program.procedures.get(*procedure).is_some()
            }
            ExprKind::Forall(variables, _) | ExprKind::Exists(variables, _) => {
                variables.iter().all(|variable| program.variables.get(*variable).is_some())
            }
            ExprKind::AddressOf(place) => match place.base {
                PlaceBase::Var(variable) => program.variables.get(variable).is_some(),
                PlaceBase::Deref(_, ty) => type_exists(ty),
            },
            _ => true,
        };
        sound
    }
    fn facts_of(&self, expr: &Expr) -> Facts {
        let mut facts = Facts { old: false, constant: true, variables: false };
        expr.kind.for_each_child(|child| {
            let below = self.facts(child);
            facts.old |= below.old;
            facts.constant &= below.constant;
            facts.variables |= below.variables;
        });
        match &expr.kind {
            ExprKind::Old(_) => {
                facts.old = true;
                facts.constant = false;
            }
            ExprKind::Var(_) => {
                facts.variables = true;
                facts.constant = false;
            }
            ExprKind::Forall(..) | ExprKind::Exists(..) => {
                facts.variables = true;
                facts.constant = false;
            }
            ExprKind::AddressOf(place) => {
                facts.variables = true;
                facts.constant &= matches!(place.base, PlaceBase::Var(_));
            }
            ExprKind::Load(_)
            | ExprKind::Contents(_)
            | ExprKind::Apply(..)
            | ExprKind::Unary(Unary::PointerObjectSize | Unary::PointerIsLive | Unary::PointerIsHeap, _)
            | ExprKind::Binary(Binary::PointerValid, ..)
            | ExprKind::Convert(crate::expr::Convert::PointerToInt | crate::expr::Convert::IntToPointer, _) => {
                facts.constant = false;
            }
            _ => {}
        }
        facts
    }

    /// What is wrong with a constant of the right type. Recursion as deep as the type.
    pub(super) fn value_problem(&self, value: &Value, ty: TypeId) -> Option<String> {
        match (value, self.program.types.kind(ty)) {
            (Value::Float(format, bits), _) if canonical_float(*format, *bits) != *bits => {
                Some("a NaN that is not the one NaN".into())
            }
            (Value::Union(bytes), _) if bytes.iter().any(|byte| !matches!(byte, Byte::Plain(_))) => {
                Some("a constant union with bytes of a pointer".into())
            }
            (Value::Record(items), TypeKind::Record(record)) => {
                items.iter().zip(&record.fields).find_map(|(item, field)| self.value_problem(item, field.ty))
            }
            (Value::Array(ArrayValue::Dense(items)), TypeKind::Array { element, .. }) => {
                items.iter().find_map(|item| self.value_problem(item, *element))
            }
            (Value::Array(ArrayValue::Sparse { default, entries }), TypeKind::Array { index, element, length }) => {
                let limit = match (length, self.program.types.kind(*index)) {
                    (Some(length), _) => Some(BigInt::from(*length)),
                    (None, TypeKind::Int(width)) => Some(BigInt::one() << *width),
                    _ => None,
                };
                let inside = |n: &BigInt| limit.as_ref().is_none_or(|limit| !n.is_negative() && n < limit);
                if entries.iter().any(|(n, item)| !inside(n) || *item == **default) {
                    return Some("a constant array with superfluous entries".into());
                }
                self.value_problem(default, *element)
                    .or_else(|| entries.values().find_map(|item| self.value_problem(item, *element)))
            }
            _ => None,
        }
    }
}
