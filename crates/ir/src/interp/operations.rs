//! Operations on values alone: no variables, no memory. Each gives none where the operation is not defined
//! for such values, which a well-typed program never asks for.

use super::{Outcome, exact, floats, integers, math};
use crate::expr::{Binary, Convert, Sign, Unary};
use crate::layout::{Layout, canonical_float, float_value};
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, Bits, Byte, Pointer, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use std::collections::BTreeSet;

pub fn unary(op: Unary, a: &Value) -> Option<Value> {
    match a {
        Value::Bool(x) => (op == Unary::Not).then_some(Value::Bool(!x)),
        Value::Int(bits) => integers::unary(op, bits),
        Value::Float(format, encoding) => floats::unary(op, *format, *encoding),
        Value::MathInt(_) | Value::Real(_) => math::unary(op, a),
        Value::Pointer(pointer) => {
            (op == Unary::PointerOffset).then_some(Value::Int(Bits::from_i64(64, pointer.offset)))
        }
        Value::Array(_) | Value::Record(_) | Value::Union(_) => None,
    }
}

/// Everything but (in)equality.
pub fn binary(op: Binary, a: &Value, b: &Value) -> Result<Option<Value>, Outcome> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(integers::binary(op, x, y)),
        (Value::Bool(x), Value::Bool(y)) => Ok(booleans(op, *x, *y).map(Value::Bool)),
        (Value::Float(f, x), Value::Float(g, y)) if f == g => Ok(floats::binary(op, *f, *x, *y)),
        (Value::MathInt(x), Value::MathInt(y)) => math::integers(op, x, y),
        (Value::Real(x), Value::Real(y)) => math::reals(op, x, y),
        (Value::Pointer(p), Value::Pointer(q)) => Ok(pointers(op, *p, *q)),
        (Value::Pointer(p), Value::Int(index)) => Ok(match (op, index.small_signed()) {
            (Binary::PointerAdd { stride }, Some(index)) => Some(Value::Pointer(pointer_add(*p, index, stride))),
            _ => None,
        }),
        _ => Ok(None),
    }
}

fn booleans(op: Binary, x: bool, y: bool) -> Option<bool> {
    match op {
        Binary::And => Some(x && y),
        Binary::Or => Some(x || y),
        Binary::Implies => Some(!x || y),
        Binary::Xor => Some(x != y),
        _ => None,
    }
}

fn pointers(op: Binary, p: Pointer, q: Pointer) -> Option<Value> {
    match op {
        Binary::PointerDifference => Some(Value::Int(Bits::from_i64(64, p.offset.wrapping_sub(q.offset)))),
        Binary::SameObject => Some(Value::Bool(p.object == q.object)),
        Binary::PointerLess => Some(Value::Bool(p.offset < q.offset)),
        Binary::PointerLessEqual => Some(Value::Bool(p.offset <= q.offset)),
        _ => None,
    }
}

fn pointer_add(p: Pointer, index: i64, stride: u64) -> Pointer {
    let mut sum = Displacement::new(p.offset);
    sum.add(i128::from(index), stride);
    sum.pointer(p)
}

/// A growing distance in bytes: exact as long as it fits, and modulo 2^64.
pub struct Displacement {
    exact: Option<i128>,
    wrapped: i64,
}

impl Displacement {
    pub fn new(offset: i64) -> Self {
        Self { exact: Some(offset.into()), wrapped: offset }
    }
    pub fn add(&mut self, count: i128, size: u64) {
        let distance = count.checked_mul(size.into());
        self.exact = self.exact.zip(distance).and_then(|(sum, distance)| sum.checked_add(distance));
        self.wrapped = self.wrapped.wrapping_add((count as i64).wrapping_mul(size as i64));
    }
    /// Adds `index · size` for an index of any width.
    pub fn add_index(&mut self, index: &Value, size: u64) -> Option<()> {
        let number = index_number(index)?;
        match i128::try_from(&number) {
            Ok(count) => self.add(count, size),
            Err(_) => {
                let low = Bits::from_signed(64, &number).small_signed()?;
                self.add(low.into(), size);
                self.exact = None;
            }
        }
        Some(())
    }
    /// The pointer at this distance: it keeps its object only within [`Pointer::MAX_OFFSET`].
    pub fn pointer(&self, from: Pointer) -> Pointer {
        let near = self.exact.is_some_and(|sum| sum.unsigned_abs() <= Pointer::MAX_OFFSET as u128);
        Pointer { object: from.object.filter(|_| near), offset: self.wrapped }
    }
}

