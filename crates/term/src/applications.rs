//! Uninterpreted functions for solvers without them.
//!
//! [`without`] makes each application a symbol, after Ackermann ("Solvable Cases of the Decision Problem", 1954): equal
//! arguments give equal values. [`assignments`] finds values for bound variables at which a quantified condition speaks of
//! applications that there are; any values would be right, these are the ones that help (triggers, as in Detlefs, Nelson,
//! Saxe, "Simplify: A Theorem Prover for Program Checking", 2005).

use crate::op::{Op, TermId};
use crate::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Pairs of applications that are compared. Leaving some out only makes more satisfiable.
const MOST_PAIRS: usize = 6_000;
/// Assignments that are found for one quantifier.
const MOST_ASSIGNMENTS: usize = 400;
/// Applications that are tried as triggers in one condition.
const MOST_PATTERNS: usize = 24;

/// Values for some of the bound variables.
pub type Assignments = Vec<FxHashMap<TermId, TermId>>;

/// Whether a function is applied in a condition.
pub fn any(terms: &Terms, conditions: &[TermId]) -> bool {
    terms.post_order(conditions).any(|term| matches!(terms.op(term), Op::Apply(_)))
}

/// Conditions without functions and, behind them, what is to hold of the new symbols: all of them together can be
/// satisfied if the given ones can. There must be no quantifiers in them.
pub fn without(terms: &mut Terms, conditions: &[TermId]) -> (Vec<TermId>, Vec<TermId>) {
    let order: Vec<TermId> = terms.post_order(conditions).collect();
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut found: BTreeMap<u32, Vec<(Vec<TermId>, TermId)>> = BTreeMap::new();
    for term in order {
        let args: Vec<TermId> = terms.args(term).iter().map(|arg| new[arg]).collect();
        let op = terms.op(term);
        let made = match op {
            Op::Apply(function) => {
                let own = found.entry(function.0).or_default();
                match own.iter().find(|(known, _)| *known == args) {
                    Some((_, symbol)) => *symbol,
                    None => {
                        // The same application is the same symbol in every question.
                        let whole = terms.apply(function, &args);
                        let sort = terms.sort_of(term);
                        let symbol = terms.symbol(&format!("application!{}", whole.0), sort);
                        own.push((args, symbol));
                        symbol
                    }
                }
            }
            _ if args == terms.args(term) => term,
            _ => terms.build(op, &args),
        };
        new.insert(term, made);
    }
    let mut consistent = Vec::new();
    for applications in found.values() {
        for (n, (left, x)) in applications.iter().enumerate() {
            for (right, y) in &applications[..n] {
                if consistent.len() >= MOST_PAIRS {
                    break;
                }
                if left.iter().zip(right).any(|(a, b)| are_apart(terms, *a, *b)) {
                    continue;
                }
                let same: Vec<TermId> = left.iter().zip(right).map(|(a, b)| terms.eq(*a, *b)).collect();
                let same = terms.and_all(&same);
                let equal = terms.eq(*x, *y);
                let rule = terms.implies(same, equal);
                if terms.as_bool_const(rule) != Some(true) {
                    consistent.push(rule);
                }
            }
        }
    }
    (conditions.iter().map(|condition| new[condition]).collect(), consistent)
}

/// Whether two arguments differ, or whether they do is not asked: what no object holds (a constant array) may be what some
/// object holds.
fn are_apart(terms: &Terms, a: TermId, b: TermId) -> bool {
    let is_constant_array = |term| matches!(terms.op(term), Op::ConstArray(_));
    let is_beside = |a: TermId, b: TermId| {
        let parts = terms.args(a);
        terms.op(a) == Op::BvAdd
            && (0..2).any(|n| parts[n] == b && terms.bv_value(parts[1 - n]).is_some_and(|by| !by.is_zero()))
    };
    a != b && (is_constant_array(a) || is_constant_array(b) || is_beside(a, b) || is_beside(b, a))
}

/// The applications among some terms that speak of no bound variable.
pub fn ground(terms: &Terms, conditions: &[TermId], open: &FxHashSet<TermId>) -> Vec<TermId> {
    let order = terms.post_order(conditions);
    order.filter(|term| matches!(terms.op(*term), Op::Apply(_)) && !open.contains(term)).collect()
}

