//! What operators mean on values.
//!
//! SMT-LIB leaves some results open. We fix one meaning for each, used by evaluation, folding and
//! the built-in solver; the SMT-LIB printer writes guards so that other solvers agree.
//!
//! | expression | meaning here |
//! | --- | --- |
//! | `bvudiv x 0` | all ones (SMT-LIB) |
//! | `bvurem x 0` | `x` (SMT-LIB) |
//! | `bvsdiv x 0`, `bvsrem x 0`, `bvsmod x 0` | as their SMT-LIB definitions by the above: `1` or `-1`; `x`; `x` |
//! | `fp.to_ubv`, `fp.to_sbv` of NaN, an infinity, or out of range after rounding | zero |
//! | `fp.min` of zeros of different sign, in either order | `-0` |
//! | `fp.max` of zeros of different sign, in either order | `+0` |
//! | bits of NaN (`FpToIeeeBits`) | canonical quiet NaN: sign 0, exponent ones, top fraction bit 1, rest 0 |
//! | `fp.to_real` of NaN or an infinity | `0` |
//! | `div x 0` (Int) | `0` |
//! | `mod x 0` (Int) | `x` |
//! | `/ x 0` (Real) | `0` |

use crate::bv::BvValue;
use crate::op::Op;
use crate::softfloat;
use crate::sort::{FloatFormat, RoundingMode};
use crate::terms::Terms;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::sync::Arc;

/// Unary bit-vector operators with a bit-vector result.
pub fn bv_unary(op: Op, a: &BvValue) -> BvValue {
    match op {
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::Extract { high, low } => a.extract(high, low),
        Op::ZeroExtend(by) => a.zero_extend(by),
        Op::SignExtend(by) => a.sign_extend(by),
        Op::RotateLeft(by) => a.rotate_left(by),
        Op::RotateRight(by) => a.rotate_right(by),
        _ => unreachable!("not a unary bit-vector operator: {op:?}"),
    }
}

/// Binary bit-vector operators with a bit-vector result.
pub fn bv_binary(op: Op, a: &BvValue, b: &BvValue) -> BvValue {
    match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvSmod => a.smod(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        _ => unreachable!("not a binary bit-vector operator: {op:?}"),
    }
}

/// Binary bit-vector operators with a Boolean result.
pub fn bv_predicate(op: Op, a: &BvValue, b: &BvValue) -> bool {
    match op {
        Op::BvUlt => a.ult(b),
        Op::BvUle => a.ule(b),
        Op::BvSlt => a.slt(b),
        Op::BvSle => a.sle(b),
        Op::BvUaddO => a.uaddo(b),
        Op::BvSaddO => a.saddo(b),
        Op::BvUsubO => a.usubo(b),
        Op::BvSsubO => a.ssubo(b),
        Op::BvUmulO => a.umulo(b),
        Op::BvSmulO => a.smulo(b),
        Op::BvSdivO => a.sdivo(b),
        _ => unreachable!("not a bit-vector predicate: {op:?}"),
    }
}

/// The value of `op` on argument values of the right sorts. Not for leaves, applications and
/// quantifiers, whose meaning is not a function of argument values alone.
pub fn apply(terms: &Terms, op: Op, args: &[&Value]) -> Value {
    match op {
        Op::Not => Value::Bool(!boolean(args[0])),
        Op::And => Value::Bool(boolean(args[0]) && boolean(args[1])),
        Op::Or => Value::Bool(boolean(args[0]) || boolean(args[1])),
        Op::Xor => Value::Bool(boolean(args[0]) != boolean(args[1])),
        Op::Implies => Value::Bool(!boolean(args[0]) || boolean(args[1])),
        Op::Eq => Value::Bool(args[0].same(args[1], terms)),
        Op::Ite => {
            if boolean(args[0]) {
                args[1].clone()
            } else {
                args[2].clone()
            }
        }
        Op::Select => array(args[0]).select(args[1]).clone(),
        Op::Store => {
            let mut result = ArrayValue::clone(array(args[0]));
            result.store(args[1].clone(), args[2].clone());
            Value::Array(Arc::new(result))
        }
        Op::ConstArray(sort) => Value::Array(Arc::new(ArrayValue::constant(sort, args[0].clone()))),
        _ => apply_bit_vector(op, args),
    }
}

