//! The order of evaluation, where C leaves it open (C17 6.5p3, 6.5.2.2p10, 6.7.9p23).
//!
//! Operands of most operators, arguments of calls, items of initialisers and both sides of assignments have no order. It
//! can be seen only through calls and through what pointers reach; variables named twice in one expression are
//! `sema::sequence`'s matter. The evaluations of a *region* (an expression up to its sequence points) that could
//! disturb each other are its *units*. Where there are none, as almost always, nothing changes. Otherwise units are
//! evaluated into temporaries before the rest, in an order that is chosen arbitrarily, or as asked for.
//!
//! Bodies of called functions do not interleave. Operands with sequence points inside (`&&`, `?:`, `,`) are one unit; if more than one
//! step in it could be disturbed, or there are too many units, the place is not supported.

mod effects;

use super::{Lower, Lowerer, Refusal};
use crate::codes;
use crate::sema::tree::{Callee, Expr, ExprKind, InitValue, Initializer, Lvalue, LvalueKind, Program, VariableId};
use cairn_base::{Diagnostic, Severity, Span};
use cairn_ir as ir;
use effects::{Effects, Location};
use ir::{Binary, ExprId, StatementKind, Terminator, Value, VarId};

pub(super) use effects::Summaries;

/// More units than this are not ordered: each step may be any of them.
const MOST_UNITS: usize = 5;
/// Regions inside of units inside of regions: each level is written several times.
const DEEPEST: u32 = 2;

/// Which order is taken where C leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvaluationOrder {
    /// Every one.
    #[default]
    Any,
    Left,
    Right,
}

/// What a region consists of.
#[derive(Clone, Copy)]
pub enum Region<'e> {
    Whole(&'e Expr),
    Call(&'e Callee, &'e [Expr]),
    Initializer(&'e Initializer),
}

/// An evaluation that others may disturb.
struct Unit<'e> {
    expr: &'e Expr,
    effects: Effects,
    /// Units among the operands.
    below: Vec<usize>,
    /// The steps inside of an operand with sequence points.
    steps: Vec<Effects>,
}

struct Collector<'e, 'p> {
    c: &'p Program,
    summaries: &'p Summaries,
    stable: &'p [VariableId],
    units: Vec<Unit<'e>>,
}

/// An expression is known by its place in the tree.
fn key(e: &Expr) -> usize {
    std::ptr::from_ref(e) as usize
}

