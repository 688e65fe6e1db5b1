//! The typed tree: names resolved, every expression typed, static values computed.
//!
//! Invariants lowering relies on: every expression has a real type (never a pseudo-type, except static
//! universal values); calls name the subprogram and give all arguments in order of the parameters,
//! defaults filled in; operators are predefined ones, on operands of the stated type.

use super::entities::{EntityId, SubprogramId};
use super::types::{Range, TypeId};
use super::value::Value;
pub use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use cairn_base::{Span, define_id};
use std::rc::Rc;

define_id!(
    /// A loop of the typed tree, for `exit`.
    LoopId,
    "loop"
);
define_id!(
    /// A statement label, for `goto`.
    LabelId,
    "label"
);

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// The subtype where it is known (names, conversions), the base type otherwise.
    pub ty: TypeId,
    pub span: Span,
    pub value: Option<Value>,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// The value is in `Expr::value`.
    Static,
    Text(Rc<[u32]>),
    Object(EntityId),
    Component(Box<Expr>, usize),
    Index(Box<Expr>, Vec<Expr>),
    Slice(Box<Expr>, Range),
    Call(SubprogramId, Vec<Expr>),
    Unary(UnaryOperator, Box<Expr>),
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    Convert(Box<Expr>),
    Qualify(Box<Expr>),
    Member {
        negated: bool,
        value: Box<Expr>,
        choices: Vec<Member>,
    },
    If(Vec<(Expr, Expr)>, Box<Expr>),
    Case(Box<Expr>, Vec<(Vec<Choice>, Expr)>),
    Quantified {
        universal: bool,
        domain: Domain,
        reverse: bool,
        filter: Option<Box<Expr>>,
        body: Box<Expr>,
    },
    ArrayAggregate(Box<ArrayAggregate>),
    /// One value per component (discriminants first); `None` for those that take their default.
    RecordAggregate(Vec<Option<Expr>>),
    /// Base, and changed components.
    DeltaRecord(Box<Expr>, Vec<(usize, Expr)>),
    DeltaArray(Box<Expr>, Vec<ArrayPart>),
    Attribute(Box<Attribute>),
    Old(Box<Expr>),
    LoopEntry(Box<Expr>, LoopId),
    Result(SubprogramId),
    Let(Vec<Item>, Box<Expr>),
    Raise(EntityId),
    /// The discriminant of the object whose component bound this is.
    Discriminant(usize),
    Unsupported(Rc<str>),
}

#[derive(Clone, Debug)]
pub enum Member {
    Value(Expr),
    Range(Range),
    Subtype(TypeId),
}

/// A static choice of a `case`.
#[derive(Clone, Debug)]
pub struct Choice {
    pub low: num_bigint::BigInt,
    pub high: num_bigint::BigInt,
}

#[derive(Clone, Debug)]
pub struct ArrayAggregate {
    pub positional: Vec<Expr>,
    pub named: Vec<ArrayPart>,
    pub others: Option<ArrayValue>,
    pub dimension: usize,
}

#[derive(Clone, Debug)]
pub struct ArrayPart {
    pub choices: Vec<PartChoice>,
    /// The parameter of an iterated association.
    pub iterator: Option<EntityId>,
    pub value: ArrayValue,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ArrayValue {
    Value(Expr),
    /// `<>`
    Default,
}

#[derive(Clone, Debug)]
pub enum PartChoice {
    Value(Expr),
    Range(Range),
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub what: AttributeKind,
    /// The object or value it is taken of.
    pub prefix: Option<Expr>,
    /// The type it is taken of (the type of the prefix otherwise).
    pub ty: TypeId,
    pub arguments: Vec<Expr>,
    /// Which dimension, from 0.
    pub dimension: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeKind {
    First,
    Last,
    Length,
    Pos,
    Val,
    Succ,
    Pred,
    Min,
    Max,
    Mod,
    Valid,
    Image,
    Value,
    Floor,
    Ceiling,
    Rounding,
    Truncation,
    UnbiasedRounding,
    MachineRounding,
    Remainder,
    Machine,
    CopySign,
    Constrained,
    EnumRep,
    EnumVal,
    Adjacent,
    /// Where an object is: any address.
    Address,
}

#[derive(Clone, Debug)]
pub enum Domain {
    /// `X in low .. high`; the iterator's subtype is the entity's.
    Range(EntityId, Range),
    /// `X of Array`.
    Elements(EntityId, Box<Expr>),
}

/// A declaration with an effect when it is elaborated.
#[derive(Clone, Debug)]
pub enum Item {
    /// Evaluates the initial value, or the defaults of the type.
    Object {
        entity: EntityId,
        init: Option<Expr>,
        span: Span,
    },
    /// Statements of a nested package's body.
    Statements(Vec<Statement>),
    /// A range or index constraint must be compatible with the subtype it constrains.
    ConstraintCheck {
        ty: TypeId,
        parent: TypeId,
        span: Span,
    },
    /// Holds when a package is elaborated: counts behind its body, if there is one.
    InitialCondition {
        package: EntityId,
        check: Rc<Statement>,
        body: bool,
    },
    Unsupported(Rc<str>, Span),
    /// The name behind a renaming or a generic formal: evaluated, not read.
    Named(Expr),
    /// The body of a subprogram of a package: it can be called from here on.
    Elaborated(SubprogramId),
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// What a checked condition is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssertKind {
    Assert,
    AssertAndCut,
    Check,
    LoopInvariant,
    /// `--% assert`, as a person writes it or `export --to annotated`.
    Written,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Null,
    Assign(Expr, Expr),
    Call(SubprogramId, Vec<Expr>),
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    Case(Expr, Vec<(Vec<Choice>, Vec<Statement>)>),
    Loop {
        id: LoopId,
        scheme: Scheme,
        body: Vec<Statement>,
    },
    Block {
        items: Vec<Item>,
        body: Vec<Statement>,
        handlers: Vec<Handler>,
        exit: LoopId,
    },
    Exit(LoopId, Option<Expr>),
    Goto(LabelId),
    Label(LabelId),
    Return(Option<Expr>),
    /// The object, its declaration, and the statements before it is returned.
    ExtendedReturn {
        entity: EntityId,
        items: Vec<Item>,
        body: Vec<Statement>,
        handlers: Vec<Handler>,
    },
    /// `None` re-raises.
    Raise(Option<EntityId>),
    Assert(AssertKind, Expr),
    Assume(Expr),
    /// The value is not used: delays take no time here.
    Evaluate(Expr),
    LoopVariant(Vec<(bool, Expr)>),
    NotOverflow {
        operator: BinaryOperator,
        ty: TypeId,
        left: Expr,
        right: Expr,
        /// Operands are evaluated, and checked, only if this holds.
        guard: Option<Expr>,
    },
    Unsupported(Rc<str>),
}

#[derive(Clone, Debug)]
pub enum Scheme {
    Forever,
    While(Expr),
    For { domain: Domain, reverse: bool, filter: Option<Expr> },
}

#[derive(Clone, Debug)]
pub struct Handler {
    /// `when E : …`: what stands for the exception, whose code it holds.
    pub occurrence: Option<EntityId>,
    /// The exceptions handled; empty for `others`.
    pub choices: Vec<EntityId>,
    pub others: bool,
    pub body: Vec<Statement>,
    pub span: Span,
}
