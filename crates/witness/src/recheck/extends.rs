//! Whether one program is another with nothing but expressions (and what they need) added.

use super::{Judged, Refusal};
use cairn_ir::Program;

/// Ids of the original mean the same in the extension, and nothing that runs was changed.
pub fn check(original: &Program, extended: &Program) -> Judged<()> {
    if std::ptr::eq(original, extended) {
        return Ok(());
    }
    let types =
        original.types.iter().all(|(id, ty)| (id.0 as usize) < extended.types.len() && extended.types.get(id) == ty);
    let variables = original.variables.iter().all(|(id, variable)| extended.variables.get(id) == Some(variable));
    let added = extended.variables.iter().skip(original.variables.len());
    let only_bound = added.into_iter().all(|(_, variable)| variable.kind == cairn_ir::VariableKind::Bound);
    let expressions = original.expr_count() <= extended.expr_count()
        && (0..original.expr_count()).all(|i| {
            let id = cairn_ir::ExprId(i as u32);
            let (a, b) = (original.expr(id), extended.expr(id));
            a.kind == b.kind && a.ty == b.ty
        });
    let same = types
        && variables
        && only_bound
        && expressions
        && original.procedures == extended.procedures
        && original.properties == extended.properties
        && original.target == extended.target;
    if same { Ok(()) } else { Err(Refusal::CannotFollow("the proof is about another program".into())) }
}
