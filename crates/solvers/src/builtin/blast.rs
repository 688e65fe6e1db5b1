//! Bit-blasting: from terms to bits of the and-inverter graph.
//!
//! In: terms, in any order, over time. Out: for every term below them its bits, least significant
//! first, each term translated once. Traversal is by an explicit stack, so depth does not matter.
//! Arrays have no bits: a read of an array and an equality of arrays become fresh inputs, which the
//! [`arrays`](super::arrays) module constrains; this module only lists them.
//!
//! Encodings: a Boolean is one bit; a rounding mode is three (its place in [`RoundingMode::ALL`]); a
//! float that must be one word is its IEEE encoding with NaN canonical, so equal floats have equal bits.

use cairn_base::ids::Id;
use cairn_base::{Budget, StopReason};
use cairn_term::{BvValue, FloatFormat, Op, RoundingMode, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::aig::{Aig, Bit};
use crate::circuits::divide::Divider;
use crate::circuits::float::Float;
use crate::circuits::{self, integer, multiply, shift};

/// Why a term was not translated. What was translated before stays valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlastError {
    Stopped(StopReason),
    Unsupported(String),
}

/// Place of a term's bits in the common store.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

/// The widest operands of multiplication and division, and the longest significands, that are translated.
pub(super) const WIDEST_PRODUCT: usize = 1_024;

/// How many nodes are built between two looks at the clock, give or take one term.
const NODES_PER_LOOK: usize = 50_000;

const NOT_YET: Place = Place { start: u32::MAX, length: 0 };

#[derive(Default)]
pub(super) struct Blaster {
    pub(super) aig: Aig,
    places: Vec<Place>,
    bits: Vec<Bit>,
    /// Float terms, unpacked. Their one-word form is made only where it is needed.
    pub(super) floats: FxHashMap<TermId, Float>,
    packed: FxHashMap<TermId, Vec<Bit>>,
    divider: Divider,
    /// Symbols met so far, arrays excepted.
    pub(super) symbols: Vec<TermId>,
    /// Terms of array sort met so far.
    pub(super) array_terms: Vec<TermId>,
    /// Reads of arrays met so far.
    pub(super) selects: Vec<TermId>,
    /// Equalities of arrays met so far.
    pub(super) array_equalities: Vec<TermId>,
    /// Strict comparisons of bit-vectors met so far.
    pub(super) comparisons: Vec<TermId>,
    /// Choices among bit-vectors by a strict comparison met so far.
    pub(super) choices: Vec<TermId>,
    /// Equalities of bit-vectors met so far.
    pub(super) equations: Vec<TermId>,
}

