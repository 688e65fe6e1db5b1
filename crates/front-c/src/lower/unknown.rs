//! Functions without a body: whatever they may do.
//!
//! The result is arbitrary, and so are afterwards the contents of every object that a pointer argument without
//! `const` points into. (What those objects point to in turn, and global variables, are taken to stay as they are;
//! the note about the function says what is assumed.) Known functions that are called through a pointer get their
//! body here too.

use super::{Lower, Lowerer};
use crate::sema::tree::FunctionId;
use crate::types::TypeKind;
use cairn_ir as ir;
use ir::{Place, StatementKind, Terminator};

impl Lowerer<'_> {
    pub fn body_of_unknown(&mut self, id: FunctionId) -> Lower<()> {
        let function = &self.c.functions[id];
        let span = function.span;
        let ty = self.c.types.function_type(function.ty).cloned();
        let parameters = self.p.procedures[self.frame.procedure].parameters.clone();
        let types = ty.as_ref().map_or_else(Vec::new, |ty| ty.parameters.clone());
        if let Some(known) = self.known_function(id) {
            let values: Vec<ir::ExprId> = parameters.iter().map(|v| self.p.var(*v)).collect();
            let value = match (known, self.frame.result) {
                (super::known::Known::Nondet, Some(result)) => {
                    self.emit(StatementKind::Havoc { target: Place::var(result) }, span);
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
        for (ty, parameter) in types.iter().zip(&parameters) {
            let TypeKind::Pointer(pointee) = *self.c.types.kind(*ty) else { continue };
            if pointee.qualifiers.constant || self.c.types.is_function(pointee.ty) {
                continue;
            }
            let pointer = self.p.var(*parameter);
            self.havoc_object(pointer, Some(pointee.ty), span)?;
        }
        if let Some(result) = self.frame.result {
            self.havoc(Place::var(result), span, "a function without body");
        }
        if let Some(ty) = &ty {
            self.carry_nothing(ty.result, span);
        }
        self.terminate(Terminator::Return, span);
        Ok(())
    }
}
