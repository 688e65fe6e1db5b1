//! What is known of logic functions, said to whoever proves.
//!
//! A logic function is any function to provers. [`define`] makes a fact of each definition that says what it seems to: the
//! recursion ends, because an integer comes nearer to a bound with each step, and no number leaves the machine integers that
//! stand for mathematical ones. A function whose definition is not understood that far loses it: then nothing is known of
//! it, in executions neither. [`state_facts`] assumes at an entry what is known of the functions that come up there, and
//! [`lemmas`] makes a procedure of each lemma, whose only check is that it holds: by what stands before it, and by itself
//! for the integer one nearer to the bound, where a function in it recurs that way.

use super::narrow;
use crate::rewrite::{Rewriter, Rule};
use cairn_ir::{
    Binary, CheckKind, Convert, Expr, ExprId, ExprKind, InputRole, Origin, Place, ProcId, ProcedureRole, Program,
    Statement, StatementKind, Terminator, Unary, Value, VarId, VariableKind,
};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A step of the recursion adds less than two to this power. So many steps there are at most, and so far away the values
/// are with which it ends, that results have bits to spare.
const STEP_BITS: u64 = 66;
const END_BITS: u64 = 140;
const RESULT_BITS: u32 = 144;
/// Definitions inside each other that are looked through.
const MOST_NODES: usize = 20_000;

/// How a recursion ends: a parameter comes nearer to a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Descent {
    parameter: VarId,
    /// -1: from above.
    step: i64,
    /// Another parameter, or only a number.
    bound: Option<VarId>,
}

/// Whether a logic function, or a fact, is applied.
pub fn applies(program: &Program, root: ExprId) -> bool {
    let mut found = Vec::new();
    applied(program, root, &mut found);
    !found.is_empty()
}
/// The logic functions that are applied.
fn applied(program: &Program, root: ExprId, found: &mut Vec<ProcId>) {
    let (mut open, mut seen) = (vec![root], FxHashSet::default());
    while let Some(expr) = open.pop() {
        if seen.insert(expr) {
            let kind = &program.expr(expr).kind;
            if let ExprKind::Apply(function, _) = kind {
                found.push(*function);
            }
            kind.for_each_child(|child| open.push(child));
        }
    }
}
fn all_of(program: &Program, is: impl Fn(&ProcedureRole) -> bool) -> Vec<ProcId> {
    program.procedures.iter().filter(|(_, own)| is(&own.role)).map(|(id, _)| id).collect()
}

// ---- definitions ----

