//! Which variables can change the way that a loop takes.
//!
//! A variable is relevant if a branch, a check or an assumption of the loop, or of a procedure called in it, reads it, or if the value
//! of a relevant variable is computed from it (a backward slice without an order of statements: Weiser, Program slicing,
//! 1981).
//!
//! *Why the others may differ.* Two visits of the head that agree on the relevant variables take the same way with the same inputs, statement
//! by statement, and agree on them again at the next visit: what is computed there is computed from relevant variables
//! alone. Memory is the same as long as nothing in the loop writes it; where something does, no relevant value may come from
//! memory, and lifetimes do not change in a loop that is looked at at all.

use cairn_ir::{
    Callee, ExprId, ExprKind, Place, PlaceBase, ProcId, Program, Statement, StatementKind, Terminator, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the blocks of a loop and of the procedures called in it compute from what.
#[derive(Default)]
pub(super) struct Dependences {
    /// What ways depend on.
    roots: Reads,
    /// What the values of variables are computed from.
    of: BTreeMap<VarId, Reads>,
    /// Something is written through a pointer.
    pub writes_memory: bool,
}

#[derive(Clone, Default)]
struct Reads {
    variables: BTreeSet<VarId>,
    /// A value comes from memory.
    loads: bool,
}

impl Reads {
    fn add(&mut self, program: &Program, expr: ExprId) {
        let kind = &program.expr(expr).kind;
        match kind {
            ExprKind::Var(variable) => {
                self.variables.insert(*variable);
            }
            ExprKind::Load(_) | ExprKind::Contents(_) => self.loads = true,
            _ => {}
        }
        kind.for_each_child(|child| self.add(program, child));
    }
    fn take(&mut self, other: &Reads) {
        self.variables.extend(&other.variables);
        self.loads |= other.loads;
    }
}

impl Dependences {
    pub fn statement(&mut self, program: &Program, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.assigned(program, target, |reads| reads.add(program, *value))
            }
            StatementKind::Havoc { target } => self.assigned(program, target, |_| {}),
            StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                self.roots.add(program, *condition);
            }
            StatementKind::Event { .. } => {}
            StatementKind::Call { callee, arguments, results } => match callee {
                Callee::Direct(procedure) => self.call(program, *procedure, arguments, results),
                Callee::Indirect { pointer, candidates, .. } => {
                    self.roots.add(program, *pointer);
                    candidates.iter().for_each(|candidate| self.call(program, *candidate, arguments, results));
                }
            },
            // Loops with these are not looked at.
            StatementKind::Allocate { .. }
            | StatementKind::Release(_)
            | StatementKind::Live(_)
            | StatementKind::Dead(_) => {}
            StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } => self.writes_memory = true,
        }
    }
    pub fn terminator(&mut self, program: &Program, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition: expr, .. } | Terminator::Switch { value: expr, .. } => {
                self.roots.add(program, *expr);
            }
            Terminator::Goto(_) | Terminator::Return | Terminator::Stop => {}
        }
    }
    fn assigned(&mut self, program: &Program, target: &Place, value: impl FnOnce(&mut Reads)) {
        let PlaceBase::Var(variable) = target.base else {
            self.writes_memory = true;
            return;
        };
        let reads = self.of.entry(variable).or_default();
        value(reads);
        target.for_each_expr(|expr| reads.add(program, expr));
    }
    fn call(&mut self, program: &Program, callee: ProcId, arguments: &[ExprId], results: &[Place]) {
        let procedure = &program.procedures[callee];
        for (parameter, argument) in procedure.parameters.iter().zip(arguments) {
            self.of.entry(*parameter).or_default().add(program, *argument);
        }
        for (target, result) in results.iter().zip(&procedure.results) {
            self.assigned(program, target, |reads| {
                reads.variables.insert(*result);
            });
        }
        if !procedure.has_body() {
            // Its results are any that the contract allows.
            procedure.contract.after().for_each(|expr| self.roots.add(program, expr));
        }
    }
    /// The relevant ones among the variables that the loop can change; none if that is not known.
    pub fn relevant(&self, program: &Program, changed: &BTreeSet<VarId>) -> Option<BTreeSet<VarId>> {
        let mut found = self.roots.clone();
        let mut open: Vec<VarId> = found.variables.iter().copied().collect();
        let mut loaded = false;
        loop {
            if found.loads && !loaded {
                loaded = true;
                let in_memory = changed.iter().filter(|variable| program.variables[**variable].addressable);
                open.extend(in_memory.filter(|variable| found.variables.insert(**variable)));
            }
            let Some(next) = open.pop() else { break };
            let Some(reads) = self.of.get(&next) else { continue };
            open.extend(reads.variables.difference(&found.variables));
            found.take(reads);
        }
        let from_memory =
            found.loads || found.variables.iter().any(|variable| program.variables[*variable].addressable);
        if self.writes_memory && from_memory {
            return None;
        }
        Some(changed.intersection(&found.variables).copied().collect())
    }
}
