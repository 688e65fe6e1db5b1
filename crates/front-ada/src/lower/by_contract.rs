//! Calls as contracts say, where every subprogram is proved by itself.
//!
//! A stand-in has the signature of its subprogram. It makes arbitrary what the subprogram writes, as far as types allow,
//! and assumes what it promises; checks inside of promises hold, because they are asked of the body. That outputs are
//! valid for their types is asked of the body too, where its entry ends: of what Ada does not check there, no caller is
//! told. Preconditions are checked at the call, as always.
//!
//! What a subprogram writes is found out from its body. Exceptions have no place in contracts: where one may be handled
//! around a call, the body is called. So is one that changes variables of subprograms around it.

use super::fillings::{Filling, Open};
use super::{Contracts, Frame, Lower, Lowerer};
use crate::sema::entities::{Meaning, SubprogramId};
use crate::sema::tree::StatementKind;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{BlockId, CheckKind, ExprId, ProcId};

impl Lowerer<'_> {
    /// Whether a contract stands for a call here.
    pub(super) fn is_by_contract(&self, id: SubprogramId) -> bool {
        self.contracts == Contracts::Modular && !self.handles() && self.frame.pure_depth == 0 && self.promises(id)
    }

    /// Whether a subprogram is one that callers know by its contract.
    pub(super) fn promises(&self, id: SubprogramId) -> bool {
        let subprogram = &self.a.subprograms[id];
        let contract = &subprogram.contract;
        let Meaning::Body(body) = &subprogram.meaning else { return false };
        let says = !contract.post.is_empty() || !contract.refined_post.is_empty() || !contract.cases.is_empty();
        // An expression function that only requires something promises its expression.
        let is_expression = body.items.is_empty()
            && matches!(&body.statements[..], [only] if matches!(only.kind, StatementKind::Return(_)));
        let speaks = says || (!contract.pre.is_empty() && !is_expression);
        speaks && self.stands_alone(id)
    }

    /// Whether a subprogram can be looked at by itself: it changes nothing of subprograms around it.
    pub(super) fn stands_alone(&self, id: SubprogramId) -> bool {
        let captures = self.captures.get(&id);
        self.is_users(id) && captures.is_none_or(|captures| captures.iter().all(|&entity| !self.assignable(entity)))
    }

    /// The procedure that stands for calls of a subprogram.
    pub(super) fn stand_in(&mut self, id: SubprogramId, span: Span) -> Lower<ProcId> {
        if let Some(&procedure) = self.stand_ins.get(&id) {
            return Ok(procedure);
        }
        let body = self.procedure(id, false, span)?;
        let name = format!("{}'Contract", self.p.procedures[body].name);
        let procedure = self.new_procedure(&name);
        self.p.procedures[procedure].role = ir::ProcedureRole::Contract((*self.a.subprograms[id].name).into());
        self.p.procedures[procedure].span = Some(self.a.subprograms[id].span);
        self.signature(id, procedure, false, &mut Frame::new(procedure, BlockId(0), Some(id)))?;
        self.stand_ins.insert(id, procedure);
        self.stand_in_queue.push(id);
        Ok(procedure)
    }

    pub(super) fn write_stand_in(&mut self, id: SubprogramId) {
        let (Some(&procedure), Some(&body)) = (self.stand_ins.get(&id), self.procedures.get(&(id, false))) else {
            return;
        };
        let span = self.a.subprograms[id].span;
        let entry = self.p.add_block(procedure, "entry");
        self.start_frame(id, procedure, entry);
        self.copy_in(id, procedure, false);
        // What it gives back has values: that is asked of the body.
        self.frame.has_value.clear();
        let mut blocks = None;
        self.assuming(|s| {
            let (changes, next) = (s.new_block("changes"), s.new_block("results"));
            blocks = Some((changes, next));
            if let Err(refusal) = s.keep_old_values(id) {
                s.unsupported(&refusal, span);
            }
            s.goto(changes, Some(span));
            s.enter(next);
            if let Err(refusal) = s.missing_results(id, procedure, span) {
                s.unsupported(&refusal, span);
            }
        });
        self.terminate(ir::Terminator::Return, Some(span));
        let Some((changes, next)) = blocks else { return };
        self.leave_open(changes, Some(next), Filling::StandIn(body));
    }

    /// Writes something whose checks are known to hold, where they are asked about elsewhere.
    pub(super) fn assuming(&mut self, work: impl FnOnce(&mut Self)) {
        let (procedure, block) = (self.frame.procedure, self.frame.block);
        let blocks = self.p.procedures[procedure].blocks.len();
        let length = self.p.procedures[procedure].blocks[block].statements.len();
        work(self);
        let ir::Program { procedures, properties, .. } = &mut self.p;
        for (id, own) in procedures[procedure].blocks.iter_mut() {
            let from = match id {
                _ if id == block => length,
                BlockId(number) if number as usize >= blocks => 0,
                _ => continue,
            };
            for statement in own.statements.iter_mut().skip(from) {
                if let ir::StatementKind::Check { property, condition } = statement.kind
                    && properties[property].kind != CheckKind::Unsupported
                {
                    statement.kind = ir::StatementKind::Assume(condition);
                }
            }
        }
    }

    /// Behind the call of an entry: what stand-ins take for granted about outputs is proved.
    pub(super) fn keeps_promise(
        &mut self,
        id: SubprogramId,
        arguments: &[ExprId],
        results: &[ir::Place],
        span: Span,
    ) -> Lower<()> {
        if self.contracts != Contracts::Modular || !self.promises(id) {
            return Ok(());
        }
        let property = self.promise(id, span);
        let outer = self.frame.promised.replace(property);
        let kept = self.outputs_are_valid(id, arguments, results, span);
        self.frame.promised = outer;
        kept
    }

    fn promise(&mut self, id: SubprogramId, span: Span) -> ir::PropertyId {
        let name = &self.a.subprograms[id].name;
        let text = format!("what callers of {name} take to be valid for its type must be so");
        let procedure = self.frame.procedure;
        self.p.add_property(CheckKind::Unsupported, Some(procedure), text, Some(span))
    }

    fn outputs_are_valid(
        &mut self,
        id: SubprogramId,
        arguments: &[ExprId],
        results: &[ir::Place],
        span: Span,
    ) -> Lower<()> {
        let subprogram = self.a.subprograms[id].clone();
        let mut results = results.iter();
        let mut next = || match results.next().map(|place| &place.base) {
            Some(ir::PlaceBase::Var(variable)) => Some(*variable),
            _ => None,
        };
        if let (Some(ty), Some(variable)) = (subprogram.result, subprogram.result.and_then(|_| next())) {
            let value = self.p.var(variable);
            self.assume_valid(value, ty, span)?;
        }
        let mut inputs = arguments.iter();
        for parameter in &subprogram.parameters {
            let goes_in = !self.gives_only(parameter.mode, parameter.ty);
            let input = if goes_in { inputs.next() } else { None };
            if parameter.mode == Mode::In {
                continue;
            }
            let Some(variable) = next() else { continue };
            let value = self.p.var(variable);
            self.assume_valid(value, parameter.ty, span)?;
            if let Some(ir::ExprKind::Var(input)) = input.map(|input| self.p.expr(*input).kind.clone()) {
                self.same_shape(input, value, parameter, span)?;
            }
        }
        Ok(())
    }

    /// Ends the procedure of an entry: package variables that callers take to be valid are.
    pub(super) fn end_entry(&mut self, id: SubprogramId, callee: ProcId, span: Span) {
        if self.contracts != Contracts::Modular || !self.promises(id) {
            return self.terminate(ir::Terminator::Return, Some(span));
        }
        let (kept, end) = (self.new_block("kept"), self.new_block("end"));
        self.goto(kept, Some(span));
        self.enter(end);
        self.terminate(ir::Terminator::Return, Some(span));
        let property = self.promise(id, span);
        self.leave_open(kept, Some(end), Filling::Promise(callee, property));
    }

    /// Leaves a block of the procedure that was just written to be finished when all bodies are there.
    pub(super) fn leave_open(&mut self, block: BlockId, next: Option<BlockId>, filling: Filling) {
        let mut frame = Frame::new(self.frame.procedure, block, None);
        std::mem::swap(&mut frame, &mut self.frame);
        frame.block = block;
        self.open.push(Open { frame, next, filling, done: Default::default() });
    }
}
