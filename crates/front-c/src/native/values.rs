//! Values as C.

use cairn_ir::Value;

/// The type that a function must return for the value to arrive, and the bytes of the value, lowest first. Signed
/// and unsigned types are returned alike.
pub fn scalar(value: &Value) -> Result<(&'static str, Vec<u8>), String> {
    match value {
        Value::Bool(truth) => Ok(("_Bool", vec![u8::from(*truth)])),
        Value::Int(bits) => {
            let ty = match bits.width() {
                1..=8 => "signed char",
                9..=16 => "short",
                17..=32 => "int",
                33..=64 => "long long",
                65..=128 => "__int128",
                width => return Err(format!("a value of {width} bits")),
            };
            Ok((ty, padded(bits.unsigned().to_bytes_le(), bits.width().div_ceil(8) as usize)))
        }
        Value::Float(format, bits) => match format.width() {
            32 => Ok(("float", bits.to_le_bytes()[..4].to_vec())),
            64 => Ok(("double", bits.to_le_bytes()[..8].to_vec())),
            _ => Err("a floating-point value of this format".into()),
        },
        Value::Pointer(pointer) if pointer.is_null() => Ok(("void *", vec![0; 8])),
        Value::Pointer(_) => Err("a pointer".into()),
        _ => Err("a structure".into()),
    }
}

fn padded(mut bytes: Vec<u8>, length: usize) -> Vec<u8> {
    bytes.resize(length.max(bytes.len()), 0);
    bytes
}

/// The bytes of the contents of an object; none for what has padding or points somewhere.
pub fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Array(cairn_ir::ArrayValue::Dense(elements)) => {
            let parts = elements.iter().map(bytes).collect::<Option<Vec<_>>>()?;
            Some(parts.concat())
        }
        other => scalar(other).ok().map(|(_, bytes)| bytes),
    }
}

/// `{1, 2, 3}`.
pub fn list(bytes: &[u8]) -> String {
    let words: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("{{{}}}", words.join(", "))
}
