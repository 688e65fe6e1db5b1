//! Quantified conditions for solvers without quantifiers.
//!
//! What holds for all values holds for some that are tried: those for which it speaks of elements that are read or
//! written anywhere in the question ([`super::elements`]), or, broadly, whatever indices of arrays are made of. What does not hold for all fails for some value: a new symbol. Where a quantified condition
//! stands in neither role (as the condition of a choice, say), a new symbol takes its place.

use super::elements::Accesses;
use cairn_term::applications;
use cairn_term::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Values that are tried for one bound variable.
const MAX_VALUES: usize = 48;
/// Values that are tried for all variables of one quantifier together.
const MAX_INSTANCES: usize = 512;
/// Numbers that one index is made of.
const MAX_PARTS: usize = 8;
/// Boolean operators inside each other that are looked through.
const MAX_DEPTH: u32 = 400;
/// Instances may read arrays elsewhere; that is tried too, so often.
const ROUNDS: u32 = 2;

/// Which values are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trying {
    /// Few, and mostly enough.
    Elements,
    Broadly,
}

/// Whether there are quantifiers in some conditions.
pub fn any(terms: &Terms, conditions: &[TermId]) -> bool {
    !with_quantifiers(terms, conditions).is_empty()
}

/// Conditions without quantifiers that can be satisfied together if the given ones can.
pub fn without(terms: &mut Terms, conditions: &[TermId], trying: Trying) -> Vec<TermId> {
    let quantified = with_quantifiers(terms, conditions);
    if quantified.is_empty() {
        return conditions.to_vec();
    }
    let (accesses, tried) = (Accesses::default(), BTreeSet::new());
    let (few_applied, made, witnesses) = (Vec::new(), FxHashSet::default(), FxHashMap::default());
    let applied = Vec::new();
    let mut remover = Remover { quantified, trying, accesses, tried, applied, few_applied, made, witnesses };
    let mut result = conditions.to_vec();
    for _ in 0..ROUNDS {
        // Witnesses found in one round are tried in the next.
        let asked: Vec<TermId> = conditions.iter().chain(&result).copied().collect();
        let open = open_terms(terms, &asked);
        remover.tried = indices(terms, &asked, &open);
        remover.accesses = Accesses::of(terms, &asked, &open);
        remover.applied = applications::ground(terms, &asked, &open);
        remover.few_applied = remover.applied.clone();
        remover.few_applied.retain(|application| !remover.made.contains(application));
        for symbols in remover.witnesses.values() {
            remover.tried.extend(symbols);
        }
        result = conditions.iter().map(|condition| remover.weaker(terms, *condition, true, 0)).collect();
    }
    result
}

/// All terms below the roots that have a quantifier in them.
fn with_quantifiers(terms: &Terms, roots: &[TermId]) -> FxHashSet<TermId> {
    let mut found = FxHashSet::default();
    for term in terms.post_order(roots) {
        if terms.op(term).is_quantifier() || terms.args(term).iter().any(|arg| found.contains(arg)) {
            found.insert(term);
        }
    }
    found
}

/// Terms that speak of a bound variable.
fn open_terms(terms: &Terms, roots: &[TermId]) -> FxHashSet<TermId> {
    let mut open = FxHashSet::default();
    for term in terms.post_order(roots) {
        if terms.op(term).is_quantifier() {
            let (_, bound) = terms.args(term).split_last().expect("a quantifier has a body");
            open.extend(bound.iter().copied());
        }
    }
    // Bound symbols are everywhere the same symbol, so what is built on one is found by going up from it.
    for term in terms.post_order(roots) {
        if !terms.op(term).is_quantifier() && terms.args(term).iter().any(|arg| open.contains(arg)) {
            open.insert(term);
        }
    }
    open
}

/// Indices of arrays that speak of no bound variable.
fn indices(terms: &Terms, roots: &[TermId], open: &FxHashSet<TermId>) -> BTreeSet<TermId> {
    let mut found = BTreeSet::new();
    for term in terms.post_order(roots) {
        if let Op::Select | Op::Store = terms.op(term) {
            let index = terms.args(term)[1];
            if !open.contains(&index) {
                found.extend(parts(terms, index));
            }
        }
    }
    found
}

/// An index and the numbers that it is a sum or an extension of: `a[j - 1]` is spoken of for a `j`.
fn parts(terms: &Terms, index: TermId) -> Vec<TermId> {
    let mut found = vec![index];
    let mut next = 0;
    while next < found.len() && found.len() < MAX_PARTS {
        let term = found[next];
        if let Op::BvAdd | Op::BvSub | Op::SignExtend(_) | Op::ZeroExtend(_) | Op::Extract { .. } = terms.op(term) {
            found.extend(terms.args(term).iter().filter(|arg| !terms.is_constant(**arg)));
        }
        next += 1;
    }
    found
}

