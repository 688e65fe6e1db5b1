use super::*;
use crate::types::Field;
use crate::value::ObjectId;
use std::sync::Arc;

fn target(pointer_bytes: u32, big_endian: bool) -> Target {
    Target { pointer_bytes, big_endian }
}

fn plain_bytes(bytes: &[u8]) -> Vec<Byte> {
    bytes.iter().map(|b| Byte::Plain(*b)).collect()
}

fn record(fields: &[(TypeId, u64)], size: u64) -> Arc<RecordType> {
    let fields = fields.iter().map(|&(ty, offset)| Field { name: format!("f{offset}").into(), ty, offset });
    Arc::new(RecordType { fields: fields.collect(), size })
}

#[test]
fn sizes_follow_the_table() {
    let mut types = Types::default();
    let ints = [1, 8, 9, 16, 17, 33, 64, 65, 128, 129, 200].map(|w| types.int(w));
    let floats = FloatFormat::ALL.map(|f| types.float(f));
    let (pointer, bool, math) = (types.pointer(), types.bool(), types.math_int());
    let array = types.array(ints[4], 10);
    let endless = types.plain(TypeKind::Array { index: math, element: bool, length: None });
    let layout = Layout::new(&types, target(8, false));
    assert_eq!(ints.map(|t| layout.size(t).unwrap()), [1, 1, 2, 2, 4, 8, 8, 16, 16, 24, 32]);
    assert_eq!(floats.map(|t| layout.size(t).unwrap()), [2, 2, 4, 8, 16, 16]);
    assert_eq!([pointer, bool, array].map(|t| layout.size(t).unwrap()), [8, 1, 40]);
    assert_eq!([math, endless].map(|t| layout.size(t)), [None, None]);
    for (ty, _) in types.iter() {
        assert_eq!(size_of(&types, target(8, false), ty), layout.size(ty).unwrap_or(0));
    }
    let layout = Layout::new(&types, target(4, false));
    assert_eq!([layout.size(floats[4]), layout.size(pointer)], [Some(12), Some(4)]);
}

#[test]
fn byte_order_is_the_targets() {
    let mut types = Types::default();
    let (i32, i100) = (types.int(32), types.int(100));
    let value = Value::int(32, 0x0102_0304);
    let little = Layout::new(&types, target(8, false));
    let big = Layout::new(&types, target(8, true));
    assert_eq!(little.encode(&value, i32).unwrap(), plain_bytes(&[4, 3, 2, 1]));
    assert_eq!(big.encode(&value, i32).unwrap(), plain_bytes(&[1, 2, 3, 4]));
    let wide = Value::Int(Bits::new(100, BigUint::from(0x0a0b_0000_0000_0000_0000_0000_u128 << 8 | 7)));
    for layout in [little, big] {
        assert_eq!(layout.decode(&layout.encode(&value, i32).unwrap(), i32).unwrap(), value);
        assert_eq!(layout.decode(&layout.encode(&wide, i100).unwrap(), i100).unwrap(), wide);
    }
}

#[test]
fn unused_high_bits_are_ignored() {
    let mut types = Types::default();
    let (i12, bool) = (types.int(12), types.bool());
    let layout = Layout::new(&types, target(8, false));
    assert_eq!(layout.decode(&plain_bytes(&[0x34, 0xf2]), i12).unwrap(), Value::int(12, 0x234));
    assert_eq!(layout.decode(&plain_bytes(&[2]), bool).unwrap(), Value::Bool(true));
}

