//! Decisions of several conditions, found again in the branches that short circuits became.
//!
//! A decision is a group of branches that is entered at one of them, left to two places, and whose conditions have nothing
//! but `&&`, `||`, `and then`, `or else`, negations and parentheses between them in the source. Ways through it are
//! numbered by sums of weights on its edges (T. Ball, J. Larus, *Efficient path profiling*). A condition decides on a way
//! if the other value leads to the other place, where conditions that were not evaluated may have either value.

use super::goals::written;
use cairn_base::{SourceMap, Span};
use cairn_ir::{BlockId, ProcId, Program, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// Decisions with more are left out.
const MOST_CONDITIONS: usize = 12;
const MOST_WAYS: u32 = 256;

#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub block: BlockId,
    pub span: Span,
}

/// Where a branch leads: to another condition, or out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    Condition(usize),
    Out(BlockId),
}

#[derive(Clone, Debug)]
pub struct Decision {
    /// In an order in which each comes after those that lead to it.
    pub conditions: Vec<Condition>,
    /// For true and for false.
    to: Vec<[To; 2]>,
    weights: Vec<[u32; 2]>,
}

/// The decisions of several conditions, and the places of those that are left out.
pub fn find(
    program: &Program,
    procedure: ProcId,
    sources: &SourceMap,
    is_input: &dyn Fn(Span) -> bool,
) -> (Vec<Decision>, Vec<Span>) {
    let branches = Branches::of(program, procedure, sources, is_input);
    let (mut found, mut left_out, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
    for first in branches.in_order() {
        if taken.contains(&first) {
            continue;
        }
        let group = branches.group(first);
        if group.len() < 2 {
            continue;
        }
        taken.extend(group.iter().copied());
        match branches.decision(&group) {
            Some(decision) => found.push(decision),
            None => left_out.extend(branches.own.get(&first).map(|(span, _)| *span)),
        }
    }
    (found, left_out)
}

struct Branches<'s> {
    /// Branches of the source with where they lead, past blocks that do nothing.
    own: BTreeMap<BlockId, (Span, [BlockId; 2])>,
    before: BTreeMap<BlockId, BTreeSet<BlockId>>,
    sources: &'s SourceMap,
}

impl<'s> Branches<'s> {
    fn of(program: &Program, procedure: ProcId, sources: &'s SourceMap, is_input: &dyn Fn(Span) -> bool) -> Self {
        let blocks = &program.procedures[procedure].blocks;
        let past = |mut block: BlockId| {
            for _ in 0..blocks.len() {
                match &blocks[block].terminator {
                    Terminator::Goto(next) if blocks[block].statements.is_empty() => block = *next,
                    _ => break,
                }
            }
            block
        };
        let mut own = BTreeMap::new();
        let mut before: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        for (id, block) in blocks.iter() {
            let does_nothing = block.statements.is_empty() && matches!(block.terminator, Terminator::Goto(_));
            for next in block.terminator.successors().into_iter().filter(|_| !does_nothing) {
                before.entry(past(next)).or_default().insert(id);
            }
            if let Terminator::Branch { then, otherwise, .. } = block.terminator
                && let Some(span) = written(&block.terminator_origin, is_input)
                && then != otherwise
            {
                own.insert(id, (span, [past(then), past(otherwise)]));
            }
        }
        Self { own, before, sources }
    }
    fn in_order(&self) -> Vec<BlockId> {
        let mut all: Vec<BlockId> = self.own.keys().copied().collect();
        all.sort_by_key(|block| (self.own[block].0.file, self.own[block].0.start));
        all
    }
    /// The branches of one decision, the first one first.
    fn group(&self, first: BlockId) -> Vec<BlockId> {
        let mut group = vec![first];
        loop {
            let next = group.iter().flat_map(|block| self.own[block].1).find(|next| self.belongs(*next, &group));
            match next {
                Some(next) => group.push(next),
                None => return group,
            }
        }
    }
    fn belongs(&self, next: BlockId, group: &[BlockId]) -> bool {
        let Some((span, _)) = self.own.get(&next) else { return false };
        let from = self.before.get(&next);
        !group.contains(&next)
            && from.is_some_and(|from| from.iter().all(|block| group.contains(block)))
            && group.iter().any(|block| self.is_joined(self.own[block].0, *span))
    }
    /// Whether operators that evaluate only what they need stand between two conditions, and nothing else.
    fn is_joined(&self, left: Span, right: Span) -> bool {
        if left.file != right.file || left.end > right.start {
            return false;
        }
        let between = self.sources.text(Span { start: left.end, end: right.start, ..left }).to_ascii_lowercase();
        let plain: String = between.chars().map(|c| if "()!".contains(c) { ' ' } else { c }).collect();
        let words: Vec<&str> = plain.split_whitespace().filter(|word| *word != "not").collect();
        matches!(words.as_slice(), ["&&" | "||"] | ["and", "then"] | ["or", "else"])
    }
    fn decision(&self, group: &[BlockId]) -> Option<Decision> {
        if group.len() > MOST_CONDITIONS {
            return None;
        }
        let conditions = group.iter().map(|block| Condition { block: *block, span: self.own[block].0 }).collect();
        let target = |block: BlockId| match group.iter().position(|own| *own == block) {
            Some(number) => To::Condition(number),
            None => To::Out(block),
        };
        let to: Vec<[To; 2]> = group.iter().map(|block| self.own[block].1.map(target)).collect();
        let outs: BTreeSet<BlockId> =
            to.iter().flatten().filter_map(|to| if let To::Out(block) = to { Some(*block) } else { None }).collect();
        // Each condition comes after those that lead to it, as `group` finds them.
        let is_ordered =
            to.iter().enumerate().all(|(at, to)| to.iter().all(|to| !matches!(to, To::Condition(n) if *n <= at)));
        if outs.len() != 2 || !is_ordered {
            return None;
        }
        let mut decision = Decision { conditions, weights: vec![[0, 0]; to.len()], to };
        let mut ways = vec![0u32; decision.to.len()];
        for at in (0..decision.to.len()).rev() {
            let of = |to: To| if let To::Condition(n) = to { ways[n] } else { 1 };
            let [yes, no] = decision.to[at].map(of);
            decision.weights[at] = [0, yes];
            ways[at] = yes.checked_add(no).filter(|ways| *ways <= MOST_WAYS)?;
        }
        Some(decision)
    }
}

