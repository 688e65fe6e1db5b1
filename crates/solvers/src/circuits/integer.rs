//! Addition, subtraction, negation, comparison, and when they overflow.
//!
//! Words are added by ripple carry ([`Aig::full_adder`]). Comparisons are chains of majorities, each of
//! which becomes six clauses without inner variables ([`cnf`](crate::aig::cnf)).

use super::{complement, mux};
use crate::aig::{Aig, Bit};

/// Sum with incoming carry, and the outgoing carry.
pub fn add_with_carry(aig: &mut Aig, a: &[Bit], b: &[Bit], carry: Bit) -> (Vec<Bit>, Bit) {
    debug_assert_eq!(a.len(), b.len());
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let (bit, next) = aig.full_adder(x, y, carry);
        sum.push(bit);
        carry = next;
    }
    (sum, carry)
}

pub fn add(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_with_carry(aig, a, b, Bit::FALSE).0
}

pub fn subtract(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_with_carry(aig, a, &complement(b), Bit::TRUE).0
}

/// Difference, and whether it did *not* borrow (that is, `a >= b` unsigned).
pub fn subtract_with_carry(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Bit) {
    add_with_carry(aig, a, &complement(b), Bit::TRUE)
}

pub fn negate(aig: &mut Aig, a: &[Bit]) -> Vec<Bit> {
    increment_if(aig, &complement(a), Bit::TRUE).0
}

/// `a + 1` if the condition holds, else `a`; and the carry out.
pub fn increment_if(aig: &mut Aig, a: &[Bit], condition: Bit) -> (Vec<Bit>, Bit) {
    let mut carry = condition;
    let mut sum = Vec::with_capacity(a.len());
    for &bit in a {
        sum.push(aig.xor(bit, carry));
        carry = aig.and(bit, carry);
    }
    (sum, carry)
}

/// `-a` if the condition holds, else `a`.
pub fn negate_if(aig: &mut Aig, condition: Bit, a: &[Bit]) -> Vec<Bit> {
    let flipped: Vec<Bit> = a.iter().map(|&bit| aig.xor(condition, bit)).collect();
    increment_if(aig, &flipped, condition).0
}

/// The number without its sign, as an unsigned number of the same width.
pub fn absolute(aig: &mut Aig, a: &[Bit]) -> Vec<Bit> {
    let sign = a[a.len() - 1];
    let negated = negate(aig, a);
    mux(aig, sign, &negated, a)
}

pub fn less_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    debug_assert_eq!(a.len(), b.len());
    // Upwards: a is less so far if its bit is smaller, or the bits are equal and it was less below.
    a.iter().zip(b).fold(Bit::FALSE, |less, (&x, &y)| aig.majority(!x, y, less))
}

pub fn less_equal_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    !less_unsigned(aig, b, a)
}

pub fn less_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    less_unsigned(aig, &with_flipped_sign(a), &with_flipped_sign(b))
}

pub fn less_equal_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    !less_signed(aig, b, a)
}

/// Maps signed order to unsigned order.
fn with_flipped_sign(a: &[Bit]) -> Vec<Bit> {
    let mut flipped = a.to_vec();
    if let Some(sign) = flipped.last_mut() {
        *sign = !*sign;
    }
    flipped
}

pub fn negate_overflows(aig: &mut Aig, a: &[Bit]) -> Bit {
    is_smallest_signed(aig, a)
}

fn is_smallest_signed(aig: &mut Aig, a: &[Bit]) -> Bit {
    let flipped = with_flipped_sign(a);
    super::is_zero(aig, &flipped)
}

pub fn add_overflows_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    add_with_carry(aig, a, b, Bit::FALSE).1
}

pub fn add_overflows_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let sum = add(aig, a, b);
    let top = a.len() - 1;
    sign_overflow(aig, a[top], b[top], sum[top])
}

pub fn subtract_overflows_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    less_unsigned(aig, a, b)
}

pub fn subtract_overflows_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let difference = subtract(aig, a, b);
    let top = a.len() - 1;
    sign_overflow(aig, a[top], !b[top], difference[top])
}

