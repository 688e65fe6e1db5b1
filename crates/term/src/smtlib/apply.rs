//! Applications of the built-in functions, by their SMT-LIB names: chains, associativity, mixed
//! integers and reals, indices, and the derived functions that become others.

use super::error::ReadErrorKind;
use super::operators::named;
use super::read::{Index, Reader, Result, big};
use super::sexpr::{ExprId, SExprs};
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::softfloat;
use crate::sort::{MAX_WIDTH, RoundingMode, Sort};
use num_traits::ToPrimitive;

impl Reader<'_> {
    pub(super) fn apply_builtin(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        name: &str,
        args: &[TermId],
    ) -> Result<TermId> {
        if args.is_empty() {
            return self.builtin_constant(exprs, expr, name);
        }
        let mixed = self.with_reals(name, args);
        let args = mixed.as_deref().unwrap_or(args);
        let (op, swap) = match name {
            "bvugt" => (Op::BvUlt, true),
            "bvuge" => (Op::BvUle, true),
            "bvsgt" => (Op::BvSlt, true),
            "bvsge" => (Op::BvSle, true),
            "fp.gt" => (Op::FpLt, true),
            "fp.geq" => (Op::FpLeq, true),
            ">" => (Op::Lt, true),
            ">=" => (Op::Le, true),
            "distinct" => return self.distinct(exprs, expr, args),
            "bvnand" | "bvnor" | "bvxnor" | "bvcomp" => return self.derived(exprs, expr, name, args),
            "fp" => return self.float_from_parts(exprs, expr, args),
            "implies" => (Op::Implies, false),
            "iff" => (Op::Eq, false),
            "bv2int" => (Op::BvToNat, false),
            _ => match named(name, args.len()) {
                Some(op) => (op, false),
                None => return Err(exprs.error(expr, ReadErrorKind::Unknown(name.to_owned()))),
            },
        };
        match op {
            Op::Implies => self.right_associative(exprs, expr, op, args),
            Op::Eq | Op::Le | Op::Lt | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
                self.chain(exprs, expr, op, swap, args)
            }
            Op::FpLeq | Op::FpLt | Op::FpEq => self.chain(exprs, expr, op, swap, args),
            Op::And | Op::Or if args.len() == 1 => Ok(args[0]),
            _ if is_left_associative(op) => self.left_associative(exprs, expr, op, args),
            _ => self.make(exprs, expr, op, args),
        }
    }

    fn builtin_constant(&mut self, exprs: &SExprs, expr: ExprId, name: &str) -> Result<TermId> {
        let mode = match name {
            "true" => return Ok(self.terms.tt()),
            "false" => return Ok(self.terms.ff()),
            "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestEven,
            "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestAway,
            "RTP" | "roundTowardPositive" => RoundingMode::TowardPositive,
            "RTN" | "roundTowardNegative" => RoundingMode::TowardNegative,
            "RTZ" | "roundTowardZero" => RoundingMode::TowardZero,
            _ => return Err(exprs.error(expr, ReadErrorKind::Unknown(name.to_owned()))),
        };
        Ok(self.terms.rm_const(mode))
    }

    /// Integers among reals become reals, as solvers and logics of reals allow.
    fn with_reals(&mut self, name: &str, args: &[TermId]) -> Option<Vec<TermId>> {
        let is = |sort: Sort| args.iter().any(|&arg| self.terms.sort_data_of(arg) == sort);
        let needs = (is(Sort::Real) && is(Sort::Int)) || (name == "/" && is(Sort::Int));
        let mixes = matches!(name, "=" | "distinct" | "ite" | "+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">=");
        if !needs || !mixes {
            return None;
        }
        Some(args.iter().map(|&arg| self.as_real(arg)).collect())
    }

    pub(super) fn as_real(&mut self, term: TermId) -> TermId {
        if self.terms.sort_data_of(term) == Sort::Int { self.terms.to_real(term) } else { term }
    }

    fn left_associative(&mut self, exprs: &SExprs, expr: ExprId, op: Op, args: &[TermId]) -> Result<TermId> {
        let Some((&first, rest)) = args.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return self.make(exprs, expr, op, args);
        };
        rest.iter().try_fold(first, |all, &arg| self.make(exprs, expr, op, &[all, arg]))
    }

    fn right_associative(&mut self, exprs: &SExprs, expr: ExprId, op: Op, args: &[TermId]) -> Result<TermId> {
        let Some((&last, rest)) = args.split_last().filter(|(_, rest)| !rest.is_empty()) else {
            return self.make(exprs, expr, op, args);
        };
        rest.iter().rev().try_fold(last, |all, &arg| self.make(exprs, expr, op, &[arg, all]))
    }

    /// `(< a b c)` is `(and (< a b) (< b c))`.
    fn chain(&mut self, exprs: &SExprs, expr: ExprId, op: Op, swap: bool, args: &[TermId]) -> Result<TermId> {
        if args.len() < 2 {
            return self.make(exprs, expr, op, args);
        }
        let mut all: Option<TermId> = None;
        for pair in args.windows(2) {
            let pair = if swap { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
            let link = self.make(exprs, expr, op, &pair)?;
            all = Some(match all {
                None => link,
                Some(before) => self.make(exprs, expr, Op::And, &[before, link])?,
            });
        }
        Ok(all.expect("there is a pair"))
    }

    fn distinct(&mut self, exprs: &SExprs, expr: ExprId, args: &[TermId]) -> Result<TermId> {
        let mut all: Option<TermId> = None;
        for (position, &a) in args.iter().enumerate() {
            for &b in &args[position + 1..] {
                let equal = self.make(exprs, expr, Op::Eq, &[a, b])?;
                let different = self.make(exprs, expr, Op::Not, &[equal])?;
                all = Some(match all {
                    None => different,
                    Some(before) => self.make(exprs, expr, Op::And, &[before, different])?,
                });
            }
        }
        all.ok_or_else(|| self.expected(exprs, expr, "at least two arguments"))
    }

    fn derived(&mut self, exprs: &SExprs, expr: ExprId, name: &str, args: &[TermId]) -> Result<TermId> {
        if name == "bvcomp" {
            let equal = self.make(exprs, expr, Op::Eq, args)?;
            let (one, zero) = (self.terms.bv_u64(1, 1), self.terms.bv_u64(1, 0));
            return self.make(exprs, expr, Op::Ite, &[equal, one, zero]);
        }
        let op = match name {
            "bvnand" => Op::BvAnd,
            "bvnor" => Op::BvOr,
            _ => Op::BvXor,
        };
        let inner = self.make(exprs, expr, op, args)?;
        self.make(exprs, expr, Op::BvNot, &[inner])
    }

    /// `(fp sign exponent fraction)`
    fn float_from_parts(&mut self, exprs: &SExprs, expr: ExprId, args: &[TermId]) -> Result<TermId> {
        let &[sign, exponent, fraction] = args else {
            return Err(self.expected(exprs, expr, "sign, exponent and fraction"));
        };
        let width = |term| match self.terms.sort_data_of(term) {
            Sort::BitVec(width) => Some(width),
            _ => None,
        };
        let (Some(1), Some(eb), Some(fraction_bits)) = (width(sign), width(exponent), width(fraction)) else {
            return Err(self.expected(exprs, expr, "bit-vectors for sign (1 bit), exponent and fraction"));
        };
        let format = self.format(exprs, expr, eb, fraction_bits + 1)?;
        let parts = (self.terms.bv_value(sign), self.terms.bv_value(exponent), self.terms.bv_value(fraction));
        if let (Some(s), Some(e), Some(f)) = parts {
            let bits = s.concat(e).concat(f);
            return Ok(self.terms.float_const(format, bits));
        }
        let top = self.make(exprs, expr, Op::Concat, &[sign, exponent])?;
        let bits = self.make(exprs, expr, Op::Concat, &[top, fraction])?;
        self.make(exprs, expr, Op::FpFromBits(format), &[bits])
    }

    // ---- indexed ------------------------------------------------------------------------------

    pub(super) fn apply_indexed(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        name: &str,
        indices: &[Index],
        args: &[TermId],
    ) -> Result<TermId> {
        if let [Index::Name(function)] = indices
            && name == "as-array"
            && args.is_empty()
        {
            return self.as_array(exprs, expr, function);
        }
        let numbers: Vec<u32> = indices
            .iter()
            .map(|index| match index {
                Index::Number(number) => Ok(*number),
                Index::Name(_) => Err(self.expected(exprs, expr, "a numeric index")),
            })
            .collect::<Result<_>>()?;
        if args.is_empty() {
            return self.indexed_constant(exprs, expr, name, &numbers);
        }
        let op = match (name, &*numbers) {
            ("extract", &[high, low]) => Op::Extract { high, low },
            ("zero_extend", &[by]) => Op::ZeroExtend(by),
            ("sign_extend", &[by]) => Op::SignExtend(by),
            ("rotate_left", &[by]) => Op::RotateLeft(by),
            ("rotate_right", &[by]) => Op::RotateRight(by),
            ("repeat", &[count]) => return self.repeat(exprs, expr, count, args),
            ("to_fp" | "to_fp_bv" | "to_fp_signed" | "to_fp_real", &[eb, sb]) => {
                return self.float_conversion(exprs, expr, eb, sb, args);
            }
            ("to_fp_unsigned", &[eb, sb]) => Op::FpFromUnsigned(self.format(exprs, expr, eb, sb)?),
            ("fp.to_ubv", &[width]) => Op::FpToUbv(width),
            ("fp.to_sbv", &[width]) => Op::FpToSbv(width),
            ("int2bv" | "int_to_bv" | "nat2bv", &[width]) => Op::IntToBv(width),
            ("divisible", &[by]) => return self.divisible(exprs, expr, by, args),
            _ => return Err(exprs.error(expr, ReadErrorKind::Unknown(name.to_owned()))),
        };
        self.make(exprs, expr, op, args)
    }

    fn indexed_constant(&mut self, exprs: &SExprs, expr: ExprId, name: &str, numbers: &[u32]) -> Result<TermId> {
        if let (Some(digits), &[width]) = (name.strip_prefix("bv"), numbers) {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && (1..=MAX_WIDTH).contains(&width) {
                let value = BvValue::from_bigint(width, &big(digits, 10));
                return Ok(self.terms.bv(value));
            }
        }
        if let &[eb, sb] = numbers {
            let negative = name.starts_with('-');
            let make = match name {
                "NaN" => Some(None),
                "+oo" | "-oo" => Some(Some(true)),
                "+zero" | "-zero" => Some(Some(false)),
                _ => None,
            };
            if let Some(kind) = make {
                let format = self.format(exprs, expr, eb, sb)?;
                let bits = match kind {
                    None => softfloat::nan(format),
                    Some(true) => softfloat::infinity(format, negative),
                    Some(false) => softfloat::zero(format, negative),
                };
                return Ok(self.terms.float_const(format, bits));
            }
        }
        Err(exprs.error(expr, ReadErrorKind::Unknown(name.to_owned())))
    }

    /// The four conversions that share the name `to_fp`.
    fn float_conversion(&mut self, exprs: &SExprs, expr: ExprId, eb: u32, sb: u32, args: &[TermId]) -> Result<TermId> {
        let format = self.format(exprs, expr, eb, sb)?;
        match *args {
            [bits] => self.make(exprs, expr, Op::FpFromBits(format), &[bits]),
            [mode, value] => match self.terms.sort_data_of(value) {
                Sort::Float(_) => self.make(exprs, expr, Op::FpToFp(format), &[mode, value]),
                Sort::BitVec(_) => self.make(exprs, expr, Op::FpFromSigned(format), &[mode, value]),
                Sort::Real | Sort::Int => {
                    let real = self.as_real(value);
                    self.make(exprs, expr, Op::FpFromReal(format), &[mode, real])
                }
                _ => Err(self.expected(exprs, expr, "something convertible to a float")),
            },
            _ => Err(self.expected(exprs, expr, "one or two arguments")),
        }
    }

    fn repeat(&mut self, exprs: &SExprs, expr: ExprId, count: u32, args: &[TermId]) -> Result<TermId> {
        let &[part] = args else {
            return Err(self.expected(exprs, expr, "one argument"));
        };
        if count == 0 || count > 1 << 16 {
            return Err(self.expected(exprs, expr, "a count of at least 1 (and at most 2^16)"));
        }
        (1..count).try_fold(part, |all, _| self.make(exprs, expr, Op::Concat, &[all, part]))
    }

    fn divisible(&mut self, exprs: &SExprs, expr: ExprId, by: u32, args: &[TermId]) -> Result<TermId> {
        let &[number] = args else {
            return Err(self.expected(exprs, expr, "one argument"));
        };
        let (divisor, zero) = (self.terms.int_i64(by.to_i64().unwrap_or(0)), self.terms.int_i64(0));
        let remainder = self.make(exprs, expr, Op::IntMod, &[number, divisor])?;
        self.make(exprs, expr, Op::Eq, &[remainder, zero])
    }
}

fn is_left_associative(op: Op) -> bool {
    matches!(
        op,
        Op::And
            | Op::Or
            | Op::Xor
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvSub
            | Op::Concat
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::IntDiv
            | Op::RealDiv
    )
}
