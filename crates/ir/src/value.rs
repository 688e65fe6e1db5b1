//! Concrete values: constants in programs, inputs of counterexamples, what the interpreter computes.

use crate::types::FloatFormat;
use cairn_base::define_id;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

define_id!(
    /// A memory object of one execution. What it is (variable, allocation, procedure) only that
    /// execution's memory knows.
    ObjectId,
    "object"
);

/// A machine integer: `0 <= value < 2^width`. Up to 64 bits it needs no memory of its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits {
    width: u32,
    value: Magnitude,
}

/// `Small` exactly if the width is at most 64, so that equal integers are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Magnitude {
    Small(u64),
    Large(BigUint),
}

/// The low `width` (at most 64) bits.
fn low_bits(width: u32, value: u64) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

impl Bits {
    /// Reduces modulo `2^width`.
    pub fn new(width: u32, value: BigUint) -> Self {
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            return Self { width, value: Magnitude::Small(low_bits(width, low)) };
        }
        if value.bits() <= u64::from(width) {
            return Self { width, value: Magnitude::Large(value) };
        }
        let mask = (BigUint::one() << width) - BigUint::one();
        Self { width, value: Magnitude::Large(value & mask) }
    }
    /// Reduces modulo `2^width`.
    pub fn from_u64(width: u32, value: u64) -> Self {
        if width <= 64 {
            return Self { width, value: Magnitude::Small(low_bits(width, value)) };
        }
        Self { width, value: Magnitude::Large(BigUint::from(value)) }
    }
    /// Two's complement, modulo `2^width`.
    pub fn from_signed(width: u32, value: &BigInt) -> Self {
        let modulus = BigInt::one() << width;
        let residue = ((value % &modulus) + &modulus) % &modulus;
        Self::new(width, residue.to_biguint().expect("residues are not negative"))
    }
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 {
            return Self::from_u64(width, value as u64);
        }
        Self::from_signed(width, &BigInt::from(value))
    }
    pub fn width(&self) -> u32 {
        self.width
    }
    /// The number, for widths up to 64.
    pub fn small(&self) -> Option<u64> {
        match self.value {
            Magnitude::Small(value) => Some(value),
            Magnitude::Large(_) => None,
        }
    }
    /// The number in two's complement, for widths up to 64.
    pub fn small_signed(&self) -> Option<i64> {
        let unused = 64 - self.width.clamp(1, 64);
        self.small().map(|value| ((value << unused) as i64) >> unused)
    }
    pub fn unsigned(&self) -> BigUint {
        match &self.value {
            Magnitude::Small(value) => BigUint::from(*value),
            Magnitude::Large(value) => value.clone(),
        }
    }
    pub fn is_negative(&self) -> bool {
        match &self.value {
            Magnitude::Small(value) => self.width > 0 && (value >> (self.width - 1)) & 1 == 1,
            Magnitude::Large(value) => value.bit(u64::from(self.width) - 1),
        }
    }
    pub fn signed(&self) -> BigInt {
        let value = BigInt::from_biguint(Sign::Plus, self.unsigned());
        if self.is_negative() { value - (BigInt::one() << self.width) } else { value }
    }
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Magnitude::Small(value) => *value == 0,
            Magnitude::Large(value) => value.is_zero(),
        }
    }
}

/// An object and an offset in bytes. No object: the null pointer if the offset is zero, otherwise a
/// number that points to nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pointer {
    pub object: Option<ObjectId>,
    pub offset: i64,
}

impl Pointer {
    pub const NULL: Pointer = Pointer { object: None, offset: 0 };
    /// Offsets of pointers to objects lie within this distance of zero. Arithmetic that leaves it loses
    /// the object: engines may then compute offsets of pointers to objects without wrap-around.
    pub const MAX_OFFSET: i64 = 1 << 62;
    /// Points to nothing, and is not null.
    pub const STRAY: Pointer = Pointer { object: None, offset: 1 };

    pub fn is_null(self) -> bool {
        self == Pointer::NULL
    }
}

/// One byte of memory. Bytes of a stored pointer remember it, so that copying them copies the pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Byte {
    Plain(u8),
    PartOf { pointer: Pointer, part: u8 },
}

/// Arrays with a length of at most [`ArrayValue::DENSE_LIMIT`] are dense, all others sparse with a
/// default; sparse entries never equal the default. So equal arrays are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrayValue {
    Dense(Vec<Value>),
    Sparse { default: Box<Value>, entries: BTreeMap<BigInt, Value> },
}

impl ArrayValue {
    pub const DENSE_LIMIT: u64 = 1 << 20;

    /// An array whose elements are all `element`.
    pub fn filled(length: Option<u64>, element: Value) -> Self {
        match length {
            Some(n) if n <= Self::DENSE_LIMIT => ArrayValue::Dense(vec![element; n as usize]),
            _ => ArrayValue::Sparse { default: Box::new(element), entries: BTreeMap::new() },
        }
    }
    /// The element at an index; `None` outside a dense array.
    pub fn get(&self, index: &BigInt) -> Option<&Value> {
        match self {
            ArrayValue::Dense(elements) => elements.get(usize::try_from(index).ok()?),
            ArrayValue::Sparse { default, entries } => Some(entries.get(index).unwrap_or(default)),
        }
    }
    /// Changes one element; nothing outside a dense array.
    pub fn set(&mut self, index: &BigInt, value: Value) {
        match self {
            ArrayValue::Dense(elements) => {
                if let Some(slot) = usize::try_from(index).ok().and_then(|i| elements.get_mut(i)) {
                    *slot = value;
                }
            }
            ArrayValue::Sparse { default, entries } => {
                if **default == value {
                    entries.remove(index);
                } else {
                    entries.insert(index.clone(), value);
                }
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Bool(bool),
    Int(Bits),
    /// The interchange encoding in the low [`FloatFormat::width`] bits. There is one NaN: sign 0,
    /// exponent all ones, top fraction bit 1, the rest 0.
    Float(FloatFormat, u128),
    Array(ArrayValue),
    Record(Vec<Value>),
    Union(Vec<Byte>),
    Pointer(Pointer),
    MathInt(BigInt),
    Real(BigRational),
}

impl Value {
    pub fn int(width: u32, value: i64) -> Self {
        Value::Int(Bits::from_i64(width, value))
    }
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Int(bits) => Some(bits),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_integers_wrap() {
        assert_eq!(Bits::from_i64(8, -1), Bits::from_u64(8, 255));
        assert_eq!(Bits::from_u64(8, 256), Bits::from_u64(8, 0));
        assert_eq!(Bits::from_u64(8, 128).signed(), BigInt::from(-128));
        assert_eq!(Bits::from_i64(200, -1).signed(), BigInt::from(-1));
        assert_eq!(Bits::from_u64(8, 128).small_signed(), Some(-128));
        assert_eq!(Bits::from_u64(64, u64::MAX).small_signed(), Some(-1));
        assert_eq!(Bits::new(8, BigUint::from(257u32) << 64), Bits::from_u64(8, 0));
        assert_eq!(Bits::new(65, BigUint::from(3u32) << 64), Bits::new(65, BigUint::one() << 64));
    }

    #[test]
    fn sparse_arrays_are_canonical() {
        let mut a = ArrayValue::filled(None, Value::Bool(false));
        let b = a.clone();
        a.set(&BigInt::from(7), Value::Bool(true));
        assert_ne!(a, b);
        a.set(&BigInt::from(7), Value::Bool(false));
        assert_eq!(a, b);
    }
}
