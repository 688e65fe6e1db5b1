//! Bit-vector arithmetic over integers: sums, products, quotients, and what overflows.

use super::{Exact, Image, Integers, Number, power, settle};
use crate::op::{Op, SymbolId, TermId};
use crate::sort::Sort;
use crate::terms::Terms;
use num_bigint::BigInt;
use num_traits::Signed;

impl Integers {
    pub(super) fn bit_vector(&mut self, terms: &mut Terms, term: TermId, width: u32) -> Image<Number> {
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        match op {
            Op::Symbol(symbol) => self.bit_vector_symbol(terms, symbol, width),
            Op::BvConst(value) => {
                let value = terms.bits_of(value).to_bigint();
                Ok(self.constant(terms, value))
            }
            Op::Ite => {
                let (condition, a, b) = (self.other(args[0])?, self.number(args[1])?, self.number(args[2])?);
                let term = terms.ite(condition, a.term, b.term);
                Ok(Number { term, low: a.low.min(b.low), high: a.high.max(b.high) })
            }
            Op::Select => self.select(terms, &args),
            Op::BvNeg | Op::BvNot => {
                let zero = self.constant(terms, if op == Op::BvNeg { BigInt::ZERO } else { BigInt::from(-1) });
                let a = self.near(terms, args[0])?;
                Ok(self.difference(terms, &zero, &a))
            }
            Op::BvAdd => {
                let (a, b) = (self.near(terms, args[0])?, self.near(terms, args[1])?);
                Ok(self.sum(terms, &a, &b))
            }
            Op::BvSub => {
                let (a, b) = (self.near(terms, args[0])?, self.near(terms, args[1])?);
                Ok(self.difference(terms, &a, &b))
            }
            Op::BvMul => {
                let (a, b) = (self.near(terms, args[0])?, self.near(terms, args[1])?);
                Ok(self.product(terms, &a, &b))
            }
            Op::BvUdiv | Op::BvUrem => self.unsigned_division(terms, op, args[0], args[1], width),
            Op::BvSdiv | Op::BvSrem | Op::BvSmod => self.signed_division(terms, op, args[0], args[1], width),
            Op::IntToBv(_) => {
                let term = self.other(args[0])?;
                // Nothing is known about the integer: its residue is taken at once.
                let (half, circle) = (terms.int_const(power(width - 1)), terms.int_const(power(width)));
                let shifted = terms.add(term, half);
                let residue = terms.int_mod(shifted, circle);
                let term = terms.sub(residue, half);
                Ok(Number { term, low: -power(width - 1), high: power(width - 1) - 1 })
            }
            Op::FpToUbv(_) | Op::FpToSbv(_) | Op::FpToIeeeBits => {
                let images = args.iter().map(|a| self.other(*a)).collect::<Image<Vec<_>>>()?;
                let bits = terms.build(op, &images);
                let term = terms.sbv_to_int(bits);
                Ok(Number { term, low: -power(width - 1), high: power(width - 1) - 1 })
            }
            _ => self.bitwise(terms, op, &args, width),
        }
    }

    fn bit_vector_symbol(&mut self, terms: &mut Terms, symbol: SymbolId, width: u32) -> Image<Number> {
        if let Some(exact) = self.exact.get(&symbol).copied() {
            return self.exact_result(terms, exact, width);
        }
        let image = self.symbol(terms, symbol)?;
        Ok(match self.unsigned.contains(&symbol) {
            true => self.between(terms, image, BigInt::ZERO, power(width) - 1),
            false => self.bounded(terms, image, width),
        })
    }

    /// The operation on the values themselves; where it matters the result is in range.
    fn exact_result(&mut self, terms: &mut Terms, exact: Exact, width: u32) -> Image<Number> {
        let (op, [a, b], is_signed) = match exact {
            Exact::Result { op, operands, is_signed } => (op, operands, is_signed),
            Exact::Below { of: [of], limit } => return self.number_below(terms, of, limit, width),
        };
        let (x, y, low, high) = match is_signed {
            true => (self.signed(terms, a)?, self.signed(terms, b)?, -power(width - 1), power(width - 1) - 1),
            false => (self.unsigned(terms, a)?, self.unsigned(terms, b)?, BigInt::ZERO, power(width) - 1),
        };
        let term = match op {
            Op::BvAdd => terms.add(x, y),
            Op::BvSub => terms.sub(x, y),
            Op::BvMul => terms.mul(x, y),
            _ => return Err("an operation that is never exact"),
        };
        Ok(Number { term, low, high })
    }

    /// Small numbers are the same with and without sign, so either value will do.
    fn number_below(&mut self, terms: &mut Terms, of: TermId, limit: u64, width: u32) -> Image<Number> {
        let number = self.number(of)?;
        let is_value = number.is_within(&-power(width - 1), &(power(width - 1) - 1))
            || number.is_within(&BigInt::ZERO, &(power(width) - 1));
        let term = if is_value { number.term } else { self.signed(terms, of)? };
        Ok(Number { term, low: BigInt::ZERO, high: BigInt::from(limit) - 1 })
    }

    /// A number not far from its signed value, so that sums and products do not grow without end.
    fn near(&mut self, terms: &mut Terms, term: TermId) -> Image<Number> {
        let (number, width) = (self.number(term)?, terms.width(term));
        let full = power(width);
        if number.is_within(&-&full, &full) {
            return Ok(number);
        }
        let (low, high) = (-power(width - 1), power(width - 1) - 1);
        Ok(Number { term: settle(terms, &number, &low, width), low, high })
    }

