//! Replacing terms by terms.
//!
//! Everything is rebuilt through the simplifying constructors, iteratively. Bound symbols are
//! respected: they hide a replacement of the same symbol, and are renamed when a replacement
//! mentions them.

use crate::op::{FunId, Op, SymbolId, TermId};
use crate::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The definition of a function: its parameters, and a body over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDefinition {
    pub parameters: Vec<SymbolId>,
    pub body: TermId,
}

impl Terms {
    /// `term` with every key of `map` replaced by its value, all at once: replacements are not
    /// looked into again. Keys may be any terms. Sorts must agree.
    pub fn substitute(&mut self, term: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let mut memo = FxHashMap::default();
        self.substitute_with(term, map, &mut memo)
    }

    /// Like [`substitute`](Self::substitute), for many terms under one map: `memo` holds what was
    /// already rebuilt and must only be used with the same map.
    pub fn substitute_with(
        &mut self,
        term: TermId,
        map: &FxHashMap<TermId, TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        for (&from, &to) in map {
            assert_eq!(self.sort_of(from), self.sort_of(to), "substitution changes a sort");
        }
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if memo.contains_key(&next) {
                stack.pop();
                continue;
            }
            let new = if let Some(&replacement) = map.get(&next) {
                replacement
            } else if self.op(next).is_quantifier() {
                self.substitute_quantifier(next, map)
            } else {
                let before = stack.len();
                stack.extend(self.args(next).iter().filter(|arg| !memo.contains_key(arg)));
                if stack.len() > before {
                    continue;
                }
                self.rebuild(next, memo)
            };
            memo.insert(next, new);
            stack.pop();
        }
        memo[&term]
    }

    /// The node with its arguments replaced.
    fn rebuild(&mut self, term: TermId, new: &FxHashMap<TermId, TermId>) -> TermId {
        let args: SmallVec<[TermId; 4]> = self.args(term).iter().map(|arg| new[arg]).collect();
        if *args == *self.args(term) { term } else { self.build(self.op(term), &args) }
    }

    /// Recursive, but only in the nesting depth of quantifiers.
    fn substitute_quantifier(&mut self, term: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let args = self.args(term).to_vec();
        let (&body, bound) = args.split_last().expect("a quantifier has a body");
        let free = self.symbols_of(term);
        // Only replacements of what occurs free matter; a key that mentions a bound symbol is a
        // different term inside.
        let hidden: FxHashSet<SymbolId> = bound.iter().filter_map(|&b| self.as_symbol(b)).collect();
        let mut inner: FxHashMap<TermId, TermId> = FxHashMap::default();
        for (&from, &to) in map {
            let mentioned = self.symbols_of(from);
            if mentioned.iter().all(|symbol| free.contains(symbol) && !hidden.contains(symbol)) {
                inner.insert(from, to);
            }
        }
        if inner.is_empty() {
            return term;
        }
        let captured: FxHashSet<SymbolId> = inner.values().flat_map(|&to| self.symbols_of(to)).collect();
        let mut new_bound = Vec::with_capacity(args.len());
        for &symbol_term in bound {
            let symbol = self.as_symbol(symbol_term).expect("quantifiers bind symbols");
            let mut own = symbol_term;
            if captured.contains(&symbol) {
                let prefix = self.symbol_name(symbol).to_owned();
                own = self.fresh_symbol(&prefix, self.symbol_sort(symbol));
                inner.insert(symbol_term, own);
            }
            new_bound.push(own);
        }
        let body = self.substitute(body, &inner);
        new_bound.push(body);
        self.build(self.op(term), &new_bound)
    }

    /// `term` with every application of a defined function replaced by its body. Definitions must
    /// not mention defined functions themselves.
    pub fn expand(&mut self, term: TermId, definitions: &FxHashMap<FunId, FunctionDefinition>) -> TermId {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        let order: Vec<TermId> = self.post_order(&[term]).collect();
        for next in order {
            let mut term = self.rebuild(next, &new);
            if let Op::Apply(function) = self.op(term)
                && let Some(definition) = definitions.get(&function)
            {
                let arguments = self.args(term).to_vec();
                let parameters = definition.parameters.iter().map(|&p| self.symbol_term(p));
                let map: FxHashMap<TermId, TermId> = parameters.zip(arguments).collect();
                term = self.substitute(definition.body, &map);
            }
            new.insert(next, term);
        }
        new[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_all_at_once_and_simplifies() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let difference = terms.bv_sub(x, y);
        let swapped = terms.substitute(difference, &[(x, y), (y, x)].into_iter().collect());
        assert_eq!(swapped, terms.bv_sub(y, x));
        let (three, five) = (terms.bv_u64(8, 3), terms.bv_u64(8, 5));
        let value = terms.substitute(difference, &[(x, five), (y, three)].into_iter().collect());
        assert_eq!(value, terms.bv_u64(8, 2));
    }

    #[test]
    fn deep_terms() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let mut chain = x;
        let mut expected = y;
        for _ in 0..100_000 {
            chain = terms.raw(Op::BvNot, &[chain]);
            expected = terms.bv_not(expected);
        }
        assert_eq!(terms.substitute(chain, &[(x, y)].into_iter().collect()), expected);
    }

    #[test]
    fn bound_symbols_hide_and_are_renamed() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let less = terms.bv_ult(x, y);
        let all = terms.raw(Op::Forall, &[x, less]);
        assert_eq!(terms.substitute(all, &[(x, y)].into_iter().collect()), all);
        let renamed = terms.substitute(all, &[(y, x)].into_iter().collect());
        let (own, body) = (terms.args(renamed)[0], terms.args(renamed)[1]);
        assert_ne!(own, x);
        assert_eq!(body, terms.bv_ult(own, x));
    }

    #[test]
    fn functions_are_expanded() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let double = terms.function("double", &[sort], sort);
        let body = terms.bv_add(x, x);
        let definition = FunctionDefinition { parameters: vec![terms.as_symbol(x).unwrap()], body };
        let once = terms.apply(double, &[y]);
        let twice = terms.apply(double, &[once]);
        let expanded = terms.expand(twice, &[(double, definition)].into_iter().collect());
        let sum = terms.bv_add(y, y);
        assert_eq!(expanded, terms.bv_add(sum, sum));
    }
}
