//! Expressions of the program form as terms: over mathematical integers or bit-vectors.
//!
//! Over mathematical integers every value lies in the signed range of its type; operations that may leave it are
//! brought back by `mod`, unless both operands are constants. Operators that look at single bits have no such form and
//! are refused.

use super::{Integers, Sexp, is_simple};
use crate::{Error, refuse};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, Program, Sign, TypeId, TypeKind, Unary, Value, VarId};
use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

pub(super) struct Translator<'p> {
    pub program: &'p Program,
    pub integers: Integers,
}

type Versions = FxHashMap<VarId, Sexp>;

fn power(width: u32) -> BigInt {
    BigInt::from(1) << width
}

/// A number as SMT-LIB writes it.
pub(super) fn number(value: &BigInt) -> Sexp {
    if value.is_negative() {
        Sexp::apply("-", [Sexp::atom(value.magnitude().to_string())])
    } else {
        Sexp::atom(value.to_string())
    }
}

impl Translator<'_> {
    fn is_math(&self) -> bool {
        self.integers == Integers::Mathematical
    }
    pub fn check_type(&self, ty: TypeId, what: &str) -> Result<(), Error> {
        if is_simple(self.program.types.kind(ty)) {
            return Ok(());
        }
        refuse(format!("the encoding by blocks has integers and Booleans only, and `{what}` is neither"))
    }
    /// What holds of an input because of its type.
    pub fn range(&self, ty: TypeId, name: &str) -> Option<Sexp> {
        let (TypeKind::Int(width), true) = (self.program.types.kind(ty), self.is_math()) else { return None };
        let half = power(width - 1);
        let low = Sexp::apply("<=", [number(&-half.clone()), Sexp::atom(name)]);
        let high = Sexp::apply("<=", [Sexp::atom(name), number(&(half - 1))]);
        Some(Sexp::and([low, high]))
    }
    pub fn zero(&self, ty: TypeId) -> Result<Sexp, Error> {
        match self.program.types.kind(ty) {
            TypeKind::Bool => Ok(Sexp::atom("false")),
            TypeKind::Int(width) => Ok(self.integer(*width, &BigInt::from(0))),
            TypeKind::MathInt => Ok(Sexp::atom("0")),
            _ => refuse("a value that is neither an integer nor a Boolean"),
        }
    }
    pub fn constant(&self, value: &Value) -> Result<Sexp, Error> {
        match value {
            Value::Bool(truth) => Ok(Sexp::atom(truth.to_string())),
            Value::Int(bits) => Ok(self.integer(bits.width(), &bits.signed())),
            Value::MathInt(value) => Ok(number(value)),
            _ => refuse("a constant that is neither an integer nor a Boolean"),
        }
    }
    fn integer(&self, width: u32, value: &BigInt) -> Sexp {
        if self.is_math() {
            return number(value);
        }
        let residue = ((value % power(width)) + power(width)) % power(width);
        Sexp::List(vec![Sexp::atom("_"), Sexp::atom(format!("bv{residue}")), Sexp::atom(width.to_string())])
    }
    fn width(&self, expr: ExprId) -> Result<u32, Error> {
        match self.program.types.kind(self.program.type_of(expr)) {
            TypeKind::Int(width) => Ok(*width),
            _ => refuse("an operation on something that is no machine integer"),
        }
    }

    pub fn expr(&self, id: ExprId, versions: &Versions) -> Result<Sexp, Error> {
        let expr = self.program.expr(id);
        match &expr.kind {
            ExprKind::Const(value) => self.constant(value),
            ExprKind::Var(var) => match versions.get(var) {
                Some(version) => Ok(version.clone()),
                None => refuse(format!("`{}` is neither an integer nor a Boolean", self.program.variables[*var].name)),
            },
            ExprKind::Unary(op, a) => self.unary(*op, *a, versions),
            ExprKind::Binary(op, a, b) => self.binary(*op, *a, *b, versions),
            ExprKind::Convert(op, a) => self.convert(*op, *a, expr.ty, versions),
            ExprKind::If(c, a, b) => {
                let parts = [self.expr(*c, versions)?, self.expr(*a, versions)?, self.expr(*b, versions)?];
                Ok(Sexp::apply("ite", parts))
            }
            _ => refuse(
                "the encoding by blocks has no arrays, records, memory or quantifiers, and this program uses them",
            ),
        }
    }

    fn unary(&self, op: Unary, a: ExprId, versions: &Versions) -> Result<Sexp, Error> {
        let x = self.expr(a, versions)?;
        match op {
            Unary::Not => Ok(x.not()),
            Unary::Negate if self.is_math() => Ok(self.wrap(self.width(a)?, Sexp::apply("-", [x]))),
            Unary::Negate => Ok(Sexp::apply("bvneg", [x])),
            // ~x is -x - 1, which never leaves the range.
            Unary::BitNot if self.is_math() => Ok(Sexp::apply("-", [Sexp::apply("-", [x]), Sexp::atom("1")])),
            Unary::BitNot => Ok(Sexp::apply("bvnot", [x])),
            Unary::NegateOverflows => {
                let width = self.width(a)?;
                Ok(Sexp::apply("=", [x, self.integer(width, &-power(width - 1))]))
            }
            Unary::MathNegate => Ok(Sexp::apply("-", [x])),
            _ => refuse("an operator that the encoding by blocks does not have"),
        }
    }

    /// Before: any integer. After: the one in the signed range that is equal modulo 2^w.
    fn wrap(&self, width: u32, value: Sexp) -> Sexp {
        let half = power(width - 1);
        let shifted = Sexp::apply("+", [value, number(&half)]);
        let residue = Sexp::apply("mod", [shifted, number(&power(width))]);
        Sexp::apply("-", [residue, number(&half)])
    }
    /// Before: a value brought back into its range. After: the value itself where `known` says that it is in range, which
    /// is what a check against overflow says.
    pub fn unwrap_known(&self, sexp: Sexp, known: &[Sexp]) -> Sexp {
        let Sexp::List(items) = sexp else { return sexp };
        let items: Vec<Sexp> = items.into_iter().map(|item| self.unwrap_known(item, known)).collect();
        if let Some((value, half)) = wrapped(&items) {
            let width = half.bits() as u32;
            if known.contains(&outside(Sign::Signed, width, value.clone()).not()) {
                return value;
            }
        }
        Sexp::List(items)
    }
    /// The unsigned value of a number in the signed range.
    fn unsigned(&self, width: u32, value: Sexp) -> Sexp {
        let negative = Sexp::apply("<", [value.clone(), Sexp::atom("0")]);
        Sexp::apply("ite", [negative, Sexp::apply("+", [value.clone(), number(&power(width))]), value])
    }

    fn binary(&self, op: Binary, a: ExprId, b: ExprId, versions: &Versions) -> Result<Sexp, Error> {
        let x = self.expr(a, versions)?;
        let y = self.expr(b, versions)?;
        if let Some(operator) = boolean_operator(op) {
            return Ok(Sexp::apply(operator, [x, y]));
        }
        match op {
            Binary::NotEqual => return Ok(Sexp::apply("=", [x, y]).not()),
            Binary::MathAdd => return Ok(Sexp::apply("+", [x, y])),
            Binary::MathSubtract => return Ok(Sexp::apply("-", [x, y])),
            Binary::MathMultiply => return Ok(Sexp::apply("*", [x, y])),
            Binary::MathLess => return Ok(Sexp::apply("<", [x, y])),
            Binary::MathLessEqual => return Ok(Sexp::apply("<=", [x, y])),
            _ => {}
        }
        let width = self.width(a)?;
        if self.is_math() { self.math_binary(op, width, x, y) } else { self.bit_vector_binary(op, width, x, y) }
    }

    fn math_binary(&self, op: Binary, width: u32, x: Sexp, y: Sexp) -> Result<Sexp, Error> {
        let exact = |op: &str, x: Sexp, y: Sexp| Sexp::apply(op, [x, y]);
        let outside = |sign: Sign, value: Sexp| outside(sign, width, value);
        let as_seen = |sign: Sign, value: Sexp| match sign {
            Sign::Signed => value,
            Sign::Unsigned => self.unsigned(width, value),
        };
        Ok(match op {
            Binary::Add => self.wrap(width, exact("+", x, y)),
            Binary::Subtract => self.wrap(width, exact("-", x, y)),
            Binary::Multiply => self.wrap(width, exact("*", x, y)),
            Binary::Less(sign) => exact("<", as_seen(sign, x), as_seen(sign, y)),
            Binary::LessEqual(sign) => exact("<=", as_seen(sign, x), as_seen(sign, y)),
            Binary::AddOverflows(sign) => outside(sign, exact("+", as_seen(sign, x), as_seen(sign, y))),
            Binary::SubtractOverflows(sign) => outside(sign, exact("-", as_seen(sign, x), as_seen(sign, y))),
            Binary::MultiplyOverflows(sign) => outside(sign, exact("*", as_seen(sign, x), as_seen(sign, y))),
            Binary::DivideOverflows => {
                let smallest = exact("=", x, number(&-power(width - 1)));
                Sexp::and([smallest, exact("=", y, number(&BigInt::from(-1)))])
            }
            Binary::Divide(sign) => {
                self.math_division(width, as_seen(sign, x.clone()), as_seen(sign, y.clone()), true, &y)
            }
            Binary::Remainder(sign) => {
                self.math_division(width, as_seen(sign, x.clone()), as_seen(sign, y.clone()), false, &y)
            }
            _ => return refuse("an operator on single bits: use `--integers bits`"),
        })
    }
    /// Truncated division, as machines do it; a zero divisor is caught by a check before, and gives all ones (or the
    /// dividend as remainder).
    fn math_division(&self, width: u32, x: Sexp, y: Sexp, quotient: bool, divisor: &Sexp) -> Sexp {
        let magnitude = |v: &Sexp| {
            let negative = Sexp::apply("<", [v.clone(), Sexp::atom("0")]);
            Sexp::apply("ite", [negative, Sexp::apply("-", [v.clone()]), v.clone()])
        };
        let zero = Sexp::apply("=", [divisor.clone(), Sexp::atom("0")]);
        let operator = if quotient { "div" } else { "mod" };
        let size = Sexp::apply(operator, [magnitude(&x), magnitude(&y)]);
        let x_negative = Sexp::apply("<", [x.clone(), Sexp::atom("0")]);
        let y_negative = Sexp::apply("<", [y, Sexp::atom("0")]);
        let negated = if quotient { Sexp::apply("xor", [x_negative.clone(), y_negative]) } else { x_negative.clone() };
        let signed = Sexp::apply("ite", [negated, Sexp::apply("-", [size.clone()]), size]);
        let by_zero = match quotient {
            true => Sexp::apply("ite", [x_negative, Sexp::atom("1"), number(&BigInt::from(-1))]),
            false => x,
        };
        self.wrap(width, Sexp::apply("ite", [zero, by_zero, signed]))
    }

    fn bit_vector_binary(&self, op: Binary, width: u32, x: Sexp, y: Sexp) -> Result<Sexp, Error> {
        use Sign::{Signed, Unsigned};
        let operator = match op {
            Binary::Add => "bvadd",
            Binary::Subtract => "bvsub",
            Binary::Multiply => "bvmul",
            Binary::Divide(Signed) => "bvsdiv",
            Binary::Divide(Unsigned) => "bvudiv",
            Binary::Remainder(Signed) => "bvsrem",
            Binary::Remainder(Unsigned) => "bvurem",
            Binary::Modulo => "bvsmod",
            Binary::ShiftLeft => "bvshl",
            Binary::ShiftRight(Signed) => "bvashr",
            Binary::ShiftRight(Unsigned) => "bvlshr",
            Binary::BitAnd => "bvand",
            Binary::BitOr => "bvor",
            Binary::BitXor => "bvxor",
            Binary::Less(Signed) => "bvslt",
            Binary::Less(Unsigned) => "bvult",
            Binary::LessEqual(Signed) => "bvsle",
            Binary::LessEqual(Unsigned) => "bvule",
            _ => return self.bit_vector_overflow(op, width, x, y),
        };
        Ok(Sexp::apply(operator, [x, y]))
    }
    /// Overflow as a difference from the same operation on wider numbers.
    fn bit_vector_overflow(&self, op: Binary, width: u32, x: Sexp, y: Sexp) -> Result<Sexp, Error> {
        let (operator, sign) = match op {
            Binary::AddOverflows(sign) => ("bvadd", sign),
            Binary::SubtractOverflows(sign) => ("bvsub", sign),
            Binary::MultiplyOverflows(sign) => ("bvmul", sign),
            Binary::DivideOverflows => {
                let smallest = Sexp::apply("=", [x, self.integer(width, &-power(width - 1))]);
                return Ok(Sexp::and([smallest, Sexp::apply("=", [y, self.integer(width, &BigInt::from(-1))])]));
            }
            _ => return refuse("an operator that the encoding by blocks does not have"),
        };
        let more = if operator == "bvmul" { width } else { 1 };
        let wide = |v: Sexp| extend(sign, more, v);
        let narrow = Sexp::apply(operator, [x.clone(), y.clone()]);
        let exact = Sexp::apply(operator, [wide(x), wide(y)]);
        Ok(Sexp::apply("=", [wide(narrow), exact]).not())
    }

    fn convert(&self, op: Convert, a: ExprId, to: TypeId, versions: &Versions) -> Result<Sexp, Error> {
        let x = self.expr(a, versions)?;
        let TypeKind::Int(target) = *self.program.types.kind(to) else {
            return match op {
                Convert::Retype => Ok(x),
                Convert::IntToMath(Sign::Signed) if self.is_math() => Ok(x),
                _ => refuse("a conversion that the encoding by blocks does not have"),
            };
        };
        match op {
            Convert::Retype => Ok(x),
            Convert::BoolToInt => {
                let (one, zero) = (self.integer(target, &BigInt::from(1)), self.integer(target, &BigInt::from(0)));
                // The single bit 1 is -1 in the signed range.
                let one = if target == 1 { self.integer(1, &BigInt::from(-1)) } else { one };
                Ok(Sexp::apply("ite", [x, one, zero]))
            }
            Convert::ZeroExtend if self.is_math() => Ok(self.unsigned(self.width(a)?, x)),
            Convert::SignExtend if self.is_math() => Ok(x),
            Convert::Truncate if self.is_math() => Ok(self.wrap(target, x)),
            Convert::ZeroExtend => Ok(extend(Sign::Unsigned, target - self.width(a)?, x)),
            Convert::SignExtend => Ok(extend(Sign::Signed, target - self.width(a)?, x)),
            Convert::Truncate => {
                let extract = ["_", "extract"].map(Sexp::atom).into_iter();
                let operator = extract.chain([Sexp::atom((target - 1).to_string()), Sexp::atom("0")]).collect();
                Ok(Sexp::List(vec![Sexp::List(operator), x]))
            }
            _ => refuse("a conversion that the encoding by blocks does not have"),
        }
    }
}