    pub(super) fn sum(&mut self, terms: &mut Terms, a: &Number, b: &Number) -> Number {
        Number { term: terms.add(a.term, b.term), low: &a.low + &b.low, high: &a.high + &b.high }
    }
    pub(super) fn difference(&mut self, terms: &mut Terms, a: &Number, b: &Number) -> Number {
        Number { term: terms.sub(a.term, b.term), low: &a.low - &b.high, high: &a.high - &b.low }
    }
    pub(super) fn product(&mut self, terms: &mut Terms, a: &Number, b: &Number) -> Number {
        let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        let low = corners.iter().min().cloned().unwrap_or_default();
        let high = corners.iter().max().cloned().unwrap_or_default();
        Number { term: terms.mul(a.term, b.term), low, high }
    }

    fn unsigned_division(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId, width: u32) -> Image<Number> {
        let (x, y) = (self.unsigned(terms, a)?, self.unsigned(terms, b)?);
        let zero = terms.int_i64(0);
        let by_zero = terms.eq(y, zero);
        let term = if op == Op::BvUdiv {
            let (ones, quotient) = (terms.int_const(power(width) - 1), terms.int_div(x, y));
            terms.ite(by_zero, ones, quotient)
        } else {
            let remainder = terms.int_mod(x, y);
            terms.ite(by_zero, x, remainder)
        };
        Ok(Number { term, low: BigInt::ZERO, high: power(width) - 1 })
    }

    /// SMT-LIB's definitions by the sizes of the operands: quotients round toward zero, `rem` has the sign of
    /// the dividend, `mod` that of the divisor.
    fn signed_division(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId, width: u32) -> Image<Number> {
        let (x, y) = (self.signed(terms, a)?, self.signed(terms, b)?);
        let zero = terms.int_i64(0);
        let by_zero = terms.eq(y, zero);
        let (below, divisor_below) = (terms.lt(x, zero), terms.lt(y, zero));
        let (minus_x, minus_y) = (terms.neg(x), terms.neg(y));
        let (size_x, size_y) = (terms.ite(below, minus_x, x), terms.ite(divisor_below, minus_y, y));
        let term = match op {
            Op::BvSdiv => {
                let size = terms.int_div(size_x, size_y);
                let opposite = terms.neg(size);
                let signs_differ = terms.xor(below, divisor_below);
                let quotient = terms.ite(signs_differ, opposite, size);
                let (one, minus_one) = (terms.int_i64(1), terms.int_i64(-1));
                let of_zero = terms.ite(below, one, minus_one);
                terms.ite(by_zero, of_zero, quotient)
            }
            Op::BvSrem => {
                let size = terms.int_mod(size_x, size_y);
                let opposite = terms.neg(size);
                let remainder = terms.ite(below, opposite, size);
                terms.ite(by_zero, x, remainder)
            }
            _ => {
                let residue = terms.int_mod(x, size_y);
                let lowered = terms.add(residue, y);
                let exact = terms.eq(residue, zero);
                let keeps = terms.not(divisor_below);
                let keeps = terms.or(keeps, exact);
                let modulus = terms.ite(keeps, residue, lowered);
                terms.ite(by_zero, x, modulus)
            }
        };
        // The one quotient beyond is that of the least number by -1.
        Ok(Number { term, low: -power(width - 1), high: power(width - 1) })
    }

    /// Whether an operation leaves the range.
    pub(super) fn overflow(&mut self, terms: &mut Terms, op: Op, args: &[TermId], width: u32) -> Image<TermId> {
        let is_unsigned = matches!(op, Op::BvUaddO | Op::BvUsubO | Op::BvUmulO);
        let (low, high) = match is_unsigned {
            true => (BigInt::ZERO, power(width) - 1),
            false => (-power(width - 1), power(width - 1) - 1),
        };
        let mut exact = Vec::new();
        for arg in args {
            if !matches!(terms.sort_data_of(*arg), Sort::BitVec(_)) {
                return Err("an operator on bit-vectors");
            }
            let number = self.number(*arg)?;
            let term = settle(terms, &number, &low, width);
            let own =
                if number.is_within(&low, &high) { (number.low, number.high) } else { (low.clone(), high.clone()) };
            exact.push(Number { term, low: own.0, high: own.1 });
        }
        let result = match (op, &exact[..]) {
            (Op::BvNegO, [a]) => {
                let zero = self.constant(terms, BigInt::ZERO);
                self.difference(terms, &zero, a)
            }
            (Op::BvUaddO | Op::BvSaddO, [a, b]) => self.sum(terms, a, b),
            (Op::BvUsubO | Op::BvSsubO, [a, b]) => self.difference(terms, a, b),
            (Op::BvUmulO | Op::BvSmulO, [a, b]) => self.product(terms, a, b),
            (Op::BvSdivO, [a, b]) => {
                let (least, minus_one) = (terms.int_const(low), terms.int_i64(-1));
                let (x, y) = (terms.eq(a.term, least), terms.eq(b.term, minus_one));
                return Ok(terms.and(x, y));
            }
            _ => return Err("an operator on bit-vectors"),
        };
        let mut outside = terms.ff();
        if result.low < low {
            let least = terms.int_const(low);
            let under = terms.lt(result.term, least);
            outside = terms.or(outside, under);
        }
        if result.high > high {
            let most = terms.int_const(high.clone());
            let over = terms.lt(most, result.term);
            outside = terms.or(outside, over);
        }
        debug_assert!(!high.is_negative());
        Ok(outside)
    }
}
