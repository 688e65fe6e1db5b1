//! Values in JSON without loss, for the `replay` field of a counterexample.
//!
//! Scalars are strings that say their type: `"int32:7"`, `"f64:0x3ff0000000000000"`, `"integer:-5"`,
//! `"real:1/3"`, `"pointer:null"`, `"pointer:3+8"` (object 3, offset 8), `"pointer:stray+1"`. Booleans are
//! JSON Booleans, dense arrays JSON lists; `{"record": […]}`, `{"bytes": […]}` (unions) and
//! `{"default": …, "entries": {"5": …}}` (sparse arrays) are the rest. Reading accepts exactly what
//! writing produces and says what is wrong with anything else.

use cairn_ir::{ArrayValue, Bits, Byte, FloatFormat, ObjectId, Pointer, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a value written by cairn")]
pub struct CodecError(pub String);

pub fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Bool(b) => Json::Bool(*b),
        Value::Int(bits) => Json::String(format!("int{}:{}", bits.width(), bits.unsigned())),
        Value::Float(format, bits) => Json::String(format!("{}:{bits:#x}", format.name())),
        Value::MathInt(n) => Json::String(format!("integer:{n}")),
        Value::Real(r) => Json::String(format!("real:{}/{}", r.numer(), r.denom())),
        Value::Pointer(pointer) => Json::String(format!("pointer:{}", pointer_to_text(*pointer))),
        Value::Record(fields) => json!({ "record": fields.iter().map(value_to_json).collect::<Vec<_>>() }),
        Value::Union(bytes) => json!({ "bytes": bytes.iter().map(byte_to_json).collect::<Vec<_>>() }),
        Value::Array(array) => array_to_json(array),
    }
}

fn array_to_json(array: &ArrayValue) -> Json {
    match array {
        ArrayValue::Dense(elements) => Json::Array(elements.iter().map(value_to_json).collect()),
        ArrayValue::Sparse { default, entries } => {
            let entries: Map<String, Json> = entries.iter().map(|(i, v)| (i.to_string(), value_to_json(v))).collect();
            json!({ "default": value_to_json(default), "entries": entries })
        }
    }
}

fn pointer_to_text(pointer: Pointer) -> String {
    match pointer.object {
        None if pointer.offset == 0 => "null".into(),
        None => format!("stray{:+}", pointer.offset),
        Some(object) => format!("{}{:+}", object.0, pointer.offset),
    }
}

fn byte_to_json(byte: &Byte) -> Json {
    match byte {
        Byte::Plain(b) => json!(b),
        Byte::PartOf { pointer, part } => json!(format!("{part}:{}", pointer_to_text(*pointer))),
    }
}

pub fn json_to_value(json: &Json) -> Result<Value, CodecError> {
    let read = match json {
        Json::Bool(b) => Some(Value::Bool(*b)),
        Json::String(text) => text_to_scalar(text),
        Json::Array(items) => return Ok(Value::Array(ArrayValue::Dense(list_to_values(items)?))),
        Json::Object(map) => match (map.get("record"), map.get("bytes"), map.get("default"), map.get("entries")) {
            (Some(Json::Array(fields)), None, None, None) => Some(Value::Record(list_to_values(fields)?)),
            (None, Some(Json::Array(bytes)), None, None) => {
                bytes.iter().map(json_to_byte).collect::<Option<_>>().map(Value::Union)
            }
            (None, None, Some(default), Some(Json::Object(entries))) => {
                return json_to_sparse(default, entries).map(Value::Array);
            }
            _ => None,
        },
        Json::Null | Json::Number(_) => None,
    };
    read.ok_or_else(|| CodecError(json.to_string()))
}

fn list_to_values(items: &[Json]) -> Result<Vec<Value>, CodecError> {
    items.iter().map(json_to_value).collect()
}

fn json_to_sparse(default: &Json, entries: &Map<String, Json>) -> Result<ArrayValue, CodecError> {
    let mut array = ArrayValue::Sparse { default: Box::new(json_to_value(default)?), entries: BTreeMap::new() };
    for (index, element) in entries {
        let index: BigInt = index.parse().map_err(|_| CodecError(format!("index `{index}`")))?;
        // `set` keeps the canonical form: entries equal to the default are dropped.
        array.set(&index, json_to_value(element)?);
    }
    Ok(array)
}

