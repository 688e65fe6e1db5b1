//! Which variables of inlined calls may still be read, before each block of an acyclic body.
//!
//! Merging every assigned variable at every join, as the paper does, would carry the variables of every
//! inlined call along forever. Those of the source, which the figures show, are always merged.

use crate::flow::FlowGraph;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node, terminator_expr};
use cairn_base::ids::Id;
use cairn_ir::{BlockId, ExprId, ExprKind, PlaceBase, ProcId, Program, VarId};
use rustc_hash::FxHashSet;

pub struct Live {
    /// Variables from this number on are those of inlined calls.
    first_inlined: usize,
    before: Vec<FxHashSet<VarId>>,
}

impl Live {
    pub fn new(program: &Program, procedure: ProcId, first_inlined: usize) -> Self {
        let body = &program.procedures[procedure];
        let graph = FlowGraph::new(body);
        let mut live = Self { first_inlined, before: vec![FxHashSet::default(); body.blocks.len()] };
        for &id in graph.reverse_post_order().iter().rev() {
            let mut now: FxHashSet<VarId> = FxHashSet::default();
            for next in graph.successors(id) {
                now.extend(&live.before[next.index()]);
            }
            live.read(program, terminator_expr(&body.blocks[id].terminator), &mut now);
            for statement in body.blocks[id].statements.iter().rev() {
                for place in assigned_places(&statement.kind) {
                    match place.base {
                        PlaceBase::Var(var) if place.path.is_empty() => {
                            now.remove(&var);
                        }
                        // The rest of the variable stays as it is: that is a use.
                        PlaceBase::Var(var) => live.keep(var, &mut now),
                        PlaceBase::Deref(..) => {}
                    }
                }
                let mut inside = Vec::new();
                for_each_expr(&statement.kind, |expr| inside.push(expr));
                live.read(program, inside, &mut now);
            }
            live.before[id.index()] = now;
        }
        live
    }

    fn keep(&self, var: VarId, now: &mut FxHashSet<VarId>) {
        if var.index() >= self.first_inlined {
            now.insert(var);
        }
    }

    fn read(&self, program: &Program, roots: impl IntoIterator<Item = ExprId>, now: &mut FxHashSet<VarId>) {
        for_each_node(program, roots, |_, node| {
            if let ExprKind::Var(var) = node.kind {
                self.keep(var, now);
            }
        });
    }

    /// Whether a variable that was assigned on a way to a block gets a version there.
    pub fn is_merged(&self, var: VarId, block: BlockId) -> bool {
        var.index() < self.first_inlined || self.before[block.index()].contains(&var)
    }
}
