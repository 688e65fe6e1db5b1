//! Makes a formula on which something is wrong as small as possible while it stays wrong.
//!
//! Greedy: drop an assertion, or replace a node by a constant, by a fresh symbol or by an argument of the
//! same sort; keep what still fails; repeat until nothing helps. Nodes are rebuilt by [`Terms::raw`], so the
//! reduced formula has exactly the shape that is wrong.

use cairn_term::{Sort, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// The smallest formula found for which `is_wrong` still holds.
pub fn reduce(
    terms: &mut Terms,
    formula: &[TermId],
    is_wrong: &mut dyn FnMut(&mut Terms, &[TermId]) -> bool,
) -> Vec<TermId> {
    let mut best = formula.to_vec();
    loop {
        let before = best.clone();
        drop_assertions(terms, &mut best, is_wrong);
        replace_nodes(terms, &mut best, is_wrong);
        if best == before {
            return best;
        }
    }
}

type Check<'a> = &'a mut dyn FnMut(&mut Terms, &[TermId]) -> bool;

fn drop_assertions(terms: &mut Terms, best: &mut Vec<TermId>, is_wrong: Check) {
    let mut index = 0;
    while best.len() > 1 && index < best.len() {
        let mut fewer = best.clone();
        fewer.remove(index);
        if is_wrong(terms, &fewer) {
            *best = fewer;
        } else {
            index += 1;
        }
    }
}

fn replace_nodes(terms: &mut Terms, best: &mut Vec<TermId>, is_wrong: Check) {
    // Large subterms first: they take the most with them.
    let mut nodes: Vec<TermId> = terms.post_order(best).collect();
    nodes.reverse();
    for node in nodes {
        for smaller in candidates(terms, node) {
            let replaced: Vec<TermId> = best.iter().map(|&t| replace(terms, t, node, smaller)).collect();
            if replaced != *best && is_wrong(terms, &replaced) {
                *best = replaced;
                break;
            }
        }
    }
}

/// Simpler terms of the same sort.
fn candidates(terms: &mut Terms, node: TermId) -> Vec<TermId> {
    let sort = terms.sort_of(node);
    let is_array = matches!(terms.sort_data(sort), Sort::Array { .. });
    let mut found = Vec::new();
    if terms.is_constant(node) {
        return found;
    }
    if !is_array {
        let value = Value::default_of(terms, sort);
        found.push(terms.value_term(&value));
        if terms.is_bool(node) {
            found.push(terms.tt());
        }
    }
    if terms.as_symbol(node).is_none() {
        found.extend(terms.args(node).iter().copied().filter(|&a| terms.sort_of(a) == sort));
        let name = format!("r{}", sort.0);
        found.push(terms.symbol(&name, sort));
    }
    found
}

fn replace(terms: &mut Terms, root: TermId, from: TermId, to: TermId) -> TermId {
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    let order: Vec<TermId> = terms.post_order(&[root]).collect();
    for term in order {
        let args: Vec<TermId> = terms.args(term).iter().map(|a| new[a]).collect();
        let rebuilt = if term == from {
            to
        } else if args.is_empty() {
            term
        } else {
            terms.raw(terms.op(term), &args)
        };
        new.insert(term, rebuilt);
    }
    new[&root]
}
