//! Calls: executed in place, bounded in depth; procedures without body give arbitrary results.

use super::{Activation, CutReason, DEEPEST_CALL, Executor, Strategy};
use crate::machine::{Context, ContextStep, Frame, State};
use crate::symbolic::Sym;
use cairn_ir::{BlockId, CallSite, Callee, ExprId, Place, ProcId, Program, VarId};
use cairn_term::TermId;

impl<'p, S: Strategy<'p>> Executor<'_, 'p, S> {
    #[allow(clippy::too_many_arguments)]
    pub fn call(
        &mut self,
        activation: &mut Activation<'p>,
        block: BlockId,
        position: usize,
        callee: &Callee,
        arguments: &[ExprId],
        results: &[Place],
        state: &mut State,
    ) -> bool {
        let frame = activation.frame;
        let values: Vec<Sym> = arguments.iter().map(|e| self.machine.eval(state, frame, *e)).collect();
        if self.left_unsupported(state) {
            return false;
        }
        let place = (block, position);
        match callee {
            Callee::Direct(id) => {
                let Some(end) = self.call_one(activation, place, *id, values, results, state.clone()) else {
                    return false;
                };
                *state = end;
                true
            }
            Callee::Indirect { pointer, candidates } => {
                let pointer = self.machine.eval(state, frame, *pointer);
                let pointer = pointer.pointer().clone();
                let mut rest = Some(state.clone());
                let mut ends: Option<State> = None;
                for id in candidates {
                    let Some(current) = rest.take() else { break };
                    let target = self.machine.procedure_pointer(*id);
                    let here = self.machine.equal_pointers(&pointer, &target);
                    let (taken, other) = self.split(current, here);
                    rest = other;
                    let Some(taken) = taken else { continue };
                    if let Some(end) = self.call_one(activation, place, *id, values.clone(), results, taken) {
                        ends = Some(self.join(ends.take(), end));
                    }
                }
                // A pointer to none of them: the execution stops (a check before has failed).
                if let Some(other) = rest {
                    self.end(&other);
                    self.exclude(other.guard);
                }
                match ends {
                    Some(end) => {
                        *state = end;
                        true
                    }
                    None => false,
                }
            }
        }
    }
    pub fn call_one(
        &mut self,
        activation: &mut Activation<'p>,
        (block, position): (BlockId, usize),
        id: ProcId,
        arguments: Vec<Sym>,
        results: &[Place],
        state: State,
    ) -> Option<State> {
        let program: &'p Program = self.machine.program;
        let step = ContextStep::Call { block: block.0, statement: position as u32, procedure: id.0 };
        let context = self.machine.context(activation.context, step);
        let frame = activation.frame;
        let (end, values) = if program.procedures[id].has_body() {
            if self.too_deep(id, &state) {
                let property = self.strategy.recursion_property(id);
                self.cut(&state, CutReason::Bound, property);
                return None;
            }
            self.calls.push(CallSite { procedure: activation.id, block, statement: position as u32 });
            let called = self.call_body(id, arguments, state, context);
            self.calls.pop();
            self.at = (activation.id, block, position);
            called
        } else {
            self.call_unknown(id, arguments, state, context)
        };
        let mut end = end?;
        for (place, value) in results.iter().zip(values) {
            self.assign(&mut end, frame, place, value);
        }
        if self.left_unsupported(&mut end) {
            return None;
        }
        Some(end)
    }
    /// Whether one more call of a procedure goes beyond the bound.
    pub fn too_deep(&mut self, id: ProcId, state: &State) -> bool {
        let outer: Vec<TermId> = self.active.iter().filter(|(p, _)| *p == id).map(|(_, guard)| *guard).collect();
        if self.active.len() as u32 >= DEEPEST_CALL {
            return true;
        }
        if outer.is_empty() {
            return false;
        }
        S::is_too_deep(self, &outer, state)
    }
    /// A procedure without body gives arbitrary results that satisfy its postcondition.
    pub fn call_unknown(
        &mut self,
        id: ProcId,
        arguments: Vec<Sym>,
        mut state: State,
        context: Context,
    ) -> (Option<State>, Vec<Sym>) {
        let program = self.machine.program;
        let body = &program.procedures[id];
        let frame = Frame { base: self.next_cell, context };
        self.next_cell += (body.parameters.len() + body.results.len() + body.locals.len()) as u64;
        let addressable = |var: &VarId| program.variables[*var].addressable;
        if body.parameters.iter().chain(&body.results).any(addressable) {
            self.machine.give_up("a procedure without body whose parameters have addresses");
        }
        for (var, value) in body.parameters.iter().zip(arguments) {
            self.set_cell(&mut state, frame, *var, value);
        }
        let mut values = Vec::new();
        for var in &body.results {
            let variable = &program.variables[*var];
            let value = self.input(&state, &format!("{}!{}", variable.name, context.0), variable.ty, None);
            self.set_cell(&mut state, frame, *var, value.clone());
            values.push(value);
        }
        for ensures in &body.contract.ensures {
            let condition = self.machine.eval(&state, frame, *ensures).scalar();
            if !self.assume(&mut state, condition) {
                return (None, Vec::new());
            }
        }
        for var in body.parameters.iter().chain(&body.results) {
            state.variables.remove(self.machine.cell(frame, *var));
        }
        (Some(state), values)
    }
}