impl<'e> Collector<'e, '_> {
    fn region(&mut self, region: Region<'e>) {
        match region {
            // The outermost node comes last, whatever the order.
            Region::Whole(e) => {
                self.operands(e);
            }
            Region::Call(callee, arguments) => {
                self.call(callee, arguments);
            }
            Region::Initializer(initializer) => {
                self.items(initializer);
            }
        }
    }
    fn items(&mut self, initializer: &'e Initializer) -> Vec<usize> {
        let mut below = Vec::new();
        for item in &initializer.items {
            if let InitValue::Expr(e) = &item.value {
                below.extend(self.expr(e));
            }
        }
        below
    }
    fn call(&mut self, callee: &'e Callee, arguments: &'e [Expr]) -> Vec<usize> {
        let mut below = match callee {
            Callee::Pointer(pointer) => self.expr(pointer),
            Callee::Direct(_) => Vec::new(),
        };
        arguments.iter().for_each(|a| below.extend(self.expr(a)));
        below
    }
    fn lvalue(&mut self, l: &'e Lvalue) -> Vec<usize> {
        match &l.kind {
            LvalueKind::Deref(e) | LvalueKind::Temporary(_, e) => self.expr(e),
            LvalueKind::Index(array, index) => {
                let mut below = self.lvalue(array);
                below.extend(self.expr(index));
                below
            }
            LvalueKind::Member(record, _) => self.lvalue(record),
            LvalueKind::CompoundLiteral(_, initializer) => self.items(initializer),
            LvalueKind::Variable(_) | LvalueKind::String(_) | LvalueKind::Unsupported(_) => Vec::new(),
        }
    }
    /// The units of an expression's operands.
    fn operands(&mut self, e: &'e Expr) -> Vec<usize> {
        match &e.kind {
            ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) => self.lvalue(l),
            ExprKind::VaStart(l) | ExprKind::VaEnd(l) | ExprKind::VaArg(l) => self.lvalue(l),
            ExprKind::VaCopy(a, b) => [self.lvalue(a), self.lvalue(b)].concat(),
            ExprKind::Cast(_, a) | ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::SetLength(_, a) => self.expr(a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
                [self.expr(a), self.expr(b)].concat()
            }
            ExprKind::PointerAdd { pointer, index, .. } => [self.expr(pointer), self.expr(index)].concat(),
            ExprKind::Assign(l, value) => [self.lvalue(l), self.expr(value)].concat(),
            ExprKind::CompoundAssign(assign) => [self.lvalue(&assign.target), self.expr(&assign.value)].concat(),
            ExprKind::Step(step) => self.lvalue(&step.target),
            ExprKind::Call { callee, arguments } => self.call(callee, arguments),
            ExprKind::Builtin(_, arguments) => arguments.iter().flat_map(|a| self.expr(a)).collect(),
            _ => Vec::new(),
        }
    }
    /// The units of an expression, itself included.
    fn expr(&mut self, e: &'e Expr) -> Vec<usize> {
        let (mut effects, mut steps, mut below) = (Effects::default(), Vec::new(), Vec::new());
        if is_sequenced(e) {
            super::visit::walk_expr(e, &mut |inner| {
                let mut step = Effects::default();
                self.add_node(inner, &mut step);
                effects.join(&step);
                steps.push(step);
            });
            steps.retain(|step| *step != Effects::default());
        } else {
            below = self.operands(e);
            self.add_node(e, &mut effects);
        }
        if effects == Effects::default() {
            return below;
        }
        let number = self.units.len();
        self.units.push(Unit { expr: e, effects, below: below.clone(), steps });
        below.push(number);
        below
    }
    fn add_node(&self, e: &Expr, effects: &mut Effects) {
        if let ExprKind::Call { callee, arguments } = &e.kind {
            return effects.join(&self.summaries.of_call(self.c, callee, arguments, self.stable));
        }
        // Variables that only their name reaches are not followed.
        let target = match &e.kind {
            ExprKind::Load(l) | ExprKind::Assign(l, _) => Some(&**l),
            ExprKind::CompoundAssign(assign) => Some(&assign.target),
            ExprKind::Step(step) => Some(&step.target),
            _ => None,
        };
        if let Some(Location::Variable(id)) = target.map(|l| effects::root(self.c, l, self.stable)) {
            let variable = &self.c.variables[id];
            let is_local = matches!(
                variable.storage,
                crate::sema::tree::Storage::Automatic | crate::sema::tree::Storage::Parameter
            );
            if is_local && !variable.address_taken {
                return;
            }
        }
        effects::add_own(self.c, e, self.stable, effects);
    }
}

/// Whether the operands of a node have an order of their own.
fn is_sequenced(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional(..)
            | ExprKind::Elvis { .. }
            | ExprKind::Comma(..)
            | ExprKind::Statement(..)
            | ExprKind::Quantified { .. }
    )
}

