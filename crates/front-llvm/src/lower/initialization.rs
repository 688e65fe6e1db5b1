//! Checks of kind `uninitialized`, made on request: a number or pointer in a stack slot has a value before it is read.
//!
//! A Boolean beside the slot tells whether something was stored there. Once the slot's address is used for anything else
//! than a load or a store, anybody may have written there, and it counts as given.
//!
//! Deliberately absent: slots of structures and arrays, and the end of a block, which stack slots do not show.

use super::body::Body;
use super::{Lowered, Lowering};
use cairn_ir::{CheckKind, TypeKind as Shape, VarId};

impl Lowering<'_, '_> {
    fn is_number_or_pointer(&self, variable: VarId) -> bool {
        let kind = self.program.types.kind(self.program.variables[variable].ty);
        matches!(kind, Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Pointer)
    }
}

impl Body<'_, '_, '_> {
    /// A slot begins, without a value.
    pub fn begin_slot(&mut self, variable: VarId) {
        let watched = self.low.options.uninitialized && !self.low.program.variables[variable].temporary;
        if !watched || !self.low.is_number_or_pointer(variable) {
            return;
        }
        let bool = self.low.program.types.bool();
        let name = format!("{} has a value", self.low.program.variables[variable].name);
        let flag = self.temporary(name, bool);
        self.given.insert(variable, flag);
        let no = self.low.program.bool_const(false);
        self.assign(flag, no);
    }
    /// The slot has a value from now on, or may have one.
    pub fn give(&mut self, variable: VarId) {
        if let Some(&flag) = self.given.get(&variable) {
            let yes = self.low.program.bool_const(true);
            self.assign(flag, yes);
        }
    }
    /// The slot is read.
    pub fn check_given(&mut self, variable: VarId) -> Lowered<()> {
        if let Some(&flag) = self.given.get(&variable) {
            let holds = self.low.program.var(flag);
            let name = &self.low.program.variables[variable].name;
            let description = format!("`{name}` must have a value here");
            self.check(CheckKind::Uninitialized, holds, description);
        }
        Ok(())
    }
}
