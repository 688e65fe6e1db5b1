//! `'Image` (RM 3.5): the text of a discrete value, as a String that starts at 1.
//!
//! Absent: real types, whose digits depend on rounding, and Character, whose control characters have names.

use super::arrays::ArrayVal;
use super::{Lower, Lowerer};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, Place, Projection, Sign, VarId};
use num_bigint::BigInt;
use num_traits::{One, Pow};

/// Enumerations with more literals than this are refused: each literal is a branch.
const MOST_LITERALS: usize = 256;

impl Lowerer<'_> {
    pub(super) fn image(&mut self, value: ExprId, of: TypeId, span: Span) -> Lower<ArrayVal> {
        let ty = self.settle(of);
        let string = self.a.standard.string;
        let string_type = self.ir_type(string, span)?;
        let result = self.temporary("image", string_type);
        let value = self.keep("value", value, span);
        if self.frame.pure_depth > 0 {
            return self.refuse("attribute Image in a specification", span);
        }
        match self.a.kind(ty).clone() {
            TypeKind::Enumeration { literals, .. } if literals.len() <= MOST_LITERALS => {
                self.literal_image(value, ty, &literals, result, span)?;
            }
            TypeKind::Signed { .. } | TypeKind::Modular { .. } => self.number_image(value, ty, result, span)?,
            _ => return self.refuse("attribute Image of this type", span),
        }
        let value = self.p.var(result);
        Ok(ArrayVal { value, shape: None, ty: string })
    }

    fn set_bounds(&mut self, result: VarId, last: ExprId, span: Span) -> Lower<()> {
        let one = self.integer(1, self.a.standard.positive, span)?;
        self.assign(Place::var(result).then(Projection::Field(0)), one, span);
        self.assign(Place::var(result).then(Projection::Field(1)), last, span);
        Ok(())
    }

    fn set_character(&mut self, result: VarId, at: ExprId, code: ExprId, span: Span) {
        let place = Place::var(result).then(Projection::Field(2)).then(Projection::Index(at));
        self.assign(place, code, span);
    }

    /// Identifiers in upper case, character literals as they are.
    fn literal_image(
        &mut self,
        value: ExprId,
        ty: TypeId,
        literals: &[Literal],
        result: VarId,
        span: Span,
    ) -> Lower<()> {
        let after = self.new_block("image");
        let character = self.a.standard.character;
        for (position, literal) in literals.iter().enumerate() {
            let text = if literal.spelled.starts_with('\'') {
                literal.spelled.to_string()
            } else {
                literal.spelled.to_uppercase()
            };
            let code = self.integer(position, self.a.base(ty), span)?;
            let is = self.p.binary(Binary::Equal, value, code)?;
            let (here, next) = (self.new_block("literal"), self.new_block("next"));
            self.branch(is, here, next, Some(span));
            self.enter(here);
            let length = text.chars().count();
            let last = self.integer(length, self.a.standard.positive, span)?;
            self.set_bounds(result, last, span)?;
            for (i, c) in text.chars().enumerate() {
                let (at, code) = (self.position(i as u64)?, self.integer(c as u32, character, span)?);
                self.set_character(result, at, code, span);
            }
            self.goto(after, Some(span));
            self.enter(next);
        }
        self.no_choice(span);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }

    /// A blank or a minus sign, then the decimal digits.
    fn number_image(&mut self, value: ExprId, ty: TypeId, result: VarId, span: Span) -> Lower<()> {
        let base = self.a.base(ty);
        let width = self.width(base) + 1;
        let wide = self.p.types.int(width);
        let extended = self.extend(value, base, width)?;
        let zero = self.p.int_const(wide, 0)?;
        let negative = self.p.binary(Binary::Less(Sign::Signed), extended, zero)?;
        let opposite = self.p.binary(Binary::Subtract, zero, extended)?;
        let magnitude = self.p.if_else(negative, opposite, extended)?;
        let magnitude = self.keep("magnitude", magnitude, span);
        let digits = (BigInt::one() << (width - 1)).to_string().len() as u32;
        let (one, ten) = (self.position(1)?, self.p.int_const(wide, 10)?);
        // How many digits: one, and one more for every power of ten that is reached.
        let mut count = one;
        for k in 1..digits {
            let power = self.p.int_const(wide, BigInt::from(10).pow(k))?;
            let reached = self.p.binary(Binary::LessEqual(Sign::Unsigned), power, magnitude)?;
            let (more, none) = (self.position(1)?, self.position(0)?);
            let step = self.p.if_else(reached, more, none)?;
            count = self.p.binary(Binary::Add, count, step)?;
        }
        let count = self.keep("digits", count, span);
        let character = self.ir_type(self.a.standard.character, span)?;
        let code_of_zero = self.p.int_const(character, u32::from(b'0'))?;
        for k in 0..digits {
            let power = self.p.int_const(wide, BigInt::from(10).pow(k))?;
            let shifted = self.p.binary(Binary::Divide(Sign::Unsigned), magnitude, power)?;
            let digit = self.p.binary(Binary::Remainder(Sign::Unsigned), shifted, ten)?;
            let digit = self.p.convert(Convert::Truncate, digit, character)?;
            let code = self.p.binary(Binary::Add, code_of_zero, digit)?;
            // Digits beyond the first go where the sign is written afterwards.
            let (here, nowhere) = (self.position(u64::from(k))?, self.position(0)?);
            let exists = self.p.binary(Binary::Less(Sign::Unsigned), here, count)?;
            let at = self.p.binary(Binary::Subtract, count, here)?;
            let at = self.p.if_else(exists, at, nowhere)?;
            self.set_character(result, at, code, span);
        }
        let (minus, blank) =
            (self.p.int_const(character, u32::from(b'-'))?, self.p.int_const(character, u32::from(b' '))?);
        let sign = self.p.if_else(negative, minus, blank)?;
        let start = self.position(0)?;
        self.set_character(result, start, sign, span);
        let length = self.p.binary(Binary::Add, count, one)?;
        let index = self.ir_type(self.a.base(self.a.standard.positive), span)?;
        let last = self.p.convert(Convert::Retype, length, index)?;
        self.set_bounds(result, last, span)
    }
}
