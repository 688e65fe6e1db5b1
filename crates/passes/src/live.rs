//! Which locals may still be read at the start of each block, assignments that nobody reads aside.

use crate::flow::FlowGraph;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node, terminator_expr};
use cairn_base::ids::Id;
use cairn_ir::{BlockId, ExprId, ExprKind, PlaceBase, ProcId, Procedure, Program, StatementKind, VarId, VariableKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Procedures with more facts in all blocks together are not looked at.
const FACT_LIMIT: usize = 20_000_000;

/// The locals of a procedure that may be read after the start of a block. Only those that have no address: of others and of
/// parameters nothing is said.
pub struct LiveLocals {
    procedure: ProcId,
    graph: FlowGraph,
    before: Vec<FxHashSet<VarId>>,
}

impl LiveLocals {
    /// None if the procedure is too large.
    pub fn new(program: &Program, procedure: ProcId) -> Option<Self> {
        let body = &program.procedures[procedure];
        if body.blocks.len().saturating_mul(body.locals.len()) > FACT_LIMIT {
            return None;
        }
        let graph = FlowGraph::new(body);
        let mut live = Self { procedure, graph, before: vec![FxHashSet::default(); body.blocks.len()] };
        let mut work: BTreeSet<usize> = (0..live.graph.reverse_post_order().len()).collect();
        while let Some(place) = work.pop_last() {
            let id = live.graph.reverse_post_order()[place];
            let before = live_before(program, body, id, &mut live.after(id), |_| {});
            if before != live.before[id.index()] {
                live.before[id.index()] = before;
                work.extend(live.graph.predecessors(id).iter().filter_map(|from| live.graph.position(*from)));
            }
        }
        Some(live)
    }
    /// Whether nobody reads the value that a variable has at the start of a block.
    pub fn is_dead(&self, program: &Program, var: VarId, block: BlockId) -> bool {
        let variable = &program.variables[var];
        let own = variable.procedure == Some(self.procedure) && is_plain_local(program, var);
        own && !self.before[block.index()].contains(&var)
    }
    /// Tells the assignments of a block that nobody reads, by position.
    pub(crate) fn unread_in(&self, program: &Program, block: BlockId, unread: impl FnMut(usize)) {
        if self.graph.position(block).is_some() {
            live_before(program, &program.procedures[self.procedure], block, &mut self.after(block), unread);
        }
    }
    fn after(&self, id: BlockId) -> FxHashSet<VarId> {
        self.graph.successors(id).iter().flat_map(|next| self.before[next.index()].iter().copied()).collect()
    }
}

/// The locals that may be read after the start of a block, from those after its end; `dead` is told the
/// assignments that nobody reads.
fn live_before(
    program: &Program,
    body: &Procedure,
    id: BlockId,
    live: &mut FxHashSet<VarId>,
    mut dead: impl FnMut(usize),
) -> FxHashSet<VarId> {
    let block = &body.blocks[id];
    read(program, terminator_expr(&block.terminator), live);
    for (place, statement) in block.statements.iter().enumerate().rev() {
        if let StatementKind::Assign { target, .. } = &statement.kind
            && let PlaceBase::Var(var) = target.base
            && is_plain_local(program, var)
            && !live.contains(&var)
        {
            dead(place);
            continue;
        }
        for target in assigned_places(&statement.kind) {
            match target.base {
                PlaceBase::Var(var) if target.path.is_empty() => {
                    live.remove(&var);
                }
                // The rest of the variable stays as it is: whoever reads it later reads what is there now.
                PlaceBase::Var(_) | PlaceBase::Deref(..) => {}
            }
        }
        let mut inside = Vec::new();
        for_each_expr(&statement.kind, |expr| inside.push(expr));
        read(program, inside, live);
    }
    if let Some(contract) = &block.loop_contract {
        read(program, contract.invariants.iter().chain(&contract.variants).copied(), live);
        for location in contract.assigns.iter().flatten() {
            location.for_each_expr(|expr| read(program, [expr], live));
        }
    }
    std::mem::take(live)
}

fn is_plain_local(program: &Program, var: VarId) -> bool {
    let variable = &program.variables[var];
    variable.kind == VariableKind::Local && !variable.addressable
}

fn read(program: &Program, roots: impl IntoIterator<Item = ExprId>, live: &mut FxHashSet<VarId>) {
    for_each_node(program, roots, |_, node| {
        if let ExprKind::Var(var) = node.kind
            && is_plain_local(program, var)
        {
            live.insert(var);
        }
    });
}
