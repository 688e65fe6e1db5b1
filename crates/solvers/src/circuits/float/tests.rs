//! Float circuits against two references: `cairn_term::softfloat` on all values of tiny formats, and
//! `rustc_apfloat` on random and special values of half, single and double precision.

use cairn_term::{BvValue, FloatFormat, RoundingMode, softfloat};
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float as Reference, FloatConvert, Round, Status};

use super::*;
use crate::circuits::testing::run;

/// Which circuit: its result from up to three operands. Formats other than the operands' are fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Fma,
    SquareRoot,
    Remainder,
    Integral,
    Minimum,
    Maximum,
    Less,
    LessEqual,
    Equal,
    Identical,
    Classes,
    ToFormat(FloatFormat),
    FromSigned(u32),
    FromUnsigned(u32),
    ToSigned(u32),
    ToUnsigned(u32),
}

use Operation::*;

impl Operation {
    fn operands(self) -> usize {
        match self {
            Fma => 3,
            SquareRoot | Integral | Classes | ToFormat(_) | FromSigned(_) | FromUnsigned(_) | ToSigned(_)
            | ToUnsigned(_) => 1,
            _ => 2,
        }
    }
    fn is_rounded(self) -> bool {
        !matches!(self, Remainder | Minimum | Maximum | Less | LessEqual | Equal | Identical | Classes)
    }
    fn operand_width(self, format: FloatFormat) -> u32 {
        match self {
            FromSigned(width) | FromUnsigned(width) => width,
            _ => format.width(),
        }
    }
    fn circuit(self, aig: &mut Aig, rounding: Rounding, format: FloatFormat, words: &[Vec<Bit>]) -> Vec<Bit> {
        match self {
            FromSigned(_) => return Float::from_signed(aig, rounding, format, &words[0]).pack(aig),
            FromUnsigned(_) => return Float::from_unsigned(aig, rounding, format, &words[0]).pack(aig),
            _ => {}
        }
        let x: Vec<Float> = words.iter().map(|word| Float::unpack(aig, format, word)).collect();
        let result = match self {
            Add => x[0].add(aig, rounding, &x[1]),
            Subtract => x[0].subtract(aig, rounding, &x[1]),
            Multiply => x[0].multiply(aig, rounding, &x[1]),
            Divide => x[0].divide(aig, rounding, &x[1]),
            Fma => x[0].fused_multiply_add(aig, rounding, &x[1], &x[2]),
            SquareRoot => x[0].square_root(aig, rounding),
            Remainder => x[0].remainder(aig, &x[1]).expect("a small format"),
            Integral => x[0].round_to_integral(aig, rounding),
            Minimum => x[0].minimum(aig, &x[1]),
            Maximum => x[0].maximum(aig, &x[1]),
            Less => return vec![x[0].less(aig, &x[1])],
            LessEqual => return vec![x[0].less_equal(aig, &x[1])],
            Equal => return vec![x[0].equal(aig, &x[1])],
            Identical => return vec![x[0].identical(aig, &x[1])],
            Classes => {
                return vec![
                    x[0].is_normal(aig),
                    x[0].is_subnormal(aig),
                    x[0].is_negative(aig),
                    x[0].is_positive(aig),
                    x[0].nan,
                    x[0].infinite,
                    x[0].zero,
                ];
            }
            ToFormat(other) => x[0].to_format(aig, rounding, other),
            ToSigned(width) => return x[0].to_signed(aig, rounding, width as usize),
            ToUnsigned(width) => return x[0].to_unsigned(aig, rounding, width as usize),
            FromSigned(_) | FromUnsigned(_) => unreachable!("answered above"),
        };
        result.pack(aig)
    }
    /// The meaning by `cairn_term`, which works for every format.
    fn soft(self, format: FloatFormat, mode: RoundingMode, x: &[u128]) -> u128 {
        let width = self.operand_width(format);
        let value = |i: usize| BvValue::from_biguint(width, x[i].into());
        let number = |value: BvValue| u128::try_from(value.to_biguint()).expect("at most 128 bits");
        let (a, b) = (value(0), value(x.len().min(2) - 1));
        let flag = u128::from;
        number(match self {
            Add => softfloat::add(format, mode, &a, &b),
            Subtract => softfloat::sub(format, mode, &a, &b),
            Multiply => softfloat::mul(format, mode, &a, &b),
            Divide => softfloat::div(format, mode, &a, &b),
            Fma => softfloat::fma(format, mode, &a, &b, &value(2)),
            SquareRoot => softfloat::sqrt(format, mode, &a),
            Remainder => softfloat::rem(format, &a, &b),
            Integral => softfloat::round_to_integral(format, mode, &a),
            Minimum => softfloat::min(format, &a, &b),
            Maximum => softfloat::max(format, &a, &b),
            Less => return flag(softfloat::lt(format, &a, &b)),
            LessEqual => return flag(softfloat::leq(format, &a, &b)),
            Equal => return flag(softfloat::eq(format, &a, &b)),
            Identical => return flag(softfloat::canonical(format, a) == softfloat::canonical(format, b)),
            Classes => {
                let classes = [
                    softfloat::is_normal(format, &a),
                    softfloat::is_subnormal(format, &a) && !softfloat::is_zero(format, &a),
                    softfloat::is_negative(format, &a),
                    softfloat::is_positive(format, &a),
                    softfloat::is_nan(format, &a),
                    softfloat::is_infinite(format, &a),
                    softfloat::is_zero(format, &a),
                ];
                return classes.iter().enumerate().map(|(i, &c)| flag(c) << i).sum();
            }
            ToFormat(other) => softfloat::to_format(format, other, mode, &a),
            FromSigned(_) => softfloat::from_signed(format, mode, &a),
            FromUnsigned(_) => softfloat::from_unsigned(format, mode, &a),
            ToSigned(width) => softfloat::to_signed(format, mode, &a, width).unwrap_or(BvValue::zero(width)),
            ToUnsigned(width) => softfloat::to_unsigned(format, mode, &a, width).unwrap_or(BvValue::zero(width)),
        })
    }
}