fn apply_bit_vector(op: Op, args: &[&Value]) -> Value {
    match op {
        Op::BvNot
        | Op::BvNeg
        | Op::Extract { .. }
        | Op::ZeroExtend(_)
        | Op::SignExtend(_)
        | Op::RotateLeft(_)
        | Op::RotateRight(_) => Value::BitVec(bv_unary(op, bits(args[0]))),
        Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvSmod
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::Concat => Value::BitVec(bv_binary(op, bits(args[0]), bits(args[1]))),
        Op::BvUlt
        | Op::BvUle
        | Op::BvSlt
        | Op::BvSle
        | Op::BvUaddO
        | Op::BvSaddO
        | Op::BvUsubO
        | Op::BvSsubO
        | Op::BvUmulO
        | Op::BvSmulO
        | Op::BvSdivO => Value::Bool(bv_predicate(op, bits(args[0]), bits(args[1]))),
        Op::BvNegO => Value::Bool(bits(args[0]).nego()),
        _ => apply_float(op, args),
    }
}

fn apply_float(op: Op, args: &[&Value]) -> Value {
    match op {
        Op::FpAbs => unary(args[0], softfloat::abs),
        Op::FpNeg => unary(args[0], softfloat::neg),
        Op::FpAdd => rounded_binary(args, softfloat::add),
        Op::FpSub => rounded_binary(args, softfloat::sub),
        Op::FpMul => rounded_binary(args, softfloat::mul),
        Op::FpDiv => rounded_binary(args, softfloat::div),
        Op::FpFma => {
            let (format, a) = float(args[1]);
            let (b, c) = (float(args[2]).1, float(args[3]).1);
            Value::Float(format, softfloat::fma(format, mode(args[0]), a, b, c))
        }
        Op::FpSqrt => rounded_unary(args, softfloat::sqrt),
        Op::FpRoundToIntegral => rounded_unary(args, softfloat::round_to_integral),
        Op::FpRem => binary(args, softfloat::rem),
        Op::FpMin => binary(args, softfloat::min),
        Op::FpMax => binary(args, softfloat::max),
        Op::FpLeq => relation(args, softfloat::leq),
        Op::FpLt => relation(args, softfloat::lt),
        Op::FpEq => relation(args, softfloat::eq),
        Op::FpIsNormal => class(args[0], softfloat::is_normal),
        Op::FpIsSubnormal => class(args[0], softfloat::is_subnormal),
        Op::FpIsZero => class(args[0], softfloat::is_zero),
        Op::FpIsInfinite => class(args[0], softfloat::is_infinite),
        Op::FpIsNaN => class(args[0], softfloat::is_nan),
        Op::FpIsNegative => class(args[0], softfloat::is_negative),
        Op::FpIsPositive => class(args[0], softfloat::is_positive),
        _ => apply_float_conversion(op, args),
    }
}

fn apply_float_conversion(op: Op, args: &[&Value]) -> Value {
    match op {
        Op::FpFromBits(format) => Value::Float(format, softfloat::canonical(format, bits(args[0]).clone())),
        Op::FpToFp(to) => {
            let (from, a) = float(args[1]);
            Value::Float(to, softfloat::to_format(from, to, mode(args[0]), a))
        }
        Op::FpFromSigned(to) => Value::Float(to, softfloat::from_signed(to, mode(args[0]), bits(args[1]))),
        Op::FpFromUnsigned(to) => Value::Float(to, softfloat::from_unsigned(to, mode(args[0]), bits(args[1]))),
        Op::FpFromReal(to) => Value::Float(to, softfloat::from_rational(to, mode(args[0]), real(args[1]))),
        Op::FpToUbv(width) => {
            let (format, a) = float(args[1]);
            let value = softfloat::to_unsigned(format, mode(args[0]), a, width);
            Value::BitVec(value.unwrap_or_else(|| BvValue::zero(width)))
        }
        Op::FpToSbv(width) => {
            let (format, a) = float(args[1]);
            let value = softfloat::to_signed(format, mode(args[0]), a, width);
            Value::BitVec(value.unwrap_or_else(|| BvValue::zero(width)))
        }
        Op::FpToReal => {
            let (format, a) = float(args[0]);
            Value::Real(softfloat::to_rational(format, a).unwrap_or_else(BigRational::zero))
        }
        Op::FpToIeeeBits => Value::BitVec(float(args[0]).1.clone()),
        _ => apply_arithmetic(op, args),
    }
}

