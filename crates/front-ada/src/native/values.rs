//! Values of the program form as Ada expressions, guided by the Ada type.

use crate::sema::Analysis;
use crate::sema::entities::EntityKind;
use crate::sema::types::{Component, TypeId, TypeKind};
use cairn_base::{FileId, Span};
use cairn_ir::{ArrayValue, Bits, FloatFormat, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// Values of more components are not written out.
const MOST_PIECES: usize = 100_000;

pub fn expression(a: &Analysis, value: &Value, ty: TypeId) -> Result<String, String> {
    match (a.kind(ty), value) {
        (TypeKind::Signed { .. }, Value::Int(bits)) => Ok(number(&bits.signed())),
        (TypeKind::Modular { .. }, Value::Int(bits)) => Ok(bits.unsigned().to_string()),
        (TypeKind::Enumeration { boolean: true, .. }, Value::Bool(value)) => position(a, ty, u8::from(*value).into()),
        (TypeKind::Enumeration { .. } | TypeKind::Character { .. }, Value::Int(bits)) => {
            position(a, ty, bits.unsigned().into())
        }
        (TypeKind::Float { .. }, Value::Float(format, encoding)) => float(*format, *encoding),
        (TypeKind::Fixed { small, .. }, Value::Int(bits)) => {
            let value = small * num_rational::BigRational::from_integer(bits.signed());
            let sign = if value.is_negative() { "-" } else { "" };
            Ok(format!("({sign}({}.0 / {}.0))", value.numer().magnitude(), value.denom()))
        }
        (TypeKind::Array { component, .. }, _) => array(a, value, ty, *component),
        (TypeKind::Record { components, .. }, Value::Record(items)) => record(a, items, components),
        _ => Err(format!("values of type {} cannot be written in Ada", a.type_name(ty))),
    }
}

/// The name by which any unit that sees the type can write it.
pub fn type_name(a: &Analysis, ty: TypeId) -> Result<String, String> {
    let named = |wanted: TypeId| {
        let is = |id: &_| matches!(a.entities[*id].kind, EntityKind::Type(found) if found == wanted);
        a.entities.ids().find(is)
    };
    let same_root = || {
        let is = |id: &_| match a.entities[*id].kind {
            EntityKind::Type(found) => a.root(found) == a.root(ty) && a.types[found].range.is_none(),
            _ => false,
        };
        a.entities.ids().find(is)
    };
    let entity = named(ty).or_else(|| named(a.root(ty))).or_else(same_root);
    let entity = entity.ok_or_else(|| format!("{} has no name that a driver could use", a.type_name(ty)))?;
    let entity = &a.entities[entity];
    if let Some(owner) = entity.owner {
        return Err(format!("the type {} is local to {}", entity.spelled, a.subprograms[owner].name));
    }
    Ok(if entity.path.is_empty() { entity.spelled.to_string() } else { format!("{}.{}", entity.path, entity.spelled) })
}

fn number(value: &BigInt) -> String {
    if value.is_negative() { format!("({value})") } else { value.to_string() }
}

/// A value of a discrete type: names of literals may be hidden, positions never are.
fn position(a: &Analysis, ty: TypeId, position: BigInt) -> Result<String, String> {
    match a.kind(ty) {
        TypeKind::Signed { .. } | TypeKind::Modular { .. } => Ok(number(&position)),
        _ => Ok(format!("{}'Val ({position})", type_name(a, ty)?)),
    }
}

/// An exact literal in base 16; infinities and NaNs have none.
fn float(format: FloatFormat, encoding: u128) -> Result<String, String> {
    // Stored bits of the fraction, bias of the exponent; extended floats store the leading one.
    let (fraction_bits, exponent_bits) = match format {
        FloatFormat::Single => (23, 8),
        FloatFormat::Double => (52, 11),
        _ => return Err("values of this floating-point type have no Ada literal here".into()),
    };
    let fraction = encoding & ((1 << fraction_bits) - 1);
    let exponent = (encoding >> fraction_bits) & ((1 << exponent_bits) - 1);
    let negative = (encoding >> (fraction_bits + exponent_bits)) & 1 == 1;
    if exponent == (1 << exponent_bits) - 1 {
        return Err("an infinity or NaN has no Ada literal".into());
    }
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let (mantissa, exponent) = match exponent {
        0 => (fraction, 1 - bias - fraction_bits),
        e => (fraction | 1 << fraction_bits, e as i32 - bias - fraction_bits),
    };
    // mantissa * 2^exponent, the exponent made a multiple of four by shifting the mantissa.
    let shift = exponent.rem_euclid(4);
    let digits = mantissa << shift;
    let text = format!("16#{digits:X}.0#E{}", (exponent - shift) / 4);
    Ok(if negative { format!("(-{text})") } else { text })
}

fn array(a: &Analysis, value: &Value, ty: TypeId, component: TypeId) -> Result<String, String> {
    let indexes = a.index_types(ty).to_vec();
    let (bounds, data) = match value {
        // Bounds, then the data.
        Value::Record(items) if items.len() == 2 * indexes.len() + 1 => {
            let bound = |at: usize| match (&items[at], a.is_signed(indexes[at / 2])) {
                (Value::Int(bits), true) => Ok(bits.signed()),
                (Value::Int(bits), false) => Ok(BigInt::from(bits.unsigned())),
                (Value::Bool(value), _) => Ok(u8::from(*value).into()),
                _ => Err("the bounds of an array are damaged".to_string()),
            };
            let pairs = (0..indexes.len()).map(|d| Ok((bound(2 * d)?, bound(2 * d + 1)?)));
            (pairs.collect::<Result<Vec<_>, String>>()?, &items[2 * indexes.len()])
        }
        data => {
            let nowhere = Span { file: FileId(0), start: 0, end: 0 };
            let bounds = a.static_array_bounds(ty, nowhere);
            (bounds.ok_or_else(|| format!("the bounds of {} are not known", a.type_name(ty)))?, data)
        }
    };
    rows(a, data, &indexes, &bounds, component)
}

/// An aggregate with runs of equal elements.
fn rows(
    a: &Analysis,
    data: &Value,
    indexes: &[TypeId],
    bounds: &[(BigInt, BigInt)],
    component: TypeId,
) -> Result<String, String> {
    let (Some(&index), Some((low, high)), Value::Array(elements)) = (indexes.first(), bounds.first(), data) else {
        return Err("the value of an array is damaged".into());
    };
    if low > high {
        return Ok(format!("({} .. {} => <>)", position(a, index, low.clone())?, position(a, index, high.clone())?));
    }
    let element = |value: &Value| match indexes.len() {
        1 => expression(a, value, component),
        _ => rows(a, value, &indexes[1..], &bounds[1..], component),
    };
    let length = high - low + BigInt::one();
    let mut parts = Vec::new();
    for (first, last, value) in runs(elements, &length)? {
        let (first, last) = (low + first, low + last);
        let choice = match first == last {
            true => position(a, index, first)?,
            false => format!("{} .. {}", position(a, index, first)?, position(a, index, last)?),
        };
        parts.push(format!("{choice} => {}", element(value)?));
    }
    Ok(format!("({})", parts.join(", ")))
}

/// First and last position of each run of equal elements.
fn runs<'v>(elements: &'v ArrayValue, length: &BigInt) -> Result<Vec<(BigInt, BigInt, &'v Value)>, String> {
    let mut found: Vec<(BigInt, BigInt, &Value)> = Vec::new();
    let mut add = |first: BigInt, last: BigInt, value: &'v Value| match found.last_mut() {
        Some(run) if run.2 == value => run.1 = last,
        _ => found.push((first, last, value)),
    };
    let end = length - BigInt::one();
    match elements {
        ArrayValue::Dense(items) => {
            for (at, item) in items.iter().enumerate().take_while(|(at, _)| BigInt::from(*at) <= end) {
                add(at.into(), at.into(), item);
            }
        }
        ArrayValue::Sparse { default, entries } => {
            let mut next = BigInt::zero();
            let mut sorted: Vec<(&BigInt, &Value)> = entries.iter().collect();
            sorted.sort_by_key(|entry| entry.0);
            for (at, item) in sorted {
                if at.is_negative() || *at > end {
                    continue;
                }
                if next < *at {
                    add(next, at - BigInt::one(), default);
                }
                add(at.clone(), at.clone(), item);
                next = at + BigInt::one();
            }
            if next <= end {
                add(next, end, default);
            }
        }
    }
    if found.len() > MOST_PIECES {
        return Err(format!("an array with {} different pieces is too large for a driver", found.len()));
    }
    Ok(found)
}

