//! The rounding mode, for programs that change it (`fesetround`).
//!
//! In such a program a hidden variable holds the mode, and every operation that rounds is made once for each of them,
//! the variable choosing. In all others results are rounded to nearest, and there is no trace of this. Constants
//! are computed when the program is compiled, to nearest.

use super::{Lower, Lowerer};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, Initial, Rounding, VariableKind};

/// `FE_TONEAREST` and its like, as x86 and the C libraries there number them.
const MODES: [(u32, Rounding); 4] = [
    (0, Rounding::NearestEven),
    (0x400, Rounding::TowardNegative),
    (0x800, Rounding::TowardPositive),
    (0xc00, Rounding::TowardZero),
];

impl Lowerer<'_> {
    /// Makes the variable if the program could change the mode.
    pub fn prepare_rounding(&mut self) {
        if !super::visit::undefined_functions(self.c).iter().any(|name| &**name == "fesetround") {
            return;
        }
        let ty = self.p.types.int(32);
        let name = super::numbered(&mut self.global_names, "rounding mode");
        let mode = self.p.add_variable(name, ty, VariableKind::Global, None);
        self.p.variables[mode].initial = Initial::Zero;
        self.p.variables[mode].temporary = true;
        self.rounding_mode = Some(mode);
    }
    /// `fegetround ()`.
    pub fn rounding_mode(&mut self) -> Lower<ExprId> {
        match self.rounding_mode {
            Some(mode) => Ok(self.p.var(mode)),
            None => {
                let ty = self.p.types.int(32);
                Ok(self.p.int_const(ty, 0)?)
            }
        }
    }
    /// `fesetround (mode)`: 0 if there is such a mode; otherwise nothing changes.
    pub fn set_rounding_mode(&mut self, new: ExprId, span: Span) -> Lower<ExprId> {
        let old = self.rounding_mode()?;
        let new = self.keep("mode", new, span);
        let mut exists = self.p.bool_const(false);
        for (number, _) in MODES {
            let number = self.p.int_const(self.p.type_of(new), number)?;
            let same = self.p.binary(Binary::Equal, new, number)?;
            exists = self.p.binary(Binary::Or, exists, same)?;
        }
        if let Some(mode) = self.rounding_mode {
            let chosen = self.p.if_else(exists, new, old)?;
            self.assign_var(mode, chosen, span);
        }
        let fails = self.not(exists)?;
        let ty = self.p.types.int(32);
        Ok(self.p.convert(Convert::BoolToInt, fails, ty)?)
    }
    /// A result that is rounded as the mode says.
    pub fn rounded(&mut self, make: impl Fn(&mut Self, Rounding) -> Lower<ExprId>) -> Lower<ExprId> {
        let nearest = make(self, Rounding::NearestEven)?;
        let Some(mode) = self.rounding_mode.filter(|_| !self.frame.is_constant) else { return Ok(nearest) };
        let mode = self.p.var(mode);
        let mut result = nearest;
        for (number, rounding) in MODES.into_iter().skip(1) {
            let number = self.p.int_const(self.p.type_of(mode), number)?;
            let is_it = self.p.binary(Binary::Equal, mode, number)?;
            let other = make(self, rounding)?;
            result = self.p.if_else(is_it, other, result)?;
        }
        Ok(result)
    }
}
