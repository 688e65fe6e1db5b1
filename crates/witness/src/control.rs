//! Which branches decide whether a block is reached.
//!
//! Block `x` depends on the branch of `b` if `x` is on every way from some successor of `b` to the end, but not
//! on every way from `b` itself (Ferrante, Ottenstein, Warren: The program dependence graph and its use in
//! optimization, 1987). Post-dominators by Cooper, Harvey and Kennedy's iteration on the reversed graph;
//! blocks from which the end cannot be reached count as if they could end the procedure themselves.

use crate::postorder::reverse_postorder;
use cairn_ir::{BlockId, Procedure};

/// Per block the blocks whose branches decide about it, in order.
pub struct ControlDependence {
    deciders: Vec<Vec<BlockId>>,
    /// Per block the nearest block on every way from it to the end; none: the end itself.
    meeting: Vec<Option<BlockId>>,
}

impl ControlDependence {
    pub fn new(procedure: &Procedure) -> Self {
        let count = procedure.blocks.len();
        let exit = count;
        let mut successors: Vec<Vec<usize>> = procedure
            .blocks
            .values()
            .map(|block| {
                let inside = |b: &BlockId| (b.0 as usize) < count;
                let targets: Vec<usize> =
                    block.terminator.successors().iter().filter(|b| inside(b)).map(|b| b.0 as usize).collect();
                if targets.is_empty() { vec![exit] } else { targets }
            })
            .collect();
        let mut order = backward_order(&successors, exit);
        if order.len() <= count {
            let mut ends = vec![false; count + 1];
            order.iter().for_each(|b| ends[*b] = true);
            (0..count).filter(|b| !ends[*b]).for_each(|b| successors[b].push(exit));
            order = backward_order(&successors, exit);
        }
        let parent = post_dominators(&successors, &order, exit);
        let mut deciders = vec![Vec::new(); count];
        for (branch, targets) in successors.iter().enumerate().filter(|(_, targets)| targets.len() > 1) {
            for target in targets {
                let mut at = *target;
                while at != exit && at != parent[branch] {
                    if deciders[at].last() != Some(&BlockId(branch as u32)) {
                        deciders[at].push(BlockId(branch as u32));
                    }
                    at = parent[at];
                }
            }
        }
        let meeting = (0..count).map(|b| (parent[b] < count).then(|| BlockId(parent[b] as u32))).collect();
        Self { deciders, meeting }
    }
    /// Where all ways from a block come together again; none: only at the end.
    pub fn meeting_place(&self, block: BlockId) -> Option<BlockId> {
        self.meeting.get(block.0 as usize).copied().flatten()
    }
    /// Whether the branch at the end of `branch` decides about `block`.
    pub fn decides(&self, branch: BlockId, block: BlockId) -> bool {
        self.deciders.get(block.0 as usize).is_some_and(|list| list.binary_search(&branch).is_ok())
    }
}

/// Blocks from which the exit is reached, so that each comes after some way to it was found: reverse
/// postorder of the reversed graph, the exit first.
fn backward_order(successors: &[Vec<usize>], exit: usize) -> Vec<usize> {
    let mut predecessors = vec![Vec::new(); exit + 1];
    for (block, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|target| predecessors[*target].push(block));
    }
    reverse_postorder(&predecessors, exit, |_, _| {})
}

/// The nearest block on every way to the exit.
fn post_dominators(successors: &[Vec<usize>], order: &[usize], exit: usize) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut rank = vec![UNKNOWN; exit + 1];
    order.iter().enumerate().for_each(|(i, block)| rank[*block] = i);
    let mut parent = vec![UNKNOWN; exit + 1];
    parent[exit] = exit;
    let meet = |parent: &[usize], mut a: usize, mut b: usize| {
        while a != b {
            if rank[a] > rank[b] {
                a = parent[a];
            } else {
                b = parent[b];
            }
        }
        a
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().copied().filter(|block| *block != exit) {
            let known = successors[block].iter().copied().filter(|s| parent[*s] != UNKNOWN);
            let Some(new) = known.reduce(|a, b| meet(&parent, a, b)) else { continue };
            if parent[block] != new {
                parent[block] = new;
                changed = true;
            }
        }
    }
    parent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postorder::tests::procedure;

    fn graph(edges: &[&[u32]]) -> ControlDependence {
        ControlDependence::new(&procedure(edges))
    }
    fn deciders(control: &ControlDependence, block: usize) -> Vec<u32> {
        control.deciders[block].iter().map(|b| b.0).collect()
    }

    #[test]
    fn a_diamond_with_a_loop_behind_it() {
        // 0 -> 1 | 2; both -> 3; 3 -> 4 | 5; 4 -> 3
        let control = graph(&[&[1, 2], &[3], &[3], &[4, 5], &[3], &[]]);
        assert_eq!(deciders(&control, 0), []);
        assert_eq!(deciders(&control, 1), [0]);
        assert_eq!(deciders(&control, 2), [0]);
        assert_eq!(deciders(&control, 3), [3]);
        assert_eq!(deciders(&control, 4), [3]);
        assert_eq!(deciders(&control, 5), []);
        assert!(control.decides(BlockId(3), BlockId(4)) && !control.decides(BlockId(0), BlockId(5)));
    }

    #[test]
    fn loops_without_end() {
        // 0 -> 1 | 2; 1 -> 1; 2 returns
        let control = graph(&[&[1, 2], &[1], &[]]);
        assert_eq!(deciders(&control, 1), [0, 1]);
        assert_eq!(deciders(&control, 2), [0]);
    }
}