/// A way: what the evaluated conditions are.
type Way = BTreeMap<usize, bool>;

impl Decision {
    pub fn weight(&self, condition: usize, value: bool) -> u32 {
        self.weights[condition][usize::from(!value)]
    }
    fn next(&self, condition: usize, value: bool) -> To {
        self.to[condition][usize::from(!value)]
    }
    /// Whether a value of a condition ends the decision.
    pub fn leaves(&self, condition: usize, value: bool) -> bool {
        matches!(self.next(condition, value), To::Out(_))
    }
    /// The numbers of the ways that end with a value of a condition, and which conditions decide on each.
    pub fn ways(&self, last: (usize, bool)) -> Vec<(u32, Vec<(usize, bool)>)> {
        let mut found = Vec::new();
        let mut open: Vec<(usize, u32, Way)> = vec![(0, 0, Way::new())];
        while let Some((at, number, way)) = open.pop() {
            for value in [true, false] {
                let mut way = way.clone();
                way.insert(at, value);
                let number = number + self.weight(at, value);
                match self.next(at, value) {
                    To::Condition(next) => open.push((next, number, way)),
                    To::Out(out) if (at, value) == last => found.push((number, self.deciding(&way, out))),
                    To::Out(_) => {}
                }
            }
        }
        found
    }
    fn deciding(&self, way: &Way, out: BlockId) -> Vec<(usize, bool)> {
        let decides = |(condition, value): &(&usize, &bool)| {
            let mut open = vec![self.next(**condition, !**value)];
            let mut others = false;
            while let Some(to) = open.pop() {
                match to {
                    To::Out(block) => others |= block != out,
                    To::Condition(next) => match way.get(&next) {
                        Some(value) => open.push(self.next(next, *value)),
                        None => open.extend([self.next(next, true), self.next(next, false)]),
                    },
                }
            }
            others
        };
        way.iter().filter(decides).map(|(condition, value)| (*condition, *value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(a || b) && c` that leads to blocks 10 (true) and 11.
    fn example() -> Decision {
        let (yes, no) = (To::Out(BlockId(10)), To::Out(BlockId(11)));
        let span = Span::new(cairn_base::FileId(0), 0, 1);
        let conditions = (0..3).map(|n| Condition { block: BlockId(n), span }).collect();
        let to = vec![[To::Condition(2), To::Condition(1)], [To::Condition(2), no], [yes, no]];
        Decision { conditions, to, weights: vec![[0, 2], [0, 2], [0, 1]] }
    }

    #[test]
    fn ways_show_what_decides() {
        let decision = example();
        let names = |ways: Vec<(u32, Vec<(usize, bool)>)>| {
            let mut all: Vec<String> =
                ways.into_iter().map(|(_, shows)| format!("{shows:?}").replace(['(', ')'], "")).collect();
            all.sort();
            all
        };
        // a, and not a but b; what decides: the one that is true, and c.
        assert_eq!(names(decision.ways((2, true))), ["[0, true, 2, true]", "[1, true, 2, true]"]);
        assert_eq!(names(decision.ways((2, false))), ["[2, false]", "[2, false]"]);
        assert_eq!(names(decision.ways((1, false))), ["[0, false, 1, false]"]);
        let numbers: BTreeSet<u32> = [(2, true), (2, false), (1, false)]
            .into_iter()
            .flat_map(|last| decision.ways(last))
            .map(|way| way.0)
            .collect();
        assert_eq!(numbers.len(), 5);
    }
}
