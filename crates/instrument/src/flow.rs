//! How a function ends: by `return`, or at its closing brace.

use cairn_ir::{ProcId, Procedure, Program, Terminator};
use std::collections::BTreeSet;

/// Whether the closing brace, in front of this offset, can be reached.
pub fn falls_off(program: &Program, function: ProcId, end: u32) -> bool {
    let body = &program.procedures[function];
    let (mut seen, mut open) = (BTreeSet::new(), vec![Procedure::ENTRY]);
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(body.blocks[block].terminator.successors());
        }
    }
    seen.into_iter().map(|block| &body.blocks[block]).any(|block| {
        let is_at_end = block.terminator_origin.span.is_some_and(|span| span.end >= end);
        block.terminator == Terminator::Return && is_at_end
    })
}
