//! Conditional constant propagation in one procedure (after Wegman and Zadeck, 1991, but on variables and
//! blocks instead of single assignments).
//!
//! Known are the values of variables that are not in memory: constants, addresses of variables (for as long
//! as the variable's object stays the same), addresses of procedures. Locals and results begin as zero.
//! Calls make every global unknown.

use super::{NAME, fold};
use crate::flow::FlowGraph;
use crate::pass::Error;
use crate::rewrite::{Rewriter, Rule, assigned_places};
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, Expr, ExprId, ExprKind, Layout, Place, PlaceBase, ProcId, Procedure, Program, Projection, Statement,
    StatementKind, Terminator, TypeKind, Value, VarId, VariableKind,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Beyond this many facts in all blocks together nothing is propagated between blocks.
const FACT_LIMIT: usize = 20_000_000;

#[derive(Clone, PartialEq, Debug)]
enum Constant {
    Value(Value),
    /// The address of a variable, or of a component of it.
    Address(VarId, Vec<u32>),
    Procedure(ProcId),
}

/// What is known before a block; variables that are not in it can have any value.
type Facts = FxHashMap<VarId, Constant>;

/// Rewrites the body with what is known; decides branches on constants.
pub fn propagate(program: &mut Program, procedure: ProcId, keep_all: bool) -> Result<(), Error> {
    let body = program.procedures[procedure].clone();
    let facts = analyse(program, procedure, &body, keep_all)?;
    for (id, block) in body.blocks.iter() {
        let Some(known) = &facts[id.index()] else { continue };
        let mut known = known.clone();
        let mut statements = Vec::with_capacity(block.statements.len());
        let mut ends = false;
        for statement in &block.statements {
            let statement = step(program, &mut known, statement, keep_all)?;
            ends = never_passes(program, &statement);
            if !always_holds(program, &statement) {
                statements.push(statement);
            }
            if ends {
                break;
            }
        }
        let terminator = if ends { Terminator::Stop } else { decide(program, &known, &block.terminator, keep_all)? };
        let new = &mut program.procedures[procedure].blocks[id];
        new.statements = statements;
        new.terminator = terminator;
    }
    Ok(())
}

/// What is known before each block; none for blocks that are not reached.
fn analyse(
    program: &mut Program,
    procedure: ProcId,
    body: &Procedure,
    keep_all: bool,
) -> Result<Vec<Option<Facts>>, Error> {
    let graph = FlowGraph::new(body);
    let initial = initial_facts(program, procedure);
    let mut before: Vec<Option<Facts>> = vec![None; body.blocks.len()];
    if body.blocks.len().saturating_mul(initial.len() + 16) > FACT_LIMIT {
        graph.reverse_post_order().iter().for_each(|block| before[block.index()] = Some(Facts::default()));
        return Ok(before);
    }
    before[Procedure::ENTRY.index()] = Some(initial);
    let mut work: BTreeSet<usize> = [0].into();
    while let Some(place) = work.pop_first() {
        let block = graph.reverse_post_order()[place];
        let Some(mut known) = before[block.index()].clone() else { continue };
        let mut ends = false;
        for statement in &body.blocks[block].statements {
            let statement = step(program, &mut known, statement, keep_all)?;
            ends = never_passes(program, &statement);
            if ends {
                break;
            }
        }
        if ends {
            continue;
        }
        for next in decide(program, &known, &body.blocks[block].terminator, keep_all)?.successors() {
            if meet(&mut before[next.index()], &known) {
                work.extend(graph.position(next));
            }
        }
    }
    Ok(before)
}

/// Keeps what is known on both ways; tells whether anything changed.
fn meet(before: &mut Option<Facts>, other: &Facts) -> bool {
    match before {
        None => {
            *before = Some(other.clone());
            true
        }
        Some(facts) => {
            let count = facts.len();
            facts.retain(|var, constant| other.get(var) == Some(constant));
            facts.len() != count
        }
    }
}

fn initial_facts(program: &Program, procedure: ProcId) -> Facts {
    let body = &program.procedures[procedure];
    let layout = Layout::new(&program.types, program.target);
    let begins = body.locals.iter().chain(&body.results).filter(|var| {
        let variable = &program.variables[**var];
        let kind = program.types.kind(variable.ty);
        !variable.addressable && matches!(kind, TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer)
    });
    begins.filter_map(|var| Some((*var, Constant::Value(layout.zero(program.variables[*var].ty)?)))).collect()
}

