//! Bodies under construction: blocks in any order, then put into reading order.

use crate::flow::FlowGraph;
use cairn_base::{Table, ids::Id};
use cairn_ir::{Block, BlockId, Origin, Statement, Terminator};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An empty block that stops.
pub fn empty_block(label: impl Into<Arc<str>>) -> Block {
    Block {
        label: label.into(),
        statements: Vec::new(),
        terminator: Terminator::Stop,
        terminator_origin: Origin::default(),
        loop_contract: None,
    }
}

/// A block with statements and a terminator.
pub fn block(label: impl Into<Arc<str>>, statements: Vec<Statement>, terminator: Terminator) -> Block {
    Block { statements, terminator, ..empty_block(label) }
}

/// The same terminator with other targets.
pub fn retarget(terminator: &Terminator, mut target: impl FnMut(BlockId) -> BlockId) -> Terminator {
    match terminator {
        Terminator::Goto(next) => Terminator::Goto(target(*next)),
        Terminator::Branch { condition, then, otherwise } => {
            let then = target(*then);
            Terminator::Branch { condition: *condition, then, otherwise: target(*otherwise) }
        }
        Terminator::Switch { value, cases, default } => {
            let cases = cases.iter().map(|(case, next)| (case.clone(), target(*next))).collect();
            Terminator::Switch { value: *value, cases, default: target(*default) }
        }
        Terminator::Return => Terminator::Return,
        Terminator::Stop => Terminator::Stop,
    }
}

/// Blocks in reading order.
pub struct Ordered {
    pub blocks: Table<BlockId, Block>,
    /// Where each of the given blocks went; none if it cannot be reached.
    pub place: Vec<Option<BlockId>>,
}

/// The blocks the first one reaches, in reverse post-order, with unique labels.
pub fn in_reading_order(blocks: Table<BlockId, Block>) -> Ordered {
    let graph = FlowGraph::from_successors(blocks.values().map(|block| block.terminator.successors()).collect());
    let mut blocks: Vec<Option<Block>> = blocks.values().cloned().map(Some).collect();
    let mut names = Names::default();
    let order = graph.reverse_post_order().iter().filter_map(|old| blocks[old.index()].take());
    let ordered = order.map(|mut block| {
        block.label = names.fresh(&block.label);
        let place = |next: BlockId| BlockId::from_index(graph.position(next).unwrap_or(0));
        block.terminator = retarget(&block.terminator, place);
        block
    });
    let blocks = ordered.collect();
    let place = (0..graph.block_count()).map(|old| graph.position(BlockId::from_index(old)).map(BlockId::from_index));
    Ordered { blocks, place: place.collect() }
}

/// Hands out names that were not handed out before: `x`, then `x.2`, `x.3`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    used: FxHashMap<Arc<str>, u32>,
}

impl Names {
    pub fn with(taken: impl IntoIterator<Item = Arc<str>>) -> Self {
        Self { used: taken.into_iter().map(|name| (name, 1)).collect() }
    }
    pub fn fresh(&mut self, wanted: &str) -> Arc<str> {
        let Some(count) = self.used.get_mut(wanted) else {
            let name: Arc<str> = wanted.into();
            self.used.insert(name.clone(), 1);
            return name;
        };
        let mut number = *count + 1;
        let mut name: Arc<str> = format!("{wanted}.{number}").into();
        while self.used.contains_key(&name) {
            number += 1;
            name = format!("{wanted}.{number}").into();
        }
        self.used.insert(wanted.into(), number);
        self.used.insert(name.clone(), 1);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered() {
        let mut names = Names::with(["x.3".into()]);
        let given: Vec<Arc<str>> = ["x", "x", "x", "y"].iter().map(|n| names.fresh(n)).collect();
        assert_eq!(given.iter().map(|n| &**n).collect::<Vec<_>>(), ["x", "x.2", "x.4", "y"]);
    }
}
