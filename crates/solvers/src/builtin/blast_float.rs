//! Bit-blasting of float terms. See [`blast`](super::blast).

use cairn_term::{FloatFormat, Op, RoundingMode, Sort, TermId, Terms, Value, softfloat};

use super::blast::{BlastError, Blaster, WIDEST_PRODUCT, constant_word, unsupported};
use crate::aig::{Aig, Bit};
use crate::circuits;
use crate::circuits::float::{Float, Rounding};

impl Blaster {
    pub(super) fn float(&mut self, terms: &Terms, term: TermId, format: FloatFormat) -> Result<Float, BlastError> {
        let args = terms.args(term);
        let operation = matches!(terms.op(term), Op::FpMul | Op::FpDiv | Op::FpFma | Op::FpSqrt | Op::FpRem);
        if operation && 2 * format.significand as usize > WIDEST_PRODUCT {
            return Err(BlastError::Unsupported(format!("arithmetic on floats of format {format:?}")));
        }
        Ok(match terms.op(term) {
            Op::FloatConst(value) => {
                let word = constant_word(terms.bits_of(value));
                Float::unpack(&mut self.aig, format, &word)
            }
            Op::Symbol(_) => {
                self.symbols.push(term);
                self.fresh_float(term, format)
            }
            Op::Select => {
                self.selects.push(term);
                self.fresh_float(term, format)
            }
            Op::Ite => {
                let condition = self.bit(args[0]);
                Float::mux(&mut self.aig, condition, &self.floats[&args[1]], &self.floats[&args[2]])
            }
            Op::FpAbs => self.floats[&args[0]].absolute(),
            Op::FpNeg => self.floats[&args[0]].negated(),
            Op::FpMin => self.binary(args, Float::minimum),
            Op::FpMax => self.binary(args, Float::maximum),
            Op::FpRem => {
                let (a, b) = (&self.floats[&args[0]], &self.floats[&args[1]]);
                let result = a.remainder(&mut self.aig, b);
                result.ok_or_else(|| BlastError::Unsupported(format!("fp.rem of floats of format {format:?}")))?
            }
            Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFma | Op::FpSqrt | Op::FpRoundToIntegral => {
                self.rounded(terms.op(term), args)
            }
            _ => return self.converted(terms, term, format),
        })
    }
    fn rounding(&mut self, mode: TermId) -> Rounding {
        let code = self.word(mode).to_vec();
        Rounding::decode(&mut self.aig, &code)
    }
    fn binary(&mut self, args: &[TermId], circuit: fn(&Float, &mut Aig, &Float) -> Float) -> Float {
        circuit(&self.floats[&args[0]], &mut self.aig, &self.floats[&args[1]])
    }
    /// Arithmetic with a rounding mode as first argument.
    fn rounded(&mut self, op: Op, args: &[TermId]) -> Float {
        let rounding = self.rounding(args[0]);
        let (aig, floats) = (&mut self.aig, &self.floats);
        let operand = |i: usize| &floats[&args[i]];
        match op {
            Op::FpAdd => operand(1).add(aig, rounding, operand(2)),
            Op::FpSub => operand(1).subtract(aig, rounding, operand(2)),
            Op::FpMul => operand(1).multiply(aig, rounding, operand(2)),
            Op::FpDiv => operand(1).divide(aig, rounding, operand(2)),
            Op::FpFma => operand(1).fused_multiply_add(aig, rounding, operand(2), operand(3)),
            Op::FpSqrt => operand(1).square_root(aig, rounding),
            Op::FpRoundToIntegral => operand(1).round_to_integral(aig, rounding),
            _ => unreachable!("not float arithmetic: {op:?}"),
        }
    }
    /// Conversions to a float.
    fn converted(&mut self, terms: &Terms, term: TermId, format: FloatFormat) -> Result<Float, BlastError> {
        let args = terms.args(term);
        Ok(match terms.op(term) {
            Op::FpFromBits(_) => {
                let word = self.word(args[0]).to_vec();
                Float::unpack(&mut self.aig, format, &word)
            }
            Op::FpToFp(_) => {
                let rounding = self.rounding(args[0]);
                self.floats[&args[1]].to_format(&mut self.aig, rounding, format)
            }
            Op::FpFromSigned(_) => {
                let (rounding, word) = (self.rounding(args[0]), self.word(args[1]).to_vec());
                Float::from_signed(&mut self.aig, rounding, format, &word)
            }
            Op::FpFromUnsigned(_) => {
                let (rounding, word) = (self.rounding(args[0]), self.word(args[1]).to_vec());
                Float::from_unsigned(&mut self.aig, rounding, format, &word)
            }
            Op::FpFromReal(_) => {
                let number = terms.real_value(args[1]).ok_or_else(|| unsupported(terms, term))?;
                let code = self.word(args[0]).to_vec();
                let aig = &mut self.aig;
                RoundingMode::ALL.iter().enumerate().fold(Float::zero(format, Bit::FALSE), |rest, (place, &mode)| {
                    let word = constant_word(&softfloat::from_rational(format, mode, number));
                    let float = Float::unpack(aig, format, &word);
                    let is = circuits::equal(aig, &code, &circuits::constant(3, place as u64));
                    Float::mux(aig, is, &float, &rest)
                })
            }
            _ => return Err(unsupported(terms, term)),
        })
    }

