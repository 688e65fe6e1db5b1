//! Integers with bounded values as bit-vectors wide enough that nothing wraps.
//!
//! In: terms with integers, and the ranges of the integers that are not computed from others: symbols, and what
//! is read from arrays that stand for arrays of bits. Whoever gives a range also asserts it. Out: terms without
//! integers that have the same models, up to [`Reduction::back`]. The interval of every integer follows from
//! those of its parts; its bit-vector holds the interval in two's complement, so every operation is exact.
//!
//! Refused, with a reason: integers without a range, values beyond [`WIDEST`] bits, reals.

use super::{Image, Refused, power};
use crate::eval::Assignment;
use crate::op::{Op, SymbolId, TermId};
use crate::sort::{Sort, SortId};
use crate::terms::Terms;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Wider values come from products of products, which circuits cannot decide anyway.
pub const WIDEST: u32 = 2048;
/// Indices and elements of arrays: every machine integer fits.
const ARRAY_BITS: u32 = 64;

/// What is known about integers that are not computed, and asserted by whoever says it.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    terms: FxHashMap<TermId, (BigInt, BigInt)>,
    /// Arrays that stand for arrays of bits.
    arrays: FxHashSet<TermId>,
}

impl Ranges {
    pub fn insert(&mut self, term: TermId, low: BigInt, high: BigInt) {
        self.terms.insert(term, (low, high));
    }
    pub fn insert_array(&mut self, symbol: TermId) {
        self.arrays.insert(symbol);
    }
}

/// A bit-vector that holds an integer of the interval in two's complement, in just enough bits.
#[derive(Clone, Debug)]
struct Held {
    term: TermId,
    low: BigInt,
    high: BigInt,
}

/// The reduction, and what it has reduced so far.
#[derive(Clone, Debug, Default)]
pub struct Reduction {
    held: FxHashMap<TermId, Held>,
    others: FxHashMap<TermId, TermId>,
    symbols: Vec<(SymbolId, SymbolId)>,
}

fn width_of(low: &BigInt, high: &BigInt) -> u32 {
    let bits = |n: &BigInt| if n.is_negative() { (-n - BigInt::one()).bits() } else { n.bits() };
    u32::try_from(bits(low).max(bits(high)) + 1).unwrap_or(u32::MAX)
}

/// The value in the width of its interval.
fn fit(terms: &mut Terms, term: TermId, low: BigInt, high: BigInt) -> Image<Held> {
    let width = width_of(&low, &high);
    if width > WIDEST {
        return Err("integers of this size");
    }
    let term = terms.resize_signed(term, width);
    Ok(Held { term, low, high })
}

impl Reduction {
    pub fn new() -> Self {
        Self::default()
    }