impl Blaster {
    /// Translates a term and all below it.
    pub(super) fn blast(&mut self, terms: &Terms, root: TermId, budget: &Budget) -> Result<(), BlastError> {
        if self.is_done(root) {
            return Ok(());
        }
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), NOT_YET);
        }
        let mut stack = vec![root];
        let mut looked_at = self.aig.node_count();
        while let Some(&term) = stack.last() {
            if self.is_done(term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(term).iter().rev().filter(|&&arg| !self.is_done(arg)));
            if stack.len() == before {
                // One product makes as many nodes as thousands of sums: by them the clock is looked at.
                let nodes = self.aig.node_count();
                let looks = nodes - looked_at > NODES_PER_LOOK;
                looked_at = if looks { nodes } else { looked_at };
                if looks { budget.look() } else { budget.check() }.map_err(BlastError::Stopped)?;
                self.translate(terms, term)?;
                stack.pop();
            }
        }
        Ok(())
    }
    pub(super) fn is_done(&self, term: TermId) -> bool {
        self.places.get(term.index()).is_some_and(|place| place.start != u32::MAX)
    }
    /// The bits of a translated Boolean, bit-vector or rounding mode term.
    pub(super) fn word(&self, term: TermId) -> &[Bit] {
        let place = self.places[term.index()];
        &self.bits[place.start as usize..][..place.length as usize]
    }
    /// The bit of a translated Boolean term.
    pub(super) fn bit(&self, term: TermId) -> Bit {
        self.word(term)[0]
    }
    /// The bits of a translated term of any sort but arrays: floats are packed.
    pub(super) fn encoding(&mut self, terms: &Terms, term: TermId) -> Vec<Bit> {
        if !matches!(terms.sort_data_of(term), Sort::Float(_)) {
            return self.word(term).to_vec();
        }
        if let Some(bits) = self.packed.get(&term) {
            return bits.clone();
        }
        let float = self.floats[&term].clone();
        let bits = float.pack(&mut self.aig);
        self.packed.insert(term, bits.clone());
        bits
    }

    fn translate(&mut self, terms: &Terms, term: TermId) -> Result<(), BlastError> {
        let word = match terms.sort_data_of(term) {
            Sort::Bool => vec![self.boolean(terms, term)?],
            Sort::BitVec(width) => self.bit_vector(terms, term, width as usize)?,
            Sort::RoundingMode => self.rounding_mode(terms, term)?,
            Sort::Float(format) => {
                let float = self.float(terms, term, format)?;
                self.floats.insert(term, float);
                Vec::new()
            }
            Sort::Array { .. } => {
                self.array(terms, term)?;
                Vec::new()
            }
            // A constant below a conversion; the conversion reads it from the term.
            Sort::Int | Sort::Real if terms.is_constant(term) => Vec::new(),
            Sort::Int | Sort::Real => return Err(unsupported(terms, term)),
        };
        let start = u32::try_from(self.bits.len()).ok().filter(|&start| start != u32::MAX);
        let start = start.ok_or_else(|| BlastError::Unsupported("a formula with more than 2^32 bits".to_string()))?;
        self.places[term.index()] = Place { start, length: word.len() as u32 };
        self.bits.extend(word);
        Ok(())
    }

    // ---- Booleans -----------------------------------------------------------------------------

    fn boolean(&mut self, terms: &Terms, term: TermId) -> Result<Bit, BlastError> {
        let args = terms.args(term);
        Ok(match terms.op(term) {
            Op::True => Bit::TRUE,
            Op::False => Bit::FALSE,
            Op::Symbol(_) => {
                self.symbols.push(term);
                self.aig.input()
            }
            Op::Select => {
                self.selects.push(term);
                self.aig.input()
            }
            Op::Not => !self.bit(args[0]),
            Op::And => self.aig.and(self.bit(args[0]), self.bit(args[1])),
            Op::Or => self.aig.or(self.bit(args[0]), self.bit(args[1])),
            Op::Xor => self.aig.xor(self.bit(args[0]), self.bit(args[1])),
            Op::Implies => self.aig.implies(self.bit(args[0]), self.bit(args[1])),
            Op::Ite => self.aig.mux(self.bit(args[0]), self.bit(args[1]), self.bit(args[2])),
            Op::Eq => self.equality(terms, term),
            op @ (Op::BvUlt
            | Op::BvUle
            | Op::BvSlt
            | Op::BvSle
            | Op::BvNegO
            | Op::BvUaddO
            | Op::BvSaddO
            | Op::BvUsubO
            | Op::BvSsubO
            | Op::BvUmulO
            | Op::BvSmulO
            | Op::BvSdivO) => {
                self.refuse_huge_products(terms, term)?;
                if matches!(op, Op::BvUlt | Op::BvSlt) {
                    self.comparisons.push(term);
                }
                self.bit_vector_predicate(op, args)
            }
            _ => return self.float_predicate(terms, term),
        })
    }
    fn equality(&mut self, terms: &Terms, term: TermId) -> Bit {
        let args = terms.args(term);
        match terms.sort_data_of(args[0]) {
            Sort::Array { .. } => {
                self.array_equalities.push(term);
                self.aig.input()
            }
            Sort::Float(_) => {
                let (a, b) = (&self.floats[&args[0]], &self.floats[&args[1]]);
                a.identical(&mut self.aig, b)
            }
            sort => {
                if matches!(sort, Sort::BitVec(_)) {
                    self.equations.push(term);
                }
                let (a, b) = (self.word(args[0]).to_vec(), self.word(args[1]).to_vec());
                circuits::equal(&mut self.aig, &a, &b)
            }
        }
    }
    fn bit_vector_predicate(&mut self, op: Op, args: &[TermId]) -> Bit {
        let a = self.word(args[0]).to_vec();
        let b = self.word(args[args.len() - 1]).to_vec();
        let circuit = match op {
            Op::BvUlt => integer::less_unsigned,
            Op::BvUle => integer::less_equal_unsigned,
            Op::BvSlt => integer::less_signed,
            Op::BvSle => integer::less_equal_signed,
            Op::BvNegO => return integer::negate_overflows(&mut self.aig, &a),
            Op::BvUaddO => integer::add_overflows_unsigned,
            Op::BvSaddO => integer::add_overflows_signed,
            Op::BvUsubO => integer::subtract_overflows_unsigned,
            Op::BvSsubO => integer::subtract_overflows_signed,
            Op::BvUmulO => multiply::multiply_overflows_unsigned,
            Op::BvSmulO => multiply::multiply_overflows_signed,
            _ => integer::divide_overflows_signed,
        };
        circuit(&mut self.aig, &a, &b)
    }

    // ---- bit-vectors --------------------------------------------------------------------------

    fn bit_vector(&mut self, terms: &Terms, term: TermId, width: usize) -> Result<Vec<Bit>, BlastError> {
        let args = terms.args(term);
        Ok(match terms.op(term) {
            Op::BvConst(value) => constant_word(terms.bits_of(value)),
            Op::Symbol(_) => {
                self.symbols.push(term);
                self.aig.inputs(width)
            }
            Op::Select => {
                self.selects.push(term);
                self.aig.inputs(width)
            }
            Op::Ite => {
                if matches!(terms.op(args[0]), Op::BvUlt | Op::BvSlt) {
                    self.choices.push(term);
                }
                let (condition, yes, no) =
                    (self.bit(args[0]), self.word(args[1]).to_vec(), self.word(args[2]).to_vec());
                circuits::mux(&mut self.aig, condition, &yes, &no)
            }
            Op::Concat
            | Op::Extract { .. }
            | Op::ZeroExtend(_)
            | Op::SignExtend(_)
            | Op::RotateLeft(_)
            | Op::RotateRight(_) => self.wires(terms.op(term), args, width),
            Op::BvNot => circuits::complement(self.word(args[0])),
            Op::BvNeg => {
                let a = self.word(args[0]).to_vec();
                integer::negate(&mut self.aig, &a)
            }
            op => match args {
                [a, b] if !matches!(terms.sort_data_of(*a), Sort::RoundingMode) => {
                    self.refuse_huge_products(terms, term)?;
                    let (a, b) = (self.word(*a).to_vec(), self.word(*b).to_vec());
                    self.bit_vector_operation(op, &a, &b).ok_or_else(|| unsupported(terms, term))?
                }
                _ => return self.float_to_bit_vector(terms, term, width),
            },
        })
    }
    /// Circuits that grow with the square of the width would fill the memory before anybody looks.
    fn refuse_huge_products(&self, terms: &Terms, term: TermId) -> Result<(), BlastError> {
        let is_product = matches!(
            terms.op(term),
            Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod | Op::BvUmulO | Op::BvSmulO
        );
        let width = self.word(terms.args(term)[0]).len();
        let is_known = |arg: &TermId| self.word(*arg).iter().all(|bit| bit.is_constant());
        if !is_product || width <= WIDEST_PRODUCT || terms.args(term).iter().all(is_known) {
            return Ok(());
        }
        Err(BlastError::Unsupported(format!("a product or quotient of {width} bits")))
    }
    /// Operations that only rearrange bits.
    fn wires(&self, op: Op, args: &[TermId], width: usize) -> Vec<Bit> {
        let word = self.word(args[0]);
        match op {
            Op::Concat => [self.word(args[1]), word].concat(),
            Op::Extract { high, low } => word[low as usize..=high as usize].to_vec(),
            Op::ZeroExtend(_) => circuits::zero_extend(word, width),
            Op::SignExtend(_) => circuits::sign_extend(word, width),
            Op::RotateLeft(by) => rotated_right(word, width - by as usize % width),
            Op::RotateRight(by) => rotated_right(word, by as usize % width),
            _ => unreachable!("not a rearrangement: {op:?}"),
        }
    }
    fn bit_vector_operation(&mut self, op: Op, a: &[Bit], b: &[Bit]) -> Option<Vec<Bit>> {
        let aig = &mut self.aig;
        Some(match op {
            Op::BvAnd => circuits::bitwise(aig, a, b, Aig::and),
            Op::BvOr => circuits::bitwise(aig, a, b, Aig::or),
            Op::BvXor => circuits::bitwise(aig, a, b, Aig::xor),
            Op::BvAdd => integer::add(aig, a, b),
            Op::BvSub => integer::subtract(aig, a, b),
            Op::BvMul => multiply::multiply(aig, a, b),
            Op::BvUdiv => self.divider.unsigned(aig, a, b).0,
            Op::BvUrem => self.divider.unsigned(aig, a, b).1,
            Op::BvSdiv => self.divider.signed_quotient(aig, a, b),
            Op::BvSrem => self.divider.signed_remainder(aig, a, b),
            Op::BvSmod => self.divider.signed_modulo(aig, a, b),
            Op::BvShl => shift::shift_left(aig, a, b),
            Op::BvLshr => shift::shift_right(aig, a, b),
            Op::BvAshr => shift::shift_right_arithmetic(aig, a, b),
            _ => return None,
        })
    }

    // ---- rounding modes and arrays --------------------------------------------------------------

    fn rounding_mode(&mut self, terms: &Terms, term: TermId) -> Result<Vec<Bit>, BlastError> {
        let args = terms.args(term);
        match terms.op(term) {
            Op::RmConst(mode) => Ok(circuits::constant(3, rounding_mode_code(mode))),
            Op::Ite => {
                let (yes, no) = (self.word(args[1]).to_vec(), self.word(args[2]).to_vec());
                let condition = self.bit(args[0]);
                Ok(circuits::mux(&mut self.aig, condition, &yes, &no))
            }
            Op::Symbol(_) => {
                self.symbols.push(term);
                Ok(self.fresh_rounding_mode())
            }
            Op::Select => {
                self.selects.push(term);
                Ok(self.fresh_rounding_mode())
            }
            _ => Err(unsupported(terms, term)),
        }
    }
    /// Three bits that are one of the five codes.
    fn fresh_rounding_mode(&mut self) -> Vec<Bit> {
        let word = self.aig.inputs(3);
        let valid = integer::less_unsigned(&mut self.aig, &word, &circuits::constant(3, 5));
        self.aig.define(&word, valid);
        word
    }
    /// A float that can be any: its encoding, with NaN canonical.
    pub(super) fn fresh_float(&mut self, term: TermId, format: FloatFormat) -> Float {
        let word = self.aig.inputs(format.width() as usize);
        let float = Float::unpack(&mut self.aig, format, &word);
        let nan = constant_word(&cairn_term::softfloat::nan(format));
        let canonical = circuits::equal(&mut self.aig, &word, &nan);
        let fact = self.aig.implies(float.nan, canonical);
        self.aig.define(&word, fact);
        self.packed.insert(term, word);
        float
    }
    fn array(&mut self, terms: &Terms, term: TermId) -> Result<(), BlastError> {
        match terms.op(term) {
            Op::Symbol(_) | Op::Store | Op::ConstArray(_) | Op::Ite => {}
            Op::Select => self.selects.push(term),
            _ => return Err(unsupported(terms, term)),
        }
        if let Sort::Array { index, .. } = terms.sort_data_of(term)
            && matches!(terms.sort_data(index), Sort::Array { .. } | Sort::Int | Sort::Real)
        {
            return Err(BlastError::Unsupported(format!("an array indexed by {:?}", terms.sort_data(index))));
        }
        self.array_terms.push(term);
        Ok(())
    }
}

pub(super) fn unsupported(terms: &Terms, term: TermId) -> BlastError {
    BlastError::Unsupported(format!("{:?} of sort {:?}", terms.op(term), terms.sort_data_of(term)))
}

pub(super) fn constant_word(value: &BvValue) -> Vec<Bit> {
    (0..value.width()).map(|i| Bit::constant(value.bit(i))).collect()
}

fn rotated_right(word: &[Bit], by: usize) -> Vec<Bit> {
    (0..word.len()).map(|i| word[(i + by) % word.len()]).collect()
}

pub(super) fn rounding_mode_code(mode: RoundingMode) -> u64 {
    RoundingMode::ALL.iter().position(|&m| m == mode).unwrap_or(0) as u64
}
