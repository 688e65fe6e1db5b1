//! Ranks, ranges, integer promotions and the usual arithmetic conversions (C17 6.3.1).

use super::{Float, Integer, TypeId, TypeKind, Types};
use num_bigint::BigInt;
use num_traits::One;

impl Integer {
    pub fn is_signed(self) -> bool {
        use Integer::*;
        matches!(self, Char | SignedChar | Short | Int | Long | LongLong | Int128)
    }
    /// The conversion rank: types of different rank may have the same width.
    pub fn rank(self) -> u32 {
        use Integer::*;
        match self {
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | UnsignedInt => 3,
            Long | UnsignedLong => 4,
            LongLong | UnsignedLongLong => 5,
            Int128 | UnsignedInt128 => 6,
        }
    }
    pub fn to_unsigned(self) -> Integer {
        use Integer::*;
        match self {
            Char | SignedChar | UnsignedChar => UnsignedChar,
            Short | UnsignedShort => UnsignedShort,
            Int | UnsignedInt => UnsignedInt,
            Long | UnsignedLong => UnsignedLong,
            LongLong | UnsignedLongLong => UnsignedLongLong,
            Int128 | UnsignedInt128 => UnsignedInt128,
        }
    }
    pub fn to_signed(self) -> Integer {
        use Integer::*;
        match self {
            Char | SignedChar | UnsignedChar => SignedChar,
            Short | UnsignedShort => Short,
            Int | UnsignedInt => Int,
            Long | UnsignedLong => Long,
            LongLong | UnsignedLongLong => LongLong,
            Int128 | UnsignedInt128 => Int128,
        }
    }
}

impl Float {
    /// Orders the formats; at equal precision, gcc prefers the `_FloatN` types.
    fn rank(self) -> u32 {
        use self::Float::*;
        match self {
            Float16 | BFloat16 => 1,
            Float => 2,
            Float32 => 3,
            Double => 4,
            Float64 => 5,
            Float32x => 6,
            LongDouble => 7,
            Float64x => 8,
            Float128 => 9,
        }
    }
}

impl Types {
    /// The integer type behind an integer or enumeration type; `None` for `_Bool` and everything else.
    pub fn integer_of(&self, ty: TypeId) -> Option<Integer> {
        match self.kind(ty) {
            TypeKind::Integer(integer) => Some(*integer),
            TypeKind::Enum(id) => Some(self.enums[*id].members.as_ref().map_or(Integer::UnsignedInt, |m| m.underlying)),
            _ => None,
        }
    }
    /// Bits of the values of an integer type: 1 for `_Bool`.
    pub fn integer_width(&self, ty: TypeId) -> Option<u32> {
        if self.is_bool(ty) {
            return Some(1);
        }
        self.integer_of(ty).map(|integer| self.width_of(integer))
    }
    pub fn width_of(&self, integer: Integer) -> u32 {
        self.target.integer_bytes(integer) as u32 * 8
    }
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.integer_of(ty).is_some_and(Integer::is_signed)
    }
    /// Smallest and largest value of an integer type.
    pub fn integer_range(&self, ty: TypeId) -> Option<(BigInt, BigInt)> {
        let width = self.integer_width(ty)?;
        Some(if self.is_signed(ty) {
            let limit = BigInt::one() << (width - 1);
            (-limit.clone(), limit - 1)
        } else {
            (BigInt::ZERO, (BigInt::one() << width) - 1)
        })
    }
    /// The value modulo `2^width`, in the range of the integer type.
    pub fn wrap(&self, value: &BigInt, ty: TypeId) -> BigInt {
        let Some(width) = self.integer_width(ty) else { return value.clone() };
        if self.is_bool(ty) {
            return BigInt::from(u8::from(*value != BigInt::ZERO));
        }
        wrap_bits(value, width, self.is_signed(ty))
    }
    pub fn fits(&self, value: &BigInt, ty: TypeId) -> bool {
        self.integer_range(ty).is_some_and(|(low, high)| low <= *value && *value <= high)
    }

    /// Integer promotion: `int` if it holds every value, else `unsigned int`; types of greater rank stay.
    pub fn promoted_integer(&self, ty: TypeId) -> Option<Integer> {
        if self.is_bool(ty) {
            return Some(Integer::Int);
        }
        let integer = self.integer_of(ty)?;
        Some(if integer.rank() < Integer::Int.rank() { Integer::Int } else { integer })
    }
    /// Promotion of a bit-field of this width: by the values of the field, not of its declared type.
    pub fn promoted_bit_field(&self, ty: TypeId, bits: u32) -> Option<Integer> {
        if self.is_bool(ty) {
            return Some(Integer::Int);
        }
        let integer = self.integer_of(ty)?;
        let int_width = self.width_of(Integer::Int);
        Some(match bits.cmp(&int_width) {
            std::cmp::Ordering::Less => Integer::Int,
            std::cmp::Ordering::Equal if integer.is_signed() => Integer::Int,
            std::cmp::Ordering::Equal => Integer::UnsignedInt,
            std::cmp::Ordering::Greater => integer,
        })
    }
    /// The common type of two arithmetic operands (already promoted).
    pub fn common_type(&mut self, left: TypeId, right: TypeId) -> Option<TypeId> {
        match (self.kind(left), self.kind(right)) {
            (TypeKind::Float(a), TypeKind::Float(b)) => Some(if a.rank() >= b.rank() { left } else { right }),
            (TypeKind::Float(_), _) if self.is_integer(right) => Some(left),
            (_, TypeKind::Float(_)) if self.is_integer(left) => Some(right),
            _ => {
                let (a, b) = (self.promoted_integer(left)?, self.promoted_integer(right)?);
                let common = self.common_integer(a, b);
                Some(self.integer(common))
            }
        }
    }
    fn common_integer(&self, a: Integer, b: Integer) -> Integer {
        if a.is_signed() == b.is_signed() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if self.width_of(signed) > self.width_of(unsigned) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
}

/// The value modulo `2^width`, signed or not.
pub fn wrap_bits(value: &BigInt, width: u32, signed: bool) -> BigInt {
    let modulus = BigInt::one() << width;
    let residue = ((value % &modulus) + &modulus) % &modulus;
    if signed && width > 0 && residue.bit(u64::from(width) - 1) { residue - modulus } else { residue }
}
