//! Flags of fast mathematics: `nnan` and `ninf` promise something, `nsz` leaves the sign of a zero open. The others allow
//! several results and are refused where they are used.

use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, refuse};
use crate::syntax::module::Flags;
use cairn_ir::{Binary, CheckKind, ExprId, FloatClass, TypeKind as Shape, Unary};

impl Emitter<'_, '_, '_> {
    /// `nnan` and `ninf`, of operands and results.
    pub fn float_promises(
        &mut self,
        flags: Flags,
        values: &[ExprId],
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        let types = &self.low.program.types;
        let shape = values.first().map(|value| types.kind(self.low.program.type_of(*value)));
        let (length, scalar) = match shape {
            Some(Shape::Array { length: Some(length), element, .. }) => (Some(*length), Some(types.kind(*element))),
            shape => (None, shape),
        };
        if !matches!(scalar, Some(Shape::Float(_))) {
            return Ok(());
        }
        for (wanted, class, what) in
            [(flags.nnan, FloatClass::Nan, "NaN"), (flags.ninf, FloatClass::Infinite, "infinite")]
        {
            for lane in (0..length.unwrap_or(1)).filter(|_| wanted) {
                let mut holds = self.low.program.bool_const(true);
                for value in values {
                    let value = if length.is_some() { self.element(*value, lane)? } else { *value };
                    let is = self.low.program.unary(Unary::FloatIs(class), value)?;
                    let not = self.low.program.not(is)?;
                    holds = self.low.program.binary(Binary::And, holds, not)?;
                }
                let description = format!("{words} must not be {what}");
                let mut promise = Promise::new(CheckKind::Float, holds, description);
                if length.is_some() {
                    Promise::about(std::slice::from_mut(&mut promise), lane);
                }
                promises.push(promise);
            }
        }
        Ok(())
    }
    /// With `nsz`, zeros of either sign, in a number or in the elements of a vector.
    pub fn with_any_zeros(&mut self, flags: Flags, value: ExprId) -> Lowered<ExprId> {
        if !flags.nsz {
            return Ok(value);
        }
        self.map_scalar(value, |body, value| body.with_any_zero(flags, value))
    }
    /// With `nsz`, a zero of either sign.
    pub fn with_any_zero(&mut self, flags: Flags, value: ExprId) -> Lowered<ExprId> {
        let is_float = matches!(self.low.program.types.kind(self.low.program.type_of(value)), Shape::Float(_));
        if !flags.nsz || !is_float {
            return Ok(value);
        }
        let bool = self.low.program.types.bool();
        let any = self.arbitrary(bool);
        let program = &mut self.low.program;
        let zero = program.unary(Unary::FloatIs(FloatClass::Zero), value)?;
        let other = program.binary(Binary::And, zero, any)?;
        let negated = program.unary(Unary::FloatNegate, value)?;
        Ok(program.if_else(other, negated, value)?)
    }
    pub fn refuse_imprecise(flags: Flags) -> Lowered<()> {
        if flags.imprecise {
            return refuse("fast-math is not supported: its results are not determined");
        }
        Ok(())
    }
}
