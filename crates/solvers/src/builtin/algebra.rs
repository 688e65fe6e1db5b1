//! Equations between polynomials that follow from other equations.
//!
//! Bits say little about products: that `2·s = i·i - i` makes `2·(s + i) = (i + 1)·(i + 1) - (i + 1)` is out of reach
//! for a SAT solver at 32 bits, and one line of algebra; so are sums of several words, once there are choices among them. Here each equation that occurs in the formula is read as
//! `p = 0` with a polynomial `p` over the integers modulo 2^w. Where `p` is a linear combination of the polynomials of
//! others, those equations imply it; where what is left of `p` cannot be zero (all but its constant are divisible by a higher
//! power of two), they exclude it. Choices (`ite`) are taken one way and the other.
//!
//! (Müller-Olm, Seidl, "Analysis of Modular Arithmetic", 2007, for the linear algebra modulo powers of two.)
//!
//! In: the equations the blaster has met. Out: clauses, all of them valid by themselves.

use std::collections::{BTreeMap, BTreeSet};

use cairn_term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::propositional::Propositional;
use crate::aig::Bit;

/// Formulas with more equations than this are left alone.
const MOST_EQUATIONS: usize = 96;
/// Larger polynomials are not looked at.
const MOST_MONOMIALS: usize = 40;
const HIGHEST_DEGREE: usize = 6;
/// Choices that are taken both ways for one equation.
const MOST_CHOICES: usize = 4;
/// Pairs of equations that are looked at in all.
const MOST_WORK: usize = 400_000;
/// Wider words are left alone.
const WIDEST: u32 = 64;

/// A product of terms, sorted; empty for the constant.
type Monomial = Vec<TermId>;

/// A polynomial modulo 2^width; no coefficient is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Polynomial {
    width: u32,
    parts: BTreeMap<Monomial, u64>,
}

/// How choices are taken: the conditions with their values.
type Taken = BTreeMap<TermId, bool>;

/// What follows from the equations taken together: a basis of their linear combinations.
#[derive(Default)]
struct Span {
    rows: Vec<Row>,
}

struct Row {
    polynomial: Polynomial,
    pivot: Monomial,
    /// The equations it is a combination of.
    of: BTreeSet<TermId>,
}

/// What a polynomial is under some equations.
enum Reduced {
    Zero,
    NeverZero,
    Other,
}

#[derive(Default)]
pub(super) struct Algebra {
    /// How many of the blaster's equations have been looked at.
    seen: usize,
    /// Pairs of equations looked at so far.
    work: usize,
    /// The clauses made so far.
    known: FxHashSet<Vec<(TermId, bool)>>,
}

impl Algebra {
    /// Connects the equations that the blaster has met, if there are new ones.
    pub(super) fn register(&mut self, terms: &Terms, base: &mut Propositional) {
        let equations = &base.blaster.equations;
        if equations.len() == self.seen || equations.len() > MOST_EQUATIONS || self.work > MOST_WORK {
            return;
        }
        self.seen = equations.len();
        let mut by_width: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
        for equation in equations.iter().copied() {
            let width = terms.width(terms.args(equation)[0]);
            if (2..=WIDEST).contains(&width) {
                by_width.entry(width).or_default().push(equation);
            }
        }
        for equations in by_width.into_values() {
            let mut plain = Reader::new(terms, Taken::new());
            let mut is_hard = |e: &TermId| plain.equation(*e).is_some_and(|p| p.is_hard());
            let (hard, easy): (Vec<TermId>, Vec<TermId>) = equations.into_iter().partition(|e| is_hard(e));
            if hard.is_empty() {
                continue;
            }
            let all = [hard, easy].concat();
            for goal in &all {
                self.follow(terms, base, &all, *goal, &Taken::new());
            }
        }
    }