/// Operands of one sign gave a result of the other.
fn sign_overflow(aig: &mut Aig, a: Bit, b: Bit, result: Bit) -> Bit {
    let negative = aig.and_all([a, b, !result]);
    let positive = aig.and_all([!a, !b, result]);
    aig.or(negative, positive)
}

pub fn divide_overflows_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let smallest = is_smallest_signed(aig, a);
    let minus_one = super::all(aig, b);
    aig.and(smallest, minus_one)
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::super::{divide, multiply, shift};
    use super::*;

    type Circuit = fn(&mut Aig, &[Bit], &[Bit]) -> Vec<Bit>;
    type Meaning = fn(u32, u128, u128) -> u128;

    fn mask(width: u32) -> u128 {
        (1 << width) - 1
    }
    fn signed(width: u32, value: u128) -> i128 {
        let shift = 128 - width;
        ((value << shift) as i128) >> shift
    }
    fn bit(aig: &mut Aig, a: &[Bit], b: &[Bit], op: fn(&mut Aig, &[Bit], &[Bit]) -> Bit) -> Vec<Bit> {
        vec![op(aig, a, b)]
    }
    fn overflows(width: u32, value: i128) -> u128 {
        u128::from(value != signed(width, value as u128))
    }

    const OPERATIONS: &[(&str, Circuit, Meaning)] = &[
        ("add", add, |_, a, b| a + b),
        ("subtract", subtract, |_, a, b| a.wrapping_sub(b)),
        ("negate", |g, a, _| negate(g, a), |_, a, _| a.wrapping_neg()),
        ("absolute", |g, a, _| absolute(g, a), |w, a, _| signed(w, a).unsigned_abs()),
        ("ult", |g, a, b| bit(g, a, b, less_unsigned), |_, a, b| u128::from(a < b)),
        ("ule", |g, a, b| bit(g, a, b, less_equal_unsigned), |_, a, b| u128::from(a <= b)),
        ("slt", |g, a, b| bit(g, a, b, less_signed), |w, a, b| u128::from(signed(w, a) < signed(w, b))),
        ("sle", |g, a, b| bit(g, a, b, less_equal_signed), |w, a, b| u128::from(signed(w, a) <= signed(w, b))),
        ("uaddo", |g, a, b| bit(g, a, b, add_overflows_unsigned), |w, a, b| u128::from(a + b > mask(w))),
        ("saddo", |g, a, b| bit(g, a, b, add_overflows_signed), |w, a, b| overflows(w, signed(w, a) + signed(w, b))),
        ("usubo", |g, a, b| bit(g, a, b, subtract_overflows_unsigned), |_, a, b| u128::from(a < b)),
        (
            "ssubo",
            |g, a, b| bit(g, a, b, subtract_overflows_signed),
            |w, a, b| overflows(w, signed(w, a) - signed(w, b)),
        ),
        ("nego", |g, a, b| bit(g, a, b, |g, a, _| negate_overflows(g, a)), |w, a, _| overflows(w, -signed(w, a))),
        ("multiply", multiply::multiply, |_, a, b| a.wrapping_mul(b)),
        ("tree", multiply::multiply_tree, |_, a, b| a.wrapping_mul(b)),
        ("rows", multiply::multiply_rows, |_, a, b| a.wrapping_mul(b)),
        ("square", |g, a, _| multiply::multiply(g, a, a), |_, a, _| a.wrapping_mul(a)),
        (
            "umulo",
            |g, a, b| bit(g, a, b, multiply::multiply_overflows_unsigned),
            |w, a, b| u128::from(a.checked_mul(b).is_none_or(|p| p > mask(w))),
        ),
        (
            "smulo",
            |g, a, b| bit(g, a, b, multiply::multiply_overflows_signed),
            |w, a, b| signed(w, a).checked_mul(signed(w, b)).map_or(1, |p| overflows(w, p)),
        ),
        ("udiv", |g, a, b| divide::divide_restoring(g, a, b).0, |w, a, b| a.checked_div(b).unwrap_or(mask(w))),
        ("urem", |g, a, b| divide::divide_restoring(g, a, b).1, |_, a, b| a.checked_rem(b).unwrap_or(a)),
        (
            "sdiv",
            |g, a, b| divide::Divider::restoring().signed_quotient(g, a, b),
            |w, a, b| match (signed(w, a), signed(w, b)) {
                (x, 0) => {
                    if x < 0 {
                        1
                    } else {
                        mask(w)
                    }
                }
                (x, y) => (x / y) as u128,
            },
        ),
        (
            "srem",
            |g, a, b| divide::Divider::restoring().signed_remainder(g, a, b),
            |w, a, b| signed(w, a).checked_rem(signed(w, b)).unwrap_or(signed(w, a)) as u128,
        ),
        (
            "smod",
            |g, a, b| divide::Divider::restoring().signed_modulo(g, a, b),
            |w, a, b| match (signed(w, a), signed(w, b)) {
                (x, 0) => x as u128,
                (x, y) => (((x % y) + y) % y) as u128,
            },
        ),
        (
            "sdivo",
            |g, a, b| bit(g, a, b, divide_overflows_signed),
            |w, a, b| if b == 0 { 0 } else { overflows(w, signed(w, a) / signed(w, b)) },
        ),
        ("shl", shift::shift_left, |w, a, b| if b >= u128::from(w) { 0 } else { a << b }),
        ("lshr", shift::shift_right, |w, a, b| if b >= u128::from(w) { 0 } else { a >> b }),
        ("ashr", shift::shift_right_arithmetic, |w, a, b| (signed(w, a) >> b.min(127)) as u128),
    ];

    fn compare(width: u32, pairs: &[(u128, u128)]) {
        for (name, circuit, meaning) in OPERATIONS {
            let mut aig = Aig::new();
            let (a, b) = (aig.inputs(width as usize), aig.inputs(width as usize));
            let result = circuit(&mut aig, &a, &b);
            for chunk in pairs.chunks(64) {
                let (values_a, values_b) = chunk.iter().copied().unzip();
                let found = run(&aig, &[(&a, values_a), (&b, values_b)], &[&result]);
                for (&(x, y), &value) in chunk.iter().zip(&found[0]) {
                    let expected = meaning(width, x, y) & mask(result.len() as u32);
                    assert_eq!(value, expected, "{name} of {x} and {y} in {width} bits");
                }
            }
        }
    }

    #[test]
    fn small_widths_exhaustively() {
        for width in 1..=6 {
            let all = 1u128 << width;
            let pairs: Vec<_> = (0..all).flat_map(|a| (0..all).map(move |b| (a, b))).collect();
            compare(width, &pairs);
        }
    }

    #[test]
    fn wide_words_at_random() {
        let mut random = fastrand::Rng::with_seed(11);
        for width in [8, 13, 32, 63] {
            let mut value = || {
                let shift = random.u32(..width);
                let sparse = random.u128(..) & mask(width) >> shift;
                match random.u8(..8) {
                    0 => mask(width) - sparse,
                    1 => sparse & 7,
                    2 => 1 << shift,
                    _ => sparse,
                }
            };
            let pairs: Vec<_> = (0..640).map(|_| (value(), value())).collect();
            compare(width, &pairs);
        }
    }

    #[test]
    fn constant_operands() {
        for width in [4u32, 5] {
            let all: Vec<u128> = (0..1 << width).collect();
            for (name, circuit, meaning) in OPERATIONS {
                for constant in 0..1u64 << width {
                    let mut aig = Aig::new();
                    let a = aig.inputs(width as usize);
                    let b = super::super::constant(width as usize, constant);
                    let (right, left) = (circuit(&mut aig, &a, &b), circuit(&mut aig, &b, &a));
                    let found = run(&aig, &[(&a, all.clone())], &[&right, &left]);
                    for &x in &all {
                        let y = u128::from(constant);
                        let limit = mask(right.len() as u32);
                        assert_eq!(found[0][x as usize], meaning(width, x, y) & limit, "{name} of {x} by constant {y}");
                        assert_eq!(found[1][x as usize], meaning(width, y, x) & limit, "{name} of constant {y} by {x}");
                    }
                }
            }
        }
    }
}
