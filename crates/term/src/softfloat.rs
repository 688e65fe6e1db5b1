//! IEEE 754 arithmetic on values of any binary format.

use crate::bv::BvValue;
use crate::sort::FloatFormat;

/// The canonical quiet NaN: sign 0, exponent ones, top fraction bit 1, rest 0.
pub fn nan(format: FloatFormat) -> BvValue {
    let exponent = BvValue::ones(format.exponent + 1).zero_extend(format.fraction() - 1 + 1);
    exponent.shl_by(format.fraction() - 1)
}

pub fn is_nan(format: FloatFormat, bits: &BvValue) -> bool {
    bits.extract(format.width() - 2, format.fraction()).is_ones() && !bits.extract(format.fraction() - 1, 0).is_zero()
}

/// The encoding with every NaN replaced by the canonical one.
pub fn canonical(format: FloatFormat, bits: BvValue) -> BvValue {
    if is_nan(format, &bits) { nan(format) } else { bits }
}
