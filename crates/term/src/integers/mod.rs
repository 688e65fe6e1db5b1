//! Bit-vector formulas as formulas over mathematical integers (`--integers math`).
//!
//! In: terms with bit-vectors. Out: terms in which every bit-vector is an integer, and the bounds its symbols
//! keep. The translation is exact: a formula and its image together with the bounds have the same models, up to
//! [`Integers::back`]. A bit-vector `x` of width w becomes any integer congruent to it modulo 2^w; which one is
//! settled only where it matters. A comparison asks for the signed or the unsigned value and gets the integer
//! itself where its interval shows that it did not wrap, a correction by 2^w where it wrapped at most once, and
//! `mod` otherwise. So arithmetic that cannot wrap stays plain linear arithmetic.
//!
//! Refused, with a reason: quantifiers and functions over bit-vectors, equality of whole arrays (two arrays of
//! integers may differ where the arrays of bits they stand for do not).
//!
//! Who knows more than the intervals show can say so: [`Integers::stands_for`], [`Integers::without_sign`].
//!
//! The other way, [`reduce`] gives bit-vectors to integers whose values are bounded.

mod arithmetic;
mod bits;
pub mod reduce;
#[cfg(test)]
mod tests;

use crate::bv::BvValue;
use crate::eval::Assignment;
use crate::op::{Op, SymbolId, TermId};
use crate::sort::{Sort, SortId};
use crate::terms::Terms;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Why a term has no image.
pub type Refused = &'static str;
type Image<T> = Result<T, Refused>;

pub(super) fn power(exponent: u32) -> BigInt {
    BigInt::one() << exponent
}

/// An integer that is congruent to a bit-vector, and bounds of its value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Number {
    term: TermId,
    low: BigInt,
    high: BigInt,
}

impl Number {
    fn is_within(&self, low: &BigInt, high: &BigInt) -> bool {
        *low <= self.low && self.high <= *high
    }
}

/// A bit-vector of whose value somebody knows more than intervals show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exact {
    /// A sum, difference or product that does not leave its range, with or without sign.
    Result { op: Op, operands: [TermId; 2], is_signed: bool },
    /// A number below a limit that is at most half of all numbers of its width.
    Below { of: [TermId; 1], limit: u64 },
}

impl Exact {
    fn operands(&self) -> &[TermId] {
        match self {
            Exact::Result { operands, .. } => operands,
            Exact::Below { of, .. } => of,
        }
    }
}

/// The translation, and what it has translated so far.
#[derive(Clone, Debug, Default)]
pub struct Integers {
    numbers: FxHashMap<TermId, Number>,
    /// Images of terms that are no bit-vectors.
    others: FxHashMap<TermId, TermId>,
    /// Bounds not asked for yet.
    bounds: Vec<TermId>,
    /// Symbols and the symbols that stand for them.
    symbols: Vec<(SymbolId, SymbolId)>,
    ranges: reduce::Ranges,
    /// Symbols that are integers without sign; the others have one.
    unsigned: FxHashSet<SymbolId>,
    exact: FxHashMap<SymbolId, Exact>,
}

impl Integers {
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol becomes an integer from 0 on; otherwise it would be one with a sign.
    pub fn without_sign(&mut self, symbol: SymbolId) {
        self.unsigned.insert(symbol);
    }

    /// The symbol stands for something of which more is known wherever the symbol matters. Its image needs no
    /// correction: no symbol of its own, and no bounds.
    pub fn stands_for(&mut self, symbol: SymbolId, exact: Exact) {
        self.exact.insert(symbol, exact);
    }

    /// The image of a Boolean term. It says the same together with all [bounds](Self::bounds).
    pub fn translate(&mut self, terms: &mut Terms, root: TermId) -> Image<TermId> {
        self.visit(terms, root)?;
        self.other(root)
    }

    /// The image of any term: of a bit-vector its value, with or without sign.
    pub fn value(&mut self, terms: &mut Terms, root: TermId, is_signed: bool) -> Image<TermId> {
        self.visit(terms, root)?;
        match terms.sort_data_of(root) {
            Sort::BitVec(_) if is_signed => self.signed(terms, root),
            Sort::BitVec(_) => self.unsigned(terms, root),
            _ => self.other(root),
        }
    }

