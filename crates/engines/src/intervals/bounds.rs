//! How often loops can go round, where a counter shows it.
//!
//! A counter is a variable that every round changes by the same number: it is assigned once in the loop, by adding a
//! constant, in a block that every way back passes. If its values at the head lie between two numbers, and adding
//! cannot wrap, the head is reached no more often than there is room.

use super::integer::{IntSet, signed_range, unsigned_range};
use super::model::Model;
use super::value::Abs;
use super::walk::LoopFinding;
use cairn_ir::{
    Binary, BlockId, ExprId, ExprKind, LoopPlace, PlaceBase, Program, Statement, StatementKind, Value, VarId,
    VariableKind,
};
use cairn_passes::{FlowGraph, Loops};

/// A bound on the arrivals at the head of a loop each time it is entered.
pub fn bound(model: &Model, place: &LoopPlace, finding: &LoopFinding) -> Option<u64> {
    let program = model.program;
    let procedure = &program.procedures[place.procedure];
    let graph = FlowGraph::new(procedure);
    let loops = Loops::of_graph(&graph);
    let index = loops.headed_by(place.head)?;
    let dominators = graph.dominators();
    let backs: Vec<BlockId> =
        graph.predecessors(place.head).iter().copied().filter(|from| loops.contains(index, *from)).collect();
    let every_round = |block: BlockId| {
        loops.innermost(block) == Some(index) && backs.iter().all(|back| dominators.dominates(block, *back))
    };
    let mut found: Option<u64> = None;
    for variable in model.frame(place.procedure) {
        let entry = &program.variables[*variable];
        if entry.addressable || entry.kind == VariableKind::Global {
            continue;
        }
        let mut changes = loops.blocks(index).iter().flat_map(|block| {
            let statements = procedure.blocks[*block].statements.iter();
            statements.filter(|s| changes(s, *variable)).map(|s| (*block, s))
        });
        let (Some((block, statement)), None) = (changes.next(), changes.next()) else { continue };
        let Some(step) = step(program, statement, *variable).filter(|_| every_round(block)) else { continue };
        let Abs::Int(set) = finding.head.get(model.cell(finding.activation, *variable)?) else { continue };
        let rounds = room(&set, step);
        found = [found, rounds].into_iter().flatten().min();
    }
    found
}

fn changes(statement: &Statement, variable: VarId) -> bool {
    let places = match &statement.kind {
        StatementKind::Assign { target, .. }
        | StatementKind::Havoc { target }
        | StatementKind::Allocate { target, .. } => std::slice::from_ref(target),
        StatementKind::Call { results, .. } => results.as_slice(),
        _ => &[],
    };
    places.iter().any(|place| place.base == PlaceBase::Var(variable))
}

/// What `variable := variable + step` adds.
fn step(program: &Program, statement: &Statement, variable: VarId) -> Option<i128> {
    let StatementKind::Assign { target, value } = &statement.kind else { return None };
    let number = |expr: ExprId| match &program.expr(expr).kind {
        ExprKind::Const(Value::Int(bits)) => bits.small_signed().map(i128::from),
        _ => None,
    };
    let same = |expr: ExprId| matches!(program.expr(expr).kind, ExprKind::Var(v) if v == variable);
    match program.expr(*value).kind {
        ExprKind::Binary(Binary::Add, a, b) if target.path.is_empty() && same(a) => number(b),
        ExprKind::Binary(Binary::Add, a, b) if target.path.is_empty() && same(b) => number(a),
        ExprKind::Binary(Binary::Subtract, a, b) if target.path.is_empty() && same(a) => number(b).map(|n| -n),
        _ => None,
    }
}

/// How many values there are a step apart, if none of them is the last before wrapping.
fn room(set: &IntSet, step: i128) -> Option<u64> {
    let count = |(low, high): (i128, i128), (least, most): (i128, i128)| {
        let stays = if step > 0 { high + step <= most } else { low + step >= least };
        (step != 0 && stays).then(|| (high - low) / step.abs() + 1)
    };
    let signed = count(set.signed(), signed_range(set.width()));
    let unsigned = count(set.unsigned(), unsigned_range(set.width()));
    [signed, unsigned].into_iter().flatten().min().and_then(|rounds| u64::try_from(rounds).ok())
}