/// Facts of definitions; what is not understood is forgotten. Facts that were stated are said without mathematical integers.
pub fn define(program: &mut Program) {
    for fact in all_of(program, ProcedureRole::is_fact) {
        let Some(condition) = program.procedures[fact].definition(program) else { continue };
        let narrowed = narrow::narrow_fact(program, condition);
        redefine(program, fact, narrowed);
    }
    for function in all_of(program, |role| *role == ProcedureRole::Logic) {
        let Some(body) = program.procedures[function].definition(program) else { continue };
        let known = descent(program, function, body).is_some() && is_bounded(program, function, body);
        if !known || fact_of(program, function, body).is_none() {
            program.procedures[function].contract.ensures.clear();
        }
    }
}
fn redefine(program: &mut Program, fact: ProcId, condition: Option<ExprId>) {
    let own = &program.procedures[fact];
    let result = own.results.first().copied();
    let made = result.zip(condition).and_then(|(result, condition)| {
        let result = program.var(result);
        program.binary(Binary::Equal, result, condition).ok()
    });
    program.procedures[fact].contract.ensures = made.into_iter().collect();
}
/// For all arguments the function is what its definition says.
fn fact_of(program: &mut Program, function: ProcId, body: ExprId) -> Option<()> {
    let own = program.procedures[function].clone();
    let name = program.unused_name(&format!("definition of {}", own.name));
    let fact = program.add_procedure(name);
    program.procedures[fact].role = ProcedureRole::Fact;
    let (mut vars, mut arguments, mut meaning) = (Vec::new(), Vec::new(), FxHashMap::default());
    for parameter in &own.parameters {
        let variable = program.variables[*parameter].clone();
        let bound = program.add_variable(variable.name, variable.ty, VariableKind::Bound, Some(fact));
        vars.push(bound);
        arguments.push(program.var(bound));
        meaning.insert(*parameter, program.var(bound));
    }
    let result = own.results.first()?;
    let truth = program.types.bool();
    program.add_variable("holds", truth, VariableKind::Result, Some(fact));
    let ty = program.variables[*result].ty;
    let value = program.add_expr(ExprKind::Apply(function, arguments), ty, None).ok()?;
    // Where the recursion ends, said by itself: so that no further step is followed to see it.
    let mut ends = Vec::new();
    let number = match program.expr(body).kind {
        ExprKind::Convert(Convert::MathToInt, number) => number,
        _ => body,
    };
    endings(program, function, (number, ty), value, &mut Vec::new(), &mut ends)?;
    ends.extend(fits(program, value));
    let body = program.binary(Binary::Equal, value, body).ok()?;
    let mut all = None;
    for mut condition in std::iter::once(body).chain(ends) {
        condition = narrow::narrow_fact(program, condition)?;
        condition = replaced(program, condition, &meaning)?;
        if !vars.is_empty() {
            condition = program.add_expr(ExprKind::Forall(vars.clone(), condition), truth, None).ok()?;
        }
        all = Some(match all {
            Some(all) => program.binary(Binary::And, all, condition).ok()?,
            None => condition,
        });
    }
    redefine(program, fact, all);
    Some(())
}
/// What the function is where no recursion is needed: conditions that imply its value.
fn endings(
    program: &mut Program,
    function: ProcId,
    (expr, ty): (ExprId, cairn_ir::TypeId),
    value: ExprId,
    path: &mut Vec<ExprId>,
    found: &mut Vec<ExprId>,
) -> Option<()> {
    let mut own = Vec::new();
    applied(program, expr, &mut own);
    if !own.contains(&function) {
        if path.is_empty() {
            return Some(());
        }
        let is_math = program.type_of(expr) != program.type_of(value)
            && matches!(program.types.kind(program.type_of(expr)), cairn_ir::TypeKind::MathInt);
        let end = if is_math { program.convert(Convert::MathToInt, expr, ty).ok()? } else { expr };
        let mut rule = program.binary(Binary::Equal, value, end).ok()?;
        for condition in path.iter().rev() {
            rule = program.binary(Binary::Implies, *condition, rule).ok()?;
        }
        found.push(rule);
        return Some(());
    }
    if let ExprKind::If(condition, then, otherwise) = program.expr(expr).kind {
        let mut functions = Vec::new();
        applied(program, condition, &mut functions);
        if !functions.contains(&function) && path.len() < 8 {
            let not = program.unary(Unary::Not, condition).ok()?;
            for (condition, branch) in [(condition, then), (not, otherwise)] {
                path.push(condition);
                endings(program, function, (branch, ty), value, path, found)?;
                path.pop();
            }
        }
    }
    Some(())
}
/// That a result is far from the limits of its type: see [`is_bounded`].
fn fits(program: &mut Program, value: ExprId) -> Option<ExprId> {
    let ty = program.type_of(value);
    if program.types.int_width(ty) != Some(RESULT_BITS) {
        return None;
    }
    let limit: BigInt = BigInt::one() << (END_BITS + 1);
    let (low, high) = (program.int_const(ty, -&limit).ok()?, program.int_const(ty, limit).ok()?);
    let less = Binary::Less(cairn_ir::Sign::Signed);
    let (above, below) = (program.binary(less, low, value).ok()?, program.binary(less, value, high).ok()?);
    program.binary(Binary::And, above, below).ok()
}

struct Replace<'m>(&'m FxHashMap<VarId, ExprId>);

