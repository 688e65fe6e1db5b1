//! Guesses about all elements of an array that a loop has been at, or not yet: `for all j: low <= j < i implies P(a[j])`.
//!
//! P is what the text says of an element: the value that is assigned to it, or a condition that reads it. The index
//! expression of the text is kept, with the bound variable in place of the loop's: so it does not matter how a
//! language counts elements. Each guess is made alone and under guards: a flag that the loop sets, say, if it finds
//! an element of another kind.

use super::element_text::{Fact, Limit, Text, counters, same, variables};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, LoopPlace, ProcId, Program, Sign, TypeId, VarId, VariableKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Guesses for one loop.
const MOST_GUESSES: usize = 320;
/// Expressions that may begin and end a range, and conditions that may guard a guess.
const MOST_STARTS: usize = 3;
const MOST_LIMITS: usize = 6;
const MOST_GUARDS: usize = 2;

#[derive(Default)]
pub(super) struct Guesses {
    pub conditions: BTreeMap<LoopPlace, Vec<ExprId>>,
    /// For guesses under a guard, the ones without.
    without_guard: FxHashMap<ExprId, ExprId>,
}

impl Guesses {
    /// Drops guesses under a guard where those without are still there.
    pub fn drop_implied(&self, conditions: &mut Vec<ExprId>) {
        let all = conditions.clone();
        conditions.retain(|c| self.without_guard.get(c).is_none_or(|stronger| !all.contains(stronger)));
    }
}

pub(super) fn guess(program: &mut Program, loops: &BTreeMap<LoopPlace, BTreeSet<VarId>>) -> Guesses {
    let mut bound = FxHashMap::default();
    let mut guesses = Guesses::default();
    for (place, changed) in loops {
        let text = Text::of(program, place.procedure, &counters(loops, place.procedure));
        let mut guesser = Guesser {
            program,
            procedure: place.procedure,
            changed,
            text: &text,
            bound: &mut bound,
            made: Vec::new(),
            found: Vec::new(),
            guarded: Vec::new(),
        };
        for fact in &text.facts {
            guesser.about(fact);
        }
        let (mut found, guarded) = (guesser.found, guesser.guarded);
        found.extend(guarded.iter().map(|(guarded, _)| *guarded));
        found.truncate(MOST_GUESSES);
        guesses.without_guard.extend(guarded);
        guesses.conditions.insert(place.clone(), found);
    }
    guesses
}

struct Guesser<'a> {
    program: &'a mut Program,
    procedure: ProcId,
    /// What the loop changes.
    changed: &'a BTreeSet<VarId>,
    text: &'a Text,
    /// The bound variable of each type.
    bound: &'a mut FxHashMap<TypeId, VarId>,
    /// The ranges and what is said about them.
    made: Vec<(End, End, ExprId)>,
    found: Vec<ExprId>,
    /// Guesses under a guard, each with the one without.
    guarded: Vec<(ExprId, ExprId)>,
}

/// One end of a range: a comparison with an expression.
type End = (Binary, ExprId);
const AT_MOST: Binary = Binary::LessEqual(Sign::Signed);
const LESS: Binary = Binary::Less(Sign::Signed);

