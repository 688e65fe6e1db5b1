//! Shifts by a symbolic amount, as barrel shifters: one layer of multiplexers per bit of the amount.

use super::{any, bits_of};
use crate::aig::{Aig, Bit};

pub fn shift_left(aig: &mut Aig, a: &[Bit], amount: &[Bit]) -> Vec<Bit> {
    let mut reversed = a.to_vec();
    reversed.reverse();
    let mut shifted = shift_right_filling(aig, &reversed, amount, Bit::FALSE);
    shifted.reverse();
    shifted
}

pub fn shift_right(aig: &mut Aig, a: &[Bit], amount: &[Bit]) -> Vec<Bit> {
    shift_right_filling(aig, a, amount, Bit::FALSE)
}

pub fn shift_right_arithmetic(aig: &mut Aig, a: &[Bit], amount: &[Bit]) -> Vec<Bit> {
    shift_right_filling(aig, a, amount, a[a.len() - 1])
}

/// The amount may have any width; shifting by the width of `a` or more leaves only `fill`.
pub fn shift_right_filling(aig: &mut Aig, a: &[Bit], amount: &[Bit], fill: Bit) -> Vec<Bit> {
    let width = a.len();
    let stages = amount.len().min(bits_of(width.saturating_sub(1) as u64));
    let mut current = a.to_vec();
    for (stage, &condition) in amount[..stages].iter().enumerate() {
        let step = 1usize << stage;
        current = (0..width)
            .map(|i| {
                let moved = current.get(i + step).copied().unwrap_or(fill);
                aig.mux(condition, moved, current[i])
            })
            .collect();
    }
    // Any higher bit of the amount means at least 2^stages >= width.
    let out = any(aig, &amount[stages..]);
    current.iter().map(|&bit| aig.mux(out, fill, bit)).collect()
}

/// As [`shift_right`] with zeros, and whether any set bit fell off the end.
pub fn shift_right_sticky(aig: &mut Aig, a: &[Bit], amount: &[Bit]) -> (Vec<Bit>, Bit) {
    let width = a.len();
    let stages = amount.len().min(bits_of(width.saturating_sub(1) as u64));
    let mut current = a.to_vec();
    let mut sticky = Bit::FALSE;
    for (stage, &condition) in amount[..stages].iter().enumerate() {
        let step = (1usize << stage).min(width);
        let lost = any(aig, &current[..step]);
        let lost = aig.and(condition, lost);
        sticky = aig.or(sticky, lost);
        current = (0..width)
            .map(|i| {
                let moved = current.get(i + step).copied().unwrap_or(Bit::FALSE);
                aig.mux(condition, moved, current[i])
            })
            .collect();
    }
    let out = any(aig, &amount[stages..]);
    let rest = any(aig, &current);
    let lost = aig.and(out, rest);
    let shifted = current.iter().map(|&bit| aig.and(!out, bit)).collect();
    (shifted, aig.or(sticky, lost))
}

/// Shifts left until the most significant bit is set; returns the amount shifted as well.
/// A zero word stays zero, and its amount is the largest the word for it can say.
pub fn normalise(aig: &mut Aig, a: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let width = a.len();
    let stages = bits_of(width.saturating_sub(1) as u64);
    let mut current = a.to_vec();
    let mut amount = vec![Bit::FALSE; stages];
    for stage in (0..stages).rev() {
        let step = 1usize << stage;
        // All of the top `step` bits are clear.
        let clear = !any(aig, &current[width - step..]);
        amount[stage] = clear;
        current = (0..width)
            .map(|i| {
                let moved = if i >= step { current[i - step] } else { Bit::FALSE };
                aig.mux(clear, moved, current[i])
            })
            .collect();
    }
    (current, amount)
}

/// `result[i]` is set exactly when `i < amount`, for `i` below `width`.
pub fn thermometer(aig: &mut Aig, amount: &[Bit], width: usize) -> Vec<Bit> {
    // Ones shifted in from below: shifting the zero word left with ones following it.
    let zero = vec![Bit::FALSE; width];
    let mut filled = shift_right_filling(aig, &zero, amount, Bit::TRUE);
    filled.reverse();
    filled
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;

    #[test]
    fn sticky_normalise_and_thermometer() {
        for width in 1..=6usize {
            let mut aig = Aig::new();
            let (a, amount) = (aig.inputs(width), aig.inputs(4));
            let (shifted, sticky) = shift_right_sticky(&mut aig, &a, &amount);
            let (normal, count) = normalise(&mut aig, &a);
            let ones = thermometer(&mut aig, &amount, width);
            for x in 0..1u128 << width {
                let amounts: Vec<u128> = (0..16).collect();
                let outputs: [&[Bit]; 5] = [&shifted, &[sticky], &normal, &count, &ones];
                let found = run(&aig, &[(&a, vec![x; 16]), (&amount, amounts)], &outputs);
                #[allow(clippy::needless_range_loop)] // n is also the amount
                for n in 0..16 {
                    let by = (n as u32).min(127);
                    assert_eq!(found[0][n], x >> by);
                    assert_eq!(found[1][n], u128::from((x >> by) << by != x));
                    let zeros = if x == 0 { 0 } else { width as u32 - (128 - x.leading_zeros()) };
                    assert_eq!(found[2][n], x << zeros);
                    if x != 0 {
                        assert_eq!(found[3][n], u128::from(zeros));
                    }
                    assert_eq!(found[4][n], (1 << n.min(width)) - 1);
                }
            }
        }
    }
}