    pub(super) fn float_predicate(&mut self, terms: &Terms, term: TermId) -> Result<Bit, BlastError> {
        let args = terms.args(term);
        let is_float = |arg: &TermId| matches!(terms.sort_data_of(*arg), Sort::Float(_));
        if args.is_empty() || !args.iter().all(is_float) {
            return Err(unsupported(terms, term));
        }
        let (a, b, aig) = (&self.floats[&args[0]], &self.floats[&args[args.len() - 1]], &mut self.aig);
        Ok(match terms.op(term) {
            Op::FpLt => a.less(aig, b),
            Op::FpLeq => a.less_equal(aig, b),
            Op::FpEq => a.equal(aig, b),
            Op::FpIsNormal => a.is_normal(aig),
            Op::FpIsSubnormal => a.is_subnormal(aig),
            Op::FpIsZero => a.zero,
            Op::FpIsInfinite => a.infinite,
            Op::FpIsNaN => a.nan,
            Op::FpIsNegative => a.is_negative(aig),
            Op::FpIsPositive => a.is_positive(aig),
            _ => return Err(unsupported(terms, term)),
        })
    }

    /// Conversions from a float to a bit-vector.
    pub(super) fn float_to_bit_vector(
        &mut self,
        terms: &Terms,
        term: TermId,
        width: usize,
    ) -> Result<Vec<Bit>, BlastError> {
        let args = terms.args(term);
        match terms.op(term) {
            Op::FpToIeeeBits => Ok(self.encoding(terms, args[0])),
            Op::FpToUbv(_) => {
                let rounding = self.rounding(args[0]);
                Ok(self.floats[&args[1]].to_unsigned(&mut self.aig, rounding, width))
            }
            Op::FpToSbv(_) => {
                let rounding = self.rounding(args[0]);
                Ok(self.floats[&args[1]].to_signed(&mut self.aig, rounding, width))
            }
            _ => Err(unsupported(terms, term)),
        }
    }
}

/// The value of a sort without arrays, from its bits (least significant first).
pub(super) fn value_of_bits(sort: Sort, bits: impl Iterator<Item = bool>) -> Option<Value> {
    let bits: Vec<bool> = bits.collect();
    let number = || {
        let mut bytes = vec![0u8; bits.len().div_ceil(8)];
        for (i, _) in bits.iter().enumerate().filter(|&(_, &bit)| bit) {
            bytes[i / 8] |= 1 << (i % 8);
        }
        cairn_term::BvValue::from_biguint(bits.len() as u32, num_bigint::BigUint::from_bytes_le(&bytes))
    };
    Some(match sort {
        Sort::Bool => Value::Bool(bits[0]),
        Sort::BitVec(_) => Value::BitVec(number()),
        Sort::Float(format) => Value::Float(format, softfloat::canonical(format, number())),
        Sort::RoundingMode => {
            let code = number().to_u64().unwrap_or(0) as usize;
            Value::RoundingMode(*RoundingMode::ALL.get(code).unwrap_or(&RoundingMode::NearestEven))
        }
        Sort::Array { .. } | Sort::Int | Sort::Real => return None,
    })
}