struct Remover {
    quantified: FxHashSet<TermId>,
    trying: Trying,
    /// The elements that are read or written.
    accesses: Accesses,
    tried: BTreeSet<TermId>,
    /// Applications of functions, of which quantified conditions may speak.
    applied: Vec<TermId>,
    /// Without those that came up in instances for others: to follow them, too, is one step of a recursion too much.
    few_applied: Vec<TermId>,
    made: FxHashSet<TermId>,
    /// The symbols for which a quantified condition fails (or holds, if it says that there are some).
    witnesses: FxHashMap<TermId, Vec<TermId>>,
}

impl Remover {
    /// The condition without quantifiers: implied by it where it stands positively, implying it where negatively,
    /// for some values of the new symbols.
    fn weaker(&mut self, terms: &mut Terms, term: TermId, positive: bool, depth: u32) -> TermId {
        if !self.quantified.contains(&term) {
            return term;
        }
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        if depth > MAX_DEPTH {
            return any_bool(terms);
        }
        match op {
            Op::Not => {
                let inner = self.weaker(terms, args[0], !positive, depth + 1);
                terms.not(inner)
            }
            Op::And | Op::Or => {
                let a = self.weaker(terms, args[0], positive, depth + 1);
                let b = self.weaker(terms, args[1], positive, depth + 1);
                terms.build(op, &[a, b])
            }
            Op::Implies => {
                let a = self.weaker(terms, args[0], !positive, depth + 1);
                let b = self.weaker(terms, args[1], positive, depth + 1);
                terms.implies(a, b)
            }
            Op::Ite if !self.quantified.contains(&args[0]) => {
                let a = self.weaker(terms, args[1], positive, depth + 1);
                let b = self.weaker(terms, args[2], positive, depth + 1);
                terms.ite(args[0], a, b)
            }
            // Here a quantified condition stands positively and negatively: said as implications, each in one way.
            Op::Eq | Op::Xor if terms.sort_data_of(args[0]) == Sort::Bool => {
                let other = if op == Op::Eq { args[1] } else { terms.not(args[1]) };
                self.both_ways(terms, [(args[0], other), (other, args[0])], positive, depth)
            }
            Op::Ite if terms.sort_data_of(args[1]) == Sort::Bool => {
                let otherwise = terms.not(args[0]);
                self.both_ways(terms, [(args[0], args[1]), (otherwise, args[2])], positive, depth)
            }
            Op::Forall | Op::Exists => {
                let (body, bound) = args.split_last().expect("a quantifier has a body");
                if (op == Op::Forall) == positive {
                    self.instances(terms, op, bound, *body, positive, depth)
                } else {
                    let witness = self.witness(terms, term, bound);
                    self.instance(terms, bound, *body, &witness, positive, depth)
                }
            }
            _ => any_bool(terms),
        }
    }
    fn both_ways(
        &mut self,
        terms: &mut Terms,
        implications: [(TermId, TermId); 2],
        positive: bool,
        depth: u32,
    ) -> TermId {
        let [first, second] = implications.map(|(premise, conclusion)| {
            let implication = terms.implies(premise, conclusion);
            self.quantified.extend(with_quantifiers(terms, &[implication]));
            self.weaker(terms, implication, positive, depth + 1)
        });
        terms.and(first, second)
    }
    fn witness(&mut self, terms: &mut Terms, term: TermId, bound: &[TermId]) -> Vec<TermId> {
        let symbols = self.witnesses.entry(term).or_insert_with(|| {
            let fresh = |symbol: &TermId| terms.fresh_symbol("witness", terms.sort_of(*symbol));
            bound.iter().map(fresh).collect()
        });
        symbols.clone()
    }
    fn instance(
        &mut self,
        terms: &mut Terms,
        bound: &[TermId],
        body: TermId,
        values: &[TermId],
        positive: bool,
        depth: u32,
    ) -> TermId {
        let map: FxHashMap<TermId, TermId> = bound.iter().copied().zip(values.iter().copied()).collect();
        let instance = terms.substitute(body, &map);
        // Quantifiers inside are new terms now.
        self.quantified.extend(with_quantifiers(terms, &[instance]));
        self.weaker(terms, instance, positive, depth + 1)
    }
    /// All that is tried, joined as the quantifier joins them.
    fn instances(
        &mut self,
        terms: &mut Terms,
        op: Op,
        bound: &[TermId],
        body: TermId,
        positive: bool,
        depth: u32,
    ) -> TermId {
        // A condition on one application makes no others.
        let own = terms.post_order(&[body]).filter(|term| matches!(terms.op(*term), Op::Apply(_))).count();
        let there_are = if own == 1 { &self.applied } else { &self.few_applied };
        let mut combinations = applications::assignments(terms, bound, body, there_are);
        let known: FxHashSet<TermId> = combinations.iter().flat_map(|one| one.keys().copied()).collect();
        if combinations.is_empty() {
            combinations.push(FxHashMap::default());
        }
        for symbol in bound.iter().filter(|symbol| !known.contains(symbol)) {
            let elements = match self.trying {
                Trying::Elements => self.accesses.solutions(terms, *symbol, body),
                Trying::Broadly => Vec::new(),
            };
            let values = if elements.is_empty() { self.values(terms, terms.sort_of(*symbol)) } else { elements };
            let longer = combinations.iter().flat_map(|before| {
                values.iter().map(move |value| {
                    let mut longer = before.clone();
                    longer.insert(*symbol, *value);
                    longer
                })
            });
            combinations = longer.take(MAX_INSTANCES).collect();
        }
        let mut all = Vec::new();
        let combinations = combinations
            .iter()
            .filter_map(|one| bound.iter().map(|symbol| one.get(symbol).copied()).collect::<Option<Vec<TermId>>>());
        let combinations: Vec<Vec<TermId>> = combinations.collect();
        for values in combinations {
            let instance = self.instance(terms, bound, body, &values, positive, depth);
            if !known.is_empty() {
                let found = terms.post_order(&[instance]).filter(|term| matches!(terms.op(*term), Op::Apply(_)));
                self.made.extend(found.filter(|term| !self.applied.contains(term)));
            }
            all.push(instance);
        }
        if op == Op::Forall { terms.and_all(&all) } else { terms.or_all(&all) }
    }
    /// The indices, as values of a sort.
    fn values(&self, terms: &mut Terms, sort: SortId) -> Vec<TermId> {
        let mut values = BTreeSet::new();
        let wanted = *terms.sort_data(sort);
        for index in &self.tried {
            match (terms.sort_data_of(*index), wanted) {
                (found, wanted) if found == wanted => {
                    values.insert(*index);
                }
                (Sort::BitVec(_), Sort::BitVec(width)) => {
                    values.insert(terms.resize_unsigned(*index, width));
                }
                (Sort::BitVec(_), Sort::Int) => {
                    values.insert(terms.bv_to_nat(*index));
                    values.insert(terms.sbv_to_int(*index));
                }
                (Sort::Int, Sort::BitVec(width)) => {
                    values.insert(terms.int_to_bv(width, *index));
                }
                _ => {}
            }
        }
        values.into_iter().take(MAX_VALUES).collect()
    }
}

