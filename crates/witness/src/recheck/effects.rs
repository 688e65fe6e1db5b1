//! What calls of procedures with a summary change in memory.
//!
//! The body of such a procedure is walked from any state that its summary allows, and every object that was there when
//! the activation began and is written or ended on the way is noted: globals by name, variables that parameters point to (see
//! [`summary`](super::summary)) by the parameter, all others together, as *elsewhere*. Variables of the activation itself are new objects, which end with it: no caller knows them. Calls
//! inside the body change what is noted of their callees so far; this goes on until no walk finds more.
//!
//! **Why this is sound.** Consider the first moment in time at which an execution changes an object in a way that is
//! not noted of some activation of a procedure with a summary that has not returned. The walk of the innermost such activation's body
//! covers the execution up to that moment ([`summary`](super::summary)), and notes the change. An activation further
//! out called the inner one, so its walk changed the same object where it walked that call: a global of that name; what the argument for the
//! parameter points to; or, for what is elsewhere, all objects it knows, and it notes that unknown ones changed too. Either the object is then noted of the outer
//! activation as well, or it is newer than it.

use super::changes::Changes;
use super::cut::MAX_TRIALS;
use super::memory::Kind;
use super::shape::Leaves;
use super::state::State;
use super::summary::Beginning;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_base::ids::Id;
use cairn_ir::{ProcId, VarId};
use cairn_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// Of objects that are older than the activation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Leaves of globals in memory, and of what parameters point to that point to variables of their own.
    pub written: BTreeSet<(VarId, usize)>,
    pub ended: BTreeSet<VarId>,
    /// Any object may be written or ended.
    pub elsewhere: bool,
}

impl Walker<'_> {
    /// Walks the bodies of procedures with a summary until no more effects are found.
    pub fn find_effects(&mut self) -> Judged<()> {
        let procedures = self.program.procedures.len();
        let mut open = self.summaries.clone();
        open.retain(|id, _| id.index() < procedures && self.changes_of_call(*id).memory);
        // Whose effects each depends on.
        let callees = open.keys().map(|id| (*id, Changes::called_by(self.program, *id)));
        let callees: BTreeMap<ProcId, BTreeSet<ProcId>> = callees.collect();
        let mut next: BTreeSet<ProcId> = open.keys().copied().collect();
        for _ in 0..MAX_TRIALS {
            let mut changed = BTreeSet::new();
            for id in next {
                let before = self.effects.get(&id).cloned().unwrap_or_default();
                if let Some(beginning) = self.assumed(|walker| walker.walk_summarised(id, &open[&id]))? {
                    self.note_effects(id, &beginning);
                }
                if self.effects.get(&id).is_some_and(|now| *now != before) {
                    changed.insert(id);
                }
            }
            if changed.is_empty() {
                return Ok(());
            }
            let depends = |id: &ProcId| !callees[id].is_disjoint(&changed);
            next = open.keys().copied().filter(depends).collect();
        }
        Err(Refusal::CannotFollow("what recursive procedures change in memory is not found".into()))
    }

    /// Adds what was touched since an activation began.
    fn note_effects(&mut self, procedure: ProcId, beginning: &Beginning) {
        let touched = std::mem::take(&mut self.touched);
        let terms = &self.values.terms;
        let is_object = |variable: &VarId| self.program.variables[*variable].addressable;
        let globals = beginning.state.globals.iter().filter(|(variable, _)| is_object(variable));
        let number = |cell: &Leaves| cell.first().and_then(|number| terms.as_u64(*number));
        let mut named: Vec<(u64, VarId)> = globals.filter_map(|(var, cell)| Some((number(cell)?, *var))).collect();
        named.extend(beginning.pointees.iter().filter_map(|(var, pointer)| Some((number(pointer)?, *var))));
        let name = |id: u64| named.iter().find(|(number, _)| *number == id).map(|(_, variable)| *variable);
        let is_old = |id: u64| beginning.state.objects.contains(id);
        let effects = self.effects.entry(procedure).or_default();
        effects.elsewhere |= touched.strangers;
        for (id, leaf) in touched.written.into_iter().filter(|(id, _)| is_old(*id)) {
            match name(id) {
                Some(variable) => effects.written.extend([(variable, leaf)]),
                None => effects.elsewhere = true,
            }
        }
        for id in touched.ended.into_iter().filter(|id| is_old(*id)) {
            match name(id) {
                Some(variable) => effects.ended.extend([variable]),
                None => effects.elsewhere = true,
            }
        }
    }

    /// What a call may have changed is arbitrary afterwards.
    pub fn apply_effects(&mut self, procedure: ProcId, given: &[(VarId, Leaves)], state: &mut State) -> Judged<()> {
        let Some(effects) = self.effects.get(&procedure).cloned() else { return Ok(()) };
        for (variable, leaf) in effects.written {
            for (id, same) in self.named(variable, given, state)? {
                let mut value = state.objects[&id].value.clone();
                if let Some(old) = value.get_mut(leaf) {
                    let sort = self.values.terms.sort_of(*old);
                    *old = self.values.terms.fresh_symbol("memory", sort);
                }
                self.write_object(state, id, same, &value);
            }
        }
        for variable in effects.ended {
            for (id, same) in self.named(variable, given, state)? {
                self.perhaps_end(state, id, same);
            }
        }
        if effects.elsewhere {
            self.change_everything(state)?;
        }
        Ok(())
    }

    /// The objects that a variable in the effects of a call may mean: a global, or what an argument points to.
    fn named(&mut self, variable: VarId, given: &[(VarId, Leaves)], state: &State) -> Judged<Vec<(u64, TermId)>> {
        let argument = given.iter().find(|(parameter, _)| *parameter == variable).map(|(_, value)| value[0]);
        let number = match argument {
            Some(number) => number,
            None => state.variable(variable)?[0],
        };
        Ok(self.changing(state, number))
    }

    fn change_everything(&mut self, state: &mut State) -> Judged<()> {
        let always = self.values.terms.tt();
        self.touched.strangers = true;
        for id in state.objects.ids() {
            let object = self.objects[id as usize];
            if object.kind != Kind::Procedure {
                let any = self.any_object(&object)?;
                self.write_object(state, id, always, &any);
                self.perhaps_end(state, id, always);
            }
        }
        Ok(())
    }

    fn perhaps_end(&mut self, state: &mut State, id: u64, condition: TermId) {
        let still = self.any_bool("alive");
        let other = self.values.terms.not(condition);
        let still = self.values.terms.or(other, still);
        if let Some(contents) = state.objects.get_mut(id) {
            contents.live = self.values.terms.and(contents.live, still);
            self.touched.ended.insert(id);
        }
    }
}
