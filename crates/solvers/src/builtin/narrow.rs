//! Words that are only moved and compared, made narrow.
//!
//! Where words are never computed with, a formula says nothing about them but how they are ordered, and `n`
//! of them need only `n` different values: sorting sixteen numbers of 32 bits is sorting sixteen numbers of
//! 4 bits. With constants among them, the values from `n` below the least constant to `n` above the largest
//! are enough: everything below (above) all constants fits there in the same order, and what lies between
//! constants stays.
//!
//! Words belong together when they are compared or chosen between. Such a class is narrowed as a whole: each of
//! its terms is made again with fewer bits, counted from the lowest value. A class of which one word is
//! anything else (an operand of an addition, say, or its result) is left alone.
//!
//! Pnueli, Rodeh, Shtrichman, Siegel, "Deciding Equality Formulas by Small Domains Instantiations" (CAV 1999),
//! here with an order instead of equality alone.
//!
//! In: assertions and assumptions. Out: equisatisfiable ones, and the way back for models.

use std::collections::BTreeSet;

use cairn_base::Budget;
use cairn_term::{Assignment, BvValue, Op, Sort, TermId, Terms, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::blast::BlastError;

/// Classes that would not lose this many bits per word stay as they are.
const WORTH_BITS: u32 = 4;
/// Wider words are left alone.
const WIDEST: u32 = 64;
/// How many terms are looked at between two looks at the clock.
const TERMS_PER_LOOK: usize = 16_384;

/// The values that the words of a class take: `lowest .. lowest + 2^bits`, in an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Domain {
    lowest: i128,
    bits: u32,
    order: Option<Order>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Signed,
    Unsigned,
}

/// Words that belong together.
#[derive(Default)]
struct Class {
    symbols: Vec<TermId>,
    constants: BTreeSet<TermId>,
    order: Option<Order>,
    spoiled: bool,
    domain: Option<Domain>,
}

/// The classes of a formula: a union-find over its terms.
#[derive(Default)]
struct Classes {
    numbers: FxHashMap<TermId, usize>,
    parents: Vec<usize>,
    classes: Vec<Class>,
}

fn is_word(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort_data_of(term), Sort::BitVec(_))
}

impl Classes {
    fn of_formula(terms: &Terms, roots: &[TermId], budget: &Budget) -> Result<Self, BlastError> {
        let mut classes = Classes::default();
        for (i, term) in terms.post_order(roots).enumerate() {
            if i % TERMS_PER_LOOK == 0 {
                budget.check().map_err(BlastError::Stopped)?;
            }
            classes.visit(terms, term);
        }
        Ok(classes)
    }
    fn visit(&mut self, terms: &Terms, term: TermId) {
        match (terms.op(term), terms.args(term)) {
            (Op::BvConst(_), _) => {}
            (Op::Symbol(_), _) => {
                if is_word(terms, term) {
                    let class = self.class(term);
                    class.symbols.push(term);
                    class.spoiled |= terms.width(term) > WIDEST;
                }
            }
            (Op::Ite, &[_, x, y]) if is_word(terms, term) => {
                self.join(terms, term, x);
                self.join(terms, term, y);
            }
            (Op::Eq, &[x, y]) if is_word(terms, x) => self.compare(terms, x, y, None),
            (Op::BvUlt | Op::BvUle, &[x, y]) => self.compare(terms, x, y, Some(Order::Unsigned)),
            (Op::BvSlt | Op::BvSle, &[x, y]) => self.compare(terms, x, y, Some(Order::Signed)),
            (_, args) => {
                for word in args.iter().copied().chain([term]) {
                    if is_word(terms, word) && !terms.is_constant(word) {
                        self.class(word).spoiled = true;
                    }
                }
            }
        }
    }
    fn number(&mut self, term: TermId) -> usize {
        let new = self.parents.len();
        let mut number = *self.numbers.entry(term).or_insert(new);
        if number == new {
            self.parents.push(new);
            self.classes.push(Class::default());
        }
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }
    fn class(&mut self, term: TermId) -> &mut Class {
        let number = self.number(term);
        &mut self.classes[number]
    }
    /// Constants belong to every class they occur in.
    fn join(&mut self, terms: &Terms, a: TermId, b: TermId) {
        match (terms.is_constant(a), terms.is_constant(b)) {
            (true, true) => {}
            (false, true) => drop(self.class(a).constants.insert(b)),
            (true, false) => drop(self.class(b).constants.insert(a)),
            (false, false) => {
                let (mut to, mut from) = (self.number(a), self.number(b));
                if to == from {
                    return;
                }
                if self.classes[to].symbols.len() < self.classes[from].symbols.len() {
                    std::mem::swap(&mut to, &mut from);
                }
                let joined = std::mem::take(&mut self.classes[from]);
                self.parents[from] = to;
                let class = &mut self.classes[to];
                class.symbols.extend(joined.symbols);
                class.constants.extend(joined.constants);
                class.spoiled |= joined.spoiled;
                class.note_order(joined.order);
            }
        }
    }
    fn compare(&mut self, terms: &Terms, x: TermId, y: TermId, order: Option<Order>) {
        self.join(terms, x, y);
        for word in [x, y] {
            if !terms.is_constant(word) {
                self.class(word).note_order(order);
            }
        }
    }
    /// The domain of the class of a term, if it is narrowed.
    fn domain(&mut self, term: TermId) -> Option<Domain> {
        self.class(term).domain
    }
}

