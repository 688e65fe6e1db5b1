//! Machine integers: every operation as SMT-LIB defines it.
//!
//! Two ways to compute, chosen by the width: up to 64 bits in the host's 128-bit integers, above that in
//! big integers. Both work on mathematical integers and reduce the result, so no step can wrap; tests
//! compare them with each other.

use crate::expr::{Binary, Sign, Unary};
use crate::value::{Bits, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// None for operations that are not on machine integers.
pub fn unary(op: Unary, a: &Bits) -> Option<Value> {
    let width = a.width();
    Some(match op {
        Unary::Negate => Value::Int(match a.small() {
            Some(small) => Bits::from_u64(width, small.wrapping_neg()),
            None => Bits::from_signed(width, &-a.signed()),
        }),
        Unary::BitNot => Value::Int(match a.small() {
            Some(small) => Bits::from_u64(width, !small),
            None => Bits::from_signed(width, &(-a.signed() - BigInt::one())),
        }),
        Unary::NegateOverflows => Value::Bool(a.is_negative() && *a == smallest(width)),
        _ => return None,
    })
}

/// The most negative number.
fn smallest(width: u32) -> Bits {
    match width {
        0 => Bits::from_u64(0, 0),
        1..=64 => Bits::from_u64(width, 1 << (width - 1)),
        _ => Bits::from_signed(width, &(BigInt::one() << (width - 1))),
    }
}

/// None for operations that are not on two machine integers of one width.
pub fn binary(op: Binary, a: &Bits, b: &Bits) -> Option<Value> {
    if a.width() != b.width() {
        return None;
    }
    match (a.small(), b.small(), a.small_signed(), b.small_signed()) {
        (Some(x), Some(y), Some(p), Some(q)) => small(op, a.width(), (x, y), (p.into(), q.into())),
        _ => large(op, a, b),
    }
}

/// `(x, y)` are the arguments as unsigned, `(p, q)` as signed numbers of at most 64 bits.
fn small(op: Binary, width: u32, (x, y): (u64, u64), (p, q): (i128, i128)) -> Option<Value> {
    use Binary::*;
    let (wide_x, wide_y) = (i128::from(x), i128::from(y));
    // The low bits of a signed number are those of its two's complement.
    let unsigned = |value: u64| Some(Value::Int(Bits::from_u64(width, value)));
    let signed = |value: i128| Some(Value::Int(Bits::from_u64(width, value as u64)));
    let truth = |value: bool| Some(Value::Bool(value));
    let fits_unsigned = |value: i128| value >= 0 && value < 1i128 << width;
    let fits_signed = |value: i128| value >= -(1i128 << (width - 1)) && value < 1i128 << (width - 1);
    match op {
        Add => unsigned(x.wrapping_add(y)),
        Subtract => unsigned(x.wrapping_sub(y)),
        Multiply => unsigned(x.wrapping_mul(y)),
        Divide(Sign::Unsigned) => unsigned(x.checked_div(y).unwrap_or(u64::MAX)),
        // By zero: -1 for dividends that are not negative, else 1.
        Divide(Sign::Signed) => signed(if q == 0 { if p < 0 { 1 } else { -1 } } else { p / q }),
        Remainder(Sign::Unsigned) => unsigned(x.checked_rem(y).unwrap_or(x)),
        Remainder(Sign::Signed) => signed(if q == 0 { p } else { p % q }),
        Modulo => signed(if q == 0 { p } else { p.mod_floor(&q) }),
        ShiftLeft => unsigned(if y < width.into() { x << y } else { 0 }),
        ShiftRight(Sign::Unsigned) => unsigned(if y < width.into() { x >> y } else { 0 }),
        ShiftRight(Sign::Signed) => signed(p >> y.min(width.into())),
        BitAnd => unsigned(x & y),
        BitOr => unsigned(x | y),
        BitXor => unsigned(x ^ y),
        Less(Sign::Unsigned) => truth(x < y),
        Less(Sign::Signed) => truth(p < q),
        LessEqual(Sign::Unsigned) => truth(x <= y),
        LessEqual(Sign::Signed) => truth(p <= q),
        AddOverflows(Sign::Unsigned) => truth(!fits_unsigned(wide_x + wide_y)),
        AddOverflows(Sign::Signed) => truth(!fits_signed(p + q)),
        SubtractOverflows(Sign::Unsigned) => truth(x < y),
        SubtractOverflows(Sign::Signed) => truth(!fits_signed(p - q)),
        MultiplyOverflows(Sign::Unsigned) => truth(u128::from(x) * u128::from(y) >= 1u128 << width),
        MultiplyOverflows(Sign::Signed) => truth(!fits_signed(p * q)),
        DivideOverflows => truth(q == -1 && !fits_signed(-p)),
        _ => None,
    }
}

fn large(op: Binary, a: &Bits, b: &Bits) -> Option<Value> {
    use Binary::*;
    let width = a.width();
    let (x, y) = (BigInt::from(a.unsigned()), BigInt::from(b.unsigned()));
    let (p, q) = (a.signed(), b.signed());
    let number = |value: BigInt| Some(Value::Int(Bits::from_signed(width, &value)));
    let truth = |value: bool| Some(Value::Bool(value));
    let fits_unsigned = |value: BigInt| !value.is_negative() && value < BigInt::one() << width;
    let half = || BigInt::one() << (width - 1);
    let fits_signed = |value: BigInt| value >= -half() && value < half();
    match op {
        Add => number(x + y),
        Subtract => number(x - y),
        Multiply => number(x * y),
        Divide(Sign::Unsigned) => number(if y.is_zero() { -BigInt::one() } else { x / y }),
        Divide(Sign::Signed) if q.is_zero() => number(BigInt::from(if p.is_negative() { 1 } else { -1 })),
        Divide(Sign::Signed) => number(p / q),
        Remainder(Sign::Unsigned) => number(if y.is_zero() { x } else { x % y }),
        Remainder(Sign::Signed) => number(if q.is_zero() { p } else { p % q }),
        Modulo => number(if q.is_zero() { p } else { p.mod_floor(&q) }),
        ShiftLeft => number(match shift_amount(&y, width) {
            Some(amount) => x << amount,
            None => BigInt::zero(),
        }),
        ShiftRight(Sign::Unsigned) => number(match shift_amount(&y, width) {
            Some(amount) => x >> amount,
            None => BigInt::zero(),
        }),
        ShiftRight(Sign::Signed) => number(p >> shift_amount(&y, width).unwrap_or(width)),
        BitAnd => number(x & y),
        BitOr => number(x | y),
        BitXor => number(x ^ y),
        Less(Sign::Unsigned) => truth(x < y),
        Less(Sign::Signed) => truth(p < q),
        LessEqual(Sign::Unsigned) => truth(x <= y),
        LessEqual(Sign::Signed) => truth(p <= q),
        AddOverflows(Sign::Unsigned) => truth(!fits_unsigned(x + y)),
        AddOverflows(Sign::Signed) => truth(!fits_signed(p + q)),
        SubtractOverflows(Sign::Unsigned) => truth(x < y),
        SubtractOverflows(Sign::Signed) => truth(!fits_signed(p - q)),
        MultiplyOverflows(Sign::Unsigned) => truth(!fits_unsigned(x * y)),
        MultiplyOverflows(Sign::Signed) => truth(!fits_signed(p * q)),
        DivideOverflows => truth(q == -BigInt::one() && !fits_signed(-p)),
        _ => None,
    }
}

/// A shift amount below the width.
fn shift_amount(y: &BigInt, width: u32) -> Option<u32> {
    y.to_u32().filter(|amount| *amount < width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    const SIGNS: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

    fn operations() -> Vec<Binary> {
        use Binary::*;
        let mut all = vec![Add, Subtract, Multiply, Modulo, ShiftLeft, BitAnd, BitOr, BitXor, DivideOverflows];
        for sign in SIGNS {
            all.extend([Divide(sign), Remainder(sign), ShiftRight(sign), Less(sign), LessEqual(sign)]);
            all.extend([AddOverflows(sign), SubtractOverflows(sign), MultiplyOverflows(sign)]);
        }
        all
    }

    fn interesting(rng: &mut fastrand::Rng, width: u32) -> u64 {
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let edges = [0, 1, 2, mask, mask - 1, mask / 2, mask / 2 + 1, u64::from(width), u64::from(width) - 1];
        mask & if rng.bool() { edges[rng.usize(..edges.len())] } else { rng.u64(..) }
    }

    #[test]
    fn small_and_large_numbers_agree() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..4_000 {
            let width = rng.u32(1..=64);
            let (x, y) = (interesting(&mut rng, width), interesting(&mut rng, width));
            let (a, b) = (Bits::from_u64(width, x), Bits::from_u64(width, y));
            for op in operations() {
                assert_eq!(binary(op, &a, &b), large(op, &a, &b), "{op:?} {a:?} {b:?}");
            }
        }
    }

    /// What 128-bit arithmetic says, written as the definitions read.
    fn expected(op: Binary, width: u32, x: i128, y: i128, p: i128, q: i128) -> Option<i128> {
        use Binary::*;
        let whole = 1i128 << width;
        let (low, high) = (-(whole / 2), whole / 2 - 1);
        let outside = |v: Option<i128>| i128::from(v.is_none_or(|v| v < low || v > high));
        Some(match op {
            Add => (x + y) % whole,
            Subtract => (x - y).rem_euclid(whole),
            Multiply => (p.checked_mul(q)?).rem_euclid(whole),
            Divide(Sign::Unsigned) if y == 0 => whole - 1,
            Divide(Sign::Unsigned) => x / y,
            Divide(Sign::Signed) if q != 0 => (p / q).rem_euclid(whole),
            Remainder(Sign::Unsigned) if y != 0 => x % y,
            Remainder(Sign::Signed) if q != 0 => (p % q).rem_euclid(whole),
            Modulo if q != 0 => {
                let r = p % q;
                (if r != 0 && (r < 0) != (q < 0) { r + q } else { r }).rem_euclid(whole)
            }
            ShiftLeft if y < i128::from(width) => ((x as u128) << y) as i128 & (whole - 1),
            ShiftRight(Sign::Unsigned) if y < i128::from(width) => x >> y,
            ShiftRight(Sign::Signed) if y < i128::from(width) => (p >> y).rem_euclid(whole),
            BitAnd => x & y,
            BitOr => x | y,
            BitXor => x ^ y,
            Less(Sign::Unsigned) => (x < y).into(),
            Less(Sign::Signed) => (p < q).into(),
            LessEqual(Sign::Unsigned) => (x <= y).into(),
            LessEqual(Sign::Signed) => (p <= q).into(),
            AddOverflows(Sign::Unsigned) => (x + y >= whole).into(),
            SubtractOverflows(Sign::Unsigned) => (x - y < 0).into(),
            MultiplyOverflows(Sign::Unsigned) => x.checked_mul(y).is_none_or(|v| v >= whole).into(),
            AddOverflows(Sign::Signed) => outside(Some(p + q)),
            SubtractOverflows(Sign::Signed) => outside(Some(p - q)),
            MultiplyOverflows(Sign::Signed) => outside(p.checked_mul(q)),
            DivideOverflows if q != 0 => outside(Some(p / q)),
            _ => return None,
        })
    }

    #[test]
    fn as_arithmetic_says() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..20_000 {
            let width = [8, 16, 32, 64][rng.usize(..4)];
            let (x, y) = (interesting(&mut rng, width), interesting(&mut rng, width));
            let (a, b) = (Bits::from_u64(width, x), Bits::from_u64(width, y));
            let (p, q) = (a.small_signed().unwrap().into(), b.small_signed().unwrap().into());
            for op in operations() {
                let Some(expected) = expected(op, width, x.into(), y.into(), p, q) else { continue };
                let found: i128 = match binary(op, &a, &b).unwrap() {
                    Value::Bool(truth) => truth.into(),
                    Value::Int(bits) => bits.small().unwrap().into(),
                    other => panic!("{other:?}"),
                };
                assert_eq!(found, expected, "{op:?} {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn division_by_zero_and_far_shifts() {
        let (zero, minus, plus) = (Bits::from_u64(8, 0), Bits::from_i64(8, -3), Bits::from_u64(8, 3));
        let at = |op, a: &Bits, b: &Bits| binary(op, a, b).unwrap();
        assert_eq!(at(Binary::Divide(Sign::Unsigned), &plus, &zero), Value::int(8, -1));
        assert_eq!(at(Binary::Divide(Sign::Signed), &plus, &zero), Value::int(8, -1));
        assert_eq!(at(Binary::Divide(Sign::Signed), &minus, &zero), Value::int(8, 1));
        assert_eq!(at(Binary::Remainder(Sign::Signed), &minus, &zero), Value::int(8, -3));
        assert_eq!(at(Binary::Modulo, &minus, &zero), Value::int(8, -3));
        assert_eq!(at(Binary::ShiftRight(Sign::Signed), &minus, &Bits::from_u64(8, 200)), Value::int(8, -1));
        assert_eq!(at(Binary::ShiftLeft, &plus, &Bits::from_u64(8, 8)), Value::int(8, 0));
        let wide = Bits::new(100, BigUint::one() << 99);
        let amount = Bits::new(100, BigUint::one() << 90);
        assert_eq!(at(Binary::ShiftRight(Sign::Signed), &wide, &amount), Value::int(100, -1));
        assert_eq!(unary(Unary::NegateOverflows, &wide), Some(Value::Bool(true)));
        assert_eq!(unary(Unary::Negate, &wide), Some(Value::Int(wide)));
        assert_eq!(unary(Unary::BitNot, &plus), Some(Value::int(8, -4)));
    }
}
