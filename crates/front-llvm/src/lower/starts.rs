//! The procedures that start the entries, in words of the modules.
//!
//! They are made by the C front end for the interface in C (`interface.rs`), where functions and types have other names than in
//! the source of the modules. Reports show what is started and its arguments.

use super::Lowering;
use cairn_ir::{Callee, ExprKind, Place, ProcId, ProcedureRole, StatementKind, TypeKind, VarId};

impl Lowering<'_, '_> {
    pub(super) fn name_starts(&mut self) {
        for start in self.program.entries.clone() {
            if !matches!(self.program.procedures[start].role, ProcedureRole::Start(_)) {
                continue;
            }
            let Some((entry, arguments)) = self.last_call(start) else { continue };
            let started = self.program.procedures[entry].name.clone();
            let name = format!("start of {started}");
            self.program.procedures[start].role = ProcedureRole::Start(started);
            if self.program.procedures.iter().all(|(_, procedure)| *procedure.name != *name) {
                self.program.procedures[start].name = name.into();
            }
            let parameters = self.program.procedures[entry].parameters.clone();
            let key = self.starts.iter().copied().find(|key| self.procedures.get(key) == Some(&entry));
            for (position, (argument, parameter)) in arguments.into_iter().zip(parameters).enumerate() {
                if let Some(argument) = argument {
                    self.name_argument(start, argument, parameter);
                    let pointee = key.and_then(|key| Some((key.0, self.described_pointee(key, position)?)));
                    pointee.into_iter().for_each(|(unit, pointee)| self.show_object(start, argument, unit, pointee));
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
    /// An argument is called and shown as the source does it with the parameter.
    fn name_argument(&mut self, start: ProcId, argument: VarId, parameter: VarId) {
        let types = &self.program.types;
        let [given, wanted] = [argument, parameter].map(|variable| self.program.variables[variable].ty);
        let is_plain = matches!(types.kind(wanted), TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer);
        if types.same_shape(given, wanted) && is_plain {
            self.program.variables[argument].ty = wanted;
        }
        let [old, new] = [argument, parameter].map(|variable| self.program.variables[variable].name.clone());
        for (old, new) in [(format!("{old} is null"), format!("{new} is null")), (old.to_string(), new.to_string())] {
            let locals = self.program.procedures[start].locals.clone();
            let find = |name: &str| locals.iter().find(|local| *self.program.variables[**local].name == *name);
            if let (Some(&variable), None) = (find(&old), find(&new)) {
                self.program.variables[variable].name = new.into();
            }
        }
    }
    /// The object that an argument points to is shown as one of its type in the source.
    fn show_object(&mut self, start: ProcId, argument: VarId, unit: usize, pointee: u32) {
        let blocks: Vec<_> = self.program.procedures[start].blocks.ids().collect();
        for block in blocks {
            for number in 0..self.program.procedures[start].blocks[block].statements.len() {
                let statement = &self.program.procedures[start].blocks[block].statements[number];
                let StatementKind::Allocate { target, element, .. } = &statement.kind else { continue };
                if *target != Place::var(argument) {
                    continue;
                }
                let shown = self.styled(unit, *element, pointee);
                let statement = &mut self.program.procedures[start].blocks[block].statements[number];
                if let StatementKind::Allocate { element, .. } = &mut statement.kind {
                    *element = shown;
                }
            }
        }
    }
}