/// A circuit ready to be run on values.
struct Bench {
    operation: Operation,
    format: FloatFormat,
    aig: Aig,
    words: Vec<Vec<Bit>>,
    mode: Vec<Bit>,
    result: Vec<Bit>,
}

impl Bench {
    /// With a symbolic rounding mode, so that one circuit serves all.
    fn new(operation: Operation, format: FloatFormat) -> Self {
        let mut aig = Aig::new();
        let width = operation.operand_width(format) as usize;
        let words: Vec<Vec<Bit>> = (0..operation.operands()).map(|_| aig.inputs(width)).collect();
        let mode = aig.inputs(3);
        let rounding = Rounding::decode(&mut aig, &mode);
        let result = operation.circuit(&mut aig, rounding, format, &words);
        Self { operation, format, aig, words, mode, result }
    }
    /// Compares up to 64 operand tuples with the reference.
    fn compare(&self, mode: RoundingMode, tuples: &[Vec<u128>], reference: impl Fn(&[u128]) -> Option<u128>) {
        let code = RoundingMode::ALL.iter().position(|&m| m == mode).expect("one of the five") as u128;
        let mut inputs: Vec<(&[Bit], Vec<u128>)> = vec![(&self.mode, vec![code; tuples.len()])];
        for (i, word) in self.words.iter().enumerate() {
            inputs.push((word, tuples.iter().map(|tuple| tuple[i]).collect()));
        }
        let found = &run(&self.aig, &inputs, &[&self.result])[0];
        for (tuple, &found) in tuples.iter().zip(found) {
            if let Some(expected) = reference(tuple) {
                let (operation, format) = (self.operation, self.format);
                assert_eq!(
                    found, expected,
                    "{operation:?} {format:?} {mode:?} of {tuple:x?}: {found:x}, not {expected:x}"
                );
            }
        }
    }
}

const MINI: FloatFormat = FloatFormat { exponent: 3, significand: 4 };

const OPERATIONS: &[Operation] = &[
    Add, Subtract, Multiply, Divide, Fma, SquareRoot, Remainder, Integral, Minimum, Maximum, Less, LessEqual, Equal,
    Identical, Classes,
];

fn modes(operation: Operation) -> &'static [RoundingMode] {
    if operation.is_rounded() { &RoundingMode::ALL } else { &RoundingMode::ALL[..1] }
}