fn any_bool(terms: &mut Terms) -> TermId {
    let sort = terms.bool_sort();
    terms.fresh_symbol("any", sort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_decide_what_becomes_of_a_quantifier() {
        roles(Trying::Elements);
        roles(Trying::Broadly);
    }
    fn roles(trying: Trying) {
        let mut terms = Terms::new();
        let index = terms.bv_sort(8);
        let arrays = terms.array_sort(index, index);
        let (a, x, k) = (terms.symbol("a", arrays), terms.symbol("x", index), terms.symbol("k", index));
        let zero = terms.bv_u64(8, 0);
        let (read_x, read_k) = (terms.select(a, x), terms.select(a, k));
        let (body, at_k) = (terms.eq(read_x, zero), terms.eq(read_k, zero));
        let all = terms.forall(&[x], body);
        let not_at_k = terms.not(at_k);
        // Assumed, it is tried at k, and refutes what is said about k.
        let result = without(&mut terms, &[all, not_at_k], trying);
        assert_eq!(result, [at_k, not_at_k]);
        // Denied, it fails somewhere, not at k.
        let denied = terms.not(all);
        let result = without(&mut terms, &[denied, at_k], trying);
        assert_eq!(result[1], at_k);
        assert!(result[0] != not_at_k && !terms.op(result[0]).is_quantifier());
        assert!(with_quantifiers(&terms, &result).is_empty());
        // Both: it fails at the witness, where it is tried too.
        let result = without(&mut terms, &[all, denied], trying);
        let (first, second) = (result[0], terms.not(result[1]));
        assert_eq!(first, second);
    }
}
