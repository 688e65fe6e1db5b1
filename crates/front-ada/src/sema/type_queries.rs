//! Questions about types that analysis and lowering share.

use super::Analysis;
use super::tree::{Expr, ExprKind};
use super::types::*;
use super::value::Value;
use cairn_base::Span;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::rc::Rc;

impl Analysis {
    pub fn root(&self, ty: TypeId) -> TypeId {
        self.types[ty].root
    }
    pub fn base(&self, ty: TypeId) -> TypeId {
        self.types[self.types[ty].root].base
    }
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.types[self.types[ty].root].kind
    }
    pub fn type_name(&self, ty: TypeId) -> Rc<str> {
        let name = &self.types[ty].name;
        if !name.is_empty() {
            return name.clone();
        }
        let root = &self.types[self.types[ty].root].name;
        if root.is_empty() { "an anonymous type".into() } else { root.clone() }
    }
    pub fn is_pseudo(&self, ty: TypeId) -> bool {
        ty.0 < FIRST_REAL_TYPE
    }
    pub fn is_integer(&self, ty: TypeId) -> bool {
        ty == UNIVERSAL_INTEGER || matches!(self.kind(ty), TypeKind::Signed { .. } | TypeKind::Modular { .. })
    }
    pub fn is_signed(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Signed { .. })
    }
    pub fn is_modular(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Modular { .. })
    }
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Float { .. })
    }
    pub fn is_fixed(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Fixed { .. })
    }
    pub fn is_real(&self, ty: TypeId) -> bool {
        ty == UNIVERSAL_REAL || ty == UNIVERSAL_FIXED || self.is_float(ty) || self.is_fixed(ty)
    }
    pub fn is_numeric(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_real(ty)
    }
    pub fn is_enumeration(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Enumeration { .. } | TypeKind::Character { .. })
    }
    pub fn is_discrete(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_enumeration(ty)
    }
    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_discrete(ty) || self.is_real(ty)
    }
    pub fn is_boolean(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Enumeration { boolean: true, .. })
    }
    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }
    pub fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Record { .. })
    }
    pub fn is_composite(&self, ty: TypeId) -> bool {
        self.is_array(ty) || self.is_record(ty)
    }
    pub fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Character { .. } | TypeKind::Enumeration { character: true, .. })
    }
    /// One-dimensional array of a character type.
    pub fn is_string(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { indexes, component, .. } => indexes.len() == 1 && self.is_character(*component),
            _ => false,
        }
    }
    pub fn is_boolean_array(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { indexes, component, .. } => indexes.len() == 1 && self.is_boolean(*component),
            _ => false,
        }
    }
    pub fn component_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.kind(ty) {
            TypeKind::Array { component, .. } => Some(*component),
            _ => None,
        }
    }
    pub fn index_types(&self, ty: TypeId) -> &[TypeId] {
        match self.kind(ty) {
            TypeKind::Array { indexes, .. } => indexes,
            _ => &[],
        }
    }
    pub fn components(&self, ty: TypeId) -> Option<Rc<Vec<Component>>> {
        match self.kind(ty) {
            TypeKind::Record { components, .. } => Some(components.clone()),
            _ => None,
        }
    }

    /// Bounds of the base type: what results of operations must fit.
    pub fn base_bounds(&self, ty: TypeId) -> Option<(BigInt, BigInt)> {
        match self.kind(ty) {
            TypeKind::Signed { low, high } => Some((low.clone(), high.clone())),
            TypeKind::Modular { modulus } => Some((BigInt::zero(), modulus - BigInt::one())),
            TypeKind::Enumeration { literals, .. } => Some((BigInt::zero(), BigInt::from(literals.len()) - 1)),
            TypeKind::Character { last } => Some((BigInt::zero(), BigInt::from(*last))),
            _ => None,
        }
    }
    /// Static bounds of a discrete subtype, as positions.
    pub fn discrete_bounds(&self, ty: TypeId) -> Option<(BigInt, BigInt)> {
        match &self.types[ty].range {
            Some(range) => range.static_integers(),
            None => self.base_bounds(ty),
        }
    }
    /// The range of a scalar subtype as expressions; the whole base type if there is none.
    pub fn scalar_range(&self, ty: TypeId, span: Span) -> Option<Range> {
        if let Some(range) = &self.types[ty].range {
            return Some(range.clone());
        }
        let make = |value: Value| Rc::new(Expr { kind: ExprKind::Static, ty: self.base(ty), span, value: Some(value) });
        match self.kind(ty) {
            TypeKind::Float { size, .. } => {
                let largest = size.largest();
                Some(Range { low: make(Value::Real(-largest.clone())), high: make(Value::Real(largest)) })
            }
            TypeKind::Fixed { small, bits, .. } => {
                let top = BigInt::one() << (bits - 1);
                let value = |n: BigInt| Value::Real(small * num_rational::BigRational::from_integer(n));
                Some(Range { low: make(value(-top.clone())), high: make(value(top - 1)) })
            }
            _ => {
                let (low, high) = self.base_bounds(ty)?;
                Some(Range { low: make(Value::Int(low)), high: make(Value::Int(high)) })
            }
        }
    }
    /// Index ranges of an array subtype; `None` if it is unconstrained.
    pub fn array_bounds(&self, ty: TypeId, span: Span) -> Option<Vec<Range>> {
        if let Some(bounds) = &self.types[ty].bounds {
            return Some(bounds.clone());
        }
        match self.kind(ty) {
            TypeKind::Array { indexes, constrained: true, .. } => {
                indexes.clone().iter().map(|&i| self.scalar_range(i, span)).collect()
            }
            _ => None,
        }
    }
    /// Static bounds of every dimension.
    pub fn static_array_bounds(&self, ty: TypeId, span: Span) -> Option<Vec<(BigInt, BigInt)>> {
        self.array_bounds(ty, span)?.iter().map(Range::static_integers).collect()
    }
    /// Whether an expression of type `from` may stand where `to` is expected.
    pub fn fits(&self, from: TypeId, to: TypeId) -> bool {
        let (from, to) = (self.root(from), self.root(to));
        if from == to || from == ANY_TYPE || to == ANY_TYPE {
            return true;
        }
        // Access and tagged types are refused where they are used; their own rules are not modelled.
        if self.is_opaque(from) && self.is_opaque(to) {
            return true;
        }
        match from {
            UNIVERSAL_INTEGER => self.is_integer(to),
            UNIVERSAL_REAL => self.is_real(to),
            UNIVERSAL_FIXED => self.is_fixed(to) || to == UNIVERSAL_REAL,
            ANY_STRING => self.is_string(to),
            ANY_CHARACTER => self.is_character(to),
            ANY_COMPOSITE => self.is_composite(to) || to == ANY_STRING,
            ANY_ACCESS => matches!(self.kind(to), TypeKind::Access { .. }),
            _ => match to {
                UNIVERSAL_INTEGER => self.is_integer(from),
                UNIVERSAL_REAL => self.is_real(from),
                ANY_STRING => self.is_string(from),
                ANY_CHARACTER => self.is_character(from),
                ANY_COMPOSITE => self.is_composite(from),
                _ => false,
            },
        }
    }
    fn is_opaque(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Access { .. } | TypeKind::Refused(_) | TypeKind::Record { tagged: true, .. })
    }
    /// Whether objects of the one type have parts of the other, or are of it.
    pub fn has_part(&self, whole: TypeId, part: TypeId) -> bool {
        self.root(whole) == self.root(part)
            || match self.kind(whole) {
                TypeKind::Record { components, .. } => components.iter().any(|c| self.has_part(c.ty, part)),
                TypeKind::Array { component, .. } => self.has_part(*component, part),
                _ => false,
            }
    }
    /// Why objects of a type cannot be represented, if so.
    pub fn is_refused(&self, ty: TypeId) -> Option<&'static str> {
        match self.kind(ty) {
            TypeKind::Access { .. } => Some("access type"),
            TypeKind::Refused(what) => Some(what),
            TypeKind::Record { tagged: true, .. } => Some("tagged type"),
            TypeKind::Private => Some("private type without a full view"),
            TypeKind::Record { components, .. } => components.clone().iter().find_map(|c| self.is_refused(c.ty)),
            TypeKind::Array { component, .. } => self.is_refused(*component),
            _ => None,
        }
    }
}
