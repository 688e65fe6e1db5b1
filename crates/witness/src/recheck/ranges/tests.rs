//! What is concluded from ranges, against the values of the terms.

use super::*;
use cairn_term::{ArrayValue, Assignment, BvValue, Value, evaluate};

const INDEX: u32 = 2;
const WIDTH: u32 = 4;

/// Random terms over two numbers and an array.
struct Pool {
    terms: Terms,
    random: fastrand::Rng,
    numbers: Vec<TermId>,
    arrays: Vec<TermId>,
    symbols: [TermId; 3],
    bound: TermId,
}

impl Pool {
    fn new(seed: u64) -> Self {
        let mut terms = Terms::new();
        let (number, index) = (terms.bv_sort(WIDTH), terms.bv_sort(INDEX));
        let array = terms.array_sort(index, number);
        let (x, y, m) = (terms.symbol("x", number), terms.symbol("y", number), terms.symbol("m", array));
        let bound = terms.symbol("k", index);
        let (numbers, arrays, symbols) = (vec![x, y], vec![m], [x, y, m]);
        Self { terms, random: fastrand::Rng::with_seed(seed), numbers, arrays, symbols, bound }
    }
    fn number(&mut self) -> TermId {
        match self.random.u32(0..4) {
            0 => {
                let value = self.random.u64(0..1 << WIDTH);
                self.terms.bv_u64(WIDTH, value)
            }
            _ => self.numbers[self.random.usize(0..self.numbers.len())],
        }
    }
    fn index(&mut self) -> TermId {
        let number = self.number();
        self.terms.extract(number, INDEX - 1, 0)
    }
    fn compare(&mut self, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.terms;
        let (wide_a, wide_b) = match self.random.u32(0..4) {
            0 => (terms.zero_extend(a, 3), terms.zero_extend(b, 3)),
            1 => (terms.sign_extend(a, 3), terms.sign_extend(b, 3)),
            _ => (a, b),
        };
        match self.random.u32(0..10) {
            0 => terms.bv_saddo(a, b),
            1 => terms.bv_smulo(a, b),
            2 => terms.bv_uaddo(a, b),
            3 => terms.bv_ssubo(a, b),
            4 => terms.eq(wide_a, wide_b),
            5 | 6 => terms.bv_ult(wide_a, wide_b),
            7 => terms.bv_ule(wide_a, wide_b),
            8 => terms.bv_slt(wide_a, wide_b),
            _ => terms.bv_sle(wide_a, wide_b),
        }
    }
    fn condition(&mut self) -> TermId {
        let (a, b) = (self.number(), self.number());
        let first = self.compare(a, b);
        let (c, d) = (self.number(), self.number());
        let second = self.compare(c, d);
        let terms = &mut self.terms;
        match self.random.u32(0..8) {
            0 => terms.and(first, second),
            1 => terms.or(first, second),
            2 => terms.implies(first, second),
            3 => terms.not(first),
            4 => self.of_elements(),
            _ => first,
        }
    }
    /// A comparison of a number with a constant.
    fn limit(&mut self) -> TermId {
        let (number, limit) = (self.numbers[self.random.usize(0..self.numbers.len())], self.random.u64(0..1 << WIDTH));
        let limit = self.terms.bv_u64(WIDTH, limit);
        if self.random.bool() { self.compare(number, limit) } else { self.compare(limit, number) }
    }
    /// Something that holds of all elements.
    fn of_elements(&mut self) -> TermId {
        let array = self.arrays[self.random.usize(0..self.arrays.len())];
        let mut element = self.terms.select(array, self.bound);
        if self.random.bool() {
            let last = self.random.u64(0..4);
            let (last, zero) = (self.terms.bv_u64(INDEX, last), self.terms.bv_u64(WIDTH, 0));
            let exists = self.terms.bv_ule(self.bound, last);
            element = self.terms.ite(exists, element, zero);
        }
        let (least, most) = (self.random.u64(0..4), self.random.u64(0..1 << WIDTH));
        let (limit, most) = (self.terms.bv_u64(WIDTH, most), self.terms.bv_u64(INDEX, least));
        let fact = if self.random.bool() { self.compare(element, limit) } else { self.compare(limit, element) };
        let guard = self.terms.bv_ule(self.bound, most);
        let terms = &mut self.terms;
        let body = match self.random.u32(0..4) {
            0 => fact,
            1 => {
                let (not_fact, not_guard) = (terms.not(fact), terms.not(guard));
                terms.implies(not_fact, not_guard)
            }
            2 => {
                let not_guard = terms.not(guard);
                terms.or(not_guard, fact)
            }
            _ => terms.implies(guard, fact),
        };
        self.terms.forall(&[self.bound], body)
    }
    fn grow(&mut self) {
        let (a, b) = (self.number(), self.number());
        let terms = &mut self.terms;
        let new = match self.random.u32(0..16) {
            0 => terms.bv_add(a, b),
            1 => terms.bv_sub(a, b),
            2 => terms.bv_mul(a, b),
            3 => terms.bv_and(a, b),
            4 => terms.bv_or(a, b),
            5 => terms.bv_xor(a, b),
            6 => terms.bv_udiv(a, b),
            7 => terms.bv_urem(a, b),
            8 => terms.bv_sdiv(a, b),
            9 => terms.bv_srem(a, b),
            10 => terms.bv_shl(a, b),
            11 => terms.bv_lshr(a, b),
            12 => terms.bv_ashr(a, b),
            13 => {
                let condition = self.condition();
                self.terms.ite(condition, a, b)
            }
            14 => {
                let (index, array) = (self.index(), self.arrays[self.random.usize(0..self.arrays.len())]);
                self.terms.select(array, index)
            }
            _ => {
                let (index, array) = (self.index(), self.arrays[self.random.usize(0..self.arrays.len())]);
                let stored = self.terms.store(array, index, a);
                self.arrays.push(stored);
                self.terms.bv_neg(b)
            }
        };
        self.numbers.push(new);
    }
    fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        let number = |random: &mut fastrand::Rng| Value::BitVec(BvValue::from_u64(WIDTH, random.u64(0..1 << WIDTH)));
        let [x, y, m] = self.symbols;
        for symbol in [x, y] {
            let value = number(&mut self.random);
            assignment.set(self.terms.as_symbol(symbol).expect("a symbol"), value);
        }
        let sort = self.terms.sort_of(m);
        let mut array = ArrayValue::constant(sort, number(&mut self.random));
        for index in 0..1u64 << INDEX {
            let index = Value::BitVec(BvValue::from_u64(INDEX, index));
            array.store(index, number(&mut self.random));
        }
        assignment.set(self.terms.as_symbol(m).expect("a symbol"), Value::Array(array.into()));
        assignment
    }
    fn holds(&self, condition: TermId, assignment: &Assignment) -> bool {
        evaluate(&self.terms, condition, assignment) == Ok(Value::Bool(true))
    }
}

