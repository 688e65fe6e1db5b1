//! The flow graph of one procedure as the walk needs it: an order in which every block comes after those it is
//! reached from, and the loops.

use crate::postorder::reverse_postorder;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, Procedure};
use std::collections::{BTreeMap, BTreeSet};

pub struct Graph {
    /// Reachable blocks in reverse postorder: edges that do not go back to a loop head go forward in it.
    pub order: Vec<BlockId>,
    /// Where a block stands in the order.
    pub position: BTreeMap<BlockId, usize>,
    /// Per head the blocks of its loop, the head among them.
    pub loops: BTreeMap<BlockId, BTreeSet<BlockId>>,
}

impl Graph {
    /// The graph, or why it cannot be walked.
    pub fn new(procedure: &Procedure) -> Result<Self, String> {
        let successors: Vec<Vec<BlockId>> = procedure.blocks.values().map(|b| b.terminator.successors()).collect();
        let missing = |block: &&BlockId| block.index() >= successors.len();
        if successors.is_empty() || successors.iter().flatten().any(|block| missing(&block)) {
            return Err(format!("`{}` has an edge to no block", procedure.name));
        }
        let edges: Vec<Vec<usize>> =
            successors.iter().map(|targets| targets.iter().map(|to| to.index()).collect()).collect();
        let mut returning = Vec::new();
        let back = |from: usize, to: usize| returning.push((BlockId(from as u32), BlockId(to as u32)));
        let order = reverse_postorder(&edges, Procedure::ENTRY.index(), back);
        let order: Vec<BlockId> = order.into_iter().map(|block| BlockId(block as u32)).collect();
        let position = order.iter().enumerate().map(|(i, block)| (*block, i)).collect();
        let mut graph = Self { order, position, loops: BTreeMap::new() };
        let mut predecessors = vec![Vec::new(); successors.len()];
        for block in &graph.order {
            successors[block.index()].iter().for_each(|to| predecessors[to.index()].push(*block));
        }
        for (from, head) in returning {
            let body = around(&predecessors, from, head);
            // The entry can reach `from` without passing the head: then the head does not decide alone when an
            // iteration begins, and cutting there would not cut every cycle.
            if head != Procedure::ENTRY && body.contains(&Procedure::ENTRY) {
                return Err(format!("`{}` has a loop with several entries", procedure.name));
            }
            graph.loops.entry(head).or_default().extend(body);
        }
        Ok(graph)
    }
}

/// The head and all reachable blocks from which `from` is reached without passing the head.
fn around(predecessors: &[Vec<BlockId>], from: BlockId, head: BlockId) -> BTreeSet<BlockId> {
    let mut body = BTreeSet::from([head]);
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if body.insert(block) {
            open.extend(&predecessors[block.index()]);
        }
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postorder::tests::procedure;

    fn graph(edges: &[&[u32]]) -> Result<Graph, String> {
        Graph::new(&procedure(edges))
    }
    fn body(graph: &Graph, head: u32) -> Vec<u32> {
        graph.loops[&BlockId(head)].iter().map(|b| b.0).collect()
    }

    #[test]
    fn nested_loops() {
        // 0 -> 1; 1 -> 2 | 5; 2 -> 3 | 4; 3 -> 2; 4 -> 1; 5 returns
        let g = graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]).unwrap();
        assert_eq!(body(&g, 1), [1, 2, 3, 4]);
        assert_eq!(body(&g, 2), [2, 3]);
        assert_eq!(g.loops.len(), 2);
        assert!(g.position[&BlockId(1)] < g.position[&BlockId(5)]);
    }

    #[test]
    fn two_ways_into_a_loop_are_refused() {
        // 0 -> 1 | 2; 1 -> 2; 2 -> 1
        assert!(graph(&[&[1, 2], &[2], &[1]]).is_err());
        // A loop whose head is the entry is a loop like any other.
        assert_eq!(body(&graph(&[&[0, 1], &[]]).unwrap(), 0), [0]);
    }
}
