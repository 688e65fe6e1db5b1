//! Procedures with a summary: their bodies are walked once, and a call of one is what its summary says.
//!
//! **Why this is sound.** A summary is what an activation requires when it begins and ensures when it returns. The body
//! is walked from *any* state that satisfies the requirements: globals and memory as any execution may have left them,
//! any arguments. Shown are its checks, the requirements of the calls in it, and what it ensures at its returns. A call
//! is walked as: show the requirements; everything that the callee, or whatever it calls, may change is arbitrary;
//! what it ensures holds.
//!
//! Consider the first moment in time at which an execution breaks anything that is to be shown: a requirement, a
//! promise at a return, an invariant, a check. Until then every activation began as required and every activation that
//! returned did so as promised, so the walk of the body (or of the entry) that the moment lies in covers the execution
//! from the beginning of that activation on, and would have seen it. Activations that never return promise nothing, and
//! no walk goes on after them. So recursion needs no measure that decreases: this is about what never goes wrong, not
//! about ends.
//!
//! A summary may also say that parameters point to variables of their own. At a call, that is shown of the arguments; the
//! body is walked with pointers to variables that are there already, and are new to it. Every execution has such variables:
//! those that the arguments of the call point to.
//!
//! Which variables the callee may change is read off the statements of everything it may call; what it may change in
//! memory is found by walking the bodies ([`effects`](super::effects)).

use super::changes::Changes;
use super::court::Answer;
use super::evaluate::Scope;
use super::memory::{Kind, Object, Touched, not_storable};
use super::shape::{Leaves, no_such_part};
use super::state::State;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{ExprId, ProcId, TypeId, VarId};
use cairn_term::TermId;
use std::collections::BTreeMap;

#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Parameters that point to variables of their own, with the types of these.
    pub pointees: BTreeMap<VarId, TypeId>,
    pub requires: Vec<ExprId>,
    pub ensures: Vec<ExprId>,
}

/// How the walk of a body began.
pub struct Beginning {
    pub state: State,
    /// The parameters that point to variables of their own.
    pub pointees: Vec<(VarId, Leaves)>,
}

/// Parameters, and results once there are any, with their values.
type Given = Vec<(VarId, Leaves)>;