    fn visit(&mut self, terms: &mut Terms, root: TermId) -> Image<()> {
        let mut stack = vec![root];
        while let Some(&next) = stack.last() {
            if self.is_done(next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let exact = terms.as_symbol(next).and_then(|symbol| self.exact.get(&symbol));
            let operands = exact.map_or(terms.args(next), Exact::operands);
            stack.extend(operands.iter().filter(|arg| !self.is_done(**arg)));
            if stack.len() > before && !terms.op(next).is_quantifier() {
                continue;
            }
            self.node(terms, next)?;
            stack.pop();
        }
        Ok(())
    }

    /// Bounds of the integers met since this was last asked.
    pub fn bounds(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.bounds)
    }

    /// The ranges of what was met, for [`reduce`].
    pub fn ranges(&self) -> &reduce::Ranges {
        &self.ranges
    }

    /// A model of the image as a model of the formula.
    pub fn back(&self, terms: &Terms, model: &Assignment) -> Assignment {
        let mut result = model.clone();
        for (own, image) in &self.symbols {
            if let Some(value) = model.get(*image) {
                result.set(*own, back_value(terms, value, terms.symbol_sort(*own)));
            }
        }
        result
    }

    /// A model of the formula as a model of its image, for tests.
    #[cfg(test)]
    fn forth(&self, terms: &Terms, model: &Assignment) -> Assignment {
        let mut result = model.clone();
        for (own, image) in &self.symbols {
            if let Some(value) = model.get(*own) {
                let forth = match value {
                    Value::BitVec(bits) if self.unsigned.contains(own) => Value::Int(bits.to_biguint().into()),
                    value => forth_value(terms, value, terms.symbol_sort(*image)),
                };
                result.set(*image, forth);
            }
        }
        result
    }

    fn is_done(&self, term: TermId) -> bool {
        self.numbers.contains_key(&term) || self.others.contains_key(&term)
    }
    fn number(&self, term: TermId) -> Image<Number> {
        self.numbers.get(&term).cloned().ok_or("a bit-vector without an integer")
    }
    fn other(&self, term: TermId) -> Image<TermId> {
        self.others.get(&term).copied().ok_or("a term without an image")
    }

    fn node(&mut self, terms: &mut Terms, term: TermId) -> Image<()> {
        match terms.sort_data_of(term) {
            Sort::BitVec(width) => {
                let number = self.bit_vector(terms, term, width)?;
                self.numbers.insert(term, number);
            }
            _ => {
                let image = self.non_bit_vector(terms, term)?;
                self.others.insert(term, image);
            }
        }
        Ok(())
    }

    fn non_bit_vector(&mut self, terms: &mut Terms, term: TermId) -> Image<TermId> {
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        let has_bits = args.iter().any(|arg| matches!(terms.sort_data_of(*arg), Sort::BitVec(_)));
        match op {
            Op::Symbol(symbol) => return self.symbol(terms, symbol),
            Op::Forall | Op::Exists => return Err("a quantifier"),
            Op::Eq if matches!(terms.sort_data_of(args[0]), Sort::Array { .. }) => {
                return Err("an equality of whole arrays");
            }
            Op::Apply(_) => return Err("a function"),
            Op::Select => return Ok(self.select(terms, &args)?.term),
            Op::Store => {
                let array = self.other(args[0])?;
                let (index, element) = (self.settled(terms, args[1])?, self.settled(terms, args[2])?);
                return Ok(terms.store(array, index, element));
            }
            Op::ConstArray(sort) => {
                let (sort, element) = (image_sort(terms, sort), self.settled(terms, args[0])?);
                return Ok(terms.const_array(sort, element));
            }
            _ => {}
        }
        if has_bits {
            return self.of_bits(terms, op, &args);
        }
        let images = args.iter().map(|arg| self.other(*arg)).collect::<Image<Vec<_>>>()?;
        Ok(if images == args { term } else { terms.build(op, &images) })
    }