impl Rule for Replace<'_> {
    fn pass(&self) -> &'static str {
        super::writer::NAME
    }
    fn replace(&mut self, _: &mut Program, node: &Expr) -> Result<Option<ExprId>, crate::pass::Error> {
        Ok(match &node.kind {
            ExprKind::Var(var) => self.0.get(var).copied(),
            _ => None,
        })
    }
}
fn replaced(program: &mut Program, root: ExprId, meaning: &FxHashMap<VarId, ExprId>) -> Option<ExprId> {
    Rewriter::new(Replace(meaning)).expr(program, root).ok()
}

// ---- recursion ends ----

/// A recursive application, and what holds where it is evaluated.
struct Recursion {
    arguments: Vec<ExprId>,
    guards: Vec<(ExprId, bool)>,
}

/// How the recursion of a function ends; an inner none where there is none. A function through which another one comes back is
/// not understood.
#[allow(clippy::option_option)]
fn descent(program: &mut Program, function: ProcId, body: ExprId) -> Option<Option<Descent>> {
    let mut direct = Vec::new();
    applied(program, body, &mut direct);
    let (mut open, mut seen) = (direct, BTreeSet::new());
    while let Some(next) = open.pop() {
        if next == function || !seen.insert(next) {
            continue;
        }
        let mut further = Vec::new();
        if let Some(body) = program.procedures[next].definition(program) {
            applied(program, body, &mut further);
        }
        if further.contains(&function) {
            return None;
        }
        open.extend(further);
    }
    let mut found = Vec::new();
    recursions(program, function, body, &mut Vec::new(), &mut found, &mut 0)?;
    let mut agreed: Option<Descent> = None;
    for recursion in &found {
        let own = descends(program, function, recursion)?;
        if agreed.as_ref().is_some_and(|known| *known != own) {
            return None;
        }
        agreed = Some(own);
    }
    Some(agreed)
}
/// Every recursive application with what holds there. What is evaluated only if something holds is guarded by it.
fn recursions(
    program: &Program,
    function: ProcId,
    expr: ExprId,
    guards: &mut Vec<(ExprId, bool)>,
    found: &mut Vec<Recursion>,
    visited: &mut usize,
) -> Option<()> {
    *visited += 1;
    if *visited > MOST_NODES {
        return None;
    }
    let mut guarded = |program: &Program, own: &[(ExprId, bool)], expr, found: &mut Vec<Recursion>| {
        guards.extend_from_slice(own);
        let result = recursions(program, function, expr, guards, found, visited);
        guards.truncate(guards.len() - own.len());
        result
    };
    match &program.expr(expr).kind {
        ExprKind::If(c, a, b) => {
            guarded(program, &[], *c, found)?;
            guarded(program, &[(*c, true)], *a, found)?;
            guarded(program, &[(*c, false)], *b, found)
        }
        ExprKind::Binary(Binary::And | Binary::Implies, a, b) => {
            guarded(program, &[], *a, found)?;
            guarded(program, &[(*a, true)], *b, found)
        }
        ExprKind::Binary(Binary::Or, a, b) => {
            guarded(program, &[], *a, found)?;
            guarded(program, &[(*a, false)], *b, found)
        }
        kind => {
            let mut children = Vec::new();
            kind.for_each_child(|child| children.push(child));
            for child in &children {
                guarded(program, &[], *child, found)?;
            }
            if let ExprKind::Apply(applied, arguments) = kind
                && *applied == function
            {
                found.push(Recursion { arguments: arguments.clone(), guards: guards.clone() });
            }
            Some(())
        }
    }
}
/// The parameter that comes nearer to a bound, if all others that are integers stay as they are.
fn descends(program: &mut Program, function: ProcId, recursion: &Recursion) -> Option<Descent> {
    let parameters = program.procedures[function].parameters.clone();
    let mut moving = None;
    for (parameter, argument) in parameters.iter().zip(&recursion.arguments) {
        let ExprKind::Convert(Convert::MathToInt, number) = program.expr(*argument).kind else { continue };
        let form = Linear::of(program, number);
        match form {
            Some(Linear { parts, constant }) if parts.len() == 1 && parts.get(parameter) == Some(&1) => {
                if constant.is_zero() {
                    continue;
                }
                let step = i64::try_from(&constant).ok().filter(|step| step.abs() == 1)?;
                if moving.replace((*parameter, step)).is_some() {
                    return None;
                }
            }
            // Something else that surely fits, whatever it is given.
            _ => {
                let (low, high) = narrow::range(program, number)?;
                let width = program.types.int_width(program.type_of(*argument))?;
                let limit = BigInt::one() << width.saturating_sub(2);
                if low <= -&limit || high >= limit {
                    return None;
                }
            }
        }
    }
    let (parameter, step) = moving?;
    let width = program.types.int_width(program.variables[parameter].ty)?;
    // The distance to the bound, counted so that it becomes smaller: at least one before the step.
    for guard in &recursion.guards {
        let Some(difference) = at_least_zero(program, guard.0, guard.1) else { continue };
        let own = difference.parts.get(&parameter).copied().unwrap_or(0);
        if own != -step {
            continue;
        }
        let mut rest = difference.parts.clone();
        rest.remove(&parameter);
        let distance = -&difference.constant;
        match rest.iter().collect::<Vec<_>>()[..] {
            // `p - c >= 0`: the step stays within the type.
            [] if distance.bits() + 2 < u64::from(width) => return Some(Descent { parameter, step, bound: None }),
            // `p - q >= c`, c at least 1: the step stays between.
            [(bound, sign)] if *sign == step && distance >= BigInt::one() && parameters.contains(bound) => {
                let bound_type = program.variables[*bound].ty;
                if program.types.int_width(bound_type) != Some(width) {
                    continue;
                }
                let position = parameters.iter().position(|own| own == bound)?;
                let stays = program.expr(recursion.arguments[position]).kind.clone();
                let ExprKind::Convert(Convert::MathToInt, number) = stays else { continue };
                let form = Linear::of(program, number)?;
                if form.constant.is_zero() && form.parts.len() == 1 && form.parts.get(bound) == Some(&1) {
                    return Some(Descent { parameter, step, bound: Some(*bound) });
                }
            }
            _ => {}
        }
    }
    None
}
/// A sum of variables with factors, and a number.
#[derive(Clone, Default, Debug)]
struct Linear {
    parts: FxHashMap<VarId, i64>,
    constant: BigInt,
}

