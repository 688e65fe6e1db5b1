//! Random terms and values for tests: terms are built twice, through the simplifying constructors
//! and as they stand, so that the two can be compared by evaluation.

use crate::bv::BvValue;
use crate::eval::Assignment;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, RoundingMode, Sort, SortId};
use crate::terms::Terms;
use crate::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

/// A term built both ways.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub simple: TermId,
    pub raw: TermId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    BitVectors,
    Arrays,
    Floats,
    Numbers,
}

/// A growing set of terms over few symbols, so that subterms are shared a lot.
pub(crate) struct Pool {
    pub terms: Terms,
    pub pairs: Vec<Pair>,
    pub random: fastrand::Rng,
    family: Family,
    widths: Vec<u32>,
    formats: Vec<FloatFormat>,
}

const SMALL: FloatFormat = FloatFormat { exponent: 3, significand: 4 };

impl Pool {
    /// A pool without terms, for its random values.
    pub(crate) fn empty(seed: u64) -> Self {
        let (terms, random) = (Terms::new(), fastrand::Rng::with_seed(seed));
        let (widths, formats) = (vec![8], vec![FloatFormat::HALF]);
        Self { terms, pairs: Vec::new(), random, family: Family::BitVectors, widths, formats }
    }

    pub(crate) fn new(family: Family, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        let widths = match seed % 4 {
            0 => vec![1, 2, 3, 4],
            1 => vec![4, 8],
            2 => vec![2, 5, 7],
            _ => vec![8, 32, 70],
        };
        let formats = vec![SMALL, FloatFormat::HALF];
        let mut pool = Self { terms: Terms::new(), pairs: Vec::new(), random, family, widths, formats };
        pool.add_symbols();
        pool
    }

    fn add_symbols(&mut self) {
        let mut sorts = vec![self.terms.bool_sort()];
        for &width in &self.widths.clone() {
            sorts.push(self.terms.bv_sort(width));
        }
        match self.family {
            Family::BitVectors => {}
            Family::Arrays => sorts.push(self.array_sort()),
            Family::Floats => {
                for format in self.formats.clone() {
                    sorts.push(self.terms.float_sort(format));
                }
                sorts.push(self.terms.rounding_mode_sort());
                sorts.push(self.terms.real_sort());
            }
            Family::Numbers => {
                sorts.push(self.terms.int_sort());
                sorts.push(self.terms.real_sort());
            }
        }
        for (number, sort) in sorts.into_iter().enumerate() {
            for copy in 0..3 {
                let symbol = self.terms.symbol(&format!("s{number}_{copy}"), sort);
                self.pairs.push(Pair { simple: symbol, raw: symbol });
            }
        }
    }

    fn array_sort(&mut self) -> SortId {
        let (index, element) = (self.terms.bv_sort(self.widths[0]), self.terms.bv_sort(self.widths[1]));
        self.terms.array_sort(index, element)
    }

    /// A value of the sort, often a special one.
    pub(crate) fn value(&mut self, sort: SortId) -> Value {
        match *self.terms.sort_data(sort) {
            Sort::Bool => Value::Bool(self.random.bool()),
            Sort::BitVec(width) => Value::BitVec(self.bits(width)),
            Sort::Float(format) => {
                let bits = self.float_bits(format);
                Value::Float(format, crate::softfloat::canonical(format, bits))
            }
            Sort::RoundingMode => Value::RoundingMode(RoundingMode::ALL[self.random.usize(..5)]),
            Sort::Int => Value::Int(BigInt::from(self.random.i64(-5..6))),
            Sort::Real => {
                let (numerator, denominator) = (self.random.i64(-9..10), self.random.i64(1..5));
                Value::Real(BigRational::new(numerator.into(), denominator.into()))
            }
            Sort::Array { index, element } => {
                let mut array = ArrayValue::constant(sort, self.value(element));
                for _ in 0..self.random.usize(..4) {
                    let (index, element) = (self.value(index), self.value(element));
                    array.store(index, element);
                }
                Value::Array(Arc::new(array))
            }
        }
    }

    fn bits(&mut self, width: u32) -> BvValue {
        match self.random.u8(..10) {
            0 => BvValue::zero(width),
            1 => BvValue::one(width),
            2 => BvValue::ones(width),
            3 => BvValue::min_signed(width),
            4 => BvValue::max_signed(width),
            5 => BvValue::power_of_two(width, self.random.u32(..width)),
            6 => BvValue::from_u64(width, self.random.u64(..4)),
            7 => BvValue::from_i64(width, -self.random.i64(1..4)),
            _ => BvValue::from_biguint(width, self.random.u128(..).into()),
        }
    }

