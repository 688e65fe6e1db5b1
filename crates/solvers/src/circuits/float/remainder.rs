//! The IEEE remainder: `x - n * y` for the integer `n` nearest to `x / y`, the even one of two.
//!
//! Long division without keeping the quotient, one step per possible difference of exponents. The
//! circuit is large: 2098 steps for double precision. [`MAX_STEPS`] is where we give up.

use cairn_term::{FloatFormat, RoundingMode};

use super::round::{Exact, Range, Rounding, normalised, round};
use super::{Float, exponent_width};
use crate::aig::{Aig, Bit};
use crate::circuits::{bits_of, constant_signed, equal, gate, integer, is_zero, mux, shift, sign_extend, zero_extend};

/// The largest difference of exponents for which the circuit is built.
pub const MAX_STEPS: i64 = 5_000;

/// The largest difference between the exponents of two numbers of the format.
pub fn exponent_spread(format: FloatFormat) -> i64 {
    format.bias() - format.min_exponent() + i64::from(format.fraction())
}

impl Float {
    /// `None` when the circuit for the format would be too large.
    pub fn remainder(&self, aig: &mut Aig, divisor: &Float) -> Option<Float> {
        let spread = exponent_spread(self.format);
        if spread > MAX_STEPS {
            return None;
        }
        let width = exponent_width(self.format) + 1;
        let extend = |word: &[Bit]| sign_extend(word, width);
        let distance = integer::subtract(aig, &extend(&self.exponent), &extend(&divisor.exponent));
        let below = distance[width - 1];
        let just_below = equal(aig, &distance, &constant_signed(width, -1));
        let far_below = aig.and(below, !just_below);

        let steps = gate(aig, !below, &distance);
        let (rest, odd) = self.long_division(aig, divisor, &steps, below, spread as usize);
        // Twice the rest, in units of the divisor's last bit. One exponent below the divisor the number
        // itself is the rest, and its significand, read in those units, is twice it.
        let bits = self.significand.len();
        let mut double = vec![Bit::FALSE];
        double.extend(rest);
        let double = mux(aig, below, &zero_extend(&self.significand, bits + 2), &double);
        let odd = aig.and(odd, !below);
        // Past half of the divisor the next multiple is nearer: rest - divisor, of the other sign.
        let half = zero_extend(&divisor.significand, bits + 2);
        let past = integer::less_unsigned(aig, &half, &double);
        let tie = equal(aig, &half, &double);
        let tie_up = aig.and(tie, odd);
        let up = aig.or(past, tie_up);
        let mut twice = vec![Bit::FALSE];
        twice.extend_from_slice(&divisor.significand);
        let complement = integer::subtract(aig, &zero_extend(&twice, bits + 2), &double);
        let magnitude = mux(aig, up, &complement, &double);
        let sign = aig.xor(self.sign, up);

        let vanishes = is_zero(aig, &magnitude);
        // The top bit of the magnitude weighs twice as much as the divisor's leading bit.
        let one_more = integer::increment_if(aig, &extend(&divisor.exponent), Bit::TRUE).0;
        let (exponent, significand) = normalised(aig, &one_more, &magnitude);
        let exact = Exact { sign, exponent, significand, sticky: Bit::FALSE };
        // Always representable, so the mode does not matter.
        let nearest = Rounding::constant(RoundingMode::NearestEven);
        let result = round(aig, nearest, self.format, exact, Range::ExactBelowNormal);
        let nan = aig.or_all([self.nan, divisor.nan, self.infinite, divisor.zero]);
        let kept = aig.or_all([divisor.infinite, self.zero, far_below]);
        Some(result.with_cases(
            aig,
            &[
                (nan, Float::not_a_number(self.format)),
                (kept, self.clone()),
                (vanishes, Float::zero(self.format, self.sign)),
            ],
        ))
    }

    /// The rest of the truncating division (one bit wider than a significand), and whether the quotient is odd.
    fn long_division(
        &self,
        aig: &mut Aig,
        divisor: &Float,
        distance: &[Bit],
        below: Bit,
        spread: usize,
    ) -> (Vec<Bit>, Bit) {
        let width = self.significand.len() + 1;
        let divisor = zero_extend(&divisor.significand, width);
        let mut rest = zero_extend(&self.significand, width);
        let mut odd = Bit::FALSE;
        // Step i takes part when the distance is at least i.
        let steps = shift::thermometer(aig, &distance[..bits_of(spread as u64).min(distance.len())], spread);
        for i in (0..=spread).rev() {
            let active = if i == 0 { !below } else { steps[i - 1] };
            let (difference, fits) = integer::subtract_with_carry(aig, &rest, &divisor);
            odd = aig.and(active, fits);
            rest = mux(aig, odd, &difference, &rest);
            if i > 0 {
                let mut doubled = vec![Bit::FALSE];
                doubled.extend_from_slice(&rest[..width - 1]);
                rest = mux(aig, active, &doubled, &rest);
            }
        }
        (rest, odd)
    }
}