#[test]
fn floats_as_the_processor_stores_them() {
    let mut types = Types::default();
    let (single, extended) = (types.float(FloatFormat::Single), types.float(FloatFormat::X87));
    let layout = Layout::new(&types, target(8, false));
    let one = Value::Float(FloatFormat::Single, 1f32.to_bits().into());
    assert_eq!(layout.encode(&one, single).unwrap(), plain_bytes(&1f32.to_le_bytes()));
    let payload = plain_bytes(&0xffc0_1234u32.to_le_bytes());
    let nan = Value::Float(FloatFormat::Single, 0xffc0_1234);
    assert_eq!(layout.decode(&payload, single).unwrap(), nan);
    assert_eq!(layout.encode(&nan, single).unwrap(), payload);

    // 1.0 as `long double`: significand 8000000000000000, exponent 3fff.
    let one = Value::Float(FloatFormat::X87, 0x3fff << 63);
    let mut bytes = [0u8; 16];
    bytes[7] = 0x80;
    bytes[8..10].copy_from_slice(&[0xff, 0x3f]);
    assert_eq!(layout.encode(&one, extended).unwrap(), plain_bytes(&bytes));
    assert_eq!(layout.decode(&plain_bytes(&bytes), extended).unwrap(), one);
    bytes[7] = 0; // an unnormal
    let nan = Value::Float(FloatFormat::X87, canonical_nan(FloatFormat::X87));
    assert_eq!(layout.decode(&plain_bytes(&bytes), extended).unwrap(), nan);
}

#[test]
fn pointers_survive_bytes() {
    let mut types = Types::default();
    let (pointer, i64) = (types.pointer(), types.int(64));
    for target in [target(8, false), target(8, true), target(4, false), target(4, true)] {
        let layout = Layout::new(&types, target);
        let into = Pointer { object: Some(ObjectId(3)), offset: -5 };
        let far = Pointer { object: None, offset: -7 };
        for p in [into, far, Pointer::NULL, Pointer::STRAY] {
            let bytes = layout.encode(&Value::Pointer(p), pointer).unwrap();
            assert_eq!(layout.decode(&bytes, pointer).unwrap(), Value::Pointer(p));
        }
        let mut bytes = layout.encode(&Value::Pointer(into), pointer).unwrap();
        bytes.swap(0, 1);
        assert_eq!(layout.decode(&bytes, pointer).unwrap(), Value::Pointer(Pointer::STRAY));
        bytes[0] = Byte::Plain(0);
        assert_eq!(layout.decode(&bytes, pointer).unwrap(), Value::Pointer(Pointer::STRAY));
    }
    let layout = Layout::new(&types, target(8, false));
    let number = layout.encode(&Value::int(64, 4096), i64).unwrap();
    let stray = Pointer { object: None, offset: 4096 };
    assert_eq!(layout.decode(&number, pointer).unwrap(), Value::Pointer(stray));
}

#[test]
fn aggregates_with_padding() {
    let mut types = Types::default();
    let (i8, i32) = (types.int(8), types.int(32));
    let pair = types.plain(TypeKind::Record(record(&[(i8, 0), (i32, 4)], 8)));
    let array = types.array(pair, 2);
    let union = types.plain(TypeKind::Union(record(&[(pair, 0), (i32, 0)], 8)));
    let layout = Layout::new(&types, target(8, false));
    let one = Value::Record(vec![Value::int(8, 1), Value::int(32, 2)]);
    let both = Value::Array(ArrayValue::Dense(vec![one.clone(), layout.zero(pair).unwrap()]));
    let bytes = layout.encode(&both, array).unwrap();
    assert_eq!(bytes, plain_bytes(&[1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(layout.decode(&bytes, array).unwrap(), both);
    let overlay = Value::Union(bytes[..8].to_vec());
    assert_eq!(layout.encode(&overlay, union).unwrap(), bytes[..8]);
    assert_eq!(layout.decode(&bytes[..8], union).unwrap(), overlay);
    assert_eq!(layout.encode(&one, array), Err(LayoutError::WrongValue));
}

#[test]
fn types_that_make_no_sense_are_refused() {
    let mut types = Types::default();
    let i32 = types.int(32);
    let none = types.int(0);
    let short = types.plain(TypeKind::Record(record(&[(i32, 2)], 4)));
    let mut deep = i32;
    for _ in 0..1000 {
        deep = types.array(deep, 1);
    }
    let huge = types.array(i32, u64::MAX);
    let layout = Layout::new(&types, target(8, false));
    assert!(layout.kind(deep).is_none() && layout.zero(deep).is_none());
    assert!(layout.kind(none).is_none());
    assert_eq!([layout.size(short), layout.size(huge)], [None, None]);
    assert!(layout.kind(TypeId(99_999)).is_none());
}
