//! The control-flow graph of one procedure: successors, predecessors, reverse post-order, dominators.
//!
//! In: a well-formed procedure. Out: tables indexed by block. Only blocks that the entry reaches have a
//! place in the order; everything here is iterative, so the number of blocks is no danger to the stack.
//!
//! Deliberately absent: statements, and any knowledge of which branch conditions can hold.

use cairn_base::ids::Id;
use cairn_ir::{BlockId, Procedure};

/// Successors and predecessors without repetition, in the order the terminators name them.
#[derive(Clone, Debug, Default)]
pub struct FlowGraph {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    position: Vec<Option<u32>>,
}

impl FlowGraph {
    pub fn new(procedure: &Procedure) -> Self {
        let successors = procedure.blocks.values().map(|block| without_repetition(block.terminator.successors()));
        Self::from_successors(successors.collect())
    }

    /// The graph with these edges and block 0 as its entry.
    pub fn from_successors(successors: Vec<Vec<BlockId>>) -> Self {
        let order = reverse_post_order(&successors);
        let mut position = vec![None; successors.len()];
        for (place, block) in order.iter().enumerate() {
            position[block.index()] = Some(place as u32);
        }
        let mut predecessors = vec![Vec::new(); successors.len()];
        for &block in &order {
            for &next in &successors[block.index()] {
                predecessors[next.index()].push(block);
            }
        }
        Self { successors, predecessors, order, position }
    }

    pub fn block_count(&self) -> usize {
        self.successors.len()
    }
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }
    /// Those that the entry reaches.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }
    /// The reachable blocks; without loops a topological order.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }
    /// Place of a block in the reverse post-order; none if it is not reachable.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block.index()].map(|place| place as usize)
    }
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.index()].is_some()
    }
    /// Whether no execution comes to a block twice.
    pub fn is_acyclic(&self) -> bool {
        let later = |from: &BlockId, to: &BlockId| self.position(*from) < self.position(*to);
        self.order.iter().all(|from| self.successors(*from).iter().all(|to| later(from, to)))
    }
    pub fn dominators(&self) -> Dominators {
        Dominators::new(self)
    }
}

fn without_repetition(blocks: Vec<BlockId>) -> Vec<BlockId> {
    if blocks.len() <= 1 {
        return blocks;
    }
    let mut seen = rustc_hash::FxHashSet::default();
    blocks.into_iter().filter(|block| seen.insert(*block)).collect()
}

fn reverse_post_order(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    seen[0] = true;
    // The last successor is visited first, so that the first one comes first in the reversed order.
    let mut stack = vec![(Procedure::ENTRY, successors[0].len())];
    while let Some((block, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*block);
            stack.pop();
            continue;
        }
        *left -= 1;
        let next = successors[block.index()][*left];
        if !seen[next.index()] {
            seen[next.index()] = true;
            stack.push((next, successors[next.index()].len()));
        }
    }
    order.reverse();
    order
}

/// The dominator tree, by the algorithm SEMI-NCA of Georgiadis, "Linear-Time Algorithms for Dominators and
/// Related Problems" (2005). The simpler iteration of Cooper, Harvey and Kennedy takes quadratic time on
/// unwound loops, all of whose copies lead to one exit.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator of each reachable block; the entry has itself.
    immediate: Vec<Option<BlockId>>,
    /// When the tree walk enters and leaves a block: an ancestor's interval holds its descendants'.
    interval: Vec<(u32, u32)>,
}

impl Dominators {
    fn new(graph: &FlowGraph) -> Self {
        let search = Search::new(graph);
        let numbers = search.immediate(graph);
        let mut immediate = vec![None; graph.block_count()];
        for (number, block) in search.block.iter().enumerate() {
            immediate[block.index()] = Some(search.block[numbers[number] as usize]);
        }
        let interval = tree_intervals(graph, &immediate);
        Self { immediate, interval }
    }

    /// None for the entry and for unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()].filter(|parent| *parent != block)
    }
    /// Whether every path from the entry to `below` passes `above` (a reachable block dominates itself).
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        if self.immediate[above.index()].is_none() || self.immediate[below.index()].is_none() {
            return false;
        }
        let (a, b) = (self.interval[above.index()], self.interval[below.index()]);
        a.0 <= b.0 && b.1 <= a.1
    }
}

/// A depth-first search: blocks in the order in which it found them, and from where.
struct Search {
    block: Vec<BlockId>,
    parent: Vec<u32>,
    /// By block.
    number: Vec<u32>,
}

impl Search {
    fn new(graph: &FlowGraph) -> Self {
        let mut search = Self { block: Vec::new(), parent: Vec::new(), number: vec![u32::MAX; graph.block_count()] };
        let mut stack: Vec<(BlockId, u32)> = Vec::new();
        stack.extend(graph.reverse_post_order().first().map(|entry| (*entry, 0)));
        while let Some((block, parent)) = stack.pop() {
            if search.number[block.index()] != u32::MAX {
                continue;
            }
            let number = search.block.len() as u32;
            search.number[block.index()] = number;
            search.block.push(block);
            search.parent.push(parent);
            stack.extend(graph.successors(block).iter().map(|next| (*next, number)));
        }
        search
    }

