//! Against the processor (single and double, to nearest even), and the two ways to compute against each
//! other in every format and direction.

use super::*;
use crate::interp::exact::{from_real, to_real};
use num_rational::BigRational;

const NEAREST: Rounding = Rounding::NearestEven;
const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
    Rounding::TowardZero,
];

fn random(rng: &mut fastrand::Rng, format: FloatFormat) -> u128 {
    let fraction_bits = format.significand_bits() - 1;
    let width = format.width();
    let exponents = (1u128 << format.exponent_bits()) - 1;
    let middle = exponents / 2;
    let exponent = match rng.u32(..6) {
        0 => 0,
        1 => exponents,
        2 => exponents - 1,
        3 => middle + rng.u128(0..u128::from(fraction_bits) + 3),
        4 => middle - rng.u128(0..3),
        _ => rng.u128(0..=exponents),
    };
    let all = (1u128 << fraction_bits) - 1;
    let fraction = match rng.u32(..5) {
        0 => 0,
        1 => all,
        2 => 1 << rng.u32(..fraction_bits),
        _ => rng.u128(..) & all,
    };
    let encoding = (u128::from(rng.bool()) << (width - 1)) | (exponent << fraction_bits) | fraction;
    crate::layout::float_value(format, encoding)
}

fn result(value: Option<Value>) -> u128 {
    match value {
        Some(Value::Float(_, bits)) => bits,
        Some(Value::Bool(truth)) => truth.into(),
        other => panic!("{other:?}"),
    }
}

macro_rules! against_the_processor {
    ($name:ident, $native:ty, $format:expr, $seed:literal) => {
        #[test]
        fn $name() {
            let mut rng = fastrand::Rng::with_seed($seed);
            let canonical = |x: $native| crate::layout::canonical_float($format, x.to_bits().into());
            for _ in 0..30_000 {
                let (a, b, c) = (random(&mut rng, $format), random(&mut rng, $format), random(&mut rng, $format));
                let [x, y, z] = [a, b, c].map(|v| <$native>::from_bits(v as _));
                let at = |op| result(binary(op, $format, a, b));
                assert_eq!(at(Binary::FloatAdd(NEAREST)), canonical(x + y), "{x} + {y}");
                assert_eq!(at(Binary::FloatSubtract(NEAREST)), canonical(x - y), "{x} - {y}");
                assert_eq!(at(Binary::FloatMultiply(NEAREST)), canonical(x * y), "{x} * {y}");
                assert_eq!(at(Binary::FloatDivide(NEAREST)), canonical(x / y), "{x} / {y}");
                assert_eq!(at(Binary::FloatModulo), canonical(x % y), "{x} % {y}");
                assert_eq!(at(Binary::FloatLess), (x < y).into(), "{x} < {y}");
                assert_eq!(at(Binary::FloatLessEqual), (x <= y).into(), "{x} <= {y}");
                assert_eq!(at(Binary::FloatEqual), (x == y).into(), "{x} == {y}");
                assert_eq!(fused($format, NEAREST, a, b, c), canonical(x.mul_add(y, z)), "{x} * {y} + {z}");
                let one = |op| result(unary(op, $format, a));
                assert_eq!(one(Unary::FloatSqrt(NEAREST)), canonical(x.sqrt()), "sqrt {x}");
                assert_eq!(one(Unary::FloatRound(NEAREST)), canonical(x.round_ties_even()), "{x}");
                assert_eq!(one(Unary::FloatRound(Rounding::NearestAway)), canonical(x.round()), "{x}");
                assert_eq!(one(Unary::FloatRound(Rounding::TowardZero)), canonical(x.trunc()), "{x}");
                assert_eq!(one(Unary::FloatRound(Rounding::TowardPositive)), canonical(x.ceil()), "{x}");
                assert_eq!(one(Unary::FloatRound(Rounding::TowardNegative)), canonical(x.floor()), "{x}");
                assert_eq!(one(Unary::FloatNegate), (-x).to_bits().into());
                assert_eq!(one(Unary::FloatAbs), x.abs().to_bits().into());
                for (class, holds) in [
                    (FloatClass::Nan, x.is_nan()),
                    (FloatClass::Infinite, x.is_infinite()),
                    (FloatClass::Zero, x == 0.0),
                    (FloatClass::Subnormal, x.is_subnormal()),
                    (FloatClass::Normal, x.is_normal()),
                    (FloatClass::Negative, !x.is_nan() && x.is_sign_negative()),
                    (FloatClass::Positive, !x.is_nan() && x.is_sign_positive()),
                ] {
                    assert_eq!(one(Unary::FloatIs(class)), holds.into(), "{class:?} {x}");
                }
                let signed = to_bits($format, a, Sign::Signed, Rounding::TowardZero, 32);
                let fits = x.trunc() >= -2147483648.0 && x.trunc() < 2147483648.0;
                assert_eq!(signed.small_signed(), Some(if fits { x as i32 as i64 } else { 0 }), "{x}");
                let integer = rng.u64(..) >> rng.u32(..64);
                let bits = Bits::from_u64(64, integer);
                assert_eq!(from_bits($format, Sign::Unsigned, NEAREST, &bits), canonical(integer as $native));
                assert_eq!(from_bits($format, Sign::Signed, NEAREST, &bits), canonical(integer as i64 as $native));
            }
        }
    };
}
against_the_processor!(single_as_the_processor, f32, FloatFormat::Single, 3);
against_the_processor!(double_as_the_processor, f64, FloatFormat::Double, 4);

