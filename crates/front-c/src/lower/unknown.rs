//! Functions without a body: whatever they may do.
//!
//! The result is arbitrary. What else they may do is their stub ([`super::Stub`]): by default everything that their
//! arguments reach is arbitrary afterwards ([`super::reach`]), and where proofs are concerned everything that other files
//! can see ([`super::outside`]). Known functions that are called through a pointer get their body here too.

use super::outside::Returns;
use super::{Lower, Lowerer};
use crate::sema::tree::FunctionId;
use cairn_ir as ir;
use ir::{Place, Terminator};

impl Lowerer<'_> {
    pub fn body_of_unknown(&mut self, id: FunctionId) -> Lower<()> {
        let function = &self.c.functions[id];
        let (span, name) = (function.span, function.name.clone());
        let ty = self.c.types.function_type(function.ty).cloned();
        let parameters = self.p.procedures[self.frame.procedure].parameters.clone();
        let types = ty.as_ref().map_or_else(Vec::new, |ty| ty.parameters.clone());
        if let Some(known) = self.known_function(id) {
            let values: Vec<ir::ExprId> = parameters.iter().map(|v| self.p.var(*v)).collect();
            let value = match (known, self.frame.result) {
                (super::known::Known::Nondet, Some(result)) => {
                    self.havoc(Place::var(result), span, ir::InputRole::Result(name));
                    self.terminate(Terminator::Return, span);
                    return Ok(());
                }
                (super::known::Known::Operation(builtin), _) => {
                    let result = ty.as_ref().map(|ty| ty.result);
                    self.operation_on(builtin, &values, &types, result, span)?
                }
                _ => self.known_operation(known, id, &values, &types, span)?,
            };
            if let Some(result) = self.frame.result {
                self.assign_var(result, value, span);
            }
            self.terminate(Terminator::Return, span);
            return Ok(());
        }
        if super::intrinsics::is_uninterpreted(&function.name) {
            return self.uninterpreted_body(&parameters, span);
        }
        if let Some(refusal) = self.unknown_intrinsic(id) {
            return Err(refusal);
        }
        let stub = self.stub_of(id);
        let mut found = Vec::new();
        let is_told = self.assigned_by_contract(span)?;
        let writes = stub.writes_arguments() && !is_told;
        for (ty, parameter) in types.iter().zip(&parameters).filter(|_| writes) {
            let value = self.p.var(*parameter);
            self.reached_by_value(stub, value, *ty, &mut found, span)?;
        }
        if !is_told && self.effects_of_stub(id, stub, found, span)? == Returns::Never {
            self.terminate(Terminator::Return, span);
            return Ok(());
        }
        if self.c.functions[id].attributes.noreturn {
            self.terminate(Terminator::Stop, span);
            return Ok(());
        }
        if let Some(result) = self.frame.result {
            self.havoc(Place::var(result), span, ir::InputRole::Result(name));
        }
        if let Some(ty) = &ty {
            self.carry_nothing(ty.result, span);
        }
        self.assume_contract(id);
        self.terminate(Terminator::Return, span);
        Ok(())
    }
}