/// All operands of the format (for three operands, a fixed sample) against `softfloat`.
fn exhaustive(operation: Operation, format: FloatFormat) {
    let bench = Bench::new(operation, format);
    let count = 1u128 << operation.operand_width(format);
    let mut tuples: Vec<Vec<u128>> = match operation.operands() {
        1 => (0..count).map(|a| vec![a]).collect(),
        2 => (0..count).flat_map(|a| (0..count).map(move |b| vec![a, b])).collect(),
        _ => Vec::new(),
    };
    if tuples.is_empty() {
        let mut random = fastrand::Rng::with_seed(5);
        tuples = (0..6_000).map(|_| (0..3).map(|_| random.u128(..count)).collect()).collect();
    }
    for &mode in modes(operation) {
        for chunk in tuples.chunks(64) {
            bench.compare(mode, chunk, |tuple| Some(operation.soft(format, mode, tuple)));
        }
    }
}

#[test]
fn tiny_formats_exhaustively() {
    for format in [(2, 2), (2, 3), (3, 2), (2, 5), (3, 3)] {
        let format = FloatFormat { exponent: format.0, significand: format.1 };
        for &operation in OPERATIONS {
            exhaustive(operation, format);
        }
    }
    for other in [(2, 2), (2, 6), (3, 3), (4, 2), (5, 11)] {
        exhaustive(ToFormat(FloatFormat { exponent: other.0, significand: other.1 }), MINI);
    }
    for width in [1, 2, 3, 5, 8] {
        for format in [MINI, FloatFormat { exponent: 2, significand: 7 }] {
            for operation in [FromSigned(width), FromUnsigned(width), ToSigned(width), ToUnsigned(width)] {
                exhaustive(operation, format);
            }
        }
    }
}

// ---- half, single and double against apfloat ------------------------------------------------------

