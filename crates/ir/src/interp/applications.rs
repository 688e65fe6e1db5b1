//! Logic functions, applied to values, and contents of objects.
//!
//! A function is evaluated by its definition, each application a step; a recursion that goes too deep cannot be evaluated.
//! In an expression that applies one, only what is chosen is evaluated: else no recursion would end.

use super::Outcome;
use super::eval::{Effects, Evaluator, Found, Scope, ill_typed};
use super::plan::{Node, Shape};
use crate::expr::{Binary, ExprId, ExprKind};
use crate::program::ProcId;
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, Pointer, Value};
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Applications inside each other.
const MAX_DEPTH: u32 = 400;
/// Objects with more elements have no contents that are written down.
const MAX_ELEMENTS: u64 = 1 << 16;

impl<'a> Evaluator<'a, '_> {
    /// The value of an expression of which only what is needed is evaluated.
    pub(super) fn lazily(self, expr: ExprId, scope: Scope<'a>, effects: &mut Effects) -> Found<'a> {
        if scope.depth >= MAX_DEPTH {
            return Err(Outcome::Unsupported("a logic function that recurs too deep".into()));
        }
        let scope = Scope { depth: scope.depth + 1, ..scope };
        let truth = |value: &Value| value.as_bool().ok_or_else(|| ill_typed(expr));
        let program = self.interpreter.program;
        match &program.expr(expr).kind {
            ExprKind::If(condition, then, otherwise) => {
                let holds = truth(&*self.eval(scope, effects, *condition)?)?;
                self.eval(scope, effects, if holds { *then } else { *otherwise })
            }
            ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), a, b) => {
                let first = truth(&*self.eval(scope, effects, *a)?)?;
                match (op, first) {
                    (Binary::And, false) => Ok(Cow::Owned(Value::Bool(false))),
                    (Binary::Or, true) | (Binary::Implies, false) => Ok(Cow::Owned(Value::Bool(true))),
                    _ => self.eval(scope, effects, *b),
                }
            }
            ExprKind::Apply(function, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.eval(scope, effects, *argument)?.into_owned());
                }
                self.applied(*function, values, scope, effects).map(Cow::Owned)
            }
            kind => {
                let mut children: SmallVec<[ExprId; 3]> = SmallVec::new();
                if !matches!(kind, ExprKind::Forall(..) | ExprKind::Exists(..) | ExprKind::Old(_)) {
                    kind.for_each_child(|child| children.push(child));
                }
                let mut values = SmallVec::new();
                for child in &children {
                    values.push(self.eval(scope, effects, *child)?);
                }
                let arguments = (0..children.len() as u32).collect();
                let node = Node { expr, arguments, shape: Shape::Operation, owns_first: false };
                self.node(&node, &mut values, scope, effects)
            }
        }
    }
    fn applied(
        self,
        function: ProcId,
        values: Vec<Value>,
        scope: Scope,
        effects: &mut Effects,
    ) -> Result<Value, Outcome> {
        effects.step()?;
        let program = self.interpreter.program;
        let unknown = || Outcome::BadProgram("an application of what is no logic function".into());
        let procedure = program.procedures.get(function).ok_or_else(unknown)?;
        if procedure.role.is_fact() {
            return Ok(Value::Bool(true));
        }
        let definition = procedure.definition(program);
        let body = definition.ok_or_else(|| {
            Outcome::Unsupported(format!("the value of `{}`, of which only axioms say anything", procedure.name))
        })?;
        let bound: Vec<_> = procedure.parameters.iter().copied().zip(values).collect();
        let inner = Scope { frame: None, entry: None, bound: &bound, ..scope };
        Ok(self.eval(inner, effects, body)?.into_owned())
    }
    pub(super) fn contents(self, pointer: Pointer, ty: TypeId, effects: &mut Effects) -> Result<Value, Outcome> {
        let layout = &self.interpreter.layout;
        let Some(TypeKind::Array { element, .. }) = layout.kind(ty) else {
            return Err(Outcome::BadProgram("contents that are no array".into()));
        };
        let mut array = ArrayValue::filled(None, self.zero(*element)?);
        let stride = layout.size(*element).unwrap_or(0).max(1);
        let size = self.memory.pointed(pointer).map_or(0, |info| info.size);
        if size / stride > MAX_ELEMENTS {
            return Err(Outcome::Unsupported("the contents of a large object".into()));
        }
        let mut at = Pointer { offset: pointer.offset.rem_euclid(stride as i64), ..pointer };
        for number in 0..size.div_ceil(stride) {
            effects.step()?;
            let value = self.load(at, *element, effects)?;
            array.set(&BigInt::from(number), value);
            at.offset += stride as i64;
        }
        Ok(Value::Array(array))
    }
}