#[test]
fn what_is_concluded_holds_of_all_values() {
    let (mut shown, mut asked, mut possible) = (0, 0, 0);
    let seeds = std::env::var("CAIRN_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(6_000);
    for seed in 0..seeds {
        let mut pool = Pool::new(seed);
        for _ in 0..8 {
            pool.grow();
        }
        let mut path = Path::default();
        for _ in 0..pool.random.u32(0..6) {
            let condition = if pool.random.bool() { pool.limit() } else { pool.condition() };
            let _ = path.add(&mut pool.terms, condition);
        }
        let mut comparisons = Comparisons::default();
        for _ in 0..8 {
            let condition = if pool.random.bool() { pool.limit() } else { pool.condition() };
            asked += 1;
            if pool.terms.as_bool_const(condition).is_some() || !comparisons.show(&pool.terms, &path, condition) {
                continue;
            }
            shown += 1;
            for _ in 0..60 {
                let assignment = pool.assignment();
                if path.conjuncts.iter().all(|conjunct| pool.holds(*conjunct, &assignment)) {
                    possible += 1;
                    assert!(pool.holds(condition, &assignment), "seed {seed}");
                }
            }
        }
    }
    assert!(shown * 50 > asked && possible > shown, "{shown} of {asked} shown, {possible} assignments");
}

/// `∀ k <= 63. 0 <= array[k]`, as invariants say it.
fn not_negative(terms: &mut Terms, array: TermId) -> TermId {
    let index = terms.bv_sort(64);
    let bound = terms.fresh_symbol("bound", index);
    let (length, last) = (terms.bv_u64(64, 64), terms.bv_u64(64, 63));
    let (exists, zero) = (terms.bv_ult(bound, length), terms.bv_u64(32, 0));
    let element = terms.select(array, bound);
    let element = terms.ite(exists, element, zero);
    let (negative, beyond) = (terms.bv_slt(element, zero), terms.bv_ult(last, bound));
    let body = terms.implies(negative, beyond);
    terms.forall(&[bound], body)
}

#[test]
fn what_holds_of_all_elements_does_so_in_other_words() {
    let mut terms = Terms::new();
    let (index, number) = (terms.bv_sort(64), terms.bv_sort(32));
    let sort = terms.array_sort(index, number);
    let array = terms.symbol("array", sort);
    let (said, asked) = (not_negative(&mut terms, array), not_negative(&mut terms, array));
    assert_ne!(said, asked);
    let mut path = Path::default();
    assert!(path.add(&mut terms, said));
    assert!(Comparisons::default().show(&terms, &path, asked));
    // An element that is written.
    let (at, value) = (terms.symbol("at", index), terms.bv_u64(32, 7));
    let written = terms.store(array, at, value);
    let asked = not_negative(&mut terms, written);
    assert!(Comparisons::default().show(&terms, &path, asked));
    let value = terms.bv_u64(32, 0x8000_0000);
    let written = terms.store(array, at, value);
    let asked = not_negative(&mut terms, written);
    assert!(!Comparisons::default().show(&terms, &path, asked));
}
