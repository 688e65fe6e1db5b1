//! Types and subtypes.
//!
//! One table holds both: a subtype is an entry whose `root` is the type it belongs to. Two expressions
//! have the same Ada type exactly if their roots are equal. Private types share the entry of their
//! full view, whose kind is filled in when the full declaration is met.

use super::entities::EntityId;
use super::tree::Expr;
use super::value::Value;
use crate::syntax::names::Symbol;
use cairn_base::{Span, define_id};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::rc::Rc;

define_id!(
    /// A type or subtype.
    TypeId,
    "type"
);

/// Pseudo-types of expressions whose type the context decides; they have fixed places in the table.
pub const UNIVERSAL_INTEGER: TypeId = TypeId(0);
pub const UNIVERSAL_REAL: TypeId = TypeId(1);
/// The result of multiplying or dividing two fixed-point values.
pub const UNIVERSAL_FIXED: TypeId = TypeId(2);
pub const ANY_STRING: TypeId = TypeId(3);
pub const ANY_CHARACTER: TypeId = TypeId(4);
pub const ANY_COMPOSITE: TypeId = TypeId(5);
pub const ANY_ACCESS: TypeId = TypeId(6);
/// The type of raise expressions: fits everywhere.
pub const ANY_TYPE: TypeId = TypeId(7);
pub const FIRST_REAL_TYPE: u32 = 8;

#[derive(Clone, Debug)]
pub struct Range {
    pub low: Rc<Expr>,
    pub high: Rc<Expr>,
}

impl Range {
    pub fn static_bounds(&self) -> Option<(&Value, &Value)> {
        Some((self.low.value.as_ref()?, self.high.value.as_ref()?))
    }
    pub fn static_integers(&self) -> Option<(BigInt, BigInt)> {
        match self.static_bounds()? {
            (Value::Int(low), Value::Int(high)) => Some((low.clone(), high.clone())),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Literal {
    pub symbol: Symbol,
    /// As it is spelled where it is declared.
    pub spelled: Rc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSize {
    Single,
    Double,
    Extended,
}

#[derive(Clone, Debug)]
pub struct Component {
    pub symbol: Symbol,
    pub spelled: Rc<str>,
    pub ty: TypeId,
    pub default: Option<Rc<Expr>>,
    pub discriminant: bool,
    /// The variants it sits in, outermost first: discriminant component, and the values that select it.
    pub guards: Vec<Guard>,
    pub span: Span,
}

/// A component exists only if the discriminant's value is in one of the ranges.
#[derive(Clone, Debug)]
pub struct Guard {
    pub discriminant: usize,
    pub ranges: Vec<(BigInt, BigInt)>,
    /// `others`: exists if the value is in none of the ranges.
    pub negated: bool,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    /// One of the pseudo-types above.
    Pseudo,
    /// Base range.
    Signed {
        low: BigInt,
        high: BigInt,
    },
    Modular {
        modulus: BigInt,
    },
    Enumeration {
        literals: Rc<Vec<Literal>>,
        character: bool,
        boolean: bool,
    },
    /// Character types: positions are code points, literals are not listed.
    Character {
        last: u32,
    },
    Float {
        size: FloatSize,
        digits: u32,
    },
    Fixed {
        small: BigRational,
        delta: BigRational,
        digits: Option<u32>,
        bits: u32,
    },
    Array {
        indexes: Vec<TypeId>,
        component: TypeId,
        constrained: bool,
    },
    Record {
        components: Rc<Vec<Component>>,
        tagged: bool,
    },
    /// Declared, not completed yet.
    Private,
    Access {
        designated: Option<TypeId>,
    },
    /// Task, protected, interface and the like.
    Refused(&'static str),
}

#[derive(Clone, Debug)]
pub struct Type {
    /// Short name as spelled; empty for anonymous types.
    pub name: Rc<str>,
    pub root: TypeId,
    /// The subtype without a range (`T'Base`).
    pub base: TypeId,
    /// Meaningful in the root entry only.
    pub kind: TypeKind,
    /// Scalar range of this subtype; none means all of the base type.
    pub range: Option<Range>,
    /// Index constraint of this subtype, one range per dimension.
    pub bounds: Option<Vec<Range>>,
    /// Discriminant constraint of this subtype, in the order of the discriminants.
    pub discriminants: Option<Vec<Rc<Expr>>>,
    /// Predicates of this subtype and those it is derived from; the entity is the "current instance".
    pub predicates: Vec<Predicate>,
    /// The parent type of a derived type.
    pub parent: Option<TypeId>,
    /// `Default_Value` or `Default_Component_Value`.
    pub default: Option<Rc<Expr>>,
    /// The scope the type is declared in, for `use type` and primitive operations.
    pub scope: super::entities::ScopeId,
    /// Type invariants, checked at the package's boundary.
    pub invariants: Vec<Predicate>,
    /// What holds for an object of the type after its default initialization.
    pub initial_conditions: Vec<Predicate>,
    /// The package inside of which the full view is visible.
    pub private_in: Option<EntityId>,
    pub span: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Predicate {
    /// Stands for the value tested.
    pub subject: EntityId,
    pub condition: Rc<Expr>,
    /// What is raised where it does not hold, if `Predicate_Failure` says so.
    pub exception: Option<EntityId>,
    /// A `Predicate_Failure` that decides by conditions what it raises.
    pub failure: Option<Rc<Expr>>,
}