impl Guesser<'_> {
    fn about(&mut self, fact: &Fact) {
        let ty = self.program.variables[fact.index].ty;
        let bound = self.bound_variable(ty);
        let element = self.program.var(bound);
        let Some(said) = substitute(self.program, fact.condition, fact.index, element) else { return };
        let moving: Vec<VarId> = self.moving(ty);
        let starts = self.starts(fact, &moving, ty);
        let limits = self.limits(ty);
        let mut ranges: Vec<(End, End)> = Vec::new();
        for low in &starts {
            for counter in &moving {
                let counter = self.program.var(*counter);
                ranges.push(((AT_MOST, *low), (LESS, counter)));
            }
            ranges.extend(limits.iter().map(|limit| ((AT_MOST, *low), *limit)));
        }
        // What a loop has been at from above, and what it has not been at yet.
        for counter in &moving {
            let counter = self.program.var(*counter);
            for limit in &limits {
                ranges.extend([LESS, AT_MOST].map(|below| ((below, counter), *limit)));
            }
        }
        // Beyond what a loop goes to.
        for (_, low) in limits.iter().filter(|(_, low)| !variables(self.program, *low).is_empty()) {
            let others = limits.iter().filter(|(_, high)| !same(self.program, *low, *high));
            ranges.extend(others.map(|high| ((LESS, *low), *high)));
        }
        for (low, high) in ranges {
            let known = |(l, h, s): &(End, End, ExprId)| {
                let same_end = |a: &End, b: &End| a.0 == b.0 && same(self.program, a.1, b.1);
                same_end(l, &low) && same_end(h, &high) && same(self.program, *s, said)
            };
            if !self.made.iter().any(known) && self.made.len() < MOST_GUESSES {
                self.made.push((low, high, said));
                self.range(low, bound, high, said);
            }
        }
    }
    fn bound_variable(&mut self, ty: TypeId) -> VarId {
        if let Some(bound) = self.bound.get(&ty).copied() {
            return bound;
        }
        let number = if self.bound.is_empty() { String::new() } else { self.bound.len().to_string() };
        let bound = self.program.add_variable(format!("j{number}"), ty, VariableKind::Bound, Some(self.procedure));
        self.bound.insert(ty, bound);
        bound
    }
    /// The variables that the loop counts elements with.
    fn moving(&self, ty: TypeId) -> Vec<VarId> {
        let own = |var: &VarId| {
            self.changed.contains(var) && self.program.types.same_shape(self.program.variables[*var].ty, ty)
        };
        let counters: BTreeSet<VarId> = self.text.facts.iter().map(|fact| fact.index).collect();
        counters.into_iter().filter(own).collect()
    }
    /// What ranges may begin with: constants, variables, components.
    fn starts(&mut self, fact: &Fact, moving: &[VarId], ty: TypeId) -> Vec<ExprId> {
        let mut found: Vec<ExprId> = Vec::new();
        for counter in moving.iter().chain([&fact.index]) {
            for start in self.text.starts.get(counter).into_iter().flatten() {
                if self.is_fixed(*start) && !found.iter().any(|known| same(self.program, *known, *start)) {
                    found.push(*start);
                }
            }
        }
        if found.is_empty() {
            found.extend((0..2).filter_map(|n| self.program.int_const(ty, n).ok()));
        }
        found.truncate(MOST_STARTS);
        found.into_iter().filter_map(|e| self.of_type(e, ty)).collect()
    }
    /// What ranges may end with that the loop does not change.
    fn limits(&mut self, ty: TypeId) -> Vec<End> {
        let fixed: Vec<Limit> = self.text.limits.iter().copied().filter(|limit| self.is_fixed(limit.value)).collect();
        let mut ends: Vec<End> = Vec::new();
        for limit in fixed {
            if let Some(value) = self.of_type(limit.value, ty) {
                ends.push((if limit.before { LESS } else { AT_MOST }, value));
            }
        }
        ends.truncate(MOST_LIMITS);
        ends
    }
    fn is_fixed(&self, expr: ExprId) -> bool {
        variables(self.program, expr).is_disjoint(self.changed)
    }
    fn of_type(&mut self, expr: ExprId, ty: TypeId) -> Option<ExprId> {
        let own = self.program.type_of(expr);
        if own == ty {
            return Some(expr);
        }
        let convertible = self.program.types.same_shape(own, ty);
        if convertible { self.program.convert(Convert::Retype, expr, ty).ok() } else { None }
    }
    /// `low < j` and `j < high`, or with `<=`, implies what is said.
    fn range(&mut self, low: End, bound: VarId, high: End, said: ExprId) {
        let j = self.program.var(bound);
        let above = self.program.binary(low.0, low.1, j);
        let below = self.program.binary(high.0, j, high.1);
        let (Ok(above), Ok(below)) = (above, below) else { return };
        let Ok(range) = self.program.binary(Binary::And, above, below) else { return };
        let Some(plain) = self.forall(bound, range, said) else { return };
        self.found.push(plain);
        for guard in self.text.guards.iter().take(MOST_GUARDS).copied() {
            for guard in [Some(guard), self.program.not(guard).ok()].into_iter().flatten() {
                let range = self.program.binary(Binary::And, guard, range).ok();
                let guarded = range.and_then(|range| self.forall(bound, range, said));
                self.guarded.extend(guarded.map(|guarded| (guarded, plain)));
            }
        }
    }
    fn forall(&mut self, bound: VarId, range: ExprId, said: ExprId) -> Option<ExprId> {
        let body = self.program.binary(Binary::Implies, range, said).ok()?;
        let ty = self.program.types.bool();
        self.program.add_expr(ExprKind::Forall(vec![bound], body), ty, None).ok()
    }
}

/// The expression with a variable replaced; none if it has parts that cannot be copied.
fn substitute(program: &mut Program, expr: ExprId, from: VarId, to: ExprId) -> Option<ExprId> {
    let node = program.expr(expr).clone();
    let mut again = |e: &ExprId| substitute(program, *e, from, to);
    let kind = match &node.kind {
        ExprKind::Var(var) if *var == from => {
            let same = program.type_of(to) == node.ty;
            return if same { Some(to) } else { program.convert(Convert::Retype, to, node.ty).ok() };
        }
        ExprKind::Const(_) | ExprKind::Var(_) => return Some(expr),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, again(a)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, again(a)?, again(b)?),
        ExprKind::Convert(op, a) => ExprKind::Convert(*op, again(a)?),
        ExprKind::If(a, b, c) => ExprKind::If(again(a)?, again(b)?, again(c)?),
        ExprKind::Index(a, b) => ExprKind::Index(again(a)?, again(b)?),
        ExprKind::Field(a, n) => ExprKind::Field(again(a)?, *n),
        _ => return None,
    };
    program.add_expr(kind, node.ty, node.span).ok()
}
