//! All values of a type, numbered: for quantifiers over small types and for exhaustive tests.

use super::exact::infinity;
use crate::layout::{Layout, canonical_nan};
use crate::types::{FloatFormat, TypeId, TypeKind};
use crate::value::{ArrayValue, Bits, Byte, Value};
use num_bigint::BigInt;

/// Values with more scalars are not counted.
const MAX_SCALARS: u64 = 1 << 16;

/// How many values a type has; none if that is infinite or does not fit. Pointers and mathematical numbers
/// are never counted.
pub fn count(layout: &Layout, ty: TypeId) -> Option<u64> {
    // Records that share components have exponentially many paths, also where each has one value only.
    if layout.scalars(ty) > MAX_SCALARS {
        return None;
    }
    match layout.kind(ty)? {
        TypeKind::Bool => Some(2),
        TypeKind::Int(width) => 1u64.checked_shl(*width),
        // Two signs of everything up to infinity, and the one NaN.
        TypeKind::Float(format) => {
            let magnitudes = u64::try_from(infinity(*format, false)).ok()? + 1;
            magnitudes.checked_mul(2)?.checked_add(1)
        }
        TypeKind::Array { element, length, .. } => count_array(layout, *element, (*length)?),
        TypeKind::Record(record) => {
            record.fields.iter().try_fold(1u64, |product, f| product.checked_mul(count(layout, f.ty)?))
        }
        TypeKind::Union(union) => 256u64.checked_pow(u32::try_from(union.size).ok()?),
        TypeKind::Pointer | TypeKind::MathInt | TypeKind::Real => None,
    }
}

/// How many arrays of so many elements there are.
pub fn count_array(layout: &Layout, element: TypeId, length: u64) -> Option<u64> {
    if length > ArrayValue::DENSE_LIMIT {
        return None;
    }
    count(layout, element)?.checked_pow(length as u32)
}

/// The value with a number below [`count`]; number 0 is the zero value.
pub fn nth(layout: &Layout, ty: TypeId, number: u64) -> Option<Value> {
    Some(match layout.kind(ty)? {
        TypeKind::Bool => Value::Bool(number != 0),
        TypeKind::Int(width) => Value::Int(Bits::from_u64(*width, number)),
        TypeKind::Float(format) => nth_float(*format, number),
        TypeKind::Array { element, length, .. } => nth_array(layout, *element, (*length)?, number)?,
        TypeKind::Record(record) => {
            let mut rest = number;
            let mut next = |ty| {
                let size = count(layout, ty)?;
                let value = nth(layout, ty, rest % size);
                rest /= size;
                value
            };
            Value::Record(record.fields.iter().map(|f| next(f.ty)).collect::<Option<_>>()?)
        }
        TypeKind::Union(union) => {
            let byte = |i: u64| Byte::Plain(number.checked_shr(8 * i as u32).unwrap_or(0) as u8);
            Value::Union((0..union.size).map(byte).collect())
        }
        TypeKind::Pointer | TypeKind::MathInt | TypeKind::Real => return None,
    })
}

fn nth_float(format: FloatFormat, number: u64) -> Value {
    let magnitudes = infinity(format, false) + 1;
    let number = u128::from(number);
    let encoding = match number / magnitudes {
        0 => number,
        1 => infinity(format, true) - infinity(format, false) + (number - magnitudes),
        _ => canonical_nan(format),
    };
    Value::Float(format, encoding)
}

/// The array with a number below [`count_array`].
pub fn nth_array(layout: &Layout, element: TypeId, length: u64, number: u64) -> Option<Value> {
    let size = count(layout, element)?;
    let mut array = ArrayValue::filled(Some(length), nth(layout, element, 0)?);
    let mut rest = number;
    for i in 0..length {
        if rest == 0 {
            break;
        }
        array.set(&BigInt::from(i), nth(layout, element, rest % size)?);
        rest /= size;
    }
    Some(Value::Array(array))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Target;
    use crate::types::{Field, RecordType, Types};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    #[test]
    fn every_value_once() {
        let mut types = Types::default();
        let (bool, i2, half) = (types.bool(), types.int(2), types.float(FloatFormat::Half));
        let array = types.array(i2, 3);
        let fields = [(bool, 0), (array, 1)].map(|(ty, offset)| Field { name: "f".into(), ty, offset });
        let record = RecordType { fields: fields.to_vec(), size: 4 };
        let record = types.plain(TypeKind::Record(Arc::new(record)));
        let mut shared = types.plain(TypeKind::Record(Arc::new(RecordType { fields: Vec::new(), size: 0 })));
        for _ in 0..100 {
            let field = Field { name: "f".into(), ty: shared, offset: 0 };
            let record = RecordType { fields: vec![field.clone(), field], size: 0 };
            shared = types.plain(TypeKind::Record(Arc::new(record)));
        }
        let layout = Layout::new(&types, Target::default());
        assert_eq!(count(&layout, shared), None);
        for (ty, expected) in [(bool, 2), (i2, 4), (array, 64), (record, 128), (half, 63_491)] {
            assert_eq!(count(&layout, ty), Some(expected));
            let all: BTreeSet<Value> = (0..expected).map(|i| nth(&layout, ty, i).unwrap()).collect();
            assert_eq!(all.len() as u64, expected);
            assert_eq!(nth(&layout, ty, 0), layout.zero(ty));
        }
    }
}
