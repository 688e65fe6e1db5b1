//! Blocks that are finished last, because what belongs there depends on what all bodies write.
//!
//! Writing them may call predicate functions and so bring in further bodies and variables: it goes on until nothing is new.

use super::cuts::Cut;
use super::{Frame, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, ObjectRole, SubprogramId};
use crate::sema::types::TypeId;
use cairn_base::ids::Id;
use cairn_ir as ir;
use ir::{BlockId, Callee, Place, PlaceBase, ProcId, StatementKind, Terminator, VarId, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a block is to be filled with.
pub(super) enum Filling {
    /// What a subprogram without body may change.
    Missing(SubprogramId),
    /// What the body that a stand-in stands for may change.
    StandIn(ProcId),
    /// That what a body may have changed is valid.
    Promise(ProcId, ir::PropertyId),
    /// What the loops of one procedure may change.
    Cuts(Vec<Cut>),
}

/// A procedure with a block that is not finished.
pub(super) struct Open {
    pub(super) frame: Frame,
    /// What comes after the block.
    pub(super) next: Option<BlockId>,
    pub(super) filling: Filling,
    /// The variables that are filled in, with the number of the cut.
    pub(super) done: BTreeSet<(usize, VarId)>,
}

/// The package variables that each procedure may write, itself or through what it calls.
type Written = Vec<BTreeSet<VarId>>;

impl Lowerer<'_> {
    /// Finishes what was left open.
    pub(super) fn finish_open(&mut self) {
        loop {
            self.write_queued();
            let is_simple = self.open.iter().all(|open| matches!(open.filling, Filling::Missing(_)));
            let written = if is_simple { Written::new() } else { self.written() };
            let mut globals: Vec<(VarId, EntityId)> = self.globals.iter().map(|(&e, &v)| (v, e)).collect();
            globals.sort();
            let mut open = std::mem::take(&mut self.open);
            let mut changed = false;
            for one in &mut open {
                std::mem::swap(&mut self.frame, &mut one.frame);
                changed |= self.fill(&one.filling, &mut one.done, &globals, &written);
                std::mem::swap(&mut self.frame, &mut one.frame);
            }
            changed |= !self.open.is_empty();
            open.append(&mut self.open);
            self.open = open;
            if !changed && self.queue.is_empty() && self.stand_in_queue.is_empty() {
                break;
            }
        }
        for one in std::mem::take(&mut self.open) {
            self.frame = one.frame;
            if let Filling::Cuts(cuts) = &one.filling {
                one_iteration_each(&mut self.p.procedures[self.frame.procedure], cuts);
            }
            if let Some(next) = one.next {
                let span = self.p.procedures[self.frame.procedure].span;
                self.goto(next, span);
            }
        }
    }

    /// Fills in what is new, and says whether anything is.
    fn fill(
        &mut self,
        filling: &Filling,
        done: &mut BTreeSet<(usize, VarId)>,
        globals: &[(VarId, EntityId)],
        written: &Written,
    ) -> bool {
        let mut changed = false;
        let none = BTreeSet::new();
        match filling {
            Filling::Missing(id) => {
                for &(variable, entity) in globals {
                    if done.insert((0, variable)) {
                        changed = true;
                        self.missing_change(*id, entity, variable);
                    }
                }
            }
            Filling::StandIn(body) => {
                for &variable in written.get(body.index()).unwrap_or(&none) {
                    if done.insert((0, variable)) {
                        changed = true;
                        self.change_of_call(variable, globals);
                    }
                }
            }
            Filling::Promise(body, property) => {
                for &variable in written.get(body.index()).unwrap_or(&none) {
                    if done.insert((0, variable)) {
                        changed = true;
                        self.frame.promised = Some(*property);
                        self.is_valid_package_variable(variable, globals);
                        self.frame.promised = None;
                    }
                }
            }
            Filling::Cuts(cuts) => {
                for (number, cut) in cuts.iter().enumerate() {
                    for variable in self.written_by_loop(cut, written) {
                        if done.insert((number, variable)) {
                            changed = true;
                            let ty = self.type_of_variable(variable, globals);
                            self.generalize(cut, variable, ty);
                        }
                    }
                }
            }
        }
        changed
    }

    fn change_of_call(&mut self, variable: VarId, globals: &[(VarId, EntityId)]) {
        let Some(span) = self.p.procedures[self.frame.procedure].span else { return };
        self.havoc(Place::var(variable), span, "what the contract of a callee leaves open");
        self.is_valid_package_variable(variable, globals);
    }

    /// What is assumed of a package variable, or to be proved of it.
    fn is_valid_package_variable(&mut self, variable: VarId, globals: &[(VarId, EntityId)]) {
        let Some(span) = self.p.procedures[self.frame.procedure].span else { return };
        let Some(ty) = self.type_of_variable(variable, globals) else { return };
        let value = self.p.var(variable);
        if let Err(refusal) = self.assume_valid(value, ty, span) {
            self.unsupported(&refusal, span);
        }
    }

    fn type_of_variable(&self, variable: VarId, globals: &[(VarId, EntityId)]) -> Option<TypeId> {
        let global = globals.binary_search_by_key(&variable, |&(v, _)| v).ok().map(|at| globals[at].1);
        let own = || self.frame.variables.iter().find(|(_, v)| **v == variable).map(|(&entity, _)| entity);
        let entity = global.or_else(own)?;
        match &self.a.entities[entity].kind {
            EntityKind::Object(object) if object.role != ObjectRole::Constant || global.is_none() => Some(object.ty),
            _ => None,
        }
    }

    /// The variables that executions may write from one time at the point of a cut to the next.
    fn written_by_loop(&self, cut: &Cut, written: &Written) -> BTreeSet<VarId> {
        let own = &self.p.procedures[self.frame.procedure];
        let mut found = BTreeSet::new();
        for block in between(own, cut) {
            for statement in &own.blocks[block].statements {
                found.extend(written_places(&statement.kind).filter_map(variable_of));
                if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind {
                    found.extend(written.get(callee.index()).into_iter().flatten());
                }
            }
        }
        found.remove(&cut.met);
        // What has a value keeps one.
        for flag in self.frame.has_value.values() {
            found.remove(flag);
        }
        found
    }

    fn written(&self) -> Written {
        let is_global = |variable: &VarId| self.p.variables[*variable].kind == VariableKind::Global;
        let mut written = Written::new();
        let mut callees: Vec<FxHashSet<ProcId>> = Vec::new();
        for procedure in self.p.procedures.values() {
            let (mut own, mut calls) = (BTreeSet::new(), FxHashSet::default());
            for statement in procedure.blocks.values().flat_map(|block| &block.statements) {
                own.extend(written_places(&statement.kind).filter_map(variable_of).filter(is_global));
                if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind {
                    calls.insert(*callee);
                }
            }
            written.push(own);
            callees.push(calls);
        }
        let bodies: FxHashMap<ProcId, ProcId> = self
            .stand_ins
            .iter()
            .filter_map(|(id, stand_in)| Some((*stand_in, *self.procedures.get(&(*id, false))?)))
            .collect();
        for (stand_in, body) in bodies {
            callees[stand_in.index()].insert(body);
        }
        through_calls(written, &callees)
    }
}