impl Linear {
    fn of(program: &Program, expr: ExprId) -> Option<Self> {
        Self::within(program, expr, 0)
    }
    fn within(program: &Program, expr: ExprId, depth: u32) -> Option<Self> {
        if depth > 32 {
            return None;
        }
        match &program.expr(expr).kind {
            ExprKind::Const(Value::MathInt(value)) => Some(Self { constant: value.clone(), ..Self::default() }),
            ExprKind::Convert(Convert::IntToMath(cairn_ir::Sign::Signed), inner) => match program.expr(*inner).kind {
                ExprKind::Var(var) => Some(Self { parts: FxHashMap::from_iter([(var, 1)]), ..Self::default() }),
                _ => None,
            },
            ExprKind::Binary(Binary::MathAdd, a, b) => {
                Some(Self::within(program, *a, depth + 1)?.plus(&Self::within(program, *b, depth + 1)?, 1))
            }
            ExprKind::Binary(Binary::MathSubtract, a, b) => {
                Some(Self::within(program, *a, depth + 1)?.plus(&Self::within(program, *b, depth + 1)?, -1))
            }
            ExprKind::Unary(Unary::MathNegate, a) => {
                Some(Self::default().plus(&Self::within(program, *a, depth + 1)?, -1))
            }
            _ => None,
        }
    }
    fn plus(mut self, other: &Self, factor: i64) -> Self {
        self.constant += &other.constant * factor;
        for (var, own) in &other.parts {
            *self.parts.entry(*var).or_insert(0) += own * factor;
        }
        self.parts.retain(|_, factor| *factor != 0);
        self
    }
}

