//! Vectors as arrays, element by element; parts of structures, arrays and vectors.

use super::body::Body;
use super::constants::constant_index;
use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, refuse};
use crate::syntax::module::{
    BinaryOp, Flags, FloatPredicate, InstructionKind, IntPredicate, Operand, Ty, TypeKind, Value,
};
use cairn_ir::{Binary, CheckKind, Convert, ExprId, ExprKind, Sign, TypeId, TypeKind as Shape};
use num_bigint::BigInt;

/// Vectors longer than this are refused: they are written out.
pub(super) const MAX_LENGTH: u64 = 256;

impl Emitter<'_, '_, '_> {
    /// Length and element type of a vector.
    pub fn vector(&self, ty: Ty) -> Option<(u64, Ty)> {
        match self.kind(ty) {
            TypeKind::Vector(length, element, false) => Some((*length, *element)),
            _ => None,
        }
    }
    pub fn element(&mut self, array: ExprId, n: u64) -> Lowered<ExprId> {
        if n >= MAX_LENGTH {
            return refuse(format!("vectors of more than {MAX_LENGTH} elements are not supported"));
        }
        let index_type = self.low.program.types.unsigned(64);
        let index = self.low.program.int_const(index_type, BigInt::from(n))?;
        Ok(self.low.program.index(array, index)?)
    }
    /// A value that is read several times is kept in a variable.
    pub fn kept(&mut self, value: ExprId) -> ExprId {
        let ty = self.low.program.type_of(value);
        let variable = self.fresh(ty);
        self.assign(variable, value);
        self.low.program.var(variable)
    }
    pub fn array(&mut self, parts: Vec<ExprId>, element: TypeId) -> Lowered<ExprId> {
        let ty = self.low.program.types.array(element, parts.len() as u64);
        Ok(self.low.program.add_expr(ExprKind::ArrayOf(parts), ty, None)?)
    }
    pub fn vector_float_compare(
        &mut self,
        predicate: FloatPredicate,
        length: u64,
        a: ExprId,
        b: ExprId,
    ) -> Lowered<ExprId> {
        let (a, b) = (self.kept(a), self.kept(b));
        let mut parts = Vec::new();
        for n in 0..length {
            let (x, y) = (self.element(a, n)?, self.element(b, n)?);
            parts.push(self.float_compare(predicate, x, y)?);
        }
        let bool = self.low.program.types.bool();
        self.array(parts, bool)
    }

    /// Applies a function to a scalar, or to each element of a vector.
    pub fn map_scalar(
        &mut self,
        value: ExprId,
        mut apply: impl FnMut(&mut Self, ExprId) -> Lowered<ExprId>,
    ) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(value);
        let Shape::Array { length: Some(length), .. } = *self.low.program.types.kind(ty) else {
            return apply(self, value);
        };
        let value = self.kept(value);
        let mut parts = Vec::new();
        for n in 0..length {
            let part = self.element(value, n)?;
            parts.push(apply(self, part)?);
        }
        let Some(&first) = parts.first() else { return refuse("an empty vector") };
        let element = self.low.program.type_of(first);
        self.array(parts, element)
    }

    /// Vectors as one wide integer and back; the first element is the lowest on little-endian machines.
    pub fn reinterpret_vector(&mut self, value: ExprId, to: TypeId) -> Lowered<ExprId> {
        if self.low.program.target.big_endian {
            return refuse("vectors on big-endian machines are not supported");
        }
        let wide = self.as_bits(value)?;
        self.of_bits(wide, to)
    }
    /// The bits of a scalar or of all elements, as one integer.
    fn as_bits(&mut self, value: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(value);
        match self.low.program.types.kind(ty).clone() {
            Shape::Int(_) => Ok(value),
            Shape::Bool => self.as_integer(value),
            Shape::Float(format) if format != cairn_ir::FloatFormat::X87 => self.float_bits(format, value),
            Shape::Array { length: Some(length @ 1..=MAX_LENGTH), .. } => {
                let value = self.kept(value);
                let mut parts = Vec::new();
                for n in 0..length {
                    let part = self.element(value, n)?;
                    parts.push(self.as_bits(part)?);
                }
                let width = self.width_of(parts[0])?;
                let whole = self.low.program.types.int(width * length as u32);
                let mut result = self.low.program.convert(Convert::ZeroExtend, parts[0], whole)?;
                for (n, part) in parts.iter().enumerate().skip(1) {
                    let part = self.low.program.convert(Convert::ZeroExtend, *part, whole)?;
                    let amount = self.low.program.int_const(whole, BigInt::from(width as u64 * n as u64))?;
                    let part = self.low.program.binary(Binary::ShiftLeft, part, amount)?;
                    result = self.low.program.binary(Binary::BitOr, result, part)?;
                }
                Ok(result)
            }
            _ => refuse("this reinterpretation of bits is not supported"),
        }
    }
    fn width_of(&self, value: ExprId) -> Lowered<u32> {
        match self.low.program.types.int_width(self.low.program.type_of(value)) {
            Some(width) => Ok(width),
            None => refuse("bits of something that is no integer"),
        }
    }
    fn of_bits(&mut self, bits: ExprId, to: TypeId) -> Lowered<ExprId> {
        let width = self.width_of(bits)?;
        match self.low.program.types.kind(to).clone() {
            Shape::Int(wanted) if wanted == width => Ok(bits),
            Shape::Bool if width == 1 => {
                let zero = self.is_zero(bits)?;
                Ok(self.low.program.not(zero)?)
            }
            Shape::Float(format) if format != cairn_ir::FloatFormat::X87 && format.width() == width => {
                Ok(self.low.program.convert(Convert::BitsToFloat, bits, to)?)
            }
            Shape::Array { element, length: Some(length @ 1..=MAX_LENGTH), .. } if width % length as u32 == 0 => {
                let bits = self.kept(bits);
                let part_width = width / length as u32;
                let part_type = self.low.program.types.int(part_width);
                let whole = self.low.program.type_of(bits);
                let mut parts = Vec::new();
                for n in 0..length {
                    let amount = self.low.program.int_const(whole, BigInt::from(u64::from(part_width) * n))?;
                    let shifted = self.low.program.binary(Binary::ShiftRight(Sign::Unsigned), bits, amount)?;
                    let part = self.low.resize(shifted, part_type)?;
                    parts.push(self.of_bits(part, element)?);
                }
                Ok(self.low.program.add_expr(ExprKind::ArrayOf(parts), to, None)?)
            }
            _ => refuse("this reinterpretation of bits is not supported"),
        }
    }
    pub fn part_type(&mut self, mut ty: TypeId, path: &[u64]) -> Lowered<TypeId> {
        for &n in path {
            ty = match self.low.program.types.kind(ty) {
                Shape::Record(record) => match record.fields.get(n as usize) {
                    Some(field) => field.ty,
                    None => return refuse("a component that does not exist"),
                },
                Shape::Array { element, .. } => *element,
                _ => return refuse("a part of something that has none"),
            };
        }
        Ok(ty)
    }
    pub fn part(&mut self, mut value: ExprId, path: &[u64]) -> Lowered<ExprId> {
        for &n in path {
            let ty = self.low.program.type_of(value);
            value = match self.low.program.types.kind(ty) {
                Shape::Record(_) => self.low.program.field(value, n as u32)?,
                _ => self.element(value, n)?,
            };
        }
        Ok(value)
    }
    pub fn with_part(&mut self, value: ExprId, path: &[u64], part: ExprId) -> Lowered<ExprId> {
        let Some((&n, rest)) = path.split_first() else { return Ok(part) };
        let old = self.part(value, &[n])?;
        let new = self.with_part(old, rest, part)?;
        let ty = self.low.program.type_of(value);
        let kind = match self.low.program.types.kind(ty) {
            Shape::Record(_) => ExprKind::WithField(value, n as u32, new),
            _ => {
                let index_type = self.low.program.types.unsigned(64);
                let index = self.low.program.int_const(index_type, BigInt::from(n))?;
                ExprKind::Update(value, index, new)
            }
        };
        Ok(self.low.program.add_expr(kind, ty, None)?)
    }
}

