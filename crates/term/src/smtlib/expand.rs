//! Operators that SMT-LIB 2.6 does not have, or leaves open where we do not: written out so that
//! every solver means what [`semantics`](crate::semantics) says.

use super::print::PrintOptions;
use super::text::{bits_text, float_text};
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::softfloat;
use crate::sort::{FloatFormat, RoundingMode};
use crate::terms::Terms;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Does the expansion mention an argument more than once?
pub(super) fn needs_names(terms: &Terms, term: TermId, options: PrintOptions) -> bool {
    match terms.op(term) {
        Op::BvUaddO | Op::BvSaddO | Op::BvSsubO | Op::BvSmulO | Op::SbvToInt => !options.version_2_7,
        Op::FpMin | Op::FpMax | Op::FpToUbv(_) | Op::FpToSbv(_) | Op::FpToReal | Op::FpToIeeeBits => true,
        Op::IntDiv | Op::IntMod | Op::RealDiv => !has_constant_divisor(terms, term),
        _ => false,
    }
}

fn has_constant_divisor(terms: &Terms, term: TermId) -> bool {
    let divisor = terms.args(term)[1];
    terms.int_value(divisor).is_some_and(|value| !value.is_zero())
        || terms.real_value(divisor).is_some_and(|value| !value.is_zero())
}

/// The text of an application that is not just the operator before its arguments.
pub(super) fn expanded(terms: &Terms, term: TermId, args: &[String], options: PrintOptions) -> Option<String> {
    let text = match (terms.op(term), args) {
        (Op::IntToBv(width), [a]) if options.version_2_7 => format!("((_ int_to_bv {width}) {a})"),
        (Op::IntToBv(width), [a]) => format!("((_ int2bv {width}) {a})"),
        (Op::FpMin | Op::FpMax, [a, b]) => extremum(terms, term, a, b),
        (Op::FpToUbv(width), [mode, a]) => {
            let (format, wide) = with_integers(terms.float_format(terms.args(term)[1]), a);
            let zero = float_text(format, &softfloat::zero(format, false));
            let range = in_range(format, mode, &wide, &zero, width);
            guarded(&range, &format!("((_ fp.to_ubv {width}) {mode} {a})"), width)
        }
        (Op::FpToSbv(width), [mode, a]) => {
            let (format, wide) = with_integers(terms.float_format(terms.args(term)[1]), a);
            let least = power_text(format, true, width - 1);
            let range = match least {
                Some(least) => in_range(format, mode, &wide, &least, width - 1),
                None => is_finite(a),
            };
            guarded(&range, &format!("((_ fp.to_sbv {width}) {mode} {a})"), width)
        }
        (Op::FpToReal, [a]) => format!("(ite {} (fp.to_real {a}) 0.0)", is_finite(a)),
        (Op::IntDiv | Op::IntMod | Op::RealDiv, [a, b]) => division(terms, term, a, b),
        _ if options.version_2_7 => return None,
        _ => return overflow(terms, term, args),
    };
    Some(text)
}

/// Zeros of different sign give -0 for the minimum and +0 for the maximum.
fn extremum(terms: &Terms, term: TermId, a: &str, b: &str) -> String {
    let format = terms.float_format(term);
    let is_minimum = terms.op(term) == Op::FpMin;
    let (name, sign) = if is_minimum { ("fp.min", "fp.isNegative") } else { ("fp.max", "fp.isPositive") };
    let [wanted, other] =
        [is_minimum, !is_minimum].map(|negative| float_text(format, &softfloat::zero(format, negative)));
    format!(
        "(ite (and (fp.isZero {a}) (fp.isZero {b})) (ite (or ({sign} {a}) ({sign} {b})) {wanted} {other}) ({name} {a} {b}))"
    )
}

fn is_finite(a: &str) -> String {
    format!("(not (or (fp.isNaN {a}) (fp.isInfinite {a})))")
}

/// ±2^exponent if the format has it.
fn power_text(format: FloatFormat, negative: bool, exponent: u32) -> Option<String> {
    let magnitude = BigInt::one() << exponent;
    let value = BigRational::from_integer(if negative { -magnitude } else { magnitude });
    let bits = softfloat::from_rational(format, RoundingMode::TowardZero, &value);
    (softfloat::to_rational(format, &bits)? == value).then(|| float_text(format, &bits))
}

