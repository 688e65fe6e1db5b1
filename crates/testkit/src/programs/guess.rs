//! Inputs that are likely to go wrong: small numbers, the ends of each type, and numbers the program mentions.

use cairn_ir::interp::{InputRequest, Inputs};
use cairn_ir::layout::{Layout, canonical_float};
use cairn_ir::value::{ArrayValue, Bits, Byte, Value};
use cairn_ir::{ExprId, ExprKind, FloatFormat, Program, TypeId, TypeKind};
use fastrand::Rng;
use num_bigint::{BigInt, BigUint};

/// Answers every request with a guess.
pub struct Guesses<'p> {
    layout: Layout<'p>,
    /// Numbers the program mentions.
    numbers: Vec<BigInt>,
    floats: Vec<(FloatFormat, u128)>,
    pub rng: Rng,
}

/// Elements of an array beyond these all have the same value.
const ELEMENTS: u64 = 8;

impl<'p> Guesses<'p> {
    pub fn new(program: &'p Program, rng: Rng) -> Self {
        let (mut numbers, mut floats) = (Vec::new(), Vec::new());
        for number in 0..program.expr_count() {
            match &program.expr(ExprId(number as u32)).kind {
                ExprKind::Const(Value::Int(bits)) => numbers.push(bits.signed()),
                ExprKind::Const(Value::Float(format, encoding)) => floats.push((*format, *encoding)),
                _ => {}
            }
        }
        numbers.sort();
        numbers.dedup();
        Self { layout: Layout::new(&program.types, program.target), numbers, floats, rng }
    }

    fn value(&mut self, ty: TypeId) -> Option<Value> {
        Some(match self.layout.kind(ty)? {
            TypeKind::Bool => Value::Bool(self.rng.bool()),
            TypeKind::Int(width) => Value::Int(self.integer(*width)),
            TypeKind::Float(format) => Value::Float(*format, self.float(*format)),
            TypeKind::Array { element, length, .. } => self.array(*element, *length)?,
            TypeKind::Record(record) => {
                Value::Record(record.fields.iter().map(|f| self.value(f.ty)).collect::<Option<_>>()?)
            }
            TypeKind::Union(union) => {
                Value::Union((0..union.size).map(|_| Byte::Plain(self.rng.u8(..) & self.rng.u8(..))).collect())
            }
            TypeKind::MathInt => Value::MathInt(self.number()),
            TypeKind::Pointer | TypeKind::Real => self.layout.zero(ty)?,
        })
    }

    fn number(&mut self) -> BigInt {
        match self.rng.u32(..10) {
            0..5 => self.rng.i64(-3..12).into(),
            _ if self.numbers.is_empty() => self.rng.i64(-200..200).into(),
            _ => self.numbers[self.rng.usize(..self.numbers.len())].clone() + self.rng.i64(-1..=1),
        }
    }

    fn integer(&mut self, width: u32) -> Bits {
        let half = BigInt::from(1) << (width - 1);
        let number = match self.rng.u32(..12) {
            0 => half,
            1 => half - 1,
            2 => BigInt::from_bytes_le(num_bigint::Sign::Plus, &self.rng.u64(..).to_le_bytes()),
            _ => self.number(),
        };
        Bits::from_signed(width, &number)
    }

    fn float(&mut self, format: FloatFormat) -> u128 {
        let known: Vec<u128> = self.floats.iter().filter(|(f, _)| *f == format).map(|(_, bits)| *bits).collect();
        let sign = 1u128 << (format.width() - 1);
        let magnitude = match self.rng.u32(..6) {
            0 => 0,
            1 => 1,
            2..5 if !known.is_empty() => known[self.rng.usize(..known.len())] & !sign,
            _ => self.rng.u128(..sign),
        };
        // One unit in the last place to either side.
        let near = magnitude.wrapping_add(self.rng.u128(..3)).wrapping_sub(1) & (sign - 1);
        canonical_float(format, if self.rng.bool() { near | sign } else { near })
    }

    fn array(&mut self, element: TypeId, length: Option<u64>) -> Option<Value> {
        let mut array = ArrayValue::filled(length, self.value(element)?);
        for index in 0..length.unwrap_or(ELEMENTS).min(ELEMENTS) {
            let value = self.value(element)?;
            array.set(&BigInt::from(BigUint::from(index)), value);
        }
        Some(Value::Array(array))
    }
}

impl Inputs for Guesses<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        match request.count {
            Some(length) => self.array(request.ty, Some(length)),
            None => self.value(request.ty),
        }
    }
}
