//! The loops that executions can be in, and how statements are put at their heads and where they are entered.

use crate::recheck::graph::Graph;
use cairn_base::ids::Id;
use cairn_ir::{
    Block, BlockId, Callee, Origin, ProcId, Program, Statement, StatementKind, Terminator, VarId, VariableKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// A loop of a procedure: its head, and its blocks, the head among them.
#[derive(Clone, Debug)]
pub struct Loop {
    pub procedure: ProcId,
    pub head: BlockId,
    pub body: BTreeSet<BlockId>,
}

/// The loops of all procedures that the entries get to. Every execution that goes on for ever without going deeper and deeper into calls
/// stays in one of them for ever, and comes to its head again and again: flow graphs that are not reducible are refused.
pub fn loops(program: &Program, entries: &[ProcId]) -> Result<Vec<Loop>, String> {
    let mut found = Vec::new();
    for procedure in reachable(program, entries) {
        let body = &program.procedures[procedure];
        if body.has_body() {
            let graph = Graph::new(body)?;
            found.extend(graph.loops.into_iter().map(|(head, body)| Loop { procedure, head, body }));
        }
    }
    Ok(found)
}

/// The procedures that a procedure may call.
fn callees(program: &Program, procedure: ProcId) -> BTreeSet<ProcId> {
    let statements = program.procedures[procedure].blocks.values().flat_map(|block| &block.statements);
    statements.flat_map(called).collect()
}

pub(super) fn called(statement: &Statement) -> Vec<ProcId> {
    match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(procedure), .. } => vec![*procedure],
        StatementKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => candidates.clone(),
        _ => Vec::new(),
    }
}

pub(super) fn reachable(program: &Program, entries: &[ProcId]) -> BTreeSet<ProcId> {
    let mut found = BTreeSet::new();
    let mut open = entries.to_vec();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(callees(program, next));
        }
    }
    found
}

/// A procedure that the entries get to and that can call itself, directly or not.
pub fn recursive(program: &Program, entries: &[ProcId]) -> Option<ProcId> {
    let again = |procedure: &ProcId| {
        let called: Vec<ProcId> = callees(program, *procedure).into_iter().collect();
        reachable(program, &called).contains(procedure)
    };
    reachable(program, entries).into_iter().find(again)
}

/// A new local variable that only what is added here reads.
pub(super) fn ghost(program: &mut Program, of: &Loop, name: &str, ty: cairn_ir::TypeId) -> VarId {
    let name = format!("{name}!{}", of.head.index());
    let id = program.add_variable(name, ty, VariableKind::Local, Some(of.procedure));
    program.variables[id].temporary = true;
    id
}

pub(super) fn statement(kind: StatementKind) -> Statement {
    Statement { kind, origin: Origin::pass(None, "termination") }
}

/// Puts statements before all others of the head, and others on the edges that enter the loop.
pub(super) fn place(program: &mut Program, at: &Loop, head: Vec<Statement>, entered: Vec<Statement>) {
    let blocks = &mut program.procedures[at.procedure].blocks;
    let own = &mut blocks[at.head].statements;
    let rest = std::mem::replace(own, head);
    own.extend(rest);
    let label = format!("enter!{}", at.head.index());
    let before = blocks.push(Block {
        label: label.into(),
        statements: entered,
        terminator: Terminator::Goto(at.head),
        terminator_origin: Origin::pass(None, "termination"),
        loop_contract: None,
    });
    let outside: Vec<BlockId> = blocks.ids().filter(|block| *block != before && !at.body.contains(block)).collect();
    let moved = BTreeMap::from([(at.head, before)]);
    for block in outside {
        redirect(&mut blocks[block].terminator, &moved);
    }
}

fn redirect(terminator: &mut Terminator, moved: &BTreeMap<BlockId, BlockId>) {
    let change = |block: &mut BlockId| *block = moved.get(block).copied().unwrap_or(*block);
    match terminator {
        Terminator::Goto(to) => change(to),
        Terminator::Branch { then, otherwise, .. } => {
            change(then);
            change(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, to)| change(to));
            change(default);
        }
        Terminator::Return | Terminator::Stop => {}
    }
}
