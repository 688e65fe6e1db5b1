//! Error branches as checks: `if (!c) fail();` says that `c` must hold.
//!
//! Before: a block branches on `c`, and one side, which nothing else leads to, begins with `check P : false`.
//! After: the first block ends with `check P : c`, and the other side has lost its check.
//!
//! Executions are the same: the check fails exactly where the error branch was taken. The difference is what can be
//! said about the property: it is reached whenever the branch is, and so a proof of it is not vacuous.
//!
//! Deliberately absent: conditions that are evaluated in several blocks (`a || b`); there the last operand is checked.

use crate::expr::{ExprId, ExprKind};
use crate::program::{Block, BlockId, ProcId, Procedure, Program, Statement, StatementKind, Terminator};
use crate::value::Value;

impl Program {
    /// Hoists the failures of one procedure.
    pub fn hoist_failures(&mut self, procedure: ProcId) {
        let body = &self.procedures[procedure];
        let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); body.blocks.len()];
        for (id, block) in body.blocks.iter() {
            for successor in block.terminator.successors() {
                predecessors[successor.0 as usize].push(id);
            }
        }
        let ids: Vec<BlockId> = body.blocks.ids().collect();
        for failing in ids {
            let [only] = predecessors[failing.0 as usize][..] else { continue };
            if failing != Procedure::ENTRY && only != failing {
                self.hoist_one(procedure, only, failing);
            }
        }
    }

    fn hoist_one(&mut self, procedure: ProcId, from: BlockId, failing: BlockId) {
        let body = &self.procedures[procedure];
        let Terminator::Branch { condition, then, otherwise } = body.blocks[from].terminator else { return };
        if then == otherwise || !self.begins_with_failure(&body.blocks[failing]) {
            return;
        }
        // What depends on functions without body is decided later, by its branch.
        if self.outside.is_some_and(|outside| self.expr(condition).kind == ExprKind::Var(outside.flag)) {
            return;
        }
        let Some(holds) = self.opposite_if(condition, then == failing) else { return };
        let body = &mut self.procedures[procedure];
        let mut statement: Statement = body.blocks[failing].statements.remove(0);
        if let StatementKind::Check { condition, .. } = &mut statement.kind {
            *condition = holds;
        }
        body.blocks[from].statements.push(statement);
    }
    fn begins_with_failure(&self, block: &Block) -> bool {
        match block.statements.first().map(|statement| &statement.kind) {
            Some(StatementKind::Check { condition, .. }) => {
                matches!(self.expr(*condition).kind, ExprKind::Const(Value::Bool(false)))
            }
            _ => false,
        }
    }
    fn opposite_if(&mut self, condition: ExprId, opposite: bool) -> Option<ExprId> {
        if opposite { self.not(condition).ok() } else { Some(condition) }
    }
}

#[cfg(test)]
mod tests {
    use crate::text;
    use cairn_base::SourceMap;

    #[test]
    fn an_error_branch_becomes_a_check_of_its_condition() {
        let source = "entry f\n\nproc f(x: i32)\n{\nstart:\n  branch x <s 5 then fine else bad\nfine:\n  return\n\
                      bad:\n  check assertion \"small\" : false\n  stop\n}\n";
        let mut sources = SourceMap::new();
        let file = sources.add("f.cairn", source);
        let (program, diagnostics) = text::read(&sources, file);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut program = program.unwrap();
        let procedure = program.find_procedure("f").unwrap();
        program.hoist_failures(procedure);
        let printed = text::print(&program);
        assert!(printed.contains("check assertion \"small\" : x <s 5"), "{printed}");
        assert!(!printed.contains("false"), "{printed}");
    }
}
