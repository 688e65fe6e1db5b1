//! What holds at a loop head, as expressions of the program: candidates for other engines, and the invariants of
//! proofs.
//!
//! Each fact is a small condition of its own (a lower bound, an upper bound, a congruence), so that whoever does not
//! believe one may drop it alone. Only what the loop may change is spoken of: the rest is known anyway.

use super::arithmetic;
use super::effects::{Effect, Effects};
use super::float::{self, FloatSet};
use super::integer::{IntSet, half, signed_range, span, unsigned_range};
use super::math::MathSet;
use super::model::{CellKind, Model};
use super::pointer::{Cell, PointerSet};
use super::value::{Abs, Truth};
use super::walk::LoopFinding;
use cairn_ir::build::Built;
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, FloatClass, LoopPlace, Place, Program, Sign, TypeId, TypeKind, Unary, Value,
    VarId, VariableKind,
};
use cairn_passes::{FlowGraph, Loops};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Facts about one variable; more are left out.
const MAX_FACTS: usize = 96;
/// Larger differences are rather the ends of ranges.
const FAR_APART: i128 = 16;
/// Relations at one loop head.
const MAX_RELATIONS: usize = 64;

/// The variables a loop may change, calls included.
pub fn changed_variables(program: &Program, effects: &Effects, place: &LoopPlace) -> Vec<VarId> {
    let procedure = &program.procedures[place.procedure];
    let loops = Loops::of_graph(&FlowGraph::new(procedure));
    let mut effect = Effect::default();
    if let Some(index) = loops.headed_by(place.head) {
        let statements = loops.blocks(index).iter().flat_map(|block| &procedure.blocks[*block].statements);
        statements.for_each(|statement| effect.add(program, statement));
    }
    let effect = effects.with_calls(program, effect);
    let changed = |variable: &VarId| {
        let memory = program.variables[*variable].addressable && (effect.stores || effect.ends);
        memory || effect.assigned.contains(variable)
    };
    let frame = [&procedure.parameters, &procedure.results, &procedure.locals].into_iter().flatten().copied();
    let scope: BTreeSet<VarId> = program.globals().map(|(id, _)| id).chain(frame).collect();
    scope.into_iter().filter(changed).collect()
}

/// Writes facts into a program.
pub struct Writer<'m, 'p, 'x> {
    pub model: &'m Model<'p>,
    /// The program they are added to.
    pub program: &'x mut Program,
    facts: Vec<ExprId>,
    /// Bound variables whose range the facts being written depend on, and that range.
    guards: Vec<(VarId, ExprId)>,
}