fn round_of(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

/// The encoding with NaN canonical.
fn bits<F: Reference>(format: FloatFormat, value: F) -> u128 {
    if value.is_nan() {
        return ((1 << (format.exponent + 1)) - 1) << (format.fraction() - 1);
    }
    value.to_bits()
}

/// The meaning by apfloat; `None` where apfloat has no such operation.
fn apfloat<F>(operation: Operation, format: FloatFormat, mode: RoundingMode, x: &[u128]) -> Option<u128>
where
    F: Reference + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double>,
{
    let round = round_of(mode);
    let value = |i: usize| F::from_bits(x[i]);
    let flag = |condition: bool| Some(u128::from(condition));
    let result = match operation {
        FromSigned(width) => {
            let shift = 128 - width;
            F::from_i128_r(((x[0] << shift) as i128) >> shift, round).value
        }
        FromUnsigned(_) => F::from_u128_r(x[0], round).value,
        Add => value(0).add_r(value(1), round).value,
        Subtract => value(0).sub_r(value(1), round).value,
        Multiply => value(0).mul_r(value(1), round).value,
        Divide => value(0).div_r(value(1), round).value,
        Fma => value(0).mul_add_r(value(1), value(2), round).value,
        Remainder => value(0).ieee_rem(value(1)).value,
        Integral => value(0).round_to_integral(round).value,
        Less => return flag(value(0) < value(1)),
        LessEqual => return flag(value(0) <= value(1)),
        Equal => return flag(value(0) == value(1)),
        ToFormat(other) => {
            let mut loses = false;
            return Some(match other {
                FloatFormat::HALF => bits::<Half>(other, value(0).convert_r(round, &mut loses).value),
                FloatFormat::SINGLE => bits::<Single>(other, value(0).convert_r(round, &mut loses).value),
                _ => bits::<Double>(other, value(0).convert_r(round, &mut loses).value),
            });
        }
        ToSigned(width) => {
            let answer = value(0).to_i128_r(width as usize, round, &mut false);
            let valid = !answer.status.contains(Status::INVALID_OP);
            return Some(if valid { answer.value as u128 & ((1 << width) - 1) } else { 0 });
        }
        ToUnsigned(width) => {
            let answer = value(0).to_u128_r(width as usize, round, &mut false);
            return Some(if answer.status.contains(Status::INVALID_OP) { 0 } else { answer.value });
        }
        // Square roots against softfloat's exact integer square root.
        _ => return Some(operation.soft(format, mode, x)),
    };
    Some(bits(format, result))
}

/// Encodings that tend to be near something: specials, powers of two, few or many ones, neighbours.
fn interesting(random: &mut fastrand::Rng, format: FloatFormat, previous: u128) -> u128 {
    let width = format.width();
    let all = (1u128 << width) - 1;
    let fraction = format.fraction();
    let field = (random.u128(..) & ((1 << format.exponent) - 1)) << fraction;
    let sign = u128::from(random.bool()) << (width - 1);
    let sparse = (random.u128(..) & random.u128(..) & random.u128(..)) & ((1 << fraction) - 1);
    match random.u8(..14) {
        0 => sign,                                                          // zeros
        1 => sign | ((1 << format.exponent) - 1) << fraction,               // infinities
        2 => sign | (((1 << (format.exponent + 1)) - 1) << (fraction - 1)), // NaN
        3 => sign | random.u128(..1 << fraction),                           // subnormal
        4 => sign | field | random.u128(..4),
        5 => (sign | field | ((1 << fraction) - 1 - random.u128(..4).min((1 << fraction) - 1))) & all,
        6 => sign | field | sparse,
        7 => sign | ((1 << fraction) + random.u128(..4)).wrapping_sub(2) & (all >> 1), // around the smallest normal
        8 => (((previous ^ sign).wrapping_add(random.u128(..5))).wrapping_sub(2)) & all,
        9 => {
            // near the exponent of the previous one, where sums cancel
            let near = (previous >> fraction).wrapping_add(random.u128(..5)).wrapping_sub(2);
            (near << fraction | random.u128(..1 << fraction)) & all
        }
        10 => {
            // around one, where integers and halves are
            let near = (format.bias() as u128 + random.u128(..u128::from(format.significand) + 4)).wrapping_sub(3);
            sign | (near << fraction | sparse) & (all >> 1)
        }
        _ => random.u128(..) & all,
    }
}

fn against_apfloat(operation: Operation, format: FloatFormat, count: usize) {
    let bench = Bench::new(operation, format);
    let mut random = fastrand::Rng::with_seed(99);
    let modes = modes(operation);
    for round in 0..count.div_ceil(64) {
        let mode = modes[round % modes.len()];
        let tuples: Vec<Vec<u128>> = (0..64)
            .map(|_| {
                let mut previous = 0;
                (0..operation.operands())
                    .map(|_| {
                        previous = match operation {
                            FromSigned(width) | FromUnsigned(width) => {
                                let all = (1u128 << width) - 1;
                                let number = (random.u128(..) & all) >> random.u32(..width);
                                if random.bool() { number } else { number.wrapping_neg() & all }
                            }
                            _ => interesting(&mut random, format, previous),
                        };
                        previous
                    })
                    .collect()
            })
            .collect();
        bench.compare(mode, &tuples, |tuple| match format {
            FloatFormat::HALF => apfloat::<Half>(operation, format, mode, tuple),
            FloatFormat::SINGLE => apfloat::<Single>(operation, format, mode, tuple),
            _ => apfloat::<Double>(operation, format, mode, tuple),
        });
    }
}

fn all_operations() -> Vec<Operation> {
    let mut operations = OPERATIONS.to_vec();
    operations.extend([FloatFormat::HALF, FloatFormat::SINGLE, FloatFormat::DOUBLE].map(ToFormat));
    for width in [8, 32, 64] {
        operations.extend([FromSigned(width), FromUnsigned(width), ToSigned(width), ToUnsigned(width)]);
    }
    operations
}

#[test]
fn standard_formats_against_apfloat() {
    for format in [FloatFormat::HALF, FloatFormat::SINGLE, FloatFormat::DOUBLE] {
        for operation in all_operations() {
            let large = operation == Remainder && format == FloatFormat::DOUBLE;
            against_apfloat(operation, format, if large { 64 } else { 640 });
        }
    }
}

/// `FLOAT_VALUES=1000000 cargo test --release -p cairn-solvers many_values -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn many_values_against_apfloat() {
    let count: usize = std::env::var("FLOAT_VALUES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    for format in [FloatFormat::HALF, FloatFormat::SINGLE, FloatFormat::DOUBLE] {
        for operation in all_operations() {
            let started = std::time::Instant::now();
            against_apfloat(operation, format, count);
            println!("{format:?} {operation:?}: {count} values, {:.1} s", started.elapsed().as_secs_f64());
        }
    }
}