#[test]
fn single_and_double_convert_as_the_processor() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..20_000 {
        let a = random(&mut rng, FloatFormat::Double);
        let down = f64::from_bits(a as u64) as f32;
        let expected = crate::layout::canonical_float(FloatFormat::Single, down.to_bits().into());
        assert_eq!(convert(FloatFormat::Double, FloatFormat::Single, NEAREST, a), expected);
        let b = random(&mut rng, FloatFormat::Single);
        let up = f64::from(f32::from_bits(b as u32));
        let expected = crate::layout::canonical_float(FloatFormat::Double, up.to_bits().into());
        assert_eq!(convert(FloatFormat::Single, FloatFormat::Double, NEAREST, b), expected);
    }
}

fn finite(format: FloatFormat, a: u128) -> bool {
    matches!(exact::decode(format, a), Number::Finite { .. })
}

/// The library's arithmetic is exact arithmetic followed by one rounding (signs of zero apart, which
/// exact arithmetic does not know).
#[test]
fn library_and_exact_arithmetic_agree() {
    let mut rng = fastrand::Rng::with_seed(6);
    for round in 0..400 {
        for format in FloatFormat::ALL {
            // The two large formats cost big rationals.
            if format.exponent_bits() == 15 && round % 8 != 0 {
                continue;
            }
            let [a, b, c] = [(); 3].map(|()| random(&mut rng, format));
            if ![a, b, c].iter().all(|x| finite(format, *x)) {
                continue;
            }
            let [x, y, z] = [a, b, c].map(|v| to_real(format, v));
            for rounding in ROUNDINGS {
                let same = |found: u128, exactly: BigRational, what: &str| {
                    let expected = from_real(format, &exactly, rounding);
                    let zero = exactly.is_zero();
                    assert!(found == expected || (zero && is(FloatClass::Zero, format, found)), "{format:?} {what}");
                };
                let at = |op| result(binary(op, format, a, b));
                same(at(Binary::FloatAdd(rounding)), &x + &y, "add");
                same(at(Binary::FloatSubtract(rounding)), &x - &y, "subtract");
                same(at(Binary::FloatMultiply(rounding)), &x * &y, "multiply");
                if !y.is_zero() {
                    same(at(Binary::FloatDivide(rounding)), &x / &y, "divide");
                }
                same(fused(format, rounding, a, b, c), &x * &y + &z, "fused");
                for to in FloatFormat::ALL {
                    let expected = from_real(to, &x, rounding);
                    let found = convert(format, to, rounding, a);
                    assert!(found == expected || x.is_zero(), "{format:?} to {to:?} {rounding:?} {a:x}");
                }
            }
        }
    }
}

