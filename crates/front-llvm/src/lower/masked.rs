//! Loads and stores of those elements of a vector whose bit in a mask is set.
//!
//! Nothing is asked of the addresses of other elements; loaded, they have the value that is given for them, which may be
//! poison.

use super::body::Body;
use super::constants::constant_element;
use super::emitter::Emitter;
use super::{Lowered, refuse};
use crate::syntax::masked::{Elements, Masked};
use crate::syntax::module::{Instruction, Value};
use cairn_ir::{Binary, CheckKind, ExprId, ExprKind, StatementKind, Terminator, TypeId};
use num_bigint::BigInt;

/// An element that may be accessed.
struct Lane {
    number: u64,
    /// Whether it is; none: it is.
    active: Option<ExprId>,
    address: ExprId,
}

impl<'a> Body<'_, '_, 'a> {
    pub fn masked_access(&mut self, instruction: &Instruction<'a>, masked: &Masked<'_, 'a>) -> Lowered<()> {
        let Some((length, element)) = self.out.vector(masked.value.ty) else { return refuse("a mask of no vector") };
        let size = self
            .out
            .low
            .extent(self.out.unit, element)
            .filter(|_| self.out.low.is_plain_in_memory(self.out.unit, element));
        let Some(size) = size else {
            let words = self.out.low.type_words(self.out.unit, element);
            return refuse(format!("masked accesses to elements of type {words} are not supported"));
        };
        self.must_not_be_poison(&masked.mask.value, "the mask")?;
        if let Value::Local(name) = masked.mask.value {
            // Read again for the shadow of the result.
            self.settle(name);
        }
        let words = self.words().value(&masked.addresses.value);
        let addresses_poison = self.shadow_of(masked.addresses)?;
        let addresses = self.operand(masked.addresses)?;
        let addresses = self.out.kept(addresses);
        let lanes = self.lanes(masked, length, size, addresses)?;
        if let Some(poison) = addresses_poison {
            let what = format!("the address of each accessed element, {words},");
            self.out.active_not_poison(&lanes, poison, &what)?;
        }
        self.out.check_lanes(&lanes, size, &words)?;
        if self.out.low.options.alignment {
            self.out.check_alignment(masked, &lanes, addresses, &words)?;
        }
        let element = self.out.ty(element)?;
        if masked.stores {
            return self.masked_store(masked, &lanes, element, &words);
        }
        let Some(name) = instruction.result else { return Ok(()) };
        let value = self.masked_load(masked, &lanes, length, element)?;
        self.keep_promises(name, &instruction.kind, Vec::new())?;
        self.define(name, value, 0, true);
        Ok(())
    }

    /// The elements that the mask does not surely leave out.
    fn lanes(&mut self, masked: &Masked<'_, 'a>, length: u64, size: u64, addresses: ExprId) -> Lowered<Vec<Lane>> {
        let mask = self.operand(masked.mask)?;
        let mask = self.out.kept(mask);
        let wide = self.out.low.program.types.int(64);
        let mut position = self.out.low.program.int_const(wide, 0)?;
        let mut lanes = Vec::new();
        for number in 0..length {
            let active = match constant_element(&masked.mask.value, number) {
                Some(0) => continue,
                Some(_) => None,
                None => Some(self.out.element(mask, number)?),
            };
            let address = match masked.elements {
                Elements::Spread => self.out.element(addresses, number)?,
                Elements::Together => {
                    let distance = self.out.low.program.int_const(wide, BigInt::from(number))?;
                    self.out.low.program.binary(Binary::PointerAdd { stride: size }, addresses, distance)?
                }
                Elements::Compressed => {
                    let address =
                        self.out.low.program.binary(Binary::PointerAdd { stride: size }, addresses, position)?;
                    let (one, same) = (self.out.low.program.int_const(wide, 1)?, position);
                    let next = self.out.low.program.binary(Binary::Add, position, one)?;
                    position = match active {
                        Some(active) => self.out.low.program.if_else(active, next, same)?,
                        None => next,
                    };
                    position = self.out.kept(position);
                    address
                }
            };
            lanes.push(Lane { number, active, address });
        }
        Ok(lanes)
    }

