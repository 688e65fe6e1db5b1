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
//! What the callee may change is read off the statements of everything it may call. Procedures that may change memory
//! are refused: their effects are more than variables.

use super::changes::Changes;
use super::court::Answer;
use super::evaluate::Scope;
use super::memory::Kind;
use super::shape::{Leaves, no_such_part};
use super::state::State;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{ExprId, ProcId, VarId};
use std::collections::BTreeMap;

#[derive(Clone, Default, Debug)]
pub struct Summary {
    pub requires: Vec<ExprId>,
    pub ensures: Vec<ExprId>,
}

impl Walker<'_> {
    /// Shows that the body of a procedure does what its summary says.
    pub fn walk_summarised(&mut self, id: ProcId, summary: &Summary) -> Judged<()> {
        let program = self.program;
        let procedure = program.procedures.get(id).ok_or_else(no_such_part)?;
        if !procedure.has_body() {
            return Err(Refusal::CannotFollow(format!("the summary of `{}`, which has no body", procedure.name)));
        }
        let mut state = self.any_state()?;
        let mut arguments = Vec::new();
        for parameter in &procedure.parameters {
            let variable = &program.variables[*parameter];
            arguments.push(self.values.any(variable.ty, &variable.name)?);
        }
        state.locals = self.arguments(id, &arguments)?;
        let Some(entry) = self.with_all(state, &summary.requires, None)? else { return Ok(()) };
        let mut state = entry.clone();
        state.locals.clear();
        let Some((mut state, results)) = self.activation(id, Vec::new(), arguments, state)? else { return Ok(()) };
        state.locals = entry.locals.clone();
        state.locals.extend(procedure.results.iter().copied().zip(results));
        self.show_summary(id, &summary.ensures, &state, Some(&entry))
    }

    /// A call of a procedure, by its summary. `state` has no locals; the returned one has none again.
    pub fn call_by_summary(
        &mut self,
        id: ProcId,
        summary: &Summary,
        arguments: &[Leaves],
        mut state: State,
    ) -> Judged<Option<(State, Vec<Leaves>)>> {
        state.locals = self.arguments(id, arguments)?;
        self.show_summary(id, &summary.requires, &state, None)?;
        let program = self.program;
        let entry = state.clone();
        let changes = Changes::of_call(program, id);
        if changes.memory {
            let name = &program.procedures[id].name;
            return Err(Refusal::CannotFollow(format!("the summary of `{name}`, which may change memory")));
        }
        self.havoc_globals(&mut state, &changes)?;
        let mut results = Vec::new();
        for result in &program.procedures[id].results {
            let variable = &program.variables[*result];
            let value = self.values.any(variable.ty, &variable.name)?;
            state.locals.insert(*result, value.clone());
            results.push(value);
        }
        let after = self.with_all(state, &summary.ensures, Some(&entry))?;
        Ok(after.map(|mut state| {
            state.locals.clear();
            (state, results)
        }))
    }

    /// Shows that an entry of the program may be entered.
    pub fn enter_by_summary(
        &mut self,
        id: ProcId,
        summary: &Summary,
        arguments: &[Leaves],
        mut state: State,
    ) -> Judged<()> {
        state.locals = self.arguments(id, arguments)?;
        self.show_summary(id, &summary.requires, &state, None)
    }

    fn arguments(&self, id: ProcId, arguments: &[Leaves]) -> Judged<BTreeMap<VarId, Leaves>> {
        let procedure = &self.program.procedures[id];
        let variables = procedure.parameters.iter().chain(&procedure.results);
        let in_memory = variables.into_iter().any(|variable| self.program.variables[*variable].addressable);
        if arguments.len() != procedure.parameters.len() || in_memory {
            let name = &procedure.name;
            return Err(Refusal::CannotFollow(format!("the summary of `{name}`, whose parameters are in memory")));
        }
        Ok(procedure.parameters.iter().copied().zip(arguments.iter().cloned()).collect())
    }

    /// Whatever an execution may have made of globals and memory before some call.
    fn any_state(&mut self) -> Judged<State> {
        let mut state = self.beginning()?;
        let changes = Changes::of_everything(self.program);
        self.havoc_globals(&mut state, &changes)?;
        // Objects of the calls that led here, and allocated ones, are not known.
        state.strangers = true;
        for id in state.objects.keys().copied().collect::<Vec<u64>>() {
            let object = self.objects[id as usize];
            if object.kind == Kind::Procedure {
                continue;
            }
            let (value, alive) = (self.any_object(&object)?, self.any_bool("alive"));
            let Some(contents) = state.objects.get_mut(&id) else { continue };
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
                state.globals.insert(*variable, value);
            }
        }
        Ok(())
    }

    fn with_all(&mut self, mut state: State, conditions: &[ExprId], entry: Option<&State>) -> Judged<Option<State>> {
        for condition in conditions {
            let condition = self.condition(&state, *condition, entry)?;
            match state.assuming(&mut self.values.terms, condition) {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }
    /// A condition that may speak of the values at entry.
    pub fn condition(&mut self, state: &State, expr: ExprId, entry: Option<&State>) -> Judged<cairn_term::TermId> {
        self.of_invariant = true;
        let value = self.evaluate(Scope { state, bound: &[], entry }, expr);
        self.of_invariant = false;
        value?.first().copied().ok_or_else(no_such_part)
    }
    fn show_summary(
        &mut self,
        procedure: ProcId,
        conditions: &[ExprId],
        state: &State,
        entry: Option<&State>,
    ) -> Judged<()> {
        if !self.obliged {
            return Ok(());
        }
        for condition in conditions {
            let term = self.condition(state, *condition, entry)?;
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
