//! Variables whose address nobody uses are no objects in memory.
//!
//! Every stack slot and every global variable is declared as an object; most of them are only read and written by name.
//! Engines know more about a plain variable than about an object, and C's variables are plain too.

use super::Lowering;
use cairn_base::ids::Id;
use cairn_ir::{ExprId, ExprKind, PlaceBase, StatementKind, VarId};
use rustc_hash::FxHashSet;

impl Lowering<'_, '_> {
    /// When everything is lowered.
    pub(super) fn make_plain_variables(&mut self) {
        let program = &mut self.program;
        let mut objects: FxHashSet<VarId> = FxHashSet::default();
        for id in (0..program.expr_count()).map(ExprId::from_index) {
            if let ExprKind::AddressOf(place) = &program.expr(id).kind
                && let PlaceBase::Var(variable) = place.base
            {
                objects.insert(variable);
            }
        }
        let blocks = program.procedures.values().flat_map(|procedure| procedure.blocks.values());
        for statement in blocks.flat_map(|block| &block.statements) {
            if let StatementKind::Live(variable) | StatementKind::Dead(variable) = statement.kind {
                objects.insert(variable);
            }
        }
        for (id, variable) in program.variables.iter_mut() {
            if variable.addressable && !objects.contains(&id) {
                (variable.addressable, variable.alignment) = (false, 1);
            }
        }
    }
}