    fn masked_load(
        &mut self,
        masked: &Masked<'_, 'a>,
        lanes: &[Lane],
        length: u64,
        element: TypeId,
    ) -> Lowered<ExprId> {
        let others = self.operand(masked.value)?;
        let others = self.out.kept(others);
        let mut parts = Vec::new();
        for number in 0..length {
            parts.push(self.out.element(others, number)?);
        }
        for lane in lanes {
            let loaded = self.out.low.program.load(lane.address, element)?;
            let part = &mut parts[lane.number as usize];
            *part = match lane.active {
                Some(active) => self.out.low.program.if_else(active, loaded, *part)?,
                None => loaded,
            };
        }
        self.out.array(parts, element)
    }
    /// From the first element to the last: the last one counts where addresses are the same.
    fn masked_store(&mut self, masked: &Masked<'_, 'a>, lanes: &[Lane], element: TypeId, words: &str) -> Lowered<()> {
        if let Some(poison) = self.shadow_of(masked.value)? {
            self.out.active_not_poison(lanes, poison, "each stored element")?;
        }
        if !self.out.low.exposed.is_empty() {
            let writable = self.out.of_active(lanes, |out, lane| out.is_writable(lane.address))?;
            self.out.check(CheckKind::Pointer, writable, format!("{words} must not be part of a constant"));
        }
        let value = self.operand(masked.value)?;
        let value = self.out.kept(value);
        self.settle_reads();
        for lane in lanes {
            let value = self.out.element(value, lane.number)?;
            let target = cairn_ir::Place::deref(lane.address, element);
            let store = StatementKind::Assign { target, value };
            let Some(active) = lane.active else {
                self.out.push(store);
                continue;
            };
            let (then, after) = (self.out.new_block("stored"), self.out.new_block("after"));
            self.out.end(Terminator::Branch { condition: active, then, otherwise: after });
            self.out.continue_in(then);
            self.out.push(store);
            self.out.end(Terminator::Goto(after));
            self.out.continue_in(after);
        }
        Ok(())
    }

    /// The shadow of what is loaded: elements that are not accessed have that of what is given for them.
    pub fn masked_shadow(&mut self, masked: &Masked<'_, 'a>, shape: TypeId) -> Lowered<Option<ExprId>> {
        let Some(others) = self.shadow_of(masked.value)? else { return Ok(None) };
        let Some((length, _)) = self.out.vector(masked.value.ty) else { return Ok(Some(others)) };
        let mask = self.operand(masked.mask)?;
        let (mask, others) = (self.out.kept(mask), self.out.kept(others));
        let mut parts = Vec::new();
        for number in 0..length {
            let (active, other) = (self.out.element(mask, number)?, self.out.element(others, number)?);
            let none = self.out.low.program.bool_const(false);
            parts.push(self.out.low.program.if_else(active, none, other)?);
        }
        Ok(Some(self.out.low.program.add_expr(ExprKind::ArrayOf(parts), shape, None)?))
    }
}

impl<'a> Emitter<'_, '_, 'a> {
    /// Whether something holds of each element that is accessed.
    fn of_active(
        &mut self,
        lanes: &[Lane],
        mut holds: impl FnMut(&mut Self, &Lane) -> Lowered<ExprId>,
    ) -> Lowered<ExprId> {
        let mut all = self.low.program.bool_const(true);
        for lane in lanes {
            let mut fine = holds(self, lane)?;
            if let Some(active) = lane.active {
                let inactive = self.low.program.not(active)?;
                fine = self.low.program.binary(Binary::Or, inactive, fine)?;
            }
            all = self.low.program.binary(Binary::And, all, fine)?;
        }
        Ok(all)
    }
    fn check_lanes(&mut self, lanes: &[Lane], size: u64, words: &str) -> Lowered<()> {
        let wide = self.low.program.types.unsigned(64);
        let bytes = self.low.program.int_const(wide, BigInt::from(size))?;
        let valid = self
            .of_active(lanes, |out, lane| Ok(out.low.program.binary(Binary::PointerValid, lane.address, bytes)?))?;
        let description = format!("{words} must point to {size} bytes of a live object for each accessed element");
        self.check(CheckKind::Pointer, valid, description);
        Ok(())
    }
    fn active_not_poison(&mut self, lanes: &[Lane], poison: ExprId, what: &str) -> Lowered<()> {
        let poison = self.kept(poison);
        let is_single = self.low.program.types.is_bool(self.low.program.type_of(poison));
        let fine = self.of_active(lanes, |out, lane| {
            let own = if is_single { poison } else { out.element(poison, lane.number)? };
            Ok(out.low.program.not(own)?)
        })?;
        let description = format!("{what} must not come from an operation that overflowed (poison)");
        self.check(CheckKind::Overflow, fine, description);
        Ok(())
    }
    /// The alignment is that of each address that is written.
    fn check_alignment(
        &mut self,
        masked: &Masked<'_, 'a>,
        lanes: &[Lane],
        addresses: ExprId,
        words: &str,
    ) -> Lowered<()> {
        let alignment = masked.alignment;
        if alignment <= 1 {
            return Ok(());
        }
        let aligned = self.of_active(lanes, |out, lane| {
            let address = if masked.elements == Elements::Spread { lane.address } else { addresses };
            out.is_multiple_of(address, alignment)
        })?;
        self.check(CheckKind::Pointer, aligned, format!("{words} must be a multiple of {alignment}"));
        Ok(())
    }
}
