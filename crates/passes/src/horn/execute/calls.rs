//! Calls: a step to the entry of the callee, and what is known after it.

use super::super::live::is_global;
use super::super::{Application, Place};
use super::{Encoder, Made, Segment, State};
use cairn_base::ids::Id;
use cairn_ir::{BlockId, ExprId, ProcId, StatementKind};

impl Encoder<'_> {
    /// One clause to the entry of the callee, and one to the place after the call, which knows its return.
    pub(super) fn call(
        &mut self,
        segment: &Segment,
        (block, at): (BlockId, usize),
        callee: ProcId,
        mut state: State,
    ) -> Made<()> {
        let statement = &self.program.procedures[segment.procedure].blocks[block].statements[at];
        let StatementKind::Call { arguments, results, .. } = &statement.kind else { return Ok(()) };
        let state = &mut state;
        let procedure = &self.program.procedures[callee];
        let entry = self.predicate(Place::Entry(callee))?;
        let mut inside = State { guard: state.guard.clone(), ..State::default() };
        for key in self.keys[entry].clone() {
            let value = match procedure.parameters.iter().position(|parameter| *parameter == key.var) {
                Some(n) => self.eval(state, arguments[n])?,
                None => self.read(state, key.var)?,
            };
            inside.set(key.var, value);
        }
        self.emit(&segment.body, &inside, entry)?;
        let back = self.predicate(Place::Return(callee))?;
        let mut returned = Vec::new();
        for key in self.keys[back].clone() {
            let is_input = self.live.inputs[callee.index()].contains(key.var);
            let value = match is_input && self.input_key(callee, key.var) == key {
                true => self.read(&inside, key.var)?,
                false => {
                    let value = self.fresh(key.var)?;
                    match is_global(self.program, key.var) {
                        true => state.set(key.var, value.clone()),
                        false => inside.set(key.var, value.clone()),
                    }
                    value
                }
            };
            returned.extend(value);
        }
        for (place, result) in results.iter().zip(&procedure.results) {
            let value = self.read(&inside, *result)?;
            self.assign(state, place, value)?;
        }
        let mut body = segment.body.clone();
        body.push(Application { predicate: back, arguments: returned });
        let after = self.predicate(segment.places.place(segment.procedure, block, at + 1))?;
        self.emit(&body, state, after)
    }

    /// Arbitrary results that satisfy what is promised.
    pub(super) fn call_without_body(
        &mut self,
        state: &mut State,
        callee: ProcId,
        arguments: &[ExprId],
        results: &[cairn_ir::Place],
    ) -> Made<()> {
        let procedure = &self.program.procedures[callee];
        let mut inside = state.clone();
        if !procedure.contract.ensures.is_empty() {
            for (parameter, argument) in procedure.parameters.iter().zip(arguments) {
                let value = self.eval(state, *argument)?;
                inside.set(*parameter, value);
            }
        }
        for (place, result) in results.iter().zip(&procedure.results) {
            let value = self.fresh(*result)?;
            inside.set(*result, value.clone());
            self.assign(state, place, value)?;
        }
        for ensures in &procedure.contract.ensures {
            let condition = self.scalar(&inside, *ensures)?;
            self.assume(state, condition);
        }
        Ok(())
    }
}
