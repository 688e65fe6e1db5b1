//! Address arithmetic: `getelementptr`, as an instruction and in constants, of scalars and of vectors.

use super::body::Body;
use super::constants::{constant_element, constant_index};
use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, Lowering, refuse};
use crate::syntax::module::{Flags, Operand, Ty, TypeKind};
use cairn_ir::{Binary, CheckKind, Convert, ExprId, Pointer, Sign, Unary};
use num_bigint::BigInt;

/// An index of address arithmetic: its type, its value, and its number if it is a constant.
type IndexOperand = (Ty, ExprId, Option<i64>);

/// What an index of address arithmetic stands for.
enum Step {
    /// A field at this offset.
    Field(u64),
    /// Elements of this size.
    Elements(u64),
}

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
        // Constant steps add up to one.
        let mut constant: i64 = 0;
        for (step, &(_, value, number)) in self.steps(unit, source, indices)?.into_iter().zip(indices) {
            // An index has the width of an address.
            let number = number.map(|n| if self.program.target.pointer_bytes == 4 { i64::from(n as i32) } else { n });
            match (step, number) {
                (Step::Field(offset), _) => constant = constant.wrapping_add(offset as i64),
                (Step::Elements(stride), _) => match number.and_then(|number| small(number, stride, constant)) {
                    Some(sum) => constant = sum,
                    None => {
                        let index = self.signed_index(value)?;
                        pointer = self.program.binary(Binary::PointerAdd { stride }, pointer, index)?;
                    }
                },
            }
        }
        if constant != 0 {
            let wide = self.program.types.int(64);
            let amount = self.program.int_const(wide, BigInt::from(constant))?;
            pointer = self.program.binary(Binary::PointerAdd { stride: 1 }, pointer, amount)?;
        }
        Ok(pointer)
    }
    /// What each index steps over.
    fn steps(&self, unit: usize, source: Ty, indices: &[IndexOperand]) -> Lowered<Vec<Step>> {
        let mut ty = source;
        let mut steps = Vec::new();
        for (position, (_, _, number)) in indices.iter().enumerate() {
            if position > 0 {
                match self.kind(unit, ty).clone() {
                    TypeKind::Array(_, element) | TypeKind::Vector(_, element, false) => ty = element,
                    TypeKind::Struct { fields, .. } => {
                        let (offset, field) = self.field_offset(unit, ty, &fields, *number)?;
                        steps.push(Step::Field(offset));
                        ty = field;
                        continue;
                    }
                    _ => return refuse("an index into something that has no parts"),
                }
            }
            match self.extent(unit, ty) {
                Some(stride) => steps.push(Step::Elements(stride)),
                None => return refuse("address arithmetic on a type without a size"),
            }
        }
        Ok(steps)
    }
    fn field_offset(&self, unit: usize, ty: Ty, fields: &[Ty], number: Option<i64>) -> Lowered<(u64, Ty)> {
        let position = number.and_then(|n| usize::try_from(n).ok()).filter(|n| *n < fields.len());
        let offsets = self.units[unit].layout.fields(&self.units[unit].module, ty);
        match (position, offsets) {
            (Some(n), Some((offsets, _))) => Ok((offsets[n], fields[n])),
            _ => refuse("a field that does not exist"),
        }
    }
    /// An index as a signed number of 64 bits.
    fn signed_index(&mut self, index: ExprId) -> Lowered<ExprId> {
        let wide = self.program.types.int(64);
        let Some(width) = self.program.types.int_width(self.program.type_of(index)) else {
            return refuse("an index that is no integer");
        };
        let half = self.program.types.int(32);
        if self.program.target.pointer_bytes == 4 && width > 32 {
            let low = self.program.convert(Convert::Truncate, index, half)?;
            return Ok(self.program.convert(Convert::SignExtend, low, wide)?);
        }
        Ok(match width {
            64 => index,
            0..64 => self.program.convert(Convert::SignExtend, index, wide)?,
            _ => self.program.convert(Convert::Truncate, index, wide)?,
        })
    }
}

