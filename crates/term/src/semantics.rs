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
