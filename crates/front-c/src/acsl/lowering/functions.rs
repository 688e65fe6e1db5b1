//! Functions of the program in clauses of CBMC's contracts: their bodies as pure expressions.
//!
//! Such a function declares and assigns locals of its own, branches and returns; nothing else is followed. Its
//! parameters and locals are values here, not objects: what takes their address is refused.

use super::refuse;
use crate::lower::{Lower, Lowerer};
use crate::sema::tree::{
    Block, Expr, ExprKind, FunctionId, InitValue, Initializer, Lvalue, LvalueKind, Stmt, StmtKind, VariableId,
};
use cairn_base::Span;
use cairn_ir as ir;
use ir::ExprId;
use rustc_hash::FxHashMap;

/// Functions that call each other in a clause.
const DEPTH_LIMIT: usize = 16;
/// Branches of one such function, counted on each way to them.
const BRANCH_LIMIT: u32 = 64;

/// A function that a clause calls, while its body is written.
#[derive(Debug)]
pub(crate) struct ClauseCall {
    function: FunctionId,
    values: FxHashMap<VariableId, ExprId>,
    branches: u32,
}

impl Lowerer<'_> {
    /// The value of a call inside a clause.
    pub(crate) fn call_in_clause(&mut self, id: FunctionId, arguments: &[Expr], span: Span) -> Lower<ExprId> {
        let c = self.c;
        let function = &c.functions[id];
        let Some(body) = function.body.as_ref().filter(|body| body.prologue.is_empty()) else {
            return refuse(format!("a call of `{}` in a clause", function.name), span);
        };
        if self.frame.clause_calls.len() >= DEPTH_LIMIT || function.parameters.len() != arguments.len() {
            return refuse(format!("this call of `{}` in a clause", function.name), span);
        }
        let mut values = FxHashMap::default();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            values.insert(*parameter, self.value(argument)?);
        }
        self.frame.clause_calls.push(ClauseCall { function: id, values, branches: 0 });
        let result = self.returned(vec![&body.block.statements], span);
        self.frame.clause_calls.pop();
        result
    }
    /// What stands for a variable of the function that is being written into a clause.
    pub(crate) fn value_in_clause(&self, lvalue: &Lvalue) -> Option<ExprId> {
        let LvalueKind::Variable(id) = lvalue.kind else { return None };
        self.frame.clause_calls.last()?.values.get(&id).copied()
    }
    /// Whether a variable is a local of a function that is being written into a clause: there it is no object.
    pub(crate) fn is_of_clause_call(&self, id: VariableId) -> bool {
        let of = self.c.variables[id].function;
        self.frame.clause_calls.last().is_some_and(|call| of == Some(call.function))
    }
    /// What statements return: `open` holds those that are still to come, the next ones last. What stands behind a
    /// branch is written for each way to it.
    fn returned(&mut self, mut open: Vec<&[Stmt]>, span: Span) -> Lower<ExprId> {
        while let Some(statements) = open.pop() {
            let [statement, rest @ ..] = statements else { continue };
            open.push(rest);
            match &statement.kind {
                StmtKind::Return(Some(value)) => return self.pure_value(value),
                StmtKind::Block(block) => open.push(&block.statements),
                StmtKind::If { condition, then, otherwise } => {
                    return self.returned_by_branches(condition, [Some(then), otherwise.as_ref()], &open, span);
                }
                StmtKind::Declare { variable, initializer } => {
                    self.declared_in_clause(*variable, initializer.as_ref(), statement.span)?;
                }
                StmtKind::Expr(Expr { kind: ExprKind::Assign(target, value), .. }) => match target.kind {
                    LvalueKind::Variable(id) if self.is_of_clause_call(id) => {
                        let value = self.pure_value(value)?;
                        self.set_in_clause(id, value);
                    }
                    _ => return refuse("an assignment in a function that a clause calls", statement.span),
                },
                _ => return refuse("this statement in a function that a clause calls", statement.span),
            }
        }
        refuse("a call of a function that may return nothing in a clause", span)
    }
    fn returned_by_branches(
        &mut self,
        condition: &Expr,
        branches: [Option<&Block>; 2],
        open: &[&[Stmt]],
        span: Span,
    ) -> Lower<ExprId> {
        let condition = self.pure_value(condition)?;
        let condition = self.is_nonzero(condition)?;
        let Some(call) = self.frame.clause_calls.last_mut() else { return refuse("a call in a clause", span) };
        call.branches += 1;
        if call.branches > BRANCH_LIMIT {
            return refuse("a function with many branches in a clause", span);
        }
        let before = call.values.clone();
        let ways = branches.map(|block| {
            let mut open = open.to_vec();
            open.extend(block.map(|block| block.statements.as_slice()));
            open
        });
        let [first, second] = ways;
        let first = self.returned(first, span)?;
        if let Some(call) = self.frame.clause_calls.last_mut() {
            call.values = before;
        }
        let second = self.returned(second, span)?;
        Ok(self.p.if_else(condition, first, second)?)
    }
    /// A value without effects: what they do would be done where the contract stands.
    fn pure_value(&mut self, e: &Expr) -> Lower<ExprId> {
        if crate::lower::visit::has_effects_in_clause(e, self.c) {
            return refuse("an expression with effects in a function that a clause calls", e.span);
        }
        self.value(e)
    }
    fn declared_in_clause(&mut self, id: VariableId, initializer: Option<&Initializer>, span: Span) -> Lower<()> {
        let Some(initializer) = initializer else { return Ok(()) };
        match initializer.items.as_slice() {
            [item] if item.path.is_empty() && !initializer.zero_fill => match &item.value {
                InitValue::Expr(value) => {
                    let value = self.pure_value(value)?;
                    self.set_in_clause(id, value);
                    Ok(())
                }
                _ => refuse("this declaration in a function that a clause calls", span),
            },
            _ => refuse("this declaration in a function that a clause calls", span),
        }
    }
    fn set_in_clause(&mut self, id: VariableId, value: ExprId) {
        if let Some(call) = self.frame.clause_calls.last_mut() {
            call.values.insert(id, value);
        }
    }
}
