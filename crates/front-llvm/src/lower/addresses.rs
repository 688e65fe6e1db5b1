//! Address arithmetic: `getelementptr`, as an instruction and in constants, of scalars and of vectors.

use super::body::Body;
use super::constants::{constant_element, constant_index};
use super::poison::Promise;
use super::{Lowered, Lowering, refuse};
use crate::syntax::module::{Operand, Ty, TypeKind};
use cairn_ir::{Binary, CheckKind, Convert, ExprId, Sign, Unary};
use num_bigint::BigInt;

/// An index of address arithmetic: its type, its value, and its number if it is a constant.
type IndexOperand = (Ty, ExprId, Option<i64>);

impl<'a> Lowering<'_, 'a> {
    /// `getelementptr`: walks from the source type along the indices, adding offsets.
    pub(super) fn element_pointer(
        &mut self,
        unit: usize,
        source: Ty,
        base: ExprId,
        indices: &[IndexOperand],
    ) -> Lowered<ExprId> {
        let mut pointer = base;
        let mut ty = source;
        // Constant steps add up to one.
        let mut constant: i64 = 0;
        for (position, &(index_type, value, number)) in indices.iter().enumerate() {
            let stride = if position == 0 {
                self.extent(unit, ty)
            } else {
                match self.kind(unit, ty).clone() {
                    TypeKind::Array(_, element) | TypeKind::Vector(_, element, false) => {
                        ty = element;
                        self.extent(unit, element)
                    }
                    TypeKind::Struct { fields, .. } => {
                        let (offset, field) = self.field_offset(unit, ty, &fields, number)?;
                        constant = constant.wrapping_add(offset as i64);
                        ty = field;
                        continue;
                    }
                    _ => return refuse("an index into something that has no parts"),
                }
            };
            let Some(stride) = stride else { return refuse("address arithmetic on a type without a size") };
            match number {
                Some(number) => constant = constant.wrapping_add(number.wrapping_mul(stride as i64)),
                None => pointer = self.step(unit, pointer, index_type, value, stride)?,
            }
        }
        if constant != 0 {
            let wide = self.program.types.int(64);
            let amount = self.program.int_const(wide, BigInt::from(constant))?;
            pointer = self.program.binary(Binary::PointerAdd { stride: 1 }, pointer, amount)?;
        }
        Ok(pointer)
    }
    fn field_offset(&self, unit: usize, ty: Ty, fields: &[Ty], number: Option<i64>) -> Lowered<(u64, Ty)> {
        let position = number.and_then(|n| usize::try_from(n).ok()).filter(|n| *n < fields.len());
        let offsets = self.units[unit].layout.fields(&self.units[unit].module, ty);
        match (position, offsets) {
            (Some(n), Some((offsets, _))) => Ok((offsets[n], fields[n])),
            _ => refuse("a field that does not exist"),
        }
    }
    /// `pointer + index * stride`, the index as a signed number of 64 bits.
    fn step(&mut self, _unit: usize, pointer: ExprId, _ty: Ty, index: ExprId, stride: u64) -> Lowered<ExprId> {
        let wide = self.program.types.int(64);
        let Some(width) = self.program.types.int_width(self.program.type_of(index)) else {
            return refuse("an index that is no integer");
        };
        let index = match width {
            64 => index,
            0..64 => self.program.convert(Convert::SignExtend, index, wide)?,
            _ => self.program.convert(Convert::Truncate, index, wide)?,
        };
        Ok(self.program.binary(Binary::PointerAdd { stride }, pointer, index)?)
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn get_element_pointer(
        &mut self,
        inbounds: bool,
        source: Ty,
        base: &Operand<'a>,
        indices: &[Operand<'a>],
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let vector = indices.iter().map(|index| index.ty).chain([base.ty]).find_map(|ty| self.vector(ty));
        if let Some((length, _)) = vector {
            return self.vector_of_addresses(length, inbounds, source, base, indices, promises);
        }
        let words = self.words(&base.value);
        let pointer = self.operand(base)?;
        let mut operands = Vec::new();
        for index in indices {
            operands.push((index.ty, self.operand(index)?, constant_index(&index.value)));
        }
        let result = self.low.element_pointer(self.unit, source, pointer, &operands)?;
        if inbounds && !operands.iter().all(|(_, _, number)| *number == Some(0)) {
            let holds = match self.slot_size(&base.value) {
                Some(size) => self.in_slot(result, size)?,
                None => self.in_bounds(pointer, result)?,
            };
            let description = format!("the address computed from {words} must stay in its object or just behind it");
            promises.push(Promise::new(CheckKind::Pointer, holds, description));
        }
        Ok(result)
    }
    /// An address for each element, of vectors and of scalars that are the same for all.
    fn vector_of_addresses(
        &mut self,
        length: u64,
        inbounds: bool,
        source: Ty,
        base: &Operand<'a>,
        indices: &[Operand<'a>],
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let words = self.words(&base.value);
        let mut operands = Vec::new();
        for operand in indices.iter().chain([base]) {
            let value = self.operand(operand)?;
            operands.push(self.kept(value));
        }
        let mut parts = Vec::new();
        for n in 0..length {
            let mut lane = Vec::new();
            for (operand, &value) in indices.iter().chain([base]).zip(&operands) {
                lane.push(match self.vector(operand.ty) {
                    Some((_, element)) => (element, self.element(value, n)?, constant_element(&operand.value, n)),
                    None => (operand.ty, value, constant_index(&operand.value)),
                });
            }
            let Some((_, pointer, _)) = lane.pop() else { return refuse("an address of nothing") };
            let result = self.low.element_pointer(self.unit, source, pointer, &lane)?;
            if inbounds {
                let holds = self.in_bounds(pointer, result)?;
                let description =
                    format!("the address computed from {words} must stay in its object or just behind it");
                promises.push(Promise::new(CheckKind::Pointer, holds, description));
                Promise::about(promises.last_mut().map_or(&mut [], std::slice::from_mut), n);
            }
            parts.push(result);
        }
        let pointer = self.low.program.types.pointer();
        self.array(parts, pointer)
    }
    /// In an object of known size, alive or not, or just behind it.
    fn in_slot(&mut self, address: ExprId, size: u64) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let wide = program.types.unsigned(64);
        let offset = program.unary(Unary::PointerOffset, address)?;
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let size = program.int_const(wide, BigInt::from(size))?;
        Ok(program.binary(Binary::LessEqual(Sign::Unsigned), offset, size)?)
    }
    /// Both addresses in the same object, or just behind it.
    fn in_bounds(&mut self, base: ExprId, result: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let same = program.binary(Binary::SameObject, base, result)?;
        let offset = program.unary(Unary::PointerOffset, result)?;
        let size = program.unary(Unary::PointerObjectSize, result)?;
        let wide = program.types.unsigned(64);
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let within = program.binary(Binary::LessEqual(Sign::Unsigned), offset, size)?;
        let live = program.unary(Unary::PointerIsLive, result)?;
        let within = program.binary(Binary::And, within, live)?;
        Ok(program.binary(Binary::And, same, within)?)
    }
}
