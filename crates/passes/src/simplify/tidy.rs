//! Shorter jumps, and no assignments to variables that nobody reads.

use crate::flow::FlowGraph;
use crate::layout::retarget;
use crate::live::LiveLocals;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, ProcId, Procedure, Program, Terminator};
use rustc_hash::FxHashSet;

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

/// Removes assignments to locals whose value is not read any more. Values have no effects, so nothing but
/// the assignment is lost. A read by a removed assignment does not count.
pub fn remove_unread(program: &mut Program, procedure: ProcId) {
    let Some(live) = LiveLocals::new(program, procedure) else { return };
    let body = &program.procedures[procedure];
    let mut removed: Vec<Vec<usize>> = vec![Vec::new(); body.blocks.len()];
    for id in body.blocks.ids() {
        live.unread_in(program, id, |place| removed[id.index()].push(place));
    }
    for (id, block) in program.procedures[procedure].blocks.iter_mut() {
        let dead: FxHashSet<usize> = removed[id.index()].iter().copied().collect();
        let mut place = 0..;
        block.statements.retain(|_| place.next().is_none_or(|place: usize| !dead.contains(&place)));
    }
}
