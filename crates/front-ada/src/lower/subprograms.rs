//! Procedures for subprograms: signature, body, contracts.
//!
//! Parameters of mode `in` are parameters. The others are results too: `M` is the result, `M.in` the
//! parameter it starts from. Captured variables of enclosing subprograms follow the same scheme.

use super::{Frame, Lower, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, Meaning, SubprogramId};
use crate::sema::tree::Expr;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{CheckKind, Place, ProcId, VariableKind};

impl Lowerer<'_> {
    /// The procedure of a subprogram, made and queued at its first use.
    pub(super) fn procedure(&mut self, id: SubprogramId, propagates: bool, span: Span) -> Lower<ProcId> {
        if let Some(&procedure) = self.procedures.get(&(id, propagates)) {
            return Ok(procedure);
        }
        // Parameter types that cannot be represented refuse the call, before anything is made.
        let subprogram = self.a.subprograms[id].clone();
        for parameter in &subprogram.parameters {
            self.ir_type(parameter.ty, span)?;
        }
        if let Some(result) = subprogram.result {
            self.ir_type(result, span)?;
        }
        for entity in self.captures.get(&id).cloned().unwrap_or_default().iter() {
            if let EntityKind::Object(object) = &self.a.entities[*entity].kind {
                self.ir_type(object.ty, span)?;
            }
        }
        let mut name = subprogram.name.to_string();
        if propagates {
            name.push_str("'Raising");
        }
        let procedure = self.new_procedure(&name);
        self.p.procedures[procedure].span = Some(subprogram.span);
        self.procedures.insert((id, propagates), procedure);
        self.queue.push((id, propagates));
        self.signature(id, procedure, propagates, &mut Frame::new(procedure, ir::BlockId(0), Some(id)))?;
        Ok(procedure)
    }

    /// A procedure of this name, or of this name with a number.
    pub(super) fn new_procedure(&mut self, name: &str) -> ProcId {
        let name = self.procedure_names.fresh(name);
        self.p.add_procedure(name)
    }

    /// Adds parameters and results, in the order calls use; fills the frame's variables.
    pub(super) fn signature(
        &mut self,
        id: SubprogramId,
        procedure: ProcId,
        propagates: bool,
        frame: &mut Frame,
    ) -> Lower<()> {
        std::mem::swap(&mut self.frame, frame);
        let outcome = self.add_signature(id, procedure, propagates);
        std::mem::swap(&mut self.frame, frame);
        outcome
    }

    fn add_signature(&mut self, id: SubprogramId, procedure: ProcId, propagates: bool) -> Lower<()> {
        let subprogram = self.a.subprograms[id].clone();
        let span = subprogram.span;
        if !self.p.procedures[procedure].results.is_empty() || !self.p.procedures[procedure].parameters.is_empty() {
            return Ok(());
        }
        let captures = self.captures.get(&id).cloned().unwrap_or_default();
        let mut inputs: Vec<(EntityId, bool)> = Vec::new();
        for parameter in &subprogram.parameters {
            let scalar_out = self.gives_only(parameter.mode, parameter.ty);
            if !scalar_out {
                inputs.push((parameter.entity, parameter.mode != Mode::In));
            }
        }
        inputs.extend(captures.iter().map(|&e| (e, self.assignable(e))));
        // Names of the source first, so that they stay as they are.
        let result_type = match subprogram.result {
            Some(ty) => Some(self.ir_type(ty, span)?),
            None => None,
        };
        for (entity, both) in &inputs {
            let (name, ty, place) = self.described(*entity, span)?;
            let own = if *both { format!("{name}.in") } else { name.to_string() };
            let variable = self.local(&own, ty, VariableKind::Parameter, Some(place));
            self.p.variables[variable].temporary = *both;
            self.p.variables[variable].source_name = both.then(|| name.into());
        }
        for entity in self.flagged(id) {
            let variable = self.add_flag(entity);
            self.p.variables[variable].temporary = true;
        }
        if let Some(ty) = result_type {
            let variable = self.local("Result", ty, VariableKind::Result, None);
            self.p.variables[variable].temporary = true;
        }
        for parameter in subprogram.parameters.iter().filter(|p| p.mode != Mode::In) {
            let (name, ty, place) = self.described(parameter.entity, span)?;
            self.local(&name, ty, VariableKind::Result, Some(place));
        }
        let changed: Vec<EntityId> = captures.iter().copied().filter(|&e| self.assignable(e)).collect();
        for entity in changed {
            let (name, ty, place) = self.described(entity, span)?;
            self.local(&name, ty, VariableKind::Result, Some(place));
        }
        if propagates {
            let ty = self.code_type();
            let variable = self.local("exception", ty, VariableKind::Result, None);
            self.p.variables[variable].temporary = true;
        }
        Ok(())
    }

    /// Whether nothing of a parameter goes in: scalars of mode `out`, unless their type has a `Default_Value` (RM 6.4.1(13)).
    pub(super) fn gives_only(&self, mode: Mode, ty: crate::sema::types::TypeId) -> bool {
        mode == Mode::Out && self.a.is_scalar(ty) && self.default_of_components(ty).is_none()
    }

    fn described(&mut self, entity: EntityId, span: Span) -> Lower<(String, ir::TypeId, Span)> {
        let e = &self.a.entities[entity];
        let EntityKind::Object(object) = &e.kind else { return self.refuse("parameter", span) };
        let (name, place, ty) = (e.spelled.to_string(), e.span, object.ty);
        Ok((name, self.ir_type(ty, span)?, place))
    }

    /// Writes the procedures that calls asked for.
    pub(super) fn write_queued(&mut self) {
        loop {
            if let Some((id, propagates)) = self.queue.pop() {
                self.subprogram(id, propagates);
            } else if let Some(id) = self.stand_in_queue.pop() {
                self.write_stand_in(id);
            } else {
                break;
            }
        }
    }

    pub(super) fn start_frame(&mut self, id: SubprogramId, procedure: ProcId, entry: ir::BlockId) {
        self.frame = Frame::new(procedure, entry, Some(id));
        for variable in self.p.procedures[procedure].parameters.iter().chain(&self.p.procedures[procedure].results) {
            self.frame.names.take(&self.p.variables[*variable].name);
        }
    }

    /// Writes the body of a queued subprogram.
    fn subprogram(&mut self, id: SubprogramId, propagates: bool) {
        let Some(&procedure) = self.procedures.get(&(id, propagates)) else { return };
        let Meaning::Body(body) = self.a.subprograms[id].meaning.clone() else {
            return self.missing_body(id, procedure, propagates);
        };
        let span = self.a.subprograms[id].span;
        let entry = self.p.add_block(procedure, "entry");
        self.start_frame(id, procedure, entry);
        self.copy_in(id, procedure, propagates);
        let last = self.new_block("return");
        self.frame.return_block = Some(last);
        if let Err(refusal) = self.keep_old_values(id).and_then(|()| self.keep_variant(id)) {
            self.unsupported(&refusal, span);
        }
        self.items(&body.items);
        if let Err(refusal) = self.handled(&[], &body.statements, &body.handlers, span) {
            self.unsupported(&refusal, span);
        }
        if self.a.subprograms[id].result.is_some() && self.is_reachable(self.frame.block) {
            let never = self.p.bool_const(false);
            let exception = self.a.standard.program_error;
            let text = "the function must return a value";
            self.check_or_raise(CheckKind::Reachable, never, exception, text, body.end);
        }
        self.goto(last, Some(body.end));
        self.enter(last);
        if self.a.subprograms[id].no_return && self.is_reachable(last) {
            let never = self.p.bool_const(false);
            let exception = self.a.standard.program_error;
            self.check_or_raise(CheckKind::Reachable, never, exception, "the procedure must not return", body.end);
        }
        self.out_parameters_have_values(id, body.end);
        if let Err(refusal) = self.postconditions(id, body.end) {
            self.unsupported(&refusal, span);
        }
        self.terminate(ir::Terminator::Return, Some(body.end));
        self.contract(id, procedure);
        self.leave_cuts_open();
    }

    /// Fills the frame: parameters are themselves, the others start from their `.in` value.
    pub(super) fn copy_in(&mut self, id: SubprogramId, procedure: ProcId, propagates: bool) {
        let subprogram = self.a.subprograms[id].clone();
        let span = subprogram.span;
        let captures = self.captures.get(&id).cloned().unwrap_or_default();
        let parameters = self.p.procedures[procedure].parameters.clone();
        let results = self.p.procedures[procedure].results.clone();
        self.know_flags(id, procedure);
        let (mut next_in, mut next_out) = (0, 0);
        if subprogram.result.is_some() {
            self.frame.result = results.first().copied();
            next_out = 1;
        }
        let listed = subprogram.parameters.iter().map(|p| {
            let scalar_out = self.gives_only(p.mode, p.ty);
            (p.entity, !scalar_out, p.mode != Mode::In)
        });
        let captured = captures.iter().map(|&e| (e, true, self.assignable(e)));
        let all: Vec<(EntityId, bool, bool)> = listed.chain(captured).collect();
        for (entity, goes_in, comes_out) in all {
            let input = if goes_in { parameters.get(next_in).copied() } else { None };
            next_in += usize::from(goes_in);
            let output = if comes_out { results.get(next_out).copied() } else { None };
            next_out += usize::from(comes_out);
            match (input, output) {
                (Some(input), Some(output)) => {
                    let value = self.p.var(input);
                    self.emit(
                        ir::StatementKind::Assign { target: Place::var(output), value },
                        ir::Origin::implied(Some(span), "copy in"),
                    );
                    self.frame.variables.insert(entity, output);
                }
                (None, Some(output)) => {
                    self.havoc(Place::var(output), span, "`out` parameter without a value yet");
                    self.frame.variables.insert(entity, output);
                    if let EntityKind::Object(object) = &self.a.entities[entity].kind {
                        self.begins_without_value(entity, object.ty, span);
                    }
                }
                (Some(input), None) => {
                    self.frame.variables.insert(entity, input);
                }
                (None, None) => {}
            }
        }
        if propagates {
            self.frame.propagates = results.last().copied();
            if let (Some(variable), Ok(zero)) = (self.frame.propagates, {
                let ty = self.code_type();
                self.p.int_const(ty, 0)
            }) {
                self.assign_var(variable, zero, span);
            }
        }
    }

    /// Exactly one guard of the contract cases holds (without `others`: at least one).
    pub(super) fn case_guards(&mut self, id: SubprogramId) -> Lower<()> {
        let cases = self.a.subprograms[id].contract.cases.clone();
        if cases.is_empty() {
            return Ok(());
        }
        let boolean = self.p.types.bool();
        let mut any = self.p.bool_const(false);
        let mut disjoint = self.p.bool_const(true);
        let mut others = None;
        for (guard, consequence) in &cases {
            let Some(guard) = guard else {
                others = Some(consequence.span);
                continue;
            };
            let value = self.expression(&guard.condition)?;
            let variable = self.temporary("case", boolean);
            self.assign_var(variable, value, guard.span);
            let value = self.p.var(variable);
            let both = self.p.binary(ir::Binary::And, any, value)?;
            let apart = self.p.not(both)?;
            disjoint = self.and(disjoint, apart)?;
            any = self.or(any, value)?;
            self.frame.kept.insert(consequence.span, variable);
        }
        let exception = self.a.standard.assertion_error;
        let span = self.a.subprograms[id].contract.cases_span.unwrap_or(self.a.subprograms[id].span);
        self.check_or_raise(CheckKind::Precondition, disjoint, exception, "the contract cases must be disjoint", span);
        match others {
            Some(place) => {
                let none = self.p.not(any)?;
                let variable = self.temporary("case", boolean);
                self.assign_var(variable, none, place);
                self.frame.kept.insert(place, variable);
            }
            None => {
                let text = "one of the contract cases must apply";
                self.check_or_raise(CheckKind::Precondition, any, exception, text, span);
            }
        }
        Ok(())
    }

    fn postconditions(&mut self, id: SubprogramId, end: Span) -> Lower<()> {
        let contract = self.a.subprograms[id].contract.clone();
        let exception = self.a.standard.assertion_error;
        for clause in contract.refined_post.iter().chain(&contract.post) {
            let condition = self.expression(&clause.condition)?;
            let text = format!("{} must hold", self.text(clause.span));
            self.check_or_raise(CheckKind::Postcondition, condition, exception, text, clause.span);
        }

        for (_, consequence) in &contract.cases {
            let Some(&applies) = self.frame.kept.get(&consequence.span) else { continue };
            let applies = self.p.var(applies);
            let (inside, after) = (self.new_block("case"), self.new_block("end_case"));
            self.branch(applies, inside, after, Some(end));
            self.enter(inside);
            let condition = self.expression(&consequence.condition)?;
            let text = format!("contract case {} must hold", self.text(consequence.span));
            self.check_or_raise(CheckKind::Postcondition, condition, exception, text, consequence.span);
            self.goto(after, Some(end));
            self.enter(after);
        }
        self.invariants_at_return(id, end)
    }

    /// Pre- and postconditions as specifications, as far as they can be said without statements.
    pub(super) fn contract(&mut self, id: SubprogramId, procedure: ProcId) {
        let contract = self.a.subprograms[id].contract.clone();
        let requires =
            contract.pre.iter().filter_map(|c| self.specification(&c.condition, true, id, procedure)).collect();
        let ensures =
            contract.post.iter().filter_map(|c| self.specification(&c.condition, false, id, procedure)).collect();
        self.p.procedures[procedure].contract = ir::Contract { requires, ensures, ..ir::Contract::default() };
    }

    fn specification(&mut self, e: &Expr, at_entry: bool, id: SubprogramId, procedure: ProcId) -> Option<ir::ExprId> {
        let block = self.frame.block;
        let before = self.p.procedures[procedure].blocks[block].statements.len();
        let kept = std::mem::take(&mut self.frame.kept);
        self.frame.pure_depth += 1;
        if at_entry {
            self.substitute_inputs(id, procedure);
        }
        let result = self.expression(e);
        self.frame.pure_depth -= 1;
        self.frame.kept = kept;
        self.frame.substitutes.clear();
        let statements = &mut self.p.procedures[procedure].blocks[block].statements;
        let clean = statements.len() == before;
        statements.truncate(before);
        result.ok().filter(|_| clean)
    }

    /// At entry, parameters and captured variables that also come out still have their value in `.in`.
    fn substitute_inputs(&mut self, id: SubprogramId, procedure: ProcId) {
        let parameters = self.p.procedures[procedure].parameters.clone();
        let mut next = 0;
        for parameter in self.a.subprograms[id].parameters.clone() {
            if self.gives_only(parameter.mode, parameter.ty) {
                continue;
            }
            if let Some(&variable) = parameters.get(next) {
                let value = self.p.var(variable);
                self.frame.substitutes.insert(parameter.entity, value);
            }
            next += 1;
        }
        let captures = self.captures.get(&id).cloned().unwrap_or_default();
        for (&entity, &variable) in captures.iter().zip(parameters.iter().skip(next)) {
            let value = self.p.var(variable);
            self.frame.substitutes.insert(entity, value);
        }
    }
}