impl Class {
    /// Words that are compared both as signed and as unsigned are left alone.
    fn note_order(&mut self, order: Option<Order>) {
        match (self.order, order) {
            (Some(a), Some(b)) if a != b => self.spoiled = true,
            _ => self.order = self.order.or(order),
        }
    }
    /// Enough values for the class, if they are fewer than its words have.
    fn smallest_domain(&self, terms: &Terms) -> Option<Domain> {
        let width = terms.width(*self.symbols.first()?);
        let (least, largest) = match self.order {
            Some(Order::Signed) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            _ => (0, (1i128 << width) - 1),
        };
        let count = self.symbols.len() as i128;
        let constants: Vec<i128> = self.constants.iter().filter_map(|k| self.number(terms, *k)).collect();
        let (low, high) = match (constants.iter().min(), constants.iter().max()) {
            (Some(low), Some(high)) => ((low - count).max(least), (high + count).min(largest)),
            _ => (0, (count - 1).min(largest)),
        };
        let bits = (i128::BITS - (high - low).leading_zeros()).max(1);
        // A full power of two must not leave the range of the words.
        let lowest = low.min(largest - ((1i128 << bits) - 1));
        (bits + WORTH_BITS <= width).then_some(Domain { lowest, bits, order: self.order })
    }
    fn number(&self, terms: &Terms, constant: TermId) -> Option<i128> {
        let value = terms.bv_value(constant)?;
        match self.order {
            Some(Order::Signed) => value.to_i64().map(i128::from),
            _ => value.to_u64().map(i128::from),
        }
    }
}

/// A way of making formulas narrow: the same words are made the same way in every formula.
#[derive(Default)]
pub(super) struct Narrowing {
    /// Terms made again so far.
    made: FxHashMap<TermId, TermId>,
    /// The words among them: in which domain they were made, or as they are.
    words: FxHashMap<TermId, Option<Domain>>,
    /// The symbols among the narrow ones.
    symbols: Vec<TermId>,
}