    /// Operators from bit-vectors to something else.
    fn of_bits(&mut self, terms: &mut Terms, op: Op, args: &[TermId]) -> Image<TermId> {
        let last = *args.last().ok_or("an operator without arguments")?;
        let width = terms.width(last);
        match op {
            Op::BvToNat => self.unsigned(terms, last),
            Op::SbvToInt => self.signed(terms, last),
            Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => self.comparison(terms, op, args[0], last),
            Op::FpFromBits(_) | Op::FpFromSigned(_) | Op::FpFromUnsigned(_) => {
                // The residue is the same for every congruent integer.
                let number = self.number(last)?;
                let bits = terms.int_to_bv(width, number.term);
                let mut images = args[..args.len() - 1].iter().map(|a| self.other(*a)).collect::<Image<Vec<_>>>()?;
                images.push(bits);
                Ok(terms.build(op, &images))
            }
            _ => self.overflow(terms, op, args, width),
        }
    }

    /// A value as arrays hold it: bit-vectors by their signed value.
    fn settled(&mut self, terms: &mut Terms, term: TermId) -> Image<TermId> {
        match terms.sort_data_of(term) {
            Sort::BitVec(_) => self.signed(terms, term),
            _ => self.other(term),
        }
    }

    fn select(&mut self, terms: &mut Terms, args: &[TermId]) -> Image<Number> {
        let (array, index) = (self.other(args[0])?, self.settled(terms, args[1])?);
        let element = terms.select(array, index);
        let Sort::Array { element: sort, .. } = terms.sort_data_of(args[0]) else { return Err("an array") };
        match *terms.sort_data(sort) {
            // Arrays of integers may hold anything; what is read from those that stand for bits may not.
            Sort::BitVec(width) => Ok(self.bounded(terms, element, width)),
            _ => Ok(Number { term: element, low: BigInt::ZERO, high: BigInt::ZERO }),
        }
    }

    fn symbol(&mut self, terms: &mut Terms, symbol: SymbolId) -> Image<TermId> {
        let sort = terms.symbol_sort(symbol);
        let image = image_sort(terms, sort);
        if image == sort {
            return Ok(terms.symbol_term(symbol));
        }
        let name = terms.symbol_name(symbol).to_owned();
        let term = terms.symbol(&name, image);
        if let Some(own) = terms.as_symbol(term) {
            self.symbols.push((symbol, own));
            if matches!(terms.sort_data(sort), Sort::Array { .. }) {
                self.ranges.insert_array(term);
            }
        }
        Ok(term)
    }

    /// A term that has a value of `width` bits with sign, and is told so.
    fn bounded(&mut self, terms: &mut Terms, term: TermId, width: u32) -> Number {
        self.between(terms, term, -power(width - 1), power(width - 1) - 1)
    }
    fn between(&mut self, terms: &mut Terms, term: TermId, low: BigInt, high: BigInt) -> Number {
        if !terms.is_constant(term) {
            let (least, most) = (terms.int_const(low.clone()), terms.int_const(high.clone()));
            let (above, below) = (terms.le(least, term), terms.le(term, most));
            let both = terms.and(above, below);
            self.bounds.push(both);
            self.ranges.insert(term, low.clone(), high.clone());
        }
        Number { term, low, high }
    }

    fn constant(&self, terms: &mut Terms, value: BigInt) -> Number {
        Number { term: terms.int_const(value.clone()), low: value.clone(), high: value }
    }

    /// The two's complement value.
    fn signed(&mut self, terms: &mut Terms, term: TermId) -> Image<TermId> {
        let (number, width) = (self.number(term)?, terms.width(term));
        Ok(settle(terms, &number, &-power(width - 1), width))
    }
    fn unsigned(&mut self, terms: &mut Terms, term: TermId) -> Image<TermId> {
        let (number, width) = (self.number(term)?, terms.width(term));
        Ok(settle(terms, &number, &BigInt::ZERO, width))
    }

