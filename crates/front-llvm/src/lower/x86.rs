//! Vector instructions of x86 that compilers have no general operation for: saturating packs, sums of products, high
//! halves of products, shifts by numbers that may be too large, collected signs.
//!
//! They work on groups of 128 bits: packs take a group of one operand, then the same group of the other.

use super::emitter::Emitter;
use super::{Lowered, refuse};
use crate::syntax::module::Call;
use crate::syntax::visit::x86_operation;
use cairn_ir::{Binary, Convert, ExprId, ExprKind, Sign, TypeId, TypeKind as Shape};
use num_bigint::BigInt;

/// Bits of a group.
const GROUP: u32 = 128;

impl<'a> Emitter<'_, '_, 'a> {
    pub fn x86(&mut self, name: &str, call: &Call<'a>, operands: &[ExprId]) -> Lowered<ExprId> {
        let result = self.ty(call.result)?;
        match (x86_operation(name), operands) {
            (Some("pmadd.wd"), [a, b]) => self.sums_of_products(*a, *b, result),
            (Some("packssdw" | "packsswb"), [a, b]) => self.packed(Sign::Signed, *a, *b, result),
            (Some("packusdw" | "packuswb"), [a, b]) => self.packed(Sign::Unsigned, *a, *b, result),
            (Some("pmulh.w"), [a, b]) => self.high_halves(Sign::Signed, *a, *b, result),
            (Some("pmulhu.w"), [a, b]) => self.high_halves(Sign::Unsigned, *a, *b, result),
            (Some("psrai.w" | "psrai.d"), [a, by]) => self.shifted(Binary::ShiftRight(Sign::Signed), *a, *by, result),
            (Some("psrli.w" | "psrli.d" | "psrli.q"), [a, by]) => {
                self.shifted(Binary::ShiftRight(Sign::Unsigned), *a, *by, result)
            }
            (Some("pslli.w" | "pslli.d" | "pslli.q"), [a, by]) => self.shifted(Binary::ShiftLeft, *a, *by, result),
            (Some("psad.bw"), [a, b]) => self.sums_of_distances(*a, *b, result),
            (Some("pshuf.b"), [a, by]) => self.shuffled_bytes(*a, *by, result),
            (Some("pmovmskb" | "movmsk.ps" | "movmsk.pd"), [a]) => self.signs(*a, result),
            _ => refuse(format!("`llvm.{name}` is not supported")),
        }
    }

