//! The bits of NaNs.
//!
//! The terms have one NaN for each format, processors have many. Which one an operation gives is not determined (IEEE 754,
//! 6.2; LLVM's reference, "Behavior of Floating-Point NaN values"), but copies keep all bits, and changes of the sign
//! all others. So the bits of a NaN are known where the term of the number shows where it comes from: an input, bits
//! read as a number, one of several such. The interpreter keeps these too (`cairn_ir::layout::float_value`). Executions that
//! read the bits of other NaNs are not followed.
//!
//! Not for the 80-bit format, of which all NaNs count as not known.

use crate::machine::Machine;
use cairn_ir::FloatFormat;
use cairn_passes::scalars::term_format;
use cairn_term::{Op, Sort, TermId, softfloat};
use rustc_hash::FxHashMap;

/// Choices nested deeper are not looked into.
const MAX_CHOICES: u32 = 200;

/// Bits, and the condition under which they are not known.
type Known = (TermId, TermId);

/// What is known of NaNs so far.
#[derive(Default)]
pub struct Nans {
    bits: FxHashMap<TermId, Known>,
    /// The bits of inputs that are NaNs, where they were asked for.
    pub of_inputs: FxHashMap<TermId, TermId>,
}

impl Machine<'_> {
    pub fn is_x87(&self, number: TermId) -> bool {
        self.terms.float_format(number) == term_format(FloatFormat::X87)
    }
    /// The interchange encoding of a number, and the condition under which it is not known.
    pub fn float_bits(&mut self, number: TermId) -> Known {
        let (nan, bits) = (self.terms.fp_is_nan(number), self.terms.fp_to_ieee_bits(number));
        if let Some(source) = self.source_bits(number) {
            return (source, self.terms.ff());
        }
        if self.terms.as_bool_const(nan) == Some(false) {
            return (bits, nan);
        }
        let (nan_bits, unknown) = self.nan_bits(number, MAX_CHOICES);
        (self.terms.ite(nan, nan_bits, bits), self.terms.and(nan, unknown))
    }
    /// The bits that a number was read from.
    pub fn source_bits(&self, number: TermId) -> Option<TermId> {
        match self.terms.op(number) {
            Op::FpFromBits(_) if !self.is_x87(number) => self.terms.args(number).first().copied(),
            _ => None,
        }
    }
    /// The encoding of a number where it is a NaN. For others it means nothing.
    fn nan_bits(&mut self, number: TermId, choices: u32) -> Known {
        if let Some(known) = self.nans.bits.get(&number) {
            return *known;
        }
        if self.is_x87(number) || choices == 0 {
            return self.unknown_nan(number);
        }
        let known = match (self.terms.op(number), self.terms.args(number)) {
            (Op::Symbol(_), _) => (self.nan_of_input(number), self.terms.ff()),
            (Op::FpFromBits(_), &[bits]) => (bits, self.terms.ff()),
            (op @ (Op::FpNeg | Op::FpAbs), &[x]) => {
                let (bits, unknown) = self.nan_bits(x, choices - 1);
                (self.with_sign_changed(op, bits), unknown)
            }
            (Op::Ite, &[condition, a, b]) => {
                let (x, y) = (self.nan_bits(a, choices - 1), self.nan_bits(b, choices - 1));
                (self.terms.ite(condition, x.0, y.0), self.terms.ite(condition, x.1, y.1))
            }
            _ => self.unknown_nan(number),
        };
        self.nans.bits.insert(number, known);
        known
    }
    fn unknown_nan(&mut self, number: TermId) -> Known {
        (self.terms.fp_to_ieee_bits(number), self.terms.tt())
    }
    /// The bits of a negated number, or of its absolute value.
    fn with_sign_changed(&mut self, op: Op, bits: TermId) -> TermId {
        let top = self.terms.width(bits) - 1;
        let (sign, rest) = (self.terms.extract(bits, top, top), self.terms.extract(bits, top - 1, 0));
        let sign = if op == Op::FpAbs { self.terms.bv_u64(1, 0) } else { self.terms.bv_not(sign) };
        self.terms.concat(sign, rest)
    }
    /// The bits of an input where it is a NaN: any NaN's. Where the symbol is the encoding of no NaN, the one of the terms.
    fn nan_of_input(&mut self, number: TermId) -> TermId {
        let format = self.terms.float_format(number);
        let Op::Symbol(input) = self.terms.op(number) else { unreachable!("inputs are symbols") };
        let name = format!("{} as a NaN", self.terms.symbol_name(input));
        let sort = self.terms.bv_sort(format.width());
        let symbol = self.terms.symbol(&name, sort);
        let read = self.terms.fp_from_bits(format, symbol);
        let (is_nan, one) = (self.terms.fp_is_nan(read), self.terms.bv(softfloat::nan(format)));
        let bits = self.terms.ite(is_nan, symbol, one);
        self.nans.of_inputs.insert(number, bits);
        bits
    }
    /// The result of an operation on floats. Terms may simplify to an operand, of which an operation does not
    /// promise to keep the bits:
    /// `x`  ->  `(ite (fp.isNaN x) NaN x)`
    pub fn any_nan(&mut self, result: TermId) -> TermId {
        let Sort::Float(format) = self.terms.sort_data_of(result) else { return result };
        if !matches!(self.terms.op(result), Op::Symbol(_) | Op::FpFromBits(_) | Op::FpNeg | Op::FpAbs | Op::Ite) {
            return result;
        }
        let (nan, one) = (self.terms.fp_is_nan(result), self.terms.float_const(format, softfloat::nan(format)));
        self.terms.ite(nan, one, result)
    }
}
