//! Checks and exceptions.
//!
//! A failed check raises an exception. If a handler of this subprogram takes it, the check is a branch to
//! that handler; if a caller may handle it, the exception's code goes to the caller; otherwise it ends
//! the program and is a `check` statement: a property to decide.

use super::{HandlerBlock, Lower, Lowerer};
use crate::sema::entities::EntityId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, CheckKind, ExprId, Origin, StatementKind, VarId};

/// A check whose failure a handler takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Handled {
    /// None: of a caller.
    pub(super) handler: Option<Span>,
    pub(super) place: Span,
    pub(super) kind: CheckKind,
}

/// Where a raised exception goes.
pub(super) enum Target {
    /// To the handler at this place.
    Handler(BlockId, Span),
    Caller,
    Nowhere,
}

/// What is left to do after an exception was sent to the handlers around.
pub(super) enum Unhandled {
    /// Nothing: some handler or the caller gets it.
    Elsewhere,
    /// What no handler took is still here.
    Here,
}

impl Lowerer<'_> {
    pub(super) fn code_type(&mut self) -> ir::TypeId {
        self.p.types.unsigned(16)
    }

    fn code(&mut self, exception: EntityId) -> u32 {
        let next = self.exception_codes.len() as u32 + 1;
        *self.exception_codes.entry(exception).or_insert(next)
    }

    pub(super) fn target(&self, exception: EntityId) -> Target {
        for region in self.frame.regions.iter().rev() {
            for handler in &region.handlers {
                if handler.others || handler.choices.contains(&exception) {
                    return Target::Handler(handler.block, handler.span);
                }
            }
        }
        if self.frame.propagates.is_some() { Target::Caller } else { Target::Nowhere }
    }

    /// The condition must hold here, or Constraint_Error is raised.
    pub(super) fn check(&mut self, kind: CheckKind, condition: ExprId, text: impl Into<String>, span: Span) {
        let exception = self.a.standard.constraint_error;
        self.check_or_raise(kind, condition, exception, text, span);
    }

    pub(super) fn check_or_raise(
        &mut self,
        kind: CheckKind,
        condition: ExprId,
        exception: EntityId,
        text: impl Into<String>,
        span: Span,
    ) {
        // What the language implies is not worth mentioning where it holds statically; what the user wrote is.
        let written = matches!(
            kind,
            CheckKind::Assertion | CheckKind::Precondition | CheckKind::Postcondition | CheckKind::InvariantPreserved
        );
        if self.without_checks() || (!written && self.constant_bool(condition) == Some(true)) {
            return;
        }
        if self.frame.whole.is_some() {
            return self.check_of_all(kind, condition, text.into(), span);
        }
        match self.target(exception) {
            Target::Nowhere => {
                let procedure = self.frame.procedure;
                let (property, condition) = match self.frame.guard {
                    None => (self.p.add_property(kind, Some(procedure), text.into(), Some(span)), condition),
                    Some(guard) => {
                        let property = match self.frame.shared.get(&(kind, span)) {
                            Some(&property) => property,
                            None => self.p.add_property(kind, Some(procedure), text.into(), Some(span)),
                        };
                        self.frame.shared.insert((kind, span), property);
                        // Both sides are Boolean, so the builder cannot refuse.
                        let guarded = self.p.binary(Binary::Implies, guard, condition).unwrap_or(condition);
                        (property, guarded)
                    }
                };
                let why = format!("{kind} check");
                let origin = Origin::implied(Some(span), why);
                self.emit(StatementKind::Check { property, condition }, origin);
            }
            target => {
                let handler = match target {
                    Target::Handler(_, handler) => Some(handler),
                    _ => None,
                };
                self.handled_checks.insert(Handled { handler, place: span, kind });
                if let Some(collected) = &mut self.collected {
                    collected.handled.insert((kind, span));
                }
                let (good, bad) = (self.new_block("checked"), self.new_block("raise"));
                self.branch(condition, good, bad, Some(span));
                self.enter(bad);
                self.go_to_target(target, exception, span);
                self.enter(good);
            }
        }
    }

    fn go_to_target(&mut self, target: Target, exception: EntityId, span: Span) {
        let code = self.code(exception);
        let ty = self.code_type();
        let value = self.p.int_const(ty, code);
        match (target, value) {
            (Target::Handler(block, _), Ok(value)) => {
                let raised = self.raised_variable();
                self.assign_var(raised, value, span);
                self.goto(block, Some(span));
            }
            (_, Ok(value)) => self.leave_with(value, span),
            _ => {}
        }
    }

    /// Returns to the caller with an exception.
    fn leave_with(&mut self, code: ExprId, span: Span) {
        if let Some(variable) = self.frame.propagates {
            self.assign_var(variable, code, span);
        }
        self.terminate(ir::Terminator::Return, Some(span));
    }

    pub(super) fn raised_variable(&mut self) -> VarId {
        if let Some(variable) = self.frame.raised {
            return variable;
        }
        let ty = self.code_type();
        let variable = self.temporary("exception", ty);
        self.frame.raised = Some(variable);
        variable
    }

    /// `raise E`; what follows is unreachable.
    pub(super) fn raise(&mut self, exception: EntityId, span: Span) {
        match self.target(exception) {
            Target::Nowhere => {
                let name = self.a.entities[exception].spelled.clone();
                let condition = self.p.bool_const(false);
                let procedure = self.frame.procedure;
                let text = format!("exception {name} must not be raised");
                let property = self.p.add_property(CheckKind::Reachable, Some(procedure), text, Some(span));
                self.emit(StatementKind::Check { property, condition }, Origin::source(span));
                self.stop(span);
            }
            target => {
                self.go_to_target(target, exception, span);
                let dead = self.new_block("after_raise");
                self.enter(dead);
            }
        }
    }

    /// After a check that always fails: no execution goes on.
    pub(super) fn stop(&mut self, span: Span) {
        self.terminate(ir::Terminator::Stop, Some(span));
        let dead = self.new_block("never");
        self.enter(dead);
    }

    /// `raise;` in a handler: the exception goes on outwards.
    pub(super) fn reraise(&mut self, span: Span) {
        let Some(raised) = self.frame.handled.or(self.frame.raised) else {
            let program_error = self.a.standard.program_error;
            return self.raise(program_error, span);
        };
        let code = self.p.var(raised);
        self.raise_code(code, span);
    }

    /// Raises an exception whose code is known only at run time; what follows is unreachable.
    pub(super) fn raise_code(&mut self, code: ExprId, span: Span) {
        match self.dispatch(code, span) {
            Ok(Unhandled::Elsewhere) => {}
            Ok(Unhandled::Here) => {
                self.must_not_propagate(span);
                self.stop(span);
            }
            Err(refusal) => self.unsupported(&refusal, span),
        }
        let dead = self.new_block("after_raise");
        self.enter(dead);
    }

    /// Sends an exception whose code is known only at run time to the handler that takes it.
    pub(super) fn dispatch(&mut self, code: ExprId, span: Span) -> Lower<Unhandled> {
        for region in self.frame.regions.clone().into_iter().rev() {
            for HandlerBlock { choices, others, block, .. } in region.handlers {
                if others {
                    let raised = self.raised_variable();
                    self.assign_var(raised, code, span);
                    self.goto(block, Some(span));
                    return Ok(Unhandled::Elsewhere);
                }
                for choice in choices {
                    let ty = self.code_type();
                    let number = self.code(choice);
                    let number = self.p.int_const(ty, number)?;
                    let is = self.p.binary(Binary::Equal, code, number)?;
                    let (take, next) = (self.new_block("handle"), self.new_block("next"));
                    self.branch(is, take, next, Some(span));
                    self.enter(take);
                    let raised = self.raised_variable();
                    self.assign_var(raised, code, span);
                    self.goto(block, Some(span));
                    self.enter(next);
                }
            }
        }
        if self.frame.propagates.is_some() {
            self.leave_with(code, span);
            return Ok(Unhandled::Elsewhere);
        }
        Ok(Unhandled::Here)
    }

    /// An exception that nobody takes would end the program here.
    pub(super) fn must_not_propagate(&mut self, span: Span) {
        let condition = self.p.bool_const(false);
        let procedure = self.frame.procedure;
        let text = "no exception must be propagated from here";
        let property = self.p.add_property(CheckKind::Reachable, Some(procedure), text, Some(span));
        self.emit(StatementKind::Check { property, condition }, Origin::source(span));
    }

    /// Whether exceptions raised by a callee here could be handled.
    pub(super) fn handles(&self) -> bool {
        !self.frame.regions.is_empty() || self.frame.propagates.is_some()
    }
}