    /// Connects one equation with the others, with some choices taken and the next ones both ways.
    fn follow(&mut self, terms: &Terms, base: &mut Propositional, all: &[TermId], goal: TermId, taken: &Taken) {
        let mut reader = Reader::new(terms, taken.clone());
        let Some(polynomial) = reader.equation(goal) else { return };
        let open = polynomial.choice(terms).filter(|_| taken.len() < MOST_CHOICES);
        if let Some(condition) = open {
            for value in [true, false] {
                let mut further = taken.clone();
                further.insert(condition, value);
                self.follow(terms, base, all, goal, &further);
            }
            return;
        }
        let others = all.iter().filter(|e| **e != goal);
        let others: Vec<(TermId, Polynomial)> =
            others.filter_map(|e| Some((*e, reader.equation(*e)?))).filter(|(_, p)| !p.parts.is_empty()).collect();
        let hard: Vec<(TermId, Polynomial)> = others.iter().filter(|(_, p)| p.is_hard()).cloned().collect();
        if !polynomial.is_hard() && hard.is_empty() {
            return;
        }
        for allowed in [&hard, &others] {
            self.work += allowed.len() * allowed.len();
            let Some((premises, holds)) = implied(&polynomial, allowed) else { continue };
            // Bits say as much about easy ones, and sooner.
            if !polynomial.is_hard() && !hard.iter().any(|(equation, _)| premises.contains(equation)) {
                continue;
            }
            let mut clause: Vec<(TermId, bool)> = taken.iter().map(|(term, value)| (*term, *value)).collect();
            clause.extend(premises.into_iter().map(|equation| (equation, true)));
            clause.push((goal, holds));
            if self.known.insert(clause.clone()) {
                add_clause(base, &clause);
            }
            break;
        }
    }
}

/// Adds: where all but the last are as they say, so is the last.
fn add_clause(base: &mut Propositional, clause: &[(TermId, bool)]) {
    let Some(((goal, holds), premises)) = clause.split_last() else { return };
    let mut all = Bit::TRUE;
    for (term, value) in premises {
        let bit = base.blaster.bit(*term);
        all = base.blaster.aig.and(all, if *value { bit } else { !bit });
    }
    let bit = base.blaster.bit(*goal);
    let implied = base.blaster.aig.implies(all, if *holds { bit } else { !bit });
    base.assert_bit(implied);
}

/// Equations that make a polynomial zero, or never zero; as few as can be left.
fn implied(goal: &Polynomial, equations: &[(TermId, Polynomial)]) -> Option<(BTreeSet<TermId>, bool)> {
    let (mut needed, holds) = follows(goal, equations.iter())?;
    for equation in needed.clone() {
        let fewer = equations.iter().filter(|(e, _)| needed.contains(e) && *e != equation);
        if let Some((still, same)) = follows(goal, fewer)
            && same == holds
        {
            needed = still;
        }
    }
    Some((needed, holds))
}

fn follows<'e>(
    goal: &Polynomial,
    equations: impl Iterator<Item = &'e (TermId, Polynomial)>,
) -> Option<(BTreeSet<TermId>, bool)> {
    let mut span = Span::default();
    for (equation, polynomial) in equations {
        span.add(polynomial.clone(), BTreeSet::from([*equation]));
    }
    let mut used = BTreeSet::new();
    match span.reduce(goal, &mut used) {
        Reduced::Zero => Some((used, true)),
        Reduced::NeverZero => Some((used, false)),
        Reduced::Other => None,
    }
}

