//! The procedures that start the entries, in words of the modules.
//!
//! They are made by the C front end for the interface in C (`interface.rs`), where functions and types have other names than in
//! the source of the modules. Reports show what is started and its arguments.

use super::Lowering;
use cairn_ir::{Callee, ExprKind, ProcId, StatementKind, TypeKind, VarId};

/// How the C front end names them.
const START: &str = "start of ";

impl Lowering<'_, '_> {
    pub(super) fn name_starts(&mut self) {
        for start in self.program.entries.clone() {
            if !self.program.procedures[start].name.starts_with(START) {
                continue;
            }
            let Some((entry, arguments)) = self.last_call(start) else { continue };
            let name = format!("{START}{}", self.program.procedures[entry].name);
            if self.program.procedures.iter().all(|(_, procedure)| *procedure.name != *name) {
                self.program.procedures[start].name = name.into();
            }
            let parameters = self.program.procedures[entry].parameters.clone();
            for (argument, parameter) in arguments.into_iter().zip(parameters) {
                if let Some(argument) = argument {
                    self.name_argument(argument, parameter);
                }
            }
        }
    }
    /// The procedure called last, which is the entry, and the variables it gets.
    fn last_call(&self, start: ProcId) -> Option<(ProcId, Vec<Option<VarId>>)> {
        let entries: Vec<ProcId> = self.starts.iter().filter_map(|key| self.procedures.get(key).copied()).collect();
        let blocks = self.program.procedures[start].blocks.iter();
        let calls = blocks.flat_map(|(_, block)| &block.statements).filter_map(|statement| match &statement.kind {
            StatementKind::Call { callee: Callee::Direct(called), arguments, .. } => Some((*called, arguments)),
            _ => None,
        });
        let (entry, arguments) = calls.rev().find(|(called, _)| entries.contains(called))?;
        let variable = |argument: &cairn_ir::ExprId| match self.program.expr(*argument).kind {
            ExprKind::Var(variable) => Some(variable),
            _ => None,
        };
        Some((entry, arguments.iter().map(variable).collect()))
    }
    /// An argument is shown as the source shows the parameter.
    fn name_argument(&mut self, argument: VarId, parameter: VarId) {
        let types = &self.program.types;
        let [given, wanted] = [argument, parameter].map(|variable| self.program.variables[variable].ty);
        let is_plain = matches!(types.kind(wanted), TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer);
        if types.same_shape(given, wanted) && is_plain {
            self.program.variables[argument].ty = wanted;
        }
    }
}