    /// The elements of a vector, and their width if they are integers.
    fn elements(&mut self, vector: ExprId) -> Lowered<(Vec<ExprId>, u32)> {
        let ty = self.low.program.type_of(vector);
        let Shape::Array { element, length: Some(length), .. } = *self.low.program.types.kind(ty) else {
            return refuse("an operation of vectors on something else");
        };
        let width = self.low.program.types.int_width(element).unwrap_or(0);
        let vector = self.kept(vector);
        let elements = (0..length).map(|n| self.element(vector, n)).collect::<Lowered<Vec<_>>>()?;
        Ok((elements, width))
    }
    fn element_type(&self, vector: TypeId) -> Lowered<TypeId> {
        match *self.low.program.types.kind(vector) {
            Shape::Array { element, .. } => Ok(element),
            _ => refuse("an operation of vectors with another result"),
        }
    }
    fn extended(&mut self, sign: Sign, value: ExprId, to: TypeId) -> Lowered<ExprId> {
        let op = if sign == Sign::Signed { Convert::SignExtend } else { Convert::ZeroExtend };
        Ok(self.low.program.convert(op, value, to)?)
    }
    fn vector_of(&mut self, parts: Vec<ExprId>, result: TypeId) -> Lowered<ExprId> {
        Ok(self.low.program.add_expr(ExprKind::ArrayOf(parts), result, None)?)
    }
    fn sums_of_products(&mut self, a: ExprId, b: ExprId, result: TypeId) -> Lowered<ExprId> {
        let wide = self.element_type(result)?;
        let ((a, _), (b, _)) = (self.elements(a)?, self.elements(b)?);
        let mut products = Vec::new();
        for (x, y) in a.into_iter().zip(b) {
            let (x, y) = (self.extended(Sign::Signed, x, wide)?, self.extended(Sign::Signed, y, wide)?);
            products.push(self.low.program.binary(Binary::Multiply, x, y)?);
        }
        let mut sums = Vec::new();
        for pair in products.chunks_exact(2) {
            sums.push(self.low.program.binary(Binary::Add, pair[0], pair[1])?);
        }
        self.vector_of(sums, result)
    }
    /// Signed numbers as numbers of half the width, the nearest where they do not fit.
    fn packed(&mut self, sign: Sign, a: ExprId, b: ExprId, result: TypeId) -> Lowered<ExprId> {
        let narrow = self.element_type(result)?;
        let ((a, width), (b, _)) = (self.elements(a)?, self.elements(b)?);
        if width == 0 || width % 2 != 0 {
            return refuse("a pack of something else than integers");
        }
        let one = BigInt::from(1);
        let (low, high): (BigInt, BigInt) = match sign {
            Sign::Signed => (-(&one << (width / 2 - 1)), (&one << (width / 2 - 1)) - 1),
            Sign::Unsigned => (BigInt::from(0), (&one << (width / 2)) - 1),
        };
        let count = (GROUP / width) as usize;
        let mut parts = Vec::new();
        for (x, y) in a.chunks(count).zip(b.chunks(count)) {
            for &number in x.iter().chain(y) {
                let program = &mut self.low.program;
                let wide = program.type_of(number);
                let (low, high) = (program.int_const(wide, low.clone())?, program.int_const(wide, high.clone())?);
                let below = program.binary(Binary::Less(Sign::Signed), number, low)?;
                let above = program.binary(Binary::Less(Sign::Signed), high, number)?;
                let limited = program.if_else(above, high, number)?;
                let limited = program.if_else(below, low, limited)?;
                parts.push(program.convert(Convert::Truncate, limited, narrow)?);
            }
        }
        self.vector_of(parts, result)
    }
    fn high_halves(&mut self, sign: Sign, a: ExprId, b: ExprId, result: TypeId) -> Lowered<ExprId> {
        let narrow = self.element_type(result)?;
        let ((a, width), (b, _)) = (self.elements(a)?, self.elements(b)?);
        let wide = self.low.program.types.int(2 * width);
        let amount = self.low.program.int_const(wide, BigInt::from(width))?;
        let mut parts = Vec::new();
        for (x, y) in a.into_iter().zip(b) {
            let (x, y) = (self.extended(sign, x, wide)?, self.extended(sign, y, wide)?);
            let program = &mut self.low.program;
            let product = program.binary(Binary::Multiply, x, y)?;
            let high = program.binary(Binary::ShiftRight(Sign::Unsigned), product, amount)?;
            parts.push(program.convert(Convert::Truncate, high, narrow)?);
        }
        self.vector_of(parts, result)
    }
    /// By too much, all bits are shifted out, as the program form has it.
    fn shifted(&mut self, op: Binary, a: ExprId, by: ExprId, result: TypeId) -> Lowered<ExprId> {
        let narrow = self.element_type(result)?;
        let (a, width) = self.elements(a)?;
        let program = &mut self.low.program;
        let ty = program.type_of(by);
        let most = program.int_const(ty, BigInt::from(width))?;
        let far = program.binary(Binary::Less(Sign::Unsigned), most, by)?;
        let amount = program.if_else(far, most, by)?;
        let amount = self.low.resize(amount, narrow)?;
        let amount = self.kept(amount);
        let mut parts = Vec::new();
        for x in a {
            parts.push(self.low.program.binary(op, x, amount)?);
        }
        self.vector_of(parts, result)
    }
    fn sums_of_distances(&mut self, a: ExprId, b: ExprId, result: TypeId) -> Lowered<ExprId> {
        let wide = self.element_type(result)?;
        let ((a, _), (b, _)) = (self.elements(a)?, self.elements(b)?);
        let mut distances = Vec::new();
        for (x, y) in a.into_iter().zip(b) {
            let (x, y) = (self.extended(Sign::Unsigned, x, wide)?, self.extended(Sign::Unsigned, y, wide)?);
            let program = &mut self.low.program;
            let less = program.binary(Binary::Less(Sign::Unsigned), x, y)?;
            let (up, down) = (program.binary(Binary::Subtract, y, x)?, program.binary(Binary::Subtract, x, y)?);
            distances.push(program.if_else(less, up, down)?);
        }
        let mut sums = Vec::new();
        for eight in distances.chunks(8) {
            let mut sum = self.low.program.int_const(wide, 0)?;
            for distance in eight {
                sum = self.low.program.binary(Binary::Add, sum, *distance)?;
            }
            sums.push(sum);
        }
        self.vector_of(sums, result)
    }
    /// Of each group, the bytes that the lowest digits of others choose, zero where those are negative.
    fn shuffled_bytes(&mut self, a: ExprId, by: ExprId, result: TypeId) -> Lowered<ExprId> {
        let a = self.kept(a);
        let (positions, _) = self.elements(by)?;
        let wide = self.low.program.types.unsigned(64);
        let mut parts = Vec::new();
        for (n, position) in positions.into_iter().enumerate() {
            let program = &mut self.low.program;
            let byte = program.type_of(position);
            let (zero, low) = (program.int_const(byte, 0)?, program.int_const(byte, 15)?);
            let negative = program.binary(Binary::Less(Sign::Signed), position, zero)?;
            let within = program.binary(Binary::BitAnd, position, low)?;
            let within = program.convert(Convert::ZeroExtend, within, wide)?;
            let group = program.int_const(wide, BigInt::from(n / 16 * 16))?;
            let index = program.binary(Binary::BitOr, group, within)?;
            let chosen = program.index(a, index)?;
            parts.push(program.if_else(negative, zero, chosen)?);
        }
        self.vector_of(parts, result)
    }
    /// The sign of each element as a bit.
    fn signs(&mut self, a: ExprId, result: TypeId) -> Lowered<ExprId> {
        let (elements, _) = self.elements(a)?;
        let mut all = self.low.program.int_const(result, 0)?;
        for (n, mut element) in elements.into_iter().enumerate() {
            if let Shape::Float(format) = *self.low.program.types.kind(self.low.program.type_of(element)) {
                element = self.float_bits(format, element)?;
            }
            let program = &mut self.low.program;
            let zero = program.int_const(program.type_of(element), 0)?;
            let negative = program.binary(Binary::Less(Sign::Signed), element, zero)?;
            let (bit, none) = (program.int_const(result, BigInt::from(1) << n)?, program.int_const(result, 0)?);
            let bit = program.if_else(negative, bit, none)?;
            all = program.binary(Binary::BitOr, all, bit)?;
        }
        Ok(all)
    }
}