fn library_remainder<F: Float>(format: FloatFormat, a: u128, b: u128) -> (u128, u128) {
    let (x, y) = (float::<F>(format, a), float::<F>(format, b));
    let bits = |f: F| bits_from_library(format, f.to_bits());
    (bits(x.ieee_rem(y).value), bits(x.c_fmod(y).value))
}

#[test]
fn remainders_as_the_library() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..3_000 {
        for format in [FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double] {
            let (a, b) = (random(&mut rng, format), random(&mut rng, format));
            let (ieee, truncated) = by_format!(format, library_remainder(format, a, b));
            assert_eq!(result(binary(Binary::FloatRemainder, format, a, b)), ieee, "{format:?} {a:x} {b:x}");
            assert_eq!(result(binary(Binary::FloatModulo, format, a, b)), truncated, "{format:?} {a:x} {b:x}");
        }
    }
}

/// The root is the float whose square is nearest from the right side.
#[test]
fn square_roots_are_rounded_once() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..300 {
        for format in FloatFormat::ALL {
            let a = random(&mut rng, format) & !(1 << (format.width() - 1));
            if !finite(format, a) {
                continue;
            }
            let x = to_real(format, a);
            let root = |rounding| exact::square_root(format, a, rounding);
            let (down, up) = (root(Rounding::TowardNegative), root(Rounding::TowardPositive));
            let square = |v: u128| to_real(format, v) * to_real(format, v);
            assert!(square(down) <= x && x <= square(up), "{format:?} {a:x}");
            assert!(up - down <= 1 && root(Rounding::TowardZero) == down, "{format:?} {a:x}");
            let middle = (to_real(format, down) + to_real(format, up)) / BigInt::from(2);
            let nearest = if &middle * &middle < x { up } else { down };
            assert!(up == down || root(NEAREST) == nearest, "{format:?} {a:x}");
        }
    }
}

#[test]
fn minimum_and_maximum() {
    let bits = |x: f32| u128::from(x.to_bits());
    let at = |op, a, b| result(binary(op, FloatFormat::Single, a, b));
    let nan = canonical_nan(FloatFormat::Single);
    for (a, b, low, high) in [(1.0, 2.0, 1.0, 2.0), (-0.0, 0.0, -0.0, 0.0), (-1.0, f32::INFINITY, -1.0, f32::INFINITY)]
    {
        let [a, b, low, high] = [a, b, low, high].map(bits);
        for (x, y) in [(a, b), (b, a)] {
            assert_eq!(at(Binary::FloatMin, x, y), low);
            assert_eq!(at(Binary::FloatMax, x, y), high);
        }
        assert_eq!([at(Binary::FloatMin, nan, a), at(Binary::FloatMax, a, nan)], [a, a]);
    }
    assert_eq!(at(Binary::FloatMin, nan, nan), nan);
}

#[test]
fn integers_that_do_not_fit_become_zero() {
    let at = |x: f64, sign, width| to_bits(FloatFormat::Double, x.to_bits().into(), sign, NEAREST, width).signed();
    assert_eq!(at(255.4, Sign::Unsigned, 8), BigInt::from(-1));
    assert_eq!(at(255.5, Sign::Unsigned, 8), BigInt::zero());
    assert_eq!(at(-128.5, Sign::Signed, 8), BigInt::from(-128));
    assert_eq!(at(-128.6, Sign::Signed, 8), BigInt::zero());
    assert_eq!(at(-0.5, Sign::Unsigned, 8), BigInt::zero());
    assert_eq!(at(f64::NAN, Sign::Signed, 8), BigInt::zero());
    assert_eq!(at(2f64.powi(100), Sign::Signed, 102), BigInt::one() << 100);
}