impl<'m, 'p, 'x> Writer<'m, 'p, 'x> {
    pub fn new(model: &'m Model<'p>, program: &'x mut Program) -> Self {
        Self { model, program, facts: Vec::new(), guards: Vec::new() }
    }
    /// The facts about some variables at a loop head.
    pub fn facts(mut self, finding: &LoopFinding, place: &LoopPlace, variables: &[VarId]) -> Vec<ExprId> {
        let mut all = self.values(finding, place, variables);
        self.relations(finding, place, variables);
        all.append(&mut self.facts);
        all
    }
    /// Those about each variable alone.
    pub fn values(&mut self, finding: &LoopFinding, place: &LoopPlace, variables: &[VarId]) -> Vec<ExprId> {
        let mut all = Vec::new();
        for variable in variables {
            let Some(cell) = self.model.cell(finding.activation, *variable) else { continue };
            let value = finding.head.get(cell);
            let ty = self.program.variables[*variable].ty;
            let expr = self.program.var(*variable);
            // A fact that cannot be written is left out.
            let _ = self.value(expr, ty, &value, finding, place);
            self.facts.truncate(MAX_FACTS);
            all.append(&mut self.facts);
        }
        all
    }
    /// Equations and differences in which something changes; all their variables must have names here.
    fn relations(&mut self, finding: &LoopFinding, place: &LoopPlace, changed: &[VarId]) {
        let scope = self.model.program.globals().map(|(id, _)| id);
        let scope = scope.chain(self.model.frame(place.procedure).iter().copied());
        let names: FxHashMap<Cell, VarId> =
            scope.filter_map(|v| Some((self.model.cell(finding.activation, v)?, v))).collect();
        let not_negative = |cell: Cell| finding.head.get(cell).int().is_some_and(|set| set.signed().0 >= 0);
        let relations = finding.head.relations();
        for (width, equations) in relations.equations() {
            for form in equations.iter() {
                let named: Option<Vec<(VarId, u64)>> =
                    form.terms.iter().map(|(cell, factor)| Some((*names.get(cell)?, *factor))).collect();
                let Some(terms) = named.filter(|terms| terms.len() > 1) else { continue };
                if terms.iter().any(|(v, _)| changed.contains(v)) && self.facts.len() < MAX_RELATIONS {
                    self.equation(width, form.constant, &terms);
                }
            }
        }
        for (sign, x, y, bound) in relations.differences() {
            let (Some(a), Some(b)) = (names.get(&x), names.get(&y)) else { continue };
            let range = |cell: Cell| finding.head.get(cell).int().map(|s| arithmetic::reading(sign, s));
            let known = range(x).zip(range(y)).is_some_and(|(x, y)| x.1 - y.0 <= bound);
            // Of numbers that are not negative both readings say the same.
            let twice = sign == Sign::Unsigned && [x, y].iter().all(|cell| not_negative(*cell));
            let telling = !known && !twice && bound.abs() <= FAR_APART;
            if telling && (changed.contains(a) || changed.contains(b)) && self.facts.len() < MAX_RELATIONS {
                self.difference(sign, *a, *b, bound);
            }
        }
    }
    /// `Σ factor · variable + constant = 0`, with what is negative on the other side.
    fn equation(&mut self, width: u32, constant: u64, terms: &[(VarId, u64)]) -> Option<()> {
        let ty = self.program.variables[terms[0].0].ty;
        let signed = |value: u64| {
            let value = i128::from(value);
            if value >= half(width) { value - span(width) } else { value }
        };
        let (mut left, mut right): (Option<ExprId>, Option<ExprId>) = (None, None);
        let mut put = |program: &mut Program, expr: ExprId, negative: bool| {
            let side = if negative { &mut right } else { &mut left };
            *side = Some(match *side {
                Some(sum) => program.binary(Binary::Add, sum, expr).ok()?,
                None => expr,
            });
            Some(())
        };
        for (variable, factor) in terms {
            let factor = signed(*factor);
            let mut expr = self.program.var(*variable);
            if factor.abs() != 1 {
                let number = self.program.int_const(ty, factor.abs()).ok()?;
                expr = self.program.binary(Binary::Multiply, number, expr).ok()?;
            }
            put(self.program, expr, factor < 0)?;
        }
        let constant = signed(constant);
        if constant != 0 {
            let number = self.program.int_const(ty, constant.abs()).ok()?;
            put(self.program, number, constant < 0)?;
        }
        let zero = self.program.int_const(ty, 0).ok()?;
        self.compare(Binary::Equal, Ok(left.unwrap_or(zero)), Ok(right.unwrap_or(zero)))
    }
    /// `x - y <= bound`, as numbers.
    fn difference(&mut self, sign: Sign, x: VarId, y: VarId, bound: i128) -> Option<()> {
        let same = self.program.types.same_shape(self.program.variables[x].ty, self.program.variables[y].ty);
        let (a, b) = (self.program.var(x), self.program.var(y));
        if same && (bound == 0 || bound == -1) {
            let op = if bound == 0 { Binary::LessEqual(sign) } else { Binary::Less(sign) };
            return self.compare(op, Ok(a), Ok(b));
        }
        let math = self.program.types.math_int();
        let (a, b) = (
            self.program.convert(Convert::IntToMath(sign), a, math),
            self.program.convert(Convert::IntToMath(sign), b, math).ok()?,
        );
        let distance = self.program.constant(Value::MathInt(bound.into()), math).ok()?;
        let limit = self.program.binary(Binary::MathAdd, b, distance);
        self.compare(Binary::MathLessEqual, a, limit)
    }
    /// Adds a condition, for all values of the bound variables it is about.
    fn add(&mut self, condition: ExprId) -> Option<()> {
        let mut fact = condition;
        for (variable, range) in self.guards.clone().into_iter().rev() {
            let body = self.program.binary(Binary::Implies, range, fact).ok()?;
            let bool = self.program.types.bool();
            fact = self.program.add_expr(ExprKind::Forall(vec![variable], body), bool, None).ok()?;
        }
        self.facts.push(fact);
        Some(())
    }
    fn compare(&mut self, op: Binary, a: Built, b: Built) -> Option<()> {
        let condition = self.program.binary(op, a.ok()?, b.ok()?).ok()?;
        self.add(condition)
    }
    fn value(&mut self, expr: ExprId, ty: TypeId, value: &Abs, at: &LoopFinding, place: &LoopPlace) -> Option<()> {
        if self.facts.len() > MAX_FACTS {
            return None;
        }
        match value {
            Abs::Bool(Truth::True) => self.add(expr),
            Abs::Bool(Truth::False) => {
                let not = self.program.not(expr).ok()?;
                self.add(not)
            }
            Abs::Int(set) => self.integer(expr, set),
            Abs::Float(set) => self.float(expr, set),
            Abs::Math(set) => self.math(expr, set),
            Abs::Pointer(set) => self.pointer(expr, set, at, place),
            Abs::Record(items) => {
                for (n, item) in items.iter().enumerate() {
                    let field = self.program.field(expr, n as u32).ok()?;
                    self.value(field, self.program.type_of(field), item, at, place);
                }
                Some(())
            }
            Abs::Elements(items) => self.elements(expr, ty, items, at, place),
            Abs::Summary(item) => self.summary(expr, ty, item, at, place),
            _ => None,
        }
    }
    /// Elements with the same facts get them by one quantifier only if that is all of them.
    fn elements(&mut self, expr: ExprId, ty: TypeId, items: &[Abs], at: &LoopFinding, place: &LoopPlace) -> Option<()> {
        let TypeKind::Array { index, .. } = *self.program.types.kind(ty) else { return None };
        for (n, item) in items.iter().enumerate() {
            let number = match self.program.types.kind(index) {
                TypeKind::MathInt => self.program.constant(Value::MathInt(n.into()), index).ok()?,
                _ => self.program.int_const(index, n).ok()?,
            };
            let element = self.program.index(expr, number).ok()?;
            self.value(element, self.program.type_of(element), item, at, place);
        }
        Some(())
    }
    fn summary(&mut self, expr: ExprId, ty: TypeId, item: &Abs, at: &LoopFinding, place: &LoopPlace) -> Option<()> {
        let TypeKind::Array { index, element, length } = *self.program.types.kind(ty) else { return None };
        if !matches!(self.program.types.kind(index), TypeKind::Int(_)) || *item == self.model.any(element) {
            return None;
        }
        let name = format!("k{}", self.guards.len());
        let variable = self.program.add_variable(name, index, VariableKind::Bound, None);
        let position = self.program.var(variable);
        let range = match length {
            Some(n) => {
                let last = self.program.int_const(index, n.checked_sub(1)?).ok()?;
                self.program.binary(Binary::LessEqual(Sign::Unsigned), position, last).ok()?
            }
            None => self.program.bool_const(true),
        };
        let part = self.program.index(expr, position).ok()?;
        self.guards.push((variable, range));
        self.value(part, element, item, at, place);
        self.guards.pop();
        Some(())
    }
    fn integer(&mut self, expr: ExprId, set: &IntSet) -> Option<()> {
        let (ty, width) = (self.program.type_of(expr), set.width());
        let number = |program: &mut Program, value: i128| program.int_const(ty, value);
        if let Some(only) = set.single() {
            let only = number(self.program, only);
            return self.compare(Binary::Equal, Ok(expr), only);
        }
        let mut bounds = |sign: Sign, (low, high): (i128, i128), (least, most): (i128, i128)| {
            if low > least {
                let low = number(self.program, low);
                self.compare(Binary::LessEqual(sign), low, Ok(expr));
            }
            if high < most {
                let high = number(self.program, high);
                self.compare(Binary::LessEqual(sign), Ok(expr), high);
            }
        };
        bounds(Sign::Signed, set.signed(), signed_range(width));
        let sign_known = set.signed().0 >= 0 || set.signed().1 < 0;
        if !sign_known {
            bounds(Sign::Unsigned, set.unsigned(), unsigned_range(width));
        }
        let (modulus, residue) = set.congruence();
        if modulus > 1 && modulus < half(width) {
            let (modulus, residue) = (number(self.program, modulus).ok()?, number(self.program, residue));
            let rest = self.program.binary(Binary::Modulo, expr, modulus);
            self.compare(Binary::Equal, rest, residue);
        }
        Some(())
    }
    fn math(&mut self, expr: ExprId, set: &MathSet) -> Option<()> {
        let ty = self.program.type_of(expr);
        if let Some(low) = set.low {
            let low = self.program.constant(Value::MathInt(low.into()), ty);
            self.compare(Binary::MathLessEqual, low, Ok(expr));
        }
        if let Some(high) = set.high {
            let high = self.program.constant(Value::MathInt(high.into()), ty);
            self.compare(Binary::MathLessEqual, Ok(expr), high);
        }
        Some(())
    }
    fn float(&mut self, expr: ExprId, set: &FloatSet) -> Option<()> {
        let (ty, format) = (self.program.type_of(expr), set.format);
        let nan = self.program.unary(Unary::FloatIs(FloatClass::Nan), expr).ok()?;
        if !set.nan {
            let number = self.program.not(nan).ok()?;
            self.add(number);
        }
        let Some((low, high)) = set.range else { return self.add(nan) };
        let limit = float::infinity(format);
        let mut bound = |key: float::Key, below: bool| {
            let end = self.program.constant(Value::Float(format, float::encoding(format, key)), ty).ok()?;
            let (a, b) = if below { (end, expr) } else { (expr, end) };
            let mut fact = self.program.binary(Binary::FloatLessEqual, a, b).ok()?;
            if set.nan {
                fact = self.program.binary(Binary::Or, nan, fact).ok()?;
            }
            self.add(fact)
        };
        if low > -limit - 1 {
            bound(low, true);
        }
        if high < limit {
            bound(high, false);
        }
        Some(())
    }
    /// Which variables a pointer may point to, if all have names here; and its offset.
    fn pointer(&mut self, expr: ExprId, set: &PointerSet, at: &LoopFinding, place: &LoopPlace) -> Option<()> {
        if set.is_any() {
            return None;
        }
        let mut choices = Vec::new();
        for (cell, _) in set.targets() {
            let scope = self.model.program.globals().map(|(id, _)| id);
            let frame = self.model.frame(place.procedure).iter().copied();
            let named = scope.chain(frame).find(|v| self.model.cell(at.activation, *v) == Some(*cell))?;
            matches!(self.model.kind(*cell), CellKind::Variable { addressable: true, .. }).then_some(())?;
            let address = self.program.address_of(Place::var(named)).ok()?;
            choices.push(self.program.binary(Binary::SameObject, expr, address).ok()?);
        }
        if set.without_object().is_some() {
            let null = self.program.null();
            choices.push(self.program.binary(Binary::SameObject, expr, null).ok()?);
        }
        let any = choices.into_iter().reduce(|a, b| self.program.binary(Binary::Or, a, b).unwrap_or(a))?;
        self.add(any);
        let offset = self.program.unary(Unary::PointerOffset, expr).ok()?;
        self.integer(offset, &set.offsets())
    }
}
