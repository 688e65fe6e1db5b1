//! Shorter jumps, and no assignments to variables that nobody reads.

use crate::layout::retarget;
use crate::rewrite::{for_each_expr, for_each_node, terminator_expr};
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, ExprId, ExprKind, PlaceBase, Procedure, Program, StatementKind, Terminator, VarId, VariableKind,
};
use rustc_hash::FxHashSet;

/// Jumps past empty blocks, and joins a block with its successor where neither has another neighbour.
/// Heads of loops stay blocks of their own: bounds are counted there.
pub fn shorten_jumps(procedure: &mut Procedure, heads: &FxHashSet<BlockId>) {
    let fixed = |procedure: &Procedure, id: BlockId| {
        heads.contains(&id) || procedure.blocks[id].loop_contract.is_some() || id == Procedure::ENTRY
    };
    let target: Vec<BlockId> = procedure.blocks.ids().map(|id| end_of_chain(procedure, id, &fixed)).collect();
    for (_, block) in procedure.blocks.iter_mut() {
        block.terminator = match retarget(&block.terminator, |next| target[next.index()]) {
            Terminator::Branch { then, otherwise, .. } if then == otherwise => Terminator::Goto(then),
            other => other,
        };
    }
    join_chains(procedure, &fixed);
}

/// Where control goes from a block without doing anything.
fn end_of_chain(procedure: &Procedure, start: BlockId, fixed: &impl Fn(&Procedure, BlockId) -> bool) -> BlockId {
    let mut seen = FxHashSet::default();
    let mut at = start;
    while seen.insert(at) && !fixed(procedure, at) && procedure.blocks[at].statements.is_empty() {
        match procedure.blocks[at].terminator {
            Terminator::Goto(next) => at = next,
            _ => return at,
        }
    }
    at
}

fn join_chains(procedure: &mut Procedure, fixed: &impl Fn(&Procedure, BlockId) -> bool) {
    let reachable = crate::flow::FlowGraph::new(procedure);
    for &first in reachable.reverse_post_order() {
        while let Terminator::Goto(next) = procedure.blocks[first].terminator {
            if next == first || fixed(procedure, next) || reachable.predecessors(next).len() != 1 {
                break;
            }
            let joined = &mut procedure.blocks[next];
            let mut statements = std::mem::take(&mut joined.statements);
            let terminator = std::mem::replace(&mut joined.terminator, Terminator::Stop);
            let origin = joined.terminator_origin.clone();
            let block = &mut procedure.blocks[first];
            block.statements.append(&mut statements);
            block.terminator = terminator;
            block.terminator_origin = origin;
        }
    }
}

/// Removes assignments to locals that no expression reads, until there are none.
pub fn remove_unread(program: &mut Program) {
    loop {
        let read = read_variables(program);
        let mut removed = false;
        let dead = |program_variables: &cairn_base::Table<VarId, cairn_ir::Variable>, kind: &StatementKind| match kind {
            StatementKind::Assign { target, .. } => match target.base {
                PlaceBase::Var(var) => {
                    let variable = &program_variables[var];
                    variable.kind == VariableKind::Local && !variable.addressable && !read.contains(&var)
                }
                PlaceBase::Deref(..) => false,
            },
            _ => false,
        };
        let variables = &program.variables;
        for (_, procedure) in program.procedures.iter_mut() {
            for (_, block) in procedure.blocks.iter_mut() {
                let count = block.statements.len();
                // Values have no effects, so nothing but the assignment is lost.
                block.statements.retain(|statement| !dead(variables, &statement.kind));
                removed |= block.statements.len() != count;
            }
        }
        if !removed {
            return;
        }
    }
}

/// Variables that occur in an expression of a statement, a terminator or a contract.
fn read_variables(program: &Program) -> FxHashSet<VarId> {
    let mut roots: Vec<ExprId> = Vec::new();
    for procedure in program.procedures.values() {
        roots.extend(procedure.contract.requires.iter().chain(&procedure.contract.ensures));
        for block in procedure.blocks.values() {
            block.statements.iter().for_each(|statement| for_each_expr(&statement.kind, |expr| roots.push(expr)));
            roots.extend(terminator_expr(&block.terminator));
            if let Some(contract) = &block.loop_contract {
                roots.extend(contract.invariants.iter().chain(&contract.variants));
            }
        }
    }
    let mut read = FxHashSet::default();
    for_each_node(program, roots, |_, node| match &node.kind {
        ExprKind::Var(var) => {
            read.insert(*var);
        }
        ExprKind::AddressOf(place) => {
            if let PlaceBase::Var(var) = place.base {
                read.insert(var);
            }
        }
        _ => {}
    });
    read
}
