//! The rounder: one place where an exact result becomes a float.

use cairn_term::{FloatFormat, RoundingMode};

use super::{Float, exponent_width};
use crate::aig::{Aig, Bit};
use crate::circuits::{
    any, bits_of, constant, constant_signed, equal, gate, integer, mux, shift, sign_extend, zero_extend,
};

/// A rounding mode, one bit per mode, exactly one set. Constants fold the others away.
#[derive(Clone, Copy, Debug)]
pub struct Rounding {
    pub nearest_even: Bit,
    pub nearest_away: Bit,
    pub toward_positive: Bit,
    pub toward_negative: Bit,
    pub toward_zero: Bit,
}

impl Rounding {
    pub fn constant(mode: RoundingMode) -> Self {
        let is = |other| Bit::constant(mode == other);
        Self {
            nearest_even: is(RoundingMode::NearestEven),
            nearest_away: is(RoundingMode::NearestAway),
            toward_positive: is(RoundingMode::TowardPositive),
            toward_negative: is(RoundingMode::TowardNegative),
            toward_zero: is(RoundingMode::TowardZero),
        }
    }
    /// Decodes three bits: the place of the mode in [`RoundingMode::ALL`]; 5 and above are read as toward zero.
    pub fn decode(aig: &mut Aig, code: &[Bit]) -> Self {
        let mut is = |value| equal(aig, code, &constant(3, value));
        let (nearest_even, nearest_away, toward_positive, toward_negative) = (is(0), is(1), is(2), is(3));
        let others = aig.or_all([nearest_even, nearest_away, toward_positive, toward_negative]);
        Self { nearest_even, nearest_away, toward_positive, toward_negative, toward_zero: !others }
    }
    /// Whether the magnitude goes up, given the last bit kept, the first bit lost, and whether any further lost bit is set.
    pub(super) fn goes_up(self, aig: &mut Aig, sign: Bit, last: Bit, first_lost: Bit, more_lost: Bit) -> Bit {
        let odd_or_more = aig.or(last, more_lost);
        let inexact = aig.or(first_lost, more_lost);
        let even = aig.and_all([self.nearest_even, first_lost, odd_or_more]);
        let away = aig.and(self.nearest_away, first_lost);
        let up = aig.and_all([self.toward_positive, !sign, inexact]);
        let down = aig.and_all([self.toward_negative, sign, inexact]);
        aig.or_all([even, away, up, down])
    }
    /// Whether a magnitude too large becomes infinite rather than the largest number.
    fn overflows_to_infinity(self, aig: &mut Aig, sign: Bit) -> Bit {
        let nearest = aig.or(self.nearest_even, self.nearest_away);
        let up = aig.and(self.toward_positive, !sign);
        let down = aig.and(self.toward_negative, sign);
        aig.or_all([nearest, up, down])
    }
}

/// An exact non-zero number, or its leading bits: `significand * 2^(exponent - (len - 1))` with the top bit
/// set, plus something below the last bit when `sticky`.
pub(super) struct Exact {
    pub sign: Bit,
    /// Two's complement, of any width.
    pub exponent: Vec<Bit>,
    /// Any width of at least one; the top bit is set.
    pub significand: Vec<Bit>,
    pub sticky: Bit,
}

/// Result of dropping the low bits of a significand. After a carry, `kept` is zero.
pub(super) struct Dropped {
    pub kept: Vec<Bit>,
    pub carry: Bit,
}

/// Rounds away the low `amount` bits (`amount` at most `width`) of a significand that is followed by one
/// more bit `guard` and possibly `sticky`. The bits dropped are cleared, not shifted out.
fn drop_low_bits(
    aig: &mut Aig,
    rounding: Rounding,
    sign: Bit,
    (significand, guard, sticky): (&[Bit], Bit, Bit),
    amount: &[Bit],
) -> Dropped {
    let width = significand.len();
    let dropped = shift::thermometer(aig, amount, width + 1);
    // Position of the last bit kept, one-hot; position `width` stands above the significand.
    let last: Vec<Bit> =
        (0..=width).map(|i| if i == 0 { !dropped[0] } else { aig.and(dropped[i - 1], !dropped[i]) }).collect();
    let extended: Vec<Bit> = std::iter::once(guard).chain(significand.iter().copied()).collect();
    // In the extended word the first bit lost stands where the last kept one stands in the significand.
    let first_lost: Vec<Bit> = (0..=width).map(|i| aig.and(extended[i], last[i])).collect();
    let first_lost = any(aig, &first_lost);
    let mut more_lost: Vec<Bit> = (0..=width).map(|i| aig.and(extended[i], dropped[i])).collect();
    more_lost.push(sticky);
    let more_lost = any(aig, &more_lost);
    let last_bit: Vec<Bit> = (0..width).map(|i| aig.and(significand[i], last[i])).collect();
    let last_bit = any(aig, &last_bit);
    let up = rounding.goes_up(aig, sign, last_bit, first_lost, more_lost);
    let cleared: Vec<Bit> = (0..width).map(|i| aig.and(significand[i], !dropped[i])).collect();
    let addend: Vec<Bit> = (0..width).map(|i| aig.and(up, last[i])).collect();
    let (kept, carry) = integer::add_with_carry(aig, &cleared, &addend, Bit::FALSE);
    // The increment may stand above the whole significand.
    let above = aig.and(up, last[width]);
    Dropped { kept, carry: aig.or(carry, above) }
}

