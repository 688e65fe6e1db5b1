//! The soft floats against `rustc_apfloat`, against the machine (square root), and by definition.

use super::*;
use crate::semantics;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

const CASES: usize = 6_000;

fn their_mode(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn ours(format: FloatFormat, bits: u128) -> BvValue {
    BvValue::from_biguint(format.width(), BigUint::from(bits))
}

fn theirs<F: Float>(format: FloatFormat, value: F) -> BvValue {
    if value.is_nan() { nan(format) } else { ours(format, value.to_bits()) }
}

/// Random encodings: half of them special or near something special.
fn random_bits(random: &mut fastrand::Rng, format: FloatFormat) -> u128 {
    let mask = (1u128 << (format.width() - 1) << 1).wrapping_sub(1);
    let fraction = format.fraction();
    let sign = (u128::from(random.bool())) << (format.width() - 1);
    let near = |n: u128, random: &mut fastrand::Rng| n.wrapping_add(random.u128(..5)).wrapping_sub(2);
    let magnitude = match random.u8(..12) {
        0 => 0,
        1 => near(((1 << format.exponent) - 1) << fraction, random), // around infinity
        2 => near(1 << fraction, random),                            // around the smallest normal
        3 => random.u128(..) & ((1 << fraction) - 1),                // subnormal
        4 => near((format.bias() as u128) << fraction, random),      // around one
        5 => {
            // small integers and halves
            let exponent = format.bias() as u128 + random.u128(..u128::from(fraction) + 2);
            (exponent << fraction) | (random.u128(..) & ((1 << fraction) - 1) & !((1 << (fraction / 2)) - 1))
        }
        6 => {
            // few bits set
            let exponent = random.u128(..1 << format.exponent);
            (exponent << fraction) | (1 << random.u32(..fraction)) | (1 << random.u32(..fraction))
        }
        7 => random.u128(..8),
        _ => random.u128(..),
    };
    (magnitude & (mask >> 1)) | sign
}

/// Nearby exponents, so that sums and quotients are interesting.
fn random_pair(random: &mut fastrand::Rng, format: FloatFormat) -> (u128, u128) {
    let a = random_bits(random, format);
    if random.bool() {
        return (a, random_bits(random, format));
    }
    let distance = random.u128(..2 * u128::from(format.significand)) << format.fraction();
    let b = a.wrapping_add(distance) ^ (random.u128(..) & ((1 << format.fraction()) - 1));
    let b = b ^ (u128::from(random.bool()) << (format.width() - 1));
    (a, b & ((1u128 << (format.width() - 1) << 1).wrapping_sub(1)))
}

fn arithmetic_agrees<F: Float>(format: FloatFormat, seed: u64, cases: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..cases {
        let (a, b) = random_pair(&mut random, format);
        let c = random_bits(&mut random, format);
        let (x, y, z) = (ours(format, a), ours(format, b), ours(format, c));
        let (p, q, r) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
        for mode in RoundingMode::ALL {
            let m = their_mode(mode);
            let context = format!("{format:?} {mode:?} {a:#x} {b:#x} {c:#x}");
            assert_eq!(add(format, mode, &x, &y), theirs(format, p.add_r(q, m).value), "add {context}");
            assert_eq!(sub(format, mode, &x, &y), theirs(format, p.sub_r(q, m).value), "sub {context}");
            assert_eq!(mul(format, mode, &x, &y), theirs(format, p.mul_r(q, m).value), "mul {context}");
            assert_eq!(div(format, mode, &x, &y), theirs(format, p.div_r(q, m).value), "div {context}");
            assert_eq!(fma(format, mode, &x, &y, &z), theirs(format, p.mul_add_r(q, r, m).value), "fma {context}");
            let integral = theirs(format, p.round_to_integral(m).value);
            assert_eq!(round_to_integral(format, mode, &x), integral, "integral {context}");
        }
        let context = format!("{format:?} {a:#x} {b:#x}");
        assert_eq!(rem(format, &x, &y), theirs(format, p.ieee_rem(q).value), "rem {context}");
        assert_eq!(lt(format, &x, &y), p < q, "lt {context}");
        assert_eq!(leq(format, &x, &y), p <= q, "leq {context}");
        assert_eq!(eq(format, &x, &y), p == q, "eq {context}");
        if !p.is_nan() && !q.is_nan() {
            assert_eq!(min(format, &x, &y), theirs(format, p.minimum(q)), "min {context}");
            assert_eq!(max(format, &x, &y), theirs(format, p.maximum(q)), "max {context}");
        }
        classes_agree(format, &x, p);
    }
}

fn classes_agree<F: Float>(format: FloatFormat, x: &BvValue, p: F) {
    assert_eq!(is_nan(format, x), p.is_nan());
    assert_eq!(is_infinite(format, x), p.is_infinite());
    assert_eq!(is_zero(format, x), p.is_zero());
    assert_eq!(is_subnormal(format, x), p.is_denormal());
    assert_eq!(is_normal(format, x), p.is_normal());
    assert_eq!(is_negative(format, x), p.is_negative() && !p.is_nan());
    assert_eq!(is_positive(format, x), !p.is_negative() && !p.is_nan());
}

#[test]
fn arithmetic_agrees_in_half() {
    arithmetic_agrees::<Half>(FloatFormat::HALF, 1, CASES);
}
#[test]
fn arithmetic_agrees_in_bfloat() {
    arithmetic_agrees::<BFloat>(FloatFormat::BFLOAT, 2, CASES);
}
#[test]
fn arithmetic_agrees_in_single() {
    arithmetic_agrees::<Single>(FloatFormat::SINGLE, 3, CASES);
}
#[test]
fn arithmetic_agrees_in_double() {
    arithmetic_agrees::<Double>(FloatFormat::DOUBLE, 4, CASES);
}

fn integers_agree<F: Float>(format: FloatFormat, seed: u64, cases: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..cases {
        let a = random_bits(&mut random, format);
        let (x, p) = (ours(format, a), F::from_bits(a));
        let width = random.u32(2..100); // the reference cannot convert to one bit
        let n = random.u128(..) >> random.u32(..128);
        let integer = BvValue::from_biguint(128, BigUint::from(n));
        for mode in RoundingMode::ALL {
            let m = their_mode(mode);
            let context = format!("{format:?} {mode:?} {a:#x} width {width} integer {n:#x}");
            let signed = theirs(format, F::from_i128_r(n as i128, m).value);
            assert_eq!(from_signed(format, mode, &integer), signed, "from signed {context}");
            let unsigned = theirs(format, F::from_u128_r(n, m).value);
            assert_eq!(from_unsigned(format, mode, &integer), unsigned, "from unsigned {context}");
            let mut exact = false;
            let answer = p.to_u128_r(width as usize, m, &mut exact);
            let fits = !answer.status.contains(Status::INVALID_OP);
            let expected = fits.then(|| BvValue::from_biguint(width, BigUint::from(answer.value)));
            assert_eq!(to_unsigned(format, mode, &x, width), expected, "to unsigned {context}");
            let answer = p.to_i128_r(width as usize, m, &mut exact);
            let fits = !answer.status.contains(Status::INVALID_OP);
            let expected = fits.then(|| BvValue::from_bigint(width, &BigInt::from(answer.value)));
            assert_eq!(to_signed(format, mode, &x, width), expected, "to signed {context}");
        }
    }
}

#[test]
fn conversions_to_and_from_integers_agree() {
    integers_agree::<Half>(FloatFormat::HALF, 5, CASES);
    integers_agree::<Single>(FloatFormat::SINGLE, 6, CASES);
    integers_agree::<Double>(FloatFormat::DOUBLE, 7, CASES);
}

/// Each in its own test, so that they run beside each other: `cargo test --release -- --ignored million`.
macro_rules! a_million_values {
    ($($name:ident $reference:ident $format:ident)*) => {$(
        #[test]
        #[ignore = "long"]
        fn $name() {
            arithmetic_agrees::<$reference>(FloatFormat::$format, 101, 1_000_000);
            integers_agree::<$reference>(FloatFormat::$format, 102, 1_000_000);
        }
    )*};
}

a_million_values! {
    a_million_values_in_half Half HALF
    a_million_values_in_single Single SINGLE
    a_million_values_in_double Double DOUBLE
}

fn formats_agree<F: Float + FloatConvert<G>, G: Float>(from: FloatFormat, to: FloatFormat, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..CASES {
        let a = random_bits(&mut random, from);
        for mode in RoundingMode::ALL {
            let mut loses = false;
            let expected = FloatConvert::<G>::convert_r(F::from_bits(a), their_mode(mode), &mut loses).value;
            assert_eq!(
                to_format(from, to, mode, &ours(from, a)),
                theirs(to, expected),
                "{from:?} {to:?} {mode:?} {a:#x}"
            );
        }
    }
}

#[test]
fn conversions_between_formats_agree() {
    formats_agree::<Double, Half>(FloatFormat::DOUBLE, FloatFormat::HALF, 8);
    formats_agree::<Double, Single>(FloatFormat::DOUBLE, FloatFormat::SINGLE, 9);
    formats_agree::<Single, BFloat>(FloatFormat::SINGLE, FloatFormat::BFLOAT, 10);
    formats_agree::<Single, Double>(FloatFormat::SINGLE, FloatFormat::DOUBLE, 11);
    formats_agree::<Half, BFloat>(FloatFormat::HALF, FloatFormat::BFLOAT, 12);
    formats_agree::<Quad, Double>(FloatFormat::QUAD, FloatFormat::DOUBLE, 13);
    formats_agree::<Double, Quad>(FloatFormat::DOUBLE, FloatFormat::QUAD, 14);
}

#[test]
fn square_root_agrees_with_the_machine() {
    let mut random = fastrand::Rng::with_seed(15);
    for _ in 0..CASES {
        let a = random_bits(&mut random, FloatFormat::DOUBLE) as u64;
        let root = f64::from_bits(a).sqrt();
        let expected = canonical(FloatFormat::DOUBLE, BvValue::from_u64(64, root.to_bits()));
        let got = sqrt(FloatFormat::DOUBLE, RoundingMode::NearestEven, &BvValue::from_u64(64, a));
        assert_eq!(got, expected, "{a:#x}");
        let a = random_bits(&mut random, FloatFormat::SINGLE) as u32;
        let root = f32::from_bits(a).sqrt();
        let expected = canonical(FloatFormat::SINGLE, BvValue::from_u64(32, u64::from(root.to_bits())));
        let got = sqrt(FloatFormat::SINGLE, RoundingMode::NearestEven, &BvValue::from_u64(32, u64::from(a)));
        assert_eq!(got, expected, "{a:#x}");
    }
}

/// Every half-precision number: the directed roots enclose the true root and are neighbours.
#[test]
fn directed_square_roots_enclose_the_true_root() {
    let format = FloatFormat::HALF;
    for n in 0..0x7c00u64 {
        let x = BvValue::from_u64(16, n);
        let value = to_rational(format, &x).unwrap();
        let [even, away, up, down, cut] = RoundingMode::ALL.map(|mode| sqrt(format, mode, &x));
        let square = |root: &BvValue| to_rational(format, root).map(|r| &r * &r).unwrap();
        assert!(square(&down) <= value && value <= square(&up));
        assert_eq!(down, cut);
        let gap = up.sub(&down).to_u64().unwrap();
        assert!(gap == u64::from(square(&down) != value));
        // No square root lies half way between two numbers, so both nearest modes agree.
        assert_eq!(even, away);
        let middle = (to_rational(format, &down).unwrap() + to_rational(format, &up).unwrap())
            / BigRational::from_integer(BigInt::from(2));
        let nearest = if &middle * &middle > value { &down } else { &up };
        assert_eq!(&even, nearest);
    }
}

#[test]
fn rationals_round_like_division() {
    let mut random = fastrand::Rng::with_seed(16);
    let format = FloatFormat::SINGLE;
    for _ in 0..CASES {
        let (n, d) = (random.i64(-1 << 24..1 << 24), random.i64(1..1 << 24));
        let mode = RoundingMode::ALL[random.usize(..5)];
        let exact = |n: i64| from_signed(format, mode, &BvValue::from_i64(64, n));
        let ratio = BigRational::new(BigInt::from(n), BigInt::from(d));
        assert_eq!(from_rational(format, mode, &ratio), div(format, mode, &exact(n), &exact(d)));
        let back = to_rational(format, &exact(n)).unwrap();
        assert_eq!(back, BigRational::from_integer(BigInt::from(n)));
    }
}

/// Formats with exponents of 30 bits must not need numbers of 2^30 bits.
#[test]
fn huge_exponents_are_cheap() {
    let format = FloatFormat { exponent: 30, significand: 5 };
    let mode = RoundingMode::TowardPositive;
    let (large, tiny) = (largest(format, false), BvValue::from_u64(format.width(), 1));
    let one = from_unsigned(format, mode, &BvValue::one(8));
    assert_eq!(add(format, mode, &large, &tiny), infinity(format, false));
    assert_eq!(sub(format, RoundingMode::TowardZero, &one, &tiny).to_u64().unwrap(), one.to_u64().unwrap() - 1);
    assert_eq!(to_signed(format, mode, &large, 32), None);
    assert_eq!(to_signed(format, mode, &tiny, 32), Some(BvValue::one(32)));
    assert!(is_zero(format, &rem(format, &large, &one)));
    assert_eq!(fma(format, mode, &large, &large, &tiny), infinity(format, false));
}

#[test]
fn the_table_of_fixed_meanings() {
    use crate::op::Op;
    use crate::terms::Terms;
    use crate::value::Value;
    let terms = Terms::new();
    let format = FloatFormat::HALF;
    let float = |bits: BvValue| Value::Float(format, bits);
    let apply = |op, args: &[&Value]| semantics::apply(&terms, op, args);
    let mode = Value::RoundingMode(RoundingMode::NearestEven);
    let zeros = [float(zero(format, false)), float(zero(format, true))];
    for (a, b) in [(0, 1), (1, 0)] {
        assert_eq!(apply(Op::FpMin, &[&zeros[a], &zeros[b]]), zeros[1]);
        assert_eq!(apply(Op::FpMax, &[&zeros[a], &zeros[b]]), zeros[0]);
    }
    let nothing = Value::BitVec(BvValue::zero(8));
    for bits in [nan(format), infinity(format, true), largest(format, false)] {
        assert_eq!(apply(Op::FpToUbv(8), &[&mode, &float(bits.clone())]), nothing);
        assert_eq!(apply(Op::FpToSbv(8), &[&mode, &float(bits)]), nothing);
    }
    let minus_one = from_signed(format, RoundingMode::NearestEven, &BvValue::ones(4));
    assert_eq!(apply(Op::FpToUbv(8), &[&mode, &float(minus_one)]), nothing);
    let signalling = float(canonical(format, BvValue::from_u64(16, 0xfc01)));
    assert_eq!(apply(Op::FpToIeeeBits, &[&signalling]), Value::BitVec(BvValue::from_u64(16, 0x7e00)));
    let (seven, none) = (Value::Int(BigInt::from(-7)), Value::Int(BigInt::from(0)));
    assert_eq!(apply(Op::IntDiv, &[&seven, &none]), none);
    assert_eq!(apply(Op::IntMod, &[&seven, &none]), seven);
    let two = Value::Int(BigInt::from(-2));
    assert_eq!(apply(Op::IntDiv, &[&seven, &two]), Value::Int(BigInt::from(4)));
    assert_eq!(apply(Op::IntMod, &[&seven, &two]), Value::Int(BigInt::from(1)));
}
