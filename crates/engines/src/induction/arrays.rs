//! Guesses about all elements of an array that a loop has been at: `for all j: low <= j < i implies P(a[j])`.
//!
//! P is what the text says of an element: the value that is assigned to it, or a condition that reads it. The index
//! expression of the text is kept, with the bound variable in place of the loop's: so it does not matter how a
//! language counts elements.

use cairn_ir::{
    Binary, ExprId, ExprKind, LoopPlace, PlaceBase, ProcId, Program, Projection, Sign, StatementKind, Terminator,
    TypeId, TypeKind, Value, VarId, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Guesses for one loop.
const MOST_GUESSES: usize = 120;
/// Statements about elements that are looked at.
const MOST_STATEMENTS: usize = 16;
/// Variables that may end the range.
const MOST_LIMITS: usize = 3;

/// A condition about an element, with the variable that its index depends on.
struct AboutElement {
    condition: ExprId,
    index: VarId,
}

pub(super) fn guess(
    program: &mut Program,
    loops: &BTreeMap<LoopPlace, BTreeSet<VarId>>,
) -> BTreeMap<LoopPlace, Vec<ExprId>> {
    let mut bound = FxHashMap::default();
    let mut guesses = BTreeMap::new();
    for (place, changed) in loops {
        let counters: BTreeSet<VarId> =
            loops.iter().filter(|(p, _)| p.procedure == place.procedure).flat_map(|(_, v)| v.iter().copied()).collect();
        let statements = statements(program, place.procedure, &counters);
        let mut guesser = Guesser { program, bound: &mut bound, found: Vec::new() };
        let moving: BTreeSet<VarId> = statements.iter().map(|s| s.index).filter(|v| changed.contains(v)).collect();
        for about in &statements {
            guesser.about(about, place.procedure, &moving, &counters);
        }
        let mut found = guesser.found;
        found.truncate(MOST_GUESSES);
        guesses.insert(place.clone(), found);
    }
    guesses
}

/// What a procedure says about elements of arrays.
fn statements(program: &mut Program, procedure: ProcId, counters: &BTreeSet<VarId>) -> Vec<AboutElement> {
    let mut found = Vec::new();
    let mut stores = Vec::new();
    let mut conditions = Vec::new();
    for block in program.procedures[procedure].blocks.values() {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, value } if matches!(target.path.last(), Some(Projection::Index(_))) => {
                    stores.push((target.clone(), *value));
                }
                StatementKind::Check { condition, .. } | StatementKind::Assume(condition) => {
                    conditions.push(*condition)
                }
                _ => {}
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            conditions.push(*condition);
        }
    }
    for (target, value) in stores {
        let mut parts = Vec::new();
        target.for_each_expr(|e| parts.push(e));
        let known = matches!(target.base, PlaceBase::Var(_));
        let (Some(index), true) = (counter(program, &parts, counters), known) else { continue };
        if let Ok(element) = program.read_place(&target)
            && let Ok(condition) = program.binary(Binary::Equal, element, value)
        {
            found.push(AboutElement { condition, index });
        }
    }
    for condition in conditions {
        let indices = indices(program, condition);
        let Some(index) = counter(program, &indices, counters) else { continue };
        found.push(AboutElement { condition, index });
        if let Ok(negated) = program.not(condition) {
            found.push(AboutElement { condition: negated, index });
        }
    }
    found.truncate(MOST_STATEMENTS);
    found
}
/// The one variable in some expressions that loops count with.
fn counter(program: &Program, exprs: &[ExprId], counters: &BTreeSet<VarId>) -> Option<VarId> {
    let mut found = BTreeSet::new();
    walk(program, exprs, |kind| {
        if let ExprKind::Var(var) = kind
            && counters.contains(var)
            && matches!(program.types.kind(program.variables[*var].ty), TypeKind::Int(_))
        {
            found.insert(*var);
        }
    });
    (found.len() == 1).then(|| found.pop_first()).flatten()
}
/// The index expressions in a condition.
fn indices(program: &Program, condition: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    walk(program, &[condition], |kind| {
        if let ExprKind::Index(_, index) = kind {
            found.push(*index);
        }
    });
    found
}
fn walk(program: &Program, roots: &[ExprId], mut visit: impl FnMut(&ExprKind)) {
    let mut open = roots.to_vec();
    let mut seen = FxHashSet::default();
    while let Some(expr) = open.pop() {
        if seen.insert(expr) {
            let kind = &program.expr(expr).kind;
            visit(kind);
            kind.for_each_child(|child| open.push(child));
        }
    }
}

struct Guesser<'a> {
    program: &'a mut Program,
    /// The bound variable of each type.
    bound: &'a mut FxHashMap<TypeId, VarId>,
    found: Vec<ExprId>,
}

