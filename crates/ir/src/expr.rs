//! Expressions: pure, total functions of the variables and the memory they are evaluated in.
//!
//! Every operation gives a value for every argument (SMT-LIB meaning): division by zero gives all ones,
//! a load through a bad pointer gives the zero value. Front ends put a `check` before what could go
//! wrong. Evaluation order therefore does not matter inside an expression, and both arguments of a
//! Boolean operator are evaluated.

use crate::program::{ProcId, VarId};
use crate::types::TypeId;
use crate::value::Value;
use cairn_base::{Span, define_id};

define_id!(
    /// An expression of the program.
    ExprId,
    "e"
);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    Signed,
    Unsigned,
}

/// The five rounding directions of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatClass {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
    /// Sign bit set; false for NaN.
    Negative,
    /// Sign bit clear; false for NaN.
    Positive,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// Boolean.
    Not,
    /// Machine integers, modulo 2^w.
    Negate,
    BitNot,
    /// Whether the negation of a signed integer does not fit: exactly for the smallest one.
    NegateOverflows,
    FloatNegate,
    FloatAbs,
    FloatSqrt(Rounding),
    /// To an integral value of the same format.
    FloatRound(Rounding),
    FloatIs(FloatClass),
    /// Mathematical integers and reals.
    MathNegate,
    MathAbs,
    /// Queries of the current memory. The offset is a signed `Int(64)`; the size of no object is 0.
    PointerOffset,
    PointerObjectSize,
    /// Whether the object exists now (false without an object).
    PointerIsLive,
    /// Whether the object was made by an `alloc heap` statement.
    PointerIsHeap,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    // Booleans. Both arguments are evaluated.
    And,
    Or,
    Implies,
    Xor,
    // Any two values of one shape. Floats: the same value (NaN equals NaN, -0 differs from +0);
    // for IEEE equality see `FloatEqual`. Pointers: same object and same offset.
    Equal,
    NotEqual,
    // Machine integers, modulo 2^w, SMT-LIB meaning.
    Add,
    Subtract,
    Multiply,
    Divide(Sign),
    /// Sign of the dividend.
    Remainder(Sign),
    /// Sign of the divisor (signed integers).
    Modulo,
    ShiftLeft,
    ShiftRight(Sign),
    BitAnd,
    BitOr,
    BitXor,
    Less(Sign),
    LessEqual(Sign),
    AddOverflows(Sign),
    SubtractOverflows(Sign),
    MultiplyOverflows(Sign),
    /// Signed division overflows exactly for the smallest number by -1.
    DivideOverflows,
    // Floats.
    FloatAdd(Rounding),
    FloatSubtract(Rounding),
    FloatMultiply(Rounding),
    FloatDivide(Rounding),
    /// The IEEE remainder.
    FloatRemainder,
    /// The remainder of truncated division: C's `fmod`.
    FloatModulo,
    /// A NaN argument loses; of -0 and +0, -0 is the smaller.
    FloatMin,
    FloatMax,
    FloatEqual,
    FloatLess,
    FloatLessEqual,
    // Mathematical integers and reals. Division of integers is SMT-LIB's (`a = b*q + r`, `0 <= r < |b|`);
    // by zero it gives 0, and the remainder is then the dividend.
    MathAdd,
    MathSubtract,
    MathMultiply,
    MathDivide,
    MathModulo,
    MathLess,
    MathLessEqual,
    // Pointers.
    /// `p + index * stride` in bytes, the index a signed `Int(64)`. A result farther than
    /// [`Pointer::MAX_OFFSET`](crate::value::Pointer::MAX_OFFSET) from the object loses the object; its
    /// offset is the sum modulo 2^64.
    PointerAdd {
        stride: u64,
    },
    /// Difference of the offsets, as `Int(64)`.
    PointerDifference,
    SameObject,
    /// Compares the offsets, signed.
    PointerLess,
    PointerLessEqual,
    /// Whether this many bytes (an unsigned `Int(64)`) from the pointer on lie in a live object.
    PointerValid,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Convert {
    /// To a type of the same shape: changes only how the value is displayed.
    Retype,
    ZeroExtend,
    SignExtend,
    Truncate,
    /// 1 for true.
    BoolToInt,
    IntToFloat(Sign, Rounding),
    /// What does not fit, and NaN, give 0.
    FloatToInt(Sign, Rounding),
    FloatToFloat(Rounding),
    /// The interchange encoding, in an `Int` of the format's width.
    FloatToBits,
    BitsToFloat,
    IntToMath(Sign),
    /// Modulo 2^w.
    MathToInt,
    MathToReal,
    /// The greatest integer not above.
    RealToMath,
    /// NaN and infinities give 0.
    FloatToReal,
    RealToFloat(Rounding),
    /// The address: unspecified but fixed for each object, a multiple of its alignment; objects that live at the
    /// same time do not overlap. The first conversion of a pointer to an object *exposes* it: its base address
    /// is then an input (an `Int(64)`).
    PointerToInt,
    /// The pointer with that address into (or one past the end of) a live *exposed* object, else to nothing
    /// with that number as its offset (as in the provenance model PNVI-ae of ISO/IEC TS 6010).
    IntToPointer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    Const(Value),
    Var(VarId),
    Unary(Unary, ExprId),
    Binary(Binary, ExprId, ExprId),
    /// `a * b + c` with one rounding.
    FusedMultiplyAdd(Rounding, [ExprId; 3]),
    Convert(Convert, ExprId),
    /// Condition, value if true, value if false (any type).
    If(ExprId, ExprId, ExprId),
    /// Array element, and an array with one element changed.
    Index(ExprId, ExprId),
    Update(ExprId, ExprId, ExprId),
    /// Record component by position, and a record with one changed.
    Field(ExprId, u32),
    WithField(ExprId, u32, ExprId),
    /// Union member by position (bytes reinterpreted), and a union with one written.
    Member(ExprId, u32),
    WithMember(ExprId, u32, ExprId),
    /// All elements of an array with a length, or the same element everywhere.
    ArrayOf(Vec<ExprId>),
    ArrayFill(ExprId),
    RecordOf(Vec<ExprId>),
    /// The place's variable must be addressable.
    AddressOf(Place),
    ProcedureAddress(ProcId),
    /// The value of the expression's type stored at a pointer.
    Load(ExprId),
    Forall(Vec<VarId>, ExprId),
    Exists(Vec<VarId>, ExprId),
    /// In postconditions: the value at entry.
    Old(ExprId),
    /// A logic function (a procedure of the role [`Logic`](crate::ProcedureRole::Logic)) of these arguments: a pure value.
    Apply(ProcId, Vec<ExprId>),
    /// What the object that a pointer leads to holds now, as an array without a length of the elements of the expression's
    /// type: element `j` lies `j` strides behind the start of the object, or so many bytes further as the pointer stands
    /// behind a multiple of the stride. Where no element is, zero.
    Contents(ExprId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Option<Span>,
}

/// Something that can be assigned: a variable or what a pointer points to, then a path into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub base: PlaceBase,
    pub path: Vec<Projection>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceBase {
    Var(VarId),
    /// A value of that type at that pointer.
    Deref(ExprId, TypeId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Projection {
    Index(ExprId),
    Field(u32),
    Member(u32),
}

impl Place {
    pub fn var(var: VarId) -> Self {
        Self { base: PlaceBase::Var(var), path: Vec::new() }
    }
    pub fn deref(pointer: ExprId, ty: TypeId) -> Self {
        Self { base: PlaceBase::Deref(pointer, ty), path: Vec::new() }
    }
    pub fn then(mut self, projection: Projection) -> Self {
        self.path.push(projection);
        self
    }
}

impl ExprKind {
    /// Calls `visit` with each direct subexpression, in order.
    pub fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::ProcedureAddress(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Convert(_, a)
            | ExprKind::Field(a, _)
            | ExprKind::Member(a, _)
            | ExprKind::ArrayFill(a)
            | ExprKind::Load(a)
            | ExprKind::Forall(_, a)
            | ExprKind::Exists(_, a)
            | ExprKind::Contents(a)
            | ExprKind::Old(a) => visit(*a),
            ExprKind::Binary(_, a, b)
            | ExprKind::Index(a, b)
            | ExprKind::WithField(a, _, b)
            | ExprKind::WithMember(a, _, b) => {
                visit(*a);
                visit(*b);
            }
            ExprKind::If(a, b, c) | ExprKind::Update(a, b, c) | ExprKind::FusedMultiplyAdd(_, [a, b, c]) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            ExprKind::ArrayOf(items) | ExprKind::RecordOf(items) | ExprKind::Apply(_, items) => {
                items.iter().copied().for_each(visit);
            }
            ExprKind::AddressOf(place) => place.for_each_expr(visit),
        }
    }
}

impl Place {
    /// Calls `visit` with each expression in the place, in order.
    pub fn for_each_expr(&self, mut visit: impl FnMut(ExprId)) {
        if let PlaceBase::Deref(pointer, _) = self.base {
            visit(pointer);
        }
        for projection in &self.path {
            if let Projection::Index(index) = projection {
                visit(*index);
            }
        }
    }
}

impl ExprKind {
    /// The same operation on other direct subexpressions, asked for in the order of [`Self::for_each_child`].
    pub fn map_children(&self, mut new: impl FnMut(ExprId) -> ExprId) -> ExprKind {
        match self {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::ProcedureAddress(_) => self.clone(),
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, new(*a)),
            ExprKind::Convert(op, a) => ExprKind::Convert(*op, new(*a)),
            ExprKind::Field(a, n) => ExprKind::Field(new(*a), *n),
            ExprKind::Member(a, n) => ExprKind::Member(new(*a), *n),
            ExprKind::ArrayFill(a) => ExprKind::ArrayFill(new(*a)),
            ExprKind::Load(a) => ExprKind::Load(new(*a)),
            ExprKind::Forall(vars, a) => ExprKind::Forall(vars.clone(), new(*a)),
            ExprKind::Exists(vars, a) => ExprKind::Exists(vars.clone(), new(*a)),
            ExprKind::Old(a) => ExprKind::Old(new(*a)),
            ExprKind::Contents(a) => ExprKind::Contents(new(*a)),
            ExprKind::Apply(function, items) => {
                ExprKind::Apply(*function, items.iter().map(|item| new(*item)).collect())
            }
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, new(*a), new(*b)),
            ExprKind::Index(a, b) => ExprKind::Index(new(*a), new(*b)),
            ExprKind::WithField(a, n, b) => ExprKind::WithField(new(*a), *n, new(*b)),
            ExprKind::WithMember(a, n, b) => ExprKind::WithMember(new(*a), *n, new(*b)),
            ExprKind::If(a, b, c) => ExprKind::If(new(*a), new(*b), new(*c)),
            ExprKind::Update(a, b, c) => ExprKind::Update(new(*a), new(*b), new(*c)),
            ExprKind::FusedMultiplyAdd(r, [a, b, c]) => ExprKind::FusedMultiplyAdd(*r, [new(*a), new(*b), new(*c)]),
            ExprKind::ArrayOf(items) => ExprKind::ArrayOf(items.iter().map(|item| new(*item)).collect()),
            ExprKind::RecordOf(items) => ExprKind::RecordOf(items.iter().map(|item| new(*item)).collect()),
            ExprKind::AddressOf(place) => ExprKind::AddressOf(place.map_exprs(new)),
        }
    }
}

impl Place {
    /// The same place with other expressions, asked for in the order of [`Self::for_each_expr`].
    pub fn map_exprs(&self, mut new: impl FnMut(ExprId) -> ExprId) -> Place {
        let base = match self.base {
            PlaceBase::Var(var) => PlaceBase::Var(var),
            PlaceBase::Deref(pointer, ty) => PlaceBase::Deref(new(pointer), ty),
        };
        let step = |projection: &Projection| match projection {
            Projection::Index(index) => Projection::Index(new(*index)),
            other => other.clone(),
        };
        Place { base, path: self.path.iter().map(step).collect() }
    }
}