/// Values for bound variables at which applications in a condition are among those that there are. None where no
/// application in the condition speaks of a bound variable.
pub fn assignments(terms: &mut Terms, bound: &[TermId], body: TermId, there_are: &[TermId]) -> Assignments {
    let is_bound = |term: &TermId| bound.contains(term);
    let mut patterns: Vec<(TermId, FxHashSet<TermId>)> = Vec::new();
    for term in terms.post_order(&[body]).collect::<Vec<_>>() {
        if let Op::Apply(_) = terms.op(term)
            && patterns.len() < MOST_PATTERNS
        {
            let args = terms.args(term).to_vec();
            let solved = args.iter().filter_map(|arg| variable_of(terms, *arg, &is_bound)).collect::<FxHashSet<_>>();
            if !solved.is_empty() {
                patterns.push((term, solved));
            }
        }
    }
    // A pattern that says all is used by itself; others join until nothing new is said.
    let whole: Vec<TermId> =
        patterns.iter().filter(|(_, solved)| solved.len() == bound.len()).map(|(term, _)| *term).collect();
    if !whole.is_empty() {
        // What is nothing but variables says all: steps of a recursion are followed in one direction.
        let is_plain = |pattern: &TermId| terms.args(*pattern).iter().all(is_bound);
        let plain: Vec<TermId> = whole.iter().copied().filter(is_plain).collect();
        let mut all = Vec::new();
        for pattern in if plain.is_empty() { whole } else { plain } {
            matched(terms, pattern, &is_bound, there_are, &[FxHashMap::default()], &mut all);
        }
        all.dedup();
        return all;
    }
    patterns.sort_by_key(|(term, solved)| (std::cmp::Reverse(solved.len()), *term));
    let (mut known, mut partial): (FxHashSet<TermId>, Assignments) = (FxHashSet::default(), Vec::new());
    for (pattern, solved) in patterns {
        if solved.is_subset(&known) {
            continue;
        }
        let start = if known.is_empty() { vec![FxHashMap::default()] } else { std::mem::take(&mut partial) };
        let mut longer = Vec::new();
        matched(terms, pattern, &is_bound, there_are, &start, &mut longer);
        partial = longer;
        known.extend(solved);
    }
    partial
}

fn matched(
    terms: &mut Terms,
    pattern: TermId,
    is_bound: &dyn Fn(&TermId) -> bool,
    there_are: &[TermId],
    start: &[FxHashMap<TermId, TermId>],
    found: &mut Assignments,
) {
    let args = terms.args(pattern).to_vec();
    for candidate in there_are {
        if terms.op(*candidate) != terms.op(pattern) {
            continue;
        }
        let values = terms.args(*candidate).to_vec();
        'starts: for before in start {
            let mut assignment = before.clone();
            for (arg, value) in args.iter().zip(&values) {
                let Some(variable) = variable_of(terms, *arg, is_bound) else {
                    if terms.is_constant(*arg) && terms.is_constant(*value) && arg != value {
                        continue 'starts;
                    }
                    continue;
                };
                let value = solved(terms, *arg, variable, *value);
                match assignment.get(&variable) {
                    Some(known) if *known != value => continue 'starts,
                    Some(_) => {}
                    None => {
                        assignment.insert(variable, value);
                    }
                }
            }
            if found.len() < MOST_ASSIGNMENTS {
                found.push(assignment);
            }
        }
    }
}

/// The bound variable that an argument is, or is but for a constant that is added.
fn variable_of(terms: &Terms, arg: TermId, is_bound: &dyn Fn(&TermId) -> bool) -> Option<TermId> {
    if is_bound(&arg) {
        return Some(arg);
    }
    let parts = terms.args(arg);
    match terms.op(arg) {
        Op::BvAdd if terms.is_constant(parts[1]) && is_bound(&parts[0]) => Some(parts[0]),
        Op::BvAdd if terms.is_constant(parts[0]) && is_bound(&parts[1]) => Some(parts[1]),
        _ => None,
    }
}
/// What the variable must be for an argument to have a value.
fn solved(terms: &mut Terms, arg: TermId, variable: TermId, value: TermId) -> TermId {
    if arg == variable {
        return value;
    }
    let parts = terms.args(arg).to_vec();
    let constant = if parts[0] == variable { parts[1] } else { parts[0] };
    terms.bv_sub(value, constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_arguments_give_equal_values() {
        let mut terms = Terms::new();
        let word = terms.bv_sort(8);
        let f = terms.function("f", &[word], word);
        let (x, y) = (terms.symbol("x", word), terms.symbol("y", word));
        let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
        let ffx = terms.apply(f, &[fx]);
        let equal = terms.eq(ffx, fy);
        let (made, rules) = without(&mut terms, &[equal]);
        assert!(!any(&terms, &made) && !any(&terms, &rules));
        assert_eq!(rules.len(), 3);
    }
    #[test]
    fn variables_are_found_by_applications() {
        let mut terms = Terms::new();
        let word = terms.bv_sort(8);
        let f = terms.function("f", &[word, word], word);
        let [x, y, n, m] = ["x", "y", "n", "m"].map(|name| terms.symbol(name, word));
        let one = terms.bv_u64(8, 1);
        let next = terms.bv_add(n, one);
        let pattern = terms.apply(f, &[next, m]);
        let body = terms.eq(pattern, n);
        let application = terms.apply(f, &[x, y]);
        let found = assignments(&mut terms, &[n, m], body, &[application]);
        let before = terms.bv_sub(x, one);
        assert_eq!(found, [FxHashMap::from_iter([(n, before), (m, y)])]);
    }
}
