//! Expressions as they are read, before their types are known.
//!
//! The nodes of one expression lie in one table, children before parents. Names of variables and
//! procedures are resolved already; names of components wait for the type they belong to.

use super::operators::{Function, Infix, Scheme};
use crate::expr::Convert;
use crate::program::{ProcId, VarId};
use crate::types::TypeId;
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use smallvec::SmallVec;
use std::sync::Arc;

pub type NodeId = u32;

/// What takes its type from its surroundings.
#[derive(Clone, Debug)]
pub enum Literal {
    Integer(BigInt),
    /// The digits, and whether a minus sign stands before them.
    Decimal(Box<str>, bool),
    Character(char),
    Enumeration(Arc<str>),
    Null,
    /// A pointer to nothing with this offset.
    Stray(i64),
    Nan,
    Infinity(bool),
    Ratio(BigRational),
    /// A union by its bytes.
    Bytes(Vec<u8>),
    /// An array of characters.
    Text(Box<str>),
}

#[derive(Clone, Debug)]
pub enum ComponentName {
    Name(Arc<str>),
    Position(u32),
}

#[derive(Clone, Debug)]
pub enum Op {
    Literal(Literal),
    Bool(bool),
    Var(VarId),
    Infix(Infix),
    Not,
    /// `-`, by type.
    Minus,
    BitNot,
    Function(Function, Scheme),
    PointerAdd(u64),
    Convert(Convert, TypeId),
    If,
    Index,
    Component(ComponentName),
    WithIndex,
    WithComponent(ComponentName),
    ArrayOf,
    /// The first child everywhere, the others at these indices (in constants only).
    Fill(Vec<BigInt>),
    /// Names of the components, or none of them.
    RecordOf(Vec<ComponentName>),
    /// The child as a constant value.
    Const,
    /// The child is a place.
    AddressOf,
    ProcedureAddress(ProcId),
    Load,
    Forall(Vec<VarId>),
    Exists(Vec<VarId>),
    Old,
    Apply(ProcId),
    /// Of this type.
    Contents(TypeId),
}

/// What becomes of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An expression of the program.
    Value,
    /// Part of a place, which is built from its root.
    Place,
    /// Part of a constant, which is computed from its root.
    Constant,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub op: Op,
    pub args: SmallVec<[NodeId; 3]>,
    pub span: Span,
    /// Written behind a colon at first; in the end every node has one.
    pub ty: Option<TypeId>,
    pub role: Role,
}