impl<'a> Body<'_, '_, 'a> {
    #[allow(clippy::too_many_arguments)]
    pub fn vector_binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        ty: Ty,
        (length, element): (u64, Ty),
        left: &Value<'a>,
        right: &Value<'a>,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let words =
            format!("{} {} {}", self.words().value(left), super::words::binary_words(op), self.words().value(right));
        let a = self.value(ty, left)?;
        let b = self.value(ty, right)?;
        let (a, b) = (self.out.kept(a), self.out.kept(b));
        let element = self.out.ty(element)?;
        let mut parts = Vec::new();
        for n in 0..length {
            let (x, y) = (self.out.element(a, n)?, self.out.element(b, n)?);
            let before = promises.len();
            parts.push(self.out.binary(op, flags, x, y, &words, promises)?);
            Promise::about(&mut promises[before..], n);
        }
        self.out.array(parts, element)
    }
    pub fn vector_compare(
        &mut self,
        predicate: IntPredicate,
        flags: Flags,
        (ty, (length, _)): (Ty, (u64, Ty)),
        left: &Value<'a>,
        right: &Value<'a>,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let a = self.value(ty, left)?;
        let b = self.value(ty, right)?;
        let (a, b) = (self.out.kept(a), self.out.kept(b));
        let mut parts = Vec::new();
        for n in 0..length {
            let (x, y) = (self.out.element(a, n)?, self.out.element(b, n)?);
            let before = promises.len();
            parts.push(self.out.compare_promising(predicate, flags, x, y, promises)?);
            Promise::about(&mut promises[before..], n);
        }
        let bool = self.out.low.program.types.bool();
        self.out.array(parts, bool)
    }
    pub fn vector_select(
        &mut self,
        length: u64,
        condition: &Operand<'a>,
        then: &Operand<'a>,
        otherwise: &Operand<'a>,
    ) -> Lowered<ExprId> {
        let test = self.operand(condition)?;
        let a = self.operand(then)?;
        let b = self.operand(otherwise)?;
        let (test, a, b) = (self.out.kept(test), self.out.kept(a), self.out.kept(b));
        let mut parts = Vec::new();
        for n in 0..length {
            let (c, x, y) = (self.out.element(test, n)?, self.out.element(a, n)?, self.out.element(b, n)?);
            parts.push(self.out.low.program.if_else(c, x, y)?);
        }
        let Some((_, element)) = self.out.vector(then.ty) else { return refuse("a vector select of scalars") };
        let element = self.out.ty(element)?;
        self.out.array(parts, element)
    }

    // ---- parts ----

    pub fn composite(&mut self, kind: &InstructionKind<'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        match kind {
            InstructionKind::ExtractValue { aggregate, path } => {
                let value = self.operand(aggregate)?;
                self.out.part(value, path)
            }
            InstructionKind::InsertValue { aggregate, element, path } => {
                let value = self.operand(aggregate)?;
                let element = self.operand(element)?;
                self.out.with_part(value, path, element)
            }
            InstructionKind::ExtractElement { vector, index } => {
                let value = self.operand(vector)?;
                let index = self.vector_index(vector.ty, index, promises)?;
                Ok(self.out.low.program.index(value, index)?)
            }
            InstructionKind::InsertElement { vector, element, index } => {
                let value = self.operand(vector)?;
                let element = self.operand(element)?;
                let index = self.vector_index(vector.ty, index, promises)?;
                let ty = self.out.low.program.type_of(value);
                Ok(self.out.low.program.add_expr(ExprKind::Update(value, index, element), ty, None)?)
            }
            InstructionKind::ShuffleVector { left, right, mask } => self.shuffle(left, right, mask),
            _ => refuse("this instruction is not supported"),
        }
    }
    /// The index as an unsigned number; out of range it gives poison.
    fn vector_index(&mut self, vector: Ty, index: &Operand<'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let Some((length, _)) = self.out.vector(vector) else {
            return refuse("an element of something that is no vector");
        };
        let wide = self.out.low.program.types.unsigned(64);
        if let Some(number) = constant_index(&index.value) {
            if !(0..length as i64).contains(&number) {
                return refuse(format!("element {number} of a vector of {length} elements"));
            }
            return Ok(self.out.low.program.int_const(wide, BigInt::from(number))?);
        }
        let value = self.operand(index)?;
        let value = self.out.low.resize(value, wide)?;
        let limit = self.out.low.program.int_const(wide, BigInt::from(length))?;
        let holds = self.out.low.program.binary(Binary::Less(Sign::Unsigned), value, limit)?;
        let description = format!("index {} must be less than {length}", self.words().value(&index.value));
        promises.push(Promise::new(CheckKind::Index, holds, description));
        Ok(value)
    }
    fn shuffle(&mut self, left: &Operand<'a>, right: &Operand<'a>, mask: &Operand<'a>) -> Lowered<ExprId> {
        let (Some((length, element)), Some((count, _))) = (self.out.vector(left.ty), self.out.vector(mask.ty)) else {
            return refuse("a shuffle of something that is no vector");
        };
        let positions = mask_positions(&mask.value, count)?;
        let a = self.operand(left)?;
        let b = self.operand(right)?;
        let (a, b) = (self.out.kept(a), self.out.kept(b));
        let element = self.out.ty(element)?;
        let mut parts = Vec::new();
        for position in positions {
            parts.push(match position {
                Some(n) if n < length => self.out.element(a, n)?,
                Some(n) => self.out.element(b, n - length)?,
                None => self.out.arbitrary(element),
            });
        }
        self.out.array(parts, element)
    }
}

/// Positions that a shuffle takes; none where the result is undefined.
pub(super) fn mask_positions(mask: &Value<'_>, count: u64) -> Lowered<Vec<Option<u64>>> {
    let position = |value: &Value<'_>| constant_index(value).and_then(|n| u64::try_from(n).ok());
    match mask {
        Value::Zero => Ok(vec![Some(0); count.min(MAX_LENGTH) as usize]),
        Value::Undef | Value::Poison => Ok(vec![None; count.min(MAX_LENGTH) as usize]),
        Value::Splat(item) => Ok(vec![position(&item.value); count.min(MAX_LENGTH) as usize]),
        Value::Aggregate(items) => Ok(items.iter().map(|item| position(&item.value)).collect()),
        _ => refuse("a shuffle whose mask is no constant"),
    }
}