impl Span {
    /// Adds a polynomial that is zero. Invariant: a row has no part at the pivots of the rows before it.
    fn add(&mut self, mut polynomial: Polynomial, mut of: BTreeSet<TermId>) {
        for row in &mut self.rows {
            let Some(own) = polynomial.parts.get(&row.pivot).copied() else { continue };
            if own.trailing_zeros() < row.polynomial.parts[&row.pivot].trailing_zeros() {
                std::mem::swap(&mut polynomial, &mut row.polynomial);
                std::mem::swap(&mut of, &mut row.of);
            }
            polynomial.eliminate(&row.pivot, &row.polynomial);
            of.extend(row.of.iter().copied());
        }
        // The part least divisible by two, so that most others can be eliminated by it.
        let pivot = polynomial
            .parts
            .iter()
            .min_by_key(|(monomial, part)| (part.trailing_zeros(), usize::MAX - monomial.len(), (*monomial).clone()));
        if let Some((pivot, _)) = pivot.filter(|(pivot, _)| !pivot.is_empty()) {
            let pivot = pivot.clone();
            self.rows.push(Row { polynomial, pivot, of });
        }
    }
    fn reduce(&self, goal: &Polynomial, used: &mut BTreeSet<TermId>) -> Reduced {
        let mut left = goal.clone();
        for row in &self.rows {
            let Some(own) = left.parts.get(&row.pivot) else { continue };
            if own.trailing_zeros() >= row.polynomial.parts[&row.pivot].trailing_zeros() {
                left.eliminate(&row.pivot, &row.polynomial);
                used.extend(row.of.iter().copied());
            }
        }
        if left.parts.is_empty() {
            return Reduced::Zero;
        }
        let constant = left.parts.remove(&Vec::new()).map_or(u32::MAX, u64::trailing_zeros);
        let others = left.parts.values().map(|part| part.trailing_zeros()).min().unwrap_or(u32::MAX);
        if constant < others { Reduced::NeverZero } else { Reduced::Other }
    }
}