impl Narrowing {
    /// Makes formulas narrow. None if that is not possible in the way of the formulas before, or nothing
    /// would be gained. All formulas that hold together must be given together.
    pub(super) fn formulas(
        &mut self,
        terms: &mut Terms,
        roots: &[TermId],
        budget: &Budget,
    ) -> Result<Option<Vec<TermId>>, BlastError> {
        let mut classes = Classes::of_formula(terms, roots, budget)?;
        if !self.choose_domains(terms, &mut classes) {
            return Ok(None);
        }
        let mut order: Vec<TermId> = terms.post_order(roots).collect();
        if order.iter().any(|term| self.words.get(term).is_some_and(|before| *before != classes.domain(*term))) {
            return Ok(None);
        }
        order.retain(|term| !self.made.contains_key(term));
        for (i, term) in order.into_iter().enumerate() {
            if i % TERMS_PER_LOOK == 0 {
                budget.check().map_err(BlastError::Stopped)?;
            }
            let new = self.make(terms, &mut classes, term);
            self.made.insert(term, new);
            if is_word(terms, term) && !terms.is_constant(term) {
                self.words.insert(term, classes.domain(term));
            }
        }
        Ok(Some(roots.iter().map(|root| self.made[root]).collect()))
    }
    /// Gives each class its domain: that of symbols it has had before, where there are such. False if these do
    /// not agree, or nothing becomes narrow.
    fn choose_domains(&self, terms: &Terms, classes: &mut Classes) -> bool {
        let mut gained = false;
        for class in &mut classes.classes {
            let smallest = if class.spoiled { None } else { class.smallest_domain(terms) };
            let mut before = class.symbols.iter().filter_map(|symbol| self.words.get(symbol));
            class.domain = match (before.next(), smallest) {
                (None, smallest) => smallest,
                (Some(None), _) => None,
                (Some(Some(domain)), Some(needed)) if domain.contains(needed) => Some(*domain),
                (Some(Some(_)), _) => return false,
            };
            gained |= class.domain.is_some();
        }
        gained
    }
    fn make(&mut self, terms: &mut Terms, classes: &mut Classes, term: TermId) -> TermId {
        let op = terms.op(term);
        let args = terms.args(term).to_vec();
        match (op, args.as_slice()) {
            (Op::Symbol(_), _) => self.make_symbol(terms, classes, term),
            (Op::Ite, &[condition, x, y]) if is_word(terms, term) => {
                let Some(domain) = classes.domain(term) else { return self.rebuild(terms, term, &args) };
                let [x, y] = [x, y].map(|word| self.word(terms, word, domain));
                terms.ite(self.made[&condition], x, y)
            }
            (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[x, y]) if is_word(terms, x) => {
                let word = if terms.is_constant(x) { y } else { x };
                let domain = if terms.is_constant(word) { None } else { classes.domain(word) };
                let Some(domain) = domain else { return self.rebuild(terms, term, &args) };
                let [x, y] = [x, y].map(|word| self.word(terms, word, domain));
                match op {
                    Op::Eq => terms.eq(x, y),
                    Op::BvUlt | Op::BvSlt => terms.bv_ult(x, y),
                    _ => terms.bv_ule(x, y),
                }
            }
            _ => self.rebuild(terms, term, &args),
        }
    }
    fn make_symbol(&mut self, terms: &mut Terms, classes: &mut Classes, term: TermId) -> TermId {
        let domain = if is_word(terms, term) { classes.domain(term) } else { None };
        let (Some(domain), Some(symbol)) = (domain, terms.as_symbol(term)) else { return term };
        let name = terms.symbol_name(symbol).to_string();
        let sort = terms.bv_sort(domain.bits);
        self.symbols.push(term);
        terms.fresh_symbol(&name, sort)
    }
    /// A word of a narrowed class.
    fn word(&self, terms: &mut Terms, word: TermId, domain: Domain) -> TermId {
        match terms.bv_value(word) {
            // Counted from the lowest value. Every constant is in the domain, so this is exact in few bits.
            Some(value) => {
                let steps = value.to_bigint() - BigInt::from(domain.lowest);
                let steps = BvValue::from_bigint(domain.bits, &steps);
                terms.bv(steps)
            }
            None => self.made[&word],
        }
    }
    fn rebuild(&self, terms: &mut Terms, term: TermId, args: &[TermId]) -> TermId {
        let new: Vec<TermId> = args.iter().map(|arg| self.made[arg]).collect();
        if *new == *args { term } else { terms.build(terms.op(term), &new) }
    }
    /// The model of the formulas, from one of the narrow ones.
    pub(super) fn widen(&self, terms: &Terms, mut model: Assignment) -> Assignment {
        for symbol in &self.symbols {
            let (Some(Some(domain)), Some(name)) = (self.words.get(symbol), terms.as_symbol(*symbol)) else { continue };
            let steps = match terms.as_symbol(self.made[symbol]).and_then(|narrow| model.get(narrow)) {
                Some(Value::BitVec(bits)) => bits.to_biguint().into(),
                _ => BigInt::from(0),
            };
            let value = steps + BigInt::from(domain.lowest);
            model.set(name, Value::BitVec(BvValue::from_bigint(terms.width(*symbol), &value)));
        }
        model
    }
}

