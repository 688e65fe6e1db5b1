//! The builtin functions that stay operations in the typed tree.
//!
//! Everything else spelled `__builtin_…` is gone by then: constants are folded (`__builtin_constant_p`,
//! `__builtin_huge_val`), hints give their argument (`__builtin_expect`), and what the C library has too is a call
//! of the library's function (`__builtin_strlen` calls `strlen`).

/// Arguments are values, already converted as described; the result has the node's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// Reaching it is undefined behaviour. No result.
    Unreachable,
    /// Ends the execution abnormally. No result.
    Trap,
    /// Bytes (`size_t`); an object that lives until the function returns.
    Alloca,
    /// Two integers of any types and a pointer to an integer type, which gets the wrapped result; whether the
    /// exact result did not fit (`_Bool`).
    Overflow(OverflowOperation),
    /// Two integers of any types and a third that only gives the type to fit (`_Bool`).
    OverflowPredicate(OverflowOperation),
    /// On an unsigned integer type, result `int`.
    PopulationCount,
    Parity,
    /// Of zero: undefined.
    CountLeadingZeros,
    CountTrailingZeros,
    /// One plus the index of the lowest bit set, 0 for 0. On an unsigned type.
    FindFirstSet,
    /// Copies of the sign bit after the first; on a signed type.
    CountRedundantSignBits,
    /// Of the unsigned type of argument and result.
    ByteSwap,
    /// The bits in the opposite order; of the unsigned type of argument and result.
    BitReverse,
    /// A value and by how many bits, of the same unsigned type.
    RotateLeft,
    RotateRight,
    /// On one float type; result `int`, not zero if true.
    IsNan,
    IsInfinite,
    /// 1, -1 or 0.
    InfinitySign,
    IsFinite,
    IsNormal,
    SignBit,
    /// Five `int` answers (NaN, infinite, normal, subnormal, zero) and a float.
    ClassifyFloat,
    /// On two floats of one type; result `int`.
    IsUnordered,
    IsLessGreater,
    /// On one float type (two or three arguments of it where the operation has several).
    FloatAbs,
    CopySign,
    SquareRoot,
    FusedMultiplyAdd,
    Floor,
    Ceiling,
    Truncate,
    /// Half away from zero.
    Round,
    /// Half to even.
    RoundEven,
    /// As the rounding mode says: `rint`, `nearbyint`.
    RoundByMode,
    /// `fmod`.
    FloatModulo,
    /// `remainder`.
    FloatRemainder,
    FloatMinimum,
    FloatMaximum,
    /// Target, source, bytes; gives the target. Objects must not overlap.
    MemoryCopy,
    /// As through a buffer.
    MemoryMove,
    /// Target, `int`, bytes; gives the target.
    MemorySet,
    /// A pointer and a value of the pointee's type (for pointers: an integer, in bytes): replaces what is there,
    /// wrapping around; gives the old or the new value.
    AtomicFetch(AtomicOperation, AtomicResult),
    /// A pointer and a value: stores the value, gives the old one.
    AtomicExchange,
    /// A pointer, the expected value and the desired one: gives the old value.
    AtomicCompareSwap,
    /// The same, gives whether it was as expected.
    AtomicCompareSwapBool,
    /// A pointer, a pointer to the expected value and the desired value: gives whether it was as expected; if not,
    /// the expected value is overwritten by the one found.
    AtomicCompareExchange,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOperation {
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOperation {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Nand,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicResult {
    Old,
    New,
}
