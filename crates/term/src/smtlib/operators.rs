//! The plain operators: those whose SMT-LIB text is `(name args…)` or `((_ name indices…) args…)`
//! with the same meaning and argument order. Printer and reader share this table.

use crate::op::Op;

/// Operators without indices.
pub(super) const PLAIN: &[(Op, &str)] = &[
    (Op::Not, "not"),
    (Op::And, "and"),
    (Op::Or, "or"),
    (Op::Xor, "xor"),
    (Op::Implies, "=>"),
    (Op::Eq, "="),
    (Op::Ite, "ite"),
    (Op::BvNot, "bvnot"),
    (Op::BvNeg, "bvneg"),
    (Op::BvAnd, "bvand"),
    (Op::BvOr, "bvor"),
    (Op::BvXor, "bvxor"),
    (Op::BvAdd, "bvadd"),
    (Op::BvSub, "bvsub"),
    (Op::BvMul, "bvmul"),
    (Op::BvUdiv, "bvudiv"),
    (Op::BvUrem, "bvurem"),
    (Op::BvSdiv, "bvsdiv"),
    (Op::BvSrem, "bvsrem"),
    (Op::BvSmod, "bvsmod"),
    (Op::BvShl, "bvshl"),
    (Op::BvLshr, "bvlshr"),
    (Op::BvAshr, "bvashr"),
    (Op::BvUlt, "bvult"),
    (Op::BvUle, "bvule"),
    (Op::BvSlt, "bvslt"),
    (Op::BvSle, "bvsle"),
    (Op::Concat, "concat"),
    (Op::Select, "select"),
    (Op::Store, "store"),
    (Op::FpAbs, "fp.abs"),
    (Op::FpNeg, "fp.neg"),
    (Op::FpAdd, "fp.add"),
    (Op::FpSub, "fp.sub"),
    (Op::FpMul, "fp.mul"),
    (Op::FpDiv, "fp.div"),
    (Op::FpFma, "fp.fma"),
    (Op::FpSqrt, "fp.sqrt"),
    (Op::FpRem, "fp.rem"),
    (Op::FpRoundToIntegral, "fp.roundToIntegral"),
    (Op::FpLeq, "fp.leq"),
    (Op::FpLt, "fp.lt"),
    (Op::FpEq, "fp.eq"),
    (Op::FpIsNormal, "fp.isNormal"),
    (Op::FpIsSubnormal, "fp.isSubnormal"),
    (Op::FpIsZero, "fp.isZero"),
    (Op::FpIsInfinite, "fp.isInfinite"),
    (Op::FpIsNaN, "fp.isNaN"),
    (Op::FpIsNegative, "fp.isNegative"),
    (Op::FpIsPositive, "fp.isPositive"),
    (Op::Add, "+"),
    (Op::Sub, "-"),
    (Op::Mul, "*"),
    (Op::Neg, "-"),
    (Op::IntAbs, "abs"),
    (Op::Le, "<="),
    (Op::Lt, "<"),
    (Op::ToReal, "to_real"),
    (Op::ToInt, "to_int"),
    (Op::IsInt, "is_int"),
];

/// Overflow predicates and integer conversions under their SMT-LIB 2.7 names.
pub(super) const VERSION_2_7: &[(Op, &str)] = &[
    (Op::BvNegO, "bvnego"),
    (Op::BvUaddO, "bvuaddo"),
    (Op::BvSaddO, "bvsaddo"),
    (Op::BvUsubO, "bvusubo"),
    (Op::BvSsubO, "bvssubo"),
    (Op::BvUmulO, "bvumulo"),
    (Op::BvSmulO, "bvsmulo"),
    (Op::BvSdivO, "bvsdivo"),
    (Op::BvToNat, "ubv_to_int"),
    (Op::SbvToInt, "sbv_to_int"),
];

/// Operators that are defined for any argument values in SMT-LIB only partially: read plainly,
/// printed with guards.
pub(super) const GUARDED: &[(Op, &str)] = &[
    (Op::FpMin, "fp.min"),
    (Op::FpMax, "fp.max"),
    (Op::FpToReal, "fp.to_real"),
    (Op::IntDiv, "div"),
    (Op::IntMod, "mod"),
    (Op::RealDiv, "/"),
    (Op::BvToNat, "bv2nat"),
    // Z3's name for what SMT-LIB lacks.
    (Op::FpToIeeeBits, "fp.to_ieee_bv"),
];

pub(super) fn name_in(table: &[(Op, &'static str)], op: Op) -> Option<&'static str> {
    table.iter().find(|(candidate, _)| *candidate == op).map(|&(_, name)| name)
}

/// The operator a name without indices stands for with this many arguments, if it is a simple one.
pub(super) fn named(name: &str, arguments: usize) -> Option<Op> {
    if name == "-" && arguments == 1 {
        return Some(Op::Neg);
    }
    let tables = PLAIN.iter().chain(VERSION_2_7).chain(GUARDED);
    tables.into_iter().find(|(_, candidate)| *candidate == name).map(|&(op, _)| op)
}