/// What a condition says of a difference: that it is not negative.
fn at_least_zero(program: &Program, condition: ExprId, holds: bool) -> Option<Linear> {
    let (op, a, b) = match &program.expr(condition).kind {
        ExprKind::Unary(Unary::Not, inner) => return at_least_zero(program, *inner, !holds),
        ExprKind::Binary(op, a, b) => (*op, *a, *b),
        _ => return None,
    };
    let (a, b) = match op {
        Binary::MathLess | Binary::MathLessEqual => (Linear::of(program, a)?, Linear::of(program, b)?),
        _ => return None,
    };
    let is_strict = (op == Binary::MathLess) == holds;
    let mut difference = if holds { b.plus(&a, -1) } else { a.plus(&b, -1) };
    if is_strict {
        difference.constant -= 1;
    }
    Some(difference)
}

// ---- results fit ----

/// Whether the value of a function surely fits its result: each step of the recursion adds little, and it ends with little.
fn is_bounded(program: &mut Program, function: ProcId, body: ExprId) -> bool {
    if program.types.int_width(program.type_of(body)) != Some(RESULT_BITS) {
        return true;
    }
    match program.expr(body).kind {
        ExprKind::Convert(Convert::MathToInt, number) => ends_small(program, function, number, 0),
        _ => false,
    }
}
fn ends_small(program: &mut Program, function: ProcId, expr: ExprId, depth: u32) -> bool {
    let speaks = |program: &Program, expr| {
        let mut found = Vec::new();
        applied(program, expr, &mut found);
        found.contains(&function)
    };
    let fits = |program: &mut Program, expr, bits| {
        narrow::range(program, expr).is_some_and(|(low, high)| low.bits() < bits && high.bits() < bits)
    };
    if depth > 64 {
        return false;
    }
    if is_itself(program, function, expr) {
        return true;
    }
    match program.expr(expr).kind {
        ExprKind::If(_, a, b) => {
            ends_small(program, function, a, depth + 1) && ends_small(program, function, b, depth + 1)
        }
        ExprKind::Binary(Binary::MathAdd, a, b) if is_itself(program, function, a) && !speaks(program, b) => {
            fits(program, b, STEP_BITS)
        }
        ExprKind::Binary(Binary::MathAdd, a, b) if is_itself(program, function, b) && !speaks(program, a) => {
            fits(program, a, STEP_BITS)
        }
        ExprKind::Binary(Binary::MathSubtract, a, b) if is_itself(program, function, a) && !speaks(program, b) => {
            fits(program, b, STEP_BITS)
        }
        _ => !speaks(program, expr) && fits(program, expr, END_BITS),
    }
}
fn is_itself(program: &Program, function: ProcId, expr: ExprId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Convert(Convert::IntToMath(cairn_ir::Sign::Signed), inner) => {
            matches!(&program.expr(inner).kind, ExprKind::Apply(applied, _) if *applied == function)
        }
        _ => false,
    }
}

// ---- where facts are needed ----

