//! The sort of an operator applied to arguments, or why there is none.
//!
//! Constructors of [`Terms`] assert through this module that they are used correctly; the SMT-LIB
//! reader asks it first and turns a refusal into an error with a place.

use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Sort, SortId};
use crate::terms::Terms;

/// Why an operator cannot be applied to some arguments.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SortError {
    #[error("{op:?} takes {expected} arguments, not {found}")]
    Arity { op: Op, expected: usize, found: usize },
    #[error("argument {position} of {op:?} must be {expected}, not {found:?}")]
    Argument { op: Op, position: usize, expected: &'static str, found: Sort },
    #[error("arguments of {op:?} must have the same sort, not {left:?} and {right:?}")]
    Different { op: Op, left: Sort, right: Sort },
    #[error("{op:?} is out of range for its argument")]
    Index { op: Op },
}

type Result<T> = std::result::Result<T, SortError>;

/// One application being checked.
struct Check<'a> {
    terms: &'a Terms,
    op: Op,
    args: &'a [TermId],
}

impl Check<'_> {
    fn arity(&self, expected: usize) -> Result<()> {
        let found = self.args.len();
        if found == expected { Ok(()) } else { Err(SortError::Arity { op: self.op, expected, found }) }
    }
    fn sort(&self, position: usize) -> Sort {
        *self.terms.sort_data(self.terms.sort_of(self.args[position]))
    }
    fn refuse<T>(&self, position: usize, expected: &'static str) -> Result<T> {
        Err(SortError::Argument { op: self.op, position, expected, found: self.sort(position) })
    }
    fn is_bool(&self, position: usize) -> Result<()> {
        if self.sort(position) == Sort::Bool { Ok(()) } else { self.refuse(position, "Bool") }
    }
    fn bit_width(&self, position: usize) -> Result<u32> {
        if let Sort::BitVec(width) = self.sort(position) { Ok(width) } else { self.refuse(position, "a bit-vector") }
    }
    fn float(&self, position: usize) -> Result<FloatFormat> {
        if let Sort::Float(format) = self.sort(position) { Ok(format) } else { self.refuse(position, "a float") }
    }
    fn rounding_mode(&self, position: usize) -> Result<()> {
        if self.sort(position) == Sort::RoundingMode { Ok(()) } else { self.refuse(position, "a rounding mode") }
    }
    fn exactly(&self, position: usize, sort: Sort, words: &'static str) -> Result<()> {
        if self.sort(position) == sort { Ok(()) } else { self.refuse(position, words) }
    }
    fn number(&self, position: usize) -> Result<()> {
        if matches!(self.sort(position), Sort::Int | Sort::Real) { Ok(()) } else { self.refuse(position, "a number") }
    }
    /// All arguments from `first` on have one sort.
    fn same(&self, first: usize) -> Result<()> {
        let sort = |t: TermId| self.terms.sort_of(t);
        for &arg in &self.args[first..] {
            if sort(arg) != sort(self.args[first]) {
                let data = |t: TermId| *self.terms.sort_data(sort(t));
                return Err(SortError::Different { op: self.op, left: data(self.args[first]), right: data(arg) });
            }
        }
        Ok(())
    }
    fn valid(&self, holds: bool) -> Result<()> {
        if holds { Ok(()) } else { Err(SortError::Index { op: self.op }) }
    }

    fn width(&self, width: u64) -> Result<Sort> {
        self.valid((1..=u64::from(MAX_WIDTH)).contains(&width))?;
        Ok(Sort::BitVec(width as u32))
    }

    fn core(&self) -> Result<Sort> {
        match self.op {
            Op::Symbol(symbol) => {
                self.arity(0)?;
                Ok(*self.terms.sort_data(self.terms.symbol_sort(symbol)))
            }
            Op::Not => {
                self.arity(1)?;
                self.is_bool(0)?;
                Ok(Sort::Bool)
            }
            Op::And | Op::Or | Op::Xor | Op::Implies => {
                self.arity(2)?;
                self.is_bool(0)?;
                self.is_bool(1)?;
                Ok(Sort::Bool)
            }
            Op::Eq => {
                self.arity(2)?;
                self.same(0)?;
                Ok(Sort::Bool)
            }
            Op::Ite => {
                self.arity(3)?;
                self.is_bool(0)?;
                self.same(1)?;
                Ok(self.sort(1))
            }
            Op::Apply(function) => self.application(function),
            Op::Forall | Op::Exists => self.quantifier(),
            _ => self.bit_vector(),
        }
    }

    fn application(&self, function: crate::op::FunId) -> Result<Sort> {
        let data = self.terms.function_data(function);
        self.arity(data.parameters.len())?;
        for (position, &expected) in data.parameters.iter().enumerate() {
            let (left, right) = (*self.terms.sort_data(expected), self.sort(position));
            if left != right {
                return Err(SortError::Different { op: self.op, left, right });
            }
        }
        Ok(*self.terms.sort_data(data.result))
    }

    fn quantifier(&self) -> Result<Sort> {
        if self.args.len() < 2 {
            return Err(SortError::Arity { op: self.op, expected: 2, found: self.args.len() });
        }
        for position in 0..self.args.len() - 1 {
            if !matches!(self.terms.op(self.args[position]), Op::Symbol(_)) {
                return self.refuse(position, "a symbol");
            }
        }
        self.is_bool(self.args.len() - 1)?;
        Ok(Sort::Bool)
    }

    fn bit_vector(&self) -> Result<Sort> {
        match self.op {
            Op::BvNot | Op::BvNeg | Op::RotateLeft(_) | Op::RotateRight(_) => {
                self.arity(1)?;
                Ok(Sort::BitVec(self.bit_width(0)?))
            }
            Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::BvSmod
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr => {
                self.arity(2)?;
                self.same(0)?;
                Ok(Sort::BitVec(self.bit_width(0)?))
            }
            Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvUaddO
            | Op::BvSaddO
            | Op::BvUsubO
            | Op::BvSsubO
            | Op::BvUmulO
            | Op::BvSmulO
            | Op::BvSdivO => {
                self.arity(2)?;
                self.bit_width(0)?;
                self.same(0)?;
                Ok(Sort::Bool)
            }
            Op::BvNegO => {
                self.arity(1)?;
                self.bit_width(0)?;
                Ok(Sort::Bool)
            }
            Op::Concat => {
                self.arity(2)?;
                self.width(u64::from(self.bit_width(0)?) + u64::from(self.bit_width(1)?))
            }
            Op::Extract { high, low } => {
                self.arity(1)?;
                self.valid(low <= high && high < self.bit_width(0)?)?;
                Ok(Sort::BitVec(high - low + 1))
            }
            Op::ZeroExtend(by) | Op::SignExtend(by) => {
                self.arity(1)?;
                self.width(u64::from(self.bit_width(0)?) + u64::from(by))
            }
            _ => self.array(),
        }
    }

    fn array(&self) -> Result<Sort> {
        match self.op {
            Op::Select | Op::Store => {
                self.arity(if self.op == Op::Select { 2 } else { 3 })?;
                let Sort::Array { index, element } = self.sort(0) else {
                    return self.refuse(0, "an array");
                };
                if self.terms.sort_of(self.args[1]) != index {
                    return self.refuse(1, "of the array's index sort");
                }
                if self.op == Op::Select {
                    return Ok(*self.terms.sort_data(element));
                }
                if self.terms.sort_of(self.args[2]) != element {
                    return self.refuse(2, "of the array's element sort");
                }
                Ok(self.sort(0))
            }
            Op::ConstArray(sort) => {
                self.arity(1)?;
                match *self.terms.sort_data(sort) {
                    array @ Sort::Array { element, .. } if self.terms.sort_of(self.args[0]) == element => Ok(array),
                    _ => self.refuse(0, "of the array's element sort"),
                }
            }
            _ => self.floating_point(),
        }
    }

    fn floating_point(&self) -> Result<Sort> {
        match self.op {
            Op::FpAbs | Op::FpNeg => {
                self.arity(1)?;
                Ok(Sort::Float(self.float(0)?))
            }
            Op::FpRem | Op::FpMin | Op::FpMax => {
                self.arity(2)?;
                self.same(0)?;
                Ok(Sort::Float(self.float(0)?))
            }
            Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFma | Op::FpSqrt | Op::FpRoundToIntegral => {
                self.arity(match self.op {
                    Op::FpFma => 4,
                    Op::FpSqrt | Op::FpRoundToIntegral => 2,
                    _ => 3,
                })?;
                self.rounding_mode(0)?;
                self.same(1)?;
                Ok(Sort::Float(self.float(1)?))
            }
            Op::FpLeq | Op::FpLt | Op::FpEq => {
                self.arity(2)?;
                self.float(0)?;
                self.same(0)?;
                Ok(Sort::Bool)
            }
            Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsZero
            | Op::FpIsInfinite
            | Op::FpIsNaN
            | Op::FpIsNegative
            | Op::FpIsPositive => {
                self.arity(1)?;
                self.float(0)?;
                Ok(Sort::Bool)
            }
            _ => self.float_conversion(),
        }
    }

    fn float_conversion(&self) -> Result<Sort> {
        match self.op {
            Op::FpFromBits(format) => {
                self.arity(1)?;
                self.valid(format.is_valid() && self.bit_width(0)? == format.width())?;
                Ok(Sort::Float(format))
            }
            Op::FpToFp(format) | Op::FpFromSigned(format) | Op::FpFromUnsigned(format) | Op::FpFromReal(format) => {
                self.arity(2)?;
                self.rounding_mode(0)?;
                match self.op {
                    Op::FpToFp(_) => self.float(1).map(|_| ())?,
                    Op::FpFromReal(_) => self.exactly(1, Sort::Real, "a real")?,
                    _ => self.bit_width(1).map(|_| ())?,
                }
                self.valid(format.is_valid())?;
                Ok(Sort::Float(format))
            }
            Op::FpToUbv(width) | Op::FpToSbv(width) => {
                self.arity(2)?;
                self.rounding_mode(0)?;
                self.float(1)?;
                self.width(u64::from(width))
            }
            Op::FpToReal => {
                self.arity(1)?;
                self.float(0)?;
                Ok(Sort::Real)
            }
            Op::FpToIeeeBits => {
                self.arity(1)?;
                Ok(Sort::BitVec(self.float(0)?.width()))
            }
            _ => self.arithmetic(),
        }
    }

    fn arithmetic(&self) -> Result<Sort> {
        match self.op {
            Op::Add | Op::Sub | Op::Mul | Op::Le | Op::Lt => {
                self.arity(2)?;
                self.number(0)?;
                self.same(0)?;
                Ok(if matches!(self.op, Op::Le | Op::Lt) { Sort::Bool } else { self.sort(0) })
            }
            Op::Neg => {
                self.arity(1)?;
                self.number(0)?;
                Ok(self.sort(0))
            }
            Op::IntDiv | Op::IntMod => {
                self.arity(2)?;
                self.exactly(0, Sort::Int, "an integer")?;
                self.exactly(1, Sort::Int, "an integer")?;
                Ok(Sort::Int)
            }
            Op::RealDiv => {
                self.arity(2)?;
                self.exactly(0, Sort::Real, "a real")?;
                self.exactly(1, Sort::Real, "a real")?;
                Ok(Sort::Real)
            }
            Op::IntAbs | Op::ToReal | Op::IntToBv(_) => {
                self.arity(1)?;
                self.exactly(0, Sort::Int, "an integer")?;
                match self.op {
                    Op::IntAbs => Ok(Sort::Int),
                    Op::IntToBv(width) => self.width(u64::from(width)),
                    _ => Ok(Sort::Real),
                }
            }
            Op::ToInt | Op::IsInt => {
                self.arity(1)?;
                self.exactly(0, Sort::Real, "a real")?;
                Ok(if self.op == Op::ToInt { Sort::Int } else { Sort::Bool })
            }
            Op::BvToNat | Op::SbvToInt => {
                self.arity(1)?;
                self.bit_width(0)?;
                Ok(Sort::Int)
            }
            _ => unreachable!("constants are made by their own constructors: {:?}", self.op),
        }
    }
}

impl Terms {
    /// The sort `op` gives when applied to `args`, or why it cannot be. `op` must not be a constant.
    pub fn check(&mut self, op: Op, args: &[TermId]) -> Result<SortId> {
        let sort = Check { terms: self, op, args }.core()?;
        Ok(self.sort(sort))
    }
}
