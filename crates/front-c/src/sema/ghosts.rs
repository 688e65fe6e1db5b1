//! Ghost code must not change what the program does.
//!
//! It is analysed and lowered like other code. Here is checked that it assigns only variables that are ghost code
//! themselves, and calls only functions that are. What cannot be told (a write through a pointer, a call of another
//! function, a jump) makes the whole program depend on something unsupported.

use super::Analyzer;
use super::tree::{Block, Callee, Expr, ExprKind, FunctionId, Lvalue, LvalueKind, Stmt, StmtKind, VariableId};
use crate::codes;
use crate::lower::visit;
use cairn_base::Span;

enum Change {
    Variable(VariableId, Span),
    Unknown(Span, &'static str),
}

impl Analyzer<'_> {
    pub(super) fn check_ghosts(&mut self, ghosts: &[Span]) {
        if ghosts.is_empty() {
            return;
        }
        let is_ghost = |span: Span| {
            ghosts.iter().any(|ghost| ghost.file == span.file && ghost.start <= span.start && span.end <= ghost.end)
        };
        let mut changes = Vec::new();
        for function in self.program.functions.values() {
            let Some(body) = &function.body else { continue };
            visit::walk_block(&body.block, &mut |e: &Expr| {
                if is_ghost(e.span) {
                    change_of(e, &|id: FunctionId| is_ghost(self.program.functions[id].span), &mut changes);
                }
            });
            // A ghost function may return.
            if !is_ghost(function.span) {
                jumps(&body.block, &is_ghost, &mut changes);
            }
        }
        for change in changes {
            match change {
                Change::Variable(id, span) => {
                    let variable = &self.program.variables[id];
                    if !is_ghost(variable.span) {
                        let message = format!("ghost code changes `{}`, which is no ghost variable", variable.name);
                        self.error(codes::BAD_ANNOTATION, span, message);
                    }
                }
                Change::Unknown(span, what) => {
                    self.warn(codes::REFUSED_ANNOTATION, span, format!("{what} in ghost code is not supported"));
                    self.program.unsupported.push((span, format!("{what} in ghost code").into()));
                }
            }
        }
    }
}

fn change_of(e: &Expr, is_ghost_function: &dyn Fn(FunctionId) -> bool, found: &mut Vec<Change>) {
    let target = match &e.kind {
        ExprKind::Assign(target, _) => &**target,
        ExprKind::CompoundAssign(assign) => &assign.target,
        ExprKind::Step(step) => &step.target,
        ExprKind::Call { callee: Callee::Direct(id), .. } => {
            if !is_ghost_function(*id) {
                found.push(Change::Unknown(e.span, "a call of a function of the program"));
            }
            return;
        }
        ExprKind::Call { .. } => return found.push(Change::Unknown(e.span, "a call through a pointer")),
        _ => return,
    };
    match root(target) {
        Some(id) => found.push(Change::Variable(id, e.span)),
        None => found.push(Change::Unknown(e.span, "a write through a pointer")),
    }
}

fn root(lvalue: &Lvalue) -> Option<VariableId> {
    match &lvalue.kind {
        LvalueKind::Variable(id) => Some(*id),
        LvalueKind::Index(inner, _) | LvalueKind::Member(inner, _) => root(inner),
        _ => None,
    }
}

fn jumps(block: &Block, is_ghost: &dyn Fn(Span) -> bool, found: &mut Vec<Change>) {
    block.statements.iter().for_each(|statement| jumps_in(statement, is_ghost, found));
}

fn jumps_in(statement: &Stmt, is_ghost: &dyn Fn(Span) -> bool, found: &mut Vec<Change>) {
    match &statement.kind {
        StmtKind::Return(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
            if is_ghost(statement.span) =>
        {
            // A loop may not end: then what follows is never reached.
            found.push(Change::Unknown(statement.span, "a jump or a loop"));
        }
        StmtKind::Block(block)
        | StmtKind::Contracted { body: block, .. }
        | StmtKind::While { body: block, .. }
        | StmtKind::DoWhile { body: block, .. }
        | StmtKind::For { body: block, .. }
        | StmtKind::Switch { body: block, .. } => jumps(block, is_ghost, found),
        StmtKind::If { then, otherwise, .. } => {
            jumps(then, is_ghost, found);
            otherwise.iter().for_each(|block| jumps(block, is_ghost, found));
        }
        _ => {}
    }
}