impl Guesser<'_> {
    fn about(&mut self, about: &AboutElement, procedure: ProcId, moving: &BTreeSet<VarId>, counters: &BTreeSet<VarId>) {
        let ty = self.program.variables[about.index].ty;
        let bound = match self.bound.get(&ty).copied() {
            Some(bound) => bound,
            None => {
                let name =
                    format!("j{}", if self.bound.is_empty() { String::new() } else { self.bound.len().to_string() });
                let bound = self.program.add_variable(name, ty, VariableKind::Bound, Some(procedure));
                self.bound.insert(ty, bound);
                bound
            }
        };
        let element = self.program.var(bound);
        let Some(said) = substitute(self.program, about.condition, about.index, element) else { return };
        let own = |var: &&VarId| self.program.types.same_shape(self.program.variables[**var].ty, ty);
        let moving: Vec<VarId> = moving.iter().filter(own).copied().collect();
        let limits = self.limits(procedure, ty, counters);
        for low in self.starts(about.index, procedure, ty) {
            for counter in &moving {
                let counter = self.program.var(*counter);
                self.range((Binary::LessEqual(Sign::Signed), low), bound, (Binary::Less(Sign::Signed), counter), said);
            }
            for limit in limits.iter().take(MOST_LIMITS) {
                self.range(
                    (Binary::LessEqual(Sign::Signed), low),
                    bound,
                    (Binary::LessEqual(Sign::Signed), *limit),
                    said,
                );
            }
        }
        // What a loop has been at from above, and what it has not been at yet.
        for counter in &moving {
            let counter = self.program.var(*counter);
            for limit in &limits {
                for below in [Binary::Less(Sign::Signed), Binary::LessEqual(Sign::Signed)] {
                    self.range((below, counter), bound, (Binary::LessEqual(Sign::Signed), *limit), said);
                }
            }
        }
    }
    /// What loops begin to count from: constants, variables, components.
    fn starts(&mut self, index: VarId, procedure: ProcId, ty: TypeId) -> Vec<ExprId> {
        let mut numbers: BTreeSet<num_bigint::BigInt> = BTreeSet::new();
        let mut others = Vec::new();
        for block in self.program.procedures[procedure].blocks.values() {
            for statement in &block.statements {
                if let StatementKind::Assign { target, value } = &statement.kind
                    && target.base == PlaceBase::Var(index)
                {
                    match &self.program.expr(*value).kind {
                        ExprKind::Const(Value::Int(bits)) => drop(numbers.insert(bits.signed())),
                        ExprKind::Var(_) | ExprKind::Field(..) => others.push(*value),
                        _ => {}
                    }
                }
            }
        }
        if numbers.is_empty() && others.is_empty() {
            numbers.extend([0.into(), 1.into()]);
        }
        let constants = numbers.into_iter().take(3).filter_map(|n| self.program.int_const(ty, n).ok());
        let constants: Vec<ExprId> = constants.collect();
        let others = others.into_iter().take(3).filter_map(|e| match self.program.type_of(e) == ty {
            true => Some(e),
            false => self.program.convert(cairn_ir::Convert::Retype, e, ty).ok(),
        });
        others.chain(constants).collect()
    }
    /// Where ranges may end: variables that no loop changes, and the largest constants that conditions mention.
    fn limits(&mut self, procedure: ProcId, ty: TypeId, counters: &BTreeSet<VarId>) -> Vec<ExprId> {
        let mut variables: BTreeSet<VarId> = BTreeSet::new();
        let mut numbers: BTreeSet<num_bigint::BigInt> = BTreeSet::new();
        let width = self.program.types.int_width(ty);
        let roots: Vec<ExprId> = conditions_of(self.program, procedure);
        walk(self.program, &roots, |kind| match kind {
            ExprKind::Var(var)
                if !counters.contains(var) && self.program.types.same_shape(self.program.variables[*var].ty, ty) =>
            {
                variables.insert(*var);
            }
            ExprKind::Const(Value::Int(bits)) if Some(bits.width()) == width => drop(numbers.insert(bits.signed())),
            _ => {}
        });
        let constants = numbers.into_iter().rev().take(MOST_LIMITS - 1);
        let mut limits: Vec<ExprId> =
            variables.into_iter().take(MOST_LIMITS).map(|var| self.program.var(var)).collect();
        limits.extend(constants.filter_map(|n| self.program.int_const(ty, n).ok()).collect::<Vec<_>>());
        limits
    }
    /// `low < j` and `j < high`, or with `<=`, implies what is said.
    fn range(&mut self, low: (Binary, ExprId), bound: VarId, high: (Binary, ExprId), said: ExprId) {
        let j = self.program.var(bound);
        let above = self.program.binary(low.0, low.1, j);
        let below = self.program.binary(high.0, j, high.1);
        self.forall(bound, above.ok(), below.ok(), said);
    }
    fn forall(&mut self, bound: VarId, above: Option<ExprId>, below: Option<ExprId>, said: ExprId) {
        let (Some(above), Some(below)) = (above, below) else { return };
        let Ok(range) = self.program.binary(Binary::And, above, below) else { return };
        let Ok(body) = self.program.binary(Binary::Implies, range, said) else { return };
        let ty = self.program.types.bool();
        self.found.extend(self.program.add_expr(ExprKind::Forall(vec![bound], body), ty, None));
    }
}

/// What a procedure branches on and checks.
fn conditions_of(program: &Program, procedure: ProcId) -> Vec<ExprId> {
    let mut found = Vec::new();
    for block in program.procedures[procedure].blocks.values() {
        for statement in &block.statements {
            if let StatementKind::Check { condition, .. } = &statement.kind {
                found.push(*condition);
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            found.push(*condition);
        }
    }
    found
}

/// The expression with a variable replaced; none if it has parts that cannot be copied.
fn substitute(program: &mut Program, expr: ExprId, from: VarId, to: ExprId) -> Option<ExprId> {
    let node = program.expr(expr).clone();
    let mut again = |e: &ExprId| substitute(program, *e, from, to);
    let kind = match &node.kind {
        ExprKind::Var(var) if *var == from => {
            let same = program.type_of(to) == node.ty;
            return if same { Some(to) } else { program.convert(cairn_ir::Convert::Retype, to, node.ty).ok() };
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