    fn float_bits(&mut self, format: FloatFormat) -> BvValue {
        match self.random.u8(..8) {
            0 => crate::softfloat::zero(format, self.random.bool()),
            1 => crate::softfloat::infinity(format, self.random.bool()),
            2 => crate::softfloat::nan(format),
            3 => {
                let small = BvValue::from_i64(8, self.random.i64(-3..4));
                crate::softfloat::from_signed(format, RoundingMode::NearestEven, &small)
            }
            _ => BvValue::from_biguint(format.width(), self.random.u128(..).into()),
        }
    }

    /// An existing term of the sort, preferring recent ones; or a constant.
    fn pick(&mut self, sort: SortId) -> Pair {
        if self.random.u8(..6) == 0 {
            return self.constant(sort);
        }
        for _ in 0..60 {
            let length = self.pairs.len();
            let at =
                if self.random.bool() { self.random.usize(..length) } else { self.random.usize(length / 2..length) };
            if self.terms.sort_of(self.pairs[at].raw) == sort {
                return self.pairs[at];
            }
        }
        self.constant(sort)
    }

    fn constant(&mut self, sort: SortId) -> Pair {
        let value = self.value(sort);
        let term = self.terms.value_term(&value);
        Pair { simple: term, raw: term }
    }

    /// Adds one random application.
    pub(crate) fn grow(&mut self) {
        let (op, args) = match self.random.u8(..8) {
            0..3 => self.core_application(),
            3..6 => self.bit_vector_application(),
            _ => match self.family {
                Family::BitVectors => self.bit_vector_application(),
                Family::Arrays => self.array_application(),
                Family::Floats => self.float_application(),
                Family::Numbers => self.number_application(),
            },
        };
        let simple: Vec<TermId> = args.iter().map(|pair| pair.simple).collect();
        let raw: Vec<TermId> = args.iter().map(|pair| pair.raw).collect();
        let pair = Pair { simple: self.terms.build(op, &simple), raw: self.terms.raw(op, &raw) };
        self.pairs.push(pair);
    }

    fn sort_from_pool(&mut self) -> SortId {
        let at = self.random.usize(..self.pairs.len());
        self.terms.sort_of(self.pairs[at].raw)
    }

    fn core_application(&mut self) -> (Op, Vec<Pair>) {
        let truth = self.terms.bool_sort();
        let op = [Op::Not, Op::And, Op::Or, Op::Xor, Op::Implies, Op::Eq, Op::Ite, Op::And, Op::Or, Op::Ite, Op::Eq]
            [self.random.usize(..11)];
        let args = match op {
            Op::Not => vec![self.pick(truth)],
            Op::Eq => {
                let sort = self.sort_from_pool();
                vec![self.pick(sort), self.pick(sort)]
            }
            Op::Ite => {
                let sort = self.sort_from_pool();
                vec![self.pick(truth), self.pick(sort), self.pick(sort)]
            }
            _ => vec![self.pick(truth), self.pick(truth)],
        };
        (op, args)
    }

    fn bit_vector_application(&mut self) -> (Op, Vec<Pair>) {
        const BINARY: [Op; 25] = [
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
            Op::BvUlt,
            Op::BvUle,
            Op::BvSlt,
            Op::BvSle,
            Op::BvUaddO,
            Op::BvSaddO,
            Op::BvUsubO,
            Op::BvSsubO,
            Op::BvUmulO,
            Op::BvSmulO,
            Op::BvSdivO,
        ];
        let width = self.widths[self.random.usize(..self.widths.len())];
        let sort = self.terms.bv_sort(width);
        if self.random.u8(..3) > 0 {
            return (BINARY[self.random.usize(..BINARY.len())], vec![self.pick(sort), self.pick(sort)]);
        }
        let a = self.pick(sort);
        // Extensions and cuts lead to other widths; go back to a known one through them.
        let target = self.widths[self.random.usize(..self.widths.len())];
        let op = match self.random.u8(..7) {
            0 => Op::BvNot,
            1 => Op::BvNeg,
            2 => Op::RotateLeft(self.random.u32(..2 * width)),
            3 => Op::RotateRight(self.random.u32(..2 * width)),
            4 => Op::BvNegO,
            _ if target > width => {
                let low = self.widths.iter().copied().find(|&w| w == target - width);
                match low {
                    Some(low) if self.random.bool() => {
                        let low = self.terms.bv_sort(low);
                        return (Op::Concat, vec![a, self.pick(low)]);
                    }
                    _ if self.random.bool() => Op::ZeroExtend(target - width),
                    _ => Op::SignExtend(target - width),
                }
            }
            _ => {
                let low = self.random.u32(..width - target + 1);
                Op::Extract { high: low + target - 1, low }
            }
        };
        (op, vec![a])
    }

