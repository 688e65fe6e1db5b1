//! Mathematical integers and reals.
//!
//! Numbers are exact. One with more than [`MAX_BITS`] bits ends the execution for lack of memory: repeated
//! squaring would otherwise use all there is.

use super::Outcome;
use crate::expr::{Binary, Unary};
use crate::value::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

const MAX_BITS: u64 = 1 << 20;

fn bounded(bits: u64) -> Result<(), Outcome> {
    if bits <= MAX_BITS { Ok(()) } else { Err(Outcome::TooMuchMemory) }
}

/// None for operations that are not on mathematical numbers.
pub fn unary(op: Unary, a: &Value) -> Option<Value> {
    Some(match (op, a) {
        (Unary::MathNegate, Value::MathInt(x)) => Value::MathInt(-x),
        (Unary::MathAbs, Value::MathInt(x)) => Value::MathInt(x.abs()),
        (Unary::MathNegate, Value::Real(x)) => Value::Real(-x),
        (Unary::MathAbs, Value::Real(x)) => Value::Real(x.abs()),
        _ => return None,
    })
}

pub fn integers(op: Binary, x: &BigInt, y: &BigInt) -> Result<Option<Value>, Outcome> {
    use Binary::*;
    let number = |value: BigInt| Ok(Some(Value::MathInt(value)));
    match op {
        MathAdd | MathSubtract => bounded(x.bits().max(y.bits()))?,
        MathMultiply => bounded(x.bits() + y.bits())?,
        _ => {}
    }
    match op {
        MathAdd => number(x + y),
        MathSubtract => number(x - y),
        MathMultiply => number(x * y),
        MathDivide if y.is_zero() => number(BigInt::zero()),
        MathDivide => number((x - x.mod_floor(&y.abs())) / y),
        MathModulo if y.is_zero() => number(x.clone()),
        MathModulo => number(x.mod_floor(&y.abs())),
        MathLess => Ok(Some(Value::Bool(x < y))),
        MathLessEqual => Ok(Some(Value::Bool(x <= y))),
        _ => Ok(None),
    }
}

pub fn reals(op: Binary, x: &BigRational, y: &BigRational) -> Result<Option<Value>, Outcome> {
    use Binary::*;
    let bits = |r: &BigRational| r.numer().bits() + r.denom().bits();
    bounded(bits(x) + bits(y))?;
    let number = |value: BigRational| Ok(Some(Value::Real(value)));
    match op {
        MathAdd => number(x + y),
        MathSubtract => number(x - y),
        MathMultiply => number(x * y),
        MathDivide if y.is_zero() => number(BigRational::zero()),
        MathDivide => number(x / y),
        MathLess => Ok(Some(Value::Bool(x < y))),
        MathLessEqual => Ok(Some(Value::Bool(x <= y))),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_leaves_remainders_that_are_not_negative() {
        let at = |op, x: i64, y: i64| match integers(op, &x.into(), &y.into()) {
            Ok(Some(Value::MathInt(value))) => i64::try_from(value).unwrap(),
            other => panic!("{other:?}"),
        };
        for (x, y, q, r) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (6, -3, -2, 0)] {
            assert_eq!((at(Binary::MathDivide, x, y), at(Binary::MathModulo, x, y)), (q, r), "{x} by {y}");
        }
        assert_eq!((at(Binary::MathDivide, 5, 0), at(Binary::MathModulo, 5, 0)), (0, 5));
    }

    #[test]
    fn numbers_do_not_grow_without_bound() {
        let mut x = BigInt::from(3);
        let end = loop {
            match integers(Binary::MathMultiply, &x, &x) {
                Ok(Some(Value::MathInt(square))) => x = square,
                other => break other,
            }
        };
        assert_eq!(end, Err(Outcome::TooMuchMemory));
    }
}