    /// Immediate dominators, blocks told by their numbers.
    fn immediate(&self, graph: &FlowGraph) -> Vec<u32> {
        let count = self.block.len();
        let mut semi: Vec<u32> = (0..count as u32).collect();
        let mut label = semi.clone();
        let mut ancestor = self.parent.clone();
        for number in (1..count).rev() {
            semi[number] = self.parent[number];
            for from in graph.predecessors(self.block[number]) {
                let from = self.number[from.index()];
                let best = lowest(from, number as u32 + 1, &mut ancestor, &mut label, &semi);
                semi[number] = semi[number].min(semi[best as usize]);
            }
        }
        let mut immediate = self.parent.clone();
        for number in 1..count {
            while immediate[number] > semi[number] {
                immediate[number] = immediate[immediate[number] as usize];
            }
        }
        immediate
    }
}

/// The block with the least semidominator on the way from `from` up to the first block numbered below `linked`,
/// which shortens the way for the next time.
fn lowest(from: u32, linked: u32, ancestor: &mut [u32], label: &mut [u32], semi: &[u32]) -> u32 {
    let mut way = Vec::new();
    let mut at = from;
    while ancestor[at as usize] >= linked {
        way.push(at);
        at = ancestor[at as usize];
    }
    let (end, mut best) = (ancestor[at as usize], label[at as usize]);
    while let Some(below) = way.pop() {
        let below = below as usize;
        ancestor[below] = end;
        if semi[best as usize] < semi[label[below] as usize] {
            label[below] = best;
        } else {
            best = label[below];
        }
    }
    best
}

fn tree_intervals(graph: &FlowGraph, immediate: &[Option<BlockId>]) -> Vec<(u32, u32)> {
    let mut children = vec![Vec::new(); graph.block_count()];
    for &block in graph.reverse_post_order().iter().skip(1) {
        if let Some(parent) = immediate[block.index()] {
            children[parent.index()].push(block);
        }
    }
    let mut interval = vec![(0, 0); graph.block_count()];
    let mut clock = 0;
    let mut stack: Vec<(BlockId, usize)> = graph.reverse_post_order().first().map(|b| (*b, 0)).into_iter().collect();
    while let Some((block, next)) = stack.last_mut() {
        if *next == 0 {
            interval[block.index()].0 = clock;
            clock += 1;
        }
        if let Some(&child) = children[block.index()].get(*next) {
            *next += 1;
            stack.push((child, 0));
        } else {
            interval[block.index()].1 = clock;
            stack.pop();
        }
    }
    interval
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn graph(edges: &[&[u32]]) -> FlowGraph {
        FlowGraph::from_successors(edges.iter().map(|to| to.iter().map(|b| BlockId(*b)).collect()).collect())
    }

    #[test]
    fn order_and_dominators_of_a_diamond_with_an_unreachable_block() {
        let g = graph(&[&[1, 2], &[3], &[3], &[], &[3]]);
        assert_eq!(g.reverse_post_order(), [0, 1, 2, 3].map(BlockId));
        assert_eq!(g.predecessors(BlockId(3)), [1, 2].map(BlockId));
        assert!(!g.is_reachable(BlockId(4)) && g.is_acyclic());
        let d = g.dominators();
        assert_eq!(d.immediate(BlockId(3)), Some(BlockId(0)));
        assert!(d.dominates(BlockId(0), BlockId(3)) && !d.dominates(BlockId(1), BlockId(3)));
        assert!(d.dominates(BlockId(2), BlockId(2)) && !d.dominates(BlockId(4), BlockId(3)));
    }

    #[test]
    fn dominance_agrees_with_its_definition_on_random_graphs() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let count = random.u32(1..9);
            let edges: Vec<Vec<BlockId>> =
                (0..count).map(|_| (0..random.u32(0..3)).map(|_| BlockId(random.u32(0..count))).collect()).collect();
            let g = FlowGraph::from_successors(edges.clone());
            let d = g.dominators();
            for above in (0..count).map(BlockId).filter(|b| g.is_reachable(*b)) {
                let mut cut = edges.clone();
                cut[above.index()].clear();
                for below in (0..count).map(BlockId).filter(|b| g.is_reachable(*b) && *b != above) {
                    let avoids =
                        above != Procedure::ENTRY && FlowGraph::from_successors(cut.clone()).is_reachable(below);
                    assert_eq!(d.dominates(above, below), !avoids, "{edges:?} {above:?} {below:?}");
                }
            }
        }
    }

    #[test]
    fn a_hundred_thousand_blocks_do_not_overflow_the_stack() {
        let n = 100_000;
        let edges = (0..n).map(|i| if i + 1 < n { vec![BlockId(i + 1)] } else { vec![] }).collect();
        let g = FlowGraph::from_successors(edges);
        assert_eq!(g.reverse_post_order().len(), n as usize);
        assert!(g.dominators().dominates(BlockId(1), BlockId(n - 1)));
    }
}
