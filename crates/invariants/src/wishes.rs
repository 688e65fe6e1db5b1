//! What would make conditions simpler to write: that a sum in them does not overflow at the head of the loop, that a
//! number is not negative. It is put into a copy of the program as checks and proved as everything else is.

use crate::words::{self, Dialect};
use crate::{Clause, Found, Head, SourceLoop};
use cairn_base::Budget;
use cairn_engines::bmc;
use cairn_ir::{
    Binary, CheckKind, ExprId, ExprKind, Origin, Program, PropertyId, Sign, Statement, StatementKind, Unary, Value,
    VariableKind,
};
use cairn_verify::request::Request;
use cairn_verify::run::{self, Subject};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Time for one round of proofs. Without them the words are longer, and as true.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is not proved is taken out, and the rest tried again.
const ROUNDS: usize = 3;

/// Something about an expression that would help.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Wish {
    pub expr: ExprId,
    pub what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum What {
    /// The operation does not overflow, with its operands of this sign.
    Fits(Sign),
    NotNegative,
}

/// What is known to hold at the heads of loops.
#[derive(Clone, Debug, Default)]
pub struct Helps {
    /// The program whose expressions these are.
    program: Option<Arc<Program>>,
    holds: BTreeMap<Head, BTreeSet<Wish>>,
}

impl Helps {
    pub(crate) fn holds(&self, of: &SourceLoop, clause: &Clause, wish: Wish) -> bool {
        let same = self.program.as_ref().is_some_and(|program| Arc::ptr_eq(program, &clause.program));
        same && self.holds.get(&(of.procedure, of.head)).is_some_and(|list| list.contains(&wish))
    }
}

/// Proves what would make the words of a dialect simpler.
pub(crate) fn fulfil(found: &Found, dialect: Dialect, request: &Request, budget: &Budget) -> Helps {
    let Some((subject, program)) = found.subject.as_ref().zip(most_used(found)) else { return Helps::default() };
    let mut holds = wishes(found, dialect, &program);
    for _ in 0..ROUNDS {
        if holds.is_empty() || budget.check().is_err() {
            break;
        }
        let wanted: usize = holds.values().map(BTreeSet::len).sum();
        let (instrumented, checks) = instrumented(&program, &holds);
        // What comes after an unsupported construct is proved only where that cannot be reached, so it is asked for too.
        let is_construct = |id: &PropertyId| program.properties[*id].kind == CheckKind::Unsupported;
        let constructs = subject.properties.iter().copied().filter(is_construct);
        let properties: Vec<PropertyId> = constructs.chain(checks.iter().map(|(property, _)| *property)).collect();
        let options = bmc::Options { properties: properties.clone(), ..subject.options.clone() };
        let subject = Subject { program: instrumented, loop_bounds: None, properties, options };
        let proved = run::proved(subject, request, &budget.within(PATIENCE));
        let is_proved = |head: &Head, wish: &Wish| {
            checks.iter().any(|(property, about)| *about == (*head, *wish) && proved.contains(property))
        };
        for (head, list) in &mut holds {
            list.retain(|wish| is_proved(head, wish));
        }
        holds.retain(|_, list| !list.is_empty());
        // A check is proved for executions that pass those before it: only together do they stand.
        if holds.values().map(BTreeSet::len).sum::<usize>() == wanted {
            return Helps { program: Some(program), holds };
        }
    }
    Helps::default()
}

/// The program that most clauses are expressions of.
fn most_used(found: &Found) -> Option<Arc<Program>> {
    let clauses: Vec<&Clause> = found.loops.iter().flat_map(|l| l.activations.iter().flatten()).collect();
    let uses = |clause: &&Clause| clauses.iter().filter(|c| Arc::ptr_eq(&c.program, &clause.program)).count();
    clauses.iter().copied().max_by_key(uses).map(|clause| Arc::clone(&clause.program))
}

fn wishes(found: &Found, dialect: Dialect, program: &Arc<Program>) -> BTreeMap<Head, BTreeSet<Wish>> {
    let mut all = BTreeMap::new();
    for of_loop in &found.loops {
        let asked = RefCell::new(BTreeSet::new());
        let ask = |wish: Wish| {
            if !is_quantified(program, wish.expr) {
                asked.borrow_mut().insert(wish);
            }
            false
        };
        for clause in of_loop.activations.iter().flatten().filter(|c| Arc::ptr_eq(&c.program, program)) {
            // Whether it has words is not the question here.
            let _ = words::condition(program, dialect, clause.condition, &ask);
        }
        all.insert((of_loop.procedure, of_loop.head), asked.into_inner());
    }
    all.retain(|_, list: &mut BTreeSet<Wish>| !list.is_empty());
    all
}

/// Whether an expression speaks of the variable of a quantifier.
fn is_quantified(program: &Program, expr: ExprId) -> bool {
    crate::variables(program, expr).iter().any(|var| program.variables[*var].kind == VariableKind::Bound)
}

type Checks = Vec<(PropertyId, (Head, Wish))>;

/// The program with the wishes as checks at the heads of their loops.
fn instrumented(program: &Program, wishes: &BTreeMap<Head, BTreeSet<Wish>>) -> (Program, Checks) {
    let mut result = program.clone();
    let mut checks = Vec::new();
    for (head, list) in wishes {
        for wish in list.iter().rev() {
            let Some(condition) = condition(&mut result, *wish) else { continue };
            let property = result.add_property(CheckKind::Assertion, Some(head.0), "an invariant is simple", None);
            let kind = StatementKind::Check { property, condition };
            let statement = Statement { kind, origin: Origin::default() };
            result.procedures[head.0].blocks[head.1].statements.insert(0, statement);
            checks.push((property, (*head, *wish)));
        }
    }
    (result, checks)
}

fn condition(program: &mut Program, wish: Wish) -> Option<ExprId> {
    let boolean = program.types.bool();
    let overflows = match (wish.what, program.expr(wish.expr).kind.clone()) {
        (What::NotNegative, _) => {
            let ty = program.type_of(wish.expr);
            let cairn_ir::TypeKind::Int(width) = *program.types.kind(ty) else { return None };
            let zero = program.constant(Value::int(width, 0), ty).ok()?;
            let kind = ExprKind::Binary(Binary::LessEqual(Sign::Signed), zero, wish.expr);
            return program.add_expr(kind, boolean, None).ok();
        }
        (What::Fits(sign), ExprKind::Binary(Binary::Add, a, b)) => (Binary::AddOverflows(sign), a, b),
        (What::Fits(sign), ExprKind::Binary(Binary::Subtract, a, b)) => (Binary::SubtractOverflows(sign), a, b),
        (What::Fits(sign), ExprKind::Binary(Binary::Multiply, a, b)) => (Binary::MultiplyOverflows(sign), a, b),
        _ => return None,
    };
    let (op, a, b) = overflows;
    let overflows = program.add_expr(ExprKind::Binary(op, a, b), boolean, None).ok()?;
    program.add_expr(ExprKind::Unary(Unary::Not, overflows), boolean, None).ok()
}
