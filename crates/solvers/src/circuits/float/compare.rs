//! Comparison, classification, minimum and maximum.

use super::{Float, flip_sign};
use crate::aig::{Aig, Bit};
use crate::circuits::{constant_signed, equal, integer};

impl Float {
    /// The same datum: NaN is itself, and the zeros differ. SMT-LIB's `=`.
    pub fn identical(&self, aig: &mut Aig, other: &Float) -> Bit {
        let nan = aig.and(self.nan, other.nan);
        let same_sign = aig.equal(self.sign, other.sign);
        let magnitude = self.same_magnitude(aig, other);
        let same = aig.and_all([same_sign, magnitude, !self.nan, !other.nan]);
        aig.or(nan, same)
    }
    /// IEEE equality: the zeros are equal, NaN equals nothing.
    pub fn equal(&self, aig: &mut Aig, other: &Float) -> Bit {
        let same_sign = aig.equal(self.sign, other.sign);
        let zeros = aig.and(self.zero, other.zero);
        let sign_fits = aig.or(same_sign, zeros);
        let magnitude = self.same_magnitude(aig, other);
        aig.and_all([sign_fits, magnitude, !self.nan, !other.nan])
    }
    pub fn less(&self, aig: &mut Aig, other: &Float) -> Bit {
        let (below, above) = (self.smaller_magnitude(aig, other), other.smaller_magnitude(aig, self));
        let positive = aig.and_all([!self.sign, !other.sign, below]);
        let negative = aig.and_all([self.sign, other.sign, above]);
        let zeros = aig.and(self.zero, other.zero);
        let apart = aig.and_all([self.sign, !other.sign, !zeros]);
        let less = aig.or_all([positive, negative, apart]);
        aig.and_all([less, !self.nan, !other.nan])
    }
    pub fn less_equal(&self, aig: &mut Aig, other: &Float) -> Bit {
        let (less, equal) = (self.less(aig, other), self.equal(aig, other));
        aig.or(less, equal)
    }
    /// Signs ignored; neither is NaN.
    fn same_magnitude(&self, aig: &mut Aig, other: &Float) -> Bit {
        let infinite = aig.equal(self.infinite, other.infinite);
        let zero = aig.equal(self.zero, other.zero);
        let exponent = equal(aig, &self.exponent, &other.exponent);
        let significand = equal(aig, &self.significand, &other.significand);
        let number = aig.and(exponent, significand);
        let special = aig.or(self.infinite, self.zero);
        let rest = aig.or(special, number);
        aig.and_all([infinite, zero, rest])
    }
    /// Signs ignored; neither is NaN.
    fn smaller_magnitude(&self, aig: &mut Aig, other: &Float) -> Bit {
        let key = |float: &Float| {
            let mut key = float.significand.clone();
            key.extend(flip_sign(&float.exponent));
            key
        };
        let less = integer::less_unsigned(aig, &key(self), &key(other));
        let sure = aig.or_all([less, self.zero, other.infinite]);
        aig.and_all([sure, !self.infinite, !other.zero])
    }

    pub fn is_normal(&self, aig: &mut Aig) -> Bit {
        let (ordinary, below) = (self.is_ordinary(aig), self.is_below_normal(aig));
        aig.and(ordinary, !below)
    }
    pub fn is_subnormal(&self, aig: &mut Aig) -> Bit {
        let (ordinary, below) = (self.is_ordinary(aig), self.is_below_normal(aig));
        aig.and(ordinary, below)
    }
    fn is_below_normal(&self, aig: &mut Aig) -> Bit {
        let lowest = constant_signed(self.exponent.len(), self.format.min_exponent());
        integer::less_signed(aig, &self.exponent, &lowest)
    }
    pub fn is_negative(&self, aig: &mut Aig) -> Bit {
        aig.and(!self.nan, self.sign)
    }
    pub fn is_positive(&self, aig: &mut Aig) -> Bit {
        aig.and(!self.nan, !self.sign)
    }

    pub fn minimum(&self, aig: &mut Aig, other: &Float) -> Float {
        let less = self.less(aig, other);
        let some_negative = aig.or(self.sign, other.sign);
        self.choose(aig, other, less, some_negative)
    }
    pub fn maximum(&self, aig: &mut Aig, other: &Float) -> Float {
        let greater = other.less(aig, self);
        let both_negative = aig.and(self.sign, other.sign);
        self.choose(aig, other, greater, both_negative)
    }
    /// `self` if `first`, else `other`; but never NaN if one is a number, and for two zeros the given sign.
    fn choose(&self, aig: &mut Aig, other: &Float, first: Bit, zero_sign: Bit) -> Float {
        let first = aig.or(first, other.nan);
        let chosen = Float::mux(aig, first, self, other);
        let zeros = aig.and(self.zero, other.zero);
        Float { sign: aig.mux(zeros, zero_sign, chosen.sign), ..chosen }
    }
}
