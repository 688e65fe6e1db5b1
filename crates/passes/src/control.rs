//! Post-dominators and control dependence of one procedure.
//!
//! All ways out (return, stop) lead to one virtual exit; so does every block from which there is no way
//! out at all, so that post-dominators exist for every block.

use crate::flow::FlowGraph;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, Procedure, Terminator};

/// Which branches decide whether a block is executed.
#[derive(Clone, Debug, Default)]
pub struct ControlDependence {
    deciders: Vec<Vec<BlockId>>,
    /// Immediate post-dominator; none: the exit.
    meeting: Vec<Option<BlockId>>,
}

impl ControlDependence {
    pub fn new(procedure: &Procedure) -> Self {
        let count = procedure.blocks.len();
        let graph = FlowGraph::new(procedure);
        let reversed = reversed(procedure, &graph);
        let dominators = reversed.dominators();
        // In the reversed graph the exit is block 0 and block `b` is `b + 1`.
        let shifted = |block: BlockId| BlockId(block.0 + 1);
        let parent =
            |block: BlockId| dominators.immediate(shifted(block)).filter(|p| p.0 > 0).map(|p| BlockId(p.0 - 1));
        let meeting: Vec<Option<BlockId>> = (0..count).map(|index| parent(BlockId::from_index(index))).collect();
        let mut deciders = vec![Vec::new(); count];
        for &block in graph.reverse_post_order().iter().filter(|block| graph.successors(**block).len() > 1) {
            // From each successor up the tree to (not including) the block's own meeting point.
            for &next in graph.successors(block) {
                let mut at = Some(next);
                while let Some(here) = at.filter(|here| Some(*here) != meeting[block.index()]) {
                    let list: &mut Vec<BlockId> = &mut deciders[here.index()];
                    if list.last() != Some(&block) {
                        list.push(block);
                    }
                    at = meeting[here.index()];
                }
            }
        }
        Self { deciders, meeting }
    }

    /// The blocks whose branches decide whether this block is executed.
    pub fn of(&self, block: BlockId) -> &[BlockId] {
        &self.deciders[block.index()]
    }
    /// The first block that every way from this one to the exit passes; none: the exit itself.
    pub fn meeting_point(&self, block: BlockId) -> Option<BlockId> {
        self.meeting[block.index()]
    }
}

/// Edges turned round, with the exit as block 0.
fn reversed(procedure: &Procedure, graph: &FlowGraph) -> FlowGraph {
    let count = procedure.blocks.len();
    let mut edges: Vec<Vec<BlockId>> = vec![Vec::new(); count + 1];
    for &block in graph.reverse_post_order() {
        for next in graph.successors(block) {
            edges[next.index() + 1].push(BlockId(block.0 + 1));
        }
        if matches!(procedure.blocks[block].terminator, Terminator::Return | Terminator::Stop) {
            edges[0].push(BlockId(block.0 + 1));
        }
    }
    // Blocks in loops without a way out: the last ones in order that nothing reaches backwards get one.
    loop {
        let backwards = FlowGraph::from_successors(edges.clone());
        let stuck = |block: &&BlockId| !backwards.is_reachable(BlockId(block.0 + 1));
        match graph.reverse_post_order().iter().rev().find(stuck) {
            Some(block) => edges[0].push(BlockId(block.0 + 1)),
            None => return backwards,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{Origin, Program};

    #[test]
    fn arms_depend_on_the_branch_and_the_join_does_not() {
        let mut program = Program::new();
        let procedure = program.add_procedure("p");
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|label| program.add_block(procedure, label));
        let condition = program.bool_const(true);
        let branch = Terminator::Branch { condition, then: b, otherwise: c };
        program.set_terminator(procedure, a, branch, Origin::default());
        program.set_terminator(procedure, b, Terminator::Goto(d), Origin::default());
        program.set_terminator(procedure, c, Terminator::Goto(d), Origin::default());
        program.set_terminator(procedure, d, Terminator::Return, Origin::default());
        let control = ControlDependence::new(&program.procedures[procedure]);
        assert_eq!((control.of(b), control.of(c)), (&[a][..], &[a][..]));
        assert!(control.of(d).is_empty());
        assert_eq!(control.meeting_point(a), Some(d));
        assert_eq!(control.meeting_point(d), None);
    }

    #[test]
    fn loops_without_a_way_out_are_no_trouble() {
        let mut program = Program::new();
        let procedure = program.add_procedure("p");
        let a = program.add_block(procedure, "a");
        let b = program.add_block(procedure, "b");
        program.set_terminator(procedure, a, Terminator::Goto(b), Origin::default());
        program.set_terminator(procedure, b, Terminator::Goto(a), Origin::default());
        let control = ControlDependence::new(&program.procedures[procedure]);
        assert_eq!(control.meeting_point(a), Some(b));
    }
}