/// What is known about an exact result, to save parts of the rounder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Range {
    Any,
    /// Whatever is below the smallest normal number is exactly representable (sums, remainders).
    ExactBelowNormal,
}

/// Rounds an exact non-zero number to the format. Specials are the caller's business.
pub(super) fn round(aig: &mut Aig, rounding: Rounding, format: FloatFormat, exact: Exact, range: Range) -> Float {
    let width = format.significand as usize;
    let sign = exact.sign;
    let (significand, guard, sticky) = split(aig, &exact.significand, exact.sticky, width);
    // One bit more than either needs: incrementing the exponent cannot wrap.
    let exponent_bits = exact.exponent.len().max(exponent_width(format)) + 1;
    let exponent = sign_extend(&exact.exponent, exponent_bits);

    let (rounded, exponent, vanishes) = match range {
        Range::ExactBelowNormal => {
            let up = rounding.goes_up(aig, sign, significand[0], guard, sticky);
            let (kept, carry) = integer::increment_if(aig, &significand, up);
            (Dropped { kept, carry }, exponent, Bit::FALSE)
        }
        Range::Any => round_at(aig, rounding, sign, (&significand, guard, sticky), &exponent, format.min_exponent()),
    };
    // After a carry the kept bits are all zero: the significand is one, the exponent one more.
    let exponent = integer::increment_if(aig, &exponent, rounded.carry).0;
    let mut significand = rounded.kept;
    significand[width - 1] = aig.or(significand[width - 1], rounded.carry);

    let largest = constant_signed(exponent_bits, format.bias());
    let overflow = integer::less_signed(aig, &largest, &exponent);
    let infinite = rounding.overflows_to_infinity(aig, sign);
    let narrow = exponent_width(format);
    let clamp = aig.and(overflow, !infinite);
    Float {
        format,
        nan: Bit::FALSE,
        infinite: aig.and(overflow, infinite),
        zero: vanishes,
        sign,
        exponent: mux(aig, overflow, &largest[..narrow], &exponent[..narrow]),
        significand: significand.iter().map(|&bit| aig.or(bit, clamp)).collect(),
    }
}

/// The leading `width` bits, the bit after them, and whether any further bit is set.
fn split(aig: &mut Aig, word: &[Bit], sticky: Bit, width: usize) -> (Vec<Bit>, Bit, Bit) {
    let lost = word.len().saturating_sub(width);
    if lost == 0 {
        let mut padded = constant(width - word.len(), 0);
        padded.extend_from_slice(word);
        return (padded, Bit::FALSE, sticky);
    }
    let rest = any(aig, &word[..lost - 1]);
    (word[lost..].to_vec(), word[lost - 1], aig.or(rest, sticky))
}

/// Rounds in place so that no bit below the one of weight `2^(lowest - (width - 1))` is left: `lowest` is
/// the smallest exponent at which all bits stay. Returns the rounded significand, its exponent, and
/// whether nothing is left.
pub(super) fn round_at(
    aig: &mut Aig,
    rounding: Rounding,
    sign: Bit,
    (significand, guard, sticky): (&[Bit], Bit, Bit),
    exponent: &[Bit],
    lowest: i64,
) -> (Dropped, Vec<Bit>, Bit) {
    let width = significand.len();
    let threshold = constant_signed(exponent.len(), lowest);
    let below = integer::less_signed(aig, exponent, &threshold);
    let distance = integer::subtract(aig, &threshold, exponent);
    let distance = gate(aig, below, &distance);
    // Less than half of the last bit: nothing but a sticky bit, placed just below it.
    let limit = constant(exponent.len(), width as u64);
    let tiny = integer::less_unsigned(aig, &limit, &distance);
    let amount_width = bits_of(width as u64);
    let amount = mux(aig, tiny, &limit[..amount_width], &distance[..amount_width]);
    let bottom = constant_signed(exponent.len(), lowest - width as i64);
    let exponent = mux(aig, tiny, &bottom, exponent);
    let significand = gate(aig, !tiny, significand);
    let guard = aig.and(!tiny, guard);
    let sticky = aig.or(tiny, sticky);
    let rounded = drop_low_bits(aig, rounding, sign, (&significand, guard, sticky), &amount);
    let gone = equal(aig, &amount, &limit[..amount_width]);
    let vanishes = aig.and(gone, !rounded.carry);
    (rounded, exponent, vanishes)
}

/// Shifts left so that the top bit is set, lowering the exponent. For a zero word nothing is meaningful.
pub(super) fn normalised(aig: &mut Aig, exponent: &[Bit], significand: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let (significand, shifted) = shift::normalise(aig, significand);
    let width = exponent.len().max(shifted.len() + 1) + 1;
    let by = zero_extend(&shifted, width);
    let exponent = integer::subtract(aig, &sign_extend(exponent, width), &by);
    (exponent, significand)
}