    fn array_application(&mut self) -> (Op, Vec<Pair>) {
        let sort = self.array_sort();
        let Sort::Array { index, element } = *self.terms.sort_data(sort) else { unreachable!() };
        match self.random.u8(..8) {
            0..4 => (Op::Select, vec![self.pick(sort), self.pick(index)]),
            4..7 => (Op::Store, vec![self.pick(sort), self.pick(index), self.pick(element)]),
            _ => (Op::ConstArray(sort), vec![self.pick(element)]),
        }
    }

    fn float_application(&mut self) -> (Op, Vec<Pair>) {
        let format = self.formats[self.random.usize(..self.formats.len())];
        let (sort, mode) = (self.terms.float_sort(format), self.terms.rounding_mode_sort());
        const ROUNDED: [Op; 7] =
            [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpFma, Op::FpSqrt, Op::FpRoundToIntegral];
        const BINARY: [Op; 6] = [Op::FpRem, Op::FpMin, Op::FpMax, Op::FpLeq, Op::FpLt, Op::FpEq];
        const UNARY: [Op; 11] = [
            Op::FpAbs,
            Op::FpNeg,
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsZero,
            Op::FpIsInfinite,
            Op::FpIsNaN,
            Op::FpIsNegative,
            Op::FpIsPositive,
            Op::FpToReal,
            Op::FpToIeeeBits,
        ];
        match self.random.u8(..4) {
            0 => {
                let op = ROUNDED[self.random.usize(..7)];
                let count = match op {
                    Op::FpFma => 3,
                    Op::FpSqrt | Op::FpRoundToIntegral => 1,
                    _ => 2,
                };
                let mut args = vec![self.pick(mode)];
                args.extend((0..count).map(|_| self.pick(sort)));
                (op, args)
            }
            1 => (BINARY[self.random.usize(..6)], vec![self.pick(sort), self.pick(sort)]),
            2 => (UNARY[self.random.usize(..11)], vec![self.pick(sort)]),
            _ => self.float_conversion(format),
        }
    }

    fn float_conversion(&mut self, format: FloatFormat) -> (Op, Vec<Pair>) {
        let width = self.widths[self.random.usize(..self.widths.len())];
        let (bits, mode, real) = (self.terms.bv_sort(width), self.terms.rounding_mode_sort(), self.terms.real_sort());
        let (encoding, float) = (self.terms.bv_sort(format.width()), self.terms.float_sort(format));
        let other = self.formats[self.random.usize(..self.formats.len())];
        match self.random.u8(..7) {
            0 => (Op::FpFromBits(format), vec![self.pick(encoding)]),
            1 => (Op::FpToFp(other), vec![self.pick(mode), self.pick(float)]),
            2 => (Op::FpFromSigned(format), vec![self.pick(mode), self.pick(bits)]),
            3 => (Op::FpFromUnsigned(format), vec![self.pick(mode), self.pick(bits)]),
            4 => (Op::FpFromReal(format), vec![self.pick(mode), self.pick(real)]),
            5 => (Op::FpToUbv(width), vec![self.pick(mode), self.pick(float)]),
            _ => (Op::FpToSbv(width), vec![self.pick(mode), self.pick(float)]),
        }
    }

    fn number_application(&mut self) -> (Op, Vec<Pair>) {
        let (int, real) = (self.terms.int_sort(), self.terms.real_sort());
        let width = self.widths[self.random.usize(..self.widths.len())];
        let bits = self.terms.bv_sort(width);
        let sort = if self.random.bool() { int } else { real };
        match self.random.u8(..14) {
            0 => (Op::Sub, vec![self.pick(sort), self.pick(sort)]),
            1 => (Op::Mul, vec![self.pick(sort), self.pick(sort)]),
            2 => (Op::Neg, vec![self.pick(sort)]),
            3 => (Op::IntDiv, vec![self.pick(int), self.pick(int)]),
            4 => (Op::IntMod, vec![self.pick(int), self.pick(int)]),
            5 => (Op::IntAbs, vec![self.pick(int)]),
            6 => (Op::RealDiv, vec![self.pick(real), self.pick(real)]),
            7 => (Op::Le, vec![self.pick(sort), self.pick(sort)]),
            8 => (Op::Lt, vec![self.pick(sort), self.pick(sort)]),
            9 => (Op::ToReal, vec![self.pick(int)]),
            10 => ([Op::ToInt, Op::IsInt][self.random.usize(..2)], vec![self.pick(real)]),
            11 => ([Op::BvToNat, Op::SbvToInt][self.random.usize(..2)], vec![self.pick(bits)]),
            12 => (Op::IntToBv(width), vec![self.pick(int)]),
            _ => (Op::Add, vec![self.pick(sort), self.pick(sort)]),
        }
    }

    /// Random values for all symbols.
    pub(crate) fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        for symbol in self.terms.symbols() {
            let value = self.value(self.terms.symbol_sort(symbol));
            assignment.set(symbol, value);
        }
        assignment
    }
}
