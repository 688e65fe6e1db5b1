//! Loops of one procedure: a weak topological order and, read off it, the loop of each head.
//!
//! Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993), section 4.3: a
//! hierarchical order of the reachable blocks in which every edge either goes forward or goes back to
//! the *head* of a component that contains its source. It exists for every graph, reducible or not, so
//! counting the edges back to heads bounds every execution. An irreducible loop may also be entered at a
//! block that is not its head.
//!
//! Deliberately absent: bounds, and anything about what loops compute.

use crate::flow::FlowGraph;
use cairn_base::{Span, ids::Id};
use cairn_ir::{BlockId, Procedure};
use std::ops::Range;

/// An element of the order: one block, or a component with its head first.
#[derive(Debug, PartialEq, Eq)]
pub enum WtoElement {
    Block(BlockId),
    Component { head: BlockId, body: Vec<WtoElement> },
}

/// A weak topological order of the reachable blocks.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wto {
    pub elements: Vec<WtoElement>,
}

impl Wto {
    pub fn new(graph: &FlowGraph) -> Self {
        Self { elements: Partition::new(graph).run() }
    }
}

impl Drop for Wto {
    /// Takes deeply nested components apart without recursion.
    fn drop(&mut self) {
        let mut left = std::mem::take(&mut self.elements);
        while let Some(element) = left.pop() {
            if let WtoElement::Component { mut body, .. } = element {
                left.append(&mut body);
            }
        }
    }
}

impl std::fmt::Display for Wto {
    /// As the paper writes it: `0 (1 2 (3 4)) 5`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut stack = vec![self.elements.iter()];
        let mut first = true;
        while let Some(level) = stack.last_mut() {
            match level.next() {
                Some(element) => {
                    f.write_str(if std::mem::take(&mut first) { "" } else { " " })?;
                    match element {
                        WtoElement::Block(block) => write!(f, "{}", block.0)?,
                        WtoElement::Component { head, body } => {
                            write!(f, "({}", head.0)?;
                            stack.push(body.iter());
                        }
                    }
                }
                None => {
                    stack.pop();
                    if !stack.is_empty() {
                        f.write_str(")")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The procedures `visit` and `component` of the paper's figure 4, their recursion as explicit frames.
struct Partition<'a> {
    graph: &'a FlowGraph,
    /// 0: not visited (again); `DONE`: placed.
    number: Vec<u32>,
    next_number: u32,
    /// The paper's stack of visited vertices.
    pending: Vec<BlockId>,
    frames: Vec<Frame>,
    /// The lists under construction, innermost last, each in reverse.
    lists: Vec<Vec<WtoElement>>,
}

const DONE: u32 = u32::MAX;

enum Frame {
    Visit { block: BlockId, next: usize, head: u32, is_loop: bool },
    Component { block: BlockId, next: usize },
}

impl<'a> Partition<'a> {
    fn new(graph: &'a FlowGraph) -> Self {
        let number = vec![0; graph.block_count()];
        Self { graph, number, next_number: 0, pending: Vec::new(), frames: Vec::new(), lists: vec![Vec::new()] }
    }

    fn run(mut self) -> Vec<WtoElement> {
        if self.graph.block_count() > 0 {
            self.start_visit(Procedure::ENTRY);
        }
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Visit { block, next, head, is_loop } => self.visit(block, next, head, is_loop),
                Frame::Component { block, next } => self.component(block, next),
            }
        }
        let mut elements = self.lists.pop().unwrap_or_default();
        elements.reverse();
        elements
    }

    fn start_visit(&mut self, block: BlockId) {
        self.pending.push(block);
        self.next_number += 1;
        self.number[block.index()] = self.next_number;
        self.frames.push(Frame::Visit { block, next: 0, head: self.next_number, is_loop: false });
    }

    fn visit(&mut self, block: BlockId, next: usize, mut head: u32, mut is_loop: bool) {
        // The last successor first, as in `reverse_post_order`: branches keep their order.
        let successors = self.graph.successors(block);
        if let Some(place) = successors.len().checked_sub(next + 1) {
            let successor = successors[place];
            let reached = self.number[successor.index()];
            if reached != 0 && reached <= head {
                (head, is_loop) = (reached, true);
            }
            self.frames.push(Frame::Visit { block, next: next + 1, head, is_loop });
            if reached == 0 {
                self.start_visit(successor);
            }
            return;
        }
        if head != self.number[block.index()] {
            self.hand_up(head);
            return;
        }
        self.number[block.index()] = DONE;
        while let Some(member) = self.pending.pop() {
            if member == block {
                break;
            }
            self.number[member.index()] = 0;
        }
        // What this call returns, the number of `block`, is larger than its caller's: nothing to hand up.
        if is_loop {
            self.lists.push(Vec::new());
            self.frames.push(Frame::Component { block, next: 0 });
        } else {
            self.place(WtoElement::Block(block));
        }
    }

    /// What the recursive call returns to the visit that made it.
    fn hand_up(&mut self, returned: u32) {
        if let Some(Frame::Visit { head, is_loop, .. }) = self.frames.last_mut()
            && returned <= *head
        {
            (*head, *is_loop) = (returned, true);
        }
    }

    fn component(&mut self, block: BlockId, next: usize) {
        let successors = self.graph.successors(block);
        if let Some(place) = successors.len().checked_sub(next + 1) {
            let successor = successors[place];
            self.frames.push(Frame::Component { block, next: next + 1 });
            if self.number[successor.index()] == 0 {
                self.start_visit(successor);
            }
            return;
        }
        let mut body = self.lists.pop().unwrap_or_default();
        body.reverse();
        self.place(WtoElement::Component { head: block, body });
    }

    fn place(&mut self, element: WtoElement) {
        if let Some(list) = self.lists.last_mut() {
            list.push(element);
        }
    }
}

/// One loop: a component of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopInfo {
    pub head: BlockId,
    /// Its blocks, as a range of [`Loops::order`]; the head comes first.
    pub range: Range<usize>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// The innermost loop around it, as an index into [`Loops::loops`].
    pub parent: Option<usize>,
    /// Where the source writes it: the first span found at the head.
    pub span: Option<Span>,
}

/// All loops of a procedure, outer ones before the loops in them.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    pub loops: Vec<LoopInfo>,
    /// The reachable blocks in weak topological order.
    pub order: Vec<BlockId>,
    position: Vec<Option<u32>>,
    innermost: Vec<Option<u32>>,
}