/// An index as a number: machine integers are unsigned.
pub fn index_number(index: &Value) -> Option<BigInt> {
    match index {
        Value::Int(bits) => Some(BigInt::from(bits.unsigned())),
        Value::MathInt(number) => Some(number.clone()),
        _ => None,
    }
}

/// The number of an index that exists in an array of this length.
pub fn existing_index(index: &Value, length: Option<u64>) -> Option<BigInt> {
    let number = index_number(index)?;
    match length {
        Some(n) => BigUint::try_from(&number).is_ok_and(|i| i < n.into()).then_some(number),
        None => Some(number),
    }
}

/// The element at an index, if it exists.
pub fn element<'v>(array: &'v ArrayValue, length: Option<u64>, index: &Value) -> Option<&'v Value> {
    if let (ArrayValue::Dense(items), Value::Int(bits)) = (array, index)
        && let Some(small) = bits.small()
    {
        return items.get(usize::try_from(small).ok()?);
    }
    array.get(&existing_index(index, length)?)
}

/// The same value. Arrays kept with a default may be written in several ways when every index has an
/// entry of its own, so those are compared by their elements.
pub fn equal(layout: &Layout, ty: TypeId, a: &Value, b: &Value) -> bool {
    match (a, b, layout.kind(ty)) {
        (
            Value::Array(ArrayValue::Sparse { default: d, entries: e }),
            Value::Array(ArrayValue::Sparse { default: f, entries: g }),
            Some(TypeKind::Array { index, element, length }),
        ) => {
            let keys: BTreeSet<&BigInt> = e.keys().chain(g.keys()).collect();
            let at = |k: &BigInt| equal(layout, *element, e.get(k).unwrap_or(d), g.get(k).unwrap_or(f));
            let indices = match (length, layout.kind(*index)) {
                (Some(n), _) => Some(BigUint::from(*n)),
                (None, Some(TypeKind::Int(width))) => Some(BigUint::one() << *width),
                _ => None,
            };
            let all_named = indices.is_some_and(|n| n <= keys.len().into());
            keys.into_iter().all(at) && (all_named || equal(layout, *element, d, f))
        }
        (
            Value::Array(ArrayValue::Dense(x)),
            Value::Array(ArrayValue::Dense(y)),
            Some(TypeKind::Array { element, .. }),
        ) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| equal(layout, *element, x, y)),
        (Value::Record(x), Value::Record(y), Some(TypeKind::Record(record))) => {
            let fields = record.fields.iter();
            x.len() == y.len() && x.iter().zip(y).zip(fields).all(|((x, y), f)| equal(layout, f.ty, x, y))
        }
        (Value::Float(f, x), Value::Float(g, y), _) => f == g && canonical_float(*f, *x) == canonical_float(*f, *y),
        _ => a == b,
    }
}

/// Everything but pointers to and from integers.
pub fn convert(op: Convert, a: &Value, to: &TypeKind) -> Option<Value> {
    match (op, a, to) {
        (Convert::Retype, _, _) => Some(a.clone()),
        (Convert::ZeroExtend | Convert::Truncate, Value::Int(bits), TypeKind::Int(width)) => {
            Some(Value::Int(match bits.small() {
                Some(small) => Bits::from_u64(*width, small),
                None => Bits::new(*width, bits.unsigned()),
            }))
        }
        (Convert::SignExtend, Value::Int(bits), TypeKind::Int(width)) => Some(Value::Int(match bits.small_signed() {
            Some(small) => Bits::from_i64(*width, small),
            None => Bits::from_signed(*width, &bits.signed()),
        })),
        (Convert::BoolToInt, Value::Bool(x), TypeKind::Int(width)) => {
            Some(Value::Int(Bits::from_u64(*width, u64::from(*x))))
        }
        (Convert::IntToMath(sign), Value::Int(bits), TypeKind::MathInt) => Some(Value::MathInt(match sign {
            Sign::Signed => bits.signed(),
            Sign::Unsigned => BigInt::from(bits.unsigned()),
        })),
        (Convert::MathToInt, Value::MathInt(x), TypeKind::Int(width)) => Some(Value::Int(Bits::from_signed(*width, x))),
        (Convert::MathToReal, Value::MathInt(x), TypeKind::Real) => {
            Some(Value::Real(BigRational::from_integer(x.clone())))
        }
        (Convert::RealToMath, Value::Real(x), TypeKind::MathInt) => Some(Value::MathInt(x.floor().to_integer())),
        _ => convert_float(op, a, to),
    }
}