/// A format in which rounding a number of this one to an integer is exact, and the number in it. Where the
/// largest numbers of a format have a fraction (tiny exponents: 3.5 is the largest of `2, 3`), rounding may
/// lead to a power of two that only a format with one more exponent bit has.
fn with_integers(format: FloatFormat, a: &str) -> (FloatFormat, String) {
    if i64::from(format.fraction()) <= format.bias() {
        return (format, a.to_owned());
    }
    let wide = FloatFormat { exponent: format.exponent + 1, ..format };
    (wide, format!("((_ to_fp {} {}) RNE {a})", wide.exponent, wide.significand))
}

/// `least <= round(a) < 2^exponent`, where rounding is exact; NaN and infinities fail it.
fn in_range(format: FloatFormat, mode: &str, a: &str, least: &str, exponent: u32) -> String {
    let rounded = format!("(fp.roundToIntegral {mode} {a})");
    let lower = format!("(fp.leq {least} {rounded})");
    match power_text(format, false, exponent) {
        Some(limit) => format!("(and {lower} (fp.lt {rounded} {limit}))"),
        // Every finite number of the format is below.
        None => format!("(and {lower} {})", is_finite(a)),
    }
}

fn guarded(condition: &str, value: &str, width: u32) -> String {
    format!("(ite {condition} {value} {})", bits_text(&BvValue::zero(width)))
}

fn division(terms: &Terms, term: TermId, a: &str, b: &str) -> String {
    let (name, zero, otherwise) = match terms.op(term) {
        Op::IntDiv => ("div", "0", "0"),
        Op::IntMod => ("mod", "0", a),
        _ => ("/", "0.0", "0.0"),
    };
    if has_constant_divisor(terms, term) {
        return format!("({name} {a} {b})");
    }
    format!("(ite (= {b} {zero}) {otherwise} ({name} {a} {b}))")
}

/// Overflow predicates and integer conversions in SMT-LIB 2.6.
fn overflow(terms: &Terms, term: TermId, args: &[String]) -> Option<String> {
    let first = *terms.args(term).first()?;
    let width = match terms.op(term) {
        Op::BvNegO
        | Op::BvUaddO
        | Op::BvSaddO
        | Op::BvUsubO
        | Op::BvSsubO
        | Op::BvUmulO
        | Op::BvSmulO
        | Op::BvSdivO => terms.width(first),
        Op::BvToNat | Op::SbvToInt => terms.width(first),
        _ => return None,
    };
    let zero = bits_text(&BvValue::zero(width));
    let least = bits_text(&BvValue::min_signed(width));
    let negative = |text: &str| format!("(bvslt {text} {zero})");
    Some(match (terms.op(term), args) {
        (Op::BvNegO, [a]) => format!("(= {a} {least})"),
        (Op::BvUaddO, [a, b]) => format!("(bvult (bvadd {a} {b}) {a})"),
        (Op::BvSaddO, [a, b]) => {
            let sum = negative(&format!("(bvadd {a} {b})"));
            format!("(and (= {} {}) (not (= {} {sum})))", negative(a), negative(b), negative(a))
        }
        (Op::BvUsubO, [a, b]) => format!("(bvult {a} {b})"),
        (Op::BvSsubO, [a, b]) => {
            let difference = negative(&format!("(bvsub {a} {b})"));
            format!("(and (not (= {} {})) (not (= {} {difference})))", negative(a), negative(b), negative(a))
        }
        (Op::BvUmulO, [a, b]) => {
            let wide = |text: &str| format!("((_ zero_extend {width}) {text})");
            let product = format!("(bvmul {} {})", wide(a), wide(b));
            format!("(not (= ((_ extract {} {width}) {product}) {zero}))", 2 * width - 1)
        }
        (Op::BvSmulO, [a, b]) => {
            let wide = |text: &str| format!("((_ sign_extend {width}) {text})");
            let product = format!("(bvmul {} {})", wide(a), wide(b));
            format!("(not (= {product} {}))", wide(&format!("((_ extract {} 0) {product})", width - 1)))
        }
        (Op::BvSdivO, [a, b]) => format!("(and (= {a} {least}) (= {b} {}))", bits_text(&BvValue::ones(width))),
        (Op::BvToNat, [a]) => format!("(bv2nat {a})"),
        (Op::SbvToInt, [a]) => {
            let modulus = BigInt::one() << width;
            format!("(ite {} (- (bv2nat {a}) {modulus}) (bv2nat {a}))", negative(a))
        }
        _ => return None,
    })
}