impl Lowerer<'_> {
    /// The value of an expression that was evaluated before its turn.
    pub fn evaluated(&self, e: &Expr) -> Option<ExprId> {
        if self.frame.evaluated.is_empty() { None } else { self.frame.evaluated.get(&key(e)).copied() }
    }
    /// Lowers a region, its units in the order that was chosen.
    pub fn in_order<T>(&mut self, region: Region<'_>, lower: impl FnOnce(&mut Self) -> Lower<T>) -> Lower<T> {
        if let Region::Whole(e) = region
            && is_sequenced(e)
        {
            let outside = std::mem::take(&mut self.frame.in_region);
            let result = lower(self);
            self.frame.in_region = outside;
            return result;
        }
        if self.frame.in_region || self.frame.is_constant || self.frame.in_library {
            return lower(self);
        }
        self.frame.in_region = true;
        let keys = self.evaluate_units(region);
        let result = match &keys {
            Ok(_) => lower(self),
            Err(refusal) => Err(refusal.clone()),
        };
        for key in keys.unwrap_or_default() {
            self.frame.evaluated.remove(&key);
        }
        self.frame.in_region = false;
        result
    }
    /// Evaluates what the order of evaluation matters for; gives the keys of those expressions.
    fn evaluate_units(&mut self, region: Region<'_>) -> Lower<Vec<usize>> {
        if !may_matter(region) {
            return Ok(Vec::new());
        }
        let summaries = self.function_summaries();
        let mut collector = Collector { c: self.c, summaries: &summaries, stable: &[], units: Vec::new() };
        collector.region(region);
        let units = disturbed(collector.units, self.c).map_err(|span| {
            Refusal::at("the order of evaluation of an operand with several steps that others may disturb", span)
        })?;
        let [first, .., last] = units.as_slice() else { return Ok(Vec::new()) };
        self.report_order(first.expr, last.expr);
        if self.options.evaluation_order == EvaluationOrder::Any
            && (units.len() > MOST_UNITS || self.frame.order_depth >= DEEPEST)
        {
            let what = format!("an expression with {} evaluations whose order matters", units.len());
            return Err(Refusal::at(what, first.expr.span));
        }
        let mut temporaries = Vec::new();
        for unit in &units {
            temporaries.push(match self.c.types.is_void(unit.expr.ty) {
                true => None,
                false => {
                    let ty = self.ty(unit.expr.ty)?;
                    Some(self.temporary("operand", ty))
                }
            });
        }
        self.frame.order_depth += 1;
        let done = self.arrange(&units, &temporaries);
        self.frame.order_depth -= 1;
        done?;
        Ok(units.iter().map(|unit| key(unit.expr)).collect())
    }
    fn report_order(&mut self, first: &Expr, last: &Expr) {
        if !self.order_reported.insert(first.span) {
            return;
        }
        let how = match self.options.evaluation_order {
            EvaluationOrder::Any => "every order is explored",
            EvaluationOrder::Left => "the left one comes first",
            EvaluationOrder::Right => "the right one comes first",
        };
        let message = format!(
            "C does not say whether `{}` or `{}` is evaluated first, and that can be seen: {how}",
            self.shown(first),
            self.shown(last)
        );
        let diagnostic = Diagnostic::new(Severity::Note, codes::OPEN_ORDER, message);
        self.diagnostics.push(diagnostic.at(first.span, "here"));
    }
    /// Writes the units in one order, or as a choice among all.
    fn arrange(&mut self, units: &[Unit<'_>], temporaries: &[Option<VarId>]) -> Lower<()> {
        for (unit, temporary) in units.iter().zip(temporaries) {
            let value = match temporary {
                Some(temporary) => self.p.var(*temporary),
                None => self.p.bool_const(false),
            };
            self.frame.evaluated.insert(key(unit.expr), value);
        }
        let mut order: Vec<usize> = (0..units.len()).collect();
        match self.options.evaluation_order {
            EvaluationOrder::Left => {}
            EvaluationOrder::Right => order = from_the_right(units),
            EvaluationOrder::Any if units.len() == 2 => return self.either_first(units, temporaries),
            EvaluationOrder::Any => return self.in_steps(units, temporaries),
        }
        for number in order {
            self.evaluate(units, temporaries, number)?;
        }
        Ok(())
    }
    /// Evaluates a unit. Its operands among the units are there already.
    fn evaluate(&mut self, units: &[Unit<'_>], temporaries: &[Option<VarId>], number: usize) -> Lower<()> {
        let e = units[number].expr;
        let later = self.frame.evaluated.remove(&key(e));
        let value = self.value(e);
        self.frame.evaluated.extend(later.map(|value| (key(e), value)));
        let value = value?;
        self.carried_is_lost(e.ty, e.span)?;
        if let Some(temporary) = temporaries[number] {
            self.assign_var(temporary, value, e.span);
        }
        Ok(())
    }
    fn either_first(&mut self, units: &[Unit<'_>], temporaries: &[Option<VarId>]) -> Lower<()> {
        let span = units[0].expr.span;
        let truth = self.p.types.bool();
        let choice = self.arbitrary("left first", truth, span, ir::InputRole::Choice);
        let (left, right, join) = (self.new_block("left"), self.new_block("right"), self.new_block("evaluated"));
        self.branch(choice, left, right, span);
        for (block, order) in [(left, [0, 1]), (right, [1, 0])] {
            self.enter(block);
            for number in order {
                self.evaluate(units, temporaries, number)?;
            }
            self.goto(join, span);
        }
        self.enter(join);
        Ok(())
    }
    /// As many steps as there are units; in each any of them may come that has not come yet and has its operands.
    fn in_steps(&mut self, units: &[Unit<'_>], temporaries: &[Option<VarId>]) -> Lower<()> {
        let span = units[0].expr.span;
        let (truth, small) = (self.p.types.bool(), self.p.types.unsigned(8));
        let done: Vec<VarId> = units.iter().map(|_| self.temporary("evaluated", truth)).collect();
        let no = self.p.bool_const(false);
        done.iter().for_each(|flag| self.assign_var(*flag, no, span));
        for _ in units {
            let choice = self.arbitrary("next", small, span, ir::InputRole::Choice);
            let join = self.new_block("evaluated");
            for number in 0..units.len() {
                let wanted = Value::Int(ir::Bits::from_u64(8, number as u64));
                let wanted = self.p.constant(wanted, small)?;
                let mut ready = self.p.binary(Binary::Equal, choice, wanted)?;
                let come = self.p.var(done[number]);
                let not_yet = self.not(come)?;
                ready = self.p.binary(Binary::And, ready, not_yet)?;
                for operand in &units[number].below {
                    let there = self.p.var(done[*operand]);
                    ready = self.p.binary(Binary::And, ready, there)?;
                }
                let (then, otherwise) = (self.new_block("unit"), self.new_block("other"));
                self.branch(ready, then, otherwise, span);
                self.enter(then);
                self.evaluate(units, temporaries, number)?;
                let yes = self.p.bool_const(true);
                self.assign_var(done[number], yes, span);
                self.goto(join, span);
                self.enter(otherwise);
            }
            // The choice names one that cannot come now: no such order.
            self.emit_implied(StatementKind::Assume(no), span, ir::InputRole::Choice);
            self.terminate(Terminator::Stop, span);
            self.enter(join);
        }
        Ok(())
    }
}

/// A region without calls and writes has no order to see.
fn may_matter(region: Region<'_>) -> bool {
    use super::visit::{has_effects, lvalue_has_effects};
    match region {
        Region::Whole(e) => match &e.kind {
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
                has_effects(a) || has_effects(b)
            }
            ExprKind::PointerAdd { pointer, index, .. } => has_effects(pointer) || has_effects(index),
            ExprKind::Assign(l, value) => lvalue_has_effects(l) || has_effects(value),
            ExprKind::CompoundAssign(assign) => lvalue_has_effects(&assign.target) || has_effects(&assign.value),
            ExprKind::Step(step) => lvalue_has_effects(&step.target),
            ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) => lvalue_has_effects(l),
            ExprKind::Call { callee, arguments } => may_matter(Region::Call(callee, arguments)),
            ExprKind::Builtin(_, arguments) => arguments.len() > 1 && arguments.iter().any(has_effects),
            ExprKind::Cast(_, a) | ExprKind::Unary(_, a) | ExprKind::Not(a) => has_effects(a),
            _ => false,
        },
        Region::Call(Callee::Pointer(pointer), arguments) => has_effects(pointer) || arguments.iter().any(has_effects),
        Region::Call(Callee::Direct(_), arguments) => arguments.iter().any(has_effects),
        Region::Initializer(initializer) => {
            let effect = |value: &InitValue| matches!(value, InitValue::Expr(e) if has_effects(e));
            initializer.items.iter().any(|item| effect(&item.value))
        }
    }
}

/// The units that another one may disturb, the left ones first, their operands among them renumbered. An error is the
/// place of one that may be disturbed in several steps.
fn disturbed<'e>(units: Vec<Unit<'e>>, c: &Program) -> Result<Vec<Unit<'e>>, Span> {
    let mut relevant = vec![false; units.len()];
    for b in 0..units.len() {
        for a in 0..b {
            // Operands come first anyway.
            if units[b].below.contains(&a) || !units[a].effects.conflict(&units[b].effects, c) {
                continue;
            }
            for (one, other) in [(&units[a], &units[b]), (&units[b], &units[a])] {
                if one.steps.iter().filter(|step| step.conflict(&other.effects, c)).count() > 1 {
                    return Err(one.expr.span);
                }
            }
            (relevant[a], relevant[b]) = (true, true);
        }
    }
    let mut numbers = vec![None; units.len()];
    let mut next = 0;
    for (number, is_relevant) in numbers.iter_mut().zip(&relevant) {
        if *is_relevant {
            *number = Some(next);
            next += 1;
        }
    }
    let kept = units.into_iter().zip(&relevant).filter(|(_, relevant)| **relevant);
    let renumbered = kept.map(|(mut unit, _)| {
        unit.below = unit.below.iter().filter_map(|n| numbers[*n]).collect();
        unit
    });
    Ok(renumbered.collect())
}

/// The right ones first, operands still before what needs them.
fn from_the_right(units: &[Unit<'_>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < units.len() {
        let ready = |n: &usize| !order.contains(n) && units[*n].below.iter().all(|b| order.contains(b));
        let Some(next) = (0..units.len()).rev().find(ready) else { break };
        order.push(next);
    }
    order
}