/// Whether a number does not fit a machine integer.
fn outside(sign: Sign, width: u32, value: Sexp) -> Sexp {
    let (low, high) = match sign {
        Sign::Signed => (-power(width - 1), power(width - 1) - 1),
        Sign::Unsigned => (BigInt::from(0), power(width) - 1),
    };
    let below = Sexp::apply("<", [value.clone(), number(&low)]);
    Sexp::or([below, Sexp::apply(">", [value, number(&high)])])
}

/// The value inside `(- (mod (+ value half) 2^w) half)`, and `half`.
fn wrapped(items: &[Sexp]) -> Option<(Sexp, BigInt)> {
    let [minus, Sexp::List(residue), Sexp::Atom(half)] = items else { return None };
    let [modulo, Sexp::List(sum), _] = &residue[..] else { return None };
    let [plus, value, Sexp::Atom(added)] = &sum[..] else { return None };
    let shape = *minus == Sexp::atom("-") && *modulo == Sexp::atom("mod") && *plus == Sexp::atom("+") && added == half;
    shape.then(|| Some((value.clone(), half.parse().ok()?)))?
}

fn boolean_operator(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Implies => "=>",
        Binary::Xor => "xor",
        Binary::Equal => "=",
        _ => return None,
    })
}

fn extend(sign: Sign, by: u32, value: Sexp) -> Sexp {
    let name = if sign == Sign::Signed { "sign_extend" } else { "zero_extend" };
    let operator = Sexp::List(vec![Sexp::atom("_"), Sexp::atom(name), Sexp::atom(by.to_string())]);
    Sexp::List(vec![operator, value])
}
