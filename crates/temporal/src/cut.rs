//! Loops that nothing leaves may be left by choice.
//!
//! Where no branch decides whether a loop goes on, an engine that explores what is decided would never come to an end of it.
//! The executions that this adds stop at once and check nothing; all others are what they were.

use crate::observe::global;
use cairn_ir::{BlockId, Origin, Place, ProcId, Program, Statement, StatementKind, Terminator, VarId};
use cairn_passes::Loops;
use std::sync::Arc;

/// Adds the choice, and gives its input; none if every loop has a way out.
pub fn let_stop(program: &mut Program) -> Option<VarId> {
    let mut heads: Vec<(ProcId, BlockId)> = Vec::new();
    for (id, procedure) in program.procedures.iter().filter(|(_, p)| p.has_body()) {
        let loops = Loops::new(procedure);
        for (index, info) in loops.loops.iter().enumerate() {
            let leaves = loops.blocks(index).iter().any(|block| {
                let successors = procedure.blocks[*block].terminator.successors();
                successors.is_empty() || successors.iter().any(|next| !loops.contains(index, *next))
            });
            if !leaves {
                heads.push((id, info.head));
            }
        }
    }
    if heads.is_empty() {
        return None;
    }
    let truth = program.types.bool();
    let goes_on = global(program, "cycle.goes on", truth);
    for (procedure, head) in heads {
        let count = program.procedures[procedure].blocks.len();
        let rest = program.add_block(procedure, format!("goes on {count}"));
        let stop = program.add_block(procedure, format!("stops {count}"));
        let origin = || Origin::pass(None, "a loop that nothing leaves");
        program.set_terminator(procedure, stop, Terminator::Stop, origin());
        let condition = program.var(goes_on);
        let blocks = &mut program.procedures[procedure].blocks;
        let label = Arc::clone(&blocks[rest].label);
        let old = blocks[head].clone();
        blocks[rest] = cairn_ir::Block { label, loop_contract: None, ..old };
        blocks[head].statements =
            vec![Statement { kind: StatementKind::Havoc { target: Place::var(goes_on) }, origin: origin() }];
        blocks[head].terminator = Terminator::Branch { condition, then: rest, otherwise: stop };
        blocks[head].terminator_origin = origin();
    }
    Some(goes_on)
}