/// A statement with what is known put in; afterwards `known` says what holds after it.
fn step(program: &mut Program, known: &mut Facts, statement: &Statement, keep_all: bool) -> Result<Statement, Error> {
    let mut rewriter = Rewriter::new(Known { facts: known, keep_all });
    let new = rewriter.statement(program, statement)?;
    match &new.kind {
        StatementKind::Assign { target, value } if target.path.is_empty() => {
            if let PlaceBase::Var(var) = target.base {
                known.remove(&var);
                if !program.variables[var].addressable {
                    known.extend(as_constant(program, *value).map(|constant| (var, constant)));
                }
            }
        }
        StatementKind::Live(var) | StatementKind::Dead(var) => {
            known.retain(|_, constant| !matches!(constant, Constant::Address(of, _) if of == var));
        }
        other => {
            if matches!(other, StatementKind::Call { .. }) {
                known.retain(|var, _| program.variables[*var].kind != VariableKind::Global);
            }
            for place in assigned_places(other) {
                if let PlaceBase::Var(var) = place.base {
                    known.remove(&var);
                }
            }
        }
    }
    Ok(new)
}

fn as_constant(program: &Program, value: ExprId) -> Option<Constant> {
    match &program.expr(value).kind {
        ExprKind::Const(value @ (Value::Bool(_) | Value::Int(_) | Value::Pointer(_) | Value::MathInt(_))) => {
            Some(Constant::Value(value.clone()))
        }
        ExprKind::ProcedureAddress(procedure) => Some(Constant::Procedure(*procedure)),
        ExprKind::AddressOf(Place { base: PlaceBase::Var(var), path }) => {
            let fields = path.iter().map(|projection| match projection {
                Projection::Field(n) => Some(*n),
                Projection::Index(_) | Projection::Member(_) => None,
            });
            Some(Constant::Address(*var, fields.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// A terminator with what is known put in: `goto` if it is decided.
fn decide(program: &mut Program, known: &Facts, terminator: &Terminator, keep_all: bool) -> Result<Terminator, Error> {
    let terminator = Rewriter::new(Known { facts: known, keep_all }).terminator(program, terminator)?;
    let value = |id: ExprId| match &program.expr(id).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    Ok(match &terminator {
        Terminator::Branch { then, otherwise, .. } if then == otherwise => Terminator::Goto(*then),
        Terminator::Branch { condition, then, otherwise } => match value(*condition) {
            Some(Value::Bool(true)) => Terminator::Goto(*then),
            Some(Value::Bool(false)) => Terminator::Goto(*otherwise),
            _ => terminator,
        },
        Terminator::Switch { value: on, cases, default } => match value(*on) {
            Some(value) => {
                let case = cases.iter().find(|(case, _)| case == value);
                Terminator::Goto(case.map_or(*default, |(_, block): &(Value, BlockId)| *block))
            }
            None => terminator,
        },
        _ => terminator,
    })
}

/// `assume true` says nothing. Checks stay.
fn always_holds(program: &Program, statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Assume(c)
        if program.expr(*c).kind == ExprKind::Const(Value::Bool(true)))
}

/// Nothing is executed after `check false` and `assume false`.
fn never_passes(program: &Program, statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
            program.expr(*condition).kind == ExprKind::Const(Value::Bool(false))
        }
        _ => false,
    }
}

/// Known variables to their values, then folding.
struct Known<'f> {
    facts: &'f Facts,
    /// Nothing may be dropped from expressions.
    keep_all: bool,
}

impl Rule for Known<'_> {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn enters_old(&self) -> bool {
        false
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        let ExprKind::Var(var) = node.kind else { return fold::fold(program, node, self.keep_all) };
        let kind = match self.facts.get(&var) {
            None => return Ok(None),
            Some(Constant::Value(value)) => ExprKind::Const(value.clone()),
            Some(Constant::Procedure(procedure)) => ExprKind::ProcedureAddress(*procedure),
            Some(Constant::Address(of, fields)) => {
                let path = fields.iter().map(|n| Projection::Field(*n)).collect();
                ExprKind::AddressOf(Place { base: PlaceBase::Var(*of), path })
            }
        };
        program.add_expr(kind, node.ty, node.span).map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
    }
}