    /// The image of a Boolean term.
    pub fn reduce(&mut self, terms: &mut Terms, ranges: &Ranges, root: TermId) -> Result<TermId, Refused> {
        let mut stack = vec![root];
        while let Some(&next) = stack.last() {
            if self.is_done(next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(next).iter().filter(|arg| !self.is_done(**arg)));
            if stack.len() > before && !terms.op(next).is_quantifier() {
                continue;
            }
            if terms.sort_data_of(next) == Sort::Int {
                let held = self.integer(terms, ranges, next)?;
                self.held.insert(next, held);
            } else {
                let image = self.non_integer(terms, ranges, next)?;
                self.others.insert(next, image);
            }
            stack.pop();
        }
        self.other(root)
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
    pub(super) fn forth(&self, terms: &Terms, model: &Assignment) -> Assignment {
        let mut result = model.clone();
        for (own, image) in &self.symbols {
            if let Some(value) = model.get(*own) {
                result.set(*image, forth_value(terms, value, terms.symbol_sort(*image)));
            }
        }
        result
    }

    fn is_done(&self, term: TermId) -> bool {
        self.held.contains_key(&term) || self.others.contains_key(&term)
    }
    fn held(&self, term: TermId) -> Image<Held> {
        self.held.get(&term).cloned().ok_or("an integer without bits")
    }
    fn other(&self, term: TermId) -> Image<TermId> {
        self.others.get(&term).copied().ok_or("a term without an image")
    }

    fn symbol(&mut self, terms: &mut Terms, symbol: SymbolId, sort: SortId) -> TermId {
        let name = terms.symbol_name(symbol).to_owned();
        let term = terms.symbol(&format!("{name}.bits"), sort);
        if let Some(own) = terms.as_symbol(term) {
            self.symbols.push((symbol, own));
        }
        term
    }

    fn integer(&mut self, terms: &mut Terms, ranges: &Ranges, term: TermId) -> Image<Held> {
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        match op {
            Op::IntConst(_) => {
                let value = terms.int_value(term).cloned().ok_or("a constant")?;
                let width = width_of(&value, &value).min(WIDEST);
                let bits = terms.bv(crate::bv::BvValue::from_bigint(width, &value));
                fit(terms, bits, value.clone(), value)
            }
            Op::Symbol(symbol) => {
                let (low, high) = ranges.terms.get(&term).cloned().ok_or("an integer without bounds")?;
                let sort = terms.bv_sort(width_of(&low, &high).min(WIDEST));
                let bits = self.symbol(terms, symbol, sort);
                fit(terms, bits, low, high)
            }
            Op::Ite => {
                let (condition, a, b) = (self.other(args[0])?, self.held(args[1])?, self.held(args[2])?);
                let (low, high) = (a.low.clone().min(b.low.clone()), a.high.clone().max(b.high.clone()));
                let (x, y) = alike(terms, &a, &b, 0);
                let chosen = terms.ite(condition, x, y);
                fit(terms, chosen, low, high)
            }
            Op::Select => {
                let (array, index) = (self.other(args[0])?, self.in_array(terms, args[1])?);
                let element = terms.select(array, index);
                let wide = (-power(ARRAY_BITS - 1), power(ARRAY_BITS - 1) - 1);
                let (low, high) = ranges.terms.get(&term).cloned().unwrap_or(wide);
                fit(terms, element, low, high)
            }
            Op::BvToNat => {
                let bits = self.other(args[0])?;
                let width = terms.width(bits);
                let wider = terms.zero_extend(bits, 1);
                fit(terms, wider, BigInt::ZERO, power(width) - 1)
            }
            Op::SbvToInt => {
                let bits = self.other(args[0])?;
                let width = terms.width(bits);
                fit(terms, bits, -power(width - 1), power(width - 1) - 1)
            }
            Op::Neg | Op::IntAbs => {
                let a = self.held(args[0])?;
                self.sign_change(terms, op, &a)
            }
            Op::Add | Op::Sub | Op::Mul => {
                let (a, b) = (self.held(args[0])?, self.held(args[1])?);
                combine(terms, op, &a, &b)
            }
            Op::IntDiv | Op::IntMod => {
                let (a, b) = (self.held(args[0])?, self.held(args[1])?);
                divide(terms, op, &a, &b)
            }
            _ => Err("an operator on integers"),
        }
    }

    fn sign_change(&mut self, terms: &mut Terms, op: Op, a: &Held) -> Image<Held> {
        let wide = terms.sign_extend(a.term, 1);
        let negated = terms.bv_neg(wide);
        if op == Op::Neg {
            return fit(terms, negated, -&a.high, -&a.low);
        }
        let zero = terms.bv_u64(terms.width(wide), 0);
        let below = terms.bv_slt(wide, zero);
        let size = terms.ite(below, negated, wide);
        let most = a.low.abs().max(a.high.abs());
        fit(terms, size, BigInt::ZERO, most)
    }

    fn non_integer(&mut self, terms: &mut Terms, ranges: &Ranges, term: TermId) -> Image<TermId> {
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        match op {
            Op::Symbol(symbol) => {
                let sort = terms.sort_of(term);
                let image = image_sort(terms, sort)?;
                if image == sort {
                    return Ok(term);
                }
                if !ranges.arrays.contains(&term) {
                    return Err("an array of integers without bounds");
                }
                return Ok(self.symbol(terms, symbol, image));
            }
            Op::Forall | Op::Exists => return Err("a quantifier"),
            Op::Select => {
                let (array, index) = (self.other(args[0])?, self.in_array(terms, args[1])?);
                return Ok(terms.select(array, index));
            }
            Op::Store => {
                let (index, element) = (self.in_array(terms, args[1])?, self.in_array(terms, args[2])?);
                let array = self.other(args[0])?;
                return Ok(terms.store(array, index, element));
            }
            Op::ConstArray(sort) => {
                let (sort, element) = (image_sort(terms, sort)?, self.in_array(terms, args[0])?);
                return Ok(terms.const_array(sort, element));
            }
            Op::Eq | Op::Le | Op::Lt if terms.sort_data_of(args[0]) == Sort::Int => {
                let (a, b) = (self.held(args[0])?, self.held(args[1])?);
                let (x, y) = alike(terms, &a, &b, 0);
                return Ok(match op {
                    Op::Eq => terms.eq(x, y),
                    Op::Le => terms.bv_sle(x, y),
                    _ => terms.bv_slt(x, y),
                });
            }
            Op::IntToBv(width) => {
                let a = self.held(args[0])?;
                return Ok(terms.resize_signed(a.term, width));
            }
            _ => {}
        }
        if args.iter().any(|arg| terms.sort_data_of(*arg) == Sort::Int) {
            return Err("an operator on integers");
        }
        let images = args.iter().map(|arg| self.other(*arg)).collect::<Image<Vec<_>>>()?;
        Ok(if images == args { term } else { terms.build(op, &images) })
    }

    /// An index or element of an array.
    fn in_array(&mut self, terms: &mut Terms, term: TermId) -> Image<TermId> {
        if terms.sort_data_of(term) != Sort::Int {
            return self.other(term);
        }
        let held = self.held(term)?;
        if width_of(&held.low, &held.high) > ARRAY_BITS {
            return Err("integers of this size in arrays");
        }
        Ok(terms.resize_signed(held.term, ARRAY_BITS))
    }
}

/// Both in one width that holds either, and `more` bits.
fn alike(terms: &mut Terms, a: &Held, b: &Held, more: u32) -> (TermId, TermId) {
    let width = terms.width(a.term).max(terms.width(b.term)) + more;
    (terms.resize_signed(a.term, width), terms.resize_signed(b.term, width))
}

fn combine(terms: &mut Terms, op: Op, a: &Held, b: &Held) -> Image<Held> {
    let (low, high) = match op {
        Op::Add => (&a.low + &b.low, &a.high + &b.high),
        Op::Sub => (&a.low - &b.high, &a.high - &b.low),
        _ => {
            let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
            let low = corners.iter().min().cloned().unwrap_or_default();
            (low, corners.into_iter().max().unwrap_or_default())
        }
    };
    let width = width_of(&low, &high);
    if width > WIDEST {
        return Err("integers of this size");
    }
    // Modulo 2^width the operands may be cut as well: the result fits.
    let (x, y) = (terms.resize_signed(a.term, width), terms.resize_signed(b.term, width));
    let term = match op {
        Op::Add => terms.bv_add(x, y),
        Op::Sub => terms.bv_sub(x, y),
        _ => terms.bv_mul(x, y),
    };
    Ok(Held { term, low, high })
}

/// Euclidean quotient and remainder; by zero they are 0 and the dividend.
fn divide(terms: &mut Terms, op: Op, a: &Held, b: &Held) -> Image<Held> {
    if b.low == b.high && b.low.is_positive() {
        return divide_by_constant(terms, op, a, b);
    }
    // Two more bits hold the divisor's size and the dividend less the remainder.
    let (x, y) = alike(terms, a, b, 2);
    let zero = terms.bv_u64(terms.width(x), 0);
    let (by_zero, below) = (terms.eq(y, zero), terms.bv_slt(y, zero));
    let minus_y = terms.bv_neg(y);
    let size = terms.ite(below, minus_y, y);
    let remainder = terms.bv_smod(x, size);
    let largest = b.low.abs().max(b.high.abs());
    if op == Op::IntMod {
        let term = terms.ite(by_zero, x, remainder);
        return fit(terms, term, a.low.clone().min(BigInt::ZERO), a.high.clone().max(largest));
    }
    let exact = terms.bv_sub(x, remainder);
    let quotient = terms.bv_sdiv(exact, y);
    let term = terms.ite(by_zero, zero, quotient);
    let most = a.low.abs().max(a.high.abs()) + 1;
    fit(terms, term, -&most, most)
}

fn divide_by_constant(terms: &mut Terms, op: Op, a: &Held, b: &Held) -> Image<Held> {
    let (low, high) = match op {
        Op::IntDiv => (a.low.div_floor(&b.low), a.high.div_floor(&b.low)),
        _ => (BigInt::ZERO, &b.low - 1),
    };
    let exponent = (b.low.bits() - 1) as u32;
    let (x, y) = alike(terms, a, b, 2);
    let width = terms.width(x);
    let term = match (op, b.low == power(exponent)) {
        (Op::IntDiv, true) => {
            let by = terms.bv_u64(width, exponent.into());
            terms.bv_ashr(x, by)
        }
        (Op::IntDiv, false) => {
            let remainder = terms.bv_smod(x, y);
            let exact = terms.bv_sub(x, remainder);
            terms.bv_sdiv(exact, y)
        }
        (_, true) => {
            let ones: BigInt = &b.low - 1;
            let mask = terms.bv_big(width, ones.magnitude());
            terms.bv_and(x, mask)
        }
        _ => terms.bv_smod(x, y),
    };
    fit(terms, term, low, high)
}

fn image_sort(terms: &mut Terms, sort: SortId) -> Image<SortId> {
    match *terms.sort_data(sort) {
        Sort::Int => Ok(terms.bv_sort(ARRAY_BITS)),
        Sort::Real => Err("real numbers"),
        Sort::Array { index, element } => {
            let (index, element) = (image_sort(terms, index)?, image_sort(terms, element)?);
            Ok(terms.array_sort(index, element))
        }
        _ => Ok(sort),
    }
}

fn back_value(terms: &Terms, value: &Value, sort: SortId) -> Value {
    match (value, *terms.sort_data(sort)) {
        (Value::BitVec(bits), Sort::Int) => Value::Int(bits.to_bigint()),
        (Value::Array(array), Sort::Array { index, element }) => {
            let mut result = ArrayValue::constant(sort, back_value(terms, &array.default, element));
            for (i, e) in array.entries.iter() {
                result.store(back_value(terms, i, index), back_value(terms, e, element));
            }
            Value::Array(Arc::new(result))
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
fn forth_value(terms: &Terms, value: &Value, sort: SortId) -> Value {
    match (value, *terms.sort_data(sort)) {
        (Value::Int(n), Sort::BitVec(width)) => Value::BitVec(crate::bv::BvValue::from_bigint(width, n)),
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
