//! In which state a term is read.
//!
//! The program form knows two states: where a condition stands, and the entry of the procedure (`old`), the latter in
//! contracts only. For every other one the value is saved in a local where the label stands. Under a quantifier there is
//! no single value to save.

use super::super::tree::{Label, Term};
use super::{Part, Scope, Value, refuse};
use crate::lower::{Lower, Lowerer};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{BlockId, ExprId, ExprKind, VariableKind};

/// Where a state is to be had.
enum State {
    Here,
    /// `old`.
    Entry,
    /// Saved in this block.
    Point(BlockId),
}

impl Lowerer<'_> {
    pub(super) fn at(&mut self, inner: &Term, label: &Label, scope: &Scope, span: Span) -> Lower<Value> {
        if scope.state.is_some() {
            return self.at_state(inner, label, scope, span);
        }
        self.at_with(label, scope, span, &mut |lowerer, there| lowerer.logic_term(inner, there))
    }
    /// What something is worth in a state.
    pub(super) fn at_with(
        &mut self,
        label: &Label,
        scope: &Scope,
        span: Span,
        make: &mut dyn FnMut(&mut Self, &Scope) -> Lower<Value>,
    ) -> Lower<Value> {
        if let Label::Parameter(position) = label {
            return match scope.labels.get(*position).cloned() {
                Some(Label::Parameter(_)) | None => refuse("a label of a definition outside of it", span),
                Some(label) => self.at_with(&label, scope, span, make),
            };
        }
        let state = self.state(label, scope, span)?;
        if let State::Here = state {
            if scope.is_elsewhere {
                return refuse("a state inside of another one", span);
            }
            return make(self, scope);
        }
        if scope.is_elsewhere {
            // Inside of a state the same state says nothing new.
            return refuse("a state inside of another one", span);
        }
        let mut there = scope.clone();
        there.is_elsewhere = true;
        let value = make(self, &there)?;
        match state {
            State::Here => Ok(value),
            State::Entry => value.map(|e| {
                let ty = self.p.type_of(e);
                Ok(self.p.add_expr(ExprKind::Old(e), ty, Some(span))?)
            }),
            State::Point(point) => {
                if self.mentions_bound(value.expr()) {
                    return refuse("an earlier state under a quantifier", span);
                }
                value.map(|e| Ok(self.saved(e, point, span)))
            }
        }
    }
    fn state(&mut self, label: &Label, scope: &Scope, span: Span) -> Lower<State> {
        let point = |point: Option<BlockId>| match point {
            Some(block) => Ok(State::Point(block)),
            None => refuse("this state", span),
        };
        match (label, scope.part) {
            (Label::Here, _) | (Label::LoopCurrent, Part::Loop) => Ok(State::Here),
            (Label::Post, Part::After | Part::AfterStatement) => Ok(State::Here),
            (Label::Old | Label::Pre, Part::Before) => Ok(State::Here),
            (Label::Old | Label::Pre, Part::After) => Ok(State::Entry),
            (Label::Old, Part::AfterStatement) => point(self.frame.points.statement),
            (Label::Old | Label::Pre, Part::Loop) => Ok(State::Entry),
            (Label::Old | Label::Pre, _) => point(self.frame.points.entry),
            (Label::LoopEntry, Part::Loop | Part::Code) => point(self.frame.points.loops.last().copied()),
            (Label::C(id), Part::Loop | Part::Code | Part::AfterStatement) => {
                point(self.frame.points.labels.get(id).copied())
            }
            (Label::Init, _) => refuse("the label `Init`", span),
            _ => refuse("this label here", span),
        }
    }
    /// A local that holds the value that an expression has in a block.
    pub(super) fn saved(&mut self, value: ExprId, point: BlockId, span: Span) -> ExprId {
        let ty = self.p.type_of(value);
        let var = self.temporary("earlier", ty);
        let target = ir::Place::var(var);
        let origin = ir::Origin::implied(Some(span), "an earlier value in a specification");
        self.p.push_statement(self.frame.procedure, point, ir::StatementKind::Assign { target, value }, origin);
        self.p.var(var)
    }
    /// Whether a variable of a quantifier occurs that the expression itself does not bind.
    fn mentions_bound(&self, root: ExprId) -> bool {
        let (mut open, mut own, mut used) = (vec![root], Vec::new(), Vec::new());
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match &self.p.expr(expr).kind {
                ExprKind::Var(var) if self.p.variables[*var].kind == VariableKind::Bound => used.push(*var),
                ExprKind::Forall(vars, _) | ExprKind::Exists(vars, _) => own.extend(vars.iter().copied()),
                _ => {}
            }
            self.p.expr(expr).kind.for_each_child(|child| open.push(child));
        }
        used.iter().any(|var| !own.contains(var))
    }
    /// A value bound outside of `\at` may be used inside only if it is the same in every state.
    pub(super) fn usable(&mut self, value: Value, scope: &Scope, span: Span) -> Lower<Value> {
        if scope.is_elsewhere && !self.is_constant_of_states(value.expr(), scope.part) {
            return refuse("a value of one state inside of another", span);
        }
        Ok(value)
    }
    /// Built of constants, addresses of variables, variables of quantifiers and parameters that nothing assigns.
    fn is_constant_of_states(&self, root: ExprId, part: Part) -> bool {
        let mut open = vec![root];
        while let Some(expr) = open.pop() {
            let node = &self.p.expr(expr).kind;
            match node {
                ExprKind::Load(_) | ExprKind::Contents(_) => return false,
                ExprKind::Unary(
                    ir::Unary::PointerObjectSize | ir::Unary::PointerIsLive | ir::Unary::PointerIsHeap,
                    _,
                )
                | ExprKind::Binary(ir::Binary::PointerValid, ..) => return false,
                // The value at the entry is the same everywhere.
                ExprKind::Old(_) => continue,
                ExprKind::Var(var) => {
                    let variable = &self.p.variables[*var];
                    let is_fixed = match variable.kind {
                        VariableKind::Bound => true,
                        VariableKind::Parameter => {
                            matches!(part, Part::Before | Part::After) || self.is_never_assigned(*var)
                        }
                        _ => false,
                    };
                    if !is_fixed {
                        return false;
                    }
                }
                _ => {}
            }
            node.for_each_child(|child| open.push(child));
        }
        true
    }
    /// A parameter that keeps its value throughout the body.
    fn is_never_assigned(&self, var: ir::VarId) -> bool {
        let Some(function) = self.frame.function.map(|id| &self.c.functions[id]) else { return false };
        let Some(body) = &function.body else { return true };
        let parameters = &self.p.procedures[self.frame.procedure].parameters;
        let position = parameters.iter().position(|parameter| *parameter == var);
        let variable = position.and_then(|position| function.parameters.get(position).copied());
        variable.is_some_and(|id| !self.c.variables[id].address_taken && !crate::lower::visit::assigns(body, id))
    }
    /// In what holds at the return, a parameter means the value that it came with.
    pub(super) fn with_first_parameters(&mut self, root: ExprId) -> Lower<ExprId> {
        let mut done = rustc_hash::FxHashMap::default();
        self.first_parameters(root, &mut done)
    }
    fn first_parameters(&mut self, expr: ExprId, done: &mut rustc_hash::FxHashMap<ExprId, ExprId>) -> Lower<ExprId> {
        if let Some(known) = done.get(&expr) {
            return Ok(*known);
        }
        let (kind, ty, span) = {
            let node = self.p.expr(expr);
            (node.kind.clone(), node.ty, node.span)
        };
        let made = match &kind {
            ExprKind::Var(var) if self.p.variables[*var].kind == VariableKind::Parameter => {
                self.p.add_expr(ExprKind::Old(expr), ty, span)?
            }
            ExprKind::Old(_) | ExprKind::Const(_) | ExprKind::Var(_) => expr,
            _ => {
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                let mut changed = Vec::new();
                for child in &children {
                    changed.push(self.first_parameters(*child, done)?);
                }
                if changed == children {
                    expr
                } else {
                    let mut next = changed.into_iter();
                    let kind = kind.map_children(|child| next.next().unwrap_or(child));
                    self.p.add_expr(kind, ty, span)?
                }
            }
        };
        done.insert(expr, made);
        Ok(made)
    }
}