impl Domain {
    /// Whether these values are enough where those are.
    fn contains(self, other: Domain) -> bool {
        let in_order = other.order.is_none() || other.order == self.order;
        in_order && self.lowest <= other.lowest && other.lowest + (1 << other.bits) <= self.lowest + (1 << self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builtin;
    use super::*;
    use crate::abilities::{Incremental, Limits, Outcome, Solver};

    /// Random formulas over words that are mostly only compared.
    struct Formulas {
        random: fastrand::Rng,
        words: Vec<TermId>,
        conditions: Vec<TermId>,
    }

    impl Formulas {
        fn new(terms: &mut Terms, seed: u64) -> Self {
            let mut random = fastrand::Rng::with_seed(seed);
            let sort = terms.bv_sort(if random.bool() { 8 } else { 6 });
            let boolean = terms.bool_sort();
            let words = (0..random.usize(1..5)).map(|i| terms.symbol(&format!("x{i}"), sort)).collect();
            let conditions = (0..2).map(|i| terms.symbol(&format!("p{i}"), boolean)).collect();
            Self { random, words, conditions }
        }
        fn word(&mut self, terms: &mut Terms) -> TermId {
            let word = self.words[self.random.usize(..self.words.len())];
            match self.random.u32(..12) {
                0 | 1 => terms.bv_i64(terms.width(word), self.random.i64(-2..3)),
                2 => {
                    let width = terms.width(word);
                    if self.random.bool() {
                        terms.bv(BvValue::min_signed(width))
                    } else {
                        terms.bv(BvValue::ones(width))
                    }
                }
                3 if self.random.u32(..4) == 0 => terms.bv_add(word, self.words[0]),
                _ => word,
            }
        }
        fn condition(&mut self) -> TermId {
            self.conditions[self.random.usize(..self.conditions.len())]
        }
        /// Adds a word or a condition made of those before.
        fn grow(&mut self, terms: &mut Terms, is_signed: bool) {
            let (x, y, c) = (self.word(terms), self.word(terms), self.condition());
            match self.random.u32(..6) {
                0 | 1 => self.words.push(terms.ite(c, x, y)),
                2 => self.conditions.push(terms.eq(x, y)),
                3 => {
                    let d = self.condition();
                    let not_c = terms.not(c);
                    self.conditions.push(if self.random.bool() { terms.and(not_c, d) } else { terms.or(c, d) });
                }
                _ => {
                    let signed = is_signed != (self.random.u32(..20) == 0);
                    self.conditions.push(if signed { terms.bv_slt(x, y) } else { terms.bv_ule(x, y) });
                }
            }
        }
    }

    /// Several checks in a row, with assertions and scopes in between, answer as without narrowing. (That models
    /// are right is checked by the solver itself in debug builds.)
    #[test]
    fn narrow_words_change_no_answer() {
        let (mut unsatisfiable, mut satisfiable, mut narrowed) = (0, 0, 0);
        for seed in 0..600 {
            let mut terms = Terms::new();
            let mut formulas = Formulas::new(&mut terms, seed);
            let (mut plain, mut narrow) = (Builtin::new(), Builtin::impatient());
            plain.is_narrow = true;
            let is_signed = formulas.random.bool();
            for _ in 0..6 {
                (0..12).for_each(|_| formulas.grow(&mut terms, is_signed));
                let [a, b] = [(); 2].map(|()| formulas.condition());
                match formulas.random.u32(..4) {
                    0 => [&mut plain, &mut narrow].map(|solver| solver.assert(&mut terms, b)),
                    1 => [&mut plain, &mut narrow].map(Incremental::push),
                    2 => [&mut plain, &mut narrow].map(Incremental::pop),
                    _ => [(); 2],
                };
                let budget = Budget::unlimited();
                let expected = plain.check(&mut terms, &[a], &budget, Limits::default());
                let answer = narrow.check(&mut terms, &[a], &budget, Limits::default());
                assert_eq!(answer, expected, "seed {seed}");
                unsatisfiable += usize::from(answer == Outcome::Unsat);
                satisfiable += usize::from(answer == Outcome::Sat);
                narrowed += usize::from(narrow.narrowed.is_some());
            }
        }
        assert!(unsatisfiable > 300 && satisfiable > 300 && narrowed > 300, "{unsatisfiable} {satisfiable} {narrowed}");
    }

    #[test]
    fn as_many_values_as_words() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(32);
        let words: Vec<TermId> = (0..5).map(|i| terms.symbol(&format!("x{i}"), sort)).collect();
        let mut descending: Vec<TermId> = words.windows(2).map(|pair| terms.bv_slt(pair[1], pair[0])).collect();
        let budget = Budget::unlimited();
        let mut narrowing = Narrowing::default();
        assert!(narrowing.formulas(&mut terms, &descending, &budget).expect("no limit").is_some());
        assert!(narrowing.words.values().all(|domain| domain.is_some_and(|d| d.bits == 3)));
        // Five different values do not fit below the largest but one: unsatisfiable, and found to be.
        let largest = terms.bv(BvValue::max_signed(32));
        let limit = terms.bv_i64(32, i64::from(i32::MAX) - 3);
        descending.push(terms.bv_slt(limit, words[4]));
        let mut solver = Builtin::impatient();
        assert_eq!(solver.check(&mut terms, &descending, &budget, Limits::default()), Outcome::Unsat);
        descending.pop();
        descending.push(terms.eq(words[0], largest));
        assert_eq!(solver.check(&mut terms, &descending, &budget, Limits::default()), Outcome::Sat);
    }
}