impl Loops {
    pub fn new(procedure: &Procedure) -> Self {
        let mut loops = Self::of_graph(&FlowGraph::new(procedure));
        for info in &mut loops.loops {
            info.span = head_span(procedure, info.head);
        }
        loops
    }

    /// The loops of a graph, without spans.
    pub fn of_graph(graph: &FlowGraph) -> Self {
        let wto = Wto::new(graph);
        let mut found = Self { position: vec![None; graph.block_count()], ..Self::default() };
        found.innermost = vec![None; graph.block_count()];
        let mut stack = vec![(wto.elements.iter(), None)];
        while let Some((level, around)) = stack.last_mut() {
            let around: Option<usize> = *around;
            match level.next() {
                Some(WtoElement::Block(block)) => found.append(*block, around),
                Some(WtoElement::Component { head, body }) => {
                    let depth = around.map_or(0, |outer: usize| found.loops[outer].depth) + 1;
                    let start = found.order.len();
                    let info = LoopInfo { head: *head, range: start..start, depth, parent: around, span: None };
                    found.loops.push(info);
                    let this = Some(found.loops.len() - 1);
                    found.append(*head, this);
                    stack.push((body.iter(), this));
                }
                None => {
                    if let Some(index) = around {
                        found.loops[index].range.end = found.order.len();
                    }
                    stack.pop();
                }
            }
        }
        found
    }

    fn append(&mut self, block: BlockId, around: Option<usize>) {
        self.position[block.index()] = Some(self.order.len() as u32);
        self.innermost[block.index()] = around.map(|index| index as u32);
        self.order.push(block);
    }

