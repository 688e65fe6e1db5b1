//! Bodies replaced by what their contracts say: values at the entry are kept, what may be written becomes arbitrary, and
//! what is promised is assumed, all within one step.
//!
//! Calls and returns stay, so whoever follows them still sees them. That the contract is true of the body, and that a body may
//! be hidden behind it, is not asked here.

use super::frame::Saved;
use super::loops::{assigned_parameters, speaks_of};
use super::pointers::{Effects, has_pointers};
use super::writer::{Meaning, Said, Writer};
use cairn_base::ids::Table;
use cairn_ir::{
    Block, Contract, Language, Origin, Place, ProcId, Procedure, Program, Statement, StatementKind, Terminator, VarId,
    defined,
};
use std::collections::BTreeSet;

/// Why a statement is there that happens within the step of a contract: nobody sees the state behind it.
pub const WITHIN_STEP: &str = "within the step of a contract";
/// Why the statement is there that ends the step.
pub const STEP: &str = "the step of a contract";

/// The program with the contract of a procedure in place of its body, which then only requires something; or why that has no form.
pub fn replace_body(program: &Program, procedure: ProcId) -> Said<Program> {
    let own = &program.procedures[procedure];
    let contract = own.contract.clone();
    if !own.has_body() {
        return Err("it has no body".into());
    }
    if contract.ensures.is_empty() && contract.assigns.is_none() {
        return Err("it has no contract that says what it does".into());
    }
    if contract.frees.as_ref().is_some_and(|list| !list.is_empty()) || !contract.dropped.is_empty() {
        return Err("a clause of its contract has no form".into());
    }
    if own.results.iter().any(|var| has_pointers(program, program.variables[*var].ty)) {
        return Err("it returns a pointer".into());
    }
    let effects = Effects::of(program, procedure);
    if effects.releases {
        return Err("it releases memory".into());
    }
    let changed = assigned_parameters(program, procedure);
    let mut result = program.clone();
    let statements = written(&mut result, procedure, &contract, &effects, &changed)?;
    let span = own.span;
    let label = own.blocks[Procedure::ENTRY].label.clone();
    let only = Block {
        label,
        statements,
        terminator: Terminator::Return,
        terminator_origin: own
            .blocks
            .values()
            .find(|b| b.terminator == Terminator::Return)
            .map_or_else(|| Origin::pass(span, STEP), |block| block.terminator_origin.clone()),
        loop_contract: None,
    };
    let target = &mut result.procedures[procedure];
    target.blocks = Table::default();
    target.blocks.push(only);
    target.contract = Contract { requires: contract.requires, texts: contract.texts, ..Contract::default() };
    Ok(result)
}

/// What stands for the body.
fn written(
    program: &mut Program,
    procedure: ProcId,
    contract: &Contract,
    effects: &Effects,
    changed: &BTreeSet<VarId>,
) -> Said<Vec<Statement>> {
    let (span, language) = (program.procedures[procedure].span, program.language);
    let results = program.procedures[procedure].results.clone();
    let mut writer = Writer::new(program, procedure);
    let mut meaning = Meaning::default();
    for clause in &contract.ensures {
        writer.save_olds(*clause, &mut meaning, span)?;
    }
    for location in frame(&mut writer, contract, effects, &meaning)? {
        writer.havoc(&location, span)?;
    }
    for result in results {
        writer.emit(StatementKind::Havoc { target: Place::var(result) }, span);
    }
    for clause in &contract.ensures {
        // Of a parameter that the body assigns nothing is said here.
        if speaks_of(writer.program, *clause, changed) {
            continue;
        }
        let condition = writer.carried(*clause, &meaning)?;
        let condition =
            if language == Language::Cairn { condition } else { defined::as_known(writer.program, condition) };
        writer.emit(StatementKind::Assume(condition), span);
    }
    let mut statements = std::mem::take(&mut writer.out);
    for statement in &mut statements {
        statement.origin = Origin::pass(span, WITHIN_STEP);
    }
    let always = program.bool_const(true);
    statements.push(Statement { kind: StatementKind::Assume(always), origin: Origin::pass(span, STEP) });
    Ok(statements)
}

/// Where the body may write: as the contract says, else as it does.
fn frame(writer: &mut Writer, contract: &Contract, effects: &Effects, meaning: &Meaning) -> Said<Vec<Saved>> {
    let span = writer.program.procedures[writer.procedure].span;
    let mut locations = Vec::new();
    if let Some(assigns) = &contract.assigns {
        for location in assigns {
            let mut saved = writer.save_location(location, meaning, span)?;
            if let Saved::Object { element, .. } = &mut saved {
                *element = effects.memory.iter().next().map(|(_, ty)| *ty);
            }
            locations.push(saved);
        }
        return Ok(locations);
    }
    if effects.unknown {
        return Err("it does not say what it writes, and that is not known".into());
    }
    locations.extend(effects.globals.iter().map(|var| Saved::Variable(*var)));
    for (var, ty) in &effects.memory {
        let pointer = writer.program.var(*var);
        locations.push(Saved::Object { pointer, element: Some(*ty), when: None });
    }
    Ok(locations)
}
