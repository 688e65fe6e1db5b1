//! What the text of a procedure says about elements of arrays, and about the ranges its loops go through.

use cairn_ir::{
    Binary, ExprId, ExprKind, LoopPlace, PlaceBase, ProcId, Program, Projection, StatementKind, Terminator, TypeKind,
    Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Statements about elements that are looked at.
const MOST_FACTS: usize = 16;
/// Definitions that are followed to where a range begins or ends, and the size of what they may be.
const MOST_DEFINITIONS: usize = 4;
const MOST_NODES: usize = 8;

/// A condition about an element, with the variable that its index depends on.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    pub condition: ExprId,
    pub index: VarId,
}

/// Where a range ends.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub value: ExprId,
    /// The last element is the one before.
    pub before: bool,
}

/// What one procedure says.
pub(super) struct Text {
    pub facts: Vec<Fact>,
    pub limits: Vec<Limit>,
    /// What each variable that loops count with begins with.
    pub starts: BTreeMap<VarId, Vec<ExprId>>,
    /// Comparisons of scalars with constants, and flags.
    pub guards: Vec<ExprId>,
}

/// The variables that the long loops of a procedure change.
pub(super) fn counters(loops: &BTreeMap<LoopPlace, BTreeSet<VarId>>, procedure: ProcId) -> BTreeSet<VarId> {
    loops.iter().filter(|(place, _)| place.procedure == procedure).flat_map(|(_, v)| v.iter().copied()).collect()
}

impl Text {
    pub fn of(program: &mut Program, procedure: ProcId, counters: &BTreeSet<VarId>) -> Self {
        let mut stores = Vec::new();
        let mut conditions = Vec::new();
        let mut assigned: BTreeMap<VarId, Vec<ExprId>> = BTreeMap::new();
        for block in program.procedures[procedure].blocks.values() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        match (target.base.clone(), target.path.last()) {
                            (PlaceBase::Var(_), Some(Projection::Index(_))) => stores.push((target.clone(), *value)),
                            (PlaceBase::Var(var), None) => assigned.entry(var).or_default().push(*value),
                            _ => {}
                        }
                        if matches!(program.types.kind(program.type_of(*value)), TypeKind::Bool) {
                            conditions.push(*value);
                        }
                    }
                    StatementKind::Check { condition, .. } | StatementKind::Assume(condition) => {
                        conditions.push(*condition);
                    }
                    _ => {}
                }
            }
            if let Terminator::Branch { condition, .. } = &block.terminator {
                conditions.push(*condition);
            }
        }
        let conditions = parts(program, &conditions);
        let definitions = definitions(program, &assigned);
        let mut facts = Vec::new();
        for (target, value) in stores {
            let mut indices = Vec::new();
            target.for_each_expr(|e| indices.push(e));
            let Some(index) = counter(program, &indices, counters) else { continue };
            if let Ok(element) = program.read_place(&target)
                && let Ok(condition) = program.binary(Binary::Equal, element, value)
            {
                facts.push(Fact { condition, index });
            }
        }
        for condition in &conditions {
            let indices = indices(program, *condition);
            let Some(index) = counter(program, &indices, counters) else { continue };
            facts.push(Fact { condition: *condition, index });
            if let Ok(negated) = program.not(*condition) {
                facts.push(Fact { condition: negated, index });
            }
        }
        drop_repeated(program, &mut facts, |fact| fact.condition);
        facts.truncate(MOST_FACTS);
        let starts: BTreeMap<VarId, Vec<ExprId>> =
            counters.iter().map(|c| (*c, starts(program, *c, &assigned, &definitions))).collect();
        let limits = limits(program, &conditions, counters, &definitions, &starts);
        let guards = guards(program, &conditions, &facts, counters);
        Self { facts, limits, starts, guards }
    }
}