fn record(a: &Analysis, items: &[Value], components: &[Component]) -> Result<String, String> {
    let mut parts = Vec::new();
    for (component, item) in components.iter().zip(items) {
        if component.guards.iter().all(|guard| {
            let value = match items.get(guard.discriminant) {
                Some(Value::Bool(value)) => BigInt::from(u8::from(*value)),
                Some(Value::Int(bits)) => discriminant(a, bits, components[guard.discriminant].ty),
                _ => return false,
            };
            guard.ranges.iter().any(|(low, high)| *low <= value && value <= *high) != guard.negated
        }) {
            parts.push(format!("{} => {}", component.spelled, expression(a, item, component.ty)?));
        }
    }
    Ok(if parts.is_empty() { "(null record)".into() } else { format!("({})", parts.join(", ")) })
}

fn discriminant(a: &Analysis, bits: &Bits, ty: TypeId) -> BigInt {
    let unsigned: BigUint = bits.unsigned();
    if a.is_signed(ty) { bits.signed() } else { unsigned.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_exactly() {
        let single = |value: f32| float(FloatFormat::Single, value.to_bits().into()).unwrap();
        assert_eq!(single(1.0), "16#1000000.0#E-6");
        assert_eq!(single(-3.5), "(-16#3800000.0#E-6)");
        assert!(float(FloatFormat::Double, f64::INFINITY.to_bits().into()).is_err());
    }
}