    fn comparison(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Image<TermId> {
        let width = terms.width(a);
        let natural = |n: &Number| n.is_within(&BigInt::ZERO, &(power(width) - 1));
        let is_unsigned = match op {
            Op::BvUlt | Op::BvUle => true,
            // Equality holds in any one representation: one that suits both sides, or else one of them.
            Op::Eq => {
                let (x, y) = (self.number(a)?, self.number(b)?);
                let half = power(width - 1);
                let integer = |n: &Number| n.is_within(&-&half, &(&half - 1)) || n.low == n.high;
                let natural = |n: &Number| natural(n) || n.low == n.high;
                let fits = |suits: &dyn Fn(&Number) -> bool| usize::from(suits(&x)) + usize::from(suits(&y));
                let both = natural(&x) && natural(&y) && x.low >= BigInt::ZERO && y.low >= BigInt::ZERO;
                both || fits(&natural) > fits(&integer)
            }
            _ => false,
        };
        let (x, y) = match is_unsigned {
            true => (self.unsigned(terms, a)?, self.unsigned(terms, b)?),
            false => (self.signed(terms, a)?, self.signed(terms, b)?),
        };
        Ok(match op {
            Op::Eq => terms.eq(x, y),
            Op::BvUlt | Op::BvSlt => terms.lt(x, y),
            _ => terms.le(x, y),
        })
    }
}

/// The integer congruent to `number` modulo 2^width in `low .. low + 2^width - 1`.
fn settle(terms: &mut Terms, number: &Number, low: &BigInt, width: u32) -> TermId {
    let full = power(width);
    let end = low + &full;
    if number.low == number.high {
        return terms.int_const(low + (&number.low - low).mod_floor(&full));
    }
    if number.is_within(low, &(&end - 1)) {
        return number.term;
    }
    let term = number.term;
    let (first, beyond, circle) =
        (terms.int_const(low.clone()), terms.int_const(end.clone()), terms.int_const(full.clone()));
    if !number.is_within(&(low - &full), &(&end + &full - 1)) {
        // low + ((t - low) mod 2^w)
        let shifted = terms.sub(term, first);
        let residue = terms.int_mod(shifted, circle);
        return terms.add(residue, first);
    }
    // Wrapped at most once, on the sides its bounds allow.
    let mut result = term;
    if number.high >= end {
        let (less, over) = (terms.sub(term, circle), terms.le(beyond, term));
        result = terms.ite(over, less, result);
    }
    if number.low < *low {
        let (more, under) = (terms.add(term, circle), terms.lt(term, first));
        result = terms.ite(under, more, result);
    }
    result
}

/// Bit-vectors are integers, also inside arrays.
fn image_sort(terms: &mut Terms, sort: SortId) -> SortId {
    match *terms.sort_data(sort) {
        Sort::BitVec(_) => terms.int_sort(),
        Sort::Array { index, element } => {
            let (index, element) = (image_sort(terms, index), image_sort(terms, element));
            terms.array_sort(index, element)
        }
        _ => sort,
    }
}

fn back_value(terms: &Terms, value: &Value, sort: SortId) -> Value {
    match (value, *terms.sort_data(sort)) {
        (Value::Int(number), Sort::BitVec(width)) => Value::BitVec(BvValue::from_bigint(width, number)),
        (Value::Array(array), Sort::Array { index, element }) => {
            let mut result = ArrayValue::constant(sort, back_value(terms, &array.default, element));
            for (i, e) in array.entries.iter() {
                // Indices out of range stand for nothing: no read settles on them.
                let fits = |width: u32, n: &BigInt| -power(width - 1) <= *n && *n < power(width - 1);
                let means = match (i, terms.sort_data(index)) {
                    (Value::Int(n), Sort::BitVec(width)) => fits(*width, n),
                    _ => true,
                };
                if means {
                    result.store(back_value(terms, i, index), back_value(terms, e, element));
                }
            }
            Value::Array(Arc::new(result))
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
fn forth_value(terms: &Terms, value: &Value, sort: SortId) -> Value {
    match (value, *terms.sort_data(sort)) {
        (Value::BitVec(bits), Sort::Int) => Value::Int(bits.to_bigint()),
        (Value::Array(array), Sort::Array { index, element }) => {
            let mut result = ArrayValue::constant(sort, forth_value(terms, &array.default, element));
            for (i, e) in array.entries.iter() {
                result.store(forth_value(terms, i, index), forth_value(terms, e, element));
            }
            Value::Array(Arc::new(result))
        }
        _ => value.clone(),
    }
}