/// Definitions alone, in programs that are executed: whether lemmas and axioms hold is not asked there.
pub fn state_definitions(program: &mut Program, entries: &[ProcId]) {
    for entry in entries {
        state(program, *entry, &|role| *role == ProcedureRole::Fact, usize::MAX);
    }
}
/// Everything known. What is taken for granted is given back by name.
pub fn state_facts(program: &mut Program, entry: ProcId) -> Vec<String> {
    // A lemma follows from what stands before it.
    let before = lemma_of(program, entry).map_or(usize::MAX, |lemma| lemma.0 as usize);
    let facts = state(program, entry, &|_| true, before);
    let assumed = facts.iter().map(|fact| &program.procedures[*fact]);
    let word = |own: &cairn_ir::Procedure| match own.role {
        ProcedureRole::Axiom => Some(own.name.to_string()),
        ProcedureRole::Lemma => Some(lemma_name(own)),
        _ => None,
    };
    assumed.filter_map(word).collect()
}
fn state(
    program: &mut Program,
    entry: ProcId,
    is_wanted: &dyn Fn(&ProcedureRole) -> bool,
    before: usize,
) -> Vec<ProcId> {
    let mut used = BTreeSet::new();
    for id in crate::CallGraph::new(program).reachable(&[entry]) {
        let mut roots = Vec::new();
        for block in program.procedures[id].blocks.values() {
            for statement in &block.statements {
                crate::rewrite::for_each_expr(&statement.kind, |expr| roots.push(expr));
            }
            roots.extend(crate::rewrite::terminator_expr(&block.terminator));
        }
        let mut found = Vec::new();
        roots.iter().for_each(|root| applied(program, *root, &mut found));
        used.extend(found);
    }
    let mut stated = Vec::new();
    if used.is_empty() {
        return stated;
    }
    let mut open = all_of(program, |role| role.is_fact() && is_wanted(role));
    open.retain(|fact| program.procedures[*fact].role != ProcedureRole::Lemma || (fact.0 as usize) < before);
    loop {
        let (now, later): (Vec<ProcId>, Vec<ProcId>) = open.iter().partition(|fact| {
            let mut functions = Vec::new();
            if let Some(condition) = program.procedures[**fact].definition(program) {
                applied(program, condition, &mut functions);
            }
            functions.iter().any(|function| used.contains(function))
        });
        if now.is_empty() {
            break;
        }
        for fact in &now {
            if let Some(condition) = program.procedures[*fact].definition(program) {
                let mut functions = Vec::new();
                applied(program, condition, &mut functions);
                // What a lemma says of other functions is not looked into.
                if program.procedures[*fact].role == ProcedureRole::Fact {
                    used.extend(functions);
                }
            }
        }
        stated.extend(now);
        open = later;
    }
    stated.sort_unstable();
    let truth = program.types.bool();
    let mut statements = Vec::new();
    for fact in &stated {
        let Ok(condition) = program.add_expr(ExprKind::Apply(*fact, Vec::new()), truth, None) else { continue };
        statements
            .push(Statement { kind: StatementKind::Assume(condition), origin: Origin::pass(None, "logic functions") });
    }
    let block = &mut program.procedures[entry].blocks[cairn_ir::Procedure::ENTRY];
    block.statements.splice(0..0, statements);
    stated
}

// ---- lemmas ----

