//! Loops that come back to a state they had before, as failing checks.
//!
//! At some visit of a loop head the state is saved; the check fails at a later visit of the same stay in the loop if the state is the
//! same again. The state is all that the loop can change and that [can change its way](super::relevant): variables that its blocks or the
//! procedures they call assign. What it cannot change is the same anyway, and so is everything before the loop was entered.
//!
//! *Why a failing check means that some execution does not end.* Between the two visits the execution went from a state to the same
//! state, as far as its way depends on it; with the same inputs again it goes there once more, and so on. Nothing on the way failed a
//! check or an assumption.
//!
//! Loops that allocate, release, or begin the life of objects are left out, and so are those that write through pointers where their
//! way depends on memory: what they change is not looked at.

use super::loops::{Loop, called, ghost, loops, place, reachable, statement};
use super::relevant::Dependences;
use cairn_ir::{
    Binary, Block, ExprId, Place, PlaceBase, ProcId, Program, PropertyId, Statement, StatementKind, VarId, VariableKind,
};
use std::collections::BTreeSet;

/// The program with checks of the property that fail where a loop repeats a state.
pub fn repeating(program: &Program, entries: &[ProcId], property: PropertyId) -> Result<Program, String> {
    let mut result = program.clone();
    for at in loops(program, entries)? {
        if let Some(state) = changed(program, &at) {
            watch(&mut result, &at, &state, property)?;
        }
    }
    Ok(result)
}

/// What a loop can change of what lives longer than an iteration and can change its way; none if that is not known.
fn changed(program: &Program, at: &Loop) -> Option<BTreeSet<VarId>> {
    let own = &program.procedures[at.procedure];
    let body: Vec<&Block> = at.body.iter().map(|block| &own.blocks[*block]).collect();
    let callees: Vec<ProcId> = body.iter().flat_map(|block| &block.statements).flat_map(called).collect();
    let inside = reachable(program, &callees);
    let inside = inside.iter().flat_map(|callee| program.procedures[*callee].blocks.values());
    let mut found = BTreeSet::new();
    let mut dependences = Dependences::default();
    for block in inside.chain(body) {
        for statement in &block.statements {
            for variable in written(statement)? {
                let entry = &program.variables[variable];
                if entry.kind == VariableKind::Global || entry.procedure == Some(at.procedure) {
                    found.insert(variable);
                }
            }
            dependences.statement(program, statement);
        }
        dependences.terminator(program, &block.terminator);
    }
    dependences.relevant(program, &found)
}

/// The variables that a statement writes itself, whatever it writes through pointers; none if lifetimes may change.
fn written(statement: &Statement) -> Option<Vec<VarId>> {
    let variable = |place: &Place| match place.base {
        PlaceBase::Var(variable) => Some(variable),
        PlaceBase::Deref(..) => None,
    };
    match &statement.kind {
        StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => {
            Some(variable(target).into_iter().collect())
        }
        StatementKind::Call { results, .. } => Some(results.iter().filter_map(variable).collect()),
        StatementKind::Assume(_)
        | StatementKind::Check { .. }
        | StatementKind::Event { .. }
        | StatementKind::CopyMemory { .. }
        | StatementKind::FillMemory { .. } => Some(Vec::new()),
        StatementKind::Allocate { .. }
        | StatementKind::Release(_)
        | StatementKind::Live(_)
        | StatementKind::Dead(_) => None,
    }
}

fn watch(program: &mut Program, at: &Loop, state: &BTreeSet<VarId>, property: PropertyId) -> Result<(), String> {
    let truth = program.types.bool();
    let (saved, choice) = (ghost(program, at, "saved", truth), ghost(program, at, "save the state", truth));
    let assign = |target, value| statement(StatementKind::Assign { target: Place::var(target), value });
    let known = program.var(saved);
    let mut same = known;
    let mut copies = Vec::new();
    let chosen = program.var(choice);
    let fresh = built(program.not(known))?;
    let now = built(program.binary(Binary::And, chosen, fresh))?;
    for variable in state {
        let ty = program.variables[*variable].ty;
        let copy = ghost(program, at, &format!("saved{}", variable.0), ty);
        let (value, old) = (program.var(*variable), program.var(copy));
        let equal = built(program.binary(Binary::Equal, value, old))?;
        same = built(program.binary(Binary::And, same, equal))?;
        copies.push(assign(copy, built(program.if_else(now, value, old))?));
    }
    let condition = built(program.not(same))?;
    let either = built(program.binary(Binary::Or, known, chosen))?;
    let mut head = vec![
        statement(StatementKind::Check { property, condition }),
        statement(StatementKind::Havoc { target: Place::var(choice) }),
    ];
    head.extend(copies);
    head.push(assign(saved, either));
    let no = program.bool_const(false);
    place(program, at, head, vec![assign(saved, no)]);
    Ok(())
}

fn built(made: cairn_ir::build::Built) -> Result<ExprId, String> {
    made.map_err(|error| error.to_string())
}
