//! Walking the term graph without recursion: post-order, sizes, symbols.
//!
//! Terms can be 100,000 levels deep, so nothing here uses the call stack per level, and every node
//! is visited once however often it is shared.

use crate::op::{FunId, Op, SymbolId, TermId};
use crate::terms::Terms;
use cairn_base::ids::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A set of terms of one context: a bit per node, grown on demand.
#[derive(Clone, Debug, Default)]
pub struct TermSet {
    words: Vec<u64>,
}

impl TermSet {
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a term; was it absent before?
    pub fn insert(&mut self, term: TermId) -> bool {
        let (word, bit) = (term.index() / 64, 1u64 << (term.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }
    pub fn contains(&self, term: TermId) -> bool {
        self.words.get(term.index() / 64).is_some_and(|word| word >> (term.index() % 64) & 1 == 1)
    }
}

/// Every node reachable from some roots once, arguments before the terms that use them.
pub struct PostOrder<'a> {
    terms: &'a Terms,
    seen: TermSet,
    /// A term and how many of its arguments have been entered.
    stack: Vec<(TermId, u32)>,
    /// Still to be visited, the next one last.
    roots: Vec<TermId>,
}

impl Iterator for PostOrder<'_> {
    type Item = TermId;

    fn next(&mut self) -> Option<TermId> {
        loop {
            if let Some((term, entered)) = self.stack.last_mut() {
                match self.terms.args(*term).get(*entered as usize) {
                    Some(&argument) => {
                        *entered += 1;
                        if self.seen.insert(argument) {
                            self.stack.push((argument, 0));
                        }
                    }
                    None => {
                        let done = *term;
                        self.stack.pop();
                        return Some(done);
                    }
                }
            } else {
                let root = self.roots.pop()?;
                if self.seen.insert(root) {
                    self.stack.push((root, 0));
                }
            }
        }
    }
}

/// The free symbols of a term; shared by the terms that have the same ones.
type SymbolSet = Rc<FxHashSet<SymbolId>>;

impl Terms {
    /// Every node reachable from `roots` (bound symbols included), arguments first.
    pub fn post_order(&self, roots: &[TermId]) -> PostOrder<'_> {
        PostOrder { terms: self, seen: TermSet::new(), stack: Vec::new(), roots: roots.iter().rev().copied().collect() }
    }

    /// Number of different nodes in a term.
    pub fn dag_size(&self, term: TermId) -> usize {
        self.post_order(&[term]).count()
    }

    /// The free symbols of a term, in the order in which they are first met.
    pub fn symbols_of(&self, term: TermId) -> Vec<SymbolId> {
        self.symbols_of_all(&[term])
    }

    /// The free symbols of several terms, in the order in which they are first met.
    pub fn symbols_of_all(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let mut symbols = Vec::new();
        let mut is_quantified = false;
        for term in self.post_order(roots) {
            match self.op(term) {
                Op::Symbol(symbol) => symbols.push(symbol),
                op => is_quantified |= op.is_quantifier(),
            }
        }
        if is_quantified {
            let free = self.free_symbols(roots);
            symbols.retain(|symbol| free.contains(symbol));
        }
        symbols
    }

    /// The uninterpreted functions of several terms, in the order in which they are first met.
    pub fn functions_of_all(&self, roots: &[TermId]) -> Vec<FunId> {
        let mut seen = FxHashSet::default();
        let mut functions = Vec::new();
        for term in self.post_order(roots) {
            if let Op::Apply(function) = self.op(term)
                && seen.insert(function)
            {
                functions.push(function);
            }
        }
        functions
    }

    /// Free symbols in the presence of quantifiers: a set per node, bottom-up.
    fn free_symbols(&self, roots: &[TermId]) -> FxHashSet<SymbolId> {
        let mut sets: FxHashMap<TermId, SymbolSet> = FxHashMap::default();
        for term in self.post_order(roots) {
            let set = self.free_symbols_of_node(term, &sets);
            sets.insert(term, set);
        }
        roots.iter().flat_map(|root| sets[root].iter().copied()).collect()
    }

    fn free_symbols_of_node(&self, term: TermId, sets: &FxHashMap<TermId, SymbolSet>) -> SymbolSet {
        match self.op(term) {
            Op::Symbol(symbol) => Rc::new(std::iter::once(symbol).collect()),
            Op::Forall | Op::Exists => {
                let (body, bound) = self.args(term).split_last().expect("a quantifier has a body");
                let mut set = (*sets[body]).clone();
                for symbol in bound.iter().filter_map(|&b| self.as_symbol(b)) {
                    set.remove(&symbol);
                }
                Rc::new(set)
            }
            _ => union(self.args(term).iter().map(|argument| &sets[argument])),
        }
    }
}

/// The union, sharing the largest set when it contains the others.
fn union<'a>(sets: impl Iterator<Item = &'a SymbolSet>) -> SymbolSet {
    let mut all = SymbolSet::default();
    for set in sets {
        if set.is_subset(&all) {
            continue;
        }
        if all.is_subset(set) {
            all = Rc::clone(set);
        } else {
            Rc::make_mut(&mut all).extend(set.iter().copied());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn post_order_visits_shared_nodes_once_and_arguments_first() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let mut x = terms.symbol("x", sort);
        for _ in 0..200_000 {
            x = terms.raw(Op::BvAdd, &[x, x]);
        }
        let order: Vec<TermId> = terms.post_order(&[x, x]).collect();
        assert_eq!(order.len(), 200_001);
        assert!(order.is_sorted());
        assert_eq!(terms.dag_size(x), 200_001);
    }

    #[test]
    fn bound_symbols_are_not_free() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let less = terms.bv_ult(x, y);
        let all = terms.forall(&[x], less);
        let symbol = |t| terms.as_symbol(t).unwrap();
        assert_eq!(terms.symbols_of(all), vec![symbol(y)]);
        assert_eq!(terms.symbols_of_all(&[all, less]), vec![symbol(x), symbol(y)]);
    }
}