/// The lemma that a procedure shows.
fn lemma_of(program: &Program, procedure: ProcId) -> Option<ProcId> {
    let own = &program.procedures[procedure];
    if own.role != ProcedureRole::Source {
        return None;
    }
    let is_it = |lemma: &ProcId| program.procedures[*lemma].span == own.span && own.span.is_some();
    all_of(program, |role| *role == ProcedureRole::Lemma).into_iter().find(is_it)
}
/// How people call a lemma.
fn lemma_name(lemma: &cairn_ir::Procedure) -> String {
    format!("lemma {}", lemma.name.strip_suffix(" as a lemma").unwrap_or(&lemma.name))
}
/// A procedure for each lemma that checks that it holds.
pub fn lemmas(program: &mut Program) -> Vec<ProcId> {
    let all = all_of(program, |role| *role == ProcedureRole::Lemma);
    all.into_iter().map(|lemma| shown(program, lemma)).collect()
}
fn shown(program: &mut Program, lemma: ProcId) -> ProcId {
    let own = program.procedures[lemma].clone();
    let name = program.unused_name(&lemma_name(&own));
    let goal = program.add_procedure(name);
    program.procedures[goal].span = own.span;
    let block = program.add_block(goal, "start");
    let stated = own.definition(program);
    let (vars, body) = match stated.map(|condition| program.expr(condition).kind.clone()) {
        Some(ExprKind::Forall(vars, body)) => (vars, Some(body)),
        _ => (Vec::new(), stated),
    };
    let (mut meaning, mut statements) = (FxHashMap::default(), Vec::new());
    for var in &vars {
        let variable = program.variables[*var].clone();
        let local = program.add_variable(variable.name, variable.ty, VariableKind::Local, Some(goal));
        meaning.insert(*var, program.var(local));
        let kind = StatementKind::Havoc { target: Place::var(local) };
        statements.push(Statement { kind, origin: Origin { span: own.span, reason: InputRole::EntryState.into() } });
    }
    let condition = body.and_then(|body| {
        let body = with_induction(program, body, &vars).unwrap_or(body);
        replaced(program, body, &meaning)
    });
    let (kind, text, condition) = match condition {
        Some(condition) => (CheckKind::Assertion, format!("the {}", lemma_name(&own)), condition),
        None => {
            let text = format!("the {}, whose numbers have no bounds", lemma_name(&own));
            (CheckKind::Unsupported, text, program.bool_const(false))
        }
    };
    let property = program.add_property(kind, Some(goal), text, own.span);
    let kind = StatementKind::Check { property, condition };
    statements.push(Statement { kind, origin: Origin::pass(own.span, "lemma") });
    let block = &mut program.procedures[goal].blocks[block];
    block.statements = statements;
    block.terminator = Terminator::Return;
    block.terminator_origin = Origin::pass(own.span, "lemma");
    goal
}
/// What holds, or it does so for the integer one nearer to the bound of a recursive function, implies what is to be shown.
fn with_induction(program: &mut Program, body: ExprId, vars: &[VarId]) -> Option<ExprId> {
    let (mut open, mut seen) = (vec![body], FxHashSet::default());
    let mut applications = Vec::new();
    while let Some(expr) = open.pop() {
        if seen.insert(expr) {
            let kind = program.expr(expr).kind.clone();
            kind.for_each_child(|child| open.push(child));
            if let ExprKind::Apply(function, arguments) = kind {
                applications.push((expr, function, arguments));
            }
        }
    }
    applications.sort_by_key(|(expr, ..)| *expr);
    for (_, function, arguments) in applications {
        let Some(definition) = program.procedures[function].definition(program) else { continue };
        let Some(Some(descent)) = descent(program, function, definition) else { continue };
        let parameters = program.procedures[function].parameters.clone();
        let at = |wanted: VarId| parameters.iter().position(|parameter| *parameter == wanted);
        let Some(own) = at(descent.parameter).map(|position| arguments[position]) else { continue };
        let Some(variable) = variable_of(program, own).filter(|variable| vars.contains(variable)) else { continue };
        let ty = program.type_of(own);
        let bound = match descent.bound {
            Some(bound) => arguments[at(bound)?],
            None => program.int_const(ty, 0).ok()?,
        };
        // The bound must be the same in the step before.
        let is_fixed = match variable_of(program, bound) {
            Some(other) => other != variable && vars.contains(&other),
            None => matches!(program.expr(bound).kind, ExprKind::Const(_)),
        };
        if !is_fixed {
            continue;
        }
        let one = program.int_const(ty, 1).ok()?;
        let less = Binary::Less(cairn_ir::Sign::Signed);
        let (guard, nearer) = match descent.step {
            -1 => (program.binary(less, bound, own).ok()?, program.binary(Binary::Subtract, own, one).ok()?),
            _ => (program.binary(less, own, bound).ok()?, program.binary(Binary::Add, own, one).ok()?),
        };
        let before = replaced(program, body, &FxHashMap::from_iter([(variable, nearer)]))?;
        let known = program.binary(Binary::Implies, guard, before).ok()?;
        return program.binary(Binary::Implies, known, body).ok();
    }
    None
}
fn variable_of(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.expr(expr).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert(Convert::Retype, inner) => variable_of(program, inner),
        _ => None,
    }
}
