//! The operators of terms.
//!
//! An [`Op`] is small and `Copy`; what does not fit (constants, symbols, functions) is named by an id
//! into a table of [`Terms`](crate::Terms). The meaning of every operator is SMT-LIB's, made total by
//! the table in [`semantics`](crate::semantics).

use crate::sort::{FloatFormat, RoundingMode, SortId};
use cairn_base::define_id;

define_id!(
    /// A node of the term graph. Equal ids are equal terms, and within one context equal terms have equal ids.
    TermId,
    "t"
);
define_id!(
    /// A free (or bound) variable: a nullary uninterpreted constant.
    SymbolId,
    "sym"
);
define_id!(
    /// An uninterpreted function or predicate with at least one parameter.
    FunId,
    "fun"
);
define_id!(
    /// An interned bit pattern: of a bit-vector constant, or the IEEE encoding of a float constant.
    ValueId,
    "val"
);
define_id!(
    /// An interned mathematical integer.
    IntId,
    "int"
);
define_id!(
    /// An interned rational number.
    RealId,
    "real"
);

/// What a term applies to its arguments. Argument lists are in SMT-LIB order: rounding mode first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    // ---- leaves -------------------------------------------------------------------------------
    Symbol(SymbolId),
    True,
    False,
    BvConst(ValueId),
    /// IEEE encoding; NaN only as the canonical quiet NaN.
    FloatConst(ValueId),
    RmConst(RoundingMode),
    IntConst(IntId),
    RealConst(RealId),

    // ---- core ---------------------------------------------------------------------------------
    Not,
    /// Binary: long conjunctions are chains, never flattened.
    And,
    Or,
    Xor,
    Implies,
    Eq,
    Ite,
    /// Arguments: the function's arguments.
    Apply(FunId),
    /// Arguments: the bound symbols (at least one, each a `Symbol` term), then the body.
    Forall,
    Exists,

    // ---- bit-vectors --------------------------------------------------------------------------
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvSmod,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// Most significant part first.
    Concat,
    Extract {
        high: u32,
        low: u32,
    },
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    BvNegO,
    BvUaddO,
    BvSaddO,
    BvUsubO,
    BvSsubO,
    BvUmulO,
    BvSmulO,
    BvSdivO,

    // ---- arrays -------------------------------------------------------------------------------
    Select,
    Store,
    /// The array of this sort whose every element is the argument.
    ConstArray(SortId),

    // ---- floats -------------------------------------------------------------------------------
    FpAbs,
    FpNeg,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    /// `rm x y z`: x * y + z rounded once.
    FpFma,
    FpSqrt,
    /// IEEE remainder (quotient rounded to nearest even); takes no rounding mode.
    FpRem,
    FpRoundToIntegral,
    FpMin,
    FpMax,
    FpLeq,
    FpLt,
    /// IEEE equality: -0 equals +0, NaN equals nothing. `Eq` is identity.
    FpEq,
    FpIsNormal,
    FpIsSubnormal,
    FpIsZero,
    FpIsInfinite,
    FpIsNaN,
    FpIsNegative,
    FpIsPositive,
    /// `(_ to_fp eb sb)` of a bit-vector read as IEEE encoding; every NaN pattern gives the one NaN.
    FpFromBits(FloatFormat),
    /// `rm x`: another format.
    FpToFp(FloatFormat),
    /// `rm bv`.
    FpFromSigned(FloatFormat),
    /// `rm bv`.
    FpFromUnsigned(FloatFormat),
    /// `rm real`.
    FpFromReal(FloatFormat),
    /// `rm x` to an unsigned bit-vector of this width.
    FpToUbv(u32),
    /// `rm x` to a signed bit-vector of this width.
    FpToSbv(u32),
    FpToReal,
    /// The IEEE encoding as a bit-vector; the canonical quiet NaN for NaN. Not in SMT-LIB.
    FpToIeeeBits,

    // ---- integers and reals -------------------------------------------------------------------
    /// Binary, both Int or both Real (also `Sub`, `Mul`, `Neg`, `Le`, `Lt`).
    Add,
    Sub,
    Mul,
    Neg,
    /// Euclidean division, as in SMT-LIB.
    IntDiv,
    IntMod,
    IntAbs,
    RealDiv,
    Le,
    Lt,
    ToReal,
    /// Floor.
    ToInt,
    IsInt,
    /// The unsigned value of a bit-vector (`bv2nat`, `ubv_to_int`).
    BvToNat,
    /// The two's complement value of a bit-vector (`sbv_to_int`).
    SbvToInt,
    /// The residue modulo 2^w (`int2bv`, `int_to_bv`).
    IntToBv(u32),
}

impl Op {
    /// A constant: no arguments and a fixed value.
    pub fn is_constant(self) -> bool {
        matches!(
            self,
            Op::True
                | Op::False
                | Op::BvConst(_)
                | Op::FloatConst(_)
                | Op::RmConst(_)
                | Op::IntConst(_)
                | Op::RealConst(_)
        )
    }
    pub fn is_quantifier(self) -> bool {
        matches!(self, Op::Forall | Op::Exists)
    }
    /// Operators whose two arguments may be swapped; constructors put them in a fixed order.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Xor
                | Op::Eq
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::BvAdd
                | Op::BvMul
                | Op::BvUaddO
                | Op::BvSaddO
                | Op::BvUmulO
                | Op::BvSmulO
                | Op::FpEq
                | Op::Add
                | Op::Mul
        )
    }
}
