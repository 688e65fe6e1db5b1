//! Variables at the head of a loop that is cut, and what is asked of expressions about them.

use super::pointers::has_pointers;
use super::writer::{Said, Writer, ill_typed};
use crate::live::LiveLocals;
use cairn_base::Span;
use cairn_ir::{Binary, BlockId, ExprId, ExprKind, Place, PlaceBase, ProcId, Program, StatementKind, TypeKind, VarId};
use std::collections::BTreeSet;

/// Gives a variable the value that it may have at the head of a loop, after any number of iterations.
///
/// A pointer that only moves within its object stays in it, by any distance; any other would have to lead anywhere,
/// which no value does: then the loop cannot be cut, unless nobody reads the pointer before it is assigned.
pub fn arbitrary(
    writer: &mut Writer,
    before: &Program,
    (procedure, head): (ProcId, BlockId),
    var: VarId,
    inside: &dyn Fn(BlockId) -> bool,
    span: Option<Span>,
) -> Said<()> {
    let variable = before.variables[var].clone();
    if !has_pointers(before, variable.ty) {
        writer.emit(StatementKind::Havoc { target: Place::var(var) }, span);
        return Ok(());
    }
    let is_plain = matches!(before.types.kind(variable.ty), TypeKind::Pointer) && !variable.addressable;
    let is_local = variable.procedure == Some(procedure);
    let is_result = before.procedures[procedure].results.contains(&var);
    let is_dead = || LiveLocals::new(before, procedure).is_some_and(|live| live.is_dead(before, var, head));
    if is_plain && is_local && !is_result && is_dead() {
        return Ok(());
    }
    let stride = moves(before, procedure, var, inside).filter(|_| is_plain);
    let stride = stride.ok_or_else(|| format!("the pointer `{}` moves from object to object", variable.name))?;
    let wide = writer.program.types.int(64);
    let distance = writer.local(&format!("{} moved", variable.name), wide);
    writer.emit(StatementKind::Havoc { target: Place::var(distance) }, span);
    let (pointer, distance) = (writer.program.var(var), writer.program.var(distance));
    let moved = writer.program.binary(Binary::PointerAdd { stride }, pointer, distance).map_err(ill_typed)?;
    writer.assign(var, moved, span);
    Ok(())
}

/// The distance that a pointer moves in multiples of, if all that a loop does is to move it.
fn moves(program: &Program, procedure: ProcId, var: VarId, inside: &dyn Fn(BlockId) -> bool) -> Option<u64> {
    let mut stride = 0u64;
    for (id, block) in program.procedures[procedure].blocks.iter().filter(|(id, _)| inside(*id)) {
        debug_assert!(inside(id));
        for statement in &block.statements {
            let is_it = |place: &Place| place.base == PlaceBase::Var(var);
            match &statement.kind {
                StatementKind::Assign { target, value } if is_it(target) => match program.expr(*value).kind {
                    ExprKind::Binary(Binary::PointerAdd { stride: step }, base, _)
                        if program.expr(base).kind == ExprKind::Var(var) =>
                    {
                        stride = common_divisor(stride, step);
                    }
                    _ => return None,
                },
                StatementKind::Havoc { target } | StatementKind::Allocate { target, .. } if is_it(target) => {
                    return None;
                }
                StatementKind::Call { results, .. } if results.iter().any(is_it) => return None,
                _ => {}
            }
        }
    }
    Some(stride.max(1))
}

/// The parameters that a procedure assigns: their values at its return are nobody's business.
pub fn assigned_parameters(program: &Program, procedure: ProcId) -> BTreeSet<VarId> {
    let own = &program.procedures[procedure];
    let mut found = BTreeSet::new();
    for statement in own.blocks.values().flat_map(|block| &block.statements) {
        let places: Vec<&Place> = match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => vec![target],
            StatementKind::Call { results, .. } => results.iter().collect(),
            _ => continue,
        };
        found.extend(places.iter().filter_map(|place| match place.base {
            PlaceBase::Var(var) => Some(var),
            PlaceBase::Deref(..) => None,
        }));
    }
    let addressable = own.parameters.iter().copied().filter(|var| program.variables[*var].addressable);
    found.extend(addressable);
    found.retain(|var| own.parameters.contains(var));
    found
}

/// Whether an expression reads one of some variables, not counting values at the entry.
pub fn speaks_of(program: &Program, root: ExprId, vars: &BTreeSet<VarId>) -> bool {
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        match &program.expr(expr).kind {
            ExprKind::Old(_) => {}
            ExprKind::Var(var) if vars.contains(var) => return true,
            ExprKind::AddressOf(place) if matches!(place.base, PlaceBase::Var(var) if vars.contains(&var)) => {
                return true;
            }
            kind => kind.for_each_child(|child| open.push(child)),
        }
    }
    false
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