impl Emitter<'_, '_, '_> {
    /// What is promised of an address: where it must lie, if that is said, and that its offset does not wrap.
    fn address_promise(
        &mut self,
        inside: Option<ExprId>,
        flags: Flags,
        (source, indices): (Ty, &[IndexOperand]),
        words: &str,
    ) -> Lowered<Option<Promise>> {
        let mut all = inside;
        let steps = self.low.steps(self.unit, source, indices)?;
        for (&(_, index, number), step) in indices.iter().zip(steps) {
            let Step::Elements(stride @ 1..) = step else { continue };
            if number.is_some_and(|n| (0..1 << 31).contains(&n)) {
                continue;
            }
            // In its object, an offset does not wrap as a signed number; a negative one wraps as an unsigned one.
            for (wanted, sign) in [(flags.nuw, Sign::Unsigned), (flags.nsw && inside.is_none(), Sign::Signed)] {
                if wanted {
                    let index = self.low.signed_index(index)?;
                    let program = &mut self.low.program;
                    let bytes = if sign == Sign::Unsigned { stride.max(2) } else { stride };
                    let bytes = program.int_const(program.type_of(index), BigInt::from(bytes))?;
                    let wraps = program.binary(Binary::MultiplyOverflows(sign), index, bytes)?;
                    let holds = program.not(wraps)?;
                    all = Some(match all {
                        Some(all) => program.binary(Binary::And, all, holds)?,
                        None => holds,
                    });
                }
            }
        }
        let must = if inside.is_some() { "stay in its object or just behind it" } else { "not wrap around" };
        let description = format!("the address {words} must {must}");
        Ok(all.map(|holds| Promise::new(CheckKind::Pointer, holds, description)))
    }
    /// In an object of known size, alive or not, or just behind it.
    fn in_slot(&mut self, base: ExprId, address: ExprId, size: u64) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let same = program.binary(Binary::SameObject, base, address)?;
        let wide = program.types.unsigned(64);
        let offset = program.unary(Unary::PointerOffset, address)?;
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let size = program.int_const(wide, BigInt::from(size))?;
        let within = program.binary(Binary::LessEqual(Sign::Unsigned), offset, size)?;
        Ok(program.binary(Binary::And, same, within)?)
    }
    /// Both addresses in the same object, or just behind it; or the address does not move, which is fine wherever it points
    /// (LangRef, "getelementptr": null is in bounds of itself).
    fn in_bounds(&mut self, base: ExprId, indices: &[IndexOperand], result: ExprId) -> Lowered<ExprId> {
        let unmoved = self.all_zero(indices)?;
        let program = &mut self.low.program;
        let same = program.binary(Binary::SameObject, base, result)?;
        let offset = program.unary(Unary::PointerOffset, result)?;
        let size = program.unary(Unary::PointerObjectSize, result)?;
        let wide = program.types.unsigned(64);
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let within = program.binary(Binary::LessEqual(Sign::Unsigned), offset, size)?;
        let live = program.unary(Unary::PointerIsLive, result)?;
        let within = program.binary(Binary::And, within, live)?;
        let inside = program.binary(Binary::And, same, within)?;
        match unmoved {
            Some(unmoved) => Ok(program.binary(Binary::Or, unmoved, inside)?),
            None => Ok(inside),
        }
    }
    /// Whether all indices are zero; none if that cannot be.
    fn all_zero(&mut self, indices: &[IndexOperand]) -> Lowered<Option<ExprId>> {
        let mut all = None;
        for &(_, index, number) in indices {
            match number {
                Some(0) => {}
                Some(_) => return Ok(None),
                None => {
                    let zero = self.is_zero(index)?;
                    all = Some(match all {
                        Some(all) => self.low.program.binary(Binary::And, all, zero)?,
                        None => zero,
                    });
                }
            }
        }
        Ok(all)
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn get_element_pointer(
        &mut self,
        (inbounds, flags): (bool, Flags),
        source: Ty,
        base: &Operand<'a>,
        indices: &[Operand<'a>],
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let vector = indices.iter().map(|index| index.ty).chain([base.ty]).find_map(|ty| self.out.vector(ty));
        if let Some((length, _)) = vector {
            return self.vector_of_addresses(length, (inbounds, flags), source, base, indices, promises);
        }
        let words = match self.words().element(source, base, indices, 0) {
            Some(sum) if self.out.low.byte_distance(self.out.unit, source, indices).is_some() => sum,
            Some(place) => format!("of {place}"),
            None => format!("computed from {}", self.words().value(&base.value)),
        };
        let pointer = self.operand(base)?;
        let mut operands = Vec::new();
        for index in indices {
            operands.push((index.ty, self.operand(index)?, constant_index(&index.value)));
        }
        let result = self.out.low.element_pointer(self.out.unit, source, pointer, &operands)?;
        let moves = !operands.iter().all(|(_, _, number)| *number == Some(0));
        let inside = match self.slot_size(&base.value) {
            _ if !inbounds || !moves => None,
            Some(size) => Some(self.out.in_slot(pointer, result, size)?),
            None => Some(self.out.in_bounds(pointer, &operands, result)?),
        };
        promises.extend(self.out.address_promise(inside, flags, (source, &operands), &words)?);
        Ok(result)
    }
    /// An address for each element, of vectors and of scalars that are the same for all.
    fn vector_of_addresses(
        &mut self,
        length: u64,
        (inbounds, flags): (bool, Flags),
        source: Ty,
        base: &Operand<'a>,
        indices: &[Operand<'a>],
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let words = format!("computed from {}", self.words().value(&base.value));
        let mut operands = Vec::new();
        for operand in indices.iter().chain([base]) {
            let value = self.operand(operand)?;
            operands.push(self.out.kept(value));
        }
        let mut parts = Vec::new();
        for n in 0..length {
            let mut lane = Vec::new();
            for (operand, &value) in indices.iter().chain([base]).zip(&operands) {
                lane.push(match self.out.vector(operand.ty) {
                    Some((_, element)) => (element, self.out.element(value, n)?, constant_element(&operand.value, n)),
                    None => (operand.ty, value, constant_index(&operand.value)),
                });
            }
            let Some((_, pointer, _)) = lane.pop() else { return refuse("an address of nothing") };
            let result = self.out.low.element_pointer(self.out.unit, source, pointer, &lane)?;
            let inside = if inbounds { Some(self.out.in_bounds(pointer, &lane, result)?) } else { None };
            let mut promise = self.out.address_promise(inside, flags, (source, &lane), &words)?;
            Promise::about(promise.as_mut_slice(), n);
            promises.extend(promise);
            parts.push(result);
        }
        let pointer = self.out.low.program.types.pointer();
        self.out.array(parts, pointer)
    }
}

/// A sum of constant steps, as long as it does not leave any object.
fn small(number: i64, stride: u64, sum: i64) -> Option<i64> {
    let step = number.checked_mul(i64::try_from(stride).ok()?)?;
    sum.checked_add(step).filter(|sum| (-Pointer::MAX_OFFSET..=Pointer::MAX_OFFSET).contains(sum))
}
