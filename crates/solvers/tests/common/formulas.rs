//! Random formulas over bit-vectors, arrays and floats, for comparing solvers.
//!
//! In: a seeded random generator. Out: a few Boolean terms, made by [`Terms::raw`], so nothing is
//! simplified before the solver under test sees it. Sorts are few and small per formula, and terms are
//! shared on purpose: formulas should be hard to get right and quick to decide, half of them
//! satisfiable or so. Deliberately absent: integers, reals, quantifiers, uninterpreted functions.

use cairn_term::{BvValue, FloatFormat, Op, RoundingMode, Sort, SortId, TermId, Terms};
use fastrand::Rng;

/// The sorts one formula is made of.
struct Universe {
    widths: Vec<u32>,
    formats: Vec<FloatFormat>,
    /// Array sorts, over the above; may nest.
    arrays: Vec<SortId>,
}

/// What formulas are about; each leans on one theory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    BitVectors,
    Arrays,
    /// Floats of tiny formats, where special cases are frequent. Bitwuzla refuses such formats.
    TinyFloats,
    /// Floats of half precision.
    HalfFloats,
    /// Everything, with tiny floats.
    Everything,
}

impl Theme {
    pub const ALL: [Theme; 5] =
        [Theme::BitVectors, Theme::Arrays, Theme::TinyFloats, Theme::HalfFloats, Theme::Everything];

    /// A theme by chance: those that other solvers decide quickly come more often.
    pub fn pick(rng: &mut Rng) -> Theme {
        match rng.u8(..20) {
            0..6 => Theme::BitVectors,
            6..12 => Theme::Arrays,
            12..15 => Theme::TinyFloats,
            15..18 => Theme::HalfFloats,
            _ => Theme::Everything,
        }
    }

    pub fn has_floats(self) -> bool {
        !matches!(self, Theme::BitVectors | Theme::Arrays)
    }

    pub fn has_tiny_floats(self) -> bool {
        matches!(self, Theme::TinyFloats | Theme::Everything)
    }
}

/// Makes one formula: the conjunction of the terms returned.
pub fn formula(terms: &mut Terms, rng: &mut Rng, theme: Theme) -> Vec<TermId> {
    let universe = universe(terms, rng, theme);
    let mut maker = Maker { terms, rng, universe, made: Vec::new() };
    let count = 1 + maker.rng.usize(..3);
    (0..count)
        .map(|_| {
            // Circuits of half precision are a hundred times those of tiny floats.
            let depth = if theme == Theme::HalfFloats { 1 + maker.rng.u32(..3) } else { 2 + maker.rng.u32(..4) };
            maker.term_of(Sort::Bool, depth)
        })
        .collect()
}

fn universe(terms: &mut Terms, rng: &mut Rng, theme: Theme) -> Universe {
    let widths = if rng.u8(..8) == 0 { vec![1, 16, 33] } else { pick_some(rng, &[1, 2, 3, 4, 5, 6, 7, 8, 11], 3) };
    let small = |exponent, significand| FloatFormat { exponent, significand };
    let formats = match theme {
        Theme::BitVectors | Theme::Arrays => Vec::new(),
        Theme::HalfFloats => vec![FloatFormat::HALF],
        Theme::TinyFloats | Theme::Everything => {
            pick_some(rng, &[small(2, 3), small(3, 3), small(3, 5), small(4, 4), small(5, 2)], 2)
        }
    };
    let mut universe = Universe { widths, formats, arrays: Vec::new() };
    if matches!(theme, Theme::Arrays | Theme::Everything) {
        for _ in 0..1 + rng.usize(..2) {
            let index = bounded_index(terms, rng);
            let element = universe.any_scalar(terms, rng);
            let array = terms.array_sort(index, element);
            universe.arrays.push(array);
            if rng.u8(..3) == 0 {
                let outer = bounded_index(terms, rng);
                let nested = terms.array_sort(outer, array);
                universe.arrays.push(nested);
            }
        }
    }
    universe
}

fn bounded_index(terms: &mut Terms, rng: &mut Rng) -> SortId {
    let width = [1, 2, 3, 8][rng.usize(..4)];
    terms.bv_sort(width)
}

fn pick_some<T: Copy>(rng: &mut Rng, from: &[T], count: usize) -> Vec<T> {
    (0..count).map(|_| from[rng.usize(..from.len())]).collect()
}

