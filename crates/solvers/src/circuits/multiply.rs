//! Multiplication and its overflow.
//!
//! Two general circuits, one row after the other and as a tree, were measured (`measure` beside this
//! module; seconds, CaDiCaL 1.9.5, carries then still majorities):
//!
//! | property                                    | rows | tree |
//! |---------------------------------------------|------|------|
//! | x*y = y*x, 8 bits                           | 1.16 | 0.69 |
//! | x*(y+z) = x*y + x*z, 6 bits                 | 2.41 | 7.80 |
//! | factors of four 32-bit numbers, in all      | 6.41 | 2.53 |
//! | (x+1)^2 = x^2 + 2x + 1, 10 bits             | 0.16 | 0.10 |
//!
//! Neither wins everywhere; rows win where products share operands, which is what unwound programs
//! have. Squares add mirrored partial products once (0.02 in the last line); constants are recoded.

use super::{constant, integer, zero_extend};
use crate::aig::{Aig, Bit};

/// Product, cut to the width of the operands.
pub fn multiply(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let constants = |word: &[Bit]| word.iter().filter(|bit| bit.is_constant()).count();
    let (few, many) = if constants(a) < constants(b) { (a, b) } else { (b, a) };
    if constants(many) == many.len() {
        return multiply_by_constant(aig, few, many);
    }
    if a == b { square(aig, a) } else { multiply_rows(aig, many, few) }
}

/// Adds one shifted copy of `b` after the other, per bit of `a`.
pub fn multiply_rows(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let mut sum = constant(width, 0);
    for (i, &bit) in a.iter().enumerate().filter(|&(_, &bit)| bit != Bit::FALSE) {
        let row = super::gate(aig, bit, &b[..width - i]);
        let upper = integer::add(aig, &sum[i..], &row);
        sum.splice(i.., upper);
    }
    sum
}

/// Sums all partial products column by column with full adders, then the last two rows (a Wallace tree).
pub fn multiply_tree(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b[..width - i].iter().enumerate() {
            columns[i + j].push(aig.and(x, y));
        }
    }
    sum_columns(aig, columns)
}

/// The product of a word with itself: mirrored partial products are added once, one column up.
fn square(aig: &mut Aig, a: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (i, &x) in a.iter().enumerate() {
        if 2 * i < width {
            columns[2 * i].push(x);
        }
        for (j, &y) in a.iter().enumerate().skip(i + 1) {
            if i + j + 1 < width {
                columns[i + j + 1].push(aig.and(x, y));
            }
        }
    }
    sum_columns(aig, columns)
}

fn sum_columns(aig: &mut Aig, mut columns: Vec<Vec<Bit>>) -> Vec<Bit> {
    for column in &mut columns {
        column.retain(|&bit| bit != Bit::FALSE);
    }
    while columns.iter().any(|column| column.len() > 2) {
        let mut next = vec![Vec::new(); columns.len() + 1];
        for (i, column) in columns.iter().enumerate() {
            for group in column.chunks(3) {
                if let [a, b, c] = *group {
                    let (sum, carry) = aig.full_adder(a, b, c);
                    next[i].push(sum);
                    next[i + 1].push(carry);
                } else {
                    next[i].extend(group);
                }
            }
        }
        next.pop();
        columns = next;
    }
    let row =
        |n: usize| -> Vec<Bit> { columns.iter().map(|column| column.get(n).copied().unwrap_or(Bit::FALSE)).collect() };
    integer::add(aig, &row(0), &row(1))
}

/// Recodes the constant in non-adjacent form (digits -1, 0, 1, no two neighbours non-zero), so that at
/// most half of its digits need an addition or subtraction.
fn multiply_by_constant(aig: &mut Aig, a: &[Bit], factor: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let digit = |i: usize| factor.get(i).is_some_and(|&bit| bit == Bit::TRUE);
    let mut sum = constant(width, 0);
    let mut carry = false;
    for i in 0..width {
        let odd = digit(i) != carry;
        if !odd {
            continue; // 0 + 0, or 1 + 1 which carries on
        }
        // An odd rest ending in 11 is written as -1 here and a carry; otherwise as +1.
        let subtracts = digit(i + 1);
        let (upper, shifted) = (&sum[i..], &a[..width - i]);
        let upper = if subtracts { integer::subtract(aig, upper, shifted) } else { integer::add(aig, upper, shifted) };
        sum.splice(i.., upper);
        carry = subtracts;
    }
    sum
}

/// Whether the unsigned product needs more bits than the operands have.
///
/// M. Schulte et al., "Combined unsigned and two's complement saturating multipliers" (2000): either
/// two set bits have positions whose sum reaches the width, or bit `width` of the product of width + 1 is set.
pub fn multiply_overflows_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    multiply_checked(aig, a, b).1
}

/// Product cut to the width of the operands, and whether it needed more.
pub fn multiply_checked(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Bit) {
    let width = a.len();
    let far = far_apart(aig, a, b, width);
    let mut product = multiply(aig, &zero_extend(a, width + 1), &zero_extend(b, width + 1));
    let beyond = product.pop().unwrap_or(Bit::FALSE);
    let overflows = aig.or(far, beyond);
    (product, overflows)
}

/// Whether the signed product needs more bits than the operands have; the same idea on the bits that
/// differ from the sign. What passes that test fits into width + 1 bits, whose two top bits must agree.
pub fn multiply_overflows_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let width = a.len();
    let differing = |aig: &mut Aig, word: &[Bit]| -> Vec<Bit> {
        word[..width - 1].iter().map(|&bit| aig.xor(bit, word[width - 1])).collect()
    };
    let (differing_a, differing_b) = (differing(aig, a), differing(aig, b));
    let far = far_apart(aig, &differing_a, &differing_b, width - 1);
    let extend = |word: &[Bit]| super::sign_extend(word, width + 1);
    let product = multiply(aig, &extend(a), &extend(b));
    let beyond = aig.xor(product[width], product[width - 1]);
    aig.or(far, beyond)
}

/// Some set bits of `a` and `b` have positions that add up to `limit` or more.
fn far_apart(aig: &mut Aig, a: &[Bit], b: &[Bit], limit: usize) -> Bit {
    let mut high = Bit::FALSE; // some bit of `a` at position limit - j or above is set
    let mut found = Vec::new();
    for (j, &bit) in b.iter().enumerate().skip(1) {
        if let Some(&next) = a.get(limit - j) {
            high = aig.or(high, next);
        }
        found.push(aig.and(bit, high));
    }
    aig.or_all(found)
}