    pub fn blocks(&self, index: usize) -> &[BlockId] {
        &self.order[self.loops[index].range.clone()]
    }
    pub fn contains(&self, index: usize, block: BlockId) -> bool {
        self.position(block).is_some_and(|place| self.loops[index].range.contains(&place))
    }
    /// Place of a block in the weak topological order; none if it is not reachable.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block.index()].map(|place| place as usize)
    }
    /// The innermost loop a block is in. A head is in its own loop.
    pub fn innermost(&self, block: BlockId) -> Option<usize> {
        self.innermost[block.index()].map(|index| index as usize)
    }
    /// The loops around a block, innermost first.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = usize> {
        std::iter::successors(self.innermost(block), |index| self.loops[*index].parent)
    }
    /// The loop whose head a block is.
    pub fn headed_by(&self, block: BlockId) -> Option<usize> {
        self.innermost(block).filter(|index| self.loops[*index].head == block)
    }
    /// Whether an edge goes back to the head of a loop: taking it begins another iteration.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.headed_by(to).is_some_and(|index| self.contains(index, from))
    }
    /// Whether every loop is entered at its head only.
    pub fn is_reducible(&self, graph: &FlowGraph) -> bool {
        let enters_beside_the_head = |from: BlockId, to: BlockId| {
            self.innermost(to).is_some_and(|index| self.loops[index].head != to && !self.contains(index, from))
        };
        self.order.iter().all(|from| !graph.successors(*from).iter().any(|to| enters_beside_the_head(*from, *to)))
    }
}

fn head_span(procedure: &Procedure, head: BlockId) -> Option<Span> {
    let block = &procedure.blocks[head];
    let origins = block.statements.iter().map(|statement| &statement.origin).chain([&block.terminator_origin]);
    origins.filter_map(|origin| origin.span).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&[u32]]) -> FlowGraph {
        FlowGraph::from_successors(edges.iter().map(|to| to.iter().map(|b| BlockId(*b)).collect()).collect())
    }

    #[test]
    fn the_example_of_the_paper() {
        // Figure 2 of the paper, its vertices 1 .. 8 numbered from 0.
        let g = graph(&[&[1], &[2, 7], &[3], &[4, 6], &[5], &[4, 6], &[2, 7], &[]]);
        assert_eq!(Wto::new(&g).to_string(), "0 1 (2 3 (4 5) 6) 7");
        let loops = Loops::of_graph(&g);
        assert_eq!(loops.loops.len(), 2);
        assert_eq!(loops.loops[1].parent, Some(0));
        assert_eq!((loops.loops[0].depth, loops.loops[1].depth), (1, 2));
        assert_eq!(loops.blocks(1), [BlockId(4), BlockId(5)]);
        assert!(loops.is_back_edge(BlockId(6), BlockId(2)) && !loops.is_back_edge(BlockId(1), BlockId(2)));
        assert!(loops.is_reducible(&g));
        assert_eq!(loops.around(BlockId(5)).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn an_irreducible_loop_and_a_self_loop() {
        let g = graph(&[&[1, 2], &[2, 3], &[1], &[3]]);
        let loops = Loops::of_graph(&g);
        assert_eq!(loops.loops.len(), 2);
        assert!(!loops.is_reducible(&g));
        assert_eq!(loops.headed_by(BlockId(3)).map(|l| loops.blocks(l).to_vec()), Some(vec![BlockId(3)]));
    }

    /// The definition: an edge that does not go forward goes to the head of a component around its source.
    #[test]
    fn every_edge_goes_forward_or_back_to_a_head_around_it() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..2000 {
            let count = random.u32(1..14);
            let edges: Vec<Vec<BlockId>> =
                (0..count).map(|_| (0..random.u32(0..4)).map(|_| BlockId(random.u32(0..count))).collect()).collect();
            let g = FlowGraph::from_successors(edges.clone());
            let loops = Loops::of_graph(&g);
            assert_eq!(loops.order.len(), g.reverse_post_order().len());
            for &from in &loops.order {
                for &to in g.successors(from) {
                    let forward = loops.position(from) < loops.position(to);
                    assert!(forward != loops.is_back_edge(from, to), "{edges:?}: {from:?} to {to:?}");
                }
            }
        }
    }

    #[test]
    fn many_blocks_and_deep_nesting_do_not_overflow_the_stack() {
        let n = 100_000;
        let chain = (0..n).map(|i| if i + 1 < n { vec![BlockId(i + 1)] } else { vec![BlockId(0)] }).collect();
        assert_eq!(Loops::of_graph(&FlowGraph::from_successors(chain)).blocks(0).len(), n as usize);
        // Block n-1-i jumps back to block i: nested n/2 deep, so the order takes quadratic time.
        let n = 4_000;
        let mut nested: Vec<Vec<BlockId>> = (0..n).map(|i| vec![BlockId((i + 1).min(n - 1))]).collect();
        for i in 0..n / 2 {
            nested[(n - 1 - i) as usize].push(BlockId(i));
        }
        let loops = Loops::of_graph(&FlowGraph::from_successors(nested));
        assert!(loops.loops.iter().any(|l| l.depth >= n / 2));
    }
}
