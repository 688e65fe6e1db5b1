//! Operators on bits over integers: by division and remainders of powers of two.

use super::{Image, Integers, Number, power};
use crate::op::{Op, TermId};
use crate::terms::Terms;
use num_bigint::{BigInt, BigUint};

impl Integers {
    pub(super) fn bitwise(&mut self, terms: &mut Terms, op: Op, args: &[TermId], width: u32) -> Image<Number> {
        match op {
            Op::ZeroExtend(_) => {
                let inner = terms.width(args[0]);
                let term = self.unsigned(terms, args[0])?;
                let (low, high) = self.known(args[0], BigInt::ZERO, power(inner) - 1)?;
                Ok(Number { term, low, high })
            }
            Op::SignExtend(_) => {
                let inner = terms.width(args[0]);
                let term = self.signed(terms, args[0])?;
                let (low, high) = self.known(args[0], -power(inner - 1), power(inner - 1) - 1)?;
                Ok(Number { term, low, high })
            }
            Op::Extract { low, .. } => {
                // floor (t / 2^low) is right modulo 2^(w - low) for every t congruent to x.
                let number = self.number(args[0])?;
                Ok(self.shifted_right(terms, &number, low))
            }
            Op::Concat => {
                let shift = terms.width(args[1]);
                let (high, low) = (self.number(args[0])?, self.unsigned(terms, args[1])?);
                let high = self.times(terms, &high, &power(shift));
                let (least, most) = self.known(args[1], BigInt::ZERO, power(shift) - 1)?;
                Ok(self.sum(terms, &high, &Number { term: low, low: least, high: most }))
            }
            Op::RotateLeft(by) => self.rotated(terms, args[0], by % width, width),
            Op::RotateRight(by) => self.rotated(terms, args[0], (width - by % width) % width, width),
            Op::BvShl | Op::BvLshr | Op::BvAshr => self.shift(terms, op, args[0], args[1], width),
            Op::BvAnd | Op::BvOr | Op::BvXor => self.logical(terms, op, args[0], args[1], width),
            _ => Err("an operator on bit-vectors"),
        }
    }

    /// The interval of a term where it lies in the range that was settled on, else that range.
    fn known(&self, term: TermId, low: BigInt, high: BigInt) -> Image<(BigInt, BigInt)> {
        let number = self.number(term)?;
        Ok(if number.is_within(&low, &high) { (number.low, number.high) } else { (low, high) })
    }

    fn times(&mut self, terms: &mut Terms, number: &Number, factor: &BigInt) -> Number {
        let factor = self.constant(terms, factor.clone());
        self.product(terms, number, &factor)
    }

    /// Division rounding down; SMT-LIB's does for positive divisors.
    fn shifted_right(&mut self, terms: &mut Terms, number: &Number, by: u32) -> Number {
        let divisor = terms.int_const(power(by));
        Number { term: terms.int_div(number.term, divisor), low: &number.low >> by, high: &number.high >> by }
    }

    /// `x * 2^by + x div 2^(width - by)`: what leaves at the top is a multiple of 2^width.
    fn rotated(&mut self, terms: &mut Terms, x: TermId, by: u32, width: u32) -> Image<Number> {
        let term = self.unsigned(terms, x)?;
        let number = Number { term, low: BigInt::ZERO, high: power(width) - 1 };
        let (up, down) = (self.times(terms, &number, &power(by)), self.shifted_right(terms, &number, width - by));
        Ok(self.sum(terms, &up, &down))
    }

    /// A constant distance is a product or a quotient; another chooses among all.
    fn shift(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId, width: u32) -> Image<Number> {
        let number = match op {
            Op::BvShl => self.number(a)?,
            Op::BvLshr => {
                let (low, high) = self.known(a, BigInt::ZERO, power(width) - 1)?;
                Number { term: self.unsigned(terms, a)?, low, high }
            }
            _ => {
                let (low, high) = self.known(a, -power(width - 1), power(width - 1) - 1)?;
                Number { term: self.signed(terms, a)?, low, high }
            }
        };
        let beyond = match op {
            // All bits are the sign.
            Op::BvAshr => self.shifted_right(terms, &number, width),
            _ => self.constant(terms, BigInt::ZERO),
        };
        let constant = terms.bv_value(b).map(|v| v.to_biguint());
        if let Some(by) = constant {
            return Ok(match u32::try_from(&by).ok().filter(|by| *by < width) {
                Some(by) => self.shifted(terms, op, &number, by),
                None => beyond,
            });
        }
        let distance = self.unsigned(terms, b)?;
        let mut result = beyond;
        for by in (0..width).rev() {
            let (one, here) = (self.shifted(terms, op, &number, by), terms.int_const(by.into()));
            let chosen = terms.eq(distance, here);
            let term = terms.ite(chosen, one.term, result.term);
            result = Number { term, low: one.low.min(result.low), high: one.high.max(result.high) };
        }
        Ok(result)
    }

    fn shifted(&mut self, terms: &mut Terms, op: Op, number: &Number, by: u32) -> Number {
        if op == Op::BvShl { self.times(terms, number, &power(by)) } else { self.shifted_right(terms, number, by) }
    }

    /// `x or y = x + y - (x and y)`, `x xor y = x + y - 2 (x and y)`.
    fn logical(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId, width: u32) -> Image<Number> {
        let (x, y) = (self.unsigned(terms, a)?, self.unsigned(terms, b)?);
        let natural = |term: TermId| Number { term, low: BigInt::ZERO, high: power(width) - 1 };
        let both = match (terms.bv_value(a).map(|v| v.to_biguint()), terms.bv_value(b).map(|v| v.to_biguint())) {
            (Some(mask), _) => self.masked(terms, y, &mask, width),
            (_, Some(mask)) => self.masked(terms, x, &mask, width),
            _ => self.bit_by_bit(terms, x, y, width),
        };
        if op == Op::BvAnd {
            return Ok(natural(both));
        }
        let common = if op == Op::BvXor { self.times(terms, &natural(both), &BigInt::from(2)) } else { natural(both) };
        let sum = self.sum(terms, &natural(x), &natural(y));
        let result = self.difference(terms, &sum, &common);
        Ok(natural(result.term))
    }

    /// `x and mask`, one run of ones after the other.
    fn masked(&mut self, terms: &mut Terms, x: TermId, mask: &BigUint, width: u32) -> TermId {
        let mut sum = terms.int_i64(0);
        let mut at = 0;
        while at < width {
            let run = (at..width).take_while(|i| mask.bit(u64::from(*i))).count() as u32;
            if run > 0 {
                let (shift, size) = (terms.int_const(power(at)), terms.int_const(power(run)));
                let down = terms.int_div(x, shift);
                let kept = if at + run == width { down } else { terms.int_mod(down, size) };
                let up = terms.mul(kept, shift);
                sum = terms.add(sum, up);
            }
            at += run.max(1);
        }
        sum
    }

    fn bit_by_bit(&mut self, terms: &mut Terms, x: TermId, y: TermId, width: u32) -> TermId {
        let (zero, one, two) = (terms.int_i64(0), terms.int_i64(1), terms.int_i64(2));
        let mut sum = zero;
        for at in 0..width {
            let weight = terms.int_const(power(at));
            let mut set = terms.tt();
            for operand in [x, y] {
                let down = terms.int_div(operand, weight);
                let bit = terms.int_mod(down, two);
                let is_one = terms.eq(bit, one);
                set = terms.and(set, is_one);
            }
            let part = terms.ite(set, weight, zero);
            sum = terms.add(sum, part);
        }
        sum
    }
}
