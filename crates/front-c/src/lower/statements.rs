//! Statements and control flow.

use super::scopes::Exit;
use super::{Lower, Lowerer, Refusal};
use crate::acsl::tree::LoopSpecification;
use crate::sema::tree::{
    Block, Case, CaseId, Expr, ExprKind, InitItem, InitValue, Initializer, Stmt, StmtKind, VariableId,
};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{AllocationKind, Binary, BlockId, ExprId, Place, Sign, StatementKind, Terminator, Value};
use num_bigint::BigInt;

/// Ranges of cases with at most so many values are written out.
const LONGEST_RANGE: u32 = 64;

impl Lowerer<'_> {
    /// Lowers a statement; what cannot be is a failing check.
    pub fn statement(&mut self, statement: &Stmt) {
        if let Err(refusal) = self.lower_statement(statement) {
            self.unsupported(&refusal, statement.span);
        }
    }
    fn lower_statement(&mut self, statement: &Stmt) -> Lower<()> {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::Declare { variable, initializer } => self.declaration(*variable, initializer.as_ref(), span),
            StmtKind::Block(block) => {
                self.block(block, span);
                Ok(())
            }
            StmtKind::If { condition, then, otherwise } => self.if_statement(condition, then, otherwise.as_ref(), span),
            StmtKind::While { condition, body, specification } => self.specified_loop(specification, span, |lowerer| {
                lowerer.while_loop(condition, body, specification, span)
            }),
            StmtKind::DoWhile { body, condition, specification } => {
                self.specified_loop(specification, span, |lowerer| {
                    lowerer.do_loop(condition, body, specification, span)
                })
            }
            StmtKind::For { start, condition, step, body, specification } => {
                self.open_scope(&start.variables, span);
                start.statements.iter().for_each(|s| self.statement(s));
                let parts = (condition.as_ref(), step.as_ref());
                let result = self
                    .specified_loop(specification, span, |lowerer| lowerer.for_loop(parts, body, specification, span));
                self.close_scope(start.end);
                result
            }
            StmtKind::Switch { value, cases, default, body } => self.switch(value, cases, *default, body, span),
            StmtKind::CaseMark(case) => {
                let block = *self.frame.cases.get(case).ok_or_else(|| Refusal::at("this case", span))?;
                self.goto_and_enter(block, span);
                Ok(())
            }
            StmtKind::LabelMark(label) => {
                let block = self.frame.labels.get(label).map(|l| l.block);
                let block = block.ok_or_else(|| Refusal::at("this label", span))?;
                self.goto_and_enter(block, span);
                if self.frame.points.entry.is_some() {
                    let point = self.new_point("label", span);
                    self.frame.points.labels.insert(*label, point);
                }
                Ok(())
            }
            StmtKind::Goto(label) => {
                // `L: goto L;` goes nowhere.
                if self.frame.labels.get(label).is_some_and(|l| self.mark() == (l.block, 0)) {
                    self.stop(span);
                    return Ok(());
                }
                self.goto_label(*label, span)?;
                self.behind();
                Ok(())
            }
            StmtKind::ComputedGoto(target) => self.computed_goto(target, span),
            StmtKind::Break => self.leave_loop(span, |exit| Some(exit.break_to)),
            StmtKind::Continue => self.leave_loop(span, |exit| exit.continue_to),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            StmtKind::Specification(specification) => self.code_specification(specification),
            StmtKind::Contracted { specification, body } => self.contracted(specification, body, span),
            StmtKind::Unsupported(what) => Err(Refusal::at(&**what, span)),
        }
    }
    /// What is written next can only be reached by a label.
    fn behind(&mut self) {
        let behind = self.new_block("behind");
        self.enter(behind);
    }
    pub fn block(&mut self, block: &Block, span: Span) {
        self.open_scope(&block.variables, span);
        block.statements.iter().for_each(|s| self.statement(s));
        self.close_scope(block.end);
    }

    // ---- declarations ----

    fn declaration(&mut self, id: VariableId, initializer: Option<&Initializer>, span: Span) -> Lower<()> {
        let variable = &self.c.variables[id];
        let ty = variable.ty.ty;
        let var = self.variable(id)?;
        if self.c.types.is_variable_length(ty) {
            let fits = self.size_fits(ty)?;
            self.assume(fits, span);
            let bytes = self.dynamic_size(ty)?;
            let alignment = self.c.types.align_of_qualified(variable.ty).max(variable.aligned.unwrap_or(1));
            let element = self.c.types.innermost_element(variable.ty).ty;
            let (element, count) = match (self.size(element), self.ty(element)) {
                (Some(size), Ok(element)) if size > 0 => {
                    let size = self.number(size);
                    (element, self.p.binary(Binary::Divide(Sign::Unsigned), bytes, size)?)
                }
                _ => (self.p.types.unsigned(8), bytes),
            };
            let kind = AllocationKind::Stack;
            let target = Place::var(var);
            self.emit(StatementKind::Allocate { target, element, count, zeroed: false, kind, alignment }, span);
            return self.begins_without_value(id, span);
        }
        let Some(initializer) = initializer else {
            self.havoc(Place::var(var), span, ir::InputRole::Uninitialized);
            return self.begins_without_value(id, span);
        };
        if let (false, [item]) = (initializer.zero_fill, initializer.items.as_slice())
            && let InitValue::Expr(Expr { kind: ExprKind::Call { callee, arguments }, ty, .. }) = &item.value
            && self.call_into(id, callee, arguments, *ty, span)?.is_some()
        {
            return Ok(());
        }
        if let (false, [InitItem { value: InitValue::Expr(e), .. }]) =
            (initializer.zero_fill, initializer.items.as_slice())
            && self.copied_character(e).is_some()
        {
            let (value, open) = self.value_to_copy(e)?;
            self.assign_var(var, value, span);
            return self.begins_as_copy(id, open, span);
        }
        let value = self.initial_value(ty, initializer)?;
        self.assign_var(var, value, span);
        self.variable_has_value(id, span)
    }

    // ---- branches and loops ----

    fn if_statement(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>, span: Span) -> Lower<()> {
        if self.is_assertion(condition, then, otherwise)? {
            return Ok(());
        }
        let (then_block, join) = (self.new_block("then"), self.new_block("endif"));
        let else_block = if otherwise.is_some() { self.new_block("else") } else { join };
        self.branch_on(condition, then_block, else_block)?;
        self.enter(then_block);
        self.block(then, span);
        self.goto(join, then.end);
        if let Some(otherwise) = otherwise {
            self.enter(else_block);
            self.block(otherwise, span);
            self.goto(join, otherwise.end);
        }
        self.enter(join);
        Ok(())
    }
    fn body_of_loop(&mut self, body: &Block, exit: Exit, span: Span) {
        self.frame.loops.push(exit);
        self.block(body, span);
        self.frame.loops.pop();
    }
    /// An endless loop that does nothing: executions that get there go nowhere. Whether they end is another question.
    fn is_stuck(&self, condition: Option<&Expr>, step: Option<&Expr>, body: &Block) -> bool {
        let forever = condition.is_none_or(|e| matches!(&e.kind, ExprKind::Integer(n) if *n != BigInt::from(0)));
        !self.options.termination && forever && step.is_none() && does_nothing(body)
    }
    /// A loop about which something is said has a place before it where values are saved.
    fn specified_loop(
        &mut self,
        specification: &LoopSpecification,
        span: Span,
        write: impl FnOnce(&mut Self) -> Lower<()>,
    ) -> Lower<()> {
        if specification.is_empty() {
            return write(self);
        }
        let point = self.new_point("loop", span);
        self.frame.points.loops.push(point);
        let result = write(self);
        self.frame.points.loops.pop();
        result
    }
    fn while_loop(
        &mut self,
        condition: &Expr,
        body: &Block,
        specification: &LoopSpecification,
        span: Span,
    ) -> Lower<()> {
        if specification.invariants.is_empty() && self.is_stuck(Some(condition), None, body) {
            self.stop(span);
            return Ok(());
        }
        let (head, inside, behind) = (self.new_block("while"), self.new_block("body"), self.new_block("endwhile"));
        self.goto_and_enter(head, span);
        self.loop_contract(specification, head);
        self.branch_on(condition, inside, behind)?;
        self.enter(inside);
        let depth = self.frame.scopes.len();
        self.body_of_loop(body, Exit { break_to: behind, continue_to: Some(head), depth }, span);
        self.goto(head, body.end);
        self.enter(behind);
        Ok(())
    }
    fn do_loop(&mut self, condition: &Expr, body: &Block, specification: &LoopSpecification, span: Span) -> Lower<()> {
        let (inside, test, behind) = (self.new_block("do"), self.new_block("test"), self.new_block("enddo"));
        self.goto_and_enter(inside, span);
        self.loop_contract(specification, inside);
        let depth = self.frame.scopes.len();
        self.body_of_loop(body, Exit { break_to: behind, continue_to: Some(test), depth }, span);
        self.goto_and_enter(test, body.end);
        self.branch_on(condition, inside, behind)?;
        self.enter(behind);
        Ok(())
    }
    fn for_loop(
        &mut self,
        (condition, step): (Option<&Expr>, Option<&Expr>),
        body: &Block,
        specification: &LoopSpecification,
        span: Span,
    ) -> Lower<()> {
        if specification.invariants.is_empty() && self.is_stuck(condition, step, body) {
            self.stop(span);
            return Ok(());
        }
        let (head, inside) = (self.new_block("for"), self.new_block("body"));
        let (next, behind) = (self.new_block("step"), self.new_block("endfor"));
        self.goto_and_enter(head, span);
        self.loop_contract(specification, head);
        match condition {
            Some(condition) => self.branch_on(condition, inside, behind)?,
            None => self.goto(inside, span),
        }
        self.enter(inside);
        let depth = self.frame.scopes.len();
        self.body_of_loop(body, Exit { break_to: behind, continue_to: Some(next), depth }, span);
        self.goto_and_enter(next, body.end);
        if let Some(step) = step
            && let Err(refusal) = self.effect(step)
        {
            self.unsupported(&refusal, step.span);
        }
        self.goto(head, span);
        self.enter(behind);
        Ok(())
    }
    fn leave_loop(&mut self, span: Span, target: impl Fn(&Exit) -> Option<BlockId>) -> Lower<()> {
        let found = self.frame.loops.iter().rev().find_map(|exit| Some((exit.depth, target(exit)?)));
        let (depth, block) = found.ok_or_else(|| Refusal::at("this jump", span))?;
        self.leave_scopes(depth, span);
        self.goto(block, span);
        self.behind();
        Ok(())
    }
    fn return_statement(&mut self, value: Option<&Expr>, span: Span) -> Lower<()> {
        match (value, self.frame.result) {
            (Some(value), Some(result)) => {
                let value = self.value(value)?;
                self.assign_var(result, value, span);
                self.watch_return(true, span);
            }
            (Some(value), None) => self.effect(value)?,
            (None, Some(result)) => {
                self.havoc(Place::var(result), span, ir::InputRole::Uninitialized);
                self.watch_return(false, span);
            }
            (None, None) => {}
        }
        self.check_departure(value, span)?;
        self.terminate(Terminator::Return, span);
        self.behind();
        Ok(())
    }

    // ---- switch ----

    fn switch(&mut self, value: &Expr, cases: &[Case], default: Option<CaseId>, body: &Block, span: Span) -> Lower<()> {
        let selector = self.value(value)?;
        let selector = self.keep("selector", selector, value.span);
        let behind = self.new_block("endswitch");
        let depth = self.frame.scopes.len();
        for mark in cases.iter().map(|case| case.mark).chain(default) {
            if !self.frame.cases.contains_key(&mark) {
                let block = self.new_block("case");
                self.frame.cases.insert(mark, block);
            }
        }
        // Objects of the body live from here on: every way into it comes from here.
        self.open_scope(&body.variables, span);
        self.dispatch(selector, value, cases, default, behind)?;
        self.behind();
        self.frame.loops.push(Exit { break_to: behind, continue_to: None, depth });
        body.statements.iter().for_each(|s| self.statement(s));
        self.frame.loops.pop();
        self.close_scope(body.end);
        self.goto(behind, body.end);
        self.enter(behind);
        Ok(())
    }
    /// Ends the current block with the choice of a case.
    fn dispatch(
        &mut self,
        selector: ExprId,
        value: &Expr,
        cases: &[Case],
        default: Option<CaseId>,
        behind: BlockId,
    ) -> Lower<()> {
        let width = self.width(value.ty)?;
        let mut arms: Vec<(Value, BlockId)> = Vec::new();
        for case in cases {
            let block = self.frame.cases[&case.mark];
            if &case.last - &case.first < BigInt::from(LONGEST_RANGE) {
                let mut number = case.first.clone();
                while number <= case.last {
                    arms.push((Value::Int(ir::Bits::from_signed(width, &number)), block));
                    number += 1;
                }
            } else {
                self.long_range(selector, case, value, block)?;
            }
        }
        let default = default.map_or(behind, |mark| self.frame.cases[&mark]);
        self.terminate(Terminator::Switch { value: selector, cases: arms, default }, value.span);
        Ok(())
    }
    fn long_range(&mut self, selector: ExprId, case: &Case, value: &Expr, block: BlockId) -> Lower<()> {
        let (sign, sort) = (self.sign(value.ty), self.p.type_of(selector));
        let (first, last) = (self.p.int_const(sort, case.first.clone())?, self.p.int_const(sort, case.last.clone())?);
        let above = self.p.binary(Binary::LessEqual(sign), first, selector)?;
        let below = self.p.binary(Binary::LessEqual(sign), selector, last)?;
        let inside = self.p.binary(Binary::And, above, below)?;
        let next = self.new_block("range");
        self.branch(inside, block, next, case.span);
        self.enter(next);
        Ok(())
    }

    // ---- labels as values ----

    /// A number that no object has for an address.
    pub fn label_address(&mut self, label: crate::sema::tree::LabelId) -> Lower<ExprId> {
        let ty = self.p.types.pointer();
        let offset = 0x1000 + 16 * i64::from(label.0);
        Ok(self.p.constant(Value::Pointer(ir::Pointer { object: None, offset }), ty)?)
    }
    fn computed_goto(&mut self, target: &Expr, span: Span) -> Lower<()> {
        let address = self.value(target)?;
        let address = self.keep("target", address, target.span);
        let body = self.frame.function.and_then(|f| self.c.functions[f].body.as_ref());
        let labels: Vec<_> = match body {
            Some(body) => body.labels.iter().filter(|(_, l)| l.address_taken).map(|(id, _)| id).collect(),
            None => Vec::new(),
        };
        for label in labels {
            let wanted = self.label_address(label)?;
            let equal = self.p.binary(Binary::Equal, address, wanted)?;
            let (here, next) = (self.new_block("jump"), self.new_block("next"));
            self.branch(equal, here, next, span);
            self.enter(here);
            self.goto_label(label, span)?;
            self.enter(next);
        }
        let description = format!("`{}` must be a label of this function", self.text(target.span));
        self.never(ir::CheckKind::Pointer, description, span);
        self.stop(span);
        Ok(())
    }
}

fn does_nothing(block: &Block) -> bool {
    block.statements.iter().all(|statement| match &statement.kind {
        StmtKind::Block(inner) => does_nothing(inner),
        _ => false,
    })
}