impl Walker<'_> {
    /// Shows that the body of a procedure does what its summary says. Given back is how it began, if it can begin at all.
    pub fn walk_summarised(&mut self, id: ProcId, summary: &Summary) -> Judged<Option<Beginning>> {
        let program = self.program;
        let procedure = program.procedures.get(id).ok_or_else(no_such_part)?;
        if !procedure.has_body() {
            return Err(Refusal::CannotFollow(format!("the summary of `{}`, which has no body", procedure.name)));
        }
        // What counts is what the body changes.
        self.start_over();
        let mut state = self.any_state()?;
        let mut arguments = Vec::new();
        for parameter in &procedure.parameters {
            let variable = &program.variables[*parameter];
            arguments.push(match summary.pointees.get(parameter) {
                Some(ty) => self.pointer_to_own(&mut state, *ty)?,
                None => self.values.any(variable.ty, &variable.name)?,
            });
        }
        self.touched = Touched::default();
        let mut given = self.given(id, &arguments)?;
        let Some(entry) = self.with_all(state, &summary.requires, &given, None)? else { return Ok(None) };
        let pointees = given.iter().filter(|(variable, _)| summary.pointees.contains_key(variable)).cloned().collect();
        let ended = self.activation(id, Vec::new(), arguments, entry.clone())?;
        if let Some((state, results)) = ended {
            given.extend(procedure.results.iter().copied().zip(results));
            self.show_summary(id, &summary.ensures, &given, &state, Some(&entry))?;
        }
        Ok(Some(Beginning { state: entry, pointees }))
    }

    /// A call of a procedure, by its summary. `state` has no locals; the returned one has none again.
    pub fn call_by_summary(
        &mut self,
        id: ProcId,
        summary: &Summary,
        arguments: &[Leaves],
        mut state: State,
    ) -> Judged<Option<(State, Vec<Leaves>)>> {
        let mut given = self.given(id, arguments)?;
        self.show_pointees(id, summary, &given, &state)?;
        self.show_summary(id, &summary.requires, &given, &state, None)?;
        let program = self.program;
        let entry = state.values();
        let changes = self.changes_of_call(id);
        self.havoc_globals(&mut state, &changes)?;
        state.strangers |= changes.allocates;
        self.apply_effects(id, &given, &mut state)?;
        let mut results = Vec::new();
        for result in &program.procedures[id].results {
            let variable = &program.variables[*result];
            let value = self.values.any(variable.ty, &variable.name)?;
            given.push((*result, value.clone()));
            results.push(value);
        }
        let after = self.with_all(state, &summary.ensures, &given, Some(&entry))?;
        Ok(after.map(|state| (state, results)))
    }

    /// Shows that an entry of the program may be entered.
    pub fn enter_by_summary(
        &mut self,
        id: ProcId,
        summary: &Summary,
        arguments: &[Leaves],
        state: &State,
    ) -> Judged<()> {
        let given = self.given(id, arguments)?;
        self.show_pointees(id, summary, &given, state)?;
        self.show_summary(id, &summary.requires, &given, state, None)
    }

    /// Conditions of a summary speak of the values of parameters at entry, whether these are in memory or not. (What
    /// takes the address of one has no meaning in them: it is a variable of the activation.)
    fn given(&self, id: ProcId, arguments: &[Leaves]) -> Judged<Given> {
        let procedure = &self.program.procedures[id];
        if arguments.len() != procedure.parameters.len() {
            return Err(Refusal::CannotFollow(format!("`{}` is called with other arguments", procedure.name)));
        }
        Ok(procedure.parameters.iter().copied().zip(arguments.iter().cloned()).collect())
    }

    /// A pointer to a live variable that the activation knows and no other parameter with a pointee points to. What it holds
    /// is arbitrary, and so is whether pointers elsewhere point to it too.
    fn pointer_to_own(&mut self, state: &mut State, ty: TypeId) -> Judged<Leaves> {
        let size = self.layout.size(ty).ok_or_else(not_storable)?;
        let size = self.number(size);
        let object = Object { kind: Kind::Variable, ty, many: false, size };
        let value = self.any_object(&object)?;
        let number = self.create(state, object, value)?;
        Ok(Leaves::from_slice(&[self.number(number), self.number(0)]))
    }

    /// Shows that the arguments of a call point to variables as the summary says: what `pointer_to_own` takes for granted.
    fn show_pointees(
        &mut self,
        procedure: ProcId,
        summary: &Summary,
        given: &[(VarId, Leaves)],
        state: &State,
    ) -> Judged<()> {
        if !self.obliged {
            return Ok(());
        }
        let is_pointer =
            |(variable, value): &&(VarId, Leaves)| summary.pointees.contains_key(variable) && value.len() == 2;
        let pointers: Vec<&(VarId, Leaves)> = given.iter().filter(is_pointer).collect();
        let global = |variable: &VarId| self.program.variables[*variable].addressable;
        let globals = state.globals.iter().filter(|(variable, _)| global(variable)).map(|(_, cell)| cell[0]);
        let mut taken: Vec<TermId> = globals.collect();
        let mut all = Vec::new();
        for (variable, pointer) in &pointers {
            all.push(self.is_variable(state, pointer, summary.pointees[variable]));
            for other in &taken {
                let same = self.values.terms.eq(*other, pointer[0]);
                all.push(self.values.terms.not(same));
            }
            taken.push(pointer[0]);
        }
        let right = self.values.terms.and_all(&all);
        let complete = pointers.len() == summary.pointees.len();
        match self.court.follows(&mut self.values.terms, &state.path, right) {
            Answer::Yes if complete => Ok(()),
            Answer::Unknown(why) => Err(Refusal::Unknown(why)),
            _ => {
                let name = &self.program.procedures[procedure].name;
                let what = "which may be called with pointers to something else than variables of their own";
                Err(Refusal::CannotFollow(format!("the summary of `{name}`, {what}")))
            }
        }
    }

    /// Whether a pointer points to the beginning of a live variable of a type.
    fn is_variable(&mut self, state: &State, pointer: &Leaves, ty: TypeId) -> TermId {
        let mut any = self.values.terms.ff();
        for (id, same) in self.candidates(state, pointer[0]) {
            let object = self.objects[id as usize];
            if object.kind == Kind::Variable && !object.many && self.program.types.same_shape(object.ty, ty) {
                let here = self.values.terms.and(same, state.objects[&id].live);
                any = self.values.terms.or(any, here);
            }
        }
        let zero = self.number(0);
        let at_start = self.values.terms.eq(pointer[1], zero);
        self.values.terms.and(any, at_start)
    }

    /// Whatever an execution may have made of globals and memory before some call.
    fn any_state(&mut self) -> Judged<State> {
        let mut state = self.beginning()?;
        let changes = self.changes_of_everything();
        self.havoc_globals(&mut state, &changes)?;
        // Objects of the calls that led here, and allocated ones, are not known.
        state.strangers = true;
        for id in state.objects.ids_of_data().collect::<Vec<u64>>() {
            let object = self.objects[id as usize];
            let (value, alive) = (self.any_object(&object)?, self.any_bool("alive"));
            let Some(contents) = state.objects.get_mut(id) else { continue };
            if changes.memory {
                contents.value = value;
            }
            if changes.ends_globals {
                contents.live = alive;
            }
        }
        Ok(state)
    }

    fn havoc_globals(&mut self, state: &mut State, changes: &Changes) -> Judged<()> {
        for variable in changes.variables.keys() {
            if state.globals.contains_key(variable) {
                let declared = &self.program.variables[*variable];
                let value = self.values.any(declared.ty, &declared.name)?;
                state.set_variable(*variable, value)?;
            }
        }
        Ok(())
    }

    fn with_all(
        &mut self,
        mut state: State,
        conditions: &[ExprId],
        given: &[(VarId, Leaves)],
        entry: Option<&State>,
    ) -> Judged<Option<State>> {
        for condition in conditions {
            let condition = self.condition(Scope { state: &state, bound: given, entry }, *condition)?;
            match state.assuming(&mut self.values.terms, condition) {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    fn show_summary(
        &mut self,
        procedure: ProcId,
        conditions: &[ExprId],
        given: &[(VarId, Leaves)],
        state: &State,
        entry: Option<&State>,
    ) -> Judged<()> {
        if !self.obliged {
            return Ok(());
        }
        for condition in conditions {
            let term = self.condition(Scope { state, bound: given, entry }, *condition)?;
            match self.court.follows(&mut self.values.terms, &state.path, term) {
                Answer::Yes => {}
                Answer::No => {
                    let at_entry = entry.is_none();
                    return Err(Refusal::NotSummary { procedure, condition: *condition, at_entry });
                }
                Answer::Unknown(why) => return Err(Refusal::Unknown(why)),
            }
        }
        Ok(())
    }
}
