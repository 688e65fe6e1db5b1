//! Ada types as types of the program form.

use super::{Lower, Lowerer};
use crate::sema::types::*;
use crate::sema::value::{Value, round_away, to_float};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Display, ExprId, Field, FloatFormat, RecordType, Sign, Style};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use std::sync::Arc;

/// The most elements an array with static bounds may have.
pub(super) const LENGTH_LIMIT: u64 = 1 << 31;

impl Lowerer<'_> {
    /// Bits of the machine integer for a discrete or fixed-point type.
    pub(super) fn width(&self, ty: TypeId) -> u32 {
        if let TypeKind::Fixed { bits, .. } = self.a.kind(ty) {
            return *bits;
        }
        let Some((low, high)) = self.a.base_bounds(ty) else { return 64 };
        if low < BigInt::zero() {
            let magnitude = (-low - BigInt::one()).bits().max(high.bits());
            return magnitude as u32 + 1;
        }
        (high.bits() as u32).max(1)
    }

    pub(super) fn sign(&self, ty: TypeId) -> Sign {
        match self.a.kind(ty) {
            TypeKind::Signed { .. } | TypeKind::Fixed { .. } => Sign::Signed,
            _ => Sign::Unsigned,
        }
    }

    pub(super) fn format(&self, ty: TypeId) -> FloatFormat {
        match self.a.kind(ty) {
            TypeKind::Float { size: FloatSize::Single, .. } => FloatFormat::Single,
            TypeKind::Float { size: FloatSize::Double, .. } => FloatFormat::Double,
            _ => FloatFormat::X87,
        }
    }

    /// The universal types of run-time expressions stand for the largest machine types.
    pub(super) fn settle(&self, ty: TypeId) -> TypeId {
        match ty {
            UNIVERSAL_INTEGER => self.a.base(self.a.standard.long_long_integer),
            UNIVERSAL_REAL => self.a.standard.long_long_float,
            other => other,
        }
    }

    pub(super) fn ir_type(&mut self, ty: TypeId, span: Span) -> Lower<ir::TypeId> {
        let ty = self.settle(ty);
        if let Some(&found) = self.types.get(&ty) {
            return Ok(found);
        }
        let made = self.make_type(ty, span)?;
        self.types.insert(ty, made);
        Ok(made)
    }

    fn make_type(&mut self, ty: TypeId, span: Span) -> Lower<ir::TypeId> {
        if let Some(what) = self.a.is_refused(ty) {
            return self.refuse(what, span);
        }
        let name: Arc<str> = (&*self.a.type_name(ty)).into();
        let int = |width: u32, style: Style| (ir::TypeKind::Int(width), Display::named(name.clone(), style));
        let (kind, display) = match self.a.kind(ty).clone() {
            TypeKind::Signed { .. } => int(self.width(ty), Style::Plain),
            TypeKind::Modular { .. } => int(self.width(ty), Style::Unsigned),
            TypeKind::Enumeration { boolean: true, .. } => (ir::TypeKind::Bool, Display::named(name, Style::Plain)),
            TypeKind::Enumeration { literals, .. } => {
                let names = literals.iter().enumerate().map(|(i, l)| (BigInt::from(i), Arc::from(&*l.spelled)));
                int(self.width(ty), Style::Enumeration(names.collect()))
            }
            TypeKind::Character { .. } => int(self.width(ty), Style::Character),
            TypeKind::Float { .. } => (ir::TypeKind::Float(self.format(ty)), Display::named(name, Style::Plain)),
            TypeKind::Fixed { small, .. } => int(self.width(ty), Style::Fixed(small)),
            TypeKind::Array { .. } => return self.array_type(ty, span),
            TypeKind::Record { components, .. } => {
                let mut fields = Vec::new();
                let mut offset = 0;
                for component in components.iter() {
                    let field = self.ir_type(component.ty, span)?;
                    fields.push(Field { name: (&*component.spelled).into(), ty: field, offset });
                    offset += self.bytes(field);
                }
                let record = RecordType { fields, size: offset.max(1) };
                (ir::TypeKind::Record(Arc::new(record)), Display::named(name, Style::Plain))
            }
            _ => return self.refuse(format!("type {name}"), span),
        };
        Ok(self.p.types.intern(kind, display))
    }

    /// Static bounds of every dimension, if the array is small enough to have a length.
    pub(super) fn static_shape(&self, ty: TypeId, span: Span) -> Option<Vec<(BigInt, BigInt)>> {
        let bounds = self.a.static_array_bounds(ty, span)?;
        let fits = bounds.iter().all(|(low, high)| high - low < BigInt::from(LENGTH_LIMIT));
        fits.then_some(bounds)
    }

    pub(super) fn position_type(&mut self) -> ir::TypeId {
        self.p.types.unsigned(32)
    }

    fn array_type(&mut self, ty: TypeId, span: Span) -> Lower<ir::TypeId> {
        let component = self.a.component_type(ty).unwrap_or(ty);
        let element = self.ir_type(component, span)?;
        let bounds = self.a.static_array_bounds(ty, span).unwrap_or_default();
        if bounds.iter().any(|(low, high)| high - low >= BigInt::from(u32::MAX)) {
            return self.refuse("array of more than 2**32 elements", span);
        }
        match self.static_shape(ty, span) {
            Some(bounds) => self.static_array_type(&bounds, element, ty),
            None => self.dynamic_array_type(ty, element, span),
        }
    }

    pub(super) fn static_array_type(
        &mut self,
        bounds: &[(BigInt, BigInt)],
        element: ir::TypeId,
        ty: TypeId,
    ) -> Lower<ir::TypeId> {
        let text = self.a.is_string(ty);
        let index = self.position_type();
        let mut result = element;
        for (depth, (low, high)) in bounds.iter().enumerate().rev() {
            let length = (high - low + BigInt::one()).to_u64().unwrap_or(0);
            let style = if text { Style::Text } else { Style::FirstIndex(low.clone()) };
            let name = (depth == 0).then(|| Arc::from(&*self.a.type_name(ty)));
            let kind = ir::TypeKind::Array { index, element: result, length: Some(length) };
            result = self.p.types.intern(kind, Display { name, style });
        }
        Ok(result)
    }

    /// `(first, last, first, last, …, data)`.
    pub(super) fn dynamic_array_type(&mut self, ty: TypeId, element: ir::TypeId, span: Span) -> Lower<ir::TypeId> {
        let indexes = self.a.index_types(ty).to_vec();
        let position = self.position_type();
        let mut data = element;
        for _ in &indexes {
            data = self.p.types.plain(ir::TypeKind::Array { index: position, element: data, length: None });
        }
        let mut fields = Vec::new();
        let mut offset = 0;
        for (i, &index) in indexes.iter().enumerate() {
            let bound = self.ir_type(self.a.base(index), span)?;
            let number = if indexes.len() == 1 { String::new() } else { format!("_{}", i + 1) };
            for name in ["First", "Last"] {
                fields.push(Field { name: format!("{name}{number}").into(), ty: bound, offset });
                offset += self.bytes(bound);
            }
        }
        fields.push(Field { name: "Data".into(), ty: data, offset });
        let record = RecordType { fields, size: offset + 8 };
        let name: Arc<str> = (&*self.a.type_name(ty)).into();
        Ok(self.p.types.intern(ir::TypeKind::Record(Arc::new(record)), Display::named(name, Style::Plain)))
    }

    fn bytes(&self, ty: ir::TypeId) -> u64 {
        match self.p.types.kind(ty) {
            ir::TypeKind::Array { element, length, .. } => self.bytes(*element).saturating_mul(length.unwrap_or(1)),
            _ => ir::size_of(&self.p.types, self.p.target, ty).max(1),
        }
    }

    /// A static value of a scalar type as a constant.
    pub(super) fn constant(&mut self, value: &Value, ty: TypeId, span: Span) -> Lower<ExprId> {
        let ty = self.settle(ty);
        let target = self.ir_type(ty, span)?;
        match (value, self.a.kind(ty)) {
            (Value::Int(v), TypeKind::Enumeration { boolean: true, .. }) => Ok(self.p.bool_const(!v.is_zero())),
            (Value::Int(v), TypeKind::Float { .. }) => {
                let value = Value::Real(num_rational::BigRational::from_integer(v.clone()));
                self.constant(&value, ty, span)
            }
            (Value::Int(v), TypeKind::Fixed { small, .. }) => {
                let units = round_away(&(num_rational::BigRational::from_integer(v.clone()) / small));
                Ok(self.p.int_const(target, units)?)
            }
            (Value::Int(v), _) => Ok(self.p.int_const(target, v.clone())?),
            (Value::Real(v), TypeKind::Float { size, .. }) => match to_float(v, *size) {
                Some((bits, _)) => {
                    let format = self.format(ty);
                    Ok(self.p.constant(ir::Value::Float(format, bits), target)?)
                }
                None => self.refuse("number too large for its type", span),
            },
            (Value::Real(v), TypeKind::Fixed { small, .. }) => {
                let units = round_away(&(v / small));
                Ok(self.p.int_const(target, units)?)
            }
            (Value::Real(_), _) => self.refuse("real number of a discrete type", span),
        }
    }

    pub(super) fn integer(&mut self, value: impl Into<BigInt>, ty: TypeId, span: Span) -> Lower<ExprId> {
        self.constant(&Value::Int(value.into()), ty, span)
    }

    pub(super) fn position(&mut self, value: u64) -> Lower<ExprId> {
        let ty = self.position_type();
        Ok(self.p.int_const(ty, value)?)
    }
}