fn convert_float(op: Convert, a: &Value, to: &TypeKind) -> Option<Value> {
    match (op, a, to) {
        (Convert::IntToFloat(sign, rounding), Value::Int(bits), TypeKind::Float(format)) => {
            Some(Value::Float(*format, floats::from_bits(*format, sign, rounding, bits)))
        }
        (Convert::FloatToInt(sign, rounding), Value::Float(format, x), TypeKind::Int(width)) => {
            Some(Value::Int(floats::to_bits(*format, *x, sign, rounding, *width)))
        }
        (Convert::FloatToFloat(rounding), Value::Float(from, x), TypeKind::Float(format)) => {
            Some(Value::Float(*format, floats::convert(*from, *format, rounding, *x)))
        }
        (Convert::FloatToBits, Value::Float(format, x), TypeKind::Int(width)) => {
            Some(Value::Int(Bits::new(*width, BigUint::from(canonical_float(*format, *x)))))
        }
        (Convert::BitsToFloat, Value::Int(bits), TypeKind::Float(format)) => {
            let encoding = u128::try_from(bits.unsigned()).ok()?;
            Some(Value::Float(*format, float_value(*format, encoding)))
        }
        (Convert::FloatToReal, Value::Float(format, x), TypeKind::Real) => {
            Some(Value::Real(exact::to_real(*format, *x)))
        }
        (Convert::RealToFloat(rounding), Value::Real(x), TypeKind::Float(format)) => {
            Some(Value::Float(*format, exact::from_real(*format, x, rounding)))
        }
        _ => None,
    }
}

/// A member of a union, reinterpreting its bytes.
pub fn member(layout: &Layout, union: &Value, ty: TypeId, n: u32) -> Option<Value> {
    let (Value::Union(bytes), Some(TypeKind::Union(shape))) = (union, layout.kind(ty)) else { return None };
    let field = shape.fields.get(n as usize)?;
    let (start, size) = (usize::try_from(field.offset).ok()?, usize::try_from(layout.size(field.ty)?).ok()?);
    layout.decode(bytes.get(start..start.checked_add(size)?)?, field.ty).ok()
}

/// Writes a member; the union's other bytes stay.
pub fn set_member(layout: &Layout, union: &mut Value, ty: TypeId, n: u32, value: &Value) -> Option<()> {
    let (Value::Union(bytes), Some(TypeKind::Union(shape))) = (union, layout.kind(ty)) else { return None };
    let field = shape.fields.get(n as usize)?;
    let start = usize::try_from(field.offset).ok()?;
    let new: Vec<Byte> = layout.encode(value, field.ty).ok()?;
    bytes.get_mut(start..start.checked_add(new.len())?)?.copy_from_slice(&new);
    Some(())
}

/// Whether the number of a condition or count is what it should be.
pub fn as_count(value: &Value) -> Option<u64> {
    value.as_bits().and_then(Bits::small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Target;
    use crate::types::Types;
    use crate::value::ObjectId;
    use num_traits::Zero;

    #[test]
    fn far_pointers_lose_their_object() {
        let p = Pointer { object: Some(ObjectId(1)), offset: 8 };
        assert_eq!(pointer_add(p, -3, 4), Pointer { offset: -4, ..p });
        assert_eq!(pointer_add(p, 1 << 60, 4), Pointer { object: None, offset: (1 << 62) + 8 });
        assert_eq!(pointer_add(p, i64::MIN, u64::MAX).object, None);
        let back = pointer_add(Pointer { object: None, offset: i64::MAX }, 1, 1);
        assert_eq!(back, Pointer { object: None, offset: i64::MIN });
    }

    #[test]
    fn arrays_are_equal_by_their_elements() {
        let mut types = Types::default();
        let (i1, bool, math) = (types.int(1), types.bool(), types.math_int());
        let small = types.plain(TypeKind::Array { index: i1, element: bool, length: None });
        let endless = types.plain(TypeKind::Array { index: math, element: bool, length: None });
        let layout = Layout::new(&types, Target::default());
        let mut a = ArrayValue::filled(None, Value::Bool(false));
        a.set(&BigInt::zero(), Value::Bool(true));
        a.set(&BigInt::one(), Value::Bool(true));
        let b = ArrayValue::filled(None, Value::Bool(true));
        let (a, b) = (Value::Array(a), Value::Array(b));
        assert!(equal(&layout, small, &a, &b));
        assert!(!equal(&layout, endless, &a, &b));
    }
}
