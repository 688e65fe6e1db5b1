//! What procedures may change beyond their own variables, for calls that are not walked: recursive ones, and
//! those too deep.

use cairn_ir::{
    Callee, ExprId, ExprKind, Place, PlaceBase, ProcId, Program, PropertyId, Statement, StatementKind, VarId,
    VariableKind,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Of one procedure with all it calls, or of some blocks.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// Variables that are assigned by name.
    pub assigned: BTreeSet<VarId>,
    /// Something is written through a pointer.
    pub stores: bool,
    /// Objects may end.
    pub ends: bool,
    pub checks: BTreeSet<PropertyId>,
    pub calls: BTreeSet<ProcId>,
}

pub struct Effects {
    own: Vec<Effect>,
    /// Variables whose address is taken somewhere.
    pub address_taken: FxHashSet<VarId>,
}

fn assigned(effect: &mut Effect, program: &Program, place: &Place) {
    match place.base {
        PlaceBase::Var(variable) => {
            effect.assigned.insert(variable);
            effect.stores |= program.variables[variable].addressable;
        }
        PlaceBase::Deref(..) => effect.stores = true,
    }
}

impl Effect {
    pub fn add(&mut self, program: &Program, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => assigned(self, program, target),
            StatementKind::Allocate { target, .. } => assigned(self, program, target),
            StatementKind::Check { property, .. } => {
                self.checks.insert(*property);
            }
            StatementKind::Call { callee, results, .. } => {
                results.iter().for_each(|place| assigned(self, program, place));
                match callee {
                    Callee::Direct(procedure) => self.calls.extend([*procedure]),
                    Callee::Indirect { candidates, .. } => self.calls.extend(candidates.iter().copied()),
                }
            }
            StatementKind::Release(_) => self.ends = true,
            StatementKind::Live(variable) | StatementKind::Dead(variable) => {
                self.assigned.insert(*variable);
            }
            StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } => self.stores = true,
            StatementKind::Assume(_) | StatementKind::Event { .. } => {}
        }
    }
}

impl Effects {
    pub fn new(program: &Program) -> Self {
        let own = program.procedures.values().map(|procedure| {
            let mut effect = Effect::default();
            let statements = procedure.blocks.values().flat_map(|block| &block.statements);
            statements.for_each(|statement| effect.add(program, statement));
            effect
        });
        let own = own.collect();
        let mut address_taken = FxHashSet::default();
        for index in 0..program.expr_count() {
            if let ExprKind::AddressOf(place) = &program.expr(ExprId(index as u32)).kind
                && let PlaceBase::Var(variable) = place.base
            {
                address_taken.insert(variable);
            }
        }
        Self { own, address_taken }
    }
    /// Adds what all called procedures do; of their variables only the globals are kept.
    pub fn with_calls(&self, program: &Program, mut effect: Effect) -> Effect {
        let mut done: BTreeSet<ProcId> = BTreeSet::new();
        let mut left: Vec<ProcId> = effect.calls.iter().copied().collect();
        while let Some(procedure) = left.pop() {
            let Some(own) = self.own.get(procedure.0 as usize).filter(|_| done.insert(procedure)) else { continue };
            let global = |v: &&VarId| program.variables[**v].kind == VariableKind::Global;
            effect.assigned.extend(own.assigned.iter().filter(global));
            effect.stores |= own.stores;
            effect.ends |= own.ends;
            effect.checks.extend(&own.checks);
            left.extend(&own.calls);
        }
        effect.calls = done;
        effect
    }
    /// What a call of a procedure may do.
    pub fn of_call(&self, program: &Program, procedure: ProcId) -> Effect {
        let calls = BTreeSet::from([procedure]);
        self.with_calls(program, Effect { calls, ..Effect::default() })
    }
}