fn apply_arithmetic(op: Op, args: &[&Value]) -> Value {
    match (op, args) {
        (Op::IntDiv, [Value::Int(a), Value::Int(b)]) => Value::Int(euclidean_div(a, b)),
        (Op::IntMod, [Value::Int(a), Value::Int(b)]) => Value::Int(euclidean_mod(a, b)),
        (Op::IntAbs, [Value::Int(a)]) => Value::Int(a.abs()),
        (Op::RealDiv, [Value::Real(_), Value::Real(b)]) if b.is_zero() => Value::Real(BigRational::zero()),
        (Op::RealDiv, [Value::Real(a), Value::Real(b)]) => Value::Real(a / b),
        (Op::Neg, [Value::Int(a)]) => Value::Int(-a),
        (Op::Neg, [Value::Real(a)]) => Value::Real(-a),
        (Op::Add, [Value::Int(a), Value::Int(b)]) => Value::Int(a + b),
        (Op::Add, [Value::Real(a), Value::Real(b)]) => Value::Real(a + b),
        (Op::Sub, [Value::Int(a), Value::Int(b)]) => Value::Int(a - b),
        (Op::Sub, [Value::Real(a), Value::Real(b)]) => Value::Real(a - b),
        (Op::Mul, [Value::Int(a), Value::Int(b)]) => Value::Int(a * b),
        (Op::Mul, [Value::Real(a), Value::Real(b)]) => Value::Real(a * b),
        (Op::Le, [Value::Int(a), Value::Int(b)]) => Value::Bool(a <= b),
        (Op::Le, [Value::Real(a), Value::Real(b)]) => Value::Bool(a <= b),
        (Op::Lt, [Value::Int(a), Value::Int(b)]) => Value::Bool(a < b),
        (Op::Lt, [Value::Real(a), Value::Real(b)]) => Value::Bool(a < b),
        (Op::ToReal, [Value::Int(a)]) => Value::Real(BigRational::from_integer(a.clone())),
        (Op::ToInt, [Value::Real(a)]) => Value::Int(a.floor().to_integer()),
        (Op::IsInt, [Value::Real(a)]) => Value::Bool(a.is_integer()),
        (Op::BvToNat, [Value::BitVec(a)]) => Value::Int(BigInt::from(a.to_biguint())),
        (Op::SbvToInt, [Value::BitVec(a)]) => Value::Int(a.to_bigint()),
        (Op::IntToBv(width), [Value::Int(a)]) => Value::BitVec(BvValue::from_bigint(width, a)),
        _ => unreachable!("{op:?} applied to {args:?}"),
    }
}

/// The quotient whose remainder is in `[0, |b|)`; zero when dividing by zero.
fn euclidean_div(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return BigInt::zero();
    }
    if b.is_negative() { -a.div_floor(&-b) } else { a.div_floor(b) }
}

fn euclidean_mod(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() { a.clone() } else { a.mod_floor(&b.abs()) }
}

// ---- argument values of known sort --------------------------------------------------------------

fn boolean(value: &Value) -> bool {
    value.as_bool().expect("a Boolean argument")
}

fn bits(value: &Value) -> &BvValue {
    value.as_bv().expect("a bit-vector argument")
}

fn array(value: &Value) -> &ArrayValue {
    value.as_array().expect("an array argument")
}

fn float(value: &Value) -> (FloatFormat, &BvValue) {
    match value {
        Value::Float(format, bits) => (*format, bits),
        _ => unreachable!("a float argument: {value:?}"),
    }
}

fn mode(value: &Value) -> RoundingMode {
    match value {
        Value::RoundingMode(mode) => *mode,
        _ => unreachable!("a rounding mode argument: {value:?}"),
    }
}

fn real(value: &Value) -> &BigRational {
    match value {
        Value::Real(real) => real,
        _ => unreachable!("a real argument: {value:?}"),
    }
}

fn unary(a: &Value, compute: fn(FloatFormat, &BvValue) -> BvValue) -> Value {
    let (format, a) = float(a);
    Value::Float(format, compute(format, a))
}

fn binary(args: &[&Value], compute: fn(FloatFormat, &BvValue, &BvValue) -> BvValue) -> Value {
    let (format, a) = float(args[0]);
    Value::Float(format, compute(format, a, float(args[1]).1))
}

fn relation(args: &[&Value], compute: fn(FloatFormat, &BvValue, &BvValue) -> bool) -> Value {
    let (format, a) = float(args[0]);
    Value::Bool(compute(format, a, float(args[1]).1))
}

fn class(a: &Value, compute: fn(FloatFormat, &BvValue) -> bool) -> Value {
    let (format, a) = float(a);
    Value::Bool(compute(format, a))
}

fn rounded_unary(args: &[&Value], compute: fn(FloatFormat, RoundingMode, &BvValue) -> BvValue) -> Value {
    let (format, a) = float(args[1]);
    Value::Float(format, compute(format, mode(args[0]), a))
}

fn rounded_binary(args: &[&Value], compute: fn(FloatFormat, RoundingMode, &BvValue, &BvValue) -> BvValue) -> Value {
    let (format, a) = float(args[1]);
    Value::Float(format, compute(format, mode(args[0]), a, float(args[2]).1))
}
