//! What a condition that holds says about variables.
//!
//! Behind `x == 7` the variable is the constant, behind `p != null` the pointer is none of the null ones
//! among its values. Later conditions then often decide themselves. Sound because the state means something
//! only for executions in which the condition holds. Where branches join again, `if x == 7 then 7 else x`
//! is `x`.

use super::{Executor, Strategy};
use crate::machine::{Cell, Frame, State};
use crate::symbolic::{PointerSym, Sym};
use cairn_ir::{Binary, ExprId, ExprKind, TypeKind, Unary, VarId};
use cairn_term::{Op, TermId};
use rustc_hash::FxHashMap;

/// How many parts of a condition are looked at.
const MOST_PARTS: u32 = 16;
/// How deep null is looked for in the values of a pointer.
const DEEPEST_CHOICE: u32 = 64;

impl<'p, S: Strategy<'p>> Executor<'_, 'p, S> {
    /// Takes over what a condition says, given its truth.
    pub fn learn(&mut self, state: &mut State, frame: Frame, condition: ExprId, truth: bool) {
        // Where loops are cut, a variable that only learns its value would look changed.
        if !S::LEARNS {
            return;
        }
        let mut open = vec![(condition, truth)];
        for _ in 0..MOST_PARTS {
            let Some((expr, truth)) = open.pop() else { return };
            match (&self.machine.program.expr(expr).kind, truth) {
                (ExprKind::Unary(Unary::Not, a), _) => open.push((*a, !truth)),
                (ExprKind::Binary(Binary::And, a, b), true) | (ExprKind::Binary(Binary::Or, a, b), false) => {
                    open.extend([(*b, truth), (*a, truth)]);
                }
                (ExprKind::Binary(Binary::Equal, a, b), true) | (ExprKind::Binary(Binary::NotEqual, a, b), false) => {
                    self.learn_equal(state, frame, *a, *b);
                    self.learn_equal(state, frame, *b, *a);
                }
                (ExprKind::Binary(Binary::NotEqual, a, b), true) | (ExprKind::Binary(Binary::Equal, a, b), false) => {
                    self.learn_different(state, frame, *a, *b);
                    self.learn_different(state, frame, *b, *a);
                }
                (ExprKind::Var(var), _) => {
                    let value = self.machine.terms.bool_const(truth);
                    self.learn_value(state, frame, *var, Sym::Scalar(value));
                }
                _ => {}
            }
        }
    }
    /// A constant, without computing anything.
    fn known_constant(&mut self, state: &State, frame: Frame, expr: ExprId) -> Option<Sym> {
        let program = self.machine.program;
        let sym = match &program.expr(expr).kind {
            ExprKind::Const(_) => self.machine.eval(state, frame, expr),
            ExprKind::Var(var) if !program.variables[*var].addressable => {
                self.machine.read_variable(state, frame, *var)
            }
            _ => return None,
        };
        let constant = match &sym {
            Sym::Scalar(term) => self.machine.terms.is_constant(*term),
            Sym::Pointer(p) => {
                self.machine.terms.is_constant(p.object) && p.offset.all(|offset| offset.as_constant().is_some())
            }
            _ => false,
        };
        constant.then_some(sym)
    }
    fn learn_equal(&mut self, state: &mut State, frame: Frame, variable: ExprId, other: ExprId) {
        let ExprKind::Var(var) = self.machine.program.expr(variable).kind else { return };
        if let Some(value) = self.known_constant(state, frame, other) {
            self.learn_value(state, frame, var, value);
        }
    }
    fn learn_value(&mut self, state: &mut State, frame: Frame, var: VarId, value: Sym) {
        let variable = &self.machine.program.variables[var];
        // Floats are excluded: equal ones need not be the same.
        let plain = matches!(
            self.machine.types.kind(variable.ty),
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer | TypeKind::MathInt
        );
        let cell = self.machine.cell(frame, var);
        if plain && !variable.addressable && state.variables.get(cell).is_some() {
            state.variables.insert(cell, Cell { sym: value, ty: variable.ty });
        }
    }
    /// A variable that differs from the null pointer has none of its null values.
    fn learn_different(&mut self, state: &mut State, frame: Frame, variable: ExprId, other: ExprId) {
        let ExprKind::Var(var) = self.machine.program.expr(variable).kind else { return };
        let Some(Sym::Pointer(null)) = self.known_constant(state, frame, other) else { return };
        if self.machine.terms.as_u64(null.object) != Some(0)
            || self.machine.offset_within(&null, 0).as_constant() != Some(0)
        {
            return;
        }
        let Sym::Pointer(pointer) = self.machine.read_variable(state, frame, var) else { return };
        // With another offset a pointer to nothing is not null.
        if self.machine.offset_within(&pointer, 0).as_constant() != Some(0) {
            return;
        }
        let object = self.without_null(pointer.object, DEEPEST_CHOICE, &mut FxHashMap::default());
        if object != pointer.object {
            self.learn_value(state, frame, var, Sym::Pointer(PointerSym { object, offset: pointer.offset }));
        }
    }
    /// A term with the same value wherever that is not zero: `(ite c x 0)  ->  x`.
    fn without_null(&mut self, object: TermId, depth: u32, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        if let Some(known) = done.get(&object) {
            return *known;
        }
        if self.machine.terms.op(object) != Op::Ite || depth == 0 {
            return object;
        }
        let [condition, then, otherwise] = *self.machine.terms.args(object) else { return object };
        let is_null = |executor: &Self, term| executor.machine.terms.as_u64(term) == Some(0);
        let result = if is_null(self, then) {
            self.without_null(otherwise, depth - 1, done)
        } else if is_null(self, otherwise) {
            self.without_null(then, depth - 1, done)
        } else {
            let (x, y) = (self.without_null(then, depth - 1, done), self.without_null(otherwise, depth - 1, done));
            self.machine.terms.ite(condition, x, y)
        };
        done.insert(object, result);
        result
    }
}
