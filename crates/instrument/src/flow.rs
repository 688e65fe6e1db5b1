//! Where control flow comes, whatever conditions say: which functions it calls, and how they end.

use cairn_ir::{BlockId, Callee, ProcId, Procedure, Program, StatementKind, Terminator};
use std::collections::BTreeSet;

/// Whether the closing brace, in front of this offset, can be reached.
pub fn falls_off(program: &Program, function: ProcId, end: u32) -> bool {
    let body = &program.procedures[function];
    blocks(body).into_iter().map(|block| &body.blocks[block]).any(|block| {
        let is_at_end = block.terminator_origin.span.is_some_and(|span| span.end >= end);
        block.terminator == Terminator::Return && is_at_end
    })
}

fn blocks(body: &Procedure) -> BTreeSet<BlockId> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![Procedure::ENTRY]);
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(body.blocks[block].terminator.successors());
        }
    }
    seen
}

/// The functions that control flow comes into from these.
pub fn reached(program: &Program, starts: &[ProcId]) -> BTreeSet<ProcId> {
    let (mut seen, mut open) = (BTreeSet::new(), starts.to_vec());
    while let Some(function) = open.pop() {
        let body = &program.procedures[function];
        if !seen.insert(function) || !body.has_body() {
            continue;
        }
        for statement in blocks(body).into_iter().flat_map(|block| &body.blocks[block].statements) {
            match &statement.kind {
                StatementKind::Call { callee: Callee::Direct(callee), .. } => open.push(*callee),
                StatementKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => open.extend(candidates),
                _ => {}
            }
        }
    }
    seen
}