fn text_to_scalar(text: &str) -> Option<Value> {
    let (tag, rest) = text.split_once(':')?;
    if let Some(width) = tag.strip_prefix("int").and_then(|digits| digits.parse::<u32>().ok()) {
        let value: BigUint = rest.parse().ok()?;
        return (width > 0 && value.bits() <= u64::from(width)).then(|| Value::Int(Bits::new(width, value)));
    }
    if let Some(format) = FloatFormat::ALL.into_iter().find(|format| format.name() == tag) {
        let bits = u128::from_str_radix(rest.strip_prefix("0x")?, 16).ok()?;
        return (format.width() >= 128 || bits >> format.width() == 0).then_some(Value::Float(format, bits));
    }
    match tag {
        "integer" => rest.parse().ok().map(Value::MathInt),
        "real" => {
            let (numerator, denominator) = rest.split_once('/')?;
            let (numerator, denominator): (BigInt, BigInt) = (numerator.parse().ok()?, denominator.parse().ok()?);
            (!denominator.is_zero()).then(|| Value::Real(BigRational::new(numerator, denominator)))
        }
        "pointer" => text_to_pointer(rest).map(Value::Pointer),
        _ => None,
    }
}

fn text_to_pointer(text: &str) -> Option<Pointer> {
    if text == "null" {
        return Some(Pointer::NULL);
    }
    let (object, offset) = text.split_at(text.find(['+', '-'])?);
    let offset = offset.parse().ok()?;
    if object == "stray" {
        return Some(Pointer { object: None, offset });
    }
    Some(Pointer { object: Some(ObjectId(object.parse().ok()?)), offset })
}

fn json_to_byte(json: &Json) -> Option<Byte> {
    match json {
        Json::Number(n) => n.as_u64().and_then(|n| u8::try_from(n).ok()).map(Byte::Plain),
        Json::String(text) => {
            let (part, pointer) = text.split_once(':')?;
            Some(Byte::PartOf { pointer: text_to_pointer(pointer)?, part: part.parse().ok()? })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Value> {
        let at = |object, offset| Pointer { object, offset };
        let mut sparse = ArrayValue::filled(None, Value::int(8, 0));
        sparse.set(&BigInt::from(1_u64 << 40), Value::int(8, -1));
        vec![
            Value::Bool(true),
            Value::int(32, -7),
            Value::Int(Bits::new(200, BigUint::from(3_u32) << 190)),
            Value::Float(FloatFormat::Single, 0x7fc0_0000),
            Value::Float(FloatFormat::Quad, u128::MAX >> 1),
            Value::MathInt(BigInt::from(-5)),
            Value::Real(BigRational::new(BigInt::from(-1), BigInt::from(3))),
            Value::Pointer(Pointer::NULL),
            Value::Pointer(Pointer::STRAY),
            Value::Pointer(at(None, -4)),
            Value::Pointer(at(Some(ObjectId(3)), -8)),
            Value::Pointer(at(Some(ObjectId(0)), 0)),
            Value::Record(vec![Value::Bool(false), Value::int(1, 1)]),
            Value::Union(vec![Byte::Plain(255), Byte::PartOf { pointer: at(Some(ObjectId(1)), 2), part: 7 }]),
            Value::Array(ArrayValue::Dense(vec![Value::int(8, 1), Value::int(8, 2)])),
            Value::Array(sparse),
        ]
    }

    #[test]
    fn values_survive_the_round_trip_through_text() {
        for value in samples() {
            let text = value_to_json(&value).to_string();
            let json: Json = serde_json::from_str(&text).expect("what is written is JSON");
            assert_eq!(json_to_value(&json), Ok(value), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "null",
            "3",
            "\"int8\"",
            "\"int8:256\"",
            "\"int0:0\"",
            "\"int8:-1\"",
            "\"f32:0x100000000\"",
            "\"real:1/0\"",
            "\"pointer:x\"",
            "{}",
            "{\"record\":3}",
            "{\"bytes\":[256]}",
            "[null]",
        ] {
            let json: Json = serde_json::from_str(text).expect("a JSON text");
            assert!(json_to_value(&json).is_err(), "{text}");
        }
    }
}