/// Conditions, without negations and those of conjunctions and disjunctions by part.
fn parts(program: &Program, conditions: &[ExprId]) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut open: Vec<ExprId> = conditions.iter().rev().copied().collect();
    while let Some(condition) = open.pop() {
        match &program.expr(condition).kind {
            ExprKind::Unary(cairn_ir::Unary::Not, inner) => open.push(*inner),
            ExprKind::Binary(Binary::And | Binary::Or, a, b) => open.extend([*b, *a]),
            _ => found.push(condition),
        }
    }
    found
}
/// Temporaries that have one value, as expressions.
fn definitions(program: &Program, assigned: &BTreeMap<VarId, Vec<ExprId>>) -> FxHashMap<VarId, ExprId> {
    let once = assigned.iter().filter(|(var, values)| program.variables[**var].temporary && values.len() == 1);
    once.map(|(var, values)| (*var, values[0])).filter(|(_, value)| is_small(program, *value)).collect()
}
fn is_small(program: &Program, expr: ExprId) -> bool {
    let (mut nodes, mut plain) = (0, true);
    walk(program, &[expr], |kind| {
        nodes += 1;
        plain &= !matches!(kind, ExprKind::Index(..) | ExprKind::Load(_) | ExprKind::Contents(_));
    });
    plain && nodes <= MOST_NODES
}
fn resolved(program: &Program, mut expr: ExprId, definitions: &FxHashMap<VarId, ExprId>) -> ExprId {
    for _ in 0..MOST_DEFINITIONS {
        match &program.expr(expr).kind {
            ExprKind::Var(var) if definitions.contains_key(var) => expr = definitions[var],
            _ => break,
        }
    }
    expr
}
/// What a variable is set to outside of loops, as far as the text shows: no step of counting.
fn starts(
    program: &Program,
    counter: VarId,
    assigned: &BTreeMap<VarId, Vec<ExprId>>,
    definitions: &FxHashMap<VarId, ExprId>,
) -> Vec<ExprId> {
    let values = assigned.get(&counter).into_iter().flatten().map(|value| resolved(program, *value, definitions));
    let mut values: Vec<ExprId> = values.filter(|value| !variables(program, *value).contains(&counter)).collect();
    values.retain(|value| is_small(program, *value));
    drop_repeated(program, &mut values, |value| *value);
    values
}
/// What variables that loops count with are compared with.
fn limits(
    program: &Program,
    conditions: &[ExprId],
    counters: &BTreeSet<VarId>,
    definitions: &FxHashMap<VarId, ExprId>,
    starts: &BTreeMap<VarId, Vec<ExprId>>,
) -> Vec<Limit> {
    let mut found = Vec::new();
    for condition in conditions {
        let ExprKind::Binary(op, a, b) = &program.expr(*condition).kind else { continue };
        for (counter, other, swapped) in [(a, b, false), (b, a, true)] {
            let counts = matches!(&program.expr(*counter).kind, ExprKind::Var(var) if counters.contains(var));
            let value = resolved(program, *other, definitions);
            if !counts || !is_small(program, value) {
                continue;
            }
            match op {
                // A check that an index is not below the first one says nothing about where a loop ends.
                Binary::LessEqual(_) if swapped => {}
                Binary::LessEqual(_) => found.push(Limit { value, before: false }),
                Binary::Less(_) => found.push(Limit { value, before: !swapped }),
                Binary::Equal | Binary::NotEqual => {
                    found.push(Limit { value, before: false });
                    found.push(Limit { value, before: true });
                }
                _ => {}
            }
        }
    }
    // What loops begin with they do not go to.
    let begins = |limit: &Limit| starts.values().flatten().any(|start| same(program, *start, limit.value));
    let mut kept: Vec<Limit> = Vec::new();
    for limit in found {
        if !begins(&limit) && !kept.iter().any(|k| k.before == limit.before && same(program, k.value, limit.value)) {
            kept.push(limit);
        }
    }
    kept
}
/// Conditions about scalars that loops change and that are no indices.
fn guards(program: &mut Program, conditions: &[ExprId], facts: &[Fact], counters: &BTreeSet<VarId>) -> Vec<ExprId> {
    let is_guard = |program: &Program, condition: &ExprId| match &program.expr(*condition).kind {
        ExprKind::Var(var) => counters.contains(var),
        ExprKind::Binary(_, a, b) => {
            let is_scalar = |e: &ExprId| {
                matches!(&program.expr(*e).kind, ExprKind::Var(var)
                    if counters.contains(var) && !facts.iter().any(|fact| fact.index == *var))
            };
            let is_constant = |e: &ExprId| matches!(program.expr(*e).kind, ExprKind::Const(_));
            is_scalar(a) && is_constant(b) || is_constant(a) && is_scalar(b)
        }
        _ => false,
    };
    let mut found: Vec<ExprId> = conditions.iter().copied().filter(|c| is_guard(program, c)).collect();
    for var in counters {
        let variable = &program.variables[*var];
        if matches!(program.types.kind(variable.ty), TypeKind::Bool) && !variable.temporary {
            found.push(program.var(*var));
        }
    }
    drop_repeated(program, &mut found, |guard| *guard);
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
/// The variables in an expression, but for those of which a component is meant.
pub(super) fn variables(program: &Program, expr: ExprId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &program.expr(expr).kind {
            ExprKind::Var(var) => drop(found.insert(*var)),
            ExprKind::Field(..) => {}
            kind => kind.for_each_child(|child| open.push(child)),
        }
    }
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
fn drop_repeated<T>(program: &Program, items: &mut Vec<T>, of: impl Fn(&T) -> ExprId) {
    let mut kept: Vec<ExprId> = Vec::new();
    items.retain(|item| {
        let new = !kept.iter().any(|known| same(program, *known, of(item)));
        if new {
            kept.push(of(item));
        }
        new
    });
}
/// Whether two expressions are the same text.
pub(super) fn same(program: &Program, a: ExprId, b: ExprId) -> bool {
    use ExprKind::{Binary, Const, Convert, Field, If, Index, Unary, Var};
    let (x, y) = (program.expr(a), program.expr(b));
    let again = |a: &ExprId, b: &ExprId| same(program, *a, *b);
    a == b
        || program.types.same_shape(x.ty, y.ty)
            && match (&x.kind, &y.kind) {
                (Var(a), Var(b)) => a == b,
                (Const(Value::Int(a)), Const(Value::Int(b))) => a == b,
                (Const(Value::Bool(a)), Const(Value::Bool(b))) => a == b,
                (Unary(f, a), Unary(g, b)) => f == g && again(a, b),
                (Convert(f, a), Convert(g, b)) => f == g && again(a, b),
                (Binary(f, a, c), Binary(g, b, d)) => f == g && again(a, b) && again(c, d),
                (Field(a, m), Field(b, n)) => m == n && again(a, b),
                (Index(a, c), Index(b, d)) => again(a, b) && again(c, d),
                (If(a, c, e), If(b, d, f)) => again(a, b) && again(c, d) && again(e, f),
                _ => false,
            }
}
