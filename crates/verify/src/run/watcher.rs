//! Listens to an engine: every violation is replayed and every proof re-checked before it is known.
//!
//! Engines that work side by side have a listener each, so that one whose proofs take long to re-check holds up nobody else.

use super::judge::Judge;
use super::{Judged, Known, Shared, Subject, lock};
use crate::evidence::{Evidence, NoEvidence};
use crate::request::Request;
use cairn_base::Budget;
use cairn_engines::{Observer, Progress};
use cairn_ir::{Decision, ExprId, ExprKind, Program, PropertyId, StatementKind, Verdict};
use cairn_witness::lrat::Record;
use std::sync::Arc;

pub struct Watcher {
    subject: Arc<Subject>,
    shared: Shared,
    judge: Judge,
}

impl Watcher {
    pub(super) fn new(subject: &Arc<Subject>, shared: &Shared, request: &Request, budget: &Budget) -> Self {
        Self { subject: Arc::clone(subject), shared: Arc::clone(shared), judge: Judge::new(request, budget) }
    }
    /// Another listener, for an engine on a thread of its own with a budget of its own.
    pub(super) fn beside(&self, budget: &Budget) -> Self {
        Self { subject: Arc::clone(&self.subject), shared: Arc::clone(&self.shared), judge: self.judge.within(budget) }
    }
    /// What becomes of the refutations that unwinding rests on, for the solvers of engines.
    pub(super) fn record(&self) -> &Record {
        self.judge.record()
    }
    /// Takes over a decision whose evidence convinces; false if it does not.
    pub(super) fn settle(&mut self, decision: &Decision) -> bool {
        if self.is_known(&mut lock(&self.shared), decision) {
            return true;
        }
        let (mut evidence, mut not_replayed) = (None, None);
        if let Verdict::Violated(counterexample) = &decision.verdict {
            match Evidence::replay(&self.subject, decision.property, counterexample) {
                Ok(replayed) => evidence = Some(replayed),
                // The solver tried instances only: its model is a guess.
                Err(_) if has_quantifiers(&self.subject.program) => return false,
                Err(NoEvidence::CannotFollow(reason)) => not_replayed = Some(reason),
                Err(NoEvidence::Disagrees(difference)) => {
                    lock(&self.shared).internal_error.get_or_insert(difference);
                    return true;
                }
            }
        }
        let checked = self.judge.checked(decision);
        // Another listener may have been faster.
        let mut known = lock(&self.shared);
        if !self.is_known(&mut known, decision) {
            let judged = Judged { decision: decision.clone(), evidence, not_replayed, checked, remark: None };
            known.judged.insert(decision.property, judged);
        }
        true
    }
    /// Whether the property is decided already. A decision may be told twice, proved in two ways or violated by two
    /// executions, but must stay the same: anything else is a bug that could hide a violation.
    fn is_known(&self, known: &mut Known, decision: &Decision) -> bool {
        let Some(before) = known.judged.get(&decision.property) else { return false };
        let alike = match (&before.decision.verdict, &decision.verdict) {
            (Verdict::Proved(_), Verdict::Proved(_)) | (Verdict::Violated(_), Verdict::Violated(_)) => true,
            (before, now) => before == now,
        };
        if !alike {
            let name = &self.subject.program.properties[decision.property].name;
            let error = format!("the engine decided `{name}` twice, and not alike");
            known.internal_error.get_or_insert(error);
        }
        true
    }
}

/// Whether conditions of the program say something of many values at once: then "satisfiable" is no certain answer.
fn has_quantifiers(program: &Program) -> bool {
    let statements = program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|block| &block.statements);
    let is_constant = |e: ExprId| matches!(program.expr(e).kind, ExprKind::Const(_));
    let mut copies = statements.map(|s| match s.kind {
        StatementKind::CopyMemory { bytes, .. } => !is_constant(bytes),
        _ => false,
    });
    copies.any(|of_unknown_length| of_unknown_length)
        || (0..program.expr_count()).any(|n| {
            let kind = &program.expr(ExprId(n as u32)).kind;
            matches!(kind, ExprKind::Forall(..) | ExprKind::Exists(..))
        })
}

impl Observer for Watcher {
    fn progress(&mut self, progress: Progress) {
        lock(&self.shared).progress = progress;
    }
    fn cleared(&mut self, properties: &[PropertyId], bound: u32) {
        let mut known = lock(&self.shared);
        for property in properties {
            let most = known.cleared.entry(*property).or_default();
            *most = bound.max(*most);
        }
    }
    fn decided(&mut self, decision: &Decision) -> bool {
        self.decided_together(std::slice::from_ref(decision)) == [true]
    }
    fn decided_together(&mut self, decisions: &[Decision]) -> Vec<bool> {
        let refused = self.judge.refused(&self.subject, decisions);
        let settle = |decision: &Decision| match refused.get(&decision.property) {
            Some(reason) => {
                lock(&self.shared).unconfirmed.insert(decision.property, reason.clone());
                false
            }
            None => self.settle(decision),
        };
        decisions.iter().map(settle).collect()
    }
}