impl Universe {
    fn any_scalar(&self, terms: &mut Terms, rng: &mut Rng) -> SortId {
        let sort = match rng.u8(..6) {
            0 if !self.formats.is_empty() => Sort::Float(self.formats[rng.usize(..self.formats.len())]),
            1 => Sort::Bool,
            _ => Sort::BitVec(self.widths[rng.usize(..self.widths.len())]),
        };
        terms.sort(sort)
    }
}

struct Maker<'a> {
    terms: &'a mut Terms,
    rng: &'a mut Rng,
    universe: Universe,
    /// Terms made so far, to be shared.
    made: Vec<TermId>,
}

impl Maker<'_> {
    fn term_of(&mut self, sort: Sort, depth: u32) -> TermId {
        let sort = self.terms.sort(sort);
        self.term(sort, depth)
    }

    /// A term of this sort, at most `depth` operators deep (not counting what is shared).
    fn term(&mut self, sort: SortId, depth: u32) -> TermId {
        if self.rng.u8(..5) == 0
            && let Some(shared) = self.shared(sort)
        {
            return shared;
        }
        let term = if depth == 0 || self.rng.u8(..10) == 0 {
            self.leaf(sort)
        } else if self.rng.u8(..12) == 0 {
            let condition = self.term_of(Sort::Bool, depth - 1);
            let (then, otherwise) = (self.term(sort, depth - 1), self.term(sort, depth - 1));
            self.terms.raw(Op::Ite, &[condition, then, otherwise])
        } else {
            match self.read_from_array(sort, depth) {
                Some(term) => term,
                None => self.operation(sort, depth),
            }
        };
        self.made.push(term);
        term
    }

    fn operation(&mut self, sort: SortId, depth: u32) -> TermId {
        match *self.terms.sort_data(sort) {
            Sort::Bool => self.boolean(depth),
            Sort::BitVec(width) => self.bit_vector(width, depth),
            Sort::Float(format) => self.float(format, depth),
            Sort::Array { index, element } => self.array(sort, index, element, depth),
            Sort::RoundingMode | Sort::Int | Sort::Real => self.leaf(sort),
        }
    }

    fn shared(&mut self, sort: SortId) -> Option<TermId> {
        let terms = &*self.terms;
        let of_sort: Vec<TermId> = self.made.iter().copied().filter(|&t| terms.sort_of(t) == sort).collect();
        (!of_sort.is_empty()).then(|| of_sort[self.rng.usize(..of_sort.len())])
    }

    fn leaf(&mut self, sort: SortId) -> TermId {
        if self.rng.u8(..3) == 0 {
            return self.constant(sort);
        }
        let number = self.rng.u8(..3);
        let name = format!("x{}_{number}", sort.0);
        self.terms.symbol(&name, sort)
    }

    fn constant(&mut self, sort: SortId) -> TermId {
        match *self.terms.sort_data(sort) {
            Sort::Bool => self.terms.bool_const(self.rng.bool()),
            Sort::BitVec(width) => {
                let value = self.bits(width);
                self.terms.bv(value)
            }
            Sort::Float(format) => {
                let bits = self.float_bits(format);
                self.terms.float_const(format, bits)
            }
            Sort::RoundingMode => self.terms.rm_const(RoundingMode::ALL[self.rng.usize(..5)]),
            Sort::Array { element, .. } => {
                let element = self.constant(element);
                self.terms.raw(Op::ConstArray(sort), &[element])
            }
            Sort::Int | Sort::Real => unreachable!("no formula has these sorts"),
        }
    }

    fn bits(&mut self, width: u32) -> BvValue {
        match self.rng.u8(..6) {
            0 => BvValue::zero(width),
            1 => BvValue::one(width),
            2 => BvValue::ones(width),
            3 => BvValue::min_signed(width),
            _ => BvValue::from_u64(width, self.rng.u64(..)),
        }
    }

    /// IEEE encodings, the special ones more often than chance would have it.
    fn float_bits(&mut self, format: FloatFormat) -> BvValue {
        let sign = BvValue::from_bool(self.rng.bool());
        let (exponent, fraction) = (format.exponent, format.fraction());
        let exponent = match self.rng.u8(..4) {
            0 => BvValue::zero(exponent),
            1 => BvValue::ones(exponent),
            _ => BvValue::from_u64(exponent, self.rng.u64(..)),
        };
        let fraction = match self.rng.u8(..3) {
            0 => BvValue::zero(fraction),
            _ => self.bits(fraction),
        };
        sign.concat(&exponent).concat(&fraction)
    }

    /// A read from some array with this element sort, now and then.
    fn read_from_array(&mut self, sort: SortId, depth: u32) -> Option<TermId> {
        let fits = |terms: &Terms, array: SortId| match *terms.sort_data(array) {
            Sort::Array { element, .. } => element == sort,
            _ => false,
        };
        let arrays: Vec<SortId> = self.universe.arrays.iter().copied().filter(|&a| fits(self.terms, a)).collect();
        if arrays.is_empty() || self.rng.u8(..3) != 0 {
            return None;
        }
        let array = arrays[self.rng.usize(..arrays.len())];
        let Sort::Array { index, .. } = *self.terms.sort_data(array) else { return None };
        let args = [self.term(array, depth - 1), self.term(index, depth - 1)];
        Some(self.terms.raw(Op::Select, &args))
    }

    fn array(&mut self, sort: SortId, index: SortId, element: SortId, depth: u32) -> TermId {
        if self.rng.u8(..8) == 0 {
            let element = self.term(element, depth - 1);
            return self.terms.raw(Op::ConstArray(sort), &[element]);
        }
        let args = [self.term(sort, depth - 1), self.term(index, depth - 1), self.term(element, depth - 1)];
        self.terms.raw(Op::Store, &args)
    }

    fn boolean(&mut self, depth: u32) -> TermId {
        const CONNECTIVES: [Op; 5] = [Op::And, Op::Or, Op::Xor, Op::Implies, Op::Eq];
        match self.rng.u8(..10) {
            0 => self.same_sort_operation(Op::Not, Sort::Bool, 1, depth),
            1..4 => {
                let op = self.one_of(&CONNECTIVES);
                self.same_sort_operation(op, Sort::Bool, 2, depth)
            }
            4..6 => self.equality(depth),
            6..8 if !self.universe.formats.is_empty() => self.float_predicate(depth),
            _ => self.bit_vector_predicate(depth),
        }
    }

    fn equality(&mut self, depth: u32) -> TermId {
        let sort = match (self.universe.arrays.len(), self.rng.bool()) {
            (count @ 1.., true) => self.universe.arrays[self.rng.usize(..count)],
            _ => self.universe.any_scalar(self.terms, self.rng),
        };
        let args = [self.term(sort, depth - 1), self.term(sort, depth - 1)];
        self.terms.raw(Op::Eq, &args)
    }

    fn bit_vector_predicate(&mut self, depth: u32) -> TermId {
        const PREDICATES: [Op; 11] = [
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
        let width = self.width();
        if self.rng.u8(..12) == 0 {
            return self.same_sort_operation(Op::BvNegO, Sort::BitVec(width), 1, depth);
        }
        let op = self.one_of(&PREDICATES);
        self.same_sort_operation(op, Sort::BitVec(width), 2, depth)
    }

    fn float_predicate(&mut self, depth: u32) -> TermId {
        const BINARY: [Op; 3] = [Op::FpLeq, Op::FpLt, Op::FpEq];
        const CLASSES: [Op; 7] = [
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsZero,
            Op::FpIsInfinite,
            Op::FpIsNaN,
            Op::FpIsNegative,
            Op::FpIsPositive,
        ];
        let sort = Sort::Float(self.format());
        if self.rng.bool() {
            let op = self.one_of(&BINARY);
            return self.same_sort_operation(op, sort, 2, depth);
        }
        let op = self.one_of(&CLASSES);
        self.same_sort_operation(op, sort, 1, depth)
    }

    fn bit_vector(&mut self, width: u32, depth: u32) -> TermId {
        const BINARY: [Op; 14] = [
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
        ];
        let sort = Sort::BitVec(width);
        match self.rng.u8(..16) {
            0 => self.same_sort_operation(Op::BvNot, sort, 1, depth),
            1 => self.same_sort_operation(Op::BvNeg, sort, 1, depth),
            2 => {
                let by = self.rng.u32(..2 * width);
                let op = if self.rng.bool() { Op::RotateLeft(by) } else { Op::RotateRight(by) };
                self.same_sort_operation(op, sort, 1, depth)
            }
            3..6 => self.resized(width, depth),
            6 if !self.universe.formats.is_empty() => self.of_float(width, depth),
            _ => {
                let op = self.one_of(&BINARY);
                // Wide multipliers and dividers make formulas hard without making them better tests.
                let hard = matches!(op, Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod);
                let op = if hard && width > 8 { Op::BvAdd } else { op };
                self.same_sort_operation(op, sort, 2, depth)
            }
        }
    }

    /// Concatenation, extraction and extension.
    fn resized(&mut self, width: u32, depth: u32) -> TermId {
        let smaller = if width > 1 { 1 + self.rng.u32(..width - 1) } else { 1 };
        match self.rng.u8(..4) {
            0 if width > 1 => {
                let (high, low) = (Sort::BitVec(width - smaller), Sort::BitVec(smaller));
                let args = [self.term_of(high, depth - 1), self.term_of(low, depth - 1)];
                self.terms.raw(Op::Concat, &args)
            }
            1 if width > 1 => {
                let op = if self.rng.bool() { Op::ZeroExtend } else { Op::SignExtend };
                self.same_sort_operation(op(width - smaller), Sort::BitVec(smaller), 1, depth)
            }
            _ => {
                let (low, above) = (self.rng.u32(..4), self.rng.u32(..4));
                let op = Op::Extract { high: low + width - 1, low };
                self.same_sort_operation(op, Sort::BitVec(low + width + above), 1, depth)
            }
        }
    }

    fn of_float(&mut self, width: u32, depth: u32) -> TermId {
        let format = self.format();
        if format.width() == width {
            return self.same_sort_operation(Op::FpToIeeeBits, Sort::Float(format), 1, depth);
        }
        let op = if self.rng.bool() { Op::FpToUbv(width) } else { Op::FpToSbv(width) };
        self.rounded(op, Sort::Float(format), 1, depth)
    }

    fn float(&mut self, format: FloatFormat, depth: u32) -> TermId {
        const PLAIN: [(Op, usize); 5] =
            [(Op::FpAbs, 1), (Op::FpNeg, 1), (Op::FpRem, 2), (Op::FpMin, 2), (Op::FpMax, 2)];
        const ROUNDED: [(Op, usize); 7] = [
            (Op::FpAdd, 2),
            (Op::FpSub, 2),
            (Op::FpMul, 2),
            (Op::FpDiv, 2),
            (Op::FpFma, 3),
            (Op::FpSqrt, 1),
            (Op::FpRoundToIntegral, 1),
        ];
        let sort = Sort::Float(format);
        match self.rng.u8(..12) {
            0..4 => {
                let (op, count) = PLAIN[self.rng.usize(..PLAIN.len())];
                self.same_sort_operation(op, sort, count, depth)
            }
            4..9 => {
                let (op, count) = ROUNDED[self.rng.usize(..ROUNDED.len())];
                self.rounded(op, sort, count, depth)
            }
            9 => self.same_sort_operation(Op::FpFromBits(format), Sort::BitVec(format.width()), 1, depth),
            10 => {
                let from = Sort::Float(self.format());
                self.rounded(Op::FpToFp(format), from, 1, depth)
            }
            _ => {
                let width = self.width();
                let op = if self.rng.bool() { Op::FpFromSigned(format) } else { Op::FpFromUnsigned(format) };
                self.rounded(op, Sort::BitVec(width), 1, depth)
            }
        }
    }

    /// An operator applied to `count` terms of one sort.
    fn same_sort_operation(&mut self, op: Op, sort: Sort, count: usize, depth: u32) -> TermId {
        let args: Vec<TermId> = (0..count).map(|_| self.term_of(sort, depth - 1)).collect();
        self.terms.raw(op, &args)
    }

    /// The same, after a rounding mode: mostly a constant one, sometimes left open.
    fn rounded(&mut self, op: Op, sort: Sort, count: usize, depth: u32) -> TermId {
        let modes = self.terms.rounding_mode_sort();
        let mut args = vec![if self.rng.u8(..8) == 0 { self.leaf(modes) } else { self.constant(modes) }];
        args.extend((0..count).map(|_| self.term_of(sort, depth - 1)));
        self.terms.raw(op, &args)
    }

    fn width(&mut self) -> u32 {
        self.universe.widths[self.rng.usize(..self.universe.widths.len())]
    }

    fn format(&mut self) -> FloatFormat {
        self.universe.formats[self.rng.usize(..self.universe.formats.len())]
    }

    fn one_of(&mut self, ops: &[Op]) -> Op {
        ops[self.rng.usize(..ops.len())]
    }
}
