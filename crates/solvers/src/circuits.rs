//! Circuits: bit-vector and float operations as and-inverter graphs.
//!
//! A word is a slice of [`Bit`]s, least significant first. Every operation takes the graph, reads
//! words and returns new ones; constants need no special forms, since the graph folds them. All
//! operations are total with SMT-LIB's meaning. Deliberately absent: terms, clauses, caching.

use crate::aig::{Aig, Bit};

pub mod divide;
pub mod float;
pub mod integer;
#[cfg(test)]
mod measure;
pub mod multiply;
pub mod shift;

/// A word of constants: the low `width` bits of `value`.
pub fn constant(width: usize, value: u64) -> Vec<Bit> {
    (0..width).map(|i| Bit::constant(i < 64 && value >> i & 1 == 1)).collect()
}

/// A word of constants: the low `width` bits of a two's complement number.
pub fn constant_signed(width: usize, value: i64) -> Vec<Bit> {
    (0..width).map(|i| Bit::constant(value >> i.min(63) & 1 == 1)).collect()
}

pub fn complement(a: &[Bit]) -> Vec<Bit> {
    a.iter().map(|&bit| !bit).collect()
}

/// Longer by zeros, or cut.
pub fn zero_extend(a: &[Bit], width: usize) -> Vec<Bit> {
    (0..width).map(|i| a.get(i).copied().unwrap_or(Bit::FALSE)).collect()
}

/// Longer by copies of the most significant bit, or cut. `a` must not be empty.
pub fn sign_extend(a: &[Bit], width: usize) -> Vec<Bit> {
    (0..width).map(|i| a[i.min(a.len() - 1)]).collect()
}

pub fn mux(aig: &mut Aig, condition: Bit, yes: &[Bit], no: &[Bit]) -> Vec<Bit> {
    debug_assert_eq!(yes.len(), no.len());
    yes.iter().zip(no).map(|(&y, &n)| aig.mux(condition, y, n)).collect()
}

/// Every bit of `a` conjoined with `condition`.
pub fn gate(aig: &mut Aig, condition: Bit, a: &[Bit]) -> Vec<Bit> {
    a.iter().map(|&bit| aig.and(condition, bit)).collect()
}

/// Combines two words bit by bit.
pub fn bitwise(aig: &mut Aig, a: &[Bit], b: &[Bit], mut op: impl FnMut(&mut Aig, Bit, Bit) -> Bit) -> Vec<Bit> {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&x, &y)| op(aig, x, y)).collect()
}

pub fn equal(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let bits = bitwise(aig, a, b, Aig::equal);
    aig.and_all(bits)
}

pub fn is_zero(aig: &mut Aig, a: &[Bit]) -> Bit {
    !any(aig, a)
}

/// Some bit is set.
pub fn any(aig: &mut Aig, a: &[Bit]) -> Bit {
    aig.or_all(a.iter().copied())
}

/// All bits are set.
pub fn all(aig: &mut Aig, a: &[Bit]) -> Bit {
    aig.and_all(a.iter().copied())
}

/// Number of bits needed to write `value` without sign: 0 for 0.
pub(crate) fn bits_of(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()) as usize
}

#[cfg(test)]
pub(crate) mod testing {
    //! Running circuits on concrete numbers, 64 at a time.

    use super::*;
    use crate::aig::read_word;

    /// Evaluates words of the graph where `inputs` are input words with, per pattern, these values.
    /// At most 64 patterns; values are below 2^128.
    pub fn run(aig: &Aig, inputs: &[(&[Bit], Vec<u128>)], outputs: &[&[Bit]]) -> Vec<Vec<u128>> {
        let mut input_words = vec![0u64; aig.node_count()];
        let mut patterns = 0;
        for (word, values) in inputs {
            patterns = patterns.max(values.len());
            for (position, bit) in word.iter().enumerate() {
                for (pattern, value) in values.iter().enumerate() {
                    input_words[bit.node()] |= ((value >> position & 1) as u64) << pattern;
                }
            }
        }
        let words = aig.simulate(|node| input_words[node]);
        let read = |word: &&[Bit]| {
            (0..patterns)
                .map(|pattern| {
                    let bit_value = |bit| u128::from(read_word(&words, bit) >> pattern & 1);
                    word.iter().enumerate().map(|(position, &bit)| bit_value(bit) << position).sum()
                })
                .collect()
        };
        outputs.iter().map(read).collect()
    }
}