/// Adds what callees write, until nothing is new: whoever calls a procedure that changed is looked at again.
fn through_calls(mut written: Written, callees: &[FxHashSet<ProcId>]) -> Written {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); written.len()];
    for (caller, list) in callees.iter().enumerate() {
        list.iter().for_each(|callee| callers[callee.index()].push(caller));
    }
    let mut open: Vec<usize> = (0..written.len()).filter(|at| !written[*at].is_empty()).collect();
    while let Some(callee) = open.pop() {
        let given = written[callee].clone();
        for &caller in &callers[callee] {
            let before = written[caller].len();
            written[caller].extend(&given);
            if written[caller].len() > before {
                open.push(caller);
            }
        }
    }
    written
}

/// Gives the iteration that stands for any blocks of its own, so that no way leads back: inner loops first.
fn one_iteration_each(procedure: &mut ir::Procedure, cuts: &[Cut]) {
    let size = |cut: &&Cut| between(procedure, cut).len();
    let mut cuts: Vec<&Cut> = cuts.iter().collect();
    cuts.sort_by_key(size);
    for cut in cuts {
        let Terminator::Branch { then: again, otherwise: first, .. } = procedure.blocks[cut.point].terminator else {
            continue;
        };
        let inside = between(procedure, cut);
        let mut copies: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for &block in inside.iter().filter(|block| **block != cut.point) {
            let own = procedure.blocks[block].clone();
            let label = format!("{} of any iteration {}", own.label, procedure.blocks.len()).into();
            copies.insert(block, procedure.blocks.push(ir::Block { label, ..own }));
        }
        let target = |block: &mut BlockId| match copies.get(block) {
            Some(copy) => *block = *copy,
            None if *block == cut.point => *block = again,
            None => {}
        };
        for copy in copies.values() {
            for_each_target(&mut procedure.blocks[*copy].terminator, target);
        }
        for_each_target(&mut procedure.blocks[cut.general].terminator, target);
        procedure.blocks[cut.point].terminator = Terminator::Goto(first);
    }
}

fn for_each_target(terminator: &mut Terminator, mut change: impl FnMut(&mut BlockId)) {
    match terminator {
        Terminator::Goto(block) => change(block),
        Terminator::Branch { then, otherwise, .. } => {
            change(then);
            change(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, block)| change(block));
            change(default);
        }
        Terminator::Return | Terminator::Stop => {}
    }
}

/// The blocks on ways from one time at the point of a cut to the next, while the loop is not entered anew.
fn between(procedure: &ir::Procedure, cut: &Cut) -> BTreeSet<BlockId> {
    let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    let (mut reached, mut open) = (BTreeSet::from([cut.next]), vec![cut.next]);
    while let Some(block) = open.pop() {
        if block == cut.begin {
            continue;
        }
        for next in procedure.blocks[block].terminator.successors() {
            before.entry(next).or_default().push(block);
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    let (mut found, mut open) = (BTreeSet::new(), vec![cut.point]);
    while let Some(block) = open.pop() {
        if block != cut.begin && reached.contains(&block) && found.insert(block) {
            open.extend(before.get(&block).into_iter().flatten());
        }
    }
    found
}

fn written_places(kind: &StatementKind) -> impl Iterator<Item = &Place> {
    let (one, many): (Option<&Place>, &[Place]) = match kind {
        StatementKind::Assign { target, .. }
        | StatementKind::Havoc { target }
        | StatementKind::Allocate { target, .. } => (Some(target), &[]),
        StatementKind::Call { results, .. } => (None, results),
        _ => (None, &[]),
    };
    one.into_iter().chain(many)
}

fn variable_of(place: &Place) -> Option<VarId> {
    match place.base {
        PlaceBase::Var(variable) => Some(variable),
        PlaceBase::Deref(..) => None,
    }
}
