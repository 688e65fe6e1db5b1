//! What the machine decides: sizes and alignments of the scalar types in the two data models of x86.
//!
//! LP64 is x86-64 (System V ABI), ILP32 is i386. Both are little-endian, with signed `char`.

use super::{Float, Integer};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    #[default]
    Lp64,
    Ilp32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    pub model: DataModel,
}

impl Target {
    pub fn new(model: DataModel) -> Self {
        Self { model }
    }
    fn is_64(self) -> bool {
        self.model == DataModel::Lp64
    }
    pub fn pointer_bytes(self) -> u64 {
        if self.is_64() { 8 } else { 4 }
    }
    pub fn integer_bytes(self, integer: Integer) -> u64 {
        use Integer::*;
        match integer {
            Char | SignedChar | UnsignedChar => 1,
            Short | UnsignedShort => 2,
            Int | UnsignedInt => 4,
            Long | UnsignedLong => self.pointer_bytes(),
            LongLong | UnsignedLongLong => 8,
            Int128 | UnsignedInt128 => 16,
        }
    }
    /// Alignment inside of records. (i386 aligns 8-byte scalars to 4 there.)
    pub fn integer_alignment(self, integer: Integer) -> u64 {
        let bytes = self.integer_bytes(integer);
        if self.is_64() || bytes > 8 { bytes } else { bytes.min(4) }
    }
    pub fn float_bytes(self, float: Float) -> u64 {
        use self::Float::*;
        match float {
            Float16 | BFloat16 => 2,
            Float | Float32 => 4,
            Double | Float64 | Float32x => 8,
            LongDouble | Float64x => {
                if self.is_64() {
                    16
                } else {
                    12
                }
            }
            Float128 => 16,
        }
    }
    pub fn float_alignment(self, float: Float) -> u64 {
        let bytes = self.float_bytes(float);
        match bytes {
            12 => 4,
            8 if !self.is_64() => 4,
            _ => bytes,
        }
    }
    /// `size_t`.
    pub fn size_integer(self) -> Integer {
        if self.is_64() { Integer::UnsignedLong } else { Integer::UnsignedInt }
    }
    /// `ptrdiff_t`.
    pub fn difference_integer(self) -> Integer {
        if self.is_64() { Integer::Long } else { Integer::Int }
    }
    /// `wchar_t`: `int` in LP64, `long` on i386.
    pub fn wide_character(self) -> Integer {
        if self.is_64() { Integer::Int } else { Integer::Long }
    }
    /// What `__attribute__ ((aligned))` without an argument asks for.
    pub fn largest_alignment(self) -> u64 {
        16
    }
}