impl Polynomial {
    fn constant(width: u32, value: u64) -> Self {
        let mut result = Self { width, parts: BTreeMap::new() };
        result.add_part(Vec::new(), value);
        result
    }
    fn degree(&self) -> usize {
        self.parts.keys().map(Vec::len).max().unwrap_or(0)
    }
    /// Whether it has products, or sums of several words.
    fn is_hard(&self) -> bool {
        self.degree() > 1 || self.parts.keys().filter(|monomial| !monomial.is_empty()).count() > 2
    }
    fn add_part(&mut self, monomial: Monomial, value: u64) {
        let mask = u64::MAX >> (64 - self.width);
        let sum = self.parts.get(&monomial).copied().unwrap_or(0).wrapping_add(value) & mask;
        if sum == 0 {
            self.parts.remove(&monomial);
        } else {
            self.parts.insert(monomial, sum);
        }
    }
    fn add_multiple(&mut self, other: &Self, factor: u64) {
        for (monomial, part) in &other.parts {
            self.add_part(monomial.clone(), part.wrapping_mul(factor));
        }
    }
    fn times(&self, other: &Self) -> Option<Self> {
        let mut result = Self { width: self.width, parts: BTreeMap::new() };
        for (a, x) in &self.parts {
            for (b, y) in &other.parts {
                let mut product: Monomial = a.iter().chain(b).copied().collect();
                product.sort_unstable();
                result.add_part(product, x.wrapping_mul(*y));
            }
        }
        (result.parts.len() <= MOST_MONOMIALS && result.degree() <= HIGHEST_DEGREE).then_some(result)
    }
    /// Subtracts the multiple of another polynomial that makes a part zero. The other's part there is divisible by no higher power
    /// of two than ours.
    fn eliminate(&mut self, pivot: &Monomial, other: &Self) {
        let (own, unit) = (self.parts[pivot], other.parts[pivot]);
        let shift = unit.trailing_zeros();
        let factor = (own >> shift).wrapping_mul(inverse(unit >> shift));
        self.add_multiple(other, factor.wrapping_neg());
    }
    /// The condition of a choice among the factors.
    fn choice(&self, terms: &Terms) -> Option<TermId> {
        let choice = self.parts.keys().flatten().find(|term| terms.op(**term) == Op::Ite)?;
        Some(terms.args(*choice)[0])
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    // Right modulo 8 to begin with; each step doubles the number of right bits.
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// The word and the number of places, of a shift to the left by a constant, in either form: `x << k`, and the lower bits of x before
/// k zeros.
fn shifted(terms: &Terms, term: TermId) -> Option<(TermId, u32)> {
    let (width, args) = (terms.width(term), terms.args(term));
    match terms.op(term) {
        Op::BvShl => Some((args[0], u32::try_from(terms.as_u64(args[1])?).ok().filter(|by| *by < width)?)),
        Op::Concat if terms.as_u64(args[1]) == Some(0) => {
            let by = terms.width(args[1]);
            let word = *terms.args(args[0]).first()?;
            let is_lower = terms.op(args[0]) == Op::Extract { high: width - 1 - by, low: 0 };
            (is_lower && terms.width(word) == width).then_some((word, by))
        }
        _ => None,
    }
}

/// Reads terms as polynomials.
#[derive(Clone)]
struct Reader<'t> {
    terms: &'t Terms,
    taken: Taken,
    read: FxHashMap<TermId, Option<Polynomial>>,
}

impl<'t> Reader<'t> {
    fn new(terms: &'t Terms, taken: Taken) -> Self {
        Self { terms, taken, read: FxHashMap::default() }
    }
    /// The polynomial that is zero where an equation holds; none if it is too large.
    fn equation(&mut self, equation: TermId) -> Option<Polynomial> {
        let [left, right] = *self.terms.args(equation) else { return None };
        let mut difference = self.polynomial(left)?;
        difference.add_multiple(&self.polynomial(right)?, u64::MAX);
        (difference.parts.len() <= MOST_MONOMIALS).then_some(difference)
    }
    fn polynomial(&mut self, term: TermId) -> Option<Polynomial> {
        if let Some(known) = self.read.get(&term) {
            return known.clone();
        }
        let result = self.read_term(term).filter(|p| p.parts.len() <= MOST_MONOMIALS);
        self.read.insert(term, result.clone());
        result
    }
    fn read_term(&mut self, term: TermId) -> Option<Polynomial> {
        let (terms, width) = (self.terms, self.terms.width(term));
        let args = terms.args(term);
        let sum = |reader: &mut Self, factor: u64| {
            let mut left = reader.polynomial(args[0])?;
            left.add_multiple(&reader.polynomial(args[1])?, factor);
            Some(left)
        };
        match terms.op(term) {
            Op::BvConst(_) => Some(Polynomial::constant(width, terms.as_u64(term)?)),
            Op::BvAdd => sum(self, 1),
            Op::BvSub => sum(self, u64::MAX),
            Op::BvNeg | Op::BvNot => {
                // ~x = -x - 1.
                let least = if terms.op(term) == Op::BvNot { u64::MAX } else { 0 };
                let mut result = Polynomial::constant(width, least);
                result.add_multiple(&self.polynomial(args[0])?, u64::MAX);
                Some(result)
            }
            Op::BvMul => self.polynomial(args[0])?.times(&self.polynomial(args[1])?),
            Op::BvShl | Op::Concat => match shifted(terms, term) {
                Some((word, by)) => {
                    let mut result = Polynomial::constant(width, 0);
                    result.add_multiple(&self.polynomial(word)?, 1 << by);
                    Some(result)
                }
                None => Some(self.variable(term)),
            },
            Op::Ite => match self.taken.get(&args[0]) {
                Some(true) => self.polynomial(args[1]),
                Some(false) => self.polynomial(args[2]),
                None => Some(self.variable(term)),
            },
            _ => Some(self.variable(term)),
        }
    }
    fn variable(&self, term: TermId) -> Polynomial {
        Polynomial { width: self.terms.width(term), parts: BTreeMap::from([(vec![term], 1)]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_term::{Assignment, BvValue, Evaluator, Value};

    const WIDTH: u32 = 4;

    #[test]
    fn inverses_are_inverse() {
        for odd in (1..200u64).step_by(2).chain([u64::MAX, 0x1234_5678_9abc_def1]) {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }

    /// A random polynomial term over some words, with choices.
    fn random_word(terms: &mut Terms, words: &[TermId], rng: &mut fastrand::Rng, depth: u32) -> TermId {
        if depth == 0 || rng.u8(..5) == 0 {
            return if rng.bool() { words[rng.usize(..words.len())] } else { terms.bv_u64(WIDTH, rng.u64(..16)) };
        }
        let kind = rng.u8(..7);
        let (a, b) = (random_word(terms, words, rng, depth - 1), random_word(terms, words, rng, depth - 1));
        match kind {
            0 | 1 => terms.bv_add(a, b),
            2 => terms.bv_sub(a, b),
            3 | 4 => terms.bv_mul(a, b),
            5 => terms.bv_neg(a),
            _ => {
                let condition = terms.bv_ult(words[0], b);
                terms.ite(condition, a, b)
            }
        }
    }

    /// Every implication that is found holds for all values of two words of four bits.
    #[test]
    fn what_follows_is_true() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut found = 0;
        for _ in 0..400 {
            let mut terms = Terms::new();
            let sort = terms.bv_sort(WIDTH);
            let words = ["x", "y"].map(|name| terms.symbol(name, sort));
            let mut equations = Vec::new();
            for _ in 0..5 {
                let (a, b) =
                    (random_word(&mut terms, &words, &mut rng, 3), random_word(&mut terms, &words, &mut rng, 2));
                let equation = terms.eq(a, b);
                if terms.op(equation) == Op::Eq {
                    equations.push(equation);
                }
            }
            let mut reader = Reader::new(&terms, Taken::new());
            let polynomials: Vec<(TermId, Polynomial)> = equations
                .iter()
                .filter_map(|e| Some((*e, reader.equation(*e)?)))
                .filter(|(e, _)| terms.width(terms.args(*e)[0]) == WIDTH)
                .collect();
            for (goal, polynomial) in &polynomials {
                let others: Vec<_> = polynomials.iter().filter(|(e, _)| e != goal).cloned().collect();
                let Some((premises, holds)) = implied(polynomial, &others) else { continue };
                found += 1;
                for values in 0..256u64 {
                    let mut model = Assignment::new();
                    for (word, value) in words.iter().zip([values % 16, values / 16]) {
                        let symbol = terms.as_symbol(*word).expect("a symbol");
                        model.set(symbol, Value::BitVec(BvValue::from_u64(WIDTH, value)));
                    }
                    let mut evaluator = Evaluator::new(&terms, &model);
                    if premises.iter().all(|e| evaluator.holds(*e) == Ok(true)) {
                        assert_eq!(evaluator.holds(*goal), Ok(holds));
                    }
                }
            }
        }
        assert!(found > 100, "only {found} implications");
    }

    #[test]
    fn sums_of_numbers_are_found() {
        use crate::abilities::{Limits, Outcome, Solver};
        let mut terms = Terms::new();
        let sort = terms.bv_sort(64);
        let (s, i) = (terms.symbol("s", sort), terms.symbol("i", sort));
        let twice = |terms: &mut Terms, s| {
            let two = terms.bv_u64(64, 2);
            terms.bv_mul(two, s)
        };
        let gauss = |terms: &mut Terms, s, i| {
            let (left, square) = (twice(terms, s), terms.bv_mul(i, i));
            let right = terms.bv_sub(square, i);
            terms.eq(left, right)
        };
        let before = gauss(&mut terms, s, i);
        let one = terms.bv_u64(64, 1);
        let (next_s, next_i) = (terms.bv_add(s, i), terms.bv_add(i, one));
        let after = gauss(&mut terms, next_s, next_i);
        let violated = terms.not(after);
        let mut solver = super::super::Builtin::new();
        solver.assert(&mut terms, before);
        let outcome = solver.check(&mut terms, &[violated], &cairn_base::Budget::unlimited(), Limits::default());
        assert_eq!(outcome, Outcome::Unsat);
    }
}
