//! Atomic operations: there is one thread, so each is a load, a computation and a store.

use super::body::Body;
use super::emitter::Emitter;
use super::{Lowered, refuse};
use crate::syntax::module::{IntPredicate, Operand, Ty};
use cairn_ir::{Binary, ExprId, Rounding, TypeId, Unary};

impl Emitter<'_, '_, '_> {
    /// What an operation makes of the old value and its operand.
    fn modified(&mut self, operation: &str, old: ExprId, operand: ExprId) -> Lowered<ExprId> {
        let nearest = Rounding::NearestEven;
        let plain = match operation {
            "xchg" => return Ok(operand),
            "add" => Binary::Add,
            "sub" => Binary::Subtract,
            "and" => Binary::BitAnd,
            "or" => Binary::BitOr,
            "xor" => Binary::BitXor,
            "fadd" => Binary::FloatAdd(nearest),
            "fsub" => Binary::FloatSubtract(nearest),
            "nand" => {
                let both = self.low.program.binary(Binary::BitAnd, old, operand)?;
                return Ok(self.low.program.unary(Unary::BitNot, both)?);
            }
            "max" => return self.extreme("s", "max", old, operand),
            "min" => return self.extreme("s", "min", old, operand),
            "umax" => return self.extreme("u", "max", old, operand),
            "umin" => return self.extreme("u", "min", old, operand),
            "fmax" => return self.float_extreme("maxnum", old, operand),
            "fmin" => return self.float_extreme("minnum", old, operand),
            "fmaximum" | "fminimum" | "fmaximumnum" | "fminimumnum" => {
                return self.float_extreme(&operation[1..], old, operand);
            }
            _ => return self.modified_within(operation, old, operand),
        };
        Ok(self.low.program.binary(plain, old, operand)?)
    }
    /// Steps that stay within limits.
    fn modified_within(&mut self, operation: &str, old: ExprId, operand: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(old);
        let (zero, one) = (self.low.program.int_const(ty, 0)?, self.low.program.int_const(ty, 1)?);
        let reaches = self.compare(IntPredicate::Uge, old, operand)?;
        let difference = self.low.program.binary(Binary::Subtract, old, operand)?;
        match operation {
            "uinc_wrap" => {
                let next = self.low.program.binary(Binary::Add, old, one)?;
                Ok(self.low.program.if_else(reaches, zero, next)?)
            }
            "udec_wrap" => {
                let (none, above) = (self.is_zero(old)?, self.compare(IntPredicate::Ugt, old, operand)?);
                let wraps = self.low.program.binary(Binary::Or, none, above)?;
                let next = self.low.program.binary(Binary::Subtract, old, one)?;
                Ok(self.low.program.if_else(wraps, operand, next)?)
            }
            "usub_cond" => Ok(self.low.program.if_else(reaches, difference, old)?),
            "usub_sat" => Ok(self.low.program.if_else(reaches, difference, zero)?),
            _ => refuse(format!("`atomicrmw {operation}` is not supported")),
        }
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn read_modify_write(
        &mut self,
        result: Option<&'a str>,
        operation: &str,
        pointer: &Operand<'a>,
        value: &Operand<'a>,
    ) -> Lowered<()> {
        self.must_not_be_poison(&value.value, "the operand")?;
        let id = self.out.ty(value.ty)?;
        let (address, old) = self.read_to_write(value.ty, id, pointer)?;
        let operand = self.operand(value)?;
        let new = self.out.modified(operation, old, operand)?;
        self.out.put(value.ty, id, address, new)?;
        if let Some(name) = result {
            self.define(name, old, 0, false);
        }
        Ok(())
    }
    /// The checked address, and what stands there, in a variable.
    fn read_to_write(&mut self, ty: Ty, id: TypeId, pointer: &Operand<'a>) -> Lowered<(ExprId, ExprId)> {
        let words = self.words().value(&pointer.value);
        let address = self.address_checks(ty, pointer)?;
        self.out.check_writable(address, &words)?;
        self.settle_reads();
        let old = self.out.loaded(ty, id, address)?;
        Ok((address, self.out.kept(old)))
    }
    pub fn compare_exchange(
        &mut self,
        result: Option<(&'a str, Ty)>,
        pointer: &Operand<'a>,
        expected: &Operand<'a>,
        new: &Operand<'a>,
    ) -> Lowered<()> {
        self.must_not_be_poison(&expected.value, "the expected value")?;
        self.must_not_be_poison(&new.value, "the new value")?;
        let id = self.out.ty(expected.ty)?;
        let (address, old) = self.read_to_write(expected.ty, id, pointer)?;
        let wanted = self.operand(expected)?;
        let new = self.operand(new)?;
        let equal = self.out.compare(IntPredicate::Eq, old, wanted)?;
        let changed = self.out.kept(equal);
        let written = self.out.low.program.if_else(changed, new, old)?;
        self.out.put(expected.ty, id, address, written)?;
        if let Some((name, ty)) = result {
            let ty = self.out.ty(ty)?;
            let pair = self.out.low.aggregate_of(ty, vec![old, changed])?;
            self.define(name, pair, 0, false);
        }
        Ok(())
    }
}
