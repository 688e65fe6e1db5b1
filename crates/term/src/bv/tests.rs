//! Bit-vector operations against their definitions on mathematical integers: all values of small
//! widths, random ones around the limit of the inline representation and beyond.

use super::*;
use num_integer::Integer;
use num_traits::Signed;

/// The residue modulo 2^width.
fn reduce(width: u32, value: BigInt) -> BvValue {
    let modulus = BigInt::from(modulus(width));
    let residue = value.mod_floor(&modulus);
    BvValue::from_biguint(width, residue.magnitude().clone())
}

fn fits_signed(width: u32, value: &BigInt) -> bool {
    let half = BigInt::from(modulus(width - 1));
    *value >= -&half && *value < half
}

fn arithmetic_is_right(a: &BvValue, b: &BvValue) {
    let width = a.width();
    let (x, y) = (BigInt::from(a.to_biguint()), BigInt::from(b.to_biguint()));
    let (p, q) = (a.to_bigint(), b.to_bigint());
    let context = format!("{a:?} {b:?}");
    assert_eq!(a.add(b), reduce(width, &x + &y), "add {context}");
    assert_eq!(a.sub(b), reduce(width, &x - &y), "sub {context}");
    assert_eq!(a.mul(b), reduce(width, &x * &y), "mul {context}");
    assert_eq!(a.neg(), reduce(width, -&x), "neg {context}");
    assert_eq!(a.not(), reduce(width, -&x - 1), "not {context}");
    assert_eq!((a.ult(b), a.ule(b)), (x < y, x <= y), "unsigned order {context}");
    assert_eq!((a.slt(b), a.sle(b)), (p < q, p <= q), "signed order {context}");
    if b.is_zero() {
        assert_eq!((a.udiv(b), a.urem(b)), (BvValue::ones(width), a.clone()));
        let sdiv = if p.is_negative() { BvValue::one(width) } else { BvValue::ones(width) };
        assert_eq!((a.sdiv(b), a.srem(b), a.smod(b)), (sdiv, a.clone(), a.clone()));
    } else {
        assert_eq!((a.udiv(b), a.urem(b)), (reduce(width, &x / &y), reduce(width, &x % &y)), "udiv {context}");
        // BigInt division truncates, as bvsdiv does; mod_floor has the sign of the divisor.
        assert_eq!((a.sdiv(b), a.srem(b)), (reduce(width, &p / &q), reduce(width, &p % &q)), "sdiv {context}");
        assert_eq!(a.smod(b), reduce(width, p.mod_floor(&q)), "smod {context}");
        assert_eq!(a.sdivo(b), !fits_signed(width, &(&p / &q)), "sdivo {context}");
    }
    let beyond = |value: &BigInt| value.is_negative() || *value >= BigInt::from(modulus(width));
    assert_eq!(a.uaddo(b), beyond(&(&x + &y)), "uaddo {context}");
    assert_eq!(a.usubo(b), beyond(&(&x - &y)), "usubo {context}");
    assert_eq!(a.umulo(b), beyond(&(&x * &y)), "umulo {context}");
    assert_eq!(a.saddo(b), !fits_signed(width, &(&p + &q)), "saddo {context}");
    assert_eq!(a.ssubo(b), !fits_signed(width, &(&p - &q)), "ssubo {context}");
    assert_eq!(a.smulo(b), !fits_signed(width, &(&p * &q)), "smulo {context}");
    assert_eq!(a.nego(), !fits_signed(width, &-&p), "nego {context}");
}

fn bits_are_right(a: &BvValue, b: &BvValue) {
    let width = a.width();
    let (x, y) = (BigInt::from(a.to_biguint()), BigInt::from(b.to_biguint()));
    assert_eq!(a.and(b), reduce(width, &x & &y));
    assert_eq!(a.or(b), reduce(width, &x | &y));
    assert_eq!(a.xor(b), reduce(width, &x ^ &y));
    // Shifting further than the width gives what shifting by the width does.
    let distance = b.to_u64().unwrap_or(u64::MAX).min(u64::from(width));
    assert_eq!(a.shl(b), reduce(width, &x << distance), "shl {a:?} {b:?}");
    assert_eq!(a.lshr(b), reduce(width, &x >> distance), "lshr {a:?} {b:?}");
    assert_eq!(a.ashr(b), reduce(width, a.to_bigint() >> distance), "ashr {a:?} {b:?}");
    let joined = a.concat(b);
    assert_eq!(joined, reduce(2 * width, (&x << width) + &y));
    assert_eq!((joined.extract(2 * width - 1, width), joined.extract(width - 1, 0)), (a.clone(), b.clone()));
    assert_eq!(a.zero_extend(3), reduce(width + 3, x));
    assert_eq!(a.sign_extend(3), reduce(width + 3, a.to_bigint()));
    assert_eq!(a.rotate_left(5).rotate_right(5), *a);
    assert_eq!(a.rotate_left(1), a.shl_by(1).or(&a.lshr_by(width - 1)));
}

#[test]
fn all_values_of_small_widths() {
    for width in 1..=4 {
        for (x, y) in (0..1 << width).flat_map(|x| (0..1 << width).map(move |y| (x, y))) {
            let (a, b) = (BvValue::from_u64(width, x), BvValue::from_u64(width, y));
            arithmetic_is_right(&a, &b);
            bits_are_right(&a, &b);
        }
    }
}

#[test]
fn random_values_of_large_widths() {
    let mut random = fastrand::Rng::with_seed(3);
    for width in [31, 32, 63, 64, 65, 100, 128, 129, 200] {
        for _ in 0..300 {
            let mut value = || match random.u8(..6) {
                0 => BvValue::min_signed(width),
                1 => BvValue::ones(width),
                2 => BvValue::from_u64(width, random.u64(..3)),
                3 => BvValue::from_u64(width, random.u64(..2 * u64::from(width))),
                _ => BvValue::from_biguint(width, (BigUint::from(random.u128(..)) << 100u32) + random.u128(..)),
            };
            let (a, b) = (value(), value());
            arithmetic_is_right(&a, &b);
            bits_are_right(&a, &b);
        }
    }
}

#[test]
fn looking_at_bits() {
    let value = BvValue::from_u64(70, 0b1011000);
    assert_eq!((value.trailing_zeros(), value.leading_zeros()), (3, 63));
    assert_eq!(value.log2_exact(), None);
    assert_eq!(BvValue::power_of_two(70, 69).log2_exact(), Some(69));
    assert_eq!(BvValue::zero(70).log2_exact(), None);
    assert!(BvValue::power_of_two(70, 69).is_min_signed() && BvValue::max_signed(70).is_max_signed());
    assert_eq!(BvValue::from_i64(70, -3).to_i64(), Some(-3));
    assert_eq!(BvValue::from_i64(5, -3).to_u64(), Some(29));
    assert!(BvValue::ones(64).is_ones() && BvValue::ones(65).is_ones() && !BvValue::zero(1).is_ones());
}
