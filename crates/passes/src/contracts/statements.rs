//! Conditions between statements that front ends wrote over mathematical integers: assertions of specifications, and what
//! they take to hold. Where their numbers are bounded they are said with machine integers, as clauses are.

use super::narrow::narrow;
use cairn_ir::{Program, StatementKind};

pub fn narrow_statements(program: &mut Program) {
    let mut changed = Vec::new();
    for (procedure, body) in program.procedures.iter() {
        for (block, content) in body.blocks.iter() {
            for (position, statement) in content.statements.iter().enumerate() {
                if let StatementKind::Check { condition, .. } | StatementKind::Assume(condition) = statement.kind {
                    changed.push((procedure, block, position, condition));
                }
            }
        }
    }
    for (procedure, block, position, condition) in changed {
        let Some(narrow) = narrow(program, condition).filter(|narrow| *narrow != condition) else { continue };
        match &mut program.procedures[procedure].blocks[block].statements[position].kind {
            StatementKind::Check { condition, .. } | StatementKind::Assume(condition) => *condition = narrow,
            _ => {}
        }
    }
}
