//! Shorter jumps, and no assignments to variables that nobody reads.

use crate::flow::FlowGraph;
use crate::layout::retarget;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node, terminator_expr};
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, ExprId, ExprKind, PlaceBase, ProcId, Procedure, Program, StatementKind, Terminator, VarId, VariableKind,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Jumps past empty blocks, and joins a block with its successor where neither has another neighbour.
/// Heads of loops stay blocks of their own: bounds are counted there.
pub fn shorten_jumps(procedure: &mut Procedure, heads: &FxHashSet<BlockId>) {
    let fixed = |procedure: &Procedure, id: BlockId| {
        heads.contains(&id) || procedure.blocks[id].loop_contract.is_some() || id == Procedure::ENTRY
    };
    let target: Vec<BlockId> = procedure.blocks.ids().map(|id| end_of_chain(procedure, id, &fixed)).collect();
    for (_, block) in procedure.blocks.iter_mut() {
        block.terminator = match retarget(&block.terminator, |next| target[next.index()]) {
            Terminator::Branch { then, otherwise, .. } if then == otherwise => Terminator::Goto(then),
            other => other,
        };
    }
    join_chains(procedure, &fixed);
}

/// Where control goes from a block without doing anything.
fn end_of_chain(procedure: &Procedure, start: BlockId, fixed: &impl Fn(&Procedure, BlockId) -> bool) -> BlockId {
    let mut seen = FxHashSet::default();
    let mut at = start;
    while seen.insert(at) && !fixed(procedure, at) && procedure.blocks[at].statements.is_empty() {
        match procedure.blocks[at].terminator {
            Terminator::Goto(next) => at = next,
            _ => return at,
        }
    }
    at
}

fn join_chains(procedure: &mut Procedure, fixed: &impl Fn(&Procedure, BlockId) -> bool) {
    let reachable = FlowGraph::new(procedure);
    for &first in reachable.reverse_post_order() {
        while let Terminator::Goto(next) = procedure.blocks[first].terminator {
            if next == first || fixed(procedure, next) || reachable.predecessors(next).len() != 1 {
                break;
            }
            let joined = &mut procedure.blocks[next];
            let mut statements = std::mem::take(&mut joined.statements);
            let terminator = std::mem::replace(&mut joined.terminator, Terminator::Stop);
            let origin = joined.terminator_origin.clone();
            let block = &mut procedure.blocks[first];
            block.statements.append(&mut statements);
            block.terminator = terminator;
            block.terminator_origin = origin;
        }
    }
}

/// Beyond this many facts in all blocks together assignments stay.
const FACT_LIMIT: usize = 20_000_000;

/// Removes assignments to locals whose value is not read any more. Values have no effects, so nothing but
/// the assignment is lost. A read by a removed assignment does not count.
pub fn remove_unread(program: &mut Program, procedure: ProcId) {
    let body = &program.procedures[procedure];
    if body.blocks.len().saturating_mul(body.locals.len()) > FACT_LIMIT {
        return;
    }
    let graph = FlowGraph::new(body);
    let mut live: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); body.blocks.len()];
    let mut work: BTreeSet<usize> = (0..graph.reverse_post_order().len()).collect();
    while let Some(place) = work.pop_last() {
        let id = graph.reverse_post_order()[place];
        let before = live_before(program, body, id, &mut live_after(&graph, id, &live), |_| {});
        if before != live[id.index()] {
            live[id.index()] = before;
            work.extend(graph.predecessors(id).iter().filter_map(|from| graph.position(*from)));
        }
    }
    let mut removed: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
    for &id in graph.reverse_post_order() {
        live_before(program, body, id, &mut live_after(&graph, id, &live), |place| removed[id.index()].push(place));
    }
    for (id, block) in program.procedures[procedure].blocks.iter_mut() {
        let dead: FxHashSet<usize> = removed[id.index()].iter().copied().collect();
        let mut place = 0..;
        block.statements.retain(|_| place.next().is_none_or(|place: usize| !dead.contains(&place)));
    }
}

fn live_after(graph: &FlowGraph, id: BlockId, live: &[FxHashSet<VarId>]) -> FxHashSet<VarId> {
    graph.successors(id).iter().flat_map(|next| live[next.index()].iter().copied()).collect()
}

/// The locals that may be read after the start of a block, from those after its end; `dead` is told the
/// assignments that nobody reads.
fn live_before(
    program: &Program,
    body: &Procedure,
    id: BlockId,
    live: &mut FxHashSet<VarId>,
    mut dead: impl FnMut(usize),
) -> FxHashSet<VarId> {
    let block = &body.blocks[id];
    read(program, terminator_expr(&block.terminator), live);
    for (place, statement) in block.statements.iter().enumerate().rev() {
        if let StatementKind::Assign { target, .. } = &statement.kind {
            if let PlaceBase::Var(var) = target.base {
                if is_plain_local(program, var) && !live.contains(&var) {
                    dead(place);
                    continue;
                }
            }
        }
        for target in assigned_places(&statement.kind) {
            match target.base {
                PlaceBase::Var(var) if target.path.is_empty() => {
                    live.remove(&var);
                }
                // The rest of the variable stays as it is: whoever reads it later reads what is there now.
                PlaceBase::Var(_) | PlaceBase::Deref(..) => {}
            }
        }
        let mut inside = Vec::new();
        for_each_expr(&statement.kind, |expr| inside.push(expr));
        read(program, inside, live);
    }
    if let Some(contract) = &block.loop_contract {
        read(program, contract.invariants.iter().chain(&contract.variants).copied(), live);
        for place in contract.assigns.iter().flatten() {
            place.for_each_expr(|expr| read(program, [expr], live));
        }
    }
    std::mem::take(live)
}

fn is_plain_local(program: &Program, var: VarId) -> bool {
    let variable = &program.variables[var];
    variable.kind == VariableKind::Local && !variable.addressable
}

fn read(program: &Program, roots: impl IntoIterator<Item = ExprId>, live: &mut FxHashSet<VarId>) {
    for_each_node(program, roots, |_, node| {
        if let ExprKind::Var(var) = node.kind {
            if is_plain_local(program, var) {
                live.insert(var);
            }
        }
    });
}
