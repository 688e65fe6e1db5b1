//! The two programs of `cairn prove` for Ada: its front end writes both, because contracts of Ada are code.
//!
//! In the modular one stand-ins are called and loops are cut at their invariants; in the other everything is executed.
//! Checks that read alike at one place of one procedure are one property, in both programs alike: it is proved where all
//! of them are.

use crate::input;
use crate::request::Request;
use cairn_base::{Budget, Span};
use cairn_front_ada::lower::Contracts;
use cairn_ir::{Callee, CheckKind, ProcId, ProcedureRole, Program, Property, PropertyId, StatementKind, Terminator};
use cairn_passes::CallGraph;
use cairn_passes::contracts::{Derived, Goal};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The program in which everything is executed.
pub(super) fn executed(request: &Request, budget: &Budget) -> Option<Program> {
    input::load_for(request, budget, Contracts::Executed).program
}

/// What a check says, where.
type Key = (CheckKind, Option<Span>, Arc<str>, Option<Arc<str>>);

/// The goals of two programs that the front end has written.
pub(super) fn derive(mut modular: Program, mut executed: Program) -> Derived {
    let mut known: FxHashMap<Key, PropertyId> = FxHashMap::default();
    unite(&mut modular, |key, id| *known.entry(key).or_insert(id));
    let next = modular.properties.len() as u32;
    let mut more: Vec<(Property, Option<Arc<str>>)> = Vec::new();
    let originals = executed.properties.clone();
    let owners = names(&executed);
    unite(&mut executed, |key, id| {
        *known.entry(key).or_insert_with(|| {
            let property = originals[id].clone();
            let owner = property.procedure.and_then(|owner| owners.get(&owner).cloned());
            more.push((property, owner));
            PropertyId(next + more.len() as u32 - 1)
        })
    });
    // One table for both; procedures have other numbers in each.
    executed.properties = modular.properties.clone();
    let of_modular = names(&modular);
    let by_name: FxHashMap<Arc<str>, ProcId> = owners.into_iter().map(|(id, name)| (name, id)).collect();
    for (_, property) in executed.properties.iter_mut() {
        property.procedure = property.procedure.and_then(|owner| by_name.get(of_modular.get(&owner)?)).copied();
    }
    for (property, owner) in more {
        let owner = owner.and_then(|name| by_name.get(&name)).copied();
        executed.properties.push(Property { procedure: owner, ..property.clone() });
        modular.properties.push(Property { procedure: None, ..property });
    }
    let goals = goals(&modular, &by_name);
    Derived { modular, executed, goals }
}

fn names(program: &Program) -> FxHashMap<ProcId, Arc<str>> {
    program.procedures.iter().map(|(id, procedure)| (id, Arc::clone(&procedure.name))).collect()
}

/// Gives every check the property that stands for all that read like it.
fn unite(program: &mut Program, mut one: impl FnMut(Key, PropertyId) -> PropertyId) {
    let owners = names(program);
    let mut stands: FxHashMap<PropertyId, PropertyId> = FxHashMap::default();
    for (id, property) in program.properties.iter() {
        let owner = property.procedure.and_then(|owner| owners.get(&owner).cloned());
        let key = (property.kind, property.span, Arc::clone(&property.description), owner);
        stands.insert(id, one(key, id));
    }
    for (_, procedure) in program.procedures.iter_mut() {
        for statement in procedure.blocks.iter_mut().flat_map(|(_, block)| &mut block.statements) {
            if let StatementKind::Check { property, .. } = &mut statement.kind {
                *property = stands.get(property).copied().unwrap_or(*property);
            }
        }
    }
}

fn goals(program: &Program, executed: &FxHashMap<Arc<str>, ProcId>) -> Vec<Goal> {
    let calls = CallGraph::new(program);
    let mut goals = Vec::new();
    for &entry in &program.entries {
        let Some(&other) = executed.get(&program.procedures[entry].name) else { continue };
        let procedure = started(program, entry).unwrap_or(entry);
        let reached = calls.reachable(&[entry]);
        // Elaboration of which nothing is asked is nobody's goal.
        if procedure == entry && !reached.iter().any(|id| has_checks(program, *id)) {
            continue;
        }
        let called: BTreeSet<String> = reached
            .iter()
            .filter_map(|id| match &program.procedures[*id].role {
                ProcedureRole::Contract(name) => Some(name.to_string()),
                _ => None,
            })
            .collect();
        let cuts = reached.iter().any(|id| is_cut(program, *id));
        let mut inferred = Vec::new();
        for id in &reached {
            let own = &program.procedures[*id];
            if own.role == ProcedureRole::Source && *id != procedure && own.has_body() {
                inferred.push(format!("the body of `{}`, which has no contract that could stand for it", own.name));
            }
        }
        goals.push(Goal { procedure, entry, executed: other, inferred, called: called.into_iter().collect(), cuts });
    }
    goals
}

/// The procedure that an entry sets the stage for.
fn started(program: &Program, entry: ProcId) -> Option<ProcId> {
    let statements = program.procedures[entry].blocks.values().flat_map(|block| &block.statements);
    let mut callees = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    });
    let is_it = |callee: &ProcId| {
        let own = &program.procedures[*callee];
        own.role == ProcedureRole::Source && own.span == program.procedures[entry].span
    };
    callees.rfind(is_it)
}

fn has_checks(program: &Program, procedure: ProcId) -> bool {
    let mut statements = program.procedures[procedure].blocks.values().flat_map(|block| &block.statements);
    statements.any(|statement| matches!(statement.kind, StatementKind::Check { .. }))
}

/// Whether a procedure has a loop that its invariants stand for.
fn is_cut(program: &Program, procedure: ProcId) -> bool {
    let blocks = &program.procedures[procedure].blocks;
    let is_initial = |property: PropertyId| program.properties[property].kind == CheckKind::InvariantInitial;
    blocks.values().any(|block| {
        block.terminator != Terminator::Return
            && block.statements.iter().any(
                |statement| matches!(statement.kind, StatementKind::Check { property, .. } if is_initial(property)),
            )
    })
}
